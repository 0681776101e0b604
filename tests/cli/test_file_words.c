/* Words that are files: which are, what paths they become, and how a wrong one is refused before a
** display is opened. Without a display a right one fails with the sentence about the display. */
#define _GNU_SOURCE /* setenv, symlink, seteuid */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/file_words.h"
#include "cli/program.h"
#include "cli/setup.h"

static Program program;
static Arena *arena;

static int set_up(void **state) {
  if (program_set_up(state) != 0 || chdir(program_folder) != 0) return -1;
  setenv("HOME", program_folder, 1);
  arena = arena_make(0);
  return arena ? 0 : -1;
}

static int tear_down(void **state) {
  arena_free(arena);
  return program_tear_down(state);
}

static void write_text(const char *name, const char *text) {
  assert_true(os_save_file(in_folder(name), text, strlen(text), NULL));
}

/* The words as args_read would give them; it is said where they are files. */
static FileWords read_words(const char *const *words, bool is_ended, const char *model) {
  Args args = {.is_ended = is_ended};
  FileWords files;
  Status status = {0};
  char *at[8];
  for (; words[args.word_count]; args.word_count++)
    at[args.word_count] = (char *)words[args.word_count];
  args.words = at;
  args.values[OPTION_MODEL] = model;
  if (!file_words_read(arena, &args, &files, &status)) fail_msg("%s", status.sentence);
  return files;
}

static void only_paths_are_files(void **state) {
  static const struct {
    const char *words[5];
    bool are;
  } lines[] = {{{"the", "cat"}, false},
               {{"either/or"}, false},
               {{"there/is.txt"}, true},
               {{"there"}, false}, /* a word of a sentence, even if a folder is called so */
               {{"there/"}, true},
               {{"x.headsup"}, true},
               {{"x.headsup", "is", "mine"}, false},
               {{"x.headsup", "there/is.txt"}, true},
               {{"x.headsup", "either/or"}, false},
               {{"here.npz"}, true},
               {{"here.npz", "x.headsup", "here.npy", "here.safetensors"}, true},
               {{"x.headsup", "gone.npz"}, false},
               {{"here.npz", "cat"}, false},
               {{"gone.npz"}, false},
               {{"here.csv"}, false},
               {{"folder.npz"}, false},
               {{"/gone"}, true},
               {{"./gone"}, true},
               {{"../gone"}, true},
               {{"~/gone"}, true},
               {{"~me"}, false},
               {{"..."}, false},
               {{".headsup.txt"}, false},
               {{"file:///gone"}, true},
               {{"file:/gone"}, true},
               {{"file:gone"}, false},
               {{"https://there/is.txt"}, false},
               {{"-"}, false},
               {{""}, false},
               {{NULL}, false}};
  (void)state;
  assert_true(os_make_folder(in_folder("there"), NULL));
  write_text("there/is.txt", "a");
  write_text("here.npz", "a");
  write_text("here.npy", "a");
  write_text("here.safetensors", "a");
  write_text("here.csv", "a");
  assert_true(os_make_folder(in_folder("folder.npz"), NULL));
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    int count = 0;
    while (lines[i].words[count]) count++;
    int found = read_words(lines[i].words, false, NULL).count;
    if (found != (lines[i].are ? count : 0)) fail_msg("%s: %d", lines[i].words[0], found);
    assert_int_equal(read_words(lines[i].words, true, NULL).count, 0); /* behind -- */
  }
}

