/* scene/stages/tiles_place.c -- where the tiles and what is kept of every row stand. O / ℓ is left
** out where it has no room.
**
** Before a class, where a tile has room for large digits:
**
**   labels  [ tiles of T × S ]    names  [ the tile ]   m   ℓ
**                          bar    names  [ O ]  [ O / ℓ ]
**   where we are                              bar      bar
*/
#include "scene/stages/tiles_picture.h"

#include <math.h>

#include "base/number.h"

static const float KEPT_DESIGN = 40, KEPT_WIDE_DESIGN = 54, GAP_DESIGN = 14, NOTE_DESIGN = 86,
                   BAR_DESIGN = 34;
static const float COLUMN_MOST_DESIGN = 18, COLUMN_WITH_DIGITS_DESIGN = 46;
static const float OUTPUT_LEAST_DESIGN = 44, BOTH_OUTPUTS_DESIGN = 640;

enum { FEW_COLUMNS = 4 };

/* The matrix takes what m, ℓ and O leave at least; O gets what the matrix then leaves. */
static void place_cells(const Scene *scene, TilesPlace *place, float room_w, float room_h) {
  int rows = trace_token_count(scene->trace), cols = trace_key_count(scene->trace);
  float wide = room_w / (float)cols, high = room_h / (float)rows;
  float most = stage_points(scene, STAGE_CELL_MOST);
  float h = fminf(high, most), w = fminf(wide, most);
  h = stage_cell_up_to(h, scene->cells_most.y, (float)rows);
  w = stage_cell_up_to(fminf(w, h * STAGE_WIDER_THAN_HIGH), scene->cells_most.x, (float)cols);
  h = fminf(h, fmaxf(w, stage_points(scene, 30)));
  place->cells.w = stage_rounded_cell(w) * (float)cols;
  place->cells.h = stage_rounded_cell(h) * (float)rows;
}

/* A few columns of O are wide enough for their numbers. */
static float column_most(const Scene *scene, float columns) {
  return stage_points(scene,
                      columns <= FEW_COLUMNS ? COLUMN_WITH_DIGITS_DESIGN : COLUMN_MOST_DESIGN);
}

/* Two decimals of m and ℓ have room where O / ℓ has it. */
static float kept_width(const Scene *scene, float room) {
  bool is_wide = room >= stage_points(scene, BOTH_OUTPUTS_DESIGN);
  return stage_points(scene, is_wide ? KEPT_WIDE_DESIGN : KEPT_DESIGN);
}

/* Of the bar with the numbers below it. */
static float bar_height(const Scene *scene) {
  const Pen numbers = stage_bar_pen(scene);
  return stage_points(scene, BAR_DESIGN) +
         1.5f * (pen_points(&numbers, 10.5f) - stage_points(scene, 10.5f));
}

