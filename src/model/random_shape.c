/* model/random_shape.c -- the table of the keys of a random model, and its text.
**
** A shape is read as it was said, in which a key of FOLLOWS follows others; names are written from
** that, models are made from the values that result. */
#include "model/random_shape.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/names.h"
#include "base/rng.h"
#include "model/mask_spec.h"

enum { FOLLOWS = -1, CHOICES_MOST = 6 };

/* A whole number between limits, or one of some words. */
typedef struct KeyRow {
  const char *name;
  int least, most, start;
  const char *words[CHOICES_MOST]; /* the value is the place of one; none: a number */
} KeyRow;

#define OFF_ON                                                                                     \
  { "off", "on" }

static const KeyRow keys[RANDOM_KEY_COUNT] = {
    [RANDOM_LAYERS] = {"layers", 1, 24, 2, {NULL}},
    [RANDOM_HEADS] = {"heads", 1, 64, 4, {NULL}},
    [RANDOM_KEY_HEADS] = {"kv_heads", 1, 64, FOLLOWS, {NULL}},
    [RANDOM_D_MODEL] = {"d_model", 1, 1024, 64, {NULL}},
    [RANDOM_D_FF] = {"d_ff", 0, 4096, 0, {NULL}},
    [RANDOM_VOCABULARY] = {"vocabulary", 0, 65536, 0, {NULL}},
    [RANDOM_CONTEXT] = {"context", 1, 1024, 1024, {NULL}},
    [RANDOM_BIAS] = {"bias", 0, 1, 0, OFF_ON},
    [RANDOM_MLP_BIAS] = {"mlp_bias", 0, 1, FOLLOWS, OFF_ON},
    [RANDOM_NORM] = {"norm", 0, 3, FOLLOWS, {"none", "before", "after", "rms"}},
    [RANDOM_LAST_NORM] = {"last_norm", 0, 1, FOLLOWS, OFF_ON},
    [RANDOM_EMBEDDING_NORM] = {"embedding_norm", 0, 1, 0, OFF_ON},
    [RANDOM_EMBEDDING_SCALE] = {"embedding_scale", 0, 1, 0, OFF_ON},
    [RANDOM_ACTIVATION] = {"activation", 0, 3, 0, {"relu", "gelu", "gelu_tanh", "silu_gated"}},
    [RANDOM_POSITIONS] =
        {"positions", 0, 5, 0, {"sinusoidal", "none", "learned", "rope", "alibi", "t5"}},
    [RANDOM_SEGMENTS] = {"segments", 0, 2, 0, {NULL}},
    [RANDOM_MASK] = {"mask", 0, 0, 0, {NULL}},
    [RANDOM_WORDS] = {"words", 0, 1, 0, {"tied", "untied"}},
    [RANDOM_ROPE_BASE] = {"rope_base", 2, 1000000000, 10000, {NULL}},
    [RANDOM_BUCKETS] = {"buckets", 4, 1024, 32, {NULL}},
    [RANDOM_FAR] = {"far", 3, 1000000, 128, {NULL}},
    [RANDOM_SEED] = {"seed", 0, 999999999, 2017, {NULL}},
};

static const char random_name[] = "random", like_word[] = "like";

bool random_shape_is(Str name) {
  size_t bytes = sizeof random_name - 1;
  return str_starts(name, random_name) && (name.bytes == bytes || name.at[bytes] == ' ');
}

/* ---- values that follow others ---- */

static bool has_words(RandomKey key) { return keys[key].words[0] != NULL; }

static int following(const RandomShape *shape, RandomKey key) {
  const int *of = shape->of;
  switch (key) {
  case RANDOM_KEY_HEADS:
    return of[RANDOM_HEADS];
  case RANDOM_NORM:
    return of[RANDOM_D_FF] > 0 ? RANDOM_NORM_AFTER : RANDOM_NORM_NONE;
  case RANDOM_MLP_BIAS:
    return of[RANDOM_ACTIVATION] != RANDOM_SILU_GATED;
  case RANDOM_LAST_NORM:
    return of[RANDOM_NORM] != RANDOM_NORM_NONE && of[RANDOM_VOCABULARY] > 0;
  default:
    return of[key];
  }
}

