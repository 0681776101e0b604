/* scene/stages/output.c -- the weighted sum: output = weights · V. What stands where is told in
** output.h. */
#include "scene/stages/output.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/error_curve.h"
#include "scene/stages/mistake_marks.h"
#include "scene/stages/output_heights.h"
#include "scene/stages/pair_stage.h"
#include "scene/token_shown.h"

static Box cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return output_place(&fitted, box).output;
}

/* -- V ----------------------------------------------------------------------------------------- */

/* A column of it makes a number of the followed row. */
MatrixWidget output_values_view(const Scene *scene, const OutputPlace *place) {
  Arena *arena = scene->pen.list->arena;
  MatrixWidget matrix = stage_rows_view(scene, trace_values(scene->trace), place->v);
  int row = stage_followed_row(scene);
  matrix.rows_are_keys = matrix.plain_focus = true;
  matrix.focus_row = -1;
  matrix.vectors = VECTORS_NOT_TOLD; /* each row is part of the sum */
  matrix.digits = false;
  matrix.click = str_format(arena, "cell %d %%c", row + 1);
  matrix.hover = str_format(arena, "hover %d %%c", row + 1);
  matrix.own_values = place->products;
  return matrix;
}

/* What columns add up to is computed from all digits. */
static void draw_rounded_words(const Scene *scene, const OutputPlace *place) {
  const float name_design = 260; /* of V, at the other end of the line */
  TextStyle style = {FACE_REGULAR, stage_is_for_afar(scene) ? 14.5f : 10.5f,
                     scene->pen.theme->muted, ALIGN_END};
  Str words = str_from(_("digits are rounded"));
  float wide = pen_width(&scene->pen, style, words), room = place->v.w;
  if (wide > room - stage_points(scene, name_design)) return;
  pen_text(&scene->pen, style, (Point){place->v.x + room, place->head_y}, words);
}

static void draw_value_name(const Scene *scene, const OutputPlace *place, bool is_weighed) {
  Arena *arena = scene->pen.list->arena;
  Str own = scene_named(scene, stage_followed_row(scene));
  const char *note = is_weighed ? str_format(arena, _("of %.*s"), (int)own.bytes, own.at) : NULL;
  stage_name_draw(scene, &(StageName){.baseline = {place->v.x, place->head_y},
                                      .room = place->v.w + stage_points(scene, 16),
                                      .cells_w = place->v.w,
                                      .symbol = stage_values_symbol(scene),
                                      .factor = is_weighed ? "A·" : NULL,
                                      .note = note,
                                      .size = output_name_size(scene),
                                      .part = trace_values(scene->trace)});
}

void output_head_draw(const Scene *scene, const OutputPlace *place, bool is_weighed) {
  draw_value_name(scene, place, is_weighed);
  draw_rounded_words(scene, place);
  if (place->weights.w > 0) output_share_heads_draw(scene, place);
}

/* Above the terms, which are drawn with their digits. */
static void draw_numbers_of_columns(const Scene *scene, const MatrixWidget *matrix) {
  MatrixGrid grid = matrix_widget_grid(scene, matrix);
  if (grid.rows <= 0 || grid.cols <= 0) return;
  draw_group_begin(scene->pen.list, "labels", NULL);
  matrix_labels_draw(scene, matrix, &grid);
  draw_group_end(scene->pen.list);
  matrix_lit_draw(scene, matrix->part, matrix->cells, &grid);
}

/* Rows too low for the smallest words, which have no names of their own. */
static bool are_thin(const Scene *scene, Box cells, int rows) {
  return stage_is_for_afar(scene) && cells.h < stage_points(scene, 10.5f) * (float)rows;
}

/* Of the row with the outline, whose terms stand below. */
static void name_heaviest(const Scene *scene, const OutputPlace *place) {
  const Pen *pen = &scene->pen;
  OutputCounts counts = output_counts(scene);
  int key, row = stage_followed_row(scene);
  if (output_heaviest(scene, row, OUTPUT_TERM_LEAST, &key, 1) == 0) return;
  float high = place->v.h / (float)counts.keys, line = stage_points(scene, 20);
  Box box = {place->line.x, place->v.y + ((float)key + 0.5f) * high - line / 2,
             place->v.x - stage_points(scene, 8) - place->line.x, line};
  TextStyle style = {FACE_BOLD, 13, pen->theme->value, ALIGN_END};
  pen_text_in(pen, style, box, token_shown(trace_key(scene->trace, key)));
}

