/* train/recipe.c -- reads, checks and writes recipes by one table of keys.
**
** An error about a value names its line, unless the recipe was changed in the window.
*/
#include "train/recipe.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "assets/assets.h"
#include "base/names.h"
#include "base/os.h"
#include "base/i18n.h"
#include "model/mask_spec.h"
#include "train/recipe_key.h"
#include "train/recipe_look.h"
#include "train/source_location.h"
#include "train/task/task.h"

enum { RECIPE_BYTES_MOST = 1 << 16 };

#define AT(field) offsetof(Recipe, field)

/* least, most and usual are values of the struct; file_adds is the difference in the file. */
static const RecipeKey keys[] = {
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

enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

static const char *const builtin_names[] = {"reader",     "writer",    "copy",     "reverse",
                                            "sort",       "previous",  "brackets", "majority",
                                            "translator", "bottleneck"};

enum { BUILTIN_COUNT = sizeof builtin_names / sizeof builtin_names[0] };

/* ---- errors ---- */

/* The line of each key, for error messages. */
typedef struct Source {
  const char *path;     /* NULL: the recipe is not from a file */
  int lines[KEY_COUNT]; /* from 1; 0: the file does not have the key */
  int look_lines[RECIPE_LOOKS_MOST];
} Source;

static void format_source_line(const Source *source, int line, char place[SOURCE_LOCATION_BYTES]) {
  place[0] = 0;
  if (source->path) source_location_write(source->path, line, place);
}

static bool fail_unknown_key(const char *place, Str word, Status *status) {
  const char *names[KEY_COUNT];
  for (int i = 0; i < KEY_COUNT; i++) names[i] = keys[i].name;
  return recipe_refuse_name(
      place,
      &(Names){_("there is no key “%.*s”; it is one of: %s"),
               _("there is no key “%.*s”; did you mean “%s”? It is one of: %s"), names, KEY_COUNT},
      word, status);
}

static bool check_task(const char *place, Str word, Status *status) {
  const char *names[32];
  int count = task_all_count() < 32 ? task_all_count() : 32;
  for (int i = 0; i < count; i++) {
    names[i] = task_info(i)->name;
    if (str_is(word, names[i])) return true;
  }
  return recipe_refuse_name(
      place,
      &(Names){_("there is no task “%.*s”; it is one of: %s"),
               _("there is no task “%.*s”; did you mean “%s”? It is one of: %s"), names, count},
      word, status);
}

/* ---- values ---- */

/* Puts FILE:LINE before the sentence of model/. */
static bool put_place(bool is_right, const char *place, Status *status) {
  if (is_right) return true;
  if (status) status->kind = STATUS_USAGE;
  return status_put_place(status, place);
}

static bool read_mask(Recipe *recipe, const char *place, Str value, Status *status) {
  MaskSpec spec;
  bool is_right =
      mask_spec_parse(value, &spec, status) && mask_spec_check_asked(&spec.parts, status);
  if (!put_place(is_right, place, status)) return false;
  recipe->shape.mask = spec.parts;
  return put_place(network_check_mask(&recipe->shape, status), place, status);
}

static bool read_positions(Recipe *recipe, const char *place, Str value, Status *status) {
  return put_place(network_set_positions(&recipe->shape, value, status), place, status);
}

static bool read_source(Recipe *recipe, const char *place, Str value, Status *status) {
  return put_place(network_set_source(&recipe->shape, value, status), place, status);
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
  if (!check_task(place, value, status)) return false;
  recipe->task = str_copy(arena, value);
  return recipe->task || status_no_memory(status);
}

/* ---- reading ---- */

typedef struct Reading {
  Arena *arena;
  Recipe *recipe;
  Source source;
  int line;
} Reading;

static bool read_value(const Reading *reading, const RecipeKey *key, Str value, Status *status) {
  char place[SOURCE_LOCATION_BYTES];
  format_source_line(&reading->source, reading->line, place);
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

static int key_index(Str word) {
  int index = 0;
  while (index < KEY_COUNT && !str_is(word, keys[index].name)) index++;
  return index;
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
  format_source_line(&reading->source, reading->line, place);
  if (!is_plain_text(line))
    return status_fail(status, STATUS_USAGE, _("this is no line of text")),
           status_put_place(status, place);
  line = str_trim(line);
  if (line.bytes == 0) return true;
  Str word = recipe_first_word(&line);
  int index = key_index(word);
  if (index == KEY_COUNT) return fail_unknown_key(place, word, status);
  int *key_line = &reading->source.lines[index];
  if (keys[index].kind == KEY_LOOK && reading->recipe->look_count < RECIPE_LOOKS_MOST)
    reading->source.look_lines[reading->recipe->look_count] = reading->line;
  else if (*key_line && keys[index].kind != KEY_LOOK)
    return status_fail(status, STATUS_USAGE, _("%s is given a second time, after line %d"),
                       keys[index].name, *key_line),
           status_put_place(status, place);
  *key_line = reading->line;
  return read_value(reading, &keys[index], line, status);
}

/* set_number handles ints and doubles, so the defaults of name and seed are set here. */
static void set_defaults(Recipe *recipe) {
  *recipe = (Recipe){.name = "", .seed = 1};
  for (int i = 0; i < KEY_COUNT; i++) recipe_key_set(recipe, &keys[i], keys[i].usual);
}

/* The file's name without its folder and its extension. */
static const char *recipe_name(Arena *arena, const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  return str_copy(arena, (Str){name, dot && dot > name ? (size_t)(dot - name) : strlen(name)});
}

/* ---- checks of values against each other ---- */

/* FILE:LINE of the later of two keys. */
static void format_later_line(const Source *source, const char *a, const char *b,
                              char place[SOURCE_LOCATION_BYTES]) {
  int first = source->lines[key_index(str_from(a))], second = source->lines[key_index(str_from(b))];
  format_source_line(source, first > second ? first : second, place);
}

/* The look of the three keys comes first, if there is one. */
static bool check_looks(const Recipe *recipe, const Source *source, Status *status) {
  Look looks[RECIPE_LOOKS_MOST];
  char layer_place[SOURCE_LOCATION_BYTES], head_place[SOURCE_LOCATION_BYTES];
  int count = recipe_looks(recipe, looks), of_keys = recipe->attn_target_weight > 0;
  for (int i = 0; i < count; i++) {
    if (i < of_keys) {
      format_later_line(source, "look_layer", "layers", layer_place);
      format_later_line(source, "look_head", "heads", head_place);
    } else {
      format_source_line(source, source->look_lines[i - of_keys], layer_place);
      memcpy(head_place, layer_place, sizeof head_place);
    }
    if (!recipe_look_check(&recipe->shape, looks, i, layer_place, head_place, status)) return false;
  }
  if (recipe->look_count + of_keys <= RECIPE_LOOKS_MOST) return true;
  format_later_line(source, "look_weight", "look", head_place);
  return status_fail(status, STATUS_USAGE,
                     P_("a recipe takes at most %d line “look”",
                        "a recipe takes at most %d lines “look”", RECIPE_LOOKS_MOST),
                     RECIPE_LOOKS_MOST),
         status_put_place(status, head_place);
}

static bool check_task_sizes(const Recipe *recipe, const Source *source, Status *status) {
  Status why;
  char place[SOURCE_LOCATION_BYTES];
  if (task_check_sizes(recipe, &why)) return true;
  format_later_line(source, "length", "letters", place);
  *status = why;
  return status_put_place(status, place);
}

/* The kind of attention against the sizes. */
static bool check_attention(const Recipe *recipe, const Source *source, Status *status) {
  const NetworkShape *shape = &recipe->shape;
  char place[SOURCE_LOCATION_BYTES];
  format_later_line(source, "kv_heads", "heads", place);
  if (!put_place(network_check_key_heads(shape, status), place, status)) return false;
  format_later_line(source, "positions", "heads", place);
  if (!put_place(network_check_positions(shape, status), place, status)) return false;
  format_later_line(source, "mask", "mask", place);
  if (!put_place(network_check_mask(shape, status), place, status)) return false;
  format_later_line(source, "encoder_layers", "source", place);
  return put_place(network_check_encoder(shape, status), place, status);
}

/* Checks keys against each other; each value is in its own range already. */
static bool check_fit(const Recipe *recipe, const Source *source, Status *status) {
  const NetworkShape *shape = &recipe->shape;
  char place[SOURCE_LOCATION_BYTES];
  format_later_line(source, "heads", "d_model", place);
  if (shape->d_model % shape->head_count != 0)
    return status_fail(status, STATUS_USAGE,
                       _("heads is %d, which does not divide d_model %d; d_model takes a multiple "
                         "of heads"),
                       shape->head_count, shape->d_model),
           status_put_place(status, place);
  if (shape->d_model % 2 != 0) {
    format_later_line(source, "d_model", "d_model", place);
    return status_fail(status, STATUS_USAGE,
                       _("d_model takes an even number, not %d: positions are pairs of a sine "
                         "and a cosine"),
                       shape->d_model),
           status_put_place(status, place);
  }
  if (!check_attention(recipe, source, status)) return false;
  if (task_is_of_two(recipe->task) != (shape->encoder_layers > 0)) {
    format_later_line(source, "encoder_layers", "task", place);
    return status_fail(status, STATUS_USAGE,
                       _("the task translator takes encoder_layers from 1 on, and no other task "
                         "does: it has two sentences")),
           status_put_place(status, place);
  }
  if (shape->encoder_layers > 0 && (recipe->look_count > 0 || recipe->attn_target_weight > 0)) {
    format_later_line(source, "look", "look_weight", place);
    return status_fail(status, STATUS_USAGE,
                       _("with encoder_layers no head can be told where to look")),
           status_put_place(status, place);
  }
  format_later_line(source, "grammar", "grammar", place);
  if (recipe->grammar_count > 0 && !task_takes_grammars(recipe->task))
    return status_fail(status, STATUS_USAGE,
                       _("the task %s takes no grammar; reader and writer do"), recipe->task),
           status_put_place(status, place);
  return check_task_sizes(recipe, source, status) && check_looks(recipe, source, status);
}

static bool check_key(const Recipe *recipe, const RecipeKey *key, Status *status) {
  char shown[RECIPE_NUMBER_BYTES];
  if (key->kind == KEY_SEED && recipe->seed > INT64_MAX) {
    snprintf(shown, sizeof shown, "%" PRIu64, recipe->seed);
    return recipe_key_refuse("", key, str_from(shown), status);
  }
  if (key->kind != KEY_WHOLE && key->kind != KEY_REAL) return true;
  double number = recipe_key_number(recipe, key);
  bool is_left_out = number == key->usual; /* kv_heads 0: as many as heads */
  if (is_left_out || (number >= key->least && number <= key->most)) return true;
  snprintf(shown, sizeof shown, "%.15g", number + key->file_adds);
  return recipe_key_refuse("", key, str_from(shown), status);
}

bool recipe_check(const Recipe *recipe, Status *status) {
  Source none = {0};
  for (int i = 0; i < KEY_COUNT; i++)
    if (!check_key(recipe, &keys[i], status)) return false;
  return check_task("", str_from(recipe->task), status) && check_fit(recipe, &none, status);
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
    format_source_line(&reading.source, 0, place);
    return status_fail(status, STATUS_USAGE, _("it does not say what to train: task NAME")),
           status_put_place(status, place);
  }
  return check_fit(recipe, &reading.source, status);
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

/* ---- writing ---- */

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
  bool is_newer =
      key->offset == AT(shape.encoder_layers) || key->offset == AT(shape.key_head_count);
  return is_newer && recipe_key_number(recipe, key) == key->usual;
}

Str recipe_text(Arena *arena, const Recipe *recipe) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < KEY_COUNT; i++) {
    if (keys[i].kind == KEY_GRAMMARS && recipe->grammar_count == 0) continue;
    if (is_as_before(recipe, &keys[i])) continue;
    if (keys[i].kind == KEY_LOOK) {
      recipe_looks_write(recipe, &text);
      continue;
    }
    strbuf_format(&text, "%s ", keys[i].name);
    add_value(recipe, &keys[i], &text);
    strbuf_add_char(&text, '\n');
  }
  return strbuf_str(&text);
}
