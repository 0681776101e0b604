/* scene/stages/joined_motion.c -- how heads are joined: their outputs stand side by side, as high
** as the picture where the rows with digits are not there yet, and slide together into one matrix.
**
**   t  .2 … .38 the head on show comes to its place     .24 … .38 the others appear
**      .4 … .82 they slide together
*/
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/token_shown.h"

static DrawHeatmap slice_of(const DrawHeatmap *own, int head, int heads, Box box) {
  int wide = own->values.cols / heads;
  DrawHeatmap slice = *own;
  slice.values =
      (MatView){own->values.at + head * wide, own->values.rows, wide, own->values.stride};
  slice.box = box;
  slice.passing = true;
  return slice;
}

/* Below the row with digits of the stage before, where those of this one will be. */
static float apart_top(const Moment *moment) {
  Box before = motion_rows_box(moment->earlier_list), after = motion_rows_box(moment->later_list);
  float own = moment->own->box.y, names = stage_points(&moment->later, 46);
  const float several = 0.5f; /* rows that are carried to where those of this stage will be */
  if (before.h > several * after.h) return own;
  return after.w <= 0 ? own : fminf(own, after.y + before.h + names);
}

/* Apart from each other, over the width of the stage right of the names. */
static Box apart_box(const Moment *moment, int head, int heads) {
  const DrawHeatmap *own = moment->own;
  Box box = box_inset(moment->later_box, stage_points(&moment->later, 20));
  float names = stage_points(&moment->later, 48), top = apart_top(moment);
  box.x += names;
  box.w -= names;
  float slot = box.w / (float)heads, width = own->box.w / (float)heads;
  float height = own->box.y + own->box.h - top;
  width = fminf(slot * 0.86f, width * fmaxf(1.5f, height / own->box.h));
  return (Box){box.x + slot * (float)head + (slot - width) / 2, top, width, height};
}

static Box joined_box(const DrawHeatmap *own, int head, int heads) {
  float width = own->box.w / (float)heads;
  return (Box){own->box.x + width * (float)head, own->box.y, width, own->box.h};
}

static bool is_on_show(const Moment *moment, int head) { return head == moment->later.view->head; }

/* Where a head is, and whether it comes from the stage before. */
static Box box_of_coming(const Moment *moment, int head, int heads, bool *comes) {
  float t = moment->t, slides = motion_part(t, 0.4f, 0.82f);
  Box apart = apart_box(moment, head, heads);
  const DrawHeatmap *output = motion_heatmap(&moment->earlier, moment->earlier_list, TRACE_OUTPUT);
  *comes = is_on_show(moment, head) && output;
  if (*comes) apart = motion_box(output->box, apart, motion_part(t, 0.2f, 0.38f));
  return motion_box(apart, joined_box(moment->own, head, heads), slides);
}

/* Those of the stage before, and the height of its rows, until it is on its way. */
static void keep_look(const Moment *moment, DrawHeatmap *slice) {
  const DrawHeatmap *output = motion_heatmap(&moment->earlier, moment->earlier_list, TRACE_OUTPUT);
  slice->before = slice->values;
  slice->range_before = output->range;
  slice->palette_before = output->palette;
  slice->mix = motion_part(moment->t, 0.2f, 0.38f);
  slice->thin_rows = draw_thin_between(output->thin_rows, slice->thin_rows, slice->mix);
}

static void draw_head(const Moment *moment, int head, int heads) {
  bool comes;
  Box box = box_of_coming(moment, head, heads, &comes);
  DrawHeatmap slice = slice_of(moment->own, head, heads, box);
  if (comes) keep_look(moment, &slice);
  motion_faded(&moment->later, &slice, comes ? 1 : motion_part(moment->t, 0.24f, 0.38f));
  if (!comes) return;
  matrix_outline(&moment->later, box, moment->later.pen.theme->output_line, 2);
}

