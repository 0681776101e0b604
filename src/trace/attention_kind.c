/* trace/attention_kind.c -- the table of settings of a kind of attention, and questions to one. */
#include "trace/attention_kind.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "trace/kind_internal.h"
#include "trace/mistakes.h"

/* A number with so many parts of a unit is written with decimals. */
enum { HUNDREDTHS = 100, THOUSANDTHS = 1000 };

/* Trailing commas keep one value, and one number, on a line of its own. */
static const KindValue position_values[POSITIONS_COUNT] = {
    [POSITIONS_OWN] = {.name = "own", .words = "", .brief = ""},
    [POSITIONS_NONE] = {.name = "none",
                        .words = N_("no positions"),
                        .brief = N_("no positions"),
                        .named = N_("none")},
    [POSITIONS_SINUSOIDAL] = {.name = "sinusoidal",
                              .words = N_("sinusoidal positions"),
                              .brief = N_("sinusoidal"),
                              .named = N_("sinusoidal")},
    [POSITIONS_ALIBI] = {.name = "alibi",
                         .words = N_("linear biases (ALiBi)"),
                         .brief = N_("ALiBi")},
    [POSITIONS_T5] =
        {.name = "t5",
         .words = N_("relative buckets (T5)"),
         .brief = N_("T5"),
         .numbers = {[T5_BUCKETS] = {"buckets", 4, 1024, 32, .times = 2,
                                     .said = N_("buckets of distances")},
                     [T5_FAR] = {"far", 3, 1000000, 128, .times = 2,
                                 .said =
                                     N_("the distance from which on all share the last bucket")}},
         .number_count = 2},
    [POSITIONS_ROPE] =
        {.name = "rope",
         .words = N_("rotary positions (RoPE)"),
         .brief = N_("RoPE"),
         .numbers =
             {[ROPE_BASE] =
                  {"base", 2, 1000000000, 10000, .times = 10,
                   .said =
                       N_("the base of the angles: the larger, the slower the last pairs turn")},
              [ROPE_PAIRS] =
                  {"", ROPE_HALF, ROPE_INTERLEAVED, ROPE_HALF,
                   .choices = {[ROPE_HALF] = "half", [ROPE_INTERLEAVED] = "interleaved"}}},
         .number_count = 2},
    [POSITIONS_SHAW] = {.name = "shaw",
                        .words = N_("relative vectors (Shaw), K ="),
                        .brief = N_("Shaw"),
                        .numbers = {{"", 1, 1024, 3,
                                     .said = N_("the distance K beyond which all share a vector")}},
                        .number_count = 1},
};

static const KindValue key_head_values[KEY_HEADS_COUNT] = {
    [KEY_HEADS_OWN] = {.name = "own", .words = "", .brief = ""},
    [KEY_HEADS_SHARED] = {.name = "",
                          .words = N_("shared heads, G ="),
                          .brief = N_("shared heads"),
                          .named = N_("G ="),
                          .numbers = {{"", 1, 4096, 1, .said = N_("heads of K and V")}},
                          .number_count = 1},
};

static const KindValue approximate_values[APPROXIMATE_COUNT] = {
    [APPROXIMATE_EXACT] = {.name = "own", .also = "exact", .words = "", .brief = ""},
    [APPROXIMATE_LINFORMER] = {.name = "linformer",
                               .words = N_("mixed keys (Linformer), K ="),
                               .brief = N_("Linformer"),
                               .numbers = {{"", 1, KIND_FEWER_MOST, 16, .times = 2,
                                            .said = N_("mixtures K")}},
                               .number_count = 1},
    [APPROXIMATE_PERFORMER] = {.name = "performer",
                               .words = N_("random features (Performer), M ="),
                               .brief = N_("Performer"),
                               .numbers = {{"", 1, KIND_FEWER_MOST, 64, .times = 2,
                                            .said = N_("features M")}},
                               .number_count = 1},
};

