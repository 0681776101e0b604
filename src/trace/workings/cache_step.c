/* trace/workings/cache_step.c -- which rows a step keeps, and what it costs. */
#include "trace/workings/cache_step.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "core/attention.h"

int cache_prompt(const Trace *trace, int asked) {
  int keys = trace_key_count(trace), least = trace_first_place(trace) + 1;
  if (keys == 0) return 0;
  return int_clamp(asked > 0 ? asked : (keys + 1) / 2, least, keys);
}

/* ---- whether rows can be kept ---- */

static bool has_all(const Trace *trace) {
  static const TracePart needed[] = {TRACE_Q, TRACE_K, TRACE_V, TRACE_WEIGHTS, TRACE_OUTPUT};
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
    if (!trace_has_part(trace, needed[i])) return false;
  return true;
}

/* The first key that the query sees though it stands behind the query and the prompt; −1: none. */
static int key_ahead(const Trace *trace, int layer, int query, int prompt) {
  int keys = trace_key_count(trace), place = trace_first_place(trace) + query;
  int first = place + 1 > prompt ? place + 1 : prompt;
  if (trace_is_recorded(trace)) {
    for (int key = first; key < keys; key++)
      if (!trace_layer_hides(trace, layer, query, key)) return key;
    return -1;
  }
  MaskView mask = trace_head_mask(trace, layer, 0);
  if (first >= keys) return -1;
  if (!mask.hidden) return first;
  const unsigned char *row = mask.hidden + (size_t)query * (size_t)mask.stride;
  const unsigned char *seen = memchr(row + first, 0, (size_t)(keys - first));
  return seen ? (int)(seen - row) : -1;
}

/* Rows of a layer depend on the masks of those before, which in a recording may differ. */
static bool looks_ahead(const Trace *trace, int layer, int prompt, int *query, int *key) {
  int first = trace_is_recorded(trace) ? 0 : layer;
  for (int of = first; of <= layer; of++)
    for (int row = 0; row < trace_token_count(trace); row++) {
      int ahead = key_ahead(trace, of, row, prompt);
      if (ahead < 0) continue;
      if (query) *query = row;
      if (key) *key = ahead;
      return true;
    }
  return false;
}

CacheRefusal cache_refusal(const Trace *trace, int layer, int prompt, int *query, int *key) {
  if (trace_token_count(trace) == 0) return CACHE_NO_TOKENS;
  if (trace_keys_are_mixtures(trace)) return CACHE_MIXED;
  if (kind_has_features(trace_kind(trace))) return CACHE_SUMMED;
  if (trace_is_cross(trace) && !trace_keys_are_kept(trace)) return CACHE_OTHER_SENTENCE;
  if (!has_all(trace)) return CACHE_NOT_RECORDED;
  return looks_ahead(trace, layer, prompt, query, key) ? CACHE_LOOKS_AHEAD : CACHE_CAN;
}

/* ---- steps ---- */

CacheStep cache_step_at(const Trace *trace, int prompt, int step) {
  int keys = trace_key_count(trace), rows = prompt + step;
  assert(prompt >= 0 && step >= 0 && rows <= keys);
  return (CacheStep){.prompt = prompt,
                     .step = step,
                     .step_count = keys - prompt + 1,
                     .row_count = rows,
                     .first_new = step == 0 ? 0 : rows - 1,
                     .query = rows - 1 - trace_first_place(trace)};
}

CacheStep cache_step_of(const Trace *trace, int asked_prompt, int asked_step) {
  int prompt = cache_prompt(trace, asked_prompt);
  int last = trace_key_count(trace) - prompt;
  int step = asked_step > 0 && asked_step - 1 < last ? asked_step - 1 : last;
  return cache_step_at(trace, prompt, step);
}

/* With relative values or dropout the output is more, or other, than weights times V. */
static bool is_weights_times_values(const Trace *trace) {
  return trace_has_part(trace, TRACE_MASKED) && !trace_has_part(trace, TRACE_RELATIVE_VALUE) &&
         !trace_has_part(trace, TRACE_DROPPED);
}

double cache_difference(Arena *arena, const Trace *trace, int layer, int head,
                        const CacheStep *step) {
  if (!is_weights_times_values(trace)) return -1;
  MatView masked = trace_matrix(trace, TRACE_MASKED, layer, head);
  MatView v = trace_matrix(trace, TRACE_V, layer, head);
  MatView output = trace_matrix(trace, TRACE_OUTPUT, layer, head);
  int n = step->row_count;
  float *numbers = arena_take(arena, (size_t)n + (size_t)v.cols, sizeof *numbers);
  if (!numbers || !masked.at || !v.at || !output.at) return -1;
  Mat weights = {numbers, 1, n, n}, made = {numbers + n, 1, v.cols, v.cols};
  MatView scores = mat_view_cols(mat_view_rows(masked, step->query, 1), 0, n);
  attn_weights(scores, weights, NULL);
  attn_output(mat_view(weights), mat_view_rows(v, 0, n), made);
  double largest = 0;
  for (int col = 0; col < v.cols; col++)
    largest = fmax(largest, fabs((double)made.at[col] - (double)mat_get(output, step->query, col)));
  return largest;
}

float cache_share_ahead(const Trace *trace, int layer, int head, int row) {
  MatView weights = trace_matrix(trace, TRACE_WEIGHTS, layer, head);
  assert(row >= 0 && row < weights.rows);
  double sum = 0;
  for (int col = trace_first_place(trace) + row + 1; col < weights.cols; col++)
    sum += (double)mat_get(weights, row, col);
  return (float)sum;
}
