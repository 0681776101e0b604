/* scene/stages/motion.h -- what is seen between two stages. Private to stages/, except for the
** rooms of the overview.
**
** Two pictures at rest, the earlier stage's and the later one's, make the picture of a moment t:
**
**   same          what both draw at the same place stays
**   cells travel  a matrix that both draw moves from place to place, with its digits if nothing is
**                 in their way (motion_cells.c, motion_digits.c); of two stages by pair the matrix
**                 stays, and its numbers change with their colours; X becomes what goes into a
**                 later layer, with the layers between as cards around it
**   words travel  the name of a row, a column or a matrix goes with it; a word is not seen while it
**                 would lie over another, and matrices whose ways cross step aside
**                 (motion_names.c, motion_words.c, motion_asides.c, motion_frames.c)
**   rows          the rows with digits keep them until the next ones have come (motion_rows.c)
**   bars          a colour bar that both draw stays; another in its place takes it as a whole when
**                 the name of the matrix changes (motion_bars.c); every scale that cells on their
**                 way have is said (motion_scales.c)
**   the overview  out of it a matrix takes its frame, the mark of its row, its name and its bar
**                 along (motion_carried.c); the names of its columns come on the way
**   names         of tokens that stand below each other go from column to column where they go with
**                 no matrix, and so they are there at every moment (motion_columns.c)
**   the rest      what only the earlier picture draws is gone before cells set out, so that none
**                 lies over a part of it; words come from WORDS_COME on, so that no two lie over
**                 each other; what else only the later one draws may come before
**                 (motion_items.c), such as a matrix that is multiplied: comers
**
** Over that a row of stage_motions may draw the arithmetic of its pair: room. t is counted from the
** earlier stage to the later one, also on the way back. At 0 and 1 the pictures are those at rest.
** Nothing here answers a hand.
**
** Units  points as drawn; t 0 … 1.   Memory  On the list's arena.   Errors  As the draw list.
*/
#ifndef SCENE_STAGES_MOTION_H
#define SCENE_STAGES_MOTION_H

#include "scene/stages/stage_view.h"

/* The words of the earlier picture are gone, those of the later one begin to come. */
#define MOTION_WORDS_GONE 0.2f
#define MOTION_WORDS_COME VIEW_MOMENT_TOLD

/* A moment as a room sees it. */
typedef struct Moment {
  /* Both stages at rest, fitted, with the list of the moment. */
  Scene earlier, later;
  Box earlier_box, later_box;
  /* What they draw at rest. */
  const DrawList *earlier_list, *later_list;
  /* The matrix that the room draws itself until the end: a heatmap of later_list, and in a stage by
  ** pair the one of earlier_list that it takes the place of, or NULL. */
  const DrawHeatmap *own, *was;
  Box seen; /* of own: less than its box where it is zoomed, and everything else of it is cut off */
  float t;
} Moment;

/* A pair of stages, from the earlier to the later one. */
typedef struct StageMotion {
  StageId earlier, later;
  /* Draws the arithmetic over the cells that travel; NULL: they say it all. */
  void (*room)(const Moment *moment);
  TracePart own; /* the part of later that room draws */
  /* And a part of earlier, without its numbers, which fade over it. */
  bool takes_former;
  TracePart former;
  /* Before own is there, room draws cells with the scales of these parts of the later picture; > 0:
  ** from that moment on with that of own. */
  float own_from;
  /* What earlier has of own is another picture of its numbers, and goes with the rest. */
  bool own_comes;
  /* Matrices of later that earlier has not, as far as there are such, and when they come with their
  ** names; of others come when room is done. */
  int comer_count;
  TracePart comers[4];
  float comes, come;
  float colors_from; /* it draws none of them before */
  int color_count;
  TracePart colors[3];
  /* own is a part of earlier, and later has no matrix: Moment's own and was are NULL. */
  bool own_is_earlier;
  /* The place in the later picture whose filled boxes room draws itself; NULL: there is none. */
  Box (*boxes)(const Moment *moment);
  /* Where names of the rows of own stand in the later picture: a box for each token, on the list's
  ** arena; h 0: it has none there. It returns NULL when no row has. NULL: only matrices name. */
  Box *(*row_names)(const Moment *moment);
  /* Until then room has the numbers of the cells that it moves, former and next; 0: it has none. */
  float numbers_until;
  /* How much the names of columns of own are seen; NULL: all the time. */
  float (*columns_seen)(float t);
  /* The rows with digits of the later picture are drawn by room until WORDS_COME, with all words in
  ** that box; w 0, or NULL: they are not. */
  Box (*brought)(const Moment *moment);
  bool takes_numbers; /* room has the numbers in the cells of own of the earlier picture */
  bool takes_row;     /* room has the last of the rows with digits of the earlier picture */
  bool rows_stay;     /* the rows with digits go when cells are about to take their place */
  bool words_come;    /* words of later that tell no number come as names do: they name no matrix */
  bool rows_wait;     /* the names of rows of matrices that come last come with their numbers */
  bool names_wait; /* the names of matrices that come last come with them: room is at their place */
  bool may_be_cut; /* room draws a zoomed matrix too, of which only a part is seen */
  /* With more cells than this the room is left out; 0: no limit. */
  int cells_most;
  /* When the cells that travel set out, and what goes is gone, and when they arrive; both 0: from
  ** WORDS_GONE to WORDS_COME. */
  float sets_out, arrives;
  /* Between which moments their numbers and colours change; both 0: as they travel. */
  float changes, changed;
  /* What is done to each number, "÷ 4", said in the cells that keep the former one beside the next;
  ** NULL: it is not said. */
  const char *(*step)(const Scene *scene);
} StageMotion;

