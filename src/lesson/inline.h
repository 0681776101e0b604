/* lesson/inline.h -- the marks within a line of a lesson. For lesson/ only.
**
**   **strong**  `as typed`  [its row](row it)  {{weights it animal}}
**
** Memory, errors  as in lesson/lesson.h: what is wrong is noted, and its letters are left out.
*/
#ifndef LESSON_INLINE_H
#define LESSON_INLINE_H

#include "lesson/lesson.h"

/* The reader: the lesson that it fills, and the arena. */
typedef struct LessonReader {
  Arena *arena;
  Lesson *lesson;
  bool failed; /* out of memory */
} LessonReader;

/* Notes a mistake at that byte of a line. */
void reader_fault(LessonReader *reader, Str line, int number, size_t byte, const char *sentence);
LessonPlace reader_place(Str line, int number, size_t byte);

/* Appends the spans of a line from byte `from` on, behind a space where text stands already. */
void inline_read(LessonReader *reader, Str line, int number, size_t from, LessonText *text);

#endif
