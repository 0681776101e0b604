/* trace/workings/tiles.c -- tiles, what is kept behind each, and one row of one. */
#include "trace/workings/tiles.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "core/attention.h"
#include "core/flash.h"
#include "core/relative.h"

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

int tiles_finished_rows(const Trace *trace, int layer, int filled) {
  Tiling tiling = tiling_of(trace);
  int next = tiles_next(trace, layer, tiles_current(trace, layer, filled), 1);
  return next < 0 ? tiling.rows : tiling_tile(&tiling, next).first_row;
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

/* Rows of a head. */
typedef struct TileHead {
  int layer, head, first, count;
} TileHead;

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

/* Dropout, as the trace has it: a pair is left out where its weight became 0. */
static bool leave_out(Arena *arena, MatView dropped, FlashValues *of) {
  size_t pairs = (size_t)dropped.rows * (size_t)dropped.cols;
  unsigned char *left_out = arena_take(arena, pairs, 1);
  if (!left_out) return false;
  for (int row = 0; row < dropped.rows; row++)
    for (int col = 0; col < dropped.cols; col++)
      left_out[(size_t)row * (size_t)dropped.cols + (size_t)col] = mat_get(dropped, row, col) == 0;
  of->left_out = (MaskView){left_out, dropped.rows, dropped.cols, dropped.cols};
  return true;
}

/* What the shares of `count` rows from `first` on meet. */
static bool values_of(Arena *arena, const Trace *trace, const TileHead *head, FlashValues *of) {
  *of = (FlashValues){.values = trace_matrix(trace, TRACE_V, head->layer, head->head),
                      .offset = trace_first_place(trace) + head->first,
                      .kept = 1 - kind_dropped_share(trace_kind(trace))};
  if (trace_has_part(trace, TRACE_RELATIVE_VALUE))
    of->relative = trace_matrix(trace, TRACE_RELATIVE_VALUE, head->layer, head->head);
  if (!trace_has_part(trace, TRACE_DROPPED)) return true;
  MatView dropped = trace_matrix(trace, TRACE_DROPPED, head->layer, head->head);
  return leave_out(arena, mat_view_rows(dropped, head->first, head->count), of);
}

/* The first keys of some of these rows. */
static FlashValues some_values(const FlashValues *all, int first, int count, int keys) {
  FlashValues some = flash_values(all, 0, keys);
  some.offset += first;
  if (some.left_out.hidden) some.left_out = mask_rows(some.left_out, first, count);
  return some;
}

/* How many keys the rows of a row of tiles have met behind a tile. */
static int keys_behind(const Tiling *tiling, int down, int index) {
  int of_index = index < 0 ? -1 : index / tiling->across;
  if (down != of_index) return down < of_index ? tiling->cols : 0;
  Tile tile = tiling_tile(tiling, index);
  return tile.first_col + tile.cols;
}

const TilesKept *tiles_kept(Arena *arena, const Trace *trace, TilePlace at) {
  Tiling tiling = tiling_of(trace);
  MatView masked = trace_matrix(trace, TRACE_MASKED, at.layer, at.head);
  TilesKept *kept = arena_take(arena, 1, sizeof *kept);
  FlashRows rows;
  FlashValues of;
  if (!kept || !values_of(arena, trace, &(TileHead){at.layer, at.head, 0, tiling.rows}, &of) ||
      !take_rows(arena, tiling.rows, of.values.cols, &rows))
    return NULL;
  for (int down = 0; down < tiling.down; down++) {
    int first = down * tiling.tile_rows, keys = keys_behind(&tiling, down, at.index);
    int count = int_min(tiling.tile_rows, tiling.rows - first);
    if (keys == 0) break;
    FlashValues some = some_values(&of, first, count, keys);
    flash_tiles(mat_view_cols(mat_view_rows(masked, first, count), 0, keys), &some,
                tiling.tile_cols, flash_rows(rows, first, count));
  }
  *kept = (TilesKept){rows.max, rows.sum, rows.output, rows.rows, rows.cols};
  return kept;
}

/* ---- one row ---- */

static void add_exponentials(TileRow *row, const float *scores, float *exponentials) {
  row->max_of_tile = flash_max(-INFINITY, scores, row->tile.cols);
  row->max = flash_max(row->max_before, scores, row->tile.cols);
  row->factor = flash_factor(row->max_before, row->max);
  row->sees_nothing = row->max_of_tile == -INFINITY;
  flash_shares(scores, row->max, exponentials, row->tile.cols);
  for (int col = 0; col < row->tile.cols; col++) row->shares += (double)exponentials[col];
  row->scores = scores;
  row->exponentials = exponentials;
}

const TileRow *tiles_row(Arena *arena, const Trace *trace, TilePlace at, int query) {
  Tiling tiling = tiling_of(trace);
  Tile tile = tiling_tile(&tiling, at.index);
  MatView masked = mat_view_rows(trace_matrix(trace, TRACE_MASKED, at.layer, at.head), query, 1);
  TileRow *row = arena_take(arena, 1, sizeof *row);
  float *exponentials = arena_take(arena, (size_t)tile.cols, sizeof *exponentials);
  FlashRows before, after;
  FlashValues of;
  assert(query >= tile.first_row && query < tile.first_row + tile.rows);
  if (!row || !exponentials ||
      !values_of(arena, trace, &(TileHead){at.layer, at.head, query, 1}, &of) ||
      !take_rows(arena, 1, of.values.cols, &before) || !take_rows(arena, 1, of.values.cols, &after))
    return NULL;
  int keys = tile.first_col + tile.cols;
  FlashValues of_before = flash_values(&of, 0, tile.first_col),
              of_both = flash_values(&of, 0, keys);
  if (tile.first_col > 0)
    flash_tiles(mat_view_cols(masked, 0, tile.first_col), &of_before, tiling.tile_cols, before);
  flash_tiles(mat_view_cols(masked, 0, keys), &of_both, tiling.tile_cols, after);
  int next = tiles_next(trace, at.layer, at.index, 1);
  *row = (TileRow){.tile = tile,
                   .row = query,
                   .max_before = *before.max,
                   .sum_before = *before.sum,
                   .sum = *after.sum,
                   .output_before = before.output,
                   .output = after.output,
                   .value_cols = of.values.cols,
                   .is_last = next < 0 || next / tiling.across > at.index / tiling.across};
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
  MatView weights = trace_matrix(trace, trace_output_weights(trace), layer, head);
  attn_output(weights, trace_matrix(trace, TRACE_V, layer, head), whole);
  if (trace_has_part(trace, TRACE_RELATIVE_VALUE))
    relative_add_output(weights, trace_matrix(trace, TRACE_RELATIVE_VALUE, layer, head),
                        trace_first_place(trace), whole);
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
