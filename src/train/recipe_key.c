/* train/recipe_key.c -- the table of keys, and what one key takes. */
#include "train/recipe_key.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/i18n.h"
#include "train/recipe.h"
#include "train/source_location.h"

#define AT(field) offsetof(Recipe, field)

/* least, most and usual are values of the struct; file_adds is the difference in the file. */
const RecipeKey recipe_keys[RECIPE_KEY_COUNT] = {
    {"task", KEY_TASK, AT(task), 0, 0, 0, 0},
    {"layers", KEY_WHOLE, AT(shape.layer_count), 1, NETWORK_LAYERS_MOST, 1, 0},
    {"encoder_layers", KEY_WHOLE, AT(shape.encoder_layers), 0, NETWORK_LAYERS_MOST, 0, 0},
    {"source", KEY_SOURCE, AT(shape.source), 0, 0, 0, 0},
    {"heads", KEY_WHOLE, AT(shape.head_count), 1, NETWORK_HEADS_MOST, 1, 0},
    {"kv_heads", KEY_WHOLE, AT(shape.key_head_count), 1, NETWORK_HEADS_MOST, 0, 0},
    {"d_model", KEY_WHOLE, AT(shape.d_model), 8, NETWORK_WIDTH_MOST, 32, 0},
    {"d_ff", KEY_WHOLE, AT(shape.d_ff), 0, NETWORK_FF_MOST, 0, 0},
    {"mask", KEY_MASK, AT(shape.mask), 0, 0, 0, 0},
    {"positions", KEY_POSITIONS, AT(shape.own_kind), 0, 0, 0, 0},
    {"batch", KEY_WHOLE, AT(batch), 1, 256, 32, 0},
    {"steps", KEY_WHOLE, AT(steps), 1, 1000000, 1000, 0},
    {"learning_rate", KEY_REAL, AT(learning_rate), 1e-9, 1e9, 0.003, 0},
    {"warm_up", KEY_WHOLE, AT(warm_up), 0, 1000000, 50, 0},
    {"decay_to", KEY_REAL, AT(decay_to), 0, 1, 0.1, 0},
    {"weight_decay", KEY_REAL, AT(weight_decay), 0, 10, 0.01, 0},
    {"clip", KEY_REAL, AT(clip), 1e-9, 1e9, 1, 0},
    {"seed", KEY_SEED, AT(seed), 0, 9223372036854775807.0, 1, 0},
    {"length", KEY_WHOLE, AT(length), 2, 512, 12, 0},
    {"letters", KEY_WHOLE, AT(letters), 2, 26, 8, 0},
    {"unknown", KEY_WHOLE, AT(unknown), 0, 256, 0, 0},
    {"grammar", KEY_GRAMMARS, AT(grammars), 0, 0, 0, 0},
    {"look", KEY_LOOK, AT(looks), 0, 0, 0, 0},
    {"look_weight", KEY_REAL, AT(attn_target_weight), 0, 100, 0, 0},
    {"look_layer", KEY_WHOLE, AT(attn_target_layer), 0, NETWORK_LAYERS_MOST - 1, 0, 1},
    {"look_head", KEY_WHOLE, AT(attn_target_head), 0, NETWORK_HEADS_MOST - 1, 0, 1},
};

int recipe_key_index(Str word) {
  int index = 0;
  while (index < RECIPE_KEY_COUNT && !str_is(word, recipe_keys[index].name)) index++;
  return index;
}

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
