/* tests/model/test_hf_model.c -- checkpoint folders: every tensor is read to its slot under any of
** its names, and a folder that does not fit its config.json says where (docs/formats.md). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/os.h"
#include "model/made_checkpoint.h"
#include "model/checkpoint/hf_model.h"

enum { W = 12, FF = 20, WORDS = 17 };

typedef MadeCheckpoint *(*Maker)(Arena *arena, MadeSizes sizes);

static MadeCheckpoint *make_with(Folder *folder, Maker maker, const char *config) {
  *folder = folder_make();
  folder_write(folder, "config.json", str_from(config));
  return maker(folder->arena, made_sizes);
}

static MadeCheckpoint *make_gpt2(Folder *folder) {
  return make_with(folder, made_gpt2, made_gpt2_config);
}

static MadeCheckpoint *make_bert(Folder *folder) {
  return make_with(folder, made_bert, made_bert_config);
}

static HfModel read_folder(const Folder *folder) {
  HfModel found;
  Status status = {0};
  if (!hf_model_find(folder->arena, folder->path, &found, &status) ||
      !hf_model_numbers(folder->arena, &found, NULL, NULL, &status))
    fail_msg("%s", status.sentence);
  hf_model_close(&found);
  return found;
}

static void check_refused(const Folder *folder, const char *part) {
  HfModel found;
  Status status = {0};
  assert_false(hf_model_find(folder->arena, folder->path, &found, &status));
  check_sentence(&status, part);
  check_sentence(&status, folder->path);
}

/* The right config with one value in the place of another. */
static void change_config(const Folder *folder, const char *config, const char *old,
                          const char *new) {
  const char *at = strstr(config, old);
  assert_non_null(at);
  folder_write(folder, "config.json",
               str_from(str_format(folder->arena, "%.*s%s%s", (int)(at - config), config, new,
                                   at + strlen(old))));
}

static void check_vector(const float *at, MadeCheckpoint *made, const char *name) {
  const MadeTensor *tensor = made_find(made, name);
  size_t count = 1;
  for (int i = 0; i < tensor->rank; i++) count *= (size_t)tensor->shape[i];
  assert_non_null(at);
  assert_memory_equal(at, tensor->numbers, count * sizeof *at);
}

/* at[row][first + col] of width stride is the file's [col][row]. */
static void check_turned(const float *at, int stride, MadeCheckpoint *made, const char *name) {
  const MadeTensor *tensor = made_find(made, name);
  for (int64_t out = 0; out < tensor->shape[0]; out++)
    for (int64_t in = 0; in < tensor->shape[1]; in++)
      if (at[in * stride + out] != tensor->numbers[out * tensor->shape[1] + in])
        fail_msg("%s [%lld, %lld]", name, (long long)out, (long long)in);
}

static const struct {
  const char *name;
  TensorSlot slot;
} gpt2_layer[] = {{"ln_1.weight", SLOT_NORM_1_GAIN},  {"ln_1.bias", SLOT_NORM_1_BIAS},
                  {"attn.c_attn.weight", SLOT_QKV},   {"attn.c_attn.bias", SLOT_QKV_OFFSET},
                  {"attn.c_proj.weight", SLOT_JOIN},  {"attn.c_proj.bias", SLOT_JOIN_OFFSET},
                  {"ln_2.weight", SLOT_NORM_2_GAIN},  {"ln_2.bias", SLOT_NORM_2_BIAS},
                  {"mlp.c_fc.weight", SLOT_WIDE},     {"mlp.c_fc.bias", SLOT_WIDE_OFFSET},
                  {"mlp.c_proj.weight", SLOT_NARROW}, {"mlp.c_proj.bias", SLOT_NARROW_OFFSET}};