/* The norm comes before the last norm, which follows it, as it does in the enum. */
static RandomShape resolved(const RandomShape *said) {
  RandomShape shape = *said;
  for (int i = 0; i < RANDOM_KEY_COUNT; i++)
    if (shape.of[i] == FOLLOWS) shape.of[i] = following(&shape, (RandomKey)i);
  return shape;
}

/* A value that would follow anyway counts as not said. */
static void forget_what_follows(RandomShape *said) {
  RandomShape whole = resolved(said);
  for (int i = 0; i < RANDOM_KEY_COUNT; i++)
    if (keys[i].start == FOLLOWS && whole.of[i] == following(&whole, (RandomKey)i))
      said->of[i] = FOLLOWS;
}

/* ---- from text ---- */

typedef struct Reading {
  Str rest;
  RandomShape shape;
  bool given[RANDOM_KEY_COUNT];
  Status *status;
} Reading;

/* Takes the next word and the spaces around it. */
static Str next_word(Str *text) {
  Str rest = str_trim(*text);
  const char *end = rest.bytes > 0 ? memchr(rest.at, ' ', rest.bytes) : NULL;
  Str word = {rest.at, end ? (size_t)(end - rest.at) : rest.bytes};
  *text = (Str){rest.at + word.bytes, rest.bytes - word.bytes};
  return word;
}

static bool find_key(Str word, RandomKey *key) {
  for (int i = 0; i < RANDOM_KEY_COUNT; i++)
    if (str_is(word, keys[i].name)) return *key = (RandomKey)i, true;
  return false;
}

static bool refuse_key(const Reading *reading, Str word) {
  const char *names[RANDOM_KEY_COUNT + 1];
  if (str_is(word, like_word))
    return status_fail(reading->status, STATUS_USAGE,
                       _("like and a family come first behind random, once: random like llama "
                         "layers 4"));
  for (int i = 0; i < RANDOM_KEY_COUNT; i++) names[i] = keys[i].name;
  names[RANDOM_KEY_COUNT] = like_word;
  return names_refuse(&(Names){_("random has no “%.*s”; it has: %s"),
                               _("random has no “%.*s”; did you mean “%s”? It has: %s"), names,
                               RANDOM_KEY_COUNT + 1},
                      word, reading->status);
}

static bool refuse_family(const Reading *reading, Str word) {
  const char *names[RANDOM_FAMILY_COUNT];
  for (int i = 0; i < RANDOM_FAMILY_COUNT; i++) names[i] = random_family(i)->name;
  return names_refuse(
      &(Names){_("there is no family “%.*s”; random is like one of: %s"),
               _("there is no family “%.*s”; did you mean “%s”? Random is like one of: %s"), names,
               RANDOM_FAMILY_COUNT},
      word, reading->status);
}

static int count_words(const KeyRow *row) {
  int count = 0;
  while (count < CHOICES_MOST && row->words[count]) count++;
  return count;
}

static bool refuse_choice(const Reading *reading, const KeyRow *row, Str word) {
  char list[128] = "";
  int count = count_words(row), nearest = str_nearest(word, row->words, count);
  Str shown = str_head(word, NAMES_WORD_BYTES);
  for (int i = 0; i < count; i++) {
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, i > 0 ? ", %s" : "%s", row->words[i]);
  }
  if (nearest < 0)
    return status_fail(reading->status, STATUS_USAGE, _("%s of random is one of: %s; not “%.*s”"),
                       row->name, list, (int)shown.bytes, shown.at);
  return status_fail(reading->status, STATUS_USAGE,
                     _("%s of random is one of: %s; not “%.*s”; did you mean “%s”?"), row->name,
                     list, (int)shown.bytes, shown.at, row->words[nearest]);
}

