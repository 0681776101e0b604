/* trace/workings/memory_layout.c -- see memory_layout.h. */
#include "trace/workings/memory_layout.h"

#include <assert.h>
#include <string.h>

/* ---- one step after another ---- */

static void find_places(MemoryLayout *made, LayoutStep *step) {
  step->is_contiguous = strided_is_contiguous(&step->tensor);
  for (int element = 0; element < made->number_count; element++) {
    int address = strided_address(&step->tensor, element);
    int number = step->memory[address] - 1;
    step->address[number] = address;
    step->element[number] = element;
  }
}

/* The next step, with the memory and the shape of the one before. */
static LayoutStep *next_step(MemoryLayout *made, LayoutOperation operation) {
  assert(made->step_count > 0 && made->step_count < LAYOUT_STEPS_MOST);
  LayoutStep *step = &made->steps[made->step_count++];
  *step = step[-1];
  step->operation = operation;
  step->is_copied = false;
  return step;
}

static void start(MemoryLayout *made, const int *shape, int axes) {
  LayoutStep *step = &made->steps[made->step_count++];
  *step = (LayoutStep){.operation = LAYOUT_START, .tensor = strided_packed(shape, axes)};
  made->number_count = strided_count(&step->tensor);
  assert(made->number_count <= LAYOUT_NUMBERS_MOST);
  for (int i = 0; i < made->number_count; i++) step->memory[i] = i + 1;
  find_places(made, step);
}

static void transpose(MemoryLayout *made, int a, int b) {
  LayoutStep *step = next_step(made, LAYOUT_TRANSPOSE);
  step->axes[0] = a;
  step->axes[1] = b;
  step->is_by_head = made->heads > 0 && !step->is_by_head;
  step->tensor = strided_transposed(&step->tensor, a, b);
  find_places(made, step);
}

/* A copy in the order of the shape, which is row-major then. */
static void copy(LayoutStep *step) {
  strided_copy(&step->tensor, step[-1].memory, step->memory);
  step->tensor = strided_packed(step->tensor.shape, step->tensor.axes);
  step->is_copied = true;
}

static void make_contiguous(MemoryLayout *made) {
  LayoutStep *step = next_step(made, LAYOUT_CONTIGUOUS);
  if (!step->is_contiguous) copy(step);
  find_places(made, step);
}

/* Another shape; it copies only where no strides can say it. */
static void reshape(MemoryLayout *made, LayoutOperation operation, const int *shape, int axes) {
  LayoutStep *step = next_step(made, operation);
  Strided now = step->tensor;
  if (!strided_view(&now, shape, axes, &step->tensor)) {
    copy(step);
    step->tensor = strided_packed(shape, axes);
  }
  find_places(made, step);
}

/* ---- examples ---- */

static void make_matrix(MemoryLayout *made, const Experiments *asked) {
  int shape[] = {asked->rows, asked->columns}, flat[] = {asked->rows * asked->columns};
  start(made, shape, 2);
  transpose(made, 0, 1);
  make_contiguous(made);
  reshape(made, LAYOUT_VIEW, flat, 1);
}

static void make_heads(MemoryLayout *made, const Experiments *asked) {
  int width = asked->heads * asked->head_width;
  int joined[] = {asked->batch, asked->tokens, width};
  int split[] = {asked->batch, asked->tokens, asked->heads, asked->head_width};
  start(made, joined, 3);
  reshape(made, LAYOUT_VIEW, split, 4);
  transpose(made, 1, 2);
  make_contiguous(made);
  transpose(made, 1, 2);
  reshape(made, LAYOUT_RESHAPE, joined, 3);
}

static void make_wrong(MemoryLayout *made, const Experiments *asked) {
  int joined[] = {asked->batch, asked->tokens, asked->heads * asked->head_width};
  int split[] = {asked->batch, asked->heads, asked->tokens, asked->head_width};
  start(made, joined, 3);
  reshape(made, LAYOUT_VIEW, split, 4);
  made->steps[1].is_by_head = true;
}

void memory_layout_of(const Experiments *asked, MemoryLayout *made) {
  memset(made, 0, sizeof *made);
  if (asked->example == LAYOUT_MATRIX) {
    make_matrix(made, asked);
    return;
  }
  made->heads = asked->heads;
  made->head_width = asked->head_width;
  if (asked->example == LAYOUT_HEADS) make_heads(made, asked);
  else make_wrong(made, asked);
}