static void check_gpt2(const HfModel *found, MadeCheckpoint *made, const char *prefix) {
  char name[96];
  static const struct {
    const char *name;
    TensorSlot slot;
  } once[] = {{"wte.weight", SLOT_TOKENS},
              {"wpe.weight", SLOT_POSITIONS},
              {"ln_f.weight", SLOT_FINAL_GAIN},
              {"ln_f.bias", SLOT_FINAL_BIAS}};
  for (int i = 0; i < 4; i++) {
    snprintf(name, sizeof name, "%s%s", prefix, once[i].name);
    check_vector(tensor_map_at(&found->layout, -1, once[i].slot), made, name);
  }
  for (int layer = 0; layer < 2; layer++)
    for (size_t i = 0; i < sizeof gpt2_layer / sizeof gpt2_layer[0]; i++) {
      snprintf(name, sizeof name, "%sh.%d.%s", prefix, layer, gpt2_layer[i].name);
      check_vector(tensor_map_at(&found->layout, layer, gpt2_layer[i].slot), made, name);
    }
}

static void gpt2_is_read_under_every_prefix(void **state) {
  (void)state;
  static const char *const prefixes[] = {"",
                                         "transformer.",
                                         "module.",
                                         "model.transformer.",
                                         "module.model.transformer.",
                                         "_orig_mod.transformer.",
                                         "encoder."};
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
    Folder folder;
    MadeCheckpoint *made = make_gpt2(&folder);
    made_prefix(made, prefixes[i]);
    made_write(made, &folder);
    HfModel found = read_folder(&folder);
    check_gpt2(&found, made, prefixes[i]);
    assert_true(found.layout.has_output && found.layout.output_is_tied);
    assert_ptr_equal(tensor_map_at(&found.layout, -1, SLOT_OUTPUT),
                     tensor_map_at(&found.layout, -1, SLOT_TOKENS));
    assert_null(found.card.warning);
    folder_remove(&folder);
  }
}

static void check_bert_layer(const TensorMap *layout, MadeCheckpoint *made, const char *before,
                             int layer) {
  char name[200];
  static const char *const parts[] = {"query", "key", "value"};
  static const struct {
    const char *name;
    TensorSlot matrix, offset;
    int stride;
  } dense[] = {{"attention.output.dense", SLOT_JOIN, SLOT_JOIN_OFFSET, W},
               {"intermediate.dense", SLOT_WIDE, SLOT_WIDE_OFFSET, FF},
               {"output.dense", SLOT_NARROW, SLOT_NARROW_OFFSET, W}};
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "%s%d.attention.self.%s.weight", before, layer, parts[i]);
    check_turned(tensor_map_at(layout, layer, SLOT_QKV) + i * W, 3 * W, made, name);
    snprintf(name, sizeof name, "%s%d.attention.self.%s.bias", before, layer, parts[i]);
    check_vector(tensor_map_at(layout, layer, SLOT_QKV_OFFSET) + i * W, made, name);
    snprintf(name, sizeof name, "%s%d.%s.weight", before, layer, dense[i].name);
    check_turned(tensor_map_at(layout, layer, dense[i].matrix), dense[i].stride, made, name);
    snprintf(name, sizeof name, "%s%d.%s.bias", before, layer, dense[i].name);
    check_vector(tensor_map_at(layout, layer, dense[i].offset), made, name);
  }
}

/* gamma and beta stand for weight and bias in the oldest files. */
static void rename_norms(MadeCheckpoint *made) {
  for (int i = 0; i < made->count; i++) {
    char *dot = strrchr(made->tensors[i].name, '.');
    if (!strstr(made->tensors[i].name, "LayerNorm")) continue;
    bool is_gain = strcmp(dot, ".weight") == 0;
    memcpy(dot, is_gain ? ".gamma" : ".beta", is_gain ? sizeof ".gamma" : sizeof ".beta");
  }
}

