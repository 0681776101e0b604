/* session/lesson/on_show.c -- opening a lesson, and its pages as inputs and views. */
#include "session/lesson/on_show.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/os.h"
#include "session/lesson/shelf.h"
#include "session/session_internal.h"

/* Commands that a page may not give: a page is what is on show, not something that happens. */
static const char *const not_on_a_page[] = {
    "train", "timeline", "watch",  "wait", "note", "lesson", "script", "quit", "undo",
    "redo",  "save",     "export", "copy", "open", "browse", "menu",   "board"};

void lesson_free(LessonOnShow *on_show) {
  arena_free(on_show->arena);
  *on_show = (LessonOnShow){.asked = -1, .followed = -1};
}

const LessonOnShow *session_lesson(const Session *session) {
  return session->lesson.arena ? &session->lesson : NULL;
}

LessonScene session_lesson_scene(const Session *session) {
  return (LessonScene){session_trace(session), session->view.layer, session->view.head,
                       &session->view.experiments};
}

/* ---- a page on the copy ---- */

/* A maker of pages: the copy of the session, and what it fills. */
typedef struct PageMaker {
  Session *copy;
  Guard guard;
  LessonOnShow *made;
} PageMaker;

static bool note_fault(PageMaker *maker, LessonPlace place, const Status *status) {
  return lesson_fault(maker->made->arena, maker->made->lesson, place, status->sentence);
}

static bool is_allowed(const LessonCommand *command, Status *status) {
  Str rest = str_from(command->text);
  while (str_trim(rest).bytes > 0) {
    Str name = amount_take_word(&rest);
    for (size_t i = 0; i < sizeof not_on_a_page / sizeof *not_on_a_page; i++)
      if (str_is(name, not_on_a_page[i]) &&
          !(str_is(name, "board") && str_starts(str_trim(rest), "at")))
        return status_fail(status, STATUS_USAGE,
                           _("“%s” is no command for a page, which says what is on show; in a "
                             "script it can stand: headsup play SCRIPT"),
                           not_on_a_page[i]);
    while (rest.bytes > 0 && rest.at[0] != ';') rest.at++, rest.bytes--;
    if (rest.bytes > 0) rest.at++, rest.bytes--;
  }
  return true;
}

static void run_commands(PageMaker *maker, const LessonCommand *command) {
  Status status = {STATUS_OK, ""};
  for (; command; command = command->next)
    if (!is_allowed(command, &status) || !session_do(maker->copy, command->text, &status))
      note_fault(maker, command->place, &status);
}

/* A stage that is covered stands on show, empty. */
static void cover(PageMaker *maker, LessonPage *page) {
  char line[64];
  Status status = {STATUS_OK, ""};
  if (!page->has_cover) return;
  snprintf(line, sizeof line, "stage %s", stage_info(page->cover)->name);
  if (session_do(maker->copy, line, &status)) return;
  note_fault(maker, page->cover_place, &status);
  page->has_cover = false;
}

/* ---- what the page refers to ---- */

/* A handle is a script of one line, whose place in it says nothing. */
static void note_handle_fault(PageMaker *maker, LessonPlace place, const Status *status) {
  static const char begin[] = "-:1: ";
  bool has_place = str_starts(str_from(status->sentence), begin);
  lesson_fault(maker->made->arena, maker->made->lesson, place,
               status->sentence + (has_place ? sizeof begin - 1 : 0));
}

static void check_text(PageMaker *maker, const LessonText *text) {
  LessonScene scene = session_lesson_scene(maker->copy);
  Status status = {STATUS_OK, ""};
  for (const LessonSpan *span = text->first; span; span = span->next) {
    LessonValue value;
    const LessonHandle *handle = &span->handle;
    int index;
    bool is_cell = span->kind == SPAN_HANDLE && handle->kind <= HANDLE_KEY;
    if (span->kind == SPAN_AMOUNT && !amount_value(&scene, &span->amount, &value, &status))
      note_fault(maker, span->place, &status);
    if (is_cell &&
        ((handle->row.bytes > 0 &&
          !amount_token(scene.trace, handle->row, false, &index, &status)) ||
         (handle->col.bytes > 0 && !amount_token(scene.trace, handle->col, true, &index, &status))))
      note_fault(maker, span->place, &status);
    if (span->kind == SPAN_HANDLE && handle->kind == HANDLE_COMMAND) {
      Script script = {.path = "-", .text = str_from(handle->command)};
      if (!session_check_script(maker->copy, &script, &status))
        note_handle_fault(maker, span->place, &status);
    }
  }
}

