/* scene/stages/rotated_panel.c -- the inspector of rotated queries and keys: one row before and
** after its turn, or one number worked out (M-50). */
#include "scene/stages/rotated.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"

static RotatedNumber number_here(const Panel *panel, TracePart part, int row, int col) {
  const View *view = panel->scene->view;
  return rotated_number(panel->scene->trace, (TraceMatrixId){part, view->layer, view->head}, row,
                        col);
}

static void add_strips(Panel *panel) {
  const struct {
    const char *words;
    TracePart part;
  } strips[] = {{_("query"), TRACE_Q},
                {_("turned"), TRACE_Q_ROTATED},
                {_("key"), TRACE_K},
                {_("turned"), TRACE_K_ROTATED}};
  int count = trace_has_key_words(panel->scene->trace) ? 2 : 4; /* keys are of other tokens */
  for (int i = 0; i < count; i++)
    panel_add_strip(panel,
                    (PanelStrip){.label = str_from(strips[i].words),
                                 .color = scene_part_color(panel->pen->theme, strips[i].part),
                                 .row = panel_row(panel, strips[i].part, panel->query),
                                 .part = strips[i].part,
                                 .focus = panel->key,
                                 .belongs = strips[i].part != rotated_part(panel->scene)},
                    i % 2 ? RANK_STEPS : RANK_BODY);
}

/* -- one row ----------------------------------------------------------------------------------- */

static Str pair_label(const Panel *panel, int pair) {
  RotaryPair cols =
      rotary_pair(rotated_rotary(panel->scene->trace), trace_d_head(panel->scene->trace), pair);
  return panel_words(panel, "%d, %d", cols.a + 1, cols.b + 1);
}

static Number angle_number(const Panel *panel, int pair, int column) {
  Rotary rotary = rotated_rotary(panel->scene->trace);
  int place = rotated_place(panel->scene->trace, TRACE_Q_ROTATED, panel->query);
  double angle = rotary_angle(rotary, trace_d_head(panel->scene->trace), pair);
  Number number = {""};
  Str words = str_from(rotated_degrees(panel_arena(panel), column ? angle * place : angle));
  memcpy(number.at, words.at, words.bytes < NUMBER_BYTES ? words.bytes : NUMBER_BYTES - 1);
  return number;
}

static void add_row(Panel *panel) {
  int place = rotated_place(panel->scene->trace, TRACE_Q_ROTATED, panel->query);
  PanelTable table = {.label_head = _("columns"),
                      .label = pair_label,
                      .number_heads = {_("a place"), _("turned by")},
                      .number_count = 2,
                      .number = angle_number,
                      .item_count = trace_d_head(panel->scene->trace) / 2,
                      .focus = -1};
  panel_add_note(panel,
                 panel_words(panel,
                             P_("The row stands %d place after the first: so many times every "
                                "pair is turned by its angle.",
                                "The row stands %d places after the first: so many times every "
                                "pair is turned by its angle.",
                                place),
                             place),
                 RANK_STEPS);
  panel_add_table(panel, &table);
  panel_add_note(panel, str_from(_("Next: every query is multiplied with every key.")), RANK_NEXT);
}

/* -- one number -------------------------------------------------------------------------------- */

static Str in_brackets(const Panel *panel, float value) {
  return panel_words(panel, "%s", number_operand(number_full(value)).at);
}

/* "0.53 · (−0.69) − 1.2 · 0.72 = −1.23" */
static void add_equation(Panel *panel, const RotatedNumber *number) {
  float first = (float)(number->is_first ? number->along : number->across);
  float second = (float)(number->is_first ? number->across : number->along);
  Str a = in_brackets(panel, number->a), b = in_brackets(panel, number->b);
  Str by_a = in_brackets(panel, first), by_b = in_brackets(panel, second);
  panel_add_equation(panel, str_from(number->is_first ? "a cos φ − b sin φ" : "a sin φ + b cos φ"),
                     RANK_BODY);
  panel_add_equation(
      panel,
      panel_words(panel,
                  number->is_first ? "%.*s · %.*s − %.*s · %.*s" : "%.*s · %.*s + %.*s · %.*s",
                  (int)a.bytes, a.at, (int)by_a.bytes, by_a.at, (int)b.bytes, b.at, (int)by_b.bytes,
                  by_b.at),
      RANK_STEPS);
}

