/* trace/workings/board_table.h -- a model typed in, as the table that a person reads and edits.
**
** A board is a text file with small matrices (model/board/board.h). It is kept as its text; here is
** where in that text each token and number stands, and what the numbers are.
**
** Shapes  E [tokens, d_model]   P [places, d_model]   of each head W_Q, W_K, W_V [d_model, d_head],
**         W_O [d_head, d_model].
** Memory  Plain values that point into text, which lives as long as they do.
** Errors  None.
*/
#ifndef TRACE_WORKINGS_BOARD_TABLE_H
#define TRACE_WORKINGS_BOARD_TABLE_H

#include "base/str.h"
#include "core/mask.h"

typedef enum BoardPart {
  BOARD_E,
  BOARD_P,
  BOARD_W_Q,
  BOARD_W_K,
  BOARD_W_V,
  BOARD_W_O,
  BOARD_PART_COUNT
} BoardPart;

/* A word of the text, and the number it stands for; of a token 0. */
typedef struct BoardWord {
  Str text;
  float value;
} BoardWord;

/* rows 0: the board does not have it. Row-major. */
typedef struct BoardMatrix {
  const BoardWord *cells;
  int rows, cols;
} BoardMatrix;

typedef struct Board {
  Str text;                   /* the whole file */
  Str title;                  /* behind "board" */
  Str sentence;               /* behind "sentence"; without that line the tokens in their order */
  const char *first_sentence; /* the same, ending in 0 */
  const BoardWord *tokens;
  int token_count, d_model, d_head, head_count, layer_count;
  MaskParts mask;
  bool is_sinusoidal; /* positions sinusoidal */
  BoardMatrix e, p;
  const BoardMatrix *of_heads; /* [layer_count][head_count][BOARD_PART_COUNT], E and P empty */
} Board;

/* The name of a matrix as it is typed: "W_Q". */
static inline const char *board_part_name(BoardPart part) {
  static const char *const names[BOARD_PART_COUNT] = {"E", "P", "W_Q", "W_K", "W_V", "W_O"};
  return names[part];
}

/* A matrix of one head, or of all; layer and head from 0. */
static inline const BoardMatrix *board_matrix(const Board *board, int layer, int head,
                                              BoardPart part) {
  if (part == BOARD_E) return &board->e;
  if (part == BOARD_P) return &board->p;
  return &board->of_heads[(layer * board->head_count + head) * BOARD_PART_COUNT + (int)part];
}

#endif
