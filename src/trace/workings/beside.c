/* trace/workings/beside.c -- matrices of two runs in the lines of both, and their difference. */
#include "trace/workings/beside.h"

#include <assert.h>
#include <math.h>

#include "trace/workings/beside_words.h"

BesideProblem beside_problem(const Trace *now, const Trace *kept, TraceMatrixId of) {
  const TracePartInfo *info = trace_part_info(of.part);
  if (info->per_layer && of.layer >= trace_layer_count(kept)) return BESIDE_NO_LAYER;
  if (info->per_head && of.head >= trace_head_count(kept, of.layer)) return BESIDE_NO_HEAD;
  now = trace_of_layer(now, of.layer), kept = trace_of_layer(kept, of.layer);
  if (trace_token_count(now) == 0 || trace_token_count(kept) == 0) return BESIDE_NO_TOKENS;
  bool has_part = trace_has_part(now, of.part) && trace_has_part(kept, of.part);
  return has_part ? BESIDE_FINE : BESIDE_NO_PART;
}

/* ---- lines ---- */

static TokenList tokens_of(const Trace *trace) {
  return (TokenList){trace, trace_token, trace_token_count(trace)};
}

static TokenList keys_of(const Trace *trace) {
  return (TokenList){trace, trace_key, trace_key_count(trace)};
}

/* The tokens that have a row of a part: K and V are of those that K and V are made from. */
static TokenList rows_of(const Trace *trace, TracePart part) {
  TraceSize rows = trace_part_info(part)->rows;
  if (rows == SIZE_SOURCES) return (TokenList){trace, trace_source, trace_source_count(trace)};
  return rows == SIZE_KEYS ? keys_of(trace) : tokens_of(trace);
}

bool beside_lines(Arena *arena, const Trace *now, const Trace *kept, TraceMatrixId place,
                  BesideLines *lines) {
  int rows, now_cols, kept_cols;
  now = trace_of_layer(now, place.layer), kept = trace_of_layer(kept, place.layer);
  if (!matching_of_tokens(arena, rows_of(now, place.part), rows_of(kept, place.part), &lines->rows))
    return false;
  if (trace_part_info(place.part)->is_of_words) return beside_words(arena, now, kept, &lines->cols);
  if (trace_part_info(place.part)->by_pair)
    return matching_of_tokens(arena, keys_of(now), keys_of(kept), &lines->cols);
  trace_matrix_shape(now, place.part, place.layer, &rows, &now_cols);
  trace_matrix_shape(kept, place.part, place.layer, &rows, &kept_cols);
  return matching_by_place(arena, now_cols, kept_cols, &lines->cols);
}

static int side_of(Match line, bool is_kept) { return is_kept ? line.b : line.a; }

const TraceToken *beside_row_token(const TwoRuns *beside, int row) {
  assert(row >= 0 && row < beside->rows.count);
  Match line = beside->rows.at[row];
  TokenList of = rows_of(line.a >= 0 ? beside->now_trace : beside->kept_trace, beside->part);
  return of.token(of.trace, line.a >= 0 ? line.a : line.b);
}

bool beside_names_cols(const TwoRuns *beside) {
  return beside->words || trace_part_info(beside->part)->by_pair;
}

const TraceToken *beside_col_token(const TwoRuns *beside, int col) {
  assert(col >= 0 && col < beside->cols.count && beside_names_cols(beside));
  if (beside->words) return beside->words[col];
  Match line = beside->cols.at[col];
  return line.a >= 0 ? trace_key(beside->now_trace, line.a) : trace_key(beside->kept_trace, line.b);
}

/* ---- numbers ---- */

static bool take(Arena *arena, const TwoRuns *made, Mat *to) {
  int rows = made->rows.count, cols = made->cols.count;
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  *to = (Mat){at, rows, cols, cols};
  return at != NULL;
}

/* Rows of words are made one by one: a trace may keep few of them. */
static const float *row_of(const TwoRuns *made, bool is_kept, int row) {
  const Trace *trace = is_kept ? made->kept_trace : made->now_trace;
  if (row < 0) return NULL;
  if (made->words) return trace_probabilities_row(trace, row);
  return mat_row(trace_matrix(trace, made->part, made->layer, made->head), row);
}

