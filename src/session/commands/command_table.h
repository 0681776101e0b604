/* session/commands/command_table.h -- a row of the table of commands with what runs it. For
** session/commands/ only.
**
** Memory  Constant.   Errors  None.
*/
#ifndef SESSION_COMMANDS_COMMAND_TABLE_H
#define SESSION_COMMANDS_COMMAND_TABLE_H

#include "session/commands/commands.h"
#include "session/session_internal.h"

typedef struct Command {
  CommandInfo info;
  CommandRun run;
} Command;

/* NULL: there is no such command. */
const Command *commands_find(Str name);
/* The row of the command whose name is most similar; −1: none is similar. */
int commands_nearest(Str name);

#endif
