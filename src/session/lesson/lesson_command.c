/* session/lesson/lesson_command.c -- the command lesson: opens one, turns its pages, answers. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "session/lesson/on_show.h"
#include "session/lesson/shelf.h"
#include "session/session_internal.h"
#include "text/utf8.h"

/* ---- opening ---- */

/* Of several mistakes the first, with how many more there are. */
static void tell_faults(Session *session) {
  const Lesson *lesson = session->lesson.lesson;
  const LessonFault *first = &lesson->faults[0];
  Status told;
  if (lesson->fault_count == 0) return;
  int more = lesson->fault_count - 1;
  if (more == 0)
    status_fail(&told, STATUS_OK, "%s:%d:%d: %s", session->lesson.name, first->place.line,
                first->place.column, first->sentence);
  else
    status_fail(&told, STATUS_OK,
                P_("%s:%d:%d: %s (and %d mistake more: headsup lesson FILE lists all)",
                   "%s:%d:%d: %s (and %d mistakes more: headsup lesson FILE lists all)", more),
                session->lesson.name, first->place.line, first->place.column, first->sentence,
                more);
  session_tell_failure(session, told.sentence);
}

/* Answers given in an earlier session count. */
static void take_progress(Session *session) {
  LessonOnShow *on_show = &session->lesson;
  const LessonProgress *progress = session_lesson_progress(session, on_show->name);
  for (int i = 0; progress && i < on_show->lesson->question_count; i++)
    if (progress->done >> i & 1) on_show->answers[i].state = ANSWER_RIGHT;
}

/* A finished lesson begins anew; its answers stay in the list of lessons. */
static int first_page(const Session *session) {
  const LessonProgress *progress = session_lesson_progress(session, session->lesson.name);
  int pages = session->lesson.lesson->page_count;
  bool goes_on = progress && progress->page + 1 < pages && progress->page < pages;
  return goes_on ? progress->page : 0;
}

static bool wrong_page(const Session *session, const CommandContext *context, int argument) {
  return command_wrong_number(context, argument, 1, session->lesson.lesson->page_count);
}

static bool read_page(const Session *session, const CommandContext *context, int argument,
                      int *page) {
  long number;
  if (!str_to_long(command_text(context, argument), &number) || number < 1 ||
      number > session->lesson.lesson->page_count)
    return wrong_page(session, context, argument);
  *page = (int)number - 1;
  return true;
}

/* What to come back to is what was before the first of several lessons. */
static bool keep_before(const Session *session, const LessonOnShow *former, LessonOnShow *made,
                        Status *status) {
  const Inputs *inputs = former->has_before ? &former->before.inputs : session_now(session);
  if (former->arena && !former->has_before) return true;
  made->before.view = former->has_before ? former->before.view : session->view;
  made->has_before = inputs_copy(made->arena, inputs, &made->before.inputs);
  return made->has_before || status_no_memory(status);
}

/* NAME | "FILE" [page N]. Scripts of strangers open only what ships. */
static bool open_lesson(const CommandContext *context, int argument) {
  Session *session = context->session;
  LessonOnShow made, before = session->lesson;
  int count = context->words->count, page = 0;
  bool has_page = count == argument + 3 && command_is(context, argument + 1, "page");
  if (count != argument + 1 && !has_page) return command_wrong(context);
  const char *name = command_path(context, argument);
  if (!name) return false;
  Str text;
  if (!shelf_find(name, &text, NULL) && !permit_person(context)) return false;
  if (!lesson_make(session, name, &made, context->status)) return false;
  if (!keep_before(session, &before, &made, context->status)) return lesson_free(&made), false;
  session->lesson = made;
  take_progress(session);
  page = first_page(session);
  if ((has_page && !read_page(session, context, argument + 2, &page)) ||
      !lesson_show_page(session, page, context->status)) {
    lesson_free(&session->lesson);
    session->lesson = before;
    return false;
  }
  arena_free(before.arena);
  session->view.menu = MENU_NONE;
  tell_faults(session);
  return true;
}

