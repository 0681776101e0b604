/* core/mask.c -- the parts of a mask (M-05), for one cell or for whole rows.
**
** A row is written in ranges, since every part but random is a few ranges of keys. Writing T · S
** bytes costs little compared with the T · S · D multiplications of the scores. */
#include "core/mask.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

typedef enum MaskGroup { GROUP_ORDER, GROUP_LOCAL, GROUP_KEYS } MaskGroup;

static const MaskGroup groups[MASK_PART_COUNT] = {
    [MASK_CAUSAL] = GROUP_ORDER,  [MASK_PREFIX] = GROUP_ORDER, [MASK_WINDOW] = GROUP_LOCAL,
    [MASK_DILATED] = GROUP_LOCAL, [MASK_BLOCKS] = GROUP_LOCAL, [MASK_GLOBAL] = GROUP_LOCAL,
    [MASK_RANDOM] = GROUP_LOCAL,  [MASK_PADDING] = GROUP_KEYS,
};

bool mask_part_is_local(MaskPart part) { return groups[part] == GROUP_LOCAL; }

/* The end of the keys, of S, that causal or prefix lets a position see. */
static int order_end(const MaskParts *parts, int place, int key_count) {
  int end = place + 1;
  if (!mask_names(parts, MASK_CAUSAL) && !mask_names(parts, MASK_PREFIX)) return key_count;
  if (mask_names(parts, MASK_PREFIX) && parts->size[MASK_PREFIX] > end)
    end = parts->size[MASK_PREFIX];
  return end < key_count ? end : key_count;
}

static bool is_global(const MaskParts *parts, int place) {
  for (int i = 0; i < parts->size[MASK_GLOBAL]; i++)
    if (parts->globals[i] == place) return true;
  return false;
}

/* ---- random ---- */

/* Reservoir sampling of n keys: the seat 0 … n − 1 that a key takes; a larger number: none. The
** first n keys take their own seats; every later key draws one of key + 1 numbers. The bias of
** taking 64 bits modulo key + 1 is negligible. */
static uint64_t seat_of(const MaskParts *parts, int place, int key) {
  if (key < parts->size[MASK_RANDOM]) return (uint64_t)key;
  uint64_t of_place = rng_mix(rng_mix(parts->random_seed + 1) + (uint64_t)place + 1);
  return rng_mix(of_place + (uint64_t)key + 1) % ((uint64_t)key + 1);
}

/* Is the key drawn: does it take a seat that no later key takes? */
static bool is_drawn(const MaskParts *parts, int place, int key, int key_count) {
  int end = order_end(parts, place, key_count);
  uint64_t seat = seat_of(parts, place, key);
  bool is_seated = key < end && seat < (uint64_t)parts->size[MASK_RANDOM];
  for (int later = key + 1; is_seated && later < end; later++)
    is_seated = seat_of(parts, place, later) != seat;
  return is_seated;
}

static void show_drawn(const MaskParts *parts, int place, unsigned char *row, int key_count) {
  int end = order_end(parts, place, key_count), seats = parts->size[MASK_RANDOM];
  int holders[MASK_RANDOM_MOST];
  assert(seats >= 0 && seats <= MASK_RANDOM_MOST);
  for (int key = 0; key < end; key++) {
    uint64_t seat = seat_of(parts, place, key);
    if (seat < (uint64_t)seats) holders[seat] = key;
  }
  for (int seat = 0; seat < seats && seat < end; seat++) row[holders[seat]] = 0;
}

/* ---- one cell ---- */

bool mask_part_sees(const MaskParts *parts, MaskPart part, int place, int key, int key_count) {
  int size = parts->size[part];
  long away = labs((long)place - key);
  switch (part) {
  case MASK_CAUSAL:
    return key <= place;
  /* Causal, except that every query sees the first n keys. */
  case MASK_PREFIX:
    return key <= place || key < size;
  case MASK_WINDOW:
    return away <= size;
  case MASK_DILATED:
    assert(parts->dilated_step > 0);
    return away <= (long)size * parts->dilated_step && away % parts->dilated_step == 0;
  case MASK_BLOCKS:
    assert(size > 0);
    return place / size == key / size;
  case MASK_GLOBAL:
    return is_global(parts, place) || is_global(parts, key);
  case MASK_RANDOM:
    return is_drawn(parts, place, key, key_count);
  /* Hides the last n keys; n ≥ key_count hides all. */
  case MASK_PADDING:
    return key_count - key > size;
  case MASK_PART_COUNT:
    break;
  }
  return true;
}

