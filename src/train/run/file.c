/* train/run/file.c -- writes and reads a run as one safetensors file.
**
**   metadata   format, name, recipe (its text), wanted, stride, curve_stride, grammars (digests),
**              saved (seconds since 1970)
**   tensors    now.I first.I second.I [numbers]  the numbers and moments of state I, from 0;
**                                                checkpoints first, then the newest state
**              steps [states]
**              looks [states, 1 + 4 · 8]   tokens counted, then shares by layer and head
**              curve [points, 3]: step, loss, accuracy
**              last [4]: the newest step's loss, accuracy, learning rate, gradient norm
**
** PATH.now has the same format with a single state. Steps are stored as floats, which are exact for
** whole numbers up to 2^24.
*/
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/os.h"
#include "base/i18n.h"
#include "files/safetensors.h"
#include "train/run/run_internal.h"

enum { NAME_BYTES = 32, TENSORS_BESIDE_STATES = 4, CURVE_COLUMNS = 3, LAST_COUNT = 4 };
enum { SHARES = NETWORK_LAYERS_MOST * NETWORK_HEADS_MOST, ATTN_TARGET_COLUMNS = 1 + SHARES };
enum { STATES_MOST = RUN_CHECKPOINTS_MOST + 1, STATE_PARTS = 3 };

static const char *const part_names[STATE_PARTS] = {"now", "first", "second"};

/* ---- writing ---- */

typedef struct Writer {
  const TrainingRun *run;
  Arena *arena;
  SafetensorsFloats tensors[STATES_MOST * STATE_PARTS + TENSORS_BESIDE_STATES];
  char names[STATES_MOST * STATE_PARTS][NAME_BYTES];
  int count, state_count;
  float steps[STATES_MOST];
  float curve[RUN_CURVE_POINTS_MOST][CURVE_COLUMNS];
  float attn_targets[STATES_MOST][ATTN_TARGET_COLUMNS];
  float last[LAST_COUNT];
} Writer;

/* Float is precise enough: shares are shown with three digits. */
static void add_attn_targets(Writer *writer, const AttnTargetShares *attn_targets) {
  float *row = writer->attn_targets[writer->state_count];
  row[0] = (float)attn_targets->counted;
  for (int i = 0; i < SHARES; i++) row[1 + i] = (float)(&attn_targets->share[0][0])[i];
}

/* The tensors point into the run; nothing is copied. */
static void add_state(Writer *writer, const RunMoment *moment) {
  const TrainerState *state = &moment->state;
  const float *const parts[] = {state->numbers, state->first_moments, state->second_moments};
  for (int i = 0; i < STATE_PARTS; i++) {
    char *name = writer->names[writer->count];
    snprintf(name, NAME_BYTES, "%s.%d", part_names[i], writer->state_count);
    writer->tensors[writer->count++] =
        (SafetensorsFloats){name, 1, {(int64_t)writer->run->number_count}, parts[i]};
  }
  writer->steps[writer->state_count] = (float)state->steps_done;
  add_attn_targets(writer, &moment->attn_targets);
  writer->state_count++;
}

static void add_states(Writer *writer, RunPart part) {
  const TrainingRun *run = writer->run;
  for (int i = 0; part == RUN_WHOLE && i < run->checkpoint_count; i++)
    add_state(writer, &run->checkpoints[i]);
  add_state(writer, &run->now);
}

