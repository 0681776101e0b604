/* app/input_pointer.c -- finds the command of a press, a move or a turn of the wheel in the hits of
** the list on show, and sends it to the session.
*/
#include "app/input_internal.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

/* Sent when it changes, not with every move: a mouse reports a hundred moves a second. */
static void send_hover(InputState *input) {
  const char *command = input_command_of_hit(input, input_hit(input), HIT_HOVER);
  if (strcmp(command, input_held_text(&input->hovered)) == 0) return;
  input_hold(&input->hovered, command);
  input_send(input, command[0] ? command : "hover none");
}

/* The command of a slider comes from the copy of its hit, since the pointer may have left it; that
** of words and cells from the hit under the pointer. */
static void send_drag(InputState *input) {
  const DrawHit *hit = input->slider.slider ? &input->slider : input_hit(input);
  bool is_other_slider = hit && hit->slider && hit != &input->slider;
  const char *command = is_other_slider ? "" : input_command_of_hit(input, hit, HIT_DRAG);
  if (!command[0] || strcmp(command, input_held_text(&input->dragged)) == 0) return;
  input_hold(&input->dragged, command);
  input_send(input, command);
}

/* A move of up to one point still counts as rest, so that a trembling hand
** does not close the tip. */
void input_move(InputState *input, Point at, double now_ms) {
  input_begin_event(input);
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
  input_begin_event(input);
  input->inside = false;
  if (!input->pressed) send_hover(input);
}

/* Copies the hit, whose strings belong to a list that the next picture replaces. */
static void keep_slider(InputState *input, const DrawHit *hit) {
  assert(hit->slider);
  input_hold(&input->slider_click, hit->click ? hit->click : "");
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
  if (session_edit(input->session)->active && !is_in_sentence(input_hit(input)))
    input_send(input, "edit end");
}

/* The command of a double click; "" if this press is none. It is that of the hit that the
** first press met, even if that press changed the picture: a token may have become the
** editor. In the sentence the third press of each three selects all; elsewhere every second
** press is a double click. */
static const char *double_click_command(InputState *input, const DrawHit *hit, int clicks) {
  bool is_second = is_in_sentence(hit) ? clicks % 3 == 2 : clicks % 2 == 0;
  if (clicks == 1) input_hold(&input->first_twice, input_command_of_hit(input, hit, HIT_TWICE));
  if (!is_second) return "";
  bool is_of_first = clicks == 2 && input->first_twice.text;
  return is_of_first ? input->first_twice.text : input_command_of_hit(input, hit, HIT_TWICE);
}

/* What can be dragged acts on press, so that the drag begins there; the rest acts on release, so
** that a person can cancel by moving away. */
void input_press(InputState *input, Point at, int clicks) {
  input_begin_event(input);
  input->inside = input->acted = input->pressed = input->tip_closed = true;
  input->at = at;
  input->dragging = false;
  input->bending = (Bending){0};
  input->focus = (Focus){0};
  input->slider = (DrawHit){0};
  input_hold(&input->pressed_click, "");
  input_hold(&input->dragged, "");
  if (clicks == 1) input_hold(&input->first_twice, "");
  end_edit_beside(input);
  const DrawHit *hit = input_hit(input);
  if (!hit) return;
  if (hit->bends) bending_begin(&input->bending, input->session, at);
  input->dragging = hit->slider || hit->drag;
  if (hit->slider) keep_slider(input, hit);
  if (input->dragging && !hit->slider)
    input_hold(&input->dragged, input_command_of_hit(input, hit, HIT_DRAG));
  bool is_third = is_in_sentence(hit) && clicks % 3 == 0;
  const char *command =
      is_third ? is_of_second(hit) ? "edit second; edit select-all" : "edit begin; edit select-all"
               : double_click_command(input, hit, clicks);
  const char *click = command[0] ? "" : input_command_of_hit(input, hit, HIT_CLICK);
  if (!input->dragging) input_hold(&input->pressed_click, click);
  input_send(input, input->dragging && click[0] ? click : command);
}

