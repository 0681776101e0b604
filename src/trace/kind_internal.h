/* trace/kind_internal.h -- what the files of the table of kinds share.
**
** attention_kind.c has the table, kind_numbers.c the numbers of a value, kind_read.c and
** kind_write.c the text of commands and files.
**
** Memory  None.   Errors  As in attention_kind.h.
*/
#ifndef TRACE_KIND_INTERNAL_H
#define TRACE_KIND_INTERNAL_H

#include "trace/attention_kind.h"

/* What stands between two settings in a file. */
#define KIND_PARTING "; "

typedef struct KindSettingRow {
  const char *name;
  const char *none, *near;         /* sentences of base/names.h, marked for translation */
  const char *laid_over, *made_so; /* of a caption, with %s; marked for translation */
  const KindValue *values;
  int value_count;
} KindSettingRow;

const KindSettingRow *kind_setting_row(KindSetting setting);

static inline bool kind_number_is_choice(const KindNumber *number) {
  return number->choices[0] != NULL;
}
/* A number without a name, and none that is chosen by its words, is always given, in order. */
static inline bool kind_number_is_first(const KindNumber *number) {
  return !number->name[0] && !kind_number_is_choice(number);
}

/* "0.3", "10", of a number in parts of a unit: as many decimals as are not 0. Returns `to`. */
const char *kind_number_write(const KindNumber *number, int at, char *to, size_t size);
/* Reads "12.25" as parts of a unit; more decimals than there are parts are none. */
bool kind_number_read(Str word, int parts, long *read);

/* Whether the numbers of a value agree with each other; each is within its limits. */
bool kind_numbers_check(KindSetting setting, int value, const int *numbers, Status *status);

#endif
