/* Sub-commands in use: sentences from arguments and stdin, traces, scripts, signals, any bytes. */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/program.h"
#include "support/german_locale.h"
#include "support/patience.h"
#include "support/sanitized.h"

static Program program;

/* The first bytes of a file, its header among them. */
static const char *head_of(const char *path) {
  static char text[16384];
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("%s is not there", path);
  size_t got = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  for (size_t i = 0; i < got; i++)
    if (!text[i]) text[i] = ' '; /* the length before a safetensors header */
  text[got] = 0;
  return text;
}

static void assert_holds(const char *path, const char *part) {
  if (!strstr(head_of(path), part)) fail_msg("%s lacks %s: %s", path, part, head_of(path));
}

static void words_are_joined_by_spaces(void **state) {
  (void)state;
  const char *out = in_folder("joined.csv");
  PROGRAM_RUN(&program, "export", "--out", out, "the", "cat", "sat");
  assert_done(&program);
  assert_holds(out, "query\\key,the,cat,sat\r\n");
}

static void a_dash_reads_standard_input(void **state) {
  (void)state;
  const char *out = in_folder("stdin.csv");
  program_run(&program, (const char *const[]){"export", "--out", out, "-", NULL},
              STR("a line\nand another\n"));
  assert_done(&program);
  assert_holds(out, "query\\key,a,line,and,another\r\n");
}

static void a_trace_says_what_it_is(void **state) {
  (void)state;
  const char *out = in_folder("t.safetensors");
  PROGRAM_RUN(&program, "trace", "--out", out, "--mask", "window:2", "--model", "random", "a b c");
  assert_done(&program);
  assert_holds(out, "heads-up-trace-1");
  assert_holds(out, "window:2");
  assert_holds(out, "random");
  PROGRAM_RUN(&program, "trace", "--out", out, "--mask", "window:2 causal", "a b c");
  assert_done(&program);
  assert_holds(out, "causal window:2");
  PROGRAM_RUN(&program, "trace", "--out", out, "--do", "mask row 2 hide", "a b c");
  assert_done(&program);
  assert_holds(out, "edited");
  PROGRAM_RUN(&program, "trace", "--out", out, "");
  assert_done(&program); /* an empty sentence is a sentence */
}

/* A stage that --do brings is waited for; one that nothing brings is refused. */
static void a_stage_may_come_with_the_commands(void **state) {
  (void)state;
  const char *out = in_folder("biased.csv");
  PROGRAM_RUN(&program, "export", "--out", out, "--stage", "biased", "--do",
              "positions alibi; layer 2", "a b c");
  assert_done(&program);
  assert_holds(out, "query\\key,a,b,c\r\n");
  PROGRAM_RUN(&program, "export", "--out", out, "--stage", "biased", "--do", "layer 2", "a b c");
  assert_refused(&program, 1, "no stage biased");
}

static void output_can_be_standard_output(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "export", "--out", "-", "--format", "csv", "a b");
  assert_done(&program);
  assert_memory_equal(program.out, "query\\key,a,b\r\n", 15);
  PROGRAM_RUN(&program, "export", "--out", "-", "a b");
  assert_done(&program);
  assert_memory_equal(program.out, "\x89PNG", 4);
}

/* --font-size is the size of every word, or what is smaller is named: also in pictures of what is
** measured for them. */
static void a_figure_names_what_is_smaller_than_asked_for(void **state) {
  (void)state;
  static const char *const views[] = {"stage", "length", "saturation", "lookup"};
  for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
    PROGRAM_RUN(&program, "export", "--view", views[i], "--width", "84mm", "--font-size", "12",
                "--out", in_folder("small.svg"), "--force");
    assert_int_equal(program.exit_code, 0);
    if (!strstr(program.err, "smaller than --font-size 12: the smallest, such as “"))
      fail_msg("%s: “%s”", views[i], program.err);
    PROGRAM_RUN(&program, "export", "--view", views[i], "--width", "84mm", "--font-size", "8",
                "--out", in_folder("small.svg"), "--force");
    assert_int_equal(program.exit_code, 0);
    assert_string_equal(program.err, "");
  }
}

