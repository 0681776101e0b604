/* scene/stages/block.c -- the output of a layer: its input, plus the joined heads, then whatever
** the model does with that sum.
**
**   labels  [ input ]  +  [ joined ]  =  [ output ]      built by hand: the sum itself
**                                     →                  trained: norm, MLP, norm
**   the path of one row, with what its norms and its MLP did to it: above, in digits, or below,
**   strip by strip
*/
#include "scene/layer_words.h"
#include "scene/stages/block.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/block_path.h"
#include "scene/stages/followed_rows.h"
#include "scene/stages/side_by_side.h"

static const float COLUMN_MOST_DESIGN = 24, ROW_MOST_DESIGN = 36;
/* above the matrices, with their names, and below them, with their bars */
static const float TOP = 48, FOOT = 46, FOOT_DIGITS = 42, TOP_LOW = 26, FOOT_LOW = 30;
/* before a class, where bars may stand below a matrix */
static const float TOP_AFAR = 40, FOOT_AFAR = 52;
/* the path of one row is shown only if matrices keep this height */
static const float MATRIX_LEAST = 150, MATRIX_LEAST_AFAR = 90, MATRIX_LEAST_LOW = 44;

typedef struct Place {
  Box cells[3]; /* input, joined, output */
  float label_width, signs[2], foot_height;
  Box foot, path; /* path.h = 0: no room */
  bool path_has_digits;
  bool is_low; /* matrices below the digits have no numbers of columns */
} Place;

/* Where the rows with digits would have no room else, matrices are lower, without numbers of their
** columns: those of the rows are there. */
static Box take_rows(const Scene *scene, Place *place, Box *inner) {
  int rows = block_path_rows(scene), breaks = block_path_breaks(scene);
  float least = stage_is_for_afar(scene) ? MATRIX_LEAST_AFAR : MATRIX_LEAST;
  float wanted = stage_row_most_below_rows(scene) * (float)trace_token_count(scene->trace);
  FollowedRoom room = {.count = rows,
                       .breaks = breaks,
                       .least_design = TOP + least + FOOT_DIGITS,
                       .wanted_design = TOP + wanted + FOOT_DIGITS};
  Box taken = followed_rows_take(scene, inner, room);
  if (taken.h > 0 || stage_followed_row(scene) < 0) return taken;
  room = (FollowedRoom){
      .count = rows, .breaks = breaks, .least_design = TOP_LOW + MATRIX_LEAST_LOW + FOOT_LOW};
  taken = followed_rows_take(scene, inner, room);
  place->is_low = taken.h > 0;
  return taken;
}

static void place_matrices(const Scene *scene, Place *place, Box inner, float top, float height) {
  float room = inner.w - place->label_width - place->signs[0] - place->signs[1];
  float most = stage_points(scene, COLUMN_MOST_DESIGN) * (float)trace_d_model(scene->trace);
  float width = floorf(fminf(room / 3, most));
  float whole = inner.w - room + 3 * width;
  float x = floorf(inner.x + (inner.w - whole) / 2) + place->label_width;
  float y = floorf(inner.y + top), left = x;
  for (int i = 0; i < 3; i++) {
    place->cells[i] = (Box){x, y, width, height};
    x += width + (i < 2 ? place->signs[i] : 0);
  }
  float below = stage_points(scene, place->is_low ? 6 : 16);
  place->foot = (Box){left, y + height + below, whole - place->label_width, place->foot_height};
}

/* The path of a row is left out before matrices become smaller than 150 points; in digits, before
** they become smaller than 44. */
static Place place_block(const Scene *scene, Box box) {
  bool bends = block_bends(scene->trace), is_afar = stage_is_for_afar(scene);
  Place place = {.signs = {stage_points(scene, 34), stage_points(scene, bends ? 58 : 34)}};
  float margin = stage_points(scene, 20), lower = stage_points(scene, is_afar ? 4 : 20);
  Box inner = {box.x + margin, box.y + lower, box.w - 2 * margin, box.h - 2 * lower};
  float path = block_path_height(scene);
  Box rows = take_rows(scene, &place, &inner);
  float top = stage_points(scene, place.is_low ? TOP_LOW : is_afar ? TOP_AFAR : TOP);
  float foot_rows = is_afar ? FOOT_AFAR : FOOT_DIGITS;
  float foot = stage_points(scene, place.is_low ? FOOT_LOW : rows.h > 0 ? foot_rows : FOOT);
  place.foot_height = foot - stage_points(scene, place.is_low ? 8 : 20);
  place.path_has_digits = rows.h > 0;
  if (rows.h > 0 || inner.h - top - foot - path < stage_points(scene, MATRIX_LEAST)) path = 0;
  float least = rows.h > 0 ? block_path_names(scene) : stage_points(scene, 48);
  place.label_width = fminf(fmaxf(matrix_label_width(scene, 120), least), inner.w * 0.2f);
  float row_most = rows.h > 0 ? stage_row_most_below_rows(scene) : ROW_MOST_DESIGN;
  float height = stage_rows_height(scene, inner.h - top - foot - path, row_most);
  float above = (inner.h - height - top - foot - path) / 2 + top;
  place_matrices(scene, &place, inner, above, height);
  float y = place.cells[0].y + height + foot;
  place.path = path > 0 ? (Box){inner.x, y, inner.w, path} : rows;
  return place;
}

