/* scene/stages/compare.c -- three matrices beside each other: laid over, exact, difference. */
#include "scene/stages/compare.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/mask_words.h"
#include "scene/stages/mistake_words.h"
#include "scene/stages/compare_kept.h"
#include "scene/stages/order_motion.h"

enum { SIDES = 3 };
typedef enum SideId { SIDE_LAID_OVER, SIDE_EXACT, SIDE_DIFFERENCE } SideId;

static const float TITLE_SIZE = 14, TITLE_HIGH = 22, BAR_HIGH = 30, WORDS_SIZE = 12,
                   CELL_SIZE_SPARE = 17, TITLE_GAP = 14, BAR_LEAST = 44;
static const float LINE_GAP = 1.2f;
/* Matrices of few columns have wider cells, so that titles and bars have room. */
enum { FEW_COLUMNS = 4 };
static const float WIDER_OF_FEW = 2;

static bool is_by_pair(const Scene *scene) { return stage_info(scene->view->stage)->by_pair; }

bool compare_is_on(const Scene *scene) {
  const Exact *exact = scene->exact;
  if (scene->view->kind != VIEW_STAGE) return false;
  if (scene->beside) return scene->beside->part == stage_result(scene->view->stage);
  if (scene->order) return scene->order->part == stage_result(scene->view->stage);
  if (!exact) return false;
  if (!is_by_pair(scene)) return stage_result(scene->view->stage) == TRACE_OUTPUT;
  return exact->part == stage_result(scene->view->stage);
}

/* -- the numbers ------------------------------------------------------------------------------- */

/* The part whose colours and format of digits a panel has. A difference is signed, whatever it is
** of, and the mask hides no cell of it. */
static TracePart part_of(const Scene *scene, SideId side) {
  TracePart part = stage_result(scene->view->stage);
  if (!is_by_pair(scene)) return part;
  if (side == SIDE_DIFFERENCE) return TRACE_SCORES;
  if (scene->beside) return part;
  return side == SIDE_EXACT ? exact_part_beside(part) : part;
}

static MatView values_of(const Scene *scene, SideId side) {
  const Exact *exact = scene->exact;
  const OrderBack *order = scene->order;
  const TwoRuns *beside = scene->beside;
  if (beside)
    return side == SIDE_LAID_OVER ? beside->now
           : side == SIDE_EXACT   ? beside->kept
                                  : beside->difference;
  if (order)
    return side == SIDE_LAID_OVER ? order->in_order
           : side == SIDE_EXACT   ? order->back
                                  : order->difference;
  bool by_pair = is_by_pair(scene);
  if (side == SIDE_EXACT) return by_pair ? exact->pairs : exact->output;
  if (side == SIDE_DIFFERENCE) return by_pair ? exact->pair_difference : exact->output_difference;
  return stage_matrix(scene, stage_result(scene->view->stage));
}

/* Mixtures stand for the keys: the exact numbers have other columns (M-58). */
static bool has_other_columns(const Scene *scene) {
  return !scene->beside && scene->exact && is_by_pair(scene) && !scene->exact->has_pairs;
}

static int side_count(const Scene *scene) {
  if (scene->order || scene->beside) return SIDES;
  bool has_all = is_by_pair(scene) ? scene->exact->has_pairs : scene->exact->has_output;
  return has_all ? SIDES : SIDES - 1;
}

static float largest_in(MatView values) {
  float largest = 0;
  for (int row = 0; row < values.rows; row++)
    for (int col = 0; col < values.cols; col++) {
      float size = fabsf(mat_get(values, row, col));
      if (isfinite(size)) largest = fmaxf(largest, size);
    }
  return largest;
}

/* Small differences are told in smaller units, so that their digits say something: the power of ten
** that makes the largest one of one digit before the point, or behind it of shares. */
typedef struct Unit {
  float times; /* 1: as they are */
  const char *words;
} Unit;

