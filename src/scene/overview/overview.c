/* scene/overview/overview.c -- the whole path of one head in one picture.
**
**          K ─────╮│││                    a ribbon of each word flows into its rows of Q, K and V;
**   layers      ││││                      each query flows into its row, each key bends down into
**   words Q ──── scores → scaled → weights     its column; the matrices are in a row, without
**          V ═════════════════════ output      Masked if it hides nothing; the ribbons of V end
**                                              in the output, as wide as their weights.
**
** plan.c computes the places, river.c draws the ribbons.
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/heads.h"
#include "scene/grapheme_breaks.h"
#include "scene/layer_words.h"
#include "scene/matrix/matrix_widget.h"
#include "scene/number.h"
#include "scene/overview/digits.h"
#include "scene/overview/plan.h"
#include "scene/overview/upright.h"
#include "scene/question.h"
#include "scene/stages/pair_stage.h"

/* -- parts -- */

/* Of features of keys a column is a key, as of the weights. */
static bool is_transposed(TracePart part) { return part == TRACE_FEATURES_K; }

static void draw_matrix(const Scene *scene, Box box, TracePart part, float gap_most) {
  const View *view = scene->view;
  MatView values = trace_matrix(scene->trace, part, view->layer, view->head);
  bool is_upright = is_transposed(part);
  float across = (float)(is_upright ? values.rows : values.cols);
  float down = (float)(is_upright ? values.cols : values.rows);
  float cell = fminf(box.w / across, box.h / down);
  MaskView mask = {0};
  if (scene_is_hatched(scene->trace, part))
    mask = trace_head_mask(scene->trace, view->layer, view->head);
  DrawHeatmap heatmap = {.box = box,
                         .values = values,
                         .mask = mask,
                         .mix = 1,
                         .hatch_mix = 1,
                         .transposed = is_upright,
                         .palette = scene_palette(scene, part),
                         .range = scene_range(scene, part, view->layer, view->head),
                         .gap = cell > 5 ? fminf(gap_most, cell * 0.16f) : 0,
                         .corner = cell > 9 ? fminf(3, cell * 0.14f) : 0,
                         .filled = -1,
                         .theme = scene->pen.theme->id};
  draw_heatmap(scene->pen.list, heatmap);
  if (trace_part_info(part)->by_pair) overview_digits_draw(scene, &heatmap, scene_is_share(part));
}

/* From afar the ends of the colours are words, "±24.8", but for the shares. */
static void inline_bar(const Scene *scene, Box under, TracePart part) {
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  if (scene_is_presented(scene) && part != TRACE_WEIGHTS && range.low == -range.high) {
    TextStyle style = {FACE_MONO, 13, scene->pen.theme->muted, ALIGN_MIDDLE};
    pen_text_in(&scene->pen, style, under,
                str_from(str_format(scene->pen.list->arena, "±%s", number_end(range.high).at)));
    return;
  }
  pen_inline_bar(&scene->pen, &(ColorBar){.box = under,
                                          .palette = scene_palette(scene, part),
                                          .range = scene_range(scene, part, scene->view->layer,
                                                               scene->view->head)});
}

static Str size_words(const Scene *scene, TracePart part) {
  MatView values = trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
  int down = is_transposed(part) ? values.cols : values.rows;
  int across = is_transposed(part) ? values.rows : values.cols;
  return str_from(number_shape(scene->pen.list->arena, down, across));
}

/* For a recording: the place of a matrix that it lacks. */
static void missing_matrix(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = 6,
                                .fill = pen->theme->empty_cell,
                                .stroke = pen->theme->line,
                                .stroke_width = 1});
  pen_text_in(pen, (TextStyle){FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_MIDDLE},
              box_inset(box, 1), str_from(_("not recorded")));
}

static bool is_there(const Scene *scene, TracePart part) {
  return trace_has_part(scene->trace, part);
}

/* Names longer than their room are smaller, down to 10.5 points, and then shortened. */
static float fit_size(const Pen *pen, TextStyle style, Str name, float room) {
  float width = pen_width(pen, style, name);
  return width > room ? fmaxf(10.5f, style.size * room / width) : style.size;
}

