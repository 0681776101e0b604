/* scene/heads/figure_panels.c -- columns, sizes and text scales of the figure of all heads. */
#include "scene/heads/figure_panels.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/heads/figure_words.h"
#include "scene/heads/heads.h"

/* Design points. No gap is so small that names of neighbours meet. */
static const float PANEL_GAP = 20, LARGER_TEXT_GAP = 16;
static const float FIGURE_PAD = 20, LARGER_TEXT_PAD = 10, PRINT_PAD = 8, AFAR_PAD = 6;
static const float KEY_PANEL_LEAST = 40, HEADING = 38, HEADING_OF_PRINT = 24;
static const float HEADING_FROM_HEIGHT = 400, HEADING_FROM_HEIGHT_IN_FILES = 180;

/* With larger text margins keep the size they have at text scale 1, so that the panels keep theirs;
** the heading, the names of heads and the foot grow. */
static float plain_scale(const Scene *scene) {
  float scale = scene->pen.text_scale;
  return scene->plain_text_scale > 0 ? fminf(scene->plain_text_scale, scale) : scale;
}

Scene head_panels_names(const Scene *scene) {
  Scene names = *scene;
  names.pen.text_scale = scene->names_text_scale > 0 ? scene->names_text_scale : plain_scale(scene);
  return names;
}

/* Larger names take their room from the margins before they take it from the panels. */
float head_panels_pad(const Scene *scene) {
  float larger = scene->plain_text_scale > 0 ? LARGER_TEXT_PAD : FIGURE_PAD;
  if (scene->heads_afar_scale > 0) larger = AFAR_PAD;
  return (scene->pen.words_pt > 0 ? PRINT_PAD : larger) * plain_scale(scene);
}

/* From afar its room is for the digits; the foot has the words. */
static bool may_have_title(const Scene *scene) {
  if (stage_is_for_afar(scene)) return false;
  return scene->interactive || !scene->view->export_look.figure.no_title;
}

float head_panels_heading(const Scene *scene) {
  return (pen_is_of_print(&scene->pen) ? HEADING_OF_PRINT : HEADING) * scene->pen.text_scale;
}

static float heading_height(const Scene *scene) {
  return may_have_title(scene) ? head_panels_heading(scene) : 0;
}

/* On a screen cells of pairs take the room there is, for the digits in them: much wider than high,
** or a little higher than wide. */
static const float WIDER_THAN_HIGH = 2.6f, HIGHER_THAN_WIDE = 1.25f;
/* Of a cell whose width and height allow digits of one size: of shares, and of other numbers, which
** are longer and from afar left out. */
static const float SHARE_WIDER_THAN_HIGH = 1.5f, DIGITS_WIDER_THAN_HIGH = 2.5f;

static bool may_widen(const Scene *scene) {
  return scene->interactive && trace_part_info(heads_part_on_show(scene))->by_pair;
}

/* Without room for digits cells are square, so that a diagonal is one. */
static bool widens(const Scene *scene, float side_h) {
  const float least = 11; /* of a row with digits */
  float row = side_h / (float)trace_token_count(scene->trace);
  return may_widen(scene) && row >= least * plain_scale(scene);
}

/* The height by the width of panels in the room that is left for one. */
static float shape_that_fills(const Scene *scene, float side_w, float side_h) {
  const float least = 16; /* of a column with digits */
  float column = side_w / (float)trace_key_count(scene->trace);
  float most = column >= least * plain_scale(scene) ? HIGHER_THAN_WIDE : 1;
  if (!widens(scene, side_h)) return 1;
  return float_clamp(side_h / fmaxf(side_w, 1), 1 / WIDER_THAN_HIGH, most);
}

/* A head of several layers may have another shape; the first decides. */
static float panel_shape(const Scene *scene) {
  TracePart part = heads_part_on_show(scene);
  ExportHead at = heads_panel_at(scene, 0);
  MatView first = trace_matrix(scene->trace, part, at.layer, at.head);
  bool squared = first.cols == 0 || trace_part_info(part)->by_pair;
  return squared ? 1 : float_clamp((float)first.rows / (float)first.cols, 0.5f, 1.5f);
}

float head_panels_gap(const Scene *scene) {
  bool is_close = scene->plain_text_scale > 0 || scene->heads_afar_scale > 0;
  return (is_close ? LARGER_TEXT_GAP : PANEL_GAP) * plain_scale(scene);
}

/* The width of a panel after labels, gaps and slanted names. */
static float panel_width(const HeadPanels *panels, float gap) {
  float room = panels->area.w - panels->labels.width - gap * (float)(panels->cols - 1);
  return fmaxf((room - panels->labels.overhang) / (float)panels->cols, 1);
}

