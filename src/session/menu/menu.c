/* session/menu/menu.c -- the items, words and commands of the menus, and moving in them. */
#include "session/menu/menu.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "model/random_shape.h"
#include "session/commands/setting_table.h"
#include "session/menu/attention.h"
#include "session/menu/export_fields.h"
#include "session/menu/help_search.h"
#include "session/menu/items.h"
#include "session/menu/what_if_menu.h"
#include "session/session_internal.h"

static const char *const names[MENU_COUNT] = {
    "none",   "model", "attention", "examples", "palette", "export", "help",   "restore", "task",
    "browse", "card",  "question",  "script",   "whatif",  "quiz",   "recipe", "lessons"};

const char *menu_name(MenuId menu) {
  assert(menu >= 0 && menu < MENU_COUNT);
  return names[menu];
}

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

int menu_model_count(void) { return model_builtin_count() + random_family_count(); }

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

/* ---- moving ---- */

/* What the items of a line of small buttons or tiles have in common, and no others; empty: the item
** is a row. */
static Str line_of(const Session *session, MenuId menu, int index) {
  Str command = {"", 0};
  if (menu == MENU_PALETTE && index >= PALETTE_CHOICES)
    command = str_from(menu_item(menu, index - PALETTE_CHOICES)->command);
  if (menu_is_family(menu, index)) return STR("random");
  if (menu == MENU_WHAT_IF || (menu == MENU_ATTENTION && menu_is_tile(session, index))) {
    while (!menu_item(menu, index)->words.group[0]) index--;
    return str_from(menu_item(menu, index)->words.group);
  }
  const char *space = command.bytes ? memchr(command.at, ' ', command.bytes) : NULL;
  return (Str){command.at, space ? (size_t)(space - command.at) : command.bytes};
}

/* Rows are a column; each line of small buttons below them is entered at the item that is set. */
static int move_by_lines(const Session *session, MenuId menu, int index, int down, int right) {
  Str line = line_of(session, menu, index);
  int next = index + down + right, count = menu_count(session, menu);
  if (next < 0 || next >= count) return index;
  if (right) return line.bytes > 0 && str_equal(line_of(session, menu, next), line) ? next : index;
  while (line.bytes > 0 && next >= 0 && next < count &&
         str_equal(line_of(session, menu, next), line))
    next += down;
  if (next < 0 || next >= count) return index;
  line = line_of(session, menu, next);
  int entry = next;
  for (int i = 0; line.bytes > 0 && i < count; i++)
    if (str_equal(line_of(session, menu, i), line) && menu_is_set(session, menu, i)) entry = i;
  return entry;
}

/* Left and right set a field to its next valid value. */
static void step_field(Session *session, int right) {
  TrainingField field = (TrainingField)session->view.menu_item;
  if (!right) return;
  Str command = training_field_step(session, field, right, session->scratch);
  if (command.bytes > 0) session_do_text(session, command, NULL);
}

void menu_move(Session *session, int down, int right) {
  View *view = &session->view;
  if (view->menu == MENU_RECIPE) step_field(session, right);
  export_field_clear(session);
  if (down) session->sized_item = 0;
  int last = menu_count(session, view->menu) - 1, item = view->menu_item + down;
  if (view->menu == MENU_ATTENTION) attention_menu_resize(session, right);
  if (view->menu == MENU_EXPORT) item = export_menu_move(session, view->menu_item, down, right);
  if (view->menu == MENU_PALETTE || view->menu == MENU_ATTENTION || view->menu == MENU_MODEL ||
      view->menu == MENU_WHAT_IF)
    item = move_by_lines(session, view->menu, view->menu_item, down, right);
  if (view->menu == MENU_HELP) last = HELP_SCROLL_STOPS;
  bool side_by_side = view->menu == MENU_RESTORE || view->menu == MENU_SCRIPT;
  if (side_by_side) item += right;
  view->menu_item = item > last ? last : item;
  if (view->menu_item < 0) view->menu_item = 0;
}

/* The selection starts at the item that is set, so that Enter alone changes nothing; but a part of
** a mask is taken out. Among lessons, with none on show, at the one to go on with. */
static int first_item(const Session *session, MenuId menu) {
  if (menu == MENU_EXPORT) return export_menu_first();
  if (menu == MENU_RECIPE) return 0;
  for (int i = 0; i < menu_count(session, menu); i++)
    if (menu_is_set(session, menu, i)) return i;
  return menu == MENU_LESSONS ? shelf_next(session) : 0;
}

static void open_menu(Session *session, MenuId menu) {
  assert(menu >= 0 && menu < MENU_COUNT);
  if (menu == MENU_RECIPE && !has_steppers(session)) menu = MENU_NONE;
  export_field_clear(session);
  help_search_clear(session);
  session->sized_item = 0;
  session->view.menu = menu;
  session->view.menu_item = first_item(session, menu);
  if (menu == MENU_NONE) return;
  session->edit.active = false; /* the menu takes the keyboard */
  session->edit.composition[0] = 0;
}

void menu_follow_masks(Session *session, bool was_recorded) {
  bool lists_recorded = trace_is_recorded(session->trace);
  if ((was_recorded || lists_recorded) && session->view.menu == MENU_ATTENTION)
    open_menu(session, MENU_ATTENTION);
}

/* ---- the command ---- */

/* The next or previous item, after the last the first; in the export form the next section, since
** right and left move within one. */
static int item_beside(const Session *session, int by) {
  const View *view = &session->view;
  int count = menu_count(session, view->menu);
  if (view->menu != MENU_EXPORT) return (view->menu_item + by + count) % count;
  int next = export_menu_move(session, view->menu_item, by, 0);
  return next != view->menu_item ? next : by > 0 ? 0 : export_menu_first();
}

