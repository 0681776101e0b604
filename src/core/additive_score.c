/* core/additive_score.c -- additive scores (M-62).
**
** tanh x = 1 − 2 / (1 + e^2x), and e^(2(a + b)) = e^2a · e^2b. So exponentials are made of each
** query and each key, not of each pair, and a pair is left with a product and a quotient:
**
**   score = Σ_c v_c − 2 Σ_c v_c / (1 + e^2a_c e^2b_c)
**
** Two columns share one division: v/x + w/y = (v y + w x) / (x y). All in double, where numbers of
** up to FAR on either side neither overflow nor lose digits. A pair with a larger one goes column
** by column.
*/
#include "core/additive_score.h"

#include <assert.h>
#include <math.h>

#include "core/activation.h"
#include "core/lanes.h"

enum { ROWS = 32, KEYS = 64, COLUMNS = 64, WIDES = 4 };
static const double FAR = 85; /* e^(4 · 2 · FAR) is below the largest double */

/* e^2x of some queries and keys, in the columns at work; a number too large counts as 0 here. */
typedef struct Block {
  double keys[COLUMNS * KEYS];    /* [columns,KEYS] */
  double queries[ROWS * COLUMNS]; /* [ROWS,columns] */
  double sums[ROWS * KEYS];       /* [ROWS,KEYS] Σ_c v_c / (1 + e^2a e^2b) so far */
  double v[COLUMNS];
  int columns;
  bool is_far_query[ROWS], is_far_key[KEYS];
} Block;

CORE_INLINE void double_exponentials_loop(double *x, int count) {
  for (int i = 0; i < count; i += HALF) {
    Wide now;
    wide_take(&now, x + i);
    now += now;
    wide_exp(&now);
    wide_put(x + i, &now);
  }
}
CORE_LEVELS(double_exponentials, (double *x, int count), (x, count))

/* Also true of NaN. */
static bool is_far(float x) { return !(fabs((double)x) <= FAR); }

static bool is_far_row(MatView mapped, int row) {
  const float *at = mat_row(mapped, row);
  for (int c = 0; c < mapped.cols; c++)
    if (is_far(at[c])) return true;
  return false;
}

static double near_or_0(float x) { return is_far(x) ? 0 : (double)x; }

/* Columns from `first` on; keys behind the last are 0. */
static void take_keys(Block *block, MatView keys, int first) {
  for (int c = 0; c < block->columns; c++)
    for (int key = 0; key < KEYS; key++)
      block->keys[c * KEYS + key] = key < keys.rows ? near_or_0(mat_row(keys, key)[first + c]) : 0;
  double_exponentials(block->keys, block->columns * KEYS);
}

static void take_queries(Block *block, MatView queries, int first) {
  for (int row = 0; row < queries.rows; row++)
    for (int c = 0; c < COLUMNS; c++)
      block->queries[row * COLUMNS + c] =
          c < block->columns ? near_or_0(mat_row(queries, row)[first + c]) : 0;
  double_exponentials(block->queries, queries.rows * COLUMNS);
}

/* Two columns of WIDES registers of keys; v of the second is 0 where there is none. */
CORE_INLINE void add_columns(const double *q, const double *v, const double *keys,
                             const double *next_keys, Wide sums[WIDES]) {
  CORE_UNROLL
  for (int i = 0; i < WIDES; i++) {
    Wide x, y;
    wide_take(&x, keys + i * HALF);
    wide_take(&y, next_keys + i * HALF);
    x = x * q[0] + 1.0;
    y = y * q[1] + 1.0;
    sums[i] += (y * v[0] + x * v[1]) / (x * y);
  }
}

