/* scene/overview/plan.c -- computes the places of the overview, as large as the box allows. */
#include "scene/overview/plan.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/grapheme_breaks.h"

/* In units of M. */
static const float VECTORS_WIDTH = 0.66f, VECTORS_HEIGHT = 0.76f, BEND_GAP = 0.26f;
static const float TOKENS_GAP = 0.42f, LINES_GAP = 0.52f, ARROW_GAP = 0.27f, OUTPUT_HEIGHT = 0.60f;
/* relative to a square: the shorter side if T and S differ */
static const float SHAPE_LEAST = 0.4f;
/* Design points. */
static const float MARGIN = 20, LAYER_LINE = 20, ANSWER_LINE = 24, LAYER_LINE_FROM = 470;
static const float HEADING_WIDTH = 84; /* "queries · 1024" above the words */
static const float SIDE_LEAST = 108, SIDE_LEAST_LARGE_TEXT = 80; /* at text 1, and from 1.5 on */
static const float SIDE_CALM = 250, TEXT_GROWTH_MOST = 1.7f, GAPS_STRETCH_MOST = 1.6f;
static const float WIDEN_MOST = 1.45f;

/* Words are measured at the scale being tried, in bold as when selected. */
static float token_column(const Scene *scene, float scale) {
  Pen pen = scene->pen;
  pen.text_scale = scale;
  TextStyle style = {FACE_BOLD, 14, pen.theme->ink, ALIGN_END};
  float widest = (trace_is_cross(scene->trace) ? HEADING_WIDTH : 24) * scale;
  int queries = trace_token_count(scene->trace), query_step = grapheme_measured_step(queries);
  int keys = trace_is_cross(scene->trace) ? trace_key_count(scene->trace) : 0;
  int key_step = grapheme_measured_step(keys);
  for (int i = 0; i < queries; i += query_step)
    widest = fmaxf(widest, pen_width(&pen, style, trace_token(scene->trace, i)->text));
  for (int i = 0; i < keys; i += key_step)
    widest = fmaxf(widest, pen_width(&pen, style, trace_key(scene->trace, i)->text));
  return fminf(widest, 130 * scale);
}

/* The height of the answer's lines: for a model that names words, with numbers in a high box. */
static float layer_line(const Scene *scene, Box box) {
  bool has_room = box.h >= LAYER_LINE_FROM * scene->pen.text_scale;
  bool has_numbers = trace_has_words(scene->trace) && trace_has_part(scene->trace, TRACE_BLOCK);
  return has_numbers && has_room ? LAYER_LINE : 0;
}

static float tail(const Scene *scene, Box box) {
  return trace_has_words(scene->trace) ? layer_line(scene, box) + ANSWER_LINE : 0;
}

/* Titles, bars and margins, which do not grow with the matrices. */
static float fixed_height(const Scene *scene, Box box, float scale) {
  float fixed = 2 * MARGIN + OVERVIEW_TITLE + OVERVIEW_BAR_LINE + OVERVIEW_CAPTION +
                OVERVIEW_FUNNEL + OVERVIEW_TITLE + OVERVIEW_BAR_LINE;
  return (fixed + tail(scene, box)) * scale;
}

static float pair_count(const Scene *scene) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  return (float)trace_pair_parts_of(scene->trace, parts);
}

/* Height and width each allow a side; everything else is a multiple of it or fixed. */
static float side_that_fits(const Scene *scene, Box box, float scale) {
  float tall =
      (box.h - fixed_height(scene, box, scale)) / (VECTORS_HEIGHT + BEND_GAP + 1 + OUTPUT_HEIGHT);
  float pairs = pair_count(scene);
  float wide = (box.w - 2 * MARGIN * scale - 12 * scale - token_column(scene, scale)) /
               (TOKENS_GAP + VECTORS_WIDTH + LINES_GAP + pairs + (pairs - 1) * ARROW_GAP);
  return floorf(fminf(tall, wide));
}

/* For larger text, which is read from far away, matrices may be smaller relative to it. */
static float side_least(float text_scale) {
  return float_lerp(SIDE_LEAST, SIDE_LEAST_LARGE_TEXT, float_clamp((text_scale - 1) * 2, 0, 1));
}

/* Text shrinks until the matrices are large enough for it, and grows with
** them on a large screen. */
static float choose_scale(const Scene *scene, Box box) {
  float scale = scene->pen.text_scale, least = side_least(scale);
  while (scale > 0.5f && side_that_fits(scene, box, scale) < least * scale) scale -= 0.05f;
  float most = scene->pen.text_scale * TEXT_GROWTH_MOST;
  while (scale < most && side_that_fits(scene, box, scale + 0.05f) > SIDE_CALM * (scale + 0.05f))
    scale += 0.05f;
  return scale;
}

/* Above the words: "X₂" and "after layer 1". */
static const float STREAM_WORDS = 34;

/* Places `count` words between two heights, near a middle. */
static void place_words(const OverviewPlan *plan, Box *words, int count, float top, float bottom) {
  assert(count > 0);
  float middle = words->y, pitch = fminf(34 * plan->scale, (bottom - top) / (float)count);
  words->h = pitch * (float)count;
  words->y = float_clamp(middle - words->h / 2, top, fmaxf(top, bottom - words->h));
}

