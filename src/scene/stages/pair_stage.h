/* scene/stages/pair_stage.h -- what the stages by pair have in common. Private to stages/, but for
** the row of data.
**
** A stage by pair is one row, PairStage, in the file of its stage: what its cells are, how one is
** worked out, and what is said of them. The matrix that never moves from one of these stages to the
** next, the motion between them, the frame of the panel, the row as a table before and after, the
** formula and the question are here, and ask the row. Which stages by pair a model has, and in
** which order, is the trace's to say (trace_pair_parts_of): none of them is named here.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h. */
#ifndef SCENE_STAGES_PAIR_STAGE_H
#define SCENE_STAGES_PAIR_STAGE_H

#include "scene/stages/stage_view.h"

/* N_: marked for translation. Functions of a panel are asked with workings and a query; those about
** a cell with a key, too. */
struct PairStage {
  TracePart part;

  /* -- the picture -- */
  bool is_product; /* Q and Kᵀ stand beside the matrix, where both are there */
  const char *(*title)(const Scene *scene); /* above the matrix: "÷ √64 = 8"; NULL: nothing is */
  const char *(*note)(const Scene *scene);  /* below title: what every cell went through */
  /* What a row amounts to, at its end: "sees 3"; NULL: its largest number. values: of part. */
  const char *(*row_end)(const Scene *scene, MatView values, int row);
  const char *(*symbol)(const Scene *scene); /* in the overview: "÷ √64"; NULL: the table's */

  /* -- words -- */
  /* Its piece of the formula inside softmax( … ); NULL: none of its own. */
  void (*add_term)(const Scene *scene, Formula *out);
  /* The same in one line of text: " + M"; NULL: nothing. */
  const char *(*term)(const Scene *scene);
  /* Of a cell, in the line that is copied: "scaled 4.98"; "": nothing to say. */
  const char *(*phrase)(const Scene *scene, int query, int key);

  /* -- the panel -- */
  const char *column;                           /* N_: heading of its numbers in tables: "scaled" */
  const char *cell_kicker, *row_kicker;         /* N_: "One score, scaled", "One row, scaled" */
  const char *(*cell_verb)(const Panel *panel); /* "may see"; NULL: "asks" */
  const char *(*row_verb)(const Panel *panel);  /* NULL: "asks every key" */
  bool shows_before; /* in the table of a row a pale bar is the number before this stage */
  /* Everything between title and words of a cell: equation, result, what is next, a table. */
  void (*work_out)(Panel *panel);
  void (*row_note)(Panel *panel);  /* between title and table of a row; NULL: nothing */
  void (*row_facts)(Panel *panel); /* below that table; NULL: its range */
  /* What it makes of the cell in focus, said by the stage before: "Next: ÷ √64 = 8 → 4.98". */
  Str (*announce)(const Panel *panel);

  /* -- not reached yet -- */
  const char *guess_verb;    /* N_, between query and key; NULL: "asks" */
  void (*ask)(Panel *panel); /* what is known of the pair, and "?" for the result */
  const char *guess;         /* N_: "Guess first: how large is it after dividing?" */
};

/* The row of a part by pair; of another part it asserts. */
const PairStage *pair_stage_of(TracePart part);

/* The members of a StageView that ask the row. */
#define PAIR_STAGE_VIEW(row)                                                                       \
  .pair = &(row), .draw = pair_draw, .cells = pair_cells, .focus_line = pair_focus_line,           \
  .formula = attention_formula, .inspect = pair_inspect, .legend = pair_legend,                    \
  .question = pair_question

/* One matrix that never moves from one of these stages to the next (pair_picture.c). */
void pair_draw(const Scene *scene, Box box);
Box pair_cells(const Scene *scene, Box box);

/* Attention(Q, K, V) = softmax(QKᵀ / √d + M) V, from scores to output. */
void attention_formula(const Scene *scene, Formula *out);
/* The same in one line: "softmax(QKᵀ/√64 + M) V". */
const char *attention_in_line(const Scene *scene);

/* "query it, key animal: score 19.92, …" at any of these stages. */
const char *pair_focus_line(const Scene *scene, int query, int key);

/* -- the panel (pair_panel.c) ------------------------------------------------------------------ */

void pair_inspect(Panel *panel); /* a cell or a row */
void pair_legend(Panel *panel);
void pair_question(Panel *panel);

/* The row of the stage on show, and that of the part before it in this trace (itself, of the
** first). */
const PairStage *pair_of_panel(const Panel *panel);
const PairStage *pair_before(const Panel *panel);
/* The place of the query among the keys, from 0: where keys are kept the queries are the last. */
int pair_place_of_query(const Panel *panel);
/* The focused cell in a part by pair. */
float pair_number(const Panel *panel, TracePart part);
/* What the next stage by pair will do to the focused cell, if there is one. */
void pair_add_next(Panel *panel);
/* Every key of the row: the number before and after this stage, and a bar. */
void pair_add_row_table(Panel *panel);
/* "range of the row  −1.3 … 4.98"; nothing of a row without finite numbers. */
void pair_add_spread(Panel *panel, const char *name, TracePart part);

#endif
