/* model/forward/band_stages.c -- the stages of a band in place, from scores on, and its output. */
#include <assert.h>
#include <math.h>

#include "core/additive_score.h"
#include "core/alibi.h"
#include "core/attention.h"
#include "core/cosine_score.h"
#include "core/linear.h"
#include "core/product_in_blocks.h"
#include "core/relative.h"
#include "model/forward/band.h"
#include "model/forward/what_if.h"

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

void band_make_stage(const Band *band, TracePart part) {
  if (part == TRACE_SCORES) make_scores(band);
  if (part == TRACE_SCALED) make_scaled(band);
  if (part == TRACE_BIASED) add_bias(band);
  if (part == TRACE_MASKED) make_masked(band);
  if (part == TRACE_WEIGHTS) make_weights(band);
  if (part == TRACE_DROPPED)
    dropout_apply(&band->dropout, mat_view(band->cells), band->place, band->cells);
  if (band->is_bent)
    forward_bend(band->trace, (TraceMatrixId){part, band->layer, band->head}, band->first,
                 band->cells);
}

/* M-07. */
void band_make_output(const Band *band, Mat output) {
  assert(output.rows == band->cells.rows && output.cols == band->v.cols);
  if (forward_is_wide(band->model))
    product_in_blocks(mat_view(band->cells), band->v, PRODUCT_WEIGHTED, NULL, output);
  else attn_output(mat_view(band->cells), band->v, output);
  if (band->relative_value.at)
    relative_add_output(mat_view(band->cells), band->relative_value, band->place, output);
}
