/* scene/overview.c -- the whole path of one head in one calm picture.
**
**        K ─────╮│││                          tokens flow into Q, K and V; each query flows into
**   tokens      ││││                          its row, each key bends down into its column; the
**        Q ──── scores → scaled → masked → weights       four matrices stand in a row; V's ribbon
**        V ═════════════════════════════ output          and the weights meet at the output.
**
** Where everything lies is said in overview_plan.c. */
#include <math.h>

#include "base/words.h"
#include "scene/divisor.h"
#include "scene/heads.h"
#include "scene/letters.h"
#include "scene/number.h"
#include "scene/overview_plan.h"

enum { LINES_MOST = 32 };

static const TracePart PAIR_PARTS[OVERVIEW_PAIRS] = {TRACE_SCORES, TRACE_SCALED, TRACE_MASKED,
                                                     TRACE_WEIGHTS};
static const StageId PAIR_STAGES[OVERVIEW_PAIRS] = {STAGE_SCORES, STAGE_SCALED, STAGE_MASKED,
                                                    STAGE_WEIGHTS};

/* -- parts -- */

static void matrix(const Scene *scene, Box box, TracePart part, float gap_most) {
  const View *view = scene->view;
  MatView values = trace_matrix(scene->trace, part, view->layer, view->head);
  float cell = fminf(box.w / (float)values.cols, box.h / (float)values.rows);
  bool is_hatched = part == TRACE_MASKED || part == TRACE_WEIGHTS;
  draw_heatmap(scene->pen.list,
               (DrawHeatmap){.box = box,
                             .values = values,
                             .masked = is_hatched ? trace_matrix(scene->trace, TRACE_MASKED,
                                                                 view->layer, view->head)
                                                  : (MatView){0},
                             .mix = 1,
                             .hatch_mix = 1,
                             .palette = scene_palette(scene, part),
                             .range = scene_range(scene, part, view->layer, view->head),
                             .gap = cell > 5 ? fminf(gap_most, cell * 0.16f) : 0,
                             .corner = cell > 9 ? fminf(3, cell * 0.14f) : 0,
                             .filled = -1,
                             .theme = scene->pen.theme->id});
}

static void inline_bar(const Scene *scene, Box under, TracePart part) {
  pen_inline_bar(&scene->pen, under, scene_palette(scene, part),
                 scene_range(scene, part, scene->view->layer, scene->view->head));
}

static Str size_words(const Scene *scene, TracePart part) {
  MatView values = trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
  return str_from(str_format(scene->pen.list->arena, "%d × %d", values.rows, values.cols));
}

/* "K  11 × 16" above a matrix. */
static void vector_title(const Scene *scene, Box box, TracePart part, const char *name) {
  const Pen *pen = &scene->pen;
  float s = pen->text_scale;
  TextStyle bold = {FACE_BOLD, 18, scene_part_color(pen->theme, part), ALIGN_START};
  TextStyle mono = {FACE_MONO, 10.5f, pen->theme->muted, ALIGN_START};
  float name_w = pen_width(pen, bold, str_from(name)),
        size_w = pen_width(pen, mono, size_words(scene, part));
  float gap = 8 * s, width = name_w + gap + size_w, baseline = box.y - 8 * s;
  if (width > box.w + 24 * s) size_w = gap = 0, width = name_w;
  float x = box.x + (box.w - width) / 2;
  pen_text(pen, bold, (Point){x, baseline}, str_from(name));
  if (size_w > 0) pen_text(pen, mono, (Point){x + name_w + gap, baseline}, size_words(scene, part));
}

static void open_hit(const Scene *scene, Box box, StageId stage) {
  if (!scene->interactive) return;
  const char *open = str_format(scene->pen.list->arena, "stage %s", stage_info(stage)->name);
  int rows, cols;
  trace_stage_shape(scene->trace, stage, &rows, &cols);
  bool by_pair = stage_info(stage)->by_pair;
  draw_hit(scene->pen.list, (DrawHit){.box = box,
                                      .rows = by_pair ? rows : 0,
                                      .cols = by_pair ? cols : 0,
                                      .cursor = CURSOR_HAND,
                                      .click = open,
                                      .hover = by_pair ? "hover %r %c" : NULL,
                                      .tip = by_pair ? NULL : _("click: open this stage")});
}