static Box path_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_block(&fitted, box).cells[2];
}

/* -- the matrices ------------------------------------------------------------------------------ */

static void draw_matrix(const Scene *scene, const Place *place, TracePart part, int index) {
  assert(index >= 0 && index < 3);
  Box cells = place->cells[index];
  stage_column_draw(
      scene, &(StageColumn){.part = part,
                            .cells = cells,
                            .is_bare = place->is_low,
                            .label_width = index == 0 ? place->label_width : 0,
                            .name_room = cells.w + stage_points(scene, index < 2 ? 26 : 16)});
}

static Box below_cells(const Place *place, int index) {
  return (Box){place->cells[index].x, place->foot.y, place->cells[index].w, place->foot.h};
}

/* The bar of what is added is below a matrix without words; that of all three is right of the words
** below the joined heads. */
static void draw_bars(const Scene *scene, const Place *place) {
  bool is_beside = block_is_pale(scene, TRACE_ATTN_PROJ) || block_is_pale(scene, TRACE_INPUT);
  TracePart part = block_has_two_scales(scene) ? TRACE_INPUT : TRACE_BLOCK;
  Box below = is_beside ? below_cells(place, 2) : place->foot;
  if (part == TRACE_INPUT) below = below_cells(place, block_is_pale(scene, TRACE_INPUT) ? 1 : 0);
  stage_bar_draw(scene, part, below);
  if (part == TRACE_INPUT) stage_bar_draw(scene, TRACE_BLOCK, below_cells(place, 2));
}

/* The words below the arrow follow the model's order: norms before or after (M-15, M-42). */
static void draw_signs(const Scene *scene, const Place *place) {
  Box joined = place->cells[1];
  Box plus = {place->cells[0].x + place->cells[0].w, joined.y, place->signs[0], joined.h};
  Box becomes = {joined.x + joined.w, joined.y, place->signs[1], joined.h};
  bool bends = block_bends(scene->trace);
  stage_sign_draw(scene, plus, "+");
  stage_sign_draw(scene, becomes, bends ? "→" : "=");
  if (!bends || becomes.h < stage_points(scene, 88)) return;
  bool before = trace_norm_place(scene->trace) == NORM_BEFORE;
  const char *const below[] = {_("norm"), _("MLP"), before ? "+" : _("norm")};
  int count = trace_has_part(scene->trace, TRACE_MLP) ? 3 : 1;
  float line = stage_points(scene, 1.2f * stage_small_print(scene));
  float y = becomes.y + becomes.h / 2 + stage_points(scene, 12);
  for (int i = 0; i < count; i++)
    block_small_draw(scene, (Box){becomes.x, y + line * (float)i, becomes.w, line}, below[i]);
}

static void draw_sum(const Scene *scene, Box box) {
  Place place = place_block(scene, box);
  draw_matrix(scene, &place, TRACE_INPUT, 0);
  draw_matrix(scene, &place, TRACE_ATTN_PROJ, 1);
  draw_matrix(scene, &place, TRACE_BLOCK, 2);
  draw_signs(scene, &place);
  draw_bars(scene, &place);
  block_reach_draw(scene, TRACE_INPUT, place.cells[0], place.foot);
  block_reach_draw(scene, TRACE_ATTN_PROJ, place.cells[1], place.foot);
  block_path_draw(scene, place.path, place.cells[0].x, place.path_has_digits);
}

/* What a recorded model does besides the sum is not known. */
static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_BLOCK);
  if (trace_is_recorded(scene->trace)) side_by_side_draw(scene, STAGE_BLOCK, box);
  else draw_sum(scene, box);
}

static Box cells(const Scene *scene, Box box) {
  return trace_is_recorded(scene->trace) ? side_by_side_cells(scene, STAGE_BLOCK, box)
                                         : path_cells(scene, box);
}

/* -- words ------------------------------------------------------------------------------------- */

static const char *symbol(const Trace *trace) {
  if (trace_is_recorded(trace)) return _("layer(x)");
  if (!block_bends(trace)) return stage_info(STAGE_BLOCK)->symbol;
  return trace_norm_place(trace) == NORM_BEFORE ? "x + MLP" : "LN(x + ·)";
}

