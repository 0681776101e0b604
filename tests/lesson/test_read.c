/* Reading a lesson: what each line becomes, and that every mistake names its line and column. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lesson/lesson.h"

static Arena *arena;

static Lesson *read(const char *text) {
  Lesson *lesson = arena_take(arena, 1, sizeof *lesson);
  Status status = {STATUS_OK, ""};
  assert_non_null(lesson);
  assert_true(lesson_read(arena, str_from(text), lesson, &status));
  return lesson;
}

static void expect_fault(const char *text, int line, int column, const char *words) {
  Lesson *lesson = read(text);
  if (lesson->fault_count < 1) fail_msg("no fault in: %s", text);
  const LessonFault *fault = &lesson->faults[0];
  if (fault->place.line != line || fault->place.column != column)
    fail_msg("%d:%d, expected %d:%d: %s", fault->place.line, fault->place.column, line, column,
             fault->sentence);
  if (!strstr(fault->sentence, words)) fail_msg("“%s” is not in: %s", words, fault->sentence);
}

static void a_lesson_is_read_whole(void **state) {
  (void)state;
  Lesson *lesson =
      read("# Title\nlevel: first steps\nminutes: 7\nlock: model export\n"
           "command: head 2; layer 1\n\n## One\ncommand: stage weights\n"
           "note: say this\nSome **strong** `code` words,\n"
           "and [its row](row it) has {{weights it animal}}.\n\n- item\n\n"
           "question: Which?\n- [ ] a\n  hint: no\n- [x] b\nhint: look\n"
           "because: so\n\nquestion: How much?\nnumber: weights it animal within 0.01\n"
           "\n## Two\ncover: weights\nquestion: Where?\ncell: most weights it\n");
  for (int i = 0; i < lesson->fault_count; i++) fail_msg("%s", lesson->faults[i].sentence);
  assert_true(str_is(lesson->title, "Title") && str_is(lesson->level, "first steps"));
  assert_int_equal(lesson->minutes, 7);
  assert_int_equal(lesson->lock_count, 2);
  assert_string_equal(lesson->locks[1], "export");
  assert_string_equal(lesson->commands->text, "head 2; layer 1");
  assert_int_equal(lesson->page_count, 2);
  const LessonPage *page = &lesson->pages[0];
  assert_true(str_is(page->title, "One") && str_is(page->note, "say this"));
  assert_int_equal(page->commands->place.line, 8);
  assert_int_equal(page->commands->place.column, 10);
  static const SpanKind kinds[] = {SPAN_PLAIN, SPAN_STRONG, SPAN_PLAIN, SPAN_CODE,
                                   SPAN_PLAIN, SPAN_PLAIN,  SPAN_PLAIN, SPAN_HANDLE,
                                   SPAN_PLAIN, SPAN_AMOUNT, SPAN_PLAIN};
  const LessonSpan *span = page->blocks->text.first;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++, span = span->next) {
    assert_non_null(span);
    assert_int_equal(span->kind, kinds[i]);
  }
  assert_null(span);
  assert_int_equal(page->blocks->next->kind, BLOCK_ITEM);
  assert_int_equal(lesson->question_count, 3);
  const LessonQuestion *choice = lesson->questions[0], *number = lesson->questions[1];
  assert_int_equal(choice->choice_count, 2);
  assert_true(choice->choices->next->is_right && choice->choices->hint.first);
  assert_true(str_is(choice->because.first->text, "so"));
  assert_int_equal(number->kind, QUESTION_NUMBER);
  assert_true(number->within > 0.0099 && number->within < 0.0101);
  assert_int_equal(lesson->questions[2]->answer.kind, AMOUNT_MOST);
  assert_int_equal(lesson_page_of(lesson, lesson->questions[1]), 0);
  assert_int_equal(lesson_page_of(lesson, lesson->questions[2]), 1);
  assert_true(lesson->pages[1].has_cover);
}

static void mistakes_name_line_and_column(void **state) {
  (void)state;
  static const char begin[] = "# T\n## P\n";
  static const struct {
    const char *rest;
    int line, column;
    const char *words;
  } wrong[] = {
      {"{{", 3, 1, "}}"},
      {"ü \xff", 3, 3, "UTF-8"},
      {"ü {{weights it}}", 3, 5, "a row and a column"},
      {"{{wieghts it animal}}", 3, 3, "did you mean “weights”"},
      {"{{weights layer x it it}}", 3, 3, "a number from 1"},
      {"{{}}", 3, 3, "empty"},
      {"[a](row)", 3, 5, "a handle points"},
      {"[a](part zz)", 3, 5, "no matrix “zz”"},
      {"[a](row it", 3, 4, "no “)”"},
      {"comand: stage weights", 3, 1, "did you mean “command:”"},
      {"command:", 3, 9, "a command is expected"},
      {"level: x", 3, 1, "before the first page"},
      {"question: what?", 3, 1, "a question without an answer"},
      {"question: what?\n- [x] a", 3, 1, "at least two"},
      {"question: what?\n- [x] a\n- [x] b", 3, 1, "exactly one"},
      {"question: what?\nnumber: 3", 4, 9, "within TOLERANCE"},
      {"question: what?\nnumber: foo bar baz within 1", 4, 9, "no matrix"},
      {"question: what?\ncell: sum weights it", 4, 7, "a cell is expected"},
      {"hint: x", 3, 1, "below a question"},
      {"- [x] x", 3, 1, "below a question"},
      {"cover: wights", 3, 8, "no stage “wights” to cover; did you mean “weights”?"},
      {"x {{1 - }}", 3, 5, "an amount is empty"},
      {"x {{weights a b * wights a b}}", 3, 5, "did you mean “weights”?"},
      {"cover: nowhere", 3, 8, "no stage “nowhere” to cover; 'headsup list stages'"},
      {"# U", 3, 1, "one title"},
  };
  char text[512];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    snprintf(text, sizeof text, "%s%s\n", begin, wrong[i].rest);
    expect_fault(text, wrong[i].line, wrong[i].column, wrong[i].words);
  }
  expect_fault("# T\n{{\n", 2, 1, "}}");
  expect_fault("# T\nsome text\n## P\n", 2, 1, "on a page");
  expect_fault("## P\n", 1, 1, "begins with its title");
  expect_fault("", 1, 1, "begins with its title");
  expect_fault("# T\nminutes: many\n## P\n", 2, 10, "whole number");
}

/* A wrong question is not asked, and its words and everything else stay. */
static void the_rest_still_works(void **state) {
  (void)state;
  Lesson *lesson = read("# T\n## P\nquestion: one?\nnumber: zz within 1\n\nquestion: two?\n"
                        "number: 4 within 0\n## Q\ntext {{zz}} more\n");
  assert_int_equal(lesson->fault_count, 2);
  assert_int_equal(lesson->question_count, 1);
  assert_int_equal(lesson->questions[0]->index, 0);
  assert_true(str_is(lesson->questions[0]->words.first->text, "two?"));
  assert_int_equal(lesson->pages[0].blocks->kind, BLOCK_PARAGRAPH);
  assert_int_equal(lesson->page_count, 2);
  assert_non_null(lesson->pages[1].blocks->text.first->next);
}

static void a_lesson_is_a_script_with_words(void **state) {
  (void)state;
  Lesson *lesson = read("# T\ncommand: head 2\n## P\ncommand: stage scores\nnote: hello\ntext\n"
                        "## Q\ncommand: stage weights\n");
  Str script = lesson_script(arena, lesson);
  assert_true(str_is(script, "\nhead 2 \nnote \"hello\"\nstage scores \n\n\nwait 4000; note \"Q\"\n"
                             "stage weights \n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_lesson_is_read_whole), cmocka_unit_test(mistakes_name_line_and_column),
      cmocka_unit_test(the_rest_still_works), cmocka_unit_test(a_lesson_is_a_script_with_words)};
  arena = arena_make(0);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  arena_free(arena);
  return failed;
}
