/* model/checkpoint/checkpoint_config.h -- config.json of a trained model. For model/ only.
**
** Keys    model_type "heads-up"   num_hidden_layers   num_attention_heads   hidden_size
**         intermediate_size (0: no MLP)   vocab_size   causal   unknown_words   label and
**         asked_words may be absent: a text, and the words of vocab.txt at which the model was
**         trained to answer (absent: at every token). hidden_act "relu" and layer_norm_eps 1e-05
**         are written for other programs and refused with another value. Of attention that is of
**         another kind: mask (a name of trace/mask_name.h), positions (network_set_positions) and
**         num_key_value_heads; absent: none or causal, sinusoidal, as many as of Q. Keys that are
**         not known are ignored.
** Memory  Texts on the arena given; the JSON is freed.
** Errors  File, key, the value found and what is allowed.
*/
#ifndef MODEL_CHECKPOINT_CHECKPOINT_CONFIG_H
#define MODEL_CHECKPOINT_CHECKPOINT_CONFIG_H

#include "model/checkpoint/checkpoint.h"

/* What the file says, checked; texts on the arena. */
typedef struct CheckpointConfig {
  NetworkShape shape;
  int unknown_words;
  const char *label; /* NULL: none */
  const char **asked_words;
  int asked_count; /* 0: none are named */
} CheckpointConfig;

/* text: the bytes of config.json, path for sentences. False: status names file, key and value. */
bool checkpoint_config_parse(Arena *arena, const char *path, Str text, CheckpointConfig *config,
                             Status *status);

/* The same file for a checkpoint, with '.' in numbers whatever the locale; false: out of memory. */
bool checkpoint_config_text(Arena *arena, const Checkpoint *checkpoint, Str *text);

#endif
