/* scene/stages/pair_stage.h -- what the pair stages have in common. Private to stages/, except for
** the table entry.
**
** A pair stage shows a matrix of queries by keys. Its file has one PairStage: what its cells are,
** how one is worked out, and the words about them. Everything else is shared and calls the
** PairStage: the matrix that stays in place from one of these stages to the next, the inspector,
** the table of a row before and after, the formula and the question. The trace says which pair
** stages a model has and in which order (trace_pair_parts_of), so none is named here.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_PAIR_STAGE_H
#define SCENE_STAGES_PAIR_STAGE_H

#include "scene/matrix/matrix_widget.h"
#include "scene/stages/stage_view.h"

/* Vectors of so few numbers are multiplied by hand: their digits stand in the strips beside the
** scores and in the panel. */
enum { BY_HAND_MOST = 4 };

/* How a cell is made, as far as one rule says it: for a page that works cells out by itself and
** shows only what comes out as the trace's number (export/page_show.h). */
typedef enum PairRule {
  PAIR_RULE_OWN,     /* otherwise */
  PAIR_RULE_PRODUCT, /* of a query and a key */
  PAIR_RULE_DIVIDED, /* the part before, by the layer's divisor */
  PAIR_RULE_ADDED,   /* the part before, and a matrix */
  PAIR_RULE_MASKED,  /* the part before, or −∞ */
  PAIR_RULE_SOFTMAX  /* of the row of the part before */
} PairRule;

/* N_: marked for translation. Functions that take a panel are called with workings and a query;
** those about a cell also with a key. */
struct PairStage {
  TracePart part;
  PairRule rule;
  TracePart added; /* of PAIR_RULE_ADDED */

  /* -- the picture -- */

  /* Below the bar beside the matrix, in whatever room is left there; NULL: nothing. */
  void (*draw_beside)(const Scene *scene, Box box);
  /* What it needs at least, which the bar leaves it; NULL: it takes what is left. */
  float (*beside_height)(const Scene *scene);
  /* Before a bar below the matrix, where nothing stands beside it, instead of the rule of its
  ** range; NULL, also as what it returns: the rule. */
  const char *(*words_below)(const Scene *scene);
  /* Over the cells and below the focus, on the screen; NULL: nothing. */
  void (*draw_over)(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid);
  bool is_product; /* Q and Kᵀ are drawn beside the matrix, if the trace has both */
  const char *(*title)(const Scene *scene); /* above the matrix: "÷ √64 = 8"; NULL: none */
  const char *(*note)(const Scene *scene);  /* below the title: what was done to every cell */
  /* The summary of a row, at its end: "sees 3"; NULL: its largest number.
  ** values are those of part. */
  const char *(*row_end)(const Scene *scene, MatView values, int row);
  /* in the overview: "÷ √64"; NULL: the symbol from the stage table */
  const char *(*symbol)(const Scene *scene);
  /* Why every cell is as it was before this stage: "no mask". The overview then folds the matrix
  ** away. NULL, also as what it returns: the matrix is drawn. */
  const char *(*unchanged)(const Scene *scene);

  /* -- words -- */
  /* Its piece of the formula inside softmax( … ); NULL: none. */
  void (*add_term)(const Scene *scene, Formula *out);
  /* The same as one line of text: " + M"; NULL: none. */
  const char *(*term)(const Scene *scene);
  /* The same two for a piece before softmax( … ); NULL: none. */
  void (*add_front)(const Scene *scene, Formula *out);
  const char *(*front)(const Scene *scene);
  /* About a cell, in the copied line: "scaled 4.98"; "" or NULL: nothing. */
  const char *(*phrase)(const Scene *scene, int query, int key);

