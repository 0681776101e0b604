/* scene/views/length.c -- two charts over the length, a slider, and one sentence in four lines. */
#include "scene/views/length.h"

#include <assert.h>
#include <math.h>

#include "base/i18n.h"
#include "scene/controls.h"
#include "scene/inspector/panel_sections.h"
#include "scene/views/length_curves.h"
#include "scene/views/length_lines.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 20, NAME = 20, LEGEND = 18, UNDER_HEAD = 8, FOOT = 42, AXIS = 52, GAP = 26,
                   SLIDER = 46, CHART_LEAST = 40, CHART_WIDTH_LEAST = 200;
/* Where there is little height: a narrow border, one chart with its legend beside its name, and no
** words below axis and slider. */
static const float LOW = 380, LOW_PAD = 10, LOW_FOOT = 22, LOW_SLIDER = 32;
static const float CHART_ENOUGH = 200; /* points: a chart that high may give room to larger text */
static const float TRACK = 4, KNOB = 7, TICK = 4;
static const Box ENOUGH = {.w = 880, .h = 570}; /* a larger room has larger words */
static const Box ENOUGH_AFAR = {.w = 860, .h = 430};
static const float CHART_ENOUGH_AFAR = 150;
static const float CHARTS_AFAR = 1.07f, SENTENCE_AFAR = 0.86f;
static const float WORDS_OF_FIGURE = 0.62f; /* of its height, at most */
static const float CHART_OF_PRINT = 0.3f;   /* of the height of a figure of a page, at least */
static const float PLOT_OF_PRINT = 0.4f;    /* of its width: how high the curves are there */

/* -- words ------------------------------------------------------------------------------------- */

const char *length_model_words(LengthModel model) {
  return model == LENGTH_ATTENDS ? _("with attention") : _("one vector");
}

/* The longest length of training that was measured; 0: none. */
static int trained_most(const LengthCurve *curve) {
  int most = 0;
  for (int i = 0; i < curve->count; i++)
    if (curve->at[i].is_trained) most = curve->at[i].tokens;
  return most;
}

/* -- axes -------------------------------------------------------------------------------------- */

static void draw_y_axis(const LengthPicture *picture, const LengthChart *chart) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  Box plot = chart->plot;
  TextStyle style = {FACE_MONO, LENGTH_TICK_SIZE, pen->theme->ink, ALIGN_END};
  float line = pen_line_height(pen, LENGTH_TICK_SIZE);
  int step = plot.h > 5 * line ? 25 : plot.h > 3 * line ? 50 : 100;
  for (int percent = 0; percent <= 100; percent += step) {
    float y = plot.y + plot.h * (1 - (float)percent / 100);
    pen_rule(pen, (Point){plot.x, y}, (Point){plot.x + plot.w, y});
    Box box = {plot.x - stage_points(scene, AXIS + 6), y - line / 2, stage_points(scene, AXIS - 2),
               line};
    pen_text_in(pen, style, box, str_from(str_format(pen->list->arena, "%d %%", percent)));
  }
}

/* Every fifth length, or every tenth; then what they count. */
static void draw_x_axis(const LengthPicture *picture, const LengthChart *chart) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  Box plot = chart->plot;
  TextStyle style = {FACE_MONO, LENGTH_TICK_SIZE, pen->theme->ink, ALIGN_MIDDLE};
  TextStyle name = {FACE_REGULAR, LENGTH_TICK_SIZE, pen->theme->muted, ALIGN_MIDDLE};
  float line = pen_line_height(pen, LENGTH_TICK_SIZE), y = plot.y + plot.h;
  float each = plot.w / (float)(picture->most - picture->least + 1);
  float wide = pen_width(pen, style, STR("00")) + stage_points(scene, 6);
  int step = 5 * each >= wide ? 5 : 5 * (int)ceilf(wide / (5 * each));
  for (int tokens = step; tokens <= picture->most; tokens += step) {
    if (tokens < picture->least) continue;
    float x = length_x(picture, plot, tokens);
    draw_line(pen->list, (Point){x, y}, (Point){x, y + stage_points(scene, TICK)}, 1.25f,
              pen->theme->muted);
    Box box = {x - wide / 2, y + stage_points(scene, 6), wide, line};
    pen_text_in(pen, style, box, str_from(str_format(pen->list->arena, "%d", tokens)));
  }
  draw_line(pen->list, (Point){plot.x, y}, (Point){plot.x + plot.w, y}, 1.25f, pen->theme->muted);
  if (picture->is_low) return;
  Box below = {plot.x, y + stage_points(scene, 7) + line, plot.w, line};
  Str words = str_from(_("tokens of the English sentence"));
  if (pen_width(pen, name, words) > below.w) /* below the numbers of the other axis as well */
    below.x -= stage_points(scene, AXIS), below.w += stage_points(scene, AXIS);
  pen_text_in(pen, name, below, words);
}

