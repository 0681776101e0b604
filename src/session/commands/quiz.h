/* session/commands/quiz.h -- what a state says of a quiz (trace/mistakes.h).
**
** Memory  The text's arena.   Errors  None; the text remembers them.
*/
#ifndef SESSION_COMMANDS_QUIZ_H
#define SESSION_COMMANDS_QUIZ_H

#include "session/inputs.h"

/* The inputs without what a quiz laid over the model; texts are shared. */
Inputs quiz_without(const Inputs *inputs);

/* The commands that begin the same quiz and give the same answers, behind those of quiz_without. */
void quiz_add_script(StrBuf *text, const Inputs *inputs);

#endif
