/* What a script may do: a script from elsewhere may look and compute, and anything more needs a
** person's permission. No command replaces a file that this program did not write. */
#include <unistd.h>

#include "base/os.h"
#include "recording/made.h"
#include "session/browser/browser.h"
#include "session/menu/menu.h"
#include "session/say.h"

/* Two folders: one with the script, one that the script must not touch. */
typedef struct World {
  Folder own, other;
  Session *session;
  char copied[64];
  int exports;
  bool closed;
} World;

static bool copy_text(void *self, Str text, Status *status) {
  World *world = self;
  (void)status;
  snprintf(world->copied, sizeof world->copied, "%.*s", (int)text.bytes, text.at);
  return true;
}

static bool export_file(void *self, const Session *session, ExportOrder *order, Status *status) {
  World *world = self;
  (void)session, (void)order, (void)status;
  world->exports++;
  return true;
}

static void close_window(void *self) { ((World *)self)->closed = true; }

static bool go_on(void *self) { return self != NULL; }

/* in_window: with a hook that only a window has. */
static void begin(World *world, bool in_window) {
  Status status;
  SessionOptions options = {.model = "hand-made",
                            .sentence = STR("a b c"),
                            .hooks = {.self = world,
                                      .export_file = export_file,
                                      .copy_text = copy_text,
                                      .quit = close_window,
                                      .go_on = in_window ? go_on : NULL}};
  *world = (World){.own = folder_make(), .other = folder_make()};
  folder_write(&world->other, "victim.txt", STR("mine\n"));
  if (!session_make(&options, &world->session, &status)) fail_msg("%s", status.sentence);
}

static void end(World *world) {
  session_free(world->session);
  folder_remove(&world->own);
  folder_remove(&world->other);
}

static const char *victim(const World *world) { return folder_file(&world->other, "victim.txt"); }

static void assert_untouched(const World *world) {
  Str text = folder_read(&world->other, "victim.txt");
  assert_int_equal(text.bytes, 5);
  assert_memory_equal(text.at, "mine\n", 5);
}

/* The script's text, in which %s is that path. */
static Script script_with(const World *world, const char *format, const char *path) {
  Arena *arena = world->own.arena;
  StrBuf quoted = strbuf_make(arena);
  strbuf_add_json(&quoted, str_from(path));
  const char *text = str_format(arena, format, quoted.at);
  return (Script){.path = folder_file(&world->own, "lesson.txt"), .text = str_from(text)};
}

static int tokens(const World *world) { return trace_token_count(session_trace(world->session)); }

static MenuId menu(const World *world) { return session_view(world->session)->menu; }

/* ---- writing ---- */

static void a_stranger_s_script_writes_nothing(void **state) {
  static const struct {
    const char *line, *says;
  } writes[] = {{"save %s", "save would write "},
                {"export %s", "export would write "},
                {"export all csv %s", "export would write "},
                {"menu export; export now # %s", "export would write "},
                {"train copy layers 1; train keep %s", "train would write "},
                {"copy # %s", "copy would replace what is on the clipboard"},
                {"edit begin; edit select-all; edit copy # %s", "edit would replace"},
                {"edit begin; edit select-all; edit cut # %s", "edit would replace"}};
  (void)state;
  for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++) {
    World world;
    Status status = {0};
    char text[160];
    begin(&world, false);
    snprintf(text, sizeof text, "sentence \"x y\"\n%s\n", writes[i].line);
    Script script = script_with(&world, text, victim(&world));
    assert_false(session_run_script(world.session, &script, &status));
    check_sentence(&status, writes[i].says);
    check_sentence(&status, "lesson.txt:2: ");
    check_sentence(&status, "--write");
    assert_untouched(&world);
    assert_int_equal(tokens(&world), 3); /* not even its first line ran */
    assert_int_equal(world.exports, 0);
    assert_string_equal(world.copied, "");
    end(&world);
  }
}

