/* scene/stages/features.c -- the stage of random features (M-59): queries and keys as M numbers
** each, none of which is below 0.
**
**   labels  φ(Q)  a column for each feature    labels  φ(K)    side by side, or one below the other
**
** Below them the followed row in cells with digits, where the matrices keep their room.
*/
#include "scene/stages/features.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/followed_rows.h"

enum { SIDES = 2 };

typedef struct Side {
  TracePart part;
  const char *symbol;
  ProjectionId projection;
  Box cells;
} Side;

typedef struct Place {
  Side sides[SIDES];
  float label_width;
  Box note, rows; /* rows: of the followed row, without height where it has no room */
} Place;

static const Side SIDE_ROWS[SIDES] = {
    {.part = TRACE_FEATURES_Q, .symbol = "φ(Q)", .projection = PROJECTION_Q},
    {.part = TRACE_FEATURES_K, .symbol = "φ(K)", .projection = PROJECTION_K}};

static const float NAME_DESIGN = 40, NOTE_DESIGN = 30, BETWEEN_DESIGN = 26;
static const float BAR_DESIGN = 38; /* below each, with the words of its range */
static const float COLUMN_MOST_DESIGN = 44, ROW_MOST_DESIGN = 30;
/* What the matrices keep beside the followed row: one, or two that stand one below the other. */
static const float BESIDE_LEAST_DESIGN = 190, BELOW_LEAST_DESIGN = 380;

TracePart features_part(const Scene *scene) {
  int term;
  return view_projection(scene->view, &term) == PROJECTION_K ? TRACE_FEATURES_K : TRACE_FEATURES_Q;
}

/* -- places ------------------------------------------------------------------------------------ */

static int feature_count(const Scene *scene) {
  int rows, cols;
  trace_matrix_shape(scene->trace, TRACE_FEATURES_Q, scene->view->layer, &rows, &cols);
  return cols > 0 ? cols : 1;
}

static int rows_of(const Scene *scene, TracePart part) {
  bool is_query = part == TRACE_FEATURES_Q;
  return is_query ? trace_token_count(scene->trace) : trace_source_count(scene->trace);
}

/* Matrices that are wide for their rows stand one below the other. */
static bool stands_below(const Scene *scene, Box inner) {
  float row = stage_points(scene, ROW_MOST_DESIGN), head = stage_points(scene, NAME_DESIGN);
  float rows = (float)stage_larger_count(scene);
  head += stage_points(scene, BAR_DESIGN);
  float beside = fminf(inner.h - head, rows * row);
  float below = fminf((inner.h - stage_points(scene, BETWEEN_DESIGN)) / 2 - head, rows * row);
  return feature_count(scene) > 16 && below >= beside * 0.6f;
}

static Place place_features(const Scene *scene, Box box) {
  Place place = {0};
  Box inner = box_inset(box, stage_points(scene, 20));
  float note = stage_points(scene, NOTE_DESIGN), head = stage_points(scene, NAME_DESIGN);
  float between = stage_points(scene, BETWEEN_DESIGN), bar = stage_points(scene, BAR_DESIGN);
  inner.h -= note;
  float least = stands_below(scene, inner) ? BELOW_LEAST_DESIGN : BESIDE_LEAST_DESIGN;
  place.rows =
      followed_rows_take(scene, &inner, (FollowedRoom){.count = SIDES, .least_design = least});
  place.note = (Box){inner.x, inner.y + inner.h, inner.w, note};
  place.label_width =
      float_clamp(matrix_label_width(scene, 104), stage_points(scene, 44), inner.w * 0.16f);
  bool is_below = stands_below(scene, inner);
  float label = place.label_width, count = is_below ? 1 : 2;
  float most = stage_points(scene, COLUMN_MOST_DESIGN) * (float)feature_count(scene);
  float width = fminf((inner.w - (count - 1) * between) / count - label, most);
  float room = is_below ? (inner.h - between) / 2 - head - bar : inner.h - head - bar;
  float heights[SIDES];
  for (int i = 0; i < SIDES; i++)
    heights[i] = fminf(room, stage_points(scene, ROW_MOST_DESIGN) *
                                 (float)rows_of(scene, SIDE_ROWS[i].part));
  float whole_w = count * (label + width) + (count - 1) * between;
  float whole_h = is_below ? heights[0] + heights[1] + 2 * (head + bar) + between
                           : fmaxf(heights[0], heights[1]) + head + bar;
  float x = floorf(inner.x + (inner.w - whole_w) / 2),
        y = floorf(inner.y + (inner.h - whole_h) / 2);
  for (int i = 0; i < SIDES; i++) {
    place.sides[i] = SIDE_ROWS[i];
    place.sides[i].cells = (Box){x + label, y + head, width, heights[i]};
    if (is_below) y += head + heights[i] + bar + between;
    else x += label + width + between;
  }
  return place;
}

static Box cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_features(&fitted, box).sides[SIDES - 1].cells;
}

/* -- the picture ------------------------------------------------------------------------------- */

static MatrixWidget view_of(const Scene *scene, const Place *place, const Side *side) {
  const char *name = view_projection_name(side->projection);
  MatrixWidget matrix = stage_rows_view(scene, side->part, side->cells);
  matrix.click = str_format(scene->pen.list->arena, "cell %%r %%c %s", name);
  matrix.hover = str_format(scene->pen.list->arena, "hover %%r %%c %s", name);
  matrix.row_labels = matrix.col_numbers = true;
  matrix.label_width = place->label_width;
  matrix.label_height = stage_points(scene, 18);
  matrix.label_gap_top = stage_points(scene, 4);
  if (features_part(scene) != side->part) {
    matrix.belongs = matrix.focus_col >= 0;
    matrix.focus_col = -1;
  }
  if (side->part == TRACE_FEATURES_K && trace_has_key_words(scene->trace)) {
    matrix.focus_row = matrix.focus_col = matrix.followed = -1;
    matrix.click = matrix.hover = matrix.row_click = matrix.row_hover = NULL;
  }
  return matrix;
}

