/* scene/views/cache_growth.c -- how kept keys and values grow under a causal mask, as boxes without
** numbers: what a model that keeps them would compute at each token, and what is there already.
**
**             K              V
**   The       ■              ■
**   animal    □ ■            □ ■            ■ computed for it   □ kept
**   didn't    □ □ ■          □ □ ■
*/
#include "scene/views/cache.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/stages/stage.h"
#include "scene/token_shown.h"

enum { TOKENS_MOST = 4 };
static const float BASIS = 14; /* the size of words that the design points are for */
static const float ROW = 26, BOX = 19, HEAD = 22, BETWEEN = 30, LABEL_GAP = 12, LABEL_MOST = 110,
                   LEGEND = 26, LEGEND_SIZE = 12;

typedef struct Growth {
  float unit; /* points a design point */
  float size; /* of words, design */
  int tokens;
} Growth;

static Growth growth_of(const Scene *scene, float size) {
  int tokens = int_min(trace_token_count(scene->trace), TOKENS_MOST);
  return (Growth){stage_points(scene, size / BASIS), size, tokens};
}

static float label_width(const Scene *scene, const Growth *growth) {
  TextStyle style = {FACE_REGULAR, growth->size, COLOR_NONE, ALIGN_START};
  float widest = 0;
  for (int i = 0; i < growth->tokens; i++)
    widest =
        fmaxf(widest, pen_width(&scene->pen, style, token_shown(trace_token(scene->trace, i))));
  return fminf(widest, growth->unit * LABEL_MOST) + growth->unit * LABEL_GAP;
}

static float strip_width(const Growth *growth) {
  return growth->unit * ROW * (float)growth->tokens;
}

float cache_growth_height(const Scene *scene, float size, float width) {
  Growth growth = growth_of(scene, size);
  float wide = label_width(scene, &growth) + 2 * strip_width(&growth) + growth.unit * BETWEEN;
  if (growth.tokens < 2 || wide > width) return 0;
  return growth.unit * (HEAD + ROW * (float)growth.tokens + LEGEND);
}

static void draw_row_box(const Scene *scene, const Growth *growth, Point middle, Color color,
                         bool is_kept) {
  float side = growth->unit * BOX;
  DrawBox box = {.box = {middle.x - side / 2, middle.y - side / 2, side, side},
                 .corner = growth->unit * 3,
                 .fill = color};
  if (is_kept) {
    box.fill = scene->pen.theme->paper;
    box.stroke = color;
    box.stroke_width = fmaxf(growth->unit * 1.5f, 1);
    box.box = box_inset(box.box, box.stroke_width / 2);
  }
  draw_box(scene->pen.list, box);
}

/* One column of boxes for each token, one line for each step. */
static void draw_strip(const Scene *scene, const Growth *growth, Box box, const char *symbol,
                       Color color) {
  TextStyle style = {FACE_BOLD, growth->size, color, ALIGN_START};
  float row = growth->unit * ROW;
  pen_symbol(&scene->pen, style, (Point){box.x, box.y + growth->unit * HEAD * 0.6f},
             str_from(symbol));
  for (int step = 0; step < growth->tokens; step++)
    for (int token = 0; token <= step; token++) {
      Point middle = {box.x + growth->unit * BOX / 2 + row * (float)token,
                      box.y + growth->unit * HEAD + row * ((float)step + 0.5f)};
      draw_row_box(scene, growth, middle, color, token < step);
    }
}

static void draw_legend(const Scene *scene, const Growth *growth, Point at) {
  const Pen *pen = &scene->pen;
  const char *const words[] = {_("computed for this token"), _("kept")};
  TextStyle style = {FACE_REGULAR, LEGEND_SIZE * growth->size / BASIS, pen->theme->muted,
                     ALIGN_START};
  Growth small = *growth;
  small.unit *= 0.6f;
  for (int i = 0; i < 2; i++) {
    draw_row_box(scene, &small, (Point){at.x + small.unit * BOX / 2, at.y}, pen->theme->muted,
                 i == 1);
    float x = at.x + small.unit * BOX + growth->unit * 6;
    float down = pen_points(pen, style.size) * TEXT_CAP_HEIGHT / 2;
    at.x =
        x + pen_text(pen, style, (Point){x, at.y + down}, str_from(words[i])) + growth->unit * 16;
  }
}

void cache_growth_draw(const Scene *scene, Box box, float size) {
  const Pen *pen = &scene->pen;
  Growth growth = growth_of(scene, size);
  float label = label_width(scene, &growth);
  float strip = strip_width(&growth);
  draw_group_begin(pen->list, "growth", _("Keys and values kept from token to token"));
  TextStyle style = {FACE_REGULAR, size, pen->theme->ink, ALIGN_START};
  for (int i = 0; i < growth.tokens; i++) {
    Box line = {box.x, box.y + growth.unit * (HEAD + ROW * (float)i),
                label - growth.unit * LABEL_GAP, growth.unit * ROW};
    pen_text_in(pen, style, line, token_shown(trace_token(scene->trace, i)));
  }
  Box at = {box.x + label, box.y, strip, box.h};
  draw_strip(scene, &growth, at, stage_keys_symbol(scene), pen->theme->key);
  at.x += strip + growth.unit * BETWEEN;
  draw_strip(scene, &growth, at, stage_values_symbol(scene), pen->theme->value);
  float foot = growth.unit * (HEAD + ROW * (float)growth.tokens + LEGEND / 2);
  draw_legend(scene, &growth, (Point){box.x + label, box.y + foot});
  draw_group_end(pen->list);
}
