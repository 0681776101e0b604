/* train/task_kind.h -- what a task is made of; for the files task*.c only.
**
** A kind opens itself from a recipe (words, sizes, the sentence to look at) and draws one sequence
** at a time. A sequence is begun where the batch ends; what was added is thrown away by beginning
** it again, so a kind may draw until a rule holds.
*/
#ifndef TRAIN_TASK_KIND_H
#define TRAIN_TASK_KIND_H

#include "train/task.h"

typedef struct TaskKind {
  TaskInfo info;
  bool (*open)(Arena *arena, const Recipe *recipe, Task *task, Status *status);
  void (*sample)(const Task *task, SampleSet set, Rng *rng, Batch *batch);
  bool has_set[SAMPLE_SET_COUNT];
  int number; /* of the kind's own, where one file makes several */
  bool (*check_sizes)(const Task *task, Status *status); /* NULL: a recipe's limits are enough */
} TaskKind;

struct Task {
  const TaskKind *kind;
  const Vocabulary *vocabulary;
  int tokens_most;
  bool lacks_set[SAMPLE_SET_COUNT]; /* though its kind has it: a grammar has too few words */
  Str shown;
  int length, letters, unknown; /* of the recipe, where the task uses them */
  const void *own;              /* the kind's */
};

/* One token with its answer; look −1: it matters not where. */
typedef struct TaskToken {
  int id, target, look, look_count;
} TaskToken;

void sequence_begin(Batch *batch);
int sequence_length(const Batch *batch);                 /* of the one begun */
TaskToken sequence_token(const Batch *batch, int index); /* index in the sequence */
void sequence_add(Batch *batch, TaskToken token);
void sequence_end(Batch *batch);

/* The sequence begun belongs to those never trained: one in HELD_OUT_EVERY, by its tokens. */
enum { HELD_OUT_EVERY = 10 };
bool sequence_is_held_out(const Batch *batch);

extern const TaskKind task_letters_kinds[];
extern const int task_letters_kind_count;
extern const TaskKind task_reader_kind, task_writer_kind;

#endif
