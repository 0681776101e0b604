/* model/checkpoint/folder_file.h -- which files of a model's folder may be read.
**
** Folders come from strangers, and a symbolic link in one may name any file of its reader. A link
** is followed when what it leads to lies
**
**   in the folder itself, or in a folder within it, or
**   in the blobs of the same repository of the HuggingFace cache:
**   models--OWNER--NAME/snapshots/REVISION/config.json → models--OWNER--NAME/blobs/HASH
**
** The folder itself may be a link: its reader named it.
** Memory  A few paths on the arena given.
** Errors  The link and where it leads. A file that is missing is for its reader to report.
*/
#ifndef MODEL_CHECKPOINT_FOLDER_FILE_H
#define MODEL_CHECKPOINT_FOLDER_FILE_H

#include "base/arena.h"
#include "base/status.h"

/* path: a file of the folder. False: it is a link that leads out. */
bool folder_file_check(Arena *arena, const char *folder, const char *path, Status *status);

#endif
