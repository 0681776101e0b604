/* ui/menu_place.c -- where the panel of a menu lies, and how large its words are: below the button
** that opened it, or in the middle of the window. */
#include <math.h>

#include "base/number.h"
#include "ui/menu_internal.h"

static const float TILES_WIDTH = 860, LESSON_WIDTH = 350;
static const float GROWN_LEAST = 0.84f; /* of a menu that grew with the text: then it scrolls */

static const float widths[MENU_COUNT] = {
    [MENU_MODEL] = 400,  [MENU_ATTENTION] = 380, [MENU_EXAMPLES] = 460, [MENU_PALETTE] = 340,
    [MENU_EXPORT] = 420, [MENU_RESTORE] = 440,   [MENU_TASK] = 460,     [MENU_QUESTION] = 480,
    [MENU_SCRIPT] = 520, [MENU_LESSONS] = 520,   [MENU_WHAT_IF] = 480,  [MENU_QUIZ] = 440};

/* A list without pictures or tiles stands in one column as long as that is not too high. */
static bool needs_columns(const Ui *ui) {
  if (ui->view->menu != MENU_LESSONS) return true;
  float height = ui_pt(ui, MENU_TITLE_HEIGHT + 2 * MENU_PAD);
  float width = ui_pt(ui, widths[MENU_LESSONS] - 2 * MENU_PAD);
  for (int i = 0; i < ui->inputs->menu_count; i++)
    height += menu_row_height(ui, &ui->inputs->menu[i], width);
  return height > ui_dialog_room(ui);
}

/* Whether some choices stand in a second column. */
bool menu_has_columns(const Ui *ui) {
  static const float least = 780;
  bool begins = false;
  for (int i = 0; i < ui->inputs->menu_count; i++) begins |= ui->inputs->menu[i].begins_column;
  return begins && ui->layout->window.w >= ui_pt(ui, least) && needs_columns(ui);
}

float menu_width(const Ui *ui) {
  float width = ui_pt(ui, widths[ui->view->menu]);
  bool columns = menu_has_columns(ui), lessons = ui->view->menu == MENU_LESSONS;
  if (columns && lessons) width = ui_pt(ui, 2 * LESSON_WIDTH + MENU_COLUMN_GAP + 2 * MENU_PAD);
  else if (columns) width += ui_pt(ui, TILES_WIDTH + MENU_COLUMN_GAP);
  return fminf(width, ui->layout->window.w - 2 * ui_pt(ui, MENU_EDGE));
}

/* Of the first column, of rows; the second, of tiles, has the rest. Two of lessons are alike. */
float menu_column_width(const Ui *ui, float width) {
  if (!menu_has_columns(ui)) return width;
  if (ui->view->menu == MENU_LESSONS) return (width - ui_pt(ui, MENU_COLUMN_GAP)) / 2;
  return ui_pt(ui, widths[ui->view->menu] - 2 * MENU_PAD);
}

/* The box of the button that opened the menu, computed each time because menus have no state. */
static Box anchor_of(const Ui *ui) {
  TopBar bar = top_bar_place(ui);
  switch (ui->view->menu) {
  case MENU_MODEL:
    return ui_menu_anchor(ui, bar.model);
  case MENU_ATTENTION:
  case MENU_WHAT_IF:
    return ui_menu_anchor(ui, bar.attention);
  case MENU_EXAMPLES:
    return ui_menu_anchor(ui, bar.examples);
  case MENU_PALETTE:
    return ui_menu_anchor(ui, bar.palette.w > 0 ? bar.palette : bar.theme);
  case MENU_EXPORT:
    return ui_menu_anchor(ui, bar.export_button);
  case MENU_TASK:
    return training_task_box(ui);
  default:
    return ui->layout->window;
  }
}

bool menu_is_question(const Ui *ui) {
  MenuId menu = ui->view->menu;
  return menu == MENU_RESTORE || menu == MENU_QUESTION || menu == MENU_SCRIPT || menu == MENU_QUIZ;
}

