/* scene/heads/key_groups.c -- heads that share keys and values: a tree, brackets, and words. */
#include "scene/heads/key_groups.h"

#include <math.h>

#include "base/i18n.h"
#include "scene/stages/stage.h"

static const float NAME_DESIGN = 48, HEAD_MOST_DESIGN = 30, WIDTH_MOST_DESIGN = 260;
static const float BOX_DESIGN = 52, TEXT_LEAST_DESIGN = 11;

/* If the last head's group has the number of the head, no head shares. */
bool key_groups_are_shared(const Scene *scene, int layer) {
  int heads = trace_head_count(scene->trace, layer);
  return heads > 1 && trace_key_head(scene->trace, heads - 1) < heads - 1;
}

KeyGroup key_group_of(const Scene *scene, int layer, int head) {
  int heads = trace_head_count(scene->trace, layer);
  KeyGroup group = {.index = trace_key_head(scene->trace, head), .first = head};
  while (group.first > 0 && trace_key_head(scene->trace, group.first - 1) == group.index)
    group.first--;
  while (group.first + group.count < heads &&
         trace_key_head(scene->trace, group.first + group.count) == group.index)
    group.count++;
  return group;
}

Str key_groups_words(const Scene *scene, int layer, int head) {
  if (!key_groups_are_shared(scene, layer)) return (Str){"", 0};
  KeyGroup group = key_group_of(scene, layer, head);
  return str_from(str_format(scene->pen.list->arena, _("heads %d–%d share K and V"),
                             group.first + 1, group.first + group.count));
}

void key_groups_bracket(const Scene *scene, const KeyBracket *bracket) {
  const Theme *theme = scene->pen.theme;
  bool lies = bracket->from.y == bracket->to.y;
  Point end = {lies ? 0 : -bracket->depth, lies ? -bracket->depth : 0};
  Point from = bracket->from, to = bracket->to;
  float width = (bracket->on_show ? 2 : 1) * fminf(scene->pen.text_scale, 1.5f);
  Color color = bracket->on_show ? theme->key : color_fade(theme->key, 0.45f);
  draw_line(scene->pen.list, from, to, width, color);
  draw_line(scene->pen.list, from, (Point){from.x + end.x, from.y + end.y}, width, color);
  draw_line(scene->pen.list, to, (Point){to.x + end.x, to.y + end.y}, width, color);
}

/* -- the tree ---------------------------------------------------------------------------------- */

typedef struct Tree {
  Box box;             /* keys, values and heads, without the words above */
  float pitch, height; /* distance of heads, and height of one */
  float box_w;
} Tree;

/* As high as the heads need, up to a limit beyond which they would look lost. */
static Tree tree_in(const Scene *scene, Box box) {
  int heads = trace_head_count(scene->trace, scene->view->layer);
  float name = stage_points(scene, NAME_DESIGN),
        width = fminf(box.w, stage_points(scene, WIDTH_MOST_DESIGN));
  Tree tree = {.pitch =
                   fminf((box.h - name) / (float)heads, stage_points(scene, HEAD_MOST_DESIGN + 6))};
  tree.height = tree.pitch * 0.82f;
  tree.box_w = fminf(stage_points(scene, BOX_DESIGN), width * 0.28f);
  float high = tree.pitch * (float)heads;
  tree.box =
      (Box){box.x + (box.w - width) / 2, box.y + name + (box.h - name - high) / 2, width, high};
  return tree;
}

static float head_middle(const Tree *tree, float head) {
  return tree->box.y + tree->pitch * (head + 0.5f);
}

typedef struct Chip {
  Box box;
  const char *words, *click, *tip;
  Color color, soft;
  bool on_show;
} Chip;

/* A box too low for text has none; its place and colour still identify it. */
static void draw_chip(const Scene *scene, const Chip *chip) {
  const Pen *pen = &scene->pen;
  draw_box(pen->list,
           (DrawBox){.box = chip->box,
                     .corner = fminf(6, chip->box.h * 0.25f),
                     .fill = chip->soft,
                     .stroke = chip->color,
                     .stroke_width = (chip->on_show ? 2 : 1) * fminf(pen->text_scale, 1.5f)});
  TextStyle style = {chip->on_show ? FACE_BOLD : FACE_MEDIUM, 12, chip->color, ALIGN_MIDDLE};
  if (chip->box.h >= stage_points(scene, TEXT_LEAST_DESIGN))
    pen_text_in(pen, style, chip->box, str_from(chip->words));
  if (scene->interactive && chip->click)
    draw_hit(
        pen->list,
        (DrawHit){.box = chip->box, .cursor = CURSOR_HAND, .click = chip->click, .tip = chip->tip});
}

