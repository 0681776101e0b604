/* app/input.c -- finds the command of an event and sends it to the session.
**
** Every event ends in a command of the session, so a script can do the same and undo can undo it.
** Nothing here keeps a state of the picture.
*/
#include "app/input.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/menu_keys.h"
#include "base/number.h"

enum { HELD_BYTES = 256 }; /* the first block of an arena: most commands are short */

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

/* A command that succeeds takes the notice of an earlier one away; pointing is none. */
static void send(const InputState *input, const char *command) {
  Session *session = input->session;
  if (!command || !command[0]) return;
  unsigned long told = session_told_count(session);
  bool done = session_do(session, command, NULL);
  bool points = strncmp(command, "hover ", 6) == 0;
  if (done && !points && session_told_count(session) == told) session_forget_message(session);
}

/* ---- kept commands ---- */

static const char *held_text(const HeldCommand *command) {
  return command->text ? command->text : "";
}

/* Replaces the kept command; "" keeps none. */
static void hold_command(HeldCommand *command, const char *text) {
  assert(text && text != command->text); /* the old text is freed before the copy is made */
  command->text = NULL;
  if (command->arena) arena_reset(command->arena);
  else if (text[0]) command->arena = arena_make(HELD_BYTES);
  if (command->arena && text[0]) command->text = str_copy(command->arena, str_from(text));
}

void input_free(InputState *input) {
  HeldCommand *all[] = {&input->slider_click, &input->pressed_click, &input->first_twice,
                        &input->hovered, &input->dragged};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    arena_free(all[i]->arena);
    *all[i] = (HeldCommand){0};
  }
  arena_free(input->scratch);
  input->scratch = NULL;
  file_queue_free(&input->file_queue);
}

/* Frees the commands of the previous event. */
static void begin_event(InputState *input) {
  if (input->scratch) arena_reset(input->scratch);
  else input->scratch = arena_make(0);
}

/* The command of a hit at the pointer's position, valid until the next event; "" where it has
** none for the action. */
static const char *command_of_hit(const InputState *input, const DrawHit *hit, HitAction action) {
  return hit && input->scratch ? hit_command(hit, action, input->at, 0, input->scratch) : "";
}

/* No hit is kept: hits belong to the list on show, which the next picture replaces. */
static const DrawHit *hit_under_pointer(const InputState *input) {
  return input->list && input->inside ? hit_at(input->list, input->at) : NULL;
}

/* ---- pointer ---- */

/* Sent when it changes, not with every move: a mouse reports a hundred moves a second. */
static void send_hover(InputState *input) {
  const char *command = command_of_hit(input, hit_under_pointer(input), HIT_HOVER);
  if (strcmp(command, held_text(&input->hovered)) == 0) return;
  hold_command(&input->hovered, command);
  send(input, command[0] ? command : "hover none");
}

/* The command of a slider comes from the copy of its hit, since the pointer may have left it; that
** of words and cells from the hit under the pointer. */
static void send_drag(InputState *input) {
  const DrawHit *hit = input->slider.slider ? &input->slider : hit_under_pointer(input);
  bool is_other_slider = hit && hit->slider && hit != &input->slider;
  const char *command = is_other_slider ? "" : command_of_hit(input, hit, HIT_DRAG);
  if (!command[0] || strcmp(command, held_text(&input->dragged)) == 0) return;
  hold_command(&input->dragged, command);
  send(input, command);
}

/* A move of up to one point still counts as rest, so that a trembling hand
** does not close the tip. */
void input_move(InputState *input, Point at, double now_ms) {
  begin_event(input);
  input->inside = true;
  input->at = at;
  if (fabsf(at.x - input->still_at.x) > 1 || fabsf(at.y - input->still_at.y) > 1) {
    input->still_at = at;
    input->still_ms = now_ms;
    input->tip_closed = false;
  }
  if (input->bending.is_on) bending_move(&input->bending, input->session, at);
  else if (input->dragging) send_drag(input);
  else if (!input->pressed) send_hover(input);
}

/* While a button is down the window system still reports the pointer from outside. */
void input_leave(InputState *input) {
  begin_event(input);
  input->inside = false;
  if (!input->pressed) send_hover(input);
}

