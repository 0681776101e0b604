/* scene/views/answers.h -- the answer layer by layer: a row for each token, a column for the input
** and for each layer, and in each cell the likeliest word there; behind them, where a person
** changed the run, the prediction before.
**
**            input      layer 1    layer 2 · final
**   it       the .08    street .41 [animal .97]     words that are the final answer: bold, framed
**   was      …
**
** Memory  On the list's arena, or the one given.   Errors  As in scene.h.
*/
#ifndef SCENE_VIEWS_ANSWERS_H
#define SCENE_VIEWS_ANSWERS_H

#include "scene/inspector/inspector.h"
#include "trace/workings/layer_answers.h"

/* Why no words are named, as one sentence, translated; NULL: they are. */
const char *answers_refusal_words(LayerAnswersRefusal refusal);

/* What is on show; NULL: it was refused, or is not made yet. */
const LayerAnswers *answers_on_show(const Scene *scene);

/* The focused token among those that are answered, −1 none. */
int answers_token(const Scene *scene);

/* "input", "layer 2"; of the last "layer 2 · final". */
const char *answers_point_words(const Scene *scene, int point);

/* A word as the prediction names it; of a model without a tokenizer "#17". */
Str answers_word(const Scene *scene, int id);

/* Its panel: scene/views/answers_panel.c. */
void answers_inspect(Panel *panel);

#endif
