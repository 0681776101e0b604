/* scene/stages/stage.c -- one stage in its box, the motion between stages, and what
** their pictures share. */
#include "scene/stages/stage_view.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"

/* -- shared ------------------------------------------------------------------------------------ */

float stage_ease(float t) {
  t = float_clamp(t, 0, 1);
  return t * t * (3 - 2 * t);
}

TracePart stage_result(StageId stage) { return trace_stage_result(stage); }

const char *stage_part_title(TracePart part) { return _(trace_part_info(part)->title); }

const char *stage_part_name(const Scene *scene, TracePart part) {
  int layer = scene->view->layer;
  bool is_input = part == TRACE_INPUT && layer > 0;
  if (!is_input && part != TRACE_BLOCK) return stage_part_title(part);
  return str_format(scene->pen.list->arena, "%s %s", stage_part_title(part),
                    captions_stream(scene, 'X', is_input ? layer : layer + 1));
}

const char *stage_part_note(const Scene *scene, TracePart part) {
  if (part == TRACE_INPUT) return captions_stream_source(scene);
  return part == TRACE_X && scene->view->layer > 0 ? _("goes into layer 1") : NULL;
}

MatView stage_matrix(const Scene *scene, TracePart part) {
  return trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
}

Str stage_shape(const Scene *scene, MatView m) {
  return str_from(number_shape(scene->pen.list->arena, m.rows, m.cols));
}

void stage_focus(const Scene *scene, int *row, int *col) {
  int rows, cols;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &cols);
  view_focus(scene->view, row, col);
  if (*row >= rows) *row = -1;
  if (*row < 0 || *col >= cols) *col = -1;
  if (*row < 0) *row = -1;
}

int stage_followed_row(const Scene *scene) {
  int row, col, rows, cols;
  stage_focus(scene, &row, &col);
  if (row >= 0) return row;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &cols);
  int filled = scene->view->filled;
  if (filled < 0) return rows - 1;
  row = filled > 0 ? (filled - 1) / (cols > 0 ? cols : 1) : 0;
  return row < rows ? row : rows - 1;
}

/* Columns narrower than a point are merged into stripes: "6 × 768 · 7 columns a stripe". */
static Str shape_with_stripes(const Scene *scene, MatView values, float cells_w) {
  int columns = cells_w > 0 ? (int)ceilf((float)values.cols / cells_w) : 1;
  const char *shape = stage_shape(scene, values).at;
  Arena *arena = scene->pen.list->arena;
  if (columns < 2) return str_from(shape);
  return str_from(str_format(
      arena, P_("%s · %d column a stripe", "%s · %d columns a stripe", columns), shape, columns));
}

void stage_name_draw(const Scene *scene, const StageName *name) {
  const Pen *pen = &scene->pen;
  TextStyle symbol = {FACE_BOLD, name->size, scene_part_color(pen->theme, name->part), ALIGN_START};
  TextStyle small = {FACE_MONO, 10.5f, pen->theme->muted, ALIGN_START};
  MatView values = stage_matrix(scene, name->part);
  bool turned = name->part == TRACE_K && str_is(str_from(name->symbol), "Kᵀ");
  if (turned) values = (MatView){values.at, values.cols, values.rows, values.stride};
  Str shape = shape_with_stripes(scene, values, name->cells_w);
  float gap = stage_points(scene, 8), first = pen_symbol_width(pen, symbol, str_from(name->symbol));
  float both = first + gap + pen_width(pen, small, shape);
  if (name->note) {
    Str noted = str_from(
        str_format(scene->pen.list->arena, "%.*s · %s", (int)shape.bytes, shape.at, name->note));
    float whole = first + gap + pen_width(pen, small, noted);
    if (whole <= name->room) both = whole, shape = noted;
  }
  bool fits = both <= name->room;
  float width = fits ? both : first;
  float x = name->baseline.x;
  if (name->align == ALIGN_MIDDLE) x -= width / 2;
  if (name->align == ALIGN_END) x -= width;
  if (width <= name->room + 0.5f)
    pen_symbol(pen, symbol, (Point){x, name->baseline.y}, str_from(name->symbol));
  else {
    symbol.align = name->align;
    pen_text(pen, symbol, name->baseline, pen_fit(pen, symbol, name->room, str_from(name->symbol)));
  }
  if (fits) pen_text(pen, small, (Point){x + first + gap, name->baseline.y}, shape);
}

