/* model/forward/layer_answers.h -- makes what trace/workings/layer_answers.h holds, with the model
** that ran.
**
** Cost    A product with the output table for each token and layer. Of a large table only so many
**         tokens around the one asked for are answered that at most LAYER_ANSWERS_PRODUCTS numbers
**         are multiplied, and never fewer than one.
** Memory  On the arena given: V floats twice for each token, and 140 bytes for each answer.
** Errors  Out of memory.
*/
#ifndef MODEL_FORWARD_LAYER_ANSWERS_H
#define MODEL_FORWARD_LAYER_ANSWERS_H

#include "base/arena.h"
#include "model/model.h"
#include "trace/workings/layer_answers.h"

/* About half a second on one thread. */
#define LAYER_ANSWERS_PRODUCTS 4e9
/* The most of a step that is of more than one token: some 20 ms. */
#define LAYER_ANSWERS_STEP 1.6e8

/* Why no words can be named after the layers of that trace. */
LayerAnswersRefusal layer_answers_refusal(const Model *model, const Trace *trace);

/* trace is that of the layer on show; model NULL: a recording. token: the one that is looked at,
** from 0; −1: the last. False: memory is out. */
bool layer_answers_make(Arena *arena, const Model *model, const Trace *trace, int token,
                        LayerAnswers *made);

/* The same in steps, each of some tokens after one layer, for a window that draws in between:
** `made` is under way, or refused, until the last of them. Trace, model and made must stay. NULL
** and false: memory is out. */
typedef struct LayerAnswersWork LayerAnswersWork;
LayerAnswersWork *layer_answers_begin(Arena *arena, const Model *model, const Trace *trace,
                                      int token, LayerAnswers *made);
bool layer_answers_step(LayerAnswersWork *work);

/* Whether what was made of that trace holds for that token too. */
bool layer_answers_hold(const LayerAnswers *made, const Trace *trace, int token);

#endif
