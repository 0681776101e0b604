/* scene/stages/logits_motion.c -- how a word is named: each row of the layer's output goes to the
** row of its answer, and gives way to the shares of the words.
**
**   t  .08 … .42 rows go to their places     .6 … .78 the rows give way     .7 … .9 the bars grow
*/
#include "scene/stages/motion.h"

#include <assert.h>

#include "base/number.h"
#include "scene/stages/logits.h"

static const float LIST_STRIP = 28;   /* height */
static const float ROWS_GONE = 0.78f; /* of the moment */

/* The row of a matrix as a heatmap of its own. */
static DrawHeatmap row_of(const DrawHeatmap *heatmap, int row, Box box) {
  DrawHeatmap out = *heatmap;
  MatView values = heatmap->values;
  out.values = (MatView){mat_row(values, row), 1, values.cols, values.stride};
  out.before = out.kept = (MatView){0};
  out.box = box;
  out.filled =
      heatmap->filled < 0 ? -1 : int_clamp(heatmap->filled - row * values.cols, 0, values.cols);
  out.passing = true;
  return out;
}

/* In the list of one token no name stands beside its row: it goes above it. */
static void draw_name_of_row(const Moment *moment, int token, Box strip, float alpha) {
  const Pen *pen = &moment->later.pen;
  TextStyle style = {FACE_BOLD, 18, color_fade(pen->theme->ink, alpha), ALIGN_START};
  Point at = {strip.x, strip.y - stage_points(&moment->later, 8)};
  pen_text(pen, style, at, trace_token(moment->later.trace, token)->label);
}

/* The followed row goes there in cells with numbers, as many as it had. False: it had none. */
static bool draw_followed(const Moment *moment, int token, Box strip, float there, float alpha) {
  const float larger = 1.4f;
  Box row = motion_last_row(moment->earlier_list), to = strip;
  if (token != stage_followed_row(&moment->earlier) || row.w <= 0) return false;
  float by = fminf(larger, fminf(strip.w / row.w, strip.h / row.h));
  to.w = row.w * by;
  to.h = row.h * by;
  to.y += (strip.h - to.h) / 2;
  motion_last_row_draw(&moment->later, moment->earlier_list, motion_box(row, to, there), alpha);
  return true;
}

static void draw_rows(const Moment *moment, const DrawHeatmap *output, const LogitsPlace *place,
                      const Scene *scene) {
  float there = motion_part(moment->t, 0.08f, 0.42f);
  float alpha = 1 - motion_part(moment->t, 0.6f, ROWS_GONE), y = place->cells.y;
  int rows = output->values.rows;
  Box whole = output->box;
  float height = whole.h / (float)rows;
  for (int token = place->first; token < place->end && token < rows; token++) {
    float row = logits_row_height(scene, place, token);
    Box from = {whole.x, whole.y + height * (float)token, whole.w, height};
    /* in the list of one token its row grows no thicker: it lies down at the head of the list */
    float lies = place->is_list ? fminf(row, stage_points(scene, LIST_STRIP)) : row;
    Box to = {place->cells.x, y + lies * 0.15f, place->cells.w, lies * 0.7f};
    DrawHeatmap strip = row_of(output, token, motion_box(from, to, there));
    if (!draw_followed(moment, token, to, there, alpha))
      motion_faded(&moment->later, &strip, alpha);
    if (place->is_list && there >= 1) draw_name_of_row(moment, token, strip.box, alpha);
    y += row;
  }
}

static Box boxes_of(const LogitsPlace *place) { return box_inset(place->cells, -2); }

static bool is_same_color(Color a, Color b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

/* When a box of the picture at rest comes. Cells that the followed row opens come where the row of
** the output gives way, and the pale bars of the others when no row is left that they would lie
** over as specks. A bar that is read grows instead. */
static float comes_at(const Moment *moment, Color fill) {
  const Theme *theme = moment->later.pen.theme;
  const float now = 0;
  if (is_same_color(fill, theme->panel)) return 0.68f;
  return is_same_color(fill, theme->line) ? ROWS_GONE : now;
}

/* The bars of the picture at rest grow from their left edges, when the rows have paled. */
static void draw_bars(const Moment *moment, const LogitsPlace *place) {
  float grown = motion_part(moment->t, 0.7f, 0.9f);
  const DrawList *list = moment->later_list;
  Box cells = boxes_of(place);
  for (int i = 0; grown > 0 && i < list->item_count; i++) {
    const DrawItem *item = &list->items[i];
    if (item->kind != DRAW_BOX || !motion_takes_box(cells, &item->as.box)) continue;
    DrawBox bar = item->as.box;
    float comes = comes_at(moment, bar.fill);
    if (comes > 0) bar.fill = color_fade(bar.fill, motion_part(moment->t, comes, 0.95f));
    else bar.box.w *= grown;
    if (moment->t > comes) draw_box(moment->later.pen.list, bar);
  }
}

Box logits_motion_boxes(const Moment *moment) {
  if (!trace_has_words(moment->later.trace)) return (Box){0};
  Scene scene = logits_fitted(&moment->later, moment->later_box);
  LogitsPlace place = logits_place(&scene, moment->later_box);
  return boxes_of(&place);
}

/* Names stand to the left of the rows; the list of one token has none. */
const Box *logits_motion_row_names(const Moment *moment) {
  DrawList *list = moment->later.pen.list;
  if (!trace_has_words(moment->later.trace)) return NULL;
  Scene scene = logits_fitted(&moment->later, moment->later_box);
  LogitsPlace place = logits_place(&scene, moment->later_box);
  if (place.is_list) return NULL;
  Box *names = arena_take(list->arena, (size_t)trace_token_count(scene.trace), sizeof *names);
  if (!names) return list->failed = true, NULL;
  float y = place.cells.y;
  for (int token = place.first; token < place.end; token++) {
    float row = logits_row_height(&scene, &place, token);
    names[token] = (Box){0, y, place.cells.x + 1, row};
    y += row;
  }
  return names;
}

void logits_motion(const Moment *moment) {
  const DrawHeatmap *output = motion_heatmap(&moment->earlier, moment->earlier_list, TRACE_BLOCK);
  if (!output || !trace_has_words(moment->later.trace)) return;
  Scene scene = logits_fitted(&moment->later, moment->later_box);
  LogitsPlace place = logits_place(&scene, moment->later_box);
  motion_faded(&moment->later, output, 1 - motion_part(moment->t, 0, 0.3f));
  if (moment->t < ROWS_GONE) draw_rows(moment, output, &place, &scene);
  draw_bars(moment, &place);
}
