/* A recording in the session: its masks are listed as they are, and its rows are paged. */
#include <string.h>
#include <unistd.h>

#include "files/safetensors.h"
#include "session/menu/menu.h"
#include "session/say.h"
#include "support/folder.h"

/* Three layers of weights of three words: causal, none, causal. */
static void write_recording(const Folder *folder) {
  float numbers[9] = {1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F};
  SafetensorsFloats tensors[] = {{"layers.0.weights", 3, {1, 3, 3}, numbers},
                                 {"layers.1.weights", 3, {1, 3, 3}, numbers},
                                 {"layers.2.weights", 3, {1, 3, 3}, numbers}};
  SafetensorsPair pairs[] = {{"format", "heads-up-trace-1"},
                             {"layers.0.mask", "causal"},
                             {"layers.1.mask", "none"},
                             {"layers.2.mask", "causal"},
                             {"tokens", "[\"the\",\"cat\",\"sat\"]"}};
  SafetensorsContent content = {tensors, 3, pairs, 5};
  assert_true(
      safetensors_save(folder->arena, folder_file(folder, "r.safetensors"), &content, NULL));
}

static Session *session_on(const Folder *folder) {
  Session *session = session_of("the cat sat");
  write_recording(folder);
  say(session, "model %s; view stage; stage weights", folder_file(folder, "r.safetensors"));
  return session;
}

static void the_menu_lists_the_masks_it_has(void **state) {
  (void)state;
  Folder folder = folder_make();
  Session *session = session_on(&folder);
  assert_int_equal(menu_count(session, MENU_ATTENTION), 2);
  for (int i = 0; i < 2; i++) {
    assert_string_equal(menu_command(session, MENU_ATTENTION, i, folder.arena),
                        i == 0 ? "layer 1" : "layer 2");
    assert_int_equal(menu_is_set(session, MENU_ATTENTION, i), i == 0);
  }
  say(session, "menu attention; menu right; menu down; menu choose");
  assert_int_equal(session_view(session)->layer, 1);
  say(session, "layer 3; menu attention; menu choose"); /* its own mask: nothing changes */
  assert_int_equal(session_view(session)->layer, 2);
  say(session, "model hand-made");
  assert_true(menu_count(session, MENU_ATTENTION) > 2);
  assert_string_equal(menu_command(session, MENU_ATTENTION, 1, folder.arena), "mask causal");
  session_free(session);
  folder_remove(&folder);
}

/* Its numbers are its own; what was set for the previous model is used for the next one. */
static void nothing_is_laid_over_a_recording(void **state) {
  (void)state;
  Folder folder = folder_make();
  Session *session = session_on(&folder);
  refused(session, "positions none", "positions cannot be laid over a recording");
  say(session, "positions own; model hand-made; positions none");
  say(session, "model %s", folder_file(&folder, "r.safetensors"));
  assert_true(kind_is_own(trace_kind(session_trace(session))));
  say(session, "model hand-made");
  assert_false(kind_is_own(trace_kind(session_trace(session))));
  say(session, "undo; undo; undo");
  assert_true(kind_is_own(trace_kind(session_trace(session))));
  session_free(session);
  folder_remove(&folder);
}

/* One notch up goes to the previous rows, from the present ones if no row is focused;
** it stops at the ends. */
static void pages_are_turned_by_their_rows(void **state) {
  (void)state;
  Session *session = session_of("a b c d e f g h i j k l");
  const View *view = session_view(session);
  say(session, "view stage; stage weights; cell none; cursor page 1 5 12");
  assert_int_equal(view->query, 6);
  assert_true(view->locked);
  say(session, "cursor page 1 5 12");
  assert_int_equal(view->query, 1);
  say(session, "cursor page 1 5 12");
  assert_int_equal(view->query, 0);
  say(session, "cursor page -3 5 12");
  assert_int_equal(view->query, 11);
  refused(session, "cursor page 1 5 13", "12");
  session_free(session);
}

/* A recording that lacks the current stage opens at the nearest one it has. */
static void a_recording_opens_on_a_stage_it_has(void **state) {
  (void)state;
  Folder folder = folder_make();
  static const char *const stages[] = {"logits", "block", "tokens", "embed", "qkv", "scores"};
  write_recording(&folder);
  for (int i = 0; i < 6; i++) {
    Session *session = session_of("the cat sat");
    say(session, "model reader; stage %s; model %s", stages[i],
        folder_file(&folder, "r.safetensors"));
    StageId stage = session_view(session)->stage;
    assert_int_equal(trace_stage_missing(session_trace(session), stage).bytes, 0);
    assert_int_equal(stage, i >= 2 && i <= 4 ? STAGE_TOKENS : STAGE_WEIGHTS);
    assert_int_equal(session_view(session)->kind, VIEW_STAGE);
    say(session, "undo");
    assert_string_equal(stage_info(session_view(session)->stage)->name, stages[i]);
    session_free(session);
  }
  folder_remove(&folder);
}

static bool count_copies(void *self, Str text, Status *status) {
  int *count = self;
  (void)text, (void)status;
  ++*count;
  return true;
}

/* A file that another program has truncated: its numbers are NaN, and they are
** not copied as numbers. */
static void numbers_that_could_not_be_read_are_not_copied(void **state) {
  (void)state;
  Folder folder = folder_make();
  int copies = 0;
  Session *session;
  Status status = {STATUS_OK, ""};
  SessionOptions options = {.sentence = STR("the cat sat"),
                            .hooks = {.self = &copies, .copy_text = count_copies}};
  assert_true(session_make(&options, &session, &status));
  write_recording(&folder);
  const char *path = folder_file(&folder, "r.safetensors");
  say(session, "model %s; view stage; stage weights; layer 1; cell none; copy", path);
  assert_int_equal(copies, 1);
  assert_int_equal(truncate(path, 400), 0);
  say(session, "layer 3");
  refused(session, "copy", "r.safetensors");
  assert_int_equal(copies, 1);
  session_free(session);
  folder_remove(&folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_menu_lists_the_masks_it_has),
      cmocka_unit_test(nothing_is_laid_over_a_recording),
      cmocka_unit_test(pages_are_turned_by_their_rows),
      cmocka_unit_test(a_recording_opens_on_a_stage_it_has),
      cmocka_unit_test(numbers_that_could_not_be_read_are_not_copied),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
