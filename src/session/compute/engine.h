/* session/compute/engine.h -- what turns inputs into numbers: a model is opened and run, a
** recording read.
**
**   inputs.model → open → Model        inputs.streams, mask and kind → run → Trace
**
** Ordinarily both are model/'s. A test puts its own in their place: one that waits, counts or
** fails.
**
** Threads One call at a time, from the thread of the session or of its work
** (compute/background_job.h). Errors  The model's own. Both ask progress now and then; told to
**                                     stop, they fail with
**         STATUS_STOPPED.
*/
#ifndef SESSION_COMPUTE_ENGINE_H
#define SESSION_COMPUTE_ENGINE_H

#include "base/progress.h"
#include "model/model.h"
#include "session/inputs.h"
#include "trace/recording/recording.h"

/* What both need besides; all but the inputs may be NULL. */
typedef struct EngineOrder {
  const Inputs *inputs;
  /* What a recording leaves open, with STATUS_ASK. */
  RecordingQuestion *question;
  /* Set to what was read and checked; it lives as long as its trace. */
  const Recording **recording;
  Pool *pool;
  const Progress *progress;
  /* A trace of the same model: rows that stay are taken from it. */
  const Trace *before;
  /* Tokens to run instead of the sentence; NULL: the sentence. */
  const int *ids;
  int id_count;
  /* Memory for matrices made when asked for. */
  size_t cache_bytes;
} EngineOrder;

/* A recording has numbers and no model: open gives NULL for it, and run is then given NULL. Both
** functions may be called from the thread of session/compute/background_job.h. open gives a model
** that the caller frees; run puts its trace on arena. */
typedef struct SessionEngine {
  void *self;
  bool (*open)(void *self, const EngineOrder *order, Model **model, Status *status);
  bool (*run)(void *self, const Model *model, const EngineOrder *order, Arena *arena,
              const Trace **trace, Status *status);
} SessionEngine;

/* The engine of model/ and trace/recording/recording.h; constant, valid for ever. */
const SessionEngine *engine_of_models(void);

#endif
