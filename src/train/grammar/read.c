/* train/grammar/read.c -- reads one line of a grammar by its keyword. */
#include "train/grammar/reading.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

enum { WEIGHT_MOST = 1000 };

/* ---- walks 0 and 1 ---- */

/* with english: the lines of that built-in grammar come before those of the file. */
static bool read_with(GrammarReading *reading, Str rest) {
  if (reading->base.path)
    return grammar_fail_plain(reading, _("the grammar a file begins from begins from none itself"));
  const char *name = str_copy(reading->arena, rest);
  if (!name) return status_no_memory(reading->status);
  if (grammar_find_builtin(reading->arena, name, &reading->base)) return true;
  return grammar_fail(reading,
                      str_format(reading->arena, _("with takes a grammar of this program, %s, not"),
                                 grammar_builtin_list(reading->arena)),
                      rest);
}

static bool read_spaces(GrammarReading *reading, Str rest) {
  reading->grammar->joins_words = str_is(rest, "no");
  return reading->grammar->joins_words || str_is(rest, "yes") ||
         grammar_fail(reading, _("spaces takes yes or no, not"), rest);
}

static bool read_end(GrammarReading *reading, Str rest) {
  if (rest.bytes == 0 || memchr(rest.at, ' ', rest.bytes))
    return grammar_fail(reading, _("one mark that ends a sentence must follow, not"), rest);
  return grammar_add_word(reading, rest, &reading->grammar->end_word);
}

/* spelling didn't/didn’t: adds spellings to a word of other lines. */
static bool read_spelling(GrammarReading *reading, Str rest) {
  int word;
  if (rest.bytes == 0 || memchr(rest.at, ' ', rest.bytes))
    return grammar_fail(reading, _("spellings of one word, with slashes, must follow, not"), rest);
  return grammar_add_word(reading, rest, &word);
}

static bool read_forms(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  while (rest.bytes > 0) {
    if (grammar->form_count == FORMS_MOST)
      return grammar_fail(reading, _("a verb has at most 6 forms; one more is"), rest);
    grammar->forms[grammar->form_count++] = grammar_take_word(&rest);
  }
  return grammar->form_count > 0 || grammar_fail_plain(reading, _("names of forms must follow"));
}

/* A word with two noun lines would have two meanings, which the rule cannot tell apart. */
static bool check_new_noun(const GrammarReading *reading, Str word) {
  const Noun *nouns = reading->grammar->nouns, *added = &nouns[reading->grammar->noun_count - 1];
  for (const Noun *noun = nouns; noun < added; noun++)
    if (noun->one == added->one)
      return grammar_fail_twice(reading, noun->is_name ? "name" : "noun", word);
  return true;
}

/* noun dog dogs : animal : MEASURE */
static bool read_noun(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Noun *noun = &grammar->nouns[grammar->noun_count++];
  Str forms = grammar_take_part(&rest, ':'), classes = grammar_take_part(&rest, ':');
  *noun = (Noun){.many = -1, .measure = -1};
  noun->place = str_copy(reading->arena, str_from(reading->place));
  if (!noun->place) return status_no_memory(reading->status);
  Str one = grammar_take_word(&forms), many = grammar_take_word(&forms);
  if (one.bytes == 0) return grammar_fail_plain(reading, _("a noun must follow"));
  if (forms.bytes > 0)
    return grammar_fail(
        reading, _("a noun has two forms at most, and “:” stands between spaces; left is"), forms);
  if (!grammar_add_word(reading, one, &noun->one) || !check_new_noun(reading, one)) return false;
  if (many.bytes > 0 && !grammar_add_word(reading, many, &noun->many)) return false;
  if (rest.bytes > 0 && !grammar_add_word(reading, rest, &noun->measure)) return false;
  return grammar_make_classes(reading, classes, &noun->classes);
}

static bool read_name(GrammarReading *reading, Str rest) {
  if (!read_noun(reading, rest)) return false;
  reading->grammar->nouns[reading->grammar->noun_count - 1].is_name = true;
  return true;
}

static bool read_rule_name(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Str name = grammar_take_part(&rest, ':');
  if (token_table_put(reading->rules, name, grammar->rule_count) >= 0)
    return grammar_fail(reading, _("there are two rules"), name);
  grammar->rules[grammar->rule_count++] = (Rule){name, -1};
  return true;
}

/* ---- walks 2 and 3 ---- */

static bool check_new_adjective(const GrammarReading *reading, Str word) {
  const Grammar *grammar = reading->grammar;
  int last = grammar->adjective_count - 1;
  const Adjective *added = &grammar->adjectives[last];
  for (int i = 0; i < last; i++)
    if (grammar->adjectives[i].word == added->word &&
        grammar->adjectives[i].only_before == added->only_before)
      return grammar_fail_twice(reading, added->only_before ? "modifier" : "adjective", word);
  return true;
}