static void words_become_paths_from_the_root(void **state) {
  static const struct {
    const char *word, *path;
  } words[] = {{"a b.headsup", "HERE/a b.headsup"},
               {"100%41.headsup", "HERE/100%41.headsup"}, /* no URI: nothing is decoded */
               {"~/x.headsup", "HERE/x.headsup"},
               {"/proc/self//", "/proc/self"},
               {"/", "/"},
               {"~/gone/", "HERE/gone/"},
               {"/x/y", "/x/y"},
               {"file:///x/a%20b%22%27%25.headsup", "/x/a b\"'%.headsup"},
               {"file:///%E7%8A%b6%e6%80%81/%E4%B8%80", "/状态/一"},
               {"file://localhost/x%2Fy", "/x/y"},
               {"file:/x/caf%E9", "/x/caf\xE9"},
               {"file:///x%4", "/x%4"},
               {"file:///x%", "/x%"},
               {"file:///x%zz%00%2", "/x%zz%00%2"}};
  (void)state;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    FileWords files = read_words((const char *const[]){words[i].word, NULL}, false, NULL);
    bool is_here = str_starts(str_from(words[i].path), "HERE/");
    const char *wanted = is_here ? in_folder(words[i].path + 5) : words[i].path;
    assert_int_equal(files.count, 1);
    assert_string_equal(files.paths[0], wanted);
  }
}

static void a_double_dash_keeps_words_a_sentence(void **state) {
  static const char *const lines[][4] = {
      {"--", "/gone/x.headsup"}, {"/gone/x.headsup", "--"}, {"/gone", "--", "/lost"}};
  (void)state;
  for (int i = 0; i < 3; i++) {
    program_run(&program, lines[i], (Str){"", 0});
    assert_refused(&program, 1, "no display");
  }
}

static void a_right_file_passes_every_check(void **state) {
  (void)state;
  static const char *const names[] = {"a b.headsup", "it's \"100 %\".headsup", "状态.headsup",
                                      "caf\xE9.headsup"};
  for (int i = 0; i < 4; i++) {
    write_text(names[i], "# headsup 1\nsentence \"a b\"\n");
    PROGRAM_RUN(&program, names[i]);
    assert_refused(&program, 1, "no display");
    PROGRAM_RUN(&program, in_folder(names[i]), "--do", "head 2");
    assert_refused(&program, 1, "no display");
  }
  PROGRAM_RUN(&program, TEST_SOURCE_FOLDER "/../assets/models/reader", in_folder(names[0]));
  assert_refused(&program, 1, "no display");
  PROGRAM_RUN(&program, TEST_SOURCE_FOLDER "/../assets/models/reader/config.json");
  assert_refused(&program, 1, "no display");
  write_text("t.txt", "a rose");
  PROGRAM_RUN(&program, "--model", "reader", "./t.txt");
  assert_refused(&program, 1, "no display");
}

/* Each with exit code 1, one sentence, and no word of the usage. */
static void a_wrong_file_is_refused_before_a_display_is_opened(void **state) {
  static const struct {
    const char *name, *text, *says;
  } wrong[] = {{"gone.headsup", NULL, "gone.headsup: No such file or directory"},
               {"./gone", NULL, "gone: No such file or directory"},
               {"~/gone", NULL, "gone: No such file or directory"},
               {"file:///gone%20away", NULL, "/gone away: No such file or directory"},
               {"file://elsewhere/gone", NULL, "is on another computer"},
               {"no.headsup", "Dear diary,\n", "no.headsup is no saved state"},
               {"empty.headsup", "", "empty.headsup is no saved state"},
               {"bad.headsup", "# headsup 1\n\nhead 9\n", "bad.headsup:3: there is no head"},
               {"./bad.npy", "x", "bad.npy is no"},
               {"./picture.png", "\x89PNG", "picture.png is no"},
               {"./folder", NULL, "folder/config.json is missing"},
               {"./device", NULL, "device: it is a device, a pipe or a socket"}};
  (void)state;
  assert_true(os_make_folder(in_folder("folder"), NULL));
  assert_int_equal(symlink("/dev/null", in_folder("device")), 0);
  write_text("right.headsup", "# headsup 1\n");
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    if (wrong[i].text) write_text(wrong[i].name, wrong[i].text);
    PROGRAM_RUN(&program, wrong[i].name);
    assert_refused(&program, 1, wrong[i].says);
    assert_null(strstr(program.err, "Try"));
    PROGRAM_RUN(&program, "right.headsup", wrong[i].name);
    assert_refused(&program, 1, wrong[i].says);
  }
  PROGRAM_RUN(&program, "./gone");
  assert_non_null(strstr(program.err, "headsup -- TEXT")); /* what to do if it is no path */
}

