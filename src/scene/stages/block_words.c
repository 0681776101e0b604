/* scene/stages/block_words.c -- one number of a layer's output in words: what came in, and what the
** heads and the MLP made of it.
**
**   norm before:  y = x + joined + MLP(LN(x + joined))
**   norm after:   h = LN(x + joined),   y = LN(h + MLP(h))
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/layer_words.h"
#include "scene/stages/block.h"
#include "scene/stages/block_path.h"

static Str what(const Panel *panel, float number) {
  const Scene *scene = panel->scene;
  const char *layer = layer_words(panel_arena(panel), scene->trace, scene->view->layer);
  return panel_words(panel, _("%s is column %d of “%s” as it leaves %s."),
                     number_hundredths(number).at, panel->key + 1, cell_query(panel), layer);
}

/* Without an MLP: x + joined, and its norm where there is one. */
static Str why_without_mlp(const Panel *panel, const BlockWorkings *w) {
  int c = w->column;
  Number in = number_hundredths(w->input[c]), joined = number_hundredths(w->joined[c]);
  if (!w->has_norms || w->norm_place == NORM_BEFORE)
    return panel_words(panel, _("%s came in, and the heads added %s."), in.at, joined.at);
  return panel_words(panel, _("%s came in, the heads added %s, and the norm brought %s to %s."),
                     in.at, joined.at, number_hundredths(w->sum[c]).at,
                     number_hundredths(w->block[c]).at);
}

static Str why_with_mlp(const Panel *panel, const BlockWorkings *w) {
  int c = w->column;
  Number in = number_hundredths(w->input[c]), joined = number_hundredths(w->joined[c]);
  Number mlp = number_hundredths(w->mlp[c]);
  if (!w->has_norms || w->norm_place == NORM_BEFORE)
    return panel_words(panel, _("%s came in, the heads added %s, and the MLP added %s."), in.at,
                       joined.at, mlp.at);
  return panel_words(panel,
                     _("%s came in and the heads added %s, which a norm brought to %s; the MLP "
                       "added %s, and a second norm brought that to its size."),
                     in.at, joined.at, number_hundredths(w->kept[c]).at, mlp.at);
}

/* What the arithmetic of the layer comes to before its last norm, and the number it should be. */
static double made_of(const BlockWorkings *w, float *number, double *scale) {
  int c = w->column;
  bool is_normed = w->has_norms && w->norm_place != NORM_BEFORE;
  double made = (double)w->input[c] + (double)w->joined[c];
  *number = is_normed || w->has_mlp ? w->sum[c] : w->block[c];
  *scale = fabs((double)w->input[c]) + fabs((double)w->joined[c]);
  if (!w->has_mlp || is_normed) return made;
  *number = w->block[c];
  *scale += fabs((double)w->mlp[c]);
  return made + (double)w->mlp[c];
}

CellWords block_cell_words(const Panel *panel) {
  const BlockWorkings *w =
      trace_is_recorded(panel->scene->trace) ? NULL : block_workings_of_focus(panel);
  float number;
  double scale;
  if (!w || !w->input || !w->joined || !w->sum || !w->block) return (CellWords){0};
  assert(w->column == panel->key);
  double made = made_of(w, &number, &scale);
  Str why = !isfinite(made)                        ? cell_is_not_finite()
            : !number_follows(made, scale, number) ? cell_does_not_follow(panel, made)
            : w->has_mlp                           ? why_with_mlp(panel, w)
                                                   : why_without_mlp(panel, w);
  return (CellWords){what(panel, w->block[w->column]), why};
}

/* "it: input + joined → norm → + MLP → norm". What a recorded layer does besides is not
** known. Short, to leave room for the headline beside it. */
Str block_row_line(const Scene *scene, int row) {
  const Trace *trace = scene->trace;
  if (trace_is_recorded(trace) || !trace_has_part(trace, TRACE_INPUT)) return (Str){"", 0};
  Str name = scene_named(scene, row);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  bool has_mlp = trace_has_part(trace, TRACE_MLP);
  bool is_normed = block_bends(trace) && trace_norm_place(trace) != NORM_BEFORE;
  strbuf_format(&words, _("%.*s: input + joined"), (int)name.bytes, name.at);
  if (is_normed) strbuf_format(&words, " → %s", _("norm"));
  if (has_mlp) strbuf_format(&words, " → + %s", _("MLP"));
  if (is_normed && has_mlp) strbuf_format(&words, " → %s", _("norm"));
  return strbuf_str(&words);
}
