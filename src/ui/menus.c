/* ui/menus.c -- a menu: choices under headings, as rows with notes, tiles with pictures, links or
** small buttons. What is set stands on a ground, strongest where it is laid over the model;
** all others are words and pictures without a box.
**
** The panel hangs below the button that opened it and stays inside the window; a menu that does not
** fit scrolls so that the selected choice is visible. A click outside closes it.
*/
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "ui/panels.h"

static const float PAD = 8, TITLE_HEIGHT = 30, HEADING_HEIGHT = 26, CHIP_HEIGHT = 28, CHIP_GAP = 6;
static const float ROW_PAD = 7, BARE_ROW_PAD = 5, LABEL_SIZE = 13, NOTE_SIZE = 11.25f,
                   MARK_WIDTH = 26, SAMPLE_WIDTH = 56;
static const float INDENT = 8, STEPPER_WIDTH = 92, EDGE = 12, NOTE_GAP = 1, LINE_GAP = 1.12f;
static const float PICTURE_SIDE = 32, PICTURE_GAP = 9, TILE_HEIGHT = 44, COLUMN_GAP = 20;
static const float LINK_HEIGHT = 38, RULE_GAP = 12;
static const float TILE_LEAST = 164, TILES_WIDTH = 860, STEPPER_SIDE = 18;

static const float GROWN_LEAST = 0.84f; /* of a menu that grew with the text: then it scrolls */

typedef struct MenuPlace {
  Box *choices; /* from the content's upper left corner */
  float height; /* of the content */
} MenuPlace;

/* -- sizes ------------------------------------------------------------------------------------- */

/* What cannot be chosen is muted. */
static TextStyle label_style(const Ui *ui, const UiChoice *choice) {
  Color color = choice->refusal.bytes > 0 ? ui->theme->muted : ui->theme->ink;
  return ui_style(choice->chosen ? FACE_SEMIBOLD : FACE_MEDIUM, LABEL_SIZE, color, ALIGN_START);
}

static TextStyle note_style(const Ui *ui) {
  return ui_style(FACE_REGULAR, NOTE_SIZE, ui->theme->muted, ALIGN_START);
}

/* Whether some choices stand in a second column. */
static bool has_columns(const Ui *ui) {
  static const float least = 780;
  bool begins = false;
  for (int i = 0; i < ui->inputs->menu_count; i++) begins |= ui->inputs->menu[i].begins_column;
  return begins && ui->layout->window.w >= ui_pt(ui, least);
}

static const float widths[MENU_COUNT] = {
    [MENU_MODEL] = 400,  [MENU_ATTENTION] = 380, [MENU_EXAMPLES] = 460, [MENU_PALETTE] = 340,
    [MENU_EXPORT] = 420, [MENU_RESTORE] = 440,   [MENU_TASK] = 460,     [MENU_QUESTION] = 480,
    [MENU_SCRIPT] = 520, [MENU_LESSONS] = 520,   [MENU_WHAT_IF] = 540,  [MENU_QUIZ] = 440};

static float menu_width(const Ui *ui) {
  float width = ui_pt(ui, widths[ui->view->menu]);
  if (has_columns(ui)) width += ui_pt(ui, TILES_WIDTH + COLUMN_GAP);
  return fminf(width, ui->layout->window.w - 2 * ui_pt(ui, EDGE));
}

/* Of the first column, of rows; the second, of tiles, has the rest. */
static float column_width(const Ui *ui, float width) {
  return has_columns(ui) ? ui_pt(ui, widths[ui->view->menu] - 2 * PAD) : width;
}

/* The room for a row's words, after mark, picture, sample and stepper. */
static Box row_words(const Ui *ui, const UiChoice *choice, Box row) {
  cut_left(&row, ui_pt(ui, MARK_WIDTH));
  if (choice->picture) cut_left(&row, ui_pt(ui, PICTURE_SIDE + PICTURE_GAP));
  if (choice->palette != PALETTE_AUTO) cut_left(&row, ui_pt(ui, SAMPLE_WIDTH));
  cut_right(&row, choice->numbers[0].value.bytes > 0 ? ui_pt(ui, STEPPER_WIDTH) : ui_pt(ui, 10));
  return row;
}

