/* scene/stages/qkv_place.c -- where X, the three maps and their results stand. */
#include "scene/stages/qkv_place.h"

#include <math.h>

#include "base/number.h"
#include "scene/stages/followed_rows.h"

const QkvBand qkv_bands[3] = {{.id = PROJECTION_Q,
                               .weights = TRACE_W_Q,
                               .result = TRACE_Q,
                               .bias = TRACE_B_Q,
                               .weights_symbol = "W_Q",
                               .symbol = "Q",
                               .bias_symbol = "b_Q"},
                              {.id = PROJECTION_K,
                               .weights = TRACE_W_K,
                               .result = TRACE_K,
                               .bias = TRACE_B_K,
                               .weights_symbol = "W_K",
                               .symbol = "K",
                               .bias_symbol = "b_K"},
                              {.id = PROJECTION_V,
                               .weights = TRACE_W_V,
                               .result = TRACE_V,
                               .bias = TRACE_B_V,
                               .weights_symbol = "W_V",
                               .symbol = "V",
                               .bias_symbol = "b_V"}};

typedef struct Widths {
  float x, ribbon, weights, result, bar;
} Widths;

static const float LEAST_DESIGN = 64; /* width of a matrix, however few its columns */

static const float BAR_DESIGN = 66;

/* A share of the room, but no wider than its columns need, with a minimum that stays legible. */
static float width_of(const Scene *scene, float share, int cols, float column_design) {
  float deserved = stage_points(scene, fmaxf((float)cols * column_design, LEAST_DESIGN));
  return floorf(fminf(share, deserved));
}

/* The free width is shared 10 : 5 : 8. */
static Widths share_widths(const Scene *scene, float room) {
  Widths widths = {.ribbon = stage_points(scene, QKV_RIBBON_DESIGN),
                   .bar = stage_points(scene, BAR_DESIGN)};
  room = fmaxf(room - 2 * widths.ribbon - widths.bar, 1);
  int d_head = trace_d_head(scene->trace);
  widths.x = width_of(scene, room * 10 / 23, trace_d_model(scene->trace), 8);
  widths.weights = width_of(scene, room * 5 / 23, d_head, 12);
  widths.result = width_of(scene, room * 8 / 23, d_head, 24);
  return widths;
}

static const float NAME_DESIGN = 26, BETWEEN_DESIGN = 14, INPUT_ROW_DESIGN = 30;
static const float WEIGHTS_FOOT_DESIGN = 32; /* a bar below each weight matrix */
/* the bias, a row below each weight matrix */
static const float BIAS_DESIGN = 9, BIAS_GAP_DESIGN = 4;
static const float FLAT = 0.6f; /* a weight matrix lower than this share of its width is flat */

/* The height of n rows that share so much room with others, with what stands below them. */
static float rows_height(const Scene *scene, int n, float room, float row_most_design) {
  if (n == trace_token_count(scene->trace)) return stage_rows_height(scene, room, row_most_design);
  float row = fminf(room / (float)n, stage_points(scene, row_most_design));
  return (row >= 12 ? floorf(row) : row) * (float)n;
}

int qkv_rows(const Scene *scene, TracePart part) {
  bool is_of_keys = trace_part_info(part)->rows == SIZE_KEYS;
  return is_of_keys ? trace_key_count(scene->trace) : trace_token_count(scene->trace);
}

static float band_height(const Scene *scene, Box inner) {
  return (inner.h - 2 * stage_points(scene, BETWEEN_DESIGN)) / 3;
}

/* A bar below a weight matrix that is already flat would take half of its height. */
static bool is_flat(const Scene *scene, Box inner, float width) {
  float above_bar = stage_points(scene, NAME_DESIGN + WEIGHTS_FOOT_DESIGN);
  return band_height(scene, inner) - above_bar < FLAT * width;
}

/* Weight matrices are higher than their results, whose rows are as high as those of X. */
static void place_bands(const Scene *scene, QkvPlace *place, Box inner, Widths widths) {
  float name = stage_points(scene, NAME_DESIGN), between = stage_points(scene, BETWEEN_DESIGN);
  float foot = place->bars_are_above ? 0 : stage_points(scene, WEIGHTS_FOOT_DESIGN);
  float band = band_height(scene, inner);
  float weights_x = place->x.x + widths.x + widths.ribbon;
  float result_x = weights_x + widths.weights + widths.ribbon + place->label_width_right;
  float of_queries = rows_height(scene, qkv_rows(scene, TRACE_Q), band - name, 26);
  float of_keys = rows_height(scene, qkv_rows(scene, TRACE_K), band - name, 26);
  float highest = fmaxf(of_queries, of_keys);
  float block = name + fmaxf(highest, fminf(band - name, widths.weights * 1.6f));
  float step = fminf(band + between, block + stage_points(scene, 28));
  float top = inner.y + (inner.h - 2 * step - block) / 2;
  for (int i = 0; i < 3; i++) {
    float y = floorf(top + (float)i * step + name);
    place->bands[i] = qkv_bands[i];
    Box map = {weights_x, y, widths.weights, block - name - foot};
    if (trace_has_part(scene->trace, qkv_bands[i].bias)) {
      map.h -= stage_points(scene, BIAS_DESIGN + BIAS_GAP_DESIGN);
      place->bands[i].bias_cells =
          (Box){map.x, map.y + map.h + stage_points(scene, BIAS_GAP_DESIGN), map.w,
                stage_points(scene, BIAS_DESIGN)};
    }
    float height = qkv_bands[i].id == PROJECTION_Q ? of_queries : of_keys;
    place->bands[i].weights_cells = map;
    place->bands[i].cells =
        (Box){result_x, y + floorf((block - name - height) / 2), widths.result, height};
  }
}

