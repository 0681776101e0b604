/* session/commands/generation.h -- uses the words that a model predicts: temperature, continuing,
** hiding. For session/ only.
**
**   continue   appends the most probable token to the sentence, or one sampled from those kept; N
**              tokens are a step of undo each, and each waits for the trace of the one before. A
**              character of several tokens needs a run for each, on another thread if runs are slow
**   hide       replaces a token by the mask word, and the prediction shows what the model expects
**              there
**
** A typed sentence cannot end within a character, so tokens that begin or continue one are chosen
** only where UTF-8 allows them. An appended token may change how the tokens before it are split,
** which is told when it happens.
**
** Sampled tokens depend only on the seed and the position in the sentence: the same sentence, seed
** and sampling give the same token.
**
** Memory  The session owns the incomplete character, from its first token until it is whole, fails
**         or is cancelled.
** Errors  STATUS_COULD_NOT where the model names no next word or takes no more tokens, and
**         without memory.
*/
#ifndef SESSION_COMMANDS_GENERATION_H
#define SESSION_COMMANDS_GENERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct Session Session;
typedef struct Character Character;

/* Tokens still to come, and how they are chosen. left 0: none. A stop, an undo or another change of
** the sentence ends it. */
typedef struct Generation {
  int left;
  bool is_drawn, walks; /* walks: play the steps of the last token */
  uint64_t seed;
  bool follows;     /* select the row of the newest token as soon as its trace is there */
  int count_before; /* the number of tokens that the sentence had, and the hash of their ids */
  uint64_t mark_before;
  uint64_t mark_after; /* the hash with the appended token, if it is not split */
  /* an incomplete character, while the model runs for its next token on
  ** another thread; NULL: none */
  Character *character;
} Generation;

/* Takes one step, while no trace is pending: continues the incomplete character if its run is over,
** or else begins the next token. False: it failed, and no further token comes. */
bool generation_advance(Session *session, Status *status);
/* Drops the incomplete character and the tokens still to come; false: there is none. */
bool generation_cancel(Session *session);

/* Called by session_tick: appends the next token as soon as the trace of the last one is there.
** Returns the milliseconds until it must be called again, < 0: never. */
double generation_tick(Session *session);

#endif
