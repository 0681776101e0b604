/* session/training/leaving.c -- back from the training to the model, the words and the place before
** it.
**
** Whoever opens the training looks at a task's letters and at a small model. What was there before
** is kept until the next time, so that one key leads there and back.
*/
#include <assert.h>
#include <string.h>

#include "session/session_internal.h"

/* A former memory is overwritten only by a whole new one. */
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

/* What is trained and how words are drawn is no part of what was before. */
bool training_leave(Session *session, Status *status) {
  const TrainingBefore *before = &session->training.before;
  if (!before->arena || !training_is_model(session_now(session)))
    return session_do(session, "view overview", status);
  Inputs next = before->inputs;
  View place = before->place;
  next.training = session_now(session)->training;
  next.sampling = session_now(session)->sampling;
  if (!undo_change(session, &next, CHANGE_ALONE, status)) return false;
  session->edit.caret = session->edit.anchor = session_now(session)->streams[0].bytes;
  if (session->pending.is_on) session->view.kind = place.kind;
  undo_go_to_when_made(session, &place);
  return true;
}

/* The letters of a task say nothing to the models of the program, but may to one that was kept of
** this training. What a person typed stays. */
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
