/* lesson/lesson.h -- a lesson: a text file with words, commands, amounts and questions.
**
**   # Title                        the first line that is not empty
**   level: beginner                for the list of lessons; so minutes: 7
**   lock: model export             commands that are hidden and refused meanwhile
**   command: model hand-made       before the first page: every page begins with it
**   ## A page                      begins one
**   command: stage weights         what is on show when a learner turns to the page
**   note: words for the speaker
**   cover: weights                 covered until the questions of the page are answered
**   Text, **strong**, `as typed`,  a handle [its row](row it), an amount {{weights it animal}}.
**   question: Which is largest?    then number: AMOUNT within T | cell: PART ROW COL | choices
**   - [x] street                   the right choice; others [ ]; hint: below one is of it
**   hint: of a wrong answer        because: behind the right one
**
** Each command is one line of the program's own (session/commands). An amount is a number of the
** trace on show (lesson/amount.h), so that none is typed in. docs/lessons.md
** tells how to write one.
**
** Marks   A mark ends on the line that it begins on; a line that begins with two spaces goes on
**         with the text of the line before.
** Memory  Everything is on the arena given, which must outlive the lesson.
** Errors  The reader goes on behind a mistake and leaves out what is wrong: each is a LessonFault
**         with line, column (characters, from 1), and what was expected.
** Source  A small part of Markdown (CommonMark 0.31), read here: docs/decisions/0020.
*/
#ifndef LESSON_LESSON_H
#define LESSON_LESSON_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "lesson/amount.h"

enum {
  LESSON_BYTES_MOST = 256 << 10,
  LESSON_PAGES_MOST = 64,
  LESSON_QUESTIONS_MOST = 64,
  LESSON_FAULTS_MOST = 32,
  LESSON_LOCKS_MOST = 24
};
#define LESSON_ENDING ".lesson"

typedef struct LessonFault {
  LessonPlace place;
  const char *sentence; /* without the place */
} LessonFault;

typedef enum SpanKind {
  SPAN_PLAIN,
  SPAN_STRONG,
  SPAN_CODE,
  SPAN_AMOUNT, /* text is as written, without its braces */
  SPAN_HANDLE
} SpanKind;

/* What a handle points at: hovering it shows it in the picture, a click stays there. */
typedef enum HandleKind {
  HANDLE_ROW,
  HANDLE_CELL,
  HANDLE_KEY,
  HANDLE_PART,   /* a matrix: part k */
  HANDLE_COMMAND /* only a click does something */
} HandleKind;

typedef struct LessonHandle {
  HandleKind kind;
  Str row, col; /* tokens, or numbers from 1 */
  TracePart part;
  const char *command;
} LessonHandle;

/* A piece of text with one look. */
typedef struct LessonSpan {
  SpanKind kind;
  Str text;
  LessonPlace place;
  LessonAmount amount;
  LessonHandle handle;
  struct LessonSpan *next;
} LessonSpan;

typedef struct LessonText {
  LessonSpan *first, *last; /* NULL: empty */
} LessonText;

typedef struct LessonChoice {
  LessonText words, hint;
  bool is_right;
  struct LessonChoice *next;
} LessonChoice;

typedef enum QuestionKind { QUESTION_NUMBER, QUESTION_CELL, QUESTION_CHOICE } QuestionKind;

typedef struct LessonQuestion {
  QuestionKind kind;
  LessonPlace place;
  int index; /* in the lesson, from 0 */
  LessonText words, hint, because;
  LessonAmount answer; /* a number, or a cell */
  double within;       /* a number may be so far off */
  LessonChoice *choices;
  int choice_count;
  bool is_broken; /* its answer cannot be read: its words stay as text */
} LessonQuestion;

typedef enum BlockKind { BLOCK_PARAGRAPH, BLOCK_ITEM, BLOCK_HEADING, BLOCK_QUESTION } BlockKind;

typedef struct LessonBlock {
  BlockKind kind;
  LessonText text;
  LessonQuestion *question; /* BLOCK_QUESTION */
  struct LessonBlock *next;
} LessonBlock;

typedef struct LessonCommand {
  const char *text;
  LessonPlace place; /* of its first letter */
  struct LessonCommand *next;
} LessonCommand;

typedef struct LessonPage {
  Str title, note;
  LessonPlace place;
  LessonBlock *blocks;
  LessonCommand *commands;
  bool has_cover;
  StageId cover;
  LessonPlace cover_place;
} LessonPage;

typedef struct Lesson {
  Str title, level;
  int minutes;             /* 0: not said */
  LessonCommand *commands; /* before the first page */
  LessonPage pages[LESSON_PAGES_MOST];
  int page_count;
  LessonQuestion *questions[LESSON_QUESTIONS_MOST]; /* in order */
  int question_count;
  const char *locks[LESSON_LOCKS_MOST]; /* names of commands */
  LessonPlace lock_places[LESSON_LOCKS_MOST];
  int lock_count;
  LessonFault faults[LESSON_FAULTS_MOST];
  int fault_count;
} Lesson;

/* Reads as much as is right. False: out of memory, or a text that is no lesson at all: longer than
** LESSON_BYTES_MOST, or without pages. */
bool lesson_read(Arena *arena, Str text, Lesson *lesson, Status *status);

/* Notes a mistake that is found later; those beyond LESSON_FAULTS_MOST are not kept. The sentence
** is copied to the arena. Returns false. */
bool lesson_fault(Arena *arena, Lesson *lesson, LessonPlace place, const char *sentence);

/* The page of a question, from 0. */
int lesson_page_of(const Lesson *lesson, const LessonQuestion *question);

/* The lesson as a script: its commands and notes, and a `wait` behind each page, at the lines where
** they stand in the file. at NULL: no memory. */
Str lesson_script(Arena *arena, const Lesson *lesson);

#endif
