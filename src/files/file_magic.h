/* files/file_magic.h -- what people really have in the place of a file of arrays, and what to do.
**
** A file is recognised by its first bytes, whatever its name says, and its content is never run:
** a PyTorch pickle may run a program when it is opened by PyTorch. So the advice for one is a
** command, which tools/record_trace.py does without running it, and never something this program
** does.
**
** Memory  None: what is returned is constant and translated.
** Source  The first bytes are those each format's own description gives; for zip and pickle,
**         what torch.save of PyTorch writes.
*/
#ifndef FILES_FILE_MAGIC_H
#define FILES_FILE_MAGIC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"

/* As many of the first bytes as are looked at: the first member of a zip with its whole name. */
enum { FILE_MAGIC_BYTES = 320 };

/* A sentence without the file's name, or NULL: it may be a safetensors file, or is a pickle, which
** file_magic_fail_pickle tells of. first_bytes: at most
** FILE_MAGIC_BYTES, and all of a shorter file; file_bytes: how long the whole is. */
const char *file_magic_name(Str first_bytes, uint64_t file_bytes);

/* The same by the file's name, where nothing in the file says what it is: damaged, or a kind
** without a beginning of its own. NULL: its name says nothing either. */
const char *file_magic_by_name(const char *path);

/* The size of a header, and the beginning of its JSON behind it. */
bool looks_like_safetensors(Str first_bytes, uint64_t file_bytes);

/* A zip whose first member is NAME/data.pkl, as torch.save writes it. */
bool file_magic_is_packed_pickle(Str first_bytes);

/* A pickle as PyTorch writes it, in a zip or bare. */
bool file_magic_is_pickle(Str first_bytes, uint64_t file_bytes);

/* Always false: what the file at path is, and the command that makes a safetensors file of it, or a
** recording where the texts at its beginning say that it holds attentions. first_bytes as in
** file_magic_name, or none. A path that a shell would not take as it is stands as FILE. */
bool file_magic_fail_pickle(const char *path, Str first_bytes, Status *status);

#endif
