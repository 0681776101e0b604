/* scene/matrix/lens.c -- rows of whole cells within a circle, on a card with their tokens. */
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
static const float CELL_WEIGHT = 32, CELL_SIGNED = 42, LABELS = 76, LABELS_ABOVE = 56, PAD = 10;
static const float FOOT = 22, GAP = 6;
static const float CELLS_IN_RADIUS_MOST = 4.6f, CELLS_IN_RADIUS_LEAST = 1.6f;
static const float CELLS_IN_RADIUS_CALM = 2.6f; /* five cells across are the least useful lens */
/* at least this much larger than a cell of the matrix */
static const float ENLARGES_LEAST = 1.5f;
static const float SLANT_DEG = 50, SLANT_SIN = 0.766f, SLANT_COS = 0.643f;

typedef struct Lens {
  const Scene *scene;
  const MatrixWidget *matrix;
  const DrawHeatmap *whole;
  int rows, cols, row, col; /* row, col: the cell in the middle */
  float cell, radius, digit_pt;
  Point middle;
  Box card;
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

/* The room of the card beside and above the circle. */
static float beside_circle(const Scene *scene) {
  return stage_points(scene, LABELS + 2 * PAD + GAP + LABELS_ABOVE * SLANT_COS);
}

static float above_circle(const Scene *scene) {
  return stage_points(scene, LABELS_ABOVE + FOOT + 2 * PAD + GAP);
}

Box lens_least(const Scene *scene) {
  float across = stage_points(scene, 2 * CELLS_IN_RADIUS_CALM * CELL_SIGNED);
  return (Box){0, 0, beside_circle(scene) + across, above_circle(scene) + across};
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
  float beside = beside_circle(scene), above = above_circle(scene);
  float room = fminf(within.w - beside, within.h - above) / 2;
  float most = fminf(room, CELLS_IN_RADIUS_MOST * usual),
        least = CELLS_IN_RADIUS_LEAST * lens->cell;
  lens->radius = fmaxf(most, least);
  return lens->cell <= usual || most >= least;
}

/* The middle of the lens lies on its cell if the card fits there. A card without
** room begins at the edge. */
static void place_card(Lens *lens, Box within) {
  const Scene *scene = lens->scene;
  float pad = stage_points(scene, PAD), gap = stage_points(scene, GAP);
  float left = pad + stage_points(scene, LABELS) + gap + lens->radius;
  float top = pad + stage_points(scene, LABELS_ABOVE) + gap + lens->radius;
  float width = left + lens->radius + stage_points(scene, LABELS_ABOVE) * SLANT_COS + pad;
  float height = top + lens->radius + stage_points(scene, FOOT) + pad;
  Box content = lens->whole->box;
  float x = content.x + ((float)lens->col + 0.5f) * content.w / (float)lens->cols;
  float y = content.y + ((float)lens->row + 0.5f) * content.h / (float)lens->rows;
  float right = fmaxf(within.x, within.x + within.w - width);
  float bottom = fmaxf(within.y, within.y + within.h - height);
  lens->card = (Box){float_clamp(x - left, within.x, right), float_clamp(y - top, within.y, bottom),
                     width, height};
  lens->middle = (Point){lens->card.x + left, lens->card.y + top};
}

/* The number of cells on each side of the middle in a row at that distance, such that all corners
** lie within the circle; −1: none. */
static int cells_in_row(const Lens *lens, int away) {
  assert(lens->cell > 0);
  float across = lens->radius / lens->cell, down = fabsf((float)away) + 0.5f;
  if (down > across) return -1;
  return (int)floorf(sqrtf(across * across - down * down) - 0.5f);
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
  float x = lens->middle.x + ((float)(first - lens->col) - 0.5f) * lens->cell;
  float y = lens->middle.y + ((float)(row - lens->row) - 0.5f) * lens->cell;
  heatmap.box = (Box){x, y, (float)count * lens->cell, lens->cell};
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
  for (int away = -(int)(lens->radius / lens->cell); cells_in_row(lens, away) >= 0 || away < 0;
       away++) {
    int row = lens->row + away, side = cells_in_row(lens, away);
    if (row < 0 || row >= lens->rows || side < 0) continue;
    int first = int_max(0, lens->col - side), end = int_min(lens->cols, lens->col + side + 1);
    DrawHeatmap heatmap = row_of(lens, row, first, end - first);
    draw_heatmap(lens->scene->pen.list, heatmap);
    draw_digits(lens, &heatmap);
  }
}

/* -- words ------------------------------------------------------------------------------------- */

static void draw_leader(const Lens *lens, Point from, Point to) {
  draw_line(lens->scene->pen.list, from, to, 0.75f, lens->scene->pen.theme->line);
}

static TextStyle label_style(const Lens *lens, bool in_middle, bool is_key, Align align) {
  const Theme *theme = lens->scene->pen.theme;
  Color role = is_key ? theme->key : theme->query;
  return (TextStyle){in_middle ? FACE_BOLD : FACE_REGULAR, 10.5f, in_middle ? role : theme->ink,
                     align};
}

static void draw_row_labels(const Lens *lens) {
  const Scene *scene = lens->scene;
  float gap = stage_points(scene, GAP), width = stage_points(scene, LABELS);
  float right = lens->middle.x - lens->radius - gap;
  int most = (int)(lens->radius / lens->cell);
  for (int away = -most; away <= most; away++) {
    int row = lens->row + away, side = cells_in_row(lens, away);
    if (row < 0 || row >= lens->rows || side < 0) continue;
    float y = lens->middle.y + (float)away * lens->cell;
    int first = int_max(0, lens->col - side);
    float start = lens->middle.x + ((float)(first - lens->col) - 0.5f) * lens->cell;
    draw_leader(lens, (Point){right + gap / 2, y}, (Point){start - 2, y});
    Box box = {right - width, y - lens->cell / 2, width, lens->cell};
    pen_text_in(&scene->pen, label_style(lens, away == 0, false, ALIGN_END), box,
                token_shown(trace_token(scene->trace, row)));
  }
}

/* A leader connects each name with its cell across the gap at the circle's sides. */
static void draw_col_labels(const Lens *lens) {
  const Scene *scene = lens->scene;
  float gap = stage_points(scene, GAP), length = stage_points(scene, LABELS_ABOVE) / SLANT_SIN;
  float foot = lens->middle.y - lens->radius - gap;
  int most = (int)(lens->radius / lens->cell);
  for (int away = -most; away <= most; away++) {
    int col = lens->col + away, side = cells_in_row(lens, away);
    if (col < 0 || col >= lens->cols || side < 0) continue;
    float x = lens->middle.x + (float)away * lens->cell;
    int first = int_max(0, lens->row - side);
    float start = lens->middle.y + ((float)(first - lens->row) - 0.5f) * lens->cell;
    draw_leader(lens, (Point){x, foot + gap / 2}, (Point){x, start - 2});
    TextStyle style = label_style(lens, away == 0, true, ALIGN_START);
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

/* A ring around the cells separates the lens from the matrix below. */
static void draw_card(const Lens *lens) {
  const Theme *theme = lens->scene->pen.theme;
  DrawList *list = lens->scene->pen.list;
  float ring = lens->radius + 3;
  draw_box(list, (DrawBox){.box = lens->card,
                           .corner = 8,
                           .fill = theme->panel,
                           .stroke = theme->line,
                           .stroke_width = 1});
  draw_box(list,
           (DrawBox){.box = {lens->middle.x - ring, lens->middle.y - ring, 2 * ring, 2 * ring},
                     .corner = ring,
                     .fill = theme->paper,
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
  if (!choose_size(&lens, within)) return;
  place_card(&lens, within);
  lens.digit_pt = digit_size(&lens);
  draw_card(&lens);
  draw_cells(&lens);
  draw_row_labels(&lens);
  draw_col_labels(&lens);
  draw_foot(&lens);
  Box cell = {lens.middle.x - lens.cell / 2, lens.middle.y - lens.cell / 2, lens.cell, lens.cell};
  matrix_outline(scene, box_inset(cell, 1), scene->pen.theme->focus, 2.5f);
}
