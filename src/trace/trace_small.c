/* trace/trace_small.c -- blocks of cells become their mean.
**
** A mean, not one cell out of many: a thin diagonal must not fall between the cells that are
** taken. */
#include "trace/trace_small.h"

#include <math.h>

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
      /* 0 stands for "none yet": a number that is not finite is never 0. */
    } else if (mean->odd == 0) mean->odd = x[i];
  }
}

/* Rounded down: neighbouring blocks touch, and no cell is left out or counted twice. */
static int begin_of(int part, int parts, int whole) { return (int)((long)part * whole / parts); }

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

MatView trace_small_of(Arena *arena, MatView whole) {
  int rows = whole.rows < TRACE_SMALL ? whole.rows : TRACE_SMALL;
  int cols = whole.cols < TRACE_SMALL ? whole.cols : TRACE_SMALL;
  float *at = arena_take(arena, (size_t)rows * (size_t)cols, sizeof *at);
  if (!at) return (MatView){0};
  for (int r = 0; r < rows; r++)
    mean_row(whole, begin_of(r, rows, whole.rows), begin_of(r + 1, rows, whole.rows),
             at + (size_t)r * (size_t)cols, cols);
  return (MatView){at, rows, cols, cols};
}