static void fill(const TwoRuns *made, bool is_kept, Mat to) {
  const Trace *trace = is_kept ? made->kept_trace : made->now_trace;
  if (made->words) trace_expect_words(trace, 0, trace_token_count(trace));
  for (int row = 0; row < to.rows; row++) {
    const float *from = row_of(made, is_kept, side_of(made->rows.at[row], is_kept));
    for (int col = 0; col < to.cols; col++) {
      int at = side_of(made->cols.at[col], is_kept);
      mat_row_of(to, row)[col] = from && at >= 0 ? from[at] : NAN;
    }
  }
}

static bool name_words(Arena *arena, TwoRuns *made) {
  const TraceToken **words = arena_take(arena, (size_t)made->cols.count, sizeof *words);
  if (!trace_part_info(made->part)->is_of_words) return true;
  for (int col = 0; words && col < made->cols.count; col++) {
    words[col] = beside_word_token(arena, made->now_trace, made->kept_trace, made->cols.at[col]);
    if (!words[col]) return false;
  }
  made->words = words;
  return words != NULL;
}

static bool fill_mask(Arena *arena, const TwoRuns *made, bool is_kept, MaskView *mask) {
  const Trace *trace = is_kept ? made->kept_trace : made->now_trace;
  MaskView from = trace_head_mask(trace, made->layer, made->head);
  int rows = made->rows.count, cols = made->cols.count;
  *mask = (MaskView){0};
  if (!from.hidden || !trace_part_info(made->part)->by_pair) return true;
  unsigned char *hidden = arena_take(arena, (size_t)rows * (size_t)cols, 1);
  if (!hidden) return false;
  for (int row = 0; row < rows; row++)
    for (int col = 0; col < cols; col++) {
      int i = side_of(made->rows.at[row], is_kept), j = side_of(made->cols.at[col], is_kept);
      hidden[(size_t)row * (size_t)cols + (size_t)col] = i >= 0 && j >= 0 && mask_hides(from, i, j);
    }
  *mask = (MaskView){hidden, rows, cols, cols};
  return true;
}

static void note_size(TwoRuns *made, float value) {
  if (isfinite(value)) made->size = fmaxf(made->size, fabsf(value));
}

/* −∞ less −∞ is NaN: hidden in both; a cell that one hides stays infinite. */
static void subtract(TwoRuns *made, Mat difference) {
  double sum = 0, cells = 0;
  BesideErrors *errors = &made->errors;
  errors->row = errors->col = -1;
  for (int row = 0; row < difference.rows; row++)
    for (int col = 0; col < difference.cols; col++) {
      float now = mat_get(made->now, row, col), kept = mat_get(made->kept, row, col);
      float apart = now - kept, size = fabsf(apart);
      mat_row_of(difference, row)[col] = apart;
      note_size(made, now), note_size(made, kept);
      if (!isfinite(apart)) continue;
      sum += (double)size, cells++;
      if (errors->row >= 0 && !(size > errors->largest)) continue;
      errors->largest = size;
      errors->row = row, errors->col = col;
    }
  errors->mean = cells > 0 ? (float)(sum / cells) : 0;
  made->difference = mat_view(difference);
}

/* ---- the divergence of weights ---- */

typedef struct RowPair {
  const float *now, *kept;
  const Matching *keys;
} RowPair;

static double whole_of(const RowPair *rows, bool is_kept) {
  double sum = 0;
  for (int i = 0; i < rows->keys->count; i++) {
    Match line = rows->keys->at[i];
    if (line.a < 0 || line.b < 0) continue;
    sum += (double)(is_kept ? rows->kept[line.b] : rows->now[line.a]);
  }
  return sum;
}

/* In bits; below 0: one of them has no weight on a key of both. */
static double divergence(const RowPair *rows) {
  double whole = whole_of(rows, false), kept_whole = whole_of(rows, true), bits = 0;
  if (!(whole > 0) || !(kept_whole > 0)) return -1;
  for (int i = 0; i < rows->keys->count; i++) {
    Match line = rows->keys->at[i];
    if (line.a < 0 || line.b < 0 || !(rows->now[line.a] > 0)) continue;
    if (!(rows->kept[line.b] > 0)) return INFINITY;
    double share = (double)rows->now[line.a] / whole;
    bits += share * log2(share / ((double)rows->kept[line.b] / kept_whole));
  }
  const double rounding = 1e-12; /* of equal rows in single precision, squared */
  return bits > rounding ? bits : 0;
}

