/* scene/overview/plan.c -- computes the places of the overview, as large as the box allows. */
#include "scene/layer_words.h"
#include "scene/overview/plan.h"
#include "scene/overview/upright.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/stages/pair_stage.h"
#include "scene/stages/stage.h"
#include "scene/token_shown.h"

/* In units of M, the widths of that of a matrix by pair. */
static const float VECTORS_WIDTH = 0.82f, VECTORS_WIDER_MOST = 0.5f;
static const float VECTORS_HEIGHT = 0.84f, BEND_GAP = 0.16f;
static const float OUTPUT_WIDTH = 0.9f, OUTPUT_HEIGHT = 0.76f;
static const float TOKENS_GAP = 0.34f, TOKENS_GAP_FROM_AFAR = 0.24f, LINES_GAP = 0.46f,
                   ARROW_GAP = 0.27f;
/* relative to a square: the shorter side if T and S differ */
static const float SHAPE_LEAST = 0.4f;
/* Design points. */
static const float MARGIN = 14, LAYER_LINE = 18, ANSWER_LINE = 24, ANSWER_LINE_FROM_AFAR = 33,
                   LAYER_LINE_FROM = 470;
static const float CAPTION = 48, CAPTION_ALONE = 32, BAR_LINE = 17, NO_BAR_LINE = 4;
static const float BETWEEN_VECTORS = 6, WORDS_GAP = 10, NAMES_MOST = 64;
static const float MOUTH = 9, GATHER = 26; /* the bar of shares, and from it to the output */
static const float LAYERS_WIDTH = 52, LAYERS_GAP = 22;
static const float HEADING_WIDTH = 84; /* "queries · 1024" above the words */
/* M at text 1, and from 1.5 on; without bars it may be smaller. */
static const float SIDE_LEAST = 108, SIDE_LEAST_LARGE_TEXT = 80, SIDE_LEAST_WITHOUT_BARS = 0.66f;
static const float SIDE_CALM = 230, TEXT_GROWTH_MOST = 1.7f, GAPS_STRETCH_MOST = 1.6f;
static const float WIDEN_MOST = 1.45f;

/* What the places are computed from. */
typedef struct Measure {
  const Scene *scene;
  Box box;
  float scale;
  bool has_bars;
  float plain; /* the text scale at text size 1, where the text is larger; else 0 */
} Measure;

/* Before a class, where all of a sentence have room. */
float overview_word_most(const Scene *scene) {
  const float from_afar = 22;
  enum { SHORT = 14 };
  bool is_short = !trace_has_key_words(scene->trace) && trace_token_count(scene->trace) <= SHORT;
  return scene_is_presented(scene) && is_short ? from_afar : OVERVIEW_WORD_LEAST;
}

float overview_name_most(const Scene *scene) {
  const float from_afar = 22;
  return scene_is_presented(scene) ? from_afar : OVERVIEW_NAME_MOST;
}

/* 27 pixels at 1920 × 1080. */
float overview_note_size(const Scene *scene, float usual) {
  const float from_afar = 16;
  return scene_is_presented(scene) ? fmaxf(usual, from_afar) : usual;
}

/* Words are measured at the scale being tried, in bold as when selected. */
float overview_words_width(const Scene *scene, float scale) {
  Pen pen = scene->pen;
  pen.text_scale = scale;
  float size = overview_word_most(scene);
  TextStyle style = {FACE_BOLD, size, pen.theme->ink, ALIGN_END};
  float widest = (trace_has_key_words(scene->trace) ? HEADING_WIDTH : 24) * scale;
  int queries = trace_token_count(scene->trace), query_step = token_measured_step(queries);
  int keys = trace_has_key_words(scene->trace) ? trace_key_count(scene->trace) : 0;
  int key_step = token_measured_step(keys);
  for (int i = 0; i < queries; i += query_step)
    widest = fmaxf(widest, pen_width(&pen, style, trace_token(scene->trace, i)->text));
  for (int i = 0; i < keys; i += key_step)
    widest = fmaxf(widest, pen_width(&pen, style, trace_key(scene->trace, i)->text));
  if (queries >= OVERVIEW_NUMBERED_FROM) widest += overview_numbers_width(&pen, queries);
  return fminf(widest, 130 * scale * size / OVERVIEW_WORD_LEAST);
}