static const KindValue score_values[SCORE_COUNT] = {
    [SCORE_OWN] = {.name = "own", .also = "dot", .words = "", .brief = ""},
    [SCORE_GENERAL] = {.name = "general",
                       .words = N_("general scores (q W k)"),
                       .brief = N_("general scores"),
                       .named = N_("general (q W k)")},
    [SCORE_COSINE] = {.name = "cosine",
                      .words = N_("cosine scores"),
                      .brief = N_("cosine scores"),
                      .named = N_("cosine"),
                      .numbers = {{"temperature", 1, 100000, 1000, .parts = HUNDREDTHS, .times = 2,
                                   .said = N_("the temperature that cosines are multiplied by")}},
                      .number_count = 1},
    [SCORE_ADDITIVE] = {.name = "additive",
                        .words = N_("additive scores"),
                        .brief = N_("additive scores"),
                        .named = N_("additive")},
};

static const KindValue dropout_values[DROPOUT_COUNT] = {
    [DROPOUT_OFF] = {.name = "own", .also = "off", .words = "", .brief = ""},
    [DROPOUT_ON] =
        {.name = "",
         .words = N_("dropout, P ="),
         .brief = N_("dropout"),
         .named = N_("P ="),
         .numbers = {[DROPOUT_SHARE] = {"", 0, 900, 100, .parts = THOUSANDTHS, .step = 100,
                                        .said = N_("the share P of the weights that is left out")},
                     [DROPOUT_SEED] = {"seed", 0, 1000000000, 1,
                                       .said = N_("the seed: another one leaves out others")}},
         .number_count = 2},
};

static const KindValue schedule_values[SCHEDULE_COUNT] = {
    [SCHEDULE_WHOLE] = {.name = "own", .also = "whole", .words = "", .brief = ""},
    [SCHEDULE_FLASH] =
        {.name = "flash",
         .words = N_("tile by tile (FlashAttention),"),
         .brief = N_("tiles"),
         .numbers = {[FLASH_ROWS] = {"", 1, 1000000, 4, .said = N_("rows of a tile")},
                     [FLASH_COLS] = {"", 1, 1000000, 4, .said = N_("columns of a tile"),
                                     .sign = " × "}},
         .number_count = 2},
};

static const KindValue scale_values[SCALE_COUNT] = {
    [SCALE_OWN] = {.name = "own", .also = "on", .words = "", .brief = ""},
    [SCALE_OFF] = {.name = "off",
                   .words = N_("scores not divided"),
                   .brief = N_("not divided"),
                   .named = N_("left out")},
    [SCALE_DIVISOR] = {.name = "",
                       .words = N_("scores divided by"),
                       .brief = N_("another divisor"),
                       .named = N_("divided by"),
                       .numbers = {{"", 1, 1000000, 400, .parts = HUNDREDTHS, .times = 2,
                                    .said = N_("what scores are divided by")}},
                       .number_count = 1},
};

static const KindValue softmax_values[SOFTMAX_COUNT] = {
    [SOFTMAX_OWN] = {.name = "own", .words = "", .brief = ""},
    [SOFTMAX_TEMPERATURE] = {.name = "temperature",
                             .words = N_("softmax temperature"),
                             .brief = N_("temperature"),
                             .named = N_("temperature"),
                             .numbers = {{"", 1, 10000, 100, .parts = HUNDREDTHS, .times = 2,
                                          .said = N_("the temperature: below 1 rows are sharper, "
                                                     "above 1 more even")}},
                             .number_count = 1},
};

