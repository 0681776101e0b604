/* scene/controls.c -- toggles, tracks and the stops along them. */
#include "scene/controls.h"

void control_toggle(const Pen *pen, Box box, Toggle toggle) {
  const Theme *theme = pen->theme;
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = toggle.corner,
                                .fill = toggle.chosen ? theme->button : theme->panel,
                                .stroke = toggle.chosen ? theme->button : theme->line,
                                .stroke_width = 1});
  TextStyle style = {toggle.face, toggle.size, toggle.chosen ? theme->button_ink : theme->ink,
                     ALIGN_MIDDLE};
  pen_text_in(pen, style, box, toggle.label);
  if (toggle.command)
    draw_hit(
        pen->list,
        (DrawHit){.box = box, .cursor = CURSOR_HAND, .click = toggle.command, .tip = toggle.tip});
}

void control_track(const Pen *pen, Box whole, Box part, float thick, Color color) {
  draw_box(pen->list, (DrawBox){.box = whole, .corner = thick / 2, .fill = pen->theme->line});
  draw_box(pen->list, (DrawBox){.box = part, .corner = thick / 2, .fill = color});
}

void control_stop(const Pen *pen, TrackStop stop) {
  draw_hit(pen->list, (DrawHit){.box = stop.box,
                                .rows = 1,
                                .cols = 1,
                                .cursor = CURSOR_DRAG,
                                .click = stop.command,
                                .drag = stop.command,
                                .is_now = stop.is_now,
                                .tip = stop.tip});
}
