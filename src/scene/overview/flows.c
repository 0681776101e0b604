/* scene/overview/flows.c -- the connections between the matrices of the overview: tokens to Q, K
** and V, each query to its row and each key to its column, values and weights to the output.
** Connections of parts that were not recorded are grey, or left out. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/overview/plan.h"

enum { LINES_MOST = 32 };

static Color soft(Color color, float alpha) { return color_fade(color, alpha); }

/* More than 32 lines in each direction would be a grey area. */
static int line_stride(int count) { return (count + LINES_MOST - 1) / LINES_MOST; }

/* Thinner than the cells that they lead to, so that neighbours do not touch. */
static float line_width(const Scene *scene, const OverviewPlan *plan) {
  Box box = plan->pairs[0];
  float pitch = fminf(box.h / (float)trace_token_count(scene->trace),
                      box.w / (float)trace_key_count(scene->trace));
  return float_clamp(pitch * 0.18f, 0.8f, 3 * plan->scale);
}

static void draw_query_line(const Scene *scene, const OverviewPlan *plan, int index, float width,
                            Color color) {
  assert(index >= 0 && index < trace_token_count(scene->trace));
  int count = trace_token_count(scene->trace);
  float inset = 4,
        from_y = plan->q.y + inset + (plan->q.h - 2 * inset) * ((float)index + 0.5f) / (float)count;
  float to_y = plan->pairs[0].y + plan->pairs[0].h * ((float)index + 0.5f) / (float)count;
  float from_x = plan->q.x + plan->q.w + 2 * plan->scale, to_x = plan->pairs[0].x - 4 * plan->scale;
  float middle = (from_x + to_x) / 2;
  draw_curve(scene->pen.list,
             (Point[]){{from_x, from_y}, {middle, from_y}, {middle, to_y}, {to_x, to_y}}, 4, width,
             color);
}

/* A line down through a bend into its column; the bend shrinks if the matrix is near. */
static void draw_key_line(const Scene *scene, const OverviewPlan *plan, int index, float width,
                          Color color) {
  assert(index >= 0 && index < trace_key_count(scene->trace));
  int count = trace_key_count(scene->trace);
  float inset = 4,
        y = plan->k.y + inset + (plan->k.h - 2 * inset) * ((float)index + 0.5f) / (float)count;
  float x = plan->pairs[0].x + plan->pairs[0].w * ((float)index + 0.5f) / (float)count;
  float from_x = plan->k.x + plan->k.w + 2 * plan->scale, to_y = plan->pairs[0].y - 4 * plan->scale;
  float bend = fminf(plan->side * 0.16f, fminf(x - from_x, to_y - y)), pull = bend * 0.55f;
  Point a = {x - bend, y}, b = {x, y + bend};
  Point points[] = {{from_x, y},     {from_x, y}, a, a,         {a.x + pull, y},
                    {x, b.y - pull}, b,           b, {x, to_y}, {x, to_y}};
  draw_curve(scene->pen.list, points, 10, width, color);
}

/* The selected ones come last and are strong, so that they lie above the others. */
void overview_flows(const Scene *scene, const OverviewPlan *plan, int query, int key) {
  const Theme *theme = scene->pen.theme;
  float width = line_width(scene, plan);
  bool meet = trace_has_part(scene->trace, TRACE_SCORES);
  bool asks = meet && trace_has_part(scene->trace, TRACE_Q);
  bool is_asked = meet && trace_has_part(scene->trace, TRACE_K);
  int queries = asks ? trace_token_count(scene->trace) : 0;
  int keys = is_asked ? trace_key_count(scene->trace) : 0;
  int every_key = line_stride(trace_key_count(scene->trace)),
      every_query = line_stride(trace_token_count(scene->trace));
  for (int i = 0; i < queries || i < keys; i++) {
    bool is_key = i < keys && i % every_key == 0, is_query = i < queries && i % every_query == 0;
    if (is_key && i != key) draw_key_line(scene, plan, i, width, soft(theme->key, 0.24f));
    if (is_query && i != query) draw_query_line(scene, plan, i, width, soft(theme->query, 0.26f));
  }
  float thick = fmaxf(width * 1.9f, 2.5f * plan->scale); /* independent of the number of lines */
  if (key >= 0 && is_asked) draw_key_line(scene, plan, key, thick, soft(theme->key, 0.9f));
  if (query >= 0 && asks) draw_query_line(scene, plan, query, thick, soft(theme->query, 0.95f));
}

