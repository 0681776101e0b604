/* trace/thumbnails.c -- reduces a matrix to the means of its blocks of cells.
**
** Means, not samples: sampling could miss a thin diagonal. */
#include "trace/thumbnails.h"

#include <math.h>

#include "base/number.h"
#include "trace/trace.h"

typedef struct Mean {
  double sum;
  int count;
  float odd; /* the first number that is not finite */
} Mean;

static void add_cells(const float *x, int count, Mean *mean) {
  for (int i = 0; i < count; i++) {
    if (isfinite(x[i])) {
      mean->sum += (double)x[i];
      mean->count++;
      /* 0 means none so far: 0 is finite. */
    } else if (mean->odd == 0) mean->odd = x[i];
  }
}

/* The first cell of a block. Rounded down, so each cell belongs to exactly one block; no block is
** empty, since there are at most as many blocks as cells. */
static int begin_of(int part, int parts, int whole) {
  assert(part >= 0 && part <= parts && parts <= whole);
  return (int)((long)part * whole / parts);
}

/* One row of means from the rows first … end − 1. */
static void mean_row(MatView whole, int first, int end, float *small, int cols) {
  for (int c = 0; c < cols; c++) {
    int left = begin_of(c, cols, whole.cols), right = begin_of(c + 1, cols, whole.cols);
    Mean mean = {0};
    for (int row = first; row < end; row++)
      add_cells(mat_row(whole, row) + left, right - left, &mean);
    small[c] = mean.count > 0 ? (float)(mean.sum / mean.count) : mean.odd;
  }
}

MatView trace_thumbnail_of(Arena *arena, MatView whole) {
  assert(whole.at && whole.rows > 0 && whole.cols > 0);
  int rows = int_min(whole.rows, TRACE_SMALL), cols = int_min(whole.cols, TRACE_SMALL);
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  if (!at) return (MatView){0};
  for (int r = 0; r < rows; r++)
    mean_row(whole, begin_of(r, rows, whole.rows), begin_of(r + 1, rows, whole.rows),
             at + (size_t)r * (size_t)cols, cols);
  return (MatView){at, rows, cols, cols};
}

/* ---- masks ---- */

/* Are all cells of the rows first … end − 1 and columns left … right − 1 hidden? */
static bool hides_all(MaskView whole, int first, int end, int left, int right) {
  for (int row = first; row < end; row++)
    for (int col = left; col < right; col++)
      if (!mask_hides(whole, row, col)) return false;
  return true;
}

MaskView trace_thumbnail_mask_of(Arena *arena, MaskView whole) {
  assert(whole.hidden && whole.rows > 0 && whole.cols > 0);
  int rows = int_min(whole.rows, TRACE_SMALL), cols = int_min(whole.cols, TRACE_SMALL);
  unsigned char *hidden = arena_take(arena, (size_t)rows * (size_t)cols, 1);
  for (int r = 0; hidden && r < rows; r++)
    for (int c = 0; c < cols; c++)
      hidden[(size_t)r * (size_t)cols + (size_t)c] =
          hides_all(whole, begin_of(r, rows, whole.rows), begin_of(r + 1, rows, whole.rows),
                    begin_of(c, cols, whole.cols), begin_of(c + 1, cols, whole.cols));
  return (MaskView){hidden, rows, cols, cols};
}
