/* scene/heads/half_buttons.c -- the layers of an encoder and a decoder as buttons, one half below
** the other, with lines between them.
**
**   encoder
**   [1]  [2]
**         ├───────────┐
**   [1] [1 ×]  [2]  [2 ×]
**   decoder
**
** Each line goes from the encoder's last layer to one that asks what it made.
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/heads/heads.h"
#include "scene/layer_words.h"

enum { A_ROW = 4 };
/* Design points. */
static const float SIDE_MOST = 26, SIDE_LEAST = 18, GAP_MOST = 8, GAP_LEAST = 4, LINE = 15;

typedef struct HalfRows {
  float side, step, line;
  int encoder_layers, layers;
} HalfRows;

static int rows_of(int buttons) { return (buttons + A_ROW - 1) / A_ROW; }

static HalfRows fit(const Scene *scene, Box place) {
  float scale = scene->pen.text_scale;
  float gap = (place.w >= (A_ROW * (SIDE_MOST + GAP_MOST)) * scale ? GAP_MOST : GAP_LEAST) * scale;
  float side = fminf((place.w + gap) / A_ROW - gap, SIDE_MOST * scale);
  int first = trace_first_layer(trace_of_half(scene->trace, HALF_TARGET));
  return (HalfRows){side, side + gap, LINE * scale, first, trace_layer_count(scene->trace)};
}

static float height_of(const HalfRows *fit) {
  int rows = rows_of(fit->encoder_layers) + rows_of(fit->layers - fit->encoder_layers);
  return 2.6f * fit->line + fit->step * (float)rows - (fit->step - fit->side) + fit->line * 0.4f;
}

bool half_buttons_fit(const Scene *scene, Box place) {
  if (trace_half(scene->trace) == HALF_NONE) return false;
  HalfRows rows = fit(scene, place);
  return rows.side >= SIDE_LEAST * scene->pen.text_scale && height_of(&rows) <= place.h;
}

static Box encoder_box(const HalfRows *fit, Box place, int layer) {
  return (Box){place.x + fit->step * (float)(layer % A_ROW),
               place.y + fit->line + fit->step * (float)(layer / A_ROW), fit->side, fit->side};
}

static float decoder_top(const HalfRows *fit, Box place) {
  return place.y + fit->line * 1.6f + fit->step * (float)rows_of(fit->encoder_layers);
}

static Box decoder_box(const HalfRows *fit, Box place, int layer) {
  int index = layer - fit->encoder_layers;
  return (Box){place.x + fit->step * (float)(index % A_ROW),
               decoder_top(fit, place) + fit->step * (float)(index / A_ROW), fit->side, fit->side};
}

static void button(const Scene *scene, Box box, int layer) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  int number;
  bool is_cross = trace_layer_half(scene->trace, layer, &number) == HALF_CROSS;
  const char *label = str_format(arena, is_cross ? "%d ×" : "%d", number);
  control_toggle(
      pen, box,
      (Toggle){.label = label ? str_from(label) : (Str){"", 0},
               .face = FACE_SEMIBOLD,
               .size = 12,
               .corner = 6,
               .chosen = layer == scene->view->layer,
               .tip = layer_title(arena, scene->trace, layer),
               .command = scene->interactive ? str_format(arena, "layer %d", layer + 1) : NULL});
}

static void heading(const Scene *scene, Box box, const char *words) {
  TextStyle style = {FACE_SEMIBOLD, 10.5f, scene->pen.theme->muted, ALIGN_START};
  pen_text_in(&scene->pen, style, box, str_from(words));
}

/* From below the encoder's last layer along a shelf and down to one that asks it. */
static void line_to(const Scene *scene, const HalfRows *fit, Box place, int layer) {
  const Pen *pen = &scene->pen;
  Box from = encoder_box(fit, place, fit->encoder_layers - 1), to = decoder_box(fit, place, layer);
  bool is_now = scene->view->layer == layer;
  Color color = is_now ? pen->theme->key : color_fade(pen->theme->key, 0.45f);
  float x = from.x + from.w / 2, end = to.x + to.w / 2, thick = is_now ? 2 : 1;
  float y = from.y + from.h + (fit->step - fit->side) / 2;
  DrawBox down = {.box = {x - thick / 2, from.y + from.h, thick, y - from.y - from.h + thick},
                  .fill = color};
  DrawBox shelf = {.box = {fminf(x, end) - thick / 2, y, fabsf(end - x) + thick, thick},
                   .fill = color};
  DrawBox last = {.box = {end - thick / 2, y, thick, to.y - y}, .fill = color};
  draw_box(pen->list, down);
  draw_box(pen->list, shelf);
  draw_box(pen->list, last);
}

float half_buttons_draw(const Scene *scene, Box place) {
  HalfRows rows = fit(scene, place);
  assert(rows.encoder_layers > 0);
  for (int layer = rows.encoder_layers + 1; layer < rows.layers; layer += 2)
    line_to(scene, &rows, place, layer);
  heading(scene, (Box){place.x, place.y, place.w, rows.line}, _("encoder"));
  float below = place.y + height_of(&rows) - rows.line;
  heading(scene, (Box){place.x, below, place.w, rows.line}, _("decoder"));
  for (int layer = 0; layer < rows.encoder_layers; layer++)
    button(scene, encoder_box(&rows, place, layer), layer);
  for (int layer = rows.encoder_layers; layer < rows.layers; layer++)
    button(scene, decoder_box(&rows, place, layer), layer);
  return height_of(&rows);
}
