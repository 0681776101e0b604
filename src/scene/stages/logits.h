/* scene/stages/logits.h -- what the files of the prediction share. Private to stages/logits*.c and
** stages/sampling.c.
**
** Units  Points as drawn.   Memory, errors  As scene/stages/stage_view.h.
*/
#ifndef SCENE_STAGES_LOGITS_H
#define SCENE_STAGES_LOGITS_H

#include "scene/stages/stage_view.h"

void logits_inspect(Panel *panel); /* for a selected token, or a word that it predicts */

/* How many of the likeliest words are listed: the first, and those of at least 0.001; and the
** probability of all other words, summed over the vocabulary. */
int stage_listed_words(const TraceCandidate *candidates, int count);
double stage_share_beyond(const Trace *trace, int token, const TraceCandidate *listed, int count);

/* The sampling of the next word at a token: with logits [V] computed for it.
** Empty without words. */
SampledSet stage_sampled_set(const Scene *scene, int token);

/* Controls for temperature, top-k and top-p, and what they leave of the words at a token. A figure
** shows them only if they change something. Height 0: nothing is shown. */
float stage_sampling_height(const Scene *scene, float width);
void stage_sampling_draw(const Scene *scene, Box box, int token);
/* The question and "it → animal  99 %" above them, or that the logits predict no word. */
void stage_answer_draw(const Scene *scene, Box box, int token);

#endif
