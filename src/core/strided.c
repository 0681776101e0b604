/* core/strided.c -- see strided.h. */
#include "core/strided.h"

#include <assert.h>

Strided strided_packed(const int *shape, int axes) {
  Strided tensor = {.axes = axes};
  int stride = 1;
  assert(axes >= 1 && axes <= STRIDED_AXES_MOST);
  for (int a = axes; a-- > 0; stride *= shape[a]) {
    assert(shape[a] >= 1);
    tensor.shape[a] = shape[a];
    tensor.stride[a] = stride;
  }
  return tensor;
}

Strided strided_transposed(const Strided *from, int a, int b) {
  Strided to = *from;
  assert(a >= 0 && a < from->axes && b >= 0 && b < from->axes);
  to.shape[a] = from->shape[b], to.stride[a] = from->stride[b];
  to.shape[b] = from->shape[a], to.stride[b] = from->stride[a];
  return to;
}

bool strided_is_contiguous(const Strided *tensor) {
  int stride = 1;
  for (int a = tensor->axes; a-- > 0; stride *= tensor->shape[a])
    if (tensor->shape[a] > 1 && tensor->stride[a] != stride) return false;
  return true;
}

int strided_count(const Strided *tensor) {
  int count = 1;
  for (int a = 0; a < tensor->axes; a++) count *= tensor->shape[a];
  return count;
}

void strided_index(const Strided *tensor, int element, int index[STRIDED_AXES_MOST]) {
  assert(element >= 0 && element < strided_count(tensor));
  for (int a = tensor->axes; a-- > 0; element /= tensor->shape[a])
    index[a] = element % tensor->shape[a];
}

int strided_address(const Strided *tensor, int element) {
  int index[STRIDED_AXES_MOST], address = 0;
  strided_index(tensor, element, index);
  for (int a = 0; a < tensor->axes; a++) address += index[a] * tensor->stride[a];
  return address;
}

/* Axes that lie in a row in memory are one chunk of numbers at equal distances. From the last axis
** on, each chunk has to be filled by whole axes of the new shape. */
bool strided_view(const Strided *from, const int *shape, int axes, Strided *to) {
  Strided wanted = strided_packed(shape, axes);
  int chunk = 1, filled = 1, a = axes - 1, distance = from->stride[from->axes - 1];
  assert(strided_count(from) == strided_count(&wanted));
  for (int old = from->axes; old-- > 0;) {
    chunk *= from->shape[old];
    bool ends =
        old == 0 || (from->shape[old - 1] != 1 && from->stride[old - 1] != chunk * distance);
    if (!ends) continue;
    while (a >= 0 && (filled < chunk || shape[a] == 1)) {
      wanted.stride[a] = filled * distance;
      filled *= shape[a--];
    }
    if (filled != chunk) return false;
    if (old > 0) distance = from->stride[old - 1];
    chunk = filled = 1;
  }
  *to = wanted;
  return a < 0;
}

void strided_copy(const Strided *tensor, const int *from, int *to) {
  int count = strided_count(tensor);
  for (int i = 0; i < count; i++) to[i] = from[strided_address(tensor, i)];
}
