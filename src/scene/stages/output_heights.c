/* scene/stages/output_heights.c -- how the rows of the weighted sum share the height of its box. */
#include "scene/stages/output_heights.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/followed_rows.h"
#include "scene/stages/output.h"

/* Design points, around the rows; in low boxes and before a class there is less. */
static const float HEAD = 42, HEAD_LOW = 34, HEAD_PAGES = 24, NAMES = 42, NAMES_LOW = 27;
static const float BARS = 44, NO_BARS = 6, LINE = 26, LINE_AFAR = 28, TERMS_GAP = 8;

static const float LOW = 420;

/* The height of a row: at least, for all rows of V to have digits, and at most; of terms. */
typedef struct RowSizes {
  float least, most, term, term_most;
} RowSizes;
static const RowSizes ROWS_NEAR = {15, 40, 29, 34}, ROWS_LOW = {15, 34, 18, 22},
                      ROWS_AFAR = {30, 64, 40, 48};
enum { TERMS_MOST = 10, PAGED_MOST = 6, PAGED_MOST_LARGE = 4 }; /* large: before a class, low */

/* Of the rows of the whole output: their share of the height, and their height. */
typedef struct OutputSizes {
  float share, row, row_most;
} OutputSizes;
static const OutputSizes OUTPUT_NEAR = {0.32f, 15, 26}, OUTPUT_LOW = {0.2f, 5, 26},
                         OUTPUT_AFAR = {0.14f, 5, 26};
/* Rows of V whose columns are too narrow for digits. */
static const float THIN_SHARE = 0.24f, THIN_ROW = 15;
static const float AIRY = 1.08f; /* of the height of a page's rows */
static const float ROW_WITHOUT_DIGITS = 14, OUTPUT_ROW_OF_DIGITS = 16;
static const float PRINTED_ROW = 13.8f, PRINTED_ROWS_MOST = 40, LINE_OF_NAMES = 1.05f;

bool output_has_relative(const Scene *scene) {
  return trace_has_part(scene->trace, TRACE_RELATIVE_VALUE);
}

OutputCounts output_counts(const Scene *scene) {
  const Trace *trace = scene->trace;
  MatView v = stage_matrix(scene, trace_values(trace)), output = stage_matrix(scene, TRACE_OUTPUT);
  return (OutputCounts){.keys = int_max(v.rows > 0 ? v.rows : trace_key_count(trace), 1),
                        .queries = int_max(trace_token_count(trace), 1),
                        .columns = int_max(v.cols > 0 ? v.cols : output.cols, 1),
                        .beyond = 1 + output_has_relative(scene)};
}

bool output_is_low(const Scene *scene, Box inner) {
  return scene->interactive && !stage_is_for_afar(scene) && inner.h < stage_points(scene, LOW);
}

bool output_is_brief(const Scene *scene, Box inner) {
  return stage_is_for_afar(scene) || output_is_low(scene, inner);
}

static const RowSizes *rows_of(const Scene *scene, Box inner) {
  if (stage_is_for_afar(scene)) return &ROWS_AFAR;
  return output_is_low(scene, inner) ? &ROWS_LOW : &ROWS_NEAR;
}

static const OutputSizes *output_of(const Scene *scene, Box inner) {
  if (stage_is_for_afar(scene)) return &OUTPUT_AFAR;
  return output_is_low(scene, inner) ? &OUTPUT_LOW : &OUTPUT_NEAR;
}

float output_row_usual(const Scene *scene, Box inner) {
  return stage_points(scene, rows_of(scene, inner)->term);
}

/* What stands around the rows; words of a page are larger than usual. */
static OutputHeights around(const Scene *scene, Box inner) {
  bool low = output_is_low(scene, inner), brief = output_is_brief(scene, inner);
  OutputHeights at = {.head = stage_points(scene, low ? HEAD_LOW : HEAD),
                      .names = stage_points(scene, low ? NAMES_LOW : NAMES),
                      .foot = stage_points(scene, brief ? NO_BARS : BARS),
                      .line = stage_points(scene, stage_is_for_afar(scene) ? LINE_AFAR : LINE)};
  if (pen_is_of_print(&scene->pen)) {
    float words = pen_points(&scene->pen, 10.5f);
    at.head = fmaxf(at.head, 3 * words);
    at.names = fmaxf(at.names, 3.6f * words);
    at.foot += 2 * fmaxf(words - stage_points(scene, 10.5f), 0);
    at.line = fmaxf(at.line, 1.6f * words);
  }
  float gap = stage_points(scene, OUTPUT_SUM_GAP);
  at.room = fmaxf(inner.h - at.head - gap - at.names - at.foot - at.line, 1);
  return at;
}

/* On a page its rows have names, as those of V have. */
static float output_height(const Scene *scene, Box inner, const OutputHeights *at,
                           OutputCounts counts) {
  const OutputSizes *sizes = output_of(scene, inner);
  float queries = (float)counts.queries;
  if (pen_is_of_print(&scene->pen))
    return at->room * queries / (queries + (float)(counts.keys + counts.beyond));
  return fminf(at->room * sizes->share, stage_points(scene, sizes->row) * queries);
}

/* The heaviest rows and one for the others, at most that many. */
static int terms_among(const Scene *scene, OutputCounts counts, int most) {
  int keys[TERMS_MOST], row = stage_followed_row(scene);
  if (row < 0 || most < 1) return 0;
  int heavy = output_heaviest(scene, row, OUTPUT_ROW_LEAST, keys, TERMS_MOST);
  return heavy == 0 ? 0 : int_min(heavy + (heavy < counts.keys), int_min(most, TERMS_MOST));
}

