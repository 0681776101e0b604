/* scene/stages/tiles.c -- the stage of tiles (M-65): scores come and go tile by tile, and of every
** row only m, ℓ and O stay.
**
**   labels  [ tiles of T × S ]   m   ℓ   [ O ]   [ O / ℓ ]
**                          bar           bar      bar
**   where we are, what fast memory holds, and at the end how near the result is
**
** Only the tile on show has colours and numbers: that of the steps or, of a whole stage, that of
** the chosen cell or row. What was thrown away are empty outlines, what comes is pale, and a tile
** that the mask hides whole is hatched. m and ℓ are numbers without colours. O / ℓ is left out
** where it has no room. */
#include "scene/stages/motion.h"
#include "scene/stages/tiles.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

static const float KEPT_DESIGN = 40;
static const float GAP_DESIGN = 14, NOTE_DESIGN = 86, BAR_DESIGN = 34, COLUMN_MOST_DESIGN = 18,
                   COLUMN_WITH_DIGITS_DESIGN = 46;
static const float OUTPUT_LEAST_DESIGN = 44, BOTH_OUTPUTS_DESIGN = 640, NAME_DESIGN = 8;

enum { FEW_COLUMNS = 4 };

typedef struct Place {
  Box cells, max, sum, output, done, note; /* done: O / ℓ; w = 0: no room */
  float foot_y;                            /* of the bars */
  float label_width, label_height;
} Place;

/* -- places ------------------------------------------------------------------------------------ */

/* The matrix takes what m, ℓ and O leave at least; O gets what the matrix then leaves. */
static void place_cells(const Scene *scene, Place *place, float room_w, float room_h) {
  int rows = trace_token_count(scene->trace), cols = trace_key_count(scene->trace);
  float wide = room_w / (float)cols, high = room_h / (float)rows;
  float most = stage_points(scene, STAGE_CELL_MOST);
  float h = fminf(high, most), w = fminf(wide, most);
  h = stage_cell_up_to(h, scene->cells_most.y, (float)rows);
  w = stage_cell_up_to(fminf(w, h * STAGE_WIDER_THAN_HIGH), scene->cells_most.x, (float)cols);
  h = fminf(h, fmaxf(w, stage_points(scene, 30)));
  place->cells.w = stage_rounded_cell(w) * (float)cols;
  place->cells.h = stage_rounded_cell(h) * (float)rows;
}

/* A few columns of O are wide enough for their numbers. */
static float column_most(const Scene *scene, float columns) {
  return stage_points(scene,
                      columns <= FEW_COLUMNS ? COLUMN_WITH_DIGITS_DESIGN : COLUMN_MOST_DESIGN);
}

/* first_gap: between the matrix and m at least, over which the slanted name of the last key
** leans. */
static Place place_with(const Scene *scene, Box box, float first_gap) {
  Place place = {0};
  Box inner = box_inset(box, stage_points(scene, scene->headline ? 10 : 16));
  float gap = stage_points(scene, GAP_DESIGN), kept = stage_points(scene, KEPT_DESIGN);
  float note = fminf(stage_points(scene, NOTE_DESIGN), inner.h * 0.26f);
  bool has_done = inner.w >= stage_points(scene, BOTH_OUTPUTS_DESIGN);
  float outputs = has_done ? 2 : 1, width = (float)stage_matrix(scene, TRACE_V).cols;
  place.label_width =
      float_clamp(matrix_label_width(scene, 120), stage_points(scene, 66), inner.w * 0.2f);
  place.label_height = float_clamp(matrix_label_height(scene, 88), stage_points(scene, 36),
                                   fmaxf(inner.h * 0.19f, stage_points(scene, 40)));
  float least = fmaxf(stage_points(scene, OUTPUT_LEAST_DESIGN), inner.w * 0.1f);
  const float share_with_digits = 0.12f; /* of the width, of each */
  float most = width * column_most(scene, width);
  if (width <= FEW_COLUMNS) least = fmaxf(least, inner.w * share_with_digits);
  least = fminf(least, most);
  first_gap = fmaxf(gap, first_gap);
  float beside = place.label_width + first_gap + 2 * kept + gap / 2 + outputs * gap;
  place_cells(scene, &place, fmaxf(inner.w - beside - outputs * least, 1),
              fmaxf(inner.h - note - place.label_height, 1));
  float rest = (inner.w - beside - place.cells.w) / outputs;
  float output = floorf(fminf(rest, most));
  float whole_w = beside + place.cells.w + outputs * output;
  float x = floorf(inner.x + (inner.w - whole_w) / 2) + place.label_width;
  float y = floorf(inner.y + (inner.h - place.label_height - place.cells.h - note) / 2) +
            place.label_height;
  place.cells.x = x, place.cells.y = y;
  float h = place.cells.h;
  place.max = (Box){x + place.cells.w + first_gap, y, kept, h};
  place.sum = (Box){place.max.x + kept + gap / 2, y, kept, h};
  place.output = (Box){place.sum.x + kept + gap, y, output, h};
  if (has_done) place.done = (Box){place.output.x + output + gap, y, output, h};
  float pad = stage_points(scene, 10), bar = fminf(stage_points(scene, BAR_DESIGN), note / 2);
  place.foot_y = y + h + pad;
  place.note = (Box){inner.x, place.foot_y + bar, inner.w, note - pad - bar};
  return place;
}