void stage_frame(const Scene *scene, Box cells, Color color) {
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(cells, -4),
                                      .corner = 4,
                                      .stroke = color,
                                      .stroke_width = 1.5f * fminf(scene->pen.text_scale, 1.5f)});
}

float stage_rows_height(const Scene *scene, float room, float row_most_design) {
  assert(trace_token_count(scene->trace) > 0);
  int count = trace_token_count(scene->trace);
  float row = fminf(room / (float)count, stage_points(scene, row_most_design));
  if (row >= 12) row = floorf(row);
  return row * (float)count;
}

/* Wide enough for the numbers at both ends. */
static float bar_width(const Scene *scene, ColorRange range, float room) {
  TextStyle style = {FACE_MONO, 10.5f, COLOR_NONE, ALIGN_START};
  Number low = number_plus(number_end(range.low)), high = number_plus(number_end(range.high));
  float least = pen_width(&scene->pen, style, number_str(&low)) +
                pen_width(&scene->pen, style, number_str(&high)) + stage_points(scene, 14);
  float wanted = fmaxf(room * 0.5f, fminf(room, stage_points(scene, 96)));
  return fmaxf(fminf(wanted, stage_points(scene, 132)), least);
}

/* The bar is always drawn, its rule only where it has room. */
void stage_bar_draw(const Scene *scene, TracePart part, Box box) {
  const Pen *pen = &scene->pen;
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  TextStyle style = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_END};
  float bar = bar_width(scene, range, box.w), gap = stage_points(scene, 12);
  Box place = {box.x + box.w - bar, box.y + stage_points(scene, 4), bar, stage_points(scene, 10)};
  pen_color_bar(pen, &(ColorBar){place, false, scene_palette(scene, part), range,
                                 scene_range_used(scene, part)});
  Box text = {box.x, box.y, box.w - bar - gap, stage_points(scene, 18)};
  const char *used = scene_used_words(scene, part);
  Str sentence = str_from(stage_range_rule(scene, part));
  if (used)
    sentence =
        str_from(str_format(pen->list->arena, "%.*s; %s", (int)sentence.bytes, sentence.at, used));
  if (used && pen_width(pen, style, sentence) > text.w) sentence = str_from(used);
  if (pen_width(pen, style, sentence) <= text.w) pen_text_in(pen, style, text, sentence);
}

void stage_sign_draw(const Scene *scene, Box box, const char *sign) {
  TextStyle style = {FACE_MEDIUM, 18, scene->pen.theme->muted, ALIGN_MIDDLE};
  Point at = {box.x + box.w / 2,
              box.y + (box.h + TEXT_CAP_HEIGHT * stage_points(scene, style.size)) / 2};
  pen_text(&scene->pen, style, at, str_from(sign));
}

void stage_column_draw(const Scene *scene, const StageColumn *column) {
  assert(column->part < TRACE_PART_COUNT);
  MatrixWidget matrix = stage_rows_view(scene, column->part, column->cells);
  matrix.row_labels = column->label_width > 0;
  matrix.label_width = column->label_width;
  matrix.col_numbers = true;
  matrix.label_height = stage_points(scene, 18);
  matrix_widget_draw(scene, &matrix);
  Point baseline = {column->cells.x, column->cells.y - stage_points(scene, 26)};
  stage_name_draw(scene, &(StageName){.baseline = baseline,
                                      .room = column->name_room,
                                      .cells_w = column->cells.w,
                                      .symbol = stage_part_name(scene, column->part),
                                      .note = stage_part_note(scene, column->part),
                                      .size = 14,
                                      .part = column->part});
}

void stage_values_draw(const Scene *scene, const StageStrip *strip, Box box) {
  assert(strip->values.rows == 1 && strip->range.low < strip->range.high);
  if (box.w <= 0 || strip->values.cols <= 0) return;
  float cell = box.w / (float)strip->values.cols;
  draw_heatmap(scene->pen.list, (DrawHeatmap){.box = box,
                                              .values = strip->values,
                                              .mix = 1,
                                              .hatch_mix = 1,
                                              .palette = scene_palette(scene, strip->part),
                                              .range = strip->range,
                                              .gap = cell >= 8   ? 1
                                                     : cell >= 4 ? 0.5f
                                                                 : 0,
                                              .corner = cell >= 10 ? 2 : 0,
                                              .filled = strip->filled,
                                              .theme = scene->pen.theme->id});
}

