/* core/activation.h -- the bends between two linear maps, element by element, in place.
**
**   relu       max(0, x)
**   gelu       x/2 · (1 + erf(x/√2))                                               (M-11)
**   gelu_tanh  x/2 · (1 + tanh(√(2/π) (x + 0.044715 x³)))                          (M-12)
**
** Source  Hendrycks and Gimpel 2016.
*/
#ifndef CORE_ACTIVATION_H
#define CORE_ACTIVATION_H

#include "core/matrix.h"

void activation_relu(Mat x);
void activation_gelu(Mat x);
void activation_gelu_tanh(Mat x);

#endif
