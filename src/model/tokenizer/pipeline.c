/* model/tokenizer/pipeline.c -- reads the normalizer and the pre_tokenizer of tokenizer.json.
**
**   normalizer     BertNormalizer, NFC, NFD, NFKC, NFKD, Lowercase, StripAccents
**   pre_tokenizer  ByteLevel, BertPreTokenizer, Whitespace, WhitespaceSplit, Punctuation, Digits,
**                  Split
**
** each alone or in a Sequence, with all its settings. Anything else is refused by its name. */
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "model/tokenizer/tokenizer_internal.h"

bool tokenizer_refuse(const TokenizerReading *reading, const char *part, const char *name) {
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: the tokenizer component %s (%s) is not supported; recordings made "
                       "with this model can still be opened"),
                     reading->path, name, part);
}

const char *tokenizer_type_of(const json_t *part) {
  const char *type = json_string_value(json_object_get(part, "type"));
  return !part || json_is_null(part) ? "null" : type ? type : "without a type";
}

bool tokenizer_is_type(const json_t *part, const char *type) {
  return strcmp(tokenizer_type_of(part), type) == 0;
}

static bool fail_many(const TokenizerReading *reading, const char *part) {
  return status_fail(reading->status, STATUS_COULD_NOT,
                     P_("%s: %s has more than %d step, too many to be read",
                        "%s: %s has more than %d steps, too many to be read", TOKENIZER_STEPS_MOST),
                     reading->path, part, TOKENIZER_STEPS_MOST);
}

/* ---- normalizer ---- */

static const struct {
  const char *type;
  NormalStep step;
} normals[] = {
    {"NFC", {.kind = NORMAL_FORM, .composed = true}},
    {"NFD", {.kind = NORMAL_FORM}},
    {"NFKC", {.kind = NORMAL_FORM, .composed = true, .compatible = true}},
    {"NFKD", {.kind = NORMAL_FORM, .compatible = true}},
    {"Lowercase", {.kind = NORMAL_BERT, .bert = {.lower = true}}},
    {"StripAccents", {.kind = NORMAL_MARKS}},
};

static bool add_normal(TokenizerReading *reading, NormalStep step) {
  Tokenizer *made = reading->made;
  BertTextOptions *plain = &made->plain_options;
  if (made->normal_count == TOKENIZER_STEPS_MOST) return fail_many(reading, "normalizer");
  made->normal[made->normal_count++] = step;
  plain->clean |= step.bert.clean;
  plain->split_chinese |= step.bert.split_chinese;
  plain->strip_accents |= step.bert.strip_accents || step.kind == NORMAL_MARKS;
  plain->lower |= step.bert.lower;
  return true;
}

static bool add_bert_normal(TokenizerReading *reading, const json_t *part) {
  NormalStep step = {.kind = NORMAL_BERT};
  BertTextOptions *bert = &step.bert;
  return tokenizer_json_bool(reading, part, "clean_text", true, &bert->clean) &&
         tokenizer_json_bool(reading, part, "handle_chinese_chars", true, &bert->split_chinese) &&
         tokenizer_json_bool(reading, part, "lowercase", true, &bert->lower) &&
         tokenizer_json_bool(reading, part, "strip_accents", bert->lower, &bert->strip_accents) &&
         add_normal(reading, step);
}

bool tokenizer_read_normalizer(TokenizerReading *reading, const json_t *part) {
  const json_t *list = json_object_get(part, "normalizers");
  if (tokenizer_is_type(part, "null")) return true;
  if (tokenizer_is_type(part, "BertNormalizer")) return add_bert_normal(reading, part);
  for (size_t i = 0; i < sizeof normals / sizeof normals[0]; i++)
    if (tokenizer_is_type(part, normals[i].type)) return add_normal(reading, normals[i].step);
  if (!tokenizer_is_type(part, "Sequence"))
    return tokenizer_refuse(reading, "normalizer", tokenizer_type_of(part));
  for (size_t i = 0; i < json_array_size(list); i++)
    if (!tokenizer_read_normalizer(reading, json_array_get(list, i))) return false;
  return true;
}

/* ---- cuts by patterns ---- */

static const char white[] = "[" PATTERN_WHITE "]+";
static const char punctuation[] = "[!-/:-@\\[-`{-~\\p{P}]";
static const char word_or_signs[] =
    "[" PATTERN_WORD "\\x{200C}\\x{200D}]+|[^" PATTERN_WORD "\\x{200C}\\x{200D}" PATTERN_WHITE "]+";

