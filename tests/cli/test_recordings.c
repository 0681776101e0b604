/* Recordings on the command line: check, trace --from, and everywhere a model is accepted. */
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "cli/program.h"
#include "files/safetensors.h"

static Program program;

/* [L,H,T,S] or [B,H,T,S]: two of two heads of three tokens; rows sum to `sum`. */
static const char *plain_weights(const char *name, float sum) {
  float numbers[36];
  Arena *arena = arena_make(0);
  for (int i = 0; i < 36; i++) numbers[i] = sum / 3;
  SafetensorsFloats tensor = {"attentions", 4, {2, 2, 3, 3}, numbers};
  assert_true(
      safetensors_save(arena, in_folder(name), &(SafetensorsContent){&tensor, 1, NULL, 0}, NULL));
  arena_free(arena);
  return in_folder(name);
}

/* Two queries of four heads over five keys of two heads: q, k and v. */
static const char *cross_recording(const char *name) {
  float numbers[4 * 2 * 6];
  Arena *arena = arena_make(0);
  for (int i = 0; i < 48; i++) numbers[i] = (float)(i * 7 % 11) / 4 - 1;
  SafetensorsFloats tensors[] = {{"cross.0.q", 3, {4, 2, 4}, numbers},
                                 {"cross.0.k", 3, {2, 5, 4}, numbers},
                                 {"cross.0.v", 3, {2, 5, 3}, numbers}};
  SafetensorsPair pairs[] = {{"format", "heads-up-trace-1"},
                             {"tokens", "[\"a\",\"b\"]"},
                             {"key_tokens", "[\"t\",\"u\",\"v\",\"w\",\"x\"]"}};
  assert_true(
      safetensors_save(arena, in_folder(name), &(SafetensorsContent){tensors, 3, pairs, 3}, NULL));
  arena_free(arena);
  return in_folder(name);
}

static void a_question_is_usage(void **state) {
  (void)state;
  const char *file = plain_weights("q.safetensors", 1), *out = in_folder("out.safetensors");
  PROGRAM_RUN(&program, "trace", "--from", file, "--out", out);
  assert_refused(&program, 2, "(say with --reading: LHTS, BHTS)");
  PROGRAM_RUN(&program, "check", file);
  assert_refused(&program, 2, "(say with --reading: LHTS, BHTS)");
  PROGRAM_RUN(&program, "export", "--model", file, "--out", in_folder("w.csv"));
  assert_refused(&program, 2, "(say with --reading: LHTS, BHTS)");
  PROGRAM_RUN(&program, "trace", "--from", file, "--reading", "nonsense", "--out", out);
  assert_refused(&program, 2, "“nonsense” is no reading");
  PROGRAM_RUN(&program, "trace", "--from", file, "--reading", "LHTS", "--out", out);
  assert_done(&program);
  PROGRAM_RUN(&program, "check", out);
  assert_done(&program);
  assert_non_null(strstr(program.out, "can be shown: weights\n"));
  assert_non_null(strstr(program.out, "not v: V was not recorded\n"));
}

static void what_disagrees_is_exit_1(void **state) {
  (void)state;
  const char *file = plain_weights("half.safetensors", 0.5F);
  PROGRAM_RUN(&program, "check", file, "--reading", "LHTS");
  assert_int_equal(program.exit_code, 1);
  assert_non_null(strstr(
      program.err,
      "half.safetensors: rows of weights do not sum to 1: row 1 of layer 1, head 1 sums to 0.5"));
}

/* Neither by --out nor by a command, since its name may be that of a figure. */
static void an_export_spares_what_is_read(void **state) {
  (void)state;
  const char *file = cross_recording("read.png"), *other = in_folder("read.svg");
  char line[512];
  snprintf(line, sizeof line, "export %s", file);
  PROGRAM_RUN(&program, "export", "--model", file, "--do", line, "--out", other);
  assert_int_equal(program.exit_code, 2);
  assert_non_null(strstr(program.err, "is the recording that is read"));
  PROGRAM_RUN(&program, "check", file);
  assert_done(&program);
  PROGRAM_RUN(&program, "export", "--model", file, "--out", other);
  assert_done(&program);
}

