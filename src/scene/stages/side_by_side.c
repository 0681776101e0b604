/* scene/stages/side_by_side.c -- matrices side by side whose rows are tokens, with signs between
** them.
**
**   embed   token + position = X; with the sentences of a pair and a norm
**           token + position + sentence = sum → X
**   norm    input → after the norm
**   joined, block of a recording    what there is → what leaves
*/
#include "scene/stages/side_by_side.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/stages/followed_rows.h"
#include "scene/stages/stage_view.h"

static const float COLUMN_MOST_DESIGN = 24, ROW_MOST_DESIGN = 40;
static const float TOP = 48, FOOT = 46, FOOT_ALONE = 56; /* without rows with digits */
static const float NAMES_AFAR = 1.11f; /* of rows, before a class: as small print is */
static const float NAME_DESIGN = 64;   /* of a row with digits */
static const float MATRIX_LEAST = 160,
                   MATRIX_LEAST_AFAR = 140; /* with its names and bar, below the rows; design */

typedef struct Place {
  TracePart parts[TRACE_STAGE_PARTS];
  Box cells[TRACE_STAGE_PARTS];
  int count;
  float label_width, sign;
  Box foot, rows; /* rows.h 0: there is no room for the followed row */
} Place;

static Place place_row(const Scene *scene, StageId stage, Box box) {
  Place place = {.sign = stage_points(scene, 36)};
  place.count = trace_stage_parts(scene->trace, stage, place.parts);
  float count = (float)place.count;
  Box inner = box_inset(box, stage_points(scene, 20));
  float row_most = stage_row_most_below_rows(scene);
  place.rows = followed_rows_take(
      scene, &inner,
      (FollowedRoom){.count = place.count,
                     .least_design = stage_is_for_afar(scene) ? MATRIX_LEAST_AFAR : MATRIX_LEAST,
                     .wanted_design =
                         TOP + FOOT + row_most * (float)trace_token_count(scene->trace)});
  float top = stage_points(scene, TOP);
  float foot = stage_points(scene, place.rows.h > 0 ? FOOT : FOOT_ALONE);
  float least = stage_points(scene, place.rows.h > 0 ? NAME_DESIGN : 48);
  float names = matrix_label_width(scene, 120) * (scene_is_presented(scene) ? NAMES_AFAR : 1);
  place.label_width = float_clamp(names, least, inner.w * 0.2f);
  float width = (inner.w - place.label_width - (count - 1) * place.sign) / count;
  width = floorf(
      fminf(width, stage_points(scene, COLUMN_MOST_DESIGN) * (float)trace_d_model(scene->trace)));
  float height =
      stage_rows_height(scene, inner.h - top - foot, place.rows.h > 0 ? row_most : ROW_MOST_DESIGN);
  float whole_w = place.label_width + count * width + (count - 1) * place.sign;
  float x = floorf(inner.x + (inner.w - whole_w) / 2) + place.label_width;
  float y = floorf(inner.y + (inner.h - height - top - foot) / 2 + top);
  for (int i = 0; i < place.count; i++)
    place.cells[i] = (Box){x + (float)i * (width + place.sign), y, width, height};
  place.foot = (Box){x, y + height + stage_points(scene, 20), whole_w - place.label_width,
                     stage_points(scene, 36)};
  return place;
}

Box side_by_side_cells(const Scene *scene, StageId stage, Box box) {
  Scene fitted = stage_fitted(scene, box);
  Place place = place_row(&fitted, stage, box);
  return place.cells[place.count - 1];
}

static void draw_matrix(const Scene *scene, const Place *place, int index) {
  assert(index >= 0 && index < place->count);
  Box cells = place->cells[index];
  float beside = stage_points(scene, index < place->count - 1 ? 28 : 16);
  stage_column_draw(scene, &(StageColumn){.part = place->parts[index],
                                          .cells = cells,
                                          .label_width = index == 0 ? place->label_width : 0,
                                          .name_room = cells.w + beside});
}

/* In formulas: "E", "P", "X". */
static const char *symbol_of(const Scene *scene, TracePart part) {
  switch (part) {
  case TRACE_TOKEN_EMBEDDING:
    return "E";
  case TRACE_POSITION:
    return "P";
  case TRACE_SEGMENT:
    return "S";
  case TRACE_EMBEDDED:
    return _("sum");
  case TRACE_X:
    return "X";
  case TRACE_NORM_1:
    return stage_norm_symbol(scene);
  default:
    return captions_stream(scene, 'X', scene->view->layer);
  }
}

/* The sign between a part and the next. */
static const char *sign_before(TracePart next, TracePart part) {
  if (next == TRACE_NORM_1 || part == TRACE_EMBEDDED) return "→";
  if (next == TRACE_BLOCK || part == TRACE_CONCAT) return "→"; /* of a recording */
  return next == TRACE_X || next == TRACE_EMBEDDED ? "=" : "+";
}

/* "E", "+ P", "= X": their numbers for the followed row. */
static void draw_rows(const Scene *scene, const Place *place) {
  FollowedRows rows = {.token = stage_followed_row(scene),
                       .is_fine = true,
                       .name_design = NAME_DESIGN,
                       .left = place->cells[0].x};
  for (int i = 0; i < place->count && rows.token >= 0; i++) {
    TracePart part = place->parts[i];
    const char *symbol = symbol_of(scene, part), *name = symbol;
    if (i > 0)
      name = str_format(scene->pen.list->arena, "%s %s", sign_before(part, place->parts[i - 1]),
                        symbol);
    followed_rows_add(scene, &rows, name, part);
  }
  for (int i = 0; i < rows.count; i++) {
    rows.rows[i].has_focus = true;
    rows.rows[i].is_part = i + 1 < rows.count;
  }
  followed_rows_draw(scene, place->rows, &rows);
}

void side_by_side_draw(const Scene *scene, StageId stage, Box box) {
  assert(scene->view->stage == stage && stage_is_one_matrix(stage));
  Place place = place_row(scene, stage, box);
  for (int i = 0; i < place.count; i++) draw_matrix(scene, &place, i);
  for (int i = 0; i + 1 < place.count; i++) {
    Box cells = place.cells[i];
    Box sign = {cells.x + cells.w, cells.y, place.sign, cells.h};
    stage_sign_draw(scene, sign, sign_before(place.parts[i + 1], place.parts[i]));
  }
  stage_bar_draw(scene, place.parts[place.count - 1], place.foot);
  draw_rows(scene, &place);
}
