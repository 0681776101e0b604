/* ui/transport_bar.c -- the bottom bar: back, play, forward; the rail; the size of a step; speed.
**
** In a narrow bar speed is placed under the size of a step, and undo and redo are left out in
** favour of the rail (Ctrl-Z and Ctrl-Y remain).
*/
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "ui/panels.h"

static const float FULL_HEIGHT = 92, MARGIN = 20, BUTTON = 32, PLAY_RADIUS = 20, TRACK_MIDDLE = 45;
static const float WIDE = 1180, MEDIUM = 1060, SPEED_WIDTH = 104, SEGMENTS_HEIGHT = 28;
enum { SPEED_STOPS = 13 }; /* half octaves from 0.25 to 16 */

/* Laid out at full height, even if the bar has less. */
static Box content(const Ui *ui) {
  Box bar = ui->layout->bottom;
  float height = ui_pt(ui, FULL_HEIGHT);
  return (Box){bar.x, bar.y + fminf(0, (bar.h - height) / 2), bar.w, height};
}

static float design_width(const Ui *ui) { return ui->layout->bottom.w / ui->pen->text_scale; }

/* -- transport --------------------------------------------------------------------------------- */

static void play_button(const Ui *ui, Point centre) {
  const Theme *theme = ui->theme;
  float radius = ui_pt(ui, PLAY_RADIUS), side = ui_pt(ui, 18);
  ui_circle(ui, centre, radius, theme->button, COLOR_NONE, 0);
  Box icon = {centre.x - side / 2, centre.y - side / 2, side, side};
  ui_icon(ui, ui->view->playing ? ICON_PAUSE : ICON_PLAY, icon, theme->button_ink);
  Box hit = {centre.x - radius, centre.y - radius, radius * 2, radius * 2};
  ui_hit(ui, hit, CURSOR_HAND, ui->view->playing ? _("Pause (Space)") : _("Play (Space)"),
         "play toggle");
}

/* Buttons of any size are centred on the rail's track. */
static Box button_box(const Ui *ui, float left, float middle) {
  float side = ui_pt(ui, BUTTON);
  return (Box){left, middle - side / 2, side, side};
}

/* Returns the x where it ends. */
static float transport_draw(const Ui *ui) {
  ui->list->tab_stop = TAB_TRANSPORT;
  Box bar = content(ui);
  float x = bar.x + ui_pt(ui, MARGIN), middle = bar.y + ui_pt(ui, TRACK_MIDDLE);
  float gap = ui_pt(ui, 8), radius = ui_pt(ui, PLAY_RADIUS), button = ui_pt(ui, BUTTON);
  ui_icon_button(
      ui, button_box(ui, x, middle),
      (IconButton){.icon = ICON_BACK, .command = "step back", .tip = _("One step back (←)")});
  x += button + gap;
  play_button(ui, (Point){x + radius, middle});
  x += 2 * radius + gap;
  ui_icon_button(
      ui, button_box(ui, x, middle),
      (IconButton){.icon = ICON_FORWARD, .command = "step", .tip = _("One step forward (→)")});
  x += button;
  if (design_width(ui) < WIDE) return x;
  x += ui_pt(ui, 20);
  ui_icon_button(ui, button_box(ui, x, middle),
                 (IconButton){.icon = ICON_UNDO,
                              .command = "undo",
                              .tip = _("Undo (Ctrl-Z)"),
                              .off = !ui->inputs->can_undo});
  x += button;
  ui_icon_button(ui, button_box(ui, x, middle),
                 (IconButton){.icon = ICON_REDO,
                              .command = "redo",
                              .tip = _("Redo (Ctrl-Y)"),
                              .off = !ui->inputs->can_redo});
  return x + button;
}

/* -- size of a step, and speed
** ------------------------------------------------------------------ */

/* Half octaves: each stop is √2 times as fast, which looks even. */
static float speed_of(int stop) { return VIEW_SPEED_LEAST * (float)pow(2, stop / 2.0); }

