/* scene/stages/norm.c -- the norm before the heads: input → after the norm. */
#include "base/i18n.h"
#include "scene/stages/side_by_side.h"
#include "scene/stages/pair_stage.h"

static void draw(const Scene *scene, Box box) { side_by_side_draw(scene, STAGE_NORM, box); }
static Box cells(const Scene *scene, Box box) { return side_by_side_cells(scene, STAGE_NORM, box); }

static void captions(const Scene *scene, Captions *out) {
  int tokens = trace_token_count(scene->trace), width = trace_d_model(scene->trace);
  out->headline = _("Each row is brought to one size before the heads read it.");
  out->shapes =
      str_format(scene->pen.list->arena, "%d × %d → %d × %d", tokens, width, tokens, width);
  out->explanation =
      _("From every number its row's mean is taken, and the rest divided by the row's "
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
  (void)scene;
  formula_add(out, (FormulaPiece){.symbol = "LN(x)", .stage = STAGE_NORM, .role = TRACE_NORM_1});
}

const StageView stage_norm_view = {.draw = draw,
                                   .cells = cells,
                                   .captions = captions,
                                   .focus_line = focus_line,
                                   .formula = formula,
                                   .inspect = inspect_norm,
                                   .legend = pair_legend,
                                   .question = inspect_question_of_column,
                                   .heads_part = TRACE_WEIGHTS,
                                   .overview_part = TRACE_X};
