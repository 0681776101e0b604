/* scene/views/cache_matrices.c -- the kept keys and values, the query that meets them, its weights
** and its output. */
#include "scene/views/cache_place.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "scene/stages/stage_view.h"
#include "scene/views/cache.h"

/* Of a weight beside its bar, and before a class. */
static const float NUMBER_ROOM = 44, NUMBER_SIZE = 10.5f, NUMBER_GAP = 4, NUMBER_ROOM_AFAR = 80,
                   NUMBER_SIZE_AFAR = 22.6f;
static const float ROW_OF_NUMBERS = 0.97f; /* before a class digits fill so much of a row */

static bool is_gone(const Scene *scene, const CachePicture *place, int row) {
  return place->rows.gone > 0 &&
         cache_row_is_gone(scene->trace, scene->view->layer, &place->step, row);
}

/* The rows behind `row` that are gone as well, one box for all: edges between boxes would show. */
static int gone_end(const Scene *scene, const CachePicture *place, int row) {
  while (row < place->step.row_count && is_gone(scene, place, row)) row++;
  return row;
}

/* What was let go is empty again, but for a line where each row was. */
static void clear_gone(const Scene *scene, const CachePicture *place, Box cells) {
  const Theme *theme = scene->pen.theme;
  DrawList *list = scene->pen.list;
  float end = stage_points(scene, 2);
  for (int row = 0; place->rows.gone > 0 && row < place->step.row_count; row++) {
    int last = gone_end(scene, place, row);
    if (last == row) continue;
    float top = cells.y + place->row * (float)row, height = place->row * (float)(last - row);
    Box box = {cells.x - 1, row == 0 ? top - 1 : top, cells.w + 2, row == 0 ? height + 1 : height};
    draw_box(list, (DrawBox){.box = box, .fill = theme->paper});
    for (; row < last && place->row >= stage_points(scene, 4); row++) {
      float middle = cells.y + place->row * ((float)row + 0.5f);
      draw_line(list, (Point){cells.x + end, middle}, (Point){cells.x + cells.w - end, middle}, 1,
                theme->line);
    }
    row = last;
  }
}

static MatrixWidget rows_of(const Scene *scene, const CachePicture *place, TracePart part,
                            Box cells) {
  const CacheStep *step = &place->step;
  return (MatrixWidget){.part = part,
                        .before = part,
                        .cells = cells,
                        .row_labels = part != TRACE_V,
                        .label_width = place->label_width,
                        .digits = true,
                        .mix = 1,
                        .filled = step->row_count * cache_columns(scene, part),
                        .focus_row = step->row_count - 1,
                        .focus_col = -1,
                        .plain_focus = true};
}

static void draw_rows(const Scene *scene, const CachePicture *place, TracePart part, Box cells) {
  const CacheStep *step = &place->step;
  MatrixWidget matrix = rows_of(scene, place, part, cells);
  matrix_widget_draw(scene, &matrix);
  clear_gone(scene, place, cells);
  Box made = {cells.x, cells.y + place->row * (float)step->first_new, cells.w,
              place->row * (float)(step->row_count - step->first_new)};
  matrix_outline(scene, made, scene_part_color(scene->pen.theme, part), 2.5f);
}

typedef enum Brevity { IN_WORDS, SHORT, SHORTEST } Brevity;

/* "4 kept rows and a new one", or "4 kept · 1 new · 2 let go", also where the former is too long;
** where that is, too, "4 kept". */
static const char *rows_words(Arena *arena, const CacheStep *step, const CacheRows *rows,
                              Brevity brevity) {
  StrBuf words = strbuf_make(arena);
  int now = step->row_count - step->first_new, kept = rows->there - now;
  if (step->first_new == 0)
    i18n_add_phrase(&words, P_("%d row, made now", "%d rows, made now", now), now);
  else if (rows->gone == 0 && brevity == IN_WORDS)
    i18n_add_phrase(&words, P_("%d kept row and a new one", "%d kept rows and a new one", kept),
                    kept);
  else {
    i18n_add_phrase(&words, P_("%d kept", "%d kept", kept), kept);
    if (brevity != SHORTEST) i18n_add_phrase(&words, P_("%d new", "%d new", now), now);
  }
  if (rows->gone > 0 && brevity != SHORTEST)
    i18n_add_phrase(&words, P_("%d let go", "%d let go", rows->gone), rows->gone);
  return words.failed ? "" : words.at;
}

