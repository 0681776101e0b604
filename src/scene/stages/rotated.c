/* scene/stages/rotated.c -- the stage of rotated queries and keys (M-50): a dial for each pair of
** columns, in which an arrow is turned by the place of its row.
**
**              57°  18° …            57°  18° …     by how much one place turns a pair
**   labels  Q  (↗)  (→) …   labels K  (↑)  (→) …    a row for each token
**
** Where dials would be too small to read, the matrices are drawn as cells.
*/
#include "scene/stages/rotated.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/stages/motion.h"
#include "scene/stages/rotated_dials.h"

enum { SIDES = 2 };

typedef struct Place {
  RotatedSide sides[SIDES];
  float dial; /* of the smaller side of a cell; 0: cells instead of dials */
  float label_width;
  Box note;
} Place;

static const RotatedSide SIDE_ROWS[SIDES] = {
    {.part = TRACE_Q_ROTATED, .before = TRACE_Q, .symbol = "Q_R", .projection = PROJECTION_Q},
    {.part = TRACE_K_ROTATED, .before = TRACE_K, .symbol = "K_R", .projection = PROJECTION_K}};

static const float NAME_DESIGN = 26, ANGLES_DESIGN = 20, NOTE_DESIGN = 30, BETWEEN_DESIGN = 18;
static const float DIAL_LEAST_DESIGN = 9, DIAL_MOST_DESIGN = 64, COLUMN_MOST_DESIGN = 26;

TracePart rotated_part(const Scene *scene) {
  int term;
  return view_projection(scene->view, &term) == PROJECTION_K ? TRACE_K_ROTATED : TRACE_Q_ROTATED;
}

/* -- places ------------------------------------------------------------------------------------ */

static int pairs_of(const Scene *scene) {
  return trace_d_head(scene->trace) / 2 > 0 ? trace_d_head(scene->trace) / 2 : 1;
}

/* Both in one row of the picture, or one below the other. */
static float dial_at(const Scene *scene, Box inner, float label, bool is_stacked) {
  float head = stage_points(scene, NAME_DESIGN + ANGLES_DESIGN);
  float between = stage_points(scene, BETWEEN_DESIGN), across = is_stacked ? 1 : 2;
  float width = (inner.w - across * label - (across - 1) * between) / across;
  float height = is_stacked ? (inner.h - 2 * head - between) / 2 : inner.h - head;
  float rows = (float)stage_larger_count(scene);
  return fminf(fminf(width / (float)pairs_of(scene), height / rows),
               stage_points(scene, DIAL_MOST_DESIGN));
}

/* Cells of a matrix may be lower than wide, which dials may not. */
static void place_cells(const Scene *scene, Place *place, Box inner, bool is_stacked, float dial) {
  float head = stage_points(scene, NAME_DESIGN + ANGLES_DESIGN);
  float between = stage_points(scene, BETWEEN_DESIGN), label = place->label_width;
  float half = (inner.w - between) / 2 - label;
  float most = stage_points(scene, COLUMN_MOST_DESIGN) * (float)trace_d_head(scene->trace);
  float width = dial > 0 ? dial * (float)pairs_of(scene) : floorf(fminf(half, most));
  float rows_height = stage_rows_height(scene, inner.h - head, 30);
  float whole_w = is_stacked ? label + width : 2 * (label + width) + between;
  float x = floorf(inner.x + (inner.w - whole_w) / 2), heights[SIDES], whole_h = 0;
  for (int i = 0; i < SIDES; i++) {
    int rows = i == 0 ? trace_token_count(scene->trace) : trace_source_count(scene->trace);
    heights[i] = dial > 0 ? dial * (float)rows : rows_height;
    whole_h = is_stacked ? whole_h + heights[i] + head : fmaxf(whole_h, heights[i] + head);
  }
  if (is_stacked) whole_h += between;
  float y = floorf(inner.y + (inner.h - whole_h) / 2);
  for (int i = 0; i < SIDES; i++) {
    place->sides[i] = SIDE_ROWS[i];
    place->sides[i].cells = (Box){x + label, y + head, width, heights[i]};
    if (is_stacked) y += head + heights[i] + between;
    else x += label + width + between;
  }
}

static Place place_rotated(const Scene *scene, Box box) {
  Place place = {0};
  Box inner = box_inset(box, stage_points(scene, 20));
  float note = stage_points(scene, NOTE_DESIGN), least = stage_points(scene, 44);
  inner.h -= note;
  place.note = (Box){inner.x, inner.y + inner.h, inner.w, note};
  place.label_width = float_clamp(matrix_label_width(scene, 104), least, inner.w * 0.16f);
  float beside = dial_at(scene, inner, place.label_width, false);
  float stacked = dial_at(scene, inner, place.label_width, true);
  bool is_stacked = stacked > beside;
  place.dial = floorf(fmaxf(beside, stacked));
  if (place.dial < stage_points(scene, DIAL_LEAST_DESIGN)) place.dial = 0, is_stacked = false;
  place_cells(scene, &place, inner, is_stacked, place.dial);
  return place;
}

