/* trace/recording/read.c -- reads one matrix of one head from an array with any order of axes.
**
** A matrix has a step per row and a step per column in the array, for any order of axes. The order
** decides how much is read at once: the whole matrix, a row, or a column. */
#include <string.h>

#include "base/i18n.h"
#include "trace/recording/recording_internal.h"

int recording_size(const Recording *recording, char letter) {
  return (int)recording->sizes[(int)letter];
}

bool recording_is_mixed(const Recording *recording) { return kind_mixes_keys(&recording->kind); }

char recording_letter(const Recording *recording, char letter) {
  return letter == 'N' && !recording_is_mixed(recording) ? 'S' : letter;
}

static char row_of(const Recording *recording, RecordedPart part) {
  return recording_letter(recording, recorded_part_info(part)->row);
}

static char col_of(const Recording *recording, RecordedPart part) {
  return recording_letter(recording, recorded_part_info(part)->col);
}

void recording_shape_of(const Recording *recording, RecordedPart part, int *rows, int *cols) {
  *rows = recording_size(recording, row_of(recording, part));
  *cols = recording_size(recording, col_of(recording, part));
}

const RecordedArray *recording_array(const Recording *recording, RecordedPart part, int layer) {
  assert(layer >= 0 && layer < recording->layer_count);
  assert((int)part >= 0 && part < RECORDED_PART_COUNT);
  return recording->of_part[(size_t)layer * RECORDED_PART_COUNT + (size_t)part];
}

/* The index on an axis for this layer and head; −1: the axis is one of the matrix. */
static int64_t index_of(const Recording *recording, char axis, int layer, int head) {
  switch (axis) {
  case 'L':
    return recording->layer_numbers[layer];
  case 'B':
    return recording->batch;
  case 'H':
  case 'G':
    return head;
  case '1':
    return 0;
  default:
    return -1;
  }
}

/* The first element and the steps of a matrix. In an axis of packed heads a head begins at head ·
** cols. */
static RecordedPlace element_place(const Recording *recording, const RecordedArray *array,
                                   int layer, int head) {
  char row = row_of(recording, array->name.part), col = col_of(recording, array->name.part);
  RecordedPlace place = {.row_step = 0, .col_step = 0};
  /* From the last axis, whose elements are neighbours, to the first. */
  int64_t step = 1;
  recording_shape_of(recording, array->name.part, &place.rows, &place.cols);
  for (int i = array->info->rank - 1; i >= 0; i--) {
    char axis = array->axes[i];
    int64_t index = index_of(recording, axis, layer, head);
    if (axis == row) place.row_step = step; /* heads may be rows */
    else if (axis == col) place.col_step = step;
    else if (index >= 0) place.first += index * step;
    else if (axis == 'E') {
      place.col_step = step;
      place.first += (int64_t)head * place.cols * step;
    }
    step *= array->info->shape[i];
  }
  return place;
}

static bool read_rows(const Recording *recording, const RecordedArray *array, RecordedPlace place,
                      Mat to, Status *status) {
  /* The matrix is contiguous in the file and in memory. */
  bool touching = place.row_step == place.cols && to.stride == to.cols;
  int64_t cells = (int64_t)place.rows * place.cols;
  if (touching)
    return arrays_read(recording->arrays, (ArrayPart){array->info, place.first, cells}, to.at,
                       status);
  for (int row = 0; row < place.rows; row++)
    if (!arrays_read(recording->arrays,
                     (ArrayPart){array->info, place.first + row * place.row_step, place.cols},
                     mat_row_of(to, row), status))
      return false;
  return true;
}

/* The file has [S,T]: its rows are read one by one as columns, which is slow. */
static bool read_transposed(const Recording *recording, const RecordedArray *array,
                            RecordedPlace place, Mat to, Status *status) {
  Arena *scratch = arena_make(0);
  float *row = scratch ? arena_take(scratch, (size_t)place.rows, sizeof *row) : NULL;
  bool read = row || status_no_memory(status);
  for (int col = 0; read && col < place.cols; col++) {
    read = arrays_read(recording->arrays,
                       (ArrayPart){array->info, place.first + col * place.col_step, place.rows},
                       row, status);
    for (int i = 0; read && i < place.rows; i++) mat_row_of(to, i)[col] = row[i];
  }
  arena_free(scratch);
  return read;
}

/* A mask with one row for all queries: reads the row once and copies it. */
static bool read_shared_row(const Recording *recording, const RecordedArray *array,
                            RecordedPlace place, Mat to, Status *status) {
  if (place.rows == 0) return true;
  if (!arrays_read(recording->arrays, (ArrayPart){array->info, place.first, place.cols},
                   mat_row_of(to, 0), status))
    return false;
  for (int row = 1; row < place.rows; row++)
    memcpy(mat_row_of(to, row), mat_row_of(to, 0), (size_t)place.cols * sizeof *to.at);
  return true;
}

bool recording_read(const Recording *recording, RecordedMatrixId of, Mat to, Status *status) {
  const RecordedArray *array = recording_array(recording, of.part, of.layer);
  assert(array);
  RecordedPlace place = element_place(recording, array, of.layer, of.head);
  assert(to.rows == place.rows && to.cols == place.cols);
  if (place.rows == 0 || place.cols == 0) return true;
  /* Only a mask may have one row for all queries. */
  if (place.row_step == 0 && place.rows > 1 && of.part == RECORDED_MASK)
    return read_shared_row(recording, array, place, to, status);
  if (place.col_step == 1 || place.cols == 1) return read_rows(recording, array, place, to, status);
  return read_transposed(recording, array, place, to, status);
}

bool recording_read_rows(const Recording *recording, RecordedPart part, int first, Mat to,
                         Status *status) {
  const RecordedArray *array = recording_array(recording, part, 0);
  assert(array);
  RecordedPlace place = element_place(recording, array, 0, 0);
  assert(first >= 0 && first + to.rows <= place.rows && to.cols == place.cols);
  place.first += first * place.row_step;
  place.rows = to.rows;
  return place.cols == 0 || read_rows(recording, array, place, to, status);
}
