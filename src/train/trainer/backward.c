/* train/trainer/backward.c -- the backward pass of a training step, with core/backward.h.
**
** d_x of the workspace is the gradient by a layer's output before that layer's backward pass, and
** the gradient by its input after it.
*/
#include "train/trainer/step_look.h"
#include "train/trainer/step_work.h"

#include <math.h>
#include <string.h>

#include "core/backward.h"
#include "core/bucket_bias.h"
#include "core/embedding.h"
#include "core/heads.h"
#include "core/linear.h"
#include "core/relative.h"
#include "core/squeeze.h"

static void add_in_place(StepRows rows, Mat more, Mat sum) {
  mat_add(step_view(rows, sum), step_view(rows, more), step_rows(rows, sum));
}

/* ---- logits ---- */

/* logits = x · embeddingᵀ + b. The embedding is stored as [V,E], so its gradient is d_logitsᵀ x:
** linear_backward with x and dy exchanged. */
static void logits_backward(const StepWork *work) {
  StepWorkspace *workspace = work->workspace;
  int asked = work->asked_count;
  Mat d_x = mat_rows(workspace->d_x, 0, work->token_count), empty = {NULL, 0, 0, 0};
  memset(d_x.at, 0, (size_t)d_x.rows * (size_t)d_x.cols * sizeof(float));
  if (asked == 0) return;
  MatView d_logits = mat_view(mat_rows(workspace->logits, 0, asked));
  MatView asked_x = mat_view(mat_rows(workspace->asked_x, 0, asked));
  float *d_bias = work->gradients.logits_bias;
  linear_quick(d_logits, mat_view(work->network.embedding),
               mat_rows(workspace->d_asked_x, 0, asked));
  linear_backward(d_logits, mat_view(work->network.embedding), asked_x, empty,
                  work->gradients.embedding, NULL);
  for (int row = 0; row < asked; row++) {
    const float *from = mat_row(d_logits, row);
    for (int col = 0; col < d_logits.cols; col++) d_bias[col] += from[col];
    memcpy(mat_row_of(d_x, workspace->asked[row]), mat_row_of(workspace->d_asked_x, row),
           (size_t)d_x.cols * sizeof(float));
  }
}

/* ---- attention ---- */

static void look_backward(const StepWork *work, const StepLook *told, const StepSequence *sequence,
                          MatView weights, Mat d_weights) {
  const Batch *batch = work->order->batch;
  int first = work->first_token + sequence->first_row;
  LookLoss loss;
  for (int row = 0; row < sequence->length; row++) {
    if (!step_look_loss(batch, &told->look, first, first + row, weights, &loss)) continue;
    for (int key = 0; key < sequence->length; key++)
      if (step_look_has(batch, told->look.place, first, first + row, key))
        mat_row_of(d_weights, row)[key] += (float)(told->scale * loss.d_weight);
  }
}

/* Where the gradient of a head's keys or values is written: its columns of d, or for the second
** head and on of those that share them a place beside, from which it is added. */
static Mat place_of(const StepWork *work, StepKeyHead shared, StepRows keys, Mat d) {
  if (shared.is_first) return heads_part(step_rows(keys, d), shared.head, shared.count);
  return mat_rows(work->workspace->d_key, 0, keys.count);
}

static void add_shared(StepKeyHead shared, StepRows keys, Mat from, Mat d) {
  Mat to = heads_part(step_rows(keys, d), shared.head, shared.count);
  if (!shared.is_first) mat_add(mat_view(to), mat_view(from), to);
}

/* Of the numbers of buckets; those of alibi are not trained. */
static void bias_backward(const StepWork *work, int head, MatView d_biased) {
  if (!work->workspace->offsets) return;
  Buckets buckets = network_buckets(&work->network.shape);
  bucket_bias_backward(&buckets, d_biased, head, work->gradients.buckets);
}

