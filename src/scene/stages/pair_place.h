/* scene/stages/pair_place.h -- the layout shared by all pair stages. For stages/pair_*.c and
** views/together.c.
**
**   height = min(width of the room / S, height of the room / T, 84)
**   width = up to 1.35 × height in a figure, 1.8 × height on a screen, so that numbers get large
**
** If T and S differ so much that rows or columns would be too thin for their labels, those are
** enlarged as far as there is room, up to a line of text.
**
** Below the formula's headline, strips of Q and Kᵀ have room at scores only. Names get larger with
** the text, in what room the matrix leaves beside it.
**
** Units  points as drawn; …_DESIGN are design points.   Memory, errors  none.
*/
#ifndef SCENE_STAGES_PAIR_PLACE_H
#define SCENE_STAGES_PAIR_PLACE_H

#include "scene/stages/stage.h"

/* Design points around a figure, and around one of a page's width, which has margins of its own. */
static const float PAIR_MARGIN = 16, PAIR_MARGIN_PRINTED = 7;
static inline float pair_margin(const Scene *scene) {
  return pen_is_of_print(&scene->pen) ? PAIR_MARGIN_PRINTED : PAIR_MARGIN;
}

/* The same boxes at every pair stage without strips, so nothing moves from one to the next. */
typedef struct PairPlace {
  Box cells, q, k;
  /* The summaries of the rows. w = 0: no room, and hidden rows say so inside the matrix. */
  Box rail;
  /* One of them is empty; the name and the bar are in the other. */
  Box side, below;
  float strip_w, strip_h; /* size of the strips of Q and of Kᵀ, or of the caption's room */
  bool is_product;        /* they are drawn */
  bool is_low;            /* in a low window: name and bar are below, close to the cells */
  float gap, label_width, label_height;
  float names_lean;   /* room at the right of slanted names */
  bool tells_largest; /* numbers stand in the largest cells of each row alone */
  float blank_below; /* weights that have no number where others have one; 0: see matrix_widget.h */
  float plain_scale; /* of the text; words at the bar may be larger */
  Box whole;
} PairPlace;

/* strips: those of Q and Kᵀ are drawn. */
PairPlace pair_place(const Scene *scene, Box box, bool strips);

/* Whether its name and what makes it stand above the matrix: then not beside it once more. */
bool pair_has_caption(const Scene *scene, const PairPlace *place, TracePart part);

/* Name, size and bar in the place that is not empty (pair_side.c). */
void pair_side_draw(const Scene *scene, const PairPlace *place, TracePart part);
void pair_below_draw(const Scene *scene, const PairPlace *place, TracePart part);

#endif
