/* scene/inspector/prediction.c -- a cell or row that the steps have not come to: what is known of
** it, and a question instead of the number, so that it can be guessed first. */
#include "scene/inspector/panel_sections.h"

#include "base/i18n.h"
#include "scene/score_scale.h"

static StageId stage_of(const Panel *panel) { return panel->scene->view->stage; }

static void add_title(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  bool by_pair = stage_info(stage_of(panel))->by_pair;
  PanelTitle title = {.kicker = panel->key >= 0 ? _("Not reached yet") : _("A row not full yet"),
                      .subject = panel_label(panel, panel->query),
                      .subject_color = theme->query,
                      .object_color = by_pair ? theme->key : theme->output};
  if (by_pair && panel->key >= 0) {
    title.words = str_from(stage_of(panel) == STAGE_WEIGHTS ? "→" : _("asks"));
    title.object = panel_key_label(panel, panel->key);
  } else if (panel->key >= 0) {
    title.words = str_from("→");
    bool is_word = stage_of(panel) == STAGE_LOGITS;
    title.object = panel_words(panel, is_word ? _("word %d") : _("column %d"), panel->key + 1);
  }
  panel_add_title(panel, title);
}

/* Everything up to the number itself is said, so that it can be guessed. */
static void add_known(Panel *panel) {
  const Workings *w = panel->w;
  Number score = number_full(w->score), scaled = number_full(w->scaled);
  Number masked = number_full(w->masked);
  switch (stage_of(panel)) {
  case STAGE_SCORES:
    panel_add_pair_vectors(panel);
    panel_add_result(panel, STR("q · k ="), STR("?"));
    break;
  case STAGE_SCALED:
    panel_add_result(panel,
                     panel_words(panel, "%s ÷ %s =", score.at,
                                 score_scale_of(panel->scene->trace, w->layer).symbol),
                     STR("?"));
    break;
  case STAGE_MASKED:
    panel_add_result(panel, panel_words(panel, "%s + M =", scaled.at), STR("?"));
    break;
  case STAGE_WEIGHTS:
    panel_add_result(panel, panel_words(panel, _("softmax: %s becomes"), masked.at), STR("?"));
    break;
  default:
    break;
  }
}

static const char *question(const Panel *panel) {
  switch (stage_of(panel)) {
  case STAGE_SCORES:
    return _("Guess first: do the two point the same way (above 0), apart (below 0) or neither?");
  case STAGE_SCALED:
    return _("Guess first: how large is it after dividing?");
  case STAGE_MASKED:
    return _("Guess first: does the number stay, or may the key not be seen?");
  case STAGE_WEIGHTS:
    return _("Guess first: which share of the row will it get?");
  case STAGE_LOGITS:
    return _("Guess first: which word will the model name?");
  default:
    return _("Guess first: above 0, below 0, or near it?");
  }
}

void inspect_prediction(Panel *panel) {
  add_title(panel);
  if (panel->w && panel->key >= 0 && stage_info(stage_of(panel))->by_pair) add_known(panel);
  if (panel->key >= 0) panel_add_note(panel, str_from(question(panel)), RANK_BODY);
  panel_add_note(panel, str_from(_("→ goes on until it is filled in.")), RANK_NEXT);
}
