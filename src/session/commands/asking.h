/* session/commands/asking.h -- a script that needs more rights than it has waits for the person's
** answer.
**
**   opened → checked on a copy → has wishes → menu script, which names them → permit yes|without|no
**
** Memory  The waiting script and its wishes have an arena of their own, until the answer.
** Errors  Those of the script.
*/
#ifndef SESSION_COMMANDS_ASKING_H
#define SESSION_COMMANDS_ASKING_H

#include "session/commands/permission.h"

typedef struct Asking {
  Arena *arena; /* NULL: no script waits */
  Script script;
  Wish wishes[WISHES_MOST];
  int wish_count;
} Asking;

/* Copies script and wishes, and opens the question. */
bool asking_begin(Session *session, const Script *script, const Guard *guard, Status *status);
void asking_free(Session *session); /* forgets the waiting script */

/* Whether all its wishes are to write, so that the script can also be played without them. */
bool asking_can_do_without(const Session *session);

#endif
