/* session/typed_path.h -- what a person types for a place on the disk becomes a path from the root.
**
**   "~/models"  below the home folder · "/data"  from the root · anything else  from a folder
**   "." and ".." are followed in the words alone: links are not looked at
**
** Memory  On the arena given.   Errors  NULL: memory is out, or nobody knows the home folder.
*/
#ifndef SESSION_TYPED_PATH_H
#define SESSION_TYPED_PATH_H

#include "base/arena.h"
#include "base/str.h"

/* folder "": the one the program was started in. Never ends in "/", but for the root itself. */
const char *typed_path_whole(Arena *arena, const char *folder, Str typed);

#endif
