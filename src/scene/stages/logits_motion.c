/* scene/stages/logits_motion.c -- how a word is named: each row of the layer's output goes to the
** row of its answer, and gives way to the shares of the words.
**
**   t  .14 … .44 rows go to their places, that of the followed token to the head of its words
**      .44 … .8  it meets the words, and these become shares (logits_answer_motion.h)
**      .56 … .66 the others give way to their answers
*/
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/logits_answer_motion.h"

static const float HEAD_STRIP = 30; /* height */
/* Of the moment. */
static const float FOLLOWED_THERE = 0.3f, ROWS_THERE = 0.44f, ROWS_GO = 0.56f, ROWS_GONE = 0.66f,
                   HEAD_GOES = 0.68f;

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

/* The place of a token's row: of the followed one above its words, of the others the room right of
** their names. */
static Box place_of(const LogitsPlace *place, const Scene *scene, int token) {
  Box to = place->cells;
  if (token == place->followed) { /* where the answer will be told */
    float high = fminf(place->answer.h * 0.4f, stage_points(scene, HEAD_STRIP));
    return (Box){to.x, place->answer.y + place->answer.h * 0.94f - high, to.w, high};
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

static Box row_in(const DrawHeatmap *heatmap, int row) {
  Box box = heatmap->box;
  box.h /= (float)heatmap->values.rows;
  box.y += box.h * (float)row;
  return box;
}

/* The followed row in cells with numbers, as many as it had; w 0: it had none. */
static Box row_with_numbers(const LogitsMoment *of) {
  return of->place.followed == stage_followed_row(&of->moment->earlier)
             ? motion_last_row(of->moment->earlier_list)
             : (Box){0};
}

/* Where the followed row is. */
static Box followed_row(const LogitsMoment *of, const DrawHeatmap *output) {
  const float larger = 1.4f;
  Box from = row_with_numbers(of), to = place_of(&of->place, of->scene, of->place.followed);
  if (from.w <= 0)
    return row_between(of->moment, &of->place, row_in(output, of->place.followed), to);
  float by = fminf(larger, fminf(to.w / from.w, to.h / from.h));
  to.y += (to.h - from.h * by) / 2;
  to.w = from.w * by;
  to.h = from.h * by;
  return motion_box(from, to, motion_part(of->moment->t, 0.14f, FOLLOWED_THERE));
}

static void draw_followed(const LogitsMoment *of, const DrawHeatmap *output) {
  const Moment *moment = of->moment;
  float alpha = 1 - motion_part(moment->t, HEAD_GOES, LOGITS_SHARED), named = alpha;
  bool has_numbers = row_with_numbers(of).w > 0;
  DrawHeatmap strip = row_of(output, of->place.followed, of->row);
  if (has_numbers) motion_last_row_draw(&moment->later, moment->earlier_list, of->row, alpha);
  else motion_faded(&moment->later, &strip, alpha);
  if (has_numbers) named = fminf(alpha, motion_part(moment->t, 0.14f, 0.22f));
  else if (moment->t < ROWS_THERE) named = 0;
  if (named > 0) draw_name_of_row(moment, of->place.followed, of->row, named);
}

static void draw_others(const LogitsMoment *of, const DrawHeatmap *output) {
  const Moment *moment = of->moment;
  float alpha = 1 - motion_part(moment->t, ROWS_GO, ROWS_GONE);
  for (int token = of->place.first; of->place.rows > 0 && token < of->place.end; token++) {
    if (token == of->place.followed) continue;
    Box to = place_of(&of->place, of->scene, token);
    DrawHeatmap strip =
        row_of(output, token, row_between(moment, &of->place, row_in(output, token), to));
    motion_faded(&moment->later, &strip, alpha);
  }
}

/* The row that goes from word to word. */
static void draw_meeting(const LogitsMoment *of, const DrawHeatmap *output) {
  Box now = logits_answer_row(of);
  if (now.w <= 0) return;
  DrawHeatmap strip = row_of(output, of->place.followed, now);
  draw_heatmap(of->scene->pen.list, strip);
}

Box logits_motion_boxes(const Moment *moment) {
  if (!trace_has_words(moment->later.trace)) return (Box){0};
  Scene scene = logits_fitted(&moment->later, moment->later_box);
  LogitsPlace place = logits_place(&scene, moment->later_box);
  Box all = motion_union(place.answer, place.cells);
  if (place.rows > 0) all = motion_union(all, place.tokens);
  return box_inset(all, -2);
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
  LogitsMoment of = {.moment = moment, .scene = &scene};
  of.place = logits_place(&scene, moment->later_box);
  logits_answer_find(&of);
  of.row = followed_row(&of, output);
  motion_faded(&moment->later, output, 1 - motion_part(moment->t, 0, 0.14f));
  logits_answer_motion(&of);
  draw_others(&of, output);
  draw_followed(&of, output);
  draw_meeting(&of, output);
}
