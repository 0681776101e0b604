/* scene/stages/output.h -- what the files of the weighted sum share. Private to stages/output*.c.
**
**   weight  × key     1     2     3    …          the asked row of the weights, upright, and beside
**    .80    × animal [ −0.3  −1.5   1.6 … ]       each weight its row of V, drawn as weight × value
**    .17    × street [ −0.0   0.1  −0.5 … ]
**    .00    × The    [                    ]
**           ────────────────────────────
**    = output of it  [ −0.3  −1.4   1.2 … ]       what the columns add up to
**
**   [ weights ]      [ output             ]       both whole, the output below its sum
**
** Columns of V, of the sum and of the output stand under each other. Where not all rows of V have
** room for digits, its heaviest rows stand there alone, and the others as one row together; where
** columns have no room for two decimals, a page of columns with the chosen one.
**
** Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_OUTPUT_H
#define SCENE_STAGES_OUTPUT_H

#include "scene/stages/stage_view.h"

enum { OUTPUT_TERMS_MOST = 4 };                 /* how many keys the line at the foot names */
static const float OUTPUT_TERM_LEAST = 0.0005f; /* a smaller weight would be written as 0.000 */

static const float OUTPUT_ROW_LEAST = 0.02f;   /* the weight of a row that is a term by itself */
static const float OUTPUT_SUM_GAP = 10;        /* design, above the sum, with a line in it */
static const float OUTPUT_PRINTED_DIGITS = 10; /* design, on a page, where words have a size */

static const float OUTPUT_BESIDE_NAME = 12; /* design, from the name of the weights to that of V */

/* In points of the window or figure, except where it says otherwise. */
typedef struct OutputPlace {
  Box v, output;
  Box weights; /* w 0: there is no room; its asked row stands beside V */
  Box shares;  /* left of V, the weight of each row */
  Box names;   /* between them and V, its key */
  Box sum;     /* the followed row of the output */
  Box terms;   /* the heaviest rows of V in digits, if not all have room; h 0: there are none */
  int term_count;
  float row;             /* the height of each of them, and of the sum */
  float digits;          /* design size of numbers in V, terms and sum; 0: none have room */
  int decimals;          /* of these numbers: as many as cells hold, so that a sum can be checked */
  bool is_paged;         /* columns are too narrow for digits: terms and sum are pages of columns */
  bool hides_v;          /* these stand in its place */
  float label_width;     /* of the rows of the output, left of the weights */
  MatView products;      /* weight × V; empty before they are drawn */
  float head_y, names_y; /* baselines of the names above V and above the output */
  Box line;              /* what the row is made of, in words */
  float foot_y;          /* of the colour bars below; 0: the output's stands beside its name */
} OutputPlace;

OutputPlace output_place(const Scene *scene, Box box); /* of a fitted scene */
Number output_number(float value, int decimals);       /* of a cell with that many of them */
/* Terms stand in the place of V. */
bool output_is_of_terms(const OutputPlace *place);
float output_named_height(const Scene *scene, float width);
float output_name_size(const Scene *scene); /* design; of V, weights and output */

Box output_values_box(const Scene *scene, Box box); /* where V is drawn */
/* The weight of a row of V, and where the sum is; the scene need not be fitted. */
Box output_share_box(const Scene *scene, Box box, int key);
Box output_sum_box(const Scene *scene, Box box);

/* V, drawn as weight × value of the followed row; its rows scroll with the columns of the
** weights. */
MatrixWidget output_values_view(const Scene *scene, const OutputPlace *place);
/* "output of it: 0.774 · animal  +  0.187 · street  +  …", of a row. */
Str output_row_line(const Scene *scene, int row);
/* Rows for distances are added to the values too (M-63). */
bool output_has_relative(const Scene *scene);