static void write_script(const char *path, const char *text) {
  assert_true(os_save_file(path, text, strlen(text), NULL));
}

static void a_script_plays_headless(void **state) {
  (void)state;
  char text[512];
  const char *script = in_folder("good.txt"), *png = in_folder("good.png"),
             *saved = in_folder("saved.txt");
  snprintf(
      text, sizeof text,
      "sentence \"the cat sat\" # words\nmask causal\nstage weights; head 2\nexport %s\nsave %s\n"
      "quit\n",
      png, saved);
  write_script(script, text);
  PROGRAM_RUN(&program, "play", script, "--headless");
  assert_refused(&program, 1,
                 "a script writes files only when it is allowed to: headsup play --write");
  assert_int_equal(os_kind(png), OS_MISSING);
  PROGRAM_RUN(&program, "play", script, "--headless", "--write");
  assert_done(&program);
  assert_holds(png, "\x89PNG");
  assert_holds(saved, "\nsentence \"the cat sat\"\ncross off\n");
  assert_holds(saved, "\nmask causal\n");
  PROGRAM_RUN(&program, "play", "--headless", saved);
  assert_done(&program);
  program_run(&program, (const char *const[]){"play", "-", "--headless", NULL}, STR("head 2\n"));
  assert_done(&program);
}

/* A script that is played again replaces the files it wrote before, in every format, but no others.
** NPY files have no room for a mark. */
static void a_script_replaces_its_own_files_alone(void **state) {
  static const char *const endings[] = {"png", "svg", "pdf", "csv", "json", "txt", "npy"};
  (void)state;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    char text[256], name[16];
    snprintf(name, sizeof name, "own.%s", endings[i]);
    const char *script = in_folder("own-script.txt"), *file = in_folder(name);
    bool is_state = strcmp(endings[i], "txt") == 0, has_mark = strcmp(endings[i], "npy") != 0;
    snprintf(text, sizeof text, "view stage; stage weights; %s %s\n", is_state ? "save" : "export",
             file);
    write_script(script, text);
    PROGRAM_RUN(&program, "play", script, "--headless", "--write");
    assert_done(&program);
    PROGRAM_RUN(&program, "play", script, "--headless", "--write");
    if (has_mark) assert_done(&program);
    else assert_refused(&program, 1, "was not written by Heads Up");
    write_script(file, "a file of somebody else");
    PROGRAM_RUN(&program, "play", script, "--headless", "--write");
    assert_refused(&program, 1, "was not written by Heads Up");
    assert_holds(file, "a file of somebody else");
    PROGRAM_RUN(&program, "export", "--do", text, "--out", in_folder("beside.png"));
    assert_refused(&program, 1, "was not written by Heads Up");
    PROGRAM_RUN(&program, "play", script, "--headless", "--write", "--force");
    assert_done(&program);
  }
}

/* The numbers of every stage are known again, as CSV and as JSON; a table of somebody else whose
** columns are nearly those is not. */
static void numbers_of_every_stage_are_replaced(void **state) {
  static const char *const others[] = {"token,1,3\r\na,1,2\r\n", "token,1,2\na,1,2\n",
                                       "token,count\r\na,1\r\n", "token\r\na\r\n",
                                       "{\n  \"sentence\": \"mine\"\n}\n"};
  char text[512];
  (void)state;
  const char *script = in_folder("all-script.txt"), *folder = in_folder("all");
  snprintf(text, sizeof text, "sentence \"a b\"; stage tokens; export all csv,json \"%s\"\n",
           folder);
  write_script(script, text);
  for (int time = 0; time < 2; time++) {
    PROGRAM_RUN(&program, "play", script, "--headless", "--write");
    assert_done(&program);
  }
  const char *file = in_folder("others.csv");
  snprintf(text, sizeof text, "stage weights; export \"%s\"\n", file);
  write_script(script, text);
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    write_script(file, others[i]);
    PROGRAM_RUN(&program, "play", script, "--headless", "--write");
    assert_refused(&program, 1, "was not written by Heads Up");
    assert_holds(file, others[i]);
  }
}