static void draw_values(const Scene *scene, const OutputPlace *place) {
  if (place->hides_v) {
    draw_value_name(scene, place, true);
    draw_rounded_words(scene, place);
    return;
  }
  MatrixWidget matrix = output_values_view(scene, place);
  matrix.col_numbers = true;
  matrix.label_height = stage_points(scene, 18);
  bool is_thin = place->is_paged && are_thin(scene, place->v, output_counts(scene).keys);
  if (place->is_paged) {
    matrix.row_labels = !is_thin;
    matrix.label_width = place->v.x - place->line.x;
    matrix.row_click = matrix.row_hover = NULL;
  }
  if (output_is_of_terms(place)) draw_numbers_of_columns(scene, &matrix);
  else matrix_widget_draw(scene, &matrix);
  if (is_thin) name_heaviest(scene, place);
  draw_value_name(scene, place, true);
}

/* The heaviest row of V, the column that makes the focused number, and that number in the sum. */
static void outline_used(const Scene *scene, const OutputPlace *place, int row) {
  int focus, col;
  Box heaviest = output_heaviest_box(scene, place, row);
  MatrixWidget v = output_values_view(scene, place);
  MatrixGrid grid = matrix_widget_grid(scene, &v);
  stage_focus(scene, &focus, &col);
  if (grid.rows <= 0 || focus < 0 || place->hides_v) return;
  draw_group_begin(scene->pen.list, "focus", NULL);
  if (heaviest.h > 0) matrix_outline(scene, heaviest, scene->pen.theme->value, 1);
  if (col >= 0 && col < grid.cols) {
    Box column = matrix_col_box(&v, &grid, col);
    matrix_belonging_outline(scene, column);
    if (!place->is_paged)
      matrix_focus_outline(scene, (Box){column.x, place->sum.y, column.w, place->sum.h}, 2);
  }
  draw_group_end(scene->pen.list);
}

/* -- weights and output ------------------------------------------------------------------------ */

static MatrixWidget output_rows(const Scene *scene, const OutputPlace *place) {
  MatrixWidget matrix = stage_rows_view(scene, TRACE_OUTPUT, place->output);
  matrix.column_is_framed = true;
  matrix.decimals = place->decimals; /* one number reads alike in the sum above and here */
  if (place->weights.w <= 0) {
    matrix.row_labels = true;
    matrix.label_width = place->v.x - place->line.x;
  }
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  const float digits_least = 11; /* smaller ones are noise below those of the sum */
  matrix.digits = matrix_digits_size(scene, &matrix, &grid) >= stage_points(scene, digits_least);
  return matrix;
}

/* Its rows are as high as those of the output, into which they go. */
static void draw_weights(const Scene *scene, const OutputPlace *place) {
  TracePart part = trace_output_weights(scene->trace);
  const MatrixWidget output = output_rows(scene, place);
  MatrixWidget matrix = stage_rows_view(scene, part, place->weights);
  matrix.vectors = output.digits ? VECTORS_NOT_TOLD : output.vectors;
  matrix.followed = output.followed;
  matrix.filled = -1;
  matrix.digits = false;
  matrix.row_labels = matrix.axis_titles = matrix.name_above_titles = true;
  matrix.label_width = place->label_width;
  matrix.focus_name_alone = are_thin(scene, place->weights, output_counts(scene).queries);
  matrix.click = "cell %r row";
  matrix.hover = "hover %r row";
  matrix.focus_col = -1;
  matrix_widget_draw(scene, &matrix);
  stage_outline_followed(scene, &matrix);
}