static bool read_said(const GrammarReading *reading, Str rest, bool only_before) {
  Grammar *grammar = reading->grammar;
  Adjective *adjective = &grammar->adjectives[grammar->adjective_count++];
  Str word = grammar_take_part(&rest, ':');
  *adjective = (Adjective){.only_before = only_before};
  if (word.bytes == 0 || memchr(word.at, ' ', word.bytes) || memchr(word.at, '\t', word.bytes))
    return grammar_fail(reading, _("an adjective is one word, then “:” and classes, not"), word);
  if (!grammar_add_word(reading, word, &adjective->word) || !check_new_adjective(reading, word))
    return false;
  Str shown = grammar_words_shown(reading->words, adjective->word);
  if (token_table_find(reading->adjectives, shown) < 0)
    token_table_put(reading->adjectives, shown, grammar->adjective_count - 1);
  return grammar_read_classes(reading, rest, &adjective->fits);
}

static bool read_adjective(GrammarReading *reading, Str rest) {
  return read_said(reading, rest, false);
}

static bool read_modifier(GrammarReading *reading, Str rest) {
  return read_said(reading, rest, true);
}

static bool read_number(const GrammarReading *reading, Str word, int *number) {
  *number = str_is(word, "one")    ? NUMBER_ONE
            : str_is(word, "many") ? NUMBER_MANY
            : str_is(word, "any")  ? NUMBER_ANY
                                   : 0;
  return *number || grammar_fail(reading, _("one, many or any must stand before “:”, not"), word);
}

static bool check_new_pronoun(const GrammarReading *reading, Str word) {
  const Grammar *grammar = reading->grammar;
  int last = grammar->pronoun_count - 1;
  for (int i = 0; i < last; i++)
    if (grammar->pronouns[i].cases[0] == grammar->pronouns[last].cases[0])
      return grammar_fail_twice(reading, "pronoun", word);
  return true;
}

/* pronoun he him his : one : male */
static bool read_pronoun(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Pronoun *pronoun = &grammar->pronouns[grammar->pronoun_count++];
  Str words = grammar_take_part(&rest, ':'), number = grammar_take_part(&rest, ':');
  if (words.bytes == 0) return grammar_fail_plain(reading, _("a pronoun must follow"));
  Str first = words;
  first = grammar_take_word(&first);
  for (int i = 0; i < PRONOUN_CASES; i++) {
    Str word = grammar_take_word(&words);
    if (word.bytes == 0) pronoun->cases[i] = pronoun->cases[0];
    else if (!grammar_add_word(reading, word, &pronoun->cases[i])) return false;
  }
  if (words.bytes > 0)
    return grammar_fail(reading, _("a pronoun is subject, object and possessive; left is"), words);
  return check_new_pronoun(reading, first) && read_number(reading, number, &pronoun->number) &&
         grammar_read_classes(reading, rest, &pronoun->fits);
}

/* Removes a whole number from the beginning of the line: its weight, 1 where there is none. */
static bool take_weight(const GrammarReading *reading, Str *rest, int *weight) {
  long number = 1;
  Str after = *rest, word = grammar_take_word(&after);
  *weight = 1;
  if (!str_to_long(word, &number)) return true;
  if (number < 1 || number > WEIGHT_MOST)
    return grammar_fail(reading, _("a weight is a whole number from 1 to 1000, not"), word);
  *weight = (int)number;
  *rest = after;
  return true;
}

static bool has_noun(const Grammar *grammar, int from) {
  for (int i = from; i < grammar->node_count; i++)
    if (grammar->nodes[i].kind == NODE_PHRASE_NOUN) return true;
  return false;
}

/* phrase 3 one : the {noun} */
static bool read_phrase(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Phrase *phrase = &grammar->phrases[grammar->phrase_count++];
  int from = grammar->node_count;
  if (!take_weight(reading, &rest, &phrase->weight)) return false;
  Str number = grammar_take_part(&rest, ':');
  phrase->for_names = str_is(number, "name");
  if (phrase->for_names) phrase->number = NUMBER_ONE;
  else if (!read_number(reading, number, &phrase->number)) return false;
  reading->in_phrase = true;
  bool read = grammar_read_pattern(reading, rest, &phrase->first);
  reading->in_phrase = false;
  return read && (has_noun(grammar, from) ||
                  grammar_fail_plain(reading, _("a phrase has the slot {noun}")));
}

