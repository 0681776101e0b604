/* train/grammar/words.h -- the words of one or more grammars, each with all its spellings.
**
** A word is written didn't/didn’t: its spellings with a slash between them; the first one is shown.
** A line with a spelling that is known already means the same word and may add spellings to it.
** Spellings are compared without case, because a learner may type either.
**
** Words count from 0 in the order in which they are read. Several grammars can be read into one
** list; they share words with the same spelling, so that one vocabulary serves an English and a
** Chinese grammar.
**
** Memory  On the arena given, for its lifetime; the tables are taken at their full size at once.
** Errors  FILE:LINE and: the spellings of one line belong to two words already (both are named); a
**         text cannot be a word (the hidden word, more than one token, empty); there are too many
**         words.
** Time    A word is found by hash, in time proportional to its bytes.
*/
#ifndef TRAIN_GRAMMAR_WORDS_H
#define TRAIN_GRAMMAR_WORDS_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "text/token_table.h"

/* Less than NETWORK_WORDS_MOST, the most rows of an embedding: 256 unknown words and the hidden
** word need rows too. */
enum { GRAMMAR_WORDS_MOST = 3800, GRAMMAR_SPELLINGS_MOST = 8000 };

typedef struct GrammarWords {
  Arena *arena;
  Str *spellings;    /* [spelling_count] as written */
  int *words;        /* [spelling_count] the word each belongs to, from 0 */
  int *shown;        /* [word_count] the first spelling of each, plus 1 */
  TokenTable *known; /* folded spellings → words */
  int spelling_count, word_count;
} GrammarWords;

/* Makes an empty list. False when memory is out. */
bool grammar_words_make(Arena *arena, GrammarWords *words, Status *status);
/* Finds or adds the word with these spellings, written "a/b/c" as in the file; place is
** "FILE:LINE", for errors. The bytes are copied. After false *word is undefined. */
bool grammar_words_add(GrammarWords *words, const char *place, Str spellings, int *word,
                       Status *status);
/* The first spelling of a word; empty when there is no such word. */
Str grammar_words_shown(const GrammarWords *words, int word);
/* The text of vocab.txt: one token per line, its spellings separated by tabs. The lines are the
** hidden word, "unknown 1" … "unknown N", then the words in order, so the id of a word is 1 +
** unknown_count + word. `at` is NULL when memory is out. */
Str grammar_words_file(const GrammarWords *words, int unknown_count);

#endif
