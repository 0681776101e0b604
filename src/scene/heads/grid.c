/* scene/heads/grid.c -- places of the thumbnails, scrolling, and the numbers at the edges. */
#include "scene/heads/grid.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/heads/heads.h"
#include "scene/layer_words.h"
#include "scene/stages/stage.h"
#include "scene/matrix/threshold.h"
#include "scene/heads/difference_cells.h"
#include "scene/heads/role_lines.h"
#include "trace/head_order.h"

/* Design points. */
static const float PAD = 24, HEADING = 34, FOOT = 28, TOP = 22, LEFT = 72, BAR = 5, ROLE_LINES = 34,
                   WORDS_BESIDE = 42;
static const float SIDE_MOST = 120, STEP_SCROLLED = 60, ROWS_SCROLLED = 5, WIDTH_MOST = 1000,
                   FIGURE_LEAST = 380; /* for figures */
static const float GAP_MOST = 16, GAP_LEAST = 4, GAP_SHARE = 0.16f;

typedef struct Grid {
  const Scene *scene;
  bool by_role; /* or by difference: one after the other, with words below each */
  const HeadPlace *places;
  int count, cols, rows;
  Box window;                      /* where the thumbnails are visible */
  float side, step_x, step_y, top; /* top: of the first row, including the scroll */
  float content;
} Grid;

/* -- sizes ------------------------------------------------------------------------------------- */

static float gap_of(const Scene *scene, float step) {
  return float_clamp(step * GAP_SHARE, GAP_LEAST, stage_points(scene, GAP_MOST));
}

/* The step at which all thumbnails fit. If they would be too small the rows scroll, and can then
** have a comfortable size. */
static void fit_by_layer(Grid *grid) {
  assert(!grid->by_role && grid->cols > 0 && grid->rows > 0);
  const Scene *scene = grid->scene;
  float across = grid->window.w / (float)grid->cols, down = grid->window.h / (float)grid->rows;
  float step = fminf(across, down), least = stage_points(scene, GRID_SIDE_LEAST);
  float gap = gap_of(scene, step);
  if (scene->interactive && step - gap < least) {
    float calm = fmaxf(grid->window.h / ROWS_SCROLLED, least + gap);
    step = fminf(across, fminf(calm, stage_points(scene, STEP_SCROLLED)));
  }
  grid->side = step - gap_of(scene, step);
  grid->step_x = grid->step_y = step;
  grid->window.x += fmaxf(0, (grid->window.w - step * (float)grid->cols) / 2);
}

static void place_by_role(Grid *grid, float side) {
  const Scene *scene = grid->scene;
  float gap = stage_points(scene, GAP_MOST);
  float wide = side + gap + stage_points(scene, WORDS_BESIDE); /* room for the words */
  grid->cols = (int)fmaxf(1, floorf(grid->window.w / wide));
  grid->rows = (grid->count + grid->cols - 1) / grid->cols;
  /* rows of equal length: 4 + 4 and not 5 + 3 */
  if (scene->interactive) grid->cols = (grid->count + grid->rows - 1) / grid->rows;
  grid->side = side;
  grid->step_x = grid->window.w / (float)grid->cols;
  grid->step_y = side + stage_points(scene, ROLE_LINES) + gap;
}

/* Few heads are enlarged as long as all fit; in a figure many are made smaller until they do. */
static void fit_by_role(Grid *grid) {
  float usual = stage_points(grid->scene, GRID_SIDE_IN_ROLE_ORDER);
  float side = grid->scene->interactive ? usual : usual / 16;
  for (float more = side; more < usual * 4; more *= 1.1f) {
    place_by_role(grid, more);
    if (grid->step_y * (float)grid->rows <= grid->window.h + 0.5f) side = more;
  }
  place_by_role(grid, side);
}

static int index_on_show(const Grid *grid) {
  for (int i = 0; i < grid->count; i++)
    if (heads_is_on_show(grid->scene, grid->places[i].layer, grid->places[i].head)) return i;
  return 0;
}

static void cell_position(const Grid *grid, int index, int *row, int *col) {
  assert(index >= 0 && index < grid->count);
  *row = grid->by_role ? index / grid->cols : grid->places[index].layer;
  *col = grid->by_role ? index % grid->cols : grid->places[index].head;
}

