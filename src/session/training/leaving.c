/* session/training/leaving.c -- returns from the training to the model, sentence and place before
** it.
**
** The training shows a task's letters and a small model. What was on show before is kept, so that
** one key leads there and back.
*/
#include <assert.h>
#include <string.h>

#include "session/session_internal.h"

/* The former memory is freed only when the new copy is complete. */
bool training_remember_before(Session *session, Status *status) {
  assert(!training_is_model(session_now(session)));
  TrainingBefore *before = &session->training.before;
  Arena *arena = arena_make(0);
  Inputs inputs;
  if (!arena || !inputs_copy(arena, session_now(session), &inputs)) {
    arena_free(arena);
    return status_no_memory(status);
  }
  arena_free(before->arena);
  *before = (TrainingBefore){arena, inputs, session->view};
  return true;
}

/* The training choice, the sampling and the experiments are not restored. */
bool training_leave(Session *session, Status *status) {
  const TrainingBefore *before = &session->training.before;
  if (!before->arena || !training_is_model(session_now(session)))
    return session_do(session, "view overview", status);
  Inputs next = before->inputs;
  View place = before->place;
  next.training = session_now(session)->training;
  next.sampling = session_now(session)->sampling;
  next.experiments = session_now(session)->experiments;
  if (!undo_change(session, &next, CHANGE_ALONE, status)) return false;
  session->edit.caret = session->edit.anchor = session_now(session)->streams[0].bytes;
  if (session->pending.is_on) session->view.kind = place.kind;
  undo_go_to_when_made(session, &place);
  return true;
}

/* The letters of a task mean nothing to built-in models, but may to a folder that was kept of this
** training. A sentence that the person typed stays. */
void training_give_words_back(const Session *session, Inputs *next) {
  const TrainingBefore *before = &session->training.before;
  const Inputs *now = session_now(session);
  Str letters;
  bool is_kept = compute_is_outside(next->model) && strcmp(next->model, before->inputs.model) != 0;
  if (!before->arena || !training_is_model(now) || is_kept) return;
  if (!training_sentence(session, &now->training, &letters, NULL)) return;
  if (!str_equal(letters, now->streams[0])) return;
  next->streams[0] = before->inputs.streams[0];
  next->mask = before->inputs.mask;
}