static Unit unit_of(const Scene *scene, MatView difference) {
  static const char *const words[] = {"1",   "10",  "100", "1000", "10⁴", "10⁵",
                                      "10⁶", "10⁷", "10⁸", "10⁹",  "10¹⁰"};
  bool is_share = trace_part_info(stage_result(scene->view->stage))->scale == SCALE_SHARES;
  float largest = largest_in(difference), times = 1;
  const float least = is_share ? 0.1f : 1, fine = is_share ? 0.05f : 0.5f;
  int power = 0;
  if (!(largest > 0) || largest >= fine) return (Unit){1, ""};
  while (largest * times < least && power < 10) times *= 10, power++;
  return (Unit){times, words[power]};
}

/* One for the first two, so that equal numbers have equal colours. */
static ColorRange range_of(const Scene *scene, SideId side) {
  TracePart part = stage_result(scene->view->stage);
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  bool is_share = trace_part_info(part)->scale == SCALE_SHARES;
  float largest;
  if (side == SIDE_DIFFERENCE) {
    largest = largest_in(values_of(scene, side));
    return largest > 0 ? (ColorRange){-largest, largest} : (ColorRange){-1, 1};
  }
  if (is_share || scene_range_is_fixed(scene, part)) return range;
  largest = fmaxf(range.high, largest_in(values_of(scene, SIDE_EXACT)));
  if (!(largest > 0)) largest = 1;
  return (ColorRange){-largest, largest};
}

/* -- words ------------------------------------------------------------------------------------- */

const char *compare_laid_over(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const Trace *trace = scene->trace;
  StrBuf words = strbuf_make(arena);
  if (trace_mask_is_laid_over(trace))
    strbuf_add(&words, str_from(mask_words(arena, trace, scene->view->layer)));
  for (int i = 0; i < KIND_SETTING_COUNT; i++) {
    if (!trace_is_laid_over(trace, (KindSetting)i)) continue;
    const char *brief = kind_words(arena, trace_kind(trace), (KindSetting)i, true);
    if (brief && brief[0]) strbuf_format(&words, "%s%s", words.bytes > 0 ? " · " : "", brief);
  }
  return words.at && !words.failed ? words.at : "";
}

static const char *title_of(const Scene *scene, SideId side, bool has_digits) {
  if (scene->beside && side != SIDE_DIFFERENCE)
    return compare_kept_title(scene, side == SIDE_EXACT);
  if (scene->order && side != SIDE_DIFFERENCE)
    return side == SIDE_EXACT ? _("shuffled, put back") : _("in order");
  if (side == SIDE_EXACT && mistake_is_said(scene)) return _("without the mistake");
  if (side == SIDE_EXACT) return _("exact attention");
  if (side == SIDE_LAID_OVER) return compare_laid_over(scene);
  Unit unit = unit_of(scene, values_of(scene, side));
  if (!has_digits || unit.times <= 1) return _("difference");
  return str_format(scene->pen.list->arena, _("difference, digits × %s"), unit.words);
}

static Number cell_number(const Scene *scene, float value) {
  bool is_share = trace_part_info(stage_result(scene->view->stage))->scale == SCALE_SHARES;
  return is_share ? number_weight(value) : number_full(value);
}

/* Beside a kept run the view of the scene has lines. */
static void focus_of(const Scene *scene, int *row, int *col) {
  if (!scene->beside) {
    stage_focus(scene, row, col);
    return;
  }
  *row = scene->view->query;
  *col = scene->view->key;
}

static Str row_name(const Scene *scene, int row) {
  return scene->beside ? beside_row_token(scene->beside, row)->label : scene_label(scene, row);
}

static Str col_name(const Scene *scene, int col) {
  if (!is_by_pair(scene)) return str_from(str_format(scene->pen.list->arena, "%d", col + 1));
  return scene->beside ? beside_col_token(scene->beside, col)->label : scene_key_label(scene, col);
}

