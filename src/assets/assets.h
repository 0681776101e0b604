/* assets/assets.h -- the files of the project's assets/ folder that are part of the program.
**
** They are put into the binary when it is built, so that it needs no folder beside it: models,
** recipes, grammars. Names are paths below assets/: "recipes/copy.txt"; but "icon/…" is the
** window's icon below packaging/, where it stands among its other sizes.
**
** Memory  The program's own, read only, valid until it ends. Errors: none; an unknown name is
**         false. Threads: no state.
*/
#ifndef ASSETS_ASSETS_H
#define ASSETS_ASSETS_H

#include <stdbool.h>

#include "base/str.h"

/* The bytes of a file by its whole name; a 0 follows the last of them. Finds it by bisection. */
bool assets_find(const char *name, Str *bytes);
/* All names, for listing those of one folder; index from 0, in byte order. */
int assets_count(void);
const char *assets_name(int index);

#endif
