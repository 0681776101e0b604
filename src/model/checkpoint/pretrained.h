/* model/checkpoint/pretrained.h -- a GPT-2 or BERT checkpoint folder, as other programs leave it on
** a disk.
**
**   config.json          model/checkpoint/config.h      which model, and its sizes
**   model.safetensors    model/checkpoint/weights.h     one file, or an index and several
**   tokenizer.json …     model/tokenizer/tokenizer.h    may be missing
**
** Steps   pretrained_find reads everything but the numbers and checks that all fits; it takes as
**         long for gigabytes as for kilobytes. Then either the numbers are read into a model, or
**         looked through and let go.
** Memory  On the arena given. The numbers are taken only after every shape was found to be that of
**         a tensor in the files, so a model never needs more than its files justify: four bytes for
**         each of their numbers.
** Errors  File, key or tensor, found and wanted; what is no GPT-2 or BERT by its name, with the way
**         to something that can be opened (model/checkpoint/refusal.h). NaN and infinities are a
**         warning on the card.
*/
#ifndef MODEL_CHECKPOINT_PRETRAINED_H
#define MODEL_CHECKPOINT_PRETRAINED_H

#include "model/checkpoint/card.h"
#include "model/checkpoint/layout.h"
#include "model/model.h"

/* What was found in a folder. weights has the files open until pretrained_close; the rest stays
** on the arena. layout points into config and weights of this very struct, so it must not be
** copied. */
typedef struct Pretrained {
  Config config;
  Weights *weights;
  Layout layout;
  ModelCard card;
  int64_t broken_count; /* of numbers that are NaN or infinite; filled with the numbers */
} Pretrained;

/* Which family the config.json of this folder names: FAMILY_UNKNOWN when it names none. */
bool pretrained_family(Arena *scratch, const char *folder, ModelFamily *family, Status *status);

/* Opens the files and checks that all of them fit together; reads no number. False: nothing
** stays open. */
bool pretrained_find(Arena *arena, const char *folder, Pretrained *found, Status *status);

/* Closes the files; what was read into memory stays. Once, after a find that was true. */
void pretrained_close(Pretrained *found);

/* The numbers into memory, at layout_at; the card's warning is filled. */
bool pretrained_numbers(Arena *arena, Pretrained *found, Pool *pool, const Progress *progress,
                        Status *status);

/* Reads every number of every file once, into no memory, as fast as the disk gives it; the
** card's warning is filled. False: a file cannot be read, or progress stopped it. */
bool pretrained_look_through(Arena *arena, Pretrained *found, Pool *pool, const Progress *progress,
                             Status *status);

/* What to open. */
typedef struct PretrainedOrder {
  const char *folder;
  const char *name;         /* NULL: the folder's own */
  Pool *pool;               /* NULL: one thread */
  const Progress *progress; /* NULL: nobody listens */
} PretrainedOrder;

/* Numbers, tokenizer and card as a model to run, with an arena of its own, which the caller frees
** with model_free. False as in find, and when memory is out or progress stopped it. */
bool pretrained_open(const PretrainedOrder *order, Model **model, Status *status);

/* Of a folder, or a name of the HuggingFace cache, that would be opened as GPT-2 or BERT and has no
** tokenizer: a first sentence of ids that it takes, on the arena. NULL: it reads words, it will be
** refused, or memory is out. Reads config.json at most. */
const char *pretrained_first_ids(Arena *arena, const char *name);

#endif
