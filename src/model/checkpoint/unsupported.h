/* model/checkpoint/unsupported.h -- what looks like a model and is none this program runs.
**
** Run here are GPT-2 and BERT, in safetensors. Everything else that people have on disk is refused
** by its own name, with the command that makes something this program can open:
**   another family, quantised weights   a recording of it, by tools/record_trace.py
**   pickles and other programs' weights the same weights as safetensors
**
** Nothing of what is refused is ever opened beyond its first bytes: a pickle may run a program.
** Memory  On the arena given, and only for the sentence.
** Errors  That is all these functions do; they fail for lack of memory as well.
** Source  The model_type names are those of HuggingFace transformers.
*/
#ifndef MODEL_CHECKPOINT_UNSUPPORTED_H
#define MODEL_CHECKPOINT_UNSUPPORTED_H

#include "base/arena.h"
#include "base/status.h"

/* The name people know a model_type by ("RoBERTa" for "roberta"); NULL: not heard of. */
const char *unsupported_family_name(const char *model_type);

/* All of these fill status and return false. path is the file that says so. */
bool refuse_family(const char *path, const char *model_type, Status *status);

/* name: "LlamaForCausalLM", where no model_type is said. */
bool refuse_architecture(const char *path, const char *name, Status *status);

/* how: "GPTQ", "F8_E4M3": what the weights were squeezed by. */
bool refuse_quantised(const char *path, const char *how, Status *status);

/* what: "it has cross-attention (add_cross_attention)". */
bool refuse_kind(const char *path, const char *what, Status *status);

/* Of a folder without model.safetensors and without its index: what is there instead, if anything.
 */
bool refuse_weights(Arena *arena, const char *folder, Status *status);
/* The same where it is known that the file of that name is a pickle. */
bool refuse_pickle(const char *folder, const char *name, Status *status);
/* Of a folder without config.json. */
bool refuse_folder(Arena *arena, const char *folder, Status *status);

#endif
