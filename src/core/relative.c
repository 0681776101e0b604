/* core/relative.c -- relative position vectors (M-63). */
#include "core/relative.h"

#include <assert.h>

enum { COLUMNS_AT_ONCE = 64 };

int relative_row(int row_count, int offset) {
  int most = row_count / 2;
  assert(row_count > 0 && row_count % 2 == 1);
  return (offset < -most ? -most : offset > most ? most : offset) + most;
}

float relative_term(const float *query, const float *relative, int width) {
  double sum = 0;
  for (int c = 0; c < width; c++) sum += (double)query[c] * (double)relative[c];
  return (float)sum;
}

/* Keys with the same row of the table stand beside each other, so its product is made once. */
static void add_row(const float *query, MatView table, int place, float *scores, int key_count) {
  int last = -1;
  float term = 0;
  for (int key = 0; key < key_count; key++) {
    int row = relative_row(table.rows, key - place);
    if (row != last) term = relative_term(query, mat_row(table, row), table.cols);
    last = row;
    scores[key] += term;
  }
}

void relative_add_scores(MatView q, MatView table, int first, Mat scores) {
  assert(q.cols == table.cols && q.rows == scores.rows);
  for (int row = 0; row < scores.rows; row++)
    add_row(mat_row(q, row), table, first + row, mat_row_of(scores, row), scores.cols);
}

/* Some columns of a blend. */
static void blend_columns(const float *weights, int key_count, MatView table, int place,
                          float *blend) {
  double sums[COLUMNS_AT_ONCE] = {0};
  assert(table.cols <= COLUMNS_AT_ONCE);
  for (int key = 0; key < key_count;) {
    int row = relative_row(table.rows, key - place);
    double share = 0;
    for (; key < key_count && relative_row(table.rows, key - place) == row; key++)
      share += (double)weights[key];
    const float *relative = mat_row(table, row);
    for (int c = 0; c < table.cols; c++) sums[c] += share * (double)relative[c];
  }
  for (int c = 0; c < table.cols; c++) blend[c] = (float)sums[c];
}

void relative_blend(const float *weights, int key_count, MatView table, int place, float *blend) {
  for (int first = 0; first < table.cols; first += COLUMNS_AT_ONCE) {
    int cols = table.cols - first < COLUMNS_AT_ONCE ? table.cols - first : COLUMNS_AT_ONCE;
    MatView some = mat_view_cols(table, first, cols);
    blend_columns(weights, key_count, some, place, blend + first);
  }
}

void relative_add_output(MatView weights, MatView table, int first, Mat output) {
  assert(weights.rows == output.rows && table.cols == output.cols);
  for (int row = 0; row < output.rows; row++) {
    float *to = mat_row_of(output, row);
    for (int from = 0; from < output.cols; from += COLUMNS_AT_ONCE) {
      float blend[COLUMNS_AT_ONCE];
      int cols = output.cols - from < COLUMNS_AT_ONCE ? output.cols - from : COLUMNS_AT_ONCE;
      MatView some = mat_view_cols(table, from, cols);
      blend_columns(mat_row(weights, row), weights.cols, some, first + row, blend);
      for (int c = 0; c < cols; c++) to[from + c] += blend[c];
    }
  }
}

/* ---- backward ---- */

/* to += factor · row */
static void add_times(float factor, const float *row, float *to, int width) {
  for (int c = 0; c < width; c++) to[c] += factor * row[c];
}

void relative_scores_backward(MatView q, MatView table, MatView dscores, Mat dq, Mat dtable) {
  assert(q.rows == dscores.rows && q.cols == table.cols && dq.cols == q.cols);
  for (int row = 0; row < dscores.rows; row++)
    for (int key = 0; key < dscores.cols; key++) {
      int distance = relative_row(table.rows, key - row);
      float by = mat_get(dscores, row, key);
      add_times(by, mat_row(table, distance), mat_row_of(dq, row), q.cols);
      add_times(by, mat_row(q, row), mat_row_of(dtable, distance), q.cols);
    }
}

void relative_output_backward(MatView weights, MatView table, MatView doutput, Mat dweights,
                              Mat dtable) {
  assert(weights.rows == doutput.rows && doutput.cols == table.cols);
  for (int row = 0; row < weights.rows; row++)
    for (int key = 0; key < weights.cols; key++) {
      int distance = relative_row(table.rows, key - row);
      mat_row_of(dweights, row)[key] +=
          relative_term(mat_row(doutput, row), mat_row(table, distance), table.cols);
      add_times(mat_get(weights, row, key), mat_row(doutput, row), mat_row_of(dtable, distance),
                table.cols);
    }
}