static Place place_tiles(const Scene *scene, Box box) {
  const float above = 36; /* the name of m, below a name that leans as far as it rises */
  Place place = place_with(scene, box, 0);
  float cell_w = place.cells.w / (float)trace_key_count(scene->trace);
  if (matrix_labels_are_upright(scene, cell_w)) return place;
  return place_with(scene, box, stage_points(scene, above) - cell_w / 2);
}

static Box cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_tiles(&fitted, box).cells;
}

/* -- tiles ------------------------------------------------------------------------------------- */

typedef struct Picture {
  const Scene *scene;
  Place place;
  Tiling tiling;
  MatrixWidget matrix;
  MatrixGrid grid;
  int now;        /* the tile on show; −1: none */
  bool is_plain;  /* without digits and names, on the way to the stage */
  bool hides_now; /* the tile on show is not at its place */
  Box aside;      /* w > 0: there the tile on show is, on its way to what is kept */
} Picture;

static MatrixWidget matrix_of(const Scene *scene, const Place *place) {
  MatrixWidget matrix = {.part = TRACE_MASKED,
                         .before = TRACE_MASKED,
                         .mix = 1,
                         .cells = place->cells,
                         .row_labels = true,
                         .col_labels = true,
                         .axis_titles = true,
                         .label_width = place->label_width,
                         .label_height = place->label_height,
                         .digits = true,
                         .filled = -1,
                         .click = "cell %r %c",
                         .hover = "hover %r %c",
                         .row_click = "cell %r row",
                         .row_hover = "hover %r row",
                         .scrolls = true};
  stage_focus(scene, &matrix.focus_row, &matrix.focus_col);
  return matrix;
}

/* Of whole cells; cut at the window by the clip. */
static Box box_of(const Picture *picture, int row, int col, int rows, int cols) {
  const MatrixGrid *grid = &picture->grid;
  return (Box){grid->heatmap.box.x + (float)col * grid->cell_w,
               grid->heatmap.box.y + (float)row * grid->cell_h, (float)cols * grid->cell_w,
               (float)rows * grid->cell_h};
}

static void fill(const Picture *picture, int row, int col, int rows, int cols) {
  if (rows <= 0 || cols <= 0) return;
  draw_box(picture->scene->pen.list, (DrawBox){.box = box_of(picture, row, col, rows, cols),
                                               .fill = picture->scene->pen.theme->empty_cell});
}

/* What comes: the rest of the row of tiles, and all below it. */
static void draw_to_come(const Picture *picture) {
  const Tiling *tiling = &picture->tiling;
  if (picture->now < 0) return;
  Tile now = tiling_tile(tiling, picture->now);
  int end_row = now.first_row + now.rows, end_col = now.first_col + now.cols;
  fill(picture, now.first_row, end_col, now.rows, tiling->cols - end_col);
  fill(picture, end_row, 0, tiling->rows - end_row, tiling->cols);
}

