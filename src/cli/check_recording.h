/* cli/check_recording.h -- headsup check FILE: what was recorded, what can be shown, and whether
** its numbers are consistent.
**
** Errors  What the file is not, or the first finding that speaks against it.
*/
#ifndef CLI_CHECK_RECORDING_H
#define CLI_CHECK_RECORDING_H

#include "base/arena.h"
#include "base/status.h"

/* Prints what the recording holds, one property a line, to standard output. reading as of
** --reading, or NULL: what it leaves open is then STATUS_ASK. Reads the whole file: seconds per GB,
** with a progress line on a terminal. arena is for scratch and may be reset afterwards. False:
** unreadable, a damaged archive, or numbers that contradict each other; status has the sentence. */
bool check_recording(Arena *arena, const char *path, const char *reading, Status *status);

#endif
