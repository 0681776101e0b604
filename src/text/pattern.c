/* text/pattern.c -- PCRE2 with memory from an arena, and the translation of Ruby's syntax into
** PCRE2's. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "text/pattern.h"

#include <pcre2.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"

/* PCRE2 allows no larger repeat. */
enum { REPEAT_MOST = 65535 };

/* The cost of a callout, in units of the budget (examining one character). */
enum { CALLOUT_WORK = 4 };

struct Pattern {
  pcre2_code *code;
  int unseen; /* characters that one item may examine before it fails: the largest {n} */
};

/* All characters but White_Space, for use inside a class. */
static const char no_white[] =
    "\\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{84}\\x{86}-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}"
    "\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}"
    "\\x{3001}-\\x{D7FF}\\x{E000}-\\x{10FFFF}";

/* ---- Ruby's syntax ---- */

typedef struct Translation {
  Str from;
  size_t at;
  StrBuf to;
  bool in_class;
  int largest_repeat;
  Status *status;
} Translation;

static bool refuse(const Translation *translation, const char *sign) {
  return status_fail(translation->status, STATUS_COULD_NOT,
                     _("%s in the pattern “%.*s” is not supported"), sign,
                     (int)str_head(translation->from, 60).bytes, translation->from.at);
}

/* Adds a class, or its content when inside another class. */
static void add_class(Translation *translation, const char *before, const char *class) {
  bool inside = translation->in_class;
  strbuf_format(&translation->to, "%s%s%s", inside ? "" : before, class, inside ? "" : "]");
}

/* Adds \x{…}, \p{…} or \P{…} with the braces. For the name of a script, as in \p{Han}, PCRE2 would
** also match characters that scripts share (Script_Extensions); a name of one or two letters is a
** General_Category. */
static void add_braced(Translation *translation) {
  Str from = translation->from, rest = {from.at + translation->at, from.bytes - translation->at};
  const char *close = rest.bytes > 2 && rest.at[2] == '{' ? memchr(rest.at, '}', rest.bytes) : NULL;
  size_t bytes = close ? (size_t)(close - rest.at) + 1 : 2;
  bool is_not = bytes > 4 && rest.at[3] == '^', is_code = rest.at[1] == 'x';
  Str name = {rest.at + 3 + is_not, bytes > 4 ? bytes - 4 - is_not : 0};
  translation->at += bytes;
  if (is_code || name.bytes < 3 || str_is(name, "Any"))
    strbuf_add(&translation->to, (Str){rest.at, bytes});
  else
    strbuf_format(&translation->to, "%.2s{%ssc:%.*s}", rest.at, is_not ? "^" : "", (int)name.bytes,
                  name.at);
}

/* Adds a backslash and its letter; letters with the same meaning in both are unchanged. */
static bool add_escaped(Translation *translation) {
  char letter = translation->at + 1 < translation->from.bytes
                    ? translation->from.at[translation->at + 1]
                    : '\0';
  char sign[3] = {'\\', letter, '\0'};
  if (letter == 'p' || letter == 'P' || letter == 'x') return add_braced(translation), true;
  translation->at += 2;
  if (letter == 's') add_class(translation, "[", PATTERN_WHITE);
  else if (letter == 'S') add_class(translation, "[", no_white);
  else if (letter == 'w') add_class(translation, "[", PATTERN_WORD);
  else if (letter == 'W' && !translation->in_class) add_class(translation, "[^", PATTERN_WORD);
  else if (letter && strchr("dDrntfaeAz()[]{}.*+?^$|\\/-'\"!#%&,:;<=>@_`~ ", letter))
    strbuf_add(&translation->to, (Str){sign, 2});
  else return refuse(translation, letter ? sign : "\\");
  return true;
}

/* Allows only the options i and x after (?: m has another meaning in Ruby (. matches line ends)
** than in PCRE2 (^ and $ match at them), and only one of the two knows the others. */
static bool check_options(const Translation *translation) {
  size_t at = translation->at + 2;
  Str from = translation->from;
  /* Ruby does not have (?P=name), a back-reference, nor (?P>name) and other calls of groups. */
  if (at < from.bytes && strchr("PRC&+0123456789|", from.at[at])) {
    char sign[] = {'(', '?', from.at[at], '\0'};
    return refuse(translation, sign);
  }
  for (; at < from.bytes && strchr("imnsxaduJU-", from.at[at]); at++) {
    char sign[] = {'(', '?', from.at[at], '\0'};
    if (!strchr("ix-", from.at[at])) return refuse(translation, sign);
  }
  return true;
}

