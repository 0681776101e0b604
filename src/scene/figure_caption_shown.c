/* scene/figure_caption_shown.c -- what a figure shows: the matrix, of which head, layer and model,
** and of which sentence. */
#include "scene/figure_caption_internal.h"

#include "base/i18n.h"
#include "scene/arcs.h"
#include "scene/arcs_heads.h"
#include "scene/heads/panel_labels.h"
#include "scene/layer_words.h"
#include "scene/stages/compare.h"
#include "scene/stages/compare_kept.h"
#include "scene/stages/stage_view.h"
#include "text/utf8.h"

bool caption_compares(const Caption *caption) { return compare_is_on(&caption->scene); }

bool caption_has_difference(const Caption *caption) {
  const Exact *exact = caption->scene.exact;
  if (caption->scene.beside || caption->scene.order || !exact) return true;
  return caption->by_pair ? exact->has_pairs : exact->has_output;
}

bool caption_shows_several(const Caption *caption) {
  FigureKind kind = caption->figure->kind;
  bool is_stage = kind == FIGURE_STAGE || kind == FIGURE_HEATMAP;
  is_stage = is_stage || (caption->scene.beside && caption_compares(caption));
  return is_stage && !caption->figure->part_given &&
         !stage_is_one_matrix(caption->scene.view->stage);
}

static const char *shown_words(const Caption *caption) {
  const char *noun = trace_part_info(caption->part)->noun;
  if (caption_shows_several(caption)) noun = stage_info(caption->scene.view->stage)->noun;
  if (caption->scene.beside && caption_compares(caption))
    return str_format(caption->arena, _("%s of two runs (%s, %s), and their difference,"),
                      noun ? _(noun) : stage_part_title(caption->part),
                      compare_kept_title(&caption->scene, false),
                      compare_kept_title(&caption->scene, true));
  if (caption->scene.order && caption_compares(caption))
    return str_format(
        caption->arena,
        _("%s of the sentence in order, of its tokens shuffled and put back, and their "
          "difference,"),
        noun ? _(noun) : stage_part_title(caption->part));
  if (caption_compares(caption) && !caption_has_difference(caption))
    return str_format(
        caption->arena, _("%s with %s, and those of exact attention over the same Q, K and V,"),
        noun ? _(noun) : stage_part_title(caption->part), compare_laid_over(&caption->scene));
  if (caption_compares(caption))
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
  bool is_whole = caption_shows_several(caption);
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
  Str shown = utf8_beginning(whole, CAPTION_SENTENCE_BYTES_MOST);
  if (whole.bytes == 0) return "";
  bool is_cut = shown.bytes < whole.bytes;
  shown = i18n_isolated(caption->arena, shown);
  return str_format(caption->arena,
                    is_cut ? _("The sentence is “%.*s…”.") : _("The sentence is “%.*s”."),
                    (int)shown.bytes, shown.at);
}

void caption_add_sentence(const Caption *caption, StrBuf *words) {
  i18n_add_sentence(words, sentence_sentence(caption));
}

void caption_add_shown(const Caption *caption, StrBuf *words) {
  i18n_add_sentence(words, place_sentence(caption));
  i18n_add_sentence(words, half_sentence(caption));
  i18n_add_sentence(words, input_sentence(caption));
  caption_add_sentence(caption, words);
}
