/* train/task.h -- endless examples for a model to learn from, each with the right answers.
**
** A batch is sequences laid end to end: sequence i has tokens starts[i] … starts[i+1]−1, nothing is
** padded. targets[t] is the id to be named at token t, or TARGET_NONE. looks[t] is where the
** pattern that solves the task would look from t: a position in the same sequence, −1 for no
** matter; look_counts[t] keys from there belong together (an unknown word of several characters).
**
** Sets    SAMPLES_TRAINED     what training draws from
**         SAMPLES_HELD_OUT    noun–verb–adjective combinations (or sequences) never trained
**         SAMPLES_UNKNOWN     the same with one noun outside the vocabulary
** Same seed, same samples, on every machine.
** Memory  A task lives on the arena given; a batch has room for what batch_make was told.
** Errors  A grammar's file and line; a recipe that does not fit the task.
*/
#ifndef TRAIN_TASK_H
#define TRAIN_TASK_H

#include "base/arena.h"
#include "base/rng.h"
#include "base/status.h"
#include "core/backward.h"
#include "model/vocabulary.h"
#include "train/recipe.h"

typedef struct Batch {
  int sequence_count, token_count;
  int sequence_room, token_room;
  int *starts;                                 /* [sequence_room + 1] */
  int *tokens, *targets, *looks, *look_counts; /* [token_room] */
} Batch;

typedef enum SampleSet {
  SAMPLES_TRAINED,
  SAMPLES_HELD_OUT,
  SAMPLES_UNKNOWN,
  SAMPLE_SET_COUNT
} SampleSet;

typedef struct TaskInfo {
  const char *name;    /* "copy" */
  const char *label;   /* marked for translation: "say the sequence again" */
  const char *pattern; /* marked for translation: which attention pattern would solve it */
  const char *place;   /* marked for translation: the part of it that looks hold; NULL: all */
  const char *limits;  /* marked for translation: what a model of this task cannot do */
} TaskInfo;

typedef struct Task Task;

int task_count(void);
const TaskInfo *task_info(int index);

/* Are its samples sentences of a grammar? name is one of the table. */
bool task_takes_grammars(const char *name);

/* Do length, letters and unknown fit the task? name is one of the table. */
bool task_check_sizes(const Recipe *recipe, Status *status);

bool task_open(Arena *arena, const Recipe *recipe, const Task **task, Status *status);
const TaskInfo *task_about(const Task *task);
const Vocabulary *task_vocabulary(const Task *task);
int task_tokens_most(const Task *task); /* of one sequence */
/* What its samples hang on besides the recipe: "DIGEST DIGEST", one of the lines of each grammar;
** "" without grammars, NULL when memory is out. */
const char *task_grammars_digest(const Task *task, Arena *arena);
/* The name of the first grammar whose digest is another in `before`, or NULL. */
const char *task_changed_grammar(const Task *task, Arena *arena, const char *before);
bool task_has_set(const Task *task, SampleSet set);
/* A sentence to look at while the model trains, in words of the vocabulary. */
Str task_shown(const Task *task);

bool batch_make(Arena *arena, int sequence_room, int token_room, Batch *batch, Status *status);
void batch_clear(Batch *batch);
/* Appends one sequence of the set; there must be room for task_tokens_most tokens. */
void task_sample(const Task *task, SampleSet set, Rng *rng, Batch *batch);
/* One sequence as a person reads it: the sentence, and "it → animal" for each answer. */
Str task_sample_words(const Task *task, const Batch *batch, int sequence, Arena *arena);

#endif
