/* trace/recording/names.c -- finds the part, group and layer of an array by its name.
**
** heads-up-trace-1 has names like "layers.3.q". Names of other files are split into words and
** numbers ("attn_weights_3" is attn, weights, 3). The last word names the part; the words before it
** must be in a fixed list, so that "q_proj.weight" of a checkpoint is not taken for attention
** weights.
*/
#include <string.h>

#include "trace/recording/recording_internal.h"

enum { WORDS_MOST = 8, NUMBER_MOST = 1000000 };

static const char *const group_names[RECORDING_GROUP_COUNT] = {"layers", "cross", "encoder"};
static const char *const group_words[RECORDING_GROUP_COUNT] = {"self", "cross", "encoder"};

typedef struct Spelling {
  const char *word;
  RecordedPart part;
} Spelling;

static const Spelling spellings[] = {
    {"q", RECORDED_Q},
    {"query", RECORDED_Q},
    {"queries", RECORDED_Q},
    {"k", RECORDED_K},
    {"key", RECORDED_K},
    {"keys", RECORDED_K},
    {"v", RECORDED_V},
    {"value", RECORDED_V},
    {"values", RECORDED_V},
    {"scores", RECORDED_SCORES},
    {"logits", RECORDED_SCORES},
    {"scaled", RECORDED_SCALED},
    {"masked", RECORDED_MASKED},
    {"attn", RECORDED_WEIGHTS},
    {"attention", RECORDED_WEIGHTS},
    {"attentions", RECORDED_WEIGHTS},
    {"probs", RECORDED_WEIGHTS},
    {"weights", RECORDED_WEIGHTS},
    {"mask", RECORDED_MASK},
    {"tokens", RECORDED_TOKENS},
    {"token", RECORDED_TOKENS},
    {"words", RECORDED_TOKENS},
    {"ids", RECORDED_IDS},
};

static const char *const fillers[] = {"layer", "layers",  "block",       "blocks", "self",
                                      "cross", "encoder", "decoder",     "attn",   "attention",
                                      "model", "input",   "transformer", "h"};

const char *recording_part_name(RecordedPart part) { return recorded_part_info(part)->name; }
const char *recording_group_name(RecordingGroup group) { return group_names[group]; }
const char *recording_group_word(RecordingGroup group) { return group_words[group]; }

/* ---- heads-up-trace-1 ---- */

/* Removes a number from the beginning of *rest; false if there is none or it is too large. */
static bool cut_number(Str *rest, int *number) {
  long value;
  size_t digits = str_leading_number(*rest, &value);
  *number = value < NUMBER_MOST ? (int)value : 0;
  *rest = (Str){rest->at + digits, rest->bytes - digits};
  return digits > 0 && value < NUMBER_MOST;
}

static bool cut_word(Str *rest, const char *word) {
  size_t bytes = strlen(word);
  if (!str_starts(*rest, word)) return false;
  *rest = (Str){rest->at + bytes, rest->bytes - bytes};
  return true;
}

static bool find_group(Str *rest, RecordingGroup *group) {
  for (int i = 0; i < RECORDING_GROUP_COUNT; i++)
    if (cut_word(rest, group_names[i])) {
      *group = (RecordingGroup)i;
      return true;
    }
  return false;
}

bool recording_name_native(const char *name, RecordedName *found) {
  Str rest = str_from(name);
  *found = (RecordedName){.layer = -1};
  static const RecordedPart whole[] = {RECORDED_X, RECORDED_Y, RECORDED_LOGITS};
  for (int i = 0; i < 3; i++)
    if (str_is(rest, recorded_part_info(whole[i])->name)) return found->part = whole[i], true;
  if (!find_group(&rest, &found->group) || !cut_word(&rest, ".") ||
      !cut_number(&rest, &found->layer) || !cut_word(&rest, "."))
    return false;
  for (int i = 0; i < RECORDED_PART_COUNT; i++) {
    const RecordedPartInfo *info = recorded_part_info(recorded_part_order[i]);
    if (!info->by_layer || !str_is(rest, info->name)) continue;
    found->part = recorded_part_order[i];
    return true;
  }
  return false;
}

/* ---- other names ---- */

typedef struct NameWords {
  char text[WORDS_MOST][24]; /* lower case */
  int count, number, number_count;
} NameWords;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The lower-case ASCII letter, or 0 for any other character, which separates words. */
static char small_letter(char c) {
  if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
  return c >= 'a' && c <= 'z' ? c : 0;
}

static bool add_word(NameWords *words, Str *rest) {
  size_t bytes = 0;
  if (words->count == WORDS_MOST) return false;
  char *text = words->text[words->count++];
  while (bytes < rest->bytes && small_letter(rest->at[bytes])) {
    /* No known word is so long. */
    if (bytes + 1 >= sizeof words->text[0]) return false;
    text[bytes] = small_letter(rest->at[bytes]);
    bytes++;
  }
  text[bytes] = 0;
  *rest = (Str){rest->at + bytes, rest->bytes - bytes};
  return true;
}

static bool split_name(const char *name, NameWords *words) {
  Str rest = str_from(name);
  *words = (NameWords){.number = -1};
  while (rest.bytes > 0) {
    bool fine = true;
    if (is_digit(*rest.at)) {
      fine = cut_number(&rest, &words->number);
      words->number_count++;
    } else if (small_letter(*rest.at)) fine = add_word(words, &rest);
    else rest = (Str){rest.at + 1, rest.bytes - 1};
    if (!fine) return false;
  }
  /* With two numbers it is unknown which one is the layer. */
  return words->count > 0 && words->number_count <= 1;
}

static bool has_word(const NameWords *words, const char *word) {
  for (int i = 0; i < words->count; i++)
    if (strcmp(words->text[i], word) == 0) return true;
  return false;
}

static bool is_filler(const char *word) {
  for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++)
    if (strcmp(word, fillers[i]) == 0) return true;
  return false;
}

static bool find_spelling(const char *word, RecordedPart *part) {
  for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
    if (strcmp(word, spellings[i].word) == 0) {
      *part = spellings[i].part;
      return true;
    }
  return false;
}

/* How many words come before the name of the part. "key_tokens" and "key_mask" are tokens and mask
** of keys; in other names "key" is K itself. */
static int words_before(const NameWords *words, RecordedName *found) {
  int last = words->count - 1;
  bool of_keys = last > 0 && strcmp(words->text[last - 1], "key") == 0;
  if (!of_keys) return last;
  if (found->part == RECORDED_TOKENS) found->part = RECORDED_KEY_TOKENS;
  else if (found->part != RECORDED_MASK) return last;
  return last - 1;
}

/* "decoder_attn_weights_3" is the part weights, of the decoder, layer 3. */
bool recording_name_plain(const char *name, RecordedName *found) {
  NameWords words;
  *found = (RecordedName){.layer = -1};
  if (!split_name(name, &words) || !find_spelling(words.text[words.count - 1], &found->part))
    return false;
  int before = words_before(&words, found);
  for (int i = 0; i < before; i++)
    if (!is_filler(words.text[i])) return false;
  found->of_keys = found->part == RECORDED_MASK && has_word(&words, "attention");
  found->layer = words.number;
  if (has_word(&words, "cross")) found->group = RECORDING_CROSS;
  else if (has_word(&words, "encoder")) found->group = RECORDING_ENCODER;
  return true;
}
