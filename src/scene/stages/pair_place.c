/* scene/stages/pair_place.c -- makes the matrix as large as everything around it permits. */
#include "scene/stages/pair_place.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "scene/matrix/threshold.h"
#include "scene/said_word.h"
#include "scene/stages/mistake_marks.h"

static const float CELL_READABLE_DESIGN = 13;
static const float LABEL_HEIGHT_LEAST = 36;     /* two axis titles */
static const float LABEL_HEIGHT_PRESENTED = 50; /* of upright names that are read from afar */
static const float LABEL_HEIGHT_MOST = 88;
static const float COLUMNS_TOLD = 32; /* points: of a strip whose columns are told apart */
static const float CAPTION = 48;      /* of a figure: two lines above the names */
static const float LEAN = 0.85f;      /* of slanted names to the right, of their height */
/* name, size, bar and its words, one below the other */
static const float SIDE_HEIGHT_DESIGN = 196;

/* name and bar below the matrix, on a page, and in a low window */
static const float BELOW = 72, BELOW_ON_PAGE = 60, BELOW_LOW = 42;
/* A picture so low, in points, that digits are what its matrix has room for. */
static const float LOW = 400;
/* Than high: cells for four characters as high as these; before a class for such as are read from
** the last row. */
static const float WIDER_LOW = 2.2f, WIDER_PRESENTED = 1.95f, WIDER_ON_PAGE = 1.35f;

static bool is_low(const Scene *scene, Box box) {
  if (trace_has_stage(scene->trace, STAGE_BIASED)) return false; /* its summands are beside */
  return scene->interactive && !scene->view->presenter && box.h < LOW;
}

/* Whose rows are told apart; as one sees it at text scale 1. */
static float key_strip(const Scene *scene) {
  const float design = 144;
  float plain = scene->plain_text_scale;
  return design * (plain > 0 ? plain : scene->pen.text_scale);
}

static bool has_hidden_row(const Scene *scene) {
  for (int i = 0; i < trace_token_count(scene->trace); i++)
    if (scene_row_hidden(scene, i)) return true;
  return false;
}

/* Of the size of words: numbers of cells may be a quarter smaller (digits.c). */
static const float PRINTED_DIGITS_LEAST = 0.76f;

/* On a page cells no narrower than this have numbers of a share of the size of words: "−25", or
** ".9" of weights; 0: no page. */
static float printed_cell(const Scene *scene, float share) {
  static const float of_digit = 0.6f, around = 2.2f;
  if (!pen_is_of_print(&scene->pen)) return 0;
  float words = fmaxf(scene->pen.words_pt, scene->pen.least_pt);
  bool is_share = scene_is_share(stage_result(scene->view->stage));
  return (is_share ? 2 : 3) * of_digit * share * words + around;
}

typedef struct Cells {
  float w, h; /* of all cells together */
} Cells;

static Cells cells_in(const Scene *scene, float room_w, float room_h, bool is_low) {
  float queries = (float)trace_token_count(scene->trace),
        keys = (float)trace_key_count(scene->trace);
  float wide = room_w / keys, high = room_h / queries;
  float side = fminf(fminf(wide, high), stage_points(scene, STAGE_CELL_MOST));
  float least = queries == keys ? side : fmaxf(side, stage_points(scene, CELL_READABLE_DESIGN));
  float cell_w = fminf(wide, least), cell_h = fminf(high, least);
  /* on a screen cells are wider than high, where there is room, for the digits in them */
  const float large = 30; /* whose digits are read in any case */
  float wider = scene->view->presenter     ? WIDER_PRESENTED
                : is_low && cell_h < large ? WIDER_LOW
                                           : STAGE_WIDER_THAN_HIGH;
  if (!scene->interactive) wider = WIDER_ON_PAGE;
  cell_w = fmaxf(cell_w, fminf(wide, cell_h * wider));
  float printed = printed_cell(scene, 1);
  if (cell_w < printed) cell_w = fmaxf(cell_w, fminf(fminf(wide, printed), cell_h * 1.5f));
  cell_w = stage_cell_up_to(cell_w, scene->cells_most.x, keys);
  cell_h = stage_cell_up_to(cell_h, scene->cells_most.y, queries);
  return (Cells){stage_rounded_cell(cell_w) * keys, stage_rounded_cell(cell_h) * queries};
}

