/* scene/inspector_recorded.c -- a number of a recording that lacks what it was made from. */
#include "base/words.h"
#include "scene/inspector.h"
#include "scene/stage.h"

static Str key_label(const Panel *panel, int key) {
  Str label = trace_key(panel->scene->trace, key)->label;
  return panel_words(panel, "%.*s", label.bytes < 200 ? (int)label.bytes : 200, label.at);
}

/* Why nothing can be worked out: the first stage before this one that cannot be shown. */
static Str lacking(const Panel *panel) {
  const Trace *trace = panel->scene->trace;
  for (int i = 0; i < trace_stage_count(trace); i++) {
    Str missing = trace_stage_missing(trace, trace_stage_at(trace, i));
    if (missing.bytes > 0 && stage_info(trace_stage_at(trace, i))->per_head) return missing;
  }
  return (Str){"", 0};
}

static void add_heaviest(Panel *panel, MatView matrix) {
  const float *row = mat_row(matrix, panel->query);
  int largest = 0;
  for (int i = 1; i < matrix.cols; i++)
    if (row[i] > row[largest]) largest = i;
  Str label = key_label(panel, largest);
  Number number = number_full(row[largest]);
  panel_add_fact(panel, str_from(_("largest of the row")),
                 panel_words(panel, "%.*s  %s", (int)label.bytes, label.at, number.at), RANK_BODY);
}

void inspect_recorded(Panel *panel) {
  const Scene *scene = panel->scene;
  const Theme *theme = panel->pen->theme;
  StageId stage = scene->view->stage;
  MatView matrix = panel_matrix(panel, stage_result(stage));
  bool by_pair = stage_info(stage)->by_pair, has_cell = panel->key >= 0;
  PanelTitle title = {.kicker = has_cell ? _("One recorded number") : _("One recorded row"),
                      .subject = panel_label(panel, panel->query),
                      .words = str_from(has_cell && by_pair ? _("asks") : ""),
                      .subject_color = theme->query,
                      .object_color = theme->key};
  if (has_cell)
    title.object =
        by_pair ? key_label(panel, panel->key) : panel_words(panel, _("column %d"), panel->key + 1);
  panel_add_title(panel, title);
  bool is_there = matrix.at && panel->query < matrix.rows && panel->key < matrix.cols;
  if (is_there && has_cell)
    panel_add_result(
        panel, words_title(scene),
        panel_words(panel, "%s", number_full(mat_get(matrix, panel->query, panel->key)).at));
  if (is_there && by_pair) add_heaviest(panel, matrix);
  Str why = lacking(panel);
  if (why.bytes > 0)
    panel_add_note(
        panel, panel_words(panel, _("It cannot be worked out here: %.*s."), (int)why.bytes, why.at),
        RANK_NEXT);
  panel_add_words(panel);
}
