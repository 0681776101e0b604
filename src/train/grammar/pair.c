/* train/grammar/pair.c -- reads the dictionary, and says a sentence in Chinese: clause by clause,
** each taken apart into its subject, verb, object, place and time, and put together in Chinese
** order. */
#include "train/grammar/pair.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "train/grammar/parts.h"
#include "train/source_location.h"

enum { ENTRIES_MOST = 512, ENGLISH_MOST = 3, GROUP_MOST = 12 };

/* What a word of English does in a clause, besides those of the dictionary. */
typedef enum Function {
  FUNCTION_NONE,
  FUNCTION_ARTICLE,  /* the: not said */
  FUNCTION_COUNTING, /* a, this: said, with the measure word of the noun */
  FUNCTION_MANY,     /* these: said alone */
  FUNCTION_HELPER,   /* did, before not */
  FUNCTION_DENIES,   /* didn't */
  FUNCTION_IS,       /* was */
  FUNCTION_TOO,
  FUNCTION_VERY,
  FUNCTION_WHY,   /* because: a comma before it, unless it begins the sentence */
  FUNCTION_JOINS, /* but, so: another clause begins */
  FUNCTION_COMMA,
  FUNCTION_TIME,   /* yesterday */
  FUNCTION_BEFORE, /* on, before Monday: not said */
  FUNCTION_PLACE,  /* behind: 在 … 后面 */
  FUNCTION_FRONT   /* in: in front of, or in the morning */
} Function;

typedef struct FunctionWord {
  const char *english, *chinese;
  Function function;
} FunctionWord;

static const FunctionWord function_words[] = {
    {"the", "", FUNCTION_ARTICLE},
    {"a", "一", FUNCTION_COUNTING},
    {"this", "这", FUNCTION_COUNTING},
    {"that", "那", FUNCTION_COUNTING},
    {"two", "两", FUNCTION_COUNTING},
    {"some", "几", FUNCTION_COUNTING},
    {"these", "这些", FUNCTION_MANY},
    {"those", "那些", FUNCTION_MANY},
    {"did", "没有", FUNCTION_HELPER},
    {"could", "不能", FUNCTION_HELPER},
    {"would", "不想", FUNCTION_HELPER},
    {"didn't", "没有", FUNCTION_DENIES},
    {"couldn't", "不能", FUNCTION_DENIES},
    {"wouldn't", "不想", FUNCTION_DENIES},
    {"was", "", FUNCTION_IS},
    {"were", "", FUNCTION_IS},
    {"too", "太", FUNCTION_TOO},
    {"very", "很", FUNCTION_VERY},
    {"so", "所以", FUNCTION_JOINS},
    {"because", "因为", FUNCTION_WHY},
    {"since", "因为", FUNCTION_WHY},
    {"although", "虽然", FUNCTION_WHY},
    {"though", "虽然", FUNCTION_WHY},
    {"but", "但是", FUNCTION_JOINS},
    {",", "，", FUNCTION_COMMA},
    {"yesterday", "昨天", FUNCTION_TIME},
    {"today", "今天", FUNCTION_TIME},
    {"Monday", "星期一", FUNCTION_TIME},
    {"Sunday", "星期天", FUNCTION_TIME},
    {"morning", "早上", FUNCTION_TIME},
    {"evening", "晚上", FUNCTION_TIME},
    {"on", "", FUNCTION_BEFORE},
    {"near", "旁边", FUNCTION_PLACE},
    {"behind", "后面", FUNCTION_PLACE},
    {"in", "前面", FUNCTION_FRONT},
};
enum { FUNCTION_COUNT = sizeof function_words / sizeof function_words[0] };

/* Chinese words that no single line of the table says. */
typedef enum OwnWord {
  OWN_AT,
  OWN_DONE,
  OWN_TOO,
  OWN_VERY,
  OWN_OF,
  OWN_COMMA,
  OWN_STOP,
  OWN_PEOPLE,
  OWN_THINGS,
  OWN_COUNT
} OwnWord;
static const char *const own_words[OWN_COUNT] = {"在", "了", "太",   "很",  "的",
                                                 "，", "。", "他们", "它们"};

typedef struct Entry {
  int english[ENGLISH_MOST], count, chinese;
  int measure; /* of a noun; −1: none */
} Entry;