static Box cells(const Scene *scene, Box box) {
  Scene fitted = stage_fitted(scene, box);
  return place_rotated(&fitted, box).sides[SIDES - 1].cells;
}

/* -- the picture ------------------------------------------------------------------------------- */

/* The longest pair of columns of both sides. */
static float square(float x) { return x * x; }

static float longest_of(const Scene *scene) {
  float longest = 0;
  for (int i = 0; i < SIDES; i++) {
    MatView numbers = stage_matrix(scene, SIDE_ROWS[i].part);
    Rotary rotary = rotated_rotary(scene->trace);
    for (int row = 0; numbers.at && row < numbers.rows; row++)
      for (int c = 0; c < numbers.cols / 2; c++) {
        RotaryPair pair = rotary_pair(rotary, numbers.cols, c);
        longest = fmaxf(longest, sqrtf(square(mat_get(numbers, row, pair.a)) +
                                       square(mat_get(numbers, row, pair.b))));
      }
  }
  return longest;
}

/* Each token is a query and a key; the rows of keys choose the same tokens, and a pair of columns
** is chosen in both: the focus has the one whose number is worked out. */
static MatrixWidget view_of(const Scene *scene, const Place *place, const RotatedSide *side) {
  const char *name = view_projection_name(side->projection);
  MatrixWidget matrix = stage_rows_view(scene, side->part, side->cells);
  matrix.click = str_format(scene->pen.list->arena, "cell %%r %%c %s", name);
  matrix.hover = str_format(scene->pen.list->arena, "hover %%r %%c %s", name);
  matrix.row_labels = true;
  matrix.label_width = place->label_width;
  matrix.scrolls = place->dial <= 0;
  matrix.belongs = matrix.focus_col >= 0 && side->part != rotated_part(scene);
  if (side->part == TRACE_K_ROTATED && trace_has_key_words(scene->trace)) {
    matrix.focus_row = matrix.focus_col = matrix.followed = -1;
    matrix.click = matrix.hover = matrix.row_click = matrix.row_hover = NULL;
  }
  return matrix;
}

static RotatedDials dials_of(const Scene *scene, const Place *place, const RotatedSide *side,
                             float longest) {
  return (RotatedDials){.scene = scene,
                        .side = side,
                        .before = stage_matrix(scene, side->before),
                        .after = stage_matrix(scene, side->part),
                        .rotary = rotated_rotary(scene->trace),
                        .dial = place->dial,
                        .longest = longest,
                        .turned = 1};
}

static void draw_side(const Scene *scene, const Place *place, const RotatedSide *side,
                      float longest) {
  MatrixWidget matrix = view_of(scene, place, side);
  RotatedDials dials = dials_of(scene, place, side, longest);
  Box at = side->cells;
  float up = stage_points(scene, place->dial > 0 ? ANGLES_DESIGN + 6 : 10);
  if (!dials.after.at) return;
  if (place->dial > 0) rotated_dials_draw(&dials, &matrix);
  else {
    matrix_widget_draw(scene, &matrix);
    stage_frame(scene, at, scene_part_color(scene->pen.theme, side->part));
  }
  stage_name_draw(scene, &(StageName){.baseline = {at.x, at.y - up},
                                      .room = at.w,
                                      .symbol = side->symbol,
                                      .size = 18,
                                      .part = side->part});
}

static void draw_note(const Scene *scene, const Place *place) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_MIDDLE};
  const char *whole = _("a dial for each pair of columns: a grey hand before the turn, one with a "
                        "knob after it; above, what one place turns it by");
  const char *brief = _("pairs of columns, turned by the place of their row");
  bool fits = pen_width(pen, style, str_from(whole)) <= place->note.w;
  pen_text_in(pen, style, place->note, str_from(place->dial > 0 && fits ? whole : brief));
}

static void draw(const Scene *scene, Box box) {
  assert(scene->view->stage == STAGE_ROTATED);
  Place place = place_rotated(scene, box);
  float longest = longest_of(scene);
  for (int i = 0; i < SIDES; i++) draw_side(scene, &place, &place.sides[i], longest);
  draw_note(scene, &place);
}

/* -- on the way from Q and K ------------------------------------------------------------------- */

static bool is_of_queries(const RotatedSide *side) { return side->part == TRACE_Q_ROTATED; }

/* The cells of Q or K go to their dials and become them. */
static void draw_cells_leaving(const Moment *moment, const RotatedSide *side,
                               const DrawHeatmap *from) {
  DrawHeatmap cells = *from;
  cells.box = motion_beside(from->box, side->cells, moment->t, is_of_queries(side));
  cells.passing = true;
  motion_faded(&moment->later, &cells, 1 - motion_part(moment->t, MOTION_BESIDE, 0.48f));
  motion_beside_name(&moment->later, side->before, cells.box, moment->t);
}

