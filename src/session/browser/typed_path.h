/* session/browser/typed_path.h -- what a person types for a place on the disk becomes a path from
** the root.
**
**   "~/models"  below the home folder · "/data"  from the root · anything else  from a folder
**   "." and ".." are followed in the words alone: links are not looked at
**
** Following links would ask the disk with every key that is typed, and "a/.." is what a person who
** typed it sees: the folder that holds a.
**
** Memory  On the arena given.   Errors  NULL: memory is out, or nobody knows the home folder.
*/
#ifndef SESSION_BROWSER_TYPED_PATH_H
#define SESSION_BROWSER_TYPED_PATH_H

#include "base/arena.h"
#include "base/str.h"

/* folder is from the root; "": the one the program was started in. Never ends in "/", but for the
** root itself. That the path exists is not said. */
const char *typed_path_whole(Arena *arena, const char *folder, Str typed);

#endif
