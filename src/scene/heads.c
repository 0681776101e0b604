/* scene/heads.c -- the heads of a layer beside each other: the panel at the left, the strip of the
** overview, all heads large, and layers × heads. */
#include "scene/heads.h"

#include <math.h>

#include "base/words.h"
#include "scene/stage.h"

enum { STRIP_HEADS_MOST = 8 };

static const float BAR_LINE = 16, HEADING_FROM_HEIGHT = 400; /* design points */

/* -- what a thumbnail shows -- */

static TracePart part_on_show(const Scene *scene) {
  return scene->view->kind == VIEW_OVERVIEW ? TRACE_WEIGHTS : heads_part_of(scene->view->stage);
}

static ColorRange thumbnail_range(const Scene *scene, TracePart part, const Thumbnail *thumbnail) {
  Scene own = *scene;
  View view = *scene->view;
  if (thumbnail->shared && view.range == RANGE_OWN) view.range = RANGE_SHARED;
  own.view = &view;
  return scene_range(&own, part, thumbnail->layer, thumbnail->head);
}

static DrawHeatmap thumbnail_heatmap(const Scene *scene, const Thumbnail *thumbnail) {
  TracePart part = part_on_show(scene);
  MatView values = trace_matrix(scene->trace, part, thumbnail->layer, thumbnail->head);
  MatView masked = trace_matrix(scene->trace, TRACE_MASKED, thumbnail->layer, thumbnail->head);
  bool is_hatched = part == TRACE_MASKED || part == TRACE_WEIGHTS;
  float cell = fminf(thumbnail->box.w / (float)(values.cols + 1),
                     thumbnail->box.h / (float)(values.rows + 1));
  return (DrawHeatmap){.box = thumbnail->box,
                       .values = values,
                       .masked = is_hatched ? masked : (MatView){0},
                       .mix = 1,
                       .hatch_mix = 1,
                       .palette = scene_palette(scene, part),
                       .range = thumbnail_range(scene, part, thumbnail),
                       .gap = cell > 12 ? 1 : 0,
                       .filled = -1,
                       .theme = scene->pen.theme->id};
}

void heads_thumbnail(const Scene *scene, const Thumbnail *thumbnail) {
  draw_heatmap(scene->pen.list, thumbnail_heatmap(scene, thumbnail));
  if (!scene->interactive) return;
  Str role = trace_head_role(scene->trace, thumbnail->layer, thumbnail->head);
  const char *tip =
      str_format(scene->pen.list->arena, _("layer %d · head %d%s%.*s"), thumbnail->layer + 1,
                 thumbnail->head + 1, role.bytes ? " · " : "", (int)role.bytes, role.at);
  draw_hit(scene->pen.list, (DrawHit){.box = thumbnail->box,
                                      .cursor = CURSOR_HAND,
                                      .click = thumbnail->click,
                                      .twice = thumbnail->twice,
                                      .tip = tip});
}

static bool is_on_show(const Scene *scene, int layer, int head) {
  return scene->view->layer == layer && scene->view->head == head;
}

static void frame(const Scene *scene, Box box, bool is_focused, float room) {
  float scale = scene->pen.text_scale;
  Color stroke = is_focused ? scene->pen.theme->focus : scene->pen.theme->line;
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(box, -room),
                                      .corner = 6 * fminf(scale, 1.5f),
                                      .stroke = stroke,
                                      .stroke_width = is_focused ? 3 : 1});
}

/* The small name in a thumbnail's corner, on a ground of its own. */
static void corner_tag(const Scene *scene, Box box, Str name) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_SEMIBOLD, 10.5f, pen->theme->ink, ALIGN_MIDDLE};
  float width = pen_width(pen, style, name) + 8 * pen->text_scale, height = 15 * pen->text_scale;
  if (width > box.w * 0.8f || height > box.h * 0.5f) return;
  Box tag = {box.x - 1, box.y - 1, width, height};
  draw_box(pen->list, (DrawBox){.box = tag, .corner = 3, .fill = pen->theme->panel});
  pen_text_in(pen, style, tag, name);
}

static const char *head_command(const Scene *scene, const char *before, int head,
                                const char *after) {
  return str_format(scene->pen.list->arena, "%s %d%s", before, head + 1, after);
}

