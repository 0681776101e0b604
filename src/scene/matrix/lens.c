/* scene/matrix/lens.c -- rows of enlarged cells on a card with their tokens. */
#include "scene/matrix/lens.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/token_shown.h"
#include "scene/number.h"
#include "scene/stages/stage.h"
#include "scene/matrix/threshold.h"

/* Design points. */
static const float CELL_WEIGHT = 36, CELL_SIGNED = 42, LABELS = 76, LABELS_ABOVE = 56, PAD = 10;
static const float FOOT = 22, GAP = 6;
enum { REACH_WEIGHT = 3, REACH_SIGNED = 2 }; /* cells at each side of the one in the middle */
/* at least this much larger than a cell of the matrix */
static const float ENLARGES_LEAST = 1.5f;
static const float SLANT_DEG = 50, SLANT_SIN = 0.766f, SLANT_COS = 0.643f;

typedef struct Lens {
  const Scene *scene;
  const MatrixWidget *matrix;
  const DrawHeatmap *whole;
  int rows, cols, row, col; /* row, col: the cell that is looked at */
  int first_row, first_col, rows_shown, cols_shown;
  float cell, digit_pt;
  float labels, labels_above; /* room of the names, in points */
  Box cells, card;
} Lens;

/* -- place ------------------------------------------------------------------------------------- */

/* The column of the largest number of a row that is not hidden; −1: none. */
static int largest_col(const MatrixGrid *grid, int row) {
  const DrawHeatmap *heatmap = &grid->heatmap;
  int best = -1;
  for (int col = 0; col < grid->cols && row < grid->rows; col++) {
    float value = mat_get(heatmap->values, row, col);
    bool counts = isfinite(value) && !draw_heatmap_hatched(heatmap, row, col);
    if (counts && (best < 0 || value > mat_get(heatmap->values, row, best))) best = col;
  }
  return best;
}

/* For a selected row: the cell under the pointer, else the one with the largest number. */
static void find_cell_of_row(const View *view, const MatrixGrid *grid, Lens *lens) {
  bool points = view->hover_query >= 0 && view->hover_key >= 0;
  lens->col = points ? view->hover_key : largest_col(grid, lens->row);
  if (points) lens->row = view->hover_query;
}

static bool find_cell(const Scene *scene, const MatrixGrid *grid, Lens *lens) {
  const View *view = scene->view;
  view_focus(view, &lens->row, &lens->col);
  if (lens->row >= 0 && lens->col < 0) find_cell_of_row(view, grid, lens);
  if (view->lens_query >= 0) {
    lens->row = view->lens_query;
    lens->col = view->lens_key;
  }
  return lens->row >= 0 && lens->col >= 0 && lens->row < grid->rows && lens->col < grid->cols;
}

/* Of the longest name, so that the lens has one size wherever it goes. */
static float labels_width(const Scene *scene) {
  return fminf(matrix_label_width(scene, LABELS), stage_points(scene, LABELS));
}

static float labels_height(const Scene *scene) {
  return fminf(matrix_label_height(scene, LABELS_ABOVE), stage_points(scene, LABELS_ABOVE));
}

/* The room of the card beside and above the cells; the last slanted name leans over them. */
static float beside_cells(const Scene *scene) {
  float leans = labels_height(scene) * SLANT_COS;
  return labels_width(scene) + leans + stage_points(scene, 2 * PAD + GAP);
}

static float above_cells(const Scene *scene) {
  return labels_height(scene) + stage_points(scene, FOOT + 2 * PAD + GAP);
}

Box lens_least(const Scene *scene) {
  float across = stage_points(scene, (2 * REACH_SIGNED + 1) * CELL_SIGNED);
  return (Box){0, 0, beside_cells(scene) + across, above_cells(scene) + across};
}

/* Numbers of signed matrices are longer. False: the covered cells are so large that no lens
** with larger ones fits. */
static bool choose_size(Lens *lens, Box within) {
  assert(lens->rows > 0 && lens->cols > 0);
  const Scene *scene = lens->scene;
  bool is_short = scene_is_share(lens->matrix->part);
  const Box content = lens->whole->box;
  float covered = fmaxf(content.w / (float)lens->cols, content.h / (float)lens->rows);
  float usual = stage_points(scene, is_short ? CELL_WEIGHT : CELL_SIGNED);
  lens->cell = fmaxf(usual, ENLARGES_LEAST * covered);
  float room = fminf(within.w - beside_cells(scene), within.h - above_cells(scene));
  int most = is_short ? REACH_WEIGHT : REACH_SIGNED, reach = (int)((room / lens->cell - 1) / 2);
  bool fits = reach >= 1 || lens->cell <= usual;
  reach = int_clamp(reach, 1, most);
  lens->rows_shown = int_min(2 * reach + 1, lens->rows);
  lens->cols_shown = int_min(2 * reach + 1, lens->cols);
  /* at an edge the cell is not in the middle: the lens never looks beyond the matrix */
  lens->first_row = int_clamp(lens->row - reach, 0, lens->rows - lens->rows_shown);
  lens->first_col = int_clamp(lens->col - reach, 0, lens->cols - lens->cols_shown);
  return fits;
}

