/* The words of a random model: what they mean, the one name of a model, and what is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "model/checkpoint/facts.h"
#include "model/model_weights.h"
#include "model/random_shape.h"
#include "model/run.h"
#include "support/reference.h"

static void check_name(const char *given, const char *expected) {
  char name[RANDOM_NAME_BYTES], again[RANDOM_NAME_BYTES];
  Status status = {0};
  if (!random_shape_name(str_from(given), name, &status)) fail_msg("%s", status.sentence);
  assert_string_equal(name, expected);
  assert_true(random_shape_name(str_from(name), again, &status));
  assert_string_equal(again, name);
}

static void a_model_has_one_name(void **state) {
  (void)state;
  static const char *const names[][2] = {
      {"random", "random"},
      {"random  layers 2 ", "random"},
      {"random seed 2017 heads 4 kv_heads 4 norm none d_model 64", "random"},
      {"random seed 3 layers 1", "random layers 1 seed 3"},
      {"random kv_heads 2", "random kv_heads 2"},
      {"random d_ff 8", "random d_ff 8"},
      {"random norm after d_ff 8", "random d_ff 8"},
      {"random norm after", "random norm after"},
      {"random like llama", "random like llama"},
      {"random like llama kv_heads 2 bias off mlp_bias off last_norm on", "random like llama"},
      {"random like llama kv_heads 4", "random like llama kv_heads 4"},
      {"random like llama mask none", "random like llama mask none"},
      {"random like mistral mask causal window 3", "random like mistral"},
      {"random mask causal window 3 global 1 seed 4",
       "random mask causal window:3 global:1 seed 4"},
      {"random like bert last_norm off", "random like bert"},
      {"random like bert last_norm on", "random like bert last_norm on"},
      {"random like gpt2 words untied activation relu",
       "random like gpt2 activation relu words untied"},
  };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) check_name(names[i][0], names[i][1]);
  assert_true(random_shape_is(STR("random")) && random_shape_is(STR("random layers 2")));
  assert_false(random_shape_is(STR("randomly")) || random_shape_is(STR("./random")));
}

/* Every key with another value than the family's, and a mask of all its parts: nothing of the name
** is lost for want of room. */
static void the_longest_name_is_whole(void **state) {
  (void)state;
  static const char whole[] =
      "random like longformer layers 24 heads 64 kv_heads 32 d_model 192 d_ff 1000 vocabulary 1001 "
      "context 1023 bias off mlp_bias off norm before last_norm on embedding_norm off "
      "embedding_scale on activation gelu_tanh positions sinusoidal mask prefix:1024 window:1024 "
      "dilated:1024:1024 blocks:1024 global:"
      "1009,1010,1011,1012,1013,1014,1015,1016,1017,1018,1019,1020,1021,1022,1023,1024 "
      "random:1024:seed:999999999 padding:1024 words untied seed 999999999";
  check_name(whole, whole);
}

static void check_refused(const char *given, const char *const said[3]) {
  RandomShape shape;
  Status status = {0};
  assert_false(random_shape_read(str_from(given), &shape, &status));
  assert_int_equal(status.kind, STATUS_USAGE);
  for (int i = 0; i < 3 && said[i]; i++)
    if (!strstr(status.sentence, said[i])) fail_msg("%s: %s", given, status.sentence);
}

