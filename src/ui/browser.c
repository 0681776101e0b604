/* ui/browser.c -- models and recordings on the disk: the folder, the typed text, and the list.
**
** Rows have one height, headings between kinds another. The selected row is kept in the middle as
** far as the ends of the list allow; only rows near it are passed in and drawn.
*/
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "ui/panels.h"

static const float EDGE = 16, PAD = 20, WIDTH_MOST = 760, HEIGHT_MOST = 620;
static const float TITLE = 38, FIELD = 34, GAP = 10, ROW = 30, HEADING = 26, FOOT = 34;

static TextStyle small_style(const Ui *ui) {
  return ui_style(FACE_REGULAR, 11, ui->theme->muted, ALIGN_START);
}

/* ---- head ---- */

/* A path that is too long loses folders at its beginning, since its end matters most. */
static Str path_words(const Ui *ui, TextStyle style, Str path, float room) {
  Str words = path;
  for (size_t at = 1; at < path.bytes && pen_width(ui->pen, style, words) > room; at++)
    if (path.at[at] == '/')
      words = str_from(str_format(ui->list->arena, "…%.*s", (int)(path.bytes - at), path.at + at));
  return words;
}

/* The folder at the left; the typed text in a field at the right. */
static void field_draw(const Ui *ui, Box box) {
  const UiBrowser *browser = ui->inputs->browser;
  Box typed = cut_right(&box, box.w * 0.38f);
  cut_right(&box, ui_pt(ui, GAP));
  bool is_start = browser->folder.bytes == 0;
  TextStyle path = ui_style(FACE_MEDIUM, 12, ui->theme->ink, ALIGN_START);
  if (!is_start) {
    Str words = str_from(_("Start"));
    Box start = cut_left(&box, ui_button_width(ui, words));
    ui_button(ui, start, (Button){.label = words, .command = "browse start"});
    cut_left(&box, ui_pt(ui, GAP));
  }
  Str where = is_start ? str_from(_("opened lately, the HuggingFace cache, and folders"))
                       : path_words(ui, path, browser->folder, box.w);
  pen_text_in(ui->pen, path, box, where);
  draw_box(ui->list, (DrawBox){.box = typed,
                               .corner = ui_pt(ui, 6),
                               .fill = ui->theme->paper,
                               .stroke = ui->theme->line,
                               .stroke_width = 1});
  Box words = box_inset(typed, ui_pt(ui, 8));
  if (browser->typed.bytes > 0)
    pen_text_in(ui->pen, ui_style(FACE_MEDIUM, 13, ui->theme->ink, ALIGN_START), words,
                browser->typed);
  else
    pen_text_in(ui->pen, small_style(ui), words,
                str_from(_("type a name or a path: org/name, ~/…")));
}

/* ---- rows ---- */

/* Summed for each call: at most 160 rows are passed in. */
static float row_top(const Ui *ui, int row) {
  const UiBrowser *browser = ui->inputs->browser;
  float y = 0;
  for (int i = 0; i < row; i++)
    y += ui_pt(ui, ROW) + (browser->rows[i].group.bytes > 0 ? ui_pt(ui, HEADING) : 0);
  return y;
}

/* How far the rows are scrolled. At the ends of the list the first and last
** rows stay at the edges. */
static float scroll_offset(const Ui *ui, float room) {
  const UiBrowser *browser = ui->inputs->browser;
  float height = row_top(ui, browser->row_count);
  int item = ui->view->menu_item - browser->first;
  if (item < 0 || item >= browser->row_count) return 0;
  float wanted = row_top(ui, item) + ui_pt(ui, ROW) / 2 - room / 2;
  bool has_end = browser->first + browser->row_count == browser->count;
  if (has_end) wanted = fminf(wanted, height - room);
  return browser->first == 0 ? fmaxf(wanted, 0) : wanted;
}

/* The name comes first; the note gets the rest, but at least half of the row if it needs that. */
static void row_draw(const Ui *ui, const UiChoice *row, Box box, bool focused) {
  if (focused) ui_focused_row(ui, box);
  TextStyle label = ui_style(FACE_MEDIUM, 13, ui->theme->ink, ALIGN_START);
  TextStyle note = small_style(ui);
  Box inside = {box.x + ui_pt(ui, 10), box.y, box.w - ui_pt(ui, 20), box.h};
  float wanted = pen_width(ui->pen, label, row->label) + ui_pt(ui, 14);
  float least = fminf(pen_width(ui->pen, note, row->note) + 1, inside.w * 0.5f);
  Box words = cut_left(&inside, fminf(wanted, inside.w - (row->note.bytes > 0 ? least : 0)));
  words.w -= ui_pt(ui, 8);
  pen_text_in(ui->pen, label, words, row->label);
  note.align = ALIGN_END;
  if (row->note.bytes > 0) pen_text_in(ui->pen, note, inside, row->note);
  ui_hit(ui, box, CURSOR_HAND, NULL, str_copy(ui->list->arena, row->command));
}

