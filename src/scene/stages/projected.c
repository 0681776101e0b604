/* scene/stages/projected.c -- the stage of mixed keys and values (M-58): the recipes E and F, and
** under each recipe the mixture it makes.
**
**            mix 1 mix 2 …        mix 1 mix 2 …
**   labels   Eᵀ                   Fᵀ                 a row for each token: how much of it is in
**            =                    =
**            K′ᵀ                  V′ᵀ                under each recipe its mixture, d numbers
**
** Recipes stand upright, so that a row is a token and a column a mixture, as in the scores behind.
*/
#include "scene/stages/projected.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"

enum { SIDES = 2 };

typedef struct Side {
  TracePart recipes, mixed;
  const char *symbol, *mixed_symbol;
  Box cells, below;
} Side;

typedef struct Place {
  Side sides[SIDES];
  float label_width, label_height;
  Box note;
} Place;

static const Side SIDE_ROWS[SIDES] = {
    {.recipes = TRACE_E, .mixed = TRACE_K_PROJECTED, .symbol = "Eᵀ", .mixed_symbol = "K′ᵀ"},
    {.recipes = TRACE_F, .mixed = TRACE_V_PROJECTED, .symbol = "Fᵀ", .mixed_symbol = "V′ᵀ"}};

static const float NAME_DESIGN = 26, NOTE_DESIGN = 30, BETWEEN_DESIGN = 26, GAP_DESIGN = 34;
static const float BAR_DESIGN = 116, NAMED_DESIGN = 84; /* of a name beside its bar */
static const float UPRIGHT_DESIGN = 24;                 /* of names that are level */
static const float COLUMN_MOST_DESIGN = 84, ROW_MOST_DESIGN = 34, NUMBER_MOST_DESIGN = 11;

/* -- places ------------------------------------------------------------------------------------ */

/* The recipes get what the mixtures below leave, but no less than half. */
static void divide_height(const Scene *scene, float room, float *recipes, float *mixed) {
  float gap = stage_points(scene, GAP_DESIGN), rows = (float)trace_token_count(scene->trace);
  float numbers = (float)trace_d_head(scene->trace);
  float wanted = rows * stage_points(scene, ROW_MOST_DESIGN);
  *mixed = fminf(numbers * stage_points(scene, NUMBER_MOST_DESIGN), (room - gap) * 0.5f);
  *recipes = fminf(wanted, room - gap - *mixed);
}

static Place place_projected(const Scene *scene, Box box) {
  Place place = {0};
  Box inner = box_inset(box, stage_points(scene, 20));
  float note = stage_points(scene, NOTE_DESIGN), between = stage_points(scene, BETWEEN_DESIGN);
  inner.h -= note;
  place.note = (Box){inner.x, inner.y + inner.h, inner.w, note};
  place.label_width =
      float_clamp(matrix_label_width(scene, 104), stage_points(scene, 44), inner.w * 0.16f);
  place.label_height = matrix_label_height(scene, 64);
  float keys = (float)trace_key_count(scene->trace), label = place.label_width;
  float lean = place.label_height * 0.85f; /* the last slanted name ends beyond its column */
  float most = stage_points(scene, COLUMN_MOST_DESIGN) * keys, recipes, mixed;
  float room = inner.w - label - between, width = floorf(fminf((room - 2 * lean) / 2, most));
  if (matrix_labels_are_upright(scene, width / keys))
    place.label_height = fminf(place.label_height, stage_points(scene, UPRIGHT_DESIGN));
  float head = stage_points(scene, NAME_DESIGN) + place.label_height;
  divide_height(scene, inner.h - head, &recipes, &mixed);
  float gap = stage_points(scene, GAP_DESIGN), whole_h = head + recipes + gap + mixed;
  float whole_w = label + between + 2 * (width + lean);
  float x = floorf(inner.x + (inner.w - whole_w) / 2) + label;
  float y = floorf(inner.y + (inner.h - whole_h) / 2) + head;
  for (int i = 0; i < SIDES; i++) {
    place.sides[i] = SIDE_ROWS[i];
    place.sides[i].cells = (Box){x, y, width, recipes};
    place.sides[i].below = (Box){x, y + recipes + gap, width, mixed};
    x += width + lean + between;
  }
  return place;
}

static Box cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_projected(&fitted, box).sides[0].cells;
}

/* -- the picture ------------------------------------------------------------------------------- */

/* At the right of it the range of its colours. */
static void draw_name(const Scene *scene, Point baseline, float room, const char *symbol,
                      TracePart part) {
  const View *view = scene->view;
  const Pen *pen = &scene->pen;
  float bar = stage_points(scene, BAR_DESIGN), high = stage_points(scene, 16);
  bool has_bar = room - bar >= stage_points(scene, NAMED_DESIGN);
  stage_name_draw(scene, &(StageName){.baseline = baseline,
                                      .room = has_bar ? room - bar : room,
                                      .symbol = symbol,
                                      .size = 16,
                                      .part = part,
                                      .is_turned = true});
  if (!has_bar) return;
  Box box = {baseline.x + room - bar, baseline.y - high * 0.8f, bar, high};
  pen_inline_bar(pen, &(ColorBar){.box = box,
                                  .palette = scene_palette(scene, part),
                                  .range = scene_range(scene, part, view->layer, view->head)});
}

