/* Recipes: every key is read, checked and written; every mistake is reported with its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/assets.h"
#include "train/recipe.h"
#include "train/task/task.h"

static Arena *arena;

static int set_up(void **state) {
  (void)state;
  arena = arena_make(0);
  return arena ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(arena);
  return 0;
}

static Recipe parsed(const char *text) {
  Recipe recipe;
  Status status = {0};
  if (!recipe_parse(arena, "folder/r.txt", str_from(text), &recipe, &status))
    fail_msg("%s", status.sentence);
  return recipe;
}

static void a_mark_that_begins_the_file_is_no_part_of_it(void **state) {
  (void)state;
  Recipe recipe;
  Status status;
  Str text = STR("\xEF\xBB\xBFtask copy\r\nheads 2\r\n");
  assert_true(recipe_parse(arena, "folder/r.txt", text, &recipe, &status));
  assert_int_equal(recipe.shape.head_count, 2);
}

static void assert_refused(const char *text, const char *const parts[3]) {
  Recipe recipe;
  Status status = {0};
  if (recipe_parse(arena, "folder/r.txt", str_from(text), &recipe, &status))
    fail_msg("taken: %s", text);
  for (int i = 0; i < 3 && parts[i]; i++)
    if (!strstr(status.sentence, parts[i])) fail_msg("“%s” lacks “%s”", status.sentence, parts[i]);
}

static void every_key_is_read(void **state) {
  (void)state;
  Recipe recipe = parsed("# a comment\r\n"
                         "task reader\nlayers 2\nheads 4\nd_model 64\nd_ff 128 # behind a value\n"
                         "mask causal\nbatch 7\nsteps 900\nlearning_rate 2e-3\nwarm_up 20\n"
                         "decay_to 0.25\nweight_decay 0.5\nclip 2.5\nseed 9223372036854775807\n"
                         "length 30\nletters 5\nunknown 32\ngrammar one  ./two.txt\n\n"
                         "look_weight 0.125\nlook_layer 2\nlook_head 3");
  assert_string_equal(recipe.name, "r");
  assert_string_equal(recipe.task, "reader");
  assert_int_equal(recipe.shape.layer_count, 2);
  assert_int_equal(recipe.shape.head_count, 4);
  assert_int_equal(recipe.shape.d_model, 64);
  assert_int_equal(recipe.shape.d_ff, 128);
  assert_true(recipe.shape.mask.named == 1u << MASK_CAUSAL);
  assert_int_equal(recipe.batch, 7);
  assert_int_equal(recipe.steps, 900);
  assert_true(recipe.learning_rate == 2e-3 && recipe.decay_to == 0.25);
  assert_true(recipe.weight_decay == 0.5 && recipe.clip == 2.5 &&
              recipe.attn_target_weight == 0.125);
  assert_int_equal(recipe.warm_up, 20);
  assert_true(recipe.seed == INT64_MAX);
  assert_int_equal(recipe.length, 30);
  assert_int_equal(recipe.letters, 5);
  assert_int_equal(recipe.unknown, 32);
  assert_int_equal(recipe.grammar_count, 2);
  assert_string_equal(recipe.grammars[1], "./two.txt");
  assert_int_equal(recipe.attn_target_layer, 1); /* the file counts from 1 */
  assert_int_equal(recipe.attn_target_head, 2);
}

static void a_recipe_written_down_reads_back_to_itself(void **state) {
  (void)state;
  Recipe recipe = parsed("task copy\nlearning_rate 0.1\nclip 0.30000000000000004\nseed 12\n"
                         "look_weight 1\nlook_head 1\n");
  Recipe reader = parsed("task reader\ngrammar a b c d\n"
                         "layers 2\nheads 4\nlook task layer 2 head 3 weight 0.1 share 0.8\n"
                         "look same-word weight 0.2\n");
  reader = parsed(recipe_text(arena, &reader).at);
  assert_int_equal(reader.grammar_count, 4);
  assert_string_equal(reader.grammars[3], "d");
  assert_int_equal(reader.look_count, 2);
  Look told = reader.looks[0], same = reader.looks[1];
  assert_true(told.place == LOOK_TASK && told.layer == 1 && told.head == 2);
  assert_true(told.weight == 0.1 && told.share == 0.8);
  assert_true(same.place == LOOK_SAME_WORD && same.layer == 0 && same.head == 0);
  assert_true(same.weight == 0.2 && same.share == 1);
  Str first = recipe_text(arena, &recipe);
  Recipe again = parsed(first.at);
  Str second = recipe_text(arena, &again);
  assert_true(str_equal(first, second));
  assert_true(again.clip == 0.30000000000000004);
  assert_non_null(strstr(first.at, "learning_rate 0.1\n"));
}

