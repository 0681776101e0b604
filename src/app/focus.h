/* app/focus.h -- the control the keyboard stands on.
**
**   Tab, Shift Tab   the next or previous control of the list on show
**   Enter, Space     what a click on it does
**   ← →              the places of a slider (speed, rail, timeline), one by one
**
** A control is a hit with a click that is no cell of a matrix: cells have the cell cursor. Hits of
** one click that follow each other are one control; so are the places of a slider. Controls behind
** a hit over the whole window, which is that of an open menu, are not reached.
**
** Order   That of the list, from the uppermost control on: the top bar, the bottom bar, the foot,
**         then the picture and its panels.
** Memory  A control is known again by its command, since lists come and go. Commands are on the
**         arena given.
** Errors  None: a control that is gone is as none.
*/
#ifndef APP_FOCUS_H
#define APP_FOCUS_H

#include "scene/draw_list.h"

/* All zero: on nothing. */
typedef struct Focus {
  uint64_t control; /* a hash of its command; 0: none */
  int nth;          /* of the controls with that command, from 0: several may have it */
  int place;        /* the last one chosen of a slider, from 1; 0: where the slider stands */
} Focus;

/* By +1 or −1, round at the ends; false: there is no control. */
bool focus_move(Focus *focus, const DrawList *list, int by);
/* What the ring goes round; w = 0: nothing. */
Box focus_box(const Focus *focus, const DrawList *list);
/* What a click does; NULL: on nothing, or on a slider, whose places are chosen by focus_slide. */
const char *focus_press(const Focus *focus, const DrawList *list, Arena *arena);
/* The command of the slider's place beside the present one, "" at its end; NULL: no slider. */
const char *focus_slide(Focus *focus, const DrawList *list, int by, Arena *arena);

#endif
