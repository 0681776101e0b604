/* trace/attention_kind.c -- the table of the settings of a kind of attention, and their text in
** commands and files. */
#include "trace/attention_kind.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/names.h"
#include "trace/mistakes.h"

enum { VALUES_MOST = 16 };

typedef struct SettingRow {
  const char *name;
  const char *none, *near;         /* sentences of base/names.h, marked for translation */
  const char *laid_over, *made_so; /* of a caption, with %s; marked for translation */
  const KindValue *values;
  int value_count;
} SettingRow;

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

static const SettingRow settings[KIND_SETTING_COUNT] = {
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

static const char parting[] = "; ";

const char *kind_setting_name(KindSetting setting) {
  assert(setting < KIND_SETTING_COUNT);
  return settings[setting].name;
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

/* ---- from text ---- */

static bool begins_number(Str word) {
  if (word.bytes == 0) return false;
  char at = word.at[0];
  return (at >= '0' && at <= '9') || at == '-' || at == '+' || at == '.';
}

static bool find_value(KindSetting setting, Str name, int *value) {
  for (int i = 0; i < kind_value_count(setting); i++) {
    const KindValue *known = kind_value(setting, i);
    bool is_it = known->name[0] ? str_is(name, known->name) : begins_number(name);
    if (is_it || (known->also && str_is(name, known->also))) return *value = i, true;
  }
  return false;
}

/* A value without a name is listed as the number that stands for it; one with another name, by
** that. */
static bool refuse_value(KindSetting setting, Str value, Status *status) {
  const char *names[VALUES_MOST];
  const SettingRow *row = &settings[setting];
  assert(row->value_count <= VALUES_MOST);
  for (int i = 0; i < row->value_count; i++) {
    const KindValue *known = &row->values[i];
    const char *number = known->numbers[0].parts ? _("a number") : _("a whole number");
    names[i] = known->also ? known->also : known->name[0] ? known->name : number;
  }
  return names_refuse(&(Names){_(row->none), _(row->near), names, row->value_count}, value, status);
}

/* Takes the word at the start of *text and the one space behind it. */
static Str next_word(Str *text) {
  const char *end = text->bytes > 0 ? memchr(text->at, ' ', text->bytes) : NULL;
  Str word = {text->at, end ? (size_t)(end - text->at) : text->bytes};
  size_t taken = word.bytes + (end ? 1 : 0);
  *text = (Str){text->at + taken, text->bytes - taken};
  return word;
}

static bool is_choice(const KindNumber *number) { return number->choices[0] != NULL; }
/* A number without a name, and none that is chosen by its words, is always given, in order. */
static bool is_first(const KindNumber *number) { return !number->name[0] && !is_choice(number); }

/* "far N", "half|interleaved", "N" */
static const char *form_of(const KindNumber *number, char *to, size_t size) {
  if (is_choice(number)) snprintf(to, size, "%s|%s", number->choices[0], number->choices[1]);
  else if (number->name[0]) snprintf(to, size, "%s N", number->name);
  else snprintf(to, size, "N");
  return to;
}

/* The name of a value in a sentence. */
static const char *called(KindSetting setting, const KindValue *value) {
  return value->name[0] ? value->name : kind_setting_name(setting);
}

static bool refuse_number(KindSetting setting, const KindValue *value, Str word, Status *status) {
  char a[64], b[64];
  if (value->number_count == 0)
    return status_fail(status, STATUS_USAGE, _("%s has no number “%.*s”; it stands alone"),
                       called(setting, value), (int)word.bytes, word.at);
  form_of(&value->numbers[0], a, sizeof a);
  if (value->number_count == 1)
    return status_fail(status, STATUS_USAGE, _("%s has no number “%.*s”; it has: %s"),
                       called(setting, value), (int)word.bytes, word.at, a);
  return status_fail(status, STATUS_USAGE, _("%s has no number “%.*s”; it has: %s, %s"),
                     called(setting, value), (int)word.bytes, word.at, a,
                     form_of(&value->numbers[1], b, sizeof b));
}

/* ---- numbers with decimals ---- */

/* "0.3", "10", of a number in parts of a unit: as many decimals as are not 0. */
static const char *write_decimal(const KindNumber *number, int at, char *to, size_t size) {
  int parts = number->parts ? number->parts : 1, digits = 0;
  for (int each = parts; each > 1; each /= 10) digits++;
  snprintf(to, size, "%d", at / parts);
  if (at % parts == 0) return to;
  size_t used = (size_t)snprintf(to, size, "%d.%0*d", at / parts, digits, at % parts);
  while (used > 0 && used < size && to[used - 1] == '0') to[--used] = '\0';
  return to;
}

/* Reads "12.25" as parts of a unit; more decimals than there are parts are none. */
static bool read_parts(Str word, int parts, long *read) {
  const char *point = word.bytes > 0 ? memchr(word.at, '.', word.bytes) : NULL;
  size_t before = point ? (size_t)(point - word.at) : word.bytes;
  Str whole = {word.at, before};
  bool is_signed = before > 0 && (whole.at[0] == '-' || whole.at[0] == '+');
  if (is_signed || !str_to_long(before > 0 ? whole : STR("0"), read) || *read > INT_MAX / parts)
    return false;
  *read *= parts;
  size_t at = before + 1;
  for (; at < word.bytes && parts > 1; at++) {
    if (word.at[at] < '0' || word.at[at] > '9') return false;
    parts /= 10;
    *read += (word.at[at] - '0') * parts;
  }
  return !point || (at > before + 1 && at == word.bytes);
}

static bool refuse_limits(KindSetting setting, const KindValue *value, const KindNumber *number,
                          Str word, Status *status) {
  char least[32], most[32], step[32];
  const char *of = called(setting, value);
  int bytes = (int)str_head(word, NAMES_WORD_BYTES).bytes;
  write_decimal(number, number->least, least, sizeof least);
  write_decimal(number, number->most, most, sizeof most);
  write_decimal(number, 1, step, sizeof step);
  if (number->parts && number->name[0] == '\0')
    return status_fail(status, STATUS_USAGE,
                       _("%s takes a number from %s to %s in steps of %s, not “%.*s”"), of, least,
                       most, step, bytes, word.at);
  if (number->parts)
    return status_fail(status, STATUS_USAGE,
                       _("%s of %s is a number from %s to %s in steps of %s, not “%.*s”"),
                       number->name, of, least, most, step, bytes, word.at);
  if (number->name[0] == '\0' && bytes == 0)
    return status_fail(status, STATUS_USAGE,
                       P_("%s takes %d whole number from %s to %s",
                          "%s takes %d whole numbers from %s to %s", value->number_count),
                       of, value->number_count, least, most);
  if (number->name[0] == '\0')
    return status_fail(status, STATUS_USAGE, _("%s takes a whole number from %s to %s, not “%.*s”"),
                       of, least, most, bytes, word.at);
  return status_fail(status, STATUS_USAGE,
                     _("%s of %s is a whole number from %s to %s, not “%.*s”"), number->name, of,
                     least, most, bytes, word.at);
}

/* Reads one number; its name, or that of its value or setting, is in the sentence. */
static bool read_number(KindSetting setting, const KindValue *value, int place, Str word, int *read,
                        Status *status) {
  const KindNumber *number = &value->numbers[place];
  long found;
  bool is_number =
      number->parts ? read_parts(word, number->parts, &found) : str_to_long(word, &found);
  if (!is_number || found < number->least || found > number->most)
    return refuse_limits(setting, value, number, word, status);
  *read = (int)found;
  return true;
}

/* The number that a word names, or is a choice of; number_count: none. */
static int find_number(const KindValue *value, Str word, int *choice) {
  for (int i = 0; i < value->number_count; i++) {
    const KindNumber *number = &value->numbers[i];
    if (number->name[0] && str_is(word, number->name)) return i;
    for (*choice = 0; is_choice(number) && *choice < KIND_CHOICES_MOST; ++*choice)
      if (str_is(word, number->choices[*choice])) return i;
  }
  return value->number_count;
}

/* Reads the numbers without a name, in order, and "buckets 16 far 64", each name once at most. */
static bool read_numbers(KindSetting setting, const KindValue *value, Str text,
                         int numbers[KIND_NUMBERS_MOST], Status *status) {
  bool given[KIND_NUMBERS_MOST] = {false};
  for (int i = 0; i < value->number_count; i++) {
    numbers[i] = value->numbers[i].start;
    if (!is_first(&value->numbers[i])) continue;
    if (!read_number(setting, value, i, next_word(&text), &numbers[i], status)) return false;
    given[i] = true;
  }
  while (text.bytes > 0) {
    Str name = str_head(next_word(&text), NAMES_WORD_BYTES);
    int choice = 0, i = find_number(value, name, &choice);
    if (i == value->number_count || given[i]) return refuse_number(setting, value, name, status);
    if (is_choice(&value->numbers[i])) numbers[i] = choice;
    else if (!read_number(setting, value, i, next_word(&text), &numbers[i], status)) return false;
    given[i] = true;
  }
  return true;
}

/* Buckets beyond the exact half of them reach up to `far`, which so has to lie behind that half. */
static bool check_numbers(KindSetting setting, int value, const int *numbers, Status *status) {
  if (setting != KIND_POSITIONS || value != POSITIONS_T5) return true;
  int exact = numbers[T5_BUCKETS] / 2; /* of a causal mask; else a quarter of all */
  return numbers[T5_FAR] > exact ||
         status_fail(status, STATUS_USAGE,
                     _("far of t5 is more than half of its buckets, %d or more of %d, not %d"),
                     exact + 1, numbers[T5_BUCKETS], numbers[T5_FAR]);
}

bool kind_set(AttentionKind *kind, KindSetting setting, Str text, Status *status) {
  assert(setting < KIND_SETTING_COUNT);
  Str all = text, name = next_word(&text);
  int value, numbers[KIND_NUMBERS_MOST] = {0};
  if (!find_value(setting, name, &value)) return refuse_value(setting, name, status);
  if (!kind_value(setting, value)->name[0]) text = all;
  if (!read_numbers(setting, kind_value(setting, value), text, numbers, status) ||
      !check_numbers(setting, value, numbers, status))
    return false;
  kind->of[setting] = value;
  memcpy(kind->numbers[setting], numbers, sizeof numbers);
  return true;
}

/* Numbers that are multiplied keep to the limits instead of stopping short of them. */
static long stepped(const KindNumber *number, int at, int by) {
  int step = number->step ? number->step : 1;
  if (number->times) return by > 0 ? (long)at * number->times : at / number->times;
  if (at % step == 0) return (long)at + by * step;
  return (long)at / step * step + (by > 0 ? step : 0);
}

bool kind_step(AttentionKind *kind, KindSetting setting, int place, int by) {
  assert(setting < KIND_SETTING_COUNT && (by == 1 || by == -1));
  const KindValue *value = kind_value(setting, kind->of[setting]);
  assert(place >= 0 && place < value->number_count);
  const KindNumber *number = &value->numbers[place];
  int *at = &kind->numbers[setting][place], before = *at;
  if (is_choice(number)) return false;
  long next = stepped(number, before, by);
  *at = (int)(next < number->least ? number->least : next > number->most ? number->most : next);
  if (*at != before && check_numbers(setting, kind->of[setting], kind->numbers[setting], NULL))
    return true;
  *at = before;
  return false;
}

bool kind_resize(AttentionKind *kind, bool is_double, Status *status) {
  const KindValue *value = kind_value(KIND_APPROXIMATE, kind->of[KIND_APPROXIMATE]);
  int count = kind_fewer(kind), wanted = is_double ? 2 * count : count / 2;
  if (value->number_count == 0)
    return status_fail(status, STATUS_COULD_NOT,
                       _("attention is exact, so there is no number of mixtures or features to "
                         "change; approximate linformer 4 and approximate performer 64 have one"));
  const KindNumber *limits = &value->numbers[0];
  if (wanted < limits->least || wanted > limits->most)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s takes a whole number from %d to %d, not “%d”"), value->name,
                       limits->least, limits->most, wanted);
  kind->numbers[KIND_APPROXIMATE][0] = wanted;
  return true;
}

/* Reads "positions none"; a text that ends with a space is none that was written. */
static bool read_setting(Str text, AttentionKind *kind) {
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const char *name = kind_setting_name((KindSetting)i);
    size_t bytes = strlen(name);
    if (!str_starts(text, name) || text.bytes <= bytes || text.at[bytes] != ' ') continue;
    Str value = {text.at + bytes + 1, text.bytes - bytes - 1};
    return kind->of[i] == KIND_OWN && value.bytes > 0 && value.at[value.bytes - 1] != ' ' &&
           kind_set(kind, (KindSetting)i, value, NULL);
  }
  return false;
}