/* Panels in that many columns, at most `most` wide. Labels and panels depend on each other: wide
** panels have slanted names, which need room at the right. The second plan is that of the size that
** the first one leaves. */
static HeadPanels panels_in_columns(const Scene *scene, Box area, int cols, float shape,
                                    float most) {
  assert(cols > 0);
  float scale = scene->pen.text_scale, gap = head_panels_gap(scene);
  TracePart part = heads_part_on_show(scene);
  bool by_pair = trace_part_info(part)->by_pair;
  HeadPanels panels = {
      .part = part, .area = area, .count = heads_panel_count(scene), .cols = cols, .shape = shape};
  panels.rows = (panels.count + cols - 1) / cols;
  panels.title =
      head_name_line(scene) + (heads_have_own_bars(scene, part) ? HEADS_BAR_LINE * scale : 0);
  panels.side_w = fminf(area.w / (float)cols, most);
  panels.chosen_line = head_chosen_line(scene, part, panels.side_w);
  panels.title += panels.chosen_line;
  Scene names = head_panels_names(scene);
  for (int i = 0; i < 3; i++) {
    panels.labels = panel_labels_plan(&names, by_pair, panels.side_w, panels.side_w * shape);
    panels.side_w = fminf(panel_width(&panels, gap), most);
  }
  return panels;
}

static int fixed_columns(const Scene *scene) {
  return scene->interactive ? 0 : scene->view->export_look.figure.columns;
}

bool head_panels_have_hole(const Scene *scene) {
  int cols = fixed_columns(scene), count = heads_panel_count(scene);
  return cols > 0 && count > cols && count % cols != 0;
}

static float foot_height(const Scene *scene) {
  return head_panels_have_hole(scene) ? 0 : heads_foot_height(scene);
}

/* The height that labels, names and the key leave for the cells of a panel. */
static float panel_height(const Scene *scene, const HeadPanels *panels, Box box) {
  float gap = head_panels_gap(scene), rows = (float)panels->rows;
  float key = panel_key_height(scene, &panels->labels, box.w);
  return (box.h - panels->labels.height - key - (panels->title + gap) * rows + gap) / rows;
}

