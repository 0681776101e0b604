/* train/trainer/forward.c -- the forward pass of a training step and its losses.
**
** Computes M-14 to M-17 with the same functions of core/ as an open model, for many sequences at
** once and without a trace.
*/
#include "train/trainer/step_look.h"
#include "train/trainer/step_work.h"

#include <math.h>
#include <string.h>

#include "core/activation.h"
#include "core/alibi.h"
#include "core/attention.h"
#include "core/bucket_bias.h"
#include "core/embedding.h"
#include "core/loss.h"
#include "core/relative.h"
#include "core/heads.h"
#include "core/linear.h"
#include "core/norm.h"
#include "core/product_in_blocks.h"
#include "core/squeeze.h"

/* ---- layers ---- */

/* Every sentence begins at position 0, whatever its first row in x is. */
static void add_positions(const StepWork *work, StepRows rows, Mat x) {
  Mat to = step_rows(rows, x);
  if (!network_adds_positions(&work->network.shape)) return;
  mat_add(mat_view(to), mat_view(mat_rows(work->workspace->position, 0, rows.count)), to);
}

/* The rows of the sources go into the first layer, those of the targets into the first that works
** on them. */
static void embed(const StepWork *work) {
  StepWorkspace *workspace = work->workspace;
  float scale = sqrtf((float)work->network.shape.d_model);
  int sources = work->source_count, rows = work->token_count - sources;
  Mat first = workspace->layers[0].x;
  Mat second = workspace->layers[work->network.shape.encoder_layers].x;
  MatView table = mat_view(work->network.embedding);
  if (sources > 0) embedding_rows(table, workspace->ids, scale, mat_rows(first, 0, sources));
  embedding_rows(table, workspace->ids + sources, scale, mat_rows(second, sources, rows));
  StepSequence sequence = step_first_sequence(work);
  for (int i = 0; i < work->order->sequence_count; i++) {
    StepRows source = {sequence.source_row, sequence.source_length};
    if (source.count > 0) add_positions(work, source, first);
    add_positions(work, (StepRows){sequence.first_row, sequence.length}, second);
    step_next_sequence(work, i, &sequence);
  }
}

/* M-47, M-48. */
static void add_bias(const StepWork *work, int head, Mat scores) {
  const NetworkShape *shape = &work->network.shape;
  float *offsets = work->workspace->offsets;
  if (shape->own_kind.of[KIND_POSITIONS] == POSITIONS_ALIBI)
    alibi_add(mat_view(scores), alibi_slope(head, shape->head_count), 0, scores);
  if (!offsets) return;
  Buckets buckets = network_buckets(shape);
  bucket_bias_offsets(&buckets, mat_view(work->network.buckets), head, scores.cols, offsets);
  bucket_bias_add(mat_view(scores), offsets, 0, scores);
}

/* Scores, scaled, masked and weights share one matrix: the backward pass needs only the weights. */
static void attend(const StepWork *work, int layer, int head, const StepSequence *sequence) {
  const StepLayer *at = &work->workspace->layers[layer];
  StepRows queries = step_sequence_queries(work, sequence, layer);
  StepRows keys = step_sequence_keys(work, sequence, layer);
  int heads = work->network.shape.head_count;
  StepKeyHead shared = step_key_head(work, head);
  Mat weights = step_weights(work, sequence, layer, head);
  MatView q = heads_view(step_view(queries, at->q), head, heads);
  MatView k = heads_view(step_view(keys, at->k), shared.head, shared.count);
  MatView v = heads_view(step_view(keys, at->v), shared.head, shared.count);
  MatView relative_key = mat_view(work->network.layers[layer].relative_key);
  attn_scores(q, k, weights);
  if (relative_key.at) relative_add_scores(q, relative_key, 0, weights);
  if (!kind_leaves_scores(&work->network.shape.own_kind))
    attn_scale(mat_view(weights), q.cols, weights);
  add_bias(work, head, weights);
  attn_mask(mat_view(weights), step_mask(work, layer, queries.count), weights);
  attn_weights(mat_view(weights), weights, NULL);
  Mat output = heads_part(step_rows(queries, at->concat), head, heads);
  MatView relative_value = mat_view(work->network.layers[layer].relative_value);
  attn_output(mat_view(weights), v, output);
  if (relative_value.at) relative_add_output(mat_view(weights), relative_value, 0, output);
}

static void attend_all_heads(const StepWork *work, int layer) {
  StepSequence sequence = step_first_sequence(work);
  for (int i = 0; i < work->order->sequence_count; i++) {
    for (int head = 0; head < work->network.shape.head_count; head++)
      attend(work, layer, head, &sequence);
    step_next_sequence(work, i, &sequence);
  }
}

