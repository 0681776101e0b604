/* scene/arcs.c -- two columns of tokens and the curves between them: places, hits, and the order of
** drawing. */
#include "scene/arcs.h"
#include "scene/arcs_internal.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/arcs_heads.h"
#include "scene/head_colors.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/stages/stage.h"

/* Design points. */
static const float PAD = 16, WIDEST = 11, PITCH_MOST = 34;
static const float LINE = 1.15f, LINE_OF_PRINT = 0.95f;

/* Weights that are written 0.00 have no curve; of a figure, whose curves nobody can point at, those
** below the other. */
static const float WEIGHT_LEAST = 0.0005f, WEIGHT_LEAST_OF_FIGURE = 0.01f;

static const float BESIDE_SHARE = 0.4f, BESIDE_LEAST = 300;

/* -- places ------------------------------------------------------------------------------------ */

float arcs_label_line(const Scene *scene) {
  return pen_points(&scene->pen, ARCS_SIZE_DESIGN) *
         (scene->pen.words_pt > 0 ? LINE_OF_PRINT : LINE);
}

float arcs_token_middle(const Column *column, int token) {
  return column->start + ((float)token + 0.5f) * column->pitch;
}

/* An arc with both ends out of sight is left out, even if it would cross the field. */
bool arcs_is_seen(const Arcs *arcs, float y) {
  return y >= arcs->field.y && y <= arcs->field.y + arcs->field.h;
}

static Column column_of(const Scene *scene, Box field, int count, int focus, float scroll) {
  assert(count > 0 && focus < count);
  float zoom = fmaxf(scene->view->zoom, 1), content = field.h * zoom;
  Column column = {.count = count, .focus = focus, .pitch = content / (float)count};
  float most = stage_points(scene, PITCH_MOST);
  if (zoom <= 1 && column.pitch > most) column.pitch = most;
  content = column.pitch * (float)count;
  float beyond = content - field.h, start = beyond > 0 ? float_clamp(scroll, 0, 1) * beyond : 0;
  if (beyond > 0 && focus >= 0) {
    float middle = ((float)focus + 0.5f) * column.pitch, margin = field.h * 0.2f;
    start = float_clamp(start, middle - field.h + margin, middle - margin);
    start = float_clamp(start, 0, beyond);
  }
  column.start = beyond > 0 ? field.y - start : field.y - beyond / 2;
  column.step = matrix_counting_step(arcs_label_line(scene) / column.pitch);
  return column;
}

static void keep_pitch(const Arcs *arcs, Column *column) {
  column->pitch = arcs->field.h / (float)column->count;
  column->start = arcs->field.y;
  column->step = matrix_counting_step(arcs_label_line(arcs->scene) / column->pitch);
}

/* At least 8 points in both directions, so that nothing below divides by zero. */
static Box field_of(const Scene *scene, Box box, float labels) {
  float pad = stage_points(scene, PAD), left = labels + stage_points(scene, ARCS_GAP_DESIGN);
  float right = left + arcs_share_width(scene), top = arcs_head_height(scene, box.w - 2 * pad);
  Box inner = box_inset(box, pad);
  return (Box){inner.x + left, inner.y + top, fmaxf(inner.w - left - right, 8),
               fmaxf(inner.h - top, 8)};
}

/* The rows of the matrix beside them, if the heading has room above. */
static bool line_up(Arcs *arcs, Box box, Box cells) {
  float head = arcs_head_height(arcs->scene, box.w - 2 * stage_points(arcs->scene, PAD));
  float others = arcs_are_of_heads(arcs->scene) ? arcs_others_height(arcs->scene) : 0;
  arcs->is_brief = others > 0 && cells.y - head < box.y && cells.y - head + others >= box.y;
  if (arcs->is_brief) head -= others;
  bool has_room = cells.h > 8 && cells.y - head >= box.y && cells.y + cells.h <= box.y + box.h;
  if (!has_room || arcs->scene->view->zoom > 1) return false;
  arcs->field.y = cells.y;
  arcs->field.h = cells.h;
  return true;
}

static float widest_arc(const Arcs *arcs) {
  const Scene *scene = arcs->scene;
  float pitch = fminf(arcs->queries.pitch, arcs->keys.pitch);
  if (arcs_are_of_heads(scene)) return fmaxf(2.5f, pitch * 0.86f);
  return fminf(stage_points(scene, WIDEST), fmaxf(2.5f, pitch * 0.8f));
}

static void place_arcs(Arcs *arcs, bool is_lined_up) {
  const Scene *scene = arcs->scene;
  const View *view = scene->view;
  arcs->queries = column_of(scene, arcs->field, arcs->weights.rows, arcs->row, view->scroll_y);
  arcs->keys = column_of(scene, arcs->field, arcs->weights.cols, arcs->key, view->scroll_x);
  if (is_lined_up) keep_pitch(arcs, &arcs->queries);
  if (is_lined_up) keep_pitch(arcs, &arcs->keys);
  arcs->widest = widest_arc(arcs);
}