static void bert_is_read_with_either_spelling(void **state) {
  (void)state;
  for (int old = 0; old < 2; old++) {
    Folder folder;
    MadeCheckpoint *made = make_bert(&folder);
    const char *prefix = old ? "bert." : "";
    made_prefix(made, prefix);
    if (old) rename_norms(made);
    made_write(made, &folder);
    HfModel found = read_folder(&folder);
    const TensorMap *layout = &found.layout;
    char name[96];
    for (int layer = 0; layer < 2; layer++) {
      snprintf(name, sizeof name, "%sencoder.layer.", prefix);
      check_bert_layer(layout, made, name, layer);
      snprintf(name, sizeof name, "%sencoder.layer.%d.attention.output.LayerNorm.%s", prefix, layer,
               old ? "gamma" : "weight");
      check_vector(tensor_map_at(layout, layer, SLOT_NORM_1_GAIN), made, name);
      snprintf(name, sizeof name, "%sencoder.layer.%d.output.LayerNorm.%s", prefix, layer,
               old ? "beta" : "bias");
      check_vector(tensor_map_at(layout, layer, SLOT_NORM_2_BIAS), made, name);
    }
    snprintf(name, sizeof name, "%sembeddings.token_type_embeddings.weight", prefix);
    check_vector(tensor_map_at(layout, -1, SLOT_SEGMENTS), made, name);
    assert_false(layout->has_answer || layout->has_output);
    folder_remove(&folder);
  }
}

/* The head's names are beside bert., never below it; its bias has two names. */
static void berts_head_for_hidden_words_is_read(void **state) {
  (void)state;
  static const char *const offsets[] = {"cls.predictions.bias", "cls.predictions.decoder.bias"};
  for (int i = 0; i < 2; i++) {
    Folder folder;
    MadeCheckpoint *made = make_bert(&folder);
    made_prefix(made, "bert.");
    made_add_head(made);
    MadeTensor *offset = made_find(made, offsets[0]);
    snprintf(offset->name, sizeof offset->name, "%s", offsets[i]);
    made_add(made, "bert.pooler.dense.weight", W, W);
    made_add(made, "cls.seq_relationship.weight", 2, W);
    made_write(made, &folder);
    HfModel found = read_folder(&folder);
    const TensorMap *layout = &found.layout;
    assert_true(layout->has_answer && layout->has_output && layout->output_is_tied);
    check_turned(tensor_map_at(layout, -1, SLOT_ANSWER), W, made,
                 "cls.predictions.transform.dense.weight");
    check_vector(tensor_map_at(layout, -1, SLOT_ANSWER_GAIN), made,
                 "cls.predictions.transform.LayerNorm.weight");
    check_vector(tensor_map_at(layout, -1, SLOT_OUTPUT_OFFSET), made, offsets[i]);
    folder_remove(&folder);
  }
}

/* ---- the output table ---- */

/* All numbers of a made GPT-2. */
static uint64_t gpt2_numbers(void) {
  uint64_t layer = W * 3 * W + 3 * W + W * W + W + W * FF + FF + FF * W + W + 4 * W;
  return WORDS * W + 16 * W + 2 * layer + 2 * W;
}

static void a_table_of_its_own_counts_only_when_it_is_another(void **state) {
  (void)state;
  for (int other = 0; other < 2; other++) {
    Folder folder;
    MadeCheckpoint *made = make_gpt2(&folder);
    MadeTensor *table = made_add(made, "lm_head.weight", WORDS, W);
    if (!other)
      memcpy(table->numbers, made_find(made, "wte.weight")->numbers, WORDS * W * sizeof(float));
    made_write(made, &folder);
    HfModel found = read_folder(&folder);
    assert_int_equal(found.layout.output_is_tied, !other);
    check_vector(tensor_map_at(&found.layout, -1, SLOT_OUTPUT), made, "lm_head.weight");
    check_vector(tensor_map_at(&found.layout, -1, SLOT_TOKENS), made, "wte.weight");
    assert_int_equal(found.card.parameters, gpt2_numbers() + (other ? WORDS * W : 0));
    folder_remove(&folder);
  }
}