static float row_pad(const Ui *ui, const UiChoice *choice) {
  return ui_pt(ui, choice->note.bytes > 0 ? ROW_PAD : BARE_ROW_PAD);
}

/* One line, or two where the label is longer than its room. */
static float label_height(const Ui *ui, const UiChoice *choice, float width) {
  float line = pen_line_height(ui->pen, LABEL_SIZE);
  TextStyle style = label_style(ui, choice);
  if (pen_width(ui->pen, style, choice->label) <= width) return line;
  float high = pen_wrapped_height(ui->pen, style, width, LINE_GAP, choice->label);
  return fminf(high, 2 * LINE_GAP * line);
}

/* Measured as it is drawn, so that a wrapped note does not touch the next row. */
static float row_height(const Ui *ui, const UiChoice *choice, float width) {
  Box words = row_words(ui, choice, (Box){0, 0, width, 0});
  float height = 2 * row_pad(ui, choice) + label_height(ui, choice, words.w);
  if (choice->note.bytes > 0)
    height += ui_pt(ui, NOTE_GAP) +
              pen_wrapped_height(ui->pen, note_style(ui), words.w, LINE_GAP, choice->note);
  return height;
}

/* Where the next choice goes. */
typedef struct Flow {
  float left, width; /* of the column */
  float x, y;        /* x: from the left of the line, 0 where it is empty */
} Flow;

static bool is_beside(const UiChoice *choice) {
  return choice->kind == UI_CHOICE_CHIP || choice->kind == UI_CHOICE_TILE ||
         choice->kind == UI_CHOICE_LINK;
}

static float line_height(const Ui *ui, const UiChoice *choice) {
  return ui_pt(ui, choice->kind == UI_CHOICE_TILE   ? TILE_HEIGHT
                   : choice->kind == UI_CHOICE_LINK ? LINK_HEIGHT
                                                    : CHIP_HEIGHT);
}

static float width_beside(const Ui *ui, const UiChoice *choice, float column) {
  float gap = ui_pt(ui, CHIP_GAP);
  if (choice->kind != UI_CHOICE_CHIP) { /* as many beside each other as are wide enough */
    float count = fmaxf(1, floorf((column + gap) / (ui_pt(ui, TILE_LEAST) + gap)));
    return (column - gap * (count - 1)) / count;
  }
  return fminf(column - ui_pt(ui, INDENT), ui_button_width(ui, choice->label));
}

static void end_line(const Ui *ui, Flow *flow, const UiChoice *last) {
  if (flow->x > 0) flow->y += line_height(ui, last) + ui_pt(ui, CHIP_GAP);
  flow->x = 0;
}

static Box place_beside(const Ui *ui, Flow *flow, const UiChoice *choice) {
  /* Buttons are aligned with the words of rows. */
  float indent = choice->kind == UI_CHOICE_CHIP ? ui_pt(ui, INDENT) : 0;
  float wanted = width_beside(ui, choice, flow->width), slack = 0.01f;
  if (flow->x > 0 && indent + flow->x + wanted > flow->width + slack) end_line(ui, flow, choice);
  Box box = {flow->left + indent + flow->x, flow->y, wanted, line_height(ui, choice)};
  flow->x += wanted + ui_pt(ui, CHIP_GAP);
  return box;
}

static Box place_row(const Ui *ui, Flow *flow, const UiChoice *choice) {
  Box box = {flow->left, flow->y, flow->width, row_height(ui, choice, flow->width)};
  flow->y += box.h;
  return box;
}

/* A short group of tiles stands beside the one before, where both have room on one line. */
static bool group_fits_beside(const Ui *ui, const Flow *flow, int first, bool one_line) {
  const UiChoice *choices = ui->inputs->menu;
  if (!one_line || flow->x <= 0 || choices[first].kind != UI_CHOICE_TILE) return false;
  int end = first + 1;
  while (end < ui->inputs->menu_count && choices[end].group.bytes == 0) end++;
  float each = width_beside(ui, &choices[first], flow->width), gap = ui_pt(ui, CHIP_GAP);
  float wanted = (float)(end - first) * (each + gap) - gap, slack = 0.01f;
  return flow->x + wanted <= flow->width + slack;
}