/* first_gap: between the matrix and m at least, over which the slanted name of the last key
** leans. */
static TilesPlace place_with(const Scene *scene, Box box, float first_gap) {
  TilesPlace place = {0};
  Box inner = box_inset(box, stage_points(scene, scene->headline ? 10 : 16));
  float gap = stage_points(scene, GAP_DESIGN), kept = kept_width(scene, inner.w);
  float note = fminf(stage_points(scene, NOTE_DESIGN), inner.h * 0.26f);
  bool has_done = inner.w >= stage_points(scene, BOTH_OUTPUTS_DESIGN);
  float outputs = has_done ? 2 : 1, width = (float)stage_matrix(scene, TRACE_V).cols;
  place.label_width =
      float_clamp(matrix_label_width(scene, 120), stage_points(scene, 66), inner.w * 0.2f);
  place.label_height = float_clamp(matrix_label_height(scene, 88), stage_points(scene, 36),
                                   fmaxf(inner.h * 0.19f, stage_points(scene, 40)));
  float least = fmaxf(stage_points(scene, OUTPUT_LEAST_DESIGN), inner.w * 0.1f);
  const float share_with_digits = 0.12f; /* of the width, of each */
  float most = width * column_most(scene, width);
  if (width <= FEW_COLUMNS) least = fmaxf(least, inner.w * share_with_digits);
  least = fminf(least, most);
  first_gap = fmaxf(gap, first_gap);
  float beside = place.label_width + first_gap + 2 * kept + gap / 2 + outputs * gap;
  place_cells(scene, &place, fmaxf(inner.w - beside - outputs * least, 1),
              fmaxf(inner.h - note - place.label_height, 1));
  float rest = (inner.w - beside - place.cells.w) / outputs;
  float output = floorf(fminf(rest, most));
  float whole_w = beside + place.cells.w + outputs * output;
  float x = floorf(inner.x + (inner.w - whole_w) / 2) + place.label_width;
  float y = floorf(inner.y + (inner.h - place.label_height - place.cells.h - note) / 2) +
            place.label_height;
  place.cells.x = x, place.cells.y = y;
  float h = place.cells.h;
  place.max = (Box){x + place.cells.w + first_gap, y, kept, h};
  place.sum = (Box){place.max.x + kept + gap / 2, y, kept, h};
  place.output = (Box){place.sum.x + kept + gap, y, output, h};
  if (has_done) place.done = (Box){place.output.x + output + gap, y, output, h};
  float pad = stage_points(scene, 10), bar = fminf(bar_height(scene), note / 2);
  place.foot_y = place.kept_foot_y = y + h + pad;
  place.note = (Box){x, place.foot_y + bar, inner.x + inner.w - x, note - pad - bar};
  return place;
}

/* -- opened ------------------------------------------------------------------------------------ */

/* Design points. */
static const float MAP_GAP = 30, MAP_NOTE = 124, OPENED_KEPT = 86, OPENED_GAP = 12,
                   OPENED_NAMES = 44;
static const float OPENED_CELL_W = 40, OPENED_CELL_H = 22, OPENED_CELL_MOST = 64;
static const float KEPT_ABOVE = 44, KEPT_ROW = 22, KEPT_ROWS = 110, KEPT_BELOW = 40;
static const float MAP_SHARE = 0.37f;

/* The tiles alone, in the left part of the box, with the note below them. */
static TilesPlace place_map(const Scene *scene, Box inner) {
  TilesPlace place = {0};
  float note = fminf(stage_points(scene, MAP_NOTE), inner.h * 0.26f);
  place.label_width = float_clamp(matrix_label_width(scene, 120), 0, inner.w * 0.3f);
  place.label_height = float_clamp(matrix_label_height(scene, 88), 0, inner.h * 0.19f);
  float lean = stage_points(scene, 40); /* of the slanted name of the last key */
  place_cells(scene, &place, fmaxf(inner.w - place.label_width - lean, 1),
              fmaxf(inner.h - note - place.label_height, 1));
  float used = place.label_height + place.cells.h + note;
  place.cells.x = inner.x + place.label_width;
  place.cells.y = floorf(inner.y + (inner.h - used) / 2) + place.label_height;
  float pad = stage_points(scene, 10), bar = fminf(bar_height(scene), note / 2);
  place.foot_y = place.cells.y + place.cells.h + pad;
  place.note = (Box){inner.x, place.foot_y + bar, inner.w, note - pad - bar};
  return place;
}

/* Whether names of keys have room above narrow columns. */
static bool have_names_room(const Scene *scene, float column) {
  const float size = 13, enough = 60;
  TextStyle style = {FACE_BOLD, size, COLOR_NONE, ALIGN_MIDDLE};
  int count = trace_key_count(scene->trace);
  for (int i = 0; column < stage_points(scene, enough) && i < count; i++)
    if (pen_width(&scene->pen, style, scene_key_named(scene, i)) > column - stage_points(scene, 7))
      return false;
  return true;
}

