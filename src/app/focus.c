/* app/focus.c -- finds controls among the hits of a list. */
#include "app/focus.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "scene/hit.h"

/* The frame of the chosen head has the colours of the ring, which stands around it. */
static const float BESIDE_FRAME = 9;

/* Hits first … end − 1 of the list; first == end: none. */
typedef struct Control {
  int first, end;
  bool is_slider, is_cells;
} Control;

/* A list whose controls are gone through. */
typedef struct Controls {
  const DrawList *list;
  int first;         /* the first hit that can be reached */
  const DrawHit *of; /* the hit of the cells; NULL: there are none */
} Controls;

static bool fills_window(const DrawList *list, const DrawHit *hit) {
  return hit->box.w >= list->width_pt - 1 && hit->box.h >= list->height_pt - 1;
}

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* Has a command for each of its cells. */
static bool is_grid(const DrawHit *hit) {
  return hit->rows > 0 && hit->click && strchr(hit->click, '%');
}

static Controls controls_of(const DrawList *list) {
  Controls all = {.list = list};
  for (int i = 0; i < list->hit_count; i++)
    if (fills_window(list, &list->hits[i])) all.first = i + 1;
  for (int i = all.first; i < list->hit_count; i++) {
    const DrawHit *hit = &list->hits[i];
    bool is_cells = is_grid(hit) && hit->tab_stop == TAB_PICTURE && begins(hit->click, "cell ");
    if (is_cells && (!all.of || hit->box.w * hit->box.h > all.of->box.w * all.of->box.h))
      all.of = hit;
  }
  return all;
}

/* Scroll bars are left out, as they follow the cell cursor; that of the panel does not. */
static bool is_scroll_bar(const char *click) {
  return begins(click, "scroll ") && !begins(click, "scroll panel ");
}

/* The places of the caret are left out: it has keys of its own. */
static bool is_control_hit(const Controls *all, const DrawHit *hit) {
  if (hit == all->of) return true;
  bool is_seen = hit->box.w > 0 && hit->box.h > 0;
  return hit->click && hit->click[0] && is_seen && !is_grid(hit) && !hit->slider &&
         !is_scroll_bar(hit->click) && !begins(hit->click, "edit place ");
}

static bool is_same_text(const char *a, const char *b) {
  return a && b ? strcmp(a, b) == 0 : a == b;
}

/* The same command over the same tip: parts of one control. Terms share a command, not a tip; words
** of a lesson, not what they point at. */
static bool is_same_control(const DrawHit *a, const DrawHit *b) {
  bool is_same_word = a->tab_stop != TAB_LESSON || is_same_text(a->hover, b->hover);
  return is_same_word && is_same_text(a->tip, b->tip) && strcmp(a->click, b->click) == 0;
}

static bool is_slider_step(const Controls *all, const DrawHit *hit) {
  return hit->cursor == CURSOR_DRAG && is_control_hit(all, hit);
}

/* The first control at index or later; an empty one at the end of the list. */
static Control control_from(const Controls *all, int index) {
  const DrawHit *hits = all->list->hits;
  int count = all->list->hit_count;
  assert(index >= 0 && index <= count);
  while (index < count && !is_control_hit(all, &hits[index])) index++;
  Control control = {.first = index, .end = index};
  if (index >= count) return control;
  control.is_slider = is_slider_step(all, &hits[index]);
  control.is_cells = &hits[index] == all->of;
  do control.end++;
  while (control.end < count && hits[control.end].tab_stop == hits[index].tab_stop &&
         (control.is_slider
              ? is_slider_step(all, &hits[control.end]) && !hits[control.end].begins_slider
              : is_control_hit(all, &hits[control.end]) &&
                    is_same_control(&hits[index], &hits[control.end])));
  return control;
}

static bool is_there(Control control) { return control.end > control.first; }

static Control first_control(const Controls *all) { return control_from(all, all->first); }

static Control next_control(const Controls *all, Control control) {
  return control_from(all, control.end);
}

static TabStop stop_of(const Controls *all, Control control) {
  return control.is_cells ? TAB_CELLS : all->list->hits[control.first].tab_stop;
}

/* Whether both are of one group; a control of none is one of its own. */
static bool same_stop(const Controls *all, Control a, Control b) {
  TabStop stop = stop_of(all, a);
  return stop == TAB_EACH ? a.first == b.first : stop == stop_of(all, b);
}

static uint64_t name_of(const Controls *all, Control control) {
  assert(is_there(control));
  const char *click = all->list->hits[control.first].click;
  return rng_hash(click, strlen(click)) | 1;
}

