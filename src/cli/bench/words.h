/* cli/bench/words.h -- a folder with words for a checkpoint that has none.
**
** The window and its figures are of sentences, yet a checkpoint may hold weights alone. Then a
** folder beside it links to every file of the checkpoint and adds vocab.json and merges.txt: byte
** pairs without a merge, in which every byte is a token. Nothing is written into the
** folder that was given.
**
** Memory  The paths are on the arena. Errors: what cannot be linked or written, by its name.
*/
#ifndef CLI_BENCH_WORDS_H
#define CLI_BENCH_WORDS_H

#include "base/arena.h"
#include "base/status.h"

typedef struct BenchWords {
  const char *folder; /* a checkpoint with words: the one given, where that has some */
  bool made;          /* it is a folder of links, to be removed again */
} BenchWords;

/* What is no folder is left to whoever opens it. On false what was made is removed already. */
bool bench_words_begin(Arena *arena, const char *folder, BenchWords *words, Status *status);

/* Removes the folder of links, if one was made; never what the links lead to. */
void bench_words_end(Arena *arena, const BenchWords *words);

#endif
