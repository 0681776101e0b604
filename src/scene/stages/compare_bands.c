/* scene/stages/compare_bands.c -- several matrices of two runs, such as Q, K and V: a band each.
**
**             now          kept                 difference
**   Q labels  [ ]          [ ]  bar             [ ]  bar
**   K labels  [ ]          [ ]  bar             [ ]  bar
**   V labels  [ ]          [ ]  bar             [ ]  bar
**   how far they are apart, in words
**
** Rows are as high in all bands, and columns as wide. */
#include "scene/stages/compare_sides.h"

#include <assert.h>
#include <math.h>

#include "scene/stages/compare_kept.h"
#include "scene/stages/qkv.h"

enum { BANDS_MOST = 3 };

static const float TITLE_HIGH = 24, NUMBERS_HIGH = 18, NAME_GAP = 12, NAME_SIZE = 16, BAR_WIDE = 8,
                   BAR_ROOM = 62, BAR_GAP = 10, BETWEEN = 16, ROW_MOST = 30, COL_MOST = 26,
                   WORDS_GAP = 8;

typedef struct Band {
  Scene scene; /* of its matrix, in lines */
  View view;
  ComparePlace place;
} Band;

typedef struct Bands {
  Band at[BANDS_MOST];
  int count, rows, cols; /* of all bands together; the most */
  float row, col;        /* of a cell */
  Box words;
} Bands;

static void find_bands(const Scene *scene, Bands *bands) {
  for (const TwoRuns *of = scene->beside; of && bands->count < BANDS_MOST; of = of->next) {
    Band *band = &bands->at[bands->count++];
    Scene of_part = *scene;
    of_part.beside = of;
    band->scene = compare_kept_scene(&of_part, &band->view);
    bands->rows += of->rows.count;
    if (of->cols.count > bands->cols) bands->cols = of->cols.count;
  }
}

static float words_height(const Scene *scene, float width) {
  ComparePlace below = {.count = SIDES, .across = SIDES};
  return compare_words_height(scene, &below, width);
}

static TextStyle name_style(const Scene *scene, TracePart part) {
  Color color = scene_part_color(scene->pen.theme, part);
  return (TextStyle){FACE_BOLD, NAME_SIZE, color, ALIGN_START};
}

static const char *symbol_of(const Scene *scene, TracePart part) {
  const char *symbol = stage_part_symbol(part);
  return symbol ? symbol : stage_part_name(scene, part);
}

/* Of the widest name, with the room behind it. */
static float name_width(const Scene *scene) {
  float widest = 0;
  for (const TwoRuns *of = scene->beside; of; of = of->next) {
    TextStyle style = name_style(scene, of->part);
    Str symbol = str_from(symbol_of(scene, of->part));
    widest = fmaxf(widest, pen_symbol_width(&scene->pen, style, symbol));
  }
  return widest + stage_points(scene, NAME_GAP);
}

static float label_width_in(const Scene *scene, float width) {
  float least = stage_points(scene, 40);
  return float_clamp(matrix_label_width(scene, 100), least, fmaxf(width * 0.14f, least));
}

/* Where the cells of a side begin, from the left of the first. */
static float side_x(const Scene *scene, const Bands *bands, int side) {
  float width = bands->col * (float)bands->cols, between = stage_points(scene, BETWEEN);
  float x = (width + between) * (float)side;
  return side == SIDE_DIFFERENCE ? x - between + stage_points(scene, BAR_ROOM + BAR_GAP) : x;
}

static void place_bands(const Scene *scene, Box box, Bands *bands) {
  Box room = box_inset(box, stage_points(scene, 10));
  float words = words_height(scene, room.w), name = name_width(scene);
  float labels = label_width_in(scene, room.w), between = stage_points(scene, BETWEEN);
  float top = stage_points(scene, TITLE_HIGH + NUMBERS_HIGH);
  float bars = stage_points(scene, 2 * (BAR_ROOM + BAR_GAP));
  float width = room.w - name - labels - bars - between;
  float height =
      room.h - top - words - stage_points(scene, WORDS_GAP) - (float)(bands->count - 1) * between;
  bands->row = fminf(fmaxf(height, 1) / (float)bands->rows, stage_points(scene, ROW_MOST));
  bands->col = fminf(fmaxf(width, 1) / (float)(SIDES * bands->cols), stage_points(scene, COL_MOST));
  bands->row = stage_rounded_cell(bands->row), bands->col = stage_rounded_cell(bands->col);
  float whole = name + labels + side_x(scene, bands, SIDE_DIFFERENCE) +
                bands->col * (float)bands->cols + bars / 2;
  float high = top + bands->row * (float)bands->rows + (float)(bands->count - 1) * between + words +
               stage_points(scene, WORDS_GAP);
  float x = floorf(room.x + fmaxf(room.w - whole, 0) / 2) + name + labels;
  float y = floorf(room.y + fmaxf(room.h - high, 0) / 2) + top;
  for (int i = 0; i < bands->count; i++) {
    ComparePlace *place = &bands->at[i].place;
    const TwoRuns *beside = bands->at[i].scene.beside;
    *place = (ComparePlace){.count = SIDES,
                            .across = SIDES,
                            .label_width = labels,
                            .label_height = stage_points(scene, NUMBERS_HIGH)};
    float of_rows = bands->row * (float)beside->rows.count;
    for (int side = 0; side < SIDES; side++)
      place->cells[side] =
          (Box){x + side_x(scene, bands, side), y, bands->col * (float)beside->cols.count, of_rows};
    y += of_rows + between;
  }
  bands->words = (Box){room.x, y - between + stage_points(scene, WORDS_GAP), room.w, words};
}

