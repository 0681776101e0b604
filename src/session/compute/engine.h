/* session/compute/engine.h -- turns inputs into numbers: opens and runs a model, or reads a
** recording.
**
**   inputs.model → open → Model        inputs.streams, mask and kind → run → Trace
**
** The ordinary engine uses model/. Tests use their own, which waits, counts or fails.
**
** Threads One call at a time, on the thread of the session or of its job
**         (compute/background_job.h).
** Memory  The caller frees the model that open gives; run puts its trace on the caller's arena.
** Errors  Those of the model. Both functions check progress from time to time; told to stop, they
**         fail with STATUS_STOPPED.
*/
#ifndef SESSION_COMPUTE_ENGINE_H
#define SESSION_COMPUTE_ENGINE_H

#include "base/progress.h"
#include "model/model.h"
#include "session/inputs.h"
#include "trace/recording/recording.h"

/* What both functions get besides; all but the inputs may be NULL. */
typedef struct EngineOrder {
  const Inputs *inputs;
  /* Filled with what a recording leaves open, with STATUS_ASK. */
  RecordingQuestion *question;
  /* Set to the recording that was read and checked; valid as long as its trace. */
  const Recording **recording;
  Pool *pool;
  const Progress *progress;
  /* A trace of the same model, whose unchanged rows are reused; bends_before: it is of the same
  ** inputs but for what a person changed of the run (model.h). */
  const Trace *before;
  bool bends_before;
  /* Tokens to run instead of the sentence; NULL: the sentence. */
  const int *ids;
  int id_count;
  /* Memory for matrices that are computed when asked for. */
  size_t cache_bytes;
} EngineOrder;

/* A recording has numbers and no model: open gives NULL for it, and run is then given NULL. Both
** functions may be called on the thread of session/compute/background_job.h. open gives a model
** that the caller frees; run puts its trace on arena. */
typedef struct SessionEngine {
  void *self;
  bool (*open)(void *self, const EngineOrder *order, Model **model, Status *status);
  bool (*run)(void *self, const Model *model, const EngineOrder *order, Arena *arena,
              const Trace **trace, Status *status);
} SessionEngine;

/* The engine that uses model/ and trace/recording/recording.h; constant. */
const SessionEngine *engine_of_models(void);

#endif
