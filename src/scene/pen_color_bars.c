/* scene/pen_color_bars.c -- colour bars with their numbers: beside or below a matrix, in a line of
** words, or as wide as a box. */
#include "scene/pen.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "scene/number.h"

static const float NUMBER_SIZE = 10.5f;

static void bar_label(const Pen *pen, const ColorBar *bar, float place, Number number) {
  assert(place >= 0 && place <= 1);
  const float at_end = 0.1f;
  TextStyle style = {FACE_MONO, NUMBER_SIZE, pen->theme->muted, ALIGN_START};
  float size = pen_points(pen, style.size);
  Point at = {bar->box.x + bar->box.w + size * 0.6f,
              bar->box.y + bar->box.h * (1 - place) + size * TEXT_CAP_HEIGHT / 2};
  if (!bar->vertical) {
    style.align = place < at_end ? ALIGN_START : place > 1 - at_end ? ALIGN_END : ALIGN_MIDDLE;
    at = (Point){bar->box.x + bar->box.w * place, bar->box.y + bar->box.h + size * 1.15f};
  }
  pen_text(pen, style, at, number_str(&number));
}

/* Of a size the sign is not told, so both halves of the range are one. */
static float bar_low(const ColorBar *bar) {
  if (bar->palette == PALETTE_TENS) return bar->range.high * PALETTE_TENS_LEAST;
  return bar->palette == PALETTE_SIZE ? fmaxf(bar->range.low, 0) : bar->range.low;
}

static float bar_number(const ColorBar *bar, float place) {
  if (bar->palette == PALETTE_TENS)
    return bar->range.high * (float)pow((double)PALETTE_TENS_LEAST, 1 - (double)place);
  return float_lerp(bar_low(bar), bar->range.high, place);
}

/* What stands at its ends: shares and sizes begin at 0, and a size ends at ±x. */
static Number low_end(const ColorBar *bar) {
  float low = bar_low(bar);
  return low == 0 ? (Number){"0"} : number_end(low);
}

static Number high_end(const ColorBar *bar) {
  if (bar->range.low == 0 && bar->range.high == 1) return (Number){"1"};
  Number end = number_end(bar->range.high), both = {"±"};
  if (bar->is_capped) return number_at_least(end);
  if (bar->palette != PALETTE_SIZE || bar->range.low >= 0) return end;
  memccpy(both.at + strlen(both.at), end.at, 0, sizeof both.at - strlen(both.at));
  return both;
}

/* The bar is a heatmap of one row or column, so every backend draws it like cells. */
static void bar_colors(const Pen *pen, const ColorBar *bar) {
  assert(bar->palette != PALETTE_AUTO && bar->range.low < bar->range.high);
  enum { STEPS = 128 };
  float *ramp = arena_take(pen->list->arena, (size_t)STEPS, sizeof *ramp);
  if (!ramp) {
    pen->list->failed = true;
    return;
  }
  for (int i = 0; i < STEPS; i++) {
    float u = ((float)i + 0.5f) / (float)STEPS;
    if (bar->vertical) u = 1 - u;
    ramp[i] = bar_number(bar, u);
  }
  MatView values = bar->vertical ? (MatView){ramp, STEPS, 1, 1} : (MatView){ramp, 1, STEPS, STEPS};
  draw_heatmap(pen->list, (DrawHeatmap){.box = bar->box,
                                        .values = values,
                                        .mix = 1,
                                        .palette = bar->palette,
                                        .range = bar->range,
                                        .filled = -1,
                                        .theme = pen->theme->id});
}

static Point bar_point(const ColorBar *bar, float place, float across) {
  return bar->vertical ? (Point){bar->box.x - across, bar->box.y + bar->box.h * (1 - place)}
                       : (Point){bar->box.x + bar->box.w * place, bar->box.y - across};
}

