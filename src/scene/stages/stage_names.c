/* scene/stages/stage_names.c -- what the parts of a stage are called, their shapes and numbers in
** words, and the name above a matrix. */
#include "scene/stages/stage.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "scene/layer_words.h"

/* -- parts ------------------------------------------------------------------------------------- */

TracePart stage_result(StageId stage) { return trace_stage_result(stage); }

const char *stage_part_title(TracePart part) { return _(trace_part_info(part)->title); }

const char *stage_part_name(const Scene *scene, TracePart part) {
  int layer = scene->view->layer;
  bool is_input = part == TRACE_INPUT && layer_count_before(scene->trace, layer) > 0;
  if (!is_input && part != TRACE_BLOCK) return stage_part_title(part);
  return str_format(scene->pen.list->arena, "%s %s", stage_part_title(part),
                    captions_stream(scene, 'X', is_input ? layer : layer + 1));
}

const char *stage_part_note(const Scene *scene, TracePart part) {
  if (part == TRACE_INPUT) return captions_stream_source(scene);
  int first = trace_first_layer(scene->trace);
  if (part != TRACE_X || scene->view->layer == first) return NULL;
  if (trace_half(scene->trace) == HALF_NONE) return _("goes into layer 1");
  return str_format(scene->pen.list->arena,
                    C_("of rows, by the layer that reads them", "goes into %s"),
                    layer_words(scene->pen.list->arena, scene->trace, first));
}

const char *stage_part_symbol(TracePart part) {
  static const char *const symbols[TRACE_PART_COUNT] = {[TRACE_Q] = "Q",
                                                        [TRACE_K] = "K",
                                                        [TRACE_V] = "V",
                                                        [TRACE_Q_ROTATED] = "Q_R",
                                                        [TRACE_K_ROTATED] = "K_R",
                                                        [TRACE_K_PROJECTED] = "K′",
                                                        [TRACE_V_PROJECTED] = "V′",
                                                        [TRACE_FEATURES_Q] = "φ(Q)",
                                                        [TRACE_FEATURES_K] = "φ(K)"};
  assert(part >= 0 && part < TRACE_PART_COUNT);
  return symbols[part];
}

const char *stage_queries_symbol(const Scene *scene) {
  return stage_part_symbol(trace_score_queries(scene->trace));
}

const char *stage_keys_symbol(const Scene *scene) {
  return stage_part_symbol(trace_score_keys(scene->trace));
}

const char *stage_values_symbol(const Scene *scene) {
  return stage_part_symbol(trace_values(scene->trace));
}

/* -- numbers ----------------------------------------------------------------------------------- */

MatView stage_matrix(const Scene *scene, TracePart part) {
  return trace_matrix(scene->trace, part, scene->view->layer, scene->view->head);
}

Str stage_shape(const Scene *scene, MatView m) {
  return str_from(number_shape(scene->pen.list->arena, m.rows, m.cols));
}

const char *stage_place_words(const Scene *scene, int row, int col) {
  assert(row >= 0 && row < trace_token_count(scene->trace) && col >= 0);
  Str name = scene_named(scene, row);
  return str_format(scene->pen.list->arena, _("token %.*s, column %d"), (int)name.bytes, name.at,
                    col + 1);
}

Number stage_number(const Scene *scene, TracePart part, int row, int col) {
  assert(row >= 0 && col >= 0);
  MatView matrix = stage_matrix(scene, part);
  if (row >= matrix.rows || col >= matrix.cols || !trace_has_part(scene->trace, part))
    return (Number){"–"};
  float value = mat_get(matrix, row, col);
  /* as the panel of its own stage adds it up; that of the layer's output has fewer digits */
  bool is_sum =
      (part == TRACE_OUTPUT || part == TRACE_ATTN_PROJ) && part == stage_result(scene->view->stage);
  if (is_sum) return number_term(value);
  return trace_part_info(part)->by_pair ? number_full(value) : number_hundredths(value);
}

Number stage_number_afar(const Scene *scene, TracePart part, int row, int col) {
  MatView matrix = stage_matrix(scene, part);
  bool is_there = row < matrix.rows && col < matrix.cols && trace_has_part(scene->trace, part);
  return part == TRACE_ATTN_PROJ && is_there ? number_hundredths(mat_get(matrix, row, col))
                                             : stage_number(scene, part, row, col);
}