/* Of a state: the page is the one that was on show, and everything else is the state's. A lesson
** that is not there any more is told, and the state opens without it. */
static bool stand(const CommandContext *context) {
  Session *session = context->session;
  LessonOnShow made;
  Status status = {STATUS_OK, ""};
  long page;
  if (!command_has(context, 3)) return false;
  const char *name = command_path(context, 2);
  if (!name) return false;
  if (!str_to_long(command_text(context, 3), &page) || page < 1 || page > LESSON_PAGES_MOST)
    return command_wrong_number(context, 3, 1, LESSON_PAGES_MOST);
  Str text;
  bool is_of_stranger = session->guard && session->guard->rights == SCRIPT_LOOKS;
  if (is_of_stranger && !shelf_find(name, &text, NULL)) return true;
  if (!lesson_make(session, name, &made, &status)) {
    if (!session->dry) session_tell(session, status.sentence);
    return true;
  }
  arena_free(session->lesson.arena);
  session->lesson = made;
  session->lesson.page = (int)(page > made.lesson->page_count ? made.lesson->page_count : page) - 1;
  session->view.lesson = true;
  take_progress(session);
  return true;
}

static bool close_lesson(Session *session) {
  lesson_free(&session->lesson);
  session->view.lesson = false;
  session->view.points = false;
  session->view.lit_part = -1;
  session->note[0] = 0;
  return true;
}

/* As a person closes it: back to what was before the lesson. Where its page was given another
** sentence or mask, that work stays on show. */
static bool leave_for_before(const CommandContext *context) {
  Session *session = context->session;
  const LessonOnShow *on_show = &session->lesson;
  if (!on_show->arena) return close_lesson(session);
  LessonPageState before = on_show->before;
  bool is_changed = !inputs_equal(session_now(session), &on_show->pages[on_show->page].inputs);
  bool returns = on_show->has_before && !is_changed;
  if (returns && !undo_change(session, &before.inputs, CHANGE_LEAVE, context->status)) return false;
  close_lesson(session);
  if (returns) undo_go_to_when_made(session, &before.view);
  return true;
}

/* ---- answers ---- */

/* The question that keys and the command answer are for. */
static int question_now(const Session *session) {
  return session->lesson.asked >= 0 ? session->lesson.asked : session_lesson_open_question(session);
}

static bool fail_no_question(Status *status) {
  return status_fail(status, STATUS_COULD_NOT, _("no question of this page is open"));
}

static bool answer_typed(Session *session, int question, Str text, Status *status) {
  double number;
  Str trimmed = str_trim(text);
  if (trimmed.bytes == 0)
    return status_fail(status, STATUS_USAGE, _("type a number first, such as 0.25"));
  if (!str_to_double(trimmed, &number))
    return status_fail(status, STATUS_USAGE, _("“%.*s” is no number; expected one such as 0.25"),
                       (int)str_head(trimmed, LESSON_TYPED_BYTES).bytes, trimmed.at);
  return lesson_answer_number(session, question, number, status);
}

/* answer NUMBER | answer CHOICE | answer cell */
static bool answer(const CommandContext *context) {
  Session *session = context->session;
  int question = question_now(session);
  long choice;
  if (!command_has(context, 2)) return false;
  if (question < 0) return fail_no_question(context->status);
  Str text = command_text(context, 2);
  switch (session->lesson.lesson->questions[question]->kind) {
  case QUESTION_NUMBER:
    return answer_typed(session, question, text, context->status);
  case QUESTION_CELL:
    return lesson_answer_cell(session, question, context->status);
  default:
    if (!str_to_long(text, &choice) || choice < 1 || choice > 99) choice = 0;
    return lesson_answer_choice(session, question, (int)choice - 1, context->status);
  }
}

/* Enter: begins an answer, or gives it. A cell is the chosen one, so it is given at once. */
static bool enter(const CommandContext *context) {
  Session *session = context->session;
  LessonOnShow *on_show = &session->lesson;
  int question = question_now(session);
  if (question < 0) return session_do(session, "lesson next", context->status);
  const LessonQuestion *asked = on_show->lesson->questions[question];
  if (asked->kind == QUESTION_CELL) return lesson_answer_cell(session, question, context->status);
  if (on_show->asked < 0) {
    on_show->asked = on_show->followed = question;
    on_show->choice = 0;
    return true;
  }
  if (asked->kind == QUESTION_CHOICE)
    return lesson_answer_choice(session, question, on_show->choice, context->status);
  return answer_typed(session, question, str_from(on_show->typed), context->status);
}

