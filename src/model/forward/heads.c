/* model/forward/heads.c -- the stages of each head, scores to output, band by band of query rows.
**
** A band goes through all stages in a buffer that fits the processor's cache. Stages that the trace
** stores are copied from there; the others are computed again here on demand (forward_fill).
**
** Under schedule flash the output is made tile by tile instead (M-65): scores of one tile, then m,
** l and O of its rows. The stages by pair are then for looking alone, and a large trace does not
** make them here. Their cells have the bits of those of the tiles, so where they are stored the
** tiles are taken from there.
**
** Mistakes that mix the rows of a head (softmax over queries, V A) go over all bands of a head in
** one piece of work: first for what every column needs, then for the rows.
*/
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/additive_score.h"
#include "core/alibi.h"
#include "core/attention.h"
#include "core/cosine_score.h"
#include "core/dropout.h"
#include "core/flash.h"
#include "core/linear.h"
#include "core/mistaken.h"
#include "core/product_in_blocks.h"
#include "core/relative.h"
#include "model/forward/what_if.h"
#include "trace/mistakes.h"

typedef struct HeadsWork {
  const Forward *forward;
  int layer;
  int band_first, band_count; /* bands to be run */
  int group_count;            /* heads of K and V */
} HeadsWork;

/* One band of one head. */
typedef struct Band {
  const Model *model;
  const Trace *trace;
  MatView q, k, v; /* q: the rows of the band */
  MaskView mask;   /* of these rows */
  double divisor;
  double slope;             /* of the linear biases (M-47) */
  const float *offsets;     /* of the buckets (M-48); NULL: linear biases */
  int place;                /* of the first query among the keys */
  int tile_rows, tile_cols; /* 0: not by tiles */
  Mat cells;                /* [n,S] of the buffer, whose rows have padding behind them */
  int first;                /* row of the first query */
  int layer, head;
  bool is_bent;         /* numbers of it may be set by hand */
  Features features;    /* omega at NULL: weights are made by softmax */
  FeatureInputs inputs; /* of the whole head */
  double *room;         /* behind the cells */
  ScoreKind score;
  MatView score_w, score_u;             /* M-60 and M-62; at NULL: none */
  const float *score_v;                 /* M-62 */
  Mat mapped_q, mapped_k;               /* [n,D] and [S,D] of the buffer; at NULL: no maps */
  MatView relative_key, relative_value; /* M-63; at NULL: none */
  double temperature;                   /* M-61; 0: scores are divided */
  Dropout dropout;                      /* M-64 */
  unsigned char *left_out;              /* [n,S] by tiles, of the buffer; NULL: dropout is off */
  double sharpness;                     /* what softmax divides by first (M-94) */
  MistakeKind mistake;
  MistakenColumns columns; /* of the whole head; max NULL: not needed or not known yet */
} Band;

/* The buffer of a band: its cells, then l, O and m of its rows where it goes by tiles (the numbers
** in double first) and a byte for each pair that dropout leaves out there, then the mapped queries
** and keys of scores that have maps; or behind the cells sums over features in double, which stand
** for scores that have none. */
static size_t cell_numbers(int keys) { return (size_t)FORWARD_BAND * (size_t)attn_padded(keys); }

static size_t running_numbers(const AttentionKind *kind, int keys, int width) {
  size_t bytes = kind_drops(kind) ? cell_numbers(keys) : 0;
  if (!kind_is_tiled(kind)) return 0;
  return (size_t)FORWARD_BAND * (2 * (1 + (size_t)width) + 1) + bytes / sizeof(float);
}

static size_t mapped_numbers(const AttentionKind *kind, int keys, int width) {
  size_t queries = (size_t)FORWARD_BAND * (size_t)width;
  int score = kind->of[KIND_SCORE];
  if (score != SCORE_GENERAL && score != SCORE_ADDITIVE) return 0;
  return queries + (score == SCORE_ADDITIVE ? (size_t)keys * (size_t)width : 0);
}

/* Behind all that: sums and maxima of the columns, or all weights of a head for V A, where its
** shapes are right. */
static size_t mistaken_numbers(const AttentionKind *kind, int queries, int keys, int width) {
  MistakeKind mistake = mistake_of(kind);
  bool fits = mistaken_values_fit(queries, keys, width);
  if (mistake == MISTAKE_SOFTMAX_OVER_QUERIES) return 3 * (size_t)keys + 1;
  return mistake == MISTAKE_VALUES_FIRST && fits ? (size_t)queries * (size_t)keys : 0;
}

