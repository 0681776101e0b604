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

void motion_bars_draw(const Way *way) {
  for (int i = 0; i < way->earlier.list->item_count; i++) {
    if (way->earlier.fates[i] == FATE_BAR) motion_put_item(way, &way->earlier, i, way->out);
    if (way->earlier.fates[i] == FATE_TURNS)
      motion_put_item(way, &way->earlier, i, fmaxf(way->out, way->names_out));
  }
  for (int i = 0; i < way->later.list->item_count; i++) {
    if (way->later.fates[i] == FATE_BAR) motion_put_item(way, &way->later, i, way->in);
    if (way->later.fates[i] == FATE_TURNS)
      motion_put_item(way, &way->later, i, fmaxf(way->in, way->names_in));
  }
}