static void what_cannot_be_is_refused_by_key_and_limits(void **state) {
  (void)state;
  static const struct {
    const char *given, *said[3];
  } wrong[] = {
      {"random layers 0", {"layers", "1 to 24", "“0”"}},
      {"random layers 25", {"layers", "1 to 24", "“25”"}},
      {"random layers two", {"layers", "1 to 24", "“two”"}},
      {"random layers", {"layers", "no value", NULL}},
      {"random layer 2", {"“layer”", "did you mean “layers”", "d_model"}},
      {"random xyzzy 2", {"“xyzzy”", "it has", "d_model"}},
      {"random heads 0", {"heads", "1 to 64", "“0”"}},
      {"random heads 3", {"heads 3", "d_model 64", NULL}},
      {"random kv_heads 3", {"kv_heads 3", "heads 4", NULL}},
      {"random kv_heads 8", {"kv_heads 8", "heads 4", NULL}},
      {"random kv_heads 0", {"kv_heads", "1 to 64", "“0”"}},
      {"random d_model 0", {"d_model", "1 to 1024", "“0”"}},
      {"random d_model 12 positions rope", {"positions rope", "d_model 12", "heads 4"}},
      {"random rope_base 500", {"rope_base 500", "positions rope", NULL}},
      {"random like llama buckets 8", {"buckets 8", "positions t5", NULL}},
      {"random positions rope rope_base 1", {"rope_base", "2 to 1000000000", "“1”"}},
      {"random positions t5 buckets 8 far 4", {"far", "5 or more of 8", "not 4"}},
      {"random vocabulary 65537", {"vocabulary", "0 to 65536", "65537"}},
      {"random seed -1", {"seed", "0 to 999999999", "“-1”"}},
      {"random norm layer", {"norm", "none, before, after, rms", "“layer”"}},
      {"random activation silu", {"activation", "did you mean “silu_gated”", NULL}},
      {"random positions roep", {"positions", "did you mean “rope”", NULL}},
      {"random norm none d_ff 8", {"norm none", "d_ff 8", "before, after or rms"}},
      {"random last_norm on", {"last_norm", "vocabulary", NULL}},
      {"random layers 2 layers 3", {"layers", "twice", NULL}},
      {"random like lama", {"“lama”", "did you mean “llama”", "bloom"}},
      {"random like", {"family", "transformer", NULL}},
      {"random layers 2 like bert", {"like", "first", NULL}},
      {"random mask windw 3", {"windw", "window", NULL}},
      {"random mask causal window 0", {"mask window", "from 1 on, not “0”", NULL}},
      {"random layers 24 d_model 1024 d_ff 4096", {"parameters", "16000000", "d_ff"}},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    check_refused(wrong[i].given, wrong[i].said);
}

static ModelFacts facts_of(const char *name, Arena *arena) {
  Model *model = NULL;
  Status status = {0};
  if (!model_open(name, &model, &status)) fail_msg("%s", status.sentence);
  ModelFacts facts = model_facts(model, arena);
  RandomShape shape;
  assert_true(random_shape_read(str_from(name), &shape, &status));
  /* Counted from the words and from the tensors. */
  assert_int_equal(random_shape_parameters(&shape), facts.parameters);
  const ModelParameters *count = &facts.by_part;
  assert_int_equal(count->embedding + count->attention + count->mlp + count->norms + count->output,
                   facts.parameters);
  model_free(model);
  return facts;
}

static int size_in(const json_t *file, const char *key) {
  return (int)json_integer_value(json_object_get(file, key));
}

/* The encoder of the original paper, as its words say it and as its family is. */
static void the_encoder_of_the_paper_has_its_parameters(void **state) {
  (void)state;
  char name[256];
  Arena *arena = arena_make(0);
  json_t *file = reference_load("encoder_size.json");
  assert_true(json_is_false(json_object_get(file, "bias_in_attention")));
  assert_true(json_is_true(json_object_get(file, "final_layernorm")));
  uint64_t expected = (uint64_t)size_in(file, "parameters");
  assert_int_equal(expected, 523776);
  for (int i = 0; i < 2; i++) {
    snprintf(name, sizeof name, "random%s layers %d heads %d d_model %d d_ff %d vocabulary %d%s",
             i ? " like transformer" : "", size_in(file, "layers"), size_in(file, "heads"),
             size_in(file, "d_model"), size_in(file, "d_ff"), size_in(file, "vocab"),
             i ? "" : " bias off norm after last_norm on");
    ModelFacts facts = facts_of(name, arena);
    assert_int_equal(facts.parameters, expected);
    assert_int_equal(facts.by_part.embedding, 1000 * 128);
    assert_int_equal(facts.by_part.attention, 2 * 4 * 128 * 128);
    assert_int_equal(facts.by_part.mlp, 2 * (2 * 128 * 512 + 512 + 128));
    assert_int_equal(facts.by_part.norms, 5 * 2 * 128);
    assert_int_equal(facts.by_part.output, 0);
  }
  json_decref(file);
  arena_free(arena);
}

static void parameters_are_those_of_the_tensors(void **state) {
  (void)state;
  char name[128];
  Arena *arena = arena_make(0);
  assert_int_equal(facts_of("random", arena).parameters, 2 * 4 * 64 * 64);
  for (int i = 0; i < RANDOM_FAMILY_COUNT; i++) {
    snprintf(name, sizeof name, "random like %s", random_family(i)->name);
    ModelFacts facts = facts_of(name, arena);
    assert_true(facts.parameters > 100000 && facts.words == 1000);
  }
  facts_of("random like llama words tied kv_heads 1 activation gelu bias on", arena);
  facts_of("random like t5 embedding_norm on words untied", arena);
  facts_of("random layers 1 heads 1 d_model 1", arena);
  arena_free(arena);
}

/* random with words that change nothing is random, to the bit. */
static void random_is_what_it_was(void **state) {
  (void)state;
  Run a = run_make("random", "own", STR("the cat sat"));
  Run b = run_make("random layers 2 heads 4 seed 2017", "own", STR("the cat sat"));
  assert_string_equal(trace_model_name(b.trace).at, "random");
  for (int row = 0; row < 3; row++)
    for (int col = 0; col < 64; col++)
      assert_true(run_get(&a, TRACE_BLOCK, 1, 0, row, col) ==
                  run_get(&b, TRACE_BLOCK, 1, 0, row, col));
  Run other = run_make("random seed 3", "own", STR("the cat sat"));
  assert_true(run_get(&a, TRACE_X, 0, 0, 0, 0) != run_get(&other, TRACE_X, 0, 0, 0, 0));
  run_free(&a);
  run_free(&b);
  run_free(&other);
}

/* What a model is made with is its own: nothing is laid over it, and its stages are there. */
static void what_a_model_is_made_with_is_its_own(void **state) {
  (void)state;
  static const struct {
    const char *name;
    PositionKind positions;
    bool turns, adds_bias;
  } made[] = {{"random like llama", POSITIONS_ROPE, true, false},
              {"random like bloom", POSITIONS_ALIBI, false, true},
              {"random like t5", POSITIONS_T5, false, true},
              {"random like gpt2", POSITIONS_OWN, false, false},
              {"random like bert positions none", POSITIONS_NONE, false, false}};
  for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
    Run run = run_make(made[i].name, "own", STR("the cat sat on the mat"));
    assert_int_equal(trace_kind(run.trace)->of[KIND_POSITIONS], made[i].positions);
    assert_false(trace_is_laid_over(run.trace, KIND_POSITIONS));
    assert_int_equal(trace_has_stage(run.trace, STAGE_ROTATED), made[i].turns);
    assert_int_equal(trace_has_stage(run.trace, STAGE_BIASED), made[i].adds_bias);
    run_free(&run);
  }
  Run run = run_make_kind("random like llama", "own", "positions alibi", STR("the cat sat"));
  assert_true(trace_is_laid_over(run.trace, KIND_POSITIONS));
  assert_true(trace_has_stage(run.trace, STAGE_BIASED));
  assert_false(trace_has_stage(run.trace, STAGE_ROTATED));
  run_free(&run);
  /* The same as its own way is not laid over. */
  run = run_make_kind("random like llama", "own", "positions rope", STR("the cat sat"));
  assert_false(trace_is_laid_over(run.trace, KIND_POSITIONS));
  assert_int_equal(trace_key_head(run.trace, 3), 1);
  run_free(&run);
}

