/* session/lesson/shelf.h -- the lessons that ship, in order, and what of them a learner has done.
**
** Their files are assets/lessons/NN-NAME.lesson; NN is their order. In another language one is
** assets/lessons/de/NN-NAME.lesson, with the same pages, commands and answers; where that is
** missing the English one is shown. Progress lies in STATE/lessons, one line for each lesson
** that was opened, the one read last at the end:
**
**   PAGE DONE PAGES QUESTIONS NAME      DONE: the questions answered, as bits, hexadecimal
**
** Memory  Names are constant; progress is the session's.
** Errors  A file that cannot be read or written is no failure: then nothing is remembered.
*/
#ifndef SESSION_LESSON_SHELF_H
#define SESSION_LESSON_SHELF_H

#include <stdint.h>

#include "base/str.h"
#include "session/session.h"

enum { SHELF_NAME_BYTES = 48, PROGRESS_MOST = 128, PROGRESS_NAME_BYTES = 256 };

int shelf_count(void);
/* "softmax", of the lesson at index from 0. */
void shelf_name(int index, char name[SHELF_NAME_BYTES]);
/* The text of one that ships; false: none has that name. Also "8", its number. */
bool shelf_find(const char *name, Str *text, int *index);
/* As its first lines say; "" and 0 where they do not. */
void shelf_words(int index, Str *title, Str *level, int *minutes);

typedef struct LessonProgress {
  char name[PROGRESS_NAME_BYTES];
  int page, pages, questions; /* page from 0 */
  uint64_t done;
} LessonProgress;

typedef struct LessonShelf {
  char path[PROGRESS_NAME_BYTES]; /* of the file; "": nothing is kept */
  char folder[PROGRESS_NAME_BYTES];
  LessonProgress at[PROGRESS_MOST];
  int count;
} LessonShelf;

void shelf_open(Session *session, const char *state_folder);
/* NULL: it was never opened. */
const LessonProgress *session_lesson_progress(const Session *session, const char *name);
/* The place of the lesson read last, or of the one behind it where that was read to its end. */
int shelf_next(const Session *session);
/* Notes how far the lesson on show has come, and writes it. */
void shelf_note(Session *session);
int shelf_done_count(const LessonProgress *progress); /* questions answered */

#endif