static const KindSettingRow settings[KIND_SETTING_COUNT] = {
    [KIND_POSITIONS] =
        {
            .name = "positions",
            .none = N_("there are no positions “%.*s”; they are one of: %s"),
            .near = N_("there are no positions “%.*s”; did you mean “%s”? They are one of: %s"),
            .laid_over = N_("Positions: %s, laid over; this model was not trained with it."),
            .made_so = N_("Positions: %s."),
            .values = position_values,
            .value_count = POSITIONS_COUNT,
        },
    [KIND_KEY_HEADS] =
        {
            .name = "kv_heads",
            .none = N_("there is no number of heads “%.*s”; it is one of: %s"),
            .near = N_("there is no number of heads “%.*s”; did you mean “%s”? It is one of: %s"),
            .laid_over = N_("Heads of K and V: %s, laid over; this model was not trained with it."),
            .made_so = N_("Heads of K and V: %s."),
            .values = key_head_values,
            .value_count = KEY_HEADS_COUNT,
        },
    [KIND_APPROXIMATE] =
        {
            .name = "approximate",
            .none = N_("there is no approximation “%.*s”; it is one of: %s"),
            .near = N_("there is no approximation “%.*s”; did you mean “%s”? It is one of: %s"),
            .laid_over = N_("Approximation: %s, laid over; this model was not trained with it."),
            .made_so = N_("Approximation: %s."),
            .values = approximate_values,
            .value_count = APPROXIMATE_COUNT,
        },
    [KIND_SCORE] =
        {
            .name = "score",
            .none = N_("there is no score “%.*s”; it is one of: %s"),
            .near = N_("there is no score “%.*s”; did you mean “%s”? It is one of: %s"),
            .laid_over = N_("Scores: %s, laid over; this model was not trained with them."),
            .made_so = N_("Scores: %s."),
            .values = score_values,
            .value_count = SCORE_COUNT,
        },
    [KIND_DROPOUT] =
        {
            .name = "dropout",
            .none = N_("there is no dropout “%.*s”; it is one of: %s"),
            .near = N_("there is no dropout “%.*s”; did you mean “%s”? It is one of: %s"),
            .laid_over = N_("Dropout: %s, laid over; weights are left out by chance, as in "
                            "training."),
            .made_so = N_("Dropout: %s."),
            .values = dropout_values,
            .value_count = DROPOUT_COUNT,
        },
    [KIND_SCHEDULE] =
        {
            .name = "schedule",
            .none = N_("there is no schedule “%.*s”; it is one of: %s"),
            .near = N_("there is no schedule “%.*s”; did you mean “%s”? It is one of: %s"),
            .laid_over = N_("Order of work: %s; the output is that of the whole matrix."),
            .made_so = N_("Order of work: %s."),
            .values = schedule_values,
            .value_count = SCHEDULE_COUNT,
        },
    [KIND_SCALE] =
        {
            .name = "scale",
            .none = N_("there is no scale “%.*s”; it is one of: %s"),
            .near = N_("there is no scale “%.*s”; did you mean “%s”? It is one of: %s"),
            .laid_over = N_("Scaling: %s, laid over; this model was not trained with it."),
            .made_so = N_("Scaling: %s."),
            .values = scale_values,
            .value_count = SCALE_COUNT,
        },
    [KIND_SOFTMAX] =
        {
            .name = "softmax",
            .none = N_("there is no softmax “%.*s”; it is one of: %s"),
            .near = N_("there is no softmax “%.*s”; did you mean “%s”? It is one of: %s"),
            .laid_over = N_("Softmax: %s, laid over; this model was not trained with it."),
            .made_so = N_("Softmax: %s."),
            .values = softmax_values,
            .value_count = SOFTMAX_COUNT,
        },
    [KIND_MISTAKE] =
        {
            .name = "mistake",
            .none = N_("there is no mistake “%.*s”; it is one of: %s"),
            .near = N_("there is no mistake “%.*s”; did you mean “%s”? It is one of: %s"),
            .laid_over = N_("Mistake made on purpose: %s; these numbers are wrong."),
            .made_so = N_("Mistake made on purpose: %s."),
            .values = mistake_values,
            .value_count = MISTAKE_COUNT,
        },
};

const char *kind_setting_name(KindSetting setting) {
  assert(setting < KIND_SETTING_COUNT);
  return settings[setting].name;
}

const KindSettingRow *kind_setting_row(KindSetting setting) {
  assert(setting < KIND_SETTING_COUNT);
  return &settings[setting];
}

int kind_value_count(KindSetting setting) {
  assert(setting < KIND_SETTING_COUNT);
  return settings[setting].value_count;
}

const KindValue *kind_value(KindSetting setting, int value) {
  assert(value >= 0 && value < kind_value_count(setting));
  return &settings[setting].values[value];
}

bool kind_is_own(const AttentionKind *kind) { return kind_equal(kind, &(AttentionKind){0}); }

