/* scene/views/cache_bars.c -- multiplications and kept bytes over the steps so far, as bars. */
#include <math.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/views/amounts.h"
#include "scene/views/cache.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float CHART_FOOT = 18, CHART_GAP = 32, NUMBERS_GAP = 14, SWATCH = 9, BARS_MOST = 84;
static const float SIZE = 12, SIZE_AFAR = 22.6f, HEAD_AFAR = 30, FIRST_AFAR = 0.62f;
enum { STEPS_CLICKED_MOST = 256 };

typedef struct Bars {
  const char *name;
  const char *kept, *anew; /* the numbers of the step on show; anew NULL: none */
  bool is_bytes;
  int head_lines; /* 2: each number has its own, in a narrow figure */
} Bars;

static double value_of(const Bars *bars, const CacheWork *work, bool is_anew) {
  if (bars->is_bytes) return is_anew ? 0 : work->bytes;
  return is_anew ? work->anew : work->kept;
}

static float draw_swatch(const Scene *scene, float x, float middle, bool is_kept) {
  const Theme *theme = scene->pen.theme;
  float side = stage_points(scene, SWATCH);
  draw_box(scene->pen.list, (DrawBox){.box = {x, middle - side / 2, side, side},
                                      .corner = 2,
                                      .fill = is_kept ? theme->muted : theme->paper,
                                      .stroke = theme->muted,
                                      .stroke_width = 1});
  return x + side + stage_points(scene, 5);
}

static float second_line(const Scene *scene) { return pen_line_height(&scene->pen, SIZE); }

static TextStyle number_style(const Scene *scene) {
  float size = scene_is_presented(scene) ? SIZE_AFAR : SIZE;
  return (TextStyle){FACE_SEMIBOLD, size, scene->pen.theme->ink, ALIGN_START};
}

static float numbers_width(const Scene *scene, const Bars *bars) {
  TextStyle number = number_style(scene);
  float swatch = stage_points(scene, SWATCH + 5);
  float width = swatch + pen_width(&scene->pen, number, str_from(bars->kept));
  if (!bars->anew) return width;
  return width + stage_points(scene, NUMBERS_GAP) + swatch +
         pen_width(&scene->pen, number, str_from(bars->anew));
}

/* "Multiplications   ■ kept 136   □ anew 680", with less room without the name. */
static void draw_bars_head(const Scene *scene, const Bars *bars, Box line) {
  const Pen *pen = &scene->pen;
  TextStyle name = {FACE_SEMIBOLD, 12, pen->theme->muted, ALIGN_START};
  TextStyle number = number_style(scene);
  float gap = stage_points(scene, NUMBERS_GAP), swatch = stage_points(scene, SWATCH + 5);
  Str words = str_from(bars->name), kept = str_from(bars->kept);
  float x = line.x, middle = line.y + line.h / 2;
  if (pen_width(pen, name, words) + gap + numbers_width(scene, bars) <= line.w)
    x += pen_text_in(pen, name, (Box){x, line.y, line.w, line.h}, words) + gap;
  x = draw_swatch(scene, x, middle, true);
  float room = line.x + line.w - x;
  x += pen_text_in(pen, number, (Box){x, line.y, room, line.h}, kept) + gap;
  if (!bars->anew) return;
  if (bars->head_lines > 1) {
    x = line.x;
    line.y += second_line(scene);
    middle += second_line(scene);
  } else if (x + swatch + stage_points(scene, 20) > line.x + line.w) return;
  x = draw_swatch(scene, x, middle, false);
  pen_text_in(pen, number, (Box){x, line.y, line.x + line.w - x, line.h}, str_from(bars->anew));
}

static double largest_value(const Scene *scene, const Bars *bars, const CacheStep *step) {
  double largest = 1;
  for (int i = 0; i < step->step_count; i++) {
    CacheStep at = cache_step_at(scene->trace, step->prompt, i);
    CacheWork work = cache_work(scene->trace, scene->view->layer, CACHE_OF_HEAD, &at);
    largest = fmax(largest, fmax(value_of(bars, &work, false), value_of(bars, &work, true)));
  }
  return largest;
}

static void draw_bar(const Scene *scene, Box slot, double share, bool is_kept) {
  const Theme *theme = scene->pen.theme;
  float height = slot.h * (float)share;
  bool is_wide = slot.w >= 4;
  if (height <= 0) return;
  draw_box(scene->pen.list, (DrawBox){.box = {slot.x, slot.y + slot.h - height, slot.w, height},
                                      .fill = is_kept   ? theme->muted
                                              : is_wide ? theme->paper
                                                        : theme->line,
                                      .stroke = is_kept || !is_wide ? COLOR_NONE : theme->muted,
                                      .stroke_width = is_kept || !is_wide ? 0 : 1});
}

static void draw_step(const Scene *scene, const Bars *bars, const CacheStep *at, double largest,
                      Box slot) {
  CacheWork work = cache_work(scene->trace, scene->view->layer, CACHE_OF_HEAD, at);
  float inset = slot.w >= 6 ? fminf(slot.w * 0.16f, stage_points(scene, 8)) : 0;
  inset = fmaxf(inset, (slot.w - stage_points(scene, BARS_MOST)) / 2);
  Box inner = {slot.x + inset, slot.y, slot.w - 2 * inset, slot.h};
  if (bars->is_bytes) {
    draw_bar(scene, inner, value_of(bars, &work, false) / largest, true);
    return;
  }
  Box left = {inner.x, inner.y, inner.w / 2, inner.h}, right = left;
  right.x += left.w;
  draw_bar(scene, left, value_of(bars, &work, false) / largest, true);
  draw_bar(scene, right, value_of(bars, &work, true) / largest, false);
}

