/* base/i18n.c -- chooses the language.
**
** LC_NUMERIC is never set: files must not have decimal commas. Fonts are requested for one fixed
** language (fontconfig's FC_LANG), so that the locale does not change a picture. A locale that does
** not exist is not reported.
**
** gettext takes the language from the variable LANGUAGE, so that is what a switch sets. What it was
** at the start is kept in a variable beside it. Both are set before there are threads: glibc then
** only replaces the value, which other threads may be reading, and frees neither.
*/
#define _POSIX_C_SOURCE 200809L /* setenv, readlink */
#include "base/i18n.h"

#include <assert.h>
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"

enum { FOLDER_BYTES = 4096, LANGUAGES_BYTES = 256 };

static const char chosen[] = "LANGUAGE", at_start[] = "HEADSUP_LANGUAGE_AT_START";

static const char *environment(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

/* ---- where the translations are ---- */

/* A folder given from that of the program. False: there is none. */
static bool find_beside_program(const char *folder, char path[FOLDER_BYTES]) {
  char program[FOLDER_BYTES / 2];
  ssize_t bytes = readlink("/proc/self/exe", program, sizeof program - 1);
  if (bytes <= 0 || bytes == (ssize_t)sizeof program - 1) return false;
  program[bytes] = 0;
  char *slash = strrchr(program, '/');
  if (!slash) return false;
  *slash = 0;
  int wanted = snprintf(path, FOLDER_BYTES, "%s/%s", program, folder);
  return wanted > 0 && wanted < FOLDER_BYTES && os_kind(path) == OS_FOLDER;
}

/* Another place that was asked for; that of the build; that of the installation, which may have
** been moved. */
static void bind_words(void) {
  char path[FOLDER_BYTES];
  const char *asked = environment("HEADSUP_LOCALES"), *folder = path;
  if (asked[0] == '/') folder = asked;
  else if (!find_beside_program("words", path) &&
           !find_beside_program(HEADSUP_LOCALE_FROM_PROGRAM, path))
    folder = HEADSUP_LOCALE_FOLDER;
  bindtextdomain("headsup", folder);
  bind_textdomain_codeset("headsup", "UTF-8");
  bind_textdomain_codeset("libc", "UTF-8"); /* reasons of the system */
  textdomain("headsup");
}

/* ---- the language ---- */

/* The name of the locale that the environment asks for; "": none. */
static const char *locale_asked(void) {
  static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (*environment(names[i])) return environment(names[i]);
  return "";
}

/* Of a list as "fr:en_GB:de" what goes up to English: that has no catalogue, so gettext would pass
** it over. */
static int bytes_to_english(const char *list) {
  const char *at = list;
  while (*at) {
    size_t bytes = strcspn(at, ":");
    bool is_english = strncmp(at, "en", 2) == 0 && (bytes == 2 || strchr("_.@", at[2]));
    at += bytes;
    if (is_english) break;
    at += *at == ':';
  }
  return (int)(at - list);
}

void i18n_begin(void) {
  const char *found = setlocale(LC_MESSAGES, "");
  const char *language = environment(chosen);
  if (!found && !*language) language = locale_asked();
  if (!found || strcmp(found, "C") == 0 || strcmp(found, "POSIX") == 0)
    setlocale(LC_MESSAGES, "C.UTF-8");
  char wanted[LANGUAGES_BYTES];
  snprintf(wanted, sizeof wanted, "%.*s", bytes_to_english(language), language);
  setenv(chosen, wanted, 1);
  setenv(at_start, wanted, 1);
  setenv("FC_LANG", "en", 0);
  bind_words();
}

const char *i18n_language_name(LanguageId language) {
  static const char *const names[LANGUAGE_COUNT] = {
      [LANGUAGE_AUTO] = "auto", [LANGUAGE_EN] = "en", [LANGUAGE_DE] = "de"};
  assert(language >= 0 && language < LANGUAGE_COUNT);
  return names[language];
}

/* textdomain, called again, has gettext look at LANGUAGE again. */
bool i18n_use(LanguageId language) {
  bool is_begun = getenv(at_start) != NULL;
  const char *wanted =
      language == LANGUAGE_AUTO ? environment(at_start) : i18n_language_name(language);
  if (!is_begun || strcmp(environment(chosen), wanted) == 0) return false;
  setenv(chosen, wanted, 1);
  textdomain("headsup");
  return true;
}

void i18n_begin_in(LanguageId language) {
  if (language == LANGUAGE_AUTO) return;
  setenv(at_start, i18n_language_name(language), 1);
  i18n_use(LANGUAGE_AUTO);
}

LanguageId i18n_spoken(void) {
  /* xgettext: de says de here */
  const char *code = C_("the two letters of the language of these texts", "en");
  for (int i = LANGUAGE_EN; i < LANGUAGE_COUNT; i++)
    if (strcmp(code, i18n_language_name((LanguageId)i)) == 0) return (LanguageId)i;
  return LANGUAGE_EN;
}

LanguageId i18n_next(void) {
  LanguageId next = (LanguageId)(i18n_spoken() + 1);
  return next < LANGUAGE_COUNT ? next : LANGUAGE_EN;
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

Str i18n_in_form(Arena *arena, const char *form, const char *name) {
  if (!form || !*form || !name) return (Str){"", 0};
  const char *found = gettext(form), *place = strstr(found, "%s");
  if (!place) return str_from(found);
  const char *words =
      str_format(arena, "%.*s%s%s", (int)(place - found), found, name, place + strlen("%s"));
  return str_from(words ? words : "");
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
