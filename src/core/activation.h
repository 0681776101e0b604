/* core/activation.h -- the bends between two linear maps, element by element, in place.
**
**   linear     x
**   relu       max(0, x)
**   gelu       x/2 · (1 + erf(x/√2))                                               (M-11)
**   gelu_tanh  x/2 · (1 + tanh(√(2/π) (x + 0.044715 x³)))                          (M-12)
**   gelu_10    gelu, held between −10 and 10
**   quick_gelu x σ(1.702 x)      silu  x σ(x)      σ(x) = 1 / (1 + e^−x)
**   tanh, sigmoid
**
** Memory  In place; rows may be parts of wider ones.   Errors  None. NaN stays NaN.
** Source  Hendrycks and Gimpel 2016.
*/
#ifndef CORE_ACTIVATION_H
#define CORE_ACTIVATION_H

#include "core/matrix.h"

typedef enum Activation {
  ACTIVATION_RELU, /* what a zeroed struct has */
  ACTIVATION_GELU,
  ACTIVATION_GELU_TANH,
  ACTIVATION_QUICK_GELU,
  ACTIVATION_GELU_10,
  ACTIVATION_SILU,
  ACTIVATION_TANH,
  ACTIVATION_SIGMOID,
  ACTIVATION_LINEAR,
  ACTIVATION_COUNT
} Activation;

void activation_apply(Activation activation, Mat x);
const char *activation_symbol(Activation activation); /* "gelu", never translated */

void activation_relu(Mat x);
void activation_gelu(Mat x);
void activation_gelu_tanh(Mat x);

#endif
