/* headsup next, --ids and bench model: shares that add up, the effects of temperature, top-k and
** top-p, invalid ids, and every figure of the bench. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "cli/program.h"
#include "model/made_checkpoint.h"

enum { WORDS = 17 };
static Program program;
static Folder folder;

static int make_model(void **state) {
  if (program_set_up(state) != 0) return -1;
  folder = folder_make();
  folder_write(&folder, "config.json", str_from(made_gpt2_config));
  MadeCheckpoint *made = made_gpt2(folder.arena, made_sizes);
  for (int i = 0; i < made_sizes.width; i++) { /* shares that differ, none of them near 0 or 1 */
    made_find(made, "ln_f.weight")->numbers[i] /= 64;
    made_find(made, "ln_f.bias")->numbers[i] /= 64;
  }
  made_write(made, &folder);
  return 0;
}

static int remove_model(void **state) {
  folder_remove(&folder);
  return program_tear_down(state);
}

typedef struct Share {
  int id;
  double share;
} Share;

static int read_shares(Share *shares, int most) {
  json_error_t error;
  json_t *list = json_loads(program.out, 0, &error);
  if (!list) fail_msg("%s: %s", error.text, program.out);
  int count = (int)json_array_size(list);
  assert_true(count <= most);
  for (int i = 0; i < count; i++) {
    const json_t *entry = json_array_get(list, (size_t)i);
    assert_int_equal(json_object_size(entry), 3);
    assert_true(json_is_string(json_object_get(entry, "token")));
    shares[i] = (Share){(int)json_integer_value(json_object_get(entry, "id")),
                        json_number_value(json_object_get(entry, "probability"))};
  }
  json_decref(list);
  return count;
}

/* All shares, in falling order, of ids 3, 1, 4; more gives further options. */
#define NEXT(shares, ...)                                                                          \
  (PROGRAM_RUN(&program, "next", "--model", folder.path, "--ids", "3,1,4", "--json", __VA_ARGS__), \
   assert_done(&program), read_shares(shares, WORDS))

static double sum_of(const Share *shares, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += shares[i].share;
  return sum;
}

static double share_of(const Share *shares, int count, int id) {
  for (int i = 0; i < count; i++)
    if (shares[i].id == id) return shares[i].share;
  return 0;
}

static void shares_fall_and_sum_to_one(void **state) {
  (void)state;
  Share all[WORDS];
  bool seen[WORDS] = {false};
  assert_int_equal(NEXT(all, "--top", "10000"), WORDS);
  assert_true(fabs(sum_of(all, WORDS) - 1) < 1e-6);
  for (int i = 0; i < WORDS; i++) {
    assert_true(all[i].id >= 0 && all[i].id < WORDS && !seen[all[i].id]);
    seen[all[i].id] = true;
    assert_true(i == 0 || all[i].share <= all[i - 1].share);
  }
  assert_true(all[0].share > all[WORDS - 1].share);
}

static void top_cuts_the_list_and_no_share(void **state) {
  (void)state;
  Share all[WORDS], some[WORDS];
  NEXT(all, "--top", "17");
  assert_int_equal(NEXT(some, "--top", "3"), 3);
  for (int i = 0; i < 3; i++) assert_true(some[i].id == all[i].id && some[i].share == all[i].share);
  PROGRAM_RUN(&program, "next", "--model", folder.path, "--ids", "3,1,4");
  assert_done(&program);
  int lines = 0;
  for (const char *at = program.out; *at; at++) lines += *at == '\n';
  assert_int_equal(lines, 10);
  char line[64];
  snprintf(line, sizeof line, "\t%d\t%.6g\n", all[0].id, all[0].share);
  const char *end = strchr(program.out, '\n');
  assert_true(end && end - program.out >= (long)strlen(line) - 1);
  assert_memory_equal(end + 1 - strlen(line), line, strlen(line));
}

