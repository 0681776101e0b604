/* ui/menu_choice.c -- draws one choice of a menu: a row with a note, a tile with a picture, a link
** or a small button. What is set stands on a ground, strongest where it is laid over the model; all
** others are words and pictures without a box. */
#include "ui/menu_internal.h"

static const float STEPPER_SIDE = 18, MARK_GAP = 5; /* beside a mark without a picture */

static void sample_draw(const Ui *ui, PaletteId palette, Box row) {
  enum { SAMPLES = 12 };
  float step = ui_pt(ui, MENU_SAMPLE_WIDTH - 12) / SAMPLES, height = ui_pt(ui, 14);
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
  Box box = cut_right(&row, ui_pt(ui, MENU_STEPPER_WIDTH));
  ui_stepper(ui, box_centred(box, ui_pt(ui, MENU_STEPPER_WIDTH - 12), side), &choice->numbers[0],
             12.5f);
}

/* The cost stands behind the label where both have room. */
static void row_label(const Ui *ui, const UiChoice *choice, Box line) {
  TextStyle label = menu_label_style(ui, choice), cost = menu_note_style(ui);
  float natural = pen_width(ui->pen, label, choice->label);
  if (natural > line.w) {
    pen_text_wrapped(ui->pen, label, line, MENU_LINE_GAP, choice->label);
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
             (DrawBox){.box = row, .corner = ui_pt(ui, 6), .fill = ui->theme->empty_cell});
  if (focused) ui_focused_row(ui, row);
  Box inside = row, mark = cut_left(&inside, ui_pt(ui, MENU_MARK_WIDTH));
  float side = ui_pt(ui, 13);
  if (choice->chosen) ui_icon(ui, ICON_CHECK, box_centred(mark, side, side), ui->theme->ink);
  if (choice->palette != PALETTE_AUTO) sample_draw(ui, choice->palette, inside);
  float picture = ui_pt(ui, MENU_PICTURE_SIDE);
  if (choice->picture)
    picture_draw(ui, choice->picture,
                 (Box){inside.x, row.y + (row.h - picture) / 2, picture, picture});
  Box words = menu_row_words(ui, choice, row);
  words.y += menu_row_pad(ui, choice);
  words.h -= 2 * menu_row_pad(ui, choice);
  row_label(ui, choice, cut_top(&words, menu_label_height(ui, choice, words.w)));
  cut_top(&words, ui_pt(ui, MENU_NOTE_GAP));
  pen_text_wrapped(ui->pen, menu_note_style(ui), words, MENU_LINE_GAP, choice->note);
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
  float label = pen_line_height(ui->pen, MENU_LABEL_SIZE),
        cost = pen_line_height(ui->pen, MENU_NOTE_SIZE);
  if (choice->cost.bytes == 0) cost = 0;
  if (has_numbers) cost = ui_pt(ui, STEPPER_SIDE);
  words = (Box){words.x, words.y + (words.h - label - cost) / 2, words.w, label + cost};
  pen_words_in(ui->pen, menu_label_style(ui, choice), cut_top(&words, label), choice->label);
  if (cost > 0 && !has_numbers) pen_text_in(ui->pen, menu_note_style(ui), words, choice->cost);
  ui_hit(ui, hit, CURSOR_HAND, tip_of(ui, choice), str_copy(ui->list->arena, choice->command));
  if (has_numbers) tile_numbers(ui, choice, words);
}

/* What is set: on a ground, and in an outline where it is laid over the model. */
static void tile_ground(const Ui *ui, const UiChoice *choice, Box box, float corner) {
  const Theme *theme = ui->theme;
  if (!choice->chosen) return;
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = corner,
                               .fill = theme->empty_cell,
                               .stroke = choice->is_laid_over ? theme->ink : COLOR_NONE,
                               .stroke_width = choice->is_laid_over ? 1.5f : 0});
}

static void tile_draw(const Ui *ui, int index, Box box) {
  const UiChoice *choice = &ui->inputs->menu[index];
  bool focused = index == ui->view->menu_item;
  float mark = choice->kind == UI_CHOICE_TILE ? menu_tile_mark_width(ui) : 0;
  float corner = ui_pt(ui, 6), side = ui_pt(ui, MENU_PICTURE_SIDE), pad = ui_pt(ui, MENU_ROW_PAD);
  tile_ground(ui, choice, box, corner);
  if (focused) ui_focus_ring(ui, box, corner);
  Box inside = box_inset(box, pad), place = cut_left(&inside, mark);
  if (choice->picture) picture_draw(ui, choice->picture, box_centred(place, side, side));
  else if (choice->chosen)
    ui_icon(ui, ICON_CHECK, box_centred(place, side / 2, side / 2), ui->theme->ink);
  if (mark > 0) cut_left(&inside, ui_pt(ui, mark < side ? MARK_GAP : MENU_PICTURE_GAP));
  tile_words(ui, choice, inside, box);
}

static void heading_draw(const Ui *ui, const UiChoice *choice, Box box) {
  float height = ui_pt(ui, MENU_HEADING_HEIGHT);
  TextStyle style = ui_style(FACE_SEMIBOLD, MENU_NOTE_SIZE, ui->theme->muted, ALIGN_START);
  Box heading = {box.x, box.y - height + ui_pt(ui, 3), box.w, height};
  float inner = menu_width(ui) - ui_pt(ui, 2 * MENU_PAD), indent = ui_pt(ui, 2 * MENU_INDENT);
  if (choice->kind != UI_CHOICE_CHIP) cut_left(&heading, ui_pt(ui, MENU_INDENT));
  if (menu_is_beside(choice)) heading.w = menu_column_width(ui, inner) - indent;
  pen_text_in(ui->pen, style, heading, choice->group);
}

static void links_rule(const Ui *ui, Box first) {
  float y = first.y - ui_pt(ui, MENU_HEADING_HEIGHT + MENU_RULE_GAP / 2);
  float wide = menu_width(ui) - ui_pt(ui, 2 * MENU_PAD);
  if (menu_has_columns(ui)) wide -= menu_column_width(ui, wide) + ui_pt(ui, MENU_COLUMN_GAP);
  pen_rule(ui->pen, (Point){first.x, y}, (Point){first.x + wide, y});
}

void menu_choice_draw(const Ui *ui, int index, Box box) {
  const UiChoice *choice = &ui->inputs->menu[index];
  bool focused = index == ui->view->menu_item;
  if (menu_begins_links(ui, index)) links_rule(ui, box);
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
