/* scene/stages/logits.h -- what the files of the room of the prediction share. Private to
** stages/logits*.c and stages/sampling.c.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h. */
#ifndef SCENE_STAGES_LOGITS_H
#define SCENE_STAGES_LOGITS_H

#include "scene/stages/stage_view.h"

void logits_inspect(Panel *panel); /* a token or a word it names is in focus */

/* How many of the likeliest words are named: the first, and those of at least 0.001. The share of
** all words but those listed, summed over the vocabulary. */
int stage_listed_words(const TraceCandidate *candidates, int count);
double stage_share_beyond(const Trace *trace, int token, const TraceCandidate *listed, int count);

/* How the next word would be drawn at a token: with logits [V] made for it. Empty without words. */
SampledSet stage_sampled_set(const Scene *scene, int token);

/* Temperature, top-k and top-p to turn, and what they leave of the words at a token. A figure shows
** them only where they change something. Height 0: nothing is shown. */
float stage_sampling_height(const Scene *scene, float width);
void stage_sampling_draw(const Scene *scene, Box box, int token);
/* "it → animal  99 %" above them, or that its logits name no word. */
void stage_answer_draw(const Scene *scene, Box box, int token);

#endif