/* Lengths that training did not have, on a ground a little darker than that of the others: it is
** said of the curves and not to be seen before them. */
static void draw_untrained(const LengthPicture *picture, const LengthChart *chart) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  int most = trained_most(&picture->lengths->curves[LENGTH_ATTENDS]);
  if (most == 0 || most == picture->most) return;
  Box plot = chart->plot;
  float x = length_x(picture, plot, most + 0.5);
  Box ground = {x, plot.y, plot.x + plot.w - x, plot.h};
  draw_box(pen->list, (DrawBox){.box = ground, .fill = color_fade(pen->theme->line, 0.4f)});
  pen_rule(pen, (Point){x, plot.y}, (Point){x, plot.y + plot.h});
  TextStyle style = {FACE_REGULAR, LENGTH_TICK_SIZE, pen->theme->muted, ALIGN_START};
  Box words = box_inset(ground, stage_points(scene, 6));
  Str text = str_from(_("longer than in training"));
  bool has_room = pen_wrapped_height(pen, style, words.w, 1.2f, text) <= words.h / 3 &&
                  words.w > stage_points(scene, 56);
  if (has_room) pen_text_wrapped(pen, style, words, 1.2f, text);
}

/* -- stops: a click or a drag goes to a length ------------------------------------------------- */

static void add_stops(const LengthPicture *picture, Box box, bool is_slider) {
  const Scene *scene = picture->scene;
  const LengthCurve *curve = &picture->lengths->curves[LENGTH_ATTENDS];
  Arena *arena = scene->pen.list->arena;
  for (int i = 0; scene->interactive && i < curve->count; i++) {
    int tokens = curve->at[i].tokens;
    double before = i > 0 ? (tokens + curve->at[i - 1].tokens) / 2.0 : tokens - 0.5;
    double behind = i + 1 < curve->count ? (tokens + curve->at[i + 1].tokens) / 2.0 : tokens + 0.5;
    float from = length_x(picture, box, before), to = length_x(picture, box, behind);
    control_stop(&scene->pen,
                 (TrackStop){.box = {from, box.y, to - from, box.h},
                             .command = str_format(arena, "length %d", tokens),
                             .is_now = is_slider && tokens == picture->lengths->tokens});
  }
}

/* -- charts ------------------------------------------------------------------------------------ */

static const char *legend_words(const LengthPicture *picture, const LengthChart *chart,
                                LengthModel model) {
  const LengthPoint *point = length_chosen_point(picture->lengths, model);
  return str_format(picture->scene->pen.list->arena, "%s %.1f %%", length_model_words(model),
                    point ? 100 * chart->share(point) : 0.0);
}

static TextStyle legend_style(const Scene *scene) {
  return (TextStyle){FACE_SEMIBOLD, 12, scene->pen.theme->ink, ALIGN_START};
}

/* In a figure one below the other where both have no room on one line. */
static int legend_lines(const LengthPicture *picture, const LengthChart *chart, float width) {
  const Scene *scene = picture->scene;
  float wide = stage_points(scene, 14);
  if (!pen_is_of_print(&scene->pen) || picture->is_low) return 1;
  for (int i = LENGTH_ATTENDS; i <= LENGTH_SQUEEZES; i++) {
    Str words = str_from(legend_words(picture, chart, (LengthModel)i));
    wide += stage_points(scene, 14) + pen_width(&scene->pen, legend_style(scene), words);
  }
  return wide <= width ? 1 : 2;
}

