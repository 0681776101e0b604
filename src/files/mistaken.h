/* files/mistaken.h -- what people really have in the place of a file of arrays, and what to do.
**
** A file is recognised by its first bytes, whatever its name says, and its content is never run:
** a PyTorch pickle may run a program when it is opened by PyTorch.
*/
#ifndef FILES_MISTAKEN_H
#define FILES_MISTAKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum { MISTAKEN_BYTES = 64 }; /* as many of the first bytes as are looked at */

/* A sentence without the file's name, or NULL: it may be a safetensors file. */
const char *mistaken_for(Str first_bytes, uint64_t file_bytes);

/* The size of a header, and the beginning of its JSON behind it. */
bool looks_like_safetensors(Str first_bytes, uint64_t file_bytes);

/* How a PyTorch pickle becomes a safetensors file: a command for the user's own Python. */
const char *mistaken_pickle(void);

#endif
