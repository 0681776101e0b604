/* scene/matrix/matrix_scroll.c -- where a matrix is pressed and scrolled: its hit and its bars. */
#include "scene/matrix/matrix_internal.h"

#include <math.h>

#include "scene/matrix/grid_rows.h"
#include "scene/stages/stage.h"

/* The scroll position, 0 to 1; a selected cell may keep it elsewhere than the view's scroll. */
static float scroll_now(float window, float window_length, float content, float content_length) {
  float beyond = content_length - window_length;
  return beyond > 0.01f ? (window - content) / beyond : 0;
}

/* Four decimals: a ten-thousandth of the content is less than a point of any window. */
static const char *scroll_command(const Scene *scene, float x, float y) {
  return str_format(scene->pen.list->arena, "scroll %.4f %.4f", (double)x, (double)y);
}

static void draw_thumb(const Scene *scene, Box track, bool vertical, float start, float share) {
  const Theme *theme = scene->pen.theme;
  float corner = fminf(track.w, track.h) / 2;
  draw_box(scene->pen.list, (DrawBox){.box = track, .corner = corner, .fill = theme->line});
  Box thumb = track;
  if (vertical) thumb.y += start * track.h, thumb.h = fmaxf(share * track.h, 8);
  else thumb.x += start * track.w, thumb.w = fmaxf(share * track.w, 8);
  draw_box(scene->pen.list, (DrawBox){.box = thumb, .corner = corner, .fill = theme->muted});
}

static void horizontal_bar(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  Box window = matrix->cells, content = grid->heatmap.box;
  if (content.w <= window.w + 0.01f) return;
  Box track = {window.x, window.y + window.h + 4, window.w, 5};
  draw_thumb(scene, track, false, (window.x - content.x) / content.w, window.w / content.w);
  float y = scroll_now(window.y, window.h, content.y, content.h);
  const char *command = str_format(scene->pen.list->arena, "scroll %%f %.4f", (double)y);
  draw_hit(scene->pen.list, (DrawHit){.box = box_inset(track, -3),
                                      .slider = true,
                                      .cursor = CURSOR_DRAG,
                                      .click = command});
}

/* Sliders are horizontal, so the vertical one is a ladder of hits. */
static void vertical_bar(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  enum { RUNGS = 80 };
  Box window = matrix->cells, content = grid->heatmap.box;
  if (content.h <= window.h + 0.01f) return;
  Box track = {window.x + window.w + 5, window.y, 4, window.h}; /* outside a frame */
  draw_thumb(scene, track, true, (window.y - content.y) / content.h, window.h / content.h);
  float x = scroll_now(window.x, window.w, content.x, content.w);
  for (int i = 0; i < RUNGS; i++) {
    Box rung = {track.x - 3, track.y + track.h * (float)i / RUNGS, track.w + 6, track.h / RUNGS};
    const char *command = scroll_command(scene, x, (float)i / (RUNGS - 1));
    draw_hit(scene->pen.list, (DrawHit){.box = rung,
                                        .rows = 1,
                                        .cols = 1,
                                        .cursor = CURSOR_DRAG,
                                        .click = command,
                                        .drag = command});
  }
}

/* A notch scrolls by an eighth of the window, by a cell at least. */
static float scroll_notch(float window_length, float content_length, float cell) {
  float beyond = content_length - window_length;
  return beyond > 0.01f ? fmaxf(window_length * 0.125f, cell) / beyond : 0;
}

/* By more than the way to the edge of a cell. */
static bool differs(float now, float asked, float beyond, float cell) {
  return fabsf(now - asked) * beyond > 0.51f * cell;
}

static void add_scroll(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid,
                       DrawHit *hit) {
  const View *view = scene->view;
  Box window = matrix->cells, content = grid->heatmap.box;
  hit->scroll_notch = (Point){scroll_notch(window.w, content.w, grid->cell_w),
                              scroll_notch(window.h, content.h, grid->cell_h)};
  hit->scroll = (Point){scroll_now(window.x, window.w, content.x, content.w),
                        scroll_now(window.y, window.h, content.y, content.h)};
  hit->is_held = (hit->scroll_notch.x > 0 &&
                  differs(hit->scroll.x, view->scroll_x, content.w - window.w, grid->cell_w)) ||
                 (hit->scroll_notch.y > 0 &&
                  differs(hit->scroll.y, view->scroll_y, content.h - window.h, grid->cell_h));
}

void matrix_hit_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  if (!scene->interactive || matrix->moving || (!matrix->click && !matrix->hover)) return;
  DrawHit hit = {.box = grid->heatmap.box,
                 .cols = grid->cols,
                 .cursor = scene->view->mask_editor && matrix->drag ? CURSOR_HIDE : CURSOR_CROSS,
                 .click = matrix->click,
                 .hover = matrix->hover,
                 .drag = matrix->drag,
                 .wheel = matrix->scrolls ? "zoom by %f" : NULL};
  if (matrix->scrolls) add_scroll(scene, matrix, grid, &hit);
  grid_rows_hit(scene, grid, hit);
}

/* Of matrices side by side with the same rows, only the result has a bar. */
static bool has_bars(const Scene *scene, const MatrixWidget *matrix) {
  if (!matrix->scrolls || !scene->interactive || matrix->moving) return false;
  return trace_part_info(matrix->part)->by_pair || matrix->part == stage_result(scene->view->stage);
}

void matrix_bars_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  if (!has_bars(scene, matrix)) return;
  horizontal_bar(scene, matrix, grid);
  vertical_bar(scene, matrix, grid);
}
