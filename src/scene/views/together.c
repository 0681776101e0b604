/* scene/views/together.c -- the rooms of the average of heads (M-104) and of rollout (M-105). */
#include "scene/views/together.h"

#include <math.h>

#include "base/i18n.h"
#include "base/number.h"
#include "scene/controls.h"
#include "scene/inspector/panel_sections.h"
#include "scene/layer_words.h"
#include "scene/stages/pair_place.h"
#include "scene/views/view_room.h"

/* Design points. */
static const float PAD = 12, NAME = 18, STRIP_SHARE = 0.17f, STRIP_LEAST = 84, STRIP_MOST = 150,
                   STRIP_FROM = 380, STRIP_GAP = 20, STRIP_NAME = 18, STRIP_NAME_OF_PRINT = 22;

TogetherKind together_kind_of(ViewKind kind) {
  return kind == VIEW_ROLLOUT ? TOGETHER_ROLLOUT : TOGETHER_AVERAGE;
}

/* -- words ------------------------------------------------------------------------------------- */

const char *together_refusal_words(Arena *arena, const Trace *trace, TogetherRefusal refusal) {
  switch (refusal) {
  case TOGETHER_CAN:
    return NULL;
  case TOGETHER_NO_TOKENS:
    return _("There are no tokens that could look at each other: type a sentence.");
  case TOGETHER_NOT_RECORDED:
    return _("The recording lacks the weights of a layer, so its heads cannot be put together.");
  case TOGETHER_OTHER_SENTENCE:
    return _("Rollout multiplies layers whose columns are the rows of the layer before: here the "
             "keys are those of another sentence. The average of heads is there.");
  case TOGETHER_DECODER:
    return _("Between two layers of a decoder the source comes in, which rollout over one sentence "
             "does not know. Choose a layer of the encoder, or the average of heads.");
  case TOGETHER_MIXED:
    return _("Rollout multiplies layers whose columns are the rows of the layer before: here the "
             "columns are mixtures of keys. approximate exact shows the keys.");
  case TOGETHER_KEPT:
    return _("The rows of earlier tokens were kept and not made again, so rollout has no matrix of "
             "all rows to multiply.");
  case TOGETHER_TOO_LONG:
    break;
  }
  return str_format(
      arena,
      _("Rollout multiplies matrices of all tokens in every layer, and takes no sentence longer "
        "than %d (here: %d)."),
      ROLLOUT_TOKENS_MOST, trace_token_count(trace));
}

const Together *together_on_show(const Scene *scene) {
  const Together *made = scene->together;
  return made && made->refusal == TOGETHER_CAN ? made : NULL;
}

static bool is_rollout(const Scene *scene) { return scene->view->kind == VIEW_ROLLOUT; }

static const char *name_of(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  const char *layer = layer_words(arena, scene->trace, scene->view->layer);
  return str_format(arena, is_rollout(scene) ? _("Rollout up to %s") : _("Average of heads, %s"),
                    layer);
}

void together_focus(const Scene *scene, int *row, int *col) {
  view_focus(scene->view, row, col);
  if (*row >= trace_token_count(scene->trace)) *row = -1;
  if (*row < 0 || *col >= trace_key_count(scene->trace)) *col = -1;
}

/* -- the matrix -------------------------------------------------------------------------------- */

/* A cell that one layer hides may be reached through others, and what one head of a recording hides
** another may see: such cells are 0 or not, and no cell is hatched. */
static const MaskView no_mask = {0};

static MatrixWidget matrix_of(const Scene *scene, const PairPlace *place) {
  const Together *made = together_on_show(scene);
  bool hides = !is_rollout(scene) && !trace_is_recorded(scene->trace);
  MatrixWidget matrix = matrix_widget_clickable(TRACE_WEIGHTS, place->cells);
  matrix.row_labels = matrix.col_labels = matrix.axis_titles = true;
  matrix.label_width = place->label_width;
  matrix.label_height = place->label_height;
  matrix.own_values = together_result(made);
  matrix.own_mask = hides ? NULL : &no_mask;
  matrix.alone = true;
  together_focus(scene, &matrix.focus_row, &matrix.focus_col);
  return matrix;
}

