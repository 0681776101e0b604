/* scene/stages/stage.c -- one stage in its box, the motion between stages, and what
** their pictures share. */
#include "scene/layer_words.h"
#include "scene/stages/motion.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/number.h"
#include "scene/stages/compare.h"
#include "scene/stages/pair_stage.h"
#include "trace/workings/first_picture.h"

/* -- shared ------------------------------------------------------------------------------------ */

float stage_ease(float t) {
  t = float_clamp(t, 0, 1);
  return t * t * (3 - 2 * t);
}

TracePart stage_result(StageId stage) { return trace_stage_result(stage); }

const char *stage_part_title(TracePart part) { return _(trace_part_info(part)->title); }

const char *stage_part_name(const Scene *scene, TracePart part) {
  int layer = scene->view->layer;
  bool is_input = part == TRACE_INPUT && layer_count_before(scene->trace, layer) > 0;
  if (!is_input && part != TRACE_BLOCK) return stage_part_title(part);
  return str_format(scene->pen.list->arena, "%s %s", stage_part_title(part),
                    captions_stream(scene, 'X', is_input ? layer : layer + 1));
}

const char *stage_part_note(const Scene *scene, TracePart part) {
  if (part == TRACE_INPUT) return captions_stream_source(scene);
  int first = trace_first_layer(scene->trace);
  if (part != TRACE_X || scene->view->layer == first) return NULL;
  if (trace_half(scene->trace) == HALF_NONE) return _("goes into layer 1");
  return str_format(scene->pen.list->arena,
                    C_("of rows, by the layer that reads them", "goes into %s"),
                    layer_words(scene->pen.list->arena, scene->trace, first));
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

/* The row that the first picture of the head is about; of a head without one the last, which sees
** the most. */
static int telling_row(const Scene *scene, int rows) {
  const View *view = scene->view;
  FirstPicture telling;
  if (!first_picture_find_in_head(scene->trace, view->layer, view->head, &telling)) return rows - 1;
  return telling.query < rows ? telling.query : rows - 1;
}

int stage_followed_row(const Scene *scene) {
  int row, col, rows, cols;
  stage_focus(scene, &row, &col);
  if (row >= 0) return row;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &cols);
  int filled = scene->view->filled;
  if (filled < 0) return telling_row(scene, rows);
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

/* On a page a name of several words has two lines rather than being cut. */
static void draw_name_in_lines(const Pen *pen, TextStyle style, const StageName *name) {
  const char *space = strchr(name->symbol, ' ');
  Str first = {name->symbol, (size_t)(space - name->symbol)}, rest = str_from(space + 1);
  Point above = {name->baseline.x, name->baseline.y - pen_points(pen, style.size) * 1.05f};
  style.align = name->align;
  pen_text(pen, style, above, pen_fit(pen, style, name->room, first));
  pen_text(pen, style, name->baseline, pen_fit(pen, style, name->room, rest));
}

float stage_small_print(const Scene *scene) {
  const float usual = 10.5f, width = 1920, height = 1080, high = 18;
  const DrawList *list = scene->pen.list;
  if (!scene_is_presented(scene)) return usual;
  float points = high * fminf(list->width_pt / width, list->height_pt / height) / TEXT_CAP_HEIGHT;
  return fmaxf(usual, points / scene->pen.text_scale);
}

void stage_name_draw(const Scene *scene, const StageName *name) {
  const Pen *pen = &scene->pen;
  TextStyle symbol = {FACE_BOLD, name->size, scene_part_color(pen->theme, name->part), ALIGN_START};
  TextStyle small = {FACE_MONO, fminf(stage_small_print(scene), name->size), pen->theme->muted,
                     ALIGN_START};
  MatView values = stage_matrix(scene, name->part);
  bool is_of_keys = trace_part_info(name->part)->per_key_head;
  bool turned = name->is_turned || (is_of_keys && str_ends(str_from(name->symbol), "ᵀ"));
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
  else if (pen_is_of_print(pen) && strchr(name->symbol, ' ')) draw_name_in_lines(pen, symbol, name);
  else {
    symbol.align = name->align;
    pen_text(pen, symbol, name->baseline, pen_fit(pen, symbol, name->room, str_from(name->symbol)));
  }
  if (fits) pen_text(pen, small, (Point){x + first + gap, name->baseline.y}, shape);
}

float stage_name_size(const Scene *scene) { return scene_is_presented(scene) ? 16 : 14; }

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
  TextStyle style = {FACE_MONO, stage_small_print(scene), COLOR_NONE, ALIGN_START};
  Number low = number_plus(number_end(range.low)), high = number_plus(number_end(range.high));
  float least = pen_width(&scene->pen, style, number_str(&low)) +
                pen_width(&scene->pen, style, number_str(&high)) + stage_points(scene, 14);
  float wanted = fmaxf(room * 0.5f, fminf(room, stage_points(scene, 96)));
  return fmaxf(fminf(wanted, stage_points(scene, 132)), least);
}

