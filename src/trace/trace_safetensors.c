/* trace/trace_safetensors.c -- a whole trace as one safetensors file.
**
**   8 bytes   N, the length of the header, little-endian
**   N bytes   JSON, padded with spaces to a multiple of 8
**   the rest  the tensors one after the other, in the order of their names
*/
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "trace/file_text.h"
#include "trace/trace_file.h"

/* The parts of a layer in the order of their names; "logits" and "x" come after "layers". */
static const TracePart layer_parts[] = {TRACE_BLOCK,  TRACE_JOINED, TRACE_K,      TRACE_MASKED,
                                        TRACE_OUTPUT, TRACE_Q,      TRACE_SCALED, TRACE_SCORES,
                                        TRACE_V,      TRACE_WEIGHTS};

enum { LAYER_PART_COUNT = sizeof layer_parts / sizeof layer_parts[0], HEADER_ALIGNMENT = 8 };

/* One tensor of the file, in file order; layer −1 for x and logits. */
typedef struct Tensor {
  TracePart part;
  int layer;
} Tensor;

static int compare_as_text(int a, int b) {
  char first[16], second[16];
  snprintf(first, sizeof first, "%d", a);
  snprintf(second, sizeof second, "%d", b);
  return strcmp(first, second);
}

/* Names are ordered as text, where layer 10 stands before layer 2. */
static void order_layers(int *layers, int count) {
  for (int i = 0; i < count; i++) {
    int place = i;
    for (; place > 0 && compare_as_text(i, layers[place - 1]) < 0; place--)
      layers[place] = layers[place - 1];
    layers[place] = i;
  }
}

/* Without norms the block is the sum of x and joined, and nothing a reader could not make. */
static bool is_written(const Trace *trace, TracePart part) {
  return part != TRACE_BLOCK || trace_has_part(trace, TRACE_NORM_1);
}

static int add_layer(Tensor *tensors, const Trace *trace, int layer) {
  int count = 0;
  for (int i = 0; i < LAYER_PART_COUNT; i++)
    if (is_written(trace, layer_parts[i])) tensors[count++] = (Tensor){layer_parts[i], layer};
  return count;
}

static Tensor *list_tensors(Arena *arena, const Trace *trace, int *count) {
  int layer_count = trace_layer_count(trace);
  int *layers = arena_take(arena, (size_t)layer_count, sizeof *layers);
  Tensor *tensors = arena_take(arena, (size_t)layer_count * LAYER_PART_COUNT + 2, sizeof *tensors);
  if (!layers || !tensors) return NULL;
  order_layers(layers, layer_count);
  *count = 0;
  for (int i = 0; i < layer_count; i++) *count += add_layer(tensors + *count, trace, layers[i]);
  if (trace_has_words(trace)) tensors[(*count)++] = (Tensor){TRACE_LOGITS, -1};
  tensors[(*count)++] = (Tensor){TRACE_X, -1};
  return tensors;
}

static int heads_in(const Trace *trace, Tensor tensor) {
  return trace_part_info(tensor.part)->per_head ? trace_head_count(trace, tensor.layer) : 1;
}

static size_t tensor_bytes(const Trace *trace, Tensor tensor) {
  int rows, cols;
  trace_matrix_shape(trace, tensor.part, tensor.layer < 0 ? 0 : tensor.layer, &rows, &cols);
  return (size_t)heads_in(trace, tensor) * (size_t)rows * (size_t)cols * sizeof(float);
}

static void add_tensor(StrBuf *header, const Trace *trace, Tensor tensor, size_t begin) {
  const TracePartInfo *info = trace_part_info(tensor.part);
  int rows, cols;
  trace_matrix_shape(trace, tensor.part, tensor.layer < 0 ? 0 : tensor.layer, &rows, &cols);
  if (tensor.layer < 0) strbuf_format(header, ",\"%s\":", info->name);
  else strbuf_format(header, ",\"layers.%d.%s\":", tensor.layer, info->name);
  strbuf_add(header, STR("{\"dtype\":\"F32\",\"shape\":["));
  if (info->per_head) strbuf_format(header, "%d,", heads_in(trace, tensor));
  strbuf_format(header, "%d,%d],\"data_offsets\":[%zu,%zu]}", rows, cols, begin,
                begin + tensor_bytes(trace, tensor));
}

static void add_pair(StrBuf *header, const char *key, Str value) {
  strbuf_format(header, ",\"%s\":", key);
  strbuf_add_json(header, value);
}

/* Values of the metadata must be strings, so the list of tokens is JSON inside a JSON string. */
static void add_metadata(StrBuf *header, Arena *arena, const Trace *trace, const char *version) {
  StrBuf tokens = strbuf_make(arena);
  strbuf_add_char(&tokens, '[');
  for (int i = 0; i < trace_token_count(trace); i++) {
    if (i > 0) strbuf_add_char(&tokens, ',');
    strbuf_add_json(&tokens, trace_token(trace, i)->text);
  }
  strbuf_add_char(&tokens, ']');
  strbuf_add(header, STR("{\"__metadata__\":{\"format\":\"heads-up-trace-1\""));
  strbuf_format(header, ",\"d_head\":\"%d\"", trace_d_head(trace));
  add_pair(header, "mask", trace_mask_name(trace));
  add_pair(header, "model", trace_model_name(trace));
  add_pair(header, "tokens", strbuf_str(&tokens));
  add_pair(header, "version", str_from(version));
  strbuf_add_char(header, '}');
  header->failed = header->failed || tokens.failed;
}

static char *put_tensor(char *to, const Trace *trace, Tensor tensor) {
  for (int head = 0; head < heads_in(trace, tensor); head++) {
    trace_let_go(trace);
    to = file_text_put_floats(
        to, trace_matrix(trace, tensor.part, tensor.layer < 0 ? 0 : tensor.layer, head));
  }
  return to;
}

bool trace_to_safetensors(Arena *arena, const Trace *trace, const char *version, Str *bytes,
                          Status *status) {
  int count;
  const Tensor *tensors = list_tensors(arena, trace, &count);
  if (!tensors) return status_no_memory(status);
  StrBuf header = strbuf_make(arena);
  size_t data_bytes = 0;
  add_metadata(&header, arena, trace, version);
  for (int i = 0; i < count; i++) {
    add_tensor(&header, trace, tensors[i], data_bytes);
    data_bytes += tensor_bytes(trace, tensors[i]);
  }
  strbuf_add_char(&header, '}');
  while (!header.failed && header.bytes % HEADER_ALIGNMENT != 0) strbuf_add_char(&header, ' ');
  char *file = header.failed ? NULL : arena_take(arena, 8 + header.bytes + data_bytes, 1);
  if (!file) return status_no_memory(status);
  for (int i = 0; i < 8; i++) file[i] = (char)(unsigned char)((uint64_t)header.bytes >> (8 * i));
  memcpy(file + 8, header.at, header.bytes);
  char *to = file + 8 + header.bytes;
  for (int i = 0; i < count; i++) to = put_tensor(to, trace, tensors[i]);
  *bytes = (Str){file, (size_t)(to - file)};
  return true;
}
