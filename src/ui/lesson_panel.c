/* ui/lesson_panel.c -- a page of a lesson beside the picture: its head, what it says and asks,
** which scrolls where it has no room, and the way to the pages beside it.
*/
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "ui/panels.h"
#include "ui/rich_text.h"

static const float PAD = 16, GAP = 10, TITLE_SIZE = 11, PAGE_SIZE = 17, TEXT_SIZE = 14,
                   HINT_SIZE = 13.5f;
static const float BUTTON_HEIGHT = 30, CHOICE_PAD = 8, FIELD_WIDTH = 150, BULLET = 16,
                   ABOVE_FOOT = 6;
static const float BAR_WIDTH = 3, LARGER_MOST = 1.45f, PRESENTED = 1.15f;
static const float PRESENTED_LEAST = 0.8f, SMALLER = 0.96f;

/* -- blocks ------------------------------------------------------------------------------------ */

static RichText text_of(const Ui *ui, const UiBlock *block) {
  const Theme *theme = ui->theme;
  bool is_small = block->kind == UI_BLOCK_HINT || block->kind == UI_BLOCK_RIGHT ||
                  block->kind == UI_BLOCK_FAULT;
  bool is_strong = block->kind == UI_BLOCK_HEADING || block->kind == UI_BLOCK_QUESTION;
  return (RichText){.spans = block->spans,
                    .span_count = block->span_count,
                    .size = is_small ? HINT_SIZE : TEXT_SIZE,
                    .color = block->kind == UI_BLOCK_FAULT ? theme->warning : theme->ink,
                    .face = is_strong ? FACE_SEMIBOLD : FACE_REGULAR};
}

/* The room of the words within a block. */
static Box words_of(const Ui *ui, const UiBlock *block, Box box) {
  float pad = ui_pt(ui, CHOICE_PAD);
  switch (block->kind) {
  case UI_BLOCK_ITEM:
    cut_left(&box, ui_pt(ui, BULLET));
    return box;
  case UI_BLOCK_CHOICE:
    cut_left(&box, pad + ui_pt(ui, 22));
    cut_right(&box, pad);
    break;
  case UI_BLOCK_HINT:
  case UI_BLOCK_RIGHT:
  case UI_BLOCK_FAULT:
    cut_left(&box, pad + ui_pt(ui, BAR_WIDTH));
    cut_right(&box, pad);
    break;
  default:
    return box;
  }
  box.y += pad * 0.75f;
  box.h -= pad * 1.5f;
  return box;
}

static float block_height(const Ui *ui, const UiBlock *block, float width) {
  if (block->kind == UI_BLOCK_FIELD || block->kind == UI_BLOCK_BUTTON)
    return ui_pt(ui, BUTTON_HEIGHT);
  const float trial = 1000;
  Box words = words_of(ui, block, (Box){0, 0, width, trial});
  RichText text = text_of(ui, block);
  return rich_text_height(ui, &text, words.w) + trial - words.h;
}

/* The gap above a block: questions stand apart. */
static float gap_before(const Ui *ui, const UiBlock *block) {
  bool is_apart = block->kind == UI_BLOCK_QUESTION || block->kind == UI_BLOCK_HEADING;
  bool is_close = block->kind == UI_BLOCK_ITEM || block->kind == UI_BLOCK_CHOICE;
  return ui_pt(ui, is_apart ? 1.8f * GAP : is_close ? 0.6f * GAP : GAP);
}

static void choice_draw(const Ui *ui, const UiBlock *block, Box box) {
  const Theme *theme = ui->theme;
  float side = ui_pt(ui, 14);
  bool is_marked = block->is_chosen || block->is_right;
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = ui_pt(ui, 6),
                               .fill = is_marked ? theme->empty_cell : theme->panel,
                               .stroke = is_marked ? theme->ink : theme->line,
                               .stroke_width = 1});
  Box mark = {box.x + ui_pt(ui, CHOICE_PAD), box.y + (box.h - side) / 2, side, side};
  Point centre = {mark.x + side / 2, mark.y + side / 2};
  if (block->is_right) ui_icon(ui, ICON_CHECK, mark, theme->ink);
  else
    ui_circle(ui, centre, side / 2 - 1, block->is_chosen ? theme->ink : theme->panel, theme->muted,
              1);
  if (block->is_asked && block->is_chosen) ui_focus_ring(ui, box, ui_pt(ui, 6));
}