/* Names of matrices are larger where they are read from afar. */
static float name_size(const Scene *scene, float usual) {
  const float afar = 1.3f;
  return overview_is_for_audience(scene) ? afar * usual : usual;
}

/* "K  11 × 16" above a matrix, little wider than it; in a column "K  ±3.5", which has no bar. */
static void vector_title(const Scene *scene, const OverviewPlan *plan, Box box, TracePart part,
                         const char *name) {
  const Pen *pen = &scene->pen;
  float s = pen->text_scale;
  bool named_alone = !is_there(scene, part);
  Color color = named_alone ? pen->theme->muted : scene_part_color(pen->theme, part);
  TextStyle bold = {FACE_BOLD, name_size(scene, 18), color, ALIGN_START};
  TextStyle mono = {FACE_MONO, 10.5f, pen->theme->muted, ALIGN_START};
  Str beside = {"", 0};
  if (!named_alone)
    beside = plan->is_upright ? stage_ends_words(scene, part) : size_words(scene, part);
  float room = box.w + (plan->is_upright ? 7 : 24) * s;
  bold.size = fit_size(pen, bold, str_from(name), room);
  Str shown = pen_fit(pen, bold, room, str_from(name));
  float name_w = pen_width(pen, bold, shown), size_w = pen_width(pen, mono, beside);
  float gap = (plan->is_upright ? 5 : 8) * s, width = name_w + gap + size_w,
        baseline = box.y - 8 * s;
  if (named_alone || width > room) size_w = gap = 0, width = name_w;
  float x = box.x + (box.w - width) / 2;
  if (plan->is_upright) x = fmaxf(x, box.x); /* the weights come down at its left */
  pen_text(pen, bold, (Point){x, baseline}, shown);
  if (size_w > 0) pen_text(pen, mono, (Point){x + name_w + gap, baseline}, beside);
}

static void open_hit(const Scene *scene, Box box, StageId stage) {
  if (!scene->interactive) return;
  Str missing = trace_stage_missing(scene->trace, stage);
  const char *why = str_format(scene->pen.list->arena, "%.*s", (int)missing.bytes, missing.at);
  const char *open = str_format(scene->pen.list->arena, "stage %s", stage_info(stage)->name);
  int rows, cols;
  trace_stage_shape(scene->trace, stage, &rows, &cols);
  bool by_pair = stage_info(stage)->by_pair && missing.bytes == 0;
  const char *tip = missing.bytes > 0 ? why : _("click: open this stage");
  draw_hit(scene->pen.list, (DrawHit){.box = box,
                                      .rows = by_pair ? rows : 0,
                                      .cols = by_pair ? cols : 0,
                                      .cursor = CURSOR_HAND,
                                      .click = open,
                                      .hover = by_pair ? "hover %r %c" : NULL,
                                      .tip = by_pair ? NULL : tip});
}

static void draw_vectors(const Scene *scene, const OverviewPlan *plan, Box box, TracePart part,
                         const char *name) {
  const Pen *pen = &scene->pen;
  StageId stage = stage_of_part(part);
  if (!is_there(scene, part)) {
    missing_matrix(scene, box);
    vector_title(scene, plan, box, part, name);
    open_hit(scene, box, stage);
    return;
  }
  Color role = scene_part_line(pen->theme, part);
  float aside = fminf(20, 12 * pen->text_scale); /* room beside it */
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = 6,
                                .fill = pen->theme->panel,
                                .stroke = role,
                                .stroke_width = 1.5f * fmaxf(1, pen->text_scale)});
  draw_matrix(scene, overview_cells(plan, box), part, 1);
  vector_title(scene, plan, box, part, name);
  matrix_lit_draw(scene, part, box, NULL);
  if (plan->has_bars)
    inline_bar(scene,
               (Box){box.x - aside, box.y + box.h + 2 * pen->text_scale, box.w + 2 * aside,
                     plan->bar_line - 2 * pen->text_scale},
               part);
  open_hit(scene, box, stage);
}

/* A matrix whose cells are all pale is seen as one. */
static void pair_frame(const Scene *scene, Box box) {
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(box, -3),
                                      .corner = 4,
                                      .fill = scene->pen.theme->panel,
                                      .stroke = color_fade(scene->pen.theme->muted, 0.45f),
                                      .stroke_width = 1});
}

