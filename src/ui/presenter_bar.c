/* ui/presenter_bar.c -- the strip above the picture in the presenter view: the sentence, as large
** as its place allows, and the step counter. */
#include <math.h>

#include "base/number.h"
#include "ui/panels.h"

static const float MARGIN = 20, GAP = 24, COUNTER_SIZE = 15, COUNTER_MOST = 0.42f;
static const float LARGER_MOST = 1.7f, FIELD_SHARE = 0.82f;
static const float ROUNDING = 0.985f; /* widths of letters are not exactly proportional */

static TextStyle counter_style(const Ui *ui) {
  return ui_style(FACE_SEMIBOLD, COUNTER_SIZE, ui->theme->muted, ALIGN_END);
}

/* A long counter is shortened, so that the sentence keeps most of the strip. */
static float counter_width(const Ui *ui) {
  Str words = ui->inputs->counter;
  if (words.bytes == 0) return 0;
  return fminf(pen_width(ui->pen, counter_style(ui), words) + 1,
               ui->layout->top_bar.w * COUNTER_MOST);
}

PresenterBar presenter_bar_place(const Ui *ui) {
  Box rest = ui->layout->top_bar;
  float counter = counter_width(ui);
  cut_left(&rest, ui_pt(ui, MARGIN));
  cut_right(&rest, ui_pt(ui, MARGIN));
  PresenterBar bar = {.pen = *ui->pen};
  bar.counter = cut_right(&rest, counter);
  if (counter > 0) cut_right(&rest, ui_pt(ui, GAP));
  bar.sentence = box_centred(rest, rest.w, rest.h * FIELD_SHARE);
  float width = sentence_width(ui);
  float larger = width > 0 ? bar.sentence.w / width * ROUNDING : 1;
  bar.pen.text_scale *= float_clamp(larger, 1, LARGER_MOST);
  return bar;
}

void presenter_bar_draw(const Ui *ui) {
  Box whole = ui->layout->top_bar;
  draw_box(ui->list, (DrawBox){.box = whole, .fill = ui->theme->panel});
  PresenterBar bar = presenter_bar_place(ui);
  Ui large = *ui;
  large.pen = &bar.pen;
  ui->list->tab_stop = TAB_SENTENCE;
  sentence_draw_in(&large, bar.sentence);
  ui->list->tab_stop = TAB_EACH;
  if (bar.counter.w > 0) pen_text_in(ui->pen, counter_style(ui), bar.counter, ui->inputs->counter);
}
