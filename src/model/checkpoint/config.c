/* model/checkpoint/config.c -- reads config.json by one table of keys for each family.
**
** The files are written by many programs. What transformers ignores is ignored; what would change a
** number (an unknown activation, relative positions) is refused, since nobody would notice that
** such a model computes slightly wrong numbers. */
#include "model/checkpoint/config.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "files/json.h"
#include "model/checkpoint/unsupported.h"

enum {
  /* Far beyond any model of these families; they limit the memory taken before tensors are read. */
  LAYERS_MOST = 512,
  HEADS_MOST = 1024,
  WIDTH_MOST = 65536,
  FF_MOST = 1 << 20,
  WORDS_MOST = 4000000,
  POSITIONS_MOST = 1 << 20,
  SEGMENTS_MOST = 1024
};

/* One file being read; passed along instead of four parameters. */
typedef struct Reading {
  const char *path;
  const json_t *root;
  Status *status;
} Reading;

typedef struct WholeKey {
  const char *key, *alias; /* alias NULL: none */
  int standard, least, most;
  int *value;
} WholeKey;

typedef struct FlagKey {
  const char *key;
  bool standard;
  bool *value;
} FlagKey;

static const struct {
  const char *name;
  Activation activation;
} activations[] = {
    {"gelu", ACTIVATION_GELU},
    {"gelu_python", ACTIVATION_GELU},
    {"gelu_new", ACTIVATION_GELU_TANH},
    {"gelu_pytorch_tanh", ACTIVATION_GELU_TANH},
    {"gelu_fast", ACTIVATION_GELU_TANH},
    {"gelu_accurate", ACTIVATION_GELU_TANH},
    {"gelu_python_tanh", ACTIVATION_GELU_TANH},
    {"gelu_10", ACTIVATION_GELU_10},
    {"quick_gelu", ACTIVATION_QUICK_GELU},
    {"relu", ACTIVATION_RELU},
    {"silu", ACTIVATION_SILU},
    {"swish", ACTIVATION_SILU},
    {"tanh", ACTIVATION_TANH},
    {"sigmoid", ACTIVATION_SIGMOID},
    {"linear", ACTIVATION_LINEAR},
};

static const struct {
  const char *type, *name, *architecture, *config_class;
} families[] = {[FAMILY_UNKNOWN] = {"", "", NULL, NULL},
                [FAMILY_OWN] = {"heads-up", "heads-up", NULL, NULL},
                [FAMILY_GPT2] = {"gpt2", "GPT-2", "GPT2", "GPT2Config"},
                [FAMILY_BERT] = {"bert", "BERT", "Bert", "BertConfig"}};

enum { FAMILY_COUNT = sizeof families / sizeof families[0] };

const char *family_name(ModelFamily family) { return families[family].name; }
const char *family_type(ModelFamily family) { return families[family].type; }
const char *family_config_class(ModelFamily family) { return families[family].config_class; }

/* ---- values ---- */

/* null counts as absent: transformers writes it for values that are not set. */
static const json_t *value_of(const Reading *reading, const char *key) {
  const json_t *value = json_object_get(reading->root, key);
  return json_is_null(value) ? NULL : value;
}

static bool fail_value(const Reading *reading, const char *key, const char *allowed) {
  JsonPlace place = {reading->path, key, value_of(reading, key)};
  return json_fail_value(&place, allowed, reading->status);
}

static bool read_whole_at(const Reading *reading, const WholeKey *row, const char *key) {
  const json_t *value = value_of(reading, key);
  double x = json_is_number(value) ? json_number_value(value) : NAN;
  if (x >= row->least && x <= row->most && x == floor(x)) {
    *row->value = (int)x;
    return true;
  }
  char allowed[80];
  snprintf(allowed, sizeof allowed, _("allowed are whole numbers from %d to %d"), row->least,
           row->most);
  return fail_value(reading, key, allowed);
}

/* Reads a key or, where it is absent, its alias; if the file has both, they must be equal. */
static bool read_whole(const Reading *reading, const WholeKey *row) {
  const char *key = value_of(reading, row->key) ? row->key : row->alias;
  *row->value = row->standard;
  if (!key || !value_of(reading, key)) return true;
  if (!read_whole_at(reading, row, key)) return false;
  if (key != row->key || !row->alias || !value_of(reading, row->alias)) return true;
  int first = *row->value;
  if (!read_whole_at(reading, row, row->alias)) return false;
  if (*row->value == first) return true;
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: %s is %d, but %s, another name of it, is %d; they must be the same"),
                     reading->path, row->key, first, row->alias, *row->value);
}