/* Features have no word of their own beside their symbol. */
static Str pair_name(TracePart part) {
  if (part == TRACE_FEATURES_Q) return STR("φ(Q)");
  if (part == TRACE_FEATURES_K) return STR("φ(K)ᵀ");
  return str_from(stage_part_title(part));
}

Str overview_pair_symbol(const Scene *scene, TracePart part) {
  if (part == TRACE_FEATURES_Q || part == TRACE_FEATURES_K) return size_words(scene, part);
  if (overview_has_features(scene)) return captions_symbol(scene->trace, stage_of_part(part));
  const PairStage *pair = pair_stage_of(part);
  return str_from(pair->symbol ? pair->symbol(scene) : stage_info(stage_of_part(part))->symbol);
}

/* Leaves out the symbol before the name gets smaller. */
static void pair_caption(const Scene *scene, const OverviewPlan *plan, Box box, TracePart part) {
  const Pen *pen = &scene->pen;
  float s = pen->text_scale, y = box.y + box.h;
  float aside = fminf(12 * s, box.w * 0.13f); /* room in the gaps at both sides */
  Color color = is_there(scene, part) ? scene_part_color(pen->theme, part) : pen->theme->muted;
  TextStyle bold = {FACE_BOLD, name_size(scene, 16), color, ALIGN_START};
  TextStyle symbols = {FACE_MEDIUM, 13, pen->theme->muted, ALIGN_START};
  Str name = pair_name(part), symbol = overview_pair_symbol(scene, part);
  Str range = plan->is_upright ? stage_ends_words(scene, part) : (Str){"", 0};
  if (range.bytes > 0)
    symbol = range, symbols = (TextStyle){FACE_MONO, 10.5f, symbols.color, ALIGN_START};
  bold.size = fit_size(pen, bold, name, box.w + 2 * aside);
  name = pen_fit(pen, bold, box.w + 2 * aside, name);
  float name_w = pen_width(pen, bold, name), symbol_w = pen_symbol_width(pen, symbols, symbol),
        gap = 8 * s;
  if (!is_there(scene, part) || name_w + gap + symbol_w > box.w + 2 * aside) symbol_w = gap = 0;
  float x = box.x + (box.w - name_w - gap - symbol_w) / 2, baseline = y + 24 * s;
  pen_text(pen, bold, (Point){x, baseline}, name);
  if (symbol_w > 0) pen_symbol(pen, symbols, (Point){x + name_w + gap, baseline}, symbol);
  if (!is_there(scene, part) || !plan->has_bars) return;
  inline_bar(scene, (Box){box.x - aside, y + 31 * s, box.w + 2 * aside, plan->bar_line - 2 * s},
             part);
}

/* -- selection -- */

/* The row stays visible inside the outline and its hairline. */
static void outline_row(const Scene *scene, Box cells, int row, int rows) {
  assert(row >= 0 && row < rows);
  float scale = scene->pen.text_scale, pitch = cells.h / (float)rows;
  float width = fminf(2.5f * scale, fmaxf(1.5f, pitch * 0.2f));
  float room = fmaxf(fminf(3 * scale, pitch * 0.3f), width + 2 * float_clamp(scale, 1, 1.6f));
  float height = pitch + room, middle = cells.y + pitch * ((float)row + 0.5f);
  Box outline = {cells.x - room, middle - height / 2, cells.w + 2 * room, height};
  pen_focus_outline(&scene->pen, (DrawBox){.box = outline, .corner = 3, .stroke_width = width});
}

/* The first matrix that was recorded has the titles of the axes, since all have the same. */
static int axes_at(const Scene *scene, const OverviewPlan *plan) {
  int first = 0;
  while (first < plan->pair_count && !is_there(scene, plan->pair_parts[first])) first++;
  return first;
}

static TextStyle axis_style(const Scene *scene) {
  return (TextStyle){FACE_SEMIBOLD, 10.5f, scene->pen.theme->query, ALIGN_END};
}