/* Copies the hit, whose strings belong to a list that the next picture replaces. */
static void keep_slider(InputState *input, const DrawHit *hit) {
  assert(hit->slider);
  hold_command(&input->slider_click, hit->click ? hit->click : "");
  input->slider = (DrawHit){.box = hit->box, .slider = true, .click = input->slider_click.text};
}

static bool is_in_sentence(const DrawHit *hit) {
  return hit && hit->click && strncmp(hit->click, "edit ", 5) == 0;
}

static bool begins_second(const char *command) {
  return command && str_starts(str_from(command), "edit second");
}

static bool is_of_second(const DrawHit *hit) { return hit && begins_second(hit->click); }

/* A press outside the sentence gives the keyboard back to the picture. */
static void end_edit_beside(const InputState *input) {
  if (session_edit(input->session)->active && !is_in_sentence(hit_under_pointer(input)))
    send(input, "edit end");
}

/* The command of a double click; "" if this press is none. It is that of the hit that the
** first press met, even if that press changed the picture: a token may have become the
** editor. In the sentence the third press of each three selects all; elsewhere every second
** press is a double click. */
static const char *double_click_command(InputState *input, const DrawHit *hit, int clicks) {
  bool is_second = is_in_sentence(hit) ? clicks % 3 == 2 : clicks % 2 == 0;
  if (clicks == 1) hold_command(&input->first_twice, command_of_hit(input, hit, HIT_TWICE));
  if (!is_second) return "";
  bool is_of_first = clicks == 2 && input->first_twice.text;
  return is_of_first ? input->first_twice.text : command_of_hit(input, hit, HIT_TWICE);
}

/* What can be dragged acts on press, so that the drag begins there; the rest acts on release, so
** that a person can cancel by moving away. */
void input_press(InputState *input, Point at, int clicks) {
  begin_event(input);
  input->inside = input->acted = input->pressed = input->tip_closed = true;
  input->at = at;
  input->dragging = false;
  input->bending = (Bending){0};
  input->focus = (Focus){0};
  input->slider = (DrawHit){0};
  hold_command(&input->pressed_click, "");
  hold_command(&input->dragged, "");
  if (clicks == 1) hold_command(&input->first_twice, "");
  end_edit_beside(input);
  const DrawHit *hit = hit_under_pointer(input);
  if (!hit) return;
  if (hit->bends) bending_begin(&input->bending, input->session, at);
  input->dragging = hit->slider || hit->drag;
  if (hit->slider) keep_slider(input, hit);
  if (input->dragging && !hit->slider)
    hold_command(&input->dragged, command_of_hit(input, hit, HIT_DRAG));
  bool is_third = is_in_sentence(hit) && clicks % 3 == 0;
  const char *command =
      is_third ? is_of_second(hit) ? "edit second; edit select-all" : "edit begin; edit select-all"
               : double_click_command(input, hit, clicks);
  const char *click = command[0] ? "" : command_of_hit(input, hit, HIT_CLICK);
  if (!input->dragging) hold_command(&input->pressed_click, click);
  send(input, input->dragging && click[0] ? click : command);
}

bool input_bend(InputState *input, Point at) {
  begin_event(input);
  input->inside = true;
  input->at = at;
  const DrawHit *hit = hit_under_pointer(input);
  if (!hit || hit->rows <= 0 || !hit->click || !str_starts(str_from(hit->click), "cell "))
    return false;
  input->acted = input->pressed = input->tip_closed = true;
  input->dragging = false;
  input->focus = (Focus){0};
  hold_command(&input->pressed_click, "");
  send(input, command_of_hit(input, hit, HIT_CLICK));
  return bending_begin(&input->bending, input->session, at);
}

bool input_aside(InputState *input, Point at) {
  begin_event(input);
  input->inside = true;
  input->at = at;
  const char *command = command_of_hit(input, hit_under_pointer(input), HIT_ASIDE);
  if (!command[0]) return false;
  input->acted = input->tip_closed = true;
  input->focus = (Focus){0};
  send(input, command);
  return true;
}

