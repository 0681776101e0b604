/* cli/check_recording.h -- headsup check of a file: what was recorded, what can be shown of it, and
** whether its numbers agree with each other.
**
** Errors  What the file is not, or the first finding that speaks against it.
*/
#ifndef CLI_CHECK_RECORDING_H
#define CLI_CHECK_RECORDING_H

#include "base/arena.h"
#include "base/status.h"

/* reading as of --reading, or NULL. */
bool check_recording(Arena *arena, const char *path, const char *reading, Status *status);

#endif
