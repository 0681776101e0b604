/* app/hands.c -- finding the command, and sending it.
**
** Whatever a hand does ends in a command of the session, so a script can do it as well, and undo
** can undo it. Nothing here keeps a state of the picture.
*/
#include "app/hands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "session/menu/menu.h"

enum { HELD_BYTES = 256 }; /* of an arena's first block: most commands are short */

static const char *const arrows[] = {"←", "→", "↑", "↓"};

/* What keys mean while the sentence has the keyboard; Shift adds "select" to the moves. */
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

static void send(const Hands *hands, const char *command) {
  if (command && command[0]) session_do(hands->session, command, NULL);
}

/* ---- commands held ---- */

static const char *held(const HeldCommand *command) { return command->text ? command->text : ""; }

/* "" ends what was held. */
static void hold(HeldCommand *command, const char *text) {
  command->text = NULL;
  if (command->arena) arena_reset(command->arena);
  else if (text[0]) command->arena = arena_make(HELD_BYTES);
  if (command->arena && text[0]) command->text = str_copy(command->arena, str_from(text));
}

void hands_free(Hands *hands) {
  HeldCommand *all[] = {&hands->slider_click, &hands->pressed_click, &hands->first_twice,
                        &hands->hovered, &hands->dragged};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    arena_free(all[i]->arena);
    *all[i] = (HeldCommand){0};
  }
  arena_free(hands->scratch);
  hands->scratch = NULL;
}

/* Commands spelled for the event before are over. */
static void begin_event(Hands *hands) {
  if (hands->scratch) arena_reset(hands->scratch);
  else hands->scratch = arena_make(0);
}

/* What the hit answers where the pointer is, until the next event; "" where it has nothing for such
** an action. */
static const char *spell(const Hands *hands, const DrawHit *hit, HitAction action) {
  return hit && hands->scratch ? hit_command(hit, action, hands->at, 0, hands->scratch) : "";
}

/* Hits belong to the list on show, which the next picture replaces: none is held on to. */
static const DrawHit *under(const Hands *hands) {
  return hands->list && hands->inside ? hit_at(hands->list, hands->at) : NULL;
}

/* ---- pointer ---- */

/* Sent when it changes and not with every move: a mouse reports a hundred moves a second. */
static void hover(Hands *hands) {
  const char *command = spell(hands, under(hands), HIT_HOVER);
  if (strcmp(command, held(&hands->hovered)) == 0) return;
  hold(&hands->hovered, command);
  send(hands, command[0] ? command : "hover none");
}

/* A slider is asked by the copy of its hit, since the pointer may have left it; words and cells by
** what lies under the pointer now. */
static void drag(Hands *hands) {
  const DrawHit *hit = hands->slider.slider ? &hands->slider : under(hands);
  bool is_other_slider = hit && hit->slider && hit != &hands->slider;
  const char *command = is_other_slider ? "" : spell(hands, hit, HIT_DRAG);
  if (!command[0] || strcmp(command, held(&hands->dragged)) == 0) return;
  hold(&hands->dragged, command);
  send(hands, command);
}

/* A point of trembling is still rest: a tip must not vanish while a hand lies on the mouse. */
void hands_move(Hands *hands, Point at, double now_ms) {
  begin_event(hands);
  hands->inside = true;
  hands->at = at;
  if (fabsf(at.x - hands->still_at.x) > 1 || fabsf(at.y - hands->still_at.y) > 1) {
    hands->still_at = at;
    hands->still_ms = now_ms;
    hands->tip_closed = false;
  }
  if (hands->dragging) drag(hands);
  else if (!hands->pressed) hover(hands);
}

/* A pressed button keeps the pointer: the system goes on reporting it from outside. */
void hands_leave(Hands *hands) {
  begin_event(hands);
  hands->inside = false;
  if (!hands->pressed) hover(hands);
}

/* Its strings are the list's, which goes with the next picture. */
static void keep_slider(Hands *hands, const DrawHit *hit) {
  hold(&hands->slider_click, hit->click ? hit->click : "");
  hands->slider = (DrawHit){.box = hit->box, .slider = true, .click = hands->slider_click.text};
}

static bool is_in_sentence(const DrawHit *hit) {
  return hit && hit->click && strncmp(hit->click, "edit ", 5) == 0;
}

/* A press beside the sentence gives the keyboard back to the picture. */
static void end_edit_beside(const Hands *hands) {
  if (session_edit(hands->session)->active && !is_in_sentence(under(hands)))
    send(hands, "edit end");
}

