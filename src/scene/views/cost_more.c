/* scene/views/cost_more.c -- what positions, scores, dropout and shared heads cost beside the ways
** to attend, in words: they move no curve against the others (M-51, M-52).
*/
#include "base/i18n.h"
#include "scene/views/cost.h"

/* By the value of the setting; NULL: it costs nothing that is worth a word. */
static const char *const of_positions[POSITIONS_COUNT] = {
    [POSITIONS_SINUSOIDAL] = N_("Sinusoidal positions are added to the input: nothing more here."),
    [POSITIONS_ALIBI] =
        N_("Linear biases multiply a slope by every distance: n² more, beside n² (D + Dv)."),
    [POSITIONS_T5] =
        N_("Relative buckets add a number to every score: n² sums, and no multiplication."),
    [POSITIONS_ROPE] =
        N_("Rotary positions turn every row of Q and K: 4 n D more, which grow as n does."),
    [POSITIONS_SHAW] =
        N_("Relative vectors are multiplied as keys and values are: n² (D + Dv) more, so that the "
           "work is twice that of exact attention."),
};
static const char *const of_scores[SCORE_COUNT] = {
    [SCORE_GENERAL] = N_("General scores map every query first: n D² more, which grow as n does."),
    [SCORE_COSINE] = N_("Cosines need the lengths of queries and keys: 2 n D more."),
    [SCORE_ADDITIVE] =
        N_("Additive scores map queries and keys first, 2 n D² more, and take tanh n² D times."),
};
static const char *const of_dropout[DROPOUT_COUNT] = {
    [DROPOUT_ON] = N_("Dropout multiplies the weights that stay: n² more at most."),
};
static const char *const of_key_heads[KEY_HEADS_COUNT] = {
    [KEY_HEADS_SHARED] = N_("Heads that share keys and values make and keep fewer rows of them; "
                            "what a head costs against n is the same."),
};

const char *cost_more_words(const Trace *trace, KindSetting setting) {
  static const char *const *const words[KIND_SETTING_COUNT] = {[KIND_POSITIONS] = of_positions,
                                                               [KIND_SCORE] = of_scores,
                                                               [KIND_DROPOUT] = of_dropout,
                                                               [KIND_KEY_HEADS] = of_key_heads};
  const char *found = words[setting] ? words[setting][trace_kind(trace)->of[setting]] : NULL;
  return found ? _(found) : NULL;
}
