/* scene/matrix/axis_titles.c -- what rows and columns are, in the corner of their names: the title
** of keys below the names of columns, that of queries above those of rows; one above the other
** where no strip lies between names and cells. Both are whole, or both short. */
#include "scene/matrix/labels_internal.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

float matrix_axis_titles_height(const Scene *scene) {
  float size = pen_points(&scene->pen, LABEL_SMALL);
  return stage_points(scene, 6 + 2) + fmaxf(stage_points(scene, 15), size * 1.15f) + size * 0.8f;
}

float matrix_axis_titles_width(const Scene *scene) {
  TextStyle style = {FACE_SEMIBOLD, LABEL_SMALL, COLOR_NONE, ALIGN_END};
  if (!scene_axis_is_plain(scene)) return 0;
  float query = pen_width(&scene->pen, style, str_from(_("Query")));
  float key = pen_width(&scene->pen, style, str_from(_("Key")));
  return fmaxf(query, key) + stage_points(scene, LABEL_GAP);
}

/* Of the query and of the key: whole, and short. */
typedef struct AxisTitles {
  Str query[2], key[2];
  float query_room, key_room;
} AxisTitles;

static AxisTitles axis_titles(const Scene *scene, const MatrixWidget *matrix) {
  bool plain = scene_axis_is_plain(scene);
  float room = matrix->label_width - stage_points(scene, LABEL_GAP);
  Str query = str_from(_("Query")), key = str_from(_("Key"));
  AxisTitles titles = {{query, query}, {key, key}, room, room + matrix->label_gap_left};
  if (plain) return titles;
  titles.query[0] = str_from(_("query (asks) ↓")), titles.query[1] = str_from(_("query ↓"));
  titles.key[0] = str_from(_("key (is asked) →")), titles.key[1] = str_from(_("key →"));
  return titles;
}

static const float TITLES_FOOT = 6; /* design, below them */

/* Times the usual size: as large as the words and two lines of them fit in the corner; short words
** before small ones. */
static float axis_titles_scale(const Scene *scene, const MatrixWidget *matrix,
                               const AxisTitles *titles) {
  const float corner = 35, lines = 1.15f + 0.78f; /* two of them, without the descent */
  const float apart_most = 1.7f;                  /* where a strip lies between the two */
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_SEMIBOLD, LABEL_SMALL, COLOR_NONE, ALIGN_END};
  float high = stage_points(scene, corner - TITLES_FOOT) / (pen_points(pen, LABEL_SMALL) * lines);
  if (matrix->label_gap_top > 0) high = apart_most;
  if (matrix->name_above_titles) high = scene_is_presented(scene) ? LABEL_AFAR / LABEL_SMALL : 1;
  float most = float_clamp(high, 1, matrix_names_most(scene)), by = 1;
  for (int words = 0; words < 2 && by < most; words++) {
    float query = titles->query_room / fmaxf(pen_width(pen, style, titles->query[words]), 1);
    float key = titles->key_room / fmaxf(pen_width(pen, style, titles->key[words]), 1);
    by = float_clamp(fminf(query, key), 1, most);
  }
  return by;
}

void label_axis_titles_draw(const Scene *scene, const MatrixWidget *matrix,
                            const MatrixGrid *grid) {
  const Pen *pen = &scene->pen;
  AxisTitles titles = axis_titles(scene, matrix);
  float by = axis_titles_scale(scene, matrix, &titles), gap = stage_points(scene, LABEL_GAP);
  float small_size = pen_points(pen, LABEL_SMALL);
  TextStyle query = {FACE_SEMIBOLD, LABEL_SMALL * by, pen->theme->query, ALIGN_END};
  TextStyle key = {FACE_SEMIBOLD, LABEL_SMALL * by, pen->theme->key, ALIGN_END};
  bool are_whole = pen_width(pen, query, titles.query[0]) <= titles.query_room &&
                   pen_width(pen, key, titles.key[0]) <= titles.key_room;
  int words = are_whole ? 0 : 1;
  /* a row's name may be higher than the row */
  float higher = fmaxf(small_size * LABEL_LINE - grid->cell_h, 0);
  if (matrix->name_above_titles) higher += 0.6f * small_size * (by - 1);
  float line = fmaxf(stage_points(scene, 15), small_size * by * 1.15f);
  float baseline = matrix->cells.y - stage_points(scene, TITLES_FOOT) - higher / 2;
  Point at = {matrix->cells.x - matrix->label_gap_left - gap, baseline};
  pen_text(pen, query, at, pen_fit(pen, query, titles.query_room, titles.query[words]));
  /* mixtures are no keys */
  if (trace_keys_are_mixtures(scene->trace) && !matrix->cols_are_sources) return;
  at = (Point){matrix->cells.x - gap, baseline - fmaxf(matrix->label_gap_top, line)};
  pen_text(pen, key, at, pen_fit(pen, key, titles.key_room, titles.key[words]));
}
