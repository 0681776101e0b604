/* scene/score_scale.c -- √d, a multiple of it, or another number. */
#include "scene/score_scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "trace/mistakes.h"

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

/* A number without a root. */
static ScoreScale plain(ScoreScaleKind kind, float value) {
  ScoreScale scale = {.kind = kind, .value = value_of(value)};
  memcpy(scale.symbol, scale.value.at, sizeof scale.symbol);
  return scale;
}

ScoreScale score_scale_of(const Trace *trace, int layer) {
  if (is_unknown(trace, layer)) return unknown();
  float divisor = trace_score_divisor(trace, layer);
  double temperature = kind_temperature(trace_kind(trace));
  if (temperature > 0) return plain(SCORE_SCALE_TEMPERATURE, (float)temperature);
  int d_head = trace_d_head(trace);
  bool is_root_of_one = d_head == 1 && !kind_leaves_scores(trace_kind(trace));
  if (divisor == 1 && !is_root_of_one) return plain(SCORE_SCALE_NONE, 1);
  float root = sqrtf((float)d_head), times = roundf(divisor / root);
  ScoreScale words = plain(SCORE_SCALE_NUMBER, divisor);
  if (kind_divisor(trace_kind(trace)) > 0) { /* as it was typed */
    snprintf(words.value.at, NUMBER_BYTES, "%g", kind_divisor(trace_kind(trace)));
    memcpy(words.symbol, words.value.at, sizeof words.symbol);
    return words;
  }
  if (is_near(divisor, root)) {
    words.kind = SCORE_SCALE_ROOT;
    snprintf(words.symbol, sizeof words.symbol, "√%d", d_head);
  } else if (times >= 2 && is_near(divisor, times * root)) {
    words.kind = SCORE_SCALE_TIMES_ROOT;
    snprintf(words.symbol, sizeof words.symbol, "%d√%d", (int)times, d_head);
  }
  return words;
}

static bool has_root(ScoreScaleKind kind) {
  return kind == SCORE_SCALE_ROOT || kind == SCORE_SCALE_TIMES_ROOT;
}

const char *score_scale_written(Arena *arena, const Trace *trace, int layer) {
  ScoreScale divisor = score_scale_of(trace, layer);
  if (!has_root(divisor.kind)) return str_copy(arena, number_str(&divisor.value));
  return str_format(arena, "%s = %s", divisor.symbol, divisor.value.at);
}

const char *score_scale_done(Arena *arena, const Trace *trace, int layer) {
  ScoreScale scale = score_scale_of(trace, layer);
  if (scale.kind == SCORE_SCALE_NONE) return _("not divided");
  if (scale.kind == SCORE_SCALE_TEMPERATURE) return str_format(arena, "× %s", scale.symbol);
  return str_format(arena, "÷ %s", score_scale_written(arena, trace, layer));
}

const char *score_scale_symbol(Arena *arena, const Trace *trace, int layer) {
  ScoreScale scale = score_scale_of(trace, layer);
  if (scale.kind == SCORE_SCALE_NONE) return "=";
  return str_format(arena, scale.kind == SCORE_SCALE_TEMPERATURE ? "× %s" : "÷ %s", scale.symbol);
}

const char *score_scale_headline(Arena *arena, const Trace *trace, int layer) {
  ScoreScale divisor = score_scale_of(trace, layer);
  if (divisor.kind == SCORE_SCALE_NONE) return _("The scores are used undivided.");
  if (divisor.kind == SCORE_SCALE_TEMPERATURE)
    return str_format(arena, _("Every score is multiplied by a temperature, %s."), divisor.symbol);
  if (divisor.kind == SCORE_SCALE_NUMBER)
    return str_format(arena, _("Every score is divided by %s."), divisor.symbol);
  return str_format(arena, _("Every score is divided by %s = %s."), divisor.symbol,
                    divisor.value.at);
}

/* Of a division that is laid over; NULL: the model has it so. */
static const char *explanation_of_bend(const AttentionKind *kind) {
  if (mistake_of(kind) == MISTAKE_NO_SCALE || kind->of[KIND_SCALE] == SCALE_OFF)
    return _("Scaling is left out here. The longer the vectors, the further their dot products "
             "spread: undivided, softmax gives one key nearly all.");
  if (kind->of[KIND_SCALE] == SCALE_DIVISOR)
    return _("Another divisor is laid over. Below √d rows get sharper, above it more even; the "
             "order of the keys stays.");
  return NULL;
}

const char *score_scale_explanation(const Trace *trace, int layer) {
  ScoreScaleKind kind = score_scale_of(trace, layer).kind;
  const char *laid_over = explanation_of_bend(trace_kind(trace));
  if (laid_over) return laid_over;
  switch (is_unknown(trace, layer) ? SCORE_SCALE_ROOT : kind) {
  case SCORE_SCALE_TEMPERATURE:
    return _("Cosines lie between −1 and 1 however long the vectors are, so there is no length to "
             "take out. Left so, softmax could hardly tell keys apart: the temperature says how "
             "far.");
  case SCORE_SCALE_NONE:
    if (trace_kind(trace)->of[KIND_SCORE] == SCORE_ADDITIVE)
      return _("Most scores are divided by √d, because the dot products of longer vectors spread "
               "further. Additive scores are no dot products: tanh keeps each of their terms "
               "between −v and v.");
    if (trace_kind(trace)->of[KIND_POSITIONS] == POSITIONS_T5)
      return _("Most models divide by √d, because the dot products of longer vectors spread "
               "further. T5 does not: its maps were begun small enough to do without.");
    return _("Most models divide by √d, because the dot products of longer vectors spread further. "
             "This one does not.");
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
