/* measure/clock.h -- the clock that frames and passes are timed with.
**
** The time that passed; with HEADSUP_MEASURE_CPU set the processor time of the process, all its
** threads included, which says more beside other work.
**
** Units  ms, from a moment that is the same within the process.
*/
#ifndef MEASURE_CLOCK_H
#define MEASURE_CLOCK_H

double measure_clock_ms(void);

#endif
