/* trace/workings/workings.c -- the steps between the numbers of a trace (M-03 to M-07, M-13).
**
** Each step is computed by the same function of core as in the run, from the numbers of the trace,
** so that the two cannot differ. */
#include "trace/workings/workings.h"

#include <math.h>

#include "core/additive_score.h"
#include "core/attention.h"
#include "core/cosine_score.h"
#include "core/linear.h"
#include "core/mistaken.h"
#include "core/relative.h"
#include "core/softmax.h"
#include "trace/kind_parts.h"
#include "trace/trace_build.h"
#include "trace/trace_mistake.h"

/* The arrays that belong to the numbers of the struct, from the arena as it goes. Rows of the trace
** are not copied: they live as long as the trace. */
typedef struct Room {
  float *at;
  size_t left;
} Room;

static float *take(Room *room, int count) {
  float *taken = room->at;
  assert(count >= 0 && (size_t)count <= room->left);
  room->at += count;
  room->left -= (size_t)count;
  return taken;
}

/* products, running, mapped q and k, sums, what tanh makes of them [a]; exponentials, scratch and
** masked [S]; the blend of relative values [Dv]. */
enum { BY_TERM = 6, BY_KEY = 3 };

static bool is_heavier(const float *weights, int a, int b) {
  return weights[a] > weights[b] || (weights[a] == weights[b] && a < b);
}

const float *workings_row(const Workings *w, TracePart part) {
  const float *row = w->rows[trace_pair_place(part)];
  assert(row);
  return row;
}

/* Shell sort: short, in place, and quick enough for the 1,024 keys of the longest row. Ties are
** sorted by index, so stability does not matter. */
static void sort_by_weight(const float *weights, int *order, int count) {
  for (int i = 0; i < count; i++) order[i] = i;
  for (int gap = count / 2; gap > 0; gap /= 2)
    for (int i = gap; i < count; i++) {
      int moved = order[i], place = i;
      for (; place >= gap && is_heavier(weights, moved, order[place - gap]); place -= gap)
        order[place] = order[place - gap];
      order[place] = moved;
    }
}

/* A product of two floats is exact in double; the number shown is rounded once, and so is each step
** of the running sum. */
static void work_out_products(Workings *w, Room *room) {
  float *products = take(room, w->term_count), *running = take(room, w->term_count);
  double sum = 0;
  for (int c = 0; c < w->term_count; c++) {
    double product = (double)w->left[c] * (double)w->right[c];
    sum += product;
    products[c] = (float)product;
    running[c] = (float)sum;
  }
  w->products = products;
  w->running = running;
  w->product_score = (float)sum;
}

static MatView as_row(const float *numbers, int count) {
  return (MatView){numbers, 1, count, count};
}

/* A row times a map that the kind of attention has. */
static const float *map_row(const Workings *w, const Trace *trace, const float *row, TracePart map,
                            Room *room) {
  MatView by = trace_matrix(trace, map, w->layer, w->head);
  float *mapped = take(room, by.cols);
  linear(as_row(row, by.rows), by, NULL, (Mat){mapped, 1, by.cols, by.cols});
  return mapped;
}

/* M-62. */
static void work_out_additive(Workings *w, const Trace *trace, Room *room) {
  float *sums = take(room, w->term_count), *bent = take(room, w->term_count);
  w->mapped_k = map_row(w, trace, w->k, TRACE_SCORE_U, room);
  w->left = mat_row(trace_matrix(trace, TRACE_SCORE_V, w->layer, 0), w->head);
  additive_bend(w->mapped_q, w->mapped_k, w->term_count, sums, bent);
  w->sums = sums;
  w->right = bent;
}

