/* scene/block_diagram.h -- a picture of one layer of a model, from what goes in to what comes out.
**
**            ┌────────────────────┐   ┌──────────────┐
**   words ──┬┴─ norm ─ attention ─ + ┬┴─ norm ─ MLP ─ + ── norm ── words
**
** norm before the heads; after each sum it is  attention ─ + ─ norm ─ MLP ─ + ─ norm.  What a model
** does not have is not there. A line over a branch is what goes on beside it and is added again;
** the frame is what is repeated in each layer.
**
** Units   Points; sizes of text are design sizes.
** Memory  Lines of text are borrowed; what is drawn is copied to the pen's list.
** Errors  Without memory the list remembers it.
*/
#ifndef SCENE_BLOCK_DIAGRAM_H
#define SCENE_BLOCK_DIAGRAM_H

#include "scene/pen.h"
#include "trace/trace.h"

enum { BLOCK_LINES_MOST = 4 };

/* What a model is made of; texts are translated, and NULL or "" ends the lines of a box. */
typedef struct BlockDiagram {
  NormPlace norm_place;
  bool has_mlp, has_embedding_norm, has_last_norm, names_words;
  int layer_count;
  const char *norm; /* "LN", "RMS": in every box of a norm */
  const char *input[BLOCK_LINES_MOST];
  const char *attention[BLOCK_LINES_MOST];
  const char *mlp[BLOCK_LINES_MOST];
} BlockDiagram;

/* The height that it takes in a width, with the text made smaller if the width demands it; 0: there
** is not enough room for words that can be read. */
float block_diagram_height(const Pen *pen, const BlockDiagram *diagram, float width);

/* In the middle of the box, which has that height. */
void block_diagram_draw(const Pen *pen, const BlockDiagram *diagram, Box box);

#endif
