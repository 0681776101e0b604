/* scene/what_if_words.h -- the words for what a person changed of a run: chips, captions, panel.
**
**   chip       Q 2, 3 = 0.5 · head 2 off · without “sat” · “cat” ↔ “sat”
**   sentence   Set by hand: row 2, column 3 of Q in layer 1, head 2 is 0.50 instead of −1.23.
**
** Memory  The arena given.   Errors  NULL or "" without memory.
*/
#ifndef SCENE_WHAT_IF_WORDS_H
#define SCENE_WHAT_IF_WORDS_H

#include "base/arena.h"
#include "trace/trace.h"
#include "trace/workings/moved.h"

/* The name of a part whose numbers can be set, as in formulas: "Q", "W_Q", "Scores". Never
** translated where it is a letter. */
const char *what_if_symbol(TracePart part);

/* Translated. The command that takes it away is in the command's own words, not translated. */
const char *what_if_label(Arena *arena, const Trace *trace, const WhatIf *one);
const char *what_if_sentence(Arena *arena, const Trace *trace, const WhatIf *one);
const char *what_if_take_away(Arena *arena, const WhatIf *one);

/* Adds what was changed, a sentence each; many are counted. */
void what_if_add_words(StrBuf *words, const Trace *trace);

#endif
