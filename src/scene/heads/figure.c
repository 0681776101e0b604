/* scene/heads/figure.c -- all heads of the layer, large.
**
**   heading   Weights  all heads of layer 1
**             names above the first row, slanted
**   names     cells      cells
**             Head 1     Head 2
**   foot      query ↓  key →  one scale      bar
*/
#include "scene/heads/heads.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/grapheme_breaks.h"
#include "scene/stages/stage.h"

static const float BAR_LINE = 16, PANEL_TITLE = 26, PANEL_GAP = 20; /* design points */
static const float FIGURE_PAD = 20, FIGURE_FOOT = 36, HEADING = 38;
static const float HEADING_FROM_HEIGHT = 400, HEADING_FROM_HEIGHT_IN_FILES = 180;
static const float SLANT_DEG = 52, SLANT_COS = 0.6157f;

/* -- all heads of the layer, large -- */

typedef struct Panels {
  Box area; /* of all panels with their titles */
  int cols, rows, count;
  float side_w, side_h, step_x, step_y;
  float title, labels_w, labels_h, overhang; /* how far slanted labels extend to the right */
  float digit_size_pt;                       /* in all panels; 0: no digits */
  bool has_roles;                            /* after the number of a head */
} Panels;

static float widest_label(const Scene *scene, TextStyle style, float most) {
  float widest = 0;
  int queries = trace_token_count(scene->trace), query_step = grapheme_measured_step(queries);
  int keys = trace_is_cross(scene->trace) ? trace_key_count(scene->trace) : 0;
  int key_step = grapheme_measured_step(keys);
  for (int i = 0; i < queries; i += query_step)
    widest = fmaxf(
        widest, pen_width(&scene->pen, style, grapheme_token_shown(trace_token(scene->trace, i))));
  for (int i = 0; i < keys; i += key_step)
    widest = fmaxf(widest,
                   pen_width(&scene->pen, style, grapheme_token_shown(trace_key(scene->trace, i))));
  return fminf(widest, most);
}

static TextStyle label_style(const Scene *scene) {
  return (TextStyle){FACE_REGULAR, HEADS_LABEL_SIZE, scene->pen.theme->ink, ALIGN_END};
}

/* Heads on scales of their own need a colour bar each. */
static bool has_own_bars(const Scene *scene, TracePart part) {
  return scene->view->range == RANGE_OWN && part != TRACE_WEIGHTS;
}

/* How far slanted names extend beyond a matrix of that width; the wider it is, the less. */
static float overhang_of(const Scene *scene, float side, float most) {
  TextStyle style = label_style(scene);
  int count = trace_key_count(scene->trace);
  float out = 0, pitch = side / (float)count, size = style.size * scene->pen.text_scale;
  for (int i = 0, step = grapheme_measured_step(count); i < count; i += step) {
    float width = fminf(
        pen_width(&scene->pen, style, grapheme_token_shown(trace_key(scene->trace, i))), most);
    out = fmaxf(out, ((float)i + 0.5f) * pitch + size + width * SLANT_COS - side);
  }
  return out;
}

/* The width of a panel after labels, gaps and slanted names. */
static float panel_width(const Panels *panels, float gap) {
  float room = panels->area.w - panels->labels_w - gap * (float)(panels->cols - 1);
  return (room - panels->overhang) / (float)panels->cols;
}

/* Panels in that many columns: first with the largest possible overhang of a name, then
** with the actual one. */
static Panels panels_in_columns(const Scene *scene, Box area, TracePart part, int cols) {
  assert(cols > 0);
  float scale = scene->pen.text_scale, gap = PANEL_GAP * scale;
  float labels = widest_label(scene, label_style(scene), 84 * scale);
  bool by_pair = trace_part_info(part)->by_pair;
  Panels panels = {
      .area = area, .count = trace_head_count(scene->trace, scene->view->layer), .cols = cols};
  panels.rows = (panels.count + cols - 1) / cols;
  panels.title = (PANEL_TITLE + (has_own_bars(scene, part) ? BAR_LINE : 0)) * scale;
  panels.labels_w = labels + 8 * scale;
  panels.labels_h = by_pair ? labels * 0.8f + 12 * scale : 8 * scale;
  panels.overhang = by_pair ? labels * SLANT_COS + 4 * scale : 0;
  panels.side_w = fmaxf(panel_width(&panels, gap), 1);
  if (!by_pair) return panels;
  panels.overhang = fminf(panels.overhang, overhang_of(scene, panels.side_w, labels));
  panels.side_w = fmaxf(panel_width(&panels, gap), 1);
  return panels;
}

