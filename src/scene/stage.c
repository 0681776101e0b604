/* scene/stage.c -- one stage in its box, the motion into it, and what the stage pictures share. */
#include "scene/stage.h"

#include <math.h>

#include "base/words.h"
#include "scene/number.h"

/* -- shared ------------------------------------------------------------------------------------ */

float stage_ease(float t) {
  t = fminf(fmaxf(t, 0), 1);
  return t * t * (3 - 2 * t);
}

Scene stage_fitted(const Scene *scene, Box box) {
  Scene fitted = *scene;
  float most = fminf(box.w / STAGE_WIDTH_LEAST, box.h / STAGE_HEIGHT_LEAST);
  fitted.pen.text_scale = fmaxf(fminf(scene->pen.text_scale, most), 0.4f);
  return fitted;
}

TracePart stage_result(StageId stage) {
  TracePart parts[4];
  int count = trace_stage_parts(stage, parts);
  return count > 0 ? parts[count - 1] : TRACE_X;
}

const char *stage_part_title(TracePart part) {
  static const char *const titles[TRACE_PART_COUNT] = {
      [TRACE_TOKEN_EMBEDDING] = N_("Token embedding"),
      [TRACE_POSITION] = N_("Position"),
      [TRACE_X] = N_("Input X"),
      [TRACE_INPUT] = N_("Input"),
      [TRACE_Q] = N_("Queries"),
      [TRACE_K] = N_("Keys"),
      [TRACE_V] = N_("Values"),
      [TRACE_SCORES] = N_("Scores"),
      [TRACE_SCALED] = N_("Scaled"),
      [TRACE_MASKED] = N_("Masked"),
      [TRACE_WEIGHTS] = N_("Weights"),
      [TRACE_OUTPUT] = N_("Output"),
      [TRACE_CONCAT] = N_("Heads side by side"),
      [TRACE_JOINED] = N_("Joined"),
      [TRACE_RESIDUAL] = N_("Next input"),
      [TRACE_W_Q] = N_("Query weights"),
      [TRACE_W_K] = N_("Key weights"),
      [TRACE_W_V] = N_("Value weights"),
      [TRACE_W_O] = N_("Output weights"),
  };
  return _(titles[part]);
}

MatView stage_matrix(const Scene *scene, TracePart part) {
  return trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
}

Str stage_shape(const Scene *scene, MatView m) {
  return str_from(str_format(scene->pen.list->arena, "%d × %d", m.rows, m.cols));
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

void stage_name_draw(const Scene *scene, const StageName *name) {
  const Pen *pen = &scene->pen;
  TextStyle symbol = {FACE_BOLD, name->size, scene_part_color(pen->theme, name->part), ALIGN_START};
  TextStyle small = {FACE_MONO, 10.5f, pen->theme->muted, ALIGN_START};
  MatView values = stage_matrix(scene, name->part);
  bool turned = name->part == TRACE_K && str_is(str_from(name->symbol), "Kᵀ");
  if (turned) values = (MatView){values.at, values.cols, values.rows, values.stride};
  Str shape = stage_shape(scene, values);
  float gap = stage_points(scene, 8), first = pen_symbol_width(pen, symbol, str_from(name->symbol));
  float both = first + gap + pen_width(pen, small, shape);
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
  int count = trace_token_count(scene->trace);
  float row = fminf(room / (float)count, stage_points(scene, row_most_design));
  if (row >= 12) row = floorf(row);
  return row * (float)count;
}

/* Wide enough for the numbers at both ends. */
static float bar_width(const Scene *scene, ColorRange range, float room) {
  TextStyle style = {FACE_MONO, 10.5f, COLOR_NONE, ALIGN_START};
  Number low = number_signed(range.low, 1), high = number_signed(range.high, 1);
  float least = pen_width(&scene->pen, style, number_str(&low)) +
                pen_width(&scene->pen, style, number_str(&high)) + stage_points(scene, 14);
  float wanted = fmaxf(room * 0.5f, fminf(room, stage_points(scene, 96)));
  return fmaxf(fminf(wanted, stage_points(scene, 132)), least);
}

void stage_bar_draw(const Scene *scene, TracePart part, Box box) {
  const Pen *pen = &scene->pen;
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  TextStyle style = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_END};
  float bar = bar_width(scene, range, box.w), gap = stage_points(scene, 12);
  Box place = {box.x + box.w - bar, box.y + stage_points(scene, 4), bar, stage_points(scene, 10)};
  pen_color_bar(pen, &(ColorBar){place, false, scene_palette(scene, part), range});
  Box text = {box.x, box.y, box.w - bar - gap, stage_points(scene, 18)};
  Str sentence = str_from(stage_range_rule(scene, part));
  if (pen_width(pen, style, sentence) <= text.w) pen_text_in(pen, style, text, sentence);
}

