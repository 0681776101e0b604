/* trace/mistakes.h -- the classic mistakes of attention, which the setting `mistake` makes.
**
** Each is computed as a program with that mistake computes it, so that its numbers are wrong in the
** way they would be there.
**
**   name                    what is done                        what breaks
**   divide-by-d-model       ÷ √d_model instead of √d_head       every row is too even     (M-95)
**   no-scale                no division                         one key takes all         (M-95)
**   softmax-over-queries    softmax of each column              columns sum to 1          (M-96)
**   mask-after-softmax      hidden weights become 0 afterwards  rows no longer sum to 1   (M-97)
**   mask-with-zero          hidden scores become 0, not −∞      the future leaks          (M-98)
**   values-first            V A instead of A V                  shapes refuse             (M-99)
**   no-max                  e^x / Σ e^x, no maximum taken off   inf, then NaN             (M-102)
**   heads-in-wrong-order    [T, H·D] read as [H, T, D]          rows of other tokens      (M-103)
**
** Memory  None.   Errors  None.   Source  docs/maths.md.
*/
#ifndef TRACE_MISTAKES_H
#define TRACE_MISTAKES_H

#include <stdint.h>

#include "trace/attention_kind.h"

typedef enum MistakeKind {
  MISTAKE_NONE,
  MISTAKE_DIVIDE_BY_D_MODEL,
  MISTAKE_NO_SCALE,
  MISTAKE_SOFTMAX_OVER_QUERIES,
  MISTAKE_MASK_AFTER_SOFTMAX,
  MISTAKE_MASK_WITH_ZERO,
  MISTAKE_VALUES_FIRST,
  MISTAKE_NO_MAX,
  MISTAKE_HEADS_IN_WRONG_ORDER,
  MISTAKE_COUNT
} MistakeKind;

/* A quiz: one of the mistakes is made, and a person is asked which. Bits are 1 << MistakeKind. */
typedef struct MistakeQuiz {
  bool is_on;
  bool is_answered;           /* rightly, or told: the mistake is no longer hidden */
  bool made_scale, made_mask; /* laid over by the quiz, so that something breaks */
  int seed;
  unsigned can;            /* those that it was chosen among */
  unsigned offered, tried; /* the choices; those that were given as answers */
} MistakeQuiz;

static inline bool mistake_quiz_asks(const MistakeQuiz *quiz) {
  return quiz->is_on && !quiz->is_answered;
}

bool mistake_quiz_equal(const MistakeQuiz *a, const MistakeQuiz *b);

/* What is said of a kind while a quiz asks: the same without its mistake. */
AttentionKind mistake_said(const AttentionKind *kind, const MistakeQuiz *quiz);

/* Chooses one of `can`, which it keeps, and three others to offer with it, by the seed.
** MISTAKE_NONE: `can` has none. */
MistakeKind mistake_quiz_choose(MistakeQuiz *quiz, unsigned can);

/* The values of the setting, in the order of the enum. */
extern const KindValue mistake_values[MISTAKE_COUNT];

static inline MistakeKind mistake_of(const AttentionKind *kind) {
  return (MistakeKind)kind->of[KIND_MISTAKE];
}

/* "softmax-over-queries"; "own" of none. */
const char *mistake_name(MistakeKind mistake);

/* Whether a row depends on no other row and on no key that the mask hides from it, as in attention
** that is right: only then are rows of a shorter sentence the same in a longer one. */
bool mistake_keeps_rows_apart(MistakeKind mistake);

/* Whether it changes only what scores are divided by. */
bool mistake_is_of_divisor(MistakeKind mistake);

/* Whether its numbers may be infinite, or none at all. */
bool mistake_may_break(MistakeKind mistake);

/* Whether there is nothing wrong without a mask that hides something. */
bool mistake_needs_mask(MistakeKind mistake);

#endif