static void vectors(const Scene *scene, Box box, TracePart part, const char *name) {
  const Pen *pen = &scene->pen;
  Color role = scene_part_color(pen->theme, part);
  float inset = 4 * fminf(pen->text_scale, 1.5f);
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = 6,
                                .fill = pen->theme->panel,
                                .stroke = role,
                                .stroke_width = 1.5f * fmaxf(1, pen->text_scale)});
  matrix(scene, box_inset(box, inset), part, 1);
  vector_title(scene, box, part, name);
  inline_bar(scene,
             (Box){box.x - 20, box.y + box.h + 2 * pen->text_scale, box.w + 40,
                   (OVERVIEW_BAR_LINE - 2) * pen->text_scale},
             part);
  open_hit(scene, box, part == TRACE_OUTPUT ? STAGE_OUTPUT : STAGE_QKV);
}

static void pair_caption(const Scene *scene, Box box, int index) {
  static const char *const NAMES[OVERVIEW_PAIRS] = {N_("Scores"), N_("Scaled"), N_("Masked"),
                                                    N_("Weights")};
  const Pen *pen = &scene->pen;
  float s = pen->text_scale, y = box.y + box.h;
  float aside = fminf(12 * s, box.w * 0.13f); /* into the gaps, where it is tight */
  TracePart part = PAIR_PARTS[index];
  Color color = part == TRACE_WEIGHTS ? pen->theme->weights : pen->theme->ink;
  TextStyle bold = {FACE_BOLD, 16, color, ALIGN_START};
  TextStyle symbols = {FACE_MEDIUM, 13, pen->theme->muted, ALIGN_START};
  Str name = str_from(_(NAMES[index])), symbol = str_from(stage_info(PAIR_STAGES[index])->symbol);
  if (part == TRACE_SCALED)
    symbol = str_from(
        str_format(pen->list->arena, "÷ %s", divisor_of(scene->trace, scene->view->layer).symbol));
  float name_w = pen_width(pen, bold, name), symbol_w = pen_symbol_width(pen, symbols, symbol),
        gap = 8 * s;
  if (name_w + gap + symbol_w > box.w + 2 * aside) symbol_w = gap = 0;
  float x = box.x + (box.w - name_w - gap - symbol_w) / 2, baseline = y + 24 * s;
  pen_text(pen, bold, (Point){x, baseline}, name);
  if (symbol_w > 0) pen_symbol(pen, symbols, (Point){x + name_w + gap, baseline}, symbol);
  inline_bar(scene,
             (Box){box.x - aside, y + 30 * s, box.w + 2 * aside, (OVERVIEW_BAR_LINE - 2) * s},
             part);
}

static Color soft(Color color, float alpha) { return color_fade(color, alpha); }

/* -- what flows -- */

static int line_stride(const Scene *scene) {
  return (trace_token_count(scene->trace) + LINES_MOST - 1) / LINES_MOST;
}

static float line_width(const Scene *scene, const OverviewPlan *plan) {
  float pitch = plan->side / (float)trace_token_count(scene->trace);
  return fminf(fmaxf(pitch * 0.18f, 0.8f), 3 * plan->scale);
}

static void query_line(const Scene *scene, const OverviewPlan *plan, int index, float width,
                       Color color) {
  int count = trace_token_count(scene->trace);
  float inset = 4,
        from_y = plan->q.y + inset + (plan->q.h - 2 * inset) * ((float)index + 0.5f) / (float)count;
  float to_y = plan->pairs[0].y + plan->side * ((float)index + 0.5f) / (float)count;
  float from_x = plan->q.x + plan->q.w + 2 * plan->scale, to_x = plan->pairs[0].x - 4 * plan->scale;
  float middle = (from_x + to_x) / 2;
  draw_curve(scene->pen.list,
             (Point[]){{from_x, from_y}, {middle, from_y}, {middle, to_y}, {to_x, to_y}}, 4, width,
             color);
}

