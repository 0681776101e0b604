/* scene/heads/figure.c -- all heads of the layer, large.
**
**   heading   Weights  all heads of layer 1
**             names above the first row, slanted
**   names     cells      cells
**             Head 1     Head 2         from afar with the chosen cell: it → animal .80
**   foot      query ↓  key →  one scale      bar
*/
#include "scene/heads/panel_labels.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"
#include "scene/number.h"
#include "scene/stages/stage.h"

static const float BAR_LINE = 16, PANEL_TITLE = 26, PANEL_GAP = 20; /* design points */
static const float FIGURE_PAD = 20, PRINT_PAD = 8, KEY_PANEL_LEAST = 40, FIGURE_FOOT = 36,
                   HEADING = 38;
static const float HEADING_FROM_HEIGHT = 400, HEADING_FROM_HEIGHT_IN_FILES = 180;

/* -- all heads of the layer, large -- */

typedef struct Panels {
  Box area; /* of all panels with their titles */
  int cols, rows, count;
  float side_w, side_h, step_x, step_y;
  float shape; /* height by width of the cells of a panel */
  float title;
  float digit_size_pt; /* in all panels; 0: no digits */
  bool has_roles;      /* after the number of a head */
  PanelLabels labels;
} Panels;

/* Heads on scales of their own need a colour bar each. */
static bool has_own_bars(const Scene *scene, TracePart part) {
  return scene->view->range < RANGE_SHARED && part != TRACE_WEIGHTS;
}

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

/* Figures of a given size of words stand among the text of a page, which has margins itself. */
static float pad_of(const Scene *scene) {
  return (scene->pen.words_pt > 0 ? PRINT_PAD : FIGURE_PAD) * plain_scale(scene);
}

/* From afar its room is for the digits; the foot has the words. */
static bool may_have_title(const Scene *scene) {
  if (stage_is_for_afar(scene)) return false;
  return scene->interactive || !scene->view->export_look.figure.no_title;
}

static float heading_height(const Scene *scene) {
  return may_have_title(scene) ? HEADING * scene->pen.text_scale : 0;
}

/* On a screen cells of pairs are wider than high, where there is room, for the digits in them. */
static const float WIDER_THAN_HIGH = 2.6f;

static bool may_widen(const Scene *scene, TracePart part) {
  return scene->interactive && trace_part_info(part)->by_pair;
}

/* A head of several layers may have another shape; the first decides. */
static float panel_shape(const Scene *scene, TracePart part) {
  ExportHead at = heads_panel_at(scene, 0);
  MatView first = trace_matrix(scene->trace, part, at.layer, at.head);
  bool squared = first.cols == 0 || trace_part_info(part)->by_pair;
  return squared ? 1 : float_clamp((float)first.rows / (float)first.cols, 0.5f, 1.5f);
}

static float panel_gap(const Scene *scene) { return PANEL_GAP * plain_scale(scene); }

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
  panels.title = (PANEL_TITLE + (has_own_bars(scene, part) ? BAR_LINE : 0)) * scale;
  panels.side_w = fminf(area.w / (float)cols, most);
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
  if (may_widen(scene, part))
    shape = float_clamp(height / fmaxf(panels.side_w, 1), 1 / WIDER_THAN_HIGH, shape);
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
  return fminf(panels->side_w / STAGE_WIDER_THAN_HIGH, panels->side_h);
}

static float side_of(const Panels *panels) { return fminf(panels->side_w, panels->side_h); }

