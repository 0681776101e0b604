/* train/grammar/pair_dictionary.c -- reads the dictionary of a pair, and finds the words of its
** tables in the two grammars. */
#include "train/grammar/pair_dictionary.h"

#include <string.h>

#include "base/i18n.h"
#include "train/grammar/parts.h"
#include "train/source_location.h"

typedef struct FunctionText {
  const char *english, *chinese; /* chinese "": it is not said */
  PairFunction function;
} FunctionText;

static const FunctionText function_texts[PAIR_FUNCTION_COUNT] = {
    {"the", "", PAIR_ARTICLE},
    {"a", "一", PAIR_COUNTING},
    {"this", "这", PAIR_COUNTING},
    {"that", "那", PAIR_COUNTING},
    {"two", "两", PAIR_COUNTING},
    {"some", "几", PAIR_COUNTING},
    {"these", "这些", PAIR_MANY},
    {"those", "那些", PAIR_MANY},
    {"did", "没有", PAIR_HELPER},
    {"could", "不能", PAIR_HELPER},
    {"would", "不想", PAIR_HELPER},
    {"didn't", "没有", PAIR_DENIES},
    {"couldn't", "不能", PAIR_DENIES},
    {"wouldn't", "不想", PAIR_DENIES},
    {"was", "", PAIR_IS},
    {"were", "", PAIR_IS},
    {"too", "太", PAIR_TOO},
    {"very", "很", PAIR_VERY},
    {"so", "所以", PAIR_JOINS},
    {"because", "因为", PAIR_WHY},
    {"since", "因为", PAIR_WHY},
    {"although", "虽然", PAIR_WHY},
    {"though", "虽然", PAIR_WHY},
    {"but", "但是", PAIR_JOINS},
    {",", "，", PAIR_COMMA},
    {"yesterday", "昨天", PAIR_TIME},
    {"today", "今天", PAIR_TIME},
    {"Monday", "星期一", PAIR_TIME},
    {"Sunday", "星期天", PAIR_TIME},
    {"morning", "早上", PAIR_TIME},
    {"evening", "晚上", PAIR_TIME},
    {"on", "", PAIR_BEFORE},
    {"near", "旁边", PAIR_PLACE},
    {"behind", "后面", PAIR_PLACE},
    {"in", "前面", PAIR_FRONT},
};

static const char *const own_words[PAIR_OWN_COUNT] = {"在", "了", "太",   "很",  "的",
                                                      "，", "。", "他们", "它们"};

typedef struct Reading {
  const char *path;
  GrammarWords *words;
  const Grammar *chinese;
  PairDictionary *dictionary;
  Status *status;
  int line;
} Reading;

/* A word that is added now is one of neither grammar. */
static bool find_word(const Reading *reading, Str text, int *word) {
  char place[SOURCE_LOCATION_BYTES];
  int before = reading->words->word_count;
  source_location_write(reading->path, reading->line, place);
  if (!grammar_words_add(reading->words, place, text, word, reading->status)) return false;
  return *word < before ||
         status_fail(reading->status, STATUS_USAGE, _("%s: neither grammar has the word “%.*s”"),
                     place, (int)text.bytes, text.at);
}

static bool fail_long(const Reading *reading) {
  return status_fail(reading->status, STATUS_USAGE,
                     P_("%s:%d: at most %d English word can stand for one Chinese word",
                        "%s:%d: at most %d English words can stand for one Chinese word",
                        PAIR_ENGLISH_MOST),
                     reading->path, reading->line, PAIR_ENGLISH_MOST);
}

/* "fit_into" is two words. */
static bool read_english(const Reading *reading, Str text, PairEntry *entry) {
  *entry = (PairEntry){.measure = -1};
  while (text.bytes > 0) {
    if (entry->count == PAIR_ENGLISH_MOST) return fail_long(reading);
    const char *end = memchr(text.at, '_', text.bytes);
    size_t bytes = end ? (size_t)(end - text.at) : text.bytes;
    if (!find_word(reading, (Str){text.at, bytes}, &entry->english[entry->count++])) return false;
    bytes += end ? 1 : 0;
    text = (Str){text.at + bytes, text.bytes - bytes};
  }
  return true;
}

static int measure_of(const Grammar *chinese, int word) {
  for (int i = 0; i < chinese->noun_count; i++)
    if (chinese->nouns[i].one == word) return chinese->nouns[i].measure;
  return -1;
}

static Str take_word(Str *rest) {
  *rest = str_trim(*rest);
  const char *end = rest->bytes ? memchr(rest->at, ' ', rest->bytes) : NULL;
  Str word = {rest->at, end ? (size_t)(end - rest->at) : rest->bytes};
  *rest = (Str){rest->at + word.bytes, rest->bytes - word.bytes};
  return word;
}

static bool fail_line(const Reading *reading) {
  return status_fail(reading->status, STATUS_USAGE,
                     _("%s:%d: a line is English words, a colon and one Chinese word"),
                     reading->path, reading->line);
}

static bool fail_many(const Reading *reading) {
  return status_fail(reading->status, STATUS_USAGE,
                     P_("%s:%d: a dictionary has at most %d English word",
                        "%s:%d: a dictionary has at most %d English words", PAIR_ENTRIES_MOST),
                     reading->path, reading->line, PAIR_ENTRIES_MOST);
}

static bool read_line(const Reading *reading, Str line) {
  PairDictionary *to = reading->dictionary;
  const char *colon = line.bytes ? memchr(line.at, ':', line.bytes) : NULL;
  int chinese;
  if (line.bytes == 0 || line.at[0] == '#') return true;
  Str english = {line.at, colon ? (size_t)(colon - line.at) : 0}, said = {NULL, 0};
  if (colon) said = str_trim((Str){colon + 1, line.bytes - english.bytes - 1});
  if (said.bytes == 0) return fail_line(reading);
  if (!find_word(reading, said, &chinese)) return false;
  for (Str word = take_word(&english); word.bytes > 0; word = take_word(&english)) {
    if (to->entry_count == PAIR_ENTRIES_MOST) return fail_many(reading);
    PairEntry *entry = &to->entries[to->entry_count++];
    if (!read_english(reading, word, entry)) return false;
    entry->chinese = chinese;
    entry->measure = measure_of(reading->chinese, chinese);
  }
  return true;
}

static bool find_function_words(const Reading *reading) {
  PairDictionary *to = reading->dictionary;
  for (int i = 0; i < PAIR_FUNCTION_COUNT; i++) {
    const FunctionText *text = &function_texts[i];
    PairFunctionWord *word = &to->functions[i];
    *word = (PairFunctionWord){.chinese = -1, .function = text->function};
    if (!find_word(reading, str_from(text->english), &word->english)) return false;
    if (text->chinese[0] && !find_word(reading, str_from(text->chinese), &word->chinese))
      return false;
  }
  for (int i = 0; i < PAIR_OWN_COUNT; i++)
    if (!find_word(reading, str_from(own_words[i]), &to->own[i])) return false;
  return true;
}

const PairDictionary *pair_dictionary_read(Arena *arena, const GrammarFile *file,
                                           GrammarWords *words, const Grammar *chinese,
                                           Status *status) {
  PairDictionary *made = arena_take(arena, 1, sizeof *made);
  Reading reading = {file->path, words, chinese, made, status, 0};
  if (!made) return status_no_memory(status), NULL;
  for (Str text = file->text; text.bytes > 0;) {
    reading.line++;
    if (!read_line(&reading, str_trim(str_take_line(&text)))) return NULL;
  }
  return find_function_words(&reading) ? made : NULL;
}