static void check_question(PageMaker *maker, const LessonQuestion *question) {
  LessonScene scene = session_lesson_scene(maker->copy);
  LessonValue value;
  Status status = {STATUS_OK, ""};
  int row, col;
  check_text(maker, &question->words);
  check_text(maker, &question->hint);
  check_text(maker, &question->because);
  for (const LessonChoice *at = question->choices; at; at = at->next) {
    check_text(maker, &at->words);
    check_text(maker, &at->hint);
  }
  bool is_number = question->kind == QUESTION_NUMBER, is_cell = question->kind == QUESTION_CELL;
  if ((is_number && !amount_value(&scene, &question->answer, &value, &status)) ||
      (is_cell && !amount_cell(&scene, &question->answer, &row, &col, &status)))
    note_fault(maker, question->place, &status);
}

static void check_page(PageMaker *maker, const LessonPage *page) {
  if (maker->copy->is_blind) return; /* its model is not opened for this */
  for (const LessonBlock *block = page->blocks; block; block = block->next) {
    if (block->kind == BLOCK_QUESTION) check_question(maker, block->question);
    else check_text(maker, &block->text);
  }
}

/* Every page begins as the program does. */
static bool make_page(PageMaker *maker, int index, Status *status) {
  LessonPage *page = &maker->made->lesson->pages[index];
  LessonPageState *state = &maker->made->pages[index];
  if (!session_do(maker->copy, "reset", status)) return false;
  run_commands(maker, maker->made->lesson->commands);
  run_commands(maker, page->commands);
  cover(maker, page);
  check_page(maker, page);
  state->view = maker->copy->view;
  return inputs_copy(maker->made->arena, session_now(maker->copy), &state->inputs) ||
         status_no_memory(status);
}

static bool is_command(const char *name) {
  MenuId menu = MENU_NONE;
  for (int i = 0; i < commands_count(); i++)
    if (strcmp(commands_get(i)->name, name) == 0) return true;
  for (; menu < MENU_COUNT; menu++)
    if (strcmp(menu_name(menu), name) == 0) return true;
  return false;
}

static void check_locks(PageMaker *maker) {
  const Lesson *lesson = maker->made->lesson;
  Status status;
  for (int i = 0; i < lesson->lock_count; i++) {
    if (is_command(lesson->locks[i])) continue;
    status_fail(&status, STATUS_USAGE,
                _("there is no command “%s” to lock; 'headsup list commands' shows them all"),
                lesson->locks[i]);
    note_fault(maker, lesson->lock_places[i], &status);
  }
}

static bool make_pages(const Session *session, LessonOnShow *made, Status *status) {
  PageMaker maker = {.made = made};
  bool is_file = made->name[0] == '/';
  Script script = {.path = is_file ? made->name : "-"};
  made->pages = arena_take(made->arena, LESSON_PAGES_MOST, sizeof *made->pages);
  if (!made->pages || !guard_begin(session, &script, made->arena, &maker.guard))
    return status_no_memory(status);
  if (!session_make_copy(session, &maker.copy, status)) return false;
  maker.copy->guard = &maker.guard;
  bool done = true;
  check_locks(&maker);
  if (made->lesson->page_count == 0) run_commands(&maker, made->lesson->commands);
  for (int i = 0; done && i < made->lesson->page_count; i++) done = make_page(&maker, i, status);
  maker.copy->guard = NULL;
  session_free(maker.copy);
  return done;
}

/* ---- opening ---- */

