/* scene/training/training.c -- the centre of the training view: three curves above, every head
** below. */
#include "scene/training/training.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/heads/heads.h"
#include "scene/layer_words.h"
#include "scene/stages/stage.h"
#include "scene/training/charts.h"

static const float SIDE_LEAST = 4, PAD = 20, CHART_SHARE = 0.24f, CHART_LEAST = 104,
                   CHART_MOST = 200;
static const float NAME_SIZE = 12, TICK_SIZE = 10.5f;
static const float HEAD_GAP = 16, HEAD_TITLE = 24, TITLE_FROM = 3, LABELS_FROM = 170, BAR_LINE = 18,
                   FOOT_BAR = 112; /* width of a labelled bar and its two numbers */
/* limit of text enlargement, since the tokens of every head need room too */
static const float GROWN_MOST = 1.35f;

int training_axis_steps(int steps_done, int steps_wanted) {
  static const int ends[] = {50000, 20000, 10000, 5000, 2000, 1000};
  int end = steps_wanted;
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
    if (ends[i] < end && steps_done < end / 10 && steps_done < ends[i]) end = ends[i];
  return end > 0 ? end : 1;
}

/* ---- the heads ---- */

typedef struct HeadPlaces {
  int layers, heads;
  bool across; /* layers are columns, heads rows */
  float side, step_x, step_y, labels_w, labels_h, title, gap;
  Point first;
} HeadPlaces;

/* Square pictures as large as width and height allow, with labels of tokens if asked, and a title
** if there is room for one. */
static void size_of_heads(const Scene *scene, Box box, bool labelled, HeadPlaces *places) {
  assert(places->layers > 0 && places->heads > 0);
  float cols = (float)(places->across ? places->layers : places->heads);
  float rows = (float)(places->across ? places->heads : places->layers);
  float gap = fminf(stage_points(scene, HEAD_GAP), box.h / rows * 0.12f);
  float labels_w = matrix_label_width(scene, 72), labels_h = matrix_label_height(scene, 60);
  float lean = labelled ? labels_h * 0.7f : 0;
  places->gap = gap;
  places->labels_w = labelled ? labels_w + stage_points(scene, 8) : 0;
  places->labels_h = labelled ? labels_h + stage_points(scene, 6) : 0;
  places->title = stage_points(scene, HEAD_TITLE);
  if (box.h / rows < TITLE_FROM * places->title) places->title = 0;
  places->side = fminf((box.w - gap * (cols - 1)) / cols - places->labels_w - lean,
                       (box.h - gap * (rows - 1)) / rows - places->labels_h - places->title);
  places->step_x = places->side + places->labels_w + lean + gap;
  places->step_y = places->side + places->labels_h + places->title + gap;
  float used = places->step_x * cols - gap;
  places->first = (Point){box.x + (box.w - used) / 2, box.y};
}

/* With labels of tokens if the pictures stay large enough, otherwise without. */
static HeadPlaces place_heads_along(const Scene *scene, Box box, bool across) {
  HeadPlaces places = {.layers = trace_layer_count(scene->trace),
                       .heads = trace_head_count(scene->trace, 0),
                       .across = across};
  size_of_heads(scene, box, true, &places);
  if (places.side < stage_points(scene, LABELS_FROM)) size_of_heads(scene, box, false, &places);
  return places;
}

/* A layer is a row, because layers are read from the top down; a column only if that makes
** pictures clearly larger. */
static HeadPlaces place_heads(const Scene *scene, Box box) {
  HeadPlaces rows = place_heads_along(scene, box, false),
             columns = place_heads_along(scene, box, true);
  return columns.side > 1.2f * rows.side ? columns : rows;
}

/* The longest of three forms of the name of a head that fits. */
static Str head_name(const Trace *trace, const Pen *pen, TextStyle style, float width,
                     const int place[2]) {
  Arena *arena = pen->list->arena;
  const char *const ways[] = {layer_head_words(arena, trace, place[0], place[1]),
                              layer_head_short(arena, trace, place[0], place[1]),
                              layer_head_least(arena, trace, place[0], place[1])};
  Str words = {"", 0};
  for (int i = 0; i < 3; i++) {
    words = str_from(ways[i]);
    if (pen_width(pen, style, words) <= width) break;
  }
  return words;
}

static void head_title(const Scene *scene, Box box, int layer, int head) {
  const Pen *pen = &scene->pen;
  const TrainingPicture *picture = scene->training;
  TextStyle name = {FACE_SEMIBOLD, NAME_SIZE, pen->theme->ink, ALIGN_START};
  TextStyle share = {FACE_MONO, NAME_SIZE, pen->theme->weights, ALIGN_END};
  float used = 0;
  if (picture->head_attn_targets) {
    float look = picture->head_attn_targets[layer * trace_head_count(scene->trace, 0) + head];
    const char *percent = str_format(pen->list->arena, "%.0f %%", (double)(100 * look));
    Str words = look >= 0 ? str_from(percent) : (Str){"", 0};
    if (look >= 0 && pen_width(pen, share, words) < box.w * 0.6f) {
      pen_text_in(pen, share, box, words);
      /* the same for all heads, so that they use the same form */
      used = pen_width(pen, share, STR("100 %")) + stage_points(scene, 6);
    }
  }
  Box rest = {box.x, box.y, box.w - used, box.h};
  pen_text_in(pen, name, rest, head_name(scene->trace, pen, name, rest.w, (int[2]){layer, head}));
}