/* Whether the tile and what is kept of its rows have room in the right part of the box. */
static bool place_opened(const Scene *scene, Box right, TilesPlace *place) {
  Tiling tiling = tiling_of(scene->trace);
  float gap = stage_points(scene, OPENED_GAP), kept = stage_points(scene, OPENED_KEPT);
  float rows = (float)tiling.tile_rows, cols = (float)tiling.tile_cols;
  place->name_width = fminf(matrix_label_width(scene, 120) * 1.8f, right.w * 0.2f);
  float names = stage_points(scene, OPENED_NAMES), below = stage_points(scene, KEPT_BELOW);
  float above_kept = stage_points(scene, KEPT_ABOVE);
  float row = floorf(stage_points(scene, fminf(KEPT_ROW, KEPT_ROWS / rows)));
  float wide = (right.w - place->name_width - 2 * kept - 2.5f * gap) / cols;
  float high = (right.h - names - above_kept - row * rows - below) / rows;
  if (wide < stage_points(scene, OPENED_CELL_W) || high < stage_points(scene, OPENED_CELL_H) ||
      !have_names_room(scene, floorf(wide)))
    return false;
  high = fminf(high, stage_points(scene, OPENED_CELL_MOST));
  wide = floorf(fminf(wide, high * STAGE_WIDER_THAN_HIGH)), high = floorf(high);
  float used_h = names + high * rows + above_kept + row * rows + below;
  float x = right.x + place->name_width + gap;
  float y = floorf(right.y + (right.h - used_h) / 2) + names;
  place->opened = (Box){x, y, wide * cols, high * rows};
  place->max = (Box){x + place->opened.w + gap, y, kept, high * rows};
  place->sum = (Box){place->max.x + kept + gap / 2, y, kept, high * rows};
  float output = floorf((place->sum.x + kept - x - gap) / 2);
  y += high * rows + above_kept;
  place->output = (Box){x, y, output, row * rows};
  place->done = (Box){x + output + gap, y, output, row * rows};
  place->kept_foot_y = y + row * rows + gap / 2;
  return true;
}

/* False: the tiles stay as large as there is room, also where an opened one would have smaller
** cells than they have in `plain`. */
static bool place_for_afar(const Scene *scene, Box box, const TilesPlace *plain,
                           TilesPlace *place) {
  Box inner = box_inset(box, stage_points(scene, 12));
  float gap = stage_points(scene, MAP_GAP), left = floorf(inner.w * MAP_SHARE);
  if (!scene_is_presented(scene)) return false;
  *place = place_map(scene, (Box){inner.x, inner.y, left, inner.h});
  Box right = {inner.x + left + gap, inner.y, inner.w - left - gap, inner.h};
  if (!place_opened(scene, right, place)) return false;
  Tiling tiling = tiling_of(scene->trace);
  float wide = plain->cells.w / (float)tiling.cols, high = plain->cells.h / (float)tiling.rows;
  return place->opened.w >= wide * (float)tiling.tile_cols &&
         place->opened.h >= high * (float)tiling.tile_rows;
}

Box tiles_part_of(const TilesPicture *picture, Box whole, Tile tile, bool has_all_columns) {
  const Tiling *tiling = &picture->tiling;
  whole.h *= (float)tile.rows / (float)tiling->tile_rows;
  if (!has_all_columns) whole.w *= (float)tile.cols / (float)tiling->tile_cols;
  return whole;
}

TilesPlace tiles_place(const Scene *scene, Box box) {
  const float above = 36; /* the name of m, below a name that leans as far as it rises */
  TilesPlace place = place_with(scene, box, 0), opened;
  float cell_w = place.cells.w / (float)trace_key_count(scene->trace);
  if (!matrix_labels_are_upright(scene, cell_w))
    place = place_with(scene, box, stage_points(scene, above) - cell_w / 2);
  return place_for_afar(scene, box, &place, &opened) ? opened : place;
}
