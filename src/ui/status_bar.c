/* ui/status_bar.c -- the status bar below the centre: the selected cell as text, hints, and the
** message.
**
** Its room is taken off the centre before the scene gets it, so nothing lies under it and nothing
** moves when its words change. The message is shown here too, while it lasts.
*/
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/view_kinds.h"
#include "ui/panels.h"

/* Where no panel shows the chosen number, and at text scales at which the panel is folded. */
static const float CHOSEN_SIZE = 15, CHOSEN_SIZE_LARGER = 20;
static const float LINE_SIZE = 12, HINT_SIZE = 10.5f, TOAST_MOST = 640;
static const float TOAST_GAP = 1.2f, TOAST_CORNER = 6, BAR_MOST = 240;

ScreenLayout ui_layout(ScreenLayout layout) {
  layout.centre.h -= fminf(layout.centre.h, layout_status_bar_height(layout.text_scale));
  return layout;
}

/* Between the reduced centre and the bottom bar. */
static Box foot_box(const Ui *ui) {
  Box centre = ui->layout->centre;
  float top = centre.y + centre.h;
  Box foot = {centre.x, top, centre.w, ui->layout->bottom.y - top};
  float margin = ui_pt(ui, 16);
  return (Box){foot.x + margin, foot.y, foot.w - 2 * margin, foot.h};
}

/* Larger text first makes the matrix and its digits larger; only text that is smaller than a person
** asked for is said. */
static bool is_reduced(const Ui *ui) {
  return ui->layout->text_scale_reduced && ui->view->text_scale > 1;
}

/* A text scale smaller than the one asked for comes before any other hint. */
static const char *hint_words(const Ui *ui) {
  if (is_reduced(ui))
    return ui_format(ui, _("text %.3g of %.3g"), (double)ui->layout->text_scale,
                     (double)ui->view->text_scale);
  if (ui->inputs->script) return ui_str(ui, ui->inputs->script->words);
  if (ui->inputs->sentence.token_count == 0) return _("Enter edits the sentence");
  if (ui->inputs->training && ui->view->kind != VIEW_TRAINING)
    return ui_format(ui, _("in training, step %d · r leads back"), ui->inputs->training->step);
  if (ui->view->kind == VIEW_TRAINING)
    return _("← → along the timeline · Space trains · Tab: sizes");
  if (ui->view->locked && ui->layout->inspector.w > 0) return ""; /* the inspector shows it */
  if (ui->view->locked) return _("locked · Esc unlocks");
  if (ui->view->kind == VIEW_HEADS || ui->view->kind == VIEW_GRID)
    return _("click opens a head · Esc goes back");
  if (ui->view->kind == VIEW_OVERVIEW) return _("click opens a stage · o goes back");
  const char *hint = view_kind_info(ui->view->kind)->hint;
  if (hint) /* beside a lesson they turn its pages */
    return ui->view->lesson ? _("Ctrl-→ and Ctrl-← step here · Backspace: the page") : _(hint);
  if (ui->view->kind == VIEW_BOARD)
    return ui->view->board_part < 0 ? _("click a cell to type · Esc leaves")
                                    : _("Tab and arrows move · Esc leaves the cell");
  if (ui->view->solo) return ui_format(ui, _("head %d alone · Esc shows all"), ui->view->head + 1);
  return _("hover previews · click locks · Esc unlocks");
}

/* Only a hint with a tip answers the pointer; that of a script does what its sign does. */
static void hint_draw(const Ui *ui, Box box, Align align, const char *words) {
  TextStyle style = ui_style(FACE_REGULAR, HINT_SIZE, ui->theme->muted, align);
  pen_text_in(ui->pen, style, box, str_from(words));
  if (is_reduced(ui))
    ui_hit(ui, box, CURSOR_ARROW, _("the largest text this window has room for"), NULL);
  else if (ui->inputs->script) script_hit(ui, box, box);
}

