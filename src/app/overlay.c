/* app/overlay.c -- small panels on top of the list. */
#include "app/overlay.h"

#include <assert.h>
#include <math.h>

#include "base/number.h"
#include "base/progress.h"
#include "base/i18n.h"
#include "scene/controls.h"

static const float TIP_WIDTH = 320, TIP_SIZE = 12, TIP_GAP = 1.25f, PAD = 8, EDGE = 4;
/* distance from the pointer, which the tip must not cover */
static const float BELOW = 20, ABOVE = 16;
static const float BAR_WIDTH = 400, BAR_HEIGHT = 8;

static float clamp_from_low(float at, float low, float high) {
  return float_clamp(at, low, fmaxf(low, high));
}

/* A shade under the panel sets it off from the picture. */
static void draw_panel(const Pen *pen, Box box) {
  Color shade = {0, 0, 0, 24};
  Box under = {box.x, box.y + 2, box.w, box.h};
  draw_box(pen->list, (DrawBox){.box = box_inset(under, -1), .corner = 7, .fill = shade});
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = 6,
                                .fill = pen->theme->panel,
                                .stroke = pen->theme->line,
                                .stroke_width = 1});
}

/* Half transparent, because it lies over cells whose colours are numbers. */
void overlay_hover(const Pen *pen, Box box) {
  Color color = pen->theme->ink;
  color.a = 90;
  draw_box(
      pen->list,
      (DrawBox){.box = box_inset(box, -1.5f), .corner = 7, .stroke = color, .stroke_width = 1.5f});
}

void overlay_focus(const Pen *pen, Box box) {
  float width = 2 * fminf(pen->text_scale, 1.5f);
  pen_focus_outline(pen,
                    (DrawBox){.box = box_inset(box, -width), .corner = 7, .stroke_width = width});
}

void overlay_tip(const Pen *pen, Point pointer, const char *words) {
  assert(words && words[0]);
  const DrawList *list = pen->list;
  float pad = PAD * pen->text_scale;
  TextStyle style = {FACE_REGULAR, TIP_SIZE, pen->theme->ink, ALIGN_START};
  float most = fminf(TIP_WIDTH * pen->text_scale, list->width_pt - 2 * (pad + EDGE));
  float width = fminf(most, ceilf(pen_width(pen, style, str_from(words))) + 1);
  float height = pen_wrapped_height(pen, style, width, TIP_GAP, str_from(words));
  height = fminf(height, list->height_pt - 2 * (pad + EDGE));
  Box box = {pointer.x, pointer.y + BELOW, width + 2 * pad, height + 2 * pad};
  if (box.y + box.h > list->height_pt - EDGE) box.y = pointer.y - ABOVE - box.h;
  box.x = clamp_from_low(box.x, EDGE, list->width_pt - EDGE - box.w);
  box.y = clamp_from_low(box.y, EDGE, list->height_pt - EDGE - box.h);
  draw_panel(pen, box);
  pen_words_wrapped(pen, style, box_inset(box, pad), TIP_GAP, str_from(words));
}

/* The time left follows from the files so far; before the first is done no time is shown. */
static const char *progress_words(Arena *arena, FilesProgress progress) {
  char left[PROGRESS_LEFT_BYTES];
  double share = (progress.done + progress.share) / progress.count;
  if (progress.is_moving)
    return str_format(arena,
                      P_("Writing %d of %d picture · Esc stops",
                         "Writing %d of %d pictures · Esc stops", progress.count),
                      progress.done, progress.count);
  if (progress.count == 1) return _("Writing · Esc stops");
  if (progress.done == 0)
    return str_format(
        arena, P_("Writing %d file · Esc stops", "Writing %d files · Esc stops", progress.count),
        progress.count);
  return str_format(arena,
                    P_("Writing %d of %d file · %s · Esc stops",
                       "Writing %d of %d files · %s · Esc stops", progress.count),
                    progress.done, progress.count,
                    progress_left_words(progress_left_s(progress.passed_ms, share), left));
}

/* Words above, bar below, both at most as wide as the window allows; it fits into a window of the
** least size at every text scale. */
void overlay_progress(const Pen *pen, FilesProgress progress) {
  assert(progress.count > 0 && progress.done >= 0 && progress.done <= progress.count);
  DrawList *list = pen->list;
  float scale = pen->text_scale, pad = 2 * PAD * scale;
  TextStyle style = {FACE_MEDIUM, 13, pen->theme->ink, ALIGN_START};
  float line = pen_line_height(pen, style.size);
  float width = fminf(BAR_WIDTH * scale, list->width_pt - 2 * (pad + EDGE));
  float height = line + PAD * scale + BAR_HEIGHT;
  Box box = {(list->width_pt - width) / 2 - pad, (list->height_pt - height) / 2 - pad,
             width + 2 * pad, height + 2 * pad};
  draw_panel(pen, box);
  Box inner = box_inset(box, pad);
  const char *words = progress_words(list->arena, progress);
  if (words) pen_text_in(pen, style, (Box){inner.x, inner.y, inner.w, line}, str_from(words));
  Box bar = {inner.x, inner.y + inner.h - BAR_HEIGHT, inner.w, BAR_HEIGHT};
  Box done = bar;
  done.w *= progress.count > 0
                ? ((float)progress.done + (float)progress.share) / (float)progress.count
                : 0;
  control_track(pen, bar, done, BAR_HEIGHT, pen->theme->button);
}
