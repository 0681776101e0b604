/* trace/workings/cache_work.c -- which rows are there at a step, and what the step multiplies. */
#include <limits.h>

#include "trace/mask_name.h"
#include "trace/workings/cache_step.h"

/* ---- rows that fall out ---- */

/* A mask under which a row that is passed is not seen again; otherwise it lets no row go. */
typedef struct Passing {
  MaskParts parts;
  bool lets_go;
} Passing;

static Passing passing_of(const Trace *trace, int layer) {
  const unsigned causal = 1u << MASK_CAUSAL, global = 1u << MASK_GLOBAL;
  const unsigned passes = 1u << MASK_WINDOW | 1u << MASK_BLOCKS;
  Passing passing = {0};
  Str name = trace_layer_mask_name(trace, layer);
  if (!mask_name_read(name, INT_MAX, &passing.parts, NULL)) return passing;
  unsigned named = passing.parts.named;
  passing.lets_go = (named & causal) && (named & passes) && !(named & ~(causal | passes | global));
  return passing;
}

/* The first key that the window or the block of a query shows. */
static int first_seen(const MaskParts *parts, int place) {
  int first = place;
  if (mask_names(parts, MASK_WINDOW)) first = place - parts->size[MASK_WINDOW];
  if (mask_names(parts, MASK_BLOCKS)) {
    int block = place - place % parts->size[MASK_BLOCKS];
    if (block < first) first = block;
  }
  return first > 0 ? first : 0;
}

static int global_count(const MaskParts *parts) {
  return mask_names(parts, MASK_GLOBAL) ? parts->size[MASK_GLOBAL] : 0;
}

static bool is_global(const MaskParts *parts, int place) {
  for (int i = 0; i < global_count(parts); i++)
    if (parts->globals[i] == place) return true;
  return false;
}

/* Keys that the query at a place sees, itself included. */
static int seen_by(const MaskParts *parts, int place) {
  int first = first_seen(parts, place), count = place - first + 1;
  if (is_global(parts, place)) return place + 1;
  for (int i = 0; i < global_count(parts); i++) count += parts->globals[i] < first;
  return count;
}

/* A global token that is still to come, or asks now, sees every row. */
static bool awaits_global(const MaskParts *parts, int place) {
  int count = global_count(parts);
  return count > 0 && parts->globals[count - 1] >= place;
}

static bool is_gone(const Passing *passing, int place, int row) {
  const MaskParts *parts = &passing->parts;
  return passing->lets_go && row < first_seen(parts, place) && !is_global(parts, row) &&
         !awaits_global(parts, place);
}

bool cache_row_is_gone(const Trace *trace, int layer, const CacheStep *step, int row) {
  assert(row >= 0 && row < step->row_count);
  Passing passing = passing_of(trace, layer);
  return is_gone(&passing, step->row_count - 1, row);
}

static double pairs_of(const Passing *passing, int first, int count) {
  double pairs = 0;
  if (!passing->lets_go) return (double)(count - first) * count;
  for (int place = first; place < count; place++) pairs += seen_by(&passing->parts, place);
  return pairs;
}

CacheRows cache_rows(const Trace *trace, int layer, const CacheStep *step) {
  Passing passing = passing_of(trace, layer);
  int n = step->row_count, there = n;
  if (passing.lets_go && !awaits_global(&passing.parts, n - 1))
    there = seen_by(&passing.parts, n - 1);
  return (CacheRows){.falls_out = passing.lets_go,
                     .there = there,
                     .gone = n - there,
                     .pairs = pairs_of(&passing, step->first_new, n)};
}

/* ---- multiplications ---- */

/* What a layer multiplies with: sizes, and how many heads of Q and of K and V. */
typedef struct Layer {
  const Trace *trace;
  double d_model, d, d_value, q_heads, k_heads;
} Layer;

/* rows are made, pairs of them and of keys, of which there are so many, get a score. */
typedef struct Asked {
  double rows, pairs, keys;
} Asked;

static double score_maps(const Layer *layer, const Asked *asked) {
  const Trace *trace = layer->trace;
  double d = layer->d, both = layer->q_heads * (asked->rows + asked->keys);
  if (trace_kind(trace)->of[KIND_SCORE] == SCORE_COSINE) return both * d;
  if (trace_has_part(trace, TRACE_SCORE_U)) return both * d * d;
  return trace_has_part(trace, TRACE_SCORE_W) ? layer->q_heads * asked->rows * d * d : 0;
}

static void count_products(const Layer *layer, const Asked *asked, double of[CACHE_PRODUCT_COUNT]) {
  const Trace *trace = layer->trace;
  double d = layer->d, pairs = layer->q_heads * asked->pairs;
  double terms = trace_has_part(trace, TRACE_RELATIVE_KEY) ? 2 : 1;
  bool has_slopes = trace_kind(trace)->of[KIND_POSITIONS] == POSITIONS_ALIBI;
  of[CACHE_MAPS] +=
      asked->rows * layer->d_model * (layer->q_heads * d + layer->k_heads * (d + layer->d_value));
  if (trace_has_part(trace, TRACE_Q_ROTATED))
    of[CACHE_TURNS] += asked->rows * 2 * d * (layer->q_heads + layer->k_heads);
  of[CACHE_SCORE_MAPS] += score_maps(layer, asked);
  of[CACHE_SCORES] += pairs * terms * d;
  of[CACHE_BIASES] += has_slopes ? pairs : 0;
  of[CACHE_SUMS] += pairs * terms * layer->d_value;
}

static double sum_of(const double of[CACHE_PRODUCT_COUNT]) {
  double sum = 0;
  for (int i = 0; i < CACHE_PRODUCT_COUNT; i++) sum += of[i];
  return sum;
}

static void add_layer(const Trace *trace, int at, CacheScope scope, const CacheStep *step,
                      CacheWork *sum) {
  int rows, d, d_value, n = step->row_count;
  trace_matrix_shape(trace, TRACE_K, at, &rows, &d);
  trace_matrix_shape(trace, TRACE_V, at, &rows, &d_value);
  bool is_head = scope == CACHE_OF_HEAD;
  Layer layer = {trace,
                 trace_d_model(trace),
                 d,
                 d_value,
                 is_head ? 1 : trace_head_count(trace, at),
                 is_head ? 1 : trace_key_head_count(trace)};
  Passing passing = passing_of(trace, at);
  CacheRows there = cache_rows(trace, at, step);
  double anew[CACHE_PRODUCT_COUNT] = {0}, kept[CACHE_PRODUCT_COUNT] = {0};
  bool is_prompt = step->first_new == 0;
  Asked all = {n, pairs_of(&passing, 0, n), n};
  Asked now = {n - step->first_new, there.pairs, is_prompt ? n : there.pairs};
  count_products(&layer, &all, anew);
  count_products(&layer, &now, kept);
  for (int i = 0; i < CACHE_PRODUCT_COUNT; i++) sum->of[i] += kept[i];
  sum->kept += sum_of(kept);
  sum->anew += sum_of(anew);
  sum->bytes += there.there * layer.k_heads * (d + d_value) * (double)sizeof(float);
}

CacheWork cache_work(const Trace *trace, int layer, CacheScope scope, const CacheStep *step) {
  CacheWork sum = {0};
  if (scope == CACHE_OF_HEAD) add_layer(trace, layer, scope, step, &sum);
  else
    for (int of = 0; of < trace_layer_count(trace); of++) add_layer(trace, of, scope, step, &sum);
  return sum;
}
