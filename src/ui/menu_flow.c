/* ui/menu_flow.c -- where the choices of a menu lie: rows below each other, tiles, links and small
** buttons side by side, in one column or two. */
#include <math.h>

#include "ui/menu_internal.h"

static const float CHIP_HEIGHT = 28, TILE_HEIGHT = 44, PLAIN_TILE_HEIGHT = 38, LINK_HEIGHT = 38;
static const float TILE_WORDS_LEAST = 132, CHIP_GAP = 6, BARE_ROW_PAD = 5;

/* What cannot be chosen is muted. */
TextStyle menu_label_style(const Ui *ui, const UiChoice *choice) {
  Color color = choice->refusal.bytes > 0 ? ui->theme->muted : ui->theme->ink;
  bool is_strong = choice->chosen || choice->turn == UI_TURN_FIRST;
  FaceId face = is_strong                       ? FACE_SEMIBOLD
                : choice->turn == UI_TURN_LATER ? FACE_REGULAR
                                                : FACE_MEDIUM;
  return ui_style(face, MENU_LABEL_SIZE, color, ALIGN_START);
}

TextStyle menu_note_style(const Ui *ui) {
  return ui_style(FACE_REGULAR, MENU_NOTE_SIZE, ui->theme->muted, ALIGN_START);
}

/* The room for a row's words, after mark, picture, sample and stepper. */
Box menu_row_words(const Ui *ui, const UiChoice *choice, Box row) {
  cut_left(&row, ui_pt(ui, MENU_MARK_WIDTH));
  if (choice->picture) cut_left(&row, ui_pt(ui, MENU_PICTURE_SIDE + MENU_PICTURE_GAP));
  if (choice->palette != PALETTE_AUTO) cut_left(&row, ui_pt(ui, MENU_SAMPLE_WIDTH));
  cut_right(&row,
            choice->numbers[0].value.bytes > 0 ? ui_pt(ui, MENU_STEPPER_WIDTH) : ui_pt(ui, 10));
  return row;
}

float menu_row_pad(const Ui *ui, const UiChoice *choice) {
  return ui_pt(ui, choice->note.bytes > 0 ? MENU_ROW_PAD : BARE_ROW_PAD);
}

/* One line, or two where the label is longer than its room. */
float menu_label_height(const Ui *ui, const UiChoice *choice, float width) {
  float line = pen_line_height(ui->pen, MENU_LABEL_SIZE);
  TextStyle style = menu_label_style(ui, choice);
  if (pen_width(ui->pen, style, choice->label) <= width) return line;
  float high = pen_wrapped_height(ui->pen, style, width, MENU_LINE_GAP, choice->label);
  return fminf(high, 2 * MENU_LINE_GAP * line);
}

/* Measured as it is drawn, so that a wrapped note does not touch the next row. */
float menu_row_height(const Ui *ui, const UiChoice *choice, float width) {
  Box words = menu_row_words(ui, choice, (Box){0, 0, width, 0});
  float height = 2 * menu_row_pad(ui, choice) + menu_label_height(ui, choice, words.w);
  if (choice->note.bytes > 0)
    height += ui_pt(ui, MENU_NOTE_GAP) + pen_wrapped_height(ui->pen, menu_note_style(ui), words.w,
                                                            MENU_LINE_GAP, choice->note);
  return height;
}

/* Where the next choice goes. */
typedef struct Flow {
  float left, width; /* of the column */
  float x, y;        /* x: from the left of the line, 0 where it is empty */
} Flow;

bool menu_is_beside(const UiChoice *choice) {
  return choice->kind == UI_CHOICE_CHIP || choice->kind == UI_CHOICE_TILE ||
         choice->kind == UI_CHOICE_LINK;
}

float menu_tile_mark_width(const Ui *ui) {
  float width = 0;
  for (int i = 0; i < ui->inputs->menu_count; i++) {
    const UiChoice *choice = &ui->inputs->menu[i];
    if (choice->kind != UI_CHOICE_TILE) continue;
    if (choice->picture) return ui_pt(ui, MENU_PICTURE_SIDE);
    if (choice->chosen) width = ui_pt(ui, MENU_PICTURE_SIDE / 2);
  }
  return width;
}

