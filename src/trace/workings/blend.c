/* trace/workings/blend.c -- the terms of one row of the weighted sum. */
#include "trace/workings/blend.h"

#include <assert.h>

MatView blend_terms(Arena *arena, MatView weights, MatView values) {
  assert(weights.rows == 1 && weights.cols == values.rows);
  float *terms = arena_take(arena, (size_t)values.rows * (size_t)values.cols, sizeof *terms);
  if (!terms) return (MatView){0};
  for (int key = 0; key < values.rows; key++)
    for (int c = 0; c < values.cols; c++)
      terms[key * values.cols + c] = mat_get(weights, 0, key) * mat_get(values, key, c);
  return (MatView){terms, values.rows, values.cols, values.cols};
}

static bool is_chosen(ChosenKeys chosen, int key) {
  for (int i = 0; i < chosen.count; i++)
    if (chosen.at[i] == key) return true;
  return false;
}

MatView blend_others(Arena *arena, MatView terms, ChosenKeys chosen) {
  assert(chosen.count >= 0 && chosen.count <= terms.rows);
  float *others = arena_take(arena, (size_t)terms.cols, sizeof *others);
  if (!others) return (MatView){0};
  for (int c = 0; c < terms.cols; c++) {
    double sum = 0;
    for (int key = 0; key < terms.rows; key++)
      if (!is_chosen(chosen, key)) sum += (double)mat_get(terms, key, c);
    others[c] = (float)sum;
  }
  return (MatView){others, 1, terms.cols, terms.cols};
}

double blend_rest(MatView weights, ChosenKeys chosen) {
  assert(weights.rows == 1 && chosen.count >= 0);
  double rest = 0;
  for (int key = 0; key < weights.cols; key++) rest += (double)mat_get(weights, 0, key);
  for (int i = 0; i < chosen.count; i++) rest -= (double)mat_get(weights, 0, chosen.at[i]);
  return rest;
}
