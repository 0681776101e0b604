/* tests/app/open_files_test.c -- files dropped on the window, and files that it starts with. */
#include "recording/made.h"

#include <stdlib.h>
#include <unistd.h>

#include <SDL2/SDL.h>

#include "app/main_loop.h"
#include "base/os.h"
#include "support/driver_leaks.h"
#include "support/patience.h"

enum { NAMES = 6 };
static const char state_text[] = "# headsup 1\nsentence \"the cat sat\"\nmask none\nhead 3\n";
static const char waits[] = "# headsup 1\nsentence \"x y\"\nwait 200\nhead 4\n";
static const char *const state_names[NAMES] = {"a b.headsup",     "it's \"100 %\".headsup",
                                               "%20%2F.headsup",  "状态 一.headsup",
                                               "caf\xE9.headsup", "former.txt"};

/* recording: made.folder/r.safetensors, two tokens. */
typedef struct World {
  App app;
  AppOptions options;
  Folder folder;
  Made made;
  const char *recording;
} World;

static World world;
static const char model_folder[] = TEST_SOURCE_FOLDER "/../assets/models/reader";

static int make_files(void **state) {
  (void)state;
  setenv("SDL_VIDEODRIVER", "offscreen", 1);
  driver_leaks_ignore();
  world.folder = folder_make();
  setenv("XDG_STATE_HOME", world.folder.path, 1);
  setenv("XDG_CONFIG_HOME", world.folder.path, 1);
  world.made = made_begin_native();
  float *weights = MADE_TENSOR(&world.made, "layers.0.weights", 3, 1, 2, 2);
  for (int i = 0; i < 4; i++) weights[i] = 0.5f;
  made_must_open(&world.made, NULL);
  world.recording = folder_file(&world.made.folder, "r.safetensors");
  return 0;
}

static int remove_files(void **state) {
  (void)state;
  const char *inner = folder_file(&world.folder, "headsup");
  os_remove_file(str_format(world.folder.arena, "%s/settings", inner));
  os_remove_file(str_format(world.folder.arena, "%s/recent", inner));
  if (!os_remove_empty_folder(inner)) return -1;
  made_end(&world.made);
  folder_remove(&world.folder);
  return 0;
}

static const char *file(const char *name, const char *text) {
  folder_write(&world.folder, name, str_from(text));
  return folder_file(&world.folder, name);
}

static bool open_window(const char *const *paths, int count, const char *commands, Status *status) {
  world.options = (AppOptions){.paths = paths, .path_count = count, .commands = commands};
  return main_loop_open(&world.app, &world.options, NULL, status);
}

static void close_window(void) { main_loop_close(&world.app); }

static void must_open(const char *const *paths, int count, const char *commands) {
  Status status = {0};
  if (!open_window(paths, count, commands, &status)) fail_msg("%s", status.sentence);
}
#define MUST_OPEN(commands, ...)                                                                   \
  must_open((const char *const[]){__VA_ARGS__},                                                    \
            (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)), commands)

static Session *session(void) { return world.app.session; }

static void turn(void) {
  for (int i = 0; i < 4; i++) assert_true(main_loop_turn(&world.app, 5, NULL));
}

/* Until nothing plays and nothing is on its way. */
static void settle(void) {
  double began_ms = os_now_ms();
  do turn();
  while (patience_lasts(began_ms) && !world.app.quit &&
         (session_is_pending(session()) || file_queue_waits(&world.app.input.file_queue) ||
          session_script_place(session()).state != SCRIPT_NONE));
}

static void assert_sentence(const char *wanted) {
  Str sentence = session_sentence(session());
  if (!str_is(sentence, wanted))
    fail_msg("%.*s, not %s; %s", (int)sentence.bytes, sentence.at, wanted,
             session_message(session()).at);
}

static void assert_told(const char *part) {
  Str message = session_message(session());
  if (!strstr(message.at, part)) fail_msg("“%s” does not hold “%s”", message.at, part);
}

/* ---- dropped ---- */

static void push(Uint32 type, const char *path) {
  SDL_Event event = {.drop = {.type = type, .file = path ? SDL_strdup(path) : NULL}};
  assert_int_equal(SDL_PushEvent(&event), 1);
}

