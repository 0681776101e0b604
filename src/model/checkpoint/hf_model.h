/* model/checkpoint/hf_model.h -- reads a GPT-2 or BERT checkpoint folder in the HuggingFace layout.
**
**   config.json          model/checkpoint/config.h      which model, and its sizes
**   model.safetensors    model/checkpoint/weights.h     one file, or an index and several
**   tokenizer.json …     model/tokenizer/tokenizer.h    may be missing
**
** Steps   hf_model_find reads everything but the numbers and checks that all fits; its time does
**         not depend on the size of the files. Then the numbers are either read into a model, or
**         only checked.
** Memory  On the arena given. Memory for the numbers is taken only after every shape was found in
**         the files, so a model never takes more than four bytes per number of its files.
** Errors  File, key or tensor, found and expected; a model other than GPT-2 and BERT by its name,
**         with a command that makes something that can be opened (model/checkpoint/unsupported.h).
**         NaN and infinities are a warning on the card.
*/
#ifndef MODEL_CHECKPOINT_HF_MODEL_H
#define MODEL_CHECKPOINT_HF_MODEL_H

#include "model/checkpoint/card.h"
#include "model/checkpoint/tensor_map.h"
#include "model/model.h"

/* What was found in a folder. weights has the files open until hf_model_close; the rest stays on
** the arena. layout points to config and weights of the same struct, so the struct must not be
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

/* Closes the files; what was read into memory stays. Call it once after hf_model_find returned
** true. */
void hf_model_close(HfModel *found);

/* Reads the numbers, for tensor_map_at, and fills the card's warning. */
bool hf_model_numbers(Arena *arena, HfModel *found, Pool *pool, const Progress *progress,
                      Status *status);

/* Reads and checks every number without keeping it, as fast as the disk allows, and fills the
** card's warning. False: a file cannot be read, or progress stopped it. */
bool hf_model_look_through(Arena *arena, HfModel *found, Pool *pool, const Progress *progress,
                           Status *status);

/* What to open. */
typedef struct HfModelOrder {
  const char *folder;
  const char *name;         /* NULL: the folder's own */
  Pool *pool;               /* NULL: one thread */
  const Progress *progress; /* may be NULL */
} HfModelOrder;

/* Makes a model with an arena of its own from numbers, tokenizer and card; the caller frees it with
** model_free. False as hf_model_find, or when memory is out or progress stopped it. */
bool hf_model_open(const HfModelOrder *order, Model **model, Status *status);

/* For a folder, or a name of the HuggingFace cache, that would be opened as GPT-2 or BERT and has
** no tokenizer: a first sentence of ids that it accepts, on the arena. NULL: it reads words, it
** will be refused, or memory is out. Reads config.json at most. */
const char *hf_model_first_ids(Arena *arena, const char *name);

#endif
