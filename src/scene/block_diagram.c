/* scene/block_diagram.c -- boxes from left to right on one line, and lines over the branches. */
#include "scene/block_diagram.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/box.h"

enum { NODES_MOST = 12 };
/* design sizes */
static const float HEAD = 11.5f, LINE = 10.5f, PAD = 8, GAP = 15, SUM = 18, ARC = 12, FRAME = 8,
                   ARROW = 4;
static const float LEAST_SCALE = 0.62f;

typedef enum NodeKind { NODE_BOX, NODE_SUM } NodeKind;

/* A box or a sum. */
typedef struct Node {
  NodeKind kind;
  const char *const *lines; /* [BLOCK_LINES_MOST] of a box */
  bool in_layer;
  int from; /* of a sum: the node that its branch begins before */
  Color edge, fill;
  Box box;
} Node;

typedef struct Chain {
  const BlockDiagram *diagram;
  const char *norm[BLOCK_LINES_MOST], *words[BLOCK_LINES_MOST];
  Node nodes[NODES_MOST];
  int count;
} Chain;

/* ---- what follows what ---- */

static void add_box(Chain *chain, const Theme *theme, const char *const *lines, bool in_layer) {
  assert(chain->count < NODES_MOST);
  chain->nodes[chain->count++] =
      (Node){.lines = lines, .in_layer = in_layer, .edge = theme->line, .fill = theme->panel};
}

static void color_last(Chain *chain, Color edge, Color fill) {
  assert(chain->count > 0);
  chain->nodes[chain->count - 1].edge = edge;
  chain->nodes[chain->count - 1].fill = fill;
}

static void add_sum(Chain *chain, int from) {
  assert(chain->count < NODES_MOST && from < chain->count);
  chain->nodes[chain->count++] = (Node){.kind = NODE_SUM, .in_layer = true, .from = from};
}

static void add_norm(Chain *chain, const Theme *theme, bool in_layer) {
  add_box(chain, theme, chain->norm, in_layer);
}

static void add_layer(Chain *chain, const Theme *theme) {
  const BlockDiagram *diagram = chain->diagram;
  bool before = diagram->norm_place == NORM_BEFORE, after = diagram->norm_place == NORM_AFTER;
  int from = chain->count;
  if (before) add_norm(chain, theme, true);
  add_box(chain, theme, diagram->attention, true);
  color_last(chain, theme->weights, theme->weights_soft);
  add_sum(chain, from);
  if (after) add_norm(chain, theme, true);
  if (!diagram->has_mlp) return;
  from = chain->count;
  if (before) add_norm(chain, theme, true);
  add_box(chain, theme, diagram->mlp, true);
  color_last(chain, theme->output_line, theme->output_soft);
  add_sum(chain, from);
  if (after) add_norm(chain, theme, true);
}

static void make_chain(Chain *chain, const Pen *pen, const BlockDiagram *diagram) {
  *chain = (Chain){.diagram = diagram, .norm = {diagram->norm}, .words = {_("words")}};
  add_box(chain, pen->theme, diagram->input, false);
  if (diagram->has_embedding_norm) add_norm(chain, pen->theme, false);
  add_layer(chain, pen->theme);
  if (diagram->has_last_norm) add_norm(chain, pen->theme, false);
  if (diagram->names_words) add_box(chain, pen->theme, chain->words, false);
}

/* ---- places ---- */

static TextStyle style_of(const Theme *theme, int line) {
  bool is_head = line == 0;
  return (TextStyle){is_head ? FACE_SEMIBOLD : FACE_REGULAR, is_head ? HEAD : LINE,
                     is_head ? theme->ink : theme->muted, ALIGN_MIDDLE};
}

static int line_count(const Node *node) {
  int count = 0;
  while (count < BLOCK_LINES_MOST && node->lines[count] && *node->lines[count]) count++;
  return count;
}

static float node_width(const Pen *pen, const Node *node) {
  if (node->kind == NODE_SUM) return pen_points(pen, SUM);
  float width = 0;
  for (int i = 0; i < line_count(node); i++)
    width = fmaxf(width, pen_width(pen, style_of(pen->theme, i), str_from(node->lines[i])));
  return ceilf(width + 2 * pen_points(pen, PAD));
}

