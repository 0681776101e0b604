/* cli/ids_engine.h -- a session over tokens given by their ids.
**
** A session makes its trace of a sentence. This engine opens models as always and runs them on the
** ids of --ids, so that figures can be made of a folder without a tokenizer.
**
** Memory  On the arena given; it must live as long as the session.
** Errors  Usage, when the ids are no numbers or a command asks for another sentence or for a
**         recording, whose tokens are its own.
*/
#ifndef CLI_IDS_ENGINE_H
#define CLI_IDS_ENGINE_H

#include "session/compute/engine.h"

/* text is the value of --ids: whole numbers from 0, parted by commas. *engine lives on arena.
** Whether the ids exist in the model is found when the first trace is made. */
bool ids_engine_make(Arena *arena, const char *text, const SessionEngine **engine, Status *status);

#endif
