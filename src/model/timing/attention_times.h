/* model/timing/attention_times.h -- measures how long attention takes on this machine, beside other
** work.
**
** One head of random Q, K and V on one thread, as model/timing/attention_head.h runs it. The number
** of tokens doubles until a run takes longer than LONGEST_MS.
**
** Units   Milliseconds by the clock, the least of several runs, since disturbances only add time.
** Memory  An arena of its own, some 20 MB for the largest run, given back at the end.
** Threads One worker; attention_times_copy from any thread. Under a limit on memory, or where no
**         thread can be made, nothing is measured.
** Errors  NULL: no memory. What has no memory is left out.
*/
#ifndef MODEL_TIMING_ATTENTION_TIMES_H
#define MODEL_TIMING_ATTENTION_TIMES_H

#include "trace/workings/cost.h"

typedef struct AttentionTimes AttentionTimes;

/* Starts measuring. */
AttentionTimes *attention_times_make(const CostSizes *sizes);

/* Stops between two runs, and waits for that. NULL is allowed. */
void attention_times_free(AttentionTimes *times);

/* What is measured so far. */
void attention_times_copy(const AttentionTimes *times, CostTimes *to);

/* Measures all at once on this thread. */
void attention_times_measure(const CostSizes *sizes, CostTimes *to);

/* The least of several runs of one method, in milliseconds; below 0: no memory. */
double attention_time(CostMethod method, const CostSizes *sizes, int token_count);

#endif
