/* model/checkpoint/checkpoint_config.c -- config.json, strict on the keys it knows.
**
** The keys are transformers' own names where it has them, so that other programs find the sizes. */
#include "model/checkpoint/checkpoint_config.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "files/json.h"
#include "model/mask_spec.h"

static const char own_type[] = "heads-up", activation[] = "relu";

enum { LABEL_BYTES_MOST = 200 };

/* One file being read; passed along instead of five parameters. */
typedef struct Reading {
  Arena *arena;
  const char *path;
  const json_t *root;
  Status *status;
} Reading;

typedef struct WholeNumber {
  const char *key;
  int least, most;
  int *value;
} WholeNumber;

static bool fail_value(const Reading *reading, const char *key, const char *allowed) {
  JsonPlace place = {reading->path, key, json_object_get(reading->root, key)};
  return json_fail_value(&place, allowed, reading->status);
}

static bool has_key(const Reading *reading, const char *key) {
  if (json_object_get(reading->root, key)) return true;
  return status_fail(reading->status, STATUS_COULD_NOT, _("%s lacks %s"), reading->path, key);
}

static bool read_whole(const Reading *reading, const WholeNumber *number) {
  if (!has_key(reading, number->key)) return false;
  const json_t *value = json_object_get(reading->root, number->key);
  double x = json_is_real(value) ? json_real_value(value) : NAN;
  if (x >= number->least && x <= number->most && x == floor(x)) {
    *number->value = (int)x;
    return true;
  }
  char allowed[80];
  snprintf(allowed, sizeof allowed, _("allowed are whole numbers from %d to %d"), number->least,
           number->most);
  return fail_value(reading, number->key, allowed);
}

static bool check_type(const Reading *reading) {
  if (!has_key(reading, "model_type")) return false;
  const char *type = json_string_value(json_object_get(reading->root, "model_type"));
  if (type && strcmp(type, own_type) == 0) return true;
  return fail_value(reading, "model_type",
                    _("only models trained by this program can be opened, and theirs is heads-up"));
}

/* These keys are written for other programs; another value would mean another computation. */
static bool check_arithmetic(const Reading *reading) {
  const json_t *act = json_object_get(reading->root, "hidden_act");
  const json_t *epsilon = json_object_get(reading->root, "layer_norm_eps");
  const char *name = json_string_value(act);
  if (act && (!name || strcmp(name, activation) != 0))
    return fail_value(reading, "hidden_act", _("allowed is relu"));
  if (epsilon && !((float)json_number_value(epsilon) == network_norm_epsilon))
    return fail_value(reading, "layer_norm_eps", _("allowed is 1e-05"));
  return true;
}

static bool read_causal(const Reading *reading, bool *causal) {
  if (!has_key(reading, "causal")) return false;
  const json_t *value = json_object_get(reading->root, "causal");
  *causal = json_is_true(value);
  return json_is_boolean(value) || fail_value(reading, "causal", _("allowed are true and false"));
}

/* A mask with more than one part, or another than causal, is named besides `causal`. */
static bool read_mask(const Reading *reading, NetworkShape *shape) {
  bool causal;
  const json_t *value = json_object_get(reading->root, "mask");
  if (!read_causal(reading, &causal)) return false;
  shape->mask = causal ? mask_only(MASK_CAUSAL, 0) : (MaskParts){0};
  if (!value) return true;
  const char *text = json_string_value(value);
  if (!text || !mask_name_read(str_from(text), MASK_SPEC_SIZE_MOST, &shape->mask, NULL))
    return fail_value(reading, "mask", _("allowed are masks as in “causal window:3”"));
  return mask_names(&shape->mask, MASK_CAUSAL) == causal ||
         fail_value(reading, "mask", _("it must be causal where causal is true, and only there"));
}

static bool read_positions(const Reading *reading, NetworkShape *shape) {
  const json_t *value = json_object_get(reading->root, "positions");
  const char *text = json_string_value(value);
  return !value || (text && network_set_positions(shape, str_from(text), NULL)) ||
         fail_value(reading, "positions",
                    _("allowed are sinusoidal, none, rope, alibi, t5 and shaw K"));
}

