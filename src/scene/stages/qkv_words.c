/* scene/stages/qkv_words.c -- one number of a query, key or value in words (M-02): what it is for,
** and what the row that came in and the column of the map come to. */
#include "scene/stages/qkv.h"

#include <math.h>

#include "base/i18n.h"

static Str what(const Panel *panel, ProjectionId id, float number) {
  const char *format =
      id == PROJECTION_Q
          ? _("%s is column %d of the query of “%s”: one of the numbers with which it asks.")
      : id == PROJECTION_K
          ? _("%s is column %d of the key of “%s”: one of the numbers by which it is found.")
          : _("%s is column %d of the value of “%s”: one of the numbers that it hands on.");
  return panel_words(panel, format, number_hundredths(number).at, panel->key + 1,
                     cell_query(panel));
}

static Str why(const Panel *panel, const QkvMap *made_by, float number) {
  MatView map = panel_matrix(panel, made_by->weights), bias = panel_matrix(panel, made_by->bias);
  MatView input = panel_row(panel, trace_projection_input(panel->scene->trace), panel->query);
  if (!map.at || !input.at || map.rows != input.cols || panel->key >= map.cols)
    return cell_is_recorded();
  TermSigns signs = product_signs(input.at, map.at + panel->key, map.stride, map.rows);
  float added = bias.at ? mat_get(bias, 0, panel->key) : 0;
  double made = signs.above_sum + signs.below_sum + (double)added;
  if (!isfinite(made)) return cell_is_not_finite();
  if (!number_follows(made, signs.scale, number)) return cell_does_not_follow(panel, made);
  return bias.at ? cell_sum_with_bias(panel, &signs, added) : cell_sum_of_products(panel, &signs);
}

CellWords qkv_cell_words(const Panel *panel) {
  ProjectionId id = qkv_map_of_number(panel);
  const QkvMap *map = qkv_map(id);
  MatView result = panel_matrix(panel, map->result);
  if (!result.at || panel->query >= result.rows || panel->key >= result.cols) return (CellWords){0};
  float number = mat_get(result, panel->query, panel->key);
  return (CellWords){what(panel, id, number), why(panel, map, number)};
}
