/* session/persistence/undo.c -- changes of the inputs, and their undo.
**
** A change first makes everything that can fail (the model, the trace, the copy of the inputs),
** then commits, so a failure leaves the session as it was. Inputs whose trace is made on the thread
** enter the history at once; if that fails, the history returns to what it was before the first of
** them.
*/
#include <assert.h>
#include <string.h>

#include "base/os.h"
#include "base/i18n.h"
#include "session/compute/focus.h"
#include "session/persistence/undo_place.h"
#include "session/session_internal.h"
#include "text/utf8.h"

static const double typing_pause_ms = 1000.0;

/* ---- states, each held by one or more histories ---- */

/* The stream as shown is the typed one, with bytes that are not UTF-8 replaced. */
static bool clean_stream(Arena *scratch, Arena *arena, Str typed, Str *shown) {
  ArenaMark mark = arena_mark(scratch);
  Str clean = utf8_clean(scratch, typed, NULL);
  *shown = typed;
  bool same = clean.at && str_equal(clean, typed);
  const char *copy = clean.at && !same ? str_copy(arena, clean) : NULL;
  if (copy) *shown = (Str){copy, clean.bytes};
  arena_rewind(scratch, mark);
  return same || copy;
}

static bool clean_streams(Arena *scratch, UndoState *state) {
  for (int i = 0; i < INPUTS_STREAM_COUNT; i++) {
    Str typed = state->inputs.streams[i];
    if (typed.at && !clean_stream(scratch, state->arena, typed, &state->shown[i])) return false;
  }
  return true;
}

/* The arena begins with the size that is known to be needed, so the state of a long
** sentence is one block. */
static bool make_state(const Session *session, const Inputs *inputs, UndoState *state,
                       Status *status) {
  size_t bytes = inputs_text_bytes(inputs) + (size_t)inputs->mask.edit_count * sizeof(MaskEdit);
  *state = (UndoState){.arena = arena_make(bytes + 512)};
  if (state->arena) state->holders = arena_take(state->arena, 1, sizeof *state->holders);
  if (state->holders && inputs_copy(state->arena, inputs, &state->inputs) &&
      clean_streams(session->scratch, state)) {
    *state->holders = 1;
    return true;
  }
  arena_free(state->arena);
  return status_no_memory(status);
}

static void drop_state(UndoState *state) {
  assert(*state->holders > 0);
  if (--*state->holders == 0) arena_free(state->arena);
}

static void drop_states(UndoHistory *undo, int first, int end) {
  assert(first >= 0 && end <= undo->count);
  for (int i = first; i < end; i++) drop_state(&undo->states[i]);
}

/* Counting holders lets histories share states without copying; only the
** session's thread counts. */
static void hold_states(UndoHistory *undo) {
  for (int i = 0; i < undo->count; i++) ++*undo->states[i].holders;
}

/* A full list is moved down by one, once a change at most, which is cheap enough
** without a ring buffer. */
static void push_state(UndoHistory *undo, const UndoState *state) {
  assert(undo->at >= 0 && undo->at < undo->count && undo->count <= UNDO_STATES_MOST);
  drop_states(undo, undo->at + 1, undo->count);
  undo->count = undo->at + 1;
  if (undo->count == UNDO_STATES_MOST) {
    drop_states(undo, 0, 1);
    memmove(undo->states, undo->states + 1, sizeof undo->states[0] * (UNDO_STATES_MOST - 1));
    undo->count--;
  }
  undo->states[undo->count] = *state;
  undo->at = undo->count++;
}

/* Extends the last change: its end moves; its beginning, place and kind stay. */
static void extend_state(UndoHistory *undo, const UndoState *state) {
  UndoState *now = &undo->states[undo->at], before = *now;
  *now = *state;
  now->place = before.place;
  now->kind = before.kind;
  now->caret_before = before.caret_before;
  now->caret_after = before.caret_after;
  drop_state(&before);
}

/* ---- the wanted trace and the trace on show ---- */

/* Keeps the present history as settled, to return to, until the pending trace is there. */
static void begin_pending(Session *session) {
  UndoHistory *now = &session->undo;
  Pending *pending = &session->pending;
  if (!pending->is_on) {
    hold_states(now);
    session->settled = *now;
    pending->caret_before = session->edit.caret;
    pending->shown_ms = os_now_ms();
  }
  pending->is_on = true;
  pending->goes_to_place = pending->chooses_again = false;
  pending->seen = session->view;
}

static void end_running(Session *session) {
  Running *running = &session->running;
  if (running->is_on) drop_states(&running->undo, 0, running->undo.count);
  running->is_on = false;
}

static void end_pending(Session *session) {
  if (!session->pending.is_on) return;
  drop_states(&session->settled, 0, session->settled.count);
  session->pending.is_on = false;
}

