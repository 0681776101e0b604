/* model/board/board_read.c -- reads the text of a board from the first line to the last.
**
** What a line means depends on its first word, and whether a matrix is open: then it is a row of
** numbers. So each error is found where it stands, and the shapes that are expected are known. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "model/board/board.h"
#include "model/mask_spec.h"
#include "text/tokens.h"
#include "text/utf8.h"

enum { SHOWN_BYTES = 40, HEAD_MATRICES = BOARD_LAYERS_MOST * BOARD_HEADS_MOST * BOARD_PART_COUNT };

typedef struct Reader {
  Arena *arena;
  const char *name;
  Status *status;
  Board *board;
  BoardMatrix *matrices;
  BoardWord *tokens, *cells; /* room for all words of the text */
  int cell_count, line;
  Str of_line, rest;   /* the line without its comment, and what is left of it */
  bool is_open;        /* a matrix takes rows */
  BoardPart part;      /* which */
  int layer, head;     /* where matrices belong; head −1: the line layer is the last one */
  int matrix_line;     /* where the last matrix of a head, or its line, began */
  bool has_layer_line; /* heads and layers are counted by their lines */
  bool has_mask, has_positions, has_sentence;
} Reader;

/* ---- words ---- */

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* A comment begins with # at the beginning of a word. */
static Str without_comment(Str line) {
  for (size_t i = 0; i < line.bytes; i++)
    if (line.at[i] == '#' && (i == 0 || is_blank(line.at[i - 1]))) return (Str){line.at, i};
  return line;
}

/* False: the line has no further word. */
static bool next_word(Str *rest, Str *word) {
  size_t first = 0, end;
  while (first < rest->bytes && is_blank(rest->at[first])) first++;
  for (end = first; end < rest->bytes && !is_blank(rest->at[end]);) end++;
  *word = (Str){rest->at + first, end - first};
  *rest = (Str){rest->at + end, rest->bytes - end};
  return word->bytes > 0;
}

/* A comma that ends a number belongs to none. */
static bool next_number(Str *rest, Str *word) {
  while (next_word(rest, word)) {
    if (word->at[word->bytes - 1] == ',') word->bytes--;
    if (word->bytes > 0) return true;
  }
  return false;
}

bool board_is(Str text) {
  Str word;
  text = str_without_mark(text);
  while (text.bytes > 0) {
    Str line = without_comment(str_take_line(&text));
    if (next_word(&line, &word)) return str_is(word, "board");
  }
  return false;
}

enum { LOOKED_AT_BYTES = 4096 };

/* Reads the first bytes alone, since any file may be asked about. */
bool board_is_file(const char *path) {
  char begins[LOOKED_AT_BYTES];
  OsFile file;
  if (os_kind(path) != OS_FILE || !os_open_file(path, &file, NULL)) return false;
  size_t bytes = file.bytes < sizeof begins ? (size_t)file.bytes : sizeof begins;
  bool is_board = os_read_at(file, 0, begins, bytes) && board_is((Str){begins, bytes});
  os_close_file(file);
  return is_board;
}

/* ---- errors ---- */

/* From 1. */
static int column_of(const Reader *reader, const char *at) {
  return str_characters((Str){reader->of_line.at, (size_t)(at - reader->of_line.at)}) + 1;
}

/* Puts the place before the sentence that the status has already. */
static bool fail_at(const Reader *reader, const char *at) {
  Status *status = reader->status;
  if (!status || status_is_no_memory(status)) return false;
  const char *sentence = str_copy(reader->arena, str_from(status->sentence));
  if (!sentence) return status_no_memory(status);
  return status_fail(status, STATUS_COULD_NOT, "%s:%d:%d: %s", reader->name, reader->line,
                     column_of(reader, at), sentence);
}

#define FAIL_AT(reader, place, ...)                                                                \
  (status_fail((reader)->status, STATUS_COULD_NOT, __VA_ARGS__), fail_at(reader, place))

