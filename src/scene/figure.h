/* scene/figure.h -- a picture for a file: a heatmap, all heads, a stage, the overview, arcs, the
** tinted sentence, layers × heads, kept keys and values, costs, lengths, an experiment, a layer of
** the model.
**
** Units   width and height in points; 0 takes the natural size. font_size_pt is the size of token
**         labels, to which everything else is proportional. The caller converts mm (1 mm = 72/25.4
**         pt).
** Layout  Nothing is cut: with a fixed width the matrix shrinks, labels are thinned out, digits
**         left out.
** Memory  On the list's arena.
** Errors  Without memory the list remembers it (failed).
*/
#ifndef SCENE_FIGURE_H
#define SCENE_FIGURE_H

#include "scene/block_diagram.h"
#include "scene/figure_kind.h"
#include "scene/scene.h"

/* Zero in every field but kind gives the natural size; a heatmap is that of the view's stage. */
typedef struct Figure {
  FigureKind kind;
  /* For a heatmap; for other kinds the view's stage decides. */
  TracePart part;
  /* false: the result of the view's stage. */
  bool part_given;
  float width_pt, height_pt;
  float font_size_pt; /* 0: 13 */
  bool one_size;      /* the words of the overview have that size, not by importance */
  bool caption;       /* below the picture */
  /* For the caption: what the picture leaves out, as its list says when it is drawn. */
  float no_weight_below, no_weight_in_wide_below, no_difference_below;
  bool transparent;
  /* The head on show is framed among the others. */
  bool selection;
  /* The run that is kept beside this one; NULL: none is. */
  const Trace *kept;
  /* Of FIGURE_GRID: where the two differ most; NULL: the figure is of this run alone. */
  const struct HeadDifferences *differences;
  /* Of costs: what was measured; NULL: nothing. */
  const struct CostTimes *times;
  /* Of lengths: what was measured and said. */
  const struct Lengths *lengths;
  /* Of saturation: what was drawn. */
  const struct Saturation *saturation;
  /* Of heads and layers together, and of the answer after each layer: what was made. */
  const struct Together *together;
  const struct LayerAnswers *answers;
  /* Of FIGURE_CURVE: the training whose curves they are; NULL: the curve of errors. */
  const struct TrainingPicture *training;
  /* Of a board: its tables. */
  const struct Board *board;
  /* Of FIGURE_SHEET and FIGURE_SOLUTION: never NULL. */
  const struct PaperSheet *sheet;
  /* Of FIGURE_BLOCK: never NULL. */
  const BlockFigure *block;
  /* For the description: "headsup 0.1.0". */
  Str version;
} Figure;

/* Sets the list's size and background, then draws. The list must be empty. */
void figure_build(const Trace *trace, const View *view, const TextMetrics *metrics,
                  const Figure *figure, DrawList *list);

/* The caption as one paragraph of whole sentences for a paper, translated, on arena: what is shown,
** of which head, model and sentence, and what rows, colours and hatching mean. */
Str figure_caption(const Trace *trace, const View *view, const Figure *figure, Arena *arena);

/* For the file itself, translated, on arena: sentence, model, layer, head, stage, mask, scale,
** range and version, so that the figure can be made again. */
Str figure_description(const Trace *trace, const View *view, const Figure *figure, Arena *arena);

#endif
