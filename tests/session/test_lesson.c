/* Lessons in a session: their pages, questions, cover, locks, progress and states; and every lesson
** that ships from start to end, with the keys' commands alone. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "session/lesson/on_show.h"
#include "session/lesson/shelf.h"
#include "session/say.h"
#include "support/folder.h"

static const char text[] = "# Test\nlock: model export\ncommand: model hand-made\n"
                           "command: sentence \"the cat sat\"\n## One\ncommand: stage scores\n"
                           "note: for the speaker\n[row](row cat) {{scores cat the}}\n"
                           "## Two\ncommand: mask causal; stage masked\ncover: weights\n"
                           "question: How much?\nnumber: sum weights cat within 0.001\n"
                           "question: Where?\ncell: most weights 1\n## Three\ncommand: head 2\n"
                           "question: Which?\n- [ ] a\n- [x] b\nhint: look\n";

static Folder folder;

static void write_text(const char *name, const char *what) {
  folder_write(&folder, name, str_from(what));
}
static const char *in_folder(const char *name) { return folder_file(&folder, name); }

static void open_text(Session *session, const char *name, const char *what) {
  write_text(name, what);
  say(session, "lesson \"%s\"", in_folder(name));
}

static const LessonOnShow *lesson_of(const Session *session) {
  const LessonOnShow *lesson = session_lesson(session);
  assert_non_null(lesson);
  return lesson;
}

static void pages_bring_their_picture(void **state) {
  (void)state;
  Session *session = session_of("a b c d");
  say(session, "theme dark; textscale 1.5");
  open_text(session, "test.lesson", text);
  const View *view = session_view(session);
  assert_int_equal(lesson_of(session)->lesson->fault_count, 0);
  assert_true(str_is(session_sentence(session), "the cat sat"));
  assert_string_equal(stage_info(view->stage)->name, "scores");
  assert_true(view->theme == THEME_DARK && view->text_scale > 1.4f && view->lesson);
  assert_true(str_is(session_note(session), "for the speaker"));
  say(session, "sentence \"something else\"; stage output; head 3");
  assert_true(session_lesson_is_left(session));
  say(session, "lesson return");
  assert_false(session_lesson_is_left(session));
  assert_true(str_is(session_sentence(session), "the cat sat"));
  say(session, "undo");
  assert_true(str_is(session_sentence(session), "something else"));
  say(session, "lesson page 3");
  assert_int_equal(view->head, 1);
  assert_int_equal(session_inputs(session)->mask.model_own, true);
  say(session, "lesson prev; lesson prev");
  refused(session, "lesson prev", "first page");
  say(session, "lesson close");
  assert_null(session_lesson(session));
  assert_false(view->lesson);
  session_free(session);
}

static void a_covered_stage_comes_with_the_answers(void **state) {
  (void)state;
  Session *session = session_of("a b");
  open_text(session, "test.lesson", text);
  say(session, "lesson next");
  const View *view = session_view(session);
  assert_string_equal(stage_info(view->stage)->name, "weights");
  assert_int_equal(view->filled, 0);
  refused(session, "lesson answer x", "no number");
  refused(session, "lesson enter; lesson enter", "type a number first");
  say(session, "lesson leave");
  assert_int_equal(lesson_of(session)->answers[0].tries, 0);
  say(session, "lesson answer 0.5");
  assert_int_equal(lesson_of(session)->answers[0].state, ANSWER_WRONG);
  assert_int_equal(view->filled, 0);
  say(session, "lesson enter; lesson type \"1,0\"; lesson type \"00\"; lesson erase; lesson enter");
  assert_int_equal(lesson_of(session)->answers[0].state, ANSWER_RIGHT);
  assert_int_equal(lesson_of(session)->answers[0].tries, 2);
  assert_int_equal(view->filled, 0);
  refused(session, "lesson enter", "choose a cell");
  say(session, "cell 1 1; lesson enter");
  assert_int_equal(lesson_of(session)->answers[1].state, ANSWER_RIGHT);
  assert_int_equal(view->filled, -1);
  say(session, "lesson next; lesson answer 1");
  assert_int_equal(lesson_of(session)->answers[2].state, ANSWER_WRONG);
  say(session, "lesson reveal");
  assert_int_equal(lesson_of(session)->answers[2].state, ANSWER_SHOWN);
  refused(session, "lesson answer 2", "no question");
  session_free(session);
}

/* An answer is compared with the page's picture, not with what a learner made of it. */
static void another_picture_is_not_asked_about(void **state) {
  (void)state;
  Session *session = session_of("a b");
  open_text(session, "test.lesson", text);
  say(session, "lesson next; sentence \"the dog\"");
  refused(session, "lesson answer 1", "Backspace");
  say(session, "lesson return; lesson answer 1");
  assert_int_equal(lesson_of(session)->answers[0].state, ANSWER_RIGHT);
  session_free(session);
}

