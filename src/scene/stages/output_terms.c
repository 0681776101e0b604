/* scene/stages/output_terms.c -- the terms of one row of the weighted sum: weights, the heaviest of
** them, and what these and the others bring. */
#include "scene/stages/output.h"

#include <assert.h>

#include "trace/workings/blend.h"

float output_share(const Scene *scene, int row, int key) {
  assert(row >= 0 && key >= 0);
  return mat_get(stage_matrix(scene, trace_output_weights(scene->trace)), row, key);
}

static MatView weights_of(const Scene *scene, int row) {
  return mat_view_rows(stage_matrix(scene, trace_output_weights(scene->trace)), row, 1);
}

MatView output_weighted_values(const Scene *scene, int row) {
  MatView v = stage_matrix(scene, trace_values(scene->trace));
  MatView terms = blend_terms(scene->pen.list->arena, weights_of(scene, row), v);
  if (!terms.at) scene->pen.list->failed = true;
  return terms;
}

MatView output_weighted_others(const Scene *scene, MatView terms, const int *keys, int count) {
  MatView others = blend_others(scene->pen.list->arena, terms, (ChosenKeys){keys, count});
  if (!others.at) scene->pen.list->failed = true;
  return others;
}

double output_share_of_rest(const Scene *scene, int row, const int *keys, int count) {
  return blend_rest(weights_of(scene, row), (ChosenKeys){keys, count});
}

int output_heaviest(const Scene *scene, int row, float least, int *keys, int most) {
  assert(row >= 0 && row < trace_token_count(scene->trace) && most > 0);
  int count = 0, total = trace_key_count(scene->trace);
  for (int key = 0; key < total; key++) {
    float share = output_share(scene, row, key);
    if (!(share >= least)) continue;
    int at = count < most ? count++ : most;
    while (at > 0 && share > output_share(scene, row, keys[at - 1])) {
      if (at < most) keys[at] = keys[at - 1];
      at--;
    }
    if (at < most) keys[at] = key;
  }
  return count;
}
