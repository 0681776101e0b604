/* scene/matrix/labels_internal.h -- what the files of the names beside and above a matrix share.
**
** label_room.c says what room they want, label_size.c which have room and how large they are,
** label_token.c what they name; row_labels.c, col_labels.c and axis_titles.c draw, labels.c calls
** them.
**
** Units   Points; sizes named design are multiplied by the text scale.
** Memory  On the list's arena.   Errors  None: what does not fit is left out or ends in “…”.
*/
#ifndef SCENE_MATRIX_LABELS_INTERNAL_H
#define SCENE_MATRIX_LABELS_INTERNAL_H

#include "scene/matrix/key_names.h"
#include "scene/stages/stage.h"

/* Design sizes of names, and of numbers of rows. */
static const float LABEL_SIZE = 13, LABEL_SMALL = 10.5f, LABEL_NUMBER = 10.5f;
static const float LABEL_AFAR = 14.5f;     /* small print before a class: 18 pixels high */
static const float LABEL_SPOTLIGHT = 1.3f; /* at most: the focused name to the others */
static const float LABEL_LINE = 1.12f;     /* least distance of two lines, relative to the size */
/* Between names and cells; design. */
static const float LABEL_GAP = 8, LABEL_SLANT_GAP = 6;
static const float LABEL_SLANT_SIN = 0.766f, LABEL_SLANT_COS = 0.643f; /* of names above columns */

typedef struct Labels {
  const Scene *scene;
  const MatrixWidget *matrix;
  const MatrixGrid *grid;
  int step, focus;           /* every step-th label; the selected one always */
  int least_step;            /* of rows and columns alike; 0: each has its own */
  int multiple_of;           /* the step of the rows, for columns; 0: any step */
  float size;                /* a design size */
  float spacing_pt;          /* between neighbours, across the text */
  float spotlight;           /* how much larger the focused label is */
  float pushed_pt;           /* how much further the names around an open row are from its own */
  bool is_second;            /* of rows: every second has a name, the focused among them */
  bool focus_alone;          /* of rows: no other has a name */
  int named[KEY_NAMES_MOST]; /* which matter, where not all have a name */
  int named_count;
} Labels;

/* -- room (label_room.c) */

/* The width of the widest name, in bold: of both runs where a kept one stands beside, and of words
** that are compared. */
float label_widest_token(const Scene *scene);

/* -- size (label_size.c) */

/* The least distance of the baselines of two labels, in points. */
float label_line(const Labels *labels);
/* How much larger the focused label is than the others, as far as these leave it room. */
float label_spotlight(const Labels *labels);
/* Sets size, step and spotlight by the spacing: the smaller size is tried before thinning out. */
void label_choose_size(Labels *labels);
/* Before a class, beside names that matter: every so many-th name, fewer than have room. */
void label_count_on(Labels *labels);
/* Of columns: true where all do. */
bool label_matters(const Labels *labels, int index);
/* Names take the room that the matrix leaves, when all of them stand there. */
void label_enlarge(Labels *labels, float by);
/* Of the widest name, whichever is focused, so that a choice changes no size. */
float label_widest_drawn(const Labels *labels);
/* The selected label is always shown, and neighbours that would touch it are left out. */
bool label_is_shown(const Labels *labels, int index);

/* -- what is named (label_token.c) */

const TraceToken *label_row_token(const Labels *labels, int row);
const TraceToken *label_col_token(const Labels *labels, int col);
TextStyle label_style(const Labels *labels, int index, bool is_key, Align align);
/* The command of a key: selects its cell for the locked query or, beside arcs, the key alone. `key`
** is its number, or "%c". NULL: there is none. */
const char *label_key_command(const Labels *labels, const char *what, const char *key);
/* A shortened label is shown whole on hover, and still answers a click. */
void label_tip(const Labels *labels, Box box, int index, bool is_key, Str text);

/* -- drawing */

void label_rows_draw(Labels labels);        /* row_labels.c */
void label_cols_draw(Labels labels);        /* col_labels.c */
void label_col_numbers_draw(Labels labels); /* of columns that are dimensions, every 2ⁿ-th */
/* axis_titles.c */
void label_axis_titles_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);

#endif
