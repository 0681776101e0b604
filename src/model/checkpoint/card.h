/* model/checkpoint/card.h -- what a model from a checkpoint folder is, for a person to read.
**
** model_card gives it; model/checkpoint/facts.h has such facts of every model.
**
** Counted  parameters are the numbers of all tensors in the files, but for buffers (masks,
**          counters) and an output table that is the word table once more: 124 439 808 for gpt2.
** Memory   On the arena of the model.   Errors  None.
*/
#ifndef MODEL_CHECKPOINT_CARD_H
#define MODEL_CHECKPOINT_CARD_H

#include <stdint.h>

/* Sizes as config.json has them, counted in numbers or tokens. */
typedef struct ModelCard {
  const char *family; /* "GPT-2" */
  const char *type;   /* "gpt2", as config.json says it */
  const char *folder; /* as it was opened */
  const char *file;   /* "model.safetensors" or the index of several */
  const char *dtype;  /* "F32", or all there are: "F16, F32" */
  int file_count;
  int layers, heads, d_model, d_ff, positions, words;
  uint64_t parameters, bytes; /* bytes: of all weight files */
  const char *how_to_type;    /* where the folder has no tokenizer; NULL: a sentence is words */
  const char *note;           /* what else to know of the folder; NULL: nothing */
  const char *warning;        /* NULL: nothing is wrong */
} ModelCard;

#endif
