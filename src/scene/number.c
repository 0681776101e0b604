/* scene/number.c -- prints numbers for people. printf depends on the locale, and this program never
** sets LC_NUMERIC, so the decimal point is always '.'. */
#include "scene/number.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PERCENT_DECIMALS_MOST = 5 };
static const char INFINITE[] = "\xE2\x88\x9E"; /* ∞ */
static const char MINUS[] = "\xE2\x88\x92";    /* − */

/* −∞ comes from the mask; NaN comes from damaged weights and is shown. */
static bool print_special(float value, Number *number) {
  if (isfinite(value)) return false;
  if (isnan(value)) snprintf(number->at, NUMBER_BYTES, "NaN");
  else snprintf(number->at, NUMBER_BYTES, "%s%s", value < 0 ? MINUS : "", INFINITE);
  return true;
}

/* Rounds half away from zero, while printf rounds half to even, and never gives "-0.0". Beyond 10¹⁵
** a double has no decimals. */
static Number print_fixed(float value, int decimals) {
  assert(decimals >= 0);
  Number number;
  if (print_special(value, &number)) return number;
  double power = pow(10, decimals), scaled = fabs((double)value) * power;
  double rounded = scaled < 1e15 ? floor(scaled + 0.5) / power : fabs((double)value);
  snprintf(number.at, NUMBER_BYTES, "%s%.*f", value < 0 && rounded > 0 ? MINUS : "", decimals,
           rounded);
  return number;
}

Number number_raised(int power) {
  static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char plain[NUMBER_BYTES];
  Number number;
  size_t used = power < 0 ? strlen(strcpy(number.at, "⁻")) : 0;
  int bytes = snprintf(plain, sizeof plain, "%d", power < 0 ? -power : power);
  for (int i = 0; i < bytes && used < NUMBER_BYTES - 4; i++)
    used += (size_t)snprintf(number.at + used, NUMBER_BYTES - used, "%s", raised[plain[i] - '0']);
  return number;
}

/* 8.34×10⁻⁷, where printf would give 8.34e-07. */
static Number print_scientific(float value, int decimals) {
  char plain[NUMBER_BYTES];
  Number number;
  long power_of_ten = 0;
  snprintf(plain, sizeof plain, "%.*e", decimals, fabs((double)value));
  char *exponent = strchr(plain, 'e');
  str_to_long(str_from(exponent + 1), &power_of_ten);
  Number power = number_raised((int)power_of_ten);
  *exponent = 0;
  snprintf(number.at, NUMBER_BYTES, "%s%.11s×10%.12s", value < 0 ? MINUS : "", plain, power.at);
  return number;
}

Number number_cell(float value, bool is_weight) {
  Number number;
  if (print_special(value, &number)) return number;
  if (!is_weight)
    return fabsf(value) < 9999.5f ? print_fixed(value, fabsf(value) < 999.5f ? 1 : 0)
                                  : print_scientific(value, 1);
  if (value >= 0.995f) return print_fixed(value, 1);
  number = print_fixed(value, 2);
  if (strcmp(number.at, "0.00") == 0) number.at[0] = 0;
  else memmove(number.at, number.at + 1, strlen(number.at)); /* ".97" */
  return number;
}

Number number_cell_short(float value) {
  return fabsf(value) < 9.95f ? number_cell(value, false) : number_whole(value);
}

Number number_cell_fine(float value) {
  return fabsf(value) < 99.995f ? print_fixed(value, 2) : number_cell(value, false);
}

Number number_difference(float value) {
  Number number;
  if (print_special(value, &number)) return number;
  if (value == 0) return (Number){"0"};
  number = number_signed(value, 2);
  if (fabsf(value) < 0.005f) return (Number){".00"};
  char *zero = strchr(number.at, '0');
  if (zero && zero[1] == '.') memmove(zero, zero + 1, strlen(zero));
  return number;
}

Number number_difference_tenth(float value) {
  Number number;
  if (print_special(value, &number)) return number;
  if (fabsf(value) >= 0.95f) return number_signed(value, 0);
  number = number_signed(value, 1);
  char *zero = strstr(number.at, "0.");
  if (!zero || strcmp(zero, "0.0") == 0) return (Number){""};
  memmove(zero, zero + 1, strlen(zero));
  return number;
}

Number number_share_tenth(float share) {
  Number number;
  if (print_special(share, &number)) return number;
  if (share < 0.05f || share >= 1.05f) return (Number){""};
  if (share >= 0.95f) return (Number){"1"};
  number = print_fixed(share, 1);
  memmove(number.at, number.at + 1, strlen(number.at)); /* ".9" */
  return number;
}

Number number_whole(float value) {
  return fabsf(value) < 9999.5f ? print_fixed(value, 0) : number_cell(value, false);
}

/* As one types it in; 0 is no such number, since a product or a sum may be 0 by chance. */
static bool is_typed_whole(float value) {
  float size = fabsf(value);
  return size >= 1 && size < 99999.5f && !(floorf(value) < value);
}

Number number_short(float value) {
  return isfinite(value) && fabsf(value) >= 99999.5f ? print_scientific(value, 1)
                                                     : print_fixed(value, 1);
}

Number number_full(float value) {
  Number number;
  if (print_special(value, &number)) return number;
  float size = fabsf(value);
  if (is_typed_whole(value)) return print_fixed(value, 0);
  if (size >= 99999.5f || (size > 0 && size < 0.0005f)) return print_scientific(value, 2);
  return print_fixed(value, size > 0 && size < 0.0995f ? 4 : 2);
}

Number number_full_or_zero(float value) { return value == 0 ? (Number){"0"} : number_full(value); }

