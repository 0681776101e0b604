/* scene/stages/compare.c -- three matrices beside each other: laid over, exact, difference. */
#include "scene/stages/compare.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/mask_words.h"

enum { SIDES = 3 };
typedef enum SideId { SIDE_LAID_OVER, SIDE_EXACT, SIDE_DIFFERENCE } SideId;

static const float TITLE_SIZE = 14, TITLE_HIGH = 22, BAR_HIGH = 30, WORDS_SIZE = 12;
static const float LINE_GAP = 1.2f;

static bool is_by_pair(const Scene *scene) { return stage_info(scene->view->stage)->by_pair; }

bool compare_is_on(const Scene *scene) {
  const Exact *exact = scene->exact;
  if (scene->view->kind != VIEW_STAGE) return false;
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
  return side == SIDE_EXACT ? exact_part_beside(part) : part;
}

static MatView values_of(const Scene *scene, SideId side) {
  const Exact *exact = scene->exact;
  const OrderBack *order = scene->order;
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
  return scene->exact && is_by_pair(scene) && !scene->exact->has_pairs;
}

static int side_count(const Scene *scene) {
  if (scene->order) return SIDES;
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

static const char *title_of(const Scene *scene, SideId side) {
  if (scene->order && side != SIDE_DIFFERENCE)
    return side == SIDE_EXACT ? _("shuffled, put back") : _("in order");
  if (side == SIDE_EXACT) return _("exact attention");
  return side == SIDE_DIFFERENCE ? _("difference") : compare_laid_over(scene);
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

const char *compare_words(const Scene *scene) {
  const Exact *exact = scene->exact;
  StrBuf words = strbuf_make(scene->pen.list->arena);
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
  return words.at && !words.failed ? words.at : "";
}

static Number cell_number(const Scene *scene, float value) {
  bool is_share = trace_part_info(stage_result(scene->view->stage))->scale == SCALE_SHARES;
  return is_share ? number_weight(value) : number_full(value);
}

const char *compare_cell_words(const Scene *scene, int row, int col) {
  if (!compare_is_on(scene) || scene->order || row < 0 || col < 0) return "";
  if (has_other_columns(scene)) return "";
  MatView exact = values_of(scene, SIDE_EXACT), apart = values_of(scene, SIDE_DIFFERENCE);
  if (row >= exact.rows || col >= exact.cols) return "";
  Number number = cell_number(scene, mat_get(exact, row, col));
  Arena *arena = scene->pen.list->arena;
  if (!apart.at || isnan(mat_get(apart, row, col)))
    return str_format(arena, _("exact %s"), number.at);
  Number difference = number_plus(cell_number(scene, mat_get(apart, row, col)));
  return str_format(arena, _("exact %s, difference %s"), number.at, difference.at);
}

void compare_add_facts(Panel *panel) {
  const Scene *scene = panel->scene;
  if (!compare_is_on(scene) || scene->order || panel->query < 0 || panel->key < 0) return;
  if (has_other_columns(scene)) return;
  MatView exact = values_of(scene, SIDE_EXACT), apart = values_of(scene, SIDE_DIFFERENCE);
  if (panel->query >= exact.rows || panel->key >= exact.cols) return;
  Number number = cell_number(scene, mat_get(exact, panel->query, panel->key));
  panel_add_fact(panel, str_from(_("exact attention")), panel_words(panel, "%s", number.at),
                 RANK_BODY);
  if (!apart.at) return;
  float difference = mat_get(apart, panel->query, panel->key);
  if (isnan(difference)) return; /* hidden in both */
  number = number_plus(cell_number(scene, difference));
  panel_add_fact(panel, str_from(_("difference from it")), panel_words(panel, "%s", number.at),
                 RANK_BODY);
}

/* -- places ------------------------------------------------------------------------------------ */

/* How many stand beside each other; the rest is below. */
typedef struct Place {
  Box cells[SIDES], words;
  int count, across;
  float label_width, label_height;
} Place;

typedef struct Sizes {
  float cell_w, cell_h;
} Sizes;

/* Around the cells of each side; between: of two beside each other. */
typedef struct Margins {
  float left, right, between, top, bottom;
} Margins;

static Margins margins_of(const Scene *scene, const Place *place) {
  bool has_tokens = is_by_pair(scene);
  return (Margins){.left = place->label_width,
                   .right = has_tokens ? place->label_height * 0.85f : stage_points(scene, 8),
                   .between = stage_points(scene, has_tokens ? 22 : 14), /* of slanted names */
                   .top = stage_points(scene, TITLE_HIGH) + place->label_height,
                   .bottom = stage_points(scene, BAR_HIGH)};
}

static int rows_of(const Place *place) {
  return (place->count + place->across - 1) / place->across;
}

static Sizes sizes_in(const Scene *scene, const Place *place, Box room) {
  Margins margins = margins_of(scene, place);
  MatView values = values_of(scene, SIDE_EXACT);
  float across = (float)place->across, down = (float)rows_of(place);
  float width = room.w - margins.left - margins.right - (across - 1) * margins.between;
  float height = room.h - down * (margins.top + margins.bottom);
  float wide = fmaxf(width, 1) / across / (float)values.cols;
  float high = fmaxf(height, 1) / down / (float)values.rows;
  float side = fminf(fminf(wide, high), stage_points(scene, STAGE_CELL_MOST));
  float cell_h = is_by_pair(scene) ? side : fminf(high, stage_points(scene, 44));
  float cell_w = is_by_pair(scene) ? side : fminf(wide, stage_points(scene, 18));
  if (scene->interactive) cell_w = fmaxf(cell_w, fminf(wide, side * STAGE_WIDER_THAN_HIGH));
  return (Sizes){stage_rounded_cell(cell_w), stage_rounded_cell(cell_h)};
}

/* The arrangement with the largest cells; the fewest rows of equal ones. */
static Sizes arrange(const Scene *scene, Box room, Place *place) {
  Sizes best = {0, 0};
  int chosen = place->count;
  for (int across = place->count; across > 0; across--) {
    place->across = across;
    Sizes sizes = sizes_in(scene, place, room);
    if (sizes.cell_w * sizes.cell_h <= best.cell_w * best.cell_h * 1.05f) continue;
    best = sizes;
    chosen = across;
  }
  place->across = chosen;
  return best;
}

/* The room of the words is measured first, since they must not be cut. */
static Box cut_words(const Scene *scene, Box *room) {
  TextStyle style = {FACE_REGULAR, WORDS_SIZE, COLOR_NONE, ALIGN_START};
  Str words = str_from(compare_words(scene));
  if (words.bytes == 0) return (Box){room->x, room->y + room->h, room->w, 0};
  float high = pen_wrapped_height(&scene->pen, style, room->w, LINE_GAP, words);
  Box box = {room->x, room->y + room->h - high, room->w, high};
  room->h -= high + stage_points(scene, 6);
  return box;
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

static Place place_in(const Scene *scene, Box box) {
  Place place = {.count = side_count(scene)};
  Box room = box_inset(box, stage_points(scene, 10));
  place.words = cut_words(scene, &room);
  measure_labels(scene, room, &place);
  Sizes sizes = arrange(scene, room, &place);
  Margins margins = margins_of(scene, &place);
  MatView values = values_of(scene, SIDE_EXACT);
  float w = sizes.cell_w * (float)values.cols, h = sizes.cell_h * (float)values.rows;
  float step_x = w + margins.between, step_y = h + margins.top + margins.bottom;
  float whole_w = margins.left + w + (float)(place.across - 1) * step_x + margins.right;
  float whole_h = (float)rows_of(&place) * step_y;
  float x = floorf(room.x + (room.w - whole_w) / 2) + margins.left;
  float y = floorf(room.y + (room.h - whole_h) / 2) + margins.top;
  for (int i = 0; i < place.count; i++)
    place.cells[i] =
        (Box){x + (float)(i % place.across) * step_x, y + (float)(i / place.across) * step_y, w, h};
  place.words.y = fminf(place.words.y, y - margins.top + whole_h + stage_points(scene, 12));
  return place;
}

Box compare_cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_in(&fitted, box).cells[0];
}

/* -- drawing ----------------------------------------------------------------------------------- */

static bool is_at_left(const Place *place, SideId side) { return (int)side % place->across == 0; }

static MatrixWidget widget_of(const Scene *scene, const Place *place, SideId side) {
  TracePart part = part_of(scene, side), shown = stage_result(scene->view->stage);
  bool by_pair = is_by_pair(scene), is_share = trace_part_info(shown)->scale == SCALE_SHARES;
  MatrixWidget matrix = {.part = part,
                         .before = part,
                         .mix = 1,
                         .cells = place->cells[side],
                         .row_labels = is_at_left(place, side),
                         .col_labels = by_pair,
                         .col_numbers = !by_pair,
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
  stage_focus(scene, &matrix.focus_row, &matrix.focus_col);
  if (side != SIDE_LAID_OVER) matrix.own_values = values_of(scene, side);
  if (side == SIDE_EXACT)
    matrix.own_mask = scene->order ? &scene->order->mask : &scene->exact->mask;
  if (side == SIDE_EXACT && has_other_columns(scene)) {
    matrix.cols_are_sources = trace_keys_are_mixtures(scene->trace);
    matrix.click = matrix.hover = NULL;
    matrix.focus_col = -1;
  }
  if (scene->order) matrix.click = matrix.hover = matrix.row_click = matrix.row_hover = NULL;
  if (side == SIDE_DIFFERENCE) {
    const float least = is_share ? 0.005f : 0.05f; /* that digits would show */
    matrix.is_difference = true;
    matrix.is_of_shares = is_share;
    matrix.digits = !(largest_in(matrix.own_values) < least);
  }
  return matrix;
}

static void draw_title(const Scene *scene, const Place *place, SideId side, TracePart part) {
  const Theme *theme = scene->pen.theme;
  Box cells = place->cells[side];
  float high = stage_points(scene, TITLE_HIGH);
  Color color = side == SIDE_DIFFERENCE ? theme->ink : scene_part_color(theme, part);
  Box line = {cells.x, cells.y - place->label_height - high, cells.w, high};
  /* those with names at the left may begin over these */
  if (is_at_left(place, side)) line.x -= place->label_width, line.w += place->label_width;
  pen_text_in(&scene->pen, (TextStyle){FACE_BOLD, TITLE_SIZE, color, ALIGN_END}, line,
              str_from(title_of(scene, side)));
}

/* One size for all that have room for digits, so that none seems to weigh more. */
static float digits_size(const Scene *scene, const Place *place) {
  float least = 0;
  for (int i = 0; i < place->count; i++) {
    MatrixWidget matrix = widget_of(scene, place, (SideId)i);
    MatrixGrid grid = matrix_widget_grid(scene, &matrix);
    float size = matrix_digits_size(scene, &matrix, &grid);
    if (size > 0 && (least <= 0 || size < least)) least = size;
  }
  return least;
}

static void draw_side(const Scene *scene, const Place *place, SideId side, float digits) {
  static const char *const names[SIDES] = {"laid-over", "exact", "difference"};
  MatrixWidget matrix = widget_of(scene, place, side);
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  if (matrix_digits_size(scene, &matrix, &grid) > digits) matrix.digit_size_pt = digits;
  Box cells = place->cells[side];
  draw_group_begin(scene->pen.list, names[side], title_of(scene, side));
  matrix_widget_draw(scene, &matrix);
  draw_title(scene, place, side, matrix.part);
  Box bar = {cells.x, cells.y + cells.h + stage_points(scene, 8), cells.w,
             stage_points(scene, BAR_HIGH - 8)};
  pen_wide_bar(&scene->pen, bar, scene_palette(scene, matrix.part), matrix.own_range);
  draw_group_end(scene->pen.list);
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
  view->filled = -1;
  in_order.view = view;
  in_order.trace = trace_in_order(scene->trace);
  return in_order;
}

void compare_draw(const Scene *given, Box box) {
  assert(compare_is_on(given));
  View view;
  Scene in_order, *put_back = &in_order;
  if (given->order) in_order = scene_in_order(given, &view);
  const Scene *scene = given->order ? put_back : given;
  Place place = place_in(scene, box);
  float digits = digits_size(scene, &place);
  for (int i = 0; i < place.count; i++) draw_side(scene, &place, (SideId)i, digits);
  TextStyle style = {FACE_REGULAR, WORDS_SIZE, scene->pen.theme->ink, ALIGN_START};
  pen_text_wrapped(&scene->pen, style, place.words, LINE_GAP, str_from(compare_words(scene)));
}