/* -- layer buttons -- */

/* Buttons 1 … L from x on, in rows no wider than width; returns the height used. */
static float layer_buttons(const Scene *scene, Box place) {
  const Pen *pen = &scene->pen;
  const Theme *theme = pen->theme;
  float side = 26 * pen->text_scale, step = side + 8 * pen->text_scale, x = place.x, y = place.y;
  for (int layer = 0; layer < trace_layer_count(scene->trace); layer++) {
    if (x + side > place.x + place.w + 0.5f && x > place.x) {
      x = place.x;
      y += step;
    }
    bool is_chosen = layer == scene->view->layer;
    Box box = {x, y, side, side};
    draw_box(pen->list, (DrawBox){.box = box,
                                  .corner = 6,
                                  .fill = is_chosen ? theme->button : theme->panel,
                                  .stroke = is_chosen ? theme->button : theme->line,
                                  .stroke_width = 1});
    TextStyle style = {FACE_SEMIBOLD, 13, is_chosen ? theme->button_ink : theme->ink, ALIGN_MIDDLE};
    pen_text_in(pen, style, box, str_from(str_format(pen->list->arena, "%d", layer + 1)));
    if (scene->interactive)
      draw_hit(pen->list, (DrawHit){.box = box,
                                    .cursor = CURSOR_HAND,
                                    .click = str_format(pen->list->arena, "layer %d", layer + 1)});
    x += step;
  }
  return y + side - place.y;
}

/* -- the panel at the left -- */

typedef struct HeadGrid {
  int cols, rows;
  float side, step;
} HeadGrid;

/* The largest square thumbnails that fit: as few columns as need be. */
static HeadGrid fit_heads(int count, float width, float height, float gap) {
  HeadGrid best = {1, count, 0, 0};
  for (int cols = 1; cols <= count; cols++) {
    int rows = (count + cols - 1) / cols;
    float side = fminf((width - gap * (float)(cols - 1)) / (float)cols,
                       (height - gap * (float)(rows - 1)) / (float)rows);
    if (side > best.side + 2) best = (HeadGrid){cols, rows, floorf(side), 0};
  }
  best.step = best.side + gap;
  return best;
}

static const char *part_words(TracePart part) {
  switch (part) {
  case TRACE_Q:
    return _("queries");
  case TRACE_SCORES:
    return _("scores");
  case TRACE_SCALED:
    return _("scaled");
  case TRACE_MASKED:
    return _("masked");
  case TRACE_OUTPUT:
    return _("outputs");
  default:
    return _("weights");
  }
}

static void panel_scale_note(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  bool is_weights = part_on_show(scene) == TRACE_WEIGHTS;
  bool is_shared = scene->view->range == RANGE_SHARED;
  const char *words = scene_range_is_fixed(scene, part_on_show(scene)) ? _("fixed scale")
                      : is_weights ? _("all on 0 to 1")
                      : is_shared ? _("one scale")
                                  : _("own scales");
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_START};
  pen_text_in(pen, style, box, str_from(words));
  if (!is_weights)
    draw_hit(pen->list, (DrawHit){.box = box,
                                  .cursor = CURSOR_HAND,
                                  .click = is_shared ? "range own" : "range shared",
                                  .tip = is_shared ? _("click: each head on its own colour scale")
                                                   : _("click: one colour scale for all heads")});
}

static void panel_heads(const Scene *scene, Box place) {
  int count = trace_head_count(scene->trace, scene->view->layer);
  float scale = scene->pen.text_scale;
  HeadGrid grid = fit_heads(count, place.w, place.h, 16 * scale);
  if (grid.side < 12) return;
  if (grid.side > 132 * scale) grid.step -= grid.side - 132 * scale, grid.side = 132 * scale;
  float indent = grid.cols == 1 ? 0 : (place.w - grid.step * (float)grid.cols + 16 * scale) / 2;
  for (int head = 0; head < count; head++) {
    Box box = {place.x + indent + grid.step * (float)(head % grid.cols),
               place.y + grid.step * (float)(head / grid.cols), grid.side, grid.side};
    heads_thumbnail(scene, &(Thumbnail){.box = box,
                                        .layer = scene->view->layer,
                                        .head = head,
                                        .shared = scene->view->range == RANGE_SHARED,
                                        .click = head_command(scene, "head", head, ""),
                                        .twice = head_command(scene, "head solo", head, "")});
    bool is_focused = is_on_show(scene, scene->view->layer, head);
    if (is_focused) frame(scene, box, true, 5);
    corner_tag(scene, box, str_from(str_format(scene->pen.list->arena, "H%d", head + 1)));
  }
}

