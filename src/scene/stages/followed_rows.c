/* scene/stages/followed_rows.c -- the followed row of the matrices of a stage, in large cells. */
#include "scene/stages/followed_rows_internal.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/stages/followed_scale.h"

/* Before a class or with much larger text, and else; many rows are lower. */
static const FollowedSizes AFAR = {19, 34, 8, 22, 8}, AFAR_MANY = {19, 26, 4, 19, 8};
static const FollowedSizes NEAR = {16, 28, 6, 18, 8}, NEAR_MANY = {16, 19, 3, 13, 8};
enum { MANY = 4 };
static const float CELL_MOST_DESIGN = 88;
static const float MORE_DESIGN = 44; /* for the number of columns that are not there */

/* They grow to so many times their size, by this share of the height that is left to give. */
static const float GROWN_MOST = 1.6f, SHARE_OF_SURPLUS = 0.5f, AIR_DESIGN = 14;
enum { COLUMNS_LEAST = 10 }; /* larger digits leave so many, or all */
/* They are so much smaller at most if all columns have room then. */
static const float SMALLER_LEAST = 0.75f;
static const float AIR_OF_LOW = 5, LOW_LEAST = 0.64f; /* of their height, in a low box */

static float height_with(const Scene *scene, const FollowedSizes *sizes, int count, int breaks) {
  float rows = (float)count * (sizes->row + sizes->between);
  return stage_points(scene, sizes->head + rows + (float)breaks * sizes->apart);
}

/* Of rows that have that height: those that are read from afar, before a class always, with larger
** text if they have room. */
static const FollowedSizes *sizes_of(const Scene *scene, int count, int breaks, float height) {
  const FollowedSizes *afar = count < MANY ? &AFAR : &AFAR_MANY;
  const float rounded = 0.5f;
  bool fits = height >= height_with(scene, afar, count, breaks) - rounded;
  if (stage_is_for_afar(scene) && (fits || scene->view->presenter)) return afar;
  return count < MANY ? &NEAR : &NEAR_MANY;
}

static bool are_wanted(const Scene *scene, int count) {
  return scene->interactive && scene->view->numbers != NUMBERS_OFF && count > 0 &&
         !trace_is_recorded(scene->trace);
}

static float height_of(const Scene *scene, int count, int breaks, float height,
                       float least_design) {
  if (!are_wanted(scene, count)) return 0;
  float room = height - stage_points(scene, least_design);
  const FollowedSizes *sizes = sizes_of(scene, count, breaks, room);
  float usual = height_with(scene, sizes, count, breaks), surplus = room - usual;
  if (surplus < 0) return 0;
  if (stage_is_for_afar(scene)) return usual; /* its digits are large as they are */
  return floorf(fminf(GROWN_MOST * usual, usual + SHARE_OF_SURPLUS * surplus));
}

float followed_rows_height(const Scene *scene, int count, float height, float least_design) {
  return height_of(scene, count, 0, height, least_design);
}

Box followed_rows_take(const Scene *scene, Box *box, int count, int breaks, float least_design) {
  float height = height_of(scene, count, breaks, box->h, least_design);
  Box rows = {box->x, box->y, box->w, height};
  if (height <= 0) return rows;
  float left = box->h - height - stage_points(scene, least_design);
  float taken = height + float_clamp(left, 0, stage_points(scene, AIR_DESIGN));
  box->y += taken;
  box->h -= taken;
  return rows;
}

Box followed_rows_take_low(const Scene *scene, Box *box, int count, float least_design) {
  const FollowedSizes *sizes =
      sizes_of(scene, count, 0, box->h - stage_points(scene, least_design));
  float usual = height_with(scene, sizes, count, 0);
  float height = floorf(fminf(usual, box->h - stage_points(scene, least_design)));
  if (!are_wanted(scene, count) || height < LOW_LEAST * usual) return (Box){0};
  Box rows = cut_top(box, height);
  cut_top(box, stage_points(scene, AIR_OF_LOW));
  return rows;
}

