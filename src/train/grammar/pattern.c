/* train/grammar/pattern.c -- reads a pattern: words, (one|or another|), {slots} and <rules>.
**
** A recursive-descent parser with one function each for a choice, a row and a part.
*/
#include "train/grammar/reading.h"

#include <string.h>

#include "base/i18n.h"

typedef struct Cursor {
  GrammarReading *reading;
  Str text;
  size_t at;
  int depth;
} Cursor;

enum { DEPTH_MOST = 16 };

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static void skip_blanks(Cursor *cursor) {
  while (cursor->at < cursor->text.bytes && is_blank(cursor->text.at[cursor->at])) cursor->at++;
}

static char peek(const Cursor *cursor) {
  return cursor->at < cursor->text.bytes ? cursor->text.at[cursor->at] : '\0';
}

/* NULL, with the status set, when the array is full. The array has its full size from the start, so
** the pointer stays valid. */
static Node *add_node(const Cursor *cursor, NodeKind kind, int *index) {
  Grammar *grammar = cursor->reading->grammar;
  if (grammar->node_count == NODES_MOST) {
    grammar_fail_plain(cursor->reading, _("the patterns are too long altogether"));
    return NULL;
  }
  *index = grammar->node_count++;
  Node *node = &grammar->nodes[*index];
  *node = (Node){.kind = kind, .next = -1, .option = -1, .first = -1, .word = -1};
  node->word_many = node->index = -1;
  node->of = node->object = (Ref){false, -1};
  return node;
}

/* Returns the text up to the closing mark and moves the cursor behind it. */
static bool take_until(Cursor *cursor, char close, Str *inside) {
  size_t from = ++cursor->at;
  const char *end = memchr(cursor->text.at + from, close, cursor->text.bytes - from);
  if (!end)
    return grammar_fail(cursor->reading, _("it is opened and never closed:"),
                        (Str){cursor->text.at + from - 1, 1});
  *inside = str_trim((Str){cursor->text.at + from, (size_t)(end - cursor->text.at) - from});
  cursor->at = (size_t)(end - cursor->text.at) + 1;
  return true;
}

/* ---- slots ---- */

/* "a" … "f" is a noun, "it", "it2" … a pronoun. */
static bool read_ref(Str word, Ref *ref) {
  *ref = (Ref){false, -1};
  if (word.bytes == 1 && word.at[0] >= 'a' && word.at[0] < 'a' + SENTENCE_NOUNS_MOST)
    ref->index = word.at[0] - 'a';
  else if (str_is(word, "it")) *ref = (Ref){true, 0};
  else if (word.bytes == 3 && str_starts(word, "it") && word.at[2] >= '2' &&
           word.at[2] < '1' + SENTENCE_PRONOUNS_MOST)
    *ref = (Ref){true, word.at[2] - '1'};
  return ref->index >= 0;
}

static bool need_ref(const Cursor *cursor, Str word, Ref *ref) {
  if (read_ref(word, ref)) return true;
  return grammar_fail(cursor->reading,
                      _("a noun (a to f) or a pronoun (it, it2 …) must stand here, not"), word);
}

static bool read_verb_letter(const Cursor *cursor, Str word, int *index) {
  if (word.bytes == 1 && word.at[0] >= 'v' && word.at[0] < 'v' + SENTENCE_VERBS_MOST) {
    *index = word.at[0] - 'v';
    return true;
  }
  return grammar_fail(cursor->reading, _("a verb (v to y) must stand here, not"), word);
}

static int form_of(const Grammar *grammar, Str word) {
  for (int i = 0; i < grammar->form_count; i++)
    if (str_equal(grammar->forms[i], word)) return i;
  return -1;
}

static bool need_end(const Cursor *cursor, Str rest) {
  return rest.bytes == 0 || grammar_fail(cursor->reading, _("a slot has no room for"), rest);
}

/* {past v a b} */
static bool read_verb_slot(const Cursor *cursor, Str rest, Node *node) {
  node->kind = NODE_VERB;
  if (!read_verb_letter(cursor, grammar_take_word(&rest), &node->index)) return false;
  if (!need_ref(cursor, grammar_take_word(&rest), &node->of)) return false;
  return rest.bytes == 0 ||
         (need_ref(cursor, grammar_take_word(&rest), &node->object) && need_end(cursor, rest));
}