/* Applies the scroll, but keeps the row of the head on show visible. */
static void apply_scroll(Grid *grid) {
  const View *view = grid->scene->view;
  float beyond = grid->step_y * (float)grid->rows - grid->window.h, start = 0;
  int row, col;
  grid->content = grid->step_y * (float)grid->rows;
  if (beyond > 0.5f) {
    start = float_clamp(view->grid_scroll, 0, 1) * beyond;
    cell_position(grid, index_on_show(grid), &row, &col);
    float at = grid->step_y * (float)row;
    float least = at + grid->step_y - grid->window.h;
    if (view->grid_follows) start = float_clamp(start, least, fmaxf(least, at));
  }
  grid->top = grid->window.y - start;
}

/* Without a kept run the order by difference is that by layer. */
static bool is_sorted(const Scene *scene) {
  GridOrder order = scene->view->grid_order;
  return order == GRID_BY_ROLE || (order == GRID_BY_DIFFERENCE && scene->differences);
}

/* Layers may differ in their number of heads; the largest number gives the columns. */
static Grid grid_of(const Scene *scene) {
  Grid grid = {.scene = scene, .by_role = is_sorted(scene)};
  grid.rows = trace_layer_count(scene->trace);
  for (int layer = 0; layer < grid.rows; layer++) {
    int heads = trace_head_count(scene->trace, layer);
    grid.cols = heads > grid.cols ? heads : grid.cols;
    grid.count += heads;
  }
  return grid;
}

/* Numbers at the edges get their room first; in role order there are none. */
static Grid arrange(const Scene *scene, Box inner) {
  Grid grid = grid_of(scene);
  if (scene->view->grid_order == GRID_BY_DIFFERENCE && scene->differences)
    grid.places = scene->differences->order;
  else grid.places = head_order(scene->trace, grid.by_role, scene->pen.list->arena, &grid.count);
  float left = grid.by_role ? 0 : stage_points(scene, LEFT), bar = stage_points(scene, BAR + 8);
  float top = stage_points(scene, grid.by_role ? 6 : TOP), draw_foot = stage_points(scene, FOOT);
  grid.window = (Box){inner.x + left, inner.y + top, fmaxf(inner.w - left - bar, 1),
                      fmaxf(inner.h - top - draw_foot, 1)};
  if (!grid.places) return grid;
  if (grid.by_role) fit_by_role(&grid);
  else fit_by_layer(&grid);
  apply_scroll(&grid);
  return grid;
}

/* -- figures ----------------------------------------------------------------------------------- */

/* A figure may leave its title to the caption. */
static float heading_height(const Scene *scene) {
  bool is_left_out = !scene->interactive && scene->view->export_look.figure.no_title;
  return is_left_out ? 0 : stage_points(scene, HEADING);
}

float grid_natural_width(const Scene *scene) {
  Grid grid = grid_of(scene);
  float pads = 1.5f * PAD + BAR + 8, most = WIDTH_MOST / (float)grid.cols;
  float side = float_clamp(most, GRID_SIDE_LEAST, SIDE_MOST) * (1 + GAP_SHARE);
  float in_role_order = GRID_SIDE_IN_ROLE_ORDER + GAP_MOST + WORDS_BESIDE;
  float cols = fmaxf(ceilf(sqrtf((float)grid.count)), 3);
  return ceilf(pads + (grid.by_role ? cols * in_role_order
                                    : fmaxf(LEFT + side * (float)grid.cols, FIGURE_LEAST)));
}

/* The height that all thumbnails of that width need, since a figure does not scroll. */
float grid_height(const Scene *scene, float width) {
  Grid grid = grid_of(scene);
  float room = width - stage_points(scene, 1.5f * PAD + BAR + 8), edge = stage_points(scene, LEFT);
  float around =
      stage_points(scene, 1.5f * PAD + FOOT + (grid.by_role ? 6 : TOP)) + heading_height(scene);
  grid.window.w = fmaxf(room - (grid.by_role ? 0 : edge), 1);
  if (grid.by_role) place_by_role(&grid, stage_points(scene, GRID_SIDE_IN_ROLE_ORDER));
  else grid.step_y = fminf(grid.window.w / (float)grid.cols, stage_points(scene, SIDE_MOST * 2));
  return ceilf(around + grid.step_y * (float)grid.rows);
}

