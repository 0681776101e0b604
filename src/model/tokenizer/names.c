/* model/tokenizer/names.c -- reads the vocabulary: names with ids, from vocab.json or vocab.txt.
**
** Ids may have gaps of any size, so the size of tables depends on the count of names, not on the
** largest id. */
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "model/tokenizer/tokenizer_internal.h"

/* ---- reading ---- */

static bool is_utf8(Str text) {
  uint32_t code;
  for (size_t at = 0, bytes; at < text.bytes; at += bytes)
    if ((bytes = str_decode(text, at, &code)) == 0) return false;
  return true;
}

static bool fail_id(const TokenizerReading *reading, Str name, int64_t id) {
  if (id < 0)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: token “%.*s” has the id %lld; ids begin at 0"), reading->path,
                       CLIPPED(name), (long long)id);
  if (reading->made->id_limit > TOKENIZER_IDS_MOST)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: token “%.*s” has the id %lld; ids up to %d can be read"),
                       reading->path, CLIPPED(name), (long long)id, TOKENIZER_IDS_MOST - 1);
  return status_fail(
      reading->status, STATUS_COULD_NOT,
      P_("%s: token “%.*s” has the id %lld, but the model's table has %d row, numbered from 0",
         "%s: token “%.*s” has the id %lld, but the model's table has %d rows, numbered from 0",
         reading->made->id_limit),
      reading->path, CLIPPED(name), (long long)id, reading->made->id_limit);
}

static bool add_name(TokenizerReading *reading, Str name, int64_t id, int line) {
  assert(reading->names);
  if (!tokenizer_goes_on(reading)) return false;
  if (id < 0 || id >= reading->made->id_limit || id >= TOKENIZER_IDS_MOST)
    return fail_id(reading, name, id);
  reading->names[reading->name_count++] = (TokenName){name, (int)id, line};
  return true;
}

static bool take_names(TokenizerReading *reading, size_t count) {
  reading->names = arena_take(reading->arena, count, sizeof *reading->names);
  return reading->names || status_no_memory(reading->status);
}

bool tokenizer_read_vocab_json(TokenizerReading *reading, json_t *vocab) {
  const char *name;
  const json_t *value;
  if (!take_names(reading, json_object_size(vocab))) return false;
  /* Keys are copied: they live only as long as the JSON. */
  json_object_foreach(vocab, name, value) {
    Str kept;
    if (!json_is_integer(value))
      return status_fail(reading->status, STATUS_COULD_NOT,
                         _("%s: the id of token “%.*s” is not a whole number that fits"),
                         reading->path, CLIPPED(str_from(name)));
    if (!tokenizer_keep(reading, str_from(name), &kept) ||
        !add_name(reading, kept, json_integer_value(value), 0))
      return false;
  }
  return true;
}

static size_t count_lines(Str text) {
  size_t lines = 1;
  for (size_t i = 0; i < text.bytes; i++) lines += text.at[i] == '\n';
  return lines;
}

/* The line without white space at its end, as the tokenizers library reads it. */
static Str without_space_behind(Str line) {
  while (line.bytes > 0 && (line.at[line.bytes - 1] == ' ' ||
                            (line.at[line.bytes - 1] >= '\t' && line.at[line.bytes - 1] <= '\r')))
    line.bytes--;
  return line;
}

/* An empty line leaves a gap: its id has no name. */
static bool read_line(TokenizerReading *reading, Str line, int64_t id) {
  Str name = without_space_behind(line);
  if (!is_utf8(name))
    return status_fail(reading->status, STATUS_COULD_NOT, "%s:%lld: %s", reading->path,
                       (long long)id + 1, _("bytes that are not UTF-8"));
  if (name.bytes == 0) return tokenizer_goes_on(reading);
  return add_name(reading, name, id, (int)id + 1);
}

bool tokenizer_read_vocab_txt(TokenizerReading *reading) {
  Str file;
  if (!tokenizer_read_bytes(reading, &file)) return false;
  file = str_without_mark(file);
  if (!take_names(reading, count_lines(file))) return false;
  for (int64_t id = 0; file.bytes > 0; id++) {
    if (!read_line(reading, str_take_line(&file), id)) return false;
  }
  return true;
}

/* ---- the table ---- */

/* Notes a name in two lines of vocab.txt; the later id counts, as in other programs. */
static void note_double(TokenizerReading *reading, const TokenName *name, int before) {
  if (reading->note.bytes > 0) return;
  strbuf_format(&reading->note, _("%s: “%.*s” stands in lines %d and %d; the later one counts."),
                reading->path, CLIPPED(name->name), before + 1, name->line);
}

bool tokenizer_seal_names(TokenizerReading *reading) {
  assert(!reading->made->names);
  if (reading->name_count == 0)
    return status_fail(reading->status, STATUS_COULD_NOT, _("%s: the vocabulary is empty"),
                       reading->path);
  TokenTable *table = token_table_make(reading->arena, reading->name_count);
  if (!table) return status_no_memory(reading->status);
  for (size_t i = 0; i < reading->name_count; i++) {
    const TokenName *name = &reading->names[i];
    int before = token_table_put(table, name->name, name->id);
    if (before >= 0) note_double(reading, name, before);
    if (!tokenizer_goes_on(reading)) return false;
  }
  reading->made->names = table;
  return true;
}

bool tokenizer_need(const TokenizerReading *reading, Str which, int *id) {
  assert(reading->made->names); /* sealed */
  *id = token_table_find(reading->made->names, which);
  /* An added token takes precedence over one of the vocabulary. */
  for (int i = 0; i < reading->added_count; i++)
    if (str_equal(reading->added[i].content, which)) *id = reading->added[i].id;
  if (*id < 0)
    return status_fail(reading->status, STATUS_COULD_NOT,
                       _("%s: the vocabulary has no token “%.*s”, which is needed"), reading->path,
                       CLIPPED(which));
  return *id < reading->made->id_limit || fail_id(reading, which, *id);
}