static bool read_wholes(const Reading *reading, const WholeKey *rows, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!read_whole(reading, &rows[i])) return false;
  return true;
}

static bool read_flags(const Reading *reading, const FlagKey *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const json_t *value = value_of(reading, rows[i].key);
    *rows[i].value = value ? json_is_true(value) : rows[i].standard;
    if (value && !json_is_boolean(value))
      return fail_value(reading, rows[i].key, _("allowed are true and false"));
  }
  return true;
}

static bool read_epsilon(const Reading *reading, const char *key, double standard, float *epsilon) {
  const json_t *value = value_of(reading, key);
  double x = !value ? standard : json_is_number(value) ? json_number_value(value) : NAN;
  *epsilon = (float)x;
  return (x > 0 && x < 1) || fail_value(reading, key, _("allowed are numbers above 0 and below 1"));
}

static bool read_activation(const Reading *reading, const char *key, const char *standard,
                            Activation *activation) {
  const json_t *value = value_of(reading, key);
  const char *name = value ? json_string_value(value) : standard;
  for (size_t i = 0; name && i < sizeof activations / sizeof activations[0]; i++)
    if (strcmp(activations[i].name, name) == 0) {
      *activation = activations[i].activation;
      return true;
    }
  return fail_value(reading, key,
                    _("allowed are gelu, gelu_new, gelu_fast, gelu_python, gelu_pytorch_tanh, "
                      "gelu_python_tanh, gelu_accurate, gelu_10, quick_gelu, relu, silu, swish, "
                      "tanh, sigmoid and linear"));
}

/* Notes that `value` is assumed, if the file has neither the key nor its alias. */
static void note_assumed(const Reading *reading, Config *config, const char *key, const char *alias,
                         const char *value) {
  ConfigAssumption *assumed = &config->assumed[config->assumed_count];
  if (value_of(reading, key) || (alias && value_of(reading, alias))) return;
  assert(config->assumed_count < CONFIG_ASSUMPTIONS_MOST);
  assumed->key = key;
  snprintf(assumed->value, sizeof assumed->value, "%s", value);
  config->assumed_count++;
}

/* The number of heads is the only size that the shapes of tensors cannot confirm. */
static void note_heads(const Reading *reading, Config *config, const char *key, const char *alias) {
  char heads[16];
  snprintf(heads, sizeof heads, "%d", config->head_count);
  note_assumed(reading, config, key, alias, heads);
}

static bool check_heads(const Reading *reading, const Config *config, const char *heads,
                        const char *width) {
  assert(config->head_count > 0);
  if (config->d_model % config->head_count == 0) return true;
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: %s is %d; it must divide %s, which is %d"), reading->path, heads,
                     config->head_count, width, config->d_model);
}

/* ---- the families ---- */

static bool read_gpt2(const Reading *reading, Config *config) {
  const WholeKey sizes[] = {
      {"n_layer", "num_hidden_layers", 12, 1, LAYERS_MOST, &config->layer_count},
      {"n_head", "num_attention_heads", 12, 1, HEADS_MOST, &config->head_count},
      {"n_embd", "hidden_size", 768, 1, WIDTH_MOST, &config->d_model},
      {"n_positions", "max_position_embeddings", 1024, 1, POSITIONS_MOST, &config->position_count},
      {"vocab_size", NULL, 50257, 1, WORDS_MOST, &config->word_count},
      /* null or absent: four times the width, set below. */
      {"n_inner", NULL, 0, 1, FF_MOST, &config->d_ff},
  };
  const FlagKey flags[] = {
      {"scale_attn_weights", true, &config->divides_by_root},
      {"scale_attn_by_inverse_layer_idx", false, &config->divides_by_number},
      {"tie_word_embeddings", true, &config->is_tied},
  };
  config->causal = true;
  if (!read_wholes(reading, sizes, sizeof sizes / sizeof sizes[0]) ||
      !read_flags(reading, flags, sizeof flags / sizeof flags[0]) ||
      !check_heads(reading, config, "n_head", "n_embd"))
    return false;
  if (config->d_ff == 0) config->d_ff = 4 * config->d_model;
  static const char activation[] = "gelu_new";
  if (!read_epsilon(reading, "layer_norm_epsilon", 1e-5, &config->epsilon) ||
      !read_activation(reading, "activation_function", activation, &config->activation))
    return false;
  note_heads(reading, config, "n_head", "num_attention_heads");
  note_assumed(reading, config, "layer_norm_epsilon", NULL, "1e-05");
  note_assumed(reading, config, "activation_function", NULL, activation);
  return true;
}

