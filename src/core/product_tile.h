/* core/product_tile.h -- y += a b for one block, at one width of register. Included by
** product_in_blocks.c once for each width, with these names defined:
**
**   TILE(name)     the name with an ending of its own
**   VECTOR, WIDTH  a register and how many floats it holds
**   SUMS           registers for sums, of those the processor has
**   ROWS           rows of a large tile: SUMS / 3
**
** A tile is `rows` rows of a against `wides` registers of columns of b. Its sums stay in registers,
** and every number of b that is loaded meets all its rows. Sums of different cells do not meet, so
** how y is cut into tiles changes no bit.
**
** Shapes  a [n, count], b [count, o], y [n, o], count ≤ LONGEST_BLOCK.
** Memory  On the stack: a panel of b, and a tile of y where columns fill no register.
** Errors  None.   Source  Goto and van de Geijn, Anatomy of High-Performance Matrix
**         Multiplication, ACM TOMS 34 (2008): panels of b, and sums in registers.
*/

enum { TILE(WIDES) = 3, TILE(COLUMNS) = TILE(WIDES) * WIDTH };

/* y [rows, wides · WIDTH] += a b. rows and wides are constants wherever it is called, so that the
** sums stay in registers. copy: NULL, or where the columns of b are written next to each other on
** the way, for the tiles below this one. */
CORE_INLINE void TILE(add_tile)(MatView a, MatView b, Mat y, int rows, int wides, float *copy) {
  VECTOR sum[SUMS], of_b[SUMS];
  TILE_UNROLL for (int i = 0; i < rows * wides; i++) sum[i] = (VECTOR){0};
  for (int k = 0; k < a.cols; k++) {
    const float *from = b.at + (size_t)k * (size_t)b.stride;
    TILE_UNROLL for (int w = 0; w < wides; w++) memcpy(&of_b[w], from + w * WIDTH, sizeof of_b[w]);
    if (copy)
      TILE_UNROLL for (int w = 0; w < wides; w++)
          memcpy(copy + (k * wides + w) * WIDTH, &of_b[w], sizeof of_b[w]);
    TILE_UNROLL for (int r = 0; r < rows; r++) {
      float one = a.at[(size_t)r * (size_t)a.stride + (size_t)k];
      TILE_UNROLL for (int w = 0; w < wides; w++) sum[r * wides + w] += one * of_b[w];
    }
  }
  TILE_UNROLL for (int r = 0; r < rows; r++) TILE_UNROLL for (int w = 0; w < wides; w++) {
    float *to = y.at + (size_t)r * (size_t)y.stride + w * WIDTH;
    VECTOR cells;
    memcpy(&cells, to, sizeof cells);
    cells += sum[r * wides + w];
    memcpy(to, &cells, sizeof cells);
  }
}

/* All rows against a panel of `wides` registers that lies packed. */
CORE_INLINE void TILE(add_packed)(MatView a, MatView panel, Mat y, int wides) {
  int row = 0;
  for (; row + ROWS <= a.rows; row += ROWS)
    TILE(add_tile)(mat_view_rows(a, row, ROWS), panel, mat_rows(y, row, ROWS), ROWS, wides, NULL);
  for (; row + 4 <= a.rows && ROWS > 4; row += 4)
    TILE(add_tile)(mat_view_rows(a, row, 4), panel, mat_rows(y, row, 4), 4, wides, NULL);
  for (; row + 2 <= a.rows; row += 2)
    TILE(add_tile)(mat_view_rows(a, row, 2), panel, mat_rows(y, row, 2), 2, wides, NULL);
  if (row < a.rows)
    TILE(add_tile)(mat_view_rows(a, row, 1), panel, mat_rows(y, row, 1), 1, wides, NULL);
}

CORE_INLINE void TILE(add_panel)(MatView a, MatView panel, Mat y) {
  if (y.cols > 2 * WIDTH) TILE(add_packed)(a, panel, y, 3);
  else if (y.cols > WIDTH) TILE(add_packed)(a, panel, y, 2);
  else TILE(add_packed)(a, panel, y, 1);
}

