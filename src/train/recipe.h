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
** keys    task NAME   layers 1–4   encoder_layers 0–4 (of the translator: layers are then those of
**         the decoder)   source rows|vector (vector: the encoder's rows squeezed into one)
**         heads 1–8   kv_heads G (of K and V; a divisor of heads)
**         d_model 8–128   d_ff 0–512   mask none|causal|PARTS (trace/mask_name.h)
**         positions sinusoidal|none|rope|alibi (numbers as in trace/attention_kind.h)
**         batch 1–256   steps 1–1000000   learning_rate   warm_up (steps)   decay_to (share of
**         the learning rate at the last step, cosine)   weight_decay   clip (gradient norm)
**         seed   and the task's own: length, letters, grammar FILE …, unknown (embeddings)
**         look_weight, look_layer, look_head: `look task` in three keys
** look    tells one head where to look, a further objective beside the answers (M-19). It may stand
**         several times, once for each head:
**           look task|previous|same-word [layer L] [head H] [weight W] [share P]
**         task: where the task says; previous: the token before; same-word: the other tokens
**         with the word of the query. The head is to give the share P of its weight there, on
**         average; 1, all of it, is the default. The file counts layers and heads from 1, the
**         struct from 0.
** Built in: reader, writer, copy, reverse, sort, previous, brackets, majority, translator,
** bottleneck; any other by its path.
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

enum { RECIPE_GRAMMARS_MOST = 4, RECIPE_LOOKS_MOST = 16 };

/* Where a head is told to look. */
typedef enum LookPlace { LOOK_TASK, LOOK_PREVIOUS, LOOK_SAME_WORD, LOOK_PLACE_COUNT } LookPlace;

/* One head's objective (M-19): weight times the mean cross-entropy of its share against `share`. */
typedef struct Look {
  LookPlace place;
  int layer, head;      /* from 0 */
  double weight, share; /* > 0; 0 < share <= 1 */
} Look;

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
  /* The keys look_weight, look_layer and look_head: a Look at LOOK_TASK of share 1. Weight 0: none.
  ** recipe_looks lists it with the others. */
  double attn_target_weight;
  int attn_target_layer, attn_target_head; /* from 0 */
  Look looks[RECIPE_LOOKS_MOST];           /* the lines `look`, in their order */
  int look_count;
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
/* Every head that is told where to look; at most one Look for each head. Returns their number. */
int recipe_looks(const Recipe *recipe, Look looks[RECIPE_LOOKS_MOST]);
/* The name of a place in a recipe, "same-word". */
const char *recipe_look_name(LookPlace place);
/* The text that reads back to the same recipe, number for number, one key per line, followed by a
** 0. Two trainings have the same recipe when these texts are equal. */
Str recipe_text(Arena *arena, const Recipe *recipe);

#endif