static size_t kind_numbers(const AttentionKind *kind, int keys, int width) {
  return cell_numbers(keys) + running_numbers(kind, keys, width) +
         mapped_numbers(kind, keys, width);
}

size_t forward_heads_scratch(const Forward *forward) {
  const AttentionKind *kind = &forward->kind->of;
  int keys = forward_column_count(forward), width = forward->model->d_head;
  if (kind_has_features(kind))
    return cell_numbers(keys) + 2 * features_room(forward->kind->omega.rows, width);
  return kind_numbers(kind, keys, width) +
         mistaken_numbers(kind, forward->tokens.count, keys, width);
}

/* Doubles first, at a whole place of theirs. */
static MistakenColumns columns_of(float *buffer, const AttentionKind *kind, int keys, int width) {
  float *at = buffer + kind_numbers(kind, keys, width);
  if ((uintptr_t)at % sizeof(double) != 0) at++;
  double *sum = (double *)(void *)at;
  return (MistakenColumns){(float *)(void *)(sum + keys), sum, keys};
}

static FlashRows running_of(float *buffer, int keys, int rows, int cols) {
  float *at = buffer + cell_numbers(keys);
  double *sum = (double *)(void *)at, *output = sum + FORWARD_BAND;
  float *max = (float *)(void *)(output + (size_t)FORWARD_BAND * (size_t)cols);
  assert((uintptr_t)at % sizeof(double) == 0);
  return (FlashRows){max, sum, output, rows, cols};
}

/* M-04 and M-45: √D, or 1 where the checkpoint says so, times the layer's own divisor. */
double forward_score_divisor(const Model *model, const AttentionKind *kind, int layer) {
  assert(layer >= 0 && layer < model->layer_count && model->d_head > 0);
  if (kind_leaves_scores(kind)) return 1;
  if (mistake_of(kind) == MISTAKE_DIVIDE_BY_D_MODEL) return sqrt((double)model->d_model);
  if (kind_divisor(kind) > 0) return kind_divisor(kind);
  if (kind_temperature(kind) > 0) return 1 / kind_temperature(kind);
  double divisor = model->scores_stay_undivided ? 1 : sqrt((double)model->d_head);
  float besides = model->layers[layer].score_divisor;
  return besides > 0 ? divisor * (double)besides : divisor;
}

/* ---- the stages of a band ---- */

/* M-03. In wide models a cell must not depend on the number of keys: prefix reuse needs equal
** bits. */
static void multiply(const Band *band, MatView q, MatView k, Mat cells) {
  if (forward_is_wide(band->model)) product_in_blocks(q, k, PRODUCT_TRANSPOSED, NULL, cells);
  else attn_scores(q, k, cells);
}

/* By tiles each is a product of its own: how a large one of a narrow model is summed depends on its
** size. */
static void make_products(const Band *band, MatView q) {
  int each = band->tile_cols > 0 ? band->tile_cols : band->k.rows;
  for (int first = 0; first < band->k.rows; first += each) {
    int count = band->k.rows - first < each ? band->k.rows - first : each;
    multiply(band, q, mat_view_rows(band->k, first, count), mat_cols(band->cells, first, count));
  }
}

/* M-60 to M-63. `linear` gives a row the same bits whatever other rows there are. */
static void make_scores(const Band *band) {
  MatView q = band->q;
  if (band->score_w.at) {
    linear(band->q, band->score_w, NULL, band->mapped_q);
    q = mat_view(band->mapped_q);
  }
  if (band->score == SCORE_ADDITIVE) {
    linear(band->k, band->score_u, NULL, band->mapped_k);
    additive_scores(q, mat_view(band->mapped_k), band->score_v, band->cells);
    return;
  }
  make_products(band, q);
  if (band->score == SCORE_COSINE) cosine_scores(q, band->k, band->cells);
  if (band->relative_key.at) relative_add_scores(q, band->relative_key, band->place, band->cells);
}

/* M-04, M-61. */
static void make_scaled(const Band *band) {
  MatView cells = mat_view(band->cells);
  if (band->temperature > 0) cosine_scale(cells, band->temperature, band->cells);
  else attn_divide(cells, band->divisor, band->cells);
}