bool kind_read(Str text, AttentionKind *kind) {
  AttentionKind read = {0};
  while (text.bytes > 0) {
    const char *end = memchr(text.at, parting[0], text.bytes);
    size_t bytes = end ? (size_t)(end - text.at) : text.bytes;
    if (!read_setting((Str){text.at, bytes}, &read)) return false;
    size_t taken = bytes + (end ? sizeof parting - 1 : 0);
    if (taken > text.bytes || (end && (taken == text.bytes || end[1] != parting[1]))) return false;
    text = (Str){text.at + taken, text.bytes - taken};
  }
  *kind = read;
  return true;
}

/* No setting has a quote, so the first one begins the sentence. */
bool kind_read_cross(Str text, AttentionKind *kind, Str *second) {
  static const char begins[] = "cross \"";
  const size_t head = sizeof begins - 1, between = sizeof parting - 1;
  const char *quote = text.bytes > 0 ? memchr(text.at, '"', text.bytes) : NULL;
  size_t first = quote ? (size_t)(quote - text.at) + 1 : 0;
  *second = (Str){NULL, 0};
  if (!quote) return kind_read(text, kind);
  if (first < head || memcmp(text.at + first - head, begins, head) != 0 || first == text.bytes ||
      text.at[text.bytes - 1] != '"')
    return false;
  Str before = {text.at, first - head};
  if (before.bytes > 0) {
    if (!str_ends(before, parting)) return false;
    before.bytes -= between;
    if (before.bytes == 0) return false;
  }
  if (!kind_read(before, kind)) return false;
  *second = (Str){text.at + first, text.bytes - first - 1};
  return true;
}