/* "● with attention 100 %"; returns its width. */
static float draw_legend_of(const LengthPicture *picture, const LengthChart *chart,
                            LengthModel model, Box box) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  TextStyle style = legend_style(scene);
  float mark = stage_points(scene, 14);
  const char *words = legend_words(picture, chart, model);
  length_dot_draw(picture, model,
                  (Point){box.x + mark / 2 - stage_points(scene, 2), box.y + box.h / 2},
                  LENGTH_DOT + 1, COLOR_NONE);
  cut_left(&box, mark);
  return mark + pen_text_in(pen, style, box, str_from(words));
}

static void draw_legend(const LengthPicture *picture, const LengthChart *chart, Box box) {
  if (legend_lines(picture, chart, box.w) > 1) {
    draw_legend_of(picture, chart, LENGTH_ATTENDS, cut_top(&box, box.h / 2));
    draw_legend_of(picture, chart, LENGTH_SQUEEZES, box);
    return;
  }
  float used = draw_legend_of(picture, chart, LENGTH_ATTENDS, box);
  cut_left(&box, used + stage_points(picture->scene, 14));
  if (box.w > 0) draw_legend_of(picture, chart, LENGTH_SQUEEZES, box);
}

static void draw_chart(const LengthPicture *picture, LengthChart *chart, Box box) {
  const Scene *scene = picture->scene;
  const Pen *pen = &scene->pen;
  TextStyle style = {FACE_BOLD, 14, pen->theme->ink, ALIGN_START};
  Box head = cut_top(&box, stage_points(scene, NAME));
  float used = pen_text_in(pen, style, head, str_from(chart->name)) + stage_points(scene, 20);
  if (picture->is_low) cut_left(&head, used);
  float legend = stage_points(scene, LEGEND) * (float)legend_lines(picture, chart, box.w);
  draw_legend(picture, chart, picture->is_low ? head : cut_top(&box, legend));
  cut_top(&box, stage_points(scene, UNDER_HEAD));
  cut_bottom(&box, stage_points(scene, picture->is_low ? LOW_FOOT : FOOT));
  cut_left(&box, stage_points(scene, AXIS));
  cut_right(&box, stage_points(scene, 6));
  chart->plot = box;
  if (box.w < stage_points(scene, CHART_LEAST) || box.h < stage_points(scene, 24)) return;
  draw_untrained(picture, chart);
  draw_y_axis(picture, chart);
  draw_x_axis(picture, chart);
  length_curves_draw(picture, chart);
  length_chosen_draw(picture, chart);
  add_stops(picture, box, false);
}

static void draw_charts(const LengthPicture *picture, Box box) {
  LengthChart charts[] = {
      {.name = _("Sentences right"), .group = "sentences", .share = length_whole_share},
      {.name = _("Words right"), .group = "words", .share = length_words_share}};
  float gap = stage_points(picture->scene, GAP);
  bool is_wide = box.w >= 2 * stage_points(picture->scene, CHART_WIDTH_LEAST) + gap;
  int count = is_wide && !picture->is_low ? 2 : 1;
  for (int i = 0; i < count; i++) {
    draw_group_begin(picture->scene->pen.list, charts[i].group, charts[i].name);
    draw_chart(picture, &charts[i], box_column(box, i, count, gap));
    draw_group_end(picture->scene->pen.list);
  }
}

/* -- the slider -------------------------------------------------------------------------------- */

static void draw_ends(const LengthPicture *picture, Box track, Box words) {
  const Pen *pen = &picture->scene->pen;
  TextStyle style = {FACE_MONO, LENGTH_TICK_SIZE, pen->theme->muted, ALIGN_START};
  words.x = track.x, words.w = track.w;
  pen_text_in(pen, style, words, str_from(str_format(pen->list->arena, "%d", picture->least)));
  style.align = ALIGN_END;
  pen_text_in(pen, style, words, str_from(str_format(pen->list->arena, "%d", picture->most)));
}

/* A figure cannot be slid; before a class the charts, which can, have the room. */
static bool has_slider(const Scene *scene) {
  return scene->interactive && !scene_is_presented(scene);
}

