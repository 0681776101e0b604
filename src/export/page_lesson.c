/* export/page_lesson.c -- words, amounts and questions of a page of a lesson. */
#include "export/page_lesson.h"

#include "export/page_store.h"
#include "scene/number.h"
#include "session/lesson/on_show.h"

static void write_value(StrBuf *out, const LessonValue *value) {
  if (value->word.bytes > 0) {
    page_json(out, value->word);
    return;
  }
  Number words = number_in_text((float)value->number, value->is_share);
  page_json(out, number_str(&words));
}

static void write_amount(const Session *session, StrBuf *out, const LessonAmount *amount) {
  LessonScene scene = session_lesson_scene(session);
  LessonValue value;
  Status status;
  if (amount_value(&scene, amount, &value, &status)) write_value(out, &value);
  else page_json(out, STR("–"));
}

/* What is lit under the pointer and chosen by a click: row and column, −1 for all, or the name of a
** matrix. */
static void write_place(const Session *session, StrBuf *out, const LessonHandle *handle) {
  const Trace *trace = session_lesson_scene(session).trace;
  int row = -1, col = -1;
  Status status;
  bool has_row = handle->kind == HANDLE_ROW || handle->kind == HANDLE_CELL;
  bool has_col = handle->kind == HANDLE_KEY || handle->kind == HANDLE_CELL;
  if (handle->kind == HANDLE_PART)
    strbuf_format(out, ",\"%s\"", trace_part_info(handle->part)->name);
  if (!has_row && !has_col) return;
  if (has_row && !amount_token(trace, handle->row, false, &row, &status)) return;
  if (has_col && !amount_token(trace, handle->col, true, &col, &status)) return;
  strbuf_format(out, ",%d,%d", row, col);
}

static void write_spans(const Session *session, StrBuf *out, const LessonText *text) {
  static const char *const looks[] = {[SPAN_PLAIN] = "",
                                      [SPAN_STRONG] = "strong",
                                      [SPAN_CODE] = "code",
                                      [SPAN_AMOUNT] = "number",
                                      [SPAN_HANDLE] = "strong"};
  strbuf_add_char(out, '[');
  for (const LessonSpan *span = text->first; span; span = span->next) {
    strbuf_format(out, "%s[\"%s\",", span == text->first ? "" : ",", looks[span->kind]);
    if (span->kind == SPAN_AMOUNT) write_amount(session, out, &span->amount);
    else page_json(out, span->text);
    if (span->kind == SPAN_HANDLE) write_place(session, out, &span->handle);
    strbuf_add_char(out, ']');
  }
  strbuf_add_char(out, ']');
}

/* ---- questions ---- */

static void write_choices(const Session *session, StrBuf *out, const LessonQuestion *question) {
  strbuf_add(out, STR(",\"choices\":["));
  for (const LessonChoice *choice = question->choices; choice; choice = choice->next) {
    strbuf_add(out, choice == question->choices ? STR("[") : STR(",["));
    write_spans(session, out, &choice->words);
    strbuf_format(out, ",%d,", choice->is_right);
    write_spans(session, out, &choice->hint);
    strbuf_add_char(out, ']');
  }
  strbuf_add_char(out, ']');
}

static void write_number(const Session *session, StrBuf *out, const LessonQuestion *question) {
  LessonScene scene = session_lesson_scene(session);
  LessonValue value;
  Status status;
  if (!amount_value(&scene, &question->answer, &value, &status)) return;
  strbuf_format(out, ",\"answer\":%.9g,\"within\":%.9g,\"is\":", value.number, question->within);
  write_value(out, &value);
}

static void write_cell(const Session *session, StrBuf *out, const LessonQuestion *question) {
  LessonScene scene = session_lesson_scene(session);
  int row, col;
  Status status;
  if (!amount_cell(&scene, &question->answer, &row, &col, &status)) return;
  strbuf_format(out, ",\"row\":%d,\"col\":%d", row, col);
}

/* Without the answer, where the sentence on show has none. */
static void write_question(const Session *session, StrBuf *out, const LessonQuestion *question) {
  static const char *const kinds[] = {
      [QUESTION_NUMBER] = "number", [QUESTION_CELL] = "cell", [QUESTION_CHOICE] = "choice"};
  strbuf_format(out, "{\"kind\":\"%s\",\"words\":", kinds[question->kind]);
  write_spans(session, out, &question->words);
  strbuf_add(out, STR(",\"hint\":"));
  write_spans(session, out, &question->hint);
  strbuf_add(out, STR(",\"because\":"));
  write_spans(session, out, &question->because);
  if (question->kind == QUESTION_NUMBER) write_number(session, out, question);
  if (question->kind == QUESTION_CELL) write_cell(session, out, question);
  write_choices(session, out, question);
  strbuf_add_char(out, '}');
}

/* ---- the page ---- */

static void write_block(const Session *session, StrBuf *out, const LessonBlock *block) {
  static const char *const kinds[] = {[BLOCK_PARAGRAPH] = "p",
                                      [BLOCK_ITEM] = "li",
                                      [BLOCK_HEADING] = "h3",
                                      [BLOCK_QUESTION] = "question"};
  bool is_question = block->kind == BLOCK_QUESTION && !block->question->is_broken;
  const LessonText *text = block->question ? &block->question->words : &block->text;
  strbuf_format(out, "[\"%s\",",
                block->kind == BLOCK_QUESTION && !is_question ? "p" : kinds[block->kind]);
  if (is_question) write_question(session, out, block->question);
  else write_spans(session, out, text);
  strbuf_add_char(out, ']');
}

void page_lesson_write(const Session *session, StrBuf *out) {
  const LessonOnShow *on_show = session_lesson(session);
  if (!on_show) {
    strbuf_add(out, STR("null"));
    return;
  }
  const LessonPage *page = &on_show->lesson->pages[on_show->page];
  strbuf_add(out, STR("{\"title\":"));
  page_json(out, on_show->lesson->title);
  strbuf_add(out, STR(",\"page\":"));
  page_json(out, page->title);
  strbuf_format(out, ",\"cover\":\"%s\",\"blocks\":[",
                page->has_cover ? stage_info(page->cover)->name : "");
  for (const LessonBlock *block = page->blocks; block; block = block->next) {
    if (block != page->blocks) strbuf_add_char(out, ',');
    write_block(session, out, block);
  }
  strbuf_add(out, STR("]}"));
}
