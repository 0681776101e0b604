/* files/provenance.h -- whether a file was written by this program.
**
** It recognises what the program writes into its own files:
**
**   PNG          tEXt Software "Heads Up"             PDF   /Creator (Heads Up
**   SVG          a description that names headsup and its version
**   state        STATE_BEGINS and a version are its first line
**   JSON, CSV    begin as this program's own do: {"matrix": …, query\key, token\word,
**                token,1,2,3 with every column counted
**   safetensors  metadata "format": "heads-up…"
**
** NPY and caption files have no place for a mark and count as foreign.
**
** Memory  None that outlives the call.
** Errors  None: a missing or unreadable file, or no regular file, counts as foreign.
*/
#ifndef FILES_PROVENANCE_H
#define FILES_PROVENANCE_H

#include <stdbool.h>

/* The first line of a state or script begins with this; the format's version ends the line. */
#define STATE_BEGINS "# headsup "
/* The ending of the file name of a saved state. */
#define STATE_ENDING ".headsup"

/* Reads at most the first and the last 64 KiB. */
bool file_is_own(const char *path);

#endif
