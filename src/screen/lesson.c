/* screen/lesson.c -- spans and blocks of a page, and the words about answers. */
#include "screen/lesson.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "session/lesson/on_show.h"
#include "session/lesson/shelf.h"
#include "text/quoted.h"

/* A page has so many blocks at most; more are left out. */
enum { BLOCKS_MOST = 256 };

typedef struct PageWriter {
  const Session *session;
  const LessonOnShow *on_show;
  Arena *arena;
  UiBlock *blocks;
  int count;
} PageWriter;

/* ---- spans ---- */

static const char *value_words(const PageWriter *writer, const LessonValue *value) {
  if (value->word.bytes > 0) return str_copy(writer->arena, value->word);
  Number number = number_in_text((float)value->number, value->is_share);
  return str_copy(writer->arena, number_str(&number));
}

/* "–" where the sentence on show has no such token. */
static UiSpan amount_span(const PageWriter *writer, const LessonAmount *amount) {
  LessonScene scene = session_lesson_scene(writer->session);
  LessonValue value;
  Status status;
  UiSpan span = {.look = UI_SPAN_NUMBER, .text = STR("–"), .is_wrong = true};
  if (!amount_value(&scene, amount, &value, &status)) return span;
  const char *words = value_words(writer, &value);
  span.text = words ? str_from(words) : (Str){"", 0};
  span.is_wrong = false;
  if (value.word.bytes > 0) span.look = UI_SPAN_STRONG;
  return span;
}

static UiSpan span_of(const PageWriter *writer, const LessonSpan *from) {
  static const UiSpanLook looks[] = {[SPAN_PLAIN] = UI_SPAN_PLAIN,
                                     [SPAN_STRONG] = UI_SPAN_STRONG,
                                     [SPAN_CODE] = UI_SPAN_CODE,
                                     [SPAN_AMOUNT] = UI_SPAN_NUMBER,
                                     [SPAN_HANDLE] = UI_SPAN_HANDLE};
  if (from->kind == SPAN_AMOUNT) return amount_span(writer, &from->amount);
  UiSpan span = {.text = from->text, .look = looks[from->kind]};
  if (from->kind != SPAN_HANDLE) return span;
  span.click = session_lesson_handle(writer->session, &from->handle, true, writer->arena);
  span.hover = session_lesson_handle(writer->session, &from->handle, false, writer->arena);
  span.is_wrong = !span.click[0];
  return span;
}

/* Appends a block; first: words before the text, or empty. */
static UiBlock *add(PageWriter *writer, UiBlockKind kind, Str first, const LessonText *text) {
  if (writer->count == BLOCKS_MOST) return &writer->blocks[BLOCKS_MOST - 1];
  int count = first.bytes > 0 ? 2 : 0;
  for (const LessonSpan *at = text ? text->first : NULL; at; at = at->next) count++;
  UiSpan *spans = arena_take(writer->arena, (size_t)count + 1, sizeof *spans);
  UiBlock *block = &writer->blocks[writer->count++];
  *block = (UiBlock){.kind = kind, .spans = spans};
  if (!spans) return block;
  if (first.bytes > 0) {
    spans[block->span_count++] = (UiSpan){.text = first, .look = UI_SPAN_STRONG};
    spans[block->span_count++] = (UiSpan){.text = STR(" ")};
  }
  for (const LessonSpan *at = text ? text->first : NULL; at; at = at->next)
    spans[block->span_count++] = span_of(writer, at);
  return block;
}

/* ---- answers ---- */

static Str words(PageWriter *writer, const char *text) {
  const char *copy = text ? str_copy(writer->arena, str_from(text)) : NULL;
  return copy ? str_from(copy) : (Str){"", 0};
}

static Str cell_words(PageWriter *writer, const LessonAnswer *answer) {
  const Trace *trace = session_trace(writer->session);
  if (answer->row >= trace_token_count(trace) || answer->col >= trace_key_count(trace))
    return (Str){"", 0};
  Str query = quoted_name(writer->arena, trace_token(trace, answer->row)->label);
  Str key = quoted_name(writer->arena, trace_key(trace, answer->col)->label);
  return words(writer, str_format(writer->arena, "(%.*s, %.*s)", (int)query.bytes, query.at,
                                  (int)key.bytes, key.at));
}

