/* render/moving/palette.c -- counts colours, chooses at most 256, and gives each pixel its own. */
#include "render/moving/palette.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1 << 12, NO_ENTRY = -1, EXACT_SHARE = 8 };

/* A colour that occurs. */
typedef struct Entry {
  uint32_t color, count;
  int index; /* in the palette */
  int next;  /* the place of this entry in the order of first sight, while sorted by count */
} Entry;

/* A hash table of colours with open addresses: slots hold places of entries. */
typedef struct Colors {
  Arena *arena;
  Entry *entries;
  int count, capacity;
  int *slots;
  uint32_t mask;
  bool failed;
} Colors;

/* ---- counting ---- */

static uint32_t hash_of(uint32_t color) { return color * 2654435761u >> 8; }

static void put_slot(Colors *colors, int entry) {
  uint32_t at = hash_of(colors->entries[entry].color) & colors->mask;
  while (colors->slots[at] != NO_ENTRY) at = (at + 1) & colors->mask;
  colors->slots[at] = entry;
}

/* At most half of the slots are used. */
static void grow(Colors *colors, int slot_count) {
  Entry *entries = arena_take(colors->arena, (size_t)slot_count / 2, sizeof *entries);
  int *slots = arena_take(colors->arena, (size_t)slot_count, sizeof *slots);
  colors->failed = !entries || !slots;
  if (colors->failed) return;
  if (colors->count) memcpy(entries, colors->entries, (size_t)colors->count * sizeof *entries);
  for (int i = 0; i < slot_count; i++) slots[i] = NO_ENTRY;
  colors->entries = entries;
  colors->slots = slots;
  colors->capacity = slot_count / 2;
  colors->mask = (uint32_t)slot_count - 1;
  for (int i = 0; i < colors->count; i++) put_slot(colors, i);
}

static int entry_of(Colors *colors, uint32_t color) {
  uint32_t at = hash_of(color) & colors->mask;
  for (; colors->slots[at] != NO_ENTRY; at = (at + 1) & colors->mask)
    if (colors->entries[colors->slots[at]].color == color) return colors->slots[at];
  if (colors->count == colors->capacity) {
    grow(colors, colors->capacity * 4);
    if (colors->failed) return 0;
    return entry_of(colors, color);
  }
  colors->entries[colors->count] = (Entry){.color = color, .index = NO_ENTRY};
  colors->slots[at] = colors->count;
  return colors->count++;
}

/* The entry of each pixel of the rectangle; NO_ENTRY for those that stay as they were. */
static bool count_colors(const MovingFrame *frame, int width, Colors *colors, int *of_pixel) {
  PixelRect rect = frame->changed;
  uint32_t last_color = 0;
  int last = NO_ENTRY;
  for (int y = 0; y < rect.h; y++) {
    size_t row = (size_t)(rect.y + y) * (size_t)width + (size_t)rect.x;
    for (int x = 0; x < rect.w; x++, of_pixel++) {
      size_t at = row + (size_t)x;
      uint32_t color = frame->pixels[at] & 0xFFFFFF;
      *of_pixel = NO_ENTRY;
      if (frame->before && frame->before[at] == frame->pixels[at]) continue;
      if (last == NO_ENTRY || color != last_color) last = entry_of(colors, color);
      if (colors->failed) return false;
      last_color = color;
      *of_pixel = last;
      colors->entries[last].count++;
    }
  }
  return true;
}

/* ---- choosing ---- */

/* Entries first … end − 1 of the sorted ones, and the bounds of their channels. */
typedef struct ColorBox {
  int first, end;
  uint8_t low[3], high[3];
} ColorBox;

static int channel(uint32_t color, int which) { return (int)(color >> (16 - 8 * which) & 0xFF); }

/* Most pixels first; a total order, so that the result does not depend on qsort. */
static int by_count(const void *a, const void *b) {
  const Entry *one = a, *other = b;
  if (one->count != other->count) return one->count < other->count ? 1 : -1;
  return one->color < other->color ? -1 : one->color > other->color;
}

static ColorBox box_of(const Entry *entries, int first, int end) {
  ColorBox box = {first, end, {255, 255, 255}, {0, 0, 0}};
  for (int i = first; i < end; i++)
    for (int c = 0; c < 3; c++) {
      uint8_t value = (uint8_t)channel(entries[i].color, c);
      if (value < box.low[c]) box.low[c] = value;
      if (value > box.high[c]) box.high[c] = value;
    }
  return box;
}

static int longest_side(const ColorBox *box, int *which) {
  int longest = -1;
  for (int c = 0; c < 3; c++)
    if (box->high[c] - box->low[c] > longest) {
      longest = box->high[c] - box->low[c];
      *which = c;
    }
  return longest;
}

