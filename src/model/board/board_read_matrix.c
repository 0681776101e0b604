/* model/board/board_read_matrix.c -- the rows of a board's matrices. The lines before a matrix say
** its shape, so a row too many or too short is found where it stands. */
#include <string.h>

#include "base/i18n.h"
#include "model/board/board_read_internal.h"

/* A comma that ends a number belongs to none. */
static bool next_number(Str *rest, Str *word) {
  while (board_next_word(rest, word)) {
    if (word->at[word->bytes - 1] == ',') word->bytes--;
    if (word->bytes > 0) return true;
  }
  return false;
}

BoardMatrix *board_matrix_of(const BoardReader *reader, BoardPart part) {
  if (part == BOARD_E) return &reader->board->e;
  if (part == BOARD_P) return &reader->board->p;
  int place = reader->layer * BOARD_HEADS_MOST + reader->head;
  return &reader->matrices[place * BOARD_PART_COUNT + (int)part];
}

/* 0: the first row decides. */
static int wanted_cols(const BoardReader *reader, BoardPart part) {
  if (part == BOARD_E) return board_matrix_of(reader, part)->cols;
  if (part == BOARD_P || part == BOARD_W_O) return reader->board->d_model;
  return reader->board->d_head > 0 ? reader->board->d_head : board_matrix_of(reader, part)->cols;
}

int board_most_rows(const BoardReader *reader, BoardPart part) {
  if (part == BOARD_E) return reader->board->token_count;
  if (part == BOARD_P) return BOARD_TOKENS_MOST;
  return part == BOARD_W_O ? reader->board->d_head : reader->board->d_model;
}

/* What the number of a row's columns follows from; whole sentences, each one for translators. */
static bool fail_short(const BoardReader *reader, int row, int found, int wanted) {
  const char *name = board_part_name(reader->part);
  const char *sentence =
      reader->part == BOARD_P || reader->part == BOARD_W_O
          ? _("row %d of %s is too short: numbers there: %d; expected, as in each row of E: %d")
      : reader->part == BOARD_E
          ? _("row %d of %s is too short: numbers there: %d; expected, as in its first row: %d")
          : _("row %d of %s is too short: numbers there: %d; expected, as in each row of W_Q: %d");
  return FAIL_AT(reader, board_line_end(reader), sentence, row + 1, name, found, wanted);
}

static bool fail_long(const BoardReader *reader, int row, int wanted, Str word) {
  const char *name = board_part_name(reader->part);
  const char *sentence =
      reader->part == BOARD_P || reader->part == BOARD_W_O
          ? _("“%.*s” is one too many in row %d of %s; expected, as in each row of E: %d")
      : reader->part == BOARD_E
          ? _("“%.*s” is one too many in row %d of %s; expected, as in its first row: %d")
          : _("“%.*s” is one too many in row %d of %s; expected, as in each row of W_Q: %d");
  return FAIL_AT(reader, word.at, sentence, board_shown(word), word.at, row + 1, name, wanted);
}

static bool fail_row(const BoardReader *reader) {
  const char *at = str_trim(reader->of_line).at;
  int most = board_most_rows(reader, reader->part);
  switch (reader->part) {
  case BOARD_E:
    return FAIL_AT(reader, at, _("E has a row too many; each token has one: %d"), most);
  case BOARD_P:
    return FAIL_AT(reader, at, _("P has a row too many; the most are %d"), most);
  case BOARD_W_O:
    return FAIL_AT(reader, at, _("W_O has a row too many; each column of W_V has one: %d"), most);
  default:
    return FAIL_AT(reader, at, _("%s has a row too many; each column of E has one: %d"),
                   board_part_name(reader->part), most);
  }
}

