/* train/grammar/pair.h -- an English sentence of the grammar, said in Chinese as well.
**
** What the sentence means is what it was drawn from: who did what, where, when and why. Its words
** become those of the Chinese grammar by a dictionary, a text file with one line for each:
**
**   animal animals : 动物
**
** and by the order of Chinese: time and place stand behind the subject and before the verb, a noun
** has its measure word behind a number or “this”, and “too tired” is 太 累 了.
**
**   The animal did not cross the street yesterday because it was too tired
**   动物 昨天 没有 过 街 ， 因为 它 太 累 了
**
** Each Chinese word knows the English word that it is said for: the reference for alignments.
**
** Words   Indices of GrammarWords, as in a Sentence.
** Memory  The dictionary is on the arena given; a SentencePair is a plain value.
** Errors  FILE:LINE, and a line that is none, more than three English words for one Chinese, or the
**         word that neither grammar has. pair_make is false where a word has no
**         Chinese one, or the sentence another form than those above: draw another.
*/
#ifndef TRAIN_GRAMMAR_PAIR_H
#define TRAIN_GRAMMAR_PAIR_H

#include "train/grammar/grammar.h"

typedef struct PairDictionary PairDictionary;

enum { PAIR_WORDS_MOST = 64 };

/* target[i] is said for source[from[i]]. */
typedef struct SentencePair {
  int source_count, target_count;
  int source[PAIR_WORDS_MOST], target[PAIR_WORDS_MOST], from[PAIR_WORDS_MOST];
} SentencePair;

/* Reads the dictionary, or gives NULL. words are those of both grammars; chinese gives the measure
** words. */
const PairDictionary *pair_dictionary_read(Arena *arena, const GrammarFile *file,
                                           GrammarWords *words, const Grammar *chinese,
                                           Status *status);

bool pair_make(const PairDictionary *dictionary, const Sentence *english, SentencePair *pair);

#endif
