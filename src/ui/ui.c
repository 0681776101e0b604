/* ui/ui.c -- draws all widgets in order. */
#include "ui/ui.h"

#include "ui/panels.h"

/* What a what-if changes is looked at while it is chosen: formula and picture stay as they are. */
static void dim_beside_picture(const Ui *ui) {
  const ScreenLayout *layout = ui->layout;
  Box below = layout->window, centre = layout->centre;
  float bottom = centre.y + centre.h, right = centre.x + centre.w;
  cut_top(&below, bottom);
  Box sides[] = {{0, centre.y, centre.x, bottom - centre.y},
                 {right, centre.y, layout->window.w - right, bottom - centre.y},
                 below};
  for (int i = 0; i < 3; i++)
    draw_box(ui->list, (DrawBox){.box = sides[i], .fill = ui->theme->shade});
}

/* Dialogs stand out from the window, whose words would otherwise go on at their sides. Above a
** large menu the bar it hangs from is as it was: its other buttons answer. */
static void dim_behind(const Ui *ui) {
  Box behind = ui->layout->window;
  bool hangs = ui_menu_hangs(ui), leaves = hangs && menu_leaves_picture(ui);
  if (leaves && ui->view->menu == MENU_WHAT_IF) dim_beside_picture(ui);
  if (leaves) return;
  if (hangs && !ui->view->presenter) cut_top(&behind, ui->layout->top_bar.h);
  draw_box(ui->list, (DrawBox){.box = behind, .fill = ui->theme->shade});
}

/* A click beside an open menu closes it and does nothing else, except on the
** button of another menu. */
static void open_menu_draw(const Ui *ui) {
  if (ui->view->menu == MENU_NONE || ui->view->menu == MENU_RECIPE) return;
  ui_hit(ui, ui->layout->window, CURSOR_ARROW, NULL, "menu none");
  if (ui_menu_hangs(ui) && !ui->view->presenter) top_bar_menus_answer(ui);
  dim_behind(ui);
  if (ui->view->menu == MENU_HELP) help_draw(ui);
  else if (ui->view->menu == MENU_EXPORT) export_panel_draw(ui);
  else if (ui->view->menu == MENU_BROWSE) browser_draw(ui);
  else if (ui->view->menu == MENU_CARD) card_draw(ui);
  else menu_draw(ui);
}

/* Menus come last, because the later of two hits answers; the message comes after the status
** bar, which it may cover. */
void ui_build(const UiInputs *inputs, const View *view, const ScreenLayout *layout,
              const Pen *pen) {
  Ui ui = ui_make(inputs, view, layout, pen);
  if (view->presenter) {
    presenter_bar_draw(&ui);
    lesson_panel_draw(&ui);
    toast_draw(&ui);
    open_menu_draw(&ui);
    return;
  }
  top_bar_draw(&ui);
  ui.list->tab_stop = TAB_LAID_OVER;
  laid_over_bar_draw(&ui);
  ui.list->tab_stop = TAB_SIDE;
  if (training_is_shown(&ui)) training_panel_draw(&ui);
  lesson_panel_draw(&ui);
  transport_bar_draw(&ui);
  ui.list->tab_stop = TAB_FOOT;
  status_bar_draw(&ui);
  ui.list->tab_stop = TAB_EACH;
  toast_draw(&ui);
  open_menu_draw(&ui);
}

Box ui_caret_box(const UiInputs *inputs, const View *view, const ScreenLayout *layout,
                 const Pen *pen) {
  bool is_second = inputs->second && inputs->second->editing;
  if (!inputs->sentence.editing && !is_second) return (Box){0};
  Ui ui = ui_make(inputs, view, layout, pen), *edited = &ui;
  UiInputs of_second;
  Ui second = is_second ? second_ui(&ui, &of_second) : ui;
  if (is_second) edited = &second;
  if (view->presenter) {
    PresenterBar strip = presenter_bar_place(&ui);
    edited->pen = &strip.pen;
    return editor_caret(edited, is_second ? strip.second : strip.sentence);
  }
  TopBar bar = top_bar_place(&ui);
  return editor_caret(edited, is_second ? second_area(&ui, &bar) : sentence_area(&ui, &bar));
}