static bool read_text(LessonOnShow *made, const char *name, Str *text, Status *status) {
  int index;
  char shelf[SHELF_NAME_BYTES];
  if (shelf_find(name, text, &index)) {
    shelf_name(index, shelf);
    snprintf(made->name, sizeof made->name, "%s", shelf);
    return true;
  }
  if (os_kind(name) == OS_MISSING && !strchr(name, '/'))
    return status_fail(status, STATUS_COULD_NOT,
                       _("there is no lesson “%s”; 'headsup list lessons' shows those that ship, "
                         "and a file is named by its path"),
                       name);
  const char *whole = os_absolute_path(made->arena, name);
  if (!whole || strlen(whole) >= sizeof made->name) return status_no_memory(status);
  snprintf(made->name, sizeof made->name, "%s", whole);
  return os_read_file(made->arena, whole, LESSON_BYTES_MOST, text, status);
}

bool lesson_make(const Session *session, const char *name, LessonOnShow *made, Status *status) {
  Str text = {"", 0};
  *made = (LessonOnShow){.asked = -1, .followed = -1, .arena = arena_make(0)};
  made->lesson = made->arena ? arena_take(made->arena, 1, sizeof *made->lesson) : NULL;
  bool done = made->lesson ? read_text(made, name, &text, status) : status_no_memory(status);
  const char *kept = done ? str_copy(made->arena, text) : NULL;
  if (done && !kept) done = status_no_memory(status);
  done = done && lesson_read(made->arena, (Str){kept, text.bytes}, made->lesson, status);
  if (done) {
    size_t count = (size_t)made->lesson->question_count;
    made->answers = arena_take(made->arena, count + 1, sizeof *made->answers);
    done = made->answers ? make_pages(session, made, status) : status_no_memory(status);
  }
  if (done && made->lesson->page_count == 0) {
    const LessonFault *fault = &made->lesson->faults[0];
    done = status_fail(status, STATUS_COULD_NOT, "%s:%d:%d: %s", name, fault->place.line,
                       fault->place.column, fault->sentence);
  }
  if (!done) lesson_free(made);
  return done;
}

void lesson_show_note(Session *session) {
  Str note = session->lesson.lesson->pages[session->lesson.page].note;
  snprintf(session->note, sizeof session->note, "%.*s",
           (int)str_head(note, sizeof session->note - 1).bytes, note.at ? note.at : "");
}

/* ---- going to a page ---- */

/* How things look to the reader is the reader's. */
static View view_of_page(const View *page, const View *now) {
  View view = *page;
  view.theme = now->theme;
  view.language = now->language;
  view.palette = now->palette;
  view.text_scale = now->text_scale;
  view.motion = now->motion;
  view.speed = now->speed;
  view.presenter = now->presenter;
  view.spotlight = now->spotlight;
  view.notes = now->notes;
  view.export_look = now->export_look;
  view.from_kind = now->from_kind;
  view.from_stage = now->from_stage;
  view.transition = now->transition;
  view.held = false;
  view.lesson = true;
  return view;
}

bool lesson_is_settled(const LessonAnswer *answer) {
  return answer->state == ANSWER_RIGHT || answer->state == ANSWER_SHOWN;
}

int session_lesson_open_question(const Session *session) {
  const LessonOnShow *on_show = &session->lesson;
  for (int i = 0; on_show->arena && i < on_show->lesson->question_count; i++)
    if (lesson_page_of(on_show->lesson, on_show->lesson->questions[i]) == on_show->page &&
        !lesson_is_settled(&on_show->answers[i]))
      return i;
  return -1;
}

static bool is_covered(const Session *session) {
  const LessonOnShow *on_show = &session->lesson;
  return on_show->lesson->pages[on_show->page].has_cover &&
         session_lesson_open_question(session) >= 0;
}

static bool asks_number(const Session *session) {
  const LessonOnShow *on_show = &session->lesson;
  int open = session_lesson_open_question(session);
  return open >= 0 && on_show->lesson->questions[open]->kind == QUESTION_NUMBER;
}

