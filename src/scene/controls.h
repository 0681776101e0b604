/* scene/controls.h -- controls that the window's panels and the pictures share.
**
** They are drawn by a pen, so that a panel of ui/, a picture of scene/ and what lies over both look
** and answer alike. What only panels need (menus, dialogs, steppers, segments) is in ui/widgets.h,
** which is made of these; boxes are cut into rows and columns by scene/box.h.
**
** Units   Boxes and lengths in points as drawn; sizes of text are design sizes.
** Memory  Labels are copied; commands and tips must outlive the list.
** Errors  The list remembers them.
*/
#ifndef SCENE_CONTROLS_H
#define SCENE_CONTROLS_H

#include "scene/box.h"
#include "scene/pen.h"

/* A button that stays pressed: one of several choices, or a thing that is on or off. */
typedef struct Toggle {
  Str label;
  FaceId face;
  float size, corner; /* size: of the label */
  bool chosen;
  const char *command, *tip; /* command NULL: it answers nothing, as in a figure */
} Toggle;
/* A label too long for the box ends in … */
void control_toggle(const Pen *pen, Box box, Toggle toggle);

/* A round-ended track and the part of it that is done, in a colour of its own. thick is the
** track's, to either direction; part may be longer than the track. */
void control_track(const Pen *pen, Box whole, Box part, float thick, Color color);

/* One of the places along a track: a click there or a drag over it sends its command. */
typedef struct TrackStop {
  Box box;
  const char *command, *tip; /* tip NULL: none */
  bool is_now;               /* where the track stands, for the keyboard */
} TrackStop;
void control_stop(const Pen *pen, TrackStop stop);

#endif