/* The part of the range that the matrix uses: a bracket on the side without numbers. Its numbers
** are written beside a vertical bar, where they have room between the others. */
static void bar_used(const Pen *pen, const ColorBar *bar) {
  if (!(bar->used > 0)) return;
  assert(bar->used <= bar->range.high);
  float width = bar->range.high - bar->range.low, out = 5 * pen->text_scale;
  float low = (-bar->used - bar->range.low) / width, high = (bar->used - bar->range.low) / width;
  Color ink = pen->theme->ink;
  draw_line(pen->list, bar_point(bar, low, out), bar_point(bar, high, out), 1.5f, ink);
  draw_line(pen->list, bar_point(bar, low, out), bar_point(bar, low, 1), 1.5f, ink);
  draw_line(pen->list, bar_point(bar, high, out), bar_point(bar, high, 1), 1.5f, ink);
  float line = 13 * pen->text_scale;
  bool has_room = (high - 0.5f) * bar->box.h >= line && (1 - high) * bar->box.h >= line;
  if (!bar->vertical || !has_room) return;
  bar_label(pen, bar, high, number_plus(number_end(bar->used)));
  bar_label(pen, bar, low, number_end(-bar->used));
}

/* The whole bar is one named part in files. */
static void begin_bar(const Pen *pen) { draw_group_begin(pen->list, "colour-bar", NULL); }

/* A mark and a number at every power of ten, but for numbers that would touch that of the end. */
static void draw_tens(const Pen *pen, const ColorBar *bar) {
  const float room = 34, mark = 3; /* design */
  float length = bar->vertical ? bar->box.h : bar->box.w;
  /* In double, because the low end of the smallest floats would be 0, which no power reaches. */
  const double end = (double)bar->range.high, low = end * (double)PALETTE_TENS_LEAST;
  for (double at = pow(10, ceil(log10(low))); at < end; at *= 10) {
    float place = palette_tens((float)(at / end));
    Point from = bar_point(bar, place, 0), to = bar_point(bar, place, mark * pen->text_scale);
    draw_line(pen->list, from, to, 1.25f, pen->theme->ink);
    if ((1 - place) * length >= room * pen->text_scale)
      bar_label(pen, bar, place, at < 1 ? number_end((float)at) : number_whole((float)at));
  }
  bar_label(pen, bar, 1, number_end(bar->range.high));
}

static void draw_color_bar(const Pen *pen, const ColorBar *bar) {
  bar_colors(pen, bar);
  bool is_symmetric = bar_low(bar) < 0 && bar->range.low == -bar->range.high;
  bool is_share = bar->range.low == 0 && bar->range.high == 1;
  float length = bar->vertical ? bar->box.h : bar->box.w;
  bool has_middle = length > 150 * pen->text_scale * (bar->vertical ? 0.35f : 1);
  if (bar->palette == PALETTE_TENS) {
    draw_tens(pen, bar);
    return;
  }
  bool has_sign = bar_low(bar) < 0; /* shares that may be above 1 have none */
  Number low = low_end(bar), high = high_end(bar);
  bar_label(pen, bar, 0, has_sign ? number_plus(low) : low);
  bar_label(pen, bar, 1, has_sign ? number_plus(high) : high);
  if (is_share && has_middle) bar_label(pen, bar, 0.5f, (Number){"0.5"});
  if (is_symmetric && has_middle) bar_label(pen, bar, 0.5f, (Number){"0"});
}

void pen_color_bar(const Pen *pen, const ColorBar *bar) {
  begin_bar(pen);
  draw_color_bar(pen, bar);
  bar_used(pen, bar);
  draw_group_end(pen->list);
}

/* The numbers at the ends of a bar in a line, and the room of the wider one. */
typedef struct InlineEnds {
  Number low, high;
  float width;
} InlineEnds;

static const float INLINE_BAR = 84, INLINE_SPACE = 6;

static TextStyle inline_style(const Pen *pen) {
  return (TextStyle){FACE_MONO, NUMBER_SIZE, pen->theme->muted, ALIGN_END};
}

