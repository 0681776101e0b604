/* screen/training.h -- what the session trains, as widgets and scene show it.
**
** Memory  On the arena; NULL when nothing is trained (or memory is out).
*/
#ifndef SCREEN_TRAINING_H
#define SCREEN_TRAINING_H

#include "scene/training/training.h"
#include "session/training/training.h"
#include "ui/ui.h"

/* Steppers, timeline and buttons; also asked for outside the training view, whose foot says that
** the model on show is in training. */
const UiTraining *training_widgets(const Session *session, Arena *arena);
/* Curves, the watched matrix and one worked step; only in the training view. Copies the matrices'
** difference, so a large one costs. */
const TrainingPicture *training_picture(const Session *session, Arena *arena);

#endif