/* Only absolute positions are computed: relative ones add a term to every score, rotary ones rotate
** Q and K. */
static bool check_positions(const Reading *reading) {
  static const char key[] = "position_embedding_type";
  const json_t *value = value_of(reading, key);
  const char *type = json_string_value(value);
  char what[120];
  if (!value || (type && strcmp(type, "absolute") == 0)) return true;
  if (!type) return fail_value(reading, key, _("allowed is \"absolute\""));
  bool is_relative = strncmp(type, "relative_key", 12) == 0;
  snprintf(what, sizeof what,
           is_relative ? _("its positions are relative (%s \"%.40s\")")
                       : _("its positions are of another kind (%s \"%.40s\")"),
           key, type);
  return refuse_kind(reading->path, what, reading->status);
}

static bool read_bert(const Reading *reading, Config *config) {
  const WholeKey sizes[] = {
      {"num_hidden_layers", NULL, 12, 1, LAYERS_MOST, &config->layer_count},
      {"num_attention_heads", NULL, 12, 1, HEADS_MOST, &config->head_count},
      {"hidden_size", NULL, 768, 1, WIDTH_MOST, &config->d_model},
      {"intermediate_size", NULL, 3072, 1, FF_MOST, &config->d_ff},
      {"max_position_embeddings", NULL, 512, 1, POSITIONS_MOST, &config->position_count},
      {"type_vocab_size", NULL, 2, 1, SEGMENTS_MOST, &config->segment_count},
      {"vocab_size", NULL, 30522, 1, WORDS_MOST, &config->word_count},
  };
  const FlagKey flags[] = {
      {"is_decoder", false, &config->causal},
      {"tie_word_embeddings", true, &config->is_tied},
  };
  /* BERT has no key for it. */
  config->divides_by_root = true;
  static const char activation[] = "gelu";
  if (!read_wholes(reading, sizes, sizeof sizes / sizeof sizes[0]) ||
      !read_flags(reading, flags, sizeof flags / sizeof flags[0]) ||
      !check_heads(reading, config, "num_attention_heads", "hidden_size") ||
      !read_epsilon(reading, "layer_norm_eps", 1e-12, &config->epsilon) ||
      !read_activation(reading, "hidden_act", activation, &config->activation))
    return false;
  note_heads(reading, config, "num_attention_heads", NULL);
  note_assumed(reading, config, "layer_norm_eps", NULL, "1e-12");
  note_assumed(reading, config, "hidden_act", NULL, activation);
  return true;
}

/* ---- which family ---- */

/* For files without a model_type: "GPT2LMHeadModel", "BertForMaskedLM". A name matches by its
** beginning; BertGeneration is the one other family that begins like these. */
static bool family_of_architecture(const Reading *reading, ModelFamily *family) {
  const json_t *names = value_of(reading, "architectures");
  const char *name = json_string_value(json_array_get(names, 0));
  if (!name) return true;
  for (int i = FAMILY_GPT2; i < FAMILY_COUNT; i++)
    if (strncmp(name, families[i].architecture, strlen(families[i].architecture)) == 0 &&
        strncmp(name, "BertGeneration", 14) != 0) {
      *family = (ModelFamily)i;
      return true;
    }
  return refuse_architecture(reading->path, name, reading->status);
}

static bool find_family(const Reading *reading, ModelFamily *family) {
  const json_t *value = value_of(reading, "model_type");
  const char *type = json_string_value(value);
  *family = FAMILY_UNKNOWN;
  if (!value) return family_of_architecture(reading, family);
  if (!type) return fail_value(reading, "model_type", _("allowed are \"gpt2\" and \"bert\""));
  for (int i = FAMILY_OWN; i < FAMILY_COUNT; i++)
    if (strcmp(type, families[i].type) == 0) {
      *family = (ModelFamily)i;
      return true;
    }
  return refuse_family(reading->path, type, reading->status);
}

