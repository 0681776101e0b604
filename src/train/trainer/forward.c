/* train/trainer/forward.c -- the forward pass of a training step and its losses.
**
** Computes M-14 to M-17 with the same functions of core/ as an open model, for many sequences at
** once and without a trace.
*/
#include "train/trainer/step.h"

#include <math.h>
#include <string.h>

#include "core/activation.h"
#include "core/attention.h"
#include "core/embedding.h"
#include "core/loss.h"
#include "core/heads.h"
#include "core/linear.h"
#include "core/norm.h"
#include "core/product_in_blocks.h"

static const double least_share = 1e-12; /* its logarithm is still a number */
static const double least_rest = 1e-4;   /* of 1 − share */

/* ---- sequences ---- */

static int length_of(const StepWork *work, int index) {
  const int *starts = work->order->batch->starts + work->order->first_sequence;
  return starts[index + 1] - starts[index];
}

StepSequence step_first_sequence(const StepWork *work) {
  return (StepSequence){.length = length_of(work, 0)};
}

/* The [T,T] weights of all heads of a sequence follow each other, then those of the next sequence;
** T is the sequence's own length. */
void step_next_sequence(const StepWork *work, int index, StepSequence *sequence) {
  size_t length = (size_t)sequence->length;
  sequence->weights_at += length * length * (size_t)work->network.shape.head_count;
  sequence->first_row += sequence->length;
  if (index + 1 < work->order->sequence_count) sequence->length = length_of(work, index + 1);
}

Mat step_weights(const StepWork *work, const StepSequence *sequence, int layer, int head) {
  int length = sequence->length;
  size_t cells = (size_t)length * (size_t)length;
  float *at = work->workspace->layers[layer].weights + sequence->weights_at + (size_t)head * cells;
  return (Mat){at, length, length, length};
}

MaskView step_mask(const StepWork *work, int length) {
  if (!work->workspace->hidden) return (MaskView){NULL, 0, 0, 0};
  return (MaskView){work->workspace->hidden, length, length,
                    work->workspace->sizes.tokens_of_sequence};
}

double step_attn_target_share(const Batch *batch, int token, const float *row) {
  int first_key = batch->attn_targets[token];
  double share = 0;
  for (int i = 0; i < batch->attn_target_counts[token]; i++) share += (double)row[first_key + i];
  return share > least_share ? share : least_share;
}

/* ---- where heads are told to look ---- */

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

/* ---- layers ---- */

/* Every sequence begins at position 0, whatever its first row in x is. */
static void add_positions(const StepWork *work, Mat x) {
  StepSequence sequence = step_first_sequence(work);
  for (int i = 0; i < work->order->sequence_count; i++) {
    Mat rows = mat_rows(x, sequence.first_row, sequence.length);
    mat_add(mat_view(rows), mat_view(work->workspace->position), rows);
    step_next_sequence(work, i, &sequence);
  }
}

/* Scores, scaled, masked and weights share one matrix: the backward pass needs only the weights. */
static void attend(const StepWork *work, int layer, int head, const StepSequence *sequence) {
  const StepLayer *at = &work->workspace->layers[layer];
  int first = sequence->first_row, length = sequence->length;
  int heads = work->network.shape.head_count;
  Mat weights = step_weights(work, sequence, layer, head);
  MatView q = heads_view(mat_view_rows(mat_view(at->q), first, length), head, heads);
  MatView k = heads_view(mat_view_rows(mat_view(at->k), first, length), head, heads);
  MatView v = heads_view(mat_view_rows(mat_view(at->v), first, length), head, heads);
  attn_scores(q, k, weights);
  attn_scale(mat_view(weights), q.cols, weights);
  attn_mask(mat_view(weights), step_mask(work, length), weights);
  attn_weights(mat_view(weights), weights, NULL);
  attn_output(mat_view(weights), v, heads_part(mat_rows(at->concat, first, length), head, heads));
}

static void attend_all_heads(const StepWork *work, int layer) {
  StepSequence sequence = step_first_sequence(work);
  for (int i = 0; i < work->order->sequence_count; i++) {
    for (int head = 0; head < work->network.shape.head_count; head++)
      attend(work, layer, head, &sequence);
    step_next_sequence(work, i, &sequence);
  }
}

/* The first N rows of a matrix, and a view of them. */
static Mat used(const StepWork *work, Mat matrix) { return mat_rows(matrix, 0, work->token_count); }
static MatView view(const StepWork *work, Mat matrix) { return mat_view(used(work, matrix)); }

/* y = x W + b summed in float, for speed; an open model sums small products in double. */
static void linear_map(MatView x, MatView w, const float *bias, Mat y) {
  product_in_blocks(x, w, PRODUCT_PLAIN, bias, y);
}

/* The MLP and its norm. */
static void run_mlp(const StepWork *work, int index, Mat out) {
  const StepLayer *at = &work->workspace->layers[index];
  const NetworkLayer *with = &work->network.layers[index];
  linear_map(view(work, at->h), mat_view(with->w_1), with->b_1, used(work, at->activation));
  activation_relu(used(work, at->activation));
  linear_map(view(work, at->activation), mat_view(with->w_2), with->b_2, used(work, at->sum_2));
  mat_add(view(work, at->h), view(work, at->sum_2), used(work, at->sum_2));
  norm_layer(view(work, at->sum_2), with->norm_2_gain, with->norm_2_bias, network_norm_epsilon,
             used(work, out));
}

