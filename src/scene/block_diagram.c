/* scene/block_diagram.c -- boxes one behind the other, and lines beside the branches.
**
** All places are found along the chain and across it: along is x and across y from left to right,
** and the other way round where the chain goes down (upright). */
#include "scene/block_diagram.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/box.h"

enum { NODES_MOST = 12, FIT_TRIES = 4 };
/* design sizes */
static const float HEAD = 11.5f, LINE = 10.5f, PAD = 8, GAP = 15, SUM = 18, ARC = 12, FRAME = 8,
                   ARROW = 4, BESIDE_SHAPE = 5;
static const float LEAST_SCALE = 0.62f;
/* of a figure */
static const float EDGE = 16, TITLE = 18, BELOW_TITLE = 12, ABOVE_BELOW = 12;
static const float UPRIGHT_FROM = 0.72f; /* of the text scale that it would have lying */

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
  bool is_upright;
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
  add_box(chain, theme, chain->diagram->norm, in_layer);
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

static Chain make_chain(const Pen *pen, const BlockDiagram *diagram, bool is_upright) {
  Chain chain = {.diagram = diagram, .is_upright = is_upright};
  add_box(&chain, pen->theme, diagram->input, false);
  if (diagram->has_embedding_norm) add_norm(&chain, pen->theme, false);
  add_layer(&chain, pen->theme);
  if (diagram->has_last_norm) add_norm(&chain, pen->theme, false);
  if (diagram->names_words) add_box(&chain, pen->theme, diagram->output, false);
  return chain;
}

/* ---- sizes ---- */

static TextStyle style_of(const Theme *theme, int line) {
  bool is_head = line == 0;
  return (TextStyle){is_head ? FACE_SEMIBOLD : FACE_REGULAR, is_head ? HEAD : LINE,
                     is_head ? theme->ink : theme->muted, ALIGN_MIDDLE};
}

static TextStyle shape_style(const Theme *theme, Align align) {
  return (TextStyle){FACE_REGULAR, LINE, theme->muted, align};
}

static int line_count(const Node *node) {
  int count = 0;
  while (count < BLOCK_LINES_MOST && node->lines[count] && *node->lines[count]) count++;
  return count;
}

/* Even, so that the middles of all boxes lie on one line. */
static float whole(float size) { return 2 * ceilf(size / 2); }

static float node_width(const Pen *pen, const Node *node) {
  if (node->kind == NODE_SUM) return whole(pen_points(pen, SUM));
  float width = 0;
  for (int i = 0; i < line_count(node); i++)
    width = fmaxf(width, pen_symbol_width(pen, style_of(pen->theme, i), str_from(node->lines[i])));
  return whole(width + 2 * pen_points(pen, PAD));
}

static float node_height(const Pen *pen, const Node *node) {
  if (node->kind == NODE_SUM) return whole(pen_points(pen, SUM));
  float height = 2 * pen_points(pen, PAD);
  for (int i = 0; i < line_count(node); i++)
    height += pen_line_height(pen, style_of(pen->theme, i).size);
  return whole(height);
}

static float along_of(const Pen *pen, const Chain *chain, const Node *node) {
  return chain->is_upright ? node_height(pen, node) : node_width(pen, node);
}

static float across_of(const Pen *pen, const Chain *chain, const Node *node) {
  return chain->is_upright ? node_width(pen, node) : node_height(pen, node);
}

/* Whether the frame of the layer passes between a node and the next. */
static bool passes_frame(const Chain *chain, int index) {
  return chain->nodes[index].in_layer != chain->nodes[index + 1].in_layer;
}

/* A sum takes what comes from the box before it: there no shape is written. */
static bool has_shape(const Chain *chain, int index) {
  return chain->diagram->shape && chain->nodes[index + 1].kind != NODE_SUM;
}

/* Along the line: what a shape takes beside it, or above it. */
static float shape_room(const Pen *pen, const Chain *chain) {
  if (chain->is_upright) return pen_line_height(pen, LINE);
  return pen_width(pen, shape_style(pen->theme, ALIGN_START), str_from(chain->diagram->shape)) +
         2 * pen_points(pen, BESIDE_SHAPE);
}

/* Where a chain that goes down enters the frame, the words of the frame stand in it. */
static float frame_words(const Pen *pen, const Chain *chain) {
  return chain->is_upright ? pen_line_height(pen, LINE) : 0;
}

