/* scene/stages/scores_motion.c -- how a score comes about: a row of Q and a column of Kᵀ lift out,
** meet place by place, and their products fall into the cell.
**
**   t  once Q and Kᵀ are there the empty matrix comes    .35 … .46  row and column lift out
**      .53 … .6   they meet: products             .62 … .78  the products fall
**      .78        the sum is seen, then the other cells
*/
#include "scene/stages/motion_way.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "base/number.h"

/* A sentence that a class reads from afar is larger. */
static float title_size(const Scene *scene) { return stage_is_for_afar(scene) ? 17 : 12; }

/* In heights of a lane: from q to k of a line, from line to line, and how high the products are. */
static const float KEY_BELOW = 1.3f, LINE_BELOW = 2.9f, PRODUCT_HIGH = 1.8f;

/* The products on their way: the lanes of the row and the column, and the cell. */
typedef struct Flight {
  const Moment *moment;
  const DrawHeatmap *q, *k;
  int query, key, count; /* count: of places, the width of a head */
  int per_line;          /* of them in each line of the card */
  Box lanes[3];          /* of the first line: q, k, and where they meet */
  float line_pitch;
  Box cell, panel, title;
  float label_width;
} Flight;

/* The chosen cell, or the one next to it that is seen; without a key the token asks itself, which
** tells nothing of the row. */
static void choose_cell(const Moment *moment, int *query, int *key) {
  MatView values = moment->own->values;
  int row, col;
  stage_focus(&moment->later, &row, &col);
  DrawCells seen = moment->own->seen;
  *query = int_clamp(stage_followed_row(&moment->later), 0, values.rows - 1);
  *key = int_clamp(col >= 0 ? col : *query, 0, values.cols - 1);
  *query = int_clamp(*query, seen.first_row, seen.end_row - 1);
  *key = int_clamp(*key, seen.first_col, seen.end_col - 1);
}

static int lines_of(const Flight *flight) {
  return (flight->count + flight->per_line - 1) / flight->per_line;
}

/* In lanes, with lines of q, k and what is between them. */
static float height_of_lines(int lines) { return 1 + KEY_BELOW + LINE_BELOW * (float)(lines - 1); }

/* The size that numbers of that many lines have in a room for them, points. */
static float size_in(const Flight *flight, int lines, float width, float height) {
  const float em_wide = 2.6f, em_high = 1.35f; /* of a cell, for "-0.0" */
  int per_line = (flight->count + lines - 1) / lines;
  return fminf(width / (float)per_line / em_wide, height / height_of_lines(lines) / em_high);
}

/* As many lines of one length as make the numbers largest; the first of those that are alike, and
** one where none could be read. */
static int choose_lines(const Flight *flight, float width, float height) {
  enum { LINES_MOST = 4 };
  const float better = 1.1f, least = 6.5f;
  int best = 1;
  for (int lines = 2; lines <= LINES_MOST && 2 * lines <= flight->count; lines++)
    if (flight->count % lines == 0 &&
        size_in(flight, lines, width, height) > better * size_in(flight, best, width, height))
      best = lines;
  return size_in(flight, best, width, height) < least ? 1 : best;
}

/* With one or two tokens the matrix has no room for a card beside the cell, and much is free below
** it. h 0: it has room. */
static Box below_matrix(const Flight *flight, float beside) {
  const Scene *scene = &flight->moment->later;
  const float least = stage_points(scene, 100), most = stage_points(scene, 220);
  Box seen = flight->moment->seen, picture = flight->moment->later_box;
  float free = picture.y + picture.h - seen.y - seen.h;
  if (fmaxf(beside, seen.h * 0.4f) > least || free < least) return (Box){0};
  float width = fminf(picture.w * 0.94f, stage_points(scene, 620));
  float left = picture.x + width * 0.03f, right = picture.x + picture.w - width * 1.03f;
  float x = fmaxf(left, fminf(seen.x + (seen.w - width) / 2, right));
  return (Box){x, seen.y + seen.h, width, fminf(free, most)};
}

