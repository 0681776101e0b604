/* render/count/count.h -- a backend that draws nothing and measures everything: for tests.
**
** It walks a list as a drawing backend would and reports what a person would complain about: text
** that leaves the picture or is cut by a clip, text over text, a heatmap outside the picture.
** A text's box is its measured width by the ink of a line (cap height above the baseline, a quarter
** of the size below), turned by its angle. Half a point is forgiven everywhere.
**
** Not there   text of alpha under 128 (half of a cross-fade) and text of spaces alone.
** Scrolling   what is at_scroll_edge may be cut by its clip; only the part left in is looked at.
** Covered     where an opaque box or heatmap drawn later hides a text, nothing can lie over it;
**             texts_covered tells how many are hidden in part or whole (a menu does that on
**             purpose, a layout never).
** Units  points.   Memory: on the arena given; an incomplete list or no memory is a complaint too.
*/
#ifndef RENDER_COUNT_COUNT_H
#define RENDER_COUNT_COUNT_H

#include "scene/draw_list.h"
#include "scene/text_metrics.h"

/* What was found. The first line counts what is there, the rest what is wrong with it. */
typedef struct CountReport {
  int boxes, texts, heatmaps, cells, hatched_cells, digits, curves, ribbons, hits;
  int texts_outside, texts_clipped, texts_overlapping, heatmaps_outside;
  int texts_covered; /* by something opaque drawn later */
  int widths_wrong;  /* texts whose width_pt is not what the metrics say */
  float worst_overlap_pt;
  Str first_complaint; /* a sentence, or empty; covered texts are no complaint */
} CountReport;

/* digits counts the texts that are a number. texts_overlapping counts pairs. Without metrics (NULL)
** each text's own width_pt is believed. */
CountReport count_list(const DrawList *list, const TextMetrics *metrics, Arena *arena);

/* How many text items read exactly this (or contain it). */
int count_text(const DrawList *list, const char *text);
int count_text_containing(const DrawList *list, const char *part);

#endif
