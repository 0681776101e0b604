/* model/demo_model.c -- reads the demonstration's numbers from the program's own files. */
#include "model/demo_model.h"

#include <assert.h>

#include "assets/assets.h"
#include "base/serial.h"
#include "files/json.h"
#include "model/model_weights.h"
#include "text/utf8.h"

enum { TOKENS = 9, D_MODEL = 8, D_HEAD = 4 };

static const char *const roles[] = {""};

/* The file is part of the program, so its shape is a matter of the build. */
static bool read_matrix(Arena *arena, const json_t *numbers, const char *name, int cols,
                        Mat *matrix) {
  const json_t *rows = json_object_get(numbers, name);
  int count = (int)json_array_size(rows);
  float *at = arena_take(arena, (size_t)count * (size_t)cols, sizeof *at);
  *matrix = (Mat){at, count, cols, cols};
  for (int row = 0; at && row < count; row++) {
    const json_t *of = json_array_get(rows, (size_t)row);
    assert((int)json_array_size(of) == cols);
    for (int col = 0; col < cols; col++)
      mat_row_of(*matrix, row)[col] = (float)json_number_value(json_array_get(of, (size_t)col));
  }
  return at != NULL;
}

static bool read_tokens(Model *model, const json_t *numbers) {
  const json_t *list = json_object_get(numbers, "tokens");
  Str *shown = arena_take(model->arena, TOKENS, sizeof *shown), folded[TOKENS];
  Vocab *words;
  assert(json_array_size(list) == TOKENS);
  for (int i = 0; shown && i < TOKENS; i++) {
    const char *text = json_string_value(json_array_get(list, (size_t)i));
    const char *copy = str_copy(model->arena, str_from(text));
    if (!copy) return false;
    shown[i] = str_from(copy);
    folded[i] = utf8_fold(model->arena, shown[i]);
    if (!folded[i].at) return false;
  }
  if (!shown || !vocab_make(model->arena, folded, TOKENS, &words, NULL)) return false;
  model->listed = words;
  model->listed_words = shown;
  return true;
}

static bool read_layer(Model *model, const json_t *numbers) {
  Mat table, w_q, w_k, w_v;
  Arena *arena = model->arena;
  float *none = arena_take(arena, (size_t)D_HEAD * D_MODEL, sizeof *none);
  bool read = none && read_matrix(arena, numbers, "embedding", D_MODEL, &table) &&
              read_matrix(arena, numbers, "W_Q", D_HEAD, &w_q) &&
              read_matrix(arena, numbers, "W_K", D_HEAD, &w_k) &&
              read_matrix(arena, numbers, "W_V", D_HEAD, &w_v);
  if (!read) return false;
  model->token_table = mat_view(table);
  model->layers[0] = (LayerWeights){.w_q = mat_view(w_q),
                                    .w_k = mat_view(w_k),
                                    .w_v = mat_view(w_v),
                                    .w_o = {none, D_HEAD, D_MODEL, D_MODEL}};
  return true;
}

/* The rows are zeros already. */
static void embed_no_positions(Mat positions) { (void)positions; }

static Model *make_model(const ModelInfo *info) {
  Arena *arena = arena_make(0);
  Model *model = arena ? arena_take(arena, 1, sizeof *model) : NULL;
  LayerWeights *layers = model ? arena_take(arena, 1, sizeof *layers) : NULL;
  if (!layers) {
    arena_free(arena);
    return NULL;
  }
  *model = (Model){.info = info,
                   .arena = arena,
                   .serial = serial_next(),
                   .layer_count = 1,
                   .head_count = 1,
                   .d_model = D_MODEL,
                   .d_head = D_HEAD,
                   .own_mask = mask_only(MASK_CAUSAL, 0),
                   .layers = layers,
                   .roles = roles,
                   .embed_positions = embed_no_positions};
  return model;
}

bool demo_model_open(const ModelInfo *info, Model **model, Status *status) {
  Str bytes = {NULL, 0};
  json_t *numbers = NULL;
  bool is_there = assets_find(DEMO_MODEL_NUMBERS, &bytes);
  assert(is_there);
  (void)is_there;
  Model *made = make_model(info);
  bool read = made && json_read(bytes, DEMO_MODEL_NUMBERS, &numbers, status) &&
              read_tokens(made, numbers) && read_layer(made, numbers);
  json_decref(numbers);
  if (read) made->role_work = role_work_make(made);
  if (read) *model = made;
  else model_free(made);
  return read || status_no_memory(status);
}