static void a_recording_stands_where_a_model_does(void **state) {
  (void)state;
  const char *file = plain_weights("m.safetensors", 1), *csv = in_folder("m.csv");
  PROGRAM_RUN(&program, "export", "--model", file, "--reading", "LHTS", "--layer", "2", "--head",
              "2", "--out", csv);
  assert_done(&program);
  PROGRAM_RUN(&program, "export", "--model", file, "--reading", "LHTS", "--view", "screen", "--out",
              in_folder("m.png"));
  assert_done(&program);
  PROGRAM_RUN(&program, "export", "--model", file, "--reading", "LHTS", "--out", csv, "some words");
  assert_refused(&program, 2, "takes no sentence");
  PROGRAM_RUN(&program, "export", "--model", file, "--reading", "LHTS", "--mask", "causal", "--out",
              csv);
  assert_int_not_equal(program.exit_code, 0);
}

/* A figure of a missing stage is refused with a list of those that exist; the window and the
** overview show what exists. */
static void assert_drawn_or_refused(const char *view) {
  bool may_lack = strcmp(view, "stage") == 0 || strcmp(view, "heads") == 0;
  if (program.exit_code == 2) return;
  if (program.exit_code == 1 && may_lack) assert_refused(&program, 1, "is not in this recording");
  else assert_done(&program);
}

/* Every stage of every view, focused or not: existing data is drawn, missing data is named. */
static void every_stage_of_a_recording_is_drawn(void **state) {
  (void)state;
  static const char *const stages[] = {"tokens", "embed",   "qkv",    "scores", "scaled",
                                       "masked", "weights", "output", "joined", "block"};
  static const char *const views[] = {"screen", "overview", "heads", "stage"};
  static const char *const steps[] = {"step row; step row; step cell", "cell 2 3"};
  const char *partial = plain_weights("p.safetensors", 1),
             *cross = cross_recording("c.safetensors"), *svg = in_folder("r.svg");
  for (size_t stage = 0; stage < sizeof stages / sizeof stages[0]; stage++)
    for (size_t view = 0; view < sizeof views / sizeof views[0]; view++)
      for (int step = 0; step < 2; step++) {
        PROGRAM_RUN(&program, "export", "--model", partial, "--reading", "LHTS", "--view",
                    views[view], "--stage", stages[stage], "--do", steps[step], "--out", svg);
        assert_drawn_or_refused(views[view]);
        PROGRAM_RUN(&program, "export", "--model", cross, "--view", views[view], "--stage",
                    stages[stage], "--do", steps[step], "--out", svg);
        assert_drawn_or_refused(views[view]);
      }
}

/* "everything" exports what exists: the rest is named, and a picture of missing
** data alone is refused. */
static void everything_leaves_out_what_is_missing(void **state) {
  (void)state;
  const char *weights = plain_weights("e.safetensors", 1), *folder = in_folder("every");
  PROGRAM_RUN(&program, "export", "--model", weights, "--reading", "LHTS", "--stage", "all",
              "--out", folder);
  assert_int_equal(program.exit_code, 0);
  assert_non_null(strstr(program.err, "left out: embed, qkv, scores, scaled, masked"));
  assert_true(os_kind(in_folder("every/L1-H1-weights.png")) == OS_FILE);
  assert_true(os_kind(in_folder("every/L1-H1-scores.png")) == OS_MISSING);
  PROGRAM_RUN(&program, "export", "--model", weights, "--reading", "LHTS", "--stage", "scores",
              "--out", in_folder("scores.csv"));
  assert_refused(&program, 2, "nor both Q and K; what can be exported is tokens, weights");
}

