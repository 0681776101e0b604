/* scene/training/training.h -- the picture of a model while it learns: curves, every head, and what
** a chosen matrix and one number of it do.
**
** Everything that is not of the trace comes in a TrainingPicture; the heads are the trace's.
**
**   curves   loss, right answers, and how far the best head looks where the task says, over steps
**   change   a matrix at step 0, now, and the difference, on one scale each pair
**   step     loss → gradient → moments → update of one number, written out with numbers
**
** Units   as in scene.h.   Memory  the picture's arrays outlive the list.   Errors  none: NaN is
** what is not known.
*/
#ifndef SCENE_TRAINING_TRAINING_H
#define SCENE_TRAINING_TRAINING_H

#include "scene/scene.h"

/* One line of a diagram; the arrays are the caller's. */
typedef struct TrainingCurve {
  const float *steps, *values; /* rising steps */
  int count;
} TrainingCurve;

/* The step behind the one on show, for one number of the matrix; step 0: not made. */
typedef struct TrainingStep {
  int step;
  /* The first sequence of the batch and its answers, a line each. */
  Str sample;
  int sequences;
  /* decay 0: this number has none. */
  double loss, learning_rate, gradient_norm, clip, decay;
  double beta_1, beta_2, epsilon;
  float before, gradient, first_moment, second_moment, update, after;
} TrainingStep;

/* Everything the picture shows that is not of the trace; filled by screen/training.c. */
typedef struct TrainingPicture {
  int step, steps_done, steps_wanted;
  /* At the right end of the curves: steps wanted, or fewer while few are done. */
  int axis_steps;
  TrainingCurve loss, accuracy, look;
  /* [layers, heads] shares at the step on show; NULL: no pattern. */
  const float *head_attn_targets;
  /* The matrix watched; before.at NULL: none. */
  MatView before, now, change;
  Str matrix_name; /* "W_Q" */
  /* What each row stands for; NULL: only its number. */
  const Str *row_words;
  /* Columns of each head; 0: its columns are not of heads. */
  int head_columns;
  TrainingStep worked;
  bool going;
} TrainingPicture;

void training_draw(const Scene *scene, Box box);       /* the centre: curves above, heads below */
void training_draw_panel(const Scene *scene, Box box); /* the right: the change, the step */

/* How far an axis of steps reaches: all that are wanted, or a round number of them while so few are
** done that they would not be seen apart. */
int training_axis_steps(int steps_done, int steps_wanted);

#endif
