/* scene/stages/empty.c -- a stage without numbers: there is no sentence, or it was not recorded. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/stage_view.h"

/* A grid of empty cells: the shape of a matrix without numbers. */
static void draw_empty_grid(const Scene *scene, Box box) {
  enum { SIDE = 5 };
  const Theme *theme = scene->pen.theme;
  float cell = box.w / SIDE;
  for (int row = 0; row < SIDE; row++)
    for (int col = 0; col < SIDE; col++) {
      Box at = {box.x + (float)col * cell + 2, box.y + (float)row * cell + 2, cell - 4, cell - 4};
      draw_box(scene->pen.list, (DrawBox){.box = at, .corner = 6, .fill = theme->empty_cell});
    }
}

/* The grid, and two lines below it. */
static void draw_words(const Scene *scene, Box box, Str first, Str second) {
  const Pen *pen = &scene->pen;
  float side = floorf(fminf(fminf(box.w, box.h) * 0.4f, stage_points(scene, 240)));
  float words = stage_points(scene, 24 + 24), gap = stage_points(scene, 24);
  float top = box.y + (box.h - side - gap - words) / 2;
  draw_empty_grid(scene, (Box){box.x + (box.w - side) / 2, top, side, side});
  Box line = {box.x + 8, top + side + gap, box.w - 16, stage_points(scene, 28)};
  pen_text_in(pen, (TextStyle){FACE_SEMIBOLD, 18, pen->theme->ink, ALIGN_MIDDLE}, line, first);
  line.y += line.h;
  line.h = stage_points(scene, 20);
  pen_text_in(pen, (TextStyle){FACE_REGULAR, 12, pen->theme->muted, ALIGN_MIDDLE}, line, second);
}

void stage_empty_draw(const Scene *scene, Box box) {
  assert(trace_token_count(scene->trace) == 0);
  draw_words(scene, box, str_from(_("Type a sentence")),
             str_from(_("every word then asks every other")));
}

void stage_missing_draw(const Scene *scene, Box box) {
  assert(stage_missing(scene, scene->view->stage));
  draw_words(scene, box, str_from(_("Not in this recording")),
             trace_stage_missing(scene->trace, scene->view->stage));
}
