/* trace/workings/cell_facts.c -- ranks, signs and agreement of single numbers. */
#include "trace/workings/cell_facts.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

RowRank row_rank(const float *row, int count, int i) {
  RowRank rank = {0, 0};
  assert(row && i >= 0 && i < count);
  for (int j = 0; j < count; j++) {
    rank.count += isfinite(row[j]);
    rank.larger += isfinite(row[j]) && row[j] > row[i];
  }
  return rank;
}

TermSigns product_signs(const float *a, const float *b, int b_step, int count) {
  TermSigns signs = {.count = count};
  double most = 0;
  assert(a && count > 0);
  for (int c = 0; c < count; c++) {
    double term = (double)a[c] * (b ? (double)b[(long)c * b_step] : 1.0);
    signs.above += term > 0;
    signs.below += term < 0;
    if (term > 0 || isnan(term)) signs.above_sum += term; /* and then no sum is finite */
    if (term < 0) signs.below_sum += term;
    signs.scale += fabs(term);
    if (fabs(term) <= most) continue;
    most = fabs(term);
    signs.largest = c;
  }
  return signs;
}

TermSigns term_signs(const float *terms, int count) { return product_signs(terms, NULL, 0, count); }

bool number_follows(double made, double scale, float number) {
  if (!isfinite(made) || !isfinite(number)) return made == (double)number;
  return fabs(made - (double)number) <= 1e-4 * (1 + fabs(scale));
}