/* How many numbers of the row the steps have filled. */
static int reached_of(const Scene *scene, TracePart part, MatView values, int token) {
  const StageInfo *info = stage_info(scene->view->stage);
  bool is_result = false;
  for (int i = info->part_count - info->result_count; i < info->part_count; i++)
    is_result = is_result || info->parts[i] == part;
  int filled = is_result ? scene_filled_of(scene, part, values.rows, values.cols) : -1;
  return filled < 0 ? values.cols : int_clamp(filled - token * values.cols, 0, values.cols);
}

void followed_rows_add(const Scene *scene, FollowedRows *rows, const char *name, TracePart part) {
  assert(rows->count < FOLLOWED_ROWS_MOST && rows->token >= 0);
  MatView values = stage_matrix(scene, part);
  if (!values.at || rows->token >= values.rows) return;
  rows->rows[rows->count++] =
      (FollowedRow){.name = name,
                    .part = part,
                    .values = {mat_row(values, rows->token), 1, values.cols, values.stride},
                    .reached = reached_of(scene, part, values, rows->token)};
}

static Str usual_number(const FollowedRows *rows) {
  if (rows->usual) return str_from(rows->usual);
  return rows->is_fine ? STR("−0.00") : STR("−0.0");
}

/* How many columns have room with digits of a size, with room to say how many are not there. */
static int columns_with(const Scene *scene, const FollowedRows *rows, int all, float width,
                        float digits) {
  TextStyle style = {FACE_MONO, digits, {0}, ALIGN_START};
  float usual = pen_width(&scene->pen, style, usual_number(rows));
  float least = usual / FOLLOWED_DIGITS_OF_CELL, note = stage_points(scene, rows->note_design);
  float room = width - stage_points(scene, rows->name_design) - note;
  if (least * (float)all <= room) return all;
  room -= fmaxf(0, stage_points(scene, MORE_DESIGN) - note);
  return int_clamp((int)(room / least), 1, all);
}

static int breaks_of(const FollowedRows *rows) {
  int breaks = 0;
  for (int i = 1; i < rows->count; i++) breaks += rows->rows[i].begins_scale;
  return breaks;
}

static const FollowedSizes *base_sizes(const Scene *scene, Box box, const FollowedRows *rows) {
  return sizes_of(scene, rows->count, breaks_of(rows), box.h);
}

/* Rows as high as the box, and digits that grow with them as long as enough columns stay. */
static FollowedSizes sizes_in(const Scene *scene, Box box, const FollowedRows *rows, int all) {
  int breaks = breaks_of(rows);
  FollowedSizes sizes = *base_sizes(scene, box, rows);
  float share = box.h / height_with(scene, &sizes, rows->count, breaks);
  float grown = share < 0.97f ? share : fmaxf(1, share); /* less in a low box */
  sizes.digits *= fminf(1, grown);
  int kept = columns_with(scene, rows, all, box.w, sizes.digits);
  int columns_least = rows->columns_least > 0 ? rows->columns_least : COLUMNS_LEAST;
  float digits = sizes.digits;
  while (kept < all && digits > sizes.digits * SMALLER_LEAST) {
    digits -= 0.5f;
    if (columns_with(scene, rows, all, box.w, digits) >= all) kept = all;
  }
  if (kept < all) digits = sizes.digits, kept = int_min(kept, columns_least);
  for (float size = digits; size <= sizes.digits * fmaxf(1, grown); size += 0.5f)
    if (columns_with(scene, rows, all, box.w, size) >= kept) digits = size;
  return (FollowedSizes){sizes.head * grown, sizes.row * grown, sizes.between * grown, digits,
                         sizes.apart * grown};
}

