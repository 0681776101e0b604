/* scene/heads/heads.c -- the heads of a layer as thumbnails, in the panel at the left. */
#include "scene/heads/heads.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/heads/key_groups.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"
#include "scene/stages/stage_view.h"
#include "scene/matrix/threshold.h"

/* At most this share of the panel's height: the heads need the rest. */
static const float LAYERS_SHARE = 0.42f;
/* Design points: between thumbnails with a line below them, and below the last one. The line has
** the head's name and, in one column, its role; it is there at every layer and stage, so that
** nothing moves from one to another. */
static const float LINE_GAP = 35, LINE_FOOT = 25, LINE_SIDE_LEAST = 52, NAME_SIDE_LEAST = 30;
static const float TWO_LINES_SIDE_LEAST = 84, SHORT_SIDE_LEAST = 40;
/* Between other thumbnails; small ones of many heads have smaller gaps. */
static const float GAP = 16, GAP_OF_MANY = 9, SIDE_CALM = 44;

/* -- what a thumbnail shows -- */

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

TracePart heads_part_on_show(const Scene *scene) {
  bool whole = scene->view->kind == VIEW_OVERVIEW || scene->view->kind == VIEW_TRAINING;
  return recorded_instead(scene,
                          whole ? TRACE_WEIGHTS : stage_views[scene->view->stage]->heads_part);
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
  float scale = scene->pen.text_scale, thick = 3 * float_clamp(scale, 1, 1.6f);
  DrawBox frame = {.box = box_inset(box, -room),
                   .corner = 6 * fminf(scale, 1.5f),
                   .stroke = scene->pen.theme->line,
                   .stroke_width = is_focused ? thick : 1};
  if (is_focused) pen_focus_outline(&scene->pen, frame);
  else draw_box(scene->pen.list, frame);
}

const char *heads_command(const Scene *scene, const char *before, int head, const char *after) {
  return str_format(scene->pen.list->arena, "%s %d%s", before, head + 1, after);
}

/* -- layer buttons -- */

/* Above this number buttons are smaller, to leave room for the heads below. */
enum { LAYERS_LARGE_MOST = 8, ONE_COLUMN_MOST = 6 };
static const float LAYER_SIDE = 26, LAYER_GAP = 8, SMALL_LAYER_SIDE = 22, SMALL_LAYER_GAP = 5;

static int rows_of_layers(const Scene *scene, float width, float side, float gap) {
  float scale = scene->pen.text_scale, step = (side + gap) * scale;
  int cols = (int)fmaxf(1, floorf((width + gap * scale + 0.5f) / step));
  return (trace_layer_count(scene->trace) + cols - 1) / cols;
}

/* Few layers have large buttons, unless smaller ones save a row. */
static bool layers_are_large(const Scene *scene, float width) {
  if (trace_layer_count(scene->trace) > LAYERS_LARGE_MOST) return false;
  return rows_of_layers(scene, width, LAYER_SIDE, LAYER_GAP) <=
         rows_of_layers(scene, width, SMALL_LAYER_SIDE, SMALL_LAYER_GAP);
}

static void layer_button(const Scene *scene, Box box, int layer) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  const char *number = str_format(arena, "%d", layer + 1);
  const char *label = layer_mark(arena, scene->trace, layer);
  control_toggle(
      pen, box,
      (Toggle){.label = str_from(label),
               .tip = trace_half(scene->trace) == HALF_NONE
                          ? NULL
                          : layer_title(arena, scene->trace, layer),
               .face = FACE_SEMIBOLD,
               .size = box.w >= LAYER_SIDE * pen->text_scale ? 13 : 12,
               .corner = 6,
               .chosen = layer == scene->view->layer,
               .command = scene->interactive ? str_format(arena, "layer %s", number) : NULL});
}

/* Whole rows of layers, those around the chosen one if not all fit. */
typedef struct LayerRows {
  float side, step;
  int cols, first, count; /* layers */
} LayerRows;

static LayerRows fit_layers(const Scene *scene, Box place) {
  bool large = layers_are_large(scene, place.w);
  float scale = scene->pen.text_scale, gap = (large ? LAYER_GAP : SMALL_LAYER_GAP) * scale;
  float side = (large ? LAYER_SIDE : SMALL_LAYER_SIDE) * scale, step = side + gap;
  int cols = (int)fmaxf(1, floorf((place.w + gap + 0.5f) / step));
  int most = (int)fmaxf(1, floorf((place.h + gap + 0.5f) / step));
  int layers = trace_layer_count(scene->trace), rows = (layers + cols - 1) / cols;
  int first_row = scene->view->layer / cols - (most - 1) / 2;
  if (first_row > rows - most) first_row = rows - most;
  if (first_row < 0) first_row = 0;
  int first = first_row * cols, end = first + most * cols;
  return (LayerRows){side, step, cols, first, (end < layers ? end : layers) - first};
}

