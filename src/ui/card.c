/* ui/card.c -- the card of the model on show: a picture of its layers, names, numbers and warnings
** on one page.
**
** Decreasing text sizes are tried until every word fits, as in the help. The picture is left out
** where the words would become small for it.
*/
#include <math.h>

#include "base/i18n.h"
#include "ui/panels.h"

static const float EDGE = 16, PAD = 22, WIDTH = 620, WIDTH_MOST = 800, NAME_SHARE = 0.26f;
static const float CLOSE_GAP = 10, BELOW_TITLE = 12;
static const float ROW_GAP = 7, LINE_GAP = 1.15f, BELOW_PICTURE = 14;
static const float PICTURE_LEAST = 0.76f; /* of the text size */

static TextStyle name_style(const Ui *ui) {
  return ui_style(FACE_REGULAR, 12, ui->theme->muted, ALIGN_START);
}

static TextStyle value_style(const Ui *ui, const UiFact *fact) {
  return ui_style(fact->is_warning ? FACE_SEMIBOLD : FACE_MEDIUM, 13, ui->theme->ink, ALIGN_START);
}

/* Used both for choosing the size and for drawing, so that what fitted is what is drawn. */
static float fact_height(const Ui *ui, const UiFact *fact, float width) {
  float name = pen_line_height(ui->pen, 13);
  return fmaxf(name,
               pen_wrapped_height(ui->pen, value_style(ui, fact), width, LINE_GAP, fact->value)) +
         ui_pt(ui, ROW_GAP);
}

static float facts_height(const Ui *ui, float width) {
  float height = 0;
  for (int i = 0; i < ui->inputs->card_count; i++)
    height += fact_height(ui, &ui->inputs->card[i], width * (1 - NAME_SHARE));
  return height;
}

static TextStyle title_style(const Ui *ui) {
  return ui_style(FACE_BOLD, 18, ui->theme->ink, ALIGN_START);
}

/* The title's lines beside the close button, and the space below. */
static float title_height(const Ui *ui, float width) {
  float words = width - ui_pt(ui, UI_CLOSE_SIDE + CLOSE_GAP);
  float lines =
      pen_wrapped_height(ui->pen, title_style(ui), words, LINE_GAP, ui->inputs->card_title);
  return fmaxf(lines, ui_pt(ui, UI_CLOSE_SIDE)) + ui_pt(ui, BELOW_TITLE);
}

static float picture_height(const Ui *ui, float width) {
  if (!ui->inputs->card_block) return 0;
  float height = block_diagram_height(ui->pen, ui->inputs->card_block, width);
  return height > 0 ? height + ui_pt(ui, BELOW_PICTURE) : 0;
}

/* Of the panel with all facts and a picture of that height, at the present size of the text. */
static float panel_height(const Ui *ui, float width, float picture) {
  float inside = width - 2 * ui_pt(ui, PAD);
  return picture + facts_height(ui, inside) + title_height(ui, inside) + 2 * ui_pt(ui, PAD);
}

static float width_within(const Ui *ui, float width) {
  return fminf(ui->layout->window.w - 2 * EDGE, width);
}

/* A card that would reach into the bar of the sentence is made wider, so that its lines become
** fewer; one that does so all the same has its first width. */
static Box panel_of_width(const Ui *ui, float width, float height, float *picture) {
  float wide = width_within(ui, ui_pt(ui, WIDTH_MOST)), of_wide = *picture;
  if (height <= ui_dialog_room(ui)) return ui_dialog_place(ui, width, height);
  if (*picture > 0) of_wide = picture_height(ui, wide - 2 * ui_pt(ui, PAD));
  float lower = panel_height(ui, wide, of_wide);
  if (lower > ui_dialog_room(ui) || (*picture > 0 && of_wide <= 0))
    return ui_dialog_place(ui, width, height);
  *picture = of_wide;
  return ui_dialog_place(ui, wide, lower);
}

/* The first size at which all facts fit, below the picture if it may be so small, else without it;
** ui->pen shrinks with it. *picture is the height of the picture then, or 0: there is none. */
static Box choose_panel(const Ui *ui, Pen *pen, float *picture) {
  static const float sizes[] = {1, 0.92f, 0.84f, 0.76f, 0.68f, 0.6f, 0.5f};
  enum { SIZES = sizeof sizes / sizeof sizes[0] };
  Box window = ui->layout->window;
  float scale = pen->text_scale, most = window.h - 2 * EDGE, height = 0;
  float width = width_within(ui, ui_pt(ui, WIDTH)); /* of every size */
  for (int i = 0; i < SIZES && sizes[i] >= PICTURE_LEAST; i++) {
    pen->text_scale = scale * sizes[i];
    *picture = picture_height(ui, width - 2 * ui_pt(ui, PAD));
    height = panel_height(ui, width, *picture);
    if (*picture > 0 && height <= most) return panel_of_width(ui, width, height, picture);
  }
  *picture = 0;
  for (int i = 0; i < SIZES; i++) {
    pen->text_scale = scale * sizes[i];
    height = panel_height(ui, width, 0);
    if (height <= most) break;
  }
  return panel_of_width(ui, width, fminf(height, most), picture);
}

static void title_draw(const Ui *ui, Box box) {
  float button = ui_pt(ui, UI_CLOSE_SIDE);
  Box close = cut_right(&box, button);
  close.h = button;
  cut_right(&box, ui_pt(ui, CLOSE_GAP));
  float lines =
      pen_wrapped_height(ui->pen, title_style(ui), box.w, LINE_GAP, ui->inputs->card_title);
  float spare = fmaxf(button - lines, 0) / 2; /* a single line is centred beside the button */
  pen_text_wrapped(ui->pen, title_style(ui), (Box){box.x, box.y + spare, box.w, lines}, LINE_GAP,
                   ui->inputs->card_title);
  ui_close_button(ui, close);
}

/* A warning has a background of its own, because colour alone is not visible to everybody. */
static void fact_draw(const Ui *ui, const UiFact *fact, Box row) {
  if (fact->is_warning)
    draw_box(ui->list, (DrawBox){.box = {row.x - ui_pt(ui, 8), row.y - ui_pt(ui, 2),
                                         row.w + ui_pt(ui, 16), row.h},
                                 .corner = ui_pt(ui, 6),
                                 .fill = ui->theme->focus_soft});
  Box name = cut_left(&row, row.w * NAME_SHARE);
  name.w -= ui_pt(ui, 10);
  name.h = pen_line_height(ui->pen, 13);
  pen_text_in(ui->pen, name_style(ui), name, fact->name);
  pen_text_wrapped(ui->pen, value_style(ui, fact), row, LINE_GAP, fact->value);
}

/* Shrinks a copy of the pen; the caller's keeps its size. */
void card_draw(const Ui *outer) {
  Pen pen = *outer->pen;
  Ui shrunk = *outer, *ui = &shrunk;
  shrunk.pen = &pen;
  float picture;
  Box panel = choose_panel(ui, &pen, &picture);
  ui_dialog(ui, panel, NULL);
  Box inside = box_inset(panel, ui_pt(ui, PAD));
  title_draw(ui, cut_top(&inside, title_height(ui, inside.w)));
  if (picture > 0) block_diagram_draw(ui->pen, ui->inputs->card_block, cut_top(&inside, picture));
  for (int i = 0; i < ui->inputs->card_count; i++) {
    const UiFact *fact = &ui->inputs->card[i];
    float height = fact_height(ui, fact, inside.w * (1 - NAME_SHARE));
    if (height > inside.h + 0.5f) return;
    fact_draw(ui, fact, cut_top(&inside, height));
  }
}
