/* scene/heads/thumbnail.c -- one head as a small live picture: what it shows, cells and frame. */
#include "scene/heads/heads.h"

#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"
#include "scene/matrix/threshold.h"
#include "scene/stages/stage_view.h"

/* If a recording lacks the part of the stage: the part nearest to the output that it has. */
static TracePart recorded_instead(const Scene *scene, TracePart part) {
  static const TracePart others[] = {TRACE_OUTPUT, TRACE_Q, TRACE_K, TRACE_V};
  const Trace *trace = scene->trace;
  if (trace_has_part(trace, part)) return part;
  for (int i = trace_pair_part_count - 1; i >= 0; i--)
    if (trace_has_part(trace, trace_pair_parts[i])) return trace_pair_parts[i];
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (trace_has_part(trace, others[i])) return others[i];
  return part;
}

/* A head is known by its weights, so a list of heads keeps them once they are made: its pictures
** stand still at the stages of vectors behind them. Large pictures show the stage. */
static bool keeps_weights(const Scene *scene) {
  const View *view = scene->view;
  const StageId made = stage_of_part(TRACE_WEIGHTS);
  if (view->kind == VIEW_OVERVIEW || view->kind == VIEW_TRAINING) return true;
  if (view->kind == VIEW_HEADS || view->kind == VIEW_GRID) return false;
  return view->stage > made && !stage_info(view->stage)->by_pair &&
         trace_has_stage(scene->trace, made) && trace_has_part(scene->trace, TRACE_WEIGHTS);
}

TracePart heads_part_on_show(const Scene *scene) {
  return recorded_instead(
      scene, keeps_weights(scene) ? TRACE_WEIGHTS : stage_views[scene->view->stage]->heads_part);
}

/* The largest number among the matrices that are ready; computes no other. */
static float largest_ready(const Scene *scene, TracePart part, const void *data) {
  const Thumbnail *thumbnail = data;
  const Trace *trace = scene->trace;
  float largest = 0;
  for (int layer = 0; layer < trace_layer_count(trace); layer++) {
    if (!thumbnail->all_layers && layer != thumbnail->layer) continue;
    for (int head = 0; head < trace_head_count(trace, layer); head++)
      if (trace_thumbnail_ready(trace, part, layer, head))
        largest = fmaxf(largest, trace_largest(trace, part, layer, head));
  }
  return largest;
}

ColorRange heads_range(const Scene *scene, TracePart part, const Thumbnail *thumbnail) {
  bool is_fixed = part == TRACE_WEIGHTS || scene_range_is_fixed(scene, part);
  bool is_shared = thumbnail->shared || scene->view->range == RANGE_SHARED;
  if (is_fixed || !is_shared) return scene_range(scene, part, thumbnail->layer, thumbnail->head);
  float largest = scene_range_largest(scene, part, largest_ready, thumbnail);
  return (ColorRange){-largest, largest};
}

/* Whether there are too many cells to be visible, so that means are drawn. */
static bool shows_means(const Scene *scene, TracePart part, const Thumbnail *thumbnail) {
  int rows, cols;
  trace_matrix_shape(scene->trace, part, thumbnail->layer, &rows, &cols);
  return !thumbnail->whole && (rows > TRACE_SMALL || cols > TRACE_SMALL);
}

static MatView thumbnail_values(const Scene *scene, TracePart part, const Thumbnail *thumbnail) {
  if (shows_means(scene, part, thumbnail))
    return trace_thumbnail(scene->trace, part, thumbnail->layer, thumbnail->head);
  return trace_matrix(scene->trace, part, thumbnail->layer, thumbnail->head);
}

static MaskView thumbnail_mask(const Scene *scene, TracePart part, const Thumbnail *thumbnail) {
  if (!scene_is_hatched(scene->trace, part)) return (MaskView){0};
  if (shows_means(scene, part, thumbnail))
    return trace_thumbnail_mask(scene->trace, thumbnail->layer, thumbnail->head);
  return trace_head_mask(scene->trace, thumbnail->layer, thumbnail->head);
}

