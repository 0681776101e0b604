/* scene/stages/qkv.c -- one input, three linear maps: Q = X W_Q, K = X W_K, V = X W_V.
**
**                W_Q ── Q
**   labels  X ── W_K ── K     each query, key and value row comes from one row of X
**                W_V ── V
**
** In cross-attention K and V come from the rows of another sentence, Y, which stands below X.
*/
#include "scene/layer_words.h"
#include "scene/stages/qkv.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/key_groups.h"
#include "scene/number.h"
#include "scene/stages/followed_rows.h"
#include "scene/views/amounts.h"

typedef struct Band {
  ProjectionId id;
  TracePart weights, result, bias;
  const char *weights_symbol, *symbol, *bias_symbol;
  Box weights_cells, bias_cells, cells; /* bias_cells.h = 0: the model has none */
} Band;

typedef struct Place {
  Box x, y; /* y.h = 0: K and V are made from X as well */
  Band bands[3];
  float label_width, label_width_right;
  Box rows;            /* of the numbers of the followed row; h = 0: there are none */
  bool bars_are_above; /* the colour bars of the weight matrices: beside their names, else below */
} Place;

static const Band BANDS[3] = {{.id = PROJECTION_Q,
                               .weights = TRACE_W_Q,
                               .result = TRACE_Q,
                               .bias = TRACE_B_Q,
                               .weights_symbol = "W_Q",
                               .symbol = "Q",
                               .bias_symbol = "b_Q"},
                              {.id = PROJECTION_K,
                               .weights = TRACE_W_K,
                               .result = TRACE_K,
                               .bias = TRACE_B_K,
                               .weights_symbol = "W_K",
                               .symbol = "K",
                               .bias_symbol = "b_K"},
                              {.id = PROJECTION_V,
                               .weights = TRACE_W_V,
                               .result = TRACE_V,
                               .bias = TRACE_B_V,
                               .weights_symbol = "W_V",
                               .symbol = "V",
                               .bias_symbol = "b_V"}};

static const float BESIDE_FRAME_PT = 3; /* in figures, where the frame is as far from the cells */

typedef struct Widths {
  float x, ribbon, weights, result, bar;
} Widths;

static const float RIBBON_DESIGN = 44, BAR_DESIGN = 66;
static const float FOLLOWED_SIZE = 14, FOLLOWED_GAP_DESIGN = 9; /* a name before its row */
/* width of a bar below a weight matrix, with its numbers */
static const float MAP_FOOT_DESIGN = 78;
static const float LEAST_DESIGN = 64; /* width of a matrix, however few its columns */

/* A share of the room, but no wider than its columns need, with a minimum that stays legible. */
static float width_of(const Scene *scene, float share, int cols, float column_design) {
  float deserved = stage_points(scene, fmaxf((float)cols * column_design, LEAST_DESIGN));
  return floorf(fminf(share, deserved));
}

/* The free width is shared 10 : 5 : 8. */
static Widths share_widths(const Scene *scene, float room) {
  Widths widths = {.ribbon = stage_points(scene, RIBBON_DESIGN),
                   .bar = stage_points(scene, BAR_DESIGN)};
  room = fmaxf(room - 2 * widths.ribbon - widths.bar, 1);
  int d_head = trace_d_head(scene->trace);
  widths.x = width_of(scene, room * 10 / 23, trace_d_model(scene->trace), 8);
  widths.weights = width_of(scene, room * 5 / 23, d_head, 12);
  widths.result = width_of(scene, room * 8 / 23, d_head, 24);
  return widths;
}

static const float NAME_DESIGN = 26, BETWEEN_DESIGN = 14, INPUT_ROW_DESIGN = 30;
static const float WEIGHTS_FOOT_DESIGN = 32; /* a bar below each weight matrix */
/* the bias, a row below each weight matrix */
static const float BIAS_DESIGN = 9, BIAS_GAP_DESIGN = 4;
static const float FLAT = 0.6f; /* a weight matrix lower than this share of its width is flat */