void stage_sign_draw(const Scene *scene, Box box, const char *sign) {
  TextStyle style = {FACE_MEDIUM, 18, scene->pen.theme->muted, ALIGN_MIDDLE};
  Point at = {box.x + box.w / 2,
              box.y + (box.h + TEXT_CAP_HEIGHT * stage_points(scene, style.size)) / 2};
  pen_text(&scene->pen, style, at, str_from(sign));
}

void stage_strip_draw(const Scene *scene, TracePart part, int row, Box box, ColorRange range) {
  MatView values = stage_matrix(scene, part);
  if (row < 0 || row >= values.rows || box.w <= 0) return;
  if (!(range.low < range.high))
    range = scene_range(scene, part, scene->view->layer, scene->view->head);
  float cell = box.w / (float)values.cols;
  draw_heatmap(scene->pen.list,
               (DrawHeatmap){.box = box,
                             .values = {mat_row(values, row), 1, values.cols, values.stride},
                             .mix = 1,
                             .hatch_mix = 1,
                             .palette = scene_palette(scene, part),
                             .range = range,
                             .gap = cell >= 8   ? 1
                                    : cell >= 4 ? 0.5f
                                                : 0,
                             .corner = cell >= 10 ? 2 : 0,
                             .filled = -1,
                             .theme = scene->pen.theme->id});
}

static bool is_result(const Scene *scene, TracePart part) {
  StageId stage = scene->view->stage;
  bool is_asked = stage == STAGE_QKV && (part == TRACE_Q || part == TRACE_K);
  return is_asked || part == stage_result(stage);
}

/* Steps count the cells of V; Q and K fill beside it, row for row, whatever their width. */
static int filled_of(const Scene *scene, TracePart part) {
  int rows, cols, filled = scene->view->filled, own = stage_matrix(scene, part).cols;
  trace_stage_shape(scene->trace, scene->view->stage, &rows, &cols);
  if (filled < 0 || cols <= 0 || own == cols) return filled;
  int col = filled % cols;
  return filled / cols * own + (col < own ? col : own);
}

