/* session/inputs.h -- what a trace is computed from, and how words are sampled from it.
**
** Everything that changes a number is here, and nothing else: stage, head, colours and the like
** belong to the View. Undo keeps one Inputs for each step.
**
** Limits  100,000 bytes of sentence: far more than the 1,024 tokens a built-in model takes (the
**         rest is cut, and said), and little enough to be shown and edited. 16,384 mask edits.
** Memory  Texts and edits belong to the arena they were copied to.
** Errors  No memory only; values are checked by the commands that set them.
*/
#ifndef SESSION_INPUTS_H
#define SESSION_INPUTS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "core/sampling.h"
#include "model/mask_spec.h"
#include "trace/mistakes.h"
#include "trace/what_if.h"
#include "trace/workings/experiments.h"

enum { INPUTS_SENTENCE_BYTES_MOST = 100000, INPUTS_MASK_EDITS_MOST = 16384 };
enum { INPUTS_STREAM_COUNT = 2 };
/* Bytes with the 0 at the end. */
enum { INPUTS_MODEL_BYTES = 512, INPUTS_READING_BYTES = 64 };

/* What is trained: a task with its recipe, and what a person changed of it. */
enum { TRAINING_TASK_BYTES = 24 };
typedef struct TrainingChoice {
  char task[TRAINING_TASK_BYTES]; /* "": nothing was ever trained */
  int layers, heads, width /* d_model */, batch, steps;
  int positions; /* of network_position_name; 0: sinusoidal */
  double learning_rate;
  uint64_t seed;
} TrainingChoice;

/* The same Inputs give the same trace on the same machine. All zero is a mask of kind none over an
** empty sentence, not the default: session_default_inputs gives that. */
typedef struct Inputs {
  /* The texts that attention joins, as typed, with line ends; they may hold bytes that are not
  ** UTF-8. streams[0] is the sentence, whose tokens are the queries; streams[1] is the second text,
  ** whose tokens are the keys. at NULL: there is none, and the keys are those of the sentence. */
  Str streams[INPUTS_STREAM_COUNT];
  /* "hand-made", a folder; "training": the model in training. */
  char model[INPUTS_MODEL_BYTES];
  /* The text of a model that is typed in, where a person changed it, or there is no file of it; the
  ** name is then what it is known by. at NULL: the model is what its name says. */
  Str board;
  /* How a recording is to be read; "" if it says so itself. */
  char reading[INPUTS_READING_BYTES];
  TrainingChoice training;
  /* Overrides of the model's attention; zero: none. */
  AttentionKind kind;
  /* No cell occurs twice; parts are empty with the model's own mask. */
  MaskSpec mask;
  /* Numbers set by hand; keys, queries and heads taken away; tokens swapped. Not when shuffled. */
  WhatIfs what_ifs;
  /* Runs the tokens of the sentence in another order, beside the run in their own. */
  bool is_shuffled;
  uint64_t shuffle_seed;
  /* The quiz that made the kind's mistake; zero: none. */
  MistakeQuiz quiz;
  /* How words are sampled; does not change the trace. */
  Sampling sampling;
  /* What the experiments beside attention are asked; does not change the trace. */
  Experiments experiments;
  /* What a run that is kept beside this one is made of, with no kept run of its own; NULL: none is.
  ** Does not change the trace. */
  const struct Inputs *kept;
} Inputs;

/* Texts and edits are copied to arena; *to is left alone on false. */
bool inputs_copy(Arena *arena, const Inputs *from, Inputs *to); /* false: out of memory */
/* The sum over all streams. */
size_t inputs_text_bytes(const Inputs *inputs);
/* Equal inputs give the same trace; masks that hide the same cells by other edits are not equal. */
bool inputs_equal(const Inputs *a, const Inputs *b);
/* Equal names and texts of the model, and equal readings. */
bool inputs_name_same_model(const Inputs *a, const Inputs *b);
/* As inputs_equal without the sampling, the experiments and the kept run, on which no trace
** depends. */
bool inputs_make_same_trace(const Inputs *a, const Inputs *b);
/* The same choice makes the same steps, number for number. */
bool training_choice_equal(const TrainingChoice *a, const TrainingChoice *b);

#endif
