/* session/menu/attention.c -- the items of the attention menu: the parts of a mask, which are
** joined, the settings of the kind of attention, and whose the keys are; of a recording, the masks
** that it holds.
*/
#include "session/menu/attention.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "session/menu/items.h"
#include "session/menu/kind_numbers.h"
#include "session/session_internal.h"
#include "trace/workings/exact.h"

/* A recording lists each of its masks once. */
int menu_recorded_mask(const Session *session, int item) {
  const Trace *trace = session->trace;
  if (!trace_is_recorded(trace)) return -1;
  for (int layer = 0; layer < trace_layer_count(trace); layer++) {
    int first = 0;
    while (!str_equal(trace_layer_mask_name(trace, first), trace_layer_mask_name(trace, layer)))
      first++;
    if (first == layer && item-- == 0) return layer;
  }
  return -1;
}

int attention_menu_count(const Session *session) {
  int count = 0;
  if (!trace_is_recorded(session->trace)) return menu_item_count(MENU_ATTENTION);
  while (count < MENU_RECORDED_MASKS_MOST && menu_recorded_mask(session, count) >= 0) count++;
  return count;
}

/* The parts of the mask wanted, also while its trace is pending. Edits of cells are ignored. */
static MaskParts mask_now(const Session *session) {
  const MaskSpec *spec = &session_now(session)->mask;
  if (!spec->model_own) return spec->parts;
  return session->model ? model_own_mask(session->model) : (MaskParts){0};
}

/* The part of an item; *start gets it alone, with its starting values. MASK_PART_COUNT: none. */
static MaskPart part_of_item(int item, MaskParts *start) {
  static const char mask[] = "mask ";
  if (item < 0 || item >= menu_item_count(MENU_ATTENTION)) return MASK_PART_COUNT;
  Str command = str_from(menu_item(MENU_ATTENTION, item)->command);
  size_t bytes = sizeof mask - 1;
  if (!str_starts(command, mask)) return MASK_PART_COUNT;
  Str name = {command.at + bytes, command.bytes - bytes};
  if (!mask_name_read(name, MASK_SPEC_SIZE_MOST, start, NULL)) return MASK_PART_COUNT;
  int part = 0;
  while (part < MASK_PART_COUNT && !mask_names(start, (MaskPart)part)) part++;
  return (MaskPart)part;
}

/* The setting of a kind that an item sets, and its value; KIND_SETTING_COUNT: none. */
static KindSetting kind_of_item(int item, Str *value) {
  int setting = 0;
  if (item < 0 || item >= menu_item_count(MENU_ATTENTION)) return KIND_SETTING_COUNT;
  Str command = str_from(menu_item(MENU_ATTENTION, item)->command);
  for (; setting < KIND_SETTING_COUNT; setting++) {
    const char *name = kind_setting_name((KindSetting)setting);
    size_t bytes = strlen(name) + 1;
    if (!str_starts(command, name) || command.bytes <= bytes || command.at[bytes - 1] != ' ')
      continue;
    *value = (Str){command.at + bytes, command.bytes - bytes};
    break;
  }
  return (KindSetting)setting;
}

bool menu_is_kind(const Session *session, int item) {
  Str value;
  return !trace_is_recorded(session->trace) && kind_of_item(item, &value) != KIND_SETTING_COUNT;
}

/* All items behind the first that is no mask and no editor of one. */
bool menu_is_tile(const Session *session, int item) {
  if (trace_is_recorded(session->trace) || item >= menu_item_count(MENU_ATTENTION)) return false;
  for (int i = 0; i <= item; i++)
    if (!str_starts(str_from(menu_item(MENU_ATTENTION, i)->command), "mask ")) return true;
  return false;
}

bool menu_is_look(const Session *session, int item) {
  if (!menu_is_tile(session, item)) return false;
  for (int i = 0; i <= item; i++)
    if (strcmp(menu_item(MENU_ATTENTION, i)->command, "compare toggle") == 0) return true;
  return false;
}

bool menu_is_first(const Session *session, int item) {
  if (trace_is_recorded(session->trace) || item >= menu_item_count(MENU_ATTENTION)) return false;
  return menu_item(MENU_ATTENTION, item)->is_first;
}

bool menu_is_laid_over(const Session *session, int item) {
  Str value;
  MaskParts parts;
  if (trace_is_recorded(session->trace) || !attention_menu_is_set(session, item)) return false;
  KindSetting setting = kind_of_item(item, &value);
  if (setting != KIND_SETTING_COUNT) return session_now(session)->kind.of[setting] != KIND_OWN;
  if (part_of_item(item, &parts) != MASK_PART_COUNT) return !session_now(session)->mask.model_own;
  return strcmp(menu_item(MENU_ATTENTION, item)->command, "edit second") == 0;
}

