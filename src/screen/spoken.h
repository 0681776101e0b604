/* screen/spoken.h -- the chosen cell as it is spoken: the line of the status bar, or what its
** number is and why, with every symbol as a word.
**
**   "query it, key the·5: score −0.31"    "query it, key the at place 5: score minus 0.31"
**   "8.34×10⁻⁷"                           "8.34 times 10 to the power of minus 7"
**
** Memory  On the arena given.   Errors  Out of memory: "".
*/
#ifndef SCREEN_SPOKEN_H
#define SCREEN_SPOKEN_H

#include "scene/text_metrics.h"
#include "session/session.h"

/* Symbols become words of the language on the screen; letters and digits stay. */
Str spoken_words(Arena *arena, Str line);

/* The line of the chosen cell, or of what is on show where none is chosen; or the two sentences
** about the cell. */
Str screen_spoken(const Session *session, const TextMetrics *metrics, SayWhat what, Arena *arena);

#endif
