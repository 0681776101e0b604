/* session/compute/cost_times.h -- times of attention for the view of costs, for session/ only.
**
** Measured on a thread while that view is on show in a window; anew when the sizes of a head or the
** window of the mask change. Leaving the view lets it finish.
**
** Memory  The session owns the measurement until cost_times_free.   Errors  None: without memory
** there are no points.
*/
#ifndef SESSION_COMPUTE_COST_TIMES_H
#define SESSION_COMPUTE_COST_TIMES_H

#include "model/timing/attention_times.h"
#include "session/session.h"

typedef struct Timing {
  AttentionTimes *measurement; /* NULL: none was begun */
  CostSizes sizes;             /* that it measures with */
  CostTimes found;             /* so far */
} Timing;

double cost_times_tick(Session *session); /* milliseconds until it must be called again */
void cost_times_free(Timing *timing);

#endif
