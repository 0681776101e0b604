/* core/activation.c -- the activations, row by row (M-11, M-12, M-43).
**
** gelu_tanh uses x/2 · (1 + tanh u) = x s with s = 1 / (1 + e^(−2u)), the same number with one
** exponential; its slope is s + x s (1 − s) 2u'.
**
** Activations run over T · 4E numbers in every layer, so they work on eight at a time with the
** exponential of core/lanes.h. That one is limited to e^88: where an activation divides by 1 +
** e^(−x), the result for very negative x is up to 10⁻³⁶ in size instead of still smaller.
*/
#include "core/activation.h"

#include <math.h>

#include "core/backward.h"
#include "core/lanes.h"

/* With this comparison a NaN stays NaN. */
static void relu_row(float *x, int count) {
  for (int i = 0; i < count; i++) x[i] = x[i] < 0.0f ? 0.0f : x[i];
}

/* Applies bend to every number of a row: eight at a time, the rest in a register padded with 0, of
** which only the rest is stored. bend is a constant in every call, so it is inlined into the
** loop. */
CORE_INLINE void activation_row(float *x, int count, void (*bend)(Lanes *)) {
  Lanes now;
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, x + i);
    bend(&now);
    lanes_store(x + i, &now);
  }
  if (i == count) return;
  lanes_load_part(&now, x + i, count - i, 0.0f);
  bend(&now);
  lanes_store_part(x + i, &now, count - i);
}

/* M-11 as x Φ(x), with Φ(x) = erfc(t) / 2 below 0 and 1 − erfc(t) / 2 above, t = |x| / √2. There is
** no vectorised erf, so erfc(t) = e^(−t q(t)) with a polynomial q fitted to t in [0, 5], the errors
** weighted by erfc: erfc is then right within 5·10⁻⁸ and, towards −∞, to five digits. Below 0 erfc
** itself is used, because 1 + erf would cancel. From t = 5 on erfc counts as 0 (it is below
** 1.6·10⁻¹²). */
CORE_INLINE void gelu_lanes(Lanes *x) {
  static const float q[] = {-7.50824611e-08f, 2.05373840e-06f, -2.46481413e-05f, 1.69754887e-04f,
                            -7.22124823e-04f, 1.73849228e-03f, -1.68438637e-04f, -1.91787146e-02f,
                            1.02793589e-01f,  6.36616290e-01f, 1.12837934e+00f};
  const Lanes zero = {0};
  Lanes minus = -*x, t, above, half, p = zero + q[0];
  LanesInt negative = *x < 0.0f;
  lanes_pick(&t, &negative, &minus, x);
  t *= 0.70710678118654752f;
  /* Horner: q(t) from the highest power down. */
  CORE_UNROLL
  for (int i = 1; i < 11; i++) p = p * t + q[i];
  half = -(p * t);
  lanes_exp(&half);
  /* The fit ends at 5; beyond that q is wrong. */
  LanesInt beyond = t > 5.0f;
  lanes_pick(&half, &beyond, &zero, &half);
  half *= 0.5f;
  /* Both sides are computed and one is picked: lanes cannot branch. */
  above = 1.0f - half;
  lanes_pick(&half, &negative, &half, &above);
  /* half is Φ(x) now. */
  *x *= half;
}

CORE_INLINE void gelu_row_loop(float *x, int count) { activation_row(x, count, gelu_lanes); }
CORE_LEVELS(gelu_row, (float *x, int count), (x, count))

/* 2 √(2/π), the factor of 2u in M-12. */
static const float two_sqrt_2_over_pi = 1.5957691216057308f;

/* M-12 as x / (1 + e^(−2u)). */
CORE_INLINE void gelu_tanh_lanes(Lanes *x) {
  Lanes bend = -two_sqrt_2_over_pi * (*x + 0.044715f * *x * *x * *x);
  lanes_exp(&bend);
  /* A division, where x · s would round s first. */
  *x /= 1.0f + bend;
}

CORE_INLINE void gelu_tanh_row_loop(float *x, int count) {
  activation_row(x, count, gelu_tanh_lanes);
}
CORE_LEVELS(gelu_tanh_row, (float *x, int count), (x, count))