/* M-96 to M-98, M-102. False: the mistake leaves softmax as it is. */
static bool make_mistaken_weights(const Band *band) {
  MatView cells = mat_view(band->cells);
  if (band->mistake == MISTAKE_NO_MAX) mistaken_no_max(cells, band->cells);
  else if (band->mistake == MISTAKE_SOFTMAX_OVER_QUERIES)
    mistaken_columns_share(cells, band->columns, band->cells);
  else return false;
  return true;
}

/* M-06. The padding is −inf, so that a row is summed in the same order whatever its length. */
static void make_weights(const Band *band) {
  Mat rows = band->cells;
  if (band->sharpness != 1) attn_divide(mat_view(rows), band->sharpness, rows);
  if (make_mistaken_weights(band)) return;
  if (band->features.omega.at) {
    features_weights(&band->features, &band->inputs, band->first, band->room, rows);
    return;
  }
  if (forward_is_wide(band->model)) {
    rows.cols = rows.stride;
    for (int row = 0; row < rows.rows; row++)
      for (int col = band->cells.cols; col < rows.cols; col++)
        mat_row_of(rows, row)[col] = -INFINITY;
  }
  attn_weights(mat_view(rows), rows, NULL);
  if (band->mistake == MISTAKE_MASK_AFTER_SOFTMAX)
    mistaken_hide_with_zero(mat_view(band->cells), band->mask, band->cells);
}

/* M-05; what a mistake does instead, or nothing where it comes too late. */
static void make_masked(const Band *band) {
  MatView cells = mat_view(band->cells);
  if (band->mistake == MISTAKE_MASK_WITH_ZERO)
    mistaken_hide_with_zero(cells, band->mask, band->cells);
  else if (band->mistake != MISTAKE_MASK_AFTER_SOFTMAX) attn_mask(cells, band->mask, band->cells);
}

static void add_bias(const Band *band) {
  if (band->offsets)
    bucket_bias_add(mat_view(band->cells), band->offsets, band->place, band->cells);
  else alibi_add(mat_view(band->cells), band->slope, band->place, band->cells);
}

static void make_stage(const Band *band, TracePart part) {
  if (part == TRACE_SCORES) make_scores(band);
  if (part == TRACE_SCALED) make_scaled(band);
  if (part == TRACE_BIASED) add_bias(band);
  if (part == TRACE_MASKED) make_masked(band);
  if (part == TRACE_WEIGHTS) make_weights(band);
  if (part == TRACE_DROPPED)
    dropout_apply(&band->dropout, mat_view(band->cells), band->place, band->cells);
  if (band->is_bent)
    forward_bend(band->trace, part, band->layer, band->head, band->first, band->cells);
}

/* ---- tiles ---- */

/* The part of a band that a tile is of; its cells are packed, as what is in fast memory is. */
static Band tile_of(const Band *band, int row, int col) {
  Band tile = *band;
  int keys = band->k.rows;
  int rows = band->q.rows - row < band->tile_rows ? band->q.rows - row : band->tile_rows;
  int cols = keys - col < band->tile_cols ? keys - col : band->tile_cols;
  tile.q = mat_view_rows(band->q, row, rows);
  tile.k = mat_view_rows(band->k, col, cols);
  tile.v = mat_view_rows(band->v, col, cols);
  tile.mask = mask_cols(mask_rows(band->mask, row, rows), col, cols);
  tile.place = band->place + row - col;
  if (band->offsets) tile.offsets = band->offsets + (keys - cols);
  tile.cells = (Mat){band->cells.at, rows, cols, cols};
  tile.is_bent = false; /* no number of a tile can be set */
  if (band->score_w.at) tile.mapped_q = mat_rows(band->mapped_q, row, rows);
  if (band->score_u.at) tile.mapped_k = mat_rows(band->mapped_k, col, cols);
  return tile;
}

static bool is_hidden_whole(MaskView mask) {
  for (int row = 0; mask.hidden && row < mask.rows; row++)
    for (int col = 0; col < mask.cols; col++)
      if (!mask_hides(mask, row, col)) return false;
  return mask.hidden != NULL;
}

/* The pairs that dropout leaves out. */
static void fill_left_out(const Band *band) {
  for (int row = 0; row < band->q.rows; row++)
    for (int key = 0; key < band->k.rows; key++)
      band->left_out[row * band->k.rows + key] =
          !dropout_keeps(&band->dropout, band->place + row, key);
}

/* What the shares of a band meet. */
static FlashValues values_of_band(const Band *band) {
  FlashValues of = {.values = band->v, .relative = band->relative_value, .offset = band->place};
  if (!band->left_out) return of;
  fill_left_out(band);
  of.left_out = (MaskView){band->left_out, band->q.rows, band->k.rows, band->k.rows};
  of.kept = 1 - band->dropout.share;
  return of;
}

