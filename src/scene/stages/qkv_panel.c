/* scene/stages/qkv_panel.c -- the inspector of Q·K·V: one row as three vectors, or one number of a
** query, key or value worked out (M-02):
**
**   q_c = Σ_i x_i W_Q[i,c] + b_Q[c]        k_c, v_c likewise with W_K, W_V
*/
#include "scene/stages/qkv.h"

#include <assert.h>

#include "base/i18n.h"

static const QkvMap PROJECTIONS[PROJECTION_COUNT] = {
    [PROJECTION_Q] = {TRACE_Q, TRACE_W_Q, TRACE_B_Q, "× W_Q"},
    [PROJECTION_K] = {TRACE_K, TRACE_W_K, TRACE_B_K, "× W_K"},
    [PROJECTION_V] = {TRACE_V, TRACE_W_V, TRACE_B_V, "× W_V"}};

const QkvMap *qkv_map(ProjectionId id) {
  assert(id >= 0 && id < PROJECTION_COUNT);
  return &PROJECTIONS[id];
}

static TracePart input_part(const Panel *panel) {
  return trace_projection_input(panel->scene->trace);
}

/* Whether a token has a row of it: keys and values may be those of another sentence. */
static bool has_row(const Panel *panel, ProjectionId id) {
  return id == PROJECTION_Q || !scene_has_other_sentence(panel->scene);
}

ProjectionId qkv_map_of_number(const Panel *panel) {
  ProjectionId id = qkv_projection(panel->scene, NULL);
  bool has_column = panel->key < panel_matrix(panel, PROJECTIONS[id].result).cols;
  return has_column ? id : PROJECTION_V;
}

/* -- one number -------------------------------------------------------------------------------- */

static const char *kicker_of(ProjectionId id) {
  if (id == PROJECTION_Q) return _("One number of a query, worked out");
  if (id == PROJECTION_K) return _("One number of a key, worked out");
  return _("One number of a value, worked out");
}

static Str result_words(const Panel *panel, ProjectionId id) {
  const char *format = id == PROJECTION_Q   ? _("query, column %d =")
                       : id == PROJECTION_K ? _("key, column %d =")
                                            : _("value, column %d =");
  return panel_words(panel, format, panel->key + 1);
}

/* The terms x_i W[i,c]. false: the trace lacks the weight matrix. */
static bool add_terms(Panel *panel, const QkvMap *projection, double *sum) {
  assert(panel->key >= 0);
  MatView map = panel_matrix(panel, projection->weights);
  MatView input = panel_row(panel, input_part(panel), panel->query);
  if (!map.at || !input.at || map.rows != input.cols || panel->key >= map.cols) return false;
  int term;
  qkv_projection(panel->scene, &term);
  *sum = panel_add_products(
      panel, &(PanelProducts){.left = captions_stream(panel->scene, 'x', panel->scene->view->layer),
                              .right = projection->symbol,
                              .a = input.at,
                              .b = map.at + panel->key,
                              .b_step = map.stride,
                              .count = map.rows,
                              .focus = term});
  return true;
}

/* "value 0.07", which no line end parts. */
static void add_in_one(StrBuf *words, const char *piece) {
  for (const char *at = piece; at && *at; at++)
    strbuf_add(words, *at == ' ' ? STR("\xC2\xA0") : (Str){at, 1});
}

/* "In the same way, by their own maps: key 0.12, value −0.4", of those that have the column. */
static void add_others(Panel *panel, ProjectionId shown) {
  const char *formats[] = {_("query %s"), _("key %s"), _("value %s")};
  StrBuf words = strbuf_make(panel_arena(panel));
  int count = 0;
  for (int id = 0; id < PROJECTION_COUNT; id++) {
    MatView result = panel_matrix(panel, PROJECTIONS[id].result);
    if (id == (int)shown || panel->key >= result.cols || !has_row(panel, (ProjectionId)id))
      continue;
    Number number = number_full(mat_get(result, panel->query, panel->key));
    if (count++ > 0) strbuf_add(&words, STR(", "));
    add_in_one(&words, str_format(panel_arena(panel), formats[id], number.at));
  }
  if (count == 0 || words.failed) return;
  panel_add_note(panel, panel_words(panel, _("In the same way, by their own maps: %s"), words.at),
                 RANK_NEXT);
}

