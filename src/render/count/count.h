/* render/count/count.h -- a backend that draws nothing and measures everything: for tests.
**
** It walks a list as a drawing backend would and reports what a person would complain about: text
** that leaves the picture or is cut by a clip, text over text, a heatmap outside the picture.
** A text's box is its measured width by the ink of a line (cap height above the baseline, a quarter
** of the size below), turned by its angle.
** Units  points.   Memory: on the arena given.
*/
#ifndef RENDER_COUNT_COUNT_H
#define RENDER_COUNT_COUNT_H

#include "scene/draw_list.h"
#include "scene/text_metrics.h"

typedef struct CountReport {
  int boxes, texts, heatmaps, cells, hatched_cells, digits, curves, ribbons, hits;
  int texts_outside, texts_clipped, texts_overlapping, heatmaps_outside;
  float worst_overlap_pt;
  Str first_complaint; /* a sentence, or empty */
} CountReport;

CountReport count_list(const DrawList *list, const TextMetrics *metrics, Arena *arena);

/* How many text items read exactly this (or contain it). */
int count_text(const DrawList *list, const char *text);
int count_text_containing(const DrawList *list, const char *part);

#endif
