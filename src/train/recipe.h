/* train/recipe.h -- a recipe: a small text file with the task, the model's sizes, the optimiser's
** settings and the seed of a training.
**
**   key value      one per line; # begins a comment; each key at most once; task is required
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
**         look_weight, look_layer, look_head: a second objective, attn_target_… of the struct;
**         the file counts layers and heads from 1, the struct from 0
** Built in: reader, writer, copy, reverse, sort, previous, brackets, majority; any other by its
** path.
**
** A recipe and a build of the program determine a training bit for bit: two files that read to the
** same recipe give the same model.
** Memory  Strings are on the arena given; a Recipe is a plain value that points to them, so it must
**         not outlive that arena.
** Errors  FILE:LINE, the key or the value, and what is allowed; the nearest name for a wrong one. A
**         recipe changed in the window has no file: its sentences begin with the key.
*/
#ifndef TRAIN_RECIPE_H
#define TRAIN_RECIPE_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "model/network.h"

enum { RECIPE_GRAMMARS_MOST = 4 };

/* The range and the default of every key are in one table in recipe.c. */
typedef struct Recipe {
  const char *name;   /* of the file, without folder and extension; becomes the model's name */
  const char *task;   /* a name of train/task/task.h */
  NetworkShape shape; /* word_count is 0 here: the task's vocabulary sets it */
  int batch;          /* sequences per step */
  int steps, warm_up; /* updates; the rate rises during the first warm_up of them (M-32) */
  double learning_rate, decay_to, weight_decay; /* rate and d of M-32; λ of M-31 */
  double clip;                                  /* of M-30 */
  uint64_t seed;                                /* 0 to 2^63 − 1, the range of the file */
  /* Weight of the second objective: −log of the share that the chosen head gives to the attention
  ** targets (Batch.attn_targets; M-19). 0: none. */
  double attn_target_weight;
  int attn_target_layer, attn_target_head;    /* from 0 */
  int length;                                 /* of a sequence, for teaching tasks and the writer */
  int letters;                                /* different symbols of a teaching task */
  int unknown;                                /* "unknown" embeddings */
  const char *grammars[RECIPE_GRAMMARS_MOST]; /* names of built-in grammars, or paths */
  int grammar_count;                          /* 0: the defaults, English and Chinese */
  const char *grammars_place; /* "FILE:LINE" of the key, for errors; NULL: not from a file */
} Recipe;

/* The recipes built into the program; index from 0. */
int recipe_builtin_count(void);
const char *recipe_builtin_name(int index);
/* Opens a built-in recipe by name, or a file of at most 64 KiB. A word is a path when it contains a
** slash, ends in .txt or names an existing file. */
bool recipe_open(Arena *arena, const char *name_or_path, Recipe *recipe, Status *status);
/* Reads a recipe from its text. path gives the recipe's name and is shown in errors; no file is
** opened. Keys that the text leaves out get their defaults. */
bool recipe_parse(Arena *arena, const char *path, Str text, Recipe *recipe, Status *status);
/* Checks that every value is in range and that the sizes fit together; for recipes changed in the
** window. */
bool recipe_check(const Recipe *recipe, Status *status);
/* The text that reads back to the same recipe, number for number, one key per line, followed by a
** 0. Two trainings have the same recipe when these texts are equal. */
Str recipe_text(Arena *arena, const Recipe *recipe);

#endif
