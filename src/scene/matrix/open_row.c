/* scene/matrix/open_row.c -- the chosen row of a large matrix, opened to be read from afar. */
#include "scene/matrix/open_row.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/apart.h"
#include "scene/matrix/grid_rows.h"
#include "scene/number.h"

enum { PLATES_MOST = 8, PLATES_OF_ANY_SIGN = 4 };
static const float DIGITS_LEAST = 13, SMALL_PRINT = 10.5f, DIGITS = 27.5f, PLATE_PAD = 5,
                   PLATE_INSET = 3;
static const float NAME = 12, STRIP = 8, STRIP_MOST = 12, STRIP_GAP = 5, BAND = 70; /* design */
static const float FRAME = 3; /* design: within the row, off its neighbours */
static const float PLATE_GAP = 6, BAND_SHARE_MOST = 0.5f;

/* Larger text raises the least no further. */
static float design_point(const Scene *scene) {
  const DrawList *list = scene->pen.list;
  View plain = *scene->view;
  plain.text_scale = 1;
  return layout_presenter(list->width_pt, list->height_pt, &plain).text_scale;
}

float open_row_digits_least(const Scene *scene) {
  return scene_is_presented(scene) ? DIGITS_LEAST * design_point(scene) : 0;
}

float open_row_small_print(const Scene *scene) { return SMALL_PRINT * design_point(scene); }

typedef struct OpenRow {
  const Scene *scene;
  const MatrixWidget *matrix;
  DrawHeatmap heatmap; /* one row, at the top of the band */
  int row, reached;
  float name_size; /* design points */
  float size_pt;
} OpenRow;

static bool opens(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  return scene_is_presented(scene) && scene->view->locked && matrix->mix >= 1 &&
         scene->row_closed < 1 && matrix->opens_row && matrix->digits &&
         scene->view->numbers == NUMBERS_AUTO && matrix->focus_row >= 0 &&
         matrix->focus_row < grid->rows && !grid->is_cut && !matrix->transposed &&
         matrix_digits_size(scene, matrix, grid) <= 0;
}

static float opened_height(const Scene *scene, const MatrixGrid *grid) {
  float all = grid->heatmap.box.h, usual = all / (float)grid->rows;
  return fmaxf(fminf(BAND * design_point(scene), all * BAND_SHARE_MOST), usual);
}

float open_row_others_height(const Scene *scene, const MatrixGrid *grid) {
  assert(grid->rows > 0);
  float all = grid->heatmap.box.h;
  return grid->rows < 2 ? all : (all - opened_height(scene, grid)) / (float)(grid->rows - 1);
}

void open_row_find(const Scene *scene, const MatrixWidget *matrix, MatrixGrid *grid) {
  if (!opens(scene, matrix, grid)) return;
  float usual = grid->cell_h, open = opened_height(scene, grid);
  grid_open_row(grid, matrix->focus_row, open + (usual - open) * scene->row_closed);
}

static DrawHeatmap row_of(const MatrixGrid *grid, int row, Box band) {
  DrawHeatmap one = grid->heatmap;
  MatView values = grid->heatmap.values;
  one.box = band;
  one.values = (MatView){mat_row(values, row), 1, values.cols, values.stride};
  one.before = (MatView){0};
  one.kept = (MatView){0};
  one.mask = mask_rows(grid->heatmap.mask, row, 1);
  if (one.filled >= 0) one.filled = int_clamp(one.filled - row * values.cols, 0, values.cols);
  return one;
}

static bool is_told(const OpenRow *open, int col) {
  float value = mat_get(open->heatmap.values, 0, col);
  if (col >= open->reached || !isfinite(value) || draw_heatmap_hatched(&open->heatmap, 0, col))
    return false;
  return open->matrix->part != TRACE_WEIGHTS || value >= NUMBER_SHARE_LEAST;
}

/* Scores by what they are worth to the row, so that those come first whose weights will be large;
** other numbers by their size. */
static float rank_of(const OpenRow *open, int col) {
  float value = mat_get(open->heatmap.values, 0, col);
  return trace_part_info(open->matrix->part)->by_pair ? value : fabsf(value);
}

typedef struct Plate {
  int col;
  float width, x;
  Number number;
} Plate;

static bool is_among(const Plate *plates, int count, int col) {
  for (int i = 0; i < count; i++)
    if (plates[i].col == col) return true;
  return false;
}

