/* scene/overview/layer_stack.c -- the layers before the one on show, as cards at the left, of which
** the last lies on top: the words of this picture are what it hands on. Each card opens its layer.
*/
#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/heads.h"
#include "scene/layer_words.h"
#include "scene/overview/parts.h"

enum { CARDS_MOST = 3, HEADS_MOST = 4 };

/* Some layers before another, the last of which is `end` − 1. */
typedef struct Stack {
  Box box;
  int cards, end;
  bool of_keys;
  int followed; /* the word whose ribbon is strong; −1: none */
} Stack;

/* The card of a layer; later ones lie lower and further right, over those before. */
static Box card_box(const OverviewPlan *plan, const Stack *stack, int place) {
  assert(place >= 0 && place < stack->cards);
  float step = 5 * plan->scale, all = step * (float)(stack->cards - 1);
  Box box = stack->box;
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
static void draw_name(const Scene *scene, const OverviewPlan *plan, const Stack *stack) {
  const Pen *pen = &scene->pen;
  Box box = stack->box;
  const char *words = layer_words(pen->list->arena, scene->trace, stack->end - 1);
  if (trace_half(scene->trace) != HALF_NONE)
    words = layer_narrow(pen->list->arena, scene->trace, stack->end - 1);
  else if (stack->end > 1) words = str_format(pen->list->arena, _("layers 1–%d"), stack->end);
  TextStyle style = {FACE_SEMIBOLD, overview_note_size(scene, 10.5f), pen->theme->muted,
                     ALIGN_MIDDLE};
  Box line = {box.x - 8 * plan->scale, box.y + box.h + 4 * plan->scale, box.w + 16 * plan->scale,
              pen_line_height(pen, style.size)};
  style.size = overview_fit_size(pen, style, str_from(words), box.w + 5 * plan->scale);
  pen_text_in(pen, style, line, str_from(words));
}

static void draw_stack(const Scene *scene, const OverviewPlan *plan, const Stack *stack) {
  Box front = card_box(plan, stack, stack->cards - 1);
  overview_layer_ribbons(scene, plan, &(LayerRibbons){front, stack->of_keys, stack->followed});
  for (int i = 0; i < stack->cards; i++)
    draw_card(scene, card_box(plan, stack, i), stack->end - stack->cards + i);
  draw_heads(scene, plan, front, stack->end - 1);
  draw_name(scene, plan, stack);
}

void overview_layers(const Scene *scene, const OverviewPlan *plan, const OverviewRoad *road) {
  int layers = scene->view->layer, encoded = trace_first_layer(scene->trace);
  int cards = int_min(layer_count_before(scene->trace, layers), CARDS_MOST);
  if (plan->layers.w <= 0) return;
  bool is_word = road->is_rest && !trace_keys_are_mixtures(scene->trace);
  int followed = is_word ? road->key : -1;
  bool has_keys = trace_has_key_words(scene->trace);
  assert(layers > 0);
  draw_group_begin(scene->pen.list, "layers-before", NULL);
  if (plan->key_layers.h > 0)
    draw_stack(scene, plan,
               &(Stack){plan->key_layers, int_min(encoded, CARDS_MOST), encoded, true, followed});
  draw_stack(scene, plan, &(Stack){plan->layers, cards, layers, false, has_keys ? -1 : followed});
  draw_group_end(scene->pen.list);
}
