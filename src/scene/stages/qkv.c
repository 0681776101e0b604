/* scene/stages/qkv.c -- one input, three linear maps: Q = X W_Q, K = X W_K, V = X W_V.
**
**                W_Q ── Q
**   labels  X ── W_K ── K     each query, key and value row comes from one row of X
**                W_V ── V
**
** In cross-attention K and V come from the rows of another sentence, Y, which stands below X.
*/
#include "scene/stages/qkv_place.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/followed_rows.h"

/* width of a bar below a weight matrix, with its numbers */
static const float MAP_FOOT_DESIGN = 78;
static const float BESIDE_FRAME_PT = 3; /* in figures, where the frame is as far from the cells */

static Box map_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return qkv_place(&fitted, box).bands[2].cells;
}

ProjectionId qkv_projection(const Scene *scene, int *term) {
  int row, col, chosen;
  ProjectionId projection = view_projection(scene->view, &chosen);
  stage_focus(scene, &row, &col);
  if (scene_has_other_sentence(scene)) projection = PROJECTION_Q; /* of a row that asks */
  if (term) *term = col >= 0 && chosen < trace_d_model(scene->trace) ? chosen : -1;
  return projection;
}

static bool is_focused(const Scene *scene, const QkvBand *band) {
  return qkv_projection(scene, NULL) == band->id;
}

bool qkv_is_quiet(const Scene *scene, const QkvBand *band) {
  int row, col;
  stage_focus(scene, &row, &col);
  return scene->interactive && col >= 0 && !is_focused(scene, band);
}

Color qkv_line_color(const Scene *scene, const QkvBand *band) {
  const Theme *theme = scene->pen.theme;
  Color role = scene_part_color(theme, band->result);
  return qkv_is_quiet(scene, band) ? color_mix(theme->paper, role, STAGE_QUIET) : role;
}

/* -- drawing ----------------------------------------------------------------------------------- */

/* Ribbons show which matrix is made from which; single rows are drawn as lines. Those from X come
** out of the paper, so that where they cover each other there is no fourth colour. */
static void draw_ribbons(const Scene *scene, const QkvPlace *place) {
  for (int i = 0; i < 3; i++) {
    const QkvBand *band = &place->bands[i];
    float quiet = qkv_is_quiet(scene, band) ? STAGE_QUIET : 1;
    Color role = scene_part_color(scene->pen.theme, band->result);
    Color color = color_fade(role, 0.1f * quiet);
    Box x = qkv_is_of_other(place, band) ? place->y : place->x;
    Box w = band->weights_cells, r = band->cells;
    pen_ribbon(&scene->pen, (RibbonEdge){x.x + x.w + 2, x.y, x.h, color_fade(role, 0)},
               (RibbonEdge){w.x - 4, w.y, w.h, color_fade(role, 0.18f * quiet)});
    float end = floorf(qkv_way_end(scene, band)); /* from there on behind the names of the rows */
    pen_ribbon(&scene->pen, (RibbonEdge){w.x + w.w + 4, w.y, w.h, color},
               (RibbonEdge){end, r.y, r.h, color});
    draw_box(scene->pen.list,
             (DrawBox){.box = {end, r.y, fmaxf(r.x - 4 - end, 0), r.h}, .fill = color});
  }
}

static void draw_bar(const Scene *scene, TracePart part, Box cells) {
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  Box bar = {cells.x + cells.w + stage_points(scene, 14), cells.y, stage_points(scene, 8),
             fmaxf(cells.h, stage_points(scene, 30))};
  pen_color_bar(&scene->pen, &(ColorBar){.box = bar,
                                         .vertical = true,
                                         .palette = scene_palette(scene, part),
                                         .range = range});
}

static float foot_of(const QkvBand *band) {
  Box last = band->bias_cells.h > 0 ? band->bias_cells : band->weights_cells;
  return last.y + last.h;
}

/* Right of the row, since the lines from X come steeply from the left. */
static void draw_bias_name(const Scene *scene, const QkvBand *band, Color color) {
  const Pen *pen = &scene->pen;
  Box box = band->bias_cells;
  TextStyle style = {FACE_SEMIBOLD, 10.5f, color, ALIGN_MIDDLE};
  Str name = str_from(band->bias_symbol);
  float width = pen_symbol_width(pen, style, name), size = stage_points(scene, style.size);
  pen_symbol(pen, style,
             (Point){box.x + box.w + stage_points(scene, 7) + width / 2,
                     box.y + (box.h + TEXT_CAP_HEIGHT * size) / 2},
             name);
}

