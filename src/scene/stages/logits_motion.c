/* scene/stages/logits_motion.c -- how a word is named: each row of the layer's output goes to the
** row of its answer, and gives way to the shares of the words.
**
**   t  .14 … .44 rows go to their places     .6 … .78 the rows give way     .7 … .9 the bars grow
*/
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/logits.h"

static const float LIST_STRIP = 28;                       /* height */
static const float ROWS_THERE = 0.44f, ROWS_GONE = 0.78f; /* of the moment */

/* The row of a matrix as a heatmap of its own. */
static DrawHeatmap row_of(const DrawHeatmap *heatmap, int row, Box box) {
  DrawHeatmap out = *heatmap;
  MatView values = heatmap->values;
  out.values = (MatView){mat_row(values, row), 1, values.cols, values.stride};
  out.before = out.kept = (MatView){0};
  out.box = box;
  out.filled =
      heatmap->filled < 0 ? -1 : int_clamp(heatmap->filled - row * values.cols, 0, values.cols);
  out.thin_rows.whole -= row;
  out.passing = true;
  return out;
}

/* Of the followed row, beside which no name stands: it goes above it. */
static void draw_name_of_row(const Moment *moment, int token, Box strip, float alpha) {
  const Pen *pen = &moment->later.pen;
  TextStyle style = {FACE_BOLD, 18, color_fade(pen->theme->ink, alpha), ALIGN_START};
  Point at = {strip.x, strip.y - stage_points(&moment->later, 8)};
  pen_text(pen, style, at, trace_token(moment->later.trace, token)->label);
}

/* The followed row goes there in cells with numbers, as many as it had. False: it had none. */
static bool draw_followed(const Moment *moment, int token, Box strip, float alpha) {
  const float larger = 1.4f;
  Box row = motion_last_row(moment->earlier_list), to = strip;
  if (token != stage_followed_row(&moment->earlier) || row.w <= 0) return false;
  float by = fminf(larger, fminf(strip.w / row.w, strip.h / row.h));
  to.w = row.w * by;
  to.h = row.h * by;
  to.y += (strip.h - to.h) / 2;
  to = motion_box(row, to, motion_part(moment->t, 0.14f, ROWS_THERE));
  motion_last_row_draw(&moment->later, moment->earlier_list, to, alpha);
  draw_name_of_row(moment, token, to, fminf(alpha, motion_part(moment->t, 0.14f, 0.22f)));
  return true;
}

/* The place of a token's row: of the followed one above its words, of the others the room right of
** their names. */
static Box place_of(const LogitsPlace *place, const Scene *scene, int token) {
  Box to = place->cells;
  if (token == place->followed) {
    float lies = fminf(logits_rank_box(place, 0).h, stage_points(scene, LIST_STRIP));
    return (Box){to.x, to.y + lies * 0.15f, to.w, lies * 0.7f};
  }
  to = logits_token_box(place, token);
  Box row = box_inset(to, to.h * 0.15f);
  cut_left(&row, row.w * 0.4f);
  return row;
}

/* Where a row is on its way: first aside, then up or down, and the rows of the left column before
** the others, so that none passes over another. */
static Box row_between(const Moment *moment, const LogitsPlace *place, Box from, Box to) {
  const float sets_out = 0.14f, takes = 0.18f, next = 0.12f, leaves = 0.4f; /* leaves: of takes */
  float along = place->tokens.w > 0 ? (to.x - place->tokens.x) / place->tokens.w : 0;
  float starts = sets_out + next * float_clamp(2 * along, 0, 1), ends = starts + takes;
  Box box = motion_box(from, to, motion_part(moment->t, starts, ends - leaves * takes));
  float down = motion_part(moment->t, starts + leaves * takes, ends);
  box.y = float_lerp(from.y, to.y, down);
  box.h = float_lerp(from.h, to.h, down);
  return box;
}

static void draw_rows(const Moment *moment, const DrawHeatmap *output, const LogitsPlace *place,
                      const Scene *scene) {
  float alpha = 1 - motion_part(moment->t, 0.6f, ROWS_GONE);
  int rows = output->values.rows;
  Box whole = output->box;
  float height = whole.h / (float)rows;
  for (int token = 0; token < rows; token++) {
    bool is_shown = place->rows > 0 && token >= place->first && token < place->end;
    if (token != place->followed && !is_shown) continue;
    Box from = {whole.x, whole.y + height * (float)token, whole.w, height};
    Box to = place_of(place, scene, token);
    DrawHeatmap strip = row_of(output, token, row_between(moment, place, from, to));
    if (draw_followed(moment, token, to, alpha)) continue;
    motion_faded(&moment->later, &strip, alpha);
    if (place->is_list && moment->t >= ROWS_THERE)
      draw_name_of_row(moment, token, strip.box, alpha);
  }
}

static Box boxes_of(const LogitsPlace *place) {
  Box all = place->cells;
  if (place->rows > 0) all = motion_union(all, place->tokens);
  return box_inset(all, -2);
}

static bool is_same_color(Color a, Color b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

/* When a box of the picture at rest comes: the ground of the followed token where the row of the
** output gives way, tracks and pale bars when no row is left that they would lie over as specks. A
** bar that is read grows instead. */
static float comes_at(const Moment *moment, Color fill) {
  const Theme *theme = moment->later.pen.theme;
  const float now = 0;
  if (is_same_color(fill, theme->panel)) return 0.68f;
  bool is_pale = is_same_color(fill, logits_track_color(theme)) ||
                 is_same_color(fill, logits_quiet_color(theme));
  return is_pale ? ROWS_GONE : now;
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

/* The place of each token, which begins with its name; the list of one token has none. */
Box *logits_motion_row_names(const Moment *moment) {
  DrawList *list = moment->later.pen.list;
  if (!trace_has_words(moment->later.trace)) return NULL;
  Scene scene = logits_fitted(&moment->later, moment->later_box);
  LogitsPlace place = logits_place(&scene, moment->later_box);
  if (place.rows == 0) return NULL;
  Box *names = arena_take(list->arena, (size_t)trace_token_count(scene.trace), sizeof *names);
  if (!names) return list->failed = true, NULL;
  for (int token = place.first; token < place.end; token++)
    names[token] = logits_token_box(&place, token);
  return names;
}

void logits_motion(const Moment *moment) {
  const DrawHeatmap *output = motion_heatmap(&moment->earlier, moment->earlier_list, TRACE_BLOCK);
  if (!output || !trace_has_words(moment->later.trace)) return;
  Scene scene = logits_fitted(&moment->later, moment->later_box);
  LogitsPlace place = logits_place(&scene, moment->later_box);
  motion_faded(&moment->later, output, 1 - motion_part(moment->t, 0, 0.14f));
  if (moment->t < ROWS_GONE) draw_rows(moment, output, &place, &scene);
  draw_bars(moment, &place);
}
