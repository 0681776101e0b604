/* train/recipe_check.h -- whether the values of a recipe fit each other, and the line of one that
** does not. Private to train/recipe*.c.
**
** Memory  None.
** Errors  STATUS_USAGE: what is wrong and what is allowed, at FILE:LINE unless the recipe was
**         changed in the window.
*/
#ifndef TRAIN_RECIPE_CHECK_H
#define TRAIN_RECIPE_CHECK_H

#include "train/recipe.h"
#include "train/recipe_key.h"
#include "train/source_location.h"

/* The line of each key, for error messages. */
typedef struct RecipeSource {
  const char *path;            /* NULL: the recipe is not from a file */
  int lines[RECIPE_KEY_COUNT]; /* from 1; 0: the file does not have the key */
  int look_lines[RECIPE_LOOKS_MOST];
} RecipeSource;

/* FILE:LINE; "" without a file. */
void recipe_source_line(const RecipeSource *source, int line, char place[SOURCE_LOCATION_BYTES]);
/* Puts FILE:LINE before the sentence of model/, unless it is right. */
bool recipe_put_place(bool is_right, const char *place, Status *status);

/* That there is such a task. */
bool recipe_check_task(const char *place, Str word, Status *status);
/* Checks keys against each other; each value is in its own range already. */
bool recipe_check_fit(const Recipe *recipe, const RecipeSource *source, Status *status);

#endif