static void key_line(const Scene *scene, const OverviewPlan *plan, int index, float width,
                     Color color) {
  int count = trace_key_count(scene->trace);
  float inset = 4,
        y = plan->k.y + inset + (plan->k.h - 2 * inset) * ((float)index + 0.5f) / (float)count;
  float x = plan->pairs[0].x + plan->side * ((float)index + 0.5f) / (float)count;
  float from_x = plan->k.x + plan->k.w + 2 * plan->scale, to_y = plan->pairs[0].y - 4 * plan->scale;
  float bend = fminf(plan->side * 0.16f, fminf(x - from_x, to_y - y)), pull = bend * 0.55f;
  Point a = {x - bend, y}, b = {x, y + bend};
  Point points[] = {{from_x, y},     {from_x, y}, a, a,         {a.x + pull, y},
                    {x, b.y - pull}, b,           b, {x, to_y}, {x, to_y}};
  draw_curve(scene->pen.list, points, 10, width, color);
}

static void flows(const Scene *scene, const OverviewPlan *plan, int query, int key) {
  const Theme *theme = scene->pen.theme;
  float width = line_width(scene, plan);
  int queries = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  for (int i = 0; i < queries || i < keys; i += line_stride(scene)) {
    if (i < keys && i != key) key_line(scene, plan, i, width, soft(theme->key, 0.24f));
    if (i < queries && i != query) query_line(scene, plan, i, width, soft(theme->query, 0.26f));
  }
  float thick = fmaxf(width * 1.9f, 2.5f * plan->scale); /* whatever the number of lines */
  if (key >= 0) key_line(scene, plan, key, thick, soft(theme->key, 0.9f));
  if (query >= 0) query_line(scene, plan, query, thick, soft(theme->query, 0.95f));
}

static void token_ribbons(const Scene *scene, const OverviewPlan *plan) {
  const Theme *theme = scene->pen.theme;
  float x = plan->tokens.x + plan->tokens.w + 12 * plan->scale;
  struct {
    Box to;
    Color color;
  } ends[] = {{plan->k, theme->key}, {plan->v, theme->value}, {plan->q, theme->query}};
  for (int i = 0; i < 3; i++)
    pen_ribbon(&scene->pen, (Point){x, plan->tokens.y}, plan->tokens.h,
               (Point){ends[i].to.x, ends[i].to.y}, ends[i].to.h, soft(ends[i].color, 0.11f));
}

static void value_ribbon(const Scene *scene, const OverviewPlan *plan) {
  const Pen *pen = &scene->pen;
  Point from = {plan->v.x + plan->v.w, plan->v.y}, to = {plan->output.x, plan->output.y};
  pen_ribbon(pen, from, plan->v.h, to, plan->output.h, soft(pen->theme->value, 0.13f));
  float y = (plan->v.y + plan->v.h / 2 + plan->output.y + plan->output.h / 2) / 2,
        line = 20 * pen->text_scale;
  float room = to.x - from.x - 48 * pen->text_scale,
        caption_end = plan->pairs[0].y + plan->side + OVERVIEW_CAPTION * pen->text_scale;
  TextStyle style = {FACE_SEMIBOLD, 14, pen->theme->value, ALIGN_MIDDLE};
  if (y - line / 2 > caption_end)
    pen_text_in(pen, style, (Box){from.x + 24 * pen->text_scale, y - line / 2, room, line},
                str_from(_("each word’s output is a blend of the values it listens to")));
}

static void funnel(const Scene *scene, const OverviewPlan *plan) {
  Box from = plan->pairs[OVERVIEW_PAIRS - 1], to = plan->output;
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
  draw_ribbon(scene->pen.list, points, 13, soft(scene->pen.theme->weights, 0.16f));
}

/* -- tokens and focus -- */

/* Names stand a line apart. The query's and the key's always show, at their place or just beside
** the other's; of the rest every n-th that keeps clear of them. */
typedef struct TokenNames {
  const Scene *scene;
  const OverviewPlan *plan;
  int query, key, stride;
  float pitch, line;
} TokenNames;

