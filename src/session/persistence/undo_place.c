/* session/persistence/undo_place.c -- what undo and redo do with the view. */
#include "session/persistence/undo_place.h"

#include <string.h>

#include "session/session_internal.h"

void undo_place_restore(Session *session, const View *place) {
  View *view = &session->view;
  if (view->kind != place->kind || view->stage != place->stage) steps_begin_transition(session);
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
  session_fit_view(session);
}

void undo_place_choose_again(Session *session, const View *before) {
  View *view = &session->view;
  bool is_gone = view->query < 0 && view->key_alone < 0;
  bool is_row = view->query >= 0 && view->query == before->query && view->key < 0;
  if (!is_gone && !is_row) return;
  view->query = before->query;
  view->locked = view->locked || (before->locked && before->query >= 0);
  if (view->kind != before->kind || view->stage != before->stage) return;
  view->key = before->key;
  view->key_alone = before->key_alone;
  view->locked = view->locked || before->locked;
}

/* How it looked before a reset. What a person does not see as a setting stays as it is now: what is
** under the pointer, what runs, a lesson, and the presenter view, which a window follows. */
static void restore_look(Session *session, const View *before) {
  View view = *before;
  const View *now = &session->view;
  view.menu = now->menu;
  view.menu_item = now->menu_item;
  view.mask_editor = view.playing = view.held = false;
  view.lesson = now->lesson;
  view.points = now->points;
  view.lit_part = now->lit_part;
  view.hover_query = now->hover_query;
  view.hover_key = now->hover_key;
  view.hover_key_alone = now->hover_key_alone;
  view.hover_head = now->hover_head;
  view.hover_term = now->hover_term;
  view.presenter = now->presenter;
  view.blank = now->blank;
  view.timeline_step = now->timeline_step;
  view.sampling = now->sampling;
  view.experiments = now->experiments;
  session->view = view;
  session->view.kind = now->kind; /* the place follows, with its motion */
  session->view.stage = now->stage;
  session->view.transition = 1;
  session_fit_view(session); /* the trace on show may still be another model's */
}

bool undo_place_is_moved(const UndoState *change, const UndoState *target, int by) {
  if (change->kind == CHANGE_RESET) return true;
  return by < 0 &&
         (change->kind == CHANGE_LEAVE || strcmp(change->inputs.model, target->inputs.model) != 0);
}

void undo_place_move(Session *session, UndoState *change, const UndoMove *move) {
  Pending *pending = &session->pending;
  View to = change->place;
  if (change->kind == CHANGE_RESET) change->place = move->left; /* for the way back */
  pending->place = to;
  pending->goes_to_place = pending->is_on && move->brings_view;
  pending->chooses_again = pending->is_on && move->is_reworded && !move->brings_view;
  if (move->brings_view && change->kind == CHANGE_RESET) restore_look(session, &to);
  if (pending->is_on) return;
  if (move->brings_view) undo_place_restore(session, &to);
  else if (move->is_reworded) undo_place_choose_again(session, &to);
}