/* Behind a node: the room of the shape, or of the way to the frame; then that before the box, in
** which the branch begins. */
static float gap_behind(const Pen *pen, const Chain *chain, int index) {
  if (index + 1 == chain->count) return 0;
  bool passes = passes_frame(chain, index);
  float gap = pen_points(pen, passes ? 2 * GAP : GAP);
  if (has_shape(chain, index))
    gap = fmaxf(pen_points(pen, GAP), shape_room(pen, chain)) + pen_points(pen, GAP);
  if (passes && !chain->nodes[index].in_layer) gap += frame_words(pen, chain);
  return gap;
}

static float length_of(const Pen *pen, const Chain *chain) {
  float length = 2 * pen_points(pen, FRAME);
  for (int i = 0; i < chain->count; i++)
    length += along_of(pen, chain, &chain->nodes[i]) + gap_behind(pen, chain, i);
  return length;
}

static TextStyle frame_style(const Theme *theme) {
  return (TextStyle){FACE_REGULAR, LINE, theme->muted, ALIGN_START};
}

static const char *frame_text(const Pen *pen, const Chain *chain) {
  int layers = chain->diagram->layer_count;
  return str_format(pen->list->arena, P_("a layer, %d time", "a layer, %d times", layers), layers);
}

/* Of its largest box; upright, the words of the frame stand left of the line. */
static float breadth_of(const Pen *pen, const Chain *chain) {
  const char *words = chain->is_upright ? frame_text(pen, chain) : NULL;
  float most = 0;
  if (words) most = whole(2 * pen_width(pen, frame_style(pen->theme), str_from(words)));
  for (int i = 0; i < chain->count; i++)
    most = fmaxf(most, across_of(pen, chain, &chain->nodes[i]));
  return most;
}

/* Beside the boxes: the lines over the branches, the edge of the frame, and its words. */
static float room_beside(const Pen *pen, const Chain *chain) {
  return pen_points(pen, ARC + FRAME) + (chain->is_upright ? 0 : pen_line_height(pen, LINE));
}

static float whole_breadth(const Pen *pen, const Chain *chain) {
  return ceilf(room_beside(pen, chain) + breadth_of(pen, chain) + pen_points(pen, FRAME));
}

static float chain_width(const Pen *pen, const Chain *chain) {
  return chain->is_upright ? whole_breadth(pen, chain) : length_of(pen, chain);
}

static float chain_height(const Pen *pen, const Chain *chain) {
  return chain->is_upright ? ceilf(length_of(pen, chain)) : whole_breadth(pen, chain);
}

/* The pen with which it fits the width. */
static Pen fitted_pen(const Pen *pen, const Chain *chain, float width) {
  Pen fitted = *pen;
  for (int i = 0; i < FIT_TRIES && chain_width(&fitted, chain) > width; i++)
    fitted.text_scale *= 0.995f * width / chain_width(&fitted, chain);
  return fitted;
}

/* ---- places ---- */

static Point point_at(const Chain *chain, float along, float across) {
  return chain->is_upright ? (Point){across, along} : (Point){along, across};
}

static float begin_of(const Chain *chain, const Node *node) {
  return chain->is_upright ? node->box.y : node->box.x;
}

static float end_of(const Chain *chain, const Node *node) {
  return chain->is_upright ? node->box.y + node->box.h : node->box.x + node->box.w;
}

static float middle_across(const Chain *chain, const Node *node) {
  return chain->is_upright ? node->box.x + node->box.w / 2 : node->box.y + node->box.h / 2;
}

static void place_nodes(const Pen *pen, Chain *chain, Box box) {
  float spare = chain->is_upright ? box.h : box.w, begin = chain->is_upright ? box.y : box.x;
  float along = begin + fmaxf(spare - length_of(pen, chain), 0) / 2 + pen_points(pen, FRAME);
  float beside = room_beside(pen, chain) + breadth_of(pen, chain) / 2;
  float middle = box.y + beside;
  if (chain->is_upright) middle = box.x + fmaxf(box.w - whole_breadth(pen, chain), 0) / 2 + beside;
  middle = floorf(middle);
  for (int i = 0; i < chain->count; i++) {
    Node *node = &chain->nodes[i];
    float width = node_width(pen, node), height = node_height(pen, node);
    Point at = point_at(chain, along, middle - across_of(pen, chain, node) / 2);
    node->box = (Box){floorf(at.x), floorf(at.y), width, height};
    along += along_of(pen, chain, node) + gap_behind(pen, chain, i);
  }
}

/* ---- drawing ---- */

static void draw_arrow(const Pen *pen, Point at, float dx, float dy) {
  float size = pen_points(pen, ARROW);
  Point back = {at.x - dx * size, at.y - dy * size};
  Point side = {dy * size * 0.7f, dx * size * 0.7f};
  Color color = pen->theme->muted;
  draw_line(pen->list, (Point){back.x - side.x, back.y - side.y}, at, 1, color);
  draw_line(pen->list, (Point){back.x + side.x, back.y + side.y}, at, 1, color);
}