static FollowedColumns columns_in(const Scene *scene, Box box, const FollowedRows *rows) {
  int row, all = 1;
  FollowedColumns columns = {.base = base_sizes(scene, box, rows), .box = box};
  stage_focus(scene, &row, &columns.chosen);
  if (rows->column != 0) columns.chosen = rows->column > 0 ? rows->column - 1 : -1;
  for (int i = 0; i < rows->count; i++) all = int_max(all, rows->rows[i].values.cols);
  columns.sizes = sizes_in(scene, box, rows, all);
  int most = columns_with(scene, rows, all, box.w, columns.sizes.digits);
  float name = stage_points(scene, rows->name_design);
  float right = stage_points(scene, fmaxf(rows->note_design, most < all ? MORE_DESIGN : 0));
  float room = box.w - name - right;
  int pages = (all + most - 1) / most, page = (all + pages - 1) / pages; /* columns of a page */
  columns.all = all;
  columns.first = columns.chosen < 0 ? 0 : int_min(columns.chosen, all - 1) / page * page;
  columns.count = int_min(page, all - columns.first);
  float cell_most = stage_points(scene, CELL_MOST_DESIGN);
  columns.cell = floorf(fminf(room / (float)page, cell_most));
  float whole = name + columns.cell * (float)page + right;
  float most_x = box.x + box.w - (whole - name);
  columns.x = floorf(box.x + (box.w - whole) / 2 + name);
  if (rows->left > 0) columns.x = floorf(float_clamp(rows->left, box.x + name, most_x));
  return columns;
}

/* At which the longest name of a column fits; a much longer one is cut. */
static float name_size(const Scene *scene, const FollowedColumns *columns, const FollowedRows *rows,
                       float most) {
  const float least = 9, gap_design = 4;
  float size = most;
  for (int i = 0; i < columns->count; i++) {
    TextStyle style = {FACE_BOLD, most, COLOR_NONE, ALIGN_MIDDLE};
    float wide = pen_width(&scene->pen, style, rows->col_names[columns->first + i]);
    float room = columns->cell - stage_points(scene, gap_design);
    if (wide > room) size = fminf(size, most * room / wide);
  }
  return fmaxf(size, fminf(least, most));
}

/* Its name or its number. */
static void draw_col(const Scene *scene, Box cell, const FollowedColumns *columns,
                     const FollowedRows *rows, int col, float size) {
  const Pen *pen = &scene->pen;
  const Theme *theme = pen->theme;
  bool is_chosen = col == columns->chosen;
  if (rows->col_names) {
    TextStyle name = {is_chosen ? FACE_BOLD : FACE_REGULAR, size,
                      is_chosen ? theme->key : theme->ink, ALIGN_MIDDLE};
    pen_text_in(pen, name, cell, rows->col_names[col]);
    return;
  }
  TextStyle number = {is_chosen ? FACE_MONO_BOLD : FACE_MONO, size,
                      is_chosen ? theme->ink : theme->muted, ALIGN_MIDDLE};
  pen_text_in(pen, number, cell, str_from(str_format(pen->list->arena, "%d", col + 1)));
}

