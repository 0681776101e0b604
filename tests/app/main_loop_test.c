/* tests/app/main_loop_test.c -- the running window on SDL's offscreen driver: system events,
** drawing only after changes, a lost context, sizes, dropped files, an export. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include <SDL2/SDL.h>
#include <epoxy/gl.h>

#include "base/rng.h"
#include "app/main_loop.h"
#include "base/os.h"
#include "support/driver_leaks.h"
#include "support/patience.h"

typedef struct World {
  App app;
  AppOptions options;
  char folder[64];
  char own_path[200]; /* of this test */
} World;

static World world;

static int open_world(void **state) {
  Status status = {0};
  driver_leaks_ignore();
  snprintf(world.folder, sizeof world.folder, "/tmp/headsup-run-test-XXXXXX");
  if (!mkdtemp(world.folder)) return -1;
  setenv("SDL_VIDEODRIVER", "offscreen", 1);
  setenv("XDG_STATE_HOME", world.folder, 1);
  setenv("XDG_CONFIG_HOME", world.folder, 1);
  world.options = (AppOptions){.sentence = STR("the cat sat on the mat")};
  *state = &world;
  if (main_loop_open(&world.app, &world.options, NULL, &status) &&
      main_loop_draw(&world.app, &status))
    return 0;
  print_error("%s\n", status.sentence);
  return -1;
}

/* After an orderly end only settings are in it. 0: it was removed. */
static int remove_folder(const char *folder) {
  char inner[300], settings[320];
  snprintf(inner, sizeof inner, "%s/headsup", folder);
  snprintf(settings, sizeof settings, "%s/settings", inner);
  os_remove_file(settings);
  rmdir(inner);
  return rmdir(folder);
}

static int close_world(void **state) {
  (void)state;
  main_loop_close(&world.app);
  return remove_folder(world.folder);
}

static void turn(void) {
  for (int i = 0; i < 4; i++) assert_true(main_loop_turn(&world.app, 5, NULL));
}

/* Until nothing was drawn for 700 ms. */
static void settle(void) {
  double began_ms = os_now_ms(), quiet_since_ms = began_ms, drawn_ms = -1;
  while (os_now_ms() - quiet_since_ms < 700 && patience_lasts(began_ms)) {
    assert_true(main_loop_turn(&world.app, 20, NULL));
    if (world.app.last_frame_ms != drawn_ms) quiet_since_ms = os_now_ms();
    drawn_ms = world.app.last_frame_ms;
  }
  assert_true(os_now_ms() - quiet_since_ms >= 700);
}

static bool sentence_of(const Session *session, const char *wanted) {
  return str_is(session_inputs(session)->streams[0], wanted);
}

static bool sentence_is(const char *wanted) { return sentence_of(world.app.session, wanted); }

static void push_key(SDL_Keycode code, Uint16 mod) {
  SDL_Event event = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = code, .mod = mod}}};
  event.key.keysym.scancode = SDL_GetScancodeFromKey(code);
  SDL_PushEvent(&event);
}

static void push_text(Uint32 type, const char *text, int start) {
  SDL_Event event = {.type = type};
  if (type == SDL_TEXTINPUT) SDL_strlcpy(event.text.text, text, sizeof event.text.text);
  if (type == SDL_TEXTEDITING) {
    SDL_strlcpy(event.edit.text, text, sizeof event.edit.text);
    event.edit.start = start;
  }
  if (type == SDL_TEXTEDITING_EXT) {
    event.editExt.text = SDL_strdup(text);
    event.editExt.start = start;
  }
  SDL_PushEvent(&event);
}

static void the_keyboard_belongs_to_the_sentence_only_while_it_is_edited(void **state) {
  (void)state;
  assert_false(SDL_IsTextInputActive());
  push_key(SDLK_RETURN, 0);
  turn();
  assert_true(session_edit(world.app.session)->active);
  assert_true(SDL_IsTextInputActive());
  push_key(SDLK_ESCAPE, 0);
  turn();
  assert_false(SDL_IsTextInputActive());
}