/* Above the line, or at its right; not in the room before the box, where branches begin. */
static void draw_shape(const Pen *pen, const Chain *chain, int index) {
  const Node *a = &chain->nodes[index], *b = &chain->nodes[index + 1];
  bool leaves = passes_frame(chain, index) && a->in_layer;
  float room = fmaxf(pen_points(pen, GAP), shape_room(pen, chain));
  float along = end_of(chain, a) + (leaves ? pen_points(pen, GAP) : 0);
  float across = middle_across(chain, b), beside = pen_points(pen, BESIDE_SHAPE);
  float line = pen_line_height(pen, LINE);
  TextStyle style = shape_style(pen->theme, chain->is_upright ? ALIGN_START : ALIGN_MIDDLE);
  Box box = {along, across - line - 1, room, line};
  if (chain->is_upright) box = (Box){across + beside, along, breadth_of(pen, chain) / 2, room};
  pen_text_in(pen, style, box, str_from(chain->diagram->shape));
}

static void draw_wires(const Pen *pen, const Chain *chain) {
  for (int i = 0; i + 1 < chain->count; i++) {
    const Node *a = &chain->nodes[i], *b = &chain->nodes[i + 1];
    float across = middle_across(chain, a);
    Point from = point_at(chain, end_of(chain, a), across),
          to = point_at(chain, begin_of(chain, b), across);
    draw_line(pen->list, from, to, 1, pen->theme->muted);
    draw_arrow(pen, to, chain->is_upright ? 0 : 1, chain->is_upright ? 1 : 0);
    if (has_shape(chain, i)) draw_shape(pen, chain, i);
  }
}