/* ---- to text ---- */

/* Adds every number without a name, and those that are not as they start: " far 64", with what
** stands before each of these. Only where that is no space, words are said. */
static void add_numbers(StrBuf *text, const AttentionKind *kind, KindSetting setting,
                        const char *before) {
  const KindValue *value = kind_value(setting, kind->of[setting]);
  for (int i = 0; i < value->number_count; i++) {
    const KindNumber *number = &value->numbers[i];
    char decimal[32];
    int at = kind->numbers[setting][i];
    const char *sign = number->sign && strcmp(before, " ") != 0 ? number->sign : " ";
    write_decimal(number, at, decimal, sizeof decimal);
    if (is_first(number)) strbuf_format(text, "%s%s", text->bytes > 0 ? sign : "", decimal);
    else if (at == number->start) continue;
    else if (is_choice(number)) strbuf_format(text, "%s%s", before, number->choices[at]);
    else strbuf_format(text, "%s%s %s", before, number->name, decimal);
  }
}

const char *kind_write_setting(Arena *arena, const AttentionKind *kind, KindSetting setting) {
  StrBuf text = strbuf_make(arena);
  strbuf_format(&text, "%s", kind_value(setting, kind->of[setting])->name);
  add_numbers(&text, kind, setting, " ");
  return text.failed ? NULL : text.at;
}

