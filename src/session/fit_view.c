/* session/fit_view.c -- after the trace became another one: view, selection and caret point at what
** is there. */
#include "base/number.h"
#include "session/session_internal.h"

/* A key without a query is no cell. */
static void fit_cell(int *query, int *key, int rows, int cols) {
  if (*query >= rows) *query = -1;
  if (*query < 0 || *key >= cols) *key = -1;
}

/* Ends a transition from a stage that this trace lacks, and a moment on the way to a stage that it
** lacks: the stage in its place may be the one that it came from. */
static void fit_transition(View *view, const Trace *trace) {
  bool fades = view->from_kind == VIEW_STAGE;
  bool is_there = view->kind == VIEW_STAGE && view->from_stage == view->stage;
  if (fades && !trace_has_stage(trace, view->from_stage)) view->transition = 1;
  if (fades && view->held && is_there) view->transition = 1;
  if (view->transition >= 1) view->held = false;
}

/* If the lens's cell is outside the sentence now, the lens follows the focus again. */
static void fit_lens(View *view, const Trace *trace) {
  int rows, cols;
  trace_stage_shape(trace, stage_of_part(TRACE_WEIGHTS), &rows, &cols);
  if (view->lens_query >= rows || view->lens_key >= cols) view->lens_query = view->lens_key = -1;
}

/* The text that is edited, or would be. */
static Str edited_text(const Session *session) {
  bool is_second = session->edit.active && session->edit.stream == 1;
  return is_second ? session_second_sentence(session) : session_sentence(session);
}

static void fit_caret(Session *session) {
  size_t most = edited_text(session).bytes;
  if (session->edit.caret > most) session->edit.caret = most;
  if (session->edit.anchor > most) session->edit.anchor = most;
}

void session_caret_to_end(Session *session) {
  session->edit.composition[0] = 0;
  session->edit.caret = session->edit.anchor = edited_text(session).bytes;
}

void session_fit_view(Session *session) {
  View *view = &session->view;
  int rows, cols;
  view->layer = int_clamp(view->layer, 0, trace_layer_count(session->trace) - 1);
  session->trace = trace_of_layer(session->trace, view->layer);
  view->head = int_clamp(view->head, 0, trace_head_count(session->trace, view->layer) - 1);
  view->stage = trace_stage_at(session->trace, trace_stage_index(session->trace, view->stage));
  fit_transition(view, session->trace);
  fit_lens(view, session->trace);
  if (view->filled >= steps_cells(session, view->stage, &cols) || view->filled == 0)
    view->filled = -1;
  bool trains = training_is_model(session_settled(session));
  if (view->kind == VIEW_TRAINING && !trains) view->kind = VIEW_OVERVIEW;
  if (view->kind == VIEW_BOARD && !session_board(session)) view->kind = VIEW_STAGE;
  board_fit_cell(session);
  if (view->menu == MENU_RECIPE && view->kind != VIEW_TRAINING) view->menu = MENU_NONE;
  session_cell_shape(session, &rows, &cols);
  fit_cell(&view->query, &view->key, rows, cols);
  if (view->query < 0) view->locked = false;
  if (view->key_alone >= trace_key_count(session->trace)) view->key_alone = -1;
  if (view->hover_key_alone >= trace_key_count(session->trace)) view->hover_key_alone = -1;
  fit_cell(&view->hover_query, &view->hover_key, rows, cols);
  int terms = session_term_count(session);
  if (view->term >= terms) view->term = -1;
  if (view->hover_term >= terms) view->hover_term = -1;
  fit_caret(session);
}
