/* session/commands/place.c -- the commands that say where one looks: stage, layer, head, cell,
** view. */
#include <math.h>
#include <stdio.h>

#include "base/words.h"
#include "session/state.h"

static int held(int value, int count) { return value < 0 ? 0 : value >= count ? count - 1 : value; }

enum { BEYOND_MOST = 1 << 20 };

/* N, next or prev; next of the last is the last. "N beyond" was said before it was known how many
** there are: the last where there are fewer. */
static bool take_of_row(const CommandCall *call, int argument, const char *none, int count,
                        int *index) {
  if (call_is(call, argument + 1, "beyond")) {
    if (!line_index(call_text(call, argument), none, BEYOND_MOST, index, call->status))
      return false;
    *index = held(*index, count);
    return true;
  }
  if (call_is(call, argument, "next")) *index = held(*index + 1, count);
  else if (call_is(call, argument, "prev")) *index = held(*index - 1, count);
  else return line_index(call_text(call, argument), none, count, index, call->status);
  return true;
}

/* Heads may be fewer in another layer, so the view is fitted again. */
bool do_layer(const CommandCall *call) {
  Session *session = call->session;
  if (!call_has(call, call_is(call, 2, "beyond") ? 2 : 1)) return false;
  if (!take_of_row(call, 1, _("there is no layer “%.*s”; the numbers go from 1 to %d"),
                   trace_layer_count(session->trace), &session->view.layer))
    return false;
  session_fit_view(session);
  return true;
}

/* Solo is a property of the view: the head on show stays alone until it is switched off. */
bool do_head(const CommandCall *call) {
  View *view = &call->session->view;
  bool solo = call_is(call, 1, "solo");
  int last = solo ? 2 : 1;
  if (!call_has(call, call_is(call, last + 1, "beyond") ? last + 1 : last)) return false;
  if (solo && call_is(call, 2, "off")) {
    view->solo = false;
    return true;
  }
  int count = trace_head_count(call->session->trace, view->layer);
  if (!take_of_row(call, last, _("there is no head “%.*s”; the numbers go from 1 to %d"), count,
                   &view->head))
    return false;
  if (solo) view->solo = true;
  return true;
}

/* ---- cells ---- */

/* In the overview the small matrix of weights is what one points at. */
bool session_cell_shape(const Session *session, int *rows, int *cols) {
  bool pairs = session->view.kind == VIEW_OVERVIEW;
  StageId stage = pairs ? STAGE_WEIGHTS : session->view.stage;
  trace_stage_shape(session->trace, stage, rows, cols);
  return stage_info(stage)->by_pair;
}

/* Rows are queries. Columns are keys where cells are pairs, else columns of the stage's matrix. The
** words for a wrong number name what the columns are at this stage. */
static bool take_cell(const CommandCall *call, int *query, int *key) {
  const Session *session = call->session;
  int rows, cols;
  bool by_pair = session_cell_shape(session, &rows, &cols);
  if (!line_index(call_text(call, 1), _("there is no query “%.*s”; the numbers go from 1 to %d"),
                  rows, query, call->status))
    return false;
  *key = -1;
  if (call_is(call, 2, "row")) return true;
  return line_index(call_text(call, 2),
                    by_pair ? _("there is no key “%.*s”; the numbers go from 1 to %d")
                            : _("there is no column “%.*s”; the numbers go from 1 to %d"),
                    cols, key, call->status);
}

static bool take_key_alone(const CommandCall *call, int *key) {
  int rows, cols;
  trace_stage_shape(call->session->trace, STAGE_WEIGHTS, &rows, &cols);
  return line_index(call_text(call, 2), _("there is no key “%.*s”; the numbers go from 1 to %d"),
                    cols, key, call->status);
}

/* Everything is taken before the view changes: a wrong second word leaves the focus where it
** was. */
bool do_cell(const CommandCall *call) {
  View *view = &call->session->view;
  int query = -1, key = -1;
  bool none = call_is(call, 1, "none"), unlock = call_is(call, 1, "unlock");
  if (!call_has(call, none || unlock ? 1 : 2)) return false;
  if (call_is(call, 1, "key")) {
    if (!take_key_alone(call, &key)) return false;
    view->query = view->key = -1;
    view->locked = false;
    view->key_alone = key;
    return true;
  }
  if (!none && !unlock && !take_cell(call, &query, &key)) return false;
  view->locked = !none && !unlock;
  if (unlock) return true;
  view->key_alone = -1;
  view->query = query;
  view->key = key;
  return true;
}

bool do_row(const CommandCall *call) {
  View *view = &call->session->view;
  int rows, cols;
  session_cell_shape(call->session, &rows, &cols);
  if (!call_has(call, 1)) return false;
  if (!line_index(call_text(call, 1), _("there is no query “%.*s”; the numbers go from 1 to %d"),
                  rows, &view->query, call->status))
    return false;
  view->key = view->key_alone = -1;
  view->locked = true;
  return true;
}

/* Hovering passes: it is no part of a state and makes no step of undo. */
bool do_hover(const CommandCall *call) {
  View *view = &call->session->view;
  int query = -1, key = -1;
  bool none = call_is(call, 1, "none"), alone = call_is(call, 1, "key");
  if (!call_has(call, none ? 1 : 2)) return false;
  if (alone && !take_key_alone(call, &key)) return false;
  view->hover_key_alone = key;
  key = -1;
  if (!none && !alone && !take_cell(call, &query, &key)) return false;
  view->hover_query = query;
  view->hover_key = key;
  return true;
}

