/* scene/stages/weights_panel.c -- the panel of the weights stage: a row worked out, by softmax or
** of products of features, what it tells, and the question before it is there. */
#include "scene/stages/weights.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/heads/role_lines.h"
#include "scene/said_word.h"
#include "scene/stages/error_curve.h"
#include "scene/stages/mistake_marks.h"
#include "trace/mistakes.h"
#include "trace/workings/features.h"

static const float SATURATED = 0.99f; /* of a row, held by one key */

bool weights_are_of_features(const Scene *scene) {
  return kind_has_features(trace_kind(scene->trace));
}

/* A row that sees no key says so instead of naming one. */
static void add_title(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  const Workings *w = panel->w;
  PanelTitle title = {.kicker = _("One row, worked out"),
                      .subject = panel_named(panel, panel->query),
                      .words = str_from(_("divides its attention")),
                      .subject_color = theme->query,
                      .object_color = theme->key};
  if (w->attends_to_nothing) title.words = str_from(_("attends to nothing"));
  else if (panel->key >= 0) {
    title.kicker = _("One weight, worked out");
    title.words = str_from("→");
    title.object = panel_key_named(panel, panel->key);
  }
  Str said = said_word(panel->scene, panel->query);
  if (said.bytes > 0)
    title.kicker =
        str_format(panel_arena(panel), _("One row, about to say “%.*s”"), (int)said.bytes, said.at);
  panel_add_title(panel, title);
}

static bool is_made(const Panel *panel, MistakeKind mistake) {
  return mistake_of(trace_kind(panel->scene->trace)) == mistake;
}

/* A cell the steps have not reached has no bar and “?” as its number. */
static float weight_bar(const Panel *panel, int item) {
  return panel_has_reached(panel, item) ? panel->w->row_weights[item] : NAN;
}

static Number weight_numbers(const Panel *panel, int item, int column) {
  assert(item >= 0 && item < panel->w->key_count && column < 3);
  const Workings *w = panel->w;
  if (column == 0) return number_full(w->row_masked[item]);
  if (column == 2 && !panel_has_reached(panel, item)) return (Number){"?"};
  if (column == 1 && is_made(panel, MISTAKE_NO_MAX)) return number_full(w->row_exponentials[item]);
  return number_share(column == 1 ? w->row_exponentials[item] : w->row_weights[item],
                      panel_hides(panel, item));
}

