/* scene/stages/qkv_recorded.c -- Q, K and V of a recording, without the weight matrices that made
** them.
**
**              labels  Q          heads that share K and V form a tree at the left; what was not
**   heads      labels  K          recorded keeps its place, with a word instead of numbers
**              labels  V
**
** In cross-attention K and V have the words of the other sentence.
*/
#include "scene/stages/qkv.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/key_groups.h"

enum { VECTORS = 3 };
static const float NAME_DESIGN = 26, BETWEEN_DESIGN = 18, BAR_DESIGN = 66, ROW_MOST_DESIGN = 30;
static const float COLUMN_MOST_DESIGN = 34, TREE_SHARE = 0.34f, EMPTY_DESIGN = 56;

typedef struct Vectors {
  TracePart part;
  const char *symbol;
  Box cells;
} Vectors;

typedef struct Place {
  Vectors vectors[VECTORS];
  Box tree; /* w = 0: no heads share keys */
  float label_width;
} Place;

static const Vectors KINDS[VECTORS] = {{.part = TRACE_Q, .symbol = "Q"},
                                       {.part = TRACE_K, .symbol = "K"},
                                       {.part = TRACE_V, .symbol = "V"}};

static int rows_of(const Scene *scene, TracePart part) {
  assert(part == TRACE_Q || part == TRACE_K || part == TRACE_V);
  return part == TRACE_Q ? trace_token_count(scene->trace) : trace_source_count(scene->trace);
}

/* Each as high as its rows need, and all together no higher than there is room. */
static void share_height(const Scene *scene, float room, float heights[VECTORS]) {
  float wanted = 0, row_most = stage_points(scene, ROW_MOST_DESIGN);
  float least = stage_points(scene, EMPTY_DESIGN);
  for (int i = 0; i < VECTORS; i++) {
    bool is_there = trace_has_part(scene->trace, KINDS[i].part);
    heights[i] = is_there ? fmaxf((float)rows_of(scene, KINDS[i].part) * row_most, least) : least;
    heights[i] = fminf(heights[i], is_there ? room : least);
    wanted += heights[i];
  }
  float shrink = fminf(room / wanted, 1);
  for (int i = 0; i < VECTORS; i++) heights[i] = floorf(heights[i] * shrink);
}

static float width_of(const Scene *scene, float room) {
  MatView values = stage_matrix(scene, TRACE_Q);
  int cols = values.cols > 0 ? values.cols : trace_d_head(scene->trace);
  float most = stage_points(scene, COLUMN_MOST_DESIGN) * (float)(cols > 0 ? cols : 1);
  return floorf(fminf(room, fmaxf(most, stage_points(scene, 120))));
}

static Place place_vectors(const Scene *scene, Box box) {
  Place place = {0};
  float heights[VECTORS], name = stage_points(scene, NAME_DESIGN);
  float between = stage_points(scene, BETWEEN_DESIGN), bar = stage_points(scene, BAR_DESIGN);
  Box inner = box_inset(box, stage_points(scene, 20));
  if (key_groups_are_shared(scene, scene->view->layer))
    place.tree = (Box){inner.x, inner.y, inner.w * TREE_SHARE, inner.h};
  float least = stage_points(scene, 44);
  place.label_width = float_clamp(matrix_label_width(scene, 120), least, inner.w * 0.2f);
  float room = inner.w - place.tree.w - place.label_width - bar, width = width_of(scene, room);
  share_height(scene, inner.h - 3 * name - 2 * between, heights);
  float whole = 3 * name + 2 * between + heights[0] + heights[1] + heights[2];
  float x = floorf(inner.x + place.tree.w + (room - width) / 2 + place.label_width);
  float y = floorf(inner.y + (inner.h - whole) / 2);
  for (int i = 0; i < VECTORS; i++) {
    place.vectors[i] = KINDS[i];
    place.vectors[i].cells = (Box){x, y + name, width, heights[i]};
    y += name + heights[i] + between;
  }
  return place;
}

Box qkv_recorded_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_vectors(&fitted, box).vectors[0].cells;
}

static void draw_missing(const Scene *scene, const Vectors *vectors) {
  assert(!trace_has_part(scene->trace, vectors->part));
  const Pen *pen = &scene->pen;
  Box cells = vectors->cells;
  draw_box(pen->list, (DrawBox){.box = cells, .corner = 6, .fill = pen->theme->empty_cell});
  const char *words = str_format(pen->list->arena, _("%s was not recorded, or not in every layer"),
                                 vectors->symbol);
  pen_text_in(pen, (TextStyle){FACE_REGULAR, 12, pen->theme->muted, ALIGN_MIDDLE}, cells,
              str_from(words));
}

/* Rows of another sentence are not queries, so they cannot be selected. */
static MatrixWidget view_of(const Scene *scene, const Place *place, const Vectors *vectors) {
  MatrixWidget matrix = stage_rows_view(scene, vectors->part, vectors->cells);
  bool elsewhere = vectors->part != TRACE_Q && trace_has_key_words(scene->trace);
  matrix.row_labels = true;
  matrix.label_width = place->label_width;
  matrix.rows_are_keys = elsewhere;
  matrix.belongs = matrix.focus_col < 0; /* a row is in three, and worked out in none */
  if (!elsewhere) return matrix;
  matrix.focus_row = matrix.focus_col = -1;
  matrix.click = matrix.hover = matrix.row_click = matrix.row_hover = NULL;
  return matrix;
}

static void draw_vectors(const Scene *scene, const Place *place, const Vectors *vectors) {
  const Pen *pen = &scene->pen;
  Box cells = vectors->cells;
  bool is_there = trace_has_part(scene->trace, vectors->part);
  float up = stage_points(scene, 10);
  if (!is_there) {
    draw_missing(scene, vectors);
    return;
  }
  MatrixWidget matrix = view_of(scene, place, vectors);
  matrix_widget_draw(scene, &matrix);
  stage_frame(scene, cells, scene_part_color(pen->theme, vectors->part));
  stage_name_draw(scene, &(StageName){.baseline = {cells.x, cells.y - up},
                                      .room = cells.w,
                                      .symbol = vectors->symbol,
                                      .size = 18,
                                      .part = vectors->part});
  ColorRange range = scene_range(scene, vectors->part, scene->view->layer, scene->view->head);
  Box bar = {cells.x + cells.w + stage_points(scene, 14), cells.y, stage_points(scene, 8),
             fmaxf(cells.h, stage_points(scene, 30))};
  pen_color_bar(pen, &(ColorBar){.box = bar,
                                 .vertical = true,
                                 .palette = scene_palette(scene, vectors->part),
                                 .range = range});
}

void qkv_recorded_draw(const Scene *scene, Box box) {
  assert(trace_is_recorded(scene->trace));
  Place place = place_vectors(scene, box);
  if (place.tree.w > 0) key_groups_draw(scene, place.tree);
  for (int i = 0; i < VECTORS; i++) draw_vectors(scene, &place, &place.vectors[i]);
}
