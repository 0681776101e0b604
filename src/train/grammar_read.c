/* train/grammar_read.c -- reads a grammar line by line, twice.
**
** The first walk takes what others speak of (nouns, adjectives, pronouns, names of forms and of
** rules), the second verbs, phrases, rules and sentences.
*/
#include "train/grammar_parts.h"

#include <stdio.h>
#include <string.h>

#include "base/words.h"

enum { SHOWN_BYTES = 60, WEIGHT_MOST = 1000 };

bool grammar_fail(const GrammarReading *reading, const char *what, Str word) {
  int bytes = word.bytes < SHOWN_BYTES ? (int)word.bytes : SHOWN_BYTES;
  if (word.bytes == 0)
    return status_fail(reading->status, STATUS_USAGE, "%s: %s", reading->place, what);
  return status_fail(reading->status, STATUS_USAGE, "%s: %s “%.*s”", reading->place, what, bytes,
                     word.at);
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

Str grammar_take_word(Str *rest) {
  *rest = str_trim(*rest);
  Str word = {rest->at, 0};
  while (word.bytes < rest->bytes && !is_blank(rest->at[word.bytes])) word.bytes++;
  *rest = str_trim((Str){rest->at + word.bytes, rest->bytes - word.bytes});
  return word;
}

/* The part before a free-standing mark (: or > or ;); *rest goes on behind it. */
static Str take_part(Str *rest, char mark) {
  for (size_t i = 0; i < rest->bytes; i++) {
    bool alone = (i == 0 || is_blank(rest->at[i - 1])) &&
                 (i + 1 == rest->bytes || is_blank(rest->at[i + 1]));
    if (rest->at[i] != mark || !alone) continue;
    Str part = str_trim((Str){rest->at, i});
    *rest = str_trim((Str){rest->at + i + 1, rest->bytes - i - 1});
    return part;
  }
  Str part = str_trim(*rest);
  *rest = (Str){"", 0};
  return part;
}

static bool add_word(const GrammarReading *reading, Str spellings, int *word) {
  return grammar_words_add(reading->words, reading->place, spellings, word, reading->status);
}

/* ---- classes ---- */

static int class_of(const Grammar *grammar, Str name) {
  for (int i = 0; i < grammar->class_count; i++)
    if (str_equal(grammar->classes[i], name)) return i;
  return -1;
}

static bool fail_class(const GrammarReading *reading, Str name) {
  const Grammar *grammar = reading->grammar;
  const char *names[CLASSES_MOST];
  for (int i = 0; i < grammar->class_count; i++) {
    names[i] = str_copy(reading->arena, grammar->classes[i]);
    if (!names[i]) return status_no_memory(reading->status);
  }
  int nearest = str_nearest(name, names, grammar->class_count);
  if (nearest < 0) return grammar_fail(reading, _("no noun is of the class"), name);
  return status_fail(reading->status, STATUS_USAGE,
                     _("%s: no noun is of the class “%.*s”; did you mean “%s”?"), reading->place,
                     (int)(name.bytes < SHOWN_BYTES ? name.bytes : SHOWN_BYTES), name.at,
                     names[nearest]);
}

bool grammar_read_classes(const GrammarReading *reading, Str list, ClassSet *set) {
  *set = 0;
  while (list.bytes > 0) {
    Str name = grammar_take_word(&list);
    int found = class_of(reading->grammar, name);
    if (str_is(name, "*")) *set = ~UINT64_C(0);
    else if (found < 0) return fail_class(reading, name);
    else *set |= UINT64_C(1) << found;
  }
  return *set != 0 || grammar_fail(reading, _("at least one class must follow"), STR(""));
}

/* Nouns make the classes. */
static bool make_classes(const GrammarReading *reading, Str list, ClassSet *set) {
  Grammar *grammar = reading->grammar;
  for (*set = 0; list.bytes > 0;) {
    Str name = grammar_take_word(&list);
    int found = class_of(grammar, name);
    if (found < 0) {
      if (grammar->class_count == CLASSES_MOST)
        return grammar_fail(reading, _("too many classes; one more is"), name);
      grammar->classes[found = grammar->class_count++] = name;
    }
    *set |= UINT64_C(1) << found;
  }
  return *set != 0 ||
         grammar_fail(reading, _("a noun needs at least one class behind “:”"), STR(""));
}

/* ---- first walk ---- */

static bool read_spaces(GrammarReading *reading, Str rest) {
  reading->grammar->joins_words = str_is(rest, "no");
  return reading->grammar->joins_words || str_is(rest, "yes") ||
         grammar_fail(reading, _("spaces takes yes or no, not"), rest);
}

static bool read_end(GrammarReading *reading, Str rest) {
  if (rest.bytes == 0 || memchr(rest.at, ' ', rest.bytes))
    return grammar_fail(reading, _("one mark that ends a sentence must follow, not"), rest);
  return add_word(reading, rest, &reading->grammar->end_word);
}

/* spelling didn't/didn’t: words said elsewhere that may be typed in more than one way. */
static bool read_spelling(GrammarReading *reading, Str rest) {
  int word;
  if (rest.bytes == 0 || memchr(rest.at, ' ', rest.bytes))
    return grammar_fail(reading, _("spellings of one word, with slashes, must follow, not"), rest);
  return add_word(reading, rest, &word);
}

static bool read_forms(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  for (grammar->form_count = 0; rest.bytes > 0;) {
    if (grammar->form_count == FORMS_MOST)
      return grammar_fail(reading, _("a verb has at most 6 forms; one more is"), rest);
    grammar->forms[grammar->form_count++] = grammar_take_word(&rest);
  }
  return grammar->form_count > 0 || grammar_fail(reading, _("names of forms must follow"), STR(""));
}

/* noun dog dogs : animal : MEASURE */
static bool read_noun(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Noun *noun = &grammar->nouns[grammar->noun_count++];
  Str forms = take_part(&rest, ':'), classes = take_part(&rest, ':');
  *noun = (Noun){.many = -1, .measure = -1};
  Str one = grammar_take_word(&forms), many = grammar_take_word(&forms);
  if (one.bytes == 0) return grammar_fail(reading, _("a noun must follow"), STR(""));
  if (forms.bytes > 0)
    return grammar_fail(
        reading, _("a noun has two forms at most, and “:” stands between spaces; left is"), forms);
  if (!add_word(reading, one, &noun->one)) return false;
  if (many.bytes > 0 && !add_word(reading, many, &noun->many)) return false;
  if (rest.bytes > 0 && !add_word(reading, rest, &noun->measure)) return false;
  return make_classes(reading, classes, &noun->classes);
}

static bool read_name(GrammarReading *reading, Str rest) {
  if (!read_noun(reading, rest)) return false;
  reading->grammar->nouns[reading->grammar->noun_count - 1].is_name = true;
  return true;
}

static bool read_rule_name(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Str name = take_part(&rest, ':');
  for (int i = 0; i < grammar->rule_count; i++)
    if (str_equal(grammar->rules[i].name, name))
      return grammar_fail(reading, _("there are two rules"), name);
  grammar->rules[grammar->rule_count++] = (Rule){name, -1, reading->line};
  return true;
}

/* ---- second walk ---- */

static bool read_adjective(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Adjective *adjective = &grammar->adjectives[grammar->adjective_count++];
  Str word = take_part(&rest, ':');
  *adjective = (Adjective){0};
  if (word.bytes == 0 || memchr(word.at, ' ', word.bytes))
    return grammar_fail(reading, _("an adjective is one word, then “:” and classes, not"), word);
  return add_word(reading, word, &adjective->word) &&
         grammar_read_classes(reading, rest, &adjective->fits);
}

static bool read_modifier(GrammarReading *reading, Str rest) {
  if (!read_adjective(reading, rest)) return false;
  reading->grammar->adjectives[reading->grammar->adjective_count - 1].only_before = true;
  return true;
}

static bool read_number(const GrammarReading *reading, Str word, int *number) {
  *number = str_is(word, "one")    ? NUMBER_ONE
            : str_is(word, "many") ? NUMBER_MANY
            : str_is(word, "any")  ? NUMBER_ANY
                                   : 0;
  return *number ||
         grammar_fail(reading, _("one, many or any must stand where this stands:"), word);
}

/* pronoun he him his : one : male */
static bool read_pronoun(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Pronoun *pronoun = &grammar->pronouns[grammar->pronoun_count++];
  Str words = take_part(&rest, ':'), number = take_part(&rest, ':');
  if (words.bytes == 0) return grammar_fail(reading, _("a pronoun must follow"), STR(""));
  for (int i = 0; i < PRONOUN_CASES; i++) {
    Str word = grammar_take_word(&words);
    if (word.bytes == 0) pronoun->cases[i] = pronoun->cases[0];
    else if (!add_word(reading, word, &pronoun->cases[i])) return false;
  }
  if (words.bytes > 0)
    return grammar_fail(reading, _("a pronoun is subject, object and possessive; left is"), words);
  return read_number(reading, number, &pronoun->number) &&
         grammar_read_classes(reading, rest, &pronoun->fits);
}

/* fit_into: two words of one form. */
static bool read_form(const GrammarReading *reading, Str text, VerbForm *form) {
  while (text.bytes > 0) {
    const char *line = memchr(text.at, '_', text.bytes);
    size_t bytes = line ? (size_t)(line - text.at) : text.bytes;
    if (form->count == FORM_WORDS_MOST)
      return grammar_fail(reading, _("a form of a verb has at most 3 words; left is"), text);
    if (!add_word(reading, (Str){text.at, bytes}, &form->words[form->count++])) return false;
    bytes += line != NULL;
    text = (Str){text.at + bytes, text.bytes - bytes};
  }
  return true;
}

static int find_adjective(const Grammar *grammar, const GrammarWords *words, Str word) {
  for (int i = 0; i < grammar->adjective_count; i++)
    if (str_equal(grammar_words_shown(words, grammar->adjectives[i].word), word)) return i;
  return -1;
}

static bool read_leans(const GrammarReading *reading, Str list, Verb *verb) {
  Lean lean = LEAN_NONE;
  while (list.bytes > 0) {
    Str word = grammar_take_word(&list);
    if (str_is(word, "subject")) lean = LEAN_SUBJECT;
    else if (str_is(word, "object")) lean = LEAN_OBJECT;
    else {
      int adjective = find_adjective(reading->grammar, reading->words, word);
      if (lean == LEAN_NONE)
        return grammar_fail(reading, _("subject or object must come before"), word);
      if (adjective < 0)
        return grammar_fail(reading, _("no adjective line above this one has"), word);
      if (verb->leans[adjective])
        return grammar_fail(reading, _("it speaks against two nouns:"), word);
      verb->leans[adjective] = (unsigned char)lean;
      verb->leaning_count++;
    }
  }
  return true;
}

/* verb fit_into fitted_into : thing > container : subject big object small */
static bool read_verb(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Verb *verb = &grammar->verbs[grammar->verb_count++];
  Str forms = take_part(&rest, ':'), classes = take_part(&rest, ':');
  Str subjects = take_part(&classes, '>');
  *verb = (Verb){0};
  verb->leans = arena_take(reading->arena, (size_t)grammar->adjective_count, 1);
  if (!verb->leans) return status_no_memory(reading->status);
  for (int i = 0; i < grammar->form_count; i++) {
    Str form = grammar_take_word(&forms);
    if (form.bytes == 0)
      return grammar_fail(reading, _("the verb lacks the form"), grammar->forms[i]);
    if (!read_form(reading, form, &verb->forms[i])) return false;
  }
  if (forms.bytes > 0) return grammar_fail(reading, _("more forms than names of forms:"), forms);
  if (!grammar_read_classes(reading, subjects, &verb->subjects)) return false;
  if (classes.bytes > 0 && !grammar_read_classes(reading, classes, &verb->objects)) return false;
  return read_leans(reading, rest, verb);
}

/* A whole number at the beginning of a line is its weight. */
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

static bool has_adjective(const Grammar *grammar, int from) {
  for (int i = from; i < grammar->node_count; i++)
    if (grammar->nodes[i].kind == NODE_PHRASE_ADJECTIVE) return true;
  return false;
}

/* phrase 3 one : the {noun} */
static bool read_phrase(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Phrase *phrase = &grammar->phrases[grammar->phrase_count++];
  int from = grammar->node_count;
  if (!take_weight(reading, &rest, &phrase->weight)) return false;
  Str number = take_part(&rest, ':');
  phrase->for_names = str_is(number, "name");
  if (phrase->for_names) phrase->number = NUMBER_ONE;
  else if (!read_number(reading, number, &phrase->number)) return false;
  reading->in_phrase = true;
  bool read = grammar_read_pattern(reading, rest, &phrase->first);
  reading->in_phrase = false;
  phrase->has_adjective = has_adjective(grammar, from);
  return read;
}

static bool read_rule(GrammarReading *reading, Str rest) {
  Rule *rules = reading->grammar->rules;
  int index = 0;
  while (rules[index].line != reading->line) index++;
  take_part(&rest, ':');
  return grammar_read_pattern(reading, rest, &rules[index].first);
}

static bool read_sentence(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  Pattern *pattern = &grammar->patterns[grammar->pattern_count++];
  pattern->line = reading->line;
  if (!take_weight(reading, &rest, &pattern->weight)) return false;
  if (str_starts(rest, ":")) rest = str_trim((Str){rest.at + 1, rest.bytes - 1});
  grammar->pattern_weight += pattern->weight;
  return grammar_read_pattern(reading, rest, &pattern->first);
}

/* ---- lines ---- */

typedef struct Keyword {
  const char *name;
  int walk; /* 1, 2, 3: both (first by `read`, second by `again`) */
  bool (*read)(GrammarReading *reading, Str rest);
} Keyword;

/* Adjectives come before verbs, and nouns before adjectives, wherever they stand in the file. */
enum { WALKS = 3 };
static const Keyword keywords[] = {
    {"spaces", 1, read_spaces},     {"end", 1, read_end},
    {"spelling", 1, read_spelling}, {"forms", 1, read_forms},
    {"noun", 1, read_noun},         {"name", 1, read_name},
    {"rule", 1, read_rule_name},    {"adjective", 2, read_adjective},
    {"modifier", 2, read_modifier}, {"pronoun", 2, read_pronoun},
    {"verb", 3, read_verb},         {"phrase", 3, read_phrase},
    {"rule", 3, read_rule},         {"sentence", 3, read_sentence},
};
enum { KEYWORD_COUNT = sizeof keywords / sizeof keywords[0] };

static bool fail_keyword(const GrammarReading *reading, Str word) {
  const char *names[KEYWORD_COUNT];
  for (int i = 0; i < KEYWORD_COUNT; i++) names[i] = keywords[i].name;
  int nearest = str_nearest(word, names, KEYWORD_COUNT);
  if (nearest < 0)
    return grammar_fail(
        reading,
        _("a line begins with spaces, end, spelling, forms, noun, name, adjective, modifier, "
          "pronoun, verb, phrase, rule or sentence, not"),
        word);
  return status_fail(reading->status, STATUS_USAGE,
                     _("%s: a line does not begin with “%.*s”; did you mean “%s”?"), reading->place,
                     (int)(word.bytes < SHOWN_BYTES ? word.bytes : SHOWN_BYTES), word.at,
                     names[nearest]);
}

static bool is_text(Str line) {
  uint32_t code;
  for (size_t at = 0, bytes; at < line.bytes; at += bytes)
    if ((bytes = str_decode(line, at, &code)) == 0 || (code < ' ' && code != '\t')) return false;
  return true;
}

static bool read_line(GrammarReading *reading, Str line, int walk) {
  bool known = false;
  snprintf(reading->place, sizeof reading->place, "%.100s:%d", reading->path, reading->line);
  const char *comment = memchr(line.at, '#', line.bytes);
  if (comment) line.bytes = (size_t)(comment - line.at);
  line = str_trim(line);
  if (!is_text(line)) return grammar_fail(reading, _("this is no line of UTF-8 text"), STR(""));
  if (line.bytes == 0) return true;
  Str rest = line, word = grammar_take_word(&rest);
  for (int i = 0; i < KEYWORD_COUNT; i++) {
    if (!str_is(word, keywords[i].name)) continue;
    known = true;
    if (keywords[i].walk == walk && !keywords[i].read(reading, rest)) return false;
  }
  return known || fail_keyword(reading, word);
}

static bool walk_lines(GrammarReading *reading, Str text, int walk) {
  reading->line = 0;
  while (text.bytes > 0) {
    const char *end = memchr(text.at, '\n', text.bytes);
    size_t bytes = end ? (size_t)(end - text.at) : text.bytes, taken = bytes + (end != NULL);
    reading->line++;
    if (!read_line(reading, (Str){text.at, bytes}, walk)) return false;
    text = (Str){text.at + taken, text.bytes - taken};
  }
  return true;
}

static bool take_tables(GrammarReading *reading, size_t lines) {
  Grammar *grammar = reading->grammar;
  Arena *arena = reading->arena;
  grammar->nouns = arena_take(arena, lines, sizeof *grammar->nouns);
  grammar->adjectives = arena_take(arena, lines, sizeof *grammar->adjectives);
  grammar->verbs = arena_take(arena, lines, sizeof *grammar->verbs);
  grammar->pronouns = arena_take(arena, lines, sizeof *grammar->pronouns);
  grammar->rules = arena_take(arena, lines, sizeof *grammar->rules);
  grammar->phrases = arena_take(arena, lines, sizeof *grammar->phrases);
  grammar->patterns = arena_take(arena, lines, sizeof *grammar->patterns);
  grammar->nodes = arena_take(arena, NODES_MOST, sizeof *grammar->nodes);
  return grammar->nouns && grammar->adjectives && grammar->verbs && grammar->pronouns &&
         grammar->rules && grammar->phrases && grammar->patterns && grammar->nodes;
}

static bool check_whole(GrammarReading *reading) {
  const Grammar *grammar = reading->grammar;
  const char *missing = !grammar->noun_count        ? "noun"
                        : !grammar->adjective_count ? "adjective"
                        : !grammar->verb_count      ? "verb"
                        : !grammar->pronoun_count   ? "pronoun"
                        : !grammar->phrase_count    ? "phrase"
                        : !grammar->pattern_count   ? "sentence"
                                                    : NULL;
  if (!missing) return true;
  return status_fail(reading->status, STATUS_USAGE, _("%s: there is no line that begins with %s"),
                     reading->path, missing);
}

bool grammar_read(Arena *arena, const char *path, Str text, GrammarWords *words,
                  const Grammar **grammar, Status *status) {
  GrammarReading reading = {arena, path, NULL, words, status, 0, false, ""};
  size_t lines = 1;
  text = str_without_mark(text);
  for (size_t i = 0; i < text.bytes; i++) lines += text.at[i] == '\n';
  reading.grammar = arena_take(arena, 1, sizeof *reading.grammar);
  if (!reading.grammar || !take_tables(&reading, lines)) return status_no_memory(status);
  reading.grammar->words = words;
  reading.grammar->end_word = -1;
  for (int walk = 1; walk <= WALKS; walk++)
    if (!walk_lines(&reading, text, walk)) return false;
  *grammar = reading.grammar;
  return check_whole(&reading);
}