static void turn(const StepWork *work, StepRows rows, Mat x, int heads) {
  Rotary rotary = network_rotary(&work->network.shape);
  for (int head = 0; head < heads; head++) {
    Mat part = heads_part(step_rows(rows, x), head, heads);
    rotary_turn_by(rotary, work->workspace->turns, mat_view(part), part);
  }
}

/* Queries and keys of every sequence, which begins at place 0. */
static void turn_all(const StepWork *work, int layer) {
  const StepLayer *at = &work->workspace->layers[layer];
  const NetworkShape *shape = &work->network.shape;
  StepSequence sequence = step_first_sequence(work);
  for (int i = 0; i < work->order->sequence_count; i++) {
    StepRows rows = step_sequence_queries(work, &sequence, layer);
    turn(work, rows, at->q, shape->head_count);
    turn(work, rows, at->k, network_key_heads(shape));
    step_next_sequence(work, i, &sequence);
  }
}

/* y = x W + b summed in float, for speed; an open model sums small products in double. */
static void linear_map(MatView x, MatView w, const float *bias, Mat y) {
  product_in_blocks(x, w, PRODUCT_PLAIN, bias, y);
}

/* The MLP and its norm. */
static void run_mlp(const StepWork *work, int index, Mat out) {
  const StepLayer *at = &work->workspace->layers[index];
  const NetworkLayer *with = &work->network.layers[index];
  StepRows rows = step_queries(work, index);
  Mat sum = step_rows(rows, at->sum_2), activation = step_rows(rows, at->activation);
  linear_map(step_view(rows, at->h), mat_view(with->w_1), with->b_1, activation);
  activation_relu(activation);
  linear_map(mat_view(activation), mat_view(with->w_2), with->b_2, sum);
  mat_add(step_view(rows, at->h), mat_view(sum), sum);
  norm_layer(mat_view(sum), with->norm_2_gain, with->norm_2_bias, network_norm_epsilon,
             step_rows(rows, out));
}

/* The result is written to the input of the next layer; without an MLP it is h. */
static void run_layer(const StepWork *work, int index) {
  StepWorkspace *workspace = work->workspace;
  const StepLayer *at = &workspace->layers[index];
  const NetworkLayer *with = &work->network.layers[index];
  const NetworkShape *shape = &work->network.shape;
  StepRows rows = step_queries(work, index), keys = step_keys(work, index);
  bool last = index + 1 == network_stack_count(shape), mlp = network_layer_has_mlp(shape, index);
  Mat out = last ? workspace->x : workspace->layers[index + 1].x;
  Mat h = mlp ? at->h : out, sum = step_rows(rows, at->sum_1);
  MatView x = step_view(rows, at->x), asked = step_key_input(work, index);
  linear_map(x, mat_view(with->w_q), NULL, step_rows(rows, at->q));
  linear_map(asked, mat_view(with->w_k), NULL, step_rows(keys, at->k));
  linear_map(asked, mat_view(with->w_v), NULL, step_rows(keys, at->v));
  if (workspace->turns) turn_all(work, index);
  attend_all_heads(work, index);
  linear_map(step_view(rows, at->concat), mat_view(with->w_o), NULL, sum);
  mat_add(x, mat_view(sum), sum);
  norm_layer(mat_view(sum), with->norm_1_gain, with->norm_1_bias, network_norm_epsilon,
             step_rows(rows, h));
  if (mlp) run_mlp(work, index, out);
}

/* What the encoder gives, behind its last layer. */
static void squeeze_sources(const StepWork *work) {
  Mat last = work->workspace->layers[work->network.shape.encoder_layers].x;
  StepSequence sequence = step_first_sequence(work);
  for (int i = 0; i < work->order->sequence_count; i++) {
    StepRows source = {sequence.source_row, sequence.source_length};
    squeeze_mean(step_view(source, last), mat_rows(work->workspace->squeezed, i, 1));
    step_next_sequence(work, i, &sequence);
  }
}

static void run_layers(const StepWork *work) {
  const NetworkShape *shape = &work->network.shape;
  for (int layer = 0; layer < network_stack_count(shape); layer++) {
    if (step_is_squeezed(work) && layer == shape->encoder_layers) squeeze_sources(work);
    run_layer(work, layer);
  }
}

/* ---- losses ---- */

