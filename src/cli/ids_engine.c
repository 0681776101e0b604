/* cli/ids_engine.c -- the engine of models, run on ids. */
#include "cli/ids_engine.h"

#include "base/i18n.h"
#include "cli/run_model.h"

typedef struct Ids {
  const int *at;
  int count;
  SessionEngine engine;
} Ids;

/* Opening a model does not depend on the tokens, so the ordinary engine does it. */
static bool open_model(void *self, const EngineOrder *order, Model **model, Status *status) {
  const SessionEngine *models = engine_of_models();
  (void)self;
  return models->open(models->self, order, model, status);
}

/* The sentence of such a session is "". Any other sentence comes from a command, and is refused
** because it would have no effect. */
static bool run_ids(void *self, const Model *model, const EngineOrder *order, Arena *arena,
                    const Trace **trace, Status *status) {
  const Ids *ids = self;
  RunOrder run = {.ids = order->ids ? order->ids : ids->at,
                  .id_count = order->ids ? order->id_count : ids->count,
                  .second = order->inputs->streams[1],
                  .mask = &order->inputs->mask,
                  .kind = &order->inputs->kind,
                  .pool = order->pool,
                  .progress = order->progress,
                  .cache_bytes = order->cache_bytes};
  if (!model)
    return status_fail(status, STATUS_USAGE,
                       _("%s is a recording and takes no --ids: it has its "
                         "own tokens"),
                       order->inputs->model);
  if (order->inputs->streams[0].bytes > 0)
    return status_fail(status, STATUS_USAGE,
                       _("the tokens are those of --ids, so there is no sentence to change"));
  return model_run(model, &run, arena, trace, status);
}

bool ids_engine_make(Arena *arena, const char *text, const SessionEngine **engine, Status *status) {
  Ids *ids = arena_take(arena, 1, sizeof *ids);
  if (!ids) return status_no_memory(status);
  if (!run_model_ids(arena, text, &ids->at, &ids->count, status)) return false;
  ids->engine = (SessionEngine){ids, open_model, run_ids};
  *engine = &ids->engine;
  return true;
}