/* The focused cell of all three: "it → animal: 0.393 − 0.396 = −0.003". Empty without one. */
static const char *cell_sentence(const Scene *scene) {
  int row, col;
  focus_of(scene, &row, &col);
  if (row < 0 || col < 0 || side_count(scene) < SIDES) return "";
  MatView laid = values_of(scene, SIDE_LAID_OVER), exact = values_of(scene, SIDE_EXACT);
  MatView apart = values_of(scene, SIDE_DIFFERENCE);
  if (row >= apart.rows || col >= apart.cols || row >= laid.rows || col >= laid.cols) return "";
  Arena *arena = scene->pen.list->arena;
  Str query = row_name(scene, row), key = col_name(scene, col);
  if (scene->beside && isnan(mat_get(exact, row, col)))
    return str_format(arena, _("%.*s → %.*s is in this run alone"), (int)query.bytes, query.at,
                      (int)key.bytes, key.at);
  Number a = cell_number(scene, mat_get(laid, row, col));
  Number b = cell_number(scene, mat_get(exact, row, col));
  float difference = mat_get(apart, row, col);
  if (isnan(difference))
    return str_format(arena, _("%.*s → %.*s is hidden in both"), (int)query.bytes, query.at,
                      (int)key.bytes, key.at);
  Number c = cell_number(scene, difference);
  return str_format(arena, "%.*s → %.*s:  %s − %s = %s", (int)query.bytes, query.at, (int)key.bytes,
                    key.at, a.at, b.at, c.at);
}

static const char *output_sentence(const Scene *scene) {
  const ExactErrors *errors = &scene->exact->errors;
  Number largest = number_full(errors->output_largest), mean = number_full(errors->output_mean);
  Number size = number_full(errors->output_size);
  return str_format(scene->pen.list->arena,
                    _("Weighted sum: largest error %s, mean error %s; the largest number of the "
                      "exact one is %s."),
                    largest.at, mean.at, size.at);
}

static const char *weight_sentence(const Scene *scene) {
  const ExactErrors *errors = &scene->exact->errors;
  Arena *arena = scene->pen.list->arena;
  Number largest = number_full(errors->weight_largest);
  if (!(errors->weight_largest > 0)) return _("Weights: no difference.");
  Str query = scene_label(scene, errors->weight_query);
  Str key = scene_key_label(scene, errors->weight_key);
  return str_format(arena, _("Weights: largest difference %s, query %.*s, key %.*s."), largest.at,
                    (int)query.bytes, query.at, (int)key.bytes, key.at);
}

/* Infinite rows would make every mean infinite: they are counted instead. */
static void add_divergence(const Scene *scene, StrBuf *words) {
  const ExactErrors *errors = &scene->exact->errors;
  Arena *arena = scene->pen.list->arena;
  int infinite = errors->infinite_rows;
  Number mean = number_full(errors->divergence_mean);
  if (errors->divergence_rows > 0)
    i18n_add_sentence(
        words,
        str_format(arena, _("KL divergence of a row from the exact one: %s bits in the mean."),
                   mean.at));
  if (infinite > 0)
    i18n_add_sentence(
        words, str_format(arena,
                          P_("It is infinite in %d row, left out, with a weight where exact "
                             "attention has none.",
                             "It is infinite in %d rows, left out, with a weight where exact "
                             "attention has none.",
                             infinite),
                          infinite));
}

/* As where positions or shared heads act on what Q, K and V are made from. */
static bool is_no_difference(const Scene *scene) {
  const Exact *exact = scene->exact;
  return exact->has_pairs && exact->has_output && !(exact->errors.output_largest > 0) &&
         !(exact->errors.weight_largest > 0);
}

/* Equal but for rounding: nothing tells the model where a token stands. */
static const char *order_words(const Scene *scene) {
  const OrderBack *order = scene->order;
  Number largest = number_full(order->largest), size = number_full(order->size);
  bool is_rounding = order->largest <= ORDER_ROUNDING * order->size;
  if (!(order->largest > 0))
    return _(
        "No number differs: the tokens were shuffled, and each row has only changed its place.");
  return str_format(scene->pen.list->arena,
                    is_rounding
                        ? _("Largest difference %s, of numbers up to %s: rounding at most. The "
                            "tokens were shuffled, and each row has only changed its place.")
                        : _("Largest difference %s, of numbers up to %s. The tokens were shuffled, "
                            "and their rows are other ones: their places count, by positions or a "
                            "mask."),
                    largest.at, size.at);
}

/* Which positions exact attention has, where others are laid over. */
static const char *position_sentence(const Scene *scene) {
  const Trace *trace = scene->trace;
  bool is_laid = trace_is_laid_over(trace, KIND_POSITIONS);
  if (!is_laid || trace_is_recorded(trace) || trace_is_cross(trace)) return "";
  const char *own =
      kind_words(scene->pen.list->arena, trace_own_kind(trace), KIND_POSITIONS, false);
  if (own && own[0])
    return str_format(scene->pen.list->arena,
                      _("Exact attention has the model's own positions here: %s."), own);
  return _(
      "The model's own positions are added to its input, where others stand now: so Q, K and V "
      "are without them, and exact attention too.");
}

