/* scene/heads/heads.c -- the heads of a layer as thumbnails, in the panel at the left. */
#include "scene/heads/heads.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/heads/key_groups.h"
#include "scene/heads/role_lines.h"
#include "scene/layer_words.h"

/* Of more heads the panel has a narrower margin. */
enum { ONE_COLUMN_MOST = 6 };
/* At most this share of the panel's height: the heads need the rest. */
static const float LAYERS_SHARE = 0.42f;
/* Design points: between thumbnails with a line below them, and below the last one. The line has
** the head's name and, in one column, its role; it is there at every layer and stage, so that
** nothing moves from one to another. */
static const float LINE_GAP = 35, LINE_FOOT = 25, LINE_SIDE_LEAST = 52, NAME_SIDE_LEAST = 30;
static const float TWO_LINES_SIDE_LEAST = 84, SHORT_SIDE_LEAST = 40;
/* Between other thumbnails; small ones of many heads have smaller gaps. */
static const float GAP = 16, GAP_OF_MANY = 9, SIDE_CALM = 44;

typedef struct HeadGrid {
  int cols, rows;
  float side, step_x, step_y;
} HeadGrid;

typedef struct Gaps {
  float x, y, foot; /* foot: below the last row */
} Gaps;

/* The largest square thumbnails that fit. A further column must gain at least two points, to avoid
** needless changes of the layout. */
static HeadGrid fit_heads(int count, float width, float height, Gaps gaps) {
  HeadGrid best = {1, count, 0, 0, 0};
  for (int cols = 1; cols <= count; cols++) {
    int rows = (count + cols - 1) / cols;
    float side = fminf((width - gaps.x * (float)(cols - 1)) / (float)cols,
                       (height - gaps.foot - gaps.y * (float)(rows - 1)) / (float)rows);
    if (side > best.side + 2) best = (HeadGrid){cols, rows, floorf(side), 0, 0};
  }
  best.step_x = best.side + gaps.x;
  best.step_y = best.side + gaps.y;
  return best;
}

const char *heads_part_words(TracePart part) {
  assert(trace_part_info(part)->many);
  return _(trace_part_info(part)->many);
}

const char *heads_weights_scale(const Scene *scene) {
  int keys = trace_key_count(scene->trace);
  double strongest = (double)view_strongest_share(keys);
  if (!view_has_contrast(scene->view, keys) || strongest >= 1) return _("all on 0 to 1");
  return str_format(scene->pen.list->arena, _("all on 0 to ≥ %g"), strongest);
}

/* A click changes the scale, so the words are a button as well. */
static void panel_scale_note(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  bool is_weights = heads_part_on_show(scene) == TRACE_WEIGHTS, has_choice = !is_weights;
  bool is_shared = scene->view->range == RANGE_SHARED;
  const char *words = is_shared ? _("one scale") : _("own scales");
  if (is_weights) words = heads_weights_scale(scene);
  bool is_fixed = scene_range_is_fixed(scene, heads_part_on_show(scene));
  if (is_fixed) words = _("fixed scale");
  if (!is_fixed && scene_is_of_one_scale(scene, heads_part_on_show(scene))) {
    words = _("one scale");
    has_choice = false;
  }
  bool is_to_come = scene_filled_of(scene, heads_part_on_show(scene), 1, 1) == 0;
  if (is_to_come) words = _("still to come");
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->muted, ALIGN_START};
  pen_text_in(pen, style, box, str_from(words));
  if (has_choice && !is_to_come)
    draw_hit(pen->list, (DrawHit){.box = box,
                                  .cursor = CURSOR_HAND,
                                  .click = is_shared ? "range head" : "range shared",
                                  .tip = is_shared ? _("click: each head on its own colour scale")
                                                   : _("click: one colour scale for all heads")});
}

