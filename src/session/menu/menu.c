/* session/menu/menu.c -- the items of the menus: how many, which are set, words and commands. */
#include "session/menu/menu.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "model/random_shape.h"
#include "session/commands/setting_table.h"
#include "session/menu/attention.h"
#include "session/menu/export_fields.h"
#include "session/menu/items.h"
#include "session/menu/what_if_menu.h"
#include "session/session_internal.h"

/* The fields of the recipe are a menu only while the training is on show: elsewhere a step would
** change what nobody sees. */
static bool has_steppers(const Session *session) {
  return session->view.kind == VIEW_TRAINING && session->training.run;
}

/* After the built-in models: folders kept from a training, then those opened lately. Both lists
** change while the menu is open, so each index is looked up again. */
static int disk_count(const Session *session) {
  return session_kept_count(session) + session_recent_count(session);
}

static const char *disk_model(const Session *session, int index) {
  assert(index >= 0 && index < disk_count(session));
  int kept = session_kept_count(session);
  return index < kept ? session_kept(session, index) : session_recent(session, index - kept);
}

int menu_model_count(void) { return model_builtin_count() + RANDOM_FAMILY_COUNT; }

bool menu_is_family(MenuId menu, int index) {
  return menu == MENU_MODEL && index >= model_builtin_count() && index < menu_model_count();
}

static const RandomFamily *family_of(int index) {
  assert(menu_is_family(MENU_MODEL, index));
  return random_family(index - model_builtin_count());
}

/* A script that wishes to open something cannot be played without that. */
static int script_answer_count(const Session *session) {
  if (!session->asking.arena) return 0;
  return menu_item_count(MENU_SCRIPT) - (asking_can_do_without(session) ? 0 : 1);
}

static const MenuItem *script_answer(const Session *session, int index) {
  assert(index >= 0 && index < script_answer_count(session));
  bool is_whole = script_answer_count(session) == menu_item_count(MENU_SCRIPT);
  return menu_item(MENU_SCRIPT, index == SCRIPT_ANSWER_YES || is_whole ? index : index + 1);
}

int menu_count(const Session *session, MenuId menu) {
  switch (menu) {
  case MENU_MODEL:
    return menu_model_count() + disk_count(session) + menu_item_count(menu);
  case MENU_TASK:
    return task_all_count();
  case MENU_BROWSE:
    return session_browser(session).count;
  case MENU_RECIPE:
    return has_steppers(session) ? TRAINING_FIELD_COUNT : 0;
  case MENU_ATTENTION:
    return attention_menu_count(session);
  case MENU_EXAMPLES:
    return session_example_count(session);
  case MENU_PALETTE:
    return PALETTE_CHOICES + menu_item_count(menu);
  case MENU_EXPORT:
    return export_menu_count();
  case MENU_LESSONS:
    return shelf_count();
  case MENU_RESTORE:
    return menu_item_count(menu);
  case MENU_WHAT_IF:
    return trace_is_recorded(session->trace) ? 0 : menu_item_count(menu);
  case MENU_QUIZ:
    return quiz_choice_count(session);
  case MENU_QUESTION:
    return session->asked.question.choice_count;
  case MENU_SCRIPT:
    return script_answer_count(session);
  default:
    return 0;
  }
}

/* ---- what is set ---- */

/* With or without further words. */
static bool is_family_set(const char *model, const RandomFamily *family) {
  RandomShape shape;
  return random_shape_is(str_from(model)) && random_shape_read(str_from(model), &shape, NULL) &&
         shape.family > 0 && random_family(shape.family - 1) == family;
}

/* Marks the model wanted, also while it is being opened. */
static bool is_model_set(const Session *session, int index) {
  const Inputs *now = session_now(session);
  int disk = index - menu_model_count(), more = disk - disk_count(session);
  if (menu_is_family(MENU_MODEL, index)) return is_family_set(now->model, family_of(index));
  if (disk < 0) return strcmp(now->model, model_builtin(index)->name) == 0;
  if (more >= 0) return more == MODEL_TRAIN && training_is_model(now);
  return strcmp(now->model, disk_model(session, disk)) == 0;
}

static bool is_lesson_set(const Session *session, int index) {
  char name[SHELF_NAME_BYTES];
  shelf_name(index, name);
  return session->lesson.arena && strcmp(session->lesson.name, name) == 0;
}

bool menu_is_set(const Session *session, MenuId menu, int index) {
  switch (menu) {
  case MENU_LESSONS:
    return is_lesson_set(session, index);
  case MENU_MODEL:
    return is_model_set(session, index);
  case MENU_TASK:
    return strcmp(session_now(session)->training.task, task_info(index)->name) == 0;
  case MENU_ATTENTION:
    return attention_menu_is_set(session, index);
  case MENU_PALETTE:
    /* No item is marked for a range given in numbers. */
    if (index < PALETTE_CHOICES) return index == (int)session->view.palette;
    return setting_is_set(session, menu_item(menu, index - PALETTE_CHOICES)->command);
  case MENU_EXPORT:
    return export_menu_is_set(session, index);
  case MENU_WHAT_IF:
    return what_if_is_set(session, index);
  default:
    return false;
  }
}

/* ---- commands ---- */

static const char *empty_if_null(const char *command) { return command ? command : ""; }

static const char *palette_command(int index, Arena *arena) {
  if (index >= PALETTE_CHOICES) return menu_item(MENU_PALETTE, index - PALETTE_CHOICES)->command;
  return str_format(arena, "palette %s", palette_info((PaletteId)index)->name);
}

