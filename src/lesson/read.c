/* lesson/read.c -- the lines of a lesson. */
#include <assert.h>
#include <string.h>

#include "base/i18n.h"
#include "base/names.h"
#include "lesson/read_internal.h"

enum { MINUTES_MOST = 600, SHOWN_BYTES = 40 };

/* What a line "NAME: words" is. */
typedef enum LineName {
  LINE_LEVEL,
  LINE_MINUTES,
  LINE_LOCK,
  LINE_COMMAND,
  LINE_NOTE,
  LINE_COVER,
  LINE_QUESTION,
  LINE_NUMBER,
  LINE_CELL,
  LINE_HINT,
  LINE_BECAUSE,
  LINE_NAME_COUNT
} LineName;
static const char *const line_names[LINE_NAME_COUNT] = {"level", "minutes", "lock",     "command",
                                                        "note",  "cover",   "question", "number",
                                                        "cell",  "hint",    "because"};

/* ---- what all lines share ---- */

void lines_fault(LessonLines *reader, size_t byte, const char *sentence) {
  reader_fault(&reader->base, reader->line, reader->number, byte, sentence);
}

void lines_fault_limit(LessonLines *reader, size_t byte, const char *format, int limit) {
  Status status;
  status_fail(&status, STATUS_USAGE, format, limit);
  lines_fault(reader, byte, status.sentence);
}

void *lines_take(LessonLines *reader, size_t size) {
  void *made = arena_take(reader->base.arena, 1, size);
  if (!made) reader->base.failed = true;
  return made;
}

LessonBlock *lines_add_block(LessonLines *reader, BlockKind kind) {
  LessonBlock *block = lines_take(reader, sizeof *block);
  if (!block) return NULL;
  *block = (LessonBlock){.kind = kind};
  if (reader->last_block) reader->last_block->next = block;
  else reader->page->blocks = block;
  return reader->last_block = block;
}

/* ---- lines with a name ---- */

static size_t words_begin(Str line, size_t from) {
  while (from < line.bytes && line.at[from] == ' ') from++;
  return from;
}

static void add_command(LessonLines *reader, Str words, size_t from) {
  LessonCommand *command = lines_take(reader, sizeof *command);
  const char *text = str_copy(reader->base.arena, words);
  if (!command || !text) {
    reader->base.failed = true;
    return;
  }
  *command =
      (LessonCommand){.text = text, .place = reader_place(reader->line, reader->number, from)};
  if (words.bytes == 0) {
    lines_fault(reader, from, _("a command is expected here, as in command: stage weights"));
    return;
  }
  if (reader->last_command) reader->last_command->next = command;
  else if (reader->page) reader->page->commands = command;
  else reader->base.lesson->commands = command;
  reader->last_command = command;
}

static void add_locks(LessonLines *reader, Str words, size_t from) {
  Lesson *lesson = reader->base.lesson;
  Str rest = words;
  while (str_trim(rest).bytes > 0) {
    rest = str_trim(rest);
    size_t byte = from + (size_t)(rest.at - words.at);
    Str word = amount_take_word(&rest);
    const char *name = str_copy(reader->base.arena, word);
    if (lesson->lock_count == LESSON_LOCKS_MOST) {
      lines_fault_limit(reader, byte,
                        P_("at most %d command can be locked", "at most %d commands can be locked",
                           LESSON_LOCKS_MOST),
                        LESSON_LOCKS_MOST);
      return;
    }
    if (!name) {
      reader->base.failed = true;
      return;
    }
    lesson->lock_places[lesson->lock_count] = reader_place(reader->line, reader->number, byte);
    lesson->locks[lesson->lock_count++] = name;
  }
}

static void read_minutes(LessonLines *reader, Str words, size_t from) {
  long minutes = 0;
  if (str_to_long(words, &minutes) && minutes >= 1 && minutes <= MINUTES_MOST)
    reader->base.lesson->minutes = (int)minutes;
  else lines_fault_limit(reader, from, _("minutes is a whole number from 1 to %d"), MINUTES_MOST);
}

static void fault_cover(LessonLines *reader, Str words, size_t from) {
  const char *names[STAGE_COUNT];
  Status status;
  int shown = (int)str_head(words, SHOWN_BYTES).bytes;
  for (int i = 0; i < STAGE_COUNT; i++) names[i] = stage_info((StageId)i)->name;
  int near = str_nearest(words, names, STAGE_COUNT);
  if (near >= 0)
    status_fail(&status, STATUS_USAGE, _("there is no stage “%.*s” to cover; did you mean “%s”?"),
                shown, words.at, names[near]);
  else
    status_fail(&status, STATUS_USAGE,
                _("there is no stage “%.*s” to cover; 'headsup list stages' shows them all"), shown,
                words.at);
  lines_fault(reader, from, status.sentence);
}