/* The system delivers everything typed in a moment at once. */
static void keys_pressed_together_with_enter_are_typed(void **state) {
  (void)state;
  session_do(world.app.session, "sentence \"xy\"; edit begin; edit end", NULL);
  assert_true(main_loop_draw(&world.app, NULL));
  assert_false(SDL_IsTextInputActive());
  push_key(SDLK_RETURN, 0);
  assert_true(SDL_IsTextInputActive()); /* so that the next press brings its text */
  push_key(SDLK_a, 0);
  push_text(SDL_TEXTINPUT, "a", 0);
  push_key(SDLK_RETURN, 0);
  push_key(SDLK_RETURN, 0);
  push_key(SDLK_b, 0);
  push_text(SDL_TEXTINPUT, "b", 0);
  assert_true(
      main_loop_draw(&world.app, NULL)); /* a picture in between, as while files are written */
  turn();
  assert_true(sentence_is("xyab"));
  push_key(SDLK_ESCAPE, 0);
  turn();
  assert_false(SDL_IsTextInputActive());
}

static void an_input_method_composes_and_commits(void **state) {
  (void)state;
  session_do(world.app.session, "sentence \"ab\"; edit begin; edit left", NULL);
  push_text(SDL_TEXTEDITING, "ni", 2);
  push_text(SDL_TEXTEDITING_EXT, "ni hao zhe shi yi ge hen chang de ju zi", 4);
  push_key(SDLK_RETURN, 0);
  turn();
  assert_string_equal(session_edit(world.app.session)->composition,
                      "ni hao zhe shi yi ge hen chang de ju zi");
  assert_true(session_edit(world.app.session)->active);
  push_text(SDL_TEXTEDITING, "", 0);
  push_text(SDL_TEXTINPUT, "你好这是一个很", 0);
  push_text(SDL_TEXTINPUT, "长的句子", 0);
  turn();
  assert_true(sentence_is("a你好这是一个很长的句子b"));
  push_text(SDL_TEXTEDITING, "ha", 2);
  SDL_Event lost = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_LOST}};
  SDL_PushEvent(&lost);
  turn();
  assert_string_equal(session_edit(world.app.session)->composition, "");
  assert_true(sentence_is("a你好这是一个很长的句子b"));
  session_do(world.app.session, "edit end", NULL);
}

/* Whether the control with the focus sends that command when it is pressed, or one that arrows reach
** from it: 200 of them at random, the same ones each time. */
static bool stop_sends(const char *command, Arena *arena) {
  static const int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  InputState *input = &world.app.input;
  Focus at_stop = input->focus;
  Rng rng = rng_make(5);
  bool sends = false;
  for (int i = 0; i < 200 && !sends; i++) {
    const int *way = ways[rng_below(&rng, 4)];
    const char *click = focus_press(&input->focus, input->list, arena);
    const char *moved = focus_arrow(&input->focus, input->list, way[0], way[1], arena);
    sends = (click && strcmp(click, command) == 0) || (moved && strcmp(moved, command) == 0);
  }
  input->focus = at_stop;
  return sends;
}

/* Whether Tab, pressed until it comes round, and arrows reach a control that sends the command. */
static bool tab_meets(const char *command) {
  Arena *arena = arena_make(0);
  bool meets = false;
  session_do(world.app.session, "focus none", NULL);
  for (int i = 0; i < 24 && !meets; i++) {
    input_key(&world.app.input, "Tab");
    meets = stop_sends(command, arena);
  }
  arena_free(arena);
  return meets;
}

