/* scene/stages/projected_panel.c -- the inspector of mixed keys: the recipe of one mixture, or the
** shares of one token in all of them (M-58). */
#include "scene/stages/projected.h"

#include <assert.h>

#include "base/i18n.h"

static const Mixture *mixture_here(const Panel *panel) {
  const View *view = panel->scene->view;
  return mixture_make(panel_arena(panel), panel->scene->trace, view->layer, view->head, panel->key);
}

/* -- one mixture ------------------------------------------------------------------------------- */

/* The table is drawn after it was added, so its numbers are read from the trace again. */
static float share_of(const Panel *panel, TracePart part, int token) {
  return mat_get(panel_matrix(panel, part), panel->key, token);
}

static Str token_label(const Panel *panel, int token) { return panel_label(panel, token); }

static Number share_number(const Panel *panel, int token, int column) {
  return number_full(share_of(panel, column == 0 ? TRACE_F : TRACE_E, token));
}

static float share_bar(const Panel *panel, int token) { return share_of(panel, TRACE_E, token); }

static void add_recipe(Panel *panel, const Mixture *mixture) {
  float most = trace_largest(panel->scene->trace, TRACE_E, panel->scene->view->layer, 0);
  const Theme *theme = panel->pen->theme;
  PaletteId palette = scene_palette(panel->scene, TRACE_E);
  PanelTable table = {.label_head = _("token"),
                      .label = token_label,
                      .number_heads = {"F", "E"},
                      .number_count = 2,
                      .number = share_number,
                      .bar = share_bar,
                      .bar_low = -most,
                      .bar_high = most,
                      .bar_color = palette_color(palette, theme->id, 0.95f),
                      .bar_negative = palette_color(palette, theme->id, 0.05f),
                      .item_count = mixture->source_count,
                      .order = mixture->heaviest,
                      .focus = panel->query,
                      .focus_color = theme->ink};
  panel_add_table(panel, &table);
}

static void add_mixture(Panel *panel) {
  const Mixture *mixture = mixture_here(panel);
  const Theme *theme = panel->pen->theme;
  if (!mixture) return;
  Str name = panel_key_label(panel, panel->key);
  panel_add_title(panel, (PanelTitle){.kicker = _("One mixture of keys and values"),
                                      .subject = name,
                                      .words = str_from(_("is made of")),
                                      .subject_color = theme->key});
  panel_add_cell_words(panel);
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(_("mixed key")),
                               .color = theme->key,
                               .row = mixture->keys,
                               .part = TRACE_K_PROJECTED,
                               .focus = -1},
                  RANK_STEPS);
  panel_add_strip(panel,
                  (PanelStrip){.label = str_from(_("mixed value")),
                               .color = theme->value,
                               .row = mixture->values,
                               .part = TRACE_V_PROJECTED,
                               .focus = -1},
                  RANK_STEPS);
  Str label = panel_label(panel, panel->query);
  panel_add_result(
      panel, panel_words(panel, _("share of the key of “%.*s”"), (int)label.bytes, label.at),
      panel_words(panel, "%s", number_full(share_of(panel, TRACE_E, panel->query)).at));
  add_recipe(panel, mixture);
}

/* -- one token --------------------------------------------------------------------------------- */

static Number token_number(const Panel *panel, int mixture, int column) {
  return number_full(
      mat_get(panel_matrix(panel, column == 0 ? TRACE_F : TRACE_E), mixture, panel->query));
}

static float token_bar(const Panel *panel, int mixture) {
  return mat_get(panel_matrix(panel, TRACE_E), mixture, panel->query);
}

static void add_token(Panel *panel) {
  float most = trace_largest(panel->scene->trace, TRACE_E, panel->scene->view->layer, 0);
  const Theme *theme = panel->pen->theme;
  PaletteId palette = scene_palette(panel->scene, TRACE_E);
  PanelTable table = {.label_head = _("mixture"),
                      .label = panel_key_label,
                      .number_heads = {"F", "E"},
                      .number_count = 2,
                      .number = token_number,
                      .bar = token_bar,
                      .bar_low = -most,
                      .bar_high = most,
                      .bar_color = palette_color(palette, theme->id, 0.95f),
                      .bar_negative = palette_color(palette, theme->id, 0.05f),
                      .item_count = trace_key_count(panel->scene->trace),
                      .focus = -1};
  panel_add_title(panel, (PanelTitle){.kicker = _("One token in all mixtures"),
                                      .subject = panel_named(panel, panel->query),
                                      .words = str_from(_("goes into every mixture")),
                                      .subject_color = theme->ink});
  panel_add_table(panel, &table);
}

/* -- in words ---------------------------------------------------------------------------------- */

/* A recipe is drawn, and has a place for every token, whatever the word. */
CellWords projected_cell_words(const Panel *panel) {
  MatView keys = panel_matrix(panel, TRACE_E), values = panel_matrix(panel, TRACE_F);
  if (!keys.at || !values.at) return (CellWords){0};
  float share = mat_get(keys, panel->key, panel->query);
  const char *token = cell_query(panel), *mixture = cell_key(panel);
  Str what = panel_words(panel,
                         share < 0 ? _("%s is how much of the key of “%s” goes into “%s”: below 0, "
                                       "so it is taken away.")
                                   : _("%s is how much of the key of “%s” goes into “%s”, which "
                                       "queries meet instead of keys."),
                         number_full(share).at, token, mixture);
  if (share == 0 && mat_get(values, panel->key, panel->query) == 0)
    return (CellWords){what,
                       panel_words(panel, _("The mask leaves “%s” out of every mixture."), token)};
  return (CellWords){what, panel_words(panel,
                                       _("It was drawn for place %d, not for the word, and of the "
                                         "value of “%s” %s goes in."),
                                       panel->query + 1, token,
                                       number_full(mat_get(values, panel->key, panel->query)).at)};
}

void projected_inspect(Panel *panel) {
  const Trace *trace = panel->scene->trace;
  if (!trace_has_part(trace, TRACE_E) || !trace_has_part(trace, TRACE_F)) {
    inspect_recorded(panel, str_from(_("the recipes E and F were not recorded")));
    return;
  }
  if (panel->key >= 0) add_mixture(panel);
  else add_token(panel);
  panel_add_note(panel, str_from(_("Next: every query is multiplied with every mixture.")),
                 RANK_NEXT);
  panel_add_rounded(panel);
  panel_add_words(panel);
}
