/* ui/widgets.c -- buttons, drop-downs, segments, sliders and panels. */
#include "ui/widgets.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

static const float CORNER = 6, PANEL_CORNER = 8, DIALOG_GAP = 8;
static const float BUTTON_SIZE = 12.5f, LABEL_SIZE = 9.5f, VALUE_SIZE = 12;
static const float DROP_PAD = 11, DROP_CHEVRON = 26, DROP_SHRUNK_LEAST = 0.72f;

Ui ui_make(const UiInputs *inputs, const View *view, const ScreenLayout *layout, const Pen *pen) {
  return (Ui){inputs, view, layout, pen, pen->theme, pen->list};
}

float ui_pt(const Ui *ui, float design_pt) { return design_pt * ui->pen->text_scale; }

void ui_hit(const Ui *ui, Box box, CursorId cursor, const char *tip, const char *command) {
  draw_hit(ui->list, (DrawHit){.box = box, .cursor = cursor, .click = command, .tip = tip});
}

const char *ui_str(const Ui *ui, Str text) {
  const char *copy = str_copy(ui->list->arena, text);
  if (!copy) ui->list->failed = true;
  return copy ? copy : "";
}

const char *ui_format(const Ui *ui, const char *format, ...) {
  char words[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  return ui_str(ui, str_from(words));
}

const char *ui_menu_command(const Ui *ui, MenuId menu, const char *name) {
  if (ui->view->menu == menu) return "menu none";
  return ui_format(ui, "menu %s", name);
}

TextStyle ui_style(FaceId face, float size, Color color, Align align) {
  return (TextStyle){face, size, color, align};
}

/* Centred by the capitals, not by the line's box, as the eye does. */
void ui_text_at(const Ui *ui, TextStyle style, float x, float middle_y, Str text) {
  float baseline = middle_y + TEXT_CAP_HEIGHT * ui_pt(ui, style.size) / 2;
  pen_text(ui->pen, style, (Point){x, baseline}, text);
}

/* -- buttons ----------------------------------------------------------------------------------- */

/* A button that is off has no fill. */
static Color button_fill(const Ui *ui, ButtonLook look) {
  const Theme *theme = ui->theme;
  return look == BUTTON_DARK || look == BUTTON_CHOSEN ? theme->button
         : look == BUTTON_OFF                         ? COLOR_NONE
                                                      : theme->panel;
}

static Color button_ink(const Ui *ui, ButtonLook look) {
  const Theme *theme = ui->theme;
  return look == BUTTON_DARK || look == BUTTON_CHOSEN ? theme->button_ink
         : look == BUTTON_OFF                         ? theme->muted
                                                      : theme->ink;
}

/* The ring lies two points outside the box, so that it does not touch letters at any scale. */
void ui_focus_ring(const Ui *ui, Box box, float corner) {
  draw_box(ui->list, (DrawBox){.box = box_inset(box, -ui_pt(ui, 2)),
                               .corner = corner + ui_pt(ui, 2),
                               .stroke = ui->theme->focus,
                               .stroke_width = ui_pt(ui, 2)});
}

bool ui_is_locked(const Ui *ui, const char *command) { return draw_is_locked(ui->list, command); }

void ui_button(const Ui *ui, Box box, Button button) {
  if (ui_is_locked(ui, button.command)) return;
  Color outline =
      button.look == BUTTON_PLAIN || button.look == BUTTON_OFF ? ui->theme->line : COLOR_NONE;
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = ui_pt(ui, CORNER),
                               .fill = button_fill(ui, button.look),
                               .stroke = outline,
                               .stroke_width = 1});
  if (button.focused) ui_focus_ring(ui, box, ui_pt(ui, CORNER));
  Color ink = button_ink(ui, button.look);
  pen_text_in(ui->pen, ui_style(FACE_SEMIBOLD, BUTTON_SIZE, ink, ALIGN_MIDDLE),
              box_inset(box, ui_pt(ui, 4)), button.label);
  if (button.look != BUTTON_OFF) ui_hit(ui, box, CURSOR_HAND, button.tip, button.command);
}

float ui_button_width(const Ui *ui, Str label) {
  TextStyle style = ui_style(FACE_SEMIBOLD, BUTTON_SIZE, ui->theme->ink, ALIGN_MIDDLE);
  return pen_width(ui->pen, style, label) + ui_pt(ui, 24);
}