/* Tries every number of columns: there are few heads. Larger text and larger names change none. */
static Panels arrange_panels(const Scene *scene, Box box, TracePart part) {
  Panels best = {.side_w = 0};
  Scene plain = *scene;
  plain.names_text_scale = 0;
  float more = may_widen(scene, part) ? 1.05f : 1; /* wide cells have larger text below them */
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

/* -- names of the panels ----------------------------------------------------------------------- */

static const float LETTER_GAP = 4;

static TextStyle panel_name(const Scene *scene) {
  return (TextStyle){FACE_SEMIBOLD, scene_is_presented(scene) ? 15 : 12, COLOR_NONE, ALIGN_START};
}

/* "(a)", or nothing; after (z) comes (aa). */
static const char *letter_words(const Scene *scene, int index) {
  enum { LETTERS = 26 };
  if (scene->interactive || !scene->view->export_look.figure.letters) return "";
  Arena *arena = scene->pen.list->arena;
  int first = index / LETTERS, last = 'a' + index % LETTERS;
  if (first == 0) return str_format(arena, "(%c)", last);
  return str_format(arena, "(%c%c)", 'a' + first - 1, last);
}

static const char *panel_number(const Scene *scene, int index, bool is_short) {
  Arena *arena = scene->pen.list->arena;
  ExportHead at = heads_panel_at(scene, index);
  bool spans = heads_panels_span_layers(scene);
  if (spans && is_short) return str_format(arena, "L%d H%d", at.layer + 1, at.head + 1);
  if (is_short) return str_format(arena, "H%d", at.head + 1);
  if (spans) return layer_head_title(arena, scene->trace, at.layer, at.head);
  return str_format(arena, _("Head %d"), at.head + 1);
}

/* The letter is a text of its own before the name; its width with the gap behind it, or 0. */
static float letter_width(const Scene *scene, int index) {
  Str letter = str_from(letter_words(scene, index));
  if (letter.bytes == 0) return 0;
  return pen_width(&scene->pen, panel_name(scene), letter) + LETTER_GAP * scene->pen.text_scale;
}

/* Whether all heads' numbers fit, since a cut number names no head. */
static bool names_fit(const Scene *scene, float room) {
  int last = heads_panel_count(scene) - 1;
  Str words = str_from(panel_number(scene, last, false));
  return letter_width(scene, last) + pen_width(&scene->pen, panel_name(scene), words) <= room;
}

/* "Head 1 · looks back one word"; if the last head's number does not fit, all are "H1", "H2". */
static Str panel_words(const Scene *scene, int index, bool has_role, float room) {
  Arena *arena = scene->pen.list->arena;
  ExportHead at = heads_panel_at(scene, index);
  Str role = role_words(scene, at.layer, at.head);
  if (!names_fit(scene, room)) return str_from(panel_number(scene, index, true));
  Str number = str_from(panel_number(scene, index, false));
  if (!has_role || role.bytes == 0) return number;
  return str_from(
      str_format(arena, "%.*s · %.*s", (int)number.bytes, number.at, (int)role.bytes, role.at));
}

/* A file cannot be hovered, so roles that are cut in one panel are left out in all. */
static bool roles_fit(const Scene *scene, const Panels *panels) {
  if (scene->interactive) return true;
  for (int i = 0; i < panels->count; i++)
    if (letter_width(scene, i) +
            pen_width(&scene->pen, panel_name(scene), panel_words(scene, i, true, panels->side_w)) >
        panels->side_w)
      return false;
  return true;
}

/* "it → animal .80": the chosen cell of a head. */
typedef struct ChosenCell {
  Str query, key;
  Number number;
} ChosenCell;

static const float CHOSEN_SIZE = 20, CHOSEN_GAP = 12;

/* Only where heads are read from afar; false: no cell is chosen, or it is hidden. */
static bool find_chosen(const Scene *scene, TracePart part, ExportHead at, ChosenCell *chosen) {
  int query, key;
  view_focus(scene->view, &query, &key);
  MatView values = trace_matrix(scene->trace, part, at.layer, at.head);
  bool has_pairs = trace_part_info(part)->by_pair && stage_info(scene->view->stage)->by_pair;
  if (!stage_is_for_afar(scene) || !has_pairs || query < 0 || key < 0) return false;
  if (query >= values.rows || key >= values.cols) return false;
  float value = mat_get(values, query, key);
  if (!isfinite(value)) return false;
  *chosen = (ChosenCell){scene_label(scene, query), scene_key_label(scene, key),
                         number_cell(value, part == TRACE_WEIGHTS)};
  if (!chosen->number.at[0]) chosen->number = (Number){".00"};
  return true;
}

/* At the right end of the line, the words only if the name of the head leaves them room; returns
** the width. */
static float draw_chosen(const Scene *scene, Box line, float name, const ChosenCell *chosen) {
  const Pen *pen = &scene->pen;
  TextStyle number = {FACE_MONO_BOLD, CHOSEN_SIZE, pen->theme->ink, ALIGN_END};
  TextStyle words = {FACE_BOLD, CHOSEN_SIZE, pen->theme->key, ALIGN_END};
  const struct {
    Str words;
    Color color;
  } pieces[] = {{chosen->key, pen->theme->key},
                {STR(" → "), pen->theme->muted},
                {chosen->query, pen->theme->query}};
  enum { PIECES = sizeof pieces / sizeof *pieces };
  float gap = CHOSEN_GAP * pen->text_scale, width = 0, end = line.x + line.w;
  for (int i = 0; i < PIECES; i++) width += pen_width(pen, words, pieces[i].words);
  float used = pen_width(pen, number, number_str(&chosen->number));
  if (used + gap > line.w) return 0;
  pen_text_in(pen, number, line, number_str(&chosen->number));
  if (name + used + width + 2 * gap > line.w) return used + gap;
  used += gap;
  for (int i = 0; i < PIECES; i++) {
    words.color = pieces[i].color;
    float own = pen_width(pen, words, pieces[i].words);
    Box box = {end - used - own - 1, line.y, own + 1, line.h};
    pen_text_in(pen, words, box, pieces[i].words);
    used += own;
  }
  return used + gap;
}

static void panel_title(const Scene *scene, Box cells, TracePart part, int index, bool has_role) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale;
  ExportHead at = heads_panel_at(scene, index);
  TextStyle style = panel_name(scene);
  style.color = pen->theme->ink;
  Box title = {cells.x, cells.y + cells.h + 2 * scale, cells.w, 24 * scale};
  draw_group_begin(pen->list, "title", NULL);
  float letter = letter_width(scene, index);
  if (letter > 0) pen_text_in(pen, style, title, str_from(letter_words(scene, index)));
  Box name = {title.x + letter, title.y, title.w - letter, title.h};
  Str words = panel_words(scene, index, has_role, title.w);
  ChosenCell chosen;
  if (find_chosen(scene, part, at, &chosen))
    name.w -= draw_chosen(scene, name, pen_width(pen, style, words), &chosen);
  pen_text_in(pen, style, name, words);
  draw_group_end(pen->list);
  Box bar = {cells.x, title.y + title.h - 2 * scale, fminf(cells.w, 180 * scale), BAR_LINE * scale};
  if (has_own_bars(scene, part))
    pen_inline_bar(pen, &(ColorBar){.box = bar,
                                    .palette = scene_palette(scene, part),
                                    .range = scene_range(scene, part, at.layer, at.head),
                                    .from_zero = scene_bar_is_from_zero(scene, part)});
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

/* "Query" above the tokens of the rows and "Key" before those of the columns. */
static void axis_titles(const Scene *scene, const Panels *panels, Box cells) {
  const Pen *pen = &scene->pen;
  float size = pen_points(pen, HEADS_LABEL_SIZE), gap = 8 * pen->text_scale;
  TextStyle style = {FACE_SEMIBOLD, HEADS_LABEL_SIZE, pen->theme->query, ALIGN_END};
  /* a row's name may be higher than the row */
  float pitch = cells.h / (float)trace_token_count(scene->trace);
  Point at = {cells.x - gap, cells.y - size * 0.5f - fmaxf(size * 1.2f - pitch, 0) / 2};
  draw_group_begin(pen->list, "axes", NULL);
  pen_text(pen, style, at, pen_fit(pen, style, panels->labels.width, str_from(_("Query"))));
  style.color = pen->theme->key;
  at.y -= size * 1.2f;
  pen_text(pen, style, at, pen_fit(pen, style, panels->labels.width, str_from(_("Key"))));
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
  if (index == 0 && names_keys && scene_axis_is_plain(scene)) axis_titles(scene, panels, cells);
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
  panel_title(scene, thumbnail.box, part, index, panels->has_roles);
  draw_group_end(list);
}

/* The words below all heads, fewer with less room. which: the heads, unless
** a heading names them. */
typedef struct FootWords {
  const char *which;
  bool is_own;
  bool is_stacked;  /* the words above the bar */
  int spot;         /* rows and columns of cells in one spot of a head */
  ColorRange range; /* of all heads, unless each has its own */
} FootWords;

/* The scale of the heads, and what a cell of them is. */
static const char *scale_words(const Scene *scene, TracePart part, const FootWords *foot) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  bool is_said = foot->is_own || !scene_is_print(scene); /* else the bar says it */
  if (is_said)
    i18n_add_phrase(&words, "%s",
                    foot->is_own ? _("each head on its own scale")
                                 : scene_range_words(scene, part));
  if (foot->spot > 1)
    i18n_add_phrase(&words, _("each spot the mean of %d × %d cells"), foot->spot, foot->spot);
  return words.at ? words.at : "";
}

