/* trace/recording/tokens.c -- the words of queries and keys: from the file, else numbers.
**
** Words of a file are not trusted: they are shortened, and control characters and marks of writing
** direction are escaped.
*/
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "files/json.h"
#include "trace/recording/recording_internal.h"

enum { SHOWN_BYTES_MOST = 120 };

typedef struct Words {
  Str *at;
  int64_t count;
} Words;

/* ---- escaping ---- */

/* Control characters, and marks of writing direction (U+202A … U+2069). */
static bool is_odd(uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

static bool escape_word(Arena *arena, Str *word) {
  StrBuf text = strbuf_make(arena);
  for (size_t at = 0; at < word->bytes;) {
    uint32_t code = 0;
    size_t bytes = str_decode(*word, at, &code);
    /* Cuts between characters. */
    if (text.bytes > SHOWN_BYTES_MOST) {
      strbuf_add(&text, STR("…"));
      break;
    }
    if (bytes == 0) strbuf_format(&text, "\\x%02X", (unsigned char)word->at[at]);
    else if (is_odd(code)) strbuf_format(&text, "\\u%04X", (unsigned)code);
    else strbuf_add(&text, (Str){word->at + at, bytes});
    at += bytes ? bytes : 1;
  }
  *word = strbuf_str(&text);
  return !text.failed;
}

/* ---- from the file ---- */

static bool word_of_json(Arena *arena, const json_t *entry, Str *word) {
  const char *text = json_is_string(entry) ? json_string_value(entry) : NULL;
  if (text) text = str_copy(arena, (Str){text, json_string_length(entry)});
  else if (json_is_integer(entry))
    text = str_format(arena, "%lld", (long long)json_integer_value(entry));
  *word = (Str){text, json_is_string(entry) ? json_string_length(entry) : text ? strlen(text) : 0};
  return text != NULL;
}

static bool read_list(const Recording *recording, const char *key, const json_t *list, Words *words,
                      Status *status) {
  words->count = (int64_t)json_array_size(list);
  words->at = arena_take(recording->arena, (size_t)words->count, sizeof *words->at);
  if (!words->at) return status_no_memory(status);
  for (int64_t i = 0; i < words->count; i++) {
    const json_t *entry = json_array_get(list, (size_t)i);
    if (!json_is_string(entry) && !json_is_integer(entry))
      return status_fail(status, STATUS_COULD_NOT,
                         _("%s: entry %lld of %s is neither a text nor a number"), recording->path,
                         (long long)i + 1, key);
    if (!word_of_json(recording->arena, entry, &words->at[i])) return status_no_memory(status);
  }
  return true;
}

/* Reads a list in the metadata, which is JSON in a string. */
static bool read_metadata(const Recording *recording, const char *key, Words *words,
                          Status *status) {
  const char *text = arrays_metadata(recording->arrays, key);
  char place[512];
  json_t *list;
  if (!text) return true;
  snprintf(place, sizeof place, "%.400s (%s)", recording->path, key);
  if (!json_read(str_from(text), place, &list, status)) return false;
  bool read = json_is_array(list)
                  ? read_list(recording, key, list, words, status)
                  : status_fail(status, STATUS_COULD_NOT, _("%s: %s is not a list of words"),
                                recording->path, key);
  json_decref(list);
  return read;
}

static bool read_numbers(const Recording *recording, const ArrayInfo *info, int64_t first,
                         Words *words, Status *status) {
  int64_t *ids = arena_take(recording->arena, (size_t)words->count, sizeof *ids);
  if (!ids) return status_no_memory(status);
  if (!arrays_read_ids(recording->arrays, (ArrayPart){info, first, words->count}, ids, status))
    return false;
  for (int64_t i = 0; i < words->count; i++) {
    words->at[i] = str_from(str_format(recording->arena, "%lld", (long long)ids[i]));
    if (!words->at[i].at) return status_no_memory(status);
  }
  return true;
}

/* Reads words from an array: the last axis counts words; an axis of sentences may come before
** it. */
static bool read_array(const Recording *recording, const RecordedArray *array, Words *words,
                       Status *status) {
  const ArrayInfo *info = array->info;
  int64_t last = info->rank > 0 ? info->shape[info->rank - 1] : 0;
  /* The chosen sentence of the batch; the first, if the array has fewer. */
  bool chosen = info->rank == 2 && info->shape[0] > recording->batch;
  int64_t first = chosen ? recording->batch * last : 0;
  if (info->rank < 1 || info->rank > 2 || last < 1 || last > RECORDING_TOKENS_MOST) return true;
  if (array_type_is_float(info->type))
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s: “%.60s” holds fractions where words or ids belong"), recording->path,
                       info->name);
  words->count = last;
  words->at = arena_take(recording->arena, (size_t)last, sizeof *words->at);
  if (!words->at) return status_no_memory(status);
  if (info->type != ARRAY_TEXT) return read_numbers(recording, info, first, words, status);
  Str *all = arena_take(recording->arena, (size_t)info->count, sizeof *all);
  if (!all) return status_no_memory(status);
  if (!arrays_read_text(recording->arrays, info, recording->arena, all, status)) return false;
  memcpy(words->at, all + first, (size_t)last * sizeof *all);
  return true;
}

