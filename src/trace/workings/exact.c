/* trace/workings/exact.c -- exact attention beside what is laid over, band by band of queries, and
** the errors of what is laid over (M-74). */
#include "trace/workings/exact.h"

#include <math.h>
#include <string.h>

#include "core/alibi.h"
#include "core/attention.h"
#include "core/bucket_bias.h"
#include "core/mistaken.h"
#include "core/product_in_blocks.h"
#include "core/relative.h"
#include "trace/mask_name.h"
#include "trace/trace_build.h"
#include "trace/trace_mistake.h"

/* The parts of exact attention, in the order of the computation. */
static const TracePart exact_parts[] = {TRACE_SCORES, TRACE_SCALED, TRACE_MASKED, TRACE_WEIGHTS};
enum { EXACT_PARTS = sizeof exact_parts / sizeof exact_parts[0] };

/* The model's own, where it is known; else the recorded one. */
static Str own_mask_name(const Trace *trace) {
  Str own = trace_own(trace)->mask_name;
  return own.at ? own : trace_mask_name(trace);
}

/* The matrices of mixtures hide nothing, so the mask is made of its name. */
static bool knows_mask(const Trace *trace) {
  MaskParts parts;
  return !trace_keys_are_mixtures(trace) ||
         mask_name_read(own_mask_name(trace), INT32_MAX, &parts, NULL);
}

ExactProblem exact_problem(const Trace *trace) {
  if (!trace_has_laid_over(trace)) return EXACT_NOTHING_LAID_OVER;
  if (!knows_mask(trace)) return EXACT_NO_MASK;
  bool has_all = trace_has_part(trace, TRACE_Q) && trace_has_part(trace, TRACE_K) &&
                 trace_has_part(trace, TRACE_V);
  return has_all && trace_token_count(trace) > 0 ? EXACT_FINE : EXACT_NO_QKV;
}

/* Softmax may have parts behind it, and before it there may be parts that only a kind has. */
TracePart exact_part_beside(TracePart part) {
  int last = EXACT_PARTS - 1;
  while (last > 0 && trace_pair_place(exact_parts[last]) > trace_pair_place(part)) last--;
  return exact_parts[last];
}

/* ---- exact attention ---- */

static bool take(Arena *arena, int rows, int cols, Mat *to) {
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  *to = (Mat){at, rows, cols, cols};
  return at != NULL;
}

/* The model's own mask, or beside a mistake the one that it is made with; made anew where another
** was laid over or columns are mixtures. */
static bool own_mask(Arena *arena, const Trace *trace, int layer, int head, MaskView *mask) {
  MaskParts parts;
  *mask = trace_is_recorded(trace) ? trace_head_mask(trace, layer, head)
                                   : trace_meant_mask(trace, layer, head);
  if (trace_mistake(trace) != MISTAKE_NONE && !trace_keys_are_mixtures(trace)) return true;
  if (!trace_mask_is_laid_over(trace) && !trace_keys_are_mixtures(trace)) return true;
  int rows = trace_token_count(trace), cols = trace_source_count(trace);
  unsigned char *hidden = arena_take(arena, (size_t)rows * (size_t)cols, 1);
  if (!hidden) return false;
  bool is_read = mask_name_read(own_mask_name(trace), INT32_MAX, &parts, NULL);
  assert(is_read);
  (void)is_read;
  mask_fill(&parts, trace_first_place(trace), hidden, rows, cols);
  *mask = (MaskView){hidden, rows, cols, cols};
  return true;
}

static double own_divisor(const Trace *trace, int layer) {
  const TraceOwn *own = trace_own(trace);
  if (own->divisors) return own->divisors[layer];
  if (kind_leaves_scores(trace_kind(trace))) return sqrt((double)trace_d_head(trace));
  double divisor = (double)trace_score_divisor(trace, layer);
  return divisor > 0 ? divisor : sqrt((double)trace_d_head(trace));
}