/* The height of n rows that share so much room with others, with what stands below them. */
static float rows_height(const Scene *scene, int n, float room, float row_most_design) {
  if (n == trace_token_count(scene->trace)) return stage_rows_height(scene, room, row_most_design);
  float row = fminf(room / (float)n, stage_points(scene, row_most_design));
  return (row >= 12 ? floorf(row) : row) * (float)n;
}

static int rows_of(const Scene *scene, TracePart part) {
  bool is_of_keys = trace_part_info(part)->rows == SIZE_KEYS;
  return is_of_keys ? trace_key_count(scene->trace) : trace_token_count(scene->trace);
}

static float band_height(const Scene *scene, Box inner) {
  return (inner.h - 2 * stage_points(scene, BETWEEN_DESIGN)) / 3;
}

/* A bar below a weight matrix that is already flat would take half of its height. */
static bool is_flat(const Scene *scene, Box inner, float width) {
  float above_bar = stage_points(scene, NAME_DESIGN + WEIGHTS_FOOT_DESIGN);
  return band_height(scene, inner) - above_bar < FLAT * width;
}

/* Weight matrices are higher than their results, whose rows are as high as those of X. */
static void place_bands(const Scene *scene, Place *place, Box inner, Widths widths) {
  float name = stage_points(scene, NAME_DESIGN), between = stage_points(scene, BETWEEN_DESIGN);
  float foot = place->bars_are_above ? 0 : stage_points(scene, WEIGHTS_FOOT_DESIGN);
  float band = band_height(scene, inner);
  float weights_x = place->x.x + widths.x + widths.ribbon;
  float result_x = weights_x + widths.weights + widths.ribbon + place->label_width_right;
  float of_queries = rows_height(scene, rows_of(scene, TRACE_Q), band - name, 26);
  float of_keys = rows_height(scene, rows_of(scene, TRACE_K), band - name, 26);
  float highest = fmaxf(of_queries, of_keys);
  float block = name + fmaxf(highest, fminf(band - name, widths.weights * 1.6f));
  float step = fminf(band + between, block + stage_points(scene, 28));
  float top = inner.y + (inner.h - 2 * step - block) / 2;
  for (int i = 0; i < 3; i++) {
    float y = floorf(top + (float)i * step + name);
    place->bands[i] = BANDS[i];
    Box map = {weights_x, y, widths.weights, block - name - foot};
    if (trace_has_part(scene->trace, BANDS[i].bias)) {
      map.h -= stage_points(scene, BIAS_DESIGN + BIAS_GAP_DESIGN);
      place->bands[i].bias_cells =
          (Box){map.x, map.y + map.h + stage_points(scene, BIAS_GAP_DESIGN), map.w,
                stage_points(scene, BIAS_DESIGN)};
    }
    float height = BANDS[i].id == PROJECTION_Q ? of_queries : of_keys;
    place->bands[i].weights_cells = map;
    place->bands[i].cells =
        (Box){result_x, y + floorf((block - name - height) / 2), widths.result, height};
  }
}

/* X, and below it Y where there is one, with one bar below both. Of many rows and few, the few keep
** a third of the room, or all that they need. */
static void place_inputs(const Scene *scene, Place *place, Box inner, float left, float width) {
  float top = stage_points(scene, 44), foot = stage_points(scene, 48);
  float room = inner.h - top - foot;
  if (!scene_has_other_sentence(scene)) {
    float height = stage_rows_height(scene, room, INPUT_ROW_DESIGN);
    place->x = (Box){left, floorf(inner.y + (room - height) / 2 + top), width, height};
    return;
  }
  int queries = rows_of(scene, TRACE_Q), keys = rows_of(scene, TRACE_K);
  float both = room - top, row = stage_points(scene, INPUT_ROW_DESIGN);
  float least = fminf((float)queries * row, both / 3),
        most = both - fminf((float)keys * row, both / 3);
  float of_queries = float_clamp(both * (float)queries / (float)(queries + keys), least, most);
  float x = rows_height(scene, queries, of_queries, INPUT_ROW_DESIGN);
  float y = rows_height(scene, keys, both - of_queries, INPUT_ROW_DESIGN);
  place->x = (Box){left, floorf(inner.y + (room - top - x - y) / 2 + top), width, x};
  place->y = (Box){left, place->x.y + x + top, width, y};
}

