/* scene/said_word.h -- in the cross-attention of a decoder, the word that a row is about to say.
**
** The row of a token is computed to say the one after it, so it looks at the source of that word
** and not at its own. Of the last token it is the likeliest word.
**
** Memory  On the scene's arena.   Errors  None: empty where no row says a word.
*/
#ifndef SCENE_SAID_WORD_H
#define SCENE_SAID_WORD_H

#include "scene/scene.h"

Str said_word(const Scene *scene, int query);

#endif
