/* scene/stages/features_panel.c -- the inspector of features: a row, or one feature worked out
** (M-59). */
#include "scene/stages/features.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

static void add_title(Panel *panel, TracePart part) {
  bool is_number = panel->key >= 0;
  PanelTitle title = {.kicker = _("One token, as features"),
                      .subject = panel_named(panel, panel->query),
                      .words = str_from(_("asks and is found")),
                      .subject_color = panel->pen->theme->ink};
  if (is_number) {
    title.kicker =
        part == TRACE_FEATURES_Q ? _("One feature of a query") : _("One feature of a key");
    title.words = panel_words(panel, _("· feature %d"), panel->key + 1);
    title.subject_color = scene_part_color(panel->pen->theme, part);
  }
  panel_add_title(panel, title);
}

static void add_strips(Panel *panel, TracePart part) {
  const Trace *trace = panel->scene->trace;
  bool is_query = part == TRACE_FEATURES_Q;
  TracePart from = is_query ? trace_score_queries(trace) : trace_score_keys(trace);
  const Theme *theme = panel->pen->theme;
  if (!is_query && trace_has_key_words(trace)) return;
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(is_query ? _("query") : _("key")),
                               .color = scene_part_color(theme, from),
                               .row = panel_row(panel, from, panel->query),
                               .part = from,
                               .focus = -1},
                  RANK_BODY);
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(_("its features")),
                               .color = scene_part_color(theme, part),
                               .row = panel_row(panel, part, panel->query),
                               .part = part,
                               .focus = panel->key},
                  RANK_STEPS);
}

/* -- one row ----------------------------------------------------------------------------------- */

static void add_row(Panel *panel) {
  add_strips(panel, TRACE_FEATURES_Q);
  add_strips(panel, TRACE_FEATURES_K);
  panel_add_note(panel,
                 str_from(_("Next: the features of all keys are added up, each times its value; "
                            "then every query weighs these sums by its own features.")),
                 RANK_NEXT);
}

/* -- one feature ------------------------------------------------------------------------------- */

static FeatureNumber number_of(const Panel *panel) {
  const View *view = panel->scene->view;
  return feature_number(panel->scene->trace,
                        (TraceMatrixId){features_part(panel->scene), view->layer, view->head},
                        panel->query, panel->key);
}

/* How far the row goes along ω, and half its square; of cosines the row is as long as √τ. */
static void add_exponent(Panel *panel, const FeatureNumber *number, bool is_query) {
  const char *letter = is_query ? "q" : "k";
  bool is_cosine = number->temperature > 0;
  Number by = number_full((float)(is_cosine ? number->temperature : number->divisor));
  Str along = is_cosine ? panel_words(panel, "ω · %s / |%s| · √%s", letter, letter, by.at)
                        : panel_words(panel, "ω · %s / √%s", letter, by.at);
  Str half = is_cosine ? panel_words(panel, "%s / 2", by.at)
                       : panel_words(panel, "|%s|² / (2 · %s)", letter, by.at);
  panel_add_fact(panel, along, panel_words(panel, "%s", number_full((float)number->along).at),
                 RANK_STEPS);
  panel_add_fact(panel, half, panel_words(panel, "%s", number_full((float)number->half).at),
                 RANK_STEPS);
}

static void add_number(Panel *panel, TracePart part) {
  FeatureNumber number = number_of(panel);
  bool is_query = part == TRACE_FEATURES_Q;
  add_strips(panel, part);
  add_exponent(panel, &number, is_query);
  panel_add_fact(panel, str_from(_("exponent, the difference of both")),
                 panel_words(panel, "%s", number_full((float)number.exponent).at), RANK_STEPS);
  panel_add_equation(panel,
                     panel_words(panel, "e^(%s) / √%d", number_full((float)number.exponent).at,
                                 number.feature_count),
                     RANK_BODY);
  panel_add_result(panel,
                   panel_words(panel, is_query ? _("φ(q), feature %d =") : _("φ(k), feature %d ="),
                               panel->key + 1),
                   panel_words(panel, "%s", number_full(number.result).at));
  const PanelProducts products = {.left = "ω",
                                  .right = is_query ? "q" : "k",
                                  .a = number.omega,
                                  .b = number.vector,
                                  .b_step = 1,
                                  .count = number.width,
                                  .focus = -1};
  (void)panel_add_products(panel, &products);
  panel_lower_table(panel);
  panel_add_rounded(panel);
}

/* -- in words ---------------------------------------------------------------------------------- */

CellWords features_cell_words(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  TracePart part = features_part(panel->scene);
  MatView features = panel_matrix(panel, part);
  if (!trace_has_part(trace, trace_score_queries(trace)) ||
      !trace_has_part(trace, trace_score_keys(trace)) || !trace_has_part(trace, TRACE_OMEGA) ||
      !features.at || panel->query >= features.rows || panel->key >= features.cols)
    return (CellWords){0};
  FeatureNumber number = number_of(panel);
  double made = number.exponential / sqrt((double)number.feature_count);
  Str what = panel_words(panel,
                         part == TRACE_FEATURES_Q
                             ? _("%s is feature %d of the query of “%s”, and can never be below 0.")
                             : _("%s is feature %d of the key of “%s”, and can never be below 0."),
                         number_full(number.result).at, panel->key + 1, cell_query(panel));
  if (!isfinite(made)) return (CellWords){what, cell_is_not_finite()};
  if (!number_follows(made, made, number.result))
    return (CellWords){what, cell_does_not_follow(panel, made)};
  return (CellWords){
      what,
      panel_words(panel,
                  _("The vector goes %s along a direction drawn for this feature, less %s for "
                    "its length; e to the power of that, divided by √%d, is the feature."),
                  number_full((float)number.along).at, number_full((float)number.half).at,
                  number.feature_count)};
}

void features_inspect(Panel *panel) {
  const Trace *trace = panel->scene->trace;
  TracePart part = features_part(panel->scene);
  if (!trace_has_part(trace, trace_score_queries(trace)) ||
      !trace_has_part(trace, trace_score_keys(trace)) || !trace_has_part(trace, TRACE_OMEGA)) {
    inspect_recorded(panel, str_from(_("the queries, keys or directions were not recorded")));
    return;
  }
  add_title(panel, part);
  if (panel->key >= 0) panel_add_cell_words(panel);
  if (panel->key >= 0) add_number(panel, part);
  else add_row(panel);
  panel_add_words(panel);
}
