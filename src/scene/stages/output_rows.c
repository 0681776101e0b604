/* scene/stages/output_rows.c -- the numbers of the weighted sum: those of the rows of V, its
** heaviest rows alone where not all have room, and the row that they add up to. */
#include "scene/stages/output.h"
#include "scene/stages/output_pages.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/followed_rows.h"
#include "scene/stages/pair_stage.h"

/* One row of cells with their numbers. */
typedef struct Cells {
  MatView values; /* [1, columns] */
  Box box;
  int filled; /* of its cells; −1: all */
} Cells;

/* -- cells ------------------------------------------------------------------------------------- */

static Number cell_number(const OutputPlace *place, float value, bool is_whole) {
  return is_whole ? number_whole(value) : output_number(value, place->decimals);
}

/* All numbers of the row are noughts in its cells. */
static bool rounds_to_nothing(const OutputPlace *place, MatView row, bool is_whole) {
  float largest = 0;
  for (int col = 0; col < row.cols; col++) {
    float value = mat_get(row, 0, col);
    if (!isfinite(value)) return false;
    largest = fmaxf(largest, fabsf(value));
  }
  Number number = cell_number(place, largest, is_whole);
  return strspn(number.at, "0.") == strlen(number.at);
}

/* At one size, of the longest number in the matrix; a longer one is smaller. Rows that bring next
** to nothing are pale, or the noughts would be the loudest; on a page they have no digits. */
void output_digits_draw(const Scene *scene, const OutputPlace *place, const DrawHeatmap *cells,
                        int row) {
  const Pen *pen = &scene->pen;
  float high = draw_heatmap_cell(cells, row, 0).h;
  if (place->digits <= 0 || pen_points(pen, place->digits) * 0.9f > high + 1) return;
  MatView values = cells->values;
  MatView own = {mat_row(values, row), 1, values.cols, values.stride};
  bool is_whole = numbers_are_whole(own), is_pale = rounds_to_nothing(place, own, is_whole);
  if (is_pale && pen_is_of_print(pen) && scene->view->numbers != NUMBERS_ON) return;
  for (int col = 0; col < values.cols; col++) {
    if (cells->filled >= 0 && row * values.cols + col >= cells->filled) return;
    Box cell = draw_heatmap_cell(cells, row, col);
    float value = mat_get(values, row, col);
    Number number = cell_number(place, value, is_whole);
    Color ink = palette_digit(draw_heatmap_color(cells, row, col));
    Color color = is_pale ? pen->theme->muted : ink;
    TextStyle style = {FACE_MONO, place->digits, color, ALIGN_MIDDLE};
    float wide = pen_width(pen, style, number_str(&number));
    style.size *= fminf(1, cell.w / fmaxf(wide, 0.01f));
    if (pen_width(pen, style, number_str(&number)) <= cell.w + 0.1f)
      pen_text_in(pen, style, box_inset(cell, -1), number_str(&number));
  }
}

/* Cells as far apart as those of V. */
static void draw_cells(const Scene *scene, const OutputPlace *place, const Cells *cells) {
  MatrixWidget v = output_values_view(scene, place);
  DrawHeatmap like = matrix_widget_grid(scene, &v).heatmap;
  float side = fminf(cells->box.w / (float)cells->values.cols, cells->box.h);
  DrawHeatmap drawn = {.box = cells->box,
                       .values = cells->values,
                       .mix = 1,
                       .hatch_mix = 1,
                       .palette = like.palette,
                       .range = like.range,
                       .gap = side >= 20  ? 2 * fminf(scene->pen.text_scale, 1.5f)
                              : side >= 8 ? 1
                                          : 0,
                       .corner = side >= 20   ? 3
                                 : side >= 10 ? 2
                                              : 0,
                       .filled = cells->filled,
                       .theme = scene->pen.theme->id};
  draw_heatmap(scene->pen.list, drawn);
  output_digits_draw(scene, place, &drawn, 0);
}

/* A click on a cell below a column chooses its number. */
static void add_hit(const Scene *scene, Box box, int row, int cols) {
  if (!scene->interactive) return;
  Arena *arena = scene->pen.list->arena;
  draw_hit(scene->pen.list, (DrawHit){.box = box,
                                      .rows = 1,
                                      .cols = cols,
                                      .cursor = CURSOR_CROSS,
                                      .click = str_format(arena, "cell %d %%c", row + 1),
                                      .hover = str_format(arena, "hover %d %%c", row + 1)});
}