static bool read_choice(Reading *reading, RandomKey key, Str word) {
  const KeyRow *row = &keys[key];
  for (int i = 0; i < count_words(row); i++)
    if (str_is(word, row->words[i])) return reading->shape.of[key] = i, true;
  return refuse_choice(reading, row, word);
}

static bool read_number(Reading *reading, RandomKey key, Str word) {
  const KeyRow *row = &keys[key];
  Str shown = str_head(word, NAMES_WORD_BYTES);
  long found;
  if (str_to_long(word, &found) && found >= row->least && found <= row->most)
    return reading->shape.of[key] = (int)found, true;
  return status_fail(reading->status, STATUS_USAGE,
                     _("%s of random is a whole number from %d to %d, not “%.*s”"), row->name,
                     row->least, row->most, (int)shown.bytes, shown.at);
}

/* The words up to the next key are those of the mask. */
static bool read_mask(Reading *reading, Str first) {
  MaskNameWrong wrong;
  RandomKey key;
  Str whole = first;
  for (Str rest = reading->rest, word; (word = next_word(&rest)).bytes > 0;) {
    if (find_key(word, &key)) break;
    whole.bytes = (size_t)(word.at + word.bytes - first.at);
    reading->rest = rest;
  }
  if (!mask_name_read(whole, MASK_SPEC_SIZE_MOST, &reading->shape.mask, &wrong))
    return mask_spec_fail(whole, &wrong, reading->status);
  return mask_spec_check_asked(&reading->shape.mask, reading->status);
}

static bool read_value(Reading *reading, RandomKey key) {
  Str word = next_word(&reading->rest);
  if (word.bytes == 0)
    return status_fail(reading->status, STATUS_USAGE, _("%s of random has no value"),
                       keys[key].name);
  if (key == RANDOM_MASK) return read_mask(reading, word);
  return has_words(key) ? read_choice(reading, key, word) : read_number(reading, key, word);
}

static bool read_keys(Reading *reading) {
  RandomKey key;
  for (Str word; (word = next_word(&reading->rest)).bytes > 0;) {
    if (!find_key(word, &key)) return refuse_key(reading, word);
    if (reading->given[key])
      return status_fail(reading->status, STATUS_USAGE, _("%s of random is named twice"),
                         keys[key].name);
    reading->given[key] = true;
    if (!read_value(reading, key)) return false;
  }
  return true;
}

/* What nothing is said of: the shape of random alone, or of a family. */
static RandomShape base_shape(int family) {
  Reading reading = {.shape = {.family = family}};
  for (int i = 0; i < RANDOM_KEY_COUNT; i++) reading.shape.of[i] = keys[i].start;
  if (family > 0) reading.rest = str_from(random_family(family - 1)->keys);
  bool is_read = read_keys(&reading);
  assert(is_read);
  (void)is_read;
  return reading.shape;
}

static bool read_family(Reading *reading, int *family) {
  Str rest = reading->rest;
  *family = 0;
  if (!str_is(next_word(&rest), like_word)) return true;
  Str name = next_word(&rest);
  reading->rest = rest;
  for (int i = 0; i < RANDOM_FAMILY_COUNT; i++)
    if (str_is(name, random_family(i)->name)) return *family = i + 1, true;
  return refuse_family(reading, name);
}

/* ---- what fits together ---- */

static bool check_heads(const int *of, Status *status) {
  int heads = of[RANDOM_HEADS], groups = of[RANDOM_KEY_HEADS], width = of[RANDOM_D_MODEL];
  if (width % heads != 0)
    return status_fail(status, STATUS_USAGE,
                       _("heads %d of random does not divide d_model %d, and each head takes the "
                         "same number of columns"),
                       heads, width);
  if (groups > heads || heads % groups != 0)
    return status_fail(
        status, STATUS_USAGE,
        _("kv_heads %d of random does not divide heads %d; it is heads, or a part of "
          "it down to 1"),
        groups, heads);
  return of[RANDOM_POSITIONS] != RANDOM_ROPE || width / heads % 2 == 0 ||
         status_fail(status, STATUS_USAGE,
                     _("positions rope of random turns pairs of columns, and d_model %d / heads %d "
                       "is %d: odd"),
                     width, heads, width / heads);
}