CORE_INLINE void add_row_loop(const double *q, const double *v, const double *keys, int columns,
                              double *sums) {
  for (int key = 0; key < KEYS; key += WIDES * HALF) {
    Wide some[WIDES];
    int c = 0;
    CORE_UNROLL
    for (int i = 0; i < WIDES; i++) wide_take(&some[i], sums + key + i * HALF);
    for (; c + 2 <= columns; c += 2)
      add_columns(q + c, v + c, keys + c * KEYS + key, keys + (c + 1) * KEYS + key, some);
    if (c < columns) {
      const double last_q[2] = {q[c], 0}, last_v[2] = {v[c], 0};
      const double *last = keys + c * KEYS + key;
      add_columns(last_q, last_v, last, last, some);
    }
    CORE_UNROLL
    for (int i = 0; i < WIDES; i++) wide_put(sums + key + i * HALF, &some[i]);
  }
}
CORE_LEVELS(add_row,
            (const double *q, const double *v, const double *keys, int columns, double *sums),
            (q, v, keys, columns, sums))

static float score_far(const float *mapped_q, const float *mapped_k, const float *v, int width) {
  double sum = 0;
  for (int c = 0; c < width; c++)
    sum += (double)v[c] * tanh((double)mapped_q[c] + (double)mapped_k[c]);
  return (float)sum;
}

/* What all columns of v add up to. */
static double total_of(const float *v, int width) {
  double total = 0;
  for (int c = 0; c < width; c++) total += (double)v[c];
  return total;
}

static void begin_columns(Block *block, const float *v, int first, int width) {
  block->columns = width - first < COLUMNS ? width - first : COLUMNS;
  for (int c = 0; c < block->columns; c++) block->v[c] = (double)v[first + c];
}

static void store(const Block *block, MatView q, MatView k, const float *v, Mat scores) {
  double total = total_of(v, q.cols);
  for (int row = 0; row < q.rows; row++)
    for (int key = 0; key < k.rows; key++)
      mat_row_of(scores, row)[key] = block->is_far_query[row] || block->is_far_key[key]
                                         ? score_far(mat_row(q, row), mat_row(k, key), v, q.cols)
                                         : (float)(total - 2 * block->sums[row * KEYS + key]);
}

/* Up to ROWS queries by KEYS keys; keys are taken anew where their columns are not there. */
static void score_block(Block *block, MatView q, MatView k, const float *v, Mat scores) {
  int width = q.cols;
  memset(block->sums, 0, sizeof block->sums);
  for (int row = 0; row < q.rows; row++) block->is_far_query[row] = is_far_row(q, row);
  for (int first = 0; first < width; first += COLUMNS) {
    begin_columns(block, v, first, width);
    if (width > COLUMNS) take_keys(block, k, first);
    take_queries(block, q, first);
    for (int row = 0; row < q.rows; row++)
      add_row(block->queries + row * COLUMNS, block->v, block->keys, block->columns,
              block->sums + row * KEYS);
  }
  store(block, q, k, v, scores);
}

static void score_keys(MatView q, MatView k, const float *v, Mat scores) {
  Block block;
  begin_columns(&block, v, 0, q.cols);
  for (int key = 0; key < k.rows; key++) block.is_far_key[key] = is_far_row(k, key);
  if (q.cols <= COLUMNS) take_keys(&block, k, 0);
  for (int row = 0; row < q.rows; row += ROWS) {
    int rows = q.rows - row < ROWS ? q.rows - row : ROWS;
    score_block(&block, mat_view_rows(q, row, rows), k, v, mat_rows(scores, row, rows));
  }
}

void additive_scores(MatView mapped_q, MatView mapped_k, const float *v, Mat scores) {
  int width = mapped_k.cols;
  assert(width > 0 && width <= ADDITIVE_WIDTH_MOST && mapped_q.cols == width && v);
  assert(scores.rows == mapped_q.rows && scores.cols == mapped_k.rows);
  for (int first = 0; first < mapped_k.rows; first += KEYS) {
    int keys = mapped_k.rows - first < KEYS ? mapped_k.rows - first : KEYS;
    score_keys(mapped_q, mat_view_rows(mapped_k, first, keys), v, mat_cols(scores, first, keys));
  }
}

void additive_bend(const float *mapped_q, const float *mapped_k, int width, float *sums,
                   float *bent) {
  assert(width > 0 && width <= ADDITIVE_WIDTH_MOST);
  for (int c = 0; c < width; c++) bent[c] = sums[c] = mapped_q[c] + mapped_k[c];
  activation_apply(ACTIVATION_TANH, (Mat){bent, 1, width, width});
}
