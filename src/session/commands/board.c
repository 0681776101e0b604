/* session/commands/board.c -- a model typed in, edited as a table: its numbers, sizes and file.
**
** Every edit makes a new text of the whole board (model/board/board.h), which is a change of the
** inputs like any other; so it can be undone, and is in states. The cell that is chosen and what is
** typed into it are no part of a state. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/names.h"
#include "base/os.h"
#include "model/board/board.h"
#include "session/commands/file_name.h"
#include "session/commands/permission.h"
#include "session/session_internal.h"

static const char new_name[] = "board", new_text[] = "on-paper", default_file[] = "board.txt";

static const Board *board_of(const Session *session) {
  return session->model ? model_board(session->model) : NULL;
}

static bool needs_board(const CommandContext *context) {
  return board_of(context->session) ||
         status_fail(context->status, STATUS_COULD_NOT,
                     _("the model on show is not typed in; board new begins one, and model "
                       "on-paper is one"));
}

/* ---- the text ---- */

/* name NULL: that of now. */
static bool set_text(const CommandContext *context, const char *name, Str text) {
  Inputs next = *session_now(context->session);
  next.board = text;
  if (name) {
    memset(next.reading, 0, sizeof next.reading);
    snprintf(next.model, sizeof next.model, "%s", name);
  }
  return undo_change(context->session, &next, CHANGE_ALONE, context->status);
}

static bool begin_new(const CommandContext *context) {
  Session *session = context->session;
  Inputs next = *session_now(session);
  Str text;
  Board board;
  bool is_there = board_builtin(new_text, &text);
  assert(is_there);
  if (!command_has(context, 1) || !is_there) return false;
  if (!board_read(session->scratch, new_name, text, &board, context->status)) return false;
  next.board = text;
  memset(next.reading, 0, sizeof next.reading);
  snprintf(next.model, sizeof next.model, "%s", new_name);
  next.streams[0] = str_from(board.first_sentence);
  if (!undo_change(session, &next, CHANGE_ALONE, context->status)) return false;
  session_caret_to_end(session);
  return session_do(session, "view board", context->status);
}

/* How states write a board that differs from its file; so they need no file. */
static bool take_text(const CommandContext *context) {
  Board board;
  Str name = command_text(context, 2), text = command_text(context, 3);
  if (!command_has(context, 3)) return false;
  bool is_name =
      name.bytes > 0 && name.bytes < INPUTS_MODEL_BYTES && !memchr(name.at, 0, name.bytes);
  if (!is_name) return command_wrong(context);
  const char *named = str_copy(context->session->scratch, name);
  if (!named) return status_no_memory(context->status);
  return board_read(context->session->scratch, named, text, &board, context->status) &&
         set_text(context, named, text);
}

/* ---- cells ---- */

/* tokens is the column before E. */
static const char tokens_name[] = "tokens";

static bool part_named(Str word, int *part) {
  for (int i = 0; i < BOARD_PART_COUNT; i++)
    if (str_is(word, board_part_name((BoardPart)i))) return *part = i, true;
  if (!str_is(word, tokens_name)) return false;
  *part = VIEW_BOARD_TOKENS;
  return true;
}

static void shape_of(const Session *session, int part, int *rows, int *cols) {
  const Board *board = board_of(session);
  const View *view = &session->view;
  *rows = board->token_count;
  *cols = 1;
  if (part == VIEW_BOARD_TOKENS) return;
  const BoardMatrix *matrix = board_matrix(board, view->layer, view->head, (BoardPart)part);
  *rows = matrix->rows;
  *cols = matrix->cols;
}

static bool read_place(const CommandContext *context, int at, int part, int *row, int *col) {
  int rows, cols;
  shape_of(context->session, part, &rows, &cols);
  *col = 0;
  return line_index(command_text(context, at),
                    _("there is no row “%.*s”; the rows go from 1 to %d"), rows, row,
                    context->status) &&
         (part == VIEW_BOARD_TOKENS ||
          line_index(command_text(context, at + 1),
                     _("there is no column “%.*s”; the columns go from 1 to %d"), cols, col,
                     context->status));
}