/* A model made with two heads of K and V has maps for two. */
static void more_heads_than_it_has_maps_for_are_refused(void **state) {
  (void)state;
  Model *model = NULL;
  Status status = {0};
  Arena *arena = arena_make(0);
  const Trace *trace;
  AttentionKind kind;
  assert_true(model_open("random like llama", &model, &status));
  assert_true(kind_read(STR("kv_heads 4"), &kind));
  const RunOrder order = {.sentence = STR("the cat"), .kind = &kind};
  assert_false(model_run(model, &order, arena, &trace, &status));
  assert_non_null(strstr(status.sentence, "kv_heads 4 does not divide the 2 heads of K and V"));
  arena_free(arena);
  model_free(model);
}

static void check_same(const Trace *a, const Trace *b, const char *name) {
  for (int i = 0; i < TRACE_PART_COUNT; i++) {
    TracePart part = trace_part_order[i];
    const TracePartInfo *info = trace_part_info(part);
    if (info->is_weights || info->is_of_words || !trace_has_part(a, part)) continue;
    for (int layer = 0; layer < (info->per_layer ? trace_layer_count(a) : 1); layer++)
      for (int head = 0; head < (info->per_head ? trace_head_count(a, layer) : 1); head++) {
        trace_frame_begin(a);
        trace_frame_begin(b);
        MatView x = trace_matrix(a, part, layer, head), y = trace_matrix(b, part, layer, head);
        assert_true(x.rows == y.rows && x.cols == y.cols);
        for (int row = 0; row < x.rows; row++)
          if (memcmp(mat_row(x, row), mat_row(y, row), (size_t)x.cols * sizeof(float)) != 0)
            fail_msg("%s: row %d of %s", name, row, info->name);
      }
  }
}