/* One cell without a finite number is hatched. */
static void hatch(const Picture *picture, Tile from, Tile to) {
  const Scene *scene = picture->scene;
  float *nothing = arena_take(scene->pen.list->arena, 1, sizeof *nothing);
  if (!nothing) {
    scene->pen.list->failed = true;
    return;
  }
  *nothing = -INFINITY;
  DrawHeatmap hatched = picture->grid.heatmap;
  hatched.box = box_of(picture, from.first_row, from.first_col, from.rows,
                       to.first_col + to.cols - from.first_col);
  hatched.values = (MatView){nothing, 1, 1, 1};
  hatched.mask = (MaskView){0};
  hatched.kept = (MatView){0};
  hatched.corner = 0;
  draw_heatmap(scene->pen.list, hatched);
}

/* Neighbours in a row of tiles are hatched as one. */
static void draw_skipped(const Picture *picture) {
  const Scene *scene = picture->scene;
  const Tiling *tiling = &picture->tiling;
  if (!scene_hides_something(scene) || picture->grid.cell_h * (float)tiling->tile_rows < 1) return;
  for (int down = 0; down < tiling->down; down++)
    for (int across = 0; across < tiling->across; across++) {
      int first = down * tiling->across + across, last = first;
      if (!tiles_is_skipped(scene->trace, scene->view->layer, first)) continue;
      while (++across < tiling->across &&
             tiles_is_skipped(scene->trace, scene->view->layer, last + 1))
        last++;
      hatch(picture, tiling_tile(tiling, first), tiling_tile(tiling, last));
    }
}

/* Where the cells of tiles were that came and went: `rows` rows up to the column `end`. */
static void draw_gone(const Picture *picture, int first_row, int rows, int end) {
  const float apart = 7;
  const Scene *scene = picture->scene;
  const MatrixGrid *grid = &picture->grid;
  if (rows <= 0 || end <= 0 || fminf(grid->cell_w, grid->cell_h) < apart) return;
  Box box = box_of(picture, first_row, 0, rows, end);
  Color color = scene->pen.theme->line;
  float width = fminf(scene->pen.text_scale, 1.5f);
  for (int i = 1; i < rows; i++) {
    float y = box.y + (float)i * grid->cell_h;
    draw_line(scene->pen.list, (Point){box.x, y}, (Point){box.x + box.w, y}, width, color);
  }
  for (int i = 1; i < end; i++) {
    float x = box.x + (float)i * grid->cell_w;
    draw_line(scene->pen.list, (Point){x, box.y}, (Point){x, box.y + box.h}, width, color);
  }
}

static void draw_all_gone(const Picture *picture) {
  if (picture->now < 0 || picture->is_plain) return;
  Tile now = tiling_tile(&picture->tiling, picture->now);
  draw_gone(picture, 0, now.first_row, picture->tiling.cols);
  draw_gone(picture, now.first_row, now.rows, now.first_col);
}

/* Between tiles, while they are large enough to be told apart. */
static void draw_grid(const Picture *picture) {
  const float apart = 4;
  const Tiling *tiling = &picture->tiling;
  const MatrixGrid *grid = &picture->grid;
  DrawList *list = picture->scene->pen.list;
  Color color = picture->scene->pen.theme->muted;
  Box all = box_of(picture, 0, 0, tiling->rows, tiling->cols);
  float width = fminf(picture->scene->pen.text_scale, 1.5f);
  for (int i = 1; i < tiling->down && grid->cell_h * (float)tiling->tile_rows >= apart; i++) {
    float y = all.y + (float)(i * tiling->tile_rows) * grid->cell_h;
    draw_line(list, (Point){all.x, y}, (Point){all.x + all.w, y}, width, color);
  }
  for (int i = 1; i < tiling->across && grid->cell_w * (float)tiling->tile_cols >= apart; i++) {
    float x = all.x + (float)(i * tiling->tile_cols) * grid->cell_w;
    draw_line(list, (Point){x, all.y}, (Point){x, all.y + all.h}, width, color);
  }
  draw_box(list, (DrawBox){.box = all, .stroke = color, .stroke_width = width});
}