/* A click on a head of Q shows it; heads of K and V have no picture of their own. */
static void draw_head(const Scene *scene, const Tree *tree, int head) {
  const Theme *theme = scene->pen.theme;
  Arena *arena = scene->pen.list->arena;
  float right = tree->box.x + tree->box.w;
  Chip chip = {.box = {right - tree->box_w, head_middle(tree, (float)head) - tree->height / 2,
                       tree->box_w, tree->height},
               .words = str_format(arena, "Q %d", head + 1),
               .click = str_format(arena, "head %d", head + 1),
               .tip = _("click: show this head"),
               .color = theme->query,
               .soft = theme->query_soft,
               .on_show = head == scene->view->head};
  draw_chip(scene, &chip);
  if (chip.on_show) matrix_focus_outline(scene, box_inset(chip.box, -3), 2);
}

/* The curve of the head on show is strong, the others are faint. */
static void draw_way(const Scene *scene, const Tree *tree, Point from, int head, bool on_show) {
  float to_x = tree->box.x + tree->box.w - tree->box_w - 4, y = head_middle(tree, (float)head);
  float middle = (from.x + to_x) / 2;
  Point points[] = {from, {middle, from.y}, {middle, y}, {to_x, y}};
  float width = (on_show ? 2.2f : 1.2f) * fminf(scene->pen.text_scale, 1.5f);
  Color color = scene->pen.theme->key;
  draw_curve(scene->pen.list, points, 4, width, on_show ? color : color_fade(color, 0.3f));
}

/* K above V, in the middle of the heads that they serve. */
static void draw_group(const Scene *scene, const Tree *tree, KeyGroup group) {
  const Theme *theme = scene->pen.theme;
  Arena *arena = scene->pen.list->arena;
  float middle = head_middle(tree, (float)group.first + (float)(group.count - 1) / 2);
  float height =
      fminf(tree->pitch * (float)group.count * 0.45f, stage_points(scene, HEAD_MOST_DESIGN));
  bool on_show = trace_key_head(scene->trace, scene->view->head) == group.index;
  Point from = {tree->box.x + tree->box_w + 4, middle};
  for (int head = group.first; head < group.first + group.count; head++)
    draw_way(scene, tree, from, head, on_show && head == scene->view->head);
  Chip key = {.box = {tree->box.x, middle - height, tree->box_w, height - 1},
              .words = str_format(arena, "K %d", group.index + 1),
              .color = theme->key,
              .soft = theme->key_soft,
              .on_show = on_show};
  Chip value = {.box = {tree->box.x, middle + 1, tree->box_w, height - 1},
                .words = str_format(arena, "V %d", group.index + 1),
                .color = theme->value,
                .soft = theme->value_soft,
                .on_show = on_show};
  draw_chip(scene, &key);
  draw_chip(scene, &value);
}

void key_groups_draw(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  int heads = trace_head_count(scene->trace, scene->view->layer);
  int groups = trace_key_head_count(scene->trace);
  Tree tree = tree_in(scene, box);
  const char *words = groups == 1 ? str_format(pen->list->arena,
                                               P_("%d head of Q has one K and V",
                                                  "all %d heads of Q share one K and V", heads),
                                               heads)
                                  : str_format(pen->list->arena,
                                               P_("%d head of Q shares %d of K and V",
                                                  "%d heads of Q share %d of K and V", heads),
                                               heads, groups);
  Box line = {box.x, tree.box.y - stage_points(scene, NAME_DESIGN), box.w, stage_points(scene, 18)};
  pen_text_in(pen, (TextStyle){FACE_SEMIBOLD, 13, pen->theme->ink, ALIGN_MIDDLE}, line,
              str_from(words));
  line.y += line.h;
  pen_text_in(pen, (TextStyle){FACE_REGULAR, 12, pen->theme->muted, ALIGN_MIDDLE}, line,
              key_groups_words(scene, scene->view->layer, scene->view->head));
  for (int head = 0; head < heads;) {
    KeyGroup group = key_group_of(scene, scene->view->layer, head);
    draw_group(scene, &tree, group);
    head = group.first + group.count;
  }
  for (int head = 0; head < heads; head++) draw_head(scene, &tree, head);
}