/* Sums are computed from the numbers, not from the rounded digits. */
static Number weight_rest(const Panel *panel, const int *items, int count, int column) {
  assert(items && count > 0);
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

/* M-94: x and max are divided by the temperature. */
static const char *exponential_head(const Panel *panel) {
  double temperature = kind_softmax_temperature(trace_kind(panel->scene->trace));
  if (is_made(panel, MISTAKE_NO_MAX)) return temperature == 1 ? "e^x" : "e^(x/τ)";
  return temperature == 1 ? "e^(x−max)" : "e^((x−max)/τ)";
}

static void add_table(Panel *panel) {
  const Workings *w = panel->w;
  bool has_hidden = w->visible_count < w->key_count;
  /* If nothing is hidden these are the numbers before the mask. */
  const PairStage *added = pair_before(panel);
  if (!has_hidden) added = pair_stage_of(trace_pair_part_before(panel->scene->trace, added->part));
  PanelTable table = {.label_head = _("key"),
                      .label = panel_key_label,
                      .number_heads = {_(added->column), exponential_head(panel), _("weight")},
                      .number_count = 3,
                      .number = weight_numbers,
                      .bar = weight_bar,
                      .bar_high = 1,
                      .bar_color = palette_color(scene_palette(panel->scene, TRACE_WEIGHTS),
                                                 panel->pen->theme->id, 0.95f),
                      .hatched = has_hidden ? panel_hides : NULL,
                      .item_count = w->key_count,
                      .order = panel_has_reached(panel, -1) ? w->by_weight : NULL,
                      .focus = panel->key,
                      .focus_color = panel->pen->theme->key,
                      .items_are_keys = true,
                      .rest = weight_rest};
  panel_add_table(panel, &table);
}

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

/* M-96: a key has its maximum and its sum, over all queries. */
static void add_column_facts(Panel *panel) {
  const Workings *w = panel->w;
  double sum = 0;
  for (int key = 0; key < w->key_count; key++) sum += (double)w->row_weights[key];
  panel_add_fact(panel, str_from(_("sum of the row, which should be 1")),
                 panel_words(panel, "%.3f", sum), RANK_FACTS);
  if (panel->key < 0) return;
  panel_add_fact(panel, str_from(_("max, the largest of the column")),
                 panel_words(panel, "%s", number_full(w->column_max[panel->key]).at), RANK_DETAIL);
  panel_add_fact(panel, str_from(_("sum of e^(x−max) down the column")),
                 panel_words(panel, "%.3f", w->column_sum[panel->key]), RANK_FACTS);
}

/* M-06 and M-13 for this row. */
static void add_facts(Panel *panel) {
  const Workings *w = panel->w;
  Number max = number_full(w->row_max), sum = number_weight(w->exponential_sum);
  Number entropy = number_full(w->entropy_bits);
  bool has_no_max = is_made(panel, MISTAKE_NO_MAX);
  if (!w->column_max && !has_no_max)
    panel_add_fact(panel, str_from(_("max, the largest of the row")),
                   panel_words(panel, "%s", max.at), RANK_DETAIL);
  if (!w->column_max)
    panel_add_fact(panel, str_from(has_no_max ? _("sum of e^x") : _("sum of e^(x−max)")),
                   panel_words(panel, "%s", sum.at), RANK_FACTS);
  else add_column_facts(panel);
  panel_add_fact(panel, entropy_name(panel), panel_words(panel, _("%s bits"), entropy.at),
                 RANK_FACTS);
}

/* The focused key if its weight changes visibly, otherwise the key that gains
** most without scaling. */
static int key_of_what_if(const Panel *panel) {
  assert(panel->w->unscaled_largest_key >= 0 && panel->w->visible_count > 1);
  const Workings *w = panel->w;
  bool shows = panel->key >= 0 && !w->hidden && fabsf(w->unscaled_weight - w->weight) >= 0.001f;
  return shows ? panel->key : w->unscaled_largest_key;
}

/* Why dividing does not show in this row: one key is too far ahead, or all are too near. */
static Str little_changes(const Panel *panel, Str label, Number share) {
  const Workings *w = panel->w;
  bool is_taken = w->row_weights[w->by_weight[0]] >= SATURATED;
  return panel_words(panel,
                     is_taken ? _("Nothing one can see: “%.*s” takes %s either way. One key of "
                                  "this row is so far ahead that even the divided scores leave the "
                                  "others next to nothing.")
                              : _("Nothing one can see: “%.*s” takes %s either way. The scores of "
                                  "this row lie close together."),
                     (int)label.bytes, label.at, share.at);
}

/* Without scaling one key would have nearly all: key itself, or another, which is named. */
static Str with_largest(const Panel *panel, Str text, int key) {
  const Workings *w = panel->w;
  StrBuf words = strbuf_make(panel_arena(panel));
  Str label = panel_key_label(panel, w->unscaled_largest_key);
  Number largest = number_weight(w->unscaled_largest_weight);
  i18n_add_sentence(&words, text.at);
  if (key == w->unscaled_largest_key) i18n_add_sentence(&words, _("It would have nearly all."));
  else
    i18n_add_sentence(&words, str_format(panel_arena(panel), _("“%.*s” would take %s, nearly all."),
                                         (int)label.bytes, label.at, largest.at));
  return strbuf_str(&words);
}

/* The weights without M-04, to show what √d is for. */
static void add_what_if(Panel *panel) {
  const Workings *w = panel->w;
  if (w->visible_count < 2) return; /* a single visible key has weight 1 either way */
  if (kind_leaves_scores(trace_kind(panel->scene->trace))) return; /* nothing was scaled */
  int key = key_of_what_if(panel);
  float unscaled = key == panel->key ? w->unscaled_weight : w->unscaled_largest_weight;
  Number then = number_weight(unscaled), now = number_weight(w->row_weights[key]);
  Str label = panel_key_label(panel, key);
  bool saturates = w->unscaled_largest_weight >= SATURATED;
  bool changes = fabsf(unscaled - w->row_weights[key]) >= 0.0005f;
  Str text = changes ? panel_words(panel, _("Then “%.*s” would take %s instead of %s."),
                                   (int)label.bytes, label.at, then.at, now.at)
                     : little_changes(panel, label, now);
  if (changes && saturates) text = with_largest(panel, text, key);
  panel_add_card(panel, str_from(_("What if we had not scaled?")), text, RANK_EXTRA);
}

/* The last line of M-06 for one key. */
static void add_share(Panel *panel) {
  assert(panel->key >= 0 && !panel->w->attends_to_nothing);
  const Workings *w = panel->w;
  Number e = panel_share_number(w->exponential, w->hidden), sum = number_weight(w->exponential_sum);
  Number weight = panel_share_number(w->weight, w->hidden);
  bool is_late = w->hidden && is_made(panel, MISTAKE_MASK_AFTER_SOFTMAX);
  if (w->column_sum) sum = number_weight((float)w->column_sum[panel->key]);
  if (is_late) e = panel_share_number(w->exponential, false);
  panel_add_result(panel, panel_words(panel, is_late ? "%s ÷ %s · 0 =" : "%s ÷ %s =", e.at, sum.at),
                   panel_words(panel, "%s", weight.at));
}

static void add_next(Panel *panel) {
  const Workings *w = panel->w;
  bool is_last = trace_output_weights(panel->scene->trace) == TRACE_WEIGHTS;
  if (panel->key >= 0 && !is_last) {
    pair_add_next(panel);
    return;
  }
  if (panel->key < 0) {
    panel_add_note(panel,
                   str_from(!is_last
                                ? _("Next: some weights are left out by chance.")
                                : _("Next: each value is multiplied by its weight, then all are "
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

/* ---- products of features ---- */

static double product_at(const Panel *panel, int item) {
  const Workings *w = panel->w;
  return feature_product(panel->scene->trace, w->layer, w->head, w->query, item);
}

static Number feature_numbers(const Panel *panel, int item, int column) {
  const Workings *w = panel->w;
  if (column == 2 && !panel_has_reached(panel, item)) return (Number){"?"};
  if (panel_hides(panel, item)) return number_share(0, true);
  if (column == 2) return number_share(w->row_weights[item], false);
  return number_full(column == 0 ? (float)exp((double)w->row_scaled[item])
                                 : (float)product_at(panel, item));
}

static void add_feature_table(Panel *panel) {
  const Workings *w = panel->w;
  PanelTable table = {.label_head = _("key"),
                      .label = panel_key_label,
                      .number_heads = {"e^(scaled)", "φ · φ", _("weight")},
                      .number_count = 3,
                      .number = feature_numbers,
                      .bar = weight_bar,
                      .bar_high = 1,
                      .bar_color = palette_color(scene_palette(panel->scene, TRACE_WEIGHTS),
                                                 panel->pen->theme->id, 0.95f),
                      .hatched = w->visible_count < w->key_count ? panel_hides : NULL,
                      .item_count = w->key_count,
                      .order = panel_has_reached(panel, -1) ? w->by_weight : NULL,
                      .focus = panel->key,
                      .focus_color = panel->pen->theme->key,
                      .items_are_keys = true};
  panel_add_table(panel, &table);
}

/* Sums in double, over the keys that the query sees. */
static double products_of_row(const Panel *panel) {
  double sum = 0;
  for (int key = 0; key < panel->w->key_count; key++)
    if (!panel_hides(panel, key)) sum += product_at(panel, key);
  return sum;
}

static void inspect_features(Panel *panel) {
  const Workings *w = panel->w;
  add_title(panel);
  if (panel->key >= 0) panel_add_cell_words(panel);
  add_feature_table(panel);
  if (panel->key >= 0 && !w->attends_to_nothing && !w->hidden) {
    Number sum = number_full((float)products_of_row(panel));
    Number product = number_full((float)product_at(panel, panel->key));
    panel_add_result(panel, panel_words(panel, "%s ÷ %s =", product.at, sum.at),
                     panel_words(panel, "%s", number_weight(w->weight).at));
  }
  panel_add_note(panel,
                 str_from(_("For looking: the method sums up the keys first and never makes this "
                            "row.")),
                 RANK_NEXT);
  panel_add_rounded(panel);
  panel_add_words(panel);
}

static bool can_multiply(const Scene *scene) {
  return trace_has_part(scene->trace, TRACE_FEATURES_Q) &&
         trace_has_part(scene->trace, TRACE_FEATURES_K);
}

static void inspect_row(Panel *panel) {
  const Workings *w = panel->w;
  if (weights_are_of_features(panel->scene) && can_multiply(panel->scene)) {
    inspect_features(panel);
    return;
  }
  add_title(panel);
  if (panel->key >= 0) panel_add_cell_words(panel);
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

void weights_inspect(Panel *panel) {
  if (panel->w) inspect_row(panel);
  else inspect_recorded(panel, recorded_head_lacks(panel->scene->trace));
}

/* A head whose rows each go to one key shows little of softmax, so it says so. */
void weights_legend(Panel *panel) {
  const Scene *scene = panel->scene;
  pair_add_colors(panel);
  error_curve_add(panel);
  if (weights_are_of_features(scene)) return;
  if (!scene_may_tell(scene, STAGE_WEIGHTS, trace_token_count(scene->trace) - 1, -1)) return;
  const char *words = role_saturated_words(scene, stage_matrix(scene, TRACE_WEIGHTS));
  if (words) panel_add_note(panel, str_from(words), RANK_NEXT);
  if (!pair_select_telling_row(panel)) return;
  add_table(panel);
  pair_rank_telling_row(panel);
  add_what_if(panel);
}

Str weights_announce(const Panel *panel) {
  assert(panel->w && panel->key >= 0);
  return panel_words(panel, weights_are_of_features(panel->scene)
                                ? _("Next: the product of features instead")
                                : _("Next: softmax of the row"));
}

void weights_ask(Panel *panel) {
  Number masked = number_full(panel->w->masked);
  panel_add_result(panel, panel_words(panel, _("softmax: %s becomes"), masked.at), STR("?"));
}
