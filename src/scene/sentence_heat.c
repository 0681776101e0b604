/* scene/sentence_heat.c -- tokens on backgrounds in the colours of their weights. */
#include "scene/layer_words.h"
#include "scene/sentence_heat.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "scene/stages/stage.h"
#include "scene/matrix/threshold.h"
#include "scene/telling_row.h"

/* Design points. */
static const float PAD = 20, HEAD = 40, TOKEN = 13.5f, LINE = 46, CHIP = 24, SIDE = 6, GAP = 4;
static const float SHARE = 9, FOOT = 30, BAR = 16, PAD_OF_PRINT = 8;

/* -- one row ----------------------------------------------------------------------------------- */

/* Computes the threshold of that row only. */
static SentenceHeat tint_of_row(const Scene *scene, int query) {
  SentenceHeat tint = {.on = true, .query = query, .weights = stage_matrix(scene, TRACE_WEIGHTS)};
  if (query < 0 || query >= tint.weights.rows) return (SentenceHeat){.query = -1};
  tint.mask = trace_head_mask(scene->trace, scene->view->layer, scene->view->head);
  if (threshold_is_on(scene->view, TRACE_WEIGHTS))
    tint.kept = threshold_cuts(scene->pen.list->arena, tint.weights, scene->view->threshold, query,
                               query + 1);
  return tint;
}

SentenceHeat sentence_heat_of(const Scene *scene) {
  int query, key;
  view_focus(scene->view, &query, &key);
  if (!scene->view->tint || trace_token_count(scene->trace) == 0)
    return (SentenceHeat){.query = -1};
  if (query >= 0 && !scene_may_tell(scene, stage_of_part(TRACE_WEIGHTS), query, 0))
    return (SentenceHeat){.query = -1};
  return tint_of_row(scene, query);
}

/* Computed as a cell of the heatmap, so that it has the colour of the matrix. */
Color sentence_heat_color(const Scene *scene, const SentenceHeat *tint, int key) {
  assert(tint->on && tint->query >= 0);
  DrawHeatmap heatmap = {
      .box = {0, 0, 1, 1},
      .values = tint->weights,
      .mask = tint->mask,
      .kept = tint->kept,
      .mix = 1,
      .hatch_mix = 1,
      .palette = scene_palette(scene, TRACE_WEIGHTS),
      .range = scene_range(scene, TRACE_WEIGHTS, scene->view->layer, scene->view->head),
      .filled = scene_filled_of(scene, TRACE_WEIGHTS, tint->weights.rows, tint->weights.cols),
      .theme = scene->pen.theme->id};
  return draw_heatmap_color(&heatmap, tint->query, key);
}

static Number share_of(const Scene *scene, const SentenceHeat *tint, int key) {
  return number_share(mat_get(tint->weights, tint->query, key),
                      scene_hides(scene, tint->query, key));
}

Str sentence_heat_words(const Scene *scene, const SentenceHeat *tint, int key) {
  assert(tint->on && tint->query >= 0);
  Str from = scene_named(scene, tint->query), to = scene_key_named(scene, key);
  if (!scene_may_tell(scene, stage_of_part(TRACE_WEIGHTS), tint->query, key)) return (Str){"", 0};
  Number share = share_of(scene, tint, key);
  return str_from(str_format(scene->pen.list->arena, "%.*s → %.*s %s", (int)from.bytes, from.at,
                             (int)to.bytes, to.at, share.at));
}

/* -- the whole sentence ------------------------------------------------------------------------ */

typedef struct Flow {
  float left, width, x, y; /* position of the next token */
  float more;              /* of each token's width, so that the fullest line fills the width */
} Flow;

static TextStyle token_style(const Scene *scene) {
  return (TextStyle){FACE_MEDIUM, TOKEN, scene->pen.theme->ink, ALIGN_MIDDLE};
}

static TextStyle share_style(const Scene *scene) {
  return (TextStyle){FACE_MONO, SHARE, scene->pen.theme->muted, ALIGN_MIDDLE};
}

/* The box of the next token; begins a new line if it does not fit. Used for measuring and drawing,
** so that both break lines alike. */
static Box flow_next(const Scene *scene, Flow *flow, Str text) {
  float least = pen_width(&scene->pen, share_style(scene), STR("0.000"));
  float width = fmaxf(pen_width(&scene->pen, token_style(scene), text), least);
  width = fminf(width + 2 * stage_points(scene, SIDE) + flow->more, flow->width);
  if (flow->x > flow->left && flow->x + width > flow->left + flow->width + 0.5f) {
    flow->x = flow->left;
    flow->y += stage_points(scene, LINE);
  }
  Box box = {flow->x, flow->y, width, stage_points(scene, CHIP)};
  flow->x += width + stage_points(scene, GAP);
  return box;
}

static bool has_head(const Scene *scene) {
  return scene->interactive || !scene->view->export_look.figure.no_title;
}

/* Figures with a size of words stand among the text of a page, which has margins itself. */
static float pad_of(const Scene *scene) {
  return stage_points(scene, pen_is_of_print(&scene->pen) ? PAD_OF_PRINT : PAD);
}

static Flow flow_in(const Scene *scene, Box box) {
  float pad = pad_of(scene), gap = stage_points(scene, GAP), more = stage_points(scene, 40);
  float head = has_head(scene) ? stage_points(scene, HEAD) : 0;
  Flow flow = {box.x + pad, box.w - 2 * pad, box.x + pad, box.y + pad + head, 0};
  Flow tried = flow;
  int count = trace_key_count(scene->trace), in_line = 0;
  for (int i = 0; i < count; i++) {
    Flow before = tried;
    flow_next(scene, &tried, trace_key(scene->trace, i)->text);
    bool begins = tried.y > before.y;
    float used = before.x - gap - flow.left;
    if (begins && in_line > 0) more = fminf(more, (flow.width - used) / (float)in_line);
    in_line = begins ? 1 : in_line + 1;
  }
  if (in_line > 0) more = fminf(more, (flow.width - (tried.x - gap - flow.left)) / (float)in_line);
  flow.more = fmaxf(more * 0.999f, 0);
  return flow;
}

