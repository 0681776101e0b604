/* train/task/task.h -- endless examples for a model to learn from, each with the right answers.
**
** A batch is sequences laid end to end: sequence i has tokens starts[i] … starts[i+1]−1, nothing is
** padded. targets[t] is the id to predict at token t, or TARGET_NONE. attn_targets[t] is the key
** that a head solving the task attends to from t: a position in the same sequence, or −1 for any;
** attn_target_counts[t] keys from there belong together (an unknown word of several characters).
**
**   copy of three letters     c  a  b  =  _  _  _
**   tokens                    3  1  2  4  0  0  0
**   targets                   −  −  −  −  3  1  2      − is TARGET_NONE
**   attn_targets             −1 −1 −1 −1  0  1  2
**
** Sets    SAMPLES_TRAINED     what training draws from
**         SAMPLES_HELD_OUT    noun–verb–adjective combinations (or sequences) never trained
**         SAMPLES_UNKNOWN     sentences with one noun outside the vocabulary
** Same seed, same samples, on every machine.
** Memory  A task lives on the arena given; a batch has room for what batch_make was told. Drawing
**         takes no memory and cannot fail: that every set has samples is tried when a task opens.
** Threads A task is only read; threads may draw from it at once, each into a batch of its own.
** Errors  A grammar's file and line; a recipe that does not fit the task.
*/
#ifndef TRAIN_TASK_TASK_H
#define TRAIN_TASK_TASK_H

#include "base/arena.h"
#include "base/rng.h"
#include "base/status.h"
#include "core/loss.h"
#include "model/vocabulary.h"
#include "train/recipe.h"

/* N = token_count. What stands beyond the counts means nothing. */
typedef struct Batch {
  int sequence_count, token_count;
  int sequence_room, token_room;
  int *starts;                                               /* [sequence_room + 1] */
  int *tokens, *targets, *attn_targets, *attn_target_counts; /* [token_room] */
} Batch;

/* Also the row of every table of scores, in this order. */
typedef enum SampleSet {
  SAMPLES_TRAINED,
  SAMPLES_HELD_OUT,
  SAMPLES_UNKNOWN,
  SAMPLE_SET_COUNT
} SampleSet;

/* What is said of a task, on cards and in the training view. */
typedef struct TaskInfo {
  const char *name;    /* "copy" */
  const char *label;   /* marked for translation: "say the sequence again" */
  const char *pattern; /* marked for translation: which attention pattern would solve it */
  const char *place;   /* marked for translation: the part of it in attn_targets; NULL: all */
  const char *limits;  /* marked for translation: what a model of this task cannot do */
} TaskInfo;

typedef struct Task Task;

/* The table of tasks; index from 0, any other is the caller's bug. */
int task_count(void);
const TaskInfo *task_info(int index);

/* Are its samples sentences of a grammar? False also for a name that no task has. */
bool task_takes_grammars(const char *name);

/* Do length, letters and unknown fit the task? recipe->task must be a name of the table. */
bool task_check_sizes(const Recipe *recipe, Status *status);

/* Opens the recipe's task: reads its grammars, makes the vocabulary and tries which sets there are.
** Takes some thousand draws of each grammar. */
bool task_open(Arena *arena, const Recipe *recipe, const Task **task, Status *status);
const TaskInfo *task_about(const Task *task);
const Vocabulary *task_vocabulary(const Task *task); /* what targets and tokens are ids of */
int task_tokens_most(const Task *task);              /* of one sequence */
/* What its samples depend on besides the recipe: "DIGEST DIGEST", one of each grammar's lines;
** "" without grammars, NULL when memory is out. */
const char *task_grammars_digest(const Task *task, Arena *arena);
/* The name of the first grammar whose digest is another in `before` (an answer of the function
** above that was saved), or NULL. Also NULL when memory is out. */
const char *task_changed_grammar(const Task *task, Arena *arena, const char *before);
/* Can samples of the set be drawn? Every task has SAMPLES_TRAINED. */
bool task_has_set(const Task *task, SampleSet set);
/* A sentence to look at while the model trains, in words of the vocabulary; the task's. */
Str task_shown(const Task *task);

/* Room for that many sequences with that many tokens in all. batch_clear comes before the first
** sequence; both may be 0 for a batch that stays empty. */
bool batch_make(Arena *arena, int sequence_room, int token_room, Batch *batch, Status *status);
void batch_clear(Batch *batch);
/* Appends one sequence of the set, which the task must have; there must be room for
** task_tokens_most tokens. The state of rng decides the sequence. */
void task_sample(const Task *task, SampleSet set, Rng *rng, Batch *batch);
/* One sequence (from 0) as a person reads it: the sentence, and behind it a line "it → animal" for
** each answer. Shorter or empty when memory is out. */
Str task_sample_words(const Task *task, const Batch *batch, int sequence, Arena *arena);

#endif
