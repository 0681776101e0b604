/* Whole training steps against PyTorch's: losses, every tensor's gradient, the clipped norm and the
** weights AdamW leaves (M-14 to M-17, M-20 to M-31, M-76, M-77). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/linear.h"
#include "model/checkpoint/checkpoint.h"
#include "model/model.h"
#include "support/reference.h"
#include "trace/mask_name.h"
#include "train/adamw.h"
#include "train/trainer/step.h"
#include "train/trainer/step_look.h"

static const double tolerance = 1e-4; /* of the largest number of a tensor */

enum { MOST_TOKENS = 64 };

typedef struct Case {
  Arena *arena;
  const json_t *root;
  const char *name;
  NetworkShape shape;
  Batch batch;
  StepWorkspace *workspace;
  size_t count; /* numbers of the network */
  float *numbers, *first_moments, *second_moments, *gradients;
  double learning_rate, weight_decay, clip;
  Look looks[RECIPE_LOOKS_MOST];
  int look_count;
} Case;

static const json_t *member(const json_t *root, const char *key) {
  const json_t *value = json_object_get(root, key);
  if (!value) fail_msg("the fixture has no %s", key);
  return value;
}

static int whole(const json_t *root, const char *key) {
  return (int)json_integer_value(member(root, key));
}

static double real(const json_t *root, const char *key) {
  return json_number_value(member(root, key));
}

static float *take_floats(Arena *arena, size_t count) {
  float *numbers = arena_take(arena, count, sizeof *numbers); /* all 0 */
  assert_non_null(numbers);
  return numbers;
}

/* ---- reading a case ---- */

static NetworkShape read_shape(const json_t *root) {
  NetworkShape shape = {.layer_count = whole(root, "layers"),
                        .head_count = whole(root, "heads"),
                        .d_model = whole(root, "d_model"),
                        .d_ff = whole(root, "d_ff"),
                        .word_count = whole(root, "words"),
                        .encoder_layers =
                            (int)json_integer_value(json_object_get(root, "encoder_layers"))};
  if (json_is_true(member(root, "causal"))) shape.mask = mask_only(MASK_CAUSAL, 0);
  const char *mask = json_string_value(json_object_get(root, "mask"));
  const char *positions = json_string_value(json_object_get(root, "positions"));
  if (mask) assert_true(mask_name_read(str_from(mask), MOST_TOKENS, &shape.mask, NULL));
  if (positions) assert_true(network_set_positions(&shape, str_from(positions), NULL));
  const char *source = json_string_value(json_object_get(root, "source"));
  if (source) assert_true(network_set_source(&shape, str_from(source), NULL));
  shape.key_head_count = (int)json_integer_value(json_object_get(root, "key_heads"));
  return shape;
}

static void read_token(const json_t *root, size_t sequence, size_t at, Batch *batch) {
  const json_t *targets = json_array_get(member(root, "targets"), sequence);
  const json_t *attn_targets = json_array_get(member(root, "looks"), sequence);
  const json_t *tokens = json_array_get(member(root, "tokens"), sequence);
  const json_t *look = json_array_get(attn_targets, at);
  int token = batch->token_count++;
  batch->tokens[token] = (int)json_integer_value(json_array_get(tokens, at));
  batch->targets[token] = (int)json_integer_value(json_array_get(targets, at));
  batch->attn_targets[token] = (int)json_integer_value(json_array_get(look, 0));
  batch->attn_target_counts[token] = (int)json_integer_value(json_array_get(look, 1));
}

static int *take_ints(Arena *arena) {
  int *numbers = arena_take(arena, MOST_TOKENS, sizeof *numbers);
  assert_non_null(numbers);
  return numbers;
}