/* "K  4 kept rows and a new one" */
static void draw_rows_name(const Scene *scene, const CachePicture *place, TracePart part,
                           Box cells) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  const CacheStep *step = &place->step;
  TextStyle bold = {FACE_BOLD, 14, scene_part_color(pen->theme, part), ALIGN_START};
  TextStyle small = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_START};
  float y = cells.y - stage_points(scene, 8), gap = stage_points(scene, 8);
  float used = pen_symbol(pen, bold, (Point){cells.x, y}, str_from(stage_part_symbol(part)));
  float right = part == TRACE_V ? cells.x + cells.w : place->weights.x - gap;
  float room = right - cells.x - used - gap;
  Str words = {"", 0};
  for (Brevity brevity = IN_WORDS; brevity <= SHORTEST; brevity++) {
    words = str_from(rows_words(arena, step, &place->rows, brevity));
    if (pen_width(pen, small, words) <= room) break;
  }
  Str shown = pen_fit(pen, small, room, words);
  pen_text(pen, small, (Point){cells.x + used + gap, y}, shown);
}

/* The size at which "−0.0" fits a cell; 0: none that could be read. */
static float fitting_digits(const Scene *scene, Box cell) {
  const Pen *pen = &scene->pen;
  bool is_afar = scene_is_presented(scene);
  const float most = is_afar ? 20 : 12, least = is_afar ? 8.5f : 10.5f;
  TextStyle style = {FACE_MONO, most, COLOR_NONE, ALIGN_MIDDLE};
  float width = pen_width(pen, style, STR("−0.0")), height = pen_line_height(pen, most);
  float size = most * fminf(fminf((cell.w - 3) / width, cell.h / height), 1);
  return size >= least ? size : 0;
}

/* Numbers of one row are as large as those of the keys or values in the same columns. */
static float strip_digits(const Scene *scene, const CachePicture *place, TracePart part, Box cell) {
  bool is_output = part == TRACE_OUTPUT;
  MatrixWidget rows = rows_of(scene, place, is_output ? TRACE_V : trace_score_keys(scene->trace),
                              is_output ? place->v : place->k);
  MatrixGrid grid = matrix_widget_grid(scene, &rows);
  float size = matrix_digits_size(scene, &rows, &grid) / pen_points(&scene->pen, 1);
  return size > 0 ? size : fitting_digits(scene, cell);
}

/* One row as cells, with its numbers where cells have room for them. */
static void draw_strip(const Scene *scene, const CachePicture *place, TracePart part, Box cells) {
  int row = place->step.query;
  const Pen *pen = &scene->pen;
  const View *view = scene->view;
  MatView values = mat_view_rows(stage_matrix(scene, part), row, 1);
  float pitch = cells.w / (float)values.cols;
  DrawHeatmap heatmap = {.box = cells,
                         .values = values,
                         .mix = 1,
                         .palette = scene_palette(scene, part),
                         .range = scene_range(scene, part, view->layer, view->head),
                         .gap = pitch >= 8 ? 1.5f : 0,
                         .corner = pitch >= 8 ? 2 : 0,
                         .filled = -1,
                         .theme = pen->theme->id};
  draw_heatmap(pen->list, heatmap);
  TextStyle style = {FACE_MONO, strip_digits(scene, place, part, (Box){0, 0, pitch, cells.h}),
                     pen->theme->ink, ALIGN_MIDDLE};
  bool has_digits = view->numbers != NUMBERS_OFF && style.size > 0;
  for (int col = 0; has_digits && col < values.cols; col++) {
    Number number = number_cell(mat_get(values, 0, col), false);
    Box cell = draw_heatmap_cell(&heatmap, 0, col);
    style.color = palette_digit(draw_heatmap_color(&heatmap, 0, col));
    pen_text_in(pen, style, cell, number_str(&number));
  }
  matrix_outline(scene, cells, scene_part_line(scene->pen.theme, part), 2.5f);
}

