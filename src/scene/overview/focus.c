/* scene/overview/focus.c -- what is chosen: its row in every matrix, its key, and how much of it is
** gathered. */
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/overview/parts.h"
#include "scene/overview/upright.h"

/* The row stays visible inside the outline and its hairline. */
static void outline_row(const Scene *scene, Box cells, int row, int rows, bool is_focus) {
  assert(row >= 0 && row < rows);
  float scale = scene->pen.text_scale, pitch = cells.h / (float)rows;
  float width = fminf(2.5f * scale, fmaxf(1.5f, pitch * 0.2f));
  float room = fmaxf(fminf(3 * scale, pitch * 0.3f), width + 2 * float_clamp(scale, 1, 1.6f));
  float height = pitch + room, middle = cells.y + pitch * ((float)row + 0.5f);
  Box outline = {cells.x - room, middle - height / 2, cells.w + 2 * room, height};
  DrawBox box = {.box = outline, .corner = 3, .stroke_width = width};
  const float pitch_of_focus = 12; /* below, its hairlines would lie on the rows of a figure */
  if (is_focus && (scene->interactive || pitch >= pitch_of_focus)) {
    pen_focus_outline(&scene->pen, box);
    return;
  }
  const float of_focus = 0.6f; /* what belongs to the focus is thinner */
  box.stroke = scene->pen.theme->ink;
  box.stroke_width = fmaxf(of_focus * width, 1);
  draw_box(scene->pen.list, box);
}

/* Where a cell is chosen, the focus is that and not its row. */
static bool is_cell_chosen(const Scene *scene) {
  int query, key;
  view_focus(scene->view, &query, &key);
  return query >= 0 && key >= 0 && key < trace_key_count(scene->trace);
}

/* Close around it, as it is framed where its matrix is large. */
static void outline_cell(const Scene *scene, Box cells, int row) {
  int query, key;
  view_focus(scene->view, &query, &key);
  float wide = cells.w / (float)trace_key_count(scene->trace),
        pitch = cells.h / (float)trace_token_count(scene->trace);
  float width = float_clamp(fminf(wide, pitch) * 0.15f, 1.5f, 2 * scene->pen.text_scale);
  Box cell = {cells.x + wide * (float)key, cells.y + pitch * (float)row, wide, pitch};
  pen_focus_outline(
      &scene->pen,
      (DrawBox){.box = box_inset(cell, -width / 2 - 0.5f), .corner = 3, .stroke_width = width});
}

/* What is said above the weights, in as many words as have room: "it → animal  0.97",
** "it → animal", "animal"; at rest "animal, mean 0.31", "animal 0.31", "animal". */
typedef struct Answer {
  Str words[3];
  Number number;
} Answer;

/* Of the softmax, before what a dropout leaves of it; the last one where that was not recorded. */
static Box weights_box(const OverviewPlan *plan) {
  for (int i = 0; i < plan->pair_count; i++)
    if (plan->pair_parts[i] == TRACE_WEIGHTS) return plan->pairs[i];
  return plan->pairs[plan->pair_count - 1];
}

static Answer answer_of_row(const Scene *scene, int query, int key) {
  Arena *arena = scene->pen.list->arena;
  const Trace *trace = scene->trace;
  MatView weights =
      trace_matrix(trace, trace_output_weights(trace), scene->view->layer, scene->view->head);
  Number weight = number_share(mat_get(weights, query, key), scene_hides(scene, query, key));
  Str from = scene_named(scene, query), to = scene_key_named(scene, key);
  return (Answer){
      {str_from(str_format(arena, "%.*s → %.*s  %s", (int)from.bytes, from.at, (int)to.bytes, to.at,
                           weight.at)),
       str_from(str_format(arena, "%.*s → %.*s", (int)from.bytes, from.at, (int)to.bytes, to.at)),
       to},
      weight};
}

static Answer answer_of_all(const Scene *scene, const Gathered *gathered) {
  Arena *arena = scene->pen.list->arena;
  Number mean = number_weight(gathered->mean);
  Str to = scene_key_named(scene, gathered->key);
  return (Answer){{str_from(str_format(arena, C_("a word and its mean weight", "%.*s, mean %s"),
                                       (int)to.bytes, to.at, mean.at)),
                   str_from(str_format(arena, C_("a word and its weight", "%.*s %s"), (int)to.bytes,
                                       to.at, mean.at)),
                   to},
                  mean};
}

