/* core/dot_product.c -- four rows by two rows at a time, in registers; b in pieces that stay in the
** cache while all rows of a are multiplied with them.
**
** The output table of GPT-2 has 50,257 rows of 768 floats, 154 MB. In pieces it is read from memory
** once, however many rows a has. BLAS is not used because its order of additions depends on the
** number of rows: a row would change in its last bits when the sentence grows.
*/
#include "core/dot_product.h"

#include "core/lanes.h"

/* 4 × 2 sums and their operands fit the 16 registers of AVX2; with one row of a, four words keep
** several additions in flight. A piece of 32 words of GPT-2 is 98 kB and stays in the L2 cache. */
enum { ROWS = 4, WORDS = 2, WORDS_OF_ONE_ROW = 4, TILE_MOST = 8, PIECE = 32 };

/* sum[word * rows + row] gains, lane by lane, a[row] · b[word] over all columns: lane j has columns
** j, j + 8, j + 16 … rows and words are constants where this is used, so that every sum has a
** register. The rest of a row is padded with 0, which changes no lane. */
CORE_INLINE void add_up(const MatView *a, const MatView *b, int rows, int words, Lanes *sum) {
  int i = 0;
  Lanes x[ROWS], y;
  for (; i + LANES <= a->cols; i += LANES) {
    CORE_UNROLL
    for (int row = 0; row < rows; row++) lanes_load(&x[row], mat_row(*a, row) + i);
    CORE_UNROLL
    for (int word = 0; word < words; word++) {
      lanes_load(&y, mat_row(*b, word) + i);
      CORE_UNROLL
      for (int row = 0; row < rows; row++) sum[word * rows + row] += x[row] * y;
    }
  }
  if (i == a->cols) return;
  for (int row = 0; row < rows; row++)
    for (int word = 0; word < words; word++) {
      lanes_load_part(&x[0], mat_row(*a, row) + i, a->cols - i, 0.0f);
      lanes_load_part(&y, mat_row(*b, word) + i, a->cols - i, 0.0f);
      sum[word * rows + row] += x[0] * y;
    }
}

/* The eight lanes of each sum are added in double, in the fixed order of wide_sum, and rounded to
** float once. Each lane is a sum of floats, with E / 8 roundings. */
CORE_INLINE void make_tile(const MatView *a, const MatView *b, int rows, int words, const Mat *c) {
  Lanes sum[TILE_MOST];
  CORE_UNROLL
  for (int i = 0; i < rows * words; i++) sum[i] = (Lanes){0};
  add_up(a, b, rows, words, sum);
  for (int i = 0; i < rows * words; i++) {
    Wide wide[2] = {{0}, {0}};
    lanes_add_to(wide, &sum[i]);
    mat_row_of(*c, i % rows)[i / rows] = (float)wide_sum(wide);
  }
}

/* These rows of a with all words of the piece; remaining words one by one. The order inside a sum
** is the same in both cases, so the bits are too. */
CORE_INLINE void make_rows(const MatView *a, const MatView *b, int rows, int words, const Mat *c) {
  int word = 0;
  for (; word + words <= b->rows; word += words) {
    MatView some = mat_view_rows(*b, word, words);
    Mat to = mat_cols(*c, word, words);
    make_tile(a, &some, rows, words, &to);
  }
  for (; word < b->rows; word++) {
    MatView one = mat_view_rows(*b, word, 1);
    Mat to = mat_cols(*c, word, 1);
    make_tile(a, &one, rows, 1, &to);
  }
}

/* Rows of a in fours, then singly, against one piece of b. */
CORE_INLINE void make_piece_loop(const MatView *a, const MatView *b, const Mat *c) {
  int row = 0;
  for (; row + ROWS <= a->rows; row += ROWS) {
    MatView some = mat_view_rows(*a, row, ROWS);
    Mat to = mat_rows(*c, row, ROWS);
    make_rows(&some, b, ROWS, WORDS, &to);
  }
  for (; row < a->rows; row++) {
    MatView one = mat_view_rows(*a, row, 1);
    Mat to = mat_rows(*c, row, 1);
    make_rows(&one, b, 1, WORDS_OF_ONE_ROW, &to);
  }
}
CORE_LEVELS(make_piece, (const MatView *a, const MatView *b, const Mat *c), (a, b, c))

void dot_products(MatView a, MatView b, const float *bias, Mat c) {
  assert(a.cols == b.cols && a.rows == c.rows && b.rows == c.cols);
  /* Words outside, rows inside: b is read from memory once, and the few rows of a stay in the
  ** cache. */
  for (int first = 0; first < b.rows; first += PIECE) {
    int count = b.rows - first < PIECE ? b.rows - first : PIECE;
    MatView words = mat_view_rows(b, first, count);
    Mat to = mat_cols(c, first, count);
    make_piece(&a, &words, &to);
  }
  /* The bias is added at the end, with one more rounding. */
  for (int row = 0; bias && row < c.rows; row++)
    for (int word = 0; word < c.cols; word++) mat_row_of(c, row)[word] += bias[word];
}