typedef struct Margins {
  float left, top, right, bottom; /* room around the cells */
} Margins;

/* At least one point each way, to avoid dividing by zero. */
static Cells fitting_cells(const Scene *scene, Box box, Margins margins, bool is_low) {
  float width = box.w - margins.left - margins.right;
  float height = box.h - margins.top - margins.bottom;
  return cells_in(scene, fmaxf(width, 1), fmaxf(height, 1), is_low);
}

/* Multiples of four points, so that things rarely move while a window is being resized. */
static void place_strips(const Scene *scene, Box box, bool has_strips, PairPlace *place) {
  float least = stage_points(scene, scene->headline ? 26 : CAPTION);
  const float strip_most = stage_points(scene, 132);
  bool is_for_digits = scene->plain_text_scale > 0 || scene->view->presenter;
  float share = is_for_digits ? 0 : scene->headline ? 0.085f : 0.14f;
  place->strip_h = floorf(float_clamp(fminf(box.w, box.h) * share, least, strip_most) / 4) * 4;
  /* before a class, less for names as large as digits */
  float wide = scene->view->presenter ? 0.08f : 0.1f;
  place->strip_w = floorf(float_clamp(box.w * wide, place->strip_h, strip_most) / 4) * 4;
  if (!has_strips) place->strip_w = place->strip_h = 0;
  place->gap = has_strips ? stage_points(scene, 8) : 0;
  float width = matrix_label_width(scene, 120),
        height = matrix_label_height(scene, LABEL_HEIGHT_MOST);
  float titles = float_clamp(box.w * 0.12f, stage_points(scene, 72), stage_points(scene, 100));
  if (!scene->interactive && scene_axis_is_plain(scene)) titles = matrix_axis_titles_width(scene);
  if (scene->view->presenter && has_strips)
    width = fmaxf(width, fminf(width * matrix_names_most(scene), box.w * 0.12f));
  place->label_width = float_clamp(width, titles, fmaxf(box.w * 0.2f, titles));
  float most = has_strips ? 0.15f : 0.19f; /* of the box */
  place->label_height = float_clamp(height, stage_points(scene, LABEL_HEIGHT_LEAST),
                                    fmaxf(box.h * most, stage_points(scene, 40)));
  if (pen_is_of_print(&scene->pen))
    place->label_height = fmaxf(place->label_height, matrix_axis_titles_height(scene));
  place->names_lean = place->label_height * LEAN;
}

static const float SIDE_WIDTH = 108, SIDE_WIDTH_ON_PAGE = 96;
static const float GAP = 12, GAP_OF_BRACKET = 22;

/* What may be at the right and below; the less there is, the larger the matrix. */
typedef struct Arrangement {
  bool rail, beside; /* beside the matrix; otherwise name and bar are below */
  float preference;  /* a factor on the size of the matrix when the arrangements are compared */
  bool is_narrow;    /* the rail: sums of rows that a mistake leaves, in few words */
} Arrangement;

static const Arrangement ARRANGEMENTS[] = {
    {.rail = true, .beside = true, .preference = 1},
    {.rail = true, .beside = false, .preference = 0.94f},
    {.rail = false, .beside = true, .preference = 0.9f},
    {.rail = false, .beside = false, .preference = 0.86f},
    {.rail = true, .beside = true, .preference = 0.9f, .is_narrow = true},
    {.rail = true, .beside = false, .preference = 0.86f, .is_narrow = true}};

/* Rows that do not sum to 1 are what such a mistake is seen by. */
static bool shows_sums(const Scene *scene) {
  return mistake_marks_row_sums(scene, stage_result(scene->view->stage));
}

/* On a page the ends of rows say what nothing else does: a word that is said, or a threshold. Sums
** and maxima of rows are left to the cells, which are larger without them. */
static bool page_has_rail(const Scene *scene) {
  TracePart part = stage_result(scene->view->stage);
  if (threshold_is_on(scene->view, part)) return true;
  return scene_is_share(part) && said_word(scene, 0).bytes > 0;
}

/* Wide enough for "attends to nothing" if a row does. */
static float rail_width(const Scene *scene, const Arrangement *choice) {
  float wide = has_hidden_row(scene) ? 112 : choice->is_narrow ? 52 : 66;
  return stage_points(scene, wide) * (shows_sums(scene) ? mistake_marks_growth(scene) : 1);
}