/* What each key allows by itself must also fit together. */
static bool check_attention(const Reading *reading, const NetworkShape *shape) {
  Status *status = reading->status;
  if (network_check_key_heads(shape, status) && network_check_positions(shape, status) &&
      network_check_mask(shape, status) && network_check_encoder(shape, status))
    return true;
  if (status) status->kind = STATUS_COULD_NOT;
  return status_put_place(status, reading->path);
}

/* Labels are drawn and printed unchanged, so they must not contain control characters. */
static bool is_one_line(const char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 0x7F) return false;
  return true;
}

static bool read_label(const Reading *reading, CheckpointConfig *config) {
  const json_t *value = json_object_get(reading->root, "label");
  config->label = NULL;
  if (!value) return true;
  if (!json_is_string(value) || json_string_length(value) == 0 ||
      json_string_length(value) > LABEL_BYTES_MOST || !is_one_line(json_string_value(value)))
    return fail_value(reading, "label", _("allowed is one line of 1 to 200 bytes"));
  config->label = str_copy(reading->arena, str_from(json_string_value(value)));
  return config->label || status_no_memory(reading->status);
}

static bool read_asked_words(const Reading *reading, CheckpointConfig *config) {
  static const char allowed[] = N_("allowed is a list of words of vocab.txt");
  const json_t *list = json_object_get(reading->root, "asked_words");
  size_t count = json_array_size(list);
  if (!list) return true;
  if (count == 0 || count > NETWORK_WORDS_MOST)
    return fail_value(reading, "asked_words", _(allowed));
  config->asked_words = arena_take(reading->arena, count, sizeof *config->asked_words);
  if (!config->asked_words) return status_no_memory(reading->status);
  for (size_t i = 0; i < count; i++) {
    const char *word = json_string_value(json_array_get(list, i));
    if (!word) return fail_value(reading, "asked_words", _(allowed));
    config->asked_words[i] = str_copy(reading->arena, str_from(word));
    if (!config->asked_words[i]) return status_no_memory(reading->status);
  }
  config->asked_count = (int)count;
  return true;
}

static bool read_keys(const Reading *reading, CheckpointConfig *config) {
  NetworkShape *shape = &config->shape;
  const WholeNumber numbers[] = {
      {"num_hidden_layers", 1, NETWORK_LAYERS_MOST, &shape->layer_count},
      {"num_attention_heads", 1, NETWORK_HEADS_MOST, &shape->head_count},
      {"hidden_size", NETWORK_WIDTH_LEAST, NETWORK_WIDTH_MOST, &shape->d_model},
      {"intermediate_size", 0, NETWORK_FF_MOST, &shape->d_ff},
      {"vocab_size", 1, NETWORK_WORDS_MOST, &shape->word_count},
      {"unknown_words", 0, NETWORK_WORDS_MOST - 1, &config->unknown_words},
  };
  if (!json_is_object(reading->root))
    return status_fail(reading->status, STATUS_COULD_NOT, _("%s holds no JSON object"),
                       reading->path);
  if (!check_type(reading)) return false;
  /* No size has a default: each must be in the file. */
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    if (!read_whole(reading, &numbers[i])) return false;
  if (shape->d_model % shape->head_count != 0) {
    char allowed[80];
    snprintf(allowed, sizeof allowed, _("it must divide hidden_size %d"), shape->d_model);
    return fail_value(reading, "num_attention_heads", allowed);
  }
  const WholeNumber encoder = {"encoder_layers", 0, NETWORK_LAYERS_MOST, &shape->encoder_layers};
  if (json_object_get(reading->root, encoder.key) && !read_whole(reading, &encoder)) return false;
  const WholeNumber shared = {"num_key_value_heads", 1, NETWORK_HEADS_MOST, &shape->key_head_count};
  if (json_object_get(reading->root, shared.key) && !read_whole(reading, &shared)) return false;
  return read_mask(reading, shape) && read_positions(reading, shape) &&
         check_attention(reading, shape) && check_arithmetic(reading) &&
         read_label(reading, config) && read_asked_words(reading, config);
}

