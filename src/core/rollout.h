/* core/rollout.h -- the weights of many heads as one matrix, and those of many layers.
**
**   mean     Ā(i,j) = 1/H Σ_h A_h(i,j)                       rollout_add_head, rollout_mean (M-104)
**   mixed    Ã = (½ Ā + ½ I), each row divided by its sum    rollout_mix                   (M-105)
**   rollout  R_1 = Ã_1     R_l = Ã_l R_(l−1)                 rollout_next                   (M-105)
**
** ½ I stands for what a layer adds its heads to, the row itself. A row that attends to nothing
** mixes to the row itself alone, so that rows of Ã and R sum to 1 whatever was hidden.
**
** Shapes  A_h, Ā [T,S]; Ã, R [T,T].
** Units   Sums in double in the order of heads and of columns, each cell rounded once.
** Memory  The caller owns every buffer; outputs overlap no input.
** Errors  None; a wrong shape is a bug in the caller: assert. NaN stays NaN.
** Source  Abnar and Zuidema 2020, Quantifying Attention Flow in Transformers, section 3.
*/
#ifndef CORE_ROLLOUT_H
#define CORE_ROLLOUT_H

#include "core/matrix.h"

/* A cell and how far a head is above the mean there; row −1: no head is. */
typedef struct RolloutPeak {
  int row, col;
  float above;
} RolloutPeak;

/* sums [T·S], row by row, gets the weights of one more head; zeros before the first. */
void rollout_add_head(MatView head, double *sums);
/* mean = sums / head_count. */
void rollout_mean(const double *sums, int head_count, Mat mean);
/* Of each cell, row by row, the largest weight of the heads so far and the first head that has it:
** [T·S], −∞ before the first head. */
typedef struct RolloutLargest {
  float *weights;
  int *heads;
} RolloutLargest;
void rollout_note_largest(MatView head, int index, RolloutLargest largest);
/* The cell where a head is furthest above the mean; of cells where heads are as far the one of the
** first head, and there the first. row −1: no head is above the mean. */
RolloutPeak rollout_peak(RolloutLargest largest, MatView mean);
void rollout_mix(MatView mean, Mat mixed);
/* What a row of ½ Ā + ½ I is divided by. */
double rollout_mix_sum(MatView mean, int row);
/* rollout = mixed · before, where before is that of the layers below. */
void rollout_next(MatView mixed, MatView before, Mat rollout);
/* Of what rows have of themselves: 1/T Σ_i R(i,i). */
double rollout_mean_of_own(MatView rollout);

#endif