/* Pastes at the pointer's position in an open editor, else behind the last word. */
void input_middle(InputState *input, Point at) {
  begin_event(input);
  input->inside = input->acted = input->tip_closed = true;
  input->at = at;
  const DrawHit *hit = hit_under_pointer(input);
  bool is_token = hit && hit->twice && strncmp(hit->twice, "edit ", 5) == 0;
  if (!is_in_sentence(hit) && !is_token) return;
  bool active = session_edit(input->session)->active;
  bool is_second = begins_second(hit->twice) || begins_second(hit->click);
  const char *begins = is_second ? "edit second" : "edit begin; edit end-of-line";
  send(input, active ? command_of_hit(input, hit, HIT_CLICK) : begins);
  send(input, "edit paste selected");
}

/* Compares commands, not hits, because the list may have been rebuilt since the press. */
void input_release(InputState *input, Point at) {
  begin_event(input);
  input->at = at;
  const char *command =
      input->pressed_click.text ? command_of_hit(input, hit_under_pointer(input), HIT_CLICK) : "";
  bool same = command[0] && strcmp(command, held_text(&input->pressed_click)) == 0;
  same = same && !input->bending.has_moved;
  input->pressed = input->dragging = false;
  input->bending = (Bending){0};
  input->slider = (DrawHit){0};
  hold_command(&input->pressed_click, "");
  if (same) send(input, command);
}

/* A scroll_notch above 0 is the share of the whole that one notch scrolls. */
static bool scrolls(const DrawHit *hit) {
  return hit->scroll_notch.x > 0 || hit->scroll_notch.y > 0;
}

/* The topmost hit that reacts to the wheel; none behind a hit that covers the window. */
static const DrawHit *wheel_hit(const InputState *input, bool to_scroll) {
  const DrawList *list = input->list;
  for (int i = list ? list->hit_count - 1 : -1; i >= 0; i--) {
    const DrawHit *hit = &list->hits[i];
    if (!box_holds(hit->box, input->at)) continue;
    if (to_scroll ? scrolls(hit) : hit->wheel != NULL) return hit;
    if (hit->box.w >= list->width_pt - 1 && hit->box.h >= list->height_pt - 1) return NULL;
  }
  return NULL;
}

/* A fine wheel sends parts of notches, which add up; turning back subtracts them. */
void input_wheel(InputState *input, float notches) {
  input->wheel_rest += notches;
  const DrawHit *hit = wheel_hit(input, false);
  float notch = input->wheel_rest > 0 ? 1 : -1;
  begin_event(input);
  if (!hit || fabsf(input->wheel_rest) < 1) {
    if (!hit) input->wheel_rest = 0;
    return;
  }
  const char *command =
      input->scratch ? hit_command(hit, HIT_WHEEL, input->at, notch, input->scratch) : "";
  for (; fabsf(input->wheel_rest) >= 1; input->wheel_rest -= notch) send(input, command);
}

/* While the view follows a selected cell (is_held), the first scroll sets an absolute position,
** computed from where the view stands; later ones are relative. */
void input_scroll(const InputState *input, float right, float down) {
  const DrawHit *hit = wheel_hit(input, true);
  const View *view = session_view(input->session);
  char command[64];
  if (!hit) return;
  if (hit->scroll_notch.x <= 0) down += right, right = 0;
  bool is_free = view->left_query == view->query && view->left_key == view->key;
  double x = (double)(right * hit->scroll_notch.x), y = (double)(down * hit->scroll_notch.y);
  if (!hit->is_held || is_free) snprintf(command, sizeof command, "scroll by %.5f %.5f", x, y);
  else
    snprintf(command, sizeof command, "scroll %.5f %.5f",
             double_clamp((double)hit->scroll.x + x, 0, 1),
             double_clamp((double)hit->scroll.y + y, 0, 1));
  send(input, command);
}

Box input_hovered(const InputState *input) {
  const DrawHit *hit = input->dragging ? NULL : hit_under_pointer(input);
  bool answers = !hit || hit->slider || hit->rows > 0 || hit->hover;
  return !answers && hit->click && hit->cursor == CURSOR_HAND ? hit_shown(hit) : (Box){0};
}

/* The cursor of a held slider stays wherever the pointer is. */
CursorId input_cursor(const InputState *input) {
  if (input->slider.slider) return CURSOR_DRAG;
  const DrawHit *hit = hit_under_pointer(input);
  return hit ? hit->cursor : CURSOR_ARROW;
}