static void either_of_two_tied_tables_may_be_the_one_kept(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  snprintf(made_find(made, "wte.weight")->name, 96, "lm_head.weight");
  made_write(made, &folder);
  HfModel found = read_folder(&folder);
  check_vector(tensor_map_at(&found.layout, -1, SLOT_TOKENS), made, "lm_head.weight");
  assert_true(found.layout.output_is_tied);
  change_config(&folder, made_gpt2_config, "}", ", \"tie_word_embeddings\": false}");
  check_refused(&folder, "model.safetensors lacks 1 tensor: wte.weight");
  folder_remove(&folder);
}

static void an_untied_model_uses_its_own_table_or_has_no_logits(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  change_config(&folder, made_gpt2_config, "}", ", \"tie_word_embeddings\": false}");
  made_write(made, &folder);
  assert_false(read_folder(&folder).layout.has_output);
  made_add(made, "lm_head.weight", WORDS, W);
  made_write(made, &folder);
  HfModel found = read_folder(&folder);
  assert_true(found.layout.has_output && !found.layout.output_is_tied);
  check_vector(tensor_map_at(&found.layout, -1, SLOT_OUTPUT), made, "lm_head.weight");
  folder_remove(&folder);
}

/* ---- what is left alone ---- */

static void buffers_are_left_alone_and_not_counted(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  made_add(made, "h.0.attn.bias", 16, 16)->dtype = "U8";
  made_add(made, "h.1.attn.bias", 16, 16);
  made_add(made, "h.0.attn.masked_bias", 0, 1)->rank = 0;
  made_write(made, &folder);
  HfModel found = read_folder(&folder);
  check_gpt2(&found, made, "");
  assert_int_equal(found.card.parameters, gpt2_numbers());
  assert_string_equal(found.card.dtype, "F32");
  folder_remove(&folder);
}

static void the_card_says_what_is_there(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  made_dtype(made, "BF16");
  made_find(made, "ln_f.bias")->dtype = "F32";
  made_write(made, &folder);
  ModelCard card = read_folder(&folder).card;
  assert_string_equal(card.family, "GPT-2");
  assert_string_equal(card.type, "gpt2");
  assert_string_equal(card.folder, folder.path);
  assert_string_equal(card.file, "model.safetensors");
  assert_string_equal(card.dtype, "BF16, F32");
  assert_int_equal(card.layers, 2);
  assert_int_equal(card.heads, 3);
  assert_int_equal(card.d_model, W);
  assert_int_equal(card.d_ff, FF);
  assert_int_equal(card.positions, 16);
  assert_int_equal(card.words, WORDS);
  assert_int_equal(card.parameters, gpt2_numbers());
  assert_int_equal(card.bytes, folder_read(&folder, "model.safetensors").bytes);
  folder_remove(&folder);
}

/* ---- what does not fit ---- */

static void check_gpt2_config_refused(const char *old, const char *new, const char *part) {
  Folder folder;
  made_write(make_gpt2(&folder), &folder);
  change_config(&folder, made_gpt2_config, old, new);
  check_refused(&folder, part);
  folder_remove(&folder);
}

static void sizes_that_differ_are_named_with_their_keys(void **state) {
  (void)state;
  check_gpt2_config_refused(
      "\"vocab_size\": 17", "\"vocab_size\": 18",
      "model.safetensors: wte.weight has the shape [17, 12]; config.json asks "
      "for [18, 12] (vocab_size, n_embd)");
  check_gpt2_config_refused("\"n_positions\": 16", "\"n_positions\": 1024",
                            "wpe.weight has the shape [16, 12]; config.json asks for [1024, 12] "
                            "(n_positions, n_embd)");
  check_gpt2_config_refused("\"n_inner\": 20", "\"n_inner\": 48",
                            "h.0.mlp.c_fc.weight has the shape [12, 20]; config.json asks for [12, "
                            "48] (n_embd, n_inner)");
  check_gpt2_config_refused("\"n_layer\": 2", "\"n_layer\": 3",
                            "config.json: n_layer is 3, but model.safetensors has tensors of 2");
  check_gpt2_config_refused("\"n_layer\": 2", "\"n_layer\": 1",
                            "config.json: n_layer is 1, but model.safetensors has tensors of 2");
  check_gpt2_config_refused("\"gpt2\"", "\"bert\"",
                            "lacks 197 tensors: embeddings.word_embeddings.weight");
}

