/* app/focus.h -- the control that has the keyboard focus.
**
**   Tab, Shift Tab   the next or previous stop: a control, a slider, or a group of controls
**   ← → ↑ ↓          within a group the nearest control that way, else the next or previous one;
**                    along a slider the next or previous position; over cells the cell cursor
**   Enter, Space     the same as a click on it
**
** A control is a hit with a click. Successive hits with the same click are one control; so are the
** positions of a slider, and the cells of the picture's largest matrix. Controls before a hit that
** covers the whole window, as that of an open menu does, are not reached.
**
** Order   That of TabStop (scene/draw_list.h): the top bar, formula, heads, picture, bars, panel.
**         Controls that belong to no group come last, in the order of the list.
** Entry   A group is entered at its present choice, else at its first control. Of the group that
**         sets what a step is, an arrow also chooses.
** Memory  A control is recognised by its command, since lists are rebuilt; when that is gone, by
**         its place in its group, since many commands change when they are run ("theme dark").
**         Commands are on the arena given.
** Errors  None: when its group is gone nothing has the focus.
*/
#ifndef APP_FOCUS_H
#define APP_FOCUS_H

#include "scene/draw_list.h"

/* All zero: nothing has the focus. */
typedef struct Focus {
  uint64_t control; /* a hash of its command; 0: none */
  TabStop stop;
  int nth;   /* which of the group's controls with that command, from 0 */
  int index; /* its place in the group, from 0 */
  /* the step of a slider chosen last, from 1; 0: none, the slider's own value counts */
  int place;
} Focus;

/* Moves to the next (+1) or previous (−1) stop, wrapping at the ends; false: there is none. */
bool focus_move(Focus *focus, const DrawList *list, int by);
/* The group gets the focus, at its first control, even where the list has none of it. */
void focus_set(Focus *focus, TabStop stop);
/* The box that the focus ring surrounds; w = 0: nothing. */
Box focus_box(const Focus *focus, const DrawList *list);
/* The command of a click; NULL: nothing has the focus, or a slider or cells do. */
const char *focus_press(const Focus *focus, const DrawList *list, Arena *arena);
/* What a word of a lesson points at, as under the pointer; NULL: nothing has the focus, or
** something else. */
const char *focus_points(const Focus *focus, const DrawList *list);
/* An arrow: right and down are −1, 0 or 1, one of them 0. The command to run, "" where there is
** none; NULL: the arrow is not for the control. */
const char *focus_arrow(Focus *focus, const DrawList *list, int right, int down, Arena *arena);
/* The number of stops that Tab goes through. */
int focus_stop_count(const DrawList *list);

#endif