/* A tile without a picture is hardly higher than its two lines. */
static float line_height(const Ui *ui, const UiChoice *choice) {
  if (choice->kind == UI_CHOICE_CHIP) return ui_pt(ui, CHIP_HEIGHT);
  if (choice->kind == UI_CHOICE_LINK) return ui_pt(ui, LINK_HEIGHT);
  bool has_pictures = menu_tile_mark_width(ui) >= ui_pt(ui, MENU_PICTURE_SIDE);
  return ui_pt(ui, has_pictures ? TILE_HEIGHT : PLAIN_TILE_HEIGHT);
}

static float width_beside(const Ui *ui, const UiChoice *choice, float column) {
  float gap = ui_pt(ui, CHIP_GAP);
  if (choice->kind != UI_CHOICE_CHIP) { /* as many beside each other as are wide enough */
    float least = ui_pt(ui, TILE_WORDS_LEAST) + menu_tile_mark_width(ui);
    float count = fmaxf(1, floorf((column + gap) / (least + gap)));
    return (column - gap * (count - 1)) / count;
  }
  return fminf(column - ui_pt(ui, MENU_INDENT), ui_button_width(ui, choice->label));
}

static void end_line(const Ui *ui, Flow *flow, const UiChoice *last) {
  if (flow->x > 0) flow->y += line_height(ui, last) + ui_pt(ui, CHIP_GAP);
  flow->x = 0;
}

static Box place_beside(const Ui *ui, Flow *flow, const UiChoice *choice) {
  /* Buttons are aligned with the words of rows. */
  float indent = choice->kind == UI_CHOICE_CHIP ? ui_pt(ui, MENU_INDENT) : 0;
  float wanted = width_beside(ui, choice, flow->width), slack = 0.01f;
  if (flow->x > 0 && indent + flow->x + wanted > flow->width + slack) end_line(ui, flow, choice);
  Box box = {flow->left + indent + flow->x, flow->y, wanted, line_height(ui, choice)};
  flow->x += wanted + ui_pt(ui, CHIP_GAP);
  return box;
}

static Box place_row(const Ui *ui, Flow *flow, const UiChoice *choice) {
  Box box = {flow->left, flow->y, flow->width, menu_row_height(ui, choice, flow->width)};
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
bool menu_begins_links(const Ui *ui, int index) {
  const UiChoice *choice = &ui->inputs->menu[index];
  return choice->kind == UI_CHOICE_LINK && index > 0 && choice[-1].kind != UI_CHOICE_LINK;
}

/* Rows below each other; small buttons and tiles side by side until the line is full. */
MenuChoices menu_choices_place(const Ui *ui, float width) {
  const UiInputs *inputs = ui->inputs;
  MenuChoices place = {arena_take(ui->list->arena, (size_t)inputs->menu_count + 1, sizeof(Box)), 0};
  if (!place.choices) return ui->list->failed = true, place;
  bool columns = menu_has_columns(ui);
  Flow flow = {0, menu_column_width(ui, width), 0, 0};
  float line_of_group = 0;
  for (int i = 0; i < inputs->menu_count; i++) {
    const UiChoice *choice = &inputs->menu[i], *last = i > 0 ? choice - 1 : choice;
    bool begins = choice->group.bytes > 0;
    bool goes_on = begins && group_fits_beside(ui, &flow, i, flow.y == line_of_group);
    if (!menu_is_beside(choice) || (begins && !goes_on)) end_line(ui, &flow, last);
    if (columns && choice->begins_column) {
      place.height = fmaxf(place.height, flow.y);
      float left = flow.width + ui_pt(ui, MENU_COLUMN_GAP);
      flow = (Flow){left, width - left, 0, 0};
    }
    if (menu_begins_links(ui, i)) flow.y += ui_pt(ui, MENU_RULE_GAP);
    if (begins && !goes_on) line_of_group = flow.y += ui_pt(ui, MENU_HEADING_HEIGHT);
    place.choices[i] =
        menu_is_beside(choice) ? place_beside(ui, &flow, choice) : place_row(ui, &flow, choice);
  }
  if (inputs->menu_count > 0) end_line(ui, &flow, &inputs->menu[inputs->menu_count - 1]);
  place.height = fmaxf(place.height, flow.y);
  return place;
}
