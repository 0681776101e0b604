/* trace/workings/cost.c -- the formulas of cost.h, and the sizes of a trace. */
#include "trace/workings/cost.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

#include "trace/mask_name.h"

/* What the papers and programs use most. */
enum { USUAL_D = 64, USUAL_WINDOW = 16, USUAL_KEYS = 128, FEATURES_A_COLUMN = 4, USUAL_TILE = 64 };

/* With these a window is said to be one. */
static const unsigned window_alone = 1u << MASK_WINDOW | 1u << MASK_CAUSAL | 1u << MASK_PADDING;

const char *cost_method_name(CostMethod method) {
  static const char *const names[COST_METHOD_COUNT] = {"exact", "window", "linformer", "performer",
                                                       "flash"};
  assert(method >= 0 && method < COST_METHOD_COUNT);
  return names[method];
}

int cost_local_keys(const MaskParts *parts) {
  static const MaskPart bands[] = {MASK_WINDOW, MASK_DILATED};
  static const MaskPart counted[] = {MASK_BLOCKS, MASK_RANDOM};
  bool is_causal = mask_names(parts, MASK_CAUSAL);
  long keys = 0;
  for (int i = 0; i < 2; i++)
    if (mask_names(parts, bands[i])) keys += (is_causal ? 1L : 2L) * parts->size[bands[i]] + 1;
  for (int i = 0; i < 2; i++)
    if (mask_names(parts, counted[i])) keys += parts->size[counted[i]];
  if (mask_names(parts, MASK_GLOBAL)) keys += 2L * parts->size[MASK_GLOBAL];
  return keys > INT_MAX ? INT_MAX : (int)keys;
}

/* What the mask laid over the trace says; an edited mask, and one of a recording, may say
** nothing. */
static void take_mask(const Trace *trace, CostSizes *sizes) {
  MaskParts parts = {0};
  if (!mask_name_read(trace_mask_name(trace), trace_key_count(trace), &parts, NULL)) return;
  int keys = cost_local_keys(&parts);
  sizes->is_causal = mask_names(&parts, MASK_CAUSAL);
  if (keys > 0) sizes->now = COST_WINDOW;
  sizes->local = keys > 0 ? keys : (sizes->is_causal ? 1 : 2) * USUAL_WINDOW + 1;
  sizes->has_parts = keys > 0 && (parts.named & ~window_alone) != 0;
  sizes->window = sizes->is_causal ? sizes->local - 1 : sizes->local / 2;
}

static void take_tiles(const Trace *trace, CostSizes *sizes) {
  const AttentionKind *kind = trace_kind(trace);
  if (!kind_is_tiled(kind)) return;
  sizes->tile_rows = kind->numbers[KIND_SCHEDULE][FLASH_ROWS];
  sizes->tile_cols = kind->numbers[KIND_SCHEDULE][FLASH_COLS];
  sizes->now = COST_FLASH;
}

/* As count_products of cache_work.c counts them, for one head. */
static void take_more(const Trace *trace, CostSizes *sizes) {
  const AttentionKind *kind = trace_kind(trace);
  double d = sizes->d_query, d_value = sizes->d_value;
  int score = kind->of[KIND_SCORE];
  bool has_slopes = kind->of[KIND_POSITIONS] == POSITIONS_ALIBI;
  if (has_slopes && trace_has_part(trace, TRACE_BIAS)) sizes->more_a_pair += 1;
  if (trace_has_part(trace, TRACE_DROPPED)) sizes->more_a_pair += 1;
  if (trace_has_part(trace, TRACE_RELATIVE_KEY)) sizes->more_a_pair += d + d_value;
  if (trace_has_part(trace, TRACE_Q_ROTATED)) sizes->more_a_token += 4 * d;
  if (score == SCORE_COSINE) sizes->more_a_token += 2 * d;
  if (score == SCORE_GENERAL) sizes->more_a_token += d * d;
  if (score == SCORE_ADDITIVE) sizes->more_a_token += 2 * d * d;
}

static void take_heads(const Trace *trace, CostSizes *sizes) {
  sizes->heads = trace_head_count(trace, 0);
  if (sizes->heads > 0) sizes->key_heads = trace_key_head(trace, sizes->heads - 1) + 1;
}

