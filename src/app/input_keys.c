/* app/input_keys.c -- finds the command of a key or of typed text, which the sentence, an open menu
** or the control with the keyboard focus takes first, and sends it to the session.
*/
#include "app/input_internal.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "app/menu_keys.h"

static const char *const arrows[] = {"←", "→", "↑", "↓"};

/* The keys that edit the sentence while it has the keyboard; Shift adds "select" to moves. */
static const struct {
  const char *key, *command;
  bool moves;
} edit_keys[] = {{"←", "edit left", true},
                 {"→", "edit right", true},
                 {"Ctrl-←", "edit word-left", true},
                 {"Ctrl-→", "edit word-right", true},
                 {"Home", "edit home", true},
                 {"End", "edit end-of-line", true},
                 {"↑", "edit home", true},
                 {"↓", "edit end-of-line", true},
                 {"Backspace", "edit backspace", false},
                 {"Delete", "edit delete", false},
                 {"Ctrl-Backspace", "edit word-backspace", false},
                 {"Ctrl-Delete", "edit word-delete", false},
                 {"Ctrl-A", "edit select-all", false},
                 {"Ctrl-C", "edit copy", false},
                 {"Ctrl-X", "edit cut", false},
                 {"Ctrl-V", "edit paste", false},
                 {"Tab", "edit end; focus next", false},
                 {"Shift Tab", "edit end; focus prev", false},
                 {"Enter", "edit end", false},
                 {"Esc", "edit cancel", false}};

static const char *command_of_key(const InputState *input, const char *key) {
  bool presents = session_view(input->session)->presenter;
  const char *of_lesson = menu_keys_of_lesson(input->session, key);
  if (of_lesson) return of_lesson;
  /* nothing plays where nobody sees it */
  bool is_blank = presents && session_view(input->session)->blank != BLANK_OFF;
  if (is_blank && strcmp(key, "Space") == 0) return "blank off";
  return presents ? commands_for_presenter_key(key) : commands_for_key(key);
}

static bool is_edit_key(const char *key, char *command, size_t command_bytes) {
  for (size_t i = 0; i < sizeof edit_keys / sizeof *edit_keys; i++) {
    if (strcmp(key, edit_keys[i].key) != 0) continue;
    snprintf(command, command_bytes, "%s", edit_keys[i].command);
    return edit_keys[i].moves;
  }
  command[0] = 0;
  return false;
}

static bool is_arrow(const char *name) {
  for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
    if (strcmp(name, arrows[i]) == 0) return true;
  return false;
}

/* "Shift ←" and "Ctrl-Shift-←" become "←" and "Ctrl-←"; true if the key moves the
** caret, and so selects. */
static bool without_shift(const char *key, char *plain, size_t plain_bytes) {
  const char *name = key;
  bool control = strncmp(key, "Ctrl-Shift-", 11) == 0;
  if (control) name = key + 11;
  else if (strncmp(key, "Shift ", 6) == 0) name = key + 6;
  else return false;
  bool moves = is_arrow(name) || strcmp(name, "Home") == 0 || strcmp(name, "End") == 0;
  snprintf(plain, plain_bytes, "%s%s", control ? "Ctrl-" : "", name);
  return moves;
}

/* Ctrl and function keys that edit nothing are commands; a plain key is text,
** which arrives as text. */
static void edit_key(InputState *input, const char *key) {
  char command[64], plain[32];
  bool leaves = strcmp(key, "Tab") == 0 || strcmp(key, "Shift Tab") == 0;
  bool is_second = session_edit(input->session)->stream == 1;
  if (leaves) focus_set(&input->focus, is_second ? TAB_SECOND : TAB_SENTENCE);
  bool shift = without_shift(key, plain, sizeof plain);
  bool moves = is_edit_key(shift ? plain : key, command, sizeof command - 8);
  if (shift && moves) strcat(command, " select");
  if (command[0]) input_send(input, command);
  else if (strncmp(key, "Ctrl-", 5) == 0 || key[0] == 'F')
    input_send(input, command_of_key(input, key));
}

/* In the training view the fields of the recipe are a menu that is always open; the controls
** follow its last item. */
void input_focus(InputState *input, int by) {
  assert(by >= -1 && by <= 1);
  const View *view = session_view(input->session);
  bool trains = view->kind == VIEW_TRAINING && input->focus.control == 0;
  if (by == 0) input->focus = (Focus){0};
  else if (view->menu == MENU_NONE && trains) input_send(input, "menu recipe");
  else {
    bool leaves = view->menu == MENU_RECIPE;
    if (leaves) input_send(input, "menu none");
    bool moves = (leaves || view->menu == MENU_NONE) && focus_move(&input->focus, input->list, by);
    if (!moves) input_send(input, by > 0 ? "menu next" : "menu prev");
  }
}

