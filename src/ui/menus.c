/* ui/menus.c -- a menu: a panel with a title, choices under headings, and a note. A menu that does
** not fit scrolls so that the selected choice is visible. A click outside closes it. */
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "ui/menu_internal.h"

/* From the heading of its group, if it has one, down to its end. */
static Box with_heading(const Ui *ui, const MenuChoices *place, int item) {
  Box box = place->choices[item];
  int first = item; /* of those beside it */
  while (first > 0 && place->choices[first - 1].y == box.y) first--;
  for (int i = first; i < ui->inputs->menu_count && place->choices[i].y == box.y; i++) {
    if (ui->inputs->menu[i].group.bytes == 0) continue;
    box.y -= ui_pt(ui, MENU_HEADING_HEIGHT);
    box.h += ui_pt(ui, MENU_HEADING_HEIGHT);
    break;
  }
  return box;
}

static int column_of(const Ui *ui, int item) {
  int column = 0;
  for (int i = 0; i <= item; i++) column += ui->inputs->menu[i].begins_column;
  return menu_has_columns(ui) ? column : 0;
}

/* The selected choice is about in the middle as far as the ends allow; what is seen begins with a
** whole line of its column. */
static float scroll_offset(const Ui *ui, const MenuChoices *place, float room) {
  int item = ui->view->menu_item, column;
  if (place->height <= room || item < 0 || item >= ui->inputs->menu_count) return 0;
  Box box = with_heading(ui, place, item);
  float most = place->height - room, slack = 0.5f;
  float wanted = float_clamp(box.y + box.h / 2 - room / 2, 0, most), best = wanted, far = -1;
  column = column_of(ui, item);
  for (int i = 0; i < ui->inputs->menu_count; i++) {
    float top = with_heading(ui, place, i).y, off = fabsf(top - wanted);
    if (column_of(ui, i) != column || top > box.y || box.y + box.h > top + room + slack) continue;
    if (wanted >= most && top < most - slack) continue; /* the last line is seen */
    if (far >= 0 && off >= far) continue;
    best = top;
    far = off;
  }
  return best;
}

static void choices_draw(const Ui *ui, const MenuChoices *place, Box area) {
  float scroll = scroll_offset(ui, place, area.h), slack = ui_pt(ui, 4);
  bool scrolls = place->height > area.h + 0.5f;
  Box clip = box_inset(area, -slack);
  if (scrolls) draw_clip(ui->list, (Box){clip.x, area.y, clip.w, area.h});
  ui->list->at_scroll_edge = scrolls;
  for (int i = 0; i < ui->inputs->menu_count; i++) {
    Box box = place->choices[i], whole = with_heading(ui, place, i);
    box.x += area.x;
    box.y += area.y - scroll;
    if (ui_row_is_shown(whole.y + area.y - scroll, whole.h, area)) menu_choice_draw(ui, i, box);
  }
  ui->list->at_scroll_edge = false;
  if (scrolls) draw_clip_end(ui->list);
  Box beside = {area.x + area.w, area.y, ui_pt(ui, MENU_PAD), area.h};
  if (scrolls) ui_scroll_thumb(ui, beside, place->height, fminf(scroll, place->height - area.h));
}

/* A question has the size of the labels, since it must be read; a note is smaller. */
static TextStyle remark_style(const Ui *ui) {
  return menu_is_question(ui) ? ui_style(FACE_REGULAR, MENU_LABEL_SIZE, ui->theme->ink, ALIGN_START)
                              : menu_note_style(ui);
}

/* Includes the rule and the gaps around it. */
static float note_height(const Ui *ui, float width) {
  if (ui->inputs->menu_note.bytes == 0) return 0;
  float least =
      pen_line_height(ui->pen, MENU_NOTE_SIZE) * MENU_LINE_GAP * (float)ui->inputs->menu_note_lines;
  float high = pen_wrapped_height(ui->pen, remark_style(ui), width - 2 * ui_pt(ui, MENU_INDENT),
                                  MENU_LINE_GAP, ui->inputs->menu_note);
  return fmaxf(high, least) + ui_pt(ui, ui->inputs->menu_count > 0 ? 20 : 4);
}

/* A question stands before its answers; a note stands below the choices, under a rule. */
static void note_draw(const Ui *ui, Box box) {
  float indent = ui_pt(ui, MENU_INDENT);
  if (!menu_is_question(ui)) {
    cut_top(&box, ui_pt(ui, 7));
    pen_rule(ui->pen, (Point){box.x, box.y}, (Point){box.x + box.w, box.y});
    cut_top(&box, ui_pt(ui, 6));
  }
  pen_words_wrapped(ui->pen, remark_style(ui),
                    (Box){box.x + indent, box.y, box.w - 2 * indent, box.h}, MENU_LINE_GAP,
                    ui->inputs->menu_note);
}

static float title_height(const Ui *ui) {
  return ui->inputs->menu_title.bytes > 0 ? ui_pt(ui, MENU_TITLE_HEIGHT) : 0;
}

float menu_whole_height(const Ui *ui, float content) {
  float pad = ui_pt(ui, MENU_PAD);
  return content + title_height(ui) + note_height(ui, menu_width(ui) - 2 * pad) + 2 * pad;
}

void menu_draw(const Ui *outer) {
  MenuPanel panel = menu_panel_place(outer);
  Ui sized = *outer, *ui = &sized;
  sized.pen = &panel.pen;
  if (!panel.content.choices) return;
  float pad = ui_pt(ui, MENU_PAD), inner = menu_width(ui) - 2 * pad;
  float title = title_height(ui), note = note_height(ui, inner);
  bool scrolls = menu_whole_height(ui, panel.content.height) > panel.box.h + 0.5f;
  ui_dialog(ui, panel.box, scrolls ? "menu wheel %f" : NULL);
  Box inside = box_inset(panel.box, pad), head = cut_top(&inside, title);
  cut_left(&head, ui_pt(ui, MENU_INDENT));
  cut_right(&head, ui_pt(ui, MENU_INDENT));
  pen_text_in(ui->pen, ui_style(FACE_SEMIBOLD, 13, ui->theme->ink, ALIGN_START), head,
              ui->inputs->menu_title);
  bool note_first = menu_is_question(ui);
  if (note > 0) note_draw(ui, note_first ? cut_top(&inside, note) : cut_bottom(&inside, note));
  choices_draw(ui, &panel.content, inside);
}
