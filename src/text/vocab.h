/* text/vocab.h -- the words a model knows, each with a number from 0.
**
** Memory  On the arena given to vocab_make, words copied. Errors: out of memory, and the same word
**         twice. Time: finding a word or the longest match reads each byte once.
*/
#ifndef TEXT_VOCAB_H
#define TEXT_VOCAB_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

typedef struct Vocab Vocab;

bool vocab_make(Arena *arena, const Str *words, int word_count, Vocab **vocab, Status *status);
int vocab_find(const Vocab *vocab, Str word); /* its number, or -1 */
int vocab_longest_match(const Vocab *vocab,
                        Str text); /* bytes of the longest word text begins with, or 0 */

#endif