static void read_batch(Case *of, const json_t *root) {
  const json_t *tokens = member(root, "tokens");
  size_t sequence, at;
  const json_t *list, *token;
  of->batch = (Batch){.sequence_room = MOST_TOKENS - 1,
                      .token_room = MOST_TOKENS,
                      .starts = take_ints(of->arena),
                      .tokens = take_ints(of->arena),
                      .targets = take_ints(of->arena),
                      .attn_targets = take_ints(of->arena),
                      .attn_target_counts = take_ints(of->arena),
                      .sources = take_ints(of->arena)};
  json_array_foreach(tokens, sequence, list) {
    of->batch.starts[sequence] = of->batch.token_count;
    of->batch.sources[sequence] = (int)json_integer_value(
        json_array_get(json_object_get(root, "sources"), sequence)); /* 0 where there is none */
    json_array_foreach(list, at, token) read_token(root, sequence, at, &of->batch);
    of->batch.starts[sequence + 1] = of->batch.token_count;
    of->batch.sequence_count++;
  }
}

/* The file has the tensors in the program's order, with its names and sizes. */
static void read_numbers(Case *of) {
  const json_t *tensors = member(of->root, "tensors"), *tensor, *value;
  size_t i, k;
  assert_int_equal(json_array_size(tensors), network_tensor_count(&of->shape));
  json_array_foreach(tensors, i, tensor) {
    NetworkTensor expected = network_tensor(&of->shape, (int)i);
    assert_string_equal(json_string_value(member(tensor, "name")), expected.name);
    assert_int_equal(whole(tensor, "rows"), expected.rows);
    assert_int_equal(whole(tensor, "cols"), expected.cols);
    assert_int_equal(expected.decays, expected.rows > 0);
    json_array_foreach(member(tensor, "numbers"), k, value) of->numbers[expected.first + k] =
        (float)json_number_value(value);
  }
}

static void read_looks(Case *of) {
  const json_t *look;
  size_t i;
  json_array_foreach(member(of->root, "told"), i, look) {
    Look *told = &of->looks[of->look_count++];
    *told = (Look){.layer = whole(look, "layer"),
                   .head = whole(look, "head"),
                   .weight = real(look, "weight"),
                   .share = real(look, "share")};
    const char *place = json_string_value(member(look, "place"));
    while (strcmp(recipe_look_name(told->place), place) != 0) {
      told->place++;
      assert_true(told->place < LOOK_PLACE_COUNT);
    }
  }
}

static void open_case(const json_t *root, Case *of) {
  Status status = {0};
  *of = (Case){.arena = arena_make(0),
               .root = root,
               .name = json_string_value(member(root, "name")),
               .shape = read_shape(member(root, "shape")),
               .learning_rate = real(root, "learning_rate"),
               .weight_decay = real(root, "weight_decay"),
               .clip = real(root, "clip")};
  assert_true(network_check(&of->shape, &status));
  of->count = network_number_count(&of->shape);
  float **const flat[] = {&of->numbers, &of->first_moments, &of->second_moments, &of->gradients};
  for (int i = 0; i < 4; i++) *flat[i] = take_floats(of->arena, of->count);
  read_batch(of, member(root, "batch"));
  read_numbers(of);
  read_looks(of);
  of->workspace =
      step_workspace_make(of->arena, &of->shape, (StepSizes){8, MOST_TOKENS, 16}, &status);
  assert_non_null(of->workspace);
  assert_true(real(root, "beta_1") == adamw_beta_1 && real(root, "beta_2") == adamw_beta_2);
}

/* ---- one step ---- */

static StepOrder order_of(const Case *of) {
  int asked = 0;
  for (int i = 0; i < of->batch.token_count; i++) asked += of->batch.targets[i] != TARGET_NONE;
  StepOrder order = {.shape = &of->shape,
                     .numbers = of->numbers,
                     .batch = &of->batch,
                     .sequence_count = of->batch.sequence_count,
                     .loss_scale = 1.0 / asked,
                     .look_count = of->look_count,
                     .gradients = of->gradients};
  for (int i = 0; i < of->look_count; i++) {
    const Look *look = &of->looks[i];
    order.looks[i] = (StepLook){*look, look->weight / step_look_count(&of->batch, look->place)};
  }
  return order;
}

static void expect_near(const Case *of, const char *what, double got, double expected) {
  if (!(fabs(got - expected) <= 1e-5 * (1.0 + fabs(expected))))
    fail_msg("%s: %s is %.9g, expected %.9g", of->name, what, got, expected);
}