bool lesson_show_page(Session *session, int page, Status *status) {
  LessonOnShow *on_show = &session->lesson;
  assert(on_show->arena && page >= 0 && page < on_show->lesson->page_count);
  const LessonPageState *state = &on_show->pages[page];
  if (!undo_change(session, &state->inputs, CHANGE_ALONE, status)) return false;
  steps_begin_transition(session);
  on_show->page = page;
  on_show->asked = on_show->followed = -1;
  on_show->choice = 0;
  on_show->typed[0] = 0;
  session->view = view_of_page(&state->view, &session->view);
  undo_go_to_when_made(session, &session->view);
  if (!session->pending.is_on) session_fit_view(session);
  if (is_covered(session)) session->view.filled = 0;
  session->view.asks_number = asks_number(session);
  lesson_show_note(session);
  session->steps.count = 0;
  shelf_note(session);
  return true;
}

void lesson_uncover(Session *session) {
  View *view = &session->view;
  if (session_lesson_open_question(session) >= 0 || view->filled != 0) return;
  view->filled = -1;
}

/* The place alone, not how it is looked at. */
bool session_lesson_is_left(const Session *session) {
  const LessonOnShow *on_show = &session->lesson;
  if (!on_show->arena) return false;
  const LessonPageState *page = &on_show->pages[on_show->page];
  const View *now = &session->view, *of = &page->view;
  bool is_same_stage = now->kind != VIEW_STAGE || now->stage == of->stage;
  return !inputs_equal(session_now(session), &page->inputs) || now->kind != of->kind ||
         !is_same_stage || now->layer != of->layer || now->head != of->head;
}

/* ---- handles ---- */

/* A matrix that is no part of a stage, such as W_Q, has only a place to be lit. */
static const char *part_command(TracePart part, bool click, Arena *arena) {
  StageId stage = click ? stage_of_part(part) : STAGE_COUNT;
  return stage == STAGE_COUNT
             ? str_format(arena, "lesson point part %s", trace_part_info(part)->name)
             : str_format(arena, "stage %s", stage_info(stage)->name);
}

const char *session_lesson_handle(const Session *session, const LessonHandle *handle, bool click,
                                  Arena *arena) {
  const Trace *trace = session_trace(session);
  const char *verb = click ? "cell" : "lesson point";
  const char *made = "";
  int row = 0, col = 0;
  if (handle->kind == HANDLE_COMMAND) return click ? handle->command : "";
  if (handle->kind == HANDLE_PART) made = part_command(handle->part, click, arena);
  else if ((handle->row.bytes > 0 && !amount_token(trace, handle->row, false, &row, NULL)) ||
           (handle->col.bytes > 0 && !amount_token(trace, handle->col, true, &col, NULL)))
    return "";
  else if (handle->kind == HANDLE_ROW) made = str_format(arena, "%s %d row", verb, row + 1);
  else if (handle->kind == HANDLE_KEY) made = str_format(arena, "%s key %d", verb, col + 1);
  else made = str_format(arena, "%s %d %d", verb, row + 1, col + 1);
  return made ? made : "";
}

/* ---- locks ---- */

bool lesson_permits(const Session *session, Str command, Str word, Status *status) {
  const LessonOnShow *on_show = &session->lesson;
  if (!on_show->arena || on_show->unlocked || session->guard || session->dry) return true;
  Str name = str_is(command, "menu") ? word : command;
  for (int i = 0; i < on_show->lesson->lock_count; i++)
    if (str_is(name, on_show->lesson->locks[i]))
      return status_fail(status, STATUS_COULD_NOT,
                         _("“%s” is locked in this lesson; Ctrl-Shift-U unlocks"),
                         on_show->lesson->locks[i]);
  return true;
}

const char *const *session_lesson_locks(const Session *session, int *count) {
  const LessonOnShow *on_show = &session->lesson;
  *count = on_show->arena && !on_show->unlocked ? on_show->lesson->lock_count : 0;
  return *count > 0 ? on_show->lesson->locks : NULL;
}

/* ---- states ---- */

void lesson_add_script(StrBuf *text, const Session *session) {
  const LessonOnShow *on_show = &session->lesson;
  if (!on_show->arena) {
    strbuf_add(text, STR("lesson close\n"));
    return;
  }
  strbuf_add(text, STR("lesson stands "));
  line_add_string(text, str_from(on_show->name));
  strbuf_format(text, " %d\n", on_show->page + 1);
}
