/* files/file_magic.h -- recognises other file types by their first bytes, and what to do with them.
**
** The content of a file is never executed: a PyTorch pickle may run code when PyTorch loads it. For
** a pickle the sentence names a command of tools/record_trace.py, which reads it without running
** it.
**
** Memory  None: results are constants, translated.
** Source  The specification of each format; for zip and pickle, what torch.save of PyTorch writes.
*/
#ifndef FILES_FILE_MAGIC_H
#define FILES_FILE_MAGIC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"

/* How many first bytes are examined: they include the first member name of a zip. */
enum { FILE_MAGIC_BYTES = 320 };

/* A sentence without the file's name; NULL: the file may be safetensors, or is a pickle, for which
** there is file_magic_fail_pickle. first_bytes: the first FILE_MAGIC_BYTES, or all of a shorter
** file; file_bytes: the size of the file. */
const char *file_magic_name(Str first_bytes, uint64_t file_bytes);

/* The same by the name of the file, for damaged files and types without magic bytes. NULL: the name
** is not known either. */
const char *file_magic_by_name(const char *path);

/* Whether the bytes are the size of a header and the beginning of its JSON. */
bool looks_like_safetensors(Str first_bytes, uint64_t file_bytes);

/* Whether it is a zip whose first member is NAME/data.pkl, as torch.save writes it. */
bool file_magic_is_packed_pickle(Str first_bytes);

/* Whether it is a pickle as PyTorch writes it, in a zip or not. */
bool file_magic_is_pickle(Str first_bytes, uint64_t file_bytes);

/* Fills status with what the file at path is, and the command that converts it to a safetensors
** file, or to a recording when its first bytes mention attentions; returns false. first_bytes as in
** file_magic_name, or empty. A path that needs quoting in a shell is shown as FILE. */
bool file_magic_fail_pickle(const char *path, Str first_bytes, Status *status);

#endif