/* The tolerance is relative to each tensor's largest number. */
static void expect_tensors(const Case *of, const char *what, const json_t *lists,
                           const float *flat) {
  for (int i = 0; i < network_tensor_count(&of->shape); i++) {
    NetworkTensor tensor = network_tensor(&of->shape, i);
    const json_t *list = json_array_get(lists, (size_t)i), *value;
    double largest = 0.0, worst = 0.0;
    size_t k;
    json_array_foreach(list, k, value) {
      double expected = json_number_value(value);
      double error = fabs((double)flat[tensor.first + k] - expected);
      largest = fmax(largest, fabs(expected));
      worst = error > worst || isnan(error) ? error : worst;
    }
    assert_int_equal(k, (size_t)(tensor.rows > 0 ? tensor.rows : 1) * (size_t)tensor.cols);
    if (!(worst <= tolerance * largest))
      fail_msg("%s: %s of %s is off by %g of %g", of->name, what, tensor.name, worst, largest);
  }
}

static void update(Case *of, double norm, int step) {
  AdamwRates rates = adamw_rates(of->learning_rate, norm > of->clip ? of->clip / norm : 1.0, step);
  float *after[3];
  float *const before[] = {of->numbers, of->first_moments, of->second_moments};
  for (int i = 0; i < 3; i++) after[i] = take_floats(of->arena, of->count);
  for (int i = 0; i < network_tensor_count(&of->shape); i++) {
    NetworkTensor tensor = network_tensor(&of->shape, i);
    size_t at = tensor.first, end = of->count;
    if (i + 1 < network_tensor_count(&of->shape)) end = network_tensor(&of->shape, i + 1).first;
    rates.decay = tensor.decays ? (float)(of->learning_rate * of->weight_decay) : 0.0f;
    const AdamwNumbers numbers = {before[0] + at,     before[1] + at, before[2] + at,
                                  of->gradients + at, after[0] + at,  after[1] + at,
                                  after[2] + at,      end - at};
    assert_true(adamw_update(&numbers, &rates));
  }
  of->numbers = after[0];
  of->first_moments = after[1];
  of->second_moments = after[2];
}

static void make_step(Case *of, const json_t *expected, int step) {
  memset(of->gradients, 0, of->count * sizeof *of->gradients);
  StepOrder order = order_of(of);
  StepSums sums = step_run(of->workspace, &order);
  assert_int_equal(sums.asked, whole(expected, "asked"));
  assert_int_equal(sums.right, whole(expected, "right"));
  expect_near(of, "loss", sums.loss_sum * order.loss_scale, real(expected, "loss"));
  expect_near(of, "loss of looking", sums.look_loss, real(expected, "look_loss"));
  expect_tensors(of, "the gradient", member(expected, "gradients"), of->gradients);
  double norm = sqrt(adamw_square_sum(of->gradients, of->count));
  expect_near(of, "gradient norm", norm, real(expected, "norm"));
  update(of, norm, step);
  expect_near(of, "clipped norm", sqrt(adamw_square_sum(of->gradients, of->count)),
              fmin(norm, of->clip));
  expect_tensors(of, "the updated weight", member(expected, "after"), of->numbers);
}

static void each_case(void (*check)(Case *of)) {
  json_t *file = reference_load("training_step_fixture.json");
  const json_t *root;
  size_t i;
  assert_int_equal(json_array_size(member(file, "cases")), 18);
  json_array_foreach(member(file, "cases"), i, root) {
    Case of;
    open_case(root, &of);
    check(&of);
    arena_free(of.arena);
  }
  json_decref(file);
}

static void check_steps(Case *of) {
  const json_t *step;
  size_t i;
  json_array_foreach(member(of->root, "steps"), i, step) make_step(of, step, (int)i + 1);
}

static void steps_equal_pytorch(void **state) {
  (void)state;
  each_case(check_steps);
}

