/* ui/dialogs.c -- the help: every key under headings by subject, or those that are searched for.
**
** Text has the size of menus, also where it is large: the columns become fewer, help texts wrap,
** and what does not fit scrolls.
*/
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "ui/panels.h"

static const float EDGE = 16, PAD = 20, TITLE_HEIGHT = 40, COLUMN_GAP = 28, PAGE_WIDTH_MOST = 1280;
static const float COLUMN_WIDTH_LEAST = 250, CAP_SHARE_MOST = 0.42f, CAP_GAP = 10;
static const float SIZE = 12.5f, ROW_PAD = 3, HEADING_SPACE = 10, LINE_GAP = 1.12f;
static const float ROOM_LINES_LEAST = 6, BAR_WIDTH = 4, SEARCH_LEAST = 140, SEARCH_MOST = 340;
enum { COLUMNS_MOST = 3, SHRINKS_MOST = 12, WIDTHS_MOST = 48 };

/* Rows measured once: the search for the lowest columns asks for their heights again and again.
** heights of a width of words, one for each row; 0: not measured yet. */
typedef struct HelpSizes {
  float *caps;
  struct {
    float width, *heights;
  } of[WIDTHS_MOST];
  int width_count;
} HelpSizes;

/* Where columns begin, and how high the highest of them is. */
typedef struct HelpPlan {
  int columns, first[COLUMNS_MOST + 1]; /* keys */
  float column_width, height;
  float cap_width[COLUMNS_MOST];
} HelpPlan;

static TextStyle help_style(const Ui *ui) {
  return ui_style(FACE_REGULAR, SIZE, ui->theme->ink, ALIGN_START);
}

static TextStyle key_style(const Ui *ui) {
  return ui_style(FACE_SEMIBOLD, SIZE * 0.92f, ui->theme->ink, ALIGN_MIDDLE);
}

static TextStyle heading_style(const Ui *ui) {
  return ui_style(FACE_SEMIBOLD, SIZE, ui->theme->ink, ALIGN_START);
}

/* A key cap is at least as wide as high, so that single letters look like keys. */
static float cap_width(const Ui *ui, Str key) {
  float width = pen_width(ui->pen, key_style(ui), key) + ui_pt(ui, SIZE);
  return fmaxf(width, ui_pt(ui, SIZE * 1.75f));
}

static float heading_height(const Ui *ui) {
  return pen_line_height(ui->pen, SIZE) + ui_pt(ui, HEADING_SPACE);
}

static float row_height(const Ui *ui, const UiKey *key, float words_width) {
  float words = pen_wrapped_height(ui->pen, help_style(ui), words_width, LINE_GAP, key->help);
  return fmaxf(words, ui_pt(ui, SIZE * 1.55f)) + ui_pt(ui, ROW_PAD);
}

static HelpSizes *sizes_of(const Ui *ui) {
  int count = ui->inputs->key_count;
  HelpSizes *sizes = arena_take(ui->list->arena, 1, sizeof *sizes);
  float *caps = arena_take(ui->list->arena, (size_t)count, sizeof *caps);
  if (!sizes || !caps) return ui->list->failed = true, NULL;
  for (int i = 0; i < count; i++) caps[i] = cap_width(ui, ui->inputs->keys[i].key);
  *sizes = (HelpSizes){.caps = caps};
  return sizes;
}

static float *heights_at(const Ui *ui, HelpSizes *sizes, float width) {
  for (int i = 0; i < sizes->width_count; i++)
    if (sizes->of[i].width == width) return sizes->of[i].heights;
  if (sizes->width_count == WIDTHS_MOST) return NULL;
  float *heights = arena_take(ui->list->arena, (size_t)ui->inputs->key_count, sizeof *heights);
  for (int i = 0; heights && i < ui->inputs->key_count; i++) heights[i] = 0;
  if (!heights) return NULL;
  sizes->of[sizes->width_count].width = width;
  sizes->of[sizes->width_count++].heights = heights;
  return heights;
}

/* The widest cap of some keys: words begin behind it. */
static float caps_width(const HelpSizes *sizes, int first, int end, float column_width) {
  float widest = 0;
  for (int i = first; i < end; i++) widest = fmaxf(widest, sizes->caps[i]);
  return fminf(widest, column_width * CAP_SHARE_MOST);
}

