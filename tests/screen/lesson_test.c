/* Every page of every lesson, in windows of many sizes, dark and light, before a class and with
** wrong answers: no text is cut, none lies over another, and words are handles that answer. */
#include "screen/state.h"

#include <stdio.h>
#include <string.h>

#include "render/count/count.h"
#include "session/lesson/on_show.h"
#include "session/lesson/shelf.h"
#include "support/folder.h"

static const struct {
  Window window;
  const char *commands;
} looks[] = {{{640, 400}, "motion off"},
             {{1440, 900}, "motion off; theme dark"},
             {{1920, 1080}, "motion off; textscale 3"},
             {{960, 600}, "motion off"},
             {{1280, 720}, "motion off; presenter on"},
             {{1366, 768}, "motion off; textscale 1.5"}};
enum { LOOK_COUNT = sizeof looks / sizeof looks[0] };

static void check(const Session *session, Arena *arena, Window window, const char *what) {
  DrawList list = screen_list(session, arena, window);
  CountReport report = count_list(&list, fonts_metrics(support_fonts()), arena);
  if (report.texts_outside + report.texts_clipped + report.texts_overlapping > 0)
    fail_msg("%s in %g × %g: %.*s", what, (double)window.width, (double)window.height,
             (int)report.first_complaint.bytes, report.first_complaint.at);
}

/* Answers that are wrong, so that hints stand there, too. */
static void answer_wrongly(Session *session) {
  int question = session_lesson_open_question(session);
  if (question < 0) return;
  const LessonQuestion *asked = session_lesson(session)->lesson->questions[question];
  if (asked->kind == QUESTION_NUMBER)
    run(session, "lesson enter; lesson type \"-99\"; lesson enter");
  if (asked->kind == QUESTION_CHOICE)
    run(session, asked->choices->is_right ? "lesson answer 2" : "lesson answer 1");
}

static void every_page_has_room(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  int look = 0;
  for (int i = 0; i < shelf_count(); i++) {
    char name[SHELF_NAME_BYTES], line[128];
    shelf_name(i, name);
    Session *session = session_after("motion off");
    snprintf(line, sizeof line, "lesson %s", name);
    run(session, line);
    int pages = session_lesson(session)->lesson->page_count;
    for (int page = 0; page < pages; page++, look = (look + 1) % LOOK_COUNT) {
      snprintf(line, sizeof line, "presenter off; theme light; textscale 1; lesson page %d",
               page + 1);
      run(session, line);
      run(session, looks[look].commands);
      check(session, arena, looks[look].window, line);
      answer_wrongly(session);
      check(session, arena, looks[look].window, name);
      arena_reset(arena);
    }
    session_free(session);
  }
  arena_free(arena);
}

static const DrawHit *find_hit(const DrawList *list, const char *click, const char *hover) {
  for (int i = 0; i < list->hit_count; i++) {
    const DrawHit *hit = &list->hits[i];
    bool clicks = hit->click && strcmp(hit->click, click) == 0;
    if (clicks && (!hover || (hit->hover && strcmp(hit->hover, hover) == 0))) return hit;
  }
  return NULL;
}

static void words_are_handles(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; lesson attention page 4");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  const DrawHit *hit = find_hit(&list, "cell 8 2", "lesson point 8 2");
  assert_non_null(hit);
  assert_int_equal(hit->tab_stop, TAB_LESSON);
  assert_non_null(find_hit(&list, "lesson next", NULL));
  run(session, hit->hover);
  int query, key;
  view_focus(session_view(session), &query, &key);
  assert_true(query == 7 && key == 1);
  session_free(session);
  arena_free(arena);
}

static bool says(const DrawList *list, const char *words) {
  for (int i = 0; i < list->item_count; i++)
    if (list->items[i].kind == DRAW_TEXT && str_is(list->items[i].as.text.text, words)) return true;
  return false;
}

/* A covered stage tells what a number is made of, and not what it is. */
static void a_covered_row_tells_no_answer(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; lesson root-d page 6");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  assert_true(says(&list, "It comes with your answer."));
  assert_false(says(&list, "largest weight") || says(&list, "entropy in bits"));
  run(session, "stage masked; row 8");
  list = screen_list(session, arena, (Window){1440, 900});
  assert_false(says(&list, "largest weight"));
  run(session, "lesson page 6; lesson answer 3");
  list = screen_list(session, arena, (Window){1440, 900});
  assert_true(says(&list, "largest weight"));
  run(session, "lesson scores page 4");
  list = screen_list(session, arena, (Window){1440, 900});
  assert_true(says(&list, "key of “sat”") && says(&list, "(1, 2)"));
  session_free(session);
  arena_free(arena);
}

