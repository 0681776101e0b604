/* scene/text_metrics.h -- how wide text is, answered by the code that has the glyphs.
**
** The font folder implements it, unhinted and linear in size, so that a width is the same on the
** screen and in every file.
**
**   width(s points) = s · width(1 point)     line = (TEXT_ASCENT + TEXT_DESCENT) · s
**
** Units   Sizes and widths in points.
** Errors  The width is 0 without memory and for empty text.
*/
#ifndef SCENE_TEXT_METRICS_H
#define SCENE_TEXT_METRICS_H

#include "base/str.h"
#include "scene/draw_list.h"

/* self is the data of width_pt, namely Fonts. width_pt is called many times a frame, so
** implementations cache what they measure. */
typedef struct TextMetrics {
  void *self;
  float (*width_pt)(void *self, FaceId face, float size_pt, Str text);
} TextMetrics;

/* Room above and below the baseline for a line of any face and its fallbacks. */
#define TEXT_ASCENT 0.96f
#define TEXT_DESCENT 0.27f
/* Height of capitals, for centring a line in a box. */
#define TEXT_CAP_HEIGHT 0.727f

#endif