/* The control by its command; else the one in its place in the group; else none. */
static Control find_control(const Focus *focus, const Controls *all) {
  Control in_place = {0};
  int named = focus->nth, left = focus->index;
  if (focus->control == 0) return in_place;
  for (Control c = first_control(all); is_there(c); c = next_control(all, c)) {
    if (stop_of(all, c) != focus->stop) continue;
    if (name_of(all, c) == focus->control && named-- == 0) return c;
    if (focus->stop != TAB_EACH && left-- >= 0) in_place = c;
  }
  return in_place;
}

static void set_focus(Focus *focus, const Controls *all, Control on) {
  *focus = (Focus){.control = name_of(all, on), .stop = stop_of(all, on)};
  for (Control c = first_control(all); c.first < on.first; c = next_control(all, c)) {
    if (stop_of(all, c) != focus->stop) continue;
    focus->index++;
    focus->nth += name_of(all, c) == focus->control;
  }
}

/* ---- stops ---- */

/* Where Tab comes to a control: a lesson is read first. */
static long rank_of(const Controls *all, Control control) {
  TabStop stop = stop_of(all, control);
  return stop == TAB_LESSON ? 0
         : stop == TAB_EACH ? (long)TAB_STOP_COUNT + control.first
                            : (long)stop;
}

/* A slider has marks on its positions, which are no choices of a group. */
static bool is_chosen(const Controls *all, Control control) {
  for (int i = control.first; i < control.end && !control.is_slider; i++)
    if (all->list->hits[i].is_now) return true;
  return false;
}

/* Where the group of a control is entered. */
static Control entry_of(const Controls *all, Control control) {
  for (Control c = first_control(all); is_there(c); c = next_control(all, c))
    if (same_stop(all, c, control) && is_chosen(all, c)) return c;
  return control;
}

/* The first control of the stop next to rank; of the stop at the other end where there is none. */
static Control stop_beside(const Controls *all, long rank, int by) {
  Control best = {0}, end = {0};
  for (Control c = first_control(all); is_there(c); c = next_control(all, c)) {
    long r = rank_of(all, c);
    bool is_beyond = by > 0 ? r > rank : r < rank;
    if (is_beyond &&
        (!is_there(best) || (by > 0 ? r < rank_of(all, best) : r > rank_of(all, best))))
      best = c;
    if (!is_there(end) || (by > 0 ? r < rank_of(all, end) : r > rank_of(all, end))) end = c;
  }
  return is_there(best) ? best : end;
}

bool focus_move(Focus *focus, const DrawList *list, int by) {
  assert(by == 1 || by == -1);
  if (!list) return false;
  Controls all = controls_of(list);
  Control now = find_control(focus, &all);
  long from = by > 0 ? LONG_MIN : LONG_MAX;
  if (is_there(now)) from = rank_of(&all, now);
  else if (focus->stop != TAB_EACH && focus->stop != TAB_LESSON)
    from = focus->stop; /* of a group that is gone */
  Control next = stop_beside(&all, from, by);
  if (!is_there(next)) return false;
  set_focus(focus, &all, entry_of(&all, next));
  return true;
}

void focus_set(Focus *focus, TabStop stop) { *focus = (Focus){.control = 1, .stop = stop}; }

int focus_stop_count(const DrawList *list) {
  Controls all = controls_of(list);
  int count = 0;
  bool seen[TAB_STOP_COUNT] = {false};
  for (Control c = first_control(&all); is_there(c); c = next_control(&all, c)) {
    TabStop stop = stop_of(&all, c);
    count += stop == TAB_EACH || !seen[stop];
    seen[stop] = true;
  }
  return count;
}

/* ---- its box and its command ---- */

/* Of cells the part that is seen. */
static Box shown_box(const DrawHit *hit) {
  Box box = hit_shown(hit), within = hit->within;
  if (within.w <= 0) return box;
  float right = fminf(box.x + box.w, within.x + within.w);
  float foot = fminf(box.y + box.h, within.y + within.h);
  box.x = fmaxf(box.x, within.x);
  box.y = fmaxf(box.y, within.y);
  return (Box){box.x, box.y, fmaxf(0, right - box.x), fmaxf(0, foot - box.y)};
}

static Box box_of(const Controls *all, Control control) {
  assert(is_there(control));
  Box whole = shown_box(&all->list->hits[control.first]);
  for (int i = control.first + 1; i < control.end; i++) {
    Box box = shown_box(&all->list->hits[i]);
    float right = fmaxf(whole.x + whole.w, box.x + box.w);
    float foot = fmaxf(whole.y + whole.h, box.y + box.h);
    whole.x = fminf(whole.x, box.x);
    whole.y = fminf(whole.y, box.y);
    whole.w = right - whole.x;
    whole.h = foot - whole.y;
  }
  return whole;
}

