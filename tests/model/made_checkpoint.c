/* tests/model/made_checkpoint.c -- see made_checkpoint.h. */
#include "model/made_checkpoint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"

const MadeSizes made_sizes = {2, 12, 20, 17, 16, 2};
const char made_gpt2_config[] =
    "{\"model_type\": \"gpt2\", \"n_layer\": 2, \"n_head\": 3, \"n_embd\": 12, \"n_inner\": 20, "
    "\"n_positions\": 16, \"vocab_size\": 17}";
const char made_bert_config[] =
    "{\"model_type\": \"bert\", \"num_hidden_layers\": 2, \"num_attention_heads\": 3, "
    "\"hidden_size\": 12, \"intermediate_size\": 20, \"max_position_embeddings\": 16, "
    "\"type_vocab_size\": 2, \"vocab_size\": 17}";

static int64_t count_of(const MadeTensor *tensor) {
  int64_t count = 1;
  for (int i = 0; i < tensor->rank; i++) count *= tensor->shape[i];
  return count;
}

/* Eighths from −8 to 8: no dtype rounds them. */
static void fill(MadeTensor *tensor, Arena *arena) {
  Rng rng = rng_make(rng_hash(tensor->name, strlen(tensor->name)));
  tensor->numbers = arena_take(arena, (size_t)count_of(tensor), sizeof(float));
  for (int64_t i = 0; i < count_of(tensor); i++)
    tensor->numbers[i] = (float)(rng_below(&rng, 128) - 64) / 8;
}

MadeTensor *made_add(MadeCheckpoint *made, const char *name, int rows, int cols) {
  assert_true(made->count < MADE_TENSORS_MOST);
  MadeTensor *tensor = &made->tensors[made->count++];
  *tensor = (MadeTensor){.dtype = "F32", .rank = rows > 0 ? 2 : 1, .shape = {rows, cols}};
  if (rows == 0) tensor->shape[0] = cols;
  snprintf(tensor->name, sizeof tensor->name, "%s", name);
  fill(tensor, made->arena);
  return tensor;
}

static MadeCheckpoint *make(Arena *arena, MadeSizes sizes) {
  MadeCheckpoint *made = arena_take(arena, 1, sizeof *made);
  made->arena = arena;
  made->sizes = sizes;
  return made;
}

static void add_in(MadeCheckpoint *made, const char *before, const char *name, int rows, int cols) {
  made_add(made, str_format(made->arena, "%s%s", before, name), rows, cols);
}

MadeCheckpoint *made_gpt2(Arena *arena, MadeSizes sizes) {
  MadeCheckpoint *made = make(arena, sizes);
  int e = sizes.width, f = sizes.ff;
  made_add(made, "wte.weight", sizes.words, e);
  made_add(made, "wpe.weight", sizes.positions, e);
  for (int i = 0; i < sizes.layers; i++) {
    char before[32];
    snprintf(before, sizeof before, "h.%d.", i);
    add_in(made, before, "ln_1.weight", 0, e);
    add_in(made, before, "ln_1.bias", 0, e);
    add_in(made, before, "attn.c_attn.weight", e, 3 * e);
    add_in(made, before, "attn.c_attn.bias", 0, 3 * e);
    add_in(made, before, "attn.c_proj.weight", e, e);
    add_in(made, before, "attn.c_proj.bias", 0, e);
    add_in(made, before, "ln_2.weight", 0, e);
    add_in(made, before, "ln_2.bias", 0, e);
    add_in(made, before, "mlp.c_fc.weight", e, f);
    add_in(made, before, "mlp.c_fc.bias", 0, f);
    add_in(made, before, "mlp.c_proj.weight", f, e);
    add_in(made, before, "mlp.c_proj.bias", 0, e);
  }
  made_add(made, "ln_f.weight", 0, e);
  made_add(made, "ln_f.bias", 0, e);
  return made;
}

static void add_linear(MadeCheckpoint *made, const char *before, int out, int in) {
  add_in(made, before, ".weight", out, in);
  add_in(made, before, ".bias", 0, out);
}

MadeCheckpoint *made_bert(Arena *arena, MadeSizes sizes) {
  static const char *const square[] = {"attention.self.query", "attention.self.key",
                                       "attention.self.value", "attention.output.dense"};
  MadeCheckpoint *made = make(arena, sizes);
  int e = sizes.width, f = sizes.ff;
  made_add(made, "embeddings.word_embeddings.weight", sizes.words, e);
  made_add(made, "embeddings.position_embeddings.weight", sizes.positions, e);
  made_add(made, "embeddings.token_type_embeddings.weight", sizes.segments, e);
  made_add(made, "embeddings.LayerNorm.weight", 0, e);
  made_add(made, "embeddings.LayerNorm.bias", 0, e);
  for (int i = 0; i < sizes.layers; i++) {
    char before[96];
    for (int j = 0; j < 4; j++) {
      snprintf(before, sizeof before, "encoder.layer.%d.%s", i, square[j]);
      add_linear(made, before, e, e);
    }
    snprintf(before, sizeof before, "encoder.layer.%d.", i);
    add_in(made, before, "attention.output.LayerNorm.weight", 0, e);
    add_in(made, before, "attention.output.LayerNorm.bias", 0, e);
    add_in(made, before, "intermediate.dense.weight", f, e);
    add_in(made, before, "intermediate.dense.bias", 0, f);
    add_in(made, before, "output.dense.weight", e, f);
    add_in(made, before, "output.dense.bias", 0, e);
    add_in(made, before, "output.LayerNorm.weight", 0, e);
    add_in(made, before, "output.LayerNorm.bias", 0, e);
  }
  return made;
}

