/* scene/stages/output.c -- the weighted sum: output = weights · V.
**
**   labels  [ weights ]  ×  share  [ V ]  ~ribbons~>  [ output ]
**                                 with a row chosen: weight × value
**   below:  0.97 × v(animal)  +  0.02 × v(didn't)  +  …  =  the followed row
**           where that has one line only and a number is chosen, the products of that number
**
** A ribbon runs from every row of V to the followed row of the output, as thick as its share; side
** by side they fill that row exactly, because shares add up to 1. */
#include "scene/stages/output.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/apart.h"
#include "scene/number.h"
#include "scene/stages/error_curve.h"
#include "scene/stages/mistake_marks.h"
#include "scene/stages/pair_stage.h"

/* With a row in focus V is drawn as weight × value, and named A·V. */
static bool weights_v_by_row(const Scene *scene) {
  int row, col;
  stage_focus(scene, &row, &col);
  return row >= 0;
}

/* The names of all three matrices stand on one line, in one size. */
static const float NAMES_ABOVE = 40;
/* The names of the matrices stand on one line, above both titles of the axes. */
static float names_above(const Scene *scene) {
  float plain = stage_points(scene, NAMES_ABOVE), gap = stage_points(scene, 4);
  if (!pen_is_of_print(&scene->pen)) return plain;
  return fmaxf(plain, matrix_axis_titles_height(scene) + gap);
}

static float name_size(const Scene *scene) { return stage_is_for_afar(scene) ? 17 : 14; }

/* -- layout ------------------------------------------------------------------------------------ */

typedef struct Widths {
  float weights, v, output, ribbons, whole;
} Widths;

/* The weights have numbers in their cells, so they get the more of the room; their cells are little
** wider than high. */
static float weights_width(const Scene *scene, float room, float height, bool is_narrow) {
  const float share = 0.62f, wider_than_high = 1.4f, cell_presented = 1.75f;
  const float share_narrow = 0.67f, named_design = 50; /* of V and of the output, for its name */
  if (is_narrow)
    room = fmaxf(fminf(room * share_narrow, room - 2 * stage_points(scene, named_design)), 1);
  else if (!stage_is_for_afar(scene)) room *= share;
  if (!stage_is_for_afar(scene)) return floorf(fminf(room, height * wider_than_high));
  const float others_design = 152; /* of V and of the output */
  room = fmaxf(room - 2 * fminf(stage_points(scene, others_design), room * 0.24f), 1);
  float keys = (float)trace_key_count(scene->trace);
  float cell = cell_presented * height / (float)trace_token_count(scene->trace);
  return stage_rounded_cell(fminf(cell, room / keys)) * keys;
}

/* V and the output have the same columns and so the same width. */
static Widths share_widths(const Scene *scene, const OutputPlace *place, Box inner, float height) {
  Widths widths = {.ribbons =
                       stage_points(scene, stage_is_for_afar(scene) || place->is_narrow ? 40 : 48)};
  float fixed = place->label_width + place->sign + place->v_label_width + place->shares.w;
  float room = fmaxf(inner.w - fixed - widths.ribbons, 1);
  float column =
      (float)stage_matrix(scene, trace_values(scene->trace)).cols * stage_points(scene, 18);
  widths.weights = weights_width(scene, room, height, place->is_narrow);
  float rest = room - widths.weights;
  widths.v = widths.output = floorf(fminf(rest / 2, column));
  float spare = fmaxf(rest - 2 * widths.v, 0);
  widths.ribbons += fminf(spare, stage_points(scene, 96));
  widths.whole = fixed + widths.ribbons + widths.weights + 2 * widths.v;
  return widths;
}

static void place_across(OutputPlace *place, Widths widths, float x, float y, float height) {
  place->weights = (Box){x + place->label_width, y, widths.weights, height};
  float next = place->weights.x + widths.weights + place->sign + place->v_label_width;
  place->shares = (Box){next, y, place->shares.w, height};
  place->v = (Box){next + place->shares.w, y, widths.v, height};
  place->output = (Box){place->v.x + widths.v + widths.ribbons, y, widths.output, height};
}

/* Of the colour bar below the weights. */
static const float BAR_LEAST = 84;

