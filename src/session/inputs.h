/* session/inputs.h -- what a new trace is made of, and how words are drawn from it.
**
** Everything that changes a number is here, and nothing that does not: stage, head, colours and the
** like are the View's. Undo keeps one Inputs for each step.
**
** Limits  100,000 bytes of sentence: far more than the 1,024 tokens a built-in model takes (the
**         rest is cut, and said), and little enough to be shown and edited. 16,384 mask edits.
** Memory  Texts and edits belong to the arena of whoever copied them.
** Errors  Out of memory only; what a person says is checked where it is said.
*/
#ifndef SESSION_INPUTS_H
#define SESSION_INPUTS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "core/sampling.h"
#include "model/mask_spec.h"
#include "trace/attention_kind.h"

enum { INPUTS_SENTENCE_BYTES_MOST = 100000, INPUTS_MASK_EDITS_MOST = 16384 };
enum { INPUTS_STREAM_COUNT = 2 };
/* Bytes with the 0 at the end. */
enum { INPUTS_MODEL_BYTES = 512, INPUTS_READING_BYTES = 64 };

/* What is trained here: a task with its recipe, and what a person changed of it. */
enum { TRAINING_TASK_BYTES = 24 };
typedef struct TrainingChoice {
  char task[TRAINING_TASK_BYTES]; /* "": nothing was ever trained */
  int layers, heads, width /* d_model */, batch, steps;
  double learning_rate;
  uint64_t seed;
} TrainingChoice;

/* One trace follows from one of these, the same each time on the same machine. Zero is a mask of
** kind none over an empty sentence, not a default: session_default_inputs gives that. */
typedef struct Inputs {
  /* The texts that attention joins, as typed, line ends too; may hold bytes that are not UTF-8.
  ** streams[0] is the sentence, whose tokens are the queries; streams[1] is the second, whose
  ** tokens are the keys. at NULL: there is none, and the keys are those of the sentence. */
  Str streams[INPUTS_STREAM_COUNT];
  /* "hand-made", a folder; "training": the one being trained. */
  char model[INPUTS_MODEL_BYTES];
  /* How a recording is to be read; "" where it says it all. */
  char reading[INPUTS_READING_BYTES];
  TrainingChoice training;
  /* What is laid over the model; zero: all as it has it. */
  AttentionKind kind;
  /* No cell twice; kind and size are 0 with the model's own mask. */
  MaskSpec mask;
  /* How words are drawn: the trace is the same whatever it says. */
  Sampling sampling;
} Inputs;

/* Texts and edits are copied to arena; *to is left alone on false. */
bool inputs_copy(Arena *arena, const Inputs *from, Inputs *to); /* false: out of memory */
/* Of all streams together. */
size_t inputs_text_bytes(const Inputs *inputs);
/* Equal inputs give the same trace; a mask edited into the same cells another way is not equal. */
bool inputs_equal(const Inputs *a, const Inputs *b);
/* As inputs_equal, but the way words are drawn is left out, since no trace depends on it. */
bool inputs_make_same_trace(const Inputs *a, const Inputs *b);
/* The same choice makes the same steps, number for number. */
bool training_choice_equal(const TrainingChoice *a, const TrainingChoice *b);

#endif
