/* session/commands/board_internal.h -- what the files of the command `board` share.
**
**   board.c       text, numbers and sizes; the command itself
**   board_cell.c  the chosen cell and what is typed into it
**   board_file.c  board save
**
** Memory  Texts on the session's scratch arena.
** Errors  One sentence in the context's status.
*/
#ifndef SESSION_COMMANDS_BOARD_INTERNAL_H
#define SESSION_COMMANDS_BOARD_INTERNAL_H

#include "model/board/board.h"
#include "session/session_internal.h"

/* A cell of the table on show; part: a BoardPart or VIEW_BOARD_TOKENS. */
typedef struct BoardPlace {
  int part, row, col;
} BoardPlace;

bool board_part_named(Str word, int *part);
/* Rows and columns of a part of the board on show. */
void board_part_shape(const Session *session, int part, int *rows, int *cols);
/* Reads row and column from the command's words `at` and behind; the part is given. */
bool board_read_place(const CommandContext *context, int at, BoardPlace *place);
/* Writes numbers from that cell on, or renames a token. */
bool board_write_cells(const CommandContext *context, BoardPlace place, Str words);

/* -- rows of the table of commands -- */
bool board_choose_cell(const CommandContext *context);
bool board_move_cell(const CommandContext *context);
bool board_type_text(const CommandContext *context);
bool board_erase_typed(const CommandContext *context);
bool board_enter_cell(const CommandContext *context);
bool board_leave_cell(const CommandContext *context);
bool board_paste_rows(const CommandContext *context);
bool board_save_file(const CommandContext *context);

#endif
