/* scene/number.h -- the one place that prints a number for a person.
**
** The same digits in a cell, in the inspector and in a figure. The point is always '.', the minus a
** hyphen (in the mono face as wide as a digit), −∞ is "−∞". Digits are rounded half away from zero;
** sums are computed, never added up from rounded digits. What is too small or too large for plain
** digits is written as at school, with a power of ten: 8.34×10⁻⁷.
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

enum { NUMBER_BYTES = 32 };
/* UTF-8 that ends in 0. A value: it may be copied and outlives everything. */
typedef struct Number {
  char at[NUMBER_BYTES];
} Number;

Number number_cell(float value, bool is_weight); /* one decimal; a weight two, without its 0 */
/* In cells of larger text, so that the digits there are can be large: from 10 on no decimal. */
Number number_larger_cell(float value, bool is_weight);
Number number_short(float value); /* one decimal */
/* Two decimals; four below 0.0995; below 0.0005 and from 99999.5 on a power of ten. */
Number number_full(float value);
Number number_weight(float value); /* three decimals */
/* "99 %", "4.2 %", "0.21 %", "0.0020 %"; "100 %" is the whole and nothing less. */
Number number_percent(float share);
Number number_raised(int power);                 /* "³⁵⁴", "⁻⁷" */
Number number_signed(float value, int decimals); /* with + or -: "+25.0" */

/* An end of the colours, in as few digits as tell it from 0: "25.0", "0.02", "0.003". */
Number number_end(float value);
Number number_plus(Number number); /* "+0.02"; 0 and what has a sign stay as they are */

/* Three decimals, or 0 where the mask hides the pair: nothing was rounded away there. */
Number number_share(float weight, bool hidden);

/* How counts and sizes are written everywhere: "18 × 50257" becomes "18 × 50,257". For words
** without names and tokens, whose digits stay as they are. On the arena; what fits of it when
** memory runs out. */
const char *number_grouped(Arena *arena, const char *words);

/* "1,024 × 64". On the arena. */
const char *number_shape(Arena *arena, int rows, int cols);

/* A view of the number: it lives as long as *number. */
static inline Str number_str(const Number *number) { return str_from(number->at); }

#endif