/* The row of a pair; NULL: it has none, and cells travel. */
const StageMotion *stage_motion_of(StageId earlier, StageId later);

/* The pictures of the rooms. */
void qkv_motion(const Moment *moment);
void scores_motion(const Moment *moment);
void rotated_motion(const Moment *moment);
void projected_motion(const Moment *moment);
void features_motion(const Moment *moment);
void biased_motion(const Moment *moment);
float biased_motion_columns(float t);
void weights_motion(const Moment *moment);
float weights_motion_columns(float t);
void tiles_motion(const Moment *moment);
void dropped_motion(const Moment *moment);
void output_motion(const Moment *moment);
Box output_pages_brought(const Moment *moment);
void joined_motion(const Moment *moment);
void block_motion(const Moment *moment);
void logits_motion(const Moment *moment);
const char *scaled_motion_step(const Scene *scene);
Box logits_motion_boxes(const Moment *moment);
Box *logits_motion_row_names(const Moment *moment);

/* Draws the moment t between two pictures at rest to scene's list. motion NULL: the cells travel
** alone; otherwise moment has the scenes and boxes, and the rest is filled in. */
void motion_draw(const Scene *scene, const DrawList *earlier, const DrawList *later, float t,
                 const StageMotion *motion, Moment *moment);

/* How far a part of the moment that lasts from … to has come, 0 … 1, slow at both ends. */
float motion_part(float t, float from, float to);
/* The size of words on their way in steps of half a point, because a renderer makes the glyphs of
** each size anew; s from one size to another, exactly both at the ends. */
float motion_stepped(float size_pt);
float motion_size(float from, float to, float s);
/* Whether a box is one of those that StageMotion.boxes gives to the room. */
bool motion_takes_box(Box place, const DrawBox *box);
Box motion_box(Box from, Box to, float t);
/* Where one of two matrices is that stand above each other and go beside each other: the left one,
** which is the first, leaves before the other comes, and none lies over the other. They set out at
** MOTION_WORDS_GONE. */
#define MOTION_BESIDE 0.4f /* they are there */
Box motion_beside(Box from, Box to, float t, bool is_first);
/* Its name above it, until those of the later picture come. */
void motion_beside_name(const Scene *scene, TracePart part, Box box, float t);
/* The smallest box with both in it. */
Box motion_union(Box a, Box b);
/* The heatmap of a part in one of the two pictures; NULL: it draws none. */
const DrawHeatmap *motion_heatmap(const Scene *scene, const DrawList *list, TracePart part);
/* The number that is written in each cell of a heatmap of that list, in the order in which cells
** are read; NULL: there is none, or without memory for all. */
const DrawText **motion_numbers(const DrawList *list, const DrawHeatmap *cells);
/* What lies in one box as it is when that becomes another: a box, and a text. */
Box motion_carried_box(Box box, Box from, Box to);
DrawText motion_carried_text(const DrawText *text, Box from, Box to);
/* The cells of the last of the rows with digits above the matrices of a picture, w 0: it has none;
** and these with their numbers when they are in another place. */
Box motion_last_row(const DrawList *list);
/* Around all these rows; w 0: there are none. */
Box motion_rows_box(const DrawList *list);
void motion_last_row_draw(const Scene *scene, const DrawList *list, Box to, float alpha);
/* A heatmap that is seen with strength alpha: covered with paper, since heatmaps have no
** opacity. */
void motion_faded(const Scene *scene, const DrawHeatmap *heatmap, float alpha);
/* A cell of colour with a number in it, if there is room. */
void motion_cell(const Scene *scene, Box box, Color color, const char *number);

#endif
