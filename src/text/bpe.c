/* text/bpe.c -- a heap of neighbours by rank and place, over a linked list of symbols.
**
** A merge leaves entries of the heap behind that speak of symbols which are gone. They are known by
** the pair at their place having another rank by now, and are skipped.
*/
#include "text/bpe.h"

#include <stdint.h>

#include "base/os.h"

enum { NONE = -1 };

struct Bpe {
  const BpeMerge *merges;
  int *slots; /* rank + 1, 0 for a free slot */
  size_t slot_mask;
  uint64_t key; /* secret: no file can be written whose pairs collide */
};

/* ---- the table of pairs ---- */

/* splitmix64's end with the key between its two products, as a pair of ids is one number. */
static size_t hash_of(const Bpe *bpe, int left, int right) {
  uint64_t pair = (uint64_t)(uint32_t)left << 32 | (uint32_t)right;
  pair = ((pair ^ bpe->key) * (bpe->key | 1)) ^ bpe->key >> 7;
  pair = (pair ^ pair >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  pair = (pair ^ pair >> 27) * UINT64_C(0x94D049BB133111EB);
  return (size_t)(pair ^ pair >> 31);
}

/* Half of the slots are free at least, so the walk ends soon. */
static int *find_slot(const Bpe *bpe, int left, int right) {
  for (size_t slot = hash_of(bpe, left, right);; slot++) {
    int *rank = &bpe->slots[slot & bpe->slot_mask];
    if (!*rank) return rank;
    const BpeMerge *merge = &bpe->merges[*rank - 1];
    if (merge->left == left && merge->right == right) return rank;
  }
}

/* The same pair again finds its slot taken and overwrites the rank. */
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

/* A heap: the pair of lowest rank is wanted after every merge, and each merge brings new pairs. */
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

/* The rank of the pair that begins at a place, or NONE. */
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

/* The left symbol grows, the right one is marked as gone; two new pairs may have come to be. */
static void join(Merging *merging, Neighbours pair) {
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
    if (rank_at(merging, pair.place) == pair.rank) join(merging, pair);
  }
}

bool bpe_merge(const Bpe *bpe, Arena *work, BpeSymbol *symbols, int *count, Status *status) {
  ArenaMark mark = arena_mark(work);
  size_t room = (size_t)*count;
  /* Each of fewer than n merges brings two new pairs at most, beside the first n − 1. */
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