/* What a double click sends; "" where this press is none. It is meant for what its first press met,
** though that has answered since: a chip of the sentence has become the editor. In the sentence a
** third click follows, in a picture of buttons two double clicks may. */
static const char *double_click(Hands *hands, const DrawHit *hit, int clicks) {
  bool is_second = is_in_sentence(hit) ? clicks % 3 == 2 : clicks % 2 == 0;
  if (clicks == 1) hold(&hands->first_twice, spell(hands, hit, HIT_TWICE));
  if (!is_second) return "";
  bool is_of_first = clicks == 2 && hands->first_twice.text;
  return is_of_first ? hands->first_twice.text : spell(hands, hit, HIT_TWICE);
}

/* What can be dragged acts at once, so that the drag begins with it; what cannot, on release, so
** that a person may think better of it and move away. */
void hands_press(Hands *hands, Point at, int clicks) {
  begin_event(hands);
  hands->inside = hands->acted = hands->pressed = hands->tip_closed = true;
  hands->at = at;
  hands->dragging = false;
  hands->focus = (Focus){0};
  hands->slider = (DrawHit){0};
  hold(&hands->pressed_click, "");
  hold(&hands->dragged, "");
  if (clicks == 1) hold(&hands->first_twice, "");
  end_edit_beside(hands);
  const DrawHit *hit = under(hands);
  if (!hit) return;
  hands->dragging = hit->slider || hit->drag;
  if (hit->slider) keep_slider(hands, hit);
  if (hands->dragging && !hit->slider) hold(&hands->dragged, spell(hands, hit, HIT_DRAG));
  bool is_third = is_in_sentence(hit) && clicks % 3 == 0;
  const char *command = is_third ? "edit begin; edit select-all" : double_click(hands, hit, clicks);
  const char *click = command[0] ? "" : spell(hands, hit, HIT_CLICK);
  if (!hands->dragging) hold(&hands->pressed_click, click);
  send(hands, hands->dragging && click[0] ? click : command);
}

/* In the open editor at the caret's place under the pointer; else behind the last word. */
void hands_middle(Hands *hands, Point at) {
  begin_event(hands);
  hands->inside = hands->acted = hands->tip_closed = true;
  hands->at = at;
  const DrawHit *hit = under(hands);
  bool is_token = hit && hit->twice && strncmp(hit->twice, "edit ", 5) == 0;
  if (!is_in_sentence(hit) && !is_token) return;
  bool active = session_edit(hands->session)->active;
  send(hands, active ? spell(hands, hit, HIT_CLICK) : "edit begin; edit end-of-line");
  send(hands, "edit paste selected");
}

/* The same command, not the same hit: the list may be another by now, and its places too. */
void hands_release(Hands *hands, Point at) {
  begin_event(hands);
  hands->at = at;
  const char *command = hands->pressed_click.text ? spell(hands, under(hands), HIT_CLICK) : "";
  bool same = command[0] && strcmp(command, held(&hands->pressed_click)) == 0;
  hands->pressed = hands->dragging = false;
  hands->slider = (DrawHit){0};
  hold(&hands->pressed_click, "");
  if (same) send(hands, command);
}

/* A notch above 0 is how much of the whole one notch of the wheel moves. */
static bool scrolls(const DrawHit *hit) {
  return hit->scroll_notch.x > 0 || hit->scroll_notch.y > 0;
}

/* The topmost hit that answers to the wheel, but none behind one that fills the window. */
static const DrawHit *wheel_hit(const Hands *hands, bool to_scroll) {
  const DrawList *list = hands->list;
  for (int i = list ? list->hit_count - 1 : -1; i >= 0; i--) {
    const DrawHit *hit = &list->hits[i];
    if (!box_holds(hit->box, hands->at)) continue;
    if (to_scroll ? scrolls(hit) : hit->wheel != NULL) return hit;
    if (hit->box.w >= list->width_pt - 1 && hit->box.h >= list->height_pt - 1) return NULL;
  }
  return NULL;
}

/* A fine wheel sends parts of notches. They add up, and a turn the other way takes them back. */
void hands_wheel(Hands *hands, float notches) {
  hands->wheel_rest += notches;
  const DrawHit *hit = wheel_hit(hands, false);
  float notch = hands->wheel_rest > 0 ? 1 : -1;
  begin_event(hands);
  if (!hit || fabsf(hands->wheel_rest) < 1) {
    if (!hit) hands->wheel_rest = 0;
    return;
  }
  const char *command =
      hands->scratch ? hit_command(hit, HIT_WHEEL, hands->at, notch, hands->scratch) : "";
  for (; fabsf(hands->wheel_rest) >= 1; hands->wheel_rest -= notch) send(hands, command);
}