/* Beside the titles of its axes, above its cells; without room for the weights beside that of V. */
static void draw_weights_name(const Scene *scene, const OutputPlace *place) {
  TracePart part = trace_output_weights(scene->trace);
  bool has_matrix = place->weights.w > 0;
  float end = place->v.x - stage_points(scene, OUTPUT_BESIDE_NAME), left = place->line.x;
  StageName name = {.baseline = {end, place->head_y},
                    .align = ALIGN_END,
                    .room = end - left,
                    .symbol = stage_part_title(part),
                    .size = output_name_size(scene),
                    .part = part};
  if (has_matrix) {
    name.baseline = (Point){place->weights.x, place->names_y};
    name.align = ALIGN_START;
    name.room = end - place->weights.x;
  }
  stage_name_draw(scene, &name);
}

static void draw_output(const Scene *scene, const OutputPlace *place) {
  const MatrixWidget matrix = output_rows(scene, place);
  matrix_widget_draw(scene, &matrix);
  stage_outline_followed(scene, &matrix);
  stage_name_draw(scene, &(StageName){.baseline = {place->output.x, place->names_y},
                                      .room = place->output.w * 0.6f,
                                      .symbol = stage_part_title(TRACE_OUTPUT),
                                      .size = output_name_size(scene),
                                      .part = TRACE_OUTPUT});
}

/* Of the colour bar below the weights. */
static const float BAR_LEAST = 84;

/* In low boxes the bar of values and output stands beside the name of the output. */
static void draw_inline_bar(const Scene *scene, const OutputPlace *place) {
  ColorRange range = scene_range(scene, TRACE_OUTPUT, scene->view->layer, scene->view->head);
  const Pen pen = stage_bar_pen(scene);
  float high = stage_points(scene, 16),
        wide = pen_inline_bar_width(&pen, scene_palette(scene, TRACE_OUTPUT), range);
  Box output = place->output;
  if (wide > output.w * 0.5f) return;
  pen_inline_bar(&pen, &(ColorBar){.box = {output.x + output.w - wide,
                                           place->names_y - high * 0.75f, wide, high},
                                   .palette = scene_palette(scene, TRACE_OUTPUT),
                                   .range = range});
}

/* The size of the weights, whose name has no room for it. */
static void draw_size(const Scene *scene, const OutputPlace *place, float bar) {
  float left = place->weights.x - place->label_width, gap = stage_points(scene, 8);
  Box room = {left, place->foot_y, place->weights.x + place->weights.w - bar - gap - left,
              stage_points(scene, 18)};
  TextStyle style = {FACE_MONO, 10.5f, scene->pen.theme->muted, ALIGN_END};
  Str size = stage_shape(scene, stage_matrix(scene, trace_output_weights(scene->trace)));
  if (pen_width(&scene->pen, style, size) <= room.w) pen_text_in(&scene->pen, style, room, size);
}

/* Weights with blanks beside the rows of V: what is left of the line below the output. */
static Box draw_blank_words(const Scene *scene, const OutputPlace *place) {
  bool has_shares = scene->interactive && place->term_count == 0 && place->digits > 0;
  MatView weights = stage_matrix(scene, trace_output_weights(scene->trace));
  int row = stage_followed_row(scene);
  bool has_blank = false;
  for (int key = 0; has_shares && row >= 0 && row < weights.rows && key < weights.cols; key++)
    has_blank = has_blank || mat_get(weights, row, key) < NUMBER_SHARE_LEAST;
  TextStyle style = {FACE_REGULAR, 10.5f, scene->pen.theme->muted, ALIGN_START};
  Str words = str_from(
      str_format(scene->pen.list->arena, _("blank: weights below %g"), (double)NUMBER_SHARE_LEAST));
  const float scale_least = 300; /* of the words on the scale and its bar */
  Box line = {place->output.x, place->foot_y, place->output.w, stage_points(scene, 28)};
  Box box = {line.x, line.y, line.w - stage_points(scene, scale_least), stage_points(scene, 18)};
  float wide = pen_width(&scene->pen, style, words) + stage_points(scene, 12);
  if (!has_blank || wide > box.w) return line;
  pen_text_in(&scene->pen, style, box, words);
  return (Box){line.x + wide, line.y, line.w - wide, line.h};
}