/* Cells that are covered are not said to be blank for being small. */
static void covered_cells_are_not_shown_yet(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; lesson softmax; lesson page 3");
  DrawList list = screen_list(session, arena, (Window){1920, 1080});
  assert_true(says(&list, "shares; not shown") && says(&list, "yet"));
  run(session, "lesson close");
  list = screen_list(session, arena, (Window){1920, 1080});
  assert_false(says(&list, "shares; not shown"));
  session_free(session);
  arena_free(arena);
}

/* Before a class nobody scrolls: no page that was turned to is longer than its column. */
static void no_page_scrolls_before_a_class(void **state) {
  (void)state;
  static const Window windows[] = {{1280, 720}, {1920, 1080}};
  Arena *arena = arena_make(0);
  int count = 0;
  for (int i = 0; i < shelf_count(); i++) {
    char name[SHELF_NAME_BYTES], line[128];
    shelf_name(i, name);
    Session *session = session_after("motion off; presenter on");
    snprintf(line, sizeof line, "lesson %s", name);
    run(session, line);
    for (int page = 0; page < session_lesson(session)->lesson->page_count; page++) {
      snprintf(line, sizeof line, "lesson page %d", page + 1);
      run(session, line);
      DrawList list = screen_list(session, arena, windows[count++ % 2]);
      for (int k = 0; k < list.hit_count; k++)
        if (list.hits[k].wheel && strcmp(list.hits[k].wheel, "lesson scroll %f") == 0)
          fail_msg("page %d of %s scrolls", page + 1, name);
      arena_reset(arena);
    }
    session_free(session);
  }
  arena_free(arena);
}

/* Locked controls are not there, in the picture and around it; the chord brings them back. */
static void locked_controls_are_left_out(void **state) {
  (void)state;
  static const char text[] = "# T\nlock: lens contrast head export lookup\n## P\n"
                             "command: stage weights\nword\n## Q\ncommand: view lookup\nword\n";
  static const char *const locked[] = {"lens", "contrast", "head ", "menu export", "lookup"};
  Folder folder = folder_make();
  Arena *arena = arena_make(0);
  char line[512];
  folder_write(&folder, "t.lesson", str_from(text));
  Session *session = session_after("motion off");
  snprintf(line, sizeof line, "lesson \"%s\"", folder_file(&folder, "t.lesson"));
  run(session, line);
  for (int page = 1; page <= 2; page++)
    for (int unlocked = 0; unlocked < 2; unlocked++) {
      int found = 0;
      snprintf(line, sizeof line, "lesson page %d; lesson locks %s", page,
               unlocked ? "unlock" : "lock");
      run(session, line);
      DrawList list = screen_list(session, arena, (Window){1440, 900});
      for (int i = 0; i < list.hit_count; i++)
        for (size_t k = 0; k < sizeof locked / sizeof *locked; k++)
          found +=
              list.hits[i].click && strncmp(list.hits[i].click, locked[k], strlen(locked[k])) == 0;
      if (unlocked == (found == 0)) fail_msg("%d on page %d, %d", found, page, unlocked);
    }
  session_free(session);
  arena_free(arena);
  folder_remove(&folder);
}

static int beginning_with(const DrawList *list, const char *words) {
  int count = 0;
  for (int i = 0; i < list->item_count; i++)
    count += list->items[i].kind == DRAW_TEXT && str_starts(list->items[i].as.text.text, words);
  return count;
}

/* Beside an experiment the lesson says what the panel would, and no token is spoken of. */
static void an_experiment_has_no_panel_beside_a_lesson(void **state) {
  (void)state;
  Arena *arena = arena_make(0);
  Session *session = session_after("motion off; lesson root-d; lesson page 2");
  DrawList list = screen_list(session, arena, (Window){1440, 900});
  assert_int_equal(beginning_with(&list, "Draw 1 of"), 1);
  assert_int_equal(beginning_with(&list, "measured over all draws"), 0);
  assert_int_equal(beginning_with(&list, "token "), 0);
  run(session, "lesson close; view saturation");
  arena_reset(arena);
  list = screen_list(session, arena, (Window){1440, 900});
  assert_int_equal(beginning_with(&list, "measured over all draws"), 1);
  session_free(session);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_page_has_room),
                                     cmocka_unit_test(no_page_scrolls_before_a_class),
                                     cmocka_unit_test(locked_controls_are_left_out),
                                     cmocka_unit_test(words_are_handles),
                                     cmocka_unit_test(a_covered_row_tells_no_answer),
                                     cmocka_unit_test(covered_cells_are_not_shown_yet),
                                     cmocka_unit_test(an_experiment_has_no_panel_beside_a_lesson)};
  return cmocka_run_group_tests(tests, state_open, state_close);
}