/* A cell stood on holds what it lies in until the first scroll, which begins where that stands. */
void hands_scroll(const Hands *hands, float right, float down) {
  const DrawHit *hit = wheel_hit(hands, true);
  const View *view = session_view(hands->session);
  char command[64];
  if (!hit) return;
  if (hit->scroll_notch.x <= 0) down += right, right = 0;
  bool is_free = view->left_query == view->query && view->left_key == view->key;
  double x = (double)(right * hit->scroll_notch.x), y = (double)(down * hit->scroll_notch.y);
  if (!hit->is_held || is_free) snprintf(command, sizeof command, "scroll by %.5f %.5f", x, y);
  else
    snprintf(command, sizeof command, "scroll %.5f %.5f",
             fmin(fmax((double)hit->scroll.x + x, 0), 1),
             fmin(fmax((double)hit->scroll.y + y, 0), 1));
  send(hands, command);
}

Box hands_hovered(const Hands *hands) {
  const DrawHit *hit = hands->dragging ? NULL : under(hands);
  bool answers = !hit || hit->slider || hit->rows > 0 || hit->hover;
  return !answers && hit->click && hit->cursor == CURSOR_HAND ? hit->box : (Box){0};
}

/* A slider that is held shows so wherever the pointer is. */
CursorId hands_cursor(const Hands *hands) {
  if (hands->slider.slider) return CURSOR_DRAG;
  const DrawHit *hit = under(hands);
  return hit ? hit->cursor : CURSOR_ARROW;
}

const char *hands_tip(const Hands *hands, double now_ms, double *due_ms) {
  const DrawHit *hit = hands->pressed || hands->tip_closed ? NULL : under(hands);
  *due_ms = -1;
  if (!hit || !hit->tip) return NULL;
  double due = hands->still_ms + HANDS_TIP_MS;
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

/* "Shift ←" and "Ctrl-Shift-←" become "←" and "Ctrl-←", selecting. */
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

/* What no edit key is and carries Ctrl is still a command; a plain key is text, which comes as
** such. */
static void edit_key(const Hands *hands, const char *key) {
  char command[64], plain[32];
  bool shift = without_shift(key, plain, sizeof plain);
  bool moves = is_edit_key(shift ? plain : key, command, sizeof command - 8);
  if (shift && moves) strcat(command, " select");
  if (command[0]) send(hands, command);
  else if (strncmp(key, "Ctrl-", 5) == 0 || key[0] == 'F') send(hands, commands_for_key(key));
}

/* An open menu has the arrows; one without items (the help) leaves them. */
static bool menu_open(const Hands *hands) {
  return menu_count(hands->session, session_view(hands->session)->menu) > 0;
}

static const char *menu_arrow(const char *key) {
  static const char *const ways[][2] = {
      {"↑", "menu up"}, {"↓", "menu down"}, {"←", "menu left"}, {"→", "menu right"}};
  for (int i = 0; i < 4; i++)
    if (strcmp(key, ways[i][0]) == 0) return ways[i][1];
  return NULL;
}

/* A question, the help and the export form have the whole keyboard, but for what concerns the
** window itself and the key that opened them. */
static bool is_in_dialog(MenuId menu) {
  return menu == MENU_RESTORE || menu == MENU_HELP || menu == MENU_EXPORT || menu == MENU_BROWSE ||
         menu == MENU_CARD || menu == MENU_QUESTION || menu == MENU_SCRIPT;
}

static bool dialog_knows(MenuId menu, const char *key) {
  static const char *const known[] = {"Enter", "Esc", "Tab", "Shift Tab", "+", "-", "0", "F11"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(key, known[i]) == 0) return true;
  if (menu == MENU_CARD) return strcmp(key, "i") == 0;
  return strcmp(key, menu == MENU_HELP ? "?" : menu == MENU_EXPORT ? "e" : "") == 0;
}

/* In the list of the disk what is typed looks for names: every key that prints is text. */
static bool browser_key(const Hands *hands, const char *key) {
  static const char *const own[][2] = {
      {"Backspace", "browse erase"}, {"↑", "menu up"},     {"↓", "menu down"},
      {"Enter", "menu choose"},      {"Esc", "menu none"}, {"Ctrl-O", "menu none"},
      {"Ctrl-V", "browse paste"}};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(key, own[i][0]) == 0) return send(hands, own[i][1]), true;
  return strcmp(key, "F11") != 0;
}

static void dialog_key(const Hands *hands, MenuId menu, const char *key) {
  bool forth = strcmp(key, "Tab") == 0, back = strcmp(key, "Shift Tab") == 0;
  if (forth || back) {
    send(hands, forth ? "menu next" : "menu prev");
    return;
  }
  if (menu == MENU_BROWSE && browser_key(hands, key)) return;
  if (menu_open(hands) && strcmp(key, "Space") == 0) key = "Enter";
  if (menu_open(hands) && is_arrow(key)) send(hands, menu_arrow(key));
  else if (dialog_knows(menu, key)) send(hands, commands_for_key(key));
}