  /* -- the panel -- */
  const char *column;                           /* N_: heading of its column in tables: "scaled" */
  const char *cell_kicker, *row_kicker;         /* N_: "One score, scaled", "One row, scaled" */
  const char *(*cell_verb)(const Panel *panel); /* "may see"; NULL: "asks" */
  const char *(*row_verb)(const Panel *panel);  /* NULL: "asks every key" */
  bool shows_before; /* the table of a row has a pale bar for the number before this stage */
  /* Everything between the title and the words of a cell: equation, result, next stage, a table. */
  void (*work_out)(Panel *panel);
  void (*row_note)(Panel *panel);  /* between the title and the table of a row; NULL: nothing */
  void (*row_facts)(Panel *panel); /* below that table; NULL: the range of the row */
  /* What this stage makes of the focused cell, as the stage before announces it:
  ** "Next: ÷ √64 = 8 → 4.98". */
  Str (*announce)(const Panel *panel);

  /* -- not reached yet -- */
  const char *guess_verb;    /* N_: between query and key; NULL: "asks" */
  void (*ask)(Panel *panel); /* what is known of the pair, and "?" for the result */
  /* What is known of a row; NULL: its numbers before this stage. */
  void (*ask_row)(Panel *panel);
  const char *guess; /* N_: "Guess first: how large is it after dividing?" */
};

/* The PairStage of a part; asserts that the part has one. */
const PairStage *pair_stage_of(TracePart part);

/* The members of a StageView that call the PairStage. */
#define PAIR_STAGE_VIEW(row)                                                                       \
  .pair = &(row), .draw = pair_draw, .cells = pair_cells, .focus_line = pair_focus_line,           \
  .formula = attention_formula, .inspect = pair_inspect, .legend = pair_legend,                    \
  .question = pair_question, .sum = pair_sum, .sum_is_beside = true

/* One matrix that stays in place from one pair stage to the next (pair_picture.c). */
void pair_draw(const Scene *scene, Box box);
Box pair_cells(const Scene *scene, Box box);
/* Of a page of that width: what the picture takes of a height, so that its margins are small. */
float pair_page_height(const Scene *scene, float width, float most);
/* Whether the chosen row is open in that picture (scene/matrix/open_row.h). */
bool pair_row_is_open(const Scene *scene, Box box);
/* Whether a lens that is on shows nothing there, since cells have digits of their own. */
bool pair_lens_is_vain(const Scene *scene, Box box);

/* Attention(Q, K, V) = softmax(QKᵀ / √d + M) V, from scores to output. */
void attention_formula(const Scene *scene, Formula *out);
/* The same as one line: "softmax(QKᵀ/√64 + M) V". */
const char *attention_in_line(const Scene *scene);

/* How the chosen number was made: "15.98 ÷ 4 = 4.00" (pair_sum.c). */
StageSum pair_sum(const Scene *scene, int row, int col, int terms);

/* "query it, key animal: score 19.92, …" at any pair stage. */
const char *pair_focus_line(const Scene *scene, int query, int key);

/* -- the panel (pair_panel.c) ------------------------------------------------------------------ */

void pair_inspect(Panel *panel); /* a cell or a row */
void pair_legend(Panel *panel);
void pair_add_colors(Panel *panel); /* its first part: what rows, columns and colours are */
/* The row of the head that shows most of softmax, if it may be told; −1: none. While nothing is
** chosen the picture outlines it and the panel has its numbers. */
int pair_telling_row(const Scene *scene);
/* Selects that row, adds a line that names it, and says whether there is one. */
bool pair_select_telling_row(Panel *panel);
/* That line and the table just added stand or go together, before the legend and the head's role
** where not all has room. */
void pair_rank_telling_row(Panel *panel);
void pair_question(Panel *panel);

/* The PairStage of the current stage, and that of the part before it in this trace (the first
** part returns itself). */
const PairStage *pair_of_panel(const Panel *panel);
const PairStage *pair_before(const Panel *panel);
/* The position of the query among the keys, from 0. With a cache of keys the
** queries are the last. */
int pair_place_of_query(const Panel *panel);
/* The number of the focused cell in a part. */
float pair_number(const Panel *panel, TracePart part);
/* What the next pair stage does to the focused cell, if there is a next one. */
void pair_add_next(Panel *panel);
/* Every key of the row: the number before and after this stage, and a bar. */
void pair_add_row_table(Panel *panel);
/* "range of the row  −1.3 … 4.98"; nothing for a row without finite numbers. */
void pair_add_spread(Panel *panel, const char *name, TracePart part);

#endif
