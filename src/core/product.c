/* core/product.c -- sixteen columns of b as doubles in a panel, four rows of a against it. */
#include "core/product.h"

#include "core/lanes.h"

enum { ROWS_AT_ONCE = 4 };

typedef struct Panel {
  _Alignas(64) double at[PRODUCT_LARGEST_INNER][LANES];
  int inner, first_col, cols; /* cols <= 16; the other lanes hold 0 */
} Panel;

CORE_INLINE void fill_panel(Panel *panel, MatView b) {
  for (int i = 0; i < panel->inner; i++) {
    const float *row = b.at + (size_t)i * (size_t)b.stride + panel->first_col;
    Lanes now;
    if (panel->cols == LANES) lanes_load(&now, row);
    else lanes_load_part(&now, row, panel->cols, 0.0f);
    LanesDouble wide = __builtin_convertvector(now, LanesDouble);
    memcpy(panel->at[i], &wide, sizeof wide);
  }
}

CORE_INLINE void fill_panel_transposed(Panel *panel, MatView b) {
  for (int lane = 0; lane < LANES; lane++) {
    const float *row = b.at + (size_t)(panel->first_col + lane) * (size_t)b.stride;
    for (int i = 0; i < panel->inner; i++)
      panel->at[i][lane] = lane < panel->cols ? (double)row[i] : 0.0;
  }
}

CORE_INLINE void store_row(const LanesDouble *sum, const Panel *panel, float *row) {
  Lanes narrow = __builtin_convertvector(*sum, Lanes);
  if (panel->cols == LANES) lanes_store(row + panel->first_col, &narrow);
  else lanes_store_part(row + panel->first_col, &narrow, panel->cols);
}

/* rows (1 to 4, a constant where it matters) rows of y from first_row on. */
CORE_INLINE void rows_times_panel(MatView a, const Panel *panel, const LanesDouble *start, Mat y,
                                  int first_row, int rows) {
  LanesDouble sum[ROWS_AT_ONCE], b;
  const float *from = a.at + (size_t)first_row * (size_t)a.stride;
  for (int r = 0; r < rows; r++) sum[r] = *start;
  for (int i = 0; i < panel->inner; i++) {
    memcpy(&b, panel->at[i], sizeof b);
    for (int r = 0; r < rows; r++) sum[r] += (double)from[r * a.stride + i] * b;
  }
  for (int r = 0; r < rows; r++) store_row(&sum[r], panel, mat_row_of(y, first_row + r));
}

CORE_INLINE void panel_product(MatView a, const Panel *panel, const float *bias, Mat y) {
  LanesDouble start = {0};
  if (bias)
    for (int lane = 0; lane < panel->cols; lane++)
      start[lane] = (double)bias[panel->first_col + lane];
  int row = 0;
  for (; row + ROWS_AT_ONCE <= a.rows; row += ROWS_AT_ONCE)
    rows_times_panel(a, panel, &start, y, row, ROWS_AT_ONCE);
  for (; row < a.rows; row++) rows_times_panel(a, panel, &start, y, row, 1);
}

CORE_CLONES
static void product(MatView a, MatView b, bool b_is_transposed, const float *bias, Mat y) {
  Panel panel;
  panel.inner = a.cols;
  for (int col = 0; col < y.cols; col += LANES) {
    panel.first_col = col;
    panel.cols = y.cols - col < LANES ? y.cols - col : LANES;
    if (b_is_transposed) fill_panel_transposed(&panel, b);
    else fill_panel(&panel, b);
    panel_product(a, &panel, bias, y);
  }
}

void product_small(MatView a, MatView b, bool b_is_transposed, const float *bias, Mat y) {
  assert(a.cols <= PRODUCT_LARGEST_INNER);
  product(a, b, b_is_transposed, bias, y);
}
