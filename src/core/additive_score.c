/* core/additive_score.c -- additive scores (M-62). */
#include "core/additive_score.h"

#include <assert.h>

#include "core/activation.h"

/* The sums of one query with some keys, beside each other. */
static void add_maps(const float *mapped_q, MatView mapped_k, float *sums) {
  int width = mapped_k.cols;
  for (int key = 0; key < mapped_k.rows; key++) {
    const float *other = mat_row(mapped_k, key);
    for (int c = 0; c < width; c++) sums[key * width + c] = mapped_q[c] + other[c];
  }
}

/* tanh of many numbers at once is several times quicker than of one pair after another. */
static void score_keys(const float *mapped_q, MatView mapped_k, const float *v, float *scores) {
  float bent[ADDITIVE_WIDTH_MOST];
  int width = mapped_k.cols, count = mapped_k.rows * width;
  assert(count <= ADDITIVE_WIDTH_MOST);
  add_maps(mapped_q, mapped_k, bent);
  activation_apply(ACTIVATION_TANH, (Mat){bent, 1, count, count});
  for (int key = 0; key < mapped_k.rows; key++) {
    double sum = 0;
    for (int c = 0; c < width; c++) sum += (double)v[c] * (double)bent[key * width + c];
    scores[key] = (float)sum;
  }
}

void additive_scores(MatView mapped_q, MatView mapped_k, const float *v, Mat scores) {
  int width = mapped_k.cols;
  assert(width > 0 && width <= ADDITIVE_WIDTH_MOST && mapped_q.cols == width && v);
  assert(scores.rows == mapped_q.rows && scores.cols == mapped_k.rows);
  int at_once = ADDITIVE_WIDTH_MOST / width;
  for (int row = 0; row < mapped_q.rows; row++)
    for (int first = 0; first < mapped_k.rows; first += at_once) {
      int keys = mapped_k.rows - first < at_once ? mapped_k.rows - first : at_once;
      score_keys(mat_row(mapped_q, row), mat_view_rows(mapped_k, first, keys), v,
                 mat_row_of(scores, row) + first);
    }
}

void additive_bend(const float *mapped_q, const float *mapped_k, int width, float *sums,
                   float *bent) {
  assert(width > 0 && width <= ADDITIVE_WIDTH_MOST);
  for (int c = 0; c < width; c++) bent[c] = sums[c] = mapped_q[c] + mapped_k[c];
  activation_apply(ACTIVATION_TANH, (Mat){bent, 1, width, width});
}
