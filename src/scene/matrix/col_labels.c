/* scene/matrix/col_labels.c -- names above the columns, slanted, or upright where they are short;
** and the numbers of columns that are dimensions. */
#include "scene/matrix/labels_internal.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "scene/matrix/key_names.h"
#include "scene/token_shown.h"

static const float SLANT_DEG = 50;

static float upright_width(const Labels *labels, int col) {
  TextStyle style = {FACE_BOLD, LABEL_SIZE, COLOR_NONE, ALIGN_START};
  Str name = token_shown(label_col_token(labels, col));
  return fmaxf(pen_width(&labels->scene->pen, style, name), 1);
}

/* Where not all columns are seen, of every token, so that scrolling changes no size. */
static float widest_upright(const Labels *labels) {
  const MatrixGrid *grid = labels->grid;
  if (grid->is_cut) return fmaxf(label_widest_token(labels->scene), 1);
  float widest = 1;
  for (int col = grid->first_col; col <= grid->last_col; col++)
    widest = fmaxf(widest, upright_width(labels, col));
  return widest;
}

/* Slanted names are as high as their room. */
static void enlarge_cols(Labels *labels) {
  const Scene *scene = labels->scene;
  float spotlight = labels->spotlight, size = stage_points(scene, LABEL_SIZE);
  float rise = labels->matrix->label_height - stage_points(scene, LABEL_SLANT_GAP);
  float widest = fmaxf(label_widest_drawn(labels), 1);
  float high =
      rise / (widest * LABEL_SLANT_SIN + TEXT_CAP_HEIGHT * size * spotlight * LABEL_SLANT_COS + 1);
  label_enlarge(labels, fminf(high, labels->spacing_pt / (size * LABEL_LINE * spotlight)));
}

/* Before a class a long name may be wider than its cell, where those beside it are short. */
static bool names_share_room(const Labels *labels) {
  return scene_is_presented(labels->scene) && !labels->grid->is_cut;
}

/* Between two names, of their size. */
static const float BETWEEN_NAMES = 0.34f;

/* How wide a name may be beside a neighbour; at the ends no wider than its cell. */
static float room_beside(const Labels *labels, int neighbour, float by) {
  const MatrixGrid *grid = labels->grid;
  if (neighbour < grid->first_col || neighbour > grid->last_col) return grid->cell_w - 4;
  float gap = BETWEEN_NAMES * stage_points(labels->scene, LABEL_SIZE) * by;
  return 2 * (grid->cell_w - gap) - upright_width(labels, neighbour) * by;
}

/* By how much all names may be larger, so that none comes near another. */
static float growth_of_all(const Labels *labels) {
  const MatrixGrid *grid = labels->grid;
  float by = INFINITY, gap = BETWEEN_NAMES * stage_points(labels->scene, LABEL_SIZE);
  for (int col = grid->first_col; col <= grid->last_col; col++) {
    float own = upright_width(labels, col);
    bool is_end = col == grid->first_col || col == grid->last_col;
    if (is_end) by = fminf(by, (grid->cell_w - 4) / own);
    if (col == grid->last_col) continue;
    by = fminf(by, 2 * grid->cell_w / (own + upright_width(labels, col + 1) + 2 * gap));
  }
  return by;
}

/* Upright names stay as wide as a cell, the focused one as well, or share the room of all. */
static void enlarge_upright(Labels *labels) {
  const Scene *scene = labels->scene;
  float room = labels->grid->cell_w - 4, size = stage_points(scene, LABEL_SIZE);
  bool shares = names_share_room(labels);
  float spotlight = scene_has_spotlight(scene) ? LABEL_SPOTLIGHT : 1;
  float rise = labels->matrix->label_height - stage_points(scene, LABEL_SLANT_GAP);
  labels->size = LABEL_SIZE;
  float by = shares ? growth_of_all(labels) : room / widest_upright(labels);
  label_enlarge(labels, fminf(by, rise / (size * spotlight)));
  labels->spotlight = spotlight;
  if (labels->focus < labels->grid->first_col || labels->focus > labels->grid->last_col) return;
  by = labels->size / LABEL_SIZE;
  float focused = upright_width(labels, labels->focus) * by;
  if (shares)
    room = fminf(room_beside(labels, labels->focus - 1, by),
                 room_beside(labels, labels->focus + 1, by));
  labels->spotlight = float_clamp(room / focused, 1, spotlight);
}

