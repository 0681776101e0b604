/* scene/training/panel.c -- the right side of the training view: a matrix at step 0, now, and their
** difference; and the next step of one of its numbers, written out. */
#include "scene/training/training.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/inspector/panel_sections.h"
#include "scene/number.h"

static const float MARGIN = 24, TOP = 20, PICTURE_LEAST = 60, PICTURE_MOST = 150, NAME_LINE = 18;
static const float CHIP = 26, BAR = 24, SMALL = 10.5f;
enum { PICTURES = 3, DECIMALS_LEAST = 5, DECIMALS_MOST = 8 };

static TextStyle style_of(FaceId face, float size, Color color) {
  return (TextStyle){face, size, color, ALIGN_START};
}

/* ---- which matrix ---- */

static const char *const symbols[WATCH_COUNT] = {"E", "W_Q", "W_K", "W_V", "W_O"};

static Color watch_color(const Theme *theme, WatchId watch) {
  switch (watch) {
  case WATCH_W_Q:
    return theme->query;
  case WATCH_W_K:
    return theme->key;
  case WATCH_W_V:
    return theme->value;
  case WATCH_W_O:
    return theme->output;
  default:
    return theme->ink;
  }
}

/* Five choices side by side, in the colours of their roles. */
static void draw_choices(const Panel *panel, const void *data, Box box) {
  const Pen *pen = panel->pen;
  const View *view = panel->scene->view;
  (void)data;
  for (int i = 0; i < WATCH_COUNT; i++) {
    bool chosen = view->watch == (WatchId)i;
    Box chip = box_column(box, i, WATCH_COUNT, panel_pt(panel, 6));
    Color ink = watch_color(pen->theme, (WatchId)i);
    draw_box(pen->list, (DrawBox){.box = chip,
                                  .corner = 6,
                                  .fill = pen->theme->panel,
                                  .stroke = chosen ? ink : pen->theme->line,
                                  .stroke_width = chosen ? panel_pt(panel, 2) : 1});
    TextStyle style = {chosen ? FACE_BOLD : FACE_MEDIUM, 13, ink, ALIGN_MIDDLE};
    Point at = {chip.x + chip.w / 2, chip.y + (chip.h + TEXT_CAP_HEIGHT * panel_pt(panel, 13)) / 2};
    pen_symbol(pen, style, at, str_from(symbols[i]));
    if (panel->scene->interactive)
      draw_hit(pen->list,
               (DrawHit){.box = chip,
                         .cursor = CURSOR_HAND,
                         .click = panel_words(panel, "watch %s", view_watch_name((WatchId)i)).at});
  }
}

/* ---- the three pictures ---- */

typedef struct Pictures {
  MatView at[PICTURES];
  const char *names[PICTURES];
  ColorRange ranges[PICTURES];
} Pictures;

static float largest_of(MatView m) {
  float most = 0;
  for (int row = 0; row < m.rows; row++)
    for (int col = 0; col < m.cols; col++) most = fmaxf(most, fabsf(mat_get(m, row, col)));
  return most;
}

/* Symmetric, so that the middle of the palette is 0. */
static ColorRange about_zero(float most) {
  return most > 0 ? (ColorRange){-most, most} : (ColorRange){-1, 1};
}

/* A line above the columns of the current head, which are adjacent. */
static void mark_head(const Panel *panel, const DrawHeatmap *map) {
  const TrainingPicture *picture = panel->scene->training;
  if (picture->head_columns == 0 || picture->head_columns == map->values.cols) return;
  float cell = map->box.w / (float)map->values.cols, y = map->box.y - panel_pt(panel, 3);
  float left = map->box.x + cell * (float)(panel->scene->view->head * picture->head_columns);
  draw_line(panel->pen->list, (Point){left, y},
            (Point){left + cell * (float)picture->head_columns, y}, panel_pt(panel, 2),
            panel->pen->theme->focus);
}

