/* scene/stages/output_blend.c -- the followed row of the weighted sum, written out.
**
**   output of it = 0.774 · animal + 0.187 · street + …      one line, and below it the strips:
**        0.774 ×  [ V of animal, times its weight ]  animal
**      + 0.187 ×  [ V of street, times its weight ]  street
**              =  [ the output's row ]               output of it
**
** Without room for strips and with a number chosen the line adds up the products of that number. */
#include "scene/stages/output.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "scene/stages/pair_stage.h"

static const float BLEND_SIZE = 13; /* design, of the line at the foot */

float output_share(const Scene *scene, int row, int key) {
  assert(row >= 0 && key >= 0);
  return mat_get(stage_matrix(scene, trace_output_weights(scene->trace)), row, key);
}

MatView output_weighted_values(const Scene *scene, int row) {
  MatView v = stage_matrix(scene, trace_values(scene->trace));
  float *products =
      arena_take(scene->pen.list->arena, (size_t)v.rows * (size_t)v.cols, sizeof *products);
  if (!products) {
    scene->pen.list->failed = true;
    return (MatView){0};
  }
  for (int key = 0; key < v.rows; key++)
    for (int c = 0; c < v.cols; c++)
      products[key * v.cols + c] = output_share(scene, row, key) * mat_get(v, key, c);
  return (MatView){products, v.rows, v.cols, v.cols};
}

int output_heaviest(const Scene *scene, int row, float least, int *keys, int most) {
  assert(row >= 0 && row < trace_token_count(scene->trace) && most > 0);
  int count = 0, total = trace_key_count(scene->trace);
  for (int key = 0; key < total; key++) {
    float share = output_share(scene, row, key);
    if (!(share >= least)) continue;
    int at = count < most ? count++ : most;
    while (at > 0 && share > output_share(scene, row, keys[at - 1])) {
      if (at < most) keys[at] = keys[at - 1];
      at--;
    }
    if (at < most) keys[at] = key;
  }
  return count;
}

/* Those that the sum names. */
static int named_terms(const Scene *scene, int row, int keys[OUTPUT_TERMS_MOST]) {
  return output_heaviest(scene, row, OUTPUT_TERM_LEAST, keys, OUTPUT_TERMS_MOST);
}

/* Rows for distances are added to the values too (M-63). */
static bool has_relative(const Scene *scene) {
  return trace_has_part(scene->trace, TRACE_RELATIVE_VALUE);
}

/* What the keys beyond the first `count` have of the row, which need not sum to 1. */
static double share_of_rest(const Scene *scene, int row, const int *keys, int count) {
  double rest = 0;
  for (int key = 0; key < trace_key_count(scene->trace); key++)
    rest += (double)output_share(scene, row, key);
  for (int i = 0; i < count; i++) rest -= (double)output_share(scene, row, keys[i]);
  return rest;
}

static Str short_label(const Scene *scene, const TraceToken *token) {
  TextStyle style = {FACE_SEMIBOLD, 12, scene->pen.theme->ink, ALIGN_START};
  return pen_fit(&scene->pen, style, stage_points(scene, 84), token->label);
}

/* With the strips there is room for each product; without them the line adds up. */
static bool has_strips(const Scene *scene, const OutputPlace *place) {
  return place->blend.h > stage_points(scene, 40);
}

/* As wide as the place of the blend; before a class as large as that permits. */
static void draw_blend_line(const Scene *scene, const OutputPlace *place, Str words) {
  const Pen *pen = &scene->pen;
  bool presented = stage_is_for_afar(scene);
  Box line = {place->blend.x, place->blend.y, place->blend.w,
              stage_points(scene, presented ? 32 : 20)};
  TextStyle style = {FACE_SEMIBOLD, BLEND_SIZE, pen->theme->ink, ALIGN_MIDDLE};
  float width = pen_width(pen, style, words);
  if (presented) style.size *= float_clamp(line.w / fmaxf(width, 1) * 0.98f, 1, 1.5f);
  pen_text_in(pen, style, line, words);
}