static void draw_titles(const Scene *scene, const Bands *bands) {
  const Theme *theme = scene->pen.theme;
  float high = stage_points(scene, TITLE_HIGH), numbers = stage_points(scene, NUMBERS_HIGH);
  for (int side = 0; side < SIDES; side++) {
    Box cells = bands->at[0].place.cells[side];
    float wide = side == SIDE_LAID_OVER ? name_width(scene) + bands->at[0].place.label_width : 0;
    Box line = {cells.x - wide, cells.y - numbers - high, cells.w + wide, high};
    TextStyle style = compare_title_style(theme->ink);
    Str title = str_from(compare_title(scene, (SideId)side, false));
    bool is_cut = pen_width(&scene->pen, style, title) > line.w;
    if (is_cut) title = str_from(compare_short_title((SideId)side));
    line.x -= is_cut ? stage_points(scene, BETWEEN) : 0;
    line.w += is_cut ? stage_points(scene, BETWEEN) : 0;
    pen_text_in(&scene->pen, style, line, title);
  }
}

static void draw_bar(const Scene *scene, const Band *band, SideId side) {
  Box cells = band->place.cells[side];
  MatrixWidget matrix = compare_widget(&band->scene, &band->place, side);
  Box bar = {cells.x + cells.w + stage_points(scene, BAR_GAP), cells.y,
             stage_points(scene, BAR_WIDE), fmaxf(cells.h, stage_points(scene, 24))};
  pen_color_bar(&scene->pen, &(ColorBar){.box = bar,
                                         .vertical = true,
                                         .palette = matrix_widget_palette(&band->scene, &matrix),
                                         .range = matrix.own_range});
}

static void draw_band(const Band *band, float name_width, bool is_first) {
  static const char *const names[SIDES] = {"now", "kept", "difference"};
  const Scene *scene = &band->scene;
  TracePart part = scene->beside->part;
  Box first = band->place.cells[0];
  float digits = compare_digits_size(scene, &band->place);
  Point at = {first.x - band->place.label_width - name_width,
              first.y + first.h / 2 + stage_points(scene, NAME_SIZE) * TEXT_CAP_HEIGHT / 2};
  draw_group_begin(scene->pen.list, trace_part_info(part)->name, stage_part_title(part));
  pen_symbol(&scene->pen, name_style(scene, part), at, str_from(symbol_of(scene, part)));
  for (int side = 0; side < SIDES; side++) {
    MatrixWidget matrix = compare_widget(scene, &band->place, (SideId)side);
    matrix.col_numbers = is_first;
    compare_fit_digits(scene, &matrix, digits);
    draw_group_begin(scene->pen.list, names[side], compare_title(scene, (SideId)side, false));
    matrix_widget_draw(scene, &matrix);
    if (side != SIDE_LAID_OVER) draw_bar(scene, band, (SideId)side);
    draw_group_end(scene->pen.list);
  }
  draw_group_end(scene->pen.list);
}

void compare_bands_draw(const Scene *scene, Box box) {
  View view;
  Bands bands = {0};
  find_bands(scene, &bands);
  place_bands(scene, box, &bands);
  for (int i = 0; i < bands.count; i++) draw_band(&bands.at[i], name_width(scene), i == 0);
  draw_titles(scene, &bands);
  Scene focused = compare_kept_focused(scene), of_cell = compare_kept_scene(&focused, &view);
  ComparePlace below = {.count = SIDES, .across = SIDES, .words = bands.words};
  compare_words_draw(scene, &of_cell, &below);
}

Box compare_bands_cells(const Scene *scene, Box box) {
  Bands bands = {0};
  find_bands(scene, &bands);
  place_bands(scene, box, &bands);
  for (int i = 0; i < bands.count; i++) {
    Scene focused = compare_kept_focused(scene);
    if (bands.at[i].scene.beside == focused.beside) return bands.at[i].place.cells[0];
  }
  return bands.at[0].place.cells[0];
}

float compare_bands_height(const Scene *scene, float width) {
  static const float row = 13.6f, rows_most = 16; /* of a band */
  Bands bands = {0};
  find_bands(scene, &bands);
  assert(bands.count > 0);
  float rows = fminf((float)bands.rows, rows_most * (float)bands.count);
  float fixed = TITLE_HIGH + NUMBERS_HIGH + WORDS_GAP + 20 + BETWEEN * (float)(bands.count - 1);
  float words = words_height(scene, width - stage_points(scene, 20));
  return stage_points(scene, fixed + row * rows) + words;
}
