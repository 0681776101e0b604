/* train/run_file.c -- a whole run as one file, so that it is either there or not.
**
**   metadata   recipe (its text), wanted, stride, curve_stride
**   tensors    state.I [3, numbers]  numbers and both moments, I from 0; the last one is now
**              steps [I]   looks [I, 1 + layers · heads]: how many, shares
**              curve [points, 3]: step, loss, accuracy
**              last [4]: the newest step's loss, accuracy, learning rate, gradient norm
** Steps stand as floats: whole numbers up to 2^24 are exact.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/words.h"
#include "model/safetensors.h"
#include "train/run_state.h"

enum { NAME_BYTES = 32, TENSORS_BESIDE_STATES = 4, CURVE_COLUMNS = 3, LAST_COUNT = 4 };
enum { SHARES = NETWORK_LAYERS_MOST * NETWORK_HEADS_MOST, LOOK_COLUMNS = 1 + SHARES };
enum { STATES_MOST = RUN_CHECKPOINTS_MOST + 1, STATE_ROWS = 3 };

static const char file_name[] = "timeline.safetensors";

static char *file_path(Arena *arena, const char *folder) {
  StrBuf path = strbuf_make(arena);
  strbuf_format(&path, "%s/%s", folder, file_name);
  return (char *)strbuf_str(&path).at;
}

/* ---- writing ---- */

typedef struct Writer {
  const TrainingRun *run;
  Arena *arena;
  SafetensorsFloats tensors[STATES_MOST + TENSORS_BESIDE_STATES];
  char names[STATES_MOST][NAME_BYTES];
  int count;
  float steps[STATES_MOST];
  float curve[RUN_CURVE_POINTS_MOST][CURVE_COLUMNS];
  float looks[STATES_MOST][LOOK_COLUMNS];
  float last[LAST_COUNT];
} Writer;

static void add_looks(Writer *writer, const LookShares *looks) {
  float *row = writer->looks[writer->count];
  row[0] = (float)looks->counted;
  for (int i = 0; i < SHARES; i++) row[1 + i] = (float)(&looks->share[0][0])[i];
}

static bool add_state(Writer *writer, const RunMoment *moment) {
  const TrainerState *state = &moment->state;
  size_t count = writer->run->number_count;
  float *numbers = arena_take(writer->arena, STATE_ROWS * count, sizeof *numbers);
  if (!numbers) return false;
  memcpy(numbers, state->numbers, count * sizeof *numbers);
  memcpy(numbers + count, state->first_moments, count * sizeof *numbers);
  memcpy(numbers + 2 * count, state->second_moments, count * sizeof *numbers);
  char *name = writer->names[writer->count];
  snprintf(name, NAME_BYTES, "state.%d", writer->count);
  writer->steps[writer->count] = (float)state->steps_done;
  add_looks(writer, &moment->looks);
  writer->tensors[writer->count++] =
      (SafetensorsFloats){name, 2, {STATE_ROWS, (int64_t)count}, numbers};
  return true;
}

static bool add_states(Writer *writer) {
  const TrainingRun *run = writer->run;
  for (int i = 0; i < run->checkpoint_count; i++)
    if (!add_state(writer, &run->checkpoints[i])) return false;
  return add_state(writer, &run->now);
}

static void add_rest(Writer *writer) {
  const TrainingRun *run = writer->run;
  int states = writer->count;
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
      (SafetensorsFloats){"looks", 2, {states, LOOK_COLUMNS}, writer->looks[0]};
  writer->tensors[writer->count++] =
      (SafetensorsFloats){"curve", 2, {run->curve_count, CURVE_COLUMNS}, writer->curve[0]};
  writer->tensors[writer->count++] = (SafetensorsFloats){"last", 1, {LAST_COUNT}, writer->last};
}

static bool save(Writer *writer, const char *folder, Status *status) {
  const TrainingRun *run = writer->run;
  char wanted[NAME_BYTES], stride[NAME_BYTES], curve_stride[NAME_BYTES];
  Str recipe = recipe_text(writer->arena, trainer_recipe(run->trainer));
  char *recipe_words = str_copy(writer->arena, recipe);
  const char *path = file_path(writer->arena, folder);
  if (!recipe_words || !path) return status_no_memory(status);
  snprintf(wanted, sizeof wanted, "%d", run->steps_wanted);
  snprintf(stride, sizeof stride, "%d", run->stride);
  snprintf(curve_stride, sizeof curve_stride, "%d", run->curve_stride);
  const SafetensorsPair metadata[] = {{"format", "heads-up-run-1"},
                                      {"recipe", recipe_words},
                                      {"wanted", wanted},
                                      {"stride", stride},
                                      {"curve_stride", curve_stride}};
  SafetensorsContent content = {writer->tensors, writer->count, metadata,
                                sizeof metadata / sizeof metadata[0]};
  return safetensors_save(writer->arena, path, &content, status);
}

