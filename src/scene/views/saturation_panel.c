/* scene/views/saturation_panel.c -- the inspector of saturation: the deviation, and what softmax
** makes of the draw on show. */
#include "scene/views/saturation.h"

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"

static Str full(Panel *panel, double number) {
  return panel_words(panel, "%s", number_full((float)number).at);
}

static Str weight(Panel *panel, double number) {
  return panel_words(panel, "%s", number_weight((float)number).at);
}

static void add_deviation(Panel *panel, const SaturationWidth *at) {
  panel_add_worked(panel, str_from(_("the deviation of a sum of d products")),
                   panel_words(panel, "√%d = %s", at->width, number_full((float)at->expected).at),
                   RANK_BODY);
  panel_add_fact(panel, str_from(_("measured over all draws")), full(panel, at->measured),
                 RANK_BODY);
  panel_add_fact(panel, str_from(_("mean, expected 0")), full(panel, at->mean), RANK_FACTS);
}

static void add_way(Panel *panel, const char *name, const char *formula,
                    const SaturationShares *shares) {
  panel_add_worked(panel, str_from(name), str_from(formula), RANK_STEPS);
  panel_add_fact(panel, str_from(_("largest weight")), weight(panel, shares->largest), RANK_STEPS);
  panel_add_fact(panel, str_from(_("entropy, in bits")), weight(panel, shares->entropy),
                 RANK_FACTS);
  panel_add_fact(panel, str_from(_("gradient of softmax")), weight(panel, shares->gradient),
                 RANK_STEPS);
}

static void add_sentences(Panel *panel, const SaturationWidth *at, const SaturationDraw *draw) {
  Str whole = weight(panel, draw->of[SATURATION_UNSCALED].largest);
  Str divided = weight(panel, draw->of[SATURATION_SCALED].largest);
  panel_add_what_why(
      panel,
      panel_words(
          panel,
          _("%s of 1 is the largest weight of the draw on show, and %s where its scores are "
            "divided by √%d."),
          whole.at, divided.at, at->width),
      panel_words(panel,
                  _("Scores deviate here by %s, measured over all draws, and the further they lie "
                    "apart, the more softmax gives to one."),
                  full(panel, at->measured).at));
}

void saturation_inspect(Panel *panel) {
  const Saturation *made = panel->scene->saturation;
  if (!made) {
    panel_add_words(panel);
    return;
  }
  SaturationDraw draw = saturation_draw_on_show(panel->scene);
  panel_add_title(panel, (PanelTitle){.kicker = _("Random queries and keys"),
                                      .subject = panel_words(panel, "d = %d", made->asked.width),
                                      .subject_color = panel->pen->theme->ink});
  add_sentences(panel, &made->at[made->chosen], &draw);
  add_deviation(panel, &made->at[made->chosen]);
  add_way(panel, _("the draw on show, as it is"), "softmax(s)", &draw.of[SATURATION_UNSCALED]);
  add_way(panel, _("the same, divided"), "softmax(s / √d)", &draw.of[SATURATION_SCALED]);
  panel_add_note(
      panel,
      str_from(_("The gradient is the norm of all derivatives of a weight by a score, p_i "
                 "(δ_ij − p_j). It is 0 where one weight is 1: training could not "
                 "correct such a head.")),
      RANK_EXTRA);
  panel_add_words(panel);
}
