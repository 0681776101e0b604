/* ui/export_panel.c -- the export form: what to write and how, where to, and two buttons.
**
**   Export                      ×
**   What      [as shown|heatmap|…]
**   Format    [PNG|SVG|…]
**   …
**   L1-H3-weights.png      Cancel  Export
**   in /home/me/lesson
**   84 × 62 mm · 993 × 733 pixels
**
** One column, then two and with larger text three, are tried at decreasing sizes until the whole
** form is visible: a setting that is scrolled out of sight would be used unseen. In a window too
** small for that at a readable size the form has its full size and scrolls to the selected section,
** with the target and the buttons still below it.
*/
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "ui/panels.h"

static const float EDGE = 12, PAD = 20, TITLE_HEIGHT = 40, FOOT_HEIGHT = 72, ROW_HEIGHT = 28;
static const float ROW_GAP = 9, LINE_GAP = 5, LABEL_GAP = 16, COLUMN_GAP = 32;
static const float COLUMN_WIDTH = 540, LABEL_SIZE = 12, BUTTON_HEIGHT = 32, BUTTON_GAP = 8;
static const float LARGER_MOST = 1.45f;
static const float LEAST = 0.76f; /* of the size of labels: below it they are not read */

enum { COLUMNS_MOST = 3 };

typedef struct FormPlan {
  int columns, starts[COLUMNS_MOST + 1]; /* the first choice of each column, and the end */
  float label_width, column_width, height;
  Box panel;
} FormPlan;

static TextStyle label_style(const Ui *ui) {
  return ui_style(FACE_MEDIUM, LABEL_SIZE, ui->theme->muted, ALIGN_START);
}

static const UiChoice *choice_at(const Ui *ui, int index) { return &ui->inputs->menu[index]; }

static bool begins_section(const Ui *ui, int index) {
  return index == 0 || choice_at(ui, index)->group.bytes > 0;
}

/* The number of choices in the form; the buttons after them stand at its foot. */
static int form_count(const Ui *ui) {
  int count = 0;
  while (count < ui->inputs->menu_count && choice_at(ui, count)->kind != UI_CHOICE_BUTTON) count++;
  return count;
}

static int section_end(const Ui *ui, int first) {
  int end = first + 1, count = form_count(ui);
  while (end < count && !begins_section(ui, end)) end++;
  return end;
}

/* ---- one line of a section ---- */

static Segment segment_of(const Ui *ui, int index) {
  const UiChoice *choice = choice_at(ui, index);
  return (Segment){.label = choice->label,
                   .command = str_copy(ui->list->arena, choice->command),
                   .tip = choice->note.bytes ? str_copy(ui->list->arena, choice->note) : NULL,
                   .chosen = choice->chosen,
                   .is_idle = choice->is_idle,
                   .focused = index == ui->view->menu_item};
}

enum { SEGMENTS_MOST = 12 };
typedef struct Line {
  Segment segments[SEGMENTS_MOST];
  int count;
  float width;
} Line;

/* The choices from first on that fit beside each other; at least one. */
static Line fill_line(const Ui *ui, int first, int end, float room) {
  Line line = {.count = 0};
  while (line.count < SEGMENTS_MOST && first + line.count < end) {
    line.segments[line.count] = segment_of(ui, first + line.count);
    float width = ui_segments_width(ui, line.segments, line.count + 1);
    if (line.count > 0 && width > room) break;
    line.width = fminf(width, room);
    line.count++;
  }
  return line;
}

/* Draws or only measures a section. Returns the height used. */
static float layout_section(const Ui *ui, int first, Box place, bool drawn) {
  int end = section_end(ui, first);
  float y = place.y, height = ui_pt(ui, ROW_HEIGHT);
  for (int at = first; at < end;) {
    Line line = fill_line(ui, at, end, place.w);
    if (at > first) y += ui_pt(ui, LINE_GAP);
    if (drawn) ui_segments(ui, (Box){place.x, y, line.width, height}, line.segments, line.count);
    y += height;
    at += line.count;
  }
  return y - place.y;
}

/* ---- the plan ---- */

/* Both columns have the same label width, so that their choices are aligned. */
static float widest_label(const Ui *ui) {
  float widest = 0;
  for (int i = 0; i < form_count(ui); i++)
    if (begins_section(ui, i))
      widest = fmaxf(widest, pen_width(ui->pen, label_style(ui), choice_at(ui, i)->group));
  return widest;
}

static float column_height(const Ui *ui, const FormPlan *plan, int first, int end) {
  float height = 0, room = plan->column_width - plan->label_width;
  for (int at = first; at < end; at = section_end(ui, at))
    height += layout_section(ui, at, (Box){0, 0, room, 0}, false) + ui_pt(ui, ROW_GAP);
  return height;
}