static float own_middle(const TokenNames *names, int token) {
  return names->plan->tokens.y + names->pitch * ((float)token + 0.5f);
}

static float name_middle(const TokenNames *names, int token) {
  float middle = own_middle(names, token), query = own_middle(names, names->query);
  if (token != names->key || names->query < 0 || token == names->query) return middle;
  return token < names->query ? fminf(middle, query - names->line)
                              : fmaxf(middle, query + names->line);
}

static bool is_clear_of(const TokenNames *names, int token, int focused) {
  return focused < 0 ||
         fabsf(own_middle(names, token) - name_middle(names, focused)) >= names->line;
}

static void token_name(const TokenNames *names, int token) {
  const Pen *pen = &names->scene->pen;
  const OverviewPlan *plan = names->plan;
  bool is_query = token == names->query, is_key = token == names->key;
  Color color = is_query ? pen->theme->query : is_key ? pen->theme->key : pen->theme->ink;
  TextStyle style = {is_query || is_key ? FACE_BOLD : FACE_MEDIUM, 14, color, ALIGN_END};
  float line = pen_line_height(pen, 14);
  Box place = {plan->tokens.x, name_middle(names, token) - line / 2, plan->tokens.w, line};
  pen_text_in(pen, style, place, letters_token_shown(trace_token(names->scene->trace, token)));
  if (!names->scene->interactive) return;
  float height = fminf(line, names->pitch * (float)names->stride);
  draw_hit(pen->list, (DrawHit){.box = {place.x, place.y, place.w + 12 * plan->scale, height},
                                .cursor = CURSOR_HAND,
                                .click = str_format(pen->list->arena, "cell %d row", token + 1),
                                .hover = str_format(pen->list->arena, "hover %d row", token + 1)});
}

static void token_names(const Scene *scene, const OverviewPlan *plan, int query, int key) {
  int count = trace_token_count(scene->trace);
  if (trace_is_cross(scene->trace)) key = -1; /* it is no token of this sentence */
  TokenNames names = {.scene = scene, .plan = plan, .query = query, .key = key};
  names.pitch = plan->tokens.h / (float)count;
  names.line = pen_line_height(&scene->pen, 14) * 0.95f;
  names.stride = (int)ceilf(names.line / names.pitch);
  bool all = names.stride <= 1;
  for (int i = 0; i < count; i += all ? 1 : names.stride)
    if (i != query && i != key &&
        (all || (is_clear_of(&names, i, query) && is_clear_of(&names, i, key))))
      token_name(&names, i);
  if (query >= 0) token_name(&names, query);
  if (key >= 0 && key != query) token_name(&names, key);
}

static void focus_row(const Scene *scene, Box cells, int row, int rows) {
  float pitch = cells.h / (float)rows, room = fminf(3 * scene->pen.text_scale, pitch * 0.3f);
  float height = fmaxf(pitch + room, 5 * scene->pen.text_scale); /* the row stays seen inside */
  float middle = cells.y + pitch * ((float)row + 0.5f);
  Box outline = {cells.x - room, middle - height / 2, cells.w + 2 * room, height};
  draw_box(scene->pen.list, (DrawBox){.box = outline,
                                      .corner = 3,
                                      .stroke = scene->pen.theme->focus,
                                      .stroke_width = fminf(2.5f * scene->pen.text_scale,
                                                            fmaxf(1.5f, pitch * 0.2f))});
}