/* Gradients of separate sequences add up to that of the batch: no sequence affects another. */
static void check_parts(Case *of) {
  float *together = of->gradients, *apart = take_floats(of->arena, of->count);
  StepOrder order = order_of(of);
  StepSums sums = step_run(of->workspace, &order), parts = {0};
  order.gradients = apart;
  order.sequence_count = 1;
  for (order.first_sequence = 2; order.first_sequence >= 0; order.first_sequence--) {
    StepSums part = step_run(of->workspace, &order);
    parts.loss_sum += part.loss_sum;
    parts.asked += part.asked;
  }
  expect_near(of, "loss in parts", parts.loss_sum, sums.loss_sum);
  assert_int_equal(parts.asked, sums.asked);
  for (size_t i = 0; i < of->count; i++)
    assert_true(fabsf(together[i] - apart[i]) <= 1e-5f * (1.0f + fabsf(together[i])));
}

static void parts_add_up_to_the_whole(void **state) {
  (void)state;
  each_case(check_parts);
}

/* ---- the model that is kept ---- */

static const Vocabulary *words_of(Arena *arena, int count) {
  StrBuf text = strbuf_make(arena);
  const Vocabulary *vocabulary;
  strbuf_add(&text, STR("[MASK]\n"));
  for (int id = 1; id < count; id++) strbuf_format(&text, "w%d\n", id);
  assert_true(vocabulary_read(arena, "words", strbuf_str(&text), 0, &vocabulary, NULL));
  return vocabulary;
}

static Str sentence_of(const Case *of, int sequence) {
  StrBuf text = strbuf_make(of->arena);
  for (int at = of->batch.starts[sequence]; at < of->batch.starts[sequence + 1]; at++) {
    if (of->batch.tokens[at] == VOCABULARY_HIDDEN_ID) strbuf_add(&text, STR("___ "));
    else strbuf_format(&text, "w%d ", of->batch.tokens[at]);
  }
  return strbuf_str(&text);
}

/* Weights, row after row; the trainer sums in float. */
static void assert_same(const Case *of, MatView got, const float *expected) {
  for (int i = 0; i < got.rows * got.cols; i++)
    expect_near(of, "a weight", (double)mat_get(got, i / got.cols, i % got.cols),
                (double)expected[i]);
}

static void check_weights(const Case *of, const Model *model, int sequence) {
  const MaskSpec own = {.model_own = true};
  const Trace *trace;
  Status status = {0};
  StepOrder order = order_of(of);
  order.first_sequence = sequence;
  order.sequence_count = 1;
  order.gradients = NULL;
  step_run(of->workspace, &order);
  const RunOrder run = {.sentence = sentence_of(of, sequence), .mask = &own};
  if (!model_run(model, &run, of->arena, &trace, &status)) fail_msg("%s", status.sentence);
  int count = trace_token_count(trace), heads = of->shape.head_count;
  assert_int_equal(count, of->batch.starts[sequence + 1] - of->batch.starts[sequence]);
  assert_true(kind_equal(trace_kind(trace), &of->shape.own_kind));
  for (int layer = 0; layer < of->shape.layer_count; layer++)
    for (int head = 0; head < heads; head++) {
      const float *at = of->workspace->layers[layer].weights + (size_t)(head * count * count);
      assert_same(of, trace_matrix(trace, TRACE_WEIGHTS, layer, head), at);
    }
}

/* The trainer's attention is that of the model it leaves, which has it as its own. */
static void check_opened(Case *of) {
  Model *model;
  Status status = {0};
  if (of->shape.encoder_layers > 0) return; /* not opened as a model of one sentence */
  const Checkpoint checkpoint = {.shape = of->shape,
                                 .vocabulary = words_of(of->arena, of->shape.word_count),
                                 .numbers = of->numbers,
                                 .name = "made",
                                 .label = "made · for a test"};
  if (!model_of_checkpoint(&checkpoint, &model, &status)) fail_msg("%s", status.sentence);
  MaskParts mask = model_own_mask(model);
  assert_true(mask_parts_equal(&mask, &of->shape.mask));
  assert_int_equal(model_key_head_count(model), network_key_heads(&of->shape));
  check_weights(of, model, 0);
  check_weights(of, model, 2);
  model_free(model);
}

static void an_opened_model_attends_as_it_was_trained(void **state) {
  (void)state;
  each_case(check_opened);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_equal_pytorch),
      cmocka_unit_test(parts_add_up_to_the_whole),
      cmocka_unit_test(an_opened_model_attends_as_it_was_trained),
  };
  linear_use_one_thread();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
