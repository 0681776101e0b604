/* train/recipe_text.c -- writes a recipe as its file has it, by the table of keys. */
#include <inttypes.h>

#include "trace/mask_name.h"
#include "train/recipe_key.h"
#include "train/recipe_look.h"

static void add_words(const char *words, StrBuf *text) {
  if (words) strbuf_add(text, str_from(words));
  else text->failed = true;
}

static void add_value(const Recipe *recipe, const RecipeKey *key, StrBuf *text) {
  switch (key->kind) {
  case KEY_TASK:
    strbuf_add(text, str_from(recipe->task));
    break;
  case KEY_MASK:
    add_words(mask_name_write(text->arena, &recipe->shape.mask, ' '), text);
    break;
  case KEY_POSITIONS:
    add_words(network_positions(text->arena, &recipe->shape), text);
    break;
  case KEY_SOURCE:
    add_words(network_source_name(recipe->shape.source), text);
    break;
  case KEY_SEED:
    strbuf_format(text, "%" PRIu64, recipe->seed);
    break;
  case KEY_REAL:
    recipe_add_real(text, recipe_key_number(recipe, key));
    break;
  case KEY_GRAMMARS:
    for (int i = 0; i < recipe->grammar_count; i++)
      strbuf_format(text, "%s%s", i ? " " : "", recipe->grammars[i]);
    break;
  default:
    strbuf_format(text, "%d", (int)recipe_key_number(recipe, key) + key->file_adds);
  }
}

/* Keys that recipes did not always have are written only where they change something, so that the
** texts in older files stay equal to those of the same recipe. */
static bool is_as_before(const Recipe *recipe, const RecipeKey *key) {
  if (key->kind == KEY_POSITIONS) return network_adds_positions(&recipe->shape);
  if (key->kind == KEY_SOURCE) return recipe->shape.source == SOURCE_ROWS;
  bool is_newer = key->offset == offsetof(Recipe, shape.encoder_layers) ||
                  key->offset == offsetof(Recipe, shape.key_head_count);
  return is_newer && recipe_key_number(recipe, key) == key->usual;
}

Str recipe_text(Arena *arena, const Recipe *recipe) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < RECIPE_KEY_COUNT; i++) {
    if (recipe_keys[i].kind == KEY_GRAMMARS && recipe->grammar_count == 0) continue;
    if (is_as_before(recipe, &recipe_keys[i])) continue;
    if (recipe_keys[i].kind == KEY_LOOK) {
      recipe_looks_write(recipe, &text);
      continue;
    }
    strbuf_format(&text, "%s ", recipe_keys[i].name);
    add_value(recipe, &recipe_keys[i], &text);
    strbuf_add_char(&text, '\n');
  }
  return strbuf_str(&text);
}
