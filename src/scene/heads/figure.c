/* scene/heads/figure.c -- all heads of the layer, large.
**
**   heading   Weights  all heads of layer 1
**             names above the first row, slanted
**   names     cells      cells
**             Head 1     Head 2         from afar with the chosen cell: it → animal .80
**   foot      query ↓  key →  one scale      bar
*/
#include "scene/heads/figure_words.h"
#include "scene/heads/panel_labels.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"
#include "scene/number.h"
#include "scene/stages/stage.h"

static const float PANEL_TITLE = 26, PANEL_GAP = 20, LARGER_TEXT_GAP = 16; /* design points */
static const float FIGURE_PAD = 20, LARGER_TEXT_PAD = 10, PRINT_PAD = 8, KEY_PANEL_LEAST = 40,
                   FIGURE_FOOT = 36, HEADING = 38, HEADING_OF_PRINT = 24;
static const float HEADING_FROM_HEIGHT = 400, HEADING_FROM_HEIGHT_IN_FILES = 180;

/* -- all heads of the layer, large -- */

typedef struct Panels {
  Box area; /* of all panels with their titles */
  int cols, rows, count;
  float side_w, side_h, step_x, step_y;
  float shape; /* height by width of the cells of a panel */
  float title;
  float chosen_line;   /* the part of it for the words of the chosen cell, 0: beside the name */
  float aside;         /* room left of the names */
  float digit_size_pt; /* in all panels; 0: no digits */
  bool has_roles;      /* after the number of a head */
  PanelLabels labels;
} Panels;

/* With larger text margins keep the size they have at text scale 1, so that the panels keep theirs;
** the heading, the names of heads and the foot grow. */
static float plain_scale(const Scene *scene) {
  float scale = scene->pen.text_scale;
  return scene->plain_text_scale > 0 ? fminf(scene->plain_text_scale, scale) : scale;
}

/* The names of rows and columns grow as far as the panels leave them room. */
static Scene names_scene(const Scene *scene) {
  Scene names = *scene;
  names.pen.text_scale = scene->names_text_scale > 0 ? scene->names_text_scale : plain_scale(scene);
  return names;
}

/* Figures of a given size of words stand among the text of a page, which has margins itself. Larger
** names take their room from the margins before they take it from the panels. */
static float pad_of(const Scene *scene) {
  float larger = scene->plain_text_scale > 0 ? LARGER_TEXT_PAD : FIGURE_PAD;
  return (scene->pen.words_pt > 0 ? PRINT_PAD : larger) * plain_scale(scene);
}

/* From afar its room is for the digits; the foot has the words. */
static bool may_have_title(const Scene *scene) {
  if (stage_is_for_afar(scene)) return false;
  return scene->interactive || !scene->view->export_look.figure.no_title;
}

static float heading_of(const Scene *scene) {
  return (pen_is_of_print(&scene->pen) ? HEADING_OF_PRINT : HEADING) * scene->pen.text_scale;
}

static float heading_height(const Scene *scene) {
  return may_have_title(scene) ? heading_of(scene) : 0;
}

/* On a screen cells of pairs take the room there is, for the digits in them: much wider than high,
** or a little higher than wide. */
static const float WIDER_THAN_HIGH = 2.6f, HIGHER_THAN_WIDE = 1.25f;
/* Of a cell whose width and height allow digits of one size: of shares, and of other numbers, which
** have more of them and from afar none. */
static const float SHARE_WIDER_THAN_HIGH = 1.5f, DIGITS_WIDER_THAN_HIGH = 2.5f;

static bool may_widen(const Scene *scene, TracePart part) {
  return scene->interactive && trace_part_info(part)->by_pair;
}

/* Without room for digits cells are square, so that a diagonal is one. */
static bool widens(const Scene *scene, TracePart part, float side_h) {
  const float least = 11; /* of a row with digits */
  float row = side_h / (float)trace_token_count(scene->trace);
  return may_widen(scene, part) && row >= least * plain_scale(scene);
}