/* -- one head ---------------------------------------------------------------------------------- */

/* In role order: the role and its score, which the heads are sorted by, and layer and head. */
static void head_words(const Grid *grid, HeadPlace at, Box place) {
  const Scene *scene = grid->scene;
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  if (scene->view->grid_order == GRID_BY_DIFFERENCE) {
    float high = stage_points(scene, ROLE_LINES - 4);
    Box words = {place.x, place.y + place.h + stage_points(scene, 4),
                 grid->step_x - stage_points(scene, 8), high};
    difference_words_draw(scene, words, at.layer, at.head);
    return;
  }
  Str role = role_words(scene, at.layer, at.head);
  float score = trace_head_role_score(scene->trace, at.layer, at.head);
  if (role.bytes == 0)
    role = str_from(trace_roles_are_known(scene->trace) ? _("no role") : _("not measured"));
  if (score >= 0)
    role = str_from(str_format(arena, C_("a role and its score", "%.*s %.2f"), (int)role.bytes,
                               role.at, (double)score));
  float line = stage_points(scene, 15), width = grid->step_x - stage_points(scene, 8);
  Box box = {place.x, place.y + place.h + stage_points(scene, 4), width, line};
  float size = scene->interactive ? 12 : 10.5f;
  TextStyle style = {FACE_SEMIBOLD, size, role_color(scene, at.layer, at.head), ALIGN_START};
  if (pen_width(pen, style, role) > width) style.size = 10.5f;
  pen_text_in(pen, style, box, role);
  box.y += line;
  pen_text_in(pen, (TextStyle){FACE_REGULAR, size, pen->theme->muted, ALIGN_START}, box,
              str_from(layer_head_title(arena, scene->trace, at.layer, at.head)));
}

/* Used for drawing, scrolling and frames. */
static Box cell_box(const Grid *grid, int index) {
  int row, col;
  cell_position(grid, index, &row, &col);
  return (Box){grid->window.x + grid->step_x * (float)col, grid->top + grid->step_y * (float)row,
               grid->side, grid->side};
}

/* Only visible thumbnails are computed. */
static bool is_in_sight(const Grid *grid, Box place) {
  return place.y + grid->step_y >= grid->window.y && place.y <= grid->window.y + grid->window.h;
}

static Thumbnail thumbnail_of(const Scene *scene, HeadPlace at, Box place) {
  return (Thumbnail){.box = place,
                     .layer = at.layer,
                     .head = at.head,
                     .shared = scene->view->range == RANGE_SHARED,
                     .all_layers = true};
}

static void draw_head(const Grid *grid, int index) {
  const Scene *scene = grid->scene;
  HeadPlace at = grid->places[index];
  Box place = cell_box(grid, index);
  if (!is_in_sight(grid, place)) return;
  const char *click = str_format(scene->pen.list->arena, "layer %d; head %d; view stage",
                                 at.layer + 1, at.head + 1);
  if (scene->differences) {
    difference_cells_draw(scene, place, at.layer, at.head);
    return;
  }
  heads_group_begin(scene, at.layer, at.head);
  Thumbnail shown = thumbnail_of(scene, at, place);
  shown.click = click;
  heads_thumbnail(scene, &shown);
  draw_group_end(scene->pen.list);
}

/* Frames come after all thumbnails, so that these are drawn alike whichever is framed. The frame
** lies outside of the picture, as far as the gap allows. */
static void draw_mark(const Grid *grid, int index) {
  const Scene *scene = grid->scene;
  HeadPlace at = grid->places[index];
  Box place = cell_box(grid, index);
  if (!is_in_sight(grid, place)) return;
  float room = fminf(4, (grid->step_x - grid->side) / 2 - 1);
  bool marks = scene->interactive || scene->selection;
  Thumbnail shown = thumbnail_of(scene, at, place);
  if (marks && !scene->differences) heads_chosen_cell_draw(scene, &shown);
  if (marks && heads_is_on_show(scene, at.layer, at.head))
    heads_frame(scene, place, true, fmaxf(room, 1));
  else if (scene->differences) difference_rank_draw(scene, place, at.layer, at.head);
  if (grid->by_role) head_words(grid, at, place);
}