/* Links stand apart from what changes numbers: below a rule. */
static bool begins_links(const Ui *ui, int index) {
  const UiChoice *choice = &ui->inputs->menu[index];
  return choice->kind == UI_CHOICE_LINK && index > 0 && choice[-1].kind != UI_CHOICE_LINK;
}

/* Rows below each other; small buttons and tiles side by side until the line is full. */
static MenuPlace choices_place(const Ui *ui, float width) {
  const UiInputs *inputs = ui->inputs;
  MenuPlace place = {arena_take(ui->list->arena, (size_t)inputs->menu_count + 1, sizeof(Box)), 0};
  if (!place.choices) return ui->list->failed = true, place;
  bool columns = has_columns(ui);
  Flow flow = {0, column_width(ui, width), 0, 0};
  float line_of_group = 0;
  for (int i = 0; i < inputs->menu_count; i++) {
    const UiChoice *choice = &inputs->menu[i], *last = i > 0 ? choice - 1 : choice;
    bool begins = choice->group.bytes > 0;
    bool goes_on = begins && group_fits_beside(ui, &flow, i, flow.y == line_of_group);
    if (!is_beside(choice) || (begins && !goes_on)) end_line(ui, &flow, last);
    if (columns && choice->begins_column) {
      place.height = fmaxf(place.height, flow.y);
      float left = flow.width + ui_pt(ui, COLUMN_GAP);
      flow = (Flow){left, width - left, 0, 0};
    }
    if (begins_links(ui, i)) flow.y += ui_pt(ui, RULE_GAP);
    if (begins && !goes_on) line_of_group = flow.y += ui_pt(ui, HEADING_HEIGHT);
    place.choices[i] =
        is_beside(choice) ? place_beside(ui, &flow, choice) : place_row(ui, &flow, choice);
  }
  if (inputs->menu_count > 0) end_line(ui, &flow, &inputs->menu[inputs->menu_count - 1]);
  place.height = fmaxf(place.height, flow.y);
  return place;
}

/* -- place of the panel
** ------------------------------------------------------------------------- */

/* The box of the button that opened the menu, computed each time because menus have no state. */
static Box anchor_of(const Ui *ui) {
  TopBar bar = top_bar_place(ui);
  switch (ui->view->menu) {
  case MENU_MODEL:
    return bar.model;
  case MENU_ATTENTION:
  case MENU_WHAT_IF:
    return bar.attention;
  case MENU_EXAMPLES:
    return bar.examples;
  case MENU_PALETTE:
    return bar.palette.w > 0 ? bar.palette : bar.theme;
  case MENU_EXPORT:
    return bar.export_button;
  case MENU_TASK:
    return training_task_box(ui);
  default:
    return ui->layout->window;
  }
}

static bool is_question(const Ui *ui) {
  MenuId menu = ui->view->menu;
  return menu == MENU_RESTORE || menu == MENU_QUESTION || menu == MENU_SCRIPT || menu == MENU_QUIZ;
}

static Box panel_place(const Ui *ui, Box anchor, float width, float height) {
  Box window = ui->layout->window;
  float edge = ui_pt(ui, EDGE);
  if (is_question(ui) || ui->view->menu == MENU_LESSONS)
    return box_centred(window, width, fminf(height, window.h - 2 * edge));
  float x = fminf(anchor.x, window.w - edge - width);
  if (ui->view->menu == MENU_EXAMPLES) x = anchor.x + anchor.w - width;
  float top = anchor.y + anchor.h + ui_pt(ui, 8);
  return (Box){fmaxf(edge, x), top, width, fminf(height, window.h - top - edge)};
}

/* -- drawing ----------------------------------------------------------------------------------- */

static void sample_draw(const Ui *ui, PaletteId palette, Box row) {
  enum { SAMPLES = 12 };
  float step = ui_pt(ui, SAMPLE_WIDTH - 12) / SAMPLES, height = ui_pt(ui, 14);
  float top = row.y + (row.h - height) / 2;
  for (int i = 0; i < SAMPLES; i++) {
    float u = ((float)i + 0.5f) / SAMPLES;
    draw_box(ui->list, (DrawBox){.box = {row.x + (float)i * step, top, step, height},
                                 .fill = palette_color(palette, ui->theme->id, u)});
  }
  draw_box(ui->list, (DrawBox){.box = {row.x, top, step * SAMPLES, height},
                               .stroke = ui->theme->line,
                               .stroke_width = 1});
}