/* *parts gets the present mask if it has the part, else the part with its starting values. */
MaskPart menu_mask_part(const Session *session, int item, MaskParts *parts) {
  MaskParts now = mask_now(session);
  MaskPart part = part_of_item(item, parts);
  if (trace_is_recorded(session->trace)) return MASK_PART_COUNT;
  if (part != MASK_PART_COUNT && mask_names(&now, part)) *parts = now;
  return part;
}

int menu_mask_size(const Session *session, int item) {
  MaskParts parts;
  MaskPart part = menu_mask_part(session, item, &parts);
  bool has_size = part != MASK_PART_COUNT && part != MASK_GLOBAL && mask_part_has_size(part);
  return has_size ? parts.size[part] : -1;
}

static bool is_first_word(Str text, const char *word) {
  size_t bytes = strlen(word);
  return str_starts(text, word) && (text.bytes == bytes || text.at[bytes] == ' ');
}

/* Any number of heads but one is that of the groups. */
static bool is_grouped(KindSetting setting, Str value) {
  return setting == KIND_KEY_HEADS && str_is(value, "2");
}

/* Numbers count only where the value is nothing else: "t5" is also t5 with other buckets, "flash
** 4 4" other tiles, and "linformer 4" another number. */
static bool is_value(const Session *session, KindSetting setting, Str value) {
  const AttentionKind *kind = &session_now(session)->kind;
  const KindValue *now = kind_value(setting, kind->of[setting]);
  if (now->also && str_is(value, now->also)) return true;
  if (is_grouped(setting, value)) return kind->numbers[setting][0] > 1;
  if (now->name[0]) return is_first_word(value, now->name);
  const char *written = kind_write_setting(session->scratch, kind, setting);
  return written && str_is(value, written);
}

/* ---- picture and cost ---- */

/* The most groups of more than one head; 2 where the model has none, which is refused. */
static int groups_offered(const Session *session, const AttentionKind *with) {
  AttentionKind kind = *with;
  int *groups = &kind.numbers[KIND_KEY_HEADS][0];
  int heads = session->model ? model_key_head_count(session->model) : 0;
  for (*groups = heads / 2; *groups > 1; --*groups)
    if (!kind_numbers_refusal(session, &kind, NULL, session->scratch)) return *groups;
  return 2;
}

/* The kind on show with the value of an item, with the numbers that it has there. */
static bool kind_with(const Session *session, int item, AttentionKind *kind, KindSetting *setting) {
  Str value;
  *setting = kind_of_item(item, &value);
  *kind = session_now(session)->kind;
  if (trace_is_recorded(session->trace) || *setting == KIND_SETTING_COUNT) return false;
  if (is_value(session, *setting, value)) return true;
  if (!kind_set(kind, *setting, value, NULL)) return false;
  if (is_grouped(*setting, value)) kind->numbers[*setting][0] = groups_offered(session, kind);
  return true;
}

bool menu_picture(const Session *session, int item, KindPicture *picture) {
  AttentionKind kind;
  KindSetting setting;
  MaskParts parts;
  MaskPart part = menu_mask_part(session, item, &parts);
  if (kind_with(session, item, &kind, &setting)) return kind_picture(&kind, setting, picture);
  if (trace_is_recorded(session->trace)) return false;
  if (strcmp(menu_item(MENU_ATTENTION, item)->command, "edit second") == 0)
    return cross_picture(picture), true;
  if (part == MASK_PART_COUNT && item != 0) return false;
  MaskParts alone = part == MASK_PART_COUNT ? (MaskParts){0} : parts;
  if (part != MASK_PART_COUNT) alone.named = 1u << part;
  mask_picture(&alone, picture);
  return true;
}

/* Mixtures are of the tokens. */
static int pair_keys(const Trace *trace) {
  return trace_keys_are_mixtures(trace) ? trace_token_count(trace) : trace_key_count(trace);
}

/* Of the sentence, or of it and a second one, whose places both begin at 0. */
static const char *pairs_cost(const MaskParts *parts, const Trace *trace, Arena *arena) {
  int queries = trace_token_count(trace), keys = pair_keys(trace);
  int first = trace_has_key_words(trace) ? 0 : keys - queries;
  long all = (long)queries * keys, seen = mask_pair_count(parts, first, queries, keys);
  if (all == 0) return "";
  return str_format(arena, P_("%ld of %ld pair", "%ld of %ld pairs", all), seen, all);
}