/* M-03, M-60 to M-63: what is multiplied for the cell. */
static void work_out_score(Workings *w, const Trace *trace, Room *room) {
  w->k = mat_row(trace_matrix(trace, trace_score_keys(trace), w->layer, w->head), w->key);
  w->left = w->mapped_q ? w->mapped_q : w->q;
  w->right = w->k;
  if (trace_kind(trace)->of[KIND_SCORE] == SCORE_ADDITIVE) work_out_additive(w, trace, room);
  work_out_products(w, room);
  if (trace_kind(trace)->of[KIND_SCORE] == SCORE_COSINE) {
    w->q_length = cosine_length(w->q, w->d_head);
    w->k_length = cosine_length(w->k, w->d_head);
  }
  if (!trace_has_part(trace, TRACE_RELATIVE_KEY)) return;
  MatView table = trace_matrix(trace, TRACE_RELATIVE_KEY, w->layer, 0);
  w->relative =
      mat_row(table, relative_row(table.rows, w->key - trace_first_place(trace) - w->query));
  w->relative_score = relative_term(w->left, w->relative, w->d_head);
}

/* A head of a recording may hide pairs that not all heads of its layer hide: then a finite number
** became −∞. */
static bool hides(const Workings *w, const Trace *trace, int key) {
  return trace_layer_hides(trace, w->layer, w->query, key) ||
         (w->row_masked[key] == -INFINITY && isfinite(w->row_unmasked[key]));
}

/* M-94: what softmax gets. */
static const float *softened_row(const Workings *w, const Trace *trace, float *scratch) {
  double temperature = kind_softmax_temperature(trace_kind(trace));
  if (temperature == 1) return w->row_masked;
  attn_divide(as_row(w->row_masked, w->key_count), temperature,
              (Mat){scratch, 1, w->key_count, w->key_count});
  return scratch;
}

/* M-96: of all queries, from the matrix as softmax gets it. */
static bool work_out_columns(Arena *arena, Workings *w, const Trace *trace) {
  double temperature = kind_softmax_temperature(trace_kind(trace));
  size_t keys = (size_t)w->key_count;
  if (trace_mistake(trace) != MISTAKE_SOFTMAX_OVER_QUERIES) return true;
  MatView masked = trace_matrix(trace, TRACE_MASKED, w->layer, w->head);
  float *max = arena_take(arena, keys, sizeof *max);
  double *sum = arena_take(arena, keys, sizeof *sum);
  float *row = arena_take(arena, keys, sizeof *row);
  if (!max || !sum || !row) return false;
  MistakenColumns columns = {max, sum, w->key_count};
  Mat soft = {row, 1, w->key_count, w->key_count};
  mistaken_columns_begin(columns);
  for (int pass = 0; pass < 2; pass++)
    for (int query = 0; query < masked.rows; query++) {
      attn_divide(as_row(mat_row(masked, query), w->key_count), temperature, soft);
      if (pass == 0) mistaken_columns_max(mat_view(soft), columns);
      else mistaken_columns_add(mat_view(soft), columns);
    }
  w->column_max = max;
  w->column_sum = sum;
  return true;
}

/* Exponentials as the mistake has them: from the maximum of their columns, or from none. */
static void bend_exponentials(Workings *w, const Trace *trace, const float *row,
                              float *exponentials) {
  bool has_no_max = trace_mistake(trace) == MISTAKE_NO_MAX;
  double sum = 0;
  if (!w->column_max && !has_no_max) return;
  for (int key = 0; key < w->key_count; key++) {
    double from = has_no_max ? 0 : (double)w->column_max[key];
    bool is_hidden = row[key] == -INFINITY;
    exponentials[key] = is_hidden ? 0 : (float)exp((double)row[key] - from);
    sum += (double)exponentials[key];
  }
  w->exponential_sum = (float)sum;
}

/* The softmax goes to scratch: it equals the trace's weights, but for a mistake; only maximum and
** sum are needed. */
static void work_out_row(Workings *w, const Trace *trace, float *exponentials, float *scratch) {
  const float *row = softened_row(w, trace, scratch);
  SoftmaxParts parts = softmax_row(row, exponentials, w->key_count);
  softmax_exponentials(row, parts.max, exponentials, w->key_count);
  w->row_exponentials = exponentials;
  w->row_max = parts.max;
  w->exponential_sum = parts.sum;
  bend_exponentials(w, trace, row, exponentials);
  for (int key = 0; key < w->key_count; key++)
    if (!hides(w, trace, key)) w->visible_count++;
  w->entropy_bits = softmax_entropy_bits(w->row_weights, w->key_count);
  w->entropy_most_bits = w->visible_count > 0 ? (float)log2(w->visible_count) : 0;
  w->attends_to_nothing = w->visible_count == 0;
}

