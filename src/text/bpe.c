/* text/bpe.c -- merges pairs with a heap ordered by rank and position, over a linked list of
** symbols.
**
** After a merge the heap has outdated entries, whose symbols are gone. The pair at their position
** has another rank by then, so they are recognised and skipped.
*/
#include "text/bpe.h"

#include <stdint.h>

#include "base/os.h"

enum { NONE = -1 };

struct Bpe {
  const BpeMerge *merges;
  int *slots; /* rank + 1, 0 for a free slot */
  size_t slot_mask;
  uint64_t key; /* random, so that no file can be made whose pairs collide */
};

/* ---- the table of pairs ---- */

/* The pair as one number, mixed by the final step of splitmix64 after a product with the key. */
static size_t hash_of(const Bpe *bpe, int left, int right) {
  uint64_t pair = (uint64_t)(uint32_t)left << 32 | (uint32_t)right;
  pair = ((pair ^ bpe->key) * (bpe->key | 1)) ^ bpe->key >> 7;
  pair = (pair ^ pair >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  pair = (pair ^ pair >> 27) * UINT64_C(0x94D049BB133111EB);
  return (size_t)(pair ^ pair >> 31);
}

/* At least half of the slots are free, so probing ends soon. */
static int *find_slot(const Bpe *bpe, int left, int right) {
  for (size_t slot = hash_of(bpe, left, right);; slot++) {
    int *rank = &bpe->slots[slot & bpe->slot_mask];
    if (!*rank) return rank;
    const BpeMerge *merge = &bpe->merges[*rank - 1];
    if (merge->left == left && merge->right == right) return rank;
  }
}

/* A repeated pair overwrites the rank. */
bool bpe_make(Arena *arena, const BpeMerge *merges, int merge_count, const Bpe **bpe,
              Status *status) {
  size_t slot_count = 16;
  while (slot_count < 2 * (size_t)merge_count) slot_count *= 2;
  Bpe *made = arena_take(arena, 1, sizeof *made);
  int *slots = made ? arena_take(arena, slot_count, sizeof *slots) : NULL;
  if (!slots) return status_no_memory(status);
  *made = (Bpe){merges, slots, slot_count - 1, os_random()};
  for (int rank = 0; rank < merge_count; rank++)
    *find_slot(made, merges[rank].left, merges[rank].right) = rank + 1;
  *bpe = made;
  return true;
}

size_t bpe_longest_walk(const Bpe *bpe) {
  size_t longest = 0;
  for (size_t place = 0; place <= bpe->slot_mask; place++) {
    if (!bpe->slots[place]) continue;
    const BpeMerge *merge = &bpe->merges[bpe->slots[place] - 1];
    size_t walk = ((place - hash_of(bpe, merge->left, merge->right)) & bpe->slot_mask) + 1;
    if (walk > longest) longest = walk;
  }
  return longest;
}

/* ---- one piece ---- */

typedef struct Link {
  BpeSymbol symbol; /* bytes 0: merged into the one before */
  int before, after;
} Link;

typedef struct Neighbours {
  int rank, place; /* of the left one */
} Neighbours;

typedef struct Merging {
  const Bpe *bpe;
  Link *links;
  Neighbours *heap;
  int heap_count;
} Merging;

static bool comes_first(Neighbours a, Neighbours b) {
  return a.rank != b.rank ? a.rank < b.rank : a.place < b.place;
}

static void heap_push(Merging *merging, Neighbours entry) {
  int at = merging->heap_count++;
  for (int above; at > 0 && comes_first(entry, merging->heap[above = (at - 1) / 2]); at = above)
    merging->heap[at] = merging->heap[above];
  merging->heap[at] = entry;
}

static Neighbours heap_pop(Merging *merging) {
  Neighbours *heap = merging->heap, top = heap[0], last = heap[--merging->heap_count];
  int at = 0, below;
  while ((below = 2 * at + 1) < merging->heap_count) {
    if (below + 1 < merging->heap_count && comes_first(heap[below + 1], heap[below])) below++;
    if (!comes_first(heap[below], last)) break;
    heap[at] = heap[below];
    at = below;
  }
  heap[at] = last;
  return top;
}

/* The rank of the pair whose left symbol is at this position, or NONE. */
static int rank_at(const Merging *merging, int place) {
  const Link *left = &merging->links[place];
  if (left->symbol.bytes == 0 || left->after == NONE) return NONE;
  int right = merging->links[left->after].symbol.id;
  return *find_slot(merging->bpe, left->symbol.id, right) - 1;
}

static void push_pair(Merging *merging, int place) {
  int rank = rank_at(merging, place);
  if (rank != NONE) heap_push(merging, (Neighbours){rank, place});
}

/* Merges the right symbol into the left one, and pushes the two new pairs with its neighbours. */
static void merge_pair(Merging *merging, Neighbours pair) {
  Link *left = &merging->links[pair.place], *right = &merging->links[left->after];
  left->symbol.id = merging->bpe->merges[pair.rank].made;
  left->symbol.bytes += right->symbol.bytes;
  right->symbol.bytes = 0;
  left->after = right->after;
  if (left->after != NONE) merging->links[left->after].before = pair.place;
  if (left->before != NONE) push_pair(merging, left->before);
  push_pair(merging, pair.place);
}

static void merge_all(Merging *merging, int count) {
  for (int i = 0; i + 1 < count; i++) push_pair(merging, i);
  while (merging->heap_count > 0) {
    Neighbours pair = heap_pop(merging);
    if (rank_at(merging, pair.place) == pair.rank) merge_pair(merging, pair);
  }
}

bool bpe_merge(const Bpe *bpe, Arena *work, BpeSymbol *symbols, int *count, Status *status) {
  ArenaMark mark = arena_mark(work);
  size_t room = (size_t)*count;
  /* n − 1 pairs at first, and at most two new ones for each of fewer than n merges. */
  Merging merging = {bpe, arena_take(work, room, sizeof(Link)),
                     arena_take(work, 3 * room, sizeof(Neighbours)), 0};
  bool has_memory = merging.links && merging.heap;
  if (has_memory) {
    for (int i = 0; i < *count; i++)
      merging.links[i] = (Link){symbols[i], i - 1, i + 1 < *count ? i + 1 : NONE};
    merge_all(&merging, *count);
    int left = 0;
    for (int i = 0; *count > 0 && i != NONE; i = merging.links[i].after)
      symbols[left++] = merging.links[i].symbol;
    *count = left;
  }
  arena_rewind(work, mark);
  return has_memory || status_no_memory(status);
}