static void a_turned_matrix_is_called_so(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  MadeTensor *tensor = made_find(made, "h.1.attn.c_attn.weight");
  tensor->shape[0] = 3 * W;
  tensor->shape[1] = W;
  made_write(made, &folder);
  check_refused(&folder, "h.1.attn.c_attn.weight has the shape [36, 12]; config.json asks for [12, "
                         "36] (n_embd, 3 n_embd); it is turned: GPT-2 keeps [in, out]");
  folder_remove(&folder);
  made = make_bert(&folder);
  tensor = made_find(made, "encoder.layer.0.intermediate.dense.weight");
  tensor->shape[0] = W;
  tensor->shape[1] = FF;
  made_write(made, &folder);
  check_refused(&folder,
                "[12, 20]; config.json asks for [20, 12] (intermediate_size, hidden_size); "
                "it is turned: BERT keeps [out, in]");
  folder_remove(&folder);
}

static void missing_tensors_are_listed_ten_at_most(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  made_prefix(made, "transformer.");
  made_drop(made, "transformer.h.1.ln_2.bias");
  made_drop(made, "transformer.ln_f.weight");
  made_write(made, &folder);
  check_refused(&folder, "model.safetensors lacks 2 tensors: transformer.ln_f.weight, "
                         "transformer.h.1.ln_2.bias");
  for (size_t i = 0; i < 9; i++) {
    char name[96];
    snprintf(name, sizeof name, "transformer.h.0.%s", gpt2_layer[i].name);
    made_drop(made, name);
  }
  made_write(made, &folder);
  check_refused(&folder, "lacks 11 tensors: transformer.ln_f.weight, transformer.h.0.ln_1.weight");
  check_refused(&folder, "h.0.mlp.c_fc.weight, …");
  folder_remove(&folder);
  made = make_gpt2(&folder);
  made_prefix(made, "strange.");
  made_write(made, &folder);
  check_refused(&folder, "lacks 28 tensors: wte.weight, wpe.weight, ln_f.weight");
  folder_remove(&folder);
}

static void other_ranks_are_refused(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  MadeTensor *tensor = made_find(made, "ln_f.bias");
  tensor->rank = 2;
  tensor->shape[0] = 1;
  tensor->shape[1] = W;
  made_write(made, &folder);
  check_refused(&folder, "ln_f.bias has the shape [1, 12]; config.json asks for [12] (n_embd)");
  folder_remove(&folder);
}

static void quantised_and_crossed_checkpoints_are_known_by_their_tensors(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  made_find(made, "h.0.attn.c_attn.weight")->dtype = "I8";
  made_write(made, &folder);
  check_refused(&folder, "the weights are quantised (h.0.attn.c_attn.weight: I8)");
  made_find(made, "h.0.attn.c_attn.weight")->dtype = "F32";
  made_add(made, "h.0.attn.c_attn.qweight", 3, 3)->dtype = "U8";
  made_write(made, &folder);
  check_refused(&folder, "the weights are quantised (h.0.attn.c_attn.qweight)");
  made->count--;
  made_add(made, "h.0.crossattention.c_attn.weight", W, W);
  made_write(made, &folder);
  check_refused(&folder, "cross-attention");
  folder_remove(&folder);
}

static void the_tensors_tell_the_family_when_config_does_not(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  made_prefix(made, "transformer.");
  made_write(made, &folder);
  change_config(&folder, made_gpt2_config, "\"model_type\": \"gpt2\", ", "");
  assert_int_equal(read_folder(&folder).config.family, FAMILY_GPT2);
  folder_remove(&folder);
  made = make_bert(&folder);
  made_write(made, &folder);
  change_config(&folder, made_bert_config, "\"model_type\": \"bert\", ", "");
  assert_int_equal(read_folder(&folder).config.family, FAMILY_BERT);
  made_prefix(made, "strange.");
  made_write(made, &folder);
  check_refused(&folder, "are those of neither GPT-2 nor BERT");
  folder_remove(&folder);
}