static void locks_refuse_until_the_chord(void **state) {
  (void)state;
  Session *session = session_of("a b");
  open_text(session, "test.lesson", text);
  refused(session, "model random", "Ctrl-Shift-U");
  refused(session, "menu export", "Ctrl-Shift-U");
  say(session, "head 2; lesson next; lesson locks toggle; model random; lesson locks lock");
  refused(session, "model reader", "locked");
  say(session, "lesson close; model reader");
  session_free(session);
}

static void words_point_at_the_picture(void **state) {
  (void)state;
  int query, key;
  Session *session = session_of("a b");
  open_text(session, "test.lesson", text);
  say(session, "cell 1 1; lesson point 2 row");
  view_focus(session_view(session), &query, &key);
  assert_true(query == 1 && key == -1);
  say(session, "lesson point part k");
  assert_int_equal(session_view(session)->lit_part, TRACE_K);
  say(session, "hover none");
  view_focus(session_view(session), &query, &key);
  assert_true(query == 0 && key == 0);
  assert_int_equal(session_view(session)->lit_part, -1);
  Arena *arena = arena_make(0);
  LessonHandle handle = {.kind = HANDLE_PART, .part = TRACE_K};
  assert_string_equal(session_lesson_handle(session, &handle, true, arena), "stage qkv");
  handle.part = TRACE_W_Q; /* of no stage */
  const char *click = session_lesson_handle(session, &handle, true, arena);
  assert_string_equal(click, "lesson point part w_q");
  say(session, "%s", click);
  arena_free(arena);
  session_free(session);
}

/* The rest of a lesson with mistakes works, and the first is told. */
static void mistakes_are_told_and_passed_over(void **state) {
  (void)state;
  Session *session = session_of("a b");
  open_text(session, "wrong.lesson",
            "# T\n## P\ncommand: stage scores\ncommand: head 99\ncommand: train copy\n{{x}}\n"
            "{{weights a zebra}} [z](row zebra)\n## Q\ntext\n");
  assert_int_equal(lesson_of(session)->lesson->fault_count, 5);
  assert_non_null(strstr(session_message(session).at, "wrong.lesson:4:10: "));
  say(session, "lesson next");
  refused(session, "lesson nosuch", "no lesson “nosuch”");
  assert_int_equal(lesson_of(session)->page, 1);
  write_text("none.lesson", "# T\n");
  char line[1024];
  snprintf(line, sizeof line, "lesson \"%s\"", in_folder("none.lesson"));
  refused(session, line, "none.lesson:2:1: ");
  session_free(session);
}