/* The first `count` terms; "…" means that the rest is not 0. Above the strips, which end in the
** output, the line begins with it; alone it ends with it. */
static Str sentence_words(const Scene *scene, int row, const int *keys, int count, bool is_alone) {
  assert(row >= 0 && count >= 0);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  Str own = short_label(scene, trace_token(scene->trace, row));
  const char *output =
      str_format(scene->pen.list->arena, _("output of %.*s"), (int)own.bytes, own.at);
  is_alone = is_alone && count > 0 && !scene_row_hidden(scene, row);
  if (!is_alone) strbuf_format(&words, "%s  =  ", output);
  int shown = 0;
  for (int i = 0; i < count; i++, shown++) {
    float share = output_share(scene, row, keys[i]);
    if (i > 0 && share < NUMBER_SHARE_LEAST) break; /* the first term always, however small */
    Str label = short_label(scene, trace_key(scene->trace, keys[i]));
    if (i > 0) strbuf_add(&words, STR("  +  "));
    strbuf_format(&words, "%s · %.*s", number_weight(share).at, (int)label.bytes, label.at);
  }
  double rest = share_of_rest(scene, row, keys, shown);
  if (scene_row_hidden(scene, row)) strbuf_add(&words, str_from(_("0: it attends to nothing")));
  else if (shown == 0 && rest == 0) strbuf_add(&words, str_from(_("0: all of it is left out")));
  else if (rest > 0.005) strbuf_add(&words, STR("  +  …"));
  if (shown > 0 && has_relative(scene)) strbuf_add(&words, STR("  +  R"));
  if (is_alone) strbuf_format(&words, "  =  %s", output);
  return strbuf_str(&words);
}

/* "output of it = 0.967 · animal + 0.015 · didn't + …", with at most four terms, and no more than
** the line has room for: a number cut by the edge could be misread. */
static void draw_sentence(const Scene *scene, const OutputPlace *place, int row) {
  int keys[OUTPUT_TERMS_MOST], count = named_terms(scene, row, keys);
  TextStyle style = {FACE_SEMIBOLD, BLEND_SIZE, COLOR_NONE, ALIGN_MIDDLE};
  bool is_alone = !has_strips(scene, place);
  Str words = sentence_words(scene, row, keys, count, is_alone);
  while (count > 1 && pen_width(&scene->pen, style, words) > place->blend.w)
    words = sentence_words(scene, row, keys, --count, is_alone);
  draw_blend_line(scene, place, words);
}

/* The first `count` products of the number and their sum. */
static Str sum_words(const Scene *scene, int row, int col, const int *keys, int count) {
  assert(col >= 0 && count >= 0);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  MatView v = stage_matrix(scene, trace_values(scene->trace));
  Str own = short_label(scene, trace_token(scene->trace, row));
  strbuf_format(&words, C_("a number of a matrix, its row and its column", "%s(%.*s, %s)"),
                stage_part_title(TRACE_OUTPUT), (int)own.bytes, own.at,
                str_format(scene->pen.list->arena, "%d", col + 1));
  strbuf_add(&words, STR(" = "));
  for (int i = 0; i < count; i++) {
    float share = output_share(scene, row, keys[i]);
    if (i > 0) strbuf_add(&words, STR(" + "));
    strbuf_format(&words, "%s × %s", number_weight(share).at,
                  number_term(mat_get(v, keys[i], col)).at);
  }
  bool has_rest = share_of_rest(scene, row, keys, count) > 0.0005 || has_relative(scene);
  if (has_rest && count > 0) strbuf_add(&words, STR(" + …"));
  if (count > 0) strbuf_add(&words, STR(" = "));
  strbuf_add(&words,
             str_from(number_term(mat_get(stage_matrix(scene, TRACE_OUTPUT), row, col)).at));
  return strbuf_str(&words);
}

