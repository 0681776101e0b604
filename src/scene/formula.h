/* scene/formula.h -- the formula of a stage as data: a row of pieces, each a symbol or a fraction.
**
** A stage's file adds the pieces in reading order; scene/formula.c highlights those of the stage on
** show, draws them and links each to its stage.
**
** Units   before and after are multiples of the size of the symbols.
** Memory  Symbols must live as long as the draw list.
** Errors  Pieces beyond FORMULA_PIECES_MOST are left out.
*/
#ifndef SCENE_FORMULA_H
#define SCENE_FORMULA_H

#include "scene/scene.h"

typedef enum FormulaPieceKind {
  FORMULA_SYMBOL,
  FORMULA_OPEN, /* a round bracket */
  FORMULA_CLOSE,
  FORMULA_FRACTION
} FormulaPieceKind;

typedef struct FormulaPiece {
  FormulaPieceKind kind;
  const char *symbol, *below; /* below: the denominator of a fraction */
  StageId stage, stage_below; /* highlighted at that stage, and a link to it; STAGE_COUNT: none */
  TracePart role;             /* the part whose colour it has; TRACE_PART_COUNT: none */
  bool always_colored;        /* coloured also when it is not highlighted */
  bool is_quiet;              /* at work, but not for the chosen number: not highlighted */
  float before, after;        /* space around it */
  const char *name;           /* the tip's text before the shape of role; or NULL */
} FormulaPiece;

enum { FORMULA_PIECES_MOST = 24 };

typedef struct Formula {
  FormulaPiece pieces[FORMULA_PIECES_MOST];
  int count;
  /* Those from lit_from on, lit_count of them, are at work as one and are highlighted in one box;
  ** 0: each by itself. */
  int lit_from, lit_count;
} Formula;

void formula_add(Formula *formula, FormulaPiece piece);
/* Adds a muted piece without a link: "=", "(". */
void formula_add_plain(Formula *formula, const char *symbol, float before, float after);
/* Adds " = " between the left side and the right. */
void formula_add_equals(Formula *formula);
/* Adds Q, K or V in its colour, with a tip. stage: its link, or STAGE_COUNT. */
void formula_add_vectors(Formula *formula, const char *symbol, TracePart role, StageId stage);

#endif
