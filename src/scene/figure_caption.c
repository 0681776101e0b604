/* scene/figure_caption.c -- the caption of a figure as a paper prints it: what is shown, of which
** head, model and sentence; what rows, columns, colours and hatching mean. */
#include <math.h>

#include "base/i18n.h"
#include "scene/arcs.h"
#include "scene/arcs_heads.h"
#include "scene/figure_view.h"
#include "scene/grapheme_breaks.h"
#include "scene/heads/difference_cells.h"
#include "scene/head_colors.h"
#include "scene/heads/grid.h"
#include "scene/heads/panel_labels.h"
#include "scene/layer_words.h"
#include "scene/mask_words.h"
#include "scene/matrix/threshold.h"
#include "scene/score_scale.h"
#include "scene/stages/compare.h"
#include "scene/stages/compare_kept.h"
#include "scene/sentence_heat.h"
#include "scene/stages/error_figure.h"
#include "scene/training/charts.h"
#include "scene/stages/stage_view.h"
#include "scene/views/view_room.h"

enum { SENTENCE_BYTES_MOST = 600 };

typedef struct Caption {
  Scene scene;
  const Figure *figure;
  Arena *arena;
  TracePart part;
  bool by_pair; /* rows are queries and columns keys */
} Caption;

static bool compares(const Caption *caption) { return compare_is_on(&caption->scene); }

/* Where mixtures stand for the keys no number of a pair has one beside it. */
static bool has_difference(const Caption *caption) {
  const Exact *exact = caption->scene.exact;
  if (caption->scene.beside || caption->scene.order || !exact) return true;
  return caption->by_pair ? exact->has_pairs : exact->has_output;
}

/* -- what is shown ----------------------------------------------------------------------------- */

/* Whether the figure is that of a stage of several matrices, such as qkv. */
static bool shows_several(const Caption *caption) {
  FigureKind kind = caption->figure->kind;
  bool is_stage = kind == FIGURE_STAGE || kind == FIGURE_HEATMAP;
  is_stage = is_stage || (caption->scene.beside && compares(caption));
  return is_stage && !caption->figure->part_given &&
         !stage_is_one_matrix(caption->scene.view->stage);
}

static const char *shown_words(const Caption *caption) {
  const char *noun = trace_part_info(caption->part)->noun;
  if (shows_several(caption)) noun = stage_info(caption->scene.view->stage)->noun;
  if (caption->scene.beside && compares(caption))
    return str_format(caption->arena, _("%s of two runs (%s, %s), and their difference,"),
                      noun ? _(noun) : stage_part_title(caption->part),
                      compare_kept_title(&caption->scene, false),
                      compare_kept_title(&caption->scene, true));
  if (caption->scene.order && compares(caption))
    return str_format(
        caption->arena,
        _("%s of the sentence in order, of its tokens shuffled and put back, and their "
          "difference,"),
        noun ? _(noun) : stage_part_title(caption->part));
  if (compares(caption) && !has_difference(caption))
    return str_format(
        caption->arena, _("%s with %s, and those of exact attention over the same Q, K and V,"),
        noun ? _(noun) : stage_part_title(caption->part), compare_laid_over(&caption->scene));
  if (compares(caption))
    return str_format(caption->arena,
                      _("%s with %s, those of exact attention over the same Q, K and V, and their "
                        "difference,"),
                      noun ? _(noun) : stage_part_title(caption->part),
                      compare_laid_over(&caption->scene));
  return noun ? _(noun) : stage_part_title(caption->part);
}

static const char *listed_heads(const Caption *caption) {
  StrBuf words = strbuf_make(caption->arena);
  bool spans = heads_panels_span_layers(&caption->scene);
  for (int i = 0; i < heads_panel_count(&caption->scene); i++) {
    ExportHead at = heads_panel_at(&caption->scene, i);
    if (i > 0) strbuf_add(&words, STR(", "));
    if (spans) strbuf_format(&words, "%d.%d", at.layer + 1, at.head + 1);
    else strbuf_format(&words, "%d", at.head + 1);
  }
  return words.failed ? "" : words.at;
}

