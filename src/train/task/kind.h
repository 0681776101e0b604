/* train/task/kind.h -- what a kind of task provides; for train/task/ only.
**
** A kind opens a task from a recipe (vocabulary, sizes, the sentence to show) and draws one
** sequence at a time. sequence_begin starts a sequence behind the last one of the batch and
** discards what was added since then, so a kind may draw until a condition holds:
**
**   do { sequence_begin; sequence_add … } while (sequence_is_held_out(…) != wanted); sequence_end
**
** So that such a loop ends, `open` tries each set a limited number of times; where it draws no
** sequence of a set, it refuses the recipe or leaves the set out.
** Memory  A kind keeps its data on the arena of `open`; `sample` takes none.
*/
#ifndef TRAIN_TASK_KIND_H
#define TRAIN_TASK_KIND_H

#include "train/task/task.h"

/* A row of the table of tasks, the same for every recipe. What depends on the recipe (sizes, words)
** is in Task. */
typedef struct TaskKind {
  TaskInfo info;
  /* Fills vocabulary, tokens_most, shown, lacks_set and own; the task's sizes are set and have
  ** passed check_sizes. */
  bool (*open)(Arena *arena, const Recipe *recipe, Task *task, Status *status);
  /* Appends one whole sequence of at most tokens_most tokens. */
  void (*sample)(const Task *task, SampleSet set, Rng *rng, Batch *batch);
  bool has_set[SAMPLE_SET_COUNT];
  int number; /* tells apart the kinds that share functions (LetterTask) */
  bool (*check_sizes)(const Task *task, Status *status); /* NULL: the recipe's ranges suffice */
} TaskKind;

/* A task opened from a recipe; it does not change afterwards. */
struct Task {
  const TaskKind *kind;
  const Vocabulary *vocabulary;
  int tokens_most;                  /* of one sequence */
  bool lacks_set[SAMPLE_SET_COUNT]; /* the kind has the set, but the grammars have too few words */
  Str shown;
  int length, letters, unknown; /* of the recipe, where the task uses them */
  const void *own;              /* data of the kind */
};

/* One token with its answer. target is TARGET_NONE where nothing is asked; attn_target counts from
** the sequence's first token, −1 where there is none (then attn_target_count is 0). */
typedef struct TaskToken {
  int id, target, attn_target, attn_target_count;
} TaskToken;

/* The sequence being drawn lies behind the batch's last finished one. */
void sequence_begin(Batch *batch);                       /* starts it, or starts it again */
int sequence_length(const Batch *batch);                 /* its tokens so far */
TaskToken sequence_token(const Batch *batch, int index); /* index in the sequence */
void sequence_add(Batch *batch, TaskToken token);        /* there must be room */
void sequence_end_source(Batch *batch);                  /* the target of two begins here */
void sequence_end(Batch *batch);                         /* counts it as finished */

/* Is the sequence being drawn held out of training? One in HELD_OUT_EVERY is, by a hash of its
** tokens alone, so it is the same sequences in every training. */
enum { HELD_OUT_EVERY = 10 };
bool sequence_is_held_out(const Batch *batch);

/* The rows, each in the file of its name; train/task/task.c puts them in order. */
extern const TaskKind task_letters_kinds[];
extern const int task_letters_kind_count;
extern const TaskKind task_reader_kind, task_writer_kind, task_translator_kind;

#endif