/* Off the names of rows and columns where a lens has room over the cells alone. */
static Box room_over_cells(const Scene *scene, const MatrixWidget *matrix, Box within) {
  Box over = box_common(within, matrix->cells), least = lens_least(scene);
  return over.w >= least.w && over.h >= least.h ? over : within;
}

/* The cell lies on itself if the card fits there. A card without room begins at the edge. */
static void place_card(Lens *lens, Box within) {
  const Scene *scene = lens->scene;
  float pad = stage_points(scene, PAD), gap = stage_points(scene, GAP), cell = lens->cell;
  lens->labels = labels_width(scene);
  lens->labels_above = labels_height(scene);
  float left = pad + lens->labels + gap, top = pad + lens->labels_above + gap;
  float across = (float)lens->cols_shown * cell, down = (float)lens->rows_shown * cell;
  float width = left + across + lens->labels_above * SLANT_COS + pad;
  float height = top + down + stage_points(scene, FOOT) + pad;
  Box content = lens->whole->box;
  float x = content.x + ((float)lens->col + 0.5f) * content.w / (float)lens->cols;
  float y = content.y + ((float)lens->row + 0.5f) * content.h / (float)lens->rows;
  x -= left + ((float)(lens->col - lens->first_col) + 0.5f) * cell;
  y -= top + ((float)(lens->row - lens->first_row) + 0.5f) * cell;
  float right = fmaxf(within.x, within.x + within.w - width);
  float bottom = fmaxf(within.y, within.y + within.h - height);
  lens->card =
      (Box){float_clamp(x, within.x, right), float_clamp(y, within.y, bottom), width, height};
  lens->cells = (Box){lens->card.x + left, lens->card.y + top, across, down};
}

/* -- cells ------------------------------------------------------------------------------------- */

/* A view of a row of the matrix: the lens copies no numbers. */
static MatView part_of_row(MatView m, int row, int first, int count) {
  assert(!m.at || (first >= 0 && first + count <= m.cols));
  return m.at ? (MatView){mat_row(m, row) + first, 1, count, m.stride} : m;
}

/* The row's threshold cut, relative to the first column shown. */
static MatView piece_kept(const Lens *lens, int row, int first) {
  float *cut =
      lens->whole->kept.at ? arena_take(lens->scene->pen.list->arena, 2, sizeof *cut) : NULL;
  if (!cut) return (MatView){0};
  cut[0] = mat_get(lens->whole->kept, row, 0);
  cut[1] = mat_get(lens->whole->kept, row, 1) - (float)first;
  return (MatView){cut, 1, 2, 2};
}

/* A part of one row, with the ranges, masks and cuts of the matrix. */
static DrawHeatmap row_of(const Lens *lens, int row, int first, int count) {
  assert(row >= 0 && row < lens->rows && count > 0);
  DrawHeatmap heatmap = *lens->whole;
  float y = lens->cells.y + (float)(row - lens->first_row) * lens->cell;
  heatmap.box = (Box){lens->cells.x, y, (float)count * lens->cell, lens->cell};
  heatmap.values = part_of_row(lens->whole->values, row, first, count);
  heatmap.before = part_of_row(lens->whole->before, row, first, count);
  heatmap.mask = mask_cols(mask_rows(lens->whole->mask, row, 1), first, count);
  heatmap.kept = piece_kept(lens, row, first);
  heatmap.gap = 2;
  heatmap.corner = 3;
  if (lens->whole->filled >= 0) {
    int filled = lens->whole->filled - row * lens->cols - first;
    heatmap.filled = int_clamp(filled, 0, count);
  }
  return heatmap;
}

static void draw_digits(const Lens *lens, const DrawHeatmap *heatmap) {
  const Pen *pen = &lens->scene->pen;
  for (int col = 0; col < heatmap->values.cols && lens->digit_pt > 0; col++) {
    bool filled = heatmap->filled < 0 || col < heatmap->filled;
    if (!filled || draw_heatmap_covered(heatmap, 0, col)) continue;
    bool hidden = draw_heatmap_hatched(heatmap, 0, col);
    bool is_weight = scene_is_share(lens->matrix->part);
    float value = mat_get(heatmap->values, 0, col);
    Number number = is_weight ? number_share(value, hidden) : number_cell(value, false);
    TextStyle style = {FACE_MONO, lens->digit_pt / pen->text_scale,
                       hidden ? pen->theme->muted
                              : palette_digit(draw_heatmap_color(heatmap, 0, col)),
                       ALIGN_MIDDLE};
    if (number.at[0])
      pen_text_in(pen, style, draw_heatmap_cell(heatmap, 0, col), number_str(&number));
  }
}

/* Each row is a heatmap of its own, so every backend draws it like the matrix. */
static void draw_cells(const Lens *lens) {
  for (int i = 0; i < lens->rows_shown; i++) {
    DrawHeatmap heatmap = row_of(lens, lens->first_row + i, lens->first_col, lens->cols_shown);
    draw_heatmap(lens->scene->pen.list, heatmap);
    draw_digits(lens, &heatmap);
  }
}

