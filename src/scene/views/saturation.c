/* scene/views/saturation.c -- the room of saturation. */
#include "scene/views/saturation.h"

#include <string.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/inspector/panel_sections.h"
#include "scene/views/slider.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 14, GAP = 24, UNDER = 10, CHART_ENOUGH = 220, CHART_LEAST = 120;
/* Before a class the charts have larger words, more room for the numbers, and no table below. */
static const Box ENOUGH_AFAR = {.w = 860, .h = 380};
static const float HISTOGRAM_AFAR = 0.38f;
enum { SLIDERS = 5 };

SaturationDraw saturation_draw_on_show(const Scene *scene) {
  return saturation_draw(scene->saturation, scene->view->saturation_draw - 1);
}

/* ---- controls ---- */

static void make_sliders(const Scene *scene, Slider sliders[SLIDERS]) {
  static const float widths[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
  static const float keys[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  static const float draws[] = {10, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000};
  const Experiments *asked = &scene->saturation->asked;
  Arena *arena = scene->pen.list->arena;
  int draw = saturation_draw_on_show(scene).index + 1;
  const Slider made[SLIDERS] = {
      {_("numbers d"), str_format(arena, "%d", asked->width), "saturation width", widths,
       sizeof widths / sizeof widths[0], (float)asked->width},
      {_("keys"), str_format(arena, "%d", asked->keys), "saturation keys", keys,
       sizeof keys / sizeof keys[0], (float)asked->keys},
      {_("draws"), str_format(arena, "%d", asked->draws), "saturation draws", draws,
       sizeof draws / sizeof draws[0], (float)asked->draws},
      {_("seed"), str_format(arena, "%d", asked->seed), "saturation seed", NULL, 0, 0},
      {_("draw on show"), str_format(arena, "%d", draw), "saturation draw", NULL, 0, 0}};
  memcpy(sliders, made, sizeof made);
}

static float controls_height(const Scene *scene, float width) {
  Slider sliders[SLIDERS];
  if (!scene->interactive) return 0;
  make_sliders(scene, sliders);
  return sliders_height(scene, sliders, SLIDERS, width) + stage_points(scene, UNDER);
}

static void draw_controls(const Scene *scene, Box box) {
  Slider sliders[SLIDERS];
  make_sliders(scene, sliders);
  sliders_draw(scene, box, sliders, SLIDERS);
}

/* ---- the picture ---- */

static Box inside(const Scene *scene, Box box) { return box_inset(box, stage_points(scene, PAD)); }

/* All but title and controls. */
static float room_height(const Scene *scene, Box box) {
  Box rest = inside(scene, box);
  return rest.h - view_room_title_height(scene, rest.w) - controls_height(scene, rest.w);
}

/* 0 where the charts need its room; the panel and a file have its numbers, too. */
static float table_height(const Scene *scene, Box box) {
  if (scene_is_presented(scene)) return 0;
  float height = saturation_table_height(scene, inside(scene, box).w) + stage_points(scene, UNDER);
  return room_height(scene, box) - height >= stage_points(scene, CHART_LEAST) ? height : 0;
}

static float charts_height(const Scene *scene, Box box) {
  return room_height(scene, box) - table_height(scene, box);
}

/* Tables below each other are higher than one, from which other figures have their height. */
static float printed_more(const Scene *scene, float width) {
  if (!scene->saturation) return 0;
  const float wide = 1e4f;
  float inner = width - 2 * stage_points(scene, PAD);
  return saturation_table_height(scene, inner) - saturation_table_height(scene, wide);
}

/* As far as it matters for the size of text. */
static float chart_side(const Scene *scene, Box box) {
  return fminf(charts_height(scene, box), CHART_ENOUGH);
}

/* Beside each other; below each other in a column of a page, where numbers would be cut. */
static void place_charts(const Scene *scene, Box rest, Box charts[2]) {
  const float narrow = 640, of_first = 0.44f;
  float gap = stage_points(scene, GAP);
  if (scene_is_presented(scene)) {
    charts[0] = cut_left(&rest, rest.w * HISTOGRAM_AFAR);
    cut_left(&rest, gap);
    charts[1] = rest;
    return;
  }
  if (!pen_is_of_print(&scene->pen) || rest.w >= stage_points(scene, narrow)) {
    for (int i = 0; i < 2; i++) charts[i] = box_column(rest, i, 2, gap);
    return;
  }
  charts[0] = cut_top(&rest, rest.h * of_first);
  cut_top(&rest, gap / 2);
  charts[1] = rest;
}

static void draw(const Scene *bare, Box box) {
  if (!bare->saturation) {
    TextStyle style = {FACE_REGULAR, 14, bare->pen.theme->ink, ALIGN_START};
    pen_text_wrapped(&bare->pen, style, inside(bare, box), 1.3f,
                     str_from(_("There is no memory for so many draws.")));
    return;
  }
  Scene scene = view_room_fitted(bare, box, chart_side);
  SaturationDraw draw = saturation_draw_on_show(&scene);
  Box rest = inside(&scene, box);
  view_room_title_draw(&scene, cut_top(&rest, view_room_title_height(&scene, rest.w)));
  Box controls = cut_bottom(&rest, controls_height(&scene, rest.w));
  cut_top(&controls, stage_points(&scene, UNDER));
  Box table = cut_bottom(&rest, table_height(&scene, box));
  Scene larger = scene;
  larger.pen.text_scale *= view_room_from_afar(&scene, rest, ENOUGH_AFAR);
  Box charts[2];
  place_charts(&scene, rest, charts);
  saturation_histogram_draw(&larger, charts[0]);
  saturation_weights_draw(&larger, &draw, charts[1]);
  cut_top(&table, stage_points(&scene, UNDER));
  if (table.h > 0) saturation_table_draw(&scene, table);
  if (scene.interactive) draw_controls(&scene, controls);
}

/* ---- words ---- */

static void captions(const Scene *scene, Captions *out) {
  const Experiments *asked = &scene->view->experiments;
  Arena *arena = scene->pen.list->arena;
  out->title = _("Why √d");
  out->headline = _("Longer vectors, larger scores");
  out->shapes = str_format(arena, _("random queries and keys: d = %d, draws: %d, seed %d"),
                           asked->width, asked->draws, asked->seed);
  out->explanation =
      _("A dot product adds d products of random numbers, so its deviation is √d. Softmax of such "
        "large numbers gives nearly everything to one key, and then a small change of the scores "
        "changes nothing: the gradient vanishes. Divided by √d, scores keep deviation 1 at any d.");
  out->hint = _("Try: drag d from 8 to 512 and watch the weights at the right.");
}

static const char *figure_words(const Scene *scene, Arena *arena) {
  const Experiments *asked = &scene->view->experiments;
  StrBuf words = strbuf_make(arena);
  i18n_add_sentence(&words,
                    str_format(arena,
                               _("Dot products of random queries and keys of independent normal "
                                 "numbers: d = %d, draws: %d, seed %d."),
                               asked->width, asked->draws, asked->seed));
  i18n_add_sentence(
      &words, _("Bars are counts, the curve is a normal distribution of deviation √d; upright "
                "lines are the deviation measured and, broken, expected."));
  i18n_add_sentence(&words,
                    _("Beside them, the weights of one draw, softmax of its products s as they "
                      "are and divided by √d."));
  i18n_add_sentence(&words,
                    _("In the table σ is the deviation measured; the rest are means over all "
                      "draws, the gradient being the norm of the derivative of softmax."));
  return words.failed ? "" : words.at;
}

const ViewRoom saturation_room = {.draw = draw,
                                  .captions = captions,
                                  .inspect = saturation_inspect,
                                  .figure_caption = figure_words,
                                  .names_no_model = true,
                                  .width_design = 1080,
                                  .height_design = 620,
                                  .printed_more = printed_more};
