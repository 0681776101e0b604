/* scene/stages/block_panel.c -- the inspector of the layer output: the path of one row through the
** layer as strips, or one number of it worked out:
**
**   norm before:  h = x + joined,       y = h + MLP(LN(h))
**   norm after:   h = LN(x + joined),   y = LN(h + MLP(h))
**
** LN is the norm of the model, which may be by the root mean square; its MLP may have a gate.
*/
#include "scene/layer_words.h"
#include "scene/stages/block.h"
#include "scene/stages/block_path.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"

static void add_title(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  PanelTitle title = {
      .kicker = _("One row, through the layer"),
      .subject = panel_named(panel, panel->query),
      .words = panel_words(panel, C_("of rows, by the layer that made them", "leaves %s"),
                           layer_words(panel->scene->pen.list->arena, panel->scene->trace,
                                       panel->scene->view->layer)),
      .subject_color = theme->ink,
      .object_color = theme->ink};
  if (panel->key >= 0) {
    title.kicker = _("One number of the layer's output");
    title.words = str_from("→");
    title.object = panel_words(panel, _("column %d"), panel->key + 1);
  }
  panel_add_title(panel, title);
}

static void add_strip(Panel *panel, const BlockWorkings *w, const char *label, const float *values,
                      ColorRange range, Rank rank) {
  if (!values) return;
  PanelStrip strip = {.label = str_from(label),
                      .color = panel->pen->theme->ink,
                      .row = {values, 1, w->d_model, w->d_model},
                      .part = TRACE_BLOCK,
                      .focus = panel->key,
                      .belongs = values != w->block};
  if (block_path_breaks(panel->scene) > 0) panel_add_strip_telling(panel, strip, range, rank);
  else panel_add_strip_on(panel, strip, range, rank);
}

/* The strips have the scale of the matrices: what is added has one, what a norm made another. */
static ColorRange path_range(const Panel *panel, TracePart part) {
  return scene_range(panel->scene, part, panel->scene->view->layer, 0);
}

static const char *input_words(const Panel *panel) {
  const char *source = captions_stream_source(panel->scene);
  if (!source) return _("what came in");
  return str_format(panel_arena(panel), "%s %s",
                    captions_stream(panel->scene, 'x', panel->scene->view->layer), source);
}

static void add_norm_facts(Panel *panel, const WorkedNorm *norm, const char *name) {
  Number mean = number_full(norm->mean), deviation = number_full(norm->deviation);
  if (norm->method == NORM_RMS)
    panel_add_fact(panel, str_from(_("the norm divides by")),
                   panel_words(panel, _("root mean square %s"), deviation.at), RANK_FACTS);
  else {
    Str taken = panel_words(panel, _("mean %s, σ %s"), mean.at, deviation.at);
    Str names[] = {str_from(name), str_from(_("norm"))};
    panel_add_fact(panel, names[!panel_fact_fits(panel, names[0], taken)], taken, RANK_FACTS);
  }
}

static void add_awake(Panel *panel, const BlockWorkings *w) {
  panel_add_fact(
      panel, str_from(w->is_gated ? _("gates open (above 0)") : _("hidden units awake (above 0)")),
      panel_count(panel, _("%d of %d"), w->awake_count, w->hidden_count), RANK_FACTS);
}

/* The norm is a branch: the MLP reads its result, which is added to nothing. */
static void add_path_with_branch(Panel *panel, const BlockWorkings *w) {
  assert(w->norm_place == NORM_BEFORE && w->has_mlp);
  ColorRange range = path_range(panel, TRACE_BLOCK);
  add_strip(panel, w, input_words(panel), w->input, range, RANK_STEPS);
  add_strip(panel, w, _("+ what the heads joined"), w->joined, range, RANK_STEPS);
  add_strip(panel, w, _("= their sum"), w->sum, range, RANK_BODY);
  add_norm_facts(panel, &w->norm_1, _("the norm takes out"));
  add_strip(panel, w, _("the sum normed, which the MLP reads (own scale)"), w->norm,
            block_own_range(w->norm, w->d_model), RANK_DETAIL);
  add_awake(panel, w);
  add_strip(panel, w, _("+ what the MLP adds"), w->mlp, range, RANK_STEPS);
  add_strip(panel, w, _("= what leaves the layer"), w->block, range, RANK_RESULT);
}