typedef struct Band {
  MatView q, k, v;
  MatView bias;           /* of the model's own positions; at NULL: none */
  MatView r_key, r_value; /* its own relative vectors; at NULL: none */
  MaskView mask;
  int place; /* of its first query */
  double divisor;
  bool in_blocks;
  Mat cells; /* [n,S] of the buffer */
} Band;

static void make_stage(const Band *band, TracePart part) {
  Mat cells = band->cells;
  switch (part) {
  case TRACE_SCORES:
    if (band->in_blocks) product_in_blocks(band->q, band->k, PRODUCT_TRANSPOSED, NULL, cells);
    else attn_scores(band->q, band->k, cells);
    if (band->r_key.at) relative_add_scores(band->q, band->r_key, band->place, cells);
    break;
  case TRACE_SCALED:
    attn_divide(mat_view(cells), band->divisor, cells);
    break;
  case TRACE_MASKED:
    if (band->bias.at) mat_add(mat_view(cells), band->bias, cells);
    attn_mask(mat_view(cells), band->mask, cells);
    break;
  default:
    assert(part == TRACE_WEIGHTS);
    if (band->in_blocks) cells.cols = cells.stride;
    for (int row = 0; row < cells.rows; row++)
      for (int col = band->cells.cols; col < cells.cols; col++)
        mat_row_of(cells, row)[col] = -INFINITY;
    attn_weights(mat_view(cells), cells, NULL);
  }
}

static void make_output(const Band *band, Mat output) {
  if (band->in_blocks)
    product_in_blocks(mat_view(band->cells), band->v, PRODUCT_WEIGHTED, NULL, output);
  else attn_output(mat_view(band->cells), band->v, output);
  if (band->r_value.at)
    relative_add_output(mat_view(band->cells), band->r_value, band->place, output);
}

/* What the model's own positions do, where others may be laid over them. */
typedef struct OwnPositions {
  MatView q, k, v;        /* of heads put right; q and k turned where the model turns them */
  MatView bias;           /* at NULL: none */
  MatView r_key, r_value; /* at NULL: none */
} OwnPositions;

typedef struct Made {
  Mat pairs, weights, output;
  OwnPositions own;
} Made;

/* Between two sentences there are no distances. */
static int own_positions_of(const Trace *trace) {
  return trace_is_cross(trace) ? POSITIONS_OWN : trace_own_kind(trace)->of[KIND_POSITIONS];
}

static bool turn(Arena *arena, Rotary rotary, int first, MatView *x) {
  Mat turned;
  if (!take(arena, x->rows, x->cols, &turned)) return false;
  rotary_turn(rotary, *x, first, turned);
  *x = mat_view(turned);
  return true;
}

static bool make_bias(Arena *arena, const Trace *trace, int layer, int head, MatView *bias) {
  MatView offsets = trace_own(trace)->bias_offsets;
  int first = trace_first_place(trace);
  Mat made;
  if (!take(arena, trace_token_count(trace), trace_source_count(trace), &made)) return false;
  if (offsets.at) bucket_bias_fill(mat_row(offsets, head), first, made);
  else alibi_fill(alibi_slope(head, trace_head_count(trace, layer)), first, made);
  *bias = mat_view(made);
  return true;
}

/* ---- heads that were split wrongly (M-103) ---- */

/* The rows of a head, found where they ended up. */
static bool put_right(Arena *arena, const Trace *trace, TracePart part, const Exact *exact,
                      Mat *right) {
  int heads = trace_head_count(trace, exact->layer), all = heads, head = exact->head;
  MatView wrong = trace_matrix(trace, part, exact->layer, head);
  if (trace_part_info(part)->per_key_head) {
    all = trace_key_head_count(trace);
    head = trace_key_head(trace, head);
  }
  if (!take(arena, wrong.rows, wrong.cols, right)) return false;
  for (int row = 0; row < wrong.rows; row++) {
    MistakenRow to = mistaken_row_to((MistakenRow){head, row}, all, wrong.rows);
    MatView from = trace_matrix(trace, part, exact->layer, to.head * (heads / all));
    memcpy(mat_row_of(*right, row), mat_row(from, to.row), (size_t)wrong.cols * sizeof(float));
  }
  return true;
}