static void the_form_of_the_source_is_read_and_written(void **state) {
  (void)state;
  Recipe rows = parsed("task translator\nencoder_layers 2\nsource rows\n");
  Recipe vector = parsed("task translator\nencoder_layers 2\nsource vector\n");
  assert_int_equal(rows.shape.source, SOURCE_ROWS);
  assert_int_equal(vector.shape.source, SOURCE_VECTOR);
  assert_null(strstr(recipe_text(arena, &rows).at, "source"));
  const char *text = recipe_text(arena, &vector).at;
  assert_non_null(strstr(text, "\nsource vector\n"));
  assert_int_equal(parsed(text).shape.source, SOURCE_VECTOR);
}

/* What older recipes did not have is not written where it is as it was. */
static void kinds_of_attention_are_read_and_written(void **state) {
  (void)state;
  Recipe plain = parsed("task copy\nheads 4\nmask none\npositions sinusoidal\n");
  const char *text = recipe_text(arena, &plain).at;
  assert_true(network_adds_positions(&plain.shape));
  assert_int_equal(network_key_heads(&plain.shape), 4);
  assert_null(strstr(text, "positions"));
  assert_null(strstr(text, "kv_heads"));
  assert_non_null(strstr(text, "\nmask none\n"));
  Recipe recipe = parsed("task copy\nheads 4\nkv_heads 2\npositions rope base 500 interleaved\n"
                         "mask causal window 3 global 1,5 random 2 seed 7\n");
  text = recipe_text(arena, &recipe).at;
  assert_non_null(strstr(text, "\nkv_heads 2\n"));
  assert_non_null(strstr(text, "\npositions rope base 500 interleaved\n"));
  assert_non_null(strstr(text, "\nmask causal window 3 global 1,5 random 2 seed 7\n"));
  Recipe again = parsed(text);
  assert_true(kind_equal(&again.shape.own_kind, &recipe.shape.own_kind));
  assert_true(mask_parts_equal(&again.shape.mask, &recipe.shape.mask));
  assert_int_equal(again.shape.key_head_count, 2);
  assert_string_equal(recipe_text(arena, &again).at, text);
  recipe = parsed("task copy\npositions shaw 4\n");
  assert_non_null(strstr(recipe_text(arena, &recipe).at, "\npositions shaw 4\n"));
  assert_int_equal(network_tensor_count(&recipe.shape),
                   network_tensor_count(&plain.shape) + 2 * recipe.shape.layer_count);
  recipe = parsed("task copy\npositions t5 far 64\n");
  assert_non_null(strstr(recipe_text(arena, &recipe).at, "\npositions t5 far 64\n"));
  assert_string_equal(network_tensor(&recipe.shape, 1).name, "buckets");
  Status status = {0};
  again.shape.head_count = 2;
  again.shape.key_head_count = 4;
  assert_false(recipe_check(&again, &status));
  assert_non_null(strstr(status.sentence, "kv_heads is 4, but there are 2 heads"));
}

