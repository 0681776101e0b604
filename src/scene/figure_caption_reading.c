/* scene/figure_caption_reading.c -- how a figure is read: what its rows, columns and lines are,
** what colours and hatching mean, which mask hides keys and what scores are divided by. */
#include "scene/figure_caption_internal.h"

#include "base/i18n.h"
#include "scene/arcs.h"
#include "scene/arcs_heads.h"
#include "scene/heads/difference_cells.h"
#include "scene/heads/panel_labels.h"
#include "scene/score_scale.h"
#include "scene/stages/stage_view.h"

static const char *arcs_axes_words(const Caption *caption) {
  const Scene *scene = &caption->scene;
  const char *lines =
      str_format(caption->arena,
                 _("A line joins a query, at the left, to a key; its width is proportional to the "
                   "weight. Weights below 0.01 have no line. Head %d is violet."),
                 arcs_front_head(scene) + 1);
  const char *others = arcs_others_are_few(scene)
                           ? _("The others are grey, with the strongest key of each query.")
                           : _("The others are grey.");
  return arcs_heads_on(scene) > 1 ? str_format(caption->arena, "%s %s", lines, others) : lines;
}

/* Where so many weights stand in the picture that not all can have a line. */
static const char *lines_most_sentence(const Caption *caption) {
  const Scene *scene = &caption->scene;
  int heads = arcs_are_of_heads(scene) ? trace_head_count(scene->trace, scene->view->layer) : 1;
  long pairs = (long)trace_token_count(scene->trace) * trace_key_count(scene->trace) * heads;
  if (caption->figure->kind != FIGURE_ARCS || pairs <= ARCS_MOST) return "";
  return str_format(caption->arena,
                    _("Not all weights have a line: only the heaviest (at most %d)."), ARCS_MOST);
}

static const char *axes_sentence(const Caption *caption) {
  FigureKind kind = caption->figure->kind;
  if (kind == FIGURE_ARCS && arcs_are_of_heads(&caption->scene)) return arcs_axes_words(caption);
  if (kind == FIGURE_ARCS)
    return _("A line joins a query, at the left, to a key; its width is proportional to the "
             "weight. Weights below 0.01 have no line.");
  bool is_matrix = kind == FIGURE_HEATMAP || kind == FIGURE_HEADS || kind == FIGURE_GRID;
  if (!is_matrix || caption_shows_several(caption)) return "";
  if (caption->by_pair && trace_keys_are_mixtures(caption->scene.trace))
    return _("Rows are queries, columns are mixtures of the keys.");
  if (caption->by_pair) return _("Rows are queries, columns are keys.");
  int rows, cols;
  trace_matrix_shape(caption->scene.trace, caption->part, caption->scene.view->layer, &rows, &cols);
  bool is_of_head = trace_part_info(caption->part)->per_head;
  bool is_mixed = trace_keys_are_mixtures(caption->scene.trace);
  if (is_mixed && trace_part_info(caption->part)->rows == SIZE_KEYS)
    return str_format(caption->arena,
                      P_("Rows are mixtures of tokens, columns their one number.",
                         "Rows are mixtures of tokens, columns their %d numbers.", cols),
                      cols);
  return str_format(caption->arena,
                    is_of_head ? P_("Rows are tokens, columns the one number of a head.",
                                    "Rows are tokens, columns the %d numbers of a head.", cols)
                               : P_("Rows are tokens, columns their one number.",
                                    "Rows are tokens, columns their %d numbers.", cols),
                    cols);
}

/* Whether the numbers come out of what a mask has left. */
static bool comes_after_mask(const Caption *caption) {
  int part = 0, mask = 0;
  if (!trace_part_info(caption->part)->per_layer) return false;
  while (trace_part_order[part] != caption->part) part++;
  while (!trace_part_info(trace_part_order[mask])->is_hatched) mask++;
  return part > mask;
}

/* Where no cell is hatched the mask is said all the same. */
static const char *mask_sentence(const Caption *caption) {
  const Scene *scene = &caption->scene;
  Str mask = trace_layer_mask_name(scene->trace, scene->view->layer);
  bool is_hatched = scene_is_hatched(caption->scene.trace, caption->part) && caption->by_pair;
  bool is_arcs = caption->figure->kind == FIGURE_ARCS;
  if ((is_hatched && !is_arcs) || !comes_after_mask(caption) || !scene_hides_something(scene))
    return "";
  if (str_is(mask, "edited")) return _("A mask hides some keys from some queries.");
  return str_format(caption->arena, _("A mask (%.*s) hides some keys from some queries."),
                    (int)mask.bytes, mask.at);
}