/* What is to be said of a wrong answer before its hint: where it lies beside the right one. */
static Str wrong_words(PageWriter *writer, const LessonQuestion *question,
                       const LessonAnswer *answer) {
  if (question->kind == QUESTION_NUMBER) {
    Number given = number_in_text((float)answer->number, false);
    const char *format =
        answer->number > answer->truth ? _("%s is too much.") : _("%s is too little.");
    return words(writer, str_format(writer->arena, format, given.at));
  }
  if (question->kind == QUESTION_CELL) {
    LessonScene scene = session_lesson_scene(writer->session);
    LessonAmount given = question->answer;
    LessonValue value;
    Status status;
    Str place = cell_words(writer, answer);
    given.kind = AMOUNT_CELL;
    given.row = words(writer, str_format(writer->arena, "%d", answer->row + 1));
    given.col = words(writer, str_format(writer->arena, "%d", answer->col + 1));
    if (!amount_value(&scene, &given, &value, &status)) return words(writer, _("Not that cell."));
    return words(writer, str_format(writer->arena, _("%.*s is %s."), (int)place.bytes, place.at,
                                    value_words(writer, &value)));
  }
  return words(writer, _("Look again:"));
}

static void add_wrong(PageWriter *writer, const LessonQuestion *question,
                      const LessonAnswer *answer) {
  const LessonText *hint = &question->hint;
  const LessonChoice *choice = question->choices;
  for (int i = 0; choice && i < answer->choice; i++) choice = choice->next;
  if (choice && choice->hint.first) hint = &choice->hint;
  add(writer, UI_BLOCK_HINT, wrong_words(writer, question, answer), hint);
}

static Str right_words(PageWriter *writer, const LessonQuestion *question,
                       const LessonAnswer *answer) {
  Number truth = number_full((float)answer->truth);
  if (answer->state == ANSWER_RIGHT) return words(writer, _("Right."));
  if (question->kind == QUESTION_NUMBER)
    return words(writer, str_format(writer->arena, _("It is %s."), truth.at));
  if (question->kind == QUESTION_CELL) {
    Str place = cell_words(writer, answer);
    return words(writer, str_format(writer->arena, _("It is %.*s."), (int)place.bytes, place.at));
  }
  return words(writer, _("The marked one."));
}

static void add_choices(PageWriter *writer, const LessonQuestion *question,
                        const LessonAnswer *answer, bool is_open, bool is_asked) {
  int index = 0;
  for (const LessonChoice *at = question->choices; at; at = at->next, index++) {
    UiBlock *block = add(writer, UI_BLOCK_CHOICE, (Str){"", 0}, &at->words);
    bool is_given = answer->state == ANSWER_WRONG && answer->choice == index;
    block->is_right = !is_open && at->is_right;
    block->is_asked = is_asked;
    block->is_chosen = is_asked ? writer->on_show->choice == index : is_open && is_given;
    if (is_open)
      block->command = str_format(writer->arena, "lesson ask %d; lesson answer %d",
                                  question->index + 1, index + 1);
  }
}

static void add_field(PageWriter *writer, const LessonQuestion *question, bool is_asked) {
  UiBlock *block = add(writer, UI_BLOCK_FIELD, (Str){"", 0}, NULL);
  block->label = is_asked ? str_from(writer->on_show->typed) : (Str){"", 0};
  block->is_asked = is_asked;
  block->second = str_format(writer->arena, "lesson ask %d", question->index + 1);
  block->second_label = str_from(is_asked ? _("Check (Enter)") : _("Answer (Enter)"));
  block->command = is_asked ? "lesson enter" : block->second;
}

static void add_cell_button(PageWriter *writer, const LessonQuestion *question) {
  const View *view = session_view(writer->session);
  LessonAnswer chosen = {.row = view->query, .col = view->key};
  bool has_cell = view->query >= 0 && view->key >= 0;
  Str place = has_cell ? cell_words(writer, &chosen) : (Str){"", 0};
  UiBlock *block = add(writer, UI_BLOCK_BUTTON, (Str){"", 0}, NULL);
  block->is_chosen = has_cell;
  block->command =
      str_format(writer->arena, "lesson ask %d; lesson answer cell", question->index + 1);
  block->label = !has_cell ? str_from(_("Choose a cell of the picture, then Enter"))
                           : words(writer, str_format(writer->arena, _("Answer %.*s (Enter)"),
                                                      (int)place.bytes, place.at));
}