/* The height of the answer's lines: for a model that names words, with numbers in a high box;
** before a class the answer alone is as large as it can be. */
static float layer_line(const Scene *scene, Box box) {
  bool has_room = box.h >= LAYER_LINE_FROM * scene->pen.text_scale;
  bool has_numbers = trace_has_words(scene->trace) && trace_has_part(scene->trace, TRACE_BLOCK);
  return has_numbers && has_room && !scene_is_presented(scene) ? LAYER_LINE : 0;
}

/* Larger text makes the answer larger as it is, and leaves the matrices their size. */
static float answer_line(const Scene *scene) {
  return scene_is_presented(scene) ? ANSWER_LINE_FROM_AFAR : ANSWER_LINE;
}

static float tail(const Scene *scene, Box box) {
  return trace_has_words(scene->trace) ? layer_line(scene, box) + answer_line(scene) : 0;
}

static float bar_line(const Measure *m) { return m->has_bars ? BAR_LINE : NO_BAR_LINE; }
static float caption(const Measure *m) { return m->has_bars ? CAPTION : CAPTION_ALONE; }

/* Below K, Q and V, as high as three of them with their titles and bars. */
static float vectors_height(const Measure *m, float side) {
  float line = OVERVIEW_TITLE + bar_line(m);
  return 3 * (side * VECTORS_HEIGHT + line * m->scale) + 2 * BETWEEN_VECTORS * m->scale;
}

/* Of the right end: bends of the keys, a matrix by pair, the output and what becomes of it. */
static float path_height(const Measure *m, float side) {
  float fixed =
      2 * OVERVIEW_TITLE + caption(m) + OVERVIEW_FUNNEL + bar_line(m) + tail(m->scene, m->box);
  return side * (VECTORS_HEIGHT + BEND_GAP + 1 + OUTPUT_HEIGHT) + fixed * m->scale;
}

/* A matrix that changes nothing is folded away. */
static bool folds_away(const Scene *scene, TracePart part) {
  const PairStage *pair = pair_stage_of(part);
  return trace_has_part(scene->trace, part) && pair->unchanged && pair->unchanged(scene);
}

/* Those that are drawn. Where features stand for softmax the weights come of them, and not of the
** scores. */
static int pair_parts(const Scene *scene, TracePart parts[TRACE_PAIR_PARTS_MOST]) {
  int count = trace_pair_parts_of(scene->trace, parts), kept = 0;
  if (overview_has_features(scene)) {
    parts[0] = TRACE_FEATURES_Q, parts[1] = TRACE_FEATURES_K, parts[2] = TRACE_WEIGHTS;
    return 3;
  }
  for (int i = 0; i < count; i++)
    if (!folds_away(scene, parts[i])) parts[kept++] = parts[i];
  return kept;
}

static float names_width(const Measure *m) {
  const Trace *trace = m->scene->trace;
  float size = overview_name_most(m->scene);
  float words = overview_words_width(m->scene, m->scale) * size / overview_word_most(m->scene);
  if (trace_keys_are_mixtures(trace) && trace_key_count(trace) > 0) {
    Pen pen = m->scene->pen;
    pen.text_scale = m->scale;
    TextStyle style = {FACE_BOLD, size, pen.theme->ink, ALIGN_END};
    const TraceToken *last = trace_key(trace, trace_key_count(trace) - 1);
    words = fmaxf(words, pen_width(&pen, style, last->label));
  }
  return fminf(words + 6 * m->scale, NAMES_MOST * m->scale * size / OVERVIEW_NAME_MOST);
}

static float layers_width(const Measure *m) {
  return layer_count_before(m->scene->trace, m->scene->view->layer) > 0
             ? (LAYERS_WIDTH + LAYERS_GAP) * m->scale
             : 0;
}

/* What does not grow with the matrices: layers, words, and their names beside Q, K and V. */
static float solid_width(const Measure *m) {
  return layers_width(m) + overview_words_width(m->scene, m->scale) + WORDS_GAP * m->scale +
         names_width(m);
}

/* Before a class larger names beside Q, K and V take of it, not of the matrices. */
static float tokens_gap(const Scene *scene) {
  return scene_is_presented(scene) ? TOKENS_GAP_FROM_AFAR : TOKENS_GAP;
}

