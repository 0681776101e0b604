/* session/commands/board_cell.c -- the chosen cell of a board, and what is typed into it: neither
** is part of a state. */
#include <string.h>

#include "base/i18n.h"
#include "session/commands/board_internal.h"

static void choose(Session *session, int part, int row, int col) {
  View *view = &session->view;
  view->board_part = part, view->board_row = row, view->board_col = col;
  session->board_typed[0] = 0;
}

bool session_board_has_cell(const Session *session) { return board_has_cell(session); }

const char *session_board_typed(const Session *session) { return session->board_typed; }

bool board_has_cell(const Session *session) {
  const View *view = &session->view;
  return view->kind == VIEW_BOARD && view->board_part >= 0 && session_board(session);
}

/* After an edit or an undo the cell may be gone. */
void board_fit_cell(Session *session) {
  View *view = &session->view;
  int rows, cols;
  if (view->board_part < 0) return;
  if (!session_board(session)) {
    choose(session, -1, 0, 0);
    return;
  }
  board_part_shape(session, view->board_part, &rows, &cols);
  if (rows == 0) choose(session, BOARD_E, 0, 0);
  if (view->board_row >= rows && rows > 0) view->board_row = rows - 1;
  if (view->board_col >= cols && cols > 0) view->board_col = cols - 1;
}

bool board_choose_cell(const CommandContext *context) {
  BoardPlace place;
  if (command_is(context, 2, "none")) return choose(context->session, -1, 0, 0), true;
  if (!board_part_named(command_text(context, 2), &place.part)) return command_wrong(context);
  if (!command_has(context, place.part == VIEW_BOARD_TOKENS ? 3 : 4) ||
      !board_read_place(context, 3, &place))
    return false;
  choose(context->session, place.part, place.row, place.col);
  context->session->view.kind = VIEW_BOARD;
  return true;
}

static BoardPlace chosen_place(const View *view) {
  return (BoardPlace){view->board_part, view->board_row, view->board_col};
}

/* What was typed is taken over; a word that is no number stays, to be mended. */
static bool take_typed(const CommandContext *context) {
  Session *session = context->session;
  Str typed = str_from(session->board_typed);
  if (typed.bytes == 0) return true;
  const char *kept = str_copy(session->scratch, typed);
  if (!kept) return status_no_memory(context->status);
  if (!board_write_cells(context, chosen_place(&session->view), str_from(kept))) return false;
  session->board_typed[0] = 0;
  return true;
}

/* The tables in the order of reading: tokens, E, P, W_Q … */
static int neighbour_part(const Session *session, int part, int by) {
  static const int order[] = {VIEW_BOARD_TOKENS, BOARD_E,   BOARD_P,  BOARD_W_Q,
                              BOARD_W_K,         BOARD_W_V, BOARD_W_O};
  enum { COUNT = sizeof order / sizeof order[0] };
  int place = 0, rows = 0, cols;
  while (order[place] != part) place++;
  do {
    place = (place + by + COUNT) % COUNT;
    board_part_shape(session, order[place], &rows, &cols);
  } while (rows == 0);
  return order[place];
}

/* Along the rows, and from the last cell of a table to the first of the next. */
static void move_on(Session *session, int by) {
  View *view = &session->view;
  int rows, cols;
  board_part_shape(session, view->board_part, &rows, &cols);
  int cell = view->board_row * cols + view->board_col + by;
  if (cell >= 0 && cell < rows * cols) {
    view->board_row = cell / cols, view->board_col = cell % cols;
    return;
  }
  int part = neighbour_part(session, view->board_part, by);
  board_part_shape(session, part, &rows, &cols);
  choose(session, part, by > 0 ? 0 : rows - 1, by > 0 ? 0 : cols - 1);
}

/* Left of E are its tokens. */
static void move_across(Session *session, int down, int right) {
  View *view = &session->view;
  int rows, cols;
  board_part_shape(session, view->board_part, &rows, &cols);
  int row = view->board_row + down, col = view->board_col + right;
  if (view->board_part == BOARD_E && col < 0) choose(session, VIEW_BOARD_TOKENS, row, 0);
  else if (view->board_part == VIEW_BOARD_TOKENS && right > 0) choose(session, BOARD_E, row, 0);
  else if (row >= 0 && row < rows && col >= 0 && col < cols)
    view->board_row = row, view->board_col = col;
}

bool board_move_cell(const CommandContext *context) {
  static const struct {
    const char *word;
    int down, right, on;
  } ways[] = {{"up", -1, 0, 0},   {"down", 1, 0, 0}, {"left", 0, -1, 0},
              {"right", 0, 1, 0}, {"next", 0, 0, 1}, {"prev", 0, 0, -1}};
  Session *session = context->session;
  if (!command_has(context, 2)) return false;
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    if (!command_is(context, 2, ways[i].word)) continue;
    if (session->view.board_part < 0) return choose(session, BOARD_E, 0, 0), true;
    if (!take_typed(context)) return false;
    if (ways[i].on) move_on(session, ways[i].on);
    else move_across(session, ways[i].down, ways[i].right);
    return true;
  }
  return command_wrong(context);
}

static bool needs_cell(const CommandContext *context) {
  return context->session->view.board_part >= 0 ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("no cell of the board is chosen; board at E 1 1 chooses the first"));
}

bool board_type_text(const CommandContext *context) {
  Session *session = context->session;
  Str text = command_text(context, 2);
  size_t bytes = strlen(session->board_typed);
  if (!command_has(context, 2) || !needs_cell(context)) return false;
  if (bytes + text.bytes >= sizeof session->board_typed || memchr(text.at, 0, text.bytes))
    return status_fail(context->status, STATUS_COULD_NOT,
                       P_("a cell takes at most %d byte", "a cell takes at most %d bytes",
                          (int)sizeof session->board_typed - 1),
                       (int)sizeof session->board_typed - 1);
  memcpy(session->board_typed + bytes, text.at, text.bytes);
  session->board_typed[bytes + text.bytes] = 0;
  return true;
}

bool board_erase_typed(const CommandContext *context) {
  char *typed = context->session->board_typed;
  if (!command_has(context, 1)) return false;
  size_t bytes = strlen(typed);
  while (bytes > 0 && ((unsigned char)typed[--bytes] & 0xC0) == 0x80)
    ;
  typed[bytes] = 0;
  return true;
}

bool board_leave_cell(const CommandContext *context) {
  Session *session = context->session;
  if (!command_has(context, 1)) return false;
  if (session->board_typed[0]) session->board_typed[0] = 0;
  else choose(session, -1, 0, 0);
  return true;
}

/* Enter goes on to the row below, as tables do. */
bool board_enter_cell(const CommandContext *context) {
  if (!command_has(context, 1)) return false;
  if (context->session->view.board_part < 0) return choose(context->session, BOARD_E, 0, 0), true;
  if (!take_typed(context)) return false;
  move_across(context->session, 1, 0);
  return true;
}

bool board_paste_rows(const CommandContext *context) {
  Session *session = context->session;
  Str text = {"", 0};
  if (!command_has(context, 1) || !needs_cell(context)) return false;
  if (!session->hooks.paste_text) return true;
  if (!session->hooks.paste_text(session->hooks.self, PASTE_CLIPBOARD, session->scratch, &text,
                                 context->status))
    return false;
  if (session->view.board_part == VIEW_BOARD_TOKENS) text = str_trim(text);
  return text.bytes == 0 || board_write_cells(context, chosen_place(&session->view), text);
}
