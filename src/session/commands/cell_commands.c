/* session/commands/cell_commands.c -- commands that choose a cell, a row or a key: cell, row,
** hover, cursor. */
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "session/compute/focus.h"
#include "session/session_internal.h"
#include "trace/workings/beside.h"
#include "trace/workings/first_picture.h"

enum { PAGES_MOST = 1 << 20 };

int session_term_count(const Session *session) {
  const View *view = &session->view;
  const StageInfo *stage = stage_info(view->stage);
  const Trace *trace = trace_of_layer(session->trace, view->layer);
  if (view->kind == VIEW_OVERVIEW) return 0;
  if (stage->has_projections) return trace_d_model(trace);
  if (stage->map_count == 0 || !trace_has_part(trace, stage->maps[0])) return 0;
  return trace_matrix(trace, stage->maps[0], view->layer, view->head).rows;
}

/* In the overview cells are those of the small matrix of weights; in views of layers those of the
** matrix that all heads make. */
bool session_cell_shape(const Session *session, int *rows, int *cols) {
  ViewKind kind = session->view.kind;
  bool pairs = kind == VIEW_OVERVIEW || view_is_of_layers(kind);
  StageId stage = pairs ? stage_of_part(TRACE_WEIGHTS) : session->view.stage;
  trace_stage_shape(session->trace, stage, rows, cols);
  return stage_info(stage)->by_pair || stage_info(stage)->by_key;
}

/* A cell as the commands cell and hover name it. */
typedef struct CellWords {
  int query, key;
  ProjectionId projection;
  int term;
} CellWords;

static bool read_term(const CommandContext *context, int count, CellWords *cell) {
  return line_index(command_text(context, 4),
                    _("there is no column “%.*s”; the numbers go from 1 to %d"), count, &cell->term,
                    context->status);
}

/* "o TERM" after the two numbers of a cell of joined heads: a row of W_O. */
static bool read_joined_term(const CommandContext *context, CellWords *cell) {
  const Session *session = context->session;
  bool is_one = command_is(context, 3, "o") && context->words->count == 5 && cell->key >= 0;
  return is_one ? read_term(context, session_term_count(session), cell) : command_wrong(context);
}

/* "q|k|v [TERM]" after the two numbers of a cell of Q·K·V. */
static bool read_projection(const CommandContext *context, CellWords *cell) {
  const Session *session = context->session;
  int count = context->words->count - 1;
  if (count < 3) return command_has(context, 2);
  if (session_term_count(session) > 0 && !view_has_projections(&session->view))
    return read_joined_term(context, cell);
  if (count > 4 || !view_has_projections(&session->view) || cell->key < 0)
    return command_wrong(context);
  if (!view_projection_find(command_text(context, 3), &cell->projection) ||
      (int)cell->projection >= stage_info(session->view.stage)->part_count)
    return command_wrong(context);
  return count < 4 || read_term(context, trace_d_model(session->trace), cell);
}

/* "placed" behind the numbers of a cell: they are places in the sentence before it was shuffled. */
static bool find_placed(const CommandContext *context, bool by_pair, CellWords *cell) {
  const Trace *trace = context->session->trace;
  CellWords places = *cell;
  if (!trace_in_order(trace))
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("placed counts places in the sentence before it was shuffled, and its "
                         "tokens are in order"));
  bool is_key = by_pair && !trace_keys_are_mixtures(trace);
  for (int i = 0; i < trace_token_count(trace); i++) {
    int place = trace_place_in_order(trace, i);
    if (place == places.query) cell->query = i;
    if (is_key && place == places.key) cell->key = i;
  }
  return true;
}

/* ---- cells by the lines of a comparison with a kept run ---- */

static int rank_of(const Trace *trace, int token, int word) {
  TraceCandidate words[TRACE_CANDIDATES_SHOWN];
  int count = trace_candidates(trace, token, words, TRACE_CANDIDATES_SHOWN);
  for (int rank = 0; rank < count; rank++)
    if (words[rank].word == word) return rank;
  return -1;
}

/* A line that the run on show has not is no cell of it: then none is chosen, or the whole row; the
** same of a word that is not among the likeliest there. */
static void find_beside(const Session *session, const BesideLines *lines, CellWords *cell) {
  const Trace *trace = trace_of_layer(session->trace, session->view.layer);
  bool is_word = stage_info(session->view.stage)->by_word;
  cell->query = lines->rows.at[cell->query].a;
  if (cell->query >= trace_token_count(trace)) cell->query = -1; /* of a second sentence */
  if (cell->key >= 0) cell->key = lines->cols.at[cell->key].a;
  if (cell->query < 0) cell->key = -1;
  if (is_word && cell->key >= 0) cell->key = rank_of(trace, cell->query, cell->key);
}