/* The same of one of its tiles. */
static FlashValues values_of_tile(const FlashValues *band, const Band *tile, int row, int col) {
  FlashValues of = flash_values(band, col, tile->k.rows);
  of.offset += row;
  if (of.left_out.hidden) of.left_out = mask_rows(of.left_out, row, tile->q.rows);
  return of;
}

/* M-65. A band ends a tile of more rows than it has, which changes no number: rows do not depend on
** each other. */
static void make_output_by_tiles(const Band *band, FlashRows running, Mat output) {
  FlashValues values = values_of_band(band);
  flash_begin(running);
  for (int row = 0; row < band->q.rows; row += band->tile_rows)
    for (int col = 0; col < band->k.rows; col += band->tile_cols) {
      Band tile = tile_of(band, row, col);
      if (is_hidden_whole(tile.mask)) continue;
      for (int i = 0; trace_pair_parts[i] != TRACE_WEIGHTS; i++)
        if (trace_has_part(tile.trace, trace_pair_parts[i])) make_stage(&tile, trace_pair_parts[i]);
      FlashValues of = values_of_tile(&values, &tile, row, col);
      flash_tile(mat_view(tile.cells), &of, flash_rows(running, row, tile.q.rows));
    }
  flash_end(running, output);
}

/* The same where the trace stores the masked scores, which have the bits of those of the tiles. */
static void make_output_of_stored(const Band *band, MatView masked, FlashRows running, Mat output) {
  FlashValues values = values_of_band(band);
  flash_begin(running);
  flash_tiles(masked, &values, band->tile_cols, running);
  flash_end(running, output);
}

/* M-07. */
static void make_output(const Band *band, Mat output) {
  assert(output.rows == band->cells.rows && output.cols == band->v.cols);
  if (forward_is_wide(band->model))
    product_in_blocks(mat_view(band->cells), band->v, PRODUCT_WEIGHTED, NULL, output);
  else attn_output(mat_view(band->cells), band->v, output);
  if (band->relative_value.at)
    relative_add_output(mat_view(band->cells), band->relative_value, band->place, output);
}

/* What the bands of all heads of a layer have in common. */
typedef struct Heads {
  const Model *model;
  const Trace *trace;
  MaskView mask;
  const ForwardKind *kind;
  int layer;
} Heads;

/* The biases of the queries from row `first` on. */
static void write_bias(const Heads *heads, int head, int first, Mat to) {
  MatView offsets = heads->kind->bias_offsets;
  int place = trace_first_place(heads->trace) + first;
  if (offsets.at) bucket_bias_fill(mat_row(offsets, head), place, to);
  else alibi_fill(alibi_slope(head, trace_head_count(heads->trace, heads->layer)), place, to);
}

static int drawn_layer(const Heads *heads) {
  int number;
  TraceHalf half = trace_layer_half(heads->trace, heads->layer, &number);
  return trace_drawn_layer(half, number - 1);
}

static FeatureInputs inputs_of(const Heads *heads, int head) {
  const Trace *trace = heads->trace;
  return (FeatureInputs){trace_matrix(trace, trace_score_queries(trace), heads->layer, head),
                         trace_matrix(trace, trace_score_keys(trace), heads->layer, head),
                         trace_matrix(trace, trace_values(trace), heads->layer, head),
                         heads->kind->keys};
}

static Features features_of(const Heads *heads) {
  return forward_features(heads->kind,
                          forward_score_divisor(heads->model, &heads->kind->of, heads->layer));
}

static double *room_behind(float *buffer, int keys) {
  return (double *)(void *)(buffer + cell_numbers(keys));
}

/* The rows or columns of a tile, at most all there are; 0: not by tiles. */
static int tile_size(const AttentionKind *kind, int number, int most) {
  int asked = kind->numbers[KIND_SCHEDULE][number];
  if (!kind_is_tiled(kind)) return 0;
  return asked < most ? asked : most;
}

static MatView part_or_none(const Heads *heads, TracePart part, int head) {
  bool is_there = trace_has_part(heads->trace, part);
  return is_there ? trace_matrix(heads->trace, part, heads->layer, head) : (MatView){0};
}