/* Answers and the page are kept for the next session, and a state has the lesson. */
static void progress_is_kept(void **state) {
  (void)state;
  SessionOptions options = {.state_folder = folder.path};
  Session *session = NULL;
  assert_true(session_make(&options, &session, NULL));
  open_text(session, "test.lesson", text);
  say(session, "lesson next; lesson answer 1");
  Arena *arena = arena_make(0);
  Str script = session_script(session, arena);
  session_free(session);
  assert_true(session_make(&options, &session, NULL));
  say(session, "lesson \"%s\"", in_folder("test.lesson"));
  assert_int_equal(lesson_of(session)->page, 1);
  assert_int_equal(lesson_of(session)->answers[0].state, ANSWER_RIGHT);
  assert_int_equal(lesson_of(session)->answers[1].state, ANSWER_OPEN);
  say(session, "lesson close; head 3");
  Status status = {STATUS_OK, ""};
  Script saved = {.path = "-", .text = script, .rights = SCRIPT_OPENS};
  if (!session_run_script(session, &saved, &status)) fail_msg("%s", status.sentence);
  assert_int_equal(lesson_of(session)->page, 1);
  assert_true(session_view(session)->lesson);
  saved.rights = SCRIPT_LOOKS; /* of a stranger: without a lesson of the disk */
  say(session, "lesson close");
  if (!session_run_script(session, &saved, &status)) fail_msg("%s", status.sentence);
  assert_null(session_lesson(session));
  arena_free(arena);
  session_free(session);
}

/* ---- several amounts ---- */

/* Products before sums; a sign in quotes is a token. */
static void amounts_are_combined_as_in_school(void **state) {
  (void)state;
  static const struct {
    const char *words;
    double number;
  } cases[] = {{"1 + 2 * 3 - 8 / 4", 5},
               {"1 − 2 · 3 × 4", -23},
               {"root 256", 16},
               {"power 1 - power 0", 1.71828182845904523536},
               {"sum weights cat - weights cat the - weights cat cat - weights cat sat", 0},
               {"seen cat + seen the", 3},
               {"turn sat 1", 114.591559026164641754},
               {"tokens * tokens", 9}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char made[512];
    snprintf(made, sizeof made,
             "# Test\n## One\ncommand: model hand-made; sentence \"the cat sat\"\n"
             "command: mask causal; positions rope\nquestion: ?\nnumber: %s within 1\n",
             cases[i].words);
    Session *session = session_of("a b");
    open_text(session, "test.lesson", made);
    const Lesson *lesson = lesson_of(session)->lesson;
    if (lesson->fault_count > 0) fail_msg("%s", lesson->faults[0].sentence);
    LessonScene scene = session_lesson_scene(session);
    LessonValue value;
    Status status = {STATUS_OK, ""};
    assert_true(amount_value(&scene, &lesson->questions[0]->answer, &value, &status));
    if (fabs(value.number - cases[i].number) > 1e-6)
      fail_msg("%s is %.9g", cases[i].words, value.number);
    session_free(session);
  }
}

/* ---- the lessons that ship ---- */

static void behind_a_lesson_comes_the_next(void **state) {
  (void)state;
  Session *session = session_of("a b");
  say(session, "lesson attention; lesson page 5; lesson next");
  assert_string_equal(lesson_of(session)->name, "look-up");
  assert_int_equal(lesson_of(session)->page, 0);
  say(session, "presenter on; lesson page 6");
  refused(session, "lesson next", "last page");
  say(session, "presenter off; lesson %d", shelf_count());
  say(session, "lesson page %d", lesson_of(session)->lesson->page_count);
  refused(session, "lesson next", "last page");
  session_free(session);
}

static void escape_leaves_and_the_list_comes_back(void **state) {
  (void)state;
  Session *session = session_of("a b");
  say(session, "lesson scores page 3; lesson leave; cell none; escape");
  if (session_lesson(session)) say(session, "escape");
  assert_null(session_lesson(session));
  say(session, "menu lessons; menu choose");
  assert_string_equal(lesson_of(session)->name, "scores");
  assert_int_equal(lesson_of(session)->page, 2);
  say(session, "lesson page 5; lesson close; menu lessons; menu choose");
  assert_string_equal(lesson_of(session)->name, "root-d"); /* read to its end: the next */
  session_free(session);
}

