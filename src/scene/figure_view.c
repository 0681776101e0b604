/* scene/figure_view.c -- which part of a view a figure shows. */
#include "scene/figure_view.h"

#include "scene/stages/stage_view.h"

bool figure_is_of_weights(const Figure *figure) {
  return figure->kind == FIGURE_ARCS || figure->kind == FIGURE_SENTENCE;
}

ViewKind figure_view_kind(const Figure *figure) {
  switch (figure->kind) {
  case FIGURE_OVERVIEW:
    return VIEW_OVERVIEW;
  case FIGURE_HEADS:
    return VIEW_HEADS;
  case FIGURE_GRID:
    return VIEW_GRID;
  case FIGURE_CACHE:
    return VIEW_CACHE;
  case FIGURE_COST:
    return VIEW_COST;
  case FIGURE_LENGTH:
    return VIEW_LENGTH;
  case FIGURE_BOARD:
    return VIEW_BOARD;
  default:
    return VIEW_STAGE;
  }
}

TracePart figure_part(const View *view, const Figure *figure) {
  if (figure->kind == FIGURE_OVERVIEW) return TRACE_SCORES;
  bool has_no_stage = figure->kind == FIGURE_CACHE || figure->kind == FIGURE_COST ||
                      figure->kind == FIGURE_LENGTH || figure->kind == FIGURE_BOARD;
  if (figure_is_of_weights(figure) || has_no_stage) return TRACE_WEIGHTS;
  if (figure->kind == FIGURE_GRID) return stage_views[view->stage]->heads_part;
  return figure->part_given ? figure->part : stage_result(view->stage);
}