static void picture_draw(const Ui *ui, const UiPicture *picture, Box box) {
  Color line = ui->theme->line;
  draw_box(ui->list, (DrawBox){.box = box, .corner = 3, .fill = ui->theme->panel});
  draw_heatmap(ui->list,
               (DrawHeatmap){.box = box,
                             .values = picture->cells,
                             .mix = 1,
                             .hatch_mix = 1,
                             .palette = picture->is_signed ? PALETTE_DIVERGING : PALETTE_PURPLE,
                             .range = {picture->is_signed ? -1 : 0, 1},
                             .filled = -1,
                             .theme = ui->theme->id,
                             .passing = true});
  draw_box(ui->list, (DrawBox){.box = box, .corner = 3, .stroke = line, .stroke_width = 1});
}

/* Drawn after the row's own hit, so that − and + answer instead of the row. */
static void stepper_draw(const Ui *ui, const UiChoice *choice, Box row) {
  float side = ui_pt(ui, 24);
  Box box = cut_right(&row, ui_pt(ui, STEPPER_WIDTH));
  ui_stepper(ui, box_centred(box, ui_pt(ui, STEPPER_WIDTH - 12), side), &choice->numbers[0], 12.5f);
}

/* The cost stands behind the label where both have room. */
static void row_label(const Ui *ui, const UiChoice *choice, Box line) {
  TextStyle label = label_style(ui, choice), cost = note_style(ui);
  float natural = pen_width(ui->pen, label, choice->label);
  if (natural > line.w) {
    pen_text_wrapped(ui->pen, label, line, LINE_GAP, choice->label);
    return;
  }
  pen_text_in(ui->pen, label, line, choice->label);
  cut_left(&line, natural + ui_pt(ui, 10));
  if (choice->cost.bytes > 0 && pen_width(ui->pen, cost, choice->cost) <= line.w)
    pen_text_in(ui->pen, cost, line, choice->cost);
}

static const char *tip_of(const Ui *ui, const UiChoice *choice) {
  Str words = choice->refusal.bytes > 0   ? choice->refusal
              : choice->meaning.bytes > 0 ? choice->meaning
                                          : choice->note;
  return words.bytes > 0 ? str_copy(ui->list->arena, words) : NULL;
}

static void row_draw(const Ui *ui, const UiChoice *choice, Box row, bool focused) {
  if (choice->is_laid_over && !focused)
    draw_box(ui->list,
             (DrawBox){.box = row, .corner = ui_pt(ui, 6), .fill = ui->theme->weights_soft});
  if (focused) ui_focused_row(ui, row);
  Box inside = row, mark = cut_left(&inside, ui_pt(ui, MARK_WIDTH));
  float side = ui_pt(ui, 13);
  if (choice->chosen) ui_icon(ui, ICON_CHECK, box_centred(mark, side, side), ui->theme->ink);
  if (choice->palette != PALETTE_AUTO) sample_draw(ui, choice->palette, inside);
  float picture = ui_pt(ui, PICTURE_SIDE);
  if (choice->picture)
    picture_draw(ui, choice->picture,
                 (Box){inside.x, row.y + (row.h - picture) / 2, picture, picture});
  Box words = row_words(ui, choice, row);
  words.y += row_pad(ui, choice);
  words.h -= 2 * row_pad(ui, choice);
  row_label(ui, choice, cut_top(&words, label_height(ui, choice, words.w)));
  cut_top(&words, ui_pt(ui, NOTE_GAP));
  pen_text_wrapped(ui->pen, note_style(ui), words, LINE_GAP, choice->note);
  const char *tip = choice->refusal.bytes > 0 ? tip_of(ui, choice) : NULL;
  ui_hit(ui, row, CURSOR_HAND, tip, str_copy(ui->list->arena, choice->command));
  if (choice->numbers[0].value.bytes > 0) stepper_draw(ui, choice, row);
}