static void read_cover(LessonLines *reader, Str words, size_t from) {
  if (!stage_find(words, &reader->page->cover)) {
    fault_cover(reader, words, from);
    return;
  }
  reader->page->has_cover = true;
  reader->page->cover_place = reader_place(reader->line, reader->number, from);
}

static void read_of_question(LessonLines *reader, LineName name, Str words, size_t from) {
  if (!reader->question) {
    lines_fault(reader, 0, _("this line belongs below a question, and none stands before it"));
    return;
  }
  if (name == LINE_NUMBER) question_read_number(reader, words, from);
  else if (name == LINE_CELL) question_read_cell(reader, words, from);
  else question_read_hint(reader, name == LINE_BECAUSE, from);
}

/* Lines of the lesson as a whole stand before its first page; those of a page behind its title. */
static void read_named(LessonLines *reader, LineName name, size_t from) {
  Lesson *lesson = reader->base.lesson;
  from = words_begin(reader->line, from);
  Str words = str_trim((Str){reader->line.at + from, reader->line.bytes - from});
  reader->in_paragraph = false;
  bool is_of_lesson = name <= LINE_LOCK, is_of_page = name >= LINE_NOTE;
  if (is_of_lesson && reader->page)
    lines_fault(reader, 0, _("this line belongs before the first page"));
  else if (is_of_page && !reader->page)
    lines_fault(reader, 0, _("this line belongs on a page, behind a line such as ## First page"));
  else if (name == LINE_LEVEL) lesson->level = words;
  else if (name == LINE_MINUTES) read_minutes(reader, words, from);
  else if (name == LINE_LOCK) add_locks(reader, words, from);
  else if (name == LINE_COMMAND) add_command(reader, words, from);
  else if (name == LINE_NOTE) reader->page->note = words;
  else if (name == LINE_COVER) read_cover(reader, words, from);
  else if (name == LINE_QUESTION) question_end(reader), question_begin(reader, from);
  else read_of_question(reader, name, words, from);
}

/* The name before a colon at the beginning of a line, which may be indented; empty: there is
** none. */
static Str name_of(Str line) {
  size_t begin = words_begin(line, 0), end = begin;
  while (end < line.bytes && line.at[end] >= 'a' && line.at[end] <= 'z') end++;
  bool is_name = end > begin + 1 && end < line.bytes && line.at[end] == ':';
  return is_name ? (Str){line.at + begin, end - begin} : (Str){0};
}

/* False: the line is text. A name that is nearly right is a mistake. */
static bool try_named(LessonLines *reader) {
  Str name = name_of(reader->line);
  Status status;
  if (name.bytes == 0) return false;
  size_t begin = (size_t)(name.at - reader->line.at);
  for (int i = 0; i < LINE_NAME_COUNT; i++)
    if (str_is(name, line_names[i]))
      return read_named(reader, (LineName)i, begin + name.bytes + 1), true;
  int near = str_nearest(name, line_names, LINE_NAME_COUNT);
  if (near < 0) return false;
  status_fail(&status, STATUS_USAGE, _("there is no line “%.*s:”; did you mean “%s:”?"),
              (int)name.bytes, name.at, line_names[near]);
  lines_fault(reader, begin, status.sentence);
  return true;
}

/* ---- the other lines ---- */

static void begin_page(LessonLines *reader) {
  Lesson *lesson = reader->base.lesson;
  question_end(reader);
  if (lesson->page_count == LESSON_PAGES_MOST) {
    lines_fault_limit(
        reader, 0,
        P_("a lesson has at most %d page", "a lesson has at most %d pages", LESSON_PAGES_MOST),
        LESSON_PAGES_MOST);
    return;
  }
  reader->page = &lesson->pages[lesson->page_count++];
  *reader->page =
      (LessonPage){.title = str_trim((Str){reader->line.at + 2, reader->line.bytes - 2}),
                   .place = reader_place(reader->line, reader->number, 0)};
  reader->last_block = NULL;
  reader->last_command = NULL;
  reader->open = NULL;
  reader->in_paragraph = false;
}

static void read_title(LessonLines *reader) {
  Lesson *lesson = reader->base.lesson;
  if (lesson->title.bytes > 0)
    lines_fault(reader, 0, _("a lesson has one title; a page begins with ##"));
  else lesson->title = str_trim((Str){reader->line.at + 1, reader->line.bytes - 1});
}

static void read_text(LessonLines *reader, BlockKind kind, size_t from) {
  bool goes_on = kind == BLOCK_PARAGRAPH && reader->in_paragraph;
  question_end(reader);
  LessonBlock *block = goes_on ? reader->last_block : lines_add_block(reader, kind);
  if (!block) return;
  inline_read(&reader->base, reader->line, reader->number, from, &block->text);
  reader->in_paragraph = kind == BLOCK_PARAGRAPH;
  reader->open = kind == BLOCK_ITEM ? &block->text : NULL;
}