/* Without dials the numbers change where they are. */
static void draw_cells_turning(const Moment *moment, const RotatedSide *side,
                               const DrawHeatmap *from, const DrawHeatmap *to) {
  DrawHeatmap cells = *to;
  cells.box = motion_beside(from->box, to->box, moment->t, is_of_queries(side));
  cells.thin_rows =
      draw_thin_between(from->thin_rows, to->thin_rows, motion_part(moment->t, 0, MOTION_BESIDE));
  cells.before = from->values;
  cells.palette_before = from->palette;
  cells.range_before = from->range;
  cells.mix = motion_part(moment->t, 0.46f, 0.76f);
  cells.passing = moment->t < 0.76f;
  draw_heatmap(moment->later.pen.list, cells);
}

static void turn_side(const Moment *moment, const Place *place, const RotatedSide *side,
                      float longest) {
  const Scene *scene = &moment->later;
  const DrawHeatmap *from = motion_heatmap(scene, moment->earlier_list, side->before);
  const DrawHeatmap *to = motion_heatmap(scene, moment->later_list, side->part);
  DrawList *list = scene->pen.list;
  RotatedDials dials = dials_of(scene, place, side, longest);
  float opacity = list->opacity, come = motion_part(moment->t, MOTION_BESIDE, 0.48f);
  if (!from || !dials.after.at) return;
  if (place->dial <= 0 && to) draw_cells_turning(moment, side, from, to);
  if (place->dial <= 0) return;
  if (come < 1) draw_cells_leaving(moment, side, from);
  dials.turned = motion_part(moment->t, 0.48f, 0.78f);
  list->opacity = opacity * come;
  if (come > 0 && moment->t < 0.98f) rotated_dials_draw_all(&dials);
  list->opacity = opacity;
}

/*   t  .2 … .4  cells go to their dials   .48 … .78  every arrow turns by its angle  */
void rotated_motion(const Moment *moment) {
  Place place = place_rotated(&moment->later, moment->later_box);
  float longest = longest_of(&moment->later);
  for (int i = 0; i < SIDES; i++) turn_side(moment, &place, &place.sides[i], longest);
}

/* -- words ------------------------------------------------------------------------------------- */

static void captions(const Scene *scene, Captions *out) {
  int tokens = trace_token_count(scene->trace), keys = trace_source_count(scene->trace);
  int width = trace_d_head(scene->trace);
  out->headline = _("Each row is turned by its place.");
  out->shapes =
      str_format(scene->pen.list->arena, _("Q %d × %d and K %d × %d, turned in pairs of columns"),
                 tokens, width, keys, width);
  out->explanation =
      _("Pairs of columns are arrows. The place of a token turns them: the first pair fast, the "
        "last hardly at all. Where a query meets a key, only the difference of their turns counts, "
        "so the score tells how far apart they stand, and not where.");
  out->hint = _("Try: go down one column: from row to row the turn grows by the same angle.");
}

/* Rows of keys may be those of other tokens: of a second sentence, or kept ones. */
static const char *focus_line(const Scene *scene, int row, int col) {
  if (trace_has_key_words(scene->trace))
    return str_format(scene->pen.list->arena, _("%s: rotated query %s"),
                      stage_place_words(scene, row, col),
                      stage_number(scene, TRACE_Q_ROTATED, row, col).at);
  return str_format(scene->pen.list->arena, _("%s: rotated query %s, rotated key %s"),
                    stage_place_words(scene, row, col),
                    stage_number(scene, TRACE_Q_ROTATED, row, col).at,
                    stage_number(scene, TRACE_K_ROTATED, row, col).at);
}

static void add_turned(Formula *out, const char *turned, const char *turn, TracePart role,
                       bool is_quiet) {
  formula_add_vectors(out, turned, role, STAGE_COUNT);
  formula_add_plain(out, "=", 0.35f, 0.6f);
  formula_add(out, (FormulaPiece){.symbol = turn,
                                  .stage = STAGE_ROTATED,
                                  .role = role,
                                  .after = 1.1f,
                                  .is_quiet = is_quiet,
                                  .name = _("each row turned by its place")});
}

static void formula(const Scene *scene, Formula *out) {
  int row, col;
  stage_focus(scene, &row, &col);
  bool of_key = rotated_part(scene) == TRACE_K_ROTATED;
  add_turned(out, "Q_R", "R(p) q_p", TRACE_Q, col >= 0 && of_key);
  add_turned(out, "K_R", "R(j) k_j", TRACE_K, col >= 0 && !of_key);
}

static void legend(Panel *panel) {
  const Theme *theme = panel->pen->theme;
  panel_add_role(panel, theme->query_soft, theme->query, _("Q: what each token asks"));
  panel_add_role(panel, theme->key_soft, theme->key, _("K: what each token is found by"));
}

const StageView stage_rotated_view = {.draw = draw,
                                      .cells = cells,
                                      .captions = captions,
                                      .focus_line = focus_line,
                                      .formula = formula,
                                      .inspect = rotated_inspect,
                                      .cell_words = rotated_cell_words,
                                      .legend = legend,
                                      .question = inspect_question_of_column,
                                      .heads_part = TRACE_Q_ROTATED,
                                      .overview_part = TRACE_Q};