/* The scores of the tile, on memory of the frame: they are no matrix of the trace that could
** travel. */
static MatView scores_of(const Picture *picture, Tile tile) {
  DrawList *list = picture->scene->pen.list;
  MatView all = stage_matrix(picture->scene, TRACE_MASKED);
  float *at = arena_take(list->arena, (size_t)tile.rows * (size_t)tile.cols, sizeof *at);
  if (!at) list->failed = true;
  if (!at || !all.at) return (MatView){0};
  Mat copy = {at, tile.rows, tile.cols, tile.cols};
  mat_copy(mat_view_cols(mat_view_rows(all, tile.first_row, tile.rows), tile.first_col, tile.cols),
           copy);
  return mat_view(copy);
}

static int clamped(int at, int first, int count) { return int_clamp(at - first, 0, count - 1); }

static void draw_now(const Picture *picture) {
  const Scene *scene = picture->scene;
  if (picture->now < 0) return;
  Tile tile = tiling_tile(&picture->tiling, picture->now);
  MatrixWidget matrix = picture->matrix;
  MatrixGrid grid = picture->grid;
  matrix.own_values = scores_of(picture, tile);
  if (!matrix.own_values.at) return;
  matrix.click = matrix.hover = NULL;
  grid.heatmap.values = matrix.own_values;
  grid.heatmap.kept = (MatView){0};
  grid.heatmap.box = box_of(picture, tile.first_row, tile.first_col, tile.rows, tile.cols);
  grid.heatmap.mask =
      mask_cols(mask_rows(grid.heatmap.mask, tile.first_row, tile.rows), tile.first_col, tile.cols);
  grid.rows = tile.rows, grid.cols = tile.cols;
  bool is_seen = grid.first_row < tile.first_row + tile.rows && grid.last_row >= tile.first_row &&
                 grid.first_col < tile.first_col + tile.cols && grid.last_col >= tile.first_col;
  grid.first_row = clamped(grid.first_row, tile.first_row, tile.rows);
  grid.last_row = clamped(grid.last_row, tile.first_row, tile.rows);
  grid.first_col = clamped(grid.first_col, tile.first_col, tile.cols);
  grid.last_col = clamped(grid.last_col, tile.first_col, tile.cols);
  if (!is_seen) return;
  if (picture->aside.w > 0) grid.heatmap.box = picture->aside;
  grid.heatmap.passing = picture->is_plain;
  draw_heatmap(scene->pen.list, grid.heatmap);
  if (picture->aside.w > 0) return;
  if (!picture->is_plain) matrix_digits_draw(scene, &matrix, &grid);
  matrix_outline(scene, box_common(grid.heatmap.box, picture->place.cells), scene->pen.theme->ink,
                 2.5f);
}

static void add_hits(const Picture *picture) {
  const MatrixGrid *grid = &picture->grid;
  if (!picture->scene->interactive || picture->is_plain) return;
  draw_hit(picture->scene->pen.list, (DrawHit){.box = grid->heatmap.box,
                                               .rows = grid->rows,
                                               .cols = grid->cols,
                                               .cursor = CURSOR_CROSS,
                                               .tab_stop = TAB_CELLS,
                                               .click = picture->matrix.click,
                                               .hover = picture->matrix.hover,
                                               .wheel = "zoom by %f"});
}

/* A focused cell in the tile on show, or the part of its row that this tile has; of a row whose
** tiles came and went the place of the cell, or the whole row. */
static Box focus_box(const Picture *picture) {
  int row = picture->matrix.focus_row, col = picture->matrix.focus_col;
  Tile now = picture->now >= 0 ? tiling_tile(&picture->tiling, picture->now) : (Tile){0};
  bool is_at_work = row >= now.first_row && row < now.first_row + now.rows;
  bool is_in_tile = is_at_work && col >= now.first_col && col < now.first_col + now.cols;
  if (is_at_work && !is_in_tile) return box_of(picture, row, now.first_col, 1, now.cols);
  if (col < 0) return box_of(picture, row, 0, 1, picture->tiling.cols);
  return box_of(picture, row, col, 1, 1);
}

static void draw_focus(const Picture *picture) {
  const Scene *scene = picture->scene;
  if (picture->matrix.focus_row < 0) return;
  draw_group_begin(scene->pen.list, "focus", NULL);
  matrix_focus_outline(scene, box_common(focus_box(picture), picture->place.cells), 3);
  draw_group_end(scene->pen.list);
}