/* {adj it}  {against it v}  {for it v} */
static bool read_holds_slot(const Cursor *cursor, Str rest, Node *node) {
  node->kind = NODE_HOLDS;
  if (!need_ref(cursor, grammar_take_word(&rest), &node->of)) return false;
  if (node->reason != REASON_NONE &&
      !read_verb_letter(cursor, grammar_take_word(&rest), &node->index))
    return false;
  return need_end(cursor, rest);
}

/* {was/were it} */
static bool read_agreeing_slot(const Cursor *cursor, Str words, Str rest, Node *node) {
  const char *slash = memchr(words.at, '/', words.bytes);
  Str one = {words.at, (size_t)(slash - words.at)};
  Str many = {slash + 1, words.bytes - one.bytes - 1};
  GrammarReading *reading = cursor->reading;
  node->kind = NODE_AGREES;
  return grammar_words_add(reading->words, reading->place, one, &node->word, reading->status) &&
         grammar_words_add(reading->words, reading->place, many, &node->word_many,
                           reading->status) &&
         need_ref(cursor, grammar_take_word(&rest), &node->of) && need_end(cursor, rest);
}

/* {it}, {it object : a b} */
static bool read_pronoun_slot(const Cursor *cursor, Str rest, Node *node) {
  static const char *const cases[] = {"subject", "object", "possessive"};
  node->kind = NODE_PRONOUN;
  Str word = grammar_take_word(&rest);
  for (int i = 0; i < PRONOUN_CASES; i++)
    if (str_is(word, cases[i])) {
      node->form = i;
      word = grammar_take_word(&rest);
    }
  if (word.bytes == 0) return true;
  if (!str_is(word, ":"))
    return grammar_fail(cursor->reading, _("subject, object, possessive or “:” comes here, not"),
                        word);
  while (rest.bytes > 0) {
    Ref ref;
    Str noun = grammar_take_word(&rest);
    if (!read_ref(noun, &ref) || ref.is_pronoun)
      return grammar_fail(cursor->reading, _("a pronoun stands for nouns (a to f), not for"), noun);
    node->may_mean |= UINT64_C(1) << ref.index;
  }
  return true;
}

/* {a}, {a : place} */
static bool read_noun_slot(const Cursor *cursor, Str rest, Node *node) {
  node->kind = NODE_NOUN;
  Str word = grammar_take_word(&rest);
  if (word.bytes == 0) return true;
  if (!str_is(word, ":"))
    return grammar_fail(cursor->reading, _("“:” and classes come behind a noun, not"), word);
  return grammar_read_classes(cursor->reading, rest, &node->classes);
}

static bool read_phrase_slot(const Cursor *cursor, Str inside, Node *node) {
  if (str_is(inside, "noun")) node->kind = NODE_PHRASE_NOUN;
  else if (str_is(inside, "adjective")) node->kind = NODE_PHRASE_ADJECTIVE;
  else if (str_is(inside, "measure")) node->kind = NODE_PHRASE_MEASURE;
  else
    return grammar_fail(cursor->reading,
                        _("a phrase has the slots noun, adjective and measure, not"), inside);
  return true;
}

static bool read_sentence_slot(const Cursor *cursor, Str inside, Node *node) {
  Str rest = inside, word = grammar_take_word(&rest);
  Ref ref;
  if (memchr(word.at, '/', word.bytes)) return read_agreeing_slot(cursor, word, rest, node);
  if (str_is(word, "against")) node->reason = REASON_AGAINST;
  if (str_is(word, "for")) node->reason = REASON_FOR;
  if (node->reason || str_is(word, "adj")) return read_holds_slot(cursor, rest, node);
  node->form = form_of(cursor->reading->grammar, word);
  if (node->form >= 0) return read_verb_slot(cursor, rest, node);
  node->form = 0;
  if (!read_ref(word, &ref))
    return grammar_fail(
        cursor->reading,
        _("a slot begins with a noun (a to f), a pronoun (it, it2 …), a form of verbs, adj, for, "
          "against, or words for one and many (was/were), not"),
        word);
  node->index = ref.index;
  return ref.is_pronoun ? read_pronoun_slot(cursor, rest, node)
                        : read_noun_slot(cursor, rest, node);
}

