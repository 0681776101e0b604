/* text/token_table.c -- open addressing, at most half full. */
#include "text/token_table.h"

#include <assert.h>

typedef struct Slot {
  Str text; /* at NULL: free */
  int id;
  uint32_t hash;
} Slot;

struct TokenTable {
  Slot *slots;
  size_t slot_mask, count, longest_bytes;
};

/* FNV-1a, one byte at a time, so that every prefix of a text has its hash in one walk. */
static const uint64_t hash_start = 0xcbf29ce484222325u;

static uint64_t hash_more(uint64_t hash, char byte) {
  return (hash ^ (unsigned char)byte) * 0x100000001b3u;
}

static uint64_t hash_of(Str text) {
  uint64_t hash = hash_start;
  for (size_t i = 0; i < text.bytes; i++) hash = hash_more(hash, text.at[i]);
  return hash;
}

/* The slot of the text, or the free one where it belongs. */
static Slot *find_slot(const TokenTable *table, Str text, uint64_t hash) {
  uint32_t folded = (uint32_t)(hash ^ (hash >> 32));
  size_t place = folded & table->slot_mask;
  for (;; place = (place + 1) & table->slot_mask) {
    Slot *slot = &table->slots[place];
    if (!slot->text.at || (slot->hash == folded && str_equal(slot->text, text))) return slot;
  }
}

TokenTable *token_table_make(Arena *arena, size_t text_count) {
  size_t slot_count = 16;
  while (slot_count < 2 * text_count) slot_count *= 2;
  TokenTable *table = arena_take(arena, 1, sizeof *table);
  Slot *slots = table ? arena_take(arena, slot_count, sizeof *slots) : NULL;
  if (!slots) return NULL;
  *table = (TokenTable){.slots = slots, .slot_mask = slot_count - 1};
  return table;
}

/* A text that comes again keeps its slot and takes the new id; the caller learns the old one. */
int token_table_put(TokenTable *table, Str text, int id) {
  uint64_t hash = hash_of(text);
  Slot *slot = find_slot(table, text, hash);
  int before = slot->text.at ? slot->id : -1;
  if (!slot->text.at) table->count++;
  assert(text.at && 2 * table->count <= table->slot_mask + 1);
  *slot = (Slot){text, id, (uint32_t)(hash ^ (hash >> 32))};
  if (text.bytes > table->longest_bytes) table->longest_bytes = text.bytes;
  return before;
}

int token_table_find(const TokenTable *table, Str text) {
  const Slot *slot = find_slot(table, text, hash_of(text));
  return slot->text.at ? slot->id : -1;
}

size_t token_table_longest_bytes(const TokenTable *table) { return table->longest_bytes; }

/* The hash of each prefix comes from that of the one before, so no byte is read twice but where a
** slot is found. */
size_t token_table_longest(const TokenTable *table, Str text, int *id) {
  size_t most = text.bytes < table->longest_bytes ? text.bytes : table->longest_bytes, longest = 0;
  uint64_t hash = hash_start;
  *id = -1;
  for (size_t bytes = 1; bytes <= most; bytes++) {
    hash = hash_more(hash, text.at[bytes - 1]);
    const Slot *slot = find_slot(table, (Str){text.at, bytes}, hash);
    if (!slot->text.at) continue;
    longest = bytes;
    *id = slot->id;
  }
  return longest;
}
