/* model/forward/recompute.c -- computes the parts that a large trace does not store from those that
** it stores.
**
**   ATTN_PROJ = CONCAT W_O + B_O    RESIDUAL = INPUT + ATTN_PROJ
**   norm before   NORM_1 = norm_1(INPUT)      NORM_2 = norm_2(RESIDUAL)   BLOCK = RESIDUAL + MLP
**   norm after    NORM_1 = norm_1(RESIDUAL)   BLOCK = NORM_2 = norm_2(NORM_1 + MLP)
**
** INPUT is the BLOCK of the layer before, which is stored for one in several layers: the layers
** since the last stored one are computed again. The functions and their order are those of the
** pass, so the bits are the same.
*/
#include <assert.h>
#include <string.h>

#include "core/linear.h"
#include "core/norm.h"
#include "core/position.h"
#include "core/product_in_blocks.h"
#include "model/forward/what_if.h"

uint64_t forward_recompute_parts(const Model *model, const AttentionKind *kind) {
  if (model->d_ff == 0 || model->norm_place == NORM_NONE) return 0; /* BLOCK is one of them */
  uint64_t parts = TRACE_BIT(TRACE_INPUT) | TRACE_BIT(TRACE_ATTN_PROJ) | TRACE_BIT(TRACE_RESIDUAL) |
                   TRACE_BIT(TRACE_NORM_1) | TRACE_BIT(TRACE_NORM_2) | TRACE_BIT(TRACE_BLOCK);
  if (!model->embed_token) parts |= TRACE_BIT(TRACE_TOKEN_EMBEDDING);
  if (!model->embed_positions || forward_replaces_positions(kind))
    parts |= TRACE_BIT(TRACE_POSITION);
  return parts;
}

/* A band of rows from `first` on: few enough for the processor's cache. */
typedef struct Rows {
  const ForwardRecompute *of;
  int first;
} Rows;

static void apply_norm(const Rows *band, const NormWeights *weights, Mat x) {
  const Norm norm = model_norm(band->of->model, weights);
  norm_rows(&norm, mat_view(x), x);
}

/* `rows` rows of a stored part, from band->first on. */
static MatView stored_rows(const Rows *band, TracePart part, int layer, int rows) {
  assert(band->first >= 0 && rows > 0 && trace_keeps(band->of->trace, part, layer));
  return mat_view_rows(trace_matrix(band->of->trace, part, layer, 0), band->first, rows);
}

static void project_concat(const Rows *band, int layer, Mat to) {
  const LayerWeights *with = &band->of->model->layers[layer];
  MatView concat = stored_rows(band, TRACE_CONCAT, layer, to.rows);
  if (forward_is_wide(band->of->model))
    product_in_blocks(concat, with->w_o, PRODUCT_PLAIN, with->b_o, to);
  else linear(concat, with->w_o, with->b_o, to);
}

/* ---- in place: x is the residual stream ---- */

static void add_joined(const Rows *band, int layer, Mat other, Mat x) {
  project_concat(band, layer, other);
  mat_add(mat_view(x), mat_view(other), x);
}

/* x becomes BLOCK from RESIDUAL. */
static void close_layer(const Rows *band, int layer, Mat x) {
  const LayerWeights *with = &band->of->model->layers[layer];
  bool is_after = band->of->model->norm_place == NORM_AFTER;
  if (is_after) apply_norm(band, &with->norm_1, x);
  mat_add(mat_view(x), stored_rows(band, TRACE_MLP, layer, x.rows), x);
  if (is_after) apply_norm(band, &with->norm_2, x);
  forward_bend_next_input(band->of->trace, layer, band->first, x);
}

/* x becomes INPUT of a layer, computed from the last stored INPUT. */
static void make_input(const Rows *band, int layer, Mat other, Mat x) {
  int from = layer;
  assert(trace_keeps(band->of->trace, TRACE_INPUT, 0));
  while (!trace_keeps(band->of->trace, TRACE_INPUT, from)) from--;
  mat_copy(stored_rows(band, TRACE_INPUT, from, x.rows), x);
  for (; from < layer; from++) {
    add_joined(band, from, other, x);
    close_layer(band, from, x);
  }
}

static void make_rows(const Rows *band, TracePart part, int layer, Mat other, Mat x) {
  const LayerWeights *with = &band->of->model->layers[layer];
  bool is_before = band->of->model->norm_place == NORM_BEFORE;
  bool is_block = part == TRACE_BLOCK || (part == TRACE_NORM_2 && !is_before);
  if (part == TRACE_ATTN_PROJ) {
    project_concat(band, layer, x);
    return;
  }
  make_input(band, layer, other, x);
  if (part == TRACE_INPUT) return;
  if (part == TRACE_NORM_1 && is_before) {
    apply_norm(band, &with->norm_1, x);
    return;
  }
  add_joined(band, layer, other, x);
  if (is_block) close_layer(band, layer, x);
  else if (part == TRACE_NORM_1) apply_norm(band, &with->norm_1, x);
  else if (part == TRACE_NORM_2) apply_norm(band, &with->norm_2, x);
}

/* ---- public ---- */

static void make_tokens(const ForwardRecompute *again, Mat to) {
  assert(to.rows <= trace_token_count(again->trace) && to.cols == again->model->d_model);
  for (int i = 0; i < to.rows; i++)
    forward_token_row(again->model, trace_token(again->trace, i)->id, mat_row_of(to, i));
}

static void make_places(const ForwardRecompute *again, Mat to) {
  assert(to.cols == again->model->d_model);
  if (forward_replaces_positions(trace_kind(again->trace))) {
    position_sinusoidal(to);
    return;
  }
  if (forward_adds_positions(trace_kind(again->trace))) {
    mat_copy(again->model->position_table, to);
    return;
  }
  for (int i = 0; i < to.rows; i++) memset(mat_row_of(to, i), 0, (size_t)to.cols * sizeof(float));
}

static bool make_layer(const ForwardRecompute *again, TracePart part, int layer, Mat to) {
  bool is_wide = forward_is_wide(again->model);
  int each = is_wide && to.rows > FORWARD_ROWS ? FORWARD_ROWS : to.rows;
  size_t numbers = (size_t)each * (size_t)to.cols;
  Arena *arena = arena_make(numbers * sizeof(float));
  float *other = arena ? arena_take(arena, numbers, sizeof *other) : NULL;
  for (int first = 0; other && first < to.rows; first += each) {
    int rows = to.rows - first < each ? to.rows - first : each;
    Rows band = {again, first};
    make_rows(&band, part, layer, (Mat){other, rows, to.cols, to.cols}, mat_rows(to, first, rows));
  }
  arena_free(arena);
  return other != NULL;
}

bool forward_recompute(const ForwardRecompute *again, TracePart part, int layer, Mat to) {
  assert(layer >= 0 && layer < again->model->layer_count && to.at);
  if (part == TRACE_TOKEN_EMBEDDING) return make_tokens(again, to), true;
  if (part == TRACE_POSITION) return make_places(again, to), true;
  return make_layer(again, part, layer, to);
}