static void draw_tiles(const Picture *picture) {
  DrawList *list = picture->scene->pen.list;
  draw_group_begin(list, "tiles", _("Tiles of the scores"));
  bool was_at_edge = list->at_scroll_edge, is_cut = picture->grid.is_cut;
  if (is_cut) {
    draw_clip(list, picture->place.cells);
    list->at_scroll_edge = true;
  }
  draw_to_come(picture);
  draw_all_gone(picture);
  draw_skipped(picture);
  draw_grid(picture);
  add_hits(picture);
  if (!picture->hides_now) draw_now(picture);
  list->at_scroll_edge = was_at_edge;
  if (is_cut) draw_clip_end(list);
  if (!picture->is_plain) {
    matrix_labels_draw(picture->scene, &picture->matrix, &picture->grid);
    draw_focus(picture);
  }
  draw_group_end(list);
}

/* -- what is kept ------------------------------------------------------------------------------ */

/* Rows that were begun. */
static int rows_begun(const Picture *picture) {
  if (picture->now < 0) return 0;
  Tile tile = tiling_tile(&picture->tiling, picture->now);
  return tile.first_row + tile.rows;
}

/* Rows whose last tile was worked out. */
static int rows_done(const Picture *picture) {
  const Scene *scene = picture->scene;
  if (picture->now < 0) return 0;
  Tile tile = tiling_tile(&picture->tiling, picture->now);
  int next = tiles_next(scene->trace, scene->view->layer, picture->now, 1);
  bool ends = next < 0 || next / picture->tiling.across > tile.index / picture->tiling.across;
  return tile.first_row + (ends ? tile.rows : 0);
}

static MatView rounded(const Scene *scene, const double *from, int rows, int cols) {
  size_t count = (size_t)rows * (size_t)cols;
  float *at = arena_take(scene->pen.list->arena, count, sizeof *at);
  if (!at) scene->pen.list->failed = true;
  for (size_t i = 0; at && i < count; i++) at[i] = (float)from[i];
  return at ? (MatView){at, rows, cols, cols} : (MatView){0};
}

static ColorRange around_zero(MatView values) {
  return color_range_around_zero(mat_largest(values));
}

/* One column or matrix beside the tiles. */
typedef struct Kept {
  const char *name, *group;
  Box cells;
  MatView values;
  ColorRange range; /* low = high: numbers without colours */
  int rows;         /* so many are there */
} Kept;

static void draw_name(const Scene *scene, Box cells, const char *name) {
  TextStyle style = {FACE_BOLD, 14, scene->pen.theme->output, ALIGN_START};
  Box line = {cells.x, cells.y - stage_points(scene, NAME_DESIGN + 18), cells.w,
              stage_points(scene, 18)};
  if (pen_width(&scene->pen, style, str_from(name)) <= cells.w)
    pen_symbol(&scene->pen, style, (Point){line.x, line.y + stage_points(scene, 14)},
               str_from(name));
}

/* Every number is as pale as 0. */
static const ColorRange WITHOUT_COLORS = {-FLT_MAX, FLT_MAX};

static void draw_bar_of(const Picture *picture, const Kept *kept) {
  const Scene *scene = picture->scene;
  Box box = {kept->cells.x, picture->place.foot_y + stage_points(scene, 4), kept->cells.w,
             stage_points(scene, 22)};
  pen_wide_bar(&scene->pen, box, scene_palette(scene, TRACE_OUTPUT), kept->range);
}

static void draw_kept(const Picture *picture, const Kept *kept) {
  const Scene *scene = picture->scene;
  DrawList *list = scene->pen.list;
  if (kept->cells.w <= 0 || !kept->values.at) return;
  MatrixWidget matrix = {.part = TRACE_OUTPUT,
                         .before = TRACE_OUTPUT,
                         .mix = 1,
                         .cells = kept->cells,
                         .own_values = kept->values,
                         .own_range = kept->range,
                         .digits = !picture->is_plain,
                         .filled = kept->rows * kept->values.cols,
                         .focus_row = picture->matrix.focus_row,
                         .focus_col = -1,
                         .click = picture->is_plain ? NULL : "cell %r row",
                         .hover = picture->is_plain ? NULL : "hover %r row",
                         .scrolls = true};
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  bool has_colors = kept->range.low < kept->range.high;
  if (!has_colors) grid.heatmap.range = WITHOUT_COLORS;
  draw_group_begin(list, kept->group, NULL);
  matrix_cells_draw(scene, &matrix, &grid);
  if (!picture->is_plain) draw_name(scene, kept->cells, kept->name);
  if (!picture->is_plain && has_colors) draw_bar_of(picture, kept);
  if (!picture->is_plain && matrix.focus_row >= 0 && matrix.focus_row < grid.rows)
    matrix_focus_outline(scene, matrix_row_box(&matrix, &grid, matrix.focus_row), 2);
  draw_group_end(list);
}