static void add_number(Panel *panel) {
  assert(panel->key >= 0);
  ProjectionId id = qkv_map_of_number(panel);
  const QkvMap *projection = &PROJECTIONS[id];
  double sum = 0;
  bool has_terms = add_terms(panel, projection, &sum);
  if (has_terms && trace_has_part(panel->scene->trace, projection->bias)) {
    Number terms = number_full((float)sum);
    Str bias = panel_summand(panel, mat_get(panel_matrix(panel, projection->bias), 0, panel->key));
    panel_add_fact(panel, str_from(_("terms + bias")),
                   panel_words(panel, "%s + %.*s", terms.at, (int)bias.bytes, bias.at),
                   RANK_RESULT);
  }
  Number number = number_full(panel_number_at(panel, projection->result, panel->key));
  panel_add_result(panel, result_words(panel, id), panel_words(panel, "%s", number.at));
  add_others(panel, id);
}

/* -- one row ----------------------------------------------------------------------------------- */

/* Without a focused column the vectors are drawn as bars, which show what is large in them. */
static void add_vector_bars(Panel *panel) {
  const char *labels[] = {_("query, as bars"), _("key, as bars"), _("value, as bars")};
  for (int i = 0; i < PROJECTION_COUNT; i++) {
    if (!has_row(panel, (ProjectionId)i)) continue;
    MatView row = panel_row(panel, PROJECTIONS[i].result, panel->query);
    panel_add_bars(
        panel,
        (PanelBars){
            .label = labels[i], .values = row.at, .count = row.cols, .name = _("column %d: %s")},
        48, RANK_BODY);
  }
}

/* Of a chosen number the vector that it stands in; a note says what the others have there. */
static void add_strips(Panel *panel) {
  const char *labels[] = {_("query: what it asks"), _("key: what it is found by"),
                          _("value: what it hands on")};
  for (int i = 0; i < PROJECTION_COUNT; i++) {
    TracePart part = PROJECTIONS[i].result;
    bool is_other = panel->key >= 0 && i != (int)qkv_map_of_number(panel);
    if (!has_row(panel, (ProjectionId)i) || is_other) continue;
    panel_add_strip(panel,
                    (PanelStrip){.label = str_from(labels[i]),
                                 .color = scene_part_color(panel->pen->theme, part),
                                 .row = panel_row(panel, part, panel->query),
                                 .part = part,
                                 .focus = panel->key},
                    RANK_STEPS);
  }
}

/* "x₂: the row that came in, after layer 1" */
static Str input_words(const Panel *panel) {
  const Scene *scene = panel->scene;
  const char *source = captions_stream_source(scene);
  bool is_normed = input_part(panel) == TRACE_NORM_1;
  if (!source)
    return str_from(is_normed ? _("the row that came in, normed") : _("the row that came in"));
  return panel_words(panel, is_normed ? _("%s: the row %s, normed") : _("%s: the row %s"),
                     captions_stream(scene, 'x', scene->view->layer), source);
}

static void add_title(Panel *panel) {
  PanelTitle title = {.kicker = _("One token, three vectors"),
                      .subject = panel_named(panel, panel->query),
                      .words = str_from(_("asks, is found, hands on")),
                      .subject_color = panel->pen->theme->ink};
  if (!has_row(panel, PROJECTION_K)) {
    title.kicker = _("One token that asks");
    title.words = str_from(_("asks the other sentence"));
  }
  if (panel->key >= 0) {
    ProjectionId id = qkv_map_of_number(panel);
    title.kicker = kicker_of(id);
    title.words = panel_words(panel, _("· column %d"), panel->key + 1);
    title.subject_color = scene_part_color(panel->pen->theme, PROJECTIONS[id].result);
  }
  panel_add_title(panel, title);
}

/* M-02 three times, for one token. */
static void inspect_vectors(Panel *panel) {
  assert(panel->query >= 0 && panel->scene->view->stage == STAGE_QKV);
  add_title(panel);
  if (panel->key >= 0) panel_add_cell_words(panel);
  if (panel->key < 0)
    panel_add_strip(panel,
                    (PanelStrip){.label = input_words(panel),
                                 .color = panel->pen->theme->ink,
                                 .row = panel_row(panel, input_part(panel), panel->query),
                                 .part = input_part(panel),
                                 .focus = -1},
                    RANK_DETAIL);
  add_strips(panel);
  if (panel->key < 0) {
    add_vector_bars(panel);
    panel_add_note(panel, str_from(_("Next: every query is multiplied with every key.")),
                   RANK_NEXT);
  } else {
    add_number(panel);
    panel_add_rounded(panel);
  }
  if (!has_row(panel, PROJECTION_K))
    panel_add_note(
        panel,
        str_from(_("Keys and values are made from the rows of the other sentence, by the "
                   "same maps as always: K = Y W_K, V = Y W_V.")),
        RANK_NEXT);
  panel_add_words(panel);
}

void qkv_inspect(Panel *panel) {
  bool has_input = panel->w && trace_has_part(panel->scene->trace, TRACE_INPUT);
  if (has_input) inspect_vectors(panel);
  else inspect_recorded(panel, str_from(_("what Q, K and V were made from was not recorded")));
}