/* Design width on a screen below which the rows of V are named by those of the weights. */
static const float NARROW = 660;

static bool rows_are_aligned(const Scene *scene) {
  const Trace *trace = scene->trace;
  return !trace_is_cross(trace) && trace_key_count(trace) == trace_token_count(trace) &&
         scene->view->zoom <= 1;
}

enum { NAMED_MOST = 16 }; /* shares beside V */

/* Of "animal .80" beside V. */
typedef struct NamedSize {
  float name, number;
} NamedSize;

static NamedSize named_share_size(const Scene *scene) {
  return stage_is_for_afar(scene) ? (NamedSize){17, 23} : (NamedSize){12.5f, 12.5f};
}

static float named_shares_width(const Scene *scene, bool is_narrow) {
  NamedSize size = named_share_size(scene);
  TextStyle number = {FACE_MONO_BOLD, size.number, COLOR_NONE, ALIGN_END};
  float name = matrix_label_width(scene, 84) * fmaxf(size.name / 14, 1);
  return fminf(name, stage_points(scene, is_narrow ? 44 : 74)) +
         pen_width(&scene->pen, number, STR(".00")) + stage_points(scene, 20);
}

/* Low boxes omit the written sum. Narrow ones omit the names of the rows of V or, where these are
** not the rows of the weights, the numbers of the shares. */
static OutputPlace place_output(const Scene *scene, Box box) {
  OutputPlace place = {.sign = stage_points(scene, 16)};
  bool presented = stage_is_for_afar(scene);
  place.is_narrow = scene->interactive && !presented && box.w < stage_points(scene, NARROW);
  if (place.is_narrow || presented) place.sign = stage_points(scene, 14);
  Box inner = box_inset(box, stage_points(scene, presented || place.is_narrow ? 8 : 20));
  const float names_presented = 1.35f; /* which grow into that room */
  float wanted = matrix_label_width(scene, 112), least = stage_points(scene, 48);
  if (presented) wanted = fminf(wanted * names_presented, stage_points(scene, 112));
  TextStyle small = {FACE_MONO, 10.5f, COLOR_NONE, ALIGN_END};
  float size =
      pen_width(&scene->pen, small,
                stage_shape(scene, stage_matrix(scene, trace_output_weights(scene->trace))));
  /* room for the axis titles */
  TextStyle bold = {FACE_BOLD, name_size(scene), COLOR_NONE, ALIGN_END};
  float name =
      pen_width(&scene->pen, bold, str_from(stage_part_title(trace_output_weights(scene->trace))));
  float corner = fmaxf(stage_points(scene, 66), fmaxf(size, name) + stage_points(scene, 9));
  place.label_width = float_clamp(wanted, corner, inner.w * 0.17f);
  bool has_names = !rows_are_aligned(scene);
  place.names_shares = !has_names;
  if (has_names)
    place.v_label_width = float_clamp(wanted, least, inner.w * (presented ? 0.085f : 0.14f));
  place.label_height = fminf(matrix_label_height(scene, 80), inner.h * 0.14f);
  place.label_height = fmaxf(place.label_height, stage_points(scene, 34));
  if (pen_is_of_print(&scene->pen))
    place.label_height = fmaxf(place.label_height, matrix_axis_titles_height(scene));
  const float shares_design = presented ? 92 : !place.is_narrow ? 84 : has_names ? 44 : 72;
  place.shares.w = stage_points(scene, shares_design);
  if (place.names_shares) place.shares.w = named_shares_width(scene, place.is_narrow);
  float top = place.label_height + stage_points(scene, 28), foot = stage_points(scene, 44);
  foot += 2 * (pen_points(&scene->pen, 10.5f) - stage_points(scene, 10.5f)); /* words of a page */
  bool is_low = presented || inner.h < stage_points(scene, 420);
  float blend = stage_points(scene, presented ? 34
                                    : is_low  ? 30
                                              : 30 + 22 * (OUTPUT_TERMS_MOST + 2));
  if (!is_low) foot += stage_points(scene, 14);
  float height = stage_rows_height(scene, inner.h - top - foot - blend, presented ? 72 : 44);
  Widths widths = share_widths(scene, &place, inner, height);
  float x = floorf(inner.x + (inner.w - widths.whole) / 2);
  float y = floorf(inner.y + (inner.h - top - height - foot - blend) / 2 + top);
  place_across(&place, widths, x, y, height);
  place.foot_y = y + height + stage_points(scene, 14);
  place.blend = (Box){x, y + height + foot, widths.whole, blend};
  return place;
}

