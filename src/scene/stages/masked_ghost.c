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
static const float PERIOD = 12, STROKE = 1.25f, LOW_CELL = 20;
/* Of an edge, and of a dash: where an edge has one at both ends only, or more. */
static const float DASH_OF_EDGE = 0.4f, DASH_OF_PERIOD = 0.58f;

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

typedef struct Stairs {
  DrawList *list;
  float width; /* of the line */
  int along;   /* dashes of a cell's lower edge */
  Color color;
} Stairs;

/* Of the edge of one cell, so that dashes meet at its corners: beside a number there is none. */
static void draw_edge(const Stairs *stairs, Point from, Point to, int dashes) {
  float share = dashes > 1 ? DASH_OF_PERIOD : DASH_OF_EDGE, step = 1 / (float)dashes;
  float dx = to.x - from.x, dy = to.y - from.y, half = share * step / 2;
  float past = dx != 0 ? stairs->width / 2 / fabsf(dx) : 0; /* fills the corner */
  for (int i = 0; i <= dashes; i++) {
    float begin = fmaxf((float)i * step - half, -past);
    float end = fminf((float)i * step + half, 1 + past);
    draw_line(stairs->list, (Point){from.x + begin * dx, from.y + begin * dy},
              (Point){from.x + end * dx, from.y + end * dy}, stairs->width, stairs->color);
  }
}

/* The stair of a row: down the edge of its first hidden cell, and below that cell. */
static void draw_stair(const Stairs *stairs, const MatrixGrid *grid, int row) {
  int first = first_hidden(grid, row);
  if (first >= grid->cols) return;
  Box across = grid_row(grid, row);
  float x = col_x(grid, first), right = col_x(grid, first + 1), foot = across.y + across.h;
  draw_edge(stairs, (Point){x, across.y}, (Point){x, foot}, 1);
  draw_edge(stairs, (Point){x, foot}, (Point){right, foot}, stairs->along);
}

/* No mask is laid on, so the line is as quiet as one of a table. */
static Stairs stairs_of(const Scene *scene, const MatrixGrid *grid) {
  float point = stage_points(scene, 1), low = stage_points(scene, LOW_CELL);
  int along = (int)lroundf(grid->cell_w / (PERIOD * point));
  return (Stairs){.list = scene->pen.list,
                  .width = fmaxf(fminf(STROKE * fminf(point, 1.5f), grid->heatmap.gap), 1),
                  .along = grid->cell_h < low ? 1 : int_max(along, 1),
                  .color = scene->pen.theme->muted};
}

void masked_ghost_draw(const Scene *scene, const MatrixWidget *matrix, const MatrixGrid *grid) {
  if (!masked_ghost_is_on(scene)) return;
  assert(matrix->part == TRACE_MASKED);
  DrawList *list = scene->pen.list;
  Stairs stairs = stairs_of(scene, grid);
  draw_group_begin(list, "ghost", _("what a causal mask would hide"));
  if (grid->is_cut) draw_clip(list, matrix->cells);
  for (int row = grid->first_row; row <= grid->last_row; row++) draw_stair(&stairs, grid, row);
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

static Str ghost_words(void) {
  return str_from(_("dashed: where a causal mask would begin"));
}

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