/* -- the name above a matrix ------------------------------------------------------------------- */

float stage_small_print(const Scene *scene) {
  const float usual = 10.5f, width = 1920, height = 1080, high = 18;
  const DrawList *list = scene->pen.list;
  if (!scene_is_presented(scene)) return usual;
  float points = high * fminf(list->width_pt / width, list->height_pt / height) / TEXT_CAP_HEIGHT;
  return fmaxf(usual, points / scene->pen.text_scale);
}

float stage_name_size(const Scene *scene) { return scene_is_presented(scene) ? 16 : 14; }

/* Columns narrower than a point are merged into stripes: "6 × 768 · 7 columns a stripe". */
static Str shape_with_stripes(const Scene *scene, MatView values, float cells_w) {
  int columns = cells_w > 0 ? (int)ceilf((float)values.cols / cells_w) : 1;
  const char *shape = stage_shape(scene, values).at;
  Arena *arena = scene->pen.list->arena;
  if (columns < 2) return str_from(shape);
  return str_from(str_format(
      arena, P_("%s · %d column a stripe", "%s · %d columns a stripe", columns), shape, columns));
}

/* On a page a name of several words has two lines rather than being cut. */
static void draw_name_in_lines(const Pen *pen, TextStyle style, const StageName *name) {
  const char *space = strchr(name->symbol, ' ');
  Str first = {name->symbol, (size_t)(space - name->symbol)}, rest = str_from(space + 1);
  Point above = {name->baseline.x, name->baseline.y - pen_points(pen, style.size) * 1.05f};
  style.align = name->align;
  pen_text(pen, style, above, pen_fit(pen, style, name->room, first));
  pen_text(pen, style, name->baseline, pen_fit(pen, style, name->room, rest));
}

/* In a product each symbol has the colour of its role, as in the formula. */
static void draw_factor_and_symbol(const Pen *pen, TextStyle symbol, Point at,
                                   const StageName *name) {
  if (name->factor) {
    TextStyle factor = symbol;
    factor.color = pen->theme->weights;
    at.x += pen_symbol(pen, factor, at, str_from(name->factor));
  }
  pen_symbol(pen, symbol, at, str_from(name->symbol));
}

void stage_name_draw(const Scene *scene, const StageName *name) {
  const Pen *pen = &scene->pen;
  TextStyle symbol = {FACE_BOLD, name->size, scene_part_color(pen->theme, name->part), ALIGN_START};
  TextStyle small = {FACE_MONO, fminf(stage_small_print(scene), name->size), pen->theme->muted,
                     ALIGN_START};
  MatView values = stage_matrix(scene, name->part);
  bool is_of_keys = trace_part_info(name->part)->per_key_head;
  bool turned = name->is_turned || (is_of_keys && str_ends(str_from(name->symbol), "ᵀ"));
  if (turned) values = (MatView){values.at, values.cols, values.rows, values.stride};
  Str shape = shape_with_stripes(scene, values, name->cells_w);
  float gap = stage_points(scene, 8), first = pen_symbol_width(pen, symbol, str_from(name->symbol));
  if (name->factor) first += pen_symbol_width(pen, symbol, str_from(name->factor));
  float both = first + gap + pen_width(pen, small, shape);
  if (name->note) {
    Str noted = str_from(
        str_format(scene->pen.list->arena, "%.*s · %s", (int)shape.bytes, shape.at, name->note));
    float whole = first + gap + pen_width(pen, small, noted);
    if (whole <= name->room) both = whole, shape = noted;
  }
  bool fits = both <= name->room;
  float width = fits ? both : first;
  float x = name->baseline.x;
  if (name->align == ALIGN_MIDDLE) x -= width / 2;
  if (name->align == ALIGN_END) x -= width;
  if (width <= name->room + 0.5f)
    draw_factor_and_symbol(pen, symbol, (Point){x, name->baseline.y}, name);
  else if (pen_is_of_print(pen) && strchr(name->symbol, ' ')) draw_name_in_lines(pen, symbol, name);
  else {
    symbol.align = name->align;
    pen_text(pen, symbol, name->baseline, pen_fit(pen, symbol, name->room, str_from(name->symbol)));
  }
  if (fits) pen_text(pen, small, (Point){x + first + gap, name->baseline.y}, shape);
}