/* The n of {n, {n,m} or {n,}. */
static void note_repeat(Translation *translation) {
  size_t at = translation->at + 1;
  long repeat;
  str_leading_number((Str){translation->from.at + at, translation->from.bytes - at}, &repeat);
  int bounded = repeat < REPEAT_MOST ? (int)repeat : REPEAT_MOST;
  translation->largest_repeat = int_max(translation->largest_repeat, bounded);
}

/* Refuses {2,3}+ (a repeated repeat), nested sets and set intersections. */
static bool check_sign(const Translation *translation, char sign) {
  Str from = translation->from;
  char next = translation->at + 1 < from.bytes ? from.at[translation->at + 1] : '\0';
  if (translation->in_class && sign == '[') return refuse(translation, "[ [");
  if (translation->in_class && sign == '&' && next == '&') return refuse(translation, "&&");
  if (!translation->in_class && sign == '}' && next == '+') return refuse(translation, "}+");
  /* (* begins a verb in PCRE2; in Ruby it is an error. */
  if (!translation->in_class && sign == '(' && next == '*') return refuse(translation, "(*");
  return translation->in_class || sign != '(' || next != '?' || check_options(translation);
}

static bool add_sign(Translation *translation) {
  char sign = translation->from.at[translation->at];
  if (!check_sign(translation, sign)) return false;
  if (sign == '{') note_repeat(translation);
  strbuf_add_char(&translation->to, sign);
  translation->at++;
  bool opens = !translation->in_class && sign == '[';
  if (opens && translation->at < translation->from.bytes &&
      translation->from.at[translation->at] == '^')
    strbuf_add_char(&translation->to, translation->from.at[translation->at++]);
  /* A ] directly after the [ is a member of the class. */
  if (opens && translation->at < translation->from.bytes &&
      translation->from.at[translation->at] == ']') {
    strbuf_add(&translation->to, STR("\\]"));
    translation->at++;
  }
  if (opens) translation->in_class = true;
  else if (sign == ']') translation->in_class = false;
  return true;
}

static bool translate(Arena *arena, Str *text, int *largest_repeat, Status *status) {
  Translation translation = {.from = *text, .to = strbuf_make(arena), .status = status};
  while (translation.at < text->bytes)
    if (!(text->at[translation.at] == '\\' ? add_escaped(&translation) : add_sign(&translation)))
      return false;
  if (translation.to.failed) return status_no_memory(status);
  *text = strbuf_str(&translation.to);
  *largest_repeat = translation.largest_repeat;
  return true;
}

/* ---- PCRE2 ---- */

/* PCRE2 allocates with this; its memory is freed with the arena, not before. */
static void *pcre_allocate(PCRE2_SIZE bytes, void *arena) { return arena_take(arena, bytes, 1); }

/* Does nothing: the arena frees the memory. */
static void pcre_free(void *memory, void *arena) {
  (void)memory;
  (void)arena;
}

static bool fail_compile(Str text, int error, PCRE2_SIZE place, Status *status) {
  PCRE2_UCHAR reason[120];
  pcre2_get_error_message(error, reason, sizeof reason);
  return status_fail(status, STATUS_COULD_NOT,
                     _("the pattern “%.*s” is no pattern: %s at byte %zu"),
                     (int)str_head(text, 60).bytes, text.at, (const char *)reason, (size_t)place);
}

