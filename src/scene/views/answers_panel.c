/* scene/views/answers_panel.c -- the inspector of the answer layer by layer: one token through all
** layers, and the words after the layer on show. */
#include "scene/views/answers.h"

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"
#include "scene/layer_words.h"

static const LayerAnswer *answer_of(const Panel *panel, int point) {
  return layer_answer_at(panel->scene->answers, panel->query, point);
}

static Str word_of(const Panel *panel, int point) {
  const LayerAnswer *answer = answer_of(panel, point);
  return answer->best_count > 0 ? answers_word(panel->scene, answer->best[0].word) : STR("NaN");
}

/* -- all layers -------------------------------------------------------------------------------- */

/* "2  animal", and "–  the" for the input. */
static Str point_label(const Panel *panel, int point) {
  Str word = word_of(panel, point);
  int layer = panel->scene->answers->layers[point];
  const char *mark = layer < 0 ? "–" : layer_mark(panel_arena(panel), panel->scene->trace, layer);
  return panel_words(panel, "%s  %.*s", mark, (int)word.bytes, word.at);
}

static Number point_number(const Panel *panel, int point, int column) {
  const LayerAnswer *answer = answer_of(panel, point);
  if (column == 0) return number_decimals(answer->entropy_bits, 2);
  return panel_share_number(answer->final_probability, false);
}

static float final_bar(const Panel *panel, int point) {
  return answer_of(panel, point)->final_probability;
}

static void add_layers(Panel *panel, int point) {
  const Theme *theme = panel->pen->theme;
  PanelTable table = {.label_head = _("layer, its word"),
                      .label = point_label,
                      .number_heads = {_("bits"), _("p of final")},
                      .number_count = 2,
                      .number = point_number,
                      .bar = final_bar,
                      .bar_low = 0,
                      .bar_high = 1,
                      .bar_color = theme->output_line,
                      .bar_negative = theme->output_line,
                      .item_count = panel->scene->answers->point_count,
                      .by_place_if_all = true,
                      .focus = point,
                      .focus_color = theme->ink};
  panel_add_table(panel, &table);
}

/* -- one layer --------------------------------------------------------------------------------- */

static void add_words_of_layer(Panel *panel, int point) {
  const LayerAnswer *answer = answer_of(panel, point);
  panel_add_note(panel,
                 panel_words(panel, _("the likeliest words after %s:"),
                             answers_point_words(panel->scene, point)),
                 RANK_BODY);
  for (int i = 0; i < answer->best_count; i++) {
    Number share = panel_share_number(answer->best[i].probability, false);
    panel_add_fact(panel, answers_word(panel->scene, answer->best[i].word),
                   panel_words(panel, "%s", share.at), RANK_BODY);
  }
  panel_add_fact(panel, str_from(_("entropy, in bits")),
                 panel_words(panel, "%.2f", (double)answer->entropy_bits), RANK_BODY);
  panel_add_fact(panel, str_from(_("place of the final answer")),
                 panel_words(panel, "%d", answer->final_rank), RANK_FACTS);
}

static const char *settled_words(Panel *panel) {
  const LayerAnswers *answers = panel->scene->answers;
  int point = layer_answers_settled(answers, panel->query);
  if (point == 0)
    return _("The input alone names the final answer already, and every layer after.");
  if (point == answers->point_count - 1) return _("Only the last layer names the final answer.");
  return panel_words(panel, _("From %s on the likeliest word is the final answer."),
                     answers_point_words(panel->scene, point))
      .at;
}

/* "before the change: animal, 0.995", with a head switched off. */
static void add_unchanged(Panel *panel) {
  const LayerAnswers *answers = panel->scene->answers;
  if (!answers->unchanged) return;
  const LayerAnswer *before = &answers->unchanged[panel->query - answers->first_token];
  const LayerAnswer *now = answer_of(panel, answers->point_count - 1);
  if (before->best_count == 0 || now->best_count == 0) return;
  Str was = answers_word(panel->scene, before->best[0].word);
  Number share = panel_share_number(before->best[0].probability, false);
  Number then = panel_share_number(before->final_probability, false);
  Number is = panel_share_number(now->best[0].probability, false);
  bool is_same = before->best[0].word == now->best[0].word;
  Str words =
      is_same ? panel_words(panel, _("Before the change the answer was the same, at %s; now %s."),
                            share.at, is.at)
              : panel_words(panel,
                            _("Before the change the answer was “%.*s”, at %s; the one of now, at "
                              "%s, had %s."),
                            (int)was.bytes, was.at, share.at, is.at, then.at);
  panel_add_note(panel, words, RANK_RESULT);
}

/* -- nothing chosen ---------------------------------------------------------------------------- */

static float settled_count(const Panel *panel, int point) {
  const LayerAnswers *answers = panel->scene->answers;
  int count = 0;
  for (int i = 0; i < answers->token_count; i++)
    count += layer_answers_settled(answers, answers->first_token + i) <= point;
  return (float)count;
}

static Number settled_number(const Panel *panel, int point, int column) {
  (void)column;
  return number_whole(settled_count(panel, point));
}

static Str settled_label(const Panel *panel, int point) {
  return str_from(answers_point_words(panel->scene, point));
}

static void add_all_rows(Panel *panel, const LayerAnswers *answers) {
  const Theme *theme = panel->pen->theme;
  PanelTable table = {.label = settled_label,
                      .number_count = 1,
                      .number = settled_number,
                      .bar = settled_count,
                      .bar_low = 0,
                      .bar_high = (float)answers->token_count,
                      .bar_color = theme->output_line,
                      .bar_negative = theme->output_line,
                      .item_count = answers->point_count,
                      .by_place_if_all = true,
                      .focus = layer_answers_point(answers, panel->scene->view->layer),
                      .focus_color = theme->ink};
  panel_add_title(panel, (PanelTitle){.kicker = _("The answer layer by layer"),
                                      .subject = str_from(_("all rows")),
                                      .subject_color = theme->ink});
  panel_add_note(panel,
                 panel_words(panel,
                             P_("How many of %d row name their final answer from a layer on:",
                                "How many of %d rows name their final answer from a layer on:",
                                answers->token_count),
                             answers->token_count),
                 RANK_STEPS);
  panel_add_table(panel, &table);
}

void answers_inspect(Panel *panel) {
  const LayerAnswers *answers = answers_on_show(panel->scene);
  panel->query = answers_token(panel->scene);
  if (!answers || panel->query < 0) {
    if (answers) add_all_rows(panel, answers);
    panel_add_words(panel);
    return;
  }
  const Theme *theme = panel->pen->theme;
  int last = answers->point_count - 1;
  int point = layer_answers_point(answers, panel->scene->view->layer);
  bool asked = trace_is_asked(panel->scene->trace, panel->query);
  panel_add_title(panel,
                  (PanelTitle){.kicker = _("The answer layer by layer"),
                               .subject = scene_named(panel->scene, panel->query),
                               .words = str_from("→"),
                               .object = quoted_name(panel_arena(panel), word_of(panel, last)),
                               .subject_color = theme->ink,
                               .object_color = asked ? theme->output : theme->muted});
  panel_add_note(panel, str_from(settled_words(panel)), RANK_RESULT);
  add_unchanged(panel);
  if (!asked)
    panel_add_note(panel,
                   str_from(_("The model was not trained to answer at this token: its words here "
                              "are a by-product.")),
                   RANK_RESULT);
  add_layers(panel, point);
  add_words_of_layer(panel, point);
  panel_add_words(panel);
}