/* Keys of another sentence stand beside K, above the queries. */
static void place_tokens(const Scene *scene, OverviewPlan *plan, Box box) {
  float top = box.y + MARGIN * plan->scale, bottom = box.y + box.h - MARGIN * plan->scale;
  plan->tokens.y = plan->q.y + plan->q.h / 2;
  if (trace_is_cross(scene->trace)) {
    float between = (plan->k.y + plan->k.h + plan->q.y) / 2, heading = 12 * plan->scale;
    plan->keys = plan->tokens;
    plan->keys.y = plan->k.y + plan->k.h / 2;
    place_words(plan, &plan->keys, trace_key_count(scene->trace), top + heading, between - heading);
    top = between + heading;
  } else if (captions_stream_source(scene)) {
    top = fmaxf(top, box.y + STREAM_WORDS * plan->scale);
  }
  place_words(plan, &plan->tokens, trace_token_count(scene->trace), top, bottom);
}

/* Gaps between the matrices grow into remaining width, up to GAPS_STRETCH_MOST. */
static float stretch_gaps(float width, float solid, float gaps) {
  return float_clamp((width - solid) / gaps, 1, GAPS_STRETCH_MOST);
}

/* Width and height follow the numbers of keys and queries, within a limit,
** aligned at the bottom. */
static Box by_shape(const Scene *scene, Box square) {
  float queries = (float)trace_token_count(scene->trace),
        keys = (float)trace_key_count(scene->trace);
  float w = square.w * float_clamp(keys / queries, SHAPE_LEAST, 1);
  float h = square.h * float_clamp(queries / keys, SHAPE_LEAST, 1);
  return (Box){square.x + (square.w - w) / 2, square.y + square.h - h, w, h};
}

/* The sum of all gaps, in units of M. */
static float all_gaps(float pairs) { return TOKENS_GAP + LINES_GAP + (pairs - 1) * ARROW_GAP; }

/* In a low and wide box matrices are widened before their gaps. */
static float widen(float width, float solid, float sides) {
  return float_clamp((width - solid) / sides, 1, WIDEN_MOST);
}

OverviewPlan overview_plan(const Scene *scene, Box box) {
  OverviewPlan plan = {.scale = choose_scale(scene, box)};
  plan.pair_count = trace_pair_parts_of(scene->trace, plan.pair_parts);
  float pairs = (float)plan.pair_count;
  float s = plan.scale, m = plan.side = fmaxf(side_that_fits(scene, box, s), 8);
  float gaps = all_gaps(pairs), tokens_w = token_column(scene, s), room = box.w - 4 * MARGIN * s;
  float w = m * widen(room, tokens_w + 12 * s, m * (VECTORS_WIDTH + pairs + gaps));
  plan.width = w;
  float solid_w = tokens_w + 12 * s + w * (VECTORS_WIDTH + pairs);
  float stretch = stretch_gaps(room, solid_w, w * gaps);
  float used_w = solid_w + w * gaps * stretch;
  float used_h = fixed_height(scene, box, s) - 2 * MARGIN * s +
                 m * (VECTORS_HEIGHT + BEND_GAP + 1 + OUTPUT_HEIGHT);
  float x = box.x + (box.w - used_w) / 2, y = box.y + (box.h - used_h) / 2;

  plan.tokens = (Box){x, 0, tokens_w, 0};
  float vectors_x = x + tokens_w + 12 * s + w * TOKENS_GAP * stretch;
  float pairs_x = vectors_x + w * (VECTORS_WIDTH + LINES_GAP * stretch);
  plan.arrow_gap = w * ARROW_GAP * stretch;
  float pairs_y = y + (OVERVIEW_TITLE + OVERVIEW_BAR_LINE) * s + m * (VECTORS_HEIGHT + BEND_GAP);
  float vector_w = w * VECTORS_WIDTH, vector_h = m * VECTORS_HEIGHT;
  plan.k = (Box){vectors_x, y + OVERVIEW_TITLE * s, vector_w, vector_h};
  plan.q = (Box){vectors_x, pairs_y + (m - vector_h) / 2 + 6 * s, vector_w, vector_h};
  float v_top = plan.q.y + vector_h + (OVERVIEW_BAR_LINE + OVERVIEW_TITLE + 8) * s;
  float v_most = y + used_h - (OVERVIEW_BAR_LINE + tail(scene, box)) * s - vector_h;
  plan.v =
      (Box){vectors_x, fminf(v_top + fmaxf(0, (v_most - v_top) / 2), v_most), vector_w, vector_h};
  for (int i = 0; i < plan.pair_count; i++)
    plan.pairs[i] =
        by_shape(scene, (Box){pairs_x + (w + plan.arrow_gap) * (float)i, pairs_y, w, m});
  Box last = {pairs_x + (w + plan.arrow_gap) * (pairs - 1), pairs_y, w, m};
  plan.output = (Box){last.x + (w - w * 0.8f) / 2,
                      last.y + m + (OVERVIEW_CAPTION + OVERVIEW_FUNNEL + OVERVIEW_TITLE) * s,
                      w * 0.8f, m * OUTPUT_HEIGHT};
  if (tail(scene, box) > 0) {
    float foot = plan.output.y + plan.output.h + (OVERVIEW_BAR_LINE + 4) * s,
          line = layer_line(scene, box);
    if (line > 0) plan.layer = (Box){plan.output.x, foot, plan.output.w, 12 * s};
    plan.answer = (Box){last.x - w, foot + line * s, 2 * w, (ANSWER_LINE - 4) * s};
  }
  plan.strip = (Box){pairs_x + w + plan.arrow_gap, y, last.x - pairs_x - plan.arrow_gap,
                     pairs_y - y - 44 * s};
  place_tokens(scene, &plan, box);
  return plan;
}

float overview_text_scale(const Scene *scene, Box box) {
  return trace_token_count(scene->trace) == 0 ? scene->pen.text_scale : choose_scale(scene, box);
}