/* "Every control can be reached by keyboard": a few of each part of the window. */
static void tab_meets_the_controls_of_every_part(void **state) {
  (void)state;
  static const struct {
    const char *state, *commands[8];
  } places[] = {{"stage scores; cell none",
                 {"menu model", "menu export", "play toggle", "stage masked", "step by row",
                  "head 2", "layer 2"}},
                {"model writer; stage logits; cell 3 row",
                 {"temperature +", "temperature -", "topk +", "topp -", "theme toggle", "menu help"}},
                {"view overview", {"layer 2", "stage qkv"}},
                /* with sixteen keys or less the button of contrast is grey and does nothing */
                {"sentence \"a b c d e f g h i j k l m n o p q\"; stage weights; cell none",
                 {"tint toggle", "arcs toggle", "contrast toggle"}}};
  for (int i = 0; i < 4; i++) {
    session_do(world.app.session, "motion off; menu none; model hand-made", NULL);
    session_do(world.app.session, places[i].state, NULL);
    turn();
    for (int k = 0; k < 8 && places[i].commands[k]; k++)
      if (!tab_meets(places[i].commands[k]))
        fail_msg("%s: %s is not reached", places[i].state, places[i].commands[k]);
  }
  session_do(world.app.session, "focus none; motion on; model hand-made; view overview", NULL);
}

static void nothing_is_drawn_when_nothing_changes(void **state) {
  (void)state;
  settle();
  double drawn = world.app.last_frame_ms;
  for (int i = 0; i < 20; i++) assert_true(main_loop_turn(&world.app, 10, NULL));
  assert_true(world.app.last_frame_ms == drawn);
  session_do(world.app.session, "head 2", NULL);
  assert_true(main_loop_turn(&world.app, 5, NULL));
  assert_true(world.app.last_frame_ms > drawn);
}

/* The state of the caret that long after the last key; repeated if the loop was too slow. */
static void wait_for_caret(bool shown, double since_key_ms) {
  double began_ms = os_now_ms();
  do {
    world.app.last_activity_ms = os_now_ms() - since_key_ms;
    turn();
  } while (world.app.caret_shown != shown && patience_lasts(began_ms));
  assert_int_equal(world.app.caret_shown, shown);
}

static void the_caret_blinks_and_rests_after_five_seconds(void **state) {
  (void)state;
  session_do(world.app.session, "edit begin", NULL);
  wait_for_caret(true, 0);
  wait_for_caret(false, 600);
  world.app.last_activity_ms = os_now_ms() - 5600;
  settle();
  assert_true(world.app.caret_shown);
  double drawn = world.app.last_frame_ms;
  for (int i = 0; i < 10; i++) assert_true(main_loop_turn(&world.app, 70, NULL));
  assert_true(world.app.last_frame_ms == drawn);
  session_do(world.app.session, "edit end", NULL);
}

static void a_lost_context_is_made_again_and_shows_the_same(void **state) {
  (void)state;
  Status status = {0};
  gl_free(world.app.gl);
  world.app.gl = NULL;
  assert_true(window_make_context(world.app.window, &status));
  assert_true(gl_make(world.app.fonts, &world.app.gl, &status));
  assert_true(main_loop_draw(&world.app, &status));
  assert_true(gl_heatmaps_made(world.app.gl) > 0);
}

/* ---- a driver that loses its context ---- */

/* A driver as epoxy sees it: the context is lost, and new ones compile no shader
** for that many attempts. */
static struct {
  bool lost;
  int refusals;
} driver;
static PFNGLGETGRAPHICSRESETSTATUSPROC real_reset_status;
static PFNGLGETSHADERIVPROC real_shader;

static GLenum EPOXY_CALLSPEC told_reset_status(void) {
  GLenum told = driver.lost ? GL_UNKNOWN_CONTEXT_RESET : GL_NO_ERROR;
  driver.lost = false;
  return told;
}

static void EPOXY_CALLSPEC told_shader(GLuint shader, GLenum what, GLint *value) {
  real_shader(shader, what, value);
  if (what != GL_COMPILE_STATUS || driver.refusals == 0) return;
  driver.refusals--;
  *value = GL_FALSE;
}

static void lose_context(int refusals) {
  real_reset_status = epoxy_glGetGraphicsResetStatus;
  real_shader = epoxy_glGetShaderiv;
  epoxy_glGetGraphicsResetStatus = told_reset_status;
  epoxy_glGetShaderiv = told_shader;
  driver.lost = true;
  driver.refusals = refusals;
}

static void repair_driver(void) {
  epoxy_glGetGraphicsResetStatus = real_reset_status;
  epoxy_glGetShaderiv = real_shader;
}

