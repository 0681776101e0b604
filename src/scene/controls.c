/* scene/controls.c -- toggles, tracks and the stops along them, the mark of unknown tokens. */
#include "scene/controls.h"

#include <math.h>

static const float MARK_SHARE = 0.78f, MARK_GAP = 0.12f; /* of the token's size */

void control_toggle(const Pen *pen, Box box, Toggle toggle) {
  const Theme *theme = pen->theme;
  if (draw_is_locked(pen->list, toggle.command)) return;
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = toggle.corner,
                                .fill = toggle.chosen ? theme->button : theme->panel,
                                .stroke = toggle.chosen ? theme->button : theme->line,
                                .stroke_width = 1});
  TextStyle style = {toggle.face, toggle.size, toggle.chosen ? theme->button_ink : theme->ink,
                     ALIGN_MIDDLE};
  pen_words_in(pen, style, box, toggle.label);
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
                                .begins_slider = stop.is_first,
                                .tip = stop.tip});
}

static TextStyle mark_style(float size, Color color) {
  return (TextStyle){FACE_SEMIBOLD, size * MARK_SHARE, color, ALIGN_START};
}

float control_unknown_width(const Pen *pen, float size) {
  float gap = pen_points(pen, size * MARK_GAP);
  return ceilf(gap + pen_width(pen, mark_style(size, pen->theme->ink), STR("?")));
}

static void draw_dots(const Pen *pen, float points, Color color, Box line) {
  float dot = fmaxf(points * 0.1f, 1), pitch = 2.4f * dot;
  for (float x = line.x; x + dot <= line.x + line.w; x += pitch)
    draw_box(pen->list, (DrawBox){.box = {x, line.y, dot, dot}, .corner = dot / 2, .fill = color});
}

void control_unknown_token(const Pen *pen, TextStyle style, Box box, Str text) {
  float mark = control_unknown_width(pen, style.size), points = pen_points(pen, style.size);
  float high = pen_line_height(pen, style.size * MARK_SHARE);
  Box words = {box.x, box.y, box.w - mark, box.h};
  float width = pen_text_in(pen, style, words, text);
  float left = words.x + (words.w - width) / 2, middle = box.y + box.h / 2;
  draw_dots(pen, points, style.color, (Box){left, middle + points * 0.6f, width, 0});
  Box sign = {left + width + pen_points(pen, style.size * MARK_GAP), middle - points * 0.72f, mark,
              high};
  pen_text_in(pen, mark_style(style.size, style.color), sign, STR("?"));
}
