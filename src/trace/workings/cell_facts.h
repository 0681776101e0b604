/* trace/workings/cell_facts.h -- what can be said of one number of a trace in plain words: how it
** stands in its row, what the terms that make it do, and whether it is what they make.
**
**   larger = #{ j : row_j > row_i }      above = #{ c : term_c > 0 }, above_sum = Σ of these
**   a number follows from x where |x − number| ≤ 10⁻⁴ · (1 + scale), scale the largest summand
**
** Sums are in double.   Memory, errors  None. What is not finite is larger than nothing.
*/
#ifndef TRACE_WORKINGS_CELL_FACTS_H
#define TRACE_WORKINGS_CELL_FACTS_H

#include <stdbool.h>

/* Of number i among the finite ones of a row. */
typedef struct RowRank {
  int count;  /* finite numbers */
  int larger; /* of them, those that are larger */
} RowRank;
RowRank row_rank(const float *row, int count, int i);

/* Of terms that are added up. */
typedef struct TermSigns {
  int count, above, below;
  double above_sum, below_sum, scale; /* scale: the sum of all |term| */
  int largest;                        /* the term of the largest |x|, the first of equals */
} TermSigns;
TermSigns term_signs(const float *terms, int count);
/* Of a_c b_c, where b_c lies at b[c * b_step]. */
TermSigns product_signs(const float *a, const float *b, int b_step, int count);

/* Whether a number of a trace is what was made of the numbers before it: not so where a person
** changed it, or another program wrote it. */
bool number_follows(double made, double scale, float number);

#endif