/* What the next attempt waits for has come. */
static bool turn_when_due(Status *status) {
  world.app.graphics_due_ms = 0;
  return main_loop_turn(&world.app, 5, status);
}

static void while_the_driver_gives_no_context_the_work_goes_on(void **state) {
  (void)state;
  Status status = {0};
  session_do(world.app.session, "sentence \"ab\"; edit begin", NULL);
  turn();
  lose_context(3);
  world.app.stale = true;
  assert_true(turn_when_due(&status));
  assert_null(world.app.gl);
  assert_true(turn_when_due(&status));
  push_text(SDL_TEXTINPUT, "c", 0);
  assert_true(turn_when_due(&status));
  assert_null(world.app.gl);
  assert_true(sentence_is("abc"));
  for (int i = 0; i < 3; i++) assert_true(turn_when_due(&status));
  assert_non_null(world.app.gl);
  assert_true(gl_heatmaps_made(world.app.gl) > 0);
  repair_driver();
  session_do(world.app.session, "edit end", NULL);
  turn();
}

/* Between two attempts the window waits instead of trying all the time. */
static void an_attempt_that_failed_is_followed_by_a_pause(void **state) {
  (void)state;
  lose_context(1);
  world.app.stale = true;
  assert_true(turn_when_due(NULL));
  assert_true(turn_when_due(NULL));
  assert_null(world.app.gl);
  world.app.graphics_due_ms = os_now_ms() + 1e6;
  for (int i = 0; i < 5; i++) assert_true(main_loop_turn(&world.app, 0, NULL));
  assert_null(world.app.gl);
  assert_true(turn_when_due(NULL));
  assert_non_null(world.app.gl);
  repair_driver();
}

static void any_size_can_be_drawn(void **state) {
  static const int sizes[][2] = {{1, 1},   {3840, 2160}, {960, 600},
                                 {7, 900}, {1600, 3},    {1440, 900}};
  (void)state;
  SDL_Window *window = SDL_GL_GetCurrentWindow();
  SDL_SetWindowMinimumSize(window, 1, 1);
  for (int round = 0; round < 3; round++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      SDL_SetWindowSize(window, sizes[i][0], sizes[i][1]);
      turn();
      assert_false(world.app.list.failed);
    }
}

static void a_minimised_window_draws_nothing(void **state) {
  (void)state;
  SDL_Event event = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_MINIMIZED}};
  SDL_PushEvent(&event);
  turn();
  double drawn = world.app.last_frame_ms;
  session_do(world.app.session, "head 3", NULL);
  turn();
  assert_true(world.app.last_frame_ms == drawn);
  event.window.event = SDL_WINDOWEVENT_RESTORED;
  SDL_PushEvent(&event);
  turn();
  assert_true(world.app.last_frame_ms > drawn);
}

static void push_drop(Uint32 type, const char *what) {
  SDL_Event event = {.drop = {.type = type, .file = SDL_strdup(what)}};
  SDL_PushEvent(&event);
  turn();
}

static void files_and_text_can_be_dropped(void **state) {
  char path[96];
  (void)state;
  snprintf(path, sizeof path, "%s/words.txt", world.folder);
  assert_true(os_save_file(path, "a rose is a rose\n", 17, NULL));
  push_drop(SDL_DROPFILE, path);
  assert_true(sentence_is("a rose is a rose"));
  os_remove_file(path);
  push_drop(SDL_DROPFILE, path); /* gone: a sentence about it, nothing lost */
  assert_true(session_message(world.app.session).bytes > 0);
  push_drop(SDL_DROPFILE, "/tmp/model.bin");
  assert_true(sentence_is("a rose is a rose"));
  push_drop(SDL_DROPTEXT, "two words");
  assert_true(sentence_is("two words"));
}