void made_add_head(MadeCheckpoint *bert) {
  int e = bert->sizes.width;
  made_add(bert, "cls.predictions.transform.dense.weight", e, e);
  made_add(bert, "cls.predictions.transform.dense.bias", 0, e);
  made_add(bert, "cls.predictions.transform.LayerNorm.weight", 0, e);
  made_add(bert, "cls.predictions.transform.LayerNorm.bias", 0, e);
  made_add(bert, "cls.predictions.bias", 0, bert->sizes.words);
}

MadeTensor *made_find(MadeCheckpoint *made, const char *name) {
  for (int i = 0; i < made->count; i++)
    if (strcmp(made->tensors[i].name, name) == 0) return &made->tensors[i];
  fail_msg("no tensor %s", name);
  return NULL;
}

void made_drop(MadeCheckpoint *made, const char *name) {
  MadeTensor *tensor = made_find(made, name);
  *tensor = made->tensors[--made->count];
}

void made_prefix(MadeCheckpoint *made, const char *prefix) {
  for (int i = 0; i < made->count; i++) {
    char name[96];
    snprintf(name, sizeof name, "%s%.60s", prefix, made->tensors[i].name);
    memcpy(made->tensors[i].name, name, sizeof name);
  }
}

void made_dtype(MadeCheckpoint *made, const char *dtype) {
  for (int i = 0; i < made->count; i++) made->tensors[i].dtype = dtype;
}

static int bytes_of(const char *dtype) {
  return strstr(dtype, "64") ? 8 : strstr(dtype, "32") ? 4 : strstr(dtype, "16") ? 2 : 1;
}

/* Normal numbers without rounding; zero and infinities too. */
static uint16_t half_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  uint32_t sign = bits >> 16 & 0x8000u, exponent = bits >> 23 & 255, fraction = bits >> 13 & 0x3FF;
  if (exponent == 0) return (uint16_t)sign;
  if (exponent == 255) return (uint16_t)(sign | 0x7C00u | (bits << 9 ? 0x200u : 0));
  return (uint16_t)(sign | (exponent - 112) << 10 | fraction);
}

static void add_number(StrBuf *data, const char *dtype, float x) {
  uint64_t bits = 0;
  double wide = x;
  if (strcmp(dtype, "F64") == 0) memcpy(&bits, &wide, sizeof wide);
  else if (strcmp(dtype, "F16") == 0) bits = half_of(x);
  else memcpy(&bits, &x, sizeof x);
  if (strcmp(dtype, "BF16") == 0) bits >>= 16;
  for (int i = 0; i < bytes_of(dtype); i++) strbuf_add_char(data, (char)(bits >> 8 * i));
}

void made_write_some(const MadeCheckpoint *made, const Folder *folder, const char *name, int first,
                     int count) {
  StrBuf json = strbuf_make(made->arena), data = strbuf_make(made->arena);
  StrBuf file = strbuf_make(made->arena);
  strbuf_add(&json, STR("{\"__metadata__\":{\"format\":\"pt\"}"));
  for (int i = first; i < first + count; i++) {
    const MadeTensor *tensor = &made->tensors[i];
    size_t begin = data.bytes;
    strbuf_format(&json, ",\"%s\":{\"dtype\":\"%s\",\"shape\":[", tensor->name, tensor->dtype);
    for (int j = 0; j < tensor->rank; j++)
      strbuf_format(&json, j > 0 ? ",%lld" : "%lld", (long long)tensor->shape[j]);
    for (int64_t j = 0; j < count_of(tensor); j++)
      add_number(&data, tensor->dtype, tensor->numbers[j]);
    strbuf_format(&json, "],\"data_offsets\":[%zu,%zu]}", begin, data.bytes);
  }
  strbuf_add_char(&json, '}');
  while (json.bytes % 8 != 0) strbuf_add_char(&json, ' ');
  for (int i = 0; i < 8; i++) strbuf_add_char(&file, (char)(json.bytes >> 8 * i));
  strbuf_add(&file, strbuf_str(&json));
  strbuf_add(&file, strbuf_str(&data));
  folder_write(folder, name, strbuf_str(&file));
}

void made_write(const MadeCheckpoint *made, const Folder *folder) {
  made_write_some(made, folder, "model.safetensors", 0, made->count);
}