/* "it → animal 0.97" above the weights, with a line down to the cell. */
static void answer(const Scene *scene, const OverviewPlan *plan, int query, int key) {
  const Pen *pen = &scene->pen;
  const Trace *trace = scene->trace;
  Box box = plan->pairs[OVERVIEW_PAIRS - 1];
  int count = trace_key_count(trace);
  MatView weights = trace_matrix(trace, TRACE_WEIGHTS, scene->view->layer, scene->view->head);
  Number weight = number_share(mat_get(weights, query, key), scene_hides(scene, query, key));
  Str from = trace_token(trace, query)->label, to = trace_key(trace, key)->label;
  const char *words = str_format(pen->list->arena, "%.*s → %.*s  %s", (int)from.bytes, from.at,
                                 (int)to.bytes, to.at, weight.at);
  TextStyle style = {FACE_SEMIBOLD, 13, pen->theme->ink, ALIGN_START};
  float line = pen_line_height(pen, 13), x = box.x + box.w * ((float)key + 0.5f) / (float)count;
  float width = fminf(pen_width(pen, style, str_from(words)), box.w * 2);
  float left = fminf(fmaxf(x - width / 2, box.x - box.w), box.x + box.w - width);
  float top = box.y - line - 8 * plan->scale;
  pen_text_in(pen, style, (Box){left, top, width, line}, str_from(words));
  float to_y = box.y + box.h * (float)query / (float)count;
  draw_line(pen->list, (Point){x, box.y - 6 * plan->scale}, (Point){x, to_y}, 1.5f,
            pen->theme->ink);
}

static void focus(const Scene *scene, const OverviewPlan *plan, int query, int key) {
  if (query < 0) return;
  int count = trace_token_count(scene->trace);
  for (int i = 0; i < OVERVIEW_PAIRS; i++) focus_row(scene, plan->pairs[i], query, count);
  focus_row(scene, box_inset(plan->output, 4 * fminf(plan->scale, 1.5f)), query, count);
  if (key >= 0) answer(scene, plan, query, key);
}

/* At most the row of an existing token; without a key the heaviest one. */
static void find_focus(const Scene *scene, int *query, int *key) {
  view_focus(scene->view, query, key);
  int count = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  if (*query >= count) *query = *key = -1;
  if (*query < 0 || scene_row_hidden(scene, *query)) *key = -1;
  else if (*key < 0 || *key >= keys)
    *key = scene->workings && scene->workings->query == *query ? scene->workings->by_weight[0] : -1;
}

static void pairs(const Scene *scene, const OverviewPlan *plan) {
  const Pen *pen = &scene->pen;
  for (int i = 0; i < OVERVIEW_PAIRS; i++) {
    matrix(scene, plan->pairs[i], PAIR_PARTS[i], 2);
    pair_caption(scene, plan->pairs[i], i);
    open_hit(scene, plan->pairs[i], PAIR_STAGES[i]);
    if (i == 0) continue;
    float gap = plan->arrow_gap, length = fminf(gap * 0.46f, 26 * plan->scale);
    Point from = {plan->pairs[i].x - gap / 2 - length / 2, plan->pairs[i].y + plan->side / 2};
    pen_arrow(pen, from, length, pen->theme->muted);
  }
  TextStyle style = {FACE_SEMIBOLD, 10.5f, pen->theme->query, ALIGN_END};
  float y = plan->pairs[0].y - 6 * plan->scale;
  pen_text(pen, style, (Point){plan->pairs[0].x - 6 * plan->scale, y}, str_from(_("query ↓")));
  style.align = ALIGN_START;
  style.color = pen->theme->key;
  pen_text(pen, style, (Point){plan->pairs[0].x + plan->side + 6 * plan->scale, y},
           str_from(_("key →")));
}

/* -- what becomes of the row -- */

/* The focused row as the layer hands it on, under the head's output: that went into it. */
static void layer_row(const Scene *scene, const OverviewPlan *plan, int query) {
  const Pen *pen = &scene->pen;
  MatView block = trace_matrix(scene->trace, TRACE_BLOCK, scene->view->layer, 0);
  float pitch = plan->layer.w / (float)block.cols;
  draw_heatmap(pen->list,
               (DrawHeatmap){.box = plan->layer,
                             .values = {mat_row(block, query), 1, block.cols, block.stride},
                             .mix = 1,
                             .palette = scene_palette(scene, TRACE_BLOCK),
                             .range = scene_range(scene, TRACE_BLOCK, scene->view->layer, 0),
                             .gap = pitch > 5 ? 0.75f : 0,
                             .filled = -1,
                             .theme = pen->theme->id});
  Str name = trace_token(scene->trace, query)->label;
  const char *words = str_format(pen->list->arena, _("layer %d hands on “%.*s” as"),
                                 scene->view->layer + 1, (int)name.bytes, name.at);
  TextStyle style = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_END};
  Box label = {plan->layer.x - plan->side * 1.2f, plan->layer.y,
               plan->side * 1.2f - 8 * plan->scale, plan->layer.h};
  pen_text_in(pen, style, label, str_from(words));
  open_hit(scene, plan->layer, STAGE_BLOCK);
}

