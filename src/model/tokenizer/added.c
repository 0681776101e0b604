/* model/tokenizer/added.c -- added and special tokens, and the small files that name them.
**
** tokenizer_config.json and special_tokens_map.json say which token is [MASK], [SEP] and so on, as
** a text or as an object with the text as its “content”; the second file overrides the first.
*/
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "model/tokenizer/tokenizer_internal.h"

enum {
  ROLE_UNKNOWN,
  ROLE_BEGIN,
  ROLE_END,
  ROLE_SEPARATOR,
  ROLE_PADDING,
  ROLE_CLASS,
  ROLE_MASK,
  ROLE_COUNT
};

typedef struct Role {
  const char *key, *bpe, *wordpiece; /* bpe, wordpiece: the default token; NULL: none */
} Role;

/* The defaults of GPT-2's and BERT's own tokenizers. */
static const Role roles[ROLE_COUNT] = {
    [ROLE_UNKNOWN] = {"unk_token", "<|endoftext|>", "[UNK]"},
    [ROLE_BEGIN] = {"bos_token", "<|endoftext|>", NULL},
    [ROLE_END] = {"eos_token", "<|endoftext|>", NULL},
    [ROLE_SEPARATOR] = {"sep_token", NULL, "[SEP]"},
    [ROLE_PADDING] = {"pad_token", NULL, "[PAD]"},
    [ROLE_CLASS] = {"cls_token", NULL, "[CLS]"},
    [ROLE_MASK] = {"mask_token", NULL, "[MASK]"},
};

/* The values of the small files. */
typedef struct Companions {
  Str names[ROLE_COUNT];
  bool adds_begin;
  bool lower_is_said;
} Companions;

/* ---- one token ---- */

/* Adds a token that is never split; its text is copied. */
static bool tokenizer_add(TokenizerReading *reading, AddedToken token) {
  assert(reading->added_count <= reading->added_room);
  if (!tokenizer_goes_on(reading)) return false;
  if (token.content.bytes == 0 || token.content.bytes > TOKENIZER_ADDED_BYTES_MOST)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       P_("%s: the added token with id %d has %zu byte; allowed are 1 to %d",
                          "%s: the added token with id %d has %zu bytes; allowed are 1 to %d",
                          token.content.bytes),
                       reading->path, token.id, token.content.bytes, TOKENIZER_ADDED_BYTES_MOST);
  if (reading->added_count == reading->added_room) {
    /* Doubled; the old array stays on the arena unused. */
    int room = reading->added_room ? 2 * reading->added_room : 16;
    AddedToken *more = arena_take(reading->arena, (size_t)room, sizeof *more);
    if (!more) return status_no_memory(reading->status);
    if (reading->added_count > 0)
      memcpy(more, reading->added, (size_t)reading->added_count * sizeof *more);
    reading->added = more;
    reading->added_room = room;
  }
  if (!tokenizer_keep(reading, token.content, &token.content)) return false;
  reading->added[reading->added_count++] = token;
  return true;
}

static bool check_id(const TokenizerReading *reading, Str content, int64_t id) {
  if (id >= 0 && id < TOKENIZER_IDS_MOST) return true;
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: the added token “%.*s” has the id %lld; allowed are 0 to %d"),
                     reading->path, CLIPPED(content), (long long)id, TOKENIZER_IDS_MOST - 1);
}

bool tokenizer_add_json(TokenizerReading *reading, int64_t id, const json_t *token) {
  AddedToken made = {.content = tokenizer_json_text(json_object_get(token, "content"))};
  if (!made.content.at)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: the added token with id %lld has no text as its content"),
                       reading->path, (long long)id);
  if (!check_id(reading, made.content, id)) return false;
  made.id = (int)id;
  return tokenizer_json_bool(reading, token, "special", false, &made.special) &&
         tokenizer_json_bool(reading, token, "normalized", !made.special, &made.normalized) &&
         tokenizer_json_bool(reading, token, "lstrip", false, &made.lstrip) &&
         tokenizer_json_bool(reading, token, "rstrip", false, &made.rstrip) &&
         tokenizer_json_bool(reading, token, "single_word", false, &made.single_word) &&
         tokenizer_add(reading, made);
}