/* Copies the rows with a target to asked_x: the logits are the most expensive product of a small
** model ([N,E] by [E,V]), and only these rows have a loss. */
static void gather_asked(StepWork *work) {
  StepWorkspace *workspace = work->workspace;
  for (int row = work->source_count; row < work->token_count; row++) {
    int target = work->order->batch->targets[workspace->tokens[row]];
    if (target == TARGET_NONE) continue;
    workspace->asked[work->asked_count] = row;
    workspace->targets[work->asked_count] = target;
    memcpy(mat_row_of(workspace->asked_x, work->asked_count), mat_row_of(workspace->x, row),
           (size_t)workspace->x.cols * sizeof(float));
    work->asked_count++;
  }
}

static int likeliest(const float *row, int count) {
  int largest = 0;
  for (int i = 1; i < count; i++)
    if (row[i] > row[largest]) largest = i;
  return largest;
}

/* Sequences whose targets all have the largest logit of their rows. */
static int count_whole(const StepWork *work, MatView logits) {
  const StepWorkspace *workspace = work->workspace;
  StepSequence sequence = step_first_sequence(work);
  int whole = 0, row = 0;
  for (int i = 0; i < work->order->sequence_count; i++) {
    int end = sequence.first_row + sequence.length;
    bool is_right = row < logits.rows && workspace->asked[row] < end;
    for (; row < logits.rows && workspace->asked[row] < end; row++)
      is_right &= likeliest(mat_row(logits, row), logits.cols) == workspace->targets[row];
    whole += is_right;
    step_next_sequence(work, i, &sequence);
  }
  return whole;
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
  work->sums.whole = count_whole(work, mat_view(logits));
  CrossEntropy sum =
      cross_entropy_backward(logits, workspace->targets, (float)work->order->loss_scale);
  work->sums.loss_sum = sum.loss_sum;
  work->sums.asked = sum.counted;
  work->sums.right = sum.right;
}

static bool has_heaviest(const Batch *batch, int token, MatView weights, int row) {
  int heaviest = likeliest(mat_row(weights, row), weights.cols);
  int from_first = heaviest - batch->attn_targets[token];
  return from_first >= 0 && from_first < batch->attn_target_counts[token];
}

/* Adds the shares of all heads on the task's places; of two sentences those of the heads that look
** from the target to the source, which has no places once it is squeezed. */
static void add_row_shares(StepWork *work, const StepSequence *sequence, int row) {
  const StepOrder *order = work->order;
  const NetworkShape *shape = &work->network.shape;
  int token = work->workspace->tokens[sequence->first_row + row];
  if (order->batch->attn_targets[token] < 0 || step_is_squeezed(work)) return;
  for (int layer = 0; layer < network_stack_count(shape); layer++) {
    NetworkLayerKind kind = step_layer_kind(work, layer);
    if (kind != LAYER_ALONE && kind != LAYER_CROSS) continue;
    for (int head = 0; head < shape->head_count; head++) {
      MatView weights = mat_view(step_weights(work, sequence, layer, head));
      order->attn_targets->share[layer][head] +=
          step_attn_target_share(order->batch, token, mat_row(weights, row));
      order->attn_targets->heaviest[layer][head] += has_heaviest(order->batch, token, weights, row);
    }
  }
  order->attn_targets->counted++;
}

static void add_look_losses(StepWork *work, const StepSequence *sequence) {
  const StepOrder *order = work->order;
  int first = work->first_token + sequence->first_row; /* of one sentence: rows are tokens */
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

/* Which token of the batch each row is: all sources, then all the rest. */
static void order_rows(StepWork *work) {
  const Batch *batch = work->order->batch;
  StepWorkspace *workspace = work->workspace;
  for (int i = 0; i < work->order->sequence_count; i++)
    work->source_count += step_source_length(work, i);
  StepSequence sequence = step_first_sequence(work);
  for (int i = 0; i < work->order->sequence_count; i++) {
    int first = batch->starts[work->order->first_sequence + i];
    for (int j = 0; j < sequence.source_length; j++)
      workspace->tokens[sequence.source_row + j] = first + j;
    for (int j = 0; j < sequence.length; j++)
      workspace->tokens[sequence.first_row + j] = first + sequence.source_length + j;
    step_next_sequence(work, i, &sequence);
  }
  for (int row = 0; row < work->token_count; row++)
    workspace->ids[row] = batch->tokens[workspace->tokens[row]];
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
  order_rows(&work);
  return work;
}

StepSums step_run(StepWorkspace *workspace, const StepOrder *order) {
  if (order->sequence_count == 0) return (StepSums){0};
  StepWork work = begin_work(workspace, order);
  assert((work.source_count > 0) == (order->shape->encoder_layers > 0));
  embed(&work);
  run_layers(&work);
  compute_loss(&work);
  add_attn_target_shares(&work);
  if (order->gradients) step_backward(&work);
  return work.sums;
}