bool numbers_are_whole(MatView values) {
  for (int row = 0; row < values.rows; row++)
    for (int col = 0; col < values.cols; col++) {
      float value = mat_get(values, row, col);
      if (isfinite(value) && floorf(value) < value) return false;
    }
  return true;
}

Number number_plain(float value) {
  bool is_whole = isfinite(value) && !(floorf(value) < value) && fabsf(value) < 1e6f;
  bool is_large = isfinite(value) && fabsf(value) >= 99999.5f;
  return is_whole ? print_fixed(value, 0) : is_large ? number_full(value) : print_fixed(value, 2);
}

Number number_hundredths(float value) {
  float size = fabsf(value);
  bool is_plain = size >= 0.005f && size < 99999.5f && !is_typed_whole(value);
  return is_plain ? print_fixed(value, 2) : number_full(value);
}

Number number_weight(float value) { return print_fixed(value, 3); }

Number number_in_text(float value, bool is_share) {
  bool is_whole = !(floorf(value) < value);
  return is_share ? number_weight(value) : is_whole ? number_plain(value) : number_full(value);
}

Number number_term(float value) {
  return fabsf(value) < 1000 ? number_weight(value) : number_full(value);
}

Number number_share(float weight, bool hidden) {
  return hidden ? (Number){"0"} : number_weight(weight);
}

/* Two significant digits: each of 50,000 equally likely words has 0.0020 %. */
static int small_decimals(float percent) {
  assert(percent > 0);
  int decimals = 1;
  for (float from = 0.995f; decimals < PERCENT_DECIMALS_MOST && percent < from; from /= 10)
    decimals++;
  return decimals;
}

/* One decimal below ten and from 99 on, else none. */
Number number_percent(float share) {
  Number number;
  float percent = 100 * share;
  if (share > 0 && percent < 0.00005f) return (Number){"<0.0001 %"};
  if (share > 0 && percent < 0.995f) {
    int decimals = small_decimals(percent);
    snprintf(number.at, NUMBER_BYTES, "%.20s %%", print_fixed(percent, decimals).at);
    return number;
  }
  if (share < 1 && percent >= 99.95f) return (Number){">99.9 %"};
  bool fine = percent < 9.95f || (percent >= 98.95f && percent < 99.95f);
  snprintf(number.at, NUMBER_BYTES, "%.20s %%", print_fixed(percent, fine && share > 0 ? 1 : 0).at);
  return number;
}

Number number_percent_short(float share) {
  if (share > 0 && 100 * share < 0.000995f) return (Number){"<0.001 %"};
  return number_percent(share);
}

/* Digits after a decimal point are no whole number, and those after a letter belong to a name. */
static bool begins_whole_number(Str words, size_t at) {
  char before = at > 0 ? words.at[at - 1] : ' ';
  bool is_digit = words.at[at] >= '0' && words.at[at] <= '9';
  bool is_letter = (before >= 'A' && before <= 'Z') || (before >= 'a' && before <= 'z');
  bool is_of_name = is_letter || before == '_';
  bool goes_on = (before >= '0' && before <= '9') || before == '.' || before == ',';
  return is_digit && !goes_on && !is_of_name;
}

const char *number_grouped(Arena *arena, const char *plain) {
  Str words = str_from(plain);
  StrBuf text = strbuf_make(arena);
  for (size_t at = 0, end = 0; at < words.bytes; at++) {
    if (begins_whole_number(words, at)) end = at + strspn(words.at + at, "0123456789");
    strbuf_add_char(&text, words.at[at]);
    if (at + 1 < end && (end - at - 1) % 3 == 0) strbuf_add(&text, STR(","));
  }
  return text.at;
}

const char *number_shape(Arena *arena, int rows, int cols) {
  return number_grouped(arena, str_format(arena, "%d × %d", rows, cols));
}

Number number_operand(Number number) {
  if (!number_is_negative(number_str(&number))) return number;
  Number framed;
  snprintf(framed.at, NUMBER_BYTES, "(%.*s)", NUMBER_BYTES - 3, number.at);
  return framed;
}

bool number_printed(Number number, double *says) {
  bool is_negative = number_is_negative(number_str(&number));
  if (!str_to_double(str_from(number.at + (is_negative ? strlen(MINUS) : 0)), says)) return false;
  if (is_negative) *says = -*says;
  return isfinite(*says);
}

bool number_is_negative(Str words) { return str_starts(words, MINUS); }

Number number_signed(float value, int decimals) {
  Number plain = print_fixed(value, decimals);
  return isfinite(value) && value > 0 ? number_plus(plain) : plain;
}

Number number_decimals(float value, int decimals) { return print_fixed(value, decimals); }

int number_end_decimals(float value) {
  float size = fabsf(value);
  if (!isfinite(value) || size < 0.00095f || size >= 0.095f) return 1;
  return size < 0.0095f ? 3 : 2;
}

Number number_end(float value) {
  float size = fabsf(value);
  if (size > 0 && size < 0.00095f) return number_full(value);
  int decimals = number_end_decimals(value);
  return decimals > 1 ? print_fixed(value, decimals) : number_short(value);
}

Number number_at_least(Number number) {
  Number with;
  snprintf(with.at, NUMBER_BYTES, "≥ %.27s", number.at);
  return with;
}

Number number_plus(Number number) {
  Number with;
  char first = number.at[0];
  if (first < '0' || first > '9' || strspn(number.at, "0.") == strlen(number.at)) return number;
  snprintf(with.at, NUMBER_BYTES, "+%.30s", number.at);
  return with;
}
