/* base/names.c -- the error for a wrong name, with the nearest right one. */
#include "base/names.h"

#include <stdio.h>
#include <string.h>

/* "a, b, c", or as many as fit and "…". */
static void list_all(const Names *names, char *text, size_t capacity) {
  static const char more[] = ", …";
  size_t used = 0;
  for (int i = 0; i < names->count; i++) {
    size_t room = capacity - used - (i + 1 < names->count ? sizeof more - 1 : 0);
    int bytes = snprintf(text + used, room, "%s%s", i ? ", " : "", names->at[i]);
    if (bytes < 0 || (size_t)bytes >= room) {
      memcpy(text + used, more, sizeof more);
      return;
    }
    used += (size_t)bytes;
  }
}

bool names_refuse(const Names *names, Str word, Status *status) {
  char list[400] = "";
  list_all(names, list, sizeof list);
  int nearest = str_nearest(word, names->at, names->count);
  Str shown = str_head(word, NAMES_WORD_BYTES);
  if (nearest < 0)
    return status_fail(status, STATUS_USAGE, names->none, (int)shown.bytes, shown.at, list);
  return status_fail(status, STATUS_USAGE, names->near, (int)shown.bytes, shown.at,
                     names->at[nearest], list);
}
