/* export/page_store.c -- texts by number, found by their hash. */
#include "export/page_store.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_CAPACITY = 256, SLOTS_PER_TEXT = 2 };

PageStore page_store_make(Arena *arena) { return (PageStore){.arena = arena}; }

/* FNV-1a. */
static uint64_t hash_of(Str text) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < text.bytes; i++)
    hash = (hash ^ (unsigned char)text.at[i]) * 1099511628211u;
  return hash;
}

/* The slot of the text, or the free one where it belongs. */
static int slot_of(const PageStore *store, Str text) {
  uint64_t last = (uint64_t)store->slot_count - 1, at = hash_of(text) & last;
  while (store->slots[at] && !str_equal(store->texts[store->slots[at] - 1], text))
    at = (at + 1) & last;
  return (int)at;
}

/* slot_count stays a power of two. */
static bool grow(PageStore *store) {
  int capacity = store->capacity ? store->capacity * 2 : FIRST_CAPACITY;
  int slot_count = capacity * SLOTS_PER_TEXT;
  Str *texts = arena_take(store->arena, (size_t)capacity, sizeof *texts);
  int *slots = arena_take(store->arena, (size_t)slot_count, sizeof *slots);
  if (!texts || !slots) return false;
  if (store->count) memcpy(texts, store->texts, (size_t)store->count * sizeof *texts);
  memset(slots, 0, (size_t)slot_count * sizeof *slots);
  store->texts = texts;
  store->slots = slots;
  store->capacity = capacity;
  store->slot_count = slot_count;
  for (int i = 0; i < store->count; i++) slots[slot_of(store, texts[i])] = i + 1;
  return true;
}

int page_store_add(PageStore *store, Str text) {
  if (store->failed) return 0;
  if (store->count == store->capacity && !grow(store)) return store->failed = true, 0;
  int slot = slot_of(store, text);
  if (store->slots[slot]) return store->slots[slot] - 1;
  const char *copy = str_copy(store->arena, text);
  if (!copy) return store->failed = true, 0;
  store->texts[store->count] = (Str){copy, text.bytes};
  store->slots[slot] = ++store->count;
  return store->count - 1;
}

void page_json(StrBuf *out, Str text) {
  StrBuf quoted = strbuf_make(out->arena);
  strbuf_add_json(&quoted, text);
  for (size_t i = 0; i < quoted.bytes; i++) {
    if (quoted.at[i] == '<') strbuf_add(out, STR("\\u003c"));
    else strbuf_add_char(out, quoted.at[i]);
  }
  out->failed |= quoted.failed;
}

static void write_all(const PageStore *store, StrBuf *out, bool is_json) {
  strbuf_add_char(out, '[');
  for (int i = 0; i < store->count; i++) {
    if (i > 0) strbuf_add(out, STR(",\n"));
    if (is_json) strbuf_add(out, store->texts[i]);
    else page_json(out, store->texts[i]);
  }
  strbuf_add_char(out, ']');
}

void page_store_write(const PageStore *store, StrBuf *out) { write_all(store, out, false); }

void page_store_write_json(const PageStore *store, StrBuf *out) { write_all(store, out, true); }

void page_number(StrBuf *out, float value, int decimals) {
  char text[64];
  assert(decimals >= 0 && decimals < 10);
  int bytes = snprintf(text, sizeof text, "%.*f", decimals, isfinite(value) ? (double)value : 0.0);
  if (strchr(text, '.')) {
    while (text[bytes - 1] == '0') bytes--;
    if (text[bytes - 1] == '.') bytes--;
  }
  bool is_nothing = (bytes == 2 && text[0] == '-' && text[1] == '0') || bytes == 0;
  strbuf_add(out, is_nothing ? STR("0") : (Str){text, (size_t)bytes});
}
