/* tests/support/folder.h -- a folder of files for one test, removed with it. */
#ifndef TESTS_SUPPORT_FOLDER_H
#define TESTS_SUPPORT_FOLDER_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

typedef struct Folder {
  Arena *arena;
  const char *path;
} Folder;

Folder folder_make(void);
void folder_remove(Folder *folder);                              /* with the files in it */
const char *folder_file(const Folder *folder, const char *name); /* its path */
/* The path of folders within folders, `bytes` bytes long in all, and those folders removed. */
const char *folder_make_deep(const Folder *folder, size_t bytes);
void folder_remove_deep(const Folder *folder, const char *deep);
void folder_write(const Folder *folder, const char *name, Str bytes);
Str folder_read(const Folder *folder, const char *name);

/* Fails the test unless the sentence holds the part, and is one line of printable text. */
void check_sentence(const Status *status, const char *part);

#endif