/* The number of tokens stands above the knob, within the slider. */
static void draw_slider(const LengthPicture *picture, Box box) {
  const Scene *scene = picture->scene;
  if (!has_slider(scene)) return;
  const Pen *pen = &scene->pen;
  int tokens = picture->lengths->tokens;
  float thick = stage_points(scene, TRACK), knob = stage_points(scene, KNOB);
  TextStyle style = {FACE_SEMIBOLD, 12, pen->theme->ink, ALIGN_START};
  Str words = str_from(str_format(pen->list->arena, P_("%d token", "%d tokens", tokens), tokens));
  Box above = cut_top(&box, pen_line_height(pen, 12)), below = box;
  Box row = cut_top(&below, 2 * knob);
  float x = length_x(picture, row, tokens), wide = pen_width(pen, style, words);
  above.x = float_clamp(x - wide / 2, row.x, row.x + row.w - wide);
  above.w = wide + 1;
  pen_text_in(pen, style, above, words);
  Box track = {row.x, row.y + row.h / 2 - thick / 2, row.w, thick};
  control_track(pen, track, (Box){track.x, track.y, x - track.x, thick}, thick, pen->theme->ink);
  draw_box(pen->list, (DrawBox){.box = {x - knob, row.y, 2 * knob, 2 * knob},
                                .corner = knob,
                                .fill = pen->theme->focus,
                                .stroke = pen->theme->ink,
                                .stroke_width = stage_points(scene, 1.5f)});
  below.h = pen_line_height(pen, LENGTH_TICK_SIZE);
  if (!picture->is_low) draw_ends(picture, track, below);
  add_stops(picture, row, true);
}

/* -- all --------------------------------------------------------------------------------------- */

static bool is_low(const Scene *scene, Box box) { return box.h < stage_points(scene, LOW); }

static Box inside(const Scene *scene, Box box) {
  return box_inset(box, stage_points(scene, is_low(scene, box) ? LOW_PAD : PAD));
}

/* All that stands above and below a chart, but the words of the sentence. */
static float beside_chart(const Scene *scene, Box box) {
  bool low = is_low(scene, box);
  float words = low ? NAME + UNDER_HEAD + LOW_FOOT + GAP : NAME + LEGEND + UNDER_HEAD + FOOT + GAP;
  if (!scene_is_presented(scene)) words += low ? LOW_SLIDER : SLIDER;
  return stage_points(scene, words);
}

/* Figures of a page are as high as their words ask for. */
static float words_share(const Scene *scene) {
  return pen_is_of_print(&scene->pen) ? 1 - CHART_OF_PRINT : WORDS_OF_FIGURE;
}

/* Before a class the sentence is to be whole in its lines, as large as digits are. */
static Scene of_sentence(const Scene *scene) {
  Scene said = *scene;
  if (scene_is_presented(scene)) said.pen.text_scale *= SENTENCE_AFAR;
  return said;
}

/* Four lines, and more of them where a chart has enough, or in a figure, which has no pointer to
** tell the rest. */
static float words_room(const Scene *scene, Box box) {
  Box rest = inside(scene, box);
  Scene said = of_sentence(scene);
  float wanted = length_lines_height(&said, scene->lengths, rest.w);
  if (!scene->interactive) return fminf(wanted, rest.h * words_share(scene));
  float left = rest.h - beside_chart(scene, box);
  left -= scene_is_presented(scene) ? CHART_ENOUGH_AFAR : CHART_ENOUGH;
  return fminf(wanted, fmaxf(left, length_lines_least(&said)));
}

/* The height of a chart, as far as it matters. */
static float chart_height(const Scene *scene, Box box) {
  Box rest = inside(scene, box);
  return fminf(rest.h - words_room(scene, box) - beside_chart(scene, box), CHART_ENOUGH);
}

static void draw_problem(const Scene *scene, Box box) {
  TextStyle style = {FACE_REGULAR, 14, scene->pen.theme->ink, ALIGN_START};
  const char *words = scene->lengths ? scene->lengths->problem : NULL;
  pen_text_wrapped(&scene->pen, style, box, 1.3f,
                   str_from(words ? words : _("The measured lengths are not there.")));
}

