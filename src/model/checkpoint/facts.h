/* model/checkpoint/facts.h -- facts about a model, for its card and its formulas, and about the
** words it predicts.
**
** Every model has the same fields: a rule model, one trained here, or one of a checkpoint folder,
** whose card (model/checkpoint/card.h) also has files and types. `parameters` counts all numbers
** that were learned or set: V·E of the tables, 4 E² and 2 E F of each layer, gains and biases; a
** table that is used at both ends counts once. They are also counted by what they belong to.
**
** Memory  Texts on the arena given or the model's own.
** Errors  Out of memory: a text is then "" or empty.
*/
#ifndef MODEL_CHECKPOINT_FACTS_H
#define MODEL_CHECKPOINT_FACTS_H

#include "model/checkpoint/readme.h"
#include "model/model.h"

/* How many numbers each part of a model has; together `parameters`. */
typedef struct ModelParameters {
  uint64_t embedding; /* rows of words, places and sentences */
  uint64_t attention; /* W_Q to W_O, their biases, and a table of buckets */
  uint64_t mlp, norms;
  uint64_t output; /* from the last layer to logits, where it has numbers of its own */
} ModelParameters;

/* One line of the card each. Texts that are "to be translated" are English here. */
typedef struct ModelFacts {
  const char *family; /* to be translated: "GPT-2", "written as rules" */
  const char *file;   /* path of the weights, or "": part of the program */
  const char *dtype;
  int file_count;
  int encoder_layers; /* 0: one stack */
  int layers, heads, d_model, d_head, d_ff;
  int key_heads;                     /* of K and V */
  int positions;                     /* tokens it takes at most */
  int words;                         /* 0: it predicts none */
  uint64_t parameters, bytes;        /* bytes: of its weights, in files or in memory */
  ModelParameters by_part, of_layer; /* of_layer: of the first, which are as large in all */
  uint64_t of_norm;                  /* of each norm */
  NormPlace norm_place;
  NormMethod norm_method;
  bool is_gated;      /* its MLP has a gate, of the activation */
  bool has_own_words; /* the output table is the embedding */
  AttentionKind own_kind;
  const char *places; /* to be translated: what tells places apart */
  bool adds_positions, has_segments, has_embedding_norm, has_last_norm;
  const char *command; /* "model random like llama", of one with words behind its name; else "" */
  const char *activation;     /* "gelu (tanh)", or "": no MLP */
  const char *mask;           /* its own: "causal window 3", or words to be translated */
  const char *mask_name;      /* "causal window 3", or "": none */
  const char *tokenizer;      /* to be translated: what splits a sentence */
  const char *tokenizer_note; /* a remark on it, or "" */
  const char *note;           /* a remark on its files, or "" */
  const char *warning;        /* what is wrong with its numbers, or "" */
  const char *explanation;    /* to be translated: one or two sentences */
  int known_words;            /* of its vocabulary, but for marks and unknown ones; 0: none */
  const Readme *readme;       /* what its README.md says; empty where there is none */
} ModelFacts;

/* Counts or collects the facts; reads no file. */
ModelFacts model_facts(const Model *model, Arena *arena);

/* Was the model trained to predict the next token at every token? */
bool model_names_next(const Model *model);

/* The mask token, "[MASK]"; empty: the model was not trained to predict masked words. */
Str model_mask_text(const Model *model);

/* The text to append to a sentence so that this token follows it; empty: it cannot be typed. */
Str model_following_text(const Model *model, Arena *arena, Str sentence, int id);

#endif