/* Larger cells of the row are worth lower bands before a class; else only beside high ones. */
static float bands_least(const Scene *scene) { return stage_is_for_afar(scene) ? 240 : 470; }

static bool has_rows(const Scene *scene, Box box) {
  return followed_rows_height(scene, 3, box.h - stage_points(scene, 24), bands_least(scene)) > 0;
}

/* The bars are below the weight matrices, unless those would be flat. */
static Place place_qkv(const Scene *scene, Box box) {
  Place place = {0};
  Box inner = box_inset(box, stage_points(scene, has_rows(scene, box) ? 12 : 20));
  float rows = followed_rows_height(scene, 3, inner.h, bands_least(scene));
  place.rows = (Box){inner.x, inner.y + inner.h - rows, inner.w, rows};
  inner.h -= rows > 0 ? rows + stage_points(scene, 14) : 0;
  float least = stage_points(scene, 44), wanted = matrix_label_width(scene, 104);
  place.label_width = float_clamp(wanted, least, inner.w * 0.17f);
  place.label_width_right = fminf(place.label_width, inner.w * 0.15f);
  float room = inner.w - place.label_width - place.label_width_right;
  Widths widths = share_widths(scene, room);
  place.bars_are_above = is_flat(scene, inner, widths.weights);
  float whole = place.label_width + widths.x + 2 * widths.ribbon + widths.weights +
                place.label_width_right + widths.result + widths.bar;
  float left = floorf(inner.x + (inner.w - whole) / 2);
  place_inputs(scene, &place, inner, left + place.label_width, widths.x);
  place_bands(scene, &place, inner, widths);
  return place;
}

static float named_height(const Scene *scene) {
  static const float row = 15, rows_most = 300; /* at which the names of rows have their size */
  float rows = fminf((float)trace_token_count(scene->trace) * row, rows_most);
  return stage_points(scene, 3 * (NAME_DESIGN + rows) + 2 * BETWEEN_DESIGN + 2 * 20);
}

static Box map_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_qkv(&fitted, box).bands[2].cells;
}

ProjectionId qkv_projection(const Scene *scene, int *term) {
  int row, col, chosen;
  ProjectionId projection = view_projection(scene->view, &chosen);
  stage_focus(scene, &row, &col);
  if (scene_has_other_sentence(scene)) projection = PROJECTION_Q; /* of a row that asks */
  if (term) *term = col >= 0 && chosen < trace_d_model(scene->trace) ? chosen : -1;
  return projection;
}

/* -- drawing ----------------------------------------------------------------------------------- */

/* The x where the line of one row leaves a weight matrix, and the x where it ends. */
static float way_start(const Band *band) {
  return band->weights_cells.x + band->weights_cells.w + 4;
}

static float way_end(const Scene *scene, const Band *band) {
  return way_start(band) - 4 + stage_points(scene, RIBBON_DESIGN);
}

/* Does the band map rows of another sentence, which are not those in focus? */
static bool is_of_other(const Place *place, const Band *band) {
  return place->y.h > 0 && band->id != PROJECTION_Q;
}

/* Ribbons show which matrix is made from which; single rows are drawn as lines. Those from X come
** out of the paper, so that where they cover each other there is no fourth colour. */
static void draw_ribbons(const Scene *scene, const Place *place) {
  for (int i = 0; i < 3; i++) {
    const Band *band = &place->bands[i];
    Color role = scene_part_color(scene->pen.theme, band->result), color = color_fade(role, 0.1f);
    Box x = is_of_other(place, band) ? place->y : place->x;
    Box w = band->weights_cells, r = band->cells;
    pen_gradient_ribbon(&scene->pen, (Point){x.x + x.w + 2, x.y}, x.h, (Point){w.x - 4, w.y}, w.h,
                        color_fade(role, 0), color_fade(role, 0.18f));
    float end = floorf(way_end(scene, band)); /* from there on behind the names of the rows */
    pen_ribbon(&scene->pen, (Point){w.x + w.w + 4, w.y}, w.h, (Point){end, r.y}, r.h, color);
    draw_box(scene->pen.list,
             (DrawBox){.box = {end, r.y, fmaxf(r.x - 4 - end, 0), r.h}, .fill = color});
  }
}