/* The lanes are in the half of the matrix where the cell is not, as high as their numbers want. */
static void place_lanes(Flight *flight) {
  const Scene *scene = &flight->moment->later;
  const float lane_em = 1.7f, most = stage_points(scene, 46);
  Box room = flight->moment->seen;
  bool is_low = flight->cell.y + flight->cell.h / 2 > room.y + room.h / 2;
  float free = is_low ? flight->cell.y - room.y : room.y + room.h - flight->cell.y - flight->cell.h;
  Box below = below_matrix(flight, free);
  if (below.h > 0) room = below, free = below.h, is_low = false;
  float margin = stage_points(scene, 6), pad = fminf(stage_points(scene, 12), room.h * 0.05f);
  float head = pen_line_height(&scene->pen, title_size(scene)) + pad / 2;
  flight->label_width = fminf(room.w * 0.2f, stage_points(scene, 90));
  float lanes_most =
      fminf(room.w * 0.94f - flight->label_width, (float)flight->count * stage_points(scene, 46));
  float inner = fmaxf(free, room.h * 0.4f) - 2 * (margin + pad) - head;
  int lines = choose_lines(flight, lanes_most, inner);
  float size = size_in(flight, lines, lanes_most, inner);
  float height = fminf(fminf(most, lane_em * size), inner / height_of_lines(lines));
  if (size < 0.3f * pen_line_height(&scene->pen, title_size(scene))) head = 0;
  flight->per_line = (flight->count + lines - 1) / lines;
  flight->line_pitch = height * LINE_BELOW;
  float width = lines > 1 ? room.w * 0.94f : flight->label_width + lanes_most;
  float whole = height * height_of_lines(lines) + 2 * pad + head;
  float middle = is_low ? flight->cell.y - free / 2 : room.y + room.h - free / 2;
  if (free < whole) middle = room.y + room.h / 2;
  Box panel = {room.x + (room.w - width) / 2 - pad, middle - whole / 2, width + 2 * pad, whole};
  Box lane = {panel.x + pad + flight->label_width, panel.y + pad + head,
              width - flight->label_width, height};
  flight->title = (Box){panel.x + pad, panel.y + pad * 0.6f, width, head};
  flight->panel = panel;
  flight->lanes[0] = flight->lanes[1] = lane;
  flight->lanes[1].y += height * KEY_BELOW;
  float high = height * PRODUCT_HIGH, both = height * (1 + KEY_BELOW);
  flight->lanes[2] = (Box){panel.x + pad, lane.y + (both - high) / 2, width, high};
}

static Box place_in(const Flight *flight, Box lane, int i) {
  float width = lane.w / (float)flight->per_line;
  return (Box){lane.x + width * (float)(i % flight->per_line),
               lane.y + flight->line_pitch * (float)(i / flight->per_line), width, lane.h};
}

static bool is_of_queries(TracePart part) { return !trace_part_info(part)->per_key_head; }

static float factor(const Flight *flight, TracePart part, int i) {
  int row = is_of_queries(part) ? flight->query : flight->key;
  return mat_get(stage_matrix(&flight->moment->later, part), row, i);
}

static void draw_factor(const Flight *flight, TracePart part, int i, float lifted, float met) {
  bool is_query = is_of_queries(part);
  const DrawHeatmap *strip = is_query ? flight->q : flight->k;
  int row = is_query ? flight->query : i, col = is_query ? i : flight->key;
  if (!is_query && !strip->transposed) row = flight->key, col = i;
  Box lane = motion_box(flight->lanes[!is_query], flight->lanes[2], met);
  Box box = motion_box(draw_heatmap_cell(strip, row, col), place_in(flight, lane, i), lifted);
  Number number = number_short(factor(flight, part, i));
  motion_cell(&flight->moment->later, box, draw_heatmap_color(strip, row, col),
              lifted >= 1 && met <= 0 ? number.at : NULL);
}

