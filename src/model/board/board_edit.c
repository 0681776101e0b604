/* model/board/board_edit.c -- changes of a board as changes of its text.
**
** An edit is a few pieces of the text replaced by others, in any order; so comments, blanks and
** lines stay as they were typed. What comes out is read again, so that no edit makes a text that
** cannot be opened. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "model/board/board.h"

enum { SPLICES_MOST = 4096, PUT_BYTES_MOST = 512, SHOWN_BYTES = 40 };

/* bytes of the text from at on become put. */
typedef struct Splice {
  size_t at, bytes;
  Str put;
} Splice;

typedef struct Editor {
  Arena *arena;
  const Board *board;
  Splice *splices;
  int count;
  bool failed; /* out of memory */
} Editor;

static Editor editor_of(Arena *arena, const Board *board) {
  Splice *splices = arena_take(arena, SPLICES_MOST, sizeof *splices);
  return (Editor){arena, board, splices, 0, splices == NULL};
}

static size_t place_of(const Editor *editor, const char *at) {
  assert(at >= editor->board->text.at && at <= editor->board->text.at + editor->board->text.bytes);
  return (size_t)(at - editor->board->text.at);
}

static void add_splice(Editor *editor, size_t at, size_t bytes, Str put) {
  const char *copy = str_copy(editor->arena, put);
  if (!copy || editor->count == SPLICES_MOST) editor->failed = true;
  if (!editor->failed) editor->splices[editor->count++] = (Splice){at, bytes, {copy, put.bytes}};
}

static int compare_places(const void *a, const void *b) {
  size_t x = ((const Splice *)a)->at, y = ((const Splice *)b)->at;
  return x < y ? -1 : x > y;
}

/* Reads what came out, since two right edits may make a wrong board: a token twice. */
static bool apply(Editor *editor, BoardEdit *edit, Status *status) {
  const Str from = editor->board->text;
  StrBuf to = strbuf_make(editor->arena);
  Board made;
  size_t at = 0;
  if (editor->failed) return status_no_memory(status);
  qsort(editor->splices, (size_t)editor->count, sizeof *editor->splices, compare_places);
  for (int i = 0; i < editor->count; i++) {
    const Splice *splice = &editor->splices[i];
    assert(splice->at >= at);
    strbuf_add(&to, (Str){from.at + at, splice->at - at});
    strbuf_add(&to, splice->put);
    at = splice->at + splice->bytes;
  }
  strbuf_add(&to, (Str){from.at + at, from.bytes - at});
  if (to.failed) return status_no_memory(status);
  if (!board_read(editor->arena, _("The changed board"), strbuf_str(&to), &made, status))
    return false;
  edit->text = made.text;
  return true;
}

/* ---- words in place ---- */

static size_t blanks_from(const Editor *editor, size_t at) {
  const Str text = editor->board->text;
  size_t end = at;
  while (end < text.bytes && (text.at[end] == ' ' || text.at[end] == '\t')) end++;
  return end - at;
}

static bool ends_line(const Editor *editor, size_t at) {
  const Str text = editor->board->text;
  return at >= text.bytes || text.at[at] == '\n' || text.at[at] == '\r';
}

/* Columns that stood below each other still do, where the blanks between them allow it. */
static void replace_word(Editor *editor, Str word, Str by) {
  char put[PUT_BYTES_MOST];
  size_t at = place_of(editor, word.at), blanks = blanks_from(editor, at + word.bytes);
  bool is_last = ends_line(editor, at + word.bytes + blanks);
  size_t removed = word.bytes, bytes = by.bytes < sizeof put ? by.bytes : sizeof put;
  memcpy(put, by.at, bytes);
  int longer = str_characters(by) - str_characters(word);
  if (!is_last && longer > 0 && blanks > 1)
    removed += (size_t)longer < blanks ? (size_t)longer : blanks - 1;
  for (; !is_last && blanks > 0 && longer < 0 && bytes < sizeof put; longer++) put[bytes++] = ' ';
  add_splice(editor, at, removed, (Str){put, bytes});
}

static bool take_word(Str *rest, Str *word) {
  size_t first = 0, end;
  static const char parting[] = " \t\r\n;";
  while (first < rest->bytes && memchr(parting, rest->at[first], sizeof parting - 1)) first++;
  for (end = first; end < rest->bytes && !memchr(parting, rest->at[end], sizeof parting - 1);)
    end++;
  *word = (Str){rest->at + first, end - first};
  *rest = (Str){rest->at + end, rest->bytes - end};
  if (word->bytes > 1 && word->at[word->bytes - 1] == ',') word->bytes--;
  return word->bytes > 0;
}