CostSizes cost_sizes_of(const Trace *trace) {
  CostSizes sizes = {.token_count = trace_token_count(trace),
                     .d_query = USUAL_D,
                     .d_value = USUAL_D,
                     .local = 2 * USUAL_WINDOW + 1,
                     .window = USUAL_WINDOW,
                     .keys = USUAL_KEYS,
                     .features = FEATURES_A_COLUMN * USUAL_D,
                     .tile_rows = USUAL_TILE,
                     .tile_cols = USUAL_TILE};
  if (sizes.token_count == 0) return sizes;
  int rows, d_query = 0, d_value = 0;
  trace_matrix_shape(trace, TRACE_K, 0, &rows, &d_query);
  trace_matrix_shape(trace, TRACE_V, 0, &rows, &d_value);
  if (d_query > 0) sizes.d_query = d_query, sizes.features = FEATURES_A_COLUMN * d_query;
  if (d_value > 0) sizes.d_value = d_value;
  take_mask(trace, &sizes);
  take_tiles(trace, &sizes);
  if (kind_mixes_keys(trace_kind(trace)))
    sizes.keys = kind_fewer(trace_kind(trace)), sizes.now = COST_LINFORMER;
  if (kind_has_features(trace_kind(trace)))
    sizes.features = kind_fewer(trace_kind(trace)), sizes.now = COST_PERFORMER;
  take_more(trace, &sizes);
  take_heads(trace, &sizes);
  return sizes;
}

static double window_keys(const CostSizes *sizes, double n) { return fmin(n, sizes->local); }

static double multiplications(CostMethod method, const CostSizes *sizes, double n) {
  double both = (double)sizes->d_query + (double)sizes->d_value;
  switch (method) {
  case COST_WINDOW:
    return n * window_keys(sizes, n) * both;
  case COST_LINFORMER:
    return 2 * n * sizes->keys * both;
  case COST_PERFORMER:
    return 2 * n * sizes->features * (both + 1);
  default:
    return n * n * both;
  }
}

static double numbers_at_once(CostMethod method, const CostSizes *sizes, double n) {
  double both = (double)sizes->d_query + (double)sizes->d_value;
  switch (method) {
  case COST_WINDOW:
    return n * window_keys(sizes, n);
  case COST_LINFORMER:
    return n * sizes->keys + sizes->keys * both;
  case COST_PERFORMER:
    return 2 * n * sizes->features + sizes->features * (sizes->d_value + 1.0);
  case COST_FLASH:
    return fmin(n, sizes->tile_rows) * fmin(n, sizes->tile_cols) + 2 * n;
  default:
    return n * n;
  }
}

double cost_of(CostMethod method, CostQuantity quantity, const CostSizes *sizes, double n) {
  assert(n >= 1);
  return quantity == COST_MULTIPLICATIONS
             ? multiplications(method, sizes, n)
             : numbers_at_once(method, sizes, n) * (double)sizeof(float);
}

/* That get a score of their own. */
static double pairs_of(CostMethod method, const CostSizes *sizes, double n) {
  switch (method) {
  case COST_WINDOW:
    return n * window_keys(sizes, n);
  case COST_LINFORMER:
    return n * sizes->keys;
  case COST_PERFORMER:
    return 0;
  default:
    return n * n;
  }
}

double cost_of_own(CostQuantity quantity, const CostSizes *sizes, double n) {
  double way = cost_of(sizes->now, quantity, sizes, n);
  if (quantity != COST_MULTIPLICATIONS) return way;
  return way + sizes->more_a_token * n + sizes->more_a_pair * pairs_of(sizes->now, sizes, n);
}

bool cost_has_more(const CostSizes *sizes) {
  return sizes->more_a_pair > 0 || sizes->more_a_token > 0;
}

bool cost_shares_keys(const CostSizes *sizes) { return sizes->key_heads < sizes->heads; }

double cost_of_kept(const CostSizes *sizes, bool is_shared, double n) {
  double both = (double)sizes->d_query + (double)sizes->d_value;
  double share = is_shared ? (double)sizes->key_heads / sizes->heads : 1;
  assert(n >= 1 && (!is_shared || sizes->heads > 0));
  return n * both * share * (double)sizeof(float);
}