static void measure_weights(TwoRuns *made, const Matching *keys) {
  MatView now = trace_matrix(made->now_trace, TRACE_WEIGHTS, made->layer, made->head);
  MatView kept = trace_matrix(made->kept_trace, TRACE_WEIGHTS, made->layer, made->head);
  BesideErrors *errors = &made->errors;
  double sum = 0;
  for (int i = 0; i < made->rows.count; i++) {
    Match line = made->rows.at[i];
    if (line.a < 0 || line.b < 0) continue;
    RowPair rows = {mat_row(now, line.a), mat_row(kept, line.b), keys};
    double bits = divergence(&rows);
    if (bits < 0) errors->empty_rows++;
    else if (isinf(bits)) errors->infinite_rows++;
    else errors->divergence_rows++, sum += bits;
  }
  if (errors->divergence_rows > 0)
    errors->divergence_mean = (float)(sum / (double)errors->divergence_rows);
}

static bool add_weights(Arena *arena, TwoRuns *made) {
  const Trace *now = made->now_trace, *kept = made->kept_trace;
  Matching keys = made->cols;
  bool tells_weights = trace_part_info(made->part)->by_pair || made->part == TRACE_OUTPUT;
  made->has_weights =
      tells_weights &&
      beside_problem(now, kept, (TraceMatrixId){TRACE_WEIGHTS, made->layer, made->head}) ==
          BESIDE_FINE;
  if (!made->has_weights) return true;
  if (!trace_part_info(made->part)->by_pair &&
      !matching_of_tokens(arena, keys_of(now), keys_of(kept), &keys))
    return false;
  measure_weights(made, &keys);
  return true;
}

/* ---- all ---- */

static TwoRuns *make(Arena *arena, const Trace *now, const Trace *kept, TraceMatrixId place,
                     Status *status) {
  assert(beside_problem(now, kept, place) == BESIDE_FINE);
  Mat of_now, of_kept, difference;
  BesideLines lines;
  TwoRuns *made = arena_take(arena, 1, sizeof *made);
  if (!made || !beside_lines(arena, now, kept, place, &lines))
    return status_no_memory(status), NULL;
  *made = (TwoRuns){.rows = lines.rows,
                    .cols = lines.cols,
                    .now_trace = trace_of_layer(now, place.layer),
                    .kept_trace = trace_of_layer(kept, place.layer),
                    .part = place.part,
                    .layer = place.layer,
                    .head = place.head};
  if (!name_words(arena, made)) return status_no_memory(status), NULL;
  if (!take(arena, made, &of_now) || !take(arena, made, &of_kept) ||
      !take(arena, made, &difference) || !fill_mask(arena, made, false, &made->now_mask) ||
      !fill_mask(arena, made, true, &made->kept_mask))
    return status_no_memory(status), NULL;
  fill(made, false, of_now);
  fill(made, true, of_kept);
  made->now = mat_view(of_now);
  made->kept = mat_view(of_kept);
  subtract(made, difference);
  if (!add_weights(arena, made)) return status_no_memory(status), NULL;
  return made;
}

const TwoRuns *beside_make(Arena *arena, const Trace *now, const Trace *kept, TraceMatrixId place,
                           Status *status) {
  return make(arena, now, kept, place, status);
}

/* ---- a stage ---- */

int beside_parts(const Trace *now, const Trace *kept, BesideStage at,
                 TracePart parts[TRACE_STAGE_PARTS]) {
  const StageInfo *info = stage_info(at.stage);
  int count = 0;
  for (int i = info->part_count - info->result_count; i < info->part_count; i++)
    if (!beside_problem(now, kept, (TraceMatrixId){info->parts[i], at.layer, at.head}))
      parts[count++] = info->parts[i];
  return count;
}

BesideProblem beside_stage_problem(const Trace *now, const Trace *kept, BesideStage at) {
  TracePart parts[TRACE_STAGE_PARTS];
  if (stage_info(at.stage)->result_count == 0) return BESIDE_NO_NUMBERS;
  if (beside_parts(now, kept, at, parts) > 0) return BESIDE_FINE;
  return beside_problem(now, kept,
                        (TraceMatrixId){trace_stage_result(at.stage), at.layer, at.head});
}

const TwoRuns *beside_make_stage(Arena *arena, const Trace *now, const Trace *kept, BesideStage at,
                                 Status *status) {
  TracePart parts[TRACE_STAGE_PARTS];
  const TwoRuns *next = NULL;
  int count = beside_parts(now, kept, at, parts);
  assert(count > 0);
  for (int i = count - 1; i >= 0; i--) {
    TwoRuns *made = make(arena, now, kept, (TraceMatrixId){parts[i], at.layer, at.head}, status);
    if (!made) return NULL;
    made->next = next;
    next = made;
  }
  return next;
}
