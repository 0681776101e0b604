/* scene/views/together.h -- all heads of a layer as one matrix, and all layers up to it.
**
**   names  [T,S]  average of heads, or rollout       the matrix, as that of the weights
**   layer 1 ▦  layer 2 ▦  layer 3 ▦                  of rollout: what it was after each layer
**
** Memory  On the list's arena, or the one given.   Errors  As in scene.h.
*/
#ifndef SCENE_VIEWS_TOGETHER_H
#define SCENE_VIEWS_TOGETHER_H

#include "scene/inspector/inspector.h"
#include "trace/workings/together.h"

TogetherKind together_kind_of(ViewKind kind);

/* Why it is not there, as one sentence, translated; NULL: it is. */
const char *together_refusal_words(Arena *arena, const Trace *trace, TogetherRefusal refusal);

/* What is on show; NULL: it was refused, or is not made yet. */
const Together *together_on_show(const Scene *scene);

/* The focused row and column of its matrix, −1 none. */
void together_focus(const Scene *scene, int *row, int *col);

/* The layer of the stack at that place of its list. */
int together_layer_at(const Scene *scene, const Together *made, int place);

/* Its panel, of a chosen cell or row; of none the cell where the average hides most of a head, or
** what rows have of themselves after each layer: scene/views/together_panel.c. */
void together_inspect(Panel *panel);

#endif
