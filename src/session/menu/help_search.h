/* session/menu/help_search.h -- the words that the open help is searched for.
**
**   help search "mask editor"   opens the help with what has all of these words
**   help type "m"               appends to them
**   help erase                  takes a character back
**
** Memory  The session's: HELP_SEARCH_BYTES, with the 0 at the end.
** Errors  What goes beyond that is left out, by whole characters.
*/
#ifndef SESSION_MENU_HELP_SEARCH_H
#define SESSION_MENU_HELP_SEARCH_H

#include "session/commands/context.h"

/* As typed; empty: everything is shown. */
Str session_help_search(const Session *session);

/* Shows everything again. False: there was nothing to search for. */
bool help_search_clear(Session *session);

#endif