/* share at temperature t is share^(1/t), made to sum to 1. */
static void a_temperature_raises_to_its_inverse(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double value;
  } degrees[] = {{"0.5", 0.5}, {"2", 2}, {"10", 10}};
  Share plain[WORDS], warm[WORDS];
  NEXT(plain, "--top", "17");
  for (int i = 0; i < 3; i++) {
    double sum = 0;
    assert_int_equal(NEXT(warm, "--top", "17", "--temperature", degrees[i].text), WORDS);
    for (int word = 0; word < WORDS; word++) sum += pow(plain[word].share, 1 / degrees[i].value);
    for (int word = 0; word < WORDS; word++) {
      double wanted = pow(plain[word].share, 1 / degrees[i].value) / sum;
      assert_true(fabs(share_of(warm, WORDS, plain[word].id) - wanted) < 1e-5 * wanted);
    }
  }
}

static void top_k_keeps_the_likeliest(void **state) {
  (void)state;
  Share plain[WORDS], kept[WORDS];
  NEXT(plain, "--top", "17");
  assert_int_equal(NEXT(kept, "--top", "17", "--top-k", "4"), 4);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(kept[i].id, plain[i].id);
    assert_true(fabs(kept[i].share - plain[i].share / sum_of(plain, 4)) < 1e-6);
  }
}

static void top_p_keeps_the_fewest_that_reach_it(void **state) {
  (void)state;
  Share plain[WORDS], kept[WORDS];
  NEXT(plain, "--top", "17");
  for (int wanted = 1; wanted < WORDS; wanted += 5) {
    char text[32];
    snprintf(text, sizeof text, "%.9f", sum_of(plain, wanted) - plain[wanted - 1].share / 2);
    assert_int_equal(NEXT(kept, "--top", "17", "--top-p", text), wanted);
    assert_true(fabs(sum_of(kept, wanted) - 1) < 1e-6);
    assert_int_equal(kept[wanted - 1].id, plain[wanted - 1].id);
  }
}

#define REFUSED(code, part, ...)                                                                   \
  (PROGRAM_RUN(&program, __VA_ARGS__), assert_refused(&program, code, part))

static void options_out_of_range_are_one_sentence(void **state) {
  (void)state;
  static const char *const wrong[][3] = {{"--temperature", "0", "not “0”"},
                                         {"--temperature", "nan", "--temperature"},
                                         {"--temperature", "11", "from 0.05 to 10"},
                                         {"--top-p", "0", "not “0”"},
                                         {"--top-p", "1.5", "--top-p"},
                                         {"--top-k", "-1", "--top-k"},
                                         {"--top-k", "2.5", "whole number"},
                                         {"--top", "0", "from 1 to 10000"},
                                         {"--top", "ten", "not “ten”"}};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    REFUSED(2, wrong[i][2], "next", "--model", folder.path, "--ids", "1", wrong[i][0], wrong[i][1]);
}

