/* session/engine.c -- models as model/ opens and runs them. */
#include "session/engine.h"

static bool open_model(void *self, const EngineOrder *order, Model **model, Status *status) {
  (void)self;
  return model_open_with(order->inputs->model, order->pool, order->progress, model, status);
}

static bool run_model(void *self, const Model *model, const EngineOrder *order, Arena *arena,
                      const Trace **trace, Status *status) {
  RunOrder run = {.sentence = order->inputs->sentence,
                  .mask = &order->inputs->mask,
                  .pool = order->pool,
                  .before = order->before,
                  .progress = order->progress,
                  .cache_bytes = order->cache_bytes};
  (void)self;
  return model_run(model, &run, arena, trace, status);
}

const SessionEngine *engine_of_models(void) {
  static const SessionEngine engine = {NULL, open_model, run_model};
  return &engine;
}