static float node_height(const Pen *pen, const Node *node) {
  if (node->kind == NODE_SUM) return pen_points(pen, SUM);
  float height = 2 * pen_points(pen, PAD);
  for (int i = 0; i < line_count(node); i++)
    height += pen_line_height(pen, style_of(pen->theme, i).size);
  return ceilf(height);
}

/* Behind a node; where the frame passes, it stands in the middle. */
static float gap_behind(const Pen *pen, const Chain *chain, int index) {
  if (index + 1 == chain->count) return 0;
  bool passes = chain->nodes[index].in_layer != chain->nodes[index + 1].in_layer;
  return pen_points(pen, passes ? 2 * GAP : GAP);
}

static float chain_width(const Pen *pen, const Chain *chain) {
  float width = 2 * pen_points(pen, FRAME);
  for (int i = 0; i < chain->count; i++)
    width += node_width(pen, &chain->nodes[i]) + gap_behind(pen, chain, i);
  return width;
}

static float tallest(const Pen *pen, const Chain *chain) {
  float height = 0;
  for (int i = 0; i < chain->count; i++) height = fmaxf(height, node_height(pen, &chain->nodes[i]));
  return height;
}

/* Above the boxes: the lines over the branches, the edge of the frame, and its words. */
static float room_above(const Pen *pen) {
  return pen_points(pen, ARC + FRAME) + pen_line_height(pen, LINE);
}

static float chain_height(const Pen *pen, const Chain *chain) {
  return ceilf(room_above(pen) + tallest(pen, chain) + pen_points(pen, FRAME));
}

/* The pen with which it fits the width; false: it would be too small. */
static bool fit(const Pen *pen, const Chain *chain, float width, Pen *fitted) {
  *fitted = *pen;
  for (int i = 0; i < 3 && chain_width(fitted, chain) > width; i++)
    fitted->text_scale *= 0.995f * width / chain_width(fitted, chain);
  return fitted->text_scale >= LEAST_SCALE * pen->text_scale;
}

static void place_nodes(const Pen *pen, Chain *chain, Box box) {
  float x = box.x + (box.w - chain_width(pen, chain)) / 2 + pen_points(pen, FRAME);
  float middle = box.y + room_above(pen) + tallest(pen, chain) / 2;
  for (int i = 0; i < chain->count; i++) {
    Node *node = &chain->nodes[i];
    float width = node_width(pen, node), height = node_height(pen, node);
    node->box = (Box){floorf(x), floorf(middle - height / 2), width, height};
    x += width + gap_behind(pen, chain, i);
  }
}

/* ---- drawing ---- */

static float middle_of(const Node *node) { return node->box.y + node->box.h / 2; }

static void draw_arrow(const Pen *pen, Point at, float dx, float dy) {
  float size = pen_points(pen, ARROW);
  Point back = {at.x - dx * size, at.y - dy * size};
  Point side = {dy * size * 0.7f, dx * size * 0.7f};
  Color color = pen->theme->muted;
  draw_line(pen->list, (Point){back.x - side.x, back.y - side.y}, at, 1, color);
  draw_line(pen->list, (Point){back.x + side.x, back.y + side.y}, at, 1, color);
}

static void draw_wires(const Pen *pen, const Chain *chain) {
  for (int i = 0; i + 1 < chain->count; i++) {
    const Node *a = &chain->nodes[i], *b = &chain->nodes[i + 1];
    Point from = {a->box.x + a->box.w, middle_of(a)}, to = {b->box.x, middle_of(b)};
    draw_line(pen->list, from, to, 1, pen->theme->muted);
    draw_arrow(pen, to, 1, 0);
  }
}

