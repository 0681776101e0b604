/* scene/number.c -- printing numbers for people. printf follows the locale, and this program never
** sets LC_NUMERIC, so the decimal point is always '.'. */
#include "scene/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char INFINITE[] = "\xE2\x88\x9E"; /* ∞ */
static const char MINUS[] = "\xE2\x88\x92";    /* − */

static bool special(float value, Number *number) {
  if (isfinite(value)) return false;
  if (isnan(value)) snprintf(number->at, NUMBER_BYTES, "NaN");
  else snprintf(number->at, NUMBER_BYTES, "%s%s", value < 0 ? MINUS : "", INFINITE);
  return true;
}

/* Half away from zero, where printf rounds half to even; and never "-0.0". */
static Number fixed(float value, int decimals) {
  Number number;
  if (special(value, &number)) return number;
  double power = pow(10, decimals), scaled = fabs((double)value) * power;
  double rounded = scaled < 1e15 ? floor(scaled + 0.5) / power : fabs((double)value);
  snprintf(number.at, NUMBER_BYTES, "%s%.*f", value < 0 && rounded > 0 ? "-" : "", decimals,
           rounded);
  return number;
}

static Number scientific(float value) {
  Number number;
  snprintf(number.at, NUMBER_BYTES, "%.1e", (double)value);
  return number;
}

Number number_cell(float value, bool is_weight) {
  Number number;
  if (special(value, &number)) return number;
  if (!is_weight)
    return fabsf(value) < 9999.5f ? fixed(value, fabsf(value) < 999.5f ? 1 : 0) : scientific(value);
  if (value >= 0.995f) return fixed(value, 1);
  number = fixed(value, 2);
  if (strcmp(number.at, "0.00") == 0) number.at[0] = 0;
  else memmove(number.at, number.at + 1, strlen(number.at)); /* ".97" */
  return number;
}

Number number_short(float value) {
  return isfinite(value) && fabsf(value) >= 99999.5f ? scientific(value) : fixed(value, 1);
}

Number number_full(float value) {
  Number number;
  if (special(value, &number)) return number;
  float size = fabsf(value);
  if (size >= 99999.5f || (size > 0 && size < 0.0005f)) {
    snprintf(number.at, NUMBER_BYTES, "%.2e", (double)value);
    return number;
  }
  return fixed(value, size > 0 && size < 0.0995f ? 4 : 2);
}

Number number_weight(float value) { return fixed(value, 3); }

Number number_signed(float value, int decimals) {
  Number plain = fixed(value, decimals), number;
  if (!isfinite(value) || plain.at[0] == '-' || value <= 0) return plain;
  snprintf(number.at, NUMBER_BYTES, "+%.30s", plain.at);
  return number;
}
