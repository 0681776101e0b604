/* screen/card.h -- what the model on show is, as the rows of its card. */
#ifndef SCREEN_CARD_H
#define SCREEN_CARD_H

#include "session/session.h"
#include "ui/ui.h"

/* Fills card, card_title and card_count of inputs. */
void card_fill(const Session *session, Arena *arena, UiInputs *inputs);

/* One line that is safe to show: control and bidirectional characters are escaped. */
Str card_line(Arena *arena, const char *text);

#endif