/* What is typed, with the button that gives it behind it. */
static void field_draw(const Ui *ui, const UiBlock *block, Box box) {
  const Theme *theme = ui->theme;
  Box field = cut_left(&box, fminf(ui_pt(ui, FIELD_WIDTH), box.w * 0.42f));
  TextStyle style =
      ui_style(FACE_MONO, TEXT_SIZE, block->label.bytes ? theme->ink : theme->muted, ALIGN_START);
  draw_box(ui->list, (DrawBox){.box = field,
                               .corner = ui_pt(ui, 6),
                               .fill = theme->paper,
                               .stroke = block->is_asked ? theme->focus : theme->line,
                               .stroke_width = block->is_asked ? ui_pt(ui, 2) : 1});
  Box words = box_inset(field, ui_pt(ui, 8));
  words.y = field.y, words.h = field.h;
  Str shown = block->label.bytes || block->is_asked ? block->label : str_from(_("a number"));
  float width = pen_text_in(ui->pen, style, words, shown);
  if (block->is_asked)
    draw_box(ui->list, (DrawBox){.box = {words.x + width + 1, field.y + field.h * 0.25f,
                                         ui_pt(ui, 1.5f), field.h * 0.5f},
                                 .fill = theme->ink});
  ui_hit(ui, field, CURSOR_TEXT, NULL, block->second);
  cut_left(&box, ui_pt(ui, 8));
  ui_button(ui, box,
            (Button){.label = block->second_label, .command = block->command, .look = BUTTON_DARK});
}

static void buttons_draw(const Ui *ui, const UiBlock *block, Box box) {
  float gap = ui_pt(ui, 8), whole = box.w;
  bool has_two = block->second != NULL;
  Box first = cut_left(&box, has_two ? (whole - gap) / 2 : whole);
  ui_button(ui, first,
            (Button){.label = block->label,
                     .command = block->command,
                     .look = block->is_chosen ? BUTTON_DARK : BUTTON_PLAIN});
  cut_left(&box, gap);
  if (has_two)
    ui_button(
        ui, box,
        (Button){.label = block->second_label, .command = block->second, .look = BUTTON_PLAIN});
}

/* A hint and the words behind a right answer have a bar at the left, of two colours and with two
** beginnings of their words. */
static void aside_draw(const Ui *ui, const UiBlock *block, Box box) {
  const Theme *theme = ui->theme;
  Color color = block->kind == UI_BLOCK_RIGHT  ? theme->value
                : block->kind == UI_BLOCK_HINT ? theme->focus
                                               : theme->warning;
  draw_box(ui->list, (DrawBox){.box = box, .corner = ui_pt(ui, 3), .fill = theme->empty_cell});
  draw_box(ui->list, (DrawBox){.box = {box.x, box.y, ui_pt(ui, BAR_WIDTH), box.h}, .fill = color});
}

static void block_draw(const Ui *ui, const UiBlock *block, Box box) {
  RichText text = text_of(ui, block);
  if (block->kind == UI_BLOCK_FIELD) field_draw(ui, block, box);
  else if (block->kind == UI_BLOCK_BUTTON) buttons_draw(ui, block, box);
  if (block->kind == UI_BLOCK_FIELD || block->kind == UI_BLOCK_BUTTON) return;
  if (block->kind == UI_BLOCK_CHOICE) choice_draw(ui, block, box);
  if (block->kind >= UI_BLOCK_HINT) aside_draw(ui, block, box);
  if (block->kind == UI_BLOCK_ITEM)
    ui_circle(ui, (Point){box.x + ui_pt(ui, 6), box.y + ui_pt(ui, 10)}, ui_pt(ui, 2),
              ui->theme->ink, COLOR_NONE, 0);
  if (block->kind == UI_BLOCK_CHOICE && block->command)
    ui_hit(ui, box, CURSOR_HAND, NULL, block->command);
  rich_text_draw(ui, &text, words_of(ui, block, box));
}

/* -- the page ---------------------------------------------------------------------------------- */