void stage_strip_draw(const Scene *scene, TracePart part, int row, Box box, ColorRange range) {
  MatView values = stage_matrix(scene, part);
  if (row < 0 || row >= values.rows) return;
  if (!(range.low < range.high))
    range = scene_range(scene, part, scene->view->layer, scene->view->head);
  StageStrip strip = {.part = part,
                      .values = {mat_row(values, row), 1, values.cols, values.stride},
                      .range = range,
                      .filled = -1};
  stage_values_draw(scene, &strip, box);
}

/* Whether the part is one of several results of the current stage, such as Q, K and V. */
static bool is_result(const Scene *scene, TracePart part) {
  const StageInfo *info = stage_info(scene->view->stage);
  for (int i = info->part_count - info->result_count; i < info->part_count; i++)
    if (info->parts[i] == part) return true;
  return part == stage_result(scene->view->stage);
}

/* Steps count the cells of V; Q and K are filled row by row along with it, whatever their width. */
static int filled_of(const Scene *scene, TracePart part) {
  int rows, cols, filled = scene->view->filled, own = stage_matrix(scene, part).cols;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &cols);
  if (filled < 0 || cols <= 0 || own == cols) return filled;
  int col = filled % cols;
  return filled / cols * own + (col < own ? col : own);
}

MatrixWidget stage_rows_view(const Scene *scene, TracePart part, Box cells) {
  MatrixWidget matrix = {.part = part,
                         .before = part,
                         .cells = cells,
                         .mix = 1,
                         .filled = -1,
                         .digits = true,
                         .click = "cell %r %c",
                         .hover = "hover %r %c",
                         .row_click = "cell %r row",
                         .row_hover = "hover %r row",
                         .scrolls = true};
  stage_focus(scene, &matrix.focus_row, &matrix.focus_col);
  if (is_result(scene, part)) matrix.filled = filled_of(scene, part);
  return matrix;
}

/* -- words about numbers ----------------------------------------------------------------------- */

const char *stage_place_words(const Scene *scene, int row, int col) {
  assert(row >= 0 && row < trace_token_count(scene->trace) && col >= 0);
  Str name = scene_label(scene, row);
  return str_format(scene->pen.list->arena, _("token %.*s, column %d"), (int)name.bytes, name.at,
                    col + 1);
}

Number stage_number(const Scene *scene, TracePart part, int row, int col) {
  assert(row >= 0 && col >= 0);
  MatView matrix = stage_matrix(scene, part);
  return row < matrix.rows && col < matrix.cols && trace_has_part(scene->trace, part)
             ? number_full(mat_get(matrix, row, col))
             : (Number){"–"};
}

/* -- dispatch ---------------------------------------------------------------------------------- */

Box stage_matrix_box(const Scene *scene, Box box, StageId stage) {
  assert(stage >= 0 && stage < STAGE_COUNT);
  bool nothing = trace_token_count(scene->trace) == 0 || stage_missing(scene, stage);
  if (nothing) return box_inset(box, fminf(box.w, box.h) * 0.3f);
  return stage_views[stage]->cells(scene, box);
}

static void draw_at_rest(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  if (trace_token_count(scene->trace) == 0) stage_empty_draw(&fitted, box);
  else if (stage_missing(scene, scene->view->stage)) stage_missing_draw(&fitted, box);
  else stage_views[scene->view->stage]->draw(&fitted, box);
}

/* -- motion ------------------------------------------------------------------------------------ */

/* Heatmaps have no opacity, so what must not be visible is covered with the paper colour. */
static void cover_with_paper(const Scene *scene, Box box, float alpha) {
  Color paper = color_fade(scene->pen.theme->paper, alpha);
  draw_box(scene->pen.list, (DrawBox){.box = box, .fill = paper});
}

/* A stage as it is once the motion is over. */
static void draw_settled(const Scene *scene, Box box, StageId stage) {
  View settled = *scene->view;
  Scene still = *scene;
  if (settled.stage != stage) settled.filled = -1;
  settled.stage = stage;
  settled.transition = 1;
  still.view = &settled;
  draw_at_rest(&still, box);
}

/* The overview and the stage at the same moment, each in its place. */
typedef struct Fold {
  View views[2];
  Scene overview, staged;
  ScreenLayout layout; /* of the stage, on the screen */
  Box overview_box, stage_box, whole;
  float t; /* 0: in the overview, 1: on the stage */
} Fold;

