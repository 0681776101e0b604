/* trace/workings/matching.h -- the tokens of two sentences matched: which one stands for which.
**
**   L(i, j) = 1 + L(i + 1, j + 1)                 a_i and b_j are the same text
**             max(L(i + 1, j), L(i, j + 1))       otherwise                            (M-100)
**   the pairs of a longest common subsequence; all others have no partner
**
** The list has every token of both, in their order: a pair is one line, and what has no partner
** stands between the pairs that it stands between in its sentence, that of b first.
**
** Cost    Tokens that both begin or end with are matched alone, which is a longest one too. Of what
**         is between them n · m steps; beyond MATCHING_CELLS_MOST of them nothing there is.
** Memory  The arena given: 2 bytes for each of the steps, until the list is made.
** Errors  Out of memory: false.
** Source  Wagner and Fischer 1974; Hirschberg 1975 for the subsequence.
*/
#ifndef TRACE_WORKINGS_MATCHING_H
#define TRACE_WORKINGS_MATCHING_H

#include "base/arena.h"
#include "trace/trace.h"

enum { MATCHING_CELLS_MOST = 1 << 22 };

/* One line of the list: indices from 0; −1: the token of the other one has no partner. */
typedef struct Match {
  int a, b;
} Match;

typedef struct Matching {
  const Match *at;
  int count, pair_count; /* of lines; of those with a partner */
} Matching;

/* trace_token, trace_key or trace_source, and how many there are. */
typedef struct TokenList {
  const Trace *trace;
  const TraceToken *(*token)(const Trace *trace, int index);
  int count;
} TokenList;

bool matching_of_tokens(Arena *arena, TokenList a, TokenList b, Matching *made);
/* Line i is the pair of both i-th; of the longer list the rest has no partner. */
bool matching_by_place(Arena *arena, int a_count, int b_count, Matching *made);
/* The line that has that index of a; −1: none. */
int matching_line_of_a(const Matching *matching, int a);

#endif