/* Over cells Enter hides or shows what is chosen while the mask editor is on; else it shows the
** cursor. It never opens the sentence. */
static const char *enter_cells(const View *view) {
  if (view->mask_editor) return "enter";
  return view->query < 0 ? "cursor down" : "";
}

/* The command of a key for the control with the keyboard focus; NULL: the key is not for it. */
static const char *focus_command(InputState *input, const char *key) {
  static const struct {
    const char *key;
    int right, down;
  } ways[] = {{"←", -1, 0}, {"→", 1, 0}, {"↑", 0, -1}, {"↓", 0, 1}};
  bool enters = strcmp(key, "Enter") == 0;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    if (strcmp(key, ways[i].key) == 0)
      return focus_arrow(&input->focus, input->list, ways[i].right, ways[i].down, input->scratch);
  if (enters && input->focus.stop == TAB_CELLS) return enter_cells(session_view(input->session));
  if (input->focus.stop == TAB_PANEL) {
    if (strcmp(key, "PageDown") == 0) return command_of_key(input, "Shift PageDown");
    if (strcmp(key, "PageUp") == 0) return command_of_key(input, "Shift PageUp");
  }
  if (!enters && strcmp(key, "Space") != 0) return NULL;
  return focus_press(&input->focus, input->list, input->scratch);
}

/* True if the control with the keyboard focus takes the key. */
static bool focus_key(InputState *input, const char *key) {
  if (input->focus.control == 0 || focus_box(&input->focus, input->list).w <= 0) return false;
  if (strcmp(key, "Esc") == 0) return input_send(input, "focus none"), true;
  if (!input->scratch) input->scratch = arena_make(0);
  if (!input->scratch) return false;
  ArenaMark mark = arena_mark(input->scratch);
  const char *command = focus_command(input, key);
  bool takes = command != NULL;
  if (takes) input_send(input, command);
  else input->focus.place = 0;
  arena_rewind(input->scratch, mark);
  return takes;
}

/* A word of a lesson that the keyboard stands on shows what it speaks of. */
static void point_by_focus(InputState *input) {
  const char *points = focus_points(&input->focus, input->list);
  if (!points && !input->points_by_focus) return;
  input->points_by_focus = points != NULL;
  input_send(input, points ? points : "hover none");
}

void input_key(InputState *input, const char *key) {
  assert(input->session && key[0]);
  const Edit *edit = session_edit(input->session);
  MenuId menu = session_view(input->session)->menu;
  input->acted = input->tip_closed = true;
  if (edit->active && edit->composition[0]) return; /* the input method handles these keys */
  const char *command = edit->active ? NULL : menu_keys_command(input->session, key);
  if (edit->active) edit_key(input, key);
  else if (command) input_send(input, command);
  else if (menu != MENU_NONE || !focus_key(input, key))
    input_send(input, command_of_key(input, key));
  point_by_focus(input);
}

/* A key that prints also arrives here as text, after its key; it is ignored
** where nothing takes text. */
void input_text(InputState *input, const char *text) {
  if (!text[0] || !session_takes_text(input->session)) return;
  const View *view = session_view(input->session);
  MenuId menu = view->menu;
  bool is_editing = session_edit(input->session)->active;
  const char *command = menu == MENU_BROWSE                      ? "browse type"
                        : menu == MENU_HELP                      ? "help type"
                        : is_editing                             ? "edit insert"
                        : view->sets_number && menu == MENU_NONE ? "set type"
                        : menu == MENU_NONE && session_board_has_cell(input->session) ? "board type"
                        : menu == MENU_NONE ? "lesson type"
                                            : "menu type";
  if (menu == MENU_HELP && menu_keys_help_keeps(input->session, text)) return;
  input->acted = true;
  input_send_quoted(input, command, str_from(text), "");
}

/* An empty composition is sent too, so that it is removed from the sentence. */
void input_compose(const InputState *input, const char *text, int caret_characters) {
  const Edit *edit = session_edit(input->session);
  char caret[24];
  if (!edit->active || (!text[0] && !edit->composition[0])) return;
  snprintf(caret, sizeof caret, " %d", caret_characters > 0 ? caret_characters : 0);
  input_send_quoted(input, "edit compose", str_from(text), caret);
}