struct PairDictionary {
  Entry entries[ENTRIES_MOST];
  int entry_count;
  int function_english[FUNCTION_COUNT], function_chinese[FUNCTION_COUNT];
  int own[OWN_COUNT];
};

/* ---- reading ---- */

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
                        ENGLISH_MOST),
                     reading->path, reading->line, ENGLISH_MOST);
}

/* "fit_into" is two words. */
static bool read_english(const Reading *reading, Str text, Entry *entry) {
  *entry = (Entry){.measure = -1};
  while (text.bytes > 0) {
    if (entry->count == ENGLISH_MOST) return fail_long(reading);
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
                        "%s:%d: a dictionary has at most %d English words", ENTRIES_MOST),
                     reading->path, reading->line, ENTRIES_MOST);
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
    if (to->entry_count == ENTRIES_MOST) return fail_many(reading);
    Entry *entry = &to->entries[to->entry_count++];
    if (!read_english(reading, word, entry)) return false;
    entry->chinese = chinese;
    entry->measure = measure_of(reading->chinese, chinese);
  }
  return true;
}

static bool find_function_words(const Reading *reading) {
  PairDictionary *to = reading->dictionary;
  for (int i = 0; i < FUNCTION_COUNT; i++) {
    const FunctionWord *word = &function_words[i];
    to->function_chinese[i] = -1;
    if (!find_word(reading, str_from(word->english), &to->function_english[i])) return false;
    if (word->chinese[0] && !find_word(reading, str_from(word->chinese), &to->function_chinese[i]))
      return false;
  }
  for (int i = 0; i < OWN_COUNT; i++)
    if (!find_word(reading, str_from(own_words[i]), &to->own[i])) return false;
  return true;
}

bool pair_dictionary_read(Arena *arena, const char *path, Str text, GrammarWords *words,
                          const Grammar *chinese, const PairDictionary **dictionary,
                          Status *status) {
  PairDictionary *made = arena_take(arena, 1, sizeof *made);
  Reading reading = {path, words, chinese, made, status, 0};
  if (!made) return status_no_memory(status);
  *dictionary = made;
  while (text.bytes > 0) {
    reading.line++;
    if (!read_line(&reading, str_trim(str_take_line(&text)))) return false;
  }
  return find_function_words(&reading);
}

/* ---- a clause ---- */

/* Chinese words and what they are said for. */
typedef struct Group {
  int words[GROUP_MOST], from[GROUP_MOST], count;
  bool failed;
} Group;

typedef struct Saying {
  const PairDictionary *dictionary;
  const Sentence *english;
  SentencePair *pair;
  int at; /* the next word of the source */
} Saying;

static void say(Group *group, int word, int from) {
  if (word < 0 || group->count == GROUP_MOST) {
    group->failed = true;
    return;
  }
  group->words[group->count] = word;
  group->from[group->count++] = from;
}

static void append(const Saying *saying, const Group *group) {
  SentencePair *pair = saying->pair;
  for (int i = 0; i < group->count && pair->target_count < PAIR_WORDS_MOST; i++) {
    pair->target[pair->target_count] = group->words[i];
    pair->from[pair->target_count++] = group->from[i];
  }
}

/* The line of the table for the word at an index; −1: none, or the source ends. Nouns, verbs and
** pronouns are none, however they are spelled. */
static int function_at(const Saying *saying, int at) {
  if (at >= saying->english->word_count) return -1;
  const SentenceWord *word = &saying->english->words[at];
  if (word->kind == WORD_NOUN || word->kind == WORD_VERB || word->kind == WORD_PRONOUN) return -1;
  for (int i = 0; i < FUNCTION_COUNT; i++)
    if (saying->dictionary->function_english[i] == word->word) return i;
  return -1;
}

static Function function_of(const Saying *saying) {
  int index = function_at(saying, saying->at);
  return index < 0 ? FUNCTION_NONE : function_words[index].function;
}

static int chinese_here(const Saying *saying) {
  int index = function_at(saying, saying->at);
  return index < 0 ? -1 : saying->dictionary->function_chinese[index];
}

static void say_function(Saying *saying, Group *group) {
  say(group, chinese_here(saying), saying->at);
  saying->at++;
}

