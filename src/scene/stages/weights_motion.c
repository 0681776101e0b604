/* scene/stages/weights_motion.c -- how a row becomes shares: every cell becomes a bar as high as
** e^(x − max), the bars lie down end to end and fill the row, each with its share of it and that
** number, and become the cells of the weights.
**
**   t  .2 … .4 bars rise     .42 … .62 they lie down     .68 … .85 they become cells
**
** A bar keeps its score and its colour until it is a share. While bars lie end to end they are not
** below their keys: the names of columns are not seen, and a wide bar has the name of its key.
**
** Of very many cells those of the rows around the followed one move; the others change colour.
*/
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/token_shown.h"

enum { CELLS_MOST = 4096 };          /* that move */
static const float NUMBER_SIZE = 26; /* of numbers that no cell had before */
static const float OF_ROW = 0.8f;    /* of its height, as high as these are at most */
static const float OF_PART = 0.94f;  /* of its width, as wide as what is written there is at most */
static const float NAME_GAP = 0.4f;  /* between name and number, of the size */
static const float NAME_GAP_LEAST = 0.25f; /* while the name comes or goes */
static const float NAME_FROM = 0.6f; /* of its room, from which on the number makes way for it */
static const float SEEN_LEAST = 0.3f, CORNER_LEAST = 2; /* points of a bar, and of its corners */
static const float LIE_FROM = 0.42f, LIE_TO = 0.62f, END_FROM = 0.68f, END_TO = 0.85f;
static const float EDGED_LEAST = 12, EDGE_SEEN = 0.4f;
static const float COLOR_FROM =
    0.52f; /* of scores: with its number a bar gets the colour of its share */
static const float CHANGE_TAKES = 0.03f; /* from a number to the next */

/* The bars of one row. */
typedef struct Bars {
  const Moment *moment;
  int row;
  float largest; /* of the row, finite ones */
  float before;  /* the shares of the keys before this one */
  float whole;   /* what all shares come to; 1 unless a mistake makes them more */
  bool are_small;
  const DrawText **numbers; /* of all cells, before and after; NULL: there are none */
  const DrawText **next;
} Bars;

static bool is_hidden(const DrawHeatmap *was, int row, int col) {
  return mask_hides(was->mask, row, col) || !isfinite(mat_get(was->values, row, col));
}

static float largest_of(const DrawHeatmap *was, int row) {
  float largest = -INFINITY;
  for (int col = 0; col < was->values.cols; col++)
    if (!is_hidden(was, row, col)) largest = fmaxf(largest, mat_get(was->values, row, col));
  return largest;
}

/* What is written in a part: a number and, where it does not stand below its key, the name of that
** one before it. Sizes as drawn. */
typedef struct Label {
  Str name, number; /* name empty: number alone */
  float size;       /* of the number, all the way */
  float part;       /* how wide the bar is as a part of its row */
  Color color;
} Label;

/* size: as drawn. */
static TextStyle style_of(const Pen *pen, FaceId face, float size, Color color) {
  return (TextStyle){face, size / pen->text_scale, color, ALIGN_START};
}

static float width_of(const Pen *pen, FaceId face, float size, Str words) {
  return pen_width(pen, style_of(pen, face, size, COLOR_NONE), words);
}

/* The size of a name: that of the number or, where the part is narrow, a smaller one; 0: it has no
** room. */
static float name_size(const Pen *pen, const Label *label, float number) {
  const float smaller = 0.7f, least = 9.5f;
  if (label->name.bytes == 0) return 0;
  for (int pass = 0; pass < 2; pass++) {
    float size = pass == 0 ? label->size : motion_stepped(fmaxf(label->size * smaller, least));
    float wide = width_of(pen, FACE_SEMIBOLD, size, label->name) + NAME_GAP * label->size;
    if (size <= label->size && number + wide <= label->part * OF_PART) return size;
  }
  return 0;
}