static float draw_layers(const Scene *scene, Box place, const LayerRows *fit) {
  for (int i = 0; i < fit->count; i++) {
    Box box = {place.x + fit->step * (float)(i % fit->cols),
               place.y + fit->step * (float)(i / fit->cols), fit->side, fit->side};
    layer_button(scene, box, fit->first + i);
  }
  return fit->step * (float)((fit->count - 1) / fit->cols) + fit->side;
}

float heads_layer_buttons(const Scene *scene, Box place) {
  if (half_buttons_fit(scene, place)) return half_buttons_draw(scene, place);
  LayerRows fit = fit_layers(scene, place);
  return draw_layers(scene, place, &fit);
}

/* -- the panel at the left -- */

typedef struct HeadGrid {
  int cols, rows;
  float side, step_x, step_y;
} HeadGrid;

typedef struct Gaps {
  float x, y, foot; /* foot: below the last row */
} Gaps;

/* The largest square thumbnails that fit. A further column must gain at least two points, to avoid
** needless changes of the layout. */
static HeadGrid fit_heads(int count, float width, float height, Gaps gaps) {
  HeadGrid best = {1, count, 0, 0, 0};
  for (int cols = 1; cols <= count; cols++) {
    int rows = (count + cols - 1) / cols;
    float side = fminf((width - gaps.x * (float)(cols - 1)) / (float)cols,
                       (height - gaps.foot - gaps.y * (float)(rows - 1)) / (float)rows);
    if (side > best.side + 2) best = (HeadGrid){cols, rows, floorf(side), 0, 0};
  }
  best.step_x = best.side + gaps.x;
  best.step_y = best.side + gaps.y;
  return best;
}

const char *heads_part_words(TracePart part) {
  assert(trace_part_info(part)->many);
  return _(trace_part_info(part)->many);
}

const char *heads_weights_scale(const Scene *scene) {
  double strongest = (double)view_strongest_share(trace_key_count(scene->trace));
  if (!scene->view->contrast || strongest >= 1) return _("all on 0 to 1");
  return str_format(scene->pen.list->arena, _("all on 0 to %g"), strongest);
}

/* A click changes the scale, so the words are a button as well. */
static void panel_scale_note(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  bool is_weights = heads_part_on_show(scene) == TRACE_WEIGHTS, has_choice = !is_weights;
  bool is_shared = scene->view->range == RANGE_SHARED;
  const char *words = is_shared ? _("one scale") : _("own scales");
  if (is_weights) words = heads_weights_scale(scene);
  bool is_fixed = scene_range_is_fixed(scene, heads_part_on_show(scene));
  if (is_fixed) words = _("fixed scale");
  if (!is_fixed && scene_is_of_one_scale(scene, heads_part_on_show(scene))) {
    words = _("one scale");
    has_choice = false;
  }
  bool is_to_come = scene_filled_of(scene, heads_part_on_show(scene), 1, 1) == 0;
  if (is_to_come) words = _("still to come");
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_START};
  pen_text_in(pen, style, box, str_from(words));
  if (has_choice && !is_to_come)
    draw_hit(pen->list, (DrawHit){.box = box,
                                  .cursor = CURSOR_HAND,
                                  .click = is_shared ? "range head" : "range shared",
                                  .tip = is_shared ? _("click: each head on its own colour scale")
                                                   : _("click: one colour scale for all heads")});
}

