/* model/tokenizer/json.c -- tokenizer.json: one file that describes a pipeline by its parts.
**
**   added_tokens → normalizer → pre_tokenizer → model → post_processor
**
** pipeline.c reads normalizer and pre_tokenizer. An unknown part is refused by its name: without it
** the ids would be wrong but look right. The parts truncation, padding and decoder do not change
** ids and are not read.
*/
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "model/tokenizer/tokenizer_internal.h"

enum { AROUND_MOST = 64 };

/* ---- settings ---- */

/* Refuses an unsupported setting unless it is off: absent, null, false, 0 or an empty text. */
static bool must_be_off(const TokenizerReading *reading, const json_t *part, const char *key) {
  const json_t *value = json_object_get(part, key);
  bool off = !value || json_is_null(value) || json_is_false(value) ||
             (json_is_string(value) && json_string_length(value) == 0) ||
             (json_is_number(value) && json_number_value(value) == 0);
  if (off) return true;
  char setting[160];
  const char *text = json_string_value(value);
  if (json_is_number(value))
    snprintf(setting, sizeof setting, "%s %g", key, json_number_value(value));
  else if (text) snprintf(setting, sizeof setting, "%s \"%.60s\"", key, text);
  else snprintf(setting, sizeof setting, "%s", key);
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: the setting %s of model %s is not supported; recordings made with this "
                       "model can still be opened"),
                     reading->path, setting, tokenizer_type_of(part));
}

/* ---- post_processor ---- */

/* The tokens before and behind the sentence, while they are collected. */
typedef struct Around {
  AroundToken tokens[AROUND_MOST];
  int count, before_count;
  bool has_sentence;
} Around;

static bool fail_template(const TokenizerReading *reading, const char *key) {
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: post_processor.%s is not a template: a list of SpecialToken, each one "
                       "of special_tokens, and one Sequence for each sentence"),
                     reading->path, key);
}

static bool put_id(const TokenizerReading *reading, Around *around, const json_t *id, int segment) {
  if (!json_is_integer(id) || around->count == AROUND_MOST) return fail_template(reading, "single");
  json_int_t number = json_integer_value(id);
  if (number < 0 || number >= reading->made->id_limit)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       P_("%s: post_processor names the id %lld, but the model's table has %d row, "
                          "numbered from 0",
                          "%s: post_processor names the id %lld, but the model's table has %d "
                          "rows, numbered from 0",
                          reading->made->id_limit),
                       reading->path, (long long)number, reading->made->id_limit);
  around->tokens[around->count++] = (AroundToken){(int)number, segment};
  return true;
}

static const char *id_of(const json_t *item) {
  const char *id = json_string_value(json_object_get(item, "id"));
  return id ? id : "";
}

static int segment_of(const json_t *item) {
  return json_integer_value(json_object_get(item, "type_id")) == 1;
}

/* The sentence itself must be segment 0, the tokens around it 0 or 1. */
static bool check_segment(const TokenizerReading *reading, const json_t *item, int most) {
  const json_t *segment = json_object_get(item, "type_id");
  json_int_t number = json_integer_value(segment);
  if (!segment || (json_is_integer(segment) && number >= 0 && number <= most)) return true;
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: type_id of “%.60s” in post_processor.single is %lld; allowed is %s"),
                     reading->path, id_of(item), (long long)number, most ? _("0 or 1") : "0");
}

static bool put_item(const TokenizerReading *reading, const json_t *part, const json_t *item,
                     Around *around) {
  const json_t *special = json_object_get(item, "SpecialToken");
  if (!special) {
    const json_t *sentence = json_object_get(item, "Sequence");
    if (!sentence || around->has_sentence) return fail_template(reading, "single");
    if (!check_segment(reading, sentence, 0)) return false;
    around->has_sentence = true;
    around->before_count = around->count;
    return true;
  }
  const json_t *named = json_object_get(json_object_get(part, "special_tokens"), id_of(special));
  const json_t *ids = json_object_get(named, "ids");
  if (json_array_size(ids) == 0) return fail_template(reading, "single");
  if (!check_segment(reading, special, 1)) return false;
  for (size_t i = 0; i < json_array_size(ids); i++)
    if (!put_id(reading, around, json_array_get(ids, i), segment_of(special))) return false;
  return true;
}