/* The name comes, and goes, as the bar has room for it, and never touches its number. */
static void draw_label(const Moment *moment, Box bar, const Label *label) {
  const Pen *pen = &moment->later.pen;
  float comes = 1; /* part of its room from which on it is seen */
  float number = width_of(pen, FACE_MONO, label->size, label->number);
  float high = label->size * TEXT_CAP_HEIGHT, has_room = float_clamp(bar.h / high * 4 - 5, 0, 1);
  if (number > bar.w * OF_PART || has_room <= 0) return;
  Color color = color_fade(label->color, has_room);
  float small = name_size(pen, label, number), wide = 0, seen = 0;
  if (small > 0) {
    wide = width_of(pen, FACE_SEMIBOLD, small, label->name) + NAME_GAP * label->size;
    seen = motion_part((bar.w * OF_PART - number) / wide, NAME_FROM, 1);
    comes = 1 - (NAME_GAP - NAME_GAP_LEAST) * label->size / wide;
  }
  float y = bar.y + (bar.h + high) / 2;
  float x = bar.x + (bar.w - number - seen * wide) / 2;
  Color faded = color_fade(color, float_clamp((seen - comes) / (1 - comes), 0, 1));
  if (seen > comes)
    pen_text(pen, style_of(pen, FACE_SEMIBOLD, small, faded), (Point){x, y}, label->name);
  pen_text(pen, style_of(pen, FACE_MONO, label->size, color), (Point){x + seen * wide, y},
           label->number);
}

/* Where cells have no number at rest, as large as the row lets it be; 0: it has no room. */
static float size_in_row(const Scene *scene, float high) {
  float size = motion_stepped(fminf(NUMBER_SIZE * scene->pen.text_scale, high * OF_ROW));
  return size < pen_points(&scene->pen, stage_small_print(scene)) ? 0 : size;
}

/* The former number goes with its bar, until the bar is a share. */
static void draw_number(const Bars *bars, int col, Box bar, float part, Color ground) {
  const Moment *moment = bars->moment;
  float t = moment->t, seen = t < LIE_TO ? 1 - motion_part(t, LIE_TO - CHANGE_TAKES, LIE_TO)
                                         : motion_part(t, LIE_TO, LIE_TO + CHANGE_TAKES);
  Number share = number_cell(mat_get(moment->own->values, bars->row, col), true);
  int cell = bars->row * moment->own->values.cols + col;
  const DrawText *former = bars->numbers ? bars->numbers[cell] : NULL,
                 *next = bars->next ? bars->next[cell] : NULL, *own;
  Number score = number_cell(mat_get(moment->was->values, bars->row, col), false);
  bool is_share = t >= LIE_TO, is_followed = bars->row == stage_followed_row(&moment->later);
  if (moment->later.view->numbers == NUMBERS_OFF) return;
  if (is_share ? share.at[0] == 0 : !former && !is_followed) return;
  own = is_share && next ? next : former;
  float row = draw_heatmap_cell(moment->own, bars->row, col).h;
  Label label = {.name = token_shown(trace_key(moment->later.trace, col)),
                 .number = is_share ? number_str(&share)
                           : former ? former->text
                                    : number_str(&score),
                 .size = own ? own->size_pt : size_in_row(&moment->later, row),
                 .part = part,
                 .color = color_fade(palette_digit(ground), seen)};
  if (t >= MOTION_WORDS_COME) label.name.bytes = 0; /* it is below its name, which comes */
  if (label.size > 0) draw_label(moment, bar, &label);
}

/* As long as bars stand below their keys, the number is where it was in its cell, or moves out of
** the way of the edge of its bar. */
static void draw_number_in_cell(const Bars *bars, int col, Box bar, Color ground) {
  const Moment *moment = bars->moment;
  if (!bars->numbers) return;
  const DrawText *former = bars->numbers[bars->row * moment->own->values.cols + col];
  if (!former) return;
  DrawText text = *former;
  float high = text.size_pt * TEXT_CAP_HEIGHT, gap = 2, top = text.at.y - high;
  bool crosses = bar.y > top - gap && bar.y < text.at.y + gap;
  Box cell = draw_heatmap_cell(moment->own, bars->row, col);
  if (crosses && bar.y - 2 * gap - high > cell.y) text.at.y = bar.y - gap;
  else if (crosses && bar.y + 2 * gap + high < cell.y + cell.h) text.at.y = bar.y + gap + high;
  bool is_on_bar = bar.y < text.at.y - high;
  text.color = is_on_bar ? palette_digit(ground) : moment->later.pen.theme->ink;
  draw_text(moment->later.pen.list, text);
}

/* Where the bar of a key is. */
static Box bar_of(const Bars *bars, int col, float share, float power) {
  const DrawHeatmap *own = bars->moment->own;
  float t = bars->moment->t;
  Box cell = draw_heatmap_cell(own, bars->row, col);
  Box bar = {cell.x, cell.y + cell.h * (1 - power), cell.w, cell.h * power};
  float pitch = own->box.w / (float)own->values.cols, whole = own->box.w - (pitch - cell.w);
  Box part = {own->box.x + (pitch - cell.w) / 2 + bars->before / bars->whole * whole,
              cell.y + cell.h * 0.12f, share / bars->whole * whole, cell.h * 0.76f};
  float rises = motion_part(t, 0.2f, 0.4f), lies = motion_part(t, LIE_FROM, LIE_TO);
  float ends = motion_part(t, END_FROM, END_TO);
  Box box = motion_box(motion_box(motion_box(cell, bar, rises), part, lies), cell, ends);
  if (share > 0 && lies > 0 && ends <= 0 && box.w > 3) box.w -= lies; /* told apart by a gap */
  return box;
}

