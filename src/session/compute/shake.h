/* session/compute/shake.h -- shaking a number: a slow sine that shows what depends on it. For
** session/ only.
**
**   number(t) = number + amplitude · sin(2π t / SHAKE_PERIOD_MS)
**
** The run of each moment is shown in place of the trace of now, which is kept: inputs, history and
** files do not know of it, and when the shaking ends the very same trace is on show again. It ends
** with the next change of inputs. Where motion is off the number stands still at a place between
** both ends, which a slider moves.
**
** Memory  An arena for the run on show.
** Errors  No number in focus; in a window a model whose run takes longer than SHAKE_RUN_MOST_MS;
**         the refusals of model_run; no memory. A run that fails later ends the shaking.
** Threads The session's; while the job works nothing is shaken.
*/
#ifndef SESSION_COMPUTE_SHAKE_H
#define SESSION_COMPUTE_SHAKE_H

#include "base/status.h"
#include "trace/what_if.h"

typedef struct Session Session;

enum { SHAKE_PERIOD_MS = 4000, SHAKE_FRAME_MS = 33, SHAKE_RUN_MOST_MS = 60 };

/* Which number, where it stood, and how far it goes to both sides. */
typedef struct Shake {
  bool is_on;
  WhatIf at; /* its value: where the number stood */
  float amplitude;
  double begin_ms; /* below 0: with the next tick */
} Shake;

/* Shakes the number in focus. */
bool shake_begin(Session *session, Status *status);
/* Holds the number at a place from 0 to 1 between both ends; 0.5 is where it stood. */
bool shake_hold(Session *session, float place, Status *status);
void shake_end(Session *session);
/* On a copy of a session, of which nothing else is computed: the number that `from` shakes, at a
** moment of its period, 0 to 1. */
bool shake_show(Session *copy, const Session *from, double moment, Status *status);
/* As session_tick. */
double shake_tick(Session *session, double now_ms);

#endif