/* A row for each token, a column for each mixture. */
static void draw_recipes(const Scene *scene, const Place *place, const Side *side, bool is_first) {
  MatrixWidget matrix = stage_rows_view(scene, side->recipes, side->cells);
  matrix.transposed = true;
  matrix.belongs = matrix.focus_col >= 0; /* a chosen token is one here, and mixed in the result */
  matrix.filled = scene->view->filled;
  matrix.row_labels = is_first;
  matrix.col_labels = true;
  matrix.label_width = place->label_width;
  matrix.label_height = place->label_height;
  if (!is_first) matrix.row_click = matrix.row_hover = NULL;
  matrix_widget_draw(scene, &matrix);
  stage_frame(scene, side->cells, scene_part_color(scene->pen.theme, side->recipes));
  draw_name(scene,
            (Point){side->cells.x, side->cells.y - place->label_height - stage_points(scene, 6)},
            side->cells.w, side->symbol, side->recipes);
}

/* The mixture of a recipe stands below it. */
static void draw_mixed(const Scene *scene, const Side *side) {
  int row, col;
  stage_focus(scene, &row, &col);
  MatrixWidget matrix = stage_rows_view(scene, side->mixed, side->below);
  matrix.transposed = true;
  matrix.filled = -1;
  matrix.digits = false;
  matrix.click = matrix.hover = matrix.row_click = matrix.row_hover = NULL;
  matrix.focus_row = -1;
  matrix.focus_col = col;
  matrix_widget_draw(scene, &matrix);
  stage_frame(scene, side->below, scene_part_color(scene->pen.theme, side->mixed));
  draw_name(scene, (Point){side->below.x, side->below.y - stage_points(scene, 10)}, side->below.w,
            side->mixed_symbol, side->mixed);
}

static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_PROJECTED);
  Place place = place_projected(scene, box);
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_MIDDLE};
  const char *whole = _("a column is a recipe: how much of every token is in it; below, what it "
                        "makes");
  for (int i = 0; i < SIDES; i++) {
    draw_recipes(scene, &place, &place.sides[i], i == 0);
    draw_mixed(scene, &place.sides[i]);
  }
  bool fits = pen_width(pen, style, str_from(whole)) <= place.note.w;
  pen_text_in(pen, style, place.note, str_from(fits ? whole : _("a column is a recipe")));
}

/* -- words ------------------------------------------------------------------------------------- */

static void captions(const Scene *scene, Captions *out) {
  int keys = trace_source_count(scene->trace), mixtures = trace_key_count(scene->trace);
  int width = trace_d_head(scene->trace);
  out->headline = P_("All keys are mixed into %d.", "All keys are mixed into %d.", mixtures);
  out->headline = str_format(scene->pen.list->arena, out->headline, mixtures);
  out->shapes =
      str_format(scene->pen.list->arena, _("E %d × %d times K %d × %d → %d × %d; values alike"),
                 mixtures, keys, keys, width, mixtures, width);
  out->explanation = _(
      "A mixture is a sum of all keys, each times its share in the recipe, and a value is mixed "
      "alike. A query then meets the mixtures instead of the keys, so that its cost does not grow "
      "with the sentence. Linformer learns its recipes; these are drawn, so they tell what is "
      "computed, and not how well it can be learned.");
  out->hint = _("Try: point at a column, and its recipe stands beside the picture.");
}

static const char *focus_line(const Scene *scene, int row, int col) {
  Str token = scene_named(scene, row), mixture = scene_key_named(scene, col);
  return str_format(scene->pen.list->arena,
                    C_("shares of a token in a mixture", "%.*s in %.*s: keys %s, values %s"),
                    (int)token.bytes, token.at, (int)mixture.bytes, mixture.at,
                    stage_number(scene, TRACE_E, col, row).at,
                    stage_number(scene, TRACE_F, col, row).at);
}

static void add_mixed(Formula *out, const char *mixed, const char *product, TracePart role) {
  formula_add_vectors(out, mixed, role, STAGE_COUNT);
  formula_add_plain(out, "=", 0.35f, 0.6f);
  formula_add(out, (FormulaPiece){.symbol = product,
                                  .stage = STAGE_PROJECTED,
                                  .role = role,
                                  .after = 1.1f,
                                  .name = _("recipes times what is mixed")});
}

static void formula(const Scene *scene, Formula *out) {
  bool is_turned = trace_placed_keys(scene->trace) == TRACE_K_ROTATED;
  add_mixed(out, "K′", is_turned ? "E K_R" : "E K", TRACE_K);
  add_mixed(out, "V′", "F V", TRACE_V);
}

static void legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  panel_add_role(panel, theme->key_soft, theme->key, _("E: how much of every key"));
  panel_add_role(panel, theme->value_soft, theme->value, _("F: how much of every value"));
  panel_add_signed_legend(panel, TRACE_E);
}

const StageView stage_projected_view = {.draw = draw,
                                        .cells = cells,
                                        .captions = captions,
                                        .focus_line = focus_line,
                                        .formula = formula,
                                        .inspect = projected_inspect,
                                        .cell_words = projected_cell_words,
                                        .legend = legend,
                                        .question = inspect_question_of_column,
                                        .heads_part = TRACE_K_PROJECTED,
                                        .overview_part = TRACE_K_PROJECTED};