/* ask N: the question that takes the keys; of the page on show. */
static bool ask(const CommandContext *context) {
  Session *session = context->session;
  LessonOnShow *on_show = &session->lesson;
  long number;
  if (!command_has(context, 2)) return false;
  if (!str_to_long(command_text(context, 2), &number) || number < 1 ||
      number > on_show->lesson->question_count)
    return command_wrong_number(context, 2, 1, on_show->lesson->question_count);
  on_show->asked = on_show->followed = (int)number - 1;
  on_show->choice = 0;
  on_show->typed[0] = 0;
  return true;
}

static bool type(const CommandContext *context) {
  Session *session = context->session;
  LessonOnShow *on_show = &session->lesson;
  if (!command_has(context, 2)) return false;
  if (on_show->asked < 0) return fail_no_question(context->status);
  Str typed = command_text(context, 2);
  const LessonQuestion *asked = on_show->lesson->questions[on_show->asked];
  size_t used = strlen(on_show->typed);
  if (asked->kind == QUESTION_CHOICE && typed.bytes == 1 && typed.at[0] >= '1' &&
      typed.at[0] < '1' + asked->choice_count) {
    on_show->choice = typed.at[0] - '1';
    return true;
  }
  for (size_t i = 0; i < typed.bytes && used + 1 < sizeof on_show->typed; i++) {
    char letter = typed.at[i] == ',' ? '.' : typed.at[i];
    if (strchr("0123456789.-+e", letter)) on_show->typed[used++] = letter;
  }
  on_show->typed[used] = 0;
  return true;
}

static bool move_choice(const CommandContext *context, int by) {
  LessonOnShow *on_show = &context->session->lesson;
  if (on_show->asked < 0) return true;
  int count = on_show->lesson->questions[on_show->asked]->choice_count;
  if (count > 0) on_show->choice = (on_show->choice + by + count) % count;
  return true;
}

/* ---- the rest ---- */

/* Before a class nothing follows a lesson that was not asked for. */
const char *session_lesson_after(const Session *session, Arena *arena) {
  const LessonOnShow *on_show = &session->lesson;
  char name[SHELF_NAME_BYTES];
  Str text;
  int index;
  if (!on_show->arena || on_show->page + 1 < on_show->lesson->page_count) return NULL;
  if (session->view.presenter || !shelf_find(on_show->name, &text, &index)) return NULL;
  if (index + 1 >= shelf_count()) return NULL;
  shelf_name(index + 1, name);
  return str_format(arena, "lesson %s", name);
}

static bool turn(const CommandContext *context, int by) {
  Session *session = context->session;
  int page = session->lesson.page + by, count = session->lesson.lesson->page_count;
  if (page < 0) return status_fail(context->status, STATUS_COULD_NOT, _("this is the first page"));
  const char *onward = page >= count ? session_lesson_after(session, session->scratch) : NULL;
  if (onward) return session_do(session, onward, context->status);
  if (page >= count)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("this was the last page; F2 shows the other lessons"));
  return lesson_show_page(session, page, context->status);
}

/* point …: as hover, and over a locked cell too; point part NAME lights a matrix. */
static bool point(const CommandContext *context) {
  Session *session = context->session;
  View *view = &session->view;
  TracePart part;
  if (command_is(context, 2, "part")) {
    if (!command_has(context, 3)) return false;
    if (!amount_part_find(command_text(context, 3), &part, context->status)) return false;
    view->lit_part = (int)part;
    return true;
  }
  StrBuf line = strbuf_make(session->scratch);
  strbuf_add(&line, STR("hover"));
  for (int i = 2; i < context->words->count; i++) {
    Str word = command_text(context, i);
    strbuf_format(&line, " %.*s", (int)word.bytes, word.at);
  }
  if (line.failed) return status_no_memory(context->status);
  if (!session_do_text(session, strbuf_str(&line), context->status)) return false;
  view->points = view->hover_query >= 0 || view->hover_key_alone >= 0;
  return true;
}