/* The slider is logarithmic; each stop is a hit of its own. */
static void speed_draw(const Ui *ui, Box box) {
  ui->list->tab_stop = TAB_SPEED;
  float fraction = (float)(log2((double)(ui->view->speed / VIEW_SPEED_LEAST)) /
                           log2((double)(VIEW_SPEED_MOST / VIEW_SPEED_LEAST)));
  fraction = float_clamp(fraction, 0, 1);
  ui_slider(ui, box, fraction);
  float step = box.w / (SPEED_STOPS - 1);
  for (int stop = 0; stop < SPEED_STOPS; stop++) {
    const char *command = ui_format(ui, "speed %.4g", (double)speed_of(stop));
    Box place = {box.x + ((float)stop - 0.5f) * step, box.y, step, box.h};
    control_stop(ui->pen, (TrackStop){.box = place,
                                      .command = command,
                                      .is_now = stop == (int)lroundf(fraction * (SPEED_STOPS - 1)),
                                      .tip = ui_format(ui, _("%.3g steps a second"),
                                                       (double)ui->view->speed)});
  }
}

static TextStyle heading_style(const Ui *ui) {
  return ui_style(FACE_SEMIBOLD, 9.5f, ui->theme->muted, ALIGN_START);
}

static void heading(const Ui *ui, float x, const char *words) {
  float middle = content(ui).y + ui_pt(ui, 25);
  ui_text_at(ui, heading_style(ui), x, middle, str_from(words));
}

/* Returns the x where the block begins, which is where the rail ends. Drawn before the rail, which
** takes the room between. */
static float controls_draw(const Ui *ui) {
  const Segment segments[] = {
      {.label = str_from(_("stage")),
       .command = "step by stage",
       .chosen = ui->view->step_by == STEP_STAGE},
      {.label = str_from(_("row")),
       .command = "step by row",
       .chosen = ui->view->step_by == STEP_ROW},
      {.label = str_from(_("cell")),
       .command = "step by cell",
       .chosen = ui->view->step_by == STEP_CELL},
      {.label = str_from(_("tile")),
       .command = "step by tile",
       .chosen = ui->view->step_by == STEP_TILE},
  };
  const int count = ui->inputs->has_tiles || ui->view->step_by == STEP_TILE ? 4 : 3;
  ui->list->tab_stop = TAB_STEP_BY;
  Box bar = content(ui);
  float width = ui_segments_width(ui, segments, count), height = ui_pt(ui, SEGMENTS_HEIGHT);
  float right = bar.x + bar.w - ui_pt(ui, MARGIN + 4);
  if (design_width(ui) >= MEDIUM) {
    float speed_left = right - ui_pt(ui, SPEED_WIDTH), left = speed_left - ui_pt(ui, 28) - width;
    heading(ui, left, _("STEP BY"));
    heading(ui, speed_left, _("SPEED"));
    ui_segments(ui, (Box){left, bar.y + ui_pt(ui, 38), width, height}, segments, count);
    speed_draw(ui, (Box){speed_left, bar.y + ui_pt(ui, 38), ui_pt(ui, SPEED_WIDTH), height});
    return left;
  }
  float left = right - width, label = pen_width(ui->pen, heading_style(ui), str_from(_("SPEED")));
  ui_segments(ui, (Box){left, bar.y + ui_pt(ui, 17), width, height}, segments, count);
  float middle = bar.y + ui_pt(ui, 64), indent = label + ui_pt(ui, 14);
  ui_text_at(ui, heading_style(ui), left, middle, str_from(_("SPEED")));
  speed_draw(ui, (Box){left + indent, middle - height / 2, width - indent - ui_pt(ui, 6), height});
  return left;
}

void transport_bar_draw(const Ui *ui) {
  Box bar = ui->layout->bottom;
  draw_box(ui->list, (DrawBox){.box = bar, .fill = ui->theme->panel});
  pen_rule(ui->pen, (Point){bar.x, bar.y + 0.5f}, (Point){bar.x + bar.w, bar.y + 0.5f});
  if (training_is_shown(ui)) {
    training_transport_draw(ui);
    ui->list->tab_stop = TAB_EACH;
    return;
  }
  float gap = ui_pt(ui, design_width(ui) >= MEDIUM ? 24 : 12);
  float left = transport_draw(ui) + gap, right = controls_draw(ui) - gap;
  ui->list->tab_stop = TAB_RAIL;
  rail_draw(ui, (Box){left, content(ui).y, right - left, content(ui).h});
  ui->list->tab_stop = TAB_EACH;
}
