/* model/board/board_read_internal.h -- what the reader of a board is made of. For board_read*.c and
** board_number.c alone.
**
**   board_read.c          the lines, from the first to the last
**   board_read_matrix.c   rows of numbers, and the shapes that they must have
**   board_number.c        one number
**
** Memory  The arena of the reader.
** Errors  False, with the status set: file, line, column and a sentence.
*/
#ifndef MODEL_BOARD_BOARD_READ_INTERNAL_H
#define MODEL_BOARD_BOARD_READ_INTERNAL_H

#include "model/board/board.h"

typedef struct BoardReader {
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
} BoardReader;

/* False: the line has no further word. */
bool board_next_word(Str *rest, Str *word);
/* False, with an error, if a word is left. */
bool board_is_ended(const BoardReader *reader, Str rest);

/* Puts the place before the sentence that the status has already. */
bool board_fail_at(const BoardReader *reader, const char *at);
#define FAIL_AT(reader, place, ...)                                                                \
  (status_fail((reader)->status, STATUS_COULD_NOT, __VA_ARGS__), board_fail_at(reader, place))

int board_shown(Str word); /* the bytes of a word that an error repeats */
const char *board_line_end(const BoardReader *reader);

BoardMatrix *board_matrix_of(const BoardReader *reader, BoardPart part);
int board_most_rows(const BoardReader *reader, BoardPart part);
/* What must stand before a matrix: that says its shape. */
bool board_begin_matrix(BoardReader *reader, Str name, BoardPart part);
bool board_read_row(BoardReader *reader);
/* Called where something else begins. */
bool board_close_matrix(BoardReader *reader);
bool board_close_head(BoardReader *reader);  /* a head has W_Q, W_K and W_V */
bool board_close_layer(BoardReader *reader); /* all layers have as many heads */

#endif