/* The stages in reverse, all in one [T,S] matrix. A look acts on the weights, so its
** gradient is added before the softmax's. */
static void attend_backward(const StepWork *work, int layer, int head,
                            const StepSequence *sequence) {
  StepWorkspace *workspace = work->workspace;
  const StepOrder *order = work->order;
  const StepLayer *at = &workspace->layers[layer];
  StepRows queries = step_sequence_queries(work, sequence, layer);
  StepRows keys = step_sequence_keys(work, sequence, layer);
  int heads = work->network.shape.head_count;
  StepKeyHead shared = step_key_head(work, head);
  MatView q = heads_view(step_view(queries, at->q), head, heads);
  MatView k = heads_view(step_view(keys, at->k), shared.head, shared.count);
  MatView v = heads_view(step_view(keys, at->v), shared.head, shared.count);
  MatView d_output = heads_view(step_view(queries, workspace->d_concat), head, heads);
  MatView weights = mat_view(step_weights(work, sequence, layer, head));
  Mat d_weights = {workspace->d_weights.at, queries.count, keys.count, keys.count};
  Mat d_v = place_of(work, shared, keys, workspace->d_v);
  const NetworkLayer *with = &work->network.layers[layer];
  const NetworkLayer *d = &work->gradients.layers[layer];
  attn_output_backward(weights, v, d_output, d_weights, d_v);
  if (with->relative_value.at)
    relative_output_backward(weights, mat_view(with->relative_value), d_output, d_weights,
                             d->relative_value);
  add_shared(shared, keys, d_v, workspace->d_v);
  for (int i = 0; i < order->look_count; i++)
    if (order->looks[i].look.layer == layer && order->looks[i].look.head == head)
      look_backward(work, &order->looks[i], sequence, weights, d_weights);
  attn_weights_backward(weights, mat_view(d_weights), d_weights);
  attn_mask_backward(mat_view(d_weights), step_mask(work, layer, queries.count), d_weights);
  bias_backward(work, head, mat_view(d_weights));
  if (!kind_leaves_scores(&work->network.shape.own_kind))
    attn_scale_backward(mat_view(d_weights), q.cols, d_weights);
  Mat d_k = place_of(work, shared, keys, workspace->d_k);
  Mat d_q = heads_part(step_rows(queries, workspace->d_q), head, heads);
  attn_scores_backward(q, k, mat_view(d_weights), d_q, d_k);
  if (with->relative_key.at)
    relative_scores_backward(q, mat_view(with->relative_key), mat_view(d_weights), d_q,
                             d->relative_key);
  add_shared(shared, keys, d_k, workspace->d_k);
}

static void turn_back(const StepWork *work, StepRows rows, Mat d, int heads) {
  Rotary rotary = network_rotary(&work->network.shape);
  for (int head = 0; head < heads; head++) {
    Mat part = heads_part(step_rows(rows, d), head, heads);
    rotary_turn_backward(rotary, work->workspace->turns, mat_view(part), part);
  }
}

static void attend_all_heads_backward(const StepWork *work, int layer) {
  const StepWorkspace *workspace = work->workspace;
  const NetworkShape *shape = &work->network.shape;
  StepSequence sequence = step_first_sequence(work);
  for (int i = 0; i < work->order->sequence_count; i++) {
    for (int head = 0; head < shape->head_count; head++)
      attend_backward(work, layer, head, &sequence);
    StepRows rows = step_sequence_queries(work, &sequence, layer);
    if (workspace->turns) {
      turn_back(work, rows, workspace->d_q, shape->head_count);
      turn_back(work, rows, workspace->d_k, network_key_heads(shape));
    }
    step_next_sequence(work, i, &sequence);
  }
}

/* ---- layers ---- */

/* Before: d_x is the gradient by the layer's output; after: by h. Overwrites d_sum. */
static void mlp_backward(const StepWork *work, int index) {
  StepWorkspace *workspace = work->workspace;
  const StepLayer *at = &workspace->layers[index];
  const NetworkLayer *with = &work->network.layers[index];
  NetworkLayer d = work->gradients.layers[index];
  StepRows rows = step_queries(work, index);
  Mat d_activation = step_rows(rows, workspace->d_activation);
  norm_layer_backward(
      step_view(rows, at->sum_2), (NormGain){with->norm_2_gain, d.norm_2_gain, d.norm_2_bias},
      network_norm_epsilon, step_view(rows, workspace->d_x), step_rows(rows, workspace->d_sum));
  linear_backward(step_view(rows, at->activation), mat_view(with->w_2),
                  step_view(rows, workspace->d_sum), d_activation, d.w_2, d.b_2);
  /* relu(x) > 0 exactly where x > 0, so the activation serves as the input. */
  activation_relu_backward(step_view(rows, at->activation), mat_view(d_activation), d_activation);
  linear_backward(step_view(rows, at->h), mat_view(with->w_1), mat_view(d_activation),
                  step_rows(rows, workspace->d_x), d.w_1, d.b_1);
  add_in_place(rows, workspace->d_sum, workspace->d_x);
}

