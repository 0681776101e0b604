/* train/recipe_look.c -- see recipe_look.h. */
#include "train/recipe_look.h"

#include <stddef.h>

#include "base/i18n.h"
#include "train/recipe_key.h"

static const char *const look_names[LOOK_PLACE_COUNT] = {"task", "previous", "same-word"};

const char *recipe_look_name(LookPlace place) { return look_names[place]; }

/* The parts of a look behind its place, with their ranges and defaults; offsets are of Look. */
typedef enum LookPart { LOOK_LAYER, LOOK_HEAD, LOOK_WEIGHT, LOOK_SHARE, LOOK_PART_COUNT } LookPart;

static const RecipeKey look_parts[LOOK_PART_COUNT] = {
    {"layer", KEY_WHOLE, offsetof(Look, layer), 0, NETWORK_LAYERS_MOST - 1, 0, 1},
    {"head", KEY_WHOLE, offsetof(Look, head), 0, NETWORK_HEADS_MOST - 1, 0, 1},
    {"weight", KEY_REAL, offsetof(Look, weight), 1e-9, 100, 0.3, 0},
    {"share", KEY_REAL, offsetof(Look, share), 1e-9, 1, 1, 0},
};

static bool read_look_part(Look *look, unsigned *given, const char *place, Str name, Str value,
                           Status *status) {
  const char *names[LOOK_PART_COUNT];
  int part = 0;
  for (int i = 0; i < LOOK_PART_COUNT; i++) names[i] = look_parts[i].name;
  while (part < LOOK_PART_COUNT && !str_is(name, names[part])) part++;
  if (part == LOOK_PART_COUNT)
    return recipe_refuse_name(
        place,
        &(Names){_("look has no part “%.*s”; it is one of: %s"),
                 _("look has no part “%.*s”; did you mean “%s”? It is one of: %s"), names,
                 LOOK_PART_COUNT},
        name, status);
  const RecipeKey *key = &look_parts[part];
  if (*given & (1u << part))
    return status_fail(status, STATUS_USAGE, _("look takes %s only once"), key->name),
           status_put_place(status, place);
  *given |= 1u << part;
  return recipe_key_read(look, key, place, value, status);
}

bool recipe_look_read(Recipe *recipe, const char *place, Str value, Status *status) {
  if (recipe->look_count == RECIPE_LOOKS_MOST)
    return status_fail(status, STATUS_USAGE,
                       P_("a recipe takes at most %d line “look”",
                          "a recipe takes at most %d lines “look”", RECIPE_LOOKS_MOST),
                       RECIPE_LOOKS_MOST),
           status_put_place(status, place);
  Look look = {.weight = look_parts[LOOK_WEIGHT].usual, .share = look_parts[LOOK_SHARE].usual};
  Str word = recipe_first_word(&value);
  unsigned given = 0;
  while (look.place < LOOK_PLACE_COUNT && !str_is(word, look_names[look.place])) look.place++;
  if (look.place == LOOK_PLACE_COUNT)
    return recipe_refuse_name(
        place,
        &(Names){_("a head cannot be told to look at “%.*s”; it is one of: %s"),
                 _("a head cannot be told to look at “%.*s”; did you mean “%s”? It is one of: %s"),
                 look_names, LOOK_PLACE_COUNT},
        word, status);
  while (value.bytes > 0) {
    Str name = recipe_first_word(&value), number = recipe_first_word(&value);
    if (!read_look_part(&look, &given, place, name, number, status)) return false;
  }
  recipe->looks[recipe->look_count++] = look;
  return true;
}

int recipe_looks(const Recipe *recipe, Look looks[RECIPE_LOOKS_MOST]) {
  int count = 0;
  if (recipe->attn_target_weight > 0)
    looks[count++] = (Look){LOOK_TASK, recipe->attn_target_layer, recipe->attn_target_head,
                            recipe->attn_target_weight, 1};
  for (int i = 0; i < recipe->look_count && count < RECIPE_LOOKS_MOST; i++)
    looks[count++] = recipe->looks[i];
  return count;
}

bool recipe_look_check(const NetworkShape *shape, const Look *looks, int index, LookPlaces places,
                       Status *status) {
  const Look *look = &looks[index];
  if (look->layer >= shape->layer_count)
    return status_fail(status, STATUS_USAGE,
                       P_("look names layer %d, but there is %d layer",
                          "look names layer %d, but there are %d layers", shape->layer_count),
                       look->layer + 1, shape->layer_count),
           status_put_place(status, places.layer);
  if (look->head >= shape->head_count)
    return status_fail(status, STATUS_USAGE,
                       P_("look names head %d, but there is %d head",
                          "look names head %d, but there are %d heads", shape->head_count),
                       look->head + 1, shape->head_count),
           status_put_place(status, places.head);
  for (int i = 0; i < index; i++)
    if (looks[i].layer == look->layer && looks[i].head == look->head)
      return status_fail(status, STATUS_USAGE,
                         _("head %d of layer %d is told where to look a second time"),
                         look->head + 1, look->layer + 1),
             status_put_place(status, places.head);
  return true;
}

void recipe_looks_write(const Recipe *recipe, StrBuf *text) {
  for (int i = 0; i < recipe->look_count; i++) {
    const Look *look = &recipe->looks[i];
    strbuf_format(text, "look %s layer %d head %d weight ", look_names[look->place],
                  look->layer + 1, look->head + 1);
    recipe_add_real(text, look->weight);
    strbuf_add(text, STR(" share "));
    recipe_add_real(text, look->share);
    strbuf_add_char(text, '\n');
  }
}