static void what_does_not_go_together_is_wrong_usage(void **state) {
  (void)state;
  write_text("s.headsup", "# headsup 1\n");
  PROGRAM_RUN(&program, "--model", "reader", "s.headsup");
  assert_refused(&program, 2, "both say what to open");
  PROGRAM_RUN(&program, "--model", "reader", "./gone");
  assert_refused(&program, 1, "gone: No such file or directory");
  PROGRAM_RUN(&program, "s.headsup", "--do", "head 2; stagee scores");
  assert_refused(&program, 2, "there is no command “stagee”");
  PROGRAM_RUN(&program, "s.headsup", "--do", "layer 77"); /* which the state may have */
  assert_refused(&program, 1, "no display");
}

static Str file_bytes(const char *name) {
  Str bytes;
  Status status = {0};
  if (!os_read_file(arena, in_folder(name), 1 << 24, &bytes, &status))
    fail_msg("%s", status.sentence);
  return bytes;
}

static void assert_same_files(const char *a, const char *b) {
  assert_true(str_equal(file_bytes(a), file_bytes(b)));
}

static Str screen_after(const char *commands) {
  PROGRAM_RUN(&program, "export", "--view", "screen", "--out", in_folder("screen.svg"), "--force",
              "--do", commands);
  assert_done(&program);
  return file_bytes("screen.svg");
}

static Str figure_of(const char *option, const char *value) {
  PROGRAM_RUN(&program, "export", "--view", "overview", "--out", in_folder("figure.svg"), "--force",
              option, value);
  assert_done(&program);
  return file_bytes("figure.svg");
}

/* The graded row is chosen, and not locked; `cell none` takes it away. */
static void a_screen_begins_as_the_window_does(void **state) {
  static const char title[] = "gathers mostly from “animal”";
  (void)state;
  Str begins = screen_after("view overview");
  assert_true(strstr(begins.at, title) != NULL);
  assert_true(str_equal(begins, screen_after("view overview; cell 8 2; cell unlock")));
  assert_null(strstr(screen_after("view overview; cell none").at, title));
}

/* A head that is named has its own row. */
static void an_overview_begins_as_the_window_does(void **state) {
  static const char title[] = "gathers mostly from “animal”";
  (void)state;
  assert_true(strstr(figure_of("--title", "on").at, title) != NULL);
  assert_null(strstr(figure_of("--cell", "none").at, title));
  assert_null(strstr(figure_of("--do", "cell none").at, title));
  assert_true(strstr(figure_of("--head", "1").at, "gathers mostly from “because”") != NULL);
}

/* The picture on show when the state was saved; options change it as they do for a sentence. */
static void export_takes_a_state(void **state) {
  static const char lines[] = "# headsup 1\nsentence \"a b c\"\nmask causal\nview stage\n"
                              "stage scores\nlayer 1; head 2\nexport theme dark\n";
  (void)state;
  write_text("s.headsup", lines);
  write_text("played.txt", str_format(arena, "%smotion off\nexport played.svg\n", lines));
  PROGRAM_RUN(&program, "play", "--headless", "--write", "played.txt");
  assert_done(&program);
  PROGRAM_RUN(&program, "export", "--out", "state.svg", "s.headsup");
  assert_done(&program);
  assert_same_files("state.svg", "played.svg");
  PROGRAM_RUN(&program, "export", "--out", "state.csv", "--stage", "weights", "--head", "1",
              in_folder("s.headsup"));
  assert_done(&program);
  PROGRAM_RUN(&program, "export", "--out", "text.csv", "--layer", "1", "--head", "1", "--mask",
              "causal", "a b c");
  assert_done(&program);
  assert_same_files("state.csv", "text.csv");
}