static float side_width(const Scene *scene) {
  bool has_summands = trace_has_stage(scene->trace, STAGE_BIASED); /* which stand there, too */
  bool is_usual = scene->interactive || has_summands;
  return stage_points(scene, is_usual ? SIDE_WIDTH : SIDE_WIDTH_ON_PAGE);
}

/* Before name and bar; a bracket beside the bar keeps off the cells. */
static float side_gap(const Scene *scene, const Arrangement *choice) {
  bool has_bracket = !scene->interactive && !choice->rail;
  return stage_points(scene, has_bracket ? GAP_OF_BRACKET : GAP);
}

/* The right margin has at least room for slanted labels that extend beyond the matrix. */
static Margins margins_of(const Scene *scene, const PairPlace *place, const Arrangement *choice) {
  float gap = side_gap(scene, choice);
  float strip = place->strip_w > 0 ? place->strip_w + place->gap : 0;
  Margins margins = {.left = place->label_width + strip,
                     .top = place->label_height + place->strip_h + place->gap};
  float foot = mistake_marks_foot(scene);
  if (choice->rail) margins.right += stage_points(scene, GAP) + rail_width(scene, choice);
  if (choice->beside) margins.right += gap + side_width(scene);
  else {
    float below = pen_is_of_print(&scene->pen) ? BELOW_ON_PAGE : BELOW;
    margins.bottom = stage_points(scene, place->is_low ? BELOW_LOW : below);
  }
  margins.bottom += foot;
  margins.right = fmaxf(margins.right, place->names_lean);
  return margins;
}

static void place_names(const Scene *scene, const Arrangement *choice, Margins margins,
                        PairPlace *place) {
  assert(choice->beside || margins.bottom > 0);
  Box cells = place->cells;
  float foot = mistake_marks_foot(scene);
  float gap = stage_points(scene, GAP), x = cells.x + cells.w + side_gap(scene, choice);
  float under = place->is_low ? stage_points(scene, 8) : gap;
  if (choice->rail) {
    x = cells.x + cells.w + gap;
    place->rail = (Box){x, cells.y, rail_width(scene, choice), cells.h};
    x += place->rail.w + gap;
  }
  float height = fmaxf(cells.h, stage_points(scene, SIDE_HEIGHT_DESIGN));
  if (choice->beside) place->side = (Box){x, cells.y, side_width(scene), height};
  else
    place->below = (Box){place->whole.x, cells.y + cells.h + under + foot, place->whole.w,
                         margins.bottom - under - foot};
}

static void place_cells(const Scene *scene, Box inner, Margins margins, Cells cells,
                        PairPlace *place) {
  float height = margins.top + margins.bottom + cells.h;
  float foot = mistake_marks_foot(scene);
  if (margins.bottom <= foot) {
    float beside = fminf(stage_points(scene, SIDE_HEIGHT_DESIGN), inner.h - margins.top);
    height = margins.top + fmaxf(cells.h + foot, beside);
  }
  float width = margins.left + cells.w + margins.right;
  place->whole = (Box){floorf(inner.x + (inner.w - width) / 2),
                       floorf(inner.y + (inner.h - height) / 2), width, height};
  place->cells =
      (Box){place->whole.x + margins.left, place->whole.y + margins.top, cells.w, cells.h};
  place->q =
      (Box){place->cells.x - place->gap - place->strip_w, place->cells.y, place->strip_w, cells.h};
  place->k =
      (Box){place->cells.x, place->cells.y - place->gap - place->strip_h, cells.w, place->strip_h};
}

/* Spare width makes the names of rows larger, where they come first, or the strip of Q wider. */
static void spread_left(const Scene *scene, float room, Margins margins, PairPlace *place) {
  float spare = fmaxf(room - margins.left - margins.right, 0);
  if (place->strip_w <= 0 || scene->view->presenter) {
    const float names_design = 240;
    float wanted = matrix_label_width(scene, names_design) * matrix_names_most(scene);
    float taken = float_clamp(wanted - place->label_width, 0, spare);
    place->label_width += taken;
    spare -= taken;
  }
  if (place->strip_w <= 0) return;
  float most = fmaxf(stage_points(scene, 112) - place->strip_w, 0);
  place->strip_w += floorf(float_clamp(spare * 0.85f, 0, most) / 4) * 4;
}

