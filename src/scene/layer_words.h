/* scene/layer_words.h -- what a layer is called, alone and with a head.
**
**   one stack                layer 3              layer 3 · head 2
**   encoder and decoder      encoder 2            encoder 2 · head 1
**                            decoder 1            of the decoder's own attention
**                            decoder 1 · cross    of its attention to the encoder
**
** Commands count through the whole stack: encoder 1 is layer 1 (trace_layer_half).
**
** Memory  On the arena given.
** Errors  Out of memory: "".
*/
#ifndef SCENE_LAYER_WORDS_H
#define SCENE_LAYER_WORDS_H

#include "base/arena.h"
#include "trace/trace.h"

/* layer and head from 0. */
const char *layer_words(Arena *arena, const Trace *trace, int layer);
const char *layer_head_words(Arena *arena, const Trace *trace, int layer, int head);
/* The same at the beginning of a line: "Layer 3", "Decoder 1 · cross". */
const char *layer_title(Arena *arena, const Trace *trace, int layer);
const char *layer_head_title(Arena *arena, const Trace *trace, int layer, int head);
/* Where there is little room: "L3 · H2", "E2 · H1", "D1 · H2", "C1 · H2". */
const char *layer_head_short(Arena *arena, const Trace *trace, int layer, int head);
/* "3·2", "E2·1", "C1·2" */
const char *layer_head_least(Arena *arena, const Trace *trace, int layer, int head);
/* "3", "E2", "D1", "C1": of a button. */
const char *layer_mark(Arena *arena, const Trace *trace, int layer);
/* "Layer 3", "Encoder 2", "Cross 1" */
const char *layer_narrow(Arena *arena, const Trace *trace, int layer);
/* What a layer is in an encoder and a decoder, as a sentence with the source; "" of one stack. */
const char *layer_half_sentence(Arena *arena, const Trace *trace, int layer);
/* How many layers come before it in the stream of its own sentence. */
int layer_count_before(const Trace *trace, int layer);

#endif
