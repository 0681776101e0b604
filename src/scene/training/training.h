/* scene/training/training.h -- the picture of a model during training: curves, every head, and the
** changes of a chosen matrix and of one number of it.
**
** The heads come from the trace, everything else from a TrainingPicture.
**
**   curves   loss, right answers, and the attention of the best head to the target, over steps
**   change   a matrix at step 0, now, and the difference, one scale for the first two
**   step     loss → gradient → moments → update of one number, written out with numbers
**
** Units   as in scene.h.   Memory  the arrays of the picture outlive the list.   Errors  none: NaN
** is an unknown number.
*/
#ifndef SCENE_TRAINING_TRAINING_H
#define SCENE_TRAINING_TRAINING_H

#include "scene/scene.h"

/* One line of a chart; the arrays belong to the caller. */
typedef struct TrainingCurve {
  const float *steps, *values; /* steps are increasing */
  int count;
} TrainingCurve;

/* The training step that led to the current one, for one number of the matrix; step 0: none. */
typedef struct TrainingStep {
  int step;
  /* The first sequence of the batch and its answers, on separate lines. */
  Str sample;
  int sequences;
  /* decay 0: no weight decay for this number. */
  double loss, learning_rate, gradient_norm, clip, decay;
  double beta_1, beta_2, epsilon;
  float before, gradient, first_moment, second_moment, update, after;
} TrainingStep;

/* Everything the picture shows that is not in the trace; filled by screen/training.c. */
typedef struct TrainingPicture {
  Str name; /* of the recipe */
  int step, steps_done, steps_wanted;
  /* The right end of the curves: steps wanted, or fewer while few are done. */
  int axis_steps;
  TrainingCurve loss, accuracy, look;
  /* [layers, heads] attention to the target at the current step; NULL: the task has no target. */
  const float *head_attn_targets; /* −1: a head of an encoder or a decoder without such a place */
  /* The matrix watched; before.at NULL: none. */
  MatView before, now, change;
  Str matrix_name; /* "W_Q" */
  /* What each row stands for; NULL: rows have only numbers. */
  const Str *row_words;
  /* Columns of each head; 0: its columns do not belong to heads. */
  int head_columns;
  TrainingStep worked;
  bool going;
} TrainingPicture;

void training_draw(const Scene *scene, Box box);       /* the centre: curves above, heads below */
void training_draw_panel(const Scene *scene, Box box); /* the right: the change, the step */

/* The last step on the axis: all steps wanted, or a round number while so few are done that they
** could not be told apart. */
int training_axis_steps(int steps_done, int steps_wanted);

#endif
