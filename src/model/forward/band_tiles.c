/* model/forward/band_tiles.c -- the output of a band tile by tile: scores of one tile, then m, l
** and O of its rows. */
#include <assert.h>
#include <stdint.h>

#include "core/relative.h"
#include "model/forward/band.h"

/* l, O and m of the rows of a band, behind its cells; the numbers in double first. */
static FlashRows running_of(const Band *band, int cols) {
  double *sum = band->room, *output = sum + FORWARD_BAND;
  float *max = (float *)(void *)(output + (size_t)FORWARD_BAND * (size_t)cols);
  assert((uintptr_t)sum % sizeof(double) == 0);
  return (FlashRows){max, sum, output, band->cells.rows, cols};
}

/* The part of a band that a tile is of; its cells are packed, as what is in fast memory is. */
static Band tile_of(const Band *band, int row, int col) {
  Band tile = *band;
  int keys = band->k.rows;
  int rows = band->q.rows - row < band->tile_rows ? band->q.rows - row : band->tile_rows;
  int cols = keys - col < band->tile_cols ? keys - col : band->tile_cols;
  tile.q = mat_view_rows(band->q, row, rows);
  tile.k = mat_view_rows(band->k, col, cols);
  tile.v = mat_view_rows(band->v, col, cols);
  tile.mask = mask_cols(mask_rows(band->mask, row, rows), col, cols);
  tile.place = band->place + row - col;
  if (band->offsets) tile.offsets = band->offsets + (keys - cols);
  tile.cells = (Mat){band->cells.at, rows, cols, cols};
  tile.is_bent = false; /* no number of a tile can be set */
  if (band->score_w.at) tile.mapped_q = mat_rows(band->mapped_q, row, rows);
  if (band->score_u.at) tile.mapped_k = mat_rows(band->mapped_k, col, cols);
  return tile;
}

static bool is_hidden_whole(MaskView mask) {
  for (int row = 0; mask.hidden && row < mask.rows; row++)
    for (int col = 0; col < mask.cols; col++)
      if (!mask_hides(mask, row, col)) return false;
  return mask.hidden != NULL;
}

/* The pairs that dropout leaves out. */
static void fill_left_out(const Band *band) {
  for (int row = 0; row < band->q.rows; row++)
    for (int key = 0; key < band->k.rows; key++)
      band->left_out[row * band->k.rows + key] =
          !dropout_keeps(&band->dropout, band->place + row, key);
}

/* What the shares of a band meet. */
static FlashValues values_of_band(const Band *band) {
  FlashValues of = {.values = band->v, .relative = band->relative_value, .offset = band->place};
  if (!band->left_out) return of;
  fill_left_out(band);
  of.left_out = (MaskView){band->left_out, band->q.rows, band->k.rows, band->k.rows};
  of.kept = 1 - band->dropout.share;
  return of;
}

/* The same of one of its tiles. */
static FlashValues values_of_tile(const FlashValues *band, const Band *tile, int row, int col) {
  FlashValues of = flash_values(band, col, tile->k.rows);
  of.offset += row;
  if (of.left_out.hidden) of.left_out = mask_rows(of.left_out, row, tile->q.rows);
  return of;
}

/* A band ends a tile of more rows than it has, which changes no number: rows do not depend on
** each other. */
void band_make_output_by_tiles(const Band *band, Mat output) {
  FlashRows running = running_of(band, output.cols);
  FlashValues values = values_of_band(band);
  flash_begin(running);
  for (int row = 0; row < band->q.rows; row += band->tile_rows)
    for (int col = 0; col < band->k.rows; col += band->tile_cols) {
      Band tile = tile_of(band, row, col);
      if (is_hidden_whole(tile.mask)) continue;
      for (int i = 0; trace_pair_parts[i] != TRACE_WEIGHTS; i++)
        if (trace_has_part(tile.trace, trace_pair_parts[i]))
          band_make_stage(&tile, trace_pair_parts[i]);
      FlashValues of = values_of_tile(&values, &tile, row, col);
      flash_tile(mat_view(tile.cells), &of, flash_rows(running, row, tile.q.rows));
    }
  flash_end(running, output);
}

void band_make_output_of_stored(const Band *band, MatView masked, Mat output) {
  FlashRows running = running_of(band, output.cols);
  FlashValues values = values_of_band(band);
  flash_begin(running);
  flash_tiles(masked, &values, band->tile_cols, running);
  flash_end(running, output);
}