/* One cell per column below the weight matrix, on a scale of its own: it is added to every row. */
void qkv_bias_cells_draw(const Scene *scene, const QkvPlace *place, const QkvBand *band) {
  const Pen *pen = &scene->pen;
  Box box = band->bias_cells;
  MatView bias = stage_matrix(scene, band->bias);
  if (box.h <= 0 || !bias.at) return;
  float largest = trace_largest(scene->trace, band->bias, scene->view->layer, scene->view->head);
  stage_strip_draw(scene, band->bias, 0, box, color_range_around_zero(largest));
  stage_frame(scene, box, qkv_line_color(scene, band));
  if (!place->is_column) draw_bias_name(scene, band, scene_part_color(pen->theme, band->result));
  if (!scene->interactive) return;
  Number most = number_full(largest);
  draw_hit(pen->list,
           (DrawHit){.box = box,
                     .tip = str_format(pen->list->arena,
                                       _("the bias, one row added to every row of %s; at most %s"),
                                       band->symbol, most.at)});
}

/* The cell where a row and a column of a grid meet. */
static Box crossing(const MatrixWidget *matrix, const MatrixGrid *grid, int row, int col) {
  Box across = matrix_row_box(matrix, grid, row), down = matrix_col_box(matrix, grid, col);
  return (Box){down.x, across.y, down.w, across.h};
}

/* The column of the weights that makes the focused number, and the weight of the chosen term. */
static void draw_used_column(const Scene *scene, const QkvBand *band, const MatrixWidget *weights) {
  int row, col, term;
  MatrixGrid grid = matrix_widget_grid(scene, weights);
  const Theme *theme = scene->pen.theme;
  stage_focus(scene, &row, &col);
  if (!is_focused(scene, band) || col < 0 || col >= grid.cols) return;
  qkv_projection(scene, &term);
  matrix_belonging_outline(scene, matrix_col_box(weights, &grid, col));
  if (term >= 0) matrix_outline(scene, crossing(weights, &grid, term, col), theme->ink, 1.5f);
}

/* A cell of a weight matrix chooses its column, and itself as the term, in the row in focus. */
static const char *weight_command(const Scene *scene, const QkvBand *band, const char *verb) {
  int row, col;
  stage_focus(scene, &row, &col);
  return str_format(scene->pen.list->arena, "%s %d %%c %s %%r", verb, row >= 0 ? row + 1 : 1,
                    view_projection_name(band->id));
}

/* A cell of the result chooses its number. */
static const char *result_command(const Scene *scene, const QkvBand *band, const char *verb) {
  return str_format(scene->pen.list->arena, "%s %%r %%c %s", verb, view_projection_name(band->id));
}

/* A cell of X chooses its row, and itself as the term of the number in focus. */
static const char *input_command(const Scene *scene, const char *verb) {
  int row, col;
  stage_focus(scene, &row, &col);
  return str_format(scene->pen.list->arena, "%s %%r %d %s %%c", verb, col >= 0 ? col + 1 : 1,
                    view_projection_name(qkv_projection(scene, NULL)));
}

/* A short bar above a weight matrix, right of its name, or the largest number alone. */
static const float NAME_ALONE_DESIGN = 34, BAR_ABOVE_DESIGN = 112;

static float room_above(const Scene *scene, const QkvBand *band) {
  return band->weights_cells.w + stage_points(scene, QKV_RIBBON_DESIGN - 6);
}

/* From matrices to the baseline of their names and of what stands beside these. */
static float names_rise(const Scene *scene) {
  const float tick = 5; /* above a narrow column in focus */
  return stage_points(scene, 10 + (scene->interactive ? tick : 0));
}

/* "±0.2" */
static void draw_ends(const Scene *scene, const QkvBand *band, Box box, Align align) {
  TextStyle style = {FACE_MONO, stage_small_print(scene), scene->pen.theme->muted, align};
  pen_text_in(&scene->pen, style, box, stage_ends_words(scene, band->weights));
}

static void draw_bar_above(const Scene *scene, const QkvBand *band) {
  const Pen *pen = &scene->pen;
  ColorRange range = scene_range(scene, band->weights, scene->view->layer, scene->view->head);
  float name = stage_points(scene, NAME_ALONE_DESIGN), high = stage_points(scene, 14);
  Box w = band->weights_cells;
  float digits = pen_points(pen, stage_small_print(scene)) * TEXT_CAP_HEIGHT;
  Box box = {w.x + name, w.y - names_rise(scene) - (high + digits) / 2,
             room_above(scene, band) - name, high};
  float bar = stage_points(scene, BAR_ABOVE_DESIGN);
  if (box.w >= bar && !qkv_is_quiet(scene, band)) {
    Box right = {fminf(box.x + box.w - bar, w.x + w.w - bar), box.y, bar, high};
    right.x = fmaxf(right.x, box.x);
    pen_inline_bar(
        pen,
        &(ColorBar){.box = right, .palette = scene_palette(scene, band->weights), .range = range});
    return;
  }
  draw_ends(scene, band, box, ALIGN_START);
}

