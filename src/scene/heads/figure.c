/* scene/heads/figure.c -- all heads of the layer, large.
**
**   heading   Weights  all heads of layer 1
**             names above the first row, slanted
**   names     cells      cells
**             Head 1     Head 2         from afar with the chosen cell: it → animal .80
**   foot      query ↓  key →  one scale      bar
*/
#include "scene/heads/figure_words.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/heads/figure_panels.h"
#include "scene/layer_words.h"
#include "scene/stages/stage.h"

/* Cells of less than a point would mix visually, so means of them are drawn,
** which the foot says. */
static bool is_whole(const Scene *scene, float side_w) {
  return side_w >= (float)trace_token_count(scene->trace);
}

static Thumbnail panel_thumbnail(const Scene *scene, const HeadPanels *panels, int index) {
  ExportHead at = heads_panel_at(scene, index);
  bool is_shared = scene->view->range == RANGE_SHARED;
  return (Thumbnail){.box = head_panel_cells(panels, index),
                     .layer = at.layer,
                     .head = at.head,
                     .whole = is_whole(scene, panels->side_w),
                     .shared = is_shared,
                     .all_layers = is_shared && heads_panels_span_layers(scene),
                     .click = heads_command(scene, "head", at.head, heads_opening(scene))};
}

/* The smallest size of all heads: different sizes side by side would look like a ranking. */
static float digit_size(const Scene *scene, const HeadPanels *panels) {
  float least = 1e9f;
  for (int i = 0; i < panels->count; i++) {
    Thumbnail thumbnail = panel_thumbnail(scene, panels, i);
    DrawHeatmap heatmap = heads_heatmap(scene, &thumbnail);
    HeadCells cells = {panels->part, thumbnail.layer, thumbnail.head, 0};
    least = fminf(least, heads_digit_size(scene, &heatmap, &cells));
  }
  return least;
}

/* As large as the names of the columns. */
static TextStyle axis_style(const Scene *scene, const HeadPanels *panels) {
  Scene names = head_panels_names(scene);
  float size = panels->labels.col_size / pen_points(&names.pen, HEADS_LABEL_SIZE);
  return (TextStyle){FACE_SEMIBOLD, HEADS_LABEL_SIZE * size, COLOR_NONE, ALIGN_END};
}

/* Whether both titles of the axes have room in the corner of the names; else the foot has them. */
static bool has_axis_corner(const Scene *scene, const HeadPanels *panels) {
  if (!trace_part_info(panels->part)->by_pair) return false;
  if (scene_axis_is_plain(scene)) return true;
  if (!scene->interactive) return false;
  Scene names = head_panels_names(scene);
  TextStyle style = axis_style(scene, panels);
  float query = pen_width(&names.pen, style, str_from(_("query ↓")));
  float key = pen_width(&names.pen, style, str_from(_("key →")));
  float lines = 3 * pen_points(&names.pen, style.size);
  float room = panels->labels.width + panels->aside - 8 * names.pen.text_scale;
  return fmaxf(query, key) <= room && lines <= panels->labels.height;
}

/* "Query" above the tokens of the rows and "Key" before those of the columns. */
static void axis_titles(const Scene *scene, const HeadPanels *panels, Box cells) {
  bool is_plain = scene_axis_is_plain(scene);
  Scene names = head_panels_names(scene);
  const Pen *pen = is_plain ? &scene->pen : &names.pen;
  TextStyle style = axis_style(scene, panels);
  float size = pen_points(pen, style.size), gap = 8 * pen->text_scale;
  style.color = pen->theme->query;
  /* a row's name may be higher than the row */
  float pitch = cells.h / (float)trace_token_count(scene->trace);
  Point at = {cells.x - gap, cells.y - size * 0.5f - fmaxf(size * 1.2f - pitch, 0) / 2};
  float room = panels->labels.width + (is_plain ? 0 : panels->aside);
  const char *query = is_plain ? _("Query") : _("query ↓"), *key = is_plain ? _("Key") : _("key →");
  draw_group_begin(pen->list, "axes", NULL);
  pen_text(pen, style, at, pen_fit(pen, style, room, str_from(query)));
  style.color = pen->theme->key;
  at.y -= size * 1.2f;
  pen_text(pen, style, at, pen_fit(pen, style, room, str_from(key)));
  draw_group_end(pen->list);
}