const char *compare_words(const Scene *scene) {
  const Exact *exact = scene->exact;
  StrBuf words = strbuf_make(scene->pen.list->arena);
  if (scene->beside) return compare_kept_words(scene);
  if (scene->view->filled >= 0) return "";
  if (scene->order) return order_words(scene);
  if (is_no_difference(scene))
    return _("No number differs: behind Q, K and V, what is laid over changes nothing here.");
  if (!exact->has_pairs)
    i18n_add_sentence(&words,
                      _("Its columns are no keys, so only the weighted sums can be compared number "
                        "by number."));
  if (exact->has_output) i18n_add_sentence(&words, output_sentence(scene));
  if (exact->has_pairs) {
    i18n_add_sentence(&words, weight_sentence(scene));
    add_divergence(scene, &words);
  }
  const char *positions = position_sentence(scene);
  if (positions[0]) i18n_add_sentence(&words, positions);
  return words.at && !words.failed ? words.at : "";
}

/* A cell of the run on show as one of the lines that a kept run is compared in. */
static void find_lines(const Scene *scene, int *row, int *col) {
  if (!scene->beside) return;
  *row = matching_line_of_a(&scene->beside->rows, *row);
  *col = matching_line_of_a(&scene->beside->cols, *col);
}

const char *compare_cell_words(const Scene *scene, int row, int col) {
  if (!compare_is_on(scene) || scene->order || row < 0 || col < 0) return "";
  find_lines(scene, &row, &col);
  if (has_other_columns(scene)) return "";
  MatView exact = values_of(scene, SIDE_EXACT), apart = values_of(scene, SIDE_DIFFERENCE);
  if (row >= exact.rows || col >= exact.cols) return "";
  Number number = cell_number(scene, mat_get(exact, row, col));
  Arena *arena = scene->pen.list->arena;
  if (scene->beside && isnan(mat_get(exact, row, col))) return _("not in the kept run");
  if (!apart.at || isnan(mat_get(apart, row, col)))
    return str_format(arena, scene->beside ? _("kept %s") : _("exact %s"), number.at);
  Number difference = number_plus(cell_number(scene, mat_get(apart, row, col)));
  return str_format(arena,
                    scene->beside ? _("kept %s, difference %s") : _("exact %s, difference %s"),
                    number.at, difference.at);
}

void compare_add_facts(Panel *panel) {
  const Scene *scene = panel->scene;
  if (!compare_is_on(scene) || scene->order || panel->query < 0 || panel->key < 0) return;
  if (has_other_columns(scene)) return;
  MatView exact = values_of(scene, SIDE_EXACT), apart = values_of(scene, SIDE_DIFFERENCE);
  int row = panel->query, col = panel->key;
  find_lines(scene, &row, &col);
  if (row < 0 || col < 0 || row >= exact.rows || col >= exact.cols) return;
  if (scene->beside && isnan(mat_get(exact, row, col))) return; /* not in the kept run */
  Number number = cell_number(scene, mat_get(exact, row, col));
  panel_add_fact(panel, str_from(scene->beside ? _("kept run") : _("exact attention")),
                 panel_words(panel, "%s", number.at), RANK_BODY);
  if (!apart.at) return;
  float difference = mat_get(apart, row, col);
  if (isnan(difference)) return; /* hidden in both */
  number = number_plus(cell_number(scene, difference));
  panel_add_fact(panel, str_from(_("difference from it")), panel_words(panel, "%s", number.at),
                 RANK_BODY);
}

/* -- places ------------------------------------------------------------------------------------ */

/* How many stand beside each other; the rest is below. Where the last row has a place to spare the
** words stand in it. */
typedef struct Place {
  Box cells[SIDES], words;
  int count, across;
  float label_width, label_height;
  float between; /* two matrices beside each other */
} Place;

typedef struct Sizes {
  float cell_w, cell_h;
} Sizes;