/* The numbers of a tile, at the left end of its second line, after the tile's own hit. */
static void tile_numbers(const Ui *ui, const UiChoice *choice, Box line) {
  float side = ui_pt(ui, STEPPER_SIDE), gap = ui_pt(ui, 4);
  bool has_two = choice->numbers[1].value.bytes > 0;
  TextStyle value = ui_style(FACE_MONO, 11, ui->theme->ink, ALIGN_MIDDLE);
  float room = fmaxf(pen_width(ui->pen, value, choice->numbers[0].value) + gap, ui_pt(ui, 30));
  float wide = has_two ? (line.w - gap) / 2 : fminf(line.w, 2 * side + room);
  line = (Box){line.x, line.y + (line.h - side) / 2, line.w, side};
  for (int i = 0; i <= has_two; i++) {
    ui_stepper(ui, cut_left(&line, wide), &choice->numbers[i], 11);
    cut_left(&line, gap);
  }
}

/* The label, and below it its numbers, where it is set and has some, or what it costs. */
static void tile_words(const Ui *ui, const UiChoice *choice, Box words, Box hit) {
  bool has_numbers = choice->numbers[0].value.bytes > 0;
  float label = pen_line_height(ui->pen, LABEL_SIZE), cost = pen_line_height(ui->pen, NOTE_SIZE);
  if (choice->cost.bytes == 0) cost = 0;
  if (has_numbers) cost = ui_pt(ui, STEPPER_SIDE);
  words = (Box){words.x, words.y + (words.h - label - cost) / 2, words.w, label + cost};
  pen_text_in(ui->pen, label_style(ui, choice), cut_top(&words, label), choice->label);
  if (cost > 0 && !has_numbers) pen_text_in(ui->pen, note_style(ui), words, choice->cost);
  ui_hit(ui, hit, CURSOR_HAND, tip_of(ui, choice), str_copy(ui->list->arena, choice->command));
  if (has_numbers) tile_numbers(ui, choice, words);
}

/* Whether a tile of the menu has a picture or a mark: then the words of all have the same left
** edge, right of where these stand. */
static bool tiles_have_marks(const Ui *ui) {
  for (int i = 0; i < ui->inputs->menu_count; i++) {
    const UiChoice *choice = &ui->inputs->menu[i];
    if (choice->kind == UI_CHOICE_TILE && (choice->picture || choice->chosen)) return true;
  }
  return false;
}

/* What is set: on a ground, and in an outline where it is laid over the model. */
static void tile_ground(const Ui *ui, const UiChoice *choice, Box box, float corner) {
  const Theme *theme = ui->theme;
  if (!choice->chosen) return;
  draw_box(ui->list,
           (DrawBox){.box = box,
                     .corner = corner,
                     .fill = choice->is_laid_over ? theme->weights_soft : theme->empty_cell,
                     .stroke = choice->is_laid_over ? theme->ink : COLOR_NONE,
                     .stroke_width = choice->is_laid_over ? 1.5f : 0});
}

static void tile_draw(const Ui *ui, int index, Box box) {
  const UiChoice *choice = &ui->inputs->menu[index];
  bool focused = index == ui->view->menu_item;
  bool has_marks = choice->kind == UI_CHOICE_TILE && tiles_have_marks(ui);
  float corner = ui_pt(ui, 6), side = ui_pt(ui, PICTURE_SIDE), pad = ui_pt(ui, ROW_PAD);
  tile_ground(ui, choice, box, corner);
  if (focused) ui_focus_ring(ui, box, corner);
  Box inside = box_inset(box, pad), place = cut_left(&inside, has_marks ? side : 0);
  if (choice->picture) picture_draw(ui, choice->picture, box_centred(place, side, side));
  else if (choice->chosen)
    ui_icon(ui, ICON_CHECK, box_centred(place, side / 2, side / 2), ui->theme->ink);
  if (has_marks) cut_left(&inside, ui_pt(ui, PICTURE_GAP));
  tile_words(ui, choice, inside, box);
}

