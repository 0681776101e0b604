/* model/checkpoint/hf_model.c -- reads the files of a checkpoint folder.
**
** config.json first, then the headers of the weights, then the check that they fit, and the numbers
** last, so that a wrong folder is refused at once, whatever its size. */
#include "model/checkpoint/hf_model.h"

#include <assert.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "model/checkpoint/cache_folder.h"
#include "model/checkpoint/folder_file.h"
#include "model/checkpoint/unsupported.h"
#include "model/tokenizer/tokenizer.h"

static const char config_name[] = "config.json";

/* ---- config.json ---- */

typedef struct ConfigText {
  const char *path;
  Str text;
} ConfigText;

static bool read_config_text(Arena *arena, const char *folder, ConfigText *config, Status *status) {
  config->path = str_format(arena, "%s/%s", folder, config_name);
  if (!config->path) return status_no_memory(status);
  if (!os_check_usable(folder, status)) return false;
  if (os_kind(folder) == OS_MISSING)
    return status_fail(status, STATUS_COULD_NOT, _("there is no folder %s"), folder);
  if (os_kind(folder) != OS_FOLDER)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s is no folder; a model is a folder with config.json and "
                         "model.safetensors"),
                       folder);
  if (!os_check_usable(config->path, status)) return false;
  if (os_kind(config->path) == OS_MISSING) return refuse_folder(arena, folder, status);
  return folder_file_check(arena, folder, config->path, status) &&
         os_read_file(arena, config->path, CONFIG_FILE_BYTES_MOST, &config->text, status);
}

/* "0, 1, 2 …": the first ids, at most 8 and below limit. */
static const char *ids_below(Arena *arena, int limit) {
  enum { IDS_SHOWN = 8 };
  StrBuf ids = strbuf_make(arena);
  for (int id = 0; id == 0 || (id < limit && id < IDS_SHOWN); id++)
    strbuf_format(&ids, id > 0 ? ", %d" : "%d", id);
  return ids.failed ? NULL : ids.at;
}

const char *hf_model_first_ids(Arena *arena, const char *name) {
  const char *folder = name;
  ConfigText text;
  Config config;
  Status status;
  bool is_folder = os_kind(name) == OS_FOLDER;
  if (!is_folder && (!cache_folder_find(arena, name, &folder, &status) || !folder)) return NULL;
  if (!model_folder_is(arena, folder) || tokenizer_is_there(arena, folder) ||
      !read_config_text(arena, folder, &text, &status) ||
      !config_read(text.path, text.text, FAMILY_UNKNOWN, &config, &status) ||
      config.family == FAMILY_OWN)
    return NULL;
  int words = config.word_count, places = config.position_count;
  return ids_below(arena, words < places ? words : places);
}

bool hf_model_family(Arena *scratch, const char *folder, ModelFamily *family, Status *status) {
  ConfigText config;
  return read_config_text(scratch, folder, &config, status) &&
         config_family(config.path, config.text, family, status);
}

/* Where config.json has no model_type, the names of the tensors tell the family. */
static bool read_config(Arena *arena, const char *folder, HfModel *found, Status *status) {
  ConfigText text;
  Config *config = &found->config;
  if (!read_config_text(arena, folder, &text, status) ||
      !config_read(text.path, text.text, FAMILY_UNKNOWN, config, status) ||
      !weights_open(arena, folder, &found->weights, status))
    return false;
  if (config->family == FAMILY_UNKNOWN) {
    ModelFamily guess = tensor_map_family(found->weights);
    if (guess == FAMILY_UNKNOWN)
      return status_fail(status, STATUS_COULD_NOT,
                         _("%s has no model_type, and the tensors of %s are those of neither GPT-2 "
                           "nor BERT"),
                         text.path, weights_file(found->weights));
    return config_read(text.path, text.text, guess, config, status);
  }
  return config->family != FAMILY_OWN ||
         status_fail(status, STATUS_COULD_NOT,
                     _("%s: model_type is \"%s\", a model of this program"), text.path,
                     family_type(FAMILY_OWN));
}

/* ---- the card ---- */

/* The types of the tensors, each once; buffers do not count. */
static const char *dtypes_text(Arena *arena, const Weights *weights) {
  bool seen[ARRAY_TEXT] = {false};
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < weights_count(weights); i++) {
    const SafetensorsTensor *tensor = weights_at(weights, i)->tensor;
    if (!tensor_map_is_buffer(tensor->name)) seen[tensor->type] = true;
  }
  for (int type = 0; type < ARRAY_TEXT; type++)
    if (seen[type])
      strbuf_format(&text, text.bytes > 0 ? ", %s" : "%s", array_type_name((ArrayType)type));
  return text.failed ? NULL : text.bytes > 0 ? text.at : "";
}

static uint64_t count_parameters(const TensorMap *layout) {
  uint64_t count = 0;
  for (int i = 0; i < weights_count(layout->weights); i++) {
    const WeightTensor *tensor = weights_at(layout->weights, i);
    /* The output table of a tied model is left out here. If reading shows that it differs from the
    ** embedding, count_output_table adds it. */
    bool again = layout->comparison >= 0 && tensor == layout->orders[layout->comparison].from;
    if (!again && !tensor_map_is_buffer(tensor->tensor->name))
      count += (uint64_t)tensor->tensor->count;
  }
  return count;
}