/* A file in a model folder stands for the folder; what cannot be opened is named. */
static void a_dropped_model_is_opened_beside(void **state) {
  char folder[96], path[128];
  static const char config[] = "{\"model_type\": \"llama\"}";
  (void)state;
  snprintf(folder, sizeof folder, "%s/dropped", world.folder);
  snprintf(path, sizeof path, "%s/config.json", folder);
  assert_true(os_make_folder(folder, NULL));
  assert_true(os_save_file(path, config, sizeof config - 1, NULL));
  const Trace *before = session_trace(world.app.session);
  push_drop(SDL_DROPFILE, path);
  settle();
  assert_false(session_is_pending(world.app.session));
  assert_non_null(strstr(session_message(world.app.session).at, "Llama"));
  assert_ptr_equal(session_trace(world.app.session), before);
  os_remove_file(path);
  rmdir(folder);
}

static void count_entry(void *self, const char *name) {
  (void)name;
  ++*(int *)self;
}

static void remove_entry(void *self, const char *name) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", (const char *)self, name);
  os_remove_file(path);
}

/* In one go: every stage, layer and head, while the window keeps drawing. */
static void a_folder_gets_every_stage_layer_and_head(void **state) {
  char command[160], folder[96];
  int files = 0;
  Status status = {0};
  (void)state;
  snprintf(folder, sizeof folder, "%s/figures", world.folder);
  snprintf(command, sizeof command, "sentence \"a b\"; export \"%s/\"", folder);
  double drawn = world.app.last_progress_ms;
  bool done = session_do(world.app.session, command, &status);
  if (!done) print_message("%s\n", status.sentence);
  assert_true(done);
  assert_true(world.app.last_progress_ms > drawn);
  Arena *arena = arena_make(0);
  os_list_folder(arena, folder, count_entry, &files);
  os_list_folder(arena, folder, remove_entry, folder);
  arena_free(arena);
  rmdir(folder);
  assert_true(files >= 2 * 4 * 5 + 2); /* two layers, four heads, at least five stages of each */
}

static int files_of(const char *folder) {
  int files = 0;
  Arena *arena = arena_make(0);
  os_list_folder(arena, folder, count_entry, &files);
  os_list_folder(arena, folder, remove_entry, (void *)folder);
  arena_free(arena);
  rmdir(folder);
  return files;
}

/* Esc ends a batch between two files and says how many were written; closing ends it too. */
static void esc_stops_a_batch(void **state) {
  char command[160], folder[96];
  Status status = {0};
  (void)state;
  snprintf(folder, sizeof folder, "%s/figures", world.folder);
  snprintf(command, sizeof command, "menu none; export all csv,json \"%s\"", folder);
  push_key(SDLK_ESCAPE, 0);
  assert_false(session_do(world.app.session, command, &status));
  assert_non_null(strstr(status.sentence, "stopped: nothing is written to "));
  assert_int_equal(files_of(folder), 0);
  SDL_Event event = {.type = SDL_QUIT};
  SDL_PushEvent(&event);
  assert_false(session_do(world.app.session, command, &status));
  turn();
  assert_true(world.app.quit);
  world.app.quit = false;
  files_of(folder);
  assert_true(session_do(world.app.session, command, &status));
  assert_non_null(strstr(session_message(world.app.session).at, folder));
  assert_true(files_of(folder) > 80);
}

static void closing_and_quitting_end_it(void **state) {
  (void)state;
  SDL_Event event = {.type = SDL_QUIT};
  assert_false(world.app.quit);
  SDL_PushEvent(&event);
  turn();
  assert_true(world.app.quit);
  world.app.quit = false;
}

static void wake(void *window) { window_signal(window); }

/* During the wait or just before it: a window that nothing else would wake ends its wait. */
static void a_signal_ends_the_wait(void **state) {
  (void)state;
  Signals signals;
  Status status = {0};
  assert_true(signals_start(&signals, PATIENCE_MS));
  world.app.signals = &signals;
  for (int i = 0; i < 3; i++) turn();
  assert_false(world.app.quit);
  /* The driver's threads are older than the signals here, and would be ended by one for all. */
  assert_int_equal(pthread_kill(signals.thread, SIGTERM), 0);
  signals_wake_with(&signals, wake, world.app.window);
  while (!world.app.quit) assert_true(main_loop_turn(&world.app, -1, &status));
  assert_int_equal(signals_caught(&signals), SIGTERM);
  world.app.signals = NULL;
  world.app.quit = false;
  signals_end(&signals);
}