const char *input_tip(const InputState *input, double now_ms, double *due_ms) {
  const DrawHit *hit = input->pressed || input->tip_closed ? NULL : hit_under_pointer(input);
  *due_ms = -1;
  if (!hit || !hit->tip) return NULL;
  double due = input->still_ms + INPUT_TIP_MS;
  if (now_ms >= due) return hit->tip;
  *due_ms = due;
  return NULL;
}

/* ---- keys and text ---- */

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
  if (command[0]) send(input, command);
  else if (strncmp(key, "Ctrl-", 5) == 0 || key[0] == 'F') send(input, command_of_key(input, key));
}

/* In the training view the fields of the recipe are a menu that is always open; the controls
** follow its last item. */
void input_focus(InputState *input, int by) {
  assert(by >= -1 && by <= 1);
  const View *view = session_view(input->session);
  bool trains = view->kind == VIEW_TRAINING && input->focus.control == 0;
  if (by == 0) input->focus = (Focus){0};
  else if (view->menu == MENU_NONE && trains) send(input, "menu recipe");
  else {
    bool leaves = view->menu == MENU_RECIPE;
    if (leaves) send(input, "menu none");
    bool moves = (leaves || view->menu == MENU_NONE) && focus_move(&input->focus, input->list, by);
    if (!moves) send(input, by > 0 ? "menu next" : "menu prev");
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
  if (strcmp(key, "Esc") == 0) return send(input, "focus none"), true;
  if (!input->scratch) input->scratch = arena_make(0);
  if (!input->scratch) return false;
  ArenaMark mark = arena_mark(input->scratch);
  const char *command = focus_command(input, key);
  bool takes = command != NULL;
  if (takes) send(input, command);
  else input->focus.place = 0;
  arena_rewind(input->scratch, mark);
  return takes;
}

/* A word of a lesson that the keyboard stands on shows what it speaks of. */
static void point_by_focus(InputState *input) {
  const char *points = focus_points(&input->focus, input->list);
  if (!points && !input->points_by_focus) return;
  input->points_by_focus = points != NULL;
  send(input, points ? points : "hover none");
}

void input_key(InputState *input, const char *key) {
  assert(input->session && key[0]);
  const Edit *edit = session_edit(input->session);
  MenuId menu = session_view(input->session)->menu;
  input->acted = input->tip_closed = true;
  if (edit->active && edit->composition[0]) return; /* the input method handles these keys */
  const char *command = edit->active ? NULL : menu_keys_command(input->session, key);
  if (edit->active) edit_key(input, key);
  else if (command) send(input, command);
  else if (menu != MENU_NONE || !focus_key(input, key)) send(input, command_of_key(input, key));
  point_by_focus(input);
}

/* Sends the command `name "text" rest`, of any length. */
static void send_quoted(const InputState *input, const char *name, Str text, const char *rest) {
  Arena *arena = arena_make(text.bytes * 2 + 256);
  if (!arena) return;
  StrBuf line = strbuf_make(arena);
  strbuf_format(&line, "%s ", name);
  strbuf_add_json(&line, text);
  strbuf_format(&line, "%s", rest);
  if (!line.failed) session_do_text(input->session, strbuf_str(&line), NULL);
  arena_free(arena);
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
  send_quoted(input, command, str_from(text), "");
}

/* An empty composition is sent too, so that it is removed from the sentence. */
void input_compose(const InputState *input, const char *text, int caret_characters) {
  const Edit *edit = session_edit(input->session);
  char caret[24];
  if (!edit->active || (!text[0] && !edit->composition[0])) return;
  snprintf(caret, sizeof caret, " %d", caret_characters > 0 ? caret_characters : 0);
  send_quoted(input, "edit compose", str_from(text), caret);
}

void input_drop_begin(InputState *input) { file_queue_drop_begin(&input->file_queue); }

void input_drop_end(InputState *input) { file_queue_drop_end(&input->file_queue); }

void input_drop_file(InputState *input, const char *path) {
  input->acted = true;
  file_queue_drop(&input->file_queue, input->session, path);
}

void input_drop(InputState *input, Str text) {
  input->acted = true;
  send_quoted(input, "sentence", str_trim(text), "");
}