/* file:line, what was expected, and nothing is written before. */
static void a_wrong_script_line_is_found_first(void **state) {
  (void)state;
  char text[256];
  const char *script = in_folder("bad.txt"), *png = in_folder("never.png");
  snprintf(text, sizeof text, "# demo\nsentence \"a b c\"\nexport %s\nstage nowhere\n", png);
  write_script(script, text);
  PROGRAM_RUN(&program, "play", script, "--headless", "--write");
  assert_refused(&program, 2,
                 "bad.txt:4: there is no stage “nowhere”; it is one of: tokens, embed");
  assert_int_equal(os_kind(png), OS_MISSING);
  PROGRAM_RUN(&program, "play", script); /* nor is a display asked for */
  assert_refused(&program, 2, "bad.txt:4");
  write_script(script, "export x.jpg\n");
  PROGRAM_RUN(&program, "play", script, "--headless", "--write");
  assert_refused(&program, 2, "bad.txt:1: “x.jpg” has no ending");
  write_script(script, "export /nowhere/at/all/x.png\n");
  PROGRAM_RUN(&program, "play", script, "--headless", "--write");
  assert_refused(&program, 1, "bad.txt:1: there is no folder /nowhere/at/all");
  PROGRAM_RUN(&program, "play", in_folder("none.txt"), "--headless");
  assert_refused(&program, 1, "none.txt");
  PROGRAM_RUN(&program, "play", "/dev/zero", "--headless");
  assert_refused(&program, 1, "/dev/zero");
}

/* "Arguments, --do and scripts are checked before a file is written": --out too, with
** the effects of --do. */
static void out_is_checked_before_do_writes(void **state) {
  char commands[256];
  (void)state;
  snprintf(commands, sizeof commands, "export \"%s\"", in_folder("early.csv"));
  PROGRAM_RUN(&program, "export", "--out", "/proc/nowhere/late.png", "--do", commands, "a b");
  assert_refused(&program, 1, "/proc/nowhere");
  PROGRAM_RUN(&program, "export", "--out", in_folder("late.npy"), "--do", commands, "--do",
              "stage tokens", "a b");
  assert_refused(&program, 2, "npy");
  assert_int_equal(os_kind(in_folder("early.csv")), OS_MISSING);
  PROGRAM_RUN(&program, "export", "--out", in_folder("late.npy"), "--do", commands, "a b");
  assert_done(&program);
  assert_int_equal(os_kind(in_folder("early.csv")), OS_FILE);
}

static void any_bytes_as_sentence_and_file_name(void **state) {
  (void)state;
  static const char *const texts[] = {"caf\xE9 \xFF\xFE",       "我爱北京",  "e\xCC\x81",
                                      "a 👩‍👩‍👧 b", "سلام دنیا", "?! …",
                                      "\xEF\xBB\xBF",           "   ",       "\x1B[2J\x07"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    PROGRAM_RUN(&program, "trace", "--out", in_folder("any.safetensors"), texts[i]);
    assert_int_equal(program.exit_code, 0);
    assert_string_equal(program.err, i ? ""
                                       : "headsup: 3 bytes of the sentence are not UTF-8 and "
                                         "are shown as \uFFFD\n");
  }
  const char *out = in_folder("caf\xE9 \x1B[2J.csv");
  PROGRAM_RUN(&program, "export", "--out", out, "a b");
  assert_done(&program);
  assert_int_equal(os_kind(out), OS_FILE);
  PROGRAM_RUN(&program, "export", "--out", "/nowhere\x1B[2J/x.png", "a");
  assert_refused(&program, 1, "/nowhere\\x1B[2J");
}

static void a_megabyte_and_ten_thousand_words(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  StrBuf text = strbuf_make(arena);
  for (int i = 0; i < 10000; i++) strbuf_add(&text, STR("word "));
  const char *const arguments[] = {"export", "--out", in_folder("many.csv"), "--stage", "tokens",
                                   "-",      NULL};
  program_run(&program, arguments, strbuf_str(&text));
  assert_int_equal(program.exit_code, 0);
  assert_string_equal(program.err, "headsup: the first 1024 tokens are used; left out: 8976\n");
  for (int i = 0; i < 200000; i++) strbuf_add(&text, STR("word "));
  program_run(&program, arguments, strbuf_str(&text));
  assert_refused(&program, 1, "standard input");
  arena_free(arena);
}

