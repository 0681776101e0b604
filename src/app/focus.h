/* app/focus.h -- the control that has the keyboard focus.
**
**   Tab, Shift Tab   the next or previous control of the list on show
**   Enter, Space     the same as a click on it
**   ← →              the next or previous step of a slider (speed, rail, timeline)
**
** A control is a hit with a click that is no cell of a matrix: cells have the cell cursor.
** Successive hits with the same click are one control; so are the steps of a slider. Controls
** before a hit that covers the whole window, as that of an open menu does, are not reached.
**
** Order   That of the list, beginning at the uppermost control: the top bar, the bottom bar, the
**         foot, then the picture and its panels.
** Memory  A control is recognised by its command, since lists are rebuilt. Commands are on the
**         arena given.
** Errors  None: when the control is gone nothing has the focus.
*/
#ifndef APP_FOCUS_H
#define APP_FOCUS_H

#include "scene/draw_list.h"

/* All zero: nothing has the focus. */
typedef struct Focus {
  uint64_t control; /* a hash of its command; 0: none */
  int nth;          /* which of the controls with that command, from 0 */
  /* the step of a slider chosen last, from 1; 0: none, the slider's own value counts */
  int place;
} Focus;

/* Moves by +1 or −1, wrapping at the ends; false: there is no control. */
bool focus_move(Focus *focus, const DrawList *list, int by);
/* The box that the focus ring surrounds; w = 0: nothing. */
Box focus_box(const Focus *focus, const DrawList *list);
/* The command of a click; NULL: nothing has the focus, or a slider does,
** which focus_slide moves. */
const char *focus_press(const Focus *focus, const DrawList *list, Arena *arena);
/* The command of the slider's next (by +1) or previous (−1) step, "" at its
** ends; NULL: no slider. */
const char *focus_slide(Focus *focus, const DrawList *list, int by, Arena *arena);

#endif