static void draw(const Scene *bare, Box box) {
  const Lengths *lengths = bare->lengths;
  if (!lengths || lengths->problem || lengths->curves[LENGTH_ATTENDS].count == 0) {
    draw_problem(bare, box_inset(box, stage_points(bare, PAD)));
    return;
  }
  Scene scene = view_room_fitted(bare, box, chart_height);
  bool is_afar = scene_is_presented(&scene);
  scene.pen.text_scale *= is_afar ? CHARTS_AFAR * view_room_from_afar(&scene, box, ENOUGH_AFAR)
                                  : view_room_larger(&scene, box, ENOUGH);
  const LengthCurve *curve = &lengths->curves[LENGTH_ATTENDS];
  LengthPicture picture = {.scene = &scene,
                           .lengths = lengths,
                           .least = curve->at[0].tokens,
                           .most = curve->at[curve->count - 1].tokens,
                           .is_low = is_low(&scene, box)};
  Box rest = inside(&scene, box);
  if (!picture.is_low)
    view_room_title_draw(&scene, cut_top(&rest, view_room_title_height(&scene, rest.w)));
  Scene said = of_sentence(&scene);
  length_lines_draw(&said, lengths, cut_bottom(&rest, words_room(&scene, box)));
  cut_bottom(&rest, stage_points(&scene, 10));
  float slider = !has_slider(&scene) ? 0 : picture.is_low ? LOW_SLIDER : SLIDER;
  draw_slider(&picture, cut_bottom(&rest, stage_points(&scene, slider)));
  cut_bottom(&rest, stage_points(&scene, 6));
  draw_charts(&picture, rest);
}

static float printed_height(const Scene *scene, float width) {
  float inner = width - 2 * stage_points(scene, PAD);
  if (!scene->lengths || scene->lengths->problem) return 0;
  float words = length_lines_height(scene, scene->lengths, inner);
  float around = NAME + 2 * LEGEND + UNDER_HEAD + FOOT + 2 * PAD + GAP;
  return view_room_title_height(scene, inner) + stage_points(scene, around) +
         PLOT_OF_PRINT * inner + words;
}

static const char *shapes_words(const Lengths *lengths, Arena *arena) {
  const LengthPoint *attends = length_chosen_point(lengths, LENGTH_ATTENDS);
  const LengthPoint *squeezes = length_chosen_point(lengths, LENGTH_SQUEEZES);
  if (!attends || !squeezes) return "";
  return str_format(arena,
                    P_("%d token: with attention %.1f %% of the words right, through one vector "
                       "%.1f %%",
                       "%d tokens: with attention %.1f %% of the words right, through one vector "
                       "%.1f %%",
                       lengths->tokens),
                    lengths->tokens, 100 * length_words_share(attends),
                    100 * length_words_share(squeezes));
}

static void captions(const Scene *scene, Captions *out) {
  const Lengths *lengths = scene->lengths;
  out->title = _("Right words by length");
  out->headline = _("A sentence squeezed into one vector");
  out->explanation =
      _("Both models have the same size, steps and sentences. With attention every word that is "
        "said asks all rows of the English sentence; without it there is one vector, the mean of "
        "these rows, the same for every word. The longer the sentence, the more of it is lost.");
  out->hint = _("Try: press → for a longer sentence, or drag the slider.");
  out->shapes = lengths && !lengths->problem ? shapes_words(lengths, scene->pen.list->arena) : "";
}

static const char *figure_words(const Scene *scene, Arena *arena) {
  StrBuf words = strbuf_make(arena);
  (void)scene;
  i18n_add_sentence(
      &words,
      _("Words and sentences right against the length of the sentence, measured over sentences "
        "that were never trained, of an encoder and a decoder that says English in Chinese."));
  i18n_add_sentence(
      &words,
      _("Discs: the decoder attends to all rows of the encoder. Squares: it has their mean alone, "
        "one vector for the whole sentence; size, steps and training sentences are the same."));
  i18n_add_sentence(
      &words, _("Where no sentence of training is so long, two sentences are joined by “, but”."));
  i18n_add_sentence(&words, _("Below, one sentence said by both; words in a box are not right."));
  return words.failed ? "" : words.at;
}

const ViewRoom length_room = {.draw = draw,
                              .captions = captions,
                              .inspect = length_inspect,
                              .figure_caption = figure_words,
                              .names_no_model = true,
                              .width_design = 1080,
                              .height_design = 600,
                              .printed_height = printed_height};