static const struct {
  const char *name;
  SplitBehavior behavior;
} behaviors[] = {{"Removed", SPLIT_REMOVED},
                 {"Isolated", SPLIT_ISOLATED},
                 {"MergedWithPrevious", SPLIT_MERGED_PREVIOUS},
                 {"MergedWithNext", SPLIT_MERGED_NEXT},
                 {"Contiguous", SPLIT_CONTIGUOUS}};

static bool read_behavior(const TokenizerReading *reading, const json_t *part,
                          SplitBehavior *behavior) {
  const json_t *value = json_object_get(part, "behavior");
  const char *name = json_string_value(value);
  *behavior = SPLIT_ISOLATED;
  if (!value && !tokenizer_is_type(part, "Split")) return true;
  for (size_t i = 0; name && i < sizeof behaviors / sizeof behaviors[0]; i++)
    if (strcmp(behaviors[i].name, name) == 0) {
      *behavior = behaviors[i].behavior;
      return true;
    }
  return status_fail(
      reading->status, STATUS_COULD_NOT,
      _("%s: the behavior %.60s of pre_tokenizer %s is not known; Removed, Isolated, "
        "MergedWithPrevious, MergedWithNext and Contiguous are"),
      reading->path, name ? name : "?", tokenizer_type_of(part));
}

static bool add_cut(TokenizerReading *reading, PatternGrammar grammar, Str text, SplitPattern cut) {
  Tokenizer *made = reading->made;
  Status reason;
  if (made->cut_count == TOKENIZER_STEPS_MOST) return fail_many(reading, "pre_tokenizer");
  if (!pattern_make(reading->arena, grammar, text, &cut.pattern, &reason))
    return status_fail(reading->status, reason.kind, "%s: %s", reading->path, reason.sentence);
  made->cuts[made->cut_count++] = cut;
  return true;
}

/* "pattern": {"String": " "} or {"Regex": "\\p{N}"} */
static bool add_split(TokenizerReading *reading, const json_t *part) {
  const json_t *pattern = json_object_get(part, "pattern");
  Str plain = tokenizer_json_text(json_object_get(pattern, "String"));
  Str ruby = tokenizer_json_text(json_object_get(pattern, "Regex"));
  SplitPattern cut = {0};
  if (!read_behavior(reading, part, &cut.behavior) ||
      !tokenizer_json_bool(reading, part, "invert", false, &cut.inverted))
    return false;
  if (!plain.at == !ruby.at || (plain.at && plain.bytes == 0))
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: pre_tokenizer Split needs a pattern: {\"String\": …} or "
                         "{\"Regex\": …}"),
                       reading->path);
  return plain.at ? add_cut(reading, PATTERN_PLAIN, plain, cut)
                  : add_cut(reading, PATTERN_RUBY, ruby, cut);
}

static bool add_own(TokenizerReading *reading, const char *pattern, SplitPattern cut) {
  return add_cut(reading, PATTERN_OWN, str_from(pattern), cut);
}

static bool add_digits(TokenizerReading *reading, const json_t *part) {
  bool alone;
  return tokenizer_json_bool(reading, part, "individual_digits", false, &alone) &&
         add_own(reading, "\\p{N}",
                 (SplitPattern){.behavior = alone ? SPLIT_ISOLATED : SPLIT_CONTIGUOUS});
}

static bool add_punctuation(TokenizerReading *reading, const json_t *part) {
  SplitPattern cut = {0};
  return read_behavior(reading, part, &cut.behavior) && add_own(reading, punctuation, cut);
}

/* Adds any part other than ByteLevel and Sequence. */
static bool add_part(TokenizerReading *reading, const json_t *part) {
  const SplitPattern removed = {.behavior = SPLIT_REMOVED}, alone = {.behavior = SPLIT_ISOLATED};
  if (tokenizer_is_type(part, "Split")) return add_split(reading, part);
  if (tokenizer_is_type(part, "Digits")) return add_digits(reading, part);
  if (tokenizer_is_type(part, "Punctuation")) return add_punctuation(reading, part);
  if (tokenizer_is_type(part, "WhitespaceSplit")) return add_own(reading, white, removed);
  if (tokenizer_is_type(part, "Whitespace"))
    return add_own(reading, word_or_signs,
                   (SplitPattern){.behavior = SPLIT_REMOVED, .inverted = true});
  if (tokenizer_is_type(part, "BertPreTokenizer"))
    return add_own(reading, white, removed) && add_own(reading, punctuation, alone);
  return tokenizer_refuse(reading, "pre_tokenizer", tokenizer_type_of(part));
}

/* ---- pre_tokenizer of BPE ---- */