static Cells spare_of(Box inner, Margins margins, Cells cells) {
  return (Cells){inner.w - margins.left - margins.right - cells.w,
                 inner.h - margins.top - margins.bottom - cells.h};
}

/* Height that whole cells leave, or that was for the strip of Kᵀ, goes to the names above first,
** until the longest is not cut, if whole names do not lean out of the picture at the right. Returns
** what they took. */
static float raise_names(const Scene *scene, Cells spare, Cells cells, PairPlace *place) {
  if (!scene->interactive) return 0;
  float lean = matrix_labels_lean(scene, cells.w / (float)trace_key_count(scene->trace));
  if (lean > place->names_lean + fmaxf(spare.w, 0)) return 0;
  float wanted = matrix_label_height(scene, LABEL_HEIGHT_MOST) - place->label_height;
  float taken = fmaxf(fminf(wanted, spare.h), 0);
  place->label_height += taken;
  place->names_lean = fmaxf(place->names_lean, lean);
  return taken;
}

/* The columns of Kᵀ are seen as the rows of Q are: its strip becomes up to as high as that of Q is
** wide, or as key_strip says. The cells give the height, as far as they stay large and their
** digits, which are limited by their width, do not shrink. With larger text, whose cells have a
** size at most, the strip takes what they leave. */
static void raise_key_strip(const Scene *scene, float room_h, PairPlace *place, Cells *cells) {
  const float least_design = 36, least_presented = 24;
  const float least_low = 17;                                  /* points: of digits that are read */
  const float least_of_width = 0.46f, width_of_decimals = 124; /* narrower: larger, whole numbers */
  const float strip_of_whole = 50;
  bool presented = scene->view->presenter;
  if (!scene->interactive || place->strip_h <= 0) return;
  if (scene->plain_text_scale > 0 && !place->is_product) return;
  float most = fmaxf(place->strip_w, key_strip(scene));
  float name_and_bar = stage_points(scene, SIDE_HEIGHT_DESIGN); /* beside the cells */
  float width = cells->w / (float)trace_key_count(scene->trace);
  const DrawList *list = scene->pen.list;
  float growth = layout_growth(list->width_pt, list->height_pt);
  if (presented && width < width_of_decimals * growth) most = stage_points(scene, strip_of_whole);
  float wanted = float_clamp(most - place->strip_h, 0, fmaxf(room_h - name_and_bar, 0));
  if (scene->cells_most.y > 0) {
    place->strip_h += float_clamp(floorf(room_h - cells->h), 0, wanted);
    return;
  }
  float queries = (float)trace_token_count(scene->trace);
  float height = cells->h / queries;
  float design = presented ? least_presented : least_design;
  float least =
      fmaxf(place->is_low ? least_low : stage_points(scene, design), width * least_of_width);
  float lower = stage_rounded_cell(fmaxf(least, height - wanted / queries));
  if (lower >= height) return;
  place->strip_h += (height - lower) * queries;
  cells->h = lower * queries;
}

/* The side of a square of the same area. */
static float side_of_equal_square(Cells cells) { return sqrtf(cells.w * cells.h); }

/* In a low window: the height that the digits of a number such as "−2.5" have in such cells, times
** what makes it a side; cells as wide as their digits are worth more than square ones. */
static float side_of_digits(const Scene *scene, Cells cells) {
  const float of_width = 0.38f, of_height = 0.8f;
  float cell_w = cells.w / (float)trace_key_count(scene->trace);
  float cell_h = cells.h / (float)trace_token_count(scene->trace);
  return fminf(cell_w * of_width, cell_h * of_height);
}

/* Cells smaller than at text scale 1 are the last choice. */
static float worth_of(const Scene *scene, Cells cells, const Arrangement *choice, bool is_low) {
  bool is_smaller =
      cells.w < scene->cells_least.x - 0.01f || cells.h < scene->cells_least.y - 0.01f;
  float worth = side_of_equal_square(cells) * choice->preference;
  if (is_low) worth = side_of_digits(scene, cells) * (float)pow((double)choice->preference, 0.3);
  return worth * (is_smaller ? 0.1f : 1);
}

