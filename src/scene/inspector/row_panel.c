/* scene/inspector/row_panel.c -- the weights: how one row becomes shares of 1. */
#include "scene/inspector/panel_sections.h"

#include <math.h>

#include "base/i18n.h"

static const float SATURATED = 0.99f;

/* A row that sees no key says so in place of naming one. */
static void add_title(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  const Workings *w = panel->w;
  PanelTitle title = {.kicker = _("One row, worked out"),
                      .subject = panel_label(panel, panel->query),
                      .words = str_from(_("divides its attention")),
                      .subject_color = theme->query,
                      .object_color = theme->key};
  if (w->attends_to_nothing) title.words = str_from(_("attends to nothing"));
  else if (panel->key >= 0) {
    title.kicker = _("One weight, worked out");
    title.words = str_from("→");
    title.object = panel_key_label(panel, panel->key);
  }
  panel_add_title(panel, title);
}

/* -- the table --------------------------------------------------------------------------------- */

/* What the steps have not come to has no bar and a “?”. */
static float weight_bar(const Panel *panel, int item) {
  return panel_has_reached(panel, item) ? panel->w->row_weights[item] : 0;
}

static Number weight_numbers(const Panel *panel, int item, int column) {
  const Workings *w = panel->w;
  if (column == 0) return number_full(w->row_masked[item]);
  if (column == 2 && !panel_has_reached(panel, item)) return (Number){"?"};
  return number_share(column == 1 ? w->row_exponentials[item] : w->row_weights[item],
                      panel_hides(panel, item));
}

/* Sums are computed from the numbers, never from the digits shown. */
static Number weight_rest(const Panel *panel, const int *items, int count, int column) {
  const float *values = column == 1 ? panel->w->row_exponentials : panel->w->row_weights;
  double sum = 0;
  bool all_hidden = true;
  if (column == 0 || (column == 2 && !panel_has_reached(panel, -1))) return (Number){""};
  for (int i = 0; i < count; i++) {
    sum += (double)values[items[i]];
    all_hidden = all_hidden && panel_hides(panel, items[i]);
  }
  return number_share((float)sum, all_hidden);
}

static void add_table(Panel *panel) {
  const Workings *w = panel->w;
  bool has_hidden = w->visible_count < w->key_count;
  PanelTable table = {
      .label_head = _("key"),
      .label = panel_key_label,
      .number_heads = {has_hidden ? _("masked") : _("scaled"), "e^(x−max)", _("weight")},
      .number_count = 3,
      .number = weight_numbers,
      .bar = weight_bar,
      .bar_high = 1,
      .bar_color =
          palette_color(scene_palette(panel->scene, TRACE_WEIGHTS), panel->pen->theme->id, 0.95f),
      .hatched = has_hidden ? panel_hides : NULL,
      .item_count = w->key_count,
      .order = w->by_weight,
      .focus = panel->key,
      .focus_color = panel->pen->theme->key,
      .items_are_keys = true,
      .rest = weight_rest};
  panel_add_table(panel, &table);
}

/* -- sums, entropy, what if -------------------------------------------------------------------- */

static Str entropy_name(const Panel *panel) {
  const Workings *w = panel->w;
  TextStyle style = {.face = FACE_REGULAR, .size = 12};
  Number most = number_full(w->entropy_most_bits);
  Str name = panel_words(panel,
                         P_("entropy (%d key: at most %s bits)",
                            "entropy (%d keys: at most %s bits)", w->visible_count),
                         w->visible_count, most.at);
  if (pen_width(panel->pen, style, name) <= panel->width - panel_pt(panel, 84)) return name;
  return panel_words(panel, _("entropy (at most %s)"), most.at);
}

/* M-06 and M-13 for this row. */
static void add_facts(Panel *panel) {
  const Workings *w = panel->w;
  Number max = number_full(w->row_max), sum = number_weight(w->exponential_sum);
  Number entropy = number_full(w->entropy_bits);
  panel_add_fact(panel, str_from(_("max, the largest of the row")),
                 panel_words(panel, "%s", max.at), RANK_DETAIL);
  panel_add_fact(panel, str_from(_("sum of e^(x−max)")), panel_words(panel, "%s", sum.at),
                 RANK_FACTS);
  panel_add_fact(panel, entropy_name(panel), panel_words(panel, _("%s bits"), entropy.at),
                 RANK_FACTS);
}

/* The focused key where it changes visibly, else the one that gains most from not scaling. */
static int what_if_key(const Panel *panel) {
  const Workings *w = panel->w;
  bool shows = panel->key >= 0 && !w->hidden && fabsf(w->unscaled_weight - w->weight) >= 0.001f;
  return shows ? panel->key : w->unscaled_largest_key;
}

/* The weights without M-04, worked out like the others: what √d is there for. */
static void add_what_if(Panel *panel) {
  const Workings *w = panel->w;
  if (w->visible_count < 2) return; /* a single key has all either way */
  int key = what_if_key(panel);
  float unscaled = key == panel->key ? w->unscaled_weight : w->unscaled_largest_weight;
  Number then = number_weight(unscaled), now = number_weight(w->row_weights[key]);
  Str label = panel_key_label(panel, key);
  bool saturates = w->unscaled_largest_weight >= SATURATED;
  bool changes = fabsf(unscaled - w->row_weights[key]) >= 0.0005f;
  Str text = changes ? panel_words(panel,
                                   saturates ? _("Then “%.*s” would take %s instead of %s. One key "
                                                 "would have nearly all.")
                                             : _("Then “%.*s” would take %s instead of %s."),
                                   (int)label.bytes, label.at, then.at, now.at)
                     : panel_words(panel, _("Little in this row: “%.*s” takes %s either way."),
                                   (int)label.bytes, label.at, now.at);
  panel_add_card(panel, str_from(_("What if we had not scaled?")), text, RANK_EXTRA);
}

/* The last line of M-06 for one key. */
static void add_share(Panel *panel) {
  const Workings *w = panel->w;
  Number e = panel_share_number(w->exponential, w->hidden), sum = number_weight(w->exponential_sum);
  Number weight = panel_share_number(w->weight, w->hidden);
  panel_add_result(panel, panel_words(panel, "%s ÷ %s =", e.at, sum.at),
                   panel_words(panel, "%s", weight.at));
}

static void add_next(Panel *panel) {
  const Workings *w = panel->w;
  if (panel->key < 0) {
    panel_add_note(panel,
                   str_from(_("Next: each value is multiplied by its weight, then all are "
                              "added up.")),
                   RANK_NEXT);
    return;
  }
  Number weight = panel_share_number(w->weight, w->hidden);
  Str label = panel_key_label(panel, panel->key);
  panel_add_note(panel,
                 panel_words(panel, _("Next: %s × the value of “%.*s”"), weight.at,
                             (int)label.bytes, label.at),
                 RANK_NEXT);
}

void inspect_weights(Panel *panel) {
  const Workings *w = panel->w;
  add_title(panel);
  add_table(panel);
  if (w->attends_to_nothing) {
    TextStyle bold = {FACE_SEMIBOLD, 13, panel->pen->theme->ink, ALIGN_START};
    panel_add_text(panel, bold,
                   str_from(_("Every key is hidden from this query: there is nothing to share, so "
                              "its weights are 0 and its output is 0.")),
                   RANK_RESULT);
  } else {
    add_facts(panel);
    if (panel->key >= 0) add_share(panel);
    add_next(panel);
    if (panel_has_reached(panel, -1)) add_what_if(panel);
  }
  panel_add_rounded(panel);
  panel_add_words(panel);
}
