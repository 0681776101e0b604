/* scene/views/cost_panel.c -- the inspector of costs: one way to attend, its formulas and its
** numbers at the tokens of the sentence and at more of them. */
#include "scene/views/cost.h"

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"
#include "scene/views/amounts.h"

enum { EXAMPLES = 3 };

/* The tokens at which the cost is told: those of the sentence, and two longer texts. */
static int tokens_at(const CostSizes *sizes, int place) {
  static const int usual[EXAMPLES] = {512, 2048, 8192};
  if (place > 0 || sizes->token_count < 1) return usual[place];
  return sizes->token_count;
}

static void add_quantity(Panel *panel, const CostSizes *sizes, CostMethod method,
                         CostQuantity quantity) {
  Arena *arena = panel_arena(panel);
  bool is_bytes = quantity == COST_BYTES;
  panel_add_worked(panel, str_from(is_bytes ? _("bytes held at once") : _("multiplications")),
                   str_from(cost_method_formula(method, quantity)), RANK_BODY);
  for (int i = 0; i < EXAMPLES; i++) {
    int tokens = tokens_at(sizes, i);
    double value = cost_of(method, quantity, sizes, tokens);
    panel_add_fact(panel, panel_count(panel, P_("at %d token", "at %d tokens", tokens), tokens),
                   str_from(is_bytes ? amount_bytes(arena, value) : amount_count(arena, value)),
                   i == 0 ? RANK_STEPS : RANK_FACTS);
  }
}

static void add_letters(Panel *panel, const CostSizes *sizes, CostMethod method) {
  Str letters = panel_words(panel, "D = %d, Dv = %d", sizes->d_query, sizes->d_value);
  if (method == COST_WINDOW)
    letters =
        panel_words(panel, "D = %d, Dv = %d, w = %d", sizes->d_query, sizes->d_value, sizes->local);
  if (method == COST_LINFORMER)
    letters =
        panel_words(panel, "D = %d, Dv = %d, k = %d", sizes->d_query, sizes->d_value, sizes->keys);
  if (method == COST_PERFORMER)
    letters = panel_words(panel, "D = %d, Dv = %d, m = %d", sizes->d_query, sizes->d_value,
                          sizes->features);
  if (method == COST_FLASH)
    letters = panel_words(panel, "D = %d, Dv = %d, r = %d, c = %d", sizes->d_query, sizes->d_value,
                          sizes->tile_rows, sizes->tile_cols);
  panel_add_equation(panel, letters, RANK_STEPS);
}

/* The longest measured of that method. */
static void add_time(Panel *panel, CostMethod method) {
  const CostTimes *times = panel->scene->times;
  const CostTime *longest = NULL;
  for (int i = 0; times && i < times->count; i++)
    if (times->at[i].method == method) longest = &times->at[i];
  if (!longest) return;
  panel_add_fact(panel,
                 panel_count(panel,
                             P_("measured here at %d token", "measured here at %d tokens",
                                longest->token_count),
                             longest->token_count),
                 str_from(amount_ms(panel_arena(panel), longest->ms)), RANK_NEXT);
}

/* What is multiplied besides, and what that makes at the length of the sentence and at others. */
static void add_more(Panel *panel, const CostSizes *sizes) {
  Arena *arena = panel_arena(panel);
  const Trace *trace = panel->scene->trace;
  if (!cost_shows_more(panel->scene, sizes)) return;
  panel_add_worked(panel, str_from(_("more for what is laid over, p the pairs with a score")),
                   str_from(cost_more_formula(arena, trace)), RANK_BODY);
  for (int i = 0; i < EXAMPLES; i++) {
    int tokens = tokens_at(sizes, i);
    const char *all = amount_count(arena, cost_of_own(COST_MULTIPLICATIONS, sizes, tokens));
    panel_add_fact(
        panel,
        panel_count(panel, P_("together at %d token", "together at %d tokens", tokens), tokens),
        str_from(all), i == 0 ? RANK_STEPS : RANK_FACTS);
  }
}

/* K and V of a head, by itself and where several share one. */
static void add_kept(Panel *panel, const CostSizes *sizes) {
  Arena *arena = panel_arena(panel);
  if (!cost_shares_keys(sizes)) return;
  int tokens = tokens_at(sizes, 1);
  panel_add_worked(panel, str_from(_("K and V kept, a head's share of them")),
                   panel_words(panel, "4 n (D + Dv) · %d/%d", sizes->key_heads, sizes->heads),
                   RANK_BODY);
  panel_add_fact(panel, panel_count(panel, P_("at %d token", "at %d tokens", tokens), tokens),
                 str_from(str_format(arena, _("%s, not %s"),
                                     amount_bytes(arena, cost_of_kept(sizes, true, tokens)),
                                     amount_bytes(arena, cost_of_kept(sizes, false, tokens)))),
                 RANK_STEPS);
}

/* What the way costs at the length of the sentence, and why, beside exact attention. */
static void add_sentences(Panel *panel, const CostSizes *sizes, CostMethod method) {
  Arena *arena = panel_arena(panel);
  int tokens = tokens_at(sizes, 0);
  bool is_own = cost_shows_more(panel->scene, sizes);
  double count = is_own ? cost_of_own(COST_MULTIPLICATIONS, sizes, tokens)
                        : cost_of(method, COST_MULTIPLICATIONS, sizes, tokens);
  const char *cost = amount_count(arena, count);
  const char *exact = amount_count(arena, cost_of(COST_EXACT, COST_MULTIPLICATIONS, sizes, tokens));
  Str what = panel_words(panel, _("What one head multiplies in this way at a length of %d: %s."),
                         tokens, cost);
  Str why = method == COST_EXACT && !is_own
                ? panel_words(panel, _("Each query meets each key, so twice the length costs about "
                                       "four times as much."))
                : panel_words(panel,
                              _("Exact attention, in which each query meets each key, multiplies "
                                "%s at that length."),
                              exact);
  panel_add_what_why(panel, what, why);
}

void cost_inspect(Panel *panel) {
  CostSizes sizes = cost_sizes_of(panel->scene->trace);
  CostMethod method = cost_method_on_show(panel->scene, &sizes);
  bool is_own = cost_shows_more(panel->scene, &sizes);
  bool is_now = sizes.token_count > 0 && method == sizes.now;
  const char *title = is_own ? cost_own_title(panel_arena(panel), panel->scene->trace, &sizes)
                             : cost_method_title(method);
  panel_add_title(panel, (PanelTitle){.kicker = is_now ? _("How this sentence is attended to")
                                                       : _("A way to attend"),
                                      .subject = str_from(title),
                                      .subject_color = panel->pen->theme->ink});
  add_sentences(panel, &sizes, method);
  add_letters(panel, &sizes, method);
  add_quantity(panel, &sizes, method, COST_MULTIPLICATIONS);
  add_more(panel, &sizes);
  add_quantity(panel, &sizes, method, COST_BYTES);
  add_kept(panel, &sizes);
  add_time(panel, method);
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    const char *more = cost_more_words(panel->scene->trace, (KindSetting)i);
    if (more) panel_add_note(panel, str_from(more), RANK_NEXT);
  }
  panel_add_note(panel,
                 str_from(_("Of one head, beside Q, K, V and the output, which every way has.")),
                 RANK_EXTRA);
  panel_add_words(panel);
}