/* The token, the numbers or names of the columns, and how many have no room. */
static void draw_head(const Scene *scene, Box box, const FollowedColumns *columns,
                      const FollowedRows *rows) {
  const Pen *pen = &scene->pen;
  bool is_afar = stage_is_for_afar(scene);
  float gap = stage_points(scene, 10), end = columns->x + columns->cell * (float)columns->count;
  Box line = {box.x, box.y, columns->x - box.x - gap, stage_points(scene, columns->sizes.head - 3)};
  TextStyle title = {FACE_BOLD, is_afar ? 15 : 12, pen->theme->ink, ALIGN_END};
  pen_text_in(pen, title, line,
              rows->title.bytes > 0 ? rows->title : scene_named(scene, rows->token));
  float size = rows->col_names ? name_size(scene, columns, rows, title.size) : is_afar ? 13 : 10.5f;
  for (int i = 0; i < columns->count; i++) {
    Box cell = {columns->x + columns->cell * (float)i, box.y, columns->cell, line.h};
    draw_col(scene, cell, columns, rows, columns->first + i, size);
  }
  int more = columns->all - columns->count;
  if (more <= 0) return;
  const char *words = str_format(pen->list->arena, P_("… %d more", "… %d more", more), more);
  TextStyle style = {FACE_REGULAR, is_afar ? 13 : 10.5f, pen->theme->muted, ALIGN_START};
  Box place = {end + gap, box.y, box.x + box.w - end - gap, line.h};
  Str all = str_from(number_grouped(pen->list->arena, words));
  if (pen_width(pen, style, all) > place.w)
    all = str_from(str_format(pen->list->arena, "+%d", more)); /* as at the sentence */
  pen_text_in(pen, style, place, all);
}

/* One size for all names, at which the longest fits; a much longer one has two lines. */
static float names_size(const Scene *scene, const FollowedRows *rows,
                        const FollowedColumns *columns, float room) {
  float high = columns->base->row;
  float most = fminf(20, high * 0.6f), least = high * 0.38f, size = most;
  for (int i = 0; i < rows->count; i++) {
    TextStyle style = {FACE_BOLD, most, COLOR_NONE, ALIGN_END};
    float wide = pen_width(&scene->pen, style, str_from(rows->rows[i].name));
    if (wide > room) size = fminf(size, most * room / wide);
  }
  return fmaxf(size, least);
}

static void draw_name(const Scene *scene, const FollowedRow *row, Box box, float size) {
  const Pen *pen = &scene->pen;
  const float gap = 1.1f;
  Color role = scene_part_color(pen->theme, row->part);
  TextStyle style = {FACE_BOLD, size, row->is_plain ? pen->theme->ink : role, ALIGN_END};
  Str name = str_from(row->name);
  if (pen_width(pen, style, name) <= box.w + 0.5f) {
    pen_text_in(pen, style, (Box){box.x - 1, box.y, box.w + 1, box.h}, name);
    return;
  }
  float tall = fminf(pen_wrapped_height(pen, style, box.w, gap, name), box.h + 2);
  Box lines = {box.x, box.y + (box.h - tall) / 2, box.w, tall + 1};
  pen_text_wrapped(pen, style, lines, gap, name);
}

static float widest_scale(const Scene *scene, const FollowedRows *rows) {
  float widest = 0;
  for (int i = 0; i < rows->count; i++)
    if (rows->rows[i].begins_scale)
      widest = fmaxf(widest, followed_scale_width(scene, rows->rows[i].part, rows->rows[i].range));
  return widest;
}

/* Its name, before its cells, and its scale or its note behind them. */
static void draw_words(const Scene *scene, const FollowedRows *rows, const FollowedRow *row,
                       const FollowedColumns *columns, Box cells) {
  const Pen *pen = &scene->pen;
  Box all = columns->box;
  float gap = stage_points(scene, 12), room = cells.x - gap - all.x;
  draw_name(scene, row, (Box){all.x, cells.y, room, cells.h},
            names_size(scene, rows, columns, room));
  if (rows->note_design <= 0) return;
  TextStyle note = {FACE_REGULAR, stage_is_for_afar(scene) ? 13 : 10.5f, pen->theme->muted,
                    ALIGN_START};
  float x = cells.x + cells.w + gap;
  Box beside = {x, cells.y, all.x + all.w - x, cells.h};
  if (row->begins_scale)
    followed_scale_draw(scene, beside, row->part, row->range, widest_scale(scene, rows));
  else if (row->note.bytes > 0 && pen_width(pen, note, row->note) <= beside.w)
    pen_text_in(pen, note, beside, row->note);
}