/* -- the edges --------------------------------------------------------------------------------- */

/* "H12", or only the number if that is too wide; then every n-th if they would touch. */
static void head_numbers(const Grid *grid) {
  const Pen *pen = &grid->scene->pen;
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->muted, ALIGN_MIDDLE};
  Arena *arena = pen->list->arena;
  float widest = pen_width(pen, style, str_from(str_format(arena, "H%d", grid->cols)));
  bool is_narrow = widest > grid->step_x - 2;
  if (is_narrow) style.size = 10.5f;
  widest = pen_width(pen, style, str_from(str_format(arena, "%d", grid->cols))) + 4;
  int step = is_narrow ? matrix_counting_step(widest / grid->step_x) : 1;
  float line = pen_line_height(pen, style.size);
  for (int head = 0; head < grid->cols; head++) {
    if ((head + 1) % step != 0) continue;
    float middle = grid->window.x + grid->step_x * (float)head + grid->side / 2, half = 40;
    Box box = {middle - half, grid->window.y - line - 4, 2 * half, line};
    pen_text_in(pen, style, box, str_from(str_format(arena, is_narrow ? "%d" : "H%d", head + 1)));
  }
}

/* Only layers that are completely visible are named. */
static void layer_numbers(const Grid *grid) {
  const Pen *pen = &grid->scene->pen;
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->muted, ALIGN_END};
  float line = pen_line_height(pen, style.size), left = stage_points(grid->scene, LEFT);
  float bottom = grid->window.y + grid->window.h;
  int step = matrix_counting_step(line / grid->step_y);
  for (int layer = 0; layer < grid->rows; layer++) {
    float y = grid->top + grid->step_y * (float)layer + (grid->side - line) / 2;
    if ((layer + 1) % step != 0 || y < grid->window.y || y + line > bottom) continue;
    Box box = {grid->window.x - left, y, left - stage_points(grid->scene, 12), line};
    pen_text_in(pen, style, box,
                str_from(layer_narrow(pen->list->arena, grid->scene->trace, layer)));
  }
}

/* Sixty hits along the bar, so that a drag over them scrolls. */
static void draw_bar(const Grid *grid, Box inner) {
  assert(grid->content > 0);
  enum { RUNGS = 60 };
  const Pen *pen = &grid->scene->pen;
  Box window = grid->window;
  float width = stage_points(grid->scene, BAR), share = window.h / grid->content;
  Box track = {inner.x + inner.w - width, window.y, width, window.h}, thumb = track;
  thumb.y += (window.y - grid->top) * share;
  thumb.h *= share;
  control_track(pen, track, thumb, width, pen->theme->muted);
  for (int i = 0; i < RUNGS; i++) {
    Box rung = {track.x - 4, track.y + track.h * (float)i / RUNGS, width + 8, track.h / RUNGS};
    const char *command =
        str_format(pen->list->arena, "scroll grid %.4f", (double)i / (double)(RUNGS - 1));
    control_stop(pen, (TrackStop){.box = rung, .command = command});
  }
}

/* The wheel and two fingers scroll wherever the pointer is; the hits of
** thumbnails lie above this one. */
static void scroll_hit(const Grid *grid, Box inner) {
  float beyond = grid->content - grid->window.h;
  float notch = beyond > 0.5f ? grid->window.h * 0.125f / beyond : 0;
  DrawList *list = grid->scene->pen.list;
  if (notch <= 0) return;
  draw_hit(list,
           (DrawHit){.box = inner,
                     .wheel = str_format(list->arena, "scroll grid by %%f %.5f", (double)-notch),
                     .scroll_notch = {0, notch}});
}

/* -- words ------------------------------------------------------------------------------------- */