/* A longer sentence takes the rows of a shorter one, to the bit, whatever a family has; wide models
** alone do. */
static void rows_of_a_shorter_sentence_are_reused(void **state) {
  (void)state;
  static const char *const names[] = {
      "random like llama d_model 320 heads 10", "random like mistral d_model 320 heads 10",
      "random like gpt2 d_model 320 heads 10",  "random like bloom d_model 320 heads 10",
      "random like t5 d_model 320 heads 10",    "random like bert d_model 320 heads 10"};
  static const KeepKind keeps[] = {KEEP_ALL, KEEP_LITTLE};
  for (int i = 0; i < 12; i++) {
    Model *model = NULL;
    Status status = {0};
    Arena *arena = arena_make(0);
    const Trace *before, *with, *without;
    if (!model_open(names[i / 2], &model, &status)) fail_msg("%s", status.sentence);
    RunOrder order = {.sentence = STR("the animal was too"), .keep = keeps[i % 2]};
    assert_true(model_run(model, &order, arena, &before, &status));
    order.sentence = STR("the animal was too tired to cross");
    assert_true(model_run(model, &order, arena, &without, &status));
    order.before = before;
    assert_true(model_run(model, &order, arena, &with, &status));
    check_same(with, without, names[i / 2]);
    arena_free(arena);
    model_free(model);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_model_has_one_name),
      cmocka_unit_test(the_longest_name_is_whole),
      cmocka_unit_test(what_cannot_be_is_refused_by_key_and_limits),
      cmocka_unit_test(the_encoder_of_the_paper_has_its_parameters),
      cmocka_unit_test(parameters_are_those_of_the_tensors),
      cmocka_unit_test(random_is_what_it_was),
      cmocka_unit_test(what_a_model_is_made_with_is_its_own),
      cmocka_unit_test(more_heads_than_it_has_maps_for_are_refused),
      cmocka_unit_test(rows_of_a_shorter_sentence_are_reused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