/* How far those at the right of it reach at most; that of the keys stands where their lines end. */
static float axis_titles_end(const Scene *scene, const OverviewPlan *plan) {
  int first = axes_at(scene, plan);
  if (first + 1 >= plan->pair_count) return 0;
  const Pen *pen = &scene->pen;
  Box box = plan->pairs[first + plan->keys_at];
  float width = fmaxf(pen_width(pen, axis_style(scene), str_from(_("query ↓"))),
                      pen_width(pen, axis_style(scene), str_from(_("key →"))));
  return box.x + box.w + 6 * plan->scale + width;
}

static void axis_titles(const Scene *scene, const OverviewPlan *plan) {
  const Pen *pen = &scene->pen;
  int first = axes_at(scene, plan);
  if (first == plan->pair_count) return;
  if (plan->is_upright) first = plan->pair_count - 1; /* nothing is at its left */
  Box box = plan->pairs[first];
  TextStyle style = axis_style(scene);
  float s = plan->scale, x = box.x - 6 * s, y = box.y - 6 * s;
  bool alone = first + 1 == plan->pair_count; /* the answer is above it, and nothing at its left */
  Box of_keys = plan->pairs[first + plan->keys_at];
  Point asks = {x, y}, asked = {of_keys.x + of_keys.w + 6 * s, y};
  if (alone) asks.y = box.y + 12 * s;
  else if (box.h < plan->side && plan->q.y < box.y) /* below lines that come from above */
    asks = (Point){x - fminf(12 * s, box.w * 0.13f), box.y + box.h + 28 * s};
  if (alone) asked = (Point){x, box.y + 28 * s};
  Str key = str_from(_("key →"));
  int next = first + plan->keys_at + 1;
  bool reaches =
      next < plan->pair_count && asked.x + pen_width(pen, style, key) > plan->pairs[next].x - 6 * s;
  if (reaches) asked.y -= 8 * s; /* or it would seem to name the next matrix */
  Str query = str_from(_("query ↓"));
  bool fits = asks.x - pen_width(pen, style, query) > plan->q.x + plan->q.w + 22 * s;
  if (!fits && !alone) { /* above the other, where no bar and no line is */
    asks = (Point){asked.x, asked.y - pen_line_height(pen, style.size)};
    style.align = ALIGN_START;
  }
  pen_text(pen, style, asks, query);
  style.align = alone ? ALIGN_END : ALIGN_START;
  style.color = pen->theme->key;
  pen_text(pen, style, asked, key);
}

/* "it → animal  99 %"; without room for that "it → animal", then "animal". */
static Str fitting_answer(const Pen *pen, TextStyle style, float room, Str from, Str to,
                          Str number) {
  Arena *arena = pen->list->arena;
  Str words = str_from(str_format(arena, "%.*s → %.*s  %.*s", (int)from.bytes, from.at,
                                  (int)to.bytes, to.at, (int)number.bytes, number.at));
  if (pen_width(pen, style, words) <= room) return words;
  words =
      str_from(str_format(arena, "%.*s → %.*s", (int)from.bytes, from.at, (int)to.bytes, to.at));
  return pen_width(pen, style, words) <= room ? words : to;
}