/* Beside the followed row in large digits hundreds of small noughts are noise. */
static bool has_digits(const Scene *scene, const Place *place, const MatrixWidget *matrix) {
  const float least = 11;
  MatrixGrid grid = matrix_widget_grid(scene, matrix);
  if (!matrix->digits || place->rows.h <= 0) return matrix->digits;
  return matrix_digits_size(scene, matrix, &grid) >= stage_points(scene, least);
}

static void draw_side(const Scene *scene, const Place *place, const Side *side) {
  MatrixWidget matrix = view_of(scene, place, side);
  matrix.digits = has_digits(scene, place, &matrix);
  Box at = side->cells;
  matrix_widget_draw(scene, &matrix);
  stage_frame(scene, at, scene_part_color(scene->pen.theme, side->part));
  stage_name_draw(scene, &(StageName){.baseline = {at.x, at.y - stage_points(scene, 28)},
                                      .room = at.w,
                                      .symbol = side->symbol,
                                      .size = 18,
                                      .part = side->part,
                                      .cells_w = at.w});
  stage_bar_draw(scene, side->part,
                 (Box){at.x, at.y + at.h + stage_points(scene, 10), at.w, stage_points(scene, 28)});
}

/* Rows of keys may be those of other tokens: of a second sentence, or kept ones. */
static void draw_rows(const Scene *scene, const Place *place) {
  FollowedRows rows = {.token = stage_followed_row(scene), .name_design = 64, .is_fine = true};
  int row, col, sides = trace_has_key_words(scene->trace) ? 1 : SIDES;
  stage_focus(scene, &row, &col);
  for (int i = 0; i < sides && rows.token >= 0; i++) {
    const Side *side = &place->sides[i];
    int before = rows.count;
    followed_rows_add(scene, &rows, side->symbol, side->part);
    if (rows.count == before) continue;
    FollowedRow *added = &rows.rows[before];
    added->is_framed = true;
    added->has_focus = row >= 0 && features_part(scene) == side->part;
    added->of = str_format(scene->pen.list->arena, " %s", view_projection_name(side->projection));
  }
  followed_rows_draw(scene, place->rows, &rows);
}

static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_FEATURES);
  Place place = place_features(scene, box);
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_MIDDLE};
  for (int i = 0; i < SIDES; i++) draw_side(scene, &place, &place.sides[i]);
  const char *whole = _("a column for each of the drawn directions ω; no feature is below 0");
  bool fits = pen_width(pen, style, str_from(whole)) <= place.note.w;
  pen_text_in(pen, style, place.note, str_from(fits ? whole : _("no feature is below 0")));
  draw_rows(scene, &place);
}

/* -- words ------------------------------------------------------------------------------------- */

static void captions(const Scene *scene, Captions *out) {
  int tokens = trace_token_count(scene->trace), keys = trace_source_count(scene->trace);
  int width = trace_d_head(scene->trace), count = feature_count(scene);
  out->headline = _("Each query and each key becomes features.");
  out->shapes =
      str_format(scene->pen.list->arena, _("Q %d × %d → φ(Q) %d × %d, K %d × %d → φ(K) %d × %d"),
                 tokens, width, tokens, count, keys, width, keys, count);
  out->explanation =
      _("A feature is e to how far the row goes in one drawn direction, less half its square. The "
        "product of the features of a query and a key is e to their score in the mean over many "
        "directions. So the keys can be added up once, before any query asks, and the matrix of "
        "weights need not be made.");
  out->hint = _("Try: approximate double, and watch the error fall at the output.");
}

/* Rows of keys may be those of other tokens: of a second sentence, or kept ones. */
static const char *focus_line(const Scene *scene, int row, int col) {
  if (trace_has_key_words(scene->trace))
    return str_format(scene->pen.list->arena, _("%s: feature of the query %s"),
                      stage_place_words(scene, row, col),
                      stage_number(scene, TRACE_FEATURES_Q, row, col).at);
  return str_format(scene->pen.list->arena, _("%s: feature of the query %s, of the key %s"),
                    stage_place_words(scene, row, col),
                    stage_number(scene, TRACE_FEATURES_Q, row, col).at,
                    stage_number(scene, TRACE_FEATURES_K, row, col).at);
}

static void formula(const Scene *scene, Formula *out) {
  (void)scene;
  formula_add_plain(out, "φ(x)", 0, 0); /* x: a query or a key */
  formula_add_plain(out, "=", 0.35f, 0.6f);
  formula_add(out, (FormulaPiece){.kind = FORMULA_FRACTION,
                                  .symbol = "e^(ω x − |x|²/2)",
                                  .below = "√M",
                                  .stage = STAGE_FEATURES,
                                  .stage_below = STAGE_FEATURES,
                                  .role = TRACE_PART_COUNT,
                                  .after = 0.6f});
}

static void legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  panel_add_role(panel, theme->query_soft, theme->query, _("φ(Q): features of the queries"));
  panel_add_role(panel, theme->key_soft, theme->key, _("φ(K): features of the keys"));
}

const StageView stage_features_view = {.draw = draw,
                                       .cells = cells,
                                       .captions = captions,
                                       .focus_line = focus_line,
                                       .formula = formula,
                                       .inspect = features_inspect,
                                       .cell_words = features_cell_words,
                                       .legend = legend,
                                       .question = inspect_question_of_column,
                                       .heads_part = TRACE_FEATURES_Q,
                                       .overview_part = TRACE_FEATURES_Q};
