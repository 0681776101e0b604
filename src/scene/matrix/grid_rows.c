/* scene/matrix/grid_rows.c -- rows of one height, or of two. */
#include "scene/matrix/grid_rows.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"

bool grid_is_open(const MatrixGrid *grid) { return grid->open_h > 0; }

void grid_open_row(MatrixGrid *grid, int row, float height) {
  assert(row >= 0 && row < grid->rows && height > 0 && height <= grid->heatmap.box.h);
  assert(!grid->is_cut && !grid->heatmap.transposed);
  if (grid->rows < 2) return;
  grid->open_row = row;
  grid->open_h = height;
  grid->cell_h = (grid->heatmap.box.h - height) / (float)(grid->rows - 1);
}

Box grid_row(const MatrixGrid *grid, int row) {
  Box all = grid->heatmap.box;
  float y = all.y + (float)row * grid->cell_h;
  bool is_open = grid_is_open(grid) && row == grid->open_row;
  if (grid_is_open(grid) && row > grid->open_row) y += grid->open_h - grid->cell_h;
  return (Box){all.x, y, all.w, is_open ? grid->open_h : grid->cell_h};
}

Box grid_cell(const MatrixGrid *grid, int row, int col) {
  Box cell = draw_heatmap_cell(&grid->heatmap, row, col);
  if (!grid_is_open(grid)) return cell;
  Box across = grid_row(grid, row);
  float gap = grid->heatmap.gap;
  return (Box){cell.x, across.y + gap / 2, cell.w, fmaxf(across.h - gap, 0)};
}

/* ---- three pieces ---- */

/* Rows as high as each other; the first of them and how many. */
typedef struct Piece {
  int first, count;
} Piece;

enum { PIECES = 3 };

/* Without an open row all rows are the first piece. */
static void find_pieces(const MatrixGrid *grid, Piece pieces[PIECES]) {
  int above = grid_is_open(grid) ? grid->open_row : grid->rows;
  int one = grid_is_open(grid) ? 1 : 0;
  pieces[0] = (Piece){0, above};
  pieces[1] = (Piece){above, one};
  pieces[2] = (Piece){above + one, grid->rows - above - one};
}

static Box box_of(const MatrixGrid *grid, Piece piece) {
  Box first = grid_row(grid, piece.first), last = grid_row(grid, piece.first + piece.count - 1);
  return (Box){first.x, first.y, first.w, last.y + last.h - first.y};
}

static DrawHeatmap rows_of(const MatrixGrid *grid, Piece piece) {
  DrawHeatmap part = draw_heatmap_rows(&grid->heatmap, piece.first, piece.count);
  part.box = box_of(grid, piece);
  return part;
}

void grid_cells_draw(const Scene *scene, const MatrixGrid *grid) {
  if (!grid_is_open(grid)) {
    draw_heatmap(scene->pen.list, grid->heatmap);
    return;
  }
  Piece pieces[PIECES];
  find_pieces(grid, pieces);
  for (int i = 0; i < PIECES; i++)
    if (i != 1 && pieces[i].count > 0) draw_heatmap(scene->pen.list, rows_of(grid, pieces[i]));
}

void grid_rows_hit(const Scene *scene, const MatrixGrid *grid, DrawHit hit) {
  Piece pieces[PIECES];
  find_pieces(grid, pieces);
  for (int i = 0; i < PIECES; i++) {
    if (pieces[i].count <= 0) continue;
    Box rows = box_of(grid, pieces[i]);
    hit.box.y = rows.y;
    hit.box.h = rows.h;
    hit.first_row = pieces[i].first;
    hit.rows = pieces[i].count;
    draw_hit(scene->pen.list, hit);
  }
}