/* Hits at the feet of the names, where neighbours do not cross; slanted ones lean to the right. */
static void col_hits(const Labels *labels, float height, float lean) {
  const Scene *scene = labels->scene;
  const MatrixWidget *matrix = labels->matrix;
  const Box cells = labels->grid->heatmap.box;
  const char *click = label_key_command(labels, "cell", "%c");
  bool answers = click || stage_hides(scene);
  if (!scene->interactive || !answers || !trace_part_info(matrix->part)->by_pair) return;
  float foot = matrix->cells.y - matrix->label_gap_top;
  Box seen = {matrix->cells.x + lean, foot - height, matrix->cells.w, height};
  Box all = {cells.x + lean, seen.y, cells.w, height};
  if (labels->grid->is_cut) draw_clip(scene->pen.list, seen);
  draw_hit(scene->pen.list, (DrawHit){.box = all,
                                      .rows = 1,
                                      .cols = labels->grid->cols,
                                      .cursor = CURSOR_HAND,
                                      .click = click,
                                      .twice = stage_hides(scene) ? "hide %c" : NULL,
                                      .hover = label_key_command(labels, "hover", "%c")});
  if (labels->grid->is_cut) draw_clip_end(scene->pen.list);
}

/* The name, and of thinned names the number behind it, which a name too long does not cost. */
static Str col_words(const Labels *labels, TextStyle style, int col, float length) {
  const Pen *pen = &labels->scene->pen;
  Str name = token_shown(label_col_token(labels, col));
  if (labels->step == 1) return pen_fit(pen, style, length, name);
  const char *number = str_format(pen->list->arena, " %d", col + 1);
  name = pen_fit(pen, style, length - pen_width(pen, style, str_from(number)), name);
  return str_from(str_format(pen->list->arena, "%.*s%s", (int)name.bytes, name.at, number));
}

/* The chosen name is larger than the others, as far as it stays whole. */
static TextStyle col_style(const Labels *labels, int col, float length) {
  const Pen *pen = &labels->scene->pen;
  TextStyle style = label_style(labels, col, true, ALIGN_START);
  if (col != labels->focus) return style;
  float wide = pen_width(pen, style, token_shown(label_col_token(labels, col)));
  if (labels->step > 1)
    wide += pen_width(pen, style, str_from(str_format(pen->list->arena, " %d", col + 1)));
  const float safety = 0.99f;
  if (wide > length)
    style.size = fmaxf(style.size * length * safety / wide, fminf(labels->size, style.size));
  return style;
}

static void draw_col_label(const Labels *labels, int col, float length) {
  const Scene *scene = labels->scene;
  const MatrixWidget *matrix = labels->matrix;
  TextStyle style = col_style(labels, col, length);
  float size = pen_points(&scene->pen, style.size);
  Point foot = {labels->grid->heatmap.box.x + ((float)col + 0.5f) * labels->grid->cell_w,
                matrix->cells.y - matrix->label_gap_top - stage_points(scene, LABEL_SLANT_GAP)};
  Str name = token_shown(label_col_token(labels, col));
  Str shown = col_words(labels, style, col, length);
  SlantedLine line = {{foot.x + 0.3f * size, foot.y}, SLANT_DEG, length + 1};
  pen_text_rotated(&scene->pen, style, line, shown);
  bool is_whole = shown.bytes >= name.bytes && memcmp(shown.at, name.at, name.bytes) == 0;
  if (!scene->interactive || is_whole) return;
  float width = fminf(labels->grid->cell_w, size * 2), height = length * LABEL_SLANT_SIN * 0.5f;
  Box box = {foot.x - width / 2 + height * 0.4f, foot.y - height, width, height};
  label_tip(labels, box, col, true, name);
}

/* Short tokens, such as single Han characters, are written upright. */
static bool draw_upright_labels(Labels labels) {
  const Scene *scene = labels.scene;
  const MatrixWidget *matrix = labels.matrix;
  const MatrixGrid *grid = labels.grid;
  if (!matrix_labels_are_upright(scene, grid->cell_w)) return false;
  labels.focus = matrix->focus_col;
  enlarge_upright(&labels);
  col_hits(&labels, stage_points(scene, LABEL_SLANT_GAP + labels.size * LABEL_LINE), 0);
  float baseline =
      matrix->cells.y - matrix->label_gap_top - stage_points(scene, LABEL_SLANT_GAP + 1);
  for (int col = grid->first_col; col <= grid->last_col; col++) {
    float middle = grid->heatmap.box.x + ((float)col + 0.5f) * grid->cell_w;
    /* above what is seen of a column that the edge cuts, if the name fits there */
    float left = fmaxf(middle - grid->cell_w / 2, matrix->cells.x) + 0.5f;
    float right = fminf(middle + grid->cell_w / 2, matrix->cells.x + matrix->cells.w) - 0.5f;
    TextStyle style = label_style(&labels, col, true, ALIGN_MIDDLE);
    Str name = token_shown(label_col_token(&labels, col));
    if (pen_width(&scene->pen, style, name) > right - left && !names_share_room(&labels)) continue;
    pen_text(&scene->pen, style, (Point){(left + right) / 2, baseline}, name);
  }
  return true;
}

