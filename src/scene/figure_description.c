/* scene/figure_description.c -- the description that a file of a figure carries: everything that is
** needed to make it again. */
#include <string.h>

#include "base/i18n.h"
#include "scene/arcs_heads.h"
#include "scene/score_scale.h"
#include "scene/figure_view.h"
#include "scene/heads/grid.h"
#include "scene/mask_words.h"
#include "scene/matrix/threshold.h"
#include "scene/stages/error_figure.h"
#include "scene/training/charts.h"
#include "scene/stages/stage_view.h"
#include "scene/views/view_room.h"
#include "text/utf8.h"

enum { SENTENCE_BYTES_MOST = 600 };

static const char *quoted_sentence(Arena *arena, const Trace *trace) {
  Str whole = trace_sentence(trace), shown = utf8_beginning(whole, SENTENCE_BYTES_MOST);
  if (whole.bytes == 0) return "";
  return str_format(arena, shown.bytes < whole.bytes ? _("“%.*s…”.") : _("“%.*s”."),
                    (int)shown.bytes, shown.at);
}

/* Includes the role of the head, if it was measured or is built in. */
static const char *head_place(Arena *arena, const Trace *trace, const View *view) {
  Str model = trace_model_name(trace);
  Str role = i18n_translated(arena, trace_head_role(trace, view->layer, view->head));
  if (role.bytes == 0)
    return str_format(arena, _("Model %.*s, layer %d, head %d."), (int)model.bytes, model.at,
                      view->layer + 1, view->head + 1);
  return str_format(arena, _("Model %.*s, layer %d, head %d (%.*s)."), (int)model.bytes, model.at,
                    view->layer + 1, view->head + 1, (int)role.bytes, role.at);
}

static const char *grid_place(Arena *arena, const Trace *trace, const View *view) {
  Str model = trace_model_name(trace);
  return str_format(arena,
                    view->grid_order == GRID_BY_ROLE
                        ? _("Model %.*s, all layers and heads, sorted by role.")
                        : _("Model %.*s, all layers and heads: a row a layer, a column a head."),
                    (int)model.bytes, model.at);
}

static const char *place_sentence(Arena *arena, const Trace *trace, const View *view,
                                  const Figure *figure) {
  const StageInfo *stage = stage_info(view->stage);
  const TracePartInfo *part = trace_part_info(figure_part(view, figure));
  bool whole_path =
      figure->kind == FIGURE_OVERVIEW || figure->kind == FIGURE_POSTER || figure_is_sheet(figure);
  bool per_layer = whole_path || stage->per_layer || (figure->part_given && part->per_layer);
  bool per_head = whole_path || stage->per_head || (figure->part_given && part->per_head);
  Str model = trace_model_name(trace);
  int heads = trace_head_count(trace, view->layer);
  if (figure->kind == FIGURE_GRID) return grid_place(arena, trace, view);
  if (figure->kind == FIGURE_HEADS)
    return str_format(
        arena,
        P_("Model %.*s, layer %d, its %d head.", "Model %.*s, layer %d, all %d heads.", heads),
        (int)model.bytes, model.at, view->layer + 1, heads);
  Scene scene = {.trace = trace, .view = view};
  bool is_of_heads = figure->kind == FIGURE_ARCS && arcs_are_of_heads(&scene);
  if (per_head && !is_of_heads) return head_place(arena, trace, view);
  if (per_layer)
    return str_format(arena, _("Model %.*s, layer %d."), (int)model.bytes, model.at,
                      view->layer + 1);
  return str_format(arena, _("Model %.*s."), (int)model.bytes, model.at);
}

static const char *stage_sentence(const Scene *scene, const Figure *figure) {
  const StageInfo *stage = stage_info(scene->view->stage);
  Str title = str_from(captions_of(scene).title);
  if (figure->kind == FIGURE_OVERVIEW) return _("Overview of all stages.");
  if (figure->kind == FIGURE_POSTER) return _("Poster of all stages.");
  if (figure->kind == FIGURE_SHEET) return _("Exercise sheet.");
  if (figure->kind == FIGURE_SOLUTION) return _("Solution of an exercise sheet.");
  if (figure->part_given || figure->kind == FIGURE_GRID)
    title = str_from(stage_part_title(figure_part(scene->view, figure)));
  return str_format(scene->pen.list->arena, _("Stage %s: %.*s."), stage->name, (int)title.bytes,
                    title.at);
}

/* Whether all layers have the same mask, so that one sentence is enough. */
static bool same_mask(const Trace *trace) {
  Str first = trace_layer_mask_name(trace, 0);
  for (int layer = 1; layer < trace_layer_count(trace); layer++)
    if (!str_equal(first, trace_layer_mask_name(trace, layer))) return false;
  return true;
}

