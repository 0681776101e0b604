/* headsup tokens: what goes to stdout for folders and for the built-in models. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/program.h"

static Program program;

static const char *make_folder(const char *name) {
  const char *folder = in_folder(name);
  mkdir(folder, 0700);
  return folder;
}

static void write_file(const char *folder, const char *name, const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  assert_true(os_save_draft(path, text, strlen(text), NULL));
}

static const char *make_bpe(void) {
  const char *folder = make_folder("bpe");
  write_file(folder, "vocab.json",
             "{\"l\": 0, \"o\": 1, \"lo\": 2, \"\\u0120\": 3, \"\\u0120lo\": 4, \"\xC3\xA4\": 5,"
             " \"\xC2\xB8\": 6, \"\\u0143\": 7, \"\\u010A\": 8, \"<|endoftext|>\": 9}");
  write_file(folder, "merges.txt", "#version: 0.2\nl o\n\xC4\xA0 lo\n");
  return folder;
}

static const char *make_bert(void) {
  const char *folder = make_folder("bert");
  write_file(folder, "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nun\n##able\n");
  write_file(folder, "tokenizer_config.json", "{\"do_lower_case\": true}");
  write_file(folder, "config.json",
             "{\"model_type\": \"bert\", \"vocab_size\": 7, \"hidden_size\": 8,"
             " \"num_attention_heads\": 2, \"num_hidden_layers\": 1, \"intermediate_size\": 8}");
  return folder;
}

static void one_token_a_line_with_its_id_and_bytes(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "tokens", "--model", make_bpe(), "lo lo\n中<|endoftext|>");
  assert_int_equal(program.exit_code, 0);
  assert_string_equal(program.out, "lo\t2\t6C 6F\n␣lo\t4\t20 6C 6F\n\\n\t8\t0A\n\\xE4\t5\tE4\n"
                                   "\\xB8\t6\tB8\n\\xAD\t7\tAD\n"
                                   "<|endoftext|>\t9\t3C 7C 65 6E 64 6F 66 74 65 78 74 7C 3E\n");
  assert_non_null(strstr(program.err, "of the 256 bytes"));
  PROGRAM_RUN(&program, "tokens", "--model", make_bert(), "Unable [SEP]", "x");
  assert_done(&program);
  assert_string_equal(program.out,
                      "[CLS]\t2\t5B 43 4C 53 5D\nun\t5\t75 6E\n##able\t6\t61 62 6C 65\n"
                      "[SEP]\t3\t5B 53 45 50 5D\n[UNK]\t1\t5B 55 4E 4B 5D\n"
                      "[SEP]\t3\t5B 53 45 50 5D\n");
}

static void json_is_a_list_of_the_same(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "tokens", "--model", make_bpe(), "--json", "lo lo\xE4");
  assert_int_equal(program.exit_code, 0);
  assert_string_equal(program.out, "[\n {\"id\": 2, \"token\": \"lo\", \"bytes\": \"6c6f\"},\n"
                                   " {\"id\": 4, \"token\": \" lo\", \"bytes\": \"206c6f\"}\n]\n");
  assert_non_null(strstr(program.err, "1 byte of the sentence is not UTF-8"));
  assert_non_null(strstr(program.err, "3 bytes have no token"));
  PROGRAM_RUN(&program, "tokens", "--model", make_bpe(), "--json", "");
  assert_string_equal(program.out, "[]\n");
  PROGRAM_RUN(&program, "tokens", "--json", "--model", "hand-made", "a \"b");
  assert_done(&program);
  assert_non_null(strstr(program.out, "{\"id\": null, \"token\": \"\\\"\", \"bytes\": \"22\"}"));
}

static void built_in_models_have_tokens_too(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "tokens", "[MASK] it");
  assert_done(&program);
  assert_memory_equal(program.out, "[MASK]\t0\t5B 4D 41 53 4B 5D\nit\t", 30);
  PROGRAM_RUN(&program, "tokens", "--model", "hand-made", "a \xE2\x80\xAE");
  assert_done(&program);
  assert_string_equal(program.out, "a\t-\t61\n");
}

static void standard_input_is_one_text(void **state) {
  (void)state;
  const char *const arguments[] = {"tokens", "--model", make_bert(), "-", NULL};
  program_run(&program, arguments, STR("un\nable\n"));
  assert_done(&program);
  assert_string_equal(program.out, "[CLS]\t2\t5B 43 4C 53 5D\nun\t5\t75 6E\n"
                                   "[UNK]\t1\t5B 55 4E 4B 5D\n[SEP]\t3\t5B 53 45 50 5D\n");
}

static void what_cannot_be_is_said(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "tokens");
  assert_refused(&program, 2, "tokens needs a text");
  PROGRAM_RUN(&program, "tokens", "--model", "nosuch", "a");
  assert_refused(&program, 2, "there is no model nosuch");
  PROGRAM_RUN(&program, "tokens", "--model", make_folder("empty"), "a");
  assert_refused(&program, 1, "empty has no tokenizer");
  const char *folder = make_bert();
  write_file(folder, "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nun\n##able\nbeyond\n");
  PROGRAM_RUN(&program, "tokens", "--model", folder, "un");
  assert_refused(&program, 1, "token “beyond” has the id 7, but the model's table has 7 rows");
  write_file(folder, "config.json", "{\"model_type\": \"roberta\"}");
  PROGRAM_RUN(&program, "tokens", "--model", folder, "un");
  assert_refused(&program, 1, "RoBERTa");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_token_a_line_with_its_id_and_bytes),
      cmocka_unit_test(json_is_a_list_of_the_same),
      cmocka_unit_test(built_in_models_have_tokens_too),
      cmocka_unit_test(standard_input_is_one_text),
      cmocka_unit_test(what_cannot_be_is_said),
  };
  return cmocka_run_group_tests(tests, program_set_up, program_tear_down);
}