static void draw_all_kept(const Picture *picture) {
  const Scene *scene = picture->scene;
  const View *view = scene->view;
  Arena *arena = scene->pen.list->arena;
  int last = tiling_count(&picture->tiling) - 1, begun = rows_begun(picture);
  const TilesKept *now = tiles_kept(arena, scene->trace, view->layer, view->head, picture->now);
  const TilesKept *end = now;
  if (picture->now < last) end = tiles_kept(arena, scene->trace, view->layer, view->head, last);
  if (!now || !end) {
    scene->pen.list->failed = true;
    return;
  }
  MatView max = {now->max, now->rows, 1, 1};
  MatView sum = rounded(scene, now->sum, now->rows, 1);
  MatView output = rounded(scene, now->output, now->rows, now->cols);
  /* ranges are those of the end, so that a number keeps its colour from step to step */
  ColorRange outputs = around_zero(rounded(scene, end->output, end->rows, end->cols));
  ColorRange done = scene_range(scene, TRACE_OUTPUT, view->layer, view->head);
  const Place *place = &picture->place;
  const Kept kept[] = {
      {"m", "m", place->max, max, {0, 0}, begun},
      {"ℓ", "l", place->sum, sum, {0, 0}, begun},
      {"O", "o", place->output, output, outputs, begun},
      {"O / ℓ", "o-by-l", place->done, stage_matrix(scene, TRACE_OUTPUT), done, rows_done(picture)},
  };
  for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) draw_kept(picture, &kept[i]);
}

/* -- the note ---------------------------------------------------------------------------------- */

static const char *where_words(const Picture *picture) {
  const Scene *scene = picture->scene;
  if (picture->now < 0) return _("The mask hides every pair: no tile is worked out, and O is 0.");
  return str_format(scene->pen.list->arena, _("Tile %d of %d, %s."), picture->now + 1,
                    tiling_count(&picture->tiling), tiles_place_words(scene, picture->now));
}

static const char *together(const Scene *scene, const char *const *sentences, int count) {
  StrBuf words = strbuf_make(scene->pen.list->arena);
  for (int i = 0; i < count; i++)
    if (sentences[i] && sentences[i][0]) i18n_add_sentence(&words, sentences[i]);
  return words.failed || !words.at ? "" : words.at;
}

/* As many sentences as have room; the first always. */
static void draw_note(const Picture *picture) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  const float line = 1.25f;
  const char *where = where_words(picture), *memory = tiles_memory_words(scene);
  const char *skipped = tiles_skipped_words(scene), *near = tiles_difference_words(scene);
  const char *orders[][4] = {{where, skipped, memory, near},
                             {where, memory, near, ""},
                             {where, near[0] ? near : memory, "", ""},
                             {where, "", "", ""}};
  TextStyle style = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_START};
  const char *words = where;
  for (int i = 0; i < 4; i++) {
    words = together(scene, orders[i], 4);
    if (pen_wrapped_height(pen, style, picture->place.note.w, line, str_from(words)) <=
        picture->place.note.h)
      break;
  }
  pen_text_wrapped(pen, style, picture->place.note, line, str_from(words));
}

static Picture picture_of(const Scene *scene, Box box) {
  Picture picture = {.scene = scene,
                     .place = place_tiles(scene, box),
                     .tiling = tiling_of(scene->trace),
                     .now = tiles_on_show(scene)};
  picture.matrix = matrix_of(scene, &picture.place);
  picture.grid = matrix_widget_grid(scene, &picture.matrix);
  return picture;
}

