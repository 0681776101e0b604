/* scene/training.h -- the picture of a model while it learns: curves, every head, and what a chosen
** matrix and one number of it do.
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
#ifndef SCENE_TRAINING_H
#define SCENE_TRAINING_H

#include "scene/scene.h"

typedef struct TrainingCurve {
  const float *steps, *values; /* rising steps */
  int count;
} TrainingCurve;

/* The step behind the one on show, for one number of the matrix; step 0: not made. */
typedef struct TrainingStep {
  int step;
  Str sample; /* the first sequence of the batch and its answers, a line each */
  int sequences;
  double loss, learning_rate, gradient_norm, clip, decay; /* decay 0: this number has none */
  double beta_1, beta_2, epsilon;
  float before, gradient, first_moment, second_moment, update, after;
} TrainingStep;

typedef struct TrainingPicture {
  int step, steps_done, steps_wanted;
  int axis_steps; /* at the right end of the curves: steps wanted, or fewer while few are done */
  TrainingCurve loss, accuracy, look;
  const float *head_looks;     /* [layers, heads] shares at the step on show; NULL: no pattern */
  MatView before, now, change; /* the matrix watched; before.at NULL: none */
  Str matrix_name;             /* "W_Q" */
  const Str *row_words;        /* what each row stands for; NULL: only its number */
  int head_columns;            /* columns of each head; 0: its columns are not of heads */
  TrainingStep worked;
  bool going;
} TrainingPicture;

void training_draw(const Scene *scene, Box box);       /* the centre: curves above, heads below */
void training_draw_panel(const Scene *scene, Box box); /* the right: the change, the step */

/* How far an axis of steps reaches: all that are wanted, or a round number of them while so few are
** done that they would not be seen apart. */
int training_axis_steps(int steps_done, int steps_wanted);

/* The last value at or before a step; NaN when there is none. */
float training_curve_at(const TrainingCurve *curve, int step);

#endif
