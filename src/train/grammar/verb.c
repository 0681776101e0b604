/* train/grammar/verb.c -- reads a verb's line: its forms, the classes of subject and object, and
** the adjectives that are about one of them. */
#include "train/grammar/reading.h"

#include <string.h>

#include "base/i18n.h"

/* fit_into is one form of two words. */
static bool read_form(const GrammarReading *reading, Str text, VerbForm *form) {
  while (text.bytes > 0) {
    const char *line = memchr(text.at, '_', text.bytes);
    size_t bytes = line ? (size_t)(line - text.at) : text.bytes;
    if (form->count == FORM_WORDS_MOST)
      return grammar_fail(reading, _("a form of a verb has at most 3 words; left is"), text);
    if (!grammar_add_word(reading, (Str){text.at, bytes}, &form->words[form->count++]))
      return false;
    bytes += line != NULL;
    text = (Str){text.at + bytes, text.bytes - bytes};
  }
  return true;
}

static bool read_leans(const GrammarReading *reading, Str list, Verb *verb) {
  Lean lean = LEAN_NONE;
  while (list.bytes > 0) {
    Str word = grammar_take_word(&list);
    if (str_is(word, "subject")) lean = LEAN_SUBJECT;
    else if (str_is(word, "object")) lean = LEAN_OBJECT;
    else {
      int adjective = token_table_find(reading->adjectives, word);
      if (lean == LEAN_NONE)
        return grammar_fail(reading, _("subject or object must come before"), word);
      if (adjective < 0)
        return grammar_fail(
            reading, _("subject and object are followed by words of adjective lines, not"), word);
      if (verb->leans[adjective])
        return grammar_fail(reading, _("it speaks against two nouns:"), word);
      verb->leans[adjective] = (unsigned char)lean;
      verb->leaning_count++;
    }
  }
  return true;
}

static bool is_same_form(const VerbForm *a, const VerbForm *b) {
  return a->count == b->count &&
         memcmp(a->words, b->words, (size_t)a->count * sizeof *a->words) == 0;
}

/* The same word may have two lines when one takes an object and the other takes none. */
static bool check_new_verb(const GrammarReading *reading, Str word) {
  const Grammar *grammar = reading->grammar;
  const Verb *added = &grammar->verbs[grammar->verb_count - 1];
  for (const Verb *verb = grammar->verbs; verb < added; verb++)
    if (is_same_form(&verb->forms[0], &added->forms[0]) && !verb->objects == !added->objects)
      return grammar_fail_twice(reading, "verb", word);
  return true;
}

static bool read_forms_of(const GrammarReading *reading, Str forms, Verb *verb) {
  const Grammar *grammar = reading->grammar;
  if (grammar->form_count == 0)
    return grammar_fail(reading, _("a line “forms” must name the forms of verbs, such as"),
                        STR("forms base past"));
  for (int i = 0; i < grammar->form_count; i++) {
    Str form = grammar_take_word(&forms);
    if (form.bytes == 0)
      return grammar_fail(reading, _("the verb lacks the form"), grammar->forms[i]);
    if (!read_form(reading, form, &verb->forms[i])) return false;
  }
  return forms.bytes == 0 ||
         grammar_fail(
             reading,
             _("the line “forms” names fewer forms, and “:” stands between spaces; left is"),
             forms);
}

bool grammar_read_verb(GrammarReading *reading, Str rest) {
  Grammar *grammar = reading->grammar;
  if (grammar->verb_count == VERBS_MOST)
    return grammar_fail(reading, _("a grammar has at most 4096 verbs; one more is"), rest);
  Verb *verb = &grammar->verbs[grammar->verb_count++];
  Str forms = grammar_take_part(&rest, ':'), classes = grammar_take_part(&rest, ':');
  bool lacks_objects = classes.bytes > 0 && classes.at[classes.bytes - 1] == '>';
  Str subjects = grammar_take_part(&classes, '>');
  *verb = (Verb){0};
  verb->leans = arena_take(reading->arena, (size_t)grammar->adjective_count, 1);
  if (!verb->leans) return status_no_memory(reading->status);
  if (!read_forms_of(reading, forms, verb)) return false;
  if (lacks_objects)
    return grammar_fail_plain(
        reading, _("classes of the object follow “>”; a verb that takes none has no “>”"));
  if (!grammar_read_classes(reading, subjects, &verb->subjects)) return false;
  if (classes.bytes > 0 && !grammar_read_classes(reading, classes, &verb->objects)) return false;
  Str first = forms;
  return check_new_verb(reading, grammar_take_word(&first)) && read_leans(reading, rest, verb);
}