static Box panel_place(const Ui *ui, Box anchor, float width, float height) {
  Box window = ui->layout->window;
  float edge = ui_pt(ui, MENU_EDGE);
  if (menu_is_question(ui) || ui->view->menu == MENU_LESSONS)
    return ui_dialog_place(ui, width, fminf(height, window.h - 2 * edge));
  float x = fminf(anchor.x, window.w - edge - width);
  if (ui->view->menu == MENU_EXAMPLES) x = anchor.x + anchor.w - width;
  float top = anchor.y + anchor.h + ui_pt(ui, 8);
  return (Box){fmaxf(edge, x), top, width, fminf(height, window.h - top - edge)};
}

/* Larger text makes a menu larger, as far as lines of words stay in the window. */
static float growth_of(const Ui *ui) {
  const float most = 1.7f;
  const DrawList *list = ui->list;
  if (ui->view->text_scale <= 1) return 1;
  float asked = ui->view->text_scale * layout_growth(list->width_pt, list->height_pt);
  float wide =
      (ui->layout->window.w - 2 * ui_pt(ui, MENU_EDGE)) / ui_pt(ui, widths[ui->view->menu]);
  return float_clamp(asked / ui->pen->text_scale, 1, fmaxf(1, fminf(most, wide)));
}

/* A menu slightly too high for the window is drawn smaller, down to the size of the window's small
** text; one higher than that scrolls in its own size. */
static MenuChoices choose_size(const Ui *ui, Pen *pen, Box anchor) {
  static const float sizes[] = {0.94f, 0.84f, 0.76f, 0.68f, 0.6f, 0.52f, 1};
  const float least = 0.94f; /* makes a note as small as the smallest labels of bars and panels */
  const float of_window = 0.66f; /* in a large window: not below its smallest words */
  float growth = growth_of(ui);
  float least_scale = fmaxf(least * fminf(pen->text_scale, 1), of_window * pen->text_scale);
  if (growth > 1) least_scale = fmaxf(least_scale, pen->text_scale * growth * GROWN_LEAST);
  pen->text_scale *= growth;
  float scale = pen->text_scale, most = ui->layout->window.h - anchor.y - anchor.h - ui_pt(ui, 20);
  MenuChoices place = menu_choices_place(ui, menu_width(ui) - 2 * ui_pt(ui, MENU_PAD));
  for (int i = 0; i < 7 && place.choices && menu_whole_height(ui, place.height) > most; i++) {
    if (scale * sizes[i] < least_scale - 0.001f) continue;
    pen->text_scale = scale * sizes[i];
    place = menu_choices_place(ui, menu_width(ui) - 2 * ui_pt(ui, MENU_PAD));
  }
  return place;
}

static MenuPanel panel_below(const Ui *outer, Box anchor, float *wanted) {
  MenuPanel panel = {.pen = *outer->pen};
  Ui sized = *outer, *ui = &sized;
  sized.pen = &panel.pen;
  panel.content = choose_size(ui, &panel.pen, anchor);
  *wanted = menu_whole_height(ui, panel.content.height);
  panel.box = panel_place(ui, anchor, menu_width(ui), *wanted);
  return panel;
}

/* What-ifs change the formula: its band stays free where the whole menu has room below it. */
MenuPanel menu_panel_place(const Ui *ui) {
  Box anchor = anchor_of(ui), formula = ui->layout->formula, lower = anchor;
  float wanted, slack = 0.5f;
  if (ui->view->menu == MENU_WHAT_IF && formula.h > 0) {
    lower.h = formula.y + formula.h - lower.y;
    MenuPanel panel = panel_below(ui, lower, &wanted);
    if (wanted <= panel.box.h + slack) return panel;
  }
  return panel_below(ui, anchor, &wanted);
}

bool menu_leaves_picture(const Ui *ui) {
  MenuId menu = ui->view->menu;
  if (menu == MENU_EXAMPLES || menu == MENU_PALETTE) return true;
  const ScreenLayout *layout = ui->layout; /* where the panel is folded, numbers are in its place */
  if (menu != MENU_WHAT_IF || layout->inspector.w <= 0) return false;
  return menu_panel_place(ui).box.x >= layout->window.x + layout->window.w / 2;
}
