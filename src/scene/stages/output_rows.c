/* scene/stages/output_rows.c -- the numbers of the weighted sum: those of the rows of V, its
** heaviest rows alone where not all have room, and the row that they add up to. */
#include "scene/stages/output.h"

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
** to nothing are pale, or the noughts would be the loudest. */
void output_digits_draw(const Scene *scene, const OutputPlace *place, const DrawHeatmap *cells,
                        int row) {
  const Pen *pen = &scene->pen;
  float high = draw_heatmap_cell(cells, row, 0).h;
  if (place->digits <= 0 || pen_points(pen, place->digits) * 0.9f > high + 1) return;
  MatView values = cells->values;
  MatView own = {mat_row(values, row), 1, values.cols, values.stride};
  bool is_whole = numbers_are_whole(own), is_pale = rounds_to_nothing(place, own, is_whole);
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

enum { TERMS_MOST = 12 };

/* The heaviest rows in the order of the keys, and what all others come to. */
typedef struct Terms {
  int keys[TERMS_MOST], count;
  int others; /* rows that are one row together; 0: none are left, or have no room */
} Terms;

static Terms terms_of(const Scene *scene, const OutputPlace *place, int row) {
  assert(place->term_count <= TERMS_MOST);
  int heaviest[TERMS_MOST], rows = stage_matrix(scene, trace_values(scene->trace)).rows;
  int all = output_heaviest(scene, row, OUTPUT_ROW_LEAST, heaviest, TERMS_MOST);
  Terms terms = {.count = int_min(all, place->term_count)};
  if (terms.count < rows && terms.count > 1 && terms.count == place->term_count) terms.count--;
  if (terms.count < place->term_count) terms.others = rows - terms.count;
  for (int i = 0; i < terms.count; i++) {
    int to = i;
    for (; to > 0 && terms.keys[to - 1] > heaviest[i]; to--) terms.keys[to] = terms.keys[to - 1];
    terms.keys[to] = heaviest[i];
  }
  return terms;
}

static void draw_term(const Scene *scene, const OutputPlace *place, MatView values, Box box,
                      const OutputShare *share) {
  if (!values.at) return;
  Cells cells = {values, box, -1};
  draw_cells(scene, place, &cells);
  output_share_draw(scene, place, share);
}

static OutputShare share_of_others(const Scene *scene, int row, const Terms *terms, Box line) {
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
  Terms terms = terms_of(scene, place, row);
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
  OutputShare share = share_of_others(scene, row, &terms, box);
  draw_term(scene, place, output_weighted_others(scene, products, terms.keys, terms.count), box,
            &share);
}

Box output_term_box(const Scene *scene, const OutputPlace *place, int row, int key) {
  Terms terms = terms_of(scene, place, row);
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

static int filled_of_row(const Scene *scene, MatView output, int row) {
  if (scene_is_covered(scene)) return 0;
  int filled = scene_filled_of(scene, TRACE_OUTPUT, output.rows, output.cols);
  return filled < 0 ? -1 : int_clamp(filled - row * output.cols, 0, output.cols);
}

static const char *sum_name(const Scene *scene, int row) {
  Arena *arena = scene->pen.list->arena;
  Str own = scene_named(scene, row);
  const char *words = str_format(arena, _("output of %.*s"), (int)own.bytes, own.at);
  return str_format(arena, "= %s", words ? words : "");
}

static void draw_sum(const Scene *scene, const OutputPlace *place, int row, MatView output) {
  const Theme *theme = scene->pen.theme;
  Cells sum = {{mat_row(output, row), 1, output.cols, output.stride},
               place->sum,
               filled_of_row(scene, output, row)};
  draw_cells(scene, place, &sum);
  add_hit(scene, sum.box, row, output.cols);
  matrix_outline(scene, sum.box, theme->output_line, 1.5f);
  float y = sum.box.y - stage_points(scene, 6);
  draw_line(scene->pen.list, (Point){sum.box.x, y}, (Point){sum.box.x + sum.box.w, y}, 1,
            theme->muted);
  const char *name = sum_name(scene, row);
  if (name) draw_words(scene, place, sum.box, theme->output, name);
}

/* -- pages of columns -------------------------------------------------------------------------- */

/* ".80 × animal" */
static void add_term(const Scene *scene, FollowedRows *rows, MatView values,
                     const OutputShare *share) {
  if (!values.at || rows->count + 1 >= FOLLOWED_ROWS_MOST) return;
  TextStyle style = {FACE_BOLD, 13, COLOR_NONE, ALIGN_END};
  Number number = number_cell(share->share, true);
  Str name = pen_fit(&scene->pen, style, stage_points(scene, 84), share->name);
  const char *words = str_format(scene->pen.list->arena, "%s × %.*s",
                                 number.at[0] ? number.at : ".00", (int)name.bytes, name.at);
  rows->rows[rows->count++] = (FollowedRow){.name = words ? words : "",
                                            .part = trace_values(scene->trace),
                                            .values = values,
                                            .reached = values.cols,
                                            .has_focus = true,
                                            .is_part = true};
}

static void add_sum(const Scene *scene, FollowedRows *rows, MatView output) {
  const char *name = sum_name(scene, rows->token);
  int filled = filled_of_row(scene, output, rows->token);
  followed_rows_add(scene, rows, name ? name : "", TRACE_OUTPUT);
  FollowedRow *sum = &rows->rows[rows->count - 1];
  sum->has_focus = sum->is_framed = true;
  if (filled >= 0) sum->reached = filled;
}

enum { SOME_IN_NARROW = 6 };
static const float WIDE = 560; /* design, of the output */

/* The heaviest rows, with their weights as names or, in the place of V, as its rows have them. */
static void draw_pages_of(const Scene *scene, const OutputPlace *place, FollowedRows *rows,
                          const Terms *terms) {
  OutputShare shares[FOLLOWED_ROWS_MOST];
  MatView products = place->products, output = stage_matrix(scene, TRACE_OUTPUT);
  int count = 0, all = terms->count + (terms->others > 0);
  for (int i = 0; i < all && count + 1 < FOLLOWED_ROWS_MOST; i++) {
    bool is_rest = i == terms->count;
    MatView values =
        is_rest ? output_weighted_others(scene, products, terms->keys, terms->count)
                : (MatView){mat_row(products, terms->keys[i]), 1, products.cols, products.stride};
    OutputShare share = is_rest ? share_of_others(scene, rows->token, terms, place->terms)
                                : output_share_of(scene, place->terms, rows->token, terms->keys[i]);
    if (!values.at) return;
    add_term(scene, rows, values, &share);
    if (place->hides_v) rows->rows[rows->count - 1].name = "";
    shares[count++] = share;
  }
  add_sum(scene, rows, output);
  Box box = {place->line.x, place->terms.y, place->line.w,
             place->sum.y + place->sum.h - place->terms.y};
  draw_group_begin(scene->pen.list, FOLLOWED_ROWS_GROUP, NULL); /* with the weights before them */
  followed_rows_draw(scene, box, rows);
  for (int i = 0; place->hides_v && i < count; i++) {
    shares[i].line = followed_rows_cells(scene, box, rows, i);
    output_share_draw(scene, place, &shares[i]);
  }
  draw_group_end(scene->pen.list);
}

/* Where columns are too narrow for digits: some of them, in cells of their own. */
static void draw_pages(const Scene *scene, const OutputPlace *place, int row) {
  Terms terms = terms_of(scene, place, row);
  FollowedRows rows = {.token = row, .name_design = 132, .left = place->v.x};
  if (place->hides_v) { /* the output below begins at the same place */
    rows.name_design = (place->v.x - place->line.x) / stage_points(scene, 1);
    bool is_narrow = place->v.w < stage_points(scene, WIDE);
    rows.columns_least = is_narrow ? SOME_IN_NARROW : FOLLOWED_SOME;
    rows.is_fine = true; /* so that the sum can be checked */
    rows.is_airy = stage_is_for_afar(scene);
  }
  if (place->products.at) draw_pages_of(scene, place, &rows, &terms);
}

/* -- all --------------------------------------------------------------------------------------- */

void output_rows_draw(const Scene *scene, const OutputPlace *place, int row) {
  MatView output = stage_matrix(scene, TRACE_OUTPUT),
          v = stage_matrix(scene, trace_values(scene->trace));
  if (row < 0 || row >= output.rows || !v.at || v.cols != output.cols) return;
  if (place->is_paged) {
    draw_pages(scene, place, row);
    return;
  }
  if (place->term_count > 0) draw_terms(scene, place, row);
  else draw_digits_of_v(scene, place, row);
  draw_relative(scene, place, row);
  if (scene->interactive) draw_group_begin(scene->pen.list, FOLLOWED_ROWS_GROUP, NULL);
  draw_sum(scene, place, row, output);
  if (scene->interactive) draw_group_end(scene->pen.list);
}