static void draw_panel_labels(const Scene *scene, const HeadPanels *panels, int index) {
  Box cells = head_panel_cells(panels, index);
  DrawList *list = scene->pen.list;
  bool is_first_row = index < panels->cols, is_first_col = index % panels->cols == 0;
  bool names_keys = is_first_row && trace_part_info(panels->part)->by_pair;
  if (!is_first_col && !names_keys) return;
  Scene names = head_panels_names(scene);
  draw_group_begin(list, "labels", NULL);
  if (is_first_col) panel_labels_draw_rows(&names, &panels->labels, cells);
  if (names_keys) panel_labels_draw_cols(&names, &panels->labels, cells);
  draw_group_end(list);
  if (index == 0 && has_axis_corner(scene, panels)) axis_titles(scene, panels, cells);
}

/* In a file of one layer the part of a head is "head-2", of several "layer-1-head-2". */
static void begin_panel(const Scene *scene, ExportHead at) {
  Arena *arena = scene->pen.list->arena;
  const char *name = str_format(arena, "head-%d", at.head + 1);
  if (heads_panels_span_layers(scene)) heads_group_begin(scene, at.layer, at.head);
  else
    draw_group_begin(scene->pen.list, name,
                     layer_head_title(arena, scene->trace, at.layer, at.head));
}

static void draw_panel(const Scene *scene, const HeadPanels *panels, int index) {
  assert(index >= 0 && index < panels->count);
  Thumbnail thumbnail = panel_thumbnail(scene, panels, index);
  DrawList *list = scene->pen.list;
  DrawHeatmap heatmap = heads_heatmap(scene, &thumbnail);
  begin_panel(scene, (ExportHead){thumbnail.layer, thumbnail.head});
  draw_group_begin(list, "matrix", NULL);
  heads_thumbnail(scene, &thumbnail);
  heads_cells_draw(
      scene, &heatmap,
      &(HeadCells){panels->part, thumbnail.layer, thumbnail.head, panels->digit_size_pt});
  draw_group_end(list);
  bool marks = scene->interactive || scene->selection;
  if (marks && heads_is_on_show(scene, thumbnail.layer, thumbnail.head))
    heads_frame(scene, thumbnail.box, true, 4);
  draw_panel_labels(scene, panels, index);
  head_name_draw(scene, thumbnail.box,
                 &(HeadName){panels->part, index, panels->has_roles, panels->chosen_line});
  draw_group_end(list);
}

/* How many rows and columns of cells one spot shows. */
static int cells_in_spot(const Scene *scene, float side_w) {
  int tokens = trace_token_count(scene->trace);
  return is_whole(scene, side_w) ? 1 : (tokens + TRACE_SMALL - 1) / TRACE_SMALL;
}

static void draw_heading(const Scene *scene, Box box, const char *which) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale, line = fminf(26 * scale, head_panels_heading(scene)),
        gap = 12 * scale;
  if (!head_panels_have_heading(scene, box)) return;
  TracePart part = heads_part_on_show(scene);
  TextStyle title = {FACE_BOLD, 14, scene_part_color(pen->theme, part), ALIGN_START};
  TextStyle muted = {FACE_MEDIUM, 12, pen->theme->muted, ALIGN_START};
  float layers = (34 * (float)trace_layer_count(scene->trace) - 8) * scale;
  bool has_buttons = scene->interactive && layers < box.w / 2;
  draw_group_begin(pen->list, "title", NULL);
  Box row = {box.x, box.y, box.w - (has_buttons ? layers + gap : 0), line};
  if (has_buttons) {
    TextStyle word = {FACE_SEMIBOLD, 10.5f, pen->theme->muted, ALIGN_END};
    heads_layer_buttons(scene, (Box){row.x + row.w + gap, row.y, layers, line});
    float said = pen_width(pen, word, str_from(_("LAYER"))) + 1;
    pen_text_in(pen, word, (Box){row.x + row.w - said, row.y, said, line}, str_from(_("LAYER")));
    row.w -= said + gap;
  }
  float width = pen_text_in(pen, title, row, str_from(stage_part_title(part))) + gap;
  pen_text_in(pen, muted, (Box){row.x + width, row.y, row.w - width, line}, str_from(which));
  draw_group_end(pen->list);
}