/* All of them come before the first is answered, as the system sends them. */
static void drop_all(const char *const *paths, int count) {
  push(SDL_DROPBEGIN, NULL);
  for (int i = 0; i < count; i++) push(SDL_DROPFILE, paths[i]);
  push(SDL_DROPCOMPLETE, NULL);
  settle();
}

static void drop(const char *path) { drop_all(&path, 1); }

static void a_state_is_dropped_whatever_its_name_holds(void **state) {
  (void)state;
  must_open(NULL, 0, NULL);
  for (int i = 0; i < NAMES; i++) {
    session_do(session(), "sentence \"before\"; head 1", NULL);
    drop(file(state_names[i], state_text));
    assert_sentence("the cat sat");
    assert_int_equal(session_view(session())->head, 2);
  }
  close_window();
}

static void folders_recordings_and_texts_are_dropped(void **state) {
  (void)state;
  must_open(NULL, 0, NULL);
  drop(world.recording);
  assert_true(session_is_recording(session()));
  drop(model_folder);
  assert_false(session_is_recording(session()));
  assert_non_null(strstr(session_inputs(session())->model, "models/reader"));
  session_do(session(), "model hand-made", NULL);
  drop(TEST_SOURCE_FOLDER "/../assets/models/reader/config.json");
  assert_non_null(strstr(session_inputs(session())->model, "models/reader"));
  assert_null(strstr(session_inputs(session())->model, "config.json"));
  drop(file("一句 话.txt", " a rose is a rose\n"));
  assert_sentence("a rose is a rose");
  close_window();
}

/* In order; what is wrong among them is told and stops no other. */
static void several_are_dropped_at_once(void **state) {
  (void)state;
  must_open(NULL, 0, NULL);
  const char *text = file("t.txt", "a rose"), *saved = file("s.headsup", state_text),
             *slow = file("slow.headsup", waits);
  drop_all((const char *const[]){model_folder, text}, 2);
  assert_non_null(strstr(session_inputs(session())->model, "models/reader"));
  assert_sentence("a rose");
  drop_all((const char *const[]){saved, text}, 2);
  assert_sentence("a rose");
  assert_int_equal(session_view(session())->head, 2);
  drop_all((const char *const[]){slow, text}, 2);
  assert_sentence("a rose");
  assert_int_equal(session_view(session())->head, 3);
  drop_all((const char *const[]){text, file("bad.headsup", "no state"), saved}, 3);
  assert_sentence("the cat sat");
  drop_all((const char *const[]){saved, file("bad.headsup", "no state")}, 2);
  assert_told("bad.headsup is no saved state");
  assert_sentence("the cat sat");
  drop_all((const char *const[]){folder_file(&world.folder, "gone"), saved}, 2);
  assert_sentence("the cat sat");
  close_window();
}

/* It opens at once, also while the files of the former drop do not. */
static void a_new_drop_takes_the_place_of_the_former(void **state) {
  (void)state;
  const char *slow = file("slow.headsup", "# headsup 1\nwait 600000\nhead 4\n");
  must_open(NULL, 0, NULL);
  push(SDL_DROPBEGIN, NULL);
  push(SDL_DROPFILE, slow);
  push(SDL_DROPFILE, file("t.txt", "never"));
  push(SDL_DROPCOMPLETE, NULL);
  turn();
  assert_int_equal(session_script_place(session()).state, SCRIPT_PLAYS);
  push(SDL_DROPFILE, file("s.headsup", state_text)); /* some systems send no begin */
  settle();
  assert_sentence("the cat sat");
  turn();
  assert_sentence("the cat sat");
  close_window();
}

/* A dropped state asks before it writes, and writes nothing without an answer. */
static void a_dropped_state_asks_before_it_writes(void **state) {
  (void)state;
  const char *victim = folder_file(&world.folder, "victim.headsup");
  must_open(NULL, 0, NULL);
  drop(file("writes.headsup",
            str_format(world.folder.arena, "# headsup 1\nhead 2\nsave \"%s\"\n", victim)));
  assert_int_equal(session_view(session())->menu, MENU_SCRIPT);
  session_do(session(), "permit no", NULL);
  assert_int_equal(os_kind(victim), OS_MISSING);
  close_window();
}