/* "Output(it, 2) = 0.774 × −0.523 + 0.187 × −0.055 + … = −0.404", with as many of the heaviest
** products as the line has room for. */
static void draw_sum(const Scene *scene, const OutputPlace *place, int row, int col) {
  int keys[OUTPUT_TERMS_MOST], count = named_terms(scene, row, keys);
  TextStyle style = {FACE_SEMIBOLD, BLEND_SIZE, COLOR_NONE, ALIGN_MIDDLE};
  Str words = sum_words(scene, row, col, keys, count);
  while (count > 1 && pen_width(&scene->pen, style, words) > place->blend.w)
    words = sum_words(scene, row, col, keys, --count);
  draw_blend_line(scene, place, words);
}

static bool is_number(const Scene *scene, int row, int col) {
  MatView output = stage_matrix(scene, TRACE_OUTPUT),
          v = stage_matrix(scene, trace_values(scene->trace));
  return row >= 0 && row < output.rows && col >= 0 && col < output.cols && col < v.cols &&
         scene_may_tell(scene, STAGE_OUTPUT, row, col);
}

bool output_tells_chosen(const Scene *scene) {
  int row, col;
  stage_focus(scene, &row, &col);
  return stage_is_for_afar(scene) && is_number(scene, row, col);
}

/* What the row is made of; with a number chosen and no strips, what the number is made of. */
static void draw_line_of(const Scene *scene, const OutputPlace *place, int row) {
  int focus, col;
  stage_focus(scene, &focus, &col);
  if (is_number(scene, focus, col) && !has_strips(scene, place)) draw_sum(scene, place, focus, col);
  else draw_sentence(scene, place, row);
}

typedef struct Term {
  TracePart part;
  MatView values; /* [1, columns] */
  int index;
  float step;         /* from one strip to the next */
  const char *factor; /* "0.97 ×" */
  Str name;
  bool is_sum;
} Term;

static Box term_strip(const Scene *scene, const OutputPlace *place, int index, float step) {
  float width = fminf(place->blend.w * 0.4f, stage_points(scene, 320));
  float y = place->blend.y + stage_points(scene, 30) + (float)index * step;
  return (Box){place->blend.x + (place->blend.w - width) / 2, y, width, step * 0.7f};
}

/* The number of a column in focus is at the end of its strip; the sum is below a line. */
static void draw_term(const Scene *scene, const OutputPlace *place, const Term *term) {
  const Pen *pen = &scene->pen;
  float gap = stage_points(scene, 10), end = place->blend.x + place->blend.w;
  Box strip = term_strip(scene, place, term->index, term->step);
  Color color = scene_part_color(pen->theme, term->part);
  Box factor = {strip.x - gap - stage_points(scene, 80), strip.y, stage_points(scene, 80), strip.h};
  pen_text_in(pen, (TextStyle){FACE_MONO, 12, pen->theme->ink, ALIGN_END}, factor,
              str_from(term->factor));
  ColorRange range =
      scene_range(scene, trace_values(scene->trace), scene->view->layer, scene->view->head);
  if (term->is_sum && scene_is_covered(scene))
    draw_box(pen->list, (DrawBox){.box = strip, .fill = pen->theme->empty_cell});
  else stage_values_draw(scene, &(StageStrip){term->part, term->values, range, -1}, strip);
  int row, col;
  stage_focus(scene, &row, &col);
  bool has_number =
      col >= 0 && col < term->values.cols && scene_may_tell(scene, STAGE_OUTPUT, row, col);
  float x = strip.x + strip.w + gap, number_w = has_number ? stage_points(scene, 56) : 0;
  if (has_number) {
    Number number = number_weight(mat_get(term->values, 0, col));
    TextStyle style = {term->is_sum ? FACE_MONO_BOLD : FACE_MONO, 13, pen->theme->ink, ALIGN_END};
    pen_text_in(pen, style, (Box){x, strip.y, number_w, strip.h}, number_str(&number));
    x += number_w + gap;
  }
  pen_text_in(pen, (TextStyle){FACE_SEMIBOLD, 12, color, ALIGN_START},
              (Box){x, strip.y, end - x, strip.h}, term->name);
  float line = strip.y - term->step * 0.15f;
  if (term->is_sum)
    draw_line(pen->list, (Point){strip.x, line},
              (Point){strip.x + strip.w + (has_number ? gap + number_w : 0), line}, 1,
              pen->theme->muted);
}