static float words_width(const Ui *ui, float column_width, float caps) {
  return column_width - caps - ui_pt(ui, CAP_GAP);
}

/* At the begin of a group, and where one goes on in another column. */
static bool has_heading(const Ui *ui, int key, int first) {
  return key == first || ui->inputs->keys[key].group.bytes > 0;
}

static Str group_of(const Ui *ui, int key) {
  while (key > 0 && ui->inputs->keys[key].group.bytes == 0) key--;
  return ui->inputs->keys[key].group;
}

static float keys_height(const Ui *ui, HelpSizes *sizes, int first, int end, float column_width) {
  float caps = caps_width(sizes, first, end, column_width);
  float height = 0, width = words_width(ui, column_width, caps);
  float *heights = heights_at(ui, sizes, width);
  for (int i = first; i < end; i++) {
    const UiKey *key = &ui->inputs->keys[i];
    float row = heights && heights[i] > 0 ? heights[i] : row_height(ui, key, width);
    if (heights) heights[i] = row;
    height += row + (has_heading(ui, i, first) ? heading_height(ui) : 0);
  }
  return height;
}

static bool begins_group(const Ui *ui, int key) {
  return key >= ui->inputs->key_count || ui->inputs->keys[key].group.bytes > 0;
}

/* A group goes on in the next column with two rows at least, and leaves as many. */
static int without_widows(const Ui *ui, int first, int end) {
  int cut = end;
  if (begins_group(ui, cut)) return end;
  if (begins_group(ui, cut + 1)) cut--;
  if (begins_group(ui, cut - 1)) cut--;
  return cut > first ? cut : end;
}

/* Fills columns up to a height; false: they are too few. */
static bool fill_columns(const Ui *ui, HelpSizes *sizes, float most, HelpPlan *plan) {
  int at = 0, count = ui->inputs->key_count;
  plan->height = 0;
  for (int column = 0; column < plan->columns; column++) {
    int end = int_min(at + 1, count);
    while (end < count && keys_height(ui, sizes, at, end + 1, plan->column_width) <= most + 0.5f)
      end++;
    end = without_widows(ui, at, end);
    plan->first[column] = at;
    plan->first[column + 1] = end;
    plan->cap_width[column] = caps_width(sizes, at, end, plan->column_width);
    plan->height = fmaxf(plan->height, keys_height(ui, sizes, at, end, plan->column_width));
    at = end;
  }
  return at == count && plan->height <= most + 0.5f;
}

/* The lowest columns that hold all of them. */
static HelpPlan plan_in(const Ui *ui, float width) {
  HelpPlan plan = {.columns = 1};
  float gap = ui_pt(ui, COLUMN_GAP), least = ui_pt(ui, COLUMN_WIDTH_LEAST);
  while (plan.columns < COLUMNS_MOST && (least + gap) * (float)(plan.columns + 1) - gap <= width)
    plan.columns++;
  plan.column_width = (width - gap * (float)(plan.columns - 1)) / (float)plan.columns;
  HelpSizes *sizes = sizes_of(ui);
  if (!sizes) return (HelpPlan){0};
  float all = keys_height(ui, sizes, 0, ui->inputs->key_count, plan.column_width);
  float most = all / (float)plan.columns, step = ui_pt(ui, SIZE);
  while (most < 2 * all && !fill_columns(ui, sizes, most, &plan)) most += step;
  return plan;
}

static void heading_draw(const Ui *ui, Str words, Box box) {
  box.h -= ui_pt(ui, 2);
  cut_top(&box, ui_pt(ui, HEADING_SPACE) - ui_pt(ui, 4));
  pen_text_in(ui->pen, heading_style(ui), box, words);
}

static void key_draw(const Ui *ui, const UiKey *key, float caps, Box row) {
  float high = ui_pt(ui, SIZE * 1.55f), width = fminf(cap_width(ui, key->key), caps);
  Box cap = {row.x + caps - width, row.y, width, high};
  Box words = {row.x + caps + ui_pt(ui, CAP_GAP), row.y, words_width(ui, row.w, caps), row.h};
  draw_box(ui->list, (DrawBox){.box = cap,
                               .corner = ui_pt(ui, 3),
                               .fill = ui->theme->paper,
                               .stroke = ui->theme->line,
                               .stroke_width = 1});
  pen_text_in(ui->pen, key_style(ui), cap, key->key);
  float lines = pen_wrapped_height(ui->pen, help_style(ui), words.w, LINE_GAP, key->help);
  words.y += fmaxf(0, (high - lines) / 2);
  pen_text_wrapped(ui->pen, help_style(ui), words, LINE_GAP, key->help);
}