/* The line at the foot; those of the axes are pieces of it, or empty. */
typedef struct FootLine {
  Str words, query, key;
} FootLine;

static FootLine foot_line(const Scene *scene, const FootWords *foot, float room, TextStyle style) {
  TracePart part = heads_part_on_show(scene);
  StrBuf words = {0};
  size_t query_at = 0, key_at = 0;
  FootLine line = {0};
  for (int shorter = 0; shorter < 3; shorter++) {
    words = strbuf_make(scene->pen.list->arena);
    if (foot->which && scene->interactive)
      strbuf_format(&words, "%s · %s    ", stage_part_title(part), foot->which);
    if (trace_part_info(part)->by_pair && !scene_axis_is_plain(scene)) {
      line.query = str_from(shorter ? _("query ↓") : _("query (asks) ↓"));
      line.key = str_from(shorter ? _("key →") : _("key (is asked) →"));
      query_at = strbuf_str(&words).bytes;
      strbuf_format(&words, "%s    ", line.query.at);
      key_at = strbuf_str(&words).bytes;
      strbuf_format(&words, "%s    ", line.key.at);
    }
    if (shorter < 2 || scene_axis_is_plain(scene))
      strbuf_add(&words, str_from(scale_words(scene, part, foot)));
    if (pen_width(&scene->pen, style, strbuf_str(&words)) <= room) break;
  }
  line.words = strbuf_str(&words);
  if (words.failed) return (FootLine){0};
  line.query.at = line.words.at + query_at;
  line.key.at = line.words.at + key_at;
  return line;
}

