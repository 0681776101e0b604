/* scene/heads/head_strip.c -- links from the overview to other heads.
**
**   LAYER        HEADS · weights
**   1 2 3 4      ▦ ▦ ▦ ▦ ▦ ▦
**   5 6 7 8      ▦ ▦ ▦ ▦ ▦ ▦
**
** In as many rows as make the thumbnails largest, at the right end of the room that the keys' lines
** leave.
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/heads.h"
#include "scene/heads/key_groups.h"

enum { ROWS_MOST = 3, LAYERS_A_ROW = 4 };
/* Design points. */
static const float SIZE_FROM_AFAR = 15;
static const float LINE = 16, BELOW_LINE = 8, GAP = 16, GAP_OF_ROWS = 12;
static const float SIDE_LEAST = 28, SIDE_MOST = 88, TITLE_LEAST = 108;
static const float LAYER_PITCH = 34, SMALL_LAYER_PITCH = 27;
enum { LAYERS_LARGE_MOST = 8 }; /* above it, buttons are smaller */

typedef struct Strip {
  float side, step;
  int cols, rows;
  float layers_width;
  Box heads; /* all thumbnails */
} Strip;

static float layers_width(const Scene *scene) {
  int layers = trace_layer_count(scene->trace);
  float pitch = layers > LAYERS_LARGE_MOST ? SMALL_LAYER_PITCH : LAYER_PITCH;
  int across = layers < LAYERS_A_ROW ? layers : LAYERS_A_ROW;
  return (pitch * (float)across + 16) * scene->pen.text_scale;
}

/* More rows only if that makes the thumbnails clearly larger. */
static Strip fit(const Scene *scene, Box box) {
  float scale = scene->pen.text_scale, top = (LINE + BELOW_LINE) * scale;
  int heads = trace_head_count(scene->trace, scene->view->layer);
  Strip strip = {.layers_width = layers_width(scene)};
  for (int rows = 1; rows <= ROWS_MOST && rows <= heads; rows++) {
    int cols = (heads + rows - 1) / rows;
    float gap =
        (rows > 1 && !key_groups_are_shared(scene, scene->view->layer) ? GAP_OF_ROWS : GAP) * scale;
    float across = (box.w - strip.layers_width + gap) / (float)cols - gap;
    float down = (box.h - top + gap) / (float)rows - gap;
    float side = floorf(fminf(fminf(across, down), SIDE_MOST * scale));
    if (side <= strip.side + 4 * scale) continue;
    strip.side = side;
    strip.step = side + gap;
    strip.cols = cols;
    strip.rows = rows;
  }
  float wide = strip.step * (float)strip.cols - (strip.step - strip.side);
  float title = fmaxf(wide, TITLE_LEAST * scale); /* its title needs that width */
  strip.heads = (Box){box.x + box.w - title, box.y + top, title, strip.step * (float)strip.rows};
  return strip;
}

static Box thumbnail_box(const Strip *strip, int head) {
  assert(strip->cols > 0 && head >= 0);
  return (Box){strip->heads.x + strip->step * (float)(head % strip->cols),
               strip->heads.y + strip->step * (float)(head / strip->cols), strip->side,
               strip->side};
}

static void label(const Scene *scene, Box box, const char *words) {
  TextStyle style = {FACE_SEMIBOLD, scene_is_presented(scene) ? SIZE_FROM_AFAR : 10.5f,
                     scene->pen.theme->muted, ALIGN_START};
  float width = pen_width(&scene->pen, style, str_from(words));
  if (width > box.w) style.size = fmaxf(10.5f, style.size * 0.99f * box.w / width);
  pen_text_in(&scene->pen, style, box, str_from(words));
}

/* A group that continues in the next row has no bracket: the tips name it. */
static void brackets(const Scene *scene, const Strip *strip) {
  int heads = trace_head_count(scene->trace, scene->view->layer);
  for (int head = 0; key_groups_are_shared(scene, scene->view->layer) && head < heads;) {
    KeyGroup group = key_group_of(scene, scene->view->layer, head);
    Box first = thumbnail_box(strip, group.first);
    Box last = thumbnail_box(strip, group.first + group.count - 1);
    if (first.y == last.y) heads_group_bracket(scene, first, last, head);
    head = group.first + group.count;
  }
}

/* Frames of neighbours do not touch. */
static void thumbnail(const Scene *scene, const Strip *strip, int head) {
  Box place = thumbnail_box(strip, head);
  float room = float_clamp((strip->step - strip->side) / 2 - 2, 1, 4);
  heads_thumbnail(scene,
                  &(Thumbnail){.box = place,
                               .layer = scene->view->layer,
                               .head = head,
                               .click = heads_command(scene, "head", head, ""),
                               .twice = heads_command(scene, "head", head, heads_opening(scene))});
  heads_frame(scene, place, heads_is_on_show(scene, scene->view->layer, head), room);
}

void head_strip_draw(const Scene *scene, Box box) {
  float scale = scene->pen.text_scale, line = LINE * scale, below = BELOW_LINE * scale;
  int heads = trace_head_count(scene->trace, scene->view->layer);
  Strip strip = fit(scene, box);
  if (strip.side < SIDE_LEAST * scale) return;
  float x = strip.heads.x - strip.layers_width, width = strip.layers_width - below;
  label(scene, (Box){x, box.y, width, line}, _("LAYER"));
  heads_layer_buttons(scene, (Box){x, box.y + line + below, width, box.h - line - below});
  label(scene, (Box){strip.heads.x, box.y, strip.heads.w, line},
        str_format(scene->pen.list->arena, "%s · %s", _("HEADS"),
                   heads_part_words(heads_part_on_show(scene))));
  brackets(scene, &strip);
  for (int head = 0; head < heads; head++) thumbnail(scene, &strip, head);
}