void ui_icon_button(const Ui *ui, Box box, IconButton button) {
  if (ui_is_locked(ui, button.command)) return;
  if (button.chosen)
    draw_box(ui->list, (DrawBox){.box = box_inset(box, ui_pt(ui, 2)),
                                 .corner = ui_pt(ui, CORNER),
                                 .fill = ui->theme->empty_cell});
  float side = ui_pt(ui, 18);
  Color ink = button.off ? color_mix(ui->theme->panel, ui->theme->muted, 0.45f) : ui->theme->ink;
  ui_icon(ui, button.icon, box_centred(box, side, side), ink);
  if (button.off) ui_hit(ui, box, CURSOR_ARROW, button.tip, NULL);
  else ui_hit(ui, box, CURSOR_HAND, button.tip, button.command);
}

/* -- drop-downs -------------------------------------------------------------------------------- */

static TextStyle value_style(const Ui *ui) {
  return ui_style(FACE_SEMIBOLD, VALUE_SIZE, ui->theme->ink, ALIGN_START);
}

float ui_drop_down_width(const Ui *ui, Str label, Str value) {
  TextStyle small = ui_style(FACE_MEDIUM, LABEL_SIZE, ui->theme->muted, ALIGN_START);
  float widest = pen_width(ui->pen, value_style(ui), value);
  float label_width = pen_width(ui->pen, small, label);
  return (label_width > widest ? label_width : widest) + ui_pt(ui, DROP_PAD + DROP_CHEVRON + 1);
}

float ui_drop_down_least(const Ui *ui, Str label, Str value) {
  TextStyle small = ui_style(FACE_MEDIUM, LABEL_SIZE, ui->theme->muted, ALIGN_START);
  float least = (pen_width(ui->pen, value_style(ui), value) + 1) * DROP_SHRUNK_LEAST;
  return fmaxf(pen_width(ui->pen, small, label), least) + ui_pt(ui, DROP_PAD + DROP_CHEVRON + 2);
}

/* A long value is drawn smaller before it is shortened. */
static TextStyle fitting_style(const Ui *ui, TextStyle style, float width, Str words) {
  float wanted = pen_width(ui->pen, style, words) + 1;
  if (wanted > width) style.size *= fmaxf(width / wanted, DROP_SHRUNK_LEAST);
  return style;
}

/* The tip has label and value whole, since both may be shortened. */
void ui_drop_down(const Ui *ui, Box box, DropDown drop) {
  if (ui_is_locked(ui, drop.command)) return;
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = ui_pt(ui, CORNER),
                               .fill = ui->theme->panel,
                               .stroke = drop.open ? ui->theme->focus : ui->theme->line,
                               .stroke_width = drop.open ? ui_pt(ui, 2) : 1});
  Box inside = box;
  cut_left(&inside, ui_pt(ui, DROP_PAD));
  Box chevron = cut_right(&inside, ui_pt(ui, DROP_CHEVRON));
  float side = ui_pt(ui, 14);
  ui_icon(ui, ICON_CHEVRON, box_centred(chevron, side, side), ui->theme->muted);
  inside.y += ui_pt(ui, 3);
  inside.h -= ui_pt(ui, 6);
  Box top = cut_top(&inside, inside.h * 0.42f);
  pen_text_in(ui->pen, ui_style(FACE_MEDIUM, LABEL_SIZE, ui->theme->muted, ALIGN_START), top,
              drop.label);
  pen_text_in(ui->pen, fitting_style(ui, value_style(ui), inside.w, drop.value), inside,
              drop.value);
  Str whole = drop.whole.bytes > 0 ? drop.whole : drop.value;
  const char *tip =
      ui_format(ui, "%.*s: %.*s", (int)drop.label.bytes, drop.label.at, (int)whole.bytes, whole.at);
  ui_hit(ui, box, CURSOR_HAND, tip, drop.command);
}

/* -- segments and sliders ---------------------------------------------------------------------- */

static TextStyle segment_style(const Ui *ui, bool chosen, bool is_idle) {
  const Theme *theme = ui->theme;
  Color ink = is_idle ? theme->muted : chosen ? theme->button_ink : theme->ink;
  return ui_style(chosen ? FACE_SEMIBOLD : FACE_MEDIUM, VALUE_SIZE, ink, ALIGN_MIDDLE);
}

/* Measured in bold, so that choosing another piece moves none. */
static float segment_width(const Ui *ui, const Segment *segment) {
  return pen_width(ui->pen, segment_style(ui, true, false), segment->label) + ui_pt(ui, 20);
}

