/* screen/lesson.h -- a page of the open lesson as blocks for the widgets: amounts read from the
** trace on show, and what became of the answers.
**
** Memory  On the arena.   Errors  Without memory there is no lesson in the frame.
*/
#ifndef SCREEN_LESSON_H
#define SCREEN_LESSON_H

#include "session/session.h"
#include "ui/ui.h"

/* Sets inputs->lesson and what is locked; nothing where no lesson is open. */
void lesson_fill(const Session *session, Arena *arena, UiInputs *inputs);

#endif