static ScreenLayout layout_of(Scene *scene) {
  const DrawList *list = scene->pen.list;
  ScreenLayout layout =
      layout_screen(list->width_pt, list->height_pt, scene->view, scene->pen.metrics);
  scene->pen.text_scale = layout.text_scale;
  scene->headline = scene_leaves_words_out(scene->view, &layout);
  return layout;
}

/* The centre of a layout, minus the strip at its foot that the widgets take off the current one,
** which is box. A box that is not the centre of its layout keeps its height. */
static Box centre_of(const ScreenLayout *layout, const ScreenLayout *own, Box box) {
  Box centre = layout->centre;
  float foot = (own->centre.h - box.h) / own->text_scale;
  if (fabsf(own->centre.y - box.y) > 0.5f || foot < 0)
    return (Box){centre.x, box.y, centre.w, box.h};
  centre.h = fmaxf(centre.h - foot * layout->text_scale, 1);
  return centre;
}

/* In a figure both get the whole box. On the screen each is where its own layout puts it: the
** overview spans the width, perhaps without a formula above it, the stage is between its panels.
** What is visible of them lies below the current formula. */
static void begin_fold(const Scene *scene, Box box, Fold *fold) {
  fold->overview = fold->staged = *scene;
  fold->views[0] = fold->views[1] = *scene->view;
  fold->views[0].kind = VIEW_OVERVIEW;
  fold->views[1].kind = VIEW_STAGE;
  fold->views[0].transition = fold->views[1].transition = 1;
  fold->overview.view = &fold->views[0];
  fold->staged.view = &fold->views[1];
  fold->overview_box = fold->stage_box = fold->whole = box;
  if (!scene->interactive) return;
  ScreenLayout overview = layout_of(&fold->overview);
  fold->layout = layout_of(&fold->staged);
  const ScreenLayout *own = scene->view->kind == VIEW_STAGE ? &fold->layout : &overview;
  fold->overview_box = centre_of(&overview, own, box);
  fold->stage_box = centre_of(&fold->layout, own, box);
  fold->whole = (Box){0, box.y, own->window.w, own->bottom.y - box.y};
}

static Box box_between(Box from, Box to, float t) {
  return (Box){float_lerp(from.x, to.x, t), float_lerp(from.y, to.y, t),
               float_lerp(from.w, to.w, t), float_lerp(from.h, to.h, t)};
}

/* The matrix moving between overview and stage, its colours changing from
** one scale to the other. */
static void draw_moving_matrix(const Fold *fold) {
  assert(stage_has_cells(fold->staged.view->stage));
  const View *view = fold->staged.view;
  TracePart part = stage_result(view->stage);
  Box from = overview_matrix_box(&fold->overview, fold->overview_box, view->stage);
  Box to = stage_matrix_box(&fold->staged, fold->stage_box, view->stage);
  MatrixWidget matrix = {.part = part,
                         .before = part,
                         .cells = box_between(from, to, fold->t),
                         .mix = 1,
                         .filled = view->filled,
                         .focus_row = -1,
                         .focus_col = -1,
                         .moving = true};
  MatrixGrid grid = matrix_widget_grid(&fold->staged, &matrix);
  if (grid.rows <= 0) return;
  cover_with_paper(&fold->staged, matrix.cells, 1); /* nothing is visible between the cells */
  grid.heatmap.before = grid.heatmap.values;
  grid.heatmap.range_before = scene_range(&fold->overview, part, view->layer, view->head);
  grid.heatmap.palette_before = grid.heatmap.palette;
  grid.heatmap.mix = fold->t;
  matrix_cells_draw(&fold->staged, &matrix, &grid);
}

/* Restricts drawing to a part of the picture, which is first covered with the paper colour. */
static void begin_window(const Scene *scene, Box seen) {
  assert(seen.w >= 0 && seen.h >= 0);
  draw_bounds(scene->pen.list, seen);
  scene->pen.list->at_scroll_edge = true;
  cover_with_paper(scene, seen, 1);
}

static void end_window(const Scene *scene) {
  scene->pen.list->at_scroll_edge = false;
  draw_bounds_end(scene->pen.list);
}