/* As many words as thumbnails stay large with; none only if they would be too small for a name. The
** same at every layer and stage. */
static HeadGrid fit_panel(const Scene *scene, Box place, bool *has_words, RoleLines *words) {
  int count = trace_head_count(scene->trace, scene->view->layer);
  float scale = scene->pen.text_scale, gap = GAP * scale, close = GAP_OF_MANY * scale;
  float more = ROLE_LINE_PITCH * scale;
  Gaps one = {gap, LINE_GAP * scale, LINE_FOOT * scale}, two = one;
  two.y += more;
  two.foot += more;
  HeadGrid grid = fit_heads(count, place.w, place.h, two);
  *has_words = true;
  *words = ROLE_TWO_LINES;
  if (grid.cols == 1 && grid.side >= TWO_LINES_SIDE_LEAST * scale) return grid;
  *words = ROLE_SHORT;
  if (grid.cols == 2 && grid.side >= SHORT_SIDE_LEAST * scale) return grid;
  grid = fit_heads(count, place.w, place.h, one);
  *words = grid.cols == 1 ? ROLE_ONE_LINE : ROLE_NAME;
  *has_words = grid.side >= (grid.cols == 1 ? LINE_SIDE_LEAST : NAME_SIDE_LEAST) * scale;
  if (*has_words) return grid;
  grid = fit_heads(count, place.w, place.h, (Gaps){gap, gap, 0});
  if (grid.side >= SIDE_CALM * scale) return grid;
  return fit_heads(count, place.w, place.h, (Gaps){close, close, 0});
}

static const float BRACKET_AWAY = 9, BRACKET_CLEAR = 3;

void heads_group_bracket(const Scene *scene, Box first, Box last, int head) {
  float scale = scene->pen.text_scale, away = BRACKET_AWAY * scale, depth = 4 * scale;
  bool lies = first.y == last.y;
  KeyGroup group = key_group_of(scene, scene->view->layer, head);
  Point from = {lies ? first.x : first.x + first.w + away,
                lies ? first.y + first.h + away : first.y};
  Point to = {lies ? last.x + last.w : from.x, lies ? from.y : last.y + last.h};
  key_groups_bracket(
      scene,
      &(KeyBracket){.from = from,
                    .to = to,
                    .depth = depth,
                    .on_show = key_group_of(scene, scene->view->layer, scene->view->head).index ==
                               group.index});
}

/* In one column the groups lie below each other, with a bracket each. */
static void panel_groups(const Scene *scene, Box first, float step) {
  int count = trace_head_count(scene->trace, scene->view->layer);
  for (int head = 0; key_groups_are_shared(scene, scene->view->layer) && head < count;) {
    KeyGroup group = key_group_of(scene, scene->view->layer, head);
    Box from = first, to = first;
    from.y += step * (float)group.first;
    to.y += step * (float)(group.first + group.count - 1);
    heads_group_bracket(scene, from, to, head);
    head = group.first + group.count;
  }
}

/* How wide the words below a thumbnail of one column may be: a bracket that goes on to the next
** head of the group runs past them. */
static float room_of_words(const Scene *scene, float panel, float side, int head) {
  int layer = scene->view->layer;
  float scale = scene->pen.text_scale, whole = panel + 16 * scale;
  if (!key_groups_are_shared(scene, layer)) return whole;
  KeyGroup group = key_group_of(scene, layer, head);
  bool is_last = head == group.first + group.count - 1;
  return is_last ? whole : side + (BRACKET_AWAY - BRACKET_CLEAR) * scale;
}

/* A head that is still empty has a quiet frame: there is nothing to look at yet. */
void heads_frame_of_choice(const Scene *scene, Box box, float room) {
  const Pen *pen = &scene->pen;
  if (scene_filled_of(scene, heads_part_on_show(scene), 1, 1) == 0)
    draw_box(pen->list, (DrawBox){.box = box_inset(box, -room),
                                  .corner = 6 * fminf(pen->text_scale, 1.5f),
                                  .stroke = pen->theme->muted,
                                  .stroke_width = 1.5f});
  else heads_frame(scene, box, true, room);
}

/* Below 12 points a thumbnail shows nothing. */
static void panel_heads(const Scene *scene, Box place) {
  int count = trace_head_count(scene->trace, scene->view->layer);
  float scale = scene->pen.text_scale;
  bool has_words;
  RoleLines words;
  HeadGrid grid = fit_panel(scene, place, &has_words, &words);
  if (head_names_draw(scene, place) || grid.side < 12) return;
  float most = fminf(grid.side, 132 * scale), less = grid.side - most;
  grid.side = most;
  grid.step_x -= less;
  grid.step_y -= less;
  if (grid.cols == 1)
    panel_groups(scene, (Box){place.x, place.y, grid.side, grid.side}, grid.step_y);
  float gap = grid.step_x - grid.side, across = grid.step_x * (float)grid.cols - gap;
  float indent = grid.cols == 1 ? 0 : (place.w - across) / 2;
  for (int head = 0; head < count; head++) {
    Box box = {place.x + indent + grid.step_x * (float)(head % grid.cols),
               place.y + grid.step_y * (float)(head / grid.cols), grid.side, grid.side};
    float room =
        grid.cols == 1 ? room_of_words(scene, place.w, grid.side, head) : grid.side + gap / 2;
    Thumbnail thumbnail = {.box = box,
                           .layer = scene->view->layer,
                           .head = head,
                           .shared = scene->view->range == RANGE_SHARED,
                           .click = heads_command(scene, "head", head, ""),
                           .twice = heads_command(scene, "head solo", head, "")};
    if (has_words)
      role_lines_draw(scene, (Box){box.x, box.y + box.h + 10 * scale, room, 0}, words, &thumbnail);
    heads_thumbnail(scene, &thumbnail);
    bool is_focused = heads_is_on_show(scene, scene->view->layer, head);
    if (is_focused) heads_frame_of_choice(scene, box, fminf(4, gap / 2 - 1));
  }
}