/* The arrangement with the largest cells. */
static const Arrangement *arrange(const Scene *scene, Box inner, const PairPlace *place,
                                  Cells *best_cells) {
  const Arrangement *best = &ARRANGEMENTS[0];
  float keys = (float)trace_key_count(scene->trace);
  *best_cells = (Cells){0};
  for (size_t i = 0; i < sizeof ARRANGEMENTS / sizeof *ARRANGEMENTS; i++) {
    const Arrangement *choice = &ARRANGEMENTS[i];
    if (shows_sums(scene) ? !choice->rail : choice->is_narrow) continue;
    bool is_short = scene->view->presenter || (!scene->interactive && !page_has_rail(scene)) ||
                    (scene->plain_text_scale > 0 && place->is_product);
    if (is_short && choice->rail && !shows_sums(scene))
      continue; /* its room is for the digits, and for Kᵀ beside larger text */
    bool low = place->is_low;
    Cells cells = fitting_cells(scene, inner, margins_of(scene, place, choice), low);
    bool is_without_digits = cells.w < printed_cell(scene, PRINTED_DIGITS_LEAST) * keys;
    if (is_without_digits && choice->rail && !shows_sums(scene)) continue;
    if (worth_of(scene, cells, choice, low) <= worth_of(scene, *best_cells, best, low)) continue;
    best = choice;
    *best_cells = cells;
  }
  return best;
}

/* Name and bar below stand at the same place with and without strips where the matrix nearly fills
** its room, so that they stay from scores to scaled. */
static void pin_below(Box inner, PairPlace *place) {
  const float nearly = 48, slack = 10;
  if (place->below.w <= 0 || inner.w - place->whole.w > nearly) return;
  float lowest = inner.y + inner.h - place->below.h;
  place->below.x = inner.x;
  place->below.w = inner.w;
  if (lowest - place->below.y < slack) place->below.y = fmaxf(lowest, place->below.y);
}

/* Below a caption of its own the matrix keeps its place: the caption takes the strip's room. */
PairPlace pair_place(const Scene *scene, Box box, bool strips) {
  assert(trace_token_count(scene->trace) > 0 && trace_key_count(scene->trace) > 0);
  PairPlace place = {
      .is_product = strips, .is_low = is_low(scene, box), .plain_scale = scene->pen.text_scale};
  bool has_strips = strips || !scene->headline, is_page = !scene->interactive;
  float margin = scene->plain_text_scale > 0 || place.is_low ? 6
                 : scene->headline                           ? 10
                                                             : pair_margin(scene);
  Box inner = box_inset(box, stage_points(scene, margin));
  place_strips(scene, inner, has_strips, &place);
  if (is_page && !strips) place.strip_w = 0;
  if (is_page && !strips && has_strips) place.strip_h = stage_points(scene, CAPTION);
  Cells cells;
  PairPlace upright = place;
  upright.label_height =
      stage_points(scene, scene->view->presenter ? LABEL_HEIGHT_PRESENTED : LABEL_HEIGHT_LEAST);
  upright.names_lean = upright.label_height * LEAN;
  const Arrangement *best = arrange(scene, inner, &upright, &cells);
  float cell_w = cells.w / (float)trace_key_count(scene->trace);
  bool is_upright = scene->interactive && matrix_labels_are_upright(scene, cell_w);
  if (is_upright) place = upright;
  else best = arrange(scene, inner, &place, &cells);
  Margins margins = margins_of(scene, &place, best);
  if (!is_upright) raise_names(scene, spare_of(inner, margins, cells), cells, &place);
  spread_left(scene, inner.w - cells.w, margins_of(scene, &place, best), &place);
  margins = margins_of(scene, &place, best);
  Cells left = spare_of(inner, margins, cells);
  float strip = place.strip_h;
  raise_key_strip(scene, inner.h - margins.top - margins.bottom, &place, &cells);
  left.h = place.strip_h - fmaxf(strip, COLUMNS_TOLD);
  if (!is_upright) place.strip_h -= raise_names(scene, left, cells, &place);
  margins = margins_of(scene, &place, best);
  place_cells(scene, inner, margins, cells, &place);
  place_names(scene, best, margins, &place);
  if (place.is_low) pin_below(inner, &place);
  return place;
}