/* What K and V of a token take in all layers, in numbers of 4 bytes. */
static const char *token_cost(const Session *session, const AttentionKind *kind, Arena *arena) {
  int heads = model_key_head_count(session->model), groups = kind->numbers[KIND_KEY_HEADS][0];
  if (kind->of[KIND_KEY_HEADS] == KIND_OWN) groups = heads;
  long bytes = 2L * 4 * model_layer_count(session->model) * trace_d_head(session->trace);
  if (groups > heads || heads % groups != 0) return _("does not divide the heads");
  return str_format(arena, P_("%ld byte a token", "%ld bytes a token", bytes * groups),
                    bytes * groups);
}

const char *menu_cost(const Session *session, int item, Arena *arena) {
  AttentionKind kind;
  KindSetting setting;
  MaskParts parts;
  MaskPart part = menu_mask_part(session, item, &parts);
  const char *words = NULL, *found = "";
  if (trace_is_recorded(session->trace)) return "";
  words = menu_item(MENU_ATTENTION, item)->cost;
  if (part != MASK_PART_COUNT) parts.named = 1u << part;
  if (kind_with(session, item, &kind, &setting) && setting == KIND_KEY_HEADS && session->model)
    found = token_cost(session, &kind, arena);
  else if (part != MASK_PART_COUNT && pair_keys(session->trace) <= MASK_PAIRS_TOKENS_MOST)
    found = pairs_cost(&parts, session->trace, arena);
  else if (words) found = _(words);
  return found ? found : "";
}

/* Adds a part with its starting values, and removes the parts that exclude it. */
static MaskParts with_part(MaskParts parts, MaskPart part, const MaskParts *start) {
  assert(part >= 0 && part < MASK_PART_COUNT && mask_names(start, part));
  for (int other = 0; other < MASK_PART_COUNT; other++)
    if (mask_parts_exclude(part, (MaskPart)other)) parts.named &= ~(1u << other);
  if (mask_names(&parts, part)) return parts;
  parts.named |= 1u << part;
  parts.size[part] = start->size[part];
  if (part == MASK_DILATED) parts.dilated_step = start->dilated_step;
  if (part == MASK_GLOBAL) memcpy(parts.globals, start->globals, sizeof parts.globals);
  if (part == MASK_RANDOM) parts.random_seed = start->random_seed;
  return parts;
}

/* Toggles a part; without the only part there is no mask. */
static MaskParts chosen_parts(const Session *session, MaskPart part, const MaskParts *start) {
  MaskParts now = mask_now(session);
  if (!mask_names(&now, part)) return with_part(now, part, start);
  now.named &= ~(1u << part);
  return now;
}

/* Does the item open a view? */
static bool opens_view(const char *command, ViewKind *kind) {
  Str before = STR("view ");
  bool is_view = strncmp(command, before.at, before.bytes) == 0;
  return is_view && view_kind_find(str_from(command + before.bytes), kind);
}

bool attention_menu_is_set(const Session *session, int index) {
  const Trace *trace = session->trace;
  int layer = menu_recorded_mask(session, index);
  if (layer >= 0)
    return str_equal(trace_layer_mask_name(trace, layer),
                     trace_layer_mask_name(trace, session->view.layer));
  MaskParts now = mask_now(session), start;
  MaskPart part = part_of_item(index, &start);
  Str value;
  ViewKind view;
  KindSetting setting = kind_of_item(index, &value);
  if (setting != KIND_SETTING_COUNT) return is_value(session, setting, value);
  const char *command = menu_item(MENU_ATTENTION, index)->command;
  bool is_cross = session_now(session)->streams[1].at != NULL;
  if (index == 0) return now.named == 0;
  if (strcmp(command, "cross off") == 0) return !is_cross;
  if (strcmp(command, "edit second") == 0) return is_cross;
  if (strcmp(command, "compare toggle") == 0) return session->view.compare == COMPARE_EXACT;
  if (strcmp(command, "freeze toggle") == 0) return session_now(session)->kept != NULL;
  if (strcmp(command, "shuffle") == 0) return session_now(session)->is_shuffled;
  if (opens_view(command, &view)) return session->view.kind == view;
  if (strcmp(command, "arcs all toggle") == 0)
    return session->view.arcs && session->view.arcs_all && session->view.kind == VIEW_STAGE;
  return part == MASK_PART_COUNT ? session->view.mask_editor : mask_names(&now, part);
}

KindSetting menu_kind_stepped(const Session *session, int item) {
  Str value;
  KindSetting setting = kind_of_item(item, &value);
  bool is_set = menu_is_kind(session, item) && is_value(session, setting, value);
  /* one for all is no number that is stepped: the groups beside it are */
  if (!is_set || (setting == KIND_KEY_HEADS && !is_grouped(setting, value)))
    return KIND_SETTING_COUNT;
  return kind_numbers_count(session, setting) > 0 ? setting : KIND_SETTING_COUNT;
}