/* As many words as thumbnails stay large with; none only if they would be too small for a name. The
** same at every layer and stage. */
static HeadGrid fit_panel(const Scene *scene, Box place, bool *has_words, RoleLines *words) {
  int count = trace_head_count(scene->trace, scene->view->layer);
  float scale = scene->pen.text_scale, gap = GAP * scale, close = GAP_OF_MANY * scale;
  float more = ROLE_LINE_PITCH * scale;
  Gaps one = {gap, LINE_GAP * scale, LINE_FOOT * scale}, two = one;
  two.y += more;
  two.foot += more;
  HeadGrid grid = fit_heads(count, place.w, place.h, two);
  *has_words = true;
  *words = ROLE_TWO_LINES;
  if (grid.cols == 1 && grid.side >= TWO_LINES_SIDE_LEAST * scale) return grid;
  *words = ROLE_SHORT;
  if (grid.cols == 2 && grid.side >= SHORT_SIDE_LEAST * scale) return grid;
  grid = fit_heads(count, place.w, place.h, one);
  *words = grid.cols == 1 ? ROLE_ONE_LINE : ROLE_NAME;
  *has_words = grid.side >= (grid.cols == 1 ? LINE_SIDE_LEAST : NAME_SIDE_LEAST) * scale;
  if (*has_words) return grid;
  grid = fit_heads(count, place.w, place.h, (Gaps){gap, gap, 0});
  if (grid.side >= SIDE_CALM * scale) return grid;
  return fit_heads(count, place.w, place.h, (Gaps){close, close, 0});
}

static const float BRACKET_AWAY = 9, BRACKET_CLEAR = 3;

void heads_group_bracket(const Scene *scene, Box first, Box last, int head) {
  float scale = scene->pen.text_scale, away = BRACKET_AWAY * scale, depth = 4 * scale;
  bool lies = first.y == last.y;
  KeyGroup group = key_group_of(scene, scene->view->layer, head);
  Point from = {lies ? first.x : first.x + first.w + away,
                lies ? first.y + first.h + away : first.y};
  Point to = {lies ? last.x + last.w : from.x, lies ? from.y : last.y + last.h};
  key_groups_bracket(
      scene,
      &(KeyBracket){.from = from,
                    .to = to,
                    .depth = depth,
                    .on_show = key_group_of(scene, scene->view->layer, scene->view->head).index ==
                               group.index});
}

/* In one column the groups lie below each other, with a bracket each. */
static void panel_groups(const Scene *scene, Box first, float step) {
  int count = trace_head_count(scene->trace, scene->view->layer);
  for (int head = 0; key_groups_are_shared(scene, scene->view->layer) && head < count;) {
    KeyGroup group = key_group_of(scene, scene->view->layer, head);
    Box from = first, to = first;
    from.y += step * (float)group.first;
    to.y += step * (float)(group.first + group.count - 1);
    heads_group_bracket(scene, from, to, head);
    head = group.first + group.count;
  }
}

/* How wide the words below a thumbnail of one column may be: a bracket that goes on to the next
** head of the group runs past them. */
static float room_of_words(const Scene *scene, float panel, float side, int head) {
  int layer = scene->view->layer;
  float scale = scene->pen.text_scale, whole = panel + 16 * scale;
  if (!key_groups_are_shared(scene, layer)) return whole;
  KeyGroup group = key_group_of(scene, layer, head);
  bool is_last = head == group.first + group.count - 1;
  return is_last ? whole : side + (BRACKET_AWAY - BRACKET_CLEAR) * scale;
}

/* A head that is still empty has a quiet frame: there is nothing to look at yet. */
void heads_frame_of_choice(const Scene *scene, Box box, float room) {
  const Pen *pen = &scene->pen;
  if (scene_filled_of(scene, heads_part_on_show(scene), 1, 1) == 0)
    draw_box(pen->list, (DrawBox){.box = box_inset(box, -room),
                                  .corner = 6 * fminf(pen->text_scale, 1.5f),
                                  .stroke = pen->theme->muted,
                                  .stroke_width = 1.5f});
  else heads_frame(scene, box, true, room);
}

/* Below 12 points a thumbnail shows nothing. */
static void panel_heads(const Scene *scene, Box place, float margin) {
  int count = trace_head_count(scene->trace, scene->view->layer);
  float scale = scene->pen.text_scale;
  bool has_words;
  RoleLines words;
  HeadGrid grid = fit_panel(scene, place, &has_words, &words);
  if (head_names_draw(scene, place, margin) || grid.side < 12) return;
  float most = fminf(grid.side, 132 * scale), less = grid.side - most;
  grid.side = most;
  grid.step_x -= less;
  grid.step_y -= less;
  if (grid.cols == 1)
    panel_groups(scene, (Box){place.x, place.y, grid.side, grid.side}, grid.step_y);
  float gap = grid.step_x - grid.side, across = grid.step_x * (float)grid.cols - gap;
  float indent = grid.cols == 1 ? 0 : (place.w - across) / 2;
  for (int head = 0; head < count; head++) {
    Box box = {place.x + indent + grid.step_x * (float)(head % grid.cols),
               place.y + grid.step_y * (float)(head / grid.cols), grid.side, grid.side};
    float room =
        grid.cols == 1 ? room_of_words(scene, place.w, grid.side, head) : grid.side + gap / 2;
    Thumbnail thumbnail = {.box = box,
                           .layer = scene->view->layer,
                           .head = head,
                           .shared = scene->view->range == RANGE_SHARED,
                           .click = heads_command(scene, "head", head, ""),
                           .twice = heads_command(scene, "head solo", head, "")};
    if (has_words)
      role_lines_draw(scene, (Box){box.x, box.y + box.h + 10 * scale, room, 0}, words, &thumbnail);
    heads_thumbnail(scene, &thumbnail);
    bool is_focused = heads_is_on_show(scene, scene->view->layer, head);
    if (is_focused) heads_frame_of_choice(scene, box, fminf(4, gap / 2 - 1));
  }
}

