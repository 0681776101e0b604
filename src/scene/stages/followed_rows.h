/* scene/stages/followed_rows.h -- the followed row of the matrices of a stage, above them, in cells
** whose numbers are read from afar: one row in digits first, then all rows in colours. Private to
** stages/.
**
**   it    1      2      3     …       … 51 more
**   E    0.39   0.05   0.42   …
** + P    0.00   0.75  −0.71   …
** = X    0.39   0.80  −0.29   …
**
** Columns that are tokens have their names instead of numbers. What is not finite, or hidden by a
** mask, is hatched. Where not all columns have room, those of the page with the chosen one stand
** there: pages are of one size, so that nothing moves while the pointer is over them.
**
** Units  points as drawn; _design: multiplied by the text scale.
** Memory  On the list's arena.   Errors  None: what has no room is left out.
*/
#ifndef SCENE_STAGES_FOLLOWED_ROWS_H
#define SCENE_STAGES_FOLLOWED_ROWS_H

#include "scene/stages/stage.h"

#define FOLLOWED_ROWS_GROUP "rows" /* of the draw list */

enum { FOLLOWED_ROWS_MOST = 7, FOLLOWED_SOME = 8 /* columns are enough where digits are large */ };

/* How the numbers of a row are written. */
typedef enum FollowedNumber {
  FOLLOWED_PLAIN,      /* one decimal or two */
  FOLLOWED_SHARE,      /* ".51" */
  FOLLOWED_DIFFERENCE, /* with a sign */
  FOLLOWED_OF_SHARES   /* the difference of two: "−.48" */
} FollowedNumber;

typedef struct FollowedRow {
  const char *name; /* two lines where one has no room */
  TracePart part;   /* its colours; its role is the colour of the name */
  MatView values;   /* [1, columns] */
  ColorRange range; /* low = high: that of the part */
  int reached;      /* columns that the steps have filled */
  Str note;         /* right of it, if there is room; or empty */
  /* What follows "cell 8 2" in the command of a cell: " key"; NULL: nothing. */
  const char *of;
  FollowedNumber number;
  float times;        /* > 0: so many times the number is written */
  MaskView mask;      /* [1, columns], or none */
  const bool *no_col; /* columns that it has not; NULL: it has all */
  bool is_framed;     /* in the colour of its role */
  bool is_quiet;      /* the frame is faint (STAGE_QUIET) */
  bool is_plain;      /* its name has the colour of ink */
  bool has_focus;     /* the chosen column is outlined here */
  bool is_part;       /* of the number below: outlined thin */
  float gone;         /* on its way: how little of it is seen, 0 … 1, */
  float digits_gone;  /* and of its numbers */
  /* A scale begins here: there is a break above, and its bar in the place of the note. */
  bool begins_scale;
} FollowedRow;

typedef struct FollowedRows {
  FollowedRow rows[FOLLOWED_ROWS_MOST];
  int count, token;
  bool is_fine;                   /* two decimals; else one */
  float name_design, note_design; /* widths left and right of the cells */
  bool notes_yield;               /* before a class: notes stand before the names */
  float left;                     /* where cells begin if names have room; 0: in the middle */
  Str title;                      /* above the names; empty: the token */
  const Str *col_names;           /* as many as columns; NULL: columns have numbers */
  int column;                     /* the chosen one from 1, −1: none; 0: that of the stage */
  int columns_least;              /* that larger digits leave; 0: ten */
  bool is_airy;                   /* rows that are higher than usual have no larger digits */
  bool answers_by_row;            /* a click chooses the row */
  const char *usual;              /* the widest of usual numbers; NULL: "−0.0" or "−0.00" */
} FollowedRows;

/* Adds the row `token` of a matrix of the stage; nothing if there is no such row. */
void followed_rows_add(const Scene *scene, FollowedRows *rows, const char *name, TracePart part);

/* What a wide page has for them above its matrices, in points; 0: nothing. */
float followed_rows_of_page(const Scene *scene, int count);

/* What count rows take of the height of a stage whose matrices keep least_design; 0: there is no
** room for them, or they are not wanted. Where there is more room, they are larger. */
float followed_rows_height(const Scene *scene, int count, float height, float least_design);

/* What rows ask for: breaks of them begin another scale than the first; the matrices below keep
** least_design, and have use for no more than wanted_design (0: for all there is). */
typedef struct FollowedRoom {
  int count, breaks;
  float least_design, wanted_design;
} FollowedRoom;

/* Takes them, and the air below them, from the top of box; a height of 0 as above. */
Box followed_rows_take(const Scene *scene, Box *box, FollowedRoom room);
/* Smaller ones, where these have no room. */
Box followed_rows_take_low(const Scene *scene, Box *box, int count, float least_design);
void followed_rows_draw(const Scene *scene, Box box, const FollowedRows *rows);
/* Where the cells of a row stand in box, for what is drawn beside them. */
Box followed_rows_cells(const Scene *scene, Box box, const FollowedRows *rows, int index);
/* The cells of that row alone, on their way at another height. */
void followed_rows_draw_at(const Scene *scene, Box box, const FollowedRows *rows, int index,
                           float y);

#endif
