/* trace/kind_numbers.c -- the numbers of a value: with decimals, within limits, and stepped. */
#include "trace/kind_internal.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

/* ---- with decimals ---- */

const char *kind_number_write(const KindNumber *number, int at, char *to, size_t size) {
  int parts = number->parts ? number->parts : 1, digits = 0;
  for (int each = parts; each > 1; each /= 10) digits++;
  snprintf(to, size, "%d", at / parts);
  if (at % parts == 0) return to;
  size_t used = (size_t)snprintf(to, size, "%d.%0*d", at / parts, digits, at % parts);
  while (used > 0 && used < size && to[used - 1] == '0') to[--used] = '\0';
  return to;
}

bool kind_number_read(Str word, int parts, long *read) {
  const char *point = word.bytes > 0 ? memchr(word.at, '.', word.bytes) : NULL;
  size_t before = point ? (size_t)(point - word.at) : word.bytes;
  Str whole = {word.at, before};
  bool is_signed = before > 0 && (whole.at[0] == '-' || whole.at[0] == '+');
  if (is_signed || !str_to_long(before > 0 ? whole : STR("0"), read) || *read > INT_MAX / parts)
    return false;
  *read *= parts;
  size_t at = before + 1;
  for (; at < word.bytes && parts > 1; at++) {
    if (word.at[at] < '0' || word.at[at] > '9') return false;
    parts /= 10;
    *read += (word.at[at] - '0') * parts;
  }
  return !point || (at > before + 1 && at == word.bytes);
}

/* ---- together ---- */

/* Buckets beyond the exact half of them reach up to `far`, which so has to lie behind that half. */
bool kind_numbers_check(KindSetting setting, int value, const int *numbers, Status *status) {
  if (setting != KIND_POSITIONS || value != POSITIONS_T5) return true;
  int exact = numbers[T5_BUCKETS] / 2; /* of a causal mask; else a quarter of all */
  return numbers[T5_FAR] > exact ||
         status_fail(status, STATUS_USAGE,
                     _("far of t5 is more than half of its buckets, %d or more of %d, not %d"),
                     exact + 1, numbers[T5_BUCKETS], numbers[T5_FAR]);
}

/* ---- changed ---- */

AttentionKind kind_as_it_starts(KindSetting setting, int value) {
  const KindValue *of = kind_value(setting, value);
  AttentionKind kind = {0};
  kind.of[setting] = value;
  for (int i = 0; i < of->number_count; i++) kind.numbers[setting][i] = of->numbers[i].start;
  return kind;
}

/* Numbers that are multiplied keep to the limits instead of stopping short of them. */
static long stepped(const KindNumber *number, int at, int by) {
  int step = number->step ? number->step : 1;
  if (number->times) return by > 0 ? (long)at * number->times : at / number->times;
  if (at % step == 0) return (long)at + by * step;
  return (long)at / step * step + (by > 0 ? step : 0);
}

bool kind_step(AttentionKind *kind, KindSetting setting, int place, int by) {
  assert(setting < KIND_SETTING_COUNT && (by == 1 || by == -1));
  const KindValue *value = kind_value(setting, kind->of[setting]);
  assert(place >= 0 && place < value->number_count);
  const KindNumber *number = &value->numbers[place];
  int *at = &kind->numbers[setting][place], before = *at;
  if (kind_number_is_choice(number)) return false;
  long next = stepped(number, before, by);
  *at = (int)(next < number->least ? number->least : next > number->most ? number->most : next);
  if (*at != before && kind_numbers_check(setting, kind->of[setting], kind->numbers[setting], NULL))
    return true;
  *at = before;
  return false;
}

bool kind_resize(AttentionKind *kind, bool is_double, Status *status) {
  const KindValue *value = kind_value(KIND_APPROXIMATE, kind->of[KIND_APPROXIMATE]);
  int count = kind_fewer(kind), wanted = is_double ? 2 * count : count / 2;
  if (value->number_count == 0)
    return status_fail(status, STATUS_COULD_NOT,
                       _("attention is exact, so there is no number of mixtures or features to "
                         "change; approximate linformer 4 and approximate performer 64 have one"));
  const KindNumber *limits = &value->numbers[0];
  if (wanted < limits->least || wanted > limits->most)
    return status_fail(status, STATUS_COULD_NOT,
                       _("%s takes a whole number from %d to %d, not “%d”"), value->name,
                       limits->least, limits->most, wanted);
  kind->numbers[KIND_APPROXIMATE][0] = wanted;
  return true;
}
