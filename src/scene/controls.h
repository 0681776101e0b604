/* scene/controls.h -- controls shared by the window's panels and the pictures.
**
** A pen draws them, so that panels of ui/, pictures of scene/ and overlays look and work alike.
** Widgets that only panels need (menus, dialogs, steppers, segments) are in ui/widgets.h, which
** uses these; scene/box.h cuts boxes into rows and columns.
**
** Units   Boxes and lengths in points as drawn; sizes of text are design sizes.
** Memory  Labels are copied; commands and tips must outlive the list.
** Errors  The list remembers them.
*/
#ifndef SCENE_CONTROLS_H
#define SCENE_CONTROLS_H

#include "scene/box.h"
#include "scene/pen.h"

/* A button that stays pressed: one of several choices, or a switch. */
typedef struct Toggle {
  Str label;
  FaceId face;
  float size, corner; /* size: of the label */
  bool chosen;
  const char *command, *tip; /* command NULL: no hit, as in a figure */
} Toggle;
/* A label too long for the box ends in “…”. */
void control_toggle(const Pen *pen, Box box, Toggle toggle);

/* A round-ended track and its done part in a colour of its own. thick is the track's thickness;
** part may be longer than the track. */
void control_track(const Pen *pen, Box whole, Box part, float thick, Color color);

/* A position along a track: a click there or a drag over it sends its command. */
typedef struct TrackStop {
  Box box;
  const char *command, *tip; /* tip NULL: none */
  bool is_now;               /* the track's present position, for the keyboard */
  bool is_first;             /* the first of a track that may follow another one directly */
} TrackStop;
void control_stop(const Pen *pen, TrackStop stop);

/* A token that the model does not know, in one line, centred in box and shortened to it: with a
** dotted line below and a small question mark behind, so that the mark needs no colour. The mark
** takes control_unknown_width beside the token. */
void control_unknown_token(const Pen *pen, TextStyle style, Box box, Str text);
float control_unknown_width(const Pen *pen, float size);

#endif
