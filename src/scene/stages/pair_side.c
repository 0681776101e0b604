/* scene/stages/pair_side.c -- name, size and colour bar of a matrix by pair, with the words that
** say what its colours and numbers are: beside it or below. */
#include "scene/stages/pair_stage.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/matrix/threshold.h"
#include "scene/number.h"
#include "scene/stages/pair_place.h"

static const char *bar_words(const Scene *scene, const PairPlace *place, TracePart part) {
  const char *rule = stage_range_rule(scene, part);
  if (place->cells.w * scene->view->zoom < (float)trace_key_count(scene->trace) ||
      place->cells.h * scene->view->zoom < (float)trace_token_count(scene->trace))
    return _("cells under a point: colours mix; zoom or lens (z)");
  if (threshold_is_on(scene->view, part))
    return str_format(scene->pen.list->arena, _("keys that hold %g %% of each row; others covered"),
                      (double)scene->view->threshold);
  if (scene_is_covered(scene))
    return str_format(scene->pen.list->arena, _("%s; not shown yet"), rule);
  const char *used = scene_used_words(scene, part);
  /* beside a bar that tells the used range by a bracket, and the words of the stage */
  const PairStage *pair = pair_stage_of(part);
  if (place->tells_largest && pair->beside_height && pair->beside_height(scene) > 0)
    return _("numbers: the largest of each row");
  if (place->tells_largest)
    return str_format(scene->pen.list->arena, _("%s; numbers: the largest of each row"), rule);
  if (used && scene_is_presented(scene)) return used; /* of which scale is said at the scores */
  if (used) return str_format(scene->pen.list->arena, "%s; %s", rule, used);
  if (place->blank_below <= 0 || !scene->headline) return rule;
  return str_format(scene->pen.list->arena, _("%s; blank: below %g"), rule,
                    (double)place->blank_below);
}

static const float SIDE_TITLE = 18, SIDE_SIZE = 10.5f, SIDE_LINE = 1.15f;
static const float SIDE_WORDS_H = 56, SIDE_MORE_WORDS_H = 92, SIDE_BAR_W = 12, SIDE_BRACKET = 40,
                   SIDE_HIGH = 196;

/* Whether the words have their own height, not one for all stages: where they say which numbers
** stand there too, and before a class, where they are as large as there is room. */
static bool words_have_own_height(const Scene *scene, const PairPlace *place) {
  return place->tells_largest || scene_is_presented(scene);
}

/* On a page, too, they have what they need, with the gap above. */
static float words_height(const Scene *scene, const PairPlace *place, TracePart part) {
  float usual = stage_points(scene, SIDE_WORDS_H), most = stage_points(scene, SIDE_MORE_WORDS_H);
  TextStyle style = {FACE_REGULAR, SIDE_SIZE, COLOR_NONE, ALIGN_START};
  Str words = str_from(bar_words(scene, place, part));
  if (scene->interactive && !words_have_own_height(scene, place)) return usual;
  float high = pen_wrapped_height(&scene->pen, style, place->side.w, SIDE_LINE, words);
  return fminf(high, most) + stage_points(scene, 12);
}

/* What a stage adds below the words has lines of its own, and grows less. */
static Scene beside_scene(const Scene *scene, const PairPlace *place) {
  const float most = 1.3f;
  Scene beside = *scene;
  beside.pen.text_scale = fminf(scene->pen.text_scale, most * place->plain_scale);
  return beside;
}

/* Before a class a mask that hides nothing changes no bar: its words have room at Scaled, too. */
static float height_at_masked(const Scene *scene) {
  View next = *scene->view;
  Scene there = *scene;
  next.stage = STAGE_MASKED;
  there.view = &next;
  bool comes = scene_is_presented(scene) && trace_has_part(scene->trace, TRACE_MASKED) &&
               !scene_hides_something(scene);
  return comes ? pair_stage_of(TRACE_MASKED)->beside_height(&there) : 0;
}

