/* scene/views/slider.c -- see slider.h. */
#include "scene/views/slider.h"

#include <assert.h>

#include "base/number.h"
#include "scene/controls.h"
#include "scene/stages/stage.h"

/* Design points. */
static const float ROW = 26, NAME = 84, VALUE = 40, GAP = 8, COLUMN_GAP = 28, COLUMN_LEAST = 190,
                   STEPPER_LEAST = 205;
static const float TRACK = 4, KNOB = 7, SIDE = 22, SIZE = 12;

/* Where all are − and +, which need no track, more of them stand side by side. */
static int columns_in(const Scene *scene, const Slider *sliders, int count, float width) {
  bool has_track = false;
  for (int i = 0; i < count; i++) has_track |= sliders[i].stops != NULL;
  float gap = stage_points(scene, COLUMN_GAP);
  float least = stage_points(scene, has_track ? COLUMN_LEAST : STEPPER_LEAST);
  int most = has_track ? 2 : count;
  int fitting = (int)((width + gap) / (least + gap));
  return int_clamp(fitting, 1, int_min(count, most));
}

float sliders_height(const Scene *scene, const Slider *sliders, int count, float width) {
  int columns = columns_in(scene, sliders, count, width);
  return stage_points(scene, ROW) * (float)((count + columns - 1) / columns);
}

/* Between two stops as far as the number is. */
static float place_of(const Slider *slider) {
  int last = slider->count - 1;
  if (slider->now <= slider->stops[0]) return 0;
  for (int i = 1; i <= last; i++) {
    float before = slider->stops[i - 1], behind = slider->stops[i];
    if (slider->now <= behind) return (float)(i - 1) + (slider->now - before) / (behind - before);
  }
  return (float)last;
}

/* Where the knob is at a place among the stops. */
static float x_at(const Scene *scene, Box box, const Slider *slider, float place) {
  float knob = stage_points(scene, KNOB), last = (float)int_max(slider->count - 1, 1);
  return box.x + knob + (box.w - 2 * knob) * place / last;
}

static void add_stops(const Scene *scene, Box box, const Slider *slider) {
  Arena *arena = scene->pen.list->arena;
  int nearest = (int)(place_of(slider) + 0.5f), last = slider->count - 1;
  for (int i = 0; i <= last; i++) {
    float from = i == 0 ? box.x : x_at(scene, box, slider, (float)i - 0.5f);
    float to = i == last ? box.x + box.w : x_at(scene, box, slider, (float)i + 0.5f);
    control_stop(&scene->pen, (TrackStop){.box = {from, box.y, to - from, box.h},
                                          .command = str_format(arena, "%s %.9g", slider->command,
                                                                (double)slider->stops[i]),
                                          .tip = slider->name,
                                          .is_now = nearest == i,
                                          .is_first = i == 0});
  }
}

static void draw_track(const Scene *scene, Box box, const Slider *slider) {
  const Pen *pen = &scene->pen;
  float thick = stage_points(scene, TRACK), knob = stage_points(scene, KNOB);
  float x = x_at(scene, box, slider, place_of(slider)), middle = box.y + box.h / 2;
  Box track = {box.x, middle - thick / 2, box.w, thick};
  control_track(pen, track, (Box){track.x, track.y, x - track.x, thick}, thick, pen->theme->ink);
  draw_box(pen->list, (DrawBox){.box = {x - knob, middle - knob, 2 * knob, 2 * knob},
                                .corner = knob,
                                .fill = pen->theme->focus,
                                .stroke = pen->theme->ink,
                                .stroke_width = stage_points(scene, 1.5f)});
  add_stops(scene, box, slider);
}

static void draw_step(const Scene *scene, Box box, const Slider *slider, const char *label,
                      const char *sign) {
  Box button = box_centred(box, stage_points(scene, SIDE), stage_points(scene, SIDE));
  const char *command = str_format(scene->pen.list->arena, "%s %s", slider->command, sign);
  control_toggle(&scene->pen, button,
                 (Toggle){.label = str_from(label),
                          .face = FACE_BOLD,
                          .size = SIZE,
                          .corner = stage_points(scene, 3),
                          .command = command,
                          .tip = slider->name});
}

static void draw_stepper(const Scene *scene, Box box, const Slider *slider) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MONO_BOLD, SIZE, pen->theme->ink, ALIGN_MIDDLE};
  draw_step(scene, cut_left(&box, stage_points(scene, SIDE)), slider, "−", "-");
  Box value = cut_left(&box, stage_points(scene, VALUE + GAP));
  pen_text_in(pen, style, value, str_from(slider->value));
  draw_step(scene, cut_left(&box, stage_points(scene, SIDE)), slider, "+", "+");
}

static void draw_slider(const Scene *scene, Box box, const Slider *slider) {
  const Pen *pen = &scene->pen;
  if (draw_is_locked(pen->list, slider->command)) return;
  TextStyle name = {FACE_REGULAR, SIZE, pen->theme->ink, ALIGN_START};
  TextStyle value = {FACE_MONO_BOLD, SIZE, pen->theme->ink, ALIGN_END};
  pen_text_in(pen, name, cut_left(&box, stage_points(scene, NAME)), str_from(slider->name));
  cut_left(&box, stage_points(scene, GAP));
  if (!slider->stops) {
    draw_stepper(scene, box, slider);
    return;
  }
  pen_text_in(pen, value, cut_right(&box, stage_points(scene, VALUE)), str_from(slider->value));
  cut_right(&box, stage_points(scene, GAP));
  draw_track(scene, box, slider);
}

/* Column by column. */
void sliders_draw(const Scene *scene, Box box, const Slider *sliders, int count) {
  int columns = columns_in(scene, sliders, count, box.w), rows = (count + columns - 1) / columns;
  float row = stage_points(scene, ROW);
  assert(count > 0);
  draw_group_begin(scene->pen.list, "controls", NULL);
  for (int i = 0; i < count; i++) {
    Box column = box_column(box, i / rows, columns, stage_points(scene, COLUMN_GAP));
    draw_slider(scene, (Box){column.x, column.y + row * (float)(i % rows), column.w, row},
                &sliders[i]);
  }
  draw_group_end(scene->pen.list);
}
