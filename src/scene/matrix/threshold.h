/* scene/matrix/threshold.h -- the keys that hold so many percent of a row: the smallest such set.
**
**   a row's weights from the heaviest down, equal ones from the left:  w₁ ≥ w₂ ≥ …
**   kept = w₁ … w_k with the smallest k for which  w₁ + … + w_k ≥ percent/100 · Σ w
**
** The share is of what the row sums to, so a row that attends to nothing keeps nothing, and a
** percentage of 100 keeps every key that has any weight. Sums are in double; a share that is missed
** by less than one part in 10⁹ counts as held.
**
** A kept set is two numbers: the least weight in it, and the last column of those that weigh as
** little; so a whole matrix of them is [T,2], and a backend can tell each cell by itself.
**
** Time    One pass over the row sorts it into buckets by its leading bits, one walk from the top
**         finds the bucket in which the share is reached, and only that one is sorted.
** Memory  On the arena given; rows need some 30 KiB of scratch, given back.
** Errors  Out of memory: an empty view or a cut that keeps all.
*/
#ifndef SCENE_MATRIX_THRESHOLD_H
#define SCENE_MATRIX_THRESHOLD_H

#include "base/arena.h"
#include "scene/scene.h"

/* Weights from 0 to 1 by the leading bits of their number: a higher bucket holds heavier ones. */
enum { WEIGHT_BUCKET_SHIFT = 19, WEIGHT_BUCKETS = (0x3F800000 >> WEIGHT_BUCKET_SHIFT) + 2 };
int weight_bucket(float weight);       /* 0 … WEIGHT_BUCKETS − 1 */
float weight_bucket_start(int bucket); /* the least weight in it */

/* Which weights of one row are kept. A row without any weight has count 0 and least ∞. */
typedef struct RowCut {
  float least; /* kept: above this, or equal to it up to column last */
  int last;
  int count; /* how many are kept */
} RowCut;

/* weights are finite and not below 0; those that are not are never kept. */
RowCut threshold_row(Arena *arena, const float *weights, int count, float percent);

/* By value and place alone: the row need not be at hand. */
static inline bool threshold_keeps(RowCut cut, float weight, int col) {
  return weight > cut.least || (weight >= cut.least && col <= cut.last);
}

/* [rows,2] for DrawHeatmap.kept; rows first … end − 1 are filled, the others keep all. */
MatView threshold_cuts(Arena *arena, MatView weights, float percent, int first, int end);

/* Whether the view asks for one and the part has weights, which alone can be shares of a row. */
bool threshold_is_on(const View *view, TracePart part);

/* "7 keys": how many the view keeps of that row. */
const char *threshold_words(const Scene *scene, MatView weights, int row);

#endif
