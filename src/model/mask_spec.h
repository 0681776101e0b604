/* model/mask_spec.h -- the mask a learner asks for: a preset, then edits on top of it.
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

/* One step of the learner's, from 0: hide or show a pair, or a whole row of a query. */
typedef struct MaskEdit {
  int query, key; /* key -1: the whole row */
  bool hide;
} MaskEdit;

/* A preset and what was edited on top. The edits are the caller's memory. */
typedef struct MaskSpec {
  bool model_own;  /* the model's own mask; parts are not read then */
  MaskParts parts; /* sizes 0 to MASK_SPEC_SIZE_MOST */
  const MaskEdit *edits;
  int edit_count;
} MaskSpec;

/* "none", "causal", "causal window:3" … as options and files have it. False: the sentence lists the
** right ones. */
bool mask_spec_parse(Str text, MaskSpec *spec, Status *status);

/* That sentence, for a text in which mask_name_read found something wrong. Returns false. */
bool mask_spec_fail(Str text, const MaskNameWrong *wrong, Status *status);

/* The finished [T,S] mask of rows = T queries and cols = S keys, and its name, on the arena; own is
** what model_own stands for. Query i stands at place i (core/mask.h). Twice T · S bytes: the preset
** is kept beside it. False: out of memory. */
bool mask_spec_fill(Arena *arena, const MaskSpec *spec, const MaskParts *own, int rows, int cols,
                    MaskView *mask, Str *name, Status *status);

#endif
