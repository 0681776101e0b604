/* core/tiles.h -- the two products of attention in tiles of 64 rows by 64 keys.
**
**   scores = q kᵀ                tile_scores                                        (M-03)
**   output = weights v           tile_output, tile by tile of the keys, then added  (M-07)
**
** A number depends on its own row and keys alone, and not on how many others there are: what BLAS
** adds up in which order depends on the shape, and here the shape is always the same. So a row of a
** sentence has the same bits when the sentence grows.
**
** Shapes  q [n,D], n ≤ TILE; k [S,D], v [S,Dv]; scores and weights [TILE, W], W = tiles_wide(S).
**         Below row n and behind column S stands padding: 0 of scores, and 0 it must be of
**         weights.
** Memory  room: tile_room_numbers(D) numbers, D the wider of both.   Errors  None.
*/
#ifndef CORE_TILES_H
#define CORE_TILES_H

#include "core/matrix.h"

enum { TILE = 64 };

static inline int tiles_wide(int keys) { return (keys + TILE - 1) / TILE * TILE; }
size_t tile_room_numbers(int d_head);

void tile_scores(MatView q, MatView k, Mat scores, float *room);
/* output [n,Dv] for n ≤ TILE. Tiles in which no row has a share are left out. */
void tile_output(MatView weights, MatView v, Mat output, float *room);

#endif