/* Around the cells of each side; between: of two beside each other; labels: above the first row,
** whose names are those of the columns below too. */
typedef struct Margins {
  float left, right, between, labels, top, bottom;
} Margins;

static Margins margins_of(const Scene *scene, const Place *place) {
  bool has_tokens = is_by_pair(scene);
  return (Margins){.left = place->label_width,
                   .right = has_tokens ? place->label_height * 0.85f : stage_points(scene, 8),
                   .between = stage_points(scene, has_tokens ? 22 : 14), /* of slanted names */
                   .labels = place->label_height,
                   .top = stage_points(scene, TITLE_HIGH),
                   .bottom = stage_points(scene, BAR_HIGH)};
}

static int rows_of(const Place *place) {
  return (place->count + place->across - 1) / place->across;
}

static bool has_place_to_spare(const Place *place) {
  return place->across > 1 && place->count % place->across != 0;
}

/* The few words beside a kept run are read from afar before a class. */
static bool is_read_from_afar(const Scene *scene) {
  return scene->beside && scene_is_presented(scene);
}

static TextStyle words_style(const Scene *scene) {
  float size = is_read_from_afar(scene) ? CELL_SIZE_SPARE : WORDS_SIZE;
  return (TextStyle){FACE_REGULAR, size, scene->pen.theme->ink, ALIGN_START};
}

/* Of the focused cell; larger in a place of its own. */
static float cell_size(const Scene *scene, const Place *place) {
  bool is_large = has_place_to_spare(place) || is_read_from_afar(scene);
  return is_large ? CELL_SIZE_SPARE : WORDS_SIZE;
}

/* Of the words and, on a screen, a line of the focused cell, which has its room also without one:
** nothing moves under the pointer. */
static float words_height(const Scene *scene, const Place *place, float width) {
  Str words = str_from(compare_words(scene));
  float line = scene->interactive && side_count(scene) == SIDES
                   ? pen_line_height(&scene->pen, cell_size(scene, place)) * LINE_GAP
                   : 0;
  if (words.bytes == 0) return line;
  return line + pen_wrapped_height(&scene->pen, words_style(scene), width, LINE_GAP, words);
}

static Sizes sizes_in(const Scene *scene, const Place *place, Box room) {
  Margins margins = margins_of(scene, place);
  MatView values = values_of(scene, SIDE_EXACT);
  float across = (float)place->across, down = (float)rows_of(place);
  float width = room.w - margins.left - margins.right - (across - 1) * margins.between;
  float height = room.h - margins.labels - down * (margins.top + margins.bottom);
  if (!has_place_to_spare(place))
    height -= words_height(scene, place, room.w) + stage_points(scene, 6);
  float wide = fmaxf(width, 1) / across / (float)values.cols;
  float high = fmaxf(height, 1) / down / (float)values.rows;
  float side = fminf(fminf(wide, high), stage_points(scene, STAGE_CELL_MOST));
  float cell_h = is_by_pair(scene) ? side : fminf(high, stage_points(scene, 44));
  float cell_w = is_by_pair(scene) ? side : fminf(wide, stage_points(scene, 18));
  float wider = values.cols < FEW_COLUMNS ? WIDER_OF_FEW : STAGE_WIDER_THAN_HIGH;
  if (scene->interactive) cell_w = fmaxf(cell_w, fminf(wide, side * wider));
  return (Sizes){stage_rounded_cell(cell_w), stage_rounded_cell(cell_h)};
}

/* How large digits can be in such cells: three of them beside each other, with room around. */
static float room_of_digits(Sizes sizes) {
  return fminf(sizes.cell_w / 2.1f, sizes.cell_h * 0.72f);
}

/* Whether the words have room in the place to spare. */
static bool words_fit(const Scene *scene, const Place *place, Sizes sizes) {
  MatView values = values_of(scene, SIDE_EXACT);
  float spare = (float)(place->across - place->count % place->across);
  float width = spare * sizes.cell_w * (float)values.cols - stage_points(scene, 8);
  return words_height(scene, place, width) <=
         sizes.cell_h * (float)values.rows + stage_points(scene, 10);
}

