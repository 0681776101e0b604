/* session/commands/asking.h -- a script that wishes more than to look waits for the person's
** answer.
**
**   opened → rehearsed → it wishes something → menu script, which names it → permit yes|without|no
**
** Memory  The waiting script and its wishes have an arena of their own, until the answer.
** Errors  Those of the script.
*/
#ifndef SESSION_COMMANDS_ASKING_H
#define SESSION_COMMANDS_ASKING_H

#include "session/commands/permission.h"

typedef struct Asking {
  Arena *arena; /* NULL: nothing waits */
  Script script;
  Wish wishes[WISHES_MOST];
  int wish_count;
} Asking;

/* Keeps copies of script and wishes, and opens the question. */
bool asking_begin(Session *session, const Script *script, const Guard *guard, Status *status);
void asking_free(Session *session); /* nothing waits any more */

/* Without what it wishes a script can still be played where it only wants to write. */
bool asking_can_do_without(const Session *session);

#endif
