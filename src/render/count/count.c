/* render/count/count.c -- walks a list, and compares each text with its neighbours, sorted
** by their left edges. */
#define _GNU_SOURCE /* for memmem */
#include "render/count/count.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/count/convex.h"
#include "scene/matrix/hatch.h"

static const float forgiven_pt = 0.5f;

/* A visible text, or an opaque item that may cover texts. */
typedef struct Seen {
  int item; /* its index in the order of drawing */
  Convex shape;
  Box bounds;
  Str text;
} Seen;

typedef struct Walk {
  const DrawList *list;
  const TextMetrics *metrics;
  Arena *arena;
  CountReport report;
  Box clip;
  Seen *texts, *covers;
  int text_count, cover_count;
} Walk;

/* Only the first complaint is kept, since later ones mostly follow from it. */
static void record_complaint(Walk *walk, const char *what, Str text, Str other) {
  if (walk->report.first_complaint.bytes > 0) return;
  int first = (int)text.bytes, second = (int)other.bytes;
  const char *words = second > 0 ? str_format(walk->arena, "\"%.*s\" %s \"%.*s\"", first, text.at,
                                              what, second, other.at)
                                 : str_format(walk->arena, "\"%.*s\" %s", first, text.at, what);
  walk->report.first_complaint = str_from(words ? words : "out of memory");
}

static bool is_blank(Str text) { return str_trim(text).bytes == 0; }

/* Half of a cross-fade is fading out; only the other half is counted. */
static bool is_there(const DrawText *text) { return text->color.a >= 128 && !is_blank(text->text); }

/* Digits with at most a sign and a decimal point, or minus infinity. */
static bool is_number(Str text) {
  bool has_digit = false;
  if (str_is(text, "−∞") || str_is(text, "-∞")) return true;
  for (size_t i = 0; i < text.bytes; i++) {
    bool is_digit = text.at[i] >= '0' && text.at[i] <= '9';
    bool is_sign = i == 0 && (text.at[i] == '-' || text.at[i] == '+');
    if (!is_digit && !is_sign && text.at[i] != '.') return false;
    has_digit |= is_digit;
  }
  return has_digit;
}

static bool within(Box inner, Box outer) {
  return inner.x >= outer.x - forgiven_pt && inner.y >= outer.y - forgiven_pt &&
         inner.x + inner.w <= outer.x + outer.w + forgiven_pt &&
         inner.y + inner.h <= outer.y + outer.h + forgiven_pt;
}

static Box picture_of(const Walk *walk) {
  return (Box){0, 0, walk->list->width_pt, walk->list->height_pt};
}

/* The shape covers the ink, not the full height of the line, whose boxes may overlap without
** any visible contact. */
static Convex text_shape(Walk *walk, const DrawText *text) {
  float width = text->width_pt;
  if (walk->metrics) {
    width = walk->metrics->width_pt(walk->metrics->self, text->face, text->size_pt, text->text);
    walk->report.widths_wrong += fabsf(width - text->width_pt) > forgiven_pt;
  }
  float ascent = TEXT_CAP_HEIGHT * text->size_pt, descent = 0.25f * text->size_pt;
  return convex_turned(text->at, (Box){0, -ascent, width, ascent + descent}, text->angle_deg);
}

/* A text partly outside the picture is reported once, and still compared with the others. */
static void walk_text(Walk *walk, const DrawItem *item, int index) {
  const DrawText *text = &item->as.text;
  CountReport *report = &walk->report;
  if (!is_there(text)) return;
  report->texts++;
  report->digits += is_number(text->text);
  Convex shape = text_shape(walk, text);
  bool clipped = walk->clip.w >= 0 && !within(convex_bounds(&shape), walk->clip);
  if (clipped && !item->at_scroll_edge) {
    report->texts_clipped++;
    record_complaint(walk, "is cut by a clip", text->text, (Str){0});
  }
  if (clipped) shape = convex_cut(&shape, walk->clip);
  if (shape.count < 3) return;
  Box bounds = convex_bounds(&shape);
  if (!within(bounds, picture_of(walk))) {
    report->texts_outside++;
    record_complaint(walk, "leaves the picture", text->text, (Str){0});
  }
  assert(walk->text_count < walk->list->item_count);
  walk->texts[walk->text_count++] = (Seen){index, shape, bounds, text->text};
}

/* Only the part inside the clip counts: an opaque box that was scrolled away covers nothing. */
static void add_cover(Walk *walk, Box box, int index) {
  Convex shape = convex_box(box);
  if (walk->clip.w >= 0) shape = convex_cut(&shape, walk->clip);
  if (shape.count < 3) return;
  assert(walk->cover_count < walk->list->item_count);
  walk->covers[walk->cover_count++] =
      (Seen){.item = index, .shape = shape, .bounds = convex_bounds(&shape)};
}

/* Counts cells as drawn, transposed or not. */
static void walk_heatmap(Walk *walk, const DrawItem *item, int index) {
  const DrawHeatmap *heatmap = &item->as.heatmap;
  CountReport *report = &walk->report;
  int rows = heatmap->values.rows, cols = heatmap->values.cols;
  report->heatmaps++;
  report->cells += rows * cols;
  int drawn_rows = heatmap->transposed ? cols : rows, drawn_cols = rows + cols - drawn_rows;
  for (int r = 0; heatmap->hatch_mix > 0 && r < drawn_rows; r++)
    for (int c = 0; c < drawn_cols; c++)
      report->hatched_cells +=
          hatch_is_filled(heatmap, r, c) && draw_heatmap_hatched(heatmap, r, c);
  Convex shape = convex_box(heatmap->box);
  if (walk->clip.w >= 0 && item->at_scroll_edge) shape = convex_cut(&shape, walk->clip);
  if (shape.count >= 3 && !within(convex_bounds(&shape), picture_of(walk))) {
    report->heatmaps_outside++;
    record_complaint(walk, "leaves the picture", STR("a heatmap"), (Str){0});
  }
  add_cover(walk, heatmap->box, index);
}