/* The arrangement with room for the largest digits; the fewest rows of equal ones. */
static Sizes arrange(const Scene *scene, Box room, Place *place) {
  Sizes best = {0, 0};
  int chosen = place->count;
  for (int across = place->count; across > 0; across--) {
    place->across = across;
    Sizes sizes = sizes_in(scene, place, room);
    if (has_place_to_spare(place) && !words_fit(scene, place, sizes)) continue;
    if (room_of_digits(sizes) <= room_of_digits(best) * 1.05f) continue;
    best = sizes;
    chosen = across;
  }
  place->across = chosen;
  return best;
}

static void measure_labels(const Scene *scene, Box room, Place *place) {
  float least = stage_points(scene, 40);
  place->label_width =
      float_clamp(matrix_label_width(scene, 100), least, fmaxf(room.w * 0.16f, least));
  place->label_height = stage_points(scene, 18);
  if (is_by_pair(scene))
    place->label_height = float_clamp(matrix_label_height(scene, 64), place->label_height,
                                      fmaxf(room.h * 0.16f, stage_points(scene, 20)));
}

/* In the place to spare, else below all. */
static void place_words(const Scene *scene, Box room, Place *place, float below) {
  if (has_place_to_spare(place)) {
    Box last = place->cells[place->count - 1], first = place->cells[place->across - 1];
    float x = last.x + last.w + place->between;
    place->words = (Box){x, last.y, first.x + first.w - x, last.h + stage_points(scene, 10)};
    return;
  }
  float high = words_height(scene, place, room.w);
  float y = fminf(below + stage_points(scene, 6), room.y + room.h - high);
  place->words = (Box){room.x, y, room.w, high};
}

static TextStyle title_style(Color color) {
  return (TextStyle){FACE_BOLD, TITLE_SIZE, color, ALIGN_END};
}

/* Between two matrices: for a title that is wider than its matrix, as far as there is room. */
static float widened_between(const Scene *scene, Box room, const Place *place, float w) {
  Margins margins = margins_of(scene, place);
  float across = (float)place->across, widest = 0;
  if (place->across < 2) return margins.between;
  for (int i = 0; i < place->count; i++) {
    Str title = str_from(title_of(scene, (SideId)i, true));
    widest = fmaxf(widest, pen_width(&scene->pen, title_style(scene->pen.theme->ink), title));
  }
  float most = (room.w - margins.left - margins.right - across * w) / (across - 1);
  float wanted = widest + stage_points(scene, TITLE_GAP) - w;
  return fmaxf(margins.between, fminf(most, wanted));
}

static Place place_in(const Scene *scene, Box box) {
  Place place = {.count = side_count(scene)};
  Box room = box_inset(box, stage_points(scene, 10));
  measure_labels(scene, room, &place);
  Sizes sizes = arrange(scene, room, &place);
  Margins margins = margins_of(scene, &place);
  MatView values = values_of(scene, SIDE_EXACT);
  float w = sizes.cell_w * (float)values.cols, h = sizes.cell_h * (float)values.rows;
  place.between = widened_between(scene, room, &place, w);
  float step_x = w + place.between, step_y = h + margins.top + margins.bottom;
  float whole_w = margins.left + w + (float)(place.across - 1) * step_x + margins.right;
  float whole_h = margins.labels + (float)rows_of(&place) * step_y, words = 0;
  if (!has_place_to_spare(&place))
    words = words_height(scene, &place, room.w) + stage_points(scene, 6);
  float x = floorf(room.x + (room.w - whole_w) / 2) + margins.left;
  float top = floorf(room.y + fmaxf(0, room.h - whole_h - words) / 2);
  float y = top + margins.labels + margins.top;
  for (int i = 0; i < place.count; i++)
    place.cells[i] =
        (Box){x + (float)(i % place.across) * step_x, y + (float)(i / place.across) * step_y, w, h};
  place_words(scene, room, &place, top + whole_h);
  return place;
}

Box compare_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_in(&fitted, box).cells[0];
}

/* -- drawing ----------------------------------------------------------------------------------- */

static bool is_at_left(const Place *place, SideId side) { return (int)side % place->across == 0; }
static bool is_at_top(const Place *place, SideId side) { return (int)side < place->across; }

