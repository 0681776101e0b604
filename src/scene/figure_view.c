/* scene/figure_view.c -- which part of a view a figure shows. */
#include "scene/figure_view.h"

#include "scene/stages/stage_view.h"
#include "scene/view_kinds.h"
#include "scene/views/view_room.h"

bool figure_is_of_weights(const Figure *figure) {
  return figure->kind == FIGURE_ARCS || figure->kind == FIGURE_SENTENCE;
}

bool figure_is_sheet(const Figure *figure) {
  return figure->kind == FIGURE_SHEET || figure->kind == FIGURE_SOLUTION;
}

ViewKind figure_view_kind(const Figure *figure) {
  return figure->kind == FIGURE_POSTER ? VIEW_OVERVIEW : view_of_figure(figure->kind);
}

View figure_shown_view(const View *given, const Figure *figure) {
  View view = *given;
  if (figure_is_of_weights(figure)) view.stage = stage_of_part(TRACE_WEIGHTS);
  view.kind = figure_view_kind(figure);
  if (figure->kind == FIGURE_COMPARE && view.compare == COMPARE_OFF)
    view.compare = figure->kept ? COMPARE_KEPT : COMPARE_EXACT;
  return view;
}

TracePart figure_part(const View *view, const Figure *figure) {
  if (figure->kind == FIGURE_OVERVIEW || figure->kind == FIGURE_POSTER) return TRACE_SCORES;
  if (figure_is_of_weights(figure) || view_room(figure_view_kind(figure))) return TRACE_WEIGHTS;
  if (figure->kind == FIGURE_GRID) return stage_views[view->stage]->heads_part;
  if (figure->kind == FIGURE_COMPARE && view->compare != COMPARE_KEPT)
    return trace_stage_compared(view->stage);
  return figure->part_given ? figure->part : stage_result(view->stage);
}