static void outline_column(const Scene *scene, const OutputPlace *place, int columns, int last,
                           float step) {
  int row, col;
  stage_focus(scene, &row, &col);
  if (col < 0 || col >= columns) return;
  Box from = term_strip(scene, place, 0, step), to = term_strip(scene, place, last, step);
  float cell = from.w / (float)columns;
  matrix_focus_outline(scene, (Box){from.x + (float)col * cell, from.y, cell, to.y + to.h - from.y},
                       2);
}

/* What the rows for distances add, where it is worked out. */
static bool draw_relative(const Scene *scene, const OutputPlace *place, int row, int index,
                          float step) {
  const Workings *w = scene->workings;
  if (!w || w->query != row || !w->relative_blend) return false;
  draw_term(scene, place,
            &(Term){.part = TRACE_V,
                    .values = {w->relative_blend, 1, w->d_value, w->d_value},
                    .index = index,
                    .step = step,
                    .factor = "+",
                    .name = str_from(_("R, for distances"))});
  return true;
}

/* Each strip is weight × value on the scale of V, so that those below add up to the last. With few
** terms the strips are higher. */
static void draw_terms(const Scene *scene, const OutputPlace *place, int row) {
  const Pen *pen = &scene->pen;
  int keys[OUTPUT_TERMS_MOST], count = named_terms(scene, row, keys);
  MatView products = output_weighted_values(scene, row), output = stage_matrix(scene, TRACE_OUTPUT);
  float room = place->blend.h - stage_points(scene, 30);
  float step = fminf(room / (float)(count + 1 + has_relative(scene)), stage_points(scene, 36));
  if (!products.at || row >= output.rows) return;
  bool has_rest = share_of_rest(scene, row, keys, count) > 0.0005;
  for (int i = 0; i < count; i++) {
    float share = output_share(scene, row, keys[i]);
    const char *factor =
        str_format(pen->list->arena, "%s%s ×", i > 0 ? "+ " : "", number_weight(share).at);
    Str name = trace_key(scene->trace, keys[i])->label;
    if (has_rest && i == count - 1)
      name = str_from(str_format(pen->list->arena, "%.*s  + …", (int)name.bytes, name.at));
    draw_term(scene, place,
              &(Term){.part = trace_values(scene->trace),
                      .values = {mat_row(products, keys[i]), 1, products.cols, products.cols},
                      .index = i,
                      .step = step,
                      .factor = factor,
                      .name = name});
  }
  if (count == 0) return;
  int last = count + draw_relative(scene, place, row, count, step);
  Str own = short_label(scene, trace_token(scene->trace, row));
  draw_term(scene, place,
            &(Term){.part = TRACE_OUTPUT,
                    .values = {mat_row(output, row), 1, output.cols, output.stride},
                    .index = last,
                    .step = step,
                    .factor = "=",
                    .name = str_from(
                        str_format(pen->list->arena, _("output of %.*s"), (int)own.bytes, own.at)),
                    .is_sum = true});
  outline_column(scene, place, output.cols, last, step);
}

void output_blend_draw(const Scene *scene, const OutputPlace *place, int row) {
  draw_line_of(scene, place, row);
  if (has_strips(scene, place)) draw_terms(scene, place, row);
}
