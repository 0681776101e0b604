/* text/vocab.h -- a vocabulary: words, each with an id from 0.
**
** Words are compared byte by byte: to ignore case, fold both sides first (text/utf8.h).
**
** Memory  On the arena given to vocab_make, words copied.
** Errors  Out of memory, and the same word twice: the sentence names it and both numbers.
** Time    Finding a word or the longest match reads each byte once.
*/
#ifndef TEXT_VOCAB_H
#define TEXT_VOCAB_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

typedef struct Vocab Vocab;

/* words[i] gets the number i. After false the vocabulary must not be used. */
bool vocab_make(Arena *arena, const Str *words, int word_count, Vocab **vocab, Status *status);
int vocab_find(const Vocab *vocab, Str word); /* its number, or -1 */

/* The length of the longest word that is a prefix of text, or 0. */
int vocab_longest_match(const Vocab *vocab, Str text);

#endif
