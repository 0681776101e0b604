/* scene/views/cache.c -- the picture of kept keys and values (M-51). */
#include "scene/views/cache.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/inspector/panel_sections.h"
#include "scene/views/amounts.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 20, TITLE = 46, BUTTONS = 34, NAME = 24, GAP = 18, ROW_MOST = 34,
                   ROW_OF_ONE = 20, BARS = 28, COLUMN_MOST = 44, LABEL_MOST = 110, LABEL_LEAST = 52;
static const float WEIGHTS_SHARE = 0.2f, WEIGHTS_LEAST = 84, WEIGHTS_MOST = 170;
/* Of a weight beside its bar, and before a class. */
static const float NUMBER_ROOM = 44, NUMBER_SIZE = 10.5f, NUMBER_ROOM_AFAR = 66,
                   NUMBER_SIZE_AFAR = 16;
static const float CHARTS_SHARE = 0.3f, CHARTS_LEAST = 92, CHARTS_MOST = 190, CHARTS_FROM = 300;

typedef struct Places {
  CacheStep step;
  CacheRows rows;
  float label_width, row;
  Box title, buttons, q, k, weights, v, output, bars, charts;
} Places;

/* -- words ------------------------------------------------------------------------------------- */

/* [M, Dv] and [M], whatever the number of tokens. */
static const char *summed_words(Arena *arena, const Trace *trace, const View *view) {
  int features = kind_fewer(trace_kind(trace)), rows, cols;
  trace_matrix_shape(trace, TRACE_V, view->layer, &rows, &cols);
  double bytes = (double)sizeof(float) * features * (cols + 1);
  return str_format(
      arena,
      P_("No row needs to be kept: each key and value is added to two sums, with a row for each "
         "of %d feature, and let go. They take %s in this head, however many tokens there are. "
         "approximate exact shows the kept keys.",
         "No row needs to be kept: each key and value is added to two sums, with a row for each "
         "of %d features, and let go. They take %s in this head, however many tokens there are. "
         "approximate exact shows the kept keys.",
         features),
      features, amount_bytes(arena, bytes));
}

const char *cache_refusal_words(Arena *arena, const Trace *trace, const View *view) {
  int prompt = cache_prompt(trace, view->cache_prompt), query = 0, key = 0;
  switch (cache_refusal(trace, view->layer, prompt, &query, &key)) {
  case CACHE_CAN:
    return NULL;
  case CACHE_NO_TOKENS:
    return _("There are no tokens whose keys could be kept: type a sentence.");
  case CACHE_MIXED:
    return _("All keys are mixed before the first query asks: every new key would change each "
             "mixture, so none could be kept. approximate exact shows the kept keys.");
  case CACHE_SUMMED:
    return summed_words(arena, trace, view);
  case CACHE_OTHER_SENTENCE:
    return _("The keys and values are those of another sentence: all of them are there before the "
             "first query asks, so nothing grows.");
  case CACHE_NOT_RECORDED:
    return _("The recording lacks queries, keys, values, weights or output, so the steps cannot "
             "be shown.");
  case CACHE_LOOKS_AHEAD:
    break;
  }
  Str asks = trace_token(trace, query)->label, asked = trace_key(trace, key)->label;
  return str_format(arena,
                    _("“%.*s” sees “%.*s”, which comes later: with every new token the rows before "
                      "it would change, so keys and values that were kept would be wrong. A causal "
                      "mask lets no token look ahead."),
                    (int)asks.bytes, asks.at, (int)asked.bytes, asked.at);
}

CacheStep cache_step_on_show(const Scene *scene) {
  const View *view = scene->view;
  if (trace_token_count(scene->trace) == 0) return (CacheStep){0};
  return cache_step_of(scene->trace, view->cache_prompt, view->cache_step);
}

static bool is_refused(const Scene *scene) {
  return cache_refusal_words(scene->pen.list->arena, scene->trace, scene->view) != NULL;
}

