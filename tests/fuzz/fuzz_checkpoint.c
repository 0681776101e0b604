/* tests/fuzz/fuzz_checkpoint.c -- any bytes as config.json and as the index of shards, beside
** tensors that are those of a small GPT-2 and of a small BERT.
**
** The input is two texts with a 0 between them. Without a second one model.safetensors has the
** tensors; with it, one.safetensors. What is found must fit those tensors, and its numbers arrive.
*/
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "files/safetensors.h"
#include "model/checkpoint/hf_model.h"

enum { E = 2, F = 3, V = 3, P = 2 };

typedef struct Row {
  const char *name;
  int rows, cols; /* rows 0: a vector */
} Row;

static const Row rows[] = {
    {"wte.weight", V, E},
    {"wpe.weight", P, E},
    {"ln_f.weight", 0, E},
    {"ln_f.bias", 0, E},
    {"h.0.ln_1.weight", 0, E},
    {"h.0.ln_1.bias", 0, E},
    {"h.0.attn.c_attn.weight", E, 3 * E},
    {"h.0.attn.c_attn.bias", 0, 3 * E},
    {"h.0.attn.c_proj.weight", E, E},
    {"h.0.attn.c_proj.bias", 0, E},
    {"h.0.ln_2.weight", 0, E},
    {"h.0.ln_2.bias", 0, E},
    {"h.0.mlp.c_fc.weight", E, F},
    {"h.0.mlp.c_fc.bias", 0, F},
    {"h.0.mlp.c_proj.weight", F, E},
    {"h.0.mlp.c_proj.bias", 0, E},
    {"embeddings.word_embeddings.weight", V, E},
    {"embeddings.position_embeddings.weight", P, E},
    {"embeddings.token_type_embeddings.weight", 2, E},
    {"embeddings.LayerNorm.weight", 0, E},
    {"embeddings.LayerNorm.bias", 0, E},
    {"encoder.layer.0.attention.self.query.weight", E, E},
    {"encoder.layer.0.attention.self.query.bias", 0, E},
    {"encoder.layer.0.attention.self.key.weight", E, E},
    {"encoder.layer.0.attention.self.key.bias", 0, E},
    {"encoder.layer.0.attention.self.value.weight", E, E},
    {"encoder.layer.0.attention.self.value.bias", 0, E},
    {"encoder.layer.0.attention.output.dense.weight", E, E},
    {"encoder.layer.0.attention.output.dense.bias", 0, E},
    {"encoder.layer.0.attention.output.LayerNorm.gamma", 0, E},
    {"encoder.layer.0.attention.output.LayerNorm.beta", 0, E},
    {"encoder.layer.0.intermediate.dense.weight", F, E},
    {"encoder.layer.0.intermediate.dense.bias", 0, F},
    {"encoder.layer.0.output.dense.weight", E, F},
    {"encoder.layer.0.output.dense.bias", 0, E},
    {"encoder.layer.0.output.LayerNorm.weight", 0, E},
    {"encoder.layer.0.output.LayerNorm.bias", 0, E},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static void write_tensors(Arena *arena, const char *path) {
  static const float numbers[3 * V * E] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  SafetensorsFloats tensors[ROWS];
  for (int i = 0; i < ROWS; i++)
    tensors[i] = (SafetensorsFloats){rows[i].name,
                                     rows[i].rows ? 2 : 1,
                                     {rows[i].rows ? rows[i].rows : rows[i].cols, rows[i].cols},
                                     numbers};
  fuzz_check(safetensors_save(arena, path, &(SafetensorsContent){tensors, ROWS, NULL, 0}, NULL),
             "the tensors are written");
}

/* The same tensors under one of two names; the other is taken away. */
static void put_tensors(Arena *arena, const char *folder, bool sharded) {
  const char *one = str_format(arena, "%s/one.safetensors", folder);
  const char *model = str_format(arena, "%s/model.safetensors", folder);
  const char *wanted = sharded ? one : model, *other = sharded ? model : one;
  if (os_kind(other) == OS_FILE) os_move_file(other, wanted);
  if (os_kind(wanted) != OS_FILE) write_tensors(arena, wanted);
  if (!sharded) os_remove_file(str_format(arena, "%s/model.safetensors.index.json", folder));
}

static const char *write_files(Arena *arena, const uint8_t *bytes, size_t size) {
  const uint8_t *zero = memchr(bytes, 0, size);
  size_t config = zero ? (size_t)(zero - bytes) : size;
  const char *folder = fuzz_folder_with("config.json", bytes, config);
  if (zero) fuzz_folder_with("model.safetensors.index.json", zero + 1, size - config - 1);
  put_tensors(arena, folder, zero != NULL);
  return folder;
}

static void check_found(const HfModel *found) {
  const Config *config = &found->config;
  fuzz_check(config->layer_count == 1 && config->d_model == E && config->d_ff == F &&
                 config->word_count == V && config->position_count == P,
             "the sizes are those of the tensors");
  fuzz_check(config->d_model % config->head_count == 0, "heads divide the width");
  fuzz_check(config->epsilon > 0 && config->epsilon < 1, "epsilon is in its range");
  fuzz_check(tensor_map_at(&found->layout, -1, SLOT_TOKENS)[0] == 1,
             "the numbers are those written");
  fuzz_check(found->broken_count == 0, "all of them are finite");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Arena *scratch = arena_make(0), *arena = arena_make(0);
  HfModel found;
  Status status = {STATUS_OK, ""};
  const char *folder = write_files(scratch, bytes, size);
  bool done = hf_model_find(arena, folder, &found, &status);
  if (done) {
    done = hf_model_numbers(arena, &found, NULL, NULL, &status);
    hf_model_close(&found);
  }
  fuzz_check_status(done, &status);
  fuzz_check_memory(arena, size, 64);
  if (done) check_found(&found);
  arena_free(arena);
  arena_free(scratch);
  return 0;
}