static float row_middle(const MatrixGrid *grid, int row) {
  assert(row >= 0 && row < grid->rows);
  return grid->heatmap.box.y + ((float)row + 0.5f) * grid->cell_h;
}

static void draw_path(const Scene *scene, Point from, Point to, Color color) {
  float middle = (from.x + to.x) / 2;
  Point points[] = {from, {middle, from.y}, {middle, to.y}, to};
  draw_curve(scene->pen.list, points, 4, 2 * fminf(scene->pen.text_scale, 1.5f), color);
}

/* Where not every row has room for its name only the followed one has it; X names them all. */
static bool names_all_rows(const Scene *scene, const Place *place, const Band *band) {
  const float line = 12; /* of a small name */
  float row = band->cells.h / (float)int_max(rows_of(scene, band->result), 1);
  return place->rows.h <= 0 && (!scene->interactive || row >= stage_points(scene, line));
}

static TextStyle followed_name_style(const Scene *scene, const Band *band) {
  return (TextStyle){FACE_BOLD, FOLLOWED_SIZE, scene_part_color(scene->pen.theme, band->result),
                     ALIGN_END};
}

/* A line goes on to the one name that stands there, else it ends before the names. */
static float path_end(const Scene *scene, const Place *place, const Band *band, int row) {
  float end = way_end(scene, band);
  if (names_all_rows(scene, place, band)) return end;
  float name = pen_width(&scene->pen, followed_name_style(scene, band), scene_label(scene, row));
  return fmaxf(end, band->cells.x - name - stage_points(scene, FOLLOWED_GAP_DESIGN + 6));
}