/* An open menu keeps the keyboard: its next or previous item. With none open, the first or last
** menu of the top bar opens. */
static bool go_to_menu(Session *session, int by) {
  assert(by == 1 || by == -1);
  View *view = &session->view;
  bool is_open = view->menu != MENU_NONE && view->menu != MENU_RECIPE;
  export_field_clear(session);
  if (!is_open) open_menu(session, by > 0 ? MENU_EXAMPLES : MENU_HELP);
  else if (menu_count(session, view->menu) > 0) view->menu_item = item_beside(session, by);
  return true;
}

/* If opening fails the list stays open, so that something else can be chosen. */
static bool choose_from_disk(Session *session, const char *command, Status *status) {
  bool stays = menu_stays_open(session, MENU_BROWSE, session->view.menu_item);
  MenuId before = session->view.menu;
  /* the opened file may ask a question in a menu of its own */
  if (!stays) session->view.menu = MENU_NONE;
  if (session_do(session, command, status)) return true;
  session->view.menu = before;
  return false;
}

/* The menu closes before its command runs, since some commands open another. */
static bool choose_item(const CommandContext *context) {
  View *view = &context->session->view;
  if (export_field_is_done(context->session)) { /* what was typed is confirmed */
    open_menu(context->session, MENU_EXPORT);
    return true;
  }
  if (view->menu == MENU_ATTENTION && context->session->sized_item == view->menu_item + 1) {
    view->menu = MENU_NONE; /* the size that the arrows set is confirmed */
    return true;
  }
  const char *command =
      menu_command(context->session, view->menu, view->menu_item, context->session->scratch);
  if (view->menu == MENU_BROWSE)
    return choose_from_disk(context->session, command, context->status);
  if (!menu_stays_open(context->session, view->menu, view->menu_item)) view->menu = MENU_NONE;
  return session_do(context->session, command, context->status);
}

static bool move_selection(const CommandContext *context) {
  static const struct {
    const char *word;
    int down, right;
  } ways[] = {{"up", -1, 0}, {"down", 1, 0}, {"left", 0, -1}, {"right", 0, 1}};
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    if (!command_is(context, 1, ways[i].word)) continue;
    menu_move(context->session, ways[i].down, ways[i].right);
    return true;
  }
  return false;
}

/* In the export form from section to section; from the buttons, which are selected first, down to
** the beginning of the form, which shows it then. */
static void turn_export_form(Session *session, int down) {
  int item = session->view.menu_item, next = export_menu_move(session, item, down, 0);
  bool is_at_buttons = item >= export_menu_first();
  if (is_at_buttons && down < 0) return;
  if (is_at_buttons) next = export_menu_move(session, 0, 0, 0);
  else if (next >= export_menu_first()) return;
  export_field_clear(session);
  session->view.menu_item = next;
}

/* A menu shows its selected item, so that moving it scrolls. No wheel gives more than 100 notches
** between two frames. */
static bool turn_wheel(const CommandContext *context) {
  double notches;
  if (!command_has(context, 2) || !str_to_double(command_text(context, 2), &notches) ||
      !(notches >= -100 && notches <= 100))
    return command_wrong(context);
  int down = notches > 0 ? -1 : 1;
  for (int i = 0; i < (int)fabs(notches); i++) {
    if (context->session->view.menu == MENU_EXPORT) turn_export_form(context->session, down);
    else menu_move(context->session, down, 0);
  }
  return true;
}

/* "menu more", "menu less 2": the first or the second number of the selected item. */
static bool step_number(const CommandContext *context, bool *done) {
  Session *session = context->session;
  bool more = command_is(context, 1, "more"), second = command_is(context, 2, "2");
  *done = more || command_is(context, 1, "less");
  if (!*done) return false;
  if (!command_has(context, second ? 2 : 1)) return false;
  int by = more ? 1 : -1;
  if (session->view.menu == MENU_WHAT_IF) return what_if_step(session, by, second, context->status);
  return session->view.menu != MENU_ATTENTION ||
         attention_menu_step(session, by, second, context->status);
}

bool do_menu(const CommandContext *context) {
  const View *view = &context->session->view;
  if (command_is(context, 1, "wheel")) return turn_wheel(context);
  bool is_field;
  bool done = export_field_do(context, &is_field);
  if (is_field) return done;
  bool stepped = step_number(context, &is_field);
  if (is_field) return stepped;
  if (!command_has(context, 1)) return false;
  if (command_is(context, 1, "choose")) return choose_item(context);
  if (command_is(context, 1, "next")) return go_to_menu(context->session, 1);
  if (command_is(context, 1, "prev")) return go_to_menu(context->session, -1);
  if (move_selection(context)) return true;
  if (command_is(context, 1, names[MENU_BROWSE]) && view->menu != MENU_BROWSE)
    return session_do(context->session, "browse", context->status);
  for (int i = 0; i < MENU_COUNT; i++) {
    if (!command_is(context, 1, names[i])) continue;
    open_menu(context->session, (MenuId)i == view->menu ? MENU_NONE : (MenuId)i);
    return true;
  }
  return names_refuse(&(Names){_("there is no menu “%.*s”; it is one of: %s"),
                               _("there is no menu “%.*s”; did you mean “%s”? It is one of: %s"),
                               names, MENU_COUNT},
                      command_text(context, 1), context->status);
}