static void what_is_allowed_to_write_writes(void **state) {
  World world;
  Status status = {0};
  (void)state;
  begin(&world, false);
  Script script =
      script_with(&world, "export x.png\ncopy\nsave %s\n", folder_file(&world.own, "s.txt"));
  script.rights = SCRIPT_WRITES;
  if (!session_run_script(world.session, &script, &status)) fail_msg("%s", status.sentence);
  assert_int_equal(world.exports, 1);
  assert_true(world.copied[0] != 0);
  assert_int_equal(os_kind(folder_file(&world.own, "s.txt")), OS_FILE);
  end(&world);
}

/* ---- opening ---- */

static Made recording_in(const char **path) {
  Made made = made_begin_native();
  float *weights = MADE_TENSOR(&made, "layers.0.weights", 3, 1, 2, 2);
  for (int i = 0; i < 4; i++) weights[i] = 0.5f;
  made_must_open(&made, NULL);
  *path = folder_file(&made.folder, "r.safetensors");
  return made;
}

static bool opens(const World *world, const char *name, ScriptRights rights, Status *status) {
  Script script = script_with(world, "model %s\n", name);
  script.rights = rights;
  *status = (Status){0};
  return session_run_script(world->session, &script, status);
}

static void a_script_opens_what_lies_in_its_folder(void **state) {
  World world;
  Status status;
  const char *path;
  (void)state;
  Made made = recording_in(&path);
  begin(&world, false);
  folder_write(&world.own, "near.safetensors", folder_read(&made.folder, "r.safetensors"));
  assert_int_equal(symlink(path, folder_file(&world.own, "link.safetensors")), 0);
  assert_true(opens(&world, "random", SCRIPT_LOOKS, &status));
  /* By its name, wherever the program was started. */
  if (!opens(&world, "near.safetensors", SCRIPT_LOOKS, &status)) fail_msg("%s", status.sentence);
  assert_true(session_is_recording(world.session));
  say(world.session, "model hand-made");
  const char *outside[] = {path, "link.safetensors",
                           str_format(world.own.arena, "%s/../%s", world.own.path, path + 5)};
  for (int i = 0; i < 3; i++) {
    assert_false(opens(&world, outside[i], SCRIPT_LOOKS, &status));
    check_sentence(&status, "outside the folder of the script");
    assert_false(session_is_recording(world.session));
  }
  assert_true(opens(&world, path, SCRIPT_OPENS, &status));
  assert_true(opens(&world, path, SCRIPT_LOOKS, &status)); /* it is open already */
  end(&world);
  made_end(&made);
}

/* LESSONS-private is not within LESSONS. */
static void a_folder_whose_name_goes_on_is_another(void **state) {
  World world;
  Status status;
  const char *path;
  (void)state;
  Made made = recording_in(&path);
  begin(&world, false);
  const char *beside = str_format(world.own.arena, "%s-private", world.own.path);
  assert_true(os_make_folder(beside, &status));
  const char *copy = str_format(world.own.arena, "%s/r.safetensors", beside);
  Str bytes = folder_read(&made.folder, "r.safetensors");
  assert_true(os_save_file(copy, bytes.at, bytes.bytes, &status));
  assert_false(opens(&world, copy, SCRIPT_LOOKS, &status));
  check_sentence(&status, "outside the folder of the script");
  os_remove_file(copy);
  os_remove_empty_folder(beside);
  end(&world);
  made_end(&made);
}

/* Everything lies in it, so nothing counts as beside the script. */
static void a_script_at_the_root_opens_nothing_of_the_disk(void **state) {
  World world;
  Status status;
  const char *path;
  (void)state;
  Made made = recording_in(&path);
  begin(&world, false);
  Script script = script_with(&world, "model %s\n", path);
  script.path = "/lesson.txt";
  assert_false(session_run_script(world.session, &script, &status));
  check_sentence(&status, "outside the folder of the script");
  end(&world);
  made_end(&made);
}

