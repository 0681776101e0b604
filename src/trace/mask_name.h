/* trace/mask_name.h -- masks as files and commands write them.
**
**   none   causal   prefix:2   window:3   dilated:2:3   blocks:4   global:1,5   random:2:seed:7
**   padding:1   causal window:3 global:1 padding:2
**
** Parts in any order, parted by spaces; written in the order of MaskPart. The numbers of a part may
** stand behind spaces too, as in commands: "causal window 3 random 2 seed 7". Tokens of global
** count from 1 and are written in ascending order, each once; a seed of 0 is not written.
**
** Memory  None, or the caller's arena.
** Errors  A text that is no mask: what is wrong with it, for whoever makes a sentence of it.
*/
#ifndef TRACE_MASK_NAME_H
#define TRACE_MASK_NAME_H

#include "base/str.h"
#include "core/mask.h"

enum { MASK_SEED_MOST = 999999999 };

/* "padding", never translated. */
const char *mask_part_name(MaskPart part);
bool mask_part_has_size(MaskPart part);
int mask_part_least(MaskPart part); /* the smallest size it can have; below 0: it has none */
/* Whether that is all there is to say of it. */
bool mask_part_has_only_size(MaskPart part);
bool mask_part_named(Str name, MaskPart *part); /* false: no part is called so */
/* The part as it is written: "dilated:2:3". */
const char *mask_part_example(MaskPart part);

typedef enum MaskNameFault {
  MASK_NAME_UNKNOWN,   /* no part is called word */
  MASK_NAME_SIZE,      /* part needs a whole number, and word is none, or out of range, or empty */
  MASK_NAME_STEP,      /* the same of the step of dilated */
  MASK_NAME_TOKEN,     /* the same of a token of global */
  MASK_NAME_SEED,      /* the same of the seed of random */
  MASK_NAME_TOO_MANY,  /* global names more than MASK_GLOBALS_MOST tokens */
  MASK_NAME_NO_SIZE,   /* part takes no number, or no further one */
  MASK_NAME_TWICE,     /* part is named again */
  MASK_NAME_EXCLUDES,  /* part and other exclude each other */
  MASK_NAME_NOT_ALONE, /* none, and others beside it */
} MaskNameFault;

typedef struct MaskNameWrong {
  MaskNameFault fault;
  MaskPart part, other;
  long least, most; /* of a number */
  Str word;         /* of the text */
} MaskNameWrong;

/* size_most is the largest number of tokens allowed; of random it is MASK_RANDOM_MOST where that is
** less. False: *wrong says why, and *parts is unchanged; wrong may be NULL. */
bool mask_name_read(Str text, int size_most, MaskParts *parts, MaskNameWrong *wrong);

/* "causal window:3", or with a space for the colon; "none" without parts. NULL: out of memory. */
const char *mask_name_write(Arena *arena, const MaskParts *parts, char colon);

/* "1,5": the tokens of global, counted from 1. NULL: out of memory. */
const char *mask_globals_write(Arena *arena, const MaskParts *parts);

#endif
