/* session/commands/script_step.h -- a cursor is made, takes one step, and is freed. For
** script_cursor.c only, which says when and for how long.
**
** Memory  As in script_cursor.h.
** Errors  "path:line: …".
*/
#ifndef SESSION_COMMANDS_SCRIPT_STEP_H
#define SESSION_COMMANDS_SCRIPT_STEP_H

#include "session/session_internal.h"

/* SCRIPT_STEP_SHOWS: a token came, which a window shows before the next step. */
typedef enum ScriptStep {
  SCRIPT_STEP_GOES_ON,
  SCRIPT_STEP_SHOWS,
  SCRIPT_STEP_WAITS,
  SCRIPT_STEP_ENDED,
  SCRIPT_STEP_FAILED
} ScriptStep;

/* Copies script and answer, counts the waits and makes their pages. NULL: memory is out. */
ScriptCursor *script_step_make_cursor(const Session *session, const Script *script,
                                      const ScriptAnswer *answer, Status *status);
void script_step_free_cursor(ScriptCursor *cursor);

/* One step, whether the script is checked or plays. */
ScriptStep script_step_take(Session *session, ScriptCursor *cursor, Status *status);
/* One step of a check, on the cursor's copy of the session. */
ScriptStep script_step_check(const Session *session, ScriptCursor *cursor, Status *status);

/* Puts the place of the line before the sentence, once where a script opens itself. Before the
** first line no line is at fault, nor is any when memory is out. Returns false. */
bool script_step_add_line(const ScriptCursor *cursor, Status *status);

/* The fields of the session that a step of a script changes, with their values outside of it. */
typedef struct ScriptOutside {
  Guard *guard;
  bool in_script, in_restore, is_stepping;
  int group;
} ScriptOutside;
ScriptOutside script_step_begin(Session *session, ScriptCursor *cursor);
void script_step_end(Session *session, const ScriptOutside *outside);

#endif
