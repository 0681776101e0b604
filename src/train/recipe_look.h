/* train/recipe_look.h -- the lines `look` of a recipe: read, checked and written.
** Private to train/recipe*.c; train/recipe.h has the format and the struct Look.
**
** Memory  In the Recipe itself.
** Errors  STATUS_USAGE: what is wrong and what is allowed, at the place given (FILE:LINE, or "").
*/
#ifndef TRAIN_RECIPE_LOOK_H
#define TRAIN_RECIPE_LOOK_H

#include "train/recipe.h"

/* Adds the look of one line; the value is what follows the key. */
bool recipe_look_read(Recipe *recipe, const char *place, Str value, Status *status);
/* FILE:LINE of what names the layer and the head of a look. */
typedef struct LookPlaces {
  const char *layer, *head;
} LookPlaces;
/* That the layer and the head of looks[index] exist, and that no look before it names the same. */
bool recipe_look_check(const NetworkShape *shape, const Look *looks, int index, LookPlaces places,
                       Status *status);
/* Adds the lines `look` of the recipe. */
void recipe_looks_write(const Recipe *recipe, StrBuf *text);

#endif