/* On a screen the axes have their colours. */
static void draw_foot_line(const Scene *scene, Box box, TextStyle style, const FootLine *line) {
  const Pen *pen = &scene->pen;
  bool is_whole = pen_width(pen, style, line->words) <= box.w;
  if (!scene->interactive || line->query.bytes == 0 || !is_whole) {
    pen_text_in(pen, style, box, line->words);
    return;
  }
  const char *ends[] = {line->query.at, line->query.at + line->query.bytes, line->key.at,
                        line->key.at + line->key.bytes, line->words.at + line->words.bytes};
  const Color colors[] = {style.color, pen->theme->query, style.color, pen->theme->key,
                          style.color};
  const char *at = line->words.at;
  for (int i = 0; i < 5; at = ends[i++]) {
    Str piece = {at, (size_t)(ends[i] - at)};
    style.color = colors[i];
    if (piece.bytes == 0) continue;
    pen_text_in(pen, style, (Box){box.x, box.y, box.w, box.h}, piece);
    float width = pen_width(pen, style, piece);
    box.x += width;
    box.w = fmaxf(box.w - width, 1) + 0.5f;
  }
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
  float bar_width = foot.is_own ? 0 : fminf(200 * scale, box.w * (foot.is_stacked ? 1 : 0.4f));
  Box line = {box.x, box.y, box.w - bar_width - 24 * scale, 16 * scale};
  if (foot.is_stacked) line = (Box){box.x, box.y - 20 * scale, box.w, 16 * scale};
  FootLine words = foot_line(scene, &foot, line.w, style);
  draw_foot_line(scene, line, style, &words);
  if (foot.is_own) return;
  ColorBar bar = {.box = {box.x + box.w - bar_width, box.y + 2 * scale, bar_width, 8 * scale},
                  .palette = scene_palette(scene, part),
                  .range = foot.range,
                  .from_zero = scene_bar_is_from_zero(scene, part)};
  pen_color_bar(pen, &bar);
}

