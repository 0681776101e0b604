/* scene/unknown_words.h -- tokens that the model has no word for: what is said of them, and
** whether a sentence is in a language that the model does not know.
**
**   foreign   ⇔   more than half of the words are unknown, and these are three or more, or all
**
** A word is a token of the sentence that is no mark of the tokenizer. control_unknown_token draws
** the mark.
**
** Memory  On the arena given.   Errors  Without memory a text is NULL.
*/
#ifndef SCENE_UNKNOWN_WORDS_H
#define SCENE_UNKNOWN_WORDS_H

#include "base/arena.h"
#include "trace/trace.h"

/* The words of a trace's sentence. */
typedef struct WordCount {
  int words, unknown;
} WordCount;

WordCount unknown_words_count(const Trace *trace);
bool unknown_words_are_foreign(WordCount count);

/* How the token at index came about, where that is not plain: that it stands for an unknown word,
** is a part of a word, or of the bytes of a character. Translated, on the arena; NULL: nothing to
** say. */
const char *unknown_words_tip(Arena *arena, const Trace *trace, int index);
/* The same as a whole sentence, for the panel. */
const char *unknown_words_sentence(Arena *arena, const Trace *trace, int index);

#endif
