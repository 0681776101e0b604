/* model/glosses.h -- what words of a model's vocabulary mean in the other language of it, by the
** dictionary that pairs of sentences are made with (assets/dictionary/english-chinese.txt).
**
**   花园 → "garden"     放进 → "fit into"     garden, gardens → "花园"
**
** A word has a gloss if the vocabulary has what it means as well; of several, the first.
**
** Memory  On the arena given; texts there, in the vocabulary, or the program's own.
** Errors  NULL: out of memory, or no word has one. A line of the dictionary without ":" is skipped.
*/
#ifndef MODEL_GLOSSES_H
#define MODEL_GLOSSES_H

#include "model/vocabulary.h"

/* [count] by id, empty where there is none. */
const Str *glosses_of(Arena *arena, const Vocabulary *vocabulary);

#endif