/* The list of files on disk, another script, the answer to its own question, the autosave. */
static void a_script_is_no_person(void **state) {
  static const char *const lines[] = {"browse",     "menu browse", "browse \"/\"", "open \"x.txt\"",
                                      "permit yes", "restore yes", "restore no",   "browse open"};
  (void)state;
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    World world;
    Status status = {0};
    begin(&world, true);
    Script script = {.path = "s", .text = str_from(lines[i]), .asks = true};
    assert_false(session_run_script(world.session, &script, &status));
    check_sentence(&status, "a script cannot give it");
    end(&world);
  }
}

/* ---- asking ---- */

static Script asking(const World *world, const char *format, const char *path) {
  Script script = script_with(world, format, path);
  script.asks = true;
  return script;
}

static void assert_asked(const World *world, const char *sentence) {
  bool found = false;
  assert_int_equal(menu(world), MENU_SCRIPT);
  for (int i = 0; i < session_wish_count(world->session); i++) {
    Str wish = session_wish(world->session, i, world->own.arena);
    found |= strstr(wish.at, sentence) != NULL;
  }
  if (!found) fail_msg("not asked: %s", sentence);
}

static void the_question_names_each_target(void **state) {
  World world;
  Status status = {0};
  (void)state;
  begin(&world, true);
  Script script = asking(
      &world, "sentence \"x y\"\nexport /tmp/none.png\nsave %s\nsave %1$s\ncopy\n", victim(&world));
  if (!session_run_script(world.session, &script, &status)) fail_msg("%s", status.sentence);
  assert_int_equal(session_wish_count(world.session), 3);
  assert_asked(&world, "It would write /tmp/none.png.");
  assert_asked(&world, str_format(world.own.arena, "It would replace %s", victim(&world)));
  assert_asked(&world, "clipboard");
  assert_int_equal(tokens(&world), 3);
  assert_untouched(&world);
  end(&world);
}

static void each_answer_does_what_it_says(void **state) {
  (void)state;
  for (int answer = 0; answer < 3; answer++) {
    static const char *const commands[] = {"permit no", "permit without", "permit yes"};
    World world;
    begin(&world, true);
    Script script = asking(&world, "sentence \"x y\"\nsave %s\nhead 2\n", victim(&world));
    assert_true(session_run_script(world.session, &script, NULL));
    say(world.session, "%s", commands[answer]);
    assert_int_equal(menu(&world), MENU_NONE);
    assert_int_equal(tokens(&world), answer == 0 ? 3 : 2);
    assert_int_equal(session_view(world.session)->head, answer == 0 ? 0 : 1);
    if (answer < 2) assert_untouched(&world);
    else assert_memory_equal(folder_read(&world.other, "victim.txt").at, "# headsup", 9);
    refused(world.session, "mask nowhere", "there is no mask");
    say(world.session, "permit yes"); /* nothing waits any more */
    assert_int_equal(tokens(&world), answer == 0 ? 3 : 2);
    end(&world);
  }
}

/* A yes permits what the question named: another file of someone else stays. */
static void a_yes_allows_what_was_named(void **state) {
  World world;
  Status status = {0};
  (void)state;
  begin(&world, true);
  const char *late = folder_file(&world.own, "late.txt");
  Script script = asking(&world, "save %s\n", late);
  assert_true(session_run_script(world.session, &script, NULL));
  assert_asked(&world, "It would write ");
  folder_write(&world.own, "late.txt", STR("came between question and answer"));
  assert_false(session_do(world.session, "permit yes", &status));
  check_sentence(&status, "was not written by Heads Up");
  assert_memory_equal(folder_read(&world.own, "late.txt").at, "came", 4);
  end(&world);
}

