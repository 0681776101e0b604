/* trace/recording/compare.c -- the distance between a recorded and a computed matrix. */
#include <math.h>
#include <string.h>

#include "trace/recording/recording_internal.h"

static const float hidden_below = -9999.0F; /* −1e4, the lowest float and −inf all hide a pair */

static bool is_hidden(float x) { return x < hidden_below; }

/* Two NaN count as infinitely far apart: broken numbers do not confirm each other. */
static double cell_distance(float a, float b) {
  if (is_hidden(a) && is_hidden(b)) return 0;
  double difference = fabs((double)a - (double)b);
  return isfinite(difference) ? difference : (double)INFINITY;
}

bool recording_is_comparable(const Recording *recording) {
  int64_t cells = recording->sizes['T'] * recording->sizes['S'];
  return cells > 0 && cells <= RECORDING_COMPARED_CELLS_MOST;
}

void recording_compare(MatView a, MatView b, RecordingDistance *distance) {
  assert(a.rows == b.rows && a.cols == b.cols);
  for (int row = 0; row < a.rows; row++) {
    const float *x = mat_row(a, row), *y = mat_row(b, row);
    for (int col = 0; col < a.cols; col++) {
      double difference = cell_distance(x[col], y[col]), size = fabs((double)x[col]);
      if (difference > distance->difference) distance->difference = difference;
      if (!is_hidden(x[col]) && isfinite(size) && size > distance->largest)
        distance->largest = size;
    }
  }
}

/* Did the model compute in half precision, whatever the type of the file? */
static bool is_half(const Recording *recording) {
  const char *type = arrays_metadata(recording->arrays, "computed_in");
  return type && (strcmp(type, "float16") == 0 || strcmp(type, "bfloat16") == 0);
}

/* Is the distance explained by rounding? float32 sums differ in the last digits; half floats have
** 11 or 8 significant bits. */
bool recording_is_near(const Recording *recording, RecordedPart part, RecordingDistance distance) {
  /* 1e-3 of the largest number: sums of hundreds of float32 in another order differ by much less, a
  ** wrong divisor or mask by much more. */
  double tolerance = is_half(recording) ? 0.03 : 1e-3;
  for (int layer = 0; layer < recording->layer_count; layer++) {
    const RecordedArray *array = recording_array(recording, part, layer);
    if (array && (array->info->type == ARRAY_F16 || array->info->type == ARRAY_BF16))
      tolerance = 0.03;
  }
  return distance.difference <= tolerance * fmax(distance.largest, 1e-6);
}
