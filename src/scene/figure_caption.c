/* scene/figure_caption.c -- the caption of a figure as a paper prints it: what is shown, how it is
** read, what it is compared with, what is in focus and what has no number. */
#include "scene/figure_caption_internal.h"

#include <math.h>

#include "base/i18n.h"
#include "scene/heads/panel_labels.h"
#include "scene/mask_words.h"
#include "scene/matrix/threshold.h"
#include "scene/sentence_heat.h"
#include "scene/stages/compare.h"
#include "scene/stages/compare_kept.h"
#include "scene/stages/error_figure.h"
#include "scene/stages/stage_view.h"
#include "scene/training/charts.h"
#include "scene/views/view_room.h"
#include "text/utf8.h"

/* -- two runs beside each other ---------------------------------------------------------------- */

/* What the kept run is made of. */
static void add_kept(const Caption *caption, StrBuf *words) {
  const Trace *kept = caption->scene.kept;
  Str model = i18n_isolated(caption->arena, trace_model_name(kept));
  Str sentence = utf8_beginning(trace_sentence(kept), CAPTION_SENTENCE_BYTES_MOST);
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
  if (!caption_compares(caption)) return;
  if (!caption_has_difference(caption)) {
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

/* -- what is in focus -------------------------------------------------------------------------- */

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

/* -- what has no number ------------------------------------------------------------------------ */

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

/* -- all --------------------------------------------------------------------------------------- */

/* The scene points into the caption, which therefore stays where it is. */
static void caption_begin(Caption *caption, const Trace *trace, const View *given,
                          const Figure *figure, Arena *arena) {
  *caption = (Caption){.figure = figure, .arena = arena, .view = figure_shown_view(given, figure)};
  caption->unused = draw_list_make(arena, 1, 1);
  caption->part = figure_part(&caption->view, figure);
  caption->scene = (Scene){
      .trace = trace, .view = &caption->view, .pen = {.list = &caption->unused, .text_scale = 1}};
  if (figure->kind == FIGURE_STAGE || figure->kind == FIGURE_COMPARE)
    scene_add_compared(&caption->scene);
  scene_add_kept(&caption->scene, figure->kept);
  caption->scene.differences = figure->differences;
  if (figure->kind == FIGURE_HEADS) caption->part = heads_part_on_show(&caption->scene);
  caption->by_pair = trace_part_info(caption->part)->by_pair;
}

static void add_of_room(const Caption *caption, const ViewRoom *room, StrBuf *words) {
  i18n_add_sentence(words, room->figure_caption(&caption->scene, caption->arena));
  if (!room->names_no_model) caption_add_sentence(caption, words);
  if (view_is_of_layers(caption->view.kind)) i18n_add_sentence(words, focus_sentence(caption));
  add_left_out(caption, words);
  if (!room->names_no_model) mask_add_kind(words, caption->scene.trace);
}

static void add_of_curve(const Caption *caption, StrBuf *words) {
  if (caption->figure->training) {
    i18n_add_sentence(words, training_figure_words(caption->figure->training, caption->arena));
    return;
  }
  i18n_add_sentence(words, error_figure_words(&caption->scene, caption->arena));
  caption_add_sentence(caption, words);
  mask_add_kind(words, caption->scene.trace);
}

static void add_of_matrices(const Caption *caption, StrBuf *words) {
  caption_add_shown(caption, words);
  caption_add_axes(caption, words);
  add_comparison(caption, words);
  if (caption->scene.differences) add_kept(caption, words);
  caption_add_colors(caption, words);
  add_left_out(caption, words);
  caption_add_scale(caption, words);
  i18n_add_sentence(words, threshold_sentence(caption));
  i18n_add_sentence(words, query_sentence(caption));
  i18n_add_sentence(words, focus_sentence(caption));
  mask_add_kind(words, caption->scene.trace);
}

Str figure_caption(const Trace *trace, const View *given, const Figure *figure, Arena *arena) {
  if (figure->kind == FIGURE_BLOCK) return str_from(figure->block->caption);
  Caption caption;
  caption_begin(&caption, trace, given, figure, arena);
  StrBuf words = strbuf_make(arena);
  const ViewRoom *room = view_room(caption.view.kind);
  if (room) add_of_room(&caption, room, &words);
  else if (figure->kind == FIGURE_CURVE) add_of_curve(&caption, &words);
  else add_of_matrices(&caption, &words);
  return str_trim(strbuf_str(&words));
}