/* What is shown before the division says so. */
static const char *scale_sentence(const Caption *caption) {
  const Trace *trace = caption->scene.trace;
  int layer = caption->scene.view->layer;
  if (!(trace_score_divisor(trace, layer) > 0) || !caption->by_pair) return "";
  ScoreScale divisor = score_scale_of(trace, layer);
  bool is_before = caption->part == trace_pair_parts[0];
  if (divisor.kind == SCORE_SCALE_NONE) return _("Scores are not divided.");
  if (divisor.kind == SCORE_SCALE_TEMPERATURE)
    return str_format(caption->arena,
                      is_before ? _("The scores are those before they are multiplied by %s.")
                                : _("Scores are multiplied by %s."),
                      divisor.value.at);
  if (divisor.kind == SCORE_SCALE_NUMBER)
    return str_format(caption->arena,
                      is_before ? _("The scores are those before the division by %s.")
                                : _("Scores are divided by %s."),
                      divisor.value.at);
  return str_format(caption->arena,
                    is_before ? _("The scores are those before the division by √dₖ: %s = %s.")
                              : _("Scores are divided by √dₖ: %s = %s."),
                    divisor.symbol, divisor.value.at);
}

static bool has_own_scales(const Caption *caption) {
  const View *view = caption->scene.view;
  bool many = caption->figure->kind == FIGURE_HEADS || caption->figure->kind == FIGURE_GRID;
  bool is_one = view->range == RANGE_SHARED || scene_range_is_fixed(&caption->scene, caption->part);
  return many && !is_one && caption->part != TRACE_WEIGHTS &&
         (caption->figure->kind == FIGURE_GRID || heads_panel_count(&caption->scene) > 1);
}

static const char *colors_sentence(const Caption *caption) {
  const Scene *scene = &caption->scene;
  FigureKind kind = caption->figure->kind;
  if (caption_compares(caption)) return "";
  if (scene->differences) {
    Number most = number_end(difference_range(scene).high);
    return str_format(
        caption->arena,
        _("All have one scale, by the size of the difference: 0 is pale, its end ±%s. "
          "Shown are the queries and keys that both runs have."),
        most.at);
  }
  bool has_cells = kind == FIGURE_GRID || kind == FIGURE_HEADS || kind == FIGURE_SENTENCE ||
                   (kind != FIGURE_ARCS && stage_has_cells(scene->view->stage));
  if (!has_cells || kind == FIGURE_OVERVIEW || caption_shows_several(caption)) return "";
  ColorRange range = scene_range(scene, caption->part, scene->view->layer, scene->view->head);
  Number low = number_end(range.low), high = number_end(range.high);
  if (range.low == 0) low = (Number){"0"};
  if (range.high == 1) high = (Number){"1"};
  if (has_own_scales(caption)) return _("Each head has its own scale of colours.");
  bool is_light = !theme_get(scene->view->theme)->is_dark;
  if (scene_palette(scene, caption->part) == PALETTE_TENS)
    return str_format(caption->arena,
                      _("Colours go as far for every tenfold, from %s and less, which is pale, to "
                        "%s."),
                      number_end(range.high * PALETTE_TENS_LEAST).at, high.at);
  if (range.low < 0)
    return str_format(caption->arena, _("Colours run from %s to %s; 0 is the pale middle."), low.at,
                      high.at);
  return str_format(caption->arena,
                    is_light ? _("The darker the colour, the larger the number, from %s to %s.")
                             : _("The lighter the colour, the larger the number, from %s to %s."),
                    low.at, high.at);
}

static const char *hatch_sentence(const Caption *caption) {
  const Scene *scene = &caption->scene;
  FigureKind kind = caption->figure->kind;
  bool has_hatch = !scene->differences && scene_is_hatched(scene->trace, caption->part) &&
                   kind != FIGURE_ARCS && caption->by_pair;
  if (!has_hatch || !scene_hides_something(scene)) return "";
  Str mask = trace_layer_mask_name(scene->trace, scene->view->layer);
  if (str_is(mask, "edited")) return _("Hatched cells are hidden by the mask.");
  return str_format(caption->arena, _("Hatched cells are hidden by the mask (%.*s)."),
                    (int)mask.bytes, mask.at);
}

void caption_add_axes(const Caption *caption, StrBuf *words) {
  i18n_add_sentence(words, axes_sentence(caption));
  i18n_add_sentence(words, lines_most_sentence(caption));
}

void caption_add_colors(const Caption *caption, StrBuf *words) {
  i18n_add_sentence(words, colors_sentence(caption));
  i18n_add_sentence(words, hatch_sentence(caption));
  i18n_add_sentence(words, mask_sentence(caption));
}

void caption_add_scale(const Caption *caption, StrBuf *words) {
  i18n_add_sentence(words, scale_sentence(caption));
}
