/* model/board/board_number.c -- one number of a board: 2, -0.5 or 1/3. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "model/board/board_read_internal.h"

static bool read_fraction(Str word, double *value) {
  const char *bar = memchr(word.at, '/', word.bytes);
  double over, under;
  if (!bar) return str_to_double(word, value);
  Str above = {word.at, (size_t)(bar - word.at)}, below = {bar + 1, word.bytes - above.bytes - 1};
  if (!str_to_double(above, &over) || !str_to_double(below, &under) || under == 0) return false;
  *value = over / under;
  return true;
}

/* A minus is often copied as U+2212. */
static bool read_number(Str word, double *value) {
  static const char minus[] = "\xE2\x88\x92";
  if (!str_starts(word, minus)) return read_fraction(word, value);
  Str rest = {word.at + sizeof minus - 1, word.bytes - (sizeof minus - 1)};
  if (rest.bytes == 0 || rest.at[0] == '-' || rest.at[0] == '+') return false;
  bool read = read_fraction(rest, value);
  *value = -*value;
  return read;
}

bool board_number(Str word, float *value, Status *status) {
  double number = 0;
  bool has_comma = word.bytes > 0 && memchr(word.at, ',', word.bytes);
  if (has_comma)
    return status_fail(
        status, STATUS_USAGE,
        _("“%.*s” is no number; decimals stand behind a point, as in 0.5, and blanks "
          "part numbers"),
        board_shown(word), word.at);
  if (!read_number(word, &number))
    return status_fail(status, STATUS_USAGE,
                       _("“%.*s” is no number; one is written as 2, -0.5 or 1/3"),
                       board_shown(word), word.at);
  if (!(fabs(number) <= BOARD_NUMBER_MOST))
    return status_fail(status, STATUS_USAGE,
                       _("%.*s is too large; numbers go from -1000000 to 1000000"),
                       board_shown(word), word.at);
  *value = (float)number;
  return true;
}