/* No section is split; the columns are about as high as each other. */
static void choose_starts(const Ui *ui, FormPlan *plan) {
  int count = form_count(ui), column = 0;
  float whole = column_height(ui, plan, 0, count), above = 0;
  for (int at = 0; at < count; at = section_end(ui, at)) {
    float height = column_height(ui, plan, at, section_end(ui, at));
    float share = whole * (float)column / (float)plan->columns;
    if (column < plan->columns && above + height / 2 >= share) plan->starts[column++] = at;
    above += height;
  }
  while (column <= plan->columns) plan->starts[column++] = count;
}

static FormPlan plan_with(const Ui *ui, Box anchor, int columns) {
  Box window = ui->layout->window;
  float edge = ui_pt(ui, EDGE), pad = ui_pt(ui, PAD), gap = ui_pt(ui, COLUMN_GAP);
  float wanted = ui_pt(ui, COLUMN_WIDTH) * (float)columns + gap * (float)(columns - 1) + 2 * pad;
  float width = fminf(wanted, window.w - 2 * edge), top = anchor.y + anchor.h + ui_pt(ui, 10);
  FormPlan plan = {.columns = columns};
  plan.column_width = (width - 2 * pad - gap * (float)(columns - 1)) / (float)columns;
  plan.label_width = fminf(widest_label(ui) + 1 + ui_pt(ui, LABEL_GAP), plan.column_width * 0.4f);
  choose_starts(ui, &plan);
  for (int i = 0; i < columns; i++)
    plan.height = fmaxf(plan.height, column_height(ui, &plan, plan.starts[i], plan.starts[i + 1]));
  float height = plan.height + ui_pt(ui, TITLE_HEIGHT + FOOT_HEIGHT) + 2 * pad;
  float x = float_clamp(anchor.x, edge, fmaxf(edge, window.w - edge - width));
  plan.panel = (Box){x, top, width, height};
  return plan;
}

/* The first size and number of columns that fit, else the full size and as many columns as are wide
** enough; ui->pen has that size. With larger text the form grows, too, as far as it has room. */
static FormPlan choose_plan(const Ui *ui, Pen *pen) {
  const float least = LEAST * fminf(pen->text_scale, 1), shrinks = 0.96f;
  const float full = pen->text_scale;
  Box window = ui->layout->window, anchor = ui_menu_anchor(ui, top_bar_place(ui).export_button);
  float larger = float_clamp(ui->view->text_scale, 1, LARGER_MOST),
        scale = pen->text_scale * larger;
  FormPlan plan = {0};
  for (; scale >= least; scale *= shrinks)
    for (int columns = 1; columns <= (larger > 1 ? COLUMNS_MOST : 2); columns++) {
      float narrowest = COLUMN_WIDTH * (columns == COLUMNS_MOST ? 0.66f : 0.8f);
      pen->text_scale = scale;
      plan = plan_with(ui, anchor, columns);
      float bottom = plan.panel.y + plan.panel.h + ui_pt(ui, EDGE);
      if (bottom <= window.h && plan.column_width >= ui_pt(ui, narrowest)) return plan;
    }
  pen->text_scale = full;
  plan = plan_with(ui, anchor, 2);
  if (plan.column_width < ui_pt(ui, COLUMN_WIDTH * 0.8f)) plan = plan_with(ui, anchor, 1);
  plan.panel.h = fminf(plan.panel.h, window.h - ui_pt(ui, EDGE) - plan.panel.y);
  return plan;
}

/* ---- drawing ---- */

static void section_draw(const Ui *ui, const FormPlan *plan, int first, Box row) {
  Box label = cut_left(&row, plan->label_width);
  label.w -= ui_pt(ui, LABEL_GAP) - 1;
  label.h = ui_pt(ui, ROW_HEIGHT);
  pen_text_in(ui->pen, label_style(ui), label, choice_at(ui, first)->group);
  layout_section(ui, first, row, true);
}

/* `seen`: sections beside it are scrolled out of sight. */
static void column_draw(const Ui *ui, const FormPlan *plan, int index, Box column, Box seen) {
  int end = plan->starts[index + 1];
  for (int at = plan->starts[index]; at < end; at = section_end(ui, at)) {
    Box row = column;
    row.h = column_height(ui, plan, at, section_end(ui, at));
    if (ui_row_is_shown(row.y, row.h - ui_pt(ui, ROW_GAP), seen)) section_draw(ui, plan, at, row);
    column.y += row.h;
  }
}

/* The selected section is kept in the middle as far as the ends allow; at a button the form is at
** its beginning. */
static float scroll_offset(const Ui *ui, const FormPlan *plan, float room) {
  int item = ui->view->menu_item;
  if (plan->height <= room || item >= form_count(ui)) return 0;
  for (int i = 0; i < plan->columns; i++)
    for (int at = plan->starts[i]; at < plan->starts[i + 1]; at = section_end(ui, at)) {
      int end = section_end(ui, at);
      if (item < at || item >= end) continue;
      float above = column_height(ui, plan, plan->starts[i], at);
      float middle = above + column_height(ui, plan, at, end) / 2;
      return float_clamp(middle - room / 2, 0, plan->height - room);
    }
  return 0;
}