static const char *heads_sentence(const Caption *caption, Str model) {
  const Scene *scene = &caption->scene;
  int layer = scene->view->layer + 1, count = heads_panel_count(scene);
  if (heads_panels_span_layers(scene))
    return str_format(caption->arena, _("%s of the heads %s (layer.head) of the model %.*s."),
                      shown_words(caption), listed_heads(caption), (int)model.bytes, model.at);
  return str_format(caption->arena,
                    P_("%s of head %s in layer %d of the model %.*s.",
                       "%s of the heads %s in layer %d of the model %.*s.", count),
                    shown_words(caption), listed_heads(caption), layer, (int)model.bytes, model.at);
}

static const char *one_head_sentence(const Caption *caption, Str model, const char *what) {
  const View *view = caption->scene.view;
  Str role = i18n_translated(caption->arena,
                             trace_head_role(caption->scene.trace, view->layer, view->head));
  if (role.bytes == 0)
    return str_format(caption->arena, _("%s of head %d in layer %d of the model %.*s."), what,
                      view->head + 1, view->layer + 1, (int)model.bytes, model.at);
  return str_format(caption->arena, _("%s of head %d (%.*s) in layer %d of the model %.*s."), what,
                    view->head + 1, (int)role.bytes, role.at, view->layer + 1, (int)model.bytes,
                    model.at);
}

/* Of layers × heads beside a kept run. */
static const char *differences_sentence(const Caption *caption, Str model) {
  const Scene *scene = &caption->scene;
  bool is_sorted = scene->view->grid_order == GRID_BY_DIFFERENCE;
  return str_format(
      caption->arena,
      is_sorted
          ? _("Differences of the attention weights of two runs (%s, less %s) of every head of the "
              "model %.*s, the largest mean first.")
          : _("Differences of the attention weights of two runs (%s, less %s) of every head of the "
              "model %.*s: a row a layer, a column a head."),
      compare_kept_title(scene, false), compare_kept_title(scene, true), (int)model.bytes,
      model.at);
}

static const char *arcs_sentence(const Caption *caption, Str model) {
  const Scene *scene = &caption->scene;
  int count = arcs_heads_on(scene);
  return str_format(caption->arena,
                    P_("%s of head %s in layer %d of the model %.*s.",
                       "%s of the heads %s in layer %d of the model %.*s.", count),
                    shown_words(caption), arcs_heads_listed(caption->arena, scene),
                    scene->view->layer + 1, (int)model.bytes, model.at);
}

static const char *place_sentence(const Caption *caption) {
  const Trace *trace = caption->scene.trace;
  const View *view = caption->scene.view;
  const TracePartInfo *part = trace_part_info(caption->part);
  Str model = i18n_isolated(caption->arena, trace_model_name(trace));
  const char *what = shown_words(caption);
  if (caption->scene.differences) return differences_sentence(caption, model);
  switch (caption->figure->kind) {
  case FIGURE_GRID:
    return str_format(
        caption->arena,
        view->grid_order == GRID_BY_ROLE
            ? _("%s of every head of the model %.*s, sorted by role.")
            : _("%s of every head of the model %.*s: a row a layer, a column a head."),
        what, (int)model.bytes, model.at);
  case FIGURE_HEADS:
    return heads_sentence(caption, model);
  case FIGURE_ARCS:
    if (arcs_are_of_heads(&caption->scene)) return arcs_sentence(caption, model);
    break;
  case FIGURE_OVERVIEW:
    return one_head_sentence(caption, model, _("The path from the words to the output"));
  default:
    break;
  }
  const StageInfo *stage = stage_info(view->stage);
  bool is_whole = shows_several(caption);
  if (is_whole ? stage->per_head : part->per_head) return one_head_sentence(caption, model, what);
  if (is_whole ? stage->per_layer : part->per_layer)
    return str_format(caption->arena, _("%s in layer %d of the model %.*s."), what, view->layer + 1,
                      (int)model.bytes, model.at);
  return str_format(caption->arena, _("%s in the model %.*s."), what, (int)model.bytes, model.at);
}