/* ---- the files ---- */

/* {"<extra>": 50257} */
static bool read_added_tokens(TokenizerReading *reading) {
  json_t *object;
  const json_t *value;
  const char *name;
  if (!tokenizer_enter_file(reading, "added_tokens.json")) return true;
  if (!tokenizer_read_object(reading, &object)) return false;
  bool done = true;
  json_object_foreach(object, name, value) {
    if (!json_is_integer(value))
      done = status_fail(reading->status, STATUS_COULD_NOT,
                         _("%s: the id of token “%.*s” is not a whole number that fits"),
                         reading->path, CLIPPED(str_from(name)));
    AddedToken token = {
        .content = str_from(name), .id = (int)json_integer_value(value), .normalized = true};
    done = done && check_id(reading, token.content, json_integer_value(value)) &&
           tokenizer_add(reading, token);
    if (!done) break;
  }
  json_decref(object);
  return done;
}

/* Reads a text, or an object with the text as its content; null and false count as absent. */
static bool read_role(TokenizerReading *reading, const json_t *object, const char *key, Str *name) {
  const json_t *value = json_object_get(object, key);
  if (!value || json_is_null(value) || json_is_false(value)) return true;
  if (json_is_object(value)) value = json_object_get(value, "content");
  Str text = tokenizer_json_text(value);
  if (text.at) return tokenizer_keep(reading, text, name);
  return status_fail(reading->status, STATUS_COULD_NOT,
                     _("%s: %s must be a text, or an object with a text as its content"),
                     reading->path, key);
}

static bool read_roles(TokenizerReading *reading, const json_t *object, Companions *companions) {
  for (int i = 0; i < ROLE_COUNT; i++)
    if (!read_role(reading, object, roles[i].key, &companions->names[i])) return false;
  return true;
}

/* {"50256": {"content": "<|endoftext|>", …}} */
static bool read_decoder(TokenizerReading *reading, json_t *decoder) {
  const char *name;
  const json_t *value;
  json_object_foreach(decoder, name, value) {
    long id;
    if (!str_to_long(str_from(name), &id)) id = -1;
    if (!tokenizer_add_json(reading, id, value)) return false;
  }
  return true;
}

