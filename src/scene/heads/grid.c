/* scene/heads/grid.c -- draws all heads: thumbnails, numbers at the edges, the bar that scrolls. */
#include "scene/heads/grid_internal.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/heads/difference_cells.h"
#include "scene/heads/heads.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"
#include "scene/stages/stage.h"

/* -- one head ---------------------------------------------------------------------------------- */

/* In role order: the role and its score, which the heads are sorted by, and layer and head. */
static void head_words(const Grid *grid, HeadPlace at, Box place) {
  const Scene *scene = grid->scene;
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  if (scene->view->grid_order == GRID_BY_DIFFERENCE) {
    float high = grid_role_lines(scene) - stage_points(scene, 4);
    Box words = {place.x, place.y + place.h + stage_points(scene, 4),
                 grid->step_x - stage_points(scene, 8), high};
    difference_words_draw(scene, words, at.layer, at.head);
    return;
  }
  Str role = role_words(scene, at.layer, at.head);
  float score = trace_head_role_score(scene->trace, at.layer, at.head);
  if (role.bytes == 0)
    role = str_from(trace_roles_are_known(scene->trace) ? _("no role") : _("not measured"));
  if (score >= 0)
    role = str_from(str_format(arena, C_("a role and its score", "%.*s %.2f"), (int)role.bytes,
                               role.at, (double)score));
  float line = grid_role_line(scene), width = grid->step_x - stage_points(scene, 8);
  Box box = {place.x, place.y + place.h + stage_points(scene, 4), width, line};
  float size = grid_is_for_afar(scene) ? 16 : scene->interactive ? 12 : 10.5f;
  TextStyle style = {FACE_SEMIBOLD, size, role_color(scene, at.layer, at.head), ALIGN_START};
  if (pen_width(pen, style, role) > width) style.size = 10.5f;
  pen_text_in(pen, style, box, role);
  box.y += line;
  pen_text_in(pen, (TextStyle){FACE_REGULAR, size, pen->theme->muted, ALIGN_START}, box,
              str_from(layer_head_title(arena, scene->trace, at.layer, at.head)));
}

/* Only visible thumbnails are computed. */
static bool is_in_sight(const Grid *grid, Box place) {
  return place.y + grid->step_y >= grid->window.y && place.y <= grid->window.y + grid->window.h;
}

static Thumbnail thumbnail_of(const Scene *scene, HeadPlace at, Box place) {
  return (Thumbnail){.box = place,
                     .layer = at.layer,
                     .head = at.head,
                     .shared = scene->view->range == RANGE_SHARED,
                     .all_layers = true};
}

static void draw_head(const Grid *grid, int index) {
  const Scene *scene = grid->scene;
  HeadPlace at = grid->places[index];
  Box place = grid_cell_box(grid, index);
  if (!is_in_sight(grid, place)) return;
  const char *click = str_format(scene->pen.list->arena, "layer %d; head %d%s", at.layer + 1,
                                 at.head + 1, heads_opening(scene));
  if (scene->differences) {
    difference_cells_draw(scene, place, at.layer, at.head);
    return;
  }
  heads_group_begin(scene, at.layer, at.head);
  Thumbnail shown = thumbnail_of(scene, at, place);
  shown.click = click;
  heads_thumbnail(scene, &shown);
  draw_group_end(scene->pen.list);
}

/* Frames come after all thumbnails, so that these are drawn alike whichever is framed. The frame
** lies outside of the picture, as far as the gap allows. */
static void draw_mark(const Grid *grid, int index) {
  const Scene *scene = grid->scene;
  HeadPlace at = grid->places[index];
  Box place = grid_cell_box(grid, index);
  if (!is_in_sight(grid, place)) return;
  float room = fminf(4, (grid->step_x - grid->side) / 2 - 1);
  bool marks = scene->interactive || scene->selection;
  Thumbnail shown = thumbnail_of(scene, at, place);
  if (marks && !scene->differences) heads_chosen_cell_draw(scene, &shown);
  if (marks && heads_is_on_show(scene, at.layer, at.head))
    heads_frame(scene, place, true, fmaxf(room, 1));
  else if (scene->differences) difference_rank_draw(scene, place, at.layer, at.head);
  if (grid->by_role) head_words(grid, at, place);
}

