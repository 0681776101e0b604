/* headsup check: the description of a folder goes to stdout, an error is one
** sentence and exit 1. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/program.h"
#include "model/made_checkpoint.h"

static Program program;

static MadeCheckpoint *make_gpt2(Folder *folder) {
  *folder = folder_make();
  folder_write(folder, "config.json", str_from(made_gpt2_config));
  MadeCheckpoint *made = made_gpt2(folder->arena, made_sizes);
  made_write(made, folder);
  return made;
}

static void assert_said(const char *name, const char *value) {
  char line[400];
  snprintf(line, sizeof line, "%-12s %s\n", name, value);
  if (!strstr(program.out, line)) fail_msg("“%s” lacks “%s”", program.out, line);
}

static void a_sound_folder_says_what_it_is(void **state) {
  (void)state;
  Folder folder;
  make_gpt2(&folder);
  PROGRAM_RUN(&program, "check", folder.path);
  assert_done(&program);
  assert_said("family", "GPT-2 (gpt2)");
  assert_said("layers", "2");
  assert_said("heads", "3 of width 4");
  assert_said("width", "12");
  assert_said("MLP", "20");
  assert_said("positions", "16");
  assert_said("words", "17");
  assert_said("parameters", "2788");
  assert_said("tokenizer", "none: a sentence is the ids of tokens, such as 1, 2, 3");
  assert_said("sound", "every number was read and is finite");
  assert_non_null(strstr(program.out, "model.safetensors, F32, "));
  folder_remove(&folder);
}

/* What the program of the folder would do is unknown; the tensors are those of the family. */
static void a_program_in_the_folder_is_told_of(void **state) {
  (void)state;
  Folder folder;
  make_gpt2(&folder);
  PROGRAM_RUN(&program, "check", folder.path);
  assert_null(strstr(program.out, "auto_map"));
  folder_write(&folder, "config.json",
               STR("{\"model_type\": \"gpt2\", \"n_layer\": 2, \"n_head\": 3, \"n_embd\": 12, "
                   "\"n_inner\": 20, \"n_positions\": 16, \"vocab_size\": 17, "
                   "\"layer_norm_epsilon\": 1e-5, \"activation_function\": \"gelu_new\", "
                   "\"auto_map\": {\"AutoModel\": \"modeling_other.Other\"}}"));
  PROGRAM_RUN(&program, "check", folder.path);
  assert_done(&program);
  assert_said("notice",
              "config.json names a program of its own (auto_map), which is not run; its tensors "
              "are those of GPT-2, and it is computed as GPT-2 is");
  folder_remove(&folder);
}

static void a_model_of_this_program_is_checked_too(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "check", "assets/models/reader");
  assert_done(&program);
  assert_said("family", "heads-up, trained by this program");
  assert_non_null(strstr(program.out, "sound"));
}

static void broken_numbers_are_exit_1_with_the_place(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  made_find(made, "h.1.attn.c_attn.weight")->numbers[36 + 3] = NAN;
  made_write(made, &folder);
  PROGRAM_RUN(&program, "check", folder.path);
  assert_int_equal(program.exit_code, 1);
  assert_non_null(strstr(program.err, "1 number is NaN or infinite, "
                                      "h.1.attn.c_attn.weight[1, 3] in model.safetensors"));
  assert_null(strstr(program.out, "sound"));
  folder_remove(&folder);
}

static void zeros_are_a_warning(void **state) {
  (void)state;
  Folder folder;
  MadeCheckpoint *made = make_gpt2(&folder);
  memset(made_find(made, "wpe.weight")->numbers, 0, 16 * 12 * sizeof(float));
  made_write(made, &folder);
  PROGRAM_RUN(&program, "check", folder.path);
  assert_done(&program);
  assert_said("warning", "wpe.weight in model.safetensors is all zeros");
  folder_remove(&folder);
}

static void what_is_wrong_is_named_with_its_file(void **state) {
  (void)state;
  Folder folder;
  make_gpt2(&folder);
  Str bytes = folder_read(&folder, "model.safetensors");
  folder_write(&folder, "model.safetensors", (Str){bytes.at, bytes.bytes - 8});
  PROGRAM_RUN(&program, "check", folder.path);
  assert_refused(&program, 1, "model.safetensors");
  folder_write(&folder, "model.safetensors", STR("\x80\x02}q\x01."));
  PROGRAM_RUN(&program, "check", folder.path);
  assert_refused(&program, 1, "model.safetensors");
  folder_write(&folder, "config.json", STR("{\"model_type\":\"llama\"}"));
  PROGRAM_RUN(&program, "check", folder.path);
  assert_refused(&program, 1, "the model is Llama");
  folder_remove(&folder);
}

