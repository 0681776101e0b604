/* files/provenance.h -- whether a file was written by this program.
**
** Every picture and state says so within itself:
**
**   PNG          tEXt Software "Heads Up"             PDF   /Creator (Heads Up
**   SVG          a description that names headsup and its version
**   state        STATE_BEGINS and a version are its first line
**   JSON, CSV    begin as this program's own do: {"matrix": …, query\key
**   safetensors  metadata "format": "heads-up…"
**
** NPY files and captions of their own have no room for a mark and count as another's.
**
** Memory  None that outlives the call.
** Errors  None: what is missing, unreadable, or no regular file was not written here.
*/
#ifndef FILES_PROVENANCE_H
#define FILES_PROVENANCE_H

#include <stdbool.h>

/* What a state or a script begins with; the version of the format follows, and the line's end. */
#define STATE_BEGINS "# headsup "

/* Reads at most the first and the last 64 KiB. */
bool file_is_own(const char *path);

#endif