/* A small word at the right end of a heading, cut off it: the way to a larger picture and back. */
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

void heads_draw_panel(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  if (box.w <= 0 || box.h <= 0) return;
  float scale = pen->text_scale, margin = 24 * scale, line = 16 * scale;
  if (box.w < 140 * scale) margin = 16 * scale;
  pen_rule(pen, (Point){box.x + box.w - 0.5f, box.y}, (Point){box.x + box.w - 0.5f, box.y + box.h});
  if (trace_token_count(scene->trace) == 0) return;

  TextStyle heading = {FACE_SEMIBOLD, 10.5f, pen->theme->muted, ALIGN_START};
  Box row = {box.x + margin, box.y + 16 * scale, box.w - 2 * margin, line};
  Box head = row;
  panel_link(scene, &head, _("grid"),
             (DrawHit){.click = "view grid toggle", .tip = _("every layer and head (g)")});
  pen_text_in(pen, heading, head, str_from(_("LAYER")));
  row.y += line + 4 * scale;
  row.y += layer_buttons(scene, row) + 12 * scale;
  Str words = str_from(
      str_format(pen->list->arena, "%s · %s", _("HEADS"), part_words(part_on_show(scene))));
  head = row;
  panel_link(
      scene, &head, _("all"),
      (DrawHit){.click = "view heads toggle", .tip = _("every head of the layer, large (h)")});
  bool has_room = pen_width(pen, heading, words) <= head.w;
  pen_text_in(pen, heading, head, has_room ? words : str_from(part_words(part_on_show(scene))));
  row.y += line + 8 * scale;
  float bottom = box.y + box.h - 12 * scale - line;
  panel_heads(scene, (Box){row.x, row.y, row.w, bottom - 8 * scale - row.y});
  panel_scale_note(scene, (Box){row.x, bottom, row.w, line});
}

/* -- the strip of the overview -- */

static void strip_label(const Scene *scene, Box box, const char *words) {
  TextStyle style = {FACE_SEMIBOLD, 10.5f, scene->pen.theme->muted, ALIGN_START};
  pen_text_in(&scene->pen, style, box, str_from(words));
}

void heads_draw_strip(const Scene *scene, Box box) {
  float scale = scene->pen.text_scale, line = 16 * scale, gap = 16 * scale;
  int heads = trace_head_count(scene->trace, scene->view->layer),
      layers = trace_layer_count(scene->trace);
  float side = fminf(box.h - line - 8 * scale, 72 * scale);
  float layers_width = 34 * scale * (float)(layers < 4 ? layers : 4) + 16 * scale;
  while (side > 20 * scale && layers_width + (side + gap) * (float)heads > box.w) side -= 2;
  if (heads > STRIP_HEADS_MOST || side < 28 * scale || layers > 4) return;

  float x = box.x + box.w - (side + gap) * (float)heads + gap;
  float layers_x = x - layers_width;
  strip_label(scene, (Box){layers_x, box.y, layers_width - 8 * scale, line}, _("LAYER"));
  layer_buttons(scene, (Box){layers_x, box.y + line + 8 * scale, layers_width, 30 * scale});
  strip_label(scene, (Box){x, box.y, (side + gap) * (float)heads - gap, line},
              _("HEADS · weights"));
  for (int head = 0; head < heads; head++) {
    Box place = {x + (side + gap) * (float)head, box.y + line + 8 * scale, side, side};
    heads_thumbnail(scene,
                    &(Thumbnail){.box = place,
                                 .layer = scene->view->layer,
                                 .head = head,
                                 .click = head_command(scene, "head", head, ""),
                                 .twice = head_command(scene, "head", head, "; view stage")});
    frame(scene, place, is_on_show(scene, scene->view->layer, head), 4);
  }
}

