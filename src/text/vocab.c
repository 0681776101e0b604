/* text/vocab.c -- words in a hash table with open addressing, at most half full. */
#include "text/vocab.h"

#include <stdint.h>
#include <string.h>

#include "base/words.h"

struct Vocab {
  Str *words;
  int *slots; /* word number + 1, 0 for a free slot */
  size_t slot_mask;
  size_t longest_bytes;
};

/* FNV-1a again, one byte at a time, so that every prefix of a text has its hash in one walk. */
static const uint64_t hash_start = 0xcbf29ce484222325u;

static uint64_t hash_more(uint64_t hash, char byte) {
  return (hash ^ (unsigned char)byte) * 0x100000001b3u;
}

static uint64_t hash_of(Str word) {
  uint64_t hash = hash_start;
  for (size_t i = 0; i < word.bytes; i++) hash = hash_more(hash, word.at[i]);
  return hash;
}

/* The slot of the word, or the free one where it belongs. */
static size_t find_slot(const Vocab *vocab, Str word, uint64_t hash) {
  size_t slot = (size_t)(hash ^ (hash >> 32)) & vocab->slot_mask;
  while (vocab->slots[slot] && !str_equal(vocab->words[vocab->slots[slot] - 1], word))
    slot = (slot + 1) & vocab->slot_mask;
  return slot;
}

/* The sentence names both numbers, which are lines of the file a learner may have written. */
static bool add_word(Arena *arena, Vocab *vocab, Str word, int number, Status *status) {
  size_t slot = find_slot(vocab, word, hash_of(word));
  if (vocab->slots[slot])
    return status_fail(status, STATUS_COULD_NOT,
                       _("the vocabulary has the word “%.*s” twice, as numbers %d and %d"),
                       (int)(word.bytes < 64 ? word.bytes : 64), word.at, vocab->slots[slot] - 1,
                       number);
  char *copy = str_copy(arena, word);
  if (!copy) return status_no_memory(status);
  vocab->words[number] = (Str){copy, word.bytes};
  vocab->slots[slot] = number + 1;
  if (word.bytes > vocab->longest_bytes) vocab->longest_bytes = word.bytes;
  return true;
}

/* At most half full, so a walk over taken slots is short. */
bool vocab_make(Arena *arena, const Str *words, int word_count, Vocab **vocab, Status *status) {
  size_t slot_count = 16;
  while (slot_count < 2 * (size_t)word_count) slot_count *= 2;
  Vocab *made = arena_take(arena, 1, sizeof *made);
  if (!made) return status_no_memory(status);
  made->words = arena_take(arena, (size_t)word_count, sizeof *made->words);
  made->slots = arena_take(arena, slot_count, sizeof *made->slots);
  if (!made->words || !made->slots) return status_no_memory(status);
  made->slot_mask = slot_count - 1;
  for (int i = 0; i < word_count; i++)
    if (!add_word(arena, made, words[i], i, status)) return false;
  *vocab = made;
  return true;
}

int vocab_find(const Vocab *vocab, Str word) {
  return vocab->slots[find_slot(vocab, word, hash_of(word))] - 1;
}

/* All prefixes in one walk: each has its hash from the one before. */
int vocab_longest_match(const Vocab *vocab, Str text) {
  size_t most = text.bytes < vocab->longest_bytes ? text.bytes : vocab->longest_bytes;
  uint64_t hash = hash_start;
  int longest = 0;
  for (size_t bytes = 1; bytes <= most; bytes++) {
    hash = hash_more(hash, text.at[bytes - 1]);
    if (vocab->slots[find_slot(vocab, (Str){text.at, bytes}, hash)]) longest = (int)bytes;
  }
  return longest;
}