/* Without the brackets and commas that a program prints around rows. */
static Str bare(Str line) {
  line = str_trim(line);
  while (line.bytes > 0 && memchr("[(,", line.at[0], 3)) line.at++, line.bytes--;
  while (line.bytes > 0 && memchr("]),;", line.at[line.bytes - 1], 4)) line.bytes--;
  return line;
}

static bool fail_place(const BoardMatrix *matrix, BoardCell cell, Status *status) {
  const char *name = board_part_name(cell.part);
  if (matrix->rows == 0) return status_fail(status, STATUS_USAGE, _("this board has no %s"), name);
  return status_fail(status, STATUS_USAGE,
                     _("%s has no cell %d %d; its rows go to %d and its columns to %d"), name,
                     cell.row + 1, cell.col + 1, matrix->rows, matrix->cols);
}

static bool set_cell(Editor *editor, BoardCell cell, Str word, Status *status) {
  const Board *board = editor->board;
  const BoardMatrix *matrix = board_matrix(board, cell.layer, cell.head, cell.part);
  float value;
  if (cell.row < 0 || cell.col < 0 || cell.row >= matrix->rows || cell.col >= matrix->cols)
    return fail_place(matrix, cell, status);
  if (!board_number(word, &value, status)) return false;
  replace_word(editor, matrix->cells[cell.row * matrix->cols + cell.col].text, word);
  return true;
}

bool board_set(BoardEdit *edit, BoardCell from, Str words, Status *status) {
  const Board *board = edit->board;
  Editor editor = editor_of(edit->arena, board);
  BoardCell cell = from;
  assert(from.layer >= 0 && from.layer < board->layer_count);
  assert(from.head >= 0 && from.head < board->head_count);
  if (editor.failed) return status_no_memory(status);
  while (words.bytes > 0) {
    Str line = bare(str_take_line(&words)), word;
    if (line.bytes == 0) continue;
    for (cell.col = from.col; take_word(&line, &word); cell.col++)
      if (!set_cell(&editor, cell, word, status)) return false;
    cell.row++;
  }
  if (editor.count == 0) return status_fail(status, STATUS_USAGE, _("a number is missing"));
  return apply(&editor, edit, status);
}

/* A token without blanks around it is a word of a sentence as it is typed there. */
bool board_rename(BoardEdit *edit, int token, Str word, Status *status) {
  const Board *board = edit->board;
  Editor editor = editor_of(edit->arena, board);
  Str of_board = board->sentence, found;
  assert(token >= 0 && token < board->token_count);
  if (editor.failed) return status_no_memory(status);
  if (memchr(word.at, '#', word.bytes) == word.at || word.bytes == 0)
    return status_fail(status, STATUS_USAGE,
                       _("“%.*s” is no token; a token is one word or one sign, and not #"),
                       (int)str_head(word, SHOWN_BYTES).bytes, word.at);
  Str old = board->tokens[token].text;
  replace_word(&editor, old, word);
  bool is_in_text =
      of_board.at >= board->text.at && of_board.at < board->text.at + board->text.bytes;
  while (is_in_text && take_word(&of_board, &found))
    if (str_equal(found, old)) add_splice(&editor, place_of(&editor, found.at), old.bytes, word);
  return apply(&editor, edit, status);
}

/* ---- sizes ---- */

const char *board_size_name(BoardSize size) {
  static const char *const names[BOARD_SIZE_COUNT] = {"token", "d_model", "d_head"};
  assert(size >= 0 && size < BOARD_SIZE_COUNT);
  return names[size];
}

static bool has_rows_of(BoardSize size, BoardPart part) {
  if (size == BOARD_TOKEN) return part == BOARD_E;
  if (size == BOARD_D_HEAD) return part == BOARD_W_O;
  return part == BOARD_W_Q || part == BOARD_W_K || part == BOARD_W_V;
}

static bool has_columns_of(BoardSize size, BoardPart part) {
  if (size == BOARD_TOKEN) return false;
  bool is_of_head = part == BOARD_W_Q || part == BOARD_W_K || part == BOARD_W_V;
  return size == BOARD_D_HEAD ? is_of_head : !is_of_head;
}

static Str last_cell(const BoardMatrix *matrix, int row) {
  return matrix->cells[(row + 1) * matrix->cols - 1].text;
}

/* From the beginning of the line that a word stands in. */
static size_t line_begin(const Editor *editor, Str word) {
  size_t at = place_of(editor, word.at);
  while (at > 0 && editor->board->text.at[at - 1] != '\n') at--;
  return at;
}

/* Up to the line end, which is not of it. */
static size_t line_end(const Editor *editor, Str word) {
  size_t at = place_of(editor, word.at) + word.bytes;
  while (!ends_line(editor, at)) at++;
  return at;
}

