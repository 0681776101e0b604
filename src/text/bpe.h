/* text/bpe.h -- byte-pair encoding: neighbours become one token, again and again.
**
** A piece of text begins as one symbol for each byte. Among all neighbours that may merge, those
** with the lowest rank, and of these the leftmost, become one symbol; this goes on until no
** neighbours may merge. The rank of a merge is its place in the list: what was learned first.
**
**   merges  (l,o) (lo,w) (e,r)      l o w e r → lo w e r → low e r → low er
**
** Symbols are ids of tokens, so that no text is compared while merging.
**
** Memory  The table lives on the arena given. Merging takes work memory proportional to the piece
**         and gives it back.
** Errors  Out of memory.
** Time    n log n for a piece of n bytes: a heap of neighbours over a linked list. The table of
**         pairs has a secret key, as token tables have (text/token_table.h).
** Source  Sennrich, Haddow and Birch 2016; the order of the tokenizers library.
*/
#ifndef TEXT_BPE_H
#define TEXT_BPE_H

#include "base/arena.h"
#include "base/status.h"

/* left and right become made; its rank is its index. The same pair again takes the later rank. */
typedef struct BpeMerge {
  int left, right, made;
} BpeMerge;

/* A token so far, and how many bytes of the piece it stands for. */
typedef struct BpeSymbol {
  int id, bytes;
} BpeSymbol;

typedef struct Bpe Bpe;

/* merges are kept, not copied, in the order they were learned. */
bool bpe_make(Arena *arena, const BpeMerge *merges, int merge_count, const Bpe **bpe,
              Status *status);

/* Merges symbols[0 … *count) in place; *count is then how many are left. Every symbol has at least
** one byte: 0 marks one that is gone. */
bool bpe_merge(const Bpe *bpe, Arena *work, BpeSymbol *symbols, int *count, Status *status);

/* How many slots finding the pair looks at that takes longest to find. Reads the whole table. */
size_t bpe_longest_walk(const Bpe *bpe);

#endif