/* At least five points large, since a cell may be smaller than its outline. */
static void outline_number(const Panel *panel, const DrawHeatmap *map) {
  const View *view = panel->scene->view;
  if (view->watch_row < 0 || view->watch_row >= map->values.rows ||
      view->watch_col >= map->values.cols)
    return;
  Box cell = draw_heatmap_cell(map, view->watch_row, view->watch_col);
  float least = panel_pt(panel, 5);
  Box box = {cell.x + cell.w / 2 - fmaxf(cell.w, least) / 2,
             cell.y + cell.h / 2 - fmaxf(cell.h, least) / 2, fmaxf(cell.w, least),
             fmaxf(cell.h, least)};
  pen_focus_outline(
      panel->pen,
      (DrawBox){.box = box_inset(box, -1), .corner = 1, .stroke_width = panel_pt(panel, 1.5f)});
}

static void draw_picture(const Panel *panel, const Pictures *pictures, int index, Box box) {
  assert(index >= 0 && index < PICTURES);
  const Pen *pen = panel->pen;
  float line = panel_pt(panel, NAME_LINE);
  MatView values = pictures->at[index];
  pen_text_in(pen, style_of(FACE_SEMIBOLD, SMALL, pen->theme->muted),
              (Box){box.x, box.y, box.w, line}, str_from(pictures->names[index]));
  Box cells = {box.x, box.y + line + panel_pt(panel, 4), box.w, box.h - line - panel_pt(panel, 4)};
  DrawHeatmap map = {.box = cells,
                     .values = values,
                     .mix = 1,
                     .palette = palette_for(panel->scene->view->palette, true),
                     .range = pictures->ranges[index],
                     .filled = -1,
                     .theme = pen->theme->id};
  draw_heatmap(pen->list, map);
  mark_head(panel, &map);
  outline_number(panel, &map);
  if (!panel->scene->interactive) return;
  draw_hit(
      pen->list,
      (DrawHit){
          .box = cells,
          .rows = values.rows,
          .cols = values.cols,
          .cursor = CURSOR_CROSS,
          .click =
              panel_words(panel, "watch %s %%r %%c", view_watch_name(panel->scene->view->watch)).at,
          .tip = _("a click follows this number through the next step")});
}

/* One scale for the matrix at both steps, another for the difference. */
static void draw_pictures(const Panel *panel, const void *data, Box box) {
  const Pictures *pictures = data;
  float gap = panel_pt(panel, 12), bar = panel_pt(panel, BAR);
  Box bars = {box.x, box.y + box.h - bar, box.w, bar};
  box.h = box.h - bar - gap / 2;
  PaletteId palette = palette_for(panel->scene->view->palette, true);
  for (int i = 0; i < PICTURES; i++)
    draw_picture(panel, pictures, i, box_column(box, i, PICTURES, gap));
  Box of_both = box_column(bars, 0, PICTURES, gap), of_change = box_column(bars, 2, PICTURES, gap);
  of_both.w = 2 * of_both.w + gap;
  pen_wide_bar(panel->pen, of_both, palette, pictures->ranges[1]);
  pen_wide_bar(panel->pen, of_change, palette, pictures->ranges[2]);
}

static void add_pictures(Panel *panel, const TrainingPicture *picture) {
  float most = fmaxf(largest_of(picture->before), largest_of(picture->now));
  Pictures pictures = {
      .at = {picture->before, picture->now, picture->change},
      .names = {_("step 0"), panel_words(panel, _("step %d"), picture->step).at, _("difference")},
      .ranges = {about_zero(most), about_zero(most), about_zero(largest_of(picture->change))}};
  panel_add(panel, (Section){.draw = draw_pictures,
                             .data = panel_keep(panel, &pictures, sizeof pictures),
                             .least = panel_pt(panel, PICTURE_LEAST + 2 * NAME_LINE),
                             .wanted = panel_pt(panel, PICTURE_MOST + 2 * NAME_LINE),
                             .gap = panel_pt(panel, 12),
                             .rank = RANK_BODY});
}

