/* scene/views/lookup.h -- look-up by similarity, on a shelf of three books.
**
**                        cooking travel    score   weight        recipes maps
**   query                  1.0    0.0
**   Cooking in Italy       0.8    0.6       0.80   ▇▇▇▇ .441       90     10
**   A journey to Spain     0.6    0.8       0.60   ▇▇▇  .361       20     40
**   Maps of the world      0.0    1.0       0.00   ▇▇   .198        0    200
**   exact look-up          no key equals the query                  –      –
**   nearest                Cooking in Italy                        90     10
**   soft look-up           all three, by weight                  46.9   58.5
**
** Memory  On the list's arena.   Errors  As in scene.h.
*/
#ifndef SCENE_VIEWS_LOOKUP_H
#define SCENE_VIEWS_LOOKUP_H

#include "scene/inspector/inspector.h"
#include "trace/workings/lookup.h"

/* Translated titles of the books, counted from 0. */
const char *lookup_book_title(int book);

/* Its panel: scene/views/lookup_panel.c. */
void lookup_inspect(Panel *panel);

#endif