/* -- the edges --------------------------------------------------------------------------------- */

/* "H12", or only the number if that is too wide; then every n-th if they would touch. */
static void head_numbers(const Grid *grid) {
  const Pen *pen = &grid->scene->pen;
  TextStyle style = {FACE_SEMIBOLD, grid_words(grid->scene, 12), pen->theme->muted, ALIGN_MIDDLE};
  Arena *arena = pen->list->arena;
  float widest = pen_width(pen, style, str_from(str_format(arena, "H%d", grid->cols)));
  bool is_narrow = widest > grid->step_x - 2;
  if (is_narrow) style.size = grid_words(grid->scene, 10.5f);
  widest = pen_width(pen, style, str_from(str_format(arena, "%d", grid->cols))) + 4;
  int step = is_narrow ? matrix_counting_step(widest / grid->step_x) : 1;
  float line = pen_line_height(pen, style.size);
  for (int head = 0; head < grid->cols; head++) {
    if ((head + 1) % step != 0) continue;
    float middle = grid->window.x + grid->step_x * (float)head + grid->side / 2, half = 40;
    Box box = {middle - half, grid->window.y - line - 4, 2 * half, line};
    pen_text_in(pen, style, box, str_from(str_format(arena, is_narrow ? "%d" : "H%d", head + 1)));
  }
}

/* Only layers that are completely visible are named. */
static void layer_numbers(const Grid *grid) {
  const Pen *pen = &grid->scene->pen;
  TextStyle style = {FACE_SEMIBOLD, grid_words(grid->scene, 12), pen->theme->muted, ALIGN_END};
  float line = pen_line_height(pen, style.size), left = grid_left(grid->scene);
  float bottom = grid->window.y + grid->window.h;
  int step = matrix_counting_step(line / grid->step_y);
  for (int layer = 0; layer < grid->rows; layer++) {
    float y = grid->top + grid->step_y * (float)layer + (grid->side - line) / 2;
    if ((layer + 1) % step != 0 || y < grid->window.y || y + line > bottom) continue;
    float right = grid->window.x - grid->names_width;
    Box box = {right - left, y, left - stage_points(grid->scene, 12), line};
    pen_text_in(pen, style, box,
                str_from(layer_narrow(pen->list->arena, grid->scene->trace, layer)));
  }
}

/* Sixty hits along the bar, so that a drag over them scrolls. */
static void draw_bar(const Grid *grid, Box inner) {
  assert(grid->content > 0);
  enum { RUNGS = 60 };
  const Pen *pen = &grid->scene->pen;
  Box window = grid->window;
  float width = stage_points(grid->scene, GRID_BAR), share = window.h / grid->content;
  Box track = {inner.x + inner.w - width, window.y, width, window.h}, thumb = track;
  thumb.y += (window.y - grid->top) * share;
  thumb.h *= share;
  control_track(pen, track, thumb, width, pen->theme->muted);
  for (int i = 0; i < RUNGS; i++) {
    Box rung = {track.x - 4, track.y + track.h * (float)i / RUNGS, width + 8, track.h / RUNGS};
    const char *command =
        str_format(pen->list->arena, "scroll grid %.4f", (double)i / (double)(RUNGS - 1));
    control_stop(pen, (TrackStop){.box = rung, .command = command});
  }
}

