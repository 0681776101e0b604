/* tests/model/test_checkpoint.c -- a model's folder comes back as it was saved, or says what is
** wrong with it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/os.h"
#include "base/rng.h"
#include "model/checkpoint/checkpoint.h"
#include "support/folder.h"
#include "files/safetensors.h"

static const NetworkShape shape = {.layer_count = 2,
                                   .head_count = 2,
                                   .d_model = 8,
                                   .d_ff = 12,
                                   .word_count = 6,
                                   .mask = {.named = 1u << MASK_CAUSAL}};
static const char words[] = "[MASK]\nunknown 1\nunknown 2\nthe\ncat\tkitty\nsat\n";
static const char config[] =
    "{\"model_type\": \"heads-up\", \"num_hidden_layers\": 2, \"num_attention_heads\": 2,"
    " \"hidden_size\": 8, \"intermediate_size\": 12, \"vocab_size\": 6, \"unknown_words\": 2,"
    " \"causal\": true}";

static Checkpoint make_checkpoint(Arena *arena) {
  Checkpoint checkpoint = {.shape = shape, .name = "tiny", .label = "tiny · made by a test"};
  Rng rng = rng_make(5);
  checkpoint.numbers = arena_take(arena, network_number_count(&shape), sizeof(float));
  for (size_t i = 0; i < network_number_count(&shape); i++)
    checkpoint.numbers[i] = (float)rng_normal(&rng);
  assert_true(
      vocabulary_read(arena, "vocab.txt", str_from(words), 2, &checkpoint.vocabulary, NULL));
  return checkpoint;
}

static Folder make_folder(void) {
  Folder folder = folder_make();
  Checkpoint checkpoint = make_checkpoint(folder.arena);
  Status status = {0};
  if (!checkpoint_save(folder.arena, folder.path, &checkpoint, "# tiny\n", &status))
    fail_msg("%s", status.sentence);
  return folder;
}

static void a_saved_checkpoint_comes_back(void **state) {
  (void)state;
  Folder folder = make_folder();
  Checkpoint saved = make_checkpoint(folder.arena), read;
  Status status = {0};
  const char *spellings[] = {folder.path, folder_file(&folder, ""), folder_file(&folder, ".")};
  for (int i = 0; i < 3; i++) {
    if (!checkpoint_read(folder.arena, spellings[i], &read, &status))
      fail_msg("%s", status.sentence);
    assert_memory_equal(&read.shape, &shape, sizeof shape);
    assert_memory_equal(read.numbers, saved.numbers, network_number_count(&shape) * sizeof(float));
    assert_string_equal(read.label, "tiny · made by a test");
    assert_null(read.asked);
    assert_string_equal(read.name, strrchr(folder.path, '/') + 1);
    assert_int_equal(read.vocabulary->unknown_count, 2);
    assert_int_equal(vocabulary_find(read.vocabulary, STR("Kitty")), 4);
  }
  assert_true(str_is(folder_read(&folder, "README.md"), "# tiny\n"));
  folder_remove(&folder);
}

/* What the card on the screen begins with, from the file as train/evaluation.c writes it. */
static void a_readme_says_what_the_model_can_do(void **state) {
  (void)state;
  static const char text[] =
      "---\ntags: [a]\n---\n\n# tiny\n\nIt names a noun. It is small.\n\n"
      "## How\n\n```\ntask reader\ngrammar english chinese\n```\n\n"
      "| sequences | right | loss | asked |\n|---|---|---|---|\n"
      "| like those | 93.62 % | 0.2716 | 2321 |\n"
      "| never trained | 99.60 % | 0.0224 | 2000 |\n"
      "| wrong | 101 % | 0.1 | 7 |\n| a | b | c |\n| | 1 | 2 | 3 | 4 |\n\n"
      "| | head 1 | head 2 |\n|---|---|---|\n| decoder layer 1 | 19.1 % | 9.1 % |\n"
      "| decoder layer 2 | 61.7 % | 67.0 % |\n| more | 1 % | 2 % | 3 % |\n"
      "| whole | 99 % |\n| wrong | 101 % | 2 % |\n\n"
      "## What it cannot do\n\nAnything else.\n\nNot this.\n";
  Folder folder = make_folder();
  Readme readme = readme_parse(folder.arena, str_from(text));
  assert_string_equal(readme.purpose, "It names a noun.");
  assert_string_equal(readme.limits, "Anything else.");
  assert_int_equal(readme.language_count, 2);
  assert_string_equal(readme.languages[1], "chinese");
  assert_int_equal(readme.score_count, 2);
  assert_string_equal(readme.scores[1].set, "never trained");
  assert_float_equal(readme.scores[1].percent, 99.6, 1e-9);
  assert_int_equal(readme.scores[1].asked, 2000);
  assert_int_equal(readme.alignment_rows, 2);
  assert_int_equal(readme.alignment_heads, 2);
  assert_float_equal(readme.alignment[0][1], 9.1, 1e-9);
  assert_float_equal(readme.alignment[1][1], 67, 1e-9);
  folder_remove(&folder);
}

