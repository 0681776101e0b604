/* manual/value_words.h -- the words that a shell may complete, from the program's own tables.
**
** Memory  Words are constant, or on the arena that is given.
** Errors  None but memory, which ends the program that makes the files.
*/
#ifndef MANUAL_VALUE_WORDS_H
#define MANUAL_VALUE_WORDS_H

#include "cli/args.h"

enum { VALUE_WORDS_MOST = 256 };

/* help may be NULL. */
typedef struct ValueWord {
  const char *word, *help;
} ValueWord;

typedef struct ValueWords {
  ValueWord at[VALUE_WORDS_MOST];
  int count;
} ValueWords;

/* All words that a value of this kind may begin with; argument is the one in the usage, or NULL. A
** word that goes on ("prefix:" of "prefix:K") ends in its colon. */
ValueWords value_words(Arena *arena, ValueKind kind, const char *argument);

/* Whether a path may stand there, too. */
bool value_is_path(ValueKind kind);

/* Whether the sub-command takes the option, the window included. */
bool option_is_of(OptionId option, SubId sub);

#endif