/* The focused row of X on its way through each weight matrix. */
static void draw_row_paths(const Scene *scene, const Place *place, const MatrixGrid *input,
                           int row) {
  Box x = place->x;
  Point from = {x.x + x.w + 4, row_middle(input, row)};
  if (from.y < x.y || from.y > x.y + x.h) return;
  for (int i = 0; i < 3; i++) {
    const Band *band = &place->bands[i];
    if (is_of_other(place, band)) continue;
    MatrixWidget matrix = stage_rows_view(scene, band->result, band->cells);
    MatrixGrid grid = matrix_widget_grid(scene, &matrix);
    Box w = band->weights_cells;
    Color color = scene_part_color(scene->pen.theme, band->result);
    float y = row_middle(&grid, row);
    draw_path(scene, from, (Point){w.x - 4, w.y + w.h / 2}, color);
    if (y >= band->cells.y && y <= band->cells.y + band->cells.h)
      draw_path(scene, (Point){way_start(band), w.y + w.h / 2},
                (Point){path_end(scene, place, band, row), y}, color);
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

static float foot_of(const Band *band) {
  Box last = band->bias_cells.h > 0 ? band->bias_cells : band->weights_cells;
  return last.y + last.h;
}

/* Right of the row, since the lines from X come steeply from the left. */
static void draw_bias_name(const Scene *scene, const Band *band, Color color) {
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
static void draw_bias(const Scene *scene, const Band *band) {
  const Pen *pen = &scene->pen;
  Box box = band->bias_cells;
  MatView bias = stage_matrix(scene, band->bias);
  if (box.h <= 0 || !bias.at) return;
  float largest = trace_largest(scene->trace, band->bias, scene->view->layer, scene->view->head);
  stage_strip_draw(scene, band->bias, 0, box, color_range_around_zero(largest));
  Color color = scene_part_color(pen->theme, band->result);
  stage_frame(scene, box, color);
  draw_bias_name(scene, band, color);
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

static bool is_focused(const Scene *scene, const Band *band) {
  return qkv_projection(scene, NULL) == band->id;
}

/* The column of the weights that makes the focused number, and the weight of the chosen term. */
static void draw_used_column(const Scene *scene, const Band *band, const MatrixWidget *weights) {
  int row, col, term;
  MatrixGrid grid = matrix_widget_grid(scene, weights);
  const Theme *theme = scene->pen.theme;
  stage_focus(scene, &row, &col);
  if (!is_focused(scene, band) || col < 0 || col >= grid.cols) return;
  qkv_projection(scene, &term);
  matrix_focus_outline(scene, matrix_col_box(weights, &grid, col), 2);
  if (term >= 0) matrix_outline(scene, crossing(weights, &grid, term, col), theme->ink, 1.5f);
}

/* A cell of a weight matrix chooses its column, and itself as the term, in the row in focus. */
static const char *weight_command(const Scene *scene, const Band *band, const char *verb) {
  int row, col;
  stage_focus(scene, &row, &col);
  return str_format(scene->pen.list->arena, "%s %d %%c %s %%r", verb, row >= 0 ? row + 1 : 1,
                    view_projection_name(band->id));
}

/* A cell of the result chooses its number. */
static const char *result_command(const Scene *scene, const Band *band, const char *verb) {
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

static float room_above(const Scene *scene, const Band *band) {
  return band->weights_cells.w + stage_points(scene, RIBBON_DESIGN - 6);
}

static void draw_bar_above(const Scene *scene, const Band *band) {
  const Pen *pen = &scene->pen;
  ColorRange range = scene_range(scene, band->weights, scene->view->layer, scene->view->head);
  float name = stage_points(scene, NAME_ALONE_DESIGN), high = stage_points(scene, 14);
  Box w = band->weights_cells;
  Box box = {w.x + name, w.y - stage_points(scene, 8) - high, room_above(scene, band) - name, high};
  float bar = stage_points(scene, BAR_ABOVE_DESIGN);
  if (box.w >= bar) {
    Box right = {fminf(box.x + box.w - bar, w.x + w.w - bar), box.y, bar, high};
    right.x = fmaxf(right.x, box.x);
    pen_inline_bar(
        pen,
        &(ColorBar){.box = right, .palette = scene_palette(scene, band->weights), .range = range});
    return;
  }
  Number most = number_end(range.high);
  TextStyle style = {FACE_MONO, 10.5f, pen->theme->muted, ALIGN_START};
  pen_text_in(pen, style, box, str_from(str_format(pen->list->arena, "±%s", most.at)));
}

static float weights_name_room(const Scene *scene, const Place *place, const Band *band) {
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

/* Where the followed row stands larger below, its rows are too low for names: it alone has one. */
static void draw_followed_name(const Scene *scene, const Band *band, const MatrixWidget *result) {
  const Pen *pen = &scene->pen;
  MatrixGrid grid = matrix_widget_grid(scene, result);
  int token = stage_followed_row(scene);
  Box row = matrix_row_box(result, &grid, token < 0 ? 0 : token);
  if (token < 0 || row.h <= 0) return;
  float room = way_end(scene, band), gap = stage_points(scene, FOLLOWED_GAP_DESIGN);
  Box line = {room, row.y, result->cells.x - gap - room, row.h};
  line.y += (row.h - pen_line_height(pen, FOLLOWED_SIZE)) / 2;
  line.h = pen_line_height(pen, FOLLOWED_SIZE);
  pen_text_in(pen, followed_name_style(scene, band), line, scene_label(scene, token));
}

/* A head so narrow is one to work out on paper: every number is read. */
static bool is_for_paper(const Scene *scene) {
  enum { COLUMNS_MOST = 4 };
  return trace_d_head(scene->trace) <= COLUMNS_MOST && trace_d_model(scene->trace) <= COLUMNS_MOST;
}

static void draw_band(const Scene *scene, const Place *place, const Band *band) {
  Color color = scene_part_color(scene->pen.theme, band->result);
  Box w = band->weights_cells, cells = band->cells;
  const float tick = 5; /* above a narrow column in focus */
  float up = stage_points(scene, 10 + (scene->interactive ? tick : 0));
  MatrixWidget weights = {.part = band->weights,
                          .before = band->weights,
                          .cells = w,
                          .mix = 1,
                          .filled = -1,
                          .focus_row = -1,
                          .focus_col = -1,
                          .digits = is_for_paper(scene),
                          .click = weight_command(scene, band, "cell"),
                          .hover = weight_command(scene, band, "hover")};
  if (is_of_other(place, band)) weights.click = weights.hover = NULL;
  matrix_widget_draw(scene, &weights);
  stage_frame(scene, w, color);
  draw_used_column(scene, band, &weights);
  MatrixWidget result = stage_rows_view(scene, band->result, cells);
  result.click = result_command(scene, band, "cell");
  result.hover = result_command(scene, band, "hover");
  if (!is_focused(scene, band)) result.focus_col = -1;
  if (is_of_other(place, band)) make_other(&result);
  result.digits = place->rows.h <= 0 || is_for_paper(scene);
  result.row_labels = names_all_rows(scene, place, band) || is_of_other(place, band);
  if (!scene->interactive) result.label_gap_left = BESIDE_FRAME_PT;
  result.label_width = place->label_width_right - result.label_gap_left;
  matrix_widget_draw(scene, &result);
  if (!result.row_labels) draw_followed_name(scene, band, &result);
  stage_frame(scene, cells, color);
  stage_name_draw(scene, &(StageName){.baseline = {w.x, w.y - up},
                                      .room = weights_name_room(scene, place, band),
                                      .symbol = band->weights_symbol,
                                      .size = 14,
                                      .part = band->weights});
  stage_name_draw(scene, &(StageName){.baseline = {cells.x, cells.y - up},
                                      .room = cells.w + stage_points(scene, 60),
                                      .symbol = band->symbol,
                                      .size = 18,
                                      .part = band->result});
  draw_bar(scene, band->result, cells);
  if (place->bars_are_above) draw_bar_above(scene, band);
  else { /* wider than a narrow matrix, the bar stays right of the lines from X */
    float foot = foot_of(band) + stage_points(scene, 8);
    float most = w.w + stage_points(scene, RIBBON_DESIGN - 6);
    float width = fmaxf(w.w, fminf(stage_points(scene, MAP_FOOT_DESIGN), most));
    stage_bar_draw(scene, band->weights, (Box){w.x, foot, width, stage_points(scene, 24)});
  }
  draw_bias(scene, band);
}

static MatrixWidget input_view(const Scene *scene, const Place *place) {
  MatrixWidget matrix = stage_rows_view(scene, trace_projection_input(scene->trace), place->x);
  matrix.row_labels = true;
  matrix.label_width = place->label_width;
  matrix.col_numbers = true;
  matrix.label_height = stage_points(scene, 18);
  matrix.click = input_command(scene, "cell");
  matrix.hover = input_command(scene, "hover");
  matrix.focus_col = -1;
  return matrix;
}

/* "X₂", "LN(X₂)", "LN(Y₂)" */
static const char *input_symbol(const Scene *scene, char letter) {
  const char *input = captions_stream(scene, letter, scene->view->layer);
  return trace_projection_input(scene->trace) == TRACE_NORM_1
             ? str_format(scene->pen.list->arena, "%s(%s)", stage_norm_symbol(scene), input)
             : input;
}

static void draw_other(const Scene *scene, const Place *place) {
  Box y = place->y;
  MatrixWidget other = stage_rows_view(scene, TRACE_KEY_INPUT, y);
  make_other(&other);
  other.row_labels = true;
  other.label_width = place->label_width;
  matrix_widget_draw(scene, &other);
  stage_name_draw(scene, &(StageName){.baseline = {y.x, y.y - stage_points(scene, 10)},
                                      .room = y.w + stage_points(scene, 36),
                                      .cells_w = y.w,
                                      .symbol = input_symbol(scene, 'Y'),
                                      .size = 18,
                                      .part = TRACE_KEY_INPUT});
}

/* In cross-attention K and V are rows of another sentence. */
static void draw_rows(const Scene *scene, const Place *place) {
  FollowedRows rows = {.token = stage_followed_row(scene), .name_design = 64};
  int row, col;
  stage_focus(scene, &row, &col);
  for (int i = 0; i < 3 && rows.token >= 0; i++) {
    const Band *band = &place->bands[i];
    int before = rows.count;
    if (trace_is_cross(scene->trace) && band->id != PROJECTION_Q) continue;
    followed_rows_add(scene, &rows, band->symbol, band->result);
    if (rows.count == before) continue;
    FollowedRow *added = &rows.rows[before];
    added->is_framed = true;
    added->has_focus = row >= 0 && is_focused(scene, band);
    added->of = str_format(scene->pen.list->arena, " %s", view_projection_name(band->id));
  }
  followed_rows_draw(scene, place->rows, &rows);
}

static void draw_maps(const Scene *scene, Box box) {
  assert(!trace_is_recorded(scene->trace));
  Place place = place_qkv(scene, box);
  TracePart part = trace_projection_input(scene->trace);
  MatrixWidget input = input_view(scene, &place);
  MatrixGrid grid = matrix_widget_grid(scene, &input);
  draw_ribbons(scene, &place);
  matrix_widget_draw(scene, &input);
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
                                      .symbol = input_symbol(scene, 'X'),
                                      .note = stage_part_note(scene, TRACE_INPUT),
                                      .size = 18,
                                      .part = part});
  stage_bar_draw(scene, part,
                 (Box){x.x, foot + stage_points(scene, 16), x.w, stage_points(scene, 30)});
  if (place.y.h > 0) draw_other(scene, &place);
  for (int i = 0; i < 3; i++) draw_band(scene, &place, &place.bands[i]);
  if (input.focus_row >= 0) draw_row_paths(scene, &place, &grid, input.focus_row);
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

/* -- words ------------------------------------------------------------------------------------- */

static const char *shapes(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const Trace *trace = scene->trace;
  int tokens = trace_token_count(trace), keys = trace_source_count(trace), rows, values;
  int width = trace_d_model(trace), head = trace_d_head(trace);
  trace_matrix_shape(trace, TRACE_V, scene->view->layer, &rows, &values);
  if (trace_is_recorded(trace))
    return str_format(arena, "Q %d × %d  ·  K %d × %d  ·  V %d × %d", tokens, head, keys, head,
                      keys, values);
  if (scene_has_other_sentence(scene))
    return str_format(arena,
                      _("queries: %d × %d times %d × %d → %d × %d; keys and values: %d × %d"),
                      tokens, width, width, head, tokens, head, keys, head);
  if (values != head)
    return str_format(arena, _("%d × %d times %d × %d → %d × %d, twice; values: %d × %d"), tokens,
                      width, width, head, tokens, head, tokens, values);
  return str_format(arena, _("%d × %d times %d × %d → %d × %d, three times"), tokens, width, width,
                    head, tokens, head);
}

/* What the keys and values of a token take in all layers, with so many heads of them. */
static const char *kept_bytes(const Scene *scene, int key_heads) {
  const Trace *trace = scene->trace;
  double numbers = 2.0 * trace_layer_count(trace) * key_heads * trace_d_head(trace);
  return amount_bytes(scene->pen.list->arena, numbers * (double)sizeof(float));
}

static const char *with_sentence(const Scene *scene, const char *first, const char *second) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  i18n_add_sentence(&words, first);
  i18n_add_sentence(&words, second);
  return words.failed ? first : words.at;
}

static const char *with_shared_heads(const Scene *scene, const char *words) {
  int layer = scene->view->layer, heads = trace_head_count(scene->trace, layer);
  Str group = key_groups_words(scene, layer, scene->view->head);
  const char *shared = str_format(
      scene->pen.list->arena, _("Here %.*s: in all layers those of a token take %s, not %s."),
      (int)group.bytes, group.at, kept_bytes(scene, trace_key_head_count(scene->trace)),
      kept_bytes(scene, heads));
  return with_sentence(scene, words, shared);
}

static const char *of_other_sentence(const Scene *scene) {
  const char *words =
      _("One map turns each row of this sentence into a query (what it asks). Two others turn "
        "each row of the other sentence into a key (what it is found by) and a value (what it "
        "hands on).");
  Str second = trace_second_sentence(scene->trace);
  if (!second.at || trace_is_recorded(scene->trace)) return words;
  return with_sentence(scene, words, _("It is laid over; this model was not trained with it."));
}

static const char *explanation(const Scene *scene) {
  if (scene_has_other_sentence(scene)) return of_other_sentence(scene);
  if (trace_keys_are_kept(scene->trace))
    return _(
        "Three maps turn each row into a query (what it asks), a key (what it is found by) and "
        "a value (what it hands on). Keys and values of the words before were kept from "
        "earlier runs; only the newest words ask.");
  const char *words =
      _("Three maps turn each row into a query (what it asks), a key (what it is found by) and a "
        "value (what it hands on). Every token goes through the same three.");
  return key_groups_are_shared(scene, scene->view->layer) ? with_shared_heads(scene, words) : words;
}

/* Head 2, or head 1 if head 2 is current: keys 1 to 9 are the quickest way to see a difference. */
static const char *hint(const Scene *scene) {
  int heads = trace_head_count(scene->trace, scene->view->layer), head = scene->view->head;
  int other = head == 1 ? 0 : 1;
  if (heads < 2)
    return trace_is_recorded(scene->trace)
               ? _("Try: click a row and compare what it asks with what it hands on.")
               : _("Try: press Enter and change a word; all three rows of it change.");
  bool shares = trace_key_head(scene->trace, head) == trace_key_head(scene->trace, other);
  return str_format(scene->pen.list->arena,
                    shares ? _("Try: press %d. That head asks its own questions of the same keys "
                               "and values.")
                           : _("Try: press %d. Another head has its own three maps of the same "
                               "tokens."),
                    other + 1);
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = scene_has_other_sentence(scene) ? _("One sentence asks, the other is asked.")
                                                  : _("One row in, three roles out.");
  out->shapes = shapes(scene);
  out->explanation = explanation(scene);
  int layer = scene->view->layer;
  if (layer_count_before(scene->trace, layer) > 0 && !trace_is_recorded(scene->trace))
    out->explanation = str_format(
        scene->pen.list->arena, _("%s is what %s hands on. %s"), captions_stream(scene, 'X', layer),
        layer_words(scene->pen.list->arena, scene->trace, layer - 1), out->explanation);
  out->hint = hint(scene);
}

static const char *focus_line(const Scene *scene, int row, int col) {
  if (scene_has_other_sentence(scene))
    return str_format(scene->pen.list->arena, _("%s: query %s"), stage_place_words(scene, row, col),
                      stage_number(scene, TRACE_Q, row, col).at);
  return str_format(scene->pen.list->arena, _("%s: query %s, key %s, value %s"),
                    stage_place_words(scene, row, col), stage_number(scene, TRACE_Q, row, col).at,
                    stage_number(scene, TRACE_K, row, col).at,
                    stage_number(scene, TRACE_V, row, col).at);
}

static void add_projection(Formula *formula, const char *symbol, const char *map, TracePart role,
                           bool of_other) {
  formula_add_vectors(formula, symbol, role, STAGE_COUNT);
  formula_add_plain(formula, "=", 0.35f, 0.6f);
  FormulaPiece piece = {.symbol = map, .stage = STAGE_QKV, .role = role, .after = 1.1f};
  piece.name = of_other ? _("each row of the other sentence times this head's map")
                        : _("each row of the layer's input times this head's map");
  formula_add(formula, piece);
}

static void formula(const Scene *scene, Formula *out) {
  bool other = scene_has_other_sentence(scene);
  Arena *arena = scene->pen.list->arena;
  const char *input = captions_stream(scene, 'X', scene->view->layer);
  const char *source = other ? captions_stream(scene, 'Y', scene->view->layer) : input;
  add_projection(out, "Q", str_format(arena, "%s W_Q", input), TRACE_Q, false);
  add_projection(out, "K", str_format(arena, "%s W_K", source), TRACE_K, other);
  add_projection(out, "V", str_format(arena, "%s W_V", source), TRACE_V, other);
}

/* The largest products of the row with the column of the map, and the bias. */
static StageSum sum(const Scene *scene, int row, int col, int terms) {
  const Band *band = &BANDS[qkv_projection(scene, NULL)];
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
                                  .named_height = named_height,
                                  .captions = captions,
                                  .focus_line = focus_line,
                                  .formula = formula,
                                  .inspect = qkv_inspect,
                                  .cell_words = qkv_cell_words,
                                  .sum = sum,
                                  .legend = legend,
                                  .has_afar = true,
                                  .question = inspect_question_of_column,
                                  .heads_part = TRACE_Q,
                                  .overview_part = TRACE_Q};