/* From that height by width to that one. */
static float shape_that_fills(const Scene *scene, TracePart part, float side_w, float side_h) {
  const float least = 16; /* of a column with digits */
  float column = side_w / (float)trace_key_count(scene->trace);
  float most = column >= least * plain_scale(scene) ? HIGHER_THAN_WIDE : 1;
  if (!widens(scene, part, side_h)) return 1;
  return float_clamp(side_h / fmaxf(side_w, 1), 1 / WIDER_THAN_HIGH, most);
}

/* A head of several layers may have another shape; the first decides. */
static float panel_shape(const Scene *scene, TracePart part) {
  ExportHead at = heads_panel_at(scene, 0);
  MatView first = trace_matrix(scene->trace, part, at.layer, at.head);
  bool squared = first.cols == 0 || trace_part_info(part)->by_pair;
  return squared ? 1 : float_clamp((float)first.rows / (float)first.cols, 0.5f, 1.5f);
}

static float panel_gap(const Scene *scene) {
  return (scene->plain_text_scale > 0 ? LARGER_TEXT_GAP : PANEL_GAP) * plain_scale(scene);
}

/* The width of a panel after labels, gaps and slanted names. */
static float panel_width(const Panels *panels, float gap) {
  float room = panels->area.w - panels->labels.width - gap * (float)(panels->cols - 1);
  return fmaxf((room - panels->labels.overhang) / (float)panels->cols, 1);
}

/* Panels in that many columns, at most `most` wide. Labels and panels depend on each other: wide
** panels have slanted names, which need room at the right. The second plan is that of the size that
** the first one leaves. */
static Panels panels_in_columns(const Scene *scene, Box area, TracePart part, int cols, float shape,
                                float most) {
  assert(cols > 0);
  float scale = scene->pen.text_scale, gap = panel_gap(scene);
  bool by_pair = trace_part_info(part)->by_pair;
  Panels panels = {.area = area, .count = heads_panel_count(scene), .cols = cols, .shape = shape};
  panels.rows = (panels.count + cols - 1) / cols;
  panels.title = (PANEL_TITLE + (heads_have_own_bars(scene, part) ? HEADS_BAR_LINE : 0)) * scale;
  panels.side_w = fminf(area.w / (float)cols, most);
  panels.chosen_line = head_chosen_line(scene, part, panels.side_w);
  panels.title += panels.chosen_line;
  Scene names = names_scene(scene);
  for (int i = 0; i < 3; i++) {
    panels.labels = panel_labels_plan(&names, by_pair, panels.side_w, panels.side_w * shape);
    panels.side_w = fminf(panel_width(&panels, gap), most);
  }
  return panels;
}

static int fixed_columns(const Scene *scene) {
  return scene->interactive ? 0 : scene->view->export_look.figure.columns;
}

/* Columns that were asked for may leave room behind the last panel, which the foot takes then. */
static bool has_hole(const Scene *scene) {
  int cols = fixed_columns(scene), count = heads_panel_count(scene);
  return cols > 0 && count > cols && count % cols != 0;
}

static float foot_height(const Scene *scene) {
  return has_hole(scene) ? 0 : FIGURE_FOOT * scene->pen.text_scale;
}

/* The height that labels, names and the key leave for the cells of a panel. */
static float panel_height(const Scene *scene, const Panels *panels, Box box) {
  float gap = panel_gap(scene), rows = (float)panels->rows;
  float key = panel_key_height(scene, &panels->labels, box.w);
  return (box.h - panels->labels.height - key - (panels->title + gap) * rows + gap) / rows;
}

