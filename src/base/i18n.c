/* base/i18n.c -- chooses the language.
**
** LC_NUMERIC is never set: files must not have decimal commas. Fonts are requested for one fixed
** language (fontconfig's FC_LANG), so that the locale does not change a picture. A locale that does
** not exist is not reported.
*/
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "base/i18n.h"

#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void i18n_begin(void) {
  const char *found = setlocale(LC_MESSAGES, "");
  if (!found || strcmp(found, "C") == 0 || strcmp(found, "POSIX") == 0)
    setlocale(LC_MESSAGES, "C.UTF-8");
  setenv("FC_LANG", "en", 0);
  const char *folder = getenv("HEADSUP_LOCALES"); /* another place for translations */
  bindtextdomain("headsup", folder && folder[0] == '/' ? folder : HEADSUP_LOCALE_FOLDER);
  bind_textdomain_codeset("headsup", "UTF-8");
  textdomain("headsup");
}

const char *i18n_in_context(const char *key, const char *text) {
  const char *found = gettext(key); /* the pointer itself when the catalogue lacks it */
  return found == key ? text : found;
}

/* Empty text must not be looked up: gettext answers "" with its header. */
Str i18n_translated(Arena *arena, Str text) {
  const char *key = text.bytes > 0 ? str_copy(arena, text) : NULL;
  if (!key) return text;
  const char *found = gettext(key);
  return found == key ? text : str_from(found);
}

/* The blocks of Unicode whose letters run right to left: Hebrew to Arabic Extended, presentation
** forms, and the scripts from U+10800 and U+1E800 on. */
static bool runs_right_to_left(uint32_t code) {
  return (code >= 0x0590 && code <= 0x08FF) || (code >= 0xFB1D && code <= 0xFDFF) ||
         (code >= 0xFE70 && code <= 0xFEFE) || (code >= 0x10800 && code <= 0x10FFF) ||
         (code >= 0x1E800 && code <= 0x1EFFF);
}

Str i18n_isolated(Arena *arena, Str name) {
  bool turns = false;
  for (size_t at = 0, bytes; at < name.bytes && !turns; at += bytes > 0 ? bytes : 1) {
    uint32_t code = 0;
    bytes = str_decode(name, at, &code);
    turns = bytes > 0 && runs_right_to_left(code);
  }
  if (!turns) return name;
  const char *words = str_format(arena, "\u2068%.*s\u2069", (int)name.bytes, name.at);
  return words ? str_from(words) : name;
}

/* Letters are those of ASCII and all beyond U+00BF outside of general punctuation and symbols. */
static bool is_letter(uint32_t code) {
  if (code < 0x80) return (code | 0x20) >= 'a' && (code | 0x20) <= 'z';
  return code >= 0xC0 && !(code >= 0x2000 && code <= 0x2BFF) && !(code >= 0x3000 && code <= 0x303F);
}

bool i18n_runs_right_to_left(Str sentence) {
  for (size_t at = 0, bytes; at<sentence.bytes; at += bytes> 0 ? bytes : 1) {
    uint32_t code = 0;
    bytes = str_decode(sentence, at, &code);
    if (bytes > 0 && runs_right_to_left(code)) return true;
    if (bytes > 0 && is_letter(code)) return false;
  }
  return false;
}

static void add_after(StrBuf *words, const char *between, const char *text) {
  if (!text || !*text) return;
  if (words->bytes > 0) strbuf_add(words, str_from(between));
  strbuf_add(words, str_from(text));
}

void i18n_add_phrase(StrBuf *words, const char *format, ...) {
  va_list parts, again;
  va_start(parts, format);
  va_copy(again, parts);
  int wanted = vsnprintf(NULL, 0, format, parts); /* once to measure, once to write */
  char *phrase = wanted < 0 ? NULL : arena_take(words->arena, (size_t)wanted + 1, 1);
  if (phrase) vsnprintf(phrase, (size_t)wanted + 1, format, again);
  if (!phrase) words->failed = true;
  va_end(again);
  va_end(parts);
  add_after(words, " · ", phrase);
}

void i18n_add_sentence(StrBuf *words, const char *sentence) { add_after(words, " ", sentence); }
