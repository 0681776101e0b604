/* app/bending.h -- a drag to the side bends the focused number.
**
**   number = number at the press + (x − x at the press) / REACH_PT · reach, in 200ths of reach
**
** It begins on a hit that bends, or with Ctrl on a cell, which is chosen first. A press that does
** not move is a click.
**
** Units   Points.   Memory  None.   Errors  Those of the command set.
*/
#ifndef APP_BENDING_H
#define APP_BENDING_H

#include "scene/hit.h"
#include "session/session.h"

typedef struct Bending {
  bool is_on, has_moved;
  Point from;
  float number, reach; /* at the press */
} Bending;

/* False: no number is in focus that can be set. */
bool bending_begin(Bending *bending, const Session *session, Point at);
/* Sends the number of that place. */
void bending_move(Bending *bending, Session *session, Point at);

#endif
