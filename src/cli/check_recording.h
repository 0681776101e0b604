/* cli/check_recording.h -- headsup check FILE: what a recording holds, what can be shown of it, and
** whether its numbers are consistent.
**
** Memory  Scratch on the caller's arena, which may be reset afterwards.
** Errors  The sentence says why FILE cannot be read, or the first contradiction found in it.
*/
#ifndef CLI_CHECK_RECORDING_H
#define CLI_CHECK_RECORDING_H

#include "base/arena.h"
#include "base/status.h"

/* Prints what the recording holds, one property a line, to standard output. reading is the value
** of --reading, or NULL; then a question that the file leaves open is STATUS_ASK. Only which of
** several kinds of attention is not asked: each of them is checked in turn. Reads the whole file,
** which takes seconds per GB, with a progress line on a terminal. arena is for scratch and may be
** reset afterwards. Returns false with a sentence in status when the file is unreadable, the
** archive is damaged, or numbers contradict each other. */
bool check_recording(Arena *arena, const char *path, const char *reading, Status *status);

#endif
