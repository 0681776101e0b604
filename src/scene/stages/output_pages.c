/* scene/stages/output_pages.c -- the weighted sum as pages of columns. */
#include "scene/stages/output_pages.h"

#include "base/number.h"
#include "scene/number.h"

/* ".80 × animal" */
static void add_term(const Scene *scene, FollowedRows *rows, MatView values,
                     const OutputShare *share) {
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

static void add_sum(const Scene *scene, FollowedRows *rows) {
  MatView output = stage_matrix(scene, TRACE_OUTPUT);
  const char *name = output_sum_name(scene, rows->token);
  int filled = output_filled_of_row(scene, output, rows->token);
  followed_rows_add(scene, rows, name ? name : "", TRACE_OUTPUT);
  FollowedRow *sum = &rows->rows[rows->count - 1];
  sum->has_focus = sum->is_framed = true;
  if (filled >= 0) sum->reached = filled;
}

static FollowedRows rows_of(const Scene *scene, const OutputPlace *place, int row) {
  enum { SOME_IN_NARROW = 6 };
  const float wide = 560; /* design, of the output */
  FollowedRows rows = {.token = row, .name_design = 132, .left = place->v.x};
  if (!place->hides_v) return rows; /* the output below begins at the same place */
  rows.name_design = (place->v.x - place->line.x) / stage_points(scene, 1);
  bool is_narrow = place->v.w < stage_points(scene, wide);
  rows.columns_least = is_narrow ? SOME_IN_NARROW : FOLLOWED_SOME;
  rows.is_fine = true; /* so that the sum can be checked */
  rows.is_airy = stage_is_for_afar(scene);
  return rows;
}

/* The heaviest rows, with their weights as names or, in the place of V, as its rows have them. */
bool output_pages_make(const Scene *scene, const OutputPlace *place, int row, OutputPages *pages) {
  MatView products = place->products;
  OutputTerms terms = output_terms(scene, place, row);
  if (!products.at) return false;
  *pages = (OutputPages){.rows = rows_of(scene, place, row)};
  int all = terms.count + (terms.others > 0);
  for (int i = 0; i < all && pages->count + 1 < FOLLOWED_ROWS_MOST; i++) {
    bool is_rest = i == terms.count;
    MatView values =
        is_rest ? output_weighted_others(scene, products, terms.keys, terms.count)
                : (MatView){mat_row(products, terms.keys[i]), 1, products.cols, products.stride};
    OutputShare share = is_rest ? output_share_of_others(scene, row, &terms, place->terms)
                                : output_share_of(scene, place->terms, row, terms.keys[i]);
    if (!values.at) return false;
    add_term(scene, &pages->rows, values, &share);
    if (place->hides_v) pages->rows.rows[pages->count].name = "";
    pages->keys[pages->count] = is_rest ? -1 : terms.keys[i];
    pages->shares[pages->count++] = share;
  }
  add_sum(scene, &pages->rows);
  pages->box = (Box){place->line.x, place->terms.y, place->line.w,
                     place->sum.y + place->sum.h - place->terms.y};
  for (int i = 0; place->hides_v && i < pages->count; i++)
    pages->shares[i].line = followed_rows_cells(scene, pages->box, &pages->rows, i);
  return true;
}

void output_pages_draw(const Scene *scene, const OutputPlace *place, const OutputPages *pages) {
  draw_group_begin(scene->pen.list, FOLLOWED_ROWS_GROUP, NULL); /* with the weights before them */
  followed_rows_draw(scene, pages->box, &pages->rows);
  for (int i = 0; place->hides_v && i < pages->count; i++)
    output_share_draw(scene, place, &pages->shares[i]);
  draw_group_end(scene->pen.list);
}