/* Softmax (M-06) of scores that are not divided (M-04), for the sentence "without dividing this
** weight would be …". Biases of the scaled scores are added to these too. */
static void work_out_unscaled(Workings *w, const Trace *trace, float *scratch) {
  bool is_biased = w->row_unmasked != w->row_scaled;
  for (int key = 0; key < w->key_count; key++) {
    float bias = is_biased ? w->row_unmasked[key] - w->row_scaled[key] : 0;
    scratch[key] = hides(w, trace, key) ? -INFINITY : w->row_scores[key] + bias;
  }
  double temperature = kind_softmax_temperature(trace_kind(trace));
  Mat row = {scratch, 1, w->key_count, w->key_count};
  if (temperature != 1) attn_divide(mat_view(row), temperature, row);
  softmax_row(scratch, scratch, w->key_count);
  for (int key = 0; key < w->key_count; key++)
    if (scratch[key] > scratch[w->unscaled_largest_key]) w->unscaled_largest_key = key;
  w->unscaled_largest_weight = scratch[w->unscaled_largest_key];
  if (w->key >= 0) w->unscaled_weight = scratch[w->key];
}

static void work_out_cell(Workings *w, const Trace *trace) {
  assert(w->key >= 0 && w->key < w->key_count && w->row_exponentials);
  w->score = w->row_scores[w->key];
  w->scaled = w->row_scaled[w->key];
  w->masked = w->row_masked[w->key];
  w->exponential = w->row_exponentials[w->key];
  w->weight = w->row_weights[w->key];
  w->hidden = hides(w, trace, w->key);
}

static const float *row_of(const Workings *w, const Trace *trace, TracePart part) {
  return mat_row(trace_matrix(trace, part, w->layer, w->head), w->query);
}

/* M-05 for one row. A large trace of a model does not store masked scores; one row is computed from
** the row before it and the mask, instead of the whole matrix. */
static const float *masked_row(const Workings *w, const Trace *trace, float *room) {
  bool is_kept = trace_keeps(trace, TRACE_MASKED, w->layer);
  if (is_kept || trace_is_recorded(trace)) return row_of(w, trace, TRACE_MASKED);
  MaskView mask = mask_rows(trace_meant_mask(trace, w->layer, w->head), w->query, 1);
  assert(!mask.hidden || mask.cols == w->key_count);
  trace_mask_row(trace, (MatView){w->row_unmasked, 1, w->key_count, w->key_count}, mask,
                 (Mat){room, 1, w->key_count, w->key_count});
  return room;
}

/* room: for the masked row. */
static void read_trace(Workings *w, const Trace *trace, Room *room) {
  w->d_head = trace_d_head(trace);
  w->key_count = trace_key_count(trace);
  w->d_value = trace_matrix(trace, trace_values(trace), w->layer, w->head).cols;
  w->divisor = trace_score_divisor(trace, w->layer);
  w->q = row_of(w, trace, trace_score_queries(trace));
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(trace, parts);
  float *masked = take(room, w->key_count);
  for (int i = 0; i < count; i++) {
    bool is_masked = parts[i] == TRACE_MASKED;
    if (is_masked) w->row_unmasked = workings_row(w, trace_pair_part_before(trace, parts[i]));
    w->rows[trace_pair_place(parts[i])] =
        is_masked ? masked_row(w, trace, masked) : row_of(w, trace, parts[i]);
  }
  w->row_scores = workings_row(w, TRACE_SCORES);
  w->row_scaled = workings_row(w, TRACE_SCALED);
  w->row_masked = workings_row(w, TRACE_MASKED);
  w->row_weights = workings_row(w, TRACE_WEIGHTS);
  w->row_shares = workings_row(w, trace_output_weights(trace));
  if (trace_has_part(trace, TRACE_OUTPUT)) w->output = row_of(w, trace, TRACE_OUTPUT);
}