/* As long as it is on, clicks do not choose cells; cuts its place off at the right. */
static void mask_editor_draw(const Ui *ui, Box *foot) {
  TextStyle style = ui_style(FACE_SEMIBOLD, HINT_SIZE, ui->theme->button_ink, ALIGN_MIDDLE);
  Str words = str_from(_("mask editor: a click hides or shows · m ends"));
  float pad = ui_pt(ui, 12), height = ui_pt(ui, 24);
  float width = fminf(pen_width(ui->pen, style, words) + 2 * pad, foot->w);
  Box pill = box_centred(cut_right(foot, width), width, height);
  cut_right(foot, fminf(ui_pt(ui, 8), foot->w));
  draw_box(ui->list, (DrawBox){.box = pill, .corner = height / 2, .fill = ui->theme->button});
  pen_text_in(ui->pen, style, box_centred(pill, width - pad, height), words);
  ui_hit(ui, pill, CURSOR_HAND, _("mask editor: a click hides or shows · m ends"),
         "mask editor off");
}

/* The one thing that a newcomer has to read. */
static void first_start_draw(const Ui *ui, Box foot) {
  TextStyle style = ui_style(FACE_SEMIBOLD, 13, ui->theme->button_ink, ALIGN_MIDDLE);
  Str words = str_from(_("→ begins · F2: lessons"));
  float width = pen_width(ui->pen, style, words) + ui_pt(ui, 32), height = ui_pt(ui, 26);
  Box pill = box_centred(foot, width, height);
  pill.y -= ui_pt(ui, 2);
  draw_box(ui->list, (DrawBox){.box = pill, .corner = height / 2, .fill = ui->theme->button});
  pen_text_in(ui->pen, style, pill, words);
  ui_hit(ui, pill, CURSOR_HAND, NULL, "step");
}

/* -- where the panels are folded --------------------------------------------------------------- */

static float folded_size(const Ui *ui) {
  return ui->view->text_scale > 1 ? CHOSEN_SIZE_LARGER : CHOSEN_SIZE;
}

/* The room of the chosen number and the sign before it; 0: none is chosen. */
static float chosen_width(const Ui *ui, float size, Str words) {
  TextStyle style = ui_style(FACE_SEMIBOLD, size, ui->theme->ink, ALIGN_START);
  return words.bytes > 0 ? ui_pt(ui, 13 + 8) + pen_width(ui->pen, style, words) + 1 : 0;
}

/* With the sum that makes it, of as many terms as leave room for layer and head. */
static Str chosen_words(const Ui *ui, float size, float room) {
  TextStyle least = ui_style(FACE_SEMIBOLD, LINE_SIZE, ui->theme->ink, ALIGN_END);
  float head = pen_width(ui->pen, least, ui->inputs->head_short) + 1;
  for (int i = 0; i < UI_SUMS; i++) {
    Str sum = ui->inputs->chosen_sums[i];
    if (sum.bytes > 0 && chosen_width(ui, size, sum) + ui_pt(ui, 16) + head <= room) return sum;
  }
  return ui->inputs->chosen;
}

/* The size at which words fit a width, at most that one; 0: not even the least does. */
static float fitting_size(const Ui *ui, Str words, float size, float width) {
  TextStyle style = ui_style(FACE_SEMIBOLD, size, ui->theme->ink, ALIGN_START);
  float wanted = pen_width(ui->pen, style, words) + 1;
  float fitting = wanted > width ? size * fmaxf(width, 0) / wanted * 0.98f : size;
  return fitting >= LINE_SIZE ? fitting : 0;
}

/* What the stage does, where the formula that says it is folded: as large as it fits between the
** others, in the middle. */
static void headline_draw(const Ui *ui, Box between) {
  Str words = ui->inputs->headline;
  if (words.bytes == 0) return;
  float gap = ui_pt(ui, 16), size = fitting_size(ui, words, folded_size(ui), between.w - 2 * gap);
  if (size <= 0) return;
  pen_text_in(ui->pen, ui_style(FACE_SEMIBOLD, size, ui->theme->muted, ALIGN_MIDDLE),
              (Box){between.x + gap, between.y, between.w - 2 * gap, between.h}, words);
}

