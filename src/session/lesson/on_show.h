/* session/lesson/on_show.h -- the lesson that stands beside the picture.
**
**   file → lesson_read → each page's commands on a copy of the session → a page is Inputs + View
**
** A page of a lesson is what a page of a script is (commands/script_pages.c): inputs and a view to
** return to. Those of a lesson are made when it is opened, each from the first start on, so that a
** learner may change anything and come back; a turned page is one step of undo, or none where the
** inputs are the same. How things look to the reader (theme, size of text, presenter view) stays.
**
** What a page asks is answered by the trace on show when the page is turned to. A stage that is
** covered shows no number until the questions of its page are settled.
**
** Locked commands are refused to the person, with a sentence that names the chord; scripts and the
** lesson's own pages may give them.
**
** Memory  An arena of its own, until another lesson is opened or it is closed.
** Errors  One sentence. What is wrong in a lesson is left out, and listed in lesson.faults.
*/
#ifndef SESSION_LESSON_ON_SHOW_H
#define SESSION_LESSON_ON_SHOW_H

#include "lesson/lesson.h"
#include "session/inputs.h"
#include "session/session.h"

enum { LESSON_NAME_BYTES = 1024, LESSON_TYPED_BYTES = 24 };

typedef enum AnswerState {
  ANSWER_OPEN,
  ANSWER_WRONG, /* and asked again */
  ANSWER_RIGHT,
  ANSWER_SHOWN /* the learner asked to see it */
} AnswerState;

typedef struct LessonAnswer {
  AnswerState state;
  int tries;
  double number; /* given, and what stands there */
  double truth;
  int row, col; /* of a cell that was given, from 0 */
  int choice;   /* given, from 0 */
} LessonAnswer;

typedef struct LessonPageState {
  Inputs inputs;
  View view;
} LessonPageState;

typedef struct LessonOnShow {
  Arena *arena;                 /* NULL: no lesson is open */
  char name[LESSON_NAME_BYTES]; /* of one that ships, or an absolute path */
  Lesson *lesson;
  LessonPageState *pages;
  int page;
  LessonAnswer *answers;          /* one for each question */
  int asked;                      /* the question that takes the keys; −1: none does */
  int followed;                   /* the question that is kept in sight until a person scrolls */
  int choice;                     /* the choice that the keys stand on */
  char typed[LESSON_TYPED_BYTES]; /* of a number */
  bool unlocked;
  /* What stood there before the first lesson that was opened; has_before: something did. */
  LessonPageState before;
  bool has_before;
  bool is_lent; /* of a copy of a session with a lesson: commands about it do nothing */
} LessonOnShow;

/* NULL: none is open. */
const LessonOnShow *session_lesson(const Session *session);
/* What amounts are read from now. */
LessonScene session_lesson_scene(const Session *session);
/* Whether inputs or place differ from those of the page. */
bool session_lesson_is_left(const Session *session);
/* The command that opens the lesson behind the last page; NULL: the page is not the last, or no
** lesson that ships follows. */
const char *session_lesson_after(const Session *session, Arena *arena);
/* Names of commands that the learner is refused now. */
const char *const *session_lesson_locks(const Session *session, int *count);
/* The first question of the page that is not settled; −1: all are. */
int session_lesson_open_question(const Session *session);
/* The handle's hover and click commands, on the arena; "" where the sentence on show lacks it. */
const char *session_lesson_handle(const Session *session, const LessonHandle *handle, bool click,
                                  Arena *arena);

/* Reads a lesson, a name of shelf.h or a path, and makes its pages on a copy of the session. False:
** it cannot be read. Faults do not fail. */
bool lesson_make(const Session *session, const char *name, LessonOnShow *made, Status *status);
void lesson_free(LessonOnShow *on_show);

/* -- for session/ -- */

/* Refuses a command of a person that the lesson has locked. False with a sentence. words: the
** command and the word behind it. */
bool lesson_permits(const Session *session, Str command, Str word, Status *status);
bool lesson_takes_text(const Session *session); /* a number is being typed */
/* Goes to a page and shows it; page from 0. */
bool lesson_show_page(Session *session, int page, Status *status);
/* Right, or shown: it is not asked any more. */
bool lesson_is_settled(const LessonAnswer *answer);
/* Takes the cover off where the page's questions are settled. */
void lesson_uncover(Session *session);
/* "lesson stands …" for a state; nothing where there is no lesson. */
void lesson_add_script(StrBuf *text, const Session *session);

/* What a teacher reads at the page on show. */
void lesson_show_note(Session *session);

/* -- change_language.c -- */

/* After another language is spoken: the same page of the lesson in that, with the answers given. */
void lesson_change_language(Session *session);

/* -- questions.c -- */

/* The answer to a question of the page on show. False: it is no answer, such as letters for a
** number; nothing is counted then. */
bool lesson_answer_number(Session *session, int question, double number, Status *status);
bool lesson_answer_cell(Session *session, int question, Status *status); /* the chosen one */
bool lesson_answer_choice(Session *session, int question, int choice, Status *status);
void lesson_reveal(Session *session, int question);

#endif
