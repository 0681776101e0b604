/* train/recipe_key.c -- see recipe_key.h. */
#include "train/recipe_key.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/i18n.h"
#include "train/source_location.h"

bool recipe_refuse_name(const char *place, const Names *names, Str word, Status *status) {
  names_refuse(names, word, status);
  return status_put_place(status, place);
}

bool recipe_key_refuse(const char *place, const RecipeKey *key, Str value, Status *status) {
  char least[RECIPE_NUMBER_BYTES], most[RECIPE_NUMBER_BYTES];
  int shown = source_location_word_bytes(value);
  snprintf(least, sizeof least, "%.15g", key->least + key->file_adds);
  if (key->kind == KEY_SEED) snprintf(most, sizeof most, "%" PRId64, INT64_MAX);
  else snprintf(most, sizeof most, "%.15g", key->most + key->file_adds);
  if (key->kind == KEY_REAL)
    return status_fail(status, STATUS_USAGE, _("%s takes a number from %s to %s, not “%.*s”"),
                       key->name, least, most, shown, value.at),
           status_put_place(status, place);
  return status_fail(status, STATUS_USAGE, _("%s takes a whole number from %s to %s, not “%.*s”"),
                     key->name, least, most, shown, value.at),
         status_put_place(status, place);
}

static void *field_of(void *record, const RecipeKey *key) { return (char *)record + key->offset; }
static const void *field_in(const void *record, const RecipeKey *key) {
  return (const char *)record + key->offset;
}

double recipe_key_number(const void *record, const RecipeKey *key) {
  assert(key->kind == KEY_REAL || key->kind == KEY_WHOLE);
  if (key->kind == KEY_REAL) return *(const double *)field_in(record, key);
  return *(const int *)field_in(record, key);
}

void recipe_key_set(void *record, const RecipeKey *key, double number) {
  if (key->kind == KEY_REAL) *(double *)field_of(record, key) = number;
  if (key->kind == KEY_WHOLE) *(int *)field_of(record, key) = (int)number;
}

/* !(a && b) also refuses NaN, which fails every comparison. */
bool recipe_key_read(void *record, const RecipeKey *key, const char *place, Str value,
                     Status *status) {
  long whole = 0;
  double number = 0;
  bool read = key->kind == KEY_REAL ? str_to_double(value, &number) : str_to_long(value, &whole);
  if (key->kind != KEY_REAL) number = (double)whole - key->file_adds;
  if (!read || !(number >= key->least && number <= key->most))
    return recipe_key_refuse(place, key, value, status);
  if (key->kind == KEY_SEED) *(uint64_t *)field_of(record, key) = (uint64_t)whole;
  else recipe_key_set(record, key, number);
  return true;
}

bool recipe_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

Str recipe_first_word(Str *rest) {
  Str word = {rest->at, 0};
  while (word.bytes < rest->bytes && !recipe_is_blank(rest->at[word.bytes])) word.bytes++;
  rest->at += word.bytes;
  rest->bytes -= word.bytes;
  *rest = str_trim(*rest);
  return word;
}

void recipe_add_real(StrBuf *text, double number) {
  char digits[RECIPE_NUMBER_BYTES];
  double back = 0;
  for (int precision = 6; precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, number);
    if (str_to_double(str_from(digits), &back) && back == number) break;
  }
  strbuf_add(text, str_from(digits));
}