static void a_folder_that_is_none_is_named(void **state) {
  (void)state;
  Folder folder = folder_make();
  check_refused(&folder, "config.json is missing");
  folder_write(&folder, "adapter_config.json", STR("{}"));
  check_refused(&folder, "adapter_config.json says that this is an adapter");
  folder_write(&folder, "config.json", str_from(made_gpt2_config));
  check_refused(&folder, "model.safetensors is missing");
  Folder gone = {folder.arena, "/tmp/headsup-no-such-folder"};
  check_refused(&gone, "there is no folder");
  gone.path = "/dev/null";
  check_refused(&gone, "it is a device");
  gone.path = str_format(folder.arena, "%s/config.json", folder.path);
  assert_non_null(gone.path);
  check_refused(&gone, "is no folder");
  folder_remove(&folder);
}

/* ---- numbers that are none ---- */

static void broken_numbers_are_a_warning(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  made_find(made, "h.1.mlp.c_proj.weight")->numbers[2 * W + 5] = NAN;
  made_find(made, "ln_f.bias")->numbers[3] = INFINITY;
  made_write(made, &folder);
  HfModel found = read_folder(&folder);
  assert_int_equal(found.broken_count, 2);
  assert_non_null(strstr(found.card.warning, "2 numbers are NaN or infinite, the first one "));
  Status status = {0};
  assert_true(hf_model_find(folder.arena, folder.path, &found, &status));
  assert_true(hf_model_look_through(folder.arena, &found, NULL, NULL, &status));
  assert_int_equal(found.broken_count, 2);
  assert_string_equal(found.card.warning, "2 numbers are NaN or infinite, the first one "
                                          "h.1.mlp.c_proj.weight[2, 5] in model.safetensors");
  hf_model_close(&found);
  folder_remove(&folder);
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_bert(&folder);
  made_add_head(made);
  made_write(made, &folder);
  bool done = false;
  for (long nth = 1; !done; nth++) {
    Arena *arena = arena_make(64);
    HfModel found;
    Status status = {0};
    arena_fail_at(nth);
    done = hf_model_find(arena, folder.path, &found, &status);
    if (done) {
      done = hf_model_numbers(arena, &found, NULL, NULL, &status);
      hf_model_close(&found);
    }
    arena_fail_at(0);
    assert_true(done || status.kind == STATUS_COULD_NOT);
    arena_free(arena);
  }
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gpt2_is_read_under_every_prefix),
      cmocka_unit_test(bert_is_read_with_either_spelling),
      cmocka_unit_test(berts_head_for_hidden_words_is_read),
      cmocka_unit_test(a_table_of_its_own_counts_only_when_it_is_another),
      cmocka_unit_test(either_of_two_tied_tables_may_be_the_one_kept),
      cmocka_unit_test(an_untied_model_uses_its_own_table_or_has_no_logits),
      cmocka_unit_test(buffers_are_left_alone_and_not_counted),
      cmocka_unit_test(the_card_says_what_is_there),
      cmocka_unit_test(sizes_that_differ_are_named_with_their_keys),
      cmocka_unit_test(a_turned_matrix_is_called_so),
      cmocka_unit_test(missing_tensors_are_listed_ten_at_most),
      cmocka_unit_test(other_ranks_are_refused),
      cmocka_unit_test(quantised_and_crossed_checkpoints_are_known_by_their_tensors),
      cmocka_unit_test(the_tensors_tell_the_family_when_config_does_not),
      cmocka_unit_test(a_folder_that_is_none_is_named),
      cmocka_unit_test(broken_numbers_are_a_warning),
      cmocka_unit_test(memory_may_run_out_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
