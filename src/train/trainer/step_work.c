/* train/trainer/step_work.c -- see step_work.h. */
#include "train/trainer/step_work.h"

int step_source_length(const StepWork *work, int index) {
  return work->order->batch->sources[work->order->first_sequence + index];
}

static int length_of(const StepWork *work, int index) {
  const int *starts = work->order->batch->starts + work->order->first_sequence;
  return starts[index + 1] - starts[index] - step_source_length(work, index);
}

StepSequence step_first_sequence(const StepWork *work) {
  return (StepSequence){.first_row = work->source_count,
                        .length = length_of(work, 0),
                        .source_length = step_source_length(work, 0)};
}

/* The weights of a head of a sequence take a square, whatever the layer. */
static size_t cells_of(const StepSequence *sequence) {
  int length = sequence->length, source = sequence->source_length;
  size_t side = (size_t)(length > source ? length : source);
  return side * side;
}

/* The weights of all heads of a sequence follow each other, then those of the next sequence. */
void step_next_sequence(const StepWork *work, int index, StepSequence *sequence) {
  sequence->index = index + 1;
  sequence->weights_at += cells_of(sequence) * (size_t)work->network.shape.head_count;
  sequence->first_row += sequence->length;
  sequence->source_row += sequence->source_length;
  if (index + 1 >= work->order->sequence_count) return;
  sequence->length = length_of(work, index + 1);
  sequence->source_length = step_source_length(work, index + 1);
}

NetworkLayerKind step_layer_kind(const StepWork *work, int layer) {
  return network_layer_kind(&work->network.shape, layer);
}

bool step_is_squeezed(const StepWork *work) { return work->network.shape.source == SOURCE_VECTOR; }

StepRows step_queries(const StepWork *work, int layer) {
  int sources = work->source_count;
  if (step_layer_kind(work, layer) == LAYER_ENCODER) return (StepRows){0, sources};
  return (StepRows){sources, work->token_count - sources};
}

StepRows step_keys(const StepWork *work, int layer) {
  if (step_layer_kind(work, layer) == LAYER_CROSS)
    return (StepRows){0, step_is_squeezed(work) ? work->order->sequence_count : work->source_count};
  return step_queries(work, layer);
}

StepRows step_sequence_queries(const StepWork *work, const StepSequence *sequence, int layer) {
  if (step_layer_kind(work, layer) == LAYER_ENCODER)
    return (StepRows){sequence->source_row, sequence->source_length};
  return (StepRows){sequence->first_row, sequence->length};
}

StepRows step_sequence_keys(const StepWork *work, const StepSequence *sequence, int layer) {
  if (step_layer_kind(work, layer) == LAYER_CROSS)
    return step_is_squeezed(work) ? (StepRows){sequence->index, 1}
                                  : (StepRows){sequence->source_row, sequence->source_length};
  return step_sequence_queries(work, sequence, layer);
}

MatView step_key_input(const StepWork *work, int layer) {
  bool is_cross = step_layer_kind(work, layer) == LAYER_CROSS;
  int from = is_cross ? work->network.shape.encoder_layers : layer;
  if (is_cross && step_is_squeezed(work))
    return step_view(step_keys(work, layer), work->workspace->squeezed);
  return step_view(step_keys(work, layer), work->workspace->layers[from].x);
}

Mat step_weights(const StepWork *work, const StepSequence *sequence, int layer, int head) {
  int rows = step_sequence_queries(work, sequence, layer).count;
  int cols = step_sequence_keys(work, sequence, layer).count;
  float *at = work->workspace->layers[layer].weights + sequence->weights_at +
              (size_t)head * cells_of(sequence);
  return (Mat){at, rows, cols, cols};
}

MaskView step_mask(const StepWork *work, int layer, int length) {
  NetworkLayerKind kind = step_layer_kind(work, layer);
  bool is_masked = kind == LAYER_DECODER || kind == LAYER_ALONE;
  if (!is_masked || !work->workspace->hidden) return (MaskView){NULL, 0, 0, 0};
  return (MaskView){work->workspace->hidden, length, length,
                    work->workspace->sizes.tokens_of_sequence};
}

StepKeyHead step_key_head(const StepWork *work, int head) {
  int count = network_key_heads(&work->network.shape);
  int each = work->network.shape.head_count / count;
  return (StepKeyHead){head / each, count, head % each == 0};
}
