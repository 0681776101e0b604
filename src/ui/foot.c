/* ui/foot.c -- the foot of the centre: the focused cell as text, hints, and the message.
**
** The foot is cut off the centre before the scene gets it, so nothing ever lies under it and
** nothing moves when its words change.
*/
#include <math.h>

#include "base/words.h"
#include "ui/panels.h"

static const float FOOT_HEIGHT = 30, LINE_SIZE = 12, HINT_SIZE = 10.5f, TOAST_MOST = 640;

ScreenLayout ui_layout(ScreenLayout layout) {
  layout.centre.h -= fminf(layout.centre.h, FOOT_HEIGHT * layout.text_scale);
  return layout;
}

static Box foot_box(const Ui *ui) {
  Box centre = ui->layout->centre;
  float top = centre.y + centre.h;
  Box foot = {centre.x, top, centre.w, ui->layout->bottom.y - top};
  float margin = ui_pt(ui, 16);
  return (Box){foot.x + margin, foot.y, foot.w - 2 * margin, foot.h};
}

/* A smaller text scale than the one asked for is always said, before any other hint. */
static const char *hint_words(const Ui *ui) {
  if (ui->layout->text_scale_reduced)
    return ui_format(ui, _("text %.3g of %.3g"), (double)ui->layout->text_scale,
                     (double)ui->view->text_scale);
  if (ui->inputs->sentence.token_count == 0) return _("Enter edits the sentence");
  if (ui->view->mask_editor) return _("click a cell to hide or show it · m ends");
  if (ui->view->locked && ui->layout->inspector.w > 0) return ""; /* the inspector says it */
  if (ui->view->locked) return _("locked · Esc unlocks");
  if (ui->view->kind != VIEW_STAGE) return _("click opens a stage · o goes back");
  return _("hover previews · click locks · Esc unlocks");
}

static const char *hint_tip(const Ui *ui) {
  return ui->layout->text_scale_reduced ? _("the largest text this window has room for") : NULL;
}

static void hint_draw(const Ui *ui, Box box, Align align) {
  TextStyle style = ui_style(FACE_REGULAR, HINT_SIZE, ui->theme->muted, align);
  pen_text_in(ui->pen, style, box, str_from(hint_words(ui)));
  if (hint_tip(ui)) ui_hit(ui, box, CURSOR_ARROW, hint_tip(ui), NULL);
}

/* The whole first start in one line: it is the only thing a newcomer has to read. */
static void first_start_draw(const Ui *ui, Box foot) {
  TextStyle style = ui_style(FACE_SEMIBOLD, 13, ui->theme->button_ink, ALIGN_MIDDLE);
  Str words = str_from(_("→ begins"));
  float width = pen_width(ui->pen, style, words) + ui_pt(ui, 32), height = ui_pt(ui, 26);
  Box pill = box_centred(foot, width, height);
  pill.y -= ui_pt(ui, 2);
  draw_box(ui->list, (DrawBox){.box = pill, .corner = height / 2, .fill = ui->theme->button});
  pen_text_in(ui->pen, style, pill, words);
  ui_hit(ui, pill, CURSOR_HAND, NULL, "step");
}

/* Line and hint share the foot: a mere hint goes when both do not fit. */
static void line_draw(const Ui *ui, Box foot) {
  TextStyle style = ui_style(FACE_MEDIUM, LINE_SIZE, ui->theme->ink, ALIGN_START);
  TextStyle hint = ui_style(FACE_REGULAR, HINT_SIZE, ui->theme->muted, ALIGN_END);
  float icon = ui_pt(ui, 13), gap = ui_pt(ui, 8);
  float hint_width = pen_width(ui->pen, hint, str_from(hint_words(ui)));
  float wanted = icon + gap + pen_width(ui->pen, style, ui->inputs->focus_line);
  Box rest = foot;
  bool is_needed = ui->layout->text_scale_reduced;
  if (hint_width > 0 && (is_needed || wanted + 3 * gap + hint_width <= rest.w)) {
    hint_draw(ui, cut_right(&rest, hint_width + 1), ALIGN_END);
    cut_right(&rest, 3 * gap);
  }
  Box whole = rest;
  ui_icon(ui, ICON_COPY, box_centred(cut_left(&rest, icon), icon, icon), ui->theme->muted);
  cut_left(&rest, gap);
  pen_text_in(ui->pen, style, rest, ui->inputs->focus_line);
  whole.w = fminf(whole.w, wanted);
  const char *tip = ui_format(ui, "%.*s\n%s", (int)ui->inputs->focus_line.bytes,
                              ui->inputs->focus_line.at, _("click copies"));
  ui_hit(ui, whole, CURSOR_HAND, tip, "copy");
}

void foot_draw(const Ui *ui) {
  Box foot = foot_box(ui);
  if (foot.h < ui_pt(ui, FOOT_HEIGHT) * 0.9f || foot.w <= 0) return;
  if (ui->inputs->first_start) first_start_draw(ui, foot);
  else if (ui->inputs->focus_line.bytes > 0) line_draw(ui, foot);
  else hint_draw(ui, foot, ALIGN_MIDDLE);
}

void toast_draw(const Ui *ui) {
  Str words = ui->inputs->message;
  if (words.bytes == 0) return;
  TextStyle style = ui_style(FACE_MEDIUM, 12.5f, ui->theme->button_ink, ALIGN_START);
  Box window = ui->layout->window;
  float pad = ui_pt(ui, 14), gap = 1.2f;
  float widest = fminf(ui_pt(ui, TOAST_MOST), window.w - 4 * pad) - 2 * pad;
  float width = fminf(widest, pen_width(ui->pen, style, words) + 1);
  float most = (ui->layout->bottom.y - ui->layout->top_bar.h) * 0.7f;
  float height = fminf(most, pen_wrapped_height(ui->pen, style, width, gap, words));
  Box centre = ui->layout->centre;
  float middle = centre.x + centre.w / 2, outer = width + 2 * pad;
  float x = fmaxf(pad, fminf(middle - outer / 2, window.w - pad - outer));
  Box toast = {x, ui->layout->bottom.y - height - 2 * pad - ui_pt(ui, 6), outer, height + 2 * pad};
  draw_box(ui->list, (DrawBox){.box = toast, .corner = ui_pt(ui, 8), .fill = ui->theme->button});
  pen_text_wrapped(ui->pen, style, box_inset(toast, pad), gap, words);
}
