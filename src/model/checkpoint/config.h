/* model/checkpoint/config.h -- config.json of a GPT-2 or BERT checkpoint: which model it is, and
** its sizes.
**
** Family  By model_type; without it by the beginning of architectures[0] (GPT2…, Bert…); without
**         both by the names of the tensors (config_read's guess). Any other family is refused by
**         name: model/checkpoint/unsupported.h.
** Keys    GPT-2 n_layer n_head n_embd n_inner n_positions vocab_size layer_norm_epsilon
**         activation_function scale_attn_weights scale_attn_by_inverse_layer_idx; the names
**         transformers uses for all models are accepted in their place.
**         BERT  num_hidden_layers num_attention_heads hidden_size intermediate_size
**         max_position_embeddings type_vocab_size vocab_size layer_norm_eps hidden_act is_decoder.
**         A missing key has the value transformers gives it; keys that are not known are ignored.
** Others  Programs that extend a family often keep its model_type and its tensors but compute
**         something else: rotary positions, norms at another place. Such settings are refused by
**         name.
** Ranges  Every size has a range, to limit the memory taken later. tensor_map_find checks that the
**         sizes are those of the tensors.
** Memory  None is kept.
** Errors  File, key, the value found and what is allowed.
** Source  transformers, configuration_gpt2.py and configuration_bert.py.
*/
#ifndef MODEL_CHECKPOINT_CONFIG_H
#define MODEL_CHECKPOINT_CONFIG_H

#include "base/status.h"
#include "base/str.h"
#include "core/activation.h"

enum { CONFIG_FILE_BYTES_MOST = 4 << 20 };

/* Which program's layout a folder has. */
typedef enum ModelFamily {
  FAMILY_UNKNOWN,
  FAMILY_OWN, /* trained by this program: model/checkpoint/checkpoint.h */
  FAMILY_GPT2,
  FAMILY_BERT
} ModelFamily;

/* A value that neither the file nor a tensor tells, with the default of transformers. */
typedef struct ConfigAssumption {
  const char *key; /* "n_head" */
  char value[24];  /* "12" */
} ConfigAssumption;

enum { CONFIG_ASSUMPTIONS_MOST = 3 };

/* The values of the file, within their ranges, with the defaults of transformers for missing
** ones. */
typedef struct Config {
  ModelFamily family;
  int layer_count, head_count, d_model, d_ff;
  int word_count, position_count;
  int segment_count; /* rows of the segment table; 0: the family has none */
  float epsilon;     /* of every layer norm */
  Activation activation;
  bool causal;            /* a token sees only those before it and itself */
  bool is_tied;           /* logits are computed with the embedding */
  bool divides_by_root;   /* scores are divided by √D; usually true */
  bool divides_by_number; /* scores of layer i, from 0, are also divided by i + 1 */
  ConfigAssumption assumed[CONFIG_ASSUMPTIONS_MOST]; /* [assumed_count] */
  int assumed_count;
  bool has_own_code; /* the folder has code of its own (auto_map), which is not run */
} Config;

/* "GPT-2", the usual name, and "gpt2", the model_type. Never translated. */
const char *family_name(ModelFamily family);
const char *family_type(ModelFamily family);

/* "GPT2Config", the class of transformers with the defaults; NULL: the family has none. */
const char *family_config_class(ModelFamily family);

/* Reads only the family that the file names; FAMILY_UNKNOWN: it names none. Unsupported families
** are refused. */
bool config_family(const char *path, Str text, ModelFamily *family, Status *status);

/* text: the bytes of config.json; path is for errors. guess: the family if the file names none. If
** neither is known *config is all zeros; for FAMILY_OWN only the family is filled. False: status
** names file, key, value and what is allowed. */
bool config_read(const char *path, Str text, ModelFamily guess, Config *config, Status *status);

#endif
