/* model/checkpoint/folder_file.h -- which files of a model's folder may be read.
**
** Folders come from strangers, and a symbolic link in one may point to any file of the user. A link
** is followed only if its target is
**
**   in the folder itself, or in a folder within it, or
**   in the blobs of the same repository of the HuggingFace cache:
**   models--OWNER--NAME/snapshots/REVISION/config.json → models--OWNER--NAME/blobs/HASH
**
** The folder itself may be a link: the user named it.
** Memory  A few paths on the arena given.
** Errors  The link and its target. A missing file is reported when it is opened.
*/
#ifndef MODEL_CHECKPOINT_FOLDER_FILE_H
#define MODEL_CHECKPOINT_FOLDER_FILE_H

#include "base/arena.h"
#include "base/status.h"

/* path: a file of the folder. False: a link leads out of the folder. */
bool folder_file_check(Arena *arena, const char *folder, const char *path, Status *status);

#endif