/* Rows that the edge would cut are not drawn; at_scroll_edge marks those beyond it as scrolled. */
static void rows_draw(const Ui *ui, Box area) {
  const UiBrowser *browser = ui->inputs->browser;
  float y = area.y - scroll_offset(ui, area.h), heading = ui_pt(ui, HEADING),
        height = ui_pt(ui, ROW);
  TextStyle style = ui_style(FACE_SEMIBOLD, 10, ui->theme->muted, ALIGN_START);
  draw_clip(ui->list, area);
  ui->list->at_scroll_edge = true;
  for (int i = 0; i < browser->row_count; i++) {
    const UiChoice *row = &browser->rows[i];
    Box head = {area.x + ui_pt(ui, 10), y + ui_pt(ui, 6), area.w - ui_pt(ui, 20),
                heading - ui_pt(ui, 8)};
    if (row->group.bytes > 0 && ui_row_is_shown(y, heading, area))
      pen_text_in(ui->pen, style, head, row->group);
    if (row->group.bytes > 0) y += heading;
    if (ui_row_is_shown(y, height, area))
      row_draw(ui, row, (Box){area.x, y, area.w, height},
               browser->first + i == ui->view->menu_item);
    y += height;
  }
  ui->list->at_scroll_edge = false;
  draw_clip_end(ui->list);
}

/* ---- foot ---- */

/* Shows only the most urgent sentence: a problem, then waiting, then the keys. */
static const char *foot_words(const Ui *ui) {
  const UiBrowser *browser = ui->inputs->browser;
  if (browser->problem.bytes > 0) return str_copy(ui->list->arena, browser->problem);
  if (browser->row_count == 0 && browser->is_busy) return _("The folder is being read …");
  if (browser->row_count == 0 && browser->typed.bytes > 0) return _("No name here holds that.");
  if (browser->left_out_count > 0)
    return number_grouped(
        ui->list->arena,
        ui_format(ui,
                  P_("%d more is not listed; type a part of the name",
                     "%d more are not listed; type a part of the name", browser->left_out_count),
                  browser->left_out_count));
  return _("↑ ↓ and Enter choose · Backspace goes up · Esc closes");
}

static void foot_draw_words(const Ui *ui, Box box) {
  const UiBrowser *browser = ui->inputs->browser;
  pen_rule(ui->pen, (Point){box.x, box.y}, (Point){box.x + box.w, box.y});
  cut_top(&box, ui_pt(ui, 8));
  Str count = str_from(number_grouped(
      ui->list->arena, ui_format(ui,
                                 browser->is_busy ? P_("%d entry …", "%d entries …", browser->count)
                                                  : P_("%d entry", "%d entries", browser->count),
                                 browser->count)));
  TextStyle style = small_style(ui);
  style.align = ALIGN_END;
  float width = pen_width(ui->pen, style, count) + 1;
  pen_text_in(ui->pen, style, cut_right(&box, width), count);
  cut_right(&box, ui_pt(ui, GAP));
  pen_text_in(ui->pen, small_style(ui), box, str_from(foot_words(ui)));
}

void browser_draw(const Ui *ui) {
  if (!ui->inputs->browser) return;
  Box window = ui->layout->window;
  float edge = ui_pt(ui, EDGE);
  float width = fminf(window.w - 2 * edge, ui_pt(ui, WIDTH_MOST));
  float height = fminf(ui_dialog_room(ui), ui_pt(ui, HEIGHT_MOST));
  Box panel = ui_dialog_place(ui, width, height);
  ui_dialog(ui, panel, "browse wheel %f");
  Box inside = box_inset(panel, fminf(ui_pt(ui, PAD), panel.w * 0.05f));
  ui_dialog_title(ui, cut_top(&inside, ui_pt(ui, TITLE)),
                  str_from(_("Open a model, a recording or a saved state")), STR(""));
  field_draw(ui, cut_top(&inside, ui_pt(ui, FIELD)));
  cut_top(&inside, ui_pt(ui, GAP));
  foot_draw_words(ui, cut_bottom(&inside, ui_pt(ui, FOOT)));
  cut_bottom(&inside, ui_pt(ui, 4));
  if (inside.h > ui_pt(ui, ROW)) rows_draw(ui, inside);
}