static const char *bar_words(const Scene *scene, const PairPlace *place) {
  const char *what = is_rollout(scene) ? _("each row sums to 1") : _("means of all heads");
  if (place->blank_below <= 0) return what;
  return str_format(scene->pen.list->arena, _("%s; blank: below %g"), what,
                    (double)place->blank_below);
}

static void draw_side(const Scene *scene, const PairPlace *place) {
  const Pen *pen = &scene->pen;
  Box side = place->side;
  TextStyle name = {FACE_BOLD, NAME, pen->theme->weights, ALIGN_START};
  TextStyle small = {FACE_REGULAR, 10.5f, pen->theme->muted, ALIGN_START};
  Str words = str_from(is_rollout(scene) ? _("Rollout") : _("Average"));
  pen_text_in(pen, name, cut_top(&side, stage_points(scene, 22)), words);
  Str size = stage_shape(scene, together_result(together_on_show(scene)));
  pen_text_in(pen, (TextStyle){FACE_MONO, 10.5f, pen->theme->muted, ALIGN_START},
              cut_top(&side, stage_points(scene, 16)), size);
  cut_top(&side, stage_points(scene, 14));
  float height = fminf(side.h - stage_points(scene, 60), stage_points(scene, 148));
  ColorRange range = scene_range(scene, TRACE_WEIGHTS, scene->view->layer, scene->view->head);
  Box bar = {side.x, side.y, stage_points(scene, 12), height};
  if (height < stage_points(scene, 40)) return;
  pen_color_bar(pen, &(ColorBar){.box = bar,
                                 .vertical = true,
                                 .palette = scene_palette(scene, TRACE_WEIGHTS),
                                 .range = range,
                                 .is_capped = scene_range_is_capped(scene, TRACE_WEIGHTS)});
  Str rule = str_from(bar_words(scene, place));
  float high = fmaxf(stage_points(scene, 48), pen_wrapped_height(pen, small, side.w, 1.15f, rule));
  Box text = {side.x, bar.y + height + stage_points(scene, 12), side.w, high};
  pen_text_wrapped(pen, small, text, 1.15f, rule);
}

static void draw_below(const Scene *scene, const PairPlace *place) {
  Box box = place->below;
  TextStyle name = {FACE_BOLD, NAME, scene->pen.theme->weights, ALIGN_START};
  cut_top(&box, stage_points(scene, 8));
  Box left = cut_left(&box, box.w * 0.42f);
  left.h = stage_points(scene, 24);
  pen_text_in(&scene->pen, name, left, str_from(is_rollout(scene) ? _("Rollout") : _("Average")));
  stage_bar_draw(scene, TRACE_WEIGHTS, box);
}

/* -- the layers below -------------------------------------------------------------------------- */

static float strip_name(const Scene *scene) {
  bool is_print = pen_is_of_print(&scene->pen); /* whose words are larger in their room */
  return stage_points(scene, is_print ? STRIP_NAME_OF_PRINT : STRIP_NAME);
}

int together_layer_at(const Scene *scene, const Together *made, int place) {
  int layer = made->first;
  for (;; layer++)
    if (trace_owns_layer(scene->trace, layer) && place-- == 0) return layer;
}

static const float FRAME = 2.5f, FRAME_CORNER = 2;

/* Outside of the cells, whose corners are square. */
static void draw_frame(const Scene *scene, Box box, bool is_now) {
  if (is_now) {
    float wide = FRAME * fminf(scene->pen.text_scale, 1.6f);
    pen_focus_outline(&scene->pen, (DrawBox){.box = box_inset(box, -wide / 2 - 1),
                                             .corner = FRAME_CORNER,
                                             .stroke_width = wide});
    return;
  }
  float width = fminf(stage_points(scene, 1), 1);
  draw_box(scene->pen.list, (DrawBox){.box = box_inset(box, -width / 2),
                                      .stroke = scene->pen.theme->line,
                                      .stroke_width = width});
}