/* Queries, keys and values as they would be. */
static bool put_heads_right(Arena *arena, const Trace *trace, const Exact *exact,
                            OwnPositions *own) {
  Mat q, k, v;
  if (trace_mistake(trace) != MISTAKE_HEADS_IN_WRONG_ORDER) return true;
  if (!put_right(arena, trace, TRACE_Q, exact, &q) ||
      !put_right(arena, trace, TRACE_K, exact, &k) || !put_right(arena, trace, TRACE_V, exact, &v))
    return false;
  own->q = mat_view(q), own->k = mat_view(k), own->v = mat_view(v);
  return true;
}

/* ---- positions ---- */

/* The model's own in the place of those that are laid over: false where memory is out. */
static bool put_back(Arena *arena, const Trace *trace, int layer, int head, OwnPositions *own) {
  const TraceOwn *with = trace_own(trace);
  int positions = own_positions_of(trace);
  Rotary rotary = positions == POSITIONS_ROPE ? kind_rotary(trace_own_kind(trace)) : (Rotary){0};
  if (positions == POSITIONS_ROPE)
    return turn(arena, rotary, trace_first_place(trace), &own->q) &&
           turn(arena, rotary, 0, &own->k);
  if (positions == POSITIONS_ALIBI || (positions == POSITIONS_T5 && with->bias_offsets.at))
    return make_bias(arena, trace, layer, head, &own->bias);
  if (positions == POSITIONS_SHAW && with->relative_key) {
    own->r_key = with->relative_key[layer];
    own->r_value = with->relative_value[layer];
  }
  return true;
}

/* Those of the trace where they are the model's own. */
static bool find_positions(Arena *arena, const Trace *trace, const Exact *exact,
                           OwnPositions *own) {
  int layer = exact->layer, head = exact->head;
  *own = (OwnPositions){.q = trace_matrix(trace, TRACE_Q, layer, head),
                        .k = trace_matrix(trace, TRACE_K, layer, head),
                        .v = trace_matrix(trace, TRACE_V, layer, head)};
  if (!put_heads_right(arena, trace, exact, own)) return false;
  if (trace_is_laid_over(trace, KIND_POSITIONS)) return put_back(arena, trace, layer, head, own);
  bool is_turned = trace_has_part(trace, TRACE_Q_ROTATED) && trace_has_part(trace, TRACE_K_ROTATED);
  if (is_turned && trace_mistake(trace) == MISTAKE_HEADS_IN_WRONG_ORDER) {
    Rotary rotary = kind_rotary(trace_kind(trace));
    if (!turn(arena, rotary, trace_first_place(trace), &own->q) || !turn(arena, rotary, 0, &own->k))
      return false;
  } else if (is_turned) {
    own->q = trace_matrix(trace, TRACE_Q_ROTATED, layer, head);
    own->k = trace_matrix(trace, TRACE_K_ROTATED, layer, head);
  }
  if (trace_has_part(trace, TRACE_RELATIVE_KEY) && trace_has_part(trace, TRACE_RELATIVE_VALUE)) {
    own->r_key = trace_matrix(trace, TRACE_RELATIVE_KEY, layer, head);
    own->r_value = trace_matrix(trace, TRACE_RELATIVE_VALUE, layer, head);
  }
  if (!trace_has_part(trace, TRACE_BIAS)) return true;
  if (trace_own(trace)->bias_offsets.at) return make_bias(arena, trace, layer, head, &own->bias);
  own->bias = trace_matrix(trace, TRACE_BIAS, layer, head);
  return true;
}

