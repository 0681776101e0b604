/* train/trainer/file.c -- saves a training in a folder, and continues one from there.
**
** training.safetensors is written first and is complete in itself: numbers, both moments, the step,
** the recipe and the hashes of the vocabulary and of the grammars. So after an interruption the
** training continues from the last complete state; the model in the folder is of this state or of
** the one before.
*/
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "files/safetensors.h"
#include "train/trainer/trainer_internal.h"

enum { ARRAY_COUNT = 3, HASH_BYTES = 20, STEP_BYTES = 16 };

static const char format_name[] = "heads-up-training-1";
static const char *const array_names[ARRAY_COUNT] = {"numbers", "first_moments", "second_moments"};

static void arrays_of(const TrainerState *state, float *arrays[ARRAY_COUNT]) {
  arrays[0] = state->numbers;
  arrays[1] = state->first_moments;
  arrays[2] = state->second_moments;
}

/* A hash of vocab.txt, spellings and order included: in another order, words have other rows of the
** embedding. */
static void vocabulary_hash(const Trainer *trainer, char hash[HASH_BYTES]) {
  Str file = task_vocabulary(trainer->task)->file;
  snprintf(hash, HASH_BYTES, "%016" PRIx64, rng_hash(file.at, file.bytes));
}

static const char *state_path(Arena *arena, const char *folder) {
  return str_format(arena, "%s/training.safetensors", folder);
}

/* ---- saving ---- */

bool trainer_checkpoint(const Trainer *trainer, Arena *arena, Checkpoint *checkpoint,
                        Status *status) {
  const Recipe *recipe = &trainer->recipe;
  float *numbers = arena_take(arena, trainer->number_count, sizeof *numbers);
  const char *name = str_copy(arena, str_from(recipe->name));
  const char *label = str_format(
      arena,
      P_("%s · trained here, %d step", "%s · trained here, %d steps", trainer->now.steps_done),
      recipe->name, trainer->now.steps_done);
  if (!numbers || !name || !label) return status_no_memory(status);
  memcpy(numbers, trainer->now.numbers, trainer->number_count * sizeof *numbers);
  *checkpoint = (Checkpoint){.shape = trainer->shape,
                             .vocabulary = task_vocabulary(trainer->task),
                             .numbers = numbers,
                             .asked = trainer_asked(trainer),
                             .name = name,
                             .label = label};
  return true;
}

static bool save_state(const Trainer *trainer, Arena *arena, const char *path, Status *status) {
  char step[STEP_BYTES], hash[HASH_BYTES];
  float *arrays[ARRAY_COUNT];
  SafetensorsFloats tensors[ARRAY_COUNT];
  Str recipe = recipe_text(arena, &trainer->recipe);
  const char *grammars = task_grammars_digest(trainer->task, arena);
  if (!grammars) return status_no_memory(status);
  snprintf(step, sizeof step, "%d", trainer->now.steps_done);
  vocabulary_hash(trainer, hash);
  arrays_of(&trainer->now, arrays);
  for (int i = 0; i < ARRAY_COUNT; i++)
    tensors[i] =
        (SafetensorsFloats){array_names[i], 1, {(int64_t)trainer->number_count}, arrays[i]};
  const SafetensorsPair metadata[] = {{"format", format_name},
                                      {"recipe", recipe.at},
                                      {"step", step},
                                      {"vocabulary", hash},
                                      {"grammars", grammars}};
  const SafetensorsContent content = {tensors, ARRAY_COUNT, metadata,
                                      sizeof metadata / sizeof metadata[0]};
  return safetensors_save(arena, path, &content, status);
}

/* A folder made here is removed again when saving fails, so that no empty folder is listed as a
** model. */
static bool save_all(const Trainer *trainer, Arena *arena, const char *folder, Status *status) {
  Checkpoint checkpoint;
  const char *path = state_path(arena, folder);
  if (!path) return status_no_memory(status);
  bool is_new = os_kind(folder) == OS_MISSING;
  bool saved = os_make_folder(folder, status) && save_state(trainer, arena, path, status) &&
               trainer_checkpoint(trainer, arena, &checkpoint, status) &&
               checkpoint_save(arena, folder, &checkpoint, NULL, status);
  if (!saved && is_new) os_remove_empty_folder(folder);
  return saved;
}

bool trainer_save(const Trainer *trainer, const char *folder, Status *status) {
  Arena *arena = arena_make(0);
  bool saved = arena ? save_all(trainer, arena, folder, status) : status_no_memory(status);
  arena_free(arena);
  return saved;
}

/* ---- continuing ---- */