static float blocks_height(const Ui *ui, float width) {
  const UiLesson *lesson = ui->inputs->lesson;
  float height = 0;
  for (int i = 0; i < lesson->block_count; i++)
    height += gap_before(ui, &lesson->blocks[i]) + block_height(ui, &lesson->blocks[i], width);
  return height;
}

/* How far down the question ends that is kept in sight; 0: none is. */
static float followed_bottom(const Ui *ui, float width) {
  const UiLesson *lesson = ui->inputs->lesson;
  float height = 0, bottom = 0;
  for (int i = 0; i < lesson->block_count; i++) {
    height += gap_before(ui, &lesson->blocks[i]) + block_height(ui, &lesson->blocks[i], width);
    if (lesson->blocks[i].is_followed) bottom = height;
  }
  return bottom;
}

static void scroll_bar_draw(const Ui *ui, Box box, float content, float offset) {
  float wide = ui_pt(ui, 4), share = box.h / content;
  Box thumb = {box.x + box.w - wide, box.y + offset * share, wide, box.h * share};
  draw_box(ui->list, (DrawBox){.box = thumb, .corner = wide / 2, .fill = ui->theme->line});
}

static void page_draw(const Ui *ui, Box box) {
  const UiLesson *lesson = ui->inputs->lesson;
  float width = box.w - ui_pt(ui, 8), content = blocks_height(ui, width);
  float over = fmaxf(0, content - box.h), offset = over * ui->view->lesson_scroll;
  float followed = followed_bottom(ui, width);
  if (followed > 0) offset = float_clamp(offset, fminf(followed - box.h, over), over);
  offset = fmaxf(offset, 0);
  if (over > 0)
    draw_hit(ui->list, (DrawHit){.box = box,
                                 .wheel = "lesson scroll %f",
                                 .scroll = {0, content > 0 ? offset / content : 0}});
  draw_clip(ui->list, box);
  ui->list->at_scroll_edge = over > 0;
  float y = box.y - offset;
  for (int i = 0; i < lesson->block_count; i++) {
    const UiBlock *block = &lesson->blocks[i];
    y += gap_before(ui, block);
    float height = block_height(ui, block, width);
    if (y + height > box.y && y < box.y + box.h)
      block_draw(ui, block, (Box){box.x, y, width, height});
    y += height;
  }
  ui->list->at_scroll_edge = false;
  draw_clip_end(ui->list);
  if (over > 0) scroll_bar_draw(ui, box, content, offset);
}

/* -- head and foot ----------------------------------------------------------------------------- */

static float head_height(const Ui *ui, float width) {
  TextStyle page = ui_style(FACE_SEMIBOLD, PAGE_SIZE, ui->theme->ink, ALIGN_START);
  return pen_line_height(ui->pen, TITLE_SIZE) * 1.5f +
         pen_wrapped_height(ui->pen, page, width, 1.15f, ui->inputs->lesson->page);
}

static void head_draw(const Ui *ui, Box box) {
  const UiLesson *lesson = ui->inputs->lesson;
  float side = ui_pt(ui, 20);
  Box line = cut_top(&box, pen_line_height(ui->pen, TITLE_SIZE) * 1.5f);
  Box close = cut_right(&line, side);
  ui_icon_button(ui, box_centred(close, side, side),
                 (IconButton){.icon = ICON_CLOSE,
                              .command = "lesson close back",
                              .tip = _("Closes the lesson; F2 opens it again where it was")});
  pen_text_in(ui->pen, ui_style(FACE_MEDIUM, TITLE_SIZE, ui->theme->muted, ALIGN_START), line,
              lesson->title);
  pen_text_wrapped(ui->pen, ui_style(FACE_SEMIBOLD, PAGE_SIZE, ui->theme->ink, ALIGN_START), box,
                   1.15f, lesson->page);
}

static void way_draw(const Ui *ui, Box box, IconId icon, const char *command, const char *tip) {
  ui_icon_button(
      ui, box,
      (IconButton){.icon = icon, .command = command ? command : "", .tip = tip, .off = !command});
}

static void above_draw(const Ui *ui, Box *box, const char *label, const char *command) {
  ui_button(ui, cut_top(box, ui_pt(ui, BUTTON_HEIGHT)),
            (Button){.label = str_from(label), .command = command, .look = BUTTON_PLAIN});
  cut_top(box, ui_pt(ui, ABOVE_FOOT));
}