static void note_class(TokenizerReading *reading, Str name) {
  static const char *const known[] = {"BertTokenizer", "BertTokenizerFast", "GPT2Tokenizer",
                                      "GPT2TokenizerFast", "PreTrainedTokenizerFast"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (!name.at || str_is(name, known[i])) return;
  strbuf_format(&reading->note, _("%s: the tokenizer_class %.*s is read as %s."), reading->path,
                CLIPPED(name),
                reading->made->kind == TOKENIZER_BPE ? "GPT2Tokenizer" : "BertTokenizer");
}

/* Refuses tokenizers that find words by other means, such as a dictionary of Japanese. */
static bool check_words(const TokenizerReading *reading, const json_t *object) {
  static const char *const keys[][2] = {{"word_tokenizer_type", "basic"},
                                        {"subword_tokenizer_type", "wordpiece"}};
  for (int i = 0; i < 2; i++) {
    const char *type = json_string_value(json_object_get(object, keys[i][0]));
    if (type && strcmp(type, keys[i][1]) != 0)
      return status_fail(reading->status, STATUS_COULD_NOT,
                         _("%s: %s is \"%.60s\", and only \"%s\" is supported; recordings made "
                           "with this model can still be opened"),
                         reading->path, keys[i][0], type, keys[i][1]);
  }
  return true;
}

static bool read_settings(TokenizerReading *reading, const json_t *object, Companions *companions) {
  Tokenizer *made = reading->made;
  BertTextOptions *plain = &made->plain_options;
  if (!check_words(reading, object)) return false;
  note_class(reading, tokenizer_json_text(json_object_get(object, "tokenizer_class")));
  companions->lower_is_said = json_is_boolean(json_object_get(object, "do_lower_case"));
  if (made->kind == TOKENIZER_BPE)
    return tokenizer_json_bool(reading, object, "add_prefix_space", false, &made->adds_space) &&
           tokenizer_json_bool(reading, object, "add_bos_token", false, &companions->adds_begin);
  return tokenizer_json_bool(reading, object, "do_lower_case", true, &plain->lower) &&
         tokenizer_json_bool(reading, object, "strip_accents", plain->lower,
                             &plain->strip_accents) &&
         tokenizer_json_bool(reading, object, "tokenize_chinese_chars", true,
                             &plain->split_chinese);
}

static bool read_config(TokenizerReading *reading, Companions *companions) {
  json_t *object;
  if (!tokenizer_enter_file(reading, "tokenizer_config.json")) return true;
  if (!tokenizer_read_object(reading, &object)) return false;
  bool done = read_roles(reading, object, companions) &&
              read_settings(reading, object, companions) &&
              read_decoder(reading, json_object_get(object, "added_tokens_decoder"));
  json_decref(object);
  return done;
}

static bool read_map(TokenizerReading *reading, Companions *companions) {
  json_t *object;
  if (!tokenizer_enter_file(reading, "special_tokens_map.json")) return true;
  if (!tokenizer_read_object(reading, &object)) return false;
  bool done = read_roles(reading, object, companions);
  json_decref(object);
  return done;
}

/* ---- applying the values ---- */

static int find_any(const TokenizerReading *reading, Str name) {
  assert(reading->made->names); /* sealed */
  for (int i = reading->added_count; i-- > 0;)
    if (str_equal(reading->added[i].content, name)) return reading->added[i].id;
  return token_table_find(reading->made->names, name);
}

/* A token with a role is special and is found in the text as typed. */
static bool make_special(TokenizerReading *reading, Str name) {
  int id = find_any(reading, name);
  if (name.bytes == 0 || id < 0) return true;
  for (int i = 0; i < reading->added_count; i++)
    if (str_equal(reading->added[i].content, name)) {
      reading->added[i].special = true;
      return true;
    }
  return tokenizer_add(reading, (AddedToken){.content = name, .id = id, .special = true});
}

static AroundToken *put_around(const TokenizerReading *reading, Str name) {
  AroundToken *around = arena_take(reading->arena, 1, sizeof *around);
  if (!around) return status_no_memory(reading->status), NULL;
  return tokenizer_need(reading, name, &around->id) ? around : NULL;
}

static bool apply_wordpiece(TokenizerReading *reading, const Companions *companions) {
  assert(reading->made->kind == TOKENIZER_WORDPIECE);
  Tokenizer *made = reading->made;
  tokenizer_enter_file(reading, "vocab.txt"); /* errors name it */
  if (!tokenizer_need(reading, companions->names[ROLE_UNKNOWN], &made->unknown_id)) return false;
  made->before = put_around(reading, companions->names[ROLE_CLASS]);
  made->behind = made->before ? put_around(reading, companions->names[ROLE_SEPARATOR]) : NULL;
  if (!made->behind) return false;
  /* [CLS] sentence [SEP]. */
  made->before_count = made->behind_count = 1;
  made->separator_id = made->behind[0].id;
  if (!companions->lower_is_said)
    i18n_add_sentence(
        &reading->note,
        str_format(reading->arena,
                   _("%s does not say do_lower_case (tokenizer_config.json), so capitals are read "
                     "as small letters; a model that knows capitals would read wrongly."),
                   reading->folder));
  return true;
}

static bool apply_bpe(TokenizerReading *reading, const Companions *companions) {
  assert(reading->made->kind == TOKENIZER_BPE);
  Tokenizer *made = reading->made;
  if (!companions->adds_begin) return true;
  tokenizer_enter_file(reading, "vocab.json");
  made->before = put_around(reading, companions->names[ROLE_BEGIN]);
  made->before_count = 1;
  return made->before != NULL;
}

bool tokenizer_read_companions(TokenizerReading *reading) {
  assert(reading->made->names); /* sealed */
  Companions companions = {0};
  bool is_bpe = reading->made->kind == TOKENIZER_BPE;
  for (int i = 0; i < ROLE_COUNT; i++)
    companions.names[i] = str_from(is_bpe ? roles[i].bpe : roles[i].wordpiece);
  if (!read_added_tokens(reading) || !read_config(reading, &companions) ||
      !read_map(reading, &companions))
    return false;
  for (int i = 0; i < ROLE_COUNT; i++)
    if (!make_special(reading, companions.names[i])) return false;
  reading->made->mask_id = find_any(reading, companions.names[ROLE_MASK]);
  return is_bpe ? apply_bpe(reading, &companions) : apply_wordpiece(reading, &companions);
}

/* ---- settings beside tokenizer.json ---- */

/* Notes a setting that contradicts tokenizer.json, which counts. */
static void note_contradiction(TokenizerReading *reading, const json_t *object, const char *key,
                               bool counts) {
  const json_t *said = json_object_get(object, key);
  if (!json_is_boolean(said) || json_is_true(said) == counts) return;
  i18n_add_sentence(&reading->note,
                    str_format(reading->arena,
                               _("%s says %s %s, tokenizer.json %s; tokenizer.json counts."),
                               reading->path, key, json_is_true(said) ? "true" : "false",
                               counts ? "true" : "false"));
}

static void note_contradictions(TokenizerReading *reading, const json_t *object) {
  const Tokenizer *made = reading->made;
  const BertTextOptions *plain = &made->plain_options;
  if (made->kind == TOKENIZER_BPE) {
    note_contradiction(reading, object, "add_prefix_space", made->adds_space);
    note_contradiction(reading, object, "add_bos_token", made->before_count > 0);
    return;
  }
  note_contradiction(reading, object, "do_lower_case", plain->lower);
  note_contradiction(reading, object, "strip_accents", plain->strip_accents);
  note_contradiction(reading, object, "tokenize_chinese_chars", plain->split_chinese);
}

/* A table of all added tokens' texts, with room for `more`. */
static TokenTable *table_of_added(const TokenizerReading *reading, size_t more) {
  TokenTable *known = token_table_make(reading->arena, (size_t)reading->added_count + more);
  for (int i = 0; known && i < reading->added_count; i++)
    token_table_put(known, reading->added[i].content, i);
  return known;
}

/* Reads tokens that were added later and are only in the settings. */
static bool read_later_tokens(TokenizerReading *reading, json_t *decoder) {
  const char *name;
  const json_t *value;
  TokenTable *known = table_of_added(reading, json_object_size(decoder));
  if (!known) return status_no_memory(reading->status);
  json_object_foreach(decoder, name, value) {
    Str content = tokenizer_json_text(json_object_get(value, "content"));
    long id;
    if (content.at && token_table_find(known, content) >= 0) continue;
    if (!str_to_long(str_from(name), &id)) id = -1;
    int of_vocabulary = content.at ? token_table_find(reading->made->names, content) : -1;
    if (!tokenizer_add_json(reading, of_vocabulary >= 0 ? of_vocabulary : id, value)) return false;
    int last = reading->added_count - 1;
    token_table_put(known, reading->added[last].content, last);
  }
  return true;
}

bool tokenizer_read_settings(TokenizerReading *reading) {
  json_t *object;
  Str name = STR("[MASK]");
  if (tokenizer_enter_file(reading, "tokenizer_config.json")) {
    if (!tokenizer_read_object(reading, &object)) return false;
    bool done = read_role(reading, object, roles[ROLE_MASK].key, &name) &&
                read_later_tokens(reading, json_object_get(object, "added_tokens_decoder"));
    note_contradictions(reading, object);
    json_decref(object);
    if (!done) return false;
  }
  reading->made->mask_id = find_any(reading, name);
  return true;
}