/* JSON_DECODE_INT_AS_REAL: some programs write 10³⁰ for a limit that is never reached, which
** jansson would refuse as an integer. */
bool checkpoint_config_parse(Arena *arena, const char *path, Str text, CheckpointConfig *config,
                             Status *status) {
  json_error_t error;
  /* Some editors put U+FEFF before the first byte. */
  text = str_without_mark(text);
  bool no_memory;
  json_t *root =
      json_parse(text, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error, &no_memory);
  if (no_memory) return status_no_memory(status);
  if (!root)
    return status_fail(status, STATUS_COULD_NOT, "%s:%d: %s", path, error.line > 0 ? error.line : 1,
                       error.text);
  *config = (CheckpointConfig){0};
  bool read = read_keys(&(Reading){arena, path, root, status}, config);
  json_decref(root);
  return read;
}

static void add_asked_words(StrBuf *json, const Checkpoint *checkpoint) {
  bool first = true;
  if (!checkpoint->asked) return;
  strbuf_add(json, STR("  \"asked_words\": ["));
  for (int id = 0; id < checkpoint->shape.word_count; id++) {
    if (!checkpoint->asked[id]) continue;
    if (!first) strbuf_add(json, STR(", "));
    strbuf_add_json(json, checkpoint->vocabulary->shown[id]);
    first = false;
  }
  strbuf_add(json, STR("],\n"));
}

/* Only what is not as in models made before there was a choice, whose files stay the same. */
static bool add_attention(StrBuf *json, const NetworkShape *shape) {
  const MaskParts *mask = &shape->mask;
  bool is_causal = mask_names(mask, MASK_CAUSAL);
  const char *name = mask_name_write(json->arena, mask, ':');
  const char *positions = network_positions(json->arena, shape);
  strbuf_format(json, "  \"causal\": %s,\n", is_causal ? "true" : "false");
  if (!name || !positions) return false;
  if (mask->named != (is_causal ? 1u << MASK_CAUSAL : 0))
    strbuf_format(json, "  \"mask\": \"%s\",\n", name);
  if (!network_adds_positions(shape)) strbuf_format(json, "  \"positions\": \"%s\",\n", positions);
  return true;
}

bool checkpoint_config_text(Arena *arena, const Checkpoint *checkpoint, Str *text) {
  const NetworkShape *shape = &checkpoint->shape;
  StrBuf json = strbuf_make(arena);
  strbuf_format(&json, "{\n  \"model_type\": \"%s\",\n", own_type);
  if (checkpoint->label) {
    strbuf_add(&json, STR("  \"label\": "));
    strbuf_add_json(&json, str_from(checkpoint->label));
    strbuf_add(&json, STR(",\n"));
  }
  strbuf_format(&json, "  \"num_hidden_layers\": %d,\n  \"num_attention_heads\": %d,\n",
                shape->layer_count, shape->head_count);
  if (shape->encoder_layers > 0)
    strbuf_format(&json, "  \"encoder_layers\": %d,\n", shape->encoder_layers);
  if (network_key_heads(shape) < shape->head_count)
    strbuf_format(&json, "  \"num_key_value_heads\": %d,\n", network_key_heads(shape));
  strbuf_format(&json, "  \"hidden_size\": %d,\n  \"intermediate_size\": %d,\n", shape->d_model,
                shape->d_ff);
  strbuf_format(&json, "  \"vocab_size\": %d,\n  \"unknown_words\": %d,\n", shape->word_count,
                checkpoint->vocabulary->unknown_count);
  if (!add_attention(&json, shape)) return false;
  add_asked_words(&json, checkpoint);
  strbuf_format(&json, "  \"hidden_act\": \"%s\",\n  \"layer_norm_eps\": 1e-05\n}\n", activation);
  *text = strbuf_str(&json);
  return !json.failed;
}
