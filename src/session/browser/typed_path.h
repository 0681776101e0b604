/* session/browser/typed_path.h -- makes an absolute path of what a person types.
**
**   "~/models"  below the home folder · "/data"  from the root · anything else  from a folder
**   "." and ".." are resolved in the text alone: symbolic links are not followed
**
** Following links would ask the disk with every typed key, and a person who types "a/.." means the
** folder that holds a.
**
** Memory  On the arena given.   Errors  NULL: no memory, or the home folder is not known.
*/
#ifndef SESSION_BROWSER_TYPED_PATH_H
#define SESSION_BROWSER_TYPED_PATH_H

#include "base/arena.h"
#include "base/str.h"

/* folder is an absolute path; "": the folder the program was started in. The result never ends in
** "/", except for the root itself. Whether the path exists is not checked. */
const char *typed_path_whole(Arena *arena, const char *folder, Str typed);

#endif