static void add_lines(const Scene *scene, SideId side, MatrixWidget *matrix) {
  static const KeptSide sides[SIDES] = {KEPT_SIDE_NOW, KEPT_SIDE_KEPT, KEPT_SIDE_DIFFERENCE};
  const TwoRuns *beside = scene->beside;
  matrix->lines = compare_kept_lines(scene, sides[side]);
  matrix->own_mask = side == SIDE_EXACT ? &beside->kept_mask : &beside->now_mask;
  matrix->click = "cell %r %c beside";
  matrix->hover = "hover %r %c beside";
  matrix->row_click = "cell %r row beside";
  matrix->row_hover = "hover %r row beside";
  if (!matrix->lines) scene->pen.list->failed = true;
}

static MatrixWidget widget_of(const Scene *scene, const Place *place, SideId side) {
  TracePart part = part_of(scene, side), shown = stage_result(scene->view->stage);
  bool by_pair = is_by_pair(scene), is_share = trace_part_info(shown)->scale == SCALE_SHARES;
  MatrixWidget matrix = {.part = part,
                         .before = part,
                         .mix = 1,
                         .cells = place->cells[side],
                         .row_labels = is_at_left(place, side),
                         .col_labels = by_pair && is_at_top(place, side),
                         .col_numbers = !by_pair && is_at_top(place, side),
                         .label_width = place->label_width,
                         .label_height = place->label_height,
                         .digits = true,
                         .filled = scene->view->filled,
                         .click = "cell %r %c",
                         .hover = "hover %r %c",
                         .row_click = "cell %r row",
                         .row_hover = "hover %r row",
                         .own_range = range_of(scene, side),
                         .scrolls = true};
  focus_of(scene, &matrix.focus_row, &matrix.focus_col);
  if (side != SIDE_LAID_OVER || scene->beside) matrix.own_values = values_of(scene, side);
  if (scene->beside) add_lines(scene, side, &matrix);
  else if (side == SIDE_EXACT)
    matrix.own_mask = scene->order ? &scene->order->mask : &scene->exact->mask;
  if (side == SIDE_EXACT && has_other_columns(scene)) {
    matrix.cols_are_sources = trace_keys_are_mixtures(scene->trace);
    matrix.click = matrix.hover = NULL;
    matrix.focus_col = -1;
  }
  if (scene->order) { /* rows and columns are places in the sentence */
    matrix.click = matrix.click ? "cell %r %c placed" : NULL;
    matrix.hover = matrix.hover ? "hover %r %c placed" : NULL;
    matrix.row_click = "cell %r row placed";
    matrix.row_hover = "hover %r row placed";
  }
  if (side == SIDE_DIFFERENCE) {
    matrix.is_difference = true;
    matrix.is_of_shares = is_share;
    matrix.digits = largest_in(matrix.own_values) > 0;
    matrix.digits_times = unit_of(scene, matrix.own_values).times;
  }
  return matrix;
}

static void draw_title(const Scene *scene, const Place *place, SideId side, TracePart part,
                       bool has_digits) {
  const Theme *theme = scene->pen.theme;
  Box cells = place->cells[side];
  float high = stage_points(scene, TITLE_HIGH);
  Color color = side == SIDE_DIFFERENCE ? theme->ink : scene_part_color(theme, part);
  float labels = is_at_top(place, side) ? place->label_height : 0;
  Box line = {cells.x, cells.y - labels - high, cells.w, high};
  /* those with names at the left may begin over these */
  float before = is_at_left(place, side) ? place->label_width
                                         : place->between - stage_points(scene, TITLE_GAP);
  line.x -= before, line.w += before;
  pen_text_in(&scene->pen, title_style(color), line, str_from(title_of(scene, side, has_digits)));
}

/* One size for the two that are compared, so that none seems to weigh more; the difference, whose
** numbers have a sign, has no larger one. */
static float digits_size(const Scene *scene, const Place *place) {
  float least = 0;
  for (int i = 0; i < SIDE_DIFFERENCE; i++) {
    MatrixWidget matrix = widget_of(scene, place, (SideId)i);
    MatrixGrid grid = matrix_widget_grid(scene, &matrix);
    float size = matrix_digits_size(scene, &matrix, &grid);
    if (size <= 0 && scene->beside) return 0;
    if (size > 0 && (least <= 0 || size < least)) least = size;
  }
  return least;
}