bool pattern_make(Arena *arena, PatternGrammar grammar, Str text, const Pattern **pattern,
                  Status *status) {
  static const uint32_t options[] = {
      [PATTERN_PLAIN] = PCRE2_UTF | PCRE2_LITERAL | PCRE2_AUTO_CALLOUT,
      [PATTERN_OWN] = PCRE2_UTF,
      [PATTERN_RUBY] = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_AUTO_CALLOUT};
  int error;
  PCRE2_SIZE place;
  if (text.bytes > PATTERN_BYTES_MOST)
    return status_fail(status, STATUS_COULD_NOT,
                       P_("a pattern has %zu byte; the limit is %d",
                          "a pattern has %zu bytes; the limit is %d", text.bytes),
                       text.bytes, PATTERN_BYTES_MOST);
  Pattern *made = arena_take(arena, 1, sizeof *made);
  pcre2_general_context *memory =
      made ? pcre2_general_context_create(pcre_allocate, pcre_free, arena) : NULL;
  pcre2_compile_context *context = memory ? pcre2_compile_context_create(memory) : NULL;
  if (!context) return status_no_memory(status);
  pcre2_set_newline(context, PCRE2_NEWLINE_LF);
  if (grammar == PATTERN_RUBY && !translate(arena, &text, &made->unseen, status)) return false;
  made->code =
      pcre2_compile((PCRE2_SPTR)text.at, text.bytes, options[grammar], &error, &place, context);
  *pattern = made;
  return made->code || fail_compile(text, error, place, status);
}

/* ---- the cost of a search ---- */

/* The state of one search: PCRE2's match data, its limits, and the position of the last callout. */
typedef struct Match {
  pcre2_match_data *data;
  pcre2_match_context *limits;
  WorkBudget *budget; /* NULL: not counted */
  const Pattern *pattern;
  size_t last_place;
} Match;

/* PCRE2 calls this before every item of the pattern that it tries. The item before has examined the
** characters between the two positions, or more if it failed, which only {n} can. A result below 0
** ends the search. */
static int count_work(pcre2_callout_block *block, void *self) {
  Match *match = self;
  size_t place = block->current_position, last = match->last_place;
  int64_t seen = (int64_t)(place > last ? place - last : last - place);
  match->last_place = place;
  bool goes_on = work_budget_take(match->budget, CALLOUT_WORK + match->pattern->unseen + seen);
  return goes_on ? 0 : PCRE2_ERROR_CALLOUT;
}

bool pattern_begin(const Pattern *pattern, Arena *work, WorkBudget *budget, PatternSearch *search,
                   Status *status) {
  Match *match = arena_take(work, 1, sizeof *match);
  pcre2_general_context *memory =
      match ? pcre2_general_context_create(pcre_allocate, pcre_free, work) : NULL;
  if (!memory) return status_no_memory(status);
  *match = (Match){.data = pcre2_match_data_create(1, memory),
                   .limits = pcre2_match_context_create(memory),
                   .budget = budget,
                   .pattern = pattern};
  *search = (PatternSearch){pattern, match};
  if (!match->data || !match->limits) return status_no_memory(status);
  pcre2_set_match_limit(match->limits, PATTERN_STEPS_MOST);
  if (match->budget) pcre2_set_callout(match->limits, count_work, match);
  return true;
}

/* ---- searching ---- */

/* Returns PCRE2's result; fills places on a match. */
static int search_for(const PatternSearch *search, Str text, size_t from, uint32_t options,
                      size_t places[2]) {
  Match *match = search->match;
  if (match->budget && !work_budget_take(match->budget, CALLOUT_WORK))
    return PCRE2_ERROR_MATCHLIMIT;
  match->last_place = from;
  int found = pcre2_match(search->pattern->code, (PCRE2_SPTR)text.at, text.bytes, from,
                          options | PCRE2_NO_UTF_CHECK, match->data, match->limits);
  if (found < 0) return found;
  const PCRE2_SIZE *vector = pcre2_get_ovector_pointer(match->data);
  places[0] = vector[0];
  places[1] = vector[1];
  return found;
}

static PatternFound answer_of(int found) {
  if (found == PCRE2_ERROR_NOMATCH) return PATTERN_NOT_FOUND;
  return found < 0 ? PATTERN_FAILED : PATTERN_FOUND;
}

PatternFound pattern_find(const PatternSearch *search, Str text, size_t from, size_t *first,
                          size_t *end) {
  size_t places[2] = {from, from};
  int found = search_for(search, text, from, 0, places);
  *first = places[0];
  *end = places[1];
  return answer_of(found);
}

PatternFound pattern_at(const PatternSearch *search, Str text, size_t from, size_t *end) {
  size_t places[2] = {from, from};
  int found = search_for(search, text, from, PCRE2_ANCHORED, places);
  *end = places[1];
  return answer_of(found);
}
