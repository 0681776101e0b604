/* tests/model/test_hf_model_make.c -- a checkpoint folder opens as a model and runs; an error
** leaves nothing behind. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "model/checkpoint/cache_folder.h"
#include "model/made_checkpoint.h"
#include "model/model_weights.h"
#include "model/checkpoint/hf_model.h"
#include "support/sanitized.h"

typedef struct Opened {
  Folder folder;
  MadeCheckpoint *made;
  Model *model;
} Opened;

static Opened make_case(bool gpt2) {
  Opened opened = {.folder = folder_make()};
  opened.made = gpt2 ? made_gpt2(opened.folder.arena, made_sizes)
                     : made_bert(opened.folder.arena, made_sizes);
  if (!gpt2) made_add_head(opened.made);
  made_write(opened.made, &opened.folder);
  folder_write(&opened.folder, "config.json", str_from(gpt2 ? made_gpt2_config : made_bert_config));
  return opened;
}

static void open_case(Opened *opened) {
  Status status = {0};
  if (!model_open(opened->folder.path, &opened->model, &status)) fail_msg("%s", status.sentence);
}

static void close_case(Opened *opened) {
  model_free(opened->model);
  folder_remove(&opened->folder);
}

static void a_folder_opens_by_its_path(void **state) {
  (void)state;
  for (int gpt2 = 0; gpt2 < 2; gpt2++) {
    Opened opened = make_case(gpt2);
    open_case(&opened);
    const Model *model = opened.model;
    const char *name = strrchr(opened.folder.path, '/') + 1;
    assert_string_equal(model_info(model)->name, name);
    assert_true(strstr(model_info(model)->label, gpt2 ? "GPT-2, 2 layers × 3 heads" : "BERT, 2"));
    assert_string_equal(model_card(model)->family, gpt2 ? "GPT-2" : "BERT");
    assert_int_equal(model_layer_count(model), 2);
    assert_int_equal(model_head_count(model), 3);
    assert_int_equal(model_token_limit(model), 16);
    assert_int_equal(model_own_mask(model).named, gpt2 ? 1u << MASK_CAUSAL : 0);
    assert_int_equal(model->norm_place, gpt2 ? NORM_BEFORE : NORM_AFTER);
    assert_int_equal(model->activation, gpt2 ? ACTIVATION_GELU_TANH : ACTIVATION_GELU);
    assert_int_equal(model->word_count, 17);
    assert_null(model->tokenizer);
    close_case(&opened);
  }
}

/* Column c of Q, K and V of row 0, from the tensors of the file. */
static void q_k_and_v_are_where_they_belong(void **state) {
  (void)state;
  Opened gpt2 = make_case(true), bert = make_case(false);
  open_case(&gpt2);
  open_case(&bert);
  const float *c_attn = made_find(gpt2.made, "h.1.attn.c_attn.weight")->numbers;
  const float *value = made_find(bert.made, "encoder.layer.1.attention.self.value.weight")->numbers;
  const float *offset = made_find(bert.made, "encoder.layer.1.attention.self.key.bias")->numbers;
  const LayerWeights *layer = &gpt2.model->layers[1], *other = &bert.model->layers[1];
  for (int row = 0; row < 12; row++)
    for (int col = 0; col < 12; col++) {
      assert_true(mat_get(layer->w_q, row, col) == c_attn[row * 36 + col]);
      assert_true(mat_get(layer->w_k, row, col) == c_attn[row * 36 + 12 + col]);
      assert_true(mat_get(layer->w_v, row, col) == c_attn[row * 36 + 24 + col]);
      assert_true(mat_get(other->w_v, row, col) == value[col * 12 + row]);
    }
  assert_memory_equal(other->b_k, offset, 12 * sizeof(float));
  close_case(&gpt2);
  close_case(&bert);
}

static void config_reaches_the_model(void **state) {
  (void)state;
  Opened opened = make_case(true);
  folder_write(&opened.folder, "config.json",
               STR("{\"model_type\":\"gpt2\",\"n_layer\":2,\"n_head\":2,\"n_embd\":12,"
                   "\"n_inner\":20,\"n_positions\":16,\"vocab_size\":17,"
                   "\"scale_attn_weights\":false,\"scale_attn_by_inverse_layer_idx\":true,"
                   "\"layer_norm_epsilon\":0.25,\"activation_function\":\"silu\"}"));
  open_case(&opened);
  assert_true(opened.model->scores_stay_undivided);
  assert_true(opened.model->layers[0].score_divisor == 1 &&
              opened.model->layers[1].score_divisor == 2);
  assert_true(opened.model->epsilon == 0.25f);
  assert_int_equal(opened.model->activation, ACTIVATION_SILU);
  close_case(&opened);
}

static void it_runs_on_ids(void **state) {
  (void)state;
  static const int ids[] = {3, 1, 4, 1, 5};
  for (int gpt2 = 0; gpt2 < 2; gpt2++) {
    Opened opened = make_case(gpt2);
    Arena *arena = arena_make(0);
    const Trace *trace;
    Status status = {0};
    MaskSpec mask = {0};
    open_case(&opened);
    RunOrder order = {.ids = ids, .id_count = 5, .mask = &mask};
    if (!model_run(opened.model, &order, arena, &trace, &status)) fail_msg("%s", status.sentence);
    assert_int_equal(trace_token_count(trace), 5);
    arena_free(arena);
    close_case(&opened);
  }
}

