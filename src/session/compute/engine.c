/* session/compute/engine.c -- opens and runs models through model/, reads
** recordings through trace/. */
#include "session/compute/engine.h"

#include <assert.h>

#include "base/os.h"
#include "model/board/board.h"

/* Files are boards or recordings, folders are models. A recording is read by run, because it must
** live as long as its trace. */
static bool open_model(void *self, const EngineOrder *order, Model **model, Status *status) {
  assert(order->inputs);
  (void)self;
  *model = NULL;
  if (order->inputs->board.at)
    return board_open(&(BoardSource){.name = order->inputs->model,
                                     .text = order->inputs->board,
                                     .is_typed = true},
                      model, status);
  if (board_is_file(order->inputs->model))
    return model_open_with(order->inputs->model, order->pool, order->progress, model, status);
  if (os_kind(order->inputs->model) == OS_FILE) return true;
  return model_open_with(order->inputs->model, order->pool, order->progress, model, status);
}

/* of each kind: takes a fraction of a second even for a large file */
enum { MATRICES_CHECKED = 24 };

static void close_recording(void *recording) { recording_close(recording); }

static bool read_recording(const EngineOrder *order, Arena *arena, const Trace **trace,
                           Status *status) {
  RecordingAnswers answers;
  Recording *recording;
  if (!recording_answers_parse(order->inputs->reading, &answers, status) ||
      !recording_open(arena, &(RecordingOrder){order->inputs->model, &answers, order->question},
                      &recording, status))
    return false;
  if (!arena_at_end(arena, close_recording, recording)) {
    recording_close(recording);
    return status_no_memory(status);
  }
  /* A part that cannot be read is reported where it would be drawn. */
  if (!recording_check(recording, MATRICES_CHECKED, order->progress, status) &&
      status->kind == STATUS_STOPPED)
    return false;
  if (order->recording) *order->recording = recording;
  return recording_trace(recording, arena, order->cache_bytes, trace, status);
}

/* Between two sentences there is no order to compare, and ids are of tokens to come. */
static bool shuffles(const Model *model, const EngineOrder *order) {
  bool is_one = !order->inputs->streams[1].at && !model_has_halves(model);
  return order->inputs->is_shuffled && !order->ids && is_one;
}

/* With before, rows of unchanged tokens are copied instead of computed; model_run decides which. */
static bool run_model(void *self, const Model *model, const EngineOrder *order, Arena *arena,
                      const Trace **trace, Status *status) {
  assert(!order->ids || (model && order->id_count > 0));
  RunOrder run = {.sentence = order->inputs->streams[0],
                  .second = order->inputs->streams[1],
                  .mask = &order->inputs->mask,
                  .kind = &order->inputs->kind,
                  .what_ifs = &order->inputs->what_ifs,
                  .pool = order->pool,
                  .before = order->before,
                  .bends_before = order->bends_before,
                  .shuffles = model && shuffles(model, order),
                  .shuffle_seed = order->inputs->shuffle_seed,
                  .quiz = order->inputs->quiz,
                  .ids = order->ids,
                  .id_count = order->id_count,
                  .progress = order->progress,
                  .cache_bytes = order->cache_bytes};
  (void)self;
  /* For ids only the words after the last one are needed. */
  if (order->ids) run.keep = KEEP_LITTLE;
  if (!model) return read_recording(order, arena, trace, status);
  return model_run(model, &run, arena, trace, status);
}

const SessionEngine *engine_of_models(void) {
  static const SessionEngine engine = {NULL, open_model, run_model};
  return &engine;
}