/* The role of the head gives its room to the headline. */
static bool has_room_for_role(const Ui *ui, float size, float room) {
  Str headline = ui->inputs->headline;
  TextStyle style = ui_style(FACE_SEMIBOLD, size, ui->theme->ink, ALIGN_START);
  if (headline.bytes == 0) return true;
  return pen_width(ui->pen, style, ui->inputs->head_line) + pen_width(ui->pen, style, headline) +
             ui_pt(ui, 48) <=
         room;
}

/* The chosen number, or the sum that makes it, at the left; at the right layer and head, as large
** as they fit, with the role of the head if there is room. */
static void folded_draw(const Ui *ui, Box foot) {
  const UiInputs *inputs = ui->inputs;
  float size = folded_size(ui), icon = ui_pt(ui, 13), gap = ui_pt(ui, 8);
  Str words = inputs->is_chosen_in_picture ? (Str){"", 0} : chosen_words(ui, size, foot.w);
  float chosen = fminf(chosen_width(ui, size, words), foot.w);
  float room = foot.w - chosen - (chosen > 0 ? 2 * gap : 0);
  Str head = has_room_for_role(ui, size, room) ? inputs->head_line : inputs->head_short;
  float head_size = fitting_size(ui, head, size, room);
  if (head_size <= 0) {
    head = inputs->head_short;
    head_size = fitting_size(ui, head, size, room);
  }
  TextStyle style = ui_style(FACE_SEMIBOLD, head_size, ui->theme->ink, ALIGN_END);
  Box aside = cut_right(&foot, room);
  if (head.bytes > 0 && head_size > 0) {
    Box place = cut_right(&aside, fminf(pen_width(ui->pen, style, head) + 1, aside.w));
    pen_text_in(ui->pen, style, place, head);
  }
  headline_draw(ui, aside);
  if (chosen <= icon + gap) return;
  style.size = size;
  Box whole = foot;
  whole.w = chosen;
  style.align = ALIGN_START;
  ui_icon(ui, ICON_COPY, box_centred(cut_left(&foot, icon), icon, icon), ui->theme->muted);
  cut_left(&foot, gap);
  foot.w = chosen - icon - gap;
  pen_text_in(ui->pen, style, foot, words);
  const char *tip = ui_format(ui, "%.*s\n%s", (int)inputs->focus_line.bytes, inputs->focus_line.at,
                              _("click copies"));
  ui_hit(ui, whole, CURSOR_HAND, tip, "copy");
}

/* Without a chosen number a row may be chosen, which the line tells. */
static bool tells_what_is_folded(const Ui *ui) {
  const UiInputs *inputs = ui->inputs;
  if (inputs->script) return false;
  return inputs->chosen.bytes > 0 || (inputs->focus_line.bytes == 0 && inputs->head_line.bytes > 0);
}

/* What stands at the right end of the line: layer and head, where the list of heads is folded. */
static const char *aside_words(const Ui *ui) {
  if (ui->inputs->headline.bytes > 0 && !ui->inputs->script)
    return ui_str(ui, ui->inputs->headline);
  bool is_folded = ui->inputs->head_line.bytes > 0 && !ui->inputs->script;
  return is_folded ? ui_str(ui, ui->inputs->head_line) : hint_words(ui);
}

/* With the way that the picture is on, if both fit and it does not stand at the right. */
static Str line_words(const Ui *ui, TextStyle style, float room) {
  Str line = ui->inputs->focus_line, way = ui->inputs->way;
  if (way.bytes == 0 || ui->inputs->headline.bytes > 0) return line;
  Str both =
      str_from(ui_format(ui, "%.*s · %.*s", (int)way.bytes, way.at, (int)line.bytes, line.at));
  return pen_width(ui->pen, style, both) <= room ? both : line;
}

