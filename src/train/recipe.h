/* train/recipe.h -- what to train: a small text file that names task, model, optimiser and seed.
**
**   key value      one a line; # begins a comment; every key at most once; the task is required
**
**   task copy                # what the sequences are (train/task/task.h)
**   layers 1
**   heads 2
**   length 8
**   steps 600
**
** keys    task NAME   layers 1–4   heads 1–8   d_model 8–128   d_ff 0–512   mask none|causal
**         batch 1–256   steps 1–1000000   learning_rate   warm_up (steps)   decay_to (share of
**         the learning rate at the last step, cosine)   weight_decay   clip (gradient norm)
**         seed   and the task's own: length, letters, grammar FILE …, unknown (embeddings)
**         attn_target_weight, attn_target_layer, attn_target_head: a second objective, see below;
**         the file counts layers and heads from 1, the struct from 0
** Built in: reader, writer, copy, reverse, sort, previous, brackets, majority; also from a path.
**
** A recipe and a build of the program decide a training to the last bit: two files that read to the
** same recipe give the same model.
** Memory  Strings on the arena given; a Recipe is a plain value that points to them, so it must not
**         outlive that arena.
** Errors  file:line, the key or the value, and what is allowed; the nearest name for a wrong one.
**         A recipe changed by hand has no file, and its sentences begin with the key.
*/
#ifndef TRAIN_RECIPE_H
#define TRAIN_RECIPE_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "model/network.h"

enum { RECIPE_GRAMMARS_MOST = 4 };

/* Ranges and usual values of every key are one table in recipe.c. */
typedef struct Recipe {
  const char *name;   /* of the file, without folder and ending; the model's name later */
  const char *task;   /* a name of train/task/task.h */
  NetworkShape shape; /* word_count 0: the task's vocabulary decides */
  int batch;          /* sequences a step */
  int steps, warm_up; /* updates; warm_up of them with a rising rate (M-32) */
  double learning_rate, decay_to, weight_decay; /* rate and d of M-32; λ of M-31 */
  double clip;                                  /* of M-30 */
  uint64_t seed;                                /* 0 to 2^63 − 1: what the file can hold */
  /* Weight of the second objective: −log of the share that the chosen head gives to the attention
  ** targets (Batch.attn_targets; M-19). 0: none. */
  double attn_target_weight;
  int attn_target_layer, attn_target_head;    /* from 0 */
  int length;                                 /* of a sequence, for teaching tasks and the writer */
  int letters;                                /* different symbols of a teaching task */
  int unknown;                                /* "unknown" embeddings */
  const char *grammars[RECIPE_GRAMMARS_MOST]; /* names of built-in grammars, or paths */
  int grammar_count;          /* 0: those the task usually takes, English and Chinese */
  const char *grammars_place; /* "FILE:LINE", for sentences; NULL: from no file */
} Recipe;

/* The recipes that are part of this program; index from 0. */
int recipe_builtin_count(void);
const char *recipe_builtin_name(int index);
/* One of the built-in names, or a path: something with a slash, with .txt at its end, or the name
** of a file that is there. Reads that file, 64 KiB at most. */
bool recipe_open(Arena *arena, const char *name_or_path, Recipe *recipe, Status *status);
/* Reads a recipe from its text; path gives the name and stands in sentences, no file is opened.
** Keys the text leaves out have their usual values. */
bool recipe_parse(Arena *arena, const char *path, Str text, Recipe *recipe, Status *status);
/* Sizes that fit together and lie in range, as after changes by hand. */
bool recipe_check(const Recipe *recipe, Status *status);
/* The file that reads back to the same recipe, number for number, each key on a line; a 0 follows
** its last byte. What two trainings are compared by. */
Str recipe_text(Arena *arena, const Recipe *recipe);

#endif
