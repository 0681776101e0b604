/* tests/support/occurrences.h -- how often a text stands in a file. */
#ifndef SUPPORT_OCCURRENCES_H
#define SUPPORT_OCCURRENCES_H

#include <string.h>

#include "base/str.h"

/* Also where they overlap. In one walk: under AddressSanitizer each strstr walks to the end of the
** text, which may be 44 MB. */
static inline int occurrences(Str text, const char *part) {
  size_t length = strlen(part);
  int count = 0;
  for (size_t i = 0; i + length <= text.bytes; i++)
    count += text.at[i] == part[0] && memcmp(text.at + i, part, length) == 0;
  return count;
}

#endif