/* ---- what changed, in numbers ---- */

/* "row 3 (because), column 4" */
static Str number_words(const Panel *panel, const TrainingPicture *picture, int row, int col) {
  Str word = picture->row_words ? picture->row_words[row] : (Str){"", 0};
  if (word.bytes == 0) return panel_words(panel, _("row %d, column %d"), row + 1, col + 1);
  return panel_words(panel, _("row %d (%.*s), column %d"), row + 1, (int)word.bytes, word.at,
                     col + 1);
}

static void add_change(Panel *panel, const TrainingPicture *picture) {
  int row = 0, col = 0;
  double squares = 0;
  for (int r = 0; r < picture->change.rows; r++)
    for (int c = 0; c < picture->change.cols; c++) {
      float now = mat_get(picture->change, r, c);
      squares += (double)now * (double)now;
      if (fabsf(now) <= fabsf(mat_get(picture->change, row, col))) continue;
      row = r;
      col = c;
    }
  Number most = number_full(mat_get(picture->change, row, col));
  double count = (double)picture->change.rows * (double)picture->change.cols;
  Number mean = number_full((float)sqrt(squares / count));
  panel_add_fact(panel,
                 panel_words(panel, _("largest: %s"), number_words(panel, picture, row, col).at),
                 panel_words(panel, "%s", most.at), RANK_FACTS);
  panel_add_fact(panel, str_from(_("usual size (root of the mean square)")),
                 panel_words(panel, "%s", mean.at), RANK_FACTS);
}

/* ---- one step of one number ---- */

static Str full(const Panel *panel, double value) {
  Number number = number_full((float)value);
  return panel_words(panel, "%s", number.at);
}

static void add_number(Panel *panel, const char *name, double value) {
  panel_add_fact(panel, str_from(name), full(panel, value), RANK_STEPS);
}

/* Both moments start at 0, which biases them early on; this division corrects it. */
static double first_hat(const TrainingStep *step) {
  assert(step->step > 0);
  return (double)step->first_moment / (1 - pow(step->beta_1, step->step));
}
static double second_hat(const TrainingStep *step) {
  assert(step->step > 0);
  return (double)step->second_moment / (1 - pow(step->beta_2, step->step));
}

static void add_moments(Panel *panel, const TrainingStep *step) {
  double rest_1 = 1 - step->beta_1, rest_2 = 1 - step->beta_2;
  add_number(panel, panel_words(panel, "m ← %g m + %.2g g", step->beta_1, rest_1).at,
             (double)step->first_moment);
  add_number(panel, panel_words(panel, "v ← %g v + %.2g g²", step->beta_2, rest_2).at,
             (double)step->second_moment);
  Number raised = number_raised(step->step);
  add_number(panel, panel_words(panel, "m̂ = m / (1 − %g%s)", step->beta_1, raised.at).at,
             first_hat(step));
  add_number(panel, panel_words(panel, "v̂ = v / (1 − %g%s)", step->beta_2, raised.at).at,
             second_hat(step));
}

/* Enough decimals to show the step, up to the precision of a float. A step of 10⁻⁵ on a weight of
** 0.3 would be invisible with two. */
static int decimals_of(const TrainingStep *step) {
  double change = fabs((double)step->after - (double)step->before);
  int decimals = change > 0 ? 1 - (int)ceil(log10(change)) : 0;
  return decimals < DECIMALS_LEAST  ? DECIMALS_LEAST
         : decimals > DECIMALS_MOST ? DECIMALS_MOST
                                    : decimals;
}

static Str weight_of(const Panel *panel, const TrainingStep *step, float weight) {
  Number number = number_signed(weight, decimals_of(step));
  return panel_words(panel, "%s", number.at[0] == '+' ? number.at + 1 : number.at);
}