static void add_rest(Writer *writer) {
  const TrainingRun *run = writer->run;
  int states = writer->state_count;
  for (int i = 0; i < run->curve_count; i++) {
    writer->curve[i][0] = (float)run->curve[i].step;
    writer->curve[i][1] = run->curve[i].loss;
    writer->curve[i][2] = run->curve[i].accuracy;
  }
  const StepReport *last = &run->last;
  const float numbers[] = {(float)last->loss, (float)last->accuracy, (float)last->learning_rate,
                           (float)last->gradient_norm};
  memcpy(writer->last, numbers, sizeof numbers);
  writer->tensors[writer->count++] = (SafetensorsFloats){"steps", 1, {states}, writer->steps};
  writer->tensors[writer->count++] =
      (SafetensorsFloats){"looks", 2, {states, ATTN_TARGET_COLUMNS}, writer->attn_targets[0]};
  writer->tensors[writer->count++] =
      (SafetensorsFloats){"curve", 2, {run->curve_count, CURVE_COLUMNS}, writer->curve[0]};
  writer->tensors[writer->count++] = (SafetensorsFloats){"last", 1, {LAST_COUNT}, writer->last};
}

static bool write_file(const Writer *writer, const char *path, Status *status) {
  const TrainingRun *run = writer->run;
  char wanted[NAME_BYTES], stride[NAME_BYTES], curve_stride[NAME_BYTES];
  char saved[NAME_BYTES];
  Str recipe = recipe_text(writer->arena, trainer_recipe(run->trainer));
  const char *recipe_words = str_copy(writer->arena, recipe);
  const char *grammars = task_grammars_digest(trainer_task(run->trainer), writer->arena);
  if (!recipe_words || !grammars) return status_no_memory(status);
  snprintf(wanted, sizeof wanted, "%d", run->steps_wanted);
  snprintf(stride, sizeof stride, "%d", run->stride);
  snprintf(curve_stride, sizeof curve_stride, "%d", run->curve_stride);
  snprintf(saved, sizeof saved, "%lld", (long long)time(NULL));
  const SafetensorsPair metadata[] = {
      {"format", "heads-up-run-1"}, {"name", trainer_recipe(run->trainer)->name},
      {"recipe", recipe_words},     {"wanted", wanted},
      {"stride", stride},           {"curve_stride", curve_stride},
      {"grammars", grammars},       {"saved", saved}};
  SafetensorsContent content = {writer->tensors, writer->count, metadata,
                                sizeof metadata / sizeof metadata[0]};
  return safetensors_save(writer->arena, path, &content, status);
}

/* The Writer, some 60 KiB, is on an arena: too much for the stack of a thread. */
bool run_write(const TrainingRun *run, RunPart part, const char *path, Status *status) {
  Arena *arena = arena_make(0);
  Writer *writer = arena ? arena_take(arena, 1, sizeof *writer) : NULL;
  bool saved = false;
  if (writer) {
    writer->run = run;
    writer->arena = arena;
    add_states(writer, part);
    add_rest(writer);
    saved = write_file(writer, path, status);
  } else status_no_memory(status);
  arena_free(arena);
  return saved;
}

/* ---- reading ---- */

typedef struct Reader {
  const char *path;
  SafetensorsFile *file;
  Arena *arena;
  Status *status;
} Reader;

static bool fail_part(const Reader *reader, const char *what) {
  return status_fail(reader->status, STATUS_COULD_NOT,
                     _("%s: not a training this program saved: %s is missing or cannot be"),
                     reader->path, what);
}

static bool read_whole(const Reader *reader, const char *name, int most, int *number) {
  const char *text = safetensors_metadata(reader->file, name);
  long value;
  if (!text || !str_to_long(str_from(text), &value) || value < 1 || value > most)
    return fail_part(reader, name);
  *number = (int)value;
  return true;
}

/* Reads a tensor of at most `most` numbers to the arena; NULL, with the status set, on failure. */
static float *read_numbers(const Reader *reader, const char *name, int64_t most, int64_t *count) {
  const SafetensorsTensor *tensor = safetensors_find(reader->file, name);
  if (!tensor || tensor->count > most) {
    fail_part(reader, name);
    return NULL;
  }
  float *numbers = arena_take(reader->arena, (size_t)tensor->count + 1, sizeof *numbers);
  if (!numbers) {
    status_no_memory(reader->status);
    return NULL;
  }
  *count = tensor->count;
  return safetensors_read(reader->file, tensor, numbers, reader->status) ? numbers : NULL;
}