static float weights_name_room(const Scene *scene, const QkvPlace *place, const QkvBand *band) {
  float room = room_above(scene, band);
  if (!place->bars_are_above) return room + stage_points(scene, 6);
  return stage_points(scene, NAME_ALONE_DESIGN - 4);
}

/* Rows of another sentence are not queries, so they cannot be selected. */
static void make_other(MatrixWidget *matrix) {
  matrix->rows_are_keys = true;
  matrix->focus_row = matrix->focus_col = -1;
  matrix->click = matrix->hover = matrix->row_click = matrix->row_hover = NULL;
}

/* A head so narrow is one to work out on paper: every number is read. */
static bool is_for_paper(const Scene *scene) {
  enum { COLUMNS_MOST = 4 };
  return trace_d_head(scene->trace) <= COLUMNS_MOST && trace_d_model(scene->trace) <= COLUMNS_MOST;
}

void qkv_weights_draw(const Scene *scene, const QkvPlace *place, const QkvBand *band) {
  MatrixWidget weights = {.part = band->weights,
                          .before = band->weights,
                          .cells = band->weights_cells,
                          .mix = 1,
                          .filled = -1,
                          .focus_row = -1,
                          .focus_col = -1,
                          .digits = is_for_paper(scene),
                          .click = weight_command(scene, band, "cell"),
                          .hover = weight_command(scene, band, "hover")};
  int row, col;
  stage_focus(scene, &row, &col);
  weights.vectors = scene->interactive ? VECTORS_ARE_COLUMNS : VECTORS_NOT_TOLD;
  weights.followed = is_focused(scene, band) ? col : -1;
  if (qkv_is_of_other(place, band)) weights.click = weights.hover = NULL;
  matrix_widget_draw(scene, &weights);
  stage_frame(scene, weights.cells, qkv_line_color(scene, band));
  draw_used_column(scene, band, &weights);
}

static void draw_quiet_row(const Scene *scene, const MatrixWidget *result) {
  MatrixGrid grid = matrix_widget_grid(scene, result);
  if (result->focus_row >= 0 && result->focus_row < grid.rows)
    matrix_outline(scene, matrix_row_box(result, &grid, result->focus_row), scene->pen.theme->muted,
                   1);
}

void qkv_result_draw(const Scene *scene, const QkvPlace *place, const QkvBand *band) {
  MatrixWidget result = stage_rows_view(scene, band->result, band->cells);
  bool is_bare = pen_is_of_print(&scene->pen) && !place->names_results;
  result.click = result_command(scene, band, "cell");
  result.hover = result_command(scene, band, "hover");
  result.belongs = result.focus_col < 0 || !is_focused(scene, band);
  if (!is_focused(scene, band)) {
    result.plain_focus = qkv_is_quiet(scene, band);
    result.focus_col = -1;
  }
  if (qkv_is_of_other(place, band)) make_other(&result);
  result.digits = place->rows.h <= 0 || is_for_paper(scene);
  result.row_labels =
      qkv_names_all_rows(scene, place, band) || (qkv_is_of_other(place, band) && !is_bare);
  if (!scene->interactive) result.label_gap_left = BESIDE_FRAME_PT;
  result.label_width = place->label_width_right - result.label_gap_left;
  matrix_widget_draw(scene, &result);
  if (result.plain_focus) draw_quiet_row(scene, &result);
  if (!result.row_labels && scene->interactive) qkv_followed_name_draw(scene, band, &result);
  if (qkv_leads_to_followed(scene, place) && !qkv_is_of_other(place, band))
    qkv_followed_outline(scene, &result);
  stage_frame(scene, result.cells, qkv_line_color(scene, band));
}

static void draw_band_names(const Scene *scene, const QkvPlace *place, const QkvBand *band) {
  Box w = band->weights_cells, cells = band->cells;
  float up = names_rise(scene);
  stage_name_draw(scene, &(StageName){.baseline = {w.x, w.y - up},
                                      .room = weights_name_room(scene, place, band),
                                      .symbol = band->weights_symbol,
                                      .size = stage_name_size(scene),
                                      .part = band->weights});
  stage_name_draw(scene, &(StageName){.baseline = {cells.x, cells.y - up},
                                      .room = cells.w + stage_points(scene, 60),
                                      .symbol = band->symbol,
                                      .size = 18,
                                      .part = band->result});
}