/* Words of the sentence on show that are the token get its new name, too. */
static bool rename_in_sentence(Arena *arena, Str old, Str word, Str *sentence) {
  StrBuf made = strbuf_make(arena);
  for (size_t at = 0; at < sentence->bytes;) {
    size_t end = at;
    while (end < sentence->bytes && sentence->at[end] != ' ') end++;
    Str found = {sentence->at + at, end - at};
    strbuf_add(&made, str_equal(found, old) ? word : found);
    if (end < sentence->bytes) strbuf_add_char(&made, ' ');
    at = end + 1;
  }
  *sentence = strbuf_str(&made);
  return !made.failed;
}

static bool rename_token(const CommandContext *context, int row, Str word) {
  const Session *session = context->session;
  const Board *board = board_of(session);
  Inputs next = *session_now(session);
  if (!board_rename(session->scratch, board, row, word, &next.board, context->status)) return false;
  return rename_in_sentence(session->scratch, board->tokens[row].text, word, &next.streams[0])
             ? undo_change(context->session, &next, CHANGE_ALONE, context->status)
             : status_no_memory(context->status);
}

static bool write_cells(const CommandContext *context, int part, int row, int col, Str words) {
  const Session *session = context->session;
  const Board *board = board_of(session);
  BoardCell cell = {(BoardPart)part, session->view.layer, session->view.head, row, col};
  Str text;
  if (part == VIEW_BOARD_TOKENS) return rename_token(context, row, words);
  return board_set(session->scratch, board, cell, words, &text, context->status) &&
         set_text(context, NULL, text);
}

/* The words behind the place as one text; a quoted one may have several rows. */
static bool set_cells(const CommandContext *context, int part) {
  int row, col, first = part == VIEW_BOARD_TOKENS ? 3 : 4;
  StrBuf words = strbuf_make(context->session->scratch);
  if (context->words->count <= first) return command_wrong(context);
  if (!read_place(context, 2, part, &row, &col)) return false;
  for (int i = first; i < context->words->count; i++) {
    if (i > first) strbuf_add_char(&words, ' ');
    strbuf_add(&words, command_text(context, i));
  }
  if (words.failed) return status_no_memory(context->status);
  return write_cells(context, part, row, col, strbuf_str(&words));
}

/* ---- sizes ---- */

static bool read_size(const CommandContext *context, BoardSize *size) {
  const char *names[BOARD_SIZE_COUNT];
  for (int i = 0; i < BOARD_SIZE_COUNT; i++) {
    names[i] = board_size_name((BoardSize)i);
    if (command_is(context, 2, names[i])) return *size = (BoardSize)i, true;
  }
  return names_refuse(&(Names){_("a board has no “%.*s” to add or remove; it has: %s"),
                               _("a board has no “%.*s” to add or remove; did you mean “%s”? It "
                                 "has: %s"),
                               names, BOARD_SIZE_COUNT},
                      command_text(context, 2), context->status);
}

/* A name that no token has yet. */
static const char *free_token(Arena *arena, const Board *board) {
  for (int number = board->token_count + 1;; number++) {
    const char *name = str_format(arena, "w%d", number);
    bool is_there = false;
    for (int i = 0; name && i < board->token_count; i++)
      is_there = is_there || str_is(board->tokens[i].text, name);
    if (!is_there) return name;
  }
}

static bool add_size(const CommandContext *context) {
  const Session *session = context->session;
  BoardSize size;
  Str text, word = command_text(context, 3);
  if (!read_size(context, &size)) return false;
  bool has_word = size == BOARD_TOKEN && context->words->count == 4;
  if (!command_has(context, has_word ? 3 : 2)) return false;
  if (!has_word) word = str_from(free_token(session->scratch, board_of(session)));
  return board_add(session->scratch, board_of(session), size, word, &text, context->status) &&
         set_text(context, NULL, text);
}

static bool remove_size(const CommandContext *context) {
  const Session *session = context->session;
  BoardSize size;
  Str text;
  if (!command_has(context, 2) || !read_size(context, &size)) return false;
  return board_remove(session->scratch, board_of(session), size, &text, context->status) &&
         set_text(context, NULL, text);
}

/* ---- the chosen cell ---- */

static void choose(Session *session, int part, int row, int col) {
  View *view = &session->view;
  view->board_part = part, view->board_row = row, view->board_col = col;
  session->board_typed[0] = 0;
}

bool board_has_cell(const Session *session) {
  const View *view = &session->view;
  return view->kind == VIEW_BOARD && view->board_part >= 0 && board_of(session);
}

