/* train/task/sentences.h -- grammars opened for a task, and sentences of a set drawn from them.
**
** Sets    SAMPLES_TRAINED     no pronoun with a combination that is held out
**         SAMPLES_HELD_OUT    at least one
**         SAMPLES_UNKNOWN     a noun outside the vocabulary and a pronoun, any combination
**
** Ids     0 the hidden word, then `unknown` unknown ones, then the words in the order the grammars
**         brought them (model/vocabulary.h).
** Memory  On the arena of task_open. Drawing takes none.
** Errors  A grammar that cannot be read, with the line of the recipe that named it; one of which no
**         sentence can be made, or a line of it.
*/
#ifndef TRAIN_TASK_SENTENCES_H
#define TRAIN_TASK_SENTENCES_H

#include "train/grammar/grammar.h"
#include "train/task/kind.h"

/* One digest is 16 hexadecimal digits. */
enum { UNKNOWN_TOKENS_MOST = 3, SENTENCES_DIGEST_BYTES = 17 /* with the space behind it */ };

/* What Task.own is for the reader and the writer. */
typedef struct Sentences {
  const Grammar *grammars[RECIPE_GRAMMARS_MOST];
  bool has_set[RECIPE_GRAMMARS_MOST][SAMPLE_SET_COUNT]; /* sentences of the set can be drawn */
  const char *names[RECIPE_GRAMMARS_MOST];              /* as the recipe has them */
  int grammar_count;
  GrammarWords words; /* of all of them together */
} Sentences;

/* Fills task->own with Sentences, task->vocabulary and task->lacks_set. A grammar of which no
** sentence can be made is refused. */
bool sentences_open(Arena *arena, const Recipe *recipe, Task *task, Status *status);
/* "0123456789abcdef …", one of each grammar; NULL when memory is out. */
const char *sentences_digest(const Sentences *sentences, Arena *arena);
const Sentences *sentences_of(const Task *task);
/* The id of a word of GrammarWords in the task's vocabulary. */
int sentences_id(const Task *task, int word);

/* Draws until a sentence belongs to the set, which that grammar must have (has_set), or it never
** ends. unknown_share is the chance of a noun outside the vocabulary; SAMPLES_UNKNOWN needs one
** above 0. */
void sentences_draw(const Grammar *grammar, SampleSet set, double unknown_share, Rng *rng,
                    Sentence *sentence);
/* One of the grammars that have the set, each as likely. */
const Grammar *sentences_choose(const Task *task, SampleSet set, Rng *rng);

/* Draws unknown ids, all different, into ids: `count` of them, or as many as the vocabulary has.
** Returns how many. */
int sentences_unknown_ids(const Task *task, Rng *rng, int count, int ids[UNKNOWN_TOKENS_MOST + 1]);

#endif
