/* session/training/watched.c -- the matrix and the number of a training that are watched, at the
** step on show. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "session/session_internal.h"

static const double slow_step_ms = 8, rest_ms = 150;

/* The tensor of that name in the file; the embedding if a layer has no such matrix. */
NetworkTensor training_tensor(const Session *session, WatchId watch) {
  assert(session->training.run);
  const NetworkShape *shape = run_shape(session->training.run);
  char name[NETWORK_TENSOR_NAME_BYTES];
  int layer = session->view.layer < network_stack_count(shape) ? session->view.layer : 0;
  if (watch == WATCH_EMBEDDING) snprintf(name, sizeof name, "embedding");
  else snprintf(name, sizeof name, "layers.%d.%s", layer, view_watch_name(watch));
  for (int i = 0; i < network_tensor_count(shape); i++) {
    NetworkTensor tensor = network_tensor(shape, i);
    if (strcmp(tensor.name, name) == 0) return tensor;
  }
  return network_tensor(shape, 0);
}

/* The numbers of a checkpoint are one array; a tensor is a part of it. */
static MatView view_of(const Checkpoint *checkpoint, const NetworkTensor *tensor) {
  return (MatView){checkpoint->numbers + tensor->first, tensor->rows, tensor->cols, tensor->cols};
}

/* Copied once for each step on show, whatever is watched. */
static void make_matrices(Session *session) {
  Training *training = &session->training;
  if (training->matrix_is_made) return;
  if (!training->matrices) training->matrices = arena_make(0);
  if (!training->matrices) return;
  arena_reset(training->matrices);
  int index = training_shown_index(session);
  training->matrix_is_made =
      run_checkpoint(training->run, 0, training->matrices, &training->first, NULL) &&
      run_checkpoint(training->run, index, training->matrices, &training->shown, NULL);
}

/* The index of the watched number in the array; false if there is none. */
static bool watched_number(const Session *session, size_t *number) {
  const View *view = &session->view;
  NetworkTensor tensor = training_tensor(session, view->watch);
  *number = tensor.first + (size_t)view->watch_row * (size_t)tensor.cols + (size_t)view->watch_col;
  return view->watch_row >= 0 && view->watch_row < tensor.rows && view->watch_col < tensor.cols;
}

/* A step of a large model takes longer than key repeats: it is worked out when the timeline rests,
** and the one before, which shows its step, stays until then. */
static double worked_due_in_ms(const Session *session) {
  const Training *training = &session->training;
  bool waits = training->worked_is_made && training->worked_is_old && session->ticking &&
               training->worked_took_ms > slow_step_ms;
  return waits ? training->step_shown_ms + rest_ms - session_now_ms(session) : -1;
}

static void make_worked_step(Session *session) {
  assert(session->training.run && session->view.kind == VIEW_TRAINING);
  Training *training = &session->training;
  size_t number;
  bool wanted = watched_number(session, &number) && !run_news(training->run).going;
  bool same = training->worked_is_made && wanted && training->worked_number == number;
  if (same && (!training->worked_is_old || worked_due_in_ms(session) > 0)) return;
  training->worked_is_made = training->worked_is_old = false;
  if (!wanted) return;
  double start_ms = session_now_ms(session);
  if (!training->worked_arena) training->worked_arena = arena_make(0);
  if (!training->worked_arena) return;
  arena_reset(training->worked_arena);
  training->worked_number = number;
  training->worked_is_made = run_worked_step(training->run, training_shown_index(session), number,
                                             training->worked_arena, &training->worked, NULL);
  training->worked_took_ms = session_now_ms(session) - start_ms;
}

void training_look_ahead(Session *session) {
  if (session->view.kind != VIEW_TRAINING || !session->training.run || session->dry) return;
  make_matrices(session);
  make_worked_step(session);
}

double training_tick_worked_step(Session *session) {
  const Training *training = &session->training;
  bool waits = training->worked_is_made && training->worked_is_old;
  if (!waits || session->view.kind != VIEW_TRAINING) return -1;
  double due_ms = worked_due_in_ms(session);
  if (due_ms > 0) return due_ms;
  training_look_ahead(session);
  session->revision++;
  return -1;
}

bool session_training_matrix(const Session *session, TrainingMatrix *matrix) {
  const Training *training = &session->training;
  *matrix = (TrainingMatrix){0};
  if (!training->run || !training->matrix_is_made) return false;
  const NetworkShape *shape = run_shape(training->run);
  WatchId watch = session->view.watch;
  matrix->tensor = training_tensor(session, watch);
  matrix->before = view_of(&training->first, &matrix->tensor);
  matrix->now = view_of(&training->shown, &matrix->tensor);
  if (watch != WATCH_EMBEDDING && watch != WATCH_W_O)
    matrix->head_columns = shape->d_model / shape->head_count;
  return true;
}

const WorkedStep *session_worked_step(const Session *session) {
  return session->training.worked_is_made ? &session->training.worked : NULL;
}
