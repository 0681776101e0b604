/* text/split_pattern.h -- one cut of a text by a pattern; several of them cut one after the other.
**
** A pattern parts a text into matches and what lies between them. Then, for - in "the-final--day":
**
**   SPLIT_REMOVED          the │ final │ day               matches go
**   SPLIT_ISOLATED         the │ - │ final │ - │ - │ day   each match is a piece
**   SPLIT_MERGED_PREVIOUS  the- │ final- │ - │ day         it ends the piece before, …
**   SPLIT_MERGED_NEXT      the │ -final │ - │ -day         … or begins the next one; one piece gets
**                                                        at most one
**   SPLIT_CONTIGUOUS       the │ - │ final │ -- │ day      matches in a row are a piece
**
** inverted: what lies between is taken for the matches. Pieces have at least one byte.
**
** Memory  A cut lives on the arena given; a walk needs the small memory of a search.
** Errors  A pattern that is none, and a search that took too long: text/pattern.h.
** Source  The pre-tokenizers Split, Digits and Punctuation of the tokenizers library.
*/
#ifndef TEXT_SPLIT_PATTERN_H
#define TEXT_SPLIT_PATTERN_H

#include "text/pattern.h"

typedef enum SplitBehavior {
  SPLIT_REMOVED,
  SPLIT_ISOLATED,
  SPLIT_MERGED_PREVIOUS,
  SPLIT_MERGED_NEXT,
  SPLIT_CONTIGUOUS
} SplitBehavior;

typedef struct SplitPattern {
  const Pattern *pattern;
  SplitBehavior behavior;
  bool inverted;
} SplitPattern;

/* A part of the text that is a match, or lies between two; bytes 0: there is no more. */
typedef struct SplitPart {
  size_t first, end;
  bool is_match;
} SplitPart;

typedef struct SplitPatternWalk {
  const SplitPattern *cut;
  PatternSearch search;
  Str text;
  SplitPart next, after; /* the part to look at, and a match found behind a gap */
  bool failed;
} SplitPatternWalk;

/* search: one that was begun for the cut's pattern. text must be UTF-8 and stay. */
SplitPatternWalk split_pattern_begin(const SplitPattern *cut, PatternSearch search, Str text);

/* The next piece, [*first, *end). False: there is no more, or the search failed (walk->failed). */
bool split_pattern_next(SplitPatternWalk *walk, size_t *first, size_t *end);

#endif
