/* trace/workings/tiles.c -- tiles, what is kept behind each, and one row of one. */
#include "trace/workings/tiles.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "core/attention.h"
#include "core/flash.h"

/* ---- which there are ---- */

Tiling tiling_of(const Trace *trace) {
  const AttentionKind *kind = trace_kind(trace);
  Tiling tiling = {.rows = trace_token_count(trace), .cols = trace_key_count(trace)};
  if (!kind_is_tiled(kind) || tiling.rows == 0 || tiling.cols == 0) return (Tiling){0};
  tiling.tile_rows = int_min(kind->numbers[KIND_SCHEDULE][FLASH_ROWS], tiling.rows);
  tiling.tile_cols = int_min(kind->numbers[KIND_SCHEDULE][FLASH_COLS], tiling.cols);
  tiling.down = (tiling.rows + tiling.tile_rows - 1) / tiling.tile_rows;
  tiling.across = (tiling.cols + tiling.tile_cols - 1) / tiling.tile_cols;
  return tiling;
}

int tiling_count(const Tiling *tiling) { return tiling->down * tiling->across; }

Tile tiling_tile(const Tiling *tiling, int index) {
  assert(index >= 0 && index < tiling_count(tiling));
  Tile tile = {.index = index,
               .first_row = index / tiling->across * tiling->tile_rows,
               .first_col = index % tiling->across * tiling->tile_cols};
  tile.rows = int_min(tiling->tile_rows, tiling->rows - tile.first_row);
  tile.cols = int_min(tiling->tile_cols, tiling->cols - tile.first_col);
  return tile;
}

int tiling_at(const Tiling *tiling, int row, int col) {
  assert(row >= 0 && row < tiling->rows && col >= 0 && col < tiling->cols);
  return row / tiling->tile_rows * tiling->across + col / tiling->tile_cols;
}

int tiling_filled(const Tiling *tiling, int index) {
  Tile tile = tiling_tile(tiling, index);
  return tile.first_row * tiling->cols + tile.rows * (tile.first_col + tile.cols);
}

int tiling_index(const Tiling *tiling, int filled) {
  int last = tiling_count(tiling) - 1;
  if (filled < 0 || filled >= (int64_t)tiling->rows * tiling->cols) return last;
  int before = filled > 0 ? filled - 1 : 0;
  int down = (int)(before / ((int64_t)tiling->tile_rows * tiling->cols));
  Tile first = tiling_tile(tiling, down * tiling->across);
  int within = before - first.first_row * tiling->cols;
  return first.index + within / (first.rows * tiling->tile_cols);
}

bool tiles_is_skipped(const Trace *trace, int layer, int index) {
  Tiling tiling = tiling_of(trace);
  Tile tile = tiling_tile(&tiling, index);
  for (int row = 0; row < tile.rows; row++)
    for (int col = 0; col < tile.cols; col++)
      if (!trace_layer_hides(trace, layer, tile.first_row + row, tile.first_col + col))
        return false;
  return true;
}

int tiles_next(const Trace *trace, int layer, int from, int by) {
  Tiling tiling = tiling_of(trace);
  assert(by == 1 || by == -1);
  for (int index = from + by; index >= 0 && index < tiling_count(&tiling); index += by)
    if (!tiles_is_skipped(trace, layer, index)) return index;
  return -1;
}

int tiles_current(const Trace *trace, int layer, int filled) {
  Tiling tiling = tiling_of(trace);
  return tiles_next(trace, layer, tiling_index(&tiling, filled) + 1, -1);
}

int tiles_skipped_count(const Trace *trace, int layer) {
  Tiling tiling = tiling_of(trace);
  int skipped = 0;
  for (int index = 0; index < tiling_count(&tiling); index++)
    skipped += tiles_is_skipped(trace, layer, index);
  return skipped;
}

int tiles_of_row(const Trace *trace, int layer, int row, int current) {
  Tiling tiling = tiling_of(trace);
  if (tiling_count(&tiling) == 0) return -1;
  int first = row / tiling.tile_rows * tiling.across, last = first + tiling.across - 1;
  int from = int_min(last, current) + 1;
  int index = from > first ? tiles_next(trace, layer, from, -1) : -1;
  return index >= first ? index : -1;
}

/* ---- what is kept ---- */

static bool take_rows(Arena *arena, int rows, int cols, FlashRows *taken) {
  *taken = (FlashRows){.max = arena_take(arena, (size_t)rows, sizeof(float)),
                       .sum = arena_take(arena, (size_t)rows, sizeof(double)),
                       .output = arena_take(arena, (size_t)rows * (size_t)cols, sizeof(double)),
                       .rows = rows,
                       .cols = cols};
  if (!taken->max || !taken->sum || !taken->output) return false;
  flash_begin(*taken);
  return true;
}

/* How many keys the rows of a row of tiles have met behind a tile. */
static int keys_behind(const Tiling *tiling, int down, int index) {
  int of_index = index < 0 ? -1 : index / tiling->across;
  if (down != of_index) return down < of_index ? tiling->cols : 0;
  Tile tile = tiling_tile(tiling, index);
  return tile.first_col + tile.cols;
}

