/* base/i18n.h -- marks the words a person reads, so that they can be translated (GNU gettext).
**
**   _("…")                                a sentence, translated where it stands
**   N_("…")                               marked here, translated where it is shown (tables)
**   P_("%d token", "%d tokens", count)    the form that the language has for count
**   C_("of a matrix", "row")              a word that has several meanings, with the one meant
**
** How to write them, so that every language can say it its own way:
**   1. One call is one whole sentence or label. Whatever changes in it is a directive (%s, %d), and
**      never a piece of language: no sentence is added to another's end, no ending to a word.
**      A translator may move the directives: "%2$s … %1$d".
**   2. What is counted goes through P_. Both English forms have the same directives. One number
**      governs each text; a second one stands where no word agrees with it: "tokens (%d)".
**   3. A single word that stands alone, or can be read as verb and as noun, goes through C_.
**
** The language can change while the program runs (i18n_use), at once and for all threads. So a text
** that is kept is kept as it is marked (N_) and translated where it is shown.
**
** Memory  The translations' own: texts live as long as the program.
** Errors  None: what has no translation stays English.
**
** Numbers, command names and file formats are never translated. `cmake --build … --target words`
** collects the marked words into po/headsup.pot.
*/
#ifndef BASE_I18N_H
#define BASE_I18N_H

#include <libintl.h>

#include "base/str.h"

#define _(text) gettext(text)
#define N_(text) text
#define P_(one, many, count) ngettext(one, many, (unsigned long)(count))
#define C_(context, text) i18n_in_context(context "\004" text, text)

/* The languages of po/LINGUAS and English; auto: that of the environment. */
typedef enum LanguageId { LANGUAGE_AUTO, LANGUAGE_EN, LANGUAGE_DE, LANGUAGE_COUNT } LanguageId;

/* Sets the language from the environment, once at the start, before there are threads. A locale
** that is C or not installed is replaced by C.UTF-8, in which LANGUAGE still works; the language of
** one that is not installed is taken from its name. The decimal point stays '.'. */
void i18n_begin(void);

/* Instead of the environment's: auto is this language from here on. */
void i18n_begin_in(LanguageId language);

/* Speaks it from here on. Does nothing before i18n_begin, so what does not call that is English.
** False: nothing changed. */
bool i18n_use(LanguageId language);

/* The language spoken now, never auto, and the one after it. */
LanguageId i18n_spoken(void), i18n_next(void);

/* The word of commands: auto, en, de. */
const char *i18n_language_name(LanguageId language);

/* What C_ calls. A catalogue keeps a text with a context under "context\004text"; text itself is
** returned where there is no translation. */
const char *i18n_in_context(const char *key, const char *text) __attribute__((format_arg(2)));

/* Translates a text that was marked with N_ and is now data, such as the role of a head in a trace.
** The result is on the arena; a text without a translation is returned as it is. */
Str i18n_translated(Arena *arena, Str text);

/* A text that was marked with N_ and is now data, with the name in place of %s, where it has that.
** On the arena; "" for NULL and without memory. */
Str i18n_in_form(Arena *arena, const char *form, const char *name);

/* A name as it stands in a sentence: between U+2068 and U+2069 if it has letters that run right to
** left, so that it turns nothing around it; otherwise, or without memory, the name itself. */
Str i18n_isolated(Arena *arena, Str name);

/* Whether a sentence runs right to left, as its first letter does. */
bool i18n_runs_right_to_left(Str sentence);

/* Append a complete phrase (printf format) after " · ", or a complete sentence after a space. The
** first one has no separator. An empty text, or NULL (out of memory), adds nothing. */
void i18n_add_phrase(StrBuf *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
void i18n_add_sentence(StrBuf *words, const char *sentence);

#endif
