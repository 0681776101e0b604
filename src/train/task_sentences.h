/* train/task_sentences.h -- grammars opened for a task, and sentences of a set drawn from them.
**
** Sets    SAMPLES_TRAINED     no pronoun with a combination that is held out
**         SAMPLES_HELD_OUT    at least one
**         SAMPLES_UNKNOWN     a noun outside the vocabulary and a pronoun, any combination
*/
#ifndef TRAIN_TASK_SENTENCES_H
#define TRAIN_TASK_SENTENCES_H

#include "train/grammar.h"
#include "train/task_kind.h"

enum { UNKNOWN_TOKENS_MOST = 3, SENTENCES_DIGEST_BYTES = 17 /* with the space behind it */ };

typedef struct Sentences {
  const Grammar *grammars[RECIPE_GRAMMARS_MOST];
  bool has_set[RECIPE_GRAMMARS_MOST][SAMPLE_SET_COUNT]; /* sentences of the set can be drawn */
  const char *names[RECIPE_GRAMMARS_MOST];              /* as the recipe has them */
  int grammar_count;
  GrammarWords words;
} Sentences;

/* Fills task->own with Sentences, task->vocabulary and task->lacks_set. A grammar of which no
** sentence can be made is refused. */
bool sentences_open(Arena *arena, const Recipe *recipe, Task *task, Status *status);
/* "0123456789abcdef …", one of each grammar; NULL when memory is out. */
const char *sentences_digest(const Sentences *sentences, Arena *arena);
const Sentences *sentences_of(const Task *task);
int sentences_id(const Task *task, int word);

void sentences_draw(const Grammar *grammar, SampleSet set, double unknown_share, Rng *rng,
                    Sentence *sentence);
const Grammar *sentences_choose(const Task *task, SampleSet set, Rng *rng);

/* Unknown ids, all different: [count] of them; count is cut to how many there are. */
int sentences_unknown_ids(const Task *task, Rng *rng, int count, int ids[UNKNOWN_TOKENS_MOST + 1]);

#endif