/* "it → animal  99 %", where the model was trained to answer and this is its last layer. */
static void model_answer(const Scene *scene, const OverviewPlan *plan, int query) {
  const Pen *pen = &scene->pen;
  const Trace *trace = scene->trace;
  TraceCandidate best;
  bool is_last = scene->view->layer + 1 == trace_layer_count(trace);
  if (!is_last || !trace_is_asked(trace, query)) return;
  if (trace_candidates(trace, query, &best, 1) == 0) return;
  Str from = letters_token_shown(trace_token(trace, query)), to = trace_word(trace, best.word);
  Number percent = number_percent(best.probability);
  const char *words = str_format(pen->list->arena, "%.*s → %.*s  %s", (int)from.bytes, from.at,
                                 (int)to.bytes, to.at, percent.at);
  TextStyle style = {FACE_BOLD, 16, pen->theme->weights, ALIGN_MIDDLE};
  float middle = plan->output.x + plan->output.w / 2;
  float right = plan->pairs[OVERVIEW_PAIRS - 1].x + plan->side;
  float width = fminf(pen_width(pen, style, str_from(words)) + 1, plan->answer.w);
  float left = fminf(middle - width / 2, right - width);
  Box box = {left, plan->answer.y, width, plan->answer.h};
  pen_text_in(pen, style, box, str_from(words));
  open_hit(scene, box, STAGE_LOGITS);
}

static void what_becomes(const Scene *scene, const OverviewPlan *plan, int query) {
  if (query < 0) return;
  if (plan->layer.h > 0) layer_row(scene, plan, query);
  if (plan->answer.h > 0) model_answer(scene, plan, query);
}

static void empty_words(const Scene *scene, Box box) {
  TextStyle style = {FACE_MEDIUM, 24, scene->pen.theme->muted, ALIGN_MIDDLE};
  pen_text_in(&scene->pen, style, box, str_from(_("Type a sentence")));
}

void overview_draw(const Scene *given, Box box) {
  if (trace_token_count(given->trace) == 0) {
    empty_words(given, box);
    return;
  }
  OverviewPlan plan = overview_plan(given, box);
  Scene scene = *given;
  scene.pen.text_scale = plan.scale;
  int query, key;
  find_focus(&scene, &query, &key);

  token_ribbons(&scene, &plan);
  value_ribbon(&scene, &plan);
  funnel(&scene, &plan);
  flows(&scene, &plan, query, key);
  token_names(&scene, &plan, query, key);
  vectors(&scene, plan.k, TRACE_K, "K");
  vectors(&scene, plan.q, TRACE_Q, "Q");
  vectors(&scene, plan.v, TRACE_V, "V");
  pairs(&scene, &plan);
  vectors(&scene, plan.output, TRACE_OUTPUT, _("Output"));
  what_becomes(&scene, &plan, query);
  focus(&scene, &plan, query, key);
  if (scene.interactive) heads_draw_strip(&scene, plan.strip);
}

Box overview_matrix_box(const Scene *scene, Box box, StageId stage) {
  if (trace_token_count(scene->trace) == 0) return box;
  OverviewPlan plan = overview_plan(scene, box);
  for (int i = 0; i < OVERVIEW_PAIRS; i++)
    if (PAIR_STAGES[i] == stage) return plan.pairs[i];
  if (stage == STAGE_QKV) return plan.q;
  return stage >= STAGE_OUTPUT ? plan.output : plan.tokens;
}