/* Wider than a narrow matrix, the bar of the weights stays right of the lines from X. */
static void draw_weights_bar(const Scene *scene, const QkvBand *band) {
  Box w = band->weights_cells;
  float foot = foot_of(band) + stage_points(scene, 8);
  float most = w.w + stage_points(scene, QKV_RIBBON_DESIGN - 6);
  float width = fmaxf(w.w, fminf(stage_points(scene, MAP_FOOT_DESIGN), most));
  Box bar = {w.x, foot, width, stage_points(scene, 24)};
  if (qkv_is_quiet(scene, band)) draw_ends(scene, band, bar, ALIGN_END);
  else stage_bar_draw(scene, band->weights, bar);
}

static void draw_band(const Scene *scene, const QkvPlace *place, const QkvBand *band) {
  qkv_weights_draw(scene, place, band);
  qkv_result_draw(scene, place, band);
  draw_band_names(scene, place, band);
  /* the ends of a quiet scale stand behind its row in digits, which another sentence has not */
  bool has_ends = place->rows.h > 0 && !qkv_is_of_other(place, band);
  if (!qkv_is_quiet(scene, band) || !has_ends) draw_bar(scene, band->result, band->cells);
  if (place->bars_are_above) draw_bar_above(scene, band);
  else draw_weights_bar(scene, band);
  qkv_bias_cells_draw(scene, place, band);
}

/* A chosen row has the focus where it is one: its three are outlined, as the parts of a number. */
static MatrixWidget input_view(const Scene *scene, const QkvPlace *place) {
  MatrixWidget matrix = stage_rows_view(scene, trace_projection_input(scene->trace), place->x);
  matrix.row_labels = true;
  matrix.label_width = place->label_width;
  matrix.col_numbers = true;
  matrix.label_height = stage_points(scene, 18);
  matrix.click = input_command(scene, "cell");
  matrix.hover = input_command(scene, "hover");
  matrix.belongs = matrix.focus_col >= 0;
  matrix.focus_col = -1;
  return matrix;
}

const char *qkv_input_symbol(const Scene *scene, char letter) {
  const char *input = captions_stream(scene, letter, scene->view->layer);
  return trace_projection_input(scene->trace) == TRACE_NORM_1
             ? str_format(scene->pen.list->arena, "%s(%s)", stage_norm_symbol(scene), input)
             : input;
}

static void draw_other(const Scene *scene, const QkvPlace *place) {
  Box y = place->y;
  MatrixWidget other = stage_rows_view(scene, TRACE_KEY_INPUT, y);
  make_other(&other);
  other.row_labels = true;
  other.label_width = place->label_width;
  matrix_widget_draw(scene, &other);
  stage_name_draw(scene, &(StageName){.baseline = {y.x, y.y - stage_points(scene, 10)},
                                      .room = y.w + stage_points(scene, 36),
                                      .cells_w = y.w,
                                      .symbol = qkv_input_symbol(scene, 'Y'),
                                      .size = 18,
                                      .part = TRACE_KEY_INPUT});
}

/* Of the ends of the scales that stand behind the rows, with the gap before them. */
static float ends_design(const Scene *scene) { return stage_is_for_afar(scene) ? 46 : 40; }

/* In cross-attention K and V are rows of another sentence. Each row has the scale of its matrix,
** whose bar is far from it. */
static void draw_rows(const Scene *scene, const QkvPlace *place) {
  FollowedRows rows = {.token = stage_followed_row(scene),
                       .name_design = 64,
                       .note_design = ends_design(scene),
                       .notes_yield = true,
                       .is_fine = !place->rows_are_low, /* as it is worked out */
                       .columns_least = FOLLOWED_SOME};
  int row, col;
  stage_focus(scene, &row, &col);
  for (int i = 0; i < 3 && rows.token >= 0; i++) {
    const QkvBand *band = &place->bands[i];
    int before = rows.count;
    if (trace_is_cross(scene->trace) && band->id != PROJECTION_Q) continue;
    followed_rows_add(scene, &rows, band->symbol, band->result);
    if (rows.count == before) continue;
    FollowedRow *added = &rows.rows[before];
    added->is_framed = true;
    added->is_quiet = qkv_is_quiet(scene, band);
    added->note = stage_ends_words(scene, band->result);
    added->has_focus = row >= 0 && is_focused(scene, band);
    added->of = str_format(scene->pen.list->arena, " %s", view_projection_name(band->id));
  }
  followed_rows_draw(scene, place->rows, &rows);
}