/* A newer change cancels a token that is still being computed. */
static void apply_made(Session *session, const Inputs *inputs, const Computed *made) {
  generation_cancel(session);
  if (made->later) {
    begin_pending(session);
    return;
  }
  session_forget_failure(session);
  compute_commit(session, inputs, made);
  end_pending(session);
}

/* What the view has of the inputs, without which no picture could show it. */
static void show_copies(Session *session, const Inputs *inputs) {
  session->view.sampling = inputs->sampling;
  session->view.experiments = inputs->experiments;
}

/* Whether a change extends the last step of undo. Typing does until a second passes or the caret
** moves. Within a group, as when a state is played, everything is one step. */
static bool extends_last(const Session *session, ChangeKind kind) {
  const UndoHistory *undo = &session->undo;
  const UndoState *now = &undo->states[undo->at];
  ChangeKind last = session->last_change;
  if (session->group > 0) return session->group_started;
  if (undo->at == 0 || undo->at != undo->count - 1) return false;
  if (kind == CHANGE_STROKE) return last == CHANGE_CELL || last == CHANGE_STROKE;
  return kind != CHANGE_ALONE && kind != CHANGE_RESET && kind != CHANGE_LEAVE &&
         kind != CHANGE_CELL && kind == last && session->edit.caret == now->caret_after &&
         session->edit.anchor == session->edit.caret &&
         session_now_ms(session) - session->last_change_ms < typing_pause_ms;
}

static bool begin_with(Session *session, const Inputs *first, Status *status) {
  assert(session->undo.count == 0 && !session->trace);
  UndoState *state = &session->undo.states[0];
  Computed made;
  if (!make_state(session, first, state, status)) return false;
  session->undo.count = 1;
  if (!compute_find(session, &state->inputs, &made, status)) return false;
  compute_commit(session, &state->inputs, &made);
  focus_begin_at_first_place(session);
  session_fit_view(session);
  return true;
}

/* A model of the disk is opened on the thread; until then the default model is on show. That is no
** step of undo, as nobody asked for it. */
bool undo_begin(Session *session, const Inputs *first, Status *status) {
  if (!session->job || !compute_is_outside(first->model)) return begin_with(session, first, status);
  Inputs default_inputs = session_default_inputs(), stand_in = *first;
  memcpy(stand_in.model, default_inputs.model, sizeof stand_in.model);
  memset(stand_in.reading, 0, sizeof stand_in.reading);
  if (!begin_with(session, &stand_in, status)) return false;
  session->group++;
  session->group_started = true;
  bool done = undo_change(session, first, CHANGE_ALONE, status);
  session->group--;
  session->group_started = false;
  return done;
}

bool undo_lend(Session *session, const Session *from, Status *status) {
  assert(session->undo.count == 0 && from->trace);
  UndoState *state = &session->undo.states[0];
  if (!make_state(session, session_settled(from), state, status)) return false;
  session->undo.count = 1;
  compute_lend(session, from);
  session_fit_view(session);
  return true;
}

/* The numbers of a recording cannot be computed again for other inputs. */
bool undo_may_edit(const Session *session, Status *status) {
  if (!session->trace || !session_is_recording(session) || session->pending.is_on) return true;
  return status_fail(status, STATUS_COULD_NOT,
                     _("a recording keeps the sentence and the mask it was made with; open a "
                       "model to change them"));
}

/* Mask, kind and order wait for the next model while a recording is on show, and may be forgotten;
** a sentence may not, by which the recording was typed. */
static bool is_plain(const Inputs *inputs) {
  return inputs->mask.model_own && inputs->mask.edit_count == 0 && kind_is_own(&inputs->kind) &&
         !inputs->is_shuffled && !inputs->streams[1].at;
}

/* Experiments need no model. */
static bool check_recording(const Session *session, const Inputs *next, Status *status) {
  const Inputs *now = session_now(session);
  bool same = strcmp(now->model, next->model) == 0 && strcmp(now->reading, next->reading) == 0;
  bool is_apart = inputs_make_same_trace(now, next) ||
                  (is_plain(next) && str_equal(now->streams[0], next->streams[0]));
  return !same || (is_apart && sampling_equal(&now->sampling, &next->sampling)) ||
         undo_may_edit(session, status);
}

/* Numbers, heads and places are those of one model. */
static Inputs fitted(const Session *session, const Inputs *next) {
  Inputs own = *next;
  const Inputs *now = session_now(session);
  if (strcmp(now->model, next->model) != 0 && what_ifs_equal(&now->what_ifs, &next->what_ifs))
    own.what_ifs = (WhatIfs){.count = 0};
  return own;
}

