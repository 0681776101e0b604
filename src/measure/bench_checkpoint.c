/* measure/bench_checkpoint.c -- the table of tensors, and their numbers from one stream. */
#include "measure/bench_checkpoint.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "base/str.h"
#include "base/i18n.h"

enum { LAYERS = 12, WIDTH = 768, FF = 3072, WORDS = 50257, POSITIONS = 1024, PIECE = 1 << 16 };

/* GPT-2's names and shapes. Its projections are stored as [in, out] (Conv1D). */
typedef struct Tensor {
  const char *name; /* %d is the layer */
  int rows, cols;   /* rows 0: a vector */
  float middle;     /* the mean: 1 for gains, 0 for the rest */
} Tensor;

static const Tensor once[] = {{"wte.weight", WORDS, WIDTH, 0},
                              {"wpe.weight", POSITIONS, WIDTH, 0},
                              {"ln_f.weight", 0, WIDTH, 1},
                              {"ln_f.bias", 0, WIDTH, 0}};
static const Tensor by_layer[] = {{"h.%d.ln_1.weight", 0, WIDTH, 1},
                                  {"h.%d.ln_1.bias", 0, WIDTH, 0},
                                  {"h.%d.attn.c_attn.weight", WIDTH, 3 * WIDTH, 0},
                                  {"h.%d.attn.c_attn.bias", 0, 3 * WIDTH, 0},
                                  {"h.%d.attn.c_proj.weight", WIDTH, WIDTH, 0},
                                  {"h.%d.attn.c_proj.bias", 0, WIDTH, 0},
                                  {"h.%d.ln_2.weight", 0, WIDTH, 1},
                                  {"h.%d.ln_2.bias", 0, WIDTH, 0},
                                  {"h.%d.mlp.c_fc.weight", WIDTH, FF, 0},
                                  {"h.%d.mlp.c_fc.bias", 0, FF, 0},
                                  {"h.%d.mlp.c_proj.weight", FF, WIDTH, 0},
                                  {"h.%d.mlp.c_proj.bias", 0, WIDTH, 0}};
enum { ONCE = sizeof once / sizeof once[0], BY_LAYER = sizeof by_layer / sizeof by_layer[0] };

static size_t numbers_in(const Tensor *tensor) {
  return (size_t)(tensor->rows ? tensor->rows : 1) * (size_t)tensor->cols;
}

static const Tensor *tensor_at(int index) {
  return index < ONCE ? &once[index] : &by_layer[(index - ONCE) % BY_LAYER];
}

enum { TENSORS = ONCE + LAYERS * BY_LAYER };

/* The header is padded with spaces to 8 bytes, as writers of the format do, so that the numbers
** behind it are aligned in a mapped file. */
static bool add_header(StrBuf *header) {
  size_t at = 0;
  for (int i = 0; i < TENSORS; i++) {
    const Tensor *tensor = tensor_at(i);
    char name[64], shape[32];
    int layer = i < ONCE ? 0 : (i - ONCE) / BY_LAYER;
    Str parts = str_from(tensor->name);
    const char *place = strstr(tensor->name, "%d");
    if (!place) snprintf(name, sizeof name, "%s", tensor->name);
    else
      snprintf(name, sizeof name, "%.*s%d%s", (int)(place - parts.at), parts.at, layer, place + 2);
    if (tensor->rows) snprintf(shape, sizeof shape, "%d,%d", tensor->rows, tensor->cols);
    else snprintf(shape, sizeof shape, "%d", tensor->cols);
    size_t end = at + numbers_in(tensor) * sizeof(float);
    strbuf_format(header, "%s\"%s\":{\"dtype\":\"F32\",\"shape\":[%s],\"data_offsets\":[%zu,%zu]}",
                  i ? "," : "{", name, shape, at, end);
    at = end;
  }
  strbuf_format(header, "}");
  while (!header->failed && header->bytes % 8 != 0) strbuf_add_char(header, ' ');
  return !header->failed;
}

/* Numbers between −0.035 and 0.035 have deviation 0.02, as GPT-2 is initialised; gains lie
** around 1. A linear congruential stream is enough here: what is measured does not depend on its
** quality. */
static bool write_numbers(FILE *file, const Tensor *tensor, uint32_t *state, float *piece) {
  size_t left = numbers_in(tensor);
  while (left > 0) {
    size_t count = left < PIECE ? left : PIECE;
    for (size_t i = 0; i < count; i++) {
      *state = *state * 1664525u + 1013904223u;
      piece[i] = tensor->middle + (float)((int32_t)*state >> 8) * (0.035f / 8388608.0f);
    }
    if (fwrite(piece, sizeof *piece, count, file) != count) return false;
    left -= count;
  }
  return true;
}

static bool write_tensors(FILE *file, Arena *arena) {
  StrBuf header = strbuf_make(arena);
  float *piece = arena_take(arena, PIECE, sizeof *piece);
  unsigned char length[8] = {0};
  uint32_t state = 1;
  if (!piece || !add_header(&header)) return false;
  for (int i = 0; i < 8; i++) length[i] = (unsigned char)((uint64_t)header.bytes >> (8 * i));
  bool done =
      fwrite(length, 1, 8, file) == 8 && fwrite(header.at, 1, header.bytes, file) == header.bytes;
  for (int i = 0; done && i < TENSORS; i++) done = write_numbers(file, tensor_at(i), &state, piece);
  return done;
}

/* Written directly, without os_save_file, which would need twice 498 MB on the disk: the file is
** removed again. */
static bool write_weights(const char *folder, Status *status) {
  char path[640];
  snprintf(path, sizeof path, "%s/model.safetensors", folder);
  Arena *arena = arena_make(0);
  FILE *file = arena ? fopen(path, "wb") : NULL;
  bool done = file && write_tensors(file, arena);
  if (file && fclose(file) != 0) done = false;
  arena_free(arena);
  return done ||
         status_fail(status, STATUS_COULD_NOT, _("cannot write %s; it needs 500 MB of room"), path);
}

bool bench_checkpoint_write(const char *folder, Status *status) {
  static const char config[] = "{\"model_type\": \"gpt2\"}\n"; /* all sizes are the usual ones */
  char path[640];
  snprintf(path, sizeof path, "%s/config.json", folder);
  return os_save_file(path, config, sizeof config - 1, status) && write_weights(folder, status);
}

void bench_checkpoint_remove(const char *folder) {
  static const char *const names[] = {"config.json", "model.safetensors"};
  for (int i = 0; i < 2; i++) {
    char path[640];
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    os_remove_file(path);
  }
  rmdir(folder);
}