/* Panels that a given height makes smaller have other labels. A key that leaves no room for cells
** is left out. */
static HeadPanels panels_in_box(const Scene *scene, Box box, int cols) {
  float gap = head_panels_gap(scene), shape = panel_shape(scene);
  bool is_high = scene->heads_afar_scale > 0 && may_widen(scene); /* names have the room of rows */
  HeadPanels panels = panels_in_columns(scene, box, cols, is_high ? HIGHER_THAN_WIDE : shape, 1e9f);
  float height = panel_height(scene, &panels, box);
  if (may_widen(scene)) shape = shape_that_fills(scene, panels.side_w, height);
  if (height < panels.side_w * shape || shape < panels.shape)
    panels = panels_in_columns(scene, box, cols, shape, fmaxf(height / shape, 1));
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
static float worth_of(const Scene *scene, const HeadPanels *panels) {
  if (!may_widen(scene)) return panels->side_w;
  bool is_long = !scene_is_share(panels->part) && !stage_is_for_afar(scene);
  float wider = is_long ? DIGITS_WIDER_THAN_HIGH : SHARE_WIDER_THAN_HIGH;
  return fminf(panels->side_w / wider, panels->side_h);
}

/* The shorter side. With larger text, of panels no wider than high at text scale 1: the side
** nearer to its length there, so that neither becomes shorter. */
static float side_of(const Scene *scene, const HeadPanels *panels) {
  Point plain = scene->head_size;
  float shorter = fminf(panels->side_w, panels->side_h);
  if (plain.x <= 0 || plain.x > plain.y) return shorter;
  return fminf(panels->side_w / plain.x, panels->side_h / plain.y) * fminf(plain.x, plain.y);
}

HeadPanels head_panels_arrange(const Scene *scene, Box box) {
  Box room = head_panels_room(scene, box);
  HeadPanels best = {.side_w = 0};
  Scene plain = *scene;
  plain.names_text_scale = 0;
  float more = may_widen(scene) ? 0.97f : 1; /* cells of more columns are nearer to squares */
  int count = heads_panel_count(scene), fixed = int_min(fixed_columns(scene), count);
  if (scene->head_columns > 0) fixed = scene->head_columns;
  for (int cols = fixed ? fixed : 1; cols <= (fixed ? fixed : count); cols++) {
    HeadPanels now = panels_in_box(&plain, room, cols);
    if (best.cols == 0 || worth_of(scene, &now) > more * worth_of(scene, &best) + 1) best = now;
  }
  return scene->names_text_scale > 0 ? panels_in_box(scene, room, best.cols) : best;
}

float heads_figure_height(const Scene *scene, float width, int cols) {
  float gap = head_panels_gap(scene), pad = head_panels_pad(scene);
  Box area = {0, 0, width - 2 * pad, 0};
  if (trace_token_count(scene->trace) == 0 || cols < 1) return width;
  HeadPanels panels = panels_in_columns(scene, area, cols, panel_shape(scene), 1e9f);
  float side = ceilf(panels.side_w * panels.shape) + 1;
  return panels.labels.height + (side + panels.title + gap) * (float)panels.rows - gap +
         panel_key_height(scene, &panels.labels, area.w) + 2 * pad + foot_height(scene) +
         heading_height(scene);
}

Box head_panel_cells(const HeadPanels *panels, int index) {
  int col = index % panels->cols, row = index / panels->cols;
  return (Box){panels->area.x + panels->labels.width + panels->step_x * (float)col,
               panels->area.y + panels->labels.height + panels->step_y * (float)row, panels->side_w,
               panels->side_h};
}

bool head_panels_have_heading(const Scene *scene, Box box) {
  if (!may_have_title(scene)) return false;
  float from = scene->interactive ? HEADING_FROM_HEIGHT : HEADING_FROM_HEIGHT_IN_FILES;
  return box.h >= from * scene->pen.text_scale;
}

static Box below_heading(const Scene *scene, Box box) {
  float height = head_panels_have_heading(scene, box) ? head_panels_heading(scene) : 0;
  return (Box){box.x, box.y + height, box.w, box.h - height};
}

Box head_panels_room(const Scene *scene, Box box) {
  Box inner = below_heading(scene, box_inset(box, head_panels_pad(scene)));
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
  HeadPanels panels = head_panels_arrange(&plain, box);
  known.head_columns = panels.cols;
  known.head_size = (Point){panels.side_w, panels.side_h};
  return known;
}

/* With names that grow, but not beyond the cells of the panels that plain ones leave. */
static Scene with_names(const Scene *scene, Box box, float times) {
  Scene larger = *scene, names = head_panels_names(scene);
  HeadPanels plain = head_panels_arrange(scene, box);
  float most = panel_labels_growth(&names, &plain.labels, plain.side_w, plain.side_h);
  larger.names_text_scale = names.pen.text_scale * fminf(times, fmaxf(most, 1));
  return larger;
}

/* The size that is left beside names as large as larger text has them at least. */
static float panel_side(const Scene *scene, Box box) {
  const float times = 1.42f;
  Scene larger = scene->plain_text_scale > 0 ? with_names(scene, box, times) : *scene;
  HeadPanels panels = head_panels_arrange(&larger, box);
  return side_of(scene, &panels);
}

/* From afar names are as high as rows, but take the panels little of their size, and none that they
** have at text scale 1. */
static float least_side(const Scene *scene, Box box) {
  const float kept = 0.94f;
  HeadPanels panels = head_panels_arrange(scene, box);
  float plain = side_of(scene, &panels);
  return fmaxf(plain * kept, fminf(scene->cells_least.x, plain));
}

/* Whether no name is left out, and no panel too small. least: the shorter side, in x; beside words
** for afar both sides. */
static bool names_fit(const Scene *scene, Box box, Point least) {
  HeadPanels panels = head_panels_arrange(scene, box);
  Scene names = head_panels_names(scene);
  bool is_afar = scene->heads_afar_scale > 0;
  bool is_large = is_afar ? panels.side_w >= least.x && panels.side_h >= least.y
                          : side_of(scene, &panels) >= least.x;
  return is_large && panel_labels_growth(&names, &panels.labels, panels.side_w, panels.side_h) >= 1;
}

/* The largest text scale of names that fit. */
static float names_scale(const Scene *scene, Box box, Point least) {
  const int halvings = 5;
  const float most_times = 2.4f;
  float low = plain_scale(scene);
  Scene larger = with_names(scene, box, most_times);
  float high = larger.names_text_scale;
  for (int i = 0; i <= halvings; i++) {
    larger.names_text_scale = i == 0 ? high : (low + high) / 2;
    bool fits = names_fit(&larger, box, least);
    if (fits) low = larger.names_text_scale;
    else high = larger.names_text_scale;
    if (fits && i == 0) break;
  }
  return low;
}

/* Before a class words are as large as digits where that takes no panel any of its size; they tell
** a second cell of each head if there is room for it too. */
static Scene with_words_for_afar(const Scene *fitted, Box box) {
  if (!scene_is_presented(fitted)) return *fitted;
  HeadPanels plain = head_panels_arrange(fitted, box);
  for (int lines = HEADS_TOLD_MOST; lines >= 1; lines--) {
    Scene afar = *fitted;
    afar.names_text_scale = 0;
    afar.heads_afar_scale = fitted->pen.text_scale;
    afar.heads_told_lines = lines;
    afar.head_columns = plain.cols;
    afar.names_text_scale = names_scale(&afar, box, (Point){plain.side_w, plain.side_h});
    HeadPanels panels = head_panels_arrange(&afar, box);
    if (panels.side_w >= plain.side_w && panels.side_h >= plain.side_h) return afar;
  }
  return *fitted;
}

Scene head_panels_fitted(const Scene *given, Box box) {
  Scene known = with_plain_panels(given);
  Scene fitted = stage_fitted_to_side(&known, box, panel_side);
  fitted.names_text_scale = stage_is_for_afar(&fitted)
                                ? names_scale(&fitted, box, (Point){least_side(&fitted, box), 0})
                                : plain_scale(&fitted);
  return with_words_for_afar(&fitted, box);
}