/* -- all heads of the layer, large -- */

typedef struct Panels {
  Box area; /* of all panels with their titles */
  int cols, rows, count;
  float side_w, side_h, step_x, step_y;
  float title, labels_w, labels_h, overhang; /* slanted labels lean out at the right */
  float digit_size_pt;                       /* in all panels alike; 0: none */
} Panels;

static float widest_label(const Scene *scene, TextStyle style, float most) {
  float widest = 0;
  for (int i = 0; i < trace_token_count(scene->trace); i++)
    widest = fmaxf(widest, pen_width(&scene->pen, style, trace_token(scene->trace, i)->text));
  return fminf(widest, most);
}

static TextStyle label_style(const Scene *scene) {
  return (TextStyle){FACE_REGULAR, 10.5f, scene->pen.theme->ink, ALIGN_END};
}

/* Heads on scales of their own each need a bar of their own. */
static bool has_own_bars(const Scene *scene, TracePart part) {
  return scene->view->range == RANGE_OWN && part != TRACE_WEIGHTS;
}

static Panels arrange_panels(const Scene *scene, Box box, TracePart part) {
  float scale = scene->pen.text_scale;
  MatView first = trace_matrix(scene->trace, part, scene->view->layer, 0);
  float shape =
      first.cols > 0 && !trace_part_info(part)->by_pair ? (float)first.rows / (float)first.cols : 1;
  shape = fminf(fmaxf(shape, 0.5f), 1.5f);
  float labels = widest_label(scene, label_style(scene), 84 * scale);
  Panels best = {
      .area = box, .count = trace_head_count(scene->trace, scene->view->layer), .cols = 1};
  for (int cols = 1; cols <= best.count; cols++) {
    Panels now = best;
    now.cols = cols;
    now.rows = (best.count + cols - 1) / cols;
    now.title = (26 + (has_own_bars(scene, part) ? BAR_LINE : 0)) * scale;
    now.labels_w = labels + 8 * scale;
    now.labels_h = trace_part_info(part)->by_pair ? labels * 0.8f + 12 * scale : 8 * scale;
    float gap = 20 * scale;
    now.overhang = trace_part_info(part)->by_pair ? labels * 0.62f + 4 * scale : 0;
    float width = (box.w - now.labels_w - now.overhang - gap * (float)(cols - 1)) / (float)cols;
    float height =
        (box.h - now.labels_h - (now.title + gap) * (float)now.rows + gap) / (float)now.rows;
    now.side_w = floorf(fminf(width, height / shape));
    now.side_h = floorf(now.side_w * shape);
    now.step_x = now.side_w + gap;
    now.step_y = now.side_h + gap + now.title;
    if (now.side_w > best.side_w + 1) best = now;
  }
  return best;
}

/* Token names beside the rows, every n-th when they would touch. */
static void row_labels(const Scene *scene, Box cells, float width) {
  const Pen *pen = &scene->pen;
  int count = trace_token_count(scene->trace);
  TextStyle style = label_style(scene);
  float pitch = cells.h / (float)count, line = pen_line_height(pen, style.size);
  int stride = (int)ceilf(line / pitch);
  for (int i = 0; i < count; i += stride)
    pen_text_in(pen, style,
                (Box){cells.x - width, cells.y + pitch * ((float)i + 0.5f) - line / 2,
                      width - 8 * pen->text_scale, line},
                trace_token(scene->trace, i)->text);
}

static void column_labels(const Scene *scene, Box cells, float length) {
  const Pen *pen = &scene->pen;
  int count = trace_token_count(scene->trace);
  TextStyle style = label_style(scene);
  style.align = ALIGN_START;
  float pitch = cells.w / (float)count, size = style.size * pen->text_scale;
  int stride = (int)ceilf(size * 1.75f / pitch);
  for (int i = 0; i < count; i += stride)
    pen_text_rotated(
        pen, style,
        (Point){cells.x + pitch * ((float)i + 0.5f) + size * 0.25f, cells.y - size * 0.5f}, 52,
        length, trace_token(scene->trace, i)->text);
}