/* The name of a strip, to the left of its cells and right-aligned. */
static void draw_strip_name(const Scene *scene, Box cells, float room, const char *words,
                            Color color) {
  TextStyle style = {FACE_SEMIBOLD, 12, color, ALIGN_END};
  Box box = {cells.x - room, cells.y, room - stage_points(scene, 8), cells.h};
  pen_text_in(&scene->pen, style, box, str_from(words));
}

/* In a figure words are larger than its room. */
static float number_room(const Scene *scene) {
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_MONO, NUMBER_SIZE, COLOR_NONE, ALIGN_START};
  float room = stage_points(scene, scene_is_presented(scene) ? NUMBER_ROOM_AFAR : NUMBER_ROOM);
  float least = pen_width(pen, style, STR("0.000")) + stage_points(scene, NUMBER_GAP) + 1;
  return pen_is_of_print(pen) ? fmaxf(room, least) : room;
}

/* Before a class as large as rows let it be. */
static TextStyle number_style(const Scene *scene, float row) {
  float size = NUMBER_SIZE, most = row * ROW_OF_NUMBERS / pen_points(&scene->pen, 1);
  if (scene_is_presented(scene)) size = fminf(NUMBER_SIZE_AFAR, fmaxf(most, NUMBER_SIZE));
  return (TextStyle){FACE_MONO, size, scene->pen.theme->ink, ALIGN_START};
}

typedef struct WeightBar {
  int key;
  float share; /* of the largest */
  bool is_heaviest;
  Box line;
} WeightBar;

/* As long as its share of the line, and behind it the weight, where rows have room for numbers; of
** the heaviest key always. */
static void draw_weight(const Scene *scene, const CachePicture *place, const WeightBar *weight) {
  assert(weight->share >= 0 && weight->share <= 1);
  const Pen *pen = &scene->pen;
  TextStyle style = number_style(scene, place->row);
  Box line = weight->line;
  float room = line.w - number_room(scene);
  Box bar = {line.x, line.y + place->row * 0.14f, room * weight->share, place->row * 0.72f};
  draw_box(pen->list,
           (DrawBox){.box = bar, .corner = bar.h >= 8 ? 2 : 0, .fill = pen->theme->weights});
  bool is_alone = weight->is_heaviest && place->row < pen_points(pen, style.size);
  if (is_alone && scene_is_presented(scene)) style.size = NUMBER_SIZE_AFAR;
  float high =
      scene_is_presented(scene) ? pen_points(pen, style.size) : pen_line_height(pen, style.size);
  if (!weight->is_heaviest && place->row < high) return;
  int query = place->step.query;
  float share = mat_get(stage_matrix(scene, TRACE_WEIGHTS), query, weight->key);
  Number number = number_share(share, scene_hides(scene, query, weight->key));
  float after = stage_points(scene, NUMBER_GAP);
  Box behind = {bar.x + bar.w + after, bar.y, number_room(scene), bar.h};
  pen_text_in(pen, style, behind, number_str(&number));
}

/* The largest is as long as there is room. */
static void draw_weights(const Scene *scene, const CachePicture *place) {
  const CacheStep *step = &place->step;
  MatView weights = stage_matrix(scene, TRACE_WEIGHTS);
  int heaviest = -1;
  float largest = 0;
  for (int key = 0; key < step->row_count; key++) {
    float weight = mat_get(weights, step->query, key);
    if (weight > largest) largest = weight, heaviest = key;
  }
  for (int key = 0; key < step->row_count; key++) {
    if (is_gone(scene, place, key)) continue;
    float share = largest > 0 ? fmaxf(mat_get(weights, step->query, key), 0) / largest : 0;
    WeightBar bar = {key, share, key == heaviest, place->weights};
    bar.line.y += place->row * (float)key;
    draw_weight(scene, place, &bar);
  }
}

