/* session/commands/steps_internal.h -- what the commands of steps.c ask of it. For steps.c and
** step_commands.c alone. */
#ifndef SESSION_COMMANDS_STEPS_INTERNAL_H
#define SESSION_COMMANDS_STEPS_INTERNAL_H

#include "session/session_internal.h"

enum { STEP_NAME_COUNT = 4 };

/* A recording may lack stages; these are skipped. */
bool steps_is_shown(const Trace *trace, int index);
StageId steps_last_shown(const Trace *trace);
/* A full stage is −1, not the number of cells, so that a longer sentence stays full. */
void steps_fill(Session *session, int filled, StepBy by);
void steps_back(Session *session, StepBy by);
/* At the end, playing starts again from the first stage. */
void steps_start_playing(Session *session);

#endif