/* Before a class, of many keys those that matter to the chosen row, in the usual size, and others
** to count on from. */
static void choose_named(Labels *labels) {
  if (!scene_is_presented(labels->scene) || labels->step == 1) return;
  float line = pen_points(&labels->scene->pen, LABEL_SIZE) * LABEL_LINE / LABEL_SLANT_SIN;
  labels->named_count = key_names_choose(labels->matrix, labels->grid, line, labels->named);
  if (labels->named_count == 0) return;
  labels->size = LABEL_SIZE;
  labels->spotlight = 1;
  label_count_on(labels);
}

/* Smaller print before a name that matters is cut. */
static void shrink_named(Labels *labels, float length) {
  for (int i = 0; i < labels->named_count; i++) {
    int col = labels->named[i];
    TextStyle style = label_style(labels, col, true, ALIGN_START);
    Str name = token_shown(label_col_token(labels, col));
    Str words = str_from(
        str_format(labels->scene->pen.list->arena, "%.*s %d", (int)name.bytes, name.at, col + 1));
    if (pen_width(&labels->scene->pen, style, words) > length) labels->size = LABEL_SMALL;
  }
}

void label_cols_draw(Labels labels) {
  const MatrixWidget *matrix = labels.matrix;
  if (draw_upright_labels(labels)) return;
  labels.spacing_pt = labels.grid->cell_w * LABEL_SLANT_SIN;
  labels.focus = matrix->focus_col;
  label_choose_size(&labels);
  choose_named(&labels);
  enlarge_cols(&labels);
  float size = pen_points(&labels.scene->pen, labels.size);
  float rise = matrix->label_height - stage_points(labels.scene, LABEL_SLANT_GAP);
  float length = (rise - TEXT_CAP_HEIGHT * size * LABEL_SLANT_COS) / LABEL_SLANT_SIN;
  shrink_named(&labels, length);
  float height = stage_points(labels.scene, LABEL_SLANT_GAP) + length * LABEL_SLANT_SIN * 0.5f;
  col_hits(&labels, height, height * 0.4f);
  float left = matrix->cells.x - 0.5f, right = matrix->cells.x + matrix->cells.w + 0.5f;
  for (int col = labels.grid->first_col; col <= labels.grid->last_col; col++) {
    float middle = labels.grid->heatmap.box.x + ((float)col + 0.5f) * labels.grid->cell_w;
    if (label_is_shown(&labels, col) && middle >= left && middle <= right)
      draw_col_label(&labels, col, length);
  }
}

void label_col_numbers_draw(Labels labels) {
  const Scene *scene = labels.scene;
  const Pen *pen = &scene->pen;
  const MatrixWidget *matrix = labels.matrix;
  TextStyle style = {FACE_MONO, stage_small_print(scene), pen->theme->muted, ALIGN_MIDDLE};
  Str widest = str_from(str_format(pen->list->arena, "%d", labels.grid->cols));
  float least = pen_width(pen, style, widest) + stage_points(scene, 6), cell = labels.grid->cell_w;
  int step = 1, focus = matrix->focus_col;
  while (step <= labels.grid->cols && (float)step * cell < least) step *= 2;
  float baseline =
      matrix->cells.y - matrix->label_gap_top - stage_points(scene, 8); /* above a tick */
  for (int col = 0; col < labels.grid->cols; col++) {
    bool on_step = (col + 1) % step == 0 || (col == 0 && (float)(step - 1) * cell >= least);
    bool near_focus = focus >= 0 && fabsf((float)(col - focus)) * cell < least;
    if (col != focus && (!on_step || near_focus)) continue;
    style.face = col == focus ? FACE_MONO_BOLD : FACE_MONO;
    style.color = col == focus ? pen->theme->ink : pen->theme->muted;
    Point at = {matrix->cells.x + ((float)col + 0.5f) * cell, baseline};
    pen_text(pen, style, at, str_from(str_format(pen->list->arena, "%d", col + 1)));
  }
}
