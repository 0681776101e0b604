/* scene/stages/motion_cells.c -- matrices on their way, and the layers that X goes through. */
#include "scene/layer_words.h"
#include "scene/stages/motion_way.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

static float hatch_of(const DrawHeatmap *heatmap) {
  return heatmap->mask.hidden ? heatmap->hatch_mix : 0;
}

/* A matrix on its way to the place of an item of the later picture. */
static Box box_between(const Way *way, int later, Box from, Box to) {
  Box box = motion_box(from, to, way->s);
  Point middle = motion_way_point(way, later, (Point){from.x + from.w / 2, from.y + from.h / 2},
                                  (Point){to.x + to.w / 2, to.y + to.h / 2});
  return (Box){middle.x - box.w / 2, middle.y - box.h / 2, box.w, box.h};
}

static DrawHeatmap heatmap_between(const Way *way, const DrawHeatmap *a, const DrawHeatmap *b,
                                   Box box) {
  float s = way->s, mix = way->mix;
  const DrawHeatmap *nearer = mix < 0.5f ? a : b;
  bool same = a->values.at == b->values.at && a->palette == b->palette &&
              a->range.low == b->range.low && a->range.high == b->range.high;
  DrawHeatmap out = *b;
  out.box = box;
  out.gap = float_lerp(a->gap, b->gap, s);
  out.corner = float_lerp(a->corner, b->corner, s);
  out.thin_rows = draw_thin_between(a->thin_rows, b->thin_rows, s);
  out.thin_cols = draw_thin_between(a->thin_cols, b->thin_cols, s);
  out.passing = (s > 0 && s < 1) || (mix > 0 && mix < 1);
  out.filled = nearer->filled;
  out.kept = nearer->kept;
  if (!out.mask.hidden) out.mask = a->mask;
  if (out.mask.hidden) out.hatch_mix = float_lerp(hatch_of(a), hatch_of(b), mix);
  if (same) return out;
  out.before = a->values;
  out.palette_before = a->palette;
  out.range_before = a->range;
  out.mix = mix;
  return out;
}

/* A matrix that is transposed on the way: every cell goes from place to place. */
static void turn_cells(const Way *way, int later, const DrawHeatmap *a, const DrawHeatmap *b) {
  const Scene *scene = way->scene;
  float s = way->s;
  Box straight = motion_box(a->box, b->box, s), now = box_between(way, later, a->box, b->box);
  for (int row = 0; row < a->values.rows; row++)
    for (int col = 0; col < a->values.cols; col++) {
      int a_row = a->transposed ? col : row, a_col = a->transposed ? row : col;
      int b_row = b->transposed ? col : row, b_col = b->transposed ? row : col;
      Color from = draw_heatmap_color(a, a_row, a_col), to = draw_heatmap_color(b, b_row, b_col);
      Box box =
          motion_box(draw_heatmap_cell(a, a_row, a_col), draw_heatmap_cell(b, b_row, b_col), s);
      box.x += now.x - straight.x;
      box.y += now.y - straight.y;
      draw_box(scene->pen.list, (DrawBox){.box = box,
                                          .corner = float_lerp(a->corner, b->corner, s),
                                          .fill = color_mix(from, to, s)});
    }
}

/* What is seen of a matrix: its clip, or all of it. */
Box motion_seen_of(const Picture *picture, int i) {
  Box box = picture->list->items[i].as.heatmap.box;
  return picture->clips[i].w < 0 ? box : picture->clips[i];
}

static void put_matrix(const Way *way, int from, int to) {
  const DrawHeatmap *a = &way->earlier.list->items[from].as.heatmap;
  const DrawHeatmap *b = &way->later.list->items[to].as.heatmap;
  DrawList *list = way->scene->pen.list;
  bool is_cut = way->earlier.clips[from].w >= 0 || way->later.clips[to].w >= 0;
  Box none = {0, 0, -1, -1};
  motion_set_clip(list, is_cut ? box_between(way, to, motion_seen_of(&way->earlier, from),
                                             motion_seen_of(&way->later, to))
                               : none);
  if (a->transposed != b->transposed) turn_cells(way, to, a, b);
  else draw_heatmap(list, heatmap_between(way, a, b, box_between(way, to, a->box, b->box)));
}

void motion_put_travelling(const Way *way, int first) {
  DrawList *list = way->scene->pen.list;
  bool was_at_edge = list->at_scroll_edge;
  list->at_scroll_edge = true;
  for (int i = 0; i < way->later.list->item_count; i++) {
    if (way->later.list->items[i].kind != DRAW_HEATMAP || way->later.fates[i] != FATE_TRAVELS)
      continue;
    Box paper = box_inset(motion_way_box(way, i), -1);
    motion_carried_under(way, i);
    if (way->folds) /* nothing is seen between its cells */
      draw_box(list, (DrawBox){.box = paper, .fill = way->scene->pen.theme->paper});
    put_matrix(way, way->later.twins[i], i);
    motion_digits_put(way, way->later.twins[i], i);
    motion_carried_over(way, i, first);
  }
  list->at_scroll_edge = was_at_edge;
}

/* -- the layers between ------------------------------------------------------------------------ */

/* What is seen of X on its way. */
static Box stream_box(const Way *way) {
  int to = way->stream, from = way->later.twins[to];
  return motion_box(motion_seen_of(&way->earlier, from), motion_seen_of(&way->later, to), way->s);
}

/* The layers that X goes through on its way, as cards around it that open and close. */
void motion_put_layers(const Way *way) {
  enum { CARDS_MOST = 3 };
  const Scene *scene = way->scene;
  if (way->stream < 0 || way->s <= 0 || way->s >= 1) return;
  int layers = scene->view->layer, cards = int_min(layers, CARDS_MOST);
  float open = fminf(motion_part(way->s, 0, 0.35f), 1 - motion_part(way->s, 0.65f, 1));
  Box at = stream_box(way);
  for (int i = 0; i < cards; i++) {
    float out = stage_points(scene, 6) + stage_points(scene, 5) * (float)(cards - 1 - i);
    draw_box(scene->pen.list, (DrawBox){.box = box_inset(at, -out * open),
                                        .corner = 5,
                                        .fill = color_fade(scene->pen.theme->panel, open),
                                        .stroke = color_fade(scene->pen.theme->muted, 0.6f * open),
                                        .stroke_width = 1});
  }
}

/* Below the cards, if nothing else is written there. */
void motion_put_name_of_layers(const Way *way, int first) {
  const Pen *pen = &way->scene->pen;
  if (way->stream < 0 || way->out > 0 || way->s > 0.8f) return;
  int layers = way->scene->view->layer;
  Box at = stream_box(way);
  TextStyle style = {FACE_SEMIBOLD, 10.5f, pen->theme->muted, ALIGN_MIDDLE};
  const char *words = layers > 1 ? str_format(pen->list->arena, _("layers 1–%d"), layers)
                                 : layer_words(pen->list->arena, way->scene->trace, layers - 1);
  float height = pen_line_height(pen, style.size), width = pen_width(pen, style, str_from(words));
  Box line = {at.x, at.y + at.h + stage_points(way->scene, 20), at.w, height};
  if (width > at.w || motion_meets_text(pen->list, first, line)) return;
  pen_text_in(pen, style, line, str_from(words));
}