static void a_saved_state_is_checked_line_by_line(void **state) {
  (void)state;
  Folder folder = folder_make();
  folder_write(&folder, "a.headsup",
               STR("\xEF\xBB\xBF# headsup 1\n\nhead 2; stage scores # two\nmodel gone.npz\n"));
  PROGRAM_RUN(&program, "check", folder_file(&folder, "a.headsup"));
  assert_done(&program);
  assert_said("kind", "a saved state of this program");
  assert_said("version", "1");
  assert_said("commands", "3");
  assert_said("sound", "every command is right; models and recordings were not opened");
  folder_write(&folder, "b.headsup", STR("# headsup 1\nhead 2\nstage nowhere\n"));
  PROGRAM_RUN(&program, "check", folder_file(&folder, "b.headsup"));
  assert_refused(&program, 1, "b.headsup:3: there is no stage");
  folder_write(&folder, "c.headsup", STR("# headsupfoo\n"));
  PROGRAM_RUN(&program, "check", folder_file(&folder, "c.headsup"));
  assert_refused(&program, 1, "does not begin with “# headsup ” and a number");
  folder_remove(&folder);
}

static void a_random_model_is_counted(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "check", "random like transformer heads 4 d_model 128 d_ff 512");
  assert_done(&program);
  assert_said("name", "random like transformer d_model 128 d_ff 512");
  assert_said("heads", "4 of width 32");
  assert_said("parameters", "523776");
  assert_said("- embedding", "128000");
  assert_said("- norms", "1280");
  PROGRAM_RUN(&program, "check", "random like lama");
  assert_refused(&program, 2, "did you mean “llama”");
  PROGRAM_RUN(&program, "list", "models");
  assert_done(&program);
  assert_non_null(strstr(program.out, "random like llama"));
  assert_non_null(strstr(program.out, "218944 parameters"));
}

static void wrong_use_is_said(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "check");
  assert_refused(&program, 2, "check takes one path");
  PROGRAM_RUN(&program, "check", "a", "b");
  assert_refused(&program, 2, "check takes one path");
  setenv("HF_HUB_CACHE", "/tmp/headsup-no-such-folder", 1);
  PROGRAM_RUN(&program, "check", "no/such");
  assert_refused(&program, 1, "there is no no/such, as a path or in the HuggingFace cache");
}

/* A safetensors file of one float32 array. */
static void write_array(const Folder *folder, const char *name, const char *shape, int bytes) {
  char file[256] = {0};
  int used =
      snprintf(file + 8, 200, "{\"%s\":{\"dtype\":\"F32\",\"shape\":%s,\"data_offsets\":[0,%d]}}",
               name, shape, bytes);
  file[0] = (char)used;
  folder_write(folder, "one.safetensors", (Str){file, (size_t)(8 + used + bytes)});
}

/* No question is asked about numbers that cannot be attention however it is answered. */
static void what_holds_no_matrix_is_refused_unasked(void **state) {
  (void)state;
  static const struct {
    const char *name, *shape, *part;
    int bytes;
  } cases[] = {
      {"some", "[]", "“some” is one number; attention is a matrix", 4},
      {"some", "[3]", "“some” is a row; attention is a matrix", 12},
      {"some", "[2,0,3]", "“some” holds no numbers", 0},
      {"weights", "[0,3,3]", "“weights” has an axis of length 0", 0},
      {"weights", "[]", "“weights” has 0 axes", 4},
  };
  Folder folder = folder_make();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    write_array(&folder, cases[i].name, cases[i].shape, cases[i].bytes);
    PROGRAM_RUN(&program, "check", folder_file(&folder, "one.safetensors"));
    assert_refused(&program, 1, cases[i].part);
  }
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_holds_no_matrix_is_refused_unasked),
      cmocka_unit_test(a_sound_folder_says_what_it_is),
      cmocka_unit_test(a_program_in_the_folder_is_told_of),
      cmocka_unit_test(a_model_of_this_program_is_checked_too),
      cmocka_unit_test(broken_numbers_are_exit_1_with_the_place),
      cmocka_unit_test(zeros_are_a_warning),
      cmocka_unit_test(what_is_wrong_is_named_with_its_file),
      cmocka_unit_test(a_saved_state_is_checked_line_by_line),
      cmocka_unit_test(a_random_model_is_counted),
      cmocka_unit_test(wrong_use_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
