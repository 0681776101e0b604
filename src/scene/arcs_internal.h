/* scene/arcs_internal.h -- what the files of the arcs of one head share.
**
** arcs.c has the places and the order of drawing, arcs_chosen.c which weights have a curve,
** arcs_curves.c the curves, arcs_words.c the tokens and the words above.
**
** Units   Points; names that end in _design are multiplied by the text scale.
** Memory  On the list's arena.   Errors  The list remembers them.
*/
#ifndef SCENE_ARCS_INTERNAL_H
#define SCENE_ARCS_INTERNAL_H

#include "scene/scene.h"

/* Between curves and tokens, and the size of these. */
static const float ARCS_GAP_DESIGN = 8, ARCS_SIZE_DESIGN = 12;

/* One of the two columns of tokens. */
typedef struct Column {
  int count, focus;
  float start, pitch; /* the upper edge of the first token, and the distance of two */
  int step;           /* every step-th token has a label */
} Column;

typedef struct Arcs {
  const Scene *scene;
  MatView weights;
  MatView kept; /* at == NULL: all are kept */
  Column queries, keys;
  float labels;          /* width of a column's words */
  Box field;             /* where the curves lie */
  bool is_brief;         /* no room for the words on the heads that are not in front */
  float widest;          /* of a curve, points */
  float least;           /* smaller weights are left out, since there are too many */
  float weight_least;    /* smaller weights have no curve at all */
  int row, key;          /* selected, −1: none; key: selected alone if row is −1 */
  long drawn, all, most; /* most: so many curves at most */
  /* Of all heads: the lane of this one among lane_count at both ends; of one head 0 and 1. */
  int lane, lane_count;
  /* Of each key: what it gets of all queries, and of those above the one that is drawn now; NULL:
  ** one curve ends there, in its middle. */
  const float *sums, *above;
  const int *strongest; /* of each row the only key that has a curve; NULL: all have */
  int *head_keys; /* of all heads with a chosen query: the key that gets most of it; else NULL */
  Color color;
  float strength; /* multiplies the opacity of its curves */
} Arcs;

/* -- places (arcs.c) */

/* The least distance of the middles of two tokens. */
float arcs_label_line(const Scene *scene);
float arcs_token_middle(const Column *column, int token);
/* Whether that height is within the field. */
bool arcs_is_seen(const Arcs *arcs, float y);

/* -- which weights have a curve (arcs_chosen.c) */

/* Finds the least weight that has one, and how many have, of how many. */
void arcs_choose(Arcs *arcs);
/* Whether the weight is large enough, and within what the threshold keeps. */
bool arcs_is_kept(const Arcs *arcs, int row, int col);
/* The same, and among the largest. */
bool arcs_is_drawn(const Arcs *arcs, int row, int col);

/* -- curves (arcs_curves.c) */

void arcs_curves_draw(const Arcs *arcs);

/* -- tokens and words (arcs_words.c) */

/* The width of the words and headings of a column, at most a quarter of the box. */
float arcs_labels_width(const Scene *scene, Box box);
/* The width of the number behind a key. */
float arcs_share_width(const Scene *scene);
void arcs_labels_draw(const Arcs *arcs, const Column *column, bool is_key);
/* Title, the line below it or those of the heads, and the names of the columns. */
float arcs_head_height(const Scene *scene, float width);
void arcs_head_draw(const Arcs *arcs, Box box);

#endif