bool undo_change(Session *session, const Inputs *wanted, ChangeKind kind, Status *status) {
  assert(session->undo.count > 0);
  const Inputs own = fitted(session, wanted), *next = &own;
  UndoState state;
  Computed made;
  if (inputs_equal(next, session_now(session))) return true;
  if (!inputs_make_same_trace(next, session_now(session)) &&
      !check_recording(session, next, status))
    return false;
  if (session->opens_nothing && compute_is_outside(next->model) && !next->board.at)
    return session->is_blind = true; /* opening it would take too long for a check */
  bool extends = extends_last(session, kind);
  if (!make_state(session, next, &state, status)) return false;
  if (!compute_find(session, &state.inputs, &made, status)) {
    drop_state(&state);
    return false;
  }
  state.place = session->view; /* before the new model changes the view */
  state.kind = kind;
  apply_made(session, &state.inputs, &made);
  state.caret_before = state.caret_after = session->edit.caret;
  if (extends) extend_state(&session->undo, &state);
  else push_state(&session->undo, &state);
  show_copies(session, &state.inputs);
  session->group_started = session->group > 0;
  script_note_change(session);
  session->last_change = kind;
  session->last_change_ms = session_now_ms(session);
  session_fit_view(session);
  return true;
}

bool undo_remake(Session *session, Status *status) {
  Computed made;
  if (!compute_again(session, &made, status)) return false;
  compute_commit(session, session_now(session), &made);
  session_fit_view(session);
  return true;
}

/* The trace is made before anything moves, because it may fail for lack of memory. */
bool undo_move(Session *session, int by, Status *status) {
  assert(by == 1 || by == -1);
  UndoHistory *undo = &session->undo;
  int target = undo->at + by;
  Computed made;
  if (target < 0) return status_fail(status, STATUS_COULD_NOT, _("there is nothing to undo"));
  if (target >= undo->count)
    return status_fail(status, STATUS_COULD_NOT, _("there is nothing to redo"));
  if (!compute_find(session, &undo->states[target].inputs, &made, status)) return false;
  UndoState *change = &undo->states[by < 0 ? undo->at : target];
  const Inputs *to = &undo->states[target].inputs;
  UndoMove move = {.left = session->view,
                   .brings_view = undo_place_is_moved(change, &undo->states[target], by),
                   .is_reworded = by < 0 && !str_equal(change->inputs.streams[0], to->streams[0])};
  apply_made(session, to, &made);
  undo->at = target;
  session->message[0] = 0; /* the message was about the undone change */
  show_copies(session, session_now(session));
  script_note_change(session);
  session->last_change = CHANGE_ALONE;
  session->edit.caret = session->edit.anchor = by < 0 ? change->caret_before : change->caret_after;
  session->edit.composition[0] = 0;
  undo_place_move(session, change, &move);
  session_fit_view(session);
  return true;
}

bool undo_forget_after(Session *session, int target, Status *status) {
  UndoHistory *undo = &session->undo;
  Computed made;
  assert(target >= 0 && target <= undo->at);
  if (!compute_find(session, &undo->states[target].inputs, &made, status)) return false;
  apply_made(session, &undo->states[target].inputs, &made);
  drop_states(undo, target + 1, undo->count);
  undo->at = target;
  undo->count = target + 1;
  session->last_change = CHANGE_ALONE;
  script_note_change(session);
  session_fit_view(session);
  return true;
}

void undo_go_to_when_made(Session *session, const View *place) {
  Pending *pending = &session->pending;
  pending->goes_to_place = pending->is_on;
  pending->place = *place;
  pending->seen = session->view;
  if (!pending->is_on) undo_place_restore(session, place);
}

void undo_settle(Session *session, bool made) {
  const Pending *pending = &session->pending;
  if (!pending->is_on) return;
  if (!made) {
    drop_states(&session->undo, 0, session->undo.count);
    session->undo = session->settled;
    show_copies(session, session_now(session));
    session->pending.is_on = false;
    script_note_change(session);
    session->last_change = CHANGE_ALONE;
    session->edit.caret = session->edit.anchor = pending->caret_before;
    session_fit_view(session);
    return;
  }
  end_pending(session);
  if (pending->goes_to_place && session_same_view(&pending->seen, &session->view))
    undo_place_restore(session, &pending->place);
  if (pending->chooses_again) undo_place_choose_again(session, &pending->place);
  session_fit_view(session);
}

/* A third history holds the states while the job is busy: an undo meanwhile must not free what
** its result belongs to. */
void undo_run(Session *session) {
  end_running(session);
  hold_states(&session->undo);
  session->running.undo = session->undo;
  session->running.caret = session->edit.caret;
  session->running.is_on = true;
}

const Inputs *undo_running(const Session *session) {
  const UndoHistory *undo = &session->running.undo;
  return session->running.is_on ? &undo->states[undo->at].inputs : NULL;
}

void undo_show_running(Session *session) {
  assert(session->running.is_on && session->pending.is_on);
  drop_states(&session->settled, 0, session->settled.count);
  session->settled = session->running.undo;
  session->pending.caret_before = session->running.caret;
  session->running.is_on = false;
  session_fit_view(session);
}

void undo_free(Session *session) {
  end_pending(session);
  end_running(session);
  drop_states(&session->undo, 0, session->undo.count);
}