/* ---- from the start ---- */

static void a_window_starts_with_a_state(void **state) {
  (void)state;
  for (int i = 0; i < NAMES; i++) {
    MUST_OPEN(NULL, file(state_names[i], state_text));
    settle();
    assert_sentence("the cat sat");
    assert_int_equal(session_view(session())->head, 2);
    session_do(session(), "undo", NULL);
    assert_true(session_sentence(session()).bytes > 20); /* the one of every start */
    close_window();
  }
}

static void a_window_starts_with_a_folder_or_a_recording(void **state) {
  (void)state;
  MUST_OPEN(NULL, world.recording);
  settle();
  assert_true(session_is_recording(session()));
  close_window();
  MUST_OPEN(NULL, model_folder);
  settle();
  assert_non_null(strstr(session_inputs(session())->model, "models/reader"));
  close_window();
}

/* The second begins when the script of the first is over. */
static void files_open_one_after_another(void **state) {
  (void)state;
  const char *text = file("t.txt", "a rose"), *slow = file("slow.headsup", waits);
  MUST_OPEN(NULL, slow, text);
  settle();
  assert_sentence("a rose");
  assert_int_equal(session_view(session())->head, 3);
  close_window();
  MUST_OPEN(NULL, model_folder, text);
  settle();
  assert_non_null(strstr(session_inputs(session())->model, "models/reader"));
  assert_sentence("a rose");
  close_window();
}

static void commands_run_behind_the_files(void **state) {
  (void)state;
  MUST_OPEN("sentence \"last words\"", file("slow.headsup", waits));
  settle();
  assert_sentence("last words");
  assert_int_equal(session_view(session())->head, 3);
  assert_false(world.app.quit);
  close_window();
}

static void a_first_file_asks_before_it_writes(void **state) {
  (void)state;
  const char *victim = folder_file(&world.folder, "victim.headsup");
  MUST_OPEN(NULL, file("writes.headsup",
                       str_format(world.folder.arena, "# headsup 1\nsave \"%s\"\n", victim)));
  settle();
  assert_int_equal(session_view(session())->menu, MENU_SCRIPT);
  assert_int_equal(os_kind(victim), OS_MISSING);
  close_window();
}

/* The window stays, with the default picture and the reason; the next file opens. */
static void a_first_file_that_cannot_be_opened_is_told(void **state) {
  static const struct {
    const char *name, *text, *says;
  } wrong[] = {{"gone.headsup", NULL, "Cannot read "},
               {"bad.headsup", "# headsup 1\nstage nowhere\n", "bad.headsup:2: there is no stage"},
               {"lost.headsup", "# headsup 1\nmodel \"/no/where\"\n", "/no/where"},
               {"gone", NULL, "gone"},
               {"r.npy", "x", "r.npy is no"}};
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    const char *path = wrong[i].text ? file(wrong[i].name, wrong[i].text)
                                     : folder_file(&world.folder, wrong[i].name);
    MUST_OPEN(NULL, path);
    settle();
    assert_told(wrong[i].says);
    assert_false(world.app.quit);
    close_window();
    MUST_OPEN(NULL, path, file("s.headsup", state_text));
    settle();
    assert_sentence("the cat sat");
    close_window();
  }
}

/* With commands to follow nobody may be looking: they must not run on something else. */
static void with_commands_a_wrong_file_ends_the_window(void **state) {
  static const char *const texts[] = {"no state", "# headsup 1\nwait 50\nmodel \"/no/where\"\n"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    Status status = {0};
    const char *path = file("bad.headsup", texts[i]);
    if (open_window(&path, 1, "sentence \"never\"", &status)) {
      settle();
      assert_true(world.app.quit);
      status = world.app.first_failure;
      assert_true(session_sentence(session()).bytes > 20);
    }
    check_sentence(&status, "bad.headsup");
    close_window();
  }
}

/* ---- what replaces files that wait ---- */

static const char endless[] = "# headsup 1\nsentence \"x y\"\nwait 600000\nhead 4\n";

static void open_other(const char *name, const char *text) {
  const char *line = str_format(world.folder.arena, "open \"%s\"", file(name, text));
  Status status = {0};
  if (!session_do(session(), line, &status)) fail_msg("%s", status.sentence);
}