/* Writes name "words", or returns NULL. */
static const char *quoted_command(const char *name, const char *words, Arena *arena) {
  StrBuf text = strbuf_make(arena);
  strbuf_format(&text, "%s ", name);
  line_add_string(&text, str_from(words));
  return text.failed ? NULL : text.at;
}

static const char *model_command(const Session *session, int index, Arena *arena) {
  int disk = index - menu_model_count(), beyond = disk - disk_count(session);
  if (menu_is_family(MENU_MODEL, index))
    return str_format(arena, "model random like %s", family_of(index)->name);
  if (disk < 0) return str_format(arena, "model %s", model_builtin(index)->name);
  if (beyond >= 0) return menu_item(MENU_MODEL, beyond)->command;
  return quoted_command("model", disk_model(session, disk), arena);
}

/* Opens the same file with the answer as its reading. */
static const char *question_command(const Session *session, int index, Arena *arena) {
  assert(index >= 0 && index < session->asked.question.choice_count);
  const char *model = quoted_command("model", session->asked.model, arena);
  return model ? quoted_command(model, session->asked.question.answers[index], arena) : NULL;
}

static const char *lesson_command(int index, Arena *arena) {
  char name[SHELF_NAME_BYTES];
  shelf_name(index, name);
  return str_format(arena, "lesson %s", name);
}

/* NULL: no memory. */
static const char *command_of(const Session *session, MenuId menu, int index, Arena *arena) {
  switch (menu) {
  case MENU_MODEL:
    return model_command(session, index, arena);
  case MENU_TASK:
    return str_format(arena, "train %s", task_info(index)->name);
  case MENU_RECIPE:
    return index == TRAINING_TASK ? "menu task" : "";
  case MENU_EXAMPLES:
    return str_format(arena, "example %d", index + 1);
  case MENU_PALETTE:
    return palette_command(index, arena);
  case MENU_ATTENTION:
    return attention_menu_command(session, index, arena);
  case MENU_EXPORT:
    return export_menu_command(index);
  case MENU_BROWSE:
    return browser_command(session, index, arena);
  case MENU_LESSONS:
    return lesson_command(index, arena);
  case MENU_RESTORE:
  case MENU_WHAT_IF:
    return menu_item(menu, index)->command;
  case MENU_QUIZ:
    return quiz_choice_command(session, index, arena);
  case MENU_QUESTION:
    return question_command(session, index, arena);
  case MENU_SCRIPT:
    return script_answer(session, index)->command;
  default:
    return "";
  }
}

const char *menu_command(const Session *session, MenuId menu, int index, Arena *arena) {
  bool is_there = index >= 0 && index < menu_count(session, menu);
  return empty_if_null(is_there ? command_of(session, menu, index, arena) : "");
}

/* ---- words ---- */

static MenuWords builtin_words(int index) {
  const ModelInfo *info = model_builtin(index);
  bool is_first = index == 0 || strcmp(model_builtin(index - 1)->group, info->group) != 0;
  return (MenuWords){is_first ? info->group : "", info->label, info->explanation};
}

static bool model_words(const Session *session, int index, MenuWords *words) {
  int disk = index - menu_model_count(), more = disk - disk_count(session);
  if (disk >= 0 && more < 0) return false;
  if (menu_is_family(MENU_MODEL, index))
    *words = (MenuWords){index == model_builtin_count() ? N_("RANDOM, BUILT LIKE") : "",
                         family_of(index)->title, ""};
  else if (more >= 0) *words = menu_item(MENU_MODEL, more)->words;
  else *words = builtin_words(index);
  return true;
}

static MenuWords palette_words(int index) {
  if (index >= PALETTE_CHOICES) return menu_item(MENU_PALETTE, index - PALETTE_CHOICES)->words;
  return (MenuWords){"", palette_info((PaletteId)index)->label, ""};
}

static MenuWords quiz_words(const Session *session, int index) {
  MistakeKind mistake = quiz_choice(session, index);
  if (mistake == MISTAKE_NONE)
    return (MenuWords){"", N_("tell me"), N_("shows the answer, with right beside wrong")};
  return (MenuWords){"", mistake_values[mistake].named,
                     quiz_choice_is_tried(session, index) ? N_("tried: it is not that") : ""};
}

bool menu_words(const Session *session, MenuId menu, int index, MenuWords *words) {
  switch (menu) {
  case MENU_MODEL:
    return model_words(session, index, words);
  case MENU_ATTENTION:
    if (trace_is_recorded(session->trace)) return false;
    *words = menu_item(menu, index)->words;
    return true;
  case MENU_PALETTE:
    *words = palette_words(index);
    return true;
  case MENU_EXPORT:
    *words = export_menu_words(index);
    return true;
  case MENU_RESTORE:
  case MENU_WHAT_IF:
    *words = menu_item(menu, index)->words;
    return true;
  case MENU_QUIZ:
    *words = quiz_words(session, index);
    return true;
  case MENU_SCRIPT:
    *words = script_answer(session, index)->words;
    return true;
  case MENU_EXAMPLES:
    *words = (MenuWords){"", session_example(session, index), session_example_note(session, index)};
    return true;
  default:
    return false;
  }
}

bool menu_stays_open(const Session *session, MenuId menu, int index) {
  if (menu == MENU_BROWSE) return browser_stays_open(session, index);
  if (menu == MENU_EXPORT) return index < export_menu_first();
  if (menu == MENU_RECIPE || menu == MENU_QUIZ) return true;
  if (menu == MENU_WHAT_IF) return what_if_stays_open(session, index);
  MaskParts parts;
  if (menu == MENU_ATTENTION)
    return menu_is_kind(session, index) ||
           menu_mask_part(session, index, &parts) != MASK_PART_COUNT;
  return menu == MENU_PALETTE && index >= PALETTE_CHOICES;
}
