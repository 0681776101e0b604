/* model/checkpoint/unsupported.h -- errors for models that this program does not run.
**
** The program runs GPT-2 and BERT, in safetensors. Other models are refused by their name, with a
** command that makes something this program can open:
**   another family, quantised weights    a recording of it, by tools/record_trace.py
**   pickles and other programs' weights  the same weights as safetensors
**
** No more than the first bytes of such files are read: a pickle may run a program.
** Memory  On the arena given, and only for the sentence.
** Errors  All refuse_… functions set an error; it may also be lack of memory.
** Source  The model_type names are those of HuggingFace transformers.
*/
#ifndef MODEL_CHECKPOINT_UNSUPPORTED_H
#define MODEL_CHECKPOINT_UNSUPPORTED_H

#include "base/arena.h"
#include "base/status.h"

/* The usual name of a model_type ("RoBERTa" for "roberta"); NULL: unknown. */
const char *unsupported_family_name(const char *model_type);

/* All of these fill status and return false. path is the file that says so. */
bool refuse_family(const char *path, const char *model_type, Status *status);

/* name: "LlamaForCausalLM", if there is no model_type. */
bool refuse_architecture(const char *path, const char *name, Status *status);

/* how: "GPTQ", "F8_E4M3": the quantisation of the weights. */
bool refuse_quantised(const char *path, const char *how, Status *status);

/* what: "it has cross-attention (add_cross_attention)". */
bool refuse_kind(const char *path, const char *what, Status *status);

/* For a folder without model.safetensors and without its index; names what it has instead. */
bool refuse_weights(Arena *arena, const char *folder, Status *status);
/* The same when the file of that name is known to be a pickle. */
bool refuse_pickle(const char *folder, const char *name, Status *status);
/* For a folder without config.json. */
bool refuse_folder(Arena *arena, const char *folder, Status *status);

#endif