/* A small word at the right end of a heading, which loses that room: a link to a
** larger picture and back. */
static void panel_link(const Scene *scene, Box *row, const char *words, DrawHit hit) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MEDIUM, 10.5f, pen->theme->ink, ALIGN_END};
  float width = pen_width(pen, style, str_from(words)) + 1, pad = 4 * pen->text_scale;
  if (!scene->interactive || width > row->w * 0.4f) return;
  hit.box = (Box){row->x + row->w - width, row->y, width, row->h};
  hit.cursor = CURSOR_HAND;
  pen_text_in(pen, style, hit.box, str_from(words));
  hit.box = box_inset(hit.box, -pad);
  draw_hit(pen->list, hit);
  row->w -= width + pad;
}

/* Includes the number of layers if not all are shown. */
static const char *layers_heading(const Scene *scene, int shown) {
  int layers = trace_layer_count(scene->trace);
  if (shown == layers && layer_count_before(scene->trace, scene->view->layer) > 0)
    return str_format(scene->pen.list->arena, _("LAYER · reads %s"),
                      captions_stream(scene, 'X', scene->view->layer));
  if (shown == layers) return _("LAYER");
  return str_format(scene->pen.list->arena, _("LAYER · %d"), layers);
}

void heads_draw_panel(const Scene *scene, Box box) {
  const Pen *pen = &scene->pen;
  if (box.w <= 0 || box.h <= 0) return;
  float scale = pen->text_scale, margin = 24 * scale, line = 16 * scale;
  int heads = trace_head_count(scene->trace, scene->view->layer);
  if (box.w < 156 * scale || heads > ONE_COLUMN_MOST) margin = 16 * scale;
  pen_rule(pen, (Point){box.x + box.w - 0.5f, box.y}, (Point){box.x + box.w - 0.5f, box.y + box.h});
  if (trace_token_count(scene->trace) == 0) return;

  TextStyle heading = {FACE_SEMIBOLD, 10.5f, pen->theme->muted, ALIGN_START};
  Box row = {box.x + margin, box.y + 16 * scale, box.w - 2 * margin, line};
  Box head = row;
  panel_link(scene, &head, _("grid"),
             (DrawHit){.click = "view grid toggle", .tip = _("every layer and head (g)")});
  row.y += line + 4 * scale;
  Box layers = {row.x, row.y, row.w, LAYERS_SHARE * box.h};
  Str title = str_from(layers_heading(scene, heads_layers_shown(scene, layers)));
  if (pen_width(pen, heading, title) > head.w) title = str_from(_("LAYER"));
  pen_text_in(pen, heading, head, title);
  row.y += heads_layer_buttons(scene, layers) + 12 * scale;
  Str words = str_from(str_format(pen->list->arena, "%s · %s", _("HEADS"),
                                  heads_part_words(heads_part_on_show(scene))));
  head = row;
  panel_link(
      scene, &head, _("all"),
      (DrawHit){.click = "view heads toggle", .tip = _("every head of the layer, large (h)")});
  Str part = str_from(heads_part_words(heads_part_on_show(scene)));
  bool are_names = head_names_come_first(scene);
  if (pen_width(pen, heading, words) > head.w) words = part;
  if (are_names || pen_width(pen, heading, words) > head.w) words = str_from(_("HEADS"));
  pen_text_in(pen, heading, head, words);
  row.y += line + 8 * scale;
  float bottom = box.y + box.h - 12 * scale - line;
  panel_heads(scene, (Box){row.x, row.y, row.w, bottom - 8 * scale - row.y}, margin);
  if (!are_names) panel_scale_note(scene, (Box){row.x, bottom, row.w, line});
}