/* Panels that a given height makes smaller have other labels. A key that leaves no room for cells
** is left out. */
static Panels panels_in_box(const Scene *scene, Box box, TracePart part, int cols) {
  float gap = panel_gap(scene), shape = panel_shape(scene, part);
  Panels panels = panels_in_columns(scene, box, part, cols, shape, 1e9f);
  float height = panel_height(scene, &panels, box);
  if (may_widen(scene, part)) shape = shape_that_fills(scene, part, panels.side_w, height);
  if (height < panels.side_w * shape || shape < panels.shape)
    panels = panels_in_columns(scene, box, part, cols, shape, fmaxf(height / shape, 1));
  if (panel_height(scene, &panels, box) < KEY_PANEL_LEAST * scene->pen.text_scale)
    panels.labels.is_numbered = false;
  height = panel_height(scene, &panels, box);
  panels.side_w = fmaxf(floorf(fminf(panels.side_w, height / shape)), 1);
  panels.side_h = floorf(panels.side_w * shape);
  panels.step_x = panels.side_w + gap;
  panels.step_y = panels.side_h + gap + panels.title;
  return panels;
}

/* The room for a digit in the cells of a panel. */
static float worth_of(const Scene *scene, const Panels *panels, TracePart part) {
  if (!may_widen(scene, part)) return panels->side_w;
  bool is_long = !scene_is_share(part) && !stage_is_for_afar(scene);
  float wider = is_long ? DIGITS_WIDER_THAN_HIGH : SHARE_WIDER_THAN_HIGH;
  return fminf(panels->side_w / wider, panels->side_h);
}

/* The shorter side. With larger text, of panels that are no wider than high at text scale 1: the one
** that is nearer to its length there, so that neither becomes shorter. */
static float side_of(const Scene *scene, const Panels *panels) {
  Point plain = scene->head_size;
  float shorter = fminf(panels->side_w, panels->side_h);
  if (plain.x <= 0 || plain.x > plain.y) return shorter;
  return fminf(panels->side_w / plain.x, panels->side_h / plain.y) * fminf(plain.x, plain.y);
}

/* Tries every number of columns: there are few heads. Larger text and larger names change none. */
static Panels arrange_panels(const Scene *scene, Box box, TracePart part) {
  Panels best = {.side_w = 0};
  Scene plain = *scene;
  plain.names_text_scale = 0;
  float more = may_widen(scene, part) ? 0.97f : 1; /* cells of more columns are nearer to squares */
  int count = heads_panel_count(scene), fixed = int_min(fixed_columns(scene), count);
  if (scene->head_columns > 0) fixed = scene->head_columns;
  for (int cols = fixed ? fixed : 1; cols <= (fixed ? fixed : count); cols++) {
    Panels now = panels_in_box(&plain, box, part, cols);
    if (best.cols == 0 || worth_of(scene, &now, part) > more * worth_of(scene, &best, part) + 1)
      best = now;
  }
  return scene->names_text_scale > 0 ? panels_in_box(scene, box, part, best.cols) : best;
}

float heads_figure_height(const Scene *scene, float width, int cols) {
  float gap = panel_gap(scene), pad = pad_of(scene);
  TracePart part = heads_part_on_show(scene);
  Box area = {0, 0, width - 2 * pad, 0};
  if (trace_token_count(scene->trace) == 0 || cols < 1) return width;
  Panels panels = panels_in_columns(scene, area, part, cols, panel_shape(scene, part), 1e9f);
  float side = ceilf(panels.side_w * panels.shape) + 1;
  return panels.labels.height + (side + panels.title + gap) * (float)panels.rows - gap +
         panel_key_height(scene, &panels.labels, area.w) + 2 * pad + foot_height(scene) +
         heading_height(scene);
}

/* Cells of less than a point would mix visually, so means of them are drawn,
** which the foot says. */
static bool is_whole(const Scene *scene, float side_w) {
  return side_w >= (float)trace_token_count(scene->trace);
}

static Box panel_cells(const Panels *panels, int index) {
  int col = index % panels->cols, row = index / panels->cols;
  return (Box){panels->area.x + panels->labels.width + panels->step_x * (float)col,
               panels->area.y + panels->labels.height + panels->step_y * (float)row, panels->side_w,
               panels->side_h};
}

