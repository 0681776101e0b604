/* session/menu/selection.c -- where the selection of a menu stands and goes, and the command that
** opens menus, moves in them and chooses. */
#include "session/menu/menu.h"

#include <assert.h>
#include <math.h>
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
  if (menu == MENU_RECIPE && menu_count(session, menu) == 0) menu = MENU_NONE;
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
