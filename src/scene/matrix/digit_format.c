/* scene/matrix/digit_format.c -- a number of a cell as text, and the longest of a matrix. */
#include "scene/matrix/digits_internal.h"

#include <math.h>

#include "base/number.h"

Number digits_number(float value, DigitFormat format) {
  if (format.times > 0) value *= format.times;
  if (format.is_full) return number_full(value);
  if (format.is_difference && format.has_tenths) return number_difference_tenth(value);
  if (format.is_difference) return number_difference(value);
  if (format.is_weight && format.has_tenths) return number_share_tenth(value);
  if (format.is_short && !format.is_whole) return number_cell_short(value);
  Number number = format.is_whole       ? number_whole(value)
                  : format.decimals > 1 ? number_decimals(value, format.decimals)
                                        : number_cell(value, format.is_weight);
  return format.has_plus ? number_plus(number) : number;
}

/* In characters, which all have the same width in the mono face. */
static int number_length(float value, DigitFormat format) {
  Number number = digits_number(value, format);
  int length = 0;
  for (const char *at = number.at; *at; at++) length += ((unsigned char)*at & 0xC0) != 0x80;
  return length;
}

Extremes digits_extremes(MatView values, bool is_full) {
  const DigitFormat full = {.is_full = true};
  Extremes found = {.are_whole = true};
  for (int row = 0; row < values.rows; row++)
    for (int col = 0; col < values.cols; col++) {
      float value = mat_get(values, row, col);
      found.has_nan = found.has_nan || isnan(value);
      if (!isfinite(value)) continue;
      found.low = fminf(found.low, value);
      found.high = fmaxf(found.high, value);
      found.are_whole = found.are_whole && !(floorf(value) < value);
      if (is_full) found.longest = int_max(found.longest, number_length(value, full));
    }
  return found;
}

/* A matrix of whole numbers, as one types them in, has no decimals. */
bool digits_are_whole(DigitFormat format, Extremes extremes) {
  return extremes.are_whole && !format.is_weight && !format.is_difference && format.times <= 0;
}

/* The smallest or largest number is the longest, except that 999.4 is longer than 1000. One pass
** over the numbers is faster than measuring each text. */
int digits_longest(Extremes extremes, DigitFormat format) {
  if (format.is_full) return extremes.longest;
  const float longest_plain = format.is_short ? 9.4f : 999.4f;
  if (format.is_weight) return 3;
  int of_low = number_length(extremes.low, format), of_high = number_length(extremes.high, format);
  if (extremes.high > longest_plain)
    of_high = int_max(of_high, number_length(longest_plain, format));
  if (extremes.low < -longest_plain)
    of_low = int_max(of_low, number_length(-longest_plain, format));
  int most = int_max(of_low, of_high);
  return extremes.has_nan ? int_max(most, 3) : most; /* "NaN" */
}

/* ".9" of a weight, "+.9" of a difference of weights, where two decimals have no room; 0: others
** have one as it is. */
int digits_length_in_tenths(DigitFormat format) {
  return format.is_weight ? 2 : format.is_difference ? 3 : 0;
}