static void panel_title(const Scene *scene, Box cells, TracePart part, int head) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale;
  Str role = trace_head_role(scene->trace, scene->view->layer, head);
  const char *words = str_format(pen->list->arena, role.bytes ? _("Head %d · %.*s") : _("Head %d"),
                                 head + 1, (int)role.bytes, role.bytes ? role.at : "");
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->ink, ALIGN_START};
  Box title = {cells.x, cells.y + cells.h + 2 * scale, cells.w, 24 * scale};
  pen_text_in(pen, style, title, str_from(words));
  Box bar = {cells.x, title.y + title.h - 2 * scale, fminf(cells.w, 180 * scale), BAR_LINE * scale};
  if (has_own_bars(scene, part))
    pen_inline_bar(pen, bar, scene_palette(scene, part),
                   scene_range(scene, part, scene->view->layer, head));
}

static void draw_panel(const Scene *scene, Panels *panels, TracePart part, int head) {
  int col = head % panels->cols, row = head / panels->cols;
  Box cells = {panels->area.x + panels->labels_w + panels->step_x * (float)col,
               panels->area.y + panels->labels_h + panels->step_y * (float)row, panels->side_w,
               panels->side_h};
  Thumbnail thumbnail = {.box = cells,
                         .layer = scene->view->layer,
                         .head = head,
                         .shared = scene->view->range == RANGE_SHARED,
                         .click = head_command(scene, "head", head, "; view stage")};
  DrawHeatmap heatmap = thumbnail_heatmap(scene, &thumbnail);
  heads_thumbnail(scene, &thumbnail);
  if (head == 0) panels->digit_size_pt = heads_digit_size(scene, &heatmap, part);
  heads_cells_draw(scene, &heatmap, &(HeadCells){part, head, panels->digit_size_pt});
  bool marks = scene->interactive || scene->selection;
  if (marks && is_on_show(scene, scene->view->layer, head)) frame(scene, cells, true, 4);
  if (col == 0) row_labels(scene, cells, panels->labels_w);
  if (row == 0 && trace_part_info(part)->by_pair)
    column_labels(scene, cells, panels->labels_h * 1.1f - 6 * scene->pen.text_scale);
  panel_title(scene, cells, part, head);
}

/* Which scale the heads have; one bar for all where there is one scale. */
/* which: of the heads, unless a heading says it. */
static void figure_foot(const Scene *scene, Box box, const char *which, bool all_layers) {
  TracePart part = part_on_show(scene);
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale;
  bool is_shared = scene->view->range == RANGE_SHARED && part != TRACE_WEIGHTS;
  bool is_by_layer = all_layers && is_shared && trace_layer_count(scene->trace) > 1;
  bool is_own = has_own_bars(scene, part) || is_by_layer;
  StrBuf words = strbuf_make(pen->list->arena);
  if (which && scene->interactive)
    strbuf_format(&words, "%s · %s    ", stage_part_title(part), which);
  if (trace_part_info(part)->by_pair)
    strbuf_format(&words, "%s    %s    ", _("query (asks) ↓"), _("key (is asked) →"));
  if (is_by_layer) strbuf_add(&words, str_from(_("the heads of each layer on one scale")));
  else if (is_own) strbuf_add(&words, str_from(_("each head on its own scale")));
  else scene_range_words(scene, part, &words);
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_START};
  float bar_width = is_own ? 0 : fminf(200 * scale, box.w * 0.4f);
  pen_text_in(pen, style, (Box){box.x, box.y, box.w - bar_width - 24 * scale, 16 * scale},
              strbuf_str(&words));
  if (is_own) return;
  ColorBar bar = {.box = {box.x + box.w - bar_width, box.y + 2 * scale, bar_width, 8 * scale},
                  .palette = scene_palette(scene, part),
                  .range = scene_range(scene, part, scene->view->layer, 0)};
  pen_color_bar(pen, &bar);
}

/* On the screen, where there is room: which matrix of which heads, and the way to another layer. */
static bool has_heading(const Scene *scene, Box box) {
  return scene->interactive && box.h >= HEADING_FROM_HEIGHT * scene->pen.text_scale;
}