static void walk_item(Walk *walk, const DrawItem *item, int index) {
  switch (item->kind) {
  case DRAW_BOX:
    walk->report.boxes++;
    if (item->as.box.fill.a == 255) add_cover(walk, item->as.box.box, index);
    break;
  case DRAW_TEXT:
    walk_text(walk, item, index);
    break;
  case DRAW_HEATMAP:
    walk_heatmap(walk, item, index);
    break;
  case DRAW_CURVE:
    walk->report.curves++;
    break;
  case DRAW_RIBBON:
    walk->report.ribbons++;
    break;
  case DRAW_CLIP:
    walk->clip = item->as.clip;
    break;
  case DRAW_GROUP:
    break;
  }
}

static int by_left_edge(const void *a, const void *b) {
  const Seen *first = a, *second = b;
  if (first->bounds.x != second->bounds.x) return first->bounds.x < second->bounds.x ? -1 : 1;
  return first->item - second->item;
}

/* Whether an opaque item drawn between the two covers their overlap. */
static bool is_hidden_between(const Walk *walk, const Seen *a, const Seen *b) {
  assert(a->item != b->item);
  int lower = a->item < b->item ? a->item : b->item, upper = a->item + b->item - lower;
  Convex common = convex_common(&a->shape, &b->shape);
  Box meeting = convex_bounds(&common);
  for (int i = 0; i < walk->cover_count; i++) {
    const Seen *cover = &walk->covers[i];
    if (cover->item > lower && cover->item < upper && within(meeting, cover->bounds)) return true;
  }
  return false;
}

/* The later one lies over the earlier, and the complaint says so. */
static void report_overlap(Walk *walk, const Seen *a, const Seen *b) {
  float overlap = convex_overlap(&a->shape, &b->shape);
  if (overlap <= forgiven_pt || is_hidden_between(walk, a, b)) return;
  walk->report.texts_overlapping++;
  walk->report.worst_overlap_pt = fmaxf(walk->report.worst_overlap_pt, overlap);
  record_complaint(walk, "lies over", a->item < b->item ? b->text : a->text,
                   a->item < b->item ? a->text : b->text);
}

/* Sorted by their left edges, a text is compared only with those that begin before it
** ends, which are few. */
static void compare_neighbours(Walk *walk) {
  qsort(walk->texts, (size_t)walk->text_count, sizeof *walk->texts, by_left_edge);
  for (int i = 0; i < walk->text_count; i++) {
    const Seen *a = &walk->texts[i];
    for (int j = i + 1; j < walk->text_count; j++) {
      const Seen *b = &walk->texts[j];
      assert(b->bounds.x >= a->bounds.x); /* sorted; otherwise the break would skip neighbours */
      if (b->bounds.x >= a->bounds.x + a->bounds.w) break;
      if (b->bounds.y < a->bounds.y + a->bounds.h && a->bounds.y < b->bounds.y + b->bounds.h)
        report_overlap(walk, a, b);
    }
  }
}

/* Shapes whose boxes do not meet do not meet, which is nearly every pair and quick to see. */
static bool meet(const Seen *a, const Seen *b) {
  return b->bounds.x < a->bounds.x + a->bounds.w && a->bounds.x < b->bounds.x + b->bounds.w &&
         b->bounds.y < a->bounds.y + a->bounds.h && a->bounds.y < b->bounds.y + b->bounds.h;
}

/* Searches from the last item, since a menu, which covers on purpose, is drawn last. */
static void count_covered(Walk *walk) {
  for (int i = 0; i < walk->text_count; i++) {
    bool covered = false;
    for (int k = walk->cover_count - 1; k >= 0 && !covered; k--)
      covered = walk->covers[k].item > walk->texts[i].item &&
                meet(&walk->covers[k], &walk->texts[i]) &&
                convex_overlap(&walk->covers[k].shape, &walk->texts[i].shape) > forgiven_pt;
    walk->report.texts_covered += covered;
  }
}

/* The arrays have room for all items, so the list is walked once. */
CountReport count_list(const DrawList *list, const TextMetrics *metrics, Arena *arena) {
  Walk walk = {.list = list, .metrics = metrics, .arena = arena, .clip = {0, 0, -1, -1}};
  walk.texts = arena_take(arena, (size_t)list->item_count, sizeof *walk.texts);
  walk.covers = arena_take(arena, (size_t)list->item_count, sizeof *walk.covers);
  walk.report.hits = list->hit_count;
  if (list->failed || !walk.texts || !walk.covers) {
    walk.report.first_complaint = STR("the list is incomplete: out of memory");
    return walk.report;
  }
  for (int i = 0; i < list->item_count; i++) walk_item(&walk, &list->items[i], i);
  count_covered(&walk);
  compare_neighbours(&walk);
  return walk.report;
}

/* Ignores texts that are fading out, as above. */
static int count_matching(const DrawList *list, Str wanted, bool (*matches)(Str text, Str wanted)) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind == DRAW_TEXT && item->as.text.color.a >= 128)
      count += matches(item->as.text.text, wanted);
  }
  return count;
}

static bool contains(Str text, Str part) {
  return part.bytes == 0 || memmem(text.at, text.bytes, part.at, part.bytes) != NULL;
}

int count_text(const DrawList *list, const char *text) {
  return count_matching(list, str_from(text), str_equal);
}

int count_text_containing(const DrawList *list, const char *part) {
  return count_matching(list, str_from(part), contains);
}
