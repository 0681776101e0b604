/* ui/presenter_bar.c -- the strip above the picture in the presenter view: the sentence, as large
** as its place allows, the step counter, and the layer and the head on show. */
#include <math.h>

#include "base/number.h"
#include "ui/chips.h"
#include "ui/panels.h"

static const float MARGIN = 20, GAP = 24, COUNTER_SIZE = 15, COUNTER_MOST = 0.42f;
static const float LARGER_MOST = 1.94f, FIELD_SHARE = 0.82f, LINES_SHARE = 0.96f;
static const float LINES_GAIN = 1.04f; /* a second line is worth it if the words grow so much */
static const float ROUNDING = 0.985f;  /* widths of letters are not exactly proportional */

static TextStyle counter_style(const Ui *ui) {
  return ui_style(FACE_SEMIBOLD, COUNTER_SIZE, ui->theme->muted, ALIGN_END);
}

static TextStyle head_style(const Ui *ui) {
  return ui_style(FACE_SEMIBOLD, COUNTER_SIZE, ui->theme->ink, ALIGN_END);
}

/* With a gap before it; 0: there is none. */
static float second_width(const Ui *ui) {
  UiInputs inputs;
  if (!ui->inputs->second) return 0;
  Ui second = second_ui(ui, &inputs);
  return chips_width(&second) + ui_pt(ui, GAP);
}

/* What the sentence needs at the least, in one line or, alone, in two. */
static float least_width(const Ui *ui) {
  float two = chips_width_of_two_lines(ui);
  return ui->inputs->second || two <= 0 ? chips_width(ui) + second_width(ui) : two;
}

/* The role of the head is left out before a long sentence has to scroll further. */
static Str head_words(const Ui *ui) {
  const UiInputs *inputs = ui->inputs;
  float width = pen_width(ui->pen, head_style(ui), inputs->head_line);
  float rest = ui->layout->top_bar.w - 2 * ui_pt(ui, MARGIN) - ui_pt(ui, GAP) - least_width(ui);
  return width + 1 <= rest ? inputs->head_line : inputs->head_short;
}

/* A long counter is shortened, so that the sentence keeps most of the strip. */
static float counter_width(const Ui *ui) {
  Str words = ui->inputs->counter;
  float width = fmaxf(pen_width(ui->pen, counter_style(ui), words),
                      pen_width(ui->pen, head_style(ui), head_words(ui)));
  return width > 0 ? fminf(width + 1, ui->layout->top_bar.w * COUNTER_MOST) : 0;
}

/* The layer and the head on show stand below the counter. */
static void counter_draw(const Ui *ui, Box box) {
  Str head = head_words(ui);
  float line = pen_line_height(ui->pen, COUNTER_SIZE);
  if (head.bytes == 0) {
    pen_text_in(ui->pen, counter_style(ui), box, ui->inputs->counter);
    return;
  }
  Box lines = box_centred(box, box.w, fminf(2 * line, box.h));
  pen_text_in(ui->pen, counter_style(ui), (Box){lines.x, lines.y, lines.w, lines.h / 2},
              ui->inputs->counter);
  pen_text_in(ui->pen, head_style(ui), (Box){lines.x, lines.y + lines.h / 2, lines.w, lines.h / 2},
              head);
}

static void second_sentence_draw(const Ui *large, Box box) {
  UiInputs inputs;
  Ui second = second_ui(large, &inputs);
  cut_left(&box, ui_pt(large, GAP));
  sentence_draw_in(&second, box);
}

/* How much larger the words may be in two lines; 0: there are no two lines of this sentence. */
static float larger_of_two_lines(const Ui *ui, Box rest) {
  float width = chips_width_of_two_lines(ui), height = chips_height_of_two_lines(ui);
  if (ui->inputs->second || ui->inputs->sentence.editing || width <= 0) return 0;
  return fminf(rest.w / width * ROUNDING, rest.h * LINES_SHARE / height);
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
  float width = chips_width(ui) + second_width(ui);
  float larger = width > 0 ? bar.sentence.w / width * ROUNDING : 1;
  float of_two = larger_of_two_lines(ui, rest);
  larger = float_clamp(larger, 1, LARGER_MOST);
  if (of_two >= 1 && of_two > larger * LINES_GAIN) {
    larger = of_two;
    bar.sentence = box_centred(rest, rest.w, rest.h * LINES_SHARE);
  }
  bar.pen.text_scale *= larger;
  if (ui->inputs->second && width > 0) {
    float share = float_clamp(second_width(ui) / width, 0.3f, 0.7f);
    bar.second = cut_right(&bar.sentence, bar.sentence.w * share);
  }
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
  ui->list->tab_stop = TAB_SECOND;
  if (ui->inputs->second) second_sentence_draw(&large, bar.second);
  ui->list->tab_stop = TAB_EACH;
  if (bar.counter.w > 0) counter_draw(ui, bar.counter);
}
