/* scene/overview/flows.c -- the lines of the overview: each query to its row and each key to its
** column, the weights to the output. Connections of parts that were not recorded are grey, or left
** out. */
#include <assert.h>
#include <math.h>

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
  Box rows = overview_cells(plan, plan->q);
  float from_y = rows.y + rows.h * ((float)index + 0.5f) / (float)count;
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
  Box rows = overview_cells(plan, plan->k);
  float y = rows.y + rows.h * ((float)index + 0.5f) / (float)count;
  Box to = plan->pairs[plan->keys_at];
  float x = to.x + to.w * ((float)index + 0.5f) / (float)count;
  float from_x = plan->k.x + plan->k.w + 2 * plan->scale, to_y = to.y - 4 * plan->scale;
  float bend = fminf(plan->side * 0.16f, fminf(x - from_x, to_y - y)), pull = bend * 0.55f;
  Point a = {x - bend, y}, b = {x, y + bend};
  Point points[] = {{from_x, y},     {from_x, y}, a, a,         {a.x + pull, y},
                    {x, b.y - pull}, b,           b, {x, to_y}, {x, to_y}};
  draw_curve(scene->pen.list, points, 10, width, color);
}

/* The followed ones come last and are strong, so that they lie above the others, which at rest step
** back. */
void overview_flows(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road) {
  const Theme *theme = scene->pen.theme;
  bool steps_back = road->is_rest && road->gathered.kind != GATHERED_EVENLY;
  float width = line_width(scene, plan);
  Color of_key = soft(theme->key, steps_back ? 0.2f : 0.34f);
  Color of_query = soft(theme->query, steps_back ? 0.22f : 0.36f);
  bool meet = trace_has_part(scene->trace, TRACE_SCORES) || overview_has_features(scene);
  bool asks = meet && trace_has_part(scene->trace, TRACE_Q);
  bool is_asked = meet && trace_has_part(scene->trace, overview_keys(scene));
  int queries = asks ? trace_token_count(scene->trace) : 0;
  int keys = is_asked ? trace_key_count(scene->trace) : 0;
  int every_key = line_stride(trace_key_count(scene->trace)),
      every_query = line_stride(trace_token_count(scene->trace));
  for (int i = 0; i < queries || i < keys; i++) {
    bool is_key = i < keys && i % every_key == 0, is_query = i < queries && i % every_query == 0;
    if (is_key && i != road->key) draw_key_line(scene, plan, i, width, of_key);
    if (is_query && i != road->query) draw_query_line(scene, plan, i, width, of_query);
  }
  float thick = fmaxf(width * 1.9f, 2.5f * plan->scale); /* independent of the number of lines */
  if (road->key >= 0 && is_asked)
    draw_key_line(scene, plan, road->key, thick, soft(theme->key, 0.9f));
  if (road->query >= 0 && asks)
    draw_query_line(scene, plan, road->query, thick, soft(theme->query, 0.95f));
}

Color overview_way_color(const Scene *scene, TracePart part, Color role, float alpha) {
  bool is_there = trace_has_part(scene->trace, part);
  return soft(is_there ? role : scene->pen.theme->muted, is_there ? alpha : alpha * 0.5f);
}

/* From the weights down to the bar of shares, which is a row of them stood upright. */
void overview_stem(const Scene *scene, const OverviewPlan *plan) {
  assert(plan->pair_count > 0);
  Box from = plan->pairs[plan->pair_count - 1], to = plan->mouth;
  float s = plan->scale, top = from.y + from.h + plan->caption, bottom = to.y;
  float wider = to.w * 0.9f, left = to.x - wider, right = to.x + to.w + wider;
  float middle = (top + bottom) / 2;
  if (bottom - top < 6 * s) return;
  Point points[] = {
      {left, top},     {left, top},           {right, top},          {right, top},
      {right, middle}, {to.x + to.w, middle}, {to.x + to.w, bottom}, {to.x + to.w, bottom},
      {to.x, bottom},  {to.x, bottom},        {to.x, middle},        {left, middle},
      {left, top}};
  Color weights = scene->pen.theme->weights;
  draw_gradient_ribbon(scene->pen.list, points, 13,
                       (DrawGradient){{left, top},
                                      {left, bottom},
                                      overview_way_color(scene, TRACE_OUTPUT, weights, 0),
                                      overview_way_color(scene, TRACE_OUTPUT, weights, 0.6f)});
}