AttentionKind kind_as_it_starts(KindSetting setting, int value) {
  const KindValue *of = kind_value(setting, value);
  AttentionKind kind = {0};
  kind.of[setting] = value;
  for (int i = 0; i < of->number_count; i++) kind.numbers[setting][i] = of->numbers[i].start;
  return kind;
}

const char *kind_list(Arena *arena) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < KIND_SETTING_COUNT; i++)
    for (int value = KIND_OWN + 1; value < kind_value_count((KindSetting)i); value++) {
      AttentionKind kind = kind_as_it_starts((KindSetting)i, value);
      const char *words = kind_write_setting(arena, &kind, (KindSetting)i);
      if (!words) return NULL;
      strbuf_format(&text, "%s%s %s", text.bytes > 0 ? ", " : "", kind_setting_name((KindSetting)i),
                    words);
    }
  return text.failed ? NULL : text.at;
}

const char *kind_number_words(Arena *arena, const AttentionKind *kind, KindSetting setting,
                              int place) {
  const KindValue *value = kind_value(setting, kind->of[setting]);
  assert(place >= 0 && place < value->number_count);
  const KindNumber *number = &value->numbers[place];
  char decimal[32];
  int at = kind->numbers[setting][place];
  const char *words =
      is_choice(number) ? number->choices[at] : write_decimal(number, at, decimal, sizeof decimal);
  return str_copy(arena, str_from(words));
}