/* dx = d_sum + dq W_Qᵀ + dk W_Kᵀ + dv W_Vᵀ, added to d_sum. Between two sentences the last two are
** gradients of what the decoder asks, and are added to d_source. */
static void qkv_backward(const StepWork *work, int index) {
  StepWorkspace *workspace = work->workspace;
  const NetworkLayer *with = &work->network.layers[index];
  const NetworkLayer *d = &work->gradients.layers[index];
  const Mat dys[] = {workspace->d_q, workspace->d_k, workspace->d_v};
  const Mat weights[] = {with->w_q, with->w_k, with->w_v};
  const Mat d_weights[] = {d->w_q, d->w_k, d->w_v};
  bool is_cross = network_layer_kind(&work->network.shape, index) == LAYER_CROSS;
  for (int i = 0; i < 3; i++) {
    StepRows rows = i == 0 ? step_queries(work, index) : step_keys(work, index);
    MatView x = i == 0 ? step_view(rows, workspace->layers[index].x) : step_key_input(work, index);
    linear_backward(x, mat_view(weights[i]), step_view(rows, dys[i]),
                    step_rows(rows, workspace->d_concat), d_weights[i], NULL);
    add_in_place(rows, workspace->d_concat,
                 is_cross && i > 0 ? workspace->d_source : workspace->d_sum);
  }
}

/* x reaches sum_1 directly and through attention (M-15): d_sum is the gradient of the direct path,
** to which qkv_backward adds those through q, k and v. */
static void layer_backward(const StepWork *work, int index) {
  StepWorkspace *workspace = work->workspace;
  const StepLayer *at = &workspace->layers[index];
  const NetworkLayer *with = &work->network.layers[index];
  NetworkLayer d = work->gradients.layers[index];
  StepRows rows = step_queries(work, index);
  if (network_layer_has_mlp(&work->network.shape, index)) mlp_backward(work, index);
  norm_layer_backward(
      step_view(rows, at->sum_1), (NormGain){with->norm_1_gain, d.norm_1_gain, d.norm_1_bias},
      network_norm_epsilon, step_view(rows, workspace->d_x), step_rows(rows, workspace->d_sum));
  linear_backward(step_view(rows, at->concat), mat_view(with->w_o),
                  step_view(rows, workspace->d_sum), step_rows(rows, workspace->d_concat), d.w_o,
                  NULL);
  attend_all_heads_backward(work, index);
  qkv_backward(work, index);
  Mat d_input = workspace->d_sum; /* the gradient by x is d_x of the layer below */
  workspace->d_sum = workspace->d_x;
  workspace->d_x = d_input;
}

static void embedding_backward(const StepWork *work, StepRows rows) {
  float scale = sqrtf((float)work->order->shape->d_model);
  embedding_rows_backward(step_view(rows, work->workspace->d_x), work->workspace->ids + rows.first,
                          scale, work->gradients.embedding);
}

/* d_x becomes the gradient by the encoder's last rows. */
static void source_backward(const StepWork *work) {
  StepWorkspace *workspace = work->workspace;
  StepRows sources = {0, work->source_count};
  if (work->network.shape.source == SOURCE_ROWS) {
    mat_copy(step_view(sources, workspace->d_source), step_rows(sources, workspace->d_x));
    return;
  }
  StepSequence sequence = step_first_sequence(work);
  for (int i = 0; i < work->order->sequence_count; i++) {
    StepRows source = {sequence.source_row, sequence.source_length};
    squeeze_mean_backward(mat_view(mat_rows(workspace->d_source, i, 1)),
                          step_rows(source, workspace->d_x));
    step_next_sequence(work, i, &sequence);
  }
}

/* The embedding is used at both ends: logits_backward adds to its gradient first, then the rows of
** the input tokens are added: of two sentences those of the target when its layers are done, since
** the encoder's go on in the rows of the source. */
void step_backward(const StepWork *work) {
  StepWorkspace *workspace = work->workspace;
  int first = work->network.shape.encoder_layers, sources = work->source_count;
  StepRows source = {0, sources}, rest = {sources, work->token_count - sources};
  Mat d_source = step_rows(source, workspace->d_source);
  for (int row = 0; row < sources; row++)
    memset(mat_row_of(d_source, row), 0, (size_t)d_source.cols * sizeof(float));
  logits_backward(work);
  for (int layer = network_stack_count(&work->network.shape); layer-- > first;)
    layer_backward(work, layer);
  embedding_backward(work, rest);
  if (sources == 0) return;
  source_backward(work);
  for (int layer = first; layer-- > 0;) layer_backward(work, layer);
  embedding_backward(work, source);
}