/* "it → animal 0.97" above the weights, at most as wide as two matrices, with a
** tick down to the frame at its column, where the lines of the keys end too: further down it would
** cross heavier cells. From afar the number alone, where the title names both. */
static void draw_answer(const Scene *scene, const OverviewPlan *plan, int query, int key) {
  assert(query >= 0 && key >= 0 && plan->pair_count > 0);
  const Pen *pen = &scene->pen;
  const Trace *trace = scene->trace;
  Box box = plan->pairs[plan->pair_count - 1];
  int count = trace_key_count(trace);
  MatView weights =
      trace_matrix(trace, trace_output_weights(trace), scene->view->layer, scene->view->head);
  Number weight = number_share(mat_get(weights, query, key), scene_hides(scene, query, key));
  Str from = scene_named(scene, query), to = scene_key_named(scene, key);
  bool from_afar = overview_is_for_audience(scene);
  TextStyle style = {FACE_SEMIBOLD, from_afar ? 24 : 13, pen->theme->ink, ALIGN_START};
  float x = box.x + box.w * ((float)key + 0.5f) / (float)count;
  float start = box.x - box.w, end = box.x + box.w;
  if (plan->is_upright) start = plan->q.x;
  else if (plan->pair_count > 1)
    start = fmaxf(start, axis_titles_end(scene, plan) + 8 * plan->scale);
  const char *whole = str_format(pen->list->arena, "%.*s → %.*s  %s", (int)from.bytes, from.at,
                                 (int)to.bytes, to.at, weight.at);
  float natural = pen_width(pen, style, str_from(whole));
  if (from_afar) style.size = fmaxf(13, style.size * fminf(1, (end - start) * 0.98f / natural));
  float line = pen_line_height(pen, style.size);
  Str words = fitting_answer(pen, style, end - start, from, to, number_str(&weight));
  if (from_afar && key == overview_heaviest_key(scene, query)) {
    words = number_str(&weight);
    style.size = 24;
    line = pen_line_height(pen, style.size);
  }
  float width = fminf(pen_width(pen, style, words), end - start);
  float left = float_clamp(x - width / 2, start, end - width);
  float top = box.y - line - 8 * plan->scale;
  pen_text_in(pen, style, (Box){left, top, width, line}, words);
  const float tick = 2.5f, frame = 3;
  draw_line(pen->list, (Point){x, box.y - 8 * plan->scale}, (Point){x, box.y - frame}, tick,
            pen->theme->ink);
}

/* In the colour of its role, beside its name. */
static void outline_vector(const Scene *scene, const OverviewPlan *plan, Box frame, TracePart part,
                           int row) {
  int rows = part == TRACE_Q ? trace_token_count(scene->trace) : trace_key_count(scene->trace);
  if (row < 0 || !is_there(scene, part)) return;
  Box cells = overview_cells(plan, frame);
  float pitch = cells.h / (float)rows;
  draw_box(scene->pen.list,
           (DrawBox){.box = {cells.x - 2, cells.y + pitch * (float)row, cells.w + 4, pitch},
                     .corner = 2,
                     .stroke = scene_part_line(scene->pen.theme, part),
                     .stroke_width = float_clamp(pitch * 0.18f, 1, 2 * plan->scale)});
}

/* The value that is followed: that of the chosen key, or of the heaviest where that one has next to
** nothing, since a row of V flows as wide as its weight. */
static int value_in_focus(const Scene *scene, int query, int key) {
  const float little = 0.02f;
  TracePart part = trace_output_weights(scene->trace);
  if (query < 0 || key < 0 || !is_there(scene, part)) return key;
  MatView weights = trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
  if (!weights.at || mat_get(weights, query, key) >= little) return key;
  int heaviest = overview_heaviest_key(scene, query);
  return heaviest >= 0 ? heaviest : key;
}

/* Of φ(K)ᵀ, in which a key is a column. */
static void outline_column(const Scene *scene, const OverviewPlan *plan, Box box, int key) {
  if (key < 0) return;
  float pitch = box.w / (float)trace_key_count(scene->trace);
  draw_box(scene->pen.list,
           (DrawBox){.box = {box.x + pitch * (float)key, box.y - 2, pitch, box.h + 4},
                     .corner = 2,
                     .stroke = scene->pen.theme->key,
                     .stroke_width = float_clamp(pitch * 0.18f, 1, 2 * plan->scale)});
}

/* Outlines the row of one query in the matrices by pair and the output. */
static void draw_focus(const Scene *scene, const OverviewPlan *plan, int query, int key) {
  if (query < 0) return;
  int count = trace_token_count(scene->trace);
  outline_vector(scene, plan, plan->q, TRACE_Q, query);
  outline_vector(scene, plan, plan->k, overview_keys(scene), key);
  outline_vector(scene, plan, plan->v, trace_values(scene->trace),
                 value_in_focus(scene, query, key));
  for (int i = 0; i < plan->pair_count; i++)
    if (is_there(scene, plan->pair_parts[i]) && plan->pair_parts[i] != TRACE_FEATURES_K)
      outline_row(scene, plan->pairs[i], query, count);
  if (overview_has_features(scene)) outline_column(scene, plan, plan->pairs[plan->keys_at], key);
  Box output = overview_cells(plan, plan->output);
  if (is_there(scene, TRACE_OUTPUT)) outline_row(scene, output, query, count);
  bool is_told = plan->is_upright && !overview_upright_names_key(scene); /* by the title */
  if (key >= 0 && !is_told && is_there(scene, trace_output_weights(scene->trace)))
    draw_answer(scene, plan, query, key);
}

