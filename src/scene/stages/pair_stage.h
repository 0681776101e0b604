/* scene/stages/pair_stage.h -- what the stages by pair have in common: scores, scaled, masked and
** weights. Private to stages/.
**
** Units  points as drawn.   Memory, errors  as scene/stages/stage_view.h. */
#ifndef SCENE_STAGES_PAIR_STAGE_H
#define SCENE_STAGES_PAIR_STAGE_H

#include "scene/stages/stage_view.h"

/* One matrix that never moves from one of these stages to the next (pairs.c). */
void pair_draw(const Scene *scene, Box box);
Box pair_cells(const Scene *scene, Box box);

/* Attention(Q, K, V) = softmax(QKᵀ / √d + M) V, from scores to output. */
void attention_formula(const Scene *scene, Formula *out);

/* "query it, key animal: score 19.92, …" at any of these stages. */
const char *pair_focus_line(const Scene *scene, int query, int key);

void pair_legend(Panel *panel);

/* "it asks animal" above what is not reached yet; words: "asks". */
void pair_add_question_title(Panel *panel, const char *words);
/* Whether there are numbers to say what is known of the pair. */
bool pair_is_known(const Panel *panel);

#endif