/* The product of the place on the scores' scale, which the sum has too. */
static void draw_product(const Flight *flight, int i, float t) {
  const DrawHeatmap *own = flight->moment->own;
  float starts = 0.62f + 0.1f * (float)i / (float)flight->count;
  float fallen = motion_part(t, starts, starts + 0.06f);
  TracePart queries = trace_score_queries(flight->moment->later.trace);
  TracePart keys = trace_score_keys(flight->moment->later.trace);
  float value = factor(flight, queries, i) * factor(flight, keys, i);
  DrawHeatmap one = {.box = own->box,
                     .values = {&value, 1, 1, 1},
                     .mix = 1,
                     .palette = own->palette,
                     .range = own->range,
                     .filled = -1,
                     .theme = own->theme};
  if (fallen >= 1) return;
  Box box = place_in(flight, flight->lanes[2], i);
  Box into = box_inset(flight->cell, fminf(flight->cell.w, flight->cell.h) * 0.2f);
  Number number = number_short(value);
  motion_cell(&flight->moment->later, motion_box(box, into, fallen), draw_heatmap_color(&one, 0, 0),
              fallen <= 0 ? number.at : NULL);
}

/* What the card shows, with nothing of the sum. */
static void draw_title(const Flight *flight) {
  const Scene *scene = &flight->moment->later;
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_SEMIBOLD, title_size(scene), pen->theme->ink, ALIGN_START};
  Str query = scene_named(scene, flight->query), key = scene_key_named(scene, flight->key);
  Str words = str_from(str_format(pen->list->arena, _("%.*s · %.*s, column by column"),
                                  (int)query.bytes, query.at, (int)key.bytes, key.at));
  if (flight->title.h > 0 && pen_width(pen, style, words) <= flight->title.w)
    pen_text_in(pen, style, flight->title, words);
}

/* Whose rows they are, as long as they stand apart. */
static void draw_names(const Flight *flight, TracePart part) {
  const Scene *scene = &flight->moment->later;
  bool is_query = is_of_queries(part);
  Box lane = flight->lanes[!is_query];
  Box box = {flight->panel.x + 2, lane.y, lane.x - flight->panel.x - stage_points(scene, 8),
             lane.h};
  const float most = 18, least = 10, of_lane = 0.62f;
  float size = motion_stepped(float_clamp(of_lane * pen_points(&scene->pen, lane.h), least, most));
  TextStyle style = {FACE_BOLD, size, scene_part_color(scene->pen.theme, part), ALIGN_END};
  Str name = is_query ? trace_token(scene->trace, flight->query)->label
                      : trace_key(scene->trace, flight->key)->label;
  float width = pen_width(&scene->pen, style, name);
  if (width > box.w) style.size = fmaxf(least, style.size * box.w / width);
  if (pen_line_height(&scene->pen, style.size) > lane.h) return;
  for (int line = 0; line < lines_of(flight); line++) {
    pen_text_in(&scene->pen, style, box, name);
    box.y += flight->line_pitch;
  }
}

/* Where they come from, in the colours of their roles. */
static void draw_sources(const Flight *flight) {
  const Theme *theme = flight->moment->later.pen.theme;
  Box first = draw_heatmap_cell(flight->q, flight->query, 0);
  Box last = draw_heatmap_cell(flight->q, flight->query, flight->count - 1);
  Box row = {first.x, first.y, last.x + last.w - first.x, first.h};
  matrix_outline(&flight->moment->later, row, theme->query, 2);
  if (!flight->k->transposed) return;
  first = draw_heatmap_cell(flight->k, 0, flight->key);
  last = draw_heatmap_cell(flight->k, flight->count - 1, flight->key);
  Box col = {first.x, first.y, first.w, last.y + last.h - first.y};
  matrix_outline(&flight->moment->later, col, theme->key, 2);
}