/* The weight of a key for a query, 0 to 1. */
float output_share(const Scene *scene, int row, int key);
/* The keys of a row with weights of `least` or more, in descending order, equal ones by position;
** returns how many, `most` at most. */
int output_heaviest(const Scene *scene, int row, float least, int *keys, int most);
/* weights[row, key] · V[key], [keys, columns], what the blend of that row is the sum of; and what
** the terms of all but `count` keys come to, [1, columns]. Empty, and the draw list failed, without
** memory. */
MatView output_weighted_values(const Scene *scene, int row);
MatView output_weighted_others(const Scene *scene, MatView terms, const int *keys, int count);
/* The weight of all but these keys; those of a row need not sum to 1. */
double output_share_of_rest(const Scene *scene, int row, const int *keys, int count);

enum { OUTPUT_TERM_ROWS_MOST = 12 };

/* The heaviest rows, the heaviest first, and what all others come to. */
typedef struct OutputTerms {
  int keys[OUTPUT_TERM_ROWS_MOST], count;
  int others; /* rows that are one row together; 0: none are left, or have no room */
} OutputTerms;
OutputTerms output_terms(const Scene *scene, const OutputPlace *place, int row);

/* One weight and its key, left of a row of V or of a term. */
typedef struct OutputShare {
  Box line; /* its y and height */
  float share;
  Str name;
  Number value; /* what V has there in the chosen column; "": none is chosen, or it is not told */
  bool is_heaviest, is_hidden; /* hidden by the mask: exactly 0 */
  bool is_of_many;             /* what several keys weigh together */
} OutputShare;
/* That of a key for a query. */
OutputShare output_share_of(const Scene *scene, Box line, int row, int key);
OutputShare output_share_of_others(const Scene *scene, int row, const OutputTerms *terms, Box line);
Color output_share_color(const Scene *scene, const OutputShare *share); /* as among the weights */
void output_share_draw(const Scene *scene, const OutputPlace *place, const OutputShare *share);
void output_share_heads_draw(const Scene *scene, const OutputPlace *place); /* above them */
/* Its name alone; the size of its number, as drawn, and both the cell and the number anywhere. */
void output_share_draw_name(const Scene *scene, const OutputPlace *place, const OutputShare *share);
Box output_share_cell(const OutputPlace *place, const Scene *scene, const OutputShare *share);
float output_share_size(const Scene *scene, Box cell, const OutputShare *share);
void output_share_draw_cell(const Scene *scene, Box cell, const OutputShare *share, float size);
/* Those of the rows of V; where these are low, of the heaviest, with lines to their rows. */
void output_shares_draw(const Scene *scene, const OutputPlace *place, int row);

/* The digits of a row of cells of V, of its products or of the sum, at the size of the place. */
void output_digits_draw(const Scene *scene, const OutputPlace *place, const DrawHeatmap *cells,
                        int row);
/* The digits in V, or its terms, and the sum. */
void output_rows_draw(const Scene *scene, const OutputPlace *place, int row);
/* Where terms stand in the place of V, that of a key; w 0: it is not among them. */
Box output_term_box(const Scene *scene, const OutputPlace *place, int row, int key);
/* Where the heaviest row of V stands; h 0: it is not seen. */
Box output_heaviest_box(const Scene *scene, const OutputPlace *place, int row);

/* "= output of it", and how many of its columns the steps have filled, −1: all. */
const char *output_sum_name(const Scene *scene, int row);
int output_filled_of_row(const Scene *scene, MatView output, int row);
/* Above terms that stand in the place of V: the name of V or, weighed, of A·V, and what the columns
** beside them are. */
void output_head_draw(const Scene *scene, const OutputPlace *place, bool is_weighed);

/* Whether that number of the output is there, and reached by the steps. */
bool output_number_is_told(const Scene *scene, int row, int col);
bool output_tells_chosen(const Scene *scene); /* the line adds up the chosen number */
/* At place->line. */
void output_line_draw(const Scene *scene, const OutputPlace *place, int row);

void output_inspect(Panel *panel); /* for a focused row or number */
void output_question(Panel *panel);
/* The chosen number in words (output_words.c). */
CellWords output_cell_words(const Panel *panel);

#endif