/* From the middle of the gap before the branch, over its boxes, down to the sum. */
static void draw_branch(const Pen *pen, const Chain *chain, const Node *sum) {
  const Node *first = &chain->nodes[sum->from];
  float left = first->box.x - pen_points(pen, GAP) / 2, right = sum->box.x + sum->box.w / 2;
  float low = middle_of(sum), top = low - tallest(pen, chain) / 2 - pen_points(pen, ARC) / 2;
  Color color = pen->theme->muted;
  draw_line(pen->list, (Point){left, low}, (Point){left, top}, 1, color);
  draw_line(pen->list, (Point){left, top}, (Point){right, top}, 1, color);
  draw_line(pen->list, (Point){right, top}, (Point){right, sum->box.y}, 1, color);
  draw_arrow(pen, (Point){right, sum->box.y}, 0, 1);
}

static void draw_sum(const Pen *pen, const Node *node) {
  draw_box(pen->list, (DrawBox){.box = node->box,
                                .corner = node->box.w / 2,
                                .fill = pen->theme->panel,
                                .stroke = pen->theme->muted,
                                .stroke_width = 1});
  pen_text_in(pen, (TextStyle){FACE_MEDIUM, HEAD, pen->theme->ink, ALIGN_MIDDLE}, node->box,
              STR("+"));
}

static void draw_node(const Pen *pen, const Node *node) {
  if (node->kind == NODE_SUM) {
    draw_sum(pen, node);
    return;
  }
  draw_box(pen->list, (DrawBox){.box = node->box,
                                .corner = pen_points(pen, 5),
                                .fill = node->fill,
                                .stroke = node->edge,
                                .stroke_width = 1});
  Box rest = box_inset(node->box, pen_points(pen, PAD));
  rest.x = node->box.x + 1;
  rest.w = node->box.w - 2;
  for (int i = 0; i < line_count(node); i++) {
    TextStyle style = style_of(pen->theme, i);
    pen_text_in(pen, style, cut_top(&rest, pen_line_height(pen, style.size)),
                str_from(node->lines[i]));
  }
}

/* Around what every layer has. */
static void draw_frame(const Pen *pen, const Chain *chain) {
  const Node *first = NULL, *last = NULL;
  for (int i = 0; i < chain->count; i++)
    if (chain->nodes[i].in_layer) {
      if (!first) first = &chain->nodes[i];
      last = &chain->nodes[i];
    }
  assert(first && last);
  float beside = pen_points(pen, GAP), height = tallest(pen, chain);
  float words = pen_line_height(pen, LINE);
  float top = middle_of(first) - height / 2 - pen_points(pen, ARC + FRAME * 0.5f) - words;
  float left = first->box.x - beside, right = last->box.x + last->box.w + beside;
  Box frame = {left, top, right - left,
               middle_of(first) + height / 2 + pen_points(pen, FRAME) - top};
  int layers = chain->diagram->layer_count;
  draw_box(pen->list, (DrawBox){.box = frame,
                                .corner = pen_points(pen, 8),
                                .stroke = pen->theme->line,
                                .stroke_width = 1});
  const char *text =
      str_format(pen->list->arena, P_("a layer, %d time", "a layer, %d times", layers), layers);
  TextStyle style = {FACE_REGULAR, LINE, pen->theme->muted, ALIGN_START};
  Box line = {left + pen_points(pen, 7), top + pen_points(pen, 2), frame.w - pen_points(pen, 14),
              words};
  if (text) pen_text_in(pen, style, line, str_from(text));
}

float block_diagram_height(const Pen *pen, const BlockDiagram *diagram, float width) {
  Chain chain;
  Pen fitted;
  make_chain(&chain, pen, diagram);
  return fit(pen, &chain, width, &fitted) ? chain_height(&fitted, &chain) : 0;
}

void block_diagram_draw(const Pen *pen, const BlockDiagram *diagram, Box box) {
  Chain chain;
  Pen fitted;
  make_chain(&chain, pen, diagram);
  if (!fit(pen, &chain, box.w, &fitted)) return;
  place_nodes(&fitted, &chain, box);
  draw_frame(&fitted, &chain);
  draw_wires(&fitted, &chain);
  for (int i = 0; i < chain.count; i++)
    if (chain.nodes[i].kind == NODE_SUM) draw_branch(&fitted, &chain, &chain.nodes[i]);
  for (int i = 0; i < chain.count; i++) draw_node(&fitted, &chain.nodes[i]);
}