/* With enough height, a heading names the matrix and heads and, on the screen,
** links to other layers. */
static bool has_heading(const Scene *scene, Box box) {
  if (!may_have_title(scene)) return false;
  float from = scene->interactive ? HEADING_FROM_HEIGHT : HEADING_FROM_HEIGHT_IN_FILES;
  return box.h >= from * scene->pen.text_scale;
}

static Box below_heading(const Scene *scene, Box box) {
  float height = has_heading(scene, box) ? HEADING * scene->pen.text_scale : 0;
  return (Box){box.x, box.y + height, box.w, box.h - height};
}

static void draw_heading(const Scene *scene, Box box, const char *which) {
  const Pen *pen = &scene->pen;
  float scale = pen->text_scale, line = 26 * scale, gap = HEADING * scale - line;
  if (!has_heading(scene, box)) return;
  TracePart part = heads_part_on_show(scene);
  TextStyle title = {FACE_BOLD, 14, scene_part_color(pen->theme, part), ALIGN_START};
  TextStyle muted = {FACE_MEDIUM, 12, pen->theme->muted, ALIGN_START};
  float layers = (34 * (float)trace_layer_count(scene->trace) - 8) * scale;
  bool has_buttons = scene->interactive && layers < box.w / 2;
  draw_group_begin(pen->list, "title", NULL);
  Box row = {box.x, box.y, box.w - (has_buttons ? layers + gap : 0), line};
  if (has_buttons) heads_layer_buttons(scene, (Box){row.x + row.w + gap, row.y, layers, line});
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
  panels->area.x += fmaxf(0, (inner.w - used) / 2);
  panels->area.y += fmaxf(0, (inner.h - used_h) / 2);
  panels->has_roles = roles_fit(scene, panels);
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

/* 0: the text is not larger. */
static int plain_columns(const Scene *scene) {
  View view;
  Box box;
  Scene plain;
  if (!stage_with_plain_text(scene, &view, &box, &plain)) return 0;
  box.h = fmaxf(box.h - layout_status_bar_height(plain.pen.text_scale), 1);
  return arrange_panels(&plain, panels_room(&plain, box), heads_part_on_show(scene)).cols;
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
  const float times = 1.4f;
  Box room = panels_room(scene, box);
  Scene larger = scene->plain_text_scale > 0 ? with_names(scene, box, times) : *scene;
  Panels panels = arrange_panels(&larger, room, heads_part_on_show(scene));
  return side_of(&panels);
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
  float plain = side_of(&panels), least = fmaxf(plain * kept, fminf(scene->cells_least.x, plain));
  Scene larger = with_names(scene, box, most_times);
  float high = larger.names_text_scale;
  for (int i = 0; i <= halvings; i++) {
    larger.names_text_scale = i == 0 ? high : (low + high) / 2;
    panels = arrange_panels(&larger, room, part);
    Scene names = names_scene(&larger);
    bool fits = side_of(&panels) >= least &&
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

void heads_draw_figure(const Scene *given, Box box) {
  if (trace_token_count(given->trace) == 0) return;
  Scene in_columns = *given;
  in_columns.head_columns = plain_columns(given);
  Scene fitted = stage_fitted_to_side(&in_columns, box, panel_side);
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
  if (has_hole(scene)) foot = hole_foot(&panels, scale);
  figure_foot(scene, foot,
              &(FootWords){.which = has_heading(scene, outer) ? NULL : which,
                           .is_stacked = has_hole(scene),
                           .spot = cells_in_spot(scene, panels.side_w),
                           .range = heads_range(scene, part, &first)});
}