static void draw_row(const Scene *scene, const FollowedRows *rows, const FollowedRow *row,
                     const FollowedColumns *columns, float y) {
  int shown = int_min(columns->count, row->values.cols - columns->first);
  if (shown <= 0) return;
  Box cells = {columns->x, y, columns->cell * (float)shown,
               stage_points(scene, columns->sizes.row)};
  followed_cells_draw(scene, rows, row, columns, cells);
  if (row->is_framed)
    draw_box(scene->pen.list, (DrawBox){.box = box_inset(cells, -2),
                                        .corner = 4,
                                        .stroke = scene_part_color(scene->pen.theme, row->part),
                                        .stroke_width = stage_points(scene, 1.5f)});
  draw_words(scene, rows, row, columns, cells);
}

/* Where each row begins. */
typedef struct Tops {
  float at[FOLLOWED_ROWS_MOST], high;
} Tops;

static Tops tops_of(const Scene *scene, Box box, const FollowedRows *rows,
                    const FollowedSizes *sizes) {
  Tops tops = {.high = stage_points(scene, sizes->row)};
  float y = box.y + stage_points(scene, sizes->head);
  for (int i = 0; i < rows->count; i++) {
    if (i > 0 && rows->rows[i].begins_scale) y += stage_points(scene, sizes->apart);
    tops.at[i] = y;
    y += stage_points(scene, sizes->row + sizes->between);
  }
  return tops;
}

/* One outline around the chosen column of the rows that have it. */
static void draw_focus(const Scene *scene, const FollowedRows *rows, const FollowedColumns *columns,
                       const Tops *tops) {
  int first = -1, last = -1;
  if (columns->chosen < columns->first || columns->chosen >= columns->first + columns->count)
    return;
  for (int i = 0; i < rows->count; i++) {
    if (!rows->rows[i].has_focus || columns->chosen >= rows->rows[i].values.cols) continue;
    if (first < 0) first = i;
    last = i;
  }
  if (first < 0) return;
  float x = columns->x + columns->cell * (float)(columns->chosen - columns->first);
  Box box = {x, tops->at[first], columns->cell, tops->at[last] - tops->at[first] + tops->high};
  matrix_focus_outline(scene, box, 2);
}

/* Rows of one scale are tied to its bar. */
static void draw_ties(const Scene *scene, const FollowedRows *rows, const FollowedColumns *columns,
                      const Tops *tops) {
  if (rows->note_design <= 0 || breaks_of(rows) == 0) return;
  float x = columns->x + columns->cell * (float)columns->count + stage_points(scene, 6);
  for (int i = 0, last; i < rows->count; i = last + 1) {
    last = i;
    while (last + 1 < rows->count && !rows->rows[last + 1].begins_scale) last++;
    followed_scale_tie(scene, x, tops->at[i] + 1, tops->at[last] + tops->high - 1);
  }
}

void followed_rows_draw(const Scene *scene, Box box, const FollowedRows *rows) {
  if (box.h <= 0 || rows->token < 0 || rows->count == 0) return;
  FollowedColumns columns = columns_in(scene, box, rows);
  Tops tops = tops_of(scene, box, rows, &columns.sizes);
  draw_group_begin(scene->pen.list, FOLLOWED_ROWS_GROUP, NULL);
  draw_head(scene, box, &columns, rows);
  for (int i = 0; i < rows->count; i++) draw_row(scene, rows, &rows->rows[i], &columns, tops.at[i]);
  draw_ties(scene, rows, &columns, &tops);
  draw_focus(scene, rows, &columns, &tops);
  draw_group_end(scene->pen.list);
}

Box followed_rows_cells(const Scene *scene, Box box, const FollowedRows *rows, int index) {
  assert(index >= 0 && index < rows->count);
  FollowedColumns columns = columns_in(scene, box, rows);
  Tops tops = tops_of(scene, box, rows, &columns.sizes);
  return (Box){columns.x, tops.at[index], columns.cell * (float)columns.count, tops.high};
}
