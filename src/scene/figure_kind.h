/* scene/figure_kind.h -- the figures there are. What each needs is in scene/figure.h. */
#ifndef SCENE_FIGURE_KIND_H
#define SCENE_FIGURE_KIND_H

/* Heatmap: one matrix with title, colour bar and axis titles; heads: that of each head;
** the others fill a box. */
typedef enum FigureKind {
  FIGURE_HEATMAP,
  FIGURE_HEADS,
  FIGURE_STAGE,
  FIGURE_OVERVIEW,
  FIGURE_ARCS,
  FIGURE_SENTENCE,
  FIGURE_GRID,
  FIGURE_CACHE,
  FIGURE_COST,
  FIGURE_LENGTH,
  FIGURE_SATURATION,
  FIGURE_LOOKUP,
  FIGURE_LAYOUT,
  FIGURE_BOARD,
  FIGURE_AVERAGE,
  FIGURE_ROLLOUT,
  FIGURE_ANSWERS,
  FIGURE_BLOCK,   /* scene/block_diagram.h */
  FIGURE_COMPARE, /* scene/stages/compare.h */
  FIGURE_CURVE,   /* scene/stages/error_figure.h; of a training scene/training/charts.h */
  FIGURE_POSTER,  /* scene/paper/poster.h */
  FIGURE_SHEET,   /* scene/paper/sheet_pages.h */
  FIGURE_SOLUTION,
  FIGURE_KIND_COUNT
} FigureKind;

#endif
