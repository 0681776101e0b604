/* base/words.c -- choosing the language.
**
** LC_NUMERIC is never set: a file with decimal commas would be another file. Fonts are asked for in
** one language (fontconfig's FC_LANG), so that no locale changes a picture, and one that does not
** exist is no news.
*/
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "base/words.h"

#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void words_begin(void) {
  const char *found = setlocale(LC_MESSAGES, "");
  if (!found || strcmp(found, "C") == 0 || strcmp(found, "POSIX") == 0)
    setlocale(LC_MESSAGES, "C.UTF-8");
  setenv("FC_LANG", "en", 0);
  const char *folder = getenv("HEADSUP_LOCALES"); /* another place for translations */
  bindtextdomain("headsup", folder && folder[0] == '/' ? folder : HEADSUP_LOCALE_FOLDER);
  bind_textdomain_codeset("headsup", "UTF-8");
  textdomain("headsup");
}

const char *words_in_context(const char *key, const char *text) {
  const char *found = gettext(key); /* the pointer itself when the catalogue lacks it */
  return found == key ? text : found;
}