/* A model opens without a README.md, and with one that is no text of ours. */
static void a_readme_may_be_missing_or_strange(void **state) {
  (void)state;
  static const char *const texts[] = {"",         "#",        "# ", "|||||", "| | % | | |",
                                      "grammar ", "## x\n# y"};
  Folder folder = make_folder();
  Checkpoint read;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    Readme readme = readme_parse(folder.arena, str_from(texts[i]));
    assert_null(readme.purpose);
    assert_null(readme.limits);
    assert_int_equal(readme.score_count + readme.language_count, 0);
  }
  assert_int_equal(remove(folder_file(&folder, "README.md")), 0);
  assert_true(checkpoint_read(folder.arena, folder.path, &read, NULL));
  assert_null(read.readme.purpose);
  folder_remove(&folder);
}

/* What the program's own models say of themselves is found. */
static void the_readme_of_a_model_of_the_program_is_read(void **state) {
  (void)state;
  Folder folder = folder_make();
  Checkpoint read;
  assert_true(checkpoint_read_builtin(folder.arena, "reader", &read, NULL));
  assert_non_null(read.readme.purpose);
  assert_non_null(read.readme.limits);
  assert_int_equal(read.readme.language_count, 2);
  assert_int_equal(read.readme.score_count, 3);
  folder_remove(&folder);
}

/* At which words it was trained to answer comes back with the rest. */
static void the_asked_words_come_back(void **state) {
  (void)state;
  static const bool asked[] = {true, false, false, false, true, false};
  Folder folder = folder_make();
  Checkpoint saved = make_checkpoint(folder.arena), read;
  Status status = {0};
  saved.asked = asked;
  assert_true(checkpoint_save(folder.arena, folder.path, &saved, NULL, &status));
  assert_true(strstr(folder_read(&folder, "config.json").at,
                     "\"asked_words\": [\"[MASK]\", \"cat\"],") != NULL);
  assert_true(checkpoint_read(folder.arena, folder.path, &read, &status));
  assert_memory_equal(read.asked, asked, sizeof asked);
  folder_remove(&folder);
}

static void the_same_checkpoint_gives_the_same_bytes(void **state) {
  (void)state;
  static const char *const names[] = {"config.json", "model.safetensors", "vocab.txt"};
  Folder one = make_folder(), two = make_folder();
  for (int i = 0; i < 3; i++)
    assert_true(str_equal(folder_read(&one, names[i]), folder_read(&two, names[i])));
  folder_remove(&one);
  folder_remove(&two);
}

static void check_folder_refused(const Folder *folder, const char *part) {
  Arena *arena = arena_make(0);
  Checkpoint checkpoint;
  Status status = {0};
  assert_false(checkpoint_read(arena, folder->path, &checkpoint, &status));
  check_sentence(&status, part);
  check_sentence(&status, folder->path);
  arena_free(arena);
}

static void check_config_refused(const char *text, const char *part) {
  Folder folder = make_folder();
  folder_write(&folder, "config.json", str_from(text));
  check_folder_refused(&folder, part);
  folder_remove(&folder);
}

/* The right config with one value in the place of another. */
static const char *config_with(Arena *arena, const char *old, const char *new) {
  const char *at = strstr(config, old);
  assert_non_null(at);
  return str_format(arena, "%.*s%s%s", (int)(at - config), config, new, at + strlen(old));
}