static void add_question_blocks(PageWriter *writer, const LessonQuestion *question) {
  const LessonAnswer *answer = &writer->on_show->answers[question->index];
  bool is_open = !lesson_is_settled(answer);
  bool is_asked = is_open && writer->on_show->asked == question->index;
  UiBlock *words_block = add(writer, UI_BLOCK_QUESTION, (Str){"", 0}, &question->words);
  words_block->is_asked = is_asked;
  if (question->kind == QUESTION_CHOICE) add_choices(writer, question, answer, is_open, is_asked);
  else if (is_open && question->kind == QUESTION_NUMBER) add_field(writer, question, is_asked);
  else if (is_open) add_cell_button(writer, question);
  if (!is_open) {
    add(writer, UI_BLOCK_RIGHT, right_words(writer, question, answer), &question->because);
    return;
  }
  if (answer->state != ANSWER_WRONG) return;
  add_wrong(writer, question, answer);
  UiBlock *show = add(writer, UI_BLOCK_BUTTON, (Str){"", 0}, NULL);
  show->label = str_from(_("Show the answer"));
  show->command = str_format(writer->arena, "lesson ask %d; lesson reveal", question->index + 1);
  show->is_asked = is_asked;
}

static void add_question(PageWriter *writer, const LessonQuestion *question) {
  int first = writer->count;
  add_question_blocks(writer, question);
  for (int i = first; i < writer->count; i++)
    writer->blocks[i].is_followed = writer->on_show->followed == question->index;
}

/* ---- the page ---- */

static void add_block(PageWriter *writer, const LessonBlock *block) {
  static const UiBlockKind kinds[] = {[BLOCK_PARAGRAPH] = UI_BLOCK_TEXT,
                                      [BLOCK_ITEM] = UI_BLOCK_ITEM,
                                      [BLOCK_HEADING] = UI_BLOCK_HEADING};
  if (block->kind == BLOCK_QUESTION) add_question(writer, block->question);
  else add(writer, kinds[block->kind], (Str){"", 0}, &block->text);
}

/* Mistakes in the lines of the page, or before the first page. */
static void add_faults(PageWriter *writer) {
  const Lesson *lesson = writer->on_show->lesson;
  int page = writer->on_show->page, first = page > 0 ? lesson->pages[page].place.line : 0;
  bool is_last = page + 1 == lesson->page_count;
  for (int i = 0; i < lesson->fault_count; i++) {
    const LessonFault *fault = &lesson->faults[i];
    bool is_here = fault->place.line >= first &&
                   (is_last || fault->place.line < lesson->pages[page + 1].place.line);
    if (!is_here) continue;
    Str place = words(writer, str_format(writer->arena, _("Line %d, column %d:"), fault->place.line,
                                         fault->place.column));
    LessonSpan span = {.text = str_from(fault->sentence)};
    LessonText text = {&span, &span};
    add(writer, UI_BLOCK_FAULT, place, &text);
  }
}

static const char *way(PageWriter *writer, int page, const char *command) {
  return page >= 0 && page < writer->on_show->lesson->page_count ? command : NULL;
}

static Str onward_title(PageWriter *writer) {
  Str text, title, level;
  int index, minutes;
  if (!session_lesson_after(writer->session, writer->arena)) return (Str){"", 0};
  if (!shelf_find(writer->on_show->name, &text, &index)) return (Str){"", 0};
  shelf_words(index + 1, &title, &level, &minutes);
  return title;
}

void lesson_fill(const Session *session, Arena *arena, UiInputs *inputs) {
  const LessonOnShow *on_show = session_lesson(session);
  if (!on_show) return;
  const Lesson *lesson = on_show->lesson;
  PageWriter writer = {session, on_show, arena, arena_take(arena, BLOCKS_MOST, sizeof(UiBlock)), 0};
  UiLesson *made = arena_take(arena, 1, sizeof *made);
  if (!writer.blocks || !made) return;
  assert(on_show->page < lesson->page_count);
  add_faults(&writer);
  const LessonPage *page = &lesson->pages[on_show->page];
  for (const LessonBlock *block = page->blocks; block; block = block->next)
    add_block(&writer, block);
  *made =
      (UiLesson){.title = lesson->title,
                 .page = page->title,
                 .counter = words(&writer, str_format(arena, C_("a page of a lesson", "%d of %d"),
                                                      on_show->page + 1, lesson->page_count)),
                 .blocks = writer.blocks,
                 .block_count = writer.count,
                 .prev = way(&writer, on_show->page - 1, "lesson prev"),
                 .next = way(&writer, on_show->page + 1, "lesson next"),
                 .onward = onward_title(&writer),
                 .is_left = session_lesson_is_left(session),
                 .has_locks = lesson->lock_count > 0,
                 .is_unlocked = on_show->unlocked};
  inputs->lesson = made;
}