/* Height / width of one matrix. */
static float panel_shape(const Scene *scene, TracePart part) {
  MatView first = trace_matrix(scene->trace, part, scene->view->layer, 0);
  bool squared = first.cols == 0 || trace_part_info(part)->by_pair;
  return squared ? 1 : float_clamp((float)first.rows / (float)first.cols, 0.5f, 1.5f);
}

/* Tries every number of columns: there are few heads. */
static Panels arrange_panels(const Scene *scene, Box box, TracePart part) {
  float gap = PANEL_GAP * scene->pen.text_scale, shape = panel_shape(scene, part);
  Panels best = {.side_w = 0};
  int count = trace_head_count(scene->trace, scene->view->layer);
  for (int cols = 1; cols <= count; cols++) {
    Panels now = panels_in_columns(scene, box, part, cols);
    float rows = (float)now.rows;
    float height = (box.h - now.labels_h - (now.title + gap) * rows + gap) / rows;
    now.side_w = floorf(fminf(now.side_w, height / shape));
    now.side_h = floorf(now.side_w * shape);
    now.step_x = now.side_w + gap;
    now.step_y = now.side_h + gap + now.title;
    if (cols == 1 || now.side_w > best.side_w + 1) best = now;
  }
  return best;
}

float heads_figure_height(const Scene *scene, float width, int cols) {
  float scale = scene->pen.text_scale, gap = PANEL_GAP * scale;
  TracePart part = heads_part_on_show(scene);
  Box area = {0, 0, width - 2 * FIGURE_PAD * scale, 0};
  if (trace_token_count(scene->trace) == 0 || cols < 1) return width;
  Panels panels = panels_in_columns(scene, area, part, cols);
  float side = ceilf(panels.side_w * panel_shape(scene, part)) + 1;
  return panels.labels_h + (side + panels.title + gap) * (float)panels.rows - gap +
         (2 * FIGURE_PAD + FIGURE_FOOT + HEADING) * scale;
}

/* Names beside the rows, every n-th if they would touch. Only beside the first column: every
** head has the same rows. */
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
                grapheme_token_shown(trace_token(scene->trace, i)));
}

/* Slanted, so that names longer than a cell is wide fit above it. */
static void column_labels(const Scene *scene, Box cells, float length) {
  const Pen *pen = &scene->pen;
  int count = trace_key_count(scene->trace);
  TextStyle style = label_style(scene);
  style.align = ALIGN_START;
  float pitch = cells.w / (float)count, size = style.size * pen->text_scale;
  int stride = (int)ceilf(size * 1.75f / pitch);
  for (int i = 0; i < count; i += stride)
    pen_text_rotated(
        pen, style,
        (Point){cells.x + pitch * ((float)i + 0.5f) + size * 0.25f, cells.y - size * 0.5f},
        SLANT_DEG, length, grapheme_token_shown(trace_key(scene->trace, i)));
}

static const TextStyle PANEL_NAME = {FACE_SEMIBOLD, 12, {0, 0, 0, 0}, ALIGN_START};

/* Whether all heads' numbers fit, since a cut number names no head. */
static bool names_fit(const Scene *scene, float room) {
  int count = trace_head_count(scene->trace, scene->view->layer);
  const char *last = str_format(scene->pen.list->arena, _("Head %d"), count);
  return pen_width(&scene->pen, PANEL_NAME, str_from(last)) <= room;
}

/* "Head 1 · looks back one word"; if the last head's number does not fit, all are "H1", "H2". */
static Str panel_words(const Scene *scene, int head, bool has_role, float room) {
  Arena *arena = scene->pen.list->arena;
  Str role = i18n_translated(arena, trace_head_role(scene->trace, scene->view->layer, head));
  if (!names_fit(scene, room)) return str_from(str_format(arena, "H%d", head + 1));
  if (!has_role || role.bytes == 0) return str_from(str_format(arena, _("Head %d"), head + 1));
  return str_from(str_format(arena, _("Head %d · %.*s"), head + 1, (int)role.bytes, role.at));
}