/* M-43. Comparisons, not fminf and fmaxf: those would turn a NaN into 10. */
static void gelu_10_row(float *x, int count) {
  gelu_row(x, count);
  for (int i = 0; i < count; i++) {
    if (x[i] > 10.0f) x[i] = 10.0f;
    if (x[i] < -10.0f) x[i] = -10.0f;
  }
}

/* x σ(steepness x) = x / (1 + e^(−steepness x)) */
CORE_INLINE void times_sigmoid(Lanes *x, float steepness) {
  Lanes bend = -steepness * *x;
  lanes_exp(&bend);
  *x /= 1.0f + bend;
}

/* M-43, x σ(1.702 x): a cheaper approximation of gelu; a checkpoint trained with it needs exactly
** this. */
CORE_INLINE void quick_gelu_lanes(Lanes *x) { times_sigmoid(x, 1.702f); }

CORE_INLINE void quick_gelu_row_loop(float *x, int count) {
  activation_row(x, count, quick_gelu_lanes);
}
CORE_LEVELS(quick_gelu_row, (float *x, int count), (x, count))

/* M-43, x σ(x); checkpoints call it silu or swish. */
CORE_INLINE void silu_lanes(Lanes *x) { times_sigmoid(x, 1.0f); }

CORE_INLINE void silu_row_loop(float *x, int count) { activation_row(x, count, silu_lanes); }
CORE_LEVELS(silu_row, (float *x, int count), (x, count))

/* tanh t = 1 − 2 / (1 + e^(2t)) for t = |x|, then the sign of x. For small t that would cancel:
** there it is x + x³ p(x²), p a polynomial of degree 4 fitted to t in [0, 0.625]. Both are computed
** and one is picked. */
CORE_INLINE void tanh_lanes(Lanes *x) {
  const Lanes zero = {0};
  Lanes square = *x * *x, minus = -*x, far, near;
  LanesInt negative = *x < 0.0f;
  lanes_pick(&far, &negative, &minus, x);
  LanesInt is_small = far < 0.625f;
  far *= 2.0f;
  lanes_exp(&far);
  far = 1.0f - 2.0f / (1.0f + far);
  minus = zero - far;
  lanes_pick(&far, &negative, &minus, &far);
  near = square * -5.7049864e-03f + 2.0639086e-02f;
  near = near * square - 5.3739715e-02f;
  near = near * square + 1.3331442e-01f;
  near = near * square - 3.3333280e-01f;
  near = near * square * *x + *x;
  lanes_pick(x, &is_small, &near, &far);
}

/* For checkpoints that name it. */
CORE_INLINE void tanh_row_loop(float *x, int count) { activation_row(x, count, tanh_lanes); }
CORE_LEVELS(tanh_row, (float *x, int count), (x, count))

CORE_INLINE void sigmoid_lanes(Lanes *x) {
  Lanes bend = -*x;
  lanes_exp(&bend);
  *x = 1.0f / (1.0f + bend);
}

CORE_INLINE void sigmoid_row_loop(float *x, int count) { activation_row(x, count, sigmoid_lanes); }
CORE_LEVELS(sigmoid_row, (float *x, int count), (x, count))

/* No activation. */
static void linear_row(float *x, int count) {
  (void)x;
  (void)count;
}

/* The symbol and the function of an activation. gelu_tanh is written gelu in formulas, as its
** models call it. */
typedef struct ActivationInfo {
  const char *symbol;
  void (*row)(float *x, int count);
} ActivationInfo;

static const ActivationInfo activations[ACTIVATION_COUNT] = {
    [ACTIVATION_RELU] = {"relu", relu_row},
    [ACTIVATION_GELU] = {"gelu", gelu_row},
    [ACTIVATION_GELU_TANH] = {"gelu", gelu_tanh_row},
    [ACTIVATION_QUICK_GELU] = {"quick_gelu", quick_gelu_row},
    [ACTIVATION_GELU_10] = {"gelu_10", gelu_10_row},
    [ACTIVATION_SILU] = {"silu", silu_row},
    [ACTIVATION_TANH] = {"tanh", tanh_row},
    [ACTIVATION_SIGMOID] = {"sigmoid", sigmoid_row},
    [ACTIVATION_LINEAR] = {"linear", linear_row},
};