/* What the stage adds below the words, which leave a gap where their height is not the usual
** one. */
static float beside_height(const Scene *grown, const PairPlace *place, TracePart part) {
  Scene plain = beside_scene(grown, place);
  const Scene *scene = &plain;
  const PairStage *pair = pair_stage_of(part);
  float beside = pair->beside_height ? pair->beside_height(scene) : 0;
  if (part == TRACE_SCALED) beside = height_at_masked(scene);
  return beside > 0 && words_have_own_height(scene, place) ? beside + stage_points(grown, 8)
                                                           : beside;
}

/* Where the words are longer, the numbers of a bracket at the bar and what the stage adds keep
** their room. */
static float least_height(const Scene *scene, const PairPlace *place, TracePart part) {
  float least = stage_points(scene, SIDE_HIGH);
  if (!words_have_own_height(scene, place)) return least;
  least += words_height(scene, place, part) - stage_points(scene, SIDE_WORDS_H);
  /* before a class the words say what the bracket would: numbers are large, and fewer */
  bool has_bracket = scene_used_words(scene, part) && !scene_is_presented(scene);
  return least + beside_height(scene, place, part) +
         (has_bracket ? stage_points(scene, SIDE_BRACKET) : 0);
}

static TextStyle title_style(const Scene *scene, const PairPlace *place, TracePart part) {
  TextStyle style = {FACE_BOLD, SIDE_TITLE, scene_part_color(scene->pen.theme, part), ALIGN_START};
  if (!scene_is_presented(scene)) return style;
  Str title = str_from(stage_part_title(part));
  style.size = stage_fitted_size(&scene->pen, style, SIDE_SIZE, place->side.w, title);
  return style;
}

static float widest_word(const Scene *scene, TextStyle style, Str words) {
  float widest = 0;
  for (size_t from = 0, end; from < words.bytes; from = end + 1) {
    for (end = from; end < words.bytes && words.at[end] != ' ';) end++;
    widest = fmaxf(widest, pen_width(&scene->pen, style, (Str){words.at + from, end - from}));
  }
  return widest;
}

/* Whether name, bar and words fit the box beside the matrix. */
static bool side_fits(const Scene *scene, const PairPlace *place, TracePart part) {
  const Pen *pen = &scene->pen;
  Box side = place->side;
  TextStyle title = title_style(scene, place, part);
  TextStyle words = {FACE_REGULAR, SIDE_SIZE, COLOR_NONE, ALIGN_START};
  TextStyle number = {FACE_MONO, SIDE_SIZE, COLOR_NONE, ALIGN_START};
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  Number low = number_plus(number_end(range.low)), high = number_plus(number_end(range.high));
  if (scene_range_is_capped(scene, part)) high = number_at_least(number_end(range.high));
  float numbers =
      fmaxf(pen_width(pen, number, number_str(&low)), pen_width(pen, number, number_str(&high)));
  float bar = stage_points(scene, SIDE_BAR_W + 0.6f * SIDE_SIZE) + numbers;
  bool own = words_have_own_height(scene, place);
  float most = stage_points(scene, own ? SIDE_MORE_WORDS_H : SIDE_WORDS_H);
  Str said = str_from(bar_words(scene, place, part));
  if (scene_is_presented(scene) && widest_word(scene, words, said) > side.w) return false;
  float height = pen_wrapped_height(pen, words, side.w, SIDE_LINE, said);
  return pen_width(pen, title, str_from(stage_part_title(part))) <= side.w && bar <= side.w &&
         height <= most && least_height(scene, place, part) <= side.h;
}

/* Name, bar and words grow with the text as far as the box goes, which the matrix left over. */
static Scene side_scene(const Scene *scene, const PairPlace *place, TracePart part) {
  Scene larger = *scene;
  float most = matrix_names_most(scene);
  const float step = 0.05f;
  for (float growth = most; growth > 1; growth -= step) {
    larger.pen.text_scale = scene->pen.text_scale * growth;
    if (side_fits(&larger, place, part)) return larger;
  }
  return *scene;
}