/* The error names the first line in which the two recipes differ. */
static bool check_recipe(const char *path, Str there, Str here, Status *status) {
  while (there.bytes > 0 || here.bytes > 0) {
    Str a = str_take_line(&there), b = str_take_line(&here);
    if (str_equal(a, b)) continue;
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s is the training of another recipe: “%.*s” there, “%.*s” here. Take "
                         "the same recipe, or another folder"),
                       path, (int)a.bytes, a.at, (int)b.bytes, b.at);
  }
  return true;
}

static bool is_wrong(const char *path, const char *what, Status *status) {
  return status_fail(status, STATUS_COULD_NOT,
                     _("%s: %s is missing or not what a training leaves behind"), path, what);
}

/* With a changed grammar the training would draw other sentences from here on, and the card would
** describe only the new grammar. */
static bool check_grammars(const Trainer *trainer, Arena *arena, const char *path,
                           const SafetensorsFile *file, Status *status) {
  const char *grammars = safetensors_metadata(file, "grammars");
  if (!grammars) return is_wrong(path, "grammars", status);
  const char *changed = task_changed_grammar(trainer->task, arena, grammars);
  return !changed ||
         status_fail(status, STATUS_COULD_NOT,
                     _("%s began with other lines in the grammar %s. Take another folder to begin "
                       "anew, or bring those lines back to go on"),
                     path, changed);
}

static bool check_metadata(const Trainer *trainer, Arena *arena, const char *path,
                           const SafetensorsFile *file, long *step, Status *status) {
  char hash[HASH_BYTES];
  const char *format = safetensors_metadata(file, "format");
  const char *recipe = safetensors_metadata(file, "recipe");
  const char *steps = safetensors_metadata(file, "step");
  const char *words = safetensors_metadata(file, "vocabulary");
  Str own = recipe_text(arena, &trainer->recipe);
  if (!format || strcmp(format, format_name) != 0) return is_wrong(path, "format", status);
  if (!recipe) return is_wrong(path, "recipe", status);
  if (!check_recipe(path, str_from(recipe), own, status)) return false;
  if (!check_grammars(trainer, arena, path, file, status)) return false;
  vocabulary_hash(trainer, hash);
  if (!words || strcmp(words, hash) != 0)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s was trained with other words than the task has now; take another "
                         "folder"),
                       path);
  return (steps && str_to_long(str_from(steps), step) && *step >= 0 && *step <= INT32_MAX) ||
         is_wrong(path, "step", status);
}

/* Refuses numbers that are not finite here: one step later they would be reported as a divergence
** of the recipe. */
static bool read_array(const SafetensorsFile *file, const char *path, int index,
                       const Trainer *trainer, Status *status) {
  float *arrays[ARRAY_COUNT];
  const SafetensorsTensor *tensor = safetensors_find(file, array_names[index]);
  arrays_of(&trainer->before, arrays);
  if (!tensor || tensor->rank != 1 || tensor->count != (int64_t)trainer->number_count)
    return is_wrong(path, array_names[index], status);
  if (!safetensors_read(file, tensor, arrays[index], status)) return false;
  bool is_finite = true;
  for (size_t i = 0; i < trainer->number_count; i++) is_finite &= isfinite(arrays[index][i]) != 0;
  return is_finite ||
         status_fail(status, STATUS_COULD_NOT, _("%s: %s has a number that is not finite"), path,
                     array_names[index]);
}

/* Reads into trainer->before and swaps it with `now` when all of it is right. */
static bool read_state(Trainer *trainer, Arena *arena, const char *path, Status *status) {
  SafetensorsFile *file;
  long step = 0;
  if (!safetensors_open(arena, path, &file, status)) return false;
  bool right = check_metadata(trainer, arena, path, file, &step, status);
  for (int i = 0; right && i < ARRAY_COUNT; i++) right = read_array(file, path, i, trainer, status);
  safetensors_close(file);
  if (!right) return false;
  TrainerState before = trainer->now;
  trainer->now = trainer->before;
  trainer->before = before;
  trainer->now.steps_done = (int)step;
  trainer->made_step = 0;
  return true;
}

bool trainer_resume(Trainer *trainer, const char *folder, bool *resumed, Status *status) {
  Arena *arena = arena_make(0);
  const char *path = arena ? state_path(arena, folder) : NULL;
  bool done = path != NULL || status_no_memory(status);
  *resumed = done && os_kind(path) != OS_MISSING;
  if (*resumed) done = *resumed = read_state(trainer, arena, path, status);
  arena_free(arena);
  return done;
}
