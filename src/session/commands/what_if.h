/* session/commands/what_if.h -- what a person changes of a run: the number in focus, and the list
** of changes as commands. For session/ only.
**
**   focused cell → WhatIf (part, layer, head, row, column, its number) → set here …
**
** Memory  The caller's.   Errors  Sentences of the commands.
*/
#ifndef SESSION_COMMANDS_WHAT_IF_H
#define SESSION_COMMANDS_WHAT_IF_H

#include "session/session_internal.h"

/* The number in focus, if it can be set; false: none is. */
bool what_if_focus(const Session *session, WhatIf *at);
/* The number at a place that the trace has; and how far sliders of its matrix go, up from 0 of
** shares and both ways of other numbers. */
float what_if_number_at(const Trace *trace, const WhatIf *at);
float what_if_reach(const Trace *trace, const WhatIf *at);

/* head off N and head on N, of the command head. */
bool what_if_head(const CommandContext *context);

/* The list as commands of a state; trace NULL: how many tokens there are is not known. */
void what_if_add_script(StrBuf *text, const Trace *trace, const WhatIfs *ifs);

#endif