static void a_wrong_state_exports_nothing(void **state) {
  (void)state;
  write_text("bad.headsup", "# headsup 1\nhead 9\n");
  write_text("writes.headsup", "# headsup 1\nexport victim.csv\n");
  write_text("s.headsup", "# headsup 1\n");
  PROGRAM_RUN(&program, "export", "--out", "never.png", "gone.headsup");
  assert_refused(&program, 1, "gone.headsup: No such file or directory");
  PROGRAM_RUN(&program, "export", "--out", "never.png", "bad.headsup");
  assert_refused(&program, 1, "bad.headsup:2: there is no head");
  PROGRAM_RUN(&program, "export", "--out", "never.png", "writes.headsup");
  assert_refused(&program, 1, "export would write ");
  assert_int_equal(os_kind("victim.csv"), OS_MISSING);
  PROGRAM_RUN(&program, "export", "--out", "never.png", "--ids", "1", "s.headsup");
  assert_refused(&program, 2, "--ids or a saved state");
  PROGRAM_RUN(&program, "export", "--out", "never.png", "--model", "reader", "s.headsup");
  assert_refused(&program, 2, "both say what to open");
  assert_int_equal(os_kind("never.png"), OS_MISSING);
}

/* A recording that a state opens is not replaced by what is exported. */
static void export_spares_the_recording_of_a_state(void **state) {
  (void)state;
  PROGRAM_RUN(&program, "trace", "--out", "r.safetensors", "a b c");
  assert_done(&program);
  write_text("r.headsup", "# headsup 1\nmodel r.safetensors\nstage weights\n");
  PROGRAM_RUN(&program, "export", "--out", "r.csv", "r.headsup");
  assert_done(&program);
  assert_int_equal(symlink("r.safetensors", in_folder("link.csv")), 0);
  PROGRAM_RUN(&program, "export", "--out", "link.csv", "r.headsup");
  assert_refused(&program, 2, "is the recording that is read");
}

static void a_pipe_is_called_one(void **state) {
  (void)state;
  assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
  PROGRAM_RUN(&program, "./pipe");
  assert_refused(&program, 1, "it is a device, a pipe or a socket, not a file");
  PROGRAM_RUN(&program, "next", "--model", "./pipe", "a");
  assert_refused(&program, 1, "it is a device, a pipe or a socket, not a file");
}

/* Root may enter every folder, so that the test is another user for a while. */
static void a_folder_that_may_not_be_entered_is_called_so(void **state) {
  static const char *const names[] = {"closed", "closed/model", "closed/x.npz"};
  enum { ANOTHER_USER = 65534 };
  bool is_root = geteuid() == 0;
  (void)state;
  assert_int_equal(chmod(program_folder, 0755), 0);
  assert_true(os_make_folder(in_folder("closed"), NULL));
  assert_true(os_make_folder(in_folder("closed/model"), NULL));
  write_text("closed/x.npz", "a");
  assert_int_equal(chmod(in_folder("closed"), 0), 0);
  if (is_root) assert_int_equal(seteuid(ANOTHER_USER), 0);
  for (int i = 0; i < 3; i++) {
    Status status = {0};
    bool right = setup_check_name(names[i], NULL, &status);
    if (right || !strstr(status.sentence, "Permission denied")) fail_msg("%s", status.sentence);
    assert_non_null(strstr(status.sentence, names[i]));
  }
  if (is_root) assert_int_equal(seteuid(0), 0);
  assert_int_equal(chmod(in_folder("closed"), 0700), 0);
}

static void assert_path_refused(const char *sub, const char *word, const char *way) {
  PROGRAM_RUN(&program, sub, "--out", "refused.safetensors", word);
  if (strcmp(sub, "tokens") == 0 || strcmp(sub, "next") == 0) PROGRAM_RUN(&program, sub, word);
  assert_refused(&program, 2, strchr(word, '/') ? strrchr(word, '/') : word);
  assert_non_null(strstr(program.err, way));
  assert_non_null(strstr(program.err, "behind --"));
  assert_int_equal(os_kind(in_folder("refused.safetensors")), OS_MISSING);
}

