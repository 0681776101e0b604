/* train/grammar/line.c -- the parts of a line: words, parts between marks, classes; and errors. */
#include "train/grammar/reading.h"

#include <string.h>

#include "base/i18n.h"

bool grammar_fail(const GrammarReading *reading, const char *what, Str word) {
  return status_fail(reading->status, STATUS_USAGE, "%s: %s “%.*s”", reading->place, what,
                     source_location_word_bytes(word), word.at);
}

bool grammar_fail_plain(const GrammarReading *reading, const char *what) {
  return status_fail(reading->status, STATUS_USAGE, "%s: %s", reading->place, what);
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

Str grammar_take_word(Str *rest) {
  *rest = str_trim(*rest);
  Str word = {rest->at, 0};
  while (word.bytes < rest->bytes && !is_blank(rest->at[word.bytes])) word.bytes++;
  *rest = str_trim((Str){rest->at + word.bytes, rest->bytes - word.bytes});
  return word;
}

Str grammar_take_part(Str *rest, char mark) {
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

bool grammar_add_word(const GrammarReading *reading, Str spellings, int *word) {
  return grammar_words_add(reading->words, reading->place, spellings, word, reading->status);
}

bool grammar_fail_twice(const GrammarReading *reading, const char *what, Str word) {
  return status_fail(reading->status, STATUS_USAGE,
                     _("%s: there is a line “%s %.*s” already; one line says all of a word"),
                     reading->place, what, source_location_word_bytes(word), word.at);
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
  if (memchr(name.at, '>', name.bytes) || memchr(name.at, ':', name.bytes))
    return grammar_fail(reading, _("“:” and “>” stand between spaces; no class is"), name);
  if (nearest < 0) return grammar_fail(reading, _("no noun is of the class"), name);
  return status_fail(reading->status, STATUS_USAGE,
                     _("%s: no noun is of the class “%.*s”; did you mean “%s”?"), reading->place,
                     source_location_word_bytes(name), name.at, names[nearest]);
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
  return *set != 0 || grammar_fail_plain(reading, _("at least one class must follow"));
}

bool grammar_make_classes(const GrammarReading *reading, Str list, ClassSet *set) {
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
  return *set != 0 || grammar_fail_plain(reading, _("a noun needs at least one class behind “:”"));
}
