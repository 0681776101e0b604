/* scene/overview/layer_stack.c -- the layers before the one on show, as cards at the left, of which
** the last lies on top: the words of this picture are what it hands on. Each card opens its layer.
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/heads.h"
#include "scene/layer_words.h"
#include "scene/overview/plan.h"

enum { CARDS_MOST = 3, HEADS_MOST = 4 };

/* The card of a layer; later ones lie lower and further right, over those before. */
static Box card_box(const OverviewPlan *plan, int place, int cards) {
  assert(place >= 0 && place < cards);
  float step = 5 * plan->scale, all = step * (float)(cards - 1);
  Box box = plan->layers;
  return (Box){box.x + step * (float)place, box.y + step * (float)place, box.w - all, box.h - all};
}

/* The first heads of the layer, one below the other, as large as the card allows. */
static void draw_heads(const Scene *scene, const OverviewPlan *plan, Box card, int layer) {
  int heads = int_min(trace_head_count(scene->trace, layer), HEADS_MOST);
  float s = plan->scale, gap = 5 * s, room = card.h - gap;
  float side = fminf(card.w - 2 * gap, room / (float)heads - gap);
  if (side < 8 * s) return;
  float y = card.y + (card.h - (side + gap) * (float)heads + gap) / 2;
  for (int head = 0; head < heads; head++) {
    Box box = {card.x + (card.w - side) / 2, y + (side + gap) * (float)head, side, side};
    const char *open = str_format(scene->pen.list->arena, "layer %d; head %d", layer + 1, head + 1);
    heads_thumbnail(scene, &(Thumbnail){.box = box, .layer = layer, .head = head, .click = open});
  }
}

static void draw_card(const Scene *scene, Box box, int layer) {
  const Pen *pen = &scene->pen;
  draw_box(pen->list, (DrawBox){.box = box,
                                .corner = 5,
                                .fill = pen->theme->panel,
                                .stroke = color_fade(pen->theme->muted, 0.6f),
                                .stroke_width = 1});
  if (!scene->interactive) return;
  const char *open = str_format(pen->list->arena, "layer %d", layer + 1);
  const char *tip = str_format(pen->list->arena, _("%s: click to open it"),
                               layer_title(pen->list->arena, scene->trace, layer));
  draw_hit(pen->list, (DrawHit){.box = box, .cursor = CURSOR_HAND, .click = open, .tip = tip});
}

/* "layer 1", or "layers 1–5", centred below the cards. */
static void draw_name(const Scene *scene, const OverviewPlan *plan, int layers) {
  const Pen *pen = &scene->pen;
  Box box = plan->layers;
  const char *words = layer_words(pen->list->arena, scene->trace, layers - 1);
  if (layers > 1 && trace_half(scene->trace) == HALF_NONE)
    words = str_format(pen->list->arena, _("layers 1–%d"), layers);
  TextStyle style = {FACE_SEMIBOLD, 10.5f, pen->theme->muted, ALIGN_MIDDLE};
  Box line = {box.x - 4 * plan->scale, box.y + box.h + 4 * plan->scale, box.w + 8 * plan->scale,
              pen_line_height(pen, 10.5f)};
  pen_text_in(pen, style, line, str_from(words));
}

void overview_layers(const Scene *scene, const OverviewPlan *plan) {
  int layers = scene->view->layer;
  int cards = int_min(layer_count_before(scene->trace, layers), CARDS_MOST);
  if (plan->layers.w <= 0) return;
  assert(layers > 0);
  Box front = card_box(plan, cards - 1, cards);
  draw_group_begin(scene->pen.list, "layers-before", NULL);
  overview_layer_ribbons(scene, plan, front);
  for (int i = 0; i < cards; i++) draw_card(scene, card_box(plan, i, cards), layers - cards + i);
  draw_heads(scene, plan, front, layers - 1);
  draw_name(scene, plan, layers);
  draw_group_end(scene->pen.list);
}
