/* session/commands/generation.h -- what is done with the words a model names: temperature,
** continuing, hiding. For session/ only.
**
**   continue   the sentence grows by the likeliest token, or by one drawn from those kept; N tokens
**              are one step of undo each, the next when the trace of the one before is there.
**              A character of several tokens needs a run for each: beside, where runs are slow
**   hide       a token becomes the word that stands for a gap, and the prediction shows what the
**              model would put there
**
** A typed sentence cannot end within a character: of the tokens that begin one, and of those that
** go on with it, only what UTF-8 allows is taken. A token appended may cut those before it anew,
** which is told when it happens.
**
** Drawn tokens follow from the seed and the place in the sentence alone: the same sentence, seed
** and sampling give the same token.
*/
#ifndef SESSION_COMMANDS_GENERATION_H
#define SESSION_COMMANDS_GENERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct Session Session;
typedef struct Character Character;

/* Tokens still to come, and how they are chosen. left 0: nothing is to come. A stop, an undo or
** another change of the sentence ends it. */
typedef struct Generation {
  int left;
  bool is_drawn, walks; /* walks: steps through what the last one brings */
  uint64_t seed;
  bool follows;     /* the row of the newest token is to be stood on as soon as it is there */
  int count_before; /* tokens the sentence had, and a mark of their ids */
  uint64_t mark_before;
  uint64_t mark_after;  /* with the appended token, if it stays one */
  Character *character; /* half of one, while the model runs for the rest beside; NULL: none */
} Generation;

/* A step further, while no trace is pending: the character on its way, if its run is over, or else
** the next token, and never both. False: it failed, and no token comes any more. */
bool generation_advance(Session *session, Status *status);
/* Drops it, with the tokens still to come; false: there is none. */
bool generation_cancel(Session *session);

/* Called by session_tick: appends the next token as soon as the trace of the last one is there. */
double generation_tick(Session *session); /* ms until it wants to be called again, < 0 never */

#endif
