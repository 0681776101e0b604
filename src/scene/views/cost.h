/* scene/views/cost.h -- what attention costs against the number of tokens.
**
**   Multiplications      Bytes at once        Time here
**   │      ╱ exact       │      ╱ exact       │     ∘
**   │   ╱╱   window      │   ╱╱   window      │   ∘  ∙
**   └──┆────────         └──┆────────         └──┆──────
**
** Both axes are logarithmic, so a power of n is a straight line: n² rises twice as steeply as n.
** The method of the trace is bold, and the number of tokens of the sentence is a line upright.
** Points of the third chart were measured on this machine; it is drawn where there are some, or
** where they are on their way.
**
** Memory  On the list's arena.   Errors  As in scene.h.
*/
#ifndef SCENE_VIEWS_COST_H
#define SCENE_VIEWS_COST_H

#include "scene/inspector/inspector.h"
#include "trace/workings/cost.h"

/* Translated: "exact", "window of 129 keys"; with its numbers, on arena. */
const char *cost_method_title(CostMethod method);
const char *cost_method_words(Arena *arena, CostMethod method, const CostSizes *sizes);
/* "n² (D + Dv)", bytes as "4 n²": never translated, and what cost_of computes (M-52). */
const char *cost_method_formula(CostMethod method, CostQuantity quantity);

/* The method that is told of: chosen, or that of the trace. */
CostMethod cost_method_on_show(const Scene *scene, const CostSizes *sizes);

/* Its panel: scene/views/cost_panel.c. */
void cost_inspect(Panel *panel);

/* Whether the way of the trace is told of with all that is laid over it, which costs more. */
bool cost_shows_more(const Scene *scene, const CostSizes *sizes);
/* "exact + RoPE", on arena: the way of the trace with what costs more. */
const char *cost_own_title(Arena *arena, const Trace *trace, const CostSizes *sizes);
/* "4 n D + n²": what that multiplies more; never translated. */
const char *cost_more_formula(Arena *arena, const Trace *trace);

/* What a setting of the trace's kind costs beside the way to attend, a translated sentence. NULL:
** nothing. */
const char *cost_more_words(const Trace *trace, KindSetting setting);

#endif