/* A small word at the right end of a heading, which loses that room: a link to a
** larger picture and back. */
static void panel_link(const Scene *scene, Box *row, const char *words, DrawHit hit) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->ink, ALIGN_END};
  float width = pen_width(pen, style, str_from(words)) + 1, pad = 4 * pen->text_scale;
  if (!scene->interactive || width > row->w * 0.4f) return;
  hit.box = (Box){row->x + row->w - width, row->y, width, row->h};
  hit.cursor = CURSOR_HAND;
  pen_text_in(pen, style, hit.box, str_from(words));
  hit.box = box_inset(hit.box, -pad);
  draw_hit(pen->list, hit);
  row->w -= width + pad;
}

/* Includes the number of layers if not all are shown. */
static const char *layers_heading(const Scene *scene, const LayerRows *fit) {
  int layers = trace_layer_count(scene->trace);
  if (fit->count == layers && layer_count_before(scene->trace, scene->view->layer) > 0)
    return str_format(scene->pen.list->arena, _("LAYER · reads %s"),
                      captions_stream(scene, 'X', scene->view->layer));
  if (fit->count == layers) return _("LAYER");
  return str_format(scene->pen.list->arena, _("LAYER · %d"), layers);
}

void heads_draw_panel(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  if (box.w <= 0 || box.h <= 0) return;
  float scale = pen->text_scale, margin = 24 * scale, line = 16 * scale;
  int heads = trace_head_count(scene->trace, scene->view->layer);
  if (box.w < 156 * scale || heads > ONE_COLUMN_MOST) margin = 16 * scale;
  pen_rule(pen, (Point){box.x + box.w - 0.5f, box.y}, (Point){box.x + box.w - 0.5f, box.y + box.h});
  if (trace_token_count(scene->trace) == 0) return;

  TextStyle heading = {FACE_SEMIBOLD, 10.5f, pen->theme->muted, ALIGN_START};
  Box row = {box.x + margin, box.y + 16 * scale, box.w - 2 * margin, line};
  Box head = row;
  panel_link(scene, &head, _("grid"),
             (DrawHit){.click = "view grid toggle", .tip = _("every layer and head (g)")});
  row.y += line + 4 * scale;
  Box layers = {row.x, row.y, row.w, LAYERS_SHARE * box.h};
  LayerRows fit = fit_layers(scene, layers);
  Str title = str_from(layers_heading(scene, &fit));
  if (pen_width(pen, heading, title) > head.w) title = str_from(_("LAYER"));
  pen_text_in(pen, heading, head, title);
  row.y += heads_layer_buttons(scene, layers) + 12 * scale;
  Str words = str_from(str_format(pen->list->arena, "%s · %s", _("HEADS"),
                                  heads_part_words(heads_part_on_show(scene))));
  head = row;
  panel_link(
      scene, &head, _("all"),
      (DrawHit){.click = "view heads toggle", .tip = _("every head of the layer, large (h)")});
  Str part = str_from(heads_part_words(heads_part_on_show(scene)));
  bool are_names = head_names_come_first(scene);
  if (pen_width(pen, heading, words) > head.w) words = part;
  if (are_names || pen_width(pen, heading, words) > head.w) words = str_from(_("HEADS"));
  pen_text_in(pen, heading, head, words);
  row.y += line + 8 * scale;
  float bottom = box.y + box.h - 12 * scale - line;
  panel_heads(scene, (Box){row.x, row.y, row.w, bottom - 8 * scale - row.y});
  if (!are_names) panel_scale_note(scene, (Box){row.x, bottom, row.w, line});
}
