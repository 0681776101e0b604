/* scene/question.h -- what a model is asked at a token: which noun a pronoun means, which token
** follows, which word is hidden.
**
** Memory  On the list's arena.   Errors  None.
*/
#ifndef SCENE_QUESTION_H
#define SCENE_QUESTION_H

#include "scene/scene.h"

/* A pronoun at the beginning has nothing before it that it could mean: whatever the model names is
** no answer. */
bool question_has_no_answer(const Trace *trace, int token);

/* The question in words, or that there is none to be answered; shorter where the whole is wider
** than width, a length as drawn. */
Str question_words(const Scene *scene, int token, TextStyle style, float width);

#endif
