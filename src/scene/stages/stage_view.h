/* scene/stages/stage_view.h -- everything a person sees of one stage.
**
** Every stage has a file scene/stages/NAME.c that ends in `const StageView stage_NAME_view`;
** without it the program does not link. The rest of scene/ (stage.c, captions.c, formula.c,
** inspector/, heads/, overview/) uses stage_views and names no stage.
**
** The functions are called only where they make sense, while the view is at this stage. Recordings
** may lack data. If the result of a stage is missing, stage_missing is true, draw and cells are not
** called, and shapes and hint are replaced. If only the inputs of the result are missing, the stage
** handles it (inspect_recorded).
**
** Memory  Words are constants or on the arena of the draw list.
** Errors  What runs out of memory leaves its part out, and the draw list is marked as failed.
*/
#ifndef SCENE_STAGES_STAGE_VIEW_H
#define SCENE_STAGES_STAGE_VIEW_H

#include "scene/formula.h"
#include "scene/inspector/panel_sections.h"
#include "scene/stages/cell_words.h"
#include "scene/stages/stage.h"
#include "scene/stages/sum_line.h"

/* Words about the current stage, translated; never NULL once captions_of has returned. They hold
** for any head and any model: every claim about this sentence or head is read from the trace. */
typedef struct Captions {
  /* the name of the stage: "Attention weights"; set before the stage adds its own words */
  const char *title;
  const char *headline;    /* what it does: "Every query meets every key." */
  const char *shapes;      /* of what into what: "11 × 16 times 16 × 11 → 11 × 11 scores" */
  const char *explanation; /* one or two sentences */
  const char *hint;        /* one thing to try with what is shown */
} Captions;

Captions captions_of(const Scene *scene);

/* The chosen number with the sum that makes it, of at most that many terms: "X(it, 2) = 0.05 + 0.75
** = 0.80". Empty: none is chosen, the steps have not reached it, or the stage adds nothing up. */
StageSum captions_sum(const Scene *scene, int terms);

/* See scene/stages/pair_stage.h. */
typedef struct PairStage PairStage;

typedef struct StageView {
  const PairStage *pair; /* NULL: its matrix is not queries by keys, or is filled tile by tile */

  /* Draws the whole stage at rest into box; scene is fitted. */
  void (*draw)(const Scene *scene, Box box);
  /* Where draw puts the cells of the result. The scene need not be fitted. */
  Box (*cells)(const Scene *scene, Box box);
  /* The height of a figure of that width in which rows are as high as their names; NULL: it follows
  ** its width. */
  float (*named_height)(const Scene *scene, float width);
  /* How many rows with digits stand above its matrices, also on a wide page; NULL: none. */
  int (*digit_rows)(const Scene *scene);
  /* In a figure of that size (y = 0: of its own height) its matrices stand below each other, and no
  ** word is smaller than asked for; NULL: never. The scene need not be fitted. */
  bool (*is_column)(const Scene *scene, Point size);
  /* The symbol for this model: "LN(x + ·)"; NULL: the symbol from the stage table. */
  const char *(*symbol)(const Trace *trace);
  /* Its name on the rail for this model, marked for translation; NULL: that of the stage table. */
  const char *(*rail)(const Trace *trace);
  /* Also called without tokens, and for a stage that a recording lacks. */
  void (*captions)(const Scene *scene, Captions *out);
  /* The focused cell, or with col −1 the whole row, as one line to be copied. Only pair stages and
  ** stages by word are asked about a whole row. NULL: the token is named. */
  const char *(*focus_line)(const Scene *scene, int row, int col);
  /* What a whole row came to, of a stage whose focus_line is asked about cells alone; empty or
  ** NULL: the token is named. Called for a row that is reached. */
  Str (*row_line)(const Scene *scene, int row);
  void (*formula)(const Scene *scene, Formula *out);
  void (*inspect)(Panel *panel); /* the focused cell or row worked out */
  /* What the chosen number is, and why: two sentences (cell_words.h). Called for a cell that is
  ** there and reached. */
  CellWords (*cell_words)(const Panel *panel);
  void (*legend)(Panel *panel); /* nothing focused: what the colours mean; NULL: no legend */
  /* What an audience is told of a chosen cell, or with col −1 of a chosen row: "m = 5.00,
  ** ℓ = 1.24"; NULL: the number by the names of its matrix, row and column. */
  Str (*told)(const Scene *scene, int row, int col);
  /* What makes a number of the stage, with at most that many terms; NULL: it is said otherwise. */
  StageSum (*sum)(const Scene *scene, int row, int col, int terms);
  /* Before a class it stands beside the formula; else in a line below the picture (sum_line.h). */
  bool sum_is_beside;
  /* Much larger text has the layout of the presenter view. */
  bool has_afar;
  /* Whether the picture itself says what the focused number is, in words to be read from afar;
  ** NULL: it never does. */
  bool (*tells_chosen)(const Scene *scene);
  /* The steps have not reached the focused cell or row: what is known of it, and a question. */
  void (*question)(Panel *panel);

  /* The part shown for each head in the views of many heads. */
  TracePart heads_part;
  /* The matrix in the overview from which this stage opens; TRACE_X: the words. */
  TracePart overview_part;
} StageView;

#define STAGE_VIEW(ID, name) extern const StageView stage_##name##_view;
STAGE_LIST(STAGE_VIEW)
#undef STAGE_VIEW
extern const StageView *const stage_views[STAGE_COUNT];

/* Whether a recording lacks the result of that stage. */
bool stage_missing(const Scene *scene, StageId stage);

#endif