bool input_bend(InputState *input, Point at) {
  input_begin_event(input);
  input->inside = true;
  input->at = at;
  const DrawHit *hit = input_hit(input);
  if (!hit || hit->rows <= 0 || !hit->click || !str_starts(str_from(hit->click), "cell "))
    return false;
  input->acted = input->pressed = input->tip_closed = true;
  input->dragging = false;
  input->focus = (Focus){0};
  input_hold(&input->pressed_click, "");
  input_send(input, input_command_of_hit(input, hit, HIT_CLICK));
  return bending_begin(&input->bending, input->session, at);
}

bool input_aside(InputState *input, Point at) {
  input_begin_event(input);
  input->inside = true;
  input->at = at;
  const char *command = input_command_of_hit(input, input_hit(input), HIT_ASIDE);
  if (!command[0]) return false;
  input->acted = input->tip_closed = true;
  input->focus = (Focus){0};
  input_send(input, command);
  return true;
}

/* Pastes at the pointer's position in an open editor, else behind the last word. */
void input_middle(InputState *input, Point at) {
  input_begin_event(input);
  input->inside = input->acted = input->tip_closed = true;
  input->at = at;
  const DrawHit *hit = input_hit(input);
  bool is_token = hit && hit->twice && strncmp(hit->twice, "edit ", 5) == 0;
  if (!is_in_sentence(hit) && !is_token) return;
  bool active = session_edit(input->session)->active;
  bool is_second = begins_second(hit->twice) || begins_second(hit->click);
  const char *begins = is_second ? "edit second" : "edit begin; edit end-of-line";
  input_send(input, active ? input_command_of_hit(input, hit, HIT_CLICK) : begins);
  input_send(input, "edit paste selected");
}

/* Compares commands, not hits, because the list may have been rebuilt since the press. */
void input_release(InputState *input, Point at) {
  input_begin_event(input);
  input->at = at;
  const char *command =
      input->pressed_click.text ? input_command_of_hit(input, input_hit(input), HIT_CLICK) : "";
  bool same = command[0] && strcmp(command, input_held_text(&input->pressed_click)) == 0;
  same = same && !input->bending.has_moved;
  input->pressed = input->dragging = false;
  input->bending = (Bending){0};
  input->slider = (DrawHit){0};
  input_hold(&input->pressed_click, "");
  if (same) input_send(input, command);
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
  input_begin_event(input);
  if (!hit || fabsf(input->wheel_rest) < 1) {
    if (!hit) input->wheel_rest = 0;
    return;
  }
  const char *command =
      input->scratch ? hit_command(hit, HIT_WHEEL, input->at, notch, input->scratch) : "";
  for (; fabsf(input->wheel_rest) >= 1; input->wheel_rest -= notch) input_send(input, command);
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
  input_send(input, command);
}

Box input_hovered(const InputState *input) {
  const DrawHit *hit = input->dragging ? NULL : input_hit(input);
  bool answers = !hit || hit->slider || hit->rows > 0 || hit->hover;
  return !answers && hit->click && hit->cursor == CURSOR_HAND ? hit_shown(hit) : (Box){0};
}

/* The cursor of a held slider stays wherever the pointer is. */
CursorId input_cursor(const InputState *input) {
  if (input->slider.slider) return CURSOR_DRAG;
  const DrawHit *hit = input_hit(input);
  return hit ? hit->cursor : CURSOR_ARROW;
}

const char *input_tip(const InputState *input, double now_ms, double *due_ms) {
  const DrawHit *hit = input->pressed || input->tip_closed ? NULL : input_hit(input);
  *due_ms = -1;
  if (!hit || !hit->tip) return NULL;
  double due = input->still_ms + INPUT_TIP_MS;
  if (now_ms >= due) return hit->tip;
  *due_ms = due;
  return NULL;
}