static Box cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_output(&fitted, box).output;
}

Box output_values_box(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_output(&fitted, box).v;
}

/* -- shares ------------------------------------------------------------------------------------ */

/* The rows of V are the keys, so V scrolls with the columns of the weights. */
static MatrixWidget values_view(const Scene *scene, Box cells) {
  MatrixWidget matrix = stage_rows_view(scene, trace_values(scene->trace), cells);
  matrix.rows_are_keys = true;
  return matrix;
}

static void draw_share(const Scene *scene, const OutputPlace *place, Box row_box, int row,
                       int key) {
  assert(row >= 0 && key >= 0 && key < trace_key_count(scene->trace));
  const Pen *pen = &scene->pen;
  float share = output_share(scene, row, key), gap = stage_points(scene, 8);
  bool has_numbers = place->shares.w > stage_points(scene, 60);
  bool presented = stage_is_for_afar(scene);
  float number_width = has_numbers ? stage_points(scene, presented ? 46 : 40) : 0;
  float most = place->shares.w - number_width - 2 * gap;
  float height = float_clamp(row_box.h * 0.5f, 1, fmaxf(1, stage_points(scene, 10)));
  float width = fminf(share, 1) * most;
  Box bar = {place->v.x - gap - width, row_box.y + (row_box.h - height) / 2, width, height};
  if (width >= 0.5f)
    draw_box(pen->list, (DrawBox){.box = bar, .corner = height / 4, .fill = pen->theme->weights});
  if (!has_numbers || row_box.h < stage_points(scene, 12)) return;
  const float said = 0.05f;
  float size = presented ? fminf(23, row_box.h / pen->text_scale * 0.8f)
                         : fminf(13, row_box.h / pen->text_scale);
  TextStyle style = {FACE_MONO, size, share < said ? pen->theme->muted : pen->theme->ink,
                     ALIGN_END};
  Number number = number_cell(share, true);
  Box text = {place->shares.x, row_box.y, number_width, row_box.h};
  pen_text_in(pen, style, text, number_str(&number));
}

/* The key and its share left of its row of V, with a bar below them as long as the share: the line
** is 1, which dropout may exceed. */
static void draw_named_share(const Scene *scene, Box line, int key, float share, bool is_heaviest) {
  const Pen *pen = &scene->pen;
  NamedSize size = named_share_size(scene);
  float gap = stage_points(scene, 6);
  TextStyle number = {is_heaviest ? FACE_MONO_BOLD : FACE_MONO, size.number, pen->theme->ink,
                      ALIGN_END};
  TextStyle name = {is_heaviest ? FACE_BOLD : FACE_REGULAR, size.name,
                    is_heaviest ? pen->theme->value : pen->theme->ink, ALIGN_END};
  float width = pen_width(pen, number, STR(".00")) + 1;
  Box words = {line.x, line.y, line.w - width - gap, line.h};
  Number said = number_cell(share, true);
  pen_text_in(pen, number, (Box){line.x + line.w - width, line.y, width, line.h},
              number_str(&said));
  pen_text_in(pen, name, words, scene_key_label(scene, key));
  float thick = stage_points(scene, 3);
  Box bar = {.w = fminf(share, 1) * line.w, .y = line.y + line.h, .h = thick};
  bar.x = line.x + line.w - bar.w;
  if (bar.w >= stage_points(scene, 3))
    draw_box(pen->list, (DrawBox){.box = bar, .corner = thick / 3, .fill = pen->theme->weights});
}

typedef struct NamedRow {
  int key;
  Box row; /* of V */
} NamedRow;

static bool is_row_low(const Scene *scene, const OutputPlace *place) {
  float row = place->v.h / (float)int_max(trace_key_count(scene->trace), 1);
  return row < pen_line_height(&scene->pen, named_share_size(scene).number);
}

