/* text/token_table.c -- a hash table with open addressing, at most half full, and a random hash
** key.
**
** The hash is the polynomial of the bytes, evaluated at a secret point, modulo the prime 2^61 − 1:
** two texts of n bytes have the same hash at no more than n points, so nobody can make a file whose
** texts collide (Carter and Wegman 1979). Modulo 2^64 some texts collide at every point.
*/
#include "text/token_table.h"

#include <assert.h>

#include "base/os.h"
#include "base/rng.h"

typedef struct Slot {
  Str text; /* at NULL: free */
  int id;
  uint32_t hash;
} Slot;

struct TokenTable {
  Slot *slots;
  size_t slot_mask, count, longest_bytes;
  uint64_t place, factor; /* the key; slots and their order reveal it, so they are never shown */
};

/* ---- the hash ---- */

static const uint64_t prime = (UINT64_C(1) << 61) - 1;

/* Adds one byte to a hash, which begins as 0; so one walk gives the hash of every prefix. byte + 1,
** since otherwise "\0" would have the hash of "". The result is below 2^61 + 2^9; bits from 61 on
** are added to the low ones, since 2^61 is 1 modulo the prime. */
static uint64_t hash_more(const TokenTable *table, uint64_t hash, char byte) {
  __extension__ typedef unsigned __int128 Wide;
  Wide product = (Wide)hash * table->place;
  uint64_t sum = ((uint64_t)product & prime) + (uint64_t)(product >> 61);
  sum = (sum & prime) + (sum >> 61);
  return sum + (unsigned char)byte + 1;
}

/* Mixes the hash for the first slot: neighbouring values of the polynomial would fill neighbouring
** slots and make probing slow. */
static uint32_t hash_end(const TokenTable *table, uint64_t hash) {
  uint64_t mixed = hash * table->factor;
  mixed = (mixed ^ mixed >> 32) * UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t)(mixed >> 32);
}

static uint64_t hash_of(const TokenTable *table, Str text) {
  uint64_t hash = 0;
  for (size_t i = 0; i < text.bytes; i++) hash = hash_more(table, hash, text.at[i]);
  return hash;
}

/* The slot of the text, or the free one where it belongs. */
static Slot *find_slot(const TokenTable *table, Str text, uint64_t hash) {
  uint32_t end = hash_end(table, hash);
  size_t place = end & table->slot_mask;
  for (;; place = (place + 1) & table->slot_mask) {
    Slot *slot = &table->slots[place];
    if (!slot->text.at || (slot->hash == end && str_equal(slot->text, text))) return slot;
  }
}

TokenTable *token_table_make(Arena *arena, size_t text_count) {
  size_t slot_count = 16;
  while (slot_count < 2 * text_count) slot_count *= 2;
  TokenTable *table = arena_take(arena, 1, sizeof *table);
  Slot *slots = table ? arena_take(arena, slot_count, sizeof *slots) : NULL;
  if (!slots) return NULL;
  Rng rng = rng_make(os_random());
  *table = (TokenTable){.slots = slots,
                        .slot_mask = slot_count - 1,
                        .place = rng_next(&rng) % (prime - 256) + 256,
                        .factor = rng_next(&rng) | 1};
  return table;
}

/* A repeated text gets the new id; returns the old one. */
int token_table_put(TokenTable *table, Str text, int id) {
  uint64_t hash = hash_of(table, text);
  Slot *slot = find_slot(table, text, hash);
  int before = slot->text.at ? slot->id : -1;
  if (!slot->text.at) table->count++;
  assert(text.at && 2 * table->count <= table->slot_mask + 1);
  *slot = (Slot){text, id, hash_end(table, hash)};
  if (text.bytes > table->longest_bytes) table->longest_bytes = text.bytes;
  return before;
}

int token_table_find(const TokenTable *table, Str text) {
  const Slot *slot = find_slot(table, text, hash_of(table, text));
  return slot->text.at ? slot->id : -1;
}

size_t token_table_longest_bytes(const TokenTable *table) { return table->longest_bytes; }

/* The hash of each prefix follows from that of the one before. */
size_t token_table_longest(const TokenTable *table, Str text, int *id) {
  size_t most = text.bytes < table->longest_bytes ? text.bytes : table->longest_bytes, longest = 0;
  uint64_t hash = 0;
  *id = -1;
  for (size_t bytes = 1; bytes <= most; bytes++) {
    hash = hash_more(table, hash, text.at[bytes - 1]);
    const Slot *slot = find_slot(table, (Str){text.at, bytes}, hash);
    if (!slot->text.at) continue;
    longest = bytes;
    *id = slot->id;
  }
  return longest;
}

size_t token_table_longest_walk(const TokenTable *table) {
  size_t longest = 0;
  for (size_t place = 0; place <= table->slot_mask; place++) {
    const Slot *slot = &table->slots[place];
    size_t walk = ((place - slot->hash) & table->slot_mask) + 1;
    if (slot->text.at && walk > longest) longest = walk;
  }
  return longest;
}
