/* session/compute/focus.h -- the focus follows its word through changes of the sentence. For
** session/ only.
**
** Memory  None.   Errors  None: a word that is gone is let go, and nothing is in focus.
*/
#ifndef SESSION_COMPUTE_FOCUS_H
#define SESSION_COMPUTE_FOCUS_H

#include "session/session.h"

/* Query, key, key alone and lens of the view, which are tokens of before, become those of the same
** words in now. Both are of one model. */
void focus_follow_words(Session *session, const Trace *before, const Trace *now);

/* Layer and head become those where looking at the model begins (model_first_place). */
void focus_begin_at_first_place(Session *session);

/* Layer, head and cell of another model mean nothing here: one begins at the first place of this
** one, at the same stage, or the nearest it has. What was chosen while the model was on its way
** stays, such as an open mask editor; but a recording keeps its mask. An undo leads to its place by
** itself. */
void focus_enter_model(Session *session);

#endif
