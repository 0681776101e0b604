/* scene/number.h -- prints numbers for people; all numbers on screen and in figures come from here.
**
** The decimal point is always '.', the minus U+2212 (in the mono face as wide as a digit), −∞ is
** "−∞". What a program reads back (CSV, JSON, copied tables) is not printed here. Digits are
** rounded half away from zero; sums are computed, never added up from rounded digits. Numbers too
** small or too large for plain digits have a power of ten: 8.34×10⁻⁷.
**
**             .97    19.921    0.0512    0.000000834    123456    −∞
**   cell      19.9 is 19.9; a weight .97, 1.0, and "" below .005
**   larger    20 is 20, 9.3 is 9.3; a weight as in a cell
**   short     1.0    19.9      0.1       0.0            1.2×10⁵   −∞
**   full      0.97   19.92     0.0512    8.34×10⁻⁷      1.23×10⁵  −∞
**   weight    0.970  19.921    0.051     0.000          123456.000
**
** Memory  In the Number itself.   Errors  None: NaN is "NaN".
*/
#ifndef SCENE_NUMBER_H
#define SCENE_NUMBER_H

#include "base/str.h"
#include "core/matrix.h"

enum { NUMBER_BYTES = 32 };
/* UTF-8 with a 0 byte at the end. A value that may be copied. */
typedef struct Number {
  char at[NUMBER_BYTES];
} Number;

/* The least weight that number_cell writes as .01; a smaller one is ".00". */
static const float NUMBER_SHARE_LEAST = 0.005f;

Number number_cell(float value, bool is_weight); /* one decimal; a weight two, without its 0 */
/* The same without decimals from 10 on: "0.3", "54". */
Number number_cell_short(float value);
/* The same with two decimals up to 99.99, of signed numbers in wide cells. */
Number number_cell_fine(float value);
/* Of the difference of two shares: two decimals and a sign, without the 0 before the point, "+.97",
** "0" of nothing and ".00" of next to nothing. */
Number number_difference(float value);
/* The same for narrow cells of figures: one decimal, "+.9", "−1", "" from −.05 to .05. */
Number number_difference_tenth(float value);
/* Of a share, 0 … 1, for narrow cells of figures: one decimal, ".9", "1" from .95 on, "" below .05;
** "" also of what is no share: there is no room for a sign or more digits. */
Number number_share_tenth(float share);
/* Whether every finite number is whole: then it is written without decimals. */
bool numbers_are_whole(MatView values);
/* A whole number whole, any other with two decimals, so "0" is nothing and "0.00" nearly so. */
Number number_plain(float value);
Number number_whole(float value); /* no decimals, for narrow cells; a power of ten from 10,000 on */
Number number_short(float value); /* one decimal */
/* Two decimals, none of a whole number from 1 on; four below 0.0995; below 0.0005 and from 99999.5
** on a power of ten. */
Number number_full(float value);
/* The same, but "0" where it is exactly 0: nothing, not nearly nothing. */
Number number_full_or_zero(float value);
/* Two decimals, as the cells beside it: of terms in a line that is read from afar, and of what
** stands in a row of large cells. Below 0.005, and of a whole number, as number_full. */
Number number_hundredths(float value);
/* In a sentence: three decimals of a share, none of a whole number, else as number_full. */
Number number_in_text(float value, bool is_share);
Number number_weight(float value); /* three decimals */
/* Of numbers in a column that are added up, and their sum: three decimals, so that they can be
** added by hand; from 1,000 on as number_full. */
Number number_term(float value);
/* "99 %", "4.2 %", "0.21 %", "0.0020 %"; "100 %" is the whole and nothing less. */
Number number_percent(float share);
Number number_percent_short(float share);        /* the same, "<0.001 %" below 0.001 % */
Number number_raised(int power);                 /* "³⁵⁴", "⁻⁷" */
Number number_signed(float value, int decimals); /* with + or −: "+25.0" */
/* So many decimals, as on paper: "−0.30", "2" with none; never a power of ten below 10⁹. */
Number number_decimals(float value, int decimals);

/* An end of a colour range, with as few digits as distinguish it from 0:
** "25.0", "0.02", "0.003". */
Number number_end(float value);
/* How many decimals that has, 1 to 3: those of cells whose largest number it is. */
int number_end_decimals(float value);
Number number_at_least(Number number); /* "≥ 0.2" */
Number number_plus(Number number);     /* "+0.02"; 0 and signed numbers are unchanged */

/* Three decimals, or "0" if the mask hides the pair, since that is exact. */
Number number_share(float weight, bool hidden);

/* Groups digits of counts and sizes: "18 × 50257" becomes "18 × 50,257". For text without names and
** tokens, whose digits must not change. On the arena; without memory a part of it. */
const char *number_grouped(Arena *arena, const char *words);

/* "1,024 × 64". On the arena. */
const char *number_shape(Arena *arena, int rows, int cols);

/* "(−0.5)": as a number stands behind an operator; a number from 0 on is unchanged. */
Number number_operand(Number number);
/* What the digits of a number say, which is not all of it; false: they are no plain digits. */
bool number_printed(Number number, double *says);
/* Whether the words of a number begin with the minus. */
bool number_is_negative(Str words);

/* A view of the number, valid as long as *number. */
static inline Str number_str(const Number *number) { return str_from(number->at); }

#endif
