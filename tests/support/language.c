/* tests/support/language.c -- see language.h. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "support/language.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

void speak_pseudo_language(void) {
  setenv("LANGUAGE", "en_XA", 1);
  setenv("HEADSUP_LOCALES", TEST_WORDS_FOLDER, 1);
  i18n_begin();
}

void speak_argument(int argc, char **argv) {
  if (argc < 2) return;
  speak_pseudo_language();
  if (strcmp(argv[1], "pseudo") == 0) return;
  setenv("LANGUAGE", argv[1], 1);
  i18n_begin();
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Digits, dots, slashes and the like hold a name together: hand-made, L1-H1-overview.png. */
static size_t word_bytes(Str text, size_t at) {
  size_t end = at;
  while (end < text.bytes && (is_letter(text.at[end]) || strchr("0123456789'-_./", text.at[end])))
    end++;
  return end - at;
}

/* Letters of Latin beyond ASCII: two bytes that begin with C3 to CA, or three that begin with E1.
** */
static bool is_strange(char c) {
  unsigned char byte = (unsigned char)c;
  return (byte >= 0xc3 && byte <= 0xca) || byte == 0xe1;
}

static bool has_strange_letters(Str text) {
  for (size_t i = 0; i < text.bytes; i++)
    if (is_strange(text.at[i])) return true;
  return false;
}

/* Whether the character that ends before `at` is one. */
static bool follows_strange(Str text, size_t at) {
  while (at > 0 && ((unsigned char)text.at[at - 1] & 0xc0) == 0x80) at--;
  return at > 0 && is_strange(text.at[at - 1]);
}

static bool is_name(Str word, const char *const *names, int name_count) {
  for (int i = 0; i < name_count; i++)
    if (str_is(word, names[i])) return true;
  return false;
}

/* H1 and 4A are symbols and numbers. */
static bool has_two_letters(Str word) {
  int letters = 0;
  for (size_t i = 0; i < word.bytes; i++) letters += is_letter(word.at[i]);
  return letters > 1;
}

static Str first_word(Str text, const char *const *names, int name_count) {
  for (size_t at = 0; at < text.bytes; at++) {
    if (!is_letter(text.at[at]) || follows_strange(text, at)) continue;
    Str word = {text.at + at, word_bytes(text, at)};
    bool goes_on = at + word.bytes < text.bytes && is_strange(text.at[at + word.bytes]);
    if (has_two_letters(word) && !goes_on && !is_name(word, names, name_count)) return word;
    at += word.bytes - 1;
  }
  return (Str){"", 0};
}

Str english_word(Str text, const char *const *names, int name_count) {
  enum { OPEN = 0xa6, CLOSE = 0xa7 }; /* ⟦ is E2 9F A6, ⟧ is E2 9F A7 */
  int depth = 0;
  bool has_brackets = false;
  size_t outside = 0; /* where the part outside brackets begins */
  for (size_t i = 0; i + 2 < text.bytes; i++) {
    if (memcmp(text.at + i, "\xe2\x9f", 2) != 0) continue;
    unsigned char last = (unsigned char)text.at[i + 2];
    if (last != OPEN && last != CLOSE) continue;
    if (last == OPEN && depth++ == 0) {
      Str word = first_word((Str){text.at + outside, i - outside}, names, name_count);
      if (word.bytes > 0) return word;
    }
    if (last == CLOSE && depth > 0) depth--;
    outside = i + 3;
    has_brackets = true;
  }
  if (depth > 0 || (!has_brackets && has_strange_letters(text))) return (Str){"", 0};
  return first_word((Str){text.at + outside, text.bytes - outside}, names, name_count);
}