static bool read_words(const Recording *recording, RecordedPart part, Words *words,
                       Status *status) {
  *words = (Words){0};
  if (!read_metadata(recording, recording_part_name(part), words, status)) return false;
  for (int i = 0; i < recording->list_count && words->count == 0; i++)
    if (recording->list[i].name.part == part &&
        !read_array(recording, &recording->list[i], words, status))
      return false;
  return true;
}

/* Reads the words of the queries or of the keys; ids serve if the queries have no words. */
static bool read_side(const Recording *recording, bool keys, Words *words, Status *status) {
  bool encoder = recording->group == RECORDING_ENCODER;
  RecordedPart first = keys || encoder ? RECORDED_KEY_TOKENS : RECORDED_TOKENS;
  if (!read_words(recording, first, words, status)) return false;
  if (words->count > 0 || first == RECORDED_KEY_TOKENS) return true;
  return read_words(recording, RECORDED_IDS, words, status);
}

bool recording_count_tokens(const Recording *recording, int64_t *count, Status *status) {
  Words words;
  if (!read_side(recording, false, &words, status)) return false;
  *count = words.count;
  return true;
}

/* ---- words for the trace ---- */

static bool number_words(const Recording *recording, int64_t count, Words *words, Status *status) {
  words->count = count;
  words->at = arena_take(recording->arena, (size_t)count, sizeof *words->at);
  for (int64_t i = 0; words->at && i < count; i++) {
    words->at[i] = str_from(str_format(recording->arena, "%lld", (long long)i + 1));
    if (!words->at[i].at) return status_no_memory(status);
  }
  return words->at || status_no_memory(status);
}

/* The sentence is the words joined, with a space between words that do not begin with one. */
static bool place_words(const Recording *recording, const Words *words, TraceTokenText **tokens,
                        Str *sentence, Status *status) {
  StrBuf text = strbuf_make(recording->arena);
  *tokens = arena_take(recording->arena, (size_t)words->count, sizeof **tokens);
  if (!*tokens) return status_no_memory(status);
  for (int64_t i = 0; i < words->count; i++) {
    Str word = words->at[i];
    if (!escape_word(recording->arena, &word)) return status_no_memory(status);
    if (i > 0 && !str_starts(word, " ")) strbuf_add_char(&text, ' ');
    (*tokens)[i] = (TraceTokenText){.text = word,
                                    .first_byte = (int)text.bytes,
                                    .bytes = (int)word.bytes,
                                    .id = -1,
                                    .group = -1};
    strbuf_add(&text, word);
  }
  *sentence = strbuf_str(&text);
  return !text.failed || status_no_memory(status);
}

