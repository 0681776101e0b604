/* model/spread.h -- large products in pieces over the threads of a pool. For model/ only.
**
**   y = x W + b, then the bend, by pieces of the columns of y
**
** The pieces do not depend on the number of threads, and a row of y does not depend on how many
** rows stand beside it: so a sentence gives the same numbers on any number of threads, and a row
** kept from a shorter sentence those it has in a longer one. For the second a product of few rows
** is done in the order BLAS has for many (core/row_product.h), or with rows of zeros beside them,
** since BLAS has another kernel for small products. Where neither helps (kernels of processors
** without AVX-512 may treat the last few rows otherwise) rows differ in the last bits.
**
** Shapes  x [n,i], W [i,o], b [o] or NULL, y [n,o].
** Memory  Room of the Spread, taken once.   Errors  spread_make: NULL without memory.
*/
#ifndef MODEL_SPREAD_H
#define MODEL_SPREAD_H

#include "base/arena.h"
#include "base/pool.h"
#include "core/activation.h"
#include "core/matrix.h"

/* Buffers for as many pieces as may run at once. */
typedef struct Room Room;
Room *room_make(Arena *arena, int thread_count, size_t number_count);

/* A buffer for one piece, by any thread of the pool; it is given back when the piece is done.
** Its number_count numbers have any value. One is always free. */
float *room_take(Room *room);
void room_give(Room *room, const float *taken);

/* One product y = f(x W + b), all of y written. y must not overlap x. */
typedef struct SpreadProduct {
  MatView x, w;
  const float *bias;
  Activation activation; /* ACTIVATION_LINEAR: none */
  Mat y;
  int order; /* row_order of W; 0: not known */
} SpreadProduct;

/* Columns of a piece, by BLAS and by rows; and the most rows of zeros that are worth their time. */
enum { SPREAD_PIECE_COLUMNS = 192, SPREAD_ROW_COLUMNS = 384, SPREAD_PADDED_ROWS = 64 };

/* Whether row i of the product is the same whatever rows stand beside it. */
bool spread_is_row_by_row(MatView w);

/* Numbers (not bytes) that a piece of x W needs of a Room; 0: none. */
size_t spread_room_numbers(MatView w);

/* Whether a product of so many rows is done in the order of BLAS, or with rows of zeros where
** that order is not known. */
bool spread_is_short(MatView w, int rows);

/* All pieces of several products at once; none may read what another writes. */
void spread_products(Pool *pool, Room *room, const SpreadProduct *products, int count);

#endif
