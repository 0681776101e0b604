/* app/file_drop.c -- a queue of paths. */
#include "app/file_drop.h"

#include "session/open_path.h"

typedef struct WaitingFile {
  struct WaitingFile *next;
  const char *path;
} WaitingFile;

static void forget(FileDrop *drop) {
  arena_free(drop->arena);
  *drop = (FileDrop){.is_open = drop->is_open};
}

static void add_last(FileDrop *drop, const char *path) {
  if (!drop->arena) drop->arena = arena_make(0);
  WaitingFile *file = drop->arena ? arena_take(drop->arena, 1, sizeof *file) : NULL;
  const char *copy = file ? str_copy(drop->arena, str_from(path)) : NULL;
  if (!copy) return;
  *file = (WaitingFile){NULL, copy};
  if (drop->last) drop->last->next = file;
  else drop->first = file;
  drop->last = file;
}

void file_drop_begin(FileDrop *drop) {
  forget(drop);
  drop->is_open = true;
}

void file_drop_end(FileDrop *drop) { drop->is_open = false; }

void file_drop_add(FileDrop *drop, Session *session, const char *path) {
  if (!drop->is_open) forget(drop);
  if (drop->has_file) {
    add_last(drop, path);
    return;
  }
  drop->has_file = true;
  session_open_path(session, path, NULL);
}

void file_drop_go_on(FileDrop *drop, Session *session) {
  while (drop->first && session_opens_next(session)) {
    const char *path = drop->first->path;
    drop->first = drop->first->next;
    if (!drop->first) drop->last = NULL;
    session_open_path(session, path, NULL);
  }
}

void file_drop_free(FileDrop *drop) { forget(drop); }
