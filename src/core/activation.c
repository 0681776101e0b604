/* core/activation.c -- the bends, row by row.
**
** gelu_tanh uses x/2 · (1 + tanh u) = x / (1 + e^(−2u)), the same number with one exponential.
*/
#include "core/activation.h"

#include <math.h>

#include "core/lanes.h"

static void relu_row(float *x, int count) {
  for (int i = 0; i < count; i++) x[i] = x[i] < 0.0f ? 0.0f : x[i];
}

static void gelu_row(float *x, int count) {
  const float inverse_sqrt2 = 0.70710678118654752f;
  for (int i = 0; i < count; i++) x[i] = 0.5f * x[i] * (1.0f + erff(x[i] * inverse_sqrt2));
}

CORE_INLINE void gelu_tanh_lanes(Lanes *x) {
  const float minus_two_sqrt_2_over_pi = -1.5957691216057308f;
  Lanes bend = minus_two_sqrt_2_over_pi * (*x + 0.044715f * *x * *x * *x);
  lanes_exp(&bend);
  *x /= 1.0f + bend;
}

CORE_CLONES
static void gelu_tanh_row(float *x, int count) {
  Lanes now;
  int i = 0;
  for (; i + LANES <= count; i += LANES) {
    lanes_load(&now, x + i);
    gelu_tanh_lanes(&now);
    lanes_store(x + i, &now);
  }
  if (i == count) return;
  lanes_load_part(&now, x + i, count - i, 0.0f);
  gelu_tanh_lanes(&now);
  lanes_store_part(x + i, &now, count - i);
}

void activation_relu(Mat x) {
  for (int row = 0; row < x.rows; row++) relu_row(mat_row_of(x, row), x.cols);
}

void activation_gelu(Mat x) {
  for (int row = 0; row < x.rows; row++) gelu_row(mat_row_of(x, row), x.cols);
}

void activation_gelu_tanh(Mat x) {
  for (int row = 0; row < x.rows; row++) gelu_tanh_row(mat_row_of(x, row), x.cols);
}