/* A path is no text, and the sentence names the option that opens it. */
static void sub_commands_take_no_path_as_a_text(void **state) {
  static const char *const subs[] = {"export", "tokens", "trace", "next"};
  (void)state;
  write_text("s.headsup", "# headsup 1\nsentence \"a b c\"\n");
  write_text("note.txt", "a b");
  assert_true(os_make_folder(in_folder("model"), NULL));
  PROGRAM_RUN(&program, "trace", "--out", "r.safetensors", "a b c");
  assert_done(&program);
  for (int i = 0; i < 4; i++) {
    assert_path_refused(subs[i], "./model", "--model ");
    assert_path_refused(subs[i], "./note.txt", " - reads a text");
    if (i > 0) assert_path_refused(subs[i], "./s.headsup", "is a saved state");
    if (i > 0) assert_path_refused(subs[i], "gone.headsup", "is a saved state");
  }
  assert_path_refused("export", "r.safetensors", "export --model ");
  assert_path_refused("trace", "./r.safetensors", "trace --from ");
  assert_path_refused("tokens", "r.safetensors", "tokens runs a model");
  assert_path_refused("next", "r.safetensors", "next runs a model");
  PROGRAM_RUN(&program, "export", "--out", "x.csv", "s.headsup", "./r.safetensors");
  assert_refused(&program, 2, "one and without a text");
  PROGRAM_RUN(&program, "tokens", "--", "./s.headsup");
  assert_done(&program);
  PROGRAM_RUN(&program, "tokens", "./gone", "there");
  assert_done(&program);
}

/* Other words are a sentence there, paths or not. */
static void export_takes_other_words_as_they_are(void **state) {
  static const char *const words[] = {"./gone", "./s.headsup x"};
  (void)state;
  write_text("s.headsup", "# headsup 1\nsentence \"a b c\"\nstage weights\n");
  for (int i = 0; i < 2; i++) {
    PROGRAM_RUN(&program, "export", "--out", "words.csv", words[i]);
    assert_done(&program);
    PROGRAM_RUN(&program, "export", "--out", "text.csv", "--", words[i]);
    assert_done(&program);
    assert_same_files("words.csv", "text.csv");
  }
  PROGRAM_RUN(&program, "export", "--out", "words.csv", "--", "./s.headsup");
  assert_done(&program);
  PROGRAM_RUN(&program, "export", "--out", "text.csv", "./s.headsup");
  assert_done(&program);
  Str header;
  assert_true(os_read_file(arena, in_folder("words.csv"), 1 << 20, &header, NULL));
  assert_non_null(strstr(header.at, "headsup"));
  assert_true(os_read_file(arena, in_folder("text.csv"), 1 << 20, &header, NULL));
  assert_null(strstr(header.at, "headsup"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_paths_are_files),
      cmocka_unit_test(words_become_paths_from_the_root),
      cmocka_unit_test(a_double_dash_keeps_words_a_sentence),
      cmocka_unit_test(a_right_file_passes_every_check),
      cmocka_unit_test(a_wrong_file_is_refused_before_a_display_is_opened),
      cmocka_unit_test(what_does_not_go_together_is_wrong_usage),
      cmocka_unit_test(a_screen_begins_as_the_window_does),
      cmocka_unit_test(an_overview_begins_as_the_window_does),
      cmocka_unit_test(export_takes_a_state),
      cmocka_unit_test(a_wrong_state_exports_nothing),
      cmocka_unit_test(export_spares_the_recording_of_a_state),
      cmocka_unit_test(a_pipe_is_called_one),
      cmocka_unit_test(a_folder_that_may_not_be_entered_is_called_so),
      cmocka_unit_test(sub_commands_take_no_path_as_a_text),
      cmocka_unit_test(export_takes_other_words_as_they_are),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