static void draw_maps(const Scene *scene, Box box) {
  assert(!trace_is_recorded(scene->trace));
  QkvPlace place = qkv_place(scene, box);
  if (place.is_column) {
    qkv_column_draw(scene, &place, box);
    return;
  }
  TracePart part = trace_projection_input(scene->trace);
  MatrixWidget input = input_view(scene, &place);
  MatrixGrid grid = matrix_widget_grid(scene, &input);
  draw_ribbons(scene, &place);
  matrix_widget_draw(scene, &input);
  if (qkv_leads_to_followed(scene, &place)) qkv_followed_outline(scene, &input);
  int term;
  qkv_projection(scene, &term);
  if (term >= 0 && input.focus_row >= 0)
    matrix_outline(scene, crossing(&input, &grid, input.focus_row, term), scene->pen.theme->ink,
                   1.5f);
  Box x = place.x;
  float foot = place.y.h > 0 ? place.y.y + place.y.h : x.y + x.h;
  stage_name_draw(scene, &(StageName){.baseline = {x.x, x.y - stage_points(scene, 26)},
                                      .room = x.w + stage_points(scene, 36),
                                      .cells_w = x.w,
                                      .symbol = qkv_input_symbol(scene, 'X'),
                                      .note = stage_part_note(scene, TRACE_INPUT),
                                      .size = 18,
                                      .part = part});
  stage_bar_draw(scene, part,
                 (Box){x.x, foot + stage_points(scene, 16), x.w, stage_points(scene, 30)});
  if (place.y.h > 0) draw_other(scene, &place);
  for (int i = 0; i < 3; i++) draw_band(scene, &place, &place.bands[i]);
  int followed = qkv_followed_row(scene, &place, &input);
  if (followed >= 0) qkv_paths_draw(scene, &place, &grid, followed);
  draw_rows(scene, &place);
}

/* A recording has no weight matrices between those it holds. */
static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_QKV);
  if (trace_is_recorded(scene->trace)) qkv_recorded_draw(scene, box);
  else draw_maps(scene, box);
}

static Box cells(const Scene *scene, Box box) {
  return trace_is_recorded(scene->trace) ? qkv_recorded_cells(scene, box) : map_cells(scene, box);
}

/* The largest products of the row with the column of the map, and the bias. */
static StageSum sum(const Scene *scene, int row, int col, int terms) {
  const QkvBand *band = &qkv_bands[qkv_projection(scene, NULL)];
  if (trace_is_cross(scene->trace) && band->id != PROJECTION_Q) return (StageSum){0};
  MatView map = stage_matrix(scene, band->weights);
  MatView input = stage_matrix(scene, trace_projection_input(scene->trace));
  if (!map.at || !input.at || row >= input.rows || col >= map.cols || map.rows != input.cols)
    return (StageSum){0};
  int count = map.rows;
  float *products = arena_take(scene->pen.list->arena, (size_t)count + 1, sizeof *products);
  if (!products) {
    scene->pen.list->failed = true;
    return (StageSum){0};
  }
  for (int i = 0; i < count; i++) products[i] = mat_get(input, row, i) * mat_get(map, i, col);
  if (trace_has_part(scene->trace, band->bias))
    products[count++] = mat_get(stage_matrix(scene, band->bias), 0, col);
  return sum_of_terms(scene, &(SumTerms){.terms = products,
                                         .count = count,
                                         .shown = terms,
                                         .always = -1,
                                         .by_size = true,
                                         .number = number_hundredths,
                                         .result = stage_number(scene, band->result, row, col)});
}

static void legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  panel_add_role(panel, theme->query_soft, theme->query, _("Q: what each token asks"));
  panel_add_role(panel, theme->key_soft, theme->key, _("K: what each token is found by"));
  panel_add_role(panel, theme->value_soft, theme->value, _("V: what each token hands on"));
  panel_add_signed_legend(panel, TRACE_Q);
}

const StageView stage_qkv_view = {.draw = draw,
                                  .cells = cells,
                                  .named_height = qkv_named_height,
                                  .is_column = qkv_is_column,
                                  .captions = qkv_captions,
                                  .focus_line = qkv_focus_line,
                                  .formula = qkv_formula,
                                  .inspect = qkv_inspect,
                                  .cell_words = qkv_cell_words,
                                  .sum = sum,
                                  .legend = legend,
                                  .has_afar = true,
                                  .question = inspect_question_of_column,
                                  .heads_part = TRACE_Q,
                                  .overview_part = TRACE_Q};
