/* tests/model/test_trained.c -- a trained network runs as PyTorch runs it, and its trace holds what
** a learner is shown. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/checkpoint/checkpoint.h"
#include "support/folder.h"
#include "model/model.h"
#include "support/reference.h"
#include "trace/file/trace_file.h"

static int number(const json_t *from, const char *key) {
  return (int)json_integer_value(json_object_get(from, key));
}

static NetworkShape shape_of(const json_t *from) {
  NetworkShape shape = {.layer_count = number(from, "layers"),
                        .head_count = number(from, "heads"),
                        .d_model = number(from, "d_model"),
                        .d_ff = number(from, "d_ff"),
                        .word_count = number(from, "words")};
  if (json_is_true(json_object_get(from, "causal"))) shape.mask = mask_only(MASK_CAUSAL, 0);
  return shape;
}

/* [MASK], two unknown words, w3, w4 … */
static const Vocabulary *words_of(Arena *arena, int count) {
  StrBuf text = strbuf_make(arena);
  const Vocabulary *vocabulary;
  strbuf_add(&text, STR("[MASK]\nunknown 1\nunknown 2\n"));
  for (int id = 3; id < count; id++) strbuf_format(&text, "w%d\n", id);
  assert_true(vocabulary_read(arena, "words", strbuf_str(&text), 2, &vocabulary, NULL));
  return vocabulary;
}

static Checkpoint checkpoint_of(Arena *arena, const json_t *from) {
  Checkpoint checkpoint = {.shape = shape_of(from), .name = "made", .label = "made · for a test"};
  const json_t *weights = json_object_get(from, "weights");
  checkpoint.vocabulary = words_of(arena, checkpoint.shape.word_count);
  checkpoint.numbers = arena_take(arena, network_number_count(&checkpoint.shape), sizeof(float));
  assert_int_equal(json_object_size(weights), network_tensor_count(&checkpoint.shape));
  for (int i = 0; i < network_tensor_count(&checkpoint.shape); i++) {
    NetworkTensor tensor = network_tensor(&checkpoint.shape, i);
    const json_t *values = json_object_get(weights, tensor.name);
    assert_int_equal(json_array_size(values), (tensor.rows ? tensor.rows : 1) * tensor.cols);
    for (size_t n = 0; n < json_array_size(values); n++)
      checkpoint.numbers[tensor.first + n] = (float)json_number_value(json_array_get(values, n));
  }
  return checkpoint;
}

static Str words_with(Arena *arena, const json_t *ids) {
  StrBuf text = strbuf_make(arena);
  for (size_t i = 0; i < json_array_size(ids); i++)
    strbuf_format(&text, "w%d ", (int)json_integer_value(json_array_get(ids, i)));
  return strbuf_str(&text);
}

static Str sentence_of(Arena *arena, const json_t *from) {
  return words_with(arena, json_object_get(from, "ids"));
}

static const Trace *run(const Model *model, Str sentence, Arena *arena) {
  const Trace *trace = NULL;
  const MaskSpec own = {.model_own = true};
  Status status = {0};
  if (!model_run(model, &(RunOrder){.sentence = sentence, .mask = &own}, arena, &trace, &status))
    fail_msg("%s", status.sentence);
  return trace;
}

static Model *model_from(const Checkpoint *checkpoint) {
  Model *model = NULL;
  Status status = {0};
  if (!model_of_checkpoint(checkpoint, &model, &status)) fail_msg("%s", status.sentence);
  return model;
}

static void check_matrix(Arena *arena, const Trace *trace, TracePart part, int layer,
                         const json_t *wanted) {
  assert_near(trace_part_info(part)->name, trace_matrix(trace, part, layer, 0),
              reference_matrix(arena, wanted), 1e-5);
}

static void check_case(const json_t *from) {
  Arena *arena = arena_make(0);
  Checkpoint checkpoint = checkpoint_of(arena, from);
  Model *model = model_from(&checkpoint);
  const Trace *trace = run(model, sentence_of(arena, from), arena);
  check_matrix(arena, trace, TRACE_X, 0, json_object_get(from, "x"));
  for (int layer = 0; layer < checkpoint.shape.layer_count; layer++) {
    size_t at = (size_t)layer;
    check_matrix(arena, trace, TRACE_ATTN_PROJ, layer,
                 json_array_get(json_object_get(from, "joined"), at));
    check_matrix(arena, trace, TRACE_BLOCK, layer,
                 json_array_get(json_object_get(from, "blocks"), at));
  }
  check_matrix(arena, trace, TRACE_LOGITS, 0, json_object_get(from, "logits"));
  check_matrix(arena, trace, TRACE_PROBABILITIES, 0, json_object_get(from, "probabilities"));
  assert_string_equal(trace_mask_name(trace).at, checkpoint.shape.mask.named ? "causal" : "none");
  model_free(model);
  arena_free(arena);
}

