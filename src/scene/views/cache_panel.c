/* scene/views/cache_panel.c -- the inspector of kept keys and values: one step worked out. */
#include "scene/views/cache.h"

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"
#include "scene/views/amounts.h"

/* "1 · 64 · (2 · 16 + 16) + 5 · (16 + 16)": maps, then scores and weighted sums; what the kind of
** attention multiplies besides follows as facts. */
static void add_equation(Panel *panel, const CacheStep *step) {
  const Trace *trace = panel->scene->trace;
  int rows, d, dv, layer = panel->scene->view->layer;
  trace_matrix_shape(trace, TRACE_K, layer, &rows, &d);
  trace_matrix_shape(trace, TRACE_V, layer, &rows, &dv);
  int r = step->row_count - step->first_new;
  double pairs = cache_rows(trace, layer, step).pairs;
  int terms = trace_has_part(trace, TRACE_RELATIVE_KEY) ? 2 : 1;
  const char *maps =
      panel_words(panel, "%d · %d · (2 · %d + %d)", r, trace_d_model(trace), d, dv).at;
  const char *sums = panel_words(panel, "%.0f · (%d + %d)", pairs, d * terms, dv * terms).at;
  panel_add_worked(panel,
                   str_from(terms > 1 ? _("Q, K and V of the new rows, then scores and weighted "
                                          "sum, of a row and of its relative vector:")
                                      : _("Q, K and V of the new rows, then scores and weighted "
                                          "sum:")),
                   panel_words(panel, "%s + %s", maps, sums), RANK_STEPS);
}

/* What a kind of attention multiplies besides. */
static void add_kind_products(Panel *panel, const CacheWork *head) {
  const Trace *trace = panel->scene->trace;
  Arena *arena = panel_arena(panel);
  bool is_additive = trace_has_part(trace, TRACE_SCORE_U);
  bool is_general = !is_additive && trace_has_part(trace, TRACE_SCORE_W);
  const char *maps = is_additive  ? _("+ W q, and U k of each key that it meets")
                     : is_general ? _("+ q through W")
                                  : _("+ lengths of q and of each key");
  const struct {
    CacheProduct product;
    const char *name;
  } more[] = {{CACHE_TURNS, _("+ turning q and k")},
              {CACHE_SCORE_MAPS, maps},
              {CACHE_BIASES, _("+ slope times distance")}};
  for (int i = 0; i < 3; i++)
    if (head->of[more[i].product] > 0)
      panel_add_fact(panel, str_from(more[i].name),
                     str_from(amount_count(arena, head->of[more[i].product])), RANK_STEPS);
}

/* What is let go, and what heads that share keys and values spare. */
static void add_spared(Panel *panel, const CacheStep *step) {
  const Trace *trace = panel->scene->trace;
  int layer = panel->scene->view->layer, heads = trace_head_count(trace, layer);
  int own = trace_key_head_count(trace);
  CacheRows rows = cache_rows(trace, layer, step);
  if (rows.falls_out)
    panel_add_fact(panel, str_from(_("rows let go")), panel_words(panel, "%d", rows.gone),
                   RANK_BODY);
  double bytes = cache_work(trace, layer, CACHE_OF_MODEL, step).bytes;
  if (own < heads)
    panel_add_note(panel,
                   panel_words(panel,
                               P_("%d head of queries asks these rows, so the model keeps %s "
                                  "instead of %s.",
                                  "%d heads of queries ask these rows, so the model keeps %s "
                                  "instead of %s.",
                                  heads / own),
                               heads / own, amount_bytes(panel_arena(panel), bytes),
                               amount_bytes(panel_arena(panel), bytes * heads / own)),
                   RANK_FACTS);
  if (kind_is_tiled(trace_kind(trace)))
    panel_add_note(panel,
                   str_from(_("Tile by tile the same rows are kept and the same products made; "
                              "only fewer scores are there at once.")),
                   RANK_FACTS);
}

static void add_amounts(Panel *panel, const CacheStep *step) {
  const Trace *trace = panel->scene->trace;
  Arena *arena = panel_arena(panel);
  int layer = panel->scene->view->layer;
  CacheWork head = cache_work(trace, layer, CACHE_OF_HEAD, step);
  CacheWork model = cache_work(trace, layer, CACHE_OF_MODEL, step);
  const struct {
    const char *name;
    double count;
  } rows[] = {{_("all anew, this head"), head.anew},
              {_("kept rows, all layers and heads"), model.kept},
              {_("all anew, all layers and heads"), model.anew}};
  add_kind_products(panel, &head);
  panel_add_result(panel, str_from(_("multiplications =")),
                   str_from(amount_count(arena, head.kept)));
  for (int i = 0; i < 3; i++)
    panel_add_fact(panel, str_from(rows[i].name), str_from(amount_count(arena, rows[i].count)),
                   i == 0 ? RANK_BODY : RANK_FACTS);
  panel_add_fact(panel, str_from(_("kept for this head")),
                 str_from(amount_bytes(arena, head.bytes)), RANK_BODY);
  panel_add_fact(panel, str_from(_("kept for all layers and heads")),
                 str_from(amount_bytes(arena, model.bytes)), RANK_FACTS);
}

static void add_strips(Panel *panel, const CacheStep *step) {
  const Trace *trace = panel->scene->trace;
  const Theme *theme = panel->pen->theme;
  TracePart queries = trace_score_queries(trace);
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(_("the query that asks")),
                               .color = theme->query,
                               .row = panel_row(panel, queries, step->query),
                               .part = queries,
                               .focus = -1},
                  RANK_STEPS);
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(_("its output")),
                               .color = theme->output,
                               .row = panel_row(panel, TRACE_OUTPUT, step->query),
                               .part = TRACE_OUTPUT,
                               .focus = -1},
                  RANK_STEPS);
}