Pen stage_bar_pen(const Scene *scene) {
  Pen pen = scene->pen;
  pen.text_scale *= stage_small_print(scene) / 10.5f;
  return pen;
}

/* The bar is always drawn, its rule only where it has room. */
void stage_bar_draw(const Scene *scene, TracePart part, Box box) {
  const Pen *pen = &scene->pen, numbers = stage_bar_pen(scene);
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  TextStyle style = {FACE_REGULAR, stage_small_print(scene), pen->theme->muted, ALIGN_END};
  float bar = bar_width(scene, range, box.w), gap = stage_points(scene, 12);
  Box place = {box.x + box.w - bar, box.y + stage_points(scene, 4), bar, stage_points(scene, 10)};
  pen_color_bar(&numbers, &(ColorBar){.box = place,
                                      .palette = scene_palette(scene, part),
                                      .range = range,
                                      .used = scene_range_used(scene, part),
                                      .from_zero = scene_bar_is_from_zero(scene, part)});
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

const char *stage_part_symbol(TracePart part) {
  static const char *const symbols[TRACE_PART_COUNT] = {[TRACE_Q] = "Q",
                                                        [TRACE_K] = "K",
                                                        [TRACE_V] = "V",
                                                        [TRACE_Q_ROTATED] = "Q_R",
                                                        [TRACE_K_ROTATED] = "K_R",
                                                        [TRACE_K_PROJECTED] = "K′",
                                                        [TRACE_V_PROJECTED] = "V′",
                                                        [TRACE_FEATURES_Q] = "φ(Q)",
                                                        [TRACE_FEATURES_K] = "φ(K)"};
  assert(part >= 0 && part < TRACE_PART_COUNT);
  return symbols[part];
}

const char *stage_queries_symbol(const Scene *scene) {
  return stage_part_symbol(trace_score_queries(scene->trace));
}

const char *stage_keys_symbol(const Scene *scene) {
  return stage_part_symbol(trace_score_keys(scene->trace));
}

const char *stage_values_symbol(const Scene *scene) {
  return stage_part_symbol(trace_values(scene->trace));
}

void stage_outline_followed(const Scene *scene, const MatrixWidget *matrix) {
  int row, col;
  stage_focus(scene, &row, &col);
  if (row >= 0 || scene->view->filled >= 0) return;
  MatrixGrid grid = matrix_widget_grid(scene, matrix);
  row = stage_followed_row(scene);
  draw_group_begin(scene->pen.list, "followed", NULL);
  if (row >= 0 && row < grid.rows)
    matrix_outline(scene, matrix_row_box(matrix, &grid, row), scene->pen.theme->ink, 1.5f);
  draw_group_end(scene->pen.list);
}

void stage_column_draw(const Scene *scene, const StageColumn *column) {
  assert(column->part < TRACE_PART_COUNT);
  MatrixWidget matrix = stage_rows_view(scene, column->part, column->cells);
  matrix.row_labels = column->label_width > 0;
  matrix.label_width = column->label_width;
  matrix.col_numbers = true;
  matrix.label_height = stage_points(scene, 18);
  matrix_widget_draw(scene, &matrix);
  if (scene->interactive) stage_outline_followed(scene, &matrix);
  Point baseline = {column->cells.x, column->cells.y - stage_points(scene, 26)};
  stage_name_draw(scene, &(StageName){.baseline = baseline,
                                      .room = column->name_room,
                                      .cells_w = column->cells.w,
                                      .symbol = stage_part_name(scene, column->part),
                                      .note = stage_part_note(scene, column->part),
                                      .size = stage_name_size(scene),
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
  Str name = scene_named(scene, row);
  return str_format(scene->pen.list->arena, _("token %.*s, column %d"), (int)name.bytes, name.at,
                    col + 1);
}

Number stage_number(const Scene *scene, TracePart part, int row, int col) {
  assert(row >= 0 && col >= 0);
  MatView matrix = stage_matrix(scene, part);
  if (row >= matrix.rows || col >= matrix.cols || !trace_has_part(scene->trace, part))
    return (Number){"–"};
  float value = mat_get(matrix, row, col);
  /* as the panel of its own stage adds it up; that of the layer's output has fewer digits */
  bool is_sum =
      (part == TRACE_OUTPUT || part == TRACE_ATTN_PROJ) && part == stage_result(scene->view->stage);
  return is_sum ? number_term(value) : number_full(value);
}

/* -- dispatch ---------------------------------------------------------------------------------- */

/* Without the line below it. */
static Box picture_box(const Scene *scene, Box box, StageId stage) {
  box.h = fmaxf(box.h - sum_line_height(scene, stage), 1);
  return box;
}

Box stage_matrix_box(const Scene *scene, Box box, StageId stage) {
  assert(stage >= 0 && stage < STAGE_COUNT);
  bool nothing = trace_token_count(scene->trace) == 0 || stage_missing(scene, stage);
  if (nothing) return box_inset(box, fminf(box.w, box.h) * 0.3f);
  Box picture = picture_box(scene, box, stage);
  bool compares = stage == scene->view->stage && compare_is_on(scene);
  return compares ? compare_cells(scene, picture) : stage_views[stage]->cells(scene, picture);
}

static void draw_at_rest(const Scene *scene, Box box) {
  Box picture = picture_box(scene, box, scene->view->stage);
  Scene fitted = stage_fitted(scene, picture);
  if (trace_token_count(scene->trace) == 0) stage_empty_draw(&fitted, box);
  else if (stage_missing(scene, scene->view->stage)) stage_missing_draw(&fitted, box);
  else if (compare_is_on(&fitted)) compare_draw(&fitted, picture);
  else stage_views[scene->view->stage]->draw(&fitted, picture);
  float line = sum_line_height(scene, scene->view->stage);
  if (line > 0) sum_line_draw(scene, (Box){box.x, box.y + box.h - line, box.w, line});
}

/* -- motion ------------------------------------------------------------------------------------ */

/* A stage as it is once the motion is over. A column of another kind of matrix is not selected. */
static View settled_view(const Scene *scene, StageId stage) {
  View settled = *scene->view;
  if (stage_info(settled.stage)->by_pair != stage_info(stage)->by_pair)
    settled.key = settled.hover_key = -1;
  if (settled.stage != stage) settled.filled = -1;
  settled.kind = VIEW_STAGE;
  settled.stage = stage;
  settled.transition = 1;
  return settled;
}

static void draw_settled(const Scene *scene, Box box, StageId stage) {
  View settled = settled_view(scene, stage);
  Scene still = *scene;
  still.view = &settled;
  /* the rows of a shuffled sentence travel within one picture */
  if (scene->order && compare_is_on(scene)) settled.transition = scene->view->transition;
  draw_at_rest(&still, box);
}

/* A stage at one end of a motion. The lens shows cells at rest; on the way it would lie over
** others. */
static View end_of_motion(const Scene *scene, StageId stage) {
  View end = settled_view(scene, stage);
  end.lens = false;
  return end;
}

/* A list for a picture at rest, of which the motion takes what it needs. */
static DrawList apart(const Scene *scene) {
  DrawList list =
      draw_list_make(scene->pen.list->arena, scene->pen.list->width_pt, scene->pen.list->height_pt);
  list.trace_serial = scene->pen.list->trace_serial;
  return list;
}

/* The overview and the stage at the same moment, each in its place. */
typedef struct Fold {
  View views[2];
  Scene overview, staged;
  ScreenLayout layout; /* of the stage, on the screen */
  Box overview_box, stage_box;
  float t; /* 0: in the overview, 1: on the stage */
} Fold;

static ScreenLayout layout_of(Scene *scene) {
  const DrawList *list = scene->pen.list;
  ScreenLayout layout =
      layout_screen(list->width_pt, list->height_pt, scene->view, scene->pen.metrics);
  layout = scene_layout_with_bar(scene, scene->view, layout);
  scene->pen.text_scale = layout.picture_scale;
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
** overview spans the width, perhaps without a formula above it, the stage is between its panels. */
static void begin_fold(const Scene *scene, Box box, Fold *fold) {
  fold->overview = fold->staged = *scene;
  fold->views[0] = *scene->view;
  fold->views[1] = end_of_motion(scene, scene->view->stage);
  fold->views[0].kind = VIEW_OVERVIEW;
  fold->views[0].transition = 1;
  fold->overview.view = &fold->views[0];
  fold->staged.view = &fold->views[1];
  fold->overview_box = fold->stage_box = box;
  if (!scene->interactive) return;
  ScreenLayout overview = layout_of(&fold->overview);
  fold->layout = layout_of(&fold->staged);
  const ScreenLayout *own = scene->view->kind == VIEW_STAGE ? &fold->layout : &overview;
  fold->overview_box = centre_of(&overview, own, box);
  fold->stage_box = centre_of(&fold->layout, own, box);
}

static void cover(const Scene *scene, Box panel, Color ground, float alpha) {
  if (panel.w > 0)
    draw_box(scene->pen.list,
             (DrawBox){.box = box_inset(panel, 1), .fill = color_fade(ground, alpha)});
}

/* The grounds of the panels come while matrices travel, so that the picture has its frame; what
** stands on them comes when nothing passes there any more. */
static void draw_panels_fading(const Fold *fold) {
  const float grounds_take = 0.15f, words_come = 0.6f;
  const Scene *staged = &fold->staged;
  DrawList *list = staged->pen.list;
  float grounds = float_clamp((fold->t - VIEW_PANELS_COME) / grounds_take, 0, 1);
  float words = float_clamp((fold->t - words_come) / (MOTION_WORDS_COME - words_come), 0, 1);
  float opacity = list->opacity;
  Scene panels = *staged;
  panels.pen.text_scale = fold->layout.text_scale;
  if (grounds <= 0 || !staged->interactive) return;
  list->opacity = opacity * grounds;
  scene_draw_grounds(&panels, &fold->layout);
  list->opacity = opacity;
  if (words <= 0) return;
  scene_draw_panels(&panels, &fold->layout);
  cover(staged, fold->layout.heads, staged->pen.theme->paper, 1 - words);
  cover(staged, fold->layout.inspector, staged->pen.theme->panel, 1 - words);
}

/* The matrices of the overview that the stage shows travel to their places there; what the stage
** adds comes when they have arrived. Nothing can be clicked meanwhile. */
static void draw_fold(const Scene *scene, Fold *fold) {
  int hit_count = scene->pen.list->hit_count;
  if (fold->t <= 0) {
    overview_draw(&fold->overview, fold->overview_box);
  } else {
    DrawList lists[2] = {apart(scene), apart(scene)};
    fold->overview.pen.list = &lists[0];
    overview_draw(&fold->overview, fold->overview_box);
    draw_panels_fading(fold);
    fold->staged.pen.list = &lists[1];
    fold->staged.row_closed = 1;
    draw_settled(&fold->staged, fold->stage_box, fold->staged.view->stage);
    motion_draw(scene, &lists[0], &lists[1], fold->t, NULL, NULL);
  }
  scene->pen.list->hit_count = hit_count;
}

static void draw_unfolding(const Scene *scene, Box box) {
  Fold fold = {.t = scene->view->transition};
  begin_fold(scene, box, &fold);
  draw_fold(scene, &fold);
}

void stage_draw_folding(const Scene *scene, Box box) {
  assert(scene->view->kind == VIEW_OVERVIEW);
  Fold fold = {.t = 1 - scene->view->transition};
  begin_fold(scene, box, &fold);
  if (trace_token_count(scene->trace) == 0) overview_draw(&fold.overview, box);
  else draw_fold(scene, &fold);
}

static bool stage_has_open_row(const Scene *scene, Box box, StageId stage) {
  View settled = settled_view(scene, stage);
  Scene still = *scene;
  still.view = &settled;
  if (!stage_info(stage)->by_pair || stage_missing(&still, stage)) return false;
  return pair_row_is_open(&still, picture_box(scene, box, stage));
}

/* Before a class: a row that is open closes before the cells set out, and opens when they have
** arrived. t becomes the moment of the motion between. False: neither is under way. */
static bool draw_row_on_its_way(const Scene *scene, Box box, const StageId stages[2], float *t) {
  const float share = 0.2f;
  if (!scene_is_presented(scene)) return false;
  float first = stage_has_open_row(scene, box, stages[0]) ? share : 0;
  float last = stage_has_open_row(scene, box, stages[1]) ? share : 0;
  bool closes = *t<first, opens = *t> 1 - last;
  if (!closes && !opens) {
    *t = (*t - first) / (1 - first - last);
    return false;
  }
  Scene still = *scene;
  int hit_count = scene->pen.list->hit_count;
  still.row_closed = closes ? stage_ease(*t / first) : stage_ease((1 - *t) / last);
  draw_settled(&still, box, stages[opens]);
  scene->pen.list->hit_count = hit_count;
  return true;
}

/* The moment is counted from the earlier stage, whichever way one goes. */
static void draw_change_of_stage(const Scene *scene, Box box) {
  const View *view = scene->view;
  assert(view->from_kind == VIEW_STAGE && view->from_stage != view->stage);
  bool further = trace_stage_index(scene->trace, view->stage) >
                 trace_stage_index(scene->trace, view->from_stage);
  StageId stages[2] = {further ? view->from_stage : view->stage,
                       further ? view->stage : view->from_stage};
  float t = further ? view->transition : 1 - view->transition;
  int hit_count = scene->pen.list->hit_count;
  if (t <= 0 || t >= 1) {
    draw_settled(scene, box, stages[t >= 1]);
    scene->pen.list->hit_count = hit_count;
    return;
  }
  if (draw_row_on_its_way(scene, box, stages, &t)) return;
  View views[2];
  DrawList lists[2];
  Scene stills[2];
  Box boxes[2];
  for (int i = 0; i < 2; i++) {
    views[i] = end_of_motion(scene, stages[i]);
    lists[i] = apart(scene);
    stills[i] = *scene;
    stills[i].view = &views[i];
    stills[i].pen.list = &lists[i];
    stills[i].row_closed = 1;
    draw_at_rest(&stills[i], box);
    boxes[i] = picture_box(scene, box, stages[i]);
    stills[i] = stage_fitted(&stills[i], boxes[i]);
  }
  Moment moment = {
      .earlier = stills[0], .later = stills[1], .earlier_box = boxes[0], .later_box = boxes[1]};
  const StageMotion *motion = stage_motion_of(stages[0], stages[1]);
  motion_draw(scene, &lists[0], &lists[1], t, motion, &moment);
}

void stage_draw(const Scene *scene, Box box) {
  const View *view = scene->view;
  bool is_empty = trace_token_count(scene->trace) == 0;
  bool same = view->from_kind == VIEW_STAGE && view->from_stage == view->stage;
  if (view->transition >= 1 || is_empty || same || compare_is_on(scene))
    draw_settled(scene, box, view->stage);
  else if (view->from_kind == VIEW_OVERVIEW) draw_unfolding(scene, box);
  else if (view->from_kind != VIEW_STAGE) draw_settled(scene, box, view->stage);
  else draw_change_of_stage(scene, box);
}