static bool seal_around(TokenizerReading *reading, const Around *around) {
  assert(around->before_count <= around->count && around->count <= AROUND_MOST);
  Tokenizer *made = reading->made;
  AroundToken *kept = arena_take(reading->arena, (size_t)around->count, sizeof *kept);
  if (!kept) return status_no_memory(reading->status);
  memcpy(kept, around->tokens, (size_t)around->count * sizeof *kept);
  made->before = kept;
  made->before_count = around->before_count;
  made->behind = kept + around->before_count;
  made->behind_count = around->count - around->before_count;
  return true;
}

/* Of the template for pairs only the separator is used: the token between the sentences, if the
** second sentence is segment 1. */
static void read_separator(TokenizerReading *reading, const json_t *part) {
  const json_t *pair = json_object_get(part, "pair"), *between = NULL;
  for (size_t i = 0; i < json_array_size(pair); i++) {
    const json_t *special = json_object_get(json_array_get(pair, i), "SpecialToken");
    const json_t *sentence = json_object_get(json_array_get(pair, i), "Sequence");
    if (special && !between) between = special;
    if (sentence && strcmp(id_of(sentence), "A") == 0) between = NULL;
    if (!sentence || strcmp(id_of(sentence), "B") != 0) continue;
    if (between && segment_of(sentence) == 1)
      reading->made->separator_id =
          token_table_find(reading->made->names, str_from(id_of(between)));
    return;
  }
}

static bool read_template(TokenizerReading *reading, const json_t *part) {
  Around around = {.count = 0};
  const json_t *single = json_object_get(part, "single");
  for (size_t i = 0; i < json_array_size(single); i++)
    if (!put_item(reading, part, json_array_get(single, i), &around)) return false;
  if (!around.has_sentence) return fail_template(reading, "single");
  read_separator(reading, part);
  return seal_around(reading, &around);
}

/* "sep": ["[SEP]", 102], "cls": ["[CLS]", 101]; RoBERTa's second sentence is segment 0 too. */
static bool read_bert_processing(TokenizerReading *reading, const json_t *part) {
  Around around = {.before_count = 1};
  if (!put_id(reading, &around, json_array_get(json_object_get(part, "cls"), 1), 0) ||
      !put_id(reading, &around, json_array_get(json_object_get(part, "sep"), 1), 0))
    return false;
  if (tokenizer_is_type(part, "BertProcessing")) reading->made->separator_id = around.tokens[1].id;
  return seal_around(reading, &around);
}

static bool read_post_processor(TokenizerReading *reading, const json_t *part) {
  const json_t *list = json_object_get(part, "processors");
  const Tokenizer *made = reading->made;
  if (tokenizer_is_type(part, "null") || tokenizer_is_type(part, "ByteLevel")) return true;
  if (tokenizer_is_type(part, "Sequence")) {
    for (size_t i = 0; i < json_array_size(list); i++)
      if (!read_post_processor(reading, json_array_get(list, i))) return false;
    return true;
  }
  bool is_second = made->before_count + made->behind_count > 0; /* part of a Sequence */
  if (is_second) return tokenizer_refuse(reading, "post_processor", tokenizer_type_of(part));
  if (tokenizer_is_type(part, "TemplateProcessing")) return read_template(reading, part);
  if (tokenizer_is_type(part, "BertProcessing") || tokenizer_is_type(part, "RobertaProcessing"))
    return read_bert_processing(reading, part);
  return tokenizer_refuse(reading, "post_processor", tokenizer_type_of(part));
}

/* ---- model ---- */

static bool read_unknown(TokenizerReading *reading, const json_t *model, Str missing) {
  Str name = tokenizer_json_text(json_object_get(model, "unk_token"));
  if (!name.at) name = missing;
  return !name.at || tokenizer_need(reading, name, &reading->made->unknown_id);
}

