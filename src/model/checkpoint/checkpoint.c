/* model/checkpoint/checkpoint.c -- a trained model's folder, read from the disk or from the program
** itself.
**
** config.json is read first, for the sizes of all else; then the vocabulary, then the numbers.
** Where two files disagree the error names both, since a person may have mixed two folders. */
#include "model/checkpoint/checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets/assets.h"
#include "base/os.h"
#include "base/i18n.h"
#include "model/checkpoint/cache_folder.h"
#include "model/checkpoint/checkpoint_config.h"
#include "model/checkpoint/folder_file.h"
#include "model/checkpoint/unsupported.h"
#include "files/provenance.h"
#include "files/safetensors.h"

enum {
  CONFIG_BYTES_MOST = 1 << 20,
  VOCABULARY_BYTES_MOST = 4 << 20,
  README_BYTES_MOST = 1 << 16,
  MISSING_SHOWN = 10,
};

static const char config_name[] = "config.json", weights_name[] = "model.safetensors";
static const char words_name[] = "vocab.txt", card_name[] = "README.md";

/* One checkpoint being read; passed along instead of five parameters. */
typedef struct Reading {
  Arena *arena;
  const char *folder;
  bool built_in;
  Checkpoint *checkpoint;
  Status *status;
} Reading;

static const char *path_of(const Reading *reading, const char *name) {
  return str_format(reading->arena, "%s/%s", reading->folder, name);
}

static bool read_text(const Reading *reading, const char *path, size_t limit, Str *text) {
  if (!path) return status_no_memory(reading->status);
  if (!reading->built_in)
    return folder_file_check(reading->arena, reading->folder, path, reading->status) &&
           os_read_file(reading->arena, path, limit, text, reading->status);
  /* Built-in files have the same paths as files on disk. */
  return assets_find(path, text) ||
         status_fail(reading->status, STATUS_COULD_NOT, _("%s is not built in"), path);
}

static bool read_config(const Reading *reading, CheckpointConfig *config) {
  Str text;
  const char *path = path_of(reading, config_name);
  return read_text(reading, path, CONFIG_BYTES_MOST, &text) &&
         checkpoint_config_parse(reading->arena, path, text, config, reading->status);
}

/* The id of the word with this first spelling; −1: none. */
static int id_shown(const Vocabulary *vocabulary, const char *word) {
  for (int id = 0; id < vocabulary->count; id++)
    if (str_is(vocabulary->shown[id], word)) return id;
  return -1;
}

static bool read_asked(const Reading *reading, const CheckpointConfig *config, const char *path) {
  Checkpoint *checkpoint = reading->checkpoint;
  if (config->asked_count == 0) return true;
  bool *asked = arena_take(reading->arena, (size_t)config->shape.word_count, sizeof *asked);
  if (!asked) return status_no_memory(reading->status);
  for (int i = 0; i < config->asked_count; i++) {
    int id = id_shown(checkpoint->vocabulary, config->asked_words[i]);
    if (id < 0)
      return status_fail(reading->status, STATUS_COULD_NOT,
                         _("%s lacks “%.60s”, which asked_words in config.json names"), path,
                         config->asked_words[i]);
    asked[id] = true;
  }
  checkpoint->asked = asked;
  return true;
}

static bool read_words(const Reading *reading, const CheckpointConfig *config) {
  Str text;
  Checkpoint *checkpoint = reading->checkpoint;
  const char *path = path_of(reading, words_name);
  if (!read_text(reading, path, VOCABULARY_BYTES_MOST, &text) ||
      !vocabulary_read(reading->arena, path, text, config->unknown_words, &checkpoint->vocabulary,
                       reading->status))
    return false;
  if (checkpoint->vocabulary->count == config->shape.word_count)
    return read_asked(reading, config, path);
  return status_fail(reading->status, STATUS_COULD_NOT,
                     P_("%s has %d line, but vocab_size in config.json is %d",
                        "%s has %d lines, but vocab_size in config.json is %d",
                        checkpoint->vocabulary->count),
                     path, checkpoint->vocabulary->count, config->shape.word_count);
}

/* The error names the first few missing tensors. */
static bool check_all_there(const Reading *reading, const SafetensorsFile *file, const char *path) {
  const NetworkShape *shape = &reading->checkpoint->shape;
  StrBuf names = strbuf_make(reading->arena);
  int missing = 0;
  for (int i = 0; i < network_tensor_count(shape); i++) {
    NetworkTensor tensor = network_tensor(shape, i);
    if (safetensors_find(file, tensor.name) || ++missing > MISSING_SHOWN) continue;
    strbuf_format(&names, missing > 1 ? ", %s" : "%s", tensor.name);
  }
  if (names.failed) return status_no_memory(reading->status);
  if (missing == 0) return true;
  return status_fail(reading->status, STATUS_COULD_NOT,
                     missing > MISSING_SHOWN
                         ? P_("%s lacks %d tensor: %s, …", "%s lacks %d tensors: %s, …", missing)
                         : P_("%s lacks %d tensor: %s", "%s lacks %d tensors: %s", missing),
                     path, missing, names.at);
}