static bool scroll(const CommandContext *context) {
  float by;
  View *view = &context->session->view;
  if (!command_has(context, 2) || !command_number(context, 2, -1000, 1000, &by)) return false;
  context->session->lesson.followed = -1;
  view->lesson_scroll = float_clamp(view->lesson_scroll - 0.12f * by, 0, 1);
  return true;
}

static bool lock(const CommandContext *context) {
  LessonOnShow *on_show = &context->session->lesson;
  Status told;
  bool toggles = command_is(context, 2, "toggle"), locks = command_is(context, 2, "lock");
  if (!command_has(context, 2) || !(toggles || locks || command_is(context, 2, "unlock")))
    return command_wrong(context);
  bool is_locked = toggles ? on_show->unlocked : locks;
  on_show->unlocked = !is_locked;
  if (on_show->lesson->lock_count == 0) return true;
  status_fail(&told, STATUS_OK, "%s",
              is_locked ? _("locked again, as the lesson says") : _("unlocked until it is closed"));
  session_tell(context->session, told.sentence);
  return true;
}

static bool next(const CommandContext *context) { return turn(context, 1); }
static bool prev(const CommandContext *context) { return turn(context, -1); }
static bool up(const CommandContext *context) { return move_choice(context, -1); }
static bool down(const CommandContext *context) { return move_choice(context, 1); }

static bool go_back(const CommandContext *context) {
  Session *session = context->session;
  return lesson_show_page(session, session->lesson.page, context->status);
}

static bool show_page(const CommandContext *context) {
  int page;
  return command_has(context, 2) && read_page(context->session, context, 2, &page) &&
         lesson_show_page(context->session, page, context->status);
}

static bool leave(const CommandContext *context) {
  context->session->lesson.asked = -1;
  context->session->lesson.typed[0] = 0;
  return true;
}

static bool erase(const CommandContext *context) {
  char *typed = context->session->lesson.typed;
  typed[utf8_prev_grapheme(str_from(typed), strlen(typed))] = 0;
  return true;
}

static bool reveal(const CommandContext *context) {
  int question = question_now(context->session);
  if (question < 0) return fail_no_question(context->status);
  return lesson_reveal(context->session, question), true;
}

/* The words that need an open lesson. */
static const struct {
  const char *name;
  CommandRun run;
} of_open[] = {{"next", next},     {"prev", prev},   {"return", go_back}, {"page", show_page},
               {"answer", answer}, {"enter", enter}, {"ask", ask},        {"type", type},
               {"erase", erase},   {"leave", leave}, {"up", up},          {"down", down},
               {"reveal", reveal}, {"point", point}, {"scroll", scroll},  {"locks", lock}};

static CommandRun find_open(Str word) {
  for (size_t i = 0; i < sizeof of_open / sizeof *of_open; i++)
    if (str_is(word, of_open[i].name)) return of_open[i].run;
  return NULL;
}

bool do_lesson(const CommandContext *context) {
  Session *session = context->session;
  Str word = command_text(context, 1);
  bool is_word = context->words->count > 1 && !context->words->at[1].quoted;
  CommandRun run = is_word ? find_open(word) : NULL;
  if (context->words->count == 1) return session_do(session, "menu lessons", context->status);
  if (is_word && str_is(word, "close") && command_is(context, 2, "back"))
    return leave_for_before(context);
  if (is_word && str_is(word, "close")) return close_lesson(session);
  if (is_word && str_is(word, "stands")) return stand(context);
  if (!run) return open_lesson(context, 1);
  if (session->lesson.is_lent && !session->lesson.arena) return true;
  if (!session->lesson.arena)
    return status_fail(context->status, STATUS_COULD_NOT,
                       _("no lesson is open; F2 shows them, and lesson NAME opens one"));
  return run(context);
}

bool lesson_takes_text(const Session *session) {
  return session->lesson.arena && session->lesson.asked >= 0 && session->view.menu == MENU_NONE;
}
