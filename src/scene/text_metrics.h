/* scene/text_metrics.h -- how wide text is, asked of whoever decides glyphs.
**
** The font folder implements it, unhinted and linear in size, so that a width is the same on the
** screen and in every file.
**
**   width(s points) = s · width(1 point)     line = (TEXT_ASCENT + TEXT_DESCENT) · s
**
** Units   Sizes and widths in points.
** Errors  A width of 0 when memory is out or the text is empty.
*/
#ifndef SCENE_TEXT_METRICS_H
#define SCENE_TEXT_METRICS_H

#include "base/str.h"
#include "scene/draw_list.h"

/* self is whatever width_pt needs, the Fonts say. width_pt is asked many times a frame, so whoever
** implements it keeps what it measured. */
typedef struct TextMetrics {
  void *self;
  float (*width_pt)(void *self, FaceId face, float size_pt, Str text);
} TextMetrics;

/* The room a line needs above and below its baseline, for every face and its fallbacks. */
#define TEXT_ASCENT 0.96f
#define TEXT_DESCENT 0.27f
/* Height of capitals, for centring a line in a box. */
#define TEXT_CAP_HEIGHT 0.727f

#endif
