/* core/features.h -- attention by positive random features (Performer): a weight is the product of
** a feature of the query and one of the key, so that keys can be summed up before they are asked.
**
**   φ_m(x) = exp(ω_m · x − |x|²/2) / √M        x = q/√c or k/√c, c what scores are divided by
**   output_t = Σ_m φ_m(q_t) S_m / Σ_m φ_m(q_t) z_m                                   (M-59)
**   S_m = Σ_j φ_m(k_j) v_j     z_m = Σ_j φ_m(k_j)     over the keys j that query t sees
**   weights_tj = φ(q_t) · φ(k_j) / their sum over j         for looking: the output needs none
**
** The mean of φ(q) · φ(k) over ω is exp(q · k / c), the exponential of the scaled score. c = √D as
** a rule, and x is then q/D^¼.
**
** Cosines With cosine scores (M-61) x = q/|q| · √τ or k/|k| · √τ, c = 1/τ, and |x|² is τ for every
**         row but one of zeros.
** ω       Drawn by model/directions.h: orthogonal in blocks of D.
** Stable  Exponents may be far from 0. The paper's program takes the largest exponent of a query
**         off its row, and the largest of all keys off theirs, and both cancel in the output. Here
**         every feature m has the largest exponent c_m of the keys so far, which is taken off the
**         keys and added to the query: S_m and z_m are those of exp(e_jm − c_m), made smaller when
**         c_m grows, and the query's row is exp(e_tm + c_m − max over m). So the sum below the
**         fraction is 1 at least, whatever the numbers. S and z are summed in double, key by key.
** Keys    A query sees the keys before its end that are not left out; ends never fall. So masks
**         none, causal, prefix and padding are possible, and a row depends on no later key.
** Shapes  ω [M,D]; q [T,D], k [S,D], v [S,Dv], output [T,Dv], features [n,M], weights [T,S].
** Memory  The caller's; room for features_room numbers.
** Errors  None. A query that sees no key has weights and output 0. A wrong shape asserts.
** Source  Choromanski et al. 2020 (Performer), sections 2.3 and 2.4, and their program.
*/
#ifndef CORE_FEATURES_H
#define CORE_FEATURES_H

#include <stdbool.h>

#include "core/mask_view.h"
#include "core/matrix.h"

typedef struct Features {
  MatView omega;
  double divisor; /* c */
  bool is_cosine; /* rows are brought to length 1 first */
} Features;

/* Which keys the queries see. */
typedef struct FeatureKeys {
  const int *ends;               /* [T]; NULL: all keys */
  const unsigned char *left_out; /* [S]; NULL: none */
} FeatureKeys;

/* Finds ends [T] and left_out [S] of a mask [T,S]: what no query sees is left out. False: some
** query does not see a key that stands before one it sees, or sees less than the query before. */
bool features_can_mask(MaskView mask, int *ends, unsigned char *left_out);

/* φ of every row of x [n,D], written whole. What is too large for a float is e^88 / √M. room: as
** below. */
void features_fill(const Features *features, MatView x, Mat filled);

/* Doubles that the next two need. */
size_t features_room(int feature_count, int value_cols);

/* What the next two read. */
typedef struct FeatureInputs {
  MatView q, k, v;
  FeatureKeys keys;
} FeatureInputs;
/* output [T − first, Dv] of the queries from `first` on; keys before are summed all the same. */
void features_output(const Features *features, const FeatureInputs *of, int first, double *room,
                     Mat output);

/* weights [n,S] of n queries from `first` on, n FEATURES_BAND at most. */
enum { FEATURES_BAND = 64 };
void features_weights(const Features *features, const FeatureInputs *of, int first, double *room,
                      Mat weights);

#endif