/* -- places ------------------------------------------------------------------------------------ */

static int columns_of(const Scene *scene, TracePart part) {
  int rows, cols;
  trace_matrix_shape(scene->trace, part, scene->view->layer, &rows, &cols);
  return cols > 0 ? cols : 1;
}

/* The height of a row, and in *one that of the query and of the output, which stay readable. */
static float row_height(const Scene *scene, float room, float *one) {
  float rows = (float)trace_key_count(scene->trace), least = stage_points(scene, ROW_OF_ONE);
  float row = fminf(room / (rows + 2), stage_points(scene, ROW_MOST));
  *one = fmaxf(row, least);
  return fmaxf(fminf((room - 2 * *one) / rows, stage_points(scene, ROW_MOST)), 0.5f);
}

static const char *query_name(const Scene *scene, const CacheStep *step) {
  Str asks = scene_key_label(scene, step->row_count - 1);
  return str_format(scene->pen.list->arena, _("q of %.*s"), (int)asks.bytes, asks.at);
}

static void place_matrices(const Scene *scene, Box box, Places *places) {
  float gap = stage_points(scene, GAP), name = stage_points(scene, NAME), one;
  float bars = stage_points(scene, BARS);
  places->row = row_height(scene, box.h - name - gap - bars, &one);
  const TextStyle style = {FACE_SEMIBOLD, 12, COLOR_NONE, ALIGN_END};
  float query = pen_width(&scene->pen, style, str_from(query_name(scene, &places->step)));
  float labels = fmaxf(matrix_label_width(scene, LABEL_MOST), query + stage_points(scene, 10));
  places->label_width = float_clamp(labels, stage_points(scene, LABEL_LEAST), box.w * 0.2f);
  float weights = float_clamp(box.w * WEIGHTS_SHARE, stage_points(scene, WEIGHTS_LEAST),
                              stage_points(scene, WEIGHTS_MOST));
  float k_cols = (float)columns_of(scene, TRACE_K), v_cols = (float)columns_of(scene, TRACE_V);
  float room = box.w - places->label_width - weights - 2 * gap;
  float col = fminf(room / (k_cols + v_cols), stage_points(scene, COLUMN_MOST));
  float whole = places->label_width + col * (k_cols + v_cols) + weights + 2 * gap;
  float rows = places->row * (float)trace_key_count(scene->trace);
  float whole_h = 2 * one + gap + name + rows + bars;
  float x = floorf(box.x + (box.w - whole) / 2) + places->label_width;
  float y = floorf(box.y + fmaxf(box.h - whole_h, 0) / 2);
  places->q = (Box){x, y, col * k_cols, one};
  places->k = (Box){x, y + one + name, col * k_cols, rows};
  places->weights = (Box){x + col * k_cols + gap, places->k.y, weights, rows};
  places->v = (Box){places->weights.x + weights + gap, places->k.y, col * v_cols, rows};
  places->output = (Box){places->v.x, places->v.y + rows + gap, col * v_cols, one};
  float below = places->output.y + one, right = places->v.x + places->v.w;
  places->bars = (Box){x, below, right - x, bars};
}

static Places place_all(const Scene *scene, Box box) {
  Places places = {.step = cache_step_on_show(scene)};
  places.rows = cache_rows(scene->trace, scene->view->layer, &places.step);
  Box rest = box_inset(box, stage_points(scene, PAD));
  if (!scene->headline && !scene->view->export_look.figure.no_title)
    places.title = cut_top(&rest, stage_points(scene, TITLE));
  if (scene->interactive) places.buttons = cut_top(&rest, stage_points(scene, BUTTONS));
  bool has_bars = rest.h >= stage_points(scene, CHARTS_FROM);
  float bars = float_clamp(rest.h * CHARTS_SHARE, stage_points(scene, CHARTS_LEAST),
                           stage_points(scene, CHARTS_MOST));
  places.charts = cut_bottom(&rest, has_bars ? bars : stage_points(scene, CACHE_BARS_HEAD));
  cut_bottom(&rest, stage_points(scene, has_bars ? GAP : GAP / 2));
  place_matrices(scene, rest, &places);
  return places;
}

