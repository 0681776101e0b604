/* screen/notes.h -- the speaker's notes as a draw list: the note of now, the next one, the step
** counter, and the time since presenting began. Shown on a display that the class does not see.
**
** Memory  On the list's arena.   Errors  The list remembers them (failed).
*/
#ifndef SCREEN_NOTES_H
#define SCREEN_NOTES_H

#include "scene/draw_list.h"
#include "scene/text_metrics.h"
#include "session/session.h"

/* Whether a script has given a note, or will. */
bool notes_are_there(const Session *session, Arena *arena);

/* "12:34", with hours from an hour on; negative times count as none. */
const char *notes_time(Arena *arena, double elapsed_ms);

/* The list must be empty; its size is that of the window in points, in which text grows. */
void notes_build(const Session *session, const TextMetrics *metrics, double elapsed_ms,
                 DrawList *list);

#endif