static void stop_script(void) {
  turn();
  assert_int_equal(session_script_place(session()).state, SCRIPT_PLAYS);
  session_do(session(), "escape", NULL);
  assert_int_equal(session_script_place(session()).state, SCRIPT_STOPPED);
}

static const char never[] = "sentence \"never\"";

/* They may write, and were meant for the first file. */
static void commands_do_not_run_on_another_script(void **state) {
  (void)state;
  MUST_OPEN(never, file("endless.headsup", endless));
  stop_script();
  open_other("other.headsup", state_text);
  settle();
  turn();
  assert_sentence("the cat sat");
  assert_told("the commands of --do do not run");
  assert_false(world.app.quit);
  close_window();
}

/* "commands to run first": the script finds what they did, and its own commands come last. */
static void commands_run_before_the_played_script(void **state) {
  (void)state;
  world.options = (AppOptions){.script = file("played.txt", "sentence \"a b c d\"\nhead 2\n"),
                               .commands = "sentence \"x y\"; head 4; theme dark"};
  assert_true(main_loop_open(&world.app, &world.options, NULL, NULL));
  settle();
  turn();
  settle();
  assert_sentence("a b c d");
  assert_int_equal(session_view(session())->head, 1);
  assert_int_equal(session_view(session())->theme, THEME_DARK);
  close_window();
}

/* What the person opens meanwhile takes the place of the script. */
static void the_played_script_does_not_follow_another(void **state) {
  (void)state;
  world.options = (AppOptions){.script = file("played.txt", never),
                               .commands = "sentence \"x y\"; wait 600000; head 4"};
  assert_true(main_loop_open(&world.app, &world.options, NULL, NULL));
  stop_script();
  open_other("other.headsup", state_text);
  settle();
  turn();
  assert_sentence("the cat sat");
  assert_told("the script does not play");
  close_window();
}

static void a_stopped_file_that_goes_on_runs_the_commands(void **state) {
  (void)state;
  MUST_OPEN("sentence \"last words\"",
            file("slower.headsup", "# headsup 1\nsentence \"x y\"\nwait 2000\nhead 4\n"));
  stop_script();
  for (int i = 0; i < 3; i++) turn();
  assert_sentence("x y");
  session_do(session(), "script go", NULL);
  settle();
  assert_sentence("last words");
  assert_int_equal(session_view(session())->head, 3);
  close_window();
}

/* Files of the command line and of a drop. */
static void files_that_wait_are_forgotten_for_another_script(void **state) {
  (void)state;
  const char *slow = file("endless.headsup", endless), *text = file("t.txt", "never");
  for (int is_drop = 0; is_drop < 2; is_drop++) {
    if (is_drop) must_open(NULL, 0, NULL);
    else MUST_OPEN(never, slow, text);
    push(SDL_DROPBEGIN, NULL);
    for (int i = 0; is_drop && i < 2; i++) push(SDL_DROPFILE, i == 0 ? slow : text);
    push(SDL_DROPCOMPLETE, NULL);
    turn();
    stop_script();
    open_other("other.headsup", state_text);
    settle();
    turn();
    assert_sentence("the cat sat");
    assert_told("the files that waited are not opened");
    assert_int_equal(strstr(session_message(session()).at, "--do") != NULL, !is_drop);
    close_window();
  }
}

static void files_that_wait_are_forgotten_for_a_model(void **state) {
  (void)state;
  MUST_OPEN(never, file("endless.headsup", endless), file("t.txt", "never"));
  stop_script();
  session_do(session(), "model random", NULL);
  turn();
  session_do(session(), "script go", NULL); /* nothing waits for its end */
  assert_told("the files that waited are not opened");
  assert_false(file_queue_waits(&world.app.input.file_queue));
  close_window();
}

static void a_drop_takes_the_place_of_files_from_the_start(void **state) {
  (void)state;
  MUST_OPEN(never, file("endless.headsup", endless), file("t.txt", "never"));
  turn();
  drop(file("s.headsup", state_text));
  turn();
  assert_sentence("the cat sat");
  assert_told("the commands of --do do not run");
  close_window();
}