/* What the kind of attention does to the band. */
static void add_kind(const Heads *heads, int head, Band *band) {
  const AttentionKind *kind = &heads->kind->of;
  int width = heads->model->d_head, keys = band->cells.cols;
  float *behind = band->cells.at + cell_numbers(keys) + running_numbers(kind, keys, width);
  MatView score_v = part_or_none(heads, TRACE_SCORE_V, head);
  band->score = (ScoreKind)kind->of[KIND_SCORE];
  band->score_w = part_or_none(heads, TRACE_SCORE_W, head);
  band->score_u = part_or_none(heads, TRACE_SCORE_U, head);
  if (score_v.at) band->score_v = mat_row(score_v, head);
  if (band->score_w.at) band->mapped_q = (Mat){behind, band->cells.rows, width, width};
  if (band->score_u.at) band->mapped_k = (Mat){behind + FORWARD_BAND * width, keys, width, width};
  band->relative_key = part_or_none(heads, TRACE_RELATIVE_KEY, head);
  band->relative_value = part_or_none(heads, TRACE_RELATIVE_VALUE, head);
  band->temperature = kind_temperature(kind);
  band->sharpness = kind_softmax_temperature(kind);
  band->mistake = mistake_of(kind);
  band->dropout = (Dropout){kind_dropped_share(kind), kind->numbers[KIND_DROPOUT][DROPOUT_SEED],
                            drawn_layer(heads), head};
  if (kind_is_tiled(kind) && kind_drops(kind))
    band->left_out = (unsigned char *)(behind - cell_numbers(keys) / sizeof(float));
}

static Band band_of(const Heads *heads, int head, int first, float *buffer) {
  assert(head >= 0 && head < heads->model->head_count && first % FORWARD_BAND == 0 && buffer);
  const Trace *trace = heads->trace;
  MatView q = trace_matrix(trace, trace_score_queries(trace), heads->layer, head);
  int rows = q.rows - first < FORWARD_BAND ? q.rows - first : FORWARD_BAND;
  int keys = trace_key_count(trace);
  assert(first < q.rows && (!heads->mask.hidden || heads->mask.cols == keys));
  MatView offsets = heads->kind->bias_offsets;
  int stride = forward_is_wide(heads->model) ? attn_padded(keys) : keys;
  Band band = {.model = heads->model,
               .trace = trace,
               .q = mat_view_rows(q, first, rows),
               .k = trace_matrix(trace, trace_score_keys(trace), heads->layer, head),
               .v = trace_matrix(trace, trace_values(trace), heads->layer, head),
               .mask = mask_rows(heads->mask, first, rows),
               .divisor = forward_score_divisor(heads->model, &heads->kind->of, heads->layer),
               .slope = alibi_slope(head, trace_head_count(trace, heads->layer)),
               .offsets = offsets.at ? mat_row(offsets, head) : NULL,
               .tile_rows = tile_size(&heads->kind->of, FLASH_ROWS, rows),
               .tile_cols = tile_size(&heads->kind->of, FLASH_COLS, keys),
               .place = trace_first_place(trace) + first,
               .cells = {buffer, rows, keys, stride},
               .first = first,
               .layer = heads->layer,
               .head = head,
               .is_bent = trace_what_ifs(trace) != NULL,
               .features = features_of(heads),
               .inputs = inputs_of(heads, head),
               .room = room_behind(buffer, keys)};
  add_kind(heads, head, &band);
  return band;
}

/* ---- all bands of all heads of a layer ---- */

static void store_band(const Forward *forward, TracePart part, int layer, int head, int first,
                       MatView cells) {
  Mat to = trace_place(forward->trace, part, layer, head);
  mat_copy(cells, mat_rows(to, first, cells.rows));
}

/* By tiles, stages by pair are only looked at, or stored. */
static bool makes_pairs_of(const Forward *forward) {
  return forward->stores_pairs || !kind_is_tiled(&forward->kind->of);
}

/* V A needs the weights of all rows, so they are put aside; where its shapes refuse there is no
** room for them, and none is needed. */
static void keep_weights(const Forward *forward, const Band *band, float *buffer, Mat output) {
  int queries = forward->tokens.count, keys = band->cells.cols, width = output.cols;
  if (!mistaken_values_fit(queries, keys, width)) return;
  float *all = buffer + kind_numbers(&forward->kind->of, keys, width);
  mat_copy(mat_view(band->cells),
           mat_rows((Mat){all, queries, keys, keys}, band->first, band->cells.rows));
}

