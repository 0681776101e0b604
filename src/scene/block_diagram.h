/* scene/block_diagram.h -- a picture of one layer of a model, from what goes in to what comes out.
**
**            ┌────────────────────┐   ┌──────────────┐
**   words ──┬┴─ norm ─ attention ─ + ┬┴─ norm ─ MLP ─ + ── norm ── words
**
** norm before the heads; after each sum it is  attention ─ + ─ norm ─ MLP ─ + ─ norm.  What a model
** does not have is not there. A line over a branch is what goes on beside it and is added again;
** the frame is what is repeated in each layer. On a card it goes from left to right; a figure that
** is too narrow for that has it from top to bottom, with the branches at the left.
**
** Units   Points; sizes of text are design sizes.
** Memory  Lines of text are borrowed; what is drawn is copied to the pen's list.
** Errors  Without memory the list remembers it.
*/
#ifndef SCENE_BLOCK_DIAGRAM_H
#define SCENE_BLOCK_DIAGRAM_H

#include "scene/pen.h"
#include "trace/trace.h"

enum { BLOCK_LINES_MOST = 8 };

/* What a model is made of; texts are translated, and NULL or "" ends the lines of a box. */
typedef struct BlockDiagram {
  NormPlace norm_place;
  bool has_mlp, has_embedding_norm, has_last_norm, names_words;
  int layer_count;
  const char *norm[BLOCK_LINES_MOST]; /* "LN", "RMS": in every box of a norm */
  const char *input[BLOCK_LINES_MOST];
  const char *attention[BLOCK_LINES_MOST];
  const char *mlp[BLOCK_LINES_MOST];
  const char *output[BLOCK_LINES_MOST]; /* where it names words */
  const char *shape;                    /* "T × 64": on the lines between boxes; NULL: nothing */
} BlockDiagram;

/* A figure of it: a title above, and what the whole model has below. */
typedef struct BlockFigure {
  BlockDiagram diagram;
  const char *title, *below; /* below NULL: nothing */
  const char *caption; /* whole sentences */
} BlockFigure;

/* The height that it takes in a width, with the text made smaller if the width demands it; 0: there
** is not enough room for words that can be read. */
float block_diagram_height(const Pen *pen, const BlockDiagram *diagram, float width);

/* In the middle of the box, which has that height. */
void block_diagram_draw(const Pen *pen, const BlockDiagram *diagram, Box box);

/* The width that a figure would like, and the height that it takes in a width; the text is made
** smaller as far as the width demands. */
float block_figure_width(const Pen *pen, const BlockFigure *figure);
float block_figure_height(const Pen *pen, const BlockFigure *figure, float width);

/* Into any box; with less height than it takes all of it is smaller. */
void block_figure_draw(const Pen *pen, const BlockFigure *figure, bool has_title, Box box);

#endif