/* Back and on, the number of the page between them, and above them the way back to the picture and
** the one to the next lesson. */
static void foot_draw(const Ui *ui, Box box) {
  const UiLesson *lesson = ui->inputs->lesson;
  Str onward = lesson->onward;
  float side = ui_pt(ui, BUTTON_HEIGHT);
  if (lesson->is_left) above_draw(ui, &box, _("Back to the page (Backspace)"), "lesson return");
  if (onward.bytes > 0)
    above_draw(
        ui, &box,
        str_format(ui->list->arena, _("Next lesson: %.*s (→)"), (int)onward.bytes, onward.at),
        "lesson next");
  Box left = cut_left(&box, side), right = cut_right(&box, side);
  way_draw(ui, left, ICON_BACK, lesson->prev, _("the page before (←)"));
  way_draw(ui, right, ICON_FORWARD, lesson->next, _("the next page (→)"));
  pen_text_in(ui->pen, ui_style(FACE_MEDIUM, TITLE_SIZE, ui->theme->muted, ALIGN_MIDDLE), box,
              lesson->counter);
}

/* -- the panel --------------------------------------------------------------------------------- */

/* Its words without the margins. */
static Box inside_of(const Ui *ui) {
  Box box = ui->layout->lesson;
  float pad = ui_pt(ui, PAD);
  return (Box){box.x + pad, box.y + pad * 0.6f, box.w - pad * 1.5f, box.h - pad};
}

static float foot_height(const Ui *ui) {
  const UiLesson *lesson = ui->inputs->lesson;
  int above = lesson->is_left + (lesson->onward.bytes > 0);
  return ui_pt(ui, BUTTON_HEIGHT) + (float)above * ui_pt(ui, BUTTON_HEIGHT + ABOVE_FOOT);
}

/* Cuts head and foot off, and leaves the room of the page. */
static void cut_ends(const Ui *ui, Box *inside, Box *head, Box *foot) {
  *head = cut_top(inside, head_height(ui, inside->w));
  *foot = cut_bottom(inside, foot_height(ui));
  cut_bottom(inside, ui_pt(ui, 6));
}

static bool page_fits(const Ui *ui) {
  Box inside = inside_of(ui), head, foot;
  cut_ends(ui, &inside, &head, &foot);
  return blocks_height(ui, inside.w - ui_pt(ui, 8)) <= inside.h;
}

/* With larger text the words of the lesson grow as the picture does, as far as a column of words
** bears it. Nobody scrolls before a class: there a long page is set smaller, down to a limit. */
static Pen pen_of_panel(const Ui *ui) {
  Pen pen = *ui->pen;
  Ui tried = *ui;
  float most = pen.text_scale * LARGER_MOST;
  tried.pen = &pen;
  pen.text_scale = float_clamp(ui->layout->picture_scale, pen.text_scale, most);
  if (!ui->view->presenter) return pen;
  float least = pen.text_scale * PRESENTED_LEAST;
  pen.text_scale *= PRESENTED;
  while (pen.text_scale > least && !page_fits(&tried))
    pen.text_scale = fmaxf(pen.text_scale * SMALLER, least);
  return pen;
}

void lesson_panel_draw(const Ui *whole) {
  const UiLesson *lesson = whole->inputs->lesson;
  Box box = whole->layout->lesson, head, foot;
  if (!lesson || box.w <= 0) return;
  Pen pen = pen_of_panel(whole);
  Ui larger = *whole;
  const Ui *ui = &larger;
  larger.pen = &pen;
  draw_box(ui->list, (DrawBox){.box = box, .fill = ui->theme->panel});
  ui_hit(ui, box, CURSOR_ARROW, NULL, NULL);
  pen_rule(ui->pen, (Point){box.x + box.w, box.y}, (Point){box.x + box.w, box.y + box.h});
  pen_rule(ui->pen, (Point){box.x, box.y}, (Point){box.x + box.w, box.y});
  Box inside = inside_of(ui);
  cut_ends(ui, &inside, &head, &foot);
  ui->list->tab_stop = TAB_LESSON;
  page_draw(ui, inside); /* the keyboard comes to its words first */
  foot_draw(ui, foot);
  head_draw(ui, head);
  ui->list->tab_stop = TAB_EACH;
}
