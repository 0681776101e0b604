/* scene/stages/compare_sides.h -- the matrices of a comparison: their numbers, colours and titles.
** Private to compare.c and what draws it.
**
** The three sides are what is laid over, exact attention, and their difference; or the sentence in
** order, shuffled and put back, and the difference; or a run, a kept one, and the difference.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_COMPARE_SIDES_H
#define SCENE_STAGES_COMPARE_SIDES_H

#include "scene/stages/followed_rows.h"
#include "scene/stages/stage_view.h"

enum { SIDES = 3 };
typedef enum SideId { SIDE_LAID_OVER, SIDE_EXACT, SIDE_DIFFERENCE } SideId;

/* Whether columns have names, as keys and words have, and no numbers. */
bool compare_names_cols(const Scene *scene);
/* Whether only rows are those of the stage, which is of pairs: tiles are compared by what they end
** in, so that a cell of the one is none of the other. */
bool compare_is_of_rows(const Scene *scene);
/* Mixtures stand for the keys: the exact numbers have other columns (M-58). */
bool compare_has_other_columns(const Scene *scene);
/* What is compared: the result of the stage, or one of several. */
TracePart compare_own_part(const Scene *scene);
int compare_side_count(const Scene *scene);
/* The part whose colours and format of digits a panel has. A difference is signed, whatever it is
** of, and the mask hides no cell of it. */
TracePart compare_part(const Scene *scene, SideId side);
MatView compare_values(const Scene *scene, SideId side);
/* One for the first two, so that equal numbers have equal colours. */
ColorRange compare_range(const Scene *scene, SideId side);
const char *compare_title(const Scene *scene, SideId side, bool has_digits);
/* Beside a kept run, where the title has no room. */
const char *compare_short_title(SideId side);

float compare_largest(MatView values); /* the largest finite |x| */
/* Small differences are told in smaller units, so that their digits say something: the power of ten
** that makes the largest one of one digit before the point, or behind it of shares. */
typedef struct CompareUnit {
  float times; /* 1: as they are */
  const char *words;
} CompareUnit;
CompareUnit compare_unit(const Scene *scene, MatView difference);

/* Beside a kept run the view of the scene has lines. */
void compare_focus(const Scene *scene, int *row, int *col);
Str compare_row_name(const Scene *scene, int row);
/* Where columns have names. */
Str compare_col_name(const Scene *scene, int col);
/* The focused cell of all three: "it → animal: 0.393 − 0.396 = −0.003". Empty without one. */
const char *compare_cell_sentence(const Scene *scene);

/* -- drawing ----------------------------------------------------------------------------------- */

#define COMPARE_LINE_GAP 1.2f
#define COMPARE_TITLE_GAP 14 /* design, between two titles */

/* How many stand beside each other; the rest is below. Where the last row has a place to spare the
** words stand in it. */
typedef struct ComparePlace {
  Box cells[SIDES], words;
  Box where; /* the line of the layer and head, of a figure */
  Box rows;  /* the followed row in digits, above all; h 0: it has no room */
  int count, across;
  bool names_rows_alone;  /* of a low window: columns are named above the followed row */
  bool has_short_titles;  /* none has more than one line */
  bool has_other_columns; /* mixtures: one below the other each side names its own */
  bool is_wide_below;     /* of a narrow figure: the difference is as wide as the two above it */
  float label_width, label_height, label_height_of_mixtures;
  float between; /* two matrices beside each other */
  float right;   /* the end of the room */
} ComparePlace;

ComparePlace compare_place_in(const Scene *scene, Box box);
/* Whether the names of columns stand above that matrix. */
bool compare_has_labels(const ComparePlace *place, SideId side);
/* Of the names of mixtures above cells that are so wide in all; 0 where none are compared. */
float compare_height_of_mixtures(const Scene *scene, float width);
float compare_label_height(const ComparePlace *place, SideId side);
/* Of a figure, where no window says which layer and head it is; else 0. */
float compare_where_height(const Scene *scene);
float compare_title_high(const Scene *scene, const ComparePlace *place);
bool compare_has_axis_titles(const Scene *scene);
/* The size of the line of the focused cell. */
float compare_cell_size(const Scene *scene, const ComparePlace *place);
/* A stage of several matrices. */
bool compare_has_bands(const Scene *scene);

MatrixWidget compare_widget(const Scene *scene, const ComparePlace *place, SideId side);
/* One size for the two that are compared, so that none seems to weigh more; the difference, whose
** numbers have a sign, has no larger one. */
float compare_digits_size(const Scene *scene, const ComparePlace *place);
/* Of that size at most; whether there are any. */
bool compare_fit_digits(const Scene *scene, MatrixWidget *matrix, float digits);
TextStyle compare_title_style(Color color);

/* Of the words and, on a screen, a line of the focused cell, which has its room also without one:
** nothing moves under the pointer. */
float compare_words_height(const Scene *scene, const ComparePlace *place, float width);
/* The focused cell in one line, then the errors. of_cell: the scene of its matrix. */
void compare_words_draw(const Scene *scene, const Scene *of_cell, const ComparePlace *place);
TextStyle compare_words_style(const Scene *scene);

/* The followed row of all three in large digits: takes its place from the top of the room of the
** matrices, if they keep enough. *is_low: smaller ones, of a low window, which alone name columns.
*/
Box compare_rows_take(const Scene *scene, Box *room, bool *is_low);
/* The width of the names before it, which stand above those of the rows of the matrices. */
float compare_rows_names(const Scene *scene, const ComparePlace *place);
void compare_rows_draw(const Scene *scene, const ComparePlace *place, int row);

/* Of a stage of several matrices, as Q, K and V: compare_draw and compare_cells. */
void compare_bands_draw(const Scene *scene, Box box);
Box compare_bands_cells(const Scene *scene, Box box);
float compare_bands_height(const Scene *scene, float width);

#endif
