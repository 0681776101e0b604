/* lesson/inline.c -- cuts a line into spans. */
#include "lesson/inline.h"

#include <assert.h>
#include <string.h>

#include "base/i18n.h"

LessonPlace reader_place(Str line, int number, size_t byte) {
  assert(byte <= line.bytes);
  return (LessonPlace){number, str_characters((Str){line.at, byte}) + 1};
}

void reader_fault(LessonReader *reader, Str line, int number, size_t byte, const char *sentence) {
  lesson_fault(reader->arena, reader->lesson, reader_place(line, number, byte), sentence);
}

static void append(LessonReader *reader, LessonText *text, LessonSpan span) {
  LessonSpan *made = arena_take(reader->arena, 1, sizeof *made);
  if (!made) {
    reader->failed = true;
    return;
  }
  *made = span;
  if (text->last) text->last->next = made;
  else text->first = made;
  text->last = made;
}

/* The first byte of `mark` from that byte on; line.bytes: it is not there. */
static size_t find(Str line, size_t from, const char *mark) {
  size_t bytes = strlen(mark);
  for (size_t at = from; at + bytes <= line.bytes; at++)
    if (memcmp(line.at + at, mark, bytes) == 0) return at;
  return line.bytes;
}

static Str between(Str line, size_t from, size_t end) { return (Str){line.at + from, end - from}; }

/* ---- handles ---- */

static bool fail_handle(Status *status) {
  return status_fail(status, STATUS_USAGE,
                     _("a handle points at something: [words](row it), (cell it animal), (key "
                       "animal), (part k), or a command such as (stage weights)"));
}

static bool read_handle(LessonReader *reader, Str words, LessonHandle *handle, Status *status) {
  static const struct {
    const char *name;
    HandleKind kind;
    int refs;
  } kinds[] = {{"row", HANDLE_ROW, 1},
               {"cell", HANDLE_CELL, 2},
               {"key", HANDLE_KEY, 1},
               {"part", HANDLE_PART, 1}};
  Str rest = words, name = amount_take_word(&rest);
  if (name.bytes == 0) return fail_handle(status);
  *handle = (LessonHandle){.kind = HANDLE_COMMAND};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!str_is(name, kinds[i].name)) continue;
    Str first = amount_take_word(&rest), second = {0};
    if (kinds[i].refs == 2) second = amount_take_word(&rest);
    bool is_whole = first.bytes > 0 && (kinds[i].refs == 1 || second.bytes > 0);
    if (!is_whole || str_trim(rest).bytes > 0) return fail_handle(status);
    *handle = (LessonHandle){.kind = kinds[i].kind, .row = first, .col = second};
    if (kinds[i].kind == HANDLE_KEY) handle->row = (Str){0}, handle->col = first;
    return kinds[i].kind != HANDLE_PART || amount_part_find(first, &handle->part, status);
  }
  handle->command = str_copy(reader->arena, str_trim(words));
  if (!handle->command) reader->failed = true;
  return handle->command != NULL;
}

/* ---- spans ---- */

/* A mark that begins at *at, if one does: appends it and goes behind it. */
typedef struct Cursor {
  LessonReader *reader;
  Str line;
  int number;
  LessonText *text;
} Cursor;

static size_t read_amount(const Cursor *cursor, size_t at) {
  size_t end = find(cursor->line, at + 2, "}}");
  Status status = {STATUS_OK, ""};
  if (end == cursor->line.bytes) {
    reader_fault(cursor->reader, cursor->line, cursor->number, at,
                 _("“{{” begins an amount and has no “}}” on this line; expected for example "
                   "{{weights it animal}}"));
    return end;
  }
  LessonSpan span = {.kind = SPAN_AMOUNT,
                     .text = str_trim(between(cursor->line, at + 2, end)),
                     .place = reader_place(cursor->line, cursor->number, at + 2)};
  if (amount_read(cursor->reader->arena, span.text, &span.amount, &status))
    append(cursor->reader, cursor->text, span);
  else reader_fault(cursor->reader, cursor->line, cursor->number, at + 2, status.sentence);
  return end + 2;
}

/* "[words](target)"; a bracket without a round one behind it is a letter like any other. */
static size_t read_link(const Cursor *cursor, size_t at) {
  size_t middle = find(cursor->line, at + 1, "]("), end = find(cursor->line, middle, ")");
  if (middle == cursor->line.bytes) return at;
  Status status = {STATUS_OK, ""};
  if (end == cursor->line.bytes) {
    reader_fault(cursor->reader, cursor->line, cursor->number, middle + 1,
                 _("“(” begins what a handle points at and has no “)” on this line"));
    return end;
  }
  LessonSpan span = {.kind = SPAN_HANDLE,
                     .text = between(cursor->line, at + 1, middle),
                     .place = reader_place(cursor->line, cursor->number, middle + 2)};
  Str target = between(cursor->line, middle + 2, end);
  if (read_handle(cursor->reader, target, &span.handle, &status))
    append(cursor->reader, cursor->text, span);
  else {
    reader_fault(cursor->reader, cursor->line, cursor->number, middle + 2, status.sentence);
    append(cursor->reader, cursor->text, (LessonSpan){.kind = SPAN_PLAIN, .text = span.text});
  }
  return end + 1;
}

/* A pair of equal marks around letters; without the second one it is letters itself. */
static size_t read_pair(const Cursor *cursor, size_t at, const char *mark, SpanKind kind) {
  size_t bytes = strlen(mark), end = find(cursor->line, at + bytes, mark);
  if (end == cursor->line.bytes || end == at + bytes) return at;
  append(cursor->reader, cursor->text,
         (LessonSpan){.kind = kind, .text = between(cursor->line, at + bytes, end)});
  return end + bytes;
}

/* Behind the mark that begins there; `at` itself: none does. */
static size_t read_mark(const Cursor *cursor, size_t at) {
  Str rest = between(cursor->line, at, cursor->line.bytes);
  if (str_starts(rest, "{{")) return read_amount(cursor, at);
  if (str_starts(rest, "**")) return read_pair(cursor, at, "**", SPAN_STRONG);
  if (rest.at[0] == '`') return read_pair(cursor, at, "`", SPAN_CODE);
  return rest.at[0] == '[' ? read_link(cursor, at) : at;
}

void inline_read(LessonReader *reader, Str line, int number, size_t from, LessonText *text) {
  assert(from <= line.bytes);
  Cursor cursor = {reader, line, number, text};
  size_t begin = from, at = from;
  if (text->last) append(reader, text, (LessonSpan){.kind = SPAN_PLAIN, .text = STR(" ")});
  while (at < line.bytes) {
    if (!strchr("{*`[", line.at[at])) {
      at++;
      continue;
    }
    if (at > begin)
      append(reader, text, (LessonSpan){.kind = SPAN_PLAIN, .text = between(line, begin, at)});
    begin = at;
    size_t behind = read_mark(&cursor, at);
    if (behind == at) at++;
    else begin = at = behind;
  }
  if (at > begin)
    append(reader, text, (LessonSpan){.kind = SPAN_PLAIN, .text = between(line, begin, at)});
}