bool board_read_row(BoardReader *reader) {
  BoardMatrix *matrix = board_matrix_of(reader, reader->part);
  int wanted = wanted_cols(reader, reader->part), count = 0;
  Str word, rest = reader->of_line;
  if (matrix->rows == board_most_rows(reader, reader->part)) return fail_row(reader);
  BoardWord *row = &reader->cells[reader->cell_count];
  while (next_number(&rest, &word)) {
    Status why;
    if (wanted > 0 && count == wanted) return fail_long(reader, matrix->rows, wanted, word);
    if (count == BOARD_COLUMNS_MOST)
      return FAIL_AT(reader, word.at, _("“%.*s” is one too many: the most numbers of a row are %d"),
                     board_shown(word), word.at, BOARD_COLUMNS_MOST);
    row[count].text = word;
    if (!board_number(word, &row[count].value, &why))
      return FAIL_AT(reader, word.at, "%s", why.sentence);
    count++;
  }
  if (count == 0) return true; /* a comma alone */
  if (count < wanted) return fail_short(reader, matrix->rows, count, wanted);
  if (matrix->rows++ == 0) *matrix = (BoardMatrix){row, 1, count};
  reader->cell_count += count;
  if (reader->part == BOARD_E) reader->board->d_model = count;
  if (reader->part == BOARD_W_Q) reader->board->d_head = count;
  return true;
}

bool board_close_matrix(BoardReader *reader) {
  if (!reader->is_open) return true;
  const BoardMatrix *matrix = board_matrix_of(reader, reader->part);
  const char *at = str_trim(reader->of_line).at;
  int wanted = board_most_rows(reader, reader->part);
  reader->is_open = false;
  if (reader->part == BOARD_P && matrix->rows > 0) return true;
  if (matrix->rows == wanted) return true;
  switch (reader->part) {
  case BOARD_E:
    return FAIL_AT(reader, at,
                   _("E ends too early: rows there: %d; expected, one for each token: %d"),
                   matrix->rows, wanted);
  case BOARD_P:
    return FAIL_AT(reader, at, _("P has no rows; it needs one for each place of a token"));
  case BOARD_W_O:
    return FAIL_AT(
        reader, at,
        _("W_O ends too early: rows there: %d; expected, one for each column of W_V: %d"),
        matrix->rows, wanted);
  default:
    return FAIL_AT(reader, at,
                   _("%s ends too early: rows there: %d; expected, one for each column of E: %d"),
                   board_part_name(reader->part), matrix->rows, wanted);
  }
}

bool board_close_head(BoardReader *reader) {
  static const BoardPart needed[] = {BOARD_W_Q, BOARD_W_K, BOARD_W_V};
  const char *at = str_trim(reader->of_line).at;
  for (size_t i = 0; reader->head >= 0 && i < sizeof needed / sizeof needed[0]; i++)
    if (board_matrix_of(reader, needed[i])->rows == 0)
      return FAIL_AT(reader, at, _("head %d of layer %d has no %s; each head has W_Q, W_K and W_V"),
                     reader->head + 1, reader->layer + 1, board_part_name(needed[i]));
  return true;
}

bool board_close_layer(BoardReader *reader) {
  int heads = reader->head + 1;
  if (heads == 0)
    return FAIL_AT(reader, str_trim(reader->of_line).at, _("layer %d has no W_Q, W_K and W_V"),
                   reader->layer + 1);
  if (reader->layer == 0 && reader->board->head_count == 0) reader->board->head_count = heads;
  return heads == reader->board->head_count ||
         FAIL_AT(reader, str_trim(reader->of_line).at,
                 _("the heads of layer %d: %d; expected, as in the first layer: %d"),
                 reader->layer + 1, heads, reader->board->head_count);
}

bool board_begin_matrix(BoardReader *reader, Str name, BoardPart part) {
  const Board *board = reader->board;
  if (!board_is_ended(reader, reader->rest)) return false;
  if (board->token_count == 0)
    return FAIL_AT(reader, name.at, _("the line tokens must stand before the first matrix"));
  if (part != BOARD_E && board->d_model == 0)
    return FAIL_AT(reader, name.at, _("E must stand before %s, since it says how wide a row is"),
                   board_part_name(part));
  if (part > BOARD_P && reader->head < 0) reader->head = 0;
  if (part == BOARD_P && reader->has_positions)
    return FAIL_AT(reader, name.at, _("the line positions and P exclude each other"));
  if (board_matrix_of(reader, part)->rows > 0)
    return FAIL_AT(reader, name.at,
                   _("%s is there a second time; a further head begins with a line "
                     "head"),
                   board_part_name(part));
  if (part > BOARD_W_Q && board_matrix_of(reader, BOARD_W_Q)->rows == 0)
    return FAIL_AT(reader, name.at, _("W_Q must stand before %s, since it says how wide a head is"),
                   board_part_name(part));
  reader->part = part;
  return reader->is_open = true;
}