/* -- matrices ---------------------------------------------------------------------------------- */

static bool is_gone(const Scene *scene, const Places *places, int row) {
  return places->rows.gone > 0 &&
         cache_row_is_gone(scene->trace, scene->view->layer, &places->step, row);
}

/* The rows behind `row` that are gone as well, one box for all: edges between boxes would show. */
static int gone_end(const Scene *scene, const Places *places, int row) {
  while (row < places->step.row_count && is_gone(scene, places, row)) row++;
  return row;
}

/* What was let go is empty again, but for a line where each row was. */
static void clear_gone(const Scene *scene, const Places *places, Box cells) {
  const Theme *theme = scene->pen.theme;
  DrawList *list = scene->pen.list;
  float end = stage_points(scene, 2);
  for (int row = 0; places->rows.gone > 0 && row < places->step.row_count; row++) {
    int last = gone_end(scene, places, row);
    if (last == row) continue;
    float top = cells.y + places->row * (float)row, height = places->row * (float)(last - row);
    Box box = {cells.x - 1, row == 0 ? top - 1 : top, cells.w + 2, row == 0 ? height + 1 : height};
    draw_box(list, (DrawBox){.box = box, .fill = theme->paper});
    for (; row < last && places->row >= stage_points(scene, 4); row++) {
      float middle = cells.y + places->row * ((float)row + 0.5f);
      draw_line(list, (Point){cells.x + end, middle}, (Point){cells.x + cells.w - end, middle}, 1,
                theme->line);
    }
    row = last;
  }
}

static MatrixWidget rows_of(const Scene *scene, const Places *places, TracePart part, Box cells) {
  const CacheStep *step = &places->step;
  return (MatrixWidget){.part = part,
                        .before = part,
                        .cells = cells,
                        .row_labels = part != TRACE_V,
                        .label_width = places->label_width,
                        .digits = true,
                        .mix = 1,
                        .filled = step->row_count * columns_of(scene, part),
                        .focus_row = step->row_count - 1,
                        .focus_col = -1,
                        .plain_focus = true};
}

static void draw_rows(const Scene *scene, const Places *places, TracePart part, Box cells) {
  const CacheStep *step = &places->step;
  MatrixWidget matrix = rows_of(scene, places, part, cells);
  matrix_widget_draw(scene, &matrix);
  clear_gone(scene, places, cells);
  Box made = {cells.x, cells.y + places->row * (float)step->first_new, cells.w,
              places->row * (float)(step->row_count - step->first_new)};
  matrix_outline(scene, made, scene_part_color(scene->pen.theme, part), 2.5f);
}

/* "4 kept rows and a new one", or "4 kept · 1 new · 2 let go" */
static const char *rows_words(Arena *arena, const CacheStep *step, const CacheRows *rows) {
  StrBuf words = strbuf_make(arena);
  int now = step->row_count - step->first_new, kept = rows->there - now;
  if (step->first_new == 0)
    i18n_add_phrase(&words, P_("%d row, made now", "%d rows, made now", now), now);
  else if (rows->gone == 0)
    i18n_add_phrase(&words, P_("%d kept row and a new one", "%d kept rows and a new one", kept),
                    kept);
  else {
    i18n_add_phrase(&words, P_("%d kept", "%d kept", kept), kept);
    i18n_add_phrase(&words, P_("%d new", "%d new", now), now);
  }
  if (rows->gone > 0) i18n_add_phrase(&words, P_("%d let go", "%d let go", rows->gone), rows->gone);
  return words.failed ? "" : words.at;
}

