/* Writes the weights of a model and every part of a trace of it into one file, for programs that
** compute the same from the weights (families.py).
**
**   dump_model MODEL MASK KIND all|little OUT SENTENCE
**
** File    lines "= name value" with sizes and ways; then for every matrix a line "name rows cols" and
**         its numbers, float32 as they lie in memory.
** Errors  A sentence on standard error, and 1. */
#include <stdio.h>
#include <string.h>

#include "model/model_weights.h"
#include "trace/trace.h"

static void put(FILE *out, const char *name, MatView m) {
  if (!m.at) return;
  fprintf(out, "%s %d %d\n", name, m.rows, m.cols);
  for (int row = 0; row < m.rows; row++)
    fwrite(mat_row(m, row), sizeof(float), (size_t)m.cols, out);
}

static void put_vector(FILE *out, const char *name, const float *at, int count) {
  put(out, name, (MatView){at, 1, count, count});
}

static void put_norm(FILE *out, const char *name, NormWeights norm, int width) {
  char text[64];
  snprintf(text, sizeof text, "%s.gain", name);
  put_vector(out, text, norm.gain, width);
  snprintf(text, sizeof text, "%s.bias", name);
  put_vector(out, text, norm.bias, width);
}

/* "layers.0.w_q" */
static const char *of_layer(char text[64], int layer, const char *name) {
  snprintf(text, 64, "layers.%d.%s", layer, name);
  return text;
}

static void put_layer(FILE *out, const Model *model, int i) {
  const LayerWeights *layer = &model->layers[i];
  char text[64];
  int width = model->d_model, shared = model_key_heads(model) * model->d_head;
  const struct {
    const char *name;
    MatView at;
  } maps[] = {{"w_q", layer->w_q},      {"w_k", layer->w_k}, {"w_v", layer->w_v},
              {"w_o", layer->w_o},      {"w_1", layer->w_1}, {"w_2", layer->w_2},
              {"w_gate", layer->w_gate}};
  const struct {
    const char *name;
    const float *at;
    int count;
  } biases[] = {{"b_q", layer->b_q, width},       {"b_k", layer->b_k, shared},
                {"b_v", layer->b_v, shared},      {"b_o", layer->b_o, width},
                {"b_1", layer->b_1, model->d_ff}, {"b_2", layer->b_2, width}};
  for (int m = 0; m < 7; m++) put(out, of_layer(text, i, maps[m].name), maps[m].at);
  for (int b = 0; b < 6; b++)
    put_vector(out, of_layer(text, i, biases[b].name), biases[b].at, biases[b].count);
  put_norm(out, of_layer(text, i, "norm_1"), layer->norm_1, width);
  put_norm(out, of_layer(text, i, "norm_2"), layer->norm_2, width);
}

static void put_model(FILE *out, const Model *model) {
  put(out, "token_table", model->token_table);
  put(out, "position_table", model->position_table);
  put(out, "segment_table", model->segment_table);
  put(out, "bucket_table", model->bucket_table);
  put(out, "output_table", model->output_table);
  put_norm(out, "embedding_norm", model->embedding_norm, model->d_model);
  put_norm(out, "final_norm", model->final_norm, model->d_model);
  for (int i = 0; i < model->layer_count; i++) put_layer(out, model, i);
}

static void put_facts(FILE *out, const Model *model, const Trace *trace) {
  fprintf(out, "= name %s\n= layers %d\n= heads %d\n", model->info->name, model->layer_count,
          model->head_count);
  fprintf(out, "= kv_heads %d\n= d_head %d\n= tokens %d\n", model_key_heads(model), model->d_head,
          trace_token_count(trace));
  fprintf(out, "= norm %d\n= rms %d\n= activation %s\n= scale %.9g\n= epsilon %.9g\n",
          (int)model->norm_place, (int)model->norm_method, activation_symbol(model->activation),
          (double)model->embedding_scale, (double)model->epsilon);
  fprintf(out, "= bends %d\n= waves %d\n", (int)model->activation, model->embed_positions != NULL);
  fprintf(out, "= ids");
  for (int i = 0; i < trace_token_count(trace); i++)
    fprintf(out, "%c%d", i > 0 ? ',' : ' ', trace_token(trace, i)->id);
  fprintf(out, "\n= segments");
  for (int i = 0; i < trace_token_count(trace); i++)
    fprintf(out, "%c%d", i > 0 ? ',' : ' ', trace_token(trace, i)->segment);
  fputc('\n', out);
}