static int shown(Str word) { return (int)str_head(word, SHOWN_BYTES).bytes; }
static const char *line_end(const Reader *reader) {
  Str trimmed = str_trim(reader->of_line);
  return trimmed.at + trimmed.bytes;
}

/* ---- numbers ---- */

static bool read_fraction(Str word, double *value) {
  const char *bar = memchr(word.at, '/', word.bytes);
  double over, under;
  if (!bar) return str_to_double(word, value);
  Str above = {word.at, (size_t)(bar - word.at)}, below = {bar + 1, word.bytes - above.bytes - 1};
  if (!str_to_double(above, &over) || !str_to_double(below, &under) || under == 0) return false;
  *value = over / under;
  return true;
}

/* A minus is often copied as U+2212. */
static bool read_number(Str word, double *value) {
  static const char minus[] = "\xE2\x88\x92";
  if (!str_starts(word, minus)) return read_fraction(word, value);
  Str rest = {word.at + sizeof minus - 1, word.bytes - (sizeof minus - 1)};
  if (rest.bytes == 0 || rest.at[0] == '-' || rest.at[0] == '+') return false;
  bool read = read_fraction(rest, value);
  *value = -*value;
  return read;
}

bool board_number(Str word, float *value, Status *status) {
  double number = 0;
  bool has_comma = word.bytes > 0 && memchr(word.at, ',', word.bytes);
  if (has_comma)
    return status_fail(
        status, STATUS_USAGE,
        _("“%.*s” is no number; decimals stand behind a point, as in 0.5, and blanks "
          "part numbers"),
        shown(word), word.at);
  if (!read_number(word, &number))
    return status_fail(status, STATUS_USAGE,
                       _("“%.*s” is no number; one is written as 2, -0.5 or 1/3"), shown(word),
                       word.at);
  if (!(fabs(number) <= BOARD_NUMBER_MOST))
    return status_fail(status, STATUS_USAGE,
                       _("%.*s is too large; numbers go from -1000000 to 1000000"), shown(word),
                       word.at);
  *value = (float)number;
  return true;
}

/* ---- matrices ---- */

static BoardMatrix *matrix_of(const Reader *reader, BoardPart part) {
  if (part == BOARD_E) return &reader->board->e;
  if (part == BOARD_P) return &reader->board->p;
  int place = reader->layer * BOARD_HEADS_MOST + reader->head;
  return &reader->matrices[place * BOARD_PART_COUNT + (int)part];
}

/* 0: the first row decides. */
static int wanted_cols(const Reader *reader, BoardPart part) {
  if (part == BOARD_E) return matrix_of(reader, part)->cols;
  if (part == BOARD_P || part == BOARD_W_O) return reader->board->d_model;
  return reader->board->d_head > 0 ? reader->board->d_head : matrix_of(reader, part)->cols;
}

static int most_rows(const Reader *reader, BoardPart part) {
  if (part == BOARD_E) return reader->board->token_count;
  if (part == BOARD_P) return BOARD_TOKENS_MOST;
  return part == BOARD_W_O ? reader->board->d_head : reader->board->d_model;
}

/* What the number of a row's columns follows from; whole sentences, each one for translators. */
static bool fail_short(const Reader *reader, int row, int found, int wanted) {
  const char *name = board_part_name(reader->part);
  const char *sentence =
      reader->part == BOARD_P || reader->part == BOARD_W_O
          ? _("row %d of %s is too short: numbers there: %d; expected, as in each row of E: %d")
      : reader->part == BOARD_E
          ? _("row %d of %s is too short: numbers there: %d; expected, as in its first row: %d")
          : _("row %d of %s is too short: numbers there: %d; expected, as in each row of W_Q: %d");
  return FAIL_AT(reader, line_end(reader), sentence, row + 1, name, found, wanted);
}

