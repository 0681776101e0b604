/* scene/heads/layer_buttons.c -- buttons of layers in rows; of many, those near the one on show. */
#include "scene/heads/heads.h"

#include <math.h>

#include "scene/controls.h"
#include "scene/layer_words.h"

/* Above this number buttons are smaller, to leave room for the heads below. */
enum { LAYERS_LARGE_MOST = 8 };
static const float LAYER_SIDE = 26, LAYER_GAP = 8, SMALL_LAYER_SIDE = 22, SMALL_LAYER_GAP = 5;

static int rows_of_layers(const Scene *scene, float width, float side, float gap) {
  float scale = scene->pen.text_scale, step = (side + gap) * scale;
  int cols = (int)fmaxf(1, floorf((width + gap * scale + 0.5f) / step));
  return (trace_layer_count(scene->trace) + cols - 1) / cols;
}

/* Few layers have large buttons, unless smaller ones save a row. */
static bool layers_are_large(const Scene *scene, float width) {
  if (trace_layer_count(scene->trace) > LAYERS_LARGE_MOST) return false;
  return rows_of_layers(scene, width, LAYER_SIDE, LAYER_GAP) <=
         rows_of_layers(scene, width, SMALL_LAYER_SIDE, SMALL_LAYER_GAP);
}

static void layer_button(const Scene *scene, Box box, int layer) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  const char *number = str_format(arena, "%d", layer + 1);
  const char *label = layer_mark(arena, scene->trace, layer);
  control_toggle(
      pen, box,
      (Toggle){.label = str_from(label),
               .tip = trace_half(scene->trace) == HALF_NONE
                          ? NULL
                          : layer_title(arena, scene->trace, layer),
               .face = FACE_SEMIBOLD,
               .size = box.w < LAYER_SIDE * pen->text_scale ? 12
                       : scene_is_presented(scene)          ? 15
                                                            : 13,
               .corner = 6,
               .chosen = layer == scene->view->layer,
               .command = scene->interactive ? str_format(arena, "layer %s", number) : NULL});
}

/* Whole rows of layers, those around the chosen one if not all fit. */
typedef struct LayerRows {
  float side, step;
  int cols, first, count; /* layers */
} LayerRows;

static LayerRows fit_layers(const Scene *scene, Box place) {
  bool large = layers_are_large(scene, place.w);
  float scale = scene->pen.text_scale, gap = (large ? LAYER_GAP : SMALL_LAYER_GAP) * scale;
  float side = (large ? LAYER_SIDE : SMALL_LAYER_SIDE) * scale, step = side + gap;
  int cols = (int)fmaxf(1, floorf((place.w + gap + 0.5f) / step));
  int most = (int)fmaxf(1, floorf((place.h + gap + 0.5f) / step));
  int layers = trace_layer_count(scene->trace), rows = (layers + cols - 1) / cols;
  int first_row = scene->view->layer / cols - (most - 1) / 2;
  if (first_row > rows - most) first_row = rows - most;
  if (first_row < 0) first_row = 0;
  int first = first_row * cols, end = first + most * cols;
  return (LayerRows){side, step, cols, first, (end < layers ? end : layers) - first};
}

static float draw_layers(const Scene *scene, Box place, const LayerRows *fit) {
  for (int i = 0; i < fit->count; i++) {
    Box box = {place.x + fit->step * (float)(i % fit->cols),
               place.y + fit->step * (float)(i / fit->cols), fit->side, fit->side};
    layer_button(scene, box, fit->first + i);
  }
  return fit->step * (float)((fit->count - 1) / fit->cols) + fit->side;
}

int heads_layers_shown(const Scene *scene, Box place) { return fit_layers(scene, place).count; }

float heads_layer_buttons(const Scene *scene, Box place) {
  if (half_buttons_fit(scene, place)) return half_buttons_draw(scene, place);
  LayerRows fit = fit_layers(scene, place);
  return draw_layers(scene, place, &fit);
}
