/* train/recipe_check.c -- see recipe_check.h. */
#include "train/recipe_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "train/recipe_look.h"
#include "train/task/task.h"

void recipe_source_line(const RecipeSource *source, int line, char place[SOURCE_LOCATION_BYTES]) {
  place[0] = 0;
  if (source->path) source_location_write(source->path, line, place);
}

bool recipe_put_place(bool is_right, const char *place, Status *status) {
  if (is_right) return true;
  if (status) status->kind = STATUS_USAGE;
  return status_put_place(status, place);
}

bool recipe_check_task(const char *place, Str word, Status *status) {
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

/* FILE:LINE of the later of two keys. */
static void format_later_line(const RecipeSource *source, const char *a, const char *b,
                              char place[SOURCE_LOCATION_BYTES]) {
  int first = source->lines[recipe_key_index(str_from(a))],
      second = source->lines[recipe_key_index(str_from(b))];
  recipe_source_line(source, first > second ? first : second, place);
}

/* The look of the three keys comes first, if there is one. */
static bool check_looks(const Recipe *recipe, const RecipeSource *source, Status *status) {
  Look looks[RECIPE_LOOKS_MOST];
  char layer_place[SOURCE_LOCATION_BYTES], head_place[SOURCE_LOCATION_BYTES];
  int count = recipe_looks(recipe, looks), of_keys = recipe->attn_target_weight > 0;
  for (int i = 0; i < count; i++) {
    if (i < of_keys) {
      format_later_line(source, "look_layer", "layers", layer_place);
      format_later_line(source, "look_head", "heads", head_place);
    } else {
      recipe_source_line(source, source->look_lines[i - of_keys], layer_place);
      memcpy(head_place, layer_place, sizeof head_place);
    }
    if (!recipe_look_check(&recipe->shape, looks, i, (LookPlaces){layer_place, head_place}, status))
      return false;
  }
  if (recipe->look_count + of_keys <= RECIPE_LOOKS_MOST) return true;
  format_later_line(source, "look_weight", "look", head_place);
  return status_fail(status, STATUS_USAGE,
                     P_("a recipe takes at most %d line “look”",
                        "a recipe takes at most %d lines “look”", RECIPE_LOOKS_MOST),
                     RECIPE_LOOKS_MOST),
         status_put_place(status, head_place);
}

static bool check_task_sizes(const Recipe *recipe, const RecipeSource *source, Status *status) {
  Status why;
  char place[SOURCE_LOCATION_BYTES];
  if (task_check_sizes(recipe, &why)) return true;
  format_later_line(source, "length", "letters", place);
  *status = why;
  return status_put_place(status, place);
}

/* The kind of attention against the sizes. */
static bool check_attention(const Recipe *recipe, const RecipeSource *source, Status *status) {
  const NetworkShape *shape = &recipe->shape;
  char place[SOURCE_LOCATION_BYTES];
  format_later_line(source, "kv_heads", "heads", place);
  if (!recipe_put_place(network_check_key_heads(shape, status), place, status)) return false;
  format_later_line(source, "positions", "heads", place);
  if (!recipe_put_place(network_check_positions(shape, status), place, status)) return false;
  format_later_line(source, "mask", "mask", place);
  if (!recipe_put_place(network_check_mask(shape, status), place, status)) return false;
  format_later_line(source, "encoder_layers", "source", place);
  return recipe_put_place(network_check_encoder(shape, status), place, status);
}

bool recipe_check_fit(const Recipe *recipe, const RecipeSource *source, Status *status) {
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
  RecipeSource none = {0};
  for (int i = 0; i < RECIPE_KEY_COUNT; i++)
    if (!check_key(recipe, &recipe_keys[i], status)) return false;
  return recipe_check_task("", str_from(recipe->task), status) &&
         recipe_check_fit(recipe, &none, status);
}
