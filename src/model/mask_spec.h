/* model/mask_spec.h -- the mask a learner asks for: a preset, then edits on top of it.
**
** Edits are [query][key] cells or whole rows, from 0, applied in order, for every layer and head.
** Those beyond the sentence are kept and have no effect. Names: none, causal, padding:2, window:1,
** prefix:3; "edited" when an edit changed at least one cell of the preset.
*/
#ifndef MODEL_MASK_SPEC_H
#define MODEL_MASK_SPEC_H

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "core/mask.h"

enum { MASK_SPEC_SIZE_MOST = 1024 }; /* as many as the most tokens a built-in model takes */

typedef struct MaskEdit {
  int query, key; /* key -1: the whole row */
  bool hide;
} MaskEdit;

typedef struct MaskSpec {
  bool model_own; /* the model's own mask; kind and size are not read then */
  MaskKind kind;
  int size; /* of padding, window, prefix; 0 to MASK_SPEC_SIZE_MOST */
  const MaskEdit *edits;
  int edit_count;
} MaskSpec;

const char *mask_kind_name(MaskKind kind); /* "padding"; never translated */
bool mask_kind_has_size(MaskKind kind);

/* "none", "causal", "padding:2" …; the sentence of a wrong one lists the right ones. */
bool mask_spec_parse(Str text, MaskSpec *spec, Status *status);

/* The finished [T,T] mask and its name, on the arena. */
bool mask_spec_fill(Arena *arena, const MaskSpec *spec, MaskKind own_kind, int token_count,
                    MaskView *mask, Str *name, Status *status);

#endif