static const char *mask_sentence(Arena *arena, const Trace *trace, int layer, bool all_layers) {
  Str mask = trace_layer_mask_name(trace, layer);
  if (all_layers && !same_mask(trace)) return _("Mask: each layer its own.");
  if (trace_is_recorded(trace) && str_is(mask, "edited")) return _("Mask: as recorded.");
  return str_format(arena, _("Mask: %.*s."), (int)mask.bytes, mask.at);
}

static const char *scale_sentence(Arena *arena, const Trace *trace, int layer) {
  ScoreScale divisor = score_scale_of(trace, layer);
  if (!(trace_score_divisor(trace, layer) > 0)) return ""; /* not recorded */
  if (divisor.kind == SCORE_SCALE_NONE) return _("Scale: none.");
  if (divisor.kind == SCORE_SCALE_TEMPERATURE)
    return str_format(arena, _("Scale: %s."), divisor.value.at);
  if (divisor.kind == SCORE_SCALE_NUMBER)
    return str_format(arena, _("Scale: 1/%s."), divisor.value.at);
  return str_format(arena, _("Scale: 1/%s = 1/%s."), divisor.symbol, divisor.value.at);
}

/* Whether all layers have the same scale, so that one sentence is enough. */
static bool same_divisor(const Trace *trace) {
  ScoreScale first = score_scale_of(trace, 0);
  for (int layer = 1; layer < trace_layer_count(trace); layer++)
    if (strcmp(first.symbol, score_scale_of(trace, layer).symbol) != 0) return false;
  return true;
}

static const char *threshold_sentence(Arena *arena, const View *view, TracePart part) {
  if (!threshold_is_on(view, part)) return "";
  return str_format(arena, _("Shown: the keys that hold %g %% of each row."),
                    (double)view->threshold);
}

static const char *colors_sentence(const Scene *scene, const Figure *figure) {
  TracePart part = figure_part(scene->view, figure);
  bool is_grid = figure->kind == FIGURE_GRID;
  bool has_colors = figure->kind == FIGURE_OVERVIEW || figure->kind == FIGURE_POSTER || is_grid ||
                    stage_has_cells(scene->view->stage);
  if (!has_colors || figure_is_sheet(figure) || trace_token_count(scene->trace) == 0) return "";
  return str_format(scene->pen.list->arena, _("Colours: %s."),
                    is_grid ? grid_scale_words(scene, part) : scene_range_words(scene, part));
}

Str figure_description(const Trace *trace, const View *given, const Figure *figure, Arena *arena) {
  StrBuf words = strbuf_make(arena);
  if (figure->kind == FIGURE_BLOCK) {
    i18n_add_sentence(&words, figure->block->caption);
    i18n_add_sentence(&words, str_copy(arena, figure->version));
    return str_trim(strbuf_str(&words));
  }
  DrawList unused = draw_list_make(arena, 1, 1);
  View shown = *given;
  const View *view = &shown;
  if (figure_is_of_weights(figure)) shown.stage = stage_of_part(TRACE_WEIGHTS);
  shown.kind = figure_view_kind(figure);
  Scene scene = {.trace = trace, .view = &shown, .pen = {.list = &unused, .text_scale = 1}};
  bool is_grid = figure->kind == FIGURE_GRID;
  const ViewRoom *room = view_room(shown.kind);
  bool is_apart = room && room->names_no_model;
  if (!is_apart) i18n_add_sentence(&words, quoted_sentence(arena, trace));
  if (room) {
    i18n_add_sentence(&words, room->figure_caption(&scene, arena));
    if (!is_apart) i18n_add_sentence(&words, mask_sentence(arena, trace, given->layer, true));
    if (!is_apart) mask_add_kind(&words, trace);
    i18n_add_sentence(&words, str_copy(arena, figure->version));
    return str_trim(strbuf_str(&words));
  }
  if (figure->kind == FIGURE_CURVE && figure->training) {
    i18n_add_sentence(&words, training_figure_words(figure->training, arena));
    i18n_add_sentence(&words, str_copy(arena, figure->version));
    return str_trim(strbuf_str(&words));
  }
  if (figure->kind == FIGURE_CURVE) {
    i18n_add_sentence(&words, error_figure_words(&scene, arena));
    mask_add_kind(&words, trace);
    i18n_add_sentence(&words, str_copy(arena, figure->version));
    return str_trim(strbuf_str(&words));
  }
  i18n_add_sentence(&words, place_sentence(arena, trace, view, figure));
  i18n_add_sentence(&words, stage_sentence(&scene, figure));
  i18n_add_sentence(&words, mask_sentence(arena, trace, given->layer, is_grid));
  mask_add_kind(&words, trace);
  if (!is_grid || same_divisor(trace))
    i18n_add_sentence(&words, scale_sentence(arena, trace, given->layer));
  i18n_add_sentence(&words, colors_sentence(&scene, figure));
  i18n_add_sentence(&words, threshold_sentence(arena, view, figure_part(view, figure)));
  i18n_add_sentence(&words, str_copy(arena, figure->version));
  return str_trim(strbuf_str(&words));
}