static Thumbnail panel_thumbnail(const Scene *scene, const Panels *panels, int index) {
  ExportHead at = heads_panel_at(scene, index);
  bool is_shared = scene->view->range == RANGE_SHARED;
  return (Thumbnail){.box = panel_cells(panels, index),
                     .layer = at.layer,
                     .head = at.head,
                     .whole = is_whole(scene, panels->side_w),
                     .shared = is_shared,
                     .all_layers = is_shared && heads_panels_span_layers(scene),
                     .click = heads_command(scene, "head", at.head, "; view stage")};
}

/* The smallest size of all heads: different sizes side by side would look like a ranking. */
static float digit_size(const Scene *scene, const Panels *panels, TracePart part) {
  float least = 1e9f;
  for (int i = 0; i < panels->count; i++) {
    Thumbnail thumbnail = panel_thumbnail(scene, panels, i);
    DrawHeatmap heatmap = heads_heatmap(scene, &thumbnail);
    HeadCells cells = {part, thumbnail.layer, thumbnail.head, 0};
    least = fminf(least, heads_digit_size(scene, &heatmap, &cells));
  }
  return least;
}

/* Whether both titles of the axes have room in the corner of the names; else the foot has them. */
static bool has_axis_corner(const Scene *scene, const Panels *panels, TracePart part) {
  if (!trace_part_info(part)->by_pair) return false;
  if (scene_axis_is_plain(scene)) return true;
  if (!scene->interactive) return false;
  Scene names = names_scene(scene);
  TextStyle style = {FACE_SEMIBOLD, HEADS_LABEL_SIZE, COLOR_NONE, ALIGN_END};
  float query = pen_width(&names.pen, style, str_from(_("query ↓")));
  float key = pen_width(&names.pen, style, str_from(_("key →")));
  float lines = 3 * pen_points(&names.pen, HEADS_LABEL_SIZE);
  float room = panels->labels.width + panels->aside - 8 * names.pen.text_scale;
  return fmaxf(query, key) <= room && lines <= panels->labels.height;
}