static bool read_slot(Cursor *cursor, int *index) {
  Str inside;
  if (!take_until(cursor, '}', &inside)) return false;
  Node *node = add_node(cursor, NODE_EMPTY, index);
  if (!node) return false;
  if (inside.bytes == 0) return grammar_fail(cursor->reading, _("an empty slot"), STR("{}"));
  return cursor->reading->in_phrase ? read_phrase_slot(cursor, inside, node)
                                    : read_sentence_slot(cursor, inside, node);
}

/* ---- rows, choices, rules ---- */

static bool read_rule(Cursor *cursor, int *index) {
  Str name;
  if (!take_until(cursor, '>', &name)) return false;
  Node *node = add_node(cursor, NODE_RULE, index);
  if (!node) return false;
  node->index = token_table_find(cursor->reading->rules, name);
  return node->index >= 0 || grammar_fail(cursor->reading, _("there is no rule"), name);
}

static bool ends_word(char c) { return is_blank(c) || strchr("(){}<>|", c); }

static bool read_plain_word(Cursor *cursor, int *index) {
  size_t from = cursor->at;
  while (cursor->at < cursor->text.bytes && !ends_word(peek(cursor))) cursor->at++;
  Str word = {cursor->text.at + from, cursor->at - from};
  Node *node = add_node(cursor, NODE_WORD, index);
  if (!node) return false;
  if (word.bytes == 0)
    return grammar_fail(cursor->reading, _("this closes nothing:"),
                        (Str){cursor->text.at + from, 1});
  GrammarReading *reading = cursor->reading;
  return grammar_words_add(reading->words, reading->place, word, &node->word, reading->status);
}

static bool read_choice(Cursor *cursor, int *first);

/* Only brackets nest, so depth is counted here alone. Rules that refer to each other in a circle
** are handled when a sentence is drawn (draft_flatten). */
static bool read_part(Cursor *cursor, int *index) {
  char c = peek(cursor);
  if (c == '{') return read_slot(cursor, index);
  if (c == '<') return read_rule(cursor, index);
  if (c != '(') return read_plain_word(cursor, index);
  cursor->at++;
  if (++cursor->depth > DEPTH_MOST)
    return grammar_fail(cursor->reading, _("too many brackets inside each other"), STR("("));
  if (!read_choice(cursor, index)) return false;
  if (peek(cursor) != ')')
    return grammar_fail(cursor->reading, _("it is opened and never closed:"), STR("("));
  cursor->at++;
  cursor->depth--;
  return true;
}

/* Reads up to | or ) or the end; an empty row becomes one NODE_EMPTY. */
static bool read_row(Cursor *cursor, int *first) {
  int last = -1, index = -1;
  *first = -1;
  for (skip_blanks(cursor); peek(cursor) && !strchr("|)", peek(cursor)); skip_blanks(cursor)) {
    if (!read_part(cursor, &index)) return false;
    if (last < 0) *first = index;
    else cursor->reading->grammar->nodes[last].next = index;
    last = index;
  }
  return *first >= 0 || add_node(cursor, NODE_EMPTY, first);
}

static bool read_choice(Cursor *cursor, int *index) {
  if (!add_node(cursor, NODE_CHOICE, index)) return false;
  Node *nodes = cursor->reading->grammar->nodes;
  for (int last = -1, option;; cursor->at++) {
    if (!read_row(cursor, &option)) return false;
    if (last < 0) nodes[*index].first = option;
    else nodes[last].option = option;
    last = option;
    nodes[*index].option_count++;
    if (peek(cursor) != '|') return true;
  }
}

bool grammar_read_pattern(GrammarReading *reading, Str text, int *first) {
  Cursor cursor = {.reading = reading, .text = text};
  if (text.bytes == 0) return grammar_fail_plain(reading, _("a pattern must follow"));
  if (!read_choice(&cursor, first)) return false;
  return cursor.at == text.bytes ||
         grammar_fail(reading, _("this closes nothing:"), (Str){text.at + cursor.at, 1});
}
