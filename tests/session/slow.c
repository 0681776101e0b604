/* A gate in front of model/, opened by the test; waiting calls report
** progress every millisecond. */
#include "session/slow.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/os.h"

static atomic_int may_open, may_run, opened, ran, stopped, waits, told, percent, engines;
static _Atomic(const Trace *) last_before;

static void pause_ms(long ms) {
  struct timespec time = {.tv_nsec = ms * 1000000};
  nanosleep(&time, NULL);
}

static bool take_one(atomic_int *allowed) {
  int left = atomic_load(allowed);
  while (left > 0)
    if (atomic_compare_exchange_weak(allowed, &left, left - 1)) return true;
  return false;
}

/* Half of the progress is reported at once, or as much as the test says. A BackgroundJob left by a
** failed test takes nothing from the next one. */
static bool wait_for(atomic_int *allowed, const Progress *progress, Status *status) {
  int engine = atomic_load(&engines);
  bool goes_on = true;
  atomic_fetch_add(&waits, 1);
  while (goes_on && !take_one(allowed)) {
    pause_ms(1);
    if (atomic_load(&engines) != engine) return status_fail(status, STATUS_STOPPED, "left behind");
    goes_on = progress_check(progress, atomic_load(&percent) / 100.0, "the slow one", status);
    if (goes_on) atomic_fetch_add(&told, 1);
  }
  /* It may have been stopped before it was allowed to run: the permission is for the next one. */
  if (goes_on && !progress_check(progress, atomic_load(&percent) / 100.0, "the slow one", status)) {
    goes_on = false;
    atomic_fetch_add(allowed, 1);
  }
  atomic_fetch_sub(&waits, 1);
  if (!goes_on) atomic_fetch_add(&stopped, 1);
  return goes_on;
}

/* So slow per byte that no sentence is treated as quick. */
static bool take_time(const EngineOrder *order, Status *status) {
  size_t steps = 13 * (order->inputs->streams[0].bytes + 1);
  for (size_t i = 0; i < steps; i++) {
    pause_ms(1);
    if (!progress_check(order->progress, 0.5, "the slow one", status)) return false;
  }
  return true;
}

static bool is_slow(const Inputs *inputs) {
  return strncmp(inputs->model, "slow", 4) == 0 || inputs->model[0] == '/';
}

/* Asked once: which axis is which. */
static bool open_recording(const EngineOrder *order, Model **model, Status *status) {
  *model = NULL;
  if (order->inputs->reading[0]) return true;
  if (order->question)
    *order->question = (RecordingQuestion){.sentence = "slow-recording: two axes are 4 long",
                                           .choice_count = 2,
                                           .choices = {"layers first", "heads first"},
                                           .answers = {"LHTS", "HLTS"}};
  return status_fail(status, STATUS_ASK, "slow-recording: two axes are 4 long: say --reading HLTS");
}

/* Four words of its own, whatever the sentence is. */
static bool run_recording(const EngineOrder *order, Arena *arena, const Trace **trace,
                          Status *status) {
  static Model *recorded; /* outlives every trace of the test */
  MaskSpec mask = {.parts = mask_only(MASK_CAUSAL, 0)};
  RunOrder run = {.sentence = STR("it was recorded elsewhere"), .mask = &mask};
  (void)order;
  if (!recorded && !model_open("hand-made", &recorded, status)) return false;
  return model_run(recorded, &run, arena, trace, status);
}

static bool has_config(const char *model) {
  char path[INPUTS_MODEL_BYTES + 16];
  snprintf(path, sizeof path, "%s/config.json", model);
  return model[0] == '/' && os_kind(path) == OS_FILE;
}

static bool open_slow(void *self, const EngineOrder *order, Model **model, Status *status) {
  const SessionEngine *real = engine_of_models();
  Inputs inputs = *order->inputs;
  (void)self;
  if (!is_slow(&inputs)) return real->open(real->self, order, model, status);
  if (!wait_for(&may_open, order->progress, status)) return false;
  if (strncmp(inputs.model, "slow-recording", 14) == 0) return open_recording(order, model, status);
  if (strcmp(inputs.model, "slow-broken") == 0)
    return status_fail(status, STATUS_COULD_NOT, "slow-broken cannot be opened");
  if (!has_config(inputs.model)) strcpy(inputs.model, "hand-made");
  EngineOrder plain = *order;
  plain.inputs = &inputs;
  atomic_fetch_add(&opened, 1);
  return real->open(real->self, &plain, model, status);
}

static bool run_slow(void *self, const Model *model, const EngineOrder *order, Arena *arena,
                     const Trace **trace, Status *status) {
  const SessionEngine *real = engine_of_models();
  (void)self;
  if (!model) return run_recording(order, arena, trace, status);
  if (is_slow(order->inputs) && strcmp(order->inputs->model, "slow-quick") != 0) {
    if (!wait_for(&may_run, order->progress, status) || !take_time(order, status)) return false;
    if (str_starts(order->inputs->streams[0], "broken"))
      return status_fail(status, STATUS_COULD_NOT, "that sentence cannot be run");
    atomic_fetch_add(&ran, 1);
    atomic_store(&last_before, order->before);
  }
  return real->run(real->self, model, order, arena, trace, status);
}

const SessionEngine *slow_engine(void) {
  static const SessionEngine engine = {NULL, open_slow, run_slow};
  engines++;
  may_open = may_run = opened = ran = stopped = waits = told = 0;
  last_before = NULL;
  percent = 50;
  return &engine;
}

void slow_let_open(int times) { atomic_fetch_add(&may_open, times); }
void slow_let_run(int times) { atomic_fetch_add(&may_run, times); }
void slow_is_at(int share_percent) { atomic_store(&percent, share_percent); }
int slow_opened(void) { return atomic_load(&opened); }
int slow_ran(void) { return atomic_load(&ran); }
int slow_stopped(void) { return atomic_load(&stopped); }
int slow_told(void) { return atomic_load(&told); }
int slow_waits(void) { return atomic_load(&waits); }
const Trace *slow_last_before(void) { return atomic_load(&last_before); }
