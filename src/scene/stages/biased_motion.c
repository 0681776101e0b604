/* scene/stages/biased_motion.c -- how a bias is added: the scores step aside, the biases stand
** beside them, both slide together, and each bias falls into its score.
**
**   t  .2 … .4   the scores step aside, the biases come
**      .52 … .68 both slide onto the place of the sum     .68 … .76 cell falls into cell
*/
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>

static const float SHARE = 0.45f; /* of the width, while they stand beside each other */
static const float ASIDE_FROM = 0.2f, ASIDE = 0.4f, TOGETHER_FROM = 0.52f, TOGETHER = 0.68f;
static const float FALLEN = 0.76f;

/* The places side by side, of the whole height: rows stay beside their names. */
static Box half_of(Box whole, bool is_right) {
  float width = whole.w * SHARE;
  return (Box){is_right ? whole.x + whole.w - width : whole.x, whole.y, width, whole.h};
}

/* Names of columns are above the whole, and not where the halves have them. */
float biased_motion_columns(float t) {
  const float take = 0.04f;
  return 1 - motion_part(t, ASIDE_FROM, ASIDE_FROM + take) +
         motion_part(t, TOGETHER - take, TOGETHER);
}

/* Above a half, as long as they stand apart, where names of columns are at rest. */
static void draw_name(const Moment *moment, TracePart part, Box half) {
  const Pen *pen = &moment->later.pen;
  float size = moment->later.view->presenter ? 20 : 13;
  TextStyle style = {FACE_SEMIBOLD, size, pen->theme->ink, ALIGN_MIDDLE};
  float height = pen_line_height(pen, style.size);
  Str words = str_from(stage_part_title(part));
  if (pen_width(pen, style, words) > half.w || height * 1.5f > half.y - moment->later_box.y) return;
  pen_text_in(pen, style, (Box){half.x, half.y - 1.3f * height, half.w, height}, words);
}

static void draw_plus(const Moment *moment, Box whole) {
  const Pen *pen = &moment->later.pen;
  TextStyle style = {FACE_MEDIUM, 24, pen->theme->muted, ALIGN_MIDDLE};
  Box between = {whole.x + whole.w * SHARE, whole.y, whole.w * (1 - 2 * SHARE), whole.h};
  while (style.size > 8 && pen_width(pen, style, STR("+")) > between.w) style.size *= 0.8f;
  pen_text_in(pen, style, between, STR("+"));
}

static DrawHeatmap scores_at(const Moment *moment, Box box) {
  const DrawHeatmap *own = moment->own, *was = moment->was;
  DrawHeatmap scores = *own;
  scores.box = box;
  scores.before = was->values;
  scores.palette_before = was->palette;
  scores.range_before = was->range;
  scores.mix = motion_part(moment->t, 0.69f, FALLEN);
  scores.passing = true;
  return scores;
}

/* On the range of the sum. Its cells grow smaller over those of the scores and fall into them. */
static DrawHeatmap biases_at(const Moment *moment, MatView biases, Box box) {
  DrawHeatmap out = *moment->own;
  float cell = fminf(box.w / (float)biases.cols, box.h / (float)biases.rows);
  out.box = box;
  out.values = biases;
  out.before = (MatView){0};
  out.mix = 1;
  out.mask = (MaskView){0};
  out.kept = (MatView){0};
  out.passing = true;
  out.gap = fmaxf(out.gap, cell * (0.5f * motion_part(moment->t, TOGETHER_FROM, TOGETHER) +
                                   0.5f * motion_part(moment->t, TOGETHER, FALLEN)));
  return out;
}

/* The scores keep their numbers until biases fall into them. */
static void draw_numbers(const Moment *moment, Box now) {
  const float least = 8; /* points */
  DrawList *list = moment->later.pen.list;
  MatView values = moment->was->values;
  const DrawText **numbers = motion_numbers(moment->earlier_list, moment->was);
  float opacity = list->opacity;
  list->opacity = opacity * (1 - motion_part(moment->t, 0.71f, 0.74f));
  for (int i = 0; numbers && list->opacity > 0 && i < values.rows * values.cols; i++) {
    if (!numbers[i]) continue;
    DrawText text = motion_carried_text(numbers[i], moment->was->box, now);
    if (text.size_pt >= least) draw_text(list, text);
  }
  list->opacity = opacity;
}

void biased_motion(const Moment *moment) {
  assert(moment->own);
  const DrawHeatmap *own = moment->own, *was = moment->was;
  MatView biases = stage_matrix(&moment->later, TRACE_BIAS);
  DrawList *list = moment->later.pen.list;
  float t = moment->t;
  if (!was || !biases.at) {
    motion_faded(&moment->later, own, motion_part(t, 0.3f, 0.8f));
    return;
  }
  if (t <= 0.2f || t >= 0.8f) {
    draw_heatmap(list, t <= 0.2f ? *was : *own);
    return;
  }
  float apart = motion_part(t, ASIDE_FROM, ASIDE);
  float together = motion_part(t, TOGETHER_FROM, TOGETHER);
  Box left = half_of(own->box, false), right = half_of(own->box, true);
  Box scores = motion_box(motion_box(was->box, left, apart), own->box, together);
  draw_heatmap(list, scores_at(moment, scores));
  if (together <= 0) draw_numbers(moment, scores);
  DrawHeatmap added = biases_at(moment, biases, motion_box(right, own->box, together));
  if (t < FALLEN) motion_faded(&moment->later, &added, motion_part(t, 0.3f, 0.42f));
  if (together > 0) draw_numbers(moment, scores);
  if (apart < 1 || together > 0) return;
  draw_name(moment, stage_result(moment->earlier.view->stage), left);
  draw_name(moment, TRACE_BIAS, right);
  draw_plus(moment, own->box);
}