static void draw_bars(const Scene *scene, const OutputPlace *place) {
  if (place->foot_y <= 0) {
    draw_inline_bar(scene, place);
    return;
  }
  float high = stage_points(scene, 28);
  /* a narrow matrix has a bar wider than itself, which begins further left */
  float bar = fmaxf(place->weights.w, stage_points(scene, BAR_LEAST));
  float end = place->weights.x + place->weights.w;
  if (place->weights.w > 0) {
    stage_bar_draw(scene, trace_output_weights(scene->trace),
                   (Box){end - bar, place->foot_y, bar, high});
    draw_size(scene, place, bar);
  }
  stage_bar_draw(scene, TRACE_OUTPUT, draw_blank_words(scene, place));
}

/* A product without a shape has no sum and no output: what is said of it takes their place. */
static void draw_refused(const Scene *scene, const OutputPlace *place) {
  Box box = place->output;
  box.h += box.y - place->sum.y;
  box.y = place->sum.y;
  mistake_marks_draw_refused(scene, box);
}

static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_OUTPUT);
  OutputPlace place = output_place(scene, box);
  int row = stage_followed_row(scene);
  if (stage_matrix(scene, trace_values(scene->trace)).at)
    place.products = output_weighted_values(scene, row);
  if (place.weights.w > 0) draw_weights(scene, &place);
  draw_weights_name(scene, &place);
  draw_values(scene, &place);
  output_shares_draw(scene, &place, row);
  draw_bars(scene, &place);
  if (mistake_marks_refuses(scene)) {
    draw_refused(scene, &place);
    return;
  }
  output_rows_draw(scene, &place, row);
  outline_used(scene, &place, row);
  draw_output(scene, &place);
  output_line_draw(scene, &place, row);
}

/* -- words ------------------------------------------------------------------------------------- */

static void captions(const Scene *scene, Captions *out) {
  int tokens = trace_token_count(scene->trace), keys = trace_key_count(scene->trace), rows, values;
  trace_matrix_shape(scene->trace, trace_values(scene->trace), scene->view->layer, &rows, &values);
  out->headline = _("Each row blends the values.");
  out->shapes = str_format(scene->pen.list->arena, _("%d × %d times %d × %d → %d × %d"), tokens,
                           keys, keys, values, tokens, values);
  bool is_relative = trace_has_part(scene->trace, TRACE_RELATIVE_VALUE);
  out->explanation =
      is_relative ? _("A row for the distance of its key is added to each value, then it is "
                      "multiplied by its weight, and all are added up. V shows the values alone.")
                  : _("Each value is multiplied by its weight, and all are added up. A weight of 1 "
                      "hands a value on unchanged; a weight of 0 adds nothing of it.");
  if (kind_has_features(trace_kind(scene->trace)))
    out->explanation =
        _("Every key was added up before any query asked: for each feature a sum of the values and "
          "one of the features themselves. A query weighs these sums by its own features and "
          "divides. The blend by weights that is drawn gives the same numbers.");
  out->hint = _("Try: click a column and see which key brings most to it.");
}

static const char *focus_line(const Scene *scene, int row, int col) {
  return str_format(scene->pen.list->arena, _("%s: output %s"), stage_place_words(scene, row, col),
                    stage_number(scene, TRACE_OUTPUT, row, col).at);
}

static void legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  panel_add_role(panel, theme->weights_soft, theme->weights, _("weights: how much of each value"));
  panel_add_role(panel, theme->value_soft, theme->value, _("values: what is shared out"));
  panel_add_role(panel, theme->output_soft, theme->output_line,
                 _("output: the blend, one row a query"));
  error_curve_add(panel);
}

const StageView stage_output_view = {.draw = draw,
                                     .cells = cells,
                                     .named_height = output_named_height,
                                     .captions = captions,
                                     .focus_line = focus_line,
                                     .formula = attention_formula,
                                     .inspect = output_inspect,
                                     .cell_words = output_cell_words,
                                     .legend = legend,
                                     .question = output_question,
                                     .heads_part = TRACE_OUTPUT,
                                     .overview_part = TRACE_OUTPUT,
                                     .has_afar = true,
                                     .tells_chosen = output_tells_chosen};
