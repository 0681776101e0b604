/* text/quoted.h -- the name of a token as it stands within words: as it is where it is made of
** letters and digits, in quotes where its signs would be read as those of the sentence.
**
**   the     the            ,      “,”           (it     “(it”
**   the·5   the·5          ,·5    “,”·5         don't   don't
**
** Not for names that stand apart: beside a matrix, in a table, in quotes already.
**
** Memory  On the arena, where quotes are needed.   Errors  Without memory the name itself.
*/
#ifndef TEXT_QUOTED_H
#define TEXT_QUOTED_H

#include "base/arena.h"
#include "base/str.h"

/* A name may end with its place, "·5", and lie between isolates (i18n_isolated). */
Str quoted_name(Arena *arena, Str name);

/* The same with thin spaces between the quotes and a sign, “ . ”, which touch it in large print. */
Str quoted_name_apart(Arena *arena, Str name);

/* Whether a name has no letter and no digit, or a sign that ends or encloses a part of a sentence.
** Signs within a word, as in don't, [CLS] or ##ing, are parts of it. */
bool quoted_is_needed(Str name);

/* "the" of "the·5"; the whole name where it ends with no place. */
Str quoted_without_place(Str name);

#endif
