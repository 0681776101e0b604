/* ui/training_panel.c -- the left panel of the training view: the task, its sizes, and the buttons.
**
** Without enough room these are left out in this order: the pattern's words, the question's words,
** the gaps.
*/
#include <math.h>

#include "base/i18n.h"
#include "ui/panels.h"

static const float MARGIN = 16, DROP_HEIGHT = 36, BUTTON_HEIGHT = 30, GAP = 8, LINE_GAP = 1.2f;
static const float ROW_MOST = 32, ROW_LEAST = 24, SIDE = 24;
static const float LABEL_SIZE = 12, NOTE_SIZE = 11, VALUE_SIZE = 12;

bool training_is_shown(const Ui *ui) {
  return ui->view->kind == VIEW_TRAINING && ui->inputs->training && ui->inputs->training->fields;
}

/* The margins of the panel of heads, which this replaces. */
static Box content(const Ui *ui) {
  Box panel = ui->layout->heads;
  float margin = ui_pt(ui, MARGIN);
  return (Box){panel.x + margin, panel.y + ui_pt(ui, 14), panel.w - 2 * margin,
               panel.h - ui_pt(ui, 26)};
}

Box training_task_box(const Ui *ui) {
  if (!training_is_shown(ui)) return ui->layout->top_bar;
  Box box = content(ui);
  return (Box){box.x, box.y, box.w, ui_pt(ui, DROP_HEIGHT)};
}

/* Tab moves into the fields as into a menu. */
static bool is_focused(const Ui *ui, int field) {
  return ui->view->menu == MENU_RECIPE && ui->view->menu_item == field;
}

/* ---- the task ---- */

static void task_draw(const Ui *ui, Box box) {
  ui_drop_down(ui, box,
               (DropDown){.label = str_from(_("Task")),
                          .value = ui->inputs->training->fields[0].numbers[0].value,
                          .command = ui_menu_command(ui, MENU_TASK, "task"),
                          .open = ui->view->menu == MENU_TASK});
  if (is_focused(ui, 0)) ui_focus_ring(ui, box, ui_pt(ui, 6));
}

static TextStyle question_style(const Ui *ui) {
  return ui_style(FACE_MEDIUM, LABEL_SIZE, ui->theme->ink, ALIGN_START);
}

static TextStyle note_style(const Ui *ui) {
  return ui_style(FACE_REGULAR, NOTE_SIZE, ui->theme->muted, ALIGN_START);
}

/* Draws the words whole or not at all; returns the remaining box. */
static Box words_draw(const Ui *ui, Box rest, TextStyle style, Str words, float keep) {
  float height = pen_wrapped_height(ui->pen, style, rest.w, LINE_GAP, words);
  if (words.bytes == 0 || height + ui_pt(ui, GAP) > rest.h - keep) return rest;
  pen_text_wrapped(ui->pen, style, (Box){rest.x, rest.y, rest.w, height + 1}, LINE_GAP, words);
  cut_top(&rest, height + ui_pt(ui, GAP));
  return rest;
}

/* ---- sizes ---- */

static void field_draw(const Ui *ui, int index, Box row) {
  const UiChoice *field = &ui->inputs->training->fields[index];
  float side = fminf(ui_pt(ui, SIDE), row.h - 2), value = ui_pt(ui, 44);
  Box stepper = cut_right(&row, 2 * side + value);
  stepper = box_centred(stepper, stepper.w, side);
  if (is_focused(ui, index)) ui_focus_ring(ui, stepper, ui_pt(ui, 6));
  pen_text_in(ui->pen, ui_style(FACE_REGULAR, LABEL_SIZE, ui->theme->ink, ALIGN_START), row,
              field->label);
  ui_stepper(ui, stepper, &field->numbers[0], VALUE_SIZE);
}

static int rows_of(const Ui *ui) { return ui->inputs->training->field_count - 1; }

/* Rows shrink together, so that their values stay in a column with even steps. */
static void fields_draw(const Ui *ui, Box *rest) {
  float row = fminf(ui_pt(ui, ROW_MOST), rest->h / (float)(rows_of(ui) > 0 ? rows_of(ui) : 1));
  for (int i = 1; i < ui->inputs->training->field_count; i++) field_draw(ui, i, cut_top(rest, row));
}

/* ---- buttons ---- */

static void buttons_draw(const Ui *ui, Box box) {
  const UiTraining *training = ui->inputs->training;
  float gap = ui_pt(ui, GAP), height = (box.h - gap) / 2;
  bool ended = training->finished || training->stopped;
  const char *label = training->going ? _("Pause") : training->step > 0 ? _("Go on") : _("Train");
  ui_button(ui, cut_top(&box, height),
            (Button){.label = str_from(label),
                     .command = "train toggle",
                     .tip = _("Space does the same"),
                     .look = ended ? BUTTON_OFF : BUTTON_DARK});
  cut_top(&box, gap);
  float half = (box.w - gap) / 2;
  ui_button(ui, cut_left(&box, half),
            (Button){.label = str_from(_("Again")),
                     .command = "train again",
                     .tip = _("From step 0 with the same numbers"),
                     .look = training->steps_done > 0 ? BUTTON_PLAIN : BUTTON_OFF});
  cut_left(&box, gap);
  ui_button(ui, box,
            (Button){.label = str_from(_("Keep")),
                     .command = "train keep",
                     .tip = _("Writes the model on show as a folder that opens like any other"),
                     .look = BUTTON_PLAIN});
}

void training_panel_draw(const Ui *ui) {
  Box rest = content(ui);
  const UiTraining *training = ui->inputs->training;
  if (rest.w <= 0) return;
  float gap = ui_pt(ui, GAP);
  task_draw(ui, cut_top(&rest, ui_pt(ui, DROP_HEIGHT)));
  cut_top(&rest, gap);
  Box buttons = cut_bottom(&rest, 2 * ui_pt(ui, BUTTON_HEIGHT) + gap);
  cut_bottom(&rest, gap);
  float keep = ui_pt(ui, ROW_LEAST) * (float)rows_of(ui) + gap;
  rest = words_draw(ui, rest, question_style(ui), training->question, keep);
  rest = words_draw(ui, rest, note_style(ui), training->pattern, keep);
  fields_draw(ui, &rest);
  cut_top(&rest, gap);
  if (training->has_former)
    words_draw(ui, rest, note_style(ui), str_from(_("Ctrl-Z leads back to the former training.")),
               0);
  buttons_draw(ui, buttons);
}