/* "K  4 kept rows and a new one" */
static void draw_rows_name(const Scene *scene, const Places *places, TracePart part, Box cells) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  const CacheStep *step = &places->step;
  TextStyle bold = {FACE_BOLD, 14, scene_part_color(pen->theme, part), ALIGN_START};
  TextStyle small = {FACE_REGULAR, 12, pen->theme->muted, ALIGN_START};
  float y = cells.y - stage_points(scene, 8), gap = stage_points(scene, 8);
  float used = pen_symbol(pen, bold, (Point){cells.x, y}, str_from(stage_part_symbol(part)));
  float right = part == TRACE_V ? cells.x + cells.w : places->weights.x - gap;
  const char *words = rows_words(arena, step, &places->rows);
  Str shown = pen_fit(pen, small, right - cells.x - used - gap, str_from(words));
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
static float strip_digits(const Scene *scene, const Places *places, TracePart part, Box cell) {
  bool is_output = part == TRACE_OUTPUT;
  MatrixWidget rows = rows_of(scene, places, is_output ? TRACE_V : trace_score_keys(scene->trace),
                              is_output ? places->v : places->k);
  MatrixGrid grid = matrix_widget_grid(scene, &rows);
  float size = matrix_digits_size(scene, &rows, &grid) / pen_points(&scene->pen, 1);
  return size > 0 ? size : fitting_digits(scene, cell);
}