/* M-14 to M-17: x, joined, block, logits and probabilities within 1e-5 of the largest number. */
static void forward_passes_agree_with_pytorch(void **state) {
  (void)state;
  json_t *root = reference_load("network_fixture.json");
  const json_t *cases = json_object_get(root, "cases");
  assert_true(json_array_size(cases) >= 8);
  for (size_t i = 0; i < json_array_size(cases); i++) check_case(json_array_get(cases, i));
  json_decref(root);
}

static void check_heads(Arena *arena, const Trace *trace, TracePart part, int layer,
                        const json_t *heads) {
  for (int head = 0; head < trace_head_count(trace, layer); head++)
    assert_near(trace_part_info(part)->name, trace_matrix(trace, part, layer, head),
                reference_matrix(arena, json_array_get(heads, (size_t)head)), 1e-5);
}

static void check_cross_case(const json_t *from) {
  static const TracePart of_heads[] = {TRACE_Q,      TRACE_K,       TRACE_V,
                                       TRACE_SCORES, TRACE_WEIGHTS, TRACE_OUTPUT};
  Arena *arena = arena_make(0);
  Checkpoint checkpoint = checkpoint_of(arena, from);
  Model *model = model_from(&checkpoint);
  const Trace *keys = run(model, words_with(arena, json_object_get(from, "key_ids")), arena),
              *trace;
  RunOrder order = {.sentence = sentence_of(arena, from), .keys = keys};
  assert_true(model_run(model, &order, arena, &trace, NULL));
  assert_true(trace_is_cross(trace) && !trace_keys_are_kept(trace));
  assert_int_equal(trace_key_count(trace), json_array_size(json_object_get(from, "key_ids")));
  for (int i = 0; i < trace_key_count(trace); i++)
    assert_true(str_equal(trace_key(trace, i)->label, trace_token(keys, i)->label));
  check_matrix(arena, trace, TRACE_X, 0, json_object_get(from, "x"));
  for (int layer = 0; layer < checkpoint.shape.layer_count; layer++) {
    const json_t *wanted = json_array_get(json_object_get(from, "by_layer"), (size_t)layer);
    for (int i = 0; i < 6; i++)
      check_heads(arena, trace, of_heads[i], layer,
                  json_object_get(wanted, trace_part_info(of_heads[i])->name));
    check_matrix(arena, trace, TRACE_ATTN_PROJ, layer, json_object_get(wanted, "joined"));
    check_matrix(arena, trace, TRACE_BLOCK, layer, json_object_get(wanted, "block"));
  }
  model_free(model);
  arena_free(arena);
}

/* M-02 to M-07 of two sentences: Q from the rows of one, K and V from those of the other. */
static void cross_attention_agrees_with_the_reference(void **state) {
  (void)state;
  json_t *root = reference_load("cross_fixture.json");
  const json_t *cases = json_object_get(root, "cases");
  assert_int_equal(json_array_size(cases), 3);
  for (size_t i = 0; i < json_array_size(cases); i++) check_cross_case(json_array_get(cases, i));
  json_decref(root);
}

/* The fixture's case of that name, opened as a model. */
typedef struct Opened {
  json_t *root;
  Arena *arena;
  Checkpoint checkpoint;
  Model *model;
} Opened;

static Opened open_case(size_t index) {
  Opened opened = {.root = reference_load("network_fixture.json"), .arena = arena_make(0)};
  opened.checkpoint =
      checkpoint_of(opened.arena, json_array_get(json_object_get(opened.root, "cases"), index));
  opened.model = model_from(&opened.checkpoint);
  return opened;
}

static void close_case(Opened *opened) {
  model_free(opened->model);
  arena_free(opened->arena);
  json_decref(opened->root);
}

static bool same_matrix(const Trace *a, const Trace *b, TracePart part, int layer, int head) {
  MatView x = trace_matrix(a, part, layer, head), y = trace_matrix(b, part, layer, head);
  if (x.rows != y.rows || x.cols != y.cols) return false;
  for (int row = 0; row < x.rows; row++)
    if (memcmp(mat_row(x, row), mat_row(y, row), (size_t)x.cols * sizeof(float)) != 0) return false;
  return true;
}

