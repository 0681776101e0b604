/* session/making/focus.h -- the focus follows its word through changes of the sentence. For
** session/ only.
**
** Memory  None.   Errors  None: a word that is gone is let go, and nothing is in focus.
*/
#ifndef SESSION_MAKING_FOCUS_H
#define SESSION_MAKING_FOCUS_H

#include "session/session.h"

/* Query, key, key alone and lens of the view, which are tokens of before, become those of the same
** words in now. Both are of one model. */
void focus_follow_words(Session *session, const Trace *before, const Trace *now);

/* Layer and head become those where looking at the model begins (model_first_place). */
void focus_begin_at_first_place(Session *session);

#endif