/* The note for a folder with code of its own: its tensors have the names and shapes of the family,
** but what its code computes is unknown. */
static const char *own_code_text(Arena *arena, const Config *config) {
  return str_format(arena,
                    _("config.json names a program of its own (auto_map), which is not run; "
                      "its tensors are those of %s, and it is computed as %s is"),
                    family_name(config->family), family_name(config->family));
}

/* n_head = 12, layer_norm_epsilon = 1e-05 */
static const char *assumed_text(Arena *arena, const Config *config) {
  StrBuf values = strbuf_make(arena);
  for (int i = 0; i < config->assumed_count; i++)
    strbuf_format(&values, "%s%s = %s", i > 0 ? ", " : "", config->assumed[i].key,
                  config->assumed[i].value);
  if (values.failed) return NULL;
  return str_format(arena,
                    _("config.json leaves values out, and the defaults of transformers' %s are "
                      "taken: %s"),
                    family_config_class(config->family), values.at);
}

/* The card's note: up to two sentences. */
static bool note_all(Arena *arena, const Config *config, ModelCard *card) {
  const char *code = config->has_own_code ? own_code_text(arena, config) : NULL;
  const char *assumed = config->assumed_count > 0 ? assumed_text(arena, config) : NULL;
  if ((config->has_own_code && !code) || (config->assumed_count > 0 && !assumed)) return false;
  card->note = code && assumed ? str_format(arena, "%s. %s", code, assumed) : code ? code : assumed;
  return card->note || (!code && !assumed);
}

static bool fill_card(Arena *arena, const char *folder, HfModel *found, Status *status) {
  const Config *config = &found->config;
  found->card = (ModelCard){.family = family_name(config->family),
                            .type = family_type(config->family),
                            .folder = str_copy(arena, str_from(folder)),
                            .file = weights_file(found->weights),
                            .dtype = dtypes_text(arena, found->weights),
                            .file_count = weights_file_count(found->weights),
                            .layers = config->layer_count,
                            .heads = config->head_count,
                            .d_model = config->d_model,
                            .d_ff = config->d_ff,
                            .positions = config->position_count,
                            .words = config->word_count,
                            .parameters = count_parameters(&found->layout),
                            .bytes = weights_bytes(found->weights)};
  bool has_note = note_all(arena, config, &found->card);
  return (found->card.folder && found->card.dtype && has_note) || status_no_memory(status);
}

/* ---- all of it ---- */

bool hf_model_find(Arena *arena, const char *folder, HfModel *found, Status *status) {
  *found = (HfModel){0};
  if (read_config(arena, folder, found, status) &&
      tensor_map_find(arena, folder, &found->config, found->weights, &found->layout, status) &&
      fill_card(arena, folder, found, status))
    return true;
  hf_model_close(found);
  return false;
}

void hf_model_close(HfModel *found) {
  weights_close(found->weights);
  found->weights = NULL;
}

static bool note_condition(Arena *arena, HfModel *found, const WeightOrder *orders, int order_count,
                           Status *status) {
  const char *warning = weights_warning(arena, orders, order_count);
  if (!warning) return status_no_memory(status);
  for (int i = 0; i < order_count; i++) found->broken_count += orders[i].condition.broken_count;
  if (!*warning) return true;
  const char *before = found->card.warning;
  found->card.warning = before ? str_format(arena, "%s; %s", warning, before) : warning;
  return found->card.warning || status_no_memory(status);
}

/* Counts an output table of a tied model that turned out to differ from the embedding. */
static void count_output_table(HfModel *found, const WeightTensor *table) {
  found->card.parameters += (uint64_t)table->tensor->count;
}

bool hf_model_numbers(Arena *arena, HfModel *found, Pool *pool, const Progress *progress,
                      Status *status) {
  assert(found->weights); /* open */
  TensorMap *layout = &found->layout;
  if (!tensor_map_read(arena, layout, pool, progress, status)) return false;
  if (layout->comparison >= 0 && !layout->output_is_tied)
    count_output_table(found, layout->orders[layout->comparison].from);
  return note_condition(arena, found, layout->orders, layout->order_count, status);
}

static bool is_wanted(const WeightTensor *tensor) {
  return tensor->tensor->count > 0 && array_type_is_float(tensor->tensor->type) &&
         !tensor_map_is_buffer(tensor->tensor->name);
}

bool hf_model_look_through(Arena *arena, HfModel *found, Pool *pool, const Progress *progress,
                           Status *status) {
  assert(found->weights); /* open */
  const TensorMap *layout = &found->layout;
  const WeightOrder *tied = layout->comparison < 0 ? NULL : &layout->orders[layout->comparison];
  int count = 0, all = weights_count(found->weights);
  WeightOrder *orders = arena_take(arena, (size_t)all, sizeof *orders);
  if (!orders) return status_no_memory(status);
  for (int i = 0; i < all; i++) {
    const WeightTensor *tensor = weights_at(found->weights, i);
    if (!is_wanted(tensor)) continue;
    orders[count++] = (WeightOrder){.from = tensor,
                                    .same_as = tied && tied->from == tensor ? tied->same_as : NULL};
  }
  if (!weights_read(orders, count, pool, progress, status)) return false;
  for (int i = 0; i < count; i++)
    if (orders[i].differs) count_output_table(found, orders[i].from);
  return note_condition(arena, found, orders, count, status);
}
