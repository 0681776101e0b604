/* scene/number.h -- the one place that prints a number for a person.
**
** The same digits in a cell, in the inspector and in a figure. The point is always '.', the minus a
** hyphen in cells (the mono face), −∞ is "−∞". Digits are rounded half away from zero; sums are
** computed, never added up from rounded digits.
*/
#ifndef SCENE_NUMBER_H
#define SCENE_NUMBER_H

#include "base/str.h"

enum { NUMBER_BYTES = 32 };
typedef struct Number {
  char at[NUMBER_BYTES];
} Number;

Number number_cell(float value,
                   bool is_weight); /* "19.9" "-2.6" ".97" "1.0" "" for weights below .005 "−∞" */
Number number_short(float value);   /* one decimal: "19.9" */
Number number_full(float value);    /* two decimals: "19.92"; 4 significant when tiny */
Number number_weight(float value);               /* three decimals: "0.967" */
Number number_signed(float value, int decimals); /* with + or −: "+25.0" */

static inline Str number_str(const Number *number) { return str_from(number->at); }

#endif