/* Draws one of two choices, from the right because the heading at the left has any length; returns
** the right end of the next. */
static float draw_choice(const Scene *scene, Point right, const char *words, const char *command,
                         bool chosen) {
  TextStyle style = {FACE_MEDIUM, 12, COLOR_NONE, ALIGN_MIDDLE};
  float width = pen_width(&scene->pen, style, str_from(words)) + stage_points(scene, 20);
  Box box = {right.x - width, right.y, width, stage_points(scene, 26)};
  control_toggle(&scene->pen, box,
                 (Toggle){.label = str_from(words),
                          .face = style.face,
                          .size = style.size,
                          .corner = stage_points(scene, 6),
                          .chosen = chosen,
                          .command = command});
  return box.x - stage_points(scene, 6);
}

/* A figure has no buttons that show the order. */
static const char *heading_words(const Scene *scene, bool by_role) {
  if (scene->differences) return difference_heading(scene);
  if (scene->interactive || !by_role) return _("every layer and head");
  return _("every layer and head, sorted by role");
}

/* Once, because all thumbnails have the same axes. */
static void draw_axis_words(const Scene *scene, Box place) {
  const Pen *pen = &scene->pen;
  TextStyle query = {FACE_SEMIBOLD, 12, pen->theme->query, ALIGN_START};
  TextStyle key = {FACE_SEMIBOLD, 12, pen->theme->key, ALIGN_START};
  Str asks = str_from(_("query (asks) ↓")), is_asked = str_from(_("key (is asked) →"));
  float gap = stage_points(scene, 16), first = pen_width(pen, query, asks);
  if (first + gap + pen_width(pen, key, is_asked) > place.w) {
    asks = str_from(_("query ↓"));
    is_asked = str_from(_("key →"));
    first = pen_width(pen, query, asks);
  }
  if (first + gap + pen_width(pen, key, is_asked) > place.w) return;
  pen_text_in(pen, query, place, asks);
  pen_text_in(pen, key, (Box){place.x + first + gap, place.y, place.w - first - gap, place.h},
              is_asked);
}

static void draw_heading(const Scene *scene, Box row) {
  const Pen *pen = &scene->pen;
  TracePart part = heads_part_on_show(scene);
  bool by_role = scene->view->grid_order == GRID_BY_ROLE;
  float right = row.x + row.w, gap = stage_points(scene, 12);
  bool by_difference = scene->view->grid_order == GRID_BY_DIFFERENCE && scene->differences;
  if (scene->differences) part = TRACE_WEIGHTS;
  if (scene->interactive && scene->differences)
    right = draw_choice(scene, (Point){right, row.y}, _("by difference"), "sort difference",
                        by_difference);
  if (scene->interactive) {
    right = draw_choice(scene, (Point){right, row.y}, _("by role"), "sort role", by_role);
    right = draw_choice(scene, (Point){right, row.y}, _("by layer"), "sort layer",
                        !by_role && !by_difference) -
            gap;
  }
  TextStyle title = {FACE_BOLD, 14, scene_part_color(pen->theme, part), ALIGN_START};
  Box place = {row.x, row.y, right - row.x, stage_points(scene, 26)};
  const char *shown = scene->differences ? _("Difference of weights") : stage_part_title(part);
  float width = pen_text_in(pen, title, place, str_from(shown)) + gap;
  place.x += width;
  place.w -= width;
  TextStyle muted = {FACE_MEDIUM, 12, pen->theme->muted, ALIGN_START};
  if (place.w <= stage_points(scene, 40)) return;
  width =
      pen_text_in(pen, muted, place, str_from(heading_words(scene, is_sorted(scene)))) + 2 * gap;
  place.x += width;
  place.w -= width;
  if (scene->interactive && trace_part_info(part)->by_pair) draw_axis_words(scene, place);
}

const char *grid_scale_words(const Scene *scene, TracePart part) {
  bool is_shared = scene->view->range == RANGE_SHARED;
  if (scene_range_is_fixed(scene, part)) return _("fixed scale");
  if (part == TRACE_WEIGHTS) return heads_weights_scale(scene);
  return is_shared ? _("one scale for all layers and heads") : _("each head on its own scale");
}

