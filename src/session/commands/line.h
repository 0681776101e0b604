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

enum { LINE_WORDS_MOST = 48 };  /* a whole random model is 40 */
enum { LINE_SHOWN_BYTES = 60 }; /* how much of a wrong word its sentence shows */

/* text is decoded: a string without its quotes, its escapes resolved. */
typedef struct CommandWord {
  Str text;
  bool quoted; /* it was a string, so it is never a word of a command */
} CommandWord;

typedef struct CommandWords {
  CommandWord at[LINE_WORDS_MOST];
  int count; /* 0: an empty command or the end */
} CommandWords;

/* Takes the next command off *rest. Empty commands between two ';' have count 0, as the end has;
** *rest tells them apart. On false *rest begins where the error is. */
bool line_next(Arena *arena, Str *rest, CommandWords *words, Status *status);

/* Appends text as a string that line_next reads back to the same bytes. */
void line_add_string(StrBuf *buf, Str text);

/* Whether the word at index is this text and not quoted. */
bool line_is(const CommandWords *words, int index, const char *text);

/* Reads a whole number from 1 to count as an index from 0. none is the sentence about any other,
** whole and translated, with %.*s for the word and %d for count: "there is no head “%.*s”; the
** numbers go from 1 to %d". */
bool line_index(Str word, const char *none, int count, int *index, Status *status);

#endif
