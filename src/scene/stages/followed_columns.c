/* scene/stages/followed_columns.c -- the height that followed rows take, which of their columns
** have room, and how large their cells and digits are. */
#include "scene/stages/followed_internal.h"

#include <math.h>

#include "base/number.h"

/* Before a class or with much larger text, and else; many rows are lower. */
static const FollowedSizes AFAR = {19, 36, 6, 28, 8}, AFAR_MANY = {19, 28, 0.5f, 28, 5};
static const FollowedSizes NEAR = {16, 28, 6, 18, 8}, NEAR_MANY = {16, 19, 3, 13, 8};
enum { MANY = 4 };
static const float CELL_MOST_DESIGN = 100, CELL_MOST_AFAR = 132,
                   MORE_DESIGN = 44; /* the latter for the number of columns that are not there */

/* They grow to so many times their size, by this share of the height that is left to give, and
** further into what the matrices do not want. */
static const float GROWN_MOST = 1.6f, GROWN_INTO_AIR = 2.4f, SHARE_OF_SURPLUS = 0.5f,
                   AIR_DESIGN = 14;
static const float NAME_SPARE = 30;                              /* design */
static const float PAGE_WIDTH_LEAST = 440, GROWN_ON_PAGE = 1.5f; /* few: frames stand apart */
enum { PAGE_BREAKS = 2 };                                        /* at most, between scales */
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

/* On a page as wide as two columns of a paper. */
static bool has_their_width(const Scene *scene) {
  bool is_page = pen_is_of_print(&scene->pen) && scene->pen.list->width_pt >= PAGE_WIDTH_LEAST;
  return scene->interactive || is_page;
}

static bool are_wanted(const Scene *scene, int count) {
  return has_their_width(scene) && scene->view->numbers != NUMBERS_OFF && count > 0 &&
         !trace_is_recorded(scene->trace);
}

static float height_of(const Scene *scene, FollowedRoom room, float height) {
  if (!are_wanted(scene, room.count)) return 0;
  float left = height - stage_points(scene, room.least_design);
  const FollowedSizes *sizes = sizes_of(scene, room.count, room.breaks, left);
  float usual = height_with(scene, sizes, room.count, room.breaks), surplus = left - usual;
  if (surplus < 0) return 0;
  if (!scene->interactive) /* the rest is for the names of all rows */
    return fminf(left, usual * (room.count < MANY ? GROWN_ON_PAGE : 1));
  float grown = usual; /* before a class their digits are large as they are */
  if (!stage_is_for_afar(scene))
    grown = floorf(fminf(GROWN_MOST * usual, usual + SHARE_OF_SURPLUS * surplus));
  if (room.wanted_design <= 0) return grown;
  float spared = height - stage_points(scene, room.wanted_design + AIR_DESIGN);
  return fmaxf(grown, floorf(fminf(GROWN_INTO_AIR * usual, spared)));
}

float followed_rows_of_page(const Scene *scene, int count) {
  if (scene->interactive || !are_wanted(scene, count)) return 0;
  const FollowedSizes *sizes = count < MANY ? &NEAR : &NEAR_MANY;
  return height_with(scene, sizes, count, PAGE_BREAKS) + stage_points(scene, 2 * AIR_DESIGN);
}

float followed_rows_height(const Scene *scene, int count, float height, float least_design) {
  return height_of(scene, (FollowedRoom){.count = count, .least_design = least_design}, height);
}