static void a_saved_model_opened_by_its_folder_runs_the_same(void **state) {
  (void)state;
  Opened opened = open_case(1);
  Folder folder = folder_make();
  Model *again;
  Status status = {0};
  assert_true(checkpoint_save(opened.arena, folder.path, &opened.checkpoint, NULL, NULL));
  if (!model_open(folder.path, &again, &status)) fail_msg("%s", status.sentence);
  const Trace *a = run(opened.model, STR("w3 w4 wombat w3"), opened.arena);
  const Trace *b = run(again, STR("w3 w4 wombat w3"), opened.arena);
  for (TracePart part = 0; part < TRACE_W_Q; part++)
    for (int layer = 0; layer < 2; layer++)
      for (int head = 0; head < 4; head++) assert_true(same_matrix(a, b, part, layer, head));
  assert_string_equal(model_info(again)->label, "made · for a test");
  assert_int_equal(model_own_mask(again).named, 1u << MASK_CAUSAL);
  model_free(again);
  folder_remove(&folder);
  close_case(&opened);
}

static void parts_that_a_model_lacks_are_empty(void **state) {
  (void)state;
  Opened with_mlp = open_case(0), without = open_case(2);
  const Trace *a = run(with_mlp.model, STR("w3 w4"), with_mlp.arena);
  const Trace *b = run(without.model, STR("w3 w4"), without.arena);
  assert_true(trace_has_part(a, TRACE_MLP) && trace_has_part(a, TRACE_NORM_1));
  assert_true(trace_has_part(b, TRACE_NORM_1) && !trace_has_part(b, TRACE_MLP));
  assert_int_equal(trace_matrix(b, TRACE_MLP, 0, 0).rows, 0);
  assert_ptr_equal(trace_matrix(b, TRACE_BLOCK, 0, 0).at, trace_matrix(b, TRACE_NORM_1, 0, 0).at);
  assert_ptr_equal(trace_matrix(a, TRACE_INPUT, 1, 0).at, trace_matrix(a, TRACE_BLOCK, 0, 0).at);

  Model *model;
  assert_true(model_open("hand-made", &model, NULL));
  const Trace *c = run(model, STR("a b"), without.arena);
  assert_false(trace_has_part(c, TRACE_NORM_1) || trace_has_part(c, TRACE_MLP));
  assert_false(trace_has_part(c, TRACE_LOGITS) || trace_has_words(c));
  assert_ptr_equal(trace_matrix(c, TRACE_BLOCK, 0, 0).at, trace_matrix(c, TRACE_RESIDUAL, 0, 0).at);
  assert_int_equal(trace_token_id(c, 0), -1);
  assert_int_equal(trace_candidates(c, 0, (TraceCandidate[1]){{0}}, 1), 0);
  model_free(model);
  close_case(&with_mlp);
  close_case(&without);
}

static void candidates_are_the_most_probable_words_in_order(void **state) {
  (void)state;
  Opened opened = open_case(6);
  const Trace *trace = run(opened.model, STR("w3 w4 w5 w6"), opened.arena);
  MatView shares = trace_matrix(trace, TRACE_PROBABILITIES, 0, 0);
  for (int most = 0; most <= 20; most++)
    for (int token = 0; token < 4; token++) {
      TraceCandidate best[20];
      int count = trace_candidates(trace, token, best, most);
      assert_int_equal(count, most < 13 ? most : 13);
      for (int i = 0; i < count; i++) {
        int likelier = 0;
        for (int id = 0; id < shares.cols; id++)
          likelier += mat_get(shares, token, id) > best[i].probability;
        assert_int_equal(likelier, i);
        assert_true(best[i].probability == mat_get(shares, token, best[i].word));
        assert_true(best[i].logit ==
                    mat_get(trace_matrix(trace, TRACE_LOGITS, 0, 0), token, best[i].word));
      }
    }
  close_case(&opened);
}

static void an_unknown_word_is_called_by_what_was_typed(void **state) {
  (void)state;
  Opened opened = open_case(0);
  const Trace *trace = run(opened.model, STR("w3 Wombat w4 wombat ___"), opened.arena);
  int id = trace_token_id(trace, 1), other = 3 - id;
  assert_true(id == 1 || id == 2);
  assert_int_equal(trace_token_id(trace, 3), id);
  assert_int_equal(trace_token_id(trace, 4), VOCABULARY_HIDDEN_ID);
  assert_true(str_is(trace_word(trace, id), "Wombat"));
  assert_true(str_is(trace_word(trace, other), other == 1 ? "unknown 1" : "unknown 2"));
  assert_true(str_is(trace_word(trace, 0), "[MASK]"));
  assert_true(str_is(trace_word(trace, 3), "w3"));
  assert_int_equal(trace_word_count(trace), 9);
  close_case(&opened);
}

