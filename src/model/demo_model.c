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

/* The tokens as they are shown; *words has them folded. */
static const Str *read_tokens(Arena *arena, const json_t *numbers, const Vocab **words) {
  const json_t *list = json_object_get(numbers, "tokens");
  Str *shown = arena_take(arena, TOKENS, sizeof *shown), folded[TOKENS];
  Vocab *made;
  assert(json_array_size(list) == TOKENS);
  for (int i = 0; shown && i < TOKENS; i++) {
    const char *text = json_string_value(json_array_get(list, (size_t)i));
    const char *copy = str_copy(arena, str_from(text));
    if (!copy) return NULL;
    shown[i] = str_from(copy);
    folded[i] = utf8_fold(arena, shown[i]);
    if (!folded[i].at) return NULL;
  }
  if (!shown || !vocab_make(arena, folded, TOKENS, &made, NULL)) return NULL;
  *words = made;
  return shown;
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

/* NULL: memory is out. */
static json_t *read_numbers(void) {
  Str bytes = {NULL, 0};
  json_t *numbers = NULL;
  bool is_there = assets_find(DEMO_MODEL_NUMBERS, &bytes);
  assert(is_there);
  return is_there && json_read(bytes, DEMO_MODEL_NUMBERS, &numbers, NULL) ? numbers : NULL;
}

const Vocab *demo_model_tokens(Arena *arena) {
  const Vocab *words = NULL;
  json_t *numbers = read_numbers();
  bool read = numbers && read_tokens(arena, numbers, &words);
  json_decref(numbers);
  return read ? words : NULL;
}

bool demo_model_open(const ModelInfo *info, Model **model, Status *status) {
  json_t *numbers = read_numbers();
  Model *made = numbers ? make_model(info) : NULL;
  if (made) made->listed_words = read_tokens(made->arena, numbers, &made->listed);
  bool read = made && made->listed_words && read_layer(made, numbers);
  json_decref(numbers);
  if (read) made->role_work = role_work_make(made);
  if (read) *model = made;
  else model_free(made);
  return read || status_no_memory(status);
}