/* In bands and with padding as in the forward pass, so that equal sums are equal to the bit. */
static void run_bands(const Exact *exact, const Trace *trace, float *buffer, const Made *made) {
  const OwnPositions *own = &made->own;
  MatView q = own->q;
  Band band = {.k = own->k,
               .v = own->v,
               .r_key = own->r_key,
               .r_value = own->r_value,
               .divisor = own_divisor(trace, exact->layer),
               .in_blocks = trace_own(trace)->in_blocks};
  int stride = band.in_blocks ? attn_padded(band.k.rows) : band.k.rows;
  TracePart beside = exact_part_beside(exact->part);
  for (int first = 0; first < q.rows; first += ATTN_BAND) {
    int rows = q.rows - first < ATTN_BAND ? q.rows - first : ATTN_BAND;
    band.q = mat_view_rows(q, first, rows);
    band.place = trace_first_place(trace) + first;
    if (own->bias.at) band.bias = mat_view_rows(own->bias, first, rows);
    band.mask = mask_rows(exact->mask, first, rows);
    band.cells = (Mat){buffer, rows, band.k.rows, stride};
    for (int i = 0; i < EXACT_PARTS; i++) {
      make_stage(&band, exact_parts[i]);
      if (exact_parts[i] == beside)
        mat_copy(mat_view(band.cells), mat_rows(made->pairs, first, rows));
    }
    mat_copy(mat_view(band.cells), mat_rows(made->weights, first, rows));
    make_output(&band, mat_rows(made->output, first, rows));
  }
}

/* ---- differences ---- */

/* Two hidden cells have no difference; −∞ less a number stays −∞, so that the cell is hatched. */
static float fill_difference(MatView laid, MatView exact, Mat to) {
  float largest = 0;
  assert(laid.rows == exact.rows && laid.cols == exact.cols && to.cols == exact.cols);
  for (int row = 0; row < to.rows; row++) {
    const float *a = mat_row(laid, row), *b = mat_row(exact, row);
    float *difference = mat_row_of(to, row);
    for (int col = 0; col < to.cols; col++) {
      difference[col] = a[col] - b[col];
      if (isfinite(difference[col])) largest = fmaxf(largest, fabsf(difference[col]));
    }
  }
  return largest;
}

static void measure_output(Exact *exact) {
  MatView difference = exact->output_difference;
  ExactErrors *errors = &exact->errors;
  double sum = 0;
  for (int row = 0; row < difference.rows; row++)
    for (int col = 0; col < difference.cols; col++) {
      float size = fabsf(mat_get(difference, row, col));
      errors->output_size = fmaxf(errors->output_size, fabsf(mat_get(exact->output, row, col)));
      if (isfinite(size)) sum += (double)size;
      else errors->output_broken++;
      if (!isfinite(size) || !(size > errors->output_largest)) continue;
      errors->output_largest = size;
      errors->output_row = row;
      errors->output_col = col;
    }
  double all = (double)difference.rows * (double)difference.cols;
  double count = all - (double)errors->output_broken;
  errors->output_mean = count > 0 ? (float)(sum / count) : 0;
}

static double sum_of(const float *row, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += (double)row[i];
  return sum;
}

/* In bits; INFINITY where the row laid over has a key that the exact one has not; below 0: one of
** them attends to nothing. */
static double divergence(const float *laid, const float *exact, int count) {
  double whole = sum_of(laid, count), exact_whole = sum_of(exact, count), bits = 0;
  if (!(whole > 0) || !(exact_whole > 0)) return -1;
  for (int i = 0; i < count; i++) {
    if (!(laid[i] > 0)) continue;
    if (!(exact[i] > 0)) return INFINITY;
    double share = (double)laid[i] / whole;
    bits += share * log2(share / ((double)exact[i] / exact_whole));
  }
  return bits > 0 ? bits : 0; /* rounding may leave less than nothing */
}

