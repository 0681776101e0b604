/* train/recipe.h -- what to train: a small text file that names task, model, optimiser and seed.
**
**   key value      one a line; # begins a comment; every key at most once; the task is required
**
** keys    task NAME   layers 1–4   heads 1–8   d_model 8–128   d_ff 0–512   mask none|causal
**         batch 1–256   steps 1–1000000   learning_rate   warm_up (steps)   decay_to (share of
**         the learning rate at the last step, cosine)   weight_decay   clip (gradient norm)
**         seed   and the task's own: length, letters, grammar FILE …, unknown (embeddings)
**         look_weight, look_layer, look_head: a second objective, see below; the file counts
**         layers and heads from 1, the struct from 0
** Built in: reader, writer, copy, reverse, sort, previous, brackets, majority; also from a path.
** Memory  Strings on the arena given.
** Errors  file:line, the key or the value, and what is allowed; the nearest name for a wrong one.
*/
#ifndef TRAIN_RECIPE_H
#define TRAIN_RECIPE_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "model/network.h"

enum { RECIPE_GRAMMARS_MOST = 4 };

typedef struct Recipe {
  const char *name, *task;
  NetworkShape shape; /* word_count 0: the task's vocabulary decides */
  int batch, steps, warm_up;
  double learning_rate, decay_to, weight_decay, clip;
  uint64_t seed;
  /* Weight of the second objective: −log of the share the chosen head gives where the task says to
  ** look (Batch.looks; M-19). 0: none. */
  double look_weight;
  int look_layer, look_head;
  int length;                                 /* of a sequence, for teaching tasks and the writer */
  int letters;                                /* different symbols of a teaching task */
  int unknown;                                /* "unknown" embeddings */
  const char *grammars[RECIPE_GRAMMARS_MOST]; /* names of built-in grammars, or paths */
  int grammar_count;
  const char *grammars_place; /* "FILE:LINE: ", for sentences; NULL: from no file */
} Recipe;

int recipe_builtin_count(void);
const char *recipe_builtin_name(int index);
/* One of the built-in names, or a path. */
bool recipe_open(Arena *arena, const char *name_or_path, Recipe *recipe, Status *status);
bool recipe_parse(Arena *arena, const char *path, Str text, Recipe *recipe, Status *status);
/* Sizes that fit together and lie in range, as after changes by hand. */
bool recipe_check(const Recipe *recipe, Status *status);
Str recipe_text(Arena *arena, const Recipe *recipe); /* the file that reads back to it */

#endif
