/* scene/training/charts.h -- the curves of a training over its steps: loss, right answers, and the
** attention of the best head to what the task asks it to look at (M-29).
**
**   beside each other above the heads of the training view; as a figure, one below the other
**
** Units   points as drawn; numbers from scene->training, which is never NULL here.
** Memory  On the list's arena, words on the arena given.   Errors  As in scene.h.
*/
#ifndef SCENE_TRAINING_CHARTS_H
#define SCENE_TRAINING_CHARTS_H

#include "scene/training/training.h"

void training_charts_draw(const Scene *scene, Box box);
/* Of a height in design points that leaves each chart room. */
float training_figure_height(const TrainingPicture *picture);
void training_figure_draw(const Scene *scene, Box box);
/* The caption of the figure, whole sentences. */
const char *training_figure_words(const TrainingPicture *picture, Arena *arena);

#endif