/* "beside [q|k|v]" */
static bool read_beside_part(const CommandContext *context, CellWords *cell, TracePart *part) {
  const Session *session = context->session;
  const StageInfo *stage = stage_info(session->view.stage);
  *part = trace_stage_result(session->view.stage);
  if (stage->by_key) return command_wrong(context);
  if (!stage->has_projections) return command_has(context, 3);
  if (context->words->count > 5) return command_wrong(context);
  if (context->words->count > 4 &&
      (!view_projection_find(command_text(context, 4), &cell->projection) ||
       (int)cell->projection >= stage->part_count))
    return command_wrong(context);
  if ((int)cell->projection >= stage->part_count) cell->projection = PROJECTION_Q;
  *part = stage->parts[cell->projection];
  return true;
}

static bool read_beside_lines(const CommandContext *context, CellWords *cell, BesideLines *lines) {
  const Session *session = context->session;
  const View *view = &session->view;
  const Trace *kept = session_kept_run(session);
  TraceMatrixId place = {TRACE_X, view->layer, view->head};
  if (!read_beside_part(context, cell, &place.part)) return false;
  if (stage_info(view->stage)->result_count == 0 || !kept ||
      beside_problem(session->trace, kept, place))
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("beside counts the lines of a comparison with a kept run, and there is "
                         "none at this stage"));
  return beside_lines(session->scratch, session->trace, kept, place, lines) ||
         status_no_memory(context->status);
}

/* Rows are queries. Columns are keys where cells are pairs, else columns of the stage's matrix. The
** sentence about a wrong number names what the columns are at this stage. */
static bool read_cell(const CommandContext *context, CellWords *cell) {
  const Session *session = context->session;
  int rows, cols;
  bool by_pair = session_cell_shape(session, &rows, &cols);
  *cell = (CellWords){-1, -1, session->view.projection, -1};
  if (context->words->count < 3) return command_wrong(context);
  BesideLines lines;
  bool is_beside = command_is(context, 3, "beside");
  if (is_beside && !read_beside_lines(context, cell, &lines)) return false;
  if (is_beside) rows = lines.rows.count, cols = lines.cols.count;
  if (!line_index(command_text(context, 1),
                  _("there is no query “%.*s”; the numbers go from 1 to %d"), rows, &cell->query,
                  context->status))
    return false;
  bool is_placed = command_is(context, 3, "placed");
  if (command_is(context, 2, "row")) {
    if (!is_beside && !command_has(context, is_placed ? 3 : 2)) return false;
  } else if (!line_index(command_text(context, 2),
                         by_pair ? _("there is no key “%.*s”; the numbers go from 1 to %d")
                                 : _("there is no column “%.*s”; the numbers go from 1 to %d"),
                         cols, &cell->key, context->status))
    return false;
  if (is_beside) find_beside(session, &lines, cell);
  if (is_beside) return true;
  if (is_placed) return command_has(context, 3) && find_placed(context, by_pair, cell);
  return cell->key < 0 || read_projection(context, cell);
}

static bool read_key_alone(const CommandContext *context, int *key) {
  int rows, cols;
  trace_stage_shape(context->session->trace, stage_of_part(TRACE_WEIGHTS), &rows, &cols);
  return line_index(command_text(context, 2),
                    _("there is no key “%.*s”; the numbers go from 1 to %d"), cols, key,
                    context->status);
}

/* All words are read before the view changes: a wrong second word leaves the
** selection as it was. */
bool do_cell(const CommandContext *context) {
  View *view = &context->session->view;
  int key = -1;
  CellWords cell = {-1, -1, view->projection, -1};
  bool none = command_is(context, 1, "none"), unlock = command_is(context, 1, "unlock");
  if ((none || unlock) && !command_has(context, 1)) return false;
  if (command_is(context, 1, "key")) {
    if (!command_has(context, 2) || !read_key_alone(context, &key)) return false;
    view->query = view->key = -1;
    view->locked = false;
    view->key_alone = key;
    return true;
  }
  if (!none && !unlock && !read_cell(context, &cell)) return false;
  view->locked = !none && !unlock && cell.query >= 0;
  if (unlock) return true;
  view->key_alone = -1;
  view->query = cell.query;
  view->key = cell.key;
  view->projection = cell.projection;
  view->term = cell.term;
  return true;
}

bool do_row(const CommandContext *context) {
  View *view = &context->session->view;
  int rows, cols;
  session_cell_shape(context->session, &rows, &cols);
  if (!command_has(context, 1)) return false;
  if (!line_index(command_text(context, 1),
                  _("there is no query “%.*s”; the numbers go from 1 to %d"), rows, &view->query,
                  context->status))
    return false;
  view->key = view->key_alone = -1;
  view->locked = true;
  return true;
}

