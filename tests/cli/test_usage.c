/* Help, lists and wrong use: what goes to stdout and stderr, and the exit codes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/program.h"

static Program program;

static void help_and_version_go_to_stdout(void **state) {
  (void)state;
  static const char *const subs[] = {"export", "trace", "play",   "list", "train",
                                     "bench",  "check", "tokens", "next", "translate"};
  enum { SUBS = sizeof subs / sizeof subs[0] };
  PROGRAM_RUN(&program, "--help");
  assert_done(&program);
  for (int i = 0; i < SUBS; i++) assert_non_null(strstr(program.out, subs[i]));
  PROGRAM_RUN(&program, "-h");
  assert_done(&program);
  for (int i = 0; i < SUBS; i++) {
    PROGRAM_RUN(&program, subs[i], "--help");
    assert_done(&program);
    char usage[64];
    snprintf(usage, sizeof usage, "Usage: headsup %s", subs[i]);
    assert_memory_equal(program.out, usage, strlen(usage));
  }
  PROGRAM_RUN(&program, "--version");
  assert_done(&program);
  assert_memory_equal(program.out, "headsup ", 8);
  PROGRAM_RUN(&program, "export", "-V");
  assert_done(&program);
}

static void lists_name_everything(void **state) {
  (void)state;
  static const struct {
    const char *what, *names[10];
  } lists[] = {{"stages",
                {"tokens", "embed", "qkv", "scores", "scaled", "masked", "weights", "output",
                 "joined", NULL}},
               {"commands", {"sentence", "stage", "mask", "undo", "edit", "restore", "quit", NULL}},
               {"models", {"hand-made", "random", NULL}},
               {"palettes", {"viridis", "cividis", "blues", "grey", NULL}},
               {"recipes", {"reader", "writer", "copy", "majority", NULL}},
               {"heads", {"layer\thead\trole\tprevious token", "pronoun → noun\t", NULL}}};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    PROGRAM_RUN(&program, "list", lists[i].what);
    assert_done(&program);
    for (int j = 0; lists[i].names[j]; j++) assert_non_null(strstr(program.out, lists[i].names[j]));
  }
}

static void wrong_use_is_exit_2_and_names_the_thing(void **state) {
  (void)state;
  static const struct {
    const char *arguments[8], *part;
  } wrong[] = {
      {{"--frobnicate"}, "no option --frobnicate"},
      {{"list"}, "stages, commands, models, palettes, recipes, lessons or heads"},
      {{"list", "models", "--model", "random"}, "--model is for list heads"},
      {{"list", "modls"}, "did you mean “models”"},
      {{"trace"}, "--out"},
      {{"export"}, "--out"},
      {{"play"}, "play takes one script"},
      {{"play", "a", "b"}, "play takes one script"},
      {{"bench", "stagez"}, "there is no figure"},
      {{"bench", ""}, "there is no figure"},
      {{"play", ""}, "play takes one script"},
      {{"check", ""}, "check takes one path"},
      {{"next", "--top-k", "1000001", "x"}, "--top-k takes a number from 0 to 1000000, not"},
      {{"--do", "stgae weights"}, "--do:1: there is no command “stgae”; did you mean “stage”"},
      {{"--model", "hand-mad", "x"}, "hand-made"},
      {{"--out", "/tmp/headsup-usage-not-there.png", "export"},
       "behind its sub-command: headsup export --out"},
      {{"exprot", "--stage=scores"}, "behind its sub-command: headsup export --stage"},
      {{"--scale", "9"}, "from 0.5 to 4"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--stage", "wieghts"},
       "did you mean “weights”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--head", "99"},
       "there is no head “99”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--layer", "0"},
       "there is no layer “0”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--layer", "1; quit"},
       "is no value"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--layer", ""},
       "is no value for --layer, which takes N|all"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--format", ""},
       "for --format, which takes png,svg"},
      {{"export", "--out", "-", "--stage", "all"}, "standard output takes one"},
      {{"export", "--out", "-", "--caption", "file"}, "nothing stands beside -"},
      {{"export", "--out", "/dev/null", "--caption", "file"}, "nothing stands beside /dev/null"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--width", "99999mm"}, "to 16384pt"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--format", "png,jpg"},
       "there is no format “jpg”"},
      {{"export", "--out", "/tmp/x.jpg"}, "no ending that names a format"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--size", "big"}, "--size takes"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--width", "84"}, "with its unit"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--width", "84mm", "--size",
        "80x80"},
       "two ways"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--scale", "9"}, "from 1 to 4"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--scale", "x"}, "--scale takes"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--view", "heatmaps"},
       "--view takes "
       "heatmap|heads|stage|overview|arcs|sentence|grid|cache|cost|length|saturation|lookup|layout|"
       "average|rollout|answers|"
       "block|compare|curve|poster|sheet|solution|page|screen, not “heatmaps”; did you mean "
       "“heatmap”?"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--caption", "above"},
       "--caption takes none|below|file, not “above”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--cell", "8"}, "--cell takes"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--cell", "unlock,"},
       "there is no query “unlock”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--view", "all"}, "--view takes"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--theme", "window"},
       "--theme takes light|dark"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--numbers", "auto"},
       "--numbers takes on|off"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--layer", "next"},
       "there is no layer “next”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--head", "solo 2"},
       "there is no head “solo 2”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--stage", "last"},
       "there is no stage “last”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--palette", "next"},
       "there is no palette “next”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--palette", "a\\"},
       "there is no palette “a\\”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--format", "auto"},
       "there is no format “auto”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--text-scale", "+"},
       "--text-scale takes"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--mask", "padding:-1"},
       "from 0 to 1024"},
      {{"trace", "--out", "/tmp/x.safetensors", "--mask", "padding:1025"}, "from 0 to 1024"},
      {{"trace", "--out", "/tmp/x.csv"}, "“/tmp/x.csv” should end in .safetensors"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--layer", "2", "--heads", "1,2.1"},
       "would have head 2.1 twice"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--cell", "80,1"},
       "there is no query “80”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--mask", "casual"}, "causal"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--mask", "window"}, "window"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--palette", "jet"},
       "there is no palette “jet”"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--range", "5"}, "range takes"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--font-size", "200"}, "font size"},
      {{"export", "--out", "/tmp/x.npy", "--stage", "tokens"}, "no npy"},
      {{"export", "--out", "/tmp/x.csv", "--view", "overview"}, "one stage"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--view", "screen", "--size",
        "300x300"},
       "640x400"},
      {{"export", "--out", "/tmp/headsup-usage-not-there.png", "--head", "all"},
       "must be a folder"},
      {{"trace", "--out", "/tmp/x", "--head", "1"}, "trace has no option --head"}};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    program_run(&program, wrong[i].arguments, (Str){"", 0});
    assert_refused(&program, 2, wrong[i].part);
    assert_non_null(strstr(program.err, "Try 'headsup"));
  }
  assert_int_equal(os_kind("/tmp/headsup-usage-not-there.png"), OS_MISSING);
}

static void a_window_without_a_display_is_exit_1(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "the", "cat");
  assert_refused(&program, 1, "display");
  PROGRAM_RUN(&program, "--", "export");
  assert_refused(&program, 1, "display");
}

/* Before a display is opened. */
static void a_reading_needs_a_recording(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "--reading", "LHTS");
  assert_refused(&program, 2, "--model FILE");
  PROGRAM_RUN(&program, "--model", "reader", "--reading", "LHTS");
  assert_refused(&program, 2, "reader is a model; only a recording has a reading");
  PROGRAM_RUN(&program, "export", "--reading", "LHTS", "--out", "/dev/null", "--format", "csv");
  assert_refused(&program, 2, "--model FILE");
  PROGRAM_RUN(&program, "--model", "README.md");
  assert_refused(&program, 1, "README.md is no .safetensors");
}

