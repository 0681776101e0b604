/* scene/stages/joined_words.c -- one number of the joined heads in words (M-09): which head adds
** most to it. */
#include "scene/stages/joined.h"

#include <math.h>

#include "base/i18n.h"
#include "trace/workings/joined.h"

static const float *terms_of(const Panel *panel, int heads) {
  const View *view = panel->scene->view;
  float *terms = panel_take(panel, (size_t)heads, sizeof *terms);
  for (int head = 0; terms && head < heads; head++)
    terms[head] =
        (float)joined_term(panel->scene->trace, view->layer, panel->query, head, panel->key);
  return terms;
}

static Str what(const Panel *panel, int heads, float number) {
  if (heads == 1)
    return panel_words(panel, _("%s is what the only head of the layer adds to column %d of “%s”."),
                       number_term(number).at, panel->key + 1, cell_query(panel));
  return panel_words(panel,
                     _("%s is what the heads of the layer (%d) together add to column %d of “%s”."),
                     number_term(number).at, heads, panel->key + 1, cell_query(panel));
}

/* The rest is what the other heads and the bias come to. */
static Str why(const Panel *panel, const float *terms, const TermSigns *signs, float number) {
  double term = (double)terms[signs->largest], rest = (double)number - term;
  if (signs->count == 1 && !trace_has_part(panel->scene->trace, TRACE_B_O))
    return panel_words(panel, _("It comes from that head alone, through the map W_O."));
  return panel_words(
      panel,
      _("Head %d has the largest part in it, %s; all else that is added, other heads "
        "or a bias, comes to %s."),
      signs->largest + 1, number_term((float)term).at, number_term((float)rest).at);
}

CellWords joined_cell_words(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  MatView joined = panel_matrix(panel, TRACE_ATTN_PROJ), bias = panel_matrix(panel, TRACE_B_O);
  int heads = trace_head_count(trace, panel->scene->view->layer);
  if (!joined.at || !panel_matrix(panel, TRACE_W_O).at || !panel_matrix(panel, TRACE_CONCAT).at)
    return (CellWords){0};
  float number = mat_get(joined, panel->query, panel->key);
  Str is = what(panel, heads, number);
  const float *terms = terms_of(panel, heads);
  if (!terms) return (CellWords){is, STR("")};
  TermSigns signs = term_signs(terms, heads);
  double made = signs.above_sum + signs.below_sum;
  if (bias.at) made += (double)mat_get(bias, 0, panel->key);
  Str because = !isfinite(made)                              ? cell_is_not_finite()
                : !number_follows(made, signs.scale, number) ? cell_does_not_follow(panel, made)
                                                             : why(panel, terms, &signs, number);
  return (CellWords){is, because};
}

/* Some million products for each head would be made for every picture. */
static bool is_slow(const Scene *scene) {
  enum { PRODUCTS_MOST = 1 << 20 };
  int rows, cols;
  trace_matrix_shape(scene->trace, TRACE_W_O, scene->view->layer, &rows, &cols);
  return (long)rows * cols > PRODUCTS_MOST;
}

Str joined_row_line(const Scene *scene, int row) {
  const Trace *trace = scene->trace;
  Arena *arena = scene->pen.list->arena;
  int layer = scene->view->layer, heads = trace_head_count(trace, layer), most = -1;
  double longest = 0;
  if (heads < 2 || !trace_has_part(trace, TRACE_W_O) || is_slow(scene)) return (Str){"", 0};
  for (int head = 0; head < heads; head++) {
    double length = joined_length(arena, trace, layer, row, head);
    if (length > longest) longest = length, most = head;
  }
  if (most < 0) return (Str){"", 0};
  Str name = scene_named(scene, row);
  return str_from(str_format(arena, _("joined of %.*s: most from head %d (length %s)"),
                             (int)name.bytes, name.at, most + 1, number_term((float)longest).at));
}
