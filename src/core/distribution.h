/* core/distribution.h -- how numbers are spread: mean, standard deviation, counts, and the bell
** curve they are compared with.
**
**   mean = Σ x / n        deviation = √(Σ (x − mean)² / n)                            (M-90)
**   counts[b] of x in low + b · step ≤ x < low + (b + 1) · step, step = (high − low) / bins
**   density(x) = exp(−x² / 2σ²) / (σ √(2π))
**
** A dot product of two vectors of d independent numbers with mean 0 and variance 1 has mean 0 and
** variance d, so its deviation is √d: the reason for dividing scores by √d.
**
** Units   Sums are in double, in the order of the numbers.
** Memory  None.   Errors  None. Numbers outside low … high are counted in the first or last bin.
** Source  Vaswani et al. 2017, 3.2.1, footnote 4.
*/
#ifndef CORE_DISTRIBUTION_H
#define CORE_DISTRIBUTION_H

typedef struct Distribution {
  double mean, deviation;
} Distribution;

/* Of x [count], count at least 1. */
Distribution distribution_of(const float *x, int count);
/* Fills counts [bins]; low is below high. */
void distribution_count(const float *x, int count, double low, double high, int *counts, int bins);
/* The normal density with mean 0; deviation above 0. */
double distribution_normal(double x, double deviation);

#endif