/* The heaviest keys, as many as have room below each other, in the order of the rows. */
static int choose_named(const Scene *scene, const OutputPlace *place, int row, int most,
                        NamedRow *named) {
  MatrixWidget v = values_view(scene, place->v);
  MatrixGrid grid = matrix_widget_grid(scene, &v);
  int keys[NAMED_MOST], count = 0;
  const float crowded_least = 0.02f; /* less would push the others away from their rows */
  float least = is_row_low(scene, place) ? crowded_least : NUMBER_SHARE_LEAST;
  int heaviest = output_heaviest(scene, row, least, keys, NAMED_MOST);
  for (int i = 0; i < heaviest && count < most; i++) {
    Box at = keys[i] < grid.rows ? matrix_row_box(&v, &grid, keys[i]) : (Box){0};
    if (at.h <= 0) continue;
    int to = count++;
    for (; to > 0 && named[to - 1].key > keys[i]; to--) named[to] = named[to - 1];
    named[to] = (NamedRow){keys[i], at};
  }
  return count;
}

/* The others give way to the heaviest, which stands at its row as far as they have room. */
static void place_lines(Apart *lines, int count, int heaviest, Box column) {
  assert(heaviest >= 0 && heaviest < count);
  Apart *at = &lines[heaviest];
  int below = count - heaviest - 1;
  float end = column.y + column.h, last = end - at->size * (float)(below + 1);
  at->at = fmaxf(fminf(at->at, last), column.y + at->size * (float)heaviest);
  apart_place(lines, heaviest, 0, column.y, at->at);
  apart_place(at + 1, below, 0, at->at + at->size, end);
}

/* Where rows are low, names give way to each other, and a line leads from each to its row. */
static void draw_named_shares(const Scene *scene, const OutputPlace *place, int row) {
  const Pen *pen = &scene->pen;
  bool gives_way = is_row_low(scene, place);
  float gap = stage_points(scene, gives_way && !place->is_narrow ? 10 : 6), /* for the lines */
      high = pen_line_height(pen, named_share_size(scene).number) * 0.9f;
  float whole = high + stage_points(scene, 4), room = place->v.h + whole;
  NamedRow named[NAMED_MOST];
  Apart lines[NAMED_MOST];
  int heaviest,
      count = choose_named(scene, place, row, int_clamp((int)(room / whole), 1, NAMED_MOST), named);
  output_heaviest(scene, row, NUMBER_SHARE_LEAST, &heaviest, 1);
  int first = 0;
  for (int i = 0; i < count; i++) {
    lines[i] = (Apart){named[i].row.y + (named[i].row.h - whole) / 2, whole};
    if (named[i].key == heaviest) first = i;
  }
  if (count > 0) place_lines(lines, count, first, (Box){.y = place->v.y - whole / 2, .h = room});
  for (int i = 0; i < count; i++) {
    Box line = {place->shares.x + gap, lines[i].at, place->shares.w - 2 * gap, high};
    Point to = {place->v.x - 2, named[i].row.y + named[i].row.h / 2};
    if (fabsf(line.y + whole / 2 - to.y) > whole / 4)
      draw_line(pen->list, (Point){line.x + line.w + 2, line.y + high / 2}, to, 1,
                pen->theme->muted);
    draw_named_share(scene, line, named[i].key, output_share(scene, row, named[i].key),
                     named[i].key == heaviest);
  }
}

/* The ribbon is as thick as its share at both ends, so the ribbons exactly
** fill the output's row. */
static void draw_flow(const Scene *scene, const OutputPlace *place, Box from, Box to, float done,
                      float share) {
  float thickness = fmaxf(share * from.h, 0.75f);
  Point start = {place->v.x + place->v.w + 3, from.y + (from.h - thickness) / 2};
  Point end = {place->output.x - 5, to.y + done * to.h};
  Color color = color_fade(scene->pen.theme->value, 0.5f);
  pen_ribbon(&scene->pen, start, thickness, end, fmaxf(share * to.h, 0.75f), color);
}