/* A negative number after an operator is put in brackets. */
static Str factor_of(const Panel *panel, Str number) {
  return number_is_negative(number) ? panel_words(panel, "(%s)", number.at) : number;
}

/* The formula, and below it the same with numbers. */
static void add_update(Panel *panel, const TrainingStep *step) {
  double first = first_hat(step), root = sqrt(second_hat(step));
  Str before = weight_of(panel, step, step->before);
  panel_add_equation(panel, str_from(_("w ← w − η (m̂ / (√v̂ + ε) + λ w)")), RANK_BODY);
  panel_add_equation(panel,
                     panel_words(panel, "= %s − %s (%s / %s + %.3g · %s)", before.at,
                                 full(panel, step->learning_rate).at, full(panel, first).at,
                                 full(panel, root + step->epsilon).at, step->decay,
                                 factor_of(panel, before).at),
                     RANK_NEXT);
  panel_add_note(panel,
                 panel_words(panel,
                             _("η is the learning rate at this step, λ = %.3g the decay, ε = %s"),
                             step->decay, full(panel, step->epsilon).at),
                 RANK_DETAIL);
  panel_add_result(panel, panel_words(panel, "w %s →", before.at),
                   weight_of(panel, step, step->after));
}

static void add_loss(Panel *panel, const TrainingStep *step) {
  add_number(panel, _("loss: mean of −ln p(right)"), step->loss);
  add_number(panel, _("gradient g of this number"), (double)step->gradient);
  if (step->gradient_norm > step->clip)
    panel_add_note(panel,
                   panel_words(panel, _("all gradients were × %.3g: together they are %g long"),
                               step->clip / step->gradient_norm, step->clip),
                   RANK_DETAIL);
}

static void add_step(Panel *panel, const TrainingPicture *picture) {
  const TrainingStep *step = &picture->worked;
  panel_add_rule(panel);
  if (step->step == 0) {
    panel_add_note(panel,
                   str_from(picture->going
                                ? _("Pause, and click a cell: its next step is written out here.")
                                : _("Click a cell: the next step of its number is written out "
                                    "here.")),
                   RANK_NEXT);
    return;
  }
  panel_add_text(
      panel, style_of(FACE_SEMIBOLD, 13, panel->pen->theme->ink),
      panel_words(
          panel, _("Step %d in full: %s, %s"), step->step,
          panel_words(panel, "%.*s", (int)picture->matrix_name.bytes, picture->matrix_name.at).at,
          number_words(panel, picture, panel->scene->view->watch_row, panel->scene->view->watch_col)
              .at),
      RANK_RESULT);
  panel_add_note(panel,
                 panel_words(panel,
                             P_("The first of its %d example: %.*s",
                                "The first of its %d examples: %.*s", step->sequences),
                             step->sequences, (int)step->sample.bytes, step->sample.at),
                 RANK_EXTRA);
  add_loss(panel, step);
  add_moments(panel, step);
  add_update(panel, step);
}

void training_draw_panel(const Scene *scene, Box box) {
  const TrainingPicture *picture = scene->training;
  if (!picture || box.w <= 0) return;
  float margin = MARGIN * scene->pen.text_scale, top = TOP * scene->pen.text_scale;
  Box inside = {box.x + margin, box.y + top, box.w - 2 * margin, box.h - 2 * top};
  Panel panel = {.scene = scene, .pen = &scene->pen, .query = -1, .key = -1, .width = inside.w};
  panel_add_text(&panel, style_of(FACE_SEMIBOLD, SMALL, scene->pen.theme->muted),
                 str_from(_("What training changes")), RANK_TITLE);
  panel_add(&panel, (Section){.draw = draw_choices,
                              .data = picture,
                              .least = panel_pt(&panel, CHIP),
                              .gap = panel_pt(&panel, 8),
                              .rank = RANK_TITLE});
  if (picture->before.at) {
    add_pictures(&panel, picture);
    add_change(&panel, picture);
    add_step(&panel, picture);
  }
  panel_flow(&panel, inside);
}
