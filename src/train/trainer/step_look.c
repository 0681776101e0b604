/* train/trainer/step_look.c -- see step_look.h. */
#include "train/trainer/step_look.h"

#include <math.h>

static const double least_share = 1e-12; /* its logarithm is still a number */
static const double least_rest = 1e-4;   /* of 1 − share */

double step_attn_target_share(const Batch *batch, int token, const float *row) {
  int first_key = batch->attn_targets[token];
  double share = 0;
  for (int i = 0; i < batch->attn_target_counts[token]; i++) share += (double)row[first_key + i];
  return share > least_share ? share : least_share;
}

bool step_look_has(const Batch *batch, LookPlace place, int first, int token, int key) {
  switch (place) {
  case LOOK_PREVIOUS:
    return first + key == token - 1;
  case LOOK_SAME_WORD:
    return first + key != token && batch->tokens[first + key] == batch->tokens[token];
  default:
    return batch->attn_targets[token] >= 0 && key >= batch->attn_targets[token] &&
           key < batch->attn_targets[token] + batch->attn_target_counts[token];
  }
}

/* `end` is the token behind the sequence's last. */
static bool has_place(const Batch *batch, LookPlace place, int first, int end, int token) {
  for (int key = 0; key < end - first; key++)
    if (step_look_has(batch, place, first, token, key)) return true;
  return false;
}

int step_look_count(const Batch *batch, LookPlace place) {
  int count = 0;
  for (int i = 0; i < batch->sequence_count; i++)
    for (int token = batch->starts[i]; token < batch->starts[i + 1]; token++)
      count += has_place(batch, place, batch->starts[i], batch->starts[i + 1], token);
  return count;
}

/* Below least_rest the logarithm of 1 − share goes on as a straight line: a float weight near 1
** rounds, and 1 / (1 − share) would be noise. */
bool step_look_loss(const Batch *batch, const Look *look, int first, int token, MatView weights,
                    LookLoss *loss) {
  double share = 0, open = 1 - look->share;
  int places = 0;
  for (int key = 0; key < weights.cols; key++) {
    if (!step_look_has(batch, look->place, first, token, key)) continue;
    share += (double)mat_get(weights, token - first, key);
    places++;
  }
  if (places == 0) return false;
  if (share < least_share) share = least_share;
  double rest = 1 - share, safe_rest = rest > least_rest ? rest : least_rest;
  *loss = (LookLoss){.loss = -look->share * log(share), .d_weight = -look->share / share};
  if (open <= 0) return true;
  loss->loss -= open * (log(safe_rest) + (rest - safe_rest) / safe_rest);
  loss->d_weight += open / safe_rest;
  return true;
}