static void form_draw(const Ui *ui, const FormPlan *plan, Box area) {
  float scroll = scroll_offset(ui, plan, area.h), slack = ui_pt(ui, 4);
  bool scrolls = plan->height - ui_pt(ui, ROW_GAP) > area.h + 0.5f;
  Box column = {area.x, area.y - scroll, plan->column_width, area.h};
  if (scrolls) draw_clip(ui->list, (Box){area.x - slack, area.y, area.w + 2 * slack, area.h});
  ui->list->at_scroll_edge = scrolls;
  for (int i = 0; i < plan->columns; i++) {
    column_draw(ui, plan, i, column, area);
    column.x += plan->column_width + ui_pt(ui, COLUMN_GAP);
  }
  ui->list->at_scroll_edge = false;
  if (!scrolls) return;
  draw_clip_end(ui->list);
  Box beside = {area.x + area.w, area.y, ui_pt(ui, PAD), area.h};
  ui_scroll_thumb(ui, beside, plan->height, scroll);
}

/* A path that is too long loses folders at its beginning, since its end matters most. */
static Str folder_words(const Ui *ui, TextStyle style, float room) {
  Str folder = ui->inputs->export_folder;
  const char *words = ui_format(ui, _("in %.*s"), (int)str_head(folder, 400).bytes, folder.at);
  for (size_t at = 1; at < folder.bytes && pen_width(ui->pen, style, str_from(words)) > room; at++)
    if (folder.at[at] == '/')
      words = ui_format(ui, _("in …%.*s"), (int)(folder.bytes - at < 400 ? folder.bytes - at : 400),
                        folder.at + at);
  return str_from(words);
}

static void target_draw(const Ui *ui, Box box) {
  TextStyle name = ui_style(FACE_SEMIBOLD, 13, ui->theme->ink, ALIGN_START);
  TextStyle folder = ui_style(FACE_REGULAR, 11, ui->theme->muted, ALIGN_START);
  TextStyle problem = ui_style(FACE_MEDIUM, 11, ui->theme->ink, ALIGN_START);
  if (ui->inputs->export_problem.bytes > 0) {
    pen_text_wrapped(ui->pen, problem, box, 1.12f, ui->inputs->export_problem);
    return;
  }
  float line = pen_line_height(ui->pen, name.size), small = pen_line_height(ui->pen, folder.size);
  int lines = ui->inputs->export_size.bytes > 0 ? 2 : 1;
  cut_top(&box, fmaxf(0, (box.h - line - small * (float)lines - ui_pt(ui, 4)) / 2));
  pen_text_in(ui->pen, name, cut_top(&box, line), ui->inputs->export_name);
  cut_top(&box, ui_pt(ui, 2));
  pen_text_in(ui->pen, folder, cut_top(&box, small), folder_words(ui, folder, box.w));
  cut_top(&box, ui_pt(ui, 2));
  if (lines > 1) pen_text_in(ui->pen, folder, cut_top(&box, small), ui->inputs->export_size);
}

/* From right to left, so the last button comes first. The first button of the list exports. */
static void foot_draw_buttons(const Ui *ui, Box *foot) {
  int first = form_count(ui);
  float height = ui_pt(ui, BUTTON_HEIGHT);
  for (int i = first; i < ui->inputs->menu_count; i++) {
    const UiChoice *choice = choice_at(ui, i);
    bool off = i == first && ui->inputs->export_problem.bytes > 0;
    Box box = cut_right(foot, fminf(ui_button_width(ui, choice->label), foot->w / 2));
    box = (Box){box.x, box.y + (box.h - height) / 2, box.w, height};
    ui_button(ui, box,
              (Button){.label = choice->label,
                       .command = str_copy(ui->list->arena, choice->command),
                       .look = off          ? BUTTON_OFF
                               : i == first ? BUTTON_DARK
                                            : BUTTON_PLAIN,
                       .focused = i == ui->view->menu_item});
    cut_right(foot, ui_pt(ui, BUTTON_GAP));
  }
}

static void foot_panel_draw(const Ui *ui, Box foot) {
  pen_rule(ui->pen, (Point){foot.x, foot.y}, (Point){foot.x + foot.w, foot.y});
  cut_top(&foot, ui_pt(ui, 12));
  foot_draw_buttons(ui, &foot);
  cut_right(&foot, ui_pt(ui, 8));
  target_draw(ui, foot);
}

void export_panel_draw(const Ui *outer) {
  Pen pen = *outer->pen;
  Ui ui = *outer;
  ui.pen = &pen;
  FormPlan plan = choose_plan(&ui, &pen);
  ui_dialog(&ui, plan.panel, "menu wheel %f");
  Box inside = box_inset(plan.panel, ui_pt(&ui, PAD));
  ui_dialog_title(&ui, cut_top(&inside, ui_pt(&ui, TITLE_HEIGHT)), ui.inputs->menu_title, STR(""));
  foot_panel_draw(&ui, cut_bottom(&inside, ui_pt(&ui, FOOT_HEIGHT)));
  form_draw(&ui, &plan, inside);
}
