/* model/model_layer.c -- what comes before and after the heads of a layer. */
#include <math.h>

#include "core/activation.h"
#include "core/attention.h"
#include "core/linear.h"
#include "core/norm.h"
#include "model/model_weights.h"

bool model_split(const Model *model, Arena *arena, Str sentence, Tokens *tokens, const int **ids,
                 Status *status) {
  *ids = NULL;
  if (model->vocabulary)
    return vocabulary_split(model->vocabulary, arena, sentence, MODEL_TOKENS_MOST, tokens, ids,
                            status);
  return tokens_split(arena, sentence, NULL, MODEL_TOKENS_MOST, tokens, status);
}

/* x and y may be the same place. */
static void add(MatView x, MatView y, Mat sum) {
  for (int row = 0; row < sum.rows; row++)
    for (int col = 0; col < sum.cols; col++)
      mat_row_of(sum, row)[col] = mat_row(x, row)[col] + mat_row(y, row)[col];
}

/* √E · embedding[id]; M-14. */
static void embed_id(const Network *network, int id, float *row) {
  const float *from = mat_row(mat_view(network->embedding), id);
  float scale = sqrtf((float)network->shape.d_model);
  for (int i = 0; i < network->shape.d_model; i++) row[i] = scale * from[i];
}

void model_embed(const Model *model, const Tokens *tokens, const int *ids, Trace *trace) {
  Mat words = trace_place(trace, TRACE_TOKEN_EMBEDDING, 0, 0);
  Mat positions = trace_place(trace, TRACE_POSITION, 0, 0);
  for (int i = 0; i < tokens->count; i++) {
    if (model->network) embed_id(model->network, ids[i], mat_row_of(words, i));
    else model->embed_token(tokens->at[i].match, mat_row_of(words, i));
  }
  model->embed_positions(positions);
  add(mat_view(words), mat_view(positions), trace_place(trace, TRACE_X, 0, 0));
}

/* M-16. The block takes h + mlp first, then its norm in place. */
static void run_mlp(const NetworkLayer *weights, int layer, Mat bends, Trace *trace) {
  MatView h = trace_matrix(trace, TRACE_NORM_1, layer, 0);
  Mat mlp = trace_place(trace, TRACE_MLP, layer, 0);
  Mat block = trace_place(trace, TRACE_BLOCK, layer, 0);
  linear(h, mat_view(weights->w_1), weights->b_1, bends);
  activation_relu(bends);
  linear(mat_view(bends), mat_view(weights->w_2), weights->b_2, mlp);
  add(h, mat_view(mlp), block);
  norm_layer(mat_view(block), weights->norm_2_gain, weights->norm_2_bias, network_norm_epsilon,
             block);
}

void model_close_layer(const Model *model, int layer, Mat bends, Trace *trace) {
  add(trace_matrix(trace, TRACE_INPUT, layer, 0), trace_matrix(trace, TRACE_JOINED, layer, 0),
      trace_place(trace, TRACE_RESIDUAL, layer, 0));
  if (!model->network) return;
  const NetworkLayer *weights = &model->network->layers[layer];
  norm_layer(trace_matrix(trace, TRACE_RESIDUAL, layer, 0), weights->norm_1_gain,
             weights->norm_1_bias, network_norm_epsilon,
             trace_place(trace, TRACE_NORM_1, layer, 0));
  if (model->network->shape.d_ff > 0) run_mlp(weights, layer, bends, trace);
}

void model_lend_block(const Model *model, Trace *trace) {
  const Network *network = model->network;
  if (!network) return;
  for (int layer = 0; layer < model->layer_count; layer++) {
    const NetworkLayer *from = &network->layers[layer];
    TraceBlockWeights weights = {.norm_1_gain = from->norm_1_gain,
                                 .norm_1_bias = from->norm_1_bias,
                                 .epsilon = network_norm_epsilon};
    if (network->shape.d_ff > 0) {
      weights.w_1 = mat_view(from->w_1);
      weights.w_2 = mat_view(from->w_2);
      weights.b_1 = from->b_1;
      weights.b_2 = from->b_2;
      weights.norm_2_gain = from->norm_2_gain;
      weights.norm_2_bias = from->norm_2_bias;
    }
    trace_lend_block(trace, layer, weights);
  }
  trace_lend_words(trace, (TraceWordWeights){mat_view(network->embedding), network->logits_bias});
}

/* M-17. */
void model_name_words(const Model *model, Trace *trace) {
  if (!model->network || model->names_no_words) return;
  const Network *network = model->network;
  Mat logits = trace_place(trace, TRACE_LOGITS, 0, 0);
  linear_times_transposed(trace_matrix(trace, TRACE_BLOCK, model->layer_count - 1, 0),
                          mat_view(network->embedding), logits);
  for (int row = 0; row < logits.rows; row++)
    for (int id = 0; id < logits.cols; id++)
      mat_row_of(logits, row)[id] += network->logits_bias[id];
  attn_weights(mat_view(logits), trace_place(trace, TRACE_PROBABILITIES, 0, 0), NULL);
}
