/* scene/stages/masked_ghost.c -- what a causal mask would hide. */
#include "scene/stages/masked_ghost.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/matrix/grid_rows.h"
#include "scene/stages/stage.h"
#include "scene/views/dashes.h"
#include "trace/trace_mistake.h"

/* Design points. */
static const float TITLE_SIZE = 12, SIZE = 10.5f, LINE = 1.15f, GAP = 6, BUTTON_PAD = 8;
static const float WIDTH = 108; /* of the words beside the matrix */
static const float DASH = 7, SPACE = 5, STROKE = 2;
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

/* From the upper left end down the stairs of the diagonal, then up along the right edge. */
static void draw_outline(const Scene *scene, const MatrixGrid *grid) {
  enum { CORNERS_A_ROW = 2, CORNERS_MORE = 3 };
  int rows = first_hidden(grid, grid->rows - 1) >= grid->cols ? grid->rows - 1 : grid->rows;
  size_t most = (size_t)(rows * CORNERS_A_ROW + CORNERS_MORE);
  Point *corners = arena_take(scene->pen.list->arena, most, sizeof *corners);
  int count = 0;
  if (!corners || rows < 1) return;
  for (int row = 0; row < rows; row++) {
    Box across = grid_row(grid, row);
    float x = col_x(grid, first_hidden(grid, row));
    corners[count++] = (Point){x, across.y};
    corners[count++] = (Point){x, across.y + across.h};
  }
  Box all = grid->heatmap.box;
  float foot = corners[count - 1].y;
  corners[count++] = (Point){all.x + all.w, foot};
  corners[count++] = (Point){all.x + all.w, all.y};
  corners[count++] = corners[0];
  assert(count <= (int)most);
  float point = stage_points(scene, 1);
  dashes_draw(scene->pen.list, corners, count, STROKE * fminf(point, 2), scene->pen.theme->ink,
              (Dashes){{DASH * point, SPACE * point}});
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