/* The first press shows the cursor at the first cell and does not move yet. */
static void move_cursor(Session *session, int down, int right) {
  View *view = &session->view;
  int rows, cols;
  session_cell_shape(session, &rows, &cols);
  if (rows == 0 || cols == 0) return;
  if (view->query < 0) view->query = view->key = 0;
  else {
    view->query = held(view->query + down, rows);
    if (right && view->key < 0) view->key = 0;
    else if (right) view->key = held(view->key + right, cols);
  }
  view->key_alone = -1;
  view->locked = true;
}

/* A notch up goes to the rows before. */
static bool turn_pages(const CommandCall *call) {
  View *view = &call->session->view;
  float notches;
  int rows, cols, page, from;
  session_cell_shape(call->session, &rows, &cols);
  if (!call_has(call, 4) || !call_number(call, 2, -100, 100, &notches) ||
      !line_index(call_text(call, 3), _("there are no “%.*s” rows; the numbers go from 1 to %d"),
                  BEYOND_MOST, &page, call->status) ||
      !line_index(call_text(call, 4), _("there is no query “%.*s”; the numbers go from 1 to %d"),
                  rows, &from, call->status))
    return false;
  if (view->query >= 0) from = view->query;
  int to = held(from - (int)lroundf(notches * (float)(page + 1)), rows);
  if (to == from) return true;
  view->query = to;
  view->key = view->key_alone = -1;
  view->locked = true;
  return true;
}

bool do_cursor(const CommandCall *call) {
  static const struct {
    const char *word;
    int down, right;
  } ways[] = {{"up", -1, 0}, {"down", 1, 0}, {"left", 0, -1}, {"right", 0, 1}};
  if (call_is(call, 1, "page")) return turn_pages(call);
  if (!call_has(call, 1)) return false;
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    if (!call_is(call, 1, ways[i].word)) continue;
    if (menu_count(call->session, call->session->view.menu) > 0)
      menu_move(call->session, ways[i].down, ways[i].right);
    else if (call->session->view.kind == VIEW_GRID)
      return marks_move_head(call->session, ways[i].down, ways[i].right, call->status);
    else move_cursor(call->session, ways[i].down, ways[i].right);
    return true;
  }
  return call_wrong(call);
}

bool do_view(const CommandCall *call) {
  View *view = &call->session->view;
  ViewKind kind;
  bool back = call->words->count == 3 && call_is(call, 2, "toggle");
  if (!back && !call_has(call, 1)) return false;
  if (call_is(call, 1, "toggle")) kind = view->kind == VIEW_OVERVIEW ? VIEW_STAGE : VIEW_OVERVIEW;
  else if (!view_kind_find(call_text(call, 1), &kind)) {
    const char *names[VIEW_KIND_COUNT];
    for (int i = 0; i < VIEW_KIND_COUNT; i++) names[i] = view_kind_name((ViewKind)i);
    return names_refuse(&(Names){_("there is no view “%.*s”; it is one of: %s"),
                                 _("there is no view “%.*s”; did you mean “%s”? It is one of: %s"),
                                 names, VIEW_KIND_COUNT},
                        call_text(call, 1), call->status);
  }
  if (back && kind == view->kind && kind == VIEW_TRAINING)
    return training_leave(call->session, call->status);
  if (back && kind == view->kind) kind = VIEW_STAGE;
  if (kind == VIEW_TRAINING && !training_enter(call->session, call->status)) return false;
  if (kind != view->kind) steps_begin_transition(call->session);
  int rows, cols;
  bool were_pairs = session_cell_shape(call->session, &rows, &cols);
  view->kind = kind;
  if (session_cell_shape(call->session, &rows, &cols) != were_pairs)
    view->key = view->hover_key = -1;
  session_fit_view(call->session);
  return true;
}

/* ---- leaving ---- */

static bool leave_overlay(View *view, Edit *edit) {
  if (view->menu != MENU_NONE) view->menu = MENU_NONE;
  else if (edit->composition[0]) edit->composition[0] = 0;
  else return false;
  return true;
}

static bool leave_editor(View *view) {
  bool was_on = view->mask_editor;
  view->mask_editor = false;
  return was_on;
}

/* What is open closes first, the innermost thing first, then what takes long is stopped and the
** sentence left; then the cell unlocks; full screen is left last. */
bool do_escape(const CommandCall *call) {
  View *view = &call->session->view;
  SessionProgress progress;
  const SessionHooks *hooks = &call->session->hooks;
  if (!call_has(call, 0)) return false;
  if (leave_overlay(view, &call->session->edit)) return true;
  if (session_progress(call->session, &progress)) return making_cancel(call->session);
  if (call->session->edit.active) return typing_cancel(call->session, call->status);
  if (leave_editor(view)) return true;
  if (view->playing) view->playing = false;
  else if (view->key_alone >= 0) view->key_alone = -1;
  else if (view->locked || (view->query >= 0 && view->filled < 0)) {
    view->locked = false;
    view->query = view->key = -1;
  } else if (view->kind == VIEW_HEADS || view->kind == VIEW_GRID)
    return session_do(call->session, "view stage", call->status);
  else if (view->solo) view->solo = false;
  else if (hooks->leave_full_screen) hooks->leave_full_screen(hooks->self);
  return true;
}

bool do_enter(const CommandCall *call) {
  Session *session = call->session;
  View *view = &session->view;
  if (!call_has(call, 0)) return false;
  if (view->menu != MENU_NONE) return session_do(session, "menu choose", call->status);
  bool pairs = stage_info(view->stage)->by_pair;
  if (view->mask_editor && pairs && view->query >= 0) {
    char line[64];
    if (view->key < 0) snprintf(line, sizeof line, "mask row %d toggle", view->query + 1);
    else snprintf(line, sizeof line, "mask %d %d toggle", view->query + 1, view->key + 1);
    return session_do(session, line, call->status);
  }
  if (view->kind == VIEW_GRID) return session_do(session, "view stage", call->status);
  return session_do(session, "edit begin", call->status);
}