static Box box_of_head(const Moment *moment, int head, int heads) {
  return motion_box(apart_box(moment, head, heads), joined_box(moment->own, head, heads),
                    motion_part(moment->t, 0.4f, 0.82f));
}

/* Above its matrix, as above its part at rest. */
static void draw_head_name(const Moment *moment, int head, int heads) {
  const Pen *pen = &moment->later.pen;
  bool on_show = is_on_show(moment, head), comes;
  Box box = box_of_coming(moment, head, heads, &comes);
  TextStyle style = {on_show ? FACE_BOLD : FACE_REGULAR, stage_small_print(&moment->later),
                     on_show ? pen->theme->output : pen->theme->muted, ALIGN_MIDDLE};
  Str words = str_from(str_format(pen->list->arena, _("head %d"), head + 1));
  Box line = {box.x + 1, box.y - stage_points(&moment->later, 20), box.w - 2,
              stage_points(&moment->later, 14)};
  if (pen_width(pen, style, words) <= line.w) pen_text_in(pen, style, line, words);
}

/* Around the row in focus, across all heads. */
static void draw_row_frame(const Moment *moment, int heads) {
  int row, col, rows = moment->own->values.rows;
  stage_focus(&moment->later, &row, &col);
  Box first = box_of_head(moment, 0, heads), last = box_of_head(moment, heads - 1, heads);
  if (row < 0 || row >= rows) return;
  float height = first.h / (float)rows;
  Box frame = {first.x, first.y + height * (float)row, last.x + last.w - first.x, height};
  matrix_belonging_outline(&moment->later, frame);
}

/* Left of the first head, each at its row. */
static void draw_names(const Moment *moment, int heads) {
  const Scene *scene = &moment->later;
  Box first = box_of_head(moment, 0, heads);
  int rows = moment->own->values.rows;
  float height = first.h / (float)rows, gap = stage_points(scene, 8);
  float room = fminf(first.x - gap - moment->later_box.x, stage_points(scene, 104));
  const float most = stage_is_for_afar(scene) ? 20 : 14;
  float size = motion_stepped(float_clamp(height / pen_points(&scene->pen, 2), 11, most));
  TextStyle style = {FACE_REGULAR, size, scene->pen.theme->ink, ALIGN_END};
  int focus, col;
  stage_focus(scene, &focus, &col);
  if (pen_line_height(&scene->pen, style.size) > height) return;
  for (int row = 0; row < rows; row++) {
    style.face = row == focus ? FACE_BOLD : FACE_REGULAR;
    Str name = token_shown(trace_token(scene->trace, row));
    Box line = {first.x - gap - room, first.y + height * (float)row, room, height};
    if (pen_width(&scene->pen, style, name) <= room) pen_text_in(&scene->pen, style, line, name);
  }
}

/* The one that comes from its place before passes over the others. */
static void draw_heads(const Moment *moment, int heads) {
  for (int head = 0; head < heads; head++)
    if (!is_on_show(moment, head)) draw_head(moment, head, heads);
  draw_head(moment, moment->later.view->head, heads);
}

void joined_motion(const Moment *moment) {
  const DrawHeatmap *own = moment->own;
  int heads = trace_head_count(moment->later.trace, moment->later.view->layer);
  assert(own && heads > 0);
  bool is_whole = own->filled < 0 && own->values.cols % heads == 0;
  if (!is_whole) motion_faded(&moment->later, own, motion_part(moment->t, 0.5f, 0.9f));
  else if (moment->t >= 0.82f) draw_heatmap(moment->later.pen.list, *own);
  else draw_heads(moment, heads);
  if (is_whole && moment->t >= 0.2f && moment->t < 0.35f)
    draw_head_name(moment, moment->later.view->head, heads);
  if (!is_whole || moment->t < 0.35f || moment->t >= MOTION_WORDS_COME) return;
  draw_names(moment, heads);
  for (int head = 0; head < heads; head++) draw_head_name(moment, head, heads);
  draw_row_frame(moment, heads);
}
