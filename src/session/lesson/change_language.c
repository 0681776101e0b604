/* session/lesson/change_language.c -- the lesson on show, in the language that is spoken now. */
#include <string.h>

#include "session/lesson/on_show.h"
#include "session/session_internal.h"

/* The two have the same pages and questions; a lesson that cannot be made stays as it is. */
void lesson_change_language(Session *session) {
  LessonOnShow *now = &session->lesson, made;
  Status status;
  bool ships = now->arena && !now->is_lent && now->name[0] != '/';
  if (!ships || !lesson_make(session, now->name, &made, &status)) return;
  const Lesson *before = now->lesson, *after = made.lesson;
  if (after->page_count != before->page_count || after->question_count != before->question_count) {
    lesson_free(&made);
    return;
  }
  memcpy(made.answers, now->answers, (size_t)after->question_count * sizeof *made.answers);
  memcpy(made.typed, now->typed, sizeof made.typed);
  made.page = now->page;
  made.asked = now->asked;
  made.followed = now->followed;
  made.choice = now->choice;
  made.unlocked = now->unlocked;
  made.has_before =
      now->has_before && inputs_copy(made.arena, &now->before.inputs, &made.before.inputs);
  made.before.view = now->before.view;
  lesson_free(now);
  *now = made;
  lesson_show_note(session);
}
