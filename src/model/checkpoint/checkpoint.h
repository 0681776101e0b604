/* model/checkpoint/checkpoint.h -- a trained model as a folder, in the HuggingFace layout.
**
**   config.json         model_type "heads-up", layers, heads, sizes, causal, unknown words, and
**                       the words that had targets in training
**   model.safetensors   the tensors of model/network.h, F32
**   vocab.txt           model/vocabulary.h
**   README.md           the model card: training, accuracy, what its heads measure, limits
**
** Memory  A read checkpoint lives on the arena given. Errors: file, field and value.
*/
#ifndef MODEL_CHECKPOINT_CHECKPOINT_H
#define MODEL_CHECKPOINT_CHECKPOINT_H

#include "model/checkpoint/readme.h"
#include "model/model.h"
#include "model/network.h"
#include "model/vocabulary.h"

/* A trained model as plain numbers. */
typedef struct Checkpoint {
  NetworkShape shape;
  const Vocabulary *vocabulary;
  float *numbers;    /* network_number_count of them */
  const bool *asked; /* [V] words that had targets in training; NULL: every word */
  const char *name;  /* "reader": the folder's name */
  /* What it is, in a few words: "reader · trained here, 12 000 steps"; NULL: the file says none. */
  const char *label;
  Readme readme;        /* what README.md says; empty where there is none */
  bool measured_lazily; /* see model/roles/role_work.h */
} Checkpoint;

/* Reads and checks a folder of this program's own: all sizes against each other, then the
** numbers. False: status names file, field and value. */
bool checkpoint_read(Arena *arena, const char *folder, Checkpoint *checkpoint, Status *status);

/* The folder models/NAME of those built into the program. */
bool checkpoint_read_builtin(Arena *arena, const char *name, Checkpoint *checkpoint,
                             Status *status);

/* Makes the folder if its parent exists, and replaces each file atomically. card: the text of
** README.md, or NULL. */
bool checkpoint_save(Arena *scratch, const char *folder, const Checkpoint *checkpoint,
                     const char *card, Status *status);

/* *path: the first file that checkpoint_save would replace in a folder whose weights this program
** did not write; NULL: there is none. False: memory is out. */
bool checkpoint_foreign_file(Arena *arena, const char *folder, const char **path);

/* Makes a model with a copy of these numbers. It starts no thread: the roles of its heads are
** measured when they are first needed. */
bool model_of_checkpoint(const Checkpoint *checkpoint, Model **model, Status *status);

#endif