/* Both halves have entries, since the bounds are those of entries. */
static int cut(Entry *entries, const ColorBox *box, int which) {
  int middle = (box->low[which] + box->high[which]) / 2, at = box->first;
  for (int i = box->first; i < box->end; i++)
    if (channel(entries[i].color, which) <= middle) {
      Entry moved = entries[i];
      entries[i] = entries[at];
      entries[at++] = moved;
    }
  assert(at > box->first && at < box->end);
  return at;
}

/* Boxes of entries first … count − 1; returns how many. */
static int cut_boxes(Entry *entries, int first, int count, ColorBox *boxes, int most) {
  int box_count = 1;
  boxes[0] = box_of(entries, first, count);
  while (box_count < most) {
    int longest = 0, at = -1, which = 0, ignored;
    for (int i = 0; i < box_count; i++)
      if (longest_side(&boxes[i], &ignored) > longest)
        at = i, longest = longest_side(&boxes[i], &which);
    if (at < 0) break;
    longest_side(&boxes[at], &which);
    ColorBox whole = boxes[at];
    int middle = cut(entries, &whole, which);
    boxes[at] = box_of(entries, whole.first, middle);
    boxes[box_count++] = box_of(entries, middle, whole.end);
  }
  return box_count;
}

static uint32_t middle_of(const ColorBox *box) {
  uint32_t color = 0;
  for (int c = 0; c < 3; c++) color = color << 8 | (uint32_t)(box->low[c] + box->high[c]) / 2;
  return color;
}

static int difference(uint32_t a, uint32_t b) {
  int most = 0;
  for (int c = 0; c < 3; c++) {
    int off = abs(channel(a, c) - channel(b, c));
    if (off > most) most = off;
  }
  return most;
}

static void give_nearest(Palette *palette, Entry *entry) {
  int least = 256;
  for (int i = 0; i < palette->count && least > 0; i++) {
    int off = difference(palette->colors[i], entry->color);
    if (off < least) least = off, entry->index = i;
  }
  if (least > palette->error) palette->error = least;
}

/* The entries are sorted, and put back afterwards by what `next` says. */
static void choose_nearest(Colors *colors, int most, Palette *palette, Entry *sorted) {
  ColorBox boxes[PALETTE_MOST];
  int exact = most / EXACT_SHARE;
  for (int i = 0; i < colors->count; i++) {
    sorted[i] = colors->entries[i];
    sorted[i].next = i;
  }
  qsort(sorted, (size_t)colors->count, sizeof *sorted, by_count);
  for (int i = 0; i < exact; i++) palette->colors[palette->count++] = sorted[i].color;
  int box_count = cut_boxes(sorted, exact, colors->count, boxes, most - exact);
  for (int i = 0; i < box_count; i++) palette->colors[palette->count++] = middle_of(&boxes[i]);
  for (int i = 0; i < colors->count; i++) {
    give_nearest(palette, &sorted[i]);
    colors->entries[sorted[i].next].index = sorted[i].index;
  }
}

static void choose_all(const Colors *colors, Palette *palette) {
  for (int i = 0; i < colors->count; i++) {
    palette->colors[palette->count] = colors->entries[i].color;
    colors->entries[i].index = palette->count++;
  }
}

bool palette_make(const MovingFrame *frame, int width, Arena *arena, Palette *palette) {
  PixelRect rect = frame->changed;
  size_t pixel_count = (size_t)rect.w * (size_t)rect.h;
  bool has_through = false;
  Colors colors = {.arena = arena};
  int *of_pixel = arena_take(arena, pixel_count, sizeof *of_pixel);
  *palette = (Palette){.through = -1, .index = arena_take(arena, pixel_count, 1)};
  grow(&colors, FIRST_SLOTS);
  if (!of_pixel || !palette->index || colors.failed) return false;
  if (!count_colors(frame, width, &colors, of_pixel)) return false;
  for (size_t i = 0; i < pixel_count && !has_through; i++) has_through = of_pixel[i] == NO_ENTRY;
  int most = PALETTE_MOST - has_through;
  if (colors.count <= most) choose_all(&colors, palette);
  else {
    Entry *sorted = arena_take(arena, (size_t)colors.count, sizeof *sorted);
    if (!sorted) return false;
    choose_nearest(&colors, most, palette, sorted);
  }
  if (has_through) palette->through = palette->count++;
  for (size_t i = 0; i < pixel_count; i++)
    palette->index[i] =
        (uint8_t)(of_pixel[i] == NO_ENTRY ? palette->through : colors.entries[of_pixel[i]].index);
  return true;
}