/* What the kind of attention adds to a row. */
static void read_kind(Workings *w, const Trace *trace, Room *room) {
  w->term_count = w->d_head;
  if (trace_has_part(trace, TRACE_SCORE_W)) {
    w->term_count = trace_matrix(trace, TRACE_SCORE_W, w->layer, w->head).cols;
    w->mapped_q = map_row(w, trace, w->q, TRACE_SCORE_W, room);
  }
  if (!trace_has_part(trace, TRACE_RELATIVE_VALUE)) return;
  float *blend = take(room, w->d_value);
  relative_blend(w->row_shares, w->key_count,
                 trace_matrix(trace, TRACE_RELATIVE_VALUE, w->layer, 0),
                 trace_first_place(trace) + w->query, blend);
  w->relative_blend = blend;
}

/* Those of the kind of attention, which may be missing from a recording. */
static bool has_tables(const Trace *trace) {
  static const TracePart tables[] = {TRACE_SCORE_W, TRACE_SCORE_U, TRACE_SCORE_V,
                                     TRACE_RELATIVE_KEY};
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
    if (kind_makes(trace_kind(trace), trace_has_places(trace), tables[i]) &&
        !trace_has_part(trace, tables[i]))
      return false;
  return true;
}

bool workings_can(const Trace *trace) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(trace, parts);
  for (int i = 0; i < count; i++)
    if (!trace_has_part(trace, parts[i])) return false;
  return trace_has_part(trace, trace_score_queries(trace)) &&
         trace_has_part(trace, trace_score_keys(trace)) && has_tables(trace);
}

/* Of the widest array by term and by key; ints are as large as floats. */
static bool take_room(Arena *arena, const Trace *trace, int layer, int head, Room *room) {
  size_t keys = (size_t)trace_key_count(trace);
  size_t values = (size_t)trace_matrix(trace, trace_values(trace), layer, head).cols;
  size_t terms = (size_t)trace_d_head(trace);
  if (trace_has_part(trace, TRACE_SCORE_W)) {
    size_t mapped = (size_t)trace_matrix(trace, TRACE_SCORE_W, layer, head).cols;
    if (mapped > terms) terms = mapped;
  }
  room->left = BY_TERM * terms + BY_KEY * keys + values;
  room->at = arena_take(arena, room->left + 1, sizeof *room->at);
  return room->at != NULL;
}

/* Two orders of the keys; one where nothing was dropped. */
static bool sort_keys(Arena *arena, Workings *w) {
  size_t keys = (size_t)w->key_count;
  bool is_dropped = w->row_shares != w->row_weights;
  int *order = arena_take(arena, (is_dropped ? 2 : 1) * keys + 1, sizeof *order);
  if (!order) return false;
  sort_by_weight(w->row_weights, order, w->key_count);
  if (is_dropped) sort_by_weight(w->row_shares, order + keys, w->key_count);
  w->by_weight = order;
  w->by_share = is_dropped ? order + keys : order;
  return true;
}

const Workings *workings_make(Arena *arena, const Trace *trace, WorkingsPlace place,
                              Status *status) {
  int layer = place.layer, head = place.head, query = place.query, key = place.key;
  Room room;
  if (!workings_can(trace)) return NULL;
  Workings *w = arena_take(arena, 1, sizeof *w);
  if (!w || !take_room(arena, trace, layer, head, &room)) {
    status_no_memory(status);
    return NULL;
  }
  *w = (Workings){.layer = layer, .head = head, .query = query, .key = key};
  assert(query >= 0 && query < trace_token_count(trace) && key >= -1);
  read_trace(w, trace, &room);
  assert(key < w->key_count);
  read_kind(w, trace, &room);
  float *exponentials = take(&room, w->key_count), *scratch = take(&room, w->key_count);
  if (!work_out_columns(arena, w, trace)) {
    status_no_memory(status);
    return NULL;
  }
  work_out_row(w, trace, exponentials, scratch);
  work_out_unscaled(w, trace, scratch);
  if (!sort_keys(arena, w)) {
    status_no_memory(status);
    return NULL;
  }
  if (key < 0) return w;
  work_out_score(w, trace, &room);
  work_out_cell(w, trace);
  return w;
}