static void read_on_page(LessonLines *reader) {
  Str line = reader->line;
  bool is_right = str_starts(line, "- [x] "), is_choice = is_right || str_starts(line, "- [ ] ");
  if (is_choice && reader->question && reader->question->kind == QUESTION_CHOICE)
    question_read_choice(reader, is_right);
  else if (is_choice)
    lines_fault(reader, 0,
                _("a choice belongs below a question, and one with a number or a cell has "
                  "none"));
  else if (str_starts(line, "  ") && reader->open)
    inline_read(&reader->base, line, reader->number, words_begin(line, 0), reader->open);
  else if (str_starts(line, "### ")) read_text(reader, BLOCK_HEADING, 4);
  else if (str_starts(line, "- ")) read_text(reader, BLOCK_ITEM, 2);
  else read_text(reader, BLOCK_PARAGRAPH, words_begin(line, 0));
}

/* Before the first page text is out of place; amounts in it are read all the same, for their
** mistakes. */
static void read_stray(LessonLines *reader) {
  LessonText nowhere = {0};
  int before = reader->base.lesson->fault_count;
  inline_read(&reader->base, reader->line, reader->number, 0, &nowhere);
  if (reader->base.lesson->fault_count == before)
    lines_fault(reader, 0, _("text belongs on a page, behind a line such as ## First page"));
}

static void read_line(LessonLines *reader) {
  Str line = reader->line;
  if (str_trim(line).bytes == 0) {
    reader->in_paragraph = false;
    reader->open = NULL;
  } else if (str_starts(line, "## ")) begin_page(reader);
  else if (str_starts(line, "# ")) read_title(reader);
  else if (try_named(reader)) return;
  else if (reader->page) read_on_page(reader);
  else read_stray(reader);
}

static bool is_behind(LessonPlace a, LessonPlace b) {
  return a.line > b.line || (a.line == b.line && a.column > b.column);
}

bool lesson_fault(Arena *arena, Lesson *lesson, LessonPlace place, const char *sentence) {
  const char *kept = str_copy(arena, str_from(sentence));
  if (!kept || lesson->fault_count == LESSON_FAULTS_MOST) return false;
  for (int i = 0; i < lesson->fault_count; i++)
    if (!is_behind(lesson->faults[i].place, place) && !is_behind(place, lesson->faults[i].place))
      return false; /* a line that begins every page is wrong on every page */
  int at = lesson->fault_count++;
  for (; at > 0 && is_behind(lesson->faults[at - 1].place, place); at--)
    lesson->faults[at] = lesson->faults[at - 1];
  lesson->faults[at] = (LessonFault){place, kept};
  return false;
}

/* A line that is no text is left out. */
static bool is_text(LessonLines *reader) {
  Str line = reader->line;
  uint32_t code;
  int column = 1;
  for (size_t at = 0, length; at < line.bytes; at += length, column++) {
    length = str_decode(line, at, &code);
    if (length == 0)
      return lesson_fault(reader->base.arena, reader->base.lesson,
                          (LessonPlace){reader->number, column},
                          _("a lesson is UTF-8 text, and here are bytes that are none"));
  }
  return true;
}

bool lesson_read(Arena *arena, Str text, Lesson *lesson, Status *status) {
  LessonLines reader = {.base = {arena, lesson, false}};
  Str rest = str_without_mark(text);
  *lesson = (Lesson){0};
  if (text.bytes > LESSON_BYTES_MOST)
    return status_fail(status, STATUS_COULD_NOT, _("a lesson has at most %d KiB"),
                       LESSON_BYTES_MOST >> 10);
  while (rest.bytes > 0 && !reader.base.failed) {
    reader.line = str_take_line(&rest);
    reader.number++;
    if (is_text(&reader)) read_line(&reader);
  }
  question_end(&reader);
  if (reader.base.failed) return status_no_memory(status);
  if (lesson->title.bytes == 0)
    lesson_fault(arena, lesson, (LessonPlace){1, 1}, _("a lesson begins with its title: # Title"));
  if (lesson->page_count == 0)
    lesson_fault(
        arena, lesson, (LessonPlace){reader.number + 1, 1},
        _("a lesson has at least one page, which begins with a line such as ## First page"));
  return true;
}

int lesson_page_of(const Lesson *lesson, const LessonQuestion *question) {
  int page = 0;
  while (page + 1 < lesson->page_count &&
         lesson->pages[page + 1].place.line <= question->place.line)
    page++;
  return page;
}