static void heading_draw(const Ui *ui, const UiChoice *choice, Box box) {
  float height = ui_pt(ui, HEADING_HEIGHT);
  TextStyle style = ui_style(FACE_SEMIBOLD, NOTE_SIZE, ui->theme->muted, ALIGN_START);
  Box heading = {box.x, box.y - height + ui_pt(ui, 3), box.w, height};
  float inner = menu_width(ui) - ui_pt(ui, 2 * PAD), indent = ui_pt(ui, 2 * INDENT);
  if (choice->kind != UI_CHOICE_CHIP) cut_left(&heading, ui_pt(ui, INDENT));
  if (is_beside(choice)) heading.w = column_width(ui, inner) - indent;
  pen_text_in(ui->pen, style, heading, choice->group);
}

static void links_rule(const Ui *ui, Box first) {
  float y = first.y - ui_pt(ui, HEADING_HEIGHT + RULE_GAP / 2);
  float wide = menu_width(ui) - ui_pt(ui, 2 * PAD);
  if (has_columns(ui)) wide -= column_width(ui, wide) + ui_pt(ui, COLUMN_GAP);
  pen_rule(ui->pen, (Point){first.x, y}, (Point){first.x + wide, y});
}

static void choice_draw(const Ui *ui, int index, Box box) {
  const UiChoice *choice = &ui->inputs->menu[index];
  bool focused = index == ui->view->menu_item;
  if (begins_links(ui, index)) links_rule(ui, box);
  if (choice->group.bytes > 0) heading_draw(ui, choice, box);
  if (choice->kind == UI_CHOICE_ROW) row_draw(ui, choice, box, focused);
  else if (choice->kind != UI_CHOICE_CHIP) tile_draw(ui, index, box);
  else
    ui_button(ui, box,
              (Button){.label = choice->label,
                       .command = str_copy(ui->list->arena, choice->command),
                       .tip = tip_of(ui, choice),
                       .look = choice->chosen ? BUTTON_CHOSEN : BUTTON_PLAIN,
                       .focused = focused});
}

/* The selected choice is kept in the middle as far as the ends allow. */
static float scroll_offset(const Ui *ui, const MenuPlace *place, float room) {
  int item = ui->view->menu_item;
  if (place->height <= room || item < 0 || item >= ui->inputs->menu_count) return 0;
  Box box = place->choices[item];
  return float_clamp(box.y + box.h / 2 - room / 2, 0, place->height - room);
}

static void choices_draw(const Ui *ui, const MenuPlace *place, Box area) {
  float scroll = scroll_offset(ui, place, area.h), slack = ui_pt(ui, 4);
  bool scrolls = place->height > area.h + 0.5f;
  Box clip = box_inset(area, -slack);
  if (scrolls) draw_clip(ui->list, (Box){clip.x, area.y, clip.w, area.h});
  ui->list->at_scroll_edge = scrolls;
  for (int i = 0; i < ui->inputs->menu_count; i++) {
    Box box = place->choices[i];
    box.x += area.x;
    box.y += area.y - scroll;
    float above = ui->inputs->menu[i].group.bytes > 0 ? ui_pt(ui, HEADING_HEIGHT + RULE_GAP) : 0;
    if (box.y + box.h > area.y && box.y - above < area.y + area.h) choice_draw(ui, i, box);
  }
  ui->list->at_scroll_edge = false;
  if (scrolls) draw_clip_end(ui->list);
  Box beside = {area.x + area.w, area.y, ui_pt(ui, PAD), area.h};
  if (scrolls) ui_scroll_thumb(ui, beside, place->height, scroll);
}

/* A question has the size of the labels, since it must be read; a note is smaller. */
static TextStyle remark_style(const Ui *ui) {
  return is_question(ui) ? ui_style(FACE_REGULAR, LABEL_SIZE, ui->theme->ink, ALIGN_START)
                         : note_style(ui);
}

/* Includes the rule and the gaps around it. */
static float note_height(const Ui *ui, float width) {
  if (ui->inputs->menu_note.bytes == 0) return 0;
  float least = pen_line_height(ui->pen, NOTE_SIZE) * LINE_GAP * (float)ui->inputs->menu_note_lines;
  float high = pen_wrapped_height(ui->pen, remark_style(ui), width - 2 * ui_pt(ui, INDENT),
                                  LINE_GAP, ui->inputs->menu_note);
  return fmaxf(high, least) + ui_pt(ui, ui->inputs->menu_count > 0 ? 20 : 4);
}

