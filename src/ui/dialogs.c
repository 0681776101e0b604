/* ui/dialogs.c -- the help: every key on one page.
**
** Two, then three columns are tried at decreasing sizes until every word fits; a page that scrolls
** would hide keys.
*/
#include <math.h>

#include "base/i18n.h"
#include "ui/panels.h"

static const float EDGE = 16, PAD = 20, TITLE_HEIGHT = 40, COLUMN_GAP = 28, PAGE_WIDTH_MOST = 1040;
static const float ROW_LINES = 1.9f; /* row height in text sizes */
static const float SIZE_MOST = 13, SIZE_LEAST = 9, SIZE_STEP = 0.5f, CAP_GAP = 12;

typedef struct HelpPlan {
  int columns, rows;
  float size, row_height, column_width, cap_width;
} HelpPlan;

static TextStyle help_style(const Ui *ui, const HelpPlan *plan) {
  return ui_style(FACE_REGULAR, plan->size, ui->theme->ink, ALIGN_START);
}

static TextStyle key_style(const Ui *ui, const HelpPlan *plan) {
  return ui_style(FACE_SEMIBOLD, plan->size * 0.92f, ui->theme->ink, ALIGN_MIDDLE);
}

/* A key cap is at least as wide as high, so that single letters look like keys. */
static float cap_width(const Ui *ui, const HelpPlan *plan, Str key) {
  float width = pen_width(ui->pen, key_style(ui, plan), key) + ui_pt(ui, plan->size);
  return fmaxf(width, ui_pt(ui, plan->size * 1.75f));
}

/* Columns are filled from top to bottom, so that related keys stay together. */
static HelpPlan plan_with(const Ui *ui, Box area, int columns, float size) {
  HelpPlan plan = {.columns = columns, .size = size};
  plan.rows = (ui->inputs->key_count + columns - 1) / columns;
  plan.row_height = ui_pt(ui, size * ROW_LINES);
  float gaps = ui_pt(ui, COLUMN_GAP) * (float)(columns - 1);
  plan.column_width = (area.w - gaps) / (float)columns;
  return plan;
}

/* The widest cap of a column: words begin behind it. */
static float column_cap_width(const Ui *ui, const HelpPlan *plan, int column) {
  float widest = 0;
  for (int i = column * plan->rows; i < (column + 1) * plan->rows; i++)
    if (i < ui->inputs->key_count)
      widest = fmaxf(widest, cap_width(ui, plan, ui->inputs->keys[i].key));
  return widest;
}

static float column_words_width(const Ui *ui, const HelpPlan *plan, int column) {
  float widest = 0;
  for (int i = column * plan->rows; i < (column + 1) * plan->rows; i++)
    if (i < ui->inputs->key_count)
      widest = fmaxf(widest, pen_width(ui->pen, help_style(ui, plan), ui->inputs->keys[i].help));
  return widest + 1;
}

/* Caps, words and the gap between them. */
static float widest_column(const Ui *ui, const HelpPlan *plan) {
  float widest = 0;
  for (int column = 0; column < plan->columns; column++)
    widest =
        fmaxf(widest, column_cap_width(ui, plan, column) + column_words_width(ui, plan, column));
  return widest + ui_pt(ui, CAP_GAP);
}

/* The first plan in which everything fits; else the smallest, whose words end in “…”. Large text
** may become smaller than the design's sizes, but not smaller than at text scale 1. */
static HelpPlan choose_plan(const Ui *ui, Box area) {
  float least = SIZE_LEAST / fmaxf(ui->pen->text_scale, 1);
  HelpPlan plan = {0};
  for (float size = SIZE_MOST; size >= least; size -= SIZE_STEP)
    for (int columns = 2; columns <= 3; columns++) {
      plan = plan_with(ui, area, columns, size);
      bool is_high = (float)plan.rows * plan.row_height > area.h;
      if (!is_high && widest_column(ui, &plan) <= plan.column_width) return plan;
    }
  plan.row_height = fminf(plan.row_height, area.h / (float)plan.rows);
  return plan;
}

static void key_draw(const Ui *ui, const HelpPlan *plan, const UiKey *key, Box row) {
  Box cap = cut_left(&row, plan->cap_width);
  float width = cap_width(ui, plan, key->key), height = ui_pt(ui, plan->size * 1.55f);
  cap = (Box){cap.x + cap.w - width, cap.y + (cap.h - height) / 2, width, height};
  draw_box(ui->list, (DrawBox){.box = cap,
                               .corner = ui_pt(ui, 3),
                               .fill = ui->theme->paper,
                               .stroke = ui->theme->line,
                               .stroke_width = 1});
  pen_text_in(ui->pen, key_style(ui, plan), cap, key->key);
  cut_left(&row, ui_pt(ui, CAP_GAP));
  pen_text_in(ui->pen, help_style(ui, plan), row, key->help);
}

static void keys_draw(const Ui *ui, Box area) {
  if (ui->inputs->key_count == 0) return;
  HelpPlan plan = choose_plan(ui, area);
  for (int i = 0; i < ui->inputs->key_count; i++) {
    float column = (float)(i / plan.rows), row = (float)(i % plan.rows);
    Box box = {area.x + column * (plan.column_width + ui_pt(ui, COLUMN_GAP)),
               area.y + row * plan.row_height, plan.column_width, plan.row_height};
    plan.cap_width = column_cap_width(ui, &plan, i / plan.rows);
    key_draw(ui, &plan, &ui->inputs->keys[i], box);
  }
}

/* The panel is as high as its plan, so that a large window shows no empty page. */
static Box help_panel(const Ui *ui) {
  Box window = ui->layout->window;
  float edge = ui_pt(ui, EDGE), chrome = ui_pt(ui, 2 * PAD + TITLE_HEIGHT);
  float width = fminf(window.w - 2 * edge, ui_pt(ui, PAGE_WIDTH_MOST));
  float most = window.h - 2 * edge;
  HelpPlan plan = {0};
  if (ui->inputs->key_count > 0)
    plan = choose_plan(ui, (Box){0, 0, width - 2 * ui_pt(ui, PAD), most - chrome});
  float height = fminf(most, chrome + (float)plan.rows * plan.row_height);
  return box_centred(window, width, height);
}

void help_draw(const Ui *ui) {
  Box panel = help_panel(ui);
  ui_dialog(ui, panel, NULL);
  Box inside = box_inset(panel, ui_pt(ui, PAD));
  ui_dialog_title(ui, cut_top(&inside, ui_pt(ui, TITLE_HEIGHT)), str_from(_("Keys")),
                  ui->inputs->version);
  keys_draw(ui, inside);
}