float sentence_heat_height(const Scene *scene, float width) {
  Flow flow = flow_in(scene, (Box){0, 0, width, 0});
  for (int i = 0; i < trace_key_count(scene->trace); i++)
    flow_next(scene, &flow, trace_key(scene->trace, i)->text);
  if (pen_is_of_print(&scene->pen)) return flow.y + stage_points(scene, LINE + BAR + PAD_OF_PRINT);
  return flow.y + stage_points(scene, LINE + FOOT + PAD);
}

static bool is_nothing(const SentenceHeat *tint, int key) {
  return mat_get(tint->weights, tint->query, key) < 0.0005f;
}

/* Ten times 0.000 says nothing in a figure; one that is missing would look forgotten. */
static bool leaves_nothings_out(const Scene *scene, const SentenceHeat *tint) {
  int count = trace_key_count(scene->trace), nothings = 0;
  for (int key = 0; key < count; key++) nothings += is_nothing(tint, key);
  return !scene->interactive && nothings > 2;
}

/* The query's token has an outline in the query's colour. The share is left out where it says
** nothing, if those are. */
static void draw_token(const Scene *scene, const SentenceHeat *tint, int key, Box box,
                       bool without_nothings) {
  const Pen *pen = &scene->pen;
  Color ground = sentence_heat_color(scene, tint, key);
  bool asks = !trace_is_cross(scene->trace) && key == tint->query;
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = stage_points(scene, 5),
                                .fill = ground,
                                .stroke = asks ? pen->theme->query : pen->theme->line,
                                .stroke_width = asks ? 2.0f : 1.0f});
  TextStyle style = token_style(scene);
  style.color = palette_digit(ground);
  pen_text_in(pen, style, box_inset(box, 1), trace_key(scene->trace, key)->text);
  Number share = share_of(scene, tint, key);
  Box below = {box.x, box.y + box.h + 1, box.w, stage_points(scene, 13)};
  if (without_nothings && is_nothing(tint, key)) return;
  pen_text_in(pen, share_style(scene), below, number_str(&share));
}

static void draw_head(const Scene *scene, const SentenceHeat *tint, Box box) {
  if (!has_head(scene)) return;
  const Pen *pen = &scene->pen;
  Str label = trace_token(scene->trace, tint->query)->label;
  float width =
      pen_text_in(pen, (TextStyle){FACE_BOLD, 14, pen->theme->ink, ALIGN_START}, box,
                  str_from(str_format(pen->list->arena, _("How “%.*s” divides its attention"),
                                      (int)label.bytes, label.at)));
  StrBuf words = strbuf_make(pen->list->arena);
  i18n_add_phrase(
      &words, "%s",
      layer_head_words(pen->list->arena, scene->trace, scene->view->layer, scene->view->head));
  if (tint->kept.at)
    i18n_add_phrase(&words, _("coloured: the keys that hold %g %%"),
                    (double)scene->view->threshold);
  float gap = stage_points(scene, 12);
  Box rest = {box.x + width + gap, box.y, box.w - width - gap, box.h};
  if (rest.w > stage_points(scene, 60))
    pen_text_in(pen, (TextStyle){FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_START}, rest,
                strbuf_str(&words));
}

/* Colours and the numbers at their ends, without the room that would centre them. */
static float bar_width(const Scene *scene) {
  ColorRange range = scene_range(scene, TRACE_WEIGHTS, scene->view->layer, scene->view->head);
  Number high = range.high >= 1 ? (Number){"1"} : number_at_least(number_end(range.high));
  TextStyle style = {FACE_MONO, 10.5f, COLOR_NONE, ALIGN_END};
  return 2 * pen_width(&scene->pen, style, number_str(&high)) + stage_points(scene, 84 + 13);
}

static void draw_bar(const Scene *scene, Box box) {
  pen_inline_bar(
      &scene->pen,
      &(ColorBar){.box = box,
                  .palette = scene_palette(scene, TRACE_WEIGHTS),
                  .range = scene_range(scene, TRACE_WEIGHTS, scene->view->layer, scene->view->head),
                  .is_capped = scene_range_is_capped(scene, TRACE_WEIGHTS)});
}

int sentence_heat_row(const Scene *scene) {
  const View *view = scene->view;
  int query, key, telling;
  view_focus(view, &query, &key);
  if (query >= 0) return query;
  telling = telling_row(scene);
  return telling >= 0 ? telling : trace_token_count(scene->trace) - 1;
}

void sentence_heat_draw(const Scene *scene, Box box) {
  SentenceHeat tint = sentence_heat_of(scene);
  if (!tint.on) tint = tint_of_row(scene, sentence_heat_row(scene));
  if (!tint.on) return;
  float pad = pad_of(scene);
  Flow flow = flow_in(scene, box);
  draw_head(scene, &tint,
            (Box){box.x + pad, box.y + pad, box.w - 2 * pad, stage_points(scene, 20)});
  bool without_nothings = leaves_nothings_out(scene, &tint);
  for (int i = 0; i < trace_key_count(scene->trace); i++) {
    Box place = flow_next(scene, &flow, trace_key(scene->trace, i)->text);
    draw_token(scene, &tint, i, place, without_nothings);
  }
  float y = flow.y + stage_points(scene, LINE);
  draw_bar(scene, (Box){box.x + pad, y, bar_width(scene), stage_points(scene, BAR)});
}