/* A row of zeros below the last, as far to the right. */
static void add_row(Editor *editor, const BoardMatrix *matrix) {
  Str first = matrix->cells[(matrix->rows - 1) * matrix->cols].text;
  size_t begin = line_begin(editor, first);
  StrBuf row = strbuf_make(editor->arena);
  strbuf_add_char(&row, '\n');
  strbuf_add(&row, (Str){editor->board->text.at + begin, blanks_from(editor, begin)});
  for (int col = 0; col < matrix->cols; col++) strbuf_add(&row, col > 0 ? STR(" 0") : STR("0"));
  editor->failed |= row.failed;
  add_splice(editor, line_end(editor, last_cell(matrix, matrix->rows - 1)), 0, strbuf_str(&row));
}

/* With the line end before it, so that no empty line is left. */
static void remove_row(Editor *editor, const BoardMatrix *matrix) {
  Str last = last_cell(matrix, matrix->rows - 1);
  size_t begin = line_begin(editor, last), end = line_end(editor, last);
  size_t before = begin > 0 ? 1 : 0;
  add_splice(editor, begin - before, end - begin + before, STR(""));
}

static void remove_word(Editor *editor, Str word) {
  size_t at = place_of(editor, word.at), end = at + word.bytes;
  while (at > 0 && strchr(" \t,", editor->board->text.at[at - 1])) at--;
  add_splice(editor, at, end - at, STR(""));
}

static void change_matrix(Editor *editor, const BoardMatrix *matrix, BoardSize size, BoardPart part,
                          bool adds) {
  if (matrix->rows == 0) return;
  if (has_rows_of(size, part)) (adds ? add_row : remove_row)(editor, matrix);
  for (int row = 0; has_columns_of(size, part) && row < matrix->rows; row++) {
    Str last = last_cell(matrix, row);
    if (adds) add_splice(editor, place_of(editor, last.at) + last.bytes, 0, STR(" 0"));
    else remove_word(editor, last);
  }
}

static void change_matrices(Editor *editor, BoardSize size, bool adds) {
  const Board *board = editor->board;
  change_matrix(editor, &board->e, size, BOARD_E, adds);
  change_matrix(editor, &board->p, size, BOARD_P, adds);
  for (int layer = 0; layer < board->layer_count; layer++)
    for (int head = 0; head < board->head_count; head++)
      for (int part = BOARD_W_Q; part < BOARD_PART_COUNT; part++)
        change_matrix(editor, board_matrix(board, layer, head, (BoardPart)part), size,
                      (BoardPart)part, adds);
}

static int count_of(const Board *board, BoardSize size) {
  const int counts[BOARD_SIZE_COUNT] = {board->token_count, board->d_model, board->d_head};
  return counts[size];
}

bool board_add(BoardEdit *edit, BoardSize size, Str word, Status *status) {
  const Board *board = edit->board;
  Editor editor = editor_of(edit->arena, board);
  int most = size == BOARD_TOKEN ? BOARD_TOKENS_MOST : BOARD_COLUMNS_MOST;
  if (editor.failed) return status_no_memory(status);
  if (count_of(board, size) == most)
    return status_fail(status, STATUS_COULD_NOT, _("the %s of a board goes from 1 to %d"),
                       size == BOARD_TOKEN ? _("number of tokens") : board_size_name(size), most);
  if (size == BOARD_TOKEN) {
    Str last = board->tokens[board->token_count - 1].text;
    const char *put = str_format(edit->arena, " %.*s", (int)word.bytes, word.at);
    if (!put) return status_no_memory(status);
    add_splice(&editor, place_of(&editor, last.at) + last.bytes, 0, str_from(put));
  }
  change_matrices(&editor, size, true);
  return apply(&editor, edit, status);
}

/* A line "tokens" with nothing behind it would be none. */
static void remove_token(Editor *editor) {
  Str last = editor->board->tokens[editor->board->token_count - 1].text;
  size_t begin = line_begin(editor, last), at = place_of(editor, last.at);
  Str before = str_trim((Str){editor->board->text.at + begin, at - begin});
  if (!str_is(before, "tokens")) remove_word(editor, last);
  else add_splice(editor, begin, line_end(editor, last) - begin, STR(""));
}

bool board_remove(BoardEdit *edit, BoardSize size, Status *status) {
  const Board *board = edit->board;
  Editor editor = editor_of(edit->arena, board);
  if (editor.failed) return status_no_memory(status);
  if (count_of(board, size) == 1)
    return size == BOARD_TOKEN
               ? status_fail(status, STATUS_COULD_NOT, _("a board has at least one token"))
               : status_fail(status, STATUS_COULD_NOT, _("the %s of a board is at least 1"),
                             board_size_name(size));
  if (size == BOARD_TOKEN) remove_token(&editor);
  change_matrices(&editor, size, false);
  return apply(&editor, edit, status);
}
