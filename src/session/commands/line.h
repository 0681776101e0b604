/* session/commands/line.h -- one line of text becomes commands, each a few words.
**
**   sentence "the cat; sat" ; head 3   # a comment
**
** A word ends at white space, ';', '#' or '"'. A string is a JSON string; inside it ';' and '#' are
** text. Bytes that are not UTF-8 pass through, and the escapes \udc80 … \udcff stand for the single
** bytes 80 … ff, so that any sentence can be written down and read back.
**
** Memory  Words point into the line; strings are decoded onto the arena.
** Errors  A string that does not end or is not JSON; more words than any command takes.
*/
#ifndef SESSION_COMMANDS_LINE_H
#define SESSION_COMMANDS_LINE_H

#include "base/arena.h"
#include "base/names.h"
#include "base/status.h"
#include "base/str.h"

enum { LINE_WORDS_MOST = 20 };
enum { LINE_SHOWN_BYTES = 60 }; /* of a wrong word, in the sentence that refuses it */

/* text is the word as meant: a string without its quotes, its escapes resolved. */
typedef struct CommandWord {
  Str text;
  bool quoted; /* it was a string: never an option word */
} CommandWord;

typedef struct CommandWords {
  CommandWord at[LINE_WORDS_MOST];
  int count; /* 0: an empty command or the end */
} CommandWords;

/* Takes the next command off *rest; empty commands between two ';' come out with count 0, as the
** end does, which *rest tells. On false *rest is where it went wrong. */
bool line_next(Arena *arena, Str *rest, CommandWords *words, Status *status);

/* Appends text as a string that line_next reads back to the same bytes. */
void line_add_string(StrBuf *buf, Str text);

/* The word at index is this plain word. */
bool line_is(const CommandWords *words, int index, const char *text);

/* A whole number from 1 to count becomes an index from 0. none is the sentence that refuses any
** other, whole and translated, for %.*s, the word, and %d, the count: "there is no head “%.*s”; the
** numbers go from 1 to %d". */
bool line_index(Str word, const char *none, int count, int *index, Status *status);

#endif
