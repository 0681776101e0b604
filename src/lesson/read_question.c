/* lesson/read_question.c -- the lines of a question: its answer, choices, hints. */
#include <string.h>

#include "base/i18n.h"
#include "lesson/read_internal.h"

void question_begin(LessonLines *reader, size_t from) {
  Lesson *lesson = reader->base.lesson;
  if (lesson->question_count == LESSON_QUESTIONS_MOST) {
    lines_fault_limit(reader, 0,
                      P_("a lesson has at most %d question", "a lesson has at most %d questions",
                         LESSON_QUESTIONS_MOST),
                      LESSON_QUESTIONS_MOST);
    return;
  }
  LessonBlock *block = lines_add_block(reader, BLOCK_QUESTION);
  LessonQuestion *question = block ? lines_take(reader, sizeof *question) : NULL;
  if (!question) return;
  *question = (LessonQuestion){.kind = QUESTION_CHOICE,
                               .index = lesson->question_count,
                               .place = reader_place(reader->line, reader->number, 0)};
  block->question = reader->question = question;
  lesson->questions[lesson->question_count++] = question;
  inline_read(&reader->base, reader->line, reader->number, from, &question->words);
  reader->open = &question->words;
}

void question_end(LessonLines *reader) {
  LessonQuestion *question = reader->question;
  Lesson *lesson = reader->base.lesson;
  if (!question) return;
  int right = 0;
  for (const LessonChoice *at = question->choices; at; at = at->next) right += at->is_right;
  bool is_choice = question->kind == QUESTION_CHOICE, is_broken = question->is_broken;
  reader->question = NULL;
  reader->choice = NULL;
  reader->open = NULL;
  if (!is_broken && (!is_choice || (right == 1 && question->choice_count > 1))) return;
  const char *sentence =
      question->choice_count == 0
          ? _("a question without an answer: expected below it a line number: AMOUNT within "
              "TOLERANCE, a line cell: PART ROW COLUMN, or choices, “- [x] the right one” and "
              "“- [ ] another”")
          : _("of choices there are at least two, and exactly one of them is right: “- [x] …”");
  if (!is_broken) lesson_fault(reader->base.arena, lesson, question->place, sentence);
  if (lesson->question_count > 0 && lesson->questions[lesson->question_count - 1] == question)
    lesson->question_count--;
  reader->last_block->kind = BLOCK_PARAGRAPH; /* its words stay, unasked */
  reader->last_block->text = question->words;
}

void question_read_number(LessonLines *reader, Str words, size_t from) {
  static const char within[] = " within ";
  LessonQuestion *question = reader->question;
  Status status = {STATUS_OK, ""};
  Str amount = words;
  question->within = -1;
  for (size_t at = 0; at + sizeof within - 1 <= words.bytes; at++) {
    Str rest = {words.at + at, words.bytes - at};
    if (!str_starts(rest, within)) continue;
    amount = (Str){words.at, at};
    Str number = str_trim((Str){rest.at + sizeof within - 1, rest.bytes - sizeof within + 1});
    if (!str_to_double(number, &question->within) || question->within < 0) question->within = -1;
  }
  question->is_broken = true;
  if (question->within < 0) {
    lines_fault(reader, from,
                _("how far off may a number be? Expected: number: AMOUNT within TOLERANCE, "
                  "as in number: weights it animal within 0.01"));
  } else if (!amount_read(reader->base.arena, str_trim(amount), &question->answer, &status))
    lines_fault(reader, from, status.sentence);
  else question->is_broken = false;
  question->kind = QUESTION_NUMBER;
}

void question_read_cell(LessonLines *reader, Str words, size_t from) {
  Status status = {STATUS_OK, ""};
  LessonAmount *answer = &reader->question->answer;
  reader->question->kind = QUESTION_CELL;
  reader->question->is_broken = true;
  if (!amount_read(reader->base.arena, words, answer, &status))
    lines_fault(reader, from, status.sentence);
  else if (answer->kind == AMOUNT_CELL || answer->kind == AMOUNT_MOST)
    reader->question->is_broken = false;
  else
    lines_fault(reader, from,
                _("a cell is expected: PART ROW COLUMN, or the largest of a row: most PART "
                  "ROW"));
}

void question_read_choice(LessonLines *reader, bool is_right) {
  LessonChoice *choice = lines_take(reader, sizeof *choice), **last = &reader->question->choices;
  if (!choice) return;
  *choice = (LessonChoice){.is_right = is_right};
  while (*last) last = &(*last)->next;
  *last = choice;
  reader->question->choice_count++;
  reader->choice = choice;
  inline_read(&reader->base, reader->line, reader->number, 6, &choice->words);
  reader->open = &choice->words;
}

void question_read_hint(LessonLines *reader, bool is_because, size_t from) {
  LessonQuestion *question = reader->question;
  LessonText *text = is_because       ? &question->because
                     : reader->choice ? &reader->choice->hint
                                      : &question->hint;
  inline_read(&reader->base, reader->line, reader->number, from, text);
  reader->open = text;
}
