/* core/strided.h -- a tensor as a way to walk through memory: a shape, and for each axis a stride.
**
**   address of (i₀, i₁ …) = Σ i_a · stride_a                                          (M-91)
**   row-major   stride of the last axis 1, of each other the product of the sizes behind it:
**               [2,3] has (3,1)
**   transpose   swaps two sizes and their strides: [3,2] with (1,3); no number moves
**   contiguous  the strides are those of row-major, but for axes of size 1
**   view        another shape of as many numbers over the same memory, where strides can say it:
**               axes that lie in a row in memory (stride_a = size_b · stride_b) may be joined, and
**               any axis may be split. Where they cannot, a reshape has to copy.
**
** Units   Strides and addresses count numbers, not bytes. Elements count from 0 in the order in
**         which the shape is read, the last axis first.
** Memory  None; plain values.
** Errors  A shape of other axes than 1 … STRIDED_AXES_MOST, or of a size below 1: assert.
** Source  Harris et al. 2020, Array programming with NumPy; PyTorch's Tensor.view and stride.
*/
#ifndef CORE_STRIDED_H
#define CORE_STRIDED_H

#include <stdbool.h>

enum { STRIDED_AXES_MOST = 4 };

typedef struct Strided {
  int axes;
  int shape[STRIDED_AXES_MOST], stride[STRIDED_AXES_MOST];
} Strided;

/* Row-major. */
Strided strided_packed(const int *shape, int axes);
Strided strided_transposed(const Strided *from, int a, int b);
bool strided_is_contiguous(const Strided *tensor);
int strided_count(const Strided *tensor); /* of elements */
/* The index of an element along each axis. */
void strided_index(const Strided *tensor, int element, int index[STRIDED_AXES_MOST]);
int strided_address(const Strided *tensor, int element);
/* The view of that shape, which has as many elements; false: none without copying. */
bool strided_view(const Strided *from, const int *shape, int axes, Strided *to);
/* What a copy into row-major memory has at each address [count]; from and to do not overlap. */
void strided_copy(const Strided *tensor, const int *from, int *to);

#endif
