/* scene/heads/heads.h -- one head as a small live picture, wherever heads are listed.
**
** A thumbnail shows the stage on show, and the weights, by which a head is known, before the heads
** exist and from the stage that makes them on. The large pictures of all heads at a later stage
** show the outputs.
*/
#ifndef SCENE_HEADS_HEADS_H
#define SCENE_HEADS_HEADS_H

#include "scene/scene.h"

/* click and twice are commands, or NULL; they must live as long as the list. */
typedef struct Thumbnail {
  Box box;         /* of the cells */
  int layer, head; /* from 0 */
  /* One colour scale for the heads of the layer. */
  bool shared;
  /* The same for the heads of all layers. */
  bool all_layers;
  /* Draws every cell, not means. */
  bool whole;
  const char *click, *twice;
} Thumbnail;

#define HEADS_LABEL_SIZE 10.5f /* design points of token names beside large heads */

/* The part that thumbnails show now. */
TracePart heads_part_on_show(const Scene *scene);
/* "all on 0 to 1", or up to where the view ends the colours of weights. */
const char *heads_weights_scale(const Scene *scene);
/* The range of one head, or the one it shares; computes no matrix that is not ready. */
ColorRange heads_range(const Scene *scene, TracePart part, const Thumbnail *thumbnail);
/* Means of cells if there are too many, unless the thumbnail is whole. values.rows
** 0: not computed yet. */
DrawHeatmap heads_heatmap(const Scene *scene, const Thumbnail *thumbnail);
/* Whether it is the head on show; layer and head from 0. */
bool heads_is_on_show(const Scene *scene, int layer, int head);
/* An outline at distance `room` outside the box: thick and in ink, as the button of its layer, for
** the head on show, a hairline for others. The focus is what is worked out. */
void heads_frame(const Scene *scene, Box box, bool is_focused, float room);
/* The same around the head on show, quiet while there is nothing to look at. */
void heads_frame_of_choice(const Scene *scene, Box box, float room);
/* At stages before those of heads: the heads by number and role, without pictures, below each
** other (heads/head_names.c). margin: of the panel at the right, into which long words reach.
** False: this stage has pictures, or they have no room. */
bool head_names_draw(const Scene *scene, Box place, float margin);
/* Whether the stage is one of those, at which there is nothing to say of numbers of heads. */
bool head_names_come_first(const Scene *scene);
/* Everything drawn until draw_group_end is the panel of that head: "layer-1-head-3" in files. */
void heads_group_begin(const Scene *scene, int layer, int head);
/* "head 3; view stage". On the list's arena; head from 0, written from 1. */
const char *heads_command(const Scene *scene, const char *before, int head, const char *after);
/* "; view stage", which ends a command that opens a head: at the stage of the matrix that was
** pressed where the stage on show has none of its own for each head, as tokens. */
const char *heads_opening(const Scene *scene);
/* Buttons 1 … L from the left end of place, in rows no wider than it; returns the height used. Of
** many layers it shows those around the chosen one, in as many rows as fit, at least one. */
float heads_layer_buttons(const Scene *scene, Box place);
/* How many of the layers have a button there. */
int heads_layers_shown(const Scene *scene, Box place);
/* half_buttons.c: the same of an encoder and a decoder, if there is room for both halves. */
bool half_buttons_fit(const Scene *scene, Box place);
float half_buttons_draw(const Scene *scene, Box place);
/* The height in which all heads in that many columns are as large as the width allows. */
float heads_figure_height(const Scene *scene, float width, int cols);
/* The cells, or an empty place if they are not computed yet, with hit and tip. */
void heads_thumbnail(const Scene *scene, const Thumbnail *thumbnail);

/* Drawn over a head's cells: digits of that size, unless 0, and the selected cell's outline. */
typedef struct HeadCells {
  TracePart part;
  int layer, head;
  float digit_size_pt;
} HeadCells;
/* The size at which the numbers of that head fit such cells; 0: no digits. */
float heads_digit_size(const Scene *scene, const DrawHeatmap *heatmap, const HeadCells *cells);
void heads_cells_draw(const Scene *scene, const DrawHeatmap *heatmap, const HeadCells *cells);
/* The outline of the chosen cell alone, thin where the head is not on show; nothing over cells so
** small that it would hide them. */
void heads_chosen_cell_draw(const Scene *scene, const Thumbnail *thumbnail);

/* The weights of a head, if the thumbnail shows all of them; otherwise no rows. */
MatView heads_told_weights(const Scene *scene, const Thumbnail *thumbnail,
                           const DrawHeatmap *heatmap);

/* The name of the thumbnails of a part: "weights". */
const char *heads_part_words(TracePart part);
/* A bracket along the heads from first to last, which share K and V: below them or at their
** right. head: any of them. */
void heads_group_bracket(const Scene *scene, Box first, Box last, int head);

/* Layer buttons and then a small thumbnail per head, in up to three rows at the right end of box,
** as links from the overview to other heads. Draws nothing if they would be too small. */
void head_strip_draw(const Scene *scene, Box box);

#endif