Box followed_rows_take(const Scene *scene, Box *box, FollowedRoom room) {
  float height = height_of(scene, room, box->h);
  Box rows = {box->x, box->y, box->w, height};
  if (height <= 0) return rows;
  float left = box->h - height - stage_points(scene, room.least_design);
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

static Str usual_number(const FollowedRows *rows) {
  if (rows->usual) return str_from(rows->usual);
  return rows->is_fine ? STR("−0.00") : STR("−0.0");
}

/* Right of the cells; notes that yield stand before the names there. */
static float note_room(const Scene *scene, const FollowedRows *rows) {
  bool yields = rows->notes_yield && stage_is_for_afar(scene);
  return yields ? 0 : stage_points(scene, rows->note_design);
}

/* For all columns, as many as one row has. */
typedef struct Room {
  const Scene *scene;
  const FollowedRows *rows;
  int all;
  float width;
} Room;

static float cell_with(const Room *room, float digits) {
  TextStyle style = {FACE_MONO, digits, {0}, ALIGN_START};
  return pen_width(&room->scene->pen, style, usual_number(room->rows)) / FOLLOWED_DIGITS_OF_CELL;
}

static float cell_most(const Scene *scene) {
  return stage_points(scene, stage_is_for_afar(scene) ? CELL_MOST_AFAR : CELL_MOST_DESIGN);
}

/* How many columns have room with digits of a size, with room to say how many are not there. */
static int columns_with(const Room *room, float digits) {
  const Scene *scene = room->scene;
  float least = cell_with(room, digits), note = note_room(scene, room->rows);
  float width = room->width - stage_points(scene, room->rows->name_design) - note;
  if (least * (float)room->all <= width) return room->all;
  width -= fmaxf(0, stage_points(scene, MORE_DESIGN) - note);
  return int_clamp((int)(width / least), 1, room->all);
}

/* The largest digits from least to most with which so many columns have room. */
static float digits_with(const Room *room, int columns, float least, float most) {
  float digits = least, widest = cell_most(room->scene);
  for (float size = least; size <= most && cell_with(room, size) <= widest; size += 0.5f)
    if (columns_with(room, size) >= columns) digits = size;
  return digits;
}

int followed_breaks(const FollowedRows *rows) {
  int breaks = 0;
  for (int i = 1; i < rows->count; i++) breaks += rows->rows[i].begins_scale;
  return breaks;
}

static const FollowedSizes *base_sizes(const Scene *scene, Box box, const FollowedRows *rows) {
  return sizes_of(scene, rows->count, followed_breaks(rows), box.h);
}

/* As large as rows let them be, as long as enough columns stay: all, if digits are smaller by a
** quarter at most. */
static float digits_of_many(const Room *room, float usual, float most) {
  Room narrow = *room; /* before a class the name before them is read as well */
  int all = room->all, kept = columns_with(room, usual);
  float digits = usual;
  if (stage_is_for_afar(room->scene)) narrow.width -= stage_points(room->scene, NAME_SPARE);
  while (kept < all && digits > usual * SMALLER_LEAST) {
    digits -= 0.5f;
    if (columns_with(&narrow, digits) >= all) kept = all;
  }
  if (kept >= all) return digits_with(&narrow, all, digits, most);
  return digits_with(room, int_min(kept, COLUMNS_LEAST), usual, most);
}

/* Where some columns are enough all stand there only if digits are nearly as large then. */
static float digits_of_some(const Room *room, float usual, const FollowedSizes *sizes) {
  const float of_row = 0.78f, nearly = 0.88f;
  int kept = columns_with(room, usual);
  float grown = room->rows->is_airy ? usual : sizes->digits;
  float most = fmaxf(grown, sizes->row * of_row);
  float of_some = digits_with(room, int_min(kept, room->rows->columns_least), usual, most);
  float of_all = digits_with(room, room->all, usual, most);
  return kept < room->all || of_all < nearly * of_some ? of_some : of_all;
}

/* Rows as high as the box, and digits that grow with them. */
static FollowedSizes sizes_in(const Scene *scene, Box box, const FollowedRows *rows, int all) {
  const FollowedSizes *base = base_sizes(scene, box, rows);
  Room room = {scene, rows, all, box.w};
  float share = box.h / height_with(scene, base, rows->count, followed_breaks(rows));
  float grown = share < 0.97f ? share : fmaxf(1, share); /* less in a low box */
  float usual = base->digits * fminf(1, grown);
  FollowedSizes sizes = {base->head * grown, base->row * grown, base->between * grown,
                         base->digits * grown, base->apart * grown};
  sizes.digits = rows->columns_least > 0 ? digits_of_some(&room, usual, &sizes)
                                         : digits_of_many(&room, usual, sizes.digits);
  return sizes;
}

/* Of the names of all tokens, so that a choice moves nothing. */
static float widest_title(const Scene *scene, const FollowedRows *rows) {
  enum { LOOKED_AT = 256 };
  TextStyle style = {FACE_BOLD, FOLLOWED_TITLE_AFAR, COLOR_NONE, ALIGN_END};
  if (rows->title.bytes > 0) return pen_width(&scene->pen, style, rows->title);
  float widest = 0;
  for (int i = 0; i < trace_token_count(scene->trace) && i < LOOKED_AT; i++)
    widest = fmaxf(widest, pen_width(&scene->pen, style, scene_named(scene, i)));
  return widest;
}

/* Before a class the names get what room the cells have beside their digits, as long as these begin
** where they should. */
static float name_room(const Scene *scene, const FollowedRows *rows, const FollowedColumns *columns,
                       float room, int page) {
  float name = stage_points(scene, rows->name_design);
  float least = cell_with(&(Room){.scene = scene, .rows = rows}, columns->sizes.digits) + 1;
  float spare = fmaxf(room - ceilf(least) * (float)page, 0);
  float wanted = widest_title(scene, rows) + stage_points(scene, FOLLOWED_TITLE_GAP) + 2;
  if (rows->left > 0) spare = fminf(spare, fmaxf(rows->left - columns->box.x - name, 0));
  return stage_is_for_afar(scene) ? name + float_clamp(wanted - name, 0, spare) : name;
}

FollowedColumns followed_columns(const Scene *scene, Box box, const FollowedRows *rows) {
  int row, all = 1;
  FollowedColumns columns = {.base = base_sizes(scene, box, rows), .box = box};
  stage_focus(scene, &row, &columns.chosen);
  if (rows->column != 0) columns.chosen = rows->column > 0 ? rows->column - 1 : -1;
  for (int i = 0; i < rows->count; i++) all = int_max(all, rows->rows[i].values.cols);
  columns.sizes = sizes_in(scene, box, rows, all);
  int most = columns_with(&(Room){scene, rows, all, box.w}, columns.sizes.digits);
  float right = fmaxf(note_room(scene, rows), most < all ? stage_points(scene, MORE_DESIGN) : 0);
  float room = box.w - stage_points(scene, rows->name_design) - right;
  int pages = (all + most - 1) / most, page = (all + pages - 1) / pages; /* columns of a page */
  columns.all = all;
  columns.first = columns.chosen < 0 ? 0 : int_min(columns.chosen, all - 1) / page * page;
  columns.count = int_min(page, all - columns.first);
  float name = name_room(scene, rows, &columns, room, page);
  room = box.w - name - right;
  columns.cell = floorf(fminf(room / (float)page, cell_most(scene)));
  float whole = name + columns.cell * (float)page + right;
  float most_x = box.x + box.w - (whole - name);
  columns.x = floorf(box.x + (box.w - whole) / 2 + name);
  if (rows->left > 0) columns.x = floorf(float_clamp(rows->left, box.x + name, most_x));
  return columns;
}
