/* scene/matrix/threshold.h -- the smallest set of keys that holds a given percentage of a row.
**
**   a row's weights in descending order, equal ones from the left:  w₁ ≥ w₂ ≥ …
**   kept = w₁ … w_k with the smallest k for which  w₁ + … + w_k ≥ percent/100 · Σ w
**
** The percentage refers to the sum of the row, so a row that attends to nothing keeps nothing, and
** 100 keeps every key with any weight. Sums are in double; a share missed by less than one part in
** 10⁹ counts as reached.
**
** A kept set is two numbers: the least weight in it, and the last column among weights equal to it.
** So the sets of a matrix are [T,2], and a backend can decide each cell by itself.
**
** Time    One pass sorts the row into buckets by the leading bits, a walk from the top finds the
**         bucket in which the share is reached, and only that one is sorted.
** Memory  On the arena given; rows need some 30 KiB of scratch, which is released.
** Errors  No memory: an empty view, or a cut that keeps all.
*/
#ifndef SCENE_MATRIX_THRESHOLD_H
#define SCENE_MATRIX_THRESHOLD_H

#include "base/arena.h"
#include "scene/scene.h"

/* Weights from 0 to 1 by their leading bits: a higher bucket holds larger weights. */
enum { WEIGHT_BUCKET_SHIFT = 19, WEIGHT_BUCKETS = (0x3F800000 >> WEIGHT_BUCKET_SHIFT) + 2 };
int weight_bucket(float weight);       /* 0 … WEIGHT_BUCKETS − 1 */
float weight_bucket_start(int bucket); /* the least weight in it */

/* Which weights of one row are kept. A row without any weight has count 0 and least ∞. */
typedef struct RowCut {
  float least; /* kept: above this, or equal to it up to column last */
  int last;
  int count; /* how many are kept */
} RowCut;

/* weights should be finite and not below 0; others are never kept. */
RowCut threshold_row(Arena *arena, const float *weights, int count, float percent);

/* Depends only on value and column. */
static inline bool threshold_keeps(RowCut cut, float weight, int col) {
  return weight > cut.least || (weight >= cut.least && col <= cut.last);
}

/* [rows,2] for DrawHeatmap.kept; rows first … end − 1 are computed, the others keep all. */
MatView threshold_cuts(Arena *arena, MatView weights, float percent, int first, int end);

/* Whether the view has a threshold and the part is weights, whose rows alone are shares. */
bool threshold_is_on(const View *view, TracePart part);

/* "7 keys": how many keys of that row the view keeps. */
const char *threshold_words(const Scene *scene, MatView weights, int row);

#endif