/* Why exact attention cannot stand beside, or the tokens not be shuffled; NULL: they can. */
static const char *refusal_to_look(const Session *session, const char *command) {
  if (strcmp(command, "compare toggle") == 0)
    return exact_problem(session->trace) == EXACT_NOTHING_LAID_OVER
               ? _("Nothing is laid over the model, so this is exact attention already.")
               : NULL;
  if (strcmp(command, "freeze toggle") == 0)
    return training_is_model(session_now(session))
               ? _("A model in training changes with every step, so its run cannot be kept.")
               : NULL;
  if (strcmp(command, "shuffle") != 0) return NULL;
  if (trace_said(session->trace).at)
    return _(
        "A sentence that is said in the words of another keeps the order that it is typed in.");
  if (session_now(session)->streams[1].at)
    return _("With a second sentence there is no order to compare.");
  return trace_token_count(session->trace) < 2 ? _("One token has one order only.") : NULL;
}

const char *menu_refusal(const Session *session, int item, Arena *arena) {
  AttentionKind kind;
  KindSetting setting;
  MaskParts start;
  MaskPart part = part_of_item(item, &start);
  const Inputs *now = session_now(session);
  if (trace_is_recorded(session->trace) || attention_menu_is_set(session, item)) return "";
  const char *why = NULL;
  if (kind_with(session, item, &kind, &setting))
    why = kind_numbers_refusal(session, &kind, NULL, arena);
  else if (part != MASK_PART_COUNT) {
    MaskSpec mask = {.parts = chosen_parts(session, part, &start)};
    why = kind_numbers_refusal(session, &now->kind, &mask, arena);
  } else why = refusal_to_look(session, menu_item(MENU_ATTENTION, item)->command);
  return why ? why : "";
}

/* What global names beyond a sentence that was shortened is kept. What it begins with has to be
** there, as a person would be told. */
static const char *mask_command(const Session *session, const MaskParts *parts, Arena *arena) {
  MaskParts now = mask_now(session);
  bool is_kept = mask_names(&now, MASK_GLOBAL);
  int tokens = is_kept ? trace_token_count(session->trace) : MODEL_TOKENS_MOST;
  const char *line = inputs_mask_line(arena, &(MaskSpec){.parts = *parts}, tokens);
  return line ? line : "";
}

const char *menu_mask_command(const Session *session, int item, int size, Arena *arena) {
  MaskParts start;
  MaskPart part = part_of_item(item, &start);
  assert(part != MASK_PART_COUNT);
  MaskParts parts = with_part(mask_now(session), part, &start);
  bool too_large = size > MENU_MASK_SIZE_MOST && size > parts.size[part];
  if (size < mask_spec_least(part) || too_large) return "";
  parts.size[part] = size;
  return mask_command(session, &parts, arena);
}

const char *attention_menu_command(const Session *session, int index, Arena *arena) {
  int layer = menu_recorded_mask(session, index);
  MaskParts start;
  MaskPart part = part_of_item(index, &start);
  if (layer >= 0) {
    bool stays = attention_menu_is_set(session, index); /* an item that is set keeps the layer */
    return str_format(arena, "layer %d", (stays ? session->view.layer : layer) + 1);
  }
  if (part != MASK_PART_COUNT) {
    MaskParts parts = chosen_parts(session, part, &start);
    return mask_command(session, &parts, arena);
  }
  AttentionKind kind;
  KindSetting setting;
  const char *command = menu_item(MENU_ATTENTION, index)->command;
  if (strcmp(command, "shuffle") == 0 && attention_menu_is_set(session, index))
    return "shuffle off";
  if (!kind_with(session, index, &kind, &setting) || kind.of[setting] == KIND_OWN) return command;
  const char *value = kind_write_setting(arena, &kind, setting); /* with the numbers it has */
  return value ? str_format(arena, "%s %s", kind_setting_name(setting), value) : "";
}

bool attention_menu_step(Session *session, int by, int place, Status *status) {
  int item = session->view.menu_item, size = menu_mask_size(session, item);
  KindSetting setting = menu_kind_stepped(session, item);
  Arena *arena = session->scratch;
  const char *command = "";
  if (size >= 0) return place > 0 || (attention_menu_resize(session, by), true);
  if (setting == KIND_SETTING_COUNT) { /* what is not set yet is set */
    if (menu_is_kind(session, item)) command = attention_menu_command(session, item, arena);
  } else if (place < kind_numbers_count(session, setting))
    command = kind_numbers_command(session, setting, place, by, arena);
  return !*command || session_do(session, command, status);
}

void attention_menu_resize(Session *session, int right) {
  int item = session->view.menu_item, size = menu_mask_size(session, item);
  if (size < 0 || !right) return;
  const char *command = menu_mask_command(session, item, size + right, session->scratch);
  if (*command && session_do(session, command, NULL)) session->sized_item = item + 1;
}