/* Numbers of positions that the model does not have would change nothing. */
static bool check_positions(const int *of, Status *status) {
  static const struct {
    RandomKey key;
    RandomPositions positions;
  } rows[] = {
      {RANDOM_ROPE_BASE, RANDOM_ROPE}, {RANDOM_BUCKETS, RANDOM_T5}, {RANDOM_FAR, RANDOM_T5}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const KeyRow *key = &keys[rows[i].key];
    if (of[rows[i].key] == key->start || of[RANDOM_POSITIONS] == (int)rows[i].positions) continue;
    return status_fail(status, STATUS_USAGE,
                       _("%s %d of random is a number of positions %s, which this model does not "
                         "have"),
                       key->name, of[rows[i].key], keys[RANDOM_POSITIONS].words[rows[i].positions]);
  }
  return of[RANDOM_FAR] > of[RANDOM_BUCKETS] / 2 ||
         status_fail(status, STATUS_USAGE,
                     _("far of random is more than half of its buckets, %d or more of %d, not %d"),
                     of[RANDOM_BUCKETS] / 2 + 1, of[RANDOM_BUCKETS], of[RANDOM_FAR]);
}

static bool check_norms(const int *of, Status *status) {
  bool has_norms = of[RANDOM_NORM] != RANDOM_NORM_NONE;
  if (of[RANDOM_D_FF] > 0 && !has_norms)
    return status_fail(
        status, STATUS_USAGE,
        _("norm none of random leaves no place for an MLP: d_ff %d takes norm before, "
          "after or rms, or make d_ff 0"),
        of[RANDOM_D_FF]);
  return !of[RANDOM_LAST_NORM] || (has_norms && of[RANDOM_VOCABULARY] > 0) ||
         status_fail(status, STATUS_USAGE,
                     _("last_norm on of random stands before the words that are named: it takes a "
                       "vocabulary, and norm before, after or rms"));
}

static bool check_size(const RandomShape *shape, Status *status) {
  uint64_t count = random_shape_parameters(shape);
  return count <= RANDOM_PARAMETERS_MOST ||
         status_fail(status, STATUS_USAGE,
                     P_("random would have %llu parameter, and %d is the most: lower layers, "
                        "d_model, d_ff or vocabulary",
                        "random would have %llu parameters, and %d is the most: lower layers, "
                        "d_model, d_ff or vocabulary",
                        count),
                     (unsigned long long)count, RANDOM_PARAMETERS_MOST);
}

static bool read_said(Str name, RandomShape *said, Status *status) {
  Reading reading = {.rest = name, .status = status};
  int family;
  assert(random_shape_is(name));
  next_word(&reading.rest);
  if (!read_family(&reading, &family)) return false;
  reading.shape = base_shape(family);
  if (!read_keys(&reading)) return false;
  *said = reading.shape;
  RandomShape shape = resolved(said);
  return check_heads(shape.of, status) && check_positions(shape.of, status) &&
         check_norms(shape.of, status) && check_size(&shape, status);
}

bool random_shape_read(Str name, RandomShape *shape, Status *status) {
  RandomShape said;
  if (!read_said(name, &said, status)) return false;
  *shape = resolved(&said);
  return true;
}

/* ---- to text ---- */

/* There is room for the longest name: every key, and a mask of all its parts. */
static void add(char to[RANDOM_NAME_BYTES], const char *key, const char *value) {
  size_t used = strlen(to), left = RANDOM_NAME_BYTES - used;
  int bytes = snprintf(to + used, left, " %s %s", key, value);
  assert(bytes >= 0 && (size_t)bytes < left);
  (void)bytes;
}

