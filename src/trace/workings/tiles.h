/* trace/workings/tiles.h -- attention tile by tile, worked out (M-65): which tiles there are, what
** every row has kept behind one of them, and one row of one tile.
**
**   tiles of ROWS queries by COLS keys; at the right and below they are smaller where T and S end
**   order: row of tiles after row of tiles, from the left; one that is hidden whole is left out
**   filled = cells of all tiles up to one, in that order: how far the steps are (View.filled)
**
** The numbers come from MASKED and V by core/flash.h, in the order of the pass, so O / ℓ is OUTPUT
** to the bit.
**
** Units   Tiles, rows and columns count from 0. Bytes are those of numbers as they are kept: 4
**         each, 8 of ℓ and O.
** Memory  On the caller's arena, where there is one.
** Errors  NULL: out of memory. A trace without the stage has no tiles; to ask for one is a bug in
**         the caller: assert.
*/
#ifndef TRACE_WORKINGS_TILES_H
#define TRACE_WORKINGS_TILES_H

#include "base/arena.h"
#include "trace/trace.h"

typedef struct Tiling {
  int rows, cols;           /* T and S */
  int tile_rows, tile_cols; /* of a whole tile, at most T and S */
  int down, across;         /* rows and columns of tiles */
} Tiling;

/* first_row, first_col: its first query and key. */
typedef struct Tile {
  int index, first_row, first_col, rows, cols;
} Tile;

Tiling tiling_of(const Trace *trace);
int tiling_count(const Tiling *tiling);
Tile tiling_tile(const Tiling *tiling, int index);
int tiling_at(const Tiling *tiling, int row, int col); /* the tile of a cell */
/* The cells of all tiles up to this one; and the tile that so many cells end in, the last of −1. */
int tiling_filled(const Tiling *tiling, int index);
int tiling_index(const Tiling *tiling, int filled);

/* Whether the mask hides all of it, so that it is never worked out. */
bool tiles_is_skipped(const Trace *trace, int layer, int index);
/* The nearest tile behind (by = 1) or before (−1) `from`, which may be −1 or their number, that is
** worked out; −1: there is none. */
int tiles_next(const Trace *trace, int layer, int from, int by);
/* The tile that the steps have come to: the one of `filled`, or the one worked out before; −1: none
** is. */
int tiles_current(const Trace *trace, int layer, int filled);
/* How many rows, from the first, have met all their tiles then. */
int tiles_finished_rows(const Trace *trace, int layer, int filled);
int tiles_skipped_count(const Trace *trace, int layer);

/* A tile of a head, in the order of the pass. */
typedef struct TilePlace {
  int layer, head, index;
} TilePlace;

/* m [T], ℓ [T] and O [T,Dv] of all rows behind a tile, or with index −1 before the first; a row
** that was not begun has −∞, 0 and 0. */
typedef struct TilesKept {
  const float *max;
  const double *sum, *output;
  int rows, cols; /* T and Dv */
} TilesKept;
const TilesKept *tiles_kept(Arena *arena, const Trace *trace, TilePlace at);

/* One row at one tile. */
typedef struct TileRow {
  Tile tile;
  int row;
  float max_before, max_of_tile, max;   /* m, the largest of S, m' */
  float factor;                         /* e^(m − m') */
  double sum_before, shares, sum;       /* ℓ, Σ P, ℓ′ */
  const float *scores, *exponentials;   /* [cols] S and P */
  const double *output_before, *output; /* [Dv] O and O' */
  int value_cols;                       /* Dv */
  bool sees_nothing;                    /* of this tile */
  bool is_last;                         /* no tile of the row is worked out behind it */
} TileRow;
const TileRow *tiles_row(Arena *arena, const Trace *trace, TilePlace at, int query);
/* The tile that a row shows when the steps are at `current`: the one on show, or the last of the
** row that was worked out; −1: the row was not begun, or sees nothing. */
int tiles_of_row(const Trace *trace, int layer, int row, int current);

/* How far OUTPUT is from weights · V of the whole matrix, and the largest |x| of that. */
typedef struct TilesDifference {
  float difference, largest;
} TilesDifference;
bool tiles_difference(Arena *arena, const Trace *trace, int layer, int head,
                      TilesDifference *difference);

/* Bytes at once in fast memory for a whole tile, and of all T · S scores. */
typedef struct TilesBytes {
  int64_t queries, keys, values, scores, kept; /* kept: m, ℓ and O */
  int64_t at_once, whole;
} TilesBytes;
TilesBytes tiles_bytes(const Trace *trace);

#endif