/* Height and width each allow a side; everything else is a multiple of it or fixed. */
static float side_that_fits(const Measure *m) {
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  float room = m->box.h - 2 * MARGIN * m->scale, pairs = (float)pair_parts(m->scene, parts);
  float tall = fminf((room - path_height(m, 0)) / (path_height(m, 1) - path_height(m, 0)),
                     (room - vectors_height(m, 0)) / (3 * VECTORS_HEIGHT));
  float wide = (m->box.w - 2 * MARGIN * m->scale - solid_width(m)) /
               (tokens_gap(m->scene) + VECTORS_WIDTH + LINES_GAP + pairs + (pairs - 1) * ARROW_GAP);
  return floorf(fminf(tall, wide));
}

/* For larger text, which is read from far away, matrices may be smaller relative to it. */
static float side_least(float text_scale, bool has_bars) {
  float least =
      float_lerp(SIDE_LEAST, SIDE_LEAST_LARGE_TEXT, float_clamp((text_scale - 1) * 2, 0, 1));
  return has_bars ? least : least * SIDE_LEAST_WITHOUT_BARS;
}

/* Bars are left out before text shrinks, until the matrices are large enough for it; it grows with
** them on a large screen. */
static Measure measure_at(const Scene *scene, Box box) {
  float asked = scene->pen.text_scale;
  Measure m = {.scene = scene, .box = box, .scale = asked, .has_bars = true};
  float least = side_least(asked, true);
  if (side_that_fits(&m) < least * m.scale) m.has_bars = false;
  if (!m.has_bars) least = side_least(asked, false);
  while (m.scale > 0.5f && side_that_fits(&m) < least * m.scale) m.scale -= 0.05f;
  while (m.has_bars && m.scale < asked * TEXT_GROWTH_MOST) {
    Measure larger = m;
    larger.scale += 0.05f;
    if (side_that_fits(&larger) <= SIDE_CALM * larger.scale) break;
    m = larger;
  }
  return m;
}

static float side_at(const Scene *scene, Box box) {
  Measure m = measure_at(scene, box);
  return side_that_fits(&m);
}

static Measure measure(const Scene *scene, Box box) {
  Scene fitted = stage_fitted_to_side(scene, box, side_at);
  Measure m = measure_at(&fitted, box);
  m.scene = scene;
  m.plain = fitted.plain_text_scale;
  return m;
}

/* Above the words: "X₂" and "after layer 1". */
static const float STREAM_WORDS = 50;

/* Places `count` words between two heights, near a middle. */
static void place_words(const OverviewPlan *plan, Box *words, int count, float top, float bottom) {
  assert(count > 0);
  float middle = words->y, pitch = fminf(34 * plan->scale, (bottom - top) / (float)count);
  words->h = pitch * (float)count;
  words->y = float_clamp(middle - words->h / 2, top, fmaxf(top, bottom - words->h));
}

/* On a page two lines may be higher than in a window, beside the name of the first row. */
float overview_stream_words_height(const Scene *scene, const OverviewPlan *plan) {
  const Pen *pen = &scene->pen;
  float lines = pen_line_height(pen, 10.5f) + 1.5f * pen_line_height(pen, 14);
  float plain = STREAM_WORDS * plan->scale;
  return pen_is_of_print(pen) ? fmaxf(plain, lines + 10 * plan->scale) : plain;
}

/* Keys of another sentence stand beside K, above the queries. */
static void place_tokens(const Scene *scene, OverviewPlan *plan, Box box) {
  float top = box.y + MARGIN * plan->scale, bottom = box.y + box.h - MARGIN * plan->scale;
  plan->tokens.y = plan->q.y + plan->q.h / 2;
  if (trace_has_key_words(scene->trace)) {
    float between = (plan->k.y + plan->k.h + plan->q.y) / 2,
          heading = (scene_is_presented(scene) ? 16 : 12) * plan->scale;
    plan->keys = plan->tokens;
    plan->keys.y = plan->k.y + plan->k.h / 2;
    place_words(plan, &plan->keys, trace_key_count(scene->trace), top + heading, between - heading);
    top = between + heading;
  } else if (captions_stream_source(scene)) {
    top = fmaxf(top, box.y + overview_stream_words_height(scene, plan));
  }
  place_words(plan, &plan->tokens, trace_token_count(scene->trace), top, bottom);
}

/* Gaps between the matrices grow into remaining width, up to GAPS_STRETCH_MOST. */
static float stretch_gaps(float width, float solid, float gaps) {
  return float_clamp((width - solid) / gaps, 1, GAPS_STRETCH_MOST);
}