/* The column of the largest number that has no plate yet; −1: there is none. */
static int next_largest(const OpenRow *open, const Plate *plates, int count) {
  int found = -1;
  for (int col = 0; col < open->heatmap.values.cols; col++) {
    if (is_among(plates, count, col) || !is_told(open, col)) continue;
    if (found < 0 || rank_of(open, col) > rank_of(open, found)) found = col;
  }
  return found;
}

/* Beside several scores above 0 one below it has next to no weight. */
static bool says_something(const OpenRow *open, const Plate *plates, int count, int col) {
  bool is_of_pairs = trace_part_info(open->matrix->part)->by_pair;
  return !is_of_pairs || count < PLATES_OF_ANY_SIGN || rank_of(open, plates[0].col) <= 0 ||
         rank_of(open, col) > 0;
}

static TextStyle name_style(const OpenRow *open, Color color) {
  return (TextStyle){FACE_SEMIBOLD, open->name_size, color, ALIGN_MIDDLE};
}

static bool has_names(const OpenRow *open) { return trace_part_info(open->matrix->part)->by_pair; }

/* A name has at most as much room as the number and a half, and may be small print. */
static Plate plate_of(const OpenRow *open, int col) {
  const Pen *pen = &open->scene->pen;
  const float wider_most = 1.5f;
  float value = mat_get(open->heatmap.values, 0, col);
  Plate plate = {.col = col, .number = number_cell(value, open->matrix->part == TRACE_WEIGHTS)};
  if (!plate.number.at[0]) plate.number = (Number){".00"};
  plate.width = pen->metrics->width_pt(pen->metrics->self, FACE_MONO, open->size_pt,
                                       number_str(&plate.number));
  if (has_names(open)) {
    Str name = scene_key_label(open->scene, col);
    float small = open_row_small_print(open->scene) / pen_points(pen, open->name_size);
    float wide = pen_width(pen, name_style(open, COLOR_NONE), name) * fminf(small, 1);
    plate.width = fmaxf(plate.width, fminf(wide, plate.width * wider_most));
  }
  plate.width += 2 * PLATE_PAD;
  return plate;
}

/* The largest, the chosen one however small, then those next to the largest, as long as there is
** room for as many of one width; in the order of the columns. */
static int choose_plates(const OpenRow *open, Plate plates[PLATES_MOST]) {
  int count = 0, chosen = open->matrix->focus_col;
  float room = open->heatmap.box.w, widest = 0;
  bool tells_chosen =
      chosen >= 0 && chosen < open->reached && isfinite(mat_get(open->heatmap.values, 0, chosen));
  while (count < PLATES_MOST) {
    bool is_chosen = count == 1 && tells_chosen && plates[0].col != chosen;
    int col = is_chosen ? chosen : next_largest(open, plates, count);
    if (col >= 0 && !is_chosen && !says_something(open, plates, count, col)) col = -1;
    if (col < 0 && tells_chosen && !is_among(plates, count, chosen)) col = chosen;
    if (col < 0) break;
    Plate plate = plate_of(open, col);
    widest = fmaxf(widest, plate.width);
    if ((float)(count + 1) * (widest + PLATE_GAP) - PLATE_GAP > room) break;
    int at = count++;
    for (; at > 1 && plates[at - 1].col > col; at--) plates[at] = plates[at - 1];
    plates[at] = plate;
  }
  /* the largest has stayed first until here */
  for (int i = 0; i + 1 < count && plates[i].col > plates[i + 1].col; i++) {
    Plate larger = plates[i];
    plates[i] = plates[i + 1];
    plates[i + 1] = larger;
  }
  return count;
}

/* As wide as all of them have room together; few ones stay around their columns. */
static void place_plates(const OpenRow *open, Plate *plates, int count) {
  const float wider_most = 2.4f;
  Box band = open->heatmap.box;
  Apart places[PLATES_MOST];
  float widest = 0, share = (band.w + PLATE_GAP) / (float)int_max(count, 1) - PLATE_GAP;
  for (int i = 0; i < count; i++) widest = fmaxf(widest, plates[i].width);
  for (int i = 0; i < count; i++) {
    plates[i].width = floorf(fminf(share, widest * wider_most));
    Box cell = draw_heatmap_cell(&open->heatmap, 0, plates[i].col);
    places[i] = (Apart){cell.x + (cell.w - plates[i].width) / 2, plates[i].width};
  }
  apart_place(places, count, PLATE_GAP, band.x, band.x + band.w);
  for (int i = 0; i < count; i++) plates[i].x = places[i].at;
}