/* The same number, worked out from the kept rows alone. */
static void add_difference(Panel *panel, const CacheStep *step) {
  const View *view = panel->scene->view;
  double difference =
      cache_difference(panel_arena(panel), panel->scene->trace, view->layer, view->head, step);
  if (difference < 0) return;
  Number number = number_full((float)difference);
  panel_add_note(panel,
                 difference > 0
                     ? panel_words(panel,
                                   _("Worked out from the kept rows alone, the output differs from "
                                     "that of the whole sentence by at most %s."),
                                   number.at)
                     : str_from(_("Worked out from the kept rows alone, the output is that of the "
                                  "whole sentence, to the last digit.")),
                 RANK_EXTRA);
}

/* What this program does with kept rows when a sentence goes on. */
static void add_practice(Panel *panel) {
  bool anew = panel->scene->view->rows_anew;
  panel_add_note(panel,
                 str_from(anew ? _("Continuing makes all rows again (cache off).")
                               : _("Continuing a wide model, such as GPT-2, makes the new rows "
                                   "alone (cache on); small models are made anew, since that is "
                                   "as quick.")),
                 RANK_EXTRA);
}

/* What the number of the step is, and why it is so small. */
static void add_sentences(Panel *panel, const CacheStep *step, Str asks, int met) {
  Arena *arena = panel_arena(panel);
  CacheWork head = cache_work(panel->scene->trace, panel->scene->view->layer, CACHE_OF_HEAD, step);
  const char *kept = amount_count(arena, head.kept), *anew = amount_count(arena, head.anew);
  if (step->step == 0) {
    panel_add_what_why(
        panel, panel_words(panel, _("What this head multiplies for the prompt: %s."), kept),
        panel_words(panel, _("All its rows (%d) are made at once, and nothing was kept before."),
                    step->row_count));
    return;
  }
  panel_add_what_why(
      panel,
      panel_words(panel,
                  _("What this head multiplies for “%.*s”, with the rows of the words before it "
                    "kept: %s."),
                  (int)asks.bytes, asks.at, kept),
      panel_words(panel,
                  P_("One query meets %d key, and one new key and value are made; made anew, all "
                     "rows would take %s.",
                     "One query meets %d keys, and one new key and value are made; made anew, all "
                     "rows would take %s.",
                     met),
                  met, anew));
}

static float share_ahead(const Panel *panel, int row) {
  const View *view = panel->scene->view;
  return cache_share_ahead(panel->scene->trace, view->layer, view->head, row);
}

static Number ahead_number(const Panel *panel, int row, int column) {
  (void)column;
  return number_weight(share_ahead(panel, row));
}

static Str row_name(const Panel *panel, int row) { return scene_named(panel->scene, row); }

/* How much of each row would not be there with kept keys, where the reason is a look ahead. */
static void add_shares_ahead(Panel *panel) {
  const Scene *scene = panel->scene;
  const Theme *theme = panel->pen->theme;
  int query = -1, key, prompt = cache_prompt(scene->trace, scene->view->cache_prompt);
  CacheRefusal why = cache_refusal(scene->trace, scene->view->layer, prompt, &query, &key);
  if (why != CACHE_LOOKS_AHEAD || !trace_has_part(scene->trace, TRACE_WEIGHTS)) return;
  PanelTable table = {.label_head = _("query"),
                      .label = row_name,
                      .number_count = 1,
                      .number = ahead_number,
                      .bar = share_ahead,
                      .bar_low = 0,
                      .bar_high = 1,
                      .bar_color = theme->weights,
                      .bar_negative = theme->weights,
                      .item_count = trace_token_count(scene->trace),
                      .focus = query,
                      .focus_color = theme->query};
  panel_add_note(panel, str_from(_("the share that each token gives to tokens after it:")),
                 RANK_STEPS);
  panel_add_table(panel, &table);
}

void cache_inspect(Panel *panel) {
  CacheStep step = cache_step_on_show(panel->scene);
  if (cache_refusal_words(panel_arena(panel), panel->scene->trace, panel->scene->view)) {
    bool is_summed = kind_has_features(trace_kind(panel->scene->trace));
    bool is_ahead = cache_refusal_on_show(panel->scene) == CACHE_LOOKS_AHEAD;
    panel_add_title(panel, (PanelTitle){.kicker = _("Kept keys and values"),
                                        .words = str_from(is_summed  ? _("need not be kept")
                                                          : is_ahead ? _("need a causal mask")
                                                                     : _("cannot be kept"))});
    add_shares_ahead(panel);
    panel_add_words(panel); /* the picture says why */
    return;
  }
  int met = (int)cache_rows(panel->scene->trace, panel->scene->view->layer, &step).pairs;
  if (step.step == 0) met = step.row_count;
  Str asks = panel_capped(panel, scene_key_label(panel->scene, step.row_count - 1));
  panel_add_title(
      panel, (PanelTitle){.kicker = step.step == 0 ? _("The prompt at once") : _("One token more"),
                          .subject = quoted_name(panel_arena(panel), asks),
                          .words = panel_words(panel, P_("asks %d key", "asks %d keys", met), met),
                          .subject_color = panel->pen->theme->query});
  add_sentences(panel, &step, asks, met);
  add_strips(panel, &step);
  add_equation(panel, &step);
  add_amounts(panel, &step);
  add_spared(panel, &step);
  add_difference(panel, &step);
  add_practice(panel);
  panel_add_words(panel);
}