/* Scores are pale, and how high a bar is must be seen. */
static void add_edge(const Moment *moment, DrawBox *bar) {
  float seen =
      motion_part(moment->t, 0.2f, 0.4f) * (1 - motion_part(moment->t, COLOR_FROM, LIE_TO));
  if (seen <= 0) return;
  bar->box = box_inset(bar->box, 0.5f);
  bar->stroke = color_fade(moment->later.pen.theme->muted, EDGE_SEEN * seen);
  bar->stroke_width = 1;
}

/* A bar that will be thinner than a point, as most of many. */
static bool is_unseen(const DrawHeatmap *own, float power, float share) {
  const float least = 0.6f;
  return power * own->box.h / (float)own->values.rows < least && share * own->box.w < least;
}

/* Of small cells most become no bar that is seen: these fade together, and come again. */
static void draw_small(const Moment *moment) {
  float gone = motion_part(moment->t, 0.2f, 0.32f), come = motion_part(moment->t, END_FROM, END_TO);
  if (gone < 1) motion_faded(&moment->later, moment->was, 1 - gone);
  if (come > 0) motion_faded(&moment->later, moment->own, come);
}

static bool are_small(const DrawHeatmap *own) {
  const float small = 14; /* points */
  return own->box.h / (float)own->values.rows < small;
}

static void draw_bar(Bars *bars, int col) {
  const Moment *moment = bars->moment;
  const DrawHeatmap *was = moment->was, *own = moment->own;
  float t = moment->t, share = mat_get(own->values, bars->row, col);
  bool is_there = !is_hidden(was, bars->row, col) && isfinite(share);
  float above = mat_get(was->values, bars->row, col) - bars->largest;
  float power = is_there ? (float)exp((double)above) : 0;
  if (!is_there) share = 0;
  if (bars->are_small && is_unseen(own, power, share)) {
    bars->before += share;
    return;
  }
  float rises = motion_part(t, 0.2f, 0.4f), ends = motion_part(t, END_FROM, END_TO);
  if (!is_there && rises >= 1 && ends <= 0) return; /* a hidden key has no bar that lies down */
  Box box = bar_of(bars, col, share, power);
  Color color =
      color_mix(draw_heatmap_color(was, bars->row, col), draw_heatmap_color(own, bars->row, col),
                motion_part(t, COLOR_FROM, LIE_TO));
  bars->before += share;
  if (box.w >= SEEN_LEAST && box.h >= SEEN_LEAST) {
    float corner = fminf(own->corner, fminf(box.w, box.h) / 3);
    DrawBox bar = {.box = box, .corner = corner < CORNER_LEAST ? 0 : corner, .fill = color};
    if (is_there && fminf(box.w, box.h) >= EDGED_LEAST) add_edge(moment, &bar);
    draw_box(moment->later.pen.list, bar);
  }
  if (t < LIE_FROM) draw_number_in_cell(bars, col, box, color);
  else draw_number(bars, col, box, share / bars->whole * own->box.w, color);
}

/* Cells that the steps have not reached become empty where they are. */
static void draw_empty(const Moment *moment, int row, int col) {
  Color from = draw_heatmap_color(moment->was, row, col);
  Color to = moment->later.pen.theme->empty_cell;
  draw_box(moment->later.pen.list,
           (DrawBox){.box = draw_heatmap_cell(moment->own, row, col),
                     .corner = moment->own->corner,
                     .fill = color_mix(from, to, motion_part(moment->t, 0.2f, 0.5f))});
}

static float whole_of(MatView shares, int row) {
  double sum = 0;
  for (int col = 0; col < shares.cols; col++)
    if (isfinite(mat_get(shares, row, col))) sum += (double)mat_get(shares, row, col);
  return sum > 1.001 ? (float)sum : 1; /* rounding keeps it at 1 */
}

static void draw_row(Bars bars, int row) {
  const Moment *moment = bars.moment;
  const DrawHeatmap *own = moment->own;
  int cols = own->values.cols;
  bars.row = row;
  bars.largest = largest_of(moment->was, row);
  bars.whole = whole_of(own->values, row);
  for (int col = 0; col < cols; col++) {
    bool is_reached = own->filled < 0 || row * cols + col < own->filled;
    if (is_reached) draw_bar(&bars, col);
    else draw_empty(moment, row, col);
  }
}

