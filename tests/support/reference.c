/* support/reference.c -- JSON matrices through jansson. */
#include "support/reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

json_t *reference_load(const char *name) {
  char path[1024];
  json_error_t error;
  snprintf(path, sizeof path, "%s/reference/%s", TEST_SOURCE_FOLDER, name);
  json_t *root = json_load_file(path, 0, &error);
  if (!root) fail_msg("%s: line %d: %s", path, error.line, error.text);
  return root;
}

Reference reference_matrix(Arena *arena, const json_t *rows) {
  assert_true(json_is_array(rows));
  Reference m = {.rows = (int)json_array_size(rows)};
  m.cols = (int)json_array_size(json_array_get(rows, 0));
  m.at = arena_take(arena, (size_t)m.rows * (size_t)m.cols, sizeof *m.at);
  assert_non_null(m.at);
  double *to = m.at;
  for (size_t r = 0; r < (size_t)m.rows; r++) {
    const json_t *row = json_array_get(rows, r);
    assert_int_equal(json_array_size(row), m.cols);
    for (size_t c = 0; c < (size_t)m.cols; c++) {
      const json_t *number = json_array_get(row, c);
      *to++ = json_is_null(number) ? -INFINITY : json_number_value(number);
    }
  }
  return m;
}

Mat reference_empty(Arena *arena, int rows, int cols) {
  Mat m = {arena_take(arena, (size_t)rows * (size_t)cols, sizeof(float)), rows, cols, cols};
  assert_non_null(m.at);
  for (size_t i = 0; i < (size_t)rows * (size_t)cols; i++) m.at[i] = NAN;
  return m;
}

Mat reference_floats(Arena *arena, const json_t *rows) {
  Reference from = reference_matrix(arena, rows);
  Mat m = reference_empty(arena, from.rows, from.cols);
  for (size_t i = 0; i < (size_t)m.rows * (size_t)m.cols; i++) m.at[i] = (float)from.at[i];
  return m;
}

static bool is_visible(const json_t *row, size_t col) {
  if (json_is_string(row)) return json_string_value(row)[col] == '1';
  return json_is_true(json_array_get(row, col));
}

MaskView reference_mask(Arena *arena, const json_t *rows) {
  if (!rows || json_is_null(rows)) return (MaskView){0};
  const json_t *first = json_array_get(rows, 0);
  size_t row_count = json_array_size(rows);
  size_t cols = json_is_string(first) ? json_string_length(first) : json_array_size(first);
  unsigned char *hidden = arena_take(arena, row_count, cols);
  assert_non_null(hidden);
  for (size_t r = 0; r < row_count; r++)
    for (size_t c = 0; c < cols; c++)
      hidden[r * cols + c] = !is_visible(json_array_get(rows, r), c);
  return (MaskView){hidden, (int)row_count, (int)cols, (int)cols};
}

static double largest_of(Reference m) {
  double largest = 0.0;
  for (size_t i = 0; i < (size_t)m.rows * (size_t)m.cols; i++)
    if (isfinite(m.at[i]) && fabs(m.at[i]) > largest) largest = fabs(m.at[i]);
  return largest;
}

/* 0 for equal infinities; NaN on either side is an infinite error. */
static double cell_error(double got, double expected) {
  if (got == expected) return 0.0;
  double error = fabs(got - expected);
  return isnan(error) ? INFINITY : error;
}

double reference_error(MatView got, Reference expected) {
  double worst = 0.0, largest = largest_of(expected);
  for (int r = 0; r < got.rows; r++)
    for (int c = 0; c < got.cols; c++) {
      double wanted = expected.at[(size_t)r * (size_t)expected.cols + (size_t)c];
      double error = cell_error((double)mat_get(got, r, c), wanted);
      if (error > worst) worst = error;
    }
  return largest > 0.0 ? worst / largest : worst;
}

void assert_near(const char *what, MatView got, Reference expected, double tolerance) {
  if (got.rows != expected.rows || got.cols != expected.cols)
    fail_msg("%s: %d×%d, expected %d×%d", what, got.rows, got.cols, expected.rows, expected.cols);
  double allowed = tolerance * largest_of(expected);
  for (int r = 0; r < got.rows; r++)
    for (int c = 0; c < got.cols; c++) {
      double wanted = expected.at[(size_t)r * (size_t)expected.cols + (size_t)c];
      double is = (double)mat_get(got, r, c);
      if (cell_error(is, wanted) > allowed)
        fail_msg("%s (%d, %d): %.9g, expected %.9g ± %.3g", what, r, c, is, wanted, allowed);
    }
}