static void draw_layer(const Scene *scene, const Together *made, int place, Box box) {
  const Pen *pen = &scene->pen;
  int layer = together_layer_at(scene, made, place);
  bool is_now = layer == scene->view->layer;
  Box words = cut_bottom(&box, strip_name(scene));
  cut_top(&words, stage_points(scene, FRAME + 3));
  draw_heatmap(pen->list,
               (DrawHeatmap){.box = box,
                             .values = made->rollouts[place],
                             .mix = 1,
                             .palette = scene_palette(scene, TRACE_WEIGHTS),
                             .range = scene_range(scene, TRACE_WEIGHTS, layer, scene->view->head),
                             .filled = -1,
                             .theme = pen->theme->id});
  draw_frame(scene, box, is_now);
  TextStyle style = {is_now ? FACE_SEMIBOLD : FACE_REGULAR, 10.5f,
                     is_now ? pen->theme->ink : pen->theme->muted, ALIGN_MIDDLE};
  const char *name = layer_words(pen->list->arena, scene->trace, layer);
  bool is_narrow = box.w < stage_points(scene, 56) || pen_width(pen, style, str_from(name)) > box.w;
  if (is_narrow) name = layer_mark(pen->list->arena, scene->trace, layer);
  pen_text_in(pen, style, words, str_from(name));
  if (!scene->interactive) return;
  draw_hit(pen->list, (DrawHit){.box = box,
                                .cursor = CURSOR_HAND,
                                .is_now = is_now,
                                .click = str_format(pen->list->arena, "layer %d", layer + 1),
                                .tip = _("the rollout up to this layer")});
}

/* Below the middle of the matrix, where all have room there. */
static void draw_layers(const Scene *scene, Box box, Box cells) {
  const Together *made = together_on_show(scene);
  float gap = stage_points(scene, STRIP_GAP), count = (float)made->count;
  float side = fminf(box.h - strip_name(scene), (box.w + gap) / count - gap);
  if (side < stage_points(scene, 16)) return;
  float wide = count * (side + gap) - gap, x = cells.x + (cells.w - wide) / 2;
  x = float_clamp(x, box.x, fmaxf(box.x + box.w - wide, box.x));
  for (int i = 0; i < made->count; i++)
    draw_layer(scene, made, i,
               (Box){x + (float)i * (side + gap), box.y, side, side + strip_name(scene)});
}

/* Room for them below, where there are several layers. */
static Box cut_layers(const Scene *scene, Box *box) {
  const Together *made = together_on_show(scene);
  bool has_some = made->kind == TOGETHER_ROLLOUT && made->count > 1;
  if (!has_some || box->h < stage_points(scene, STRIP_FROM)) return (Box){0};
  float height = float_clamp(box->h * STRIP_SHARE, stage_points(scene, STRIP_LEAST),
                             stage_points(scene, STRIP_MOST));
  return cut_bottom(box, height);
}

/* -- all --------------------------------------------------------------------------------------- */

static void draw_refusal(const Scene *scene, Box box) {
  TogetherRefusal refusal =
      together_refusal(scene->trace, scene->view->layer, together_kind_of(scene->view->kind));
  const char *why = together_refusal_words(scene->pen.list->arena, scene->trace, refusal);
  view_room_refusal_draw(scene, box, why);
}

static void draw(const Scene *bare, Box box) {
  Scene fitted = stage_fitted(bare, box);
  const Scene *scene = &fitted;
  if (trace_token_count(scene->trace) == 0) {
    stage_empty_draw(scene, box);
    return;
  }
  if (!together_on_show(scene)) {
    draw_refusal(scene, box);
    return;
  }
  box = box_inset(box, stage_points(scene, PAD));
  view_room_title_draw(scene, cut_top(&box, view_room_title_height(scene, box.w)));
  fitted.headline = true; /* no caption above the matrix: the title has it */
  Box layers = cut_layers(scene, &box);
  PairPlace place = pair_place(scene, box, false);
  MatrixWidget matrix = matrix_of(scene, &place);
  MatrixGrid grid = matrix_widget_grid(scene, &matrix);
  place.blank_below = matrix_digits_from(scene, &matrix, &grid);
  matrix_widget_draw(scene, &matrix);
  if (place.side.w > 0) draw_side(scene, &place);
  else draw_below(scene, &place);
  if (layers.h <= 0) return;
  draw_group_begin(scene->pen.list, "layers", NULL);
  draw_layers(scene, layers, place.cells);
  draw_group_end(scene->pen.list);
}

