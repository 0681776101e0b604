/* model/timing/attention_times.h -- measures how long attention takes on this machine, beside other
** work.
**
** One head, one thread, random Q, K and V, the functions of core/ that also run models. Bands of
** ATTENTION_BAND rows, as in the forward pass; of a window each band meets the keys that its rows
** see, and no others. The number of tokens doubles until a run takes longer than LONGEST_MS.
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

/* The methods that this program has a function for. */
bool attention_time_can(CostMethod method);

/* Computes the output [T,Dv] of one method by the functions that are timed, for tests: a window
** gives what the exact way gives under a window mask. q and k [T,D], v [T,Dv]. False: no memory. */
bool attention_time_output(CostMethod method, const CostSizes *sizes, const MatView qkv[3],
                           Mat output);

#endif
