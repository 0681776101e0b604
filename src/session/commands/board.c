/* session/commands/board.c -- a model typed in, edited as a table: its numbers and sizes.
**
** Every edit makes a new text of the whole board (model/board/board.h), which is a change of the
** inputs like any other; so it can be undone, and is in states. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/names.h"
#include "model/board/board.h"
#include "session/commands/board_internal.h"

static const char new_name[] = "board", new_text[] = "on-paper";

static bool needs_board(const CommandContext *context) {
  return session_board(context->session) ||
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

bool board_part_named(Str word, int *part) {
  for (int i = 0; i < BOARD_PART_COUNT; i++)
    if (str_is(word, board_part_name((BoardPart)i))) return *part = i, true;
  if (!str_is(word, tokens_name)) return false;
  *part = VIEW_BOARD_TOKENS;
  return true;
}

void board_part_shape(const Session *session, int part, int *rows, int *cols) {
  const Board *board = session_board(session);
  const View *view = &session->view;
  *rows = board->token_count;
  *cols = 1;
  if (part == VIEW_BOARD_TOKENS) return;
  const BoardMatrix *matrix = board_matrix(board, view->layer, view->head, (BoardPart)part);
  *rows = matrix->rows;
  *cols = matrix->cols;
}

bool board_read_place(const CommandContext *context, int at, BoardPlace *place) {
  int rows, cols;
  board_part_shape(context->session, place->part, &rows, &cols);
  place->col = 0;
  return line_index(command_text(context, at),
                    _("there is no row “%.*s”; the rows go from 1 to %d"), rows, &place->row,
                    context->status) &&
         (place->part == VIEW_BOARD_TOKENS ||
          line_index(command_text(context, at + 1),
                     _("there is no column “%.*s”; the columns go from 1 to %d"), cols, &place->col,
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

static BoardEdit edit_of(const Session *session) {
  return (BoardEdit){.arena = session->scratch, .board = session_board(session)};
}

static bool rename_token(const CommandContext *context, int row, Str word) {
  const Session *session = context->session;
  const Board *board = session_board(session);
  Inputs next = *session_now(session);
  BoardEdit edit = edit_of(session);
  if (!board_rename(&edit, row, word, context->status)) return false;
  next.board = edit.text;
  return rename_in_sentence(session->scratch, board->tokens[row].text, word, &next.streams[0])
             ? undo_change(context->session, &next, CHANGE_ALONE, context->status)
             : status_no_memory(context->status);
}

bool board_write_cells(const CommandContext *context, BoardPlace place, Str words) {
  const Session *session = context->session;
  const View *view = &session->view;
  BoardCell cell = {(BoardPart)place.part, view->layer, view->head, place.row, place.col};
  if (place.part == VIEW_BOARD_TOKENS) return rename_token(context, place.row, words);
  BoardEdit edit = edit_of(session);
  return board_set(&edit, cell, words, context->status) && set_text(context, NULL, edit.text);
}

/* The words behind the place as one text; a quoted one may have several rows. */
static bool set_cells(const CommandContext *context, int part) {
  BoardPlace place = {.part = part};
  int first = part == VIEW_BOARD_TOKENS ? 3 : 4;
  StrBuf words = strbuf_make(context->session->scratch);
  if (context->words->count <= first) return command_wrong(context);
  if (!board_read_place(context, 2, &place)) return false;
  for (int i = first; i < context->words->count; i++) {
    if (i > first) strbuf_add_char(&words, ' ');
    strbuf_add(&words, command_text(context, i));
  }
  if (words.failed) return status_no_memory(context->status);
  return board_write_cells(context, place, strbuf_str(&words));
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
  Str word = command_text(context, 3);
  if (!read_size(context, &size)) return false;
  bool has_word = size == BOARD_TOKEN && context->words->count == 4;
  if (!command_has(context, has_word ? 3 : 2)) return false;
  if (!has_word) word = str_from(free_token(session->scratch, session_board(session)));
  BoardEdit edit = edit_of(session);
  return board_add(&edit, size, word, context->status) && set_text(context, NULL, edit.text);
}

static bool remove_size(const CommandContext *context) {
  BoardSize size;
  if (!command_has(context, 2) || !read_size(context, &size)) return false;
  BoardEdit edit = edit_of(context->session);
  return board_remove(&edit, size, context->status) && set_text(context, NULL, edit.text);
}

/* ---- the command ---- */

typedef struct BoardCommand {
  const char *name;
  CommandRun run;
  bool needs_none; /* a model that is not typed in may be on show */
} BoardCommand;

static const BoardCommand board_commands[] = {
    {"new", begin_new, true},           {"text", take_text, true},
    {"add", add_size, false},           {"remove", remove_size, false},
    {"at", board_choose_cell, false},   {"move", board_move_cell, false},
    {"type", board_type_text, false},   {"erase", board_erase_typed, false},
    {"enter", board_enter_cell, false}, {"leave", board_leave_cell, false},
    {"paste", board_paste_rows, false}, {"save", board_save_file, false},
};

/* Alone it shows the board, and leads back; where no board is on show it begins one. */
static bool show_board(const CommandContext *context) {
  Session *session = context->session;
  return session_do(session, session_board(session) ? "view board toggle" : "board new",
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
  bool is_known = command || board_part_named(command_text(context, 1), &part);
  if (context->session->is_blind) return true;
  if (context->words->count == 1) return show_board(context);
  if (!is_known) return command_wrong(context);
  if (!(command && command->needs_none) && !needs_board(context)) return false;
  return command ? command->run(context) : set_cells(context, part);
}

const Board *session_board(const Session *session) {
  return session->model ? model_board(session->model) : NULL;
}