/* What a thumbnail's cell is, its scale, and what the threshold covers. */
static void draw_foot(const Scene *scene, Box line) {
  const Pen *pen = &scene->pen;
  if (scene->differences) {
    difference_foot_draw(scene, line);
    return;
  }
  TracePart part = heads_part_on_show(scene);
  Arena *arena = pen->list->arena;
  StrBuf words = strbuf_make(arena);
  int rows, cols;
  i18n_add_phrase(&words, "%s", grid_scale_words(scene, part));
  trace_matrix_shape(scene->trace, part, 0, &rows, &cols);
  bool is_mean = rows > TRACE_SMALL || cols > TRACE_SMALL;
  if (is_mean)
    i18n_add_phrase(&words, _("each spot the mean of %.0f × %.0f cells"),
                    ceil((double)rows / TRACE_SMALL), ceil((double)cols / TRACE_SMALL));
  if (threshold_is_on(scene->view, part))
    i18n_add_phrase(&words,
                    is_mean ? _("spots that hold %g %% of a row of spots")
                            : _("keys that hold %g %% of each row"),
                    (double)scene->view->threshold);
  bool has_bar = part == TRACE_WEIGHTS || scene->view->range >= RANGE_SHARED;
  ColorRange range = heads_range(scene, part, &(Thumbnail){.shared = true, .all_layers = true});
  float width =
      has_bar ? fminf(pen_inline_bar_width(pen, scene_palette(scene, part), range), line.w * 0.4f)
              : 0;
  Box text = {line.x, line.y, line.w - width - stage_points(scene, 16), line.h};
  pen_text_in(pen, (TextStyle){FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_START}, text,
              strbuf_str(&words));
  if (!has_bar) return;
  pen_inline_bar(pen, &(ColorBar){.box = {line.x + line.w - width, line.y, width, line.h},
                                  .palette = scene_palette(scene, part),
                                  .range = range});
}

/* On a screen the bar ends where the thumbnails end. */
static Box foot_box(const Grid *grid, Box inner, float line) {
  const float least = 420;
  Box foot = {inner.x, inner.y + inner.h - line, inner.w, line};
  float gap = grid->step_x - grid->side;
  float right = grid->window.x + grid->step_x * (float)grid->cols - gap;
  if (grid->scene->interactive && right - grid->window.x >= stage_points(grid->scene, least)) {
    foot.x = grid->window.x;
    foot.w = right - foot.x;
  }
  return foot;
}

/* -- all --------------------------------------------------------------------------------------- */

static Box below_heading(const Scene *scene, Box outer) {
  float head = heading_height(scene);
  return (Box){outer.x, outer.y + head, outer.w, outer.h - head};
}

static Box without_edge(const Scene *scene, Box box) {
  return box_inset(box, stage_points(scene, PAD) * 0.75f);
}

static float thumbnail_side(const Scene *scene, Box box) {
  return arrange(scene, below_heading(scene, without_edge(scene, box))).side;
}

void heads_draw_grid(const Scene *given, Box box) {
  DrawList *list = given->pen.list;
  if (trace_token_count(given->trace) == 0) return;
  Scene fitted = stage_fitted_to_side(given, box, thumbnail_side);
  const Scene *scene = &fitted;
  Box outer = without_edge(scene, box), inner = below_heading(scene, outer);
  float line = stage_points(scene, 16);
  if (heading_height(scene) > 0) draw_heading(scene, outer);
  Grid grid = arrange(scene, inner);
  if (!grid.places) {
    list->failed = true;
    return;
  }
  bool scrolls = grid.content > grid.window.h + 0.5f, was_at_edge = list->at_scroll_edge;
  if (scene->interactive) scroll_hit(&grid, inner);
  float frame = stage_points(scene, 8); /* of a selected head at the left edge */
  Box seen = {inner.x - frame, grid.window.y - 3, inner.w + frame, grid.window.h + 3};
  if (scrolls) {
    draw_clip(list, seen);
    list->at_scroll_edge = true;
  }
  for (int i = 0; i < grid.count; i++) draw_head(&grid, i);
  for (int i = 0; i < grid.count; i++) draw_mark(&grid, i);
  list->at_scroll_edge = was_at_edge;
  if (scrolls) draw_clip_end(list);
  if (!grid.by_role) {
    draw_group_begin(list, "labels", NULL);
    head_numbers(&grid);
    layer_numbers(&grid);
    draw_group_end(list);
  }
  if (scrolls && scene->interactive) draw_bar(&grid, inner);
  draw_foot(scene, foot_box(&grid, inner, line));
}