/* The wheel and two fingers scroll wherever the pointer is; the hits of
** thumbnails lie above this one. */
static void scroll_hit(const Grid *grid, Box inner) {
  float beyond = grid->content - grid->window.h;
  float notch = beyond > 0.5f ? grid->window.h * 0.125f / beyond : 0;
  DrawList *list = grid->scene->pen.list;
  if (notch <= 0) return;
  draw_hit(list,
           (DrawHit){.box = inner,
                     .wheel = str_format(list->arena, "scroll grid by %%f %.5f", (double)-notch),
                     .scroll_notch = {0, notch}});
}

/* On a screen the bar ends where the thumbnails end. */
static Box foot_box(const Grid *grid, Box inner, float line) {
  const float least = 420;
  Box foot = {inner.x, inner.y + inner.h - line, inner.w, line};
  float gap = grid->step_x - grid->side;
  float right = grid->window.x + grid->step_x * (float)grid->cols - gap;
  if (grid->scene->interactive && right - grid->window.x >= stage_points(grid->scene, least)) {
    foot.x = grid->window.x;
    foot.w = right - foot.x;
  }
  return foot;
}

/* -- all --------------------------------------------------------------------------------------- */

static Box below_heading(const Scene *scene, Box outer) {
  float head = grid_heading_height(scene);
  return (Box){outer.x, outer.y + head, outer.w, outer.h - head};
}

static Box without_edge(const Scene *scene, Box box) {
  const float afar = 0.33f;
  return box_inset(box, stage_points(scene, GRID_PAD) * (grid_is_for_afar(scene) ? afar : 0.75f));
}

static Grid grid_in(const Scene *scene, Box box) {
  return grid_arrange(scene, below_heading(scene, without_edge(scene, box)));
}

static float thumbnail_side(const Scene *scene, Box box) { return grid_in(scene, box).side; }

static bool grid_scrolls(const Grid *grid) { return grid->content > grid->window.h + 0.5f; }

static Scene fitted_grid(const Scene *given, Box box) {
  Scene fitted = stage_fitted_to_side(given, box, thumbnail_side), afar = fitted;
  if (!scene_is_presented(given)) return fitted;
  afar.heads_afar_scale = fitted.pen.text_scale;
  Grid plain = grid_in(&fitted, box), larger = grid_in(&afar, box);
  bool fits = larger.side >= plain.side && (grid_scrolls(&plain) || !grid_scrolls(&larger));
  return fits ? afar : fitted;
}

void heads_draw_grid(const Scene *given, Box box) {
  DrawList *list = given->pen.list;
  if (trace_token_count(given->trace) == 0) return;
  Scene fitted = fitted_grid(given, box);
  const Scene *scene = &fitted;
  Box outer = without_edge(scene, box), inner = below_heading(scene, outer);
  float line = stage_points(scene, grid_is_for_afar(scene) ? 24 : 16);
  if (grid_heading_height(scene) > 0) grid_draw_heading(scene, outer);
  Grid grid = grid_arrange(scene, inner);
  if (!grid.places) {
    list->failed = true;
    return;
  }
  bool scrolls = grid_scrolls(&grid), was_at_edge = list->at_scroll_edge;
  if (scene->interactive) scroll_hit(&grid, inner);
  float frame = stage_points(scene, 8); /* of a selected head at the left edge */
  Box seen = {inner.x - frame, grid.window.y - 3, inner.w + frame, grid.window.h + 3};
  if (scrolls) {
    draw_clip(list, seen);
    list->at_scroll_edge = true;
  }
  for (int i = 0; i < grid.count; i++) draw_head(&grid, i);
  for (int i = 0; i < grid.count; i++) draw_mark(&grid, i);
  list->at_scroll_edge = was_at_edge;
  if (scrolls) draw_clip_end(list);
  if (!grid.by_role) {
    draw_group_begin(list, "labels", NULL);
    head_numbers(&grid);
    layer_numbers(&grid);
    grid_draw_names(&grid);
    draw_group_end(list);
  }
  if (scrolls && scene->interactive) draw_bar(&grid, inner);
  grid_draw_foot(scene, foot_box(&grid, inner, line));
}