/* -- words ------------------------------------------------------------------------------------- */

static TextStyle label_style(const Lens *lens, bool is_looked_at, bool is_key, Align align) {
  const Theme *theme = lens->scene->pen.theme;
  Color role = is_key ? theme->key : theme->query;
  return (TextStyle){is_looked_at ? FACE_BOLD : FACE_REGULAR, 10.5f,
                     is_looked_at ? role : theme->ink, align};
}

static void draw_row_labels(const Lens *lens) {
  const Scene *scene = lens->scene;
  float left = lens->cells.x - stage_points(scene, GAP) - lens->labels;
  for (int i = 0; i < lens->rows_shown; i++) {
    int row = lens->first_row + i;
    Box box = {left, lens->cells.y + (float)i * lens->cell, lens->labels, lens->cell};
    pen_text_in(&scene->pen, label_style(lens, row == lens->row, false, ALIGN_END), box,
                token_shown(trace_token(scene->trace, row)));
  }
}

static void draw_col_labels(const Lens *lens) {
  const Scene *scene = lens->scene;
  float foot = lens->cells.y - stage_points(scene, GAP), length = lens->labels_above / SLANT_SIN;
  for (int i = 0; i < lens->cols_shown; i++) {
    int col = lens->first_col + i;
    float x = lens->cells.x + ((float)i + 0.5f) * lens->cell;
    TextStyle style = label_style(lens, col == lens->col, true, ALIGN_START);
    Str text = pen_fit(&scene->pen, style, length - stage_points(scene, 8),
                       token_shown(trace_key(scene->trace, col)));
    SlantedLine line = {{x + stage_points(scene, 3), foot}, SLANT_DEG, length};
    pen_text_rotated(&scene->pen, style, line, text);
  }
}

/* "it → animal  0.967" */
static void draw_foot(const Lens *lens) {
  const Scene *scene = lens->scene;
  MatView values = lens->whole->values;
  Str from = scene_named(scene, lens->row), to = scene_key_named(scene, lens->col);
  float value = mat_get(values, lens->row, lens->col);
  bool is_weight = scene_is_share(lens->matrix->part);
  Number number = is_weight ? number_share(value, scene_hides(scene, lens->row, lens->col))
                            : number_full(value);
  const char *words = str_format(scene->pen.list->arena, "%.*s → %.*s  %s", (int)from.bytes,
                                 from.at, (int)to.bytes, to.at, number.at);
  float height = stage_points(scene, FOOT), pad = stage_points(scene, PAD);
  Box box = {lens->card.x + pad, lens->card.y + lens->card.h - height - pad / 2,
             lens->card.w - 2 * pad, height};
  TextStyle style = {FACE_SEMIBOLD, 12, scene->pen.theme->ink, ALIGN_MIDDLE};
  if (scene_has_reached(scene, lens->row, lens->col))
    pen_text_in(&scene->pen, style, box, str_from(words));
}

/* -- all --------------------------------------------------------------------------------------- */

static void draw_card(const Lens *lens) {
  const Theme *theme = lens->scene->pen.theme;
  draw_box(lens->scene->pen.list, (DrawBox){.box = lens->card,
                                            .corner = 8,
                                            .fill = theme->panel,
                                            .stroke = theme->ink,
                                            .stroke_width = 1.5f});
}

/* Weights have five characters; other numbers are measured as in a matrix. */
static float digit_size(const Lens *lens) {
  MatrixGrid grid = {.heatmap = {.gap = 2}, .cell_w = lens->cell, .cell_h = lens->cell};
  MatrixWidget matrix = *lens->matrix;
  const float share = 5 * 0.6f; /* width of "0.001" in the mono face, relative to its size */
  float most = fmaxf(stage_points(lens->scene, 10.5f), lens->cell * 0.28f);
  if (scene_is_share(matrix.part)) return fminf((lens->cell - 5) / share, most);
  matrix.scrolls = false; /* with one decimal in any case */
  matrix.digits = true;
  return matrix_digits_size(lens->scene, &matrix, &grid);
}

void lens_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid, Box within) {
  assert(trace_part_info(matrix->part)->by_pair);
  Lens lens = {.scene = scene,
               .matrix = matrix,
               .whole = &grid->heatmap,
               .rows = grid->rows,
               .cols = grid->cols};
  if (!scene->view->lens || matrix->mix < 1 || !find_cell(scene, grid, &lens)) return;
  Box room = room_over_cells(scene, matrix, within);
  if (!choose_size(&lens, room)) {
    room = within;
    if (!choose_size(&lens, room)) return;
  }
  place_card(&lens, room);
  lens.digit_pt = digit_size(&lens);
  draw_card(&lens);
  draw_cells(&lens);
  draw_row_labels(&lens);
  draw_col_labels(&lens);
  draw_foot(&lens);
  Box cell = {lens.cells.x + (float)(lens.col - lens.first_col) * lens.cell,
              lens.cells.y + (float)(lens.row - lens.first_row) * lens.cell, lens.cell, lens.cell};
  matrix_outline(scene, box_inset(cell, 1), scene->pen.theme->focus, 2.5f);
}
