/* train/task/kind.h -- the parts of a task; for train/task/ only.
**
** A kind opens itself from a recipe (words, sizes, the sentence to look at) and draws one sequence
** at a time. A sequence is begun where the batch ends; what was added is thrown away by beginning
** it again, so a kind may draw until a rule holds:
**
**   do { sequence_begin; sequence_add … } while (sequence_is_held_out(…) != wanted); sequence_end
**
** Such a loop must be known to end: `open` tries each set with a bound and refuses the recipe, or
** leaves the set out, where no sequence turned up.
** Memory  Whatever a kind keeps is taken on the arena of open; sample takes none.
*/
#ifndef TRAIN_TASK_KIND_H
#define TRAIN_TASK_KIND_H

#include "train/task/task.h"

/* A row of the table of tasks: constant, and the same for every recipe. Sizes, words and whatever
** else a recipe decides are in the Task. */
typedef struct TaskKind {
  TaskInfo info;
  /* Fills vocabulary, tokens_most, shown, lacks_set and own of a task whose sizes are set already
  ** and have passed check_sizes. */
  bool (*open)(Arena *arena, const Recipe *recipe, Task *task, Status *status);
  /* Appends one whole sequence of at most tokens_most tokens. */
  void (*sample)(const Task *task, SampleSet set, Rng *rng, Batch *batch);
  bool has_set[SAMPLE_SET_COUNT];
  int number; /* of the kind's own, where one file makes several */
  bool (*check_sizes)(const Task *task, Status *status); /* NULL: a recipe's limits are enough */
} TaskKind;

/* A task opened from a recipe. Nothing of it changes afterwards. */
struct Task {
  const TaskKind *kind;
  const Vocabulary *vocabulary;
  int tokens_most;                  /* of one sequence */
  bool lacks_set[SAMPLE_SET_COUNT]; /* though its kind has it: a grammar has too few words */
  Str shown;
  int length, letters, unknown; /* of the recipe, where the task uses them */
  const void *own;              /* the kind's */
};

/* One token with its answer: target TARGET_NONE where nothing is asked; look counts from the
** sequence's first token, and −1 says that it does not matter where (attn_target_count is then 0).
** */
typedef struct TaskToken {
  int id, target, look, attn_target_count;
} TaskToken;

/* The sequence that is being drawn stands behind the batch's last whole one. */
void sequence_begin(Batch *batch);                       /* empty, whatever stood there */
int sequence_length(const Batch *batch);                 /* of the one begun */
TaskToken sequence_token(const Batch *batch, int index); /* index in the sequence */
void sequence_add(Batch *batch, TaskToken token);        /* there must be room */
void sequence_end(Batch *batch);                         /* it counts from now on */

/* The sequence begun belongs to those never trained: one in HELD_OUT_EVERY, by a hash of its
** tokens alone, so the same sequence belongs there in every training. */
enum { HELD_OUT_EVERY = 10 };
bool sequence_is_held_out(const Batch *batch);

/* The rows, each in the file it is named after; train/task/task.c puts them in order. */
extern const TaskKind task_letters_kinds[];
extern const int task_letters_kind_count;
extern const TaskKind task_reader_kind, task_writer_kind;

#endif