static void draw_weights_name(const Scene *scene, const CachePicture *place) {
  const Pen *pen = &scene->pen;
  TextStyle bold = {FACE_BOLD, 14, pen->theme->weights, ALIGN_START};
  Point at = {place->weights.x, place->weights.y - stage_points(scene, 8)};
  Str name = str_from(C_("of one query", "weights"));
  pen_text(pen, bold, at, pen_fit(pen, bold, place->weights.w, name));
}

/* A bar with the names of what it belongs to before it; at: 0 at the left end of the line, 1 at the
** right one. */
static void draw_named_bar(const Scene *scene, Box line, float at, TracePart part,
                           const char *also) {
  const Pen *pen = &scene->pen;
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  TextStyle bold = {FACE_BOLD, 12, scene_part_color(pen->theme, part), ALIGN_START};
  TextStyle other = {FACE_SEMIBOLD, 12, pen->theme->output, ALIGN_START};
  Str symbol = str_from(stage_part_symbol(part));
  float gap = stage_points(scene, 8),
        bar = pen_inline_bar_width(pen, scene_palette(scene, part), range);
  float names = pen_symbol_width(pen, bold, symbol) + gap, most = line.w / 3 - gap;
  float more = also ? pen_width(pen, other, str_from(also)) + gap : 0;
  if (names + more + bar > most) more = 0;
  bar = fminf(bar, fmaxf(most - names - more, 1));
  float x = line.x + (line.w - names - more - bar) * at;
  float baseline = line.y + line.h / 2 + pen_points(pen, 12) * TEXT_CAP_HEIGHT / 2;
  pen_symbol(pen, bold, (Point){x, baseline}, symbol);
  if (more > 0) pen_text(pen, other, (Point){x + names, baseline}, str_from(also));
  pen_inline_bar(pen, &(ColorBar){.box = {x + names + more, line.y, bar, line.h},
                                  .palette = scene_palette(scene, part),
                                  .range = range});
}

/* All in one line below the matrices: of the query, of the keys, of values and output. */
static void draw_color_bars(const Scene *scene, const CachePicture *place) {
  Box line = place->bars;
  float gap = stage_points(scene, 8);
  line.y += gap, line.h -= gap;
  draw_named_bar(scene, line, 0, trace_score_queries(scene->trace), NULL);
  draw_named_bar(scene, line, 0.5f, trace_score_keys(scene->trace), NULL);
  draw_named_bar(scene, line, 1, TRACE_V, _("output"));
}

void cache_matrices_draw(const Scene *scene, const CachePicture *place) {
  const Theme *theme = scene->pen.theme;
  DrawList *list = scene->pen.list;
  TracePart queries = trace_score_queries(scene->trace), keys = trace_score_keys(scene->trace);
  const char *name = cache_query_name(scene, &place->step);
  draw_group_begin(list, "query", NULL);
  draw_strip(scene, place, queries, place->q);
  draw_strip_name(scene, place->q, place->label_width, name, theme->query);
  draw_group_end(list);
  draw_group_begin(list, "keys", NULL);
  draw_rows(scene, place, keys, place->k);
  draw_rows_name(scene, place, keys, place->k);
  draw_group_end(list);
  draw_group_begin(list, "weights", NULL);
  draw_weights(scene, place);
  draw_weights_name(scene, place);
  draw_group_end(list);
  draw_group_begin(list, "values", NULL);
  draw_rows(scene, place, TRACE_V, place->v);
  draw_rows_name(scene, place, TRACE_V, place->v);
  draw_group_end(list);
  draw_group_begin(list, "output", NULL);
  draw_strip(scene, place, TRACE_OUTPUT, place->output);
  draw_strip_name(scene, place->output, place->weights.w + stage_points(scene, CACHE_GAP),
                  _("output"), theme->output);
  draw_group_end(list);
  draw_color_bars(scene, place);
}
