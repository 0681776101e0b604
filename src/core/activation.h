/* core/activation.h -- the bends between two linear maps, element by element, in place.
**
**   linear     x
**   relu       max(0, x)
**   gelu       x/2 · (1 + erf(x/√2))                                               (M-11)
**   gelu_tanh  x/2 · (1 + tanh(√(2/π) (x + 0.044715 x³)))                          (M-12)
**   gelu_10    gelu, held between −10 and 10                                        (M-43)
**   quick_gelu x σ(1.702 x)      silu  x σ(x)      σ(x) = 1 / (1 + e^−x)            (M-43)
**   tanh, sigmoid
**
** Without a bend two linear maps would be one. A model runs right only with the bend it was trained
** with, so there are as many here as published checkpoints name.
**
** Memory  In place; rows may be parts of wider ones.   Errors  None. NaN stays NaN.
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

/* Its name in formulas: "gelu", never translated, a constant. gelu_tanh is "gelu" too. */
const char *activation_symbol(Activation activation);

/* x [n,d] becomes max(0, x): the bend of models trained here (M-16), the same as by
** activation_apply. It and both gelu have a gradient in core/backward.h. */
void activation_relu(Mat x);

#endif