/* The lines after a model that waits for the answer are also checked for what they access. */
static void a_yes_to_a_model_allows_no_file_beside_it(void **state) {
  static const char *const lines[] = {"save \"%s\"", "menu none; save \"%s\"", "train keep \"%s\"",
                                      "export \"%s\""};
  Status status;
  const char *path;
  (void)state;
  Made made = recording_in(&path);
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    World world;
    begin(&world, true);
    const char *quiet = folder_file(&world.other, "quiet.png");
    StrBuf text = strbuf_make(world.own.arena);
    strbuf_add(&text, STR("model %s\n"));
    strbuf_format(&text, lines[i], quiet);
    Script script = asking(&world, text.at, path);
    if (!session_run_script(world.session, &script, &status)) fail_msg("%s", status.sentence);
    assert_asked(&world, "It would open ");
    assert_asked(&world, str_format(world.own.arena, "It would write %s.", quiet));
    say(world.session, "permit no");
    assert_int_equal(os_kind(quiet), OS_MISSING);
    end(&world);
  }
  made_end(&made);
}

/* What the question did not name is not done, whatever the reason the script has for it. */
static void a_yes_allows_nothing_unnamed(void **state) {
  World world;
  Status status;
  const char *path;
  (void)state;
  Made made = recording_in(&path);
  begin(&world, true);
  Script script = asking(&world, "model %s\nmenu export\nmenu choose\n", path);
  assert_true(session_run_script(world.session, &script, NULL));
  assert_false(session_do(world.session, "permit yes", &status));
  check_sentence(&status, "export would write ");
  assert_int_equal(world.exports, 0);
  end(&world);
  made_end(&made);
}

/* `save` alone goes where the person saved before, and the question says so. */
static void the_question_names_where_the_person_saved(void **state) {
  World world;
  (void)state;
  begin(&world, true);
  const char *saved = folder_file(&world.own, "saved.txt");
  say(world.session, "save \"%s\"", saved);
  Str before = folder_read(&world.own, "saved.txt");
  Script script = asking(&world, "sentence \"x y\"\nsave # %s\n", "");
  assert_true(session_run_script(world.session, &script, NULL));
  assert_asked(&world, str_format(world.own.arena, "It would write %s.", saved));
  Str after = folder_read(&world.own, "saved.txt");
  assert_true(str_equal(before, after));
  end(&world);
}

/* An automatic file name depends on computed values, and it replaces nothing. */
static void a_name_made_by_the_program_may_be_another_than_was_asked(void **state) {
  World world;
  char before[1024];
  (void)state;
  begin(&world, true);
  assert_non_null(getcwd(before, sizeof before));
  assert_int_equal(chdir(world.own.path), 0);
  Script script =
      asking(&world, "train copy layers 1\ntrain go 2\nexport now\ntrain keep # %s\n", "");
  assert_true(session_run_script(world.session, &script, NULL));
  assert_asked(&world, "copy-0");
  say(world.session, "permit yes");
  assert_int_equal(world.exports, 1);
  assert_int_equal(os_kind("copy-2"), OS_FOLDER);
  assert_int_equal(chdir(before), 0);
  Folder kept = {arena_make(0), folder_file(&world.own, "copy-2")};
  folder_remove(&kept);
  end(&world);
}

/* The list of recent models is the person's: any script may open what is in it. */
static void what_a_script_opens_is_not_noted(void **state) {
  World world;
  Status status;
  const char *path;
  (void)state;
  Made made = recording_in(&path);
  begin(&world, false);
  folder_write(&world.own, "near.safetensors", folder_read(&made.folder, "r.safetensors"));
  if (!opens(&world, "near.safetensors", SCRIPT_LOOKS, &status)) fail_msg("%s", status.sentence);
  say(world.session, "layer 1");
  assert_int_equal(session_recent_count(world.session), 0);
  say(world.session, "model hand-made; model \"%s\"", path);
  assert_int_equal(session_recent_count(world.session), 1);
  end(&world);
  made_end(&made);
}

