/* base/words.c -- choosing the language. LC_NUMERIC is never set: a file with decimal commas would
** be another file. */
#include "base/words.h"

#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void words_begin(void) {
  const char *found = setlocale(LC_MESSAGES, "");
  if (!found || strcmp(found, "C") == 0 || strcmp(found, "POSIX") == 0)
    setlocale(LC_MESSAGES, "C.UTF-8");
  const char *folder = getenv("HEADSUP_LOCALES"); /* another place for translations */
  bindtextdomain("headsup", folder && folder[0] == '/' ? folder : HEADSUP_LOCALE_FOLDER);
  bind_textdomain_codeset("headsup", "UTF-8");
  textdomain("headsup");
}