/* In a process of its own, since the autosave of a living process is not offered: a window whose
** context never comes back, and which receives a key meanwhile. 0: it ended as it should. */
static int end_without_a_driver(void) {
  Status status = {0};
  void *state;
  int turns = 0;
  if (open_world(&state) != 0) return 1;
  lose_context(INT_MAX);
  session_do(world.app.session, "edit begin", NULL);
  world.app.stale = true;
  while (turn_when_due(&status) && turns < 100)
    if (turns++ == 2) push_text(SDL_TEXTINPUT, " typed meanwhile", 0);
  repair_driver();
  main_loop_close(&world.app);
  bool right = turns > 3 && turns < 100 && world.app.broke && status.kind == STATUS_COULD_NOT &&
               strstr(status.sentence, "graphics driver");
  print_message("%s\n%s\n", world.folder, status.sentence);
  return right ? 0 : 1;
}

/* The window ends with a sentence and exit code 1, and the next start has the
** text that was typed. */
static void a_context_that_never_comes_back_ends_the_window_and_keeps_the_work(void **state) {
  (void)state;
  char folder[256] = "", inner[300], command[300];
  Session *session = NULL;
  snprintf(command, sizeof command, "exec '%s' end", world.own_path);
  FILE *child = popen(command, "r");
  assert_non_null(child);
  assert_non_null(fgets(folder, sizeof folder, child));
  folder[strcspn(folder, "\n")] = 0;
  while (fgetc(child) != EOF) continue;
  assert_int_equal(pclose(child), 0);
  snprintf(inner, sizeof inner, "%s/headsup", folder);
  SessionOptions options = {.model = "hand-made", .state_folder = inner};
  assert_true(session_make(&options, &session, NULL));
  assert_true(session_has_left_autosave(session));
  assert_true(session_do(session, "restore yes", NULL));
  assert_true(sentence_of(session, "the cat sat on the mat typed meanwhile"));
  session_free(session);
  assert_int_equal(remove_folder(folder), 0);
}

int main(int count, char **words) {
  if (count > 1) return end_without_a_driver();
  snprintf(world.own_path, sizeof world.own_path, "%s", words[0]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_keyboard_belongs_to_the_sentence_only_while_it_is_edited),
      cmocka_unit_test(keys_pressed_together_with_enter_are_typed),
      cmocka_unit_test(keys_pressed_together_with_enter_are_typed),
      cmocka_unit_test(an_input_method_composes_and_commits),
      cmocka_unit_test(tab_meets_the_controls_of_every_part),
      cmocka_unit_test(nothing_is_drawn_when_nothing_changes),
      cmocka_unit_test(the_caret_blinks_and_rests_after_five_seconds),
      cmocka_unit_test(a_lost_context_is_made_again_and_shows_the_same),
      cmocka_unit_test(while_the_driver_gives_no_context_the_work_goes_on),
      cmocka_unit_test(an_attempt_that_failed_is_followed_by_a_pause),
      cmocka_unit_test(a_context_that_never_comes_back_ends_the_window_and_keeps_the_work),
      cmocka_unit_test(any_size_can_be_drawn),
      cmocka_unit_test(a_minimised_window_draws_nothing),
      cmocka_unit_test(files_and_text_can_be_dropped),
      cmocka_unit_test(a_dropped_model_is_opened_beside),
      cmocka_unit_test(a_folder_gets_every_stage_layer_and_head),
      cmocka_unit_test(esc_stops_a_batch),
      cmocka_unit_test(closing_and_quitting_end_it),
      cmocka_unit_test(a_signal_ends_the_wait),
  };
  int failed_count = cmocka_run_group_tests(tests, open_world, close_world);
  if (access(world.folder, F_OK) != 0) return failed_count;
  print_error("%s stays behind\n", world.folder); /* cmocka counts no teardown that fails */
  return failed_count + 1;
}
