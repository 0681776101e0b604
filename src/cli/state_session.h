/* cli/state_session.h -- the session of sub-commands that take a text or a saved state.
**
** A state brings its own sentence and model, so it excludes --ids.
**
** Memory  The path on setup's arena.
** Errors  As setup_session; a state that is wrong is STATUS_COULD_NOT, since the file is at fault.
*/
#ifndef CLI_STATE_SESSION_H
#define CLI_STATE_SESSION_H

#include "cli/setup.h"

/* Does not play it. *state: the path of the state, or NULL where the words are a sentence. */
bool state_session_open(Setup *setup, const Args *args, const char **state, Status *status);
/* NULL plays nothing. */
bool state_session_play(const Setup *setup, const char *state, Status *status);
/* Opens it and plays the state. */
bool state_session_make(Setup *setup, const Args *args, const char **state, Status *status);

#endif