static void make_tiled_output(const Forward *forward, const Band *band, float *buffer, Mat output) {
  FlashRows running = running_of(buffer, band->cells.cols, output.rows, output.cols);
  if (!forward->stores_pairs) {
    make_output_by_tiles(band, running, output);
    return;
  }
  Mat masked = trace_place(forward->trace, TRACE_MASKED, band->layer, band->head);
  make_output_of_stored(band, mat_view(mat_rows(masked, band->first, output.rows)), running,
                        output);
}

/* Runs one band of one head, in any order and on any thread: bands share only the trace, and each
** writes its own rows. Where pairs are not stored, only the output is written. */
static void run_band_in(const HeadsWork *work, int index, MistakenColumns columns, float *buffer) {
  const Forward *forward = work->forward;
  int layer = work->layer, head = index / work->band_count;
  int number = work->band_first + index % work->band_count, first = number * FORWARD_BAND;
  assert(first < forward->tokens.count);
  Heads heads = {forward->model, forward->trace, forward->mask, forward->kind, layer};
  Band band = band_of(&heads, head, first, buffer);
  band.columns = columns;
  bool makes_pairs = makes_pairs_of(forward);
  for (int i = 0; makes_pairs && i < trace_pair_part_count; i++) {
    TracePart part = trace_pair_parts[i];
    if (!trace_has_part(forward->trace, part)) continue;
    make_stage(&band, part);
    MatView cells = mat_view(band.cells);
    forward->largest[index].of[i] = mat_largest_bits(cells, part == TRACE_MASKED);
    if (forward->stores_pairs) store_band(forward, part, layer, head, first, cells);
  }
  if (trace_is_stored(forward->trace, TRACE_BIAS))
    write_bias(
        &heads, head, first,
        mat_rows(trace_place(forward->trace, TRACE_BIAS, layer, head), first, band.cells.rows));
  Mat output =
      mat_rows(trace_place(forward->trace, TRACE_OUTPUT, layer, head), first, band.cells.rows);
  bool is_new = first + FORWARD_BAND > forward->first_row && !heads.kind->omega.at;
  if (is_new && band.tile_cols > 0) make_tiled_output(forward, &band, buffer, output);
  else if (is_new && band.mistake == MISTAKE_VALUES_FIRST)
    keep_weights(forward, &band, buffer, output);
  else if (is_new) make_output(&band, output);
}

static void run_band(void *self, int index) {
  const HeadsWork *work = self;
  float *buffer = scratch_pool_take(work->forward->scratch);
  run_band_in(work, index, (MistakenColumns){NULL, NULL, 0}, buffer);
  scratch_pool_give(work->forward->scratch, buffer);
}

/* ---- mistakes that mix the rows of a head ---- */

/* The cells of a band as softmax gets them. */
static Band masked_band(const Heads *heads, int head, int first, float *buffer) {
  Band band = band_of(heads, head, first, buffer);
  for (int i = 0; trace_pair_parts[i] != TRACE_WEIGHTS; i++)
    if (trace_has_part(heads->trace, trace_pair_parts[i])) make_stage(&band, trace_pair_parts[i]);
  if (band.sharpness != 1) attn_divide(mat_view(band.cells), band.sharpness, band.cells);
  return band;
}

/* M-96 of a head: twice over its bands, for the maxima and for the sums. */
static MistakenColumns make_columns(const Heads *heads, int head, float *buffer) {
  const AttentionKind *kind = &heads->kind->of;
  int queries = trace_token_count(heads->trace), keys = trace_key_count(heads->trace);
  MistakenColumns none = {NULL, NULL, 0};
  if (mistake_of(kind) != MISTAKE_SOFTMAX_OVER_QUERIES) return none;
  MistakenColumns columns = columns_of(buffer, kind, keys, heads->model->d_head);
  mistaken_columns_begin(columns);
  for (int first = 0; first < queries; first += FORWARD_BAND)
    mistaken_columns_max(mat_view(masked_band(heads, head, first, buffer).cells), columns);
  for (int first = 0; first < queries; first += FORWARD_BAND)
    mistaken_columns_add(mat_view(masked_band(heads, head, first, buffer).cells), columns);
  return columns;
}

/* M-99, once all rows of weights are there. */
static void finish_values_first(const Heads *heads, int head, float *buffer, Mat output) {
  const AttentionKind *kind = &heads->kind->of;
  MatView v = trace_matrix(heads->trace, trace_values(heads->trace), heads->layer, head);
  Mat weights = {buffer + kind_numbers(kind, v.rows, v.cols), output.rows, v.rows, v.rows};
  if (mistake_of(kind) == MISTAKE_VALUES_FIRST) mistaken_values_first(v, mat_view(weights), output);
}