/* The steppers of a training are a menu that is always open; behind its last item come the
** controls. */
void hands_focus(Hands *hands, int by) {
  const View *view = session_view(hands->session);
  bool trains = view->kind == VIEW_TRAINING && hands->focus.control == 0;
  if (by == 0) hands->focus = (Focus){0};
  else if (view->menu == MENU_NONE && trains) send(hands, "menu recipe");
  else {
    bool leaves = view->menu == MENU_RECIPE;
    if (leaves) send(hands, "menu none");
    bool moves = (leaves || view->menu == MENU_NONE) && focus_move(&hands->focus, hands->list, by);
    if (!moves) send(hands, by > 0 ? "menu next" : "menu prev");
  }
}

/* True where the control the keyboard stands on takes the key. */
static bool focus_key(Hands *hands, const char *key) {
  bool presses = strcmp(key, "Enter") == 0 || strcmp(key, "Space") == 0;
  bool left = strcmp(key, "←") == 0, right = strcmp(key, "→") == 0;
  if (hands->focus.control == 0 || focus_box(&hands->focus, hands->list).w <= 0) return false;
  if (strcmp(key, "Esc") == 0) return send(hands, "focus none"), true;
  if (!hands->scratch) hands->scratch = arena_make(0);
  if (!hands->scratch) return false;
  ArenaMark mark = arena_mark(hands->scratch);
  const char *command = NULL;
  if (presses) command = focus_press(&hands->focus, hands->list, hands->scratch);
  if (left || right)
    command = focus_slide(&hands->focus, hands->list, right ? 1 : -1, hands->scratch);
  bool takes = command != NULL;
  if (takes) send(hands, command);
  else hands->focus.place = 0;
  arena_rewind(hands->scratch, mark);
  return takes;
}

void hands_key(Hands *hands, const char *key) {
  const Edit *edit = session_edit(hands->session);
  MenuId menu = session_view(hands->session)->menu;
  hands->acted = hands->tip_closed = true;
  if (edit->active && edit->composition[0]) return; /* the input method has these keys */
  if (edit->active) edit_key(hands, key);
  else if (is_in_dialog(menu)) dialog_key(hands, menu, key);
  else if (menu_open(hands) && is_arrow(key)) send(hands, menu_arrow(key));
  else if (menu != MENU_NONE || !focus_key(hands, key)) send(hands, commands_for_key(key));
}

/* name "text" rest, as a command line of any length. */
static void send_quoted(const Hands *hands, const char *name, Str text, const char *rest) {
  Arena *arena = arena_make(text.bytes * 2 + 256);
  if (!arena) return;
  StrBuf line = strbuf_make(arena);
  strbuf_format(&line, "%s ", name);
  strbuf_add_json(&line, text);
  strbuf_format(&line, "%s", rest);
  if (!line.failed) session_do_text(hands->session, strbuf_str(&line), NULL);
  arena_free(arena);
}

/* Keys that print arrive here, too, after their key: a text that nobody takes is no command. */
void hands_text(Hands *hands, const char *text) {
  bool looks = session_view(hands->session)->menu == MENU_BROWSE;
  if (!text[0] || (!looks && !session_edit(hands->session)->active)) return;
  hands->acted = true;
  if (looks) {
    send_quoted(hands, "browse type", str_from(text), "");
    return;
  }
  send_quoted(hands, "edit insert", str_from(text), "");
}

/* Sent also when nothing is left of a composition, so that it goes from the sentence. */
void hands_compose(const Hands *hands, const char *text, int caret_characters) {
  const Edit *edit = session_edit(hands->session);
  char caret[24];
  if (!edit->active || (!text[0] && !edit->composition[0])) return;
  snprintf(caret, sizeof caret, " %d", caret_characters > 0 ? caret_characters : 0);
  send_quoted(hands, "edit compose", str_from(text), caret);
}

/* config.json, model.safetensors, tokenizer.json … stand for the folder they lie in. */
static Str folder_of_model(Arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash || slash == path || os_kind(path) != OS_FILE) return str_from(path);
  size_t bytes = (size_t)(slash - path);
  const char *config = str_format(arena, "%.*s/config.json", (int)bytes, path);
  return config && os_kind(config) == OS_FILE ? (Str){path, bytes} : str_from(path);
}

void hands_drop_model(Hands *hands, const char *path) {
  Arena *arena = arena_make(0);
  hands->acted = true;
  if (arena) send_quoted(hands, "model", folder_of_model(arena, path), "");
  arena_free(arena);
}

/* The first line of a saved state says what it is, whatever the file is called. */
bool hands_drop_script(Hands *hands, const char *path) {
  if (!script_is_file(path)) return false;
  hands->acted = true;
  send_quoted(hands, "open", str_from(path), "");
  return true;
}

void hands_drop(Hands *hands, Str text) {
  hands->acted = true;
  send_quoted(hands, "sentence", str_trim(text), "");
}
