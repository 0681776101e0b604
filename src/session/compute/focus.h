/* session/compute/focus.h -- keeps the selection at its word when the sentence changes. For
** session/ only.
**
** Memory  None.   Errors  None: if the word is gone nothing is selected.
*/
#ifndef SESSION_COMPUTE_FOCUS_H
#define SESSION_COMPUTE_FOCUS_H

#include "session/session.h"

/* Maps query, key, key alone and lens of the view, which are tokens of before, to the same words in
** now; a cell that had the largest weight of its row to the one that has it now. Tokens that were
** shuffled are followed to where they stand. Both traces are of one model. */
void focus_follow_words(Session *session, const Trace *before, const Trace *now);

/* The key with the largest weight in a row of the head on show; −1: none, as in long sentences,
** whose weights are computed only for what is drawn. */
int focus_heaviest_key(const Session *session, int query);

/* Sets layer and head to those of the trace's most instructive row (session_first_row), or to the
** model's first place (model_first_place) where no row is graded. */
void focus_begin_at_first_place(Session *session);

/* After a change of model: layer, head and cell of the other model mean nothing here, so they
** become the first place of this one, at the same stage or the nearest it has; a row is chosen
** where one was, but not as a model that is trained begins. What was chosen
** while the model was being opened stays, such as an open mask editor; but a recording keeps its
** mask. An undo restores its place itself. */
void focus_enter_model(Session *session, bool trains);

#endif