static Box below_heading(const Scene *scene, Box box, const char *which, bool chooses_layer) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale, line = 26 * scale, gap = 12 * scale;
  if (!has_heading(scene, box)) return box;
  TracePart part = part_on_show(scene);
  TextStyle title = {FACE_BOLD, 14, scene_part_color(pen->theme, part), ALIGN_START};
  TextStyle muted = {FACE_MEDIUM, 12, pen->theme->muted, ALIGN_START};
  float layers = (34 * (float)trace_layer_count(scene->trace) - 8) * scale;
  bool has_buttons = chooses_layer && layers < box.w / 2;
  Box row = {box.x, box.y, box.w - (has_buttons ? layers + gap : 0), line};
  if (has_buttons) layer_buttons(scene, (Box){row.x + row.w + gap, row.y, layers, line});
  float width = pen_text_in(pen, title, row, str_from(stage_part_title(part))) + gap;
  pen_text_in(pen, muted, (Box){row.x + width, row.y, row.w - width, line}, str_from(which));
  return (Box){box.x, box.y + line + gap, box.w, box.h - line - gap};
}

void heads_draw_figure(const Scene *scene, Box box) {
  float scale = scene->pen.text_scale, foot = 28 * scale;
  if (trace_token_count(scene->trace) == 0) return;
  TracePart part = part_on_show(scene);
  const char *which =
      str_format(scene->pen.list->arena, _("all heads of layer %d"), scene->view->layer + 1);
  Box outer = box_inset(box, 20 * scale), inner = below_heading(scene, outer, which, true);
  inner.h -= foot + 8 * scale;
  Panels panels = arrange_panels(scene, inner, part);
  float used = panels.labels_w + panels.step_x * (float)panels.cols - 20 * scale + panels.overhang;
  float used_h = panels.labels_h + panels.step_y * (float)panels.rows - 20 * scale;
  panels.area.x += fmaxf(0, (inner.w - used) / 2);
  panels.area.y += fmaxf(0, (inner.h - used_h) / 2);
  for (int head = 0; head < panels.count; head++) draw_panel(scene, &panels, part, head);
  figure_foot(scene, (Box){inner.x, inner.y + inner.h + 8 * scale, inner.w, foot},
              has_heading(scene, outer) ? NULL : which, false);
}

/* -- layers × heads -- */

void heads_draw_grid(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale, gap = 16 * scale, left = 72 * scale, top = 28 * scale,
        foot = 28 * scale;
  int layers = trace_layer_count(scene->trace), heads = trace_head_count(scene->trace, 0);
  if (trace_token_count(scene->trace) == 0) return;
  const char *which = _("every layer and head");
  Box outer = box_inset(box, 24 * scale), inner = below_heading(scene, outer, which, false);
  float side = fminf((inner.w - left) / (float)heads, (inner.h - top - foot) / (float)layers) - gap;
  if (side < 4) return;
  float x = inner.x + left + fmaxf(0, (inner.w - left - (side + gap) * (float)heads) / 2),
        y = inner.y + top;
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->muted, ALIGN_MIDDLE};
  for (int head = 0; head < heads; head++)
    pen_text_in(pen, style, (Box){x + (side + gap) * (float)head, inner.y, side, 20 * scale},
                str_from(str_format(pen->list->arena, "H%d", head + 1)));
  style.align = ALIGN_END;
  for (int layer = 0; layer < layers; layer++) {
    float row = y + (side + gap) * (float)layer;
    pen_text_in(pen, style, (Box){x - left, row, left - 16 * scale, side},
                str_from(str_format(pen->list->arena, _("Layer %d"), layer + 1)));
    for (int head = 0; head < heads; head++) {
      Box place = {x + (side + gap) * (float)head, row, side, side};
      heads_thumbnail(
          scene, &(Thumbnail){.box = place,
                              .layer = layer,
                              .head = head,
                              .shared = scene->view->range == RANGE_SHARED,
                              .click = str_format(pen->list->arena, "layer %d; head %d; view stage",
                                                  layer + 1, head + 1)});
      if (is_on_show(scene, layer, head)) frame(scene, place, true, 4);
    }
  }
  figure_foot(scene, (Box){inner.x, inner.y + inner.h - foot + 8 * scale, inner.w, foot},
              has_heading(scene, outer) ? NULL : which, true);
}
