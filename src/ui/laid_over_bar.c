/* ui/laid_over_bar.c -- the bar below the formula, only while something is laid over the model or a
** run is kept.
**
**   laid over   [ window mask (3) − + × ]  [ Linformer − 4 + × ]   [ exact beside ]  [ shuffle ]
**   [ kept · “tired” × ]   [ beside ]  [ swap ]   Only one of the two runs has this stage.
**
** A chip is taken away by a click on it, or with Enter: its whole area answers but for − and +,
** since its cross is small. Under the pointer it says what it means. Where the window is too narrow
** for all, chips lose their steppers, then all words get narrower alike.
*/
#include <math.h>

#include "base/i18n.h"
#include "ui/panels.h"

static const float MARGIN = 24, HEIGHT = 22, PAD = 8, GAP = 6, CORNER = 5, SIZE = 10.5f, CROSS = 11,
                   STEPPER = 16, WORDS_LEAST = 120;

static TextStyle style_of(const Ui *ui) {
  return ui_style(FACE_MEDIUM, SIZE, ui->theme->ink, ALIGN_START);
}

static bool has_stepper(const UiNumber *number) {
  return number->value.bytes > 0 || number->less.bytes > 0 || number->more.bytes > 0;
}

static TextStyle value_style(const Ui *ui) {
  return ui_style(FACE_MONO, SIZE, ui->theme->ink, ALIGN_MIDDLE);
}

/* With the gap before it. */
static float stepper_width(const Ui *ui, const UiNumber *number) {
  float value = number->value.bytes > 0 ? pen_width(ui->pen, value_style(ui), number->value) : 0;
  return 2 * ui_pt(ui, STEPPER) + value + ui_pt(ui, value > 0 ? 10 : 3) + ui_pt(ui, GAP);
}

static float steppers_width(const Ui *ui, const UiChip *chip) {
  float width = 0;
  for (int i = 0; i < UI_NUMBERS; i++)
    if (has_stepper(&chip->numbers[i])) width += stepper_width(ui, &chip->numbers[i]);
  return width;
}

/* Without its steppers. */
static float chip_width(const Ui *ui, const UiChip *chip) {
  float cross = chip->command ? ui_pt(ui, CROSS + PAD / 2) : 0;
  return pen_width(ui->pen, style_of(ui), chip->label) + 1 + ui_pt(ui, 2 * PAD) + cross;
}

static void steppers_draw(const Ui *ui, const UiChip *chip, Box box) {
  float side = ui_pt(ui, STEPPER);
  for (int i = 0; i < UI_NUMBERS; i++) {
    const UiNumber *number = &chip->numbers[i];
    if (!has_stepper(number)) continue;
    cut_left(&box, ui_pt(ui, GAP));
    Box place = cut_left(&box, stepper_width(ui, number) - ui_pt(ui, GAP));
    ui_stepper(ui, (Box){place.x, place.y + (place.h - side) / 2, place.w, side}, number, SIZE);
  }
}

/* What it means, and what a click does. */
static const char *tip_of(const Ui *ui, const UiChip *chip) {
  const char *click = ui_format(ui, _("Takes this away: %s"), ui_str(ui, chip->label));
  return chip->tip && chip->tip[0] ? ui_format(ui, "%s %s", chip->tip, click) : click;
}

static void chip_draw(const Ui *ui, const UiChip *chip, Box box, float steppers) {
  const Theme *theme = ui->theme;
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = ui_pt(ui, CORNER),
                               .fill = theme->empty_cell, /* no role is meant */
                               .stroke = theme->muted,
                               .stroke_width = 1});
  Box words = {box.x + ui_pt(ui, PAD), box.y, box.w - ui_pt(ui, 2 * PAD), box.h};
  if (chip->command) {
    float side = ui_pt(ui, CROSS);
    Box cross = {box.x + box.w - ui_pt(ui, PAD) - side, box.y + (box.h - side) / 2, side, side};
    words.w -= side + ui_pt(ui, PAD / 2);
    ui_icon(ui, ICON_CLOSE, cross, theme->ink);
  }
  Box numbers = cut_right(&words, steppers);
  pen_words_in(ui->pen, style_of(ui), words, chip->label);
  ui_hit(ui, box, chip->command ? CURSOR_HAND : CURSOR_ARROW,
         chip->command ? tip_of(ui, chip) : chip->tip, chip->command);
  if (steppers > 0) steppers_draw(ui, chip, numbers);
}

/* What the bar ends in: the choices of a quiz, the kept run beside and its change of places, exact
** attention beside what is laid over, and the order experiment. */
enum { ENDS = 5 };
typedef struct Ends {
  Toggle of[ENDS];
  int count;
} Ends;

