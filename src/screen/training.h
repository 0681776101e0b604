/* screen/training.h -- the session's training, as widgets and scene show it.
**
** Memory  On the arena, valid until it is reset.
** Errors  NULL if nothing is trained, or without memory.
*/
#ifndef SCREEN_TRAINING_H
#define SCREEN_TRAINING_H

#include "scene/training/training.h"
#include "session/training/training.h"
#include "ui/ui.h"

/* Fields, timeline and buttons. Also used outside the training view, whose status bar says that the
** model on show is in training. */
const UiTraining *training_widgets(const Session *session, Arena *arena);
/* Curves, the watched matrix and one worked step; only in the training view. Copies the difference
** of the matrices, which takes time for large ones. */
const TrainingPicture *training_picture(const Session *session, Arena *arena);
/* Its curves as a table [P,4] of steps, losses, shares of right answers, and the attention of the
** best head to the pattern; NaN where a step has none. */
MatView training_table(const TrainingPicture *picture, Arena *arena);

#endif