/* Of a figure of one layer. */
static const char *half_sentence(const Caption *caption) {
  const View *view = caption->scene.view;
  bool is_overview = caption->figure->kind == FIGURE_OVERVIEW;
  if (caption->figure->kind == FIGURE_GRID || !(is_overview || stage_info(view->stage)->per_layer))
    return "";
  return layer_half_sentence(caption->arena, caption->scene.trace, view->layer);
}

/* Whether the matrix that the layer reads is drawn. */
static bool shows_input(const Caption *caption) {
  const StageInfo *stage = stage_info(caption->scene.view->stage);
  if (caption->figure->kind == FIGURE_OVERVIEW) return true;
  bool is_there = stage->has_projections;
  for (int i = 0; i < stage->part_count; i++) is_there |= stage->parts[i] == TRACE_INPUT;
  return caption->figure->kind == FIGURE_STAGE && is_there;
}

/* A layer after the first reads another matrix than the embeddings. */
static const char *input_sentence(const Caption *caption) {
  int layer = caption->scene.view->layer;
  bool is_first = layer_count_before(caption->scene.trace, layer) == 0;
  if (!shows_input(caption) || is_first || trace_token_count(caption->scene.trace) == 0) return "";
  return str_format(caption->arena, _("%s, which the layer reads, is the output of %s."),
                    captions_stream(&caption->scene, 'X', layer),
                    layer_words(caption->arena, caption->scene.trace, layer - 1));
}

static const char *sentence_sentence(const Caption *caption) {
  Str whole = trace_sentence(caption->scene.trace);
  Str shown = grapheme_beginning(whole, SENTENCE_BYTES_MOST);
  if (whole.bytes == 0) return "";
  bool is_cut = shown.bytes < whole.bytes;
  shown = i18n_isolated(caption->arena, shown);
  return str_format(caption->arena,
                    is_cut ? _("The sentence is “%.*s…”.") : _("The sentence is “%.*s”."),
                    (int)shown.bytes, shown.at);
}

/* -- how to read it ---------------------------------------------------------------------------- */

