/* app/input_internal.h -- what the files of the input share. For app/input*.c alone. */
#ifndef APP_INPUT_INTERNAL_H
#define APP_INPUT_INTERNAL_H

#include "app/input.h"

/* A command that succeeds takes the notice of an earlier one away; pointing is none. NULL and "" do
** nothing. */
void input_send(const InputState *input, const char *command);
/* Sends the command `name "text" rest`, of any length. */
void input_send_quoted(const InputState *input, const char *name, Str text, const char *rest);

/* A command that outlives its event; "" where none is kept, and to keep none. */
const char *input_held_text(const HeldCommand *command);
void input_hold(HeldCommand *command, const char *text);

/* Frees the commands of the previous event. */
void input_begin_event(InputState *input);
/* The hit under the pointer or NULL. None is kept: hits belong to the list on show, which the next
** picture replaces. */
const DrawHit *input_hit(const InputState *input);
/* Its command at the pointer's position, valid until the next event; "" where it has none for the
** action. */
const char *input_command_of_hit(const InputState *input, const DrawHit *hit, HitAction action);

#endif