/* A file cannot be hovered, so roles that are cut in one panel are left out in all. */
static bool roles_fit(const Scene *scene, const Panels *panels) {
  if (scene->interactive) return true;
  for (int head = 0; head < panels->count; head++)
    if (pen_width(&scene->pen, PANEL_NAME, panel_words(scene, head, true, panels->side_w)) >
        panels->side_w)
      return false;
  return true;
}

static void panel_title(const Scene *scene, Box cells, TracePart part, int head, bool has_role) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale;
  TextStyle style = PANEL_NAME;
  style.color = pen->theme->ink;
  Box title = {cells.x, cells.y + cells.h + 2 * scale, cells.w, 24 * scale};
  pen_text_in(pen, style, title, panel_words(scene, head, has_role, title.w));
  Box bar = {cells.x, title.y + title.h - 2 * scale, fminf(cells.w, 180 * scale), BAR_LINE * scale};
  if (has_own_bars(scene, part))
    pen_inline_bar(pen, bar, scene_palette(scene, part),
                   scene_range(scene, part, scene->view->layer, head));
}

/* Cells of less than a point would mix visually, so means of them are drawn,
** which the foot says. */
static bool is_whole(const Scene *scene, float side_w) {
  return side_w >= (float)trace_token_count(scene->trace);
}

static void draw_panel(const Scene *scene, Panels *panels, TracePart part, int head) {
  assert(head >= 0 && head < panels->count);
  int col = head % panels->cols, row = head / panels->cols;
  Box cells = {panels->area.x + panels->labels_w + panels->step_x * (float)col,
               panels->area.y + panels->labels_h + panels->step_y * (float)row, panels->side_w,
               panels->side_h};
  Thumbnail thumbnail = {.box = cells,
                         .layer = scene->view->layer,
                         .head = head,
                         .whole = is_whole(scene, panels->side_w),
                         .shared = scene->view->range == RANGE_SHARED,
                         .click = heads_command(scene, "head", head, "; view stage")};
  DrawList *list = scene->pen.list;
  DrawHeatmap heatmap = heads_heatmap(scene, &thumbnail);
  draw_group_begin(list, "matrix", NULL);
  heads_thumbnail(scene, &thumbnail);
  if (head == 0) panels->digit_size_pt = heads_digit_size(scene, &heatmap, part);
  heads_cells_draw(scene, &heatmap, &(HeadCells){part, head, panels->digit_size_pt});
  draw_group_end(list);
  bool marks = scene->interactive || scene->selection;
  if (marks && heads_is_on_show(scene, scene->view->layer, head))
    heads_frame(scene, cells, true, 4);
  bool names_keys = row == 0 && trace_part_info(part)->by_pair;
  if (col == 0 || names_keys) draw_group_begin(list, "labels", NULL);
  if (col == 0) row_labels(scene, cells, panels->labels_w);
  if (names_keys) column_labels(scene, cells, panels->labels_h * 1.1f - 6 * scene->pen.text_scale);
  if (col == 0 || names_keys) draw_group_end(list);
  panel_title(scene, cells, part, head, panels->has_roles);
}

/* The words below all heads, fewer with less room. which: the heads, unless
** a heading names them. */
typedef struct FootWords {
  const char *which;
  bool is_own;
  int spot; /* rows and columns of cells in one spot of a head */
} FootWords;

/* The scale of the heads, and what a cell of them is. */
static const char *scale_words(const Scene *scene, TracePart part, const FootWords *foot) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  i18n_add_phrase(&words, "%s",
                  foot->is_own ? _("each head on its own scale") : scene_range_words(scene, part));
  if (foot->spot > 1)
    i18n_add_phrase(&words, _("each spot the mean of %d × %d cells"), foot->spot, foot->spot);
  return words.at;
}

static Str foot_words(const Scene *scene, const FootWords *foot, float room, TextStyle style) {
  TracePart part = heads_part_on_show(scene);
  StrBuf words = {0};
  for (int shorter = 0; shorter < 3; shorter++) {
    words = strbuf_make(scene->pen.list->arena);
    if (foot->which && scene->interactive)
      strbuf_format(&words, "%s · %s    ", stage_part_title(part), foot->which);
    if (trace_part_info(part)->by_pair)
      strbuf_format(&words, "%s    %s    ", shorter ? _("query ↓") : _("query (asks) ↓"),
                    shorter ? _("key →") : _("key (is asked) →"));
    if (shorter < 2) strbuf_add(&words, str_from(scale_words(scene, part, foot)));
    if (pen_width(&scene->pen, style, strbuf_str(&words)) <= room) break;
  }
  return strbuf_str(&words);
}