/* Roles need the model itself; for a recording each head is listed with the data that
** exists of its layer. */
static void the_heads_of_a_recording_are_listed(void **state) {
  (void)state;
  const char *weights = plain_weights("h.safetensors", 1),
             *cross = cross_recording("g.safetensors");
  PROGRAM_RUN(&program, "list", "heads", "--model", cross);
  assert_done(&program);
  assert_string_equal(program.out,
                      "layer\thead\thead of K and V\tcan be shown\n"
                      "1\t1\t1\tq k v scores scaled masked weights output\n"
                      "1\t2\t1\tq k v scores scaled masked weights output\n"
                      "1\t3\t2\tq k v scores scaled masked weights output\n"
                      "1\t4\t2\tq k v scores scaled masked weights output\n"
                      "# recorded elsewhere: roles are measured by running a model on sentences, "
                      "which a recording cannot do\n");
  PROGRAM_RUN(&program, "list", "heads", "--model", weights, "--reading", "LHTS");
  assert_done(&program);
  assert_non_null(strstr(program.out, "\n2\t2\t2\tweights\n#"));
  PROGRAM_RUN(&program, "list", "heads", "--model", weights);
  assert_refused(&program, 2, "(say with --reading: LHTS, BHTS)");
  PROGRAM_RUN(&program, "list", "heads", "--model", weights, "--reading", "nonsense");
  assert_refused(&program, 2, "“nonsense” is no reading");
  PROGRAM_RUN(&program, "list", "heads", "--reading", "LHTS");
  assert_refused(&program, 2, "--reading says how to read a recording");
  PROGRAM_RUN(&program, "list", "heads", "--model", "reader", "--reading", "LHTS");
  assert_refused(&program, 2, "--reading says how to read a recording: reader is none");
  PROGRAM_RUN(&program, "list", "models", "--reading", "LHTS");
  assert_refused(&program, 2, "--reading is for list heads alone");
  assert_true(os_save_file(in_folder("no.txt"), "some words", 10, NULL));
  PROGRAM_RUN(&program, "list", "heads", "--model", in_folder("no.txt"));
  assert_refused(&program, 1, "no.txt is no .safetensors, .npy or .npz file");
}

static void a_trace_comes_back_identical(void **state) {
  (void)state;
  const char *first = in_folder("1.safetensors"), *second = in_folder("2.safetensors");
  PROGRAM_RUN(&program, "trace", "--out", first, "--mask", "window:2", "the cat sat on the mat");
  assert_done(&program);
  PROGRAM_RUN(&program, "trace", "--from", first, "--out", second);
  assert_done(&program);
  Arena *arena = arena_make(0);
  Str a, b;
  assert_true(os_read_file(arena, first, 1 << 24, &a, NULL) &&
              os_read_file(arena, second, 1 << 24, &b, NULL));
  assert_int_equal(a.bytes, b.bytes);
  assert_memory_equal(a.at, b.at, a.bytes);
  arena_free(arena);
  PROGRAM_RUN(&program, "trace", "--from", first, "--out", second, "--model", "reader");
  assert_refused(&program, 2, "--from and --model do not go together");
  PROGRAM_RUN(&program, "trace", "--from", first, "--out", first);
  assert_refused(&program, 2, "1.safetensors is the recording that is read");
  PROGRAM_RUN(&program, "export", "--model", first, "--format", "npy", "--out", first);
  assert_refused(&program, 2, "1.safetensors is the recording that is read");
  PROGRAM_RUN(&program, "trace", "--from", in_folder("none"), "--out", second);
  assert_refused(&program, 1, "none");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_question_is_usage),
      cmocka_unit_test(what_disagrees_is_exit_1),
      cmocka_unit_test(an_export_spares_what_is_read),
      cmocka_unit_test(a_recording_stands_where_a_model_does),
      cmocka_unit_test(every_stage_of_a_recording_is_drawn),
      cmocka_unit_test(everything_leaves_out_what_is_missing),
      cmocka_unit_test(the_heads_of_a_recording_are_listed),
      cmocka_unit_test(a_trace_comes_back_identical),
  };
  return cmocka_run_group_tests(tests, program_set_up, program_tear_down);
}