bool pair_has_caption(const Scene *scene, const PairPlace *place, TracePart part) {
  return !scene->headline && pair_stage_of(part)->title && !place->is_product;
}

static TextStyle size_style(const Scene *scene) {
  return (TextStyle){FACE_MONO, SIDE_SIZE, scene->pen.theme->muted, ALIGN_START};
}

void pair_side_draw(const Scene *plain, const PairPlace *place, TracePart part) {
  Scene grown = side_scene(plain, place, part);
  const Scene *scene = &grown;
  const Pen *pen = &scene->pen;
  Box side = place->side;
  Box line = {side.x, side.y, side.w, 0};
  if (!pair_has_caption(plain, place, part)) { /* which names the matrix */
    line.h = stage_points(scene, 22);
    pen_text_in(pen, title_style(scene, place, part), line, str_from(stage_part_title(part)));
    line.h += stage_points(scene, 2);
  }
  line = (Box){side.x, line.y + line.h, side.w, stage_points(scene, 14)};
  if (scene_is_presented(scene)) line.h = 0; /* its rows and columns are seen, and have names */
  else pen_text_in(pen, size_style(scene), line, stage_shape(scene, stage_matrix(scene, part)));
  float top = line.y + line.h + stage_points(scene, 14);
  const PairStage *pair = pair_stage_of(part);
  float words_high = words_height(scene, place, part);
  float free = side.y + side.h - top - words_high - beside_height(scene, place, part);
  float height = float_clamp(free, stage_points(scene, 56), stage_points(scene, 148));
  Box bar = {side.x, top, stage_points(scene, SIDE_BAR_W), height};
  ColorRange range = scene_range(scene, part, scene->view->layer, scene->view->head);
  pen_color_bar(pen, &(ColorBar){.box = bar,
                                 .vertical = true,
                                 .palette = scene_palette(scene, part),
                                 .range = range,
                                 .used = scene_range_used(scene, part),
                                 .is_capped = scene_range_is_capped(scene, part)});
  Box text = {side.x, top + height + stage_points(scene, 12), side.w, words_high + 1};
  TextStyle style = {FACE_REGULAR, SIDE_SIZE, pen->theme->muted, ALIGN_START};
  Str words = str_from(bar_words(scene, place, part));
  pen_text_wrapped(pen, style, text, SIDE_LINE, words);
  if (!pair->draw_beside) return;
  float used = pen_wrapped_height(pen, style, side.w, SIDE_LINE, words);
  float rest = text.y + fminf(used, words_high) + stage_points(scene, 8);
  Scene beside = beside_scene(scene, place);
  pair->draw_beside(&beside, (Box){side.x, rest, side.w, side.y + side.h - rest});
}

static const char *below_words(const Scene *scene, const PairPlace *place, TracePart part) {
  const PairStage *pair = pair_stage_of(part);
  const char *own = pair->words_below ? pair->words_below(scene) : NULL;
  return own ? own : bar_words(scene, place, part);
}

void pair_below_draw(const Scene *scene, const PairPlace *place, TracePart part) {
  Box box = place->below;
  if (!place->is_low) cut_top(&box, stage_points(scene, 8));
  float half = box.w * (place->is_low ? 0.27f : 0.42f);
  if (pair_has_caption(scene, place, part))
    pen_text_in(&scene->pen, size_style(scene), (Box){box.x, box.y, half, stage_points(scene, 22)},
                stage_shape(scene, stage_matrix(scene, part)));
  else
    stage_name_draw(scene, &(StageName){.baseline = {box.x, box.y + stage_points(scene, 16)},
                                        .room = half,
                                        .symbol = stage_part_title(part),
                                        .size = 18,
                                        .part = part});
  Box bar = {box.x + half, box.y, box.w - half, box.h};
  if (place->is_low) stage_bar_words_draw(scene, part, bar, below_words(scene, place, part));
  else stage_bar_draw(scene, part, bar);
}