/* How many rows and columns of cells one spot shows. */
static int cells_in_spot(const Scene *scene, float side_w) {
  int tokens = trace_token_count(scene->trace);
  return is_whole(scene, side_w) ? 1 : (tokens + TRACE_SMALL - 1) / TRACE_SMALL;
}

static void figure_foot(const Scene *scene, Box box, const FootWords *given) {
  TracePart part = heads_part_on_show(scene);
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale;
  FootWords foot = *given;
  foot.is_own = has_own_bars(scene, part);
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_START};
  float bar_width = foot.is_own ? 0 : fminf(200 * scale, box.w * 0.4f);
  Box line = {box.x, box.y, box.w - bar_width - 24 * scale, 16 * scale};
  pen_text_in(pen, style, line, foot_words(scene, &foot, line.w, style));
  if (foot.is_own) return;
  ColorBar bar = {.box = {box.x + box.w - bar_width, box.y + 2 * scale, bar_width, 8 * scale},
                  .palette = scene_palette(scene, part),
                  .range = scene_range(scene, part, scene->view->layer, 0)};
  pen_color_bar(pen, &bar);
}

/* With enough height, a heading names the matrix and heads and, on the screen,
** links to other layers. */
static bool has_heading(const Scene *scene, Box box) {
  float from = scene->interactive ? HEADING_FROM_HEIGHT : HEADING_FROM_HEIGHT_IN_FILES;
  return box.h >= from * scene->pen.text_scale;
}

static Box below_heading(const Scene *scene, Box box, const char *which) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale, line = 26 * scale, gap = HEADING * scale - line;
  if (!has_heading(scene, box)) return box;
  TracePart part = heads_part_on_show(scene);
  TextStyle title = {FACE_BOLD, 14, scene_part_color(pen->theme, part), ALIGN_START};
  TextStyle muted = {FACE_MEDIUM, 12, pen->theme->muted, ALIGN_START};
  float layers = (34 * (float)trace_layer_count(scene->trace) - 8) * scale;
  bool has_buttons = scene->interactive && layers < box.w / 2;
  Box row = {box.x, box.y, box.w - (has_buttons ? layers + gap : 0), line};
  if (has_buttons) heads_layer_buttons(scene, (Box){row.x + row.w + gap, row.y, layers, line});
  float width = pen_text_in(pen, title, row, str_from(stage_part_title(part))) + gap;
  pen_text_in(pen, muted, (Box){row.x + width, row.y, row.w - width, line}, str_from(which));
  return (Box){box.x, box.y + line + gap, box.w, box.h - line - gap};
}

void heads_draw_figure(const Scene *scene, Box box) {
  float scale = scene->pen.text_scale;
  if (trace_token_count(scene->trace) == 0) return;
  TracePart part = heads_part_on_show(scene);
  DrawList *list = scene->pen.list;
  const char *which = str_format(list->arena, _("all heads of layer %d"), scene->view->layer + 1);
  Box outer = box_inset(box, FIGURE_PAD * scale), inner = below_heading(scene, outer, which);
  inner.h -= FIGURE_FOOT * scale;
  Panels panels = arrange_panels(scene, inner, part);
  float gap = PANEL_GAP * scale;
  float used = panels.labels_w + panels.step_x * (float)panels.cols - gap + panels.overhang;
  float used_h = panels.labels_h + panels.step_y * (float)panels.rows - gap;
  panels.has_roles = roles_fit(scene, &panels);
  panels.area.x += fmaxf(0, (inner.w - used) / 2);
  panels.area.y += fmaxf(0, (inner.h - used_h) / 2);
  for (int head = 0; head < panels.count; head++) {
    heads_group_begin(scene, scene->view->layer, head);
    draw_panel(scene, &panels, part, head);
    draw_group_end(list);
  }
  figure_foot(scene, (Box){inner.x, inner.y + inner.h + 8 * scale, inner.w, 28 * scale},
              &(FootWords){.which = has_heading(scene, outer) ? NULL : which,
                           .spot = cells_in_spot(scene, panels.side_w)});
}