/* The result is written to the input of the next layer; without an MLP it is h. */
static void run_layer(const StepWork *work, int index) {
  StepWorkspace *workspace = work->workspace;
  const StepLayer *at = &workspace->layers[index];
  const NetworkLayer *with = &work->network.layers[index];
  bool last = index + 1 == work->network.shape.layer_count, mlp = work->network.shape.d_ff > 0;
  Mat out = last ? workspace->x : workspace->layers[index + 1].x;
  Mat h = mlp ? at->h : out;
  linear_map(view(work, at->x), mat_view(with->w_q), NULL, used(work, at->q));
  linear_map(view(work, at->x), mat_view(with->w_k), NULL, used(work, at->k));
  linear_map(view(work, at->x), mat_view(with->w_v), NULL, used(work, at->v));
  attend_all_heads(work, index);
  linear_map(view(work, at->concat), mat_view(with->w_o), NULL, used(work, at->sum_1));
  mat_add(view(work, at->x), view(work, at->sum_1), used(work, at->sum_1));
  norm_layer(view(work, at->sum_1), with->norm_1_gain, with->norm_1_bias, network_norm_epsilon,
             used(work, h));
  if (mlp) run_mlp(work, index, out);
}

/* ---- losses ---- */

/* Copies the rows with a target to asked_x: the logits are the most expensive product of a small
** model ([N,E] by [E,V]), and only these rows have a loss. */
static void gather_asked(StepWork *work) {
  StepWorkspace *workspace = work->workspace;
  const int *targets = work->order->batch->targets + work->first_token;
  for (int row = 0; row < work->token_count; row++) {
    if (targets[row] == TARGET_NONE) continue;
    workspace->asked[work->asked_count] = row;
    workspace->targets[work->asked_count] = targets[row];
    memcpy(mat_row_of(workspace->asked_x, work->asked_count), mat_row_of(workspace->x, row),
           (size_t)workspace->x.cols * sizeof(float));
    work->asked_count++;
  }
}

/* Computes logits and loss; afterwards workspace->logits holds d_logits. */
static void compute_loss(StepWork *work) {
  StepWorkspace *workspace = work->workspace;
  const float *bias = work->network.logits_bias;
  gather_asked(work);
  if (work->asked_count == 0) return;
  Mat logits = mat_rows(workspace->logits, 0, work->asked_count);
  linear_quick_right(mat_view(mat_rows(workspace->asked_x, 0, work->asked_count)),
                     mat_view(work->network.embedding), logits);
  for (int row = 0; row < logits.rows; row++) {
    float *to = mat_row_of(logits, row);
    for (int col = 0; col < logits.cols; col++) to[col] += bias[col];
  }
  CrossEntropy sum =
      cross_entropy_backward(logits, workspace->targets, (float)work->order->loss_scale);
  work->sums.loss_sum = sum.loss_sum;
  work->sums.asked = sum.counted;
  work->sums.right = sum.right;
}

/* Adds the shares of all heads on the task's places. */
static void add_row_shares(StepWork *work, const StepSequence *sequence, int row) {
  const StepOrder *order = work->order;
  int token = work->first_token + sequence->first_row + row;
  if (order->batch->attn_targets[token] < 0) return;
  const NetworkShape *shape = &work->network.shape;
  for (int layer = 0; layer < shape->layer_count; layer++)
    for (int head = 0; head < shape->head_count; head++)
      order->attn_targets->share[layer][head] += step_attn_target_share(
          order->batch, token, mat_row_of(step_weights(work, sequence, layer, head), row));
  order->attn_targets->counted++;
}

static void add_look_losses(StepWork *work, const StepSequence *sequence) {
  const StepOrder *order = work->order;
  int first = work->first_token + sequence->first_row;
  for (int i = 0; i < order->look_count; i++) {
    const StepLook *told = &order->looks[i];
    MatView weights = mat_view(step_weights(work, sequence, told->look.layer, told->look.head));
    LookLoss loss;
    for (int row = 0; row < sequence->length; row++)
      if (step_look_loss(order->batch, &told->look, first, first + row, weights, &loss))
        work->sums.look_loss += told->scale * loss.loss;
  }
}

static void add_attn_target_shares(StepWork *work) {
  StepSequence sequence = step_first_sequence(work);
  for (int i = 0; i < work->order->sequence_count; i++) {
    for (int row = 0; work->order->attn_targets && row < sequence.length; row++)
      add_row_shares(work, &sequence, row);
    add_look_losses(work, &sequence);
    step_next_sequence(work, i, &sequence);
  }
}

/* network_over takes writable numbers because gradients use it too; nothing writes to
** order->numbers. */
static StepWork begin_work(StepWorkspace *workspace, const StepOrder *order) {
  const int *starts = order->batch->starts + order->first_sequence;
  StepWork work = {.workspace = workspace, .order = order, .first_token = starts[0]};
  work.token_count = starts[order->sequence_count] - starts[0];
  assert(work.token_count <= workspace->sizes.tokens &&
         order->sequence_count <= workspace->sizes.sequences);
  work.network = network_over(order->shape, (float *)order->numbers);
  if (order->gradients) work.gradients = network_over(order->shape, order->gradients);
  return work;
}

StepSums step_run(StepWorkspace *workspace, const StepOrder *order) {
  if (order->sequence_count == 0) return (StepSums){0};
  StepWork work = begin_work(workspace, order);
  const int *tokens = order->batch->tokens + work.first_token;
  float scale = sqrtf((float)order->shape->d_model);
  Mat x = used(&work, workspace->layers[0].x);
  embedding_rows(mat_view(work.network.embedding), tokens, scale, x);
  add_positions(&work, x);
  for (int layer = 0; layer < order->shape->layer_count; layer++) run_layer(&work, layer);
  compute_loss(&work);
  add_attn_target_shares(&work);
  if (order->gradients) step_backward(&work);
  return work.sums;
}