/* Hovering is no part of a saved state and no step of undo. */
bool do_hover(const CommandContext *context) {
  View *view = &context->session->view;
  int key = -1, head = -1;
  CellWords cell = {-1, -1, view->projection, -1};
  bool none = command_is(context, 1, "none"), alone = command_is(context, 1, "key");
  if (command_is(context, 1, "head")) {
    int count = trace_head_count(context->session->trace, view->layer);
    if (!command_has(context, 2) ||
        !line_index(command_text(context, 2),
                    _("there is no head “%.*s”; the numbers go from 1 to %d"), count, &head,
                    context->status))
      return false;
  } else if (none || alone) {
    if (!command_has(context, none ? 1 : 2)) return false;
    if (alone && !read_key_alone(context, &key)) return false;
  } else if (!read_cell(context, &cell)) return false;
  view->hover_head = head;
  view->hover_key_alone = key;
  view->hover_query = cell.query;
  view->hover_key = cell.key;
  view->hover_projection = cell.projection;
  view->hover_term = cell.term;
  view->points = false;
  view->lit_part = -1;
  return true;
}

/* Beyond the last column of Q the cursor goes on in K, and then in V; false: it moves within
** one. */
static bool move_to_other_projection(Session *session, int right) {
  View *view = &session->view;
  const StageInfo *stage = stage_info(view->stage);
  const TracePart *results = stage->parts; /* Q, K and V */
  int rows, cols, to = (int)view->projection + right;
  if (!view_has_projections(view) || view->key < 0 || right == 0) return false;
  if ((int)view->projection >= stage->part_count) return view->projection = PROJECTION_Q, false;
  trace_matrix_shape(session->trace, results[view->projection], view->layer, &rows, &cols);
  bool leaves = right > 0 ? view->key >= cols - 1 : view->key == 0;
  if (!leaves || to < 0 || to >= stage->part_count || !trace_has_part(session->trace, results[to]))
    return false;
  view->projection = (ProjectionId)to;
  trace_matrix_shape(session->trace, results[to], view->layer, &rows, &cols);
  view->key = right > 0 ? 0 : cols - 1;
  return true;
}

/* Shows the cursor where the eye is: at the cell under the pointer, at the one filled last, or in
** the row that the picture follows. Of a whole row it is at the heaviest key. */
static void show_cursor(Session *session, int rows, int cols) {
  View *view = &session->view;
  bool is_stage = view->kind == VIEW_STAGE;
  view->key = -1;
  if (view->hover_query >= 0) {
    view->query = view->hover_query;
    view->key = view->hover_key;
    view->projection = view->hover_projection;
  } else if (is_stage && view->filled >= 0) {
    int last = view->filled > 0 ? view->filled - 1 : 0;
    view->query = int_clamp(last / cols, 0, rows - 1);
    view->key = last % cols;
  } else view->query = first_picture_row(session->trace, view->layer, view->head, rows);
  if (view->key < 0 && session_cell_shape(session, &rows, &cols))
    view->key = focus_heaviest_key(session, view->query);
  if (view->key < 0 || view->key >= cols) view->key = 0;
}

/* The first press shows the cursor without moving it. */
static void move_cursor(Session *session, int down, int right) {
  View *view = &session->view;
  int rows, cols;
  session_cell_shape(session, &rows, &cols);
  if (rows == 0 || cols == 0) return;
  if (view->query < 0) show_cursor(session, rows, cols);
  else {
    view->query = int_clamp(view->query + down, 0, rows - 1);
    if (right && view->key < 0) view->key = 0;
    else if (right && !move_to_other_projection(session, right))
      view->key = int_clamp(view->key + right, 0, cols - 1);
  }
  view->key_alone = view->term = -1;
  view->locked = true;
}

/* A notch up goes to earlier rows. */
static bool turn_pages(const CommandContext *context) {
  View *view = &context->session->view;
  float notches;
  int rows, cols, page, from;
  session_cell_shape(context->session, &rows, &cols);
  if (!command_has(context, 4) || !command_number(context, 2, -100, 100, &notches) ||
      !line_index(command_text(context, 3),
                  _("there are no “%.*s” rows; the numbers go from 1 to %d"), PAGES_MOST, &page,
                  context->status) ||
      !line_index(command_text(context, 4),
                  _("there is no query “%.*s”; the numbers go from 1 to %d"), rows, &from,
                  context->status))
    return false;
  if (view->query >= 0) from = view->query;
  int to = int_clamp(from - (int)lroundf(notches * (float)(page + 1)), 0, rows - 1);
  if (to == from) return true;
  view->query = to;
  view->key = view->key_alone = -1;
  view->locked = true;
  return true;
}

bool do_cursor(const CommandContext *context) {
  static const struct {
    const char *word;
    int down, right;
  } ways[] = {{"up", -1, 0}, {"down", 1, 0}, {"left", 0, -1}, {"right", 0, 1}};
  if (command_is(context, 1, "page")) return turn_pages(context);
  if (!command_has(context, 1)) return false;
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    if (!command_is(context, 1, ways[i].word)) continue;
    if (menu_count(context->session, context->session->view.menu) > 0)
      menu_move(context->session, ways[i].down, ways[i].right);
    else if (context->session->view.kind == VIEW_GRID)
      return overlays_move_head(context->session, ways[i].down, ways[i].right, context->status);
    else move_cursor(context->session, ways[i].down, ways[i].right);
    return true;
  }
  return command_wrong(context);
}
