/* train/task/sentences.h -- grammars opened for a task, and sentences of a set drawn from them.
**
** Sets    SAMPLES_TRAINED     no pronoun has a combination that is held out
**         SAMPLES_HELD_OUT    at least one pronoun has one
**         SAMPLES_UNKNOWN     a noun outside the vocabulary and a pronoun, any combination
**
** Ids     0 is the hidden word, then `unknown` unknown words, then the words in the order in which
**         the grammars are read (model/vocabulary.h).
** Memory  On the arena of task_open. Drawing takes none.
** Errors  A grammar that cannot be read, with the line of the recipe that names it; a grammar, or a
**         line of it, from which no sentence can be drawn.
*/
#ifndef TRAIN_TASK_SENTENCES_H
#define TRAIN_TASK_SENTENCES_H

#include "train/grammar/grammar.h"
#include "train/grammar/pair.h"
#include "train/task/kind.h"

/* The most tokens of an unknown noun. A digest is 16 hexadecimal digits and a space. */
enum { UNKNOWN_TOKENS_MOST = 3, SENTENCES_DIGEST_BYTES = 17 };

/* Task.own of the reader and the writer. */
typedef struct Sentences {
  const Grammar *grammars[RECIPE_GRAMMARS_MOST];
  bool has_set[RECIPE_GRAMMARS_MOST][SAMPLE_SET_COUNT]; /* sentences of the set can be drawn */
  const char *names[RECIPE_GRAMMARS_MOST];              /* as in the recipe */
  int grammar_count;
  const PairDictionary *dictionary; /* of the translator; else NULL */
  GrammarWords words;               /* of all grammars */
} Sentences;

/* Fills task->own with Sentences, task->vocabulary and task->lacks_set. Refuses a grammar from
** which no sentence can be drawn. */
bool sentences_open(Arena *arena, const Recipe *recipe, Task *task, Status *status);
/* "0123456789abcdef …", one digest per grammar; NULL when memory is out. */
const char *sentences_digest(const Sentences *sentences, Arena *arena);
const Sentences *sentences_of(const Task *task);
/* The id of a word of GrammarWords in the task's vocabulary. */
int sentences_id(const Task *task, int word);

/* Draws until a sentence belongs to the set. The grammar must have the set (has_set), or this never
** returns. unknown_share is the probability of a noun outside the vocabulary; SAMPLES_UNKNOWN needs
** one above 0. */
void sentences_draw(const Grammar *grammar, SampleSet set, double unknown_share, Rng *rng,
                    Sentence *sentence);
/* Draws one of the grammars that have the set, each with the same probability. */
const Grammar *sentences_choose(const Task *task, SampleSet set, Rng *rng);

/* Draws `count` different unknown ids, or as many as the vocabulary has, into ids; returns how
** many. */
int sentences_unknown_ids(const Task *task, Rng *rng, int count, int ids[UNKNOWN_TOKENS_MOST + 1]);

#endif