/* The entry whose words begin here; the longest wins. */
static const Entry *entry_here(const Saying *saying) {
  const Sentence *english = saying->english;
  const Entry *found = NULL;
  for (int i = 0; i < saying->dictionary->entry_count; i++) {
    const Entry *entry = &saying->dictionary->entries[i];
    bool same = saying->at + entry->count <= english->word_count;
    for (int j = 0; same && j < entry->count; j++)
      same = english->words[saying->at + j].word == entry->english[j];
    if (same && (!found || entry->count > found->count)) found = entry;
  }
  return found;
}

static WordKind kind_here(const Saying *saying) {
  bool ends = saying->at >= saying->english->word_count;
  return ends ? WORD_PLAIN : saying->english->words[saying->at].kind;
}

static bool is_of_people(const Sentence *english, int pronoun) {
  const Grammar *grammar = english->grammar;
  int noun = english->nouns[english->pronouns[pronoun].noun].noun;
  for (int i = 0; i < grammar->class_count; i++)
    if (str_is(grammar->classes[i], "person")) return (grammar->nouns[noun].classes >> i & 1u) != 0;
  return false;
}

/* “they” is said by what it means; the others have lines of their own. */
static void say_pronoun(Saying *saying, Group *group) {
  const SentenceWord *word = &saying->english->words[saying->at];
  const Entry *entry = entry_here(saying);
  OwnWord many = is_of_people(saying->english, word->of) ? OWN_PEOPLE : OWN_THINGS;
  say(group, entry ? entry->chinese : saying->dictionary->own[many], saying->at++);
}

/* The words before a noun: what counts it, and an adjective. from: their places; −1: none. */
typedef struct BeforeNoun {
  int counting, counting_from, adjective, adjective_from;
} BeforeNoun;

static BeforeNoun take_before_noun(Saying *saying, Group *group) {
  BeforeNoun before = {-1, -1, -1, -1};
  for (;; saying->at++) {
    Function function = function_of(saying);
    if (function == FUNCTION_MANY) say(group, chinese_here(saying), saying->at);
    else if (function == FUNCTION_COUNTING) {
      before.counting = chinese_here(saying);
      before.counting_from = saying->at;
    } else if (function != FUNCTION_ARTICLE) break;
  }
  if (kind_here(saying) != WORD_ADJECTIVE) return before;
  const Entry *entry = entry_here(saying);
  if (!entry) group->failed = true;
  before.adjective = entry ? entry->chinese : -1;
  before.adjective_from = saying->at++;
  return before;
}

/* “this red ball” is 这 个 红色 的 球. */
static void say_noun(Saying *saying, Group *group) {
  BeforeNoun before = take_before_noun(saying, group);
  const Entry *noun = entry_here(saying);
  if (kind_here(saying) != WORD_NOUN || !noun) {
    group->failed = true;
    return;
  }
  if (before.counting_from >= 0) {
    say(group, before.counting, before.counting_from);
    say(group, noun->measure, before.counting_from);
  }
  if (before.adjective_from >= 0) {
    say(group, before.adjective, before.adjective_from);
    say(group, saying->dictionary->own[OWN_OF], before.adjective_from);
  }
  say(group, noun->chinese, saying->at++);
}

static bool begins_noun(const Saying *saying) {
  Function function = function_of(saying);
  WordKind kind = kind_here(saying);
  return function == FUNCTION_ARTICLE || function == FUNCTION_COUNTING ||
         function == FUNCTION_MANY || kind == WORD_NOUN || kind == WORD_ADJECTIVE;
}

static bool say_one(Saying *saying, Group *group) {
  if (kind_here(saying) == WORD_PRONOUN) say_pronoun(saying, group);
  else if (begins_noun(saying)) say_noun(saying, group);
  else return false;
  return true;
}

/* “behind the house” is 在 房子 后面. */
static void say_place(Saying *saying, Group *place) {
  bool is_front = function_of(saying) == FUNCTION_FRONT;
  int behind = chinese_here(saying), from = saying->at;
  say(place, saying->dictionary->own[OWN_AT], from);
  saying->at += is_front ? 3 : 1; /* in front of */
  if (!say_one(saying, place)) place->failed = true;
  say(place, behind, is_front ? from + 1 : from);
}

static bool is_time(const Saying *saying, int at) {
  int index = function_at(saying, at);
  return index >= 0 && function_words[index].function == FUNCTION_TIME;
}