/* After an edit or an undo the cell may be gone. */
void board_fit_cell(Session *session) {
  View *view = &session->view;
  int rows, cols;
  if (view->board_part < 0) return;
  if (!board_of(session)) {
    choose(session, -1, 0, 0);
    return;
  }
  shape_of(session, view->board_part, &rows, &cols);
  if (rows == 0) choose(session, BOARD_E, 0, 0);
  if (view->board_row >= rows && rows > 0) view->board_row = rows - 1;
  if (view->board_col >= cols && cols > 0) view->board_col = cols - 1;
}

static bool choose_cell(const CommandContext *context) {
  int part, row, col;
  if (command_is(context, 2, "none")) return choose(context->session, -1, 0, 0), true;
  if (!part_named(command_text(context, 2), &part)) return command_wrong(context);
  if (!command_has(context, part == VIEW_BOARD_TOKENS ? 3 : 4) ||
      !read_place(context, 3, part, &row, &col))
    return false;
  choose(context->session, part, row, col);
  context->session->view.kind = VIEW_BOARD;
  return true;
}

/* What was typed is taken over; a word that is no number stays, to be mended. */
static bool take_typed(const CommandContext *context) {
  Session *session = context->session;
  const View *view = &session->view;
  Str typed = str_from(session->board_typed);
  if (typed.bytes == 0) return true;
  const char *kept = str_copy(session->scratch, typed);
  if (!kept) return status_no_memory(context->status);
  if (!write_cells(context, view->board_part, view->board_row, view->board_col, str_from(kept)))
    return false;
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
    shape_of(session, order[place], &rows, &cols);
  } while (rows == 0);
  return order[place];
}

/* Along the rows, and from the last cell of a table to the first of the next. */
static void move_on(Session *session, int by) {
  View *view = &session->view;
  int rows, cols;
  shape_of(session, view->board_part, &rows, &cols);
  int cell = view->board_row * cols + view->board_col + by;
  if (cell >= 0 && cell < rows * cols) {
    view->board_row = cell / cols, view->board_col = cell % cols;
    return;
  }
  int part = neighbour_part(session, view->board_part, by);
  shape_of(session, part, &rows, &cols);
  choose(session, part, by > 0 ? 0 : rows - 1, by > 0 ? 0 : cols - 1);
}

/* Left of E are its tokens. */
static void move_across(Session *session, int down, int right) {
  View *view = &session->view;
  int rows, cols;
  shape_of(session, view->board_part, &rows, &cols);
  int row = view->board_row + down, col = view->board_col + right;
  if (view->board_part == BOARD_E && col < 0) choose(session, VIEW_BOARD_TOKENS, row, 0);
  else if (view->board_part == VIEW_BOARD_TOKENS && right > 0) choose(session, BOARD_E, row, 0);
  else if (row >= 0 && row < rows && col >= 0 && col < cols)
    view->board_row = row, view->board_col = col;
}

