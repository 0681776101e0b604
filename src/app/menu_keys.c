/* app/menu_keys.c -- keys of open menus and dialogs. */
#include "app/menu_keys.h"

#include <string.h>

#include "session/lesson/on_show.h"
#include "session/menu/help_search.h"
#include "session/menu/menu.h"

typedef struct MenuKey {
  const char *key, *command;
} MenuKey;

static const MenuKey walks[] = {{"Tab", "menu next"}, {"Shift Tab", "menu prev"}};
static const MenuKey arrows[] = {
    {"↑", "menu up"}, {"↓", "menu down"}, {"←", "menu left"}, {"→", "menu right"}};
/* Numbers of the chosen kind of attention; with Ctrl its second one. */
static const MenuKey of_attention[] = {
    {"+", "menu more"}, {"-", "menu less"}, {"Ctrl-+", "menu more 2"}, {"Ctrl--", "menu less 2"}};
/* In the file browser every key that prints is text that filters the names. */
static const MenuKey of_browser[] = {{"Backspace", "browse erase"},
                                     {"Enter", "menu choose"},
                                     {"Esc", "menu none"},
                                     {"Ctrl-O", "menu none"},
                                     {"Ctrl-V", "browse paste"},
                                     {"↑", "menu up"},
                                     {"↓", "menu down"}};

/* A cell of a board: keys that print are typed into it. */
static const MenuKey of_board[] = {{"↑", "board move up"},
                                   {"↓", "board move down"},
                                   {"←", "board move left"},
                                   {"→", "board move right"},
                                   {"Tab", "board move next"},
                                   {"Shift Tab", "board move prev"},
                                   {"Enter", "board enter"},
                                   {"Esc", "board leave"},
                                   {"Backspace", "board erase"},
                                   {"Ctrl-V", "board paste"},
                                   {"Ctrl-A", ""}};

/* Beside a lesson arrows turn its pages; presenting, so do the keys of a clicker (advance). */
static const MenuKey of_lesson[] = {{"→", "lesson next"},
                                    {"←", "lesson prev"},
                                    {"Enter", "lesson enter"},
                                    {"PageDown", "lesson scroll -3"},
                                    {"PageUp", "lesson scroll 3"}};
/* A question takes what prints. */
static const MenuKey of_question[] = {{"Enter", "lesson enter"},
                                      {"Esc", "lesson leave"},
                                      {"Backspace", "lesson erase"},
                                      {"Ctrl-A", ""},
                                      {"↑", "lesson up"},
                                      {"↓", "lesson down"},
                                      {"→", "lesson next"},
                                      {"←", "lesson prev"},
                                      {"Tab", "lesson leave; focus next"},
                                      {"Shift Tab", "lesson leave; focus prev"}};

static const char *find_key(const MenuKey *keys, size_t count, const char *key) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(keys[i].key, key) == 0) return keys[i].command;
  return NULL;
}

static bool is_dialog(MenuId menu) {
  return menu == MENU_RESTORE || menu == MENU_HELP || menu == MENU_EXPORT || menu == MENU_BROWSE ||
         menu == MENU_CARD || menu == MENU_QUESTION || menu == MENU_SCRIPT;
}

static bool dialog_knows(MenuId menu, const char *key) {
  static const char *const known[] = {"Enter", "Esc", "+", "-", "0", "F11"};
  bool asks = menu == MENU_RESTORE || menu == MENU_QUESTION || menu == MENU_SCRIPT;
  if (strcmp(key, "F5") == 0) return !asks; /* it would close the question unanswered */
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(key, known[i]) == 0) return true;
  if (menu == MENU_CARD) return strcmp(key, "i") == 0;
  return strcmp(key, menu == MENU_HELP ? "?" : menu == MENU_EXPORT ? "e" : "") == 0;
}

static const char *dialog_command(MenuId menu, bool has_items, const char *key) {
  if (has_items && strcmp(key, "Space") == 0) key = "Enter";
  if (!dialog_knows(menu, key)) return "";
  const char *command = commands_for_key(key);
  return command ? command : "";
}

static const char *browser_command(const char *key) {
  const char *own = find_key(of_browser, sizeof of_browser / sizeof *of_browser, key);
  return own ? own : strcmp(key, "F11") == 0 ? commands_for_key(key) : "";
}

/* Fields other than the sentence have their caret at the end. A key that would move it does nothing
** there: elsewhere it goes to another stage. */
static bool is_caret_key(const char *key) {
  static const char *const known[] = {"Home", "End", "Delete"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(key, known[i]) == 0) return true;
  return false;
}