/* Under the bars: "prompt", then the tokens, where all fit; else the first and the last. */
static void draw_step_names(const Scene *scene, const CacheStep *step, Box line) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_MIDDLE};
  float slot = line.w / (float)step->step_count, widest = 0;
  for (int i = 0; i < step->step_count; i++) {
    Str name = i == 0 ? str_from(_("prompt")) : scene_key_label(scene, step->prompt + i - 1);
    widest = fmaxf(widest, pen_width(pen, style, name));
  }
  bool fits = widest + stage_points(scene, 4) <= slot;
  for (int i = 0; fits && i < step->step_count; i++) {
    Str name = i == 0 ? str_from(_("prompt")) : scene_key_label(scene, step->prompt + i - 1);
    if (i == step->step) style.face = FACE_SEMIBOLD, style.color = pen->theme->ink;
    pen_text_in(pen, style, (Box){line.x + slot * (float)i, line.y, slot, line.h}, name);
    style.face = FACE_REGULAR, style.color = pen->theme->muted;
  }
  if (fits) return;
  style.align = ALIGN_START;
  float used = pen_text_in(pen, style, line, str_from(_("prompt")));
  style.align = ALIGN_END;
  Str last = str_from(str_format(pen->list->arena, _("step %d"), step->step_count));
  if (step->step_count > 1 && used + pen_width(pen, style, last) + 8 <= line.w)
    pen_text_in(pen, style, line, last);
}

/* A click or a drag over the bars goes to a step. */
static void add_step_hits(const Scene *scene, const CacheStep *step, Box plot) {
  if (!scene->interactive || step->step_count > STEPS_CLICKED_MOST) return;
  float slot = plot.w / (float)step->step_count;
  for (int i = 0; i < step->step_count; i++)
    control_stop(&scene->pen,
                 (TrackStop){.box = {plot.x + slot * (float)i, plot.y, slot, plot.h},
                             .command = str_format(scene->pen.list->arena, "cache step %d", i + 1),
                             .is_now = i == step->step});
}

float cache_bars_head(const Scene *scene) {
  return stage_points(scene, scene_is_presented(scene) ? HEAD_AFAR : CACHE_BARS_HEAD);
}

static void draw_bars(const Scene *scene, const Bars *bars, const CacheStep *step, Box box) {
  Box head = cut_top(&box, cache_bars_head(scene));
  draw_bars_head(scene, bars, head);
  if (bars->head_lines > 1) cut_top(&box, second_line(scene));
  if (box.h <= 0) return;
  Box foot = cut_bottom(&box, stage_points(scene, CHART_FOOT));
  cut_top(&box, stage_points(scene, 4));
  if (box.h < stage_points(scene, 12)) return;
  double largest = largest_value(scene, bars, step);
  float slot = box.w / (float)step->step_count;
  for (int i = 0; i <= step->step; i++) {
    CacheStep at = cache_step_at(scene->trace, step->prompt, i);
    draw_step(scene, bars, &at, largest, (Box){box.x + slot * (float)i, box.y, slot, box.h});
  }
  pen_rule(&scene->pen, (Point){box.x, box.y + box.h}, (Point){box.x + box.w, box.y + box.h});
  draw_box(scene->pen.list, (DrawBox){.box = {box.x + slot * (float)step->step, box.y + box.h, slot,
                                              stage_points(scene, 3)},
                                      .fill = scene->pen.theme->focus});
  foot.y += stage_points(scene, 3);
  draw_step_names(scene, step, foot);
  add_step_hits(scene, step, box);
}

void cache_bars_draw(const Scene *scene, const CacheStep *step, Box box) {
  if (box.h <= 0) return;
  Arena *arena = scene->pen.list->arena;
  CacheWork work = cache_work(scene->trace, scene->view->layer, CACHE_OF_HEAD, step);
  const char *kept = amount_count(arena, work.kept), *anew = amount_count(arena, work.anew);
  Bars bars[] = {
      {_("Multiplications at this step"), str_format(arena, _("kept rows %s"), kept),
       str_format(arena, _("all anew %s"), anew), false, 1},
      {_("Bytes kept"), amount_bytes(arena, work.bytes), NULL, true, 1},
  };
  float gap = stage_points(scene, CHART_GAP);
  float share = scene_is_presented(scene) ? FIRST_AFAR : 0.5f;
  Box first = cut_left(&box, (box.w - gap) * share);
  cut_left(&box, gap);
  bool has_two = pen_is_of_print(&scene->pen) && numbers_width(scene, &bars[0]) > first.w;
  for (int i = 0; i < 2; i++) {
    if (has_two) bars[i].head_lines = 2;
    draw_group_begin(scene->pen.list, i == 0 ? "multiplications" : "bytes", bars[i].name);
    draw_bars(scene, &bars[i], step, i == 0 ? first : box);
    draw_group_end(scene->pen.list);
  }
}