/* 1 where hidden. */
static void put_mask(FILE *out, const Trace *trace) {
  int rows = trace_token_count(trace), cols = trace_key_count(trace);
  fprintf(out, "hidden %d %d\n", rows, cols);
  for (int row = 0; row < rows; row++)
    for (int col = 0; col < cols; col++) {
      float hidden = trace_hidden(trace, row, col);
      fwrite(&hidden, sizeof hidden, 1, out);
    }
}

static void put_part(FILE *out, const Trace *trace, TracePart part) {
  const TracePartInfo *info = trace_part_info(part);
  int layers = info->per_layer ? trace_layer_count(trace) : 1;
  for (int layer = 0; layer < layers; layer++)
    for (int head = 0; head < (info->per_head ? trace_head_count(trace, layer) : 1); head++) {
      char text[64];
      trace_frame_begin(trace);
      if (info->per_head) snprintf(text, sizeof text, "%d.%d.%s", layer, head, info->name);
      else if (info->per_layer) snprintf(text, sizeof text, "%d.%s", layer, info->name);
      else snprintf(text, sizeof text, "%s", info->name);
      put(out, text, trace_matrix(trace, part, layer, head));
    }
}

static void put_words(FILE *out, const Trace *trace) {
  int words = trace_word_count(trace), tokens = trace_token_count(trace);
  if (!trace_has_words(trace)) return;
  fprintf(out, "logits %d %d\n", tokens, words);
  for (int i = 0; i < tokens; i++)
    fwrite(trace_logits_row(trace, i), sizeof(float), (size_t)words, out);
}

static bool run(char **words, Status *status) {
  Model *model = NULL;
  Arena *arena = arena_make(0);
  const Trace *trace = NULL;
  MaskSpec mask = {.model_own = true};
  AttentionKind kind = {0};
  if (!model_open(words[1], &model, status)) return false;
  if (strcmp(words[2], "own") != 0 && !mask_spec_parse(str_from(words[2]), &mask, status))
    return false;
  if (!kind_read(str_from(words[3]), &kind))
    return status_fail(status, STATUS_USAGE, "%s is no kind", words[3]);
  RunOrder order = {.sentence = str_from(words[6]),
                    .mask = &mask,
                    .kind = &kind,
                    .keep = strcmp(words[4], "little") == 0 ? KEEP_LITTLE : KEEP_ALL};
  if (!model_run(model, &order, arena, &trace, status)) return false;
  FILE *out = fopen(words[5], "wb");
  if (!out) return status_fail(status, STATUS_COULD_NOT, "cannot write %s", words[5]);
  put_facts(out, model, trace);
  put_model(out, model);
  put_mask(out, trace);
  for (int i = 0; i < TRACE_PART_COUNT; i++) {
    const TracePartInfo *info = trace_part_info(trace_part_order[i]);
    if (!info->is_weights && !info->is_of_words && trace_has_part(trace, trace_part_order[i]))
      put_part(out, trace, trace_part_order[i]);
  }
  put_words(out, trace);
  fclose(out);
  arena_free(arena);
  model_free(model);
  return true;
}

int main(int count, char **words) {
  Status status = {0};
  if (count != 7) {
    fprintf(stderr, "usage: dump_model MODEL MASK KIND all|little OUT SENTENCE\n");
    return 2;
  }
  if (run(words, &status)) return 0;
  fprintf(stderr, "%s\n", status.sentence);
  return 1;
}
