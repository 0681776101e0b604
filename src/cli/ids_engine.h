/* cli/ids_engine.h -- a session over tokens given by their ids.
**
** A session makes its trace from a sentence. This engine opens models as the ordinary one does, but
** runs them on the ids of --ids, so that figures can be made of a folder without a tokenizer.
**
** Memory  On the arena given, which must live as long as the session.
** Errors  STATUS_USAGE when the ids are no numbers, or when a command asks for another sentence or
**         for a recording, which has its own tokens.
*/
#ifndef CLI_IDS_ENGINE_H
#define CLI_IDS_ENGINE_H

#include "session/compute/engine.h"

/* text is the value of --ids: whole numbers from 0, separated by commas. *engine lives on arena.
** Whether the ids exist in the model is checked when the first trace is made. */
bool ids_engine_make(Arena *arena, const char *text, const SessionEngine **engine, Status *status);

#endif
