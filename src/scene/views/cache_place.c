/* scene/views/cache_place.c -- where the kept keys and values stand. */
#include "scene/views/cache_place.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/views/cache.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 20, BUTTONS = 34, NAME = 24, ROW_MOST = 34, ROW_OF_ONE = 20, BARS = 28,
                   COLUMN_MOST = 44, LABEL_MOST = 110, LABEL_LEAST = 52;
static const float WEIGHTS_SHARE = 0.2f, WEIGHTS_LEAST = 84, WEIGHTS_MOST = 170;
static const float CHARTS_SHARE = 0.3f, CHARTS_LEAST = 92, CHARTS_MOST = 190, CHARTS_FROM = 300;
/* Before a class rows have the room of the buttons, whose commands still do, and of higher bars. */
static const float BARS_AFAR = 20, BARS_LEAST = 400, CHARTS_AFAR = 84, WEIGHTS_MOST_AFAR = 220;

int cache_columns(const Scene *scene, TracePart part) {
  int rows, cols;
  trace_matrix_shape(scene->trace, part, scene->view->layer, &rows, &cols);
  return cols > 0 ? cols : 1;
}

/* The height of a row, and in *one that of the query and of the output, which stay readable. */
static float row_height(const Scene *scene, float room, float *one) {
  float rows = (float)trace_key_count(scene->trace), least = stage_points(scene, ROW_OF_ONE);
  float row = fminf(room / (rows + 2), stage_points(scene, ROW_MOST));
  *one = fmaxf(row, least);
  return fmaxf(fminf((room - 2 * *one) / rows, stage_points(scene, ROW_MOST)), 0.5f);
}

const char *cache_query_name(const Scene *scene, const CacheStep *step) {
  Str asks = scene_key_named(scene, step->row_count - 1);
  return str_format(scene->pen.list->arena, _("q of %.*s"), (int)asks.bytes, asks.at);
}

static void place_matrices(const Scene *scene, Box box, CachePicture *place) {
  float gap = stage_points(scene, CACHE_GAP), name = stage_points(scene, NAME), one;
  bool is_afar = scene_is_presented(scene);
  float bars = stage_points(scene, is_afar ? BARS_AFAR : BARS);
  place->row = row_height(scene, box.h - name - gap - bars, &one);
  const TextStyle style = {FACE_SEMIBOLD, 12, COLOR_NONE, ALIGN_END};
  float query = pen_width(&scene->pen, style, str_from(cache_query_name(scene, &place->step)));
  float labels = fmaxf(matrix_label_width(scene, LABEL_MOST), query + stage_points(scene, 10));
  place->label_width = float_clamp(labels, stage_points(scene, LABEL_LEAST), box.w * 0.2f);
  float weights = float_clamp(box.w * WEIGHTS_SHARE, stage_points(scene, WEIGHTS_LEAST),
                              stage_points(scene, is_afar ? WEIGHTS_MOST_AFAR : WEIGHTS_MOST));
  float k_cols = (float)cache_columns(scene, TRACE_K),
        v_cols = (float)cache_columns(scene, TRACE_V);
  float room = box.w - place->label_width - weights - 2 * gap;
  float col = fminf(room / (k_cols + v_cols), stage_points(scene, COLUMN_MOST));
  float whole = place->label_width + col * (k_cols + v_cols) + weights + 2 * gap;
  float rows = place->row * (float)trace_key_count(scene->trace);
  float whole_h = 2 * one + gap + name + rows + bars;
  float x = floorf(box.x + (box.w - whole) / 2) + place->label_width;
  float y = floorf(box.y + fmaxf(box.h - whole_h, 0) / 2);
  place->q = (Box){x, y, col * k_cols, one};
  place->k = (Box){x, y + one + name, col * k_cols, rows};
  place->weights = (Box){x + col * k_cols + gap, place->k.y, weights, rows};
  place->v = (Box){place->weights.x + weights + gap, place->k.y, col * v_cols, rows};
  place->output = (Box){place->v.x, place->v.y + rows + gap, col * v_cols, one};
  float below = place->output.y + one, right = place->v.x + place->v.w;
  place->bars = (Box){x, below, right - x, bars};
  bool is_narrow = pen_is_of_print(&scene->pen) && right - x < stage_points(scene, BARS_LEAST);
  if (is_narrow) place->bars.x = box.x, place->bars.w = right - box.x; /* below the names, too */
}

CachePicture cache_place(const Scene *scene, Box box) {
  CachePicture place = {.step = cache_step_on_show(scene)};
  place.rows = cache_rows(scene->trace, scene->view->layer, &place.step);
  Box rest = box_inset(box, stage_points(scene, PAD));
  place.title = cut_top(&rest, view_room_title_height(scene, rest.w));
  bool is_afar = scene_is_presented(scene);
  if (scene->interactive && !is_afar) place.buttons = cut_top(&rest, stage_points(scene, BUTTONS));
  bool has_bars = rest.h >= stage_points(scene, CHARTS_FROM);
  float bars = float_clamp(rest.h * CHARTS_SHARE, stage_points(scene, CHARTS_LEAST),
                           stage_points(scene, CHARTS_MOST));
  if (is_afar) bars = stage_points(scene, CHARTS_AFAR);
  place.charts = cut_bottom(&rest, has_bars ? bars : cache_bars_head(scene));
  cut_bottom(&rest, stage_points(scene, has_bars ? CACHE_GAP : CACHE_GAP / 2));
  place_matrices(scene, rest, &place);
  return place;
}