static void run_head(void *self, int head) {
  const HeadsWork *work = self;
  const Forward *forward = work->forward;
  Heads heads = {forward->model, forward->trace, forward->mask, forward->kind, work->layer};
  float *buffer = scratch_pool_take(forward->scratch);
  MistakenColumns columns = make_columns(&heads, head, buffer);
  for (int band = 0; band < work->band_count; band++)
    run_band_in(work, head * work->band_count + band, columns, buffer);
  finish_values_first(&heads, head, buffer,
                      trace_place(forward->trace, TRACE_OUTPUT, work->layer, head));
  scratch_pool_give(forward->scratch, buffer);
}

static bool mixes_rows(const AttentionKind *kind) {
  MistakeKind mistake = mistake_of(kind);
  return mistake == MISTAKE_SOFTMAX_OVER_QUERIES || mistake == MISTAKE_VALUES_FIRST;
}

/* Tells the trace the largest number if all are finite; otherwise the trace searches by itself. */
static bool note_if_finite(Trace *trace, TracePart part, int layer, int head, uint32_t bits) {
  float largest;
  memcpy(&largest, &bits, sizeof largest);
  if (bits < 0x7f800000u) trace_note_largest(trace, part, layer, head, largest);
  return bits < 0x7f800000u;
}

static void note_largest(const HeadsWork *work, int head) {
  for (int i = 0; i < trace_pair_part_count; i++) {
    uint32_t bits = 0;
    if (!trace_has_part(work->forward->trace, trace_pair_parts[i])) continue;
    for (int band = 0; band < work->band_count; band++) {
      uint32_t of_band = work->forward->largest[head * work->band_count + band].of[i];
      bits = of_band > bits ? of_band : bits;
    }
    if (!note_if_finite(work->forward->trace, trace_pair_parts[i], work->layer, head, bits)) return;
  }
}

/* M-58 of one head of K and V; x is what is mixed. */
static void mix_head(void *self, int group) {
  const HeadsWork *work = self;
  const Forward *forward = work->forward;
  int layer = work->layer, head = group * (forward->model->head_count / work->group_count);
  linear(forward->kind->e,
         trace_matrix(forward->trace, trace_placed_keys(forward->trace), layer, head), NULL,
         trace_place(forward->trace, TRACE_K_PROJECTED, layer, head));
  linear(forward->kind->f, trace_matrix(forward->trace, TRACE_V, layer, head), NULL,
         trace_place(forward->trace, TRACE_V_PROJECTED, layer, head));
}

/* φ of all queries or keys. */
static void fill_features(const Heads *heads, TracePart part, int head, Mat to) {
  Features features = features_of(heads);
  FeatureInputs inputs = inputs_of(heads, head);
  features_fill(&features, part == TRACE_FEATURES_Q ? inputs.q : inputs.k, to);
}

static void store_features(const Heads *heads, const Forward *forward, TracePart part, int head) {
  fill_features(heads, part, head, trace_place(forward->trace, part, heads->layer, head));
}

/* M-59 of one head, without the matrix of weights. */
static void sum_features(void *self, int head) {
  const HeadsWork *work = self;
  const Forward *forward = work->forward;
  Heads heads = {forward->model, forward->trace, forward->mask, forward->kind, work->layer};
  Features features = features_of(&heads);
  FeatureInputs inputs = inputs_of(&heads, head);
  float *buffer = scratch_pool_take(forward->scratch);
  features_output(
      &features, &inputs, forward->first_row, room_behind(buffer, trace_key_count(forward->trace)),
      forward_rows(forward, trace_place(forward->trace, TRACE_OUTPUT, work->layer, head)));
  scratch_pool_give(forward->scratch, buffer);
  if (!trace_is_stored(forward->trace, TRACE_FEATURES_Q)) return;
  store_features(&heads, forward, TRACE_FEATURES_Q, head);
  if (head == 0 || trace_key_head(forward->trace, head - 1) != trace_key_head(forward->trace, head))
    store_features(&heads, forward, TRACE_FEATURES_K, head);
}