/* In a field of a form a key that prints arrives as text, and is no command. NULL: a key that a
** field does not take. */
static const char *field_command(const char *key) {
  if (strcmp(key, "Backspace") == 0) return "menu erase";
  if (strcmp(key, "Ctrl-A") == 0) return "";
  return !key[1] || strcmp(key, "Space") == 0 ? "" : NULL;
}

static const char *board_command(const char *key) {
  const char *own = find_key(of_board, sizeof of_board / sizeof *of_board, key);
  return own ? own : !key[1] || strcmp(key, "Space") == 0 || is_caret_key(key) ? "" : NULL;
}

/* NULL: the question does not take the key, or none is asked. */
static const char *question_command(const Session *session, const char *key) {
  const LessonOnShow *lesson = session_lesson(session);
  if (!lesson || lesson->asked < 0) return NULL;
  const char *own = find_key(of_question, sizeof of_question / sizeof *of_question, key);
  return own ? own : !key[1] || strcmp(key, "Space") == 0 || is_caret_key(key) ? "" : NULL;
}

const char *menu_keys_of_lesson(const Session *session, const char *key) {
  bool presents = session_view(session)->presenter;
  if (!session_lesson(session) || session_view(session)->menu != MENU_NONE) return NULL;
  if (presents && strcmp(key, "Enter") != 0) return NULL;
  return find_key(of_lesson, sizeof of_lesson / sizeof *of_lesson, key);
}

/* With all of it chosen, what is typed replaces it, as after opening. */
static const char *number_command(const char *key) {
  static const MenuKey of_number[] = {{"Enter", "set enter"},
                                      {"Esc", "set leave"},
                                      {"Backspace", "set erase"},
                                      {"Ctrl-Backspace", "set field"},
                                      {"Ctrl-A", "set field"},
                                      {"←", ""},
                                      {"→", ""},
                                      {"Ctrl-←", ""},
                                      {"Ctrl-→", ""},
                                      {"Space", ""}};
  const char *own = find_key(of_number, sizeof of_number / sizeof *of_number, key);
  return own ? own : !key[1] || is_caret_key(key) ? "" : NULL;
}

/* What is typed into the help is searched for. Before the first letter these keys mean what they
** mean elsewhere. */
static bool is_key_of_help(const char *key) { return strlen(key) == 1 && strchr("?+-0 ", key[0]); }

bool menu_keys_help_keeps(const Session *session, const char *text) {
  return session_help_search(session).bytes == 0 && is_key_of_help(text);
}

static const char *help_command(const Session *session, const char *key) {
  static const MenuKey scrolls[] = {{"↑", "menu wheel 1"},      {"↓", "menu wheel -1"},
                                    {"PageUp", "menu wheel 4"}, {"PageDown", "menu wheel -4"},
                                    {"Home", "menu wheel 100"}, {"End", "menu wheel -100"}};
  const char *scroll = find_key(scrolls, sizeof scrolls / sizeof *scrolls, key);
  if (scroll) return scroll;
  if (strcmp(key, "Backspace") == 0) return "help erase";
  if (is_key_of_help(key) && !menu_keys_help_keeps(session, key)) return "";
  return dialog_command(MENU_HELP, false, key);
}

const char *menu_keys_command(const Session *session, const char *key) {
  MenuId menu = session_view(session)->menu;
  bool has_items = menu_count(session, menu) > 0, is_recipe = menu == MENU_RECIPE;
  const char *walk = find_key(walks, 2, key), *arrow = find_key(arrows, 4, key);
  if (menu == MENU_NONE && session_board_has_cell(session)) return board_command(key);
  if (menu == MENU_NONE && session_view(session)->sets_number) return number_command(key);
  if (menu == MENU_NONE) return question_command(session, key);
  if (walk) return is_recipe ? NULL : walk;
  if (menu == MENU_BROWSE) return browser_command(key);
  bool in_field = menu == MENU_EXPORT && session_takes_text(session);
  if (in_field && field_command(key)) return field_command(key);
  if (has_items && arrow) return arrow;
  if (menu == MENU_HELP) return help_command(session, key);
  if (is_dialog(menu)) return dialog_command(menu, has_items, key);
  const char *step = find_key(of_attention, sizeof of_attention / sizeof *of_attention, key);
  if (step && (menu == MENU_ATTENTION || menu == MENU_WHAT_IF)) return step;
  /* the recipe is always open, and Space trains */
  return has_items && !is_recipe && strcmp(key, "Space") == 0 ? "menu choose" : NULL;
}
