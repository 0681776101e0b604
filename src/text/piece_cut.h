/* text/piece_cut.h -- one cut of a text by a pattern; several of them cut one after the other.
**
** A pattern parts a text into matches and what lies between them. Then, for - in "the-final--day":
**
**   CUT_REMOVED          the │ final │ day               matches go
**   CUT_ISOLATED         the │ - │ final │ - │ - │ day   each match is a piece
**   CUT_MERGED_PREVIOUS  the- │ final- │ - │ day         it ends the piece before, …
**   CUT_MERGED_NEXT      the │ -final │ - │ -day         … or begins the next one; one piece gets
**                                                        at most one
**   CUT_CONTIGUOUS       the │ - │ final │ -- │ day      matches in a row are a piece
**
** inverted: what lies between is taken for the matches. Pieces have at least one byte.
**
** Memory  A cut lives on the arena given; a walk needs the small memory of a search.
** Errors  A pattern that is none, and a search that took too long: text/pattern.h.
** Source  The pre-tokenizers Split, Digits and Punctuation of the tokenizers library.
*/
#ifndef TEXT_PIECE_CUT_H
#define TEXT_PIECE_CUT_H

#include "text/pattern.h"

typedef enum CutBehavior {
  CUT_REMOVED,
  CUT_ISOLATED,
  CUT_MERGED_PREVIOUS,
  CUT_MERGED_NEXT,
  CUT_CONTIGUOUS
} CutBehavior;

typedef struct PieceCut {
  const Pattern *pattern;
  CutBehavior behavior;
  bool inverted;
} PieceCut;

/* A part of the text that is a match, or lies between two; bytes 0: there is no more. */
typedef struct CutPart {
  size_t first, end;
  bool is_match;
} CutPart;

typedef struct PieceCutWalk {
  const PieceCut *cut;
  PatternSearch search;
  Str text;
  CutPart next, after; /* the part to look at, and a match found behind a gap */
  bool failed;
} PieceCutWalk;

/* search: one that was begun for the cut's pattern. text must be UTF-8 and stay. */
PieceCutWalk piece_cut_begin(const PieceCut *cut, PatternSearch search, Str text);

/* The next piece, [*first, *end). False: there is no more, or the search failed (walk->failed). */
bool piece_cut_next(PieceCutWalk *walk, size_t *first, size_t *end);

#endif