/* Without a selected key the one with the largest weight is used, unless the row sees none. */
static void find_focus(const Scene *scene, int *query, int *key) {
  view_focus(scene->view, query, key);
  int count = trace_token_count(scene->trace), keys = trace_key_count(scene->trace);
  if (*query >= count) *query = *key = -1;
  if (*query < 0 || scene_row_hidden(scene, *query)) *key = -1;
  else if (*key < 0 || *key >= keys) *key = overview_heaviest_key(scene, *query);
}

/* A missing matrix keeps its place, with a pale arrow to it. */
static void named_vectors(const Scene *scene, const OverviewPlan *plan, Box box, TracePart part,
                          const char *name) {
  draw_group_begin(scene->pen.list, trace_part_info(part)->name, name);
  draw_vectors(scene, plan, box, part, name);
  draw_group_end(scene->pen.list);
}

/* Whether the frames of the chosen row, at the ends of the words, are as high as these. */
static bool is_at_row(const Scene *scene, const OverviewPlan *plan, Box words, int query) {
  Box cells = plan->pairs[0];
  float pitch = cells.h / (float)trace_token_count(scene->trace);
  float top = cells.y + pitch * (float)query - 3 * plan->scale;
  return query >= 0 && words.y < top + pitch + 6 * plan->scale && words.y + words.h > top;
}

/* A fold on the arrow over a matrix that would be the one before again, and why; a plain arrow
** where the reason does not fit. */
static void folded_matrix(const Scene *scene, const OverviewPlan *plan, int query) {
  const Pen *pen = &scene->pen;
  Box fold = plan->folded;
  if (fold.h <= 0) return;
  draw_group_begin(pen->list, trace_part_info(plan->folded_part)->name, NULL);
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_MIDDLE};
  const char *words = pair_stage_of(plan->folded_part)->unchanged(scene);
  float s = plan->scale, room = plan->arrow_gap - 10 * s, line = pen_line_height(pen, 10.5f);
  bool has_words = pen_width(pen, style, str_from(words)) <= room;
  float length = fminf(plan->arrow_gap * (has_words ? 0.6f : 0.46f), (has_words ? 40 : 26) * s);
  float height = 18 * s;
  Point middle = {fold.x + fold.w / 2, fold.y + fold.h / 2};
  Box mark = {middle.x - 3 * s, middle.y - height / 2, 4 * s, height};
  pen_arrow(pen, (Point){middle.x - length / 2, middle.y}, length, pen->theme->muted);
  if (has_words) {
    draw_box(pen->list, (DrawBox){.box = mark,
                                  .corner = 2,
                                  .fill = pen->theme->paper,
                                  .stroke = pen->theme->muted,
                                  .stroke_width = 1.25f * s});
    Box text = {middle.x - room / 2, mark.y + height + 3 * s, room, line};
    if (is_at_row(scene, plan, text, query))
      text.y = mark.y - 8 * s - line; /* above the head of the arrow */
    pen_text_in(pen, style, text, str_from(words));
  }
  open_hit(scene, (Box){middle.x - length / 2, mark.y, length, height + line},
           stage_of_part(plan->folded_part));
  draw_group_end(pen->list);
}