static void a_full_disk_behind_stdout_is_exit_1(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "export", "--out", "/dev/full", "--format", "csv");
  assert_refused(&program, 1, "/dev/full");
}

/* `headsup … | head`: a reader that has stopped gets no error message, but a full disk does. */
static void a_reader_that_goes_away_is_told_nothing(void **state) {
  (void)state;
  static const char *const commands[][6] = {
      {"headsup", "--help"},
      {"headsup", "export", "--out", "-", "--format", "csv"},
      {"headsup", "list", "commands"},
  };
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    char *arguments[7] = {NULL};
    memcpy(arguments, commands[i], sizeof commands[i]);
    int out[2], err[2], status;
    assert_true(pipe(out) == 0 && pipe(err) == 0);
    close(out[0]); /* the reader has gone before the program begins */
    pid_t child = fork();
    if (child == 0) {
      dup2(out[1], STDOUT_FILENO);
      dup2(err[1], STDERR_FILENO);
      execv(HEADSUP_PROGRAM, arguments);
      _exit(99);
    }
    close(out[1]);
    close(err[1]);
    char said[1000] = "";
    assert_true(read(err[0], said, sizeof said - 1) >= 0);
    assert_string_equal(said, "");
    close(err[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
  }
}

/* The narrowest widths and heights leave no room for rows of words; files are written all the
** same. */
static void the_narrowest_figures_are_written(void **state) {
  (void)state;
  static const char *const views[] = {"heatmap", "stage", "heads", "arcs", "sentence", "grid"};
  for (size_t i = 0; i < sizeof views / sizeof *views; i++)
    for (int stage = 0; stage < 2; stage++) {
      PROGRAM_RUN(&program, "export", "--out", in_folder("narrow.png"), "--view", views[i],
                  "--stage", stage ? "logits" : "qkv", "--width", "36pt");
      assert_int_equal(program.exit_code, 0);
    }
  PROGRAM_RUN(&program, "export", "--out", in_folder("narrow.png"), "--view", "stage", "--stage",
              "logits", "--size", "300x64");
  assert_int_equal(program.exit_code, 0);
  PROGRAM_RUN(&program, "export", "--out", in_folder("narrow.png"), "--view", "overview", "--width",
              "20mm", "--scale", "4");
  assert_int_equal(program.exit_code, 0);
}

/* What changes nothing is said, and the file is written all the same. */
static void an_option_without_effect_is_said(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "export", "--out", in_folder("one.svg"), "--letters", "on");
  assert_int_equal(program.exit_code, 0);
  assert_non_null(strstr(program.err, "--letters has no effect here"));
  PROGRAM_RUN(&program, "export", "--out", in_folder("heads.svg"), "--view", "heads", "--letters",
              "on", "--columns", "2");
  assert_int_equal(program.exit_code, 0);
  assert_null(strstr(program.err, "no effect"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(help_and_version_go_to_stdout),
      cmocka_unit_test(lists_name_everything),
      cmocka_unit_test(wrong_use_is_exit_2_and_names_the_thing),
      cmocka_unit_test(the_narrowest_figures_are_written),
      cmocka_unit_test(an_option_without_effect_is_said),
      cmocka_unit_test(a_window_without_a_display_is_exit_1),
      cmocka_unit_test(a_reading_needs_a_recording),
      cmocka_unit_test(a_reader_that_goes_away_is_told_nothing),
      cmocka_unit_test(a_full_disk_behind_stdout_is_exit_1),
  };
  return cmocka_run_group_tests(tests, program_set_up, program_tear_down);
}