/* Where pairs are not stored only the bands with new rows are run; then the largest number of the
** whole matrix is unknown here. With features no band is. */
void forward_heads(const Forward *forward, int layer) {
  assert(layer >= 0 && layer < forward->model->layer_count && forward->scratch);
  int heads = forward->model->head_count, groups = forward->kind->key_head_count;
  HeadsWork whole = {.forward = forward, .layer = layer, .group_count = groups};
  if (forward->kind->e.at) pool_run(forward->pool, groups, mix_head, &whole);
  if (forward->kind->omega.at) pool_run(forward->pool, heads, sum_features, &whole);
  if (forward->kind->omega.at && !forward->stores_pairs) {
    forward_switch_off(forward, layer);
    return;
  }
  int bands = (forward->tokens.count + FORWARD_BAND - 1) / FORWARD_BAND;
  HeadsWork work = {.forward = forward, .layer = layer};
  if (!forward->stores_pairs) work.band_first = forward->first_row / FORWARD_BAND;
  work.band_count = bands - work.band_first;
  assert(work.band_first >= 0 && work.band_count > 0);
  if (mixes_rows(&forward->kind->of)) pool_run(forward->pool, heads, run_head, &work);
  else pool_run(forward->pool, heads * work.band_count, run_band, &work);
  forward_switch_off(forward, layer);
  bool knows_all = work.band_first == 0 && makes_pairs_of(forward);
  for (int head = 0; knows_all && head < heads; head++) note_largest(&work, head);
}

bool forward_fill(void *self, TracePart part, int layer, int head, Mat to, Status *status) {
  const ForwardSource *source = self;
  assert(layer >= 0 && layer < source->model->layer_count);
  if (part == TRACE_KEY_INPUT) {
    trace_copy_matrix(source->keys, trace_projection_input(source->keys), layer, 0, to);
    return trace_check(source->keys, status);
  }
  Heads heads = {source->model, source->trace, source->mask, source->kind, layer};
  if (part == TRACE_ERROR_CURVE) return forward_fill_curve(source, layer, head, to, status);
  if (part == TRACE_FEATURES_Q || part == TRACE_FEATURES_K)
    return fill_features(&heads, part, head, to), true;
  assert(to.rows == trace_token_count(source->trace));
  if (!trace_part_info(part)->by_pair) {
    ForwardRecompute again = {source->model, source->trace};
    return forward_recompute(&again, part, layer, to) || status_no_memory(status);
  }
  if (part == TRACE_BIAS) return write_bias(&heads, head, 0, to), true;
  float *buffer = scratch_pool_take(source->scratch);
  assert(to.cols == trace_key_count(source->trace));
  MistakenColumns columns = make_columns(&heads, head, buffer);
  for (int first = 0; first < to.rows; first += FORWARD_BAND) {
    Band band = band_of(&heads, head, first, buffer);
    band.columns = columns;
    /* In place, from the scores on: each stage needs only the one before. */
    for (int i = 0; i <= trace_pair_place(part); i++)
      if (trace_has_part(source->trace, trace_pair_parts[i]))
        make_stage(&band, trace_pair_parts[i]);
    mat_copy(mat_view(band.cells), mat_rows(to, first, band.cells.rows));
  }
  scratch_pool_give(source->scratch, buffer);
  return true;
}

/* ---- the largest of what is stored by row ---- */

static void note_layer(void *self, int layer) {
  static const TracePart by_layer[] = {
      TRACE_Q,           TRACE_K,           TRACE_V,          TRACE_Q_ROTATED,  TRACE_K_ROTATED,
      TRACE_K_PROJECTED, TRACE_V_PROJECTED, TRACE_FEATURES_Q, TRACE_FEATURES_K, TRACE_OUTPUT,
      TRACE_CONCAT,      TRACE_NORM_1,      TRACE_MLP,        TRACE_ATTN_PROJ,  TRACE_NORM_2,
      TRACE_INPUT,       TRACE_BLOCK,       TRACE_RESIDUAL};
  const Forward *forward = self;
  for (size_t i = 0; i < sizeof by_layer / sizeof *by_layer; i++) {
    if (!trace_keeps(forward->trace, by_layer[i], layer)) continue;
    int heads = trace_part_info(by_layer[i])->per_head ? forward->model->head_count : 1;
    for (int head = 0; head < heads; head++) {
      MatView numbers = trace_matrix(forward->trace, by_layer[i], layer, head);
      note_if_finite(forward->trace, by_layer[i], layer, head, mat_largest_bits(numbers, false));
    }
  }
}

void forward_note_largest(const Forward *forward) {
  Forward own = *forward;
  pool_run(forward->pool, forward->model->layer_count, note_layer, &own);
}
