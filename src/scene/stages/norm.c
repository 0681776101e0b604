/* scene/stages/norm.c -- the norm before the heads: input → after the norm. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/side_by_side.h"
#include "scene/stages/stage_view.h"
#include "trace/workings/block.h"

static void draw(const Scene *scene, Box box) {
  assert(trace_has_stage(scene->trace, STAGE_NORM));
  side_by_side_draw(scene, STAGE_NORM, box);
}
static Box cells(const Scene *scene, Box box) { return side_by_side_cells(scene, STAGE_NORM, box); }

static void captions(const Scene *scene, Captions *out) {
  int tokens = trace_token_count(scene->trace), width = trace_d_model(scene->trace);
  out->headline = _("Each row is brought to one size before the heads read it.");
  out->shapes =
      str_format(scene->pen.list->arena, "%d × %d → %d × %d", tokens, width, tokens, width);
  out->explanation =
      stage_norm_is_rms(scene)
          ? _("Every number is divided by the root mean square of its row; then each column has a "
              "gain of its own. No mean is taken off and nothing is added, so the row keeps its "
              "direction. The row as it was goes on beside it.")
          : _("From every number its row's mean is taken, and the rest divided by the row's "
              "spread; then each column has a gain and a bias of its own. The row as it "
              "was goes on beside it.");
  out->hint = _("Try: compare two rows: before the norm their sizes differ, after it they do not.");
}

static const char *focus_line(const Scene *scene, int row, int col) {
  return str_format(scene->pen.list->arena, _("%s: before the norm %s, after it %s"),
                    stage_place_words(scene, row, col),
                    stage_number(scene, TRACE_INPUT, row, col).at,
                    stage_number(scene, TRACE_NORM_1, row, col).at);
}

static void formula(const Scene *scene, Formula *out) {
  const char *input = captions_stream(scene, 'x', scene->view->layer);
  const char *symbol =
      str_format(scene->pen.list->arena, "%s(%s)", stage_norm_symbol(scene), input);
  formula_add(out, (FormulaPiece){.symbol = symbol, .stage = STAGE_NORM, .role = TRACE_NORM_1});
}

/* -- the panel --------------------------------------------------------------------------------- */

static const char *meaning_of_row(const Panel *panel) {
  return stage_norm_is_rms(panel->scene)
             ? _("The row as the heads read it: brought to root mean square 1, then each "
                 "column is stretched.")
             : _("The row as the heads read it: brought to mean 0 and spread 1, "
                 "then each column is stretched and shifted.");
}

static WorkedNorm norm_here(const Panel *panel) {
  return worked_first_norm(panel->scene->trace, panel->scene->view->layer, panel->query,
                           panel->key);
}

static Str why_normed(const Panel *panel, const WorkedNorm *norm) {
  Number x = number_full(norm->x), size = number_full(norm->deviation);
  if (norm->method == NORM_RMS)
    return panel_words(
        panel,
        _("%s came in, the root mean square of its row, %s, divides it, and the gain "
          "of the column, %s, multiplies it."),
        x.at, size.at, number_full(norm->gain).at);
  return panel_words(panel,
                     _("%s came in, the mean of its row, %s, is taken off, its spread, %s, divides "
                       "the rest, and the column has a gain of %s and a bias of %s."),
                     x.at, number_full(norm->mean).at, size.at, number_full(norm->gain).at,
                     number_full(norm->bias).at);
}

static CellWords cell_words(const Panel *panel) {
  if (!panel_matrix(panel, TRACE_INPUT).at) return (CellWords){0};
  WorkedNorm norm = norm_here(panel);
  float number = panel_number_at(panel, TRACE_NORM_1, panel->key);
  Str what = panel_words(panel, _("%s is column %d of “%s” as the heads read it, brought to size."),
                         number_full(number).at, panel->key + 1, cell_query(panel));
  double made = ((double)norm.x - (double)norm.mean) / (double)norm.deviation * (double)norm.gain +
                (double)norm.bias;
  Str why = !isfinite(made)                       ? cell_is_not_finite()
            : !number_follows(made, made, number) ? cell_does_not_follow(panel, made)
                                                  : why_normed(panel, &norm);
  return (CellWords){what, why};
}

static void add_norm_strip(Panel *panel, const char *label, TracePart part, Rank rank) {
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(label),
                               .color = panel->pen->theme->ink,
                               .row = panel_row(panel, part, panel->query),
                               .part = part,
                               .focus = panel->key},
                  rank);
}

/* M-10 or M-71 for this row: mean, standard deviation and root mean square belong to the row, gain
** and bias to the column. */
static void inspect(Panel *panel) {
  assert(panel->query >= 0 && trace_norm_place(panel->scene->trace) == NORM_BEFORE);
  panel_add_row_title(panel, panel->key >= 0 ? _("One number before the heads")
                                             : _("One row before the heads"));
  if (panel->key >= 0) panel_add_cell_words(panel);
  else panel_add_meaning(panel, str_from(meaning_of_row(panel)));
  add_norm_strip(panel, _("what came in"), TRACE_INPUT, RANK_STEPS);
  add_norm_strip(panel, _("normed"), TRACE_NORM_1, RANK_BODY);
  WorkedNorm norm = norm_here(panel);
  Number mean = number_full(norm.mean), deviation = number_full(norm.deviation);
  bool is_rms = norm.method == NORM_RMS;
  if (!is_rms)
    panel_add_fact(panel, str_from(_("the row's mean")), panel_words(panel, "%s", mean.at),
                   RANK_FACTS);
  panel_add_fact(panel, str_from(is_rms ? _("the row's root mean square r") : _("its spread σ")),
                 panel_words(panel, "%s", deviation.at), RANK_FACTS);
  if (panel->key >= 0) panel_add_norm(panel, &norm, RANK_STEPS);
  if (panel->key >= 0)
    panel_add_result(panel, str_from(_("after the norm")),
                     panel_words(panel, "%s", number_full(norm.result).at));
  panel_add_rounded(panel);
  panel_add_words(panel);
}

static void legend(Panel *panel) { panel_add_signed_legend(panel, TRACE_NORM_1); }

const StageView stage_norm_view = {.draw = draw,
                                   .cells = cells,
                                   .captions = captions,
                                   .focus_line = focus_line,
                                   .formula = formula,
                                   .inspect = inspect,
                                   .cell_words = cell_words,
                                   .legend = legend,
                                   .question = inspect_question_of_column,
                                   .heads_part = TRACE_WEIGHTS,
                                   .overview_part = TRACE_X};
