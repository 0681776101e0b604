/* core/activation.h -- activation functions, element by element, in place.
**
**   linear     x
**   relu       max(0, x)
**   gelu       x/2 · (1 + erf(x/√2))                                               (M-11)
**   gelu_tanh  x/2 · (1 + tanh(√(2/π) (x + 0.044715 x³)))                          (M-12)
**   gelu_10    gelu, clamped to −10 … 10                                            (M-43)
**   quick_gelu x σ(1.702 x)      silu  x σ(x)      σ(x) = 1 / (1 + e^−x)            (M-43)
**   tanh, sigmoid
**
** Without an activation between them, two linear maps would equal one. A model needs the activation
** it was trained with, so all that published checkpoints name are here.
**
** Memory  In place; x may have a stride.   Errors  None. NaN stays NaN.
** Source  Hendrycks and Gimpel 2016.
*/
#ifndef CORE_ACTIVATION_H
#define CORE_ACTIVATION_H

#include "core/matrix.h"

/* The names a checkpoint uses are mapped to these in model/checkpoint/config.c. The order is not
** stored anywhere. */
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

/* Every element of x [n,d] becomes f(x): relu and linear exactly, the others within 1.5·10⁻⁷ of |x|
** (tanh and sigmoid within 10⁻⁷), measured from −20 to 20. gelu's Φ counts as 0 below x = −7.07 and
** as 1 above 7.07 (M-43). Runs on the thread that calls it. */
void activation_apply(Activation activation, Mat x);

/* Its name in formulas: "gelu", a constant, not translated. gelu_tanh is "gelu" too. */
const char *activation_symbol(Activation activation);

/* x [n,d] becomes max(0, x), as by activation_apply: the activation of models trained here (M-16).
** core/backward.h has its gradient and those of both gelu. */
void activation_relu(Mat x);

#endif