/* Of rows with so little weight that all their products are next to nothing there are no digits:
** the others stand out. */
static void draw_digits_of_v(const Scene *scene, const OutputPlace *place, int row) {
  MatrixWidget v = output_values_view(scene, place);
  MatrixGrid grid = matrix_widget_grid(scene, &v);
  for (int key = grid.first_row; grid.rows > 0 && key <= grid.last_row; key++) {
    bool is_little = output_share(scene, row, key) < NUMBER_SHARE_LEAST;
    bool is_cut = matrix_row_box(&v, &grid, key).h < grid.cell_h * 0.99f;
    if (!is_cut && !is_little) output_digits_draw(scene, place, &grid.heatmap, key);
  }
}

/* -- terms ------------------------------------------------------------------------------------- */

OutputTerms output_terms(const Scene *scene, const OutputPlace *place, int row) {
  assert(place->term_count <= OUTPUT_TERM_ROWS_MOST);
  OutputTerms terms = {0};
  int rows = stage_matrix(scene, trace_values(scene->trace)).rows;
  int all = output_heaviest(scene, row, OUTPUT_ROW_LEAST, terms.keys, OUTPUT_TERM_ROWS_MOST);
  terms.count = int_min(all, place->term_count);
  if (terms.count < rows && terms.count > 1 && terms.count == place->term_count) terms.count--;
  if (terms.count < place->term_count) terms.others = rows - terms.count;
  return terms;
}

static void draw_term(const Scene *scene, const OutputPlace *place, MatView values, Box box,
                      const OutputShare *share) {
  if (!values.at) return;
  Cells cells = {values, box, -1};
  draw_cells(scene, place, &cells);
  output_share_draw(scene, place, share);
}

OutputShare output_share_of_others(const Scene *scene, int row, const OutputTerms *terms,
                                   Box line) {
  const char *name =
      str_format(scene->pen.list->arena, P_("%d more", "%d more", terms->others), terms->others);
  double rest = output_share_of_rest(scene, row, terms->keys, terms->count);
  return (OutputShare){
      .line = line, .share = (float)rest, .name = str_from(name ? name : ""), .is_of_many = true};
}

/* The others are not shown. */
static Str with_more(const Scene *scene, Str name) {
  return str_from(str_format(scene->pen.list->arena, "%.*s + …", (int)name.bytes, name.at));
}

static void draw_terms(const Scene *scene, const OutputPlace *place, int row) {
  MatView products = place->products;
  OutputTerms terms = output_terms(scene, place, row);
  add_hit(scene, place->terms, row, products.cols);
  Box box = {place->terms.x, place->terms.y, place->terms.w, place->row};
  bool has_more = terms.others <= 0 && terms.count < products.rows;
  if (!products.at) return;
  for (int i = 0; i < terms.count; i++, box.y += box.h) {
    OutputShare share = output_share_of(scene, box, row, terms.keys[i]);
    MatView values = {mat_row(products, terms.keys[i]), 1, products.cols, products.stride};
    if (has_more && i == terms.count - 1) share.name = with_more(scene, share.name);
    draw_term(scene, place, values, box, &share);
  }
  if (terms.others <= 0) return;
  OutputShare share = output_share_of_others(scene, row, &terms, box);
  draw_term(scene, place, output_weighted_others(scene, products, terms.keys, terms.count), box,
            &share);
}

Box output_term_box(const Scene *scene, const OutputPlace *place, int row, int key) {
  OutputTerms terms = output_terms(scene, place, row);
  for (int i = 0; i < terms.count; i++)
    if (terms.keys[i] == key)
      return (Box){place->terms.x, place->terms.y + place->row * (float)i, place->terms.w,
                   place->row};
  return (Box){0};
}

Box output_heaviest_box(const Scene *scene, const OutputPlace *place, int row) {
  int key;
  if (output_heaviest(scene, row, OUTPUT_TERM_LEAST, &key, 1) < 1) return (Box){0};
  if (output_is_of_terms(place)) return output_term_box(scene, place, row, key);
  MatrixWidget v = output_values_view(scene, place);
  MatrixGrid grid = matrix_widget_grid(scene, &v);
  return key < grid.rows ? matrix_row_box(&v, &grid, key) : (Box){0};
}