/* Where one was before the first of several lessons; work done in a lesson stays on show. */
static void leaving_a_lesson_leads_back(void **state) {
  (void)state;
  Session *session = session_of("a b c d");
  const View *view = session_view(session);
  say(session, "model hand-made; stage output; head 3; cell 2 3");
  open_text(session, "test.lesson", text);
  say(session, "lesson next; lesson softmax; lesson close back");
  assert_null(session_lesson(session));
  assert_true(str_is(session_sentence(session), "a b c d"));
  assert_true(view->stage == STAGE_OUTPUT && view->head == 2 && view->query == 1 && view->key == 2);
  say(session, "undo"); /* the page, without the lesson */
  assert_false(str_is(session_sentence(session), "a b c d"));
  assert_int_not_equal(view->stage, STAGE_OUTPUT);
  say(session, "redo; stage scores");
  open_text(session, "test.lesson", text);
  say(session, "sentence \"my own\"; lesson close back");
  assert_null(session_lesson(session));
  assert_true(str_is(session_sentence(session), "my own"));
  session_free(session);
}

static void answer(Session *session, int question) {
  const LessonOnShow *lesson = lesson_of(session);
  const LessonQuestion *asked = lesson->lesson->questions[question];
  LessonScene scene = session_lesson_scene(session);
  LessonValue value;
  Status status = {STATUS_OK, ""};
  int row, col, choice = 0;
  if (asked->kind == QUESTION_NUMBER) {
    if (!amount_value(&scene, &asked->answer, &value, &status)) fail_msg("%s", status.sentence);
    if (asked->within > 0) say(session, "lesson answer %.9g", value.number + 3 * asked->within + 1);
    if (asked->within > 0) assert_int_equal(lesson->answers[question].state, ANSWER_WRONG);
    say(session, "lesson enter; lesson type \"%.6g\"; lesson enter", value.number);
  } else if (asked->kind == QUESTION_CELL) {
    if (!amount_cell(&scene, &asked->answer, &row, &col, &status)) fail_msg("%s", status.sentence);
    say(session, "cell %d %d; lesson enter", row + 1, col + 1);
  } else {
    const LessonChoice *at = asked->choices;
    for (; !at->is_right; at = at->next) choice++;
    say(session, "lesson enter");
    for (int i = 0; i < choice; i++) say(session, "lesson down");
    say(session, "lesson enter");
  }
  if (lesson->answers[question].state != ANSWER_RIGHT)
    fail_msg("question %d of %s", question + 1, lesson->name);
}

static void every_lesson_goes_from_start_to_end(void **state) {
  (void)state;
  assert_true(shelf_count() > 0);
  for (int i = 0; i < shelf_count(); i++) {
    char name[SHELF_NAME_BYTES];
    Session *session = session_of("a b c");
    shelf_name(i, name);
    say(session, "lesson %s", name);
    const LessonOnShow *lesson = lesson_of(session);
    for (int k = 0; k < lesson->lesson->fault_count; k++)
      fail_msg("%s:%d:%d: %s", name, lesson->lesson->faults[k].place.line,
               lesson->lesson->faults[k].place.column, lesson->lesson->faults[k].sentence);
    while (true) {
      int question;
      while ((question = session_lesson_open_question(session)) >= 0) answer(session, question);
      if (lesson->page + 1 == lesson->lesson->page_count) break;
      say(session, "lesson next");
    }
    for (int k = 0; k < lesson->lesson->question_count; k++)
      assert_int_equal(lesson->answers[k].state, ANSWER_RIGHT);
    assert_in_range(lesson->lesson->question_count, 2, 12);
    assert_in_range(lesson->lesson->minutes, 5, 10);
    session_free(session);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pages_bring_their_picture),
                                     cmocka_unit_test(a_covered_stage_comes_with_the_answers),
                                     cmocka_unit_test(another_picture_is_not_asked_about),
                                     cmocka_unit_test(locks_refuse_until_the_chord),
                                     cmocka_unit_test(words_point_at_the_picture),
                                     cmocka_unit_test(mistakes_are_told_and_passed_over),
                                     cmocka_unit_test(progress_is_kept),
                                     cmocka_unit_test(amounts_are_combined_as_in_school),
                                     cmocka_unit_test(behind_a_lesson_comes_the_next),
                                     cmocka_unit_test(escape_leaves_and_the_list_comes_back),
                                     cmocka_unit_test(leaving_a_lesson_leads_back),
                                     cmocka_unit_test(every_lesson_goes_from_start_to_end)};
  folder = folder_make();
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  folder_remove(&folder);
  return failed;
}
