/* model/random_model.c -- a model of seeded random weights; its attention means nothing.
**
** Every number is normally distributed. Weights have standard deviation 1/√E, so that Q, K and V
** have the variance of x, and the attention is uneven without a dominant key, as in an untrained
** network.
*/
#include <math.h>

#include "base/rng.h"
#include "core/position.h"
#include "model/model_weights.h"

static const uint64_t seed = 2017;

static void fill_normal(Rng *rng, double deviation, Mat weights) {
  for (int row = 0; row < weights.rows; row++)
    for (int col = 0; col < weights.cols; col++)
      mat_row_of(weights, row)[col] = (float)(deviation * rng_normal(rng));
}

/* Seeded by the letters, so that a word has the same row at every position; the variance is 1. */
static void embed_token(Str match, float *row) {
  Rng rng = rng_make(rng_hash(match.at, match.bytes) ^ seed);
  for (int i = 0; i < BUILTIN_D_MODEL; i++) row[i] = (float)rng_normal(&rng);
}

void random_model_fill(Model *model) {
  Rng rng = rng_make(seed);
  double deviation = 1 / sqrt((double)model->d_model);
  for (int i = 0; i < model->layer_count; i++) {
    fill_normal(&rng, deviation, model->rules[i].w_q);
    fill_normal(&rng, deviation, model->rules[i].w_k);
    fill_normal(&rng, deviation, model->rules[i].w_v);
    fill_normal(&rng, deviation, model->rules[i].w_o);
  }
  model->embed_token = embed_token;
  model->embed_positions = position_sinusoidal;
}
