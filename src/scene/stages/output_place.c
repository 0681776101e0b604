/* scene/stages/output_place.c -- where the weighted sum stands in its box. */
#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/output.h"
#include "scene/stages/output_heights.h"
#include "scene/stages/pair_stage.h"

static const float NARROW = 600; /* design; the weights are left out, and in low boxes */
static const float COLUMN_MOST = 84, COLUMN_MOST_AFAR = 120;
static const float DIGITS_OF_CELL = 0.86f, DIGITS_OF_ROW = 0.78f, DIGITS_LEAST = 7.25f,
                   DIGITS_LEAST_LOW = 11; /* else some columns have larger ones */
static const float BETWEEN_DIGITS = 4;    /* points of the window, however narrow columns are */
static const float LABELS_AFAR = 1.2f;    /* names of rows, before a class */
static const float BESIDE_WEIGHTS = 18;   /* free between them and the output */
static const float NAME_MOST = 0.12f;     /* of the box, for the name of the weights */

/* -- across ------------------------------------------------------------------------------------ */

typedef struct Across {
  float left; /* of V, with the weights below */
  float share, sign, names;
  float labels, weights; /* weights 0: they are left out */
  float column;
} Across;

/* From afar its digits are as large as the window allows, whatever the size of the words. */
static float share_width(const Scene *scene, Box inner, bool low) {
  const float of_window = 0.051f, most = 0.06f;
  TextStyle style = {FACE_MONO_BOLD, low ? 13.5f : 15, COLOR_NONE, ALIGN_MIDDLE};
  if (stage_is_for_afar(scene)) return fminf(scene->pen.list->width_pt * of_window, inner.w * most);
  return pen_width(&scene->pen, style, STR(".00")) + stage_points(scene, low ? 6 : 10);
}

float output_name_size(const Scene *scene) { return stage_is_for_afar(scene) ? 17 : 14; }

/* Of the weights, in any language; it goes on above the gap beside them. */
static float width_below_name(const Scene *scene) {
  TextStyle style = {FACE_BOLD, output_name_size(scene), COLOR_NONE, ALIGN_START};
  Str name = str_from(stage_part_title(trace_output_weights(scene->trace)));
  return pen_symbol_width(&scene->pen, style, name) -
         stage_points(scene, BESIDE_WEIGHTS - OUTPUT_BESIDE_NAME);
}

/* Its columns are as narrow as they may be to tell where the asked row is. */
static float weights_width(const Scene *scene, Box inner, int keys) {
  const float column = scene_is_presented(scene) ? 5 : 7, least = 64, most = 100, most_afar = 132;
  bool has_room = !output_is_low(scene, inner) && inner.w >= stage_points(scene, NARROW);
  if (scene->interactive && !has_room) return 0;
  float wide = (float)keys * column;
  wide = float_clamp(wide, least, stage_is_for_afar(scene) ? most_afar : most);
  float named = scene->interactive ? width_below_name(scene) : 0;
  return fmaxf(stage_points(scene, wide), fminf(named, inner.w * NAME_MOST));
}

/* Short names leave room for "29 more" beside the last weight. */
static Across share_width_of(const Scene *scene, Box inner, OutputCounts counts) {
  const float names_most = 0.17f, names_most_afar = 0.12f, larger = 1.35f, least = 54;
  bool afar = stage_is_for_afar(scene), low = output_is_low(scene, inner);
  Across across = {.share = share_width(scene, inner, low),
                   .sign = stage_points(scene, afar  ? 26
                                               : low ? 13
                                                     : 18),
                   .weights = weights_width(scene, inner, counts.keys)};
  float name = matrix_label_width(scene, 104),
        most = inner.w * (afar ? names_most_afar : names_most);
  across.names = float_clamp(afar ? name * larger : name, stage_points(scene, least), most);
  float label = scene_is_presented(scene) ? name * LABELS_AFAR : name;
  across.labels = fminf(fmaxf(label, stage_points(scene, 54)), inner.w * names_most);
  float above = across.share + across.sign + across.names;
  float below = across.labels +
                (across.weights > 0 ? across.weights + stage_points(scene, BESIDE_WEIGHTS) : 0);
  across.left = fminf(fmaxf(above, below), inner.w * 0.6f);
  float widest = stage_points(scene, afar ? COLUMN_MOST_AFAR : COLUMN_MOST);
  float column = fminf((inner.w - across.left) / (float)counts.columns, widest);
  across.column = stage_rounded_cell(fmaxf(column, 0.01f));
  return across;
}

Number output_number(float value, int decimals) {
  return decimals > 1 ? number_decimals(value, decimals) : number_cell(value, false);
}

static float digits_width(const Scene *scene, float size, int decimals) {
  TextStyle style = {FACE_MONO, size, COLOR_NONE, ALIGN_MIDDLE};
  float largest = scene_largest(scene, trace_values(scene->trace));
  Number longest = output_number(-largest, decimals), usual = output_number(-1, decimals);
  return fmaxf(pen_width(&scene->pen, style, number_str(&longest)),
               pen_width(&scene->pen, style, number_str(&usual)));
}

/* The size at which the longest number fits a cell; 0: none does. */
static float digits_size(const Scene *scene, float column, float row, int decimals, float fewest) {
  const float probe = OUTPUT_PRINTED_DIGITS;
  const Pen *pen = &scene->pen;
  if (scene->view->numbers == NUMBERS_OFF) return 0;
  float wide = digits_width(scene, probe, decimals);
  if (pen_is_of_print(pen)) return wide <= column - 1.5f ? probe : 0;
  float room = fmaxf(fminf(column * DIGITS_OF_CELL, column - BETWEEN_DIGITS), 0);
  float size = probe * room / fmaxf(wide, 0.01f);
  size = fminf(size, row * DIGITS_OF_ROW / pen->text_scale);
  float least = scene->view->numbers == NUMBERS_ON ? 5 / pen->text_scale : fewest;
  return size < least ? 0 : floorf(size * 4) / 4;
}

