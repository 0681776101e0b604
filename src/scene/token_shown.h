/* scene/token_shown.h -- a token as pictures show it, and which tokens to measure.
**
** Memory  None: what is returned points into the token.   Errors  None.
*/
#ifndef SCENE_TOKEN_SHOWN_H
#define SCENE_TOKEN_SHOWN_H

#include "base/str.h"
#include "trace/trace.h"

/* A token for display: as typed, or if that is not visible (a leading space, control characters, a
** part of a character) its label without the number of its position. */
Str token_shown(const TraceToken *token);

/* Which tokens to measure for the width of names: every one up to 4,096, every n-th beyond, where
** no picture has room for all names. At least 1. */
int token_measured_step(int token_count);

#endif
