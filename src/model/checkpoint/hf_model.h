/* model/checkpoint/hf_model.h -- a GPT-2 or BERT checkpoint folder, as other programs leave it on
** a disk.
**
**   config.json          model/checkpoint/config.h      which model, and its sizes
**   model.safetensors    model/checkpoint/weights.h     one file, or an index and several
**   tokenizer.json …     model/tokenizer/tokenizer.h    may be missing
**
** Steps   hf_model_find reads everything but the numbers and checks that all fits; it takes as
**         long for gigabytes as for kilobytes. Then either the numbers are read into a model, or
**         looked through and let go.
** Memory  On the arena given. The numbers are taken only after every shape was found to be that of
**         a tensor in the files, so a model never needs more than its files justify: four bytes for
**         each of their numbers.
** Errors  File, key or tensor, found and wanted; what is no GPT-2 or BERT by its name, with the way
**         to something that can be opened (model/checkpoint/unsupported.h). NaN and infinities are
**         a warning on the card.
*/
#ifndef MODEL_CHECKPOINT_HF_MODEL_H
#define MODEL_CHECKPOINT_HF_MODEL_H

#include "model/checkpoint/card.h"
#include "model/checkpoint/tensor_map.h"
#include "model/model.h"

/* What was found in a folder. weights has the files open until hf_model_close; the rest stays
** on the arena. layout points into config and weights of this very struct, so it must not be
** copied. */
typedef struct HfModel {
  Config config;
  Weights *weights;
  TensorMap layout;
  ModelCard card;
  int64_t broken_count; /* of numbers that are NaN or infinite; filled with the numbers */
} HfModel;

/* Which family the config.json of this folder names: FAMILY_UNKNOWN when it names none. */
bool hf_model_family(Arena *scratch, const char *folder, ModelFamily *family, Status *status);

/* Opens the files and checks that all of them fit together; reads no number. False: nothing
** stays open. */
bool hf_model_find(Arena *arena, const char *folder, HfModel *found, Status *status);

/* Closes the files; what was read into memory stays. Once, after a find that was true. */
void hf_model_close(HfModel *found);

/* The numbers into memory, at tensor_map_at; the card's warning is filled. */
bool hf_model_numbers(Arena *arena, HfModel *found, Pool *pool, const Progress *progress,
                      Status *status);

/* Reads every number of every file once, into no memory, as fast as the disk gives it; the
** card's warning is filled. False: a file cannot be read, or progress stopped it. */
bool hf_model_look_through(Arena *arena, HfModel *found, Pool *pool, const Progress *progress,
                           Status *status);

/* What to open. */
typedef struct HfModelOrder {
  const char *folder;
  const char *name;         /* NULL: the folder's own */
  Pool *pool;               /* NULL: one thread */
  const Progress *progress; /* NULL: nobody listens */
} HfModelOrder;

/* Numbers, tokenizer and card as a model to run, with an arena of its own, which the caller frees
** with model_free. False as in find, and when memory is out or progress stopped it. */
bool hf_model_open(const HfModelOrder *order, Model **model, Status *status);

/* Of a folder, or a name of the HuggingFace cache, that would be opened as GPT-2 or BERT and has no
** tokenizer: a first sentence of ids that it takes, on the arena. NULL: it reads words, it will be
** refused, or memory is out. Reads config.json at most. */
const char *hf_model_first_ids(Arena *arena, const char *name);

#endif