/* Width and height follow the numbers of keys and queries, within a limit,
** aligned at the bottom. Features are as many as there is room for. */
static Box by_shape(const Scene *scene, Box square, TracePart part) {
  float queries = (float)trace_token_count(scene->trace),
        keys = (float)trace_key_count(scene->trace);
  float w = square.w * float_clamp(keys / queries, SHAPE_LEAST, 1);
  float h = square.h * float_clamp(queries / keys, SHAPE_LEAST, 1);
  if (part == TRACE_FEATURES_Q) w = square.w;
  if (part == TRACE_FEATURES_K) h = square.h;
  return (Box){square.x + (square.w - w) / 2, square.y + square.h - h, w, h};
}

/* The sum of all gaps, in units of the width. */
static float all_gaps(const Scene *scene, float pairs) {
  return tokens_gap(scene) + LINES_GAP + (pairs - 1) * ARROW_GAP;
}

/* In a low and wide box matrices are widened before their gaps. */
static float widen(float width, float solid, float sides) {
  return float_clamp((width - solid) / sides, 1, WIDEN_MOST);
}

/* K, Q and V one below the other: Q beside the matrices by pair, V beside the output, as far as
** they do not touch. */
static void place_vectors(const Measure *m, OverviewPlan *plan, float x, float y, float bottom) {
  float s = m->scale, w = plan->vector_width, h = plan->side * VECTORS_HEIGHT;
  float step = h + (bar_line(m) + BETWEEN_VECTORS + OVERVIEW_TITLE) * s;
  Box pair = plan->pairs[0], output = plan->output;
  plan->k = (Box){x, y + OVERVIEW_TITLE * s, w, h};
  plan->q = (Box){x, fmaxf(plan->k.y + step, pair.y + (pair.h - h) / 2), w, h};
  float v_most = bottom - bar_line(m) * s - h;
  plan->q.y = fminf(plan->q.y, v_most - step);
  plan->v = (Box){x, fminf(fmaxf(plan->q.y + step, output.y + (output.h - h) / 2), v_most), w, h};
}

/* The matrices by pair in a row, from x to the right, and the mark of a folded one. */
static void place_pairs(const Measure *m, OverviewPlan *plan, float x, float y) {
  TracePart all[TRACE_PAIR_PARTS_MOST];
  float w = plan->width, side = plan->side;
  plan->pair_count = pair_parts(m->scene, plan->pair_parts);
  for (int i = 0; i < plan->pair_count; i++)
    plan->pairs[i] = by_shape(m->scene, (Box){x + (w + plan->arrow_gap) * (float)i, y, w, side},
                              plan->pair_parts[i]);
  plan->keys_at = overview_has_features(m->scene) ? 1 : 0;
  if (plan->keys_at > 0) return;
  int count = trace_pair_parts_of(m->scene->trace, all), drawn = 0;
  for (int i = 0; i < count; i++)
    if (!folds_away(m->scene, all[i])) {
      drawn++;
    } else if (drawn > 0 && drawn < plan->pair_count) {
      float middle = plan->pairs[drawn].x - plan->arrow_gap / 2;
      plan->folded = (Box){middle - 3 * m->scale, y, 6 * m->scale, side};
      plan->folded_part = all[i];
      plan->folded_before = drawn;
    }
}

/* Under the last matrix by pair, with the shares at its left and what becomes of it below. */
static void place_output(const Measure *m, OverviewPlan *plan, Box last) {
  const Scene *scene = m->scene;
  float s = m->scale, w = plan->width * OUTPUT_WIDTH;
  plan->output = (Box){last.x + last.w - w,
                       last.y + last.h + (caption(m) + OVERVIEW_FUNNEL + OVERVIEW_TITLE) * s, w,
                       plan->side * OUTPUT_HEIGHT};
  Box cells = overview_cells(plan, plan->output);
  plan->mouth = (Box){plan->output.x - (GATHER + MOUTH) * s, cells.y, MOUTH * s, cells.h};
  if (tail(scene, m->box) <= 0) return;
  float foot = plan->output.y + plan->output.h + (bar_line(m) + 4) * s,
        line = layer_line(scene, m->box);
  if (line > 0) plan->layer = (Box){plan->output.x, foot, plan->output.w, 11 * s};
  plan->answer = (Box){last.x - last.w, foot + line * s, 2 * last.w, (answer_line(scene) - 4) * s};
}

