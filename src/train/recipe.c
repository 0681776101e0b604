/* train/recipe.c -- reads recipes by the table of keys. */
#include "train/recipe.h"

#include <string.h>

#include "assets/assets.h"
#include "base/i18n.h"
#include "base/os.h"
#include "model/mask_spec.h"
#include "train/recipe_check.h"
#include "train/recipe_look.h"

enum { RECIPE_BYTES_MOST = 1 << 16 };

static const char *const builtin_names[] = {"reader",     "writer",    "copy",     "reverse",
                                            "sort",       "previous",  "brackets", "majority",
                                            "translator", "bottleneck"};

enum { BUILTIN_COUNT = sizeof builtin_names / sizeof builtin_names[0] };

static bool fail_unknown_key(const char *place, Str word, Status *status) {
  const char *names[RECIPE_KEY_COUNT];
  for (int i = 0; i < RECIPE_KEY_COUNT; i++) names[i] = recipe_keys[i].name;
  return recipe_refuse_name(
      place,
      &(Names){_("there is no key “%.*s”; it is one of: %s"),
               _("there is no key “%.*s”; did you mean “%s”? It is one of: %s"), names,
               RECIPE_KEY_COUNT},
      word, status);
}

/* ---- values ---- */

static bool read_mask(Recipe *recipe, const char *place, Str value, Status *status) {
  MaskSpec spec;
  bool is_right =
      mask_spec_parse(value, &spec, status) && mask_spec_check_asked(&spec.parts, status);
  if (!recipe_put_place(is_right, place, status)) return false;
  recipe->shape.mask = spec.parts;
  return recipe_put_place(network_check_mask(&recipe->shape, status), place, status);
}

static bool read_positions(Recipe *recipe, const char *place, Str value, Status *status) {
  return recipe_put_place(network_set_positions(&recipe->shape, value, status), place, status);
}

static bool read_source(Recipe *recipe, const char *place, Str value, Status *status) {
  return recipe_put_place(network_set_source(&recipe->shape, value, status), place, status);
}

static bool read_grammars(Recipe *recipe, Arena *arena, const char *place, Str value,
                          Status *status) {
  while (value.bytes > 0) {
    Str word = recipe_first_word(&value);
    if (recipe->grammar_count == RECIPE_GRAMMARS_MOST)
      return status_fail(status, STATUS_USAGE,
                         P_("grammar takes at most %d file", "grammar takes at most %d files",
                            RECIPE_GRAMMARS_MOST),
                         RECIPE_GRAMMARS_MOST),
             status_put_place(status, place);
    const char *name = str_copy(arena, word);
    if (!name) return status_no_memory(status);
    recipe->grammars[recipe->grammar_count++] = name;
  }
  recipe->grammars_place = str_copy(arena, str_from(place));
  return recipe->grammars_place || status_no_memory(status);
}

static bool read_task(Recipe *recipe, Arena *arena, const char *place, Str value, Status *status) {
  if (!recipe_check_task(place, value, status)) return false;
  recipe->task = str_copy(arena, value);
  return recipe->task || status_no_memory(status);
}

/* ---- reading ---- */

typedef struct Reading {
  Arena *arena;
  Recipe *recipe;
  RecipeSource source;
  int line;
} Reading;

static bool read_value(const Reading *reading, const RecipeKey *key, Str value, Status *status) {
  char place[SOURCE_LOCATION_BYTES];
  recipe_source_line(&reading->source, reading->line, place);
  if (value.bytes == 0)
    return status_fail(status, STATUS_USAGE, _("%s has no value"), key->name),
           status_put_place(status, place);
  switch (key->kind) {
  case KEY_TASK:
    return read_task(reading->recipe, reading->arena, place, value, status);
  case KEY_MASK:
    return read_mask(reading->recipe, place, value, status);
  case KEY_POSITIONS:
    return read_positions(reading->recipe, place, value, status);
  case KEY_SOURCE:
    return read_source(reading->recipe, place, value, status);
  case KEY_GRAMMARS:
    return read_grammars(reading->recipe, reading->arena, place, value, status);
  case KEY_LOOK:
    return recipe_look_read(reading->recipe, place, value, status);
  default:
    return recipe_key_read(reading->recipe, key, place, value, status);
  }
}

/* Keeps the bytes of a binary file, such as a model's weights, out of the error message. */
static bool is_plain_text(Str line) {
  for (size_t i = 0; i < line.bytes; i++) {
    unsigned char byte = (unsigned char)line.at[i];
    if ((byte < ' ' && !recipe_is_blank(line.at[i])) || byte == 0x7F) return false;
  }
  return true;
}