float ui_segments_width(const Ui *ui, const Segment *segments, int count) {
  float width = 0;
  for (int i = 0; i < count; i++) width += segment_width(ui, &segments[i]);
  return width + ui_pt(ui, 4);
}

/* A trough with the chosen piece raised in it, which reads as one control. */
void ui_segments(const Ui *ui, Box box, const Segment *segments, int count) {
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = ui_pt(ui, CORNER),
                               .fill = ui->theme->panel,
                               .stroke = ui->theme->line,
                               .stroke_width = 1});
  float stretch = (box.w - ui_pt(ui, 4)) / (ui_segments_width(ui, segments, count) - ui_pt(ui, 4));
  float x = box.x + ui_pt(ui, 2);
  for (int i = 0; i < count; i++) {
    float width = segment_width(ui, &segments[i]) * stretch;
    Box piece = {x, box.y + ui_pt(ui, 2), width, box.h - ui_pt(ui, 4)};
    if (segments[i].chosen)
      draw_box(ui->list,
               (DrawBox){.box = piece,
                         .corner = ui_pt(ui, 4),
                         .fill = segments[i].is_idle ? ui->theme->empty_cell : ui->theme->button});
    pen_text_in(ui->pen, segment_style(ui, segments[i].chosen, segments[i].is_idle), piece,
                segments[i].label);
    if (segments[i].focused) ui_focus_ring(ui, piece, ui_pt(ui, 4));
    draw_hit(ui->list, (DrawHit){.box = piece,
                                 .cursor = CURSOR_HAND,
                                 .click = segments[i].command,
                                 .is_now = segments[i].chosen,
                                 .tip = segments[i].tip});
    x += width;
  }
}

void ui_slider(const Ui *ui, Box box, float fraction) {
  float middle = box.y + box.h / 2, track = ui_pt(ui, 3), knob = ui_pt(ui, 6.5f);
  float x = box.x + box.w * fraction;
  Box whole = {box.x, middle - track / 2, box.w, track};
  Box left = {box.x, whole.y, x - box.x, track};
  control_track(ui->pen, whole, left, track, ui->theme->ink);
  ui_circle(ui, (Point){x, middle}, knob, ui->theme->ink, COLOR_NONE, 0);
}

/* -- steppers ---------------------------------------------------------------------------------- */

static void stepper_button(const Ui *ui, Box box, IconId icon, Str command, const char *tip) {
  float side = fminf(ui_pt(ui, 12), box.h * 0.6f);
  bool off = command.bytes == 0;
  Color ink = off ? color_mix(ui->theme->panel, ui->theme->muted, 0.4f) : ui->theme->ink;
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = ui_pt(ui, CORNER),
                               .fill = ui->theme->panel,
                               .stroke = ui->theme->line,
                               .stroke_width = 1});
  ui_icon(ui, icon, box_centred(box, side, side), ink);
  ui_hit(ui, box, off ? CURSOR_ARROW : CURSOR_HAND, tip,
         off ? NULL : str_copy(ui->list->arena, command));
}

void ui_stepper(const Ui *ui, Box box, const UiNumber *number, float value_size) {
  float side = box.h;
  stepper_button(ui, cut_left(&box, side), ICON_MINUS, number->less, number->tip);
  stepper_button(ui, cut_right(&box, side), ICON_PLUS, number->more, number->tip);
  pen_text_in(ui->pen, ui_style(FACE_MONO, value_size, ui->theme->ink, ALIGN_MIDDLE), box,
              number->value);
}

/* -- backgrounds
** -------------------------------------------------------------------------------- */

void ui_circle(const Ui *ui, Point centre, float radius, Color fill, Color stroke, float width) {
  draw_box(ui->list,
           (DrawBox){.box = {centre.x - radius, centre.y - radius, radius * 2, radius * 2},
                     .corner = radius,
                     .fill = fill,
                     .stroke = stroke,
                     .stroke_width = width});
}

bool ui_menu_hangs(const Ui *ui) {
  MenuId menu = ui->view->menu;
  return menu == MENU_MODEL || menu == MENU_ATTENTION || menu == MENU_EXAMPLES ||
         menu == MENU_PALETTE || menu == MENU_EXPORT || menu == MENU_WHAT_IF;
}

Box ui_menu_anchor(const Ui *ui, Box button) {
  if (ui->view->presenter) button.h = ui->layout->top_bar.h - button.y;
  return button;
}

float ui_dialog_room(const Ui *ui) {
  return ui->layout->window.h - ui->layout->top_bar.h - ui_pt(ui, 2 * DIALOG_GAP);
}

