/* trace/mistakes.c -- the values of the setting `mistake`, and what they have in common. */
#include "trace/mistakes.h"

#include <assert.h>

#include "base/i18n.h"
#include "base/rng.h"

const KindValue mistake_values[MISTAKE_COUNT] = {
    [MISTAKE_NONE] = {.name = "own", .also = "off", .words = "", .brief = ""},
    [MISTAKE_DIVIDE_BY_D_MODEL] = {.name = "divide-by-d-model",
                                   .words = N_("mistake: divided by √d_model"),
                                   .brief = N_("÷ √d_model"),
                                   .named = N_("divided by √d_model instead of √d_head")},
    [MISTAKE_NO_SCALE] = {.name = "no-scale",
                          .words = N_("mistake: not scaled"),
                          .brief = N_("not scaled"),
                          .named = N_("scores not divided by √d_head")},
    [MISTAKE_SOFTMAX_OVER_QUERIES] = {.name = "softmax-over-queries",
                                      .words = N_("mistake: softmax over queries"),
                                      .brief = N_("softmax over queries"),
                                      .named = N_("softmax over queries instead of keys")},
    [MISTAKE_MASK_AFTER_SOFTMAX] = {.name = "mask-after-softmax",
                                    .words = N_("mistake: masked after softmax"),
                                    .brief = N_("masked after softmax"),
                                    .named = N_("masked after softmax instead of before")},
    [MISTAKE_MASK_WITH_ZERO] = {.name = "mask-with-zero",
                                .words = N_("mistake: masked with 0"),
                                .brief = N_("masked with 0"),
                                .named = N_("masked with 0 instead of −∞")},
    [MISTAKE_VALUES_FIRST] = {.name = "values-first",
                              .words = N_("mistake: V A instead of A V"),
                              .brief = N_("V A"),
                              .named = N_("V A instead of A V")},
    [MISTAKE_NO_MAX] = {.name = "no-max",
                        .words = N_("mistake: softmax without its maximum"),
                        .brief = N_("no maximum"),
                        .named = N_("softmax without the maximum taken off")},
    [MISTAKE_HEADS_IN_WRONG_ORDER] = {.name = "heads-in-wrong-order",
                                      .words = N_("mistake: heads in the wrong order"),
                                      .brief = N_("wrong heads"),
                                      .named = N_("heads split in the wrong order")},
};

const char *mistake_name(MistakeKind mistake) {
  assert(mistake >= 0 && mistake < MISTAKE_COUNT);
  return mistake_values[mistake].name;
}

bool mistake_is_of_divisor(MistakeKind mistake) {
  return mistake == MISTAKE_DIVIDE_BY_D_MODEL || mistake == MISTAKE_NO_SCALE;
}

bool mistake_keeps_rows_apart(MistakeKind mistake) {
  return mistake == MISTAKE_NONE || mistake == MISTAKE_NO_MAX || mistake_is_of_divisor(mistake);
}

bool mistake_may_break(MistakeKind mistake) {
  return mistake == MISTAKE_NO_MAX || mistake == MISTAKE_VALUES_FIRST;
}

bool mistake_needs_mask(MistakeKind mistake) {
  return mistake == MISTAKE_MASK_AFTER_SOFTMAX || mistake == MISTAKE_MASK_WITH_ZERO;
}

/* ---- the quiz ---- */

AttentionKind mistake_said(const AttentionKind *kind, const MistakeQuiz *quiz) {
  AttentionKind said = *kind;
  const KindSetting hidden[] = {KIND_MISTAKE, KIND_SCALE};
  int count = !mistake_quiz_asks(quiz) ? 0 : quiz->made_scale ? 2 : 1;
  for (int i = 0; i < count; i++) {
    said.of[hidden[i]] = KIND_OWN;
    for (int place = 0; place < KIND_NUMBERS_MOST; place++) said.numbers[hidden[i]][place] = 0;
  }
  return said;
}

bool mistake_quiz_equal(const MistakeQuiz *a, const MistakeQuiz *b) {
  return a->is_on == b->is_on && a->is_answered == b->is_answered && a->seed == b->seed &&
         a->can == b->can && a->offered == b->offered && a->tried == b->tried &&
         a->made_scale == b->made_scale && a->made_mask == b->made_mask;
}

static MistakeKind draw(Rng *rng, unsigned from) {
  int count = 0;
  for (int i = 0; i < MISTAKE_COUNT; i++) count += (int)(from >> i & 1u);
  if (count == 0) return MISTAKE_NONE;
  int left = rng_below(rng, count), found = 0;
  while (!(from >> found & 1u) || left-- > 0) found++;
  return (MistakeKind)found;
}

MistakeKind mistake_quiz_choose(MistakeQuiz *quiz, unsigned can) {
  enum { OTHERS = 3 };
  const unsigned all = (1u << MISTAKE_COUNT) - 2; /* MISTAKE_NONE is no answer */
  Rng rng = rng_make(rng_mix((uint64_t)(unsigned)quiz->seed + UINT64_C(0x5155495A)));
  quiz->can = can & all;
  MistakeKind chosen = draw(&rng, quiz->can);
  quiz->offered = 1u << chosen;
  for (int i = 0; i < OTHERS; i++) quiz->offered |= 1u << draw(&rng, all & ~quiz->offered);
  return chosen;
}
