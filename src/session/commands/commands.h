/* session/commands/commands.h -- the table of commands, used by keys, clicks, --do, scripts, undo,
** autosave and tests.
**
** A command is a name and arguments: `sentence "the cat sat"`, `head 3`, `mask 2 5 hide`. Strings
** are JSON strings. ';' separates the commands of a line and '#' begins a comment; both are plain
** text inside a string. Layers, heads, queries and keys count from 1.
**
** Memory  The tables are constant.
** Errors  A wrong command gets a sentence with its name, the most similar one and what was
**         expected.
*/
#ifndef SESSION_COMMANDS_COMMANDS_H
#define SESSION_COMMANDS_COMMANDS_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

/* One row of the table of commands; each name occurs once. The help and the sentence about a wrong
** argument are made from it. */
typedef struct CommandInfo {
  const char *name;      /* "mask" */
  const char *arguments; /* "none|causal|padding K|window W|prefix K" */
  const char *help;      /* marked for translation */
  const char *key;       /* "Ctrl-Z", or "" */
  bool listed; /* false: sent by the program itself (hover, caret), not in the short help */
} CommandInfo;

/* Rows, not names, in the order of the help. */
int commands_count(void);
const CommandInfo *commands_get(int index); /* from 0; constant data */

/* The command of a key of the window, from the key table: "→" "Shift ↑" "Ctrl-Z" →
** command text, or NULL. */
const char *commands_for_key(const char *key);
/* The same in the presenter view, where some keys mean what clickers mean by them. */
const char *commands_for_presenter_key(const char *key);
/* A row of the key table, for the help. index counts from 0; the three texts are constant; help is
** marked for translation. */
int commands_key_count(void);
void commands_key(int index, const char **key, const char **command, const char **help);
/* The subject that begins with this row, marked for translation; "": it goes on. */
const char *commands_key_group(int index);

#endif
