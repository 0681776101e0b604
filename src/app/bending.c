/* app/bending.c -- a drag to the side bends the focused number. */
#include "app/bending.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "base/number.h"

static const float REACH_PT = 160, STILL_PT = 3, STEPS = 200;

bool bending_begin(Bending *bending, const Session *session, Point at) {
  *bending = (Bending){.from = at};
  bending->is_on = session_focused_number(session, &bending->number, &bending->reach);
  if (!isfinite(bending->number)) bending->number = 0;
  return bending->is_on;
}

void bending_move(Bending *bending, Session *session, Point at) {
  char command[64];
  float along = at.x - bending->from.x;
  assert(bending->is_on);
  if (!bending->has_moved && fabsf(along) < STILL_PT) return;
  bending->has_moved = true;
  float step = bending->reach / STEPS;
  float number = bending->number + along / REACH_PT * bending->reach;
  number = roundf(float_clamp(number, -4 * bending->reach, 4 * bending->reach) / step) * step;
  snprintf(command, sizeof command, "set here %.5g drag", (double)number);
  session_do(session, command, NULL);
}