static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_TILES);
  Picture picture = picture_of(scene, box);
  if (picture.grid.rows <= 0 || picture.grid.cols <= 0) return;
  draw_tiles(&picture);
  draw_all_kept(&picture);
  Box cells = picture.place.cells;
  stage_bar_draw(scene, TRACE_MASKED,
                 (Box){cells.x, picture.place.foot_y, cells.w, stage_points(scene, 22)});
  draw_note(&picture);
}

/* -- on the way from the weights --------------------------------------------------------------- */

static const float TILES_FROM = 0.3f, TILES_TO = 0.78f;

/* The matrix that is never made goes to its place and is thrown away. */
static void throw_weights(const Moment *moment, Box cells) {
  const Scene *scene = &moment->later;
  const DrawHeatmap *from = motion_heatmap(scene, moment->earlier_list, TRACE_WEIGHTS);
  if (!from) return;
  DrawHeatmap weights = *from;
  weights.box = motion_box(from->box, cells, motion_part(moment->t, 0.05f, 0.2f));
  weights.passing = true;
  motion_faded(scene, &weights, 1 - motion_part(moment->t, 0.18f, TILES_FROM));
}

/* One of a few tiles from the first to the one on show, of which none is skipped, and how far it
** has come, 0 … 1. */
static int tile_at(const Picture *picture, float t, float *share) {
  enum { STOPS_MOST = 6 };
  int count = picture->now + 1, stops = int_min(count, STOPS_MOST);
  float at = float_clamp((t - TILES_FROM) / (TILES_TO - TILES_FROM), 0, 1) * (float)stops;
  int stop = int_min((int)at, stops - 1);
  int tile = stops > 1 ? stop * (count - 1) / (stops - 1) : picture->now;
  const Scene *scene = picture->scene;
  *share = at - (float)stop;
  if (!tiles_is_skipped(scene->trace, scene->view->layer, tile)) return tile;
  int next = tiles_next(scene->trace, scene->view->layer, tile, 1);
  return next >= 0 && next <= picture->now ? next : picture->now;
}

/* What is kept, without the tile on show until it has come. */
static void draw_kept_before(const Picture *picture, bool is_before) {
  Picture kept = *picture;
  const Scene *scene = picture->scene;
  if (is_before) kept.now = tiles_next(scene->trace, scene->view->layer, picture->now, -1);
  draw_all_kept(&kept);
}

/*   t  .05 … .3  the weights go      .3 … .78  tile after tile comes, and goes to m, ℓ and O */
void tiles_motion(const Moment *moment) {
  Picture picture = picture_of(&moment->later, moment->later_box);
  float share;
  if (picture.grid.rows <= 0 || picture.grid.cols <= 0) return;
  if (moment->t < TILES_FROM) throw_weights(moment, picture.grid.heatmap.box);
  if (moment->t < TILES_FROM || picture.now < 0) return;
  int shown = picture.now;
  picture.is_plain = true;
  picture.now = tile_at(&picture, moment->t, &share);
  bool goes = share > 0.5f && (picture.now != shown || moment->t < TILES_TO) && share < 1;
  picture.hides_now = goes;
  draw_tiles(&picture);
  draw_kept_before(&picture, share < 0.85f && (picture.now != shown || moment->t < TILES_TO));
  if (!goes || picture.grid.is_cut) return;
  Tile tile = tiling_tile(&picture.tiling, picture.now);
  Box from = box_of(&picture, tile.first_row, tile.first_col, tile.rows, tile.cols);
  Box to = {picture.place.max.x, from.y,
            picture.place.sum.x + picture.place.sum.w - picture.place.max.x, from.h};
  picture.aside = motion_box(from, to, motion_part(share, 0.5f, 0.9f));
  draw_now(&picture);
}

/* -- words ------------------------------------------------------------------------------------- */

static const char *shapes(const Scene *scene) {
  Tiling tiling = tiling_of(scene->trace);
  return str_format(scene->pen.list->arena, _("%d × %d scores in tiles of %d × %d"), tiling.rows,
                    tiling.cols, tiling.tile_rows, tiling.tile_cols);
}

