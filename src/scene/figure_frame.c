/* scene/figure_frame.c -- margins and caption of a figure. */
#include "scene/figure_internal.h"

#include <math.h>

#include "scene/stages/stage.h"

static const float PAD_DESIGN = 16, PAD_OF_PRINT = 8;

float figure_pad(const Scene *scene) {
  return stage_points(scene, scene->pen.words_pt > 0 ? PAD_OF_PRINT : PAD_DESIGN);
}

bool figure_has_title(const Scene *scene) { return !scene->view->export_look.figure.no_title; }

/* Measures the words that are drawn later, wrapped to the same width. */
float figure_caption_height(const Scene *scene, const Figure *figure, float width) {
  if (!figure->caption) return 0;
  Str words = figure_caption(scene->trace, scene->view, figure, scene->pen.list->arena);
  TextStyle style = {FACE_REGULAR, 10.5f, COLOR_NONE, ALIGN_START};
  return pen_wrapped_height(&scene->pen, style, width, 1.2f, words) + stage_points(scene, 10);
}

void figure_draw_caption(const Scene *scene, const Figure *figure, Box box) {
  if (!figure->caption || box.h <= 0) return;
  const Pen *pen = &scene->pen;
  Str words = figure_caption(scene->trace, scene->view, figure, pen->list->arena);
  box.y += stage_points(scene, 6);
  box.h = fmaxf(box.h - stage_points(scene, 6), 0);
  draw_group_begin(pen->list, "caption", NULL);
  pen_text_wrapped(pen, (TextStyle){FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_START}, box, 1.2f,
                   words);
  draw_group_end(pen->list);
}