static void draw_pairs(const Scene *scene, const OverviewPlan *plan, int query) {
  const Pen *pen = &scene->pen;
  for (int i = 0; i < plan->pair_count; i++) {
    TracePart part = plan->pair_parts[i];
    draw_group_begin(pen->list, trace_part_info(part)->name, NULL);
    if (is_there(scene, part)) pair_frame(scene, plan->pairs[i]);
    if (is_there(scene, part)) draw_matrix(scene, plan->pairs[i], part, 2);
    else missing_matrix(scene, plan->pairs[i]);
    matrix_lit_draw(scene, part, plan->pairs[i], NULL);
    pair_caption(scene, plan, plan->pairs[i], part);
    draw_group_end(pen->list);
    open_hit(scene, plan->pairs[i], stage_of_part(part));
    if (i == 0) continue;
    if (plan->is_upright) {
      overview_upright_arrow(scene, plan, i);
      continue;
    }
    Box box = plan->pairs[i];
    float gap = plan->arrow_gap, length = fminf(gap * 0.46f, 26 * plan->scale);
    float slot_x = box.x - (plan->width - box.w) / 2;
    if (plan->folded.h > 0 && i == plan->folded_before) continue; /* has the mark for it */
    Point from = {slot_x - gap / 2 - length / 2, box.y + box.h / 2};
    bool follows = is_there(scene, part) && is_there(scene, plan->pair_parts[i - 1]);
    if (part == TRACE_FEATURES_K) {
      stage_sign_draw(scene, (Box){slot_x - gap, box.y, gap, box.h}, "×");
      continue;
    }
    pen_arrow(pen, from, length, color_fade(pen->theme->muted, follows ? 1 : 0.35f));
  }
  folded_matrix(scene, plan, query);
  axis_titles(scene, plan);
}

/* -- what becomes of the row -- */

/* The selected row of the layer's output, in the colours of that matrix,
** under the head's output. */
static void layer_row(const Scene *scene, const OverviewPlan *plan, int query) {
  assert(query >= 0 && trace_has_part(scene->trace, TRACE_BLOCK));
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
  const char *words = str_format(pen->list->arena, _("%s hands on “%.*s” as"),
                                 layer_words(pen->list->arena, scene->trace, scene->view->layer),
                                 (int)name.bytes, name.at);
  TextStyle style = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_END};
  Box label = {plan->layer.x - plan->width * 1.2f, plan->layer.y,
               plan->width * 1.2f - 8 * plan->scale, plan->layer.h};
  pen_text_in(pen, style, label, str_from(words));
  open_hit(scene, plan->layer, stage_of_part(TRACE_BLOCK));
}

/* Of what is asked about the row, said otherwise than the share of a key: "the answer for “it”:
** animal  99 %", or "after “the”: cat  40 %"; without room for that "answer: animal  99 %",
** then "answer: animal", then "animal". */
static Str fitting_prediction(const Scene *scene, TextStyle style, float room, int token, Str to,
                              Str number) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  Str from = grapheme_token_shown(trace_token(scene->trace, token));
  bool continues = trace_continues(scene->trace);
  const char *whole =
      continues ? _("after “%.*s”: %.*s  %.*s") : _("the answer for “%.*s”: %.*s  %.*s");
  const char *short_whole = continues ? _("next: %.*s  %.*s") : _("answer: %.*s  %.*s");
  const char *shorter = continues ? _("next: %.*s") : _("answer: %.*s");
  Str words = str_from(str_format(arena, whole, (int)from.bytes, from.at, (int)to.bytes, to.at,
                                  (int)number.bytes, number.at));
  if (pen_width(pen, style, words) <= room) return words;
  words =
      str_from(str_format(arena, short_whole, (int)to.bytes, to.at, (int)number.bytes, number.at));
  if (pen_width(pen, style, words) <= room) return words;
  words = str_from(str_format(arena, shorter, (int)to.bytes, to.at));
  return pen_width(pen, style, words) <= room ? words : to;
}

/* Said instead of an answer, where there is nothing to answer. */
static void no_answer(const Scene *scene, const OverviewPlan *plan, int query, float y) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MEDIUM, scene_is_presented(scene) ? 18 : 13, pen->theme->muted,
                     ALIGN_END};
  Box last = plan->pairs[plan->pair_count - 1];
  float right = last.x + (last.w + plan->width) / 2, most = right - plan->v.x - plan->v.w;
  Str words = question_words(scene, query, style, most);
  if (pen_width(pen, style, words) > most) return;
  Box box = {right - most, y, most, plan->answer.h};
  pen_text_in(pen, style, box, words);
  open_hit(scene, box, stage_of_part(TRACE_PROBABILITIES));
}