static void add_value(char to[RANDOM_NAME_BYTES], RandomKey key, int value) {
  char number[16];
  snprintf(number, sizeof number, "%d", value);
  add(to, keys[key].name, has_words(key) ? keys[key].words[value] : number);
}

static bool add_mask(char to[RANDOM_NAME_BYTES], const MaskParts *mask, Status *status) {
  Arena *arena = arena_make(0);
  const char *name = arena ? mask_name_write(arena, mask, ':') : NULL;
  if (name) add(to, keys[RANDOM_MASK].name, name);
  arena_free(arena);
  return name || status_no_memory(status);
}

bool random_shape_name(Str name, char to[RANDOM_NAME_BYTES], Status *status) {
  RandomShape said;
  if (!read_said(name, &said, status)) return false;
  RandomShape base = base_shape(said.family), whole = resolved(&said);
  forget_what_follows(&said);
  forget_what_follows(&base);
  snprintf(to, RANDOM_NAME_BYTES, "%s", random_name);
  if (said.family > 0) add(to, like_word, random_family(said.family - 1)->name);
  for (int i = 0; i < RANDOM_KEY_COUNT; i++) {
    if (i == RANDOM_MASK && !mask_parts_equal(&said.mask, &base.mask) &&
        !add_mask(to, &said.mask, status))
      return false;
    if (said.of[i] != base.of[i]) add_value(to, (RandomKey)i, whole.of[i]);
  }
  return true;
}

/* ---- words ---- */

int random_shape_word(Str match, int word_count) {
  assert(word_count > 0);
  long named;
  bool is_number =
      str_starts(match, "w") && str_to_long((Str){match.at + 1, match.bytes - 1}, &named);
  if (is_number && named >= 0 && named < word_count) return (int)named;
  return (int)(rng_hash(match.at, match.bytes) % (uint64_t)word_count);
}

/* ---- counting ---- */

static uint64_t layer_parameters(const int *of) {
  uint64_t width = (uint64_t)of[RANDOM_D_MODEL], inner = (uint64_t)of[RANDOM_D_FF];
  uint64_t shared = width / (uint64_t)of[RANDOM_HEADS] * (uint64_t)of[RANDOM_KEY_HEADS];
  bool is_gated = of[RANDOM_ACTIVATION] == RANDOM_SILU_GATED;
  int norms = of[RANDOM_NORM] == RANDOM_NORM_NONE ? 0 : inner > 0 ? 2 : 1;
  uint64_t count = 2 * width * width + 2 * width * shared;
  if (of[RANDOM_BIAS]) count += 2 * width + 2 * shared;
  count += (is_gated ? 3 : 2) * width * inner;
  if (of[RANDOM_MLP_BIAS] && inner > 0) count += inner + width;
  return count + (uint64_t)norms * width * (of[RANDOM_NORM] == RANDOM_NORM_RMS ? 1 : 2);
}

uint64_t random_shape_parameters(const RandomShape *shape) {
  const int *of = shape->of;
  uint64_t width = (uint64_t)of[RANDOM_D_MODEL], words = (uint64_t)of[RANDOM_VOCABULARY];
  uint64_t a_norm = width * (of[RANDOM_NORM] == RANDOM_NORM_RMS ? 1 : 2);
  uint64_t count = words * width * (of[RANDOM_WORDS] == RANDOM_UNTIED ? 2 : 1);
  if (of[RANDOM_POSITIONS] == RANDOM_LEARNED) count += (uint64_t)of[RANDOM_CONTEXT] * width;
  count += (uint64_t)of[RANDOM_SEGMENTS] * width;
  if (of[RANDOM_POSITIONS] == RANDOM_T5)
    count += (uint64_t)of[RANDOM_BUCKETS] * (uint64_t)of[RANDOM_HEADS];
  if (of[RANDOM_EMBEDDING_NORM]) count += a_norm;
  if (of[RANDOM_LAST_NORM]) count += a_norm;
  return count + (uint64_t)of[RANDOM_LAYERS] * layer_parameters(of);
}
