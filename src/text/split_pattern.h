/* text/split_pattern.h -- splits a text by a pattern; several splits are applied one after another.
**
** A pattern divides a text into matches and gaps between them. For - in "the-final--day":
**
**   SPLIT_REMOVED          the │ final │ day               matches are removed
**   SPLIT_ISOLATED         the │ - │ final │ - │ - │ day   each match is a piece
**   SPLIT_MERGED_PREVIOUS  the- │ final- │ - │ day         a match ends the previous piece
**   SPLIT_MERGED_NEXT      the │ -final │ - │ -day         a match begins the next piece
**   SPLIT_CONTIGUOUS       the │ - │ final │ -- │ day      adjacent matches are one piece
**
** A merged piece has at most one match. inverted: gaps and matches exchange their roles. Pieces
** have at least one byte.
**
** Memory  A split lives on the arena given; a walk needs the memory of a search.
** Errors  An invalid pattern, and a search that took too long: text/pattern.h.
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

/* A match, or a gap between two; an empty part is the end. */
typedef struct SplitPart {
  size_t first, end;
  bool is_match;
} SplitPart;

typedef struct SplitPatternWalk {
  const SplitPattern *cut;
  PatternSearch search;
  Str text;
  SplitPart next, after; /* the next part, and the match found after it when it is a gap */
  bool failed;
} SplitPatternWalk;

/* search: one begun for the pattern of `cut`. text must be UTF-8 and outlive the walk. */
SplitPatternWalk split_pattern_begin(const SplitPattern *cut, PatternSearch search, Str text);

/* The next piece, [*first, *end). False: there is no more, or the search failed (walk->failed). */
bool split_pattern_next(SplitPatternWalk *walk, size_t *first, size_t *end);

#endif