static Str fitting_words(const Pen *pen, TextStyle style, float room, const Answer *answer) {
  for (int i = 0; i < 2; i++)
    if (pen_width(pen, style, answer->words[i]) <= room) return answer->words[i];
  return answer->words[2];
}

/* At most as wide as two matrices, with a tick down to the frame at its column, where the lines of
** the keys end too: further down it would cross heavier cells. From afar the number alone, where
** the title names both. */
static void draw_answer(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road) {
  assert(road->key >= 0 && plan->pair_count > 0);
  const Pen *pen = &scene->pen;
  Box box = road->query < 0 ? weights_box(plan) : plan->pairs[plan->pair_count - 1];
  Answer answer = road->query < 0 ? answer_of_all(scene, &road->gathered)
                                  : answer_of_row(scene, road->query, road->key);
  bool from_afar = overview_is_for_audience(scene);
  TextStyle style = {FACE_SEMIBOLD, from_afar ? 24 : 18, pen->theme->ink, ALIGN_START};
  float x = box.x + box.w * ((float)road->key + 0.5f) / (float)trace_key_count(scene->trace);
  float start = box.x - box.w, end = box.x + box.w;
  if (plan->is_upright) start = plan->q.x;
  else if (plan->pair_count > 1)
    start = fmaxf(start, overview_axis_titles_end(scene, plan) + 8 * plan->scale);
  float natural = pen_width(pen, style, answer.words[0]);
  float most = from_afar || !road->is_rest ? (end - start) * 0.98f : box.w;
  style.size = fmaxf(13, style.size * fminf(1, most / natural));
  Str words = fitting_words(pen, style, end - start, &answer);
  if (from_afar && !road->is_rest && road->key == overview_heaviest_key(scene, road->query)) {
    words = number_str(&answer.number);
    style.size = 24;
  }
  float line = pen_line_height(pen, style.size);
  float width = fminf(pen_width(pen, style, words), end - start);
  float left = float_clamp(x - width / 2, start, end - width);
  float top = box.y - line - 8 * plan->scale;
  pen_text_in(pen, style, (Box){left, top, width, line}, words);
  const float tick = 2.5f, frame = 3;
  /* clear of what hangs below the line of the words */
  draw_line(pen->list, (Point){x, box.y - 6.5f * plan->scale}, (Point){x, box.y - frame}, tick,
            pen->theme->ink);
}

/* In the colour of its role, beside its name. */
static void outline_vector(const Scene *scene, const OverviewPlan *plan, Box frame, TracePart part,
                           int row) {
  int rows = part == TRACE_Q ? trace_token_count(scene->trace) : trace_key_count(scene->trace);
  if (row < 0 || !overview_is_there(scene, part)) return;
  Box cells = overview_cells(plan, frame);
  float pitch = cells.h / (float)rows;
  draw_box(scene->pen.list,
           (DrawBox){.box = {cells.x - 2, cells.y + pitch * (float)row, cells.w + 4, pitch},
                     .corner = 2,
                     .stroke = scene_part_line(scene->pen.theme, part),
                     .stroke_width = float_clamp(pitch * 0.18f, 1, 2 * plan->scale)});
}

/* Of a matrix in which a key is a column. */
static void outline_column(const Scene *scene, const OverviewPlan *plan, Box box, int key) {
  if (key < 0) return;
  float pitch = box.w / (float)trace_key_count(scene->trace);
  draw_box(scene->pen.list,
           (DrawBox){.box = {box.x + pitch * (float)key, box.y - 2, pitch, box.h + 4},
                     .corner = 2,
                     .stroke = scene->pen.theme->key,
                     .stroke_width = float_clamp(pitch * 0.18f, 1, 2 * plan->scale)});
}

/* Of the chosen row, and in it the chosen cell. */
static void draw_row(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road) {
  int count = trace_token_count(scene->trace);
  bool has_cell = is_cell_chosen(scene);
  for (int i = 0; i < plan->pair_count; i++) {
    TracePart part = plan->pair_parts[i];
    if (!overview_is_there(scene, part) || part == TRACE_FEATURES_K) continue;
    outline_row(scene, plan->pairs[i], road->query, count, !has_cell);
    if (has_cell && part != TRACE_FEATURES_Q) outline_cell(scene, plan->pairs[i], road->query);
  }
  if (overview_has_features(scene))
    outline_column(scene, plan, plan->pairs[plan->keys_at], road->key);
  Box output = overview_cells(plan, plan->output);
  if (overview_is_there(scene, TRACE_OUTPUT))
    outline_row(scene, output, road->query, count, !has_cell);
}