static InlineEnds inline_ends(const Pen *pen, const ColorBar *bar) {
  InlineEnds ends = {low_end(bar), high_end(bar), 0};
  ends.width = fmaxf(pen_width(pen, inline_style(pen), number_str(&ends.low)),
                     pen_width(pen, inline_style(pen), number_str(&ends.high)));
  return ends;
}

float pen_inline_bar_room(const Pen *pen, const ColorBar *bar) {
  return INLINE_BAR * pen->text_scale +
         2 * (inline_ends(pen, bar).width + INLINE_SPACE * pen->text_scale);
}

float pen_inline_bar_width(const Pen *pen, PaletteId palette, ColorRange range) {
  return pen_inline_bar_room(pen, &(ColorBar){.palette = palette, .range = range});
}

void pen_inline_bar(const Pen *pen, const ColorBar *whole) {
  TextStyle style = inline_style(pen);
  Box box = whole->box;
  InlineEnds ends = inline_ends(pen, whole);
  float label = ends.width, space = INLINE_SPACE * pen->text_scale;
  float width = fminf(INLINE_BAR * pen->text_scale, box.w - 2 * (label + space));
  if (width < 8 * pen->text_scale) return;
  ColorBar bar = *whole;
  bar.box = (Box){box.x + (box.w - width) / 2, box.y + box.h / 2 - 4 * pen->text_scale, width,
                  8 * pen->text_scale};
  begin_bar(pen);
  bar_colors(pen, &bar);
  pen_text_in(pen, style, (Box){bar.box.x - space - label, box.y, label, box.h},
              number_str(&ends.low));
  style.align = ALIGN_START;
  pen_text_in(pen, style, (Box){bar.box.x + width + space, box.y, label, box.h},
              number_str(&ends.high));
  draw_group_end(pen->list);
}

/* If two long powers of ten do not fit side by side, ± stands for both, slightly wider than the bar
** where the number would be cut. */
void pen_wide_bar(const Pen *pen, Box box, PaletteId palette, ColorRange range) {
  float height = 8 * pen->text_scale, gap = 2 * pen->text_scale;
  ColorBar bar = {.box = {box.x, box.y, box.w, height}, .palette = palette, .range = range};
  Number low = low_end(&bar), high = high_end(&bar);
  TextStyle style = {FACE_MONO, NUMBER_SIZE, pen->theme->muted, ALIGN_START};
  float ends = pen_width(pen, style, number_str(&low)) + pen_width(pen, style, number_str(&high));
  Box below = {box.x, box.y + height + gap, box.w, box.h - height - gap};
  begin_bar(pen);
  bar_colors(pen, &bar);
  if (ends + 6 * pen->text_scale <= box.w || bar_low(&bar) != -range.high) {
    pen_text_in(pen, style, below, number_str(&low));
    style.align = ALIGN_END;
    pen_text_in(pen, style, below, number_str(&high));
  } else {
    Number most = number_full(range.high);
    Str words = str_from(str_format(pen->list->arena, "±%s", most.at));
    float beyond = pen_width(pen, style, words) + 1 - below.w, most_beyond = 0.18f * below.w;
    if (beyond > 0 && beyond <= most_beyond) below.x -= beyond / 2, below.w += beyond;
    style.align = ALIGN_MIDDLE;
    pen_text_in(pen, style, below, words);
  }
  draw_group_end(pen->list);
}

void pen_sample(const Pen *pen, PaletteId palette, Box box) {
  enum { STEPS = 20 };
  float step = box.w / STEPS;
  for (int i = 0; i < STEPS; i++) {
    float u = (float)i / (STEPS - 1);
    draw_box(pen->list, (DrawBox){.box = {box.x + (float)i * step, box.y, step, box.h},
                                  .fill = palette_color(palette, pen->theme->id, u)});
  }
}