static bool read_line(Reading *reading, Str line, Status *status) {
  char place[SOURCE_LOCATION_BYTES];
  const char *comment = memchr(line.at, '#', line.bytes);
  if (comment) line.bytes = (size_t)(comment - line.at);
  recipe_source_line(&reading->source, reading->line, place);
  if (!is_plain_text(line))
    return status_fail(status, STATUS_USAGE, _("this is no line of text")),
           status_put_place(status, place);
  line = str_trim(line);
  if (line.bytes == 0) return true;
  Str word = recipe_first_word(&line);
  int index = recipe_key_index(word);
  if (index == RECIPE_KEY_COUNT) return fail_unknown_key(place, word, status);
  int *key_line = &reading->source.lines[index];
  if (recipe_keys[index].kind == KEY_LOOK && reading->recipe->look_count < RECIPE_LOOKS_MOST)
    reading->source.look_lines[reading->recipe->look_count] = reading->line;
  else if (*key_line && recipe_keys[index].kind != KEY_LOOK)
    return status_fail(status, STATUS_USAGE, _("%s is given a second time, after line %d"),
                       recipe_keys[index].name, *key_line),
           status_put_place(status, place);
  *key_line = reading->line;
  return read_value(reading, &recipe_keys[index], line, status);
}

/* set_number handles ints and doubles, so the defaults of name and seed are set here. */
static void set_defaults(Recipe *recipe) {
  *recipe = (Recipe){.name = "", .seed = 1};
  for (int i = 0; i < RECIPE_KEY_COUNT; i++)
    recipe_key_set(recipe, &recipe_keys[i], recipe_keys[i].usual);
}

/* The file's name without its folder and its extension. */
static const char *recipe_name(Arena *arena, const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  return str_copy(arena, (Str){name, dot && dot > name ? (size_t)(dot - name) : strlen(name)});
}

bool recipe_parse(Arena *arena, const char *path, Str text, Recipe *recipe, Status *status) {
  Reading reading = {.arena = arena, .recipe = recipe, .source = {.path = path}};
  set_defaults(recipe);
  recipe->name = recipe_name(arena, path);
  if (!recipe->name) return status_no_memory(status);
  text = str_without_mark(text);
  while (text.bytes > 0) {
    reading.line++;
    if (!read_line(&reading, str_take_line(&text), status)) return false;
  }
  if (!recipe->task) {
    char place[SOURCE_LOCATION_BYTES];
    recipe_source_line(&reading.source, 0, place);
    return status_fail(status, STATUS_USAGE, _("it does not say what to train: task NAME")),
           status_put_place(status, place);
  }
  return recipe_check_fit(recipe, &reading.source, status);
}

/* ---- names ---- */

int recipe_builtin_count(void) { return BUILTIN_COUNT; }

const char *recipe_builtin_name(int index) { return builtin_names[index]; }

static bool open_builtin(Arena *arena, const char *name, Recipe *recipe, Status *status) {
  Str bytes;
  const char *path = str_format(arena, "recipes/%s.txt", name);
  if (!path) return status_no_memory(status);
  if (!assets_find(path, &bytes))
    return status_fail(status, STATUS_COULD_NOT, _("the recipe %s is not part of this program"),
                       name);
  return recipe_parse(arena, path, bytes, recipe, status);
}

/* A word without a slash and without .txt is a name, so that the error for “raeder” suggests
** “reader” instead of reporting a missing file. */
static bool looks_like_path(const char *name) {
  size_t bytes = strlen(name);
  return strchr(name, '/') || (bytes > 4 && strcmp(name + bytes - 4, ".txt") == 0) ||
         os_kind(name) == OS_FILE;
}

bool recipe_open(Arena *arena, const char *name_or_path, Recipe *recipe, Status *status) {
  Str bytes;
  for (int i = 0; i < BUILTIN_COUNT; i++)
    if (strcmp(name_or_path, builtin_names[i]) == 0)
      return open_builtin(arena, name_or_path, recipe, status);
  if (!looks_like_path(name_or_path))
    return recipe_refuse_name(
        "",
        &(Names){_("there is no recipe “%.*s”; it is one of: %s"),
                 _("there is no recipe “%.*s”; did you mean “%s”? It is one of: %s"), builtin_names,
                 BUILTIN_COUNT},
        str_from(name_or_path), status);
  return os_read_file(arena, name_or_path, RECIPE_BYTES_MOST, &bytes, status) &&
         recipe_parse(arena, name_or_path, bytes, recipe, status);
}