/* Refuses a tensor that config.json has no place for: the two files are of different models. */
static bool check_no_extra(const Reading *reading, const SafetensorsFile *file, const char *path) {
  const NetworkShape *shape = &reading->checkpoint->shape;
  for (int i = 0; i < safetensors_count(file); i++) {
    const char *name = safetensors_at(file, i)->name;
    bool known = false;
    for (int j = 0; !known && j < network_tensor_count(shape); j++)
      known = strcmp(network_tensor(shape, j).name, name) == 0;
    if (!known)
      return status_fail(reading->status, STATUS_COULD_NOT,
                         _("%s has a tensor “%.60s” that config.json leaves no place for"), path,
                         name);
  }
  return true;
}

static bool has_shape(const SafetensorsTensor *found, const NetworkTensor *wanted) {
  if (wanted->rows == 0) return found->rank == 1 && found->shape[0] == wanted->cols;
  return found->rank == 2 && found->shape[0] == wanted->rows && found->shape[1] == wanted->cols;
}

static const char *shape_text(Arena *arena, const SafetensorsTensor *tensor) {
  StrBuf text = strbuf_make(arena);
  strbuf_add_char(&text, '[');
  for (int i = 0; i < tensor->rank; i++)
    strbuf_format(&text, i > 0 ? ", %lld" : "%lld", (long long)tensor->shape[i]);
  strbuf_add_char(&text, ']');
  return text.failed ? "" : text.at;
}

static bool check_shape(const Reading *reading, const SafetensorsTensor *found,
                        const NetworkTensor *wanted, const char *path) {
  char expected[40];
  if (has_shape(found, wanted)) return true;
  if (wanted->rows == 0) snprintf(expected, sizeof expected, "[%d]", wanted->cols);
  else snprintf(expected, sizeof expected, "[%d, %d]", wanted->rows, wanted->cols);
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: %s has the shape %s; config.json asks for %s"), path, wanted->name,
                     shape_text(reading->arena, found), expected);
}

/* Numbers that are not finite are refused here, while other programs' checkpoints only get a
** warning: a model of this program is small and can be trained again. */
static bool check_finite(const Reading *reading, const NetworkTensor *tensor, const char *path) {
  size_t count = (size_t)(tensor->rows ? tensor->rows : 1) * (size_t)tensor->cols;
  const float *numbers = reading->checkpoint->numbers + tensor->first;
  for (size_t i = 0; i < count; i++) {
    if (isfinite(numbers[i])) continue;
    size_t cols = (size_t)tensor->cols;
    const char *what = isnan(numbers[i]) ? "NaN" : _("infinite");
    if (tensor->rows == 0)
      return status_fail(reading->status, STATUS_COULD_NOT, _("%s: %s[%zu] is %s"), path,
                         tensor->name, i, what);
    return status_fail(reading->status, STATUS_COULD_NOT, _("%s: %s[%zu, %zu] is %s"), path,
                       tensor->name, i / cols, i % cols, what);
  }
  return true;
}

static bool read_tensors(const Reading *reading, const SafetensorsFile *file, const char *path) {
  Checkpoint *checkpoint = reading->checkpoint;
  if (!check_all_there(reading, file, path) || !check_no_extra(reading, file, path)) return false;
  checkpoint->numbers = arena_take(reading->arena, network_number_count(&checkpoint->shape),
                                   sizeof *checkpoint->numbers);
  if (!checkpoint->numbers) return status_no_memory(reading->status);
  for (int i = 0; i < network_tensor_count(&checkpoint->shape); i++) {
    NetworkTensor tensor = network_tensor(&checkpoint->shape, i);
    const SafetensorsTensor *found = safetensors_find(file, tensor.name);
    if (!check_shape(reading, found, &tensor, path) ||
        !safetensors_read(file, found, checkpoint->numbers + tensor.first, reading->status) ||
        !check_finite(reading, &tensor, path))
      return false;
  }
  return true;
}

/* For a folder with a PyTorch pickle the error says how to convert it. */
static bool fail_no_weights(const Reading *reading, const char *path) {
  static const char *const pickles[] = {"pytorch_model.bin", "model.pt", "model.pth", "model.ckpt"};
  for (size_t i = 0; i < sizeof pickles / sizeof pickles[0]; i++) {
    const char *other = path_of(reading, pickles[i]);
    if (other && os_kind(other) == OS_FILE)
      return refuse_pickle(reading->folder, pickles[i], reading->status);
  }
  return status_fail(reading->status, STATUS_COULD_NOT, _("%s is missing"), path);
}

