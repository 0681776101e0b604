/* tests/fuzz/fuzz_lesson.c -- any text as a lesson.
**
** Every mistake has a place within the text; questions stand in order on pages that are there, and
** what is asked has an answer; a lesson without mistakes makes a script. */
#include "fuzz/fuzz.h"

#include "lesson/lesson.h"

static int line_count(Str text) {
  int lines = 1;
  for (size_t i = 0; i < text.bytes; i++) lines += text.at[i] == '\n' || text.at[i] == '\r';
  return lines;
}

static void check_faults(const Lesson *lesson, Str text) {
  int lines = line_count(text) + 1;
  for (int i = 0; i < lesson->fault_count; i++) {
    LessonPlace place = lesson->faults[i].place;
    fuzz_check(place.line >= 1 && place.line <= lines && place.column >= 1, "a fault has a place");
    fuzz_check(lesson->faults[i].sentence[0] != 0, "a fault has a sentence");
  }
}

static void check_questions(const Lesson *lesson) {
  for (int i = 0; i < lesson->question_count; i++) {
    const LessonQuestion *question = lesson->questions[i];
    int page = lesson_page_of(lesson, question), right = 0;
    fuzz_check(question->index == i, "questions are numbered in order");
    fuzz_check(page >= 0 && page < lesson->page_count, "a question is on a page");
    for (const LessonChoice *at = question->choices; at; at = at->next) right += at->is_right;
    fuzz_check(question->kind != QUESTION_CHOICE || right == 1, "one choice is right");
    fuzz_check(!question->is_broken, "what is asked has an answer");
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Arena *arena = arena_make(0);
  Str text = {(const char *)bytes, size};
  Status status = {0};
  Lesson *lesson = arena ? arena_take(arena, 1, sizeof *lesson) : NULL;
  if (lesson) {
    bool read = lesson_read(arena, text, lesson, &status);
    fuzz_check_status(read, &status);
    if (read) {
      check_faults(lesson, text);
      check_questions(lesson);
      fuzz_check(lesson_script(arena, lesson).at != NULL, "a lesson makes a script");
    }
  }
  arena_free(arena);
  return 0;
}