/* -- hits -------------------------------------------------------------------------------------- */

/* A notch of the wheel scrolls an eighth of the field, as in the matrix. */
static float scroll_notch(const Arcs *arcs, const Column *column) {
  float beyond = column->pitch * (float)column->count - arcs->field.h;
  return beyond > 0.01f ? arcs->field.h * 0.125f / beyond : 0;
}

/* The hits of a column: its tokens and the nearest part of the field. Its middle has none, because
** curves cross there. A click on a key selects it for the locked query, or alone. */
static void add_column_hit(const Arcs *arcs, const Column *column, bool is_key) {
  const Scene *scene = arcs->scene;
  Arena *arena = scene->pen.list->arena;
  float labels =
      arcs->labels + stage_points(scene, ARCS_GAP_DESIGN) + (is_key ? arcs_share_width(scene) : 0);
  float reach = arcs->field.w * 0.3f;
  float x = is_key ? arcs->field.x + arcs->field.w - reach : arcs->field.x - labels;
  const char *click = "cell %r row", *hover = "hover %r row";
  if (is_key) click = "cell key %r", hover = "hover key %r";
  if (is_key && scene->view->locked && scene->view->query >= 0) {
    click = str_format(arena, "cell %d %%r", scene->view->query + 1);
    hover = str_format(arena, "hover %d %%r", scene->view->query + 1);
  }
  bool hides = stage_hides(scene) && !trace_is_cross(scene->trace);
  Box seen = {x, arcs->field.y, labels + reach, arcs->field.h};
  Box all = {x, column->start, labels + reach, column->pitch * (float)column->count};
  draw_clip(scene->pen.list, seen);
  draw_hit(scene->pen.list, (DrawHit){.box = all,
                                      .rows = column->count,
                                      .cols = 1,
                                      .cursor = CURSOR_HAND,
                                      .click = click,
                                      .twice = hides ? "hide %r" : NULL,
                                      .hover = hover,
                                      .wheel = "zoom by %f",
                                      .scroll_notch = {0, scroll_notch(arcs, column)}});
  draw_clip_end(scene->pen.list);
}

/* -- all heads of a layer ---------------------------------------------------------------------- */

/* The weights, with 0 for those that the steps have not reached. */
static MatView reached_weights(const Scene *scene) {
  MatView weights = stage_matrix(scene, TRACE_WEIGHTS);
  long filled = scene_filled_of(scene, TRACE_WEIGHTS, weights.rows, weights.cols);
  if (filled < 0 || weights.rows == 0 || weights.cols == 0) return weights;
  size_t cells = (size_t)weights.rows * (size_t)weights.cols;
  float *reached = arena_take(scene->pen.list->arena, cells, sizeof *reached);
  if (!reached) return (MatView){0};
  for (long i = 0; i < (long)cells; i++)
    reached[i] =
        i < filled ? mat_get(weights, (int)(i / weights.cols), (int)(i % weights.cols)) : 0;
  return (MatView){reached, weights.rows, weights.cols, weights.cols};
}

/* Without memory all keys have curves. */
static const int *strongest_keys(const Scene *scene, MatView weights) {
  int *keys = arena_take(scene->pen.list->arena, (size_t)weights.rows + 1, sizeof *keys);
  for (int row = 0; keys && row < weights.rows; row++) keys[row] = arcs_strongest_key(weights, row);
  return keys;
}

/* The same places with the weights of another head, in its lane. */
static Arcs arcs_of_head(const Arcs *arcs, const Scene *scene, int head, int lane) {
  Arcs of = *arcs;
  of.scene = scene;
  of.weights = reached_weights(scene);
  of.lane = lane;
  of.lane_count = arcs_heads_on(scene);
  of.most = (scene->interactive ? ARCS_MOST_OF_HEADS : ARCS_MOST) / of.lane_count;
  bool is_front = head == arcs_front_head(arcs->scene), are_few = arcs_others_are_few(arcs->scene);
  of.color = head_color(scene->pen.theme->id, is_front);
  of.kept = (MatView){0};
  of.drawn = of.all = 0;
  if (are_few && !is_front) of.strongest = strongest_keys(scene, of.weights);
  if (are_few && is_front) /* what the others leave */
    of.most =
        of.most * of.lane_count - (of.lane_count - 1) * int_min(of.weights.rows, (int)of.most);
  arcs_choose(&of);
  return of;
}

/* The key that gets most of the chosen query; −1: the steps have not reached it. */
static int reached_key(const Arcs *of_head) {
  int key = arcs_strongest_key(of_head->weights, of_head->row);
  return key >= 0 && mat_get(of_head->weights, of_head->row, key) > 0 ? key : -1;
}