/* Columns that fill no whole register, through a copy of some rows of y: nothing behind the last
** column is touched. */
CORE_INLINE void TILE(add_edge)(MatView a, MatView panel, Mat y) {
  float buffer[ROWS * TILE(COLUMNS)] = {0};
  for (int row = 0; row < y.rows; row += ROWS) {
    int rows = y.rows - row < ROWS ? y.rows - row : ROWS;
    Mat some = mat_rows(y, row, rows), cells = {buffer, rows, y.cols, TILE(COLUMNS)};
    mat_copy(mat_view(some), cells);
    TILE(add_panel)(mat_view_rows(a, row, rows), panel, cells);
    mat_copy(mat_view(cells), some);
  }
}

/* Columns of the next panel, of those that are left: three registers, or so that the last panel is
** not left with one, whose few sums would wait for each other. */
CORE_INLINE int TILE(panel_columns)(int left) {
  if (left > 3 * WIDTH && left <= 4 * WIDTH) return 2 * WIDTH;
  return left < TILE(COLUMNS) ? left : TILE(COLUMNS);
}

/* The first `rows` rows of a against a panel of whole registers, which is read where it lies in b
** and left packed for the other rows. */
CORE_INLINE void TILE(add_rows_first)(MatView a, MatView b, Mat y, int rows, float *packed) {
  if (y.cols == 3 * WIDTH) TILE(add_tile)(a, b, y, rows, 3, packed);
  else if (y.cols == 2 * WIDTH) TILE(add_tile)(a, b, y, rows, 2, packed);
  else TILE(add_tile)(a, b, y, rows, 1, packed);
}

/* As many rows as a tile can have. How many they are. */
CORE_INLINE int TILE(add_first)(MatView a, MatView b, Mat y, float *packed) {
  if (a.rows >= ROWS) TILE(add_rows_first)(a, b, y, ROWS, packed);
  else if (a.rows >= 4) TILE(add_rows_first)(a, b, y, 4, packed);
  else if (a.rows >= 2) TILE(add_rows_first)(a, b, y, 2, packed);
  else TILE(add_rows_first)(a, b, y, 1, packed);
  return a.rows >= ROWS ? ROWS : a.rows >= 4 ? 4 : a.rows >= 2 ? 2 : 1;
}

/* Columns of y, at most COLUMNS of them, through a packed panel. b: these columns, or rows. */
CORE_INLINE void TILE(add_columns)(MatView a, MatView b, bool transposed, Mat y) {
  _Alignas(64) float packed[LONGEST_BLOCK * TILE(COLUMNS)];
  int width = (y.cols + WIDTH - 1) / WIDTH * WIDTH;
  Mat panel = {packed, a.cols, width, width};
  if (!transposed && y.cols == width) {
    int done = TILE(add_first)(a, b, y, packed), rest = a.rows - done;
    TILE(add_panel)(mat_view_rows(a, done, rest), mat_view(panel), mat_rows(y, done, rest));
    return;
  }
  if (transposed) pack_transposed(b, panel);
  else mat_copy_padded(b, panel);
  if (y.cols == width) TILE(add_panel)(a, mat_view(panel), y);
  else TILE(add_edge)(a, mat_view(panel), y);
}

/* One or two rows: b is read where it lies, in strips as wide as there are sums. Returns the first
** column that is not done. */
CORE_INLINE int TILE(add_strips)(MatView a, MatView b, Mat y) {
  enum { WIDES_OF_FEW = SUMS / 2, STRIP = WIDES_OF_FEW * WIDTH };
  int col = 0;
  for (; col + STRIP <= y.cols; col += STRIP) {
    MatView part = mat_view_cols(b, col, STRIP);
    Mat cells = mat_cols(y, col, STRIP);
    if (a.rows == 1) TILE(add_tile)(a, part, cells, 1, WIDES_OF_FEW, NULL);
    else if (a.rows == 2) TILE(add_tile)(a, part, cells, 2, WIDES_OF_FEW, NULL);
  }
  return col;
}

/* y += a b, or a bᵀ, for one block. */
CORE_INLINE void TILE(add_block)(MatView a, MatView b, bool transposed, Mat y) {
  int col = !transposed && a.rows <= 2 ? TILE(add_strips)(a, b, y) : 0;
  for (int count; col < y.cols; col += count) {
    count = TILE(panel_columns)(y.cols - col);
    MatView of_b = transposed ? mat_view_rows(b, col, count) : mat_view_cols(b, col, count);
    TILE(add_columns)(a, of_b, transposed, mat_cols(y, col, count));
  }
}

#undef TILE
#undef VECTOR
#undef WIDTH
#undef SUMS
#undef ROWS