static bool read_bpe(TokenizerReading *reading, const json_t *model) {
  static const char *const off[] = {"dropout", "continuing_subword_prefix", "end_of_word_suffix",
                                    "byte_fallback"};
  Tokenizer *made = reading->made;
  for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
    if (!must_be_off(reading, model, off[i])) return false;
  return tokenizer_read_merges_json(reading, json_object_get(model, "merges")) &&
         tokenizer_json_bool(reading, model, "ignore_merges", false, &made->takes_whole_pieces) &&
         tokenizer_json_bool(reading, model, "fuse_unk", false, &made->fuses_unknown) &&
         read_unknown(reading, model, (Str){NULL, 0});
}

static bool read_wordpiece(TokenizerReading *reading, const json_t *model) {
  Tokenizer *made = reading->made;
  const json_t *most = json_object_get(model, "max_input_chars_per_word");
  Str mark = tokenizer_json_text(json_object_get(model, "continuing_subword_prefix"));
  if (!mark.at) mark = STR("##");
  if (most && (!json_is_integer(most) || json_integer_value(most) < 0))
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: model.max_input_chars_per_word must be a whole number from 0"),
                       reading->path);
  json_int_t characters = most ? json_integer_value(most) : WORDPIECE_CHARACTERS_MOST;
  made->pieces.most_characters = characters < INT32_MAX ? (int)characters : INT32_MAX;
  return tokenizer_keep(reading, mark, &made->later_mark) &&
         read_unknown(reading, model, STR("[UNK]"));
}

/* Old files have no type; they are BPE with merges. */
static bool find_kind(TokenizerReading *reading, const json_t *model) {
  bool has_merges = json_object_get(model, "merges") && json_object_get(model, "vocab");
  bool untyped = json_is_object(model) && !json_object_get(model, "type");
  if (tokenizer_is_type(model, "BPE") || (untyped && has_merges))
    reading->made->kind = TOKENIZER_BPE;
  else if (tokenizer_is_type(model, "WordPiece")) reading->made->kind = TOKENIZER_WORDPIECE;
  else return tokenizer_refuse(reading, "model", tokenizer_type_of(model));
  return true;
}

static bool read_names(TokenizerReading *reading, const json_t *root, const json_t *model) {
  json_t *vocab = json_object_get(model, "vocab");
  const json_t *list = json_object_get(root, "added_tokens");
  if (!json_is_object(vocab))
    return status_fail(reading->status, STATUS_COULD_NOT, _("%s: model.vocab must be an object"),
                       reading->path);
  if (!tokenizer_read_vocab_json(reading, vocab) || !tokenizer_seal_names(reading)) return false;
  if (list && !json_is_null(list) && !json_is_array(list))
    return status_fail(reading->status, STATUS_COULD_NOT, _("%s: added_tokens must be a list"),
                       reading->path);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *token = json_array_get(list, i), *id = json_object_get(token, "id");
    if (!tokenizer_add_json(reading, json_is_integer(id) ? json_integer_value(id) : -1, token))
      return false;
  }
  return true;
}

static bool read_root(TokenizerReading *reading, const json_t *root) {
  const json_t *model = json_object_get(root, "model");
  Str version = tokenizer_json_text(json_object_get(root, "version"));
  /* In another version the same keys may have another meaning. */
  if (!str_is(version, "1.0"))
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: version must be \"1.0\"; this is another format"), reading->path);
  if (!find_kind(reading, model) ||
      !tokenizer_read_normalizer(reading, json_object_get(root, "normalizer")) ||
      !tokenizer_read_pre_tokenizer(reading, json_object_get(root, "pre_tokenizer")) ||
      !read_names(reading, root, model))
    return false;
  bool is_bpe = reading->made->kind == TOKENIZER_BPE;
  return (is_bpe ? read_bpe(reading, model) : read_wordpiece(reading, model)) &&
         read_post_processor(reading, json_object_get(root, "post_processor"));
}

bool tokenizer_read_json(TokenizerReading *reading) {
  assert(!reading->made->names);
  json_t *root;
  if (!tokenizer_read_object(reading, &root)) return false;
  bool done = read_root(reading, root);
  json_decref(root);
  return done && tokenizer_read_settings(reading);
}