/* The grey ones first, so that the head in front lies on all of them. */
static void draw_heads(const Arcs *arcs, bool in_front) {
  const Scene *scene = arcs->scene;
  int front = arcs_front_head(scene), lane = 0;
  for (int head = 0; head < trace_head_count(scene->trace, scene->view->layer); head++) {
    View view;
    Scene of = arcs_scene_of(scene, head, &view);
    if (!arcs_head_is_on(scene, head)) continue;
    int own_lane = lane++;
    if ((head == front) != in_front) continue;
    Arcs one = arcs_of_head(arcs, &of, head, own_lane);
    if (one.weights.rows == 0) continue;
    if (arcs->head_keys) arcs->head_keys[head] = reached_key(&one);
    one.strength = in_front                       ? 1.1f
                   : scene->view->hover_head >= 0 ? 0.5f
                   : arcs_others_are_few(scene)   ? 0.6f
                                                  : 0.9f;
    arcs_curves_draw(&one);
  }
}

static void draw_all_heads(Arcs *arcs) {
  const Scene *scene = arcs->scene;
  int heads = trace_head_count(scene->trace, scene->view->layer);
  if (arcs->row >= 0)
    arcs->head_keys = arena_take(scene->pen.list->arena, (size_t)heads, sizeof *arcs->head_keys);
  for (int head = 0; arcs->head_keys && head < heads; head++) arcs->head_keys[head] = -1;
  draw_heads(arcs, false);
  draw_heads(arcs, true);
}

/* -- drawing all ------------------------------------------------------------------------------- */

/* What is written beside the curves tells of the head in front. */
static Arcs arcs_begin(const Scene *scene) {
  bool is_of_heads = arcs_are_of_heads(scene);
  View view;
  Scene front = arcs_scene_of(scene, arcs_front_head(scene), &view);
  return (Arcs){.scene = scene,
                .weights = reached_weights(is_of_heads ? &front : scene),
                .weight_least = scene->interactive ? WEIGHT_LEAST : WEIGHT_LEAST_OF_FIGURE,
                .most = ARCS_MOST,
                .lane_count = is_of_heads ? 2 : 1,
                .color = scene->pen.theme->weights,
                .strength = 1};
}

static void find_focus(Arcs *arcs) {
  const Scene *scene = arcs->scene;
  view_focus(scene->view, &arcs->row, &arcs->key);
  if (arcs->row >= arcs->weights.rows) arcs->row = -1;
  if (arcs->row < 0) arcs->key = view_focus_key_alone(scene->view);
  if (arcs->key >= arcs->weights.cols) arcs->key = -1;
}

/* Before a class names are read from afar: larger, as far as curves and rows keep their room. */
static Scene read_from_afar(const Scene *scene, Box box) {
  const float width = 340, row = 25, most = 1.3f;
  Scene larger = *scene;
  float rows = (float)stage_larger_count(scene);
  float room = fminf(box.w / stage_points(scene, width), box.h / (rows * stage_points(scene, row)));
  if (scene_is_presented(scene)) larger.pen.text_scale *= float_clamp(room, 1, most);
  return larger;
}

void arcs_draw_beside(const Scene *given, Box box, Box cells) {
  Scene larger = read_from_afar(given, box);
  const Scene *scene = &larger;
  Arcs arcs = arcs_begin(scene);
  if (arcs.weights.rows == 0 || arcs.weights.cols == 0) return;
  arcs.labels = arcs_labels_width(scene, box);
  arcs.field = field_of(scene, box, arcs.labels);
  bool is_lined_up = line_up(&arcs, box, cells);
  find_focus(&arcs);
  arcs_choose(&arcs);
  place_arcs(&arcs, is_lined_up);
  if (arcs_are_of_heads(scene)) draw_all_heads(&arcs);
  else arcs_curves_draw(&arcs);
  arcs_labels_draw(&arcs, &arcs.queries, false);
  arcs_labels_draw(&arcs, &arcs.keys, true);
  Box head = box_inset(box, stage_points(scene, PAD));
  if (!is_lined_up) arcs.is_brief = false;
  if (is_lined_up) head.y = fmaxf(arcs.field.y - arcs_head_height(scene, head.w), box.y);
  arcs_head_draw(&arcs, head);
  if (!scene->interactive) return;
  add_column_hit(&arcs, &arcs.queries, false);
  add_column_hit(&arcs, &arcs.keys, true);
}

void arcs_draw(const Scene *scene, Box box) { arcs_draw_beside(scene, box, (Box){0}); }

Box arcs_place(const Scene *scene, Box *box) {
  if (!scene->view->arcs) return (Box){0};
  float width =
      fmaxf(box->w * BESIDE_SHARE, fminf(stage_points(scene, BESIDE_LEAST), box->w * 0.5f));
  Box place = {box->x + box->w - width, box->y, width, box->h};
  box->w -= width;
  return place;
}