bool run_write(const TrainingRun *run, const char *folder, Status *status) {
  Arena *arena = arena_make(0);
  Writer *writer = arena ? arena_take(arena, 1, sizeof *writer) : NULL;
  bool saved = false;
  if (writer) {
    writer->run = run;
    writer->arena = arena;
    if (add_states(writer)) {
      add_rest(writer);
      saved = save(writer, folder, status);
    } else status_no_memory(status);
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

static bool wrong(const Reader *reader, const char *what) {
  return status_fail(reader->status, STATUS_COULD_NOT,
                     _("%s: not a training this program saved: %s is missing or cannot be"),
                     reader->path, what);
}

static bool read_whole(const Reader *reader, const char *name, int most, int *number) {
  const char *text = safetensors_metadata(reader->file, name);
  char *end = NULL;
  long value = text ? strtol(text, &end, 10) : 0;
  if (!text || *end || value < 1 || value > most) return wrong(reader, name);
  *number = (int)value;
  return true;
}

/* The tensor with rows × cols numbers (rows 0: any up to most), on the arena. */
static float *read_numbers(const Reader *reader, const char *name, int64_t most, int64_t *count) {
  const SafetensorsTensor *tensor = safetensors_find(reader->file, name);
  if (!tensor || tensor->count > most) {
    wrong(reader, name);
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

static bool read_state(const Reader *reader, TrainingRun *run, int index, float step) {
  char name[NAME_BYTES];
  int64_t count, wanted = STATE_ROWS * (int64_t)run->number_count;
  snprintf(name, sizeof name, "state.%d", index);
  const float *numbers = read_numbers(reader, name, wanted, &count);
  if (!numbers) return false;
  if (count != wanted || !(step >= 0 && step < 1e8f)) return wrong(reader, name);
  RunMoment from = {.state = {.numbers = (float *)numbers,
                              .first_moments = (float *)numbers + run->number_count,
                              .second_moments = (float *)numbers + 2 * run->number_count,
                              .steps_done = (int)step}};
  run_copy_moment(&from, run->number_count, &run->now);
  return true;
}

static void read_looks(const float *row, LookShares *looks) {
  bool right = row[0] >= 0 && row[0] < 1e8f;
  *looks = (LookShares){.counted = right ? (int)row[0] : 0};
  for (int i = 0; i < SHARES; i++)
    (&looks->share[0][0])[i] = row[1 + i] >= 0 && row[1 + i] <= 1.001f ? (double)row[1 + i] : 0;
}

static bool read_states(const Reader *reader, TrainingRun *run) {
  int64_t count, look_count;
  const float *steps = read_numbers(reader, "steps", STATES_MOST, &count);
  if (!steps) return false;
  const float *looks = read_numbers(reader, "looks", STATES_MOST * LOOK_COLUMNS, &look_count);
  if (!looks) return false;
  if (count < 1 || look_count != count * LOOK_COLUMNS) return wrong(reader, "steps");
  for (int i = 0; i < count; i++) {
    RunMoment *slot;
    ArenaMark mark = arena_mark(reader->arena);
    if (!read_state(reader, run, i, steps[i])) return false;
    arena_rewind(reader->arena, mark);
    read_looks(looks + i * LOOK_COLUMNS, &run->now.looks);
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
    if (!(row[0] >= 0 && row[0] < 1e8f)) return wrong(reader, "curve");
    run->curve[i] = (CurvePoint){(int)row[0], row[1], row[2]};
  }
  const float *last = read_numbers(reader, "last", LAST_COUNT, &count);
  if (!last) return false;
  if (count != LAST_COUNT) return wrong(reader, "last");
  run->last = (StepReport){run->now.state.steps_done, (double)last[0], (double)last[1],
                           (double)last[2], (double)last[3]};
  return true;
}

static bool read_run(const Reader *reader, TrainingRun **run) {
  Recipe recipe;
  const char *text = safetensors_metadata(reader->file, "recipe");
  if (!text) return wrong(reader, "recipe");
  if (!recipe_parse(reader->arena, reader->path, str_from(text), &recipe, reader->status) ||
      !run_prepare(&recipe, run, reader->status))
    return false;
  const int most = 1 << 24;
  TrainingRun *made = *run;
  if (read_whole(reader, "wanted", most, &made->steps_wanted) &&
      read_whole(reader, "stride", most, &made->stride) &&
      read_whole(reader, "curve_stride", most, &made->curve_stride) && read_states(reader, made) &&
      read_curve(reader, made)) {
    made->finished = made->now.state.steps_done >= made->steps_wanted;
    return true;
  }
  run_free(made);
  return false;
}

bool run_read(const char *folder, TrainingRun **run, bool *found, Status *status) {
  Arena *arena = arena_make(0);
  if (!arena) return status_no_memory(status);
  Reader reader = {.path = file_path(arena, folder), .arena = arena, .status = status};
  bool read = false;
  *found = reader.path && os_kind(reader.path) == OS_FILE;
  if (!reader.path) status_no_memory(status);
  else if (!*found) read = true;
  else if (safetensors_open(arena, reader.path, &reader.file, status)) {
    read = read_run(&reader, run);
    safetensors_close(reader.file);
  }
  arena_free(arena);
  return read;
}
