/* ui/presenter_bar.c -- the strip above the picture in the presenter view: the sentence, as large
** as its place allows, the step counter, and the layer and the head on show. The room of these is
** the same at all stages, so that no step to another one changes the size of the words. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "ui/chips.h"
#include "ui/panels.h"

static const float MARGIN = 20, GAP = 24, COUNTER_SIZE = 15, COUNTER_MOST = 0.42f;
/* Down to which lines of the corner shrink, and of the gap before it what they may take. */
static const float CORNER_LEAST = 0.8f, GAP_SHARE = 0.6f;
enum { CORNER_LINES = 3 };
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

/* The widest counter of any stage, and the layer and the head; the role takes no room away. */
static float counter_width(const Ui *ui) {
  const UiInputs *inputs = ui->inputs;
  const Str wide[] = {inputs->counter_widest, inputs->head_widest};
  TextStyle style = head_style(ui);
  float width = inputs->counter_widest.bytes > 0 ? 0 : pen_width(ui->pen, style, inputs->counter);
  for (int i = 0; i < 2; i++) width = fmaxf(width, pen_width(ui->pen, style, wide[i]));
  return width > 0 ? fminf(width + 1, ui->layout->top_bar.w * COUNTER_MOST) : 0;
}

typedef struct Corner {
  Str lines[CORNER_LINES];
  int count, of_counter; /* the first ones */
} Corner;

static void corner_add(Corner *corner, Str words) {
  if (words.bytes > 0 && corner->count < CORNER_LINES) corner->lines[corner->count++] = words;
}

/* The last place in it where one line may go on in another; its bytes if there is none. */
static size_t last_separator(Str words, Str separator) {
  for (size_t at = words.bytes; at >= separator.bytes; at--)
    if (memcmp(words.at + at - separator.bytes, separator.at, separator.bytes) == 0)
      return at - separator.bytes;
  return words.bytes;
}

static bool corner_fits(const Ui *ui, Str words, float width) {
  return pen_width(ui->pen, head_style(ui), words) * CORNER_LEAST <= width;
}

/* The counter, with what of a stage is filled in a line of its own where it is long; the layer and
** the head; the role where there is room. */
static Corner corner_of(const Ui *ui, float width) {
  const UiInputs *inputs = ui->inputs;
  const Str separator = STR(" · ");
  Corner corner = {.count = 0};
  Str counter = inputs->counter, role = inputs->head_line;
  size_t first = last_separator(counter, separator);
  if (first == counter.bytes || pen_width(ui->pen, head_style(ui), counter) <= width)
    corner_add(&corner, counter);
  else {
    size_t next = first + separator.bytes;
    corner_add(&corner, (Str){counter.at, first});
    corner_add(&corner, (Str){counter.at + next, counter.bytes - next});
  }
  corner.of_counter = corner.count;
  corner_add(&corner, inputs->head_short);
  size_t before = inputs->head_short.bytes + separator.bytes;
  if (role.bytes > before) {
    role = (Str){role.at + before, role.bytes - before};
    if (corner_fits(ui, role, width)) corner_add(&corner, role);
  }
  return corner;
}

static void counter_draw(const Ui *ui, Box box) {
  Corner corner = corner_of(ui, box.w);
  float line = fminf(pen_line_height(ui->pen, COUNTER_SIZE), box.h * LINES_SHARE / CORNER_LINES);
  Box place = box_centred(box, box.w, line * (float)corner.count);
  place.h = line;
  for (int i = 0; i < corner.count; i++, place.y += line) {
    TextStyle style = i < corner.of_counter ? counter_style(ui) : head_style(ui);
    float width = pen_width(ui->pen, style, corner.lines[i]) + 1;
    style.size *= float_clamp(place.w / width, CORNER_LEAST, 1);
    pen_text_in(ui->pen, style, place, corner.lines[i]);
  }
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

/* Lines that are longer than the room kept for them go on before it: into the gap, and up to the
** last token of a short sentence. */
static Box corner_place(const Ui *ui, const PresenterBar *bar, float words) {
  Box corner = bar->counter;
  const UiSentence *sentence = &ui->inputs->sentence;
  bool is_short = words > 0 && words < bar->sentence.w && !sentence->editing &&
                  !i18n_runs_right_to_left(sentence->text) && !ui->inputs->second;
  if (corner.w <= 0) return corner;
  float more = ui_pt(ui, GAP) * GAP_SHARE + (is_short ? bar->sentence.w - words : 0);
  return (Box){corner.x - more, corner.y, corner.w + more, corner.h};
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
  bar.counter = corner_place(ui, &bar, of_two >= larger ? 0 : width * larger);
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
