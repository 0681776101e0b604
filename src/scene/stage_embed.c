/* scene/stage_embed.c -- X = token embedding + position: three matrices whose rows are tokens. */
#include <math.h>

#include "base/words.h"
#include "scene/stage.h"

static const float COLUMN_MOST_DESIGN = 24, ROW_MOST_DESIGN = 40;

typedef struct Place {
  Box cells[3]; /* token embedding, position, X */
  float label_width, sign;
  Box foot;
} Place;

static Place place_embed(const Scene *scene, Box box) {
  Place place = {.sign = stage_points(scene, 36)};
  Box inner = box_inset(box, stage_points(scene, 20));
  float top = stage_points(scene, 48), foot = stage_points(scene, 56);
  float least = stage_points(scene, 48);
  place.label_width = fminf(fmaxf(matrix_label_width(scene, 120), least), inner.w * 0.2f);
  float width = (inner.w - place.label_width - 2 * place.sign) / 3;
  width = floorf(
      fminf(width, stage_points(scene, COLUMN_MOST_DESIGN) * (float)trace_d_model(scene->trace)));
  float height = stage_rows_height(scene, inner.h - top - foot, ROW_MOST_DESIGN);
  float whole_w = place.label_width + 3 * width + 2 * place.sign;
  float x = floorf(inner.x + (inner.w - whole_w) / 2) + place.label_width;
  float y = floorf(inner.y + (inner.h - height - top - foot) / 2 + top);
  for (int i = 0; i < 3; i++)
    place.cells[i] = (Box){x + (float)i * (width + place.sign), y, width, height};
  place.foot = (Box){x, y + height + stage_points(scene, 20), whole_w - place.label_width,
                     stage_points(scene, 36)};
  return place;
}

Box stage_embed_box(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_embed(&fitted, box).cells[2];
}

static void draw_matrix(const Scene *scene, const Place *place, TracePart part, int index) {
  Box cells = place->cells[index];
  stage_column_draw(
      scene, &(StageColumn){.part = part,
                            .cells = cells,
                            .label_width = index == 0 ? place->label_width : 0,
                            .name_room = cells.w + stage_points(scene, index < 2 ? 28 : 16)});
}

void stage_embed_draw(const Scene *scene, Box box) {
  Place place = place_embed(scene, box);
  draw_matrix(scene, &place, TRACE_TOKEN_EMBEDDING, 0);
  draw_matrix(scene, &place, TRACE_POSITION, 1);
  draw_matrix(scene, &place, TRACE_X, 2);
  for (int i = 0; i < 2; i++) {
    Box cells = place.cells[i];
    Box sign = {cells.x + cells.w, cells.y, place.sign, cells.h};
    stage_sign_draw(scene, sign, i == 0 ? "+" : "=");
  }
  stage_bar_draw(scene, TRACE_X, place.foot);
}