/* Checks the numbers before they are copied, so that a broken state does not replace a good one. */
static bool read_part(const Reader *reader, const char *part, int index, size_t wanted, float *to) {
  char name[NAME_BYTES];
  int64_t count;
  snprintf(name, sizeof name, "%s.%d", part, index);
  const float *numbers = read_numbers(reader, name, (int64_t)wanted, &count);
  if (!numbers) return false;
  if (count != (int64_t)wanted) return fail_part(reader, name);
  for (size_t i = 0; i < wanted; i++)
    if (!isfinite(numbers[i])) return fail_part(reader, name);
  memcpy(to, numbers, wanted * sizeof *to);
  return true;
}

static bool read_state(const Reader *reader, TrainingRun *run, int index, float step) {
  TrainerState *state = &run->now.state;
  float *const parts[] = {state->numbers, state->first_moments, state->second_moments};
  for (int i = 0; i < STATE_PARTS; i++)
    if (!read_part(reader, part_names[i], index, run->number_count, parts[i])) return false;
  state->steps_done = (int)step;
  return true;
}

/* A broken share becomes 0 instead of an error: shares are only shown. */
static void read_attn_targets(const float *row, AttnTargetShares *attn_targets) {
  bool right = row[0] >= 0 && row[0] < 1e8f;
  *attn_targets = (AttnTargetShares){.counted = right ? (int)row[0] : 0};
  for (int i = 0; i < SHARES; i++)
    (&attn_targets->share[0][0])[i] =
        row[1 + i] >= 0 && row[1 + i] <= 1.001f ? (double)row[1 + i] : 0;
}

/* Steps must rise, or dropping every second checkpoint would not end. The last state, the newest,
** may have the step of the last checkpoint. */
static bool check_steps(const Reader *reader, const float *steps, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    bool rises = i == 0 || steps[i] > steps[i - 1] || (i == count - 1 && steps[i] == steps[i - 1]);
    if (!(steps[i] >= 0 && steps[i] < 1e8f) || !rises) return fail_part(reader, "steps");
  }
  return count > 0 || fail_part(reader, "steps");
}

/* Every state is read into `now`, which ends as the newest one. The arena is rewound after each
** state. */
static bool read_states(const Reader *reader, TrainingRun *run) {
  int64_t count, attn_target_count;
  const float *steps = read_numbers(reader, "steps", STATES_MOST, &count);
  if (!steps) return false;
  const float *attn_targets =
      read_numbers(reader, "looks", STATES_MOST * ATTN_TARGET_COLUMNS, &attn_target_count);
  if (!attn_targets) return false;
  if (!check_steps(reader, steps, count)) return false;
  if (attn_target_count != count * ATTN_TARGET_COLUMNS) return fail_part(reader, "looks");
  for (int i = 0; i < count; i++) {
    RunMoment *slot;
    ArenaMark mark = arena_mark(reader->arena);
    if (!read_state(reader, run, i, steps[i])) return false;
    arena_rewind(reader->arena, mark);
    read_attn_targets(attn_targets + i * ATTN_TARGET_COLUMNS, &run->now.attn_targets);
    if (i == count - 1 || run->checkpoint_count == run->checkpoint_room) continue;
    if (!run_take_checkpoint(run, &slot)) return status_no_memory(reader->status);
    run_copy_moment(&run->now, run->number_count, slot);
  }
  trainer_set_state(run->trainer, &run->now.state);
  return true;
}

