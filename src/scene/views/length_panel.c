/* scene/views/length_panel.c -- the inspector of lengths: what was measured at the length chosen,
** how, and what is between the halves of both models. */
#include "scene/views/length.h"

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"

static void add_share(Panel *panel, LengthModel model, double share, Rank rank) {
  panel_add_fact(panel, str_from(length_model_words(model)),
                 panel_words(panel, "%.1f %%", 100 * share), rank);
}

static void add_shares(Panel *panel, const Lengths *lengths) {
  const LengthPoint *of[LENGTH_MODEL_COUNT];
  for (int i = 0; i < LENGTH_MODEL_COUNT; i++) {
    of[i] = length_point(&lengths->curves[i], lengths->tokens);
    if (!of[i]) return;
  }
  panel_add_what_why(
      panel,
      panel_words(
          panel,
          _("At this length %.1f %% of the words are right with attention, and %.1f %% with "
            "one vector."),
          100 * length_words_share(of[LENGTH_ATTENDS]),
          100 * length_words_share(of[LENGTH_SQUEEZES])),
      str_from(_("One vector has to hold the whole sentence, however long it is; with attention "
                 "every word looks for what it needs among all rows.")));
  panel_add_worked(panel, str_from(_("words right")), STR("c / max(n, m)"), RANK_BODY);
  for (int i = 0; i < LENGTH_MODEL_COUNT; i++)
    add_share(panel, (LengthModel)i, length_words_share(of[i]), RANK_BODY);
  panel_add_note(panel, str_from(_("sentences right, every word of them")), RANK_STEPS);
  for (int i = 0; i < LENGTH_MODEL_COUNT; i++)
    add_share(panel, (LengthModel)i, length_whole_share(of[i]), RANK_STEPS);
  int count = of[LENGTH_ATTENDS]->sentences;
  panel_add_note(panel,
                 panel_count(panel,
                             P_("Measured over %d sentence of this length that training never had.",
                                "Measured over %d sentences of this length that training never "
                                "had.",
                                count),
                             count),
                 RANK_FACTS);
}

static void add_between(Panel *panel) {
  panel_add_worked(panel, str_from(_("with attention: each word has weights of its own")),
                   STR("softmax(q Kᵀ / √d) V"), RANK_STEPS);
  panel_add_worked(panel, str_from(_("one vector: y is the mean of the encoder's rows")),
                   STR("y W_(V)"), RANK_STEPS);
}

void length_inspect(Panel *panel) {
  const Lengths *lengths = panel->scene->lengths;
  if (!lengths || lengths->problem) {
    panel_add_words(panel);
    return;
  }
  int tokens = lengths->tokens;
  panel_add_title(
      panel,
      (PanelTitle){.kicker = lengths->is_trained ? _("Sentences as long as in training")
                                                 : _("Longer than any in training"),
                   .subject = panel_count(panel, P_("%d token", "%d tokens", tokens), tokens),
                   .subject_color = panel->pen->theme->ink});
  add_shares(panel, lengths);
  add_between(panel);
  panel_add_note(panel,
                 str_from(_("n words are right, m are said, and c of them are right and in their "
                            "order. Both models say every word by themselves.")),
                 RANK_EXTRA);
  panel_add_words(panel);
}