/* From `at` on, of which the area is seen; a heading with the row below it. */
static void column_draw(const Ui *ui, const HelpPlan *plan, int column, Point at, Box area) {
  float caps = plan->cap_width[column], width = plan->column_width;
  for (int i = plan->first[column]; i < plan->first[column + 1]; i++) {
    const UiKey *key = &ui->inputs->keys[i];
    float heading = has_heading(ui, i, plan->first[column]) ? heading_height(ui) : 0;
    float height = row_height(ui, key, words_width(ui, width, caps));
    bool has_row = ui_row_is_shown(at.y + heading, height, area);
    if (has_row && heading > 0 && ui_row_is_shown(at.y, heading, area))
      heading_draw(ui, group_of(ui, i), (Box){at.x, at.y, width, heading});
    if (has_row) key_draw(ui, key, caps, (Box){at.x, at.y + heading, width, height});
    at.y += heading + height;
  }
}

/* How far down the page is, 0 … 1: view->menu_item counts HELP_SCROLL_STOPS from its top. */
static float scrolled(const Ui *ui) {
  float share = (float)ui->view->menu_item / (float)HELP_SCROLL_STOPS;
  return fminf(fmaxf(share, 0), 1);
}

static void bar_draw(const Ui *ui, Box area, float content) {
  float width = ui_pt(ui, BAR_WIDTH), high = area.h * area.h / content;
  float x = area.x + area.w + ui_pt(ui, PAD) / 2 - width / 2;
  draw_box(ui->list, (DrawBox){.box = {x, area.y + scrolled(ui) * (area.h - high), width, high},
                               .corner = width / 2,
                               .fill = ui->theme->muted});
}

static void keys_draw(const Ui *ui, const HelpPlan *plan, Box area) {
  bool scrolls = plan->height > area.h + 0.5f;
  float gap = ui_pt(ui, COLUMN_GAP);
  float y = area.y - (scrolls ? scrolled(ui) * (plan->height - area.h) : 0);
  if (scrolls) draw_clip(ui->list, area);
  ui->list->at_scroll_edge = scrolls;
  for (int column = 0; column < plan->columns; column++)
    column_draw(ui, plan, column, (Point){area.x + (float)column * (plan->column_width + gap), y},
                area);
  ui->list->at_scroll_edge = false;
  if (!scrolls) return;
  draw_clip_end(ui->list);
  bar_draw(ui, area, plan->height);
}

static bool has_lines_in(const Ui *ui, float height) {
  float keys = height - ui_pt(ui, 2 * PAD + TITLE_HEIGHT);
  return keys >= ROOM_LINES_LEAST * pen_line_height(ui->pen, SIZE);
}

static float window_room(const Ui *ui) { return ui->layout->window.h - ui_pt(ui, 2 * EDGE); }

/* Very large text in a small window is made smaller until some lines fit below the title. */
static void fit_text(const Ui *ui, Pen *pen) {
  for (int i = 0; i < SHRINKS_MOST; i++) {
    bool is_high = has_lines_in(ui, window_room(ui));
    bool is_wide = ui->layout->window.w >= ui_pt(ui, COLUMN_WIDTH_LEAST + 2 * EDGE + 2 * PAD);
    if (is_high && is_wide) return;
    pen->text_scale *= 0.9f;
  }
}

/* ---- searching ---- */

/* As high as the help is without a search, so that it stands still while one types. */
static float page_height(const Ui *ui, float width) {
  UiInputs inputs = *ui->inputs;
  Ui whole = *ui;
  inputs.keys = inputs.all_keys;
  inputs.key_count = inputs.all_key_count;
  whole.inputs = &inputs;
  return inputs.key_count > 0 ? plan_in(&whole, width).height : 0;
}

static const char *found_words(const Ui *ui) {
  int count = ui->inputs->key_count;
  if (ui->inputs->help_search.bytes == 0) return "";
  return ui_format(ui, P_("%d found", "%d found", count), count);
}