const char *kind_write(Arena *arena, const AttentionKind *kind) {
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const KindSetting setting = (KindSetting)i;
    if (kind->of[i] == KIND_OWN) continue;
    const char *value = kind_write_setting(arena, kind, setting);
    if (!value) return NULL;
    strbuf_format(&text, "%s%s %s", text.bytes > 0 ? parting : "", kind_setting_name(setting),
                  value);
  }
  if (text.failed) return NULL;
  return text.at ? text.at : "";
}

const char *kind_write_cross(Arena *arena, const AttentionKind *kind, Str second) {
  StrBuf text = strbuf_make(arena);
  const char *own = kind_write(arena, kind);
  if (!own) return NULL;
  if (!second.at) return own;
  strbuf_format(&text, "%s%scross ", own, own[0] ? parting : "");
  strbuf_add_json(&text, second);
  return text.failed ? NULL : text.at;
}

/* Words of a value, marked for translation, and its numbers. */
static const char *with_numbers(Arena *arena, const AttentionKind *kind, KindSetting setting,
                                const char *words) {
  StrBuf text = strbuf_make(arena);
  strbuf_format(&text, "%s", _(words));
  add_numbers(&text, kind, setting, ", ");
  return text.failed ? NULL : text.at;
}

const char *kind_words(Arena *arena, const AttentionKind *kind, KindSetting setting,
                       bool is_brief) {
  const KindValue *value = kind_value(setting, kind->of[setting]);
  if (kind->of[setting] == KIND_OWN) return "";
  return is_brief ? _(value->brief) : with_numbers(arena, kind, setting, value->words);
}

const char *kind_sentence(Arena *arena, const AttentionKind *kind, KindSetting setting,
                          bool is_made_so) {
  const SettingRow *row = &settings[setting];
  const KindValue *value = kind_value(setting, kind->of[setting]);
  if (kind->of[setting] == KIND_OWN) return "";
  const char *words =
      with_numbers(arena, kind, setting, value->named ? value->named : value->words);
  return words ? str_format(arena, _(is_made_so ? row->made_so : row->laid_over), words) : NULL;
}

const char *kind_cross_sentence(Arena *arena, Str second, bool is_recorded) {
  enum { SHOWN_BYTES = 80 };
  Str shown = str_head(second, SHOWN_BYTES);
  const char *ellipsis = shown.bytes < second.bytes ? "…" : "";
  if (!second.at) return "";
  const char *text = str_format(arena, "%.*s%s", (int)shown.bytes, shown.at, ellipsis);
  if (!text) return NULL;
  return str_format(arena,
                    is_recorded ? _("Keys: of a second sentence, “%s”.")
                                : _("Keys: of a second sentence, “%s”, laid over; this model was "
                                    "not trained with it."),
                    text);
}
