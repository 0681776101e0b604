/* trace/workings/beside_words.h -- the words that two runs are compared by: the likeliest ones of
** both, as columns of their probabilities.
**
**   of a token that is asked   its 4 likeliest words of either run; where every token is asked, of
**                              the last one alone, if the sentence goes on there
**   then                       the likeliest word of every such token
**   each group by the largest probability that a word has there, BESIDE_WORDS_MOST in all; beyond
**   the first three none below 0.005
**
** Words of two models are the same where their text is.
**
** Cost    Rows of probabilities of the tokens asked; a look through the words of the other model
**         for each that has another number there.
** Memory  The arena given.   Errors  Out of memory: false.
*/
#ifndef TRACE_WORKINGS_BESIDE_WORDS_H
#define TRACE_WORKINGS_BESIDE_WORDS_H

#include "trace/workings/matching.h"

enum { BESIDE_WORDS_MOST = 12 };

/* Lines of words, the likeliest first; a: a word of now, b: of the kept run. Both name words. */
bool beside_words(Arena *arena, const Trace *now, const Trace *kept, Matching *words);
/* A word as a token that names a column; NULL: out of memory. */
const TraceToken *beside_word_token(Arena *arena, const Trace *now, const Trace *kept, Match word);

#endif
