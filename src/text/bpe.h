/* text/bpe.h -- byte-pair encoding (BPE).
**
** A piece of text begins as one symbol for each byte. The pair of neighbours with the lowest rank,
** and of these the leftmost, is merged into one symbol, until no pair can be merged. The rank of a
** merge is its index in the list, which is the order in which merges were learned.
**
**   merges  (l,o) (lo,w) (e,r)      l o w e r → lo w e r → low e r → low er
**
** Symbols are token ids, so merging compares no text.
**
** Memory  The table lives on the arena given. Merging takes temporary memory proportional to the
**         piece.
** Errors  Out of memory.
** Time    n log n for a piece of n bytes: a heap of neighbours over a linked list. The table of
**         pairs has a secret key, as token tables have (text/token_table.h).
** Source  Sennrich, Haddow and Birch 2016; the order of the tokenizers library.
*/
#ifndef TEXT_BPE_H
#define TEXT_BPE_H

#include "base/arena.h"
#include "base/status.h"

/* left and right become made; the rank is the index. A repeated pair has the rank of its last
** entry. */
typedef struct BpeMerge {
  int left, right, made;
} BpeMerge;

/* A symbol: a token id, and how many bytes of the piece it covers. */
typedef struct BpeSymbol {
  int id, bytes;
} BpeSymbol;

typedef struct Bpe Bpe;

/* merges are in the order they were learned; the array is kept, not copied. */
bool bpe_make(Arena *arena, const BpeMerge *merges, int merge_count, const Bpe **bpe,
              Status *status);

/* Merges symbols[0 … *count) in place and sets *count to the number left. Every symbol has at least
** one byte: 0 marks a removed one. */
bool bpe_merge(const Bpe *bpe, Arena *work, BpeSymbol *symbols, int *count, Status *status);

/* The longest probe sequence of the hash table, in slots; for tests. Reads the whole table. */
size_t bpe_longest_walk(const Bpe *bpe);

#endif