static bool read_rule(GrammarReading *reading, Str rest) {
  Rule *rules = reading->grammar->rules;
  Str name = grammar_take_part(&rest, ':');
  int index = token_table_find(reading->rules, name);
  return grammar_read_pattern(reading, rest, &rules[index].first);
}

static bool read_sentence(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Pattern *pattern = &grammar->patterns[grammar->pattern_count++];
  pattern->place = str_copy(reading->arena, str_from(reading->place));
  if (!pattern->place) return status_no_memory(reading->status);
  if (!take_weight(reading, &rest, &pattern->weight)) return false;
  if (str_starts(rest, ":")) rest = str_trim((Str){rest.at + 1, rest.bytes - 1});
  grammar->pattern_weight += pattern->weight;
  return grammar_read_pattern(reading, rest, &pattern->first);
}

/* ---- lines ---- */

typedef struct Keyword {
  const char *name;
  int walk; /* that reads it; a rule is read in two: its name, then its pattern */
  bool (*read)(GrammarReading *reading, Str rest);
  int once; /* 0: any number of such lines; else only one: its index in once_places, from 1 */
} Keyword;

static const Keyword keywords[] = {
    {"with", 0, read_with, 1},
    {"spaces", 1, read_spaces, 2},
    {"end", 1, read_end, 3},
    {"forms", 1, read_forms, 4},
    {"spelling", 1, read_spelling, 0},
    {"noun", 1, read_noun, 0},
    {"name", 1, read_name, 0},
    {"rule", 1, read_rule_name, 0},
    {"adjective", 2, read_adjective, 0},
    {"modifier", 2, read_modifier, 0},
    {"pronoun", 2, read_pronoun, 0},
    {"verb", 3, grammar_read_verb, 0},
    {"phrase", 3, read_phrase, 0},
    {"rule", 3, read_rule, 0},
    {"sentence", 3, read_sentence, 0},
};
enum { KEYWORD_COUNT = sizeof keywords / sizeof keywords[0] };

static bool fail_keyword(const GrammarReading *reading, Str word) {
  const char *names[KEYWORD_COUNT];
  for (int i = 0; i < KEYWORD_COUNT; i++) names[i] = keywords[i].name;
  int nearest = str_nearest(word, names, KEYWORD_COUNT);
  if (nearest < 0)
    return grammar_fail(
        reading,
        _("a line begins with with, spaces, end, spelling, forms, noun, name, adjective, modifier, "
          "pronoun, verb, phrase, rule or sentence, not"),
        word);
  return status_fail(reading->status, STATUS_USAGE,
                     _("%s: a line does not begin with “%.*s”; did you mean “%s”?"), reading->place,
                     source_location_word_bytes(word), word.at, names[nearest]);
}

/* The line has no comment and is not empty. */
static void add_to_digest(Grammar *grammar, Str line) {
  grammar->digest =
      (grammar->digest ^ rng_hash(line.at, line.bytes)) * UINT64_C(0x9E3779B97F4A7C15);
  grammar->digest ^= grammar->digest >> 29;
}

static bool is_text(Str line) {
  uint32_t code;
  for (size_t at = 0, bytes; at < line.bytes; at += bytes)
    if ((bytes = str_decode(line, at, &code)) == 0 || (code < ' ' && code != '\t')) return false;
  return true;
}

static bool check_once(GrammarReading *reading, const Keyword *keyword) {
  if (keyword->once == 0) return true;
  char *first = reading->once_places[keyword->once - 1];
  if (*first)
    return status_fail(reading->status, STATUS_USAGE,
                       _("%s: a second line “%s”; a grammar has one, and it stands in %s"),
                       reading->place, keyword->name, first);
  snprintf(first, SOURCE_LOCATION_BYTES, "%s", reading->place);
  return true;
}

bool grammar_read_line(GrammarReading *reading, Str line, int walk) {
  bool known = false;
  source_location_write(reading->path, reading->line, reading->place);
  const char *comment = line.bytes ? memchr(line.at, '#', line.bytes) : NULL;
  if (comment) line.bytes = (size_t)(comment - line.at);
  line = str_trim(line);
  if (!is_text(line)) return grammar_fail_plain(reading, _("this is no line of UTF-8 text"));
  if (line.bytes == 0) return true;
  if (walk == 1) add_to_digest(reading->grammar, line);
  Str rest = line, word = grammar_take_word(&rest);
  for (int i = 0; i < KEYWORD_COUNT; i++) {
    if (!str_is(word, keywords[i].name)) continue;
    known = true;
    if (keywords[i].walk != walk) continue;
    if (!check_once(reading, &keywords[i]) || !keywords[i].read(reading, rest)) return false;
  }
  return known || fail_keyword(reading, word);
}
