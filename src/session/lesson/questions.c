/* session/lesson/questions.c -- comparing an answer with the numbers on show. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "session/lesson/on_show.h"
#include "session/lesson/shelf.h"
#include "session/session_internal.h"

static const LessonQuestion *question_of(const Session *session, int question) {
  assert(session->lesson.arena && question >= 0 &&
         question < session->lesson.lesson->question_count);
  return session->lesson.lesson->questions[question];
}

/* Once right, it stays right. */
static void settle(Session *session, int question, bool is_right) {
  LessonOnShow *on_show = &session->lesson;
  LessonAnswer *answer = &on_show->answers[question];
  answer->tries++;
  on_show->followed = question;
  answer->state = is_right ? ANSWER_RIGHT : ANSWER_WRONG;
  on_show->typed[0] = 0;
  if (!is_right) return;
  on_show->asked = -1;
  lesson_uncover(session);
  shelf_note(session);
}

/* Numbers are read from the trace on show, which has to be that of the page. */
static bool is_asked_here(const Session *session, Status *status) {
  return !session_lesson_is_left(session) ||
         status_fail(status, STATUS_COULD_NOT,
                     _("the picture is another than the one that is asked about; Backspace goes "
                       "back to the page"));
}

bool lesson_answer_number(Session *session, int question, double number, Status *status) {
  const LessonQuestion *asked = question_of(session, question);
  LessonAnswer *answer = &session->lesson.answers[question];
  LessonScene scene = session_lesson_scene(session);
  LessonValue value;
  assert(asked->kind == QUESTION_NUMBER);
  if (lesson_is_settled(answer)) return true;
  if (!is_asked_here(session, status) || !amount_value(&scene, &asked->answer, &value, status))
    return false;
  answer->number = number;
  answer->truth = value.number;
  static const double rounding = 1e-9;
  settle(session, question, fabs(number - value.number) <= asked->within + rounding);
  return true;
}

bool lesson_answer_cell(Session *session, int question, Status *status) {
  const LessonQuestion *asked = question_of(session, question);
  LessonAnswer *answer = &session->lesson.answers[question];
  LessonScene scene = session_lesson_scene(session);
  const View *view = &session->view;
  int row, col;
  assert(asked->kind == QUESTION_CELL);
  if (lesson_is_settled(answer)) return true;
  if (view->query < 0 || view->key < 0)
    return status_fail(status, STATUS_COULD_NOT,
                       _("choose a cell of the picture first: a click, or Shift and the arrows"));
  if (!amount_cell(&scene, &asked->answer, &row, &col, status)) return false;
  answer->row = view->query;
  answer->col = view->key;
  settle(session, question, answer->row == row && answer->col == col);
  return true;
}

bool lesson_answer_choice(Session *session, int question, int choice, Status *status) {
  const LessonQuestion *asked = question_of(session, question);
  LessonAnswer *answer = &session->lesson.answers[question];
  const LessonChoice *at = asked->choices;
  assert(asked->kind == QUESTION_CHOICE);
  if (lesson_is_settled(answer)) return true;
  if (choice < 0 || choice >= asked->choice_count)
    return status_fail(status, STATUS_USAGE, _("there is no choice %d; they are numbered 1 to %d"),
                       choice + 1, asked->choice_count);
  for (int i = 0; i < choice; i++) at = at->next;
  answer->choice = choice;
  settle(session, question, at->is_right);
  return true;
}

void lesson_reveal(Session *session, int question) {
  const LessonQuestion *asked = question_of(session, question);
  LessonAnswer *answer = &session->lesson.answers[question];
  LessonScene scene = session_lesson_scene(session);
  LessonValue value;
  Status status;
  if (lesson_is_settled(answer)) return;
  answer->state = ANSWER_SHOWN;
  if (asked->kind == QUESTION_NUMBER && amount_value(&scene, &asked->answer, &value, &status))
    answer->truth = value.number;
  if (asked->kind == QUESTION_CELL)
    amount_cell(&scene, &asked->answer, &answer->row, &answer->col, &status);
  session->lesson.asked = -1;
  session->lesson.followed = question;
  session->lesson.typed[0] = 0;
  lesson_uncover(session);
}