static void check_value_refused(const char *old, const char *new, const char *part) {
  Arena *arena = arena_make(0);
  check_config_refused(config_with(arena, old, new), part);
  arena_free(arena);
}

static void a_config_that_is_no_json_object_is_refused(void **state) {
  (void)state;
  check_config_refused("", "config.json:1: ");
  check_config_refused("[]", "config.json holds no JSON object");
  check_config_refused("{\"a\": NaN}", "config.json:1: ");
  check_config_refused("{\"a\": 1,\n\"a\": 2}", "config.json:2: duplicate");
  check_config_refused("{}", "config.json lacks model_type");
}

static void impossible_values_are_named_with_what_is_allowed(void **state) {
  (void)state;
  check_value_refused("\"num_attention_heads\": 2", "\"num_attention_heads\": 0",
                      "num_attention_heads is 0; allowed are whole numbers from 1 to 8");
  check_value_refused("_heads\": 2", "_heads\": -2", "num_attention_heads is -2; allowed");
  check_value_refused("_heads\": 2", "_heads\": \"2\"", "num_attention_heads is \"2\"; allowed");
  check_value_refused("_heads\": 2", "_heads\": 1e9", "num_attention_heads is 1000000000; allowed");
  check_value_refused("_heads\": 2", "_heads\": 1.5", "num_attention_heads is 1.5; allowed");
  check_value_refused("_heads\": 2", "_heads\": 3",
                      "num_attention_heads is 3; it must divide hidden_size 8");
  check_value_refused("_layers\": 2", "_layers\": 1000000",
                      "num_hidden_layers is 1000000; allowed are whole numbers from 1 to 4");
  check_value_refused("hidden_size\": 8", "hidden_size\": 4",
                      "hidden_size is 4; allowed are whole numbers from 8 to 128");
  check_value_refused("intermediate_size\": 12", "intermediate_size\": 513",
                      "intermediate_size is 513; allowed");
  check_value_refused("causal\": true", "causal\": 1", "causal is 1; allowed are true and false");
  check_value_refused("causal\": true", "causal\": true, \"hidden_act\": \"gelu\"",
                      "hidden_act is \"gelu\"; allowed is relu");
  check_value_refused("causal\": true", "causal\": true, \"asked_words\": \"it\"",
                      "asked_words is \"it\"; allowed is a list of words of vocab.txt");
  check_value_refused("causal\": true", "causal\": true, \"asked_words\": []",
                      "asked_words is []; allowed is a list");
  check_value_refused("causal\": true", "causal\": true, \"asked_words\": [\"cat\", \"dog\"]",
                      "vocab.txt lacks “dog”, which asked_words in config.json names");
  check_value_refused("causal\": true", "causal\": true, \"layer_norm_eps\": 1e-12",
                      "layer_norm_eps is 1e-12; allowed is 1e-05");
  check_value_refused("causal\": true", "causal\": true, \"mask\": \"windo:2\"",
                      "mask is \"windo:2\"; allowed are masks as in “causal window:3”");
  check_value_refused("causal\": true", "causal\": true, \"mask\": \"window:2\"",
                      "mask is \"window:2\"; it must be causal where causal is true");
  check_value_refused(
      "causal\": true", "causal\": true, \"positions\": \"t6\"",
      "positions is \"t6\"; allowed are sinusoidal, none, rope, alibi, t5 and shaw");
  check_value_refused("causal\": true", "causal\": true, \"positions\": 3",
                      "positions is 3; allowed are sinusoidal");
  check_value_refused("causal\": true", "causal\": true, \"num_key_value_heads\": 0",
                      "num_key_value_heads is 0; allowed are whole numbers from 1 to 8");
  check_value_refused("causal\": true", "causal\": true, \"num_key_value_heads\": 4",
                      "config.json: kv_heads is 4, but there are 2 heads");
  check_value_refused("causal\": true", "causal\": true, \"num_key_value_heads\": 1",
                      "layers.0.w_k has the shape [8, 8]; config.json asks for [8, 4]");
  check_value_refused(", \"unknown_words\": 2", "", "config.json lacks unknown_words");
}

static void another_model_type_is_refused_by_its_name(void **state) {
  (void)state;
  check_value_refused("heads-up", "gpt2",
                      "model_type is \"gpt2\"; only models trained by this program");
  check_value_refused("\"heads-up\"", "7", "model_type is 7; only models trained by this program");
}

