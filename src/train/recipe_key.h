/* train/recipe_key.h -- one key of a recipe: its name, its range and where its number is stored.
** Private to train/recipe*.c.
**
** A record is the struct that offset belongs to: a Recipe, or the Look of one line `look`.
** Memory  Nothing is allocated; words point into the text they were cut from.
** Errors  STATUS_USAGE: the key, what it takes and the word given, at `place` (FILE:LINE, or "").
*/
#ifndef TRAIN_RECIPE_KEY_H
#define TRAIN_RECIPE_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/names.h"
#include "base/status.h"
#include "base/str.h"

enum { RECIPE_NUMBER_BYTES = 40 };

typedef enum RecipeKeyKind {
  KEY_WHOLE,
  KEY_REAL,
  KEY_SEED,
  KEY_TASK,
  KEY_MASK,
  KEY_POSITIONS,
  KEY_SOURCE,
  KEY_GRAMMARS,
  KEY_LOOK
} RecipeKeyKind;

typedef struct RecipeKey {
  const char *name;
  RecipeKeyKind kind;
  size_t offset; /* of the number in the record: an int, a double, or the uint64_t of a seed */
  double least, most, usual;
  int file_adds; /* the file counts layers and heads from 1, the program from 0 */
} RecipeKey;

/* All keys of a recipe, in the order of its file. */
enum { RECIPE_KEY_COUNT = 26 };
extern const RecipeKey recipe_keys[RECIPE_KEY_COUNT];
/* The place of a word among them; RECIPE_KEY_COUNT: it is none. */
int recipe_key_index(Str word);

/* The number as the record has it; the key is KEY_WHOLE or KEY_REAL. */
double recipe_key_number(const void *record, const RecipeKey *key);
/* Stores a KEY_WHOLE or KEY_REAL; leaves keys of another kind alone. */
void recipe_key_set(void *record, const RecipeKey *key, double number);
/* Reads a number of any kind, in the range of its key. */
bool recipe_key_read(void *record, const RecipeKey *key, const char *place, Str value,
                     Status *status);
/* Fail always: the range of the key and the value; the names and the word that is none of them. */
bool recipe_key_refuse(const char *place, const RecipeKey *key, Str value, Status *status);
bool recipe_refuse_name(const char *place, const Names *names, Str word, Status *status);

bool recipe_is_blank(char c);
/* Removes the first word of *rest and the blanks after it, and returns the word. */
Str recipe_first_word(Str *rest);
/* Adds the fewest digits that read back to the same number. */
void recipe_add_real(StrBuf *text, double number);

#endif