/* Nothing of a model is read before the answer, and without the model the script cannot run. */
static void opening_elsewhere_is_asked_first(void **state) {
  World world;
  Status status = {0};
  (void)state;
  begin(&world, true);
  folder_write(&world.other, "bad.npz", STR("no archive: opening it would fail"));
  const char *path = folder_file(&world.other, "bad.npz");
  Script script = asking(&world, "model %s\nlayer 7\nhead 11\n", path);
  if (!session_run_script(world.session, &script, &status)) fail_msg("%s", status.sentence);
  assert_asked(&world, "It would open ");
  assert_string_equal(menu_command(world.session, MENU_SCRIPT,
                                   session_view(world.session)->menu_item, world.own.arena),
                      "permit no"); /* what Enter alone answers */
  assert_false(session_do(world.session, "permit without", NULL));
  assert_false(session_do(world.session, "permit yes", &status));
  check_sentence(&status, "bad.npz");
  end(&world);
}

/* An opened script destroys nothing: one undo reverts it, and its quit does
** not close the window. */
static void an_opened_state_is_one_step_and_cannot_close_the_window(void **state) {
  World world;
  (void)state;
  begin(&world, true);
  folder_write(&world.own, "s.txt",
               STR("# headsup 1\nsentence \"x\"\nsentence \"y z\"\nquit\nhead 2\n"));
  say(world.session, "open \"%s\"", folder_file(&world.own, "s.txt"));
  assert_int_equal(tokens(&world), 2);
  assert_int_equal(session_view(world.session)->head, 0); /* behind its quit */
  assert_false(world.closed);
  assert_false(session_has_quit(world.session));
  say(world.session, "undo");
  assert_int_equal(tokens(&world), 3);
  say(world.session, "head 2; sentence \"still works\"");
  end(&world);
}

/* ---- files of others ---- */

static void no_command_replaces_a_file_of_others(void **state) {
  World world;
  Status status;
  (void)state;
  begin(&world, false);
  const char *save = str_format(world.own.arena, "save \"%s\"", victim(&world));
  refused(world.session, save, "was not written by Heads Up");
  assert_untouched(&world);
  const char *own = folder_file(&world.own, "state.txt");
  say(world.session, "save \"%s\"", own);
  say(world.session, "sentence \"b\"; save \"%s\"", own); /* its own file */
  folder_write(&world.own, "config.json", STR("{}"));
  const char *keep = str_format(world.own.arena, "train keep \"%s\"", world.own.path);
  say(world.session, "train copy layers 1");
  assert_false(session_do(world.session, keep, &status));
  check_sentence(&status, "config.json is there already and was not written by Heads Up");
  end(&world);
}

static void who_says_so_replaces_it(void **state) {
  Session *session;
  Folder folder = folder_make();
  SessionOptions options = {.model = "hand-made", .replaces = true};
  (void)state;
  folder_write(&folder, "victim.txt", STR("mine\n"));
  assert_true(session_make(&options, &session, NULL));
  say(session, "save \"%s\"", folder_file(&folder, "victim.txt"));
  assert_memory_equal(folder_read(&folder, "victim.txt").at, "# headsup", 9);
  session_free(session);
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stranger_s_script_writes_nothing),
      cmocka_unit_test(what_is_allowed_to_write_writes),
      cmocka_unit_test(a_script_opens_what_lies_in_its_folder),
      cmocka_unit_test(a_folder_whose_name_goes_on_is_another),
      cmocka_unit_test(a_script_at_the_root_opens_nothing_of_the_disk),
      cmocka_unit_test(a_script_is_no_person),
      cmocka_unit_test(the_question_names_each_target),
      cmocka_unit_test(each_answer_does_what_it_says),
      cmocka_unit_test(a_yes_allows_what_was_named),
      cmocka_unit_test(a_yes_to_a_model_allows_no_file_beside_it),
      cmocka_unit_test(a_yes_allows_nothing_unnamed),
      cmocka_unit_test(the_question_names_where_the_person_saved),
      cmocka_unit_test(a_name_made_by_the_program_may_be_another_than_was_asked),
      cmocka_unit_test(what_a_script_opens_is_not_noted),
      cmocka_unit_test(opening_elsewhere_is_asked_first),
      cmocka_unit_test(an_opened_state_is_one_step_and_cannot_close_the_window),
      cmocka_unit_test(no_command_replaces_a_file_of_others),
      cmocka_unit_test(who_says_so_replaces_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