/* -- the sum ----------------------------------------------------------------------------------- */

/* Left of a row that is no row of V. */
static void draw_words(const Scene *scene, const OutputPlace *place, Box row, Color color,
                       const char *words) {
  float gap = stage_points(scene, 8), left = place->line.x;
  float most = stage_is_for_afar(scene) ? 21 : 13, room = row.x - gap - left;
  TextStyle style = {FACE_BOLD, fmaxf(fminf(most, row.h * 0.75f / scene->pen.text_scale), 10.5f),
                     color, ALIGN_END};
  float wide = pen_width(&scene->pen, style, str_from(words));
  if (pen_points(&scene->pen, style.size) * 0.8f > row.h) return; /* it would lie over others */
  style.size = fmaxf(style.size * fminf(1, room / fmaxf(wide, 1)), fminf(style.size, 10.5f));
  pen_text_in(&scene->pen, style, (Box){left, row.y, room, row.h}, str_from(words));
}

/* What the rows for distances add, where it is worked out. */
static void draw_relative(const Scene *scene, const OutputPlace *place, int row) {
  const Workings *w = scene->workings;
  if (!output_has_relative(scene) || !w || w->query != row || !w->relative_blend) return;
  Box box = place->sum;
  box.y -= stage_points(scene, OUTPUT_SUM_GAP) + place->row;
  Cells cells = {{w->relative_blend, 1, w->d_value, w->d_value}, box, -1};
  draw_cells(scene, place, &cells);
  draw_words(scene, place, box, scene->pen.theme->value,
             str_format(scene->pen.list->arena, "+ %s", _("R, for distances")));
}

int output_filled_of_row(const Scene *scene, MatView output, int row) {
  if (scene_is_covered(scene)) return 0;
  int filled = scene_filled_of(scene, TRACE_OUTPUT, output.rows, output.cols);
  return filled < 0 ? -1 : int_clamp(filled - row * output.cols, 0, output.cols);
}

const char *output_sum_name(const Scene *scene, int row) {
  Arena *arena = scene->pen.list->arena;
  Str own = scene_named(scene, row);
  const char *words = str_format(arena, _("output of %.*s"), (int)own.bytes, own.at);
  return str_format(arena, "= %s", words ? words : "");
}

static void draw_sum(const Scene *scene, const OutputPlace *place, int row, MatView output) {
  const Theme *theme = scene->pen.theme;
  Cells sum = {{mat_row(output, row), 1, output.cols, output.stride},
               place->sum,
               output_filled_of_row(scene, output, row)};
  draw_cells(scene, place, &sum);
  add_hit(scene, sum.box, row, output.cols);
  matrix_outline(scene, sum.box, theme->output_line, 1.5f);
  float y = sum.box.y - stage_points(scene, 6);
  draw_line(scene->pen.list, (Point){sum.box.x, y}, (Point){sum.box.x + sum.box.w, y}, 1,
            theme->muted);
  const char *name = output_sum_name(scene, row);
  if (name) draw_words(scene, place, sum.box, theme->output, name);
}

/* -- all --------------------------------------------------------------------------------------- */

void output_rows_draw(const Scene *scene, const OutputPlace *place, int row) {
  MatView output = stage_matrix(scene, TRACE_OUTPUT),
          v = stage_matrix(scene, trace_values(scene->trace));
  if (row < 0 || row >= output.rows || !v.at || v.cols != output.cols) return;
  if (place->is_paged) {
    OutputPages pages;
    if (output_pages_make(scene, place, row, &pages)) output_pages_draw(scene, place, &pages);
    return;
  }
  if (place->term_count > 0) draw_terms(scene, place, row);
  else draw_digits_of_v(scene, place, row);
  draw_relative(scene, place, row);
  if (scene->interactive) draw_group_begin(scene->pen.list, FOLLOWED_ROWS_GROUP, NULL);
  draw_sum(scene, place, row, output);
  if (scene->interactive) draw_group_end(scene->pen.list);
}