/* One row as cells, with its numbers where cells have room for them. */
static void draw_strip(const Scene *scene, const Places *places, TracePart part, Box cells) {
  int row = places->step.query;
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
  TextStyle style = {FACE_MONO, strip_digits(scene, places, part, (Box){0, 0, pitch, cells.h}),
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

static void draw_weights(const Scene *scene, const Places *places) {
  const Pen *pen = &scene->pen;
  const CacheStep *step = &places->step;
  MatView weights = stage_matrix(scene, TRACE_WEIGHTS);
  bool is_afar = scene_is_presented(scene);
  TextStyle style = {FACE_MONO, is_afar ? NUMBER_SIZE_AFAR : NUMBER_SIZE, pen->theme->ink,
                     ALIGN_START};
  float number = stage_points(scene, is_afar ? NUMBER_ROOM_AFAR : NUMBER_ROOM), largest = 0;
  float room = places->weights.w - number;
  for (int key = 0; key < step->row_count; key++)
    largest = fmaxf(largest, mat_get(weights, step->query, key));
  bool has_numbers = places->row >= pen_line_height(pen, style.size);
  if (!has_numbers) room = places->weights.w;
  for (int key = 0; key < step->row_count; key++) {
    if (is_gone(scene, places, key)) continue;
    float weight = mat_get(weights, step->query, key), y = places->weights.y;
    float share = largest > 0 ? fmaxf(weight, 0) / largest : 0;
    Box bar = {places->weights.x, y + places->row * ((float)key + 0.14f), room * share,
               places->row * 0.72f};
    draw_box(pen->list,
             (DrawBox){.box = bar, .corner = bar.h >= 8 ? 2 : 0, .fill = pen->theme->weights});
    if (!has_numbers) continue;
    Number words = number_share(weight, scene_hides(scene, step->query, key));
    Box at = {bar.x + bar.w + stage_points(scene, 4), bar.y, number, bar.h};
    pen_text_in(pen, style, at, number_str(&words));
  }
}

static void draw_weights_name(const Scene *scene, const Places *places) {
  const Pen *pen = &scene->pen;
  TextStyle bold = {FACE_BOLD, 14, pen->theme->weights, ALIGN_START};
  Point at = {places->weights.x, places->weights.y - stage_points(scene, 8)};
  Str name = str_from(C_("of one query", "weights"));
  pen_text(pen, bold, at, pen_fit(pen, bold, places->weights.w, name));
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
  float gap = stage_points(scene, 8), bar = pen_inline_bar_width(pen, range);
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
static void draw_color_bars(const Scene *scene, const Places *places) {
  Box line = places->bars;
  float gap = stage_points(scene, 8);
  line.y += gap, line.h -= gap;
  draw_named_bar(scene, line, 0, trace_score_queries(scene->trace), NULL);
  draw_named_bar(scene, line, 0.5f, trace_score_keys(scene->trace), NULL);
  draw_named_bar(scene, line, 1, TRACE_V, _("output"));
}

static void draw_matrices(const Scene *scene, const Places *places) {
  const Theme *theme = scene->pen.theme;
  DrawList *list = scene->pen.list;
  TracePart queries = trace_score_queries(scene->trace), keys = trace_score_keys(scene->trace);
  const char *name = query_name(scene, &places->step);
  draw_group_begin(list, "query", NULL);
  draw_strip(scene, places, queries, places->q);
  draw_strip_name(scene, places->q, places->label_width, name, theme->query);
  draw_group_end(list);
  draw_group_begin(list, "keys", NULL);
  draw_rows(scene, places, keys, places->k);
  draw_rows_name(scene, places, keys, places->k);
  draw_group_end(list);
  draw_group_begin(list, "weights", NULL);
  draw_weights(scene, places);
  draw_weights_name(scene, places);
  draw_group_end(list);
  draw_group_begin(list, "values", NULL);
  draw_rows(scene, places, TRACE_V, places->v);
  draw_rows_name(scene, places, TRACE_V, places->v);
  draw_group_end(list);
  draw_group_begin(list, "output", NULL);
  draw_strip(scene, places, TRACE_OUTPUT, places->output);
  draw_strip_name(scene, places->output, places->weights.w + stage_points(scene, GAP), _("output"),
                  theme->output);
  draw_group_end(list);
}

/* -- buttons ----------------------------------------------------------------------------------- */

static void add_button(const Scene *scene, Box *line, const char *label, const char *command,
                       const char *tip) {
  const TextStyle style = {FACE_MEDIUM, 12, scene->pen.theme->ink, ALIGN_MIDDLE};
  float width = pen_width(&scene->pen, style, str_from(label)) + stage_points(scene, 22);
  if (width > line->w) return;
  control_toggle(&scene->pen, cut_left(line, width),
                 (Toggle){.label = str_from(label),
                          .face = FACE_MEDIUM,
                          .size = 12,
                          .corner = 6,
                          .command = command,
                          .tip = tip});
  cut_left(line, stage_points(scene, 8));
}

/* "prompt 6 [−] [+]   [+ next token]" */
static void draw_buttons(const Scene *scene, Box line) {
  const Pen *pen = &scene->pen;
  Arena *arena = pen->list->arena;
  const CacheStep step = cache_step_on_show(scene);
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->ink, ALIGN_START};
  Str words = str_from(
      str_format(arena, P_("prompt: %d token", "prompt: %d tokens", step.prompt), step.prompt));
  line.h = stage_points(scene, 26);
  Box name = cut_left(&line, fminf(pen_width(pen, style, words) + 1, line.w));
  pen_text_in(pen, style, name, words);
  cut_left(&line, stage_points(scene, 10));
  if (step.prompt > trace_first_place(scene->trace) + 1)
    add_button(scene, &line, "−", str_format(arena, "cache prompt %d", step.prompt - 1),
               _("one token less in the prompt"));
  if (step.prompt < trace_key_count(scene->trace))
    add_button(scene, &line, "+", str_format(arena, "cache prompt %d", step.prompt + 1),
               _("one token more in the prompt"));
  cut_left(&line, stage_points(scene, 8));
  if (trace_continues(scene->trace))
    add_button(scene, &line, _("+ next token"), "continue",
               _("the model appends the likeliest token (n)"));
}

/* -- all --------------------------------------------------------------------------------------- */

/* A side of a cell of K. */
static float cell_side(const Scene *scene, Box box) {
  Places places = place_all(scene, box);
  return fminf(places.row, places.k.w / (float)columns_of(scene, TRACE_K));
}

static void draw(const Scene *bare, Box box) {
  Scene scene = view_room_fitted(bare, box, cell_side);
  if (trace_token_count(scene.trace) == 0) {
    stage_empty_draw(&scene, box);
    return;
  }
  if (is_refused(&scene)) {
    cache_refusal_draw(&scene, box);
    return;
  }
  Places places = place_all(&scene, box);
  view_room_title_draw(&scene, places.title);
  if (scene.interactive) draw_buttons(&scene, places.buttons);
  draw_matrices(&scene, &places);
  draw_color_bars(&scene, &places);
  cache_bars_draw(&scene, &places.step, places.charts);
}

static void captions(const Scene *scene, Captions *out) {
  Arena *arena = scene->pen.list->arena;
  CacheStep step = cache_step_on_show(scene);
  out->title = _("Kept keys and values");
  if (step.row_count == 0) return;
  out->explanation =
      _("Under a causal mask a row of K and V never changes again. So each new token needs one row "
        "of each, and one query that meets all kept keys.");
  out->hint = _("Try: press → for the next token, and watch the two bars part.");
  if (is_refused(scene)) {
    out->headline = kind_has_features(trace_kind(scene->trace))
                        ? _("No key or value needs to be kept")
                        : _("These keys and values cannot be kept");
    out->shapes = "";
    CacheRemedy remedy = cache_remedy(scene);
    out->hint =
        remedy.command ? str_format(arena, _("Try: %s (%s)."), remedy.label, remedy.command) : "";
    return;
  }
  Str asks = scene_key_label(scene, step.row_count - 1);
  CacheRows rows = cache_rows(scene->trace, scene->view->layer, &step);
  int met = step.step == 0 ? step.row_count : (int)rows.pairs;
  out->headline =
      step.step == 0
          ? str_format(
                arena,
                P_("The prompt: %d row at once", "The prompt: %d rows at once", step.row_count),
                step.row_count)
          : str_format(arena, P_("“%.*s” asks %d kept key", "“%.*s” asks %d kept keys", met),
                       (int)asks.bytes, asks.at, met);
  CacheWork work = cache_work(scene->trace, scene->view->layer, CACHE_OF_HEAD, &step);
  out->shapes = str_format(arena, _("step %d of %d · %s multiplications in this head, all anew %s"),
                           step.step + 1, step.step_count, amount_count(arena, work.kept),
                           amount_count(arena, work.anew));
}

static const char *figure_words(const Scene *scene, Arena *arena) {
  CacheStep step = cache_step_on_show(scene);
  Str model = i18n_isolated(arena, trace_model_name(scene->trace));
  StrBuf words = strbuf_make(arena);
  if (step.row_count == 0 || is_refused(scene)) return "";
  i18n_add_sentence(
      &words, str_format(arena,
                         _("Keys and values of head %d in layer %d of the model %.*s, kept from "
                           "token to token: step %d of %d."),
                         scene->view->head + 1, scene->view->layer + 1, (int)model.bytes, model.at,
                         step.step + 1, step.step_count));
  i18n_add_sentence(&words, _("Outlined is what was computed at this step; the rows above it are "
                              "kept, empty rows are still to come."));
  CacheRows rows = cache_rows(scene->trace, scene->view->layer, &step);
  if (rows.gone > 0)
    i18n_add_sentence(
        &words, str_format(arena,
                           P_("%d row has fallen out of the window of the mask: no later query "
                              "sees it.",
                              "%d rows have fallen out of the window of the mask: no later query "
                              "sees them.",
                              rows.gone),
                           rows.gone));
  return words.failed ? "" : words.at;
}

const ViewRoom cache_room = {.draw = draw,
                             .captions = captions,
                             .inspect = cache_inspect,
                             .figure_caption = figure_words,
                             .width_design = 920,
                             .height_design = 760,
                             .grows = true};
