/* core/dropout.h -- weights that are left out by chance, as in training.
**
**   dropped_ij = weight_ij / (1 − P)     with probability 1 − P
**                0                       with probability P                             (M-64)
**
** What is kept grows, so that a row still sums to 1 on average; a single row does not.
**
** Chance goes by layer, head, place and key and by nothing else: the same cell is dropped in a
** longer sentence, and whatever is computed with it.
**
** Shapes  weights, dropped [T,S]; query i stands at place first + i.
** Units   share is P, 0 ≤ P < 1; places, layers, heads and keys count from 0. Rounded once.
** Memory  None; dropped may be the weights themselves.
** Errors  None. A share out of its range is a bug in the caller: assert.
** Source  Srivastava et al. 2014, with the growth moved into training ("inverted"); on attention
**         weights as in the program of Vaswani et al. 2017.
*/
#ifndef CORE_DROPOUT_H
#define CORE_DROPOUT_H

#include <stdbool.h>

#include "core/matrix.h"

typedef struct Dropout {
  double share;
  int seed, layer, head;
} Dropout;

/* Whether the weight of a query at a place for a key stays. */
bool dropout_keeps(const Dropout *dropout, int place, int key);

void dropout_apply(const Dropout *dropout, MatView weights, int first, Mat dropped);

#endif
