/* base/status.h -- the result of a function that can fail because of its input or the system.
**
** A function that can fail because of a file, an argument or memory returns false and fills a
** Status with one sentence the reader can act on: it names the file or field, the value found and
** what would have been right. A programmer's mistake is an assert, never a Status.
**
** Memory  None is taken; a Status is a plain value of fixed size. Longer sentences are cut at a
**         character boundary and end in "…".
** Errors  None of its own: a format that fails gives an empty sentence.
** Safety  Control, escape and bidirectional-override bytes in the finished sentence are replaced
**         by visible escapes, so a hostile file name cannot drive a terminal.
*/
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include <stdbool.h>

enum { STATUS_SENTENCE_BYTES = 640 };

/* The first three are exit codes of the program. */
typedef enum StatusKind {
  STATUS_OK = 0,
  STATUS_COULD_NOT = 1, /* the world: a file, memory, a display */
  STATUS_USAGE = 2,     /* the words of a command or an option are wrong */
  STATUS_STOPPED,       /* the user stopped it; nothing is wrong */
  STATUS_ASK            /* the user must answer a question first */
} StatusKind;

/* A caller reads it only after false. Initialise it with {STATUS_OK, ""}. */
typedef struct Status {
  StatusKind kind;
  char sentence[STATUS_SENTENCE_BYTES]; /* UTF-8, no newline at the end; empty when kind is OK */
} Status;

/* Fills status (NULL is allowed: the sentence is dropped) and returns false, so that a caller can
** write `return status_fail(…)`. */
bool status_fail(Status *status, StatusKind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "PLACE: " before the sentence of a failure; an empty place puts nothing. Returns false. */
bool status_put_place(Status *status, const char *place);

/* The same for "out of memory", without formatting. Returns false. */
bool status_no_memory(Status *status);

/* A path, or text from a file, escaped and shortened as in any sentence, so that it can be printed.
** Its kind is STATUS_OK. */
Status status_shown(const char *text);

/* Whether status is "out of memory": then the caller need not try anything else. */
bool status_is_no_memory(const Status *status);

#endif
