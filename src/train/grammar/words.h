/* train/grammar/words.h -- the words of one or more grammars, each with all its spellings.
**
** A word is written didn't/didn’t: spellings of the same word with a slash between them; the first
** one is shown. A spelling that is met again is the same word, and may bring further spellings with
** it. Two spellings are the same when they differ in case only, since a learner types either.
**
** Words count from 0 in the order they were met. Several grammars read into one list share words
** that are spelled alike: that is how one vocabulary serves an English and a Chinese grammar.
**
** Memory  On the arena given, for its lifetime; tables for the most spellings are taken at once.
** Errors  FILE:LINE with spellings that belong to two words already, both named; with what cannot
**         be a word (the hidden word, more than one token, nothing); with too many words.
** Time    Finding a word reads its bytes once, however many words there are.
*/
#ifndef TRAIN_GRAMMAR_WORDS_H
#define TRAIN_GRAMMAR_WORDS_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "text/token_table.h"

/* Below the NETWORK_WORDS_MOST rows an embedding may have: 256 unknown words and the hidden one
** need rows as well. */
enum { GRAMMAR_WORDS_MOST = 3800, GRAMMAR_SPELLINGS_MOST = 8000 };

typedef struct GrammarWords {
  Arena *arena;
  Str *spellings;    /* [spelling_count] as written */
  int *words;        /* [spelling_count] the word each belongs to, from 0 */
  int *shown;        /* [word_count] the first spelling of each, plus 1 */
  TokenTable *known; /* folded spellings → words */
  int spelling_count, word_count;
} GrammarWords;

/* An empty list. False when memory is out. */
bool grammar_words_make(Arena *arena, GrammarWords *words, Status *status);
/* Finds or adds the word with these spellings, which stand in the file as "a/b/c"; place is
** "FILE:LINE", for the error's sentence. The bytes are copied. After false *word means nothing. */
bool grammar_words_add(GrammarWords *words, const char *place, Str spellings, int *word,
                       Status *status);
/* The first spelling of a word; empty when there is no such word. */
Str grammar_words_shown(const GrammarWords *words, int word);
/* The text of a vocab.txt, one token a line, spellings between tabs: the hidden word, "unknown 1"
** … "unknown N", then the words in order. So the id of a word is 1 + unknown_count + word. Its `at`
** is NULL when memory is out. */
Str grammar_words_file(const GrammarWords *words, int unknown_count);

#endif