/* Beside a headline in large words it is as large as they leave room for. */
static float line_size_beside(const Ui *ui, Str line, float room) {
  return fmaxf(LINE_SIZE, fitting_size(ui, line, folded_size(ui), room));
}

/* Line and hint share the bar: the hint is left out if both do not fit. */
static void line_draw(const Ui *ui, Box foot) {
  TextStyle style = ui_style(FACE_MEDIUM, LINE_SIZE, ui->theme->ink, ALIGN_START);
  TextStyle hint = ui_style(FACE_REGULAR, HINT_SIZE, ui->theme->muted, ALIGN_END);
  float icon = ui_pt(ui, 13), gap = ui_pt(ui, 8);
  Str line = line_words(ui, style, foot.w - icon - gap);
  float wanted = icon + gap + pen_width(ui->pen, style, line) + 1;
  Box rest = foot;
  const char *words = aside_words(ui);
  if (ui->inputs->headline.bytes > 0 && !ui->inputs->script) {
    float larger =
        fitting_size(ui, ui->inputs->headline, folded_size(ui), rest.w - wanted - 4 * gap);
    if (larger > 0) hint = ui_style(FACE_SEMIBOLD, larger, ui->theme->ink, ALIGN_END);
  }
  float hint_width = words[0] ? pen_width(ui->pen, hint, str_from(words)) + 1 : 0;
  if (hint_width > 0 && wanted + 3 * gap + hint_width <= rest.w) {
    Box place = cut_right(&rest, hint_width);
    if (hint.size > HINT_SIZE) pen_text_in(ui->pen, hint, place, str_from(words));
    else hint_draw(ui, place, ALIGN_END, words);
    cut_right(&rest, 3 * gap);
  }
  Box whole = rest;
  ui_icon(ui, ICON_COPY, box_centred(cut_left(&rest, icon), icon, icon), ui->theme->muted);
  cut_left(&rest, gap);
  if (hint.size > HINT_SIZE) style.size = line_size_beside(ui, line, rest.w);
  pen_text_in(ui->pen, style, rest, line);
  whole.w = fminf(whole.w, icon + gap + pen_width(ui->pen, style, line) + 1);
  const char *tip = ui_format(ui, "%.*s\n%s", (int)ui->inputs->focus_line.bytes,
                              ui->inputs->focus_line.at, _("click copies"));
  ui_hit(ui, whole, CURSOR_HAND, tip, "copy");
}

/* -- the message ------------------------------------------------------------------------------- */

typedef struct Toast {
  TextStyle style;
  Box box, words;
} Toast;

/* A message of one line covers nothing but the bar; a longer one grows upwards. */
static Toast toast_place(const Ui *ui) {
  Str words = ui->inputs->message;
  Toast toast = {.style = ui_style(FACE_MEDIUM, 12.5f, ui->theme->button_ink, ALIGN_START)};
  Box centre = ui->layout->centre;
  float pad = ui_pt(ui, 14), edge = ui_pt(ui, 2),
        foot = layout_status_bar_height(ui->layout->text_scale);
  float most = fminf(ui_pt(ui, TOAST_MOST), centre.w - 2 * edge) - 2 * pad;
  float width = fminf(most, pen_width(ui->pen, toast.style, words) + 1);
  float line = pen_line_height(ui->pen, toast.style.size), above = (foot - 2 * edge - line) / 2;
  float highest = (ui->layout->bottom.y - ui->layout->top_bar.h) * 0.7f;
  float height = pen_wrapped_height(ui->pen, toast.style, width, TOAST_GAP, words);
  height = float_clamp(height - line * (TOAST_GAP - 1), line, highest);
  float x = centre.x + (centre.w - width) / 2 - pad;
  float y = ui->layout->bottom.y - edge - height - 2 * above;
  toast.box = (Box){x, y, width + 2 * pad, height + 2 * above};
  toast.words = (Box){x + pad, y + above, width, height + 0.1f};
  return toast;
}