/* Between the title and what stands at its right, with a caret behind what was typed. */
static void search_draw(const Ui *ui, Box box) {
  Str typed = ui->inputs->help_search;
  TextStyle style = help_style(ui), small = help_style(ui);
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = ui_pt(ui, 6),
                               .fill = ui->theme->paper,
                               .stroke = typed.bytes > 0 ? ui->theme->focus : ui->theme->line,
                               .stroke_width = typed.bytes > 0 ? ui_pt(ui, 1.5f) : 1});
  Box inside = {box.x + ui_pt(ui, 8), box.y, box.w - ui_pt(ui, 16), box.h};
  small.color = ui->theme->muted;
  if (typed.bytes == 0) {
    pen_text_in(ui->pen, small, inside, str_from(_("type to search")));
    return;
  }
  small.align = ALIGN_END;
  Str found = str_from(found_words(ui));
  float found_width = pen_width(ui->pen, small, found) + ui_pt(ui, 8);
  if (found_width < inside.w / 2)
    pen_text_in(ui->pen, small, cut_right(&inside, found_width), found);
  float width = pen_text_in(ui->pen, style, inside, typed), high = pen_line_height(ui->pen, SIZE);
  draw_box(ui->list, (DrawBox){.box = {inside.x + fminf(width + 1, inside.w),
                                       box.y + (box.h - high) / 2, ui_pt(ui, 1), high},
                               .fill = ui->theme->ink});
}

static void head_draw(const Ui *ui, Box head) {
  TextStyle title = ui_style(FACE_BOLD, 18, ui->theme->ink, ALIGN_START);
  TextStyle small = ui_style(FACE_REGULAR, 11, ui->theme->muted, ALIGN_END);
  Str words = str_from(_("Keys")), version = ui->inputs->version;
  float side = ui_pt(ui, UI_CLOSE_SIDE), gap = ui_pt(ui, COLUMN_GAP);
  float left = pen_width(ui->pen, title, words) + gap;
  float right = side + ui_pt(ui, 12) + pen_width(ui->pen, small, version) + gap;
  if (head.w - left - right < ui_pt(ui, SEARCH_LEAST)) {
    version = (Str){"", 0};
    right = side + ui_pt(ui, 12);
  }
  ui_dialog_title(ui, head, words, version);
  float width = fminf(head.w - left - right, ui_pt(ui, SEARCH_MOST));
  if (width > side) search_draw(ui, (Box){head.x + left, head.y, width, side});
}

static void nothing_draw(const Ui *ui, Box area) {
  TextStyle style = ui_style(FACE_REGULAR, SIZE, ui->theme->muted, ALIGN_START);
  pen_text_wrapped(ui->pen, style, area, LINE_GAP,
                   str_from(_("No key and no command has these words. Backspace takes a letter "
                              "back, Esc all of them.")));
}

void help_draw(const Ui *outer) {
  Pen pen = *outer->pen;
  Ui smaller = *outer, *ui = &smaller;
  ui->pen = &pen;
  fit_text(ui, &pen);
  Box window = ui->layout->window;
  float chrome = ui_pt(ui, 2 * PAD + TITLE_HEIGHT), edge = ui_pt(ui, EDGE);
  float width = fminf(window.w - 2 * edge, ui_pt(ui, PAGE_WIDTH_MOST));
  HelpPlan plan = {0};
  if (ui->inputs->key_count > 0) plan = plan_in(ui, width - 2 * ui_pt(ui, PAD));
  float page = page_height(ui, width - 2 * ui_pt(ui, PAD));
  float below = ui_dialog_room(ui), room = has_lines_in(ui, below) ? below : window_room(ui);
  float height = fminf(room, chrome + page);
  Box panel = ui_dialog_place(ui, width, height);
  bool scrolls = chrome + plan.height > height + 0.5f;
  ui_dialog(ui, panel, scrolls ? "menu wheel %f" : NULL);
  Box inside = box_inset(panel, ui_pt(ui, PAD));
  head_draw(ui, cut_top(&inside, ui_pt(ui, TITLE_HEIGHT)));
  if (plan.columns > 0) keys_draw(ui, &plan, inside);
  else nothing_draw(ui, inside);
}
