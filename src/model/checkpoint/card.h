/* model/checkpoint/card.h -- facts about a model from a checkpoint folder, to show to a person.
**
** model_card returns it; model/checkpoint/facts.h has such facts for every model.
**
** Counts   `parameters` counts the numbers of all tensors in the files, except buffers (masks,
**          counters) and an output table that equals the embedding: 124 439 808 for gpt2.
** Memory   On the arena of the model.   Errors  None.
*/
#ifndef MODEL_CHECKPOINT_CARD_H
#define MODEL_CHECKPOINT_CARD_H

#include <stdint.h>

/* Sizes as config.json has them, counted in numbers or tokens. */
typedef struct ModelCard {
  const char *family; /* "GPT-2" */
  const char *type;   /* "gpt2", the model_type of config.json */
  const char *folder; /* the path it was opened by */
  const char *file;   /* "model.safetensors" or the index of several */
  const char *dtype;  /* "F32", or all types of its tensors: "F16, F32" */
  int file_count;
  int layers, heads, d_model, d_ff, positions, words;
  uint64_t parameters, bytes; /* bytes: of all weight files */
  const char *how_to_type;    /* if the folder has no tokenizer; NULL: a sentence is words */
  const char *note;           /* a remark on the folder, or NULL */
  const char *warning;        /* NULL: nothing is wrong */
} ModelCard;

#endif