/* Of numbers with more than one decimal. */
static float fine_least(const Scene *scene, float rough) {
  const float share = 0.6f, near = 18, afar = 33; /* afar: in points of the window */
  return fmaxf(rough * share, stage_is_for_afar(scene) ? afar / scene->pen.text_scale : near);
}

/* Where rows for distances are added as well pages have no room for them. */
static OutputDigits digits_of(const Scene *scene, Box inner, float column) {
  float row = output_row_usual(scene, inner);
  float least = output_is_low(scene, inner) ? DIGITS_LEAST_LOW : DIGITS_LEAST;
  float rough = digits_size(scene, column, row, 1, least);
  if (rough <= 0) return OUTPUT_NO_DIGITS;
  if (output_has_relative(scene)) return OUTPUT_FINE_DIGITS;
  float fine = digits_size(scene, column, row, 2, least);
  return fine < fine_least(scene, rough) ? OUTPUT_ROUGH_DIGITS : OUTPUT_FINE_DIGITS;
}

/* More decimals where the numbers stay large. */
static void choose_digits(const Scene *scene, OutputPlace *place, float column) {
  place->decimals = 1;
  place->digits = digits_size(scene, column, place->row, 1, DIGITS_LEAST);
  for (int decimals = 3; decimals > 1 && place->digits > 0; decimals--) {
    float size = digits_size(scene, column, place->row, decimals, DIGITS_LEAST);
    if (size < fine_least(scene, place->digits)) continue;
    place->decimals = decimals;
    place->digits = size;
    return;
  }
}

/* -- all --------------------------------------------------------------------------------------- */

bool output_is_of_terms(const OutputPlace *place) {
  return place->term_count > 0 && !place->is_paged;
}

/* From V down to the output, all as wide as V. */
static void place_rows(const Scene *scene, OutputPlace *place, const OutputHeights *at) {
  Box v = place->v;
  int beyond = output_counts(scene).beyond;
  place->term_count = at->terms;
  place->row = at->row;
  place->terms = (Box){v.x, v.y + v.h + at->gap, v.w, at->row * (float)at->terms};
  if (output_is_of_terms(place) || place->hides_v) place->v = place->terms;
  float y = place->terms.y + place->terms.h + at->row * (float)(beyond - 1);
  place->sum = (Box){v.x, y + stage_points(scene, OUTPUT_SUM_GAP), v.w, at->row};
  place->output = (Box){v.x, place->sum.y + at->row + at->names, v.w, at->output};
}

static void place_left(const Scene *scene, OutputPlace *place, const Across *across) {
  Box v = place->v, output = place->output;
  place->names = (Box){v.x - across->names, v.y, across->names, v.h};
  place->shares = (Box){place->names.x - across->sign - across->share, v.y, across->share, v.h};
  place->label_width = across->labels;
  if (across->weights > 0)
    place->weights = (Box){v.x - stage_points(scene, BESIDE_WEIGHTS) - across->weights, output.y,
                           across->weights, output.h};
}

OutputPlace output_place(const Scene *scene, Box box) {
  bool tight = stage_is_for_afar(scene) || !scene->interactive || output_is_low(scene, box);
  Box inner = box_inset(box, stage_points(scene, tight ? 8 : 16));
  OutputCounts counts = output_counts(scene);
  Across across = share_width_of(scene, inner, counts);
  OutputDigits digits = digits_of(scene, inner, across.column);
  OutputHeights at = output_heights(scene, inner, digits);
  OutputPlace place = {.is_paged = at.are_pages};
  place.hides_v = place.is_paged && at.v <= 0;
  float wide = across.left + across.column * (float)counts.columns;
  float high = at.head + at.v + at.gap + at.row * (float)(at.terms + counts.beyond) +
               stage_points(scene, OUTPUT_SUM_GAP) + at.names + at.output + at.foot + at.line;
  float x = floorf(inner.x + fmaxf(inner.w - wide, 0) / 2);
  float y = floorf(inner.y + fmaxf(inner.h - high, 0) / 2);
  place.v = (Box){x + across.left, y + at.head, wide - across.left, at.v};
  place_rows(scene, &place, &at);
  if (digits != OUTPUT_NO_DIGITS) choose_digits(scene, &place, across.column);
  place_left(scene, &place, &across);
  bool low = output_is_low(scene, inner);
  float end = place.output.y + place.output.h;
  place.head_y = place.v.y - stage_points(scene, place.hides_v ? 8 : 26);
  place.names_y = place.output.y - stage_points(scene, low ? 7 : 10);
  if (!output_is_brief(scene, inner)) place.foot_y = end + stage_points(scene, 14);
  place.line = (Box){x, end + at.foot, wide, at.line};
  return place;
}

Box output_values_box(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return output_place(&fitted, box).v;
}

Box output_sum_box(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return output_place(&fitted, box).sum;
}

Box output_share_box(const Scene *scene, Box box, int key) {
  Scene fitted = stage_fitted(scene, box);
  OutputPlace place = output_place(&fitted, box);
  MatrixWidget v = output_values_view(&fitted, &place);
  MatrixGrid grid = matrix_widget_grid(&fitted, &v);
  if (key < 0 || key >= grid.rows) return (Box){0};
  Box row = matrix_row_box(&v, &grid, key);
  return (Box){place.shares.x, row.y, place.shares.w, row.h};
}