/* Everything between V and the output for one query. */
static void draw_shares(const Scene *scene, const OutputPlace *place, int row) {
  MatrixWidget v = values_view(scene, place->v);
  MatrixWidget output = stage_rows_view(scene, TRACE_OUTPUT, place->output);
  MatrixGrid from = matrix_widget_grid(scene, &v), to = matrix_widget_grid(scene, &output);
  Box target = matrix_row_box(&output, &to, row);
  float done = 0, whole = 0;
  for (int key = 0; key < from.rows; key++) whole += output_share(scene, row, key);
  if (whole < 1) whole = 1; /* more, where weights grew by dropout */
  for (int key = 0; key < from.rows; key++) {
    float share = output_share(scene, row, key);
    Box source = matrix_row_box(&v, &from, key);
    if (source.h > 0.01f && !place->names_shares) draw_share(scene, place, source, row, key);
    if (share >= 0.004f && source.h > 0.01f && target.h > 0.01f)
      draw_flow(scene, place, source, target, done, share / whole);
    done += share / whole;
  }
  if (place->names_shares) draw_named_shares(scene, place, row);
}

/* -- all --------------------------------------------------------------------------------------- */

static void draw_weights(const Scene *scene, const OutputPlace *place) {
  MatrixWidget matrix = stage_rows_view(scene, trace_output_weights(scene->trace), place->weights);
  matrix.filled = -1;
  matrix.row_labels = matrix.col_labels = matrix.axis_titles = matrix.name_above_titles = true;
  matrix.label_width = place->label_width;
  matrix.label_height = place->label_height;
  matrix.click = "cell %r row";
  matrix.hover = "hover %r row";
  matrix.focus_col = -1;
  matrix_widget_draw(scene, &matrix);
  stage_outline_followed(scene, &matrix);
  Box cells = place->weights;
  Point at = {cells.x - stage_points(scene, 8), cells.y - names_above(scene)};
  stage_name_draw(scene,
                  &(StageName){.baseline = at,
                               .align = ALIGN_END,
                               .room = place->label_width,
                               .symbol = stage_part_title(trace_output_weights(scene->trace)),
                               .size = name_size(scene),
                               .part = trace_output_weights(scene->trace)});
}

/* The heaviest row of V, and the column that makes the focused number. */
static void outline_used(const Scene *scene, const MatrixWidget *v, int row, int col) {
  MatrixGrid grid = matrix_widget_grid(scene, v);
  int key, count = output_heaviest(scene, row, OUTPUT_TERM_LEAST, &key, 1);
  draw_group_begin(scene->pen.list, "focus", NULL);
  if (count > 0 && key < grid.rows)
    matrix_outline(scene, matrix_row_box(v, &grid, key), scene->pen.theme->value, 2);
  if (col >= 0 && col < grid.cols) matrix_focus_outline(scene, matrix_col_box(v, &grid, col), 2);
  draw_group_end(scene->pen.list);
}

/* The name of V ends before that of the output begins. */
static float name_room(const Scene *scene, const OutputPlace *place, Box cells, float beyond) {
  float room = cells.w + stage_points(scene, beyond), gap = stage_points(scene, 8);
  return cells.x < place->output.x ? fminf(room, place->output.x - cells.x - gap) : room;
}

/* The name of a narrow output begins further left, where nothing stands, rather than being cut. */
static float name_shift(const Scene *scene, const OutputPlace *place, Box cells, const char *symbol,
                        float room) {
  TextStyle style = {FACE_BOLD, name_size(scene), scene->pen.theme->ink, ALIGN_START};
  float missing = pen_symbol_width(&scene->pen, style, str_from(symbol)) - room;
  float free = cells.x - place->v.x - place->v.w - stage_points(scene, 60);
  return cells.x > place->v.x ? fmaxf(0, fminf(missing, free)) : 0;
}