static const char *heads_words(const Scene *scene) {
  Arena *arena = scene->pen.list->arena;
  int layer = scene->view->layer, heads = trace_head_count(scene->trace, layer);
  return str_format(arena,
                    P_("the weights of %d head of %s", "the weights of %d heads of %s", heads),
                    heads, layer_words(arena, scene->trace, layer));
}

static void average_captions(const Scene *scene, Captions *out) {
  out->title = _("Average of heads");
  out->headline = name_of(scene);
  out->shapes = heads_words(scene);
  out->explanation =
      _("Each cell is the mean of that cell over all heads of the layer. Heads that look at "
        "different words are mixed: a weight in the average may be that of no head at all.");
  out->hint = _("Try: press h, and compare it with the heads that it is the mean of.");
}

static void rollout_captions(const Scene *scene, Captions *out) {
  out->title = _("Rollout");
  out->headline = name_of(scene);
  out->shapes = _("half the average, half the row itself, multiplied over the layers");
  out->explanation =
      _("Rollout follows the average weights through all layers, with half of each row for the row "
        "itself, which a layer adds its heads to. It is not what the words contribute to the "
        "answer: values, W_O, norms and the MLP are left out of it.");
  out->hint = _("Try: press → and ←, and see how each layer spreads the rows further.");
}

static const char *average_figure_words(const Scene *scene, Arena *arena) {
  int layer = scene->view->layer, heads = trace_head_count(scene->trace, layer);
  Str model = i18n_isolated(arena, trace_model_name(scene->trace));
  return str_format(
      arena,
      P_("Attention weights of %d head, averaged, in %s of the model %.*s. Rows are queries, "
         "columns "
         "are keys.",
         "Attention weights of %d heads, averaged, in %s of the model %.*s. Rows are queries, "
         "columns are keys.",
         heads),
      heads, layer_words(arena, scene->trace, layer), (int)model.bytes, model.at);
}

static const char *rollout_figure_words(const Scene *scene, Arena *arena) {
  Str model = i18n_isolated(arena, trace_model_name(scene->trace));
  return str_format(
      arena,
      _("Attention rollout up to %s of the model %.*s (Abnar and Zuidema 2020): the average "
        "weights "
        "of each layer, half of each row for the row itself, multiplied over the layers. Values, "
        "output maps, norms and MLPs are not in it, so it is no measure of what a word "
        "contributes. "
        "Rows are queries, columns are keys."),
      layer_words(arena, scene->trace, scene->view->layer), (int)model.bytes, model.at);
}

static int heaviest(MatView matrix, int row) {
  int best = 0;
  for (int col = 1; col < matrix.cols; col++)
    if (mat_get(matrix, row, col) > mat_get(matrix, row, best)) best = col;
  return best;
}

/* "query it, key animal: average 0.123"; of a row its heaviest key. */
static const char *focus_line(const Scene *scene) {
  const Together *made = together_on_show(scene);
  Arena *arena = scene->pen.list->arena;
  int row, col;
  together_focus(scene, &row, &col);
  if (!made || row < 0) return "";
  Str query = scene_named(scene, row);
  bool is_row = col < 0;
  if (is_row) col = heaviest(together_result(made), row);
  Str key = scene_key_named(scene, col);
  Number number = number_weight(mat_get(together_result(made), row, col));
  const char *words = is_row ? is_rollout(scene) ? _("query %.*s: heaviest key %.*s, rollout %s")
                                                 : _("query %.*s: heaviest key %.*s, average %s")
                      : is_rollout(scene) ? _("query %.*s, key %.*s: rollout %s")
                                          : _("query %.*s, key %.*s: average %s");
  return str_format(arena, words, (int)query.bytes, query.at, (int)key.bytes, key.at, number.at);
}

const ViewRoom average_room = {.draw = draw,
                               .captions = average_captions,
                               .inspect = together_inspect,
                               .figure_caption = average_figure_words,
                               .focus_line = focus_line};
const ViewRoom rollout_room = {.draw = draw,
                               .captions = rollout_captions,
                               .inspect = together_inspect,
                               .figure_caption = rollout_figure_words,
                               .focus_line = focus_line};
