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

/* S rounded up to whole tiles: the columns a buffer of scores must have. 0 for no keys. */
static inline int tiles_wide(int keys) { return (keys + TILE - 1) / TILE * TILE; }

/* Numbers (not bytes) of scratch for heads of d_head columns: two tiles of it, one of scores. */
size_t tile_room_numbers(int d_head);

/* scores [TILE, W] = q kᵀ, with 0 where q or k has no row. Not divided by √D yet. room may hold
** anything before and after. */
void tile_scores(MatView q, MatView k, Mat scores, float *room);

/* output [n,Dv] = weights v, n ≤ TILE; of weights [TILE, W] the padding must be 0. Tiles of keys
** from which on no row has a share are left out, which under a causal mask is half of them; NaN
** in rows of v there does not spread. */
void tile_output(MatView weights, MatView v, Mat output, float *room);

#endif