/* "Query" above the tokens of the rows and "Key" before those of the columns. */
static void axis_titles(const Scene *scene, const Panels *panels, Box cells) {
  bool is_plain = scene_axis_is_plain(scene);
  Scene names = names_scene(scene);
  const Pen *pen = is_plain ? &scene->pen : &names.pen;
  float size = pen_points(pen, HEADS_LABEL_SIZE), gap = 8 * pen->text_scale;
  TextStyle style = {FACE_SEMIBOLD, HEADS_LABEL_SIZE, pen->theme->query, ALIGN_END};
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

static void draw_panel_labels(const Scene *scene, const Panels *panels, TracePart part, int index) {
  Box cells = panel_cells(panels, index);
  DrawList *list = scene->pen.list;
  bool is_first_row = index < panels->cols, is_first_col = index % panels->cols == 0;
  bool names_keys = is_first_row && trace_part_info(part)->by_pair;
  if (!is_first_col && !names_keys) return;
  Scene names = names_scene(scene);
  draw_group_begin(list, "labels", NULL);
  if (is_first_col) panel_labels_draw_rows(&names, &panels->labels, cells);
  if (names_keys) panel_labels_draw_cols(&names, &panels->labels, cells);
  draw_group_end(list);
  if (index == 0 && has_axis_corner(scene, panels, part)) axis_titles(scene, panels, cells);
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

static void draw_panel(const Scene *scene, const Panels *panels, TracePart part, int index) {
  assert(index >= 0 && index < panels->count);
  Thumbnail thumbnail = panel_thumbnail(scene, panels, index);
  DrawList *list = scene->pen.list;
  DrawHeatmap heatmap = heads_heatmap(scene, &thumbnail);
  begin_panel(scene, (ExportHead){thumbnail.layer, thumbnail.head});
  draw_group_begin(list, "matrix", NULL);
  heads_thumbnail(scene, &thumbnail);
  heads_cells_draw(scene, &heatmap,
                   &(HeadCells){part, thumbnail.layer, thumbnail.head, panels->digit_size_pt});
  draw_group_end(list);
  bool marks = scene->interactive || scene->selection;
  if (marks && heads_is_on_show(scene, thumbnail.layer, thumbnail.head))
    heads_frame(scene, thumbnail.box, true, 4);
  draw_panel_labels(scene, panels, part, index);
  head_name_draw(scene, thumbnail.box,
                 &(HeadName){part, index, panels->has_roles, panels->chosen_line});
  draw_group_end(list);
}

/* How many rows and columns of cells one spot shows. */
static int cells_in_spot(const Scene *scene, float side_w) {
  int tokens = trace_token_count(scene->trace);
  return is_whole(scene, side_w) ? 1 : (tokens + TRACE_SMALL - 1) / TRACE_SMALL;
}

/* With enough height, a heading names the matrix and heads and, on the screen,
** links to other layers. */
static bool has_heading(const Scene *scene, Box box) {
  if (!may_have_title(scene)) return false;
  float from = scene->interactive ? HEADING_FROM_HEIGHT : HEADING_FROM_HEIGHT_IN_FILES;
  return box.h >= from * scene->pen.text_scale;
}

static Box below_heading(const Scene *scene, Box box) {
  float height = has_heading(scene, box) ? heading_of(scene) : 0;
  return (Box){box.x, box.y + height, box.w, box.h - height};
}

static void draw_heading(const Scene *scene, Box box, const char *which) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale, line = fminf(26 * scale, heading_of(scene)), gap = 12 * scale;
  if (!has_heading(scene, box)) return;
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
static void draw_panels(const Scene *scene, Panels *panels, TracePart part, Box inner) {
  float gap = panel_gap(scene);
  float key = panel_key_height(scene, &panels->labels, inner.w);
  float used =
      panels->labels.width + panels->step_x * (float)panels->cols - gap + panels->labels.overhang;
  float used_h = panels->labels.height + panels->step_y * (float)panels->rows - gap + key;
  panels->aside = fmaxf(0, (inner.w - used) / 2);
  panels->area.x += panels->aside;
  panels->area.y += fmaxf(0, (inner.h - used_h) / 2);
  panels->has_roles = head_names_have_roles(scene, panels->count, panels->side_w);
  panels->digit_size_pt = digit_size(scene, panels, part);
  Scene names = names_scene(scene);
  panel_labels_choose(&names, part, &panels->labels, panel_cells(panels, 0));
  for (int i = 0; i < panels->count; i++) draw_panel(scene, panels, part, i);
  panel_key_draw(
      scene, &panels->labels,
      (Box){inner.x, panels->area.y + used_h - key + 4 * scene->pen.text_scale, inner.w, key + 1});
}

/* Where labels, panels and their names are: below the heading, above the foot. */
static Box panels_room(const Scene *scene, Box box) {
  Box inner = below_heading(scene, box_inset(box, pad_of(scene)));
  inner.h -= foot_height(scene);
  return inner;
}

/* If the text is larger. */
static Scene with_plain_panels(const Scene *scene) {
  View view;
  Box box;
  Scene plain, known = *scene;
  if (!stage_with_plain_text(scene, &view, &box, &plain)) return known;
  box.h = fmaxf(box.h - layout_status_bar_height(plain.pen.text_scale), 1);
  Panels panels = arrange_panels(&plain, panels_room(&plain, box), heads_part_on_show(scene));
  known.head_columns = panels.cols;
  known.head_size = (Point){panels.side_w, panels.side_h};
  return known;
}

/* With names that grow, but not beyond the cells of the panels that plain ones leave. */
static Scene with_names(const Scene *scene, Box box, float times) {
  Scene larger = *scene, names = names_scene(scene);
  Panels plain = arrange_panels(scene, panels_room(scene, box), heads_part_on_show(scene));
  float most = panel_labels_growth(&names, &plain.labels, plain.side_w, plain.side_h);
  larger.names_text_scale = names.pen.text_scale * fminf(times, fmaxf(most, 1));
  return larger;
}

/* The size that is left beside names as large as larger text has them at least. */
static float panel_side(const Scene *scene, Box box) {
  const float times = 1.42f;
  Box room = panels_room(scene, box);
  Scene larger = scene->plain_text_scale > 0 ? with_names(scene, box, times) : *scene;
  Panels panels = arrange_panels(&larger, room, heads_part_on_show(scene));
  return side_of(scene, &panels);
}

/* From afar names are as high as rows, but take the panels little of their size, and none that they
** have at text scale 1. */
static float names_scale(const Scene *scene, Box box) {
  const int halvings = 5;
  const float kept = 0.94f, most_times = 2.4f;
  float low = plain_scale(scene);
  if (!stage_is_for_afar(scene)) return low;
  TracePart part = heads_part_on_show(scene);
  Box room = panels_room(scene, box);
  Panels panels = arrange_panels(scene, room, part);
  float plain = side_of(scene, &panels),
        least = fmaxf(plain * kept, fminf(scene->cells_least.x, plain));
  Scene larger = with_names(scene, box, most_times);
  float high = larger.names_text_scale;
  for (int i = 0; i <= halvings; i++) {
    larger.names_text_scale = i == 0 ? high : (low + high) / 2;
    panels = arrange_panels(&larger, room, part);
    Scene names = names_scene(&larger);
    bool fits = side_of(scene, &panels) >= least &&
                panel_labels_growth(&names, &panels.labels, panels.side_w, panels.side_h) >= 1;
    if (fits) low = larger.names_text_scale;
    else high = larger.names_text_scale;
    if (fits && i == 0) break;
  }
  return low;
}

/* The foot of the room behind the last panel, level with the foot of its cells. */
static Box hole_foot(const Panels *panels, float scale) {
  Box first = panel_cells(panels, panels->count), last = panel_cells(panels, panels->cols - 1);
  float height = 28 * scale;
  return (Box){first.x, first.y + first.h - height, last.x + last.w - first.x, height};
}

/* Right below the panels, and where their cells begin and end if the foot has room there. */
static Box below_panels(const Scene *scene, const Panels *panels, Box foot) {
  const float least = 360;
  Box first = panel_cells(panels, 0), last = panel_cells(panels, panels->cols - 1);
  float width = last.x + last.w - first.x, scale = scene->pen.text_scale;
  float below = panels->area.y + panels->labels.height + panels->step_y * (float)panels->rows -
                panel_gap(scene) + panel_key_height(scene, &panels->labels, foot.w) + 16 * scale;
  foot.y = fminf(foot.y, below);
  if (width < least * scale) return foot;
  return (Box){first.x, foot.y, width, foot.h};
}

void heads_draw_figure(const Scene *given, Box box) {
  if (trace_token_count(given->trace) == 0) return;
  Scene known = with_plain_panels(given);
  Scene fitted = stage_fitted_to_side(&known, box, panel_side);
  fitted.names_text_scale = names_scale(&fitted, box);
  const Scene *scene = &fitted;
  float scale = scene->pen.text_scale;
  TracePart part = heads_part_on_show(scene);
  const char *which = which_words(scene);
  Box outer = box_inset(box, pad_of(scene)), inner = panels_room(scene, box);
  draw_heading(scene, outer, which);
  Panels panels = arrange_panels(scene, inner, part);
  draw_panels(scene, &panels, part, inner);
  Thumbnail first = panel_thumbnail(scene, &panels, 0);
  Box foot = {inner.x, inner.y + inner.h + 8 * scale, inner.w, 28 * scale};
  if (scene->interactive) foot = below_panels(scene, &panels, foot);
  if (has_hole(scene)) foot = hole_foot(&panels, scale);
  heads_foot_draw(scene, foot,
                  &(HeadsFoot){.which = has_heading(scene, outer) ? NULL : which,
                               .is_stacked = has_hole(scene),
                               .has_axes = has_axis_corner(scene, &panels, part),
                               .spot = cells_in_spot(scene, panels.side_w),
                               .range = heads_range(scene, part, &first)});
}
