/* manual/value_words.c -- words out of tables. */
#include "manual/value_words.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "cli/help.h"
#include "model/model.h"
#include "scene/palette.h"
#include "session/commands/commands.h"
#include "trace/stages.h"
#include "train/recipe.h"

static void add(ValueWords *words, const char *word, const char *help) {
  assert(word && words->count < VALUE_WORDS_MOST);
  words->at[words->count++] = (ValueWord){word, help && *help ? _(help) : NULL};
}

/* The parts of "none|prefix:K|N": what begins with a small letter, up to the first capital one. */
static void add_as_written(Arena *arena, const char *argument, ValueWords *words) {
  for (const char *at = argument; at && *at; at += strspn(at, "|,")) {
    size_t part = strcspn(at, "|,");
    size_t bytes = 0;
    while (bytes < part && !isupper((unsigned char)at[bytes])) bytes++;
    if (islower((unsigned char)*at)) {
      const char *word = str_copy(arena, (Str){at, bytes});
      if (!word) abort();
      add(words, word, NULL);
    }
    at += part;
  }
}

static void add_named(ValueKind kind, ValueWords *words) {
  switch (kind) {
  case VALUE_STAGE:
    for (int i = 0; i < STAGE_COUNT; i++)
      add(words, stage_info((StageId)i)->name, stage_info((StageId)i)->title);
    break;
  case VALUE_PALETTE:
    for (int i = 0; i < PALETTE_CHOICES; i++)
      add(words, palette_info((PaletteId)i)->name, palette_info((PaletteId)i)->label);
    break;
  case VALUE_MODEL:
    for (int i = 0; i < model_builtin_count(); i++)
      add(words, model_builtin(i)->name, model_builtin(i)->label);
    break;
  case VALUE_RECIPE:
    for (int i = 0; i < recipe_builtin_count(); i++) add(words, recipe_builtin_name(i), NULL);
    break;
  case VALUE_COMMAND:
    for (int i = 0; i < commands_count(); i++)
      if (commands_get(i)->listed) add(words, commands_get(i)->name, commands_get(i)->help);
    break;
  case VALUE_NAME_OF_LIST:
    for (int i = 0; i < help_list_count(); i++) add(words, help_list_name(i), NULL);
    break;
  default:
    break;
  }
}

ValueWords value_words(Arena *arena, ValueKind kind, const char *argument) {
  ValueWords words = {0};
  add_named(kind, &words);
  if (kind == VALUE_AS_WRITTEN || kind == VALUE_LIST || kind == VALUE_STAGE)
    add_as_written(arena, argument, &words);
  return words;
}

bool value_is_path(ValueKind kind) {
  return kind == VALUE_PATH || kind == VALUE_MODEL || kind == VALUE_RECIPE;
}

bool option_is_of(OptionId option, SubId sub) { return args_option(option)->subs >> sub & 1u; }