static void draw_flight(const Flight *flight, float t) {
  const Scene *scene = &flight->moment->later;
  const Theme *theme = scene->pen.theme;
  float lifted = motion_part(t, 0.35f, 0.46f), met = motion_part(t, 0.53f, 0.6f);
  float shown = fminf(lifted, 1 - motion_part(t, 0.72f, 0.78f));
  draw_box(scene->pen.list, (DrawBox){.box = flight->panel,
                                      .corner = 6,
                                      .fill = color_fade(theme->panel, 0.94f * shown),
                                      .stroke = color_fade(theme->line, shown),
                                      .stroke_width = 1});
  draw_sources(flight);
  if (shown >= 1) draw_title(flight);
  if (lifted >= 1 && met <= 0) {
    draw_names(flight, trace_score_queries(scene->trace));
    draw_names(flight, trace_score_keys(scene->trace));
  }
  for (int i = 0; met < 1 && i < flight->count; i++) {
    draw_factor(flight, trace_score_keys(scene->trace), i, lifted, met);
    draw_factor(flight, trace_score_queries(scene->trace), i, lifted, met);
  }
  for (int i = 0; met >= 1 && i < flight->count; i++) draw_product(flight, i, t);
  matrix_focus_outline(scene, flight->cell, 2);
}

/* Only once its last product has fallen; with the number that the cell has at rest. */
static void draw_sum(const Flight *flight) {
  const Moment *moment = flight->moment;
  const DrawHeatmap *own = moment->own;
  const float until = 0.86f; /* then the number at rest is there */
  const DrawText **at_rest = motion_numbers(moment->later_list, own);
  const DrawText *rests = at_rest ? at_rest[flight->query * own->values.cols + flight->key] : NULL;
  Number number = number_short(mat_get(own->values, flight->query, flight->key));
  motion_cell(&moment->later, draw_heatmap_cell(own, flight->query, flight->key),
              draw_heatmap_color(own, flight->query, flight->key),
              moment->t < until && !rests ? number.at : NULL);
  if (rests && moment->t < until) draw_text(moment->later.pen.list, *rests);
}

/* Only of a score that is the sum of these products. */
static bool falls_into_score(const Trace *trace) {
  return trace_kind(trace)->of[KIND_SCORE] == SCORE_OWN &&
         !trace_has_part(trace, TRACE_RELATIVE_KEY);
}

void scores_motion(const Moment *moment) {
  assert(moment->own && !moment->own->transposed);
  const DrawHeatmap *own = moment->own;
  Flight flight = {.moment = moment,
                   .q = motion_heatmap(&moment->later, moment->later_list,
                                       trace_score_queries(moment->later.trace)),
                   .k = motion_heatmap(&moment->later, moment->later_list,
                                       trace_score_keys(moment->later.trace))};
  int all = own->filled < 0 ? own->values.rows * own->values.cols : own->filled;
  DrawHeatmap cells = *own;
  bool falls = flight.q && flight.k && falls_into_score(moment->later.trace);
  float fills = falls ? 0.8f : 0.42f, full = falls ? 0.9f : 0.72f;
  cells.filled = (int)(motion_part(moment->t, fills, full) * (float)all);
  if (moment->t >= full) cells.filled = own->filled;
  float from = stage_motion_of(moment->earlier.view->stage, STAGE_SCORES)->arrives - 0.01f;
  motion_faded(&moment->later, &cells, motion_part(moment->t, from, from + 0.08f));
  if (falls && moment->t > 0.35f && moment->t < 1) {
    choose_cell(moment, &flight.query, &flight.key);
    flight.count = trace_d_head(moment->later.trace);
    flight.cell = draw_heatmap_cell(own, flight.query, flight.key);
    place_lanes(&flight);
    if (moment->t >= 0.78f) {
      draw_sum(&flight);
    } else {
      if (moment->later.pen.list->clip.w >= 0) draw_clip_end(moment->later.pen.list);
      draw_flight(&flight, moment->t);
    }
  }
}