static void what_other_programs_write_does_no_harm(void **state) {
  (void)state;
  Folder folder = make_folder();
  Checkpoint read;
  Status status = {0};
  const char *more =
      config_with(folder.arena, "true}",
                  "true, \"model_max_length\": 1000000000000000019884624838656, \"x\": [{}]}");
  folder_write(&folder, "config.json",
               str_from(str_format(folder.arena, "\xEF\xBB\xBF%s\r\n", more)));
  if (!checkpoint_read(folder.arena, folder.path, &read, &status)) fail_msg("%s", status.sentence);
  assert_null(read.label); /* said of its name: model/trained.c */
  folder_remove(&folder);
}

/* It would break the list of models, or do worse to a terminal. */
static void a_label_is_one_line(void **state) {
  (void)state;
  static const char *const labels[] = {"a\\nb", "a\\u001b[31m", "\\u007f", ""};
  for (int i = 0; i < 4; i++) {
    Folder folder = make_folder();
    const char *with = str_format(folder.arena, "true, \"label\": \"%s\"}", labels[i]);
    folder_write(&folder, "config.json", str_from(config_with(folder.arena, "true}", with)));
    check_folder_refused(&folder, "label is ");
    folder_remove(&folder);
  }
}

static void missing_files_are_named(void **state) {
  (void)state;
  static const char *const names[] = {"config.json", "model.safetensors", "vocab.txt"};
  for (int i = 0; i < 3; i++) {
    Folder folder = make_folder();
    os_remove_file(folder_file(&folder, names[i]));
    check_folder_refused(&folder, names[i]);
    folder_remove(&folder);
  }
  Folder folder = make_folder();
  os_remove_file(folder_file(&folder, "model.safetensors"));
  folder_write(&folder, "pytorch_model.bin", STR("PK"));
  check_folder_refused(&folder, "record_trace.py convert /tmp/");
  folder_remove(&folder);
  Folder gone = {arena_make(0), "/tmp/headsup-no-such-folder"};
  check_folder_refused(&gone, "there is no folder");
  gone.path = "/dev/null";
  check_folder_refused(&gone, "is no folder; a model is a folder with config.json");
  arena_free(gone.arena);
}

static void vocabulary_and_config_must_agree(void **state) {
  (void)state;
  Folder folder = make_folder();
  folder_write(&folder, "vocab.txt", STR("[MASK]\nunknown 1\nunknown 2\nthe\ncat\n"));
  check_folder_refused(&folder, "vocab.txt has 5 lines, but vocab_size in config.json is 6");
  folder_write(&folder, "vocab.txt", STR("[MASK]\nunknown 1\nunknown 2\nthe\ncat\ncat\n"));
  check_folder_refused(&folder, "vocab.txt:6: “cat” stands on line 5 already");
  folder_remove(&folder);
}

/* Writes the weights again after a change to the list of tensors. */
typedef struct Weights {
  SafetensorsFloats tensors[64];
  NetworkTensor places[64];
  int count;
} Weights;

static Weights *take_weights(const Folder *folder) {
  Checkpoint checkpoint = make_checkpoint(folder->arena);
  Weights *weights = arena_take(folder->arena, 1, sizeof *weights);
  weights->count = network_tensor_count(&shape);
  for (int i = 0; i < weights->count; i++) {
    weights->places[i] = network_tensor(&shape, i);
    const NetworkTensor *place = &weights->places[i];
    weights->tensors[i] =
        (SafetensorsFloats){place->name,
                            place->rows ? 2 : 1,
                            {place->rows ? place->rows : place->cols, place->cols},
                            checkpoint.numbers + place->first};
  }
  return weights;
}

static void check_weights_refused(const Folder *folder, const Weights *weights, const char *part) {
  SafetensorsContent content = {weights->tensors, weights->count, NULL, 0};
  assert_true(
      safetensors_save(folder->arena, folder_file(folder, "model.safetensors"), &content, NULL));
  check_folder_refused(folder, part);
}