/* They are not above their bars while these lie end to end. */
float weights_motion_columns(float t) {
  const float take = 0.04f;
  return 1 - motion_part(t, LIE_FROM, LIE_FROM + take) + motion_part(t, END_TO - take, END_TO);
}

/* The chosen row keeps its frame, whose bars no longer stand below their keys. */
static void draw_frame(const Moment *moment, DrawCells moving) {
  int row, col;
  stage_focus(&moment->later, &row, &col);
  if (row < moving.first_row || row >= moving.end_row) return;
  const DrawHeatmap *own = moment->own;
  Box first = draw_heatmap_cell(own, row, 0);
  Box frame = {own->box.x, first.y, own->box.w, first.h};
  draw_group_begin(moment->later.pen.list, "focus", NULL);
  matrix_focus_outline(&moment->later, frame, 2);
  draw_group_end(moment->later.pen.list);
}

/* What the picture has by then instead of the names of columns. */
static void draw_legend(const Moment *moment) {
  const Scene *scene = &moment->later;
  const float take = 0.04f, high = stage_points(scene, 24), gap = stage_points(scene, 4);
  float seen = motion_part(moment->t, LIE_FROM + take, LIE_FROM + 2 * take) -
               motion_part(moment->t, END_FROM - take, END_FROM);
  Box cells = moment->own->box, line = {cells.x, cells.y - gap - high, cells.w, high};
  const float size = stage_is_for_afar(scene) ? 20 : 13;
  TextStyle style = {FACE_MEDIUM, size, color_fade(scene->pen.theme->muted, seen), ALIGN_START};
  Str words = str_from(_("A wider box: a larger e^x."));
  Point at = {line.x, line.y + (high + TEXT_CAP_HEIGHT * stage_points(scene, size)) / 2};
  if (seen > 0 && pen_symbol_width(&scene->pen, style, words) <= line.w)
    pen_symbol(&scene->pen, style, at, words);
}

/* The rows that move: all that are seen, or as many as a frame has time for, around the followed
** one. */
static DrawCells rows_moving(const Moment *moment) {
  DrawCells rows = moment->own->seen;
  int most = int_max(CELLS_MOST / moment->own->values.cols, 1),
      count = rows.end_row - rows.first_row;
  if (count <= most) return rows;
  int first = stage_followed_row(&moment->later) - most / 2;
  rows.first_row = int_clamp(first, rows.first_row, rows.end_row - most);
  rows.end_row = rows.first_row + most;
  return rows;
}

/* The rows that do not move change their colours where they are. */
static void draw_rest(const Moment *moment, DrawCells moving) {
  const DrawHeatmap *was = moment->was, *own = moment->own;
  const Theme *theme = moment->later.pen.theme;
  DrawHeatmap rest = *own;
  rest.before = was->values;
  rest.palette_before = was->palette;
  rest.range_before = was->range;
  rest.mix = motion_part(moment->t, COLOR_FROM, LIE_TO);
  rest.passing = true;
  if (!rest.mask.hidden) rest.mask = was->mask;
  draw_heatmap(moment->later.pen.list, rest);
  Box first = draw_heatmap_cell(own, moving.first_row, 0);
  Box last = draw_heatmap_cell(own, moving.end_row - 1, own->values.cols - 1);
  Box band = {first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y};
  draw_box(moment->later.pen.list,
           (DrawBox){.box = box_inset(band, -own->gap / 2), .fill = theme->paper});
}

void weights_motion(const Moment *moment) {
  assert(moment->own);
  DrawList *list = moment->later.pen.list;
  const DrawHeatmap *own = moment->own, *was = moment->was;
  if (!was) {
    motion_faded(&moment->later, own, motion_part(moment->t, 0.3f, 0.8f));
  } else if (moment->t <= 0.2f) {
    draw_heatmap(list, *was);
  } else if (moment->t >= END_TO) {
    draw_heatmap(list, *own);
  } else {
    DrawCells moving = rows_moving(moment), seen = own->seen;
    if (moving.end_row - moving.first_row < seen.end_row - seen.first_row)
      draw_rest(moment, moving);
    if (are_small(own)) draw_small(moment);
    Bars bars = {.moment = moment,
                 .are_small = are_small(own),
                 .numbers = motion_numbers(moment->earlier_list, was),
                 .next = motion_numbers(moment->later_list, own)};
    for (int row = moving.first_row; row < moving.end_row; row++) draw_row(bars, row);
    draw_frame(moment, moving);
    draw_legend(moment);
  }
}