static const char *arcs_axes_words(const Caption *caption) {
  const Scene *scene = &caption->scene;
  bool comes_again = trace_head_count(scene->trace, scene->view->layer) > HEAD_COLORS;
  return comes_again
             ? _("A line joins a query, at the left, to a key, in the colour of its head, which is "
                 "that of the head eight before; its width is proportional to the weight. Weights "
                 "below 0.01 have no line.")
             : _("A line joins a query, at the left, to a key, in the colour of its head; its "
                 "width "
                 "is proportional to the weight. Weights below 0.01 have no line.");
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
  if (!is_matrix || shows_several(caption)) return "";
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
  if (compares(caption)) return "";
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
  if (!has_cells || kind == FIGURE_OVERVIEW || shows_several(caption)) return "";
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

/* What the kept run is made of. */
static void add_kept(const Caption *caption, StrBuf *words) {
  const Trace *kept = caption->scene.kept;
  Str model = i18n_isolated(caption->arena, trace_model_name(kept));
  Str sentence = grapheme_beginning(trace_sentence(kept), SENTENCE_BYTES_MOST);
  sentence = i18n_isolated(caption->arena, sentence);
  i18n_add_sentence(words,
                    str_format(caption->arena,
                               _("The kept run is that of the model %.*s over “%.*s”, with %s."),
                               (int)model.bytes, model.at, (int)sentence.bytes, sentence.at,
                               compare_kept_laid_over(&caption->scene)));
  if (caption->scene.beside && caption->scene.beside->has_weights)
    i18n_add_sentence(words, _("The divergence of a row is Σ w log₂(w/e), w its weights now and e "
                               "the kept ones, each divided by its sum over the keys of both."));
}

/* The errors stand in the picture, so below it they are not told again. */
static void add_errors(const Caption *caption, StrBuf *words) {
  if (!caption->figure->caption) i18n_add_sentence(words, compare_words(&caption->scene));
}

/* The first two have one scale, the third its own; then the errors. */
static void add_comparison(const Caption *caption, StrBuf *words) {
  if (!compares(caption)) return;
  if (!has_difference(caption)) {
    i18n_add_sentence(words, _("Rows are queries; columns of the first are mixtures of keys, those "
                               "of the second keys. Both have one scale of colours."));
    add_errors(caption, words);
    return;
  }
  if (caption->by_pair) i18n_add_sentence(words, _("Rows are queries, columns are keys."));
  i18n_add_sentence(words,
                    _("The first two have one scale of colours; that of the difference tells "
                      "its size: 0 is pale, and where digits have no room a line marks what "
                      "is below 0."));
  if (caption->scene.beside)
    i18n_add_sentence(words, _("The difference is the number now less the one kept."));
  else if (caption->scene.exact)
    i18n_add_sentence(words, _("The difference is the first number less the exact one."));
  add_errors(caption, words);
  if (caption->scene.beside) add_kept(caption, words);
  if (caption->scene.exact && caption->scene.exact->has_pairs)
    i18n_add_sentence(words, _("The divergence of a row is Σ w log₂(w/e), w its weights laid over "
                               "and e the exact ones."));
}

/* Of which query, where only one is shown. */
static const char *query_sentence(const Caption *caption) {
  const Scene *scene = &caption->scene;
  FigureKind kind = caption->figure->kind;
  int query, key, count = trace_token_count(scene->trace);
  view_focus(scene->view, &query, &key);
  if (kind == FIGURE_SENTENCE && count > 0) query = sentence_heat_row(scene);
  else if (kind != FIGURE_ARCS) return "";
  if (query < 0 || query >= count) return "";
  Str from = scene_label(scene, query);
  const char *words = kind == FIGURE_ARCS ? _("Drawn are the lines of the query “%.*s” alone.")
                                          : _("Shown is what the query “%.*s” gives to each key.");
  return str_format(caption->arena, words, (int)from.bytes, from.at);
}

static const char *focus_sentence(const Caption *caption) {
  const Scene *scene = &caption->scene;
  FigureKind kind = caption->figure->kind;
  int query, key;
  view_focus(scene->view, &query, &key);
  bool is_matrix = kind == FIGURE_HEATMAP || kind == FIGURE_HEADS || kind == FIGURE_AVERAGE ||
                   kind == FIGURE_ROLLOUT;
  if (!is_matrix || !caption->by_pair || query < 0 || key < 0) return "";
  if (query >= trace_token_count(scene->trace) || key >= trace_key_count(scene->trace)) return "";
  Str from = scene_label(scene, query), to = scene_key_label(scene, key);
  return str_format(caption->arena, _("Outlined: the query “%.*s” and the key “%.*s”."),
                    (int)from.bytes, from.at, (int)to.bytes, to.at);
}

static const char *threshold_sentence(const Caption *caption) {
  const View *view = caption->scene.view;
  if (!threshold_is_on(view, caption->part)) return "";
  return str_format(caption->arena, _("Coloured are the keys that hold %g %% of each row."),
                    (double)view->threshold);
}

static bool is_below(MatView weights, float least) {
  for (int row = 0; row < weights.rows; row++)
    for (int col = 0; col < weights.cols; col++)
      if (mat_get(weights, row, col) < least) return true;
  return false;
}

/* Whether a head that the figure shows has a weight whose number is left out. */
static bool has_weight_below(const Caption *caption, float least) {
  const Scene *scene = &caption->scene;
  if (caption->figure->kind != FIGURE_HEADS)
    return is_below(
        trace_matrix(scene->trace, caption->part, scene->view->layer, scene->view->head), least);
  for (int i = 0; i < heads_panel_count(scene); i++) {
    ExportHead at = heads_panel_at(scene, i);
    if (is_below(trace_matrix(scene->trace, caption->part, at.layer, at.head), least)) return true;
  }
  return false;
}

/* What was asked for is known before the picture is drawn. Arcs and the tinted sentence have no
** cells, the grid no numbers. */
static float asked_least(const Caption *caption) {
  const View *view = caption->scene.view;
  FigureKind kind = caption->figure->kind;
  float least = view->export_look.figure.numbers_from;
  bool has_numbers = kind == FIGURE_HEATMAP || kind == FIGURE_HEADS || kind == FIGURE_STAGE;
  if (!has_numbers || caption->part != TRACE_WEIGHTS || view->numbers == NUMBERS_OFF) return 0;
  return least > 0 && has_weight_below(caption, least) ? least : 0;
}

static void add_left_out(const Caption *caption, StrBuf *words) {
  float weight = fmaxf(asked_least(caption), caption->figure->no_weight_below);
  float in_wide = fmaxf(asked_least(caption), caption->figure->no_weight_in_wide_below);
  float difference = caption->figure->no_difference_below;
  if (in_wide > 0 && in_wide < weight)
    i18n_add_sentence(
        words, str_format(caption->arena,
                          _("Weights below %g have no number; in the wide cells, those below %g."),
                          (double)weight, (double)in_wide));
  else if (weight > 0)
    i18n_add_sentence(
        words, str_format(caption->arena, _("Weights below %g have no number."), (double)weight));
  if (difference > 0)
    i18n_add_sentence(words, str_format(caption->arena, _("Differences below %g have no number."),
                                        (double)difference));
}

Str figure_caption(const Trace *trace, const View *given, const Figure *figure, Arena *arena) {
  if (figure->kind == FIGURE_BLOCK) return str_from(figure->block->caption);
  StrBuf words = strbuf_make(arena);
  DrawList unused = draw_list_make(arena, 1, 1);
  View view = *given;
  if (figure_is_of_weights(figure)) view.stage = stage_of_part(TRACE_WEIGHTS);
  view.kind = figure_view_kind(figure);
  if (figure->kind == FIGURE_COMPARE && view.compare == COMPARE_OFF)
    view.compare = figure->kept ? COMPARE_KEPT : COMPARE_EXACT;
  Caption caption = {.figure = figure, .arena = arena, .part = figure_part(&view, figure)};
  caption.scene = (Scene){.trace = trace, .view = &view, .pen = {.list = &unused, .text_scale = 1}};
  if (figure->kind == FIGURE_STAGE || figure->kind == FIGURE_COMPARE)
    scene_add_compared(&caption.scene);
  scene_add_kept(&caption.scene, figure->kept);
  caption.scene.differences = figure->differences;
  if (figure->kind == FIGURE_HEADS) caption.part = heads_part_on_show(&caption.scene);
  caption.by_pair = trace_part_info(caption.part)->by_pair;
  const ViewRoom *room = view_room(view.kind);
  if (room) {
    i18n_add_sentence(&words, room->figure_caption(&caption.scene, arena));
    if (!room->names_no_model) i18n_add_sentence(&words, sentence_sentence(&caption));
    if (view_is_of_layers(view.kind)) i18n_add_sentence(&words, focus_sentence(&caption));
    add_left_out(&caption, &words);
    if (!room->names_no_model) mask_add_kind(&words, trace);
    return str_trim(strbuf_str(&words));
  }
  if (figure->kind == FIGURE_CURVE && figure->training) {
    i18n_add_sentence(&words, training_figure_words(figure->training, arena));
    return str_trim(strbuf_str(&words));
  }
  if (figure->kind == FIGURE_CURVE) {
    i18n_add_sentence(&words, error_figure_words(&caption.scene, arena));
    i18n_add_sentence(&words, sentence_sentence(&caption));
    mask_add_kind(&words, trace);
    return str_trim(strbuf_str(&words));
  }
  i18n_add_sentence(&words, place_sentence(&caption));
  i18n_add_sentence(&words, half_sentence(&caption));
  i18n_add_sentence(&words, input_sentence(&caption));
  i18n_add_sentence(&words, sentence_sentence(&caption));
  i18n_add_sentence(&words, axes_sentence(&caption));
  i18n_add_sentence(&words, lines_most_sentence(&caption));
  add_comparison(&caption, &words);
  if (caption.scene.differences) add_kept(&caption, &words);
  i18n_add_sentence(&words, colors_sentence(&caption));
  i18n_add_sentence(&words, hatch_sentence(&caption));
  i18n_add_sentence(&words, mask_sentence(&caption));
  add_left_out(&caption, &words);
  i18n_add_sentence(&words, scale_sentence(&caption));
  i18n_add_sentence(&words, threshold_sentence(&caption));
  i18n_add_sentence(&words, query_sentence(&caption));
  i18n_add_sentence(&words, focus_sentence(&caption));
  mask_add_kind(&words, trace);
  return str_trim(strbuf_str(&words));
}