static const char *head_command(const Scene *scene, int layer, int head, const char *after) {
  return str_format(scene->pen.list->arena, "layer %d; head %d%s", layer + 1, head + 1, after);
}

/* A head with the labels of its tokens. It has its own view, so that the focus of the
** window is not marked here. */
static void labelled_head(const Scene *scene, const HeadPlaces *places, Box cells, int layer,
                          int head) {
  View view = *scene->view;
  Scene own = *scene;
  view.layer = layer;
  view.head = head;
  view.query = view.key = view.hover_query = view.hover_key = -1;
  view.stage = stage_of_part(TRACE_WEIGHTS);
  own.view = &view;
  own.trace = trace_of_layer(scene->trace, layer);
  own.interactive = false;
  matrix_widget_draw(&own, &(MatrixWidget){.part = TRACE_WEIGHTS,
                                           .before = TRACE_WEIGHTS,
                                           .cells = cells,
                                           .row_labels = true,
                                           .col_labels = true,
                                           .label_width = places->labels_w,
                                           .label_height = places->labels_h,
                                           .digits = true,
                                           .mix = 1,
                                           .filled = -1,
                                           .focus_row = -1,
                                           .focus_col = -1});
}

static void head_draw(const Scene *scene, const HeadPlaces *places, int layer, int head) {
  const Pen *pen = &scene->pen;
  Point at = {places->first.x + places->step_x * (float)(places->across ? layer : head),
              places->first.y + places->step_y * (float)(places->across ? head : layer)};
  Box cells = {at.x + places->labels_w, at.y + places->title + places->labels_h, places->side,
               places->side};
  const char *click = head_command(scene, layer, head, "");
  const char *twice = head_command(scene, layer, head, "; view stage; stage weights");
  Box title = {cells.x, at.y, cells.w, places->title - stage_points(scene, 5)};
  if (places->title > 0) head_title(scene, title, layer, head);
  if (places->labels_w > 0) {
    labelled_head(scene, places, cells, layer, head);
    if (scene->interactive)
      draw_hit(pen->list, (DrawHit){.box = cells,
                                    .cursor = CURSOR_HAND,
                                    .click = click,
                                    .twice = twice,
                                    .tip = _("a double click opens this head")});
  } else
    heads_thumbnail(
        scene,
        &(Thumbnail){.box = cells, .layer = layer, .head = head, .click = click, .twice = twice});
  bool is_chosen = scene->view->layer == layer && scene->view->head == head;
  bool alone = places->layers * places->heads == 1;
  if (is_chosen && !alone)
    pen_focus_outline(
        pen, (DrawBox){.box = box_inset(cells, -fminf(stage_points(scene, 4), places->gap / 2)),
                       .corner = 6,
                       .stroke_width = stage_points(scene, 2.5f)});
}

static void heads_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  float line = stage_points(scene, BAR_LINE), gap = stage_points(scene, 10);
  Box foot = {box.x, box.y + box.h - line, box.w, line};
  box.h -= line + gap;
  if (trace_token_count(scene->trace) == 0) return;
  HeadPlaces places = place_heads(scene, box);
  if (places.side < SIDE_LEAST) return;
  for (int layer = 0; layer < places.layers; layer++)
    for (int head = 0; head < places.heads; head++) head_draw(scene, &places, layer, head);
  TextStyle words = {FACE_REGULAR, TICK_SIZE, pen->theme->muted, ALIGN_START};
  Str told = str_from(_("attention weights: a row is a query, a column a key"));
  float bar_width = stage_points(scene, FOOT_BAR);
  Box bar = {foot.x + foot.w - bar_width, foot.y, bar_width, foot.h};
  pen_text_in(pen, words, (Box){foot.x, foot.y, foot.w - bar_width, foot.h}, told);
  pen_inline_bar(
      pen,
      &(ColorBar){.box = bar, .palette = scene_palette(scene, TRACE_WEIGHTS), .range = {0, 1}});
}

void training_draw(const Scene *bare, Box box) {
  Scene scene = stage_fitted(bare, box);
  if (!scene.training) return;
  scene.pen.text_scale = fminf(scene.pen.text_scale, bare->pen.text_scale * GROWN_MOST);
  float pad = stage_points(&scene, PAD);
  Box inside = {box.x + pad, box.y + pad * 0.7f, box.w - 2 * pad, box.h - pad * 1.2f};
  float charts = float_clamp(inside.h * CHART_SHARE, stage_points(&scene, CHART_LEAST),
                             stage_points(&scene, CHART_MOST));
  training_charts_draw(&scene, (Box){inside.x, inside.y, inside.w, charts});
  float top = charts + stage_points(&scene, 22);
  heads_draw(&scene, (Box){inside.x, inside.y + top, inside.w, inside.h - top});
}