/* "the answer for “it”: animal  99 %", if the model was trained to answer and this is its last
** layer. */
static void model_answer(const Scene *scene, const OverviewPlan *plan, int query, float y) {
  const Pen *pen = &scene->pen;
  const Trace *trace = scene->trace;
  TraceCandidate best;
  bool is_last = scene->view->layer + 1 == trace_layer_count(trace);
  if (!is_last || !trace_is_asked(trace, query)) return;
  if (question_has_no_answer(trace, query)) {
    no_answer(scene, plan, query, y);
    return;
  }
  bool names_one = trace_candidates(trace, query, &best, 1) > 0;
  if (!names_one) best = (TraceCandidate){0, NAN, NAN};
  Arena *arena = pen->list->arena;
  Str to = quoted_name(arena, trace_word(trace, best.word));
  Number percent = number_percent(best.probability);
  TextStyle style = {FACE_BOLD, scene_is_presented(scene) ? 22 : 16, pen->theme->ink, ALIGN_MIDDLE};
  Str words =
      names_one ? fitting_prediction(scene, style, plan->answer.w, query, to, number_str(&percent))
                : str_from(_("logits: not numbers"));
  float middle = plan->output.x + plan->output.w / 2;
  Box last = plan->pairs[plan->pair_count - 1];
  float right = last.x + (last.w + plan->width) / 2;
  float width = fminf(pen_width(pen, style, words) + 1, plan->answer.w);
  float left = fminf(middle - width / 2, right - width);
  Box box = {left, y, width, plan->answer.h};
  pen_text_in(pen, style, box, words);
  open_hit(scene, box, stage_of_part(TRACE_PROBABILITIES));
}

static void draw_row_result(const Scene *scene, const OverviewPlan *plan, int query) {
  if (query >= 0 && plan->layer.h > 0) layer_row(scene, plan, query);
  int answered = query >= 0 ? query : trace_asked_token(scene->trace);
  float y = query < 0 && plan->layer.h > 0 ? plan->layer.y : plan->answer.y;
  if (answered >= 0 && plan->answer.h > 0) model_answer(scene, plan, answered, y);
}

static void empty_words(const Scene *scene, Box box) {
  TextStyle style = {FACE_MEDIUM, 24, scene->pen.theme->muted, ALIGN_MIDDLE};
  pen_text_in(&scene->pen, style, box, str_from(_("Type a sentence")));
}

/* From back to front: ribbons, flows, words, matrices, then what lies over them. */
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

  int value = value_in_focus(&scene, query, key);

  overview_layers(&scene, &plan);
  overview_token_ribbons(&scene, &plan, query, key, value);
  overview_value_ribbons(&scene, &plan, query);
  overview_stem(&scene, &plan);
  overview_flows(&scene, &plan, query, key);
  overview_tokens(&scene, &plan, query, key, value);
  named_vectors(&scene, &plan, plan.k, overview_keys(&scene),
                trace_keys_are_mixtures(scene.trace) ? "K′" : "K");
  named_vectors(&scene, &plan, plan.q, TRACE_Q, "Q");
  named_vectors(&scene, &plan, plan.v, trace_values(scene.trace), stage_values_symbol(&scene));
  overview_row_names(&scene, &plan, query, key, value);
  draw_pairs(&scene, &plan, query);
  named_vectors(&scene, &plan, plan.output, TRACE_OUTPUT, _("Output"));
  draw_row_result(&scene, &plan, query);
  draw_focus(&scene, &plan, query, key);
  overview_share_names(&scene, &plan, query);
  if (scene.interactive) head_strip_draw(&scene, plan.strip);
}

Box overview_matrix_box(const Scene *scene, Box box, StageId stage) {
  if (trace_token_count(scene->trace) == 0) return box;
  OverviewPlan plan = overview_plan(scene, box);
  TracePart part = stage_views[stage]->overview_part;
  for (int i = 0; i < plan.pair_count; i++)
    if (plan.pair_parts[i] == part) return plan.pairs[i];
  if (plan.folded.h > 0 && part == plan.folded_part) return plan.folded;
  if (part == TRACE_Q) return plan.q;
  return part == TRACE_OUTPUT ? plan.output : plan.tokens;
}
