/* scene/heads/panel_labels.h -- the tokens beside and above the panels of a figure of heads.
**
**   slanted words → upright words → numbers, with a key under the panels
**
** The first that fits is taken; the last two only where the size of words is given (Pen.words_pt),
** since elsewhere words are thinned out. Where not all fit, those that matter stand first: the
** focused token, then the keys that are the heaviest of most rows in all panels.
**
** Units   Points as drawn.
** Memory  On the list's arena.   Errors  Without memory the list remembers it, and no label stands.
*/
#ifndef SCENE_HEADS_PANEL_LABELS_H
#define SCENE_HEADS_PANEL_LABELS_H

#include "scene/heads/heads.h"

typedef struct PanelLabels {
  float width, height; /* beside the first panel of a row; above the first row of panels */
  float overhang;      /* how far slanted words extend to the right of a panel */
  float angle_deg;     /* of the words above */
  float col_size;      /* of the words above; those of rows have the size of the scene's names */
  bool is_numbered;    /* tokens that do not matter have numbers, which the key explains */
  bool has_places;     /* on a screen, where words are left out, each has its place behind it */
  /* [T] and [S]: 1 where the token has a word, 2 where it has a number; NULL: not chosen yet. */
  const unsigned char *rows, *cols;
} PanelLabels;

/* A panel of a figure of heads: those of the look, or all of the layer on show. */
int heads_panel_count(const Scene *scene);
ExportHead heads_panel_at(const Scene *scene, int index); /* layer and head from 0 */
bool heads_panels_span_layers(const Scene *scene);        /* their names then say the layer */

/* The labels of panels of that size. by_pair: tokens above, too. Choosing which ones stand reads
** all numbers of the panels, and is left to panel_labels_choose. */
PanelLabels panel_labels_plan(const Scene *scene, bool by_pair, float side_w, float side_h);
/* How much less than planned slanted names reach beyond the last panel. */
float panel_labels_spare(const PanelLabels *labels);
void panel_labels_choose(const Scene *scene, TracePart part, PanelLabels *labels, Box cells);

/* The heaviest key of a row; -1: it sees none. */
int heads_heaviest_key(MatView values, int row);

/* How many times larger names may be without one that is left out. */
float panel_labels_growth(const Scene *scene, const PanelLabels *labels, float side_w,
                          float side_h);

void panel_labels_draw_rows(const Scene *scene, const PanelLabels *labels, Box cells);
void panel_labels_draw_cols(const Scene *scene, const PanelLabels *labels, Box cells);

/* "1 The · 2 animal · …", wrapped; height 0 without numbers. */
float panel_key_height(const Scene *scene, const PanelLabels *labels, float width);
void panel_key_draw(const Scene *scene, const PanelLabels *labels, Box box);

#endif