/* ByteLevel must come last: a later part would split its byte alphabet. */
static bool read_byte_level(TokenizerReading *reading, const json_t *part, bool *has_bytes) {
  assert(reading->made->kind == TOKENIZER_BPE);
  bool cuts;
  const json_t *list = json_object_get(part, "pretokenizers");
  if (tokenizer_is_type(part, "Sequence")) {
    for (size_t i = 0; i < json_array_size(list); i++)
      if (!read_byte_level(reading, json_array_get(list, i), has_bytes)) return false;
    return true;
  }
  if (*has_bytes || tokenizer_is_type(part, "null"))
    return tokenizer_refuse(reading, "pre_tokenizer", tokenizer_type_of(part));
  if (!tokenizer_is_type(part, "ByteLevel")) return add_part(reading, part);
  *has_bytes = true;
  if (!tokenizer_json_bool(reading, part, "add_prefix_space", true, &reading->made->adds_space) ||
      !tokenizer_json_bool(reading, part, "use_regex", true, &cuts))
    return false;
  return !cuts || pre_tokens_make(reading->arena, &reading->made->pre_tokens, reading->status);
}

/* ---- pre_tokenizer of WordPiece ---- */

/* Does the part need patterns, because WordCuts cannot express it? */
static bool needs_patterns(const json_t *part) {
  const json_t *list = json_object_get(part, "pretokenizers");
  const char *behavior = json_string_value(json_object_get(part, "behavior"));
  for (size_t i = 0; tokenizer_is_type(part, "Sequence") && i < json_array_size(list); i++)
    if (needs_patterns(json_array_get(list, i))) return true;
  return tokenizer_is_type(part, "Split") || (behavior && strcmp(behavior, "Isolated") != 0);
}

static bool read_patterns(TokenizerReading *reading, const json_t *part) {
  const json_t *list = json_object_get(part, "pretokenizers");
  if (!tokenizer_is_type(part, "Sequence")) return add_part(reading, part);
  for (size_t i = 0; i < json_array_size(list); i++)
    if (!read_patterns(reading, json_array_get(list, i))) return false;
  return true;
}

static bool read_digits(const TokenizerReading *reading, const json_t *part) {
  bool alone;
  if (!tokenizer_json_bool(reading, part, "individual_digits", false, &alone)) return false;
  WordCuts *cuts = &reading->made->word_cuts;
  /* Cutting each digit is the finer cut, so it wins in any order. */
  if (cuts->digits != DIGITS_ALONE) cuts->digits = alone ? DIGITS_ALONE : DIGITS_PART;
  return true;
}

/* Each part cuts where one class of characters ends, so their order does not matter. *spaces
** becomes true when a part removes white space, as WordPiece needs it. */
static bool read_cuts(TokenizerReading *reading, const json_t *part, bool *spaces) {
  assert(reading->made->kind == TOKENIZER_WORDPIECE);
  WordCuts *cuts = &reading->made->word_cuts;
  const json_t *list = json_object_get(part, "pretokenizers");
  bool is_bert = tokenizer_is_type(part, "BertPreTokenizer");
  bool is_whitespace = tokenizer_is_type(part, "Whitespace");
  bool is_sequence = tokenizer_is_type(part, "Sequence");
  for (size_t i = 0; is_sequence && i < json_array_size(list); i++)
    if (!read_cuts(reading, json_array_get(list, i), spaces)) return false;
  if (is_sequence) return true;
  if (tokenizer_is_type(part, "Digits")) return read_digits(reading, part);
  if (tokenizer_is_type(part, "Punctuation")) return cuts->punctuation = true;
  if (!is_bert && !is_whitespace && !tokenizer_is_type(part, "WhitespaceSplit"))
    return tokenizer_refuse(reading, "pre_tokenizer", tokenizer_type_of(part));
  cuts->punctuation |= is_bert;
  cuts->signs |= is_whitespace;
  return *spaces = true;
}

bool tokenizer_read_pre_tokenizer(TokenizerReading *reading, const json_t *part) {
  bool found = false, is_bpe = reading->made->kind == TOKENIZER_BPE;
  if (!is_bpe && needs_patterns(part)) return read_patterns(reading, part);
  if (!(is_bpe ? read_byte_level(reading, part, &found) : read_cuts(reading, part, &found)))
    return false;
  bool is_without = is_bpe && !tokenizer_is_type(part, "null");
  return found || tokenizer_refuse(reading, "pre_tokenizer",
                                   is_without ? "BPE without ByteLevel" : tokenizer_type_of(part));
}