/* Numbers have a decimal point in every locale. */
static void the_locale_changes_no_number(void **state) {
  (void)state;
  german_locale_begin(); /* there is such a locale: the program will find it */
  setlocale(LC_ALL, "C");
  setenv("LC_ALL", "de_DE.UTF-8", 1);
  PROGRAM_RUN(&program, "export", "--out", "-", "--format", "csv", "--range", "0,0.5", "a b");
  setenv("LC_ALL", "C.UTF-8", 1);
  assert_done(&program);
  assert_non_null(strstr(program.out, "a,0."));
}

static bool is_whole_png(const char *path) {
  Arena *arena = arena_make(0);
  Str bytes;
  bool read = os_read_file(arena, path, 1 << 26, &bytes, NULL);
  bool whole = read && bytes.bytes > 12 && memcmp(bytes.at + bytes.bytes - 8, "IEND", 4) == 0;
  arena_free(arena);
  return whole;
}

static const char *batch_folder;
static void must_be_whole(void *self, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", batch_folder, name);
  if (!is_whole_png(path)) fail_msg("%s is not whole", path);
  ++*(int *)self;
}

/* SIGTERM during a batch: exit 143, only complete files. Repeated if the batch ended before the
** signal came: on a busy machine this process may be late. */
static void assert_signal_ends_batch(const char *const *arguments) {
  int status = 0;
  for (int tries = 0; tries < 20; tries++) {
    int child = program_start(arguments);
    WAIT_UNTIL(files_in(batch_folder) >= 2);
    kill(child, SIGTERM);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) != 0) break;
    char command[600];
    snprintf(command, sizeof command, "rm -r %s", batch_folder);
    assert_int_equal(system(command), 0);
  }
  assert_int_equal(WEXITSTATUS(status), 143);
  int count = 0;
  Arena *arena = arena_make(0);
  os_list_folder(arena, batch_folder, must_be_whole, &count);
  arena_free(arena);
  assert_in_range(count, 2, 51); /* of 52 */
}

static void a_signal_ends_a_batch_between_files(void **state) {
  (void)state;
  batch_folder = in_folder("batch");
  const char *const arguments[] = {"export", "--out",    batch_folder, "--stage", "all",
                                   "--head", "all",      "--layer",    "all",     "--scale",
                                   "4",      "--format", "png",        NULL};
  assert_signal_ends_batch(arguments);
}

static void a_signal_ends_a_batch_of_commands_too(void **state) {
  (void)state;
  char commands[300];
  batch_folder = in_folder("commanded");
  snprintf(commands, sizeof commands, "export scale 4; export all png %s", batch_folder);
  const char *const arguments[] = {"export", "--out", "/dev/null", "--do", commands, NULL};
  assert_signal_ends_batch(arguments);
}

/* The kernel knows which signals a process has a handler for. */
static void wait_until_caught(int process_id, int signal_number) {
  char path[64], line[256];
  unsigned long long caught = 0;
  snprintf(path, sizeof path, "/proc/%d/status", process_id);
  double began_ms = os_now_ms();
  while (!(caught >> (signal_number - 1) & 1) && patience_lasts(began_ms)) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) sscanf(line, "SigCgt: %llx", &caught);
    fclose(file);
  }
  assert_true(caught >> (signal_number - 1) & 1);
}

/* A long script ends between two lines, also while it is checked. */
static void a_signal_ends_a_script(void **state) {
  (void)state;
  const char *script = in_folder("long.txt");
  FILE *file = fopen(script, "w");
  assert_non_null(file);
  for (int line = 0; line < 2000; line++) {
    fprintf(file, "sentence \"");
    for (int word = 0; word < 1000; word++) fprintf(file, "%d ", line + word);
    fprintf(file, "\"\n");
  }
  fclose(file);
  int child = program_start((const char *const[]){"play", "--headless", script, NULL}), status;
  wait_until_caught(child, SIGTERM); /* the script then still takes a minute */
  kill(child, SIGTERM);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 143);
}