static void every_mistake_names_file_line_and_what_is_allowed(void **state) {
  (void)state;
  static const struct {
    const char *text, *parts[3];
  } wrong[] = {
      {"task copy\nlayer 2\n", {"folder/r.txt:2", "“layer”", "did you mean “layers”"}},
      {"task copy\nzzzzzz 2\n", {"folder/r.txt:2", "“zzzzzz”", "it is one of: task, layers"}},
      {"task cpoy\n", {"folder/r.txt:1", "no task “cpoy”", "did you mean “copy”"}},
      {"layers 2\n", {"folder/r.txt:", "task NAME"}},
      {"", {"folder/r.txt:", "task NAME"}},
      {"task copy\nheads 2\nheads 2\n", {"r.txt:3", "heads", "after line 2"}},
      {"task copy\nheads\n", {"r.txt:2", "heads has no value"}},
      {"task copy\nlayers 5\n", {"r.txt:2", "layers", "from 1 to 4, not “5”"}},
      {"task copy\nlayers 0\n", {"r.txt:2", "layers", "from 1 to 4, not “0”"}},
      {"task copy\nlayers 2 3\n", {"r.txt:2", "layers", "not “2 3”"}},
      {"task copy\nheads 9\n", {"r.txt:2", "heads", "from 1 to 8"}},
      {"task copy\nd_model 129\n", {"r.txt:2", "d_model", "from 8 to 128"}},
      {"task copy\nd_ff -1\n", {"r.txt:2", "d_ff", "from 0 to 512"}},
      {"task copy\nbatch 1e2\n", {"r.txt:2", "batch", "whole number from 1 to 256, not “1e2”"}},
      {"task copy\nsteps 99999999999999999999\n", {"r.txt:2", "steps", "from 1 to 1000000"}},
      {"task copy\nlearning_rate 0\n", {"r.txt:2", "learning_rate", "not “0”"}},
      {"task copy\nlearning_rate nan\n", {"r.txt:2", "learning_rate", "not “nan”"}},
      {"task copy\nlearning_rate 0,1\n", {"r.txt:2", "learning_rate", "not “0,1”"}},
      {"task copy\ndecay_to 1.5\n", {"r.txt:2", "decay_to", "from 0 to 1"}},
      {"task copy\nseed -1\n", {"r.txt:2", "seed", "from 0 to 9223372036854775807"}},
      {"task copy\nmask casual\n", {"r.txt:2", "“casual”", "did you mean causal?"}},
      {"task copy\nmask causal window\n", {"r.txt:2", "“causal window”", "after “window:”"}},
      {"task copy\nmask prefix 2 causal\n", {"r.txt:2", "prefix and causal", ""}},
      {"task copy\nmask causal window 0\n", {"r.txt:2", "mask window", "from 1 on, not “0”"}},
      {"task copy\nmask causal padding 2\n", {"r.txt:2", "padding", "words of the task"}},
      {"task copy\n\nmask random 2\n", {"r.txt:3", "random", "take mask causal with it"}},
      {"task copy\npositions t5 buckets 3\n", {"r.txt:2", "buckets", "from 4 to"}},
      {"task copy\npositions shaw\n", {"r.txt:2", "shaw takes 1 whole number"}},
      {"task copy\npositions roppe\n", {"r.txt:2", "“roppe”", "did you mean “rope”"}},
      {"task copy\npositions own\n",
       {"r.txt:2", "“own”", "sinusoidal, none, rope, alibi, t5, shaw"}},
      {"task copy\npositions rope base 1\n", {"r.txt:2", "base", "from 2 to"}},
      {"task copy\npositions none 3\n", {"r.txt:2", "none", ""}},
      {"task copy\npositions\n", {"r.txt:2", "positions has no value"}},
      {"task copy\npositions rope\nd_model 18\nheads 2\n",
       {"r.txt:4", "pairs of columns", "has 9 columns"}},
      {"task copy\nheads 4\nkv_heads 0\n", {"r.txt:3", "kv_heads", "from 1 to 8, not “0”"}},
      {"task copy\nheads 4\nkv_heads 3\n", {"r.txt:3", "does not divide heads 4"}},
      {"task copy\nkv_heads 2\nheads 1\n", {"r.txt:3", "kv_heads is 2", "there is 1 head"}},
      {"task translator\nencoder_layers 1\npositions rope\n",
       {"r.txt:2", "encoder_layers", "positions are sinusoidal"}},
      {"task translator\nencoder_layers 1\nsource vektor\n",
       {"r.txt:3", "no source “vektor”", "did you mean “vector”"}},
      {"task copy\nsource vector\n", {"r.txt:2", "source vector", "encoder_layers from 1 on"}},
      {"task copy\nlook nowhere\n", {"r.txt:2", "“nowhere”", "task, previous, same-word"}},
      {"task copy\nlook previus\n", {"r.txt:2", "did you mean “previous”"}},
      {"task copy\nlook task hed 1\n", {"r.txt:2", "no part “hed”", "did you mean “head”"}},
      {"task copy\nlook task head\n", {"r.txt:2", "head takes a whole number", "“”"}},
      {"task copy\nlook task head 1 head 1\n", {"r.txt:2", "head only once", ""}},
      {"task copy\nlook task weight 0\n", {"r.txt:2", "weight takes a number", "“0”"}},
      {"task copy\nlook task share 1.5\n", {"r.txt:2", "share takes a number", "“1.5”"}},
      {"task copy\nlook task layer 2\n", {"r.txt:2", "layer 2", "there is 1 layer"}},
      {"task copy\nlook task\nlook previous head 2\n", {"r.txt:3", "head 2", "is 1 head"}},
      {"task copy\nlook task\nlook previous\n", {"r.txt:3", "head 1 of layer 1", "second time"}},
      {"task copy\nlook_weight 1\nlook previous\n", {"r.txt:3", "second time", ""}},
      {"task copy\nlook_layer 0\n", {"r.txt:2", "look_layer", "from 1 to 4"}},
      {"task copy\ngrammar a b c d e\n", {"r.txt:2", "grammar", "at most 4"}},
      {"task copy\nd_model 32\nheads 5\n",
       {"r.txt:3", "heads is 5, which does not divide d_model 32"}},
      {"task copy\nheads 5\n\nd_model 32\n",
       {"r.txt:4", "heads is 5, which does not divide d_model 32"}},
      {"task copy\nd_model 9\n", {"r.txt:2", "d_model", "even"}},
      {"task copy\nlook_weight 1\nlook_layer 2\n",
       {"r.txt:3", "look names layer 2", "there is 1 layer"}},
      {"task copy\nlook_weight 1\nheads 2\nlook_head 3\n",
       {"r.txt:4", "look names head 3", "are 2 heads"}},
      {"task copy\nlook_weight 1\nlook_head 2\n",
       {"r.txt:3", "look names head 2", "there is 1 head"}},
      {"task writer\nlength 12\n", {"r.txt:2", "writer takes a length from 16 to", "not 12"}},
      {"task sort\nletters 8\n\nlength 9\n", {"r.txt:4", "length 9 needs at least 9 letters"}},
      {"task majority\nlength 2\n", {"r.txt:2", "majority", "at least 3, not 2"}},
      {"grammar english\ntask sort\n", {"r.txt:1", "sort takes no grammar", "reader and writer"}},
      {"task copy\n\x01\n", {"r.txt:2", "no line of text"}},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    assert_refused(wrong[i].text, wrong[i].parts);
}

/* A long path is cut at its beginning, so that the file name stays. */
static void a_long_path_keeps_the_name_of_its_file(void **state) {
  (void)state;
  char path[600];
  Recipe recipe;
  Status status = {0};
  for (size_t i = 0; i < sizeof path; i += 3) memcpy(path + i, "\xE9\x9B\xAA", 3);
  memcpy(path + 580, "/recipe.txt", 12);
  assert_false(recipe_parse(arena, path, STR("task copy\nheads 0\n"), &recipe, &status));
  assert_non_null(strstr(status.sentence, "/recipe.txt:2: heads takes"));
  assert_true(strncmp(status.sentence, "\xE2\x80\xA6\xE9\x9B\xAA", 6) == 0);
  path[60] = 0;
  assert_false(recipe_parse(arena, path, STR("task copy\nheads 0\n"), &recipe, &status));
  assert_true(strncmp(status.sentence, path, 60) == 0);
}

static void a_grammar_that_is_not_there_is_named_with_its_line(void **state) {
  (void)state;
  Status status = {0};
  const Task *task;
  Recipe recipe = parsed("task reader\n\ngrammar english englsh\n");
  assert_false(task_open(arena, &recipe, &task, &status));
  assert_non_null(strstr(status.sentence, "folder/r.txt:3: there is no grammar “englsh”"));
  assert_non_null(strstr(status.sentence, "chinese, english, or the path of a file"));
  recipe = parsed("task reader\ngrammar /\n");
  assert_false(task_open(arena, &recipe, &task, &status));
  assert_non_null(strstr(status.sentence, "folder/r.txt:2: Cannot read /"));
}

static void a_recipe_changed_by_hand_is_checked_like_a_file(void **state) {
  (void)state;
  Status status = {0};
  Recipe recipe = parsed("task copy\nheads 4\n");
  assert_true(recipe_check(&recipe, &status));
  recipe.shape.head_count = 3;
  assert_false(recipe_check(&recipe, &status));
  assert_string_equal(
      status.sentence,
      "heads is 3, which does not divide d_model 32; d_model takes a multiple of heads");
  recipe.shape.head_count = 4;
  recipe.learning_rate = 0;
  assert_false(recipe_check(&recipe, &status));
  assert_non_null(strstr(status.sentence, "learning_rate"));
  recipe.learning_rate = 1;
  recipe.seed = UINT64_MAX;
  assert_false(recipe_check(&recipe, &status));
  assert_non_null(strstr(status.sentence, "seed"));
}

static void every_built_in_recipe_opens_and_is_a_file_of_assets(void **state) {
  (void)state;
  int files = 0;
  for (int i = 0; i < recipe_builtin_count(); i++) {
    Recipe recipe;
    Status status = {0};
    const Task *task;
    if (!recipe_open(arena, recipe_builtin_name(i), &recipe, &status) ||
        !task_open(arena, &recipe, &task, &status))
      fail_msg("%s: %s", recipe_builtin_name(i), status.sentence);
    assert_string_equal(recipe.name, recipe_builtin_name(i));
    bool is_twin = strcmp(recipe.name, "bottleneck") == 0; /* of the translator */
    assert_string_equal(recipe.task, is_twin ? "translator" : recipe_builtin_name(i));
  }
  for (int i = 0; i < assets_count(); i++) files += strncmp(assets_name(i), "recipes/", 8) == 0;
  assert_int_equal(files, recipe_builtin_count());
}

static void an_unknown_recipe_is_named_with_the_nearest_and_the_list(void **state) {
  (void)state;
  Recipe recipe;
  Status status = {0};
  assert_false(recipe_open(arena, "raeder", &recipe, &status));
  assert_int_equal(status.kind, STATUS_USAGE);
  assert_non_null(strstr(status.sentence, "no recipe “raeder”; did you mean “reader”"));
  assert_non_null(strstr(status.sentence, "brackets, majority"));
  assert_false(recipe_open(arena, "./not-there.txt", &recipe, &status));
  assert_int_equal(status.kind, STATUS_COULD_NOT);
  assert_non_null(strstr(status.sentence, "not-there.txt"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mark_that_begins_the_file_is_no_part_of_it),
      cmocka_unit_test(every_key_is_read),
      cmocka_unit_test(a_recipe_written_down_reads_back_to_itself),
      cmocka_unit_test(kinds_of_attention_are_read_and_written),
      cmocka_unit_test(the_form_of_the_source_is_read_and_written),
      cmocka_unit_test(every_mistake_names_file_line_and_what_is_allowed),
      cmocka_unit_test(a_long_path_keeps_the_name_of_its_file),
      cmocka_unit_test(a_grammar_that_is_not_there_is_named_with_its_line),
      cmocka_unit_test(a_recipe_changed_by_hand_is_checked_like_a_file),
      cmocka_unit_test(every_built_in_recipe_opens_and_is_a_file_of_assets),
      cmocka_unit_test(an_unknown_recipe_is_named_with_the_nearest_and_the_list),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
