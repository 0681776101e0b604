/* assets/assets.h -- the files of the project's assets/ folder that are part of the program.
**
** They are put into the binary when it is built, so that it needs no folder beside it: models,
** recipes, grammars. Names are paths below assets/: "recipes/copy.txt".
**
** Memory  The program's own, read only. Errors: none; an unknown name is false.
*/
#ifndef ASSETS_ASSETS_H
#define ASSETS_ASSETS_H

#include <stdbool.h>

#include "base/str.h"

bool assets_find(const char *name, Str *bytes);
int assets_count(void);
const char *assets_name(int index); /* in byte order */

#endif
