/* train/task/task.h -- tasks: they draw training samples, sequences of tokens with the right
** answers.
**
** A batch holds its sequences end to end, without padding: sequence i has the tokens starts[i] …
** starts[i+1]−1. targets[t] is the id to predict at token t, or TARGET_NONE. attn_targets[t] is the
** first key that a head solving the task attends to from t, a position in the same sequence, or −1
** for none; attn_target_counts[t] is the number of such keys (several for an unknown word of
** several characters).
**
**   copy of three letters     c  a  b  =  _  _  _
**   tokens                    3  1  2  4  0  0  0
**   targets                   −  −  −  −  3  1  2      − is TARGET_NONE
**   attn_targets             −1 −1 −1 −1  0  1  2
**
** Sets    SAMPLES_TRAINED     what training draws from
**         SAMPLES_HELD_OUT    noun–verb–adjective combinations (or sequences) never trained
**         SAMPLES_UNKNOWN     sentences with one noun outside the vocabulary
** The same seed gives the same samples on every machine.
** Memory  A task is on the arena given; batch_make takes the memory of a batch. Drawing takes no
**         memory and cannot fail, because task_open tests which sets can be drawn.
** Threads A task does not change; several threads may draw from it, each into its own batch.
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

/* Elements beyond the counts are undefined. */
typedef struct Batch {
  int sequence_count, token_count;
  int sequence_room, token_room;
  int *starts;                                               /* [sequence_room + 1] */
  int *tokens, *targets, *attn_targets, *attn_target_counts; /* [token_room] */
  /* [sequence_room] of two sentences in one sequence, the tokens of the first, the source; 0: there
  ** is one sentence. attn_targets are then places in the source. */
  int *sources;
} Batch;

/* Tables of scores have one row per set, in this order. */
typedef enum SampleSet {
  SAMPLES_TRAINED,
  SAMPLES_HELD_OUT,
  SAMPLES_UNKNOWN,
  SAMPLE_SET_COUNT
} SampleSet;

/* The description of a task, for cards and for the training view. */
typedef struct TaskInfo {
  const char *name;    /* "copy" */
  const char *label;   /* marked for translation: "say the sequence again" */
  const char *pattern; /* marked for translation: which attention pattern would solve it */
  const char *place;   /* marked for translation: the part of it in attn_targets; NULL: all */
  const char *limits;  /* marked for translation: what a model of this task cannot do */
} TaskInfo;

typedef struct Task Task;

/* The table of tasks. Those before task_count() have one sentence; the others have two, for an
** encoder and a decoder. index is 0 to task_all_count() − 1 (asserted). */
int task_count(void);
int task_all_count(void);
bool task_is_of_two(const char *name); /* false also for an unknown name */
const TaskInfo *task_info(int index);

/* Does the task of this name draw its samples from grammars? False also for an unknown name. */
bool task_takes_grammars(const char *name);

/* Do the recipe's length, letters and unknown fit the task? recipe->task must be a name of the
** table. */
bool task_check_sizes(const Recipe *recipe, Status *status);

/* Opens the recipe's task: reads its grammars, makes the vocabulary and tests which sets can be
** drawn. Takes the time of some thousand draws from each grammar. */
bool task_open(Arena *arena, const Recipe *recipe, const Task **task, Status *status);
const TaskInfo *task_about(const Task *task);
const Vocabulary *task_vocabulary(const Task *task); /* of the ids in targets and tokens */
int task_tokens_most(const Task *task);              /* of one sequence */
/* "DIGEST DIGEST": a hash of the lines of each grammar, on which the samples depend besides the
** recipe. "" without grammars, NULL when memory is out. */
const char *task_grammars_digest(const Task *task, Arena *arena);
/* The name of the first grammar whose digest differs in `before`, a saved result of
** task_grammars_digest; NULL when none differs or memory is out. */
const char *task_changed_grammar(const Task *task, Arena *arena, const char *before);
/* Can samples of the set be drawn? Every task has SAMPLES_TRAINED. */
bool task_has_set(const Task *task, SampleSet set);
/* A sentence in words of the vocabulary, to show while the model trains; it belongs to the task. */
Str task_shown(const Task *task);

/* Takes memory for that many sequences with that many tokens in all; both may be 0 for a batch that
** stays empty. Call batch_clear before the first sequence. */
bool batch_make(Arena *arena, int sequence_room, int token_room, Batch *batch, Status *status);
void batch_clear(Batch *batch);
/* Appends one sequence of the set, which the task must have; there must be room for
** task_tokens_most tokens. The sequence depends on the state of rng alone. */
void task_sample(const Task *task, SampleSet set, Rng *rng, Batch *batch);
/* One sequence (index from 0) as text: the sentence, then a line "it → animal" for each answer.
** Shorter or empty when memory is out. */
Str task_sample_words(const Task *task, const Batch *batch, int sequence, Arena *arena);

#endif
