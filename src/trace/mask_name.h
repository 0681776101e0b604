/* trace/mask_name.h -- masks as files and commands write them.
**
**   none   causal   prefix:2   window:3   padding:1   causal window:3 padding:1
**
** Parts in any order, parted by spaces; written in the order of MaskPart. A number may stand behind
** a space too, as in commands: "causal window 3".
**
** Memory  None, or the caller's arena.
** Errors  A text that is no mask: what is wrong with it, for whoever makes a sentence of it.
*/
#ifndef TRACE_MASK_NAME_H
#define TRACE_MASK_NAME_H

#include "base/str.h"
#include "core/mask.h"

/* "padding", never translated, and whether a number belongs to it. */
const char *mask_part_name(MaskPart part);
bool mask_part_has_size(MaskPart part);
bool mask_part_named(Str name, MaskPart *part); /* false: no part is called so */

typedef enum MaskNameFault {
  MASK_NAME_UNKNOWN,   /* no part is called word */
  MASK_NAME_SIZE,      /* part needs a whole number, and word is none, or too large, or empty */
  MASK_NAME_NO_SIZE,   /* part takes no number */
  MASK_NAME_TWICE,     /* part is named again */
  MASK_NAME_EXCLUDES,  /* part and other exclude each other */
  MASK_NAME_NOT_ALONE, /* none, and others beside it */
} MaskNameFault;

typedef struct MaskNameWrong {
  MaskNameFault fault;
  MaskPart part, other;
  Str word; /* of the text */
} MaskNameWrong;

/* size_most is the largest number allowed. False: *wrong says why, and *parts is unchanged; wrong
** may be NULL. */
bool mask_name_read(Str text, int size_most, MaskParts *parts, MaskNameWrong *wrong);

/* "causal window:3", or with a space for the colon; "none" without parts. NULL: out of memory. */
const char *mask_name_write(Arena *arena, const MaskParts *parts, char colon);

#endif