/* X, and below it Y where there is one, with one bar below both. Of many rows and few, the few keep
** a third of the room, or all that they need. */
static void place_inputs(const Scene *scene, QkvPlace *place, Box inner, float left, float width) {
  float top = stage_points(scene, 44), foot = stage_points(scene, 48);
  float room = inner.h - top - foot;
  if (!scene_has_other_sentence(scene)) {
    float height = stage_rows_height(scene, room, INPUT_ROW_DESIGN);
    place->x = (Box){left, floorf(inner.y + (room - height) / 2 + top), width, height};
    return;
  }
  int queries = qkv_rows(scene, TRACE_Q), keys = qkv_rows(scene, TRACE_K);
  float both = room - top, row = stage_points(scene, INPUT_ROW_DESIGN);
  float least = fminf((float)queries * row, both / 3),
        most = both - fminf((float)keys * row, both / 3);
  float of_queries = float_clamp(both * (float)queries / (float)(queries + keys), least, most);
  float x = rows_height(scene, queries, of_queries, INPUT_ROW_DESIGN);
  float y = rows_height(scene, keys, both - of_queries, INPUT_ROW_DESIGN);
  place->x = (Box){left, floorf(inner.y + (room - top - x - y) / 2 + top), width, x};
  place->y = (Box){left, place->x.y + x + top, width, y};
}

static const float BANDS_LOW = 200; /* in a low box */

/* Larger cells of the row are worth lower bands before a class; else only beside high ones, which
** larger text makes no higher. */
static float bands_least(const Scene *scene) {
  float plain = scene->plain_text_scale;
  if (stage_is_for_afar(scene)) return 240;
  return 430 * (plain > 0 ? fminf(plain / scene->pen.text_scale, 1) : 1);
}

/* What a page gives to them above the bands, which keep their names; design. */
static const float ROWS_OF_PAGE = 192;

static bool has_rows(const Scene *scene, Box box) {
  return followed_rows_height(scene, 3, box.h - stage_points(scene, 24), bands_least(scene)) > 0;
}

/* On a narrow page X alone names the rows, and Q, K and V have the room. */
static bool names_results(float width, float names) {
  const float most = 0.115f;
  return names <= most * width;
}

static void measure_printed_names(const Scene *scene, float width, QkvPlace *place) {
  const float of_bar = 26; /* that is wider than its weight matrix */
  float names = matrix_label_width(scene, 104);
  place->names_results = names_results(width, names);
  place->label_width_right =
      place->names_results ? names + stage_points(scene, 6) : stage_points(scene, of_bar);
}

/* The bars are below the weight matrices, unless those would be flat. */
QkvPlace qkv_place(const Scene *scene, Box box) {
  if (qkv_is_column(scene, (Point){box.w, box.h})) return qkv_column_place(scene, box);
  QkvPlace place = {0};
  Box inner = box_inset(box, stage_points(scene, has_rows(scene, box) ? 12 : 20));
  place.rows = followed_rows_take(scene, &inner,
                                  (FollowedRoom){.count = 3, .least_design = bands_least(scene)});
  place.rows_are_low = place.rows.h <= 0;
  if (place.rows_are_low) place.rows = followed_rows_take_low(scene, &inner, 3, BANDS_LOW);
  float least = stage_points(scene, 44), wanted = matrix_label_width(scene, 104);
  bool is_of_print = pen_is_of_print(&scene->pen); /* where no word is smaller */
  float of_left = is_of_print ? 0.2f : 0.17f, of_right = is_of_print ? 0.19f : 0.15f;
  place.label_width = float_clamp(wanted, least, inner.w * of_left);
  place.label_width_right = fminf(place.label_width, inner.w * of_right);
  if (is_of_print) measure_printed_names(scene, inner.w, &place);
  float room = inner.w - place.label_width - place.label_width_right;
  Widths widths = share_widths(scene, room);
  place.bars_are_above = is_flat(scene, inner, widths.weights);
  float whole = place.label_width + widths.x + 2 * widths.ribbon + widths.weights +
                place.label_width_right + widths.result + widths.bar;
  float left = floorf(inner.x + (inner.w - whole) / 2);
  place_inputs(scene, &place, inner, left + place.label_width, widths.x);
  place_bands(scene, &place, inner, widths);
  return place;
}

float qkv_named_height(const Scene *scene, float width) {
  if (qkv_is_column(scene, (Point){width, 0})) return qkv_column_height(scene);
  static const float rows_most = 300; /* at which the names of rows have their size */
  float names = matrix_label_width(scene, 104), around = stage_points(scene, 2 * 20);
  bool is_print = pen_is_of_print(&scene->pen);
  float row = !is_print || names_results(width - around, names) ? 15 : 9;
  float rows = fminf((float)trace_token_count(scene->trace) * row, rows_most);
  float bands = 3 * (NAME_DESIGN + rows) + 2 * BETWEEN_DESIGN;
  bool has_digits = followed_rows_height(scene, 3, stage_points(scene, bands + ROWS_OF_PAGE),
                                         bands_least(scene)) > 0;
  if (is_print && has_digits) bands += ROWS_OF_PAGE;
  if (!scene_has_other_sentence(scene)) return stage_points(scene, bands + 2 * 20);
  const float input = 16, around_inputs = 2 * 44 + 48; /* X above Y */
  float inputs = (float)(qkv_rows(scene, TRACE_Q) + qkv_rows(scene, TRACE_K)) * input;
  return stage_points(scene, fmaxf(bands, fminf(inputs, rows_most) + around_inputs) + 2 * 20);
}
