/* app/focus.c -- finds controls among the hits of a list. */
#include "app/focus.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "scene/hit.h"

/* Hits first … end − 1 of the list; first == end: none. */
typedef struct Control {
  int first, end;
  bool is_slider;
} Control;

static bool fills_window(const DrawList *list, const DrawHit *hit) {
  return hit->box.w >= list->width_pt - 1 && hit->box.h >= list->height_pt - 1;
}

/* The index behind the last hit that covers the whole window. */
static int first_reachable(const DrawList *list) {
  int first = 0;
  for (int i = 0; i < list->hit_count; i++)
    if (fills_window(list, &list->hits[i])) first = i + 1;
  return first;
}

/* Scroll bars are left out, as they follow the cell cursor; that of the panel does not. */
static bool is_scroll_bar(const char *click) {
  return strncmp(click, "scroll ", 7) == 0 && strncmp(click, "scroll panel ", 13) != 0;
}

static bool is_control_hit(const DrawHit *hit) {
  bool is_cell = hit->rows > 1 || hit->cols > 1 || hit->slider;
  bool is_seen = hit->box.w > 0 && hit->box.h > 0;
  return hit->click && hit->click[0] && !is_cell && is_seen && !is_scroll_bar(hit->click);
}

static bool is_slider_step(const DrawHit *hit) {
  return is_control_hit(hit) && hit->cursor == CURSOR_DRAG;
}

/* The first control at index or later; an empty one at the end of the list. */
static Control control_from(const DrawList *list, int index) {
  assert(index >= 0 && index <= list->hit_count);
  const DrawHit *hits = list->hits;
  while (index < list->hit_count && !is_control_hit(&hits[index])) index++;
  Control control = {index, index, false};
  if (index >= list->hit_count) return control;
  control.is_slider = is_slider_step(&hits[index]);
  do control.end++;
  while (control.end < list->hit_count &&
         (control.is_slider ? is_slider_step(&hits[control.end])
                            : is_control_hit(&hits[control.end]) &&
                                  strcmp(hits[control.end].click, hits[index].click) == 0));
  return control;
}

static uint64_t name_of(const DrawList *list, Control control) {
  assert(control.first >= 0 && control.first < control.end && control.end <= list->hit_count);
  const char *click = list->hits[control.first].click;
  return rng_hash(click, strlen(click)) | 1;
}

static Control find_control(const Focus *focus, const DrawList *list) {
  if (!list || focus->control == 0) return (Control){0};
  Control control = control_from(list, first_reachable(list));
  int left = focus->nth;
  while (control.end > control.first && (name_of(list, control) != focus->control || left-- > 0))
    control = control_from(list, control.end);
  return control;
}

static void set_focus(Focus *focus, const DrawList *list, Control on) {
  *focus = (Focus){.control = name_of(list, on)};
  Control control = control_from(list, first_reachable(list));
  for (; control.first < on.first; control = control_from(list, control.end))
    focus->nth += name_of(list, control) == focus->control;
}

/* The control where Tab begins. */
static Control uppermost_control(const DrawList *list) {
  Control best = control_from(list, first_reachable(list)), control = best;
  for (; control.end > control.first; control = control_from(list, control.end))
    if (list->hits[control.first].box.y < list->hits[best.first].box.y - 0.5f) best = control;
  return best;
}

static Control control_before(const DrawList *list, Control control) {
  Control last = {0}, next = control_from(list, first_reachable(list));
  if (next.first == control.first) control.first = list->hit_count; /* wraps to the last control */
  for (; next.end > next.first && next.first < control.first; next = control_from(list, next.end))
    last = next;
  return last;
}

static Control control_after(const DrawList *list, Control control) {
  Control next = control_from(list, control.end);
  return next.end > next.first ? next : control_from(list, first_reachable(list));
}

bool focus_move(Focus *focus, const DrawList *list, int by) {
  assert(by == 1 || by == -1);
  if (!list) return false;
  Control top = uppermost_control(list), now = find_control(focus, list);
  if (top.end == top.first) return false;
  if (now.end == now.first) now = by > 0 ? top : control_before(list, top);
  else now = by > 0 ? control_after(list, now) : control_before(list, now);
  set_focus(focus, list, now);
  return true;
}

Box focus_box(const Focus *focus, const DrawList *list) {
  Control control = find_control(focus, list);
  if (control.end == control.first) return (Box){0};
  Box all = hit_shown(&list->hits[control.first]);
  for (int i = control.first + 1; i < control.end; i++) {
    Box box = hit_shown(&list->hits[i]);
    float right = fmaxf(all.x + all.w, box.x + box.w), foot = fmaxf(all.y + all.h, box.y + box.h);
    all.x = fminf(all.x, box.x);
    all.y = fminf(all.y, box.y);
    all.w = right - all.x;
    all.h = foot - all.y;
  }
  return all;
}

static const char *click_of(const DrawHit *hit, Arena *arena) {
  Point middle = {hit->box.x + hit->box.w / 2, hit->box.y + hit->box.h / 2};
  return hit_command(hit, HIT_CLICK, middle, 0, arena);
}

const char *focus_press(const Focus *focus, const DrawList *list, Arena *arena) {
  Control control = find_control(focus, list);
  bool is_there = control.end > control.first && !control.is_slider;
  return is_there ? click_of(&list->hits[control.first], arena) : NULL;
}

/* The step that shows the slider's value, from 1; 0: none does. */
static int slider_step(const DrawList *list, Control control) {
  for (int i = control.end - 1; i >= control.first; i--)
    if (list->hits[i].is_now) return i - control.first + 1;
  return 0;
}

/* The step chosen last counts before the slider's value, which may have been rounded back. */
const char *focus_slide(Focus *focus, const DrawList *list, int by, Arena *arena) {
  Control control = find_control(focus, list);
  assert(by == 1 || by == -1);
  if (!control.is_slider) return NULL;
  int count = control.end - control.first;
  int place = (focus->place > 0 ? focus->place : slider_step(list, control)) + by;
  if (place < 1 || place > count) return "";
  focus->place = place;
  return click_of(&list->hits[control.first + place - 1], arena);
}