/* As high as their digits need; before a class, where these are nearly as high, with some air. */
static void place_pages(const Scene *scene, OutputHeights *at, OutputCounts counts, float left) {
  float gap = stage_points(scene, OUTPUT_SUM_GAP);
  int most = at->are_few ? PAGED_MOST_LARGE : PAGED_MOST;
  for (int terms = terms_among(scene, counts, most); terms > 0; terms--) {
    float high = followed_rows_height(scene, terms + 1, left + gap, 0);
    if (high <= 0) continue;
    if (stage_is_for_afar(scene)) high = fminf(high * AIRY, left + gap);
    at->terms = terms;
    at->are_pages = true;
    at->row = (high - gap) / (float)(terms + counts.beyond);
    return;
  }
}

/* The heaviest rows of V in digits, in its place. */
static void place_terms(const Scene *scene, Box inner, OutputHeights *at) {
  OutputCounts counts = output_counts(scene);
  float left = at->room - at->output;
  float row = floorf(fminf(output_row_usual(scene, inner), at->room / 3));
  at->terms = terms_among(scene, counts, (int)(left / fmaxf(row, 1)) - counts.beyond);
  if (at->terms == 0) return;
  float each = left / (float)(at->terms + counts.beyond);
  float most = stage_points(scene, rows_of(scene, inner)->term_most);
  at->row = floorf(float_clamp(each, row, fmaxf(most, row)));
  at->v = 0;
}

/* Some columns of the heaviest rows of V in digits, in its place. */
static void place_pages_alone(const Scene *scene, OutputHeights *at) {
  float head = stage_points(scene, HEAD_PAGES);
  place_pages(scene, at, output_counts(scene), at->room + at->head - head - at->output);
  if (at->terms == 0) return;
  at->room += at->head - head;
  at->head = head;
  at->v = 0;
}

/* V in thin rows, and some columns of its heaviest in digits; in low boxes these alone. */
static void place_thin(const Scene *scene, Box inner, OutputHeights *at) {
  OutputCounts counts = output_counts(scene);
  if (output_is_low(scene, inner)) {
    place_pages_alone(scene, at);
    return;
  }
  float thin = stage_points(scene, THIN_ROW) * (float)counts.keys;
  float v = fminf(at->room * THIN_SHARE, thin), gap = stage_points(scene, TERMS_GAP);
  place_pages(scene, at, counts, at->room - at->output - v - gap);
  if (at->terms == 0) return;
  at->v = v;
  at->gap = gap;
}

static float used_by(const OutputHeights *at, OutputCounts counts) {
  return at->v + at->gap + at->row * (float)(at->terms + counts.beyond);
}

/* The output takes what is left; V gives what is too much. */
static void fill(const Scene *scene, Box inner, OutputHeights *at, OutputCounts counts) {
  float left = at->room - used_by(at, counts), queries = (float)counts.queries;
  if (left < at->output) {
    at->v = fmaxf(at->v - (at->output - left), 1);
  } else at->output = fminf(left, stage_points(scene, output_of(scene, inner)->row_most) * queries);
  float row = at->output / queries;
  if (row >= 12) at->output = floorf(row) * queries;
}

/* Would the output, below all rows of V, be too low for its numbers? */
static bool leaves_no_digits(const Scene *scene, Box inner, OutputHeights at, OutputCounts counts) {
  fill(scene, inner, &at, counts);
  return at.output < stage_points(scene, OUTPUT_ROW_OF_DIGITS) * (float)counts.queries;
}

OutputHeights output_heights(const Scene *scene, Box inner, OutputDigits digits) {
  OutputCounts counts = output_counts(scene);
  const RowSizes *sizes = rows_of(scene, inner);
  OutputHeights at = around(scene, inner);
  at.output = output_height(scene, inner, &at, counts);
  float row = (at.room - at.output) / (float)(counts.keys + counts.beyond);
  bool all_fit = row >= stage_points(scene, sizes->least);
  at.row = fminf(row, stage_points(scene, sizes->most));
  if (all_fit) at.row = floorf(at.row);
  at.v = at.row * (float)counts.keys;
  bool wants = scene->interactive && scene->view->numbers != NUMBERS_OFF;
  wants = wants && !trace_is_recorded(scene->trace);
  at.are_few = output_is_brief(scene, inner);
  if (wants && digits == OUTPUT_NO_DIGITS) place_thin(scene, inner, &at);
  if (wants && digits == OUTPUT_ROUGH_DIGITS) place_pages_alone(scene, &at);
  bool needs_terms = !all_fit || leaves_no_digits(scene, inner, at, counts);
  if (wants && digits != OUTPUT_NO_DIGITS && at.terms == 0 && needs_terms)
    place_terms(scene, inner, &at);
  if (!all_fit && at.terms == 0) /* the sum alone has its name, and room for digits */
    at.row = fmaxf(at.row, fminf(stage_points(scene, ROW_WITHOUT_DIGITS), at.room / 8));
  fill(scene, inner, &at, counts);
  return at;
}

float output_named_height(const Scene *scene, float width) {
  (void)width; /* the same rows at every width */
  OutputCounts counts = output_counts(scene);
  const float inset = 8;
  float rows = fminf((float)counts.keys, PRINTED_ROWS_MOST) +
               fminf((float)counts.queries, PRINTED_ROWS_MOST) + (float)counts.beyond;
  float others = HEAD + OUTPUT_SUM_GAP + NAMES + BARS + LINE + 2 * inset;
  float row = fmaxf(stage_points(scene, PRINTED_ROW), scene->pen.least_pt * LINE_OF_NAMES);
  return stage_points(scene, others) + rows * row;
}
