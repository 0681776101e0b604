/* train/grammar/pair.c -- says a sentence in Chinese: clause by clause, each taken apart into its
** subject, verb, object, place and time, and put together in Chinese order. */
#include "train/grammar/pair.h"

#include <assert.h>
#include <string.h>

#include "train/grammar/pair_dictionary.h"
#include "train/grammar/parts.h"

enum { GROUP_MOST = 12 };

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
  for (int i = 0; i < PAIR_FUNCTION_COUNT; i++)
    if (saying->dictionary->functions[i].english == word->word) return i;
  return -1;
}

static PairFunction function_of(const Saying *saying) {
  int index = function_at(saying, saying->at);
  return index < 0 ? PAIR_NONE : saying->dictionary->functions[index].function;
}

static int chinese_here(const Saying *saying) {
  int index = function_at(saying, saying->at);
  return index < 0 ? -1 : saying->dictionary->functions[index].chinese;
}

static void say_function(Saying *saying, Group *group) {
  say(group, chinese_here(saying), saying->at);
  saying->at++;
}

/* The entry whose words begin here; the longest wins. */
static const PairEntry *entry_here(const Saying *saying) {
  const Sentence *english = saying->english;
  const PairEntry *found = NULL;
  for (int i = 0; i < saying->dictionary->entry_count; i++) {
    const PairEntry *entry = &saying->dictionary->entries[i];
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
  const PairEntry *entry = entry_here(saying);
  PairOwnWord many = is_of_people(saying->english, word->of) ? PAIR_OWN_PEOPLE : PAIR_OWN_THINGS;
  say(group, entry ? entry->chinese : saying->dictionary->own[many], saying->at++);
}

/* The words before a noun: what counts it, and an adjective. from: their places; −1: none. */
typedef struct BeforeNoun {
  int counting, counting_from, adjective, adjective_from;
} BeforeNoun;

static BeforeNoun take_before_noun(Saying *saying, Group *group) {
  BeforeNoun before = {-1, -1, -1, -1};
  for (;; saying->at++) {
    PairFunction function = function_of(saying);
    if (function == PAIR_MANY) say(group, chinese_here(saying), saying->at);
    else if (function == PAIR_COUNTING) {
      before.counting = chinese_here(saying);
      before.counting_from = saying->at;
    } else if (function != PAIR_ARTICLE) break;
  }
  if (kind_here(saying) != WORD_ADJECTIVE) return before;
  const PairEntry *entry = entry_here(saying);
  if (!entry) group->failed = true;
  before.adjective = entry ? entry->chinese : -1;
  before.adjective_from = saying->at++;
  return before;
}

/* “this red ball” is 这 个 红色 的 球. */
static void say_noun(Saying *saying, Group *group) {
  BeforeNoun before = take_before_noun(saying, group);
  const PairEntry *noun = entry_here(saying);
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
    say(group, saying->dictionary->own[PAIR_OWN_OF], before.adjective_from);
  }
  say(group, noun->chinese, saying->at++);
}

static bool begins_noun(const Saying *saying) {
  PairFunction function = function_of(saying);
  WordKind kind = kind_here(saying);
  return function == PAIR_ARTICLE || function == PAIR_COUNTING || function == PAIR_MANY ||
         kind == WORD_NOUN || kind == WORD_ADJECTIVE;
}

static bool say_one(Saying *saying, Group *group) {
  if (kind_here(saying) == WORD_PRONOUN) say_pronoun(saying, group);
  else if (begins_noun(saying)) say_noun(saying, group);
  else return false;
  return true;
}

/* “behind the house” is 在 房子 后面. */
static void say_place(Saying *saying, Group *place) {
  bool is_front = function_of(saying) == PAIR_FRONT;
  int behind = chinese_here(saying), from = saying->at;
  say(place, saying->dictionary->own[PAIR_OWN_AT], from);
  saying->at += is_front ? 3 : 1; /* in front of */
  if (!say_one(saying, place)) place->failed = true;
  say(place, behind, is_front ? from + 1 : from);
}

static bool is_time(const Saying *saying, int at) {
  int index = function_at(saying, at);
  return index >= 0 && saying->dictionary->functions[index].function == PAIR_TIME;
}

/* “yesterday”, “on Monday”, “in the morning”: before the time stand words that are not said. */
static bool say_time(Saying *saying, Group *time) {
  PairFunction function = function_of(saying);
  int skipped = function == PAIR_BEFORE ? 1 : function == PAIR_FRONT ? 2 : 0;
  if (!is_time(saying, saying->at + skipped)) return false;
  saying->at += skipped;
  say_function(saying, time);
  return true;
}

static void say_asides(Saying *saying, Group *time, Group *place) {
  for (;;) {
    if (say_time(saying, time)) continue;
    PairFunction function = function_of(saying);
    if (function != PAIR_PLACE && function != PAIR_FRONT) return;
    say_place(saying, place);
  }
}

/* “was too tired” is 太 累 了; “was very tired”, “so tired” and “was tired” are 很 累. */
static void say_adjective(Saying *saying, Group *verb) {
  int how = saying->at++;
  PairFunction function = function_of(saying);
  bool is_too = function == PAIR_TOO;
  if (is_too || function == PAIR_VERY || function == PAIR_JOINS) how = saying->at++;
  const PairEntry *entry = kind_here(saying) == WORD_PREDICATE ? entry_here(saying) : NULL;
  say(verb, saying->dictionary->own[is_too ? PAIR_OWN_TOO : PAIR_OWN_VERY], how);
  say(verb, entry ? entry->chinese : -1, saying->at++);
  if (is_too) say(verb, saying->dictionary->own[PAIR_OWN_DONE], how);
}

/* “did not cross” is 没有 过, “crossed” 过 了. */
static void say_verb(Saying *saying, Group *verb) {
  PairFunction function = function_of(saying);
  bool denies = function == PAIR_HELPER || function == PAIR_DENIES;
  if (denies) say(verb, chinese_here(saying), saying->at);
  if (denies) saying->at += function == PAIR_HELPER ? 2 : 1;
  const PairEntry *entry = kind_here(saying) == WORD_VERB ? entry_here(saying) : NULL;
  int from = saying->at;
  say(verb, entry ? entry->chinese : -1, from);
  if (entry) saying->at += entry->count;
  if (!denies) say(verb, saying->dictionary->own[PAIR_OWN_DONE], from);
}

static bool say_clause(Saying *saying) {
  Group subject = {.count = 0}, verb = {.count = 0}, object = {.count = 0};
  Group time = {.count = 0}, place = {.count = 0};
  if (say_time(saying, &time) && function_of(saying) == PAIR_COMMA) saying->at++;
  if (!say_one(saying, &subject)) return false;
  if (function_of(saying) == PAIR_IS) say_adjective(saying, &verb);
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
  if (function_of(saying) == PAIR_COMMA) {
    say_function(saying, &joint);
    has_comma = true;
  }
  PairFunction function = function_of(saying);
  if (function == PAIR_WHY || function == PAIR_JOINS) {
    if (!has_comma) say(&joint, saying->dictionary->own[PAIR_OWN_COMMA], saying->at);
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
  pair->target[pair->target_count] = dictionary->own[PAIR_OWN_STOP];
  pair->from[pair->target_count++] = pair->source_count - 1;
  return true;
}
