/* session/examples.h -- words that have a partner, for the command `example swap`, and a sentence
** in the place of one that a model cannot read. The sentences themselves are in session.h.
**
** Memory  The changed sentence is on the arena given.
** Errors  No word of the sentence has a partner; out of memory.
*/
#ifndef SESSION_EXAMPLES_H
#define SESSION_EXAMPLES_H

#include "session/session.h"

/* The sentence with its last word that has a partner replaced by that partner: tired by wide. */
bool example_partner(Arena *arena, Str sentence, Str *partner, Status *status);

/* The first example of cache-demo, if that is the model and it knows no word of the sentence, of
** which it would make equal rows. NULL: the sentence stays. */
const char *example_instead(Arena *arena, const char *model, Str sentence);

#endif