bool stage_norm_is_rms(const Scene *scene) {
  const TraceBlockWeights *weights = trace_block_weights(scene->trace, scene->view->layer);
  return weights && weights->norm_method == NORM_RMS;
}

const char *stage_norm_symbol(const Scene *scene) {
  return stage_norm_is_rms(scene) ? "RMS" : "LN";
}

static bool is_gated(const Scene *scene) {
  const TraceBlockWeights *weights = trace_block_weights(scene->trace, scene->view->layer);
  return weights && weights->w_gate.at;
}

const char *stage_layer_words(const Scene *scene) {
  return str_format(scene->pen.list->arena,
                    trace_is_recorded(scene->trace) ? _("layer(%s)") : _("%s + joined"),
                    captions_stream(scene, 'x', scene->view->layer));
}

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const TraceBlockWeights *weights = trace_block_weights(scene->trace, scene->view->layer);
  int tokens = trace_token_count(scene->trace), width = trace_d_model(scene->trace);
  if (trace_is_recorded(scene->trace))
    return str_format(arena, _("%d × %d, as recorded"), tokens, width);
  if (!weights || !weights->w_1.at)
    return str_format(arena, _("%d × %d plus %d × %d → %d × %d"), tokens, width, tokens, width,
                      tokens, width);
  return str_format(arena,
                    P_("%d × %d plus %d × %d → %d × %d, through %d hidden unit",
                       "%d × %d plus %d × %d → %d × %d, through %d hidden units",
                       weights->w_1.cols),
                    tokens, width, tokens, width, tokens, width, weights->w_1.cols);
}

static const char *explanation(const Scene *scene) {
  if (trace_has_part(scene->trace, TRACE_MLP) && is_gated(scene))
    return _("The layer adds what its heads found to what came in. An MLP works on each row alone: "
             "one map of it gives numbers, another a gate for each that lets more or less of it "
             "through, and a third brings the result back, which is added too. Norms bring every "
             "row to the same size on the way. The rows mix in the heads only.");
  if (trace_has_part(scene->trace, TRACE_MLP))
    return _("The layer adds what its heads found to what came in. An MLP, two maps with a bend "
             "between them, works on each row alone, and its answer is added too. Norms bring "
             "every row to the same spread on the way. The rows mix in the heads only.");
  if (trace_is_recorded(scene->trace))
    return _("What the layer hands on to the next one, as it was recorded: what came in, what its "
             "heads found, and what else this model does to each row.");
  if (block_bends(scene->trace))
    return _("The layer adds what its heads found to what came in, and a norm brings every row to "
             "the same spread.");
  if (trace_has_part(scene->trace, TRACE_NORM_1))
    return _("The layer adds what its heads found to what came in: nothing is lost, something is "
             "written beside it. This model has no MLP, so the sum is all.");
  return _("The layer adds what its heads found to what came in: nothing is lost, something is "
           "written beside it. This model has no norm and no MLP, so the sum is all.");
}

