/* scene/score_scale.c -- √d, a multiple of it, or another number. */
#include "scene/score_scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

/* Prints a whole number without decimals. */
static Number value_of(float value) {
  Number number = number_full(value);
  if (value == floorf(value) && value < 1e6f) snprintf(number.at, NUMBER_BYTES, "%d", (int)value);
  return number;
}

static bool is_near(float a, float b) { return fabsf(a - b) <= 1e-5f * b; }

/* A recording of weights alone does not contain the length of its vectors. */
static bool is_unknown(const Trace *trace, int layer) {
  return !(trace_score_divisor(trace, layer) > 0);
}

static ScoreScale unknown(void) {
  return (ScoreScale){.kind = SCORE_SCALE_NUMBER, .symbol = "√d", .value = {.at = "√d"}};
}

ScoreScale score_scale_of(const Trace *trace, int layer) {
  if (is_unknown(trace, layer)) return unknown();
  float divisor = trace_score_divisor(trace, layer);
  int d_head = trace_d_head(trace);
  float root = sqrtf((float)d_head), times = roundf(divisor / root);
  ScoreScale words = {.kind = SCORE_SCALE_NUMBER, .value = value_of(divisor)};
  if (is_near(divisor, root)) {
    words.kind = SCORE_SCALE_ROOT;
    snprintf(words.symbol, sizeof words.symbol, "√%d", d_head);
  } else if (times >= 2 && is_near(divisor, times * root)) {
    words.kind = SCORE_SCALE_TIMES_ROOT;
    snprintf(words.symbol, sizeof words.symbol, "%d√%d", (int)times, d_head);
  } else memcpy(words.symbol, words.value.at, sizeof words.symbol);
  return words;
}

const char *score_scale_written(Arena *arena, const Trace *trace, int layer) {
  ScoreScale divisor = score_scale_of(trace, layer);
  if (divisor.kind == SCORE_SCALE_NUMBER) return str_copy(arena, number_str(&divisor.value));
  return str_format(arena, "%s = %s", divisor.symbol, divisor.value.at);
}

const char *score_scale_headline(Arena *arena, const Trace *trace, int layer) {
  ScoreScale divisor = score_scale_of(trace, layer);
  if (str_is(number_str(&divisor.value), "1")) return _("The scores are used undivided.");
  if (divisor.kind == SCORE_SCALE_NUMBER)
    return str_format(arena, _("Every score is divided by %s."), divisor.symbol);
  return str_format(arena, _("Every score is divided by %s = %s."), divisor.symbol,
                    divisor.value.at);
}

const char *score_scale_explanation(const Trace *trace, int layer) {
  ScoreScaleKind kind = score_scale_of(trace, layer).kind;
  switch (is_unknown(trace, layer) ? SCORE_SCALE_ROOT : kind) {
  case SCORE_SCALE_NUMBER:
    return _("Most models divide by √d, because the dot products of longer vectors spread further. "
             "This one does not.");
  case SCORE_SCALE_TIMES_ROOT:
    return _("The longer the vectors, the further their dot products spread: √d takes that out. "
             "This model divides by the number of the layer too, so that deeper layers share more "
             "evenly.");
  default:
    return _("A score adds up d products. Where each has variance 1 the sum has variance d, so its "
             "typical size is √d. Dividing by √d takes that out, so that softmax can share instead "
             "of giving one key everything.");
  }
}
