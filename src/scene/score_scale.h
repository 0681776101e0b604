/* scene/score_scale.h -- the divisor of a layer's scores, as a person writes it.
**
**   d_head 64               symbol √64      value 8
**   d_head 32               symbol √32      value 5.66
**   in layer 3 by 3 more    symbol 3√64     value 24       GPT-2 with inverse layer scaling
**   not divided             symbol 1        value 1        t5, additive scores
**   cosines, times 10       symbol 10       value 10       multiplied, not divided
**   d_head not known        symbol √d       value √d       of weights alone; kind as a number
**
** The number comes from the trace (trace_score_divisor).   Memory  None.   Errors  None.
*/
#ifndef SCENE_SCORE_SCALE_H
#define SCENE_SCORE_SCALE_H

#include "base/arena.h"
#include "scene/number.h"
#include "trace/trace.h"

typedef enum ScoreScaleKind {
  SCORE_SCALE_ROOT,
  SCORE_SCALE_TIMES_ROOT,
  SCORE_SCALE_NUMBER,
  SCORE_SCALE_NONE,       /* scores stay as they are */
  SCORE_SCALE_TEMPERATURE /* scores are multiplied by it */
} ScoreScaleKind;

/* kind is how the number is written, not how the trace was made. */
typedef struct ScoreScale {
  ScoreScaleKind kind;
  char symbol[NUMBER_BYTES]; /* equal to value.at unless it has a root */
  Number value;
} ScoreScale;

/* layer from 0. A number within 10⁻⁵ of √d, or of a whole multiple of it, is written as that. */
ScoreScale score_scale_of(const Trace *trace, int layer);

/* "√64 = 8", or the number alone: the divisor of scores. On the arena. */
const char *score_scale_written(Arena *arena, const Trace *trace, int layer);

/* What is done to every score: "÷ √64 = 8", "× 10", or "not divided", translated; and in short:
** "÷ √64", "× 10", "=" where nothing is done. On the arena, or constant; NULL without memory. */
const char *score_scale_done(Arena *arena, const Trace *trace, int layer);
const char *score_scale_symbol(Arena *arena, const Trace *trace, int layer);

/* The headline and explanation of the scaled stage. The headline is on the arena, or
** NULL without memory. */
const char *score_scale_headline(Arena *arena, const Trace *trace, int layer);
/* Translated, constant. */
const char *score_scale_explanation(const Trace *trace, int layer);

#endif