void toast_draw(const Ui *ui) {
  if (ui->inputs->message.bytes == 0) return;
  Toast toast = toast_place(ui);
  draw_box(
      ui->list,
      (DrawBox){.box = toast.box, .corner = ui_pt(ui, TOAST_CORNER), .fill = ui->theme->button});
  pen_text_wrapped(ui->pen, toast.style, toast.words, TOAST_GAP, ui->inputs->message);
}

/* -- progress
** ----------------------------------------------------------------------------------- */

/* Words, a bar and a button, in the status bar, where they cover nothing and move nothing. */
static void progress_draw(const Ui *ui, Box foot) {
  const UiProgress *progress = ui->inputs->progress;
  TextStyle style = ui_style(FACE_MEDIUM, LINE_SIZE, ui->theme->ink, ALIGN_START);
  Str cancel = str_from(_("Cancel"));
  float gap = ui_pt(ui, 10), high = ui_pt(ui, 24), thick = ui_pt(ui, 6);
  float wide = ui_button_width(ui, cancel);
  float words = fminf(pen_width(ui->pen, style, progress->words) + 1, foot.w * 0.6f);
  float length = float_clamp(foot.w - words - wide - 2 * gap, 0, ui_pt(ui, BAR_MOST));
  foot = box_centred(foot, words + length + wide + 2 * gap, foot.h);
  pen_text_in(ui->pen, style, cut_left(&foot, words), progress->words);
  cut_left(&foot, gap);
  Box bar = {foot.x, foot.y + (foot.h - thick) / 2, length, thick};
  Box button = box_centred(cut_right(&foot, wide), wide, high);
  Box done = {bar.x, bar.y, fmaxf(thick, bar.w * progress->share), thick};
  control_track(ui->pen, bar, done, thick, ui->theme->button);
  ui_button(ui, button, (Button){.label = cancel, .command = "cancel", .tip = _("Stop it (Esc)")});
}

/* A long note is shown whole on hover. */
static void note_draw(const Ui *ui, Box foot) {
  Str note = ui->inputs->note;
  pen_text_in(ui->pen, ui_style(FACE_MEDIUM, LINE_SIZE, ui->theme->ink, ALIGN_START), foot, note);
  ui_hit(ui, foot, CURSOR_ARROW, ui_str(ui, note), NULL);
}

/* The message replaces the line while it is shown. */
void status_bar_draw(const Ui *ui) {
  Box foot = foot_box(ui);
  if (foot.h < layout_status_bar_height(ui->layout->text_scale) * 0.9f || foot.w <= 0) return;
  if (ui->inputs->message.bytes > 0) return;
  if (!ui->inputs->progress) overlay_buttons_draw(ui, &foot);
  bool edits = view_edits_mask(ui->view);
  if (edits && !ui->inputs->progress) mask_editor_draw(ui, &foot);
  if (ui->inputs->progress) progress_draw(ui, foot);
  else if (ui->inputs->note.bytes > 0) note_draw(ui, foot);
  else if (ui->inputs->first_start) first_start_draw(ui, foot);
  else if (!edits && tells_what_is_folded(ui)) folded_draw(ui, foot);
  else if (ui->inputs->focus_line.bytes > 0) line_draw(ui, foot);
  else if (!edits && ui->inputs->headline.bytes > 0 && !ui->inputs->script) headline_draw(ui, foot);
  else if (!edits) {
    bool says_way = ui->inputs->way.bytes > 0 && !ui->inputs->script;
    hint_draw(ui, foot, ALIGN_MIDDLE, says_way ? ui_str(ui, ui->inputs->way) : hint_words(ui));
  }
}