Box overview_cells(const OverviewPlan *plan, Box frame) {
  return box_inset(frame, 4 * fminf(plan->scale, 1.5f));
}

/* Each stack beside its words, as high as there is room for the name below it. */
static void place_key_layers(const Scene *scene, OverviewPlan *plan) {
  float line = 4 * plan->scale + pen_line_height(&scene->pen, 10.5f) + 6 * plan->scale;
  float height = fminf(plan->layers.h, fmaxf(plan->keys.h - line, 40 * plan->scale));
  plan->key_layers = plan->layers;
  plan->key_layers.h = height;
  plan->key_layers.y = plan->keys.y;
  plan->layers.y = fmaxf(plan->layers.y, plan->keys.y + height + line);
}

OverviewPlan overview_plan(const Scene *scene, Box box) {
  if (overview_is_upright(scene, box)) return overview_upright_plan(scene, box);
  Measure m = measure(scene, box);
  TracePart parts[TRACE_PAIR_PARTS_MOST];
  float s = m.scale, pairs = (float)pair_parts(scene, parts);
  OverviewPlan plan = {.scale = s,
                       .bottom = box.y + box.h,
                       .plain_scale = m.plain > 0 ? m.plain : s,
                       .side = fmaxf(side_that_fits(&m), 8),
                       .bar_line = bar_line(&m) * s,
                       .caption = caption(&m) * s,
                       .has_bars = m.has_bars,
                       .names_width = names_width(&m)};
  float gaps = all_gaps(scene, pairs), solid = solid_width(&m), room = box.w - 3 * MARGIN * s;
  float w = plan.width = plan.side * widen(room, solid, plan.side * (VECTORS_WIDTH + pairs + gaps));
  float stretch = stretch_gaps(room, solid + w * (VECTORS_WIDTH + pairs), w * gaps);
  float used_w = solid + w * (VECTORS_WIDTH + pairs) + w * gaps * stretch;
  float wider = float_clamp(room - used_w, 0, w * VECTORS_WIDER_MOST);
  plan.vector_width = w * VECTORS_WIDTH + wider;
  used_w += wider;
  float used_h = fmaxf(path_height(&m, plan.side), vectors_height(&m, plan.side));
  float x = box.x + (box.w - used_w) / 2, y = box.y + (box.h - used_h) / 2;
  float tokens_w = overview_words_width(scene, s), before = layers_width(&m);

  plan.arrow_gap = w * ARROW_GAP * stretch;
  plan.tokens = (Box){x + before, 0, tokens_w, 0};
  float vectors_x =
      x + before + tokens_w + WORDS_GAP * s + w * tokens_gap(scene) * stretch + plan.names_width;
  float pairs_x = vectors_x + plan.vector_width + w * LINES_GAP * stretch;
  float pairs_y = y + OVERVIEW_TITLE * s + plan.side * (VECTORS_HEIGHT + BEND_GAP);
  Box last = {pairs_x + (w + plan.arrow_gap) * (pairs - 1), pairs_y, w, plan.side};
  place_pairs(&m, &plan, pairs_x, pairs_y);
  place_output(&m, &plan, last);
  place_vectors(&m, &plan, vectors_x, y, y + used_h);
  plan.strip = (Box){pairs_x + w + plan.arrow_gap, y, last.x - pairs_x - plan.arrow_gap,
                     pairs_y - y - 44 * s};
  if (plan.keys_at > 0) { /* at the right of the keys' lines */
    float left = plan.pairs[1].x + plan.pairs[1].w + 12 * s;
    plan.strip.x = left, plan.strip.w = last.x + w - left;
  }
  place_tokens(scene, &plan, box);
  if (before > 0) {
    float height = fminf(box.h * 0.5f, 150 * s);
    plan.layers = (Box){x, plan.tokens.y + (plan.tokens.h - height) / 2, LAYERS_WIDTH * s, height};
    if (trace_half(scene->trace) == HALF_CROSS) place_key_layers(scene, &plan);
  }
  return plan;
}

float overview_text_scale(const Scene *scene, Box box) {
  return trace_token_count(scene->trace) == 0 ? scene->pen.text_scale : measure(scene, box).scale;
}
