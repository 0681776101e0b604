/* scene/stages/tiles_place.c -- where the tiles and what is kept of every row stand. O / ℓ is left
** out where it has no room. */
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
  float pad = stage_points(scene, 10), bar = fminf(stage_points(scene, BAR_DESIGN), note / 2);
  place.foot_y = y + h + pad;
  place.note = (Box){x, place.foot_y + bar, inner.x + inner.w - x, note - pad - bar};
  return place;
}

TilesPlace tiles_place(const Scene *scene, Box box) {
  const float above = 36; /* the name of m, below a name that leans as far as it rises */
  TilesPlace place = place_with(scene, box, 0);
  float cell_w = place.cells.w / (float)trace_key_count(scene->trace);
  if (matrix_labels_are_upright(scene, cell_w)) return place;
  return place_with(scene, box, stage_points(scene, above) - cell_w / 2);
}
