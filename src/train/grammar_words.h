/* train/grammar_words.h -- the words of one or more grammars, each with all its spellings.
**
** A word is written 路/… : spellings of the same word with a slash between them, the first one is
** shown. A spelling met again is the same word, and may bring further spellings with it.
**
** Two spellings are the same when they differ in case only, as in a sentence that is typed.
**
** Memory  On the arena given.
** Errors  Spellings that belong to two words already, with both named; what cannot be a word (the
**         hidden word, more than one token, nothing); too many words.
** Time    Finding a word walks the list: it is read once, and has some hundred words.
*/
#ifndef TRAIN_GRAMMAR_WORDS_H
#define TRAIN_GRAMMAR_WORDS_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

enum { GRAMMAR_WORDS_MOST = 3800, GRAMMAR_SPELLINGS_MOST = 8000 };

typedef struct GrammarWords {
  Arena *arena;
  Str *spellings, *folded; /* [spelling_count] as written; as compared */
  int *words;              /* [spelling_count] the word each belongs to */
  int spelling_count, word_count;
} GrammarWords;

bool grammar_words_make(Arena *arena, GrammarWords *words, Status *status);
/* place is "FILE:LINE". */
bool grammar_words_add(GrammarWords *words, const char *place, Str spellings, int *word,
                       Status *status);
Str grammar_words_shown(const GrammarWords *words, int word);
/* vocab.txt: the hidden word, the unknown ones, then the words in order. */
Str grammar_words_file(const GrammarWords *words, int unknown_count);

#endif