static bool read_curve(const Reader *reader, TrainingRun *run) {
  int64_t count;
  const float *numbers =
      read_numbers(reader, "curve", CURVE_COLUMNS * (int64_t)RUN_CURVE_POINTS_MOST, &count);
  if (!numbers) return false;
  run->curve_count = (int)(count / CURVE_COLUMNS);
  for (int i = 0; i < run->curve_count; i++) {
    const float *row = numbers + CURVE_COLUMNS * i;
    if (!(row[0] >= 0 && row[0] < 1e8f)) return fail_part(reader, "curve");
    run->curve[i] = (CurvePoint){(int)row[0], row[1], row[2]};
  }
  const float *last = read_numbers(reader, "last", LAST_COUNT, &count);
  if (!last) return false;
  if (count != LAST_COUNT) return fail_part(reader, "last");
  run->last = (StepReport){run->now.state.steps_done, (double)last[0], (double)last[1],
                           (double)last[2], (double)last[3]};
  return true;
}

static bool check_grammars(const Reader *reader, const TrainingRun *run) {
  const char *grammars = safetensors_metadata(reader->file, "grammars");
  if (!grammars) return fail_part(reader, "grammars");
  const char *changed = task_changed_grammar(trainer_task(run->trainer), reader->arena, grammars);
  return !changed || status_fail(reader->status, STATUS_COULD_NOT,
                                 _("%s: the training began with other lines in the grammar %s, and "
                                   "cannot go on; begin a new one"),
                                 reader->path, changed);
}

/* The name is metadata of its own: recipe_text does not contain it. */
static bool read_recipe(const Reader *reader, Recipe *recipe) {
  const char *text = safetensors_metadata(reader->file, "recipe");
  const char *name = safetensors_metadata(reader->file, "name");
  if (!text || !name) return fail_part(reader, "recipe");
  if (!recipe_parse(reader->arena, reader->path, str_from(text), recipe, reader->status))
    return false;
  recipe->name = str_copy(reader->arena, str_from(name));
  return recipe->name || status_no_memory(reader->status);
}

static bool read_run(const Reader *reader, TrainingRun **run) {
  Recipe recipe;
  if (!read_recipe(reader, &recipe)) return false;
  if (!run_prepare(&recipe, run, reader->status)) return false;
  const int most = 1 << 24;
  TrainingRun *made = *run;
  if (check_grammars(reader, made) && read_whole(reader, "wanted", most, &made->steps_wanted) &&
      read_whole(reader, "stride", most, &made->stride) &&
      read_whole(reader, "curve_stride", most, &made->curve_stride) && read_states(reader, made) &&
      read_curve(reader, made)) {
    made->finished = made->now.state.steps_done >= made->steps_wanted;
    return true;
  }
  run_free(made);
  return false;
}

bool run_read(const char *path, TrainingRun **run, bool *found, Status *status) {
  Arena *arena = arena_make(0);
  Reader reader = {.path = path, .arena = arena, .status = status};
  bool read = false;
  if (!arena) return status_no_memory(status);
  *found = os_kind(path) == OS_FILE;
  if (!*found) read = true;
  else if (safetensors_open(arena, path, &reader.file, status)) {
    read = read_run(&reader, run);
    safetensors_close(reader.file);
  }
  arena_free(arena);
  return read;
}

static bool read_saved(const Reader *reader, SavedRun *saved) {
  int64_t count;
  const char *seconds = safetensors_metadata(reader->file, "saved");
  if (!read_recipe(reader, &saved->recipe)) return false;
  const float *steps = read_numbers(reader, "steps", STATES_MOST, &count);
  if (!steps) return false;
  if (count < 1 || !(steps[count - 1] >= 0 && steps[count - 1] < 1e8f))
    return fail_part(reader, "steps");
  saved->steps_done = (int)steps[count - 1];
  long saved_s = 0;
  if (seconds) str_leading_number(str_from(seconds), &saved_s);
  saved->saved_s = saved_s;
  return true;
}

bool run_read_saved(const char *path, Arena *arena, SavedRun *saved, Status *status) {
  Status own;
  Reader reader = {.path = path, .arena = arena, .status = status ? status : &own};
  if (!safetensors_open(arena, path, &reader.file, reader.status)) return false;
  bool read = read_saved(&reader, saved);
  safetensors_close(reader.file);
  return read;
}