static void ids_that_are_none_are_one_sentence(void **state) {
  (void)state;
  static const char *const wrong[][2] = {
      {"", "--ids takes whole numbers from 0, parted by commas, such as 15496,995, not “”"},
      {"-1", "--ids takes whole numbers from 0, parted by commas, such as 15496,995, not “-1”"},
      {"1,,2", "--ids takes whole numbers from 0, parted by commas, such as 15496,995, not “,2”"},
      {"1,", "--ids takes whole numbers from 0, parted by commas, such as 15496,995, not “”"},
      {"1;2", "--ids takes whole numbers from 0, parted by commas, such as 15496,995, not “1;2”"},
      {"1.5", "not “1.5”"},
      {"99999999999",
       "--ids takes whole numbers from 0, parted by commas, such as 15496,995, not “99999999999”"},
      {"99999999999999999999999", "--ids takes whole numbers"},
      {"16,17", "id 2 is 17; the ids of"},
      {"0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "17 ids are too many for"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    REFUSED(2, wrong[i][1], "next", "--model", folder.path, "--ids", wrong[i][0]);
    REFUSED(2, wrong[i][1], "trace", "--model", folder.path, "--out", in_folder("none.safetensors"),
            "--ids", wrong[i][0]);
    assert_int_equal(os_kind(in_folder("none.safetensors")), OS_MISSING);
  }
  REFUSED(2, "not both", "next", "--model", folder.path, "--ids", "1", "word");
  REFUSED(2, "next needs a text, or --ids", "next", "--model", folder.path);
  REFUSED(1, "--ids 1,2,3", "next", "--model", folder.path, "word");
}

/* The ends of a range belong to it. */
static void the_coldest_temperature_is_taken(void **state) {
  (void)state;
  Share all[WORDS];
  assert_true(NEXT(all, "--temperature", "0.05") > 0);
  PROGRAM_RUN(&program, "export", "--out", in_folder("cold.csv"), "--do", "temperature 0.05", "a");
  assert_done(&program);
  REFUSED(2, "from 0.05 to 10", "next", "--model", folder.path, "--ids", "1", "--temperature",
          "0.0499");
}

/* A token without a known text is written as its number, in columns and in JSON. */
static void words_without_a_text_are_numbers(void **state) {
  (void)state;
  Share all[WORDS];
  char wanted[64];
  NEXT(all, "--top", "1");
  snprintf(wanted, sizeof wanted, "\"id\": %d, \"token\": \"#%d\"", all[0].id, all[0].id);
  assert_non_null(strstr(program.out, wanted));
  PROGRAM_RUN(&program, "next", "--model", folder.path, "--ids", "3,1,4", "--top", "1");
  snprintf(wanted, sizeof wanted, "#%d\t%d\t", all[0].id, all[0].id);
  assert_memory_equal(program.out, wanted, strlen(wanted));
}

/* A figure of a folder without a tokenizer, its tokens by their numbers. */
static void figures_are_made_of_ids(void **state) {
  (void)state;
  const char *out = in_folder("ids.csv");
  Str bytes;
  Arena *arena = arena_make(0);
  PROGRAM_RUN(&program, "export", "--model", folder.path, "--ids", "3,1,4", "--out", out);
  assert_done(&program);
  assert_true(os_read_file(arena, out, 1 << 20, &bytes, NULL));
  assert_true(str_starts(bytes, "query\\key,#3,#1,#4\r\n#3,1,0,0\r\n"));
  arena_free(arena);
  REFUSED(2, "not both", "export", "--model", folder.path, "--ids", "1", "--out", out, "word");
  REFUSED(2, "the ids of", "export", "--model", folder.path, "--ids", "17", "--out", out);
  REFUSED(2, "--ids takes whole numbers", "export", "--model", folder.path, "--ids", "x", "--out",
          out);
  REFUSED(2, "no sentence to change", "export", "--model", folder.path, "--ids", "1", "--out", out,
          "--do", "sentence other");
  REFUSED(2, "reads words, not ids", "export", "--model", "hand-made", "--ids", "1", "--out", out);
}

/* A faulty tokenizer prevents words, not ids. */
static void ids_need_no_tokenizer_that_can_be_read(void **state) {
  (void)state;
  const char *out = in_folder("out.safetensors");
  folder_write(&folder, "tokenizer.json",
               STR("{\"version\": \"1.0\", \"model\": {\"type\": \"Unigram\"}}"));
  PROGRAM_RUN(&program, "next", "--model", folder.path, "--ids", "3,1,4");
  assert_done(&program);
  PROGRAM_RUN(&program, "trace", "--model", folder.path, "--ids", "3,1,4", "--out", out);
  assert_done(&program);
  PROGRAM_RUN(&program, "export", "--model", folder.path, "--ids", "3", "--out",
              in_folder("i.csv"));
  assert_done(&program);
  REFUSED(1, "component Unigram (model) is not supported", "next", "--model", folder.path, "word");
  REFUSED(1, "component Unigram", "trace", "--model", folder.path, "--out", out, "word");
  PROGRAM_RUN(&program, "check", folder.path);
  assert_int_equal(program.exit_code, 1);
  assert_non_null(strstr(program.err, "component Unigram"));
  assert_int_equal(remove(folder_file(&folder, "tokenizer.json")), 0);
}

/* BERT names a word where one is hidden, and only a tokenizer knows by which id. */
static void hidden_words_need_the_id_that_hides(void **state) {
  (void)state;
  Folder other = folder_make();
  folder_write(&other, "config.json", str_from(made_bert_config));
  MadeCheckpoint *bert = made_bert(other.arena, made_sizes);
  made_add_head(bert);
  made_write(bert, &other);
  REFUSED(1, "no tokenizer of its folder says which id hides one", "next", "--model", other.path,
          "--ids", "1,2");
  folder_remove(&other);
}

/* As many ids as there are places, with spaces around them. */
static void ids_up_to_the_limit_run(void **state) {
  (void)state;
  const char *out = in_folder("all.safetensors");
  PROGRAM_RUN(&program, "trace", "--model", folder.path, "--out", out, "--ids",
              " 0, 1,2 ,3,4,5,6,7,8,9,10,11,12,13,14,16");
  assert_done(&program);
  Str bytes;
  Arena *arena = arena_make(0);
  assert_true(os_read_file(arena, out, 1 << 20, &bytes, NULL));
  const char *header = str_copy(arena, (Str){bytes.at + 8, bytes.bytes - 8});
  assert_non_null(strstr(header, "\"logits\":{\"dtype\":\"F32\",\"shape\":[16,17]"));
  assert_non_null(strstr(header, "\"layers.1.block\":{\"dtype\":\"F32\",\"shape\":[16,12]"));
  arena_free(arena);
}

/* ---- bench ---- */

typedef struct Figure {
  const char *name, *unit;
} Figure;

/* The figures of that part of bench, each a line, and nothing else. */
static void assert_figures(const char *folder_path, const char *part, const Figure *figures,
                           int count) {
  PROGRAM_RUN(&program, "bench", part, "--model", folder_path);
  assert_done(&program);
  const char *at = program.out;
  for (int i = 0; i < count; i++) {
    char wanted[64], *end;
    snprintf(wanted, sizeof wanted, "%s.%s ", part, figures[i].name);
    if (strncmp(at, wanted, strlen(wanted)) != 0) fail_msg("no %sin %s", wanted, at);
    assert_true(strtod(at + strlen(wanted), &end) > 0);
    assert_memory_equal(end, figures[i].unit, strlen(figures[i].unit));
    at = end + strlen(figures[i].unit);
  }
  assert_string_equal(at, "");
}

/* The checkpoint has no tokenizer: figures that need sentences are measured nevertheless. Those of
** the window need the driver of a display, for which a sanitizer would report leaks. */
static void bench_model_says_every_figure(void **state) {
  (void)state;
  static const Figure passes[] = {
      {"read", " ms\n"}, {"open", " ms\n"},          {"open.cold", " ms\n"},  {"t64", " ms\n"},
      {"t256", " ms\n"}, {"edit_last.t64", " ms\n"}, {"peak_memory", " MB\n"}};
  static const Figure exports[] = {{"grid.png", " s\n"}, {"heads.png", " s\n"}};
  Folder larger = folder_make();
  MadeSizes sizes = {1, 12, 20, 720, 256, 2};
  folder_write(&larger, "config.json",
               STR("{\"model_type\": \"gpt2\", \"n_layer\": 1, \"n_head\": 3, \"n_embd\": 12, "
                   "\"n_inner\": 20, \"n_positions\": 256, \"vocab_size\": 720}"));
  made_write(made_gpt2(larger.arena, sizes), &larger);
  assert_figures(larger.path, "model.gpt2", passes, 7);
  assert_figures(larger.path, "model.export", exports, 2);
  folder_remove(&larger);
}

static void bench_of_a_smaller_model_is_refused(void **state) {
  (void)state;
  REFUSED(2, "the ids of", "bench", "model", "--model", folder.path);
  REFUSED(1, "there is no folder /nowhere", "bench", "model", "--model", "/nowhere/at/all");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shares_fall_and_sum_to_one),
      cmocka_unit_test(top_cuts_the_list_and_no_share),
      cmocka_unit_test(a_temperature_raises_to_its_inverse),
      cmocka_unit_test(top_k_keeps_the_likeliest),
      cmocka_unit_test(top_p_keeps_the_fewest_that_reach_it),
      cmocka_unit_test(options_out_of_range_are_one_sentence),
      cmocka_unit_test(ids_that_are_none_are_one_sentence),
      cmocka_unit_test(ids_up_to_the_limit_run),
      cmocka_unit_test(the_coldest_temperature_is_taken),
      cmocka_unit_test(words_without_a_text_are_numbers),
      cmocka_unit_test(figures_are_made_of_ids),
      cmocka_unit_test(ids_need_no_tokenizer_that_can_be_read),
      cmocka_unit_test(hidden_words_need_the_id_that_hides),
      cmocka_unit_test(bench_model_says_every_figure),
      cmocka_unit_test(bench_of_a_smaller_model_is_refused),
  };
  return cmocka_run_group_tests(tests, make_model, remove_model);
}
