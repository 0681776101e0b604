/* scene/mask_words.h -- the words for a layer's mask.
**
**   name in files     words for a mask       words for an attention
**   none              no mask                self · no mask
**   causal            causal mask            self · causal
**   window:2          window mask (2)        cross · window 2
**   dilated:2:3       dilated mask (2, step 3)   self · dilated 2, step 3
**   global:1,5        global mask (1,5)      self · global 1,5
**   random:2:seed:7   random mask (2, seed 7)  self · random 2, seed 7
**   causal window:2   mask: causal + window 2  self · causal + window 2
**   edited            mask edited by hand    self · edited mask
**    of a recording   mask as recorded       cross · as recorded
**   not recorded      mask not recorded      self · mask not recorded
**
** For an attention the overridden settings follow: self · causal · no positions.
** In self-attention the keys are words of the same sentence, in cross-attention of another.
**
** Memory  On the arena, or constant text.   Errors  "" without memory.
*/
#ifndef SCENE_MASK_WORDS_H
#define SCENE_MASK_WORDS_H

#include "base/arena.h"
#include "trace/mask_name.h"
#include "trace/trace.h"

/* The middle column, translated; layer from 0. */
const char *mask_words(Arena *arena, const Trace *trace, int layer);
/* What the mask hides, as a translated sentence for the headline. */
const char *mask_headline(const Trace *trace, int layer);
/* The mask laid over, where it may not reach this layer: "causal mask, not here". */
const char *mask_laid_over_words(Arena *arena, const Trace *trace, int layer);
/* Of an encoder and a decoder, over which a mask is laid: which of its parts lie over the attention
** of this layer, and why no others. "": all of them do. */
const char *mask_reach_sentence(const Trace *trace, int layer);
/* Where the attention of this layer is between two sentences, and positions tell distances (rotary,
** biases, relative vectors): that they tell none here. "": else. */
const char *mask_no_distances(const Trace *trace, int layer);
/* One part that is named, as the right column has it, translated: "dilated 2, step 3". */
const char *mask_part_words(Arena *arena, const MaskParts *parts, MaskPart part);
/* The right column, translated, as in the top bar. */
const char *mask_attention_words(Arena *arena, const Trace *trace, int layer);
/* The same without what else is laid over the model, where a bar names that: "self · no mask",
** "self · causal", "self · 3 parts". */
const char *mask_attention_own(Arena *arena, const Trace *trace, int layer);
/* Where there is little room: "causal · ALiBi", "3 parts", "cross · no mask". */
const char *mask_attention_short(Arena *arena, const Trace *trace, int layer);
/* What files say of it: a sentence for each setting that a model was made with or that is laid over
** it, for a shuffled sentence, and for the second one. */
void mask_add_kind(StrBuf *words, const Trace *trace);

#endif