bool kind_equal(const AttentionKind *a, const AttentionKind *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

bool kind_agrees(const AttentionKind *a, const AttentionKind *b, KindSetting setting) {
  return a->of[setting] == b->of[setting] &&
         memcmp(a->numbers[setting], b->numbers[setting], sizeof a->numbers[setting]) == 0;
}

AttentionKind kind_over(const AttentionKind *over, const AttentionKind *own) {
  AttentionKind done = *over;
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    if (done.of[i] != KIND_OWN) continue;
    done.of[i] = own->of[i];
    memcpy(done.numbers[i], own->numbers[i], sizeof done.numbers[i]);
  }
  return done;
}

bool kind_adds_bias(const AttentionKind *kind) {
  return kind->of[KIND_POSITIONS] == POSITIONS_ALIBI || kind->of[KIND_POSITIONS] == POSITIONS_T5;
}

bool kind_leaves_scores(const AttentionKind *kind) {
  int score = kind->of[KIND_SCORE], scale = kind->of[KIND_SCALE];
  if (mistake_is_of_divisor(mistake_of(kind))) return mistake_of(kind) == MISTAKE_NO_SCALE;
  if (scale != SCALE_OWN) return scale == SCALE_OFF;
  return score == SCORE_ADDITIVE ||
         (kind->of[KIND_POSITIONS] == POSITIONS_T5 && score != SCORE_COSINE);
}

/* A number of the value that a setting has, in units. */
static double in_units(const AttentionKind *kind, KindSetting setting, int place) {
  const KindValue *value = kind_value(setting, kind->of[setting]);
  assert(place < value->number_count && value->numbers[place].parts > 0);
  return (double)kind->numbers[setting][place] / value->numbers[place].parts;
}

/* A divisor that is laid over, or none at all, takes the place of the temperature. */
double kind_temperature(const AttentionKind *kind) {
  bool is_own = kind->of[KIND_SCALE] == SCALE_OWN && !mistake_is_of_divisor(mistake_of(kind));
  bool has_one = kind->of[KIND_SCORE] == SCORE_COSINE && is_own;
  return has_one ? in_units(kind, KIND_SCORE, COSINE_TEMPERATURE) : 0;
}

double kind_divisor(const AttentionKind *kind) {
  return kind->of[KIND_SCALE] == SCALE_DIVISOR ? in_units(kind, KIND_SCALE, 0) : 0;
}

double kind_softmax_temperature(const AttentionKind *kind) {
  bool has_one = kind->of[KIND_SOFTMAX] == SOFTMAX_TEMPERATURE;
  return has_one ? in_units(kind, KIND_SOFTMAX, 0) : 1;
}

int kind_relative_rows(const AttentionKind *kind) {
  if (kind->of[KIND_POSITIONS] != POSITIONS_SHAW) return 0;
  return 2 * kind->numbers[KIND_POSITIONS][0] + 1;
}

bool kind_drops(const AttentionKind *kind) { return kind->of[KIND_DROPOUT] == DROPOUT_ON; }

double kind_dropped_share(const AttentionKind *kind) {
  return kind_drops(kind) ? in_units(kind, KIND_DROPOUT, DROPOUT_SHARE) : 0;
}

bool kind_rotates(const AttentionKind *kind) { return kind->of[KIND_POSITIONS] == POSITIONS_ROPE; }

Rotary kind_rotary(const AttentionKind *kind) {
  const int *numbers = kind->numbers[KIND_POSITIONS];
  assert(kind_rotates(kind));
  return (Rotary){numbers[ROPE_BASE], numbers[ROPE_PAIRS] == ROPE_INTERLEAVED};
}

bool kind_mixes_keys(const AttentionKind *kind) {
  return kind->of[KIND_APPROXIMATE] == APPROXIMATE_LINFORMER;
}

bool kind_has_features(const AttentionKind *kind) {
  return kind->of[KIND_APPROXIMATE] == APPROXIMATE_PERFORMER;
}

int kind_fewer(const AttentionKind *kind) { return kind->numbers[KIND_APPROXIMATE][0]; }

bool kind_is_tiled(const AttentionKind *kind) {
  return kind->of[KIND_SCHEDULE] == SCHEDULE_FLASH &&
         kind->of[KIND_APPROXIMATE] == APPROXIMATE_EXACT;
}
