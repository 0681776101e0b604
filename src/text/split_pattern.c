/* text/split_pattern.c -- iterates over matches and gaps with one part of look-ahead, which decides
** whether a match joins the piece before or after it. */
#include "text/split_pattern.h"

#include "text/utf8.h"

static const SplitPart nothing = {0, 0, false};

static bool is_there(SplitPart part) { return part.end > part.first; }

/* An empty match is skipped; the search continues after the next character. */
static PatternFound find_match(const SplitPatternWalk *walk, size_t from, SplitPart *match) {
  PatternFound found;
  int bytes;
  while ((found = pattern_find(&walk->search, walk->text, from, &match->first, &match->end)) ==
             PATTERN_FOUND &&
         match->end == match->first) {
    if (match->end >= walk->text.bytes) return PATTERN_NOT_FOUND;
    utf8_get(walk->text, match->end, &bytes);
    from = match->end + (size_t)bytes;
  }
  return found;
}

/* What follows at `from`: the gap before the next match, or the match itself. */
static SplitPart read_part(SplitPatternWalk *walk, size_t from) {
  SplitPart match = {0, 0, !walk->cut->inverted},
            gap = {from, walk->text.bytes, walk->cut->inverted};
  if (is_there(walk->after)) {
    match = walk->after;
    walk->after = nothing;
    return match;
  }
  if (from >= walk->text.bytes) return nothing;
  PatternFound found = find_match(walk, from, &match);
  walk->failed = walk->failed || found == PATTERN_FAILED;
  if (found != PATTERN_FOUND) return walk->failed ? nothing : gap;
  if (match.first == from) return match;
  gap.end = match.first;
  walk->after = match;
  return gap;
}

SplitPatternWalk split_pattern_begin(const SplitPattern *cut, PatternSearch search, Str text) {
  SplitPatternWalk walk = {.cut = cut, .search = search, .text = text};
  walk.next = read_part(&walk, 0);
  return walk;
}

static SplitPart next_part(SplitPatternWalk *walk) {
  SplitPart part = walk->next;
  walk->next = is_there(part) ? read_part(walk, part.end) : nothing;
  return part;
}

/* Does the part that follows belong to the piece so far? */
static bool goes_on(const SplitPatternWalk *walk, SplitPart part) {
  if (!is_there(walk->next)) return false;
  bool alike = walk->next.is_match == part.is_match;
  switch (walk->cut->behavior) {
  case SPLIT_CONTIGUOUS:
    return alike;
  case SPLIT_MERGED_PREVIOUS:
    return !part.is_match && walk->next.is_match;
  case SPLIT_MERGED_NEXT:
    return part.is_match && !walk->next.is_match;
  default:
    return false;
  }
}

bool split_pattern_next(SplitPatternWalk *walk, size_t *first, size_t *end) {
  SplitPart part = next_part(walk);
  while (walk->cut->behavior == SPLIT_REMOVED && is_there(part) && part.is_match)
    part = next_part(walk);
  *first = part.first;
  *end = part.end;
  while (goes_on(walk, part)) {
    part = next_part(walk);
    *end = part.end;
  }
  return is_there((SplitPart){*first, *end, false}) && !walk->failed;
}