/* The query sees the key if in every group that has named parts at least one of them lets it. */
bool mask_sees(const MaskParts *parts, int place, int key, int key_count) {
  unsigned asked = 0, seen = 0;
  assert(place >= 0 && key >= 0 && key < key_count);
  for (int part = 0; part < MASK_PART_COUNT; part++) {
    if (!mask_names(parts, (MaskPart)part)) continue;
    unsigned group = 1u << groups[part];
    asked |= group;
    if (mask_part_sees(parts, (MaskPart)part, place, key, key_count)) seen |= group;
  }
  return seen == asked;
}

bool mask_parts_exclude(MaskPart a, MaskPart b) {
  return a != b && groups[a] == GROUP_ORDER && groups[b] == GROUP_ORDER;
}

bool mask_parts_show_beginnings(const MaskParts *parts) {
  return (parts->named & ~(1u << MASK_CAUSAL | 1u << MASK_PREFIX | 1u << MASK_PADDING)) == 0;
}

bool mask_parts_equal(const MaskParts *a, const MaskParts *b) {
  if (a->named != b->named) return false;
  for (int part = 0; part < MASK_PART_COUNT; part++)
    if (mask_names(a, (MaskPart)part) && a->size[part] != b->size[part]) return false;
  if (mask_names(a, MASK_DILATED) && a->dilated_step != b->dilated_step) return false;
  if (mask_names(a, MASK_RANDOM) && a->random_seed != b->random_seed) return false;
  for (int i = 0; mask_names(a, MASK_GLOBAL) && i < a->size[MASK_GLOBAL]; i++)
    if (a->globals[i] != b->globals[i]) return false;
  return true;
}

/* ---- rows ---- */

/* Sets the keys first … last, clipped to the row. */
static void set_keys(unsigned char *row, int cols, long first, long last, unsigned char hidden) {
  if (first < 0) first = 0;
  if (last >= cols) last = cols - 1;
  if (first <= last) memset(row + first, hidden, (size_t)(last - first + 1));
}

/* Shows the keys of the local parts, or all keys if none is named. */
static void show_local(const MaskParts *parts, int place, unsigned char *row, int cols) {
  const int *size = parts->size;
  bool is_any = false;
  for (int part = 0; part < MASK_PART_COUNT; part++)
    is_any |= mask_part_is_local((MaskPart)part) && mask_names(parts, (MaskPart)part);
  set_keys(row, cols, 0, cols - 1, is_any);
  if (mask_names(parts, MASK_WINDOW))
    set_keys(row, cols, (long)place - size[MASK_WINDOW], (long)place + size[MASK_WINDOW], 0);
  if (mask_names(parts, MASK_DILATED)) {
    long step = parts->dilated_step, reach = step * size[MASK_DILATED];
    assert(step > 0);
    for (long key = place % step; key < cols; key += step)
      if (labs(key - place) <= reach) row[key] = 0;
  }
  if (mask_names(parts, MASK_BLOCKS)) {
    assert(size[MASK_BLOCKS] > 0);
    long first = (long)place / size[MASK_BLOCKS] * size[MASK_BLOCKS];
    set_keys(row, cols, first, first + size[MASK_BLOCKS] - 1, 0);
  }
  if (mask_names(parts, MASK_GLOBAL)) {
    if (is_global(parts, place)) set_keys(row, cols, 0, cols - 1, 0);
    for (int i = 0; i < size[MASK_GLOBAL]; i++)
      set_keys(row, cols, parts->globals[i], parts->globals[i], 0);
  }
  if (mask_names(parts, MASK_RANDOM)) show_drawn(parts, place, row, cols);
}

/* The rows are contiguous: stride = cols. */
void mask_fill(const MaskParts *parts, int first, unsigned char *hidden, int rows, int cols) {
  assert(first >= 0 && rows >= 0 && cols >= 0);
  for (int i = 0; i < rows; i++, hidden += cols) {
    show_local(parts, first + i, hidden, cols);
    set_keys(hidden, cols, order_end(parts, first + i, cols), cols - 1, 1);
    if (mask_names(parts, MASK_PADDING))
      set_keys(hidden, cols, (long)cols - parts->size[MASK_PADDING], cols - 1, 1);
  }
}
