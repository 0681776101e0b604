/* model/board/board.h -- a model typed in: a text file with small matrices becomes a model.
**
**   # a comment, also behind anything else
**   board What it is called
**   tokens the cat sat           words without spaces; the line may be given again
**   sentence the cat sat         what is shown first; left out: the tokens
**   mask causal                  left out: none; parts as in trace/mask_name.h
**   positions none               or sinusoidal, or the rows of a matrix P
**   E                            a row of numbers for each token, below the name
**   P                            a row for each place; may be left out
**   layer 1                      these two lines may be left out with one layer and one head
**   head 1
**   W_Q  W_K  W_V  W_O           rows below each name; without W_O the head adds nothing to x
**
**   x = E + P      per layer   x ← x + Σ over heads of softmax(mask(Q Kᵀ/√d)) V W_O
**
** Numbers "2", "-0.5", "1e-3", "1/3"; a comma may end one. The first word of the file, behind
**         comments, is board: so it is recognised.
** Shapes  As board_table.h has them; each matrix stands behind what says its shape: tokens before
**         E, E before the others, W_Q before the other matrices of its head.
** Limits  64 KiB, 64 tokens and places, 32 columns, 8 heads, 4 layers, numbers up to a million.
** Memory  On the arena given; a model owns its own.
** Errors  FILE:LINE:COLUMN, what stands there and what was expected. Columns count characters.
** Source  Vaswani et al. 2017, section 3.2, without biases and norms.
*/
#ifndef MODEL_BOARD_BOARD_H
#define MODEL_BOARD_BOARD_H

#include "model/model.h"
#include "text/vocab.h"
#include "trace/workings/board_table.h"

enum {
  BOARD_BYTES_MOST = 64 << 10,
  BOARD_TOKENS_MOST = 64,
  BOARD_COLUMNS_MOST = 32,
  BOARD_HEADS_MOST = 8,
  BOARD_LAYERS_MOST = 4
};
static const double BOARD_NUMBER_MOST = 1e6;

/* Whether a text is a board, well made or not; whether the file at path is one. */
bool board_is(Str text);
bool board_is_file(const char *path);

/* name is for the sentence of an error. text is copied. */
bool board_read(Arena *arena, const char *name, Str text, Board *board, Status *status);
bool board_read_file(Arena *arena, const char *path, Str *text, Status *status);

/* One word as a number, for what is typed into a cell. False: the sentence says what is one. */
bool board_number(Str word, float *value, Status *status);

typedef struct BoardSource {
  const char *name; /* what the model is known by */
  Str text;
  const ModelInfo *info; /* NULL: the title is its label */
  bool is_typed;         /* the text differs from the file of that name, or there is none */
} BoardSource;

bool board_open(const BoardSource *source, Model **model, Status *status);

/* Its tokens, folded, by the numbers of their rows; NULL: memory is out. */
const Vocab *board_vocab(Arena *arena, const Board *board);
/* One of the program, or the file at that path. */
bool board_read_named(Arena *arena, const char *name, Board *board, Status *status);
/* The text of a board inside the program; false: there is none of that name. */
bool board_builtin(const char *name, Str *text);
/* What a model of that name shows first, ending in 0, if it is a board that lacks a word of the
** sentence; else NULL. Memory out or a board that cannot be read: NULL. */
const char *board_first_sentence(Arena *arena, const char *name, Str sentence);

/* Edits make a new text on the arena and keep comments. NULL status is allowed. */
typedef struct BoardEdit {
  Arena *arena;
  const Board *board;
  Str text; /* what came out */
} BoardEdit;

/* Of the head of that layer where the matrix has one; all from 0. */
typedef struct BoardCell {
  BoardPart part;
  int layer, head, row, col;
} BoardCell;

/* Writes words row by row from a cell on, such as rows copied from a spreadsheet. False: a word is
** no number, or they do not fit. */
bool board_set(BoardEdit *edit, BoardCell from, Str words, Status *status);
/* Replaces a token; the sentence of the board follows. */
bool board_rename(BoardEdit *edit, int token, Str word, Status *status);

/* What a board can have one more or one less of, everywhere it occurs. */
typedef enum BoardSize { BOARD_TOKEN, BOARD_D_MODEL, BOARD_D_HEAD, BOARD_SIZE_COUNT } BoardSize;
const char *board_size_name(BoardSize size);
/* Adds the last one, with zeros; word is the new token's. Removes the last one. */
bool board_add(BoardEdit *edit, BoardSize size, Str word, Status *status);
bool board_remove(BoardEdit *edit, BoardSize size, Status *status);

/* The board that a model was made from; NULL: another model. */
const Board *model_board(const Model *model);
/* Its text where board_open was told that it is typed, else at NULL. */
Str model_typed_text(const Model *model);

#endif
