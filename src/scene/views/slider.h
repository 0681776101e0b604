/* scene/views/slider.h -- the numbers that an experiment is asked, below its picture: a track with
** a knob, or − and +.
**
**   numbers d   ──────⬤────────   64          seed   [−] 1 [+]
**
** A click or a drag on the track sends the command of the nearest stop, so that each works by
** keyboard, too. A figure has none.
**
** Memory  On the list's arena.   Errors  As in scene.h.
*/
#ifndef SCENE_VIEWS_SLIDER_H
#define SCENE_VIEWS_SLIDER_H

#include "scene/scene.h"

typedef struct Slider {
  const char *name, *value; /* translated; as shown */
  const char *command;      /* "saturation width": a stop adds its number, − and + their sign */
  const float *stops;       /* ascending; NULL: − and + */
  int count;
  float now; /* the present number */
} Slider;

/* Side by side where there is room; the height that they need in that width, in points. Only
** whether they have stops matters. */
float sliders_height(const Scene *scene, const Slider *sliders, int count, float width);
void sliders_draw(const Scene *scene, Box box, const Slider *sliders, int count);

#endif
