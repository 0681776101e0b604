/* model/checkpoint/facts.h -- what a model is, and what can be done with the words it names.
**
** The same fields for every model: by rules, trained here, or of a checkpoint folder, whose card
** (model/checkpoint/card.h) knows files and types besides. Counted are all numbers that were
** learned or set: V·E of the tables, 4 E² and 2 E F of each layer, and gains and biases; a table
** that is used at both ends once.
**
** Memory  Texts on the arena given or the model's own.
** Errors  Out of memory: a text is then "" or empty.
*/
#ifndef MODEL_CHECKPOINT_FACTS_H
#define MODEL_CHECKPOINT_FACTS_H

#include "model/model.h"

/* One line of the card each. Texts that are "to be translated" are English here. */
typedef struct ModelFacts {
  const char *family; /* to be translated: "GPT-2", "written as rules" */
  const char *file;   /* path of the weights, or "": part of the program */
  const char *dtype;
  int file_count;
  int layers, heads, d_model, d_head, d_ff;
  int positions;              /* tokens it takes at most */
  int words;                  /* 0: it names none */
  uint64_t parameters, bytes; /* bytes: of its weights, in files or in memory */
  NormPlace norm_place;
  const char *activation;     /* "gelu (tanh)", or "": no MLP */
  const char *mask;           /* its own: "causal" */
  const char *tokenizer;      /* to be translated: what cuts a sentence */
  const char *tokenizer_note; /* what to know of it, or "" */
  const char *note;           /* what else to know of its files, or "" */
  const char *warning;        /* what is wrong with its numbers, or "" */
} ModelFacts;

/* Counts what has to be counted and gathers the rest; reads no file. */
ModelFacts model_facts(const Model *model, Arena *arena);

/* Whether it was trained to name the token that follows, at every token. */
bool model_names_next(const Model *model);

/* What stands for a word to be named: "[MASK]"; empty: it was not trained for that. */
Str model_mask_text(const Model *model);

/* The bytes a sentence gets longer by when this token follows it; empty: it cannot be typed. */
Str model_following_text(const Model *model, Arena *arena, Str sentence, int id);

#endif