/* The stage opens from its matrix in the overview and closes into it: a growing window whose
** content does not move, while the matrix moves. Nothing can be clicked meanwhile. */
static void draw_fold(const Fold *fold) {
  const Scene *staged = &fold->staged;
  DrawList *list = staged->pen.list;
  StageId stage = staged->view->stage;
  int hit_count = list->hit_count;
  Box matrix = overview_matrix_box(&fold->overview, fold->overview_box, stage);
  Box window = box_between(box_inset(matrix, -4), fold->whole, fold->t);
  begin_window(staged, fold->whole);
  overview_draw(&fold->overview, fold->overview_box);
  end_window(staged);
  begin_window(staged, box_common(window, fold->whole));
  if (staged->interactive) scene_draw_panels(staged, &fold->layout);
  draw_settled(staged, fold->stage_box, stage);
  if (stage_has_cells(stage))
    cover_with_paper(staged, box_inset(stage_matrix_box(staged, fold->stage_box, stage), -4), 1);
  end_window(staged);
  draw_box(list, (DrawBox){.box = window, .stroke = staged->pen.theme->line, .stroke_width = 1});
  if (stage_has_cells(stage)) draw_moving_matrix(fold);
  list->hit_count = hit_count;
}

static void draw_unfolding(const Scene *scene, Box box) {
  Fold fold = {.t = stage_ease(scene->view->transition)};
  begin_fold(scene, box, &fold);
  draw_fold(&fold);
}

void stage_draw_folding(const Scene *scene, Box box) {
  assert(scene->view->kind == VIEW_OVERVIEW);
  Fold fold = {.t = 1 - stage_ease(scene->view->transition)};
  begin_fold(scene, box, &fold);
  if (trace_token_count(scene->trace) == 0) overview_draw(&fold.overview, box);
  else draw_fold(&fold);
}

/* Paper colour fades to both sides of the edge, so that no word looks cut. */
static void soft_edge(const Scene *scene, Box box, float edge) {
  enum { STRIPS = 18 }; /* to each side */
  const float width = 5;
  float t = scene->view->transition, strength = fminf(1, fminf(t, 1 - t) * 6);
  for (int i = -STRIPS; i < STRIPS; i++) {
    Box strip = {floorf(edge) + width * (float)i, box.y, width, box.h};
    float nearness = 1 - fabsf((float)i + 0.5f) / STRIPS;
    strip = box_common(strip, box);
    if (strip.w > 0) cover_with_paper(scene, strip, strength * stage_ease(1.25f * nearness));
  }
}

/* The next stage covers the former one from the side where it is on the rail, so each point of the
** box shows one of the two. The former one never takes clicks, since its cells belong to another
** stage; the next one does once it covers more than half. */
static void draw_change_of_stage(const Scene *scene, Box box) {
  assert(scene->view->from_kind == VIEW_STAGE);
  const View *view = scene->view;
  float t = stage_ease(view->transition), width = box.w * t;
  int hit_count = scene->pen.list->hit_count;
  bool further = trace_stage_index(scene->trace, view->stage) >
                 trace_stage_index(scene->trace, view->from_stage);
  Box seen = {further ? box.x + box.w - width : box.x, box.y, width, box.h};
  draw_settled(scene, box, view->from_stage);
  scene->pen.list->hit_count = hit_count;
  if (width < 1) return;
  begin_window(scene, seen);
  draw_settled(scene, box, view->stage);
  end_window(scene);
  if (t < 0.5f) scene->pen.list->hit_count = hit_count;
  float edge = further ? seen.x : seen.x + seen.w;
  soft_edge(scene, box, edge);
}

/* A matrix missing from the recording has no cells whose colours could change. */
static bool is_pair_there(const Scene *scene, StageId stage) {
  return stage_info(stage)->by_pair && !stage_missing(scene, stage);
}

void stage_draw(const Scene *scene, Box box) {
  const View *view = scene->view;
  bool is_empty = trace_token_count(scene->trace) == 0;
  bool same = view->from_kind == VIEW_STAGE && view->from_stage == view->stage;
  bool within_pairs = is_pair_there(scene, view->stage) && is_pair_there(scene, view->from_stage);
  if (view->transition >= 1 || is_empty || same) draw_settled(scene, box, view->stage);
  else if (view->from_kind == VIEW_OVERVIEW) draw_unfolding(scene, box);
  else if (view->from_kind != VIEW_STAGE) draw_settled(scene, box, view->stage);
  else if (within_pairs) draw_at_rest(scene, box);
  else draw_change_of_stage(scene, box);
}