Box ui_dialog_place(const Ui *ui, float width, float height) {
  const ScreenLayout *layout = ui->layout;
  float gap = ui_pt(ui, DIALOG_GAP), slack = 0.5f;
  float ends[] = {layout->formula.y + layout->formula.h, layout->top_bar.h};
  Box box = box_centred(layout->window, width, height);
  for (int i = 0; i < 2; i++) {
    Box below = layout->window;
    cut_top(&below, ends[i]);
    if (height > below.h - 2 * gap + slack) continue;
    return box.y < ends[i] + gap ? box_centred(below, width, height) : box;
  }
  return box;
}

/* Of a bar behind a dialog nothing is left but its ground, dimmed as all else. */
static void clear_bar(const Ui *ui, Box dialog) {
  Box bar = ui->layout->top_bar;
  if (ui_menu_hangs(ui) || dialog.y >= bar.y + bar.h) return;
  draw_box(ui->list, (DrawBox){.box = bar, .fill = ui->theme->panel});
  draw_box(ui->list, (DrawBox){.box = bar, .fill = ui->theme->shade});
}

/* Ten faint boxes, each larger than the one before, add up to a shadow that looks the
** same in every backend. */
void ui_dialog(const Ui *ui, Box box, const char *wheel) {
  enum { RINGS = 10 };
  float corner = ui_pt(ui, PANEL_CORNER), drop = ui_pt(ui, 4);
  float top = ui_menu_hangs(ui) ? fminf(box.y, ui->layout->top_bar.y + ui->layout->top_bar.h) : 0;
  Color shade = {0, 0, 0, ui->theme->is_dark ? 20 : 5};
  clear_bar(ui, box);
  for (int ring = RINGS; ring > 0; ring--) {
    float spread = ui_pt(ui, (float)ring * 2.2f);
    Box soft = box_inset(box, -spread);
    soft.y += drop;
    if (soft.y < top) cut_top(&soft, top - soft.y);
    draw_box(ui->list, (DrawBox){.box = soft, .corner = corner + spread, .fill = shade});
  }
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = corner,
                               .fill = ui->theme->panel,
                               .stroke = ui->theme->line,
                               .stroke_width = 1});
  draw_hit(ui->list, (DrawHit){.box = box, .cursor = CURSOR_ARROW, .wheel = wheel});
}

bool ui_row_is_shown(float y, float height, Box area) {
  float slack = 0.5f;
  if (height > area.h) return y + height > area.y && y < area.y + area.h;
  return y >= area.y - slack && y + height <= area.y + area.h + slack;
}

void ui_scroll_thumb(const Ui *ui, Box beside, float whole, float scroll) {
  assert(whole > 0);
  float wide = ui_pt(ui, 4);
  Box track = {beside.x + (beside.w - wide) / 2, beside.y, wide, beside.h};
  Box thumb = {track.x, track.y + track.h * scroll / whole, wide, track.h * track.h / whole};
  draw_box(ui->list, (DrawBox){.box = track, .corner = wide / 2, .fill = ui->theme->line});
  draw_box(ui->list, (DrawBox){.box = thumb, .corner = wide / 2, .fill = ui->theme->muted});
}

void ui_close_button(const Ui *ui, Box box) {
  ui_icon_button(ui, box,
                 (IconButton){.icon = ICON_CLOSE, .command = "menu none", .tip = _("Close (Esc)")});
}

void ui_dialog_title(const Ui *ui, Box head, Str title, Str aside) {
  float side = ui_pt(ui, UI_CLOSE_SIDE);
  head.h = side;
  Box close = cut_right(&head, side);
  if (aside.bytes > 0) {
    TextStyle small = ui_style(FACE_REGULAR, 11, ui->theme->muted, ALIGN_END);
    cut_right(&head, ui_pt(ui, 12));
    pen_text_in(ui->pen, small, cut_right(&head, pen_width(ui->pen, small, aside) + 1), aside);
  }
  pen_text_in(ui->pen, ui_style(FACE_BOLD, 18, ui->theme->ink, ALIGN_START), head, title);
  ui_close_button(ui, close);
}

void ui_focused_row(const Ui *ui, Box box) {
  draw_box(ui->list, (DrawBox){.box = box,
                               .corner = ui_pt(ui, CORNER),
                               .fill = ui->theme->focus_soft,
                               .stroke = ui->theme->focus,
                               .stroke_width = ui_pt(ui, 1.5f)});
}
