/* model/board/board_read.c -- reads the text of a board from the first line to the last.
**
** What a line means depends on its first word, and whether a matrix is open: then it is a row of
** numbers. So each error is found where it stands, and the shapes that are expected are known. */
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "model/board/board_read_internal.h"
#include "model/mask_spec.h"
#include "text/tokens.h"
#include "text/utf8.h"

enum { SHOWN_BYTES = 40, HEAD_MATRICES = BOARD_LAYERS_MOST * BOARD_HEADS_MOST * BOARD_PART_COUNT };

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

bool board_next_word(Str *rest, Str *word) {
  size_t first = 0, end;
  while (first < rest->bytes && is_blank(rest->at[first])) first++;
  for (end = first; end < rest->bytes && !is_blank(rest->at[end]);) end++;
  *word = (Str){rest->at + first, end - first};
  *rest = (Str){rest->at + end, rest->bytes - end};
  return word->bytes > 0;
}

bool board_is(Str text) {
  Str word;
  text = str_without_mark(text);
  while (text.bytes > 0) {
    Str line = without_comment(str_take_line(&text));
    if (board_next_word(&line, &word)) return str_is(word, "board");
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
static int column_of(const BoardReader *reader, const char *at) {
  return str_characters((Str){reader->of_line.at, (size_t)(at - reader->of_line.at)}) + 1;
}

bool board_fail_at(const BoardReader *reader, const char *at) {
  Status *status = reader->status;
  if (!status || status_is_no_memory(status)) return false;
  const char *sentence = str_copy(reader->arena, str_from(status->sentence));
  if (!sentence) return status_no_memory(status);
  return status_fail(status, STATUS_COULD_NOT, "%s:%d:%d: %s", reader->name, reader->line,
                     column_of(reader, at), sentence);
}

int board_shown(Str word) { return (int)str_head(word, SHOWN_BYTES).bytes; }

const char *board_line_end(const BoardReader *reader) {
  Str trimmed = str_trim(reader->of_line);
  return trimmed.at + trimmed.bytes;
}

bool board_is_ended(const BoardReader *reader, Str rest) {
  Str word;
  return !board_next_word(&rest, &word) ||
         FAIL_AT(reader, word.at, _("“%.*s” stands behind the end of the line's own words"),
                 board_shown(word), word.at);
}

/* ---- lines that are no matrices ---- */

static bool read_title(BoardReader *reader, Str name) {
  if (!str_is(name, "board"))
    return FAIL_AT(reader, name.at, _("this is no board: its first word is not board"));
  reader->board->title = str_trim(reader->rest);
  return reader->board->title.bytes > 0 ||
         FAIL_AT(reader, board_line_end(reader), _("a title is missing behind board"));
}

/* A token must be found again in a sentence: as one word, and as this one. */
static bool check_token(const BoardReader *reader, Str word) {
  const Board *board = reader->board;
  Tokens split;
  if (board->token_count == BOARD_TOKENS_MOST)
    return FAIL_AT(reader, word.at, _("“%.*s” is one token too many; a board has at most %d"),
                   board_shown(word), word.at, BOARD_TOKENS_MOST);
  Str folded = utf8_fold(reader->arena, word);
  if (!folded.at) return status_no_memory(reader->status);
  for (int i = 0; i < board->token_count; i++)
    if (str_equal(utf8_fold(reader->arena, board->tokens[i].text), folded))
      return FAIL_AT(reader, word.at, _("the token “%.*s” is there already"), board_shown(word),
                     word.at);
  Vocab *vocab;
  if (!vocab_make(reader->arena, &folded, 1, &vocab, reader->status) ||
      !tokens_split(reader->arena, word, vocab, 2, &split, reader->status))
    return board_fail_at(reader, word.at);
  return (split.count == 1 && split.at[0].id == 0 && split.bad_byte_count == 0) ||
         FAIL_AT(reader, word.at,
                 _("“%.*s” would be read as several tokens; a token is one word or one sign"),
                 board_shown(word), word.at);
}

static bool read_tokens(BoardReader *reader) {
  Str word;
  int before = reader->board->token_count;
  if (reader->board->e.rows > 0)
    return FAIL_AT(reader, reader->of_line.at, _("tokens stand before E"));
  while (board_next_word(&reader->rest, &word)) {
    if (!check_token(reader, word)) return false;
    reader->tokens[reader->board->token_count++].text = word;
  }
  return reader->board->token_count > before ||
         FAIL_AT(reader, board_line_end(reader), _("the words are missing behind tokens"));
}

static bool read_sentence(BoardReader *reader) {
  reader->board->sentence = str_trim(reader->rest);
  return reader->board->sentence.bytes > 0 ||
         FAIL_AT(reader, board_line_end(reader), _("the words are missing behind sentence"));
}

static bool read_mask(BoardReader *reader) {
  MaskSpec spec;
  Status why;
  Str parts = str_trim(reader->rest);
  if (parts.bytes == 0)
    return FAIL_AT(reader, board_line_end(reader), _("a mask is missing, such as causal"));
  if (!mask_spec_parse(parts, &spec, &why) || !mask_spec_check_asked(&spec.parts, &why))
    return FAIL_AT(reader, parts.at, "%s", why.sentence);
  reader->board->mask = spec.parts;
  return true;
}

static bool read_positions(BoardReader *reader) {
  Str word;
  bool has_word = board_next_word(&reader->rest, &word);
  if (reader->board->p.rows > 0)
    return FAIL_AT(reader, reader->of_line.at, _("the line positions and P exclude each other"));
  reader->board->is_sinusoidal = has_word && str_is(word, "sinusoidal");
  if (has_word && (reader->board->is_sinusoidal || str_is(word, "none")))
    return board_is_ended(reader, reader->rest);
  return FAIL_AT(reader, has_word ? word.at : board_line_end(reader),
                 _("positions takes none or sinusoidal; rows of your own stand below P"));
}

/* The number behind layer or head is for the reader, and must be the next one. */
static bool read_count(const BoardReader *reader, Str name, int wanted, int most) {
  Str word, rest = reader->rest;
  long number;
  if (wanted > most)
    return name.at[0] == 'h'
               ? FAIL_AT(reader, name.at,
                         _("this is one head too many; the most of a layer are %d"), most)
               : FAIL_AT(reader, name.at, _("this is one layer too many; the most are %d"), most);
  if (!board_next_word(&rest, &word)) return true;
  if (!str_to_long(word, &number) || number != wanted)
    return FAIL_AT(reader, word.at, _("“%.*s” stands here; the next number is %d"),
                   board_shown(word), word.at, wanted);
  return board_is_ended(reader, rest);
}

static bool begin_layer(BoardReader *reader, Str name) {
  if (reader->board->d_model == 0)
    return FAIL_AT(reader, name.at, _("E must stand before the first layer"));
  if (reader->head < 0 && !reader->has_layer_line) {
    reader->has_layer_line = true;
    return read_count(reader, name, 1, BOARD_LAYERS_MOST);
  }
  if (!board_close_head(reader) || !board_close_layer(reader) ||
      !read_count(reader, name, reader->layer + 2, BOARD_LAYERS_MOST))
    return false;
  reader->layer++;
  reader->head = -1;
  return true;
}

static bool begin_head(BoardReader *reader, Str name) {
  if (reader->board->d_model == 0)
    return FAIL_AT(reader, name.at, _("E must stand before the first head"));
  if (!board_close_head(reader) || !read_count(reader, name, reader->head + 2, BOARD_HEADS_MOST))
    return false;
  reader->head++;
  return true;
}

/* ---- the lines ---- */

typedef bool (*ReadLine)(BoardReader *reader);

static bool read_once(BoardReader *reader, Str name, bool *is_there, ReadLine read) {
  if (*is_there)
    return FAIL_AT(reader, name.at, _("the line %.*s is there a second time"), (int)name.bytes,
                   name.at);
  *is_there = true;
  return read(reader);
}

static bool fail_word(const BoardReader *reader, Str name) {
  float number;
  Status ignored;
  if (board_number(name, &number, &ignored))
    return FAIL_AT(reader, name.at,
                   _("numbers stand below the name of their matrix, such as W_Q, and there is none "
                     "above “%.*s”"),
                   board_shown(name), name.at);
  return FAIL_AT(reader, name.at,
                 _("“%.*s” begins no line of a board; a line begins with tokens, sentence, mask, "
                   "positions, layer, head, E, P, W_Q, W_K, W_V, W_O or a number"),
                 board_shown(name), name.at);
}

static bool read_named(BoardReader *reader, Str name) {
  for (int part = 0; part < BOARD_PART_COUNT; part++)
    if (str_is(name, board_part_name((BoardPart)part)))
      return board_begin_matrix(reader, name, (BoardPart)part);
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
static bool is_row(const BoardReader *reader, Str name) {
  if (!reader->is_open || begins_number(name)) return reader->is_open;
  return !is_keyword(name) &&
         board_matrix_of(reader, reader->part)->rows < board_most_rows(reader, reader->part);
}

static bool read_line(BoardReader *reader) {
  Str name;
  reader->rest = reader->of_line;
  if (!board_next_word(&reader->rest, &name)) return true;
  if (reader->board->title.bytes == 0) return read_title(reader, name);
  if (is_row(reader, name)) return board_read_row(reader);
  return board_close_matrix(reader) && read_named(reader, name);
}

/* The end of the text closes what is open; it is told with the place behind the last line. */
static bool end_text(BoardReader *reader) {
  reader->of_line = (Str){reader->board->text.at + reader->board->text.bytes, 0};
  const char *at = reader->of_line.at;
  if (!board_close_matrix(reader)) return false;
  if (reader->board->title.bytes == 0)
    return FAIL_AT(reader, at, _("this is no board: its first word is not board"));
  if (reader->board->token_count == 0) return FAIL_AT(reader, at, _("the line tokens is missing"));
  if (reader->board->e.rows == 0)
    return FAIL_AT(reader, at, _("E is missing, with a row of numbers for each token"));
  return board_close_head(reader) && board_close_layer(reader);
}

/* Heads of all layers stand in one array without gaps. */
static bool pack_heads(BoardReader *reader) {
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

static bool keep_sentence(BoardReader *reader) {
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
  BoardReader reader = {.arena = arena, .name = name, .status = status, .board = board, .head = -1};
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