static bool take_side(Recording *recording, bool keys, Words *words, Status *status) {
  int64_t count = recording->sizes[keys ? 'S' : 'T'];
  if (!read_side(recording, keys, words, status)) return false;
  if (keys && words->count == 0 && recording->group == RECORDING_LAYERS) {
    if (!read_words(recording, RECORDED_TOKENS, words, status)) return false;
    if (words->count != count) words->count = 0; /* words of the queries only */
  }
  if (words->count == count) return true;
  if (words->count > 0)
    recording_say(
        recording, false,
        keys
            ? P_("%lld word of keys does not fit the number of keys, %lld; keys are numbered "
                 "instead",
                 "%lld words of keys do not fit the number of keys, %lld; keys are numbered "
                 "instead",
                 words->count)
            : P_("%lld word does not fit the number of queries, %lld; queries are numbered instead",
                 "%lld words do not fit the number of queries, %lld; queries are numbered instead",
                 words->count),
        (long long)words->count, (long long)count);
  return number_words(recording, count, words, status);
}

/* If the file has cross-attention or an encoder, the words of keys are those of the other
** sentence. */
static bool keys_are_elsewhere(const Recording *recording) {
  for (int i = 0; i < recording->list_count; i++)
    if (recording->list[i].name.group != RECORDING_LAYERS) return true;
  return false;
}

/* Are the keys the same tokens as the queries (self-attention)? */
static bool keys_are_queries(const Recording *recording, bool said) {
  if (recording->sizes['S'] != recording->sizes['T'] || recording->group == RECORDING_CROSS)
    return false;
  return recording->group == RECORDING_ENCODER || !said || keys_are_elsewhere(recording);
}

/* Reads the ids of the tokens, if there is one for each token and all fit the logits. */
static bool take_ids(Recording *recording, Status *status) {
  Words ids;
  int64_t count = recording->sizes['T'], words = recording->sizes['W'];
  if (recording->group == RECORDING_ENCODER) return true;
  if (!read_words(recording, RECORDED_IDS, &ids, status)) return false;
  bool fits = ids.count == count;
  for (int64_t i = 0; fits && i < count; i++) {
    long id = -1;
    fits = str_to_long(ids.at[i], &id) && id >= 0 && id < (words ? words : INT_MAX);
    if (fits) recording->tokens[i].id = (int)id;
  }
  for (int64_t i = 0; !fits && i < count; i++) recording->tokens[i].id = -1;
  return true;
}

/* Names the words "#318" and so on, since the vocabulary is not recorded; in one block of
** memory. */
static bool name_words(Recording *recording, Status *status) {
  enum { NAME_BYTES = 12 };
  size_t count = (size_t)recording->sizes['W'];
  if (count == 0 || count > RECORDING_WORDS_MOST) return true;
  char *text = arena_take(recording->arena, count, NAME_BYTES);
  Str *names = text ? arena_take(recording->arena, count, sizeof *names) : NULL;
  if (!names) return status_no_memory(status);
  for (size_t id = 0; id < count; id++, text += NAME_BYTES)
    names[id] = (Str){text, (size_t)snprintf(text, NAME_BYTES, "#%d", (int)id)};
  recording->word_names = names;
  return true;
}

bool recording_take_tokens(Recording *recording, Status *status) {
  Words queries, keys;
  Str unused;
  bool said = arrays_metadata(recording->arrays, "key_tokens") != NULL;
  for (int i = 0; i < recording->list_count; i++)
    said |= recording->list[i].name.part == RECORDED_KEY_TOKENS;
  if (!take_side(recording, false, &queries, status) ||
      !place_words(recording, &queries, &recording->tokens, &recording->sentence, status) ||
      !take_ids(recording, status) || !name_words(recording, status))
    return false;
  recording->keys = recording->tokens;
  if (recording_is_mixed(recording)) {
    recording->keys = trace_mixture_texts(recording->arena, recording_size(recording, 'S'));
    return recording->keys || status_no_memory(status);
  }
  if (keys_are_queries(recording, said)) return true;
  return take_side(recording, true, &keys, status) &&
         place_words(recording, &keys, &recording->keys, &unused, status);
}