MatrixView stage_rows_view(const Scene *scene, TracePart part, Box cells) {
  MatrixView matrix = {.part = part,
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

/* -- no sentence yet --------------------------------------------------------------------------- */

/* Empty cells along a diagonal of soft chips: the shape of what will come, and no number. */
static void draw_empty_grid(const Scene *scene, Box box) {
  enum { SIDE = 5 };
  const Theme *theme = scene->pen.theme;
  float cell = box.w / SIDE;
  for (int row = 0; row < SIDE; row++)
    for (int col = 0; col < SIDE; col++) {
      Box at = {box.x + (float)col * cell + 2, box.y + (float)row * cell + 2, cell - 4, cell - 4};
      draw_box(scene->pen.list, (DrawBox){.box = at, .corner = 6, .fill = theme->empty_cell});
    }
}

void stage_empty_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  float side = floorf(fminf(fminf(box.w, box.h) * 0.4f, stage_points(scene, 240)));
  float words = stage_points(scene, 24 + 24), gap = stage_points(scene, 24);
  float top = box.y + (box.h - side - gap - words) / 2;
  draw_empty_grid(scene, (Box){box.x + (box.w - side) / 2, top, side, side});
  Box line = {box.x + 8, top + side + gap, box.w - 16, stage_points(scene, 28)};
  pen_text_in(pen, (TextStyle){FACE_SEMIBOLD, 18, pen->theme->ink, ALIGN_MIDDLE}, line,
              str_from(_("Type a sentence")));
  line.y += line.h;
  line.h = stage_points(scene, 20);
  pen_text_in(pen, (TextStyle){FACE_REGULAR, 12, pen->theme->muted, ALIGN_MIDDLE}, line,
              str_from(_("every word then asks every other")));
}

/* -- dispatch ---------------------------------------------------------------------------------- */

typedef struct StagePicture {
  void (*draw)(const Scene *scene, Box box);
  Box (*matrix_box)(const Scene *scene, Box box);
} StagePicture;

static const StagePicture pictures[STAGE_COUNT] = {
    [STAGE_TOKENS] = {stage_tokens_draw, stage_tokens_box},
    [STAGE_EMBED] = {stage_embed_draw, stage_embed_box},
    [STAGE_QKV] = {stage_qkv_draw, stage_qkv_box},
    [STAGE_SCORES] = {stage_pairs_draw, stage_pairs_box},
    [STAGE_SCALED] = {stage_pairs_draw, stage_pairs_box},
    [STAGE_MASKED] = {stage_pairs_draw, stage_pairs_box},
    [STAGE_WEIGHTS] = {stage_pairs_draw, stage_pairs_box},
    [STAGE_OUTPUT] = {stage_output_draw, stage_output_box},
    [STAGE_JOINED] = {stage_joined_draw, stage_joined_box},
};

Box stage_matrix_box(const Scene *scene, Box box, StageId stage) {
  if (trace_token_count(scene->trace) == 0) return box_inset(box, fminf(box.w, box.h) * 0.3f);
  return pictures[stage].matrix_box(scene, box);
}

static void draw_at_rest(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  if (trace_token_count(scene->trace) == 0) stage_empty_draw(&fitted, box);
  else pictures[scene->view->stage].draw(&fitted, box);
}

/* -- motion ------------------------------------------------------------------------------------ */

/* Heatmaps have no opacity, so what is not yet there lies under paper. */
static void veil(const Scene *scene, Box box, float alpha) {
  Color paper = color_fade(scene->pen.theme->paper, alpha);
  draw_box(scene->pen.list, (DrawBox){.box = box, .fill = paper});
}

static void draw_settled(const Scene *scene, Box box, StageId stage) {
  View settled = *scene->view;
  Scene still = *scene;
  if (settled.stage != stage) settled.filled = -1;
  settled.stage = stage;
  settled.transition = 1;
  still.view = &settled;
  draw_at_rest(&still, box);
}

static float between(float a, float b, float t) { return a + (b - a) * t; }

/* The overview has no panels at its sides: on the screen it reaches from edge to edge. */
static Box overview_place(const Scene *scene, Box box) {
  if (!scene->interactive) return box;
  return (Box){0, box.y, scene->pen.list->width_pt, box.h};
}

/* Where a stage stood, seen from the overview: between the panels. */
static Box stage_place(const Scene *scene, Box box) {
  const DrawList *list = scene->pen.list;
  View before = *scene->view;
  if (!scene->interactive) return box;
  before.kind = VIEW_STAGE;
  ScreenLayout layout = layout_screen(list->width_pt, list->height_pt, &before, scene->pen.metrics);
  return (Box){layout.centre.x, box.y, layout.centre.w, box.h};
}

typedef struct Fold {
  Box overview, stage; /* both places of the whole picture */
  float t;             /* 0: in the overview, 1: on the stage */
} Fold;

static Scene scene_as(const Scene *scene, View *view, ViewKind kind) {
  Scene other = *scene;
  *view = *scene->view;
  view->kind = kind;
  other.view = view;
  return other;
}

/* The matrix between overview and stage, its colours on the way from scale to scale. */
static void draw_moving_matrix(const Scene *scene, const Fold *fold) {
  StageId stage = scene->view->stage;
  View views[2];
  Scene overview = scene_as(scene, &views[0], VIEW_OVERVIEW);
  Scene staged = scene_as(scene, &views[1], VIEW_STAGE);
  TracePart part = stage_result(stage);
  float t = fold->t;
  Box from = overview_matrix_box(&overview, fold->overview, stage),
      to = stage_matrix_box(&staged, fold->stage, stage);
  MatrixView matrix = {.part = part,
                       .before = part,
                       .cells = {between(from.x, to.x, t), between(from.y, to.y, t),
                                 between(from.w, to.w, t), between(from.h, to.h, t)},
                       .mix = 1,
                       .filled = scene->view->filled,
                       .focus_row = -1,
                       .focus_col = -1,
                       .moving = true};
  MatrixGrid grid = matrix_view_grid(&staged, &matrix);
  if (grid.rows <= 0) return;
  grid.heatmap.before = grid.heatmap.values;
  grid.heatmap.range_before = scene_range(&overview, part, scene->view->layer, scene->view->head);
  grid.heatmap.palette_before = grid.heatmap.palette;
  grid.heatmap.mix = t;
  matrix_cells_draw(&staged, &matrix, &grid);
}

static void draw_unfolding(const Scene *scene, Box box) {
  float t = stage_ease(scene->view->transition);
  Scene still = *scene;
  still.interactive = false; /* nothing answers while it moves under the pointer */
  draw_settled(&still, box, scene->view->stage);
  veil(scene, box, 1 - t);
  if (scene->view->stage == STAGE_TOKENS) return;
  veil(scene, box_inset(stage_matrix_box(scene, box, scene->view->stage), -4), 1);
  draw_moving_matrix(scene, &(Fold){overview_place(scene, box), box, t});
}

void stage_draw_folding(const Scene *scene, Box box) {
  float t = stage_ease(scene->view->transition);
  StageId stage = scene->view->stage;
  Scene still = *scene;
  still.interactive = false;
  overview_draw(&still, box);
  veil(scene, box, 1 - t);
  if (stage == STAGE_TOKENS || trace_token_count(scene->trace) == 0) return;
  veil(scene, box_inset(overview_matrix_box(scene, box, stage), -2), 1);
  draw_moving_matrix(scene, &(Fold){box, stage_place(scene, box), 1 - t});
}

/* Out to paper with the former stage, in from paper with the next; from another view only in. */
static void draw_cross_fade(const Scene *scene, Box box) {
  float t = stage_ease(scene->view->transition);
  bool was_stage = scene->view->from_kind == VIEW_STAGE, first_half = was_stage && t < 0.5f;
  Scene drawn = *scene; /* the picture that goes answers no hand: its cells are another stage's */
  drawn.interactive = scene->interactive && !first_half;
  draw_settled(&drawn, box, first_half ? scene->view->from_stage : scene->view->stage);
  veil(scene, box, first_half ? 2 * t : (was_stage ? 2 : 1) * (1 - t));
}

void stage_draw(const Scene *scene, Box box) {
  const View *view = scene->view;
  bool is_empty = trace_token_count(scene->trace) == 0;
  bool same = view->from_kind == VIEW_STAGE && view->from_stage == view->stage;
  if (view->transition >= 1 || is_empty || same) {
    draw_settled(scene, box, view->stage);
    return;
  }
  bool within_pairs = stage_info(view->stage)->by_pair && stage_info(view->from_stage)->by_pair;
  if (view->from_kind == VIEW_OVERVIEW) draw_unfolding(scene, box);
  else if (view->from_kind == VIEW_STAGE && within_pairs) draw_at_rest(scene, box);
  else draw_cross_fade(scene, box);
}
