/* screen/sentence.h -- the fields of the sentences: their tokens, colours and caret.
**
** Memory  On the arena.   Errors  Tokens are NULL, or a second sentence is, where memory is out.
*/
#ifndef SCREEN_SENTENCE_H
#define SCREEN_SENTENCE_H

#include "scene/scene.h"
#include "screen/screen.h"
#include "ui/ui.h"

/* The sentence of the tokens that ask. */
UiSentence sentence_asking(const Session *session, const Screen *screen, Arena *arena);
/* The second sentence, whose tokens are the keys, or what a decoder says. NULL: there is none, or
** its trace is still being made. */
UiSentence *sentence_second(const Session *session, const Screen *screen, Arena *arena);
/* Gives the tokens the colours of the selected row, and the words that explain them. */
void sentence_tint(const Scene *scene, UiSentence *sentence);

#endif