const TilesKept *tiles_kept(Arena *arena, const Trace *trace, int layer, int head, int index) {
  Tiling tiling = tiling_of(trace);
  MatView masked = trace_matrix(trace, TRACE_MASKED, layer, head);
  MatView values = trace_matrix(trace, TRACE_V, layer, head);
  TilesKept *kept = arena_take(arena, 1, sizeof *kept);
  FlashRows rows;
  if (!kept || !take_rows(arena, tiling.rows, values.cols, &rows)) return NULL;
  for (int down = 0; down < tiling.down; down++) {
    int first = down * tiling.tile_rows, keys = keys_behind(&tiling, down, index);
    int count = int_min(tiling.tile_rows, tiling.rows - first);
    if (keys == 0) break;
    flash_tiles(mat_view_cols(mat_view_rows(masked, first, count), 0, keys),
                mat_view_rows(values, 0, keys), tiling.tile_cols, flash_rows(rows, first, count));
  }
  *kept = (TilesKept){rows.max, rows.sum, rows.output, rows.rows, rows.cols};
  return kept;
}

/* ---- one row ---- */

static void add_exponentials(TileRow *row, const float *scores, float *exponentials) {
  row->max_of_tile = flash_max(-INFINITY, scores, row->tile.cols);
  row->max = flash_max(row->max_before, scores, row->tile.cols);
  row->factor = flash_exponential(row->max_before, row->max);
  row->sees_nothing = row->max_of_tile == -INFINITY;
  for (int col = 0; col < row->tile.cols; col++) {
    exponentials[col] = flash_exponential(scores[col], row->max);
    row->shares += (double)exponentials[col];
  }
  row->scores = scores;
  row->exponentials = exponentials;
}

const TileRow *tiles_row(Arena *arena, const Trace *trace, int layer, int head, int at, int index) {
  Tiling tiling = tiling_of(trace);
  Tile tile = tiling_tile(&tiling, index);
  MatView masked = mat_view_rows(trace_matrix(trace, TRACE_MASKED, layer, head), at, 1);
  MatView values = trace_matrix(trace, TRACE_V, layer, head);
  TileRow *row = arena_take(arena, 1, sizeof *row);
  float *exponentials = arena_take(arena, (size_t)tile.cols, sizeof *exponentials);
  FlashRows before, after;
  assert(at >= tile.first_row && at < tile.first_row + tile.rows);
  if (!row || !exponentials || !take_rows(arena, 1, values.cols, &before) ||
      !take_rows(arena, 1, values.cols, &after))
    return NULL;
  int keys = tile.first_col + tile.cols;
  if (tile.first_col > 0)
    flash_tiles(mat_view_cols(masked, 0, tile.first_col), mat_view_rows(values, 0, tile.first_col),
                tiling.tile_cols, before);
  flash_tiles(mat_view_cols(masked, 0, keys), mat_view_rows(values, 0, keys), tiling.tile_cols,
              after);
  int next = tiles_next(trace, layer, index, 1);
  *row = (TileRow){.tile = tile,
                   .row = at,
                   .max_before = *before.max,
                   .sum_before = *before.sum,
                   .sum = *after.sum,
                   .output_before = before.output,
                   .output = after.output,
                   .value_cols = values.cols,
                   .is_last = next < 0 || next / tiling.across > index / tiling.across};
  add_exponentials(row, mat_row(masked, 0) + tile.first_col, exponentials);
  return row;
}

/* ---- against the whole ---- */

bool tiles_difference(Arena *arena, const Trace *trace, int layer, int head,
                      TilesDifference *difference) {
  MatView output = trace_matrix(trace, TRACE_OUTPUT, layer, head);
  float *at = arena_take(arena, (size_t)output.rows * (size_t)output.cols, sizeof *at);
  Mat whole = {at, output.rows, output.cols, output.cols};
  *difference = (TilesDifference){0};
  if (!at) return false;
  attn_output(trace_matrix(trace, TRACE_WEIGHTS, layer, head),
              trace_matrix(trace, TRACE_V, layer, head), whole);
  for (int row = 0; row < output.rows; row++)
    for (int col = 0; col < output.cols; col++) {
      float exact = mat_row_of(whole, row)[col], now = mat_get(output, row, col);
      difference->difference = fmaxf(difference->difference, fabsf(exact - now));
      difference->largest = fmaxf(difference->largest, fabsf(exact));
    }
  return true;
}

TilesBytes tiles_bytes(const Trace *trace) {
  Tiling tiling = tiling_of(trace);
  int rows, values;
  trace_matrix_shape(trace, TRACE_V, 0, &rows, &values);
  int64_t down = tiling.tile_rows, across = tiling.tile_cols, width = trace_d_head(trace);
  TilesBytes bytes = {.queries = 4 * down * width,
                      .keys = 4 * across * width,
                      .values = 4 * across * values,
                      .scores = 4 * down * across,
                      .kept = down * (4 + 8 + 8 * (int64_t)values),
                      .whole = 4 * (int64_t)tiling.rows * tiling.cols};
  bytes.at_once = bytes.queries + bytes.keys + bytes.values + bytes.scores + bytes.kept;
  return bytes;
}