static void plate_hit(const OpenRow *open, Box box, int col) {
  Arena *arena = open->scene->pen.list->arena;
  draw_hit(open->scene->pen.list,
           (DrawHit){.box = box,
                     .cursor = CURSOR_CROSS,
                     .click = str_format(arena, "cell %d %d", open->row + 1, col + 1),
                     .hover = str_format(arena, "hover %d %d", open->row + 1, col + 1)});
}

/* Small print before it is cut. */
static void draw_name(const OpenRow *open, Box box, Color ink, Str name) {
  const Pen *pen = &open->scene->pen;
  const float safety = 0.99f;
  TextStyle style = name_style(open, ink);
  float least = open_row_small_print(open->scene) / pen->text_scale;
  float wide = pen_width(pen, style, name);
  if (wide > box.w)
    style.size = fmaxf(style.size * box.w * safety / wide, fminf(least, style.size));
  pen_text_in(pen, style, box, name);
}

/* The number below the name of its key, by which its column is found. */
static void draw_plate(const OpenRow *open, const Plate *plate, Box below) {
  const Pen *pen = &open->scene->pen;
  Color color = draw_heatmap_color(&open->heatmap, 0, plate->col);
  Color ink = palette_digit(color);
  Box box = {plate->x, below.y, plate->width, below.h};
  draw_box(pen->list, (DrawBox){.box = box, .corner = 4, .fill = color});
  if (plate->col == open->matrix->focus_col) matrix_focus_outline(open->scene, box, 3);
  plate_hit(open, box, plate->col);
  if (has_names(open)) {
    Box name = cut_top(&box, pen_line_height(pen, open->name_size));
    draw_name(open, (Box){name.x + PLATE_PAD / 2, name.y, name.w - PLATE_PAD, name.h}, ink,
              scene_key_label(open->scene, plate->col));
  }
  TextStyle style = {FACE_MONO, open->size_pt / pen->text_scale, ink, ALIGN_MIDDLE};
  pen_text_in(pen, style, box, number_str(&plate->number));
}

static void draw_numbers(const OpenRow *open, Box below) {
  Plate plates[PLATES_MOST];
  int count = choose_plates(open, plates);
  place_plates(open, plates, count);
  for (int i = 0; i < count; i++) draw_plate(open, &plates[i], below);
}

static void draw_ground(const Scene *scene, Box band) {
  draw_box(scene->pen.list, (DrawBox){.box = band, .fill = scene->pen.theme->paper});
}

/* On its way the row is its cells alone. */
void open_row_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  if (!grid_is_open(grid)) return;
  assert(grid->open_row == matrix->focus_row);
  Box band = grid_row(grid, grid->open_row);
  if (scene->row_closed > 0) {
    open_row_draw_vector(scene, grid);
    matrix_focus_outline(scene, band, 3);
    return;
  }
  float point = design_point(scene);
  band.y += FRAME * point;
  band.h -= 2 * FRAME * point;
  Box below = box_inset(band, PLATE_INSET),
      strip = cut_top(&below, float_clamp(grid->cell_h, STRIP * point, STRIP_MOST * point));
  strip.x = band.x;
  strip.w = band.w;
  cut_top(&below, STRIP_GAP * point);
  OpenRow open = {.scene = scene,
                  .matrix = matrix,
                  .heatmap = row_of(grid, matrix->focus_row, strip),
                  .row = matrix->focus_row,
                  .name_size = NAME * point / scene->pen.text_scale,
                  .size_pt = fminf(DIGITS * point, below.h * 0.72f)};
  open.reached = open.heatmap.filled < 0 ? grid->cols : open.heatmap.filled;
  DrawList *list = scene->pen.list;
  draw_group_begin(list, "row", NULL);
  draw_ground(scene, band);
  draw_heatmap(list, open.heatmap);
  if (matrix->focus_col >= 0 && matrix->focus_col < grid->cols)
    matrix_focus_outline(scene, draw_heatmap_cell(&open.heatmap, 0, matrix->focus_col), 2);
  draw_numbers(&open, below);
  matrix_focus_outline(scene, band, 3);
  draw_group_end(list);
}

void open_row_draw_vector(const Scene *scene, const MatrixGrid *grid) {
  assert(grid_is_open(grid));
  Box band = grid_row(grid, grid->open_row);
  draw_heatmap(scene->pen.list, row_of(grid, grid->open_row, band));
}