/* From the middle of the gap before the branch, beside its boxes, to the sum. */
static void draw_branch(const Pen *pen, const Chain *chain, const Node *sum) {
  const Node *first = &chain->nodes[sum->from];
  float begin = begin_of(chain, first) - pen_points(pen, GAP) / 2;
  float end = (begin_of(chain, sum) + end_of(chain, sum)) / 2, line = middle_across(chain, sum);
  float beside = line - breadth_of(pen, chain) / 2 - pen_points(pen, ARC) / 2;
  Point entry = point_at(chain, end, line - sum->box.w / 2);
  Point way[] = {point_at(chain, begin, line), point_at(chain, begin, beside),
                 point_at(chain, end, beside), entry};
  for (int i = 0; i < 3; i++) draw_line(pen->list, way[i], way[i + 1], 1, pen->theme->muted);
  draw_arrow(pen, entry, chain->is_upright ? 1 : 0, chain->is_upright ? 0 : 1);
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

/* A line of a box: W_Q is a symbol. */
static void draw_line_of_box(const Pen *pen, TextStyle style, Box box, Str words) {
  float width = pen_symbol_width(pen, style, words);
  Point at = {box.x + (box.w - width) / 2,
              box.y + (box.h + TEXT_CAP_HEIGHT * pen_points(pen, style.size)) / 2};
  style.align = ALIGN_START;
  pen_symbol(pen, style, at, words);
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
    draw_line_of_box(pen, style, cut_top(&rest, pen_line_height(pen, style.size)),
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
  float gap = pen_points(pen, GAP), words = pen_line_height(pen, LINE);
  float low = middle_across(chain, first) - breadth_of(pen, chain) / 2;
  float high = low + breadth_of(pen, chain) + pen_points(pen, FRAME);
  low -= pen_points(pen, ARC + FRAME * 0.5f) + (chain->is_upright ? 0 : words);
  Point from = point_at(chain, begin_of(chain, first) - gap - frame_words(pen, chain), low);
  Point to = point_at(chain, end_of(chain, last) + gap, high);
  Box frame = {from.x, from.y, to.x - from.x, to.y - from.y};
  draw_box(pen->list, (DrawBox){.box = frame,
                                .corner = pen_points(pen, 8),
                                .stroke = pen->theme->line,
                                .stroke_width = 1});
  const char *text = frame_text(pen, chain);
  Box line = {frame.x + pen_points(pen, 7), frame.y + pen_points(pen, 2),
              frame.w - pen_points(pen, 14), words};
  if (chain->is_upright) line.w = middle_across(chain, first) - line.x - pen_points(pen, 4);
  if (text) pen_text_in(pen, frame_style(pen->theme), line, str_from(text));
}

static void draw_chain(const Pen *pen, Chain *chain, Box box) {
  place_nodes(pen, chain, box);
  draw_frame(pen, chain);
  draw_wires(pen, chain);
  for (int i = 0; i < chain->count; i++)
    if (chain->nodes[i].kind == NODE_SUM) draw_branch(pen, chain, &chain->nodes[i]);
  for (int i = 0; i < chain->count; i++) draw_node(pen, &chain->nodes[i]);
}

/* ---- on a card ---- */

float block_diagram_height(const Pen *pen, const BlockDiagram *diagram, float width) {
  Chain chain = make_chain(pen, diagram, false);
  Pen fitted = fitted_pen(pen, &chain, width);
  bool is_readable = fitted.text_scale >= LEAST_SCALE * pen->text_scale;
  return is_readable ? chain_height(&fitted, &chain) : 0;
}

void block_diagram_draw(const Pen *pen, const BlockDiagram *diagram, Box box) {
  Chain chain = make_chain(pen, diagram, false);
  Pen fitted = fitted_pen(pen, &chain, box.w);
  if (fitted.text_scale >= LEAST_SCALE * pen->text_scale) draw_chain(&fitted, &chain, box);
}

/* ---- as a figure ---- */

static TextStyle title_style(const Theme *theme) {
  return (TextStyle){FACE_BOLD, TITLE, theme->ink, ALIGN_START};
}

static TextStyle below_style(const Theme *theme) {
  return (TextStyle){FACE_REGULAR, 12, theme->muted, ALIGN_START};
}

/* Lying where its words stay large enough, else upright. */
static Chain figure_chain(const Pen *pen, const BlockFigure *figure, float width, Pen *fitted) {
  Chain lying = make_chain(pen, &figure->diagram, false);
  *fitted = fitted_pen(pen, &lying, width);
  if (fitted->text_scale >= UPRIGHT_FROM * pen->text_scale) return lying;
  Chain upright = make_chain(pen, &figure->diagram, true);
  *fitted = fitted_pen(pen, &upright, width);
  return upright;
}

static float title_height(const Pen *pen, const BlockFigure *figure, float width) {
  return pen_wrapped_height(pen, title_style(pen->theme), width, 1.1f, str_from(figure->title)) +
         pen_points(pen, BELOW_TITLE);
}

static float below_height(const Pen *pen, const BlockFigure *figure, float width) {
  if (!figure->below) return 0;
  return pen_points(pen, ABOVE_BELOW) +
         pen_wrapped_height(pen, below_style(pen->theme), width, 1.2f, str_from(figure->below));
}

float block_figure_width(const Pen *pen, const BlockFigure *figure) {
  Chain lying = make_chain(pen, &figure->diagram, false);
  return chain_width(pen, &lying) + 2 * pen_points(pen, EDGE);
}

float block_figure_height(const Pen *pen, const BlockFigure *figure, float width) {
  float edge = pen_points(pen, EDGE), inside = fmaxf(width - 2 * edge, 1);
  Pen fitted;
  Chain chain = figure_chain(pen, figure, inside, &fitted);
  return ceilf(2 * edge + title_height(pen, figure, inside) + chain_height(&fitted, &chain) +
               below_height(pen, figure, inside));
}

void block_figure_draw(const Pen *given, const BlockFigure *figure, bool has_title, Box box) {
  Pen pen = *given, fitted;
  for (int i = 0; i < FIT_TRIES && block_figure_height(&pen, figure, box.w) > box.h; i++)
    pen.text_scale *= fmaxf(0.99f * box.h / block_figure_height(&pen, figure, box.w), 0.1f);
  Box rest = box_inset(box, pen_points(&pen, EDGE));
  draw_group_begin(pen.list, "title", NULL);
  Box title = cut_top(&rest, title_height(&pen, figure, rest.w));
  if (has_title)
    pen_text_wrapped(&pen, title_style(pen.theme), title, 1.1f, str_from(figure->title));
  draw_group_end(pen.list);
  Box below = cut_bottom(&rest, below_height(&pen, figure, rest.w));
  cut_top(&below, pen_points(&pen, ABOVE_BELOW));
  Chain chain = figure_chain(&pen, figure, rest.w, &fitted);
  float spare = fmaxf(rest.h - chain_height(&fitted, &chain), 0);
  cut_top(&rest, floorf(spare / 2));
  draw_group_begin(pen.list, "layer", NULL);
  draw_chain(&fitted, &chain, rest);
  draw_group_end(pen.list);
  if (!figure->below) return;
  draw_group_begin(pen.list, "parameters", NULL);
  pen_text_wrapped(&pen, below_style(pen.theme), below, 1.2f, str_from(figure->below));
  draw_group_end(pen.list);
}
