/* scene/stages/masked_ghost.c -- what a causal mask would hide. */
#include "scene/stages/masked_ghost.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/matrix/grid_rows.h"
#include "scene/stages/stage.h"
#include "trace/trace_mistake.h"

/* Design points. */
static const float TITLE_SIZE = 12, SIZE = 10.5f, LINE = 1.15f, GAP = 6, BUTTON_PAD = 8;
static const float WIDTH = 108; /* of the words beside the matrix */
static const float PERIOD = 12, STROKE = 2, LOW_CELL = 20;
/* Of a cell's height, and of a dash: where an edge has one at both ends only, or more. */
static const float STROKE_OF_CELL = 0.08f, DASH_OF_EDGE = 0.4f, DASH_OF_PERIOD = 0.58f;
static const float HATCH_ALPHA = 0.4f, HATCH_OF_CELL = 0.2f, HATCH_CELL_LEAST = 14;

bool masked_ghost_is_on(const Scene *scene) {
  const Trace *trace = scene->trace;
  int queries = trace_token_count(trace), keys = trace_key_count(trace);
  const View *view = scene->view;
  bool may = scene->interactive && view->stage == STAGE_MASKED && !view->mask_editor;
  return may && view->filled < 0 && !trace_is_cross(trace) && !trace_is_recorded(trace) &&
         !trace_keys_are_mixtures(trace) && keys >= queries && keys > 1 &&
         mistake_of(trace_kind(trace)) == MISTAKE_NONE && !scene_hides_something(scene);
}

/* ---- over the cells ---- */

/* The first key after the query. */
static int first_hidden(const MatrixGrid *grid, int row) {
  return grid->cols - grid->rows + row + 1;
}

static float col_x(const MatrixGrid *grid, int col) {
  return grid->heatmap.box.x + (float)col * grid->cell_w;
}

/* A stroke across a corner of each cell, off its number. */
static void draw_strokes(const Scene *scene, const MatrixGrid *grid, int row) {
  Color color = color_fade(scene->pen.theme->ink, HATCH_ALPHA);
  for (int col = first_hidden(grid, row); col <= grid->last_col; col++) {
    if (col < grid->first_col) continue;
    Box cell = grid_cell(grid, row, col);
    float side = fminf(cell.w, cell.h) * HATCH_OF_CELL;
    draw_line(scene->pen.list, (Point){cell.x + cell.w - side, cell.y + 1},
              (Point){cell.x + cell.w - 1, cell.y + side}, 1, color);
  }
}

typedef struct Edges {
  DrawList *list;
  float width; /* of a line */
  int along;   /* dashes of a cell's upper edge */
  Color color;
} Edges;

/* Of the edge of one cell, so that dashes meet at its corners: beside a number there is none. */
static void draw_edge(const Edges *edges, Point from, Point to, int dashes) {
  float share = dashes > 1 ? DASH_OF_PERIOD : DASH_OF_EDGE, step = 1 / (float)dashes;
  float dx = to.x - from.x, dy = to.y - from.y, half = share * step / 2;
  float past = dx != 0 ? edges->width / 2 / fabsf(dx) : 0; /* fills the corner */
  for (int i = 0; i <= dashes; i++) {
    float begin = fmaxf((float)i * step - half, -past);
    float end = fminf((float)i * step + half, 1 + past);
    draw_line(edges->list, (Point){from.x + begin * dx, from.y + begin * dy},
              (Point){from.x + end * dx, from.y + end * dy}, edges->width, edges->color);
  }
}

/* The stair of a row: down the edge of its first hidden cell, and below that cell. */
static void draw_stair(const Edges *edges, const MatrixGrid *grid, int row) {
  int first = first_hidden(grid, row);
  if (first >= grid->cols) return;
  Box across = grid_row(grid, row);
  float x = col_x(grid, first), right = col_x(grid, grid->cols), foot = across.y + across.h;
  draw_edge(edges, (Point){x, across.y}, (Point){x, foot}, 1);
  draw_edge(edges, (Point){right, across.y}, (Point){right, foot}, 1);
  bool is_last = row + 1 >= grid->rows;
  for (int col = first; col < (is_last ? grid->cols : first + 1); col++)
    draw_edge(edges, (Point){col_x(grid, col), foot}, (Point){col_x(grid, col + 1), foot},
              edges->along);
}

