/* scene/views/together_panel.c -- the inspector of average and rollout: how a cell is made, or the
** keys of a row. */
#include "scene/views/together.h"

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"
#include "scene/layer_words.h"

static const Together *made_of(const Panel *panel) { return panel->scene->together; }

static float cell_of(const Panel *panel, MatView matrix) {
  return mat_get(matrix, panel->query, panel->key);
}

/* -- a row ------------------------------------------------------------------------------------- */

static float row_cell(const Panel *panel, int key) {
  return mat_get(together_result(made_of(panel)), panel->query, key);
}

static Number row_number(const Panel *panel, int key, int column) {
  (void)column;
  return panel_share_number(row_cell(panel, key), false);
}

static void add_row(Panel *panel) {
  MatView matrix = together_result(made_of(panel));
  const float *row = mat_row(matrix, panel->query);
  const Theme *theme = panel->pen->theme;
  PanelTable table = {.label_head = _("key"),
                      .label = panel_key_label,
                      .number_count = 1,
                      .number = row_number,
                      .bar = row_cell,
                      .bar_low = 0,
                      .bar_high = 1,
                      .bar_color = theme->weights,
                      .bar_negative = theme->weights,
                      .item_count = matrix.cols,
                      .order = panel_order(panel, row, matrix.cols, false),
                      .by_place_if_all = true,
                      .focus = panel->key,
                      .focus_color = theme->key,
                      .items_are_keys = true};
  panel_add_table(panel, &table);
}

/* -- a cell of the average --------------------------------------------------------------------- */

static float head_weight(const Panel *panel, int head) {
  const Scene *scene = panel->scene;
  return cell_of(panel, trace_matrix(scene->trace, TRACE_WEIGHTS, scene->view->layer, head));
}

static Str head_label(const Panel *panel, int head) {
  return panel_words(panel, _("head %d"), head + 1);
}

static Number head_number(const Panel *panel, int head, int column) {
  (void)column;
  return number_weight(head_weight(panel, head));
}

/* "(0.1 + 0.0 + 0.3 + 0.2) ÷ 4"; of many heads the ends. */
static Str sum_words(Panel *panel, bool says_mean) {
  enum { SHOWN_MOST = 6, ENDS = 2 };
  int count = made_of(panel)->head_count;
  StrBuf words = strbuf_make(panel_arena(panel));
  strbuf_add(&words, STR("("));
  for (int head = 0; head < count; head++) {
    bool is_left_out = count > SHOWN_MOST && head >= ENDS && head < count - ENDS;
    if (is_left_out && head > ENDS) continue;
    Number number = number_weight(is_left_out ? 0 : head_weight(panel, head));
    strbuf_format(&words, "%s%s", head > 0 ? " + " : "", is_left_out ? "…" : number.at);
  }
  strbuf_format(&words, ") ÷ %d", count);
  if (says_mean)
    strbuf_format(&words, " = %s", number_weight(cell_of(panel, made_of(panel)->average)).at);
  return strbuf_str(&words);
}

/* says_mean: no result stands below. */
static void add_heads(Panel *panel, bool says_mean) {
  const Theme *theme = panel->pen->theme;
  PanelTable table = {.label_head = _("head"),
                      .label = head_label,
                      .number_count = 1,
                      .number = head_number,
                      .bar = head_weight,
                      .bar_low = 0,
                      .bar_high = 1,
                      .bar_color = theme->weights,
                      .bar_negative = theme->weights,
                      .item_count = made_of(panel)->head_count,
                      .focus = panel->scene->view->head,
                      .focus_color = theme->ink};
  panel_add_worked(panel, str_from(_("the weights of all heads at this cell, and their mean:")),
                   sum_words(panel, says_mean), RANK_STEPS);
  panel_add_table(panel, &table);
}

/* -- a cell of rollout ------------------------------------------------------------------------- */

static Str weight_words(const Panel *panel, float number) {
  return panel_words(panel, "%s", number_weight(number).at);
}

/* Half the average and half the row itself, over the sum of such a row. */
static void add_mixed(Panel *panel, const Together *made) {
  int last = made->count - 1;
  float average = cell_of(panel, made->averages[last]);
  double sum = together_mixed_sum(made, panel->query);
  const char *own = panel->query == panel->key ? " + ½" : "";
  panel_add_worked(
      panel, str_from(_("this layer: half the average of heads, and half for the row itself:")),
      panel_words(panel, "(½ · %s%s) ÷ %s = %s", number_weight(average).at, own,
                  number_weight((float)sum).at,
                  number_weight(cell_of(panel, made->mixed[last])).at),
      RANK_STEPS);
}