static void add_path(Panel *panel, const BlockWorkings *w) {
  ColorRange range = path_range(panel, TRACE_INPUT), normed = path_range(panel, TRACE_NORM_1);
  if (w->norm_place == NORM_BEFORE && w->has_mlp) {
    add_path_with_branch(panel, w);
    return;
  }
  add_strip(panel, w, input_words(panel), w->input, range, RANK_STEPS);
  add_strip(panel, w, _("+ what the heads joined"), w->joined, range, RANK_STEPS);
  if (w->has_norms) {
    add_strip(panel, w, _("= their sum"), w->sum, range, RANK_DETAIL);
    add_norm_facts(panel, &w->norm_1, _("the norm takes out"));
  }
  if (w->has_mlp) {
    add_strip(panel, w, _("normed"), w->norm, normed, RANK_BODY);
    add_awake(panel, w);
    add_strip(panel, w, _("+ what the MLP adds"), w->mlp, normed, RANK_STEPS);
    add_norm_facts(panel, &w->norm_2, _("the norm takes out"));
  }
  add_strip(panel, w, w->has_norms ? _("normed: what leaves the layer") : _("= what leaves it"),
            w->block, path_range(panel, TRACE_BLOCK), RANK_RESULT);
}

static Str meaning_of_row(const Panel *panel) {
  bool is_last = panel->scene->view->layer + 1 == trace_layer_count(panel->scene->trace);
  bool has_words = trace_has_words(panel->scene->trace);
  return str_from(is_last && has_words
                      ? _("What the token is after the last layer: what came in, and what was "
                          "added. The answer is read from this row.")
                      : _("What the token is after this layer: what came in, and what was "
                          "added."));
}

static void add_sum(Panel *panel, const char *words, float a, float b, float sum) {
  Number first = number_hundredths(a), second = number_operand(number_hundredths(b));
  panel_add_worked(
      panel, str_from(words),
      panel_words(panel, "%s + %s = %s", first.at, second.at, number_hundredths(sum).at),
      RANK_STEPS);
}

const BlockWorkings *block_workings_of_focus(const Panel *panel) {
  const Scene *scene = panel->scene;
  Status status = {STATUS_OK, ""};
  const BlockWorkings *made =
      block_workings_make(panel_arena(panel), scene->trace,
                          (BlockPlace){scene->view->layer, panel->query, panel->key}, &status);
  if (status_is_no_memory(&status)) panel->pen->list->failed = true;
  return made;
}

static Str unit_label(const Panel *panel, int item) {
  return panel_words(panel, _("unit %d"), item + 1);
}

/* numbers holds the F terms, then what they come from: the F units, or with a gate F gates and F
** numbers that these let through. */
static Number unit_number(const Panel *panel, int item, int column) {
  const TraceBlockWeights *weights =
      trace_block_weights(panel->scene->trace, panel->scene->view->layer);
  int hidden = weights->w_2.rows, factors = weights->w_gate.at ? 2 : 1;
  assert(item >= 0 && item < hidden);
  if (column < factors) return panel_number(panel->numbers[hidden * (column + 1) + item]);
  if (column == factors) return panel_number(mat_get(weights->w_2, item, panel->key));
  return number_term(panel->numbers[item]);
}

static float unit_bar(const Panel *panel, int item) { return panel->numbers[item]; }

static Number unit_rest(const Panel *panel, const int *items, int count, int column) {
  double sum = 0;
  const TraceBlockWeights *weights =
      trace_block_weights(panel->scene->trace, panel->scene->view->layer);
  if (column != (weights->w_gate.at ? 3 : 2)) return (Number){""};
  for (int i = 0; i < count; i++) sum += (double)panel->numbers[items[i]];
  return number_term((float)sum);
}

/* Terms first, then their factors, so that a callback finds all by one pointer. */
static float *units_of(const Panel *panel, const BlockWorkings *w) {
  size_t count = (size_t)w->hidden_count;
  float *numbers = panel_take(panel, 3 * count, sizeof *numbers);
  for (size_t f = 0; numbers && f < count; f++) {
    numbers[f] = w->terms[f];
    numbers[count + f] = (w->is_gated ? w->gate : w->bent)[f];
    numbers[2 * count + f] = w->is_gated ? w->up[f] : 0;
  }
  return numbers;
}

