/* scene/figure_view.c -- which part of a view a figure shows. */
#include "scene/figure_view.h"

#include "scene/stages/stage_view.h"

bool figure_is_of_weights(const Figure *figure) {
  return figure->kind == FIGURE_ARCS || figure->kind == FIGURE_SENTENCE;
}

bool figure_is_sheet(const Figure *figure) {
  return figure->kind == FIGURE_SHEET || figure->kind == FIGURE_SOLUTION;
}

ViewKind figure_view_kind(const Figure *figure) {
  switch (figure->kind) {
  case FIGURE_OVERVIEW:
  case FIGURE_POSTER:
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
  case FIGURE_SATURATION:
    return VIEW_SATURATION;
  case FIGURE_LOOKUP:
    return VIEW_LOOKUP;
  case FIGURE_LAYOUT:
    return VIEW_LAYOUT;
  case FIGURE_BOARD:
    return VIEW_BOARD;
  case FIGURE_AVERAGE:
    return VIEW_AVERAGE;
  case FIGURE_ROLLOUT:
    return VIEW_ROLLOUT;
  case FIGURE_ANSWERS:
    return VIEW_ANSWERS;
  default:
    return VIEW_STAGE;
  }
}

TracePart figure_part(const View *view, const Figure *figure) {
  if (figure->kind == FIGURE_OVERVIEW || figure->kind == FIGURE_POSTER) return TRACE_SCORES;
  ViewKind kind = figure_view_kind(figure);
  bool has_no_stage =
      kind == VIEW_CACHE || kind == VIEW_BOARD || view_is_of_layers(kind) || view_is_apart(kind);
  if (figure_is_of_weights(figure) || has_no_stage) return TRACE_WEIGHTS;
  if (figure->kind == FIGURE_GRID) return stage_views[view->stage]->heads_part;
  return figure->part_given ? figure->part : stage_result(view->stage);
}
