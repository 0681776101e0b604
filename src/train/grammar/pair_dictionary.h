/* train/grammar/pair_dictionary.h -- the dictionary of a pair as it was read; for pair.c only.
**
** Nouns, verbs, adjectives and pronouns come from the file (pair.h). What joins, denies or counts
** in a clause, and Chinese words that stand for no single English one, are tables of the program.
**
** Words   Indices of GrammarWords.
** Memory  On the arena of pair_dictionary_read.
** Errors  None here; those of reading are in pair.h.
*/
#ifndef TRAIN_GRAMMAR_PAIR_DICTIONARY_H
#define TRAIN_GRAMMAR_PAIR_DICTIONARY_H

#include "train/grammar/pair.h"

enum { PAIR_ENTRIES_MOST = 512, PAIR_ENGLISH_MOST = 3, PAIR_FUNCTION_COUNT = 35 };

/* What a word of English does in a clause, besides those of the dictionary. */
typedef enum PairFunction {
  PAIR_NONE,
  PAIR_ARTICLE,  /* the: not said */
  PAIR_COUNTING, /* a, this: said, with the measure word of the noun */
  PAIR_MANY,     /* these: said alone */
  PAIR_HELPER,   /* did, before not */
  PAIR_DENIES,   /* didn't */
  PAIR_IS,       /* was */
  PAIR_TOO,
  PAIR_VERY,
  PAIR_WHY,   /* because: a comma before it, unless it begins the sentence */
  PAIR_JOINS, /* but, so: another clause begins */
  PAIR_COMMA,
  PAIR_TIME,   /* yesterday */
  PAIR_BEFORE, /* on, before Monday: not said */
  PAIR_PLACE,  /* behind: 在 … 后面 */
  PAIR_FRONT   /* in: in front of, or in the morning */
} PairFunction;

typedef struct PairFunctionWord {
  int english, chinese; /* chinese −1: it is not said */
  PairFunction function;
} PairFunctionWord;

/* Chinese words that no single line of the table says. */
typedef enum PairOwnWord {
  PAIR_OWN_AT,
  PAIR_OWN_DONE,
  PAIR_OWN_TOO,
  PAIR_OWN_VERY,
  PAIR_OWN_OF,
  PAIR_OWN_COMMA,
  PAIR_OWN_STOP,
  PAIR_OWN_PEOPLE,
  PAIR_OWN_THINGS,
  PAIR_OWN_COUNT
} PairOwnWord;

/* A line of the file. */
typedef struct PairEntry {
  int english[PAIR_ENGLISH_MOST], count, chinese;
  int measure; /* of a noun; −1: none */
} PairEntry;

struct PairDictionary {
  PairEntry entries[PAIR_ENTRIES_MOST];
  int entry_count;
  PairFunctionWord functions[PAIR_FUNCTION_COUNT];
  int own[PAIR_OWN_COUNT];
};

#endif