/* BERT was trained to answer at [MASK] alone: its trace marks that token and no other. */
static void bert_is_asked_at_hidden_words_alone(void **state) {
  (void)state;
  static const int hidden[] = {2, 5, 4, 3}, whole[] = {2, 5, 6, 3};
  Opened opened = make_case(false);
  Arena *arena = arena_make(0);
  const Trace *trace;
  Status status = {0};
  MaskSpec mask = {0};
  folder_write(&opened.folder, "vocab.txt",
               STR("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\nsat\non\nmat\nit\nwas\ntoo\n"
                   "tired\ndog\nran\nfar\n"));
  open_case(&opened);
  RunOrder order = {.ids = hidden, .id_count = 4, .mask = &mask};
  if (!model_run(opened.model, &order, arena, &trace, &status)) fail_msg("%s", status.sentence);
  for (int i = 0; i < 4; i++) assert_int_equal(trace_is_asked(trace, i), i == 2);
  assert_true(trace_asks_here(trace) && !trace_asks_all(trace));
  order.ids = whole;
  if (!model_run(opened.model, &order, arena, &trace, &status)) fail_msg("%s", status.sentence);
  assert_false(trace_asks_here(trace));
  arena_free(arena);
  close_case(&opened);
}

/* NaN in weights is counted and reported on the card, not refused. */
static void broken_numbers_open_with_a_warning(void **state) {
  (void)state;
  Opened opened = make_case(true);
  made_find(opened.made, "h.0.mlp.c_fc.bias")->numbers[7] = NAN;
  made_write(opened.made, &opened.folder);
  open_case(&opened);
  assert_int_equal(opened.model->broken_count, 1);
  assert_string_equal(model_card(opened.model)->warning,
                      "1 number is NaN or infinite, h.0.mlp.c_fc.bias[7] in "
                      "model.safetensors");
  close_case(&opened);
}

static void a_snapshot_of_the_cache_is_called_by_its_name(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  assert_string_equal(
      model_folder_name(arena, "/c/models--openai--gpt2/snapshots/607a30d783dfa663/"),
      "openai/gpt2");
  assert_string_equal(model_folder_name(arena, "/c/models--gpt2/snapshots/60"), "gpt2");
  assert_string_equal(model_folder_name(arena, "/c/snapshots/60"), "60");
  assert_string_equal(model_folder_name(arena, "/models/mine/."), "mine");
  assert_string_equal(model_folder_name(arena, "/"), "/");
  arena_free(arena);
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  Opened opened = make_case(false);
  bool done = false;
  for (long nth = 1; !done; nth++) {
    Status status = {0};
    arena_fail_at(nth);
    done = model_open(opened.folder.path, &opened.model, &status);
    arena_fail_at(0);
    assert_true(done || status.kind == STATUS_COULD_NOT);
  }
  close_case(&opened);
}

#if !SANITIZED
static rlim_t address_space_bytes(void) {
  unsigned long long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%llu", &pages), 1);
  fclose(file);
  return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* 48 MB of numbers where the address space has 32 left: an error, and the process goes on. */
static void under_a_limit_of_memory_it_is_refused(void **state) {
  (void)state;
  Opened opened = {.folder = folder_make()};
  struct rlimit before, small;
  Status status = {0};
  MadeSizes sizes = {1, 12, 20, 17, 1000000, 0};
  made_write(made_gpt2(opened.folder.arena, sizes), &opened.folder);
  folder_write(&opened.folder, "config.json",
               STR("{\"model_type\":\"gpt2\",\"n_layer\":1,\"n_head\":3,\"n_embd\":12,"
                   "\"n_inner\":20,\"n_positions\":1000000,\"vocab_size\":17}"));
  getrlimit(RLIMIT_AS, &before);
  small = (struct rlimit){address_space_bytes() + ((rlim_t)32 << 20), before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_AS, &small), 0);
  assert_false(model_open(opened.folder.path, &opened.model, &status));
  setrlimit(RLIMIT_AS, &before);
  assert_int_equal(status.kind, STATUS_COULD_NOT);
  open_case(&opened);
  close_case(&opened);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_folder_opens_by_its_path),
    cmocka_unit_test(q_k_and_v_are_where_they_belong),
    cmocka_unit_test(config_reaches_the_model),
    cmocka_unit_test(it_runs_on_ids),
    cmocka_unit_test(bert_is_asked_at_hidden_words_alone),
    cmocka_unit_test(broken_numbers_open_with_a_warning),
    cmocka_unit_test(a_snapshot_of_the_cache_is_called_by_its_name),
    cmocka_unit_test(memory_may_run_out_at_any_place),
#if !SANITIZED
    cmocka_unit_test(under_a_limit_of_memory_it_is_refused),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