/* What follows a state with a question waits for the answer. */
static void commands_wait_for_the_answer_of_a_state(void **state) {
  static const char *const answers[] = {"permit yes", "permit no"};
  (void)state;
  const char *victim = folder_file(&world.folder, "victim.headsup");
  const char *text = str_format(world.folder.arena,
                                "# headsup 1\nsentence \"x y\"\nhead 2\nsave \"%s\"\n", victim);
  for (int i = 0; i < 2; i++) {
    MUST_OPEN("head 3", file("writes.headsup", text));
    for (int k = 0; k < 3; k++) turn();
    assert_int_equal(session_view(session())->menu, MENU_SCRIPT);
    assert_int_equal(session_view(session())->head, 3); /* where the reader begins */
    session_do(session(), answers[i], NULL);
    settle();
    turn();
    assert_int_equal(session_view(session())->head, i == 0 ? 2 : 3);
    assert_int_equal(os_kind(victim), i == 0 ? OS_FILE : OS_MISSING);
    if (i == 1) assert_told("writes.headsup was not opened: the commands of --do do not run");
    assert_false(world.app.quit);
    os_remove_file(victim);
    close_window();
  }
}

static void commands_do_not_run_when_the_model_is_stopped(void **state) {
  (void)state;
  MUST_OPEN(never, model_folder);
  assert_true(session_is_pending(session()));
  session_do(session(), "cancel", NULL);
  turn();
  assert_true(session_sentence(session()).bytes > 20);
  assert_told("models/reader was not opened: the commands of --do do not run");
  assert_false(world.app.quit);
  close_window();
}

static void commands_do_not_run_when_the_model_fails(void **state) {
  (void)state;
  const char *folder = folder_file(&world.folder, "broken");
  assert_true(os_make_folder(folder, NULL));
  file("broken/config.json", "{}");
  MUST_OPEN(never, folder);
  assert_true(session_is_pending(session()));
  settle();
  assert_true(world.app.quit);
  check_sentence(&world.app.first_failure, "broken");
  close_window();
  os_remove_file(folder_file(&world.folder, "broken/config.json"));
  assert_true(os_remove_empty_folder(folder));
}

static void the_notice_of_the_start_is_told(void **state) {
  (void)state;
  world.options = (AppOptions){.notice = "x is on another computer"};
  assert_true(main_loop_open(&world.app, &world.options, NULL, NULL));
  settle();
  assert_told("x is on another computer");
  close_window();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_state_is_dropped_whatever_its_name_holds),
      cmocka_unit_test(folders_recordings_and_texts_are_dropped),
      cmocka_unit_test(several_are_dropped_at_once),
      cmocka_unit_test(a_new_drop_takes_the_place_of_the_former),
      cmocka_unit_test(a_dropped_state_asks_before_it_writes),
      cmocka_unit_test(a_window_starts_with_a_state),
      cmocka_unit_test(a_window_starts_with_a_folder_or_a_recording),
      cmocka_unit_test(files_open_one_after_another),
      cmocka_unit_test(commands_run_behind_the_files),
      cmocka_unit_test(a_first_file_asks_before_it_writes),
      cmocka_unit_test(a_first_file_that_cannot_be_opened_is_told),
      cmocka_unit_test(with_commands_a_wrong_file_ends_the_window),
      cmocka_unit_test(commands_do_not_run_on_another_script),
      cmocka_unit_test(commands_run_before_the_played_script),
      cmocka_unit_test(the_played_script_does_not_follow_another),
      cmocka_unit_test(a_stopped_file_that_goes_on_runs_the_commands),
      cmocka_unit_test(files_that_wait_are_forgotten_for_another_script),
      cmocka_unit_test(files_that_wait_are_forgotten_for_a_model),
      cmocka_unit_test(a_drop_takes_the_place_of_files_from_the_start),
      cmocka_unit_test(commands_wait_for_the_answer_of_a_state),
      cmocka_unit_test(commands_do_not_run_when_the_model_is_stopped),
      cmocka_unit_test(commands_do_not_run_when_the_model_fails),
      cmocka_unit_test(the_notice_of_the_start_is_told),
  };
  return cmocka_run_group_tests(tests, make_files, remove_files);
}