static void add_paths(Panel *panel, const Together *made) {
  int last = made->count - 1;
  MatView before = made->rollouts[last - 1];
  PanelProducts products = {.left = _("this layer"),
                            .right = _("× before"),
                            .label = panel_key_label,
                            .a = mat_row(made->mixed[last], panel->query),
                            .b = mat_row(before, 0) + panel->key,
                            .b_step = before.stride,
                            .count = before.rows,
                            .focus = -1,
                            .are_shares = true};
  panel_add_note(panel,
                 str_from(_("from the row to each token in this layer, times from that token "
                            "on in the layers before:")),
                 RANK_STEPS);
  panel_add_products(panel, &products);
}

/* -- nothing chosen ---------------------------------------------------------------------------- */

static float own_share(const Panel *panel, int place) {
  return together_own_share(made_of(panel), place);
}

static Number own_number(const Panel *panel, int place, int column) {
  (void)column;
  return number_weight(own_share(panel, place));
}

static Str layer_label(const Panel *panel, int place) {
  const Scene *scene = panel->scene;
  return str_from(layer_words(scene->pen.list->arena, scene->trace,
                              together_layer_at(scene, made_of(panel), place)));
}

/* How much of a row is still its own token, layer by layer. */
static void add_own_shares(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  const Together *made = made_of(panel);
  PanelTable table = {.label = layer_label,
                      .number_count = 1,
                      .number = own_number,
                      .bar = own_share,
                      .bar_low = 0,
                      .bar_high = 1,
                      .bar_color = theme->weights,
                      .bar_negative = theme->weights,
                      .item_count = made->count,
                      .focus = made->count - 1,
                      .focus_color = theme->ink};
  panel_add_title(panel, (PanelTitle){.kicker = _("Rollout"),
                                      .subject = str_from(_("a row and its own token")),
                                      .subject_color = theme->ink});
  panel_add_note(panel,
                 str_from(_("What a row has of its own token after each layer, the mean of all "
                            "rows:")),
                 RANK_STEPS);
  panel_add_table(panel, &table);
}

/* The cell where the mean hides most of a head. */
static void add_peak(Panel *panel) {
  const Together *made = made_of(panel);
  if (made->peak.row < 0) {
    panel_add_weights_legend(panel);
    return;
  }
  panel->query = made->peak.row;
  panel->key = made->peak.col;
  panel_add_title(panel, (PanelTitle){.kicker = _("Here one head is furthest above the average"),
                                      .subject = scene_named(panel->scene, panel->query),
                                      .words = str_from("→"),
                                      .object = scene_key_named(panel->scene, panel->key),
                                      .subject_color = panel->pen->theme->query,
                                      .object_color = panel->pen->theme->key});
  add_heads(panel, true);
}

/* -- all --------------------------------------------------------------------------------------- */

static void add_title(Panel *panel, const Together *made) {
  const Theme *theme = panel->pen->theme;
  bool is_rollout = made->kind == TOGETHER_ROLLOUT;
  bool has_key = panel->key >= 0;
  panel_add_title(panel, (PanelTitle){.kicker = is_rollout ? _("Rollout") : _("Average of heads"),
                                      .subject = scene_named(panel->scene, panel->query),
                                      .words = str_from("→"),
                                      .object = has_key ? scene_key_named(panel->scene, panel->key)
                                                        : str_from(_("all keys")),
                                      .subject_color = theme->query,
                                      .object_color = has_key ? theme->key : theme->muted});
}

void together_inspect(Panel *panel) {
  const Together *made = together_on_show(panel->scene);
  if (made) together_focus(panel->scene, &panel->query, &panel->key);
  if (!made || panel->query < 0) {
    if (made && made->kind == TOGETHER_AVERAGE) add_peak(panel);
    else if (made) add_own_shares(panel);
    panel_add_words(panel);
    return;
  }
  add_title(panel, made);
  if (panel->key < 0) add_row(panel);
  else if (made->kind == TOGETHER_AVERAGE) add_heads(panel, false);
  else {
    add_mixed(panel, made);
    if (made->count > 1) add_paths(panel, made);
  }
  if (panel->key >= 0)
    panel_add_result(panel,
                     str_from(made->kind == TOGETHER_ROLLOUT ? _("rollout =") : _("average =")),
                     weight_words(panel, cell_of(panel, together_result(made))));
  panel_add_words(panel);
}