/* Where a frame around a column would cover its neighbours: marks above it and below. */
static void mark_column(const Scene *scene, const OverviewPlan *plan, Box box, int key) {
  float x = box.x + box.w * ((float)key + 0.5f) / (float)trace_key_count(scene->trace);
  float length = 6 * plan->scale, frame = 3, width = 2.5f * plan->scale;
  Color color = scene->pen.theme->key;
  float y = box.y + box.h + frame;
  draw_line(scene->pen.list, (Point){x, y}, (Point){x, y + length}, width, color);
  draw_line(scene->pen.list, (Point){x, box.y - frame - length}, (Point){x, box.y - frame}, width,
            color);
}

/* The column of the key that all rows gather most. */
static void draw_columns(const Scene *scene, const OverviewPlan *plan, int key) {
  const float pitch_least = 5.5f; /* below, cells have no gap for its lines */
  for (int i = 0; i < plan->pair_count; i++) {
    TracePart part = plan->pair_parts[i];
    Box box = plan->pairs[i];
    if (!overview_is_there(scene, part) || part == TRACE_FEATURES_Q) continue;
    bool is_wide = box.w / (float)trace_key_count(scene->trace) >= pitch_least;
    if (is_wide) outline_column(scene, plan, box, key);
    else mark_column(scene, plan, box, key);
  }
}

/* In each row of the weights the cell that the title tells of. */
static void frame_own_cells(const Scene *scene, const OverviewPlan *plan, const Gathered *told) {
  const float pitch_least = 6;
  Box box = weights_box(plan);
  int rows = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  Box cell = {0, 0, box.w / (float)keys, box.h / (float)rows};
  if (fminf(cell.w, cell.h) < pitch_least) return;
  for (int row = 0; row < rows; row++) {
    int key = told->kind == GATHERED_OWN ? overview_heaviest_key(scene, row) : row + told->offset;
    if (key < 0 || key >= keys || scene_hides(scene, row, key)) continue;
    cell.x = box.x + cell.w * (float)key, cell.y = box.y + cell.h * (float)row;
    draw_box(scene->pen.list,
             (DrawBox){.box = cell,
                       .corner = 2,
                       .stroke = scene->pen.theme->weights,
                       .stroke_width = float_clamp(cell.h * 0.12f, 1, 2 * plan->scale)});
  }
}

/* Above the weights, what the title says of these cells. */
static void draw_mean(const Scene *scene, const OverviewPlan *plan, float mean) {
  const Pen *pen = &scene->pen;
  Box box = weights_box(plan);
  const char *words = str_format(pen->list->arena, _("mean %s"), number_weight(mean).at);
  TextStyle style = {FACE_SEMIBOLD, overview_is_for_audience(scene) ? 24 : 18, pen->theme->ink,
                     ALIGN_MIDDLE};
  style.size = overview_fit_size(pen, style, str_from(words), box.w);
  float line = pen_line_height(pen, style.size);
  pen_text_in(pen, style, (Box){box.x, box.y - line - 8 * plan->scale, box.w, line},
              str_from(words));
}

void overview_focus(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road) {
  bool has_weights = overview_is_there(scene, trace_output_weights(scene->trace));
  GatheredKind told = road->is_rest ? road->gathered.kind : GATHERED_EVENLY;
  bool is_only = road->is_rest && trace_key_count(scene->trace) == 1; /* the matrix is that row */
  outline_vector(scene, plan, plan->q, TRACE_Q, is_only ? -1 : road->query);
  outline_vector(scene, plan, plan->k, overview_keys(scene), is_only ? -1 : road->key);
  outline_vector(scene, plan, plan->v, trace_values(scene->trace), is_only ? -1 : road->value);
  if (!road->is_rest) draw_row(scene, plan, road);
  else if (road->key >= 0 && !is_only) draw_columns(scene, plan, road->key);
  if (told == GATHERED_OWN || told == GATHERED_BESIDE) {
    frame_own_cells(scene, plan, &road->gathered);
    if (!plan->is_upright) draw_mean(scene, plan, road->gathered.mean);
  }
  bool is_told = plan->is_upright && (road->is_rest || !overview_upright_names_key(scene));
  if (road->key >= 0 && !is_told && has_weights) draw_answer(scene, plan, road);
}