static void captions(const Scene *scene, Captions *out) {
  out->headline = _("Scores come and go tile by tile.");
  out->shapes = shapes(scene);
  out->explanation = _(
      "No matrix of all scores is ever there. Of every row a maximum m, a sum ℓ and an output O "
      "stay, and when a tile brings a larger maximum, ℓ and O shrink to match it. At the end O / ℓ "
      "is the output. The stages before, with whole matrices, are only there for looking.");
  out->hint = scene->view->step_by == STEP_TILE
                  ? _("Try: press → and watch m, ℓ and O while the scores are thrown away.")
                  : _("Try: choose “tile” below at the right, then press → again and again.");
}

static const char *row_words(const Scene *scene, int row, const TileRow *worked) {
  Arena *arena = scene->pen.list->arena;
  Str name = scene_named(scene, row);
  if (scene_row_hidden(scene, row))
    return str_format(arena, _("query %.*s: attends to nothing"), (int)name.bytes, name.at);
  if (!worked)
    return str_format(arena, _("query %.*s: no key it sees has come"), (int)name.bytes, name.at);
  return str_format(arena, _("query %.*s, behind tile %d: m %s, ℓ %s"), (int)name.bytes, name.at,
                    worked->tile.index + 1, number_full(worked->max).at,
                    number_full((float)worked->sum).at);
}

/* The score of a cell only while its tile is there. */
static const char *focus_line(const Scene *scene, int row, int col) {
  Arena *arena = scene->pen.list->arena;
  const TileRow *worked = tiles_row_here(scene, row);
  if (col < 0 || !worked || !tiles_is_at_work(scene, row, col) || scene_hides(scene, row, col))
    return row_words(scene, row, worked);
  Str query = scene_named(scene, row), key = scene_key_named(scene, col);
  return str_format(arena, _("query %.*s, key %.*s: score %s; behind tile %d: m %s, ℓ %s"),
                    (int)query.bytes, query.at, (int)key.bytes, key.at,
                    stage_number(scene, TRACE_MASKED, row, col).at, worked->tile.index + 1,
                    number_full(worked->max).at, number_full((float)worked->sum).at);
}

/* What an audience is told: the score while its tile is there, else what is kept of its row. */
static Str told(const Scene *scene, int row, int col) {
  Arena *arena = scene->pen.list->arena;
  const TileRow *worked = tiles_row_here(scene, row);
  if (!worked) return (Str){"", 0};
  Str query = scene_named(scene, row);
  const char *words =
      col >= 0 && tiles_is_at_work(scene, row, col)
          ? str_format(arena, "S(%.*s, %.*s) = %s", (int)query.bytes, query.at,
                       (int)scene_key_named(scene, col).bytes, scene_key_named(scene, col).at,
                       stage_number(scene, TRACE_MASKED, row, col).at)
          : str_format(arena, "m = %s, ℓ = %s", number_full(worked->max).at,
                       number_full((float)worked->sum).at);
  return str_from(words);
}

static void add_here(Formula *out, const char *symbol, TracePart role, float after) {
  formula_add(out,
              (FormulaPiece){.symbol = symbol, .stage = STAGE_TILES, .role = role, .after = after});
}

static void formula(const Scene *scene, Formula *out) {
  (void)scene;
  add_here(out, "m′", TRACE_PART_COUNT, 0);
  formula_add_plain(out, "= max(m, S)", 0.35f, 1.0f);
  add_here(out, "P", TRACE_WEIGHTS, 0);
  formula_add_plain(out, "= e^(S − m′)", 0.35f, 1.0f);
  add_here(out, "ℓ′", TRACE_PART_COUNT, 0);
  formula_add_plain(out, "= e^(m − m′) ℓ + Σ P", 0.35f, 1.0f);
  add_here(out, "O′", TRACE_OUTPUT, 0);
  formula_add_plain(out, "= e^(m − m′) O + P V", 0.35f, 0);
}

const StageView stage_tiles_view = {.draw = draw,
                                    .cells = cells,
                                    .captions = captions,
                                    .focus_line = focus_line,
                                    .formula = formula,
                                    .inspect = tiles_inspect,
                                    .cell_words = tiles_cell_words,
                                    .told = told,
                                    .legend = tiles_legend,
                                    .question = tiles_question,
                                    .heads_part = TRACE_MASKED,
                                    .overview_part = TRACE_WEIGHTS};
