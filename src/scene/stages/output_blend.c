/* scene/stages/output_blend.c -- the followed row of the weighted sum in one line of words:
**
**   0.804 · animal  +  0.168 · street  +  0.008 · it  +  …  =  output of it
**   Output(it, 2) = 0.804 × (−1.897) + 0.168 × 0.484 + … = −1.446       with a number chosen */
#include "scene/stages/output.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/number.h"
#include "scene/stages/pair_stage.h"

static const float BLEND_SIZE = 13; /* design, of the line at the foot */

/* Those that the sum names. */
static int named_terms(const Scene *scene, int row, int keys[OUTPUT_TERMS_MOST]) {
  return output_heaviest(scene, row, OUTPUT_TERM_LEAST, keys, OUTPUT_TERMS_MOST);
}

static Str short_label(const Scene *scene, const TraceToken *token) {
  TextStyle style = {FACE_SEMIBOLD, 12, scene->pen.theme->ink, ALIGN_START};
  Str name = quoted_name(scene->pen.list->arena, token->label);
  return pen_fit(&scene->pen, style, stage_points(scene, 84), name);
}

/* As wide as the place of the blend; before a class as large as that permits. */
static void draw_blend_line(const Scene *scene, const OutputPlace *place, Str words) {
  const Pen *pen = &scene->pen;
  bool presented = stage_is_for_afar(scene);
  Box line = place->line;
  TextStyle style = {FACE_SEMIBOLD, BLEND_SIZE, pen->theme->ink, ALIGN_MIDDLE};
  float width = pen_width(pen, style, words);
  if (presented) style.size *= float_clamp(line.w / fmaxf(width, 1) * 0.98f, 1, 1.5f);
  pen_text_in(pen, style, line, words);
}

/* The first `count` terms; "…" means that the rest is not 0. */
static Str terms_words(const Scene *scene, int row, const int *keys, int count) {
  assert(row >= 0 && count >= 0);
  StrBuf words = strbuf_make(scene->pen.list->arena);
  int shown = 0;
  for (int i = 0; i < count; i++, shown++) {
    float share = output_share(scene, row, keys[i]);
    if (i > 0 && share < NUMBER_SHARE_LEAST) break; /* the first term always, however small */
    Str label = short_label(scene, trace_key(scene->trace, keys[i]));
    if (i > 0) strbuf_add(&words, STR("  +  "));
    strbuf_format(&words, "%s · %.*s", number_weight(share).at, (int)label.bytes, label.at);
  }
  double rest = output_share_of_rest(scene, row, keys, shown);
  if (scene_row_hidden(scene, row)) strbuf_add(&words, str_from(_("0: it attends to nothing")));
  else if (shown == 0 && rest == 0) strbuf_add(&words, str_from(_("0: all of it is left out")));
  else if (rest > 0.005) strbuf_add(&words, STR("  +  …"));
  if (shown > 0 && output_has_relative(scene)) strbuf_add(&words, STR("  +  R"));
  return strbuf_str(&words);
}

static const char *output_words(const Scene *scene, int row) {
  Str own = short_label(scene, trace_token(scene->trace, row));
  return str_format(scene->pen.list->arena, _("output of %.*s"), (int)own.bytes, own.at);
}

/* Of nothing the line begins with the output, or else ends with it. */
static Str sentence_words(const Scene *scene, int row, const int *keys, int count) {
  Str terms = terms_words(scene, row, keys, count);
  const char *output = output_words(scene, row);
  bool is_sum = count > 0 && !scene_row_hidden(scene, row);
  return str_from(
      is_sum
          ? str_format(scene->pen.list->arena, "%.*s  =  %s", (int)terms.bytes, terms.at, output)
          : str_format(scene->pen.list->arena, "%s  =  %.*s", output, (int)terms.bytes, terms.at));
}

Str output_row_line(const Scene *scene, int row) {
  enum { NAMED = 2 };
  int keys[OUTPUT_TERMS_MOST], count = int_min(named_terms(scene, row, keys), NAMED);
  Str terms = terms_words(scene, row, keys, count);
  return str_from(str_format(scene->pen.list->arena, "%s: %.*s", output_words(scene, row),
                             (int)terms.bytes, terms.at));
}

/* With at most four terms, and no more than have room: a number cut by the edge could be
** misread. */
static void draw_sentence(const Scene *scene, const OutputPlace *place, int row) {
  int keys[OUTPUT_TERMS_MOST], count = named_terms(scene, row, keys);
  TextStyle style = {FACE_SEMIBOLD, BLEND_SIZE, COLOR_NONE, ALIGN_MIDDLE};
  Str words = sentence_words(scene, row, keys, count);
  while (count > 1 && pen_width(&scene->pen, style, words) > place->line.w)
    words = sentence_words(scene, row, keys, --count);
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
    Number value = number_term(mat_get(v, keys[i], col));
    bool is_negative = number_is_negative(number_str(&value));
    strbuf_format(&words, is_negative ? "%s × (%s)" : "%s × %s", number_weight(share).at, value.at);
  }
  bool has_rest =
      output_share_of_rest(scene, row, keys, count) > 0.0005 || output_has_relative(scene);
  if (has_rest && count > 0) strbuf_add(&words, STR(" + …"));
  if (count > 0) strbuf_add(&words, STR(" = "));
  strbuf_add(&words,
             str_from(number_term(mat_get(stage_matrix(scene, TRACE_OUTPUT), row, col)).at));
  return strbuf_str(&words);
}

/* With as many of the heaviest products as the line has room for. */
static void draw_sum(const Scene *scene, const OutputPlace *place, int row, int col) {
  int keys[OUTPUT_TERMS_MOST], count = named_terms(scene, row, keys);
  TextStyle style = {FACE_SEMIBOLD, BLEND_SIZE, COLOR_NONE, ALIGN_MIDDLE};
  Str words = sum_words(scene, row, col, keys, count);
  while (count > 1 && pen_width(&scene->pen, style, words) > place->line.w)
    words = sum_words(scene, row, col, keys, --count);
  draw_blend_line(scene, place, words);
}

bool output_number_is_told(const Scene *scene, int row, int col) {
  MatView output = stage_matrix(scene, TRACE_OUTPUT),
          v = stage_matrix(scene, trace_values(scene->trace));
  return row >= 0 && row < output.rows && col >= 0 && col < output.cols && col < v.cols &&
         scene_may_tell(scene, STAGE_OUTPUT, row, col);
}

bool output_tells_chosen(const Scene *scene) {
  int row, col;
  stage_focus(scene, &row, &col);
  return stage_is_for_afar(scene) && output_number_is_told(scene, row, col);
}

/* What the row is made of; with a number chosen, what the number is made of. */
void output_line_draw(const Scene *scene, const OutputPlace *place, int row) {
  int focus, col;
  stage_focus(scene, &focus, &col);
  if (output_number_is_told(scene, focus, col)) draw_sum(scene, place, focus, col);
  else draw_sentence(scene, place, row);
}