static Ends list_ends(const Ui *ui) {
  Ends ends = {.count = 0};
  if (ui->inputs->asks_quiz)
    ends.of[ends.count++] = (Toggle){.label = str_from(_("which mistake?")),
                                     .chosen = ui->view->menu == MENU_QUIZ,
                                     .command = "menu quiz",
                                     .tip = _("The answers to choose from (Ctrl-W)")};
  bool is_beside = ui->view->compare == COMPARE_KEPT;
  if (ui->inputs->has_kept)
    ends.of[ends.count++] =
        (Toggle){.label = str_from(_("beside")),
                 .chosen = is_beside,
                 .command = is_beside ? "compare off" : "compare kept",
                 .tip = _("The kept run beside this one, with their difference")};
  if (ui->inputs->has_kept)
    ends.of[ends.count++] = (Toggle){.label = str_from(_("swap")),
                                     .command = "freeze swap",
                                     .tip = _("The kept run and this one change places")};
  if (ui->inputs->can_compare)
    ends.of[ends.count++] =
        (Toggle){.label = str_from(_("exact beside")),
                 .chosen = ui->view->compare == COMPARE_EXACT,
                 .command = "compare toggle",
                 .tip = _("Exact attention over the same Q, K and V beside it, with the difference "
                          "(Ctrl-E)")};
  if (ui->inputs->can_shuffle)
    ends.of[ends.count++] =
        (Toggle){.label = str_from(_("shuffle")),
                 .command = "shuffle",
                 .tip = _("The tokens in another order, their rows put back beside those of the "
                          "sentence: without positions nothing else changes")};
  return ends;
}

static float end_width(const Ui *ui, const Toggle *end) {
  return pen_width(ui->pen, style_of(ui), end->label) + 1 + ui_pt(ui, 2 * PAD);
}

void laid_over_bar_draw(const Ui *ui) {
  const UiInputs *inputs = ui->inputs;
  Box bar = ui->layout->laid_over;
  Str head = str_from(_("laid over"));
  float gap = ui_pt(ui, GAP), high = fminf(ui_pt(ui, HEIGHT), bar.h), chips = 0;
  if (bar.w <= 0 || inputs->laid_over_count == 0) return;
  pen_rule(ui->pen, (Point){0, bar.y + bar.h}, (Point){bar.w, bar.y + bar.h});
  Box row = {ui_pt(ui, MARGIN), bar.y + (bar.h - high) / 2, bar.w - 2 * ui_pt(ui, MARGIN), high};
  for (int i = 0; i < inputs->laid_over_count; i++)
    chips += chip_width(ui, &inputs->laid_over[i]) + gap;
  float steppers = 0;
  for (int i = 0; i < inputs->laid_over_count; i++)
    steppers += steppers_width(ui, &inputs->laid_over[i]);
  TextStyle muted = ui_style(FACE_REGULAR, SIZE, ui->theme->muted, ALIGN_START);
  float name = pen_width(ui->pen, muted, head) + 2 * gap, last = 0;
  Ends ends = list_ends(ui);
  for (int i = 0; i < ends.count; i++) last += end_width(ui, &ends.of[i]) + gap;
  bool has_steppers = chips + steppers + last <= row.w;
  if (has_steppers) chips += steppers;
  bool is_kept_alone = inputs->has_kept && inputs->laid_over_count == 1;
  if (is_kept_alone) name = 0;
  bool has_name = name > 0 && name + chips + last <= row.w;
  if (has_name) pen_text_in(ui->pen, muted, cut_left(&row, name), head);
  float narrower = fminf(1, (row.w - last) / fmaxf(chips, 1));
  for (int i = 0; i < inputs->laid_over_count; i++) {
    const UiChip *chip = &inputs->laid_over[i];
    float own = has_steppers ? steppers_width(ui, chip) : 0;
    chip_draw(ui, chip, cut_left(&row, (chip_width(ui, chip) + own) * narrower), own);
    cut_left(&row, gap * narrower);
  }
  for (int i = 0; i < ends.count; i++) {
    Toggle end = ends.of[i];
    end.face = FACE_MEDIUM;
    end.size = SIZE;
    end.corner = ui_pt(ui, CORNER);
    control_toggle(ui->pen, cut_left(&row, end_width(ui, &end)), end);
    cut_left(&row, gap);
  }
  if (!inputs->has_kept || row.w < ui_pt(ui, WORDS_LEAST)) return;
  pen_text_in(ui->pen, muted, row, str_from(inputs->kept_note));
}
