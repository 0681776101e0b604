/* scene/views/cache.h -- kept keys and values, step by step.
**
**            q ▭▭▭▭                        the one query that asks
**   labels   K ▭▭▭▭   ▇▇ .48   V ▭▭▭▭      kept rows, its weights, kept values
**              ▭▭▭▭   ▇  .21     ▭▭▭▭      made now: outlined
**              ────              ────      let go, since a window has passed it: a line
**              ····              ····      still to come: empty
**                       output   ▭▭▭▭
**   multiplications ▁▂▃▅   bytes ▁▂▃▄      at each step so far, kept and anew
**
** Memory  On the list's arena, or the one given.   Errors  As in scene.h.
*/
#ifndef SCENE_VIEWS_CACHE_H
#define SCENE_VIEWS_CACHE_H

#include "scene/inspector/inspector.h"
#include "trace/workings/cache_step.h"

/* Why the keys and values of this trace cannot be kept, as one or two sentences, translated; NULL:
** they can. */
const char *cache_refusal_words(Arena *arena, const Trace *trace, const View *view);

CacheRefusal cache_refusal_on_show(const Scene *scene); /* of the layer and prompt on show */

/* What makes rows that can be kept; command NULL: nothing does. cache_refused.c. */
typedef struct CacheRemedy {
  const char *label, *command, *tip;
} CacheRemedy;
CacheRemedy cache_remedy(const Scene *scene);
/* The refusal in the place of the picture, with the pairs that look ahead if that is why. */
void cache_refusal_draw(const Scene *scene, Box box);

/* scene/views/cache_growth.c: how rows would grow under a causal mask, with words of that design
** size. Height 0: there is no room for it, or fewer than two tokens, and it must not be drawn. */
float cache_growth_height(const Scene *scene, float size, float width);
void cache_growth_draw(const Scene *scene, Box box, float size);

/* What asks at the step on show, and −1; where rows cannot be kept, the pair that looks ahead, or
** −1 and −1. */
void cache_pair_on_show(const Trace *trace, const View *view, int *query, int *key);

/* The step on show; row_count 0 without tokens. */
CacheStep cache_step_on_show(const Scene *scene);

#define CACHE_BARS_HEAD 22.0f /* design points of the line above the bars */

/* Multiplications and bytes at each step up to that one, side by side; nothing in a box without
** height. */
float cache_bars_head(const Scene *scene); /* the height of the line above them */
void cache_bars_draw(const Scene *scene, const CacheStep *step, Box box);

/* Its panel: scene/views/cache_panel.c. */
void cache_inspect(Panel *panel);

#endif