static const char *hint(const Scene *scene) {
  int layers = trace_layer_count(scene->trace);
  bool is_last = scene->view->layer + 1 == layers;
  if (!is_last) return _("Try: press “.” for the next layer, which starts from these rows.");
  if (trace_is_recorded(scene->trace))
    return _("Try: click a row and compare what its heads found with what leaves the layer.");
  if (trace_has_words(scene->trace)) return _("Try: press → and see which words these rows name.");
  if (layers > 1)
    return _("Try: press “,” for the layer before, whose output this one started from.");
  return _("Try: click a column and see what was added to it.");
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = trace_is_recorded(scene->trace) ? _("What leaves the layer, as it was recorded.")
                                                  : _("What was heard is added to what was there.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  out->hint = hint(scene);
}

static const char *focus_line(const Scene *scene, int row, int col) {
  Arena *arena = scene->pen.list->arena;
  const char *place = stage_place_words(scene, row, col);
  Number joined = stage_number(scene, TRACE_ATTN_PROJ, row, col);
  Number block = stage_number(scene, TRACE_BLOCK, row, col);
  if (!trace_has_part(scene->trace, TRACE_INPUT))
    return str_format(arena, _("%s: joined %s, layer output %s"), place, joined.at, block.at);
  return str_format(arena, _("%s: input %s, joined %s, layer output %s"), place,
                    stage_number(scene, TRACE_INPUT, row, col).at, joined.at, block.at);
}

/* "x₃" for the output of layer 2. */
static const char *next_symbol(const Scene *scene) {
  return captions_stream(scene, 'x', scene->view->layer + 1);
}

/* Built by hand: x + joined, recorded: layer(x); trained: LN(x + joined), and with an MLP LN(h +
** MLP(h)) of that h; with the norm before: x + joined and h + MLP(LN(h)). LN is RMS where the norm
** is one. */
static void formula(const Scene *scene, Formula *out) {
  bool after = trace_norm_place(scene->trace) == NORM_AFTER;
  bool bends = trace_has_part(scene->trace, TRACE_MLP);
  const char *norm = stage_norm_symbol(scene);
  Arena *arena = scene->pen.list->arena;
  formula_add_plain(out, bends ? "h" : next_symbol(scene), 0, 0);
  formula_add_equals(out);
  FormulaPiece piece = {.symbol = after
                                      ? str_format(arena, "%s(%s)", norm, stage_layer_words(scene))
                                      : stage_layer_words(scene),
                        .stage = STAGE_BLOCK,
                        .role = TRACE_BLOCK,
                        .after = bends ? 1.2f : 0};
  int row, col;
  stage_focus(scene, &row, &col);
  piece.is_quiet = bends && col >= 0; /* the chosen number is one of the second */
  formula_add(out, piece);
  if (!bends) return;
  formula_add_plain(out, next_symbol(scene), 0, 0);
  formula_add_equals(out);
  piece.symbol = str_format(arena, after ? "%s(h + MLP(h))" : "h + MLP(%s(h))", norm);
  piece.after = 0;
  piece.is_quiet = false;
  formula_add(out, piece);
}

/* "2.01 − 0.15 = 1.86 → norm −0.14 → + MLP 0.15 = 0.01 → norm −0.72", as far as the model goes. */
static const char *way_on(const Scene *scene, const BlockWorkings *w, const char *sum) {
  Arena *arena = scene->pen.list->arena;
  int col = w->column;
  Number block = number_hundredths(w->block[col]);
  if (!w->has_mlp) return w->has_norms ? str_format(arena, _("%s → norm %s"), sum, block.at) : sum;
  Number mlp = number_hundredths(w->mlp[col]), sum_2 = number_hundredths(w->sum_2[col]);
  if (!w->has_norms || w->norm_place == NORM_BEFORE)
    return str_format(arena, _("%s → + MLP %s = %s"), sum, mlp.at, block.at);
  return str_format(arena, _("%s → norm %s → + MLP %s = %s → norm %s"), sum,
                    number_hundredths(w->kept[col]).at, mlp.at, sum_2.at, block.at);
}

/* Of both sums in the line. */
static bool is_rounded(const BlockWorkings *w, Number sum) {
  int col = w->column;
  bool is_before = !w->has_norms || w->norm_place == NORM_BEFORE;
  Number came = number_hundredths(w->input[col]), joined = number_hundredths(w->joined[col]);
  if (sum_of_two_is_rounded(came, joined, sum)) return true;
  if (!w->has_mlp) return false;
  Number before = is_before ? sum : number_hundredths(w->kept[col]);
  Number after = number_hundredths(is_before ? w->block[col] : w->sum_2[col]);
  return sum_of_two_is_rounded(before, number_hundredths(w->mlp[col]), after);
}

static StageSum sum(const Scene *scene, int row, int col, int terms) {
  (void)terms; /* every model has its own steps, all of which are told */
  const BlockWorkings *w = block_workings_make(scene->pen.list->arena, scene->trace,
                                               (BlockPlace){scene->view->layer, row, col}, NULL);
  if (!w) scene->pen.list->failed = true;
  if (!w || !w->input || !w->joined || !w->sum) return (StageSum){0};
  Number sum = number_hundredths(w->sum[col]);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  sum_add(&words, number_hundredths(w->input[col]));
  sum_add(&words, number_hundredths(w->joined[col]));
  strbuf_format(&words, " = %s", sum.at);
  return (StageSum){.words = str_from(way_on(scene, w, words.at)),
                    .is_rounded = is_rounded(w, sum),
                    .is_path = w->has_norms || w->has_mlp};
}

static void legend(Panel *panel) { panel_add_signed_legend(panel, TRACE_BLOCK); }

const StageView stage_block_view = {.draw = draw,
                                    .digit_rows = block_path_rows,
                                    .cells = cells,
                                    .symbol = symbol,
                                    .captions = captions,
                                    .focus_line = focus_line,
                                    .row_line = block_row_line,
                                    .formula = formula,
                                    .inspect = block_inspect,
                                    .cell_words = block_cell_words,
                                    .sum = sum,
                                    .legend = legend,
                                    .has_afar = true,
                                    .question = inspect_question_of_result,
                                    .heads_part = TRACE_OUTPUT,
                                    .overview_part = TRACE_OUTPUT};