static bool fail_long(const Reader *reader, int row, int wanted, Str word) {
  const char *name = board_part_name(reader->part);
  const char *sentence =
      reader->part == BOARD_P || reader->part == BOARD_W_O
          ? _("“%.*s” is one too many in row %d of %s; expected, as in each row of E: %d")
      : reader->part == BOARD_E
          ? _("“%.*s” is one too many in row %d of %s; expected, as in its first row: %d")
          : _("“%.*s” is one too many in row %d of %s; expected, as in each row of W_Q: %d");
  return FAIL_AT(reader, word.at, sentence, shown(word), word.at, row + 1, name, wanted);
}

static bool fail_row(const Reader *reader) {
  const char *at = str_trim(reader->of_line).at;
  int most = most_rows(reader, reader->part);
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

static bool read_row(Reader *reader) {
  BoardMatrix *matrix = matrix_of(reader, reader->part);
  int wanted = wanted_cols(reader, reader->part), count = 0;
  Str word, rest = reader->of_line;
  if (matrix->rows == most_rows(reader, reader->part)) return fail_row(reader);
  BoardWord *row = &reader->cells[reader->cell_count];
  while (next_number(&rest, &word)) {
    Status why;
    if (wanted > 0 && count == wanted) return fail_long(reader, matrix->rows, wanted, word);
    if (count == BOARD_COLUMNS_MOST)
      return FAIL_AT(reader, word.at, _("“%.*s” is one too many: the most numbers of a row are %d"),
                     shown(word), word.at, BOARD_COLUMNS_MOST);
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

/* Called where something else begins. */
static bool close_matrix(Reader *reader) {
  if (!reader->is_open) return true;
  const BoardMatrix *matrix = matrix_of(reader, reader->part);
  const char *at = str_trim(reader->of_line).at;
  int wanted = most_rows(reader, reader->part);
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

/* A head has at least these three. */
static bool close_head(Reader *reader) {
  static const BoardPart needed[] = {BOARD_W_Q, BOARD_W_K, BOARD_W_V};
  const char *at = str_trim(reader->of_line).at;
  for (size_t i = 0; reader->head >= 0 && i < sizeof needed / sizeof needed[0]; i++)
    if (matrix_of(reader, needed[i])->rows == 0)
      return FAIL_AT(reader, at, _("head %d of layer %d has no %s; each head has W_Q, W_K and W_V"),
                     reader->head + 1, reader->layer + 1, board_part_name(needed[i]));
  return true;
}

static bool close_layer(Reader *reader) {
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

static bool is_ended(const Reader *reader, Str rest) {
  Str word;
  return !next_word(&rest, &word) ||
         FAIL_AT(reader, word.at, _("“%.*s” stands behind the end of the line's own words"),
                 shown(word), word.at);
}

/* What must stand before a matrix: that says its shape. */
static bool begin_matrix(Reader *reader, Str name, BoardPart part) {
  const Board *board = reader->board;
  if (!is_ended(reader, reader->rest)) return false;
  if (board->token_count == 0)
    return FAIL_AT(reader, name.at, _("the line tokens must stand before the first matrix"));
  if (part != BOARD_E && board->d_model == 0)
    return FAIL_AT(reader, name.at, _("E must stand before %s, since it says how wide a row is"),
                   board_part_name(part));
  if (part > BOARD_P && reader->head < 0) reader->head = 0;
  if (part == BOARD_P && reader->has_positions)
    return FAIL_AT(reader, name.at, _("the line positions and P exclude each other"));
  if (matrix_of(reader, part)->rows > 0)
    return FAIL_AT(reader, name.at,
                   _("%s is there a second time; a further head begins with a line "
                     "head"),
                   board_part_name(part));
  if (part > BOARD_W_Q && matrix_of(reader, BOARD_W_Q)->rows == 0)
    return FAIL_AT(reader, name.at, _("W_Q must stand before %s, since it says how wide a head is"),
                   board_part_name(part));
  reader->part = part;
  return reader->is_open = true;
}

/* ---- other lines ---- */

static bool read_title(Reader *reader, Str name) {
  if (!str_is(name, "board"))
    return FAIL_AT(reader, name.at, _("this is no board: its first word is not board"));
  reader->board->title = str_trim(reader->rest);
  return reader->board->title.bytes > 0 ||
         FAIL_AT(reader, line_end(reader), _("a title is missing behind board"));
}

/* A token must be found again in a sentence: as one word, and as this one. */
static bool check_token(const Reader *reader, Str word) {
  const Board *board = reader->board;
  Tokens split;
  if (board->token_count == BOARD_TOKENS_MOST)
    return FAIL_AT(reader, word.at, _("“%.*s” is one token too many; a board has at most %d"),
                   shown(word), word.at, BOARD_TOKENS_MOST);
  Str folded = utf8_fold(reader->arena, word);
  if (!folded.at) return status_no_memory(reader->status);
  for (int i = 0; i < board->token_count; i++)
    if (str_equal(utf8_fold(reader->arena, board->tokens[i].text), folded))
      return FAIL_AT(reader, word.at, _("the token “%.*s” is there already"), shown(word), word.at);
  Vocab *vocab;
  if (!vocab_make(reader->arena, &folded, 1, &vocab, reader->status) ||
      !tokens_split(reader->arena, word, vocab, 2, &split, reader->status))
    return fail_at(reader, word.at);
  return (split.count == 1 && split.at[0].id == 0 && split.bad_byte_count == 0) ||
         FAIL_AT(reader, word.at,
                 _("“%.*s” would be read as several tokens; a token is one word or one sign"),
                 shown(word), word.at);
}

static bool read_tokens(Reader *reader) {
  Str word;
  int before = reader->board->token_count;
  if (reader->board->e.rows > 0)
    return FAIL_AT(reader, reader->of_line.at, _("tokens stand before E"));
  while (next_word(&reader->rest, &word)) {
    if (!check_token(reader, word)) return false;
    reader->tokens[reader->board->token_count++].text = word;
  }
  return reader->board->token_count > before ||
         FAIL_AT(reader, line_end(reader), _("the words are missing behind tokens"));
}

static bool read_sentence(Reader *reader) {
  reader->board->sentence = str_trim(reader->rest);
  return reader->board->sentence.bytes > 0 ||
         FAIL_AT(reader, line_end(reader), _("the words are missing behind sentence"));
}

static bool read_mask(Reader *reader) {
  MaskSpec spec;
  Status why;
  Str parts = str_trim(reader->rest);
  if (parts.bytes == 0)
    return FAIL_AT(reader, line_end(reader), _("a mask is missing, such as causal"));
  if (!mask_spec_parse(parts, &spec, &why) || !mask_spec_check_asked(&spec.parts, &why))
    return FAIL_AT(reader, parts.at, "%s", why.sentence);
  reader->board->mask = spec.parts;
  return true;
}

static bool read_positions(Reader *reader) {
  Str word;
  bool has_word = next_word(&reader->rest, &word);
  if (reader->board->p.rows > 0)
    return FAIL_AT(reader, reader->of_line.at, _("the line positions and P exclude each other"));
  reader->board->is_sinusoidal = has_word && str_is(word, "sinusoidal");
  if (has_word && (reader->board->is_sinusoidal || str_is(word, "none")))
    return is_ended(reader, reader->rest);
  return FAIL_AT(reader, has_word ? word.at : line_end(reader),
                 _("positions takes none or sinusoidal; rows of your own stand below P"));
}

/* The number behind layer or head is for the reader, and must be the next one. */
static bool read_count(const Reader *reader, Str name, int wanted, int most) {
  Str word, rest = reader->rest;
  long number;
  if (wanted > most)
    return name.at[0] == 'h'
               ? FAIL_AT(reader, name.at,
                         _("this is one head too many; the most of a layer are %d"), most)
               : FAIL_AT(reader, name.at, _("this is one layer too many; the most are %d"), most);
  if (!next_word(&rest, &word)) return true;
  if (!str_to_long(word, &number) || number != wanted)
    return FAIL_AT(reader, word.at, _("“%.*s” stands here; the next number is %d"), shown(word),
                   word.at, wanted);
  return is_ended(reader, rest);
}

static bool begin_layer(Reader *reader, Str name) {
  if (reader->board->d_model == 0)
    return FAIL_AT(reader, name.at, _("E must stand before the first layer"));
  if (reader->head < 0 && !reader->has_layer_line) {
    reader->has_layer_line = true;
    return read_count(reader, name, 1, BOARD_LAYERS_MOST);
  }
  if (!close_head(reader) || !close_layer(reader) ||
      !read_count(reader, name, reader->layer + 2, BOARD_LAYERS_MOST))
    return false;
  reader->layer++;
  reader->head = -1;
  return true;
}

static bool begin_head(Reader *reader, Str name) {
  if (reader->board->d_model == 0)
    return FAIL_AT(reader, name.at, _("E must stand before the first head"));
  if (!close_head(reader) || !read_count(reader, name, reader->head + 2, BOARD_HEADS_MOST))
    return false;
  reader->head++;
  return true;
}

/* ---- the lines ---- */

typedef bool (*ReadLine)(Reader *reader);

static bool read_once(Reader *reader, Str name, bool *is_there, ReadLine read) {
  if (*is_there)
    return FAIL_AT(reader, name.at, _("the line %.*s is there a second time"), (int)name.bytes,
                   name.at);
  *is_there = true;
  return read(reader);
}

static bool fail_word(const Reader *reader, Str name) {
  float number;
  Status ignored;
  if (board_number(name, &number, &ignored))
    return FAIL_AT(reader, name.at,
                   _("numbers stand below the name of their matrix, such as W_Q, and there is none "
                     "above “%.*s”"),
                   shown(name), name.at);
  return FAIL_AT(reader, name.at,
                 _("“%.*s” begins no line of a board; a line begins with tokens, sentence, mask, "
                   "positions, layer, head, E, P, W_Q, W_K, W_V, W_O or a number"),
                 shown(name), name.at);
}

static bool read_named(Reader *reader, Str name) {
  for (int part = 0; part < BOARD_PART_COUNT; part++)
    if (str_is(name, board_part_name((BoardPart)part)))
      return begin_matrix(reader, name, (BoardPart)part);
  if (str_is(name, "tokens")) return read_tokens(reader);
  if (str_is(name, "sentence"))
    return read_once(reader, name, &reader->has_sentence, read_sentence);
  if (str_is(name, "mask")) return read_once(reader, name, &reader->has_mask, read_mask);
  if (str_is(name, "positions"))
    return read_once(reader, name, &reader->has_positions, read_positions);
  if (str_is(name, "layer")) return begin_layer(reader, name);
  return str_is(name, "head") ? begin_head(reader, name) : fail_word(reader, name);
}

static bool is_keyword(Str name) {
  static const char *const keywords[] = {"tokens",    "sentence", "mask",
                                         "positions", "layer",    "head"};
  for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
    if (str_is(name, keywords[i])) return true;
  for (int part = 0; part < BOARD_PART_COUNT; part++)
    if (str_is(name, board_part_name((BoardPart)part))) return true;
  return false;
}

static bool begins_number(Str name) {
  static const char minus[] = "\xE2\x88\x92";
  return memchr("0123456789+-.,", name.at[0], 14) || str_starts(name, minus);
}

/* While rows are missing, anything but the beginning of another line is a row, if a wrong one. */
static bool is_row(const Reader *reader, Str name) {
  if (!reader->is_open || begins_number(name)) return reader->is_open;
  return !is_keyword(name) &&
         matrix_of(reader, reader->part)->rows < most_rows(reader, reader->part);
}

static bool read_line(Reader *reader) {
  Str name;
  reader->rest = reader->of_line;
  if (!next_word(&reader->rest, &name)) return true;
  if (reader->board->title.bytes == 0) return read_title(reader, name);
  if (is_row(reader, name)) return read_row(reader);
  return close_matrix(reader) && read_named(reader, name);
}

/* The end of the text closes what is open; it is told with the place behind the last line. */
static bool end_text(Reader *reader) {
  reader->of_line = (Str){reader->board->text.at + reader->board->text.bytes, 0};
  const char *at = reader->of_line.at;
  if (!close_matrix(reader)) return false;
  if (reader->board->title.bytes == 0)
    return FAIL_AT(reader, at, _("this is no board: its first word is not board"));
  if (reader->board->token_count == 0) return FAIL_AT(reader, at, _("the line tokens is missing"));
  if (reader->board->e.rows == 0)
    return FAIL_AT(reader, at, _("E is missing, with a row of numbers for each token"));
  return close_head(reader) && close_layer(reader);
}

/* Heads of all layers stand in one array without gaps. */
static bool pack_heads(Reader *reader) {
  Board *board = reader->board;
  size_t row = (size_t)board->head_count * BOARD_PART_COUNT;
  BoardMatrix *packed = arena_take(reader->arena, (size_t)board->layer_count * row, sizeof *packed);
  if (!packed) return status_no_memory(reader->status);
  for (int layer = 0; layer < board->layer_count; layer++)
    memcpy(packed + (size_t)layer * row,
           reader->matrices + (size_t)layer * BOARD_HEADS_MOST * BOARD_PART_COUNT,
           row * sizeof *packed);
  board->of_heads = packed;
  return true;
}

static bool keep_sentence(Reader *reader) {
  Board *board = reader->board;
  StrBuf words = strbuf_make(reader->arena);
  if (board->sentence.bytes > 0) strbuf_add(&words, board->sentence);
  for (int i = 0; board->sentence.bytes == 0 && i < board->token_count; i++) {
    if (i > 0) strbuf_add_char(&words, ' ');
    strbuf_add(&words, board->tokens[i].text);
  }
  board->first_sentence = words.at;
  if (board->sentence.bytes == 0) board->sentence = strbuf_str(&words);
  return !words.failed || status_no_memory(reader->status);
}

bool board_read(Arena *arena, const char *name, Str text, Board *board, Status *status) {
  if (text.bytes > BOARD_BYTES_MOST)
    return status_fail(status, STATUS_COULD_NOT, _("%s is too long for a board: %d kB at most"),
                       name, BOARD_BYTES_MOST >> 10);
  text = str_without_mark(text);
  const char *copy = str_copy(arena, text);
  Reader reader = {.arena = arena, .name = name, .status = status, .board = board, .head = -1};
  reader.tokens = arena_take(arena, BOARD_TOKENS_MOST, sizeof *reader.tokens);
  reader.cells = arena_take(arena, text.bytes / 2 + 1 + BOARD_COLUMNS_MOST, sizeof *reader.cells);
  reader.matrices = arena_take(arena, HEAD_MATRICES, sizeof *reader.matrices);
  if (!copy || !reader.tokens || !reader.cells || !reader.matrices) return status_no_memory(status);
  *board = (Board){.text = {copy, text.bytes}, .tokens = reader.tokens};
  for (Str rest = board->text; rest.bytes > 0;) {
    reader.line++;
    reader.of_line = without_comment(str_take_line(&rest));
    if (!read_line(&reader)) return false;
  }
  reader.line++;
  if (!end_text(&reader)) return false;
  board->layer_count = reader.layer + 1;
  return pack_heads(&reader) && keep_sentence(&reader);
}

bool board_read_file(Arena *arena, const char *path, Str *text, Status *status) {
  return os_read_file(arena, path, BOARD_BYTES_MOST, text, status);
}