/* given: of the shuffled trace, while its rows are on their way back; NULL: at rest. */
static void draw_side(const Scene *scene, const Scene *given, const Place *place, SideId side,
                      float digits) {
  static const char *const names[SIDES] = {"laid-over", "exact", "difference"};
  MatrixWidget matrix = widget_of(scene, place, side);
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  float fitting = matrix_digits_size(scene, &matrix, &grid);
  if (fitting > digits) matrix.digit_size_pt = digits;
  if (scene->beside && digits <= 0) matrix.digits = false; /* none of two, rather than of one */
  Box cells = place->cells[side];
  draw_group_begin(scene->pen.list, names[side], title_of(scene, side, false));
  bool by_key = is_by_pair(scene) && !trace_keys_are_mixtures(scene->trace);
  if (given && side == SIDE_EXACT) {
    DrawList *list = scene->pen.list;
    if (grid.is_cut) draw_clip(list, matrix.cells);
    list->at_scroll_edge = grid.is_cut;
    order_motion_draw(given, &grid.heatmap, by_key, !grid.is_cut, scene->view->transition);
    list->at_scroll_edge = false;
    if (grid.is_cut) draw_clip_end(list);
    if (matrix.col_labels) matrix_labels_draw(scene, &matrix, &grid);
  } else matrix_widget_draw(scene, &matrix);
  draw_title(scene, place, side, matrix.part, fitting > 0);
  float wide = fmaxf(cells.w, stage_points(scene, BAR_LEAST));
  Box bar = {cells.x + cells.w - wide, cells.y + cells.h + stage_points(scene, 8), wide,
             stage_points(scene, BAR_HIGH - 8)};
  pen_wide_bar(&scene->pen, bar, scene_palette(scene, matrix.part), matrix.own_range);
  draw_group_end(scene->pen.list);
}

/* The focused cell in one line, then the errors. */
static void draw_words(const Scene *scene, const Place *place) {
  Box box = place->words;
  float line = pen_line_height(&scene->pen, cell_size(scene, place)) * LINE_GAP;
  TextStyle cell = {FACE_SEMIBOLD, cell_size(scene, place), scene->pen.theme->ink, ALIGN_START};
  if (scene->interactive && side_count(scene) == SIDES)
    pen_text_in(&scene->pen, cell, cut_top(&box, line), str_from(cell_sentence(scene)));
  pen_text_wrapped(&scene->pen, words_style(scene), box, LINE_GAP, str_from(compare_words(scene)));
}

/* A cell of the shuffled sentence is elsewhere in the sentence, whose words are the labels. */
static int place_of(const Scene *scene, int token) {
  bool is_there = token >= 0 && token < trace_token_count(scene->trace);
  return is_there ? trace_place_in_order(scene->trace, token) : -1;
}

static Scene scene_in_order(const Scene *scene, View *view) {
  Scene in_order = *scene;
  int row, col;
  stage_focus(scene, &row, &col);
  *view = *scene->view;
  view->hover_query = view->hover_key = -1;
  view->query = place_of(scene, row);
  bool is_key = is_by_pair(scene) && !trace_keys_are_mixtures(scene->trace);
  view->key = is_key && col >= 0 ? place_of(scene, col) : col;
  view->filled = scene_is_covered(scene) ? 0 : -1;
  in_order.view = view;
  in_order.trace = trace_in_order(scene->trace);
  return in_order;
}

void compare_draw(const Scene *given, Box box) {
  assert(compare_is_on(given));
  View view;
  Scene moved, *put_back = &moved;
  if (given->beside) moved = compare_kept_scene(given, &view);
  else if (given->order) moved = scene_in_order(given, &view);
  const Scene *scene = given->order || given->beside ? put_back : given;
  Place place = place_in(scene, box);
  float digits = digits_size(scene, &place);
  const Scene *moving = given->order && given->view->transition < 1 ? given : NULL;
  int count = moving ? SIDE_DIFFERENCE : place.count; /* what comes of it is told at rest */
  for (int i = 0; i < count; i++) draw_side(scene, moving, &place, (SideId)i, digits);
  if (!moving) draw_words(scene, &place);
}