Box focus_box(const Focus *focus, const DrawList *list) {
  if (!list || focus->control == 0) return (Box){0};
  Controls all = controls_of(list);
  Control control = find_control(focus, &all);
  if (!is_there(control)) return (Box){0};
  Box box = box_of(&all, control);
  bool has_frame = focus->stop == TAB_SIDE && is_chosen(&all, control);
  return has_frame ? box_inset(box, -BESIDE_FRAME) : box;
}

static const char *click_of(const DrawHit *hit, Arena *arena) {
  Point middle = {hit->box.x + hit->box.w / 2, hit->box.y + hit->box.h / 2};
  return hit_command(hit, HIT_CLICK, middle, 0, arena);
}

const char *focus_press(const Focus *focus, const DrawList *list, Arena *arena) {
  if (!list) return NULL;
  Controls all = controls_of(list);
  Control control = find_control(focus, &all);
  if (!is_there(control) || control.is_slider || control.is_cells) return NULL;
  return click_of(&list->hits[control.first], arena);
}

const char *focus_points(const Focus *focus, const DrawList *list) {
  if (!list || focus->control == 0 || focus->stop != TAB_LESSON) return NULL;
  Controls all = controls_of(list);
  Control control = find_control(focus, &all);
  const char *hover = is_there(control) ? list->hits[control.first].hover : NULL;
  return hover && hover[0] ? hover : NULL;
}

/* ---- arrows ---- */

/* The step that shows the slider's value, from 1; 0: none does. */
static int slider_step(const DrawList *list, Control control) {
  for (int i = control.end - 1; i >= control.first; i--)
    if (list->hits[i].is_now) return i - control.first + 1;
  return 0;
}

/* The step chosen last counts before the slider's value, which may have been rounded back. */
static const char *slide(Focus *focus, const DrawList *list, Control slider, int by, Arena *arena) {
  int count = slider.end - slider.first;
  int place = (focus->place > 0 ? focus->place : slider_step(list, slider)) + by;
  if (place < 1 || place > count) return "";
  focus->place = place;
  return click_of(&list->hits[slider.first + place - 1], arena);
}

/* How far a control lies in a direction, with twice what it lies aside; below 0: not that way. */
static float distance_to(Box from, Box to, int right, int down) {
  float across = to.x + to.w / 2 - from.x - from.w / 2;
  float below = to.y + to.h / 2 - from.y - from.h / 2;
  float ahead = right ? across * (float)right : below * (float)down;
  float aside = fabsf(right ? below : across);
  bool is_past = right > 0   ? to.x >= from.x + from.w - 1
                 : right < 0 ? to.x + to.w <= from.x + 1
                 : down > 0  ? to.y >= from.y + from.h - 1
                             : to.y + to.h <= from.y + 1;
  return is_past ? ahead + 2 * aside : -1;
}

/* The nearest of the group that way; else the next or previous of the list; else the same. A page
** of a lesson is read from word to word, wherever they stand in their lines. */
static Control control_towards(const Controls *all, Control now, int right, int down) {
  Control nearest = {0}, before = now, after = now;
  float least = 0;
  for (Control c = first_control(all); is_there(c); c = next_control(all, c)) {
    if (!same_stop(all, c, now) || c.first == now.first) continue;
    float distance = distance_to(box_of(all, now), box_of(all, c), right, down);
    if (distance >= 0 && (!is_there(nearest) || distance < least)) nearest = c, least = distance;
    if (c.first < now.first) before = c;
    else if (after.first == now.first) after = c;
  }
  if (is_there(nearest) && stop_of(all, now) != TAB_LESSON) return nearest;
  return right + down > 0 ? after : before;
}

static bool is_only_one(const Controls *all, Control control) {
  for (Control c = first_control(all); is_there(c); c = next_control(all, c))
    if (c.first != control.first && same_stop(all, c, control)) return false;
  return true;
}

const char *focus_arrow(Focus *focus, const DrawList *list, int right, int down, Arena *arena) {
  assert((right == 0) != (down == 0));
  if (!list) return NULL;
  Controls all = controls_of(list);
  Control now = find_control(focus, &all);
  if (!is_there(now)) return NULL;
  if (now.is_cells)
    return right      ? right > 0 ? "cursor right" : "cursor left"
           : down > 0 ? "cursor down"
                      : "cursor up";
  bool is_alone = is_only_one(&all, now);
  Box box = box_of(&all, now);
  bool is_along = box.h > box.w ? down != 0 : right != 0; /* across, a group is walked through */
  if (now.is_slider && is_along) return slide(focus, list, now, right + down, arena);
  if (now.is_slider && is_alone) return slide(focus, list, now, right - down, arena);
  if (is_alone) return NULL;
  Control next = control_towards(&all, now, right, down);
  set_focus(focus, &all, next);
  bool chooses = focus->stop == TAB_STEP_BY && next.first != now.first;
  return chooses ? click_of(&list->hits[next.first], arena) : "";
}