static void a_reader_that_goes_away_is_exit_1(void **state) {
  (void)state;
  int ends[2], status;
  assert_int_equal(pipe(ends), 0);
  close(ends[0]);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(STDERR_FILENO);
    execl(HEADSUP_PROGRAM, "headsup", "list", "commands", (char *)NULL);
    _exit(99);
  }
  close(ends[1]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 1);
}

static void a_batch_says_nothing_when_nobody_watches(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "export", "--out", in_folder("quiet"), "--head", "all", "--format",
              "png,csv");
  assert_done(&program);
  assert_string_equal(program.out, "");
  assert_int_equal(files_in(in_folder("quiet")), 8);
}

/* name value unit, one line per figure; a name selects the figures that begin with it. */
static void bench_prints_name_value_unit(void **state) {
  (void)state;
  char name[64], unit[8];
  double value;
  PROGRAM_RUN(&program, "bench", "stages.h12.t12");
  assert_done(&program);
  assert_int_equal(sscanf(program.out, "%63s %lf %7s", name, &value, unit), 3);
  assert_string_equal(name, "stages.h12.t12.d64");
  assert_string_equal(unit, "us");
  assert_true(value > 0.1 && value < 1e6);
  PROGRAM_RUN(&program, "bench", "export");
  assert_done(&program);
  assert_int_equal(sscanf(program.out, "export.png.11x11 %lf %7s", &value, unit), 2);
  assert_string_equal(unit, "ms");
}

#if !SANITIZED
/* With a limit on memory there is either the file or one sentence, and never an endless wait. The
** program gets the limit of this process. */
static void little_memory_is_a_sentence(void **state) {
  (void)state;
  char words[2 * 400 + 1] = "";
  for (int i = 0; i < 400; i++) memcpy(words + 2 * i, "a ", 3);
  struct rlimit before;
  assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
  for (rlim_t mib = 100; mib <= 500; mib += 40) {
    const struct rlimit limit = {mib << 20, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    PROGRAM_RUN(&program, "trace", "--out", in_folder("limited.safetensors"), words);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    if (program.exit_code != 0) assert_refused(&program, 1, "Out of memory");
    else assert_int_equal(os_kind(in_folder("limited.safetensors")), OS_FILE);
    assert_true(mib > 140 || program.exit_code == 1);
    assert_true(mib < 500 || program.exit_code == 0);
  }
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(words_are_joined_by_spaces),
    cmocka_unit_test(a_dash_reads_standard_input),
    cmocka_unit_test(a_trace_says_what_it_is),
    cmocka_unit_test(a_stage_may_come_with_the_commands),
    cmocka_unit_test(output_can_be_standard_output),
    cmocka_unit_test(a_figure_names_what_is_smaller_than_asked_for),
    cmocka_unit_test(a_script_plays_headless),
    cmocka_unit_test(a_script_replaces_its_own_files_alone),
    cmocka_unit_test(numbers_of_every_stage_are_replaced),
    cmocka_unit_test(a_wrong_script_line_is_found_first),
    cmocka_unit_test(out_is_checked_before_do_writes),
    cmocka_unit_test(any_bytes_as_sentence_and_file_name),
    cmocka_unit_test(a_megabyte_and_ten_thousand_words),
    cmocka_unit_test(the_locale_changes_no_number),
    cmocka_unit_test(a_signal_ends_a_batch_between_files),
    cmocka_unit_test(a_signal_ends_a_batch_of_commands_too),
    cmocka_unit_test(a_signal_ends_a_script),
    cmocka_unit_test(a_reader_that_goes_away_is_exit_1),
    cmocka_unit_test(a_batch_says_nothing_when_nobody_watches),
#if !SANITIZED
    cmocka_unit_test(little_memory_is_a_sentence),
#endif
    cmocka_unit_test(bench_prints_name_value_unit),
  };
  return cmocka_run_group_tests(tests, program_set_up, program_tear_down);
}