static void no_words_and_too_many_words_are_survived(void **state) {
  (void)state;
  Opened opened = open_case(0);
  StrBuf text = strbuf_make(opened.arena);
  for (int i = 0; i < 1100; i++) strbuf_format(&text, "w%d ", 3 + i % 6);
  const Trace *none = run(opened.model, STR(" \n "), opened.arena);
  assert_int_equal(trace_token_count(none), 0);
  const Trace *many = run(opened.model, strbuf_str(&text), opened.arena);
  assert_int_equal(trace_token_count(many), MODEL_TOKENS_MOST);
  assert_int_equal(trace_cut_count(many), 1100 - MODEL_TOKENS_MOST);
  close_case(&opened);
}

static void a_trace_file_holds_blocks_and_logits(void **state) {
  (void)state;
  Opened opened = open_case(0);
  const Trace *trace = run(opened.model, STR("w3 w4 w5"), opened.arena);
  Str bytes;
  assert_true(trace_to_safetensors(opened.arena, trace, "0", &bytes, NULL));
  size_t length = (unsigned char)bytes.at[0] | (size_t)(unsigned char)bytes.at[1] << 8;
  const char *header = str_copy(opened.arena, (Str){bytes.at + 8, length});
  assert_non_null(strstr(header, "\"layers.0.block\":{\"dtype\":\"F32\",\"shape\":[3,8]"));
  assert_non_null(strstr(header, "\"layers.1.block\":{\"dtype\":\"F32\",\"shape\":[3,8]"));
  assert_non_null(strstr(header, "\"logits\":{\"dtype\":\"F32\",\"shape\":[3,9]"));
  assert_true(
      trace_to_csv(opened.arena, trace, (TraceSelection){.part = TRACE_LOGITS}, &bytes, NULL));
  assert_true(str_starts(bytes, "token\\word,[MASK],unknown 1,unknown 2,w3,w4,"));
  close_case(&opened);
}

static void check_not_opened(const char *name, const char *part) {
  Model *model;
  Status status = {0};
  assert_false(model_open(name, &model, &status));
  check_sentence(&status, part);
}

static void what_is_no_model_is_refused_in_a_sentence(void **state) {
  (void)state;
  Folder folder = folder_make();
  check_not_opened(
      "hand-mad",
      "did you mean hand-made? The models are: reader, writer, translator, hand-made, random");
  check_not_opened("/tmp/headsup-no-such-model", "there is no folder /tmp/headsup-no-such-model");
  check_not_opened(folder.path, "config.json");
  folder_write(&folder, "config.json", STR("{\"model_type\": \"roberta\", \"hidden_size\": 768}"));
  check_not_opened(folder.path, "the model is RoBERTa (model_type \"roberta\")");
  folder_remove(&folder);
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  Opened opened = open_case(0);
  bool done = false;
  for (long nth = 1; !done; nth++) {
    Arena *arena = arena_make(64);
    Model *model = NULL;
    const Trace *trace;
    const MaskSpec own = {.model_own = true};
    Status status = {0};
    arena_fail_at(nth);
    done = model_of_checkpoint(&opened.checkpoint, &model, &status) &&
           model_run(model, &(RunOrder){.sentence = STR("w3 w4 x"), .mask = &own}, arena, &trace,
                     &status);
    arena_fail_at(0);
    assert_true(done || status.kind == STATUS_COULD_NOT);
    arena_free(arena);
    model_free(model);
  }
  close_case(&opened);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forward_passes_agree_with_pytorch),
      cmocka_unit_test(cross_attention_agrees_with_the_reference),
      cmocka_unit_test(a_saved_model_opened_by_its_folder_runs_the_same),
      cmocka_unit_test(parts_that_a_model_lacks_are_empty),
      cmocka_unit_test(candidates_are_the_most_probable_words_in_order),
      cmocka_unit_test(an_unknown_word_is_called_by_what_was_typed),
      cmocka_unit_test(no_words_and_too_many_words_are_survived),
      cmocka_unit_test(a_trace_file_holds_blocks_and_logits),
      cmocka_unit_test(what_is_no_model_is_refused_in_a_sentence),
      cmocka_unit_test(memory_may_run_out_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
