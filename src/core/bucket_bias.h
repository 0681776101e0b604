/* core/bucket_bias.h -- attention with relative buckets: one learned number for each bucket of
** distances is added to a score.
**
**   bias_ij = b[bucket(j − p), h]       p the place of query i among the keys, j that of the key
**   biased  = scores + bias             the scores are not divided by √D          (M-48)
**
**   bucket(j − p) of n buckets, with m = n/2 of them for each direction:
**     j > p                m + side(j − p)
**     else                 side(p − j)
**   causal, where only keys before p are seen: m = n and bucket = side(max(p − j, 0))
**   side(r)  r                                                    r < m/2: exact
**            m/2 + ⌊ln(r / (m/2)) / ln(far / (m/2)) · (m − m/2)⌋  else, m − 1 at most
**
** Divisions of n and m are whole. Distances of far and more share the last bucket.
**
** Shapes  table [n,H], row by bucket, column by head; offsets [2S−1], the bias of key − place from
**         −(S−1) to S−1; bias, scores, biased [T,S], row i at place first + i.
** Units   Places and buckets count from 0. Logarithms in double, numbers in float; biased is
**         rounded once.
** Memory  The caller's; biased may be the scores themselves.
** Errors  None. A wrong shape, n below 4 or far not above m/2 is a bug in the caller: assert.
** Back    dtable of dbiased: each number of a bucket is in many pairs, and gets the sum of their
**         gradients; scores get dbiased as it is (M-77).
** Source  Raffel et al. 2020 (T5), section 2.1; the buckets as in their published program.
*/
#ifndef CORE_BUCKET_BIAS_H
#define CORE_BUCKET_BIAS_H

#include <stdbool.h>

#include "core/matrix.h"

/* How distances are put into buckets. */
typedef struct Buckets {
  int count, far;
  bool is_causal;
} Buckets;

/* The bucket of key − place, 0 … count − 1. */
int bucket_of(const Buckets *buckets, int offset);

/* Writes the bias of one head for every offset that S keys can have, 2S − 1 numbers. */
void bucket_bias_offsets(const Buckets *buckets, MatView table, int head, int key_count,
                         float *offsets);

/* Writes bias [T,S] of the queries from place `first` on. */
void bucket_bias_fill(const float *offsets, int first, Mat bias);

/* biased [T,S] = scores + bias, without a matrix of the bias. Of n columns of S from key c on,
** offsets begin S − n numbers later, and `first` is less by c. */
void bucket_bias_add(MatView scores, const float *offsets, int first, Mat biased);

/* dtable [n,H] of one head += the sums over dbiased [T,T], row i at place i; to be added to. */
void bucket_bias_backward(const Buckets *buckets, MatView dbiased, int head, Mat dtable);

#endif