static bool read_weights(const Reading *reading) {
  SafetensorsFile *file;
  Str bytes;
  const char *path = path_of(reading, weights_name);
  if (!path) return status_no_memory(reading->status);
  if (!reading->built_in && os_kind(path) == OS_MISSING) return fail_no_weights(reading, path);
  if (reading->built_in) {
    if (!read_text(reading, path, 0, &bytes) ||
        !safetensors_over(reading->arena, path, bytes, &file, reading->status))
      return false;
  } else if (!folder_file_check(reading->arena, reading->folder, path, reading->status) ||
             !safetensors_open(reading->arena, path, &file, reading->status))
    return false;
  bool read = read_tensors(reading, file, path);
  safetensors_close(file);
  return read;
}

/* A model works without its README.md: one that is missing or cannot be read says nothing. */
static void read_readme(const Reading *reading) {
  Status status = {0};
  Str text = {"", 0};
  const Reading quiet = {.arena = reading->arena,
                         .folder = reading->folder,
                         .built_in = reading->built_in,
                         .status = &status};
  const char *path = path_of(reading, card_name);
  if (path && !read_text(&quiet, path, README_BYTES_MOST, &text)) text.bytes = 0;
  reading->checkpoint->readme = readme_parse(reading->arena, text);
}

static bool read_all(Reading *reading) {
  CheckpointConfig config;
  Checkpoint *checkpoint = reading->checkpoint;
  *checkpoint = (Checkpoint){0};
  if (!read_config(reading, &config)) return false;
  checkpoint->shape = config.shape;
  checkpoint->name = model_folder_name(reading->arena, reading->folder);
  checkpoint->label = config.label;
  if (!checkpoint->name) return status_no_memory(reading->status);
  read_readme(reading);
  return read_words(reading, &config) && read_weights(reading);
}

bool checkpoint_read(Arena *arena, const char *folder, Checkpoint *checkpoint, Status *status) {
  Reading reading = {arena, folder, false, checkpoint, status};
  if (os_kind(folder) == OS_MISSING)
    return status_fail(status, STATUS_COULD_NOT, _("there is no folder %s"), folder);
  if (os_kind(folder) != OS_FOLDER)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s is no folder; a model is a folder with config.json, "
                         "model.safetensors and vocab.txt"),
                       folder);
  return read_all(&reading);
}

bool checkpoint_read_builtin(Arena *arena, const char *name, Checkpoint *checkpoint,
                             Status *status) {
  Reading reading = {arena, str_format(arena, "models/%s", name), true, checkpoint, status};
  return reading.folder ? read_all(&reading) : status_no_memory(status);
}

static bool save_text(Arena *scratch, const char *folder, const char *name, Str text,
                      Status *status) {
  const char *path = str_format(scratch, "%s/%s", folder, name);
  return path ? os_save_file(path, text.at, text.bytes, status) : status_no_memory(status);
}

static bool save_weights(Arena *scratch, const char *folder, const Checkpoint *checkpoint,
                         Status *status) {
  static const SafetensorsPair format = {"format", "heads-up"};
  int count = network_tensor_count(&checkpoint->shape);
  const char *path = str_format(scratch, "%s/%s", folder, weights_name);
  SafetensorsFloats *tensors = arena_take(scratch, (size_t)count, sizeof *tensors);
  NetworkTensor *places = arena_take(scratch, (size_t)count, sizeof *places);
  if (!path || !tensors || !places) return status_no_memory(status);
  for (int i = 0; i < count; i++) {
    places[i] = network_tensor(&checkpoint->shape, i);
    const NetworkTensor *from = &places[i];
    tensors[i] =
        (SafetensorsFloats){.name = from->name,
                            .rank = from->rows > 0 ? 2 : 1,
                            .shape = {from->rows > 0 ? from->rows : from->cols, from->cols},
                            .numbers = checkpoint->numbers + from->first};
  }
  return safetensors_save(scratch, path, &(SafetensorsContent){tensors, count, &format, 1}, status);
}

bool checkpoint_foreign_file(Arena *arena, const char *folder, const char **path) {
  static const char *const names[] = {config_name, words_name, card_name, weights_name};
  *path = NULL;
  const char *weights = str_format(arena, "%s/%s", folder, weights_name);
  if (!weights) return false;
  if (file_is_own(weights)) return true;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char *file = str_format(arena, "%s/%s", folder, names[i]);
    if (!file) return false;
    if (os_kind(file) == OS_MISSING) continue;
    *path = file;
    break;
  }
  return true;
}

/* The weights are written last: until then a folder that is opened has the old weights, which still
** fit. */
bool checkpoint_save(Arena *scratch, const char *folder, const Checkpoint *checkpoint,
                     const char *card, Status *status) {
  Str config;
  if (!checkpoint_config_text(scratch, checkpoint, &config)) return status_no_memory(status);
  bool is_new = os_kind(folder) == OS_MISSING;
  bool saved = os_make_folder(folder, status) &&
               save_text(scratch, folder, config_name, config, status) &&
               save_text(scratch, folder, words_name, checkpoint->vocabulary->file, status) &&
               (!card || save_text(scratch, folder, card_name, str_from(card), status)) &&
               save_weights(scratch, folder, checkpoint, status);
  if (!saved && is_new) os_remove_empty_folder(folder);
  return saved;
}
