/* screen/training.h -- what the session trains, as widgets and scene show it.
**
** Memory  On the arena; NULL when nothing is trained (or memory is out).
*/
#ifndef SCREEN_TRAINING_H
#define SCREEN_TRAINING_H

#include "scene/training.h"
#include "session/training.h"
#include "ui/ui.h"

const UiTraining *training_widgets(const Session *session, Arena *arena);
const TrainingPicture *training_picture(const Session *session, Arena *arena);

#endif
