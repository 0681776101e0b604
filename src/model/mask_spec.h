/* model/mask_spec.h -- a mask as a preset and edits of its cells.
**
**   masked = scaled + M        M [T,S] from this, −∞ where hidden                    (M-05)
**
** The preset is made of parts (core/mask.h), or the model's own. Edits are [query][key] cells or
** whole rows, from 0, applied in order, for every layer and head. Those beyond the sentence are
** kept and have no effect. Names are those of trace/mask_name.h; "edited" when an edit changed at
** least one cell of the preset.
**
** Memory  The mask on the arena given; edits are the caller's.
** Errors  A name that is none, or a size out of range: the sentence lists what is allowed.
*/
#ifndef MODEL_MASK_SPEC_H
#define MODEL_MASK_SPEC_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "core/mask.h"
#include "trace/mask_name.h"

enum { MASK_SPEC_SIZE_MOST = 1024 }; /* as many as the most tokens a built-in model takes */

/* One edit: hide or show a pair, or the whole row of a query; indices from 0. */
typedef struct MaskEdit {
  int query, key; /* key -1: the whole row */
  bool hide;
} MaskEdit;

/* A preset and edits of it. The edits are the caller's memory. */
typedef struct MaskSpec {
  bool model_own;  /* the preset is the model's own mask; parts are ignored */
  MaskParts parts; /* sizes 0 to MASK_SPEC_SIZE_MOST */
  const MaskEdit *edits;
  int edit_count;
} MaskSpec;

/* Reads "none", "causal", "causal window:3" …, as written in options and files. False: the error
** lists what is allowed. */
bool mask_spec_parse(Str text, MaskSpec *spec, Status *status);

/* Sets that error for a text that mask_name_read refused; returns false. */
bool mask_spec_fail(Str text, const MaskNameWrong *wrong, Status *status);

/* The smallest number of a part that a person may ask for: 1 of local parts, where files and models
** may have 0, under which a token sees itself or nothing. */
int mask_spec_least(MaskPart part);
/* The least of the number that was wrong, as a person is told. */
long mask_spec_least_of(const MaskNameWrong *wrong);
/* False: a part has less; status, which may be NULL, names it. */
bool mask_spec_check_asked(const MaskParts *parts, Status *status);

/* Whether the tokens that global names are among token_count. False: the sentence names part, token
** and count. A mask that a sentence was shortened under need not fit: what it names beyond the
** sentence waits for a longer one. */
bool mask_spec_fits(const MaskParts *parts, int token_count, Status *status);

/* A mask [T,S] of rows = T queries and cols = S keys; own is the model's own mask. */
typedef struct MaskOrder {
  const MaskSpec *spec;
  const MaskParts *own;
  int rows, cols;
} MaskOrder;

/* Makes that mask and its name on the arena. Query i is at position i (core/mask.h). Takes
** 2 · T · S bytes: the preset is kept too. False when memory is out. */
bool mask_spec_fill(Arena *arena, const MaskOrder *order, MaskView *mask, Str *name,
                    Status *status);

#endif