/* With ReLU only units above 0 are listed: the others add exactly 0. */
static void add_units(Panel *panel, const BlockWorkings *w) {
  assert(w->has_mlp && panel->key >= 0);
  const Theme *theme = panel->pen->theme;
  panel->numbers = units_of(panel, w);
  if (!panel->numbers) return;
  PanelTable table = {.label_head = _("MLP"),
                      .label = unit_label,
                      .whole_labels = true,
                      .number_heads = {activation_symbol(w->activation), "× W_2", _("= term")},
                      .number_count = 3,
                      .number = unit_number,
                      .bar = unit_bar,
                      .bar_color = theme->positive,
                      .bar_negative = theme->negative,
                      .item_count = w->activation == ACTIVATION_RELU && !w->is_gated
                                        ? w->awake_count
                                        : w->hidden_count,
                      .order = panel_order(panel, panel->numbers, w->hidden_count, true),
                      .focus = -1,
                      .rest = unit_rest};
  if (w->is_gated) {
    table.number_heads[0] = str_format(panel_arena(panel), _("%s gate"), table.number_heads[0]);
    table.number_heads[1] = _("× up");
    table.number_heads[2] = "× W_2";
    table.number_heads[3] = _("= term");
    table.number_count = 4;
  }
  for (int f = 0; f < w->hidden_count; f++) {
    table.bar_low = fminf(table.bar_low, w->terms[f]);
    table.bar_high = fmaxf(table.bar_high, w->terms[f]);
  }
  panel_add_table(panel, &table);
  double sum = 0;
  for (int f = 0; f < w->hidden_count; f++) sum += (double)w->terms[f];
  if (w->has_mlp_bias)
    add_sum(panel, _("MLP: sum of the terms + bias"), (float)sum, w->mlp_bias, w->mlp[panel->key]);
  else
    panel_add_worked(panel, str_from(_("MLP: sum of the terms")),
                     panel_words(panel, "%s", number_hundredths(w->mlp[panel->key]).at),
                     RANK_STEPS);
}

/* The steps are in the order in which the layer computes them. */
static void add_number(Panel *panel, const BlockWorkings *w) {
  assert(panel->key >= 0 && panel->key < w->d_model);
  int column = panel->key;
  add_sum(panel, _("input + joined"), w->input[column], w->joined[column], w->sum[column]);
  if (w->has_norms) panel_add_norm(panel, &w->norm_1, w->has_mlp ? RANK_STEPS : RANK_BODY);
  if (w->has_mlp) {
    add_units(panel, w);
    bool before = w->norm_place == NORM_BEFORE;
    add_sum(panel, before ? _("the sum + MLP") : _("normed + MLP"), w->kept[column], w->mlp[column],
            w->sum_2[column]);
    if (!before) panel_add_norm(panel, &w->norm_2, RANK_STEPS);
  }
  Number result = number_hundredths(w->block[column]);
  panel_add_result(panel, str_from(_("leaves the layer as")), panel_words(panel, "%s", result.at));
}

static void add_next(Panel *panel) {
  const Scene *scene = panel->scene;
  bool is_last = scene->view->layer + 1 == trace_layer_count(scene->trace);
  const char *words = !is_last ? _("Next: the following layer asks, is asked and listens with it.")
                      : trace_has_words(scene->trace)
                          ? _("Next: compared with the embedding of every word.")
                          : _("This is the last layer.");
  panel_add_note(panel, str_from(words), RANK_NEXT);
}

static void inspect_path(Panel *panel) {
  assert(panel->query >= 0 && panel->scene->view->stage == STAGE_BLOCK);
  const BlockWorkings *w = block_workings_of_focus(panel);
  add_title(panel);
  if (!w) return;
  if (panel->key >= 0) panel_add_cell_words(panel);
  else panel_add_meaning(panel, meaning_of_row(panel));
  if (panel->key >= 0) add_number(panel, w);
  else add_path(panel, w);
  add_next(panel);
  panel_add_rounded(panel);
  panel_add_words(panel);
}

void block_inspect(Panel *panel) {
  if (panel->w && !trace_is_recorded(panel->scene->trace)) inspect_path(panel);
  else inspect_recorded(panel, str_from(_("what the layer did to each row was not recorded")));
}