/* “yesterday”, “on Monday”, “in the morning”: before the time stand words that are not said. */
static bool say_time(Saying *saying, Group *time) {
  Function function = function_of(saying);
  int skipped = function == FUNCTION_BEFORE ? 1 : function == FUNCTION_FRONT ? 2 : 0;
  if (!is_time(saying, saying->at + skipped)) return false;
  saying->at += skipped;
  say_function(saying, time);
  return true;
}

static void say_asides(Saying *saying, Group *time, Group *place) {
  for (;;) {
    if (say_time(saying, time)) continue;
    Function function = function_of(saying);
    if (function != FUNCTION_PLACE && function != FUNCTION_FRONT) return;
    say_place(saying, place);
  }
}

/* “was too tired” is 太 累 了; “was very tired”, “so tired” and “was tired” are 很 累. */
static void say_adjective(Saying *saying, Group *verb) {
  int how = saying->at++;
  Function function = function_of(saying);
  bool is_too = function == FUNCTION_TOO;
  if (is_too || function == FUNCTION_VERY || function == FUNCTION_JOINS) how = saying->at++;
  const Entry *entry = kind_here(saying) == WORD_PREDICATE ? entry_here(saying) : NULL;
  say(verb, saying->dictionary->own[is_too ? OWN_TOO : OWN_VERY], how);
  say(verb, entry ? entry->chinese : -1, saying->at++);
  if (is_too) say(verb, saying->dictionary->own[OWN_DONE], how);
}

/* “did not cross” is 没有 过, “crossed” 过 了. */
static void say_verb(Saying *saying, Group *verb) {
  Function function = function_of(saying);
  bool denies = function == FUNCTION_HELPER || function == FUNCTION_DENIES;
  if (denies) say(verb, chinese_here(saying), saying->at);
  if (denies) saying->at += function == FUNCTION_HELPER ? 2 : 1;
  const Entry *entry = kind_here(saying) == WORD_VERB ? entry_here(saying) : NULL;
  int from = saying->at;
  say(verb, entry ? entry->chinese : -1, from);
  if (entry) saying->at += entry->count;
  if (!denies) say(verb, saying->dictionary->own[OWN_DONE], from);
}

static bool say_clause(Saying *saying) {
  Group subject = {.count = 0}, verb = {.count = 0}, object = {.count = 0};
  Group time = {.count = 0}, place = {.count = 0};
  if (say_time(saying, &time) && function_of(saying) == FUNCTION_COMMA) saying->at++;
  if (!say_one(saying, &subject)) return false;
  if (function_of(saying) == FUNCTION_IS) say_adjective(saying, &verb);
  else say_verb(saying, &verb);
  if (!verb.failed) (void)say_one(saying, &object);
  say_asides(saying, &time, &place);
  const Group *const order[] = {&subject, &time, &place, &verb, &object};
  size_t count = sizeof order / sizeof order[0];
  for (size_t i = 0; i < count; i++)
    if (order[i]->failed) return false;
  for (size_t i = 0; i < count; i++) append(saying, order[i]);
  return true;
}

/* ---- a sentence ---- */

/* What stands between two clauses, or before the first one. */
static void say_joint(Saying *saying, bool is_first) {
  Group joint = {.count = 0};
  bool has_comma = is_first;
  if (function_of(saying) == FUNCTION_COMMA) {
    say_function(saying, &joint);
    has_comma = true;
  }
  Function function = function_of(saying);
  if (function == FUNCTION_WHY || function == FUNCTION_JOINS) {
    if (!has_comma) say(&joint, saying->dictionary->own[OWN_COMMA], saying->at);
    say_function(saying, &joint);
  }
  append(saying, &joint);
}

bool pair_make(const PairDictionary *dictionary, const Sentence *english, SentencePair *pair) {
  Saying saying = {dictionary, english, pair, 0};
  *pair = (SentencePair){0};
  assert(english->word_count < PAIR_WORDS_MOST);
  for (int i = 0; i < english->word_count; i++)
    pair->source[pair->source_count++] = english->words[i].word;
  while (saying.at < english->word_count) {
    say_joint(&saying, saying.at == 0);
    if (!say_clause(&saying)) return false;
  }
  if (pair->target_count >= PAIR_WORDS_MOST - 1) return false;
  pair->source[pair->source_count++] = grammar_end_word(english->grammar);
  pair->target[pair->target_count] = dictionary->own[OWN_STOP];
  pair->from[pair->target_count++] = pair->source_count - 1;
  return true;
}
