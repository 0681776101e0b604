/* scene/inspector/recorded.c -- a number of a recording that lacks the numbers
** it was computed from. */
#include <assert.h>

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"
#include "scene/stages/cell_words.h"
#include "scene/stages/stage.h"

static Str key_label(const Panel *panel, int key) {
  assert(key >= 0 && key < trace_key_count(panel->scene->trace));
  Str label = trace_key(panel->scene->trace, key)->label;
  return panel_words(panel, "%.*s", (int)str_head(label, 200).bytes, label.at);
}

/* Why a head cannot be shown completely: the reason of the first stage that is missing. */
Str recorded_head_lacks(const Trace *trace) {
  for (int i = 0; i < trace_stage_count(trace); i++) {
    StageId stage = trace_stage_at(trace, i);
    Str missing = trace_stage_missing(trace, stage);
    if (missing.bytes > 0 && stage_info(stage)->per_head) return missing;
  }
  return (Str){"", 0};
}

/* The number of each vector in the selected column. */
static void add_number(Panel *panel, TracePart part) {
  MatView matrix = panel_matrix(panel, part);
  if (panel->key < 0 || panel->query >= matrix.rows || panel->key >= matrix.cols) return;
  panel_add_fact(
      panel, str_from(stage_part_title(part)),
      panel_words(panel, "%s", number_full(mat_get(matrix, panel->query, panel->key)).at),
      RANK_BODY);
}

/* The row in each matrix of the stage whose rows are queries. */
static void add_rows(Panel *panel) {
  const Scene *scene = panel->scene;
  TracePart parts[TRACE_STAGE_PARTS];
  int count = trace_stage_parts(scene->trace, scene->view->stage, parts);
  for (int i = 0; i < count; i++) {
    TraceSize rows = trace_part_info(parts[i])->rows;
    if (rows == SIZE_SOURCES && trace_has_key_words(scene->trace)) continue;
    if (rows == SIZE_KEYS && trace_is_cross(scene->trace)) continue;
    panel_add_strip(panel,
                    (PanelStrip){.label = str_from(stage_part_title(parts[i])),
                                 .color = scene_part_color(panel->pen->theme, parts[i]),
                                 .row = panel_row(panel, parts[i], panel->query),
                                 .part = parts[i],
                                 .focus = panel->key},
                    RANK_STEPS);
    if (!stage_is_one_matrix(scene->view->stage)) add_number(panel, parts[i]);
  }
}

static void add_heaviest(Panel *panel, MatView matrix) {
  assert(matrix.cols > 0 && panel->query < matrix.rows);
  const float *row = mat_row(matrix, panel->query);
  int largest = 0;
  for (int i = 1; i < matrix.cols; i++)
    if (row[i] > row[largest]) largest = i;
  Str label = quoted_name(panel_arena(panel), key_label(panel, largest));
  Number number = number_full(row[largest]);
  panel_add_fact(panel, str_from(_("largest of the row")),
                 panel_words(panel, "%.*s  %s", (int)label.bytes, label.at, number.at), RANK_BODY);
}

void inspect_recorded(Panel *panel, Str why) {
  assert(panel->query >= 0 && panel->query < trace_token_count(panel->scene->trace));
  const Scene *scene = panel->scene;
  const Theme *theme = panel->pen->theme;
  StageId stage = scene->view->stage;
  MatView matrix = panel_matrix(panel, stage_result(stage));
  bool by_pair = stage_info(stage)->by_pair, has_cell = panel->key >= 0;
  PanelTitle title = {.kicker = has_cell ? _("One recorded number") : _("One recorded row"),
                      .subject = panel_named(panel, panel->query),
                      .words = str_from(has_cell && by_pair ? _("asks") : ""),
                      .subject_color = theme->query,
                      .object_color = theme->key};
  if (has_cell)
    title.object =
        by_pair ? key_label(panel, panel->key) : panel_words(panel, _("column %d"), panel->key + 1);
  panel_add_title(panel, title);
  if (has_cell) panel_add_cell_words(panel);
  bool is_there = matrix.at && panel->query < matrix.rows && panel->key < matrix.cols;
  if (is_there && has_cell && stage_is_one_matrix(stage))
    panel_add_result(
        panel, str_from(stage_part_title(stage_result(stage))),
        panel_words(panel, "%s", number_full(mat_get(matrix, panel->query, panel->key)).at));
  if (is_there && by_pair && panel_has_reached(panel, -1)) add_heaviest(panel, matrix);
  if (!by_pair) add_rows(panel);
  if (why.bytes > 0)
    panel_add_note(
        panel, panel_words(panel, _("It cannot be worked out here: %.*s."), (int)why.bytes, why.at),
        RANK_NEXT);
  panel_add_words(panel);
}
