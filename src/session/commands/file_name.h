/* session/commands/file_name.h -- names for files that the person did not name.
**
**   L1-H3-weights.png   a stage of one head       L1-joined.png   of a whole layer
**   tokens.png          the same in every layer   L1-heads-weights.png, L1-H3-overview.png …
**
** Layers and heads count from 1 in names and from 0 in the struct. Nothing of the sentence or the
** model goes into a name, so it is valid on every file system and in every shell.
**
** Memory  On the arena; NULL without memory.   Errors  None.
*/
#ifndef SESSION_COMMANDS_FILE_NAME_H
#define SESSION_COMMANDS_FILE_NAME_H

#include "base/arena.h"
#include "scene/view_kinds.h"

/* what is the stage or picture ("weights", "heads"); ending has no dot. */
typedef struct FileName {
  const char *what, *part; /* part "q" appends -q; or NULL */
  int layer, head;         /* from 0; −1: not in the name */
  const char *ending;
} FileName;

/* The bare name, without a folder. */
char *file_name_make(Arena *arena, const FileName *name);

/* Of what a stage or another view shows: at is of the stage, the layer and the head on show, and
** the name has what makes its picture another one. */
FileName file_name_of_view(ViewKind kind, const FileName *at);
FileName file_name_of_stage(StageId stage, const FileName *at);

/* The name, without a folder, for what the window shows now: its stage or
** picture, its layer and head. */
char *file_name_shown(Arena *arena, const View *view, const char *ending);

/* Adds ending (".headsup") to a path whose file name has none: "mine" becomes "mine.headsup",
** "mine.txt" and ".mine.v2" stay. "-", folders and devices stay too. Reads the disk. */
const char *file_name_with_ending(Arena *arena, const char *path, const char *ending);

/* The first of path, path-2, path-3 … (numbers before the ending) that does not exist. Reads the
** disk. Another program may take the name before it is used. */
char *file_name_free(Arena *arena, const char *path);

#endif