/* A question stands before its answers; a note stands below the choices, under a rule. */
static void note_draw(const Ui *ui, Box box) {
  float indent = ui_pt(ui, INDENT);
  if (!is_question(ui)) {
    cut_top(&box, ui_pt(ui, 7));
    pen_rule(ui->pen, (Point){box.x, box.y}, (Point){box.x + box.w, box.y});
    cut_top(&box, ui_pt(ui, 6));
  }
  pen_text_wrapped(ui->pen, remark_style(ui),
                   (Box){box.x + indent, box.y, box.w - 2 * indent, box.h}, LINE_GAP,
                   ui->inputs->menu_note);
}

static float title_height(const Ui *ui) {
  return ui->inputs->menu_title.bytes > 0 ? ui_pt(ui, TITLE_HEIGHT) : 0;
}

static float whole_height(const Ui *ui, float content) {
  float pad = ui_pt(ui, PAD);
  return content + title_height(ui) + note_height(ui, menu_width(ui) - 2 * pad) + 2 * pad;
}

/* Larger text makes a menu larger, as far as lines of words stay in the window. */
static float growth_of(const Ui *ui) {
  const float most = 1.7f;
  const DrawList *list = ui->list;
  if (ui->view->text_scale <= 1) return 1;
  float asked = ui->view->text_scale * layout_growth(list->width_pt, list->height_pt);
  float wide = (ui->layout->window.w - 2 * ui_pt(ui, EDGE)) / ui_pt(ui, widths[ui->view->menu]);
  return float_clamp(asked / ui->pen->text_scale, 1, fmaxf(1, fminf(most, wide)));
}

/* A menu slightly too high for the window is drawn smaller, down to the size of the window's small
** text; one higher than that scrolls in its own size. */
static MenuPlace choose_size(const Ui *ui, Pen *pen, Box anchor) {
  static const float sizes[] = {0.94f, 0.84f, 0.76f, 0.68f, 0.6f, 0.52f, 1};
  const float least = 0.94f; /* makes a note as small as the smallest labels of bars and panels */
  const float of_window = 0.66f; /* in a large window: not below its smallest words */
  float growth = growth_of(ui);
  float least_scale = fmaxf(least * fminf(pen->text_scale, 1), of_window * pen->text_scale);
  if (growth > 1) least_scale = fmaxf(least_scale, pen->text_scale * growth * GROWN_LEAST);
  pen->text_scale *= growth;
  float scale = pen->text_scale, most = ui->layout->window.h - anchor.y - anchor.h - ui_pt(ui, 20);
  MenuPlace place = choices_place(ui, menu_width(ui) - 2 * ui_pt(ui, PAD));
  for (int i = 0; i < 7 && place.choices && whole_height(ui, place.height) > most; i++) {
    if (scale * sizes[i] < least_scale - 0.001f) continue;
    pen->text_scale = scale * sizes[i];
    place = choices_place(ui, menu_width(ui) - 2 * ui_pt(ui, PAD));
  }
  return place;
}

void menu_draw(const Ui *outer) {
  Pen pen = *outer->pen;
  Ui smaller = *outer, *ui = &smaller;
  smaller.pen = &pen;
  Box anchor = anchor_of(outer);
  MenuPlace place = choose_size(ui, &pen, anchor);
  if (!place.choices) return;
  float pad = ui_pt(ui, PAD), width = menu_width(ui), inner = width - 2 * pad;
  float title = title_height(ui), note = note_height(ui, inner);
  Box panel = panel_place(ui, anchor, width, whole_height(ui, place.height));
  bool scrolls = whole_height(ui, place.height) > panel.h + 0.5f;
  ui_dialog(ui, panel, scrolls ? "menu wheel %f" : NULL);
  Box inside = box_inset(panel, pad), head = cut_top(&inside, title);
  cut_left(&head, ui_pt(ui, INDENT));
  cut_right(&head, ui_pt(ui, INDENT));
  pen_text_in(ui->pen, ui_style(FACE_SEMIBOLD, 13, ui->theme->ink, ALIGN_START), head,
              ui->inputs->menu_title);
  bool note_first = is_question(ui);
  if (note > 0) note_draw(ui, note_first ? cut_top(&inside, note) : cut_bottom(&inside, note));
  choices_draw(ui, &place, inside);
}
