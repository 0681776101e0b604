/* scene/overview/upright.c -- places and arrows of the overview in one column of a page. */
#include "scene/overview/upright.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/pair_stage.h"
#include "scene/stages/stage.h"

/* Design points. Below WIDTH_MOST matrices in a row would be stamps. */
static const float WIDTH_MOST = 520, WIDTH_LEAST = 386, EDGE = 16;
static const float WORDS_GAP = 6, FAN = 54, LINES = 44, WORDS_MOST = 0.22f;
static const float TITLE = 25, BEND = 14, CAPTION = 30, ARROW = 29, STEM = 28, TAIL = 34,
                   KEY_LINE = 20;
static const float GATHER = 12, MOUTH = 9, FOOT = 10, SIDE_MOST = 104;
/* Of the side of a matrix by pair. */
static const float VECTORS_HEIGHT = 0.72f, BEND_OF_SIDE = 0.16f;

float overview_upright_scale(const Scene *scene, float width) {
  return fminf(scene->pen.text_scale, width / WIDTH_LEAST);
}

bool overview_is_upright_at(const Scene *scene, float width) {
  bool is_tokens = trace_token_count(scene->trace) > 0;
  return is_tokens && !scene->interactive && !overview_has_features(scene) &&
         width < WIDTH_MOST * scene->pen.text_scale;
}

bool overview_is_upright(const Scene *scene, Box box) {
  return overview_is_upright_at(scene, box.w) && box.h > box.w;
}

/* The matrices by pair that are drawn: the first that was recorded, the weights and what comes
** after them. */
static int shown_parts(const Scene *scene, TracePart parts[TRACE_PAIR_PARTS_MOST]) {
  TracePart all[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(scene->trace, all), shown = 0, first = 0;
  while (first + 1 < count && all[first] != TRACE_WEIGHTS &&
         !trace_has_part(scene->trace, all[first]))
    first++;
  bool is_after = false;
  for (int i = first; i < count; i++) {
    is_after = is_after || all[i] == TRACE_WEIGHTS;
    if (i == first || is_after) parts[shown++] = all[i];
  }
  return shown;
}

bool overview_upright_names_key(const Scene *scene) {
  int query, key;
  view_focus(scene->view, &query, &key);
  bool is_cell = query >= 0 && query < trace_token_count(scene->trace) && key >= 0 &&
                 key < trace_key_count(scene->trace);
  return is_cell && trace_has_part(scene->trace, TRACE_WEIGHTS) &&
         !scene_row_hidden(scene, query) && overview_heaviest_key(scene, query) != key;
}

/* From one matrix by pair to the next, in design points. */
static float arrow_height(const Scene *scene) {
  return ARROW + (overview_upright_names_key(scene) ? KEY_LINE : 0);
}

/* What does not grow with the matrices, at a text scale, and how often their side is in it. */
static float fixed_height(const Scene *scene, int pairs) {
  float tail = trace_has_words(scene->trace) ? TAIL : FOOT;
  return TITLE + BEND + CAPTION * (float)pairs + arrow_height(scene) * (float)(pairs - 1) + STEM +
         tail;
}

static float sides_high(int pairs) { return 2 * VECTORS_HEIGHT + BEND_OF_SIDE + (float)pairs; }

static float words_width(const Scene *scene, float width, float scale) {
  return fminf(overview_words_width(scene, scale), width * WORDS_MOST);
}

/* Half of what words and ribbons leave is for K, Q and V, half for the matrices by pair. */
static float side_of_width(const Scene *scene, float width, float scale) {
  float around = (2 * EDGE + WORDS_GAP + FAN + LINES) * scale;
  return fmaxf((width - around - words_width(scene, width, scale)) / 2, 8);
}

float overview_upright_height(const Scene *scene, float width) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  float scale = overview_upright_scale(scene, width);
  int pairs = shown_parts(scene, parts);
  float side = fminf(side_of_width(scene, width, scale), SIDE_MOST * scale);
  return side * sides_high(pairs) + fixed_height(scene, pairs) * scale;
}

/* Width and height follow the numbers of keys and queries, as in the wide picture. */
static Box pair_box(const Scene *scene, Box square) {
  const float least = 0.4f;
  float queries = (float)trace_token_count(scene->trace);
  float keys = (float)trace_key_count(scene->trace);
  float w = square.w * float_clamp(keys / queries, least, 1);
  float h = square.h * float_clamp(queries / keys, least, 1);
  return (Box){square.x + (square.w - w) / 2, square.y + (square.h - h), w, h};
}

/* Keys of another sentence stand above the queries. */
static void place_words(const Scene *scene, OverviewPlan *plan, float bottom) {
  float s = plan->scale, top = plan->k.y - 4 * s, most = 34 * s, heading = 22 * s;
  int count = trace_token_count(scene->trace);
  if (trace_has_key_words(scene->trace)) {
    int keys = trace_key_count(scene->trace);
    float all = bottom - top - heading, share = (float)keys / (float)(keys + count);
    plan->keys = plan->tokens;
    plan->keys.y = top;
    plan->keys.h = fminf(all * float_clamp(share, 0.3f, 0.7f), most * (float)keys);
    top += plan->keys.h + heading;
  } else if (captions_stream_source(scene)) {
    top = fmaxf(top, plan->k.y - TITLE * s + overview_stream_words_height(scene, plan));
  }
  plan->tokens.h = fminf(bottom - top, most * (float)count);
  plan->tokens.y = top + (bottom - top - plan->tokens.h) / 2;
}