/* ---- settings that are refused for every family ---- */

static bool check_quantised(const Reading *reading) {
  static const char *const keys[] = {"quantization_config", "compression_config"};
  for (int i = 0; i < 2; i++) {
    const json_t *value = value_of(reading, keys[i]);
    const char *how = json_string_value(json_object_get(value, "quant_method"));
    if (value) return refuse_quantised(reading->path, how ? how : keys[i], reading->status);
  }
  return true;
}

/* Settings of programs that extend a family and compute something else, often with the same
** tensors, so that only these keys reveal it. */
static const struct {
  const char *key, *usual; /* usual: the value that changes nothing; NULL: the key must be off */
  const char *what;
} others[] = {
    {"pre_layer_norm", NULL, N_("its norms stand before attention and MLP")},
    {"last_layer_norm", NULL, N_("one more norm follows its last layer")},
    {"alibi_starting_size", NULL, N_("its positions are slopes added to the scores, ALiBi")},
    {"use_alibi", NULL, N_("its positions are slopes added to the scores, ALiBi")},
    {"alibi", NULL, N_("its positions are slopes added to the scores, ALiBi")},
    {"rope_theta", NULL, N_("its positions are rotary")},
    {"rotary_emb_fraction", NULL, N_("its positions are rotary")},
    {"rotary_emb_dim", NULL, N_("its positions are rotary")},
    {"rotary_dim", NULL, N_("its positions are rotary")},
    {"use_rms_norm", NULL, N_("its norms are of another kind, RMS")},
    {"parallel_block", NULL, N_("attention and MLP stand beside each other")},
    {"multi_query", NULL, N_("its heads share K and V")},
    {"attention_head_type", "multihead", N_("its heads share K and V")},
};

static bool is_off(const json_t *value, const char *usual) {
  const char *text = json_string_value(value);
  if (!value || json_is_false(value) || (text && usual && strcmp(text, usual) == 0)) return true;
  return json_is_number(value) && json_number_value(value) == 0;
}

static bool check_others(const Reading *reading) {
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    char what[160];
    if (is_off(value_of(reading, others[i].key), others[i].usual)) continue;
    snprintf(what, sizeof what, "%s (%s)", _(others[i].what), others[i].key);
    return refuse_kind(reading->path, what, reading->status);
  }
  return true;
}

static bool check_kind(const Reading *reading) {
  if (json_is_true(value_of(reading, "add_cross_attention")))
    return refuse_kind(reading->path, _("the model has cross-attention (add_cross_attention)"),
                       reading->status);
  if (json_is_true(value_of(reading, "is_encoder_decoder")))
    return refuse_kind(reading->path,
                       _("the model is an encoder and a decoder (is_encoder_decoder)"),
                       reading->status);
  return true;
}

/* ---- the file ---- */

static bool parse(const char *path, Str text, json_t **root, Status *status) {
  if (!json_read(text, path, root, status)) return false;
  if (json_is_object(*root)) return true;
  json_decref(*root);
  return status_fail(status, STATUS_COULD_NOT, _("%s holds no JSON object"), path);
}

/* Called first for every folder, so that an unsupported family is refused before its tensors are
** read. */
bool config_family(const char *path, Str text, ModelFamily *family, Status *status) {
  json_t *root;
  if (!parse(path, text, &root, status)) return false;
  bool found = find_family(&(Reading){path, root, status}, family);
  json_decref(root);
  return found;
}

static bool read_keys(const Reading *reading, ModelFamily guess, Config *config) {
  if (!find_family(reading, &config->family)) return false;
  if (config->family == FAMILY_UNKNOWN) config->family = guess;
  if (config->family < FAMILY_GPT2) return true;
  if (!check_quantised(reading) || !check_kind(reading) || !check_others(reading) ||
      !check_positions(reading))
    return false;
  config->has_own_code = json_object_size(value_of(reading, "auto_map")) > 0;
  return config->family == FAMILY_GPT2 ? read_gpt2(reading, config) : read_bert(reading, config);
}

bool config_read(const char *path, Str text, ModelFamily guess, Config *config, Status *status) {
  json_t *root;
  *config = (Config){0};
  if (!parse(path, text, &root, status)) return false;
  bool read = read_keys(&(Reading){path, root, status}, guess, config);
  json_decref(root);
  return read;
}