/* "all heads of layer 1", "heads 1, 2, 4 of layer 1"; of several layers the panels say it. */
static const char *which_words(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int layer = scene->view->layer, count = heads_panel_count(scene);
  if (heads_panels_span_layers(scene)) return "";
  if (scene->interactive || scene->view->export_look.figure.heads.count == 0)
    return str_format(arena, _("all heads of layer %d"), layer + 1);
  StrBuf heads = strbuf_make(arena);
  for (int i = 0; i < count; i++)
    strbuf_format(&heads, "%s%d", i ? ", " : "", heads_panel_at(scene, i).head + 1);
  return str_format(arena, P_("head %s of layer %d", "heads %s of layer %d", count),
                    heads.failed ? "" : heads.at, layer + 1);
}

/* Labels, panels, their names and the key, centred in the box. */
static void draw_panels(const Scene *scene, HeadPanels *panels, Box inner) {
  float gap = head_panels_gap(scene);
  float key = panel_key_height(scene, &panels->labels, inner.w);
  float used =
      panels->labels.width + panels->step_x * (float)panels->cols - gap + panels->labels.overhang;
  float used_h = panels->labels.height + panels->step_y * (float)panels->rows - gap + key;
  panels->aside = fmaxf(0, (inner.w - used) / 2);
  if (scene->heads_afar_scale > 0) panels->aside += panel_labels_spare(&panels->labels) / 2;
  panels->area.x += panels->aside;
  panels->area.y += fmaxf(0, (inner.h - used_h) / 2);
  panels->has_roles = head_names_have_roles(scene, panels->count, panels->side_w);
  panels->digit_size_pt = digit_size(scene, panels);
  Scene names = head_panels_names(scene);
  panel_labels_choose(&names, panels->part, &panels->labels, head_panel_cells(panels, 0));
  for (int i = 0; i < panels->count; i++) draw_panel(scene, panels, i);
  panel_key_draw(
      scene, &panels->labels,
      (Box){inner.x, panels->area.y + used_h - key + 4 * scene->pen.text_scale, inner.w, key + 1});
}

/* The foot of the room behind the last panel, level with the foot of its cells. */
static Box hole_foot(const HeadPanels *panels, float scale) {
  Box first = head_panel_cells(panels, panels->count),
      last = head_panel_cells(panels, panels->cols - 1);
  float height = 28 * scale;
  return (Box){first.x, first.y + first.h - height, last.x + last.w - first.x, height};
}

/* Right below the panels, and where their cells begin and end if the foot has room there. */
static Box below_panels(const Scene *scene, const HeadPanels *panels, Box foot) {
  const float least = 360;
  Box first = head_panel_cells(panels, 0), last = head_panel_cells(panels, panels->cols - 1);
  float width = last.x + last.w - first.x, scale = scene->pen.text_scale;
  float below = panels->area.y + panels->labels.height + panels->step_y * (float)panels->rows -
                head_panels_gap(scene) + panel_key_height(scene, &panels->labels, foot.w) +
                (scene->heads_afar_scale > 0 ? 8 : 16) * scale;
  foot.y = fminf(foot.y, below);
  if (width < least * scale) return foot;
  return (Box){first.x, foot.y, width, foot.h};
}

void heads_draw_figure(const Scene *given, Box box) {
  if (trace_token_count(given->trace) == 0) return;
  Scene fitted = head_panels_fitted(given, box);
  const Scene *scene = &fitted;
  float scale = scene->pen.text_scale;
  const char *which = which_words(scene);
  Box outer = box_inset(box, head_panels_pad(scene)), inner = head_panels_room(scene, box);
  draw_heading(scene, outer, which);
  HeadPanels panels = head_panels_arrange(scene, box);
  draw_panels(scene, &panels, inner);
  Thumbnail first = panel_thumbnail(scene, &panels, 0);
  float gap = 8 * scale, height = heads_foot_height(scene) - gap;
  Box foot = {inner.x, inner.y + inner.h + gap, inner.w, height};
  if (scene->interactive) foot = below_panels(scene, &panels, foot);
  if (head_panels_have_hole(scene)) foot = hole_foot(&panels, scale);
  heads_foot_draw(scene, foot,
                  &(HeadsFoot){.which = head_panels_have_heading(scene, outer) ? NULL : which,
                               .is_stacked = head_panels_have_hole(scene),
                               .has_axes = has_axis_corner(scene, &panels),
                               .spot = cells_in_spot(scene, panels.side_w),
                               .range = heads_range(scene, panels.part, &first)});
}