static void measure_weights(Exact *exact, MatView laid) {
  ExactErrors *errors = &exact->errors;
  double sum = 0;
  for (int row = 0; row < laid.rows; row++) {
    const float *a = mat_row(laid, row), *b = mat_row(exact->weights, row);
    for (int col = 0; col < laid.cols; col++) {
      float size = fabsf(a[col] - b[col]);
      errors->weight_broken += !isfinite(size);
      if (!isfinite(size) || !(size > errors->weight_largest)) continue;
      errors->weight_largest = size;
      errors->weight_query = row;
      errors->weight_key = col;
    }
    double bits = divergence(a, b, laid.cols);
    if (bits < 0) errors->empty_rows++;
    else if (isinf(bits)) errors->infinite_rows++;
    else errors->divergence_rows++, sum += bits;
  }
  if (errors->divergence_rows > 0)
    errors->divergence_mean = (float)(sum / (double)errors->divergence_rows);
}

/* ---- all ---- */

/* A recording may lack the part, or the weights; mixtures are no keys. */
static bool has_pairs(const Trace *trace, TracePart part) {
  int rows, cols;
  if (!trace_has_part(trace, part) || !trace_has_part(trace, TRACE_WEIGHTS)) return false;
  trace_matrix_shape(trace, part, trace_home_layer(trace), &rows, &cols);
  return rows == trace_token_count(trace) && cols == trace_key_count(trace) &&
         !trace_keys_are_mixtures(trace);
}

static bool add_pairs(Arena *arena, const Trace *trace, Exact *exact) {
  Mat difference;
  MatView laid = trace_matrix(trace, exact->part, exact->layer, exact->head);
  if (!take(arena, laid.rows, laid.cols, &difference)) return false;
  exact->pair_largest = fill_difference(laid, exact->pairs, difference);
  exact->pair_difference = mat_view(difference);
  measure_weights(exact, trace_matrix(trace, TRACE_WEIGHTS, exact->layer, exact->head));
  return true;
}

static bool add_output(Arena *arena, const Trace *trace, Exact *exact) {
  Mat difference;
  if (!take(arena, exact->output.rows, exact->output.cols, &difference)) return false;
  MatView laid = trace_matrix(trace, TRACE_OUTPUT, exact->layer, exact->head);
  fill_difference(laid, exact->output, difference);
  exact->output_difference = mat_view(difference);
  measure_output(exact);
  return true;
}

const Exact *exact_make(Arena *arena, const Trace *trace, TraceMatrixId of, Status *status) {
  assert(exact_problem(trace) == EXACT_FINE && trace_part_info(of.part)->by_pair);
  int rows = trace_token_count(trace), cols = trace_source_count(trace);
  int values = trace_matrix(trace, TRACE_V, of.layer, of.head).cols;
  size_t padded = (size_t)attn_padded(cols);
  Made made = {0};
  Exact *exact = arena_take(arena, 1, sizeof *exact);
  float *buffer = arena_take(arena, ATTN_BAND * padded, sizeof *buffer);
  bool ok = exact && buffer && take(arena, rows, cols, &made.pairs) &&
            take(arena, rows, cols, &made.weights) && take(arena, rows, values, &made.output);
  if (ok) {
    *exact = (Exact){.layer = of.layer,
                     .head = of.head,
                     .part = of.part,
                     .has_pairs = has_pairs(trace, of.part),
                     .has_output = trace_has_part(trace, TRACE_OUTPUT)};
    ok = own_mask(arena, trace, of.layer, of.head, &exact->mask) &&
         find_positions(arena, trace, exact, &made.own);
  }
  if (!ok) return status_no_memory(status), NULL;
  run_bands(exact, trace, buffer, &made);
  exact->pairs = mat_view(made.pairs);
  exact->weights = mat_view(made.weights);
  exact->output = mat_view(made.output);
  if ((exact->has_pairs && !add_pairs(arena, trace, exact)) ||
      (exact->has_output && !add_output(arena, trace, exact)))
    return status_no_memory(status), NULL;
  return exact;
}