/* Grey if the matrix was not recorded. */
static Color way_color(const Scene *scene, TracePart part, Color role, float alpha) {
  bool is_there = trace_has_part(scene->trace, part);
  return soft(is_there ? role : scene->pen.theme->muted, is_there ? alpha : alpha * 0.5f);
}

void overview_token_ribbons(const Scene *scene, const OverviewPlan *plan) {
  const Theme *theme = scene->pen.theme;
  bool cross = plan->keys.h > 0;
  struct {
    Box from, to;
    TracePart part;
    Color color;
  } ends[] = {{cross ? plan->keys : plan->tokens, plan->k, TRACE_K, theme->key},
              {cross ? plan->keys : plan->tokens, plan->v, TRACE_V, theme->value},
              {plan->tokens, plan->q, TRACE_Q, theme->query}};
  for (int i = 0; i < 3; i++) {
    Box from = ends[i].from, to = ends[i].to;
    pen_ribbon(&scene->pen, (Point){from.x + from.w + 12 * plan->scale, from.y}, from.h,
               (Point){to.x, to.y}, to.h, way_color(scene, ends[i].part, ends[i].color, 0.11f));
  }
}

void overview_value_ribbon(const Scene *scene, const OverviewPlan *plan) {
  const Pen *pen = &scene->pen;
  bool is_there = trace_has_part(scene->trace, TRACE_OUTPUT);
  Point from = {plan->v.x + plan->v.w, plan->v.y}, to = {plan->output.x, plan->output.y};
  pen_ribbon(pen, from, plan->v.h, to, plan->output.h,
             way_color(scene, is_there ? TRACE_V : TRACE_OUTPUT, pen->theme->value, 0.13f));
  if (!is_there || !trace_has_part(scene->trace, TRACE_V)) return;
  float y = (plan->v.y + plan->v.h / 2 + plan->output.y + plan->output.h / 2) / 2,
        line = 20 * pen->text_scale;
  float room = to.x - from.x - 48 * pen->text_scale,
        caption_end = plan->pairs[0].y + plan->pairs[0].h + OVERVIEW_CAPTION * pen->text_scale;
  TextStyle style = {FACE_SEMIBOLD, 14, pen->theme->value, ALIGN_MIDDLE};
  if (y - line / 2 > caption_end)
    pen_text_in(pen, style, (Box){from.x + 24 * pen->text_scale, y - line / 2, room, line},
                str_from(_("each word’s output is a blend of the values it listens to")));
}

/* From the weights to the output, which all of them make together. */
void overview_funnel(const Scene *scene, const OverviewPlan *plan) {
  assert(plan->pair_count > 0);
  Box from = plan->pairs[plan->pair_count - 1], to = plan->output;
  float s = plan->scale, top = from.y + from.h + OVERVIEW_CAPTION * s + 2 * s,
        bottom = top + OVERVIEW_FUNNEL * s - 2 * s;
  float middle = (top + bottom) / 2, left = from.x + from.w * 0.03f,
        right = from.x + from.w * 0.97f;
  Point top_left = {left, top}, top_right = {right, top};
  Point low_right = {to.x + to.w, bottom}, low_left = {to.x, bottom};
  Point points[] = {
      top_left,  top_left,  top_right, top_right, {right, middle},      {low_right.x, middle},
      low_right, low_right, low_left,  low_left,  {low_left.x, middle}, {left, middle},
      top_left};
  draw_ribbon(scene->pen.list, points, 13,
              way_color(scene, TRACE_OUTPUT, scene->pen.theme->weights, 0.16f));
}