static void place_columns(const Scene *scene, OverviewPlan *plan, Box box, float top) {
  float s = plan->scale, side = plan->side, y = top + TITLE * s;
  float vectors_h = side * VECTORS_HEIGHT, pairs_x = box.x + box.w - EDGE * s - plan->width;
  float vectors_x = pairs_x - LINES * s - plan->vector_width;
  plan->k = (Box){vectors_x, y, plan->vector_width, vectors_h};
  y += vectors_h + side * BEND_OF_SIDE + BEND * s;
  plan->q = (Box){vectors_x, fmaxf(y + (side - vectors_h) / 2, plan->k.y + vectors_h + TITLE * s),
                  plan->vector_width, vectors_h};
  for (int i = 0; i < plan->pair_count; i++) {
    plan->pairs[i] = pair_box(scene, (Box){pairs_x, y, plan->width, side});
    y += side + (CAPTION + (i + 1 < plan->pair_count ? arrow_height(scene) : STEM)) * s;
  }
  plan->output = (Box){pairs_x, y, plan->width, vectors_h};
  plan->v = (Box){vectors_x, y, plan->vector_width, vectors_h};
  Box cells = overview_cells(plan, plan->output);
  plan->mouth = (Box){plan->output.x - (GATHER + MOUTH) * s, cells.y, MOUTH * s, cells.h};
  float foot = y + vectors_h + 4 * s;
  plan->answer = (Box){box.x + EDGE * s, foot, box.w - 2 * EDGE * s, (TAIL - 12) * s};
  plan->tokens = (Box){box.x + EDGE * s, 0, words_width(scene, box.w, s), 0};
  place_words(scene, plan, y + vectors_h + 4 * s);
}

OverviewPlan overview_upright_plan(const Scene *scene, Box box) {
  float s = overview_upright_scale(scene, box.w);
  OverviewPlan plan = {.is_upright = true,
                       .scale = s,
                       .plain_scale = s,
                       .caption = CAPTION * s,
                       .bottom = box.y + box.h};
  plan.pair_count = shown_parts(scene, plan.pair_parts);
  float high = sides_high(plan.pair_count), fixed = fixed_height(scene, plan.pair_count) * s;
  float side = side_of_width(scene, box.w, s);
  plan.side = fmaxf(fminf(fminf(side, SIDE_MOST * s), (box.h - fixed) / high), 8);
  plan.width = plan.vector_width = side;
  float used = plan.side * high + fixed;
  place_columns(scene, &plan, box, box.y + fmaxf(box.h - used, 0) / 2);
  if (!trace_has_words(scene->trace)) plan.answer.h = 0;
  return plan;
}

/* ---- what is drawn otherwise ---- */

/* Those of the matrices between two that are drawn, without one that changes nothing. */
static int between(const Scene *scene, TracePart from, TracePart to,
                   TracePart parts[TRACE_PAIR_PARTS_MOST]) {
  TracePart all[TRACE_PAIR_PARTS_MOST];
  int count = trace_pair_parts_of(scene->trace, all), kept = 0;
  bool is_inside = false;
  for (int i = 0; i < count; i++) {
    if (all[i] == to) break;
    const PairStage *pair = pair_stage_of(all[i]);
    bool changes = !pair->unchanged || !pair->unchanged(scene);
    if (is_inside && changes) parts[kept++] = all[i];
    is_inside = is_inside || all[i] == from;
  }
  return kept;
}

static void arrow_down(const Pen *pen, Point from, float length) {
  float width = 2 * pen->text_scale, head = length * 0.34f;
  Color color = pen->theme->muted;
  Point tip = {from.x, from.y + length};
  draw_line(pen->list, from, tip, width, color);
  draw_line(pen->list, (Point){tip.x - head, tip.y - head}, tip, width, color);
  draw_line(pen->list, (Point){tip.x + head, tip.y - head}, tip, width, color);
}

void overview_upright_arrow(const Scene *scene, const OverviewPlan *plan, int to) {
  assert(to > 0 && to < plan->pair_count);
  const Pen *pen = &scene->pen;
  float s = plan->scale, length = 17 * s, gap = 9 * s;
  Box box = plan->pairs[to];
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  int count = between(scene, plan->pair_parts[to - 1], plan->pair_parts[to], parts);
  TextStyle style = {FACE_MEDIUM, 13, pen->theme->ink, ALIGN_START};
  float words = 0;
  for (int i = 0; i < count; i++)
    words += gap + pen_symbol_width(pen, style, overview_pair_symbol(scene, parts[i]));
  bool has_room = words + gap <= plan->width + 24 * s;
  float middle = box.x + box.w / 2, x = middle - (has_room ? words / 2 : 0);
  float y = plan->pairs[to - 1].y + plan->pairs[to - 1].h + (CAPTION + 3) * s;
  arrow_down(pen, (Point){x, y}, length);
  if (!has_room) return;
  float baseline = y + (length + TEXT_CAP_HEIGHT * pen_points(pen, style.size)) / 2;
  for (int i = 0; i < count; i++)
    x += gap +
         pen_symbol(pen, style, (Point){x + gap, baseline}, overview_pair_symbol(scene, parts[i]));
}
