/* core/key_heads.c -- maps of keys and values that are averaged over groups of heads (M-49). */
#include "core/key_heads.h"

#include <assert.h>

void key_heads_average(MatView maps, int head_count, int key_head_count, Mat averaged) {
  assert(key_head_count > 0 && head_count % key_head_count == 0 && maps.cols % head_count == 0);
  int width = maps.cols / head_count, each = head_count / key_head_count;
  assert(averaged.rows == maps.rows && averaged.cols == key_head_count * width);
  for (int row = 0; row < maps.rows; row++) {
    const float *from = mat_row(maps, row);
    float *to = mat_row_of(averaged, row);
    for (int col = 0; col < averaged.cols; col++) {
      const float *first = from + (col / width) * each * width + col % width;
      double sum = 0;
      for (int head = 0; head < each; head++) sum += (double)first[head * width];
      to[col] = (float)(sum / each);
    }
  }
}
