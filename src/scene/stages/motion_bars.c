/* scene/stages/motion_bars.c -- colour bars on the way. A bar is colours, numbers and perhaps a
** bracket, of which none may be left when the others are gone.
**
**   the same in both pictures   it stays
**   another in the same place   it gives way when names do, since colours change their meaning then
**   in one picture only         it fades as words do
*/
#include <math.h>
#include <string.h>

#include "scene/stages/motion_way.h"

/* The items of a bar: its first one is the heatmap of its colours. */
typedef struct Bar {
  int first, end;
} Bar;

/* The next bar from item i on; end 0: there is none. */
static Bar next_bar(const DrawList *list, int i) {
  const DrawItem *items = list->items;
  for (; i + 1 < list->item_count; i++) {
    const char *name = items[i].kind == DRAW_GROUP ? items[i].as.group.name : NULL;
    if (!name || strcmp(name, "colour-bar") != 0 || items[i + 1].kind != DRAW_HEATMAP) continue;
    Bar bar = {i + 1, i + 1};
    while (bar.end < list->item_count && items[bar.end].kind != DRAW_GROUP) bar.end++;
    return bar;
  }
  return (Bar){0};
}

static bool have_same_place(const DrawHeatmap *a, const DrawHeatmap *b) {
  const float near = 1;
  return fabsf(a->box.x - b->box.x) < near && fabsf(a->box.y - b->box.y) < near &&
         fabsf(a->box.w - b->box.w) < near && fabsf(a->box.h - b->box.h) < near;
}

static bool have_same_colors(const DrawHeatmap *a, const DrawHeatmap *b) {
  return memcmp(&a->box, &b->box, sizeof(Box)) == 0 && a->palette == b->palette &&
         a->range.low == b->range.low && a->range.high == b->range.high;
}

static bool are_same(const DrawList *earlier, Bar a, const DrawList *later, Bar b) {
  if (a.end - a.first != b.end - b.first) return false;
  const DrawItem *was = &earlier->items[a.first], *is = &later->items[b.first];
  if (!have_same_colors(&was->as.heatmap, &is->as.heatmap)) return false;
  for (int i = 1; i < a.end - a.first; i++)
    if (!motion_is_same(&was[i], &is[i])) return false;
  return true;
}

static void set_fates(Picture *picture, Bar bar, Fate fate) {
  for (int i = bar.first; i < bar.end; i++) picture->fates[i] = fate;
}

static void set_all(Picture *picture) {
  for (Bar bar = next_bar(picture->list, 0); bar.end > 0; bar = next_bar(picture->list, bar.end))
    set_fates(picture, bar, FATE_BAR);
}

static void match(Way *way, Bar was, Bar is) {
  if (are_same(way->earlier.list, was, way->later.list, is)) {
    for (int i = 0; i < was.end - was.first; i++)
      motion_join(way, was.first + i, is.first + i, FATE_STAYS);
  } else {
    set_fates(&way->earlier, was, FATE_TURNS);
    set_fates(&way->later, is, FATE_TURNS);
  }
}

void motion_bars_match(Way *way) {
  const DrawList *earlier = way->earlier.list, *later = way->later.list;
  set_all(&way->earlier);
  set_all(&way->later);
  for (Bar is = next_bar(later, 0); is.end > 0; is = next_bar(later, is.end))
    for (Bar was = next_bar(earlier, 0); was.end > 0; was = next_bar(earlier, was.end))
      if (way->earlier.fates[was.first] == FATE_BAR && way->later.fates[is.first] == FATE_BAR &&
          have_same_place(&earlier->items[was.first].as.heatmap,
                          &later->items[is.first].as.heatmap))
        match(way, was, is);
}

/* Out of the overview: whether a matrix that travels has the scale of a bar. */
static bool is_of_traveller(const Way *way, const DrawHeatmap *bar) {
  for (int i = 0; way->folds && i < way->later.list->item_count; i++) {
    const DrawItem *item = &way->later.list->items[i];
    const DrawHeatmap *cells = &item->as.heatmap;
    if (item->kind == DRAW_HEATMAP && way->later.fates[i] == FATE_TRAVELS &&
        cells->palette == bar->palette && cells->range.low == bar->range.low &&
        cells->range.high == bar->range.high)
      return true;
  }
  return false;
}

static void draw_bars(const Way *way, bool is_later) {
  const Picture *picture = is_later ? &way->later : &way->earlier;
  float alpha = is_later ? way->in : way->out, name = is_later ? way->names_in : way->names_out;
  for (Bar bar = next_bar(picture->list, 0); bar.end > 0; bar = next_bar(picture->list, bar.end)) {
    Fate fate = picture->fates[bar.first];
    bool comes_with_name =
        fate == FATE_TURNS ||
        (is_later && is_of_traveller(way, &picture->list->items[bar.first].as.heatmap));
    if (motion_bar_is_used(way, is_later, bar.first)) continue;
    for (int i = bar.first; i < bar.end && (fate == FATE_BAR || fate == FATE_TURNS); i++)
      motion_put_item(way, picture, i, comes_with_name ? fmaxf(alpha, name) : alpha);
  }
}

void motion_bars_draw(const Way *way) {
  draw_bars(way, false);
  draw_bars(way, true);
}

/* Whether the other picture's bar of the same scale is there, before this one or in its place. */
static bool is_told(const Way *way, bool is_later, const DrawHeatmap *bar) {
  const DrawList *list = is_later ? way->later.list : way->earlier.list;
  for (Bar other = next_bar(list, 0); other.end > 0; other = next_bar(list, other.end)) {
    const DrawHeatmap *colors = &list->items[other.first].as.heatmap;
    if (colors->palette == bar->palette && colors->range.low == bar->range.low &&
        colors->range.high == bar->range.high && motion_bar_is_used(way, is_later, other.first))
      return true;
  }
  return false;
}

/* A bar stands beside its cells, or in a list of all whose cells are on their way. */
void motion_bars_tell(const Way *way, int first_drawn) {
  enum { MOST = 8 };
  NamedScale others[MOST];
  int other_count = 0;
  bool has_list = way->scene->view->held;
  for (int k = 0; k < 2; k++) {
    bool is_later = k == 1;
    const DrawList *list = is_later ? way->later.list : way->earlier.list;
    for (Bar bar = next_bar(list, 0); bar.end > 0; bar = next_bar(list, bar.end)) {
      const DrawHeatmap *colors = &list->items[bar.first].as.heatmap;
      bool is_used = motion_bar_is_used(way, is_later, bar.first);
      if (!is_used || (is_later && is_told(way, false, colors))) continue;
      bool has_place = !has_list || motion_bar_rests(way, is_later, bar.first);
      if (has_place && motion_bar_tell(way, is_later, bar.first, bar.end, first_drawn)) continue;
      if (has_list && other_count < MOST)
        others[other_count++] = motion_named_scale(way, is_later, bar.first);
    }
  }
  if (other_count > 0) motion_legend_draw(way, others, other_count, first_drawn);
}
