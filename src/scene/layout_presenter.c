/* scene/layout_presenter.c -- the screen of the presenter view: two strips and the picture,
** beside which a lesson or a quiz may stand; the latter in the window, too. */
#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/layout.h"

/* The window in which the strips have their design size; they grow with the window, so that the
** smallest words, of 10.5 points, have 18 on a projector of 1920 × 1080. Larger text changes
** nothing here: words are as large as the picture lets them be, and would take its room. */
static const float DESIGN_WIDTH = 1100, DESIGN_HEIGHT = 630;
static const float SENTENCE_HEIGHT = 56, FORMULA_HEIGHT = 66, SCALE_LEAST = 0.5f;
static const float LESSON_SHARE = 0.32f, LESSON_MOST = 400;
static const float QUESTION_SHARE = 0.28f, QUESTION_MOST = 380;
/* Design points that are left to the picture beside a question. */
static const float BESIDE_QUESTION = 480;

ScreenLayout layout_presenter(float width, float height, const View *view) {
  assert(view->presenter && width > 0 && height > 0);
  float scale = fmaxf(SCALE_LEAST, fminf(width / DESIGN_WIDTH, height / DESIGN_HEIGHT));
  float top = floorf(SENTENCE_HEIGHT * scale);
  float formula = view->kind == VIEW_TRAINING ? 0 : floorf(FORMULA_HEIGHT * scale);
  float y = top + formula;
  float lesson = view->lesson ? floorf(fminf(width * LESSON_SHARE, LESSON_MOST * scale)) : 0;
  return (ScreenLayout){.text_scale = scale,
                        .picture_scale = scale,
                        .window = {0, 0, width, height},
                        .top_bar = {0, 0, width, top},
                        .formula = {0, top, width, formula},
                        .heads = {0, y, 0, height - y},
                        .lesson = {0, y, lesson, height - y},
                        .centre = {lesson, y, width - lesson, height - y},
                        .inspector = {width, y, 0, height - y},
                        .bottom = {0, height, width, 0}};
}

ScreenLayout layout_with_question(ScreenLayout layout) {
  Box *centre = &layout.centre;
  float width = floorf(fminf(layout.window.w * QUESTION_SHARE, QUESTION_MOST * layout.text_scale));
  if (layout.inspector.w > 0 || centre->w - width < BESIDE_QUESTION * layout.text_scale)
    return layout;
  centre->w -= width;
  layout.inspector = (Box){centre->x + centre->w, centre->y, width, centre->h};
  return layout;
}