static void add_number(Panel *panel, TracePart part) {
  const Scene *scene = panel->scene;
  RotatedNumber number = number_here(panel, part, panel->query, panel->key);
  Rotary rotary = rotated_rotary(scene->trace);
  Arena *arena = panel_arena(panel);
  int pairs = trace_d_head(scene->trace) / 2;
  panel_add_fact(panel, panel_words(panel, _("pair %d of %d: columns"), number.pair + 1, pairs),
                 panel_words(panel, "a = %d, b = %d", number.a_col + 1, number.b_col + 1),
                 RANK_STEPS);
  panel_add_fact(panel,
                 panel_words(panel, "θ = %d^(−%d/%d)", rotary.base, 2 * number.pair,
                             trace_d_head(scene->trace)),
                 panel_words(panel, _("%s a place"), rotated_degrees(arena, number.angle)),
                 RANK_STEPS);
  panel_add_fact(panel, panel_words(panel, "φ = %d · θ", number.place),
                 panel_words(panel, "%s", rotated_degrees(arena, number.turn)), RANK_STEPS);
  panel_add_fact(panel, STR("cos φ, sin φ"),
                 panel_words(panel, "%s, %s", number_full((float)number.along).at,
                             number_full((float)number.across).at),
                 RANK_STEPS);
  add_equation(panel, &number);
  panel_add_result(panel,
                   panel_words(panel,
                               part == TRACE_Q_ROTATED ? _("rotated query, column %d =")
                                                       : _("rotated key, column %d ="),
                               panel->key + 1),
                   panel_words(panel, "%s", number_full(number.result).at));
  panel_add_note(panel,
                 str_from(number.place == 0
                              ? _("The first place turns nothing.")
                              : _("The pair keeps its length: only its direction changes.")),
                 RANK_NEXT);
  panel_add_rounded(panel);
}

/* -- in words ---------------------------------------------------------------------------------- */

static Str what(const Panel *panel, TracePart part, float number) {
  const char *format = part == TRACE_Q_ROTATED
                           ? _("%s is column %d of the query of “%s” after it was turned by its "
                               "place.")
                           : _("%s is column %d of the key of “%s” after it was turned by its "
                               "place.");
  return panel_words(panel, format, number_full(number).at, panel->key + 1, cell_query(panel));
}

static Str why(const Panel *panel, const RotatedNumber *number) {
  const char *turn = rotated_degrees(panel_arena(panel), number->turn);
  if (number->place == 0)
    return panel_words(panel,
                       _("“%s” stands at the first place, which turns nothing: it was %s "
                         "before."),
                       cell_query(panel), number_full(number->is_first ? number->a : number->b).at);
  return panel_words(panel,
                     P_("“%s” stands %d place behind the first, so the pair of columns %d and %d, "
                        "which was %s and %s, is turned by %s.",
                        "“%s” stands %d places behind the first, so the pair of columns %d and %d, "
                        "which was %s and %s, is turned by %s.",
                        number->place),
                     cell_query(panel), number->place, number->a_col + 1, number->b_col + 1,
                     number_full(number->a).at, number_full(number->b).at, turn);
}

CellWords rotated_cell_words(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  TracePart part = rotated_part(panel->scene);
  MatView turned = panel_matrix(panel, part);
  if (!trace_has_part(trace, TRACE_Q) || !trace_has_part(trace, TRACE_K) || !turned.at ||
      panel->query >= turned.rows || panel->key >= turned.cols)
    return (CellWords){0};
  RotatedNumber number = number_here(panel, part, panel->query, panel->key);
  double a = (double)number.a, b = (double)number.b;
  double made =
      number.is_first ? a * number.along - b * number.across : a * number.across + b * number.along;
  return (CellWords){what(panel, part, number.result),
                     number_follows(made, fabs(a) + fabs(b), number.result)
                         ? why(panel, &number)
                         : cell_does_not_follow(panel, made)};
}

/* -- the panel --------------------------------------------------------------------------------- */

static void add_title(Panel *panel, TracePart part) {
  bool is_number = panel->key >= 0;
  PanelTitle title = {.kicker = _("One token, turned by its place"),
                      .subject = panel_named(panel, panel->query),
                      .words = str_from(_("asks and is found")),
                      .subject_color = panel->pen->theme->ink};
  if (is_number) {
    title.kicker = part == TRACE_Q_ROTATED ? _("One number of a query, turned")
                                           : _("One number of a key, turned");
    title.words = panel_words(panel, _("· column %d"), panel->key + 1);
    title.subject_color = scene_part_color(panel->pen->theme, part);
  }
  panel_add_title(panel, title);
}

void rotated_inspect(Panel *panel) {
  const Trace *trace = panel->scene->trace;
  TracePart part = rotated_part(panel->scene);
  if (!trace_has_part(trace, TRACE_Q) || !trace_has_part(trace, TRACE_K)) {
    inspect_recorded(panel, str_from(_("the queries and keys before the turn were not recorded")));
    return;
  }
  add_title(panel, part);
  if (panel->key >= 0) panel_add_cell_words(panel);
  add_strips(panel);
  if (panel->key >= 0) add_number(panel, part);
  else add_row(panel);
  panel_add_words(panel);
}
