/* scene/telling_row.h -- the row of the head on show that teaches most
** (trace/workings/first_picture.h), which pictures outline and panels tell while none is chosen.
**
** Memory  On the list's arena.   Errors  Out of memory fails the list.
*/
#ifndef SCENE_TELLING_ROW_H
#define SCENE_TELLING_ROW_H

#include "scene/scene.h"

/* Of which head it is. */
typedef struct TellingRow {
  const Trace *trace;
  int layer, head;
  int row; /* −1: none */
} TellingRow;

/* Looks at all rows; scene_make keeps it for picture and panel. NULL: memory is out. */
const TellingRow *telling_row_find(const Scene *scene);
/* That of the scene, where it is of this head; else found anew. −1: none. */
int telling_row(const Scene *scene);

#endif
