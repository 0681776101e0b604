/* session/history.c -- the one way inputs change, and back.
**
** A change first makes everything that can fail (the model, the trace, the copy of the inputs),
** then commits, so a failure leaves the session as it was.
*/
#include <string.h>

#include "base/words.h"
#include "session/state.h"

static const double typing_pause_ms = 1000.0;

typedef struct Made {
  Model *model; /* NULL: the one there is */
  TrainingMade training; /* run NULL: the model is another */
  const Trace *trace;
} Made;

static bool make_model(Session *session, const Inputs *inputs, Made *made, Status *status) {
  if (training_is_model(inputs)) {
    if (!training_make(session, &inputs->training, &made->training, status)) return false;
    made->model = made->training.model;
    return true;
  }
  bool is_there = session->model && strcmp(inputs->model, model_info(session->model)->name) == 0;
  return is_there || model_open(inputs->model, &made->model, status);
}

static void drop(const Made *made) {
  if (made->training.run) training_drop(&made->training);
  else model_free(made->model);
}

static bool make_trace(Session *session, const Inputs *inputs, Made *made, Status *status) {
  *made = (Made){0};
  if (!make_model(session, inputs, made, status)) return false;
  Arena *arena = session->trace_arenas[1 - session->trace_arena];
  arena_reset(arena);
  const Model *model = made->model ? made->model : session->model;
  RunOrder order = {.sentence = inputs->sentence,
                    .mask = &inputs->mask,
                    .pool = session->pool,
                    .before = made->model ? NULL : session->trace};
  if (model_run(model, &order, arena, &made->trace, status)) return true;
  drop(made);
  return false;
}

/* From here on the old trace is gone, and with it the last use of the old model. */
static void commit_trace(Session *session, const Made *made) {
  session->trace_arena = 1 - session->trace_arena;
  session->trace = made->trace;
  if (!made->model) return;
  model_free(session->model);
  session->model = made->model;
  if (made->training.run) training_commit(session, &made->training);
}

static bool make_state(const Inputs *inputs, HistoryState *state, Status *status) {
  size_t bytes = inputs->sentence.bytes + (size_t)inputs->mask.edit_count * sizeof(MaskEdit);
  *state = (HistoryState){.arena = arena_make(bytes + 256)};
  if (state->arena && inputs_copy(state->arena, inputs, &state->inputs)) return true;
  arena_free(state->arena);
  return status_no_memory(status);
}

static void drop_states(Session *session, int first, int end) {
  for (int i = first; i < end; i++) arena_free(session->states[i].arena);
}

static void push_state(Session *session, const HistoryState *state) {
  drop_states(session, session->state_at + 1, session->state_count);
  session->state_count = session->state_at + 1;
  if (session->state_count == HISTORY_STATES_MOST) {
    drop_states(session, 0, 1);
    memmove(session->states, session->states + 1,
            sizeof session->states[0] * (HISTORY_STATES_MOST - 1));
    session->state_count--;
  }
  session->states[session->state_count] = *state;
  session->state_at = session->state_count++;
}

/* The last change goes on: its end moves, its beginning and its place stay. */
static void extend_state(Session *session, const HistoryState *state) {
  HistoryState *now = &session->states[session->state_at];
  arena_free(now->arena);
  now->arena = state->arena;
  now->inputs = state->inputs;
}

static bool goes_on(const Session *session, ChangeKind kind) {
  const HistoryState *now = &session->states[session->state_at];
  ChangeKind last = session->last_change;
  if (session->group > 0) return session->group_started;
  if (session->state_at == 0 || session->state_at != session->state_count - 1) return false;
  if (kind == CHANGE_STROKE) return last == CHANGE_CELL || last == CHANGE_STROKE;
  return kind != CHANGE_ALONE && kind != CHANGE_CELL && kind == last &&
         session->edit.caret == now->caret_after && session->edit.anchor == session->edit.caret &&
         session_now_ms(session) - session->last_change_ms < typing_pause_ms;
}

bool history_begin(Session *session, const Inputs *first, Status *status) {
  HistoryState state;
  Made made;
  if (!make_trace(session, first, &made, status)) return false;
  commit_trace(session, &made);
  if (!make_state(first, &state, status)) return false;
  session->states[0] = state;
  session->state_count = 1;
  session_fit_view(session);
  return true;
}

bool history_change(Session *session, const Inputs *next, ChangeKind kind, Status *status) {
  HistoryState state;
  Made made;
  if (inputs_equal(next, session_now(session))) return true;
  bool extends = goes_on(session, kind);
  if (!make_state(next, &state, status)) return false;
  if (!make_trace(session, &state.inputs, &made, status)) {
    arena_free(state.arena);
    return false;
  }
  commit_trace(session, &made);
  state.place = session->view;
  state.caret_before = state.caret_after = session->edit.caret;
  if (extends) extend_state(session, &state);
  else push_state(session, &state);
  session->group_started = session->group > 0;
  session->last_change = kind;
  session->last_change_ms = session_now_ms(session);
  session_fit_view(session);
  return true;
}

bool history_remake(Session *session, Status *status) {
  Made made;
  if (!make_trace(session, session_now(session), &made, status)) return false;
  commit_trace(session, &made);
  session_fit_view(session);
  return true;
}

static void go_to_place(Session *session, const View *place) {
  View *view = &session->view;
  steps_begin_transition(session);
  view->kind = place->kind;
  view->stage = place->stage;
  view->layer = place->layer;
  view->head = place->head;
  view->solo = place->solo;
  view->query = place->query;
  view->key = place->key;
  view->locked = place->locked;
  view->filled = place->filled;
  view->zoom = place->zoom;
  view->scroll_x = place->scroll_x;
  view->scroll_y = place->scroll_y;
  view->mask_editor = place->mask_editor;
  session_fit_view(session);
}

bool history_move(Session *session, int by, Status *status) {
  int target = session->state_at + by;
  Made made;
  if (target < 0) return status_fail(status, STATUS_COULD_NOT, _("there is nothing to undo"));
  if (target >= session->state_count)
    return status_fail(status, STATUS_COULD_NOT, _("there is nothing to redo"));
  if (!make_trace(session, &session->states[target].inputs, &made, status)) return false;
  commit_trace(session, &made);
  const HistoryState *change = &session->states[by < 0 ? session->state_at : target];
  session->state_at = target;
  session->last_change = CHANGE_ALONE;
  session->edit.caret = session->edit.anchor = by < 0 ? change->caret_before : change->caret_after;
  session->edit.composition[0] = 0;
  go_to_place(session, &change->place);
  return true;
}

void history_free(Session *session) { drop_states(session, 0, session->state_count); }