static bool move_cell(const CommandContext *context) {
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

static bool type_text(const CommandContext *context) {
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

static bool erase_typed(const CommandContext *context) {
  char *typed = context->session->board_typed;
  if (!command_has(context, 1)) return false;
  size_t bytes = strlen(typed);
  while (bytes > 0 && ((unsigned char)typed[--bytes] & 0xC0) == 0x80)
    ;
  typed[bytes] = 0;
  return true;
}

static bool leave_cell(const CommandContext *context) {
  Session *session = context->session;
  if (!command_has(context, 1)) return false;
  if (session->board_typed[0]) session->board_typed[0] = 0;
  else choose(session, -1, 0, 0);
  return true;
}

/* Enter goes on to the row below, as tables do. */
static bool enter_cell(const CommandContext *context) {
  if (!command_has(context, 1)) return false;
  if (context->session->view.board_part < 0) return choose(context->session, BOARD_E, 0, 0), true;
  if (!take_typed(context)) return false;
  move_across(context->session, 1, 0);
  return true;
}

static bool paste_rows(const CommandContext *context) {
  Session *session = context->session;
  const View *view = &session->view;
  Str text = {"", 0};
  if (!command_has(context, 1) || !needs_cell(context)) return false;
  if (!session->hooks.paste_text) return true;
  if (!session->hooks.paste_text(session->hooks.self, PASTE_CLIPBOARD, session->scratch, &text,
                                 context->status))
    return false;
  if (view->board_part == VIEW_BOARD_TOKENS) text = str_trim(text);
  return text.bytes == 0 ||
         write_cells(context, view->board_part, view->board_row, view->board_col, text);
}

/* ---- the file ---- */

/* Where board save writes without a name: the file that the board came from or went to last. */
static const char *own_file(const CommandContext *context) {
  const Session *session = context->session;
  const char *name = session_now(session)->model;
  bool is_saved = session->board_path[0] && strcmp(session->board_name, name) == 0;
  if (is_saved) return session->board_path;
  if (strchr(name, '/') && board_is_file(name)) return name;
  const char *free = file_name_free(session->scratch, default_file);
  if (!free) status_no_memory(context->status);
  return free;
}

/* The file that was opened is somebody's work: the first save asks. */
static bool may_replace(const CommandContext *context, const char *path) {
  Session *session = context->session;
  bool is_opened = strcmp(path, session_now(session)->model) == 0;
  if (session->guard || !is_opened) {
    bool is_saved = strcmp(path, session->board_path) == 0 && !session->guard;
    Permit permit = is_saved ? PERMIT_YES : permit_write(context, path, false);
    return permit == PERMIT_YES;
  }
  bool was_asked = session->board_asked && strcmp(session->board_name, path) == 0;
  bool may = session->replaces || was_asked || strcmp(path, session->board_path) == 0;
  session->board_asked = true;
  snprintf(session->board_name, sizeof session->board_name, "%s", path);
  return may || status_fail(context->status, STATUS_COULD_NOT,
                            _("%s was opened: say board save again to replace it, or board save "
                              "FILE for a new one"),
                            path);
}

static bool save_file(const CommandContext *context) {
  Session *session = context->session;
  bool is_named = context->words->count == 3;
  if (!command_has(context, is_named ? 2 : 1)) return false;
  const char *path = is_named ? command_path(context, 2) : own_file(context);
  if (path && is_named) path = file_name_with_ending(session->scratch, path, ".txt");
  if (!path) return false;
  if (!os_check_folder(path, context->status)) return false;
  const char *whole = os_absolute_path(session->scratch, path);
  if (!whole) return status_no_memory(context->status);
  context->status->kind = STATUS_OK;
  if (!may_replace(context, whole)) return context->status->kind == STATUS_OK;
  if (session->dry) return true;
  Str text = board_of(session)->text;
  if (!os_save_file(whole, text.at, text.bytes, context->status)) return false;
  bool fits = strlen(whole) < sizeof session->board_path;
  snprintf(session->board_path, sizeof session->board_path, "%s", fits ? whole : "");
  snprintf(session->board_name, sizeof session->board_name, "%s", session_now(session)->model);
  Status told;
  status_fail(&told, STATUS_OK, _("The board is saved as %s; Ctrl-O opens it."), whole);
  session_tell(session, told.sentence);
  return true;
}

/* ---- the command ---- */

typedef struct BoardCommand {
  const char *name;
  CommandRun run;
  bool needs_none; /* a model that is not typed in may be on show */
} BoardCommand;

static const BoardCommand board_commands[] = {
    {"new", begin_new, true},       {"text", take_text, true},     {"add", add_size, false},
    {"remove", remove_size, false}, {"at", choose_cell, false},    {"move", move_cell, false},
    {"type", type_text, false},     {"erase", erase_typed, false}, {"enter", enter_cell, false},
    {"leave", leave_cell, false},   {"paste", paste_rows, false},  {"save", save_file, false},
};

/* Alone it shows the board, and leads back; where no board is on show it begins one. */
static bool show_board(const CommandContext *context) {
  Session *session = context->session;
  return session_do(session, board_of(session) ? "view board toggle" : "board new",
                    context->status);
}

static const BoardCommand *board_command(const CommandContext *context) {
  for (size_t i = 0; i < sizeof board_commands / sizeof board_commands[0]; i++)
    if (command_is(context, 1, board_commands[i].name)) return &board_commands[i];
  return NULL;
}

bool do_board(const CommandContext *context) {
  int part = -1;
  const BoardCommand *command = board_command(context);
  bool is_known = command || part_named(command_text(context, 1), &part);
  if (context->session->is_blind) return true;
  if (context->words->count == 1) return show_board(context);
  if (!is_known) return command_wrong(context);
  if (!(command && command->needs_none) && !needs_board(context)) return false;
  return command ? command->run(context) : set_cells(context, part);
}

bool session_board_has_cell(const Session *session) { return board_has_cell(session); }

const Board *session_board(const Session *session) { return board_of(session); }

const char *session_board_typed(const Session *session) { return session->board_typed; }
