/* scene/stages/output_words.c -- one number of the weighted sum in words (M-07): whose values went
** into it, and which of them most. */
#include "scene/stages/output.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "trace/mistakes.h"

/* The terms of the chosen column, weight times value of each key; NULL without memory. */
static const float *terms_of(const Panel *panel, MatView values) {
  const Workings *w = panel->w;
  float *terms = panel_take(panel, (size_t)w->key_count, sizeof *terms);
  for (int key = 0; terms && key < w->key_count; key++)
    terms[key] = w->row_shares[key] * mat_get(values, key, panel->key);
  return terms;
}

static Str what(const Panel *panel) {
  const Workings *w = panel->w;
  Number output = number_term(w->output[panel->key]);
  if (w->key_count == 1)
    return panel_words(panel,
                       _("%s is column %d of what “%s” takes in: that column of the value of its "
                         "only key, times its share."),
                       output.at, panel->key + 1, cell_query(panel));
  return panel_words(panel,
                     _("%s is column %d of what “%s” takes in: that column of the values of all "
                       "keys (%d), each times its share, added up."),
                     output.at, panel->key + 1, cell_query(panel), w->key_count);
}

/* The largest of them; a row for the distance may be added to each value (M-63). */
static Str largest_term(const Panel *panel, MatView values, const TermSigns *signs, double added) {
  const Workings *w = panel->w;
  int key = signs->largest;
  Number share = panel_share_number(w->row_shares[key], false);
  Number value = number_operand(number_term(mat_get(values, key, panel->key)));
  Number term = number_term(w->row_shares[key] * mat_get(values, key, panel->key));
  if (added != 0)
    return panel_words(panel,
                       _("The largest part of it is from “%s”, %s × %s = %s; the rows for the "
                         "distances add %s to the whole."),
                       cell_name_of_key(panel, key), share.at, value.at, term.at,
                       number_term((float)added).at);
  return panel_words(panel, _("The largest part of it is from “%s”: share %s × value %s = %s."),
                     cell_name_of_key(panel, key), share.at, value.at, term.at);
}

CellWords output_cell_words(const Panel *panel) {
  const Workings *w = panel->w;
  MatView values = panel_matrix(panel, trace_values(panel->scene->trace));
  if (!w || !w->output || !values.at || panel->key >= values.cols) return (CellWords){0};
  const float *terms = terms_of(panel, values);
  if (!terms) return (CellWords){what(panel), STR("")};
  TermSigns signs = term_signs(terms, w->key_count);
  double added = w->relative_blend ? (double)w->relative_blend[panel->key] : 0;
  double made = signs.above_sum + signs.below_sum + added;
  float output = w->output[panel->key];
  if (mistake_of(trace_kind(panel->scene->trace)) == MISTAKE_VALUES_FIRST)
    return (CellWords){panel_words(panel, _("%s would be column %d of what “%s” takes in."),
                                   number_term(output).at, panel->key + 1, cell_query(panel)),
                       panel_words(panel, _("The product was made the wrong way round, V A, so no "
                                            "value is weighed."))};
  if (!isfinite(made)) return (CellWords){what(panel), cell_is_not_finite()};
  if (!number_follows(made, signs.scale, output))
    return (CellWords){what(panel), cell_does_not_follow(panel, made)};
  if (w->attends_to_nothing)
    return (CellWords){what(panel), panel_words(panel, _("Every key is hidden from it, so all "
                                                         "shares are 0 and nothing comes in."))};
  if (signs.above + signs.below == 0)
    return (CellWords){what(panel), panel_words(panel, _("Every value or its share is 0 there, so "
                                                         "nothing is added up."))};
  return (CellWords){what(panel), largest_term(panel, values, &signs, added)};
}
