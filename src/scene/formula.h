/* scene/formula.h -- the formula of a stage as data: a row of pieces, each a symbol or a fraction.
**
** A stage's file adds the pieces, in reading order; scene/formula.c lights those of the stage on
** show, draws them and lets each lead to its stage.
**
** Units   before and after are multiples of the size of the symbols.
** Memory  Symbols live as long as the draw list.
** Errors  A piece too many is left out.
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
  StageId stage, stage_below; /* lit there, and leads there; STAGE_COUNT: belongs to none */
  TracePart role;             /* whose colour it has; TRACE_PART_COUNT: muted */
  bool always_colored;        /* also while it is not at work */
  bool lit_as_output;         /* lit in the output's colours, not in those of its role */
  float before, after;        /* space */
  const char *name;           /* what the pointer is told, before the shape of role; or NULL */
} FormulaPiece;

enum { FORMULA_PIECES_MOST = 24 };

typedef struct Formula {
  FormulaPiece pieces[FORMULA_PIECES_MOST];
  int count;
} Formula;

void formula_add(Formula *formula, FormulaPiece piece);
/* Muted, and leads nowhere: "=", "(". */
void formula_add_plain(Formula *formula, const char *symbol, float before, float after);
/* " = " between the left side and the right. */
void formula_add_equals(Formula *formula);
/* Q, K or V in its colour, with what it is for. stage: where it leads, or STAGE_COUNT. */
void formula_add_vectors(Formula *formula, const char *symbol, TracePart role, StageId stage);

#endif
