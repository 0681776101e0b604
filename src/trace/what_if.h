/* trace/what_if.h -- what a person changed of a run: the list of its what-ifs, and their text.
**
**   what-if                              what changes, everything after it computed anew
**   set TENSOR ROW COL NUMBER            one number of X (input), W_Q W_K W_V W_O, Q K V, or of a
**       [layer L] [head H]               stage by pair from the scores to the weights
**   without key N, without query N       no query sees that key; that query sees no key
**   head off H [layer L]                 the output of that head is 0
**   swap N                               tokens N and N+1 change places
**
** Rows, columns, layers, heads and tokens count from 0 here and from 1 in the text. A what-if whose
** place a sentence does not have changes nothing, and waits for a longer one. The same place is in
** a list once; the order of a list has no meaning.
**
** Trace    A trace that was made with what-ifs has them, and the same run without them
**          (trace_without), which is what pictures compare it with.
** In files the what-ifs as commands with "; " between them: "set q 2 3 0.5 layer 1 head 2".
** Memory   A list is a value: at most WHAT_IFS_MOST, none on any arena.
** Errors   A list that is full, a text that is none: false, and nothing is changed.
*/
#ifndef TRACE_WHAT_IF_H
#define TRACE_WHAT_IF_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/str.h"
#include "trace/parts.h"

enum { WHAT_IFS_MOST = 64 };

typedef enum WhatIfKind {
  WHAT_IF_NUMBER,
  WHAT_IF_NO_KEY,
  WHAT_IF_NO_QUERY,
  WHAT_IF_HEAD_OFF,
  WHAT_IF_SWAP,
  WHAT_IF_KIND_COUNT
} WhatIfKind;

/* One change. Fields that a kind has no use for are 0. */
typedef struct WhatIf {
  WhatIfKind kind;
  TracePart part;  /* of a number */
  int layer, head; /* of a number, whose head is 0 where the part has none; of a head */
  int row, col;    /* of a number; row: the key, the query or the first of two tokens */
  float value;     /* of a number; may be infinite or not a number */
} WhatIf;

typedef struct WhatIfs {
  WhatIf of[WHAT_IFS_MOST];
  int count;
} WhatIfs;

/* Whether a number of the part can be set; and the part of a name of files, in any case, of which x
** also means input. TRACE_PART_COUNT: none that can be set is called so. */
bool what_if_sets(TracePart part);
TracePart what_if_part(Str name);
/* The names that what_if_part knows, "input, w_q, …". NULL: out of memory. */
const char *what_if_part_names(Arena *arena);

/* The same place, whatever the number. */
bool what_if_same_place(const WhatIf *a, const WhatIf *b);
/* Numbers are compared by their bits. */
bool what_if_equal(const WhatIf *a, const WhatIf *b);
bool what_ifs_equal(const WhatIfs *a, const WhatIfs *b);

/* The one at the place of `at`; NULL: none is there. ifs may be NULL, which is an empty list. */
const WhatIf *what_ifs_find(const WhatIfs *ifs, const WhatIf *at);
/* Adds it, or replaces the one at its place. False: the list is full. */
bool what_ifs_put(WhatIfs *ifs, const WhatIf *one);
/* Takes away the one at that place. False: none is there. */
bool what_ifs_take(WhatIfs *ifs, const WhatIf *at);
/* Takes away all of a kind; how many there were. */
int what_ifs_take_all(WhatIfs *ifs, WhatIfKind kind);
bool what_ifs_have(const WhatIfs *ifs, WhatIfKind kind);

/* The number as files and commands write it: read back it is the same; "inf", "nan". */
const char *what_if_number(Arena *arena, float value);
/* One as a command, and a list with "; " between them, "" for an empty one. NULL: out of memory. */
const char *what_if_write(Arena *arena, const WhatIf *one);
const char *what_ifs_write(Arena *arena, const WhatIfs *ifs);
/* What what_ifs_write wrote. False: a word is wrong; *ifs is unchanged. */
bool what_ifs_read(Str text, WhatIfs *ifs);
/* "0.5", "-inf", "nan". False: it is none of these, or beyond what a float holds. */
bool what_if_read_number(Str word, float *value);

#endif