DrawHeatmap heads_heatmap(const Scene *scene, const Thumbnail *thumbnail) {
  TracePart part = heads_part_on_show(scene);
  MatView values = thumbnail_values(scene, part, thumbnail);
  float cell = fminf(thumbnail->box.w / (float)(values.cols + 1),
                     thumbnail->box.h / (float)(values.rows + 1));
  DrawHeatmap heatmap = {.box = thumbnail->box,
                         .values = values,
                         .mix = 1,
                         .hatch_mix = 1,
                         .palette = scene_palette(scene, part),
                         .gap = cell > 12 ? 1 : 0,
                         .filled = -1,
                         .theme = scene->pen.theme->id};
  if (values.rows == 0 || values.cols == 0) return heatmap;
  heatmap.mask = thumbnail_mask(scene, part, thumbnail);
  heatmap.range = heads_range(scene, part, thumbnail);
  if (threshold_is_on(scene->view, part))
    heatmap.kept =
        threshold_cuts(scene->pen.list->arena, values, scene->view->threshold, 0, values.rows);
  heatmap.filled = scene_filled_of(scene, part, values.rows, values.cols);
  return heatmap;
}

/* All weights of a thumbnail that shows them all; otherwise no rows. */
MatView heads_told_weights(const Scene *scene, const Thumbnail *thumbnail,
                           const DrawHeatmap *heatmap) {
  TracePart part = heads_part_on_show(scene);
  bool is_whole = heatmap->filled < 0 && !shows_means(scene, part, thumbnail);
  return part == TRACE_WEIGHTS && is_whole ? heatmap->values : (MatView){0};
}

/* Shows an empty place instead of waiting: computing 144 heads at once would delay the frame. */
void heads_thumbnail(const Scene *scene, const Thumbnail *thumbnail) {
  DrawHeatmap heatmap = heads_heatmap(scene, thumbnail);
  if (heatmap.values.rows == 0) /* not computed yet: the next frame has it */
    draw_box(scene->pen.list,
             (DrawBox){.box = thumbnail->box, .fill = scene->pen.theme->empty_cell});
  draw_heatmap(scene->pen.list, heatmap);
  if (!scene->interactive) return;
  const char *tip = role_tip(scene, thumbnail->layer, thumbnail->head,
                             heads_told_weights(scene, thumbnail, &heatmap));
  draw_hit(scene->pen.list,
           (DrawHit){.box = thumbnail->box,
                     .cursor = CURSOR_HAND,
                     .click = thumbnail->click,
                     .twice = thumbnail->twice,
                     .is_now = heads_is_on_show(scene, thumbnail->layer, thumbnail->head),
                     .tip = tip});
}

/* Of a picture of all heads of a layer none is. */
bool heads_is_on_show(const Scene *scene, int layer, int head) {
  if (view_is_of_layers(scene->view->kind)) return false;
  return scene->view->layer == layer && scene->view->head == head;
}

void heads_group_begin(const Scene *scene, int layer, int head) {
  DrawList *list = scene->pen.list;
  char name[48];
  snprintf(name, sizeof name, "layer-%d-head-%d", layer + 1, head + 1);
  draw_group_begin(list, name, layer_head_title(list->arena, scene->trace, layer, head));
}

void heads_frame(const Scene *scene, Box box, bool is_focused, float room) {
  const Theme *theme = scene->pen.theme;
  float scale = scene->pen.text_scale, thick = 2.5f * float_clamp(scale, 1, 1.6f);
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(box, -room),
                                      .corner = 6 * fminf(scale, 1.5f),
                                      .stroke = is_focused ? theme->ink : theme->line,
                                      .stroke_width = is_focused ? thick : 1});
}

const char *heads_command(const Scene *scene, const char *before, int head, const char *after) {
  return str_format(scene->pen.list->arena, "%s %d%s", before, head + 1, after);
}

const char *heads_opening(const Scene *scene) {
  StageId stage = scene->view->stage;
  TracePart part = heads_part_on_show(scene);
  if (stage_info(stage)->per_head && stage_views[stage]->heads_part == part) return "; view stage";
  return str_format(scene->pen.list->arena, "; stage %s; view stage",
                    stage_info(stage_of_part(part))->name);
}