void activation_apply(Activation activation, Mat x) {
  assert(activation >= 0 && activation < ACTIVATION_COUNT);
  /* Row by row, for x may be a band of columns of a wider matrix (model/parallel_gemm.c). */
  for (int row = 0; row < x.rows; row++) activations[activation].row(mat_row_of(x, row), x.cols);
}

const char *activation_symbol(Activation activation) {
  assert(activation >= 0 && activation < ACTIVATION_COUNT);
  return activations[activation].symbol;
}

void activation_relu(Mat x) { activation_apply(ACTIVATION_RELU, x); }

/* ---- backward ---- */

/* M-27. At x = 0 relu has no derivative; 0 is used, as in PyTorch. */
CORE_INLINE void relu_row_backward_loop(const float *x, const float *dy, float *dx, int count) {
  for (int i = 0; i < count; i++) dx[i] = x[i] > 0.0f ? dy[i] : 0.0f;
}
CORE_LEVELS(relu_row_backward, (const float *x, const float *dy, float *dx, int count),
            (x, dy, dx, count))

/* M-27: Φ(x) + x φ(x), the distribution function of the standard normal and x times its density. No
** model is trained here with this activation, so the C library's functions are fast enough; in
** double, since those of float round differently on a processor without FMA. */
static void gelu_row_backward(const float *x, const float *dy, float *dx, int count) {
  const float inverse_sqrt2 = 0.70710678118654752f, inverse_sqrt_2_pi = 0.39894228040143268f;
  for (int i = 0; i < count; i++) {
    float below = 0.5f * (1.0f + (float)erf((double)(x[i] * inverse_sqrt2)));
    float density = inverse_sqrt_2_pi * (float)exp((double)(-0.5f * x[i] * x[i]));
    dx[i] = dy[i] * (below + x[i] * density);
  }
}

/* M-27: x becomes s + x s (1 − s) 2u', with 2u' = 2 √(2/π) (1 + 3 · 0.044715 x²). */
CORE_INLINE void gelu_tanh_slope(Lanes *x) {
  /* u' is the derivative of √(2/π) (x + 0.044715 x³); s (1 − s) that of the sigmoid. */
  Lanes square = *x * *x;
  Lanes bend = -two_sqrt_2_over_pi * (*x + 0.044715f * *x * square);
  Lanes twice_u_slope = two_sqrt_2_over_pi * (1.0f + 3.0f * 0.044715f * square);
  lanes_exp(&bend);
  Lanes s = 1.0f / (1.0f + bend);
  *x = s + *x * s * (1.0f - s) * twice_u_slope;
}

/* dx = dy · slope; the padding of the last register is not stored. */
CORE_INLINE void gelu_tanh_row_backward_loop(const float *x, const float *dy, float *dx,
                                             int count) {
  Lanes now, gradient;
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, x + i);
    lanes_load(&gradient, dy + i);
    gelu_tanh_slope(&now);
    now *= gradient;
    lanes_store(dx + i, &now);
  }
  if (i == count) return;
  lanes_load_part(&now, x + i, count - i, 0.0f);
  lanes_load_part(&gradient, dy + i, count - i, 0.0f);
  gelu_tanh_slope(&now);
  now *= gradient;
  lanes_store_part(dx + i, &now, count - i);
}
CORE_LEVELS(gelu_tanh_row_backward, (const float *x, const float *dy, float *dx, int count),
            (x, dy, dx, count))

/* dx may be x or dy: number i is read before it is written. */
typedef void (*RowBackward)(const float *x, const float *dy, float *dx, int count);

/* Row by row: x, dy and dx may have different strides. */
static void every_row(MatView x, MatView dy, Mat dx, RowBackward row_backward) {
  assert(x.rows == dy.rows && x.cols == dy.cols && x.rows == dx.rows && x.cols == dx.cols);
  for (int row = 0; row < x.rows; row++)
    row_backward(mat_row(x, row), mat_row(dy, row), mat_row_of(dx, row), x.cols);
}

void activation_relu_backward(MatView x, MatView dy, Mat dx) {
  every_row(x, dy, dx, relu_row_backward);
}

void activation_gelu_backward(MatView x, MatView dy, Mat dx) {
  every_row(x, dy, dx, gelu_row_backward);
}

void activation_gelu_tanh_backward(MatView x, MatView dy, Mat dx) {
  every_row(x, dy, dx, gelu_tanh_row_backward);
}
