/* scene/stages/stage_view.h -- everything a person sees of one stage.
**
** Every stage has a file scene/stages/NAME.c that ends in `const StageView stage_NAME_view`; one
** that has none does not link. The frame (stage.c, captions.c, formula.c, inspector/, heads/,
** overview/) goes through stage_views and names no stage.
**
** The functions are asked only where they make sense, with the scene's view on this stage. What a
** recording lacks is decided twice: a stage without its result is the frame's (stage_missing:
** draw and cells are not asked, shapes and hint are replaced); one that has its result, but not
** what that was made from, is the stage's own (inspect_recorded).
**
** Memory  Words are constant or on the draw list's arena.
** Errors  Whatever runs out of memory leaves its part out, and the list remembers it (failed).
*/
#ifndef SCENE_STAGES_STAGE_VIEW_H
#define SCENE_STAGES_STAGE_VIEW_H

#include "scene/formula.h"
#include "scene/inspector/panel_sections.h"
#include "scene/stages/stage.h"

/* Words about the stage on show, translated; never NULL once captions_of has returned. They are
** true of any head and any model: what a sentence claims about this sentence or this head is read
** from the trace. */
typedef struct Captions {
  const char *title; /* the stage's name: "Attention weights"; given before a stage adds its own */
  const char *headline;    /* what it does: "Every query meets every key." */
  const char *shapes;      /* of what into what: "11 × 16 times 16 × 11 → 11 × 11 scores" */
  const char *explanation; /* one or two sentences */
  const char *hint;        /* one thing to try with what is on show */
} Captions;

Captions captions_of(const Scene *scene);

/* What a stage by pair is made of (scene/stages/pair_stage.h). */
typedef struct PairStage PairStage;

typedef struct StageView {
  const PairStage *pair; /* NULL: its matrix is not by pair */

  /* Draws the stage at rest into box, all of it; scene is already fitted. */
  void (*draw)(const Scene *scene, Box box);
  /* Where draw has the cells of the result. The scene need not be fitted. */
  Box (*cells)(const Scene *scene, Box box);
  /* As this model has it: "LN(x + ·)"; NULL: the table's. */
  const char *(*symbol)(const Trace *trace);
  /* Also asked without tokens, and of a stage that a recording lacks. */
  void (*captions)(const Scene *scene, Captions *out);
  /* The focused cell, or with col −1 the whole row, as one line to be copied. Asked of a row alone
  ** at stages by pair and by word. NULL: the token is named. */
  const char *(*focus_line)(const Scene *scene, int row, int col);
  void (*formula)(const Scene *scene, Formula *out);
  void (*inspect)(Panel *panel); /* the focused cell or row worked out */
  void (*legend)(Panel *panel);  /* nothing in focus: the colours on show; NULL: none needs it */
  /* The steps have not come to the cell or row in focus: what is known of it, and a question. */
  void (*question)(Panel *panel);

  /* What a head among many shows meanwhile. */
  TracePart heads_part;
  /* The matrix in the overview that this stage opens out of; TRACE_X: the words. */
  TracePart overview_part;
} StageView;

#define STAGE_VIEW(ID, name) extern const StageView stage_##name##_view;
STAGE_LIST(STAGE_VIEW)
#undef STAGE_VIEW
extern const StageView *const stage_views[STAGE_COUNT];

/* A recording lacks the result of that stage. */
bool stage_missing(const Scene *scene, StageId stage);

#endif
