/* lesson/read_internal.h -- a lesson on its way, line by line: read.c and read_question.c.
**
** Memory  The lesson's arena.
** Errors  What is wrong is a fault of the lesson at its place; out of memory sets base.failed.
*/
#ifndef LESSON_READ_INTERNAL_H
#define LESSON_READ_INTERNAL_H

#include "lesson/inline.h"
#include "lesson/lesson.h"

typedef struct LessonLines {
  LessonReader base;
  Str line;
  int number;
  LessonPage *page;         /* NULL: before the first */
  LessonBlock *last_block;  /* of the page */
  LessonQuestion *question; /* the one that is being read */
  LessonChoice *choice;
  LessonCommand *last_command;
  LessonText *open; /* a line that begins with two spaces goes on with it */
  bool in_paragraph;
} LessonLines;

/* ---- read.c ---- */

void lines_fault(LessonLines *reader, size_t byte, const char *sentence);
/* %d of the format is the limit. */
void lines_fault_limit(LessonLines *reader, size_t byte, const char *format, int limit);
/* NULL: out of memory. */
void *lines_take(LessonLines *reader, size_t size);
/* A block behind the others of the page; NULL: out of memory. */
LessonBlock *lines_add_block(LessonLines *reader, BlockKind kind);

/* ---- read_question.c ---- */

/* A line "question: words" begins one; what follows it ends it. One without an answer is a fault,
** and its words stay as a paragraph. */
void question_begin(LessonLines *reader, size_t from);
void question_end(LessonLines *reader);
/* "AMOUNT within T", which has to say how far off a number may be. */
void question_read_number(LessonLines *reader, Str words, size_t from);
void question_read_cell(LessonLines *reader, Str words, size_t from);
void question_read_choice(LessonLines *reader, bool is_right);
/* Hint and because belong to a question, or a hint to the choice above it. */
void question_read_hint(LessonLines *reader, bool is_because, size_t from);

#endif