static void draw_rows_matrix(const Scene *scene, const OutputPlace *place, TracePart part) {
  bool is_values = part == trace_values(scene->trace);
  assert(is_values || part == TRACE_OUTPUT);
  Box cells = is_values ? place->v : place->output;
  MatrixWidget matrix = stage_rows_view(scene, part, cells);
  if (is_values) {
    matrix.rows_are_keys = matrix.plain_focus = true;
    matrix.focus_row = -1;
    matrix.click = NULL;
    matrix.hover = NULL;
  }
  matrix.col_numbers = true;
  matrix.label_height = stage_points(scene, 18);
  int row, col;
  stage_focus(scene, &row, &col);
  bool is_weighted = is_values && row >= 0;
  if (is_weighted) matrix.own_values = output_weighted_values(scene, row);
  matrix_widget_draw(scene, &matrix);
  if (is_weighted) outline_used(scene, &matrix, row, col);
  if (part == TRACE_OUTPUT) stage_outline_followed(scene, &matrix);
  Arena *arena = scene->pen.list->arena;
  const char *symbol = is_values ? stage_values_symbol(scene) : stage_part_title(TRACE_OUTPUT);
  Str own = scene_label(scene, int_max(row, 0));
  if (is_weighted) symbol = str_format(arena, "A·%s", symbol);
  float beyond = is_values ? 48 : stage_is_for_afar(scene) || place->is_narrow ? 4 : 16;
  float room = name_room(scene, place, cells, beyond);
  float shift = name_shift(scene, place, cells, symbol ? symbol : "", room);
  Point baseline = {cells.x - shift, cells.y - names_above(scene)};
  stage_name_draw(scene, &(StageName){.baseline = baseline,
                                      .room = room + shift,
                                      .symbol = symbol ? symbol : "",
                                      .note = is_weighted ? str_format(arena, _("of %.*s"),
                                                                       (int)own.bytes, own.at)
                                                          : NULL,
                                      .size = name_size(scene),
                                      .part = part});
}

static void draw_value_labels(const Scene *scene, const OutputPlace *place) {
  if (place->v_label_width <= 0) return;
  MatrixWidget labels = values_view(scene, place->v);
  labels.row_labels = true;
  labels.focus_row = -1;
  labels.label_width = place->v_label_width;
  labels.label_gap_left = place->shares.w;
  labels.row_click = labels.row_hover = NULL;
  MatrixGrid grid = matrix_widget_grid(scene, &labels);
  matrix_labels_draw(scene, &labels, &grid);
}

static void draw_bars(const Scene *scene, const OutputPlace *place) {
  float high = stage_points(scene, 28), right = place->output.x + place->output.w;
  /* a narrow matrix has a bar wider than itself, which goes on to the right */
  float bar = fmaxf(place->weights.w, stage_points(scene, BAR_LEAST));
  Box weights = {place->weights.x, place->foot_y, bar, high};
  stage_bar_draw(scene, trace_output_weights(scene->trace), weights);
  float left = place->names_shares ? place->shares.x : place->v.x; /* its words may reach as far */
  stage_bar_draw(scene, TRACE_OUTPUT, (Box){left, place->foot_y, right - left, high});
  Box size = {weights.x - place->label_width, place->foot_y,
              place->label_width - stage_points(scene, 8), stage_points(scene, 18)};
  pen_text_in(&scene->pen, (TextStyle){FACE_MONO, 10.5f, scene->pen.theme->muted, ALIGN_END}, size,
              stage_shape(scene, stage_matrix(scene, trace_output_weights(scene->trace))));
}

/* A product without a shape has no output: what is said of it takes its place. */
static void draw_refused(const Scene *scene, const OutputPlace *place) {
  Box box = place->output;
  float left = place->v.x + place->v.w + stage_points(scene, 12);
  box.w += box.x - left;
  box.x = left;
  draw_value_labels(scene, place);
  draw_rows_matrix(scene, place, trace_values(scene->trace));
  draw_bars(scene, place);
  mistake_marks_draw_refused(scene, box);
}

static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_OUTPUT);
  OutputPlace place = place_output(scene, box);
  int row = stage_followed_row(scene);
  draw_weights(scene, &place);
  Box sign = {place.weights.x + place.weights.w, place.weights.y, place.sign, place.weights.h};
  if (!weights_v_by_row(scene)) stage_sign_draw(scene, sign, "×");
  if (mistake_marks_refuses(scene)) {
    draw_refused(scene, &place);
    return;
  }
  draw_shares(scene, &place, row);
  draw_value_labels(scene, &place);
  draw_rows_matrix(scene, &place, trace_values(scene->trace));
  draw_rows_matrix(scene, &place, TRACE_OUTPUT);
  draw_bars(scene, &place);
  output_blend_draw(scene, &place, row);
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