static void tensors_that_do_not_fit_the_config_are_named(void **state) {
  (void)state;
  Folder folder = make_folder();
  Weights *weights = take_weights(&folder);
  weights->tensors[7].shape[0] = 12;
  weights->tensors[7].shape[1] = 8;
  assert_string_equal(weights->tensors[7].name, "layers.0.w_1");
  check_weights_refused(&folder, weights,
                        "layers.0.w_1 has the shape [12, 8]; config.json asks for [8, 12]");

  weights = take_weights(&folder);
  weights->count--;
  check_weights_refused(&folder, weights, "lacks 1 tensor: logits.bias");

  weights = take_weights(&folder);
  weights->count -= 13;
  check_weights_refused(&folder, weights, "lacks 13 tensors: layers.1.w_q, layers.1.w_k,");

  weights = take_weights(&folder);
  weights->tensors[weights->count] = weights->tensors[0];
  weights->tensors[weights->count++].name = "layers.2.w_q";
  check_weights_refused(&folder, weights,
                        "a tensor “layers.2.w_q” that config.json leaves no place for");

  weights = take_weights(&folder);
  weights->tensors[0].rank = 1;
  weights->tensors[0].shape[0] = 48;
  check_weights_refused(&folder, weights,
                        "embedding has the shape [48]; config.json asks for [6, 8]");
  folder_remove(&folder);
}

static void a_number_that_is_none_is_named_by_tensor_and_index(void **state) {
  (void)state;
  Folder folder = make_folder();
  Weights *weights = take_weights(&folder);
  float *numbers = arena_take(folder.arena, 96, sizeof *numbers);
  weights->tensors[1].numbers = numbers;
  assert_string_equal(weights->tensors[1].name, "layers.0.w_q");
  numbers[3 * 8 + 5] = NAN;
  check_weights_refused(&folder, weights, "layers.0.w_q[3, 5] is NaN");
  numbers[3 * 8 + 5] = -INFINITY;
  check_weights_refused(&folder, weights, "layers.0.w_q[3, 5] is infinite");
  weights = take_weights(&folder);
  numbers[0] = 1e-42f;
  numbers[29] = 0;
  numbers[2] = INFINITY;
  weights->tensors[weights->count - 1].numbers = numbers;
  check_weights_refused(&folder, weights, "logits.bias[2] is infinite");
  folder_remove(&folder);
}

static void saving_where_nothing_can_be_saved_is_an_error(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Checkpoint checkpoint = make_checkpoint(arena);
  Status status = {0};
  assert_false(
      checkpoint_save(arena, "/tmp/headsup-no-such-folder/below", &checkpoint, NULL, &status));
  check_sentence(&status, "/tmp/headsup-no-such-folder/below");
  arena_free(arena);
}

static void memory_may_run_out_at_any_place(void **state) {
  (void)state;
  Folder folder = make_folder();
  bool done = false;
  for (long nth = 1; !done; nth++) {
    Arena *arena = arena_make(64);
    Checkpoint checkpoint;
    Status status = {0};
    arena_fail_at(nth);
    done = checkpoint_read(arena, folder.path, &checkpoint, &status);
    arena_fail_at(0);
    assert_true(done || status.kind == STATUS_COULD_NOT);
    arena_free(arena);
  }
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_saved_checkpoint_comes_back),
      cmocka_unit_test(a_readme_says_what_the_model_can_do),
      cmocka_unit_test(a_readme_may_be_missing_or_strange),
      cmocka_unit_test(the_readme_of_a_model_of_the_program_is_read),
      cmocka_unit_test(the_asked_words_come_back),
      cmocka_unit_test(the_same_checkpoint_gives_the_same_bytes),
      cmocka_unit_test(a_config_that_is_no_json_object_is_refused),
      cmocka_unit_test(impossible_values_are_named_with_what_is_allowed),
      cmocka_unit_test(another_model_type_is_refused_by_its_name),
      cmocka_unit_test(what_other_programs_write_does_no_harm),
      cmocka_unit_test(a_label_is_one_line),
      cmocka_unit_test(missing_files_are_named),
      cmocka_unit_test(vocabulary_and_config_must_agree),
      cmocka_unit_test(tensors_that_do_not_fit_the_config_are_named),
      cmocka_unit_test(a_number_that_is_none_is_named_by_tensor_and_index),
      cmocka_unit_test(saving_where_nothing_can_be_saved_is_an_error),
      cmocka_unit_test(memory_may_run_out_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