/* Down the stairs of the diagonal, and along the upper and the right edge. */
static void draw_outline(const Scene *scene, const MatrixGrid *grid) {
  float point = stage_points(scene, 1), low = stage_points(scene, LOW_CELL);
  int along = (int)lroundf(grid->cell_w / (PERIOD * point));
  Edges edges = {.list = scene->pen.list,
                 .width = fminf(STROKE * fminf(point, 2), fmaxf(grid->cell_h * STROKE_OF_CELL, 1)),
                 .along = grid->cell_h < low ? 1 : int_max(along, 1),
                 .color = scene->pen.theme->ink};
  float top = grid_row(grid, 0).y;
  for (int col = first_hidden(grid, 0); col < grid->cols; col++)
    draw_edge(&edges, (Point){col_x(grid, col), top}, (Point){col_x(grid, col + 1), top},
              edges.along);
  for (int row = 0; row < grid->rows; row++) draw_stair(&edges, grid, row);
}

void masked_ghost_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  if (!masked_ghost_is_on(scene)) return;
  assert(matrix->part == TRACE_MASKED);
  DrawList *list = scene->pen.list;
  bool has_strokes = fminf(grid->cell_w, grid->cell_h) >= HATCH_CELL_LEAST;
  draw_group_begin(list, "ghost", _("what a causal mask would hide"));
  if (grid->is_cut) draw_clip(list, matrix->cells);
  for (int row = grid->first_row; has_strokes && row <= grid->last_row; row++)
    draw_strokes(scene, grid, row);
  draw_outline(scene, grid);
  if (grid->is_cut) draw_clip_end(list);
  draw_group_end(list);
}

/* ---- beside them ---- */

const char *masked_ghost_title(const Scene *scene) {
  TracePart before = trace_pair_part_before(scene->trace, TRACE_MASKED);
  return str_format(scene->pen.list->arena, _("Nothing is hidden: as %s"),
                    stage_part_title(before));
}

static TextStyle title_style(const Scene *scene) {
  return (TextStyle){FACE_SEMIBOLD, TITLE_SIZE, scene->pen.theme->ink, ALIGN_START};
}

static TextStyle words_style(const Scene *scene) {
  return (TextStyle){FACE_REGULAR, SIZE, scene->pen.theme->muted, ALIGN_START};
}

static Str ghost_words(void) { return str_from(_("dashed: what a causal mask would hide")); }

const char *masked_ghost_meaning(const Scene *scene) {
  return masked_ghost_is_on(scene) ? ghost_words().at : NULL;
}

static float height_in(const Scene *scene, float width) {
  const Pen *pen = &scene->pen;
  float title =
      pen_wrapped_height(pen, title_style(scene), width, LINE, str_from(masked_ghost_title(scene)));
  float words = pen_wrapped_height(pen, words_style(scene), width, LINE, ghost_words());
  float button = pen_line_height(pen, SIZE) + stage_points(scene, BUTTON_PAD);
  if (scene->view->presenter) button = 0;
  return title + words + button + stage_points(scene, 3 * GAP);
}

float masked_ghost_words_height(const Scene *scene) {
  return masked_ghost_is_on(scene) ? height_in(scene, stage_points(scene, WIDTH)) : 0;
}

static void draw_button(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_SEMIBOLD, SIZE, pen->theme->ink, ALIGN_MIDDLE};
  Str words = str_from(_("causal mask"));
  float wide = pen_width(pen, style, words) + stage_points(scene, 2 * BUTTON_PAD);
  box.w = fminf(wide, box.w);
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = 6,
                                .fill = pen->theme->panel,
                                .stroke = pen->theme->line,
                                .stroke_width = 1});
  pen_text_in(pen, style, box, words);
  draw_hit(pen->list, (DrawHit){.box = box, .cursor = CURSOR_HAND, .click = "mask causal"});
}

/* Where there is little room, what the dashes mean, which comes first. */
static void draw_meaning(const Scene *scene, Box *box) {
  const Pen *pen = &scene->pen;
  float high = pen_wrapped_height(pen, words_style(scene), box->w, LINE, ghost_words());
  if (high <= box->h)
    pen_text_wrapped(pen, words_style(scene), cut_top(box, high), LINE, ghost_words());
}

void masked_ghost_words_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  if (!masked_ghost_is_on(scene)) return;
  if (height_in(scene, box.w) > box.h) {
    draw_meaning(scene, &box);
    return;
  }
  Str title = str_from(masked_ghost_title(scene));
  float high = pen_wrapped_height(pen, title_style(scene), box.w, LINE, title);
  pen_text_wrapped(pen, title_style(scene), cut_top(&box, high), LINE, title);
  cut_top(&box, stage_points(scene, GAP));
  draw_meaning(scene, &box);
  cut_top(&box, stage_points(scene, 2 * GAP));
  if (scene->view->presenter) return; /* which has no buttons */
  draw_button(scene, cut_top(&box, pen_line_height(pen, SIZE) + stage_points(scene, BUTTON_PAD)));
}
