/* session/commands/what_if_internal.h -- what the commands of what-ifs share.
**
** what_if.c changes the list, what_if_place.c finds a number, what_if_set.c sets one, and
** what_if_field.c takes what is typed.
**
** Memory  The session's scratch.   Errors  False: status has the sentence, and nothing is changed.
*/
#ifndef SESSION_COMMANDS_WHAT_IF_INTERNAL_H
#define SESSION_COMMANDS_WHAT_IF_INTERNAL_H

#include "session/commands/what_if.h"

enum { WHAT_IF_INDEX_MOST = 1 << 16 }; /* of a place beyond the trace on show */

/* ---- what_if.c ---- */

/* Not of a recording, nor of a shuffled sentence. */
bool what_if_may_change(const CommandContext *context);
/* Adds a change, or replaces that of the same place. What a drag or a slider sends for one number
** is one step of undo. */
bool what_if_put(const CommandContext *context, const WhatIf *one, bool is_drag);
bool what_if_take(const CommandContext *context, const WhatIf *at);
bool what_if_take_all(const CommandContext *context, WhatIfKind kind);
/* "layer 1 head 2 beyond", in this order, from that argument to the end. */
bool what_if_read_where(const CommandContext *context, int argument, WhatIf *at, bool *is_beyond);

/* ---- what_if_place.c ---- */

/* Of heads that share K and V the first stands for all; of parts without heads 0. */
void what_if_fit_head(const Trace *trace, WhatIf *at);
/* Rows and columns of its matrix, 0 where the trace has no such. */
void what_if_shape(const Trace *trace, const WhatIf *at, int *rows, int *cols);
/* The part whose numbers the stage on show has, and the layer; TRACE_PART_COUNT: none. */
TracePart what_if_part_on_show(const Session *session, int *layer);

/* ---- what_if_set.c ---- */

bool what_if_read_value(const CommandContext *context, Str word, float *value);
/* As what_if_focus, with a sentence where no number is chosen. */
bool what_if_needs_focus(const CommandContext *context, WhatIf *at);

/* ---- what_if_field.c: the commands set field, leave, type, erase, enter ---- */

bool what_if_open_field(const CommandContext *context);
bool what_if_close_field(const CommandContext *context);
bool what_if_type(const CommandContext *context);
bool what_if_erase(const CommandContext *context);
bool what_if_enter(const CommandContext *context);

#endif
